"""Whether what an entry of our own found holds whatever its parameters are, or only for what they were taken for."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, TypeAlias

from shapecheck.interpret.entering import FREE, Defaults, Entering
from shapecheck.interpret.entries.inner import enter_inner
from shapecheck.interpret.entries.pieces import Piece, gathering, places, take_over
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.record import ASSERTION, DECLARED, Finding, Record
from shapecheck.interpret.signals import EXHAUSTED, DeadPath, PythonError, Unfollowed
from shapecheck.values import Value

if TYPE_CHECKING:
    from shapecheck.interpret.world import World

Body: TypeAlias = Callable[[Machine], Value]

UNPROVED_RULES = frozenset({DECLARED.unproved, ASSERTION.unproved})


class Doubts:
    """Asks again about the findings of one entry: `machine` makes one for another run of its `body`, and what is found
    is kept in the `piece`."""

    def __init__(self, world: World, piece: Piece, body: Body, machine: Callable[[], Machine]) -> None:
        self.world, self.piece, self.body, self.machine = world, piece, body, machine

    def borne_out(self, findings: list[Finding]) -> list[Finding]:
        """Those that are no matter of what parameters were taken for."""
        findings = self._without_placeholders(self._without_bounds(self._without_guesses(findings)))
        return self._without_defaults(findings) if findings and self.piece.used_defaults else findings

    def comments(self, noted: Record) -> Record:
        """The same, with what is wrong with shape comments where a parameter is taken for a shape."""
        if not any(any(problems) for problems in noted.comments.values()):
            return noted
        again, merged = self._with_shapes(), {}
        for site, problems in noted.comments.items():
            merged[site] = [*problems, *again.comments.get(site, [])]
        changed = copy(noted)
        changed.comments = merged
        return changed

    def _with_shapes(self) -> Record:
        piece = self.piece
        if piece.with_shapes is None:
            piece.with_shapes = self._met_with(FREE._replace(takes_shapes=True))
        return piece.with_shapes

    def _without_guesses(self, findings: list[Finding]) -> list[Finding]:
        """What a constructor gives a factory alone is taken for one size: `torch.ones(dim)`. It may as well be a shape,
        of any rank; what is not met again then says nothing."""
        needy = [finding for finding in findings if finding.rule not in UNPROVED_RULES]
        if not needy:
            return findings
        met = places(self._with_shapes().findings)
        return [f for f in findings if f.rule in UNPROVED_RULES or (f.rule, f.frames[:1]) in met]

    def _without_bounds(self, findings: list[Finding]) -> list[Finding]:
        """A number is taken for one of 1 or more, as sizes are. It may be the place of an item, a width of padding or a
        count, and 0; what is not met again then says nothing."""
        piece = self.piece
        needy = [finding for finding in findings if finding.rule not in UNPROVED_RULES]
        if not needy:
            return findings
        if piece.unbounded is None:
            piece.unbounded = places(self._met_with(FREE._replace(numbers_from_0=True)).findings)
        met = piece.unbounded
        return [f for f in findings if f.rule in UNPROVED_RULES or (f.rule, f.frames[:1]) in met]

    def _without_placeholders(self, findings: list[Finding]) -> list[Finding]:
        """What a constructor leaves in an attribute that a setter, or whoever owns the object, sets may only stand
        for that (`self.batch_size = 0`); what is not met again without it says nothing."""
        piece = self.piece
        if all(finding.rule in UNPROVED_RULES for finding in findings):
            return findings
        if piece.set_by_others is None:
            piece.set_by_others = places(self._met_with(FREE._replace(set_by_others=True)).findings)
        met = piece.set_by_others
        return [f for f in findings if f.rule in UNPROVED_RULES or (f.rule, f.frames[:1]) in met]

    def _without_defaults(self, findings: list[Finding]) -> list[Finding]:
        """Findings that need a default are uncertain: those that are not met again without any default.

        A default is what a parameter may be, not what it is (design section 3). The entry is run once more
        with parameters of unknown kind in the place of the defaults. What is not met again is met once more with
        the defaults that say something, or else it is nothing: -1, 0 or None may only stand for what has to be given.
        Nor is it where an object with those defaults does not get by itself (`if self.kind == "dense": self.dense(x)`).
        """
        piece = self.piece
        if piece.certain is None:
            found = self._met_with(FREE._replace(defaults=Defaults.LEFT_OUT)).findings
            piece.certain = places(one for one in found if not one.uncertain)
        certain = piece.certain
        needy = [f for f in findings if (f.rule, f.frames[:1]) not in certain and f.rule not in UNPROVED_RULES]
        if needy and piece.likely is None and not piece.is_aside:
            piece.likely = places(self._met_with(FREE._replace(defaults=Defaults.NEUTRAL_LEFT_OUT)).findings)
        likely = piece.likely or set()
        needy = [f._replace(uncertain=True) for f in needy if (f.rule, f.frames[:1]) in likely]
        return [f for f in findings if (f.rule, f.frames[:1]) in certain] + needy

    def _met_with(self, entering: Entering) -> Record:
        """What the entry notes when it is entered in another manner."""
        with gathering(self.world, self.piece):
            machine = self.machine()
            machine.entering = entering._replace(is_program=machine.entering.is_program)
            if entering.numbers_from_0:
                machine.path.least_number = 0
            mark, given = machine.store.mark(), machine.steps_left
            try:
                self.body(machine)
                enter_inner(machine, self.piece.inner.__contains__)
            except (PythonError, *EXHAUSTED, DeadPath, Unfollowed):
                pass
            finally:
                machine.store.undo(mark)
                self.piece.asked += given - max(machine.steps_left, 0)
        take_over(self.world, self.piece)
        return machine.record
