"""pytest: marks and fixtures are noted on what they decorate; `interpret.entries.test_functions` calls tests by them.

Source: https://docs.pytest.org/en/stable/reference/reference.html
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import inert_class, new_class
from shapecheck.interpret.builtins.stdlib.inert import manager_class
from shapecheck.interpret.builtins.tables import Namespace, native_function, words
from shapecheck.values import ClassValue, DictValue, FunctionValue, Instance, ListValue, ModuleValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

PYTEST = Namespace("pytest")
MARKS = "pytestmark"
"""The attribute of functions and classes that lists their marks, as in pytest."""
FIXTURE = "__fixture__"
"""The attribute of a fixture: its options."""
MARK = new_class("MarkDecorator", "pytest", [CLASSES["object"]])
PARAMETERS = new_class("ParameterSet", "pytest", [CLASSES["object"]])
_GENERATOR = new_class("MarkGenerator", "pytest", [CLASSES["object"]])


def make_mark(
    machine: Machine, name: Value, args: tuple[Value, ...] = (), kwargs: dict[str, Value] | None = None
) -> Value:
    """A mark, which a call of it puts on a function or class."""
    mark = Instance(MARK, machine.site)
    mark.attrs.update({"name": name, "args": args, "kwargs": DictValue(dict(kwargs or {}))})
    return mark


def _named(machine: Machine, generator: Value, name: Value, /) -> Value:
    """`pytest.mark.NAME`"""
    return make_mark(machine, name)


def _decorate(machine: Machine, mark: Instance, /, *args: Value, **kwargs: Value) -> Value:
    """`@pytest.mark.NAME` on a function or class, or `pytest.mark.NAME(...)` with the arguments of the mark."""
    decorated = args[0] if len(args) == 1 and not kwargs else None
    if isinstance(decorated, FunctionValue):
        table: dict[str, Value] = decorated.attrs
    elif isinstance(decorated, ClassValue):
        table = decorated.namespace
    else:
        return make_mark(machine, mark.attrs["name"], args, kwargs)
    known = table.get(MARKS)
    marks = known.items if isinstance(known, ListValue) and known.items else []
    machine.store.set_item(table, MARKS, ListValue([*marks, mark]))
    return decorated


_GENERATOR.namespace["__getattr__"] = native_function("pytest.mark", _named)
MARK.namespace["__call__"] = native_function("MarkDecorator.__call__", _decorate)
PYTEST["mark"] = Instance(_GENERATOR, None)


@PYTEST.native("param")
def _param(machine: Machine, *values: Value, marks: Value = (), id: Value = None) -> Value:
    made = Instance(PARAMETERS, machine.site)
    made.attrs.update({"values": values, "marks": marks})
    return made


@PYTEST.native("fixture")
def _fixture(machine: Machine, function: Value = None, /, **options: Value) -> Value:
    """`@pytest.fixture`, `@pytest.fixture(scope="module", params=[...])`"""

    def decorate(machine: Machine, function: Value, /) -> Value:
        if isinstance(function, FunctionValue):
            machine.store.set_item(function.attrs, FIXTURE, DictValue(dict(options)))
        return function

    return native_function("pytest.fixture", decorate) if function is None else decorate(machine, function)


@PYTEST.native("skip", "fail", "xfail", "exit")
def _end(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    """The test ends here."""
    raise machine.error("Skipped")


@PYTEST.native("importorskip")
def _import_or_skip(machine: Machine, name: Value, *args: Value, **kwargs: Value) -> Value:
    importlib = machine.world.find_module("importlib")
    assert isinstance(importlib, ModuleValue)
    importer = importlib.namespace["import_module"]
    assert not callable(importer)
    return machine.call(importer, [name], {})


def _entered(machine: Machine, receiver: Instance) -> Value:
    return machine.unknown("what a context manager of pytest gives")


_MANAGER = manager_class("RaisesContext", "pytest", _entered)


@PYTEST.native("raises", "warns", "deprecated_call")
def _manager(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    return Instance(_MANAGER, machine.site)


REQUEST = inert_class("FixtureRequest", "pytest")
PYTEST["FixtureRequest"] = REQUEST
for _name in words("approx TempPathFactory CaptureFixture LogCaptureFixture Config Item"):
    PYTEST[_name] = inert_class(_name, "pytest")


# -------------------------------------------------------------------- monkeypatch: what a test changes for its own time

MONKEY_PATCH = inert_class("MonkeyPatch", "pytest")
PYTEST["MonkeyPatch"] = MONKEY_PATCH
_NOT_GIVEN: Any = object()


def _patch(name: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    def add(function: Callable[..., Value]) -> Callable[..., Value]:
        MONKEY_PATCH.namespace[name] = native_function(f"MonkeyPatch.{name}", function)
        return function

    return add


@_patch("setattr")
def _set_attribute(
    machine: Machine, patch: Value, /, target: Value, name: Value, value: Any = _NOT_GIVEN, raising: Value = True
) -> Value:
    """`setattr(object, "name", value)`, `setattr("module.name", value)`"""
    if value is _NOT_GIVEN:
        dotted, value = target, name
        module, _, name = dotted.rpartition(".") if isinstance(dotted, str) else ("", "", None)
        target = machine.world.find_module(module) if module else None
    if isinstance(name, str) and target is not None:
        machine.set_attribute(target, name, value)
    return None


@_patch("delattr")
def _delete_attribute(
    machine: Machine, patch: Value, /, target: Value, name: Value = None, raising: Value = True
) -> Value:
    if isinstance(name, str):
        machine.del_attribute(target, name)
    return None


@_patch("setitem")
def _set_item(machine: Machine, patch: Value, /, dic: Value, name: Value, value: Value) -> Value:
    machine.set_index(dic, name, value)
    return None
