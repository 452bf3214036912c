"""enum: members of enumerations, by name, by value and in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import as_dim, unknown_from
from shapecheck.interpret.builtins.hierarchy import new_class, returns_first
from shapecheck.interpret.builtins.lists import is_same
from shapecheck.interpret.builtins.tables import Namespace, native_function, unwrap
from shapecheck.values import (
    BoundMethod,
    ClassMethodValue,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    IteratorValue,
    NativeFunction,
    PropertyValue,
    RuleFunction,
    StaticMethodValue,
    UnionValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

ENUM = Namespace("enum")

META = new_class("EnumMeta", "enum", [CLASSES["type"]])
AUTO = new_class("auto", "enum", [CLASSES["object"]])
AUTO.construct = lambda machine, args, kwargs: Instance(AUTO, machine.site)


def _holder(name: str) -> ClassValue:
    """A class whose objects hold what they are made of until the enum is complete."""
    cls = new_class(name, "enum", [CLASSES["object"]])

    def construct(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        held = Instance(cls, machine.site)
        held.attrs["value"] = args[0] if args else None
        return held

    cls.construct = construct
    return cls


MEMBER, NONMEMBER = _holder("member"), _holder("nonmember")
"""What says of a function that it is the value of a member, and of a value that it is none."""

_ENUM = new_class("Enum", "enum", [CLASSES["object"]])
_ENUM.metaclass = META
_INT_ENUM = new_class("IntEnum", "enum", [CLASSES["int"], _ENUM])
_STR_ENUM = new_class("StrEnum", "enum", [CLASSES["str"], _ENUM])
_FLAG = new_class("Flag", "enum", [_ENUM])
_INT_FLAG = new_class("IntFlag", "enum", [CLASSES["int"], _FLAG])

ENUM.update({
    "Enum": _ENUM, "EnumMeta": META, "EnumType": META, "Flag": _FLAG, "IntEnum": _INT_ENUM,
    "IntFlag": _INT_FLAG, "ReprEnum": _ENUM, "StrEnum": _STR_ENUM, "auto": AUTO,
    "unique": returns_first("unique"),
    "verify": NativeFunction("enum.verify", lambda machine, args, kwargs: returns_first("verify")),
    "member": MEMBER, "nonmember": NONMEMBER,
})  # fmt: skip

_NO_MEMBER = (
    FunctionValue, NativeFunction, RuleFunction, BoundMethod, PropertyValue, ClassMethodValue,
    StaticMethodValue,
)  # fmt: skip


@ENUM.native("property")
def _property(machine: Machine, getter: Value, /) -> Value:
    return PropertyValue(getter)


def finish_enum(machine: Machine, cls: ClassValue) -> None:
    """Turns the values of a class body into members; for every new class below enum.Enum."""
    members: dict[str, Value] = {}
    values: list[Value] = []
    for name, raw in list(cls.namespace.items()):
        if _is_special(cls, name) or isinstance(raw, _NO_MEMBER) or _is_nested(cls, name, raw):
            continue
        if isinstance(raw, Instance) and raw.cls is NONMEMBER:
            machine.store.set_item(cls.namespace, name, raw.attrs["value"])
            continue
        if isinstance(raw, Instance) and raw.cls is MEMBER:
            raw = raw.attrs["value"]
        value = _next_value(machine, cls, name, values) if _is_auto(raw) else raw
        member = _same_valued(machine, members, value) or _make_member(machine, cls, name, value)
        values.append(value)
        members[name] = member
        machine.store.set_item(cls.namespace, name, member)
    machine.store.set_attr(cls, "metaclass", cls.metaclass or META)
    if members:
        machine.store.set_item(cls.namespace, "__members__", DictValue(dict(members)))
        machine.store.set_attr(
            cls, "construct", lambda m, args, kwargs: _by_value(m, cls, list(members.values()), args)
        )
    else:
        machine.store.set_attr(cls, "construct", lambda m, args, kwargs: _functional(m, cls, args, kwargs))


def _is_special(cls: ClassValue, name: str) -> bool:
    return (name.startswith("_") and name.endswith("_")) or name.startswith(f"_{cls.name}__")


def _is_nested(cls: ClassValue, name: str, raw: Value) -> bool:
    """Whether this is a class statement in the body: newer Pythons do not make members of those."""
    return isinstance(raw, ClassValue) and raw.name == name and raw.module == cls.module


def _is_auto(raw: Value) -> bool:
    return isinstance(raw, Instance) and raw.cls is AUTO


def _next_value(machine: Machine, cls: ClassValue, name: str, values: list[Value]) -> Value:
    own = cls.lookup("_generate_next_value_")
    if own is not None:
        return machine.unknown("the value of an enum member")
    if cls.is_subclass("enum.StrEnum"):
        return name.lower()
    known = [dim for dim in map(as_dim, values) if isinstance(dim, int)]
    if len(known) < len(values):
        return machine.unknown("the value of an enum member")
    highest = max(known, default=0)
    if cls.is_subclass("enum.Flag"):
        return 1 << min(highest.bit_length(), 1000)
    return highest + 1


def _same_valued(machine: Machine, members: dict[str, Value], value: Value) -> Value:
    """The earlier member that this one is an alias of."""
    for member in members.values():
        if isinstance(member, Instance) and is_same(machine, member.attrs["value"], value):
            return member
    return None


def _make_member(machine: Machine, cls: ClassValue, name: str, value: Value) -> Instance:
    args = list(value) if isinstance(value, tuple) else [value]
    member = Instance(cls, machine.site)
    maker = cls.lookup("__new__")
    if maker is not None and isinstance(maker[0], FunctionValue):
        made = machine.call(maker[0], [cls, *args], {})
        if isinstance(made, Instance):
            member = made
            value = made.attrs.get("_value_", value)
    elif any(base.qualname in ("builtins.int", "builtins.str", "builtins.float") for base in cls.mro):
        member.payload = value
    member.attrs.update({"_name_": name, "_value_": value, "name": name, "value": value})
    init = cls.lookup("__init__")
    if init is not None and isinstance(init[0], FunctionValue):
        machine.call(init[0], [member, *args], {})
        member.attrs["value"] = member.attrs["_value_"]
    return member


def _by_value(machine: Machine, cls: ClassValue, members: list[Value], args: list[Value]) -> Value:
    """Color(value)"""
    if len(args) != 1:
        return machine.unknown("a call of an enum with these arguments")
    wanted = args[0]
    for member in members:
        if not isinstance(member, Instance):
            continue
        same = member is wanted or is_same(machine, member.attrs["value"], unwrap(wanted))
        if same is None:
            return unknown_from(machine, f"the member of {cls.name} with an unknown value", wanted)
        if same:
            return member
    if cls.lookup("_missing_") is not None or cls.is_subclass("enum.Flag"):
        return machine.unknown(f"a member of {cls.name} that is not listed")
    raise machine.error("ValueError", f"not a valid {cls.name}")


# -------------------------------------------------------------------- Enum("Color", "RED GREEN")


def _functional(machine: Machine, base: ClassValue, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """A call of an enum without members: a new one below it, of these names."""
    given = dict(zip(("value", "names"), args, strict=False)) | kwargs
    name, start = unwrap(given.get("value")), unwrap(given.get("start", 1))
    members = _listed_members(machine, unwrap(given.get("names")), start)
    if not isinstance(name, str) or members is None or len(args) > 2:
        return unknown_from(machine, "an enum of unknown members", *args, *kwargs.values())
    cls = new_class(name, machine.frame.module.name, [base], members)
    cls.site = machine.site
    finish_enum(machine, cls)
    return cls


def _listed_members(machine: Machine, names: Value, start: Value) -> dict[str, Value] | None:
    """Names in a text, names in a sequence, or names with their values."""
    if isinstance(names, DictValue):
        pairs: list[Value] | None = None if names.is_open else list(names.entries.items())
    elif isinstance(names, str):
        pairs = list(names.replace(",", " ").split())
    else:
        pairs = machine.iterate(names)
    if pairs is None or type(start) is not int:
        return None
    members: dict[str, Value] = {}
    for number, pair in enumerate(pairs):
        counted = Instance(AUTO, machine.site) if start == 1 else start + number
        key, value = pair if isinstance(pair, tuple) and len(pair) == 2 else (pair, counted)
        if not isinstance(key, str):
            return None
        members[key] = value
    return members


for _cls in (_ENUM, _INT_ENUM, _STR_ENUM, _FLAG, _INT_FLAG):
    _cls.construct = lambda machine, args, kwargs, cls=_cls: _functional(machine, cls, args, kwargs)


def members_of(cls: ClassValue) -> list[Value]:
    """The members in order, each once; of flags those of one bit, as Python does since 3.11."""
    table = cls.namespace.get("__members__")
    found: list[Value] = []
    for member in table.entries.values() if isinstance(table, DictValue) else ():
        if not any(member is other for other in found):
            found.append(member)
    return [one for one in found if _is_one_bit(one)] if cls.is_subclass("enum.Flag") else found


def _is_one_bit(flag: Value) -> bool:
    value = flag.attrs.get("value") if isinstance(flag, Instance) else None
    return type(value) is not int or value.bit_count() == 1


# -------------------------------------------------------------------- what the class itself can do


def _meta_iter(machine: Machine, cls: Value, /) -> Value:
    return (
        IteratorValue(members_of(cls)) if isinstance(cls, ClassValue) else machine.unknown("an unknown enum")
    )


def _meta_len(machine: Machine, cls: Value, /) -> Value:
    return len(members_of(cls)) if isinstance(cls, ClassValue) else machine.path.fresh("length", 0)


def _meta_getitem(machine: Machine, cls: Value, name: Value, /) -> Value:
    table = cls.namespace.get("__members__") if isinstance(cls, ClassValue) else None
    if not isinstance(table, DictValue):
        return unknown_from(machine, "the member of an unknown enum", name)
    names = [unwrap(one) for one in (name.members if isinstance(name, UnionValue) else (name,))]
    if not all(isinstance(one, str) for one in names):
        return machine.one_of(list(table.entries.values()))
    found = [table.entries[one] for one in names if one in table.entries]
    if not found:
        raise machine.error("KeyError", str(names[0]))
    return machine.one_of(found)


def _meta_contains(machine: Machine, cls: Value, item: Value, /) -> Value:
    if not isinstance(cls, ClassValue):
        return machine.unknown("an unknown enum")
    answers = [
        member is item or is_same(machine, member.attrs["value"], unwrap(item))
        for member in members_of(cls)
        if isinstance(member, Instance)
    ]
    if True in answers:
        return True
    return machine.unknown("whether an enum has this member") if None in answers else False


META.namespace["__iter__"] = native_function("EnumMeta.__iter__", _meta_iter)
META.namespace["__len__"] = native_function("EnumMeta.__len__", _meta_len)
META.namespace["__getitem__"] = native_function("EnumMeta.__getitem__", _meta_getitem)
META.namespace["__contains__"] = native_function("EnumMeta.__contains__", _meta_contains)


# -------------------------------------------------------------------- flags


def _flag_of(machine: Machine, cls: ClassValue, value: Value) -> Value:
    """The member of the value, or what is put together of some."""
    table = cls.namespace.get("__members__")
    for member in table.entries.values() if isinstance(table, DictValue) else ():
        if isinstance(member, Instance) and is_same(machine, member.attrs["value"], value):
            return member
    combined = Instance(cls, machine.site)
    combined.payload = value if cls.is_subclass("builtins.int") else None
    combined.attrs.update({"_name_": None, "_value_": value, "name": None, "value": value})
    return combined


def _flag_operation(name: str, op: str) -> None:
    def call(machine: Machine, receiver: Value, other: Value, /) -> Value:
        if not isinstance(receiver, Instance):
            return machine.unknown("an operation on an unknown flag")
        right = other.attrs.get("value") if isinstance(other, Instance) else other
        value = machine.binary(op, receiver.attrs.get("value"), right)
        return _flag_of(machine, receiver.cls, value)

    _FLAG.namespace[name] = native_function(f"Flag.{name}", call)


for _name, _op in {"__or__": "|", "__and__": "&", "__xor__": "^"}.items():
    _flag_operation(_name, _op)


def _bits_of(machine: Machine, receiver: Value) -> list[Value] | None:
    """The members that a flag is put together of; None if that is not known."""
    value = receiver.attrs.get("value") if isinstance(receiver, Instance) else None
    if not isinstance(receiver, Instance) or type(value) is not int:
        return None
    held = [one for one in members_of(receiver.cls) if isinstance(one, Instance)]
    values = [one.attrs.get("value") for one in held]
    if not all(type(one) is int for one in values):
        return None
    return [one for one, bit in zip(held, values) if isinstance(bit, int) and bit & value]


def _flag_iter(machine: Machine, receiver: Value, /) -> Value:
    bits = _bits_of(machine, receiver)
    return machine.unknown("the parts of an unknown flag") if bits is None else IteratorValue(bits)


def _flag_len(machine: Machine, receiver: Value, /) -> Value:
    bits = _bits_of(machine, receiver)
    return machine.path.fresh("length", 0) if bits is None else len(bits)


def _flag_contains(machine: Machine, receiver: Value, other: Value, /) -> Value:
    if not isinstance(receiver, Instance) or not isinstance(other, Instance):
        return machine.unknown("whether an unknown flag is set")
    part = other.attrs.get("value")
    return machine.compare("==", machine.binary("&", receiver.attrs.get("value"), part), part)


def _flag_bool(machine: Machine, receiver: Value, /) -> Value:
    value = receiver.attrs.get("value") if isinstance(receiver, Instance) else None
    return machine.compare("!=", value, 0)


_FLAG.namespace["__contains__"] = native_function("Flag.__contains__", _flag_contains)
_FLAG.namespace["__iter__"] = native_function("Flag.__iter__", _flag_iter)
_FLAG.namespace["__len__"] = native_function("Flag.__len__", _flag_len)
_FLAG.namespace["__bool__"] = native_function("Flag.__bool__", _flag_bool)
