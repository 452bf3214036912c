"""Control flow as operators. https://docs.pytorch.org/docs/2.13/higher_order_ops/cond.html"""

modules = "torch", "torch._higher_order_ops"

vmap = func.vmap


def cond(pred: Any, true_fn: Any, false_fn: Any, operands: Any = ()):
    """Both functions give results of the same shapes. https://docs.pytorch.org/docs/2.13/generated/torch.cond.html"""
    given = tuple(operands)
    a, b = true_fn(*given), false_fn(*given)
    if is_tensor(a) and is_tensor(b):
        _same_branches(a, b)
    return a

def _same_branches(a: Tensor["*S"], b: Tensor["*R"]) -> None:
    require(S == R, "torch.cond: the true branch gives a tensor of shape {S}, the false branch one of {R}")

def while_loop(cond_fn: Any, body_fn: Any, carried_inputs: Any):
    """What is carried keeps its shapes. https://docs.pytorch.org/docs/2.13/higher_order_ops/while_loop.html"""
    given = tuple(carried_inputs)
    after = tuple(body_fn(*given))
    require(
        len(after) == len(given), "while_loop: the body gives {len(after)} values for {len(given)} carried inputs",
    )
    for a, b in zip(given, after):
        if is_tensor(a) and is_tensor(b):
            _same_carry(a, b)
    return after

def _same_carry(a: Tensor["*S"], b: Tensor["*R"]) -> None:
    require(S == R, "while_loop: a carried input of shape {S} becomes one of {R}")

def scan(combine_fn: Any, init: Tensor, xs: Tensor["*S"], *, dim: int = 0, reverse: Any = False):
    """The last carry, and the results of all steps side by side."""
    require(len(S) >= 1, "scan: the scanned tensor has no dimensions")
    d = axis(dim, len(S))
    carry, y = combine_fn(init, Tensor["*without(S,d)", xs.dtype])
    if is_tensor(carry):
        _same_carry(init, carry)
    return carry, _steps(y, S[d])

def _steps(y: Tensor["*S"], n: int) -> Tensor["n *S"]: ...

def associative_scan(combine_fn: Any, xs: Tensor["*S"], dim: int = 0, reverse: Any = False, combine_mode: Any = None) -> Tensor["*S"]:
    """Running combinations of the elements along a dim, as cumsum."""
