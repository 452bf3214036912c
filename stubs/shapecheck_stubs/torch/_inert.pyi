"""Names that change no shape: contexts, random seeds, devices, settings."""

modules = "torch"


class Inert:
    """A context manager or decorator without effect on shapes."""
    def __init__(self, *args, **kwargs): ...
    def __enter__(self):
        return self
    def __exit__(self, *args) -> None: ...
    def __call__(self, function: Any):
        return function

class set_grad_enabled(Inert):
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.grad_mode.set_grad_enabled.html"""

def no_grad(orig_func: Any = None):
    """https://docs.pytorch.org/docs/2.13/generated/torch.no_grad.html: as a decorator it needs no brackets."""
    return orig_func if is_function(orig_func) else torch.Inert()

def enable_grad(orig_func: Any = None):
    """https://docs.pytorch.org/docs/2.13/generated/torch.enable_grad.html"""
    return no_grad(orig_func)

def inference_mode(mode: Any = True):
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.grad_mode.inference_mode.html"""
    return no_grad(mode)

class autocast:
    """https://docs.pytorch.org/docs/2.13/amp.html#torch.autocast"""
    def __init__(self, *args, enabled: Any = True, **kwargs):
        self.enabled = enabled
    def __enter__(self):
        if self.enabled is not False:
            vary_floats(1)
        return self
    def __exit__(self, *args) -> None:
        if self.enabled is not False:
            vary_floats(-1)
    def __call__(self, function: Any):
        if self.enabled is not False:
            function.__autocasts__ = True
        return function

class device(Inert):
    """https://docs.pytorch.org/docs/2.13/tensor_attributes.html#torch.device"""
    index = None
    def __init__(self, *args, **kwargs): ...
    @property
    def type(self):
        return scalar("str")

def get_default_device():
    """https://docs.pytorch.org/docs/2.13/generated/torch.get_default_device.html"""
    return torch.device()

class Generator(Inert):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Generator.html"""
    def manual_seed(self, seed: Any):
        return self
    def seed(self):
        return scalar("int")
    def initial_seed(self):
        return scalar("int")

class finfo:
    """https://docs.pytorch.org/docs/2.13/type_info.html"""
    def __init__(self, type: Any = None):
        self.min = scalar("float")
        self.max = scalar("float")
        self.eps = scalar("float")
        self.tiny = scalar("float")
        self.smallest_normal = scalar("float")
        self.bits = scalar("int")

class iinfo:
    """https://docs.pytorch.org/docs/2.13/type_info.html"""
    def __init__(self, type: Any = None):
        self.min = scalar("int")
        self.max = scalar("int")
        self.bits = scalar("int")

set_rng_state = set_num_threads = set_float32_matmul_precision = save = nothing
set_printoptions = set_num_interop_threads = use_deterministic_algorithms = nothing
set_flush_denormal = set_default_device = set_warn_always = set_autocast_enabled = nothing
is_grad_enabled = is_inference_mode_enabled = is_autocast_enabled = is_inference = is_nonzero = some_bool
are_deterministic_algorithms_enabled = is_deterministic_algorithms_warn_only_enabled = some_bool

def manual_seed(seed: Any):
    """https://docs.pytorch.org/docs/2.13/generated/torch.manual_seed.html"""
    return torch.Generator()

def seed():
    """https://docs.pytorch.org/docs/2.13/generated/torch.seed.html"""
    return scalar("int")

def set_default_dtype(d: Any) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.set_default_dtype.html"""
    vary_floats(1)

set_default_tensor_type = set_default_dtype

def nothing(*args, **kwargs) -> None:
    """Has no result that matters. https://docs.pytorch.org/docs/2.13/torch.html"""

def some_bool(*args, **kwargs) -> bool:
    """A bool that depends on the machine. https://docs.pytorch.org/docs/2.13/torch.html"""

def is_floating_point(input: Tensor):
    """https://docs.pytorch.org/docs/2.13/generated/torch.is_floating_point.html"""
    if dtype_known(input.dtype):
        return surely(input.dtype, "floating")
    return scalar("bool")

def is_complex(input: Tensor):
    """https://docs.pytorch.org/docs/2.13/generated/torch.is_complex.html"""
    if dtype_known(input.dtype):
        return surely(input.dtype, "complex")
    return scalar("bool")

def is_tensor(obj: Any):
    """https://docs.pytorch.org/docs/2.13/generated/torch.is_tensor.html"""
    return tensor_like(obj)

def numel(input: Tensor["*S"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.numel.html"""
    return elements(S)

def promote_types(type1: dtype, type2: dtype):
    """https://docs.pytorch.org/docs/2.13/generated/torch.promote_types.html"""
    return promote(type1, type2)

def result_type(tensor: Tensor | Number, other: Tensor | Number):
    """https://docs.pytorch.org/docs/2.13/generated/torch.result_type.html"""
    return promote(tensor, other)

def result_type(scalar: Number, tensor: Tensor):
    return promote(scalar, tensor)

def result_type(scalar1: Number, scalar2: Number):
    return promote(scalar1, scalar2)

def get_default_dtype():
    """https://docs.pytorch.org/docs/2.13/generated/torch.get_default_dtype.html"""
    return _of_default().dtype

def _of_default() -> Tensor["", float32]:
    """A tensor of the default dtype, which is not proved once it may have been changed."""

def Size(items: Any = ()):
    """https://docs.pytorch.org/docs/2.13/size.html"""
    return tuple(items)

def compile(model: Any = None, **kwargs):
    """https://docs.pytorch.org/docs/2.13/generated/torch.compile.html"""
    if model is None:
        return Inert()
    return model

def load(*args, **kwargs) -> Unknown["the contents of a file"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.load.html"""

def get_rng_state(*args) -> Tensor["fresh()", uint8]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.get_rng_state.html"""

def initial_seed() -> int:
    """https://docs.pytorch.org/docs/2.13/generated/torch.initial_seed.html"""

def get_num_threads() -> int:
    """https://docs.pytorch.org/docs/2.13/generated/torch.get_num_threads.html"""

def typename(obj: Any) -> str:
    """https://docs.pytorch.org/docs/2.13/generated/torch.typename.html"""
