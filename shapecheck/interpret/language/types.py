"""The classes of values: type(x), isinstance and issubclass, with an honest None in doubt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.arrays import NDARRAY
from shapecheck.interpret.builtins.numpy_numbers import SCALAR_CLASSES, may_be_scalar
from shapecheck.interpret.language import attributes
from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.rules import NamedResult
from shapecheck.source import ir
from shapecheck.values import (
    NUMPY_ARRAY,
    BoundMethod,
    ClassValue,
    DictValue,
    DType,
    FunctionValue,
    Instance,
    ListValue,
    ModuleValue,
    NativeFunction,
    Opaque,
    PartialValue,
    PropertyValue,
    RuleFunction,
    SetValue,
    Size,
    SizesValue,
    Tensor,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

ABSTRACT: dict[str, frozenset[str]] = {
    "Iterable": frozenset({"str", "bytes", "list", "tuple", "dict", "set", "frozenset", "iterator", "range"}),
    "Iterator": frozenset({"iterator"}),
    "Generator": frozenset({"iterator"}),
    "Sequence": frozenset({"str", "bytes", "list", "tuple", "range"}),
    "MutableSequence": frozenset({"list"}),
    "Mapping": frozenset({"dict"}),
    "MutableMapping": frozenset({"dict"}),
    "Set": frozenset({"set", "frozenset"}),
    "MutableSet": frozenset({"set"}),
    "Collection": frozenset({"str", "bytes", "list", "tuple", "dict", "set", "frozenset", "range"}),
    "Container": frozenset({"str", "bytes", "list", "tuple", "dict", "set", "frozenset", "range"}),
    "Sized": frozenset({"str", "bytes", "list", "tuple", "dict", "set", "frozenset", "range"}),
    "Hashable": frozenset({"str", "bytes", "tuple", "frozenset", "int", "float", "bool"}),
    "Number": frozenset({"int", "float", "bool", "complex"}),
    "Real": frozenset({"int", "float", "bool"}),
    "Integral": frozenset({"int", "bool"}),
    "Callable": frozenset({"function"}),
    "List": frozenset({"list"}),
    "Tuple": frozenset({"tuple"}),
    "Dict": frozenset({"dict"}),
}
"""Abstract base classes of collections.abc, numbers and typing: the built-in kinds that belong to each."""

OF_ROWS = frozenset({"Collection", "Container", "Iterable", "Sized"})
"""Those to which tensors and arrays belong."""

FUNCTIONS = (FunctionValue, NativeFunction, RuleFunction, BoundMethod, PartialValue)


def type_of(machine: Machine, value: Value) -> Value:
    """type(value): a class, or an unknown."""
    if isinstance(value, Instance):
        return value.cls
    if isinstance(value, Tensor):
        if value.cls == NUMPY_ARRAY:
            return NDARRAY
        if value.kind is not None:
            return value.kind
        return machine.world.parameter_class if value.is_parameter else machine.world.tensor_class
    if isinstance(value, ClassValue):
        if value.metaclass is None and value.is_complete:
            return machine.builtin_class("type")
        return value.metaclass or machine.unknown("the type of a class whose bases are not all known")
    if isinstance(value, Opaque) and value.bound is not None:
        return type_of(machine, value.bound)
    if isinstance(value, (Size, SizesValue)):
        return machine.named("torch.Size")
    if isinstance(value, PartialValue):
        return machine.named("functools.partial")
    kind = attributes.kind_of(value)
    if kind is not None and not isinstance(value, NamedResult):
        return machine.builtin_class(kind)
    if value is None:
        return machine.builtin_class("NoneType")
    return machine.unknown("the type of this value is not known")


def is_instance(machine: Machine, value: Value, cls: Value) -> bool | None:
    """isinstance(value, cls); None when it is not known."""
    if isinstance(cls, tuple):
        return _any([is_instance(machine, value, part) for part in cls])
    if isinstance(value, UnionValue):
        return _agreed({is_instance(machine, member, cls) for member in value.members})
    if isinstance(cls, UnionValue):
        return _agreed({is_instance(machine, value, member) for member in cls.members})
    if isinstance(value, Opaque):
        return None if value.bound is None else is_instance(machine, value.bound, cls)
    if cls is None:
        return value is None if not isinstance(value, Unknown) else None
    if isinstance(cls, RuleFunction) and cls.name == "torch.Size" and not isinstance(value, Unknown):
        return True if isinstance(value, (Size, SizesValue)) else None if isinstance(value, tuple) else False
    if isinstance(cls, ClassValue) and cls.qualname == "builtins.object":
        return True
    if isinstance(value, Unknown):
        return None
    if isinstance(cls, DType) or (isinstance(cls, ClassValue) and SCALAR_CLASSES.get(cls.name) is cls):
        return None if may_be_scalar(value, cls) else False
    if not isinstance(cls, ClassValue):
        return None
    if cls.qualname == "torch.autograd.Variable":
        cls = machine.world.tensor_class  # its metaclass says so
    if _is_protocol(cls) and not (isinstance(value, Instance) and cls in value.cls.mro):
        return _all(machine.has_attribute(value, name) for name in _members(cls))
    if isinstance(value, Instance):
        return _instance_of(value, cls)
    if isinstance(value, Tensor) and value.cls == NUMPY_ARRAY:
        return _array_is(machine, value, cls)
    if isinstance(value, Tensor):
        return _tensor_is(machine, value, cls)
    if isinstance(value, PartialValue):
        return cls.name in ("partial", "Callable", "object")
    if isinstance(value, FUNCTIONS):
        return cls.name in ("Callable", "FunctionType", "object", "LambdaType", "MethodType")
    if isinstance(value, ClassValue):
        of_classes = cls.name in ("type", "object", "Callable", "ABCMeta")
        return of_classes or is_subclass(machine, type_of(machine, value), cls)
    if isinstance(value, DType):
        return cls.qualname in ("torch.dtype", "builtins.object")
    if isinstance(value, ModuleValue):
        return cls.name == "ModuleType"
    return _builtin_is(machine, value, cls)


def _agreed(answers: set[bool | None]) -> bool | None:
    return answers.pop() if len(answers) == 1 else None


def _is_protocol(cls: ClassValue) -> bool:
    """Whether whatever has its members is of the class."""
    return any(base.qualname == "typing.Protocol" for base in cls.bases)


def _members(protocol: ClassValue) -> list[str]:
    """What an object needs to be of a protocol. https://docs.python.org/3/library/typing.html#typing.Protocol"""
    classes = [cls for cls in protocol.mro if _is_protocol(cls)]
    names = dict.fromkeys(name for cls in classes for name in (*cls.namespace, *cls.annotated))
    return [name for name in names if name in ("__call__", "__len__", "__iter__") or not name.startswith("__")]


