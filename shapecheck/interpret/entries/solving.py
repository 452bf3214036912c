"""Inputs for a wanted output: solved for, made small, and checked by running the target on them.

The output that the code gives is a shape over the sizes of the inputs, under the facts of the path. The wanted sizes
are further facts: a model of them all is a solution, a contradiction a proof that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.interpret.entries.targets import Execution, Request, TargetError, Targets, open_ranks
from shapecheck.symbolic import Cond, Dim, Expr, Facts, Formula, Status, and_, eq, evaluate, lt, ne
from shapecheck.values import (
    DictValue,
    Instance,
    ListValue,
    Opaque,
    Shape,
    Site,
    Star,
    Tensor,
    UnionValue,
    Value,
    is_plain,
    rank_of,
    shape_text,
)
from shapecheck.values.freeze import FrozenDict, FrozenScalar, FrozenSequence, FrozenTensor, freeze

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_TRIES = 4
"""Points that are tried: one that does not pass the check is excluded."""
MAX_LOWERINGS = 48
MAX_RANK = 12


class Conflict(NamedTuple):
    """A place that contradicts the others, and what it says."""

    site: Site
    message: str


class Solution(NamedTuple):
    """`result` is found, impossible or unknown; `inputs` are frozen values without symbols."""

    result: str
    inputs: Mapping[str, Any] | None = None
    conflict: tuple[Conflict, ...] | None = None


UNKNOWN = Solution("unknown")
IMPOSSIBLE = Solution("impossible", None, ())


class Goal(NamedTuple):
    """A condition that the wanted output sets, and what it says."""

    cond: Cond
    text: str


def solve(targets: Targets, request: Request, wanted: Any, layer: str | None) -> Solution:
    """The smallest inputs (in the order of their sizes) that give the wanted output.

    `wanted` is a shape (a list of sizes, None for any), a size, or a tuple or dict of such.
    """
    with targets.executed(request) as run:
        if run.machine.record.fails:
            return _failing(run)
        ranked = open_ranks(request, run)
        output = run.result if layer is None else _of_layer(run, layer)
        general = _best([_solve_one(targets, request, run, value, wanted, layer) for value in _alternatives(output)])
    answer = _best([_for_rank(targets, one, wanted, layer) for one in reversed(ranked)]) if ranked else general
    return general if answer.result == "unknown" else answer


def _failing(run: Execution) -> Solution:
    """No input is accepted: the place that refuses them."""
    first = next((one for one in run.machine.record.findings if one.frames and not one.uncertain), None)
    return IMPOSSIBLE if first is None else Solution("impossible", None, (Conflict(first.frames[0], first.message),))


def _for_rank(targets: Targets, request: Request, wanted: Any, layer: str | None) -> Solution:
    """The answer for one rank of an input; one that the target refuses gives nothing."""
    try:
        with targets.executed(request) as run:
            if run.machine.record.findings:
                return IMPOSSIBLE
            output = run.result if layer is None else _of_layer(run, layer)
            return _best([_solve_one(targets, request, run, value, wanted, layer) for value in _alternatives(output)])
    except TargetError:
        return UNKNOWN


def _best(answers: Sequence[Solution]) -> Solution:
    """An answer that is found; else unknown if one is; else the first proof, that it is impossible."""
    for result in ("found", "unknown"):
        for answer in answers:
            if answer.result == result:
                return answer
    return next((answer for answer in answers if answer.conflict), answers[0])


def _alternatives(output: Value) -> Sequence[Value]:
    if isinstance(output, Opaque) and output.bound is not None:
        output = output.bound
    return output.members if isinstance(output, UnionValue) else (output,)


def _of_layer(run: Execution, name: str) -> Value:
    from shapecheck.interpret.nn.parts import named_modules

    owner, _, attribute = name.rpartition(".")
    for own, part in named_modules(run.root) if isinstance(run.root, Instance) else ():
        if own == name and id(part) in run.outputs:
            return run.outputs[id(part)][1]
        either = part.attrs.get(attribute) if own == owner else None
        if isinstance(either, UnionValue):  # a layer or another: `DropPath(rate) if rate > 0 else Identity()`
            results = [run.outputs[id(one)][1] for one in either.members if id(one) in run.outputs]
            if results:
                return results[0] if len(results) == 1 else UnionValue(tuple(results))
    raise TargetError(f"there is no layer {name} that was called")


# -------------------------------------------------------------------- goals


class Mismatch(Exception):
    """The output is of another kind or rank than what is wanted, whatever the inputs are."""


class Untold(Exception):
    """What the output is, is not known well enough."""


def _goals(machine: Machine, value: Value, wanted: Any) -> Iterator[tuple[Goal, Tensor | None]]:
    """The conditions on sizes, each with the tensor whose size it is."""
    if isinstance(value, Opaque) and value.bound is not None:
        value = value.bound
    if isinstance(wanted, list):
        yield from _shape_goals(machine, _first_tensor(value), wanted)
    elif isinstance(wanted, tuple):
        items = value.items if isinstance(value, ListValue) else value
        if not isinstance(items, (tuple, list)):
            raise Untold
        if len(items) != len(wanted):
            raise Mismatch(f"the output has {len(items)} items")
        for item, part in zip(items, wanted):
            yield from _goals(machine, item, part)
    elif isinstance(wanted, dict):
        if not isinstance(value, DictValue):
            raise Untold
        for key, part in wanted.items():
            if key not in value.entries:
                raise Mismatch(f"the output has no {key!r}")
            yield from _goals(machine, value.entries[key], part)
    elif wanted is not None:
        if not isinstance(value, (int, Expr)):
            raise Untold
        yield Goal(eq(value, wanted), f"the output is {value}, and {wanted} is wanted"), None


def _first_tensor(value: Value) -> Tensor:
    """The output, or the first tensor in it: of a tuple, a dict, an output object."""
    pending = [value]
    while pending:
        current = pending.pop(0)
        if isinstance(current, Opaque) and current.bound is not None:
            current = current.bound
        if isinstance(current, Tensor):
            return current
        if isinstance(current, tuple):
            pending[:0] = current
        elif isinstance(current, ListValue) and current.items is not None:
            pending[:0] = current.items
        elif isinstance(current, DictValue):
            pending[:0] = current.entries.values()
        elif isinstance(current, Instance):
            pending[:0] = [current.payload, *current.attrs.values()]
        elif not isinstance(current, (int, float, str, bool, type(None), Expr)):
            raise Untold
    raise Untold


def _shape_goals(
    machine: Machine, tensor: Tensor, wanted: Sequence[int | None]
) -> Iterator[tuple[Goal, Tensor | None]]:
    shape = _of_rank(machine, tensor, len(wanted))
    for axis, (dim, size) in enumerate(zip(shape, wanted)):
        if isinstance(dim, Star):
            raise Untold
        if size is not None:
            shown = machine.path.simplify(dim)
            yield Goal(eq(dim, size), f"dim {axis} of the output is {shown} here, and {size} is wanted"), tensor


def _of_rank(machine: Machine, tensor: Tensor, rank: int) -> Shape:
    """The shape, if its rank is or may be the wanted one; a star gets as many dims as it takes."""
    shape = machine.path.resolve(tensor.shape)
    if not is_plain(shape):
        machine.path.assume(eq(rank_of(shape), rank))
        at = next(i for i, dim in enumerate(shape) if isinstance(dim, Star))
        star = shape[at]
        missing = rank - len(shape) + 1
        if missing < 0 or machine.path.facts.contradictory:
            raise Mismatch(f"the output has at least {len(shape) - 1} dimensions: {shape_text(shape)}")
        assert isinstance(star, Star)
        dims = tuple(machine.path.fresh(f"{star.name}_{i}", star.dim_low) for i in range(missing))
        machine.path.bind_star(star, dims)
        shape = machine.path.resolve(shape)
    if len(shape) != rank:
        raise Mismatch(f"the output has {len(shape)} dimensions: {shape_text(shape)}")
    return shape


# -------------------------------------------------------------------- solving


def _solve_one(
    targets: Targets, request: Request, run: Execution, output: Value, wanted: Any, layer: str | None
) -> Solution:
    machine = run.machine
    try:
        goals = list(_goals(machine, output, wanted))
    except Untold:
        return UNKNOWN
    except Mismatch as reason:
        site = output.site if isinstance(output, Tensor) else None
        return Solution("impossible", None, () if site is None else (Conflict(site, str(reason)),))
    facts = machine.path.facts
    for goal, tensor in goals:
        if machine.path.prover.verdict(facts, goal.cond).status is Status.IMPOSSIBLE:
            core = machine.path.prover.core(facts, goal.cond)
            return Solution("impossible", None, _conflict(run, facts, core, goal, tensor))
    together = and_(*(goal.cond for goal, _ in goals))
    verdict = machine.path.prover.verdict(facts, together)
    if verdict.status is Status.IMPOSSIBLE:
        return Solution("impossible", None, _contradiction(run, facts, goals))
    if verdict.status is Status.UNREACHABLE:
        return UNKNOWN
    return _found(targets, request, run, facts.assume(together), wanted, layer)


def _found(
    targets: Targets, request: Request, run: Execution, facts: Facts, wanted: Any, layer: str | None
) -> Solution:
    """A point of the facts that passes the check."""
    sizes = _sizes_of(run)
    for _ in range(MAX_TRIES):
        point = _smallest(run.machine, facts, sizes)
        if point is None:
            return UNKNOWN
        inputs = {name: _settled(run.machine, value, point) for name, value in run.arguments.items()}
        if _gives(targets, request, inputs, wanted, layer):
            return Solution("found", inputs)
        other: Cond = False
        for size in sizes:
            other = _either(other, ne(size, point.get(size.name, 1)))
        facts = facts.assume(other)
    return UNKNOWN


def _either(a: Cond, b: Cond) -> Cond:
    from shapecheck.symbolic import or_

    return or_(a, b)


def _sizes_of(run: Execution) -> list[Expr]:
    """The free sizes of the inputs, in order."""
    found: dict[Expr, None] = {}

    def visit(value: Value) -> None:
        if isinstance(value, Opaque):
            value = value.bound
        if isinstance(value, Tensor):
            for dim in run.machine.path.resolve(value.shape):
                if isinstance(dim, Expr):
                    found.update(dict.fromkeys(sorted(dim.symbols, key=lambda symbol: symbol.key)))
        elif isinstance(value, Expr):
            simple = run.machine.path.simplify(value)
            if isinstance(simple, Expr):
                found.update(dict.fromkeys(sorted(simple.symbols, key=lambda symbol: symbol.key)))
        elif isinstance(value, tuple):
            for item in value:
                visit(item)
        elif isinstance(value, ListValue):
            for item in value.items or ():
                visit(item)
        elif isinstance(value, DictValue):
            for item in value.entries.values():
                visit(item)

    for argument in run.arguments.values():
        visit(argument)
    return list(found)


def _smallest(machine: Machine, facts: Facts, sizes: Sequence[Expr]) -> dict[str, int] | None:
    """A point of the facts in which each size, in order, is as small as was found."""
    prover = machine.path.prover
    point = prover.model(facts)
    if point is None:
        return None
    left = MAX_LOWERINGS
    for size in sizes:
        value = _value(facts, size, point)
        while value is not None and value > (size.range[0] or 0) and left > 0:
            left -= 1
            smaller = prover.model(facts, lt(size, value))
            if smaller is None:
                break
            point, value = smaller, _value(facts, size, smaller)
        if value is not None:
            facts = facts.assume(eq(size, value))
    return {**point, **{size.name: value for size in sizes if (value := _value(facts, size, point)) is not None}}


def _value(facts: Facts, size: Dim, point: Mapping[str, int]) -> int | None:
    simple = facts.simplify(size)
    if isinstance(simple, int):
        return simple
    complete = {symbol.name: facts.bounds(symbol)[0] or 0 for symbol in simple.symbols}
    try:
        return evaluate(simple, {**complete, **point})
    except (KeyError, ZeroDivisionError):
        return None


def _settled(machine: Machine, value: Value, point: Mapping[str, int]) -> Any:
    """The input frozen at the point."""

    def at(size: Any) -> Any:
        return _value(machine.path.facts, size, point) if isinstance(size, Expr) else size

    return _filled(freeze(value, machine.path), at)


def _filled(frozen: Any, at: Callable[[Any], Any]) -> Any:
    if isinstance(frozen, FrozenTensor):
        # What a star stands for made no difference: no dims are the fewest.
        dims = tuple(at(size) for size in frozen.shape or () if not isinstance(size, Star))
        return FrozenTensor(dims, frozen.dtype)
    if isinstance(frozen, FrozenScalar) and isinstance(frozen.value, Expr):
        return FrozenScalar(frozen.kind, at(frozen.value))
    if isinstance(frozen, FrozenSequence) and frozen.items is not None:
        return FrozenSequence(frozen.kind, tuple(_filled(item, at) for item in frozen.items))
    if isinstance(frozen, FrozenDict):
        return FrozenDict(tuple((key, _filled(item, at)) for key, item in frozen.items))
    return frozen


# -------------------------------------------------------------------- checking


class TensorPoint(NamedTuple):
    """A tensor of known sizes, as `interpret.entries.inputs.value_of` takes it."""

    dtype: str | None
    dims: tuple[int, ...]


class LiteralPoint(NamedTuple):
    """A number, as `interpret.entries.inputs.value_of` takes it."""

    value: object


class SequencePoint(NamedTuple):
    """A list or tuple, as `interpret.entries.inputs.value_of` takes it."""

    kind: str
    items: tuple[Any, ...]


class DictPoint(NamedTuple):
    """A dict, as `interpret.entries.inputs.value_of` takes it."""

    items: tuple[tuple[str, Any], ...]


def _gives(
    targets: Targets, request: Request, inputs: Mapping[str, Any], wanted: Any, layer: str | None
) -> bool:
    """Whether the target, run on these inputs, gives what is wanted."""
    given: dict[str, Any] = {name: spec for name, spec in request.inputs.items() if not _has_names(spec)}
    with_ = dict(request.with_)
    for name, value in inputs.items():
        point = _point(value)
        if point is None or name in given:
            continue
        if name in request.symbolic:
            with_[name] = point
        else:
            given[name] = point
    try:
        with targets.executed(Request(request.qualname, given, with_)) as run:
            output = run.result if layer is None else _of_layer(run, layer)
            if run.machine.record.findings:
                return False
            goals = [goal for value in _alternatives(output)[:1] for goal, _ in _goals(run.machine, value, wanted)]
            return all(run.machine.path.decide(goal.cond) is True for goal in goals)
    except (TargetError, Untold, Mismatch):
        return False


def _has_names(spec: Any) -> bool:
    if hasattr(spec, "size"):
        return True
    if hasattr(spec, "dims"):
        return any(isinstance(dim, str) for dim in spec.dims)
    items = getattr(spec, "items", ())
    return any(_has_names(item if hasattr(spec, "kind") else item[1]) for item in items)


def _point(value: Any) -> Any:
    if isinstance(value, FrozenTensor) and value.shape is not None and all(type(s) is int for s in value.shape):
        return TensorPoint(value.dtype, value.shape)  # type: ignore[arg-type]
    if isinstance(value, FrozenScalar) and type(value.value) is int:
        return LiteralPoint(value.value)
    if isinstance(value, FrozenSequence) and value.items is not None:
        items = tuple(map(_point, value.items))
        return None if any(item is None for item in items) else SequencePoint(value.kind, items)
    if isinstance(value, FrozenDict):
        entries = tuple((key, _point(item)) for key, item in value.items)
        return None if any(item is None for _, item in entries) else DictPoint(entries)
    return None


# -------------------------------------------------------------------- conflicts


def _conflict(
    run: Execution, facts: Facts, core: tuple[object, ...], goal: Goal, tensor: Tensor | None
) -> tuple[Conflict, ...]:
    """The places that contradict the goal: where the output is made, and the facts of the core."""
    places: list[Conflict] = []
    if tensor is not None and tensor.site is not None:
        places.append(Conflict(tensor.site, goal.text))
        maker = _maker(run, tensor)
        if maker is not None and maker.site is not None:
            places.append(Conflict(maker.site, f"{maker.cls.name} was made here"))
    said = {origin: cond for cond, origin in facts.items if isinstance(origin, Site)}
    places.extend(
        Conflict(origin, f"{said[origin]} is needed here")
        for origin in core
        if isinstance(origin, Site) and isinstance(said.get(origin), Formula)
    )
    return tuple(dict.fromkeys(places))


def _contradiction(
    run: Execution, facts: Facts, goals: Sequence[tuple[Goal, Tensor | None]]
) -> tuple[Conflict, ...]:
    """The goals that cannot be met together, as few as they are, with their places."""
    prover, kept = run.machine.path.prover, list(goals)
    for one in goals:
        others = and_(*(goal.cond for goal, _ in kept if goal is not one[0]))
        if prover.verdict(facts, others).status is Status.IMPOSSIBLE:
            kept = [goal for goal in kept if goal is not one]
    core = prover.core(facts, and_(*(goal.cond for goal, _ in kept)))
    places = [place for goal, tensor in kept for place in _conflict(run, facts, core, goal, tensor)]
    return tuple(dict.fromkeys(places))


def _maker(run: Execution, tensor: Tensor) -> Instance | None:
    """The innermost module whose result is the tensor."""
    for module, result in run.outputs.values():
        if result is tensor and isinstance(module, Instance) and module is not run.root:
            return module
    return None


__all__ = ["Conflict", "Solution", "solve"]
