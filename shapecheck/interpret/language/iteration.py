"""Going over iterables: all items where their number is known, a summary where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import says_its_items
from shapecheck.interpret.language import attributes, sizes
from shapecheck.interpret.language.tensor_kinds import give_kind_of
from shapecheck.interpret.memory.copies import renewed
from shapecheck.interpret.signals import DeadPath
from shapecheck.rules import layout_rules
from shapecheck.rules.context import RuleContext
from shapecheck.symbolic import Dim, Expr, ceildiv, eq, ge, gt, le, lt, max_, min_
from shapecheck.values import (
    NUMPY_ARRAY,
    Count,
    DictValue,
    Instance,
    IteratorValue,
    ListValue,
    Opaque,
    RangeValue,
    Scalar,
    SetValue,
    SizesValue,
    Star,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    each,
    is_plain,
    rank_of,
    sizes_in,
    star_index,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_ITEMS = 4_096
MAX_EXPANDED = 64
MAX_DRAINED = 64
"""So many items are asked of an iterator that the source defines: each is a call that is followed."""


def iterate(machine: Machine, value: Value) -> list[Value] | None:
    """The items, consuming an iterator; None when their number is not known (or too large to run)."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, str):
        return list(value) if len(value) <= MAX_ITEMS else None
    if isinstance(value, bytes):
        return list(value) if len(value) <= MAX_ITEMS else None
    if isinstance(value, ListValue):
        return _expanded(machine, value) if value.items is None else list(value.items)
    if isinstance(value, SetValue):
        return None if value.items is None else list(value.items.values())
    if isinstance(value, DictValue):
        return None if value.is_open else list(value.entries)
    if isinstance(value, RangeValue):
        return _range_items(machine, value)
    if isinstance(value, IteratorValue):
        return _rest_of(machine, value)
    if isinstance(value, SizesValue):
        shape = machine.path.resolve(value.shape)
        return list(shape) if is_plain(shape) else None
    if isinstance(value, Tensor):
        return _rows(machine, value)
    if isinstance(value, Opaque) and value.bound is not None:
        return iterate(machine, value.bound)
    if isinstance(value, Instance):
        return _iterate_instance(machine, value)
    if isinstance(value, UnionValue):
        return _iterate_union(machine, value)
    if value is None or isinstance(value, (bool, int, float)):
        raise machine.error("TypeError", f"'{type(value).__name__}' object is not iterable")
    from shapecheck.interpret.language.classes import iterate_class

    return iterate_class(machine, value)


def _expanded(machine: Machine, value: ListValue) -> list[Value] | None:
    """The items of a list one of which stands for all, once their number is known: from here on they are apart."""
    held = sizes_in(value)
    if held is not None:
        shape = machine.path.resolve(held.shape)
        return list(shape) if is_plain(shape) else None
    count = machine.path.simplify(value.length)
    element = value.element
    is_row = type(element) is ListValue and element.items is not None and all(type(x) is Expr for x in element.items)
    if type(count) is not int or not 0 <= count <= MAX_EXPANDED or not (is_row or isinstance(element, (Tensor, Expr))):
        return None
    items: list[Value] = each.apart(machine.path, value.element, count)
    machine.store.set_attr(value, "items", items)
    return list(items)


def _iterate_union(machine: Machine, value: UnionValue) -> list[Value] | None:
    """Item by item, when all members have the same number of them."""
    rows = [iterate(machine, member) for member in _iterables(machine, value)]
    if not rows or any(row is None or len(row) != len(rows[0] or []) for row in rows):
        return None
    return [_join_all(machine, list(column)) for column in zip(*[row for row in rows if row is not None])]


def _iterables(machine: Machine, value: UnionValue) -> list[Value]:
    """The members but for None and tensors without dims: whoever counts the items or goes through them has another."""
    members: list[Value] = [one for one in value.members if one is not None]
    having: list[Value] = [
        one for one in members if not (isinstance(one, Tensor) and machine.path.resolve(one.shape) == ())
    ]
    return having or members


def _range_items(machine: Machine, value: RangeValue) -> list[Value] | None:
    ends = [machine.path.simplify(end) for end in (value.start, value.stop, value.step)]
    if any(isinstance(end, Expr) for end in ends):
        return None
    known = range(*[int(end) for end in ends if isinstance(end, int)])
    return None if known[MAX_ITEMS:] else list(known)  # len() of a very long range fails


def _rest_of(machine: Machine, value: IteratorValue) -> list[Value] | None:
    if value.items is None:
        return None
    rest = value.items[value.position :]
    machine.store.set_attr(value, "position", len(value.items))
    return rest


