"""parameterized: `@parameterized.expand([...])` on a method of unittest is a mark like those of pytest, and
`@parameterized_class` makes a class of tests for each row of attributes.

Source: https://github.com/wolever/parameterized
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.stdlib.pytest import make_mark
from shapecheck.interpret.builtins.tables import Namespace, native_function
from shapecheck.values import ClassValue, DictValue, StaticMethodValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

PARAMETERIZED = Namespace("parameterized")
EXPAND = "parameterized.expand"
MAX_ROWS = 24
"""A class of tests is made for so many rows."""


def _expand(machine: Machine, values: Value, /, *args: Value, **kwargs: Value) -> Value:
    return make_mark(machine, EXPAND, (values,))


PARAMETERIZED["parameterized"] = new_class(
    "parameterized",
    "parameterized",
    [CLASSES["object"]],
    {"expand": StaticMethodValue(native_function(EXPAND, _expand))},
)


@PARAMETERIZED.native("parameterized_class")
def _of_classes(machine: Machine, attrs: Value, input_values: Value = None, *rest: Value, **names: Value) -> Value:
    rows = list(_rows(machine, attrs, input_values))

    def decorate(machine: Machine, cls: Value) -> Value:
        if not isinstance(cls, ClassValue) or not rows:
            return cls
        methods = dict(cls.namespace)
        for number, row in enumerate(rows[:MAX_ROWS]):
            made = new_class(f"{cls.name}_{number}", cls.module, [cls], {**methods, **row})
            made.site = cls.site
            machine.store.set_item(machine.frame.module.namespace, made.name, made)
        for name in methods:
            if name.startswith("test"):  # a runner finds them in the classes that were made
                machine.store.del_item(cls.namespace, name)
        return cls

    return native_function("parameterized_class", decorate)


def _rows(machine: Machine, attrs: Value, input_values: Value) -> Iterator[dict[str, Value]]:
    """The attributes of each class."""
    given = machine.iterate(attrs if input_values is None else input_values) or ()
    if input_values is None:
        for row in given:
            entries = row.entries if isinstance(row, DictValue) else {}
            yield {name: value for name, value in entries.items() if isinstance(name, str)}
        return
    names = [attrs] if isinstance(attrs, str) else machine.iterate(attrs) or []
    for row in given:
        values = [row] if isinstance(attrs, str) else machine.iterate(row) or []
        yield {name: value for name, value in zip(names, values) if isinstance(name, str)}
