"""One application of one rule: what its compiled code and the helpers that it calls share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.rules.context import Message, Rejected, RuleContext, Undecided
from shapecheck.rules.errors import NoMatch, Unfit
from shapecheck.rules.results import UNKNOWN_DTYPE, UnknownDType
from shapecheck.rules.strides import ROWS
from shapecheck.symbolic import Cond, Dim, Expr, Formula, eq
from shapecheck.values import (
    DType,
    Instance,
    ListValue,
    Opaque,
    Scalar,
    Shape,
    SizesValue,
    SomeDType,
    Star,
    Tensor,
    Unknown,
    Value,
    shape_text,
)

if TYPE_CHECKING:
    from shapecheck.rules.rule import Rule

MAX_STEPS = 200_000
MAX_DEPTH = 24
MAX_RUNS = 8


class _PerhapsMore:
    """The type of PERHAPS_MORE."""

    __slots__ = ()


PERHAPS_MORE = _PerhapsMore()
"""The shape of a number that may be a tensor instead, which broadcasts to what it is computed with: none by itself."""


class Case:
    """What all runs of one application share: budgets, and the symbols that stand for unknown arguments.

    The symbols are kept by the identity of the unknown and its place among the arguments: a rule that is run
    again asks the same questions, but what is made of one unknown (`u.h`, `u.w`) is that unknown again, so
    at two places it need not be the same.
    """

    __slots__ = ("depth", "kept", "runs", "steps", "symbols")

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.steps = MAX_STEPS
        self.runs = MAX_RUNS
        self.symbols: dict[tuple[int, str], Any] = {}
        self.kept: list[object] = []

    def has_star_of(self, value: object) -> bool:
        """Whether a star stands for the shape of this unknown."""
        return any(key == id(value) and place.startswith("*") for key, place in self.symbols)


class Run:
    """`selecting` is true while a later overload may still match."""

    __slots__ = ("case", "ctx", "is_sparse", "parent", "path", "rule", "selecting")

    def __init__(self, rule: Rule, ctx: RuleContext, case: Case, selecting: bool) -> None:
        self.rule = rule
        self.ctx = ctx
        self.path = ctx.path
        self.case = case
        self.selecting = selecting
        self.parent: Tensor | None = None
        self.is_sparse = rule.sparseness.alone
        """Whether the results are sparse, None where nobody knows."""

    # ------------------------------------------------------------ obligations

    def require(self, cond: Cond, message: Message) -> None:
        """An obligation whose message is led by the operator's name."""
        if cond is not True:
            self.ctx.require(cond, self.named(message))

    def suspect(self, cond: Cond, message: Message) -> None:
        """A warning where `cond` is proved."""
        if cond is not False:
            self.ctx.suspect(cond, self.named(message))

    def reject(self, message: Message) -> Rejected:
        """To be raised: the call can never succeed."""
        return self.ctx.reject(self.named(message))

    def named(self, message: Message) -> Message:
        """The message behind the operator's name."""
        name = self.rule.short_name

        def text() -> str:
            try:
                words = message if isinstance(message, str) else message()
            except Undecided:  # made where the question that it asks was not answered
                words = "the operands do not fit"
            return words if words.startswith(f"{name}") else f"{name}: {words}"

        return text

    def match_rank(self, cond: Cond, message: Message) -> None:
        """A condition on a rank: it selects the overload, or is required when there is no other."""
        if cond is True:
            return
        if not self.selecting:
            self.require(cond, message)
            return
        answer = cond if cond is False else self.path.decide(cond)
        if answer is None:
            raise Undecided(cond)
        if not answer:
            raise NoMatch(message)

    def truth(self, value: Any) -> bool:
        """The answer to an `if`: decided, or asked for by running the rule once for each answer."""
        if value is True or value is False:
            return bool(value)
        if isinstance(value, Formula):
            answer = self.path.decide(value)
            if answer is None:
                raise Undecided(value)
            return answer
        if isinstance(value, (Unknown, Scalar)):
            return self.truth(self.condition_of(value))
        if isinstance(value, Expr):
            return not self.truth(eq(value, 0))
        if isinstance(value, (Tensor, Opaque)):
            raise Unfit("a condition that only the data decides")
        return bool(value)

    def step(self, cost: int = 1) -> None:
        """Charges the budget of this application."""
        self.case.steps -= cost
        self.path.work += cost
        if self.case.steps < 0:
            raise Unfit("the rule takes too many steps")

    # ------------------------------------------------------------ unknown arguments

    def symbol_of(self, value: object, hint: str, low: int | None, high: int | None = None) -> Expr:
        """The symbol that stands for an unknown integer; `hint` tells its place."""
        key = (id(value), hint)
        found = self.case.symbols.get(key)
        if found is None:
            found = self.case.symbols[key] = self.path.fresh(hint, low, high)
            self.case.kept.append(value)
        assert isinstance(found, Expr)
        return found

    def condition_of(self, value: object, place: str = "") -> Cond:
        """The condition that stands for an unknown bool."""
        return eq(self.symbol_of(value, f"?bool {place}", 0, 1), 1)

    def star_of(self, value: object, place: str) -> Star:
        """The star that stands for the unknown shape of a tensor, or for a list of sizes."""
        key = (id(value), "*" + place)
        found = self.case.symbols.get(key)
        if found is None:
            hint = "sizes" if isinstance(value, ListValue) else "x"
            found = self.case.symbols[key] = self.path.fresh_star(hint, 0)
            self.case.kept.append(value)
        assert isinstance(found, Star)
        return found

    def tensor_of(self, value: Opaque) -> Tensor:
        """The tensor that a parameter of the analysed program turns out to be."""
        key = (id(value), "tensor")
        found = self.case.symbols.get(key)
        if found is None:
            self.path.take_for_sizes(value.front)
            shape: Shape = (*value.front, self.path.fresh_star(value.name))
            found = self.case.symbols[key] = Tensor(shape, None, value.site, name=value.name)
            found.is_sparse = None
            self.case.kept.append(value)
        assert isinstance(found, Tensor)
        return found

    # ------------------------------------------------------------ results

    def tensor(self, parts: Any, dtype: Any = UNKNOWN_DTYPE, is_parameter: bool = False) -> Tensor:
        """A result. `dtype` as rules compute with it; None means that of the first tensor."""
        shape = self.checked_shape(parts)
        self.path.take_for_shape(shape)
        if dtype is None:
            dtype = self.parent.dtype if self.parent is not None else DType("float32")
        elif isinstance(dtype, UnknownDType):
            dtype = None
        elif not isinstance(dtype, DType):
            raise Unfit("the dtype of the result is not known", dtype if isinstance(dtype, Unknown) else None)
        if self.path.floats_vary and dtype is not None and dtype.is_floating_point:
            dtype = None
        made = Tensor(shape, dtype, self.ctx.site, self.parent, is_parameter, None, self.rule.short_name)
        made.is_sparse = self.is_sparse
        made.strides = ROWS if is_parameter else None
        return made

    def checked_shape(self, parts: Any) -> Shape:
        """The parts as a shape; at most one star survives, others are joined into one of unknown rank."""
        if not isinstance(parts, tuple):
            raise unfit(parts)
        stars = 0
        for dim in parts:
            if type(dim) is int:
                if dim < 0:
                    raise self.reject(lambda: f"the result {shape_text(parts)} has a negative size")
            elif type(dim) is Star:
                stars += 1
            elif not isinstance(dim, Expr):
                raise Unfit("a size of the result is not known", dim if isinstance(dim, Unknown) else None)
        shape = tuple(parts)
        return shape if stars < 2 else self._one_star(shape)

    def _one_star(self, shape: Shape) -> Shape:
        at = [i for i, dim in enumerate(shape) if type(dim) is Star]
        return (*shape[: at[0]], self.path.fresh_star("dims", 0), *shape[at[-1] + 1 :])

    # ------------------------------------------------------------ objects

    def attribute(self, obj: Any, name: str) -> Any:
        """`obj.name`: of a tensor its shape, ndim and dtype; of an object what the interpreter says."""
        if type(obj) is Tensor:
            if name == "shape":
                return self.path.resolve(obj.shape)
            if name == "ndim":
                return rank(self.path.resolve(obj.shape))
            if name == "dtype":
                if obj.dtype is None or (self.path.floats_vary and obj.dtype.is_floating_point):
                    return UNKNOWN_DTYPE
                return obj.dtype
            raise Unfit(f"a rule reads no {name} of a tensor")
        if isinstance(obj, Instance):
            value = self.ctx.get_attribute(obj, name)
            if isinstance(value, SomeDType):
                return UNKNOWN_DTYPE
            return self.path.resolve(value.shape) if isinstance(value, SizesValue) else value
        if isinstance(obj, (Unknown, Opaque)):
            raise unfit(obj)
        if isinstance(obj, (int, float, complex, Expr, Formula, Scalar)) and name in ("shape", "ndim"):
            if name == "shape":
                return PERHAPS_MORE if isinstance(obj, Scalar) and obj.kind == "number" else ()
            return 0
        raise Unfit(f"a rule reads {name} of a value that has none")

    def set_attribute(self, obj: Any, name: str, value: Any) -> None:
        """`obj.name = value`"""
        if isinstance(value, UnknownDType):
            value = SomeDType(self.ctx.unknown("the dtype is not known").cause)
        self.ctx.set_attribute(obj, name, outside(value))

    def finish(self, result: Any) -> None:
        """After a call that stands alone: what it would have required or set is not known if it gave an unknown."""
        if isinstance(result, Unknown):
            raise unfit(result)

    def call_object(self, function: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """A call of a submodule or another object of the analysed program."""
        if isinstance(function, (Unknown, Opaque)):
            raise unfit(function)
        given = {name: outside(value) for name, value in kwargs.items()}
        return self.ctx.call(function, [outside(value) for value in args], given)


def outside(value: Value) -> Value:
    """A value of a rule as programs see it: a tuple of theirs has a length, a shape of unknown rank has none yet."""
    if type(value) is tuple and any(type(dim) is Star for dim in value):
        return SizesValue(value)
    return value


def rank(shape: Shape) -> Dim:
    """The number of dims of a resolved shape."""
    total: Dim = len(shape)
    for dim in shape:
        if type(dim) is Star:
            total = total - 1 + dim.rank
    return total


def unfit(value: Any) -> Unfit:
    """The result is unknown because this value is."""
    if isinstance(value, Unknown):
        return Unfit(value.cause.reason, value)
    return Unfit("an argument is not known well enough")
