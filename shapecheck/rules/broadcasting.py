"""Broadcasting of shapes.

Source: https://docs.pytorch.org/docs/2.13/notes/broadcasting.html. Aligned from the right, two dims
must be equal or one of them 1; missing dims count as 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from shapecheck.rules.context import Message, RuleContext
from shapecheck.symbolic import Dim, Expr, bcast, eq, ge, max_, mentions, or_, prod, substitute
from shapecheck.values import Path, Shape, Star, star_index

Describe = Callable[[Dim, Dim, int], Message]
"""The message for two sizes that do not fit at a dim (below 0, from behind, if the result has a star)."""
MAX_RANKS = 8
MAX_SIZES = 12
"""Of so many unknown ranks, or sizes, that of a result is kept as an expression. In a loop they pile up."""


def broadcast_shapes(ctx: RuleContext, shapes: Sequence[Shape], what: Message = "") -> Shape:
    """The common shape of all: `[B 1 T], [C 1] -> [B C T]`; of no shapes at all: `[]`.

    Errors: two sizes that differ and are not 1, in torch's words; `what` (an operator, say) is put in
    front of them.
    """
    return broadcast_with(ctx, shapes, lambda a, b, place: lambda: _mismatch(what, a, b, place))


def broadcast_with(ctx: RuleContext, shapes: Sequence[Shape], describe: Describe) -> Shape:
    """The same with other words for the error."""
    result: Shape = ()
    for i, shape in enumerate(shapes):
        result = _broadcast_pair(ctx, result, shape, describe) if i else ctx.path.resolve(shape)
    return result


def broadcast_dims(ctx: RuleContext, a: Dim, b: Dim, message: Message) -> Dim:
    """The size of dims `a` and `b` side by side; the obligation that they fit carries `message`."""
    if a is b:
        return a
    if type(a) is int:
        if a == 1:
            return b
        if type(b) is int:
            if b != 1 and a != b:
                raise ctx.reject(message)
        else:
            ctx.require(or_(eq(b, a), eq(b, 1)), message)
        return a
    if type(b) is int:
        if b == 1:
            return a
        ctx.require(or_(eq(a, b), eq(a, 1)), message)
        return b
    return _broadcast_symbols(ctx, a, b, message)


def _broadcast_symbols(ctx: RuleContext, a: Dim, b: Dim, message: Message) -> Dim:
    path = ctx.path
    if path.decide(eq(a, b)):
        return a
    # Of T and min(512, T) both are 1 at once: then the sizes are equal, whatever else they are.
    b_follows, a_follows = _is_one_with(b, a), _is_one_with(a, b)
    a_is_one = None if b_follows else path.decide(eq(a, 1))
    if a_is_one:
        return b
    b_is_one = None if a_follows else path.decide(eq(b, 1))
    if b_is_one:
        return a
    singles = [eq(dim, 1) for dim, follows in ((a, b_follows), (b, a_follows)) if not follows]
    ctx.require(or_(eq(a, b), *singles), message)
    if a_is_one is False or b_follows:
        return a
    if b_is_one is False or a_follows:
        return b
    for one, other in ((a, b), (b, a)):
        if path.facts.simplify_condition(or_(eq(other, one), eq(other, 1))) is True:  # it is known to be no other
            return one
    both = path.simplify(bcast(a, b))
    if mentions(both, MAX_SIZES) <= MAX_SIZES:
        return both
    return path.fresh("broadcast", 1 if at_least_one(path, a) and at_least_one(path, b) else 0)


def _is_one_with(dim: Dim, other: Dim) -> bool:
    """Whether `dim` is 1 wherever the symbol `other` is; of a quotient by `other - 1` there is no saying."""
    if not (isinstance(other, Expr) and other.is_symbol):
        return False
    try:
        return substitute(dim, {other: 1}) == 1
    except ZeroDivisionError:
        return False


def message_text(message: Message) -> str:
    """The text of a message, made now."""
    return message if isinstance(message, str) else message()


def _mismatch(what: Message, a: Dim, b: Dim, place: int) -> str:
    front = message_text(what)
    return (
        f"{front + ': ' if front else ''}The size of tensor a ({a}) must match the size of tensor b ({b}) "
        f"at non-singleton dimension {place}"
    )


def _broadcast_pair(ctx: RuleContext, a: Shape, b: Shape, describe: Describe) -> Shape:
    if a is b:
        return ctx.path.resolve(a)
    if star_index(a) is None and star_index(b) is None:
        return _broadcast_ranked(ctx, ctx.path.resolve(a), ctx.path.resolve(b), describe)
    a, b = _align(ctx.path, a, b)
    at_a, at_b = star_index(a), star_index(b)
    if at_a is None and at_b is None:
        return _broadcast_ranked(ctx, a, b, describe)
    if at_a is None:
        return _broadcast_starred(ctx, b, a, describe, swapped=True)
    return _broadcast_starred(ctx, a, b, describe, swapped=False)


def _broadcast_ranked(
    ctx: RuleContext, a: Shape, b: Shape, describe: Describe, from_back: bool = False
) -> Shape:
    """Both without a star. `from_back`: there is one in front of these, so messages count from behind.

    As in torch, the last dims are compared first: of several that do not fit the last one is told.
    """
    rank = max(len(a), len(b))
    out: list[Dim | Star] = []
    for place in reversed(range(rank)):
        i, j = place - rank + len(a), place - rank + len(b)
        if i < 0:
            out.append(b[j])
        elif j < 0:
            out.append(a[i])
        else:
            x, y = _dim(a[i]), _dim(b[j])
            if type(x) is int and type(y) is int and x == y:
                out.append(x)
            else:
                where = place - rank if from_back else place
                out.append(broadcast_dims(ctx, x, y, describe(x, y, where)))
    return tuple(reversed(out))


def _dim(dim: Dim | Star) -> Dim:
    assert not isinstance(dim, Star)
    return dim


def _align(path: Path, a: Shape, b: Shape) -> tuple[Shape, Shape]:
    """Splits stars so far as their rank is known to reach over the other side's known dims."""
    a, b = path.resolve(a), path.resolve(b)
    at_a, at_b = star_index(a), star_index(b)
    if at_a is not None and at_b is not None and a[at_a] is b[at_b]:
        return a, b
    if at_a is not None:
        a = _expose_known(path, a, len(b) if at_b is None else len(b) - at_b - 1)
    if at_b is not None:
        at_a = star_index(a)
        b = _expose_known(path, b, len(a) if at_a is None else len(a) - at_a - 1)
    return path.resolve(a), path.resolve(b)


