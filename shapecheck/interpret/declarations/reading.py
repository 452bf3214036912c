"""From annotations to forms: jaxtyping, `Annotated[Tensor, "B C"]`, Pyrefly's `Tensor[[B, C]]`, unions, containers.

An annotation is read where it is first needed, in the scope of its function. What is not understood
declares nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from shapecheck.interpret.builtins.stdlib.jaxtyping import ABSTRACT_DTYPE, PYTREE
from shapecheck.interpret.declarations.forms import (
    ANY,
    NONE,
    Form,
    KindForm,
    MappingForm,
    NoneForm,
    RecordForm,
    SequenceForm,
    ShapeForm,
    TreeForm,
    declares_shape,
    union_of,
)
from shapecheck.interpret.frames import Frame
from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.interpret.signals import BudgetExceeded, DeadPath, PythonError, Unfollowed
from shapecheck.source import ir, parse
from shapecheck.source.shape_notation import BadShape, DimSpec, parse_loose_shape, parse_shape
from shapecheck.source.walking import last_name, once_per_node
from shapecheck.values import (
    ClassValue,
    DictValue,
    FunctionValue,
    ListValue,
    ModuleValue,
    Opaque,
    Scope,
    Site,
    TypeExpression,
    Undecided,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

_UNIONS = frozenset({"typing.Optional", "typing.Union"})
_WRAPPERS = frozenset({"typing.Final", "typing.ClassVar", "typing.Required", "typing.NotRequired", "typing.ReadOnly"})
_LISTS = frozenset({"list", "List", "Sequence", "MutableSequence", "Iterable", "Collection"})
_MAPPINGS = frozenset({"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict"})
_PLAIN = frozenset({"int", "float", "bool", "str", "bytes", "Tensor", "torch.Tensor", "object", "Any", "None"})
_PLAIN_GENERICS = frozenset({
    "Optional", "Union", "Callable", "Type", "type", "tuple", "Tuple", "set", "Set", "Literal", *_LISTS, *_MAPPINGS,
})  # fmt: skip
"""What declares a shape only if something in its brackets does."""
_KINDS = frozenset({"builtins.int", "builtins.float", "builtins.bool", "builtins.str"})
MAX_DEPTH = 8
MAX_STEPS = 5_000
"""An annotation may take so many steps."""


class Signature(NamedTuple):
    """What the annotations of a function declare: only the parameters that declare a shape."""

    params: dict[str, Form]
    returns: Form | None


EMPTY = Signature({}, None)


def signature_of(machine: Machine, function: FunctionValue) -> Signature:
    """The declarations of a function, read once."""
    if function.signature is None:
        function.signature = EMPTY  # an annotation that calls the function itself declares nothing
        function.signature = _read_signature(machine, function)
    signature: Signature = function.signature
    return signature


def _read_signature(machine: Machine, function: FunctionValue) -> Signature:
    node = function.node
    if isinstance(node, ir.Lambda):
        return EMPTY
    annotated = [param for param in node.params if may_declare(param.annotation)]
    if not annotated and not may_declare(node.returns):
        return EMPTY
    module = machine.world.module_of(function.module)
    with _scope(machine, function.scope, module, module.file or module.name) as reader:
        params = {
            param.name: _of_all(param, reader.form(param.annotation))
            for param in annotated
            if param.annotation is not None
        }
        returns: Form = ANY
        if node.returns is not None and not node.is_generator:
            returns = reader.form(node.returns)
    params = {name: form for name, form in params.items() if declares_shape(form)}
    if not params and not declares_shape(returns):
        return EMPTY
    return Signature(params, returns if declares_shape(returns) else None)


def _of_all(param: ir.Parameter, form: Form) -> Form:
    """The annotation of `*xs` and of `**named` is that of each of them."""
    if not declares_shape(form) or param.kind not in ("star", "double_star"):
        return form
    return SequenceForm("tuple", None, form) if param.kind == "star" else MappingForm(form)


def declares(function: Value) -> bool:
    """Whether a parameter or the result of the function may be declared: told without reading it."""
    if not isinstance(function, FunctionValue) or isinstance(function.node, ir.Lambda):
        return False
    if function.signature is not None:
        return function.signature is not EMPTY
    annotations = [function.node.returns, *(param.annotation for param in function.node.params)]
    return any(may_declare(annotation) for annotation in annotations)


def read_annotation(machine: Machine, annotation: ir.Expression) -> Form:
    """The form of an annotation of a variable in the present frame."""
    if not may_declare(annotation):
        return ANY
    frame = machine.frame
    with _scope(machine, frame.scope, frame.module, frame.file) as reader:
        return reader.form(annotation)


def read_value(machine: Machine, value: Value) -> Form:
    """The form that a value stands for: `isinstance(x, Float[Tensor, "b c"])`."""
    if not isinstance(value, TypeExpression):
        return ANY
    with _scope(machine, value.scope, value.module, value.file) as reader:
        return reader.form(value.node)


def read_record(machine: Machine, cls: ClassValue) -> RecordForm | None:
    """What the fields of a dataclass or named tuple declare; None if they declare no shape."""
    module = machine.world.module_of(cls.module) if cls.module else None
    if module is None or "__annotations__" not in cls.namespace:
        return None
    with _scope(machine, Scope({}, None), module, module.file or module.name) as reader:
        form = reader.record(cls)
    return form if isinstance(form, RecordForm) else None


@once_per_node
def may_declare(annotation: ir.Expression | None) -> bool:
    """Whether it is worth a look: a plain `int`, `None` or `torch.Tensor` is not."""
    if annotation is None:
        return False
    if isinstance(annotation, ir.Constant):
        return isinstance(annotation.value, str) and annotation.value not in _PLAIN
    if isinstance(annotation, ir.Name):
        return annotation.id not in _PLAIN
    if isinstance(annotation, (ir.Tuple, ir.List)):
        return any(map(may_declare, annotation.elts))
    if isinstance(annotation, ir.BinOp):
        return may_declare(annotation.left) or may_declare(annotation.right)
    if isinstance(annotation, ir.Subscript):
        name = last_name(annotation.value)
        return name not in _PLAIN_GENERICS or may_declare(annotation.index)
    return not (isinstance(annotation, ir.Attribute) and annotation.attr in _PLAIN)


@contextmanager
def _scope(machine: Machine, scope: Scope, module: ModuleValue, file: str) -> Iterator[Reader]:
    """Reads in a frame of its own, so that nothing that happens is noted."""
    machine.enter(Frame(module, file, scope))
    try:
        with machine.trial():
            yield Reader(machine, file)
    finally:
        machine.leave()


def class_of(machine: Machine, annotation: TypeExpression) -> ClassValue | None:
    """The class that an annotation names; None if it names none."""
    value = value_of(machine, annotation)
    return value if isinstance(value, ClassValue) else None


def value_of(machine: Machine, annotation: TypeExpression) -> Value:
    """What an annotation names; None if it is more than a name, or names nothing."""
    node = annotation.node
    if not isinstance(node, (ir.Name, ir.Attribute)):
        return None
    with _scope(machine, annotation.scope, annotation.module, annotation.file) as reader:
        try:
            return reader.value(node)
        except (PythonError, DeadPath, Unfollowed, Undecided):
            return None


def is_dtype_class(value: Value) -> bool:
    """Whether the value is one of jaxtyping's `Float`, `Int` ..., or made like them."""
    return isinstance(value, ClassValue) and value.is_subclass(ABSTRACT_DTYPE) and value.qualname != ABSTRACT_DTYPE


