"""Shape comments held against what is inferred. They are never facts: they name sizes, and may be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.declarations.bindings import Bindings, value_of_expression
from shapecheck.interpret.declarations.forms import shapes_in
from shapecheck.interpret.declarations.misread import (
    BATCHES,
    axes_of_patterns,
    gives_an_example,
    lists_elements,
    names_of,
    names_parts,
)
from shapecheck.interpret.declarations.reading import signature_of
from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.interpret.record import Finding, Record
from shapecheck.interpret.signals import DeadPath, PythonError, Unfollowed
from shapecheck.source import ir
from shapecheck.source.shape_comments import ShapeComment
from shapecheck.source.shape_notation import DimSpec
from shapecheck.source.walking import nodes_in
from shapecheck.symbolic import Dim, Expr, eq
from shapecheck.values import (
    Opaque,
    Scope,
    Shape,
    Site,
    Star,
    Tensor,
    Undecided,
    Unknown,
    Value,
    is_plain,
    shape_text,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

RULE = "shape-comment"


class Unnamed(Exception):
    """A name in a comment that stands for nothing that is known."""


def compare_comment(machine: Machine, statement: ir.Assign | ir.Return, value: Value) -> None:
    """Notes whether the comment behind a statement, if it is a shape, fits the tensor that the statement gives; one of
    which nothing is known may be what the comment speaks of. Behind `x[:, :k] = value` it may be about any of them, and
    `(B, T) -> (B, 1, T)` behind `f(x.unsqueeze(1))` about what is passed."""
    if not isinstance(value, (Tensor, Opaque, Unknown)) or machine.trial_depth:
        return
    frame = machine.frame
    comment = machine.world.files.shape_comments(frame.file).get(statement.span.end_line)
    if comment is None:
        return
    if isinstance(value, Opaque):
        value = value.bound
    problems = machine.record.comments.setdefault(Site(frame.file, comment.span), [])
    if not isinstance(value, Tensor):
        problems.append(None)
        return
    if frame.commented is None:
        frame.commented = Bindings(frame)
    comment = comment._replace(dims=_with_declared_stars(machine, comment.dims))
    problem = _problem(machine, comment, value, frame.commented, statement)
    if problem is not None and comment.before and len(comment.before) != len(comment.dims):
        earlier = comment._replace(dims=comment.before)  # who tells what the next line does with it
        fits = _problem(machine, earlier, value, frame.commented, statement) is None
        problem = None if fits else problem
    for place in _spoken_of(statement, comment) if problem is not None else ():
        whole = _look_up(machine, place)
        if not isinstance(whole, Tensor) or _problem(machine, comment, whole, frame.commented, statement) is None:
            problem = None
    problems.append(None if problem is not None and names_parts(machine, comment, statement) else problem)


def _spoken_of(statement: ir.Assign | ir.Return, comment: ShapeComment) -> Iterator[ir.Expression]:
    """What else the comment may be about."""
    if isinstance(statement, ir.Assign):
        yield from _places(statement.targets)
    if comment.before is not None:
        inside = nodes_in(statement.value)
        yield from (part for part in inside if isinstance(part, ir.Call) and part is not statement.value)


def _places(targets: Sequence[ir.Expression]) -> Iterator[ir.Expression]:
    """The parts that are assigned to, and what they are parts of; of several (`q, k, v = qkv`) each."""
    for target in targets:
        if isinstance(target, (ir.Tuple, ir.List)):
            yield from target.elts
        place = target
        while isinstance(place, ir.Subscript):
            yield place
            place = place.value
        if place is not target:
            yield place


def _look_up(machine: Machine, place: ir.Expression) -> Value:
    """What stands at a place that was assigned to; reading it changes nothing."""
    mark = machine.store.mark()
    try:
        with machine.trial():
            return evaluate(machine, place)
    except (PythonError, DeadPath, Unfollowed, Undecided):
        return None
    finally:
        machine.store.undo(mark)


def _with_declared_stars(machine: Machine, dims: tuple[DimSpec, ...]) -> tuple[DimSpec, ...]:
    """The dims of a comment, in which the names that the function, or one around it, declares as `*name` stand for any
    number of dims."""
    around: set[Scope] = set()
    scope: Scope | None = machine.frame.scope
    while scope is not None:
        around.add(scope)
        scope = scope.parent
    functions = [frame.function for frame in machine.stack if frame.function is not None and frame.scope in around]
    signatures = [signature_of(machine, function) for function in functions]
    forms = [form for signature in signatures for form in (*signature.params.values(), signature.returns)]
    declared = (dim for form in forms for shape in shapes_in(form) for dim in shape.dims)
    stars = {dim.name for dim in declared if dim.variadic and dim.kind == "named"}
    return tuple(dim._replace(variadic=True) if dim.kind == "named" and dim.name in stars else dim for dim in dims)


def _problem(
    machine: Machine, comment: ShapeComment, tensor: Tensor, names: Bindings, statement: ir.Assign | ir.Return
) -> str | None:
    shape = machine.path.resolve(tensor.shape)
    if not is_plain(shape):
        return None
    if lists_elements(comment, shape) or gives_an_example(machine, comment, shape):
        return None
    if _leaves_out_front(machine, comment, shape, names):
        return None
    if sum(dim.variadic for dim in comment.dims) > 1:
        return None  # nobody can tell which dims each of them stands for
    said = f"the comment says {comment.text}, and the shape is {shape_text(shape)}"
    specs, at = comment.dims, next((i for i, dim in enumerate(comment.dims) if dim.variadic), None)
    if at is None and len(specs) != len(shape):
        return f"{said}: {len(shape)} dimensions, not {len(specs)}"
    if at is not None:
        if len(shape) < len(specs) - 1:
            return f"{said}: {len(shape)} dimensions, not at least {len(specs) - 1}"
        behind = len(specs) - at - 1
        specs, shape = specs[:at] + specs[at + 1 :], shape[:at] + shape[len(shape) - behind :]
    pairs, axes = list(zip(specs, shape)), axes_of_patterns(statement)
    named = [spec.name for spec in specs if spec.kind == "named" and spec.name not in names.dims]
    new = [name for name in named if _local(machine, name) is None]
    for spec, dim in pairs:
        if spec.kind == "named":
            _name(machine, spec.name, dim, names)
    for spec, dim in pairs:
        wanted = _wanted(machine, spec, names)
        if wanted is not None and machine.path.decide(eq(dim, wanted)) is False:
            if _fits_the_latest(machine, spec, dim, names):
                continue
            if spec.kind == "named" and (spec.name in axes or _is_part_of(machine, dim, wanted, pairs)):
                machine.store.set_item(names.ambiguous, spec.name, True)
                continue
            for name in new:  # what a comment that is wrong calls a size is no measure for the next one
                machine.store.set_item(names.ambiguous, name, True)
            return f"{said}: `{spec.text}` is {machine.path.simplify(wanted)}, not {machine.path.simplify(dim)}"
    for spec, dim in pairs:
        for name in (spec.name,) if spec.kind == "named" else names_of(spec):
            machine.store.set_item(names.latest, name, dim)
    return None


def _fits_the_latest(machine: Machine, spec: DimSpec, dim: Dim, names: Bindings) -> bool:
    """`# (b, 2*h)` behind each of several layers: twice what was there before, not twice the first `h`."""
    if spec.kind != "symbolic" or not names.latest:
        return False
    relative = Bindings(names.frame)
    relative.dims = {**names.dims, **names.latest}
    wanted = _wanted(machine, spec, relative)
    return wanted is not None and machine.path.decide(eq(dim, wanted)) is True


def _is_part_of(machine: Machine, dim: Dim, whole: Dim, pairs: Sequence[tuple[DimSpec, Dim]]) -> bool:
    """`# (b, n, h, d)` behind what was `# (b, n, d)`: the dim that a name stood for in the whole is divided, and the
    name goes on to stand for a part of it beside one that is new."""
    others = [size for spec, size in pairs if spec.kind == "named" and _local(machine, spec.name) is None]
    return any(machine.path.decide(eq(dim * other, whole)) is True for other in others)


def _leaves_out_front(machine: Machine, comment: ShapeComment, shape: Shape, names: Bindings) -> bool:
    """`# (length, length)` behind a tensor [b, h, length, length]: who speaks of the last dims only."""
    missing = len(shape) - len(comment.dims)
    if missing <= 0 or any(dim.variadic for dim in comment.dims):
        return False
    if missing == 1 and len(comment.dims) > 1 and _may_follow_a_batch(machine, comment, shape, names):
        return True
    for spec, dim in zip(comment.dims, shape[missing:]):
        wanted = names.dims.get(spec.name) if spec.kind == "named" else None
        wanted = _wanted(machine, spec, names) if wanted is None else wanted
        if wanted is None or isinstance(dim, Star) or machine.path.decide(eq(dim, wanted)) is not True:
            return False
    return True


def _may_follow_a_batch(machine: Machine, comment: ShapeComment, shape: Shape, names: Bindings) -> bool:
    """`# (C, N)` behind a tensor [b, c, n]: of one element of the batch, if its names say nothing else."""
    if any(dim.kind != "named" for dim in comment.dims) or comment.dims[0].name.lower() in BATCHES:
        return False
    return all(
        isinstance(dim, Star)
        or (wanted := _wanted(machine, spec, names)) is None
        or machine.path.decide(eq(dim, wanted)) is not False
        for spec, dim in zip(comment.dims, shape[1:])
    )


def _name(machine: Machine, name: str, dim: Dim, names: Bindings) -> None:
    """The first size that a comment gives a name; one that gets a second meaning says nothing any more."""
    if isinstance(dim, Expr) and dim.is_symbol:
        machine.path.hints.setdefault(dim.name, name)
    if _local(machine, name) is not None:
        return
    if name not in names.dims:
        machine.store.set_item(names.dims, name, dim)
    elif machine.path.decide(eq(names.dims[name], dim)) is not True:
        machine.store.set_item(names.ambiguous, name, True)


def _wanted(machine: Machine, spec: DimSpec, names: Bindings) -> Dim | None:
    """The size that the comment gives, where it is a number, a local variable, or made of such."""

    def missing(name: str) -> Dim:
        local = _local(machine, name)
        if local is None:
            raise Unnamed
        return local

    if spec.kind == "fixed":
        return spec.size
    if spec.kind == "named":
        return None if spec.name in names.ambiguous else _local(machine, spec.name)
    if spec.kind != "symbolic" or any(name in spec.expression for name in names.ambiguous):
        return None
    try:
        return value_of_expression(machine, spec, names, missing)
    except Unnamed:
        return None


def _local(machine: Machine, name: str) -> Dim | None:
    value = machine.frame.scope.variables.get(name)
    if type(value) is int and value < 0:
        return None  # `npoint=-1` for all of them
    return value if type(value) is int or isinstance(value, Expr) else None


def comment_findings(record: Record, shown: str) -> list[Finding]:
    """The comments of a file that no execution of their line bears out. Those of others are met here with the sizes of
    a few calls alone."""
    return [
        Finding(RULE, problems[0], (site,), (), None, False)
        for site, problems in record.comments.items()
        if site.path == shown and problems[0] is not None and all(problem is not None for problem in problems)
    ]