def _instance_of(value: Instance, cls: ClassValue) -> bool | None:
    if cls in value.cls.mro or any(base.qualname == cls.qualname for base in value.cls.mro):
        return True
    if cls.name == "Callable" and value.cls.lookup("__call__") is not None:
        return True
    if cls.name in ("Iterable", "Sized", "Container") and cls.module in ("collections.abc", "typing"):
        return value.cls.lookup("__iter__") is not None or attributes.kind_of(value.payload) in ABSTRACT[cls.name]
    if cls.name == "Hashable" and cls.module in ("collections.abc", "typing") and value.payload is None:
        return True if value.cls.is_complete and value.cls.lookup("__eq__") is None else None
    if cls.name in ABSTRACT and value.payload is not None:
        return attributes.kind_of(value.payload) in ABSTRACT[cls.name]
    return False if not _may_derive(value.cls, cls) else None


def _may_derive(sub: ClassValue, cls: ClassValue) -> bool:
    """Whether a base that is not known may derive from a class, or one that is only described by a stub from a class of
    which its package has the source."""
    package = cls.module.partition(".")[0]
    is_own = cls.site is not None and sub.module.partition(".")[0] == package
    if not sub.is_complete and not (sub.lacks_others_only and is_own):
        return True
    return cls.site is not None and any(
        base.site is None and base.module.partition(".")[0] == package for base in sub.mro
    )


