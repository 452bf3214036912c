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
from shapecheck.interpret.entries.free_calls import Argument, Passed
from shapecheck.interpret.record import Record, Side
from shapecheck.source import ir
from shapecheck.source.walking import names_in, nodes_in, once_per_node
from shapecheck.values import Site

LEAVES = (ir.Return, ir.Raise, ir.Break, ir.Continue)
WORK = (ir.Call, ir.BinOp, ir.Subscript)
"""Only where one of these stands is there a shape to show."""


class Hidden(NamedTuple):
    """What no run has got to, and what a run has to pass to get there."""

    passed: Passed
    spans: frozenset[ir.Span]

    def part_of(self, record: Record, file: str) -> Record:
        """What a run has noted there. Nobody says that what it passes is ever passed, so its findings are uncertain."""

        def is_inside(site: Site) -> bool:
            return site.path == file and site.span in self.spans

        part = Record()
        found = [one for one in record.findings if any(map(is_inside, one.frames))]
        part.findings = [one._replace(uncertain=True) for one in found]
        part.reveals = [one for one in record.reveals if is_inside(one.site)]
        part.shapes = {site: met for site, met in record.shapes.items() if is_inside(site)}
        return part


def hidden_by_defaults(method: ir.FunctionDef, constructor: ir.FunctionDef | None, taken: Set[Side]) -> Hidden | None:
    """What a method does only if switches are turned; `taken` are the sides that have been run. None if that is
    nothing."""
    kept = {} if constructor is None else kept_switches(constructor)
    search = _Search(method, kept, taken)
    search.through(method.body)
    nodes = [node for part in search.hidden for node in nodes_in(part)]
    if not any(isinstance(node, WORK) for node in nodes):
        return None
    spans = {span for node in nodes if isinstance(span := getattr(node, "span", None), ir.Span)}
    if any(part is method.body[-1] for part in search.hidden):  # no run has got to the end
        spans |= {method.name_span, *(param.span for param in method.params)}
    return Hidden(Passed(search.to_method, search.to_constructor), frozenset(spans))


class _Search:
    """Goes through a method for the sides that no run has taken, and for what turns to them."""

    def __init__(
        self, method: ir.FunctionDef, kept: Mapping[str, Mapping[str, ir.Constant]], taken: Set[Side]
    ) -> None:
        self.hidden: list[ir.Statement | ir.Expression] = []
        self.to_method: dict[str, Argument] = {}
        self.to_constructor: dict[str, Argument] = {}
        self._taken = taken
        self._own = _switches(method)
        self._receiver = method.params[0].name if method.params else ""
        self._kept = kept

    def through(self, body: Sequence[ir.Statement]) -> None:
        if self._own or self._kept:
            self._expressions(body)
            self._statements(body)

    def _expressions(self, body: Sequence[ir.Statement]) -> None:
        for choice in nodes_in(body):
            if isinstance(choice, ir.IfExp) and (holds := self._left_out(choice.test, choice.orelse)) is not None:
                self.hidden.append(choice.body if holds else choice.orelse)

    def _statements(self, body: Sequence[ir.Statement]) -> None:
        for i, statement in enumerate(body):
            for inner in _blocks_of(statement):
                self._statements(inner)
            if isinstance(statement, ir.If) and (holds := self._left_out(statement.test, statement.orelse)) is not None:
                side, other = (statement.body, statement.orelse) if holds else (statement.orelse, statement.body)
                self.hidden += [one for one in side if not isinstance(one, ir.Raise)]
                if other and isinstance(other[-1], LEAVES):
                    self.hidden += body[i + 1 :]

    def _left_out(self, test: ir.Expression, orelse: object) -> bool | None:
        """The truth of the side that no run has taken, if the other one was taken and a switch can be turned. In an
        `elif` it may be compared with another text."""
        holds = (id(test), True) not in self._taken
        if ((id(test), False) in self._taken) is not holds:
            return None
        found = False
        parts = list(nodes_in(test))
        texts = _texts_in(parts if holds else nodes_in(orelse))
        for part in parts:
            if isinstance(part, ir.Name) and part.id in self._own:
                found |= _turn(self.to_method, part.id, self._own[part.id], texts)
            elif isinstance(part, ir.Attribute) and isinstance(part.value, ir.Name) and part.value.id == self._receiver:
                for name, default in self._kept.get(part.attr, {}).items():
                    found |= default.value is not None and _turn(self.to_constructor, name, default, texts)
        return holds if found else None


def _texts_in(parts: Iterable[object]) -> list[str]:
    return [part.value for part in parts if isinstance(part, ir.Constant) and isinstance(part.value, str)]


def _turn(passed: dict[str, Argument], name: str, default: ir.Constant, texts: Sequence[str]) -> bool:
    """Notes what is passed for a switch in the place of its default, if there is something."""
    if isinstance(default.value, bool):
        passed[name] = not default.value
    elif any(text != default.value for text in texts):
        passed[name] = next(text for text in texts if text != default.value)
    elif default.value is None:
        passed[name] = ANYTHING
    return name in passed


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
    for names, attribute in _assigned(constructor.body, frozenset()):
        found = {name: switches[name] for name in switches if name in names}
        kept[attribute] = {**kept.get(attribute, {}), **found}
    return kept


def _assigned(body: Sequence[ir.Statement], around: frozenset[str]) -> Iterator[tuple[frozenset[str], str]]:
    """The attributes that are assigned in a block, each with the names in its value and in the tests around it."""
    for statement in body:
        if isinstance(statement, (ir.Assign, ir.AnnAssign)) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ir.Assign) else (statement.target,)
            parts = chain.from_iterable(_pairs(target, statement.value) for target in targets)
            yield from ((around | names_in(part), one.attr) for one, part in parts if isinstance(one, ir.Attribute))
        within = around | names_in(statement.test) if isinstance(statement, ir.If) else around
        yield from chain.from_iterable(_assigned(block, within) for block in _blocks_of(statement))


def _pairs(target: ir.Expression, value: ir.Expression) -> Iterator[tuple[ir.Expression, ir.Expression]]:
    """What is assigned to what: `self.a, self.b = a, b` is two of that."""
    if isinstance(target, ir.Tuple) and isinstance(value, ir.Tuple) and len(target.elts) == len(value.elts):
        yield from zip(target.elts, value.elts)
    else:
        yield target, value


def _blocks_of(statement: ir.Statement) -> Iterator[Sequence[ir.Statement]]:
    for field in ("body", "orelse", "finalbody"):
        yield getattr(statement, field, ())
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body
