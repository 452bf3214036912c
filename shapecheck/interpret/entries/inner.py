"""Functions and classes that an entered function defines and that nothing calls: a closure that it gives back or hands
over, a class that it makes.

They are entered where their definer ends, on arguments of our own making, with what it has left in its variables.
What they may have changed before is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from shapecheck.interpret.entries.definitions import WHOLE, needs_no_object, node_of
from shapecheck.interpret.entries.free_calls import call_function, call_made, construct_and_call
from shapecheck.interpret.language.escapes import may_have_run
from shapecheck.interpret.machine import Inner, Machine
from shapecheck.interpret.methods import plain_function
from shapecheck.interpret.record import BRANCH
from shapecheck.interpret.signals import EXHAUSTED, DeadPath, PythonError, Unfollowed
from shapecheck.values import ClassValue, Delta, FunctionValue, Value

MAX_INNER = 64
"""So many functions and methods are entered behind one entry."""
SHARE = 2
"""Together they may take this fraction of the steps that are left."""

Call = Callable[[Machine], Value]


def enter_inner(machine: Machine, is_wanted: Callable[[int], bool]) -> frozenset[int]:
    """Enters what the entry that has just ended has defined, if it is wanted (by the identity of its node); gives
    what was entered."""
    entered: set[int] = set()
    kept, manner = machine.steps_left // SHARE, machine.entering
    machine.steps_left -= kept
    machine.entering = manner._replace(is_program=False)
    try:
        while len(entered) < MAX_INNER and machine.steps_left > 0:
            left = (one for one in _inner_calls(machine) if one[0] not in entered and is_wanted(one[0]))
            found = next(left, None)
            if found is None:
                break
            node, definition, call = found
            entered.add(node)
            _attempt(machine, definition, call)
    finally:
        machine.steps_left = max(machine.steps_left, 0) + kept
        machine.entering = manner
    return frozenset(entered)


def defined_again(machine: Machine, definitions: Mapping[int, Inner], state: Delta) -> Value:
    """Ends as the code itself did that has defined this; `state` is what its objects hold."""
    machine.store.begin_with(state)
    machine.inner.update(definitions)
    return None


def _inner_calls(machine: Machine) -> Iterator[tuple[int, Inner, Call]]:
    """Functions and methods that have been defined so far, with calls of them."""
    for one in list(machine.inner.values()):
        value = plain_function(one.value)
        if isinstance(value, FunctionValue):
            yield id(node_of(value)), one, partial(call_function, function=value)
        elif isinstance(value, ClassValue):
            for node, call in _calls_of_class(machine, value):
                yield node, one, call


def _calls_of_class(machine: Machine, cls: ClassValue) -> Iterator[tuple[int, Call]]:
    made = next((instance for instance in machine.world.made if instance.cls is cls), None)
    for name in sorted(cls.namespace, key=lambda name: name not in WHOLE):
        if name == "__init__" or not isinstance(plain_function(cls.namespace[name]), FunctionValue):
            continue
        if made is None or name not in WHOLE or needs_no_object(cls, name):
            yield id(node_of(cls.namespace[name])), partial(construct_and_call, cls=cls, name=name)
        else:
            yield id(node_of(cls.namespace[name])), partial(call_made, instance=made, name=name, state=Delta({}))


def _attempt(machine: Machine, definition: Inner, call: Call) -> None:
    """Makes one call, and takes back what it wrote. What it has found does not count if it is given up."""
    mark, knowledge, found = machine.store.mark(), machine.path.snapshot(), len(machine.record.findings)
    uncertain, manner = machine.uncertain, machine.entering
    try:
        for one in machine.inner.values():
            if isinstance(function := plain_function(one.value), FunctionValue):
                may_have_run(machine, function)
        for cond in definition.conditions:
            machine.path.assume(cond, BRANCH)
        machine.step()
        call(machine)
    except (PythonError, DeadPath, Unfollowed):
        pass
    except EXHAUSTED:
        del machine.record.findings[found:]
        machine.record.cut_short()
    finally:
        machine.uncertain, machine.entering = uncertain, manner
        machine.store.undo(mark)
        machine.path.restore(knowledge)
