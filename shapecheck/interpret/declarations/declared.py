"""Which obligations speak of declared sizes only, and a concrete input that breaks one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from shapecheck.interpret.record import BRANCH, OPERATOR, Counterexample
from shapecheck.symbolic import Cond, Dim, Expr, Facts, Formula, Status, evaluate, not_, or_
from shapecheck.symbolic.bounds import holds_once_large, is_lower_bound, names_a_number
from shapecheck.symbolic.expr import Symbol
from shapecheck.values import FunctionValue, ListValue, RangeValue, Star, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_CONNECTED = 200
MAX_EXAMPLE_RANK = 16


class Declared:
    """The sizes that declarations have named in one analysis: only of them an obligation is unproved.

    Symbols and stars by their internal names, in the order of the declarations.
    """

    __slots__ = ("doubted", "entered", "indices", "lengths", "records", "stars", "symbols")

    def __init__(self) -> None:
        self.symbols: dict[str, Expr] = {}
        self.stars: dict[str, Star] = {}
        self.entered: tuple[FunctionValue | None, dict[str, Dim]] = (None, {})
        """The function that an entry of our own is about to call, and what its names stand for in the arguments."""
        self.records: list[tuple[list[str], list[Star]]] = []
        """What the fields of each object name: no declaration ties the sizes of one object to anything around it."""
        self.doubted: list[frozenset[str]] = []
        """The sizes of each obligation that has been reported."""
        self.lengths: set[str] = set()
        """How many items lists have of which only these are declared: some have one."""
        self.indices: list[str] = []
        """The indices of the loops that run now and go through a range to its end: whatever the facts admit of one is
        the index of some round. Loops through declared lists have none."""

    def __bool__(self) -> bool:
        return bool(self.symbols or self.stars)

    @contextmanager
    def one_record(self) -> Iterator[None]:
        """What is declared meanwhile is declared in one object."""
        symbols, stars = set(self.symbols), set(self.stars)
        yield
        new_stars = [star for name, star in self.stars.items() if name not in stars]
        self.records.append(([name for name in self.symbols if name not in symbols], new_stars))

    def has_rounds(self, values: Value) -> bool:
        """Whether a loop goes through a range whose step is known and goes up, or through a declared list."""
        if isinstance(values, RangeValue):
            return type(values.step) is int and values.step > 0
        length = values.length if isinstance(values, ListValue) else None
        return isinstance(length, Expr) and length.is_symbol and length.name in self.lengths

    @contextmanager
    def round_of(self, index: Value) -> Iterator[None]:
        """A round of a loop that goes through a range, or a declared list, to its end."""
        self.indices.append(index.name if isinstance(index, Expr) and index.is_symbol else "")
        try:
            yield
        finally:
            self.indices.pop()


def breaks(machine: Machine, cond: Formula) -> Counterexample | None:
    """An input that the declarations admit and the condition does not; None if it speaks of anything else.

    Only where nothing is unknown: the path is certain, every size in the condition is declared, and so is
    every size that a fact ties to one of them. Whether a loop through a range has a round, its index tells.
    """
    facts = machine.path.facts
    is_certain = machine.uncertain <= len(machine.declared.indices)
    if not machine.declared or not is_certain or machine.is_caught():
        return None
    if not _is_declared(machine, facts, cond) or _joins_records(machine, cond.free):
        return None
    verdict = machine.path.prover.verdict(facts, cond)
    if verdict.status is not Status.CONTINGENT or verdict.counterexample is None:
        return None
    return _example(machine, verdict.counterexample)


def is_told(machine: Machine, cond: Formula) -> bool:
    """Whether it only says what becomes of sizes that were reported not to broadcast: one mistake, one diagnostic."""
    names = frozenset(symbol.name for symbol in cond.symbols)
    return "bcast(" in str(cond) and any(names <= told for told in machine.declared.doubted)


def breaks_here(machine: Machine, guard: Formula) -> Counterexample | None:
    """An input that the declarations admit and that leads here, where `guard` holds; None as in `breaks`.

    There has to be another one that does not. Who checks that two objects fit together could not have declared it.
    """
    if not machine.declared or machine.uncertain or machine.catching:
        return None
    facts, passed = machine.path.facts, Facts.EMPTY
    for fact, origin in facts.items:
        if origin is not BRANCH:
            passed = passed.assume(fact, origin)
    if not _is_declared(machine, passed, guard) or _joins_records(machine, guard.free):
        return None
    point = machine.path.prover.model(facts)
    if point is None or machine.path.prover.model(passed, not_(guard)) is None:
        return None
    return _example(machine, point)


def example_here(machine: Machine) -> Counterexample | None:
    """An input that the declarations admit and that leads here; None if none can be told."""
    point = machine.path.prover.model(machine.path.facts)
    return None if point is None else _example(machine, point)


def speaks_of_declared(machine: Machine, sizes: Sequence[Expr | Formula]) -> bool:
    """Whether there are sizes, and all of them are declared, or indices of loops over such."""
    names = _declared_names(machine)
    return bool(sizes) and all(symbol.name in names for size in sizes for symbol in size.symbols)


def _is_declared(machine: Machine, facts: Facts, cond: Formula) -> bool:
    simple = facts.simplify_condition(cond)
    if cond.flags or not isinstance(simple, Formula) or simple.flags:
        return False
    if machine.entering.holds_given and names_a_number(simple):
        return False
    names = _declared_names(machine)
    spoken = cond.free | simple.free
    if not all(symbol.name in names for symbol in spoken):
        return False
    connected = facts.relevant(spoken, MAX_CONNECTED)
    return all(_leaves_free(machine, fact, names) for fact in connected)


def _joins_records(machine: Machine, spoken: Iterable[Symbol]) -> bool:
    """Whether sizes of one object are held against others: there is no place where that could be declared."""
    said = {symbol.name for symbol in spoken}
    for symbols, stars in machine.declared.records:
        own = {*symbols, *_names_of(machine, stars)}
        if said & own and not said <= own:
            return True
    return False


def _leaves_free(machine: Machine, fact: Formula, names: set[str]) -> bool:
    """Whether the fact speaks of declared sizes only, or of others that are free to fit: it holds of any declared sizes
    where those are 0 that only the data decides (the number of elements that a mask takes), and indices the first
    ones of the loops that have run through them."""
    counts = machine.path.counts
    free = [symbol for symbol in fact.symbols if symbol.name not in names]
    others = {symbol: counts[symbol.name].first if symbol.name in counts else 0 for symbol in free}
    if fact.flags or any(symbol.range[0] != 0 and symbol.name not in counts for symbol in free):
        return False
    rest = fact.substitute(others) if others else True
    return rest is True or (rest is not False and machine.path.decide(rest) is True)


def _declared_names(machine: Machine) -> set[str]:
    """Internal names of declared sizes, those that a `*name` has turned out to hold included, and of the indices of
    loops."""
    declared = machine.declared
    return {*declared.symbols, *declared.indices, *_names_of(machine, declared.stars.values())}


def _names_of(machine: Machine, stars: Iterable[Star]) -> set[str]:
    """The names of a star's rank and of what it has turned out to hold."""
    names: set[str] = set()
    for star in stars:
        names.add(star.rank.name)
        for part in machine.path.resolve((star,)):
            if isinstance(part, Star):
                names.add(part.rank.name)
            elif isinstance(part, Expr):
                names.update(symbol.name for symbol in part.symbols)
    return names


