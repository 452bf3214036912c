"""Derivatives of functions. https://docs.pytorch.org/docs/2.13/autograd.html#functional-higher-level-api"""

modules = "torch.autograd.functional"


def jacobian(func: Any, inputs: Any, *args, **options):
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.functional.jacobian.html"""
    if is_tensor(inputs):
        return _of_each(func(inputs), inputs)
    y = func(*tuple(inputs))
    return tuple(_of_each(y, x) for x in as_tensors(inputs))

def hessian(func: Any, inputs: Any, *args, **options):
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.functional.hessian.html"""
    if is_tensor(inputs):
        _one_element(func(inputs))
        return _of_each(inputs, inputs)
    _one_element(func(*tuple(inputs)))
    return tuple(tuple(_of_each(y, x) for x in as_tensors(inputs)) for y in as_tensors(inputs))

def vjp(func: Any, inputs: Any, *args, **options):
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.functional.vjp.html"""
    if is_tensor(inputs):
        return func(inputs), like(inputs)
    return func(*tuple(inputs)), tuple(like(x) for x in as_tensors(inputs))

hvp = vhp = vjp

def jvp(func: Any, inputs: Any, *args, **options):
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.functional.jvp.html"""
    y = func(inputs) if is_tensor(inputs) else func(*tuple(inputs))
    return y, like(y)

def _of_each(y: Tensor["*S"], x: Tensor["*R"]) -> Tensor["*S *R"]: ...

def _one_element(y: Tensor["*S"]) -> None:
    """What a Hessian demands of its function."""
    require(prod(S) == 1, "The Tensor returned by the function given to hessian should contain a single element")
