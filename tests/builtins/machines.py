"""A machine without stubs or files, for the tests of the built-ins."""

from __future__ import annotations

import functools
from typing import Any

from shapecheck.interpret.builtins.exact import Inexact, exact
from shapecheck.interpret.language.dispatch import execute_block
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.signals import Flow, PythonError
from shapecheck.interpret.world import World
from shapecheck.rules import Registry
from shapecheck.source import ir, parse
from shapecheck.values import Instance, IteratorValue, ListValue, ModuleValue, Value


@functools.cache
def _world() -> World:
    return World([], [], Registry([]))


def make_machine() -> Machine:
    world = _world()
    module = ModuleValue("__main__", {}, "main.py")
    world.modules["__main__"] = module
    return world.machine_for(module)


def run_source(source: str) -> tuple[Machine, dict[str, Value]]:
    """Runs a module's text; gives the machine and the module's names."""
    machine = make_machine()
    parsed = parse(source.encode(), "main.py")
    assert isinstance(parsed, ir.SourceFile), parsed
    flow: Flow = execute_block(machine, parsed.body)
    assert flow is None
    return machine, machine.frame.module.namespace


def real(value: Value) -> Any:
    """The Python object of a value, iterators as lists; Inexact when there is none."""
    if isinstance(value, IteratorValue):
        if value.items is None:
            raise Inexact
        return [real(item) for item in value.items[value.position :]]
    if isinstance(value, tuple):
        return tuple(real(item) for item in value)
    if isinstance(value, ListValue) and value.items is not None:
        return [real(item) for item in value.items]
    return exact(value)


def listed(result: Any) -> Any:
    """A real result in the form that `real` gives: iterators and views as lists, all the way down."""
    if isinstance(result, (str, bytes, int, float, complex, type(None), dict, set, frozenset, range)):
        return result
    if isinstance(result, tuple):
        return tuple(listed(item) for item in result)
    return [listed(item) for item in result] if hasattr(result, "__iter__") else result


def outcome(machine: Machine, function: Any) -> Any:
    """("value", x) or ("error", name) of an abstract computation."""
    try:
        return "value", real(function())
    except Inexact:
        return ("inexact",)
    except PythonError as error:
        assert isinstance(error.value, Instance)
        return "error", error.value.cls.name


def real_outcome(function: Any) -> Any:
    """The same of a real computation."""
    try:
        return "value", listed(function())
    except Exception as error:
        return "error", type(error).__name__


def same(a: Any, b: Any) -> bool:
    """Equality that tells 1 from 1.0 and True, and holds for nan."""
    return type(a) is type(b) and (a == b or repr(a) == repr(b))
