"""The tensors in a value, beside what is declared of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from shapecheck.interpret.declarations.bindings import Held
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
from shapecheck.symbolic import ge
from shapecheck.values import DictValue, ListValue, Opaque, Tensor, TupleOfMany, UnionValue, Value, is_plain

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

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
    if items is None or (form.kind == "tuple" and not isinstance(value, (tuple, TupleOfMany))):
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
