"""Fixtures of pytest: what they give to a test, and the parameters that they have themselves.

Source: https://docs.pytest.org/en/stable/how-to/fixtures.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.iteration import EXHAUSTED, UNDECIDED, step
from shapecheck.interpret.builtins.stdlib.pytest import FIXTURE, MONKEY_PATCH, PARAMETERS, REQUEST
from shapecheck.values import (
    DictValue,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    ModuleValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_FIXTURES = 8
"""Fixtures that need fixtures, one inside of the other."""
LEFT_OUT = frozenset({"skip", "xfail"})
"""Marks of tests that are not run, or that are known to fail."""
REQUEST_NAME = "request"
PATCH_NAME = "monkeypatch"


class Fixtures:
    """What the fixtures give in one call of a test; `chosen` has the parameter of each that has some."""

    def __init__(self, machine: Machine, chosen: Mapping[str, Value]) -> None:
        self._machine = machine
        self._chosen = chosen

    def passed(
        self, function: FunctionValue, receivers: Sequence[Value], given: Mapping[str, Value], depth: int = MAX_FIXTURES
    ) -> dict[str, Value]:
        """What the parameters of a test are that name fixtures, beside what is given."""
        passed = dict(given)
        for param in function.node.params[len(receivers) :]:
            fixture = None if param.name in passed or depth == 0 else _find(self._machine, function, param.name)
            if fixture is None:
                if param.name == PATCH_NAME and param.name not in passed:
                    passed[param.name] = Instance(MONKEY_PATCH, self._machine.site)
                continue
            owner = receivers[:1] if fixture.owner is not None else ()
            given_to_it = {} if fixture.name not in self._chosen else {REQUEST_NAME: self._request(fixture.name)}
            needed = self.passed(fixture, owner, given_to_it, depth - 1)
            accepted = {p.name for p in fixture.node.params[len(owner) :]}
            if accepted <= needed.keys():
                arguments = {name: value for name, value in needed.items() if name in accepted}
                passed[param.name] = self._given_by(self._machine.call(fixture, list(owner), arguments))
        return passed

    def _request(self, name: str) -> Instance:
        request = Instance(REQUEST, self._machine.site)
        request.attrs["param"] = self._chosen[name]
        return request

    def _given_by(self, result: Value) -> Value:
        """What a fixture returns, or yields first."""
        if not isinstance(result, IteratorValue):
            return result
        first = step(self._machine, result)
        if first is EXHAUSTED or first is UNDECIDED:
            return self._machine.unknown("what this fixture yields")
        return first  # type: ignore[return-value]  # the two marks are gone


def parameters_of_fixtures(machine: Machine, function: FunctionValue) -> Iterator[tuple[str, list[Value]]]:
    """The fixtures that a test asks for, and those that they ask for, with the parameters that they have."""
    pending, seen = [function], {function.name}
    while pending:
        asking = pending.pop(0)
        for param in asking.node.params:
            fixture = None if param.name in seen else _find(machine, asking, param.name)
            if fixture is None:
                continue
            seen.add(param.name)
            pending.append(fixture)
            options = fixture.attrs[FIXTURE]
            given = options.entries.get("params") if isinstance(options, DictValue) else None
            values = None if given is None else machine.iterate(given)
            if values:
                yield fixture.name, [_plain(value) for value in values if not is_marked_out(value)]


def _plain(value: Value) -> Value:
    """The parameter itself, of one that `pytest.param` has wrapped."""
    if isinstance(value, Instance) and value.cls is PARAMETERS:
        values = value.attrs["values"]
        return values[0] if isinstance(values, tuple) and values else value
    return value


def is_marked_out(value: Value) -> bool:
    """Whether `pytest.param(..., marks=pytest.mark.skip)` keeps this one from being run."""
    if not isinstance(value, Instance) or value.cls is not PARAMETERS:
        return False
    marks = value.attrs["marks"]
    listed = marks if isinstance(marks, tuple) else (marks.items or []) if isinstance(marks, ListValue) else [marks]
    return any(isinstance(mark, Instance) and mark.attrs.get("name") in LEFT_OUT for mark in listed)


def _find(machine: Machine, function: FunctionValue, name: str) -> FunctionValue | None:
    """The fixture of that name: of the class, the module, or a conftest beside or above it."""
    classes = () if function.owner is None else function.owner.mro
    for table in (*(cls.namespace for cls in classes), *_namespaces(machine, function.module)):
        found = table.get(name)
        if isinstance(found, FunctionValue) and isinstance(found.attrs.get(FIXTURE), DictValue):
            return None if found is function else found
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
