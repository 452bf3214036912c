"""Values as they were at one moment: what a reveal, a hover or a result keeps of a value.

A Frozen is immutable and compares by content, so that the values of several calls can be united.
Its sizes are still expressions; `present` turns it into JSON and text once display names are known.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, Union

from shapecheck.symbolic import Dim, Expr, Formula, ge, symbol
from shapecheck.symbolic.interning import remembered
from shapecheck.symbolic.maxima import with_maxima
from shapecheck.values.containers import (
    DictValue,
    FrozenSetValue,
    ListValue,
    RangeValue,
    RestValue,
    SetValue,
    SliceValue,
    TupleOfMany,
)
from shapecheck.values.dtype import DType
from shapecheck.values.objects import (
    BoundMethod,
    ClassValue,
    FunctionValue,
    Instance,
    ModuleValue,
    NativeFunction,
    PartialValue,
    PropertyValue,
    RuleFunction,
    UnionValue,
)
from shapecheck.values.path import REALM_SIZE, Path
from shapecheck.values.shape import Star
from shapecheck.values.tensors import Tensor
from shapecheck.values.unknowns import Opaque, Scalar

MAX_DEPTH = 12
MAX_NODES = 5_000
MAX_UNITED = 8
"""More different values than this at one place are shown by what they have in common."""

Size: TypeAlias = Union[Dim, Star, None]


@dataclass(frozen=True, slots=True)
class FrozenTensor:
    """`shape` None: of unknown rank; `dtype` is a name or None."""

    shape: tuple[Size, ...] | None
    dtype: str | None


@dataclass(frozen=True, slots=True)
class FrozenScalar:
    """`kind` is int, float, bool or str; `value` None: not known; an int's value may be an expression."""

    kind: str
    value: int | float | str | Expr | None


@dataclass(frozen=True, slots=True)
class FrozenSequence:
    """`kind` is tuple or list; `items` None: not known."""

    kind: str
    items: tuple[Frozen, ...] | None


@dataclass(frozen=True, slots=True)
class FrozenDict:
    """All of its entries, in order of insertion; keys as text."""

    items: tuple[tuple[str, Frozen], ...]


@dataclass(frozen=True, slots=True)
class FrozenObject:
    """Any other object, by the dotted name of its class."""

    cls: str


@dataclass(frozen=True, slots=True)
class FrozenUnion:
    """One of several values, in the order in which they were met."""

    of: tuple[Frozen, ...]


@dataclass(frozen=True, slots=True)
class FrozenNone:
    """None"""


@dataclass(frozen=True, slots=True)
class FrozenUnknown:
    """Any value at all."""


Frozen: TypeAlias = Union[
    FrozenTensor, FrozenScalar, FrozenSequence, FrozenDict, FrozenObject, FrozenUnion, FrozenNone,
    FrozenUnknown,
]  # fmt: skip

_NUMBER = re.compile(r"#(\d+)")

NONE = FrozenNone()
UNKNOWN = FrozenUnknown()

_CLASS_OF: dict[type, str] = {
    bytes: "bytes", complex: "complex", type(...): "ellipsis", DType: "torch.dtype", ClassValue: "type",
    FunctionValue: "function", NativeFunction: "builtin_function_or_method", RuleFunction: "function",
    BoundMethod: "method", PartialValue: "functools.partial", ModuleValue: "module", RangeValue: "range",
    SliceValue: "slice", SetValue: "set", FrozenSetValue: "frozenset", PropertyValue: "property",
}  # fmt: skip


def has_sizes(value: Frozen) -> bool:
    """Whether there is a tensor in it, or an int that is no number."""
    return any(isinstance(leaf, FrozenTensor) or isinstance(leaf.value, Expr) for leaf in leaves(value))


