"""Built-ins over sizes that are expressions, and the bounds on what is computed."""

from __future__ import annotations

import time
from typing import Any

import pytest

from shapecheck.interpret.builtins import CLASSES, FUNCTIONS, METHODS
from shapecheck.interpret.builtins.exact import MAX_TEXT
from shapecheck.interpret.builtins.numbers import Quotient, divide, multiply
from shapecheck.interpret.builtins.stdlib import MODULES
from shapecheck.interpret.machine import Machine
from shapecheck.symbolic import Expr, Formula, ceildiv, max_, min_
from shapecheck.values import (
    Cause,
    IteratorValue,
    ListValue,
    Opaque,
    RangeValue,
    Scalar,
    SetValue,
    Tensor,
    TupleOfMany,
    Unknown,
    Value,
)
from tests.builtins.machines import make_machine


def call(machine: Machine, name: str, *args: Value, **kwargs: Value) -> Any:
    module, _, last = name.rpartition(".")
    if module:
        value: Any = MODULES[module][last]
        return value.call(machine, list(args), kwargs)
    function: Any = FUNCTIONS.get(name) or CLASSES[name].construct
    return function(machine, list(args), kwargs)


@pytest.fixture
def machine() -> Machine:
    return make_machine()


def test_sizes_stay_expressions(machine: Machine) -> None:
    n, m = machine.path.fresh("n"), machine.path.fresh("m")
    assert call(machine, "sum", (n, m, 3)) == n + m + 3
    assert call(machine, "max", n, m) == max_(n, m)
    assert call(machine, "min", (n, 4)) == min_(n, 4)
    assert call(machine, "abs", n) == n
    assert call(machine, "int", n) is n
    assert call(machine, "round", n) is n
    assert call(machine, "math.prod", (n, m, 2)) == n * m * 2
    assert call(machine, "len", ListValue(None, 1, n)) == n
    assert call(machine, "sum", ListValue(None, 2, n)) == n * 2
    made = call(machine, "range", n)
    assert isinstance(made, RangeValue) and made.stop is n
    assert call(machine, "operator.mul", n, 2) == n * 2


def test_items_that_differ_are_not_one_symbol(machine: Machine) -> None:
    """The element of a list of unknown length stands for different items: their sum is not n times it."""
    n, m = machine.path.fresh("n"), machine.path.fresh("m")
    total = call(machine, "sum", ListValue(None, m, n))
    assert isinstance(total, Expr) and total != n * m


def test_quotients(machine: Machine) -> None:
    n = machine.path.fresh("n")
    quotient = divide(machine, n, 3)
    assert isinstance(quotient, Quotient)
    assert call(machine, "math.ceil", quotient) == ceildiv(n, 3)
    assert call(machine, "math.floor", quotient) == n // 3
    assert call(machine, "int", quotient) == n // 3
    assert call(machine, "int", multiply(n, 4.0)) == n * 4
    assert call(machine, "int", multiply(n, 0.5)) == n // 2
    assert call(machine, "int", divide(machine, multiply(n, 8.0), 3)) == n * 8 // 3
    assert type(multiply(n, 0.1)) is Scalar, "0.1 is not a tenth"
    assert type(multiply(quotient, 3.0)) is Scalar, "a rounded quotient cannot be multiplied back"


def test_conditions_stay_conditions(machine: Machine) -> None:
    from shapecheck.symbolic import eq

    n, m = machine.path.fresh("n"), machine.path.fresh("m")
    some = call(machine, "any", (eq(n, 1), eq(m, 1)))
    assert isinstance(some, Formula)
    assert call(machine, "all", (True, eq(n, 1))) is eq(n, 1)
    assert call(machine, "any", (eq(n, 1), True)) is True
    assert isinstance(call(machine, "all", ListValue(None, True, n)), Scalar)


def test_iterables_of_unknown_length(machine: Machine) -> None:
    n = machine.path.fresh("n")
    source = ListValue(None, "x", n)
    for name, args in {
        "enumerate": [source], "reversed": [source], "zip": [source, source], "sorted": [source],
        "map": [FUNCTIONS_LEN, source], "list": [source], "iter": [source],
    }.items():  # fmt: skip
        made = call(machine, name, *args)
        assert isinstance(made, (ListValue, IteratorValue)) and made.items is None and made.length is n, name
    assert isinstance(call(machine, "set", source), SetValue)
    items = call(machine, "tuple", source)
    assert isinstance(items, TupleOfMany) and items.items is None and items.length is n


