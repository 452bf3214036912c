"""Branches: decided where the condition is known, else both sides run and their ends are joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TypeAlias

from shapecheck.interpret import passages
from shapecheck.interpret.declarations.supposing import suppose
from shapecheck.interpret.language import held_keys
from shapecheck.interpret.language.alternatives import answering, answers
from shapecheck.interpret.language.devices import (
    asks_for_device,
    told_by_the_other,
    told_of_kernels,
    without_those_that_give_way,
)
from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.interpret.language.narrowing import narrowings, peek, set_place
from shapecheck.interpret.language.path_joins import Alternative, join_paths
from shapecheck.interpret.record import BRANCH, BRANCHES
from shapecheck.interpret.signals import (
    Break,
    Continue,
    DeadPath,
    Exit,
    Flow,
    Leaving,
    PythonError,
    Raised,
    Region,
    Return,
)
from shapecheck.source import ir
from shapecheck.source.walking import last_name, nodes_in, once_per_node
from shapecheck.symbolic import Cond, Facts, Formula, and_, not_, or_
from shapecheck.values import (
    BIRTHS,
    RANK,
    Instance,
    Opaque,
    Scalar,
    Tensor,
    Unknown,
    UnknownSize,
    Value,
    is_truth,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

FORK_STEPS = 10
"""What following both sides of a branch costs beside their statements."""
WRITES_A_STEP = 8
"""A path that leaves early keeps what it wrote: so many writes cost a step, or memory would have no bound."""

LEAVING = (Return, Break, Continue, Raised)

Left: TypeAlias = "tuple[Leaving, Exit | None, Alternative]"
"""How a side leaves, what its region will need of it, and what it did."""
Follow: TypeAlias = "Callable[[list[Alternative], list[Left]], tuple[list[Alternative], list[Left]]]"
"""Of the sides that go on and those that leave, what is to be followed."""


def choose(machine: Machine, test: ir.Expression, then: Callable[[], Any], orelse: Callable[[], Any]) -> Any:
    """Runs the side that the test decides, or both; gives their (joined) result: a value or a Flow."""
    value = tested(machine, test)
    cond = machine.condition(value)
    decided = None if cond is None else machine.path.decide(cond)
    if decided is not None:
        machine.record.sides.add((id(test), decided))
        return passages.run_side(machine, test, decided, then if decided else orelse)
    machine.record.sides |= {(id(test), True), (id(test), False)}
    failed: list[bool] = []
    narrowed = list(narrowings(machine, test))
    if cond is None and narrowed:
        if not narrowed[0].holds:
            return orelse()
        if not narrowed[0].fails:
            return then()

    def side(run: Callable[[], Any], holds: bool) -> Callable[[], Any]:
        def narrowed_run() -> Any:
            for entry in narrowed:
                members = entry.holds if holds else entry.fails
                if members:
                    set_place(machine, entry.place, members)
            suppose(machine, test, holds)
            key = held_keys.asked_for(test, holds)
            if key is not None:
                held_keys.take_for_present(machine, peek(machine, key[0]), key[1])
            frame = machine.frame
            outer, frame.open_side = (frame.open_side, frame.absent), (id(test), holds)
            frame.absent = held_keys.absent_attribute(machine, test, holds) or frame.absent
            try:
                machine.supposed += any(one.leaves_nothing(holds) for one in narrowed)
                with (
                    machine.supposing() if _means_another(machine, test, holds) else nullcontext(),
                    answering(machine, test, holds) if cond is None else nullcontext(),
                ):
                    return passages.run_side(machine, test, holds, run)
            except (PythonError, DeadPath):
                failed.append(holds)
                raise
            finally:
                frame.open_side, frame.absent = outer

        return narrowed_run

    takes = machine.entering.takes
    if takes is not None and takes[0] == id(test):
        if cond is None:
            _take_for_text(machine, test, takes[1])
        return _taken(machine, cond, side(then if takes[1] else orelse, takes[1]), takes[1])
    is_kept, uncertain = cond is None and _asks_a_kept_number(machine, test), machine.uncertain
    with machine.supposing() if is_kept or isinstance(value, UnknownSize) else nullcontext():
        follow = told_by_the_other if cond is None and asks_for_device(test) else told_of_kernels
        result = fork(machine, cond, side(then, True), side(orelse, False), follow)
    if is_kept and machine.uncertain > uncertain:
        machine.supposed += 1  # a side has left: so what follows belongs to the other one
    if len(failed) == 1 and cond is None:
        machine.answered = (*machine.answered, *answers(machine, test, not failed[0]))
    if len(failed) == 1 and isinstance(value, Scalar) and value.kind == "bool":
        _set_flag(machine, test, not failed[0])
    return result


def _taken(machine: Machine, cond: Cond | None, run: Callable[[], Any], holds: bool) -> Any:
    """One side alone, under what is then so."""
    if cond is not None:
        machine.path.assume(cond if holds else not_(cond), BRANCH)
        if machine.path.facts.contradictory:
            raise DeadPath
    return run()


def _take_for_text(machine: Machine, test: ir.Expression, holds: bool) -> None:
    """A parameter is the text that it is compared with, or not, to the end of the run."""
    if not isinstance(test, ir.Compare) or test.ops not in (("==",), ("!=",)):
        return
    value, (other,) = peek(machine, test.left), test.comparators
    if isinstance(value, Opaque) and isinstance(other, ir.Constant) and isinstance(other.value, str):
        machine.store.set_item(value.texts, other.value, holds is (test.ops == ("==",)), value.birth)


def _asks_a_kept_number(machine: Machine, test: ir.Expression) -> bool:
    """Whether a test is about the number in a tensor that an object keeps, as a buffer that counts its steps or says
    that it has been filled: the object knows when it is which, so what fails on one side says nothing."""
    for part in _attributes(test):
        if isinstance(peek(machine, part.value), Instance):
            kept = peek(machine, part)
            if isinstance(kept, Tensor) and not kept.is_parameter:
                return all(dim == 1 for dim in machine.path.resolve(kept.shape))
    return False


@once_per_node
def _attributes(test: ir.Expression) -> list[ir.Attribute]:
    return [part for part in nodes_in(test) if isinstance(part, ir.Attribute)]


def _means_another(machine: Machine, test: ir.Expression, holds: bool) -> bool:
    """Whether a side is of whole shapes that differ: `if w.shape != wanted: w = w.reshape(wanted)`. Where nobody knows
    whether they do, they may always be equal, and what fails there is a check. Or it is of a tensor that is of a class
    that is not there, `if isinstance(y, csr_matrix)`: another value."""
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        return _means_another(machine, test.operand, not holds)
    if isinstance(test, ir.BoolOp):
        return holds is (test.op == "and") and any(_means_another(machine, part, holds) for part in test.values)
    if isinstance(test, ir.Call):
        return holds and last_name(test.func) == "isinstance" and _asks_an_unknown_class(machine, test.args)
    if not isinstance(test, ir.Compare) or test.ops != (("!=",) if holds else ("==",)):
        return False
    return any(_is_whole_shape(side) for side in (test.left, *test.comparators))


def _asks_an_unknown_class(machine: Machine, args: tuple[ir.Expression, ...]) -> bool:
    """Whether the arguments of isinstance are a tensor and a class of which nothing is known."""
    if len(args) != 2 or not isinstance(args[1], (ir.Name, ir.Attribute)):
        return False
    value = peek(machine, args[0])
    value = value.bound if isinstance(value, Opaque) else value
    return isinstance(value, Tensor) and isinstance(evaluate(machine, args[1]), Unknown)


def _is_whole_shape(node: ir.Expression) -> bool:
    """`x.shape` or `x.size()`."""
    if isinstance(node, ir.Call):
        return last_name(node.func) == "size" and not node.args and not node.keywords
    return isinstance(node, ir.Attribute) and node.attr == "shape"


def _set_flag(machine: Machine, test: ir.Expression, holds: bool) -> None:
    """Whoever got past `if flag: raise ...` has a flag that is false, from here on."""
    while isinstance(test, ir.UnaryOp) and test.op == "not":
        test, holds = test.operand, not holds
    if isinstance(test, ir.Name) and isinstance(machine.frame.scope.variables.get(test.id), Scalar):
        set_place(machine, test, [holds])
    elif isinstance(test, ir.Attribute) and isinstance(test.value, ir.Name):
        obj = machine.frame.scope.variables.get(test.value.id)
        if isinstance(obj, Instance) and isinstance(machine.get_attribute(obj, test.attr), Scalar):
            set_place(machine, test, [holds])


def _all(live: list[Alternative], left: list[Left]) -> tuple[list[Alternative], list[Left]]:
    return live, left


def fork(
    machine: Machine, cond: Cond | None, then: Callable[[], Any], orelse: Callable[[], Any], follow: Follow = _all
) -> Any:
    """Runs both sides from the present state and joins what is to be followed of them."""

    def assuming(run: Callable[[], Any], holds: Cond | None) -> Callable[[], Any]:
        def assumed() -> Any:
            if holds is None:
                machine.uncertain += 1
            else:
                machine.path.assume(holds, BRANCH)
                machine.has_forked = True
                if machine.path.facts.contradictory:
                    raise DeadPath
                machine.supposed += _supposes_rank(machine, holds)
            return run()

        return assumed

    sides = [assuming(then, cond), assuming(orelse, None if cond is None else not_(cond))]
    return run_sides(machine, sides, cond, follow)


def _supposes_rank(machine: Machine, cond: Cond) -> bool:
    """Whether a side is of a rank that stays open and of which operators know something already, or that is no
    input's: what comes from code that is not followed is of one of the ranks that are told apart."""
    if not isinstance(cond, Formula):
        return False
    of_inputs = machine.path.of_inputs
    for size in cond.symbols:
        if size.name.endswith(RANK):
            low, high = machine.path.facts.bounds(size)
            if low and low != high or size.name.removesuffix(RANK) not in of_inputs:
                return True
    return False


