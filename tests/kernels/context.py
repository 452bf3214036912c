"""A rule context without an interpreter: obligations go to the prover of a real Path."""

from __future__ import annotations

import os
from collections.abc import Mapping

from hypothesis import settings

from shapecheck.rules.context import Message, Rejected
from shapecheck.symbolic import Cond, Dim, Expr, Formula, Prover, Status, symbol
from shapecheck.values import Delta, Path, Shape, Site, Star, Store, Tensor, Unknown, Value, held
from shapecheck.values.unknowns import Cause

STRESS = int(os.environ.get("SHAPECHECK_STRESS", "0"))


def examples(count: int) -> settings:
    """So many examples, the same in every run; SHAPECHECK_STRESS=n: n times as many, other ones each time."""
    return settings(max_examples=count * max(1, STRESS), deadline=None, derandomize=not STRESS, database=None)


class Context:
    """Implements RuleContext. `messages` are those of rejections, `required` what became a fact."""

    def __init__(self, prover: Prover | None = None) -> None:
        self.path = Path(prover)
        self.store = Store()
        self.messages: list[str] = []
        self.required: list[Cond] = []

    @property
    def site(self) -> Site | None:
        return None

    def require(self, cond: Cond, message: Message) -> None:
        if isinstance(cond, bool):
            status = Status.PROVED if cond else Status.IMPOSSIBLE
        else:
            status = self.path.prover.verdict(self.path.facts, cond).status
            decided = self.path.decide(cond)
            if status is Status.UNKNOWN and decided is not None:
                status = Status.PROVED if decided else Status.IMPOSSIBLE
        if status is Status.IMPOSSIBLE:
            raise self.reject(message)
        if status in (Status.CONTINGENT, Status.UNKNOWN):
            self.required.append(cond)
            self.path.assume(cond)

    def reject(self, message: Message) -> Rejected:
        self.messages.append(message if isinstance(message, str) else message())
        return Rejected()

    def get_attribute(self, obj: Value, name: str) -> Value:
        raise NotImplementedError

    def set_attribute(self, obj: Value, name: str, value: Value) -> None:
        raise NotImplementedError

    def call(self, function: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
        raise NotImplementedError

    def iterate(self, value: Value) -> list[Value] | None:
        return list(value) if isinstance(value, tuple) else getattr(value, "items", None)

    def join(self, a: Value, b: Value, cond: Cond | None = None) -> Value:
        return a if a is b else self.unknown("join")

    def join_writes(self, a: Delta, b: Delta, cond: Cond | None = None) -> None:
        for place, (container, key, is_attribute, _) in {**a.writes, **b.writes}.items():
            before = held(container, key, is_attribute)
            x, y = (one.writes[place][3] if place in one.writes else before for one in (a, b))
            if isinstance(container, Tensor) and key == "shape":
                both: object = x if x == y else (self.path.fresh_star("either", 0),)
            else:
                both = self.join(x, y, cond)
            self.store.write(container, key, is_attribute, both)

    def unknown(self, reason: str) -> Unknown:
        return Unknown(Cause(None, reason))

    def not_taken(self, reason: str) -> Unknown:
        return self.unknown(reason)


def symbols(names: str) -> tuple[Expr, ...]:
    """Sizes of inputs: `b, n = symbols("b n")`; they are at least 1."""
    return tuple(symbol(name, 1) for name in names.split())


class Lifted:
    """Concrete sizes behind symbols: the point at which a symbolic result must be the concrete one."""

    def __init__(self) -> None:
        self.env: dict[str, int] = {}

    def size(self, value: int) -> Dim:
        """A fresh symbol for a size of 2 or more; 0 and 1 stay themselves."""
        if value < 2:
            return value
        name = f"s{len(self.env)}"
        self.env[name] = value
        return symbol(name, 1)

    def shape(self, sizes: tuple[int, ...]) -> Shape:
        """Each size on its own: equal sizes get different symbols."""
        return tuple(self.size(size) for size in sizes)

    def check(self, path: Path, result: Shape, expected: tuple[int, ...]) -> None:
        """The result is `expected` at the point, and the facts of the path hold there.

        Sizes that the path made up (of masks) take the values that the expected shape gives them.
        """
        result = path.resolve(result)
        assert not any(isinstance(dim, Star) for dim in result), result
        assert len(result) == len(expected), (result, expected)
        env = dict(self.env)
        for dim, size in zip(result, expected, strict=True):
            if isinstance(dim, Expr) and str(dim) not in env and dim.symbols == {dim}:
                env[str(dim)] = size
        for dim, size in zip(result, expected, strict=True):
            assert not _known(dim, env) or _value(dim, env) == size, (result, expected, env)
        for fact, _ in path.facts.items:
            assert not _known(fact, env) or fact.evaluate(env), (fact, env)


def _known(term: object, env: Mapping[str, int]) -> bool:
    """Whether the point gives every symbol of a dim or condition a value."""
    return not isinstance(term, (Expr, Formula)) or all(str(each) in env for each in term.symbols)


def _value(dim: Dim | Star, env: Mapping[str, int]) -> int:
    assert not isinstance(dim, Star)
    return dim.evaluate(env) if isinstance(dim, Expr) else dim
