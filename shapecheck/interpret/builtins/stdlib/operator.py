"""operator: Python's operators as functions, and getters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.functions import FUNCTIONS
from shapecheck.interpret.builtins.lists import extend
from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.values import ListValue, NativeFunction, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

OPERATOR = Namespace("operator")

_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "matmul": "@", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "concat": "+",
}  # fmt: skip
_COMPARE = {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "is_": "is",
    "is_not": "is not",
}
_UNARY = {"neg": "-", "pos": "+", "invert": "~", "inv": "~", "not_": "not"}


def _binary(name: str, op: str) -> None:
    def call(machine: Machine, a: Value, b: Value, /) -> Value:
        return machine.binary(op, a, b)

    def in_place(machine: Machine, a: Value, b: Value, /) -> Value:
        if op == "+" and isinstance(a, ListValue):
            extend(machine, a, b)
            return a
        return machine.binary(op, a, b)

    OPERATOR.native(name, f"__{name.rstrip('_')}__")(call)
    OPERATOR.native("i" + name.rstrip("_"))(in_place)


def _compare(name: str, op: str) -> None:
    def call(machine: Machine, a: Value, b: Value, /) -> Value:
        return machine.compare(op, a, b)

    OPERATOR.native(name, f"__{name}__")(call)


def _unary(name: str, op: str) -> None:
    def call(machine: Machine, a: Value, /) -> Value:
        return machine.unary(op, a)

    OPERATOR.native(name, f"__{name}__")(call)


for _name, _op in _BINARY.items():
    _binary(_name, _op)
for _name, _op in _COMPARE.items():
    _compare(_name, _op)
for _name, _op in _UNARY.items():
    _unary(_name, _op)
OPERATOR["abs"] = NativeFunction("operator.abs", FUNCTIONS["abs"])


@OPERATOR.native("truth")
def _truth(machine: Machine, value: Value, /) -> Value:
    cond = machine.condition(value)
    return Scalar("bool") if cond is None else cond


@OPERATOR.native("index")
def _index(machine: Machine, value: Value, /) -> Value:
    return machine.call(machine.builtin_class("int"), [value], {})


@OPERATOR.native("contains")
def _contains(machine: Machine, container: Value, item: Value, /) -> Value:
    return machine.compare("in", item, container)


@OPERATOR.native("getitem")
def _getitem(machine: Machine, obj: Value, index: Value, /) -> Value:
    return machine.index(obj, index)


@OPERATOR.native("setitem")
def _setitem(machine: Machine, obj: Value, index: Value, value: Value, /) -> Value:
    machine.set_index(obj, index, value)
    return None


@OPERATOR.native("delitem")
def _delitem(machine: Machine, obj: Value, index: Value, /) -> Value:
    machine.del_index(obj, index)
    return None


@OPERATOR.native("itemgetter")
def _itemgetter(machine: Machine, first: Value, /, *rest: Value) -> Value:
    def get(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if len(args) != 1:
            return machine.unknown("these arguments of an itemgetter")
        return (
            machine.index(args[0], first)
            if not rest
            else tuple(machine.index(args[0], i) for i in (first, *rest))
        )

    return NativeFunction("itemgetter", get)


@OPERATOR.native("attrgetter")
def _attrgetter(machine: Machine, first: Value, /, *rest: Value) -> Value:
    def one(machine: Machine, obj: Value, path: Value) -> Value:
        if not isinstance(path, str):
            return unknown_from(machine, "an attrgetter of an unknown name", path)
        for name in path.split("."):
            obj = machine.get_attribute(obj, name)
        return obj

    def get(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if len(args) != 1:
            return machine.unknown("these arguments of an attrgetter")
        return (
            one(machine, args[0], first)
            if not rest
            else tuple(one(machine, args[0], p) for p in (first, *rest))
        )

    return NativeFunction("attrgetter", get)


@OPERATOR.native("methodcaller")
def _methodcaller(machine: Machine, name: Value, /, *args: Value, **kwargs: Value) -> Value:
    def get(machine: Machine, receivers: list[Value], _: dict[str, Value]) -> Value:
        if len(receivers) != 1 or not isinstance(name, str):
            return unknown_from(machine, "a methodcaller of an unknown name", name)
        return machine.call(machine.get_attribute(receivers[0], name), list(args), dict(kwargs))

    return NativeFunction("methodcaller", get)
