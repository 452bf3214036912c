"""Declared shapes at work: arguments against parameters, returned values, variables, attributes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from shapecheck.interpret.declarations import bindings as bound
from shapecheck.interpret.declarations.bindings import Bindings, Held
from shapecheck.interpret.declarations.flattening import flatten
from shapecheck.interpret.declarations.forms import (
    Form,
    RecordForm,
    ShapeForm,
    declares_shape,
)
from shapecheck.interpret.declarations.free import make, make_all, make_undeclared
from shapecheck.interpret.declarations.reading import (
    EMPTY,
    may_declare,
    optional_of,
    read_annotation,
    read_value,
    signature_of,
)
from shapecheck.interpret.frames import Frame
from shapecheck.interpret.language.branches import fork
from shapecheck.interpret.record import ASSERTION, DECLARED
from shapecheck.rules.context import Rejected
from shapecheck.source import ir
from shapecheck.symbolic import Cond
from shapecheck.values import (
    DictValue,
    FunctionValue,
    Instance,
    Opaque,
    Scope,
    Tensor,
    TypeExpression,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def enter(machine: Machine, function: FunctionValue, frame: Frame) -> bool:
    """Holds the arguments of a call against the parameters' declarations, and binds the names.

    False if they contradict each other: it has been reported, and the body is not entered.
    """
    signature = signature_of(machine, function)
    if signature is EMPTY:
        return True
    frame.bindings = bindings = Bindings(frame)
    entered, names = machine.declared.entered
    if entered is function:
        bindings.free, machine.declared.entered = names, (None, {})
    variables = frame.scope.variables
    given = {f"`{name}`": (form, variables[name]) for name, form in signature.params.items() if name in variables}
    if not _hold(machine, given, bindings) or not all(_fields_hold(machine, *one) for one in given.items()):
        return False
    for name, size in bindings.free.items():  # of the items of a list, which may have none
        if name not in bindings.dims:
            machine.store.set_item(bindings.dims, name, size)
    for name, form in signature.params.items():
        if isinstance(variables.get(name), Unknown) and isinstance(form, ShapeForm):
            variables[name] = make_undeclared(machine, form, name, bindings)
    return True


def _fields_hold(machine: Machine, what: str, given: tuple[Form, Value]) -> bool:
    """Holds the items of a dict against the fields of its TypedDict, whose names are the class's own."""
    form, value = given
    if not isinstance(form, RecordForm) or not isinstance(value, DictValue):
        return True
    items = {f"{what}[{name!r}]": (one, value.entries[name]) for name, one in form.fields if name in value.entries}
    return _hold(machine, items, Bindings(machine.frame))


def free_parameters(
    machine: Machine, function: FunctionValue, receivers: Sequence[Value], given: Mapping[str, Value]
) -> dict[str, Value]:
    """Values of the declared parameters of an entry of our own; a default is left to be one, unless the machine
    is to give those, too.

    Names that the given arguments bind stand for what they are there.
    """
    signature = signature_of(machine, function)
    if signature is EMPTY:
        return {}
    module = machine.world.module_of(function.module)
    names = [param.name for param in function.node.params]
    variables = {**dict(zip(names, receivers)), **given}
    bindings = Bindings(Frame(module, module.file or module.name, Scope(variables, function.scope)))
    held = [one for name, value in given.items() for one in _given(machine, signature.params.get(name), value)]
    try:
        with machine.trial():
            bound.hold(machine, held, bindings, DECLARED)
    except Rejected:
        return {}
    optional = {param.name for param in function.node.params if param.default is not None}
    any_number = {param.name for param in function.node.params if param.kind in ("star", "double_star")}
    left_out = set() if machine.entering.gives_declared else optional
    wanted = {
        name: optional_of(form)[0] if name in optional else form  # the entry that leaves it out has the None
        for name, form in signature.params.items()
        if name not in given and name not in left_out and name not in any_number
    }
    machine.declared.entered = (function, bindings.dims)
    return make_all(machine, wanted, bindings)


def _given(machine: Machine, form: Form | None, value: Value) -> Iterable[Held]:
    return () if form is None else flatten(machine, "the argument", form, value)


def check_return(machine: Machine, value: Value) -> Value:
    """Holds a returned value against the declaration of the function; gives what is known of it then.

    Names that no argument has bound stand for sizes that the function chooses: nobody declares that they may be any.
    """
    frame = machine.frame
    function = frame.function
    if function is None or frame.scope.is_class or not isinstance(function.node, ir.FunctionDef):
        return value
    form = signature_of(machine, function).returns
    if form is None:
        return value
    if frame.bindings is None:
        frame.bindings = Bindings(frame)
    returned = _checked(machine, "the returned value", form, value, frame.bindings)
    if isinstance(returned, Unknown) and returned is value and isinstance(form, ShapeForm):
        return make_undeclared(machine, form, "the returned value", frame.bindings)
    return returned


def check_variable(machine: Machine, name: str, annotation: ir.Expression, value: Value) -> Value:
    """`name: Float[Tensor, "b c"] = value`; gives what is known of the value then."""
    form = read_annotation(machine, annotation)
    if not declares_shape(form):
        return value
    frame = machine.frame
    if frame.bindings is None:
        frame.bindings = Bindings(frame)
    checked = _checked(machine, f"`{name}`", form, value, frame.bindings)
    if isinstance(checked, Unknown) and checked is value and isinstance(form, ShapeForm):
        return make(machine, form, name, frame.bindings)
    return checked


