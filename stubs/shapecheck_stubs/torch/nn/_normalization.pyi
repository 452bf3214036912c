"""https://docs.pytorch.org/docs/2.13/nn.functional.html#normalization"""

modules = "torch.nn.functional"


def batch_norm(
    input: Tensor["*T"], running_mean: Tensor["*M"] | None, running_var: Tensor["*V"] | None,
    weight: Tensor["*W"] | None = None, bias: Tensor["*B"] | None = None, training: Any = False,
    momentum: Any = 0.1, eps: float = 1e-05,
) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.batch_norm.html

    >>> [B 16 8 8], [16], [16] -> [B 16 8 8]
    >>> [2 16 8 8], [8], [8] -> error: running_mean should contain 16 elements not 8
    """
    if known(training) and training and ranked(T) and fixed(*T[:1], *T[2:]):
        # A batch of one is what nobody excludes: a size that is not known says nothing.
        require(
            prod((*T[:1], *T[2:])) != 1,
            "Expected more than 1 value per channel when training, got input size torch.Size({T})",
        )
    if surely_empty(T):
        for scale in (weight, bias):
            if scale is not None:
                require(scale.shape[0] > 0, "select(): index 0 out of range for tensor of size [0] at dimension 0")
        return like(input)
    require(len(T) >= 2, "expected input of at least 2 dimensions, [N, C, ...], got {T}")
    C = T[1]
    if running_mean is not None:
        require(prod(M) == C, "running_mean should contain {C} elements not {prod(M)}")
    if running_var is not None:
        require(prod(V) == C, "running_var should contain {C} elements not {prod(V)}")
    if weight is not None:
        require(prod(W) == C, "weight should contain {C} elements not {prod(W)}")
    if bias is not None:
        require(prod(B) == C, "bias should contain {C} elements not {prod(B)}")
    for scale in (weight, running_mean):
        if scale is not None:
            _one_dtype(input, scale)

def _one_dtype(input: Any, weight: Any) -> None:
    """Input and weights have one dtype, but for inputs of halves.
    https://github.com/pytorch/pytorch/blob/v2.13.0/aten/src/ATen/native/cpu/mixed_data_type.h"""
    if not surely(input.dtype, "float16", "bfloat16"):
        require(
            same_dtype(weight.dtype, input.dtype),
            "mixed dtype: all inputs must share same datatype, got {input.dtype} and weight of {weight.dtype}",
        )

def instance_norm(
    input: Tensor["N C *S"], running_mean: Tensor | None = None, running_var: Tensor | None = None,
    weight: Tensor["W"] | None = None, bias: Tensor["B"] | None = None, use_input_stats: bool = True,
    momentum: Any = 0.1, eps: float = 1e-05,
) -> Tensor["N C *S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.instance_norm.html

    >>> [B 8 4 4] -> [B 8 4 4]
    >>> [B 8 1] -> error: Expected more than 1 spatial element when training
    """
    if known(use_input_stats) and use_input_stats and ranked(S):
        _spatial(input, S)
    if weight is not None:
        require(W == C, "weight should contain {C} elements not {W}")
        _one_dtype(input, weight)

def _spatial(input: Tensor, places: Any) -> None:
    """The statistics of an instance are taken over more than one place."""
    require(
        any(size != 1 for size in places),
        "Expected more than 1 spatial element when training, got input size torch.Size({input.shape})",
    )

def layer_norm(
    input: Tensor["*S"], normalized_shape: Ints, weight: Tensor["*W"] | None = None,
    bias: Tensor["*B"] | None = None, eps: float = 1e-05,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.layer_norm.html

    >>> [B T 32], (32,) -> [B T 32]
    >>> [2 32], (64,) -> error: expected input with shape [*, 64], but got input of size[2, 32]
    """
    require(
        len(normalized_shape) >= 1,
        "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but "
        "got normalized_shape = {normalized_shape}",
    )
    if has_known_rank(normalized_shape):
        require(
            len(S) >= len(normalized_shape) and last(S, len(normalized_shape)) == normalized_shape,
            "Given normalized_shape={normalized_shape}, expected input with shape [*, "
            "{commas(normalized_shape)}], but got input of size{S}",
        )
    if weight is not None:
        _one_dtype(input, weight)
        require(
            W == normalized_shape,
            "Expected weight to be of same shape as normalized_shape, but got weight of shape {W} and "
            "normalized_shape = {normalized_shape}",
        )
    if bias is not None:
        require(
            B == normalized_shape,
            "Expected bias to be of same shape as normalized_shape, but got bias of shape {B} and "
            "normalized_shape = {normalized_shape}",
        )

def rms_norm(input: Tensor, normalized_shape: Ints, weight: Tensor | None = None, eps: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.rms_norm.html"""
    if has_known_rank(normalized_shape):
        require(
            len(input.shape) >= len(normalized_shape)
            and last(input.shape, len(normalized_shape)) == normalized_shape,
            "Given normalized_shape={normalized_shape}, expected input with shape "
            "[*{commas(normalized_shape)}], but got input of size{input.shape}",
        )
    if weight is None or same_dtype(weight.dtype, input.dtype):
        return layer_norm(input, normalized_shape, weight)
    require(weight.shape == normalized_shape, "Expected weight to be of same shape as normalized_shape, but got "
            "weight of shape {weight.shape} and normalized_shape = {normalized_shape}")
    return layer_norm(input, normalized_shape)

def _grouped(
    input: Tensor["N C *S"], num_groups: int, weight: Tensor["W"] | None = None,
    bias: Tensor["B"] | None = None, eps: float = 1e-05,
) -> Tensor["N C *S"]:
    """Groups of channels, as torch.group_norm takes them: of one value, too."""
    require(num_groups > 0, "Expected num groups to be greater than 0, got {num_groups}")
    require(
        C % num_groups == 0,
        "Expected number of channels in input to be divisible by num_groups, but got input of shape "
        "{input.shape} and num_groups={num_groups}",
    )
    if weight is not None:
        require(
            W == C,
            "Expected weight to be a vector of size equal to the number of channels in input, but got "
            "weight of shape [{W}] and input of shape {input.shape}",
        )
        _one_dtype(input, weight)

def group_norm(
    input: Tensor["N C *S"], num_groups: int, weight: Tensor | None = None, bias: Any = None, eps: float = 1e-05,
) -> Tensor["N C *S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.group_norm.html

    >>> [B 8 4 4], 8 -> [B 8 4 4]
    >>> [1 8 1 1], 8 -> error: Expected more than 1 value per channel when training
    """
    _grouped(input, num_groups, weight, bias)
    if ranked(S):
        require(
            N != 1 or C != num_groups or any(size != 1 for size in S),
            "Expected more than 1 value per channel when training, got input size {(N, num_groups, *S)}",
        )

def local_response_norm(
    input: Tensor["*S"], size: int, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.local_response_norm.html"""
    require(len(S) >= 3, "Expected 3D or higher dimensionality input (got {len(S)} dimensions)")

def normalize(
    input: Tensor["*S"], p: float = 2.0, dim: int | Ints = 1, eps: float = 1e-12, out: Any = None,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.normalize.html"""
    d = axes(dim, len(S))
