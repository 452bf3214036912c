"""What rules do with shapes: axes, dims that are replaced, left out, moved; numbers of elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapecheck.rules.arithmetic import (
    MAX_ITEMS,
    add,
    cut,
    equal_shapes,
    index,
    locate,
    multiply,
    sequence,
)
from shapecheck.rules.broadcasting import broadcast_shapes
from shapecheck.rules.errors import Unfit
from shapecheck.rules.run import PERHAPS_MORE, Run, rank, unfit
from shapecheck.symbolic import Cond, Dim, Expr, and_, eq, ge, le, lt, max_, min_, or_
from shapecheck.values import Opaque, Shape, Star, Unknown, elements_in, is_plain, shape_text, star_index


def _shape(run: Run, shape: Any) -> Shape:
    if isinstance(shape, tuple):
        return run.path.resolve(shape)
    raise unfit(shape)


def alike(run: Run, a: Any, b: Any) -> Cond:
    """`a == b`, as an obligation of an operator. If their ranks are not known, but proved to be equal, `a` is taken to
    be `b` from here on, as it is in every program that gets past the operator."""
    a, b = _shape(run, a), _shape(run, b)
    if not _same_rank(run, a, b):
        return equal_shapes(run, a, b)
    front, back = max(star_index(a) or 0, star_index(b) or 0), max(_behind_star(a), _behind_star(b))
    a, b = run.path.expose(a, front, back), run.path.expose(b, front, back)
    at = star_index(a)
    kept, other = (None, None) if at is None or star_index(b) != at else (b[at], a[at])
    if isinstance(kept, Star) and isinstance(other, Star) and kept is not other:
        if kept.dim_low < other.dim_low:
            kept, other = other, kept
        run.path.bind_star(other, (kept,))
        run.path.assume(eq(other.rank, kept.rank))
    return equal_shapes(run, a, b)


def _same_rank(run: Run, a: Shape, b: Shape) -> bool:
    """Whether the ranks of both are not known, but the same."""
    both_open = star_index(a) is not None and star_index(b) is not None
    return both_open and run.path.decide(eq(rank(a), rank(b))) is True


def _behind_star(shape: Shape) -> int:
    at = star_index(shape)
    return 0 if at is None else len(shape) - at - 1


# ---------------------------------------------------------------- axes


def axis(run: Run, dim: Any, ndim: Any) -> Any:
    """`dim` as a place: 0 or more when `ndim` is known, else as written; the obligation that it is there."""
    if type(dim) is not int:
        if isinstance(dim, (Unknown, Opaque)):
            raise unfit(dim)
        raise Unfit("a symbolic dim")
    if type(ndim) is int:
        reach = ndim or 1
        if not -reach <= dim < reach:
            raise run.reject(_out_of_range(reach, dim))
        return dim if dim >= 0 else dim + reach
    run.require(_reaches(ndim, dim), lambda: _out_of_range(ndim, dim))
    return dim


def place(run: Run, dim: Any, ndim: Any) -> Any:
    """The same for rules: a dim that is not known stays as it is, which says nothing of what does not depend on it."""
    return axis(run, dim, ndim) if type(dim) is int else dim


def _reaches(ndim: Dim, dim: int) -> Any:
    """A tensor of no dims is taken for one of one dim."""
    wanted = dim + 1 if dim >= 0 else -dim
    return True if wanted == 1 else ge(ndim, wanted)


def _out_of_range(ndim: Any, dim: int) -> str:
    low, high = (-ndim, ndim - 1) if isinstance(ndim, int) else (f"-({ndim})", f"{ndim} - 1")
    return f"Dimension out of range (expected to be in range of [{low}, {high}], but got {dim})"


def axes(run: Run, dims: Any, ndim: Any) -> tuple[int, ...]:
    """Several dims as places, without repetition; None means all of them (the rank must be known then)."""
    if dims is None:
        if type(ndim) is not int:
            raise Unfit("all dims of a tensor of unknown rank")
        return tuple(range(min(ndim, MAX_ITEMS)))
    places = tuple(
        axis(run, dim, ndim) for dim in sequence(run, dims if isinstance(dims, tuple) else (dims,))
    )
    if len(set(places)) != len(places):
        twice = next(place for place in places if places.count(place) > 1)
        raise run.reject(f"dim {twice} appears multiple times in the list of dims")
    return places


def without(run: Run, shape: Any, dims: Any) -> Shape:
    """The shape without the dims at these places."""
    marked: Any = _shape(run, shape)
    for place in dims if isinstance(dims, tuple) else (dims,):
        marked = _replaced(run, marked, place, (None,))
    return tuple(dim for dim in marked if dim is not None)


def replace(run: Run, shape: Any, dims: Any, by: Any) -> Shape:
    """The shape with another size at a place (or at each of several); a tuple takes the dim's place."""
    made: Shape = _shape(run, shape)
    for place in dims if isinstance(dims, tuple) else (dims,):
        made = _replaced(run, made, place, by if isinstance(by, tuple) else (by,))
    return made


