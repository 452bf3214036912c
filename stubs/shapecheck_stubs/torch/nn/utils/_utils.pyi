"""https://docs.pytorch.org/docs/2.13/nn.html#utilities"""

modules = (
    "torch.nn.utils", "torch.nn.utils.parametrizations", "torch.nn.utils.parametrize", "torch.nn.utils.clip_grad",
    "torch.nn.utils.prune", "torch.nn.utils.fusion", "torch.nn.utils.convert_parameters",
    "torch.nn.utils.memory_format",
)

weight_norm = spectral_norm = remove_weight_norm = remove_spectral_norm = orthogonal = wrapped
fuse_conv_bn_eval = fuse_linear_bn_eval = wrapped
identity = random_unstructured = l1_unstructured = random_structured = ln_structured = remove = wrapped
custom_from_mask = wrapped
clip_grad_norm = clip_grad_norm_

def wrapped(module: Any, *args, **kwargs):
    """The module itself: how a weight is computed changes no shape (the parts of a norm are not told apart)."""
    return module

def convert_conv2d_weight_memory_format(module: Any, memory_format: Any):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.convert_conv2d_weight_memory_format.html"""
    return module.to(memory_format=memory_format)

convert_conv3d_weight_memory_format = convert_conv2d_weight_memory_format

def clip_grad_norm_(parameters: Any, max_norm: Any, *args, **kwargs) -> Tensor["", float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.clip_grad_norm_.html"""

def get_total_norm(tensors: Any, *args, **kwargs) -> Tensor["", float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.get_total_norm.html"""

def clip_grad_value_(parameters: Any, clip_value: Any, *args, **kwargs) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.clip_grad_value_.html"""

def clip_grads_with_norm_(parameters: Any, max_norm: Any, total_norm: Any, foreach: Any = None) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.clip_grads_with_norm_.html"""

def parameters_to_vector(parameters: Any) -> Tensor["n", float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.parameters_to_vector.html"""
    n = sum(prod(p.shape) for p in members(parameters))

def vector_to_parameters(vec: Any, parameters: Any) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.vector_to_parameters.html"""

def skip_init(module_cls: Any, *args, **kwargs):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.skip_init.html"""
    return module_cls(*args, **kwargs)
