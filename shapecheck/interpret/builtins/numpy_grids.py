"""What NumPy makes of an index: grids whose axes are slices (`np.mgrid[:h, :w]`, `np.ogrid`), arrays side by side
(`np.c_[x, y]`) or one behind the other (`np.r_[0, x]`), the index itself (`np.s_[1:]`).

https://numpy.org/doc/stable/reference/routines.indexing.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import Instance, ListValue, NativeFunction, Scalar, SliceValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def _call(machine: Machine, name: str, *args: Value, **kwargs: Value) -> Value:
    return machine.call(machine.world.stub_value(f"numpy.{name}"), list(args), kwargs)


def _axis(machine: Machine, index: Value) -> Value:
    """The numbers of one axis: a step of `5j` is a number of points, the last of which is the end."""
    if not isinstance(index, SliceValue):
        return machine.unknown("a grid whose index is no slice")
    start = 0 if index.lower is None else index.lower
    if isinstance(index.step, complex):
        return _call(machine, "linspace", start, index.upper, int(abs(index.step)))
    return _call(machine, "arange", start, index.upper, 1 if index.step is None else index.step)


def _filled(machine: Machine, _: Value, index: Value) -> Value:
    if not isinstance(index, tuple):
        return _axis(machine, index)
    axes = [_axis(machine, one) for one in index]
    return _call(machine, "stack", _call(machine, "meshgrid", *axes, indexing="ij"))


def _open(machine: Machine, _: Value, index: Value) -> Value:
    if not isinstance(index, tuple):
        return _axis(machine, index)
    rank = len(index)
    shapes = [tuple(-1 if at == axis else 1 for at in range(rank)) for axis in range(rank)]
    return tuple(_call(machine, "reshape", _axis(machine, one), shape) for one, shape in zip(index, shapes))


def _itself(machine: Machine, _: Value, index: Value) -> Value:
    return index


def _as_tuple(machine: Machine, _: Value, index: Value) -> Value:
    return index if isinstance(index, tuple) else (index,)


def _joined(name: str) -> NativeFunction:
    """The parts of an index put together; a text says along which axis, which is not modelled."""

    def join(machine: Machine, _: Value, index: Value) -> Value:
        parts: list[Value] = []
        for part in index if isinstance(index, tuple) else (index,):
            if isinstance(part, (str, Scalar)):
                return machine.unknown("parts of an array along an axis that a text says")
            is_range = isinstance(part, SliceValue)
            parts.append(_axis(machine, part) if is_range else _call(machine, "atleast_1d", part))
        return _call(machine, name, ListValue(parts))

    return native_function(f"numpy.{name}", join)


def _grid(name: str, item: Value) -> Instance:
    return Instance(new_class(name, "numpy", [CLASSES["object"]], {"__getitem__": item}), None)


GRIDS: dict[str, Value] = {
    "mgrid": _grid("mgrid", native_function("numpy.mgrid", _filled)),
    "ogrid": _grid("ogrid", native_function("numpy.ogrid", _open)),
    "s_": _grid("s_", native_function("numpy.s_", _itself)),
    "index_exp": _grid("index_exp", native_function("numpy.index_exp", _as_tuple)),
    "c_": _grid("c_", _joined("column_stack")),
    "r_": _grid("r_", _joined("concatenate")),
}
