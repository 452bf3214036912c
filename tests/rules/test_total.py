"""Rules are total: whatever the arguments, a rule gives a value, rejects, or says what it does not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from shapecheck.rules import Rejected, Rule, StubClass
from shapecheck.rules.context import DeadPath, Signal
from shapecheck.symbolic import ge
from shapecheck.values import (
    Cause,
    DictValue,
    DType,
    ListValue,
    Opaque,
    Path,
    RangeValue,
    Scalar,
    SizesValue,
    SliceValue,
    Star,
    Tensor,
    UnionValue,
    Unknown,
)
from tests.rules.replay import make_machine, world

CALLS_OF_A_RULE = 60


def all_rules() -> Iterator[Rule]:
    """Every rule and method of the bundled stubs, once each."""
    registry = world().registry
    seen = set()
    for module in registry.modules():
        for name in registry.names(module):
            found = registry.find(f"{module}.{name}")
            for rule in found.methods.values() if isinstance(found, StubClass) else (found,):
                if isinstance(rule, Rule) and (rule.path, rule.line) not in seen:
                    seen.add((rule.path, rule.line))
                    yield rule


def some_value(random: random.Random, path: Path) -> Any:
    """A value of any kind, unknown and symbolic ones among them."""
    n = path.fresh("n", random.choice([0, 1, None]))
    shape = [random.choice([0, 1, 2, 3, 6, n, n + 1]) for _ in range(random.randrange(5))]
    if random.random() < 0.3:
        shape.insert(random.randrange(len(shape) + 1), Star(path.unique("s"), 0))
    dtype = random.choice([None, DType("float32"), DType("int64"), DType("bool"), DType("complex64")])
    tensor = Tensor(tuple(shape), dtype)
    unknown = Unknown(Cause(None, "of no kind"))
    simple = [0, 1, -1, 2, 5, 1.5, -0.5, n, n * 2, True, None, "mean", "same", "none", "ij->i", unknown, dtype]
    item = random.choice([*simple, tensor])
    return random.choice([
        tensor, tensor, tensor, *simple, (item, item), (), (n, 2), (unknown, 2), ListValue([item]), ListValue([]),
        ListValue([tensor, tensor]), ListValue(None, item, n), Opaque("o", None), Scalar("int"), Scalar("float"),
        Scalar("bool"), Scalar("str"), SliceValue(None, n, None), SizesValue(tuple(shape)), RangeValue(0, n, 1),
        UnionValue((tensor, None)), UnionValue((1, unknown)), DictValue({"a": item}), ..., ge(n, 2),
    ])  # fmt: skip


@pytest.mark.parametrize("rule", list(all_rules()), ids=lambda rule: rule.name)
def test_total(rule: Rule) -> None:
    chosen = random.Random(rule.name)
    parameters = [one for one in rule.parameters if one.kind in ("positional", "keyword")]
    for _ in range(CALLS_OF_A_RULE):
        machine = make_machine()
        count = chosen.randrange(len(parameters) + 1)
        args = [some_value(chosen, machine.path) for _ in parameters[:count]]
        kwargs = {
            one.name: some_value(chosen, machine.path)
            for one in parameters[count:]
            if not one.has_default or chosen.random() < 0.3
        }
        try:
            rule.apply(machine, args, kwargs)
        except (Rejected, Signal, DeadPath):
            continue
