"""Attribute access with Python's order: data descriptors, the object, its class, `__getattr__`."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins import ATTRIBUTES, CLASSES, METHODS, offers
from shapecheck.interpret.builtins.numpy_numbers import AS_AN_ARRAY, NUMPY_NUMBERS
from shapecheck.interpret.builtins.stdlib.inspect import code_of
from shapecheck.interpret.importing import imports
from shapecheck.interpret.language import descriptors, givens, registered, tensors, unknown_kinds
from shapecheck.interpret.language.assigned_later import may_have
from shapecheck.interpret.language.attribute_writes import object_delattr, object_setattr
from shapecheck.interpret.language.given_dicts import given_dict, has_unknown_names
from shapecheck.interpret.language.numpy_ufuncs import ufunc_method
from shapecheck.interpret.language.tensor_kinds import overrides
from shapecheck.interpret.methods import is_left_to_others
from shapecheck.interpret.obligations import reject
from shapecheck.interpret.signals import PythonError
from shapecheck.rules import NamedResult
from shapecheck.symbolic import Expr, Formula
from shapecheck.values import (
    UNNAMED,
    AnyList,
    AttributesValue,
    BoundMethod,
    ClassMethodValue,
    ClassValue,
    Decorated,
    DictValue,
    DType,
    FrozenSetValue,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    ModuleValue,
    NamespaceValue,
    NativeFunction,
    Opaque,
    PartialValue,
    PartsValue,
    PropertyValue,
    RangeValue,
    RuleFunction,
    Scalar,
    SetValue,
    Size,
    SizesValue,
    SliceValue,
    SomeDType,
    StaticMethodValue,
    Tensor,
    TupleOfMany,
    UnionValue,
    Unknown,
    UnknownSize,
    Value,
    dtype_of_numpy,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

BUILTIN_KINDS: dict[type, str] = {
    str: "str", bytes: "bytes", tuple: "tuple", int: "int", bool: "bool", float: "float", Expr: "int",
    Formula: "bool", ListValue: "list", AnyList: "list", DictValue: "dict", SetValue: "set",
    FrozenSetValue: "frozenset", IteratorValue: "iterator", RangeValue: "range", SliceValue: "slice",
    SizesValue: "tuple", Size: "tuple", NamedResult: "tuple", NamespaceValue: "dict", PartsValue: "dict",
    AttributesValue: "dict", TupleOfMany: "tuple", PropertyValue: "property",
}  # fmt: skip


NUMBERS = ("int", "float", "bool")
PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,), "bytes": (bytes, bytearray), "int": (int,), "bool": (bool,), "float": (float,),
    "list": (list, deque), "set": (set,), "frozenset": (frozenset,), "dict": (dict, OrderedDict, defaultdict, Counter),
}  # fmt: skip
"""The types of Python that a kind of value may stand for: an attribute that none of them has does not exist."""
PLAIN_CLASSES = {cls.__name__: cls for cls in (str, bytes, int, bool, float, list, set, frozenset, dict, tuple)}


def kind_of(value: Value) -> str | None:
    """The name of the built-in type of a value, None for objects, tensors and unknowns."""
    if isinstance(value, Scalar):
        return value.kind
    return BUILTIN_KINDS.get(type(value))


def get_attribute(machine: Machine, obj: Value, name: str) -> Value:
    """obj.name"""
    getter = GETTERS.get(type(obj))
    if getter is not None:
        return getter(machine, obj, name)
    kind = kind_of(obj)
    if kind is not None:
        return _builtin_attribute(machine, obj, kind, name)
    if obj is None:
        if name == "__class__":
            return machine.type_of(None)
        raise machine.error("AttributeError", f"'NoneType' object has no attribute '{name}'")
    return machine.unknown(f"the attribute {name} of an unknown kind of value")


def find_method(machine: Machine, obj: Instance, name: str) -> Value | None:
    """A method of the object's class, bound; None when there is none."""
    found = obj.cls.lookup(name)
    return None if found is None else bind(machine, found[0], obj, obj.cls)


def bind(machine: Machine, value: Value, obj: Value, cls: ClassValue) -> Value:
    """What a class attribute becomes when it is read through an object."""
    if isinstance(value, RuleFunction) and value.rule.is_static:
        return value
    if isinstance(value, (FunctionValue, RuleFunction, NativeFunction, PartialValue)):
        return value if isinstance(value, PartialValue) else BoundMethod(value, obj)
    if isinstance(value, PropertyValue):
        return machine.call(value.getter, [obj], {})
    if isinstance(value, ClassMethodValue):
        return BoundMethod(value.function, cls)
    if isinstance(value, StaticMethodValue):
        return value.function
    if isinstance(value, UnionValue):  # a decorator that does not always wrap the function
        return UnionValue(tuple(bind(machine, member, obj, cls) for member in value.members))
    if descriptors.is_descriptor(value):
        return descriptors.read(machine, value, obj, cls)
    return value