def is_whole(value: Frozen) -> bool:
    """Whether every size in it is known, as a number or an expression."""
    return not any(
        leaf.shape is None or any(size is None or isinstance(size, Star) for size in leaf.shape)
        if isinstance(leaf, FrozenTensor)
        else leaf.value is None
        for leaf in leaves(value)
    )


def freeze(value: Any, path: Path) -> Frozen:
    """The value as it is now under the facts of the path."""
    return _Freezer(path).freeze(value)


def freeze_met(value: Any, path: Path) -> Frozen:
    """The value as it is each time that one place is met: a size that is another in each item of a list is one and the
    same, however often the list is gone through."""
    return (_ItemFreezer if path.each else _Freezer)(path).freeze(value)


def freeze_inputs(values: Mapping[str, Any], path: Path) -> dict[str, Frozen]:
    """The arguments of a call as they are now. A dim keeps its own name where all that is known is how it comes from
    sizes that no argument has: `int(math.sqrt(n))`."""
    frozen = {name: freeze(value, path) for name, value in values.items()}
    own: set[Expr] = set()
    for value in frozen.values():
        for leaf in leaves(value):
            sizes = leaf.shape or () if isinstance(leaf, FrozenTensor) else (leaf.value,)
            own.update(size for size in sizes if isinstance(size, Expr) and size.is_symbol)
    return {name: _InputFreezer(path, own).freeze(value) for name, value in values.items()}


def unite(values: Iterable[Frozen], most: int = MAX_UNITED) -> Frozen:
    """One of these values: equal ones once, a value that another one covers left out; of more than `most` what they
    have in common."""
    members: list[Frozen] = []
    for value in _members(values):
        if value == UNKNOWN:
            return UNKNOWN
        if not any(covers(member, value) for member in members):
            members = [member for member in members if not covers(value, member)]
            members.append(value)
    if len(members) == 1:
        return members[0]
    return FrozenUnion(tuple(members)) if 0 < len(members) <= most else _common(members)


def _common(members: Sequence[Frozen]) -> Frozen:
    """What holds of every one: sizes in which tensors of one rank differ are not known, nor are other values."""
    first = members[0] if members else UNKNOWN
    if isinstance(first, FrozenTensor):
        tensors = [one for one in members if isinstance(one, FrozenTensor)]
        if len(tensors) == len(members):
            dtype = first.dtype if all(one.dtype == first.dtype for one in tensors) else None
            return FrozenTensor(_common_shape([one.shape for one in tensors]), dtype)
    if isinstance(first, FrozenScalar):
        same = all(isinstance(one, FrozenScalar) and one.kind == first.kind for one in members)
        return FrozenScalar(first.kind, None) if same else UNKNOWN
    if isinstance(first, FrozenSequence) and first.items is not None:
        rows = [
            one.items for one in members if isinstance(one, FrozenSequence) and one.kind == first.kind and one.items
        ]
        if len(rows) == len(members) and all(len(row) == len(first.items) for row in rows):
            return FrozenSequence(first.kind, tuple(unite(column) for column in zip(*rows, strict=True)))
    return UNKNOWN


def _common_shape(shapes: Sequence[tuple[Size, ...] | None]) -> tuple[Size, ...] | None:
    plain = [shape for shape in shapes if shape is not None and not any(isinstance(dim, Star) for dim in shape)]
    if len(plain) < len(shapes) or len({len(shape) for shape in plain}) > 1:
        return None
    return tuple(dims[0] if len(set(dims)) == 1 else None for dims in zip(*plain, strict=True))


def leaves(value: Frozen) -> Iterator[FrozenTensor | FrozenScalar]:
    """The tensors and scalars in a value, in the order in which they are written."""
    if isinstance(value, (FrozenTensor, FrozenScalar)):
        yield value
    elif isinstance(value, FrozenSequence):
        for item in value.items or ():
            yield from leaves(item)
    elif isinstance(value, FrozenDict):
        for _, item in value.items:
            yield from leaves(item)
    elif isinstance(value, FrozenUnion):
        for item in value.of:
            yield from leaves(item)


