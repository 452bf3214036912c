"""What no run has met because of a default: the sides of branches (`if mask is not None: ...` of a mask that nobody
passes, `if self.causal: ...` of what the constructor is told, what follows `if targets is None: return x`), and what is
behind an error that a default leads to (`cos, sin = embeddings` of None).

A switch is a parameter of the method whose default is None, a truth or a text, or one of the constructor whose default
is a truth or a text. Turned it is anything, the opposite truth, or a text that it is compared with.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from shapecheck.interpret.entering import ANYTHING
from shapecheck.interpret.entries.arguments import Argument
from shapecheck.interpret.entries.free_calls import Passed
from shapecheck.interpret.files import Files
from shapecheck.interpret.record import Record, Side
from shapecheck.source import ir
from shapecheck.source.walking import blocks_of, is_attribute_of, names_in, nodes_in, once_per_node
from shapecheck.values import Site

LEAVES = (ir.Return, ir.Raise, ir.Break, ir.Continue)
WORK = (ir.Call, ir.BinOp, ir.Subscript)
"""Only where one of these stands is there a shape to show."""


class Met(NamedTuple):
    """What runs have met of a file: the sides of branches that were run, and the places where an error ended one."""

    sides: set[Side]
    ended: set[tuple[Site, ...]]
    files: Files
    shown: str
    past: set[Site]
    """Places that a further run has got past."""


    def ends_within(self, method: ir.FunctionDef) -> Iterator[tuple[Site, ...]]:
        """The errors that ended runs of a method, up to its own call."""
        for trace in sorted(self.ended):
            own = [i for i, at in enumerate(trace) if at.path == self.shown and _holds(method.body, at.span)]
            if own and trace[own[-1]] not in self.past:
                yield trace[: own[-1] + 1]


class Hidden(NamedTuple):
    """Something that no run has met: what a run has to pass to get there, and what it then does. `key` tells it from
    others.

    `is_rest` if the rest of the method is behind it: no run has got to the end.
    """

    key: Hashable
    passed: Passed
    parts: tuple[ir.Statement | ir.Expression, ...]
    around: tuple[ir.Span, ...] = ()
    is_rest: bool = False
    side: Side | None = None
    """That of a branch, None of what is behind an error."""
    end: Site | None = None
    """Where the error was."""

    def is_met_in(self, record: Record) -> bool:
        """Whether a run has got there."""
        if self.side is not None:
            return self.side in record.sides
        return not any(self.end in trace for trace in record.ended)

    def part_of(self, record: Record, file: str) -> Record:
        """What a run has noted there. Nobody says that what it passes is ever passed, so its findings are uncertain."""
        nodes = [node for part in self.parts for node in nodes_in(part)]
        spans = {getattr(node, "span", None) for node in nodes}.union(self.around)
        tests = {*map(id, nodes), *(() if self.side is None else self.side[:1])}

        def is_inside(site: Site) -> bool:
            return site.path == file and site.span in spans

        part = Record()
        found = [one for one in record.findings if any(map(is_inside, one.frames))]
        part.findings = [one._replace(uncertain=True) for one in found]
        part.reveals = [one for one in record.reveals if is_inside(one.site)]
        part.shapes = {site: met for site, met in record.shapes.items() if is_inside(site)}
        part.sides = {side for side in record.sides if side[0] in tests}
        return part


def hidden_by_defaults(method: ir.FunctionDef, constructor: ir.FunctionDef | None, met: Met) -> Iterator[Hidden]:
    """What a method does only if switches are turned, one thing beside the other."""
    search = _Search(method, {} if constructor is None else kept_switches(constructor), met)
    for hidden in search.through(method.body):
        if any(isinstance(node, WORK) for part in hidden.parts for node in nodes_in(part)):
            yield hidden


class _Search:
    """Goes through a method for what no run has met, and for what turns to it."""

    def __init__(self, method: ir.FunctionDef, kept: Mapping[str, Mapping[str, ir.Constant]], met: Met) -> None:
        self._method = method
        self._met = met
        self._own = _switches(method)
        self._receiver = method.params[0].name if method.params else ""
        self._kept = kept
        self._heads = (method.name_span, *(param.span for param in method.params))

    def through(self, body: Sequence[ir.Statement]) -> Iterator[Hidden]:
        if not self._own and not self._kept:
            return
        yield from self._behind_errors()
        yield from self._statements(body)
        for choice in nodes_in(body):
            if isinstance(choice, ir.IfExp):
                for side, passed in self._left_out(choice.test, choice.body, choice.orelse):
                    part = choice.body if side[1] else choice.orelse
                    yield Hidden((side, passed.names), passed, (part,), side=side)

    def _behind_errors(self) -> Iterator[Hidden]:
        """What follows the statement that has ended a run, if a default of None is read there."""
        for trace in self._met.ends_within(self._method):
            begun = next(i for i, one in enumerate(self._method.body) if _holds((one,), trace[-1].span))
            named = names_read_at(self._method.body, trace[-1].span)
            names = [name for name, default in self._own.items() if default.value is None and name in named]
            raised = self._met.files.source(trace[0].path)
            if len(trace) > 1 and isinstance(raised, ir.SourceFile):
                inner = names_read_at(raised.body, trace[0].span)
                names = [name for name in names if name in inner] or names
            wanted: dict[str, Argument] = dict.fromkeys(names, ANYTHING)
            for passed in chain(_each_alone(wanted, {}), _together(wanted, {})):
                parts = self._method.body[begun:]
                yield Hidden((trace[-1], passed.names), passed, parts, self._heads, is_rest=True, end=trace[-1])

    def _statements(self, body: Sequence[ir.Statement]) -> Iterator[Hidden]:
        for i, statement in enumerate(body):
            if isinstance(statement, ir.If):
                for side, passed in self._left_out(statement.test, statement.body, statement.orelse):
                    yield self._side_of(body, i, statement, side, passed)
            for inner in blocks_of(statement):
                yield from self._statements(inner)

    def _side_of(
        self, body: Sequence[ir.Statement], i: int, statement: ir.If, side: Side, passed: Passed
    ) -> Hidden:
        taken, other = (statement.body, statement.orelse)[:: 1 if side[1] else -1]
        leaves = bool(other) and isinstance(other[-1], LEAVES)
        parts = *(one for one in taken if not isinstance(one, ir.Raise)), *(body[i + 1 :] if leaves else ())
        is_rest = leaves and body is self._method.body
        return Hidden((side, passed.names), passed, parts, self._heads if is_rest else (), is_rest, side)

    def _left_out(self, test: ir.Expression, body: object, orelse: object) -> Iterator[tuple[Side, Passed]]:
        """The side that no run has taken, if the other one was taken, with what turns its switches: all of them, or
        one alone. In an `elif` one may be compared with another text."""
        holds = (id(test), True) not in self._met.sides
        if ((id(test), False) in self._met.sides) is not holds:
            return
        parts = list(nodes_in(test))
        texts = _texts_in(parts if holds else _test_in(orelse))
        to_method: dict[str, Argument] = {}
        to_constructor: dict[str, Argument] = {}
        for part in parts:
            if isinstance(part, ir.Name) and part.id in self._own:
                _turn(to_method, part.id, self._own[part.id], texts)
            elif is_attribute_of(part, self._receiver):
                for name, default in self._kept.get(part.attr, {}).items():
                    if default.value is not None:
                        _turn(to_constructor, name, default, texts)
        ways = [*_together(to_method, to_constructor)], [*_each_alone(to_method, to_constructor)]
        # Who raises an error asks for one of several things, or for one at least.
        for passed in chain(*(reversed(ways) if _raises(orelse if holds else body) else ways)):
            yield (id(test), holds), passed


def _raises(side: object) -> bool:
    return isinstance(side, tuple) and bool(side) and isinstance(side[-1], ir.Raise)


def _together(to_method: dict[str, Argument], to_constructor: dict[str, Argument]) -> Iterator[Passed]:
    """All that may be passed, if there is anything."""
    if to_method or to_constructor:
        yield Passed(to_method, to_constructor)


def _each_alone(to_method: dict[str, Argument], to_constructor: dict[str, Argument]) -> Iterator[Passed]:
    """One of several things: of `(a is None) ^ (b is None)` just one is to be given."""
    if len(to_method) + len(to_constructor) > 1:
        yield from (Passed({name: value}) for name, value in to_method.items())
        yield from (Passed({}, {name: value}) for name, value in to_constructor.items())


# -------------------------------------------------------------------- places


def _holds(body: Sequence[ir.Statement], span: ir.Span) -> bool:
    return bool(_statements_at(body, span))


def _statements_at(body: Sequence[ir.Statement], span: ir.Span) -> tuple[ir.Statement, ...]:
    """The statements around a place, outermost first."""
    for statement in body:
        inner = next((found for block in blocks_of(statement) if (found := _statements_at(block, span))), ())
        if inner or statement.span[:2] <= span[:2] and span[2:] <= statement.span[2:]:
            return (statement, *inner)
    return ()


def names_read_at(body: Sequence[ir.Statement], span: ir.Span) -> frozenset[str]:
    """The names in the statement at a place; of a `raise` those in the tests that have led to it."""
    *around, statement = _statements_at(body, span) or (None,)
    if isinstance(statement, ir.Raise) and around and isinstance(around[-1], ir.If):
        found = names_in(around[-1].test)
        for outer, inner in zip(around[-2::-1], around[::-1]):
            if not (isinstance(outer, ir.If) and outer.orelse == (inner,)):
                break
            found |= names_in(outer.test)
        return found
    for head in ("test", "iter", "subject"):
        if hasattr(statement, head):
            return names_in(getattr(statement, head))
    return frozenset() if statement is None else names_in(statement)


# -------------------------------------------------------------------- switches


def _test_in(orelse: object) -> Iterator[object]:
    """The parts of the test of an `elif`, and of what is one in an expression."""
    if isinstance(orelse, tuple) and len(orelse) == 1:
        orelse = orelse[0]
    return nodes_in(orelse.test) if isinstance(orelse, (ir.If, ir.IfExp)) else iter(())


def _texts_in(parts: Iterable[object]) -> list[str]:
    return [part.value for part in parts if isinstance(part, ir.Constant) and isinstance(part.value, str)]


def _turn(passed: dict[str, Argument], name: str, default: ir.Constant, texts: Sequence[str]) -> None:
    """Notes what is passed for a switch in the place of its default, if there is something."""
    if isinstance(default.value, bool):
        passed[name] = not default.value
    elif any(text != default.value for text in texts):
        passed[name] = next(text for text in texts if text != default.value)
    elif default.value is None:
        passed[name] = ANYTHING


@once_per_node
def _switches(function: ir.FunctionDef) -> Mapping[str, ir.Constant]:
    """The parameters on whose defaults branches turn."""
    defaults = {param.name: param.default for param in function.params}
    return {
        name: default
        for name, default in defaults.items()
        if isinstance(default, ir.Constant) and (default.value is None or isinstance(default.value, (bool, str)))
    }


@once_per_node
def kept_switches(constructor: ir.FunctionDef) -> Mapping[str, Mapping[str, ir.Constant]]:
    """The attributes that a constructor sets, each with the switches on which it depends."""
    switches = _switches(constructor)
    kept: dict[str, Mapping[str, ir.Constant]] = {}
    receiver = constructor.params[0].name if constructor.params else ""
    for names, attribute in _assigned(constructor.body, receiver, frozenset()):
        found = {name: switches[name] for name in switches if name in names}
        kept[attribute] = {**kept.get(attribute, {}), **found}
    return kept


def _assigned(
    body: Sequence[ir.Statement], receiver: str, around: frozenset[str]
) -> Iterator[tuple[frozenset[str], str]]:
    """The attributes of the receiver that are assigned in a block, each with the names in its value and in the tests
    around it."""
    for statement in body:
        if isinstance(statement, (ir.Assign, ir.AnnAssign)) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ir.Assign) else (statement.target,)
            parts = chain.from_iterable(_pairs(target, statement.value) for target in targets)
            yield from ((around | names_in(part), one.attr) for one, part in parts if is_attribute_of(one, receiver))
        within = around | names_in(statement.test) if isinstance(statement, ir.If) else around
        yield from chain.from_iterable(_assigned(block, receiver, within) for block in blocks_of(statement))


def _pairs(target: ir.Expression, value: ir.Expression) -> Iterator[tuple[ir.Expression, ir.Expression]]:
    """What is assigned to what: `self.a, self.b = a, b` is two of that."""
    if isinstance(target, ir.Tuple) and isinstance(value, ir.Tuple) and len(target.elts) == len(value.elts):
        yield from zip(target.elts, value.elts)
    else:
        yield target, value
