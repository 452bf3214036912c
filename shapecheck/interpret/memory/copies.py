"""Copies of what a call has made: kept apart from the call's own objects, and made anew for each equal call."""

from __future__ import annotations

from collections.abc import Callable
from types import EllipsisType
from typing import Any, NamedTuple

from shapecheck.interpret.memory.keys import MUTABLE, Incomparable
from shapecheck.symbolic import Expr
from shapecheck.symbolic.formula import Compare, Flag, Junction
from shapecheck.values import (
    BoundMethod,
    ClassValue,
    DictValue,
    DType,
    FrozenSetValue,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    ModuleValue,
    NativeFunction,
    PartialValue,
    RangeValue,
    RuleFunction,
    Scalar,
    SetValue,
    Size,
    SizesValue,
    SliceValue,
    SomeDType,
    Star,
    Tensor,
    TextFrom,
    TruthOrTruths,
    TupleOfMany,
    UnionValue,
    Unknown,
    UnknownSize,
    Value,
)

MAX_COPIED = 2_000
"""Mutable values in what one call makes; calls that make more are not remembered."""


class Passed(NamedTuple):
    """In a kept copy: the mutable value that stands at this place among those of the arguments."""

    place: int


class Older(NamedTuple):
    """In a kept copy: a value that was there before the execution."""

    value: Any


class Copier:
    """Copies values with everything that is mutable in them, each once; `known`: what stands for what it meets, by
    identity. What is immutable is shared."""

    def __init__(self, known: dict[int, Any]) -> None:
        self.known = known
        self.count = 0

    def copy(self, value: Value) -> Any:
        kind = type(value)
        if kind in SHARED:
            return value
        found = self.known.get(id(value))
        if found is not None:
            return found
        if kind in MUTABLE:
            found = self.stand_in(value)
            if found is not None:
                return found
            self.count += 1
            if self.count > MAX_COPIED:
                raise Incomparable
        make = _MAKERS.get(kind)
        if make is None:
            return self.other(value)
        return make(self, value)

    def stand_in(self, value: Any) -> Any:
        """What stands for a mutable value that is not copied; None if it is."""
        return None

    def other(self, value: Any) -> Any:
        """What is of no kind that can be copied. Raises Incomparable."""
        raise Incomparable

    def named(self, values: dict[Any, Value]) -> dict[Any, Value]:
        """A dict with copies of the values."""
        copy = self.copy
        return {name: value if type(value) in SHARED else copy(value) for name, value in values.items()}

    def listed(self, values: list[Value]) -> list[Value]:
        copy = self.copy
        return [value if type(value) in SHARED else copy(value) for value in values]


class Keeping(Copier):
    """Copies what a call has made, to be kept. What was there before the call is one of its arguments, or
    older than the execution."""

    def __init__(self, passed: list[Any], floor: int, start: int) -> None:
        super().__init__(_among(passed, start))
        self._floor, self._start = floor, start

    def stand_in(self, value: Any) -> Any:
        if value.birth >= self._start:
            return None
        if value.birth >= self._floor:
            raise Incomparable
        return Older(value)

    def other(self, value: Any) -> Any:
        if type(value) is FunctionValue:
            scope = value.scope
            while scope.parent is not None:
                if scope.birth >= self._floor:
                    raise Incomparable
                scope = scope.parent
            return value
        if type(value) is NativeFunction and not getattr(value.call, "__closure__", None):
            return value
        raise Incomparable


def _among(passed: list[Any], start: int) -> dict[int, Any]:
    """The mutable values that the call was given, by identity; not those that are its own."""
    return {id(value): Passed(index) for index, value in enumerate(passed) if value.birth < start}


class Making(Copier):
    """Makes anew what was kept, for these arguments."""

    def __init__(self, passed: list[Any]) -> None:
        super().__init__({})
        self._passed = passed

    def other(self, value: Any) -> Any:
        kind = type(value)
        if kind is Passed:
            return self._passed[value.place]
        return value.value if kind is Older else value


class _Renewing(Copier):
    """Copies what was born at `since` or later; the rest is shared."""

    def __init__(self, since: int) -> None:
        super().__init__({})
        self._since = since

    def stand_in(self, value: Any) -> Any:
        return None if value.birth >= self._since else value

    def other(self, value: Any) -> Any:
        return value


def renewed(value: Value, since: int) -> Any:
    """The value with copies of what was born in it at `since` or later; itself if that is too much."""
    try:
        return _Renewing(since).copy(value)
    except Incomparable:
        return value


