"""parameterized: `@parameterized.expand([...])` on a method of unittest is a mark like those of pytest.

Source: https://github.com/wolever/parameterized
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.stdlib.pytest import make_mark
from shapecheck.interpret.builtins.tables import Namespace, native_function
from shapecheck.values import StaticMethodValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

PARAMETERIZED = Namespace("parameterized")
EXPAND = "parameterized.expand"


def _expand(machine: Machine, values: Value, /, *args: Value, **kwargs: Value) -> Value:
    return make_mark(machine, EXPAND, (values,))


PARAMETERIZED["parameterized"] = new_class(
    "parameterized",
    "parameterized",
    [CLASSES["object"]],
    {"expand": StaticMethodValue(native_function(EXPAND, _expand))},
)
