"""What no run has met because of a default: the sides of branches (`if mask is not None: ...` of a mask that nobody
passes, `if self.causal: ...` of what the constructor is told, what follows `if targets is None: return x`), and what is
behind an error that a default leads to.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from shapecheck.interpret.entries.arguments import Argument
from shapecheck.interpret.entries.blame import Trace, rest_of, ways_past, within
from shapecheck.interpret.entries.definitions import WHOLE
from shapecheck.interpret.entries.free_calls import FreeCall, Passed
from shapecheck.interpret.entries.switches import Switches, each_alone, texts_in, together, turned
from shapecheck.interpret.files import Files
from shapecheck.interpret.record import Record, Side
from shapecheck.source import ir
from shapecheck.source.walking import blocks_of, names_in, names_of_rounds, nodes_in
from shapecheck.values import Site

LEAVES = (ir.Return, ir.Raise, ir.Break, ir.Continue)
WORK = (ir.Call, ir.BinOp, ir.Subscript)
"""Only where one of these stands is there a shape to show."""


class Hidden(NamedTuple):
    """Something that no run has met: what a run has to pass to get there, and what it then does. `key` tells it from
    others.

    `is_rest` if the rest of the method is behind it: no run has got to the end. `scope` is the code of which the
    findings count, too, if one choice has led there: several need not go together.
    """

    key: Hashable
    passed: Passed
    parts: tuple[ir.Statement | ir.Expression, ...]
    scope: tuple[ir.Statement, ...] = ()
    around: tuple[ir.Span, ...] = ()
    is_rest: bool = False
    side: Side | None = None
    """That of a branch, None of what is behind an error."""
    is_of_round: bool = False
    """Whether the branch is about what a loop goes over: another round may take the other side."""
    at: ir.Span | None = None
    """Where the test of the branch is."""
    end: Site | None = None
    """Where the error was."""

    def is_met_in(self, record: Record) -> bool:
        """Whether a run has got there."""
        if self.side is not None:
            return self.side in record.sides
        return not any(self.end in trace for trace in record.ended)

    def part_of(self, record: Record, file: str) -> Record:
        """What a run has noted there. Nobody says that what it passes is ever passed, so its findings are uncertain,
        and what fails in functions that it calls on a side that nothing decides is nothing."""
        nodes = list(nodes_in(self.parts))
        spans = {getattr(node, "span", None) for node in nodes}.union(self.around)
        scope = self.scope if len(self.passed.names) == 1 and self.is_met_in(record) else ()
        counted = spans.union(getattr(node, "span", None) for node in nodes_in(scope))
        tests = {*map(id, nodes), *(() if self.side is None else self.side[:1])}

        def is_inside(site: Site) -> bool:
            return site.path == file and site.span in spans

        part = Record()
        part.findings = [
            one._replace(uncertain=True)
            for one in record.findings
            if one.within is None and any(frame.path == file and frame.span in counted for frame in one.frames)
        ]
        part.reveals = [one for one in record.reveals if is_inside(one.site)]
        part.shapes = {site: met for site, met in record.shapes.items() if is_inside(site)}
        part.sides = {side for side in record.sides if side[0] in tests}
        return part


class Search:
    """Goes through the code of a call for what no run has met, and for what leads there. `sides` are those of branches
    that were run, `ended` the errors that ended runs, `past` the places that a further run has got past."""

    def __init__(self, call: FreeCall, sides: set[Side], ended: set[Trace], files: Files, shown: str) -> None:
        self._method, self._constructor = call.code, call.constructor
        self._sides, self._files, self._shown = sides, files, shown
        self._ended = sorted(trace for trace in ended if self._own_part(trace) is not None)
        self._switches = Switches(call.code, call.constructor)
        self._heads = (call.code.name_span, *(param.span for param in call.code.params))
        self.past: set[Site] = set()

    def found(self) -> Iterator[Hidden]:
        """One thing beside the other: what a method does only if switches are turned."""
        if not self._switches:
            return
        for trace in self._ended:
            yield from self._behind(trace)
        for hidden in self._sides_in(self._method):
            if any(isinstance(node, WORK) for part in hidden.parts for node in nodes_in(part)):
                yield hidden
        if self._constructor is not None and self._method.name in WHOLE:
            yield from self._sides_in(self._constructor)

    def further(self, hidden: Hidden, record: Record) -> Iterator[Hidden]:
        """The same, of which no more is met because a run of it has ended in errors."""
        for trace in sorted(record.ended):
            for behind in self._behind(trace):
                passed = behind.passed.over(hidden.passed)
                yield hidden._replace(key=(behind.end, passed.names), passed=passed, side=None, at=None, end=behind.end)

    # ---------------------------------------------------------------- errors

    def _own_part(self, trace: Trace) -> tuple[ir.FunctionDef, Trace] | None:
        """The code that an error has ended, the method's or the constructor's, with the calls in it."""
        for code in (self._method, self._constructor):
            own = () if code is None else within(trace, code, self._shown)
            if own and code is not None:
                return code, own
        return None

    def _behind(self, trace: Trace) -> Iterator[Hidden]:
        """What follows the statement that has ended a run."""
        part = self._own_part(trace)
        if part is None or part[1][-1] in self.past:
            return
        code, own = part
        is_constructor = code is not self._method
        parts = rest_of(code, own[-1].span) + (self._method.body if is_constructor else ())
        for passed in ways_past(own, code, self._switches, is_constructor, self._files):
            key = own[-1], passed.names
            yield Hidden(key, passed, parts, around=self._heads, is_rest=True, end=own[-1])

    # ---------------------------------------------------------------- branches

    def _sides_in(self, code: ir.FunctionDef) -> Iterator[Hidden]:
        yield from self._statements(code, code.body)
        for choice in nodes_in(code.body):
            if isinstance(choice, ir.IfExp):
                for side, passed in self._left_out(code, choice):
                    part, of_round = choice.body if side[1] else choice.orelse, _is_of_round(code, choice.test)
                    scope, at = self._method.body, choice.test.span
                    yield Hidden((side, passed.names), passed, (part,), scope, side=side, is_of_round=of_round, at=at)

    def _statements(self, code: ir.FunctionDef, body: Sequence[ir.Statement]) -> Iterator[Hidden]:
        for i, statement in enumerate(body):
            if isinstance(statement, ir.If):
                for side, passed in self._left_out(code, statement):
                    yield self._side_of(code, body, i, statement, side, passed)
            for inner in blocks_of(statement):
                yield from self._statements(code, inner)

    def _side_of(
        self, code: ir.FunctionDef, body: Sequence[ir.Statement], i: int, statement: ir.If, side: Side, passed: Passed
    ) -> Hidden:
        taken, other = (statement.body, statement.orelse)[:: 1 if side[1] else -1]
        leaves = bool(other) and isinstance(other[-1], LEAVES)
        parts = *(one for one in taken if not isinstance(one, ir.Raise)), *(body[i + 1 :] if leaves else ())
        is_rest = leaves and body is self._method.body
        around = self._heads if is_rest else ()
        at = statement.test.span
        of_round = _is_of_round(code, statement.test)
        return Hidden((side, passed.names), passed, parts, self._method.body, around, is_rest, side, of_round, at)

    def _left_out(self, code: ir.FunctionDef, choice: ir.If | ir.IfExp) -> Iterator[tuple[Side, Passed]]:
        """The side that no run has taken, if the other one was taken, with what turns its switches: all of them, or
        one alone. In an `elif` one may be compared with another text."""
        test, is_own = choice.test, code is self._method
        holds = (id(test), True) not in self._sides
        if ((id(test), False) in self._sides) is not holds:
            return
        parts = list(nodes_in(test))
        tested = texts_in(parts)
        texts, excluded = (tested, []) if holds else (texts_in(_test_in(choice.orelse)), tested)
        switches = self._switches.of_method if is_own else self._switches.of_constructor
        named = {part.id: switches[part.id] for part in parts if isinstance(part, ir.Name) and part.id in switches}
        kept = dict(self._switches.kept_in(parts))

        def turn(defaults: Mapping[str, ir.Constant]) -> dict[str, Argument]:
            found: dict[str, Argument] = {}
            for name, default in defaults.items():
                about = self._switches.texts_about(name, texts)
                found |= turned(name, default, [*about, *self._switches.texts_for(name)], excluded)
            return found

        to_method, to_constructor = (turn(named), turn(kept)) if is_own else ({}, turn(named | kept))
        ways = together(to_method, to_constructor), each_alone(to_method, to_constructor)
        # Who raises an error asks for one of several things, or for one at least.
        first, then = reversed(ways) if _raises(choice.orelse if holds else choice.body) else ways
        for passed in (*first, *then):
            yield (id(test), holds), self._switches.suiting(passed)


def _is_of_round(code: ir.FunctionDef, test: ir.Expression) -> bool:
    return not names_in(test).isdisjoint(names_of_rounds(code))


def _raises(side: object) -> bool:
    return isinstance(side, tuple) and bool(side) and isinstance(side[-1], ir.Raise)


def _test_in(orelse: object) -> Iterator[object]:
    """The parts of the test of an `elif`, and of what is one in an expression."""
    if isinstance(orelse, tuple) and len(orelse) == 1:
        orelse = orelse[0]
    return nodes_in(orelse.test) if isinstance(orelse, (ir.If, ir.IfExp)) else iter(())
