"""Kinds of parameters: what an annotation admits, and how a value of the analysed program becomes one.

`fits` says whether a value is surely of the kind; `coerce` gives what the rule computes with and
raises NoMatch for a value that the kind does not admit. A value that is not known stays as it is where
that is harmless: whoever computes with it makes the result unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from shapecheck.rules.errors import (
    NoInt,
    NoMatch,
    NoneForNumber,
    NoneGiven,
    NoTensor,
    NoText,
    NoWholeNumber,
    Unfit,
    WrongNumber,
)
from shapecheck.rules.held import number
from shapecheck.rules.results import UNKNOWN_DTYPE, Copies, UnknownDType
from shapecheck.rules.run import Run, unfit
from shapecheck.symbolic import Expr, Formula
from shapecheck.values import (
    ClassValue,
    DictValue,
    DType,
    Instance,
    IteratorValue,
    ListValue,
    NativeFunction,
    Opaque,
    Path,
    RangeValue,
    Scalar,
    SetValue,
    SizesValue,
    SomeDType,
    Star,
    Tensor,
    UnionValue,
    Unknown,
    UnknownSize,
    dtype_of_numpy,
    each,
    is_float,
    is_truth,
    sizes_in,
)

SOME_NUMBER = Scalar("number")
"""What a constructor is given and computes with tensors: mostly a number, and hardly ever more than what broadcasts
to them."""
CONTAINERS = {tuple: "tuple", ListValue: "list", DictValue: "dict", SetValue: "set", str: "str"}
"""What is no tensor."""
PLAIN_NUMBERS = {int: "int", float: "float", bool: "bool"}
"""Nor are numbers of Python's, which functions that torch parses in C++ take for one only where they say so."""
NO_LISTS = {Tensor: "tensor", IteratorValue: "iterator", DictValue: "dict", SetValue: "set", **PLAIN_NUMBERS}
"""What is no list or tuple of tensors, though some of it can be gone through."""
NUMBERS = (int, float, complex, Expr, Formula, Scalar)


def settled(value: Any) -> Any:
    """What an opaque parameter has turned out to be, and the built-in value inside of an instance."""
    if type(value) is Opaque and value.bound is not None:
        return value.bound
    if type(value) is Instance and value.payload is not None:
        return value.payload
    return value


class Kind:
    """Anything at all, as it is."""

    text = "Any"

    def fits(self, value: Any) -> bool:
        return True

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        return value


class TensorKind(Kind):
    text = "Tensor"

    def fits(self, value: Any) -> bool:
        return type(settled(value)) is Tensor

    def coerce(self, run: Run, value: Any, name: str) -> Tensor:
        if type(value) is not Tensor:
            value = self._made(run, settled(value), name)
        if run.parent is None:
            run.parent = value
        if value.is_sparse is not False:
            run.is_sparse = run.rule.sparseness.with_sparse
        tensor: Tensor = value
        return tensor

    def _made(self, run: Run, value: Any, name: str) -> Tensor:
        if type(value) is Tensor:
            return value
        if type(value) is Opaque:
            tensor = run.tensor_of(value)
            run.ctx.store.set_attr(value, "bound", tensor)
            return tensor
        if type(value) in (Unknown, UnknownSize):
            if run.selecting and name not in run.rule.tensors:
                raise unfit(value)
            return _any_tensor(run, value, name)
        # An annotation (`Dict[str, Tensor]`) may name one of several kinds.
        is_told = type(value) is DictValue and value.is_open and not value.entries
        if type(value) in CONTAINERS and not is_told and run.rule.takes_tensors_alone(name):
            raise NoTensor(name, "tensor", CONTAINERS[type(value)])
        if type(value) in PLAIN_NUMBERS and run.rule.refuses_numbers(name):
            raise NoTensor(name, "tensor", PLAIN_NUMBERS[type(value)])
        if _is_module(value) and run.rule.takes_tensors_alone(name):
            raise NoTensor(name, "tensor", value.cls.name)
        if value is None and run.rule.takes_tensors_alone(name):
            raise NoneGiven(name)
        raise NoMatch(f"{name} is no tensor")


def _is_module(value: Any) -> bool:
    """Whether it is a layer, which was made where it was to be called: `self.fc(nn.ReLU(x))`."""
    is_module = isinstance(value, Instance) and value.cls.is_subclass("torch.nn.Module")
    return is_module and value.cls.lookup("__torch_function__") is None


def _any_tensor(run: Run, value: Any, name: str) -> Tensor:
    """A tensor of which nothing is known."""
    made = Tensor((run.star_of(value, name),), None)
    made.is_sparse = None
    return made


