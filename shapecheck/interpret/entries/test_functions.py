"""What a test runner passes to a test and does before it: parameters and fixtures of pytest, `setUp` of unittest,
`parameterized.expand`.

A test that is entered by itself is called as its runner calls it: once for every combination of its parameters.

Source: https://docs.pytest.org/en/stable/how-to/parametrize.html, https://docs.python.org/3/library/unittest.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.iteration import EXHAUSTED, UNDECIDED, step
from shapecheck.interpret.builtins.stdlib.parameterized import EXPAND
from shapecheck.interpret.builtins.stdlib.pytest import FIXTURE, MARK, MARKS, PARAMETERS
from shapecheck.values import (
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    ModuleValue,
    StaticMethodValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

Arguments = Mapping[str, Value]

MAX_CASES = 24
"""Combinations of parameters that are tried one by one; of more, the parameters are any values."""
MAX_FIXTURES = 8
"""Fixtures that need fixtures, one inside of the other."""
LEFT_OUT = frozenset({"skip", "xfail"})
"""Tests that are not run, or that are known to fail."""
SETTING_UP = ("setUpClass", "setup_class", "setUp", "setup_method")


def is_left_out(function: FunctionValue) -> bool:
    """Whether the runner does not run the test, or expects that it fails."""
    return any(mark.attrs["name"] in LEFT_OUT for mark in _marks(function))


def cases(machine: Machine, function: FunctionValue) -> list[Arguments]:
    """The combinations of the parameters of a test; one without any if there are none, or too many."""
    axes = [axis for mark in _marks(function) if (axis := _axis(machine, function, mark)) is not None]
    count = 1
    for axis in axes:
        count *= len(axis)
    if not axes or count > MAX_CASES:
        return [{}]
    return [{name: value for part in parts for name, value in part.items()} for parts in product(*axes)]


def _marks(function: FunctionValue) -> list[Instance]:
    tables = [function.attrs, *([] if function.owner is None else [cls.namespace for cls in function.owner.mro])]
    noted = [table.get(MARKS) for table in tables]
    lists = [value.items for value in noted if isinstance(value, ListValue) and value.items]
    return [mark for items in lists for mark in items if isinstance(mark, Instance) and mark.cls is MARK]


def _axis(machine: Machine, function: FunctionValue, mark: Instance) -> list[dict[str, Value]] | None:
    """The values of `parametrize("a, b", [(1, 2), (3, 4)])`, by name; None if they are not known."""
    if mark.attrs["name"] == EXPAND:
        return _expanded(machine, function, mark)
    args = mark.attrs["args"]
    options = mark.attrs["kwargs"]
    given: dict[Any, Value] = dict(options.entries) if isinstance(options, DictValue) else {}
    given |= dict(zip(("argnames", "argvalues", "indirect"), args if isinstance(args, tuple) else ()))
    if mark.attrs["name"] != "parametrize" or given.get("indirect") or not {"argnames", "argvalues"} <= given.keys():
        return None
    names = _names(machine, given["argnames"])
    values = machine.iterate(given["argvalues"])
    if names is None or values is None:
        return None
    is_one = isinstance(given["argnames"], str) and len(names) == 1
    axis = [_case(machine, names, value, is_one) for value in values if not _is_marked_out(value)]
    return None if None in axis else [case for case in axis if case is not None]


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


def _is_marked_out(value: Value) -> bool:
    if not isinstance(value, Instance) or value.cls is not PARAMETERS:
        return False
    marks = value.attrs["marks"]
    listed = marks if isinstance(marks, tuple) else (marks.items or []) if isinstance(marks, ListValue) else [marks]
    return any(isinstance(mark, Instance) and mark.attrs.get("name") in LEFT_OUT for mark in listed)


# -------------------------------------------------------------------- fixtures


def fixtures(machine: Machine, function: FunctionValue, receivers: Sequence[Value], given: Arguments) -> Arguments:
    """What the parameters of a test are that name fixtures, beside what is given."""
    return _with_fixtures(machine, function, receivers, given, MAX_FIXTURES)


def _with_fixtures(
    machine: Machine, function: FunctionValue, receivers: Sequence[Value], given: Arguments, depth: int
) -> Arguments:
    passed = dict(given)
    for param in function.node.params[len(receivers) :]:
        fixture = None if param.name in passed or depth == 0 else _find_fixture(machine, function, param.name)
        if fixture is None:
            continue
        owner = receivers[:1] if fixture.owner is not None else ()
        needed = _with_fixtures(machine, fixture, owner, {}, depth - 1)
        accepted = {p.name for p in fixture.node.params[len(owner) :]}
        if accepted <= needed.keys():
            passed[param.name] = _given_by(machine, machine.call(fixture, list(owner), dict(needed)))
    return passed


def _given_by(machine: Machine, result: Value) -> Value:
    """What a fixture returns, or yields first."""
    if not isinstance(result, IteratorValue):
        return result
    first = step(machine, result)
    if first is EXHAUSTED or first is UNDECIDED:
        return machine.unknown("what this fixture yields")
    return first  # type: ignore[return-value]  # the two marks are gone


def _find_fixture(machine: Machine, function: FunctionValue, name: str) -> FunctionValue | None:
    """The fixture of that name: of the class, the module, or a conftest beside or above it. One with parameters of
    its own (`params=`) gives more than one value, and is not followed."""
    classes = () if function.owner is None else function.owner.mro
    for table in (*(cls.namespace for cls in classes), *_namespaces(machine, function.module)):
        found = table.get(name)
        options = found.attrs.get(FIXTURE) if isinstance(found, FunctionValue) else None
        if isinstance(found, FunctionValue) and isinstance(options, DictValue):
            return None if "params" in options.entries else found
    return None


def _namespaces(machine: Machine, name: str) -> Iterator[Mapping[str, Value]]:
    world = machine.world
    yield world.module_of(name).namespace
    package = name
    while package:
        package = package.rpartition(".")[0]
        module = world.find_module(f"{package}.conftest" if package else "conftest")
        if isinstance(module, ModuleValue):
            world.run_module(module, machine)
            yield module.namespace


def set_up(machine: Machine, cls: ClassValue, receiver: Value) -> None:
    """What a runner calls before each method of a test class."""
    for name in SETTING_UP:
        found = cls.lookup(name)
        method = None if found is None else found[0]
        if isinstance(method, FunctionValue):
            machine.call(method, [receiver, *([None] if len(method.node.params) > 1 else [])], {})
        elif method is not None and not isinstance(method, StaticMethodValue):
            machine.call(machine.get_attribute(cls, name), [], {})