def _array_is(machine: Machine, value: Tensor, cls: ClassValue) -> bool | None:
    """One without dims may be a number of NumPy's: no array, and where it has eight bytes one of Python's."""
    if not machine.path.resolve(value.shape):
        size = {"float": "float64", "complex": "complex128"}.get(cls.name)
        is_of_arrays = cls is NDARRAY or cls.name in OF_ROWS
        if is_of_arrays or (size is not None and (value.dtype is None or value.dtype.name == size)):
            return None
    return cls is NDARRAY or cls.name == "object" or cls.name in OF_ROWS


def _tensor_is(machine: Machine, value: Tensor, cls: ClassValue) -> bool | None:
    world = machine.world
    if cls is world.tensor_class or cls.name == "object":
        return True
    if cls is world.parameter_class:
        return value.is_parameter
    if value.kind is not None and cls in value.kind.mro:
        return True
    if cls.is_subclass("torch.Tensor"):
        is_plain = value.is_sparse is False and cls.module.partition(".")[0] != "torch"
        return False if is_plain else None
    if cls.name.endswith("Tensor") and not cls.is_complete:
        return None
    return cls.name in OF_ROWS or cls.name == "Hashable"


def _builtin_is(machine: Machine, value: Value, cls: ClassValue) -> bool | None:
    kind = attributes.kind_of(value)
    if value is None:
        return cls.name in ("NoneType", "object", "Hashable")
    if kind is None:
        return None
    if cls.module in ("collections.abc", "typing", "numbers") and cls.name in ABSTRACT:
        return kind in ABSTRACT[cls.name]
    own = machine.builtin_class(kind)
    if cls in own.mro or any(base.qualname == cls.qualname for base in own.mro):
        return True
    if cls.name == "Size" and cls.module.startswith("torch"):
        return None if kind == "tuple" else False
    if kind == "list" and cls.name == "deque":
        return None
    if kind == "dict" and cls.name in ("OrderedDict", "defaultdict", "Counter"):
        return None
    return kind == cls.name


def is_subclass(machine: Machine, sub: Value, cls: Value) -> bool | None:
    """issubclass(sub, cls); None when a base is not known."""
    if isinstance(cls, tuple):
        return _any([is_subclass(machine, sub, part) for part in cls])
    if not isinstance(sub, ClassValue) or not isinstance(cls, ClassValue):
        return None
    if any(base is cls or base.qualname == cls.qualname for base in sub.mro):
        return True
    if _is_protocol(cls):
        return _all(True if sub.lookup(name) else False if sub.is_complete else None for name in _members(cls))
    return False if not _may_derive(sub, cls) else None


def _all(answers: Iterable[bool | None]) -> bool | None:
    known = set(answers)
    return False if False in known else None if None in known else True


def _any(answers: list[bool | None]) -> bool | None:
    if True in answers:
        return True
    return None if None in answers else False


# -------------------------------------------------------------------- class bodies


def annotation_value(machine: Machine, annotation: ir.Expression) -> Value:
    """What an annotation evaluates to; a string or a broken one is unknown, it is only a marker."""
    from shapecheck.interpret.signals import PythonError

    if isinstance(annotation, ir.Constant):
        return annotation.value
    try:
        with machine.trial():
            return evaluate(machine, annotation)
    except PythonError:
        return machine.unknown("an annotation")


def property_with(machine: Machine, value: Value, part: str, function: Value) -> Value:
    """`@x.setter def x(...)`: a property with one function replaced."""
    if isinstance(value, Instance) and value.cls.lookup(part) is not None:
        return machine.call(machine.get_attribute(value, part), [function], {})
    if not isinstance(value, PropertyValue):
        return function
    if part == "setter":
        return PropertyValue(value.getter, function, value.is_cached)
    return PropertyValue(function, value.setter) if part == "getter" else value


def is_inert(value: Value) -> bool:
    """True of what a decorator gives that we do not model: then the function itself is kept."""
    return value is None or isinstance(value, (DictValue, ListValue, SetValue, Opaque))


def is_inert_base(value: Value) -> bool:
    """Bases such as `Generic[T]` that add nothing to a class."""
    return value is None
