"""Equality, identity and membership, and the operators of containers that need them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import MAX_ITEMS
from shapecheck.interpret.builtins.iteration import as_list
from shapecheck.interpret.builtins.sets import combine
from shapecheck.interpret.language import lists_of_sizes
from shapecheck.symbolic import Cond, Expr, Formula, and_, eq, not_, or_
from shapecheck.values import (
    CONCRETE,
    DTYPE_NAMES,
    AttributesValue,
    BoundMethod,
    ClassValue,
    DictValue,
    DType,
    FunctionValue,
    Instance,
    ListValue,
    ModuleValue,
    NamespaceValue,
    NamesValue,
    NativeFunction,
    Opaque,
    PartialValue,
    RangeValue,
    RuleFunction,
    Scalar,
    SetValue,
    SizesValue,
    SliceValue,
    Tensor,
    TupleOfMany,
    UnionValue,
    Unknown,
    Value,
    each,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

WITH_IDENTITY = (
    Tensor, Instance, ListValue, DictValue, SetValue, ClassValue, FunctionValue, NativeFunction, RuleFunction,
    ModuleValue, PartialValue, DType,
)  # fmt: skip


BY_IDENTITY = ("torch.nn.Module", "enum.Enum")
"""Classes without code that we see whose objects are equal to themselves alone."""


def is_one_of_a_kind(value: Value) -> bool:
    """Whether an object without an `__eq__` that we see equals itself alone."""
    if not isinstance(value, Instance):
        return not isinstance(value, (Unknown, Opaque))
    return value.cls.is_complete and has_identity(value)


def has_identity(value: Instance) -> bool:
    """Whether who an object is decides what it equals. Not if its class says itself what it equals, nor if a stub made
    the class: it may be equal by what it holds, as a device is, and we make a new one whenever one is asked for."""
    cls = value.cls
    if cls.lookup("__eq__") is not None:
        return False
    return cls.site is not None or cls.qualname == "builtins.object" or any(map(cls.is_subclass, BY_IDENTITY))


def identical(machine: Machine, a: Value, b: Value) -> Cond | None:
    """a is b"""
    if isinstance(a, UnionValue) and a.guard is not None and b is None:
        first, second = (identical(machine, member, None) for member in a.members)
        if first is not second and isinstance(first, bool) and isinstance(second, bool):
            return a.guard if first else not_(a.guard)
    if isinstance(a, UnionValue) or isinstance(b, UnionValue):
        answers = {
            identical(machine, x, y)
            for x in (a.members if isinstance(a, UnionValue) else (a,))
            for y in (b.members if isinstance(b, UnionValue) else (b,))
        }
        return answers.pop() if len(answers) == 1 else None
    if b is None and isinstance(a, Opaque) and a.is_given:
        return False
    if isinstance(a, (Unknown, Opaque)) or isinstance(b, (Unknown, Opaque)):
        return None
    if a is None or b is None:
        return a is b
    if isinstance(a, (Scalar, Formula)) or isinstance(b, (Scalar, Formula)):
        return machine.condition(a) if b is True else None
    if a is not b and (_is_of_unseen_class(a) or _is_of_unseen_class(b)):
        return None
    if isinstance(a, WITH_IDENTITY) or isinstance(b, WITH_IDENTITY):
        return a is b or (isinstance(a, ClassValue) and isinstance(b, ClassValue) and a.qualname == b.qualname)
    if isinstance(a, (bool, int, Expr, str)) and isinstance(b, (bool, int, Expr, str)):
        if isinstance(a, bool) is not isinstance(b, bool):
            return False
        return equal(machine, a, b)
    return type(a) is type(b) and a is b


def _is_of_unseen_class(value: Value) -> bool:
    """Whether it is an object that somebody passes, who may pass it twice, or the class of such an object."""
    cls = value.cls if isinstance(value, Instance) else value
    return isinstance(cls, ClassValue) and cls.is_unseen


SET_OPERATORS = frozenset("|&-^")
PLAIN = (*CONCRETE, tuple, ListValue, DictValue, SetValue)
"""Of two kinds of these no values are equal."""


def equal(machine: Machine, a: Value, b: Value) -> Cond | None:
    """a == b as a condition; None when it is not known."""
    if type(a) is str and type(b) is str:  # by far the commonest
        return a == b
    if isinstance(a, SizesValue) or isinstance(b, SizesValue):
        return _sizes_equal(machine, a, b)
    if isinstance(a, (Expr, int)) and isinstance(b, (Expr, int)):
        return eq(a, b)
    if isinstance(a, (Unknown, Opaque, UnionValue, Scalar, Tensor)) or isinstance(
        b, (Unknown, Opaque, UnionValue, Scalar, Tensor)
    ):
        return _of_unknowns(a, b)
    if isinstance(a, Formula) or isinstance(b, Formula):
        return None
    if isinstance(a, tuple) and isinstance(b, tuple):
        return _items_equal(machine, list(a), list(b))
    if isinstance(a, (tuple, TupleOfMany)) and isinstance(b, (tuple, TupleOfMany)):
        return None
    if isinstance(a, ListValue) and isinstance(b, ListValue):
        if a.items is None or b.items is None:
            return None
        return _items_equal(machine, a.items, b.items)
    if isinstance(a, SliceValue) and isinstance(b, SliceValue):
        return _items_equal(machine, [a.lower, a.upper, a.step], [b.lower, b.upper, b.step])
    if isinstance(a, DictValue) and isinstance(b, DictValue):
        return _dicts_equal(machine, a, b)
    if isinstance(a, SetValue) and isinstance(b, SetValue):
        return None if a.items is None or b.items is None else set(a.items) == set(b.items)
    if isinstance(a, Instance) or isinstance(b, Instance):
        answer = machine.compare("==", a, b)
        return machine.condition(answer)
    if isinstance(a, BoundMethod) and isinstance(b, BoundMethod):
        return a.function is b.function and a.receiver is b.receiver
    if isinstance(a, RangeValue) or isinstance(b, RangeValue):
        return None
    for dtype, other in ((a, b), (b, a)):
        if isinstance(dtype, DType) and isinstance(other, (ClassValue, str)) and _may_name(other, dtype):
            return None
    if isinstance(a, WITH_IDENTITY) or isinstance(b, WITH_IDENTITY):
        return identical(machine, a, b)
    if isinstance(a, CONCRETE) and isinstance(b, CONCRETE):
        return bool(a == b)
    if isinstance(a, PLAIN) and isinstance(b, PLAIN):
        return False  # those of one kind were compared above
    return False if isinstance(a, (*CONCRETE, tuple)) is not isinstance(b, (*CONCRETE, tuple)) else None


DTYPES_OF_CLASSES = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}


def _may_name(name: ClassValue | str, dtype: DType) -> bool:
    """Whether the dtype of an array is equal to a class of Python or a text, as a tensor's never is. Texts that are no
    whole name (`f4`, `<i8`) may be any."""
    if isinstance(name, ClassValue):
        return name.module == "builtins" and DTYPES_OF_CLASSES.get(name.name) == dtype.name
    return DTYPES_OF_CLASSES.get(name, name) == dtype.name or name not in DTYPE_NAMES


def _sizes_equal(machine: Machine, a: Value, b: Value) -> Cond | None:
    """x.shape == (4, 1000): not known while the rank of x is not."""
    sides = [machine.iterate(side) if isinstance(side, (SizesValue, tuple)) else None for side in (a, b)]
    if sides[0] is None or sides[1] is None:
        return None
    return _items_equal(machine, sides[0], sides[1])


def _of_unknowns(a: Value, b: Value) -> Cond | None:
    """A float is never a string: kinds that cannot be equal. Of a parameter it may be known whether it is a text."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Opaque) and isinstance(other, str):
            return one.is_text(other)
        is_text = isinstance(one, Scalar) and one.kind == "str"
        if is_text and not isinstance(other, (Unknown, Opaque, UnionValue, Scalar)):
            return None if isinstance(other, str) else False
        if isinstance(one, Scalar) and (other is None or isinstance(other, str)):
            return None if one.kind == "str" else False
    return None