def _replaced(run: Run, shape: Any, place: Any, by: tuple[Any, ...]) -> Any:
    if not isinstance(place, int):
        raise unfit(place)
    if not shape and place in (0, -1):
        return () if by == (None,) or len(by) == 1 else by
    plain, at = locate(run, shape, place)
    return (*plain[:at], *by, *plain[at + 1 :])


def insert(run: Run, shape: Any, place: Any, size: Any) -> Shape:
    """The shape with a new dim that is at `place` in the result; at each of several places."""
    shape = _shape(run, shape)
    if isinstance(place, tuple):
        # A place is that in the whole result: what is counted from the front is put in from the front on.
        from_front = sorted(one for one in place if one >= 0)
        for one in (*from_front, *sorted((one for one in place if one < 0), reverse=True)):
            shape = insert(run, shape, one, size)
        return _shape(run, shape)
    ndim = rank(shape)
    where = axis(run, place, ndim + 1)
    front, back = (
        (cut(run, shape, None, where), cut(run, shape, where, None))
        if where >= 0
        else (
            (shape, ())
            if where == -1
            else (cut(run, shape, None, where + 1), cut(run, shape, where + 1, None))
        )
    )
    return (*front, size, *back)


def permuted(run: Run, shape: Any, order: Any) -> Shape:
    """The dims in another order, each exactly once."""
    shape = _shape(run, shape)
    order = sequence(run, order)
    if any(type(dim) is Star for dim in shape):
        run.require(
            eq(rank(shape), len(order)),
            lambda: (
                f"permute(sparse_coo): number of dimensions in the tensor input does not match the length of "
                f"the desired ordering of dimensions i.e. input.dim() = {rank(shape)} is not equal to "
                f"len(dims) = {len(order)}"
            ),
        )
        shape = run.path.resolve(run.path.expose(shape, len(order), 0))
        shape = tuple(dim for dim in shape if type(dim) is not Star)
    if len(shape) != len(order):
        raise run.reject(
            f"permute: number of dimensions in the tensor input does not match the length of the "
            f"desired ordering "
            f"of dimensions i.e. input.dim() = {len(shape)} is not equal to len(dims) = {len(order)}"
        )
    places = [axis(run, dim, len(shape)) for dim in order]
    if len(set(places)) != len(places):
        raise run.reject("duplicate dims are not allowed")
    return tuple(shape[place] for place in places)


def swapped(run: Run, shape: Any, a: Any, b: Any) -> Shape:
    """The shape with two dims exchanged."""
    shape = _shape(run, shape)
    ndim = rank(shape)
    a, b = axis(run, a, ndim), axis(run, b, ndim)
    if not shape:
        return ()
    shape, _ = locate(run, shape, a)
    shape, place_b = locate(run, shape, b)
    _, place_a = locate(run, shape, a)
    out = list(shape)
    out[place_a], out[place_b] = out[place_b], out[place_a]
    return tuple(out)


# ---------------------------------------------------------------- numbers of elements


def prod(run: Run, shape: Any) -> Dim:
    """The product of sizes; dims of unknown number count as one symbol."""
    total: Any = 1
    for dim in _shape(run, shape):
        if type(dim) is Star:
            dim = elements_in(dim)
        total = multiply(total, dim)
    if not isinstance(total, (int, Expr)):
        raise unfit(total)
    return total


def total(run: Run, sizes: Any) -> Dim:
    """The sum of sizes."""
    out: Any = 0
    for size in sequence(run, sizes):
        out = add(out, size)
    result: Dim = out
    return result


def least(run: Run, *sizes: Any) -> Any:
    """The smallest of sizes."""
    return _extreme(run, sizes, min, min_)


def greatest(run: Run, *sizes: Any) -> Any:
    """The largest of sizes."""
    return _extreme(run, sizes, max, max_)


