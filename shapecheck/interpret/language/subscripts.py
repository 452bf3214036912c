"""obj[index]: reading, writing and deleting items."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.mappings import is_counter, kept_at_any_key
from shapecheck.interpret.builtins.tables import says
from shapecheck.interpret.language import (
    attribute_writes,
    attributes,
    givens,
    lists_of_sizes,
    numpy_arrays,
    open_calls,
    sizes,
    tensor_objects,
    tensors,
    unknown_kinds,
)
from shapecheck.interpret.language.any_list import spread
from shapecheck.interpret.language.branches import fork
from shapecheck.interpret.language.containment import has_identity
from shapecheck.interpret.language.escapes import escape, hold
from shapecheck.interpret.language.index_objects import plain_index
from shapecheck.interpret.language.one_number import require_one_element
from shapecheck.interpret.language.parts import followed, table_in
from shapecheck.interpret.language.registered import takes_no_type
from shapecheck.interpret.obligations import reject
from shapecheck.interpret.signals import PythonError
from shapecheck.rules.held import number_held
from shapecheck.rules.slicing import at_most, slice_length
from shapecheck.symbolic import Dim, Expr, Formula, ge
from shapecheck.values import (
    NUMPY_ARRAY,
    BoundMethod,
    ClassValue,
    DictValue,
    DType,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    ModuleValue,
    NamespaceValue,
    NativeFunction,
    Opaque,
    PartialValue,
    RangeValue,
    RestValue,
    RuleFunction,
    Scalar,
    SetValue,
    Size,
    SizesValue,
    SliceValue,
    Tensor,
    TupleOfMany,
    UnionValue,
    Unknown,
    Value,
    each,
    number_in,
    sizes_in,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

VALUES_A_STEP = 16
"""So many values of a dict that is read at an unknown key, any of which may be meant, cost a step."""
MANY = 64
"""Numbers in a dict."""
CONTAINERS = (ListValue, DictValue, SetValue)
OUT_OF_RANGE = "tuple index out of range"


def get_item(machine: Machine, obj: Value, index: Value) -> Value:
    """obj[index]"""
    if isinstance(index, Opaque) and index.bound is not None:
        index = index.bound
    if isinstance(obj, Tensor):
        return tensor_objects.get_item(machine, obj, plain_index(machine, index))
    if isinstance(obj, (tuple, ListValue, RangeValue, str, bytes)):
        return _sequence_item(machine, obj, plain_index(machine, index))
    if isinstance(obj, SizesValue):
        return _sizes_item(machine, obj, plain_index(machine, index))
    if isinstance(obj, DictValue):
        return _dict_item(machine, obj, index)
    if isinstance(obj, Instance):
        return _instance_item(machine, obj, index)
    if isinstance(obj, Unknown):
        return obj
    if isinstance(obj, Opaque):
        if obj.bound is None:
            unknown_kinds.bind_by_index(machine, obj, index)
        elif unknown_kinds.has_a_key(index):
            return machine.unknown(f"an item of the parameter {obj.name}, which is no tensor")
        return givens.part_of(machine, obj, index) if obj.bound is None else get_item(machine, obj.bound, index)
    if isinstance(obj, UnionValue):
        return _union_item(machine, obj, index)
    if isinstance(obj, ClassValue):
        return _class_item(machine, obj, index)
    if isinstance(obj, Scalar) and obj.kind == "str":
        return obj
    if obj is None or isinstance(obj, (bool, int, float)):
        raise machine.error("TypeError", f"'{type(obj).__name__}' object is not subscriptable")
    return machine.unknown("an item of something whose kind is not known")


def _union_item(machine: Machine, union: UnionValue, index: Value) -> Value:
    """An item of each member; members that have none drop out, unless nobody has."""
    members = union.members
    if any(isinstance(member, Tensor) for member in members):  # an array of known numbers fails no more than they do
        members = tuple(
            numpy_arrays.by_shape(machine, one) if numpy_arrays.holds_numbers(one) else one for one in members
        )
    having = [member for member in members if not _ends_before(member, index)]
    members = tuple(having) if any(member is not None for member in having) else members
    candidates = [member for member in members if isinstance(member, Tensor) and member.kind is None]
    results: list[Value] = []
    error: PythonError | None = None
    for member in members:
        if member is None or (isinstance(member, Tensor) and member.kind is None):
            continue
        if isinstance(member, DictValue) and _holds_nothing(member):
            error = machine.error("KeyError", "an item of an empty dict")
            continue
        try:
            results.append(get_item(machine, member, index))
        except PythonError as raised:
            error = raised
    if results:
        candidates = [one for one in candidates if tensors.takes_index(machine, one, index)]
    if candidates:
        try:
            guard = union.guard if len(candidates) == len(union.members) else None
            results.insert(0, tensors.read_items(machine, tuple(candidates), index, guard))
        except PythonError as raised:
            error = raised
    if not results:
        raise error or machine.error("TypeError", "'NoneType' object is not subscriptable")
    return machine.one_of(results)


def _ends_before(obj: Value, index: Value) -> bool:
    """Whether a tuple, list or container of modules has no item there."""
    from shapecheck.interpret.nn.members import has_fewer

    if not isinstance(index, int):
        return False
    if isinstance(obj, ListValue):
        return obj.items is not None and not -len(obj.items) <= index < len(obj.items)
    if isinstance(obj, tuple):
        return not -len(obj) <= index < len(obj)
    return isinstance(obj, Instance) and has_fewer(obj, index)


def _holds_nothing(obj: DictValue) -> bool:
    return not (obj.entries or obj.is_open or obj.default_factory is not None or isinstance(obj, NamespaceValue))


def _sizes_item(machine: Machine, obj: SizesValue, index: Value) -> Value:
    known = machine.iterate(obj)
    if known is not None:
        return get_item(machine, tuple(known), index)
    if isinstance(index, int):
        return sizes.item(machine, obj, index)
    if isinstance(index, SliceValue):
        return sizes.part(machine, obj, index)
    return machine.path.fresh("size", 0)


def _class_item(machine: Machine, cls: ClassValue, index: Value) -> Value:
    """`Enum["name"]`, `__class_getitem__`; else a generic class stands for itself: `list[int]`."""
    of_metaclass = cls.metaclass.lookup("__getitem__") if isinstance(cls.metaclass, ClassValue) else None
    if of_metaclass is not None:
        return machine.call(of_metaclass[0], [cls, index], {})
    custom = cls.lookup("__class_getitem__")
    method: object = None if custom is None else getattr(custom[0], "function", custom[0])
    if isinstance(method, FunctionValue):
        return machine.call(method, [cls, index], {})
    if takes_no_type(cls):
        raise machine.error("TypeError", f"type '{cls.name}' is not subscriptable")
    return cls


def _sequence_item(machine: Machine, obj: Any, index: Value) -> Value:
    items: list[Value] | None = machine.iterate(obj)
    held = sizes_in(obj) if items is None else None
    if held is not None and isinstance(index, (int, SliceValue)):
        return lists_of_sizes.item_at(machine, held, index)
    if isinstance(index, SliceValue):
        return _slice(machine, obj, items, index)
    if isinstance(index, (Expr, Tensor)):
        index = _position(machine, index)
    if items is not None and isinstance(index, int):
        if not -len(items) <= index < len(items):
            words = OUT_OF_RANGE if isinstance(obj, Size) else f"{attributes.kind_of(obj)} index out of range"
            if isinstance(obj, Size) or sizes.is_list_of_sizes(machine, items):
                reject(machine, words)
            raise machine.error("IndexError", words)
        return items[index]
    if isinstance(obj, RangeValue) and isinstance(index, (int, Expr)) and machine.path.decide(ge(index, 0)):
        return obj.start + index * obj.step
    if isinstance(obj, str):
        return Scalar("str")
    if items is not None and isinstance(index, Formula):
        return _joined(machine, items)
    if isinstance(obj, RestValue) and isinstance(index, int) and 0 <= index < len(obj.front):
        return obj.front[index]
    if items is None:
        element = machine.element_of(obj)
        escape(machine, [element], 0)  # one of many: what is put into it is not put into the others
        is_kept = isinstance(obj, ListValue) and not machine.regions_that_catch()  # else there may be no such item
        taken: Value = each.item_at(machine.path, obj, index) if is_kept else each.taken(machine.path, element)
        return taken
    if isinstance(index, (Expr, Scalar)):
        return _joined(machine, items)
    if isinstance(index, Unknown):
        return _joined(machine, items) if items else index
    if index is None or isinstance(index, (str, float)):
        raise machine.error("TypeError", "indices must be integers or slices")
    return machine.unknown("an item at an unknown position")


def _is_number(machine: Machine, index: Tensor) -> bool:
    """Whether a tensor serves as a position: a whole number in a tensor without dims, or an array's; torch takes one
    of a single element, too."""
    is_whole = index.dtype is not None and index.dtype.is_integral
    shape = machine.path.resolve(index.shape)
    return is_whole and (shape == () or index.cls != NUMPY_ARRAY and set(shape) == {1})


def _joined(machine: Machine, items: list[Value]) -> Value:
    if not items:
        raise machine.error("IndexError", "index out of range")
    found = machine.one_of(items)
    if isinstance(found, Unknown):
        escape(machine, items, 0)
    return found


OPEN_BOUNDS = (Expr, Unknown, Scalar, Opaque, UnionValue)
"""Ends of a slice that may be whole numbers, or None."""


def _slice(machine: Machine, obj: Any, items: list[Value] | None, index: SliceValue) -> Value:
    parts = [bound(machine, part) for part in (index.lower, index.upper, index.step)]
    if items is None or any(isinstance(part, OPEN_BOUNDS) for part in parts):
        element = machine.element_of(obj) if items is None else (
            _joined(machine, items) if items else machine.unknown("an item of an empty list")
        )
        if items is None and parts[:2] != [None, None]:  # zip(ends[:-1], ends[1:])
            part = element
            element = _of_each(machine, lambda: each.taken(machine.path, part))
        elif items is None and parts[2] is not None:  # xs[::-1]
            element = each.in_any_order(machine.path, element)
        length = length_of_slice(machine, obj, items, parts)
        is_tuple = isinstance(obj, (tuple, TupleOfMany))
        if isinstance(obj, RestValue) and type(parts[0]) is int and parts[0] >= 0 and parts[1:] == [None, None]:
            behind = RestValue(None, element, length)
            behind.front = obj.front[parts[0] :]
            return behind
        return TupleOfMany(element, length) if is_tuple else ListValue(None, element, length)
    if not all(part is None or isinstance(part, int) for part in parts) or parts[2] == 0:
        raise machine.error("TypeError", "slice indices must be integers or None")
    chosen = items[slice(*parts)]
    if isinstance(obj, tuple):
        return Size(chosen) if isinstance(obj, Size) else tuple(chosen)
    if isinstance(obj, str):
        return "".join(str(ch) for ch in chosen)
    if isinstance(obj, bytes):
        return obj[slice(*parts)]
    if isinstance(obj, RangeValue):
        ends = [end for end in (obj.start, obj.stop, obj.step) if isinstance(end, int)]
        if len(ends) == 3:
            known = range(*ends)[slice(*parts)]
            return RangeValue(known.start, known.stop, known.step)
    return ListValue(chosen)


def length_of_slice(machine: Machine, obj: Any, items: list[Value] | None, parts: list[Any]) -> Dim:
    """How many items a slice takes, as far as its ends tell: `items[i : i + 4]` of a round has at least one."""
    size = len(items) if items is not None else machine.length(obj)
    lower, upper, step = parts
    if not isinstance(size, (int, Expr)):
        return machine.path.fresh("length", 0)
    ends_known = all(part is None or isinstance(part, (int, Expr)) for part in (lower, upper))
    if ends_known and (step is None or type(step) is int and step > 0):
        return slice_length(machine.path, size, lower, upper, step or 1)
    return at_most(machine.path, "length", size)


def bound(machine: Machine, part: Value) -> Any:
    return _position(machine, part.bound if isinstance(part, Opaque) and part.bound is not None else part)


def _position(machine: Machine, index: Value) -> Value:
    """What an index or an end of a slice says: a tensor that serves as one, its number."""
    if type(index) is Tensor and index.cls != NUMPY_ARRAY:
        require_one_element(machine, index, "__index__")
    if isinstance(index, Tensor) and _is_number(machine, index):
        number = number_held(machine.path, machine.store, index)
        index = Scalar("int") if number is None else number
    return machine.path.simplify(index) if isinstance(index, Expr) else index


def _present(machine: Machine, obj: DictValue, key: Any) -> Value:
    """The value of a key that is there; where it is on some paths only, and a handler waits for the error, on those."""
    doubt = machine.store.doubt(obj.entries, key)
    value = obj.entries[key]
    if doubt is None or not machine.regions_that_catch():
        return value

    def fail() -> Value:
        raise machine.error("KeyError", str(key))

    found: Value = fork(machine, doubt.guard, lambda: value, fail)
    return found


def _dict_item(machine: Machine, obj: DictValue, index: Value) -> Value:
    if isinstance(obj, NamespaceValue) and isinstance(index, str):
        return machine.get_attribute(obj.owner, index)
    key = key_of(machine, index)
    if key is None and index is not None:
        if obj.default_factory is not None:
            made = _of_each(machine, lambda: machine.call(obj.default_factory, [], {}))
            if isinstance(made, CONTAINERS):
                return kept_at_any_key(machine, obj, made)
            if not obj.is_open or obj.element is not None:
                machine.store.set_attr(obj, "element", machine.join(obj.element, made) if obj.is_open else made)
            machine.store.set_attr(obj, "is_open", True)
        values = [*obj.entries.values(), *([obj.element] if obj.is_open else [])]
        machine.step(len(values) // VALUES_A_STEP)
        found = machine.one_of(values) if values else machine.unknown("an item of a dict at an unknown key")
        if isinstance(found, Unknown) or obj.is_open:
            escape(machine, values)
        one: Value = each.taken(machine.path, found)
        return one
    if key in obj.entries:
        return _present(machine, obj, key)
    table = table_in(machine, obj, key)
    if table is not None:
        return table
    if obj.default_factory is not None and not obj.is_open:
        value = machine.call(obj.default_factory, [], {})
        if not is_counter(obj):
            machine.store.set_item(obj.entries, key, value, obj.birth)
        return value
    if obj.is_open:
        escape(machine, [obj.element])
        if obj.element is None:
            return machine.unknown("an item of a dict whose keys are not all known")
        further: Value = each.taken(machine.path, obj.element)
        if obj.default_factory is None:
            return further
        return machine.join(further, machine.call(obj.default_factory, [], {}))
    found_out = open_calls.needed(machine, obj, key)
    if found_out is None:
        raise machine.error("KeyError", str(key))
    return found_out


def _instance_item(machine: Machine, obj: Instance, index: Value) -> Value:
    method = attributes.find_method(machine, obj, "__getitem__")
    if method is not None:
        return machine.call(method, [index], {})
    if obj.payload is not None:
        return get_item(machine, obj.payload, index)
    return machine.unknown(f"an item of an object of class {obj.cls.name}")


def set_item(machine: Machine, obj: Value, index: Value, value: Value) -> None:
    """obj[index] = value"""
    if isinstance(obj, Tensor):
        tensors.write_items(machine, obj, plain_index(machine, index), value)
    elif isinstance(obj, ListValue):
        _set_list_item(machine, obj, plain_index(machine, index), value)
    elif isinstance(obj, NamespaceValue) and isinstance(index, str):
        attribute_writes.set_attribute(machine, obj.owner, index, value)
    elif isinstance(obj, DictValue):
        _set_dict_item(machine, obj, index, value)
    elif isinstance(obj, UnionValue):
        for member in obj.members:
            _set_weakly(machine, member, index, value)
    elif isinstance(obj, Instance):
        method = attributes.find_method(machine, obj, "__setitem__")
        if method is not None:
            machine.call(method, [index, value], {})
        elif obj.payload is not None:
            set_item(machine, obj.payload, index, value)
    elif isinstance(obj, (Unknown, Opaque)):
        if isinstance(obj, Opaque):
            givens.note_change(machine, obj)
        hold(machine, value)


@followed
def _set_dict_item(machine: Machine, obj: DictValue, index: Value, value: Value) -> None:
    key = key_of(machine, index)
    if key is None and index is not None:
        _set_at_unknown_key(machine, obj, index, value)
    else:
        machine.store.set_item(obj.entries, key, value, obj.birth)


def _set_at_unknown_key(machine: Machine, obj: DictValue, index: Value, value: Value) -> None:
    """A write at a key that is not known: one of the entries, or a new one. Of many numbers each would be a size of its
    own then, at every write: they are not followed."""
    kind = attributes.kind_of(index)
    machine.step(len(obj.entries))
    numbers = {key for key, old in obj.entries.items() if isinstance(old, (int, Expr))}
    unknown = machine.unknown("one of many numbers under keys that are not all known")
    for key, old in list(obj.entries.items()):
        if old is not value and (kind is None or kind == attributes.kind_of(key)):
            is_one_of_many = len(numbers) > MANY and key in numbers
            new = unknown if is_one_of_many else machine.join(old, value)
            machine.store.set_item(obj.entries, key, new, obj.birth)
    element = _of_each(machine, lambda: machine.join(obj.element, value) if obj.is_open else value)
    machine.store.set_attr(obj, "element", element)
    machine.store.set_attr(obj, "is_open", True)


def _set_weakly(machine: Machine, obj: Value, index: Value, value: Value) -> None:
    """A write to one of several objects: each may have it or not."""
    if isinstance(obj, ListValue):
        _forget_items(machine, obj, value)
    elif isinstance(obj, DictValue):
        key = key_of(machine, index)
        if key in obj.entries:
            machine.store.set_item(obj.entries, key, machine.join(obj.entries[key], value), obj.birth)
        else:
            machine.store.set_attr(obj, "is_open", True)
            machine.store.set_attr(obj, "element", value)


@spread
def _set_list_item(machine: Machine, obj: ListValue, index: Value, value: Value) -> None:
    if isinstance(index, Expr):
        index = machine.path.simplify(index)
    if obj.items is not None and isinstance(index, int):
        if not -len(obj.items) <= index < len(obj.items):
            raise machine.error("IndexError", "list assignment index out of range")
        items = list(obj.items)
        items[index] = value
        machine.store.set_attr(obj, "items", items)
    elif isinstance(index, SliceValue):
        set_slice(machine, obj, index, value)
    else:
        held = sizes_in(obj)
        shape = lists_of_sizes.put(machine, held, index, value) if held is not None and isinstance(index, int) else None
        _forget_items(machine, obj, value)
        lists_of_sizes.keep(machine, obj, shape)


def set_slice(machine: Machine, obj: ListValue, index: SliceValue, value: Value) -> None:
    """labels[:n] = [-100] * n"""
    new = machine.iterate(value)
    parts = [bound(machine, part) for part in (index.lower, index.upper, index.step)]
    if obj.items is not None and new is not None and all(part is None or isinstance(part, int) for part in parts):
        items = list(obj.items)
        items[slice(*parts)] = new
        machine.store.set_attr(obj, "items", items)
        return
    element = machine.element_of(value)
    size = machine.length(obj)
    length = size if parts[2] not in (None, 1) else _length_after(machine, obj, parts, new, value)
    if obj.items is None or length != size:
        known = [obj.element] if obj.items is None else obj.items
        machine.store.set_attr(obj, "element", _of_each(machine, lambda: machine.one_of([*known, element])))
        machine.store.set_attr(obj, "items", None)
        machine.store.set_attr(obj, "length", length)
        lists_of_sizes.keep(machine, obj, None)
    else:
        _forget_items(machine, obj, element)


def _length_after(machine: Machine, obj: ListValue, parts: list[Any], new: list[Value] | None, value: Value) -> Value:
    """How long a list is after a slice of it has got other items."""
    has_length = isinstance(value, (ListValue, tuple, RangeValue, Tensor))
    added = len(new) if new is not None else machine.length(value) if has_length else None
    size = machine.length(obj)
    if not isinstance(added, (int, Expr)) or not isinstance(size, (int, Expr)):
        return machine.path.fresh("length", 0)
    return machine.path.simplify(size - length_of_slice(machine, obj, obj.items, parts) + added)


def _forget_items(machine: Machine, obj: ListValue, value: Value) -> None:
    """A write at an unknown position: every item may be the old or the new one."""
    if obj.items is not None:
        machine.store.set_attr(obj, "items", [machine.join(item, value) for item in obj.items])
    else:
        lists_of_sizes.keep(machine, obj, None)
        machine.store.set_attr(obj, "element", _of_each(machine, lambda: machine.join(obj.element, value)))


def _of_each(machine: Machine, join: Callable[[], Value]) -> Value:
    """What stands for all items from here on: a size that is new in it is another in each."""
    is_new = each.born_since(machine.path)
    element = join()
    each.vary(machine.path, element, is_new)
    return element


HASHED_BY_IDENTITY = (
    ClassValue, FunctionValue, Instance, IteratorValue, ModuleValue, NativeFunction, PartialValue, RuleFunction, Tensor,
)  # fmt: skip


def key_of(machine: Machine, value: Value) -> Hashable | None:
    """The dict key that a value stands for; None when it is not known (and for None itself)."""
    if isinstance(value, Expr):
        known = machine.path.simplify(value)
        return known if isinstance(known, int) else None
    if value is None or isinstance(value, (str, bytes, bool, int, float, complex, DType)):
        return value
    if isinstance(value, tuple):
        parts = tuple(key_of(machine, part) for part in value)
        return None if any(p is None and v is not None for p, v in zip(parts, value)) else parts
    if isinstance(value, Opaque) and value.bound is not None:
        return key_of(machine, value.bound)
    if isinstance(value, Tensor) and value.cls == NUMPY_ARRAY:  # a scalar is equal to the number that it holds
        number = number_in(value)
        return number if isinstance(number, (bool, int, float)) else None
    if isinstance(value, Instance) and isinstance(value.payload, (str, int)) and not says(value, "__hash__"):
        return value.payload
    if isinstance(value, Instance) and not has_identity(value):
        return None
    holder = value.receiver if isinstance(value, BoundMethod) else value
    return value if isinstance(holder, HASHED_BY_IDENTITY) else None


