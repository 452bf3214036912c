"""https://docs.pytorch.org/docs/2.13/nn.init.html: each function fills its tensor and gives it back."""

uniform_ = normal_ = trunc_normal_ = constant_ = ones_ = zeros_ = filled
uniform = normal = constant = filled
xavier_uniform_ = xavier_normal_ = kaiming_uniform_ = kaiming_normal_ = filled_matrix
xavier_uniform = xavier_normal = kaiming_uniform = kaiming_normal = orthogonal_ = orthogonal = filled_matrix

def filled(tensor: Tensor, *rest, **options):
    """The tensor itself.

    >>> [B 3] -> [B 3]
    """
    return tensor

def filled_matrix(tensor: Tensor["*S"], *rest, **options):
    """The tensor itself, which has at least two dims."""
    require(len(S) >= 2, "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    return tensor

def eye_(tensor: Tensor["*S"]):
    """https://docs.pytorch.org/docs/2.13/nn.init.html#torch.nn.init.eye_"""
    require(len(S) == 2, "Only tensors with 2 dimensions are supported")
    return tensor

def sparse_(tensor: Tensor["*S"], sparsity: float, std: float = 0.01, generator: Any = None):
    """https://docs.pytorch.org/docs/2.13/nn.init.html#torch.nn.init.sparse_"""
    require(len(S) == 2, "Only tensors with 2 dimensions are supported")
    return tensor

def dirac_(tensor: Tensor["*S"], groups: int = 1):
    """https://docs.pytorch.org/docs/2.13/nn.init.html#torch.nn.init.dirac_"""
    require(len(S) >= 3 and len(S) <= 5, "Only tensors with 3, 4, or 5 dimensions are supported")
    return tensor

def _calculate_fan_in_and_fan_out(tensor: Tensor["*S"]):
    """Of the weight of a layer: https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/init.py"""
    require(len(S) >= 2, "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = prod(S[2:])
    return S[1] * field, S[0] * field

def calculate_gain(nonlinearity: Any, param: Any = None) -> float:
    """https://docs.pytorch.org/docs/2.13/nn.init.html#torch.nn.init.calculate_gain"""

eye = eye_
sparse = sparse_
dirac = dirac_
