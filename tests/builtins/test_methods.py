"""The methods of built-in types against Python's own: their results and what they do to the receiver."""

from __future__ import annotations

import copy
import functools
import itertools
import random
from typing import Any

import pytest

from shapecheck.interpret.builtins import METHODS
from shapecheck.interpret.builtins.exact import convert
from shapecheck.interpret.signals import PythonError
from shapecheck.values import Value
from tests.builtins.covering import blurred, covers
from tests.builtins.machines import listed, make_machine, outcome, real, real_outcome, same

TEXTS = ["", "a", "Abc", "layer1.0", "a,b,,c", "  x y ", "12", "ß", "%s"]
WORDS = ["", "a", ",", " ", "b", "1"]
SMALL = [-2, -1, 0, 1, 2, 9]
LISTS: list[Any] = [[], [1], [3, 1, 2], [1, 2, 1, 2], ["b", "a"], [1, "a", None]]
DICTS: list[Any] = [{}, {"a": 1}, {"a": 1, "b": None}, {1: "x", None: 2}]
SETS: list[Any] = [set(), {1}, {1, 2, 3}, {"a", 1}]
ITEMS = [1, 2, "a", "b", None, 2.0]

NO_ARGUMENTS: list[list[Any]] = []
TEXT_CALLS: dict[str, list[list[Any]]] = {
    "capitalize": [], "casefold": [], "center": [SMALL], "count": [WORDS], "encode": [],
    "endswith": [WORDS], "expandtabs": [SMALL], "find": [WORDS, SMALL], "format": [ITEMS],
    "index": [WORDS], "isalnum": [], "isalpha": [], "isascii": [], "isdecimal": [], "isdigit": [],
    "isidentifier": [], "islower": [], "isnumeric": [], "isprintable": [], "isspace": [], "istitle": [],
    "isupper": [], "join": [[["a", "b"], ("x",), [], "ab", [1]]], "ljust": [SMALL, ["-"]], "lower": [],
    "lstrip": [WORDS], "partition": [WORDS], "removeprefix": [WORDS], "removesuffix": [WORDS],
    "replace": [WORDS, WORDS], "rfind": [WORDS], "rindex": [WORDS], "rjust": [SMALL],
    "rpartition": [WORDS], "rsplit": [WORDS, SMALL], "rstrip": [], "split": [WORDS], "splitlines": [],
    "startswith": [WORDS], "strip": [WORDS], "swapcase": [], "title": [], "upper": [], "zfill": [SMALL],
    "__mod__": [ITEMS],
}  # fmt: skip
LIST_CALLS: dict[str, list[list[Any]]] = {
    "append": [ITEMS], "clear": [], "copy": [], "count": [ITEMS], "extend": [[[1, 2], (), "ab", {"a": 1}]],
    "index": [ITEMS], "insert": [SMALL, ITEMS], "pop": [SMALL], "remove": [ITEMS], "reverse": [], "sort": [],
}  # fmt: skip
DICT_CALLS: dict[str, list[list[Any]]] = {
    "clear": [], "copy": [], "get": [ITEMS, ITEMS], "items": [], "keys": [], "pop": [ITEMS, ITEMS],
    "popitem": [], "setdefault": [ITEMS, ITEMS], "update": [[{"a": 5}, {"z": 0}, [("q", 1)], []]],
    "values": [],
}  # fmt: skip
SET_CALLS: dict[str, list[list[Any]]] = {
    "add": [ITEMS], "clear": [], "copy": [], "difference": [SETS], "difference_update": [SETS],
    "discard": [ITEMS], "intersection": [SETS], "intersection_update": [SETS], "isdisjoint": [SETS],
    "issubset": [SETS], "issuperset": [SETS], "remove": [ITEMS], "symmetric_difference": [SETS],
    "symmetric_difference_update": [SETS], "union": [SETS], "update": [SETS],
}  # fmt: skip
TUPLES: list[Any] = [(), (1,), (1, 2, 1), ("a", None)]
OTHERS: dict[str, tuple[list[Any], dict[str, list[list[Any]]]]] = {
    "int": ([0, 1, -5, 1000], {"bit_length": [], "conjugate": [], "as_integer_ratio": []}),
    "float": ([0.5, 2.0, -1.25], {"is_integer": [], "hex": [], "as_integer_ratio": []}),
    "tuple": (TUPLES, {"count": [ITEMS], "index": [ITEMS]}),
    "range": ([range(4), range(1, 9, 3)], {"count": [SMALL], "index": [SMALL]}),
    "slice": ([slice(None), slice(1, 5, 2), slice(-3, None)], {"indices": [[0, 4, 10]]}),
    "bytes": (
        [b"", b"ab,c"],
        {"decode": [], "split": [[b","]], "startswith": [[b"a"]], "upper": [], "hex": []},
    ),
}
KINDS = {
    "str": (TEXTS, TEXT_CALLS),
    "list": (LISTS, LIST_CALLS),
    "dict": (DICTS, DICT_CALLS),
    "set": (SETS, SET_CALLS),
    **OTHERS,
}
CASES = [(kind, name) for kind, (_, calls) in KINDS.items() for name in calls]


