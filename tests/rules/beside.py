"""Expressions of libraries beside torch: their values by the rules, for comparison with the real ones."""

from __future__ import annotations

import functools
from typing import Any

from bench.real_torch import without_compiled_operators
from shapecheck.interpret.language import numpy_arrays
from shapecheck.interpret.language.dispatch import execute_block
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.world import World
from shapecheck.rules import load
from shapecheck.source import ir, parse
from shapecheck.symbolic import Expr
from shapecheck.values import ListValue, ModuleValue, Tensor, Value


@functools.cache
def declare_compiled_operators() -> None:
    """Before torchvision is imported: its wheel's compiled part is for another build of torch."""
    without_compiled_operators()


def parts(text: str) -> list[str]:
    """The expressions of a table, between lines and ` ; `."""
    return [part.strip() for line in text.strip().splitlines() for part in line.split(" ; ")]


@functools.cache
def _world() -> World:
    return World([], [], load())


def run(program: str, expression: str) -> tuple[Machine, Value, int]:
    """The value of an expression after a program, and how many errors were found."""
    module = ModuleValue("__main__", {}, "main.py")
    machine = _world().machine_for(module)
    source = parse(f"{program}result = {expression}\n".encode(), "main.py")
    assert isinstance(source, ir.SourceFile)
    execute_block(machine, source.body)
    return machine, module.namespace["result"], len(machine.record.findings)


def several(value: Any) -> list[Any]:
    """The items of a list or tuple, else the value itself."""
    items = value.items if isinstance(value, ListValue) else value
    return list(items) if isinstance(items, (tuple, list)) else [value]


def assert_same(machine: Machine, said: Value, real: Any) -> None:
    """The shape that is said is the real one, a size that only data decides aside; so is the dtype, if one is said."""
    shaped = numpy_arrays.by_shape(machine, said)
    if isinstance(shaped, (int, float)):
        assert not getattr(real, "shape", ())  # a number of numpy or Python
        return
    assert isinstance(shaped, Tensor), shaped
    sizes = machine.path.resolve(shaped.shape)
    assert len(sizes) == len(real.shape)
    assert [size for size in sizes if not isinstance(size, Expr)] == [
        length for size, length in zip(sizes, real.shape) if not isinstance(size, Expr)
    ]
    assert shaped.dtype is None or shaped.dtype.name == str(real.dtype).removeprefix("torch.")
