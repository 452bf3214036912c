"""Shapes of torch.einsum and einops.einsum.

Sources: https://docs.pytorch.org/docs/2.13/generated/torch.einsum.html and
https://einops.rocks/api/einsum/. Sizes of one subscript are equal or 1, as everywhere in torch; within
one operand (a diagonal) they are equal. The form with sublists instead of an equation is not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from shapecheck.rules.broadcasting import broadcast_dims, broadcast_with
from shapecheck.rules.context import Message, RuleContext
from shapecheck.rules.einops_patterns import ELLIPSIS, Anonymous, PatternError, parse_side
from shapecheck.symbolic import Dim, eq, ge
from shapecheck.values import Shape, Star, rank_of

MAX_SUBSCRIPTS = 52
_INVALID = (
    "einsum(): invalid subscript given at index {} in the equation string, subscripts must be in [a-zA-Z]"
)


class Equation(NamedTuple):
    """The subscripts of each operand and of the result; ELLIPSIS stands among them."""

    operands: tuple[tuple[str, ...], ...]
    output: tuple[str, ...]


def torch_einsum(ctx: RuleContext, shapes: Sequence[Shape], equation: str) -> Shape:
    """torch.einsum: `"bhid,bhjd->bhij", [B H I D], [B H J D] -> [B H I J]`."""
    try:
        parsed = parse_equation(equation)
    except PatternError as error:
        raise ctx.reject(str(error)) from None
    return _contract(ctx, shapes, parsed)


def is_product(ctx: RuleContext, shapes: Sequence[Shape], equation: str) -> bool:
    """Whether two operands meet in a product of matrices: what both have, of more than one, is summed up.
    https://github.com/pytorch/pytorch/blob/v2.13.0/aten/src/ATen/native/Linear.cpp (`sumproduct_pair`)"""
    parsed = parse_equation(equation)
    if any(ELLIPSIS in names for names in parsed.operands):
        return False
    first, second = (dict(zip(names, ctx.path.resolve(shape))) for names, shape in zip(parsed.operands, shapes))
    shared = [size for name, size in first.items() if name not in parsed.output and second.get(name) == size]
    return any(not isinstance(size, Star) and ctx.path.decide(ge(size, 2)) is True for size in shared)


def einops_einsum(ctx: RuleContext, shapes: Sequence[Shape], pattern: str) -> Shape:
    """einops.einsum: `[B I D], [D O], "b i d, d o -> b i o" -> [B I O]`."""
    try:
        parsed = parse_named_equation(pattern)
    except PatternError as error:
        raise ctx.reject(str(error)) from None
    return _contract(ctx, shapes, parsed)


# ------------------------------------------------------------------------------------ grammar


@lru_cache(1024)
def parse_equation(equation: str) -> Equation:
    """An equation of torch.einsum; PatternError in torch's words if it cannot be read."""
    left, arrow, right = equation.partition("->")
    operands = tuple(_letters(operand, equation) for operand in left.split(","))
    if arrow:
        output = _letters(right, equation)
        _check_output(output, operands)
    else:
        output = _implicit_output(operands)
    return Equation(operands, output)


def _letters(text: str, equation: str) -> tuple[str, ...]:
    out: list[str] = []
    if ELLIPSIS in text:
        raise PatternError(_INVALID.format(equation.find(ELLIPSIS)))
    text = text.replace("...", ELLIPSIS)
    for char in text:
        if char == " ":
            continue
        if char == ELLIPSIS and ELLIPSIS in out:
            raise PatternError("einsum(): found '.' but an ellipsis (...) was already found")
        if char == ".":
            raise PatternError("einsum(): found '.' that is not part of any ellipsis")
        if char != ELLIPSIS and not (char.isascii() and char.isalpha()):
            raise PatternError(_INVALID.format(equation.find(char)))
        out.append(char)
    return tuple(out)


def _check_output(output: tuple[str, ...], operands: tuple[tuple[str, ...], ...]) -> None:
    for i, name in enumerate(output):
        if name in output[:i]:
            raise PatternError(f"einsum(): output subscript {name} appears more than once in the output")
        if name != ELLIPSIS and not any(name in operand for operand in operands):
            raise PatternError(
                f"einsum(): output subscript {name} does not appear in the equation for any input operand"
            )


