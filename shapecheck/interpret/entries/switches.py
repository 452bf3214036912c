"""Parameters that choose what a function does, by their defaults: None, a truth, a text, a number that says nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from shapecheck.interpret.entering import ANYTHING, is_neutral
from shapecheck.interpret.entries.arguments import Argument
from shapecheck.interpret.entries.free_calls import Passed
from shapecheck.source import ir
from shapecheck.source.walking import blocks_of, is_attribute_of, names_in, nodes_in, once_per_node


class Switches:
    """Those of a method, and of the constructor of its object by the attributes that it makes of them."""

    def __init__(self, method: ir.FunctionDef, constructor: ir.FunctionDef | None) -> None:
        self.of_method = switches_of(method)
        self.of_constructor = {} if constructor is None else switches_of(constructor)
        self._receiver = method.params[0].name if method.params else ""
        self._kept = {} if constructor is None else _kept(constructor)
        self._fractions = [() if code is None else fractions_of(code) for code in (method, constructor)]
        self._codes = [method] if constructor is None else [method, constructor]
        self._texts: dict[str, list[str]] | None = None

    def __bool__(self) -> bool:
        return bool(self.of_method or self.of_constructor)

    def kept_in(self, parts: Iterable[object]) -> Mapping[str, ir.Constant]:
        """Those of the constructor on which the attributes depend that are read in an expression."""
        found: dict[str, ir.Constant] = {}
        for part in parts:
            if is_attribute_of(part, self._receiver):
                found |= self._kept.get(part.attr, {})
        return found

    def texts_for(self, name: str) -> list[str]:
        """All texts with which a parameter, or an attribute that depends on it, is compared."""
        if self._texts is None:
            self._texts = {}
            for part in chain.from_iterable(nodes_in(code.body) for code in self._codes):
                texts = texts_in((part,))
                for one in names_in(part) | self.kept_in(nodes_in(part)).keys() if texts else ():
                    self._texts.setdefault(one, []).extend(texts)
        return self._texts.get(name, [])

    def texts_about(self, name: str, texts: Sequence[str]) -> list[str]:
        """Those of the texts of one test that are about it: `kind == "a" and mask is not None` asks for no text of
        the mask."""
        about = self.texts_for(name)
        return [text for text in texts if text in about]

    def suiting(self, passed: Passed) -> Passed:
        """The same, and where a text takes the place of another, which fraction suits it is not known: `shift=-0.5`
        beside `unit="fraction"` is none of `unit="samples"`."""
        opened = (
            dict.fromkeys(fractions, ANYTHING) if any(isinstance(one, str) for one in given.values()) else {}
            for fractions, given in zip(self._fractions, passed)
        )
        return passed.over(Passed(*opened))


@once_per_node
def fractions_of(function: ir.FunctionDef) -> tuple[str, ...]:
    """The parameters with a number as default that is not whole."""
    return tuple(param.name for param in function.params if _is_fraction(param.default))


def _is_fraction(default: ir.Expression | None) -> bool:
    if isinstance(default, ir.UnaryOp):
        default = default.operand
    return isinstance(default, ir.Constant) and isinstance(default.value, float)


@once_per_node
def switches_of(function: ir.FunctionDef) -> Mapping[str, ir.Constant]:
    """The parameters with such a default, and `**kwargs`, in which there is nothing."""
    nothing = ir.Constant(function.name_span, None)
    defaults = [(one.name, nothing if one.kind == "double_star" else one.default) for one in function.params]
    return {name: default for name, default in defaults if isinstance(default, ir.Constant) and _chooses(default)}


def _chooses(default: ir.Constant) -> bool:
    value = default.value
    return value is None or isinstance(value, (bool, str)) or type(value) is int and is_neutral(value)


def turned(
    name: str, default: ir.Constant, texts: Sequence[str], excluded: Collection[str] = ()
) -> Mapping[str, Argument]:
    """What takes the place of a default where a branch turns on it: the opposite truth, another text of those that it
    is compared with, anything for None, or for a text that is the only one; nothing if there is nothing."""
    if isinstance(default.value, bool):
        return {name: not default.value}
    if isinstance(default.value, int):
        return {}
    others = [text for text in texts if text != default.value]
    suiting = [text for text in others if text not in excluded]
    if suiting:
        return {name: suiting[0]}
    return {} if others else {name: ANYTHING}


def replaced(name: str, default: ir.Constant, texts: Sequence[str]) -> Mapping[str, Argument]:
    """The same where an error follows from the default: a number that says nothing stands for what has to be given."""
    return {name: ANYTHING} if type(default.value) is int else turned(name, default, texts)


def texts_in(parts: Iterable[object]) -> list[str]:
    """The texts that something is compared with in an expression; not those that are looked up: `"head" in options`,
    `outputs.get("image") is None`."""
    compared = [part for part in parts if isinstance(part, ir.Compare) and not _looks_up(part)]
    sides = [side for part in compared for side in (part.left, *part.comparators)]
    known = [node for side in sides if not isinstance(side, (ir.Call, ir.Subscript)) for node in nodes_in(side)]
    return [node.value for node in known if isinstance(node, ir.Constant) and isinstance(node.value, str)]


def _looks_up(part: ir.Compare) -> bool:
    return isinstance(part.left, ir.Constant) and part.ops[0] in ("in", "not in")


def together(to_method: Mapping[str, Argument], to_constructor: Mapping[str, Argument]) -> list[Passed]:
    """All that may be passed, if there is anything."""
    return [Passed(to_method, to_constructor)] if to_method or to_constructor else []


def each_alone(to_method: Mapping[str, Argument], to_constructor: Mapping[str, Argument]) -> list[Passed]:
    """One of several things: of `(a is None) ^ (b is None)` just one is to be given."""
    if len(to_method) + len(to_constructor) < 2:
        return []
    of_method = [Passed({name: value}) for name, value in to_method.items()]
    return [*of_method, *(Passed({}, {name: value}) for name, value in to_constructor.items())]


# -------------------------------------------------------------------- what a constructor keeps


@once_per_node
def _kept(constructor: ir.FunctionDef) -> Mapping[str, Mapping[str, ir.Constant]]:
    """The attributes that a constructor sets, each with the switches on which it depends."""
    switches = switches_of(constructor)
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
