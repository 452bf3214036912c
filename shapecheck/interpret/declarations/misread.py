"""What a comment that looks like a shape may say instead."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from shapecheck.source import ir
from shapecheck.source.shape_comments import ShapeComment
from shapecheck.source.shape_notation import DimSpec
from shapecheck.source.walking import last_name, nodes_in, once_per_node
from shapecheck.symbolic import eq
from shapecheck.values import Shape, Star, Tensor

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

JOINS = frozenset({"cat", "concat", "concatenate", "stack", "hstack", "vstack", "dstack"})
PATTERNS = frozenset({"rearrange", "repeat", "reduce", "einsum", "pack", "unpack"})
MANY_ELEMENTS = 5
"""`# [1, x, y, x**2, x*y, y**2]` behind [b, n, 6]: so many are no sizes."""
BATCHES = frozenset({"b", "bs", "bsz", "n", "batch", "batchsize", "batch_size", "nbatch", "num_batch"})
"""How the first dim is called by who does not leave it out."""
_WORD = re.compile(r"[^\W\d]\w*")


def lists_elements(comment: ShapeComment, shape: Shape) -> bool:
    """`# (1, 2, 3)` or `# (1, 2, ..., l)` behind a tensor of one dim: what it holds; `# (cx, cy)` behind [b, n, 2] and
    `# [x, y, w, h]` behind [n, 4]: what its last dim holds. Of a single number only 0 is more likely an element than a
    size, and behind what has another rank a number is that of an equation. Among several numbers a 0 is an index."""
    count = len(comment.dims)
    if any(dim.kind == "fixed" and dim.size == 0 for dim in comment.dims) and count > 1 and 0 not in shape:
        return True
    if count < 2 and len(shape) != 1:
        return comment.dims[0].kind == "fixed" and not comment.text.endswith(",)")
    if count < 2:
        return shape == (1,) and comment.dims[0].kind == "fixed" and comment.dims[0].size == 0
    if len(shape) > 1 and count != len(shape) and shape[-1] == count:
        return count >= MANY_ELEMENTS or all(dim.kind == "named" for dim in comment.dims)
    if len(shape) != 1:
        return False
    return any(dim.variadic for dim in comment.dims[1:-1]) or shape[0] == len(comment.dims)


def gives_an_example(machine: Machine, comment: ShapeComment, shape: Shape) -> bool:
    """`# (64, 64, 384)` in a function behind what is [3, 11, 64] now: where no number of several is the size that is
    there, they are those of some example that the function's author had in mind."""
    function = machine.frame.function
    if function is None or not function.node.params or len(comment.dims) < 2:
        return False
    if any(dim.kind != "fixed" for dim in comment.dims):
        return False
    pairs = zip(reversed(comment.dims), reversed(shape), strict=False)
    return not any(machine.path.decide(eq(size, dim.size)) is True for dim, size in pairs if not isinstance(size, Star))


def names_parts(machine: Machine, comment: ShapeComment, statement: ir.Assign | ir.Return) -> bool:
    """`torch.cat([mean, spread], -1)  # (mu, sigma)`: what was put together. A name that is a tensor's is no size."""
    names = [dim.name for dim in comment.dims if dim.kind == "named"]
    variables = machine.frame.scope.variables
    if any(isinstance(variables.get(name), Tensor) for name in names):
        return True
    call = statement.value
    if not isinstance(call, ir.Call) or last_name(call.func) not in JOINS or not call.args:
        return False
    parts = call.args[0]
    return isinstance(parts, (ir.List, ir.Tuple)) and len(parts.elts) == len(names) == len(comment.dims)


@once_per_node
def axes_of_patterns(statement: ir.Assign | ir.Return) -> frozenset[str]:
    """The names of axes in the patterns of a statement: `rearrange(x, "b (h c) n -> b h c n", h=heads)`."""
    calls = [part for part in nodes_in(statement) if isinstance(part, ir.Call) and last_name(part.func) in PATTERNS]
    texts = [arg.value for call in calls for arg in call.args if isinstance(arg, ir.Constant)]
    return frozenset(word for text in texts if isinstance(text, str) for word in _WORD.findall(text))


def names_of(spec: DimSpec) -> set[str]:
    """The name in an expression, if there is one alone."""
    if spec.kind != "symbolic":
        return set()
    names = {part.id for part in ast.walk(ast.parse(spec.expression, mode="eval")) if isinstance(part, ast.Name)}
    return names if len(names) == 1 else set()
