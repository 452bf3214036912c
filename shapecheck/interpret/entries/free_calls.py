"""Calls of our own making: parameters that "may be anything", their defaults, or whatever their uses admit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, TypeGuard

from shapecheck.interpret.entering import Anything
from shapecheck.interpret.entries import test_functions
from shapecheck.interpret.entries.arguments import (
    Argument,
    construct_freely,
    free_arguments,
    unseen_class,
    values_of,
)
from shapecheck.interpret.entries.changes import (
    Placeholders,
    forget_what_changes,
    forget_what_is_counted,
    forget_what_others_set,
)
from shapecheck.interpret.entries.definitions import (
    WHOLE,
    is_program,
    lacks_receiver,
    needs_no_object,
    node_of,
    takes_arguments,
)
from shapecheck.interpret.entries.fixtures import Fixtures
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.methods import plain_function
from shapecheck.interpret.signals import EXHAUSTED, DeadPath, PythonError, Unfollowed
from shapecheck.source import ir
from shapecheck.values import (
    BoundMethod,
    ClassMethodValue,
    ClassValue,
    Decorated,
    Delta,
    FunctionValue,
    Instance,
    StaticMethodValue,
    Tensor,
    Value,
)

CASES_SHARE = 8
"""The cases of a test beyond the first ones may take this fraction of its steps."""
TEST = "test"
"""How the names of tests begin."""


class Passed(NamedTuple):
    """What is given to a method, and to the constructor of its object, by the names of the parameters."""

    method: Mapping[str, Argument] = {}
    constructor: Mapping[str, Argument] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Those of the parameters."""
        return (*self.method, *self.constructor)

    def over(self, other: Passed) -> Passed:
        """This, and what the other has for the rest of the parameters."""
        return Passed({**other.method, **self.method}, {**other.constructor, **self.constructor})

    @property
    def is_open(self) -> bool:
        """Whether something of unknown kind is given, which may decide nothing."""
        return any(isinstance(one, Anything) for given in self for one in given.values())


NOTHING = Passed()


def call_freely(
    machine: Machine, function: Value, receivers: list[Value], prefers: str, given: Mapping[str, Argument] = {}
) -> Value:
    """Calls a function of the source on arguments of our own making."""
    plain = plain_function(function)
    if not isinstance(plain, FunctionValue):
        return machine.call(function, receivers, values_of(given))
    args, kwargs = free_arguments(machine, plain, receivers, prefers, given)
    return machine.call(plain, [*receivers, *args], kwargs)


def construct_and_call(machine: Machine, cls: ClassValue, name: str, passed: Passed = NOTHING) -> Value:
    """Calls a method on an object of our own making."""
    method = cls.namespace.get(name) or (cls.lookup(name) or (None,))[0]
    if isinstance(method, StaticMethodValue):
        return call_freely(machine, method.function, [], "", passed.method)
    if isinstance(method, ClassMethodValue):
        return call_freely(machine, method.function, [cls], "", passed.method)
    if name in cls.namespace and lacks_receiver(cls, name):
        return call_freely(machine, method, [], "", passed.method)
    receiver = _object_for(machine, cls, name, passed.constructor)
    return call_method(machine, receiver, name, passed.method) if is_object(receiver) else receiver


def is_object(receiver: Value) -> TypeGuard[Instance | Tensor]:
    """Whether it is of a class that the code may define: an object, or a tensor of such a class."""
    return isinstance(receiver, Instance) or (isinstance(receiver, Tensor) and receiver.kind is not None)


def _object_for(machine: Machine, cls: ClassValue, name: str, given: Mapping[str, Argument] = {}) -> Value:
    """An object of our own making as a method may find it."""
    manner = machine.entering
    machine.entering = manner._replace(makes_for_step=name not in WHOLE)
    receiver = construct_freely(machine, cls, given)
    machine.entering = manner
    if isinstance(receiver, Instance):
        Placeholders.of(machine, receiver).forget(machine)
        forget_what_is_counted(machine, receiver)
        if name != "forward":
            forget_what_changes(machine, receiver)
        if machine.entering.set_by_others:
            forget_what_others_set(machine, receiver)
    return receiver


def construct_and_set(machine: Machine, cls: ClassValue, name: str, setter: FunctionValue) -> Value:
    """Calls the setter of a property on an object of our own making."""
    receiver = _object_for(machine, cls, name)
    return call_freely(machine, setter, [receiver], "") if is_object(receiver) else receiver


def call_on_open(machine: Machine, cls: ClassValue, name: str) -> Value:
    """Calls a method on an object of which nothing is known but its class: none could be made."""
    return call_method(machine, Instance(unseen_class(cls), machine.site), name)


class FreeCall(NamedTuple):
    """What can be called: its code, and a call of our own making, which takes what is to be passed. `key` tells it from
    others. Of a method the class, with the constructor of its objects, if that is known."""

    key: tuple[Hashable, ...]
    name: str
    code: ir.FunctionDef
    body: Callable[..., Value]
    function: Value
    of_class: ClassValue | None = None
    constructor: ir.FunctionDef | None = None

    @property
    def takes_object(self) -> bool:
        """Whether it is called on an object."""
        return self.of_class is not None and not needs_no_object(self.of_class, self.name)