def _checked(machine: Machine, what: str, form: Form, value: Value, bindings: Bindings) -> Value:
    if type(value) is UnionValue and value.guard is not None and isinstance(form, ShapeForm):
        first, second = (partial(_checked, machine, what, form, member, bindings) for member in value.members)
        either: Value = fork(machine, value.guard, first, second)
        return either
    operands, machine.operands = machine.operands, [(what.strip("`"), value)]
    try:
        fits = _hold(machine, {what: (form, value)}, bindings)
    finally:
        machine.operands = operands
    if not fits:
        return machine.unknown("a value that contradicts its declaration")
    return value


def _hold(machine: Machine, given: Mapping[str, tuple[Form, Value]], bindings: Bindings) -> bool:
    held = [one for what, (form, value) in given.items() for one in flatten(machine, what, form, value)]
    if not held:
        return True
    try:
        bound.hold(machine, held, bindings, DECLARED)
    except Rejected:
        if machine.catching:
            raise machine.error("TypeError", "a value contradicts its declaration") from None
        return False
    return True


def assert_instance(machine: Machine, value: Value, cls: Value, what: str) -> bool:
    """`assert isinstance(value, Float[Tensor, "b c"])`: an obligation; False if the class declares no shape."""
    form = read_value(machine, cls)
    if not declares_shape(form):
        return False
    frame = machine.frame
    if frame.bindings is None:
        frame.bindings = Bindings(frame)
    held = list(flatten(machine, what, form, value))
    bound.hold(machine, held, frame.bindings, ASSERTION)
    return True


def is_instance(machine: Machine, value: Value, cls: TypeExpression) -> Cond | None:
    """isinstance(value, Float[Tensor, "b c"]) as a condition on sizes; None if it is not known."""
    form, frame = read_value(machine, cls), machine.frame
    if not isinstance(form, ShapeForm) or isinstance(value, (Unknown, Opaque, UnionValue)):
        return None
    if not isinstance(value, Tensor):
        return False
    return bound.condition(machine, [Held("it", value, form)], frame.bindings or Bindings(frame))


# -------------------------------------------------------------------- attributes


def check_attribute(machine: Machine, obj: Instance, name: str, value: Value) -> None:
    """Holds a value against `name: Float[Tensor, "o i"]` in the body of the object's class.

    The attributes that a construction assigns share their names; later each may get another size. Fields of a
    dataclass hold when it is made (`check_fields`): `__post_init__` may bring them into their shapes.
    """
    form = attribute_form(machine, obj, name)
    if form is None or (obj.cls.dataclass_fields is not None and _is_being_made(machine, obj)):
        return
    _check_attribute(machine, obj, name, form, value)


def _check_attribute(machine: Machine, obj: Instance, name: str, form: Form, value: Value) -> None:
    frame = machine.frame
    is_constructor = frame.function is not None and frame.function.name == "__init__" and frame.first_argument is obj
    if frame.constructs is None and is_constructor:
        frame.constructs = (obj, Bindings(frame))
    shared = frame.constructs is not None and frame.constructs[0] is obj
    bindings = frame.constructs[1] if shared and frame.constructs is not None else Bindings(frame)
    operands, machine.operands = machine.operands, [(name, value)]
    try:
        _hold(machine, {f"`{name}`": (form, value)}, bindings)
    finally:
        machine.operands = operands


def check_fields(machine: Machine, obj: Instance) -> None:
    """Holds the fields of a dataclass that has been made against what it declares, as jaxtyping does."""
    fields = obj.cls.dataclass_fields
    if fields is None:
        return
    with constructing(machine, obj):
        for name, field in fields.items():
            form = attribute_form(machine, obj, name) if field.may_declare and name in obj.attrs else None
            if form is not None:
                _check_attribute(machine, obj, name, form, obj.attrs[name])


def _is_being_made(machine: Machine, obj: Instance) -> bool:
    """Whether the constructor of the object runs."""
    return any(
        (frame.constructs is not None and frame.constructs[0] is obj)
        or (frame.function is not None and frame.function.name == "__init__" and frame.first_argument is obj)
        for frame in machine.stack
    )


@contextmanager
def constructing(machine: Machine, obj: Value) -> Iterator[None]:
    """What is assigned inside are the fields of a new dataclass or named tuple."""
    frame = machine.frame
    outer, frame.constructs = frame.constructs, (obj, Bindings(frame))
    try:
        yield
    finally:
        frame.constructs = outer


def attribute_form(machine: Machine, obj: Instance, name: str) -> Form | None:
    """What the classes of the object declare of an attribute."""
    for cls in obj.cls.mro:
        table = cls.namespace.get("__annotations__")
        if isinstance(table, DictValue) and name in table.entries:
            declared = table.entries[name]
            if isinstance(declared, TypeExpression) and not may_declare(declared.node):
                return None
            form = read_value(machine, declared)
            return form if declares_shape(form) else None
    return None
