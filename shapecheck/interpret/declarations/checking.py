"""Declared shapes at work: arguments against parameters, returned values, variables, attributes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from shapecheck.interpret.declarations import bindings as bound
from shapecheck.interpret.declarations.bindings import Bindings, Held
from shapecheck.interpret.declarations.forms import (
    Form,
    MappingForm,
    NoneForm,
    SequenceForm,
    ShapeForm,
    TreeForm,
    UnionForm,
    declares_shape,
)
from shapecheck.interpret.declarations.free import make, make_all, make_undeclared
from shapecheck.interpret.declarations.reading import (
    EMPTY,
    may_declare,
    read_annotation,
    read_value,
    signature_of,
)
from shapecheck.interpret.frames import Frame
from shapecheck.interpret.record import ASSERTION, DECLARED
from shapecheck.rules.context import Rejected
from shapecheck.source import ir
from shapecheck.symbolic import Cond, ge
from shapecheck.values import (
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    Opaque,
    Scope,
    Tensor,
    TypeExpression,
    UnionValue,
    Unknown,
    Value,
    is_plain,
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
    if not _hold(machine, given, bindings):
        return False
    for name, form in signature.params.items():
        if isinstance(variables.get(name), Unknown) and isinstance(form, ShapeForm):
            variables[name] = make_undeclared(machine, form, name, bindings)
    return True


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
    left_out = set() if machine.entering.gives_declared else optional
    wanted = {name: form for name, form in signature.params.items() if name not in given and name not in left_out}
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


# -------------------------------------------------------------------- values against forms


def flatten(machine: Machine, what: str, form: Form, value: Value) -> Iterable[Held]:
    """The tensors in the value beside what is declared of each; nothing of what is not understood."""
    if isinstance(value, Opaque):
        value = _settled(machine, form, value)
    if isinstance(value, UnionValue) and isinstance(form, UnionForm):
        members = [member for member in value.members if member is not None]
        value = members[0] if len(members) == 1 and len(members) < len(value.members) else value
    if isinstance(form, ShapeForm):
        return [Held(what, value, form)] if isinstance(value, Tensor) else []
    if isinstance(form, UnionForm):
        member = _member_for(machine, form, value)
        return flatten(machine, what, member, value) if member is not None else []
    if isinstance(form, SequenceForm):
        return _flatten_sequence(machine, what, form, value)
    if isinstance(form, MappingForm) and isinstance(value, DictValue):
        items = value.entries.items()
        return [one for key, item in items for one in flatten(machine, _item(what, key), form.element, item)]
    if isinstance(form, TreeForm):
        return _flatten_tree(machine, what, form, value, "")
    return []


def _settled(machine: Machine, form: Form, value: Opaque) -> Value:
    """A parameter of unknown kind that is passed where one tensor is declared is that tensor."""
    if value.bound is None and isinstance(form, ShapeForm) and value.prefers != "int":
        from shapecheck.interpret.language.unknown_kinds import bind_as_tensor

        return bind_as_tensor(machine, value)
    return value.bound if value.bound is not None else value


def _member_for(machine: Machine, form: UnionForm, value: Value) -> Form | None:
    """The only member of a union of forms that the value may have."""
    if not isinstance(value, Tensor):
        return None
    shapes = [member for member in form.members if isinstance(member, ShapeForm)]
    others = [m for m in form.members if not isinstance(m, (ShapeForm, NoneForm)) and not declares_shape(m)]
    if others or not shapes:
        return None
    fitting = [shape for shape in shapes if _may_be(machine, shape, value)]
    if not fitting:
        return shapes[0]
    return fitting[0] if len(fitting) == 1 else None


def _may_be(machine: Machine, form: ShapeForm, value: Tensor) -> bool:
    """Whether rank, dtype and fixed sizes admit the form."""
    if value.dtype is not None and form.dtypes is not None and value.dtype.name not in form.dtypes:
        return False
    shape = machine.path.resolve(value.shape)
    if not is_plain(shape):
        return True
    if form.star_at is not None:
        return len(shape) >= len(form.dims) - 1
    if len(shape) != len(form.dims):
        return False
    pairs = zip(form.dims, shape)
    return not any(
        spec.kind == "fixed" and type(dim) is int and dim != spec.size and not (spec.broadcastable and dim == 1)
        for spec, dim in pairs
    )


def _flatten_sequence(machine: Machine, what: str, form: SequenceForm, value: Value) -> list[Held]:
    items = value.items if isinstance(value, ListValue) else value if isinstance(value, tuple) else None
    if items is None and isinstance(value, ListValue) and machine.path.decide(ge(value.length, 1)):
        items = [value.element]  # it stands for all, and there is one
    if items is None or (form.kind == "tuple" and not isinstance(value, tuple)):
        return []
    if form.items is not None:
        forms: Iterable[Form] = form.items if len(form.items) == len(items) else ()
    else:
        forms = (form.element,) * len(items)
    pairs = enumerate(zip(forms, items))
    return [one for i, (inner, item) in pairs for one in flatten(machine, _item(what, i), inner, item)]


def _flatten_tree(machine: Machine, what: str, form: TreeForm, value: Value, place: str) -> list[Held]:
    if isinstance(value, Tensor):
        held = flatten(machine, what, form.leaf, value)
        if not form.structure or form.structure.endswith("...") or form.structure.startswith("..."):
            return list(held)
        return [one._replace(form=one.form.at_leaf(form.structure + place)) for one in held]
    items: Iterable[tuple[object, Value]] = ()
    if isinstance(value, DictValue):
        items = value.entries.items()
    elif isinstance(value, tuple) or (isinstance(value, ListValue) and value.items is not None):
        items = enumerate(value if isinstance(value, tuple) else value.items or ())
    return [
        one
        for key, item in items
        for one in _flatten_tree(machine, _item(what, key), form, item, _item(place, key))
    ]


def _item(what: str, key: object) -> str:
    """`xs[1]`, the returned value[1]"""
    return f"{what[:-1]}[{key!r}]`" if what.endswith("`") else f"{what}[{key!r}]"


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
