"""What is known on the path being executed: facts over sizes, and the shapes that stars stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import product
from types import EllipsisType
from typing import NamedTuple, TypeVar, cast

from shapecheck.symbolic import Cond, Dim, Expr, Facts, Prover, eq, ge, symbol
from shapecheck.values.shape import Shape, Star, rank_of, star_index

MAX_EXPANDED_RANK = 16
MAX_ENUMERATED_RANKS = 3
REALM_SIZE = 1_000_000
WORK_OF_SYMBOL, WORK_OF_FACT = 4, 16
"""What a new symbol and what a fact costs, in steps."""
FEW_MENTIONED, WORK_OF_MENTION = 4, 8
"""The same for each symbol but the first few that a fact mentions: wherever it is rewritten their ranges are asked."""
FEW_CONCLUDED, WORK_OF_CONCLUSION = 100, 2
"""A fact leads to conclusions, and the first symbols that these mention are paid for with it. Where facts pile up over
one size it is thousands, and each of the others costs so many steps."""


Made = TypeVar("Made", Expr, Star)

UNIQUE = re.compile(r"#\d+")
"""What makes a symbol's name unique, wherever it stands in a text; it is not shown."""


def base_name(name: str) -> str:
    """A symbol's name without what makes it unique."""
    return name.partition("#")[0]


class Sum(NamedTuple):
    """What a size that every item of a list has for itself sums up to over so many items. `by`: each is that, but
    the last, which is what is left."""

    total: Dim
    number: Dim
    by: Dim | None = None


class Undecided(Exception):
    """A question that has to be answered before going on: whoever asked is run again under each answer."""

    def __init__(self, condition: Cond) -> None:
        super().__init__(str(condition))
        self.condition = condition


class Mark(NamedTuple):
    """The knowledge and the names of a path at one moment."""

    facts: Facts
    stars: dict[Star, Shape]
    fresh: dict[str, int]
    hints: dict[str, str]
    asked_for: int


class Count(NamedTuple):
    """What a number is in the first item, which it does not reach (None: nobody knows), what it grows by, and whether
    the items lie in the order in which they were counted."""

    first: Dim
    end: Dim | None = None
    step: Dim = 1
    is_in_order: bool = True