def _implicit_output(operands: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """The ellipsis, then in alphabetical order the subscripts that occur once."""
    names = [name for operand in operands for name in operand]
    once = sorted(name for name in names if name != ELLIPSIS and names.count(name) == 1)
    return (ELLIPSIS, *once) if ELLIPSIS in names else tuple(once)


@lru_cache(1024)
def parse_named_equation(pattern: str) -> Equation:
    """A pattern of einops.einsum; PatternError if it cannot be read."""
    sides = pattern.split("->")
    if len(sides) != 2:
        raise PatternError("Einsum pattern must contain '->'.")
    operands = tuple(_names(operand, duplicates=True) for operand in sides[0].split(","))
    output = _names(sides[1], duplicates=False)
    known = dict.fromkeys(name for operand in operands for name in operand if name != ELLIPSIS)
    if len(known) > MAX_SUBSCRIPTS:
        raise PatternError("Too many axes in einsum.")
    for name in output:
        if name != ELLIPSIS and name not in known:
            raise PatternError(f"Unknown axis {name} on right side of einsum {pattern}.")
    return Equation(operands, output)


def _names(text: str, duplicates: bool) -> tuple[str, ...]:
    out: list[str] = []
    for group in parse_side(text, True, duplicates).groups:
        if not group:
            raise PatternError("Singleton () axes are not yet supported in einsum.")
        if len(group) > 1:
            raise PatternError("Shape rearrangement is not yet supported in einsum.")
        if isinstance(group[0], Anonymous):
            raise PatternError("Anonymous axes are not yet supported in einsum.")
        out.append(group[0])
    return tuple(out)


# ------------------------------------------------------------------------------------ shapes


def _contract(ctx: RuleContext, shapes: Sequence[Shape], equation: Equation) -> Shape:
    count = len(equation.operands)
    if len(shapes) != count:
        words = "more" if len(shapes) > count else "fewer"
        raise ctx.reject(
            f"einsum(): {words} operands were provided than specified in the equation "
            f"({len(shapes)}, not {count})"
        )
    sizes: dict[str, Dim] = {}
    ellipses: list[Shape] = []
    for number, (shape, names) in enumerate(zip(shapes, equation.operands, strict=True)):
        own, ellipsis_dims = _bind(ctx, shape, names, number)
        if ellipsis_dims is not None:
            ellipses.append(ellipsis_dims)
        for name, dim in own.items():
            seen = sizes.get(name)
            message = _no_broadcast(name, dim, number, seen)
            sizes[name] = dim if seen is None else broadcast_dims(ctx, seen, dim, message)
    common = broadcast_with(ctx, ellipses, lambda a, b, place: lambda: _ellipses_differ(a, b, place))
    out: list[Dim | Star] = []
    for name in equation.output:
        out.extend(common if name == ELLIPSIS else (sizes[name],))
    return ctx.path.resolve(tuple(out))


def _no_broadcast(name: str, dim: Dim, number: int, seen: Dim | None) -> Message:
    return lambda: (
        f"einsum(): subscript {name} has size {dim} for operand {number} which does not broadcast with "
        f"previously seen size {seen}"
    )


def _ellipses_differ(a: Dim, b: Dim, place: int) -> str:
    return (
        f"einsum(): dimension {place} covered by ellipsis has size {b} which does not broadcast with "
        f"previously seen ellipsis with size {a} for the respective dimension"
    )


def _bind(
    ctx: RuleContext, shape: Shape, names: tuple[str, ...], number: int
) -> tuple[dict[str, Dim], Shape | None]:
    """The sizes of the subscripts of one operand, and the dims of its ellipsis if there is one."""
    shape = ctx.path.resolve(shape)
    rank, count = rank_of(shape), len(names)
    at = names.index(ELLIPSIS) if ELLIPSIS in names else None
    if at is None:
        words = (
            f"einsum(): the number of subscripts in the equation ({count}) does not match the number of "
            f"dimensions ({rank}) for operand {number} and no ellipsis was given"
        )
        ctx.require(eq(rank, count), words)
        front, back = count, 0
    else:
        words = (
            f"einsum(): the number of subscripts in the equation ({count - 1}) is more than the number of "
            f"dimensions ({rank}) for operand {number}"
        )
        ctx.require(ge(rank, count - 1), words)
        front, back = at, count - at - 1
    shape = ctx.path.expose(shape, front, back)
    behind = len(shape) - back
    sizes: dict[str, Dim] = {}
    _bind_names(ctx, sizes, names[:front], shape[:front], number)
    _bind_names(ctx, sizes, names[count - back :], shape[behind:], number)
    return sizes, None if at is None else shape[front:behind]


def _bind_names(
    ctx: RuleContext, sizes: dict[str, Dim], names: tuple[str, ...], dims: Shape, number: int
) -> None:
    for name, dim in zip(names, dims, strict=True):
        assert not isinstance(dim, Star)
        if name in sizes:
            words = (
                f"einsum(): subscript {name} is repeated for operand {number} but the sizes don't match, "
                f"{dim} != {sizes[name]}"
            )
            ctx.require(eq(dim, sizes[name]), words)
        else:
            sizes[name] = dim