def is_form_maker(machine: Machine, value: Value) -> bool:
    """Whether a subscript of the value is kept as a TypeExpression, because it may declare a shape."""
    if not isinstance(value, ClassValue):
        return False
    is_typing = value.qualname in _UNIONS or value.qualname in ("typing.Annotated", PYTREE)
    return is_typing or is_dtype_class(value) or value is machine.world.tensor_class


def is_container_of_forms(cls: Value, index: Value) -> bool:
    """Whether `cls[index]` is a container whose items declare shapes: `tuple[Image, Image]`."""
    if not isinstance(cls, ClassValue) or cls.name not in ("tuple", "Tuple", *_LISTS, *_MAPPINGS):
        return False
    return any(isinstance(item, TypeExpression) for item in (index if isinstance(index, tuple) else (index,)))


def _evaluated(machine: Machine, node: ir.Expression) -> Value:
    """What a part of an annotation is. Attributes may run code (of a package that is imported when it is first used),
    for which not all steps of an entry are given: most programs never run it."""
    mark, knowledge, uncertain = machine.store.mark(), machine.path.snapshot(), machine.uncertain
    held_back = max(0, machine.steps_left - MAX_STEPS)
    machine.steps_left -= held_back
    try:
        return evaluate(machine, node)
    except BudgetExceeded:
        if not held_back:
            raise
        machine.steps_left = 0
        machine.store.undo(mark)
        machine.path.restore(knowledge)
        machine.uncertain = uncertain
        return machine.unknown("an annotation that takes long to evaluate")
    finally:
        machine.steps_left += held_back


