"""From an obligation to a verdict: silence, a precondition, or a finding with its places."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from shapecheck.interpret.declarations.declared import (
    breaks,
    example_here,
    is_told,
    only_bounds,
    shown,
    shown_values,
)
from shapecheck.interpret.operands import spelled
from shapecheck.interpret.passages import open_passage
from shapecheck.interpret.record import (
    ASSERTION,
    BRANCH,
    BRANCHES,
    CAUGHT,
    Conflict,
    Counterexample,
    Finding,
    Note,
    Precondition,
)
from shapecheck.interpret.signals import DeadPath, Exit, PythonError, Raised, Region
from shapecheck.rules.context import Message, Rejected
from shapecheck.symbolic import Cond, Dim, Facts, Formula, Prover, Status, and_, le, not_, or_
from shapecheck.values import Cause, Instance, Site, Tensor, Value, shape_text

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_NOTES = 6
MAX_CAUGHT = 8
"""So many ways into a handler are followed."""
MAX_CHAIN = 200
CORE_RLIMIT = 4_000_000
"""What Z3 may spend to find the facts that explain one finding."""
FACT_STEPS = 5
"""What it costs for each fact to see whether a place that fails is reached."""
VIEWS = frozenset({
    "getitem", "to", "type_as", "expand", "expand_as", "unsqueeze", "squeeze", "view", "reshape", "flatten", "narrow",
    "select", "transpose", "permute", "t", "detach", "clone", "contiguous", "rearrange", "repeat",
})  # fmt: skip
"""Operators whose result still is the tensor that they were given, or a part of it."""


def require(machine: Machine, cond: Cond, message: Message) -> None:
    """The verdict of design section 3. Raises Rejected when `cond` is impossible on this path."""
    counts = machine.record.obligations
    if cond is True:
        counts["proved"] += 1
        return
    if machine.trial_depth:
        _require_on_trial(machine, cond, message)
        return
    if machine.path.decide(cond) is None:
        _undecided(machine, cond, message)
        return
    machine.step(machine.path.facts.depth * FACT_STEPS)
    verdict = machine.path.prover.verdict(machine.path.facts, cond)
    if verdict.status is Status.PROVED:
        counts["proved"] += 1
    elif verdict.status is Status.UNREACHABLE:
        raise DeadPath
    elif verdict.status is Status.IMPOSSIBLE:
        raise reject(machine, message, cond)
    else:
        counts["unknown"] += 1
        assume_obligation(machine, cond, message)


def _undecided(machine: Machine, cond: Cond, message: Message) -> None:
    """Neither proved nor impossible: what is declared does not prove it, or nobody has declared anything."""
    example = breaks(machine, cond) if isinstance(cond, Formula) and not is_told(machine, cond) else None
    is_bound = example is not None and only_bounds(machine, cond)
    if example is not None:
        assert isinstance(cond, Formula)
        _report_unproved(machine, cond, message, example, is_bound)
    if example is not None and not is_bound:
        verdict = "unproved"
    else:
        verdict = "unknown" if machine.path.prover.effort_left <= 0 else "inferred"
    machine.record.obligations[verdict] += 1
    assume_obligation(machine, cond, message)


def _report_unproved(
    machine: Machine, cond: Formula, message: Message, example: Counterexample, is_bound: bool
) -> None:
    text = message if isinstance(message, str) else message()
    kind = machine.obligation
    notes = (*kind.notes, *_argument_notes(machine))[:MAX_NOTES]
    shown_text = f"fails when {shown(machine, example, cond)}: {text}"
    machine.record.findings.append(
        Finding(kind.unproved, shown_text, machine.sites(), notes, example, False, is_bound)
    )
    machine.declared.doubted.append(frozenset(symbol.name for symbol in cond.symbols))


def assume_obligation(machine: Machine, cond: Cond, message: Message) -> None:
    """A program that got past the operator satisfies it: a fact from here on, and a precondition."""
    if isinstance(cond, Formula) and machine.is_caught():
        _fork(machine, cond)
        return
    guard = guard_of(machine.path.facts) if machine.has_forked else True
    _get_past(machine, cond)
    needed = or_(not_(guard), cond)
    if isinstance(needed, Formula) and not machine.uncertain:
        text = message if isinstance(message, str) else message()
        machine.record.preconditions.append(Precondition(needed, machine.site, text))


def _get_past(machine: Machine, cond: Cond) -> None:
    """Nothing follows where the facts turn out to exclude it, though the prover could not say so."""
    machine.path.assume(cond, machine.site)
    if machine.path.facts.contradictory:
        raise DeadPath


def _fork(machine: Machine, cond: Formula) -> None:
    """A handler waits for the error: it is a branch on the condition, whose other side leads to the handler."""
    path = machine.path
    region = _handler_of(machine)
    if region is not None and len(region.exits) < MAX_CAUGHT:
        base = path.snapshot()
        path.assume(not_(cond), CAUGHT)
        is_assertion = machine.obligation is ASSERTION
        raised = Raised(machine.error("AssertionError") if is_assertion else machine.shape_error())
        region.exits.append(Exit(raised, machine.store.writes_since(region.mark), path.snapshot()))
        path.restore(base)
        machine.has_forked = True
    path.assume(cond, BRANCH)


def _handler_of(machine: Machine, within: int = 0) -> Region | None:
    """The innermost region that an error leaves for its handler, if it is none of the first ones."""
    return next((one for one in reversed(machine.regions[within:]) if Raised in one.kinds), None)


def guard_of(facts: Facts, known: Collection[Formula] = ()) -> Cond:
    """What the branches taken on the way here have in common: their conditions, as far as the facts hold them.
    Those in `known` are left out."""
    return and_(*(cond for cond, origin in facts.items if origin in BRANCHES and cond not in known))


def _require_on_trial(machine: Machine, cond: Cond, message: Message) -> None:
    decided = machine.path.decide(cond)
    if decided is False:
        raise reject(machine, message)
    if decided is None:
        if isinstance(cond, Formula) and machine.trial_depth == len(machine.first_rounds):
            _overhear_need(machine, cond, message)
        if isinstance(cond, Formula) and machine.is_caught() and _handler_of(machine, machine.trial_within):
            _fork(machine, cond)
        else:
            _get_past(machine, cond)


def _overhear_need(machine: Machine, cond: Formula, message: Message) -> None:
    """Keeps in mind what the first round of a loop needs, as `overhear` does what fails in it."""
    if not (machine.uncertain or _is_awaited(machine)) and _is_surely_met(machine):
        text = message if isinstance(message, str) else message()
        machine.needs_overheard.append(Precondition(cond, machine.site, text))


def tell_needs(machine: Machine, since: int, rounds: Dim | None) -> None:
    """At the end of a loop: what the first round, or the last, was found to need `since` its beginning is a
    precondition wherever there are any `rounds`. Inside of a trial it is left to the loop around this one."""
    needs = machine.needs_overheard[since:]
    del machine.needs_overheard[since:]
    if rounds is None:
        return
    guard = guard_of(machine.path.facts) if machine.has_forked and not machine.trial_depth else True
    into = machine.needs_overheard if machine.trial_depth else machine.record.preconditions
    for one in needs:
        needed = or_(not_(guard), le(rounds, 0), one.condition)
        if isinstance(needed, Formula):
            into.append(one._replace(condition=needed))


def reject(machine: Machine, message: Message, cond: Cond = False) -> Rejected:
    """Records the finding (unless a handler would catch the error) and gives what is to be raised: `cond` is needed,
    and the facts exclude it."""
    if machine.failures is not None:
        machine.failures.append((machine.uncertain, machine.trial_depth, machine.path.facts))
    if machine.trial_depth:
        if machine.trial_depth == len(machine.first_rounds):
            overhear(machine, lambda: _finding(machine, message if isinstance(message, str) else message()))
        return Rejected("on trial")
    text = message if isinstance(message, str) else message()
    if _is_awaited(machine) or machine.follows_failure:
        machine.record.obligations["impossible"] += 1
        return Rejected(text)
    machine.step(machine.path.facts.depth * FACT_STEPS)
    if not can_happen(machine):
        machine.record.obligations["unknown"] += 1
        return Rejected(text)
    machine.record.obligations["impossible"] += 1
    machine.record.findings.append(_finding(machine, text, cond))
    _note_failure(machine, text)
    return Rejected(text)


def _is_awaited(machine: Machine) -> bool:
    """Whether a handler would catch what fails here, or led here."""
    return bool(machine.catching) or any(origin is CAUGHT for _, origin in machine.path.facts.items)


def _finding(machine: Machine, text: str, cond: Cond = False) -> Finding:
    kind = machine.obligation
    notes = (*kind.notes, *_argument_notes(machine))[:MAX_NOTES]
    within = open_passage(machine)
    if machine.entering.star_rank is not None and (example := example_here(machine)) is not None:
        # What fails for every size of one rank fails for some of what is declared; or the rank has to be larger.
        text = f"fails when {shown_values(example)}: {text}"
        return Finding(kind.unproved, text, machine.sites(), notes, example, machine.is_doubtful, True, within)
    conflict = Conflict(machine.path.facts, cond) if isinstance(cond, Formula) else None
    return Finding(
        kind.impossible, text, machine.sites(), notes, None, machine.is_doubtful, within=within, conflict=conflict
    )


def explained(finding: Finding) -> Finding:
    """With the places of the facts that exclude what is needed."""
    if finding.conflict is None:
        return finding
    core = Prover(total_rlimit=CORE_RLIMIT).core(*finding.conflict)
    places = tuple(Note(origin, "a size was fixed here") for origin in core if isinstance(origin, Site))
    return finding._replace(notes=(*finding.notes, *places)[:MAX_NOTES], conflict=None)


def overhear(machine: Machine, make: Callable[[], Finding]) -> None:
    """Keeps in mind what fails in the first round of a loop: what it makes is unknown in all further rounds, which
    are what the loop is known by. Behind a branch that may not be taken it does not count: in a later round, for which
    the branch may have been made (`if i > 0`, `if len(rows) == size`), the state is another."""
    if _is_surely_met(machine) and not (_is_awaited(machine) or machine.follows_failure) and can_happen(machine):
        machine.overheard.append(make())


def _is_surely_met(machine: Machine) -> bool:
    """Whether every first round gets here: no branch has been taken that need not be, and no path has left."""
    begun, uncertain, depth = machine.first_rounds[0]
    if machine.uncertain != uncertain or any(region.exits for region in machine.regions[depth:]):
        return False
    return not any(origin in BRANCHES for _, origin in machine.path.facts.since(begun))


def tell_overheard(machine: Machine, since: int, known: int, is_sure: bool) -> None:
    """At the end of a loop: reports what was overheard `since` its beginning at places of which nothing has been
    reported since there were `known` findings, surely if it is sure that there is a first round. Inside of a trial it
    is left to the loop around this one."""
    heard = [one._replace(uncertain=one.uncertain or not is_sure) for one in machine.overheard[since:]]
    del machine.overheard[since:]
    if machine.trial_depth:
        machine.overheard += heard
        return
    places = {finding.frames[:1] for finding in machine.record.findings[known:]}
    for finding in heard:
        if finding.frames[:1] not in places:
            places.add(finding.frames[:1])
            machine.record.findings.append(finding)


def _note_failure(machine: Machine, text: str) -> None:
    """What leads to an operator that always fails is what a caller has to avoid; everything, if nothing leads there."""
    if machine.uncertain or any(frame.open_loops for frame in machine.stack):
        return
    guard = guard_of(machine.path.facts) if machine.has_forked else True
    passing = not_(guard)
    if isinstance(passing, Formula):
        machine.record.preconditions.append(Precondition(passing, machine.site, text))
    elif guard is True:
        machine.record.fails = True


def can_happen(machine: Machine) -> bool:
    """Without a certificate that the path can happen there is no finding."""
    if machine.supposed:
        return False
    return machine.path.facts is Facts.EMPTY or machine.path.prover.model(machine.path.facts) is not None


def suspect(machine: Machine, cond: Cond, message: Message) -> None:
    """A broadcast that is surely one and hardly meant: a warning, and the program goes on. A test that waits for errors
    means it."""
    if machine.trial_depth or machine.swallowing or machine.path.decide(cond) is not True or not can_happen(machine):
        return
    text = message if isinstance(message, str) else message()
    notes = _argument_notes(machine)[:MAX_NOTES]
    machine.record.findings.append(
        Finding("suspicious-broadcast", text, machine.sites(), notes, None, machine.is_doubtful)
    )


def note_end(machine: Machine, error: PythonError) -> None:
    """An error that nobody handles ends a path: what follows is not seen, and `--why-unknown` says why."""
    value = error.value
    machine.record.ended.add(tuple(error.trace))
    if isinstance(value, Instance):
        args = value.attrs.get("args")
        text = machine.string(args[0]) if isinstance(args, tuple) and args else None
        reason = f"the path ends here: {value.cls.name}" + (f": {text}" if text else "")
        machine.record.causes[Cause(value.site, reason)] += 1


def _argument_notes(machine: Machine) -> tuple[Note, ...]:
    """Where the operands of the failing operator were made: tensors with their shapes, modules; before them what a
    package does that is described, and that the code has made (a transform of a data set)."""
    notes = _notes_of_described(machine)
    for name, value in spelled(machine.operands):
        notes.extend(_origin_notes(machine, name, value))
    return tuple(notes)


def _notes_of_described(machine: Machine) -> list[Note]:
    """The innermost object of the code's own making whose method a description has called."""
    for frame in reversed(machine.stack):
        if frame.told_at is None:
            break
        receiver = frame.first_argument
        if isinstance(receiver, Instance) and not receiver.cls.name.startswith("_"):
            return _origin_notes(machine, "", receiver)
    return []


