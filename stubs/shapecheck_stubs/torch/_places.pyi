"""Functions of submodules that ask the machine or set it: nothing of them is known, nothing changes."""

modules = (
    "torch.cuda", "torch.mps", "torch.xpu", "torch.backends.cudnn", "torch.backends.mps", "torch.backends.cuda",
    "torch.distributed", "torch.jit", "torch.compiler", "torch.onnx", "torch.version", "torch.backends.mkldnn",
    "torch.accelerator", "torch.cuda.amp", "torch.amp", "torch.autograd.profiler", "torch.profiler", "torch.autograd",
    "torch._dynamo", "torch._dynamo.decorators", "torch._C",
)

is_available = is_built = is_initialized = is_bf16_supported = is_nccl_available = is_autocast_available = some_bool
synchronize = empty_cache = manual_seed = manual_seed_all = set_device = reset_peak_memory_stats = nothing
set_device_index = set_device_idx = set_stream = empty_host_cache = reset_accumulated_memory_stats = nothing
reset = reset_code_caches = graph_break = cudagraph_mark_step_begin = nothing
mark_dynamic = maybe_mark_dynamic = mark_unbacked = mark_static = mark_static_address = nothing
barrier = destroy_process_group = init_process_group = _get_tracing_state = nothing
device_count = current_device = get_rank = get_world_size = max_memory_allocated = memory_allocated = some_int
current_device_index = current_device_idx = memory_reserved = max_memory_reserved = some_int
get_device_name = get_device_capability = some_unknown
script = ignore = unused = export = disable = allow_in_graph = is_script = same_function
script_method = _overload = _overload_method = once_differentiable = same_function
assume_constant_result = nonstrict_trace = dont_skip_tracing = same_function
freeze = optimize_for_inference = script_if_tracing = interface = same_function
autocast = record_function = profile = GradScaler = fork_rng = torch.Inert
inference_mode = no_grad = enable_grad = torch.no_grad
set_detect_anomaly = detect_anomaly = DisableTorchFunctionSubclass = DisableTorchFunction = torch.Inert
is_scripting = is_in_onnx_export = is_tracing = is_compiling = is_exporting = is_dynamo_compiling = never

def some_bool(*args, **kwargs) -> bool:
    """Depends on the machine. https://docs.pytorch.org/docs/2.13/cuda.html"""

def never():
    """What records or compiles the code alone sees something else.
    https://docs.pytorch.org/docs/2.13/generated/torch.compiler.is_compiling.html"""
    return False

def some_int(*args, **kwargs) -> int:
    """Depends on the machine. https://docs.pytorch.org/docs/2.13/cuda.html"""

def current_accelerator(*args, **kwargs):
    """None where the machine has none.
    https://docs.pytorch.org/docs/2.13/generated/torch.accelerator.current_accelerator.html"""
    return _accelerator(fresh(0))

def _accelerator(devices: int):
    """Of as many devices."""
    return None if devices == 0 else torch.device()

def some_unknown(*args, **kwargs) -> Unknown["depends on the machine"]:
    """https://docs.pytorch.org/docs/2.13/cuda.html"""

def nothing(*args, **kwargs) -> None:
    """https://docs.pytorch.org/docs/2.13/cuda.html"""

def same_function(function: Any = None, *args, **kwargs):
    """A decorator that leaves its function as it is. https://docs.pytorch.org/docs/2.13/jit.html"""
    if function is None:
        return torch.Inert()
    return function

def annotate(the_type: Any, the_value: Any):
    """https://docs.pytorch.org/docs/2.13/generated/torch.jit.annotate.html"""
    return the_value

def grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: Any = None, create_graph: Any = False,
    only_inputs: Any = True, allow_unused: Any = None, is_grads_batched: Any = False, materialize_grads: Any = False,
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.grad.html"""
    if is_tensor(inputs):
        each = (inputs,)
    else:
        each = as_tensors((inputs,)) if is_sequence(inputs) and not is_object(inputs) else members(inputs)
    if is_grads_batched is False:
        _begin(outputs, grad_outputs)
        return tuple(like(t) for t in each)
    batch = as_tensors((grad_outputs,))[0].shape[:1]
    return tuple(_of_batch(t, batch) for t in each)

def _begin(outputs: Any, gradients: Any) -> None:
    """Gradients at the outputs are given, but for those of numbers."""
    each = (outputs,) if is_tensor(outputs) else tuple(members(outputs))
    if gradients is None:
        starts = repeated(None, len(each))
    else:
        starts = (gradients,) if is_tensor(gradients) else tuple(members(gradients))
    made = tuple(_begun(output, start) for output, start in zip(each, starts))

def _begun(output: Tensor["*S"], gradient: Any):
    if gradient is None:
        require(prod(S) == 1, "grad can be implicitly created only for scalar outputs, and this one has shape {S}")
    elif is_tensor(gradient):
        require(
            gradient.shape == S,
            "Mismatch in shape: grad_output[0] has a shape of {gradient.shape} and output[0] has a shape of {S}.",
        )
    return None

def _of_batch(input: Tensor["*S"], batch: Any) -> Tensor["*batch *S"]: ...

def function_gradients(name: str, expected: int, got: int) -> None:
    """What a Function's backward returns. https://docs.pytorch.org/docs/2.13/notes/extending.html"""
    require(
        expected == got,
        "function {name}Backward returned an incorrect number of gradients (expected {expected}, got {got})",
    )

def function_gradient(name: str, place: int, got: Tensor["*G"], wanted: Tensor["*S"]) -> None:
    """What a Function's backward returns. https://docs.pytorch.org/docs/2.13/notes/extending.html"""
    require(
        G == S,
        "Function {name}Backward returned an invalid gradient at index {place} - got {G} but expected shape compatible with {S}",
    )

def backward(tensors: Any, grad_tensors: Any = None, retain_graph: Any = None, *args, **kwargs) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.backward.html"""
    _begin(tensors, grad_tensors)
    native("torch.autograd.graph.run")(retain_graph)