class Path:
    """Facts, star bindings and the prover that answers under them.

    Facts are immutable and bindings are copied on write, so a snapshot is two references.
    """

    __slots__ = (
        "_asked_for", "_fresh", "_realm", "by_size_alone", "counts", "each", "facts", "floats_vary", "hints",
        "least", "least_number", "numbers", "of_inputs", "prover", "ragged", "split_from", "stars", "work",
    )  # fmt: skip

    def __init__(self, prover: Prover | None = None, realm: int = 0, least: int = 1) -> None:
        """`realm` keeps the symbols of one analysis apart from those of another that it can meet. `least` is the
        smallest size that an input is taken to have."""
        self._realm = realm
        self.least = least
        self.least_number = least
        """The smallest number that a parameter is taken for: one that may be a size, or may not."""
        self.numbers: set[str] = set()
        """Those parameters."""
        self.facts: Facts = Facts.EMPTY
        self.stars: dict[Star, Shape] = {}
        self.prover = prover or Prover()
        self._fresh: dict[str, int] = {}
        self._asked_for: dict[Hashable, Expr | Star] = {}
        """Skolem symbols, in the order in which they were made: see `skolem`."""
        self.hints: dict[str, str] = {}
        """Preferred display names: symbol name -> the parameter that it is, else what it is unpacked to first."""
        self.split_from: dict[str, str] = {}
        """Dims and stars that a star was bound to when they came to light -> its name: they are as old as it is."""
        self.of_inputs: set[str] = set()
        """Stars of inputs and the parts of these; the others stand for what nobody knows."""
        self.by_size_alone: set[str] = set()
        """Stars of what was taken for a tensor because its `size` or `shape` was asked for: buffers and queues have
        these, too."""
        self.each: dict[str, Sum | None] = {}
        """Symbols and stars that are another size, or others, in each item of a list: see `values.each`."""
        self.counts: dict[str, Count] = {}
        """Of those that count the items, upwards, how."""
        self.ragged: set[str] = set()
        """Those that differ between the components of a nested tensor."""
        self.floats_vary = 0
        """How many contexts are open (autocast, say) in which no floating dtype is proved."""
        self.work = 0
        """What was done here that is not charged yet, in steps: symbols made, facts learned and conclusions drawn,
        sizes gone through by rules."""

    # ---------------------------------------------------------------- names and symbols

    def unique(self, hint: str) -> str:
        """A symbol name that this analysis has not used: `x`, then `x#2`, `x#3` ..."""
        hint = base_name(hint)
        n = self._fresh[hint] = self._fresh.get(hint, 0) + 1
        if n == 1 and not self._realm:
            return hint
        return f"{hint}#{self._realm * REALM_SIZE + n}"

    def made(self) -> dict[str, int]:
        """How many symbols there are of each name."""
        return dict(self._fresh)

    def anew(self, realm: int = 0) -> Path:
        """A path of which nothing is known, with the same prover, the same idea of inputs and of floating dtypes."""
        path = Path(self.prover, realm, self.least)
        path.floats_vary = self.floats_vary
        return path

    def fresh(self, hint: str, low: int | EllipsisType | None = ..., high: int | None = None) -> Expr:
        """A new symbol: a size of an input (low not given), or one that data decides (low=0)."""
        self.work += WORK_OF_SYMBOL
        return symbol(self.unique(hint), self.least if low is ... else low, high)

    def named(self, name: str, low: int | EllipsisType | None = ...) -> Expr:
        """A new symbol that people know by this name, whatever it is unpacked to."""
        size = self.fresh(name, low)
        self.hints.setdefault(size.name, name)
        return size

    def number(self, name: str) -> Expr:
        """A new symbol for a parameter that is a number, and may be a size."""
        size = self.named(name, self.least_number)
        self.numbers.add(size.name)
        return size

    def take_for_shape(self, shape: Shape) -> None:
        """Numbers that make up the sizes of a tensor are sizes, where they might have been less than these."""
        if self.least_number >= self.least:
            return
        for dim in shape:
            if isinstance(dim, Expr) and all(one.name in self.numbers for one in dim.symbols):
                large_enough = ge(dim, self.least)
                if self.decide(large_enough) is None:
                    self.assume(large_enough)

    def skolem(self, question: Hashable, make: Callable[[], Made]) -> Made:
        """The symbol or star that stands for the answer to a question that has one answer on every path: the same one
        whenever that is asked, as the dim at an axis of a star, or what is one size where a condition holds and another
        where it does not. What is known of it is a fact like others: of the path on which it was learned."""
        if question not in self._asked_for:
            self._asked_for[question] = make()
        return cast("Made", self._asked_for[question])  # a question is of one kind

    @staticmethod
    def lasting(name: str, low: int) -> Expr:
        """A number that is the same whenever the program asks for it: one symbol, of none that `unique` names."""
        return symbol(f"{name}#0", low)

    def take_for_sizes(self, lengths: Iterable[Expr]) -> None:
        """What was counted turns out to be an input: its sizes are as large as those are, unless the path says no."""
        for length in lengths:
            large_enough = ge(length, self.least)
            if self.decide(large_enough) is None:
                self.assume(large_enough)

    def fresh_star(self, hint: str, dim_low: int | None = None) -> Star:
        """A new star; of an input if the smallest size of its dims is not given."""
        star = Star(self.unique(hint), self.least if dim_low is None else dim_low)
        if dim_low is None:
            self.of_inputs.add(star.name)
        return star

    def star_like(self, star: Star) -> Star:
        """A new star for dims as those that another one stands for."""
        return self._star_as(star, None)

    def _star_as(self, star: Star, part_of: tuple[Star, int, int] | None) -> Star:
        made = Star(self.unique(star.name), star.dim_low, part_of)
        if star.name in self.of_inputs:
            self.of_inputs.add(made.name)
        return made

    def _without(self, star: Star, front: int, back: int) -> Star:
        """The star for what another one stands for but so many dims at its front and at its back."""
        whole, before, behind = star.part_of or (star, 0, 0)
        part = whole, before + front, behind + back
        return self.skolem(part, lambda: self._star_as(star, part))

    def around(self, star: Star) -> Iterator[tuple[Star, int]]:
        """A star and those of which it is a part, as far as they have been made, with the dims that each has more."""
        whole, before, behind = star.part_of or (star, 0, 0)
        yield whole, before + behind
        for front, back in product(range(before + 1), range(behind + 1)):
            part = self._asked_for.get((whole, front, back))
            if isinstance(part, Star):
                yield part, before - front + behind - back

    # ---------------------------------------------------------------- snapshots

    def snapshot(self) -> tuple[Facts, dict[Star, Shape]]:
        return self.facts, self.stars

    def restore(self, snapshot: tuple[Facts, dict[Star, Shape]]) -> None:
        self.facts, self.stars = snapshot

    def mark(self) -> Mark:
        """All that the path knows, names included: `restart` goes back to it."""
        return Mark(self.facts, self.stars, dict(self._fresh), dict(self.hints), len(self._asked_for))

    def restart(self, mark: Mark, realm: int) -> None:
        """From here on it is as if nothing had been done since the mark; new symbols are those of a realm."""
        self._realm = realm
        self.facts, self.stars = mark.facts, mark.stars
        self._fresh, self.hints = dict(mark.fresh), dict(mark.hints)
        while len(self._asked_for) > mark.asked_for:
            self._asked_for.popitem()

    def return_to(self, mark: Mark) -> None:
        """It is as if nothing had been done since the mark."""
        self.restart(mark, self._realm)

    # ---------------------------------------------------------------- knowledge

    def assume(self, cond: Cond, origin: object = None) -> None:
        """From here on `cond` holds."""
        if cond is not True:
            mentioned = 0 if cond is False else len(cond.free)
            self.work += WORK_OF_FACT + WORK_OF_MENTION * max(0, mentioned - FEW_MENTIONED)
            self.facts = self.facts.assume(cond, origin)
            concluded = self.facts.mentioned
            if concluded > FEW_CONCLUDED:
                self.work += WORK_OF_CONCLUSION * (concluded - FEW_CONCLUDED)

    def take_work(self) -> int:
        """What was done since this was asked, in steps, for whoever charges them."""
        work, self.work = self.work, 0
        return work

    def decide(self, cond: Cond) -> bool | None:
        """True or False if the facts decide it, else None."""
        if isinstance(cond, bool):
            return cond
        return self.prover.decide(self.facts, cond)

    def simplify(self, dim: Dim) -> Dim:
        return dim if type(dim) is int else self.facts.simplify(dim)

    def bind_star(self, star: Star, shape: Shape) -> None:
        """From here on the star stands for `shape` (which may hold another star)."""
        self.stars = {**self.stars, star: shape}

    def equate(self, a: Shape, b: Shape, origin: object = None) -> None:
        """From here on two shapes are equal, as far as their dims can be laid side by side."""
        a, b = self.resolve(a), self.resolve(b)
        if a == b:
            return
        self.assume(eq(rank_of(a), rank_of(b)), origin)
        a, b = self.resolve(a), self.resolve(b)
        own, other = star_index(a), star_index(b)
        if own == other and len(a) == len(b):
            for one, another in zip(a, b):
                if not isinstance(one, Star) and not isinstance(another, Star):
                    self.assume(eq(one, another), origin)
                elif isinstance(another, Star):
                    self._bind_to(another, (one,))
        elif len(b) == 1 and type(b[0]) is Star:
            self._bind_to(b[0], a)
        elif len(a) == 1 and type(a[0]) is Star:
            self._bind_to(a[0], b)

    def _bind_to(self, star: Star, shape: Shape) -> None:
        """Binds a star to a shape, or the star that this is to the first one if only that is an input's."""
        only = shape[0] if len(shape) == 1 else None
        if type(only) is Star and star.name in self.of_inputs and only.name not in self.of_inputs:
            star, shape = only, (star,)
        if star not in shape:
            self.bind_star(star, shape)

    def resolve(self, shape: Shape) -> Shape:
        """The shape with bound stars replaced and dims simplified under the facts."""
        for dim in shape:
            if type(dim) is not int:
                break
        else:
            return shape
        out: list[Dim | Star] = []
        for dim in shape:
            if type(dim) is int:
                out.append(dim)
            elif isinstance(dim, Star):
                out.extend(self._resolve_star(dim))
            else:
                out.append(self.facts.simplify(dim))
        return tuple(out)

    def _resolve_star(self, star: Star) -> Shape:
        bound = self.stars.get(star)
        if bound is not None:
            return self.resolve(bound)
        rank = self.facts.simplify(star.rank)
        if type(rank) is not int or rank > MAX_EXPANDED_RANK:
            return (star,)
        return self._split(star, tuple(self._dim_of(star, i) for i in range(rank)))

    def _dim_of(self, star: Star, axis: int) -> Expr:
        """The dim of a star at an axis, from the front or, if that is negative, from its end."""
        whole, before, behind = star.part_of or (star, 0, 0)
        axis = axis + before if axis >= 0 else axis - behind
        shown = f"{base_name(whole.name)}_{axis if axis >= 0 else f'm{-axis}'}"
        return self.skolem((whole, axis), lambda: self.fresh(shown, whole.dim_low))

    def _split(self, star: Star, parts: Shape) -> Shape:
        """Binds a star to dims of its own, and gives them."""
        self.bind_star(star, parts)
        for part in parts:
            if isinstance(part, (Expr, Star)):
                self.split_from[part.name] = star.name
                if star.name in self.each:
                    self.each[part.name] = None
        return parts

    def _ask_for_length(self, star: Star, least: int) -> None:
        enough = ge(star.rank, least)
        if self.decide(enough) is True:
            return
        low, high = self.facts.bounds(star.rank)
        if high is not None and high - (low or 0) < MAX_ENUMERATED_RANKS:
            raise Undecided(eq(star.rank, low or 0))
        if star.part_of:  # the same question, in whatever order the parts came to light
            whole, before, behind = star.part_of
            if self.simplify(whole.rank - star.rank) == before + behind:
                raise Undecided(ge(whole.rank, least + before + behind))
        raise Undecided(enough)

    def expose(self, shape: Shape, front: int, back: int) -> Shape:
        """The shape with at least `front` dims before and `back` dims behind its star.

        The caller has made sure that the rank is large enough (an obligation that passed); the star is
        split into fresh dims and a shorter star. Undecided if the star may be too short to hold them, so
        that a dim wanted from the front is one of those behind it, or the other way round.
        """
        shape = self.resolve(shape)
        at = star_index(shape)
        if at is None:
            return shape
        star = shape[at]
        assert isinstance(star, Star)
        more_front, more_back = max(0, front - at), max(0, back - (len(shape) - at - 1))
        if not more_front and not more_back:
            return shape
        self._ask_for_length(star, more_front + more_back)
        shorter = self._without(star, more_front, more_back)
        before = tuple(self._dim_of(star, i) for i in range(more_front))
        after = tuple(self._dim_of(star, -i) for i in range(more_back, 0, -1))
        self._split(star, (*before, shorter, *after))
        self.assume(eq(star.rank, shorter.rank + (more_front + more_back)))
        return self.resolve(shape)
