"""What a test runner passes to a test and does before it: parameters of pytest, `setUp` of unittest,
`parameterized.expand`. Fixtures are in a module of their own.

A test that is entered by itself is called as its runner calls it: once for every combination of its parameters.

Source: https://docs.pytest.org/en/stable/how-to/parametrize.html, https://docs.python.org/3/library/unittest.html
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.interpret.builtins.stdlib.parameterized import EXPAND
from shapecheck.interpret.builtins.stdlib.pytest import PARAMETERS
from shapecheck.interpret.entries.fixtures import LEFT_OUT, is_marked_out, marks_of, parameters_of_fixtures
from shapecheck.values import (
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    StaticMethodValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


class Case(NamedTuple):
    """One combination: what is passed to the test, and the parameter of each fixture that has some."""

    arguments: dict[str, Value]
    chosen: dict[str, Value]


SURE_CASES = 24
"""Combinations of parameters that are all tried, as far as the steps go."""
MAX_CASES = 192
"""Of more than those, at most so many are tried, chosen from all of them, with the steps of any other function."""
SETTING_UP = ("setUpClass", "setup_class", "setUp", "setup_method")


def is_left_out(function: FunctionValue) -> bool:
    """Whether the runner does not run the test, or expects that it fails."""
    return any(mark.attrs["name"] in LEFT_OUT for mark in marks_of(function))


class Cases:
    """The combinations of the parameters of a test, one without any if there are none. `count` tells how many there
    are. Of many, neighbours differ in all parameters, so that the first of them stand for the rest."""

    def __init__(self, machine: Machine, function: FunctionValue) -> None:
        self._axes = [axis for mark in marks_of(function) if (axis := _axis(machine, function, mark)) is not None]
        self._axes += [
            [Case({}, {name: value}) for value in values] for name, values in parameters_of_fixtures(machine, function)
        ]
        self.count = math.prod(map(len, self._axes))

    def __iter__(self) -> Iterator[Case]:
        stride = 1 if self.count <= SURE_CASES else _stride(self.count)
        for number in range(min(self.count, MAX_CASES)):
            yield self._case(number * stride % self.count)

    def _case(self, number: int) -> Case:
        case = Case({}, {})
        for axis in reversed(self._axes):
            number, place = divmod(number, len(axis))
            case = Case(case.arguments | axis[place].arguments, case.chosen | axis[place].chosen)
        return case


def _stride(count: int) -> int:
    """A step that meets every number below `count`, each far from the last one: about the golden section of it."""
    stride = count * 618 // 1000
    while math.gcd(stride, count) != 1:
        stride += 1
    return stride


def _axis(machine: Machine, function: FunctionValue, mark: Instance) -> list[Case] | None:
    """The values of `parametrize("a, b", [(1, 2), (3, 4)])`, by name; None if they are not known."""
    if mark.attrs["name"] == EXPAND:
        rows = _expanded(machine, function, mark)
        return None if rows is None else [Case(row, {}) for row in rows]
    args = mark.attrs["args"]
    options = mark.attrs["kwargs"]
    given: dict[Any, Value] = dict(options.entries) if isinstance(options, DictValue) else {}
    given |= dict(zip(("argnames", "argvalues", "indirect"), args if isinstance(args, tuple) else ()))
    is_indirect = given.get("indirect", False)
    if mark.attrs["name"] != "parametrize" or not {"argnames", "argvalues"} <= given.keys():
        return None
    if not isinstance(is_indirect, bool):
        return None
    names = _names(machine, given["argnames"])
    values = machine.iterate(given["argvalues"])
    if names is None or values is None:
        return None
    is_one = isinstance(given["argnames"], str) and len(names) == 1
    axis = [_case(machine, names, value, is_one) for value in values if not is_marked_out(value)]
    if None in axis:
        return None
    return [Case({}, case) if is_indirect else Case(case, {}) for case in axis if case is not None]


def _expanded(machine: Machine, function: FunctionValue, mark: Instance) -> list[dict[str, Value]] | None:
    """`parameterized.expand([(1, 2), (3, 4)])` gives a method its arguments by position."""
    args = mark.attrs["args"]
    values = machine.iterate(args[0]) if isinstance(args, tuple) else None
    if values is None:
        return None
    names = [param.name for param in function.node.params[1:]]
    rows = [list(value) if isinstance(value, tuple) else value for value in values]
    listed = [row.items if isinstance(row, ListValue) else row if isinstance(row, list) else [row] for row in rows]
    return [dict(zip(names, row)) for row in listed if row is not None]


def _names(machine: Machine, given: Value) -> list[str] | None:
    if isinstance(given, str):
        return [name.strip() for name in given.split(",") if name.strip()]
    items = machine.iterate(given)
    return None if items is None else [name for name in items if isinstance(name, str)]


def _case(machine: Machine, names: Sequence[str], value: Value, is_one: bool) -> dict[str, Value] | None:
    """The values of the names in one case; a single name that is not in a list takes the value as it is."""
    if isinstance(value, Instance) and value.cls is PARAMETERS:
        value = value.attrs["values"]
        items = list(value) if isinstance(value, tuple) else None
    else:
        items = [value] if is_one else machine.iterate(value)
    return None if items is None or len(items) != len(names) else dict(zip(names, items))


def set_up(machine: Machine, cls: ClassValue, receiver: Value) -> None:
    """What a runner calls before each method of a test class."""
    for name in SETTING_UP:
        found = cls.lookup(name)
        method = None if found is None else found[0]
        if isinstance(method, FunctionValue):
            machine.call(method, [receiver, *([None] if len(method.node.params) > 1 else [])], {})
        elif method is not None and not isinstance(method, StaticMethodValue):
            machine.call(machine.get_attribute(cls, name), [], {})
