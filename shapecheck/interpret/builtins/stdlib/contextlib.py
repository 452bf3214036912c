"""contextlib: managers that enter and leave silently. (The interpreter knows which swallow errors.)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.hierarchy import inert_class, new_class
from shapecheck.interpret.builtins.iteration import EXHAUSTED, UNDECIDED, step
from shapecheck.interpret.builtins.stdlib.inert import manager_class
from shapecheck.interpret.builtins.tables import Namespace, native_function
from shapecheck.values import Instance, IteratorValue, NativeFunction, PartialValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

CONTEXTLIB = Namespace("contextlib")
GENERATOR = "generator"
"""The attribute of a manager made by `@contextmanager` that holds its generator, which has not begun."""


def _entered(machine: Machine, receiver: Instance) -> Value:
    generator = receiver.attrs.get(GENERATOR)
    if generator is None:
        return receiver.attrs.get("enter_result")
    values = machine.call(generator, [], {})
    if not isinstance(values, IteratorValue):
        return unknown_from(machine, "what this context manager gives", values)
    first = step(machine, values)
    if first is EXHAUSTED or first is UNDECIDED:
        return machine.unknown("what this context manager gives")
    result: Value = first  # type: ignore[assignment]
    return result


_MANAGER = manager_class("_GeneratorContextManager", "contextlib", _entered)


def _manager(machine: Machine, result: Value) -> Instance:
    """A manager that gives `result` when it is entered."""
    instance = Instance(_MANAGER, machine.site)
    instance.attrs["enter_result"] = result
    return instance


def _as_decorator(machine: Machine, receiver: Value, function: Value, /) -> Value:
    return function


_DECORATOR = native_function("ContextDecorator.__call__", _as_decorator)
_MANAGER.namespace["__call__"] = _DECORATOR


@CONTEXTLIB.native("contextmanager", "asynccontextmanager")
def _contextmanager(machine: Machine, function: Value, /) -> Value:
    """A `with` runs the generator around its block where it can (`language.managers`). Else the generator is run as a
    whole when it is entered: what it does behind its yield comes too early."""

    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        manager = Instance(_MANAGER, machine.site)
        manager.attrs[GENERATOR] = PartialValue(function, args, kwargs)
        return manager

    return NativeFunction("contextmanager", call)


@CONTEXTLIB.native("nullcontext")
def _nullcontext(machine: Machine, enter_result: Value = None) -> Value:
    return _manager(machine, enter_result)


@CONTEXTLIB.native("closing", "aclosing")
def _closing(machine: Machine, thing: Value, /) -> Value:
    return _manager(machine, thing)


@CONTEXTLIB.native("suppress", "redirect_stdout", "redirect_stderr", "chdir")
def _silent(machine: Machine, *args: Value) -> Value:
    return _manager(machine, None)


# -------------------------------------------------------------------- ExitStack

EXIT_STACK = manager_class("ExitStack", "contextlib", lambda machine, receiver: receiver)
EXIT_STACK.construct = lambda machine, args, kwargs: Instance(EXIT_STACK, machine.site)


def _enter_context(machine: Machine, receiver: Value, manager: Value, /) -> Value:
    if isinstance(manager, Instance) and manager.cls.lookup("__enter__") is not None:
        return machine.call(machine.get_attribute(manager, "__enter__"), [], {})
    return unknown_from(machine, "what this context manager gives", manager)


def _push(machine: Machine, receiver: Value, thing: Value, /, *args: Value, **kwargs: Value) -> Value:
    return thing


EXIT_STACK.namespace["enter_context"] = native_function("ExitStack.enter_context", _enter_context)
EXIT_STACK.namespace["push"] = EXIT_STACK.namespace["callback"] = native_function("ExitStack.push", _push)
CONTEXTLIB.update({"ExitStack": EXIT_STACK, "AsyncExitStack": EXIT_STACK})
for _name in ("AbstractContextManager", "AbstractAsyncContextManager"):
    CONTEXTLIB[_name] = inert_class(_name, "contextlib")
for _name in ("ContextDecorator", "AsyncContextDecorator"):
    CONTEXTLIB[_name] = new_class(_name, "contextlib", [CLASSES["object"]], {"__call__": _DECORATOR})
