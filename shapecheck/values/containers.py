"""Lists, sets, dicts, iterators and ranges: of known items, or of one that stands for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.symbolic import Dim
from shapecheck.values.store import BIRTHS
from shapecheck.values.tensors import SizesValue
from shapecheck.values.unknowns import Scalar

if TYPE_CHECKING:
    from shapecheck.values.objects import Instance, ModuleValue, Value


class ListValue:
    """A list (or deque). `items` is replaced as a whole, never changed in place.

    When its length is not known `items` is None, and it holds `length` copies of `element`. `limit` is the
    `maxlen` of a deque, which drops items at the other end. What was born in its element at `made_since` or later is
    made anew for each who takes it: the batches of a loader. `sizes` says more of the items of a list of unknown
    length that holds the sizes of a tensor: a SizesValue, or anything else if nothing more is known.
    """

    __slots__ = ("birth", "element", "items", "length", "limit", "made_since", "sizes")

    def __init__(
        self, items: list[Value] | None, element: Value = None, length: Dim = 0, sizes: Value = None
    ) -> None:
        self.birth = next(BIRTHS)
        self.items = items
        self.element = element
        self.length = length
        self.sizes = sizes
        self.limit: int | None = None
        self.made_since: int | None = None


def sizes_in(value: Value) -> SizesValue | None:
    """What the items of a value are if they are the sizes of a tensor of unknown rank: `x.shape`, a list of it."""
    if type(value) is ListValue and value.items is None:
        value = value.sizes
    return value if isinstance(value, SizesValue) else None


class TupleOfMany(ListValue):
    """A tuple of unknown length, which nobody changes: `tuple(f(x) for x in xs)`, a column of `zip(*rows)`."""

    __slots__ = ()

    def __init__(self, element: Value, length: Dim) -> None:
        super().__init__(None, element, length)


class AnyList(ListValue):
    """One of many lists, nobody knows which: what they have in common."""

    __slots__ = ("members",)

    def __init__(
        self, members: tuple[ListValue, ...], items: list[Value] | None, element: Value = None, length: Dim = 0
    ) -> None:
        super().__init__(items, element, length)
        self.members = members


class NamesValue(ListValue):
    """`dir(owner)`: strings of unknown number, of which it is known whether one is a name of the owner."""

    __slots__ = ("owner",)

    def __init__(self, owner: Value, length: Dim) -> None:
        super().__init__(None, Scalar("str"), length)
        self.owner = owner


class RestValue(ListValue):
    """The `*args` of an entry of our own making: any number of values of unknown kind.

    Where code hands them on (`f(x, *args)`) it is assumed, as with a default, that there are none, but for what the
    callee cannot do without. `front` are those before them: the object of a method.
    """

    __slots__ = ("front",)

    def __init__(self, items: list[Value] | None, element: Value = None, length: Dim = 0) -> None:
        super().__init__(items, element, length)
        self.front: tuple[Value, ...] = ()


class SetValue:
    """A set of known members, in order of insertion; `items` None means unknown members."""

    __slots__ = ("birth", "element", "items")

    def __init__(self, items: dict[Any, Value] | None, element: Value = None) -> None:
        self.birth = next(BIRTHS)
        self.items = items
        self.element = element


class FrozenSetValue(SetValue):
    """A frozenset."""

    __slots__ = ()


class DictValue:
    """A dict: hashable concrete keys -> values. `is_open` is true when it may have further unknown keys.

    `default_factory` is that of a defaultdict; `element` stands for the values of unknown keys.
    """

    __slots__ = ("birth", "default_factory", "element", "entries", "is_open")

    def __init__(self, entries: dict[Any, Value], is_open: bool = False) -> None:
        self.birth = next(BIRTHS)
        self.entries = entries
        self.is_open = is_open
        self.element: Value = None
        self.default_factory: Value = None


class NamespaceValue(DictValue):
    """`vars(module)`, where not all names are known or made yet: each is asked of the module when it is read."""

    __slots__ = ("owner",)

    def __init__(self, owner: ModuleValue) -> None:
        super().__init__({}, is_open=True)
        self.owner = owner


class AttributesValue(DictValue):
    """`obj.__dict__`: the attributes of an object are its items. Those of a module that are its parts lie in `tables`
    (`_modules`), which are items as well."""

    __slots__ = ("in_tables", "owner", "tables")

    def __init__(
        self, owner: Instance, tables: frozenset[str] = frozenset(), in_tables: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(owner.attrs)
        self.owner = owner
        self.tables = tables
        self.in_tables = in_tables


class PartsValue(DictValue):
    """`module._modules` and its like: what is written to it is a part of the module, in `_parameters` a parameter."""

    __slots__ = ("are_parameters", "owner")

    def __init__(self, owner: Instance, entries: dict[Any, Value], are_parameters: bool, is_open: bool = False) -> None:
        super().__init__(entries, is_open)
        self.owner = owner
        self.are_parameters = are_parameters


ANYWHERE = -1
"""The position of an endless iterator of which nobody knows how far it got."""


class IteratorValue:
    """An iterator or generator over items that are known when it is made; `position` is how far it got.

    `items` None: `length` copies of `element` (length None: endless, as itertools.repeat; then the position
    is ANYWHERE where paths that did not get equally far have met). `made_since` is that of a list. `at_end` is to be
    called by whoever takes all items: what may go wrong with the last ones.
    """

    __slots__ = ("at_end", "birth", "element", "items", "length", "made_since", "position")

    def __init__(self, items: list[Value] | None, element: Value = None, length: Dim | None = 0) -> None:
        self.birth = next(BIRTHS)
        self.items = items
        self.element = element
        self.length = length
        self.position = 0
        self.made_since: int | None = None
        self.at_end: Value = None


class RangeValue:
    """range(start, stop, step) with possibly symbolic ends."""

    __slots__ = ("start", "step", "stop")

    def __init__(self, start: Dim, stop: Dim, step: Dim) -> None:
        self.start = start
        self.stop = stop
        self.step = step


class SliceValue:
    """slice(lower, upper, step)"""

    __slots__ = ("lower", "step", "upper")

    def __init__(self, lower: Value, upper: Value, step: Value) -> None:
        self.lower = lower
        self.upper = upper
        self.step = step