# -------------------------------------------------------------------- reading


def _of_instance(machine: Machine, obj: Instance, name: str) -> Value:
    own = _own_reading(obj)
    return _plainly(machine, obj, name) if own is None else machine.call(own, [obj, name], {})


def _own_reading(obj: Instance) -> FunctionValue | None:
    """A `__getattribute__` of the source, which reads its attributes: it may know some by other names."""
    custom = obj.cls.lookup("__getattribute__")
    return custom[0] if custom is not None and isinstance(custom[0], FunctionValue) else None


def _plainly(machine: Machine, obj: Instance, name: str) -> Value:
    """object.__getattribute__, and `__getattr__` where that finds nothing."""
    return _found(machine, obj, name, obj.cls.lookup("__getattr__"))


def left_to_others(machine: Machine, name: str) -> Unknown:
    """What an abstract method or property gives."""
    return machine.unknown(f"{name}, which is left to the classes below an abstract one")


def _found(machine: Machine, obj: Instance, name: str, fallback: tuple[Value, ClassValue] | None) -> Value:
    """The attribute of the object or of its class, or what the `fallback` makes of its name."""
    found = obj.cls.lookup(name)
    if found is not None and isinstance(found[0], PropertyValue):
        if obj.cls.is_abstract and is_left_to_others(found[0]):
            return left_to_others(machine, name)
        return _property(machine, found[0], obj, name)
    if found is not None and descriptors.is_data_descriptor(found[0]):
        return bind(machine, found[0], obj, obj.cls)
    if name in obj.attrs and (found is None or not registered.is_hidden(obj, *found, obj.attrs[name])):
        getter = registered.getter_of(obj, name, obj.attrs[name])
        return obj.attrs[name] if getter is None else machine.call(getter, [obj, name], {})
    given = given_dict(obj)
    if given is not None and name in given.entries:
        return given.entries[name]
    if found is not None:
        if has_unknown_names(obj) and not isinstance(found[0], _OF_CLASSES):
            return machine.unknown("an attribute of an object whose __dict__ is not known")
        if obj.cls.is_abstract and found[0].__class__ in (_DATA if obj.cls.is_unseen else _PLAIN_DATA):
            return machine.unknown("plain data of an abstract class: the classes below it say their own")
        return bind(machine, found[0], obj, obj.cls)
    if name == "__class__":
        return obj.cls
    if name == "__dict__":
        return registered.all_attributes(obj)
    if name in ("__module__", "__doc__"):
        return CLASS_SPECIALS[name](obj.cls)
    inherited = _by_name(name, obj.cls)
    if inherited is not None:
        return inherited if name == "__new__" else BoundMethod(inherited, obj)
    if obj.payload is not None:
        kind = kind_of(obj.payload)
        if kind is not None and name in METHODS.get(kind, {}):
            return builtin_method(kind, name, obj.payload)
    if has_unknown_names(obj):
        return machine.unknown("an attribute of an object whose __dict__ is not known")
    if fallback is not None:
        return machine.call(bind(machine, fallback[0], obj, obj.cls), [name], {})
    return missing(machine, obj.cls, name)


_OF_CLASSES = (FunctionValue, NativeFunction, RuleFunction, ClassMethodValue, StaticMethodValue, ClassValue)
"""What an object has of its class even if its own names are not known."""
_PLAIN_DATA = frozenset({int, float, str, tuple, type(None)})
"""What an abstract class holds of these only stands for what the classes below it hold."""
_DATA = _PLAIN_DATA | {Tensor, ListValue, DictValue}
"""What a class holds of these, an object that was made elsewhere may have replaced: `anchors = torch.empty(0)`."""


def _property(machine: Machine, value: PropertyValue, obj: Instance, name: str) -> Value:
    if value.is_cached:
        if name not in obj.attrs:
            machine.store.set_item(obj.attrs, name, machine.call(value.getter, [obj], {}))
        return obj.attrs[name]
    return machine.call(value.getter, [obj], {})