def _extreme(run: Run, sizes: Any, plain: Any, symbolic: Any) -> Any:
    items = sequence(run, sizes[0]) if len(sizes) == 1 else sizes
    if not items:
        raise Unfit("the extreme of no sizes")
    for item in items:
        if not isinstance(item, (int, float, Expr)):
            raise unfit(item)
    if any(isinstance(item, Expr) for item in items):
        return symbolic(*items)
    return plain(items)


def length(run: Run, items: Any) -> Any:
    """The number of items, symbolic for a shape of unknown rank."""
    if isinstance(items, str):
        return len(items)
    return rank(_shape(run, items))


def has_known_rank(run: Run, shape: Any) -> bool:
    """Whether it is known how many dims a shape has."""
    return is_plain(_shape(run, shape))


def none_negative(run: Run, shape: Any) -> Cond:
    """Whether no size is below 0; those that a star stands for never are."""
    return and_(*(ge(size, 0) for size in _shape(run, shape) if not isinstance(size, Star)))


def fill_minus_one(run: Run, shape: Any, numel: Any) -> Shape:
    """The sizes with the one that is -1 computed from the number of elements.

    A size of which nothing is known, and which may hence be -1, is computed likewise: both readings agree.
    """
    sizes = list(run.path.resolve(shape) if isinstance(shape, tuple) else sequence(run, shape))
    hole = _hole(run, sizes)
    if hole is None:
        return tuple(sizes)
    known = prod(run, (*sizes[:hole], *sizes[hole + 1 :]))
    ambiguous = (
        f"cannot reshape tensor of {numel} elements into shape {shape_text(shape)} because the "
        "unspecified dimension size -1 can be any value and is ambiguous"
    )
    if type(sizes[hole]) is int:
        for size in (*sizes[:hole], *sizes[hole + 1 :]):
            if not isinstance(size, Star) and (run.path.facts.bounds(size)[0] or 0) < 1:
                run.require(ge(size, 1), ambiguous)
    elif known == 0:
        run.require(ge(sizes[hole], 0), ambiguous)
        return tuple(sizes)
    words = f"shape '{shape_text(shape)}' is invalid for input of size {numel}"
    if type(known) is int and type(numel) is int:
        if numel % known:
            raise run.reject(words)
    else:
        run.require(eq(numel % known, 0), words)
    sizes[hole] = numel // known
    return tuple(sizes)


def _hole(run: Run, sizes: list[Any]) -> int | None:
    """Where the size is that is to be computed. Beside a -1 no other size may be negative; of several that may be -1
    the first is it, and the others become fresh ones."""
    hole: int | None = None
    for i, size in enumerate(sizes):
        if type(size) is int and size < 0:
            if size < -1:
                raise run.reject(f"invalid shape dimension {size} at index {i} of shape {shape_text(sizes)}")
            if hole is not None:
                raise run.reject("only one dimension can be inferred")
            hole = i
    is_written = hole is not None
    for i, size in enumerate(sizes):
        if isinstance(size, Expr) and run.path.decide(ge(size, 0)) is not True:
            if is_written:
                run.require(ge(size, 0), "only one dimension can be inferred")
            elif hole is None:
                hole = i
            else:
                sizes[i] = run.path.fresh("?", 0)
    return hole


def fresh(run: Run, low: Any = 0, high: Any = None) -> Dim:
    """A size that only the data decides, with its bounds."""
    name = run.rule.short_name.rpartition(".")[2]
    made = run.path.fresh(name, low if type(low) is int else 0, high if type(high) is int else None)
    if isinstance(low, Expr):
        run.path.assume(ge(made, low))
    if isinstance(high, Expr):
        run.path.assume(le(made, high))
    return made


def of_the_run(run: Run, name: Any, low: Any, below: Any = None) -> Dim:
    """A number that the machine and the command decide before the program runs: the same each time."""
    made = run.path.lasting(name, low)
    if isinstance(below, Expr):
        run.path.assume(lt(made, below))
    return made


def broadcast(run: Run, *shapes: Any) -> Shape:
    """The common shape of all, with the obligation that there is one."""
    known = [_shape(run, shape) for shape in shapes if shape is not PERHAPS_MORE]
    for shape in known:
        for dim in shape:
            if not isinstance(dim, (int, Expr, Star)):
                raise unfit(dim)
    if len(known) < len(shapes):
        if not known:
            raise unfit(PERHAPS_MORE)
        known = [tuple(fresh(run, 1) if dim == 1 else dim for dim in shape) for shape in known]
    if len(known) == 2 and known[0] == known[1]:
        return known[0]
    return broadcast_shapes(run.ctx, known, run.rule.short_name)


