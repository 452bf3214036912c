"""Points at which the asserts before one hold and it does not: what shows that an assert is needed.

A model of the whole program is a model of every prefix of it. So a witness is looked for near that model:
one unknown, then two, get other values; what was solved by then follows, the rest stays. A candidate has
to pass the compiled conditions first, then the original program, evaluated where it changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from shapecheck.symbolic.expr import Dim, Expr, Symbol
from shapecheck.symbolic.formula import EQ, Compare, Formula, not_
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.smt import grid
from shapecheck.symbolic.smt.chain import Chain, Open
from shapecheck.symbolic.smt.compiled import Test, compiled
from shapecheck.symbolic.smt.divisors import even_points
from shapecheck.symbolic.smt.points import Evaluator, changed
from shapecheck.symbolic.smt.reals import UnsupportedError
from shapecheck.symbolic.smt.repair import moves, nearest, passes
from shapecheck.symbolic.traversal import Valuation

STEPS = (0, 1, -1, 2, 3, 4, 7, 8, 16, 64, 100, 1000, 100_003, 1 << 31, 1 << 40)
MODULI = (2, 4, 8, 16, 32, 64, 49, 196)
"""Steps from the model's value that keep its remainders."""
GRID_BUDGET = 4000
MAX_NEIGHBOURS = 6
MAX_CHECKS = 12
MAX_MENDS = 60
MAX_EVEN = 600
UNIFORM = (3, 5, 1)
MEND_DEPTH = 3

Point = dict[str, Any]


