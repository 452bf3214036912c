"""The rules of numpy beside numpy itself: the shape of each expression, and its dtype where the rule states one."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from tests.rules import beside

ARRAYS = """
    import numpy as np
    a = np.zeros((2, 3, 4))
    b = np.ones((3, 4), dtype=np.float32)
    c = np.random.randint(0, 5, size=(3, 4))
    m = a > 0
    s = a[0] > 1
    v = np.linspace(0, 1, 7)
"""
EXPRESSIONS = """
    a + b ; b + b ; b * 2 ; b * 2.5 ; c * 2 ; c + c ; c / 2 ; c // 2 ; c % 2 ; c ** 2 ; 1 - b ; 1 / b ; -b
    abs(b) ; a @ b.T ; b @ b.T ; a == 0 ; 0 < a ; ~m ; m & m ; b.T @ b ; v @ v ; a.T ; a.transpose(0, 2, 1)
    a.transpose((1, 0, 2)) ; a.swapaxes(0, 2) ; a.reshape(6, -1) ; a.reshape((4, 3, 2)) ; a.ravel()
    a.flatten() ; a[0] ; a[:, 1] ; a[..., None] ; a[::-1] ; a[:, ::-1] ; a[0, 1:] ; a[:, [0, 2]] ; a.copy()
    a.sum() ; a.sum(0) ; a.sum(axis=(0, 2)) ; a.mean(axis=-1, keepdims=True) ; c.mean() ; c.sum() ; m.sum()
    a.std(0) ; c.max(1) ; a.argmax(1) ; a.cumsum() ; a.cumsum(1) ; a.any() ; m.all(0) ; a.astype(np.float32)
    a.astype("int64") ; a.astype(int) ; a.repeat(2) ; a.repeat(2, 1) ; a.squeeze() ; a[:1].squeeze(0)
    b.dot(b.T) ; a.round(2) ; a.clip(0, 1) ; np.zeros(3) ; np.zeros((2, 3), np.int32) ; np.ones_like(b)
    np.full((2, 2), 1.5) ; np.eye(3) ; np.eye(3, 4) ; np.identity(2) ; np.arange(5) ; np.arange(2, 9, 3)
    np.arange(4.0) ; np.linspace(0, 1, 5) ; np.array([[1, 2], [3, 4]]) ; np.array([1.0, 2])
    np.array([a[0], a[1]]) ; np.asarray(a) ; np.array([1, 2], dtype=np.float32) ; np.exp(b) ; np.sqrt(c)
    np.log1p(a) ; np.sin(v) ; np.isnan(a) ; np.maximum(a, b) ; np.maximum(b, 0) ; np.power(b, 2)
    np.clip(a, 0, 1) ; np.where(m, a, 0.0) ; np.where(m, a, a) ; np.where(s, b, b) ; np.logical_and(m, m)
    np.sign(b) ; np.add(a, b) ; np.abs(b) ; np.sum(a, axis=1) ; np.mean(a, (0, 1)) ; np.std(b)
    np.max(a, axis=0) ; np.median(a, axis=1) ; np.percentile(a, 50, axis=0) ; np.argmax(a, -1)
    np.any(m, axis=1) ; np.count_nonzero(m) ; np.sort(a) ; np.argsort(a, axis=0) ; np.sort(a, axis=None)
    np.cumsum(b, axis=0) ; np.prod(b) ; np.reshape(a, (4, 6)) ; np.transpose(a) ; np.transpose(a, (2, 0, 1))
    np.swapaxes(a, 0, 1) ; np.moveaxis(a, 0, -1) ; np.expand_dims(a, 1) ; np.expand_dims(a, -1)
    np.squeeze(a[:1]) ; np.squeeze(a[:1], axis=0) ; np.broadcast_to(b, (5, 3, 4)) ; np.flip(a, 0)
    np.roll(a, 1, 0) ; np.rot90(b) ; np.concatenate([a, a]) ; np.concatenate((a, a), axis=-1)
    np.stack([b, b]) ; np.stack([b, b], axis=-1) ; np.vstack([b, c]) ; np.hstack([b, b]) ; np.vstack([v, v])
    np.hstack([v, v]) ; np.dstack([b, b]) ; np.column_stack([v, v]) ; np.tile(b, 2) ; np.tile(b, (2, 1, 1))
    np.repeat(b, 3) ; np.repeat(b, 3, axis=0) ; np.pad(b, 1) ; np.pad(b, ((0, 1), (2, 3)))
    np.meshgrid(v, v[:3]) ; np.meshgrid(v, v[:3], indexing="ij") ; np.split(a, 2) ; np.split(a, 2, axis=-1)
    np.matmul(a, b.T) ; np.dot(a, b.T) ; np.dot(v, v) ; np.einsum("bij,kj->bik", a, b) ; np.outer(v, v)
    np.inner(b, b) ; np.kron(b, b) ; np.diag(v) ; np.diag(b @ b.T) ; np.take(a, c[0] % 3, axis=1)
    np.atleast_2d(v) ; np.triu(b) ; np.digitize(v, [0.5]) ; np.cov(b) ; np.indices((2, 3))
    np.random.rand(2, 3) ; np.random.randn(4) ; np.random.random((2, 2)) ; np.random.uniform(-1, 1, (3, 2))
    np.random.normal(loc=0.0, scale=1.0, size=(2, 2)) ; np.random.normal(size=5)
    np.random.gamma(shape=2.0, size=3) ; np.random.beta(0.5, 0.5, size=4)
    np.random.lognormal(mean=0.0, sigma=1.0, size=2)
    np.random.RandomState(0).gamma(shape=1.0, scale=2.0, size=(3,)) ; np.random.default_rng(1).normal(loc=a)
    np.random.uniform(size=(2,)) ; np.random.randint(0, 3, (2, 2)) ; np.random.choice(5, 3)
    np.random.choice(v, (2, 2)) ; np.random.permutation(6) ; np.random.permutation(b)
    np.random.default_rng(0).normal(size=(2, 3)) ; np.random.default_rng(0).integers(0, 5, 4)
    np.random.RandomState(1).randn(2, 5) ; np.random.default_rng().random((3, 1)) ; np.array([[1, 2, 3]]).T
    np.array([[1, 2, 3]]).mean(axis=0) ; np.array([[1, 2], [3, 4]])[:, 0] ; np.array([1, 2, 3]) + v[:3]
    np.array([1.0, 2.0]) * b[:, :2]
    np.linalg.norm(a, axis=1) ; np.linalg.norm(b, 2, -1, keepdims=True) ; np.linalg.inv(np.eye(3, dtype=np.float32))
    np.linalg.det(a @ b.T) ; np.linalg.svd(b) ; np.linalg.svd(b, full_matrices=False)
    np.linalg.svd(b, compute_uv=False) ; np.linalg.eigh(b @ b.T) ; np.linalg.eig(b[:, :3]) ; np.linalg.qr(b)
    np.linalg.qr(b, "complete") ; np.linalg.qr(a, mode="r") ; np.linalg.solve(b[:, :3] + np.eye(3), c)
    np.linalg.solve(np.eye(4), b[0]) ; np.linalg.lstsq(b.T, v[:4], rcond=None)[0] ; np.linalg.pinv(b)
    np.linalg.matrix_rank(a) ; np.linalg.cholesky(np.eye(3)) ; np.linalg.slogdet(a[:, :, :3])
    np.fft.fft(a) ; np.fft.rfft(a, axis=0) ; np.fft.rfft(v, 16) ; np.fft.irfft(np.fft.rfft(v)) ; np.fft.fft2(a)
    np.fft.fftshift(v) ; np.fft.fftfreq(9, 0.1) ; np.fft.rfftfreq(9) ; np.append(b, c, axis=0)
    np.append(b, c) ; np.append(v, 3.0) ; np.append([1, 2], b) ; np.append(v, v) ; np.insert(v, 0, 1.0)
    np.insert(b, 1, 0, axis=1) ; np.delete(b, -1, axis=1) ; np.delete(v, 2) ; np.rollaxis(a, 2)
    np.rollaxis(a, 0, 3) ; np.rollaxis(a, 1, 3) ; np.atleast_3d(v) ; np.atleast_3d(b) ; np.hsplit(b, 2)
    np.vsplit(b, [1]) ; np.broadcast_arrays(a, b) ; np.gradient(v) ; np.gradient(a) ; np.gradient(a, axis=1)
    np.ediff1d(c) ; np.tensordot(a, b, axes=2) ; np.tensordot(b, b, axes=([1], [1])) ; np.convolve(v, v[:3])
    np.convolve(v[:3], v, mode="valid") ; np.convolve(v, v[:3], "same") ; np.correlate(v, v[:3])
    np.cross(b[:, :3], v[:3]) ; np.diagonal(a, axis1=1, axis2=2) ; np.polyfit(v, v, 2) ; np.trapezoid(b, dx=0.1)
    np.triu_indices(4, k=1) ; np.tril_indices(4, 0, 3) ; b[np.diag_indices(3)]
    np.unravel_index(np.argsort(b.ravel()), b.shape) ; np.argpartition(b, 2, axis=0) ; np.partition(v, 3)
    np.histogram(v, bins=5) ; np.hanning(8) ; np.average(a, axis=1) ; np.average(b, weights=v[:4], axis=1)
    np.real(np.fft.fft(b)) ; np.pad(v, (1, 2)) ; np.pad(b, ((1, 0),)) ; np.random.multivariate_normal(v, np.eye(7))
    np.random.multivariate_normal([0, 0], np.eye(2), size=(4, 3)) ; np.random.dirichlet([1.0, 2.0], 5)
    np.random.multinomial(9, [0.5, 0.5], size=3) ; np.random.default_rng(0).dirichlet(v)
    np.concatenate([[0], v]) ; np.stack([[1, 2], [3, 4]]) ; np.vstack([[1, 2], [3, 4]]) ; np.outer([1, 2], v)
    np.sum([[1, 2], [3, 4]], axis=0) ; np.argsort([3, 1, 2]) ; np.sort([3.5, 1, 2]) ; np.tile([1, 2, 3], (2, 1))
    np.repeat([1, 2], 3) ; np.expand_dims([1, 2, 3], 0) ; np.transpose([[1, 2, 3]]) ; np.quantile(v, [0.1, 0.5])
    np.dot([1, 2, 3], b) ; np.maximum(v, [1] * 7) ; np.interp([0.5, 0.6], v, v) ; np.mean([b, b], axis=0)
