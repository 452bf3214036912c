"""The built-in functions that look at objects and classes, and those that nobody can follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.functions import FUNCTIONS
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native, unwrap
from shapecheck.interpret.language.escapes import escape, hold
from shapecheck.interpret.language.given_dicts import add_unnamed, forget_named, given_dict
from shapecheck.interpret.nn.parts import is_module
from shapecheck.interpret.signals import PythonError
from shapecheck.symbolic import Expr, Formula
from shapecheck.values import (
    CONCRETE,
    BoundMethod,
    ClassValue,
    DictValue,
    Doubt,
    FunctionValue,
    Instance,
    ListValue,
    ModuleValue,
    NamesValue,
    NativeFunction,
    PartialValue,
    PropertyValue,
    RangeValue,
    RuleFunction,
    Scalar,
    SetValue,
    SliceValue,
    Tensor,
    TextFrom,
    TypeExpression,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

_ABSENT: Any = object()


def answer(truth: bool | None) -> Value:
    return Scalar("bool") if truth is None else truth


@native(FUNCTIONS, "isinstance")
def _isinstance(machine: Machine, value: Value, classes: Value, /) -> Value:
    if isinstance(classes, TypeExpression):
        from shapecheck.interpret.declarations.checking import is_instance

        holds = is_instance(machine, value, classes)
        return Scalar("bool") if holds is None else holds
    return answer(machine.is_instance(value, classes))


@native(FUNCTIONS, "issubclass")
def _issubclass(machine: Machine, cls: Value, classes: Value, /) -> Value:
    return answer(machine.is_subclass(cls, classes))


@native(FUNCTIONS, "hasattr")
def _hasattr(machine: Machine, obj: Value, name: Value, /) -> Value:
    known = _name(name)
    if known is None:
        return Scalar("bool")
    has = machine.has_attribute(obj, known)
    doubt = _doubt(machine, obj, known)
    if doubt is not None and doubt.guard is not None:
        return doubt.guard
    if has is None and _asks_a_function(obj):
        found = _attribute_or(machine, obj, known, _NOTHING)
        has = None if isinstance(found, (Unknown, UnionValue)) else found is not _NOTHING
    elif has and _asks_a_property(obj, known):
        found = _attribute_or(machine, obj, known, _NOTHING)
        may_fail = isinstance(found, UnionValue) and any(one is _NOTHING for one in found.members)
        has = None if may_fail else found is not _NOTHING
    return answer(has)


def _doubt(machine: Machine, obj: Value, name: str) -> Doubt | None:
    """Whether an object has an attribute on some paths only."""
    if not isinstance(obj, Instance) or obj.cls.lookup(name) is not None:
        return None
    return machine.store.doubt(obj.attrs, name)


def _asks_a_function(obj: Value) -> bool:
    """Whether a `__getattr__` or `__getattribute__` of the source says which attributes there are."""
    found = [obj.cls.lookup(name) for name in _ASKED] if isinstance(obj, Instance) else []
    return any(one is not None and isinstance(one[0], FunctionValue) for one in found)


def _asks_a_property(obj: Value, name: str) -> bool:
    """Whether a getter of the source is asked: an AttributeError in it means that there is no such attribute."""
    found = obj.cls.lookup(name) if isinstance(obj, Instance) and name not in obj.attrs else None
    return found is not None and isinstance(found[0], PropertyValue) and isinstance(found[0].getter, FunctionValue)


_ASKED = ("__getattr__", "__getattribute__")


def _attribute_or(machine: Machine, obj: Value, name: str, default: Value) -> Value:
    """The attribute, or the default where asking for it ends in an AttributeError."""
    module = machine.world.find_module("shapecheck.asking")
    assert module is not None  # it comes with the stubs
    return machine.call(machine.get_attribute(module, "attribute_or"), [obj, name, default], {})


_NOTHING = Instance(new_class("nothing", "builtins", []))


def _name(value: Value) -> str | None:
    value = unwrap(value)
    return value if isinstance(value, str) else None


@native(FUNCTIONS, "getattr")
def _getattr(machine: Machine, obj: Value, name: Value, default: Value = _ABSENT, /) -> Value:
    if isinstance(name, UnionValue) and all(isinstance(one, str) for one in name.members):
        return _one_of_several(machine, obj, name, () if default is _ABSENT else (default,))
    known = _name(name)
    if known is None:
        if isinstance(obj, Instance) and not is_module(obj):  # the list that it is may be filled
            escape(machine, [one for one in obj.attrs.values() if isinstance(one, (ListValue, DictValue, SetValue))])
        return unknown_from(machine, "getattr with an unknown name", obj, name)
    if default is _ABSENT:
        return machine.get_attribute(obj, known)
    has = machine.has_attribute(obj, known)
    if has is False:
        return default
    if has is None and _asks_a_function(obj):
        return _attribute_or(machine, obj, known, default)
    try:
        value = machine.get_attribute(obj, known)
    except PythonError as error:
        if _is_attribute_error(error.value):
            return default
        raise
    doubt = _doubt(machine, obj, known)
    return value if has else machine.join(value, default, None if doubt is None else doubt.guard)


def _one_of_several(machine: Machine, obj: Value, names: UnionValue, given: tuple[Value, ...]) -> Value:
    """The attributes of those of the names that there are: who asks knows which it is."""
    found, errors = [], []
    for name in names.members:
        try:
            found.append(_getattr(machine, obj, name, *given))
        except PythonError as error:
            errors.append(error)
    if not found:
        raise errors[0]
    return machine.one_of(found)


def _is_attribute_error(value: Value) -> bool:
    return isinstance(value, Instance) and value.cls.is_subclass("builtins.AttributeError")


@native(FUNCTIONS, "setattr")
def _setattr(machine: Machine, obj: Value, name: Value, value: Value, /) -> Value:
    known = _name(name)
    if known is not None:
        machine.set_attribute(obj, known, value)
    elif isinstance(obj, Instance) and _is_absent(machine, obj, name):
        hold(machine, value)
        add_unnamed(machine, obj)
    elif isinstance(obj, Instance):
        start = name.start if isinstance(name, TextFrom) else ""
        forget_named(machine, obj, unknown_from(machine, "setattr with an unknown name", name), start)
    return None


def _is_absent(machine: Machine, obj: Instance, name: Value) -> bool:
    """Whether a branch around says that the object has no attribute of a name that is not known."""
    absent = machine.frame.absent
    return absent is not None and absent[0] is obj and absent[1] is name


@native(FUNCTIONS, "delattr")
def _delattr(machine: Machine, obj: Value, name: Value, /) -> Value:
    known = _name(name)
    if known is not None:
        machine.del_attribute(obj, known)
    return None


_CALLABLE = (FunctionValue, NativeFunction, RuleFunction, BoundMethod, PartialValue, ClassValue)
_NOT_CALLABLE = (*CONCRETE, tuple, Expr, Formula, Scalar, Tensor, ListValue, DictValue, SetValue, RangeValue,
                 SliceValue, ModuleValue)  # fmt: skip


def is_callable(machine: Machine, value: Value) -> bool | None:
    """callable(value)"""
    if isinstance(value, _CALLABLE):
        return True
    if isinstance(value, Instance):
        if value.cls.lookup("__call__") is not None or value.cls.lookup("forward") is not None:
            return True
        return False if value.cls.is_complete else None
    return False if isinstance(value, _NOT_CALLABLE) else None


@native(FUNCTIONS, "callable")
def _callable(machine: Machine, value: Value, /) -> Value:
    return answer(is_callable(machine, value))


@native(FUNCTIONS, "id")
def _id(machine: Machine, value: Value, /) -> Value:
    return machine.path.fresh("id", 0)


@native(FUNCTIONS, "hash")
def _hash(machine: Machine, value: Value, /) -> Value:
    return machine.path.fresh("hash", None)


@native(FUNCTIONS, "vars")
def _vars(machine: Machine, obj: Value = _ABSENT, /) -> Value:
    if isinstance(obj, Instance):
        names = machine.get_attribute(obj, "__dict__")
        return attributes_of(obj) if isinstance(names, DictValue) and not obj.cls.is_complete else names
    if isinstance(obj, (ModuleValue, ClassValue)):
        return machine.get_attribute(obj, "__dict__")
    return machine.unknown("the variables of an unknown object")


def attributes_of(obj: Instance) -> DictValue:
    """`obj.__dict__`: a dict that shares its entries with the object, so that writes are seen by both."""
    return given_dict(obj) or DictValue(obj.attrs, is_open=not obj.cls.is_complete)


@native(FUNCTIONS, "dir")
def _dir(machine: Machine, *args: Value) -> Value:
    length = machine.path.fresh("names", 0)
    return NamesValue(args[0], length) if len(args) == 1 else ListValue(None, Scalar("str"), length)


def _unfollowed(name: str) -> None:
    def call(machine: Machine, *args: Value, **kwargs: Value) -> Value:
        escape(machine, (*args, *kwargs.values()))
        return machine.unknown(f"{name}() is not followed")

    native(FUNCTIONS, name)(call)


for _name_ in ("compile", "globals", "locals", "__import__", "aiter"):
    _unfollowed(_name_)


@native(FUNCTIONS, "open")
def _open(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    """A file, as the description of `io` has it."""
    module = machine.world.find_module("io")
    if module is None:
        return machine.unknown("open() is not followed")
    return machine.call(machine.get_attribute(module, "open"), list(args), kwargs)


def _leave(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    raise machine.error("SystemExit")


native(FUNCTIONS, "exit", "quit")(_leave)
