"""Samples of our own, for names that real code uses much and torch's suite little: run by torch, then replayed."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import torch

from tests.rules.rows import Call
from tests.rules.suite import Sample, encode, encode_all


def F(*shape: int) -> torch.Tensor:
    return torch.ones(shape)


def L(*shape: int) -> torch.Tensor:
    return torch.zeros(shape, dtype=torch.int64)


X, Y = F(2, 3, 4), F(6, 8)

OWN: dict[str, list[tuple[Any, ...]]] = {
    "torch.einsum": [
        ("ij,jk->ik", F(2, 3), F(3, 4)), ("bij,bjk->bik", F(2, 3, 4), F(2, 4, 5)), ("ii->i", F(3, 3)), ("ii", F(3, 3)),
        ("...ij,...jk->...ik", F(5, 2, 3, 4), F(2, 4, 5)), ("bhid,bhjd->bhij", F(2, 4, 7, 8), F(2, 4, 9, 8)),
        ("i,j->ij", F(3), F(4)), ("ijk->kji", X), ("i j , j k", F(2, 3), F(3, 4)),
        ("b n d, b m d -> b n m", X, F(2, 5, 4)),
        ("...d->...", X), ("ab,bc,cd->ad", F(2, 3), F(3, 4), F(4, 5)), ("bchw,cd->bdhw", F(2, 3, 4, 5), F(3, 6)),
    ],
    "torch.nn.functional.embedding": [
        (L(2, 3), F(10, 4)), (L(), F(10, 4)), (L(2, 3, 5), F(10, 4)), (L(0), F(10, 4)), (L(7).int(), F(10, 1)),
    ],
    "torch.Tensor.repeat": [
        (X, 2, 1, 3), (X, (2, 1, 3)), (X, 5, 2, 1, 3), (F(3), 4, 2), (F(), 3), (X, 0, 1, 1), (X, 1, 1, 1),
        (F(1, 1), 4, 7),
    ],
    "torch.Tensor.view": [
        (X, 6, 4), (X, -1), (X, 2, -1), (X, (4, 6)), (X, 2, 12), (X, 24), (X, 1, 2, 3, 4), (F(0, 3), 3, 0), (F(), 1),
        (F(2, 8, 16), 2, 8, 4, 4), (F(2, 8, 16), 2, -1, 4, 4), (F(4, 1), -1, 2, 2), (X, torch.float32), (X, 2, 3, -1),
    ],
    "torch.Tensor.reshape": [(X, 6, 4), (X, (-1, 2)), (X, 2, 3, 2, 2), (F(1), ()), (F(0, 3), 3, -1)],
    "torch.Tensor.expand": [(F(1, 3), 4, 3), (F(1, 3), 4, -1), (F(3), 2, 3), (F(1), (5, 2, 1)), (F(), 2, 3)],
    "torch.Tensor.size": [(X,), (X, 0), (X, -1), (F(),)],
    "torch.Tensor.shape": [(X,), (F(),), (F(0, 1),)],
    "torch.Tensor.ndim": [(X,), (F(),)],
    "torch.Tensor.dim": [(X,), (F(),)],
    "torch.Tensor.numel": [(X,), (F(),)],
    "torch.Tensor.item": [(F(),), (F(1, 1),), (L(1),)],
    "torch.Tensor.tolist": [(F(2),), (F(2, 3),)],
    "torch.Tensor.type_as": [(X, L(2)), (L(2), X)],
    "torch.Tensor.type": [(X, torch.int64), (X, torch.float64)],
    "torch.Tensor.new_zeros": [(L(2), 3, 4), (X, (3, 4)), (X, ())],
    "torch.Tensor.detach": [(X,)],
    "torch.Tensor.cpu": [(X,)],
    "torch.Tensor.masked_fill_": [(F(2, 3), F(2, 3) > 0, 0.0), (F(2, 3), F(3) > 0, 1)],
    "torch.Tensor.copy_": [(F(2, 3), F(3)), (F(2, 3), L(2, 3))],
    "torch.Tensor.scatter_": [(F(3, 5), 0, L(2, 5), F(2, 5)), (F(3, 5), 1, L(3, 2), 1.0)],
    "torch.Tensor.normal_": [(F(2, 3),), (F(2, 3), 0, 1)],
    "torch.Tensor.uniform_": [(F(2, 3),), (F(2, 3), -1, 1)],
    "torch.Tensor.fill_": [(F(2, 3), 1.0)],
    "torch.Tensor.requires_grad_": [(F(2, 3),)],
    "torch.Tensor.unfold": [(F(2, 9), 1, 3, 2), (F(2, 9), -1, 9, 1)],
    "torch.Tensor.is_floating_point": [(X,), (L(2),)],
    "torch.tensor": [([1, 2],), ([[1.0], [2.0]],), (3,), (2.5,), ([],), ([True, False],)],
    "torch.as_tensor": [([1, 2],), (X,)],
    "torch.eye": [(3,), (3, 4)],
    "torch.randint": [(10, (2, 3)), (0, 10, (4,))],
    "torch.randperm": [(7,), (0,)],
    "torch.rand": [(2, 3), ((2, 3),)],
    "torch.randn": [(2, 3), ((2, 3),)],
    "torch.empty": [(2, 3), ((0, 3),)],
    "torch.arange": [(5,), (2, 10, 3), (0.0, 1.0, 0.3), (5, 0, -2)],
    "torch.linspace": [(0, 1, 5)],
    "torch.stack": [([X, X],), ((X, X, X), 1), ([X, X], -1)],
    "torch.cat": [([X, X],), ((X, X, X), 1), ([X, X], -1), ([F(0), X],)],
    "torch.where": [(X > 0, X, 0.0), (F(3, 1) > 0, F(4), F(3, 4)), (X > 0, L(2, 3, 4), X)],
    "torch.nn.functional.dropout": [(X,), (X, 0.1, False)],
    "torch.nn.functional.interpolate": [(F(2, 3, 4, 5), (8, 9)), (F(2, 3, 4, 5), None, 2), (F(2, 3, 4, 5), None, 1.5)],
    "torch.nn.functional.one_hot": [(L(2, 3), 5)],
    "torch.nn.functional.pad": [(X, (1, 2)), (X, (1, 2, 0, 1)), (X, (-1, 0))],
    "torch.nn.functional.normalize": [(X,), (X, 2.0, -1)],
    "torch.nn.functional.softmax": [(X, -1), (Y, 0)],
    "torch.nn.functional.cross_entropy": [(F(3, 5), L(3)), (F(3, 5, 2), L(3, 2)), (F(3, 5), F(3, 5))],
    "torch.nn.functional.sigmoid": [(X,)],
    "torch.nn.functional.tanh": [(X,)],
    "torch.is_tensor": [(X,), (3,)],
    "torch.meshgrid": [(F(3), F(4)), ([F(3), F(4), F(5)],)],
    "torch.nn.utils.rnn.pad_sequence": [([F(3, 2), F(5, 2)],), ([F(3, 2), F(5, 2)], True)],
}  # fmt: skip
"""The arguments of calls, by the name of what is called."""


def own_samples() -> Iterator[Sample]:
    """All of them, with what torch gives."""
    for name, calls in OWN.items():
        owner, _, last = name.rpartition(".")
        found = getattr(functools.reduce(getattr, owner.split(".")[1:], torch), last)
        for args in calls:
            given = [encode(arg) for arg in args]
            result = found(*args) if callable(found) else getattr(args[0], last)
            again = (found, args, {}) if callable(found) else None
            yield Sample(name, (Call(name, given, encode_all({}), encode(result)),), again)
