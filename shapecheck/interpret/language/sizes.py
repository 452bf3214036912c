"""`x.shape` while the rank of x is not known: its length, items, slices and sums stay symbolic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins import exact
from shapecheck.rules.context import Rejected, RuleContext
from shapecheck.rules.errors import Unfit
from shapecheck.rules.kinds import settled
from shapecheck.rules.run import Case
from shapecheck.rules.trials import answered
from shapecheck.symbolic import Cond, Dim, Expr, eq, ge
from shapecheck.values import (
    FAILED,
    AnyList,
    ListValue,
    Shape,
    Size,
    SizesValue,
    SliceValue,
    Spread,
    Star,
    Tensor,
    Undecided,
    Unknown,
    Value,
    each,
    is_plain,
    rank_of,
    sizes_in,
    star_index,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

Attempt = Callable[[RuleContext], Value]


def are_a_guess(machine: Machine, value: Value) -> bool:
    """Whether it is the `shape` of a parameter that is taken for a tensor by its `size` or `shape` alone."""
    shape = value.shape if isinstance(value, SizesValue) else ()
    return any(isinstance(dim, Star) and dim.name in machine.path.by_size_alone for dim in shape)


def are_of_no_tensor(machine: Machine, value: SizesValue) -> None:
    """`group.size() > 1`: all sizes are never compared with a number, so that what has them was taken for a tensor in
    error."""
    machine.path.by_size_alone |= {dim.name for dim in value.shape if isinstance(dim, Star)}


def guarded(machine: Machine, attempt: Attempt) -> Value:
    """Runs a kernel, under each answer if it asks a question; one that rejects gives an unknown."""
    try:
        return answered(machine, Case(0), attempt)
    except Rejected:
        if machine.catching:
            raise machine.shape_error() from None
        return machine.unknown(FAILED)
    except Unfit as reason:
        return machine.unknown(str(reason))


def required(machine: Machine, cond: Cond, message: str) -> bool:
    """Makes an obligation; False when it fails."""
    try:
        machine.require(cond, message)
    except Rejected:
        if machine.catching:
            raise machine.shape_error() from None
        return False
    return True


def sizes(machine: Machine, shape: Shape) -> Value:
    """The value of `x.shape` for a tensor of this shape, or of a part of it."""
    return _stated(machine.path.resolve(shape))


def _stated(shape: Shape) -> Value:
    return Size(shape) if star_index(shape) is None else SizesValue(shape)


def sizes_of(machine: Machine, tensor: Tensor) -> Value:
    """The value of `x.shape`. No size of a tensor is negative, whichever path it comes from."""
    shape = machine.path.resolve(tensor.shape)
    for dim in shape:
        if isinstance(dim, Expr):
            low, high = machine.path.facts.bounds(dim)
            if (low is None or low < 0) and (high is None or high >= 0):
                machine.path.assume(ge(dim, 0), machine.site)
    return _stated(shape)


def item(machine: Machine, value: SizesValue, index: int) -> Value:
    """x.shape[index]: the rank must reach so far."""
    front, back = (index + 1, 0) if index >= 0 else (0, -index)

    def attempt(ctx: RuleContext) -> Value:
        ctx.require(ge(rank_of(ctx.path.resolve(value.shape)), max(front, back)), "tuple index out of range")
        dim = ctx.path.expose(value.shape, front, back)[index]
        return ctx.unknown("a size behind an unknown rank") if isinstance(dim, Star) else dim

    return guarded(machine, attempt)


def part(machine: Machine, value: SizesValue, index: SliceValue) -> Value:
    """x.shape[:-1], x.shape[2:], x.shape[-2:] ...: the rest keeps the star."""
    bounds = (index.lower, index.upper)
    known_bounds = tuple(bound for bound in bounds if bound is None or isinstance(bound, int))
    if index.step not in (None, 1) or len(known_bounds) < 2:
        return machine.unknown("sizes of a tensor of unknown rank")
    known = [bound for bound in known_bounds if bound is not None]
    front = max([bound for bound in known if bound >= 0], default=0)
    back = max([-bound for bound in known if bound < 0], default=0)

    def attempt(ctx: RuleContext) -> Value:
        ctx.require(ge(rank_of(ctx.path.resolve(value.shape)), max(front, back)), "too few dimensions")
        return sizes(machine, ctx.path.expose(value.shape, front, back)[slice(*known_bounds)])

    return guarded(machine, attempt)


def joined(machine: Machine, a: Value, b: Value) -> Value:
    """x.shape[:-1] + (heads, size), in either order; None when an operand holds anything but sizes."""
    parts: list[Dim | Star] = []
    for side in (a, b):
        shape = side.shape if isinstance(side, SizesValue) else side
        if not isinstance(shape, tuple):
            return None
        parts.extend(as_size(machine, one) for one in shape)
    return of_parts(machine, parts)


def shape_in(value: Value) -> Shape | None:
    """The sizes in what was made of some."""
    if isinstance(value, SizesValue):
        return value.shape
    return value if isinstance(value, Size) else None


def as_size(machine: Machine, value: Any) -> Any:
    """What stands beside sizes is one: a number (perhaps -1) that is not known."""
    value = exact.settled(machine, settled(value), is_surely_int=True)
    return machine.path.fresh("?", None) if isinstance(value, Unknown) else value


def of_parts(machine: Machine, parts: list[Dim | Star]) -> Value:
    """A display that spreads sizes: `(*x.shape[:-1], heads, size)`; None when it holds other things."""
    if sum(isinstance(one, Star) for one in parts) > 1:
        return None
    if not all(isinstance(one, (Star, Expr)) or type(one) is int for one in parts):
        return None
    return sizes(machine, tuple(parts))


def spread_among(machine: Machine, values: list[Any]) -> Unknown:
    """A tuple display that spreads the sizes of one tensor, or of more, among other things."""
    unknown = machine.unknown("a tuple of unknown length")
    return Spread(unknown.cause, values) if sum(type(one) is Star for one in values) == 1 else unknown


def unpacked(machine: Machine, value: Value, before: int, after: int | None) -> list[Any] | None:
    """The items of `x.shape`, or of a tuple that spreads it, for `b, t, d = ...` or `b, *rest, d = ...`; so it is with
    the parts that a tensor was cut into.

    The rank must be what the targets leave for it; with a starred target (`before` targets stand before it, `after`
    behind it) it must be large enough for the others. Then the items may hold a Star, which is for the starred one.
    """
    if isinstance(value, ListValue) and value.items is None and after is None:
        cut = _unpacked_parts(machine, value, before)
        if cut is not None:
            return cut
    length = _tensors_in(machine, value)
    if isinstance(length, Expr):
        wanted = before + (after or 0)
        cond, least = (eq(length, wanted), "") if after is None else (ge(length, wanted), "at least ")
        required(machine, cond, f"{length} values to unpack (expected {least}{wanted})")
    held = sizes_in(value)
    if held is not None:
        parts = list(machine.path.resolve(held.shape))
    elif isinstance(value, Spread):
        parts = list(value.parts)
    else:
        return None
    place = next((i for i, one in enumerate(parts) if type(one) is Star), None)
    if place is None:
        return parts
    behind = len(parts) - place - 1
    star: Shape = (parts[place],)
    rank, wanted = rank_of(machine.path.resolve(star)), before + (after or 0) - place - behind
    cond = eq(rank, wanted) if after is None else ge(rank, wanted)
    if not required(machine, cond, "not enough values to unpack from the shape"):
        return None
    front, back = (0, 0) if after is None else (max(0, before - place), max(0, after - behind))
    found = exposed(machine, star, front, back)
    if found is None or (after is None and not is_plain(found)):
        return None
    return [*parts[:place], *found, *parts[place + 1 :]]


def exposed(machine: Machine, shape: Shape, front: int, back: int) -> Shape | None:
    """The shape with so many dims before and behind its star; None if it may be too short to tell."""
    try:
        return machine.path.expose(shape, front, back)
    except Undecided:
        return None


def _unpacked_parts(machine: Machine, value: ListValue, wanted: int) -> list[Value] | None:
    """`a, b, c = x.chunk(3)`: there are so many, and all but the last are equal."""
    found = each.cut(machine.path, value.element, wanted)
    if found is None:
        return None
    enough, not_more, items = found
    is_so = required(machine, enough, f"not enough values to unpack (expected {wanted})")
    return items if is_so and required(machine, not_more, f"too many values to unpack (expected {wanted})") else None


def _tensors_in(machine: Machine, value: Value) -> Dim | None:
    """How many tensors an iteration over a tensor, or over a list of tensors, gives; None if nobody can tell."""
    if isinstance(value, ListValue) and not isinstance(value, AnyList):
        return value.length if value.items is None and isinstance(value.element, Tensor) else None
    if not isinstance(value, Tensor):
        return None
    shape = machine.path.resolve(value.shape)
    return machine.path.simplify(shape[0]) if shape and not isinstance(shape[0], Star) else None


def is_list_of_sizes(machine: Machine, items: Sequence[Value]) -> bool:
    """Whether a number of items, or a position, that a list does not have is a mistake in shapes: of tensors, or of
    numbers (channels, say) where the code itself has chosen how many there are. Whoever passes other options passes a
    list of another length."""
    if any(map(_holds_tensors, items)):
        return True
    return machine.entering.is_program and bool(items) and all(map(_is_size, items))


def _is_size(item: Value) -> bool:
    """Whether an item is a number, or a tuple of some: `(channels, stride)`."""
    return isinstance(item, (int, float, Expr)) or type(item) is tuple and bool(item) and all(map(_is_size, item))


def _holds_tensors(item: Value) -> bool:
    """Whether an item is a tensor, or a tuple with one in it: the state of a layer."""
    return isinstance(item, Tensor) or isinstance(item, tuple) and any(map(_holds_tensors, item))
