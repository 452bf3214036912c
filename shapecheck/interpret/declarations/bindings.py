"""The names of declared shapes in one call: what they are bound to, and tensors held against a form.

Each name is bound once a call, by the first dim that it stands at; every further dim is an obligation.
Plain names are bound before any expression is evaluated, so that the order of parameters does not matter.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from shapecheck.interpret.declarations.forms import ShapeForm
from shapecheck.interpret.frames import Frame
from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.interpret.record import Kind, Note
from shapecheck.interpret.signals import DeadPath, PythonError, Unfollowed
from shapecheck.rules.context import RuleContext
from shapecheck.rules.errors import Unfit
from shapecheck.rules.run import Case
from shapecheck.rules.trials import answered
from shapecheck.source.shape_notation import HOLE, DimSpec
from shapecheck.symbolic import Cond, Dim, Expr, and_, eq, ge, lt, max_, min_, or_
from shapecheck.values import (
    Instance,
    Shape,
    Star,
    Tensor,
    Undecided,
    is_plain,
    rank_of,
    shape_text,
    star_index,
)
from shapecheck.values.path import base_name

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_EXPONENT = 8


class Bindings:
    """What names stand for: `dims` one size each, `stars` any number of dims (of a name without `#`).

    `frame` has the arguments that `{self.heads}` speaks of.
    """

    __slots__ = ("ambiguous", "dims", "frame", "free", "latest", "owners", "single", "stars")

    def __init__(self, frame: Frame | None = None) -> None:
        self.frame = frame
        self.dims: dict[str, Dim] = {}
        self.stars: dict[str, Shape] = {}
        self.owners: dict[str, Held] = {}
        """Name -> what bound it, for messages."""
        self.free: dict[str, Dim] = {}
        """What names stand for in arguments that were made from the declarations: those that stand in expressions
        alone cannot be told from the sizes."""
        self.single: dict[str, list[Expr]] = {}
        """The dims that were made for a name where it may be 1 (`#n`)."""
        self.ambiguous: dict[str, bool] = {}
        """Names that stand for more than one size: in comments they say nothing then."""
        self.latest: dict[str, Dim] = {}
        """What stood last where a comment had the name, alone or in an expression."""


class Held(NamedTuple):
    """A tensor held against a form; `what` names it in messages."""

    what: str
    tensor: Tensor
    form: ShapeForm


class Dimension(NamedTuple):
    """One dim of a tensor beside what is declared of it."""

    held: Held
    axis: int
    spec: DimSpec
    size: Dim


class Obligation(NamedTuple):
    """A condition, and the tensors whose declarations it comes from."""

    cond: Cond
    message: Callable[[], str]
    parties: tuple[Held, ...]
    too_small: Cond = False
    """Where what is declared would be negative."""


def hold(machine: Machine, held: Sequence[Held], bindings: Bindings, kind: Kind) -> None:
    """Makes the obligations that the tensors have their forms; Rejected when one cannot.

    What explains one of them is where its own tensors were declared and made, not those beside them.
    """
    fitting = []
    for one in held:
        with _explained(machine, (one,), kind):
            if _settle_rank(machine, one):
                fitting.append(one)
    for cond, message, parties, too_small in _obligations(machine, fitting, bindings):
        with _explained(machine, parties, kind._replace(too_small=too_small)):
            machine.require(cond, message)


@contextmanager
def _explained(machine: Machine, parties: Sequence[Held], kind: Kind) -> Iterator[None]:
    """Obligations made inside are about these tensors, and about the objects in whose braces a size stands."""
    outer = machine.operands
    names = {id(value): name for name, value in outer}
    has_holes = any(dim.holes for one in parties for dim in one.form.dims)
    objects = [(name, value) for name, value in outer if has_holes and isinstance(value, Instance)]
    machine.operands = [*((names.get(id(one.tensor), ""), one.tensor) for one in parties), *objects]
    notes = [Note(one.form.site, f"{one.what} is declared here") for one in parties if one.form.site is not None]
    try:
        with machine.obliging(kind._replace(notes=tuple(notes))):
            yield
    finally:
        machine.operands = outer


def condition(machine: Machine, held: Sequence[Held], bindings: Bindings) -> Cond | None:
    """The condition that the tensors have their forms; None where a rank is not known."""
    if not all(is_plain(machine.path.resolve(one.tensor.shape)) for one in held):
        return None
    return and_(*(one.cond for one in _obligations(machine, held, bindings)))


def _obligations(
    machine: Machine, held: Sequence[Held], bindings: Bindings
) -> Iterator[Obligation]:
    dims: list[Dimension] = []
    for one in held:
        yield from _dtype(machine, one)
        shape = machine.path.resolve(one.tensor.shape)
        if len(shape) - len(one.form.dims) not in ((0,) if one.form.star_at is None else range(-1, len(shape))):
            yield Obligation(False, partial(_rank_message, machine, one), (one,))
            return
        dims.extend(_take_apart(one, shape))
        yield from _star(machine, one, shape, bindings)
    for dim in dims:
        if dim.spec.kind == "named" and not dim.spec.broadcastable:
            yield from _name(machine, dim, bindings)
    for dim in dims:
        if dim.spec.kind == "fixed":
            yield _size(machine, dim, dim.spec.size, "")
        elif dim.spec.kind == "symbolic":
            yield from _expression(machine, dim, bindings)
        elif dim.spec.kind == "named" and dim.spec.broadcastable:
            yield from _name(machine, dim, bindings)


# -------------------------------------------------------------------- dtype and rank


def _dtype(machine: Machine, held: Held) -> Iterator[Obligation]:
    dtype, names = held.tensor.dtype, held.form.dtypes
    if dtype is None or names is None or dtype.name in names:
        return
    if not (machine.path.floats_vary and dtype.is_floating_point):
        wanted = held.form.dtype_name or " or ".join(names)
        yield Obligation(False, lambda: f"{held.what} has dtype {dtype.name}, and {wanted} is declared", (held,))


def _take_apart(held: Held, shape: Shape) -> list[Dimension]:
    """The dims of the tensor beside those declared, without what stands at a `*name`.

    Nobody can tell which dims lie beyond a star of the shape: front and back are counted up to it.
    """
    specs, at = held.form.dims, held.form.star_at
    if at is None:
        return _dimensions(held, 0, specs, shape)
    star, behind = star_index(shape), len(specs) - at - 1
    if star is not None:
        at, behind = min(at, star), min(behind, len(shape) - star - 1)
    end = len(shape) - behind
    return _dimensions(held, 0, specs[:at], shape) + _dimensions(held, end, specs[len(specs) - behind :], shape[end:])


def _dimensions(held: Held, first: int, specs: Sequence[DimSpec], dims: Shape) -> list[Dimension]:
    return [
        Dimension(held, first + i, spec, dim)
        for i, (spec, dim) in enumerate(zip(specs, dims))
        if not isinstance(dim, Star)
    ]


def _settle_rank(machine: Machine, held: Held) -> bool:
    """Makes the obligation that a rank which is not known fits, and brings the declared dims to light.

    False if nobody can tell which dims they are.
    """
    if is_plain(machine.path.resolve(held.tensor.shape)):
        return True
    has_star = held.form.star_at is not None
    need = len(held.form.dims) - has_star

    def attempt(ctx: RuleContext) -> None:
        shape = ctx.path.resolve(held.tensor.shape)
        rank = rank_of(shape)
        cond = ge(rank, need) if has_star else eq(rank, need)
        ctx.require(cond, partial(_rank_message, machine, held))
        before = held.form.star_at if held.form.star_at is not None else need
        exposed = ctx.path.expose(shape, before, need - before)
        for dim in exposed if not has_star else ():
            if isinstance(dim, Star):
                ctx.path.bind_star(dim, ())

    try:
        answered(machine, Case(0), attempt)
    except Unfit:
        return False
    shape = machine.path.resolve(held.tensor.shape)
    return len(shape) >= need if has_star else is_plain(shape)


def _rank_message(machine: Machine, held: Held) -> str:
    shape = machine.path.resolve(held.tensor.shape)
    has_star = held.form.star_at is not None
    few, need = "at least " if has_star else "", len(held.form.dims) - has_star
    if not is_plain(shape):
        return f"{_shape_of(machine, held)}: it cannot have {few}{need} dimension{'' if need == 1 else 's'}"
    dims = "1 dimension" if len(shape) == 1 else f"{len(shape)} dimensions"
    return f"{_shape_of(machine, held)}: it has {dims}, not {few}{need}"


# -------------------------------------------------------------------- names


def _name(machine: Machine, dim: Dimension, bindings: Bindings) -> Iterator[Obligation]:
    name = dim.spec.name
    if dim.spec.treepath:
        return
    if name in bindings.dims:
        yield _size(machine, dim, bindings.dims[name], name, _owners(bindings, (name,)))
        return
    if dim.spec.broadcastable and machine.path.decide(eq(dim.size, 1)) is not False:
        return  # it is 1 here, or nobody can tell whether this is what the name stands for
    machine.store.set_item(bindings.dims, name, dim.size)
    machine.store.set_item(bindings.owners, name, dim.held)
    if isinstance(dim.size, Expr) and dim.size.is_symbol and name.isidentifier():
        machine.path.hints.setdefault(dim.size.name, name)


def _star(machine: Machine, held: Held, shape: Shape, bindings: Bindings) -> Iterator[Obligation]:
    """What stands at a `*name`: the first binds it, the others are compared."""
    at = held.form.star_at
    if at is None or held.form.dims[at].kind != "named" or held.form.dims[at].treepath:
        return
    spec, end = held.form.dims[at], len(shape) - (len(held.form.dims) - at - 1)
    known, star = bindings.stars.get(spec.name), star_index(shape)
    if spec.broadcastable or (star is not None and not at <= star < end):
        return  # where the shape has a star beside the `*name`, nobody can tell which dims the name stands for
    dims = shape[at:end]
    if known is None:
        machine.store.set_item(bindings.stars, spec.name, dims)
        machine.store.set_item(bindings.owners, spec.name, held)
        return
    cond = _same_shapes(machine, dims, known)
    owners = _owners(bindings, (spec.name,))

    def message() -> str:
        here, there = (shape_text(machine.path.resolve(one)) for one in (dims, known))
        place = f" in {owners[0].what}" if owners else ""
        return f"{_shape_of(machine, held)}: `*{spec.name}` is {here} here, and {there}{place}"

    if cond is not None:
        yield Obligation(cond, message, _parties(held, owners))


def _owners(bindings: Bindings, names: Iterable[str]) -> list[Held]:
    """What bound the names."""
    return [bindings.owners[name] for name in names if name in bindings.owners]


def _parties(held: Held, owners: Sequence[Held]) -> tuple[Held, ...]:
    return (*(owner for owner in owners if owner is not held), held)


def _same_shapes(machine: Machine, a: Shape, b: Shape) -> Cond | None:
    """Whether both are the same dims; where nobody can tell (stars that are not the same), whether they are as many,
    and None if that is so."""
    a, b = machine.path.resolve(a), machine.path.resolve(b)
    if is_plain(a) and is_plain(b):
        return and_(*(eq(x, y) for x, y in zip(a, b))) if len(a) == len(b) else False
    ranks = eq(rank_of(a), rank_of(b))
    if len(a) != len(b):
        return ranks if ranks is not True else None
    conds: list[Cond] = []
    for x, y in zip(a, b):
        if isinstance(x, Star) or isinstance(y, Star):
            if x is not y:
                return ranks if ranks is not True else None
        else:
            conds.append(eq(x, y))
    return and_(*conds)


def _size(
    machine: Machine, dim: Dimension, wanted: Dim, said: str, owners: Sequence[Held] = ()
) -> Obligation:
    cond = eq(dim.size, wanted)
    if dim.spec.broadcastable:
        cond = or_(eq(dim.size, 1), cond)

    def message() -> str:
        size, expected = machine.path.simplify(dim.size), machine.path.simplify(wanted)
        known = base_name(str(expected))
        source = f", from {owners[0].what}" if len(owners) == 1 else ""
        told = "" if not said or known == said else f" (`{said}`{source})"
        return f"{_shape_of(machine, dim.held)}: dim {dim.axis} is {size}, not {expected}{told}"

    return Obligation(cond, message, _parties(dim.held, owners), lt(wanted, 0))


def _shape_of(machine: Machine, held: Held) -> str:
    shape = shape_text(machine.path.resolve(held.tensor.shape))
    return f'{held.what} has shape {shape}, and "{held.form.text}" is declared'


# -------------------------------------------------------------------- expressions


def _expression(machine: Machine, dim: Dimension, bindings: Bindings) -> Iterator[Obligation]:
    def missing(name: str) -> Dim:
        """A name that no dim has bound stands for some size: `2*half` says that the dim is even."""
        size = bindings.free[name] if name in bindings.free else machine.path.fresh(name, 0)
        machine.store.set_item(bindings.dims, name, size)
        return size

    wanted = value_of_expression(machine, dim.spec, bindings, missing)
    if wanted is not None:
        names = (node.id for node in ast.walk(ast.parse(dim.spec.expression)) if isinstance(node, ast.Name))
        yield _size(machine, dim, wanted, dim.spec.text, _owners(bindings, dict.fromkeys(names)))


def value_of_expression(
    machine: Machine, spec: DimSpec, bindings: Bindings, missing: Callable[[str], Dim]
) -> Dim | None:
    """The size that an expression stands for; None where it is not understood."""
    env: dict[str, Dim] = {}
    for i, hole in enumerate(spec.holes):
        size = _value_of_hole(machine, hole, bindings.frame)
        if size is None:
            return None
        env[f"{HOLE}{i}"] = size
    try:
        return _evaluate(ast.parse(spec.expression, mode="eval").body, env, bindings, missing)
    except ZeroDivisionError:
        return None


def _value_of_hole(machine: Machine, text: str, frame: Frame | None) -> Dim | None:
    """`{self.heads}`: evaluated in the frame that has the function's arguments."""
    from shapecheck.interpret.declarations.reading import expression_of
    node = expression_of(text)
    if node is None:
        return None
    if frame is not None:
        machine.enter(frame)
    span = machine.frame.span
    try:
        with machine.trial():
            value = evaluate(machine, node)
    except (PythonError, DeadPath, Unfollowed, Undecided):
        return None
    finally:
        machine.frame.span = span
        if frame is not None:
            machine.leave()
    return value if type(value) is int or isinstance(value, Expr) else None