def free_calls_of(own: Iterable[tuple[Value, ClassValue | None]]) -> Iterator[FreeCall]:
    """The functions and methods among what a file defines that take something; `forward` before the methods that it
    may call."""
    for value, cls in own:
        if is_program(value):
            continue
        code = node_of(value)
        if isinstance(value, FunctionValue) and isinstance(code, ir.FunctionDef):
            call = partial(_call_passing, function=value)
            yield FreeCall((id(value), value.qualname), value.name, code, call, value)
        elif cls is not None:
            yield from _free_calls_of_class(cls)


def _free_calls_of_class(cls: ClassValue) -> Iterator[FreeCall]:
    found = cls.lookup("__init__")
    constructor = None if found is None else node_of(found[0])
    for name in sorted(cls.namespace, key=lambda name: name not in WHOLE):
        code = node_of(cls.namespace[name])
        if isinstance(code, ir.FunctionDef) and name != "__init__":
            made_by = constructor if isinstance(constructor, ir.FunctionDef) else None
            body = partial(construct_and_call, cls=cls, name=name)
            yield FreeCall((id(cls), cls.name, name), name, code, body, cls.namespace[name], cls, made_by)


def _call_passing(machine: Machine, function: FunctionValue, passed: Passed = NOTHING) -> Value:
    return call_function(machine, function, passed.method)


def call_function(machine: Machine, function: FunctionValue, given: Mapping[str, Argument] = {}) -> Value:
    """Calls a function on arguments of our own making; a test as its runner does."""
    if function.name.startswith(TEST):
        return _call_test(machine, function, [])
    return call_freely(machine, function, [], "", given)


def call_method(machine: Machine, receiver: Instance | Tensor, name: str, given: Mapping[str, Argument] = {}) -> Value:
    """Calls a method of an object on arguments of our own making."""
    bound = machine.get_attribute(receiver, name)
    if isinstance(bound, Decorated):
        return call_freely(machine, bound, [receiver], "", given)
    if not isinstance(bound, BoundMethod):
        return bound
    if name.startswith(TEST) and isinstance(bound.function, FunctionValue):
        return _call_test(machine, bound.function, [bound.receiver])
    return call_freely(machine, bound.function, [bound.receiver], "tensor" if name == "forward" else "", given)


def call_made(machine: Machine, instance: Instance, name: str, state: Delta) -> Value:
    """A call of a method of an object that the code made; `state` is what such objects hold."""
    machine.store.begin_with(state)
    if takes_arguments(instance.cls):
        machine.entering = machine.entering._replace(holds_given=True)
    Placeholders.of(machine, instance).forget(machine)
    if machine.entering.set_by_others:
        forget_what_others_set(machine, instance)
    return call_method(machine, instance, name)


def with_all_declared(body: Callable[[Machine], Value], machine: Machine) -> Value:
    """The same call with a value for each parameter that declares a shape and has a default."""
    machine.entering = machine.entering._replace(gives_declared=True)
    return body(machine)


def taking(side: tuple[int, bool], body: Callable[[Machine], Value], machine: Machine) -> Value:
    """The same call, which takes one side alone of a branch that nothing decides."""
    machine.entering = machine.entering._replace(takes=side)
    return body(machine)


def of_rank(rank: int, body: Callable[[Machine], Value], machine: Machine) -> Value:
    """The same call with so many dims in each declared `*name`."""
    machine.entering = machine.entering._replace(star_rank=rank)
    return body(machine)


def _call_test(machine: Machine, function: FunctionValue, receivers: list[Value]) -> Value:
    """Calls a test for each combination of its parameters; one that fails does not keep the others from running."""
    def run(given: Mapping[str, Value]) -> None:
        call_freely(machine, function, receivers, "", given)

    if test_functions.is_left_out(function):
        return None
    mark, knowledge = machine.store.mark(), machine.path.snapshot()
    cases, first = test_functions.Cases(machine, function), len(machine.record.reveals)
    most, tried = machine.steps_left, 0
    for case in cases:
        if tried >= test_functions.SURE_CASES and machine.steps_left < most - most // CASES_SHARE:
            break
        tried += 1
        try:
            for receiver in receivers:
                if isinstance(receiver, Instance):
                    test_functions.set_up(machine, receiver.cls, receiver)
            Fixtures(machine, case.chosen).around(function, receivers, case.arguments, run)
        except (PythonError, DeadPath):
            pass
        except (Unfollowed, *EXHAUSTED) as signal:
            if cases.count > 1:
                machine.record.leave_open(first)
            if not isinstance(signal, Unfollowed):
                raise
        finally:
            machine.store.undo(mark)
            machine.path.restore(knowledge)
    if tried < cases.count:
        machine.record.leave_open(first)
    return None
