"""https://docs.pytorch.org/docs/2.13/nn.html#utilities"""

modules = "torch.nn.utils", "torch.nn.utils.parametrizations", "torch.nn.utils.parametrize", "torch.nn.utils.clip_grad"

weight_norm = spectral_norm = remove_weight_norm = remove_spectral_norm = orthogonal = remove_parametrizations = wrapped
register_parametrization = fuse_conv_bn_eval = wrapped

def wrapped(module: Any, *args, **kwargs):
    """The module itself: how a weight is computed changes no shape."""
    return module

def clip_grad_norm_(parameters: Any, max_norm: Any, *args, **kwargs) -> Tensor["", float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.clip_grad_norm_.html"""

def clip_grad_value_(parameters: Any, clip_value: Any, *args, **kwargs) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.clip_grad_value_.html"""

def parameters_to_vector(parameters: Any) -> Tensor["fresh()"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.parameters_to_vector.html"""

def vector_to_parameters(vec: Any, parameters: Any) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.vector_to_parameters.html"""