def _rows(machine: Machine, value: Tensor) -> list[Value] | None:
    shape = machine.path.resolve(value.shape)
    if not shape:
        _end_where_it_is_a_number(machine, value)
        sizes.required(machine, False, "iteration over a 0-d tensor")
        return None
    if not isinstance(shape[0], int) or shape[0] > MAX_ITEMS:
        return None
    return [machine.index(value, i) for i in range(shape[0])]


def _end_where_it_is_a_number(machine: Machine, value: Tensor) -> None:
    """What NumPy computes without dims is a number. In a branch that nobody decides (`if isinstance(x, Iterable)`) it
    is neither gone through nor counted, unless somebody waits for the error."""
    waits = machine.catching or machine.regions_that_catch()
    if value.cls == NUMPY_ARRAY and machine.is_doubtful and not waits:
        raise DeadPath


def _iterate_instance(machine: Machine, value: Instance) -> list[Value] | None:
    iterator = attributes.find_method(machine, value, "__iter__")
    if iterator is not None:
        result = machine.call(iterator, [], {})
        if isinstance(result, Instance) and attributes.find_method(machine, result, "__next__") is not None:
            return _drain(machine, result)
        return iterate(machine, result)
    if isinstance(value.payload, ListValue) and value.payload.items is None:
        return None  # the batches of a loader: one stands for all, however many there are
    if value.payload is not None:
        return iterate(machine, value.payload)
    getter, size = (attributes.find_method(machine, value, name) for name in ("__getitem__", "__len__"))
    if getter is not None and size is not None:
        length = machine.call(size, [], {})
        if isinstance(length, int) and length <= MAX_ITEMS:
            return [machine.call(getter, [i], {}) for i in range(length)]
    return None


def _drain(machine: Machine, iterator: Instance) -> list[Value] | None:
    """Calls `__next__` until StopIteration; gives up when it does not come: whether it is raised may not be known."""
    from shapecheck.interpret.language.classes import exception_is
    from shapecheck.interpret.signals import PythonError

    items: list[Value] = []
    while len(items) < MAX_DRAINED:
        machine.step()
        try:
            item = machine.call(machine.get_attribute(iterator, "__next__"), [], {})
        except PythonError as error:
            if exception_is(machine, error.value, "StopIteration"):
                return items
            raise
        if isinstance(item, Unknown):
            return None
        items.append(item)
    return None


def opened(machine: Machine, value: Value) -> Value:
    """What a loop goes through: what the `__iter__` of an object gives, called once; all else is itself."""
    while isinstance(value, Instance) and isinstance(value.payload, Instance) and value.cls.lookup("__iter__") is None:
        value = value.payload
    if not isinstance(value, Instance) or not says_its_items(value):
        return value
    method = attributes.find_method(machine, value, "__iter__")
    given = value if method is None else machine.call(method, [], {})
    return value if isinstance(given, Instance) and given.cls.lookup("__iter__") is None else given


def element_of(machine: Machine, value: Value) -> Value:
    """A value that stands for every item of an iterable of unknown length."""
    if isinstance(value, (ListValue, IteratorValue)):
        if value.items is not None:
            return _join_all(machine, value.items)
        since, item = value.made_since, value.element
        own: Value = each.with_own_masks(item) if since is None else renewed(item, since)
        return own
    if type(value) is tuple:
        return _join_all(machine, list(value))
    if isinstance(value, SetValue):
        return value.element if value.items is None else _join_all(machine, list(value.items.values()))
    if isinstance(value, RangeValue):
        return _range_element(machine, value, value.stop)
    if isinstance(value, Tensor):
        return _row(machine, value)
    if isinstance(value, Opaque) and value.bound is not None:
        return element_of(machine, value.bound)
    if isinstance(value, SizesValue):
        return each.own(machine.path, "size", low=0)
    if isinstance(value, str) or (isinstance(value, Scalar) and value.kind == "str"):
        return Scalar("str")
    if isinstance(value, Unknown):
        return value
    if isinstance(value, UnionValue):
        return _join_all(machine, [element_of(machine, member) for member in _iterables(machine, value)])
    if isinstance(value, Instance) and value.payload is not None:
        return element_of(machine, value.payload)
    given = opened(machine, value) if isinstance(value, Instance) else value
    if given is not value and not isinstance(given, Instance):
        return element_of(machine, given)
    return machine.unknown("the items of this iterable are not known")


def _join_all(machine: Machine, values: list[Value]) -> Value:
    if not values:
        return machine.unknown("an item of an empty iterable")
    return machine.one_of(values)


def kept_element_of(machine: Machine, value: RangeValue) -> Value:
    """The item that stands for all in a list of a range, which may as well be empty."""
    falls = type(value.step) is int and value.step < 0
    end = min_(value.stop, value.start - 1) if falls else max_(value.stop, value.start + 1)
    return _range_element(machine, value, end)


