"""The abstract values.

What Python knows exactly is itself: None, bool, int, float, complex, str, bytes, `...` and tuples of
values are raw Python objects; an Expr is an int that is known as an expression; a Formula is a bool
that is known as a condition. Everything else is one of the classes below, which have identity as
Python objects have. Their fields change only through a Store, so that branches can be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, Union

from shapecheck.source import ir
from shapecheck.symbolic import Dim, Expr, Formula
from shapecheck.values.dtype import DType
from shapecheck.values.shape import Shape
from shapecheck.values.store import BIRTHS

if TYPE_CHECKING:
    from shapecheck.values.scope import Scope


class Site(NamedTuple):
    """A place in a source file."""

    path: str
    span: ir.Span


class Cause(NamedTuple):
    """Why a value is unknown: the first place and reason (`--why-unknown` counts them)."""

    site: Site | None
    reason: str


class Unknown:
    """Any value at all. It never causes an error; whatever is made from it keeps its cause."""

    __slots__ = ("cause",)

    def __init__(self, cause: Cause) -> None:
        self.cause = cause

    def __repr__(self) -> str:
        return f"Unknown({self.cause.reason})"


class UnknownSize(Unknown):
    """A size of a value of which nothing is known, or what a comparison with one gives.

    Sizes of different tensors hang together: where two heads are one head, others are one, too. So what fails in a
    branch that asks such a size says nothing of the program.
    """

    __slots__ = ()


class SomeDType(Unknown):
    """A dtype, and nobody knows which: `x.view(y.dtype)` is a view of another dtype, not of other sizes."""

    __slots__ = ()


class Spread(Unknown):
    """A tuple display that spreads sizes of unknown number among other things: `(*x.shape, x.device)`.

    One of `parts` is the Star of those sizes. What it is unpacked into tells their number; to all else it is unknown.
    """

    __slots__ = ("parts",)

    def __init__(self, cause: Cause, parts: Sequence[Any]) -> None:
        super().__init__(cause)
        self.parts = parts


class Opaque:
    """A parameter of an entry point of our own making: what it is, is decided by its first use.

    `bound` is the value it turned out to be (a Tensor of unknown shape when an operator takes it, an int
    symbol when it is used as a size). `prefers` says what arithmetic makes of it: "int" for the arguments
    of a constructor, "tensor" for those of `forward`, "" when there is no telling; of what is declared to be an
    "object" of a class that is not followed no attribute makes a tensor. `parts` are what was read of
    it under constant names, as of a configuration; they count no more once the code `is_changed` it. `takes_shapes`:
    where one size or a shape may stand it is no size. `front` are the sizes that it begins with if it is a tensor: what
    `len` gave.
    """

    __slots__ = ("birth", "bound", "front", "is_changed", "name", "parts", "prefers", "site", "takes_shapes")

    def __init__(self, name: str, site: Site | None, prefers: str = "", takes_shapes: bool = False) -> None:
        self.birth = next(BIRTHS)
        self.name = name
        self.site = site
        self.prefers = prefers
        self.takes_shapes = takes_shapes
        self.bound: Value | None = None
        self.front: tuple[Expr, ...] = ()
        self.is_changed = False
        self.parts: dict[str | int, Opaque] = {}

    def part(self, key: str | int) -> Opaque:
        """What it holds under a name or at an index: one value, wherever it is read. It is as old as the whole."""
        found = self.parts.get(key)
        if found is None:
            name = key if isinstance(key, str) and key.isidentifier() else f"{self.name}_{key}".replace("-", "m")
            found = self.parts[key] = Opaque(name, self.site, self.prefers, self.takes_shapes)
            found.birth = self.birth
        return found


class Scalar:
    """A Python value of a known type and unknown content: `kind` is float, bool, str, bytes or complex."""

    __slots__ = ("kind",)

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __repr__(self) -> str:
        return f"<{self.kind}>"


def is_truth(value: object) -> bool:
    """Whether it is True, False, a condition, or one of the two of which nothing is known."""
    return isinstance(value, (bool, Formula)) or (isinstance(value, Scalar) and value.kind == "bool")


TORCH_TENSOR = "torch.Tensor"
NUMPY_ARRAY = "numpy.ndarray"


class Tensor:
    """A tensor: an address, so that in-place changes are seen by all of its aliases and not by its views.

    `shape` is raw: read it through `Path.resolve`. `dtype` is None when not proved. `site` and `parent`
    say where it was made and from which tensor: diagnostics follow them back to where a size was born.
    `maker` is the operator that made it, by its short name. `cls` names the class whose rules are its attributes and
    operators: a NumPy array is a tensor of class `numpy.ndarray`. `admits` names the dtypes that a declaration
    leaves to a tensor whose dtype is not known. `strides` says where its elements lie, if that is known:
    `shapecheck.rules.strides`; `held` the bounds of its whole numbers: `shapecheck.rules.held`. `is_guess` is true of a
    parameter that is taken for a tensor because of a use that a NumPy array would serve as well: see `may_be_array`.
    `is_sparse` says whether its layout is another than torch.strided, None where nobody knows. `numbers` is what a
    small tensor holds, where that is known, as nested tuples: read it through `tensor_numbers.numbers_of`.
    """

    __slots__ = (
        "admits", "birth", "cls", "dtype", "held", "is_guess", "is_parameter", "is_sparse", "maker", "name", "numbers",
        "parent", "shape", "site", "strides",
    )  # fmt: skip

    def __init__(
        self,
        shape: Shape,
        dtype: DType | None = None,
        site: Site | None = None,
        parent: Tensor | None = None,
        is_parameter: bool = False,
        name: str | None = None,
        maker: str | None = None,
        cls: str = TORCH_TENSOR,
    ) -> None:
        self.birth = next(BIRTHS)
        self.cls = cls
        self.admits: tuple[str, ...] | None = None
        self.shape = shape
        self.dtype = dtype
        self.site = site
        self.parent = parent
        self.is_parameter = is_parameter
        self.name = name
        self.maker = maker
        self.strides: Any = None
        self.held: Any = None
        self.is_guess = False
        self.is_sparse: bool | None = False
        self.numbers: Any = None

    def __repr__(self) -> str:
        return f"Tensor{list(self.shape)}"


_MAX_CHAIN = 100
"""So many operators back the origin of a tensor is looked for."""


def may_be_array(tensor: Tensor) -> bool:
    """Whether it was made of a parameter that is taken for a tensor only because of a use that arrays have too."""
    for _ in range(_MAX_CHAIN):
        if tensor.parent is None:
            break
        tensor = tensor.parent
    return tensor.is_guess


class Size(tuple[Any, ...]):
    """torch.Size: the sizes of a tensor. To unpack it into another number of names is a shape error."""

    __slots__ = ()


class SizesValue:
    """`x.shape` of a tensor whose rank is not known yet: unpacking or indexing it decides the rank."""

    __slots__ = ("shape",)

    def __init__(self, shape: Shape) -> None:
        self.shape = shape


class ListValue:
    """A list (or deque). `items` is replaced as a whole, never changed in place.

    When its length is not known `items` is None, and it holds `length` copies of `element`. `limit` is the
    `maxlen` of a deque, which drops items at the other end. What was born in its element at `made_since` or later is
    made anew for each who takes it: the batches of a loader.
    """

    __slots__ = ("birth", "element", "items", "length", "limit", "made_since")

    def __init__(self, items: list[Value] | None, element: Value = None, length: Dim = 0) -> None:
        self.birth = next(BIRTHS)
        self.items = items
        self.element = element
        self.length = length
        self.limit: int | None = None
        self.made_since: int | None = None


class TupleOfMany(ListValue):
    """A tuple of unknown length, which nobody changes: `tuple(f(x) for x in xs)`, a column of `zip(*rows)`."""

    __slots__ = ()

    def __init__(self, element: Value, length: Dim) -> None:
        super().__init__(None, element, length)


class AnyList(ListValue):
    """One of many lists, nobody knows which: what they have in common."""

    __slots__ = ("members",)

    def __init__(
        self, members: tuple[ListValue, ...], items: list[Value] | None, element: Value = None, length: Dim = 0
    ) -> None:
        super().__init__(items, element, length)
        self.members = members


class NamesValue(ListValue):
    """`dir(owner)`: strings of unknown number, of which it is known whether one is a name of the owner."""

    __slots__ = ("owner",)

    def __init__(self, owner: Value, length: Dim) -> None:
        super().__init__(None, Scalar("str"), length)
        self.owner = owner


class RestValue(ListValue):
    """The `*args` of an entry of our own making: any number of values of unknown kind.

    Where code hands them on (`f(x, *args)`) it is assumed, as with a default, that there are none.
    """

    __slots__ = ()


class SetValue:
    """A set or frozenset of known members, in order of insertion; `items` None means unknown members."""

    __slots__ = ("birth", "element", "items")

    def __init__(self, items: dict[Any, Value] | None, element: Value = None) -> None:
        self.birth = next(BIRTHS)
        self.items = items
        self.element = element


class DictValue:
    """A dict: hashable concrete keys -> values. `is_open` is true when it may have further unknown keys.

    `default_factory` is that of a defaultdict; `element` stands for the values of unknown keys.
    """

    __slots__ = ("birth", "default_factory", "element", "entries", "is_open")

    def __init__(self, entries: dict[Any, Value], is_open: bool = False) -> None:
        self.birth = next(BIRTHS)
        self.entries = entries
        self.is_open = is_open
        self.element: Value = None
        self.default_factory: Value = None


class NamespaceValue(DictValue):
    """`vars(module)`, where not all names are known or made yet: each is asked of the module when it is read."""

    __slots__ = ("owner",)

    def __init__(self, owner: ModuleValue) -> None:
        super().__init__({}, is_open=True)
        self.owner = owner


class PartsValue(DictValue):
    """`module._modules` and its like: what is written to it is a part of the module."""

    __slots__ = ("owner",)

    def __init__(self, owner: Instance, entries: dict[Any, Value], is_open: bool = False) -> None:
        super().__init__(entries, is_open)
        self.owner = owner


ANYWHERE = -1
"""The position of an endless iterator of which nobody knows how far it got."""


class IteratorValue:
    """An iterator or generator over items that are known when it is made; `position` is how far it got.

    `items` None: `length` copies of `element` (length None: endless, as itertools.repeat; then the position
    is ANYWHERE where paths that did not get equally far have met). `made_since` is that of a list.
    """

    __slots__ = ("birth", "element", "items", "length", "made_since", "position")

    def __init__(self, items: list[Value] | None, element: Value = None, length: Dim | None = 0) -> None:
        self.birth = next(BIRTHS)
        self.items = items
        self.element = element
        self.length = length
        self.position = 0
        self.made_since: int | None = None


class RangeValue:
    """range(start, stop, step) with possibly symbolic ends."""

    __slots__ = ("start", "step", "stop")

    def __init__(self, start: Dim, stop: Dim, step: Dim) -> None:
        self.start = start
        self.stop = stop
        self.step = step


class SliceValue:
    """slice(lower, upper, step)"""

    __slots__ = ("lower", "step", "upper")

    def __init__(self, lower: Value, upper: Value, step: Value) -> None:
        self.lower = lower
        self.upper = upper
        self.step = step


class ClassValue:
    """A class: of the user, of Python or of a stub.

    `mro` begins with the class itself. `namespace` changes through the Store. `construct`, when set,
    makes an instance natively (int, list, dict, exceptions ...). `is_complete` is false when a base is
    unknown: a missing attribute then proves nothing. `is_abstract` says that a method is left to the classes below it.
    """

    __slots__ = (
        "bases", "construct", "dataclass_fields", "docstring", "is_abstract", "is_complete", "metaclass", "module",
        "mro", "name", "namespace", "qualname", "site",
    )  # fmt: skip

    def __init__(self, name: str, module: str, bases: list[ClassValue], namespace: dict[str, Value]) -> None:
        self.name = name
        self.module = module
        self.qualname = f"{module}.{name}"
        self.bases = bases
        self.namespace = namespace
        self.mro: list[ClassValue] = [self]
        self.is_complete = True
        self.is_abstract = False
        self.construct: Callable[..., Value] | None = None
        self.metaclass: Value = None
        self.dataclass_fields: Any = None
        self.site: Site | None = None
        self.docstring: str | None = None

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
    """A built-in: `call(machine, args, kwargs)` gives its value. `name` is dotted."""

    __slots__ = ("call", "name")

    def __init__(self, name: str, call: Callable[..., Value]) -> None:
        self.name = name
        self.call = call

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
    """A function with its first argument."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: Value, receiver: Value) -> None:
        self.function = function
        self.receiver = receiver


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
    """One of a few values (at most MAX_UNION), in a fixed order. `guard`: of two, it is the first where this holds, and
    the second where not; None where that is not known."""

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