def missing(machine: Machine, cls: ClassValue, name: str) -> Value:
    """An error only where a handler waits for it: elsewhere it is likelier that we have missed something."""
    is_waited_for = machine.catching or machine.regions_that_catch()
    if cls.is_complete and is_waited_for and not hasattr(type, name):  # what a type has every object has, or its class
        raise machine.error("AttributeError", f"'{cls.name}' object has no attribute '{name}'")
    return machine.unknown(f"no attribute {name} was found on an object of class {cls.name}")


PLAIN_GETTER = registered.plain_getter(lambda machine, obj, name: missing(machine, obj.cls, name))


def _of_class(machine: Machine, cls: ClassValue, name: str) -> Value:
    found = cls.lookup(name)
    if found is not None:
        value = found[0]
        if isinstance(value, ClassMethodValue):
            return BoundMethod(value.function, cls)
        if descriptors.is_descriptor(value):
            return descriptors.read(machine, value, None, cls)
        return value.function if isinstance(value, StaticMethodValue) else value
    special = CLASS_SPECIALS.get(name)
    if special is not None:
        return special(cls)
    by_name = _by_name(name, cls)
    if by_name is not None:
        return by_name
    if isinstance(cls.metaclass, ClassValue):
        if name in ("__init__", "__new__"):  # those of the metaclass make classes, and are further away
            return of_object(name) if cls.is_complete else missing(machine, cls, name)
        inherited = cls.metaclass.lookup(name)
        if inherited is not None:
            return bind(machine, inherited[0], cls, cls.metaclass)
    if cls.construct is not None and name in METHODS.get(cls.name, {}):
        return unbound(cls.name, name)
    if machine.world.tensor_class in cls.mro:
        method = tensors.unbound_method(machine, name)
        if method is not None:
            return method
    return missing(machine, cls, name)


CLASS_SPECIALS: dict[str, Callable[[ClassValue], Value]] = {
    "__name__": lambda cls: cls.name,
    "__qualname__": lambda cls: cls.name,
    "__module__": lambda cls: Scalar("str") if cls.site is None and cls.module.startswith("torch") else cls.module,
    "__mro__": lambda cls: (*(base for base in cls.mro if base is not CLASSES["object"]), CLASSES["object"]),
    "__bases__": lambda cls: tuple(cls.bases),
    "__doc__": lambda cls: None,
    "__dict__": lambda cls: DictValue(dict(cls.namespace)),
}


def unbound(kind: str, name: str) -> NativeFunction:
    """`str.join` and the like: the receiver is the first argument."""
    method = METHODS[kind][name]

    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return method(machine, args[0], args[1:], kwargs)

    return NativeFunction(f"{kind}.{name}", call)


def _builtin_attribute(machine: Machine, obj: Value, kind: str, name: str) -> Value:
    if name in METHODS.get(kind, {}):
        return builtin_method(kind, name, obj)
    attribute = ATTRIBUTES.get(kind, {}).get(name)
    if attribute is not None:
        return attribute(machine, obj)
    if name == "__class__":
        return machine.type_of(obj)
    if kind in NUMBERS and not machine.regions_that_catch():
        getter = NUMPY_NUMBERS.get(name) or AS_AN_ARRAY.get(name)
        if getter is not None:
            return getter(machine, obj)
    if _lacks_method(machine, obj, name):
        told = f"'tuple' object has no attribute '{name}'"  # the output of a layer and its state, taken for the output
        if not machine.regions_that_catch():
            reject(machine, told)
        raise machine.error("AttributeError", told)
    # what is compared with a text may be an array of them: so may be the truth of it
    known = None if isinstance(obj, Scalar) and kind == "bool" else PYTHON_TYPES.get(kind)
    if machine.regions_that_catch() or (known is not None and not any(hasattr(one, name) for one in known)):
        raise machine.error("AttributeError", f"'{kind}' object has no attribute '{name}'")
    return machine.unknown(f"the attribute {name} of a {kind}")


def _lacks_method(machine: Machine, obj: Value, name: str) -> bool:
    """Whether tensors have a method that a tuple of some is asked for; named results are no plain tuples."""
    is_of_tensors = type(obj) is tuple and any(isinstance(item, Tensor) for item in obj)
    return is_of_tensors and tensors.unbound_method(machine, name) is not None


def builtin_method(kind: str, name: str, receiver: Value) -> Value:
    method = METHODS[kind][name]
    return NativeFunction(
        f"{kind}.{name}", lambda machine, args, kwargs: method(machine, receiver, args, kwargs), receiver
    )