def _kind_of_several(run: Run, value: Any) -> str | None:
    """What a value is that holds several, or none, and so is no number; None of all else. A tensor of one element may
    be one."""
    if type(value) is Tensor:
        is_several = any(type(dim) is int and dim != 1 for dim in run.path.resolve(value.shape))
        return "tensor" if is_several else None
    is_told = type(value) is DictValue and value.is_open and not value.entries
    return None if is_told or type(value) is str else CONTAINERS.get(type(value))


class IntKind(Kind):
    text = "int"

    def fits(self, value: Any) -> bool:
        value = settled(value)
        return isinstance(value, (int, Expr)) or (isinstance(value, Scalar) and value.kind in ("int", "bool"))

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        if type(value) is int:
            return value
        value = settled(value)
        if isinstance(value, Expr):
            return run.path.simplify(value)
        if isinstance(value, int):
            if type(value) is bool and run.rule.refuses_bool(name):
                raise NoWholeNumber(name, "bool")
            return int(value)
        if type(value) is Opaque and not run.selecting:
            return self._decided(run, value)
        if isinstance(value, (Unknown, Opaque)) or (isinstance(value, Scalar) and value.kind != "float"):
            return run.symbol_of(value, f"?{name}", None)
        if type(value) is Tensor and not run.path.resolve(value.shape):
            held = number(run, value)
            return run.symbol_of(value, f"?{name}", None) if held is None else held
        if is_float(value):
            raise NoWholeNumber(name)
        if run.rule.refuses_containers(name) and (kind := _kind_of_several(run, value)) is not None:
            raise NoInt(name, kind)
        raise (NoneForNumber if value is None else NoMatch)(f"{name} is no int")

    def _decided(self, run: Run, value: Opaque) -> Any:
        """A parameter of the analysed program that is used as a size is one."""
        is_number = value.prefers == "int"
        made = run.symbol_of(value, value.name, run.path.least_number if is_number else None)
        if is_number:
            run.path.numbers.add(made.name)
        run.path.hints.setdefault(made.name, value.name)
        run.ctx.store.set_attr(value, "bound", made)
        return made


class BoolKind(Kind):
    text = "bool"

    def fits(self, value: Any) -> bool:
        return is_truth(settled(value))

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        if value is True or value is False:
            return value
        value = settled(value)
        if value is None or isinstance(value, int):
            if run.selecting:
                raise NoMatch(f"{name} is no bool")
            return bool(value)
        if isinstance(value, Formula):
            return value
        if isinstance(value, (Unknown, Opaque, Scalar)):
            return run.condition_of(value, name)
        if type(value) is Tensor and not run.selecting:  # `nn.ReLU(x)`, for which there is a layer all the same
            return run.condition_of(run.ctx.unknown(f"{name} is a tensor"), name)
        raise NoMatch(f"{name} is no bool")


class NumberKind(Kind):
    """A Python number, which an elementwise operator takes as a tensor of no dims."""

    text = "Number"

    def fits(self, value: Any) -> bool:
        return isinstance(settled(value), NUMBERS)

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        value = settled(value)
        if isinstance(value, (*NUMBERS, Unknown, Opaque)):
            return value
        raise NoMatch(f"{name} is no number")


class FloatKind(NumberKind):
    """A number whose value decides no shape; a tensor of no dims serves as well."""

    text = "float"

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        value = settled(value)
        return value if type(value) is Tensor else super().coerce(run, value, name)


class StrKind(Kind):
    text = "str"

    def fits(self, value: Any) -> bool:
        return isinstance(settled(value), str)

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        value = settled(value)
        if isinstance(value, (str, Unknown, Opaque, Scalar)):
            return value
        if type(value) in (tuple, ListValue) and run.rule.refuses_containers(name):
            raise NoText(name, CONTAINERS[type(value)])
        raise NoMatch(f"{name} is no str")


class DTypeKind(Kind):
    text = "dtype"
    _python: ClassVar[dict[str, str]] = {
        "float": "float64", "int": "int64", "bool": "bool", "complex": "complex128",
    }  # fmt: skip

    def fits(self, value: Any) -> bool:
        return isinstance(self._settled(value), (DType, UnknownDType, SomeDType))

    def _settled(self, value: Any) -> Any:
        value = settled(value)
        if isinstance(value, (ClassValue, NativeFunction)):
            python = self._python.get(value.name.removeprefix("builtins."))
            return DType(python) if python else value
        return dtype_of_numpy(value) or value if isinstance(value, str) else value  # NumPy takes names of dtypes, too

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        value = self._settled(value)
        if isinstance(value, (DType, UnknownDType)):
            return value
        if isinstance(value, SomeDType):
            return UNKNOWN_DTYPE
        if isinstance(value, (Unknown, Opaque)):
            if run.selecting and not all(name in variant.names for variant in run.rule.variants):
                raise unfit(value)  # `x.view(y)`: a dtype or sizes
            return UNKNOWN_DTYPE
        raise NoMatch(f"{name} is no dtype")


