"""What is not known of a value, and why; of some the type is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.source import ir
from shapecheck.symbolic import Expr, Formula
from shapecheck.values.store import BIRTHS

if TYPE_CHECKING:
    from shapecheck.values.objects import Value


class Site(NamedTuple):
    """A place in a source file."""

    path: str
    span: ir.Span


class Cause(NamedTuple):
    """Why a value is unknown: the first place and reason (`--why-unknown` counts them)."""

    site: Site | None
    reason: str


FAILED = "the result of an operator that fails"
"""The reason of what no run of the code ever has."""
NOT_FOUND = "a module that was not found: "
"""How the reason of what is imported from such a module begins."""


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


class Doubtful(Unknown):
    """A keyword that a call has on some paths only (`**options`, of which a branch has set one), with the condition
    under which, if that is known. Who does not ask takes it for unknown."""

    __slots__ = ("guard", "value")

    def __init__(self, cause: Cause, value: Any, guard: Any) -> None:
        super().__init__(cause)
        self.value, self.guard = value, guard


class Decorated(Unknown):
    """What a decorator of which nothing is known made of a function or class: it may be anything, but the code inside
    is there to be run."""

    __slots__ = ("decorated",)

    def __init__(self, cause: Cause, decorated: Value) -> None:
        super().__init__(cause)
        self.decorated = decorated


class Elsewhere(Unknown):
    """A module of a package that was not found, or a name in it: it knows nothing of the code at hand."""

    __slots__ = ()


class SomeDType(Unknown):
    """A dtype, and nobody knows which: `x.view(y.dtype)` is a view of another dtype, not of other sizes."""

    __slots__ = ()


NO_RULE = "no rule for "
"""How the cause of what torch has and the stubs have not begins: its name follows."""


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
    `len` gave. One that `is_given` is not None; one that `is_declared` is what it prefers, or None. `texts` says which
    texts it is, or is not.
    """

    __slots__ = (
        "birth", "bound", "front", "is_changed", "is_declared", "is_given", "name", "parts", "prefers", "site",
        "takes_shapes", "texts",
    )  # fmt: skip

    def __init__(self, name: str, site: Site | None, prefers: str = "", takes_shapes: bool = False) -> None:
        self.birth = next(BIRTHS)
        self.name = name
        self.site = site
        self.prefers = prefers
        self.takes_shapes = takes_shapes
        self.bound: Value | None = None
        self.front: tuple[Expr, ...] = ()
        self.is_changed = self.is_declared = self.is_given = False
        self.parts: dict[str | int, Opaque] = {}
        self.texts: dict[str, bool] = {}

    def is_text(self, text: str) -> bool | None:
        """Whether it is that text; None if it is not known."""
        return False if text not in self.texts and any(self.texts.values()) else self.texts.get(text)

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

    @property
    def known(self) -> tuple[object, ...]:
        """What is known of it beside its kind."""
        return ()

    def is_same(self, other: Scalar) -> bool:
        """Whether as much is known of the other one."""
        return type(self) is type(other) and self.kind == other.kind and self.known == other.known

    def __repr__(self) -> str:
        return f"<{self.kind}>"


class TruthOrTruths(Scalar):
    """What a parameter that is compared with a text gives: a truth, or those of an array of texts."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("bool")


class TextFrom(Scalar):
    """A text of which only the beginning is known: `f"block_{i}"`."""

    __slots__ = ("start",)

    def __init__(self, start: str) -> None:
        super().__init__("str")
        self.start = start

    @property
    def known(self) -> tuple[object, ...]:
        return (self.start,)


def is_float(value: object) -> bool:
    """Whether it is a float for certain: a number, or a Scalar of which more is known than its kind (the quotient of
    two sizes). What is only declared as a float may be an int, which will do for one."""
    return type(value) is float or (isinstance(value, Scalar) and value.kind == "float" and type(value) is not Scalar)


def is_truth(value: object) -> bool:
    """Whether it is True, False, a condition, or one of the two of which nothing is known."""
    return isinstance(value, (bool, Formula)) or (isinstance(value, Scalar) and value.kind == "bool")
