"""A rule: an operator's stub, compiled, and how it is applied to values."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

from shapecheck.rules import layout_rules
from shapecheck.rules.compiler import ParameterInfo, Variant
from shapecheck.rules.context import DeadPath, Message, Rejected, RuleContext, Signal, Undecided
from shapecheck.rules.deprecated import reordering
from shapecheck.rules.dtypes import cannot_hold
from shapecheck.rules.errors import (
    NoInt,
    NoMatch,
    NoneForNumber,
    NoneGiven,
    NoText,
    NotTaken,
    NoWholeNumber,
    StubProblem,
    Unfit,
    WrongKind,
    WrongNumber,
    stub_problem,
)
from shapecheck.rules.examples import PROMPT
from shapecheck.rules.held import forget
from shapecheck.rules.kinds import settled
from shapecheck.rules.layout_rules import LAYOUTS
from shapecheck.rules.results import UnknownDType
from shapecheck.rules.run import Case, Run, outside
from shapecheck.rules.sparseness import Sparseness, is_laid_out
from shapecheck.rules.strides import OVERLAP, overlaps
from shapecheck.rules.suspicions import root_of
from shapecheck.rules.trials import Trial, answered, each_member
from shapecheck.symbolic import Expr
from shapecheck.values import (
    ListValue,
    Opaque,
    RangeValue,
    SizesValue,
    Star,
    Tensor,
    UnionValue,
    Unknown,
    UnknownSize,
    Value,
)

TAKING_FLOATS = (
    "torch.signal.windows.", "torch.nn.functional.max_unpool", "torch.nn.functional.multi_head_attention_forward.",
    "torch.nn.GroupNorm.", "torch.nn._InstanceNorm.", "torch.nn.LSTM.__init__.proj_size",
)  # fmt: skip
"""Functions and parameters, by what their names begin with, whose code in Python only computes with a number."""
REFUSING_BOOLS = (
    "torch.nn.Linear.__init__.out_features", "torch.nn.Embedding.__init__.num_embeddings",
    "torch.nn.LayerNorm.__init__.normalized_shape", "torch.nn._NormBase.__init__.num_features",
    *(f"torch.nn.Conv{n}d.__init__.out_channels" for n in (1, 2, 3)),
)  # fmt: skip
"""Parameters of Python code that are the first size of a new tensor; a bool that is multiplied or divided is none."""
NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "x1": "input", "x2": "other"}
_OPERATORS = {
    **{name: name for name in ("add", "sub", "mul", "pow", "matmul")},
    "truediv": "div", "floordiv": "floor_divide", "mod": "remainder", "and": "bitwise_and", "or": "bitwise_or",
    "xor": "bitwise_xor", "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift", "getitem": "index",
}  # fmt: skip
"""Python's operators by the names that torch's own messages use."""

SHORT = 32
"""In longer sequences nobody looks for an item that may be one of a few."""
MAX_SEQUENCES = 8
"""A sequence that may be one of more is not taken apart."""

ONLY_TENSOR = re.compile(r"Tensor(\[[^\]]*\])?$")
ONLY_TENSORS = re.compile(r"Sequence\[Tensor(\[[^\]]*\])?\]$")
"""Annotations of parameters."""


class Rule:
    """`name` is dotted. `compile` gives the overloads when they are first needed; a stub that breaks the
    language is told of through `report` and makes every result unknown."""

    def __init__(
        self,
        name: str,
        path: FilePath,
        line: int,
        doc: str,
        compiled: Callable[[], tuple[Variant, ...]],
        report: Callable[[StubProblem], None],
        is_property: bool = False,
    ) -> None:
        self.name = name
        self.short_name = _short(name)
        self.layout = LAYOUTS.get(self.short_name)
        self.sparseness = Sparseness(self.short_name)
        self.reorder = reordering(name)
        self.path = path
        self.line = line
        self.doc = doc
        self.is_property = is_property
        self.why_unknown: str | None = None
        """Why the result is unknown on purpose."""
        self.is_static = False
        """Whether it belongs to a class and takes no object of it."""
        self._compiled = compiled
        self._variants: tuple[Variant, ...] | None = None
        self._report = report

    def __repr__(self) -> str:
        return f"<rule {self.name}>"

    def renamed(self, name: str) -> Rule:
        """The same rule under another spelling."""
        made = Rule(
            name, self.path, self.line, self.doc, lambda: self.variants, self._report, self.is_property
        )
        made.why_unknown, made.is_static = self.why_unknown, self.is_static
        return made

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The overloads, compiled; none if the stub is broken."""
        if self._variants is None:
            self._variants = self._compiled()
        return self._variants

    @property
    def parameters(self) -> tuple[ParameterInfo, ...]:
        """Those of the first overload."""
        return self.variants[0].parameters if self.variants else ()

    @cached_property
    def tensors(self) -> frozenset[str]:
        """The parameters that every overload takes a tensor for, and nothing else: whatever is passed is one."""
        return self._always(ONLY_TENSOR)

    @cached_property
    def sequences(self) -> frozenset[str]:
        """Those that every overload takes a list or tuple of tensors for."""
        return self._always(ONLY_TENSORS)

    def _always(self, annotation: re.Pattern[str]) -> frozenset[str]:
        of_each = [{one.name for one in variant.parameters if annotation.match(one.text)} for variant in self.variants]
        return frozenset(set.intersection(*of_each)) if of_each else frozenset()

    @property
    def needs_arguments(self) -> bool:
        """Whether a call without any is refused."""
        return bool(self.variants) and all(variant.required for variant in self.variants)

    @property
    def examples(self) -> tuple[str, ...]:
        """The `>>>` lines of the documentation."""
        lines = (line.strip() for line in self.doc.splitlines())
        return tuple(line.removeprefix(PROMPT).strip() for line in lines if line.startswith(PROMPT))

    # ------------------------------------------------------------ application

    def apply(self, ctx: RuleContext, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """The result of the call; `Rejected` (recorded) when it can never succeed."""
        if self.reorder is not None:
            args, kwargs = self.reorder(args, kwargs)
        value = self._apply(ctx, args, kwargs, 0)
        if self.layout is not None:
            layout_rules.note(ctx, self.layout, args, kwargs, value)
        if "layout" in kwargs and type(value) is Tensor and is_laid_out(kwargs):
            value.is_sparse = None
        return value

    def apply_nested(self, run: Run, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """The same for a call from another rule; a rule that is only shared by some speaks in the caller's name.

        What a layer gives lies as the function that it calls has laid it."""
        last = self.name.rpartition(".")[2]
        is_shared = last.startswith("_") and not last.endswith("__")
        rule = self.renamed(run.rule.name) if is_shared else self
        value = rule._apply(run.ctx, args, kwargs, run.case.depth + 1)
        if self.layout is not None and run.rule.name.endswith(".forward"):
            layout_rules.note(run.ctx, self.layout, args, kwargs, value)
        return value

    def _apply(self, ctx: RuleContext, args: list[Value], kwargs: dict[str, Value], depth: int) -> Value:
        case, in_numpys_words = Case(depth), "axis" in kwargs
        try:
            kwargs = self._with_torch_names(kwargs) if kwargs else kwargs
            out = kwargs.get("out") if kwargs else None
            if out is None and kwargs and "out" in kwargs:
                kwargs = {key: value for key, value in kwargs.items() if key != "out"}
            if out is not None and not self._reads_out:
                return self._apply_out(ctx, args, kwargs, case)
            return self._split(ctx, args, kwargs, case)
        except Unfit as reason:
            return (
                reason.value
                if reason.value is not None
                else ctx.unknown(f"{self.short_name}: {reason.reason}")
            )
        except NoMatch as reason:
            if depth and isinstance(ctx, Trial):
                raise  # the trial drops a member of a union that the rule inside does not take
            words = f"{reason}" if self.short_name.startswith("_") else f"{self.short_name}: {reason}"
            if isinstance(reason, NoWholeNumber) and self._refuses_floats(reason.parameter):
                if reason.kind == "bool" and ctx.turns_switches:
                    return ctx.unknown(words)
                raise ctx.reject(words) from None
            if isinstance(reason, WrongNumber) and self.name.endswith(".__init__"):
                return ctx.unknown(words)  # torch finds out when the layer runs
            if isinstance(reason, WrongKind) and any(map(_comes_from_guess if in_numpys_words else _is_guess, args)):
                return ctx.unknown(words)  # the other kinds of argument tell that it is no tensor
            if isinstance(reason, WrongKind) or (isinstance(reason, NoneGiven) and ctx.is_given_nothing):
                raise ctx.reject(words) from None
            if isinstance(reason, NotTaken):
                return ctx.not_taken(words)
            return ctx.not_given(words) if isinstance(reason, NoneForNumber) else ctx.unknown(words)

    def _refuses_floats(self, parameter: str) -> bool:
        return self.name.startswith("torch.") and not f"{self.name}.{parameter}".startswith(TAKING_FLOATS)

    def takes_tensors_alone(self, parameter: str) -> bool:
        """Whether a container there, or a tensor where a list belongs, is refused: not by operators, whose other side
        Python asks then, nor by what is private and takes trees of tensors. What is written in Python iterates over a
        tensor that it is given for a list: `pad_sequence`."""
        is_public = self.name.startswith("torch.") and not self.name.startswith(("torch._", "torch.ops."))
        if not is_public or self.name.endswith("__"):
            return False
        is_parsed = not self.name.startswith(("torch.nn.", "torch.distributed."))
        return parameter in self.tensors or (is_parsed and parameter.partition("[")[0] in self.sequences)

    def refuses_numbers(self, parameter: str) -> bool:
        """Whether a number there is refused, and not taken for a tensor without dims."""
        front, _, name = self.name.rpartition(".")
        if front not in ("torch", "torch.Tensor", "torch.nn.functional") or name.startswith("_"):
            return False
        return parameter in self.tensors or parameter.partition("[")[0] in self.sequences

    def refuses_containers(self, parameter: str) -> bool:
        """Whether a list or a tensor of many elements is refused where an int belongs: by what torch parses in C++."""
        front, _, name = self.name.rpartition(".")
        return front in ("torch", "torch.Tensor") and not name.startswith("_")

    def refuses_bool(self, parameter: str) -> bool:
        """Whether True is no 1 here: functions that torch parses in C++ tell a bool from an int."""
        front, _, name = self.name.rpartition(".")
        is_parsed = front in ("torch", "torch.Tensor") and not name.startswith("__") and parameter != "correction"
        return is_parsed or f"{self.name}.{parameter}".startswith(REFUSING_BOOLS)

    @property
    def _reads_out(self) -> bool:
        """Whether the rule itself says what `out` does: a parameter that may be anything only admits the word."""
        named = (info for variant in self.variants for info in variant.parameters if info.name == "out")
        return any(info.text != "Any" for info in named)

    def _with_torch_names(self, kwargs: dict[str, Value]) -> dict[str, Value]:
        """Functions that torch parses in C++ take NumPy's names of parameters too: `axis=1, keepdims=True`. Names that
        begin with an underscore, which stubs do not have, are written without: `nn.Embedding(v, d, _weight=w)`."""
        if NUMPY_NAMES.keys().isdisjoint(kwargs) or self.name.startswith("torch.nn."):
            is_hidden = any(key.startswith("_") for key in kwargs)
            return {key.removeprefix("_"): value for key, value in kwargs.items()} if is_hidden else kwargs
        known = {name for variant in self.variants for name in variant.names}
        renamed = {key: name for key, name in NUMPY_NAMES.items() if key not in known and name in known}
        return {renamed.get(key, key): value for key, value in kwargs.items()}

    def _apply_out(self, ctx: RuleContext, args: list[Value], kwargs: dict[str, Value], case: Case) -> Value:
        """`out=` is resized to the result and returned."""
        out = settled(kwargs["out"])
        result = self._split(ctx, args, {k: v for k, v in kwargs.items() if k != "out"}, case)
        if type(out) is Tensor and type(result) is Tensor:
            ctx.store.set_attr(out, "shape", result.shape)
            ctx.store.set_attr(out, "strides", None)
            return out
        return result

    def _split(self, ctx: RuleContext, args: list[Value], kwargs: dict[str, Value], case: Case) -> Value:
        """Unions are taken apart, one argument after the other."""
        for i, arg in enumerate(args):
            choice = _choice(arg)
            if choice is not None:

                def with_arg(inner: RuleContext, member: Value, i: int = i) -> Value:
                    return self._split(inner, [*args[:i], member, *args[i + 1 :]], kwargs, case)

                return each_member(ctx, case, choice, with_arg)
        for key, arg in kwargs.items():
            choice = _choice(arg)
            if choice is not None:

                def with_keyword(inner: RuleContext, member: Value, key: str = key) -> Value:
                    return self._split(inner, args, {**kwargs, key: member}, case)

                return each_member(ctx, case, choice, with_keyword)
        return answered(ctx, case, lambda inner: self._overloads(inner, args, kwargs, case))

    def _overloads(self, ctx: RuleContext, args: list[Value], kwargs: dict[str, Value], case: Case) -> Value:
        variants = self.variants
        last = len(variants) - 1
        failure: NoMatch | None = None
        is_sure = True
        for i, variant in enumerate(variants):
            bound = self._packed(variant, args)
            if not self._takes(variant, bound, kwargs):
                failure = failure or NotTaken("these arguments are not taken")
                continue
            run = Run(self, ctx, case, i < last)
            try:
                return self._checked(run, variant.function(run, *bound, **kwargs), bound)
            except NoMatch as reason:
                failure = failure if isinstance(failure, NoWholeNumber) else reason
                is_sure = is_sure and isinstance(reason, WrongKind)
            except (Rejected, Undecided, Unfit, DeadPath, Signal):
                raise
            except Exception as error:
                problem = stub_problem(error, f"{self.name}: {type(error).__name__}: {error}")
                if problem is None:
                    raise
                self._report(problem)  # a mistake in a stub costs its own result and nothing else
                raise Unfit(f"the stub of this operator is broken ({problem})") from error
        if isinstance(failure, (NoInt, NoText)) and not is_sure:
            raise NoMatch(f"{failure}")  # another overload may take it
        raise failure or Unfit("the stub of this operator is broken")

    def _checked(self, run: Run, value: Value, args: list[Value]) -> Value:
        if isinstance(value, UnknownDType):
            return run.ctx.unknown("the dtype is not known")
        if (
            run.case.symbols
            and type(value) is Tensor
            and len(value.shape) == 1
            and type(value.shape[0]) is Star
        ):
            # A tensor of which nothing is known says less than the unknown it was made from and its cause.
            for arg in args:
                if type(arg) in (Unknown, UnknownSize) and run.case.has_star_of(arg):
                    return arg
        return outside(value)

    def _packed(self, variant: Variant, args: list[Value]) -> list[Value]:
        """`view(2, 3)` as `view((2, 3))`."""
        at = variant.dims_at
        if at is None or len(args) <= at:
            return args
        first = settled(args[at])
        if isinstance(first, (tuple, ListValue, RangeValue, SizesValue)) or first is None:
            return args
        if len(args) == at + 1:
            # One int is a shape of one dim; of an unknown one cannot say which it is.
            return args if not isinstance(first, (int, Expr)) else [*args[:at], (first,)]
        return [*args[:at], tuple(args[at:])]

    def _takes(self, variant: Variant, args: list[Value], kwargs: dict[str, Value]) -> bool:
        if len(args) > len(variant.positional) and not variant.has_star:
            return False
        given = variant.positional[: len(args)]
        if kwargs:
            for key in kwargs:
                if key in given or (key not in variant.names and not variant.has_double_star):
                    return False
        return all(name in given or name in kwargs for name in variant.required)


def _short(name: str) -> str:
    """How messages call it: `Conv2d` for its constructor, `add` for `Tensor.__radd__`."""
    name = name.removesuffix(".forward").removesuffix(".__init__").removesuffix(".__call__")
    for front in ("torch.nn.functional.", "torch.Tensor.", "torch.nn.", "torch.", "shapecheck.image_tensors."):
        name = name.removeprefix(front)
    if not name.startswith("__"):
        return name
    plain = name.strip("_")
    for letter in "ri":
        if plain.removeprefix(letter) in _OPERATORS:
            plain = plain.removeprefix(letter)
    return _OPERATORS.get(plain, plain)


WRITE_REPEATED = frozenset(
    ["conj_physical_", "fill_", "index_fill_", "index_put_", "masked_fill_", "tril_", "triu_", "zero_"]
)
"""Writes that torch makes to elements that share a place, too."""


class InPlaceRule(Rule):
    """`add_` from `add`: the result has the receiver's shape, and is the receiver."""

    def __init__(self, name: str, base: Rule) -> None:
        super().__init__(name, base.path, base.line, base.doc, lambda: base.variants, base._report)
        self.base = base

    def _apply(self, ctx: RuleContext, args: list[Value], kwargs: dict[str, Value], depth: int) -> Value:
        result = super()._apply(ctx, args, kwargs, depth)
        receiver = settled(args[0]) if args else None
        if type(receiver) is not Tensor:
            return result
        if self.short_name not in WRITE_REPEATED and overlaps(ctx.path, receiver):
            raise Run(self, ctx, Case(0), False).reject(OVERLAP)
        if type(result) is Tensor:
            words = cannot_hold(receiver.dtype, result.dtype)
            if words is not None:
                raise Run(self, ctx, Case(0), False).reject(words)
            self._require_same_shape(ctx, receiver, result)
        forget(ctx.store, receiver)
        return receiver

    def _require_same_shape(self, ctx: RuleContext, receiver: Tensor, result: Tensor) -> None:
        from shapecheck.rules.arithmetic import equal_shapes

        run = Run(self, ctx, Case(0), False)
        have, get = ctx.path.resolve(receiver.shape), ctx.path.resolve(result.shape)
        if have == get:
            return
        try:
            same = equal_shapes(run, have, get)
        except Unfit:
            return

        def words() -> str:
            return f"output with shape {list(have)} doesn't match the broadcast shape {list(get)}"

        run.require(same, words)


class ReshapingRule(Rule):
    """`unsqueeze_` from `unsqueeze`: the receiver takes the shape of the result."""

    def __init__(self, name: str, base: Rule) -> None:
        super().__init__(name, base.path, base.line, base.doc, lambda: base.variants, base._report)

    def _apply(self, ctx: RuleContext, args: list[Value], kwargs: dict[str, Value], depth: int) -> Value:
        result = super()._apply(ctx, args, kwargs, depth)
        receiver = settled(args[0]) if args else None
        if type(receiver) is not Tensor:
            return result
        shape = result.shape if type(result) is Tensor else (ctx.path.fresh_star("any", 0),)
        ctx.store.set_attr(receiver, "shape", shape)
        ctx.store.set_attr(receiver, "strides", None)
        return receiver


def _is_guess(value: Value) -> bool:
    """Whether it may be a parameter that is taken for a tensor for its use alone: `backend.reshape(x, sizes)`."""
    value = settled(value)
    if type(value) is not Tensor or value.maker is not None or value.parent is not None:
        return False
    return len(value.shape) == 1 and isinstance(value.shape[0], Star)


def _comes_from_guess(value: Value) -> bool:
    """Whether it was made from one: `a.reshape(n, 2).max(axis=(0, 1))` may be of an array."""
    value = settled(value)
    return type(value) is Tensor and _is_guess(root_of(value))


def _choice(arg: Value) -> UnionValue | None:
    """What an argument may be, where that is one of a few values; a short sequence of which a few items may be one of
    a few tensors each is one of a few sequences."""
    if type(arg) is UnionValue:
        return arg
    items = arg.items if type(arg) is ListValue else arg if type(arg) is tuple else None
    if not items or len(items) > SHORT:
        return None
    unions = list({id(item): item for item in items if type(item) is UnionValue}.values())
    if not unions or math.prod(len(union.members) for union in unions) > MAX_SEQUENCES:
        return None
    if not all(type(member) is Tensor for union in unions for member in union.members):
        return None
    first = unions[0]
    sequences = (tuple(member if item is first else item for item in items) for member in first.members)
    return UnionValue(tuple(sequences), first.guard)


__all__ = ["Any", "InPlaceRule", "Message", "Opaque", "ReshapingRule", "Rule", "Unknown"]
