"""Shapes after flattening, squeezing, reducing, padding, splitting and resizing."""

from __future__ import annotations

from typing import Any

from shapecheck.rules.arithmetic import cut, index, locate, sequence
from shapecheck.rules.errors import Unfit
from shapecheck.rules.kinds import KINDS
from shapecheck.rules.queries import to_tuple
from shapecheck.rules.ranges import told
from shapecheck.rules.results import Copies
from shapecheck.rules.run import Run, rank, unfit
from shapecheck.rules.shapes import axes, axis, prod, replace, without
from shapecheck.rules.slicing import slice_length
from shapecheck.rules.windows import scaled
from shapecheck.symbolic import Dim, Expr, ceildiv, eq, ge, le, max_
from shapecheck.values import (
    Opaque,
    Scalar,
    Shape,
    Star,
    Unknown,
    each,
    rank_of,
    shape_text,
    star_index,
)


def flattened(run: Run, shape: Any, start: Any, end: Any) -> Shape:
    """The dims from `start` to `end`, both included, as one."""
    shape = run.path.resolve(shape)
    if not shape:
        axis(run, start, 0)
        axis(run, end, 0)
        return (1,)
    ndim = rank(shape)
    start, end = axis(run, start, ndim), axis(run, end, ndim)
    if type(ndim) is int and end < start:
        raise run.reject("flatten() has invalid args: start_dim cannot come after end_dim")
    front = cut(run, shape, None, start)
    back = () if end == -1 else cut(run, shape, end + 1, None)
    middle = cut(run, shape, start, None if end == -1 else end + 1)
    return (*front, prod(run, middle), *back)


def squeezed(run: Run, shape: Any, dims: Any) -> Shape:
    """Without the dims of size 1, of all or of those named."""
    shape = run.path.resolve(shape)
    if dims is None:
        if any(type(dim) is Star for dim in shape):
            return (run.path.fresh_star("squeezed", 0),)
        dims = tuple(range(len(shape)))
    elif not shape:
        axes(run, dims, 0)
        return ()
    places = axes(run, sequence(run, dims), rank(shape))
    if any(type(dim) is Star for dim in shape):
        if len(places) != 1:
            return (run.path.fresh_star("squeezed", 0),)
        return without(run, shape, places) if run.truth(eq(index(run, shape, places[0]), 1)) else shape
    # A negative answer takes its dim out of the question: only dims that may be 1 are asked about.
    return tuple(dim for i, dim in enumerate(shape) if i not in places or not run.truth(eq(_dim(dim), 1)))


def _dim(dim: Any) -> Dim:
    assert isinstance(dim, (int, Expr))
    return dim


def reduced(run: Run, shape: Any, dims: Any, keepdim: Any = False) -> Shape:
    """The shape of a reduction over the dims; None or () reduces all."""
    shape = run.path.resolve(shape)
    keep = run.truth(keepdim)
    if dims is None or dims == ():
        if not keep:
            return ()
        return tuple(1 for _ in shape) if _ranked(shape) else (run.path.fresh_star("ones", 0),)
    places = axes(run, dims if isinstance(dims, tuple) else (dims,), rank(shape))
    if not shape:
        return ()
    if keep:
        return replace(run, shape, places, 1)
    if _ranked(shape):
        return tuple(dim for i, dim in enumerate(shape) if i not in places)
    return _without_unranked(run, shape, places)


def has_star(shape: Shape) -> bool:
    """Whether the rank is not known."""
    return any(type(dim) is Star for dim in shape)


def _ranked(shape: Shape) -> bool:
    return not has_star(shape)


def _without_unranked(run: Run, shape: Shape, places: tuple[int, ...]) -> Shape:
    """Places count from either end of a shape of unknown rank; whether they meet is only "
    "known if none can."""
    if any(p >= 0 for p in places) and any(p < 0 for p in places):
        need = max(p + 1 for p in places if p >= 0) + max(-p for p in places if p < 0)
        if run.path.decide(ge(rank(shape), need)) is not True:
            raise Unfit("dims counted from both ends of a tensor of unknown rank")
    for place in sorted((p for p in places if p >= 0), reverse=True):
        shape = without(run, shape, place)
    for place in sorted(p for p in places if p < 0):
        shape = without(run, shape, place)
    return shape


def size_at(run: Run, shape: Any, dim: Any) -> Dim:
    """The size of a dim; where a size or the data decides which dim, some size."""
    if isinstance(dim, Expr):
        return run.path.fresh("size", 0)
    size: Dim = index(run, shape, axis(run, dim, rank(run.path.resolve(shape))))
    return size


