"""Values made from declarations: the parameters of an entry of our own, with the user's own names for sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from shapecheck.interpret.declarations.bindings import Bindings, value_of_expression
from shapecheck.interpret.declarations.forms import (
    AnyForm,
    Form,
    KindForm,
    MappingForm,
    NoneForm,
    RecordForm,
    SequenceForm,
    ShapeForm,
    UnionForm,
    shapes_in,
)
from shapecheck.interpret.signals import PythonError
from shapecheck.source.shape_notation import DimSpec
from shapecheck.symbolic import Dim, Expr, eq, ge, or_
from shapecheck.values import (
    DTYPE_NAMES,
    DictValue,
    DType,
    ListValue,
    Opaque,
    Scalar,
    Shape,
    Star,
    Tensor,
    TupleOfMany,
    UnionValue,
    Value,
    each,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def make_all(machine: Machine, forms: Mapping[str, Form], bindings: Bindings) -> dict[str, Value]:
    """A value for each name; those whose form says too little are left out."""
    for form in forms.values():
        for shape in shapes_in(form):
            _name_dims(machine, shape, bindings)
    made: dict[str, Value] = {}
    for name, form in forms.items():
        if _is_makeable(form):
            made[name] = make(machine, form, name, bindings)
    if len(made) == len(forms):
        _bind_singles(machine, forms.values(), bindings)
    return made


def _bind_singles(machine: Machine, forms: Iterable[Form], bindings: Bindings) -> None:
    """A name that may be 1 wherever it stands is the largest of the dims it stands for: where all are 1, it is 1."""
    dims = [dim for form in forms for shape in shapes_in(form) for dim in shape.dims]
    plain = {dim.name for dim in dims if dim.kind == "named" and not dim.broadcastable}
    for name, singles in bindings.single.items():
        size = bindings.dims.get(name)
        if name not in plain and size is not None:
            machine.path.assume(or_(*(eq(one, size) for one in singles)), machine.site)


def make(machine: Machine, form: Form, name: str, bindings: Bindings) -> Value:
    """A value of the form; names that are not bound yet become sizes of their own."""
    if isinstance(form, ShapeForm):
        return _make_tensor(machine, form, name, bindings)
    if isinstance(form, UnionForm):
        return UnionValue(tuple(
            None if isinstance(member, NoneForm) else make(machine, member, name, bindings) for member in form.members
        ))  # fmt: skip
    if isinstance(form, SequenceForm):
        if form.items is not None:
            return tuple(make(machine, item, f"{name}_{i}", bindings) for i, item in enumerate(form.items))
        element = _make_each(machine, form.element, name, bindings)
        length = machine.path.fresh(f"len_{name}", 0)
        machine.declared.lengths.add(length.name)
        return TupleOfMany(element, length) if form.kind == "tuple" else ListValue(None, element, length)
    if isinstance(form, MappingForm):
        mapping = DictValue({}, is_open=True)
        mapping.element = _make_each(machine, form.element, name, bindings)
        return mapping
    if isinstance(form, KindForm):
        return machine.path.number(name) if form.kind == "int" else Scalar(form.kind)
    if isinstance(form, RecordForm):
        return make_record(machine, form)
    return machine.unknown(f"the parameter {name}")


def _make_each(machine: Machine, form: Form, name: str, bindings: Bindings) -> Value:
    """A value that stands for all of many. The names in its shapes stand for the same sizes in each; those of a
    record, of which each has its own, do not."""
    is_new, declared = each.born_since(machine.path), machine.declared
    before = len(declared.records)
    element = make(machine, form, name, bindings)
    own = {name for names, _ in declared.records[before:] for name in names}
    each.vary(
        machine.path, element, lambda size: is_new(size) and (size.name not in declared.symbols or size.name in own)
    )
    return element


def make_undeclared(machine: Machine, form: Form, name: str, bindings: Bindings) -> Value:
    """What an unknown value is where it is declared to have the form: its new sizes are some, not any that a user may
    choose."""
    declared = machine.declared
    symbols, stars = dict(declared.symbols), dict(declared.stars)
    try:
        return make(machine, form, name, bindings)
    finally:
        declared.symbols, declared.stars = symbols, stars


def make_record(machine: Machine, form: RecordForm) -> Value:
    """An object of the class: its declared fields share the names of the class, the others may be anything."""
    defaults = form.cls.namespace.get("_field_defaults")
    known = defaults.entries if isinstance(defaults, DictValue) else form.cls.namespace
    own: dict[str, Form] = {name: one for name, one in form.fields if name not in known}
    with machine.declared.one_record():
        given = make_all(machine, own, Bindings())
    table = form.cls.namespace["__annotations__"]
    for name in map(str, table.entries) if isinstance(table, DictValue) else ():
        if name not in known:
            given.setdefault(name, Opaque(name, machine.site, ""))
    try:
        return machine.call(form.cls, [], given)
    except PythonError:
        return machine.unknown(f"an object of class {form.cls.name}")


def _is_makeable(form: Form) -> bool:
    if isinstance(form, (ShapeForm, RecordForm)):
        return True
    if isinstance(form, UnionForm):
        return all(isinstance(member, NoneForm) or _is_makeable(member) for member in form.members)
    if isinstance(form, SequenceForm):
        if form.items is not None:
            return all(isinstance(item, (AnyForm, KindForm)) or _is_makeable(item) for item in form.items)
        return _is_uniform(form.element)
    return isinstance(form, MappingForm) and _is_uniform(form.element)


def _is_uniform(form: Form) -> bool:
    """Whether one value may stand for all elements: a dim of any size is another one in each."""
    if isinstance(form, ShapeForm):
        return not any(dim.treepath or _is_open(dim) for dim in form.dims)
    if isinstance(form, SequenceForm):
        return all(map(_is_uniform, form.items or (form.element,)))
    if isinstance(form, MappingForm):
        return _is_uniform(form.element)
    return isinstance(form, (AnyForm, KindForm, RecordForm))


def _is_open(dim: DimSpec) -> bool:
    return dim.kind == "anonymous" and dim.variadic


# -------------------------------------------------------------------- tensors


def _name_dims(machine: Machine, form: ShapeForm, bindings: Bindings) -> None:
    for spec in form.dims:
        if spec.kind != "named" or spec.treepath:
            continue
        if not spec.variadic:
            if spec.name not in bindings.dims:
                bindings.dims[spec.name] = _declare_size(machine, spec.name)
        elif not spec.broadcastable and spec.name not in bindings.stars:
            bindings.stars[spec.name] = (_declare_star(machine, spec.name),)


def _declare_size(machine: Machine, name: str) -> Expr:
    size = machine.path.named(name)
    machine.declared.symbols[size.name] = size
    return size


def _declare_star(machine: Machine, name: str) -> Star:
    star = machine.path.fresh_star(name)
    machine.declared.stars[star.name] = star
    rank = machine.entering.star_rank
    if rank is not None:
        machine.path.equate((star,), tuple(machine.path.fresh(f"{name}_{axis}") for axis in range(rank)))
    return star


def _make_tensor(machine: Machine, form: ShapeForm, name: str, bindings: Bindings) -> Tensor:
    _name_dims(machine, form, bindings)
    shape: list[Dim | Star] = []
    for axis, spec in enumerate(form.dims):
        shape.extend(_make_dim(machine, spec, f"{name}_{axis}", bindings))
    made = Tensor(tuple(shape), _only_dtype(form), form.site, name=name)
    made.admits = form.dtypes
    made.is_sparse = None
    return made


def _only_dtype(form: ShapeForm) -> DType | None:
    names = form.dtypes or ()
    return DType(names[0]) if len(names) == 1 and names[0] in DTYPE_NAMES else None


def _make_dim(machine: Machine, spec: DimSpec, hint: str, bindings: Bindings) -> Shape:
    if spec.kind == "fixed":
        return _broadcast(machine, spec, spec.size, hint, bindings)
    if spec.kind == "symbolic":
        size = value_of_expression(machine, spec, bindings, lambda name: _declare_missing(machine, name, bindings))
        if size is None:
            return (machine.path.fresh(hint),)
        machine.path.assume(ge(size, 1), machine.site)
        return _broadcast(machine, spec, size, hint, bindings)
    if spec.variadic:
        known = bindings.stars.get(spec.name) if spec.kind == "named" and not spec.broadcastable else None
        return known if known is not None else (machine.path.fresh_star(hint),)
    if spec.kind == "anonymous" or spec.treepath:
        return (machine.path.fresh(hint),)
    return _broadcast(machine, spec, bindings.dims[spec.name], hint, bindings)


def _declare_missing(machine: Machine, name: str, bindings: Bindings) -> Dim:
    bindings.dims[name] = size = _declare_size(machine, name)
    return size


def _broadcast(machine: Machine, spec: DimSpec, size: Dim, hint: str, bindings: Bindings) -> Shape:
    """The size itself, or a dim that is it or 1."""
    if not spec.broadcastable:
        return (size,)
    either = machine.path.fresh(hint)
    machine.declared.symbols[either.name] = either
    machine.path.assume(or_(eq(either, 1), eq(either, size)), machine.site)
    if spec.kind == "named":
        bindings.single.setdefault(spec.name, []).append(either)
    return (either,)