def _items_equal(machine: Machine, a: list[Value], b: list[Value]) -> Cond | None:
    if len(a) != len(b):
        return False
    result: Cond | None = True
    for x, y in zip(a, b):
        one = True if x is y else equal(machine, x, y)
        if one is False:
            return False
        result = None if one is None or result is None else and_(result, one)
    return result


def _dicts_equal(machine: Machine, a: DictValue, b: DictValue) -> Cond | None:
    if a.is_open or b.is_open:
        return None
    if set(a.entries) != set(b.entries):
        return False
    return _items_equal(machine, list(a.entries.values()), [b.entries[key] for key in a.entries])


def contains(machine: Machine, container: Value, item: Value) -> Cond | None:
    """item in container"""
    if isinstance(container, str):
        return item in container if isinstance(item, str) else None
    if isinstance(container, Instance):
        from shapecheck.interpret.language.attributes import find_method

        method = find_method(machine, container, "__contains__")
        if method is not None:
            return machine.condition(machine.call(method, [item], {}))
        return contains(machine, container.payload, item) if container.payload is not None else None
    if isinstance(container, NamespaceValue):
        return machine.has_attribute(container.owner, item) if isinstance(item, str) else None
    if isinstance(container, (DictValue, SetValue)):
        return _has_key(machine, container, item)
    if isinstance(container, RangeValue) and isinstance(item, (int, Expr)) and container.step == 1:
        from shapecheck.symbolic import ge, lt

        return and_(ge(item, container.start), lt(item, container.stop))
    if not isinstance(container, (tuple, ListValue, RangeValue)):
        return None
    if isinstance(container, NamesValue):
        return machine.has_attribute(container.owner, item) if isinstance(item, str) else None
    items = machine.iterate(container)
    if items is None:
        return None
    answers = [True if one is item and one is not None else equal(machine, one, item) for one in items]
    if True in answers:
        return True
    if None in answers:
        return None
    return or_(*[answer for answer in answers if answer is not None]) if answers else False


