"""torch.__version__: which torch is installed is not known, but it is none of those before 2.0.

https://docs.pytorch.org/docs/2.13/generated/torch.torch_version.TorchVersion.html: a string that is compared with
others as versions are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.values import Instance, NativeFunction, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

OLDEST = (2, 0, 0)
_RELEASE = re.compile(r"v?(\d+(?:\.\d+)*)")
_IF_OLDER: dict[str, bool] = {"lt": False, "le": False, "eq": False, "ne": True, "gt": True, "ge": True}
"""How any torch compares with a version before the oldest."""


def torch_version() -> Instance:
    """What `torch.__version__` is."""
    version = Instance(TORCH_VERSION)
    version.payload = Scalar("str")
    return version


def _comparison(name: str) -> NativeFunction:
    def compare(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        release = _release(args[1]) if len(args) == 2 else None
        if release is None or release > OLDEST:
            return Scalar("bool")
        if release < OLDEST:
            return _IF_OLDER[name]
        return {"ge": True, "lt": False}.get(name, Scalar("bool"))

    return NativeFunction(f"torch.torch_version.TorchVersion.__{name}__", compare)


def _release(value: Value) -> tuple[int, ...] | None:
    """(1, 13, 0) of "1.13", "v1.13.0a0+git" or a tuple of numbers."""
    if isinstance(value, str):
        found = _RELEASE.match(value)
        parts = found[1].split(".") if found else []
    else:
        parts = [str(part) for part in value if isinstance(part, int)] if isinstance(value, tuple) else []
    return (*map(int, parts), 0, 0)[: max(len(parts), len(OLDEST))] if parts else None


TORCH_VERSION = new_class("TorchVersion", "torch.torch_version", [CLASSES["str"]])
for _name in _IF_OLDER:
    TORCH_VERSION.namespace[f"__{_name}__"] = _comparison(_name)