class Witnesses:
    """Looks for witnesses of one program, assert by assert, in order."""

    def __init__(self, chain: Chain, evaluator: Evaluator, model: Point) -> None:
        self.chain = chain
        self.evaluator = evaluator
        self.model = model
        self.base = evaluator.values(model) or []
        self.env = _Environment(model, self.base)
        self.bounds: dict[str, Interval] = {}
        self.solved: dict[str, tuple[int, Dim]] = {}
        self._dependents: dict[str, list[str]] = {}
        self._following: dict[tuple[str, ...], list[str]] = {}
        self._at = 0
        tests = _tests([*chain.residual, *(one.cond for one in chain.opened)])
        self._tests = [tests[cond] for cond in chain.residual]
        self._by_name = _index(chain.residual)
        self._own = {one.position: tests[one.cond] for one in chain.opened}
        self._limits = _limits(chain)
        self._nodes = {chain.program.name_of(node): node for node in chain.program.constants}
        self._position: dict[int, int] = {}
        for index, one in enumerate(chain.program.asserts):
            self._position.setdefault(one.node, index)

    def find_near(self, record: Open) -> Point | None:
        """The constants that differ from the model, at a checked witness: one unknown is moved."""
        self._advance(record.solutions)
        return self._first(record, self._single(record))

    def find_far(self, record: Open) -> Point | None:
        """The same with several unknowns moved."""
        names = self._names(record)
        return (
            self._first(record, self._mended(record, names))
            or self._first(record, self._aimed(record, names))
            or self._first(record, self._grid(record, names))
        )

    def find_even(self, record: Open) -> Point | None:
        """The same where a divisor in the condition, or in those before about the same unknowns, divides."""
        others = self._residual_over(self._names(record), record.residual)
        conds = [record.cond, *(self.chain.residual[i] for i in others)]
        movable = {s.name: self.bounds.get(s.name, (None, None)) for cond in conds for s in cond.free
                   if s.name not in self.solved and isinstance(self.env.get(s.name), int)}  # fmt: skip
        return self._first(record, islice(even_points(conds, movable), MAX_EVEN))

    def _first(self, record: Open, candidates: Iterable[dict[str, int]]) -> Point | None:
        checks = MAX_CHECKS
        for candidate in candidates:
            point = self._fitting(record, candidate)
            if point is None:
                continue
            if self.holds_before(record.position, point):
                return point
            checks -= 1
            if checks <= 0:
                break
        return None

    def _names(self, record: Open) -> list[str]:
        return [s.name for s in sorted(record.cond.free, key=self._cheapest)]

    def _advance(self, solutions: int) -> None:
        """Goes to the state before the assert: which names are solved, and the bounds of the others."""
        for s, value in self.chain.solutions[self._at : solutions]:
            atom = value.atom if isinstance(value, Expr) else None
            if isinstance(atom, Symbol) and atom.name == s.name:
                self.bounds[s.name] = atom.bounds
                continue
            self._following.clear()
            self.solved[s.name] = (len(self.solved), value)
            if isinstance(value, Expr):
                for free in value.free:
                    self._dependents.setdefault(free.name, []).append(s.name)
        self._at = solutions

    # ---------------------------------------------------------------- candidates

    def _single(self, record: Open) -> Iterator[dict[str, int]]:
        names = self._names(record)
        for name in names:
            for value in self._values(record.cond, name):
                yield {name: value}
        for name in names:
            for value in self._nearest_failing(record, name):
                yield {name: value}

    def _mended(self, record: Open, names: Sequence[str]) -> Iterator[dict[str, int]]:
        """One unknown moved so that the condition fails, then others so that those before hold again."""
        return self._mend(
            record,
            (
                {name: value}
                for name in names[:4]
                for value in dict.fromkeys(
                    [*self._nearest_failing(record, name), *self._values(record.cond, name)]
                )
            ),
        )

    def _aimed(self, record: Open, names: Sequence[str]) -> Iterator[dict[str, int]]:
        """One unknown moved a little, or as far as it goes, and another so that the condition fails; mended."""
        own, opposite = self._own[record.position], not_(record.cond)
        if own is None or not isinstance(opposite, Formula):
            return iter(())

        def fails(env: Point) -> bool:
            return not own(env)

        def starts() -> Iterator[dict[str, int]]:
            bases = [{a: x} for a in names[:4] for x in self._shifts(record, a)]
            for base in [*bases, *self._uniform(names)]:
                found = []
                with _Changed(self.env, base):
                    for b in names[:5]:
                        bounds = self.bounds.get(b, (None, None))
                        if b in self.env and base.keys() != {b}:
                            found += [{**base, b: y} for y in moves(opposite, fails, self.env, b, bounds)]
                yield from found

        return self._mend(record, starts())

    def _uniform(self, names: Sequence[str]) -> Iterator[dict[str, int]]:
        """The unknowns all alike, as far as their bounds allow: odd, or small."""
        for value in UNIFORM:
            yield {name: _nearest_to(value, self.bounds.get(name, (None, None)))
                   for name in names if isinstance(self.env.get(name), int)}  # fmt: skip

    def _shifts(self, record: Open, name: str) -> list[int]:
        now = self.env.get(name)
        if not isinstance(now, int) or isinstance(now, bool):
            return []
        low, high = self.bounds.get(name, (None, None))

        def breaks(distance: int) -> bool:
            point = self._follow({name: now + distance})
            return point is None or self._broken(record, point) is not None

        beyond = nearest(breaks, None if high is None else high - now)
        values = dict.fromkeys((now + 1, now - 1, now + 2, 1, 2, 3, 5, now + (beyond or 1) - 1, high))
        return [v for v in values if v is not None and v != now and (low is None or v >= low)
                and (high is None or v <= high)]  # fmt: skip

    def _mend(self, record: Open, starts: Iterable[dict[str, int]]) -> Iterator[dict[str, int]]:
        """Candidates at which the condition fails, with others moved until those before hold again."""
        own = self._own[record.position]
        if own is None:
            return
        budget = MAX_MENDS
        for start in starts:
            todo: list[tuple[dict[str, int], int]] = [(start, MEND_DEPTH)]
            while todo and budget > 0:
                candidate, depth = todo.pop(0)
                budget -= 1
                point = None if self._holds_at(own, candidate) else self._follow(candidate)
                if point is None:
                    continue
                broken = self._broken(record, point)
                if broken is None:
                    yield candidate
                elif depth:
                    todo += [(new, depth - 1) for new in self._moved(broken, candidate, point)]
            if budget <= 0:
                return

    def _holds_at(self, test: Test, point: Point) -> bool:
        with_point = _Changed(self.env, point)
        with with_point:
            return passes(test, self.env, True)

    def _broken(self, record: Open, point: Point) -> int | None:
        """The first residual condition before the assert that the point breaks."""
        with _Changed(self.env, point):
            for i in self._residual_over(point, record.residual):
                test = self._tests[i]
                if test is not None and not passes(test, self.env):
                    return i
        return None

    def _moved(self, broken: int, candidate: dict[str, int], point: Point) -> list[dict[str, int]]:
        cond, test = self.chain.residual[broken], self._tests[broken]
        out = []
        with _Changed(self.env, point):
            for s in sorted(cond.free, key=lambda one: one.key):
                name = s.name
                if test is None or name in candidate or name in self.solved or name not in self.env:
                    continue
                bounds = self.bounds.get(name, (None, None))
                out += [{**candidate, name: value} for value in moves(cond, test, self.env, name, bounds)]
        return out

    def _cheapest(self, s: Symbol) -> tuple[int, Any]:
        return (len(self._dependents.get(s.name, ())), s.key)

    def _values(self, cond: Formula, name: str) -> list[int]:
        """Other values for one unknown, those at which the condition is likely to fail first."""
        now = self.env.get(name)
        if not isinstance(now, int) or isinstance(now, bool):
            return []
        low, high = self.bounds.get(name, (None, None))
        values = [*self._crossing(cond, name, now), now + 1, now - 1, *STEPS]
        values += [bound for bound in (low, high) if bound is not None]
        values += [now * 2, now * 3, now // 2, now + 2, now - 2, now * 1000]
        inside = dict.fromkeys(v for v in values if (low is None or v >= low) and (high is None or v <= high))
        inside.pop(now, None)
        return list(inside)

    def _nearest_failing(self, record: Open, name: str) -> list[int]:
        """The nearest values above and below at which the condition fails, and some of like remainder."""
        now = self.env.get(name)
        test = self._own[record.position]
        if test is None or not isinstance(now, int) or isinstance(now, bool):
            return []
        low, high = self.bounds.get(name, (None, None))
        out: list[int] = []
        for sign, end in ((1, high), (-1, low)):

            def fails(distance: int, sign: int = sign) -> bool:
                self.env[name] = now + sign * distance
                return not passes(test, self.env, True)

            distance = nearest(fails, None if end is None else abs(end - now))
            if distance is not None:
                steps = dict.fromkeys([distance, distance + 1, *(-(-distance // k) * k for k in MODULI)])
                out += [now + sign * one for one in steps if end is None or one <= abs(end - now)]
        self.env[name] = now
        return out

    def _crossing(self, cond: Formula, name: str, now: int) -> list[int]:
        """Where the secant of a comparison says that its sign changes."""
        if not isinstance(cond, Compare):
            return []
        try:
            here = Valuation(self.env).dim(cond.expr)
            slope = Valuation({**self.env, name: now + 1}).dim(cond.expr) - here
        except (ZeroDivisionError, KeyError):
            return []
        if not slope:
            return []
        at = now - here // slope
        return [at - 1, at, at + 1] if cond.op is not EQ else []

    def _grid(self, record: Open, names: Sequence[str]) -> Iterator[dict[str, int]]:
        """All values in a fixed order, under the conditions that speak of the same unknowns."""
        opposite = not_(record.cond)
        if not isinstance(opposite, Formula):
            return
        free = [name for name in names if isinstance(self.env.get(name), int)]
        free += self._neighbours(record, free)
        others = self._residual_over(free, record.residual)
        own = self._own[record.position]
        tests = [test for i in others if (test := self._tests[i]) is not None]
        if own is None or len(tests) < len(others):
            return
        conds = [opposite, *(self.chain.residual[i] for i in others)]
        bounds = {name: self.bounds.get(name, (None, None)) for name in free}
        found = grid.search(conds, [lambda env: not own(env), *tests], bounds, free, self.env, GRID_BUDGET)
        if found is not None:
            yield {name: found[name] for name in free}

    def _neighbours(self, record: Open, names: Sequence[str]) -> list[str]:
        """Unsolved names that residual conditions connect with these."""
        out: dict[str, None] = {}
        for i in self._residual_over(names, record.residual):
            for s in sorted(self.chain.residual[i].free, key=lambda one: one.key):
                known = s.name in self.solved or s.name in names
                if not known and isinstance(self.env.get(s.name), int):
                    out[s.name] = None
        return list(out)[:MAX_NEIGHBOURS]

    def _residual_over(self, names: Iterable[str], limit: int) -> list[int]:
        """The residual conditions, among the first so many, that speak of these names."""
        return sorted({i for name in names for i in self._by_name.get(name, ()) if i < limit})

    # ---------------------------------------------------------------- checks

    def _fitting(self, record: Open, candidate: dict[str, int]) -> Point | None:
        """The candidate with what follows, if the compiled conditions before hold there and this one does not.

        The condition speaks of open unknowns alone, so it is tried before anything follows.
        """
        own = self._own[record.position]
        if own is not None and self._holds_at(own, candidate):
            return None
        point = self._follow(candidate)
        return None if point is None or self._broken(record, point) is not None else point

    def _follow(self, candidate: dict[str, int]) -> Point | None:
        """The candidate with the values of solved names that depend on it."""
        followers = self._followers(tuple(candidate))
        if not followers:
            return candidate
        env = _Overlay(self.env, dict(candidate))
        at = Valuation(env)  # type: ignore[arg-type]
        try:
            for name in followers:
                env.changes[name] = at.dim(self.solved[name][1])
        except ZeroDivisionError:
            return None
        return {name: value for name, value in env.changes.items() if value != self.env.get(name)}

    def _followers(self, names: tuple[str, ...]) -> list[str]:
        """The solved names that depend on these, the latest solved first: none depends on a later one."""
        found = self._following.get(names)
        if found is None:
            reached: dict[str, None] = {}
            todo = [*names]
            while todo:
                for name in self._dependents.get(todo.pop(), ()):
                    if name not in reached:
                        reached[name] = None
                        todo.append(name)
            found = self._following[names] = sorted(reached, key=lambda one: -self.solved[one][0])
        return found

    def holds_before(self, index: int, point: Point) -> bool:
        """Whether at that point all asserts before hold, and this one does not: on the original program."""
        constants = frozenset(self._nodes[name] for name in point if name in self._nodes)
        affected = self.evaluator.affected(constants, self._limits[index])
        full = {**{name: self.model[name] for name in point if name in self.model}, **point}
        new = changed(self.chain.program, self.base, affected, full)
        if new is None:
            return False
        position = self._position
        for node, value in new.items():
            first = position.get(node)
            if first is not None and first < index and value is not True:
                return False
        return new.get(self.chain.program.asserts[index].node) is False


def _nearest_to(value: int, bounds: Interval) -> int:
    low, high = bounds
    value = value if low is None else max(value, low)
    return value if high is None else min(value, high)


class _Changed:
    """A point with some other values for a while."""

    def __init__(self, env: Point, point: Point) -> None:
        self.env = env
        self.point = point
        self.old: Point = {}

    def __enter__(self) -> None:
        self.old = {name: self.env[name] for name in self.point if name in self.env}
        self.env.update(self.point)

    def __exit__(self, *_: object) -> None:
        self.env.update(self.old)


class _Overlay:
    """A point with a few other values, without copying it."""

    def __init__(self, below: Point, changes: dict[str, int]) -> None:
        self.below = below
        self.changes = changes

    def __getitem__(self, name: str) -> Any:
        found = self.changes.get(name)
        return self.below[name] if found is None else found


class _Environment(dict[str, Any]):
    """Values by symbol name: the constants, and the nodes that stand for themselves."""

    def __init__(self, model: Point, base: Sequence[Any]) -> None:
        super().__init__(model)
        self.base = base

    def __missing__(self, name: str) -> Any:
        kind, _, number = name.partition(" ")
        value = self.base[int(number)] if kind == "node" and number.isdecimal() else None
        if value is None:
            raise KeyError(name)
        self[name] = value
        return value


def _tests(conds: Iterable[Formula]) -> dict[Formula, Test | None]:
    """Each condition compiled, all together if that works, else one by one; None for what cannot be."""
    distinct = list(dict.fromkeys(conds))
    try:
        return dict(zip(distinct, compiled(distinct)))
    except (UnsupportedError, MemoryError, RecursionError):
        return {cond: _test(cond) for cond in distinct}


def _test(cond: Formula) -> Test | None:
    try:
        return compiled([cond])[0]
    except (UnsupportedError, MemoryError, RecursionError):
        return None


def _index(conds: Sequence[Formula]) -> dict[str, list[int]]:
    out: dict[str, list[int]] = {}
    for i, cond in enumerate(conds):
        for name in {s.name for s in cond.free}:
            out.setdefault(name, []).append(i)
    return out


def _limits(chain: Chain) -> list[int]:
    """Up to which node the asserts up to each one reach."""
    out = []
    last = 0
    for one in chain.program.asserts:
        last = max(last, one.node)
        out.append(last)
    return out