def _members(values: Iterable[Frozen]) -> Iterator[Frozen]:
    for value in values:
        if isinstance(value, FrozenUnion):
            yield from value.of
        else:
            yield value


def covers(wide: Frozen, narrow: Frozen) -> bool:
    """Whether everything that `narrow` can be is said by `wide` too."""
    if isinstance(wide, FrozenUnion) and not isinstance(narrow, FrozenUnion):
        return any(covers(one, narrow) for one in wide.of)
    if wide == narrow or _in_one_realm(wide) == _in_one_realm(narrow):
        return True
    if isinstance(wide, FrozenTensor) and isinstance(narrow, FrozenTensor):
        if wide.dtype not in (None, narrow.dtype):
            return False
        if wide.shape is None or narrow.shape is None:
            return wide.shape is None
        if wide.shape == narrow.shape:
            return True
        pairs = list(zip(wide.shape, narrow.shape, strict=False))
        same_rank = len(wide.shape) == len(narrow.shape) and not any(isinstance(n, Star) for _, n in pairs)
        return same_rank and all(w is None or w == n for w, n in pairs)
    if isinstance(wide, FrozenScalar) and isinstance(narrow, FrozenScalar):
        return wide.kind == narrow.kind and wide.value is None
    return False


@remembered
def _in_one_realm(value: Frozen) -> str:
    """The value in words in which the sizes of one entry are not told from those of another one."""
    return _NUMBER.sub(lambda match: f"#{int(match[1]) % REALM_SIZE}", repr(value))


class _Freezer:
    """One walk over a value: bounded in depth and size, and safe against cycles."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.open: set[int] = set()
        self.nodes = 0

    def freeze(self, value: Any) -> Frozen:
        self.nodes += 1
        if self.nodes > MAX_NODES or id(value) in self.open or len(self.open) > MAX_DEPTH:
            return UNKNOWN
        if isinstance(value, (tuple, ListValue, DictValue, Instance, UnionValue, Opaque)):
            self.open.add(id(value))
            try:
                return self._compound(value)
            finally:
                self.open.discard(id(value))
        return self._simple(value)

    def _written(self, size: Any) -> Any:
        return with_maxima(size, self._at_least_one) if type(size) is Expr else size

    def _at_least_one(self, size: Dim) -> bool:
        return self.path.decide(ge(size, 1)) is True

    def _simple(self, value: Any) -> Frozen:
        if value is None:
            return NONE
        if isinstance(value, Tensor):
            shape = tuple(map(self._written, self.path.resolve(value.shape)))
            return FrozenTensor(shape, value.dtype.name if value.dtype else None)
        if isinstance(value, (bool, Formula)):
            return FrozenScalar("bool", self.path.decide(value))
        if isinstance(value, (int, Expr)):
            return FrozenScalar("int", self._written(self.path.simplify(value)))
        if isinstance(value, float):
            return FrozenScalar("float", value if math.isfinite(value) else None)
        if isinstance(value, str):
            return FrozenScalar("str", value)
        if isinstance(value, Scalar):
            known = value.kind in ("float", "bool", "str", "int")
            return FrozenScalar(value.kind, None) if known else FrozenObject(value.kind)
        cls = _CLASS_OF.get(type(value))
        return UNKNOWN if cls is None else FrozenObject(cls)

    def _compound(self, value: Any) -> Frozen:
        if isinstance(value, tuple):
            return self._sequence("tuple", list(value))
        if isinstance(value, ListValue):
            kind = "tuple" if isinstance(value, (TupleOfMany, RestValue)) else "list"
            return self._sequence(kind, value.items if value.items is not None else self._copies(value))
        if isinstance(value, DictValue):
            return self._dict(value)
        if isinstance(value, Opaque):
            return UNKNOWN if value.bound is None else self.freeze(value.bound)
        if isinstance(value, UnionValue):
            return unite(self.freeze(member) for member in value.members)
        return self._instance(value)

    def _copies(self, value: ListValue) -> list[Any] | None:
        length = self.path.simplify(value.length)
        return [value.element] * length if isinstance(length, int) and 0 <= length <= MAX_NODES else None

    def _sequence(self, kind: str, items: list[Any] | None) -> Frozen:
        if items is None or self.nodes + len(items) > MAX_NODES:
            return FrozenSequence(kind, None)
        return FrozenSequence(kind, tuple(self.freeze(item) for item in items))

    def _dict(self, value: DictValue) -> Frozen:
        unknown = FrozenObject("dict")
        if value.is_open or self.nodes + len(value.entries) > MAX_NODES:
            return unknown
        if not all(map(_is_plain, value.entries)):
            return unknown
        entries = {str(key): self.freeze(item) for key, item in value.entries.items()}
        # 1 and "1" are different keys of the dict and the same text: then entries cannot be told apart.
        return FrozenDict(tuple(entries.items())) if len(entries) == len(value.entries) else unknown

    def _instance(self, value: Instance) -> Frozen:
        """An object; a subclass of a container (torch.Size, a named tuple) is shown as that container."""
        payload = value.payload
        if isinstance(payload, (tuple, ListValue, DictValue)) and not _is_module(value.cls):
            return self.freeze(payload)
        return FrozenObject(value.cls.qualname)


def _is_plain(key: object) -> bool:
    """Whether the text of a dict's key is the same in every run."""
    if isinstance(key, tuple):
        return all(map(_is_plain, key))
    return isinstance(key, (str, int, float, type(None)))


