"""What a module is made of: its parts, and the parameters and buffers in them, by the names that torch gives them.

Source: torch/nn/modules/module.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.language.given_dicts import NOTED
from shapecheck.values import (
    UNNAMED,
    ClassValue,
    DictValue,
    Instance,
    ListValue,
    Opaque,
    Tensor,
    UnionValue,
    Unknown,
    Value,
)

MODULE: ClassValue = new_class("Module", "torch.nn", [])
TORCH = "torch."
MAX_PARTS = 20_000
ABSENT = f"{NOTED}absent"
"""The attribute with the names under which code has registered None, and whether that is a part or a parameter."""
BUFFERS = f"{NOTED}buffers"
"""The attribute with the names of the buffers that code has registered, and whether they belong to the state."""
PLAIN = f"{NOTED}plain"
"""The attribute with the names under which code has put other tensors among the parameters."""
BUFFER_CLASS = "Buffer"
COMPUTED = "reparametrized"
"""The maker of a weight that is computed from other parameters: it is neither a parameter nor a buffer."""

Part = TypeVar("Part")


def is_module(value: Value) -> bool:
    return isinstance(value, Instance) and MODULE in value.cls.mro


def named_children(module: Instance) -> list[tuple[str, Value]]:
    """Direct submodules by name; a container of unknown length has one that stands for all."""
    children = [(name, value) for name, value in module.attrs.items() if is_module(value)]
    if isinstance(module.payload, ListValue) and module.payload.items is None:
        children.append(("0", module.payload.element))
    return children


def named_modules(module: Instance, prefix: str = "") -> Iterator[tuple[str, Instance]]:
    """The module and all below it, each once, depth first as torch lists them."""
    seen: set[int] = set()
    pending: list[tuple[str, Instance]] = [(prefix, module)]
    while pending and len(seen) < MAX_PARTS:
        name, current = pending.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield name, current
        below = [(joined(name, n), v) for n, v in named_children(current) if isinstance(v, Instance)]
        pending.extend(reversed(below))


def module_places(module: Instance, prefix: str = "") -> Iterator[tuple[str, Instance]]:
    """The module and all below it, under every name that it has: a part that is shared comes up several times."""
    pending: list[tuple[str, Instance]] = [(prefix, module)]
    for _ in range(MAX_PARTS):
        if not pending:
            return
        name, current = pending.pop()
        yield name, current
        below = [(joined(name, n), v) for n, v in named_children(current) if isinstance(v, Instance)]
        pending.extend(reversed(below))


def joined(prefix: str, name: str) -> str:
    """The name of what a part has."""
    return f"{prefix}.{name}" if prefix else name


def named_tensors(module: Instance, parameters: bool, prefix: str = "") -> Iterator[tuple[str, Tensor]]:
    """Parameters (or buffers) of the module and of its parts by dotted name, each once."""
    places = named_modules(module, prefix)
    return each_once(found for at, part in places for found in own_tensors(part, parameters, at))


def own_tensors(module: Instance, parameters: bool, prefix: str = "") -> Iterator[tuple[str, Tensor]]:
    """Those of the module alone, under every name that they have."""
    for name, value in module.attrs.items():
        if not isinstance(value, Tensor) or not counts(module, name, value):
            continue
        if counts_as_parameter(module, name, value) is parameters:
            yield joined(prefix, name), value


def each_once(named: Iterable[tuple[str, Part]]) -> Iterator[tuple[str, Part]]:
    """What is listed under several names is left out but for the first."""
    seen: set[int] = set()
    for name, one in named:
        if id(one) not in seen:
            seen.add(id(one))
            yield name, one


def is_absent(module: Instance, name: str, kind: str) -> bool:
    """Whether code has registered None under the name, as a part or parameter that there is not."""
    kinds = module.attrs.get(ABSENT)
    return isinstance(kinds, DictValue) and kinds.entries.get(name) == kind and module.attrs.get(name, kind) is None


def registered(module: Instance) -> Mapping[Any, Value]:
    """The names of the buffers that code has registered, and whether they belong to the state of the module."""
    names = module.attrs.get(BUFFERS)
    return names.entries if isinstance(names, DictValue) else {}


def counts_as_parameter(module: Instance, name: str, tensor: Tensor) -> bool:
    """Whether a module has the tensor among its parameters."""
    names = module.attrs.get(PLAIN)
    return tensor.is_parameter or (isinstance(names, DictValue) and name in names.entries)


def counts(module: Instance, name: str, tensor: Tensor) -> bool:
    """Whether a tensor in an attribute is a parameter or a buffer. What code only assigns is neither; what else a
    module of torch itself holds is a buffer."""
    if tensor.maker == COMPUTED:
        return False
    if counts_as_parameter(module, name, tensor) or tensor.maker == BUFFER_CLASS or name in registered(module):
        return True
    return name == UNNAMED or any(_holds_buffers(base) for base in module.cls.mro)


def _holds_buffers(cls: ClassValue) -> bool:
    return cls is not MODULE and cls.module.startswith(TORCH)


def all_known(module: Instance) -> bool:
    """Whether all parameters and buffers of a module and of its parts are known by their names."""
    return all(
        children_known(part) and not any(_may_hold_part(part, name, value) for name, value in part.attrs.items())
        for _, part in named_modules(module)
    )


def children_known(module: Instance) -> bool:
    """Whether the direct parts of a module are known by their names. An attribute of which nothing is known is taken
    for none: that is what it mostly is, and whoever walks over the parts looks at each by itself."""
    return not unnamed(module)


def unnamed(module: Instance) -> list[Value]:
    """What stands for the parts of a module whose names, or whose number, nobody knows."""
    members = module.payload
    parts = [module.attrs[UNNAMED]] if UNNAMED in module.attrs else []
    if isinstance(members, ListValue) and members.items is None or isinstance(members, DictValue) and members.is_open:
        parts.append(members.element)
    return parts


def modules_known(module: Instance) -> bool:
    return all(children_known(part) for _, part in named_modules(module))


def _may_hold_part(module: Instance, name: str, value: Value) -> bool:
    """Whether an attribute that is not known may be a module, a parameter or a buffer. Of torch's own classes the
    containers hold what they are given."""
    if isinstance(value, UnionValue):
        unknown = any(is_module(member) or isinstance(member, (Tensor, Unknown)) for member in value.members)
    else:
        unknown = is_open(value)
    return unknown and (not module.cls.module.startswith(TORCH) or name.isdigit() or module.cls.name == "ModuleDict")


def is_open(value: Value) -> bool:
    """Whether nothing is known of a value, not even its kind."""
    return isinstance(value, Unknown) or (isinstance(value, Opaque) and value.bound is None)