FUNCTIONS_LEN = MODULES["operator"]["truth"]


def test_unknown_arguments_keep_their_cause(machine: Machine) -> None:
    unknown = Unknown(Cause(None, "here"))
    for name in ("abs", "sum", "max", "min", "next", "tuple", "functools.reduce"):
        args = [FUNCTIONS_LEN, unknown] if name == "functools.reduce" else [unknown]
        assert call(machine, name, *args).cause is unknown.cause, name


def test_iterators_are_used_up(machine: Machine) -> None:
    n = machine.path.fresh("n", 3)
    it = call(machine, "iter", ListValue(None, "x", n))
    call(machine, "next", it)
    assert call(machine, "list", it).length == max_(0, n - 1)
    assert call(machine, "list", it).length == 0
    known = call(machine, "iter", (1, 2, 3))
    call(machine, "next", known)
    m = machine.path.fresh("m", 0)
    assert call(machine, "zip", known, ListValue(None, "x", m)).length == min_(2, m)


def test_parameters_become_sizes(machine: Machine) -> None:
    for name in ("range", "int", "abs", "math.ceil"):
        opaque = Opaque("depth", None, "int")
        call(machine, name, opaque)
        assert isinstance(opaque.bound, Expr), name
    free = Opaque("x", None)
    call(machine, "abs", free)
    assert free.bound is None
    call(machine, "range", free)
    assert isinstance(free.bound, Expr)


def test_sorting_what_has_no_known_order(machine: Machine) -> None:
    n, m = machine.path.fresh("n"), machine.path.fresh("m")
    made = call(machine, "sorted", (n, m))
    assert len(made.items) == 2 and made.items[0] is not made.items[1]
    assert call(machine, "sorted", (n + 1, n)).items == [n, n + 1]
    tensors = (Tensor((1,)), Tensor((2,)))
    assert len(call(machine, "sorted", tensors).items) == 2


def test_getattr_of_what_may_be_missing(machine: Machine) -> None:
    unknown = Unknown(Cause(None, "here"))
    assert isinstance(call(machine, "getattr", unknown, "x", 1), Unknown)
    assert isinstance(call(machine, "hasattr", unknown, "x"), Scalar)


def test_nothing_is_unbounded(machine: Machine) -> None:
    """No input may hang or exhaust memory."""
    started = time.process_time()
    huge = 10**9
    assert isinstance(call(machine, "range", huge), RangeValue)
    many = RangeValue(0, huge, 1)
    n = machine.path.fresh("n")
    for name in (
        "list",
        "sorted",
        "reversed",
        "enumerate",
        "sum",
        "max",
        "set",
        "iter",
        "any",
        "itertools.pairwise",
    ):
        call(machine, name, many)
    call(machine, "zip", many, many)
    call(machine, "zip", call(machine, "itertools.count"), many)
    call(machine, "itertools.product", many, many)
    call(machine, "itertools.product", (0, 1), repeat=60)
    call(machine, "itertools.permutations", tuple(range(30)))
    call(machine, "itertools.combinations", tuple(range(60)), 30)
    call(machine, "itertools.repeat", 0, huge)
    call(machine, "itertools.islice", call(machine, "itertools.count"), huge)
    call(machine, "math.factorial", huge)
    call(machine, "math.comb", huge, huge // 2)
    call(machine, "pow", 2, huge)
    call(machine, "pow", 7, 10**5000, 10**4000)
    call(machine, "int", "9" * 50_000)
    call(machine, "bytes", huge)
    call(machine, "functools.reduce", MODULES["operator"]["add"], many)
    text: Any = METHODS["str"]
    for name, args in {
        "ljust": [huge], "center": [huge], "zfill": [huge], "expandtabs": [huge],
        "replace": ["", "x" * 60_000], "join": [ListValue(["y" * 1000] * 1000)], "format": [n],
    }.items():  # fmt: skip
        result = text[name](machine, "a\tb" * 100 if name != "format" else "{:>999999999}", args, {})
        assert isinstance(result, Scalar) or len(result) <= MAX_TEXT
    text["__mod__"](machine, "%999999999d", [1], {})
    text["__mod__"](machine, "%*d", [(huge, 1)], {})
    assert time.process_time() - started < 30, "well under a second; what is not bounded does not end"


def test_deep_copies_of_deep_graphs(machine: Machine) -> None:
    value: Value = 1
    for _ in range(5_000):
        value = ListValue([value])
    call(machine, "copy.deepcopy", value)