def _evaluate(node: ast.expr, env: dict[str, Dim], bindings: Bindings, missing: Callable[[str], Dim]) -> Dim | None:
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name):
        if node.id in env:
            return env[node.id]
        return bindings.dims[node.id] if node.id in bindings.dims else missing(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = _evaluate(node.operand, env, bindings, missing)
        return None if operand is None else -operand
    if isinstance(node, ast.BinOp):
        left, right = (_evaluate(side, env, bindings, missing) for side in (node.left, node.right))
        return None if left is None or right is None else _operate(node.op, left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        args = [_evaluate(arg, env, bindings, missing) for arg in node.args]
        known = [arg for arg in args if arg is not None]
        if len(known) < len(args) or not known or node.keywords:
            return None
        result = known[0]
        for other in known[1:]:
            result = (max_ if node.func.id == "max" else min_)(result, other)
        return result
    return None


def _operate(op: ast.operator, left: Dim, right: Dim) -> Dim | None:
    if isinstance(op, ast.Add):
        return left + right
    if isinstance(op, ast.Sub):
        return left - right
    if isinstance(op, ast.Mult):
        return left * right
    if isinstance(op, ast.FloorDiv):
        return left // right
    if isinstance(op, ast.Mod):
        return left % right
    if isinstance(op, ast.Pow) and isinstance(right, int) and 0 <= right <= MAX_EXPONENT:
        return left**right
    return None


__all__ = ["Bindings", "Held", "condition", "hold", "value_of_expression"]
