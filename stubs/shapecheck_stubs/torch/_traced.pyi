"""Programs that are made by running a module on inputs, which it has to take. https://docs.pytorch.org/docs/2.13/jit.html"""

modules = "torch.jit"


def trace(func: Any, example_inputs: Any = None, *args, example_kwarg_inputs: Any = None, **options):
    """https://docs.pytorch.org/docs/2.13/generated/torch.jit.trace.html"""
    _on(func, example_inputs)
    return func

def _on(func: Any, inputs: Any):
    if is_tensor(inputs):
        return func(inputs)
    if is_sequence(inputs):
        return func(*tuple(inputs))
    return None