def run_sides(machine: Machine, sides: list[Callable[[], Any]], cond: Cond | None, follow: Follow = _all) -> Any:
    """Runs each side from the present state; those that end are joined, those that leave are parked."""
    store, path = machine.store, machine.path
    machine.step(FORK_STEPS + path.take_work())
    mark, base, forked_at = store.mark(), path.snapshot(), next(BIRTHS)
    uncertain, supposed = machine.uncertain, machine.supposed
    live: list[Alternative] = []
    left: list[Left] = []
    need_not_exist: list[bool] = []
    known, ends_well = len(machine.record.findings), False
    for run in sides:
        noted = len(machine.record.findings)
        result = _outcome(run)
        ends_well |= not isinstance(result, Raised) and len(machine.record.findings) == noted
        knowledge = path.snapshot()
        if isinstance(result, LEAVING):
            exit_ = _exit_for(machine, result)
            left.append((result, exit_, Alternative(store.take(mark), knowledge)))
        else:
            live.append(Alternative(store.take(mark), knowledge, result))
            need_not_exist.append(machine.supposed > supposed)
        path.restore(base)
        machine.uncertain, machine.supposed = uncertain, supposed
    if cond is None and ends_well and not machine.world.is_of_project(machine.frame.module):
        del machine.record.findings[known:]  # an installed package knows which side its callers take
    live, left = follow(live, left)
    reachable = [entry for entry in left if not _is_dead(entry[0])]
    if not live:
        return _leave_all(machine, reachable)
    for leaving, exit_, _ in reachable:
        _park(machine, leaving, exit_)
    guard = cond if len(sides) == 2 and len(live) == 2 else None
    leaving_ones = [leaving for leaving, _, _ in reachable if not isinstance(leaving, Raised)]
    if leaving_ones:
        machine.uncertain += cond is None
        machine.supposed += all(need_not_exist)  # what follows belongs to the sides that go on
        if cond is None:
            _note_passing(machine, leaving_ones)
    return join_paths(machine, live, guard, forked_at)


