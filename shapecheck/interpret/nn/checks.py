"""torch._check and its kin: asserts that are called. Source: torch/__init__.py, torch/functional.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function
from shapecheck.source import ir
from shapecheck.source.walking import nodes_in, once_per_node
from shapecheck.values import Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

ERRORS = {
    "_check": "RuntimeError", "_check_index": "IndexError", "_check_value": "ValueError", "_check_type": "TypeError",
    "_check_not_implemented": "NotImplementedError", "_assert": "AssertionError",
}  # fmt: skip


def checks() -> dict[str, Value]:
    """The functions, by their dotted names."""
    table: dict[str, Value] = {f"torch.{name}": _checker(name, error) for name, error in ERRORS.items()}
    table["torch._check_is_size"] = native_function("torch._check_is_size", _check_is_size)
    table["torch._check_with"] = native_function("torch._check_with", _check_with)
    return table


def _checker(name: str, error: str) -> Value:
    def run(machine: Machine, cond: Value, message: Value = None) -> Value:
        _check(machine, cond, message, error)
        return None

    return native_function(f"torch.{name}", run)


def _check_with(machine: Machine, error_type: Value, cond: Value, message: Value = None) -> Value:
    _check(machine, cond, message, "RuntimeError")
    return None


def _check_is_size(machine: Machine, i: Value, message: Value = None, *, max: Value = None) -> Value:
    _check(machine, machine.compare(">=", i, 0), message, "RuntimeError")
    if max is not None:
        _check(machine, machine.compare("<=", i, max), message, "RuntimeError")
    return None


def _check(machine: Machine, cond: Value, message: Value, error: str) -> None:
    """The check of a call; what its first argument says decides, in an installed package, whose error it is."""
    from shapecheck.interpret.language.asserts import check

    def said() -> str:
        text = message if isinstance(message, str) or message is None else machine.call(message, [], {})
        return machine.string(text) or "" if text is not None else ""

    frame = machine.frame
    call = None if frame.function is None else _calls(frame.function.node).get(frame.span)
    check(machine, cond, said, error, call.args[0] if call is not None and call.args else None)


@once_per_node
def _calls(function: ir.FunctionDef | ir.Lambda) -> dict[ir.Span, ir.Call]:
    """The calls in a function by their places."""
    return {part.span: part for part in nodes_in(function.body) if isinstance(part, ir.Call)}
