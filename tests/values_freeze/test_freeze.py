"""Freezing, uniting, and showing of values."""

from __future__ import annotations

from typing import Any

import pytest

from shapecheck.check.value_text import value_text
from shapecheck.symbolic import eq, symbol
from shapecheck.values import (
    ClassValue,
    DictValue,
    DType,
    Instance,
    ListValue,
    Opaque,
    Path,
    Scalar,
    Star,
    Tensor,
    UnionValue,
    Unknown,
)
from shapecheck.values.freeze import MAX_UNITED, NONE, UNKNOWN, FrozenScalar, FrozenTensor, freeze, unite
from shapecheck.values.present import present
from shapecheck.values.unknowns import Cause

B, H = symbol("B", 1), symbol("H", 1)
F32 = DType("float32")


def shown(value: Any, path: Path | None = None) -> Any:
    return present(freeze(value, path or Path()), {})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, {"kind": "none"}),
        (True, {"kind": "bool", "value": True}),
        (3, {"kind": "int", "value": 3}),
        (B + 1, {"kind": "int", "value": "B + 1"}),
        (0.5, {"kind": "float", "value": 0.5}),
        (float("inf"), {"kind": "float", "value": None}),
        ("cls", {"kind": "str", "value": "cls"}),
        (Scalar("float"), {"kind": "float", "value": None}),
        (Scalar("bytes"), {"kind": "object", "class": "bytes"}),
        (F32, {"kind": "object", "class": "torch.dtype"}),
        (eq(B, H), {"kind": "bool", "value": None}),
        (Unknown(Cause(None, "why")), {"kind": "unknown"}),
        (Tensor((2, B, H // 2), F32), {"kind": "tensor", "shape": [2, "B", "H//2"], "dtype": "float32"}),
        (Tensor((B * B,)), {"kind": "tensor", "shape": ["B*B"], "dtype": None}),
        ((1, "a"), {"kind": "tuple", "items": [{"kind": "int", "value": 1}, {"kind": "str", "value": "a"}]}),
        (ListValue(None, 1, B), {"kind": "list", "items": None}),
        (ListValue(None, 1, 2), {"kind": "list", "items": [{"kind": "int", "value": 1}] * 2}),
        (DictValue({"n": 4}), {"kind": "dict", "items": {"n": {"kind": "int", "value": 4}}}),
        (DictValue({}, is_open=True), {"kind": "object", "class": "dict"}),
        (DictValue({1: 2, "1": 3}), {"kind": "object", "class": "dict"}),
        (Opaque("x", None), {"kind": "unknown"}),
    ],
)  # fmt: skip
def test_values(value: Any, expected: Any) -> None:
    assert shown(value) == expected


def test_shapes_are_resolved_at_the_moment_of_freezing() -> None:
    path, star = Path(), Star("x")
    tensor = Tensor((star, 3))
    before = freeze(tensor, path)
    path.bind_star(star, (B, H))
    assert present(before, {})["shape"] == ["*x", 3]
    assert shown(tensor, path)["shape"] == ["B", "H", 3]


def test_an_opaque_parameter_is_what_it_turned_out_to_be() -> None:
    opaque = Opaque("x", None)
    opaque.bound = Tensor((2,))
    assert shown(opaque)["shape"] == [2]


def test_objects_by_class_and_containers_by_content() -> None:
    cls = ClassValue("Net", "pkg", [], {})
    assert shown(Instance(cls)) == {"kind": "object", "class": "pkg.Net"}
    size = Instance(ClassValue("Size", "torch", [], {}))
    size.payload = (2, 3)
    assert shown(size)["kind"] == "tuple"


def test_cycles_and_depth_end_in_unknown() -> None:
    cycle = ListValue([])
    cycle.items = [cycle, 1]
    assert shown(cycle)["items"] == [{"kind": "unknown"}, {"kind": "int", "value": 1}]
    deep: Any = 1
    for _ in range(100):
        deep = (deep,)
    assert "unknown" in str(shown(deep))


def test_unions() -> None:
    a, b = FrozenTensor((2,), "float32"), FrozenTensor((3,), "float32")
    assert unite([a, a]) == a
    assert present(unite([a, b, a]), {})["of"] == [present(a, {}), present(b, {})]
    assert unite([a, UNKNOWN]) == UNKNOWN
    assert unite(FrozenScalar("int", n) for n in range(MAX_UNITED + 1)) == FrozenScalar("int", None)
    many = [FrozenTensor((2, n), "float32") for n in range(MAX_UNITED + 1)]
    assert unite(many) == FrozenTensor((2, None), "float32")
    assert unite([*many, FrozenTensor((2,), "float64")]) == FrozenTensor(None, None)
    assert unite([*many, NONE]) == UNKNOWN
    assert unite([a, FrozenTensor((2,), None)]) == FrozenTensor((2,), None)
    assert unite([FrozenScalar("bool", True), FrozenScalar("int", 1)]) != FrozenScalar("int", 1)
    assert shown(UnionValue((None, 1)))["kind"] == "union"


def test_names_and_text() -> None:
    n, m = symbol("x_0#2", 1), symbol("x_0", 1)
    value = freeze((Tensor((n, m // 2, Star("s#3")), F32), DictValue({"n": n})), Path())
    names = {"x_0#2": "b", "x_0": "h", "*s#3": "rest"}
    assert value_text(present(value, names)) == "(float32[b, h//2, *rest], {'n': b})"
    assert value_text(present(freeze(Tensor((2, 3)), Path()), {})) == "Tensor[2, 3]"


def test_a_size_that_the_contract_cannot_write_is_null() -> None:
    assert shown(Tensor((Star("s").rank,)))["shape"] == [None]
