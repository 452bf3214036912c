"""Bounds of the whole numbers in a tensor: code draws them at random and cuts with them (`data[i : i + block]`).

`Tensor.held` is the least and the greatest of them, if they are known. A tensor of one element holds one number, which
gets a symbol when somebody first asks for it. Views hold what the tensor holds of which they are views.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from shapecheck.rules.run import Run
from shapecheck.symbolic import Dim, Expr, ge, le, max_
from shapecheck.values import DType, ListValue, Path, Store, Tensor, Value, each, number_in, numbers_of

ALL_NUMBERS = frozenset({
    "view", "reshape", "flatten", "ravel", "squeeze", "unsqueeze", "expand", "detach", "clone", "contiguous", "to",
    "long", "int", "cpu", "cuda", "numpy", "permute", "flip", "repeat", "tile", "expand_as", "broadcast_to", "view_as",
    "reshape_as", "t", "T", "transpose", "swapaxes", "movedim", "roll", "type", "type_as",
})  # fmt: skip
"""Operators whose result holds the numbers of the tensor that it was made from, and no others."""
SAME_NUMBERS = ALL_NUMBERS | {"getitem", "select", "narrow", "unbind"}
"""Those whose result holds some of them."""
MAX_VIEWS = 32
INT64 = DType("int64")
WIDE = (INT64, DType("int32"))
"""Dtypes that hold every size."""
EXACT: Mapping[str, Callable[[Any, Any], Any]] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}
"""What is computed of whole numbers that are held, by the names of the operators."""


def drawn(run: Run, shape: Any, dtype: Any, low: Any, end: Any) -> Tensor:
    """A tensor of whole numbers from `low` up to `end`, which is none of them."""
    made = run.tensor(shape, dtype)
    if _is_whole(low) and _is_whole(end):
        made.held = (low, end - 1)
    return made


def number(run: Run, tensor: Tensor) -> Dim | None:
    """The only number in a tensor of one element, None if nothing is known of it."""
    return number_held(run.path, run.ctx.store, tensor)


def numbers(run: Run, value: Any) -> tuple[Any, ...] | None:
    """The whole numbers in a list or in a small tensor, in their order; None if they are not all known."""
    if isinstance(value, ListValue):
        value = value.items
    if type(value) is Tensor:
        value = numbers_of(value)
    found: list[Any] = []
    for one in map(number_in, value) if isinstance(value, (tuple, list)) else ():
        found.extend(one if type(one) is tuple else (one,))
    return tuple(found) if found and all(map(_is_whole, found)) else None


def reach(run: Run, tensor: Any) -> tuple[Any, Any] | None:
    """The least and the greatest of the whole numbers in a tensor or list, which are both in it; None if they are not
    known."""
    each = numbers(run, tensor)
    if each is not None and all(type(one) is int for one in each):
        return min(each), max(each)
    if type(tensor) is not Tensor:
        return None
    views = _views(tensor)
    has_all = views[-1].maker == "arange" and all(one.maker in ALL_NUMBERS for one in views[:-1])
    return _bounds(tensor) if has_all and all(one.dtype in WIDE for one in views) else None


def number_held(path: Path, store: Store, tensor: Tensor) -> Dim | None:
    """The same outside of rules."""
    known = number_in(tensor)
    if type(known) is int:
        return known
    bounds = _bounds(tensor)
    if bounds is None or any(dim != 1 for dim in path.resolve(tensor.shape)):
        return None
    low, high = bounds
    if low is high or low == high:
        return low
    found = path.fresh("drawn", None)
    path.assume(ge(found, low))
    path.assume(le(found, high))
    store.set_attr(tensor, "held", (found, found))
    return found


def any_number(run: Run, tensor: Tensor) -> Expr:
    """A number that stands for each of those in a tensor."""
    found = run.path.fresh("item", None)
    each.vary(run.path, found, lambda symbol: True)  # alone: what bounds it is the same for all
    return _bounded(run, tensor, found)


def one_number(run: Run, tensor: Tensor) -> Expr:
    """One of the numbers in a tensor."""
    return _bounded(run, tensor, run.path.fresh("item", None))


def _bounded(run: Run, tensor: Tensor, found: Expr) -> Expr:
    low, high = _bounds(tensor) or (found, found)
    run.path.assume(ge(found, low))
    run.path.assume(le(found, max_(low, high)))  # there are none in an empty range
    return found


def forget(store: Store, tensor: Tensor) -> None:
    """Other numbers are written into it, and into what it is a view of."""
    for one in _views(tensor):
        if one.held is not None:
            store.set_attr(one, "held", None)


def computed(path: Path, store: Store, name: str, a: Value, b: Value, result: Tensor) -> None:
    """Notes the sum, difference or product of the two numbers that tensors of one element hold."""
    known: list[Any] = [number_held(path, store, one) if type(one) is Tensor else one for one in (a, b)]
    if all(map(_is_whole, known)) and result.dtype is INT64:  # others wrap around sooner
        value = EXACT[name](*known)
        result.held = (value, value)


def _bounds(tensor: Tensor) -> tuple[Dim, Dim] | None:
    nearest = None
    for one in _views(tensor):
        nearest = nearest or one.held
    return nearest if one.held is not None else None


def _views(tensor: Tensor) -> list[Tensor]:
    """The tensor and what it is a view of, up to the one whose numbers they all hold."""
    chain = [tensor]
    while tensor.parent is not None and tensor.maker in SAME_NUMBERS and len(chain) < MAX_VIEWS:
        tensor = tensor.parent
        chain.append(tensor)
    return chain


def _is_whole(value: Any) -> bool:
    return type(value) is int or isinstance(value, Expr)