def padded(run: Run, shape: Any, pads: Any) -> Shape:
    """torch.nn.functional.pad: pairs of widths from the last dim on; a negative width cuts. Where it is not known how
    many there are, all dims may be others."""
    try:
        widths = sequence(run, KINDS["Ints"].coerce(run, pads, "pad"))
    except Unfit:
        shape = run.path.resolve(shape)
        return tuple(run.path.fresh("padded", 0) for _ in shape) if _ranked(shape) else _as_many(run, shape)
    if len(widths) % 2:
        raise run.reject(f"Padding length must be divisible by 2, got {shape_text(widths)}")
    count = len(widths) // 2
    shape = run.path.resolve(shape)
    run.require(
        ge(rank(shape), count),
        lambda: (
            f"Padding length should be less than or equal to two times the input dimension but got "
            f"padding length "
            f"{len(widths)} and input of dimension {rank(shape)}"
        ),
    )
    if not _ranked(shape):
        shape = run.path.expose(shape, 0, count)
    out = list(shape)
    for i in range(count):
        before, after = widths[2 * i], widths[2 * i + 1]
        size = out[-1 - i] + before + after
        out[-1 - i] = size
        if type(size) is not int or size < 0:
            run.require(
                ge(size, 0),
                f"The input size {shape_text(shape)}, plus padding {shape_text(widths)}, is negative",
            )
    return tuple(out)


def resized(run: Run, sizes: Any, size: Any, factor: Any) -> tuple[Any, ...]:
    """torch.nn.functional.interpolate: the sizes wanted, or the old ones times a factor."""
    known = _counted(run, sizes, told(run, factor if size is None else size))
    if known is None:
        return _as_many(run, sizes)
    sizes = known
    for value in (size, factor):
        if isinstance(told(run, value), (Unknown, Opaque)):
            return tuple(run.path.fresh("?", 0) for _ in sizes)
    if size is not None and factor is not None:
        raise run.reject("only one of size or scale_factor should be defined")
    if size is None and factor is None:
        raise run.reject("either size or scale_factor should be defined")
    wanted = _each(run, factor if size is None else size, sizes, _OF_SIZE if size is not None else _OF_FACTOR)
    if size is not None:
        for one in wanted:
            if isinstance(one, (float, Scalar)):
                raise Unfit("a size that is no int")
        for one in wanted:
            if isinstance(one, Expr):
                _not_empty(run, sizes, wanted, one)
        return tuple(run.path.fresh("?", 0) if isinstance(one, (Unknown, Opaque)) else one for one in wanted)
    out = tuple(scaled(run, old, one) for old, one in zip(sizes, wanted))
    for old, new in zip(sizes, out):
        if isinstance(old, Expr) and isinstance(new, Expr) and old.free == new.free:  # of an input, times a number
            _not_empty(run, sizes, out, new)
    return out


def _counted(run: Run, sizes: Any, wanted: Any) -> tuple[Any, ...] | None:
    """The sizes, if it is known how many there are, or how many are wanted in their place."""
    sizes = run.path.resolve(sizes)
    if star_index(sizes) is None:
        return sequence(run, sizes)
    if wanted is None or isinstance(wanted, (int, float, Expr, Scalar, Unknown, Opaque)):
        return None
    items = to_tuple(run, wanted)
    if star_index(items) is not None:
        return None
    words = f"a size for each of {len(items)} dims is needed, got {shape_text(items)} for {shape_text(sizes)}"
    run.require(eq(rank(sizes), len(items)), words)
    return sequence(run, sizes)


def _as_many(run: Run, sizes: Shape) -> Shape:
    """Other sizes, of which there are as many as of these."""
    star = run.path.fresh_star("resized", 1)
    run.path.assume(eq(star.rank, rank(run.path.resolve(sizes))))
    return (star,)


def _not_empty(run: Run, sizes: tuple[Any, ...], out: tuple[Any, ...], new: Expr) -> None:
    said = "Input and output sizes should be greater than 0, but got input"
    run.require(ge(new, 1), lambda: f"{said} {shape_text(sizes)} output {shape_text(out)}")


_OF_SIZE = (
    "Input and output must have the same number of spatial dimensions, but got input with spatial dimensions of {} and "
    "output size of {}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, "
    "...,oK) format."
)
_OF_FACTOR = (
    "Input and scale_factor must have the same number of spatial dimensions, but got input with spatial dimensions of "
    "{} and scale_factor of shape {}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and scale_factor in "
    "(s1, s2, ...,sK) format."
)


def _each(run: Run, value: Any, sizes: tuple[Any, ...], words: str) -> tuple[Any, ...]:
    """A number for each of the sizes."""
    value = told(run, value)
    if isinstance(value, (int, float, Expr, Scalar)):
        return (value,) * len(sizes)
    items = tuple(told(run, item) for item in _of_length(run, value, len(sizes)))
    if len(items) != len(sizes):
        raise run.reject(words.format(shape_text(sizes), shape_text(items)))
    return items


