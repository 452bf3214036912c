"""torch.__version__: that of the configuration or of the environment, else that which the stubs describe.

https://docs.pytorch.org/docs/2.13/generated/torch.torch_version.TorchVersion.html: a string that is compared with
others as versions are.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.values import Instance, NativeFunction, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

DESCRIBED = "2.13.0"
"""The version of the stubs."""
_VERSION = re.compile(r"v?(\d+(?:\.\d+)*)(a|b|rc|\.?dev|-)?")
_LENGTH = 4
"""Numbers of a release that count."""
_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    name: getattr(operator, name) for name in ("lt", "le", "eq", "ne", "gt", "ge")
}
_BUILDS = frozenset({"le", "eq", "ne", "gt"})
"""What a build of the same release (`2.13.0+cpu`) answers in another way."""


def torch_version(text: str) -> Instance:
    """What `torch.__version__` is."""
    version = Instance(TORCH_VERSION)
    version.payload = text
    return version


def _comparison(name: str) -> NativeFunction:
    def compare(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        own, other = (_order(arg.payload if isinstance(arg, Instance) else arg) for arg in (*args, None)[:2])
        if own is None or other is None or (own == other and name in _BUILDS):
            return Scalar("bool")
        return _OPERATORS[name](own, other)

    return NativeFunction(f"torch.torch_version.TorchVersion.__{name}__", compare)


def _order(value: Value) -> tuple[int, ...] | None:
    """By what "1.13", "v1.13.0a0+git" and a tuple of numbers are compared: the release, and whether it is out."""
    if isinstance(value, str):
        found = _VERSION.match(value)
        if found is None:
            return None
        numbers, is_out = [int(part) for part in found[1].split(".")], not found[2]
    else:
        numbers, is_out = [part for part in value if isinstance(part, int)] if isinstance(value, tuple) else [], True
    return (*(*numbers, *[0] * _LENGTH)[:_LENGTH], int(is_out)) if numbers else None


TORCH_VERSION = new_class("TorchVersion", "torch.torch_version", [CLASSES["str"]])
for _name in _OPERATORS:
    TORCH_VERSION.namespace[f"__{_name}__"] = _comparison(_name)
