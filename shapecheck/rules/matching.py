"""Tensors against patterns: what the compiled prologue of a rule calls."""

from __future__ import annotations

from typing import Any

from shapecheck.rules.arithmetic import equal_shapes
from shapecheck.rules.dtypes import CATEGORIES
from shapecheck.rules.errors import Unfit
from shapecheck.rules.results import UnknownDType
from shapecheck.rules.run import Run, rank
from shapecheck.symbolic import eq, ge
from shapecheck.values import DType, Shape, Star, Tensor, shape_text, star_index


def _dimensions(count: int, at_least: str = "") -> str:
    return f"{count}{at_least} dimension{'' if count == 1 and not at_least else 's'}"


class Matcher:
    """Takes a tensor's shape apart: `front` dims, with `has_star` any number of dims, `back` dims."""

    __slots__ = ("back", "front", "has_star", "need", "parameter", "text", "words")

    def __init__(
        self, front: int, back: int, has_star: bool, text: str, parameter: str, words: str | None = None
    ) -> None:
        """`words`: torch's own for a tensor of another rank, with `{}` in the place of its shape."""
        self.front = front
        self.back = back
        self.has_star = has_star
        self.need = front + back
        self.text = text
        self.parameter = parameter
        self.words = words

    def __call__(self, run: Run, tensor: Tensor) -> tuple[Any, ...]:
        shape = run.path.resolve(tensor.shape)
        for dim in shape:
            if type(dim) is Star:
                shape = self._settle(run, shape)
                break
        n = len(shape)
        if not self.has_star:
            if n != self.need:
                run.match_rank(False, lambda: self._message(shape))
            return shape
        if n < self.need:
            run.match_rank(False, lambda: self._message(shape))
        end = n - self.back
        return (*shape[: self.front], shape[self.front : end], *shape[end:])

    def _message(self, shape: Shape) -> str:
        if self.words is not None:
            return self.words.replace("{}", shape_text(shape))
        wanted = f"shape [{', '.join(self.text.split())}]" if self.text else "no dimensions"
        more = "" if not self.text or self.has_star else f" ({_dimensions(self.need)})"
        at_least = " or more" if star_index(shape) is not None else ""
        got = f"{shape_text(shape)} ({_dimensions(len(shape) - bool(at_least), at_least)})"
        return f"expected `{self.parameter}` of {wanted}{more}, got {got}"

    def _settle(self, run: Run, shape: Shape) -> Shape:
        """The shape of a tensor of unknown rank, after the obligation that it fits."""
        dims = rank(shape)
        cond = ge(dims, self.need) if self.has_star else eq(dims, self.need)
        run.match_rank(cond, lambda: self._message(shape))
        if self.has_star:
            at = star_index(shape)
            assert at is not None
            return run.path.expose(shape, self.front, self.back)
        shape = run.path.resolve(shape)
        at = star_index(shape)
        if at is not None:
            shape = run.path.expose(shape, self.need, 0)
            star = next((dim for dim in shape if type(dim) is Star), None)
            if star is not None:
                run.path.bind_star(star, ())
            shape = run.path.resolve(shape)
        return shape


class DimCheck:
    """A dim that must equal one that is known: `expected` by its name or expression."""

    __slots__ = ("first", "is_star", "text", "where")

    def __init__(self, text: str, where: str, first: str, is_star: bool) -> None:
        self.text = text.lstrip("*")
        self.where = where
        self.first = first
        self.is_star = is_star

    def __call__(self, run: Run, actual: Any, expected: Any) -> None:
        if actual is expected or (type(actual) is int and type(expected) is int and actual == expected):
            return
        if self.is_star:
            try:
                cond = equal_shapes(run, actual, expected)
            except Unfit:
                return
            run.require(cond, lambda: self._message(shape_text(actual), shape_text(expected)))
        elif not isinstance(expected, (int,)) and not hasattr(expected, "terms"):
            return
        else:
            run.require(eq(actual, expected), lambda: self._message(actual, expected))

    def _message(self, actual: Any, expected: Any) -> str:
        origin = f" ({self.text}, as {self.first})" if self.first else f" ({self.text})"
        return f"expected {self.where} to be {expected}{origin}, got {actual}"


class DTypeCheck:
    """A tensor's dtype: in a category (`integral`), one of some, or that of another tensor."""

    __slots__ = ("names", "parameter", "text")

    def __init__(self, parameter: str, names: tuple[str, ...], text: str) -> None:
        self.parameter = parameter
        self.names = names
        self.text = text

    def __call__(self, run: Run, tensor: Tensor, expected: Any) -> None:
        dtype = tensor.dtype
        if dtype is None:
            return
        if run.path.floats_vary and dtype.is_floating_point:
            self._check_varying(run, dtype)
        elif self.names:
            if not any(name == dtype.name or dtype in CATEGORIES.get(name, ()) for name in self.names):
                raise run.reject(f"expected `{self.parameter}` to be {' or '.join(self.names)}, got {dtype}")
        elif isinstance(expected, DType) and not isinstance(expected, UnknownDType) and expected is not dtype:
            raise run.reject(
                f"expected {self.parameter} to have the same dtype as {self.text.partition('.')[0]}, "
                f"but got {dtype} and {expected}"
            )

    def _check_varying(self, run: Run, dtype: DType) -> None:
        """It is floating, but which floating dtype the operator meets is not proved."""
        floats = {"floating", *(one.name for one in CATEGORIES["floating"])}
        if self.names and floats.isdisjoint(self.names):
            raise run.reject(f"expected `{self.parameter}` to be {' or '.join(self.names)}, got {dtype}")
