"""The table of torch's public names, and what `shapecheck ops` says of them."""

from __future__ import annotations

import pytest

from bench import ops_page
from shapecheck.check.operators import operators, public_names
from shapecheck.rules import Rule, load
from tests.rules import public_names as recorded


def test_the_table_is_that_of_torch() -> None:
    torch = pytest.importorskip("torch")
    if torch.__version__.partition("+")[0] not in recorded.TABLE.read_text(encoding="utf-8").splitlines()[0]:
        pytest.skip("the table is that of another version")
    assert recorded.TABLE.read_text(encoding="utf-8") == recorded.table()


def test_every_public_name_has_a_status() -> None:
    known = {one.name: one for one in operators()}
    assert set(public_names()) <= set(known)
    for one in known.values():
        assert one.status in ("rule", "family", "unknown-on-purpose", "missing")
        assert one.why if one.status == "unknown-on-purpose" else True
    missing = [one.name for one in known.values() if one.status == "missing"]
    assert len(missing) <= 10, missing


def test_the_table_of_the_page_is_current() -> None:
    assert ops_page.FILE.read_text(encoding="utf-8").endswith(ops_page.table()), "run `make bench-ops`"


def test_what_torch_has_as_an_attribute_is_a_property() -> None:
    torch = pytest.importorskip("torch")
    registry = load()
    rules = {name: registry.find(f"torch.Tensor.{name}") for name in registry.names("torch.Tensor")}
    known = {name: rule for name, rule in rules.items() if isinstance(rule, Rule) and hasattr(torch.Tensor, name)}
    assert len(known) > 500
    wrong = [name for name, rule in known.items() if rule.is_property == callable(getattr(torch.Tensor, name))]
    assert wrong == []


def test_a_rule_says_what_it_leaves_open() -> None:
    why = {one.name: one.why for one in operators()}
    assert why["torch.nonzero"] == "leaves open: a size that only the data decides"
    assert "not of full rank" in str(why["torch.linalg.lstsq"])  # said by a rule that it calls
    beside = "the indices of a compressed sparse tensor with dims beside rows and columns"
    assert why["torch.Tensor.crow_indices"] == f"leaves open: {beside}; a size that only the data decides"
    assert why["torch.Tensor.col_indices"] == why["torch.Tensor.crow_indices"]  # another spelling
    assert why["torch.nn.functional.conv2d"] is None
