"""Fixtures of pytest: what they give to a test, and the parameters that they have themselves.

Source: https://docs.pytest.org/en/stable/how-to/fixtures.html
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from shapecheck.interpret.builtins.iteration import EXHAUSTED, UNDECIDED, step
from shapecheck.interpret.builtins.stdlib.pytest import (
    FIXTURE,
    MARK,
    MARKS,
    MONKEY_PATCH,
    PARAMETERS,
    REQUEST,
)
from shapecheck.interpret.language import managers
from shapecheck.interpret.language.calls import run_generator
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

Test: TypeAlias = "Callable[[Mapping[str, Value]], None]"
"""What goes on with the values of fixtures."""


class Fixtures:
    """What the fixtures of one call of a test do and give; `chosen` has the parameter of each that has some."""

    def __init__(self, machine: Machine, chosen: Mapping[str, Value]) -> None:
        self._machine = machine
        self._chosen = chosen

    def around(
        self, function: FunctionValue, receivers: Sequence[Value], given: Mapping[str, Value], test: Test
    ) -> None:
        """Runs the test with what its parameters that name fixtures are, beside what is given: behind the fixtures that
        it needs, and before what these do in the end."""
        own = [param.name for param in function.node.params[len(receivers) :]]
        first = [*_for_all(self._machine, function), *_used(function)]

        def then(values: Mapping[str, Value]) -> None:
            test({name: value for name, value in values.items() if name in own or name in given})

        self._provide([*first, *own], function, receivers, dict(given), then, MAX_FIXTURES)

    def _provide(
        self, names: list[str], asking: FunctionValue, receivers: Sequence[Value], values: dict[str, Value],
        then: Test, depth: int,
    ) -> None:  # fmt: skip
        """Goes on with what the fixtures of these names give, beside the values that are there."""
        if not names:
            then(values)
            return
        name, *others = names

        def go_on(found: Mapping[str, Value]) -> None:
            self._provide(others, asking, receivers, {**values, **found}, then, depth)

        fixture = None if name in values or depth == 0 else _find(self._machine, asking, name)
        if fixture is None:
            is_patch = name == PATCH_NAME and name not in values
            go_on({name: Instance(MONKEY_PATCH, self._machine.site)} if is_patch else {})
            return
        owner = receivers[:1] if fixture.owner is not None else ()
        needs = [param.name for param in fixture.node.params[len(owner) :]]

        def run(needed: Mapping[str, Value]) -> None:
            kept = {key: value for key, value in needed.items() if key != REQUEST_NAME}
            if set(needs) <= needed.keys():
                arguments = {key: needed[key] for key in needs}
                self._run(fixture, owner, arguments, lambda value: go_on({**kept, name: value}))
            else:
                go_on(kept)

        request = {REQUEST_NAME: self._request(name)} if name in self._chosen else {}
        self._provide(needs, fixture, owner, {**values, **request}, run, depth - 1)

    def _request(self, name: str) -> Instance:
        request = Instance(REQUEST, self._machine.site)
        request.attrs["param"] = self._chosen[name]
        return request

    def _run(
        self, fixture: FunctionValue, owner: Sequence[Value], arguments: dict[str, Value], then: Callable[[Value], None]
    ) -> None:
        """Goes on with what the fixture returns; in the place of its `yield`, if it has one."""
        machine = self._machine
        if managers.runs_around(machine, fixture):

            def at_yield(value: Value) -> Value:
                inner = machine.frame
                machine.leave()
                try:
                    then(value)
                finally:
                    machine.enter(inner)
                return None

            run_generator(machine, fixture, list(owner), arguments, at_yield)
            return
        result = machine.call(fixture, list(owner), arguments)
        if isinstance(result, IteratorValue):
            result = self._first_of(result)
        then(result)

    def _first_of(self, yielded: IteratorValue) -> Value:
        """What a fixture yields first."""
        first = step(self._machine, yielded)
        if first is EXHAUSTED or first is UNDECIDED:
            return self._machine.unknown("what this fixture yields")
        return first  # type: ignore[return-value]  # mypy does not see that the two marks are gone


def _for_all(machine: Machine, function: FunctionValue) -> list[str]:
    """The fixtures that are used by every test beside them."""
    tables = (*([] if function.owner is None else [cls.namespace for cls in function.owner.mro]),)
    found = (
        value for table in (*_namespaces(machine, function.module), *tables) for value in list(table.values())
    )
    return [
        one.name
        for one in found
        if isinstance(one, FunctionValue)
        and isinstance(options := one.attrs.get(FIXTURE), DictValue)
        and options.entries.get("autouse") is True
    ]


def _used(function: FunctionValue) -> list[str]:
    """Those that `@pytest.mark.usefixtures("a", "b")` names."""
    marks = [mark.attrs["args"] for mark in marks_of(function) if mark.attrs["name"] == "usefixtures"]
    return [name for args in marks if isinstance(args, tuple) for name in args if isinstance(name, str)]


def marks_of(function: FunctionValue) -> list[Instance]:
    """The marks of a test, and of its class."""
    tables = [function.attrs, *([] if function.owner is None else [cls.namespace for cls in function.owner.mro])]
    noted = [table.get(MARKS) for table in tables]
    lists = [value.items for value in noted if isinstance(value, ListValue) and value.items]
    return [mark for items in lists for mark in items if isinstance(mark, Instance) and mark.cls is MARK]


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