def expands(run: Run, shape: Any, target: Any) -> Shape:
    """`target` (in which -1 keeps a size), with the obligation that `shape` can be expanded to it."""
    shape = _shape(run, shape)
    if isinstance(target, tuple) and any(type(dim) is Star for dim in run.path.resolve(target)):
        return _expanded_behind_star(run, shape, run.path.resolve(target))
    wanted = sequence(run, target)
    if any(type(dim) is Star for dim in shape):
        run.require(
            le(rank(shape), len(wanted)),
            "the number of sizes provided must be at least the number of dimensions",
        )
        return _expanded_unranked(run, wanted)
    if len(wanted) < len(shape):
        raise run.reject(
            f"the number of sizes provided ({len(wanted)}) must be greater or equal to the number "
            f"of dimensions "
            f"in the tensor ({len(shape)})"
        )
    new = len(wanted) - len(shape)
    from_behind = [
        _expanded(run, None if i < new else shape[i - new], wanted[i], i, (wanted, shape))
        for i in reversed(range(len(wanted)))
    ]
    return tuple(reversed(from_behind))


def _expanded_behind_star(run: Run, shape: Shape, target: Shape) -> Shape:
    """A target of unknown rank: only the dims behind its (last) star can be compared."""
    star = max(i for i, dim in enumerate(target) if type(dim) is Star)
    if any(type(dim) is int and dim < 0 for dim in target):
        # Which dim a -1 keeps depends on the number of dims.
        return tuple(run.path.fresh("expanded", 0) if type(dim) is int and dim < 0 else dim for dim in target)
    behind = target[star + 1 :]
    if len(shape) <= len(behind) and not any(type(dim) is Star for dim in shape):
        for i, old in enumerate(shape):
            _expanded(run, old, behind[len(behind) - len(shape) + i], star + 1 + i, (target, shape))
    return target


def _expanded_unranked(run: Run, wanted: Sequence[Any]) -> Shape:
    return tuple(run.path.fresh("expanded", 0) if size == -1 else size for size in wanted)


def _expanded(run: Run, old: Any, size: Any, place: int, both: tuple[Sequence[Any], Shape]) -> Any:
    """The dim at a place; `both` are the sizes wanted and those that there are."""
    if type(size) is int and size == -1:
        if old is None:
            raise run.reject(
                f"the expanded size (-1) isn't allowed in a leading, non-existing dimension {place}"
            )
        return old
    if old is None or (type(old) is int and old == 1):
        return size

    def words() -> str:
        wanted, own = (shape_text(tuple(sizes)) for sizes in both)
        return (
            f"The expanded size of the tensor ({size}) must match the existing size ({old}) at "
            f"non-singleton dimension {place}.  Target sizes: {wanted}.  Tensor sizes: {own}"
        )

    if isinstance(size, Expr) and run.path.decide(ge(size, 0)) is not True:
        run.require(or_(eq(size, old), eq(old, 1), eq(size, -1)), words)
        return old if run.path.decide(eq(old, 1)) is False else run.path.fresh("expanded", 0)
    run.require(or_(eq(old, size), eq(old, 1)), words)
    return size


def is_empty_vector(run: Run, tensor: Any) -> bool:
    """Whether a tensor is `[0]`, which torch.cat leaves out for the sake of old code."""
    return run.path.resolve(tensor.shape) == (0,)


def surely_empty(run: Run, shape: Any) -> bool:
    """Whether one of the sizes is the number 0: what torch checks of elements it then often leaves out."""
    return any(type(dim) is int and dim == 0 for dim in _shape(run, shape))


def in_range(run: Run, value: Any, low: Any, high: Any) -> Any:
    """`low <= value < high` as a condition."""
    return and_(ge(value, low), lt(value, high))


def last(run: Run, shape: Any, count: Any) -> Shape:
    """The last `count` dims."""
    if type(count) is not int:
        raise Unfit("a symbolic number of dims")
    shape = _shape(run, shape)
    if any(type(dim) is Star for dim in shape):
        run.require(ge(rank(shape), count), f"expected at least {count} dimensions, got {shape_text(shape)}")
    return cut(run, shape, -count, None) if count else ()


__all__ = ["index"]
