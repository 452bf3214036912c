"""The abstract values.

What Python knows exactly is itself: None, bool, int, float, complex, str, bytes, `...` and tuples of
values are raw Python objects; an Expr is an int that is known as an expression; a Formula is a bool
that is known as a condition. Everything else is of the classes here, in `unknowns`, `tensors` and `containers`,
which have identity as Python objects have. Their fields change only through a Store, so that branches can be undone.
"""

from __future__ import annotations

from collections.abc import Callable
from types import EllipsisType
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from shapecheck.source import ir
from shapecheck.symbolic import Expr, Formula
from shapecheck.values.containers import DictValue, IteratorValue, ListValue, RangeValue, SetValue, SliceValue
from shapecheck.values.dtype import DType
from shapecheck.values.store import BIRTHS
from shapecheck.values.tensors import SizesValue, Tensor
from shapecheck.values.unknowns import Opaque, Scalar, Site, Unknown

if TYPE_CHECKING:
    from shapecheck.values.scope import Scope


class ClassValue:
    """A class: of the user, of Python or of a stub.

    `mro` begins with the class itself. `namespace` changes through the Store. `construct`, when set,
    makes an instance natively (int, list, dict, exceptions ...). `is_complete` is false when a base is
    unknown: a missing attribute then proves nothing. `lacks_first_base` says that its first one is, `lacks_others_only`
    that all of those are of packages that were not found, which know nothing of its own package. `is_abstract` says
    that a method is left to the classes below it.
    `annotated` are the annotations of its body as they are written. `unseen` is the class of objects that may as well
    be of a class below it, once there are such.
    """

    __slots__ = (
        "annotated", "bases", "construct", "dataclass_fields", "docstring", "is_abstract", "is_complete",
        "lacks_first_base", "lacks_others_only", "metaclass", "module", "mro", "name", "namespace", "qualname", "site",
        "unseen",
    )  # fmt: skip

    def __init__(self, name: str, module: str, bases: list[ClassValue], namespace: dict[str, Value]) -> None:
        self.name = name
        self.module = module
        self.qualname = f"{module}.{name}"
        self.bases = bases
        self.namespace = namespace
        self.mro: list[ClassValue] = [self]
        self.is_complete = True
        self.lacks_first_base = False
        self.lacks_others_only = False
        self.is_abstract = False
        self.construct: Callable[..., Value] | None = None
        self.metaclass: Value = None
        self.dataclass_fields: Any = None
        self.site: Site | None = None
        self.docstring: str | None = None
        self.annotated: dict[str, TypeExpression] = {}
        self.unseen: ClassValue | None = None

    def __repr__(self) -> str:
        return f"<class {self.qualname}>"

    def lookup(self, name: str) -> tuple[Value, ClassValue] | None:
        """The attribute along the method resolution order, with the class that holds it."""
        for cls in self.mro:
            if name in cls.namespace:
                return cls.namespace[name], cls
        return None

    def is_subclass(self, qualname: str) -> bool:
        for cls in self.mro:  # noqa: SIM110  (asked very often, and `any` costs a generator)
            if cls.qualname == qualname:
                return True
        return False

    @property
    def is_unseen(self) -> bool:
        """Whether it stands for any class below its base."""
        return len(self.bases) == 1 and self.bases[0].unseen is self


UNNAMED = "*"
"""The attribute that stands for all that was added to a module under names that are not known."""


class Instance:
    """An object of a class. `attrs` in order of assignment, changed through the Store.

    `payload` is the underlying built-in value of a subclass of tuple, list, dict, str or int.
    `is_definite` is true when the code itself made it with arguments that are known exactly, `is_held` once code
    that is not followed keeps it.
    """

    __slots__ = ("attrs", "birth", "cls", "is_definite", "is_held", "payload", "site")

    def __init__(self, cls: ClassValue, site: Site | None = None) -> None:
        self.birth = next(BIRTHS)
        self.cls = cls
        self.attrs: dict[str, Value] = {}
        self.site = site
        self.payload: Value = None
        self.is_definite = False
        self.is_held = False

    def __repr__(self) -> str:
        return f"<{self.cls.name} object>"


class FunctionValue:
    """A function or lambda of the source, closed over `scope`. `owner` is the class it was defined in.

    `signature` is what its annotations declare, once they are read.
    """

    __slots__ = ("attrs", "defaults", "module", "name", "node", "owner", "qualname", "scope", "signature")

    def __init__(
        self,
        node: ir.FunctionDef | ir.Lambda,
        defaults: dict[str, Value],
        scope: Scope,
        module: str,
        qualname: str,
        owner: ClassValue | None = None,
    ) -> None:
        self.node = node
        self.defaults = defaults
        self.scope = scope
        self.module = module
        self.name = qualname.rpartition(".")[2]
        self.qualname = qualname
        self.owner = owner
        self.attrs: dict[str, Value] = {}
        self.signature: Any = None


