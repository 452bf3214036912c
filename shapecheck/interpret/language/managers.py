"""`with`: managers are entered and left; those that swallow errors make what is inside silent.

A generator that is a manager (`@contextmanager`) is run around the block: up to its `yield`, then the block, then the
rest. So a hook that it registers is there in the block, and gone behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.stdlib.contextlib import GENERATOR
from shapecheck.interpret.language import calls, foreign, names
from shapecheck.interpret.language.dispatch import evaluate, execute_block
from shapecheck.interpret.language.handlers import after_errors
from shapecheck.interpret.signals import Flow, PythonError, Raised, Region, Return
from shapecheck.source import ir
from shapecheck.source.walking import nodes_in, own_statements, waits_for_errors
from shapecheck.values import BIRTHS, FunctionValue, Instance, PartialValue, UnionValue, Unknown, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

CATCHING_CLASSES = frozenset({"pytest.RaisesContext"})


def execute_with(machine: Machine, node: ir.With) -> Flow:
    """Enters the managers in order; those that swallow errors make what is inside silent."""
    return _with_items(machine, node, 0)


def _with_items(machine: Machine, node: ir.With, at: int) -> Flow:
    if at == len(node.items):
        return execute_block(machine, node.body)
    item = node.items[at]
    manager = evaluate(machine, item.context)
    machine.frame.span = item.span
    generator = pending_generator(manager)
    if generator is not None and runs_around(machine, generator.function):
        return _around(machine, node, at, generator)
    entered = _enter(machine, manager)
    if item.target is not None:
        names.assign(machine, item.target, entered)
    if _swallows(item.context, manager):
        return _silently(machine, node, at)
    if isinstance(manager, Instance) and manager.cls.lookup("__exit__") is not None:
        return _until_left(machine, node, at, manager)
    # A manager of which nothing is known may be an autocast: then no floating dtype is proved inside.
    varies = not isinstance(manager, Instance)
    machine.path.floats_vary += varies
    try:
        return _with_items(machine, node, at + 1)
    finally:
        machine.path.floats_vary -= varies


def _enter(machine: Machine, manager: Value) -> Value:
    if isinstance(manager, Instance) and manager.cls.lookup("__enter__") is not None:
        return machine.call(machine.get_attribute(manager, "__enter__"), [], {})
    if isinstance(manager, Instance):
        return manager
    return manager if isinstance(manager, Unknown) else machine.unknown("what this context manager gives")


def _swallows(context: ir.Expression, manager: Value) -> bool:
    """Whether errors of the block may be waited for: as it is written, or by what it is."""
    members = manager.members if isinstance(manager, UnionValue) else (manager,)
    if any(isinstance(one, Instance) and one.cls.qualname in CATCHING_CLASSES for one in members):
        return True
    return waits_for_errors(context)


def _silently(machine: Machine, node: ir.With, at: int) -> Flow:
    try:
        return _catching(machine, node, at, Region((Raised,), machine.store.mark()))
    except PythonError:
        return None


def _catching(machine: Machine, node: ir.With, at: int, region: Region) -> Flow:
    """The block, whose errors are waited for."""
    machine.catching += 1
    machine.swallowing += 1
    machine.regions.append(region)
    try:
        return _with_items(machine, node, at + 1)
    finally:
        machine.regions.pop()
        machine.catching -= 1
        machine.swallowing -= 1


# -------------------------------------------------------------------- __exit__


def _until_left(machine: Machine, node: ir.With, at: int, manager: Instance) -> Flow:
    """The block, and `__exit__` behind it: it gets the error of the block, and one that returns True swallows it."""
    leave = machine.get_attribute(manager, "__exit__")
    region, may_swallow = Region((Raised,), machine.store.mark()), _may_swallow(manager)
    before = (machine.path.snapshot(), next(BIRTHS))

    def after_body() -> Flow:
        machine.call(leave, [None, None, None], {})
        return flow

    def after_error(error: PythonError) -> Flow:
        value, untold = error.value, machine.unknown("the error of a block")
        kind = value.cls if isinstance(value, Instance) else untold
        swallows = machine.call(leave, [kind, value, untold], {})
        if machine.truth(swallows) is False:
            raise error
        return None

    flow: Flow = None
    raised: PythonError | None = None
    try:
        flow = _catching(machine, node, at, region) if may_swallow else _with_items(machine, node, at + 1)
    except PythonError as error:
        raised = error
    if region.exits:
        return after_errors(machine, region, before, raised, after_body, after_error)
    return after_body() if raised is None else after_error(raised)


def _may_swallow(manager: Instance) -> bool:
    """Whether `__exit__` may return True. One that hands the question on to another manager is taken to say no."""
    found = manager.cls.lookup("__exit__")
    leave = found[0] if found is not None else None
    if not isinstance(leave, FunctionValue) or isinstance(leave.node, ir.Lambda):
        return False
    returned = [part.value for part in own_statements(leave.node.body) if isinstance(part, ir.Return)]
    return any(
        not (isinstance(value, ir.Constant) and not value.value)
        and not (isinstance(value, ir.Call) and isinstance(value.func, ir.Attribute))
        for value in returned
        if value is not None
    )


# -------------------------------------------------------------------- generators around the block


def pending_generator(manager: Value) -> PartialValue | None:
    """The call of the generator function that a manager stands for."""
    generator = manager.attrs.get(GENERATOR) if isinstance(manager, Instance) else None
    return generator if isinstance(generator, PartialValue) else None


def runs_around(machine: Machine, function: Value) -> bool:
    """Whether the block can take the place of the generator's only `yield`: one that every run of it meets once."""
    if not isinstance(function, FunctionValue) or isinstance(function.node, ir.Lambda):
        return False
    if not function.node.is_generator or foreign.is_foreign(machine, function):
        return False
    yields = sum(isinstance(node, (ir.Yield, ir.YieldFrom)) for node in nodes_in(function.node.body))
    return yields == 1 and _always_yields(function.node.body)


def _always_yields(body: Sequence[ir.Statement]) -> bool:
    """Whether the `yield` stands in no branch, loop or handler."""
    for node in body:
        if isinstance(node, (ir.Expr, ir.Assign)) and isinstance(node.value, ir.Yield):
            return True
        if isinstance(node, (ir.Try, ir.With)) and _always_yields(node.body):
            return True
    return False


def _around(machine: Machine, node: ir.With, at: int, generator: PartialValue) -> Flow:
    """Runs the generator, and the block in the place of its `yield`: in the frame of the `with`."""
    outside = len(machine.regions)
    flows: list[Flow] = []

    def block(value: Value) -> Value:
        inner, regions = machine.frame, machine.regions
        # An early exit of the block leaves the function around it, not the generator; errors pass through both.
        machine.regions = [*regions[:outside], *(one for one in regions[outside:] if Return not in one.kinds)]
        machine.leave()
        try:
            target = node.items[at].target
            if target is not None:
                names.assign(machine, target, value)
            flows.append(_with_items(machine, node, at + 1))
        finally:
            machine.enter(inner)
            machine.regions = regions
        return None

    assert isinstance(generator.function, FunctionValue)
    calls.run_generator(machine, generator.function, generator.args, generator.kwargs, block)
    return flows[0] if flows else None
