"""The shape of a matrix product, where either side may be a vector or of a rank that is not known.

Source: https://docs.pytorch.org/docs/2.13/generated/torch.matmul.html
"""

from __future__ import annotations

import itertools
from typing import Any

from shapecheck.rules.context import Message
from shapecheck.rules.layouts import has_star
from shapecheck.rules.origins import matrix
from shapecheck.rules.run import Run, rank
from shapecheck.rules.shapes import broadcast, prod
from shapecheck.symbolic import eq, ge
from shapecheck.values import Shape, shape_text


def matmul_shape(run: Run, a: Any, b: Any) -> Shape:
    """`[*A N K], [*B K M] -> [*broadcast(A,B) N M]`, and with vectors without their dim."""
    path = run.path
    a, b = _with_rank(run, a), _with_rank(run, b)
    rank_b = rank(b)
    if rank_b == 1 or path.decide(eq(rank_b, 1)):
        b = path.expose(b, 1, 0)
        a = path.expose(a, 0, 1)
        _same(run, a[-1], b[0], lambda: _vector_words(run, a, b[0]))
        vector: Shape = a[:-1]
        return vector
    if path.decide(ge(rank_b, 2)) is not True:
        return (path.fresh_star("product", 0),)
    a, b = path.expose(a, 0, 1), path.expose(b, 0, 2)
    rank_a = rank(a)
    front: Shape
    if len(b) == 2:
        front = a[:-1]
    elif rank_a == 1 or path.decide(eq(rank_a, 1)):
        front = b[:-2]
    elif path.decide(ge(rank_a, 2)) is not True:
        front = (path.fresh_star("product", 0),)
    else:
        a = path.expose(a, 0, 2)
        front = (*broadcast(run, a[:-2], b[:-2]), a[-2])  # which torch compares first
    _same(run, a[-1], b[-2], lambda: _words(run, a, b))
    return (*front, b[-1])


def _with_rank(run: Run, shape: Any) -> Shape:
    known: Shape = run.path.resolve(shape)
    if not known or has_star(known):
        words = "both arguments to matmul need to be at least 1D"
        run.require(ge(rank(known), 1), lambda: f"{words}, but one is {shape_text(known)}")
    return known


def _same(run: Run, inner: Any, outer: Any, words: Message) -> None:
    if inner is not outer and not (type(inner) is int and inner == outer):
        run.require(eq(inner, outer), words)


def _words(run: Run, a: Shape, b: Shape) -> str:
    if len(b) == 2:
        left, right = matrix(run, prod(run, a[:-1]), a[-1]), matrix(run, *b)
        return f"mat1 and mat2 shapes cannot be multiplied ({left} and {right})"
    batch = prod(run, _batch(a[:-2], b[:-2]))
    return (
        f"Expected size for first two dimensions of batch2 tensor to be: [{batch}, {a[-1]}] but got: "
        f"[{batch}, {b[-2]}]: {shape_text(a)} @ {shape_text(b)}"
    )


def _batch(a: Shape, b: Shape) -> Shape:
    """What two batches broadcast to, where they fit."""
    if has_star(a) or has_star(b):
        return a if has_star(a) else b
    pairs = itertools.zip_longest(reversed(a), reversed(b), fillvalue=1)
    return tuple(reversed([right if left == 1 else left for left, right in pairs]))


def _vector_words(run: Run, a: Shape, length: Any) -> str:
    if len(a) == 1:
        return (
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{length}] to have the same number of "
            f"elements, but got {a[0]} and {length} elements respectively"
        )
    rows = prod(run, a[:-1])
    return f"size mismatch, got input ({rows}), mat ({matrix(run, rows, a[-1])}), vec ({length})"
