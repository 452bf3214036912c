"""Classes: definition, method resolution order, decorators, instances, exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins import finish_enum, finish_namedtuple, hierarchy
from shapecheck.interpret.builtins.iteration import summary
from shapecheck.interpret.declarations.checking import check_fields
from shapecheck.interpret.entering import Defaults
from shapecheck.interpret.frames import Frame
from shapecheck.interpret.importing.documentation import only_documents
from shapecheck.interpret.importing.imports import names_of
from shapecheck.interpret.language import attributes, descriptors, metaclasses, tensor_objects, types
from shapecheck.interpret.language.dispatch import evaluate, execute_block
from shapecheck.interpret.language.escapes import escape
from shapecheck.interpret.language.given_dicts import NAME as NAME_OF_DICT
from shapecheck.interpret.language.numpy_arrays import by_shape
from shapecheck.interpret.methods import is_abstract
from shapecheck.interpret.record import OPERATOR
from shapecheck.source import ir
from shapecheck.source.walking import last_name, names_in
from shapecheck.symbolic import Expr, Formula
from shapecheck.values import (
    NOT_FOUND,
    BoundMethod,
    ClassMethodValue,
    ClassValue,
    Decorated,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    NativeFunction,
    Opaque,
    RuleFunction,
    Scalar,
    Scope,
    SetValue,
    StaticMethodValue,
    SuperValue,
    Tensor,
    TypeExpression,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

NAMES_OF_THE_CLASS = frozenset({"super", "__class__"})
"""A method that names one of them has its class among its variables."""
IMPLICIT_CLASS_METHODS = frozenset({"__init_subclass__", "__class_getitem__"})
"""Functions in a class body that are class methods without a word."""

# -------------------------------------------------------------------- definition


def define_class(machine: Machine, node: ir.ClassDef) -> Value:
    """Runs a class statement; gives the class after its decorators."""
    frame = machine.frame
    bases, complete, lacks_first, lacks_own = _evaluate_bases(machine, node)
    namespace: dict[str, Value] = {}
    cls = ClassValue(node.name, frame.module.name, bases, namespace)
    cls.lacks_first_base = lacks_first
    cls.is_complete = complete and all(base.is_complete for base in bases)
    cls.lacks_others_only = not lacks_own and all(base.is_complete or base.lacks_others_only for base in bases)
    cls.mro = linearize(cls)
    cls.dataclass_fields = next((b.dataclass_fields for b in cls.mro[1:] if b.dataclass_fields is not None), None)
    cls.site, cls.docstring = frame.site, node.docstring
    keywords = {k.name: evaluate(machine, k.value) for k in node.keywords if k.name is not None}
    inherited = next((base.metaclass for base in cls.mro[1:] if base.metaclass is not None), None)
    cls.metaclass = keywords.pop("metaclass", inherited)
    inner = Frame(frame.module, frame.file, Scope(namespace, frame.scope, is_class=True))
    inner.function, inner.owner = frame.function, cls
    machine.enter(inner)
    try:
        execute_block(machine, node.body)
    finally:
        machine.leave()
    for name in IMPLICIT_CLASS_METHODS & namespace.keys():
        if isinstance(hook := namespace[name], FunctionValue):
            namespace[name] = ClassMethodValue(hook)
    descriptors.tell_names(machine, cls)
    cls.is_abstract = _leaves_methods(cls)
    _finish(machine, cls, {} if metaclasses.makes_classes(machine, cls) else keywords)
    return decorate(machine, node.decorators, metaclasses.run(machine, cls, keywords))


def _evaluate_bases(machine: Machine, node: ir.ClassDef) -> tuple[list[ClassValue], bool, bool, bool]:
    """The bases that are known, whether these are all, whether the first one is not, and whether one of the others may
    be of the same package."""
    from shapecheck.interpret.language.expressions import spread

    bases: list[ClassValue] = []
    complete, lacks_own = True, False
    if any(isinstance(base, ir.Starred) for base in node.bases):
        values, complete, _ = spread(machine, node.bases)
        lacks_own = not complete
    else:
        values = [evaluate(machine, base) for base in node.bases]
    for value in values:
        if isinstance(value, ClassValue):
            if value not in bases:
                bases.append(value)
        elif isinstance(value, Unknown) or not types.is_inert_base(value):
            complete = False
            lacks_own |= not _is_of_others(value)
    lacks_first = not complete and not (values and isinstance(values[0], ClassValue))
    kept = [base for i, base in enumerate(bases) if not _is_below(base, bases[i + 1 :])]
    return kept, complete, lacks_first, lacks_own or any(isinstance(base, ir.Call) for base in node.bases)


def _is_of_others(base: Value) -> bool:
    """Whether it is a class of a package that was not found."""
    return isinstance(base, Unknown) and base.cause.reason.startswith(NOT_FOUND)


def _is_below(base: ClassValue, later: Sequence[ClassValue]) -> bool:
    """Whether a later base is derived from it: so it is with `Generic[T]` before another generic class, which leaves it
    out (`__mro_entries__`); of other bases Python would make no class."""
    return any(base in other.mro for other in later)


def _leaves_methods(cls: ClassValue) -> bool:
    """Whether a method that a class along the order calls abstract is nobody's yet."""
    candidates = {name for base in cls.mro if base is cls or base.is_abstract for name in base.namespace}
    return any(is_abstract(found[0]) for name in candidates if (found := cls.lookup(name)) is not None)


