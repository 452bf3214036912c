"""The built-in functions and classes, and the functions of modules, against Python's own."""

from __future__ import annotations

import builtins
import functools
import importlib
import itertools
import random
from typing import Any

import pytest

from shapecheck.interpret.builtins import CLASSES, FUNCTIONS
from shapecheck.interpret.builtins.exact import convert
from shapecheck.interpret.builtins.stdlib import MODULES
from shapecheck.interpret.signals import PythonError
from shapecheck.values import ClassValue, NativeFunction, Value
from tests.builtins.covering import blurred, covers
from tests.builtins.machines import listed, make_machine, outcome, real_outcome, same

INTS = [-7, -1, 0, 1, 2, 3, 5, 12]
FLOATS = [-2.5, 0.0, 0.5, 1.0, 2.75, 1e10, float("inf")]
TEXTS = ["", "a", "Abc", "layer1.0", "12", " x y ", "3.5", "é"]
LISTS = [
    [],
    [1],
    [3, 1, 2],
    [2, 2, 2],
    ["b", "a"],
    [1.5, 0.5],
    [True, False],
    [(1, 2), (0, 5)],
    [0, "x"],
    [[1], [2, 3]],
]
ANY = [None, True, False, *INTS, *FLOATS, *TEXTS, *LISTS, (), (1, 2), (4, 1, 2), {"a": 1}, {1, 2}, b"ab"]
ITERABLES = [*LISTS, (), (1, 2, 3), "abc", {"a": 1, "b": 2}, range(4)]

# Name -> what each argument is drawn from.
CALLS: dict[str, list[list[Any]]] = {
    "abs": [INTS + FLOATS],
    "all": [ITERABLES],
    "any": [ITERABLES],
    "bin": [INTS],
    "bool": [ANY],
    "bytes": [[b"ab", [1, 2], 3]],
    "chr": [INTS],
    "complex": [INTS + FLOATS, INTS + FLOATS],
    "dict": [[{}, {"a": 1}, [("a", 1), ("b", 2)], [(1, 2, 3)], [[1, 2]]]],
    "divmod": [INTS + FLOATS, INTS + FLOATS],
    "enumerate": [ITERABLES, INTS],
    "filter": [[None], ITERABLES],
    "float": [ANY],
    "hex": [INTS],
    "int": [ANY],
    "len": [ANY],
    "list": [ITERABLES],
    "max": [ITERABLES],
    "min": [ITERABLES],
    "oct": [INTS],
    "ord": [TEXTS],
    "pow": [INTS, INTS, [None, 5, 7]],
    "range": [INTS, INTS, INTS],
    "repr": [ANY],
    "reversed": [[v for v in ITERABLES if not isinstance(v, dict)]],
    "round": [INTS + FLOATS, [None, 0, 1, -1]],
    "set": [[v for v in ITERABLES if v != [[1], [2, 3]]]],
    "sorted": [ITERABLES],
    "str": [ANY],
    "sum": [ITERABLES, [0, 1, 2.5]],
    "tuple": [ITERABLES],
    "zip": [ITERABLES, ITERABLES],
    "itertools.accumulate": [ITERABLES],
    "itertools.batched": [ITERABLES, [1, 2, 3]],
    "itertools.chain": [ITERABLES, ITERABLES],
    "itertools.combinations": [ITERABLES, [0, 1, 2, 3]],
    "itertools.combinations_with_replacement": [ITERABLES, [0, 1, 2]],
    "itertools.compress": [ITERABLES, ITERABLES],
    "itertools.groupby": [ITERABLES],
    "itertools.islice": [ITERABLES, [0, 1, 2], [0, 3, 9], [1, 2]],
    "itertools.pairwise": [ITERABLES],
    "itertools.permutations": [ITERABLES, [None, 0, 1, 2]],
    "itertools.product": [ITERABLES, ITERABLES],
    "itertools.repeat": [ANY, [0, 1, 3]],
    "itertools.tee": [ITERABLES],
    "itertools.zip_longest": [ITERABLES, ITERABLES],
    "math.ceil": [INTS + FLOATS + [None, "x"]],
    "math.comb": [INTS, INTS],
    "math.exp": [INTS + FLOATS],
    "math.factorial": [INTS],
    "math.floor": [INTS + FLOATS],
    "math.gcd": [INTS, INTS],
    "math.isclose": [FLOATS, FLOATS],
    "math.isqrt": [INTS],
    "math.log": [INTS + FLOATS],
    "math.log2": [INTS + FLOATS],
    "math.pow": [INTS + FLOATS, INTS + FLOATS],
    "math.prod": [[[], [2, 3], (4, 0.5), range(1, 5)]],
    "math.sqrt": [INTS + FLOATS],
    "math.trunc": [INTS + FLOATS],
    "operator.add": [INTS + FLOATS, INTS + FLOATS],
    "operator.contains": [ITERABLES, INTS],
    "operator.eq": [INTS + TEXTS, INTS + TEXTS],
    "operator.floordiv": [INTS, INTS],
    "operator.getitem": [LISTS, INTS],
    "operator.mul": [INTS, INTS],
    "operator.neg": [INTS + FLOATS],
    "operator.not_": [ANY],
}
TEXT_OF_ANYTHING = frozenset(("repr", "str", "operator.contains"))
"""Not every text is computed, nor every membership."""

