"""del obj[index]"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins import METHODS
from shapecheck.interpret.builtins.lists import set_summary
from shapecheck.interpret.language import attributes
from shapecheck.interpret.language.any_list import spread
from shapecheck.interpret.language.index_objects import plain_index
from shapecheck.interpret.language.parts import followed
from shapecheck.interpret.language.subscripts import bound, key_of, length_of_slice
from shapecheck.symbolic import Expr
from shapecheck.values import DictValue, Instance, ListValue, SliceValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def del_item(machine: Machine, obj: Value, index: Value) -> None:
    """Takes an item out; of a list, several by a slice."""
    if isinstance(obj, Instance):
        method = attributes.find_method(machine, obj, "__delitem__")
        if method is not None:
            machine.call(method, [index], {})
            return
        obj = obj.payload
    if isinstance(obj, DictValue):
        _del_dict_item(machine, obj, index)
    elif isinstance(obj, ListValue):
        _del_list_item(machine, obj, plain_index(machine, index))


@spread
def _del_list_item(machine: Machine, obj: ListValue, index: Value) -> None:
    if isinstance(index, SliceValue):
        _del_slice(machine, obj, index)
    elif obj.items is None or not isinstance(index, int):
        METHODS["list"]["pop"](machine, obj, [index], {})
    elif not -len(obj.items) <= index < len(obj.items):
        raise machine.error("IndexError", "list assignment index out of range")
    else:
        machine.store.set_attr(obj, "items", [v for i, v in enumerate(obj.items) if i != index % len(obj.items)])


def _del_slice(machine: Machine, obj: ListValue, index: SliceValue) -> None:
    """`del layers[-2:]`"""
    parts = [bound(machine, part) for part in (index.lower, index.upper, index.step)]
    if obj.items is not None and all(part is None or isinstance(part, int) for part in parts):
        items = list(obj.items)
        del items[slice(*parts)]
        machine.store.set_attr(obj, "items", items)
        return
    size: Any = machine.length(obj)
    removed = length_of_slice(machine, obj, obj.items, parts)
    is_known = isinstance(size, (int, Expr))
    length = machine.path.simplify(size - removed) if is_known else machine.path.fresh("length", 0)
    element = obj.element if obj.items is None else machine.one_of(obj.items)
    set_summary(machine, obj, element, length)


@followed
def _del_dict_item(machine: Machine, obj: DictValue, index: Value) -> None:
    key = key_of(machine, index)
    if key is None and index is not None:
        METHODS["dict"]["pop"](machine, obj, [index], {})
    elif key in obj.entries:
        machine.store.del_item(obj.entries, key, obj.birth)
    elif not obj.is_open:
        raise machine.error("KeyError", str(key))
