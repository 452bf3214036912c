"""Display names: hints first, never one name for two symbols."""

from __future__ import annotations

from shapecheck.check.naming import Naming
from shapecheck.symbolic import symbol
from shapecheck.values import Path, Star, Tensor, shape_text
from shapecheck.values.freeze import freeze
from shapecheck.values.present import present


def named(naming: Naming, *dims: object) -> list[object]:
    value = freeze(Tensor(dims), Path())  # type: ignore[arg-type]
    naming.add_values([value])
    shape = present(value, naming.names)["shape"]
    assert isinstance(shape, list)
    return shape


def test_the_number_goes_unless_there_is_a_clash() -> None:
    assert named(Naming({}), symbol("x_0#4", 1), symbol("x_1", 1)) == ["x_0", "x_1"]
    assert named(Naming({}), symbol("x_0", 1), symbol("x_0#2", 1)) == ["x_0", "x_0_2"]


def test_the_first_unpacking_names_a_size() -> None:
    hints = {"x_0": "b", "x_1": "t", "y_0": "b"}
    assert named(Naming(hints), symbol("x_0", 1), symbol("x_1", 1) // 2, symbol("y_0", 1)) == [
        "b",
        "t//2",
        "b_2",
    ]


def test_names_may_be_exchanged() -> None:
    assert named(Naming({"a": "b", "b": "a"}), symbol("a", 1), symbol("b", 1)) == ["b", "a"]


def test_stars() -> None:
    assert named(Naming({}), Star("x#2"), 3) == ["*x", 3]


def test_axes_that_were_counted_from_behind() -> None:
    behind = [symbol("x_0", 1), symbol("x_m2", 1), symbol("x_m1#3", 1)]
    assert named(Naming({}), *behind) == ["x_0", "x_1", "x_2"]
    assert named(Naming({}), Star("x"), *behind[1:]) == ["*x", "x_m2", "x_m1"]
    assert named(Naming({"x_m2": "h"}), *behind) == ["x_0", "h", "x_2"]


def test_messages() -> None:
    naming = Naming({"x_1": "channels"})
    shown = naming.message(
        "linear: expected 3 features of x.shape, got 2*x_1 in [*x#2, x_0#5, x_1] (torch.nn)"
    )
    assert Naming({"dim": "d"}).message("outside of dim 1") == "outside of dim 1"
    assert naming.message("(n#3x32 and m#12x2)") == "(nx32 and mx2)"
    assert shown == "linear: expected 3 features of x.shape, got 2*channels in [*x, x_0, channels] (torch.nn)"


def test_sizes_of_which_nothing_is_known_have_no_name() -> None:
    assert Naming({}).message("(?[0]#41x3 and ?out_features x 2, ?#7) why? yes") == "(?x3 and ? x 2, ?) why? yes"
    assert shape_text((2, symbol("?n#3", 0) * 2, symbol("n", 1))) == "[2, ?, n]"
