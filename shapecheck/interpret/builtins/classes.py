"""The built-in classes and how each makes its objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import (
    MAX_TEXT,
    Inexact,
    as_dim,
    exact,
    kind_of,
    run,
    settled,
    unknown_from,
)
from shapecheck.interpret.builtins.exceptions import make_exceptions
from shapecheck.interpret.builtins.hierarchy import (
    inherit_immutable,
    inherit_mutable,
    new_class,
    returns_first,
    static_native,
)
from shapecheck.interpret.builtins.iteration import as_list, contents
from shapecheck.interpret.builtins.mappings import as_mapping, take_over, update
from shapecheck.interpret.builtins.numbers import Quotient, trunc_of
from shapecheck.interpret.builtins.sets import make_frozenset, make_set
from shapecheck.interpret.builtins.strings import text_of
from shapecheck.interpret.builtins.tables import Native, native, unwrap
from shapecheck.interpret.language.one_number import require_one_element
from shapecheck.rules.held import number_held
from shapecheck.symbolic import Expr
from shapecheck.values import (
    ClassMethodValue,
    ClassValue,
    DictValue,
    FrozenSetValue,
    Instance,
    NamesValue,
    NativeFunction,
    PropertyValue,
    RangeValue,
    Scalar,
    SizesValue,
    SliceValue,
    StaticMethodValue,
    SuperValue,
    Tensor,
    TupleOfMany,
    Unknown,
    Value,
    number_in,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

CONSTRUCTORS: dict[str, Native] = {}


@native(CONSTRUCTORS, "int")
def _int(machine: Machine, value: Value = 0, /, base: Value = 10) -> Value:
    special = _converted(machine, value, "__int__") or _converted(machine, value, "__index__")
    if special is not None:
        return special[0]
    plain = number_in(settled(machine, value))
    require_one_element(machine, plain, "__int__")
    try:
        real, real_base = exact(plain), exact(base)
    except Inexact:
        held = number_held(machine.path, machine.store, plain) if isinstance(plain, Tensor) else None
        if held is not None:
            return held
        if kind_of(plain) in ("str", "bytes") or isinstance(plain, Tensor):
            return machine.path.fresh("int", None)
        return trunc_of(machine, plain)
    if isinstance(real, (str, bytes)):
        if len(real) > 1000:
            return machine.path.fresh("int", None)
        return int(run(machine, int, real, real_base))
    return int(run(machine, int, real))


def _converted(machine: Machine, value: Value, name: str) -> tuple[Value] | None:
    """The result of a conversion method that the class of the value defines in the source."""
    if not isinstance(value, Instance) or value.payload is not None or value.cls.lookup(name) is None:
        return None
    return (machine.call(machine.get_attribute(value, name), [], {}),)


@native(CONSTRUCTORS, "float")
def _float(machine: Machine, value: Value = 0.0, /) -> Value:
    special = _converted(machine, value, "__float__")
    if special is not None:
        return special[0]
    plain = number_in(settled(machine, value))
    require_one_element(machine, plain, "__float__")
    if isinstance(plain, Quotient):
        return plain
    if isinstance(plain, Expr):
        return Quotient(plain, 1)
    try:
        real = exact(plain)
    except Inexact:
        return Scalar("float")
    return float(run(machine, float, real))


@native(CONSTRUCTORS, "bool")
def _bool(machine: Machine, value: Value = False, /) -> Value:
    cond = machine.condition(value)
    return Scalar("bool") if cond is None else cond


@native(CONSTRUCTORS, "complex")
def _complex(machine: Machine, real: Value = 0.0, imag: Value = 0.0) -> Value:
    for part in (real, imag):
        require_one_element(machine, part, "__float__")
    try:
        parts = exact(real), exact(imag)
    except Inexact:
        return Scalar("complex")
    return complex(run(machine, complex, *(parts[:1] if isinstance(parts[0], str) else parts)))


@native(CONSTRUCTORS, "str")
def _str(machine: Machine, value: Value = "", /, encoding: Value = None, errors: Value = None) -> Value:
    if encoding is None and errors is None:
        return text_of(machine, value)
    return Scalar("str")


@native(CONSTRUCTORS, "bytes")
def _bytes(machine: Machine, value: Value = b"", /, encoding: Value = None, errors: Value = None) -> Value:
    try:
        real = exact(value)
        arguments = [exact(v) for v in (encoding, errors) if v is not None]
    except Inexact:
        return Scalar("bytes")
    if isinstance(real, int) and real > MAX_TEXT:
        return Scalar("bytes")
    return bytes(run(machine, bytes, real, *arguments))


@native(CONSTRUCTORS, "list")
def _list(machine: Machine, iterable: Value = (), /) -> Value:
    return as_list(machine, iterable)


@native(CONSTRUCTORS, "tuple")
def _tuple(machine: Machine, iterable: Value = (), /) -> Value:
    plain = unwrap(iterable)
    if isinstance(plain, (tuple, SizesValue, NamesValue)):  # all that is asked of `dir(x)` is whether a name is in it
        return plain
    known = contents(machine, iterable)
    if known.items is None:
        if known.length is None or isinstance(known.element, Unknown):
            return unknown_from(machine, "a tuple of unknown length", plain)
        return TupleOfMany(known.element, known.length)
    return tuple(known.items)


@native(CONSTRUCTORS, "dict")
def _dict(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    result = DictValue({})
    if len(args) > 1:
        raise machine.error("TypeError", f"dict expected at most 1 argument, got {len(args)}")
    if args:
        made = as_mapping(machine, args[0])
        result = DictValue({}, made.is_open)
        take_over(machine, result, result.entries, made.entries)
        result.element = made.element
    update(machine, result, **kwargs)
    return result


@native(CONSTRUCTORS, "set")
def _set(machine: Machine, iterable: Value = (), /) -> Value:
    return make_set(machine, iterable)


@native(CONSTRUCTORS, "frozenset")
def _frozenset(machine: Machine, iterable: Value = (), /) -> Value:
    return iterable if type(iterable) is FrozenSetValue else make_frozenset(machine, iterable)


@native(CONSTRUCTORS, "slice")
def _slice(machine: Machine, start: Value, *rest: Value) -> Value:
    if not rest:
        return SliceValue(None, start, None)
    return SliceValue(start, rest[0], rest[1] if len(rest) > 1 else None)


@native(CONSTRUCTORS, "range")
def _range(machine: Machine, first: Value, *rest: Value) -> Value:
    ends = [_range_end(machine, end) for end in (first, *rest)]
    if len(ends) == 1:
        return RangeValue(0, ends[0], 1)
    step = ends[2] if len(ends) > 2 else 1
    if step == 0:
        raise machine.error("ValueError", "range() arg 3 must not be zero")
    return RangeValue(ends[0], ends[1], step)


def _range_end(machine: Machine, value: Value) -> Any:
    special = _converted(machine, value, "__index__")
    value = special[0] if special else settled(machine, value, is_surely_int=True)
    require_one_element(machine, value, "__index__")
    held = number_held(machine.path, machine.store, value) if isinstance(value, Tensor) else None
    dim = as_dim(value) if held is None else held
    if dim is not None:
        return dim
    if value is None or isinstance(value, (float, str, tuple)) or kind_of(value) == "float":
        raise machine.error(
            "TypeError", f"'{kind_of(value) or 'object'}' object cannot be interpreted as an integer"
        )
    return machine.path.fresh("end", None)


@native(CONSTRUCTORS, "property")
def _property(
    machine: Machine, fget: Value = None, fset: Value = None, fdel: Value = None, doc: Value = None
) -> Value:
    return PropertyValue(fget, fset)


@native(CONSTRUCTORS, "classmethod")
def _classmethod(machine: Machine, function: Value, /) -> Value:
    return ClassMethodValue(function)


@native(CONSTRUCTORS, "staticmethod")
def _staticmethod(machine: Machine, function: Value, /) -> Value:
    return StaticMethodValue(function)


@native(CONSTRUCTORS, "type")
def _type(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    if len(args) == 1:
        return machine.type_of(args[0])
    made = _class_of_names(machine, args)
    return unknown_from(machine, "a class made by type()", *args) if made is None else made


def _class_of_names(machine: Machine, args: Sequence[Value]) -> ClassValue | None:
    """The class of a name, bases and a dict; None if not all of it is known."""
    if len(args) != 3 or not isinstance(args[0], str) or not isinstance(args[2], DictValue) or args[2].is_open:
        return None
    bases = machine.iterate(args[1])
    if bases is None or not all(isinstance(base, ClassValue) for base in bases):
        return None
    parents = [base for base in bases if isinstance(base, ClassValue)] or [CLASSES["object"]]
    module = machine.frame.module.name if machine.stack else "__main__"
    cls = new_class(args[0], module, parents, dict(args[2].entries))
    cls.site = machine.site
    return cls


def _call_of_class(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """type.__call__(cls, ...), which metaclasses with a `__call__` of their own ask for."""
    from shapecheck.interpret.language.classes import make_instance

    if not args or not isinstance(args[0], ClassValue):
        return unknown_from(machine, "an object of an unknown class", *args)
    return make_instance(machine, args[0], args[1:], kwargs)


def _new_class(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """type.__new__(metaclass, name, bases, names), which a metaclass calls: see `language.metaclasses`; also without a
    class statement, `Meta(name, bases, {})`."""
    body = args[3] if len(args) == 4 else None
    if not machine.classes_in_making or not isinstance(body, DictValue):
        made = _class_of_names(machine, args[1:])
        if made is None:
            return unknown_from(machine, "a class made by type.__new__()", *args)
        made.metaclass = args[0]
        return made
    *machine.classes_in_making, cls = machine.classes_in_making
    cls.namespace.update({name: value for name, value in body.entries.items() if isinstance(name, str)})
    return cls


@native(CONSTRUCTORS, "super")
def _super(machine: Machine, *args: Value) -> Value:
    """super(cls, self); without arguments it is native to the interpreter, which knows the frame."""
    if len(args) == 2 and isinstance(args[0], ClassValue):
        return SuperValue(args[0], args[1])
    return machine.unknown("super() of an unknown class")


@native(CONSTRUCTORS, "object")
def _object(machine: Machine) -> Value:
    return Instance(CLASSES["object"], machine.site)


@native(CONSTRUCTORS, "bytearray", "memoryview")
def _buffer(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    return unknown_from(machine, "a buffer of bytes", *args)


# -------------------------------------------------------------------- what every class inherits


def _object_new(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    cls = args[0] if args else None
    return Instance(cls, machine.site) if isinstance(cls, ClassValue) else machine.unknown("an unknown class")


def _object_init(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return None


def _object_setattr(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    from shapecheck.interpret.language.attribute_writes import object_setattr  # it needs these classes

    return object_setattr(machine, args, kwargs)


def _object_delattr(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    from shapecheck.interpret.language.attribute_writes import object_delattr

    return object_delattr(machine, args, kwargs)


OBJECT_METHODS: dict[str, Callable[..., Value]] = {
    "__init__": _object_init,
    "__setattr__": _object_setattr,
    "__delattr__": _object_delattr,
}
"""For super().__setattr__() and the like; the interpreter itself need not look them up."""

_BASES = {
    "bool": "int",
    "object": None,
}
_IMMUTABLE = ("int", "float", "bool", "complex", "str", "bytes", "tuple", "frozenset")
_MUTABLE = ("list", "dict", "set")


def _make_classes() -> dict[str, ClassValue]:
    root = new_class("object", "builtins", [])
    classes = {"object": root}
    for name in CONSTRUCTORS:
        if name not in classes:
            classes[name] = new_class(name, "builtins", [classes[_BASES.get(name) or "object"]])
    for name, construct in CONSTRUCTORS.items():
        cls = classes[name]
        cls.construct = construct
        cls.namespace["__class_getitem__"] = ClassMethodValue(returns_first(name))
        if name in _IMMUTABLE:
            inherit_immutable(cls, construct)
        elif name in _MUTABLE:
            inherit_mutable(cls, construct)
    del root.namespace["__class_getitem__"]
    classes["type"].namespace["__call__"] = NativeFunction("type.__call__", _call_of_class)
    classes["type"].namespace["__new__"] = static_native("type.__new__", _new_class)
    for method_name, call in OBJECT_METHODS.items():
        root.namespace[method_name] = NativeFunction(f"object.{method_name}", call)
    root.namespace["__new__"] = static_native("object.__new__", _object_new)
    root.namespace["__init_subclass__"] = ClassMethodValue(
        NativeFunction("object.__init_subclass__", _object_init)
    )
    for name in (
        "NoneType",
        "ellipsis",
        "function",
        "builtin_function_or_method",
        "method",
        "module",
        "generator",
    ):
        classes[name] = new_class(name, _TYPES_MODULE.get(name, "builtins"), [root])
    classes.update(make_exceptions(root))
    return classes


_TYPES_MODULE = {"NoneType": "types", "ellipsis": "types"}

CLASSES: dict[str, ClassValue] = _make_classes()
"""All built-in classes, and those that have no name in `builtins` (NoneType, function ...).

They are shared by all analyses, so nothing changes them: a class whose `site` is None is frozen.
"""

HIDDEN = frozenset(
    ("NoneType", "ellipsis", "function", "builtin_function_or_method", "method", "module", "generator")
)
"""Classes that have no name in `builtins`."""