BLURRED_ORDER = frozenset(("itertools.groupby", "itertools.tee"))
"""Their results hold iterators that the comparison of real results would use up."""


def entry(name: str) -> Any:
    """The abstract built-in: call(machine, args, kwargs)."""
    module, _, last = name.rpartition(".")
    if not module:
        return FUNCTIONS.get(name) or CLASSES[name].construct
    value: Any = MODULES[module][last]
    return value.construct if isinstance(value, ClassValue) else value.call


def real_function(name: str) -> Any:
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module) if module else builtins, last, None)


def drawn(name: str, count: int) -> list[tuple[Any, ...]]:
    """All combinations of arguments when they are few, else some of them."""
    pools = CALLS[name]
    combinations = list(itertools.product(*pools))
    rng = random.Random(name)
    return combinations if len(combinations) <= count else rng.sample(combinations, count)


@pytest.mark.parametrize("name", CALLS)
def test_equal_to_python(name: str) -> None:
    function, python = entry(name), real_function(name)
    if python is None:
        pytest.skip("not in this Python")
    for args in drawn(name, 150):
        machine = make_machine()
        shown = tuple(
            arg for arg in args if not (arg is None and name in ("round", "itertools.permutations"))
        )
        shown = shown[:2] if name == "pow" and args[2] is None else shown
        expected = real_outcome(functools.partial(python, *shown))
        found = outcome(machine, lambda shown=shown, m=machine: function(m, [convert(a) for a in shown], {}))
        if found[0] == "inexact" and name in TEXT_OF_ANYTHING:
            continue
        assert same(found, expected), (name, shown, found, expected)


@pytest.mark.parametrize("name", sorted(set(CALLS) - BLURRED_ORDER))
def test_covers_python_when_arguments_are_blurred(name: str) -> None:
    function, python = entry(name), real_function(name)
    if python is None:
        pytest.skip("not in this Python")
    rng = random.Random(name)
    for args in drawn(name, 150):
        machine = make_machine()
        shown = tuple(
            arg for arg in args if not (arg is None and name in ("round", "itertools.permutations"))
        )
        shown = shown[:2] if name == "pow" and args[2] is None else shown
        try:
            result: Any = python(*shown)
            result = result if isinstance(result, range) else listed(result)
        except Exception:
            continue
        abstract = [blurred(machine, rng, arg) for arg in shown]
        try:
            found = function(machine, abstract, {})
        except PythonError as error:
            raise AssertionError((name, shown, abstract, "raises", error.value)) from error
        assert covers(machine, found, result), (name, shown, abstract, found, result)


def _native_entries() -> list[tuple[str, Any]]:
    entries: list[tuple[str, Any]] = list(FUNCTIONS.items())
    entries += [(name, cls.construct) for name, cls in CLASSES.items() if cls.construct is not None]
    for module, names in MODULES.items():
        for name, value in names.items():
            if isinstance(value, NativeFunction):
                entries.append((f"{module}.{name}", value.call))
            elif isinstance(value, ClassValue) and value.construct is not None:
                entries.append((f"{module}.{name}", value.construct))
    return entries


def test_no_arguments_crash() -> None:
    """Whatever is passed, a built-in gives a value or a Python error."""
    rng = random.Random(5)
    double = NativeFunction(
        "double", lambda machine, args, kwargs: machine.binary("*", args[0], 2) if args else None
    )
    for name, function in _native_entries():
        for _ in range(12):
            machine = make_machine()
            args: list[Value] = [
                double if rng.random() < 0.1 else blurred(machine, rng, rng.choice(ANY), 0.5)
                for _ in range(rng.randrange(5))
            ]
            kwargs = {"key": None} if rng.random() < 0.1 else {}
            try:
                function(machine, args, kwargs)
            except PythonError:
                continue
            except Exception as error:
                raise AssertionError((name, args, kwargs)) from error