"""
WRONG = """
    a + v ; a.reshape(5, -1) ; a @ b ; np.concatenate([a, b]) ; np.stack([a, b]) ; np.dot(b, b) ; a[5]
    a.transpose(0, 1) ; np.concatenate([b, b[:2]], axis=1) ; np.split(a, 5) ; np.broadcast_to(b, (3, 5))
    np.einsum("ij,ij->i", a, b) ; np.matmul(b, b) ; np.append(a, b, axis=0) ; np.linalg.solve(np.eye(3), v)
    np.linalg.norm(a, axis=3) ; np.delete(v, 9) ; np.concatenate([[[0]], v]) ; np.cross(v, v) ; np.maximum(v, [1, 2])
    np.random.multivariate_normal(v, np.eye(3))
"""


_PROGRAM = textwrap.dedent(ARRAYS)


def _real(expression: str) -> Any:
    names: dict[str, Any] = {}
    exec(_PROGRAM, names)
    return eval(expression, names)


@pytest.mark.parametrize("expression", beside.parts(EXPRESSIONS))
def test_the_shape_is_numpys(expression: str) -> None:
    machine, value, errors = beside.run(_PROGRAM, expression)
    assert not errors
    for said, real in zip(beside.several(value), beside.several(_real(expression)), strict=True):
        beside.assert_same(machine, said, real)


@pytest.mark.parametrize("expression", beside.parts(WRONG))
def test_what_numpy_refuses_is_refused(expression: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        _real(expression)
    _, _, errors = beside.run(_PROGRAM, expression)
    assert errors == 1
