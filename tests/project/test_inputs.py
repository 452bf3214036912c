"""The notation of inputs on the command line."""

from __future__ import annotations

import pytest

from shapecheck.check.inputs import (
    DictSpec,
    InputSpec,
    LiteralSpec,
    SequenceSpec,
    SizeSpec,
    TensorSpec,
    parse_arguments,
    parse_assignments,
    parse_input,
    parse_names,
)

X = TensorSpec("float32", ("B", 3))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("float32[B, 3, H, W]", TensorSpec("float32", ("B", 3, "H", "W"))),
        ("int64[B]", TensorSpec("int64", ("B",))),
        ("Tensor[2,3]", TensorSpec(None, (2, 3))),
        ("torch.bfloat16[B]", TensorSpec("bfloat16", ("B",))),
        ("float32[]", TensorSpec("float32", ())),
        ("float32[*S, 2*H, (H+1)//2]", TensorSpec("float32", ("*S", "2 * H", "(H + 1) // 2"))),
        ("float32[B, *S]", TensorSpec("float32", ("B", "*S"))),
        ("float32[max(a, b), n % 4]", TensorSpec("float32", ("max(a, b)", "n % 4"))),
        ("K", SizeSpec("K")),
        ("2*K + 1", SizeSpec("2 * K + 1")),
        ("12", LiteralSpec(12)),
        ("-1", LiteralSpec(-1)),
        ("0.5", LiteralSpec(0.5)),
        ("True", LiteralSpec(True)),
        ("None", LiteralSpec(None)),
        ('"cls"', LiteralSpec("cls")),
        ("[1, (2, 3)]", LiteralSpec([1, (2, 3)])),
        ('{"a": 1}', LiteralSpec({"a": 1})),
        ("[float32[B, 3], 4]", SequenceSpec("list", (X, LiteralSpec(4)))),
        ("(float32[B, 3],)", SequenceSpec("tuple", (X,))),
        (
            '{"ids": int64[B, T], "n": 3}',
            DictSpec((("ids", TensorSpec("int64", ("B", "T"))), ("n", LiteralSpec(3)))),
        ),
        ('{"a,*b": float32[B, 3]}', DictSpec((("a,*b", X),))),
    ],
)
def test_specifications(text: str, expected: InputSpec) -> None:
    assert parse_input(text) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("float32", "the sizes are missing"),
        ("float33[B]", "no dtype"),
        ("float32[*A, *B]", "only one"),
        ("float32[B / 2]", "no size"),
        ("float32[f(B)]", "no size"),
        ("float32[-1]", "negative"),
        ("float32[B, 'x']", "no size"),
        ("float32[1.5]", "no size"),
        ("float32[B", "cannot read"),
        ("", "cannot read"),
        ("1 +", "cannot read"),
        ("foo()", "neither a tensor"),
        ("{x: float32[B]}", "key of a dict"),
        ("{**x}", "key of a dict"),
    ],
)
def test_errors_say_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_input(text)


def test_assignments() -> None:
    assert parse_assignments(["x = float32[B, 3]", "n=3"]) == {"x": X, "n": LiteralSpec(3)}
    for wrong in (["x"], ["=3"], ["1x=3"], ["x=1", "x=2"]):
        with pytest.raises(ValueError, match=r"NAME=VALUE|twice"):
            parse_assignments(wrong)


def test_arguments_of_constructors_are_no_sizes() -> None:
    assert parse_arguments(["depth=12", 'act="relu"']) == {
        "depth": LiteralSpec(12),
        "act": LiteralSpec("relu"),
    }
    with pytest.raises(ValueError, match=r"for a string write '\"relu\"', for any size --symbolic act"):
        parse_arguments(["act=relu"])


def test_names() -> None:
    assert parse_names(["hidden,heads", "depth"]) == ("hidden", "heads", "depth")
    with pytest.raises(ValueError, match="is not a name"):
        parse_names(["a b"])