def _range_element(machine: Machine, value: RangeValue, end: Dim) -> Value:
    element = machine.path.fresh("i", None)
    each.vary(machine.path, element, lambda symbol: True)
    if machine.path.decide(ge(value.step, 1)):
        machine.path.counts[element.name] = Count(value.start, value.stop, value.step)
        machine.path.assume(ge(element, value.start))
        machine.path.assume(lt(element, end))
        if type(value.step) is int and value.step > 1:
            machine.path.assume(eq((element - value.start) % value.step, 0))
    elif type(value.step) is int and value.step < 0:
        machine.path.assume(le(element, value.start))
        machine.path.assume(gt(element, end))
        if value.step < -1:
            machine.path.assume(eq((value.start - element) % -value.step, 0))
    return element


def _row(machine: Machine, value: Tensor) -> Value:
    shape = machine.path.resolve(value.shape)
    if not shape or star_index(shape) == 0:
        return Tensor((machine.path.fresh_star("row", 0),), value.dtype, machine.site, value, cls=value.cls)
    row = Tensor(shape[1:], value.dtype, machine.site, value, maker="getitem", cls=value.cls)
    row.is_sparse = value.is_sparse
    give_kind_of(row, value)
    row.strides = layout_rules.indexed(machine, value, 0, row)
    return row


def length(machine: Machine, value: Value) -> Value:
    """len(value); a TypeError of the analysed program where it has none."""
    if isinstance(value, (tuple, str, bytes)):
        return len(value)
    if isinstance(value, (ListValue, SetValue)):
        if value.items is not None:
            return len(value.items)
        return value.length if isinstance(value, ListValue) else machine.path.fresh("length", 0)
    if isinstance(value, DictValue):
        count = len(value.entries)
        doubted = sum(machine.store.doubt(value.entries, key) is not None for key in value.entries)
        if value.is_open:
            return machine.path.fresh("length", count - doubted)
        return count if not doubted else machine.path.fresh("length", count - doubted, count)
    if isinstance(value, RangeValue):
        return range_length(value)
    if isinstance(value, SizesValue):
        return rank_of(machine.path.resolve(value.shape))
    if isinstance(value, Tensor):
        if _may_be_text(machine, value):
            return machine.path.fresh("length", 0)
        return sizes.guarded(machine, lambda ctx: _tensor_length(machine, ctx, value))
    if isinstance(value, Opaque) and value.bound is not None:
        return length(machine, value.bound)
    if isinstance(value, Instance):
        method = attributes.find_method(machine, value, "__len__")
        if method is not None:
            return machine.call(method, [], {})
        if value.payload is not None:
            return length(machine, value.payload)
    if isinstance(value, UnionValue):
        return _join_all(machine, [length(machine, member) for member in _iterables(machine, value)])
    if value is None or isinstance(value, (bool, int, float)):
        raise machine.error("TypeError", f"object of type '{type(value).__name__}' has no len()")
    if isinstance(value, Scalar) and value.kind == "str":
        return machine.path.fresh("length", 0)
    if isinstance(value, (Unknown, Opaque)):
        some = machine.path.fresh("length", 0)
        if isinstance(value, Opaque):
            machine.store.set_attr(value, "front", (some,))
        return some
    from shapecheck.interpret.language.classes import iterate_class

    items = iterate_class(machine, value)
    return machine.unknown("the length of this is not known") if items is None else len(items)


def _may_be_text(machine: Machine, value: Tensor) -> bool:
    """Whether it is from an array of which nothing says that it holds numbers: it may hold texts."""
    shape = machine.path.resolve(value.shape)
    is_known = value.dtype is not None or len(shape) != 1 or not isinstance(shape[0], Star)
    return value.cls == NUMPY_ARRAY and value.maker == "getitem" and not is_known


def range_length(value: RangeValue) -> Dim:
    if value.step == 1:
        return max_(0, value.stop - value.start)
    if isinstance(value.step, int) and value.step < 0:
        return max_(0, ceildiv(value.start - value.stop, -value.step))
    return max_(0, ceildiv(value.stop - value.start, value.step))


def _tensor_length(machine: Machine, ctx: RuleContext, value: Tensor) -> Value:
    shape = machine.path.resolve(value.shape)
    if not shape:
        _end_where_it_is_a_number(machine, value)
    ctx.require(ge(rank_of(shape), 1), "len() of a 0-d tensor")
    size = ctx.path.expose(value.shape, 1, 0)[0]
    return machine.path.fresh("length", 0) if isinstance(size, Star) else size