def _expose_known(path: Path, shape: Shape, wanted: int) -> Shape:
    """The shape with up to `wanted` dims behind its star, as many as its rank is known to have."""
    at = star_index(shape)
    if at is None:
        return shape
    star, suffix = shape[at], len(shape) - at - 1
    assert isinstance(star, Star)
    for more in range(wanted - suffix, 0, -1):
        if path.decide(ge(star.rank, more)):
            return path.expose(shape, 0, suffix + more)
    return shape


def _broadcast_starred(ctx: RuleContext, a: Shape, b: Shape, describe: Describe, swapped: bool) -> Shape:
    """`a` has a star. `swapped`: it was the second operand, which messages must still say."""
    path = ctx.path
    at = star_index(a)
    assert at is not None
    star, suffix = a[at], len(a) - at - 1
    assert isinstance(star, Star)
    other_at = star_index(b)
    common = min(suffix, len(b) if other_at is None else len(b) - other_at - 1)
    sides = (b[len(b) - common :], a[len(a) - common :])
    tail = _broadcast_ranked(ctx, *(sides if swapped else sides[::-1]), describe, from_back=True)
    rest_a, rest_b = a[: len(a) - common], b[: len(b) - common]
    if not rest_b:
        return (*rest_a, *tail)
    if other_at is not None and b[other_at] is star and rest_a[-1] is star and rest_b[-1] is star:
        fronts = (rest_b[:-1], rest_a[:-1])
        front = _broadcast_ranked(ctx, *(fronts if swapped else fronts[::-1]), describe)
        return (*front, star, *tail)
    return (*_unaligned(path, rest_a, rest_b), *tail)


def _unaligned(path: Path, a: Shape, b: Shape) -> Shape:
    """Two shapes of which one or both end in a star: only dims that are surely not 1 are certain.

    A size other than 1 decides its dim whatever stands beside it. What is left is a fresh star.
    """
    known: list[Dim | Star] = []
    longer = a if isinstance(b[-1], Star) else b
    while longer and not isinstance(longer[-1], Star) and path.decide(eq(longer[-1], 1)) is False:
        known.insert(0, longer[-1])
        longer = longer[:-1]
    low = 1 if all(at_least_one(path, dim) for dim in (*a, *b)) else 0
    star = path.fresh_star("broadcast", low)
    rank = path.simplify(max_(_rank(a), _rank(b)))
    if mentions(rank, MAX_RANKS) <= MAX_RANKS:
        path.assume(eq(star.rank + len(known), rank))
    return (star, *known)


def _rank(shape: Shape) -> Dim:
    rank: Dim = 0
    for dim in shape:
        rank = rank + (dim.rank if isinstance(dim, Star) else 1)
    return rank


def at_least_one(path: Path, dim: Dim | Star) -> bool:
    """Whether the size, or each of the star's sizes, is known to be 1 or more."""
    return dim.dim_low >= 1 if isinstance(dim, Star) else path.decide(ge(dim, 1)) is True


def join_dims(path: Path, dims: Iterable[Dim | Star]) -> Shape:
    """The dims as a shape: two or more stars, and all between them, become one fresh star."""
    shape = tuple(dims)
    stars = [i for i, dim in enumerate(shape) if isinstance(dim, Star)]
    if len(stars) < 2:
        return shape
    inner = shape[stars[0] : stars[-1] + 1]
    star = path.fresh_star("joined", 1 if all(at_least_one(path, dim) for dim in inner) else 0)
    path.assume(eq(star.rank, _rank(inner)))
    return (*shape[: stars[0]], star, *shape[stars[-1] + 1 :])


def product(path: Path, dims: Iterable[Dim | Star]) -> Dim:
    """The number of elements; a fresh symbol if there is a star."""
    known = tuple(dims)
    out = prod(dim for dim in known if not isinstance(dim, Star))
    if any(isinstance(dim, Star) for dim in known):
        return path.fresh("product", 1 if all(at_least_one(path, dim) for dim in known) else 0)
    return out