def _of_length(run: Run, value: Any, count: int) -> tuple[Any, ...]:
    """The items; of `x.shape[2:]` while the rank of x is not known as many as are asked for."""
    items = to_tuple(run, value)
    if star_index(items) is None:
        return items
    run.require(eq(rank_of(items), count), f"a size for each of {count} dims is needed, got {shape_text(items)}")
    return run.path.expose(items, count, 0)[:count]


def adaptive(run: Run, sizes: Any, wanted: Any) -> tuple[Any, ...]:
    """The output sizes of an adaptive pool; None keeps a size."""
    sizes = sequence(run, sizes)
    wanted = told(run, wanted)
    if wanted is None or isinstance(wanted, (int, Expr)):
        items: tuple[Any, ...] = (wanted,) * len(sizes)
    elif isinstance(wanted, (Unknown, Opaque)):
        return tuple(run.path.fresh("?", 0) for _ in sizes)
    else:
        items = tuple(told(run, item) for item in _of_length(run, wanted, len(sizes)))
        items = items * len(sizes) if len(items) == 1 else items
        if len(items) != len(sizes):
            raise run.reject(f"output_size must be {len(sizes)} ints, got {shape_text(items)}")
    return tuple(
        old if new is None else run.path.fresh("?", 0) if isinstance(new, (Unknown, Opaque)) else new
        for old, new in zip(sizes, items)
    )


def split_sizes(run: Run, size: Any, by: Any, place: Any) -> tuple[Any, ...]:
    """The sizes of the pieces of torch.split, of the dim at a place: pieces of `by`, the last may be smaller; or those
    listed."""
    if isinstance(by, Copies):
        return _listed_parts(run, size, by, place)
    if isinstance(by, tuple):
        total: Any = 0
        for part in by:
            if not isinstance(part, (int, Expr)):
                raise unfit(part)
            if type(part) is int and part < 0:
                raise run.reject(
                    f"split_with_sizes expects split_sizes have only non-negative entries, but got "
                    f"{shape_text(by)}"
                )
            total = total + part
        run.require(
            eq(total, size),
            lambda: (
                f"split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size at "
                f"dimension {place}), but got split_sizes={shape_text(by)}"
            ),
        )
        negative = "split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes="
        for part in by:
            if isinstance(part, Expr):
                run.require(ge(part, 0), lambda: f"{negative}{shape_text(by)}")
        return by
    if type(size) is int and type(by) is int:
        if by <= 0:
            if by == 0 and size == 0:
                return (0,)
            raise run.reject(f"split expects split_size be positive, but got split_size={by}")
        full, rest = divmod(size, by)
        if full > 4096:
            raise Unfit("a split into too many pieces")
        return (by,) * full + ((rest,) if rest else ()) or (0,)
    return _symbolic_pieces(run, size, by)


