"""When two calls are equal: a key of everything that a call can see of its arguments.

What this execution has made is looked at, item by item, with what is the same object in two places; modules,
classes, functions and all else that was there before it are themselves. Two equal keys mean that the analysis cannot
tell the arguments apart.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from operator import attrgetter
from types import EllipsisType
from typing import Any

from shapecheck.symbolic import Expr, Formula
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
    Opaque,
    PartialValue,
    PropertyValue,
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
    sizes_in,
)
from shapecheck.values.store import Place

MAX_PARTS = 1_500
"""Arguments of more parts are not compared: it would cost more than it saves."""
FEW_PARTS = 64
"""An object within an argument is too much by itself if no more than so many parts were before it."""
PLAIN = frozenset({str, int, type(None), bytes, EllipsisType})
"""Constants that are equal only if they are the same; the others (True, 1.0) equal an int."""
_AGAIN, _BLANK = object(), object()


class Incomparable(Exception):
    """Something has a state that cannot be looked at, or there is too much of it."""


class Key:
    """`parts` is the key so far, `objects` the mutable values in it, in the order in which they were met. `has_sizes`:
    there are symbols in it, so that what is known of the path matters, too."""

    __slots__ = ("_begun", "_floor", "_large", "_seen", "doubts", "has_sizes", "objects", "parts")

    def __init__(self, begun: int, floor: int, large: set[int], doubts: Container[Place] = ()) -> None:
        """What was born before the execution has `begun` is itself; what was born before `floor` may be held by others,
        too. `large` are the births of values that were too much before: what holds one of them is not looked at
        again. `doubts` are the keys of dicts that are there on some paths only."""
        self._begun, self._floor = begun, floor
        self._large = large
        self.doubts = doubts
        self._seen: dict[int, int] = {}
        self.parts: list[Any] = []
        self.objects: list[Any] = []
        self.has_sizes = False

    def add(self, value: Value) -> None:
        """One more argument. Raises Incomparable."""
        kind = type(value)
        if kind in PLAIN:
            self.parts.append(value)
            return
        parts = self.parts
        if len(parts) > MAX_PARTS:
            raise Incomparable
        look = _LOOKS.get(kind)
        if look is None:
            raise Incomparable
        if kind in MUTABLE:
            if value.birth < self._begun:  # type: ignore[union-attr]
                parts.append(value)
                return
            known = self._seen.get(id(value))
            if known is not None:
                parts += (_AGAIN, known)
                return
            if value.birth in self._large:  # type: ignore[union-attr]
                raise Incomparable
            self._seen[id(value)] = len(self.objects)
            self.objects.append(value)
        parts.append(kind)
        begun = len(parts)
        try:
            look(self, value)
        except Incomparable:
            if kind is Instance and len(parts) - begun > MAX_PARTS - FEW_PARTS:
                self._large.add(value.birth)  # type: ignore[union-attr]  # the model whose method is passed
            raise

    def add_argument(self, value: Value) -> None:
        """One more argument, which is kept in mind if it alone is too much. Raises Incomparable."""
        begun = len(self.parts)
        try:
            self.add(value)
        except Incomparable:
            if type(value) in MUTABLE and len(self.parts) - begun > MAX_PARTS // 2:
                self._large.add(value.birth)  # type: ignore[union-attr]
            raise

    def add_blank(self, made: Instance) -> None:
        """An object that has just been made and that nobody but the call holds."""
        self._seen[id(made)] = len(self.objects)
        self.objects.append(made)
        self.parts += (_BLANK, made.cls)

    def add_all(self, values: Iterable[Value]) -> None:
        parts = self.parts
        for value in values:
            if type(value) in PLAIN:
                parts.append(value)
            else:
                self.add(value)

    def add_named(self, values: dict[Any, Value]) -> None:
        """The entries of a dict in their order."""
        parts = self.parts
        parts.append(len(values))
        for name, value in values.items():
            if type(name) is not str:
                parts.append(type(name))
            parts.append(name)
            if type(value) in PLAIN:
                parts.append(value)
            else:
                self.add(value)

    def refuse_doubts(self, values: dict[Any, Value]) -> None:
        """A dict with keys that are there on some paths only is not looked at."""
        if self.doubts and any((id(values), name) in self.doubts for name in values):
            raise Incomparable

    def is_older(self, function: FunctionValue) -> bool:
        """Whether a function is closed over nothing but what others may hold."""
        scope = function.scope
        while scope.parent is not None:
            if scope.birth >= self._floor:
                return False
            scope = scope.parent
        return True


_STATE_OF_TENSOR = attrgetter(*(name for name in Tensor.__slots__ if name not in ("attrs", "birth", "parent")))


def _itself(key: Key, value: Any) -> None:
    key.parts.append(value)


def _float(key: Key, value: float) -> None:
    key.parts.append(value if value else str(value))


def _sizes(key: Key, value: Expr | Formula) -> None:
    key.has_sizes = True
    key.parts.append(value)


def _tuple(key: Key, value: tuple[Any, ...]) -> None:
    key.parts.append(len(value))
    key.add_all(value)


def _function(key: Key, value: FunctionValue) -> None:
    if not key.is_older(value):
        raise Incomparable
    key.parts.append(value)


def _native(key: Key, value: NativeFunction) -> None:
    """A built-in itself, not one that is bound to something which may change."""
    for cell in getattr(value.call, "__closure__", None) or ():
        if type(cell.cell_contents) in _STATES:
            raise Incomparable
    key.parts.append(value)


def _rule(key: Key, value: RuleFunction) -> None:
    key.parts += (value.name, value.rule)


def _bound(key: Key, value: BoundMethod) -> None:
    key.add(value.function)
    key.add(value.receiver)


def _partial(key: Key, value: PartialValue) -> None:
    key.add(value.function)
    key.parts.append(len(value.args))
    key.add_all(value.args)
    key.add_named(value.kwargs)


def _tensor(key: Key, value: Tensor) -> None:
    sizes = (*value.shape, *value.strides) if type(value.strides) is tuple else value.shape
    if value.held is not None:
        sizes = (*sizes, *value.held)
    if value.trues is not None:
        sizes = (*sizes, value.trues[0])
    key.has_sizes = key.has_sizes or not all(type(dim) is int for dim in sizes)
    key.parts += _STATE_OF_TENSOR(value)
    if value.attrs is not None:
        key.add(value.attrs)


def _instance(key: Key, value: Instance) -> None:
    key.parts += (value.cls, value.is_definite, value.is_held, value.site)
    key.refuse_doubts(value.attrs)
    key.add(value.payload)
    key.add_named(value.attrs)


def _list(key: Key, value: ListValue) -> None:
    key.parts.append(value.limit)
    held = sizes_in(value)
    if held is not None:
        key.add(held)
    _items(key, value)


def _dict(key: Key, value: DictValue) -> None:
    key.refuse_doubts(value.entries)
    key.parts.append(value.is_open)
    key.add_named(value.entries)
    key.add(value.element)
    key.add(value.default_factory)


def _set(key: Key, value: SetValue) -> None:
    if value.items is None:
        key.add(value.element)
    else:
        key.add_named(value.items)


def _iterator(key: Key, value: IteratorValue) -> None:
    if value.at_end is not None:
        raise Incomparable
    key.parts.append(value.position)
    _items(key, value)


def _items(key: Key, value: ListValue | IteratorValue) -> None:
    items = value.items
    key.parts.append(None if items is None else len(items))
    if items is None:
        key.add(value.element)
        key.add(value.length)
    else:
        key.add_all(items)


def _opaque(key: Key, value: Opaque) -> None:
    key.parts += (value.name, value.site, value.prefers, value.takes_shapes, value.is_changed)
    key.parts += (value.is_declared, value.is_given)
    key.parts.append(len(value.parts))
    key.add(value.bound)
    key.add_all(value.front)
    for name, part in value.parts.items():
        key.parts.append(name)
        key.add(part)


def _slice(key: Key, value: SliceValue) -> None:
    key.add_all((value.lower, value.upper, value.step))


def _cause(key: Key, value: Unknown) -> None:
    key.parts.append(value.cause)


def _range(key: Key, value: RangeValue) -> None:
    key.add_all((value.start, value.stop, value.step))


_LOOKS: dict[type, Callable[[Key, Any], None]] = {
    bool: _itself,
    float: _float,
    complex: _itself,
    Expr: _sizes,
    Compare: _sizes,
    Flag: _sizes,
    Junction: _sizes,
    Star: _sizes,
    tuple: _tuple,
    Size: _tuple,
    ClassValue: _itself,
    ModuleValue: _itself,
    DType: _itself,
    PropertyValue: _itself,
    FunctionValue: _function,
    NativeFunction: _native,
    RuleFunction: _rule,
    BoundMethod: _bound,
    PartialValue: _partial,
    Unknown: _cause,
    UnknownSize: _cause,
    SomeDType: _cause,
    Scalar: lambda key, value: key.parts.append(value.kind),
    TextFrom: lambda key, value: key.parts.append(value.start),
    TruthOrTruths: lambda key, value: None,
    UnionValue: lambda key, value: _tuple(key, (*value.members, value.guard)),
    SliceValue: _slice,
    RangeValue: _range,
    Tensor: _tensor,
    Instance: _instance,
    SizesValue: lambda key, value: _tuple(key, value.shape),
    ListValue: _list,
    TupleOfMany: _list,
    DictValue: _dict,
    SetValue: _set, FrozenSetValue: _set,
    IteratorValue: _iterator,
    Opaque: _opaque,
}
MUTABLE = frozenset({
    Tensor, Instance, ListValue, TupleOfMany, DictValue, SetValue, FrozenSetValue, IteratorValue, Opaque,
})  # fmt: skip
"""Values that have a birth, and a state that changes through the Store."""
_STATES = MUTABLE | {dict, list, set, BoundMethod, PartialValue, UnionValue, tuple, Unknown, UnknownSize, SomeDType}
"""What a built-in may be closed over that its name does not tell."""