def _born(machine: Machine, tensor: Tensor) -> Tensor:
    """The first tensor of the chain it was made from that has its shape: activations keep what they get."""
    shape = machine.path.resolve(tensor.shape)
    for _ in range(MAX_CHAIN):
        parent = tensor.parent
        if parent is None or parent.site is None or machine.path.resolve(parent.shape) != shape:
            break
        tensor = parent
    return tensor


def _parameter_of(tensor: Tensor) -> Tensor | None:
    """The parameter that a tensor is a view or part of, if its shape is another one."""
    for _ in range(MAX_CHAIN):
        if tensor.parent is None or tensor.maker not in VIEWS:
            return None
        tensor = tensor.parent
        if tensor.is_parameter:
            return tensor
    return None


def _origin_notes(machine: Machine, name: str, value: Value) -> list[Note]:
    if isinstance(value, Tensor):
        value = _born(machine, value)
    if isinstance(value, Tensor) and value.site is not None:
        what = "parameter" if value.is_parameter else "tensor"
        shown = shape_text(machine.path.resolve(value.shape))
        notes = [Note(value.site, f"{name or what} has shape {shown} since here")]
        source = _parameter_of(value)
        if source is not None and source.site is not None:
            shown = shape_text(machine.path.resolve(source.shape))
            notes.append(
                Note(source.site, f"it is part of a parameter of shape {shown}, which was made here")
            )
        return notes
    if isinstance(value, Instance) and value.site is not None:
        return [Note(value.site, f"{name or value.cls.name} was made here")]
    return []