class NativeFunction:
    """A built-in: `call(machine, args, kwargs)` gives its value. `name` is dotted; a method of a container is bound to
    its `receiver`. What a built-in decorator makes has `decorated` inside."""

    __slots__ = ("call", "decorated", "name", "receiver")

    def __init__(
        self, name: str, call: Callable[..., Value], receiver: Value = None, decorated: Value = None
    ) -> None:
        self.name = name
        self.call = call
        self.receiver = receiver
        self.decorated = decorated

    def __repr__(self) -> str:
        return f"<native {self.name}>"


class RuleFunction:
    """An operator with a stub rule: `rule` is a `shapecheck.rules.Rule`."""

    __slots__ = ("name", "rule")

    def __init__(self, name: str, rule: Any) -> None:
        self.name = name
        self.rule = rule

    def __repr__(self) -> str:
        return f"<operator {self.name}>"


class BoundMethod:
    """A function with its first argument. It is made anew whenever it is read, but equal to what was made before."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: Value, receiver: Value) -> None:
        self.function = function
        self.receiver = receiver

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoundMethod) or self.receiver is not other.receiver:
            return False
        a, b = self.function, other.function
        return a is b or (isinstance(a, RuleFunction) and isinstance(b, RuleFunction) and a.rule is b.rule)

    def __hash__(self) -> int:
        return id(self.receiver)


class PartialValue:
    """functools.partial"""

    __slots__ = ("args", "function", "kwargs")

    def __init__(self, function: Value, args: list[Value], kwargs: dict[str, Value]) -> None:
        self.function = function
        self.args = args
        self.kwargs = kwargs


class ModuleValue:
    """An imported module; `loader` fills in a name on first use (stub modules, submodules)."""

    __slots__ = ("file", "is_complete", "loader", "name", "namespace", "stand_ins")

    def __init__(self, name: str, namespace: dict[str, Value], file: str | None = None) -> None:
        self.name = name
        self.namespace = namespace
        self.file = file
        self.is_complete = True
        self.loader: Callable[[str], Value] | None = None
        self.stand_ins: set[str] = set()
        """Names that were bound because a package is not found here: `except ImportError: has_x = False`."""

    def __repr__(self) -> str:
        return f"<module {self.name}>"


class TypeExpression:
    """An annotation as a value (`Image = Float[Tensor, "3 h w"]`): read where it is used, in `scope`."""

    __slots__ = ("file", "module", "node", "scope")

    def __init__(self, node: ir.Expression, scope: Scope, module: ModuleValue, file: str) -> None:
        self.node = node
        self.scope = scope
        self.module = module
        self.file = file


class SuperValue:
    """super(): attribute search along the receiver's order, behind `after`."""

    __slots__ = ("after", "receiver")

    def __init__(self, after: ClassValue, receiver: Value) -> None:
        self.after = after
        self.receiver = receiver


class PropertyValue:
    __slots__ = ("getter", "is_cached", "setter")

    def __init__(self, getter: Value, setter: Value = None, is_cached: bool = False) -> None:
        self.getter = getter
        self.setter = setter
        self.is_cached = is_cached


class ClassMethodValue:
    __slots__ = ("function",)

    def __init__(self, function: Value) -> None:
        self.function = function


class StaticMethodValue:
    __slots__ = ("function",)

    def __init__(self, function: Value) -> None:
        self.function = function


class UnionValue:
    """One of a few values (MAX_UNION, more of layers), in a fixed order. `guard`: of two, it is the first where this
    holds, and the second where not; None where that is not known."""

    __slots__ = ("guard", "members")

    def __init__(self, members: tuple[Value, ...], guard: Formula | None = None) -> None:
        self.members = members
        self.guard = guard

    def __repr__(self) -> str:
        return f"Union{list(self.members)}"


MAX_UNION = 4

Value: TypeAlias = Union[
    None, bool, int, float, complex, str, bytes, EllipsisType, Expr, Formula, tuple[Any, ...], DType,
    Unknown, Opaque, Scalar, Tensor, SizesValue, ListValue, SetValue, DictValue, IteratorValue, RangeValue, SliceValue,
    ClassValue, Instance, FunctionValue, NativeFunction, RuleFunction, BoundMethod, PartialValue,
    ModuleValue, TypeExpression, SuperValue, PropertyValue, ClassMethodValue, StaticMethodValue, UnionValue,
]  # fmt: skip

CONCRETE = (type(None), bool, int, float, complex, str, bytes, EllipsisType)
"""The Python types whose objects are their own abstract value."""
