"""What is asked of a tensor that Python makes one number or a text of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from shapecheck.values import NUMPY_ARRAY, Star, Tensor, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

_CONVERSIONS = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[hlL]?([a-zA-Z%])")
_OF_NUMBERS = {**dict.fromkeys("eEfFgG", "__float__"), **dict.fromkeys("diu", "__int__")}


def require_one_element(machine: Machine, value: Value, conversion: str) -> None:
    """`int(x)`, `math.sqrt(x)` and `range(x)` take a tensor of one element, as torch.Tensor.item does."""
    if type(value) is Tensor:
        method = machine.get_attribute(value, "item" if value.cls == NUMPY_ARRAY else conversion)
        machine.call(method, [], {})


def require_no_dims(machine: Machine, value: Value) -> None:
    """`f"{x:.3f}"`: torch.Tensor.__format__ and that of NumPy know a format of numbers without dims alone."""
    if type(value) is Tensor and any(not isinstance(dim, Star) for dim in machine.path.resolve(value.shape)):
        machine.reject("format: a tensor that has dims takes no format spec, only a number: `x.item()`")
        raise machine.error("TypeError", "unsupported format string passed to Tensor.__format__")


def require_numbers(machine: Machine, template: str, value: Value) -> None:
    """`"%.3f" % loss`: what `%d` and `%f` stand for is one number."""
    values = value if isinstance(value, tuple) else (value,)
    for conversion, one in zip(_conversions(template), values):
        if conversion in _OF_NUMBERS:
            require_one_element(machine, one, _OF_NUMBERS[conversion])


def _conversions(template: str) -> Iterator[str]:
    """Those that take a value each, in order; none of a template whose values have names or that takes widths."""
    if "*" in template or "%(" in template:
        return iter(())
    return (found for found in _CONVERSIONS.findall(template) if found != "%")