class Reader:
    """Reads annotations in the frame on top of the stack."""

    def __init__(self, machine: Machine, file: str) -> None:
        self.machine = machine
        self.file = file
        self.depth = 0
        self.quoted_at: Site | None = None
        """The string that is being read: positions inside of it are those of another text."""

    def form(self, node: ir.Expression) -> Form:
        """What the annotation declares; ANY where it is not understood."""
        self.depth += 1
        try:
            return ANY if self.depth > MAX_DEPTH else self._form(node)
        except (PythonError, DeadPath, Unfollowed, Undecided, BadShape):
            return ANY
        finally:
            self.depth -= 1

    def _form(self, node: ir.Expression) -> Form:
        if isinstance(node, ir.Constant):
            return self._constant(node)
        if isinstance(node, ir.BinOp) and node.op == "|":
            return union_of([self.form(node.left), self.form(node.right)])
        if isinstance(node, ir.Subscript):
            return self._subscript(node)
        if isinstance(node, (ir.Name, ir.Attribute)):
            return self._of_value(self.value(node))
        return ANY

    def _constant(self, node: ir.Constant) -> Form:
        if node.value is None:
            return NONE
        if not isinstance(node.value, str):
            return ANY
        quoted = expression_of(node.value)
        if quoted is None:
            return ANY
        outer, self.quoted_at = self.quoted_at, self.quoted_at or Site(self.file, node.span)
        try:
            return self.form(quoted)
        finally:
            self.quoted_at = outer

    def _of_value(self, value: Value) -> Form:
        if value is None:
            return NONE
        if isinstance(value, str):
            quoted = expression_of(value)
            return ANY if quoted is None else self.form(quoted)
        if isinstance(value, ClassValue):
            return KindForm(value.name) if value.qualname in _KINDS else self.record(value)
        if not isinstance(value, TypeExpression):
            return ANY
        with _scope(self.machine, value.scope, value.module, value.file) as reader:
            reader.depth = self.depth
            return reader.form(value.node)

    def record(self, cls: ClassValue) -> Form:
        """The form of a dataclass, named tuple or typed dict whose fields declare shapes."""
        table = cls.namespace.get("__annotations__")
        if not isinstance(table, DictValue) or self.depth >= MAX_DEPTH:
            return ANY
        is_record = cls.dataclass_fields is not None or "_fields" in cls.namespace
        if not is_record and not cls.is_subclass("typing.TypedDict"):
            return ANY
        declared = [(str(name), one) for name, one in table.entries.items() if isinstance(one, TypeExpression)]
        fields = tuple((name, form) for name, one in declared if declares_shape(form := self._of_value(one)))
        return RecordForm(cls, fields) if fields else ANY

    def value(self, node: ir.Expression) -> Value:
        value = _evaluated(self.machine, node)
        while isinstance(value, Opaque) and value.bound is not None:
            value = value.bound
        return value

    # ---------------------------------------------------------------- subscripts

    def _subscript(self, node: ir.Subscript) -> Form:
        base = self.value(node.value)
        items = ir.alternatives(node.index)
        if not isinstance(base, ClassValue):
            return ANY
        if is_dtype_class(base):
            return self._jaxtyping(base, items)
        if self._is_tensor(base):
            return self._pyrefly(items)
        if base.qualname == "typing.Annotated":
            return self._annotated(items)
        if base.qualname == PYTREE:
            return self._tree(items)
        return self._generic(base, items)

    def _tree(self, items: tuple[ir.Expression, ...]) -> Form:
        leaf = self.form(items[0])
        structure = self.value(items[1]) if len(items) == 2 else ""
        return TreeForm(leaf, structure if isinstance(structure, str) else "") if declares_shape(leaf) else ANY

    def _generic(self, base: ClassValue, items: tuple[ir.Expression, ...]) -> Form:
        if base.qualname in _UNIONS:
            members = [self.form(item) for item in items]
            return union_of([*members, NONE] if base.name == "Optional" else members)
        if base.qualname in _WRAPPERS:
            return self.form(items[0])
        if base.name in ("tuple", "Tuple"):
            if len(items) == 2 and isinstance(items[1], ir.Constant) and items[1].value is ...:
                return SequenceForm("tuple", None, self.form(items[0]))
            return SequenceForm("tuple", tuple(map(self.form, items)), ANY)
        if base.name in _LISTS:
            return SequenceForm("list", None, self.form(items[0]))
        if base.name in _MAPPINGS and len(items) == 2:
            return MappingForm(self.form(items[1]))
        return ANY

    def _is_tensor(self, value: Value) -> bool:
        return isinstance(value, ClassValue) and self.machine.world.tensor_class in value.mro

    def _site(self, node: ir.Expression) -> Site:
        return self.quoted_at or Site(self.file, node.span)

    def _jaxtyping(self, base: ClassValue, items: tuple[ir.Expression, ...]) -> Form:
        if len(items) != 2:
            return ANY
        text = self.value(items[1])
        if not isinstance(text, str):
            return ANY
        dims, dtypes = parse_shape(text), dtypes_of(base)
        array = self.value(items[0])
        inner = self._of_value(array)
        if isinstance(inner, ShapeForm):
            both = [own for own in (dtypes, inner.dtypes) if own is not None]
            merged = None if not both else tuple(name for name in both[0] if all(name in own for own in both))
            shown = f"{text} {inner.text}".strip()
            return ShapeForm((*dims, *inner.dims), merged, shown, self._site(items[1]), base.name)
        is_any = isinstance(array, ClassValue) and array.qualname == "typing.Any"
        if not self._is_tensor(array) and not is_any:
            return ANY
        return ShapeForm(dims, dtypes, text.strip(), self._site(items[1]), base.name)

    def _annotated(self, items: tuple[ir.Expression, ...]) -> Form:
        inner = self.form(items[0])
        if not self._is_tensor(self.value(items[0])):
            return inner
        for item in items[1:]:
            text = self.value(item)
            dims = parse_loose_shape(text) if isinstance(text, str) else None
            if dims is not None:
                return ShapeForm(dims, None, " ".join(dim.text for dim in dims), self._site(item))
        return ANY

    def _pyrefly(self, items: tuple[ir.Expression, ...]) -> Form:
        """`Tensor[[B, 3, H // 2]]` and `Tensor[B, 3]`; names are sizes, whatever they are bound to."""
        inner = items[0] if len(items) == 1 else None
        site = self._site(inner or items[0])
        if isinstance(inner, (ir.List, ir.Tuple)):
            items = inner.elts
        dims: list[DimSpec] = []
        for item in items:
            text = self._dim_text(item)
            if text is None:
                return ANY
            dims.extend(parse_shape(text))
        return ShapeForm(tuple(dims), None, " ".join(dim.text for dim in dims), site)

    def _dim_text(self, node: ir.Expression) -> str | None:
        """A dim of Pyrefly's notation as one of jaxtyping's; None if it is none."""
        if isinstance(node, ir.Constant):
            if node.value is ...:
                return "..."
            return str(node.value) if type(node.value) is int else None
        if isinstance(node, ir.Starred):
            inner = self._dim_text(node.value)
            return None if inner is None or not inner.isidentifier() else f"*{inner}"
        if isinstance(node, ir.Name):
            known = self.value(node)
            if type(known) is int:
                return str(known)
            return "_" if node.id in ("Any", "int") else node.id
        if isinstance(node, ir.BinOp) and node.op in ("+", "-", "*", "//", "%"):
            sides = [self._dim_text(side) for side in (node.left, node.right)]
            return None if None in sides else "(" + f"{sides[0]}){node.op}({sides[1]}" + ")"
        if isinstance(node, ir.Subscript) and getattr(self.value(node.value), "name", "") in ("Unpack", "Literal"):
            inner = self._dim_text(node.index)
            return f"*{inner}" if inner is not None and inner.isidentifier() else inner
        return None


