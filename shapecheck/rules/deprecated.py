"""Numbers before tensors: `x.addmm_(beta, alpha, a, b)`, which torch deprecates and still takes.

Source: tools/autograd/deprecated.yaml of torch.
"""

from __future__ import annotations

from collections.abc import Callable

from shapecheck.values import Value

Reordering = Callable[[list[Value], dict[str, Value]], tuple[list[Value], dict[str, Value]]]

_SCALED = (2, ("alpha",))
_OF_THREE = (3, ("value",))
_ADDED_PRODUCT = (3, ("beta", "alpha"))
_NUMBERS: dict[str, tuple[int, tuple[str, ...]]] = {
    "add": _SCALED, "sub": _SCALED, "addcmul": _OF_THREE, "addcdiv": _OF_THREE,
    "addmm": _ADDED_PRODUCT, "addmv": _ADDED_PRODUCT, "addr": _ADDED_PRODUCT,
    "addbmm": _ADDED_PRODUCT, "baddbmm": _ADDED_PRODUCT,
}  # fmt: skip
"""How many tensors an operator takes, and the keywords of the numbers that may stand before all but the first; the last
may be left out."""


def reordering(name: str) -> Reordering | None:
    """Makes of the arguments in the old order those in the new one; None for an operator that has one order only."""
    owner, _, last = name.rpartition(".")
    numbers = _NUMBERS.get(last.removesuffix("_")) if owner in ("torch", "torch.Tensor") else None
    if numbers is None:
        return None
    count, keywords = numbers
    is_behind_beta = owner == "torch" and keywords[0] == "beta"

    def reorder(args: list[Value], kwargs: dict[str, Value]) -> tuple[list[Value], dict[str, Value]]:
        given = len(args) - count
        if not 0 < given <= len(keywords):
            return args, kwargs
        first, *rest = [args[1], args[0], *args[2:]] if is_behind_beta else args
        return [first, *rest[given:]], {**kwargs, **dict(zip(keywords, rest[:given], strict=False))}

    return reorder
