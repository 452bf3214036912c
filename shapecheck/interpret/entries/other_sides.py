"""The sides of branches that no run has taken because of a default: `if mask is not None: ...` of a mask that nobody
passes, `if self.causal: ...` of what the constructor is told, what follows `if targets is None: return x`.

A switch is a parameter of the method whose default is None, a truth or a text, or one of the constructor whose default
is a truth or a text. Turned it is anything, the opposite truth, or a text that it is compared with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import NamedTuple

from shapecheck.interpret.entering import ANYTHING
from shapecheck.interpret.entries.arguments import Argument
from shapecheck.interpret.entries.free_calls import Passed
from shapecheck.interpret.record import Record, Side
from shapecheck.source import ir
from shapecheck.source.walking import blocks_of, is_attribute_of, names_in, nodes_in, once_per_node
from shapecheck.values import Site

LEAVES = (ir.Return, ir.Raise, ir.Break, ir.Continue)
WORK = (ir.Call, ir.BinOp, ir.Subscript)
"""Only where one of these stands is there a shape to show."""


class Hidden(NamedTuple):
    """A side of a branch that no run has taken: what a run has to pass to get there, and what it then does.

    `is_rest` if the rest of the method is behind it: no run has got to the end.
    """

    side: Side
    passed: Passed
    parts: tuple[ir.Statement | ir.Expression, ...]
    around: tuple[ir.Span, ...]
    is_rest: bool

    def part_of(self, record: Record, file: str) -> Record:
        """What a run has noted there. Nobody says that what it passes is ever passed, so its findings are uncertain."""
        nodes = [node for part in self.parts for node in nodes_in(part)]
        spans = {getattr(node, "span", None) for node in nodes}.union(self.around)
        tests = {self.side[0], *map(id, nodes)}

        def is_inside(site: Site) -> bool:
            return site.path == file and site.span in spans

        part = Record()
        found = [one for one in record.findings if any(map(is_inside, one.frames))]
        part.findings = [one._replace(uncertain=True) for one in found]
        part.reveals = [one for one in record.reveals if is_inside(one.site)]
        part.shapes = {site: met for site, met in record.shapes.items() if is_inside(site)}
        part.sides = {side for side in record.sides if side[0] in tests}
        return part


def hidden_by_defaults(
    method: ir.FunctionDef, constructor: ir.FunctionDef | None, taken: Set[Side]
) -> Iterator[Hidden]:
    """What a method does only if switches are turned, side by side; `taken` are the sides that have been run."""
    search = _Search(method, {} if constructor is None else kept_switches(constructor), taken)
    for hidden in search.through(method.body):
        if any(isinstance(node, WORK) for part in hidden.parts for node in nodes_in(part)):
            yield hidden


class _Search:
    """Goes through a method for the sides that no run has taken, and for what turns to them."""

    def __init__(
        self, method: ir.FunctionDef, kept: Mapping[str, Mapping[str, ir.Constant]], taken: Set[Side]
    ) -> None:
        self._method = method
        self._taken = taken
        self._own = _switches(method)
        self._receiver = method.params[0].name if method.params else ""
        self._kept = kept

    def through(self, body: Sequence[ir.Statement]) -> Iterator[Hidden]:
        if not self._own and not self._kept:
            return
        yield from self._statements(body)
        for choice in nodes_in(body):
            if isinstance(choice, ir.IfExp) and (led := self._left_out(choice.test, choice.orelse)) is not None:
                holds, passed = led
                part = choice.body if holds else choice.orelse
                yield Hidden((id(choice.test), holds), passed, (part,), (), False)

    def _statements(self, body: Sequence[ir.Statement]) -> Iterator[Hidden]:
        for i, statement in enumerate(body):
            if isinstance(statement, ir.If) and (led := self._left_out(statement.test, statement.orelse)) is not None:
                holds, passed = led
                side, other = (statement.body, statement.orelse) if holds else (statement.orelse, statement.body)
                leaves = bool(other) and isinstance(other[-1], LEAVES)
                parts = *(one for one in side if not isinstance(one, ir.Raise)), *(body[i + 1 :] if leaves else ())
                is_rest = leaves and body is self._method.body
                heads = (self._method.name_span, *(param.span for param in self._method.params)) if is_rest else ()
                yield Hidden((id(statement.test), holds), passed, parts, heads, is_rest)
            for inner in blocks_of(statement):
                yield from self._statements(inner)

    def _left_out(self, test: ir.Expression, orelse: object) -> tuple[bool, Passed] | None:
        """The truth of the side that no run has taken, if the other one was taken, and what turns its switches. In an
        `elif` one may be compared with another text."""
        holds = (id(test), True) not in self._taken
        if ((id(test), False) in self._taken) is not holds:
            return None
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
        return (holds, Passed(to_method, to_constructor)) if to_method or to_constructor else None


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
