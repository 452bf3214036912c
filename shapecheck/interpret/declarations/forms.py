"""What an annotation says of a value: the forms that declarations are read into."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, Union

from shapecheck.source.shape_notation import DimSpec
from shapecheck.values import ClassValue, Site


class ShapeForm(NamedTuple):
    """A tensor of a declared shape. `dtypes` None: any; `dtype_name` is what the user calls them. `text` is the
    shape as the user wrote it."""

    dims: tuple[DimSpec, ...]
    dtypes: tuple[str, ...] | None
    text: str
    site: Site | None
    dtype_name: str = ""

    @property
    def star_at(self) -> int | None:
        return next((i for i, dim in enumerate(self.dims) if dim.variadic), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its named dims, in order."""
        return tuple(dim.name for dim in self.dims if dim.kind == "named")

    def at_leaf(self, place: str) -> ShapeForm:
        """The form of one leaf of a tree: the names that differ from leaf to leaf (`?n`) are of this place, and so
        the same in the trees that share a structure."""
        own = (dim._replace(name=f"{dim.name} at {place}", treepath=False) for dim in self.dims)
        return self._replace(dims=tuple(new if dim.treepath else dim for dim, new in zip(self.dims, own)))


class AnyForm(NamedTuple):
    """Nothing is declared."""


class KindForm(NamedTuple):
    """A number, truth or text: `int`, `float`, `bool` or `str`. No shape is declared."""

    kind: str


class NoneForm(NamedTuple):
    """None"""


class UnionForm(NamedTuple):
    """One of several forms."""

    members: tuple[Form, ...]


class SequenceForm(NamedTuple):
    """`kind` is tuple or list; `items` of a tuple of known length, else any number of `element`."""

    kind: str
    items: tuple[Form, ...] | None
    element: Form


class MappingForm(NamedTuple):
    """A dict whose values have a form."""

    element: Form


class TreeForm(NamedTuple):
    """jaxtyping's PyTree: every leaf of nested containers has the form. `structure` is the name that trees of one
    structure share, "" if none is given."""

    leaf: Form
    structure: str = ""


class RecordForm(NamedTuple):
    """A dataclass or named tuple some of whose fields declare a shape; their names are the class's own."""

    cls: ClassValue
    fields: tuple[tuple[str, Form], ...]


Form: TypeAlias = Union[
    ShapeForm, AnyForm, KindForm, NoneForm, UnionForm, SequenceForm, MappingForm, TreeForm, RecordForm
]

ANY = AnyForm()
NONE = NoneForm()


def declares_shape(form: Form | None) -> bool:
    """Whether the form says anything about a tensor's shape."""
    if isinstance(form, (ShapeForm, RecordForm)):
        return True
    if isinstance(form, UnionForm):
        return any(map(declares_shape, form.members))
    if isinstance(form, SequenceForm):
        return any(map(declares_shape, form.items or (form.element,)))
    if isinstance(form, MappingForm):
        return declares_shape(form.element)
    return isinstance(form, TreeForm) and declares_shape(form.leaf)


def shapes_in(form: Form | None) -> tuple[ShapeForm, ...]:
    """All shapes that the form declares, in order; not those of a record, whose names are its own."""
    if isinstance(form, ShapeForm):
        return (form,)
    if isinstance(form, UnionForm):
        return tuple(shape for member in form.members for shape in shapes_in(member))
    if isinstance(form, SequenceForm):
        return tuple(shape for member in form.items or (form.element,) for shape in shapes_in(member))
    if isinstance(form, MappingForm):
        return shapes_in(form.element)
    return shapes_in(form.leaf) if isinstance(form, TreeForm) else ()


def union_of(members: list[Form]) -> Form:
    """One of several; any of which nothing is known makes it unknown as a whole."""
    flat = [inner for member in members for inner in (member.members if isinstance(member, UnionForm) else (member,))]
    if not any(map(declares_shape, flat)):
        return ANY
    distinct = list(dict.fromkeys(flat))
    return distinct[0] if len(distinct) == 1 else UnionForm(tuple(distinct))