def dtypes_of(cls: ClassValue) -> tuple[str, ...] | None:
    """The names of dtypes that a class of jaxtyping admits; None for all."""
    found = cls.lookup("dtypes")
    value = found[0] if found is not None else None
    if isinstance(value, str):
        return (value,)
    items = value.items if isinstance(value, ListValue) else value
    if not isinstance(items, (tuple, list)) or not all(isinstance(item, str) for item in items):
        return None
    return tuple(items)


@lru_cache(maxsize=4096)
def expression_of(text: str) -> ir.Expression | None:
    """The one expression that the text is; None if it is no expression."""
    source = parse(f"({text.strip()})\n", "<annotation>")
    body = source.body if isinstance(source, ir.SourceFile) else ()
    return body[0].value if len(body) == 1 and isinstance(body[0], ir.Expr) else None


def optional_of(form: Form) -> tuple[Form, bool]:
    """The form without None, and whether None is admitted."""
    members = getattr(form, "members", None)
    if members is None:
        return form, isinstance(form, NoneForm)
    rest = [member for member in members if not isinstance(member, NoneForm)]
    return (rest[0] if len(rest) == 1 else union_of(rest)), len(rest) < len(members)


__all__ = [
    "EMPTY", "Signature", "declares", "expression_of", "is_container_of_forms", "is_form_maker", "may_declare",
    "optional_of", "read_annotation", "read_value", "signature_of",
]  # fmt: skip