class NoneKind(Kind):
    text = "None"

    def fits(self, value: Any) -> bool:
        return value is None

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        if value is None:
            return None
        raise NoMatch(f"{name} is not None")


def taken(kind: Kind, item: Any, name: str) -> Any:
    """Of an item that may be different values the one that is taken: after a `None` the call does not return."""
    if not isinstance(item, UnionValue):
        return item
    fitting = [member for member in item.members if kind.fits(member)]
    if len(fitting) != 1:
        raise Unfit(f"one of {name} may be different values")
    return fitting[0]


class IntsKind(Kind):
    """A sequence of ints; a single int where `count` says how often it is repeated. A sequence of another number is
    taken `as_given` where torch only finds out later: by a layer, when it runs."""

    def __init__(self, text: str, count: int | None = None, single: bool = False, as_given: bool = False) -> None:
        self.text = text
        self.count = count
        self.as_given = as_given
        self.single = single or count is not None
        self.int_kind = IntKind()

    def fits(self, value: Any) -> bool:
        value = settled(value)
        if isinstance(value, (tuple, RangeValue, ListValue, SizesValue)):
            return True
        return self.single and self.int_kind.fits(value)

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        if self.single and type(value) is int:
            return (value,) * (self.count or 1)
        value = settled(value)
        items = known_items(run.path, value)
        if items is not None:
            return self._of_items(run, items, name)
        if self.single and self.int_kind.fits(value):
            return (self.int_kind.coerce(run, value, name),) * (self.count or 1)
        if self.count is None and self.single and type(value) is Opaque and _is_one_size(value):
            return (self.int_kind.coerce(run, value, name),)
        if isinstance(value, (Unknown, Opaque, ListValue)):
            if self.count is None:
                if self.single:
                    return (run.star_of(value, name),)
                raise unfit(value)
            return tuple(run.symbol_of(value, f"?{name}{i}", None) for i in range(self.count))
        if self.single and type(value) is Tensor:
            return (self.int_kind.coerce(run, value, name),) * (self.count or 1)
        if self.single and is_float(value):
            raise NoWholeNumber(name)
        raise (NoneForNumber if value is None else NoMatch)(f"{name} are no ints")

    def _of_items(self, run: Run, items: Sequence[Any], name: str) -> tuple[Any, ...]:
        for item in items:
            if type(item) is not int:
                break
        else:
            return self._counted(tuple(items), name)
        made = [  # torch looks at the first alone: the others may be bools
            item if type(item) is Star else int(item) if i and isinstance(item, int)
            else self.int_kind.coerce(run, taken(self.int_kind, item, name), f"{name}[{i}]")
            for i, item in enumerate(items)
        ]  # fmt: skip
        return self._counted(tuple(made), name)

    def _counted(self, items: tuple[Any, ...], name: str) -> tuple[Any, ...]:
        if self.count is None or len(items) == self.count or not items or self.as_given:
            return items
        if len(items) == 1:
            return items * self.count
        raise WrongNumber(name, self.count, items)


def _is_one_size(value: Opaque) -> bool:
    """What a constructor is given and hands to a factory alone is mostly a size; whose items were read is none."""
    return value.prefers == "int" and not value.takes_shapes and not value.parts


class PartsKind(IntsKind):
    """Ints of which an unknown number may be given: one stands for all."""

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        value = settled(value)
        if isinstance(value, ListValue) and value.items is None:
            return Copies(value.element, value.length)
        return super().coerce(run, value, name)


def _may_be_several(run: Run, value: Any) -> bool:
    """Whether a tensor is one by declaration alone: nothing is known of its sizes, and no operator has made it. People
    write `Tensor` for what is a list of them, too."""
    if not isinstance(value, Tensor) or value.maker is not None or value.parent is not None:
        return False
    shape = run.path.resolve(value.shape)
    return len(shape) == 1 and isinstance(shape[0], Star)