def _example(machine: Machine, env: Mapping[str, int]) -> Counterexample | None:
    """A value for every declared name; None if one of them cannot be told."""
    out: Counterexample = {}
    for name, size in machine.declared.symbols.items():
        value = _value(machine, size, env)
        if value is None:
            return None
        out[name] = value
    for name, star in machine.declared.stars.items():
        values = _star_values(machine, star, env)
        if values is None:
            return None
        out[f"*{name}"] = values
    return out


def _value(machine: Machine, size: Dim, env: Mapping[str, int]) -> int | None:
    """The size at the point; sizes of which the point says nothing are as small as they may be."""
    if isinstance(size, int):
        return size
    simple = machine.path.simplify(size)
    if isinstance(simple, int):
        return simple
    point = dict(env)
    for symbol in simple.symbols | size.symbols:
        if symbol.name not in point:
            point[symbol.name] = machine.path.facts.bounds(symbol)[0] or 0
    try:
        return evaluate(size if size.name in env else simple, point) if size.is_symbol else evaluate(simple, point)
    except (KeyError, ZeroDivisionError):
        return None


def _star_values(machine: Machine, star: Star, env: Mapping[str, int]) -> list[int] | None:
    values: list[int] = []
    for part in machine.path.resolve((star,)):
        if isinstance(part, Star):
            rank = _value(machine, part.rank, env)
            if rank is None or rank > MAX_EXAMPLE_RANK:
                return None
            values.extend([1] * rank)
        else:
            value = _value(machine, part, env)
            if value is None:
                return None
            values.append(value)
    return values


def only_bounds(machine: Machine, cond: Cond) -> bool:
    """Whether the condition only says that sizes are large enough, which nobody writes into annotations."""
    if not isinstance(cond, Formula):
        return False
    path = machine.path
    if is_lower_bound(cond, lambda expr: path.facts.bounds(expr)[0]):
        return True
    if isinstance(machine.obligation.too_small, Formula):
        return path.decide(or_(cond, machine.obligation.too_small)) is True
    is_claim = machine.obligation.impossible != OPERATOR.impossible  # made for small sizes, too
    return not is_claim and holds_once_large(cond, path.facts, path.prover.decide)


def shown(machine: Machine, example: Mapping[str, object], cond: Formula) -> str:
    """`H = 7, W = 3`: the values of the names that the condition speaks of, and of each `*name` of whose rank there are
    facts; all if it speaks of no name, or of dims in a `*name`."""
    spoken = {symbol.name for symbol in cond.free}
    if not spoken or not spoken <= example.keys():
        return shown_values(example)
    known = {symbol.name for fact, _ in machine.path.facts.items for symbol in fact.symbols}
    spoken |= {f"*{name}" for name, star in machine.declared.stars.items() if star.rank.name in known}
    return shown_values({name: value for name, value in example.items() if name in spoken})


def shown_values(example: Mapping[str, object]) -> str:
    """`H = 7, W = 3`"""
    return ", ".join(f"{name.lstrip('*')} = {value}" for name, value in example.items())




__all__ = ["Declared", "breaks", "is_told", "only_bounds", "shown"]
