"""`np.mgrid[:h, :w]` and `np.ogrid[:h, :w]`: grids whose axes are written as slices of an index.

https://numpy.org/doc/stable/reference/generated/numpy.mgrid.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import Instance, SliceValue, Value

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


def _grid(name: str, item: Value) -> Instance:
    return Instance(new_class(name, "numpy", [CLASSES["object"]], {"__getitem__": item}), None)


GRIDS: dict[str, Value] = {
    "mgrid": _grid("mgrid", native_function("numpy.mgrid", _filled)),
    "ogrid": _grid("ogrid", native_function("numpy.ogrid", _open)),
}
