"""Which attributes a tensor has, beside torch."""

from __future__ import annotations

import pytest

from shapecheck.interpret.language import tensors
from shapecheck.values import NUMPY_ARRAY, Tensor
from tests.rules.replay import make_machine

torch = pytest.importorskip("torch")


def test_a_tensor_has_what_it_has_in_torch() -> None:
    machine, tensor = make_machine(), Tensor((2,))
    public = {name for name in dir(torch.rand(2)) if not name.startswith("_")}
    assert {name for name in public if tensors.has_attribute(machine, tensor, name) is not True} == set()
    assert tensors.has_attribute(machine, tensor, "batch_sizes") is False


def test_code_may_have_set_what_others_do_not_have() -> None:
    machine = make_machine()
    assert tensors.has_attribute(machine, Tensor((2,), is_parameter=True), "no_weight_decay") is None
    assert tensors.has_attribute(machine, Tensor((2,)), "_is_sharded") is None
    assert tensors.has_attribute(machine, Tensor((2,), cls=NUMPY_ARRAY), "anything") is None