def _symbolic_pieces(run: Run, size: Any, by: Any) -> tuple[Any, ...]:
    """`x.split(d)` where the size is a known multiple of d, or not larger than d."""
    if not isinstance(by, (int, Expr)):
        raise unfit(by)
    pieces = run.path.simplify(size // by) if not (type(by) is int and by == 0) else None
    if type(pieces) is int and 0 < pieces <= 64 and run.path.decide(eq(size % by, 0)):
        return (by,) * pieces
    if not run.path.decide(ge(size, 1)) and not run.path.decide(ge(by, 1)):
        raise Unfit("the number of pieces is not known")  # of nothing there is one piece, of 0
    run.require(
        ge(by, 1),
        lambda: f"split_size can only be 0 if dimension size is 0, but got dimension size of {size}",
    )
    return _equal_parts(run, size, by, max_(1, ceildiv(size, by)))


def _equal_parts(run: Run, size: Any, by: Any, count: Any) -> Copies:
    """Parts of `by`, the last of which may be smaller."""
    part = each.part(run.path, size, count, by)
    run.path.assume(le(part, by))
    run.path.assume(le(part, size))
    return Copies(part, count)


def _listed_parts(run: Run, size: Any, by: Copies, place: Any) -> Copies:
    """The parts of a list of sizes of unknown length: they sum up to the whole."""
    each_size = by[0]
    if isinstance(each_size, (int, Expr)) and each.taken(run.path, each_size) is each_size:
        run.require(
            eq(each_size * by.length, size),
            lambda: (
                f"split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size at "
                f"dimension {place}), but got {by.length} times {each_size}"
            ),
        )
        return by
    part = each.part(run.path, size, by.length)
    run.path.assume(le(part, size))
    return Copies(part, by.length)


def chunk_sizes(run: Run, size: Any, chunks: Any) -> tuple[Any, ...]:
    """The sizes of the pieces of torch.chunk: at most `chunks`, each of `ceil(size / chunks)`."""
    if isinstance(chunks, Expr):
        return _unknown_chunks(run, size, chunks)
    if type(chunks) is not int:
        raise unfit(chunks)
    if chunks <= 0:
        raise run.reject("chunk expects `chunks` to be greater than 0")
    if chunks > 4096:
        raise Unfit("a split into too many pieces")
    if type(size) is int:
        each = -(-size // chunks)
        return (each,) * (size // each) + ((size % each,) if size % each else ()) if each else (0,) * chunks
    if run.path.decide(eq(size % chunks, 0)):
        return (size // chunks,) * chunks
    if chunks == 1:
        return (size,)
    if chunks == 2:
        return _halves(run, size)
    return _equal_parts(run, size, ceildiv(size, chunks), run.path.fresh("chunks", 1, chunks))


def _unknown_chunks(run: Run, size: Any, chunks: Expr) -> tuple[Any, ...]:
    """An unknown number of pieces: as many as are asked for where that divides the size, else at most as many."""
    run.require(ge(chunks, 1), "chunk expects `chunks` to be greater than 0")
    if run.path.decide(eq(size % chunks, 0)):
        return _equal_parts(run, size, size // chunks, chunks)
    count = run.path.fresh("chunks", 1)
    run.path.assume(le(count, chunks))
    return _equal_parts(run, size, ceildiv(size, chunks), count)


def _halves(run: Run, size: Any) -> tuple[Any, ...]:
    """One element makes one piece, any other number two."""
    if run.truth(eq(size, 1)):
        return (1,)
    each = ceildiv(size, 2)
    return (each, size - each)


def sectioned(run: Run, size: Any, sections: Any) -> tuple[Any, ...]:
    """The sizes of the pieces of torch.tensor_split: a number of pieces, or where to cut."""
    if isinstance(sections, tuple):
        for place in sections:
            if not isinstance(place, (int, Expr)):
                raise unfit(place)
        ends = zip((0, *sections), (*sections, None))
        return tuple(slice_length(run.path, size, start, end) for start, end in ends)
    if type(sections) is not int:
        raise unfit(sections)
    if not 0 < sections <= 4096:
        raise run.reject(f"number of sections must be larger than 0, got {sections}")
    if type(size) is int:
        each, more = divmod(size, sections)
        return (each + 1,) * more + (each,) * (sections - more)
    return tuple((size + sections - 1 - i) // sections for i in range(sections))


def diagonal_size(run: Run, rows: Any, columns: Any, offset: Any) -> Any:
    """The length of a diagonal of a matrix."""
    if type(offset) is not int:
        raise unfit(offset)
    rows, columns = (rows, columns - offset) if offset >= 0 else (rows + offset, columns)
    if type(rows) is int and type(columns) is int:
        return max(0, min(rows, columns))
    if rows is columns:
        return rows
    from shapecheck.symbolic import min_

    return max_(0, min_(rows, columns))


def moved(run: Run, shape: Any, source: Any, destination: Any) -> Shape:
    """torch.movedim"""
    shape = run.path.resolve(shape)
    if not _ranked(shape):
        raise Unfit("dims are moved in a tensor of unknown rank")
    src, dst = axes(run, source, len(shape)), axes(run, destination, len(shape))
    if len(src) != len(dst):
        raise run.reject(
            f"movedim: Invalid source or destination dims: source ({len(src)} dims) should contain "
            f"the same number of dims as destination ({len(dst)} dims)"
        )
    if not shape:
        return ()  # of no dims torch takes 0 and -1, too
    order: list[int | None] = [None] * len(shape)
    for a, b in zip(src, dst):
        order[b] = a
    rest = iter([i for i in range(len(shape)) if i not in src])
    return tuple(shape[i if i is not None else next(rest)] for i in order)


def transformed(run: Run, shape: Any, sizes: Any, dims: Any) -> Shape:
    """The shape after torch.fft.fftn: the dims named (else the last) take the sizes given; -1 keeps one."""
    made: Shape = run.path.resolve(shape)
    if dims is not None and not isinstance(dims, tuple):
        raise unfit(dims)
    if sizes is None:
        for place in dims or ():
            axis(run, place, rank(made))
        return made
    wanted = sequence(run, sizes)
    places = tuple(range(-len(wanted), 0)) if dims is None else dims
    if len(places) != len(wanted):
        raise run.reject("When given, dim and shape arguments must have the same length")
    for place, size in zip(places, wanted):
        if type(size) is int and size == -1:
            continue
        made = replace(run, made, axis(run, place, rank(made)), size)
    return made


__all__ = ["locate"]
