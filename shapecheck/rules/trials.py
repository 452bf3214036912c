"""Running a rule without consequences: under each answer to a question, for each member of a union.

What is rejected in a trial is not recorded. Only when every branch fails does the real context hear of
it; when one of two answers fails its negation is required, and the other is run for real.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shapecheck.rules.context import Message, Rejected, RuleContext, Undecided
from shapecheck.rules.errors import NoMatch, TrialRejected, Unfit, WrongKind
from shapecheck.rules.run import Case
from shapecheck.symbolic import Cond, not_, or_
from shapecheck.values import (
    Delta,
    DictValue,
    ListValue,
    Path,
    Site,
    Store,
    Tensor,
    UnionValue,
    Unknown,
    Value,
)

Attempt = Callable[[RuleContext], Value]


class Trial:
    """A context that collects obligations instead of recording them."""

    def __init__(self, outer: RuleContext) -> None:
        self.outer = outer
        self.path: Path = outer.path
        self.store: Store = outer.store
        self.obligations: list[tuple[Cond, Message]] = []
        self.suspicions: list[Message] = []

    @property
    def site(self) -> Site | None:
        return self.outer.site

    @property
    def is_doubtful(self) -> bool:
        return self.outer.is_doubtful

    @property
    def turns_switches(self) -> bool:
        return self.outer.turns_switches

    @property
    def is_given_nothing(self) -> bool:
        return self.outer.is_given_nothing

    def require(self, cond: Cond, message: Message) -> None:
        answer = self.path.decide(cond)
        if answer is False:
            raise TrialRejected(message)
        if answer is None:
            self.path.assume(cond, self.outer.site)
            if self.path.facts.contradictory:
                raise TrialRejected(message)
            self.obligations.append((cond, message))

    def reject(self, message: Message) -> Rejected:
        return TrialRejected(message)

    def suspect(self, cond: Cond, message: Message) -> None:
        if self.path.decide(cond) is True:
            self.suspicions.append(message)

    def get_attribute(self, obj: Value, name: str) -> Value:
        return self.outer.get_attribute(obj, name)

    def set_attribute(self, obj: Value, name: str, value: Value) -> None:
        self.outer.set_attribute(obj, name, value)

    def call(self, function: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
        # What the called code reports could not be taken back.
        raise Unfit("a call under a condition that is not decided")

    def iterate(self, value: Value) -> list[Value] | None:
        return self.outer.iterate(value)

    def named(self, name: str) -> Value:
        return self.outer.named(name)

    def join(self, a: Value, b: Value, cond: Cond | None = None) -> Value:
        return self.outer.join(a, b, cond)

    def join_writes(self, a: Delta, b: Delta, cond: Cond | None = None) -> None:
        self.outer.join_writes(a, b, cond)

    def unknown(self, reason: str) -> Unknown:
        return self.outer.unknown(reason)

    def not_given(self, reason: str) -> Unknown:
        return self.outer.unknown(reason)

    def not_taken(self, reason: str) -> Unknown:
        return self.outer.unknown(reason)


class Outcome:
    """How a trial ended: with a value and what it wrote, or rejected."""

    __slots__ = ("delta", "obligations", "rejected", "suspicions", "value")

    def __init__(self, trial: Trial, value: Value, delta: Delta, rejected: TrialRejected | None) -> None:
        self.obligations = trial.obligations
        self.suspicions = trial.suspicions
        self.value = value
        self.delta = delta
        self.rejected = rejected


def answered(ctx: RuleContext, case: Case, attempt: Attempt) -> Value:
    """The value of the attempt; when it asks a question it is run again under each answer."""
    mark = ctx.store.mark()
    try:
        return attempt(ctx)
    except Undecided as question:
        ctx.store.undo(mark)
        return _fork(ctx, case, attempt, question.condition)


def _fork(ctx: RuleContext, case: Case, attempt: Attempt, cond: Cond) -> Value:
    case.runs -= 2
    if case.runs < 0:
        raise Unfit("too many questions that are not decided")
    sides = (cond, not_(cond))
    outcomes = [_try(ctx, case, attempt, side) for side in sides]
    rejected = [outcome.rejected for outcome in outcomes]
    if rejected[0] is not None and rejected[1] is not None:
        raise ctx.reject(rejected[0].message)
    for side, reason in zip(sides, rejected):
        if reason is not None:
            ctx.require(not_(side), reason.message)
            return answered(ctx, case, attempt)
    for side, outcome in zip(sides, outcomes):
        for obligation, message in outcome.obligations:
            ctx.require(or_(not_(side), obligation), message)
    _suspect_all(ctx, outcomes)
    return _joined(ctx, outcomes, cond)


def _suspect_all(ctx: RuleContext, outcomes: list[Outcome]) -> None:
    """What is suspicious in every case is so for certain."""
    if all(outcome.suspicions for outcome in outcomes):
        ctx.suspect(True, outcomes[0].suspicions[0])


def each_member(
    ctx: RuleContext, case: Case, union: UnionValue, attempt: Callable[..., Value]
) -> Value:
    """The rule on each member of a union, where its guard holds or does not; members that it rejects are dropped unless
    all are."""
    members, guard = union.members, union.guard
    is_first = None if guard is None else ctx.path.decide(guard)
    if is_first is not None:
        return attempt(ctx, members[0 if is_first else 1])
    sides = (True,) * len(members) if guard is None else (guard, not_(guard))
    outcomes: list[Outcome] = []
    rejected: list[TrialRejected] = []
    mismatches: list[NoMatch] = []
    alive: list[tuple[Value, Cond]] = []
    for member, side in zip(members, sides):

        def with_member(trial: RuleContext, member: Value = member) -> Value:
            try:
                return attempt(trial, member)
            except NoMatch as reason:
                if not isinstance(reason, WrongKind) and not _is_no_argument(member, members):
                    raise
                # Python's TypeError, which ends the path with this member
                mismatches.append(reason)
                raise TrialRejected(reason.message) from None

        outcome = _try(ctx, case, with_member, side)
        if outcome.rejected is None:
            outcomes.append(outcome)
            alive.append((member, side))
        else:
            rejected.append(outcome.rejected)
    if not outcomes:
        if len(mismatches) == len(members):
            raise mismatches[0]
        if any(isinstance(reason, WrongKind) for reason in mismatches):
            return ctx.unknown("a container, or a tensor whose shape does not fit")  # one of the two may never be there
        raise ctx.reject(rejected[0].message)
    if len(alive) == 1:
        member, side = alive[0]
        ctx.path.assume(side)  # nothing gets past the operator elsewhere
        return attempt(ctx, member)
    _suspect_all(ctx, outcomes)
    value = outcomes[0].value
    first = outcomes[0]
    for other in outcomes[1:]:
        value = _joined(ctx, [first, other], guard)
        first = Outcome(Trial(ctx), value, Delta({}), None)
    return value


def is_refused(ctx: RuleContext, attempt: Attempt) -> bool:
    """Whether the attempt would surely fail; nothing that it does is kept."""
    try:
        return _try(ctx, Case(0), attempt, True).rejected is not None
    except (NoMatch, Unfit):
        return False


def _is_no_argument(member: Value, members: tuple[Value, ...]) -> bool:
    """Whether what a rule does not take is nothing that torch takes there: tensors in a tuple, list or dict where
    another member is a tensor, as of a module that returns more in one of its modes."""
    if member is None or isinstance(member, (str, bool, int, float)):
        return True
    if not any(type(other) is Tensor for other in members):
        return False
    items: Iterable[Value] = member.entries.values() if isinstance(member, DictValue) else ()
    if isinstance(member, (ListValue, tuple)):
        items = (member if isinstance(member, tuple) else member.items) or ()
    return any(type(item) is Tensor for item in items)


def _try(ctx: RuleContext, case: Case, attempt: Attempt, side: Cond) -> Outcome:
    base, mark = ctx.path.snapshot(), ctx.store.mark()
    trial = Trial(ctx)
    value: Value = None
    reason: TrialRejected | None = None
    try:
        ctx.path.assume(side)
        value = answered(trial, case, attempt)
    except TrialRejected as rejected:
        reason = rejected
    finally:
        delta = ctx.store.take(mark)
        ctx.path.restore(base)
    return Outcome(trial, value, delta, reason)


def _joined(ctx: RuleContext, outcomes: list[Outcome], cond: Cond | None) -> Value:
    a, b = outcomes
    ctx.join_writes(a.delta, b.delta, cond)
    return ctx.join(a.value, b.value, cond)