def linearize(cls: ClassValue) -> list[ClassValue]:
    """The method resolution order; depth first where the bases, as far as they are known, have none: what several
    share comes behind all of them."""
    order = hierarchy.linearize(cls, cls.bases)
    if order is not None:
        return order
    backwards = [entry for base in cls.bases for entry in base.mro][::-1]
    return [cls, *list(dict.fromkeys(backwards))[::-1]]


def _finish(machine: Machine, cls: ClassValue, keywords: dict[str, Value]) -> None:
    """What the bases do with a new class: members of an Enum, fields of a NamedTuple, `__init_subclass__`."""
    if any(base.qualname.startswith("enum.") for base in cls.mro[1:]):
        finish_enum(machine, cls)
    elif any(base.qualname == "typing.NamedTuple" for base in cls.mro[1:]):
        finish_namedtuple(machine, cls)
    elif cls.is_subclass("typing.TypedDict"):
        machine.store.set_item(cls.namespace, "__total__", keywords.get("total", True))
    for base in cls.mro[1:]:
        hook = base.namespace.get("__init_subclass__")
        if isinstance(hook, ClassMethodValue):
            hook = hook.function
        if isinstance(hook, FunctionValue):
            machine.call(BoundMethod(hook, cls), [], keywords)
            break


def note_annotation(machine: Machine, name: str, annotation: ir.Expression) -> None:
    """`name: annotation` in a class body, in order: dataclasses and named tuples read them."""
    namespace = machine.frame.scope.variables
    table = namespace.get("__annotations__")
    if not isinstance(table, DictValue):
        table = DictValue({})
        machine.store.set_item(namespace, "__annotations__", table)
    value = types.annotation_value(machine, annotation)
    machine.store.set_item(table.entries, name, value)
    frame = machine.frame
    if frame.owner is not None:
        written = TypeExpression(annotation, frame.scope, frame.module, frame.file)
        machine.store.set_item(frame.owner.annotated, name, written)


def decorate(machine: Machine, decorators: Sequence[ir.Expression], value: Value) -> Value:
    """Applies decorators, innermost first."""
    for node in reversed(decorators):
        if isinstance(node, ir.Attribute) and node.attr in ("setter", "getter", "deleter"):
            value = types.property_with(machine, evaluate(machine, node.value), node.attr, value)
            continue
        decorator = evaluate(machine, node)
        machine.frame.span = node.span
        if only_documents(machine, decorator):
            continue
        result = machine.call(decorator, [value], {})
        if isinstance(result, Unknown) and _keeps_what_it_decorates(node):
            continue
        value = Decorated(result.cause, value) if type(result) is Unknown else result
    return value