def _tuple(copier: Copier, value: tuple[Any, ...]) -> Any:
    items = tuple(item if type(item) in SHARED else copier.copy(item) for item in value)
    return Size(items) if type(value) is Size else items


def _tensor(copier: Copier, value: Tensor) -> Tensor:
    parent = value.parent
    made = Tensor(
        value.shape, value.dtype, value.site, None, value.is_parameter, value.name, value.maker, value.cls
    )
    copier.known[id(value)] = made
    made.admits, made.strides, made.is_guess = value.admits, value.strides, value.is_guess
    made.own, made.follows_failure = value.own, value.follows_failure
    made.is_sparse, made.held = value.is_sparse, value.held
    made.numbers, made.read_from = value.numbers, value.read_from
    made.kind = value.kind
    if value.attrs is not None:
        made.attrs = copier.copy(value.attrs)
    if parent is not None:
        made.parent = copier.copy(parent)
    return made


def _instance(copier: Copier, value: Instance) -> Instance:
    made = Instance(value.cls, value.site)
    copier.known[id(value)] = made
    made.attrs = copier.named(value.attrs)
    made.payload = copier.copy(value.payload)
    made.is_definite = value.is_definite
    made.is_held = value.is_held
    return made


def _tuple_of_many(copier: Copier, value: TupleOfMany) -> TupleOfMany:
    made = TupleOfMany(None, value.length)
    _copy_items(copier, value, made)
    return made


def _list(copier: Copier, value: ListValue) -> ListValue:
    made = ListValue(None, None, value.length)
    made.limit, made.made_since, made.sizes = value.limit, value.made_since, copier.copy(value.sizes)
    _copy_items(copier, value, made)
    return made


def _dict(copier: Copier, value: DictValue) -> DictValue:
    made = DictValue({}, value.is_open)
    copier.known[id(value)] = made
    made.entries = copier.named(value.entries)
    made.element, made.default_factory = copier.copy(value.element), copier.copy(value.default_factory)
    return made


def _set(copier: Copier, value: SetValue) -> SetValue:
    made = type(value)(None)
    copier.known[id(value)] = made
    if value.items is not None:
        made.items = copier.named(value.items)
    made.element = copier.copy(value.element)
    return made


def _iterator(copier: Copier, value: IteratorValue) -> IteratorValue:
    made = IteratorValue(None, None, value.length)
    made.position, made.made_since, made.at_end = value.position, value.made_since, value.at_end
    _copy_items(copier, value, made)
    return made


def _copy_items(copier: Copier, value: ListValue | IteratorValue, made: ListValue | IteratorValue) -> None:
    copier.known[id(value)] = made
    if value.items is not None:
        made.items = copier.listed(value.items)
    made.element = copier.copy(value.element)


def _bound(copier: Copier, value: BoundMethod) -> BoundMethod:
    return BoundMethod(copier.copy(value.function), copier.copy(value.receiver))


def _partial(copier: Copier, value: PartialValue) -> PartialValue:
    return PartialValue(copier.copy(value.function), copier.listed(value.args), copier.named(value.kwargs))


def _union(copier: Copier, value: UnionValue) -> UnionValue:
    return UnionValue(tuple(map(copier.copy, value.members)), value.guard)


def _slice(copier: Copier, value: SliceValue) -> SliceValue:
    return SliceValue(copier.copy(value.lower), copier.copy(value.upper), copier.copy(value.step))


SHARED = frozenset({
    type(None), bool, int, float, complex, str, bytes, EllipsisType, Expr, Compare, Flag, Junction, DType, Unknown,
    UnknownSize, SomeDType, Scalar, TextFrom, TruthOrTruths, RangeValue, ClassValue, ModuleValue, RuleFunction, Star,
    SizesValue,
})  # fmt: skip
"""Kinds of values that never change, or that are there once for all."""
_MAKERS: dict[type, Callable[[Copier, Any], Any]] = {
    tuple: _tuple,
    Size: _tuple,
    list: Copier.listed,
    dict: Copier.named,
    Tensor: _tensor,
    Instance: _instance,
    ListValue: _list,
    TupleOfMany: _tuple_of_many,
    DictValue: _dict,
    SetValue: _set, FrozenSetValue: _set,
    IteratorValue: _iterator,
    BoundMethod: _bound,
    PartialValue: _partial,
    UnionValue: _union,
    SliceValue: _slice,
}
"""Lists and dicts are the contents of values: a call that writes to its arguments has put others in their place."""