def _has_key(machine: Machine, container: DictValue | SetValue, item: Value) -> Cond | None:
    entries: dict[Any, Value] | None = container.entries if isinstance(container, DictValue) else container.items
    if entries == {} and not (isinstance(container, DictValue) and container.is_open):
        return False
    key = machine.key(item)
    if entries is None or (key is None and item is not None):
        return None
    if isinstance(container, AttributesValue) and (key in container.tables or key in container.in_tables):
        return key in container.tables
    if key in entries:
        doubt = machine.store.doubt(entries, key)
        return True if doubt is None else doubt.guard
    may_be_there = isinstance(container, DictValue) and container.is_open
    return None if may_be_there or _stands_for_others(item) else False


def _stands_for_others(value: Value) -> bool:
    """Whether it may be another object than it seems: a tensor stands for all of a list, or for those of two paths."""
    holder = value.receiver if isinstance(value, BoundMethod) else value
    return isinstance(holder, Tensor) or (isinstance(value, tuple) and any(map(_stands_for_others, value)))


def concatenated(machine: Machine, a: ListValue, b: Value) -> Value:
    """a + b for lists."""
    if not isinstance(b, ListValue):
        element = _of_each(machine, [_summary(machine, a), machine.element_of(b)])
        return ListValue(None, element, machine.path.fresh("length", 0))
    if a.items is not None and b.items is not None and len(a.items) + len(b.items) <= MAX_ITEMS:
        return ListValue(a.items + b.items)
    shape = lists_of_sizes.together(machine, a, b)
    if shape is not None:
        return as_list(machine, SizesValue(shape))
    length = (a.length if a.items is None else len(a.items)) + (b.length if b.items is None else len(b.items))
    parts = [_summary(machine, side) for side in (a, b) if side.items is None or side.items]
    element = _of_each(machine, parts)
    return TupleOfMany(element, length) if isinstance(a, TupleOfMany) else ListValue(None, element, length)


def joined_tuples(machine: Machine, a: Value, b: Value) -> Value | None:
    """a + b for tuples of which one is of unknown length; None of other values."""
    if not isinstance(a, (tuple, TupleOfMany)) or not isinstance(b, (tuple, TupleOfMany)):
        return None
    known, many = (a, b) if isinstance(a, tuple) else (b, a)
    if known == () or not isinstance(many, TupleOfMany):
        return many
    elements = list(known) if isinstance(known, tuple) else [_summary(machine, known)]
    length = many.length + (len(known) if isinstance(known, tuple) else known.length)
    return TupleOfMany(_of_each(machine, [*elements, _summary(machine, many)]), length)


def _of_each(machine: Machine, parts: list[Value]) -> Value:
    """What stands for all items of what is put together: a size that is new in it is another in each."""
    is_new = each.born_since(machine.path)
    element = machine.one_of(parts)
    each.vary(machine.path, element, is_new)
    return element


def _summary(machine: Machine, value: ListValue) -> Value:
    return machine.element_of(value)


def set_operation(machine: Machine, op: str, a: SetValue | DictValue, b: SetValue | DictValue) -> Value:
    """| & - ^ of sets, | of dicts."""
    if isinstance(a, DictValue) and isinstance(b, DictValue):
        merged = DictValue({**a.entries, **b.entries}, a.is_open or b.is_open)
        return merged if op == "|" else machine.unknown("an operator on dicts")
    if isinstance(a, DictValue) or isinstance(b, DictValue) or op not in SET_OPERATORS:
        return machine.unknown("an operator on sets")
    return combine(machine, op, a, b)