def _outcome(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except (PythonError, DeadPath) as error:
        return Raised(error)


def _is_dead(leaving: Leaving) -> bool:
    return isinstance(leaving, Raised) and isinstance(leaving.error, DeadPath)


def _exit_for(machine: Machine, leaving: Leaving) -> Exit | None:
    """The exit as its region will need it: everything written since the region's mark."""
    region = _region_of(machine, leaving)
    if region is None or isinstance(leaving, Raised) and not region.takes(machine.site):
        return None
    machine.step((machine.store.mark() - region.mark) // WRITES_A_STEP)
    return Exit(leaving, machine.store.writes_since(region.mark), machine.path.snapshot())


def _region_of(machine: Machine, leaving: Leaving) -> Region | None:
    for region in reversed(machine.regions):
        if isinstance(leaving, region.kinds):
            return region
    return None


def _note_passing(machine: Machine, leaving_ones: Sequence[Leaving]) -> None:
    """The rounds of a loop that come after the one that some may have left belong to those that go on."""
    for leaving in leaving_ones:
        for region in reversed(machine.regions):
            if isinstance(leaving, region.kinds):
                break
            region.is_passed = True


def _park(machine: Machine, leaving: Leaving, exit_: Exit | None) -> None:
    """Keeps an early exit for the end of its region; an error that nobody handles just ends its path."""
    region = _region_of(machine, leaving)
    if region is not None and exit_ is not None:
        region.exits.append(exit_)


def park_here(machine: Machine, leaving: Leaving) -> None:
    """Keeps an early exit from the present state, on a path that goes on as if it had not left."""
    _park(machine, leaving, _exit_for(machine, leaving))


def _leave_all(machine: Machine, left: list[Left]) -> Flow:
    """No side goes on: all but the last are parked, the last one leaves."""
    if not left:
        raise DeadPath
    left.sort(key=lambda entry: not isinstance(entry[0], Raised))
    for leaving, exit_, _ in left[:-1]:
        _park(machine, leaving, exit_)
    last, _, alternative = left[-1]
    machine.store.apply(alternative.delta)
    machine.path.restore(alternative.knowledge)
    if isinstance(last, Raised):
        raise last.error
    return last


def within(machine: Machine, kinds: tuple[type, ...], run: Callable[[], Flow]) -> Flow:
    """Runs `run` as a region: exits of these kinds are joined with its end. Gives how it leaves, None or a
    Return with the joined value."""
    store, path = machine.store, machine.path
    region = Region(kinds, store.mark(), machine.uncertain)
    base, forked_at = path.snapshot(), next(BIRTHS)
    uncertain, supposed, answered = machine.uncertain, machine.supposed, machine.answered
    machine.regions.append(region)
    try:
        end: Any = _outcome(run)
    finally:
        machine.regions.pop()
        machine.uncertain, machine.supposed, machine.answered = uncertain, supposed, answered
        if region.is_passed and kinds == (Continue,):
            machine.supposed += uncertain > machine.regions[-1].uncertain
            machine.uncertain += 1
    if not region.exits:
        if isinstance(end, Raised):
            raise end.error
        return None if not isinstance(end, Return) and isinstance(end, region.kinds) else end
    ends: list[tuple[object, Alternative]] = [
        (one.leaving, Alternative(one.delta, one.knowledge, _value_of(one.leaving))) for one in region.exits
    ]
    if end is None or isinstance(end, region.kinds):
        ends.append((end, Alternative(store.writes_since(region.mark), path.snapshot(), _value_of(end))))
    elif not _is_dead(end):
        _park(machine, end, _exit_for(machine, end))
    store.undo(region.mark)
    path.restore(base)
    alternatives = [alternative for _, alternative in without_those_that_give_way(ends)]
    value = join_paths(machine, alternatives, _guard(alternatives, base[0]), forked_at)
    return Return(value) if Return in kinds else None


def _guard(alternatives: list[Alternative], base: Facts) -> Cond | None:
    """The condition of the first of two paths whose negation is that of the other."""
    if len(alternatives) != 2:
        return None
    first, second = (
        [cond for cond, origin in one.knowledge[0].since(base) if origin in BRANCHES] for one in alternatives
    )
    return next((cond for cond in first if not_(cond) in second), None)


def _value_of(leaving: object) -> Value:
    return leaving.value if isinstance(leaving, Return) else None


# -------------------------------------------------------------------- and, or


def tested(machine: Machine, test: ir.Expression) -> Value:
    """What a test gives. Only its truth counts: `a and False` fails, whatever `a` is."""
    if isinstance(test, ir.BoolOp):
        return short_circuit(machine, test.op, test.values, _truth)
    return evaluate(machine, test)


def _truth(machine: Machine, test: ir.Expression) -> Value:
    """Whether an operand of a test holds, and nothing else of it."""
    cond = machine.condition(tested(machine, test))
    return Scalar("bool") if cond is None else cond


def short_circuit(
    machine: Machine,
    op: str,
    operands: tuple[ir.Expression, ...],
    read: Callable[[Machine, ir.Expression], Value] = evaluate,
) -> Value:
    """`a and b and c`: conditions over sizes stay conditions; other undecided values are joined (`size or default`)."""
    value = read(machine, operands[0])
    if len(operands) == 1:
        return value
    cond = machine.condition(value)
    decided = None if cond is None else machine.path.decide(cond)
    stops = op == "or"
    if decided is not None:
        return value if decided is stops else short_circuit(machine, op, operands[1:], read)

    def rest() -> Value:
        return short_circuit(machine, op, operands[1:], read)

    narrowed = list(narrowings(machine, operands[0]))

    def narrowed_rest() -> Value:
        for entry in narrowed:
            kept = entry.fails if stops else entry.holds
            if kept:
                set_place(machine, entry.place, kept)
        return rest()

    if is_truth(value):
        return _combine(machine, cond, narrowed_rest, stops)
    sides = (lambda: value, narrowed_rest) if stops else (narrowed_rest, lambda: value)
    joined: Value = fork(machine, cond, *sides)
    return joined


def _combine(machine: Machine, cond: Cond | None, rest: Callable[[], Value], stops: bool) -> Value:
    """Both operands as conditions: `and_`/`or_` of them when both are understood."""
    seen: list[Value] = []

    def run() -> Value:
        seen.append(rest())
        return seen[-1]

    sides = (lambda: stops, run) if stops else (run, lambda: stops)
    joined: Value = fork(machine, cond, *sides)
    if not seen or not is_truth(seen[-1]):
        return joined
    other = machine.condition(seen[-1])
    if isinstance(other, bool):
        if other is stops:
            return stops
        return joined if cond is None else cond
    if cond is None or other is None:
        return Scalar("bool")
    return or_(cond, other) if stops else and_(cond, other)


__all__ = ["choose", "fork", "park_here", "run_sides", "short_circuit", "tested", "within"]
