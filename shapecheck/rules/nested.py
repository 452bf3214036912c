"""Nested tensors: tensors of several sizes as one, whose ragged dim is a symbol that differs between the components.

Every operator sees such a tensor as a tensor of that size, as torch's own jagged layout does: only what takes the
components apart again, or counts their elements, has to know.

Source: torch/nested/_internal/nested_tensor.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapecheck.rules.errors import Unfit
from shapecheck.rules.results import Copies
from shapecheck.rules.run import Run
from shapecheck.rules.shapes import prod
from shapecheck.symbolic import Dim, Expr, eq
from shapecheck.values import Path, Shape, Star, Tensor, each, is_plain


def nested_shape(run: Run, tensors: Any, is_jagged: bool) -> Shape:
    """The shape of a nested tensor of these: the jagged layout has a ragged dim even if all sizes are equal."""
    shapes = [_plain(run, tensor.shape) for tensor in tensors]
    if any(len(shape) != len(shapes[0]) for shape in shapes):
        raise run.reject("All Tensors given to nested_tensor must have the same dimension.")
    count = tensors.length if isinstance(tensors, Copies) else len(shapes)
    sizes = [_common(run, [shape[d] for shape in shapes], count) for d in range(len(shapes[0]))]
    if is_jagged and sizes and not any(_is_ragged(run.path, size) for size in sizes):
        sizes[0] = ragged(run, sizes[0] * count, count)
    return (count, *sizes)


def _plain(run: Run, shape: Any) -> tuple[Dim, ...]:
    known = run.path.resolve(shape)
    if not is_plain(known):
        raise Unfit("a nested tensor of unknown rank")
    return tuple(dim for dim in known if not isinstance(dim, Star))


def _common(run: Run, sizes: Sequence[Dim], count: Dim) -> Dim:
    """The size that all have, or the symbol of one that differs."""
    first = run.path.simplify(sizes[0])
    own = each.varying(run.path, first) if isinstance(first, Expr) else []
    if len(own) == 1 and own[0] == first:
        run.path.ragged.add(own[0].name)
        return first
    if not own and all(run.path.decide(eq(size, first)) for size in sizes[1:]):
        return first
    return ragged(run, sum(sizes[1:], sizes[0]) if not own else each.summed(run.path, first, count), count)


def ragged(run: Run, total: Any, count: Any) -> Expr:
    """A size that differs between so many components, and sums up to the total."""
    size = each.part(run.path, total, count, name="ragged")
    run.path.ragged.add(size.name)
    return size


def _is_ragged(path: Path, size: Any) -> bool:
    return isinstance(size, Expr) and any(one.name in path.ragged for one in size.symbols)


def is_nested(run: Run, shape: Any) -> bool:
    """Whether the shape is that of a nested tensor."""
    return has_ragged_dim(run.path, shape)


def has_ragged_dim(path: Path, shape: Any) -> bool:
    """Whether a size of the shape differs between the components."""
    return any(_is_ragged(path, size) for size in path.resolve(shape))


def component(run: Run, shape: Any) -> Shape:
    """The shape of one component; of an item of any other tensor as it is."""
    made: Shape = each.component(run.path, Tensor(tuple(shape))).shape
    return made


def joined_components(run: Run, shape: Any) -> Shape:
    """The components one behind the other in the ragged dim."""
    known = _plain(run, shape)
    total = [each.summed(run.path, size, known[0]) if _is_ragged(run.path, size) else size for size in known[1:]]
    return tuple(total)


def padded_components(run: Run, shape: Any) -> Shape:
    """As many as the largest in the ragged dim."""
    path = run.path
    return tuple(path.fresh("padded", 0) if _is_ragged(path, size) else size for size in path.resolve(shape))


def elements(run: Run, shape: Any) -> Dim:
    """The number of elements, of all components of a nested tensor."""
    if not run.path.ragged or not is_nested(run, shape):
        return prod(run, shape)
    known = _plain(run, shape)
    total: Dim = each.summed(run.path, prod(run, known[1:]), known[0])
    return total