class SequenceKind(Kind):
    """A list or tuple of values of one kind, as a tuple."""

    def __init__(self, item: Kind) -> None:
        self.item = item
        self.text = f"Sequence[{item.text}]"

    def fits(self, value: Any) -> bool:
        value = settled(value)
        if isinstance(value, ListValue):
            return value.items is None or all(self._may_be(item) for item in value.items)
        return isinstance(value, tuple) and all(self._may_be(item) for item in value)

    def _may_be(self, item: Any) -> bool:
        item = settled(item)
        return isinstance(item, (Unknown, Opaque, UnionValue)) or self.item.fits(item)

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        value = settled(value)
        if isinstance(value, (Unknown, Opaque)):
            raise unfit(value)
        if type(value) in NO_LISTS and run.rule.takes_tensors_alone(name):
            if _may_be_several(run, value):
                raise Unfit(f"{name} are declared a tensor, and may be several")
            raise NoTensor(name, "list or tuple of tensors", NO_LISTS[type(value)])
        items = known_items(run.path, value)
        if items is None and isinstance(value, (ListValue, IteratorValue, Instance)):
            items = run.ctx.iterate(value)
        if items is None:
            if isinstance(value, (ListValue, IteratorValue)) and value.length is not None:
                is_new = each.born_since(run.path)
                item = self.item.coerce(run, taken(self.item, value.element, name), name)
                each.vary(run.path, item, is_new)
                return Copies(item, value.length)
            if isinstance(value, (ListValue, IteratorValue)):
                raise Unfit(f"the number of {name} is not known")
            raise NoMatch(f"{name} are no sequence")
        items = [taken(self.item, item, name) for item in items]
        return tuple(self.item.coerce(run, item, f"{name}[{i}]") for i, item in enumerate(items))


class UnionKind(Kind):
    """One of several: the first that the value surely is."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = tuple(kinds)
        self.text = " | ".join(kind.text for kind in kinds)
        self.takes_none = any(type(kind) is NoneKind for kind in kinds)

    def fits(self, value: Any) -> bool:
        return any(kind.fits(value) for kind in self.kinds)

    def coerce(self, run: Run, value: Any, name: str) -> Any:
        if value is None and self.takes_none:
            return None
        for kind in self.kinds:
            if kind.fits(value):
                return kind.coerce(run, value, name)
        value = settled(value)
        if (
            type(value) is Opaque
            and value.prefers == "tensor"
            and TENSOR in self.kinds
            and not self.takes_none
        ):
            return TENSOR.coerce(run, value, name)
        if type(value) is Opaque and value.prefers == "int" and TENSOR in self.kinds and NUMBER in self.kinds:
            return SOME_NUMBER
        if isinstance(value, (Unknown, Opaque)):
            if self.takes_none and TENSOR in self.kinds and not run.selecting:
                return self._tensor_or_none(run, value, name)
            return UNKNOWN_DTYPE if self.kinds[0] is KINDS["dtype"] else value
        failure = NoMatch(f"{name} is no {self.text}")
        for kind in self.kinds:
            try:
                return kind.coerce(run, value, name)
            except NoMatch as reason:
                failure = reason if isinstance(reason, NoWholeNumber) else failure
        raise failure

    def _tensor_or_none(self, run: Run, value: Unknown | Opaque, name: str) -> Tensor | None:
        """The rule is tried with none, and with a tensor of which nothing is known."""
        if run.truth(run.condition_of(value, "is None")):
            return None
        return _any_tensor(run, value, name)


def known_items(path: Path, value: Any) -> Sequence[Any] | None:
    """The items of a tuple, list or range if they are all known."""
    if isinstance(value, tuple):
        return value
    held = sizes_in(value)
    if held is not None:
        return path.resolve(held.shape)
    if isinstance(value, ListValue):
        return value.items
    if isinstance(value, RangeValue):
        ends = [end for end in (value.start, value.stop, value.step) if isinstance(end, int)]
        if len(ends) == 3 and value.step != 0:
            made = range(*ends)
            return None if made[4096:] else tuple(made)
    return None


ANY = Kind()
TENSOR = TensorKind()
NUMBER = NumberKind()
NONE = NoneKind()
KINDS: dict[str, Kind] = {
    "Any": ANY,
    "Tensor": TENSOR,
    "int": IntKind(),
    "bool": BoolKind(),
    "float": FloatKind(),
    "Number": NUMBER,
    "str": StrKind(),
    "Padding": StrKind(),
    "dtype": DTypeKind(),
    "None": NONE,
    "Single": IntsKind("Single", 1),
    "Pair": IntsKind("Pair", 2),
    "Triple": IntsKind("Triple", 3),
    "Kernel1d": IntsKind("Single", 1, as_given=True),
    "Kernel2d": IntsKind("Pair", 2, as_given=True),
    "Kernel3d": IntsKind("Triple", 3, as_given=True),
    "Ints": IntsKind("Ints"),
    "Parts": PartsKind("Parts"),
    "Dims": IntsKind("Dims", single=True),
    "Sizes": IntsKind("Sizes", single=True),
    "Axes": UnionKind([NONE, IntsKind("Axes", single=True)]),
}