def _of_function(machine: Machine, function: FunctionValue, name: str) -> Value:
    if name in function.attrs:
        return function.attrs[name]
    if name == "__name__":
        return function.name
    if name == "__qualname__":
        return function.qualname if _is_at_top(function) else Scalar("str")
    if name == "__module__":
        return function.module
    if name == "__doc__":
        return getattr(function.node, "docstring", None)
    if name == "__code__":
        return code_of(function)
    if machine.regions_that_catch():
        raise machine.error("AttributeError", f"'function' object has no attribute '{name}'")
    return machine.unknown(f"the attribute {name} of a function")


def _is_at_top(function: FunctionValue) -> bool:
    """Whether it is defined at the top of a module, or in a class that is."""
    around = function.scope.parent if function.scope.is_class else function.scope
    return around is None or around.parent is None


def _of_bound(machine: Machine, method: BoundMethod, name: str) -> Value:
    if name == "__self__":
        return method.receiver
    if name == "__func__":
        return method.function
    return get_attribute(machine, method.function, name)


def _of_rule(machine: Machine, function: RuleFunction | NativeFunction, name: str) -> Value:
    if name in ("__name__", "__qualname__"):
        return function.name.rpartition(".")[2]
    if name == "__code__" and isinstance(function, NativeFunction):
        return code_of(function)
    method = ufunc_method(function, name)
    if method is not None:
        return method
    if function.name.startswith("torch.ops.") and not name.startswith("_"):
        return function  # one of its overloads
    return machine.unknown(f"the attribute {name} of the operator {function.name}")


def _of_partial(machine: Machine, partial: PartialValue, name: str) -> Value:
    if name == "func":
        return partial.function
    if name == "args":
        return tuple(partial.args)
    if name == "keywords":
        return DictValue(dict(partial.kwargs))
    return machine.unknown(f"the attribute {name} of a partial")


def of_object(name: str) -> NativeFunction:
    """`object.__init__` and the like, which every class has."""
    return NativeFunction(f"object.{name}", OBJECT_METHODS.get(name, _accept_anything))