def drawn(kind: str, name: str) -> list[tuple[Any, ...]]:
    receivers, calls = KINDS[kind]
    combinations = list(itertools.product(receivers, *calls[name]))
    rng = random.Random(kind + name)
    return combinations if len(combinations) <= 120 else rng.sample(combinations, 120)


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_equal_to_python(kind: str, name: str) -> None:
    method = METHODS[kind][name]
    for receiver, *args in drawn(kind, name):
        machine = make_machine()
        python = copy.deepcopy(receiver)
        value = convert(receiver)
        expected = real_outcome(functools.partial(getattr(python, name), *args))
        found = outcome(machine, lambda v=value, a=args, m=machine: method(m, v, [convert(x) for x in a], {}))
        if kind == "dict" and name == "keys":
            expected, found = ("value", set(expected[1])), found
        assert same(found, expected), (receiver, args, found, expected)
        assert same(real(value), python), (receiver, args)
        machine.store.undo(0)
        assert same(real(value), receiver), "the store undoes every change"


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_covers_python_when_values_are_blurred(kind: str, name: str) -> None:
    method = METHODS[kind][name]
    rng = random.Random(kind + name)
    for receiver, *args in drawn(kind, name):
        machine = make_machine()
        python = copy.deepcopy(receiver)
        try:
            expected: Any = getattr(python, name)(*args)
        except Exception:
            continue
        if kind == "range" or kind == "slice":
            value: Value = convert(receiver)
        else:
            value = blurred(machine, rng, receiver, 0.5)
        abstract = [blurred(machine, rng, arg) for arg in args]
        if type(value).__name__ == "Unknown":
            continue
        try:
            found = method(machine, value, abstract, {})
        except PythonError as error:
            raise AssertionError((receiver, args, value, abstract, error.value)) from error
        result = set(expected) if name == "keys" else listed(expected)
        assert covers(machine, found, result), (receiver, args, value, abstract, found, expected)
        assert covers(machine, value, python), (receiver, args, value, abstract, "receiver", python)


def test_no_arguments_crash() -> None:
    rng = random.Random(3)
    pool: list[Any] = [*LISTS, *DICTS, *SETS, *TEXTS, *SMALL, None, 2.5, (1, 2)]
    for kind, (receivers, _) in KINDS.items():
        for name, method in METHODS[kind].items():
            for _ in range(20):
                machine = make_machine()
                value = (
                    convert(rng.choice(receivers))
                    if rng.random() < 0.5
                    else blurred(machine, rng, receivers[-1], 1)
                )
                if type(value).__name__ == "Unknown":
                    continue
                args = [blurred(machine, rng, rng.choice(pool), 0.5) for _ in range(rng.randrange(4))]
                try:
                    method(machine, value, args, {})
                except PythonError:
                    continue
                except Exception as error:
                    raise AssertionError((kind, name, value, args)) from error