def _is_module(cls: ClassValue) -> bool:
    return any(base.name == "Module" and base.module.startswith("torch.nn") for base in cls.mro)


class _InputFreezer(_Freezer):
    """Of an argument: `own` are the sizes that arguments have."""

    def __init__(self, path: Path, own: set[Expr]) -> None:
        super().__init__(path)
        self.own = own

    def _simple(self, value: Any) -> Frozen:
        frozen = super()._simple(value)
        if not isinstance(value, Tensor) or not isinstance(frozen, FrozenTensor) or frozen.shape is None:
            return frozen
        raw = value.shape if len(value.shape) == len(frozen.shape) else (None,) * len(frozen.shape)
        return FrozenTensor(tuple(map(self._named, raw, frozen.shape)), frozen.dtype)

    def _named(self, raw: Any, size: Any) -> Any:
        if not isinstance(size, Expr) or size.is_symbol or size.symbols <= self.own:
            return size
        return raw if isinstance(raw, Expr) and (raw.is_symbol or raw == size) else None  # the latter is declared


class _ItemFreezer(_Freezer):
    """Of something met: sizes that vary from item to item are named by the order in which they are there."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._names: dict[Expr, Expr] = {}

    def _simple(self, value: Any) -> Frozen:
        frozen = super()._simple(value)
        if isinstance(frozen, FrozenTensor) and frozen.shape is not None:
            return FrozenTensor(tuple(map(self._named, frozen.shape)), frozen.dtype)
        if isinstance(frozen, FrozenScalar) and isinstance(frozen.value, Expr):
            return FrozenScalar(frozen.kind, self._named(frozen.value))
        return frozen

    def _named(self, size: Any) -> Any:
        if not isinstance(size, Expr):
            return size
        own = [one for one in size.symbols if one.name in self.path.each]
        for one in sorted(own, key=lambda one: one.key):
            if one not in self._names:
                hint = self.path.hints.get(one.name, one.name.partition("#")[0])
                number = REALM_SIZE - 1 - len(self._names)  # no other size of that name gets so far
                self._names[one] = symbol(f"{hint}#{number}", *self.path.facts.bounds(one))
        return size.substitute({one: self._names[one] for one in own}) if own else size
