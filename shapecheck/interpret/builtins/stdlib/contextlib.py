"""contextlib: managers that enter and leave silently. (The interpreter knows which swallow errors.)"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

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

    return NativeFunction("contextmanager", call, decorated=function)


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

PENDING = "pending"
"""The attribute of an ExitStack that holds what it calls in the end, a tuple of partials."""

EXIT_STACK = manager_class("ExitStack", "contextlib", lambda machine, receiver: receiver)


def _stack_of(machine: Machine, pending: Value) -> Instance:
    stack = Instance(EXIT_STACK, machine.site)
    stack.attrs[PENDING] = pending
    return stack


def _defer(machine: Machine, stack: Value, function: Value, args: list[Value], kwargs: dict[str, Value]) -> None:
    """Has the stack call the function in the end."""
    if isinstance(stack, Instance):
        pending = stack.attrs.get(PENDING, ())
        deferred = (*pending, PartialValue(function, args, kwargs)) if isinstance(pending, tuple) else pending
        machine.store.set_item(stack.attrs, PENDING, deferred)


def _is_manager(thing: Value) -> TypeGuard[Instance]:
    return isinstance(thing, Instance) and thing.cls.lookup("__exit__") is not None


def _enter_context(machine: Machine, receiver: Value, manager: Value, /) -> Value:
    if not isinstance(manager, Instance) or manager.cls.lookup("__enter__") is None:
        return unknown_from(machine, "what this context manager gives", manager)
    entered = machine.call(machine.get_attribute(manager, "__enter__"), [], {})
    _push(machine, receiver, manager)
    return entered


def _push(machine: Machine, receiver: Value, thing: Value, /) -> Value:
    """Takes a manager that is entered already, or a function that is called as `__exit__` is."""
    leave = machine.get_attribute(thing, "__exit__") if _is_manager(thing) else thing
    _defer(machine, receiver, leave, [None, None, None], {})
    return thing


def _callback(machine: Machine, receiver: Value, function: Value, /, *args: Value, **kwargs: Value) -> Value:
    _defer(machine, receiver, function, list(args), kwargs)
    return function


def _close(machine: Machine, receiver: Value, /, *error: Value) -> Value:
    """Calls what is pending, the last first."""
    pending = _pop(machine, receiver)
    for deferred in reversed(pending) if isinstance(pending, tuple) else ():
        machine.call(deferred, [], {})
    return None


def _pop_all(machine: Machine, receiver: Value, /) -> Value:
    return _stack_of(machine, _pop(machine, receiver))


def _pop(machine: Machine, receiver: Value) -> Value:
    pending = receiver.attrs.get(PENDING, ()) if isinstance(receiver, Instance) else ()
    if isinstance(receiver, Instance):
        machine.store.set_item(receiver.attrs, PENDING, ())
    return pending


EXIT_STACK.construct = lambda machine, args, kwargs: _stack_of(machine, ())
for _names, _method in (
    ("enter_context", _enter_context),
    ("push", _push),
    ("callback", _callback),
    ("close __exit__ __aexit__", _close),
    ("pop_all", _pop_all),
):
    for _name in _names.split():
        EXIT_STACK.namespace[_name] = native_function(f"ExitStack.{_name}", _method)
CONTEXTLIB.update({"ExitStack": EXIT_STACK, "AsyncExitStack": EXIT_STACK})
for _name in ("AbstractContextManager", "AbstractAsyncContextManager"):
    CONTEXTLIB[_name] = inert_class(_name, "contextlib")
for _name in ("ContextDecorator", "AsyncContextDecorator"):
    CONTEXTLIB[_name] = new_class(_name, "contextlib", [CLASSES["object"]], {"__call__": _DECORATOR})
