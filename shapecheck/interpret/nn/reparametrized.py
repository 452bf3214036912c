"""Weights that are computed from others: what norms of weights and pruning make of the parameters of a layer.

The weight itself keeps its shape, but is no parameter any more.

Sources: torch/nn/utils/weight_norm.py, spectral_norm.py, parametrizations.py and prune.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function, words
from shapecheck.interpret.nn.module import note_buffer
from shapecheck.interpret.nn.parametrized import list_of, norm_of
from shapecheck.interpret.nn.parts import COMPUTED
from shapecheck.interpret.obligations import reject
from shapecheck.rules.strides import ROWS
from shapecheck.symbolic import prod
from shapecheck.values import Instance, Shape, Star, Tensor, Value, is_plain

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

UTILS = "torch.nn.utils."
MATRIX = 2
"""Dims of the weights that have singular values."""


def _weight_of(machine: Machine, module: Value, name: Value) -> Tensor | None:
    """The weight of that name, if its rank is known."""
    weight = module.attrs.get(name) if isinstance(module, Instance) and isinstance(name, str) else None
    return weight if isinstance(weight, Tensor) and is_plain(machine.path.resolve(weight.shape)) else None


def _made(machine: Machine, shape: Shape, weight: Tensor, is_parameter: bool = True) -> Tensor:
    return Tensor(shape, weight.dtype, machine.site, weight, is_parameter=is_parameter)


def _put(machine: Machine, module: Instance, name: str, tensor: Tensor) -> None:
    machine.store.set_item(module.attrs, name, tensor, module.birth)
    if not tensor.is_parameter:
        note_buffer(machine, module, name, True)


def _compute(machine: Machine, module: Instance, name: str, weight: Tensor) -> None:
    """The weight is what is computed of others from here on."""
    computed = _made(machine, weight.shape, weight, False)
    computed.maker = COMPUTED
    computed.strides = ROWS if weight.strides == ROWS else None  # of a transposed weight some norms write rows
    machine.store.del_item(module.attrs, name, module.birth)
    machine.store.set_item(module.attrs, name, computed, module.birth)


def _norms(machine: Machine, weight: Tensor, dim: Value) -> Tensor | None:
    """The norms over all dims but one; over all of them for None and -1."""
    shape = machine.path.resolve(weight.shape)
    if dim is None or dim == -1:
        return _made(machine, (), weight)
    if not isinstance(dim, int) or not -len(shape) <= dim < len(shape):
        return None
    kept = dim % len(shape)
    return _made(machine, tuple(size if at == kept else 1 for at, size in enumerate(shape)), weight)


def _vectors(machine: Machine, module: Instance, weight: Tensor, dim: Value) -> tuple[Tensor, Tensor]:
    """The vectors by which the largest singular value is found: of the rows, and of the columns."""
    sizes = list(machine.path.resolve(weight.shape))
    at = dim if isinstance(dim, int) else 1 if "ConvTranspose" in module.cls.name else 0
    rows = sizes.pop(at)
    columns = prod(size for size in sizes if not isinstance(size, Star))
    return _made(machine, (rows,), weight, False), _made(machine, (columns,), weight, False)


Parts = Callable[["Machine", Instance, Tensor, Value], "dict[str, Tensor] | None"]
"""What a weight is computed of, by the ends of their names, given the dim; None if that is not known."""
Keep = Callable[["Machine", Instance, str, "dict[str, Tensor]"], None]
"""Gives a layer these parts of its weight."""


def _norm_and_direction(machine: Machine, module: Instance, weight: Tensor, dim: Value) -> dict[str, Tensor] | None:
    norms = _norms(machine, weight, dim)
    return None if norms is None else {"g": norms, "v": _made(machine, weight.shape, weight)}


def _original_and_vectors(machine: Machine, module: Instance, weight: Tensor, dim: Value) -> dict[str, Tensor] | None:
    if len(weight.shape) < MATRIX:
        return None
    rows, columns = _vectors(machine, module, weight, dim)
    return {"orig": _made(machine, weight.shape, weight), "u": rows, "v": columns}


def _replacing(parts_of: Parts, keep: Keep, dim_at: int, default: Value) -> Callable[..., Value]:
    """A function that replaces a weight by what it is computed of; `dim_at` arguments are between the name and dim."""

    def replace(machine: Machine, module: Value, /, name: Value = "weight", *args: Value, **kwargs: Value) -> Value:
        weight = _weight_of(machine, module, name)
        dim = kwargs.get("dim", args[dim_at] if len(args) > dim_at else default)
        if weight is not None and isinstance(module, Instance) and isinstance(name, str):
            rank = len(weight.shape)
            if isinstance(dim, int) and not -rank <= dim < rank:
                fitting = f"[-{rank}, {rank - 1}]"
                reject(machine, f"Dimension out of range (expected to be in range of {fitting}, but got {dim})")
                return module
            parts = parts_of(machine, module, weight, dim)
            if parts is not None:
                _compute(machine, module, name, weight)
                keep(machine, module, name, parts)
        return module

    return replace


def _beside(machine: Machine, module: Instance, name: str, parts: dict[str, Tensor]) -> None:
    """`weight_g` and `weight_v`"""
    for end, part in parts.items():
        _put(machine, module, f"{name}_{end}", part)


def _prune(machine: Machine, module: Value, /, name: Value = "weight", *args: Value, **kwargs: Value) -> Value:
    weight = _weight_of(machine, module, name)
    if weight is not None and isinstance(module, Instance) and isinstance(name, str):
        if f"{name}_orig" not in module.attrs:
            _compute(machine, module, name, weight)
            _put(machine, module, f"{name}_orig", _made(machine, weight.shape, weight))
        _put(machine, module, f"{name}_mask", _made(machine, weight.shape, weight, False))
    return module


def _remover(*parts: str) -> Callable[..., Value]:
    """The weight is a parameter again, and the parts that it was computed of are gone."""

    def remove(machine: Machine, module: Value, /, name: Value = "weight") -> Value:
        weight = _weight_of(machine, module, name)
        if weight is not None and weight.maker == COMPUTED and isinstance(module, Instance) and isinstance(name, str):
            for part in parts:
                machine.store.del_item(module.attrs, f"{name}_{part}", module.birth)
            machine.store.del_item(module.attrs, name, module.birth)
            _put(machine, module, name, _made(machine, weight.shape, weight))
        return module

    return remove


def _norm_below(machine: Machine, module: Instance, name: str, parts: dict[str, Tensor]) -> None:
    held = list_of(machine, module, name)
    held.attrs["0"] = norm_of(machine, "_WeightNorm")
    held.attrs |= {"original0": parts["g"], "original1": parts["v"]}


def _spectrum_below(machine: Machine, module: Instance, name: str, parts: dict[str, Tensor]) -> None:
    held, norm = list_of(machine, module, name), norm_of(machine, "_SpectralNorm")
    norm.attrs |= {"_u": parts["u"], "_v": parts["v"]}
    held.attrs |= {"0": norm, "original": parts["orig"]}


def reparametrizing_functions() -> dict[str, Value]:
    """By their names in torch."""
    table: dict[str, Callable[..., Value]] = {
        "weight_norm": _replacing(_norm_and_direction, _beside, 0, 0),
        "remove_weight_norm": _remover("g", "v"),
        "spectral_norm": _replacing(_original_and_vectors, _beside, 2, None),
        "remove_spectral_norm": _remover("orig", "u", "v"),
        "parametrizations.weight_norm": _replacing(_norm_and_direction, _norm_below, 0, 0),
        "parametrizations.spectral_norm": _replacing(_original_and_vectors, _spectrum_below, 2, None),
        "prune.remove": _remover("orig", "mask"),
    }
    for name in words("identity random_unstructured l1_unstructured random_structured ln_structured custom_from_mask"):
        table[f"prune.{name}"] = _prune
    return {f"{UTILS}{name}": native_function(f"{UTILS}{name}", function) for name, function in table.items()}