IDENTITY_DECORATORS = frozenset({
    "beartype", "jaxtyped", "typechecked", "no_grad", "inference_mode", "enable_grad", "compile", "script",
    "script_if_tracing", "export", "ignore", "unused", "autocast", "custom_fwd", "custom_bwd", "final", "override",
    "overload", "deprecated", "disable", "allow_in_graph", "once_differentiable", "abstractmethod",
})  # fmt: skip
"""Last names of decorators that give back what they decorate as far as shapes go, wherever they come from."""


def _keeps_what_it_decorates(node: ir.Expression) -> bool:
    """A decorator that was not found is taken as known by its name alone, if at all."""
    name = last_name(node.func if isinstance(node, ir.Call) else node)
    return name in IDENTITY_DECORATORS or name.startswith("register")


# -------------------------------------------------------------------- instances


def instantiate(machine: Machine, cls: ClassValue, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """cls(*args, **kwargs)"""
    if cls.construct is not None:
        return cls.construct(machine, args, kwargs)
    machine.step()
    if isinstance(cls.metaclass, ClassValue):
        custom = cls.metaclass.lookup("__call__")
        if custom is not None and isinstance(custom[0], FunctionValue):
            return machine.call(custom[0], [cls, *args], kwargs)
    return make_instance(machine, cls, args, kwargs)


def make_instance(machine: Machine, cls: ClassValue, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """type.__call__(cls, *args, **kwargs): what a call of a class does unless its metaclass does something else."""
    if cls.construct is not None:
        return cls.construct(machine, args, kwargs)
    created = _new_instance(machine, cls, args, kwargs)
    if isinstance(created, Tensor) and created.kind is cls:
        return tensor_objects.initialize(machine, created, args, kwargs)
    if not isinstance(created, Instance) or created.cls is not cls:
        return created
    entering = machine.entering
    created.is_definite = entering.defaults is not Defaults.LEFT_OUT and all(map(_is_exact, (*args, *kwargs.values())))
    initializer = _initializer(cls)
    if initializer is not None and isinstance(initializer[0], Unknown):
        escape(machine, (created, *args, *kwargs.values()))
        return machine.unknown(f"an object of class {cls.name}, whose constructor is not known")
    if not cls.is_complete:
        _leave_placeholders_open(machine, created)
    if not cls.is_complete and (initializer is None or initializer[1].qualname == "builtins.object"):
        _keep_given(machine, created, args, kwargs)
    elif initializer is not None:
        known = len(machine.record.findings)
        done = machine.call(attributes.bind(machine, initializer[0], created, cls), args, kwargs)
        if isinstance(initializer[0], RuleFunction) and _failed_since(machine, known):
            return machine.unknown(f"a {cls.name} that cannot be made")
        if isinstance(initializer[0], RuleFunction) and isinstance(done, Unknown):
            return done  # what it would have set is not what the class has by default
    check_fields(machine, created)
    if entering.is_definite and cls.site is not None:
        machine.world.note_made(created)
    return created


def _initializer(cls: ClassValue) -> tuple[Value, ClassValue] | None:
    """`__init__` and the class that defines it. Whatever a decorator that is not known adds to it, it runs it."""
    found = cls.lookup("__init__")
    if found is not None and isinstance(found[0], Decorated) and isinstance(found[0].decorated, FunctionValue):
        return found[0].decorated, found[1]
    return found


def initializer_behind_layer(obj: Value, initializer: Value) -> FunctionValue | None:
    """The constructor of a layer of torch begins with `super().__init__()`: where the class of the object has classes
    of its own between the layer and `Module`, in the method resolution order, that is theirs."""
    if not isinstance(obj, Instance) or obj.cls.site is None:
        return None
    behind = takewhile(lambda base: base.qualname != "torch.nn.Module", obj.cls.mro)
    layer = next((base for base in behind if base.namespace.get("__init__") is initializer), None)
    if layer is None or not layer.qualname.startswith("torch.nn."):
        return None
    found = (base.namespace["__init__"] for base in behind if base.site is not None and "__init__" in base.namespace)
    further = next(found, None)
    return further if isinstance(further, FunctionValue) else None


def resetting(obj: Value, initializer: Value) -> FunctionValue | None:
    """The constructor of a layer of torch ends with `self.reset_parameters()`: that of the object's class, where it has
    one of its own."""
    if not isinstance(obj, Instance) or obj.cls.site is None:
        return None
    own, _ = obj.cls.lookup("reset_parameters") or (None, None)
    layer = next((base for base in obj.cls.mro if base.namespace.get("__init__") is initializer), None)
    of_layer = None if layer is None else layer.lookup("reset_parameters")
    calls_it = of_layer is not None and isinstance(of_layer[0], RuleFunction)
    return own if calls_it and isinstance(own, FunctionValue) else None


def _leave_placeholders_open(machine: Machine, obj: Instance) -> None:
    """What the body of a class holds that is nothing yet (None, 0, what is empty) may be there for a base that was not
    found to set: `classes = ()`."""
    of_source = [base.namespace for base in reversed(obj.cls.mro) if base.site is not None]
    defined = {name: value for namespace in of_source for name, value in namespace.items()}
    for name, value in defined.items():
        if not name.startswith("__") and is_nothing(value):
            why = f"the attribute {name}, which a base that was not found may set"
            machine.store.set_item(obj.attrs, name, machine.unknown(why), obj.birth)


def is_nothing(value: Value) -> bool:
    """Whether it is None, 0, or empty: what stands for what is still to come."""
    if isinstance(value, ListValue):
        return value.items == []
    if isinstance(value, DictValue):
        return not value.entries and not value.is_open
    return value is None or (type(value) in (int, str, tuple) and not value)


def _keep_given(machine: Machine, obj: Instance, args: list[Value], kwargs: dict[str, Value]) -> None:
    """What a base or metaclass that is not known does with what it is given: the fields of the class are set to it, by
    name or in the order of the annotations, as all such bases do (PEP 681). Of more than these nobody knows."""
    fields = list(dict.fromkeys(name for base in reversed(obj.cls.mro) for name in _annotated(base)))
    given = {name: value for name, value in kwargs.items() if any(_has_field(base, name) for base in obj.cls.mro)}
    for name, value in {**dict(zip(fields, args)), **given}.items():
        machine.store.set_item(obj.attrs, name, value, obj.birth)
    if len(args) > len(fields):
        unknown = machine.unknown("what a base that was not found is given")
        machine.store.set_item(obj.attrs, NAME_OF_DICT, unknown, obj.birth)


def _has_field(cls: ClassValue, name: str) -> bool:
    """Whether the body of a class annotates the name or gives it a value."""
    return name in cls.namespace or name in _annotated(cls)


def _annotated(cls: ClassValue) -> list[str]:
    annotations = cls.namespace.get("__annotations__")
    return [str(name) for name in annotations.entries] if isinstance(annotations, DictValue) else []


def _failed_since(machine: Machine, known: int) -> bool:
    """Whether there is an error among the findings that have come after so many."""
    return any(finding.rule == OPERATOR.impossible for finding in machine.record.findings[known:])


def _is_exact(value: Value) -> bool:
    """Known exactly, as the code writes it: not a parameter of an entry of our own or what was made of one."""
    if isinstance(value, tuple):
        return all(map(_is_exact, value))
    if isinstance(value, ListValue):
        return value.items is not None and all(map(_is_exact, value.items))
    if isinstance(value, Tensor):
        return all(type(size) is int for size in value.shape)
    return not isinstance(value, (Expr, Formula, Unknown, Opaque, Scalar, UnionValue))


def _new_instance(machine: Machine, cls: ClassValue, args: list[Value], kwargs: dict[str, Value]) -> Value:
    maker = cls.lookup("__new__")
    if maker is not None and isinstance(maker[0], (FunctionValue, StaticMethodValue)):
        return machine.call(maker[0], [cls, *args], kwargs)
    return Instance(cls, machine.site)


def special_call(machine: Machine, node: ir.Call, function: Value) -> tuple[Value] | None:
    """Calls that read their frame or their own source: super(), locals(), globals(), reveal_shape(x)."""
    if not isinstance(function, NativeFunction):
        return None
    if function.name == "builtins.super":
        return (_super(machine, node),)
    if function.name == "builtins.locals" and machine.frame.scope.variables is not machine.frame.module.namespace:
        return (DictValue(_local_names(machine)),)
    if function.name in ("builtins.locals", "builtins.globals"):
        return (names_of(machine, machine.frame.module),)
    if function.name == "shapecheck.reveal_shape" and len(node.args) == 1:
        value = evaluate(machine, node.args[0])
        machine.frame.span = node.span
        machine.world.reveal(machine, node, by_shape(machine, value))
        return (value,)
    return None


def _local_names(machine: Machine) -> dict[Any, Value]:
    """What `locals()` holds: in a method that calls `super()` its class, too."""
    frame = machine.frame
    variables: dict[Any, Value] = dict(frame.scope.variables)
    names = names_in(frame.function.node) if frame.function is not None else frozenset[str]()
    if frame.owner is not None and not names.isdisjoint(NAMES_OF_THE_CLASS):
        variables.setdefault("__class__", frame.owner)
    return variables


def _super(machine: Machine, node: ir.Call) -> Value:
    if len(node.args) == 2:
        after, receiver = (evaluate(machine, arg) for arg in node.args)
        if isinstance(after, ClassValue):
            return SuperValue(after, receiver)
        return machine.unknown("super() of an unknown class")
    for frame in reversed(machine.stack):
        if frame.owner is not None and not frame.scope.is_class:
            return SuperValue(frame.owner, frame.first_argument)
    return machine.unknown("super() outside of a method")


# -------------------------------------------------------------------- exceptions


def make_exception(machine: Machine, cls: ClassValue, args: list[Value]) -> Instance:
    instance = Instance(cls, machine.site)
    instance.attrs["args"] = tuple(args)
    return instance


def as_exception(machine: Machine, value: Value) -> Value:
    """What `raise value` raises: an exception class is called."""
    return machine.call(value, [], {}) if isinstance(value, ClassValue) else value


def exception_is(machine: Machine, value: Value, name: str) -> bool:
    return isinstance(value, Instance) and any(base.name == name for base in value.cls.mro)


# -------------------------------------------------------------------- views


def as_dict(machine: Machine, value: Value) -> DictValue | None:
    """The value as a mapping, None when it is none that is known."""
    if isinstance(value, DictValue):
        return value
    if isinstance(value, Instance):
        iterates = value.cls.lookup("__iter__")
        if isinstance(value.payload, DictValue) and not (iterates and isinstance(iterates[0], FunctionValue)):
            return value.payload
        keys = attributes.find_method(machine, value, "keys")
        if keys is not None:
            names = machine.iterate(machine.call(keys, [], {}))
            if names is not None and all(isinstance(name, str) for name in names):
                return DictValue({name: machine.index(value, name) for name in names})
    return None


def make_set(machine: Machine, values: Sequence[Value]) -> SetValue:
    """A set of the values; of unknown members when one of them has no known key."""
    items = {}
    for value in values:
        key = machine.key(value)
        if key is None and value is not None:
            return SetValue(None, summary(machine, list(values), "a member of a set"))
        items[key] = value
    return SetValue(items)


def iterate_class(machine: Machine, value: Value) -> list[Value] | None:
    """The members of an Enum class; None for anything else."""
    if isinstance(value, ClassValue):
        if isinstance(value.metaclass, ClassValue):
            method = value.metaclass.lookup("__iter__")
            if method is not None:
                return machine.iterate(machine.call(method[0], [value], {}))
        if any(base.qualname.startswith("enum.") for base in value.mro):
            return [v for v in value.namespace.values() if isinstance(v, Instance) and v.cls is value]
    return None


type_of = types.type_of
is_instance = types.is_instance
is_subclass = types.is_subclass

__all__ = [
    "as_dict", "as_exception", "decorate", "define_class", "exception_is", "instantiate",
    "is_instance", "is_subclass", "iterate_class", "linearize", "make_exception", "make_set", "note_annotation",
    "special_call", "type_of",
]  # fmt: skip
