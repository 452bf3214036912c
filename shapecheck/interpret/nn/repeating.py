"""torch.nn.modules.utils: a number for each dim, given one for all or one for each.

Source: https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/modules/utils.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function
from shapecheck.symbolic import Expr
from shapecheck.values import ListValue, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MODULE = "torch.nn.modules.utils"
MOST = 64
"""More numbers than any layer has dims are a mistake, and none that is worth the memory."""


def repeating_functions() -> dict[str, Value]:
    """The functions, by their dotted names."""
    functions: dict[str, Value] = {f"{MODULE}._ntuple": native_function(f"{MODULE}._ntuple", _ntuple)}
    for count, name in enumerate(("_single", "_pair", "_triple", "_quadruple"), start=1):
        functions[f"{MODULE}.{name}"] = _repeating(name, count)
    name = f"{MODULE}._reverse_repeat_tuple"
    functions[name] = native_function(name, _reversed_and_repeated)
    return functions


def _reversed_and_repeated(machine: Machine, t: Value, n: Value) -> Value:
    """The padding of a layer as `F.pad` takes it."""
    items = machine.iterate(t)
    if items is None or isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= MOST:
        return machine.unknown("a padding that is not known")
    return tuple(item for item in reversed(items) for _ in range(n))


def _ntuple(machine: Machine, n: Value, name: Value = "parse") -> Value:
    if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= MOST:
        return machine.unknown("_ntuple of a number that is not known")
    return _repeating(name if isinstance(name, str) else "parse", n)


def _repeating(name: str, count: int) -> Value:
    def repeated(machine: Machine, x: Value) -> Value:
        if isinstance(x, (tuple, ListValue)):
            return machine.call(machine.world.builtin_class("tuple"), [x], {})
        if x is None or isinstance(x, (int, float, Expr, Scalar)):
            return (x,) * count
        return machine.unknown("one number for all dims, or one for each")

    return native_function(f"{MODULE}.{name}", repeated)