def _accept_anything(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return None


def _new(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    cls = args[0] if args else None
    return Instance(cls, machine.site) if isinstance(cls, ClassValue) else machine.unknown("object.__new__")


def _get_plainly(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Whoever calls it by its name gets no further than it: only the class's own `__getattribute__` goes on."""
    obj, name = args if len(args) == 2 else (None, None)
    if isinstance(obj, Instance) and isinstance(name, str):
        return _found(machine, obj, name, obj.cls.lookup("__getattr__") if _own_reading(obj) is not None else None)
    return machine.unknown("an attribute whose name is not known")


OBJECT_METHODS: dict[str, Callable[..., Value]] = {
    "__new__": _new,
    "__getattribute__": _get_plainly,
    "__setattr__": object_setattr,
    "__delattr__": object_delattr,
}
"""Those that do something: the others take what they are given."""


def _by_name(name: str, cls: ClassValue) -> NativeFunction | None:
    """A method that every object has, or every module, which code may call by its name (`self.__setattr__(key, part)`)
    although no class of the code has it."""
    if name == registered.GETTER:
        return PLAIN_GETTER if registered.is_module_class(cls) else None
    if name == "__new__":  # other classes make what they alone know
        plain = CLASSES["object"].namespace[name]
        is_plain = cls.is_complete and all(base.construct is None for base in cls.mro)
        made = plain.function if is_plain and isinstance(plain, StaticMethodValue) else None
        return made if isinstance(made, NativeFunction) else None
    return of_object(name) if name in OBJECT_METHODS else None


def _of_union(machine: Machine, value: UnionValue, name: str) -> Value:
    """The members that have the attribute decide: a None among them would have raised."""
    if all(isinstance(member, Tensor) and not overrides(member, name) for member in value.members):
        method = tensors.method_of_union(machine, value, name)
        if method is not None:
            return method
    found: list[Value] = []
    has_tensors = any(isinstance(member, Tensor) for member in value.members)
    objects = [member for member in value.members if isinstance(member, Instance)]
    lacking = [one for one in objects if has_attribute(machine, one, name) is False]
    lacking = lacking if len(lacking) < len(value.members) else []
    for member in value.members:
        if has_tensors and type(member) is tuple and not hasattr(tuple, name):
            continue  # of a module that returns more in one of its modes
        if isinstance(member, Tensor) and name in tensors.FOREIGN:
            continue
        if has_tensors and name in AS_AN_ARRAY and kind_of(member) in NUMBERS:
            continue  # the 0 that a sum begins with
        if any(member is one for one in lacking):
            continue
        try:
            found.append(get_attribute(machine, member, name))
        except PythonError:
            continue
    if not found:
        raise machine.error("AttributeError", f"no attribute '{name}'")
    return machine.one_of(found)


def _of_unknown(machine: Machine, value: Unknown, name: str) -> Value:
    return UnknownSize(value.cause) if name in ("shape", "size", "ndim", "dim") else value


def _of_decorated(machine: Machine, value: Decorated, name: str) -> Value:
    return _of_unknown(machine, Unknown(value.cause), name)


def _of_opaque(machine: Machine, value: Opaque, name: str) -> Value:
    if value.bound is None:
        unknown_kinds.bind_by_attribute(machine, value, name)
    if isinstance(value.bound, Expr) and name in unknown_kinds.LEAD_OPAQUE:
        return machine.unknown(f"the attribute {name} of what was taken for a number")
    if value.bound is not None:
        return get_attribute(machine, value.bound, name)
    return givens.part_of(machine, value, name)


def _of_named_result(machine: Machine, value: NamedResult, name: str) -> Value:
    if name in value.fields:
        item: Value = value.get(name)
        return item
    return _builtin_attribute(machine, value, "tuple", name)


def _of_dtype(machine: Machine, value: DType, name: str) -> Value:
    if name in ("is_floating_point", "is_complex", "itemsize"):
        known: bool | int = getattr(value, name)
        return known
    if name in ("name", "kind", "str") and dtype_of_numpy(value.name) is value:
        text: str = getattr(value, name)
        return text
    return machine.unknown(f"the attribute {name} of a dtype")


GETTERS: dict[type, Callable[[Any, Any, str], Value]] = {
    Instance: _of_instance,
    ClassValue: _of_class,
    ModuleValue: imports.module_attribute,
    Tensor: tensors.get_attribute,
    FunctionValue: _of_function,
    BoundMethod: _of_bound,
    RuleFunction: _of_rule,
    NativeFunction: _of_rule,
    PartialValue: _of_partial,
    UnionValue: _of_union,
    Unknown: _of_unknown,
    UnknownSize: _of_unknown,
    SomeDType: _of_unknown,
    Decorated: _of_decorated,
    Opaque: _of_opaque,
    DType: _of_dtype,
    NamedResult: _of_named_result,
}


OF_FUNCTIONS = frozenset({"__name__", "__qualname__", "__module__", "__doc__", "__call__"})


def has_attribute(machine: Machine, obj: Value, name: str) -> bool | None:
    """hasattr(obj, name); None when the object or one of its bases is not known."""
    if isinstance(obj, Instance):
        given = given_dict(obj)
        if obj.cls.lookup(name) is None and name in obj.attrs and machine.store.doubt(obj.attrs, name) is not None:
            return None
        if name in obj.attrs or obj.cls.lookup(name) is not None or (given is not None and name in given.entries):
            return True
        if has_unknown_names(obj) or _own_reading(obj) is not None:
            return None
        if obj.cls.lookup("__getattr__") is not None or not obj.cls.is_complete or UNNAMED in obj.attrs:
            return None
        if may_have(machine, obj, name):
            return None
        kind = kind_of(obj.payload)
        return (kind is not None and name in METHODS.get(kind, {})) or name in ("__class__", "__dict__", "__doc__")
    if isinstance(obj, ClassValue):
        if obj.lookup(name) is not None or name in CLASS_SPECIALS:
            return True
        if obj.construct is not None:
            is_tensors = machine.world.tensor_class in obj.mro and tensors.unbound_method(machine, name) is not None
            if is_tensors or name in METHODS.get(obj.name, {}):
                return True
            plain = PLAIN_CLASSES.get(obj.name) if obj.module == "builtins" else None
            return None if plain is None else hasattr(plain, name)
        return False if obj.is_complete else None
    if isinstance(obj, Tensor):
        return tensors.has_attribute(machine, obj, name)
    if isinstance(obj, ModuleValue):
        return imports.module_has(machine, obj, name)
    if isinstance(obj, FunctionValue):
        return name in obj.attrs or name in OF_FUNCTIONS
    if isinstance(obj, (RuleFunction, NativeFunction)) and name in OF_FUNCTIONS:
        return True
    if isinstance(obj, Opaque) and obj.bound is not None:
        return has_attribute(machine, obj.bound, name)
    if isinstance(obj, UnionValue):
        answers = {has_attribute(machine, member, name) for member in obj.members}
        return answers.pop() if len(answers) == 1 else None
    if isinstance(obj, NamedResult) and name in obj.fields:
        return True
    kind = kind_of(obj)
    if kind is None:
        return False if obj is None and not name.startswith("__") else None
    offered = offers(obj, kind, name)
    return None if offered is False and name.startswith("__") else offered
