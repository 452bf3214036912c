"""None from a function that has forgotten to return anything: `def forward(self, x): x = self.fc(x)`.

A None may stand for much that is not seen (an attribute that others set, a default that nobody keeps); only where it is
told from the code that a function gives nothing else is a tensor asked for in vain. No value is marked for this: calls
that give None are kept by their nodes, and the assignments that reach a name are told from the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shapecheck.interpret.methods import plain_function
from shapecheck.interpret.obligations import reject
from shapecheck.source import ir
from shapecheck.source.reaching import reaching
from shapecheck.source.walking import once_per_node, own_statements
from shapecheck.values import BoundMethod, FunctionValue, Instance, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def note_result(machine: Machine, node: ir.Call, function: Value, result: Value) -> None:
    """Keeps whether a call has given None, and whether that was forgetful."""
    if result is None:
        machine.frame.gave_none[id(node)] = _forgets(function)
    elif machine.frame.gave_none:
        machine.frame.gave_none.pop(id(node), None)


def is_passed(machine: Machine) -> bool:
    """Whether an operand of what is being applied is such a None."""
    frame = machine.frame
    if not frame.holds_nothing and True not in frame.gave_none.values():
        return False
    return any(value is None and _is_forgotten(machine, node) for node, value in machine.operands)


def hand_on(machine: Machine, giver: Value) -> None:
    """A None is passed that a function or module has given elsewhere than in a call of the source."""
    forgets = machine.frame.gave_none[id(giver)] = _forgets(giver)
    machine.operands = (("", None),) if forgets else ()


def check_attribute(machine: Machine, node: ir.Attribute) -> None:
    """An attribute that tensors have is asked of None, and no handler waits for the error."""
    if machine.regions_that_catch():
        return
    machine.operands = ((node.value, None),)
    if machine.world.registry.find(f"torch.Tensor.{node.attr}") is not None and is_passed(machine):
        reject(machine, f"'NoneType' object has no attribute '{node.attr}'")


def _is_forgotten(machine: Machine, node: ir.Expression | str) -> bool:
    """Whether an expression that gives None does so because a function returns nothing."""
    if isinstance(node, str):
        return not node
    if isinstance(node, ir.Call):
        return machine.frame.gave_none.get(id(node), False)
    if not isinstance(node, ir.Name) or machine.frame.scope.is_comprehension:
        return False
    function = machine.frame.function
    code = machine.world.files.source(machine.frame.file) if function is None else function.node
    if not isinstance(code, (ir.FunctionDef, ir.SourceFile)):
        return False
    found = reaching(code.body, node.span, node.id)
    if found.is_otherwise or (found.is_from_start and not _is_needed(code, node.id)):
        return False
    if found.is_from_start and machine.frame.holds_nothing:
        return True
    given = [machine.frame.gave_none.get(id(value)) for value in found.values if not isinstance(value, ir.BinOp)]
    return True in given and False not in given and all(isinstance(one, (ir.Call, ir.BinOp)) for one in found.values)


def _is_needed(code: ir.FunctionDef | ir.SourceFile, name: str) -> bool:
    """Whether it is a parameter without a default."""
    params = code.params if isinstance(code, ir.FunctionDef) else ()
    return any(one.name == name and one.default is None and one.kind in ("positional", "normal") for one in params)


def _forgets(function: Value) -> bool:
    """Whether what is called is one function of the source that computes something and returns nothing, ever. A method
    that only logs or checks may be there to be overridden."""
    if isinstance(function, Instance):
        found = function.cls.lookup("forward")
        function = None if found is None else found[0]
    plain = plain_function(function.function if isinstance(function, BoundMethod) else function)
    if not isinstance(plain, FunctionValue) or not isinstance(plain.node, ir.FunctionDef):
        return False
    use = _use_of(plain.node)
    return not use.returns and (use.assigns or (use.calls and plain.owner is None))


class _Use(NamedTuple):
    """What the statements of a function are there for."""

    returns: bool
    """Whether it may give something: a value, a generator, a coroutine."""
    assigns: bool
    """Whether it gives names to what it computes."""
    calls: bool


@once_per_node
def _use_of(code: ir.FunctionDef) -> _Use:
    statements = list(own_statements(code.body))
    gives = any(isinstance(one, ir.Return) and one.value is not None for one in statements)
    assigns = any(isinstance(one, ir.Assign) and isinstance(one.targets[0], ir.Name) for one in statements)
    calls = any(isinstance(one, ir.Expr) and isinstance(one.value, ir.Call) for one in statements)
    return _Use(gives or code.is_generator or code.is_async, assigns, calls)
