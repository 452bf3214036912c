"""Points at which the asserts before one hold and it does not: what shows that an assert is needed.

A model of the whole program is a model of every prefix of it. So a witness is looked for near that model:
one unknown, then two, get other values; what was solved by then follows, the rest stays. A candidate has
to pass the compiled conditions first, then the original program, evaluated where it changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from shapecheck.symbolic.expr import Dim, Expr, Symbol
from shapecheck.symbolic.formula import EQ, Compare, Formula, not_
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.smt import grid
from shapecheck.symbolic.smt.chain import Chain, Open
from shapecheck.symbolic.smt.compiled import Test, compiled
from shapecheck.symbolic.smt.points import Evaluator, changed
from shapecheck.symbolic.smt.reals import UnsupportedError
from shapecheck.symbolic.traversal import Valuation

STEPS = (0, 1, -1, 2, 3, 4, 7, 8, 16, 64, 100, 1000, 100_003, 1 << 31, 1 << 40)
FARTHEST = 1 << 62
MODULI = (2, 4, 8, 16, 32, 64, 49, 196)
"""Steps from the model's value that keep its remainders."""
GRID_BUDGET = 4000
MAX_NEIGHBOURS = 6
MAX_CHECKS = 12

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
        self._at = 0
        self._tests = _tests(chain.residual)
        self._by_name = _index(chain.residual)
        self._fails = dict(
            zip((one.position for one in chain.opened), _tests([one.cond for one in chain.opened]))
        )
        self._limits = _limits(chain)
        self._nodes = {chain.program.name_of(node): node for node in chain.program.constants}
        self._position: dict[int, int] = {}
        for index, one in enumerate(chain.program.asserts):
            self._position.setdefault(one.node, index)

    def find(self, record: Open) -> Point | None:
        """The constants that differ from the model, with their values at a checked witness."""
        self._advance(record.solutions)
        checks = MAX_CHECKS
        for candidate in self._candidates(record):
            point = self._follow(candidate)
            if point is None or not self._fits(record, point):
                continue
            checks -= 1
            if self.holds_before(record.position, point):
                return point
            if checks <= 0:
                break
        return None

    def _advance(self, solutions: int) -> None:
        """Goes to the state before the assert: which names are solved, and the bounds of the others."""
        for s, value in self.chain.solutions[self._at : solutions]:
            atom = value.atom if isinstance(value, Expr) else None
            if isinstance(atom, Symbol) and atom.name == s.name:
                self.bounds[s.name] = atom.bounds
                continue
            self.solved[s.name] = (len(self.solved), value)
            if isinstance(value, Expr):
                for free in value.free:
                    self._dependents.setdefault(free.name, []).append(s.name)
        self._at = solutions

    # ---------------------------------------------------------------- candidates

    def _candidates(self, record: Open) -> Iterator[dict[str, int]]:
        names = [s.name for s in sorted(record.cond.free, key=self._cheapest)]
        for name in names:
            for value in self._values(record.cond, name):
                yield {name: value}
        for name in names:
            for value in self._nearest_failing(record, name):
                yield {name: value}
        yield from self._pairs(record, names)
        found = self._grid(record, names)
        if found is not None:
            yield found

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
        test = self._fails.get(record.position)
        if test is None or not isinstance(now, int) or isinstance(now, bool):
            return []
        low, high = self.bounds.get(name, (None, None))
        out: list[int] = []
        for sign, end in ((1, high), (-1, low)):
            distance = self._gallop(test, name, now, sign, None if end is None else abs(end - now))
            if distance is not None:
                steps = dict.fromkeys([distance, distance + 1, *(-(-distance // k) * k for k in MODULI)])
                out += [now + sign * one for one in steps if end is None or one <= abs(end - now)]
        self.env[name] = now
        return out

    def _gallop(self, test: Test, name: str, now: int, sign: int, most: int | None) -> int | None:
        """The least distance in one direction at which the test fails, if it fails from there on."""

        def fails(distance: int) -> bool:
            self.env[name] = now + sign * distance
            try:
                return not test(self.env)
            except (ZeroDivisionError, ValueError, KeyError):
                return False

        below, above = 0, 1
        while most is None or above < most:
            if fails(above):
                break
            below, above = above, above * 2
            if above > FARTHEST:
                return None
        else:
            above = most
            if above <= below or not fails(above):
                return None
        while above - below > 1:
            middle = (below + above) // 2
            below, above = (below, middle) if fails(middle) else (middle, above)
        return above

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

    def _pairs(self, record: Open, names: Sequence[str]) -> Iterator[dict[str, int]]:
        """Two unknowns of the condition at once, and one with each of its neighbours."""
        for i, a in enumerate(names[:4]):
            mine = self._values(record.cond, a)[:8]
            for b in names[i + 1 : 5]:
                for y in self._values(record.cond, b)[:8]:
                    for x in mine:
                        yield {a: x, b: y}

    def _grid(self, record: Open, names: Sequence[str]) -> dict[str, int] | None:
        """All values in a fixed order, under the conditions that speak of the same unknowns."""
        opposite = not_(record.cond)
        if not isinstance(opposite, Formula):
            return None
        free = [name for name in names if isinstance(self.env.get(name), int)]
        free += self._neighbours(record, free)
        conds = self._residual_over(free, record.residual)
        bounds = {name: self.bounds.get(name, (None, None)) for name in free}
        found = grid.search([opposite, *conds], bounds, free, self.env, GRID_BUDGET)
        return None if found is None else {name: found[name] for name in free}

    def _neighbours(self, record: Open, names: Sequence[str]) -> list[str]:
        """Unsolved names that residual conditions connect with these."""
        out: dict[str, None] = {}
        for cond in self._residual_over(names, record.residual):
            for s in sorted(cond.free, key=lambda one: one.key):
                known = s.name in self.solved or s.name in names
                if not known and isinstance(self.env.get(s.name), int):
                    out[s.name] = None
        return list(out)[:MAX_NEIGHBOURS]

    def _residual_over(self, names: Iterable[str], limit: int) -> list[Formula]:
        found = {i for name in names for i in self._by_name.get(name, ()) if i < limit}
        return [self.chain.residual[i] for i in sorted(found)]

    # ---------------------------------------------------------------- checks

    def _follow(self, candidate: dict[str, int]) -> dict[str, int] | None:
        """The candidate with the values of solved names that depend on it, latest solved first."""
        dependents = self._dependents
        if not any(name in dependents for name in candidate):
            return candidate
        todo = [name for name in candidate for name in dependents.get(name, ())]
        reached: set[str] = set()
        while todo:
            name = todo.pop()
            if name not in reached:
                reached.add(name)
                todo.extend(dependents.get(name, ()))
        env = _Overlay(self.env, dict(candidate))
        for name in sorted(reached, key=lambda one: -self.solved[one][0]):
            try:
                env.changes[name] = Valuation(env).dim(self.solved[name][1])  # type: ignore[arg-type]
            except ZeroDivisionError:
                return None
        return {name: value for name, value in env.changes.items() if value != self.env.get(name)}

    def _fits(self, record: Open, point: dict[str, int]) -> bool:
        """Whether the compiled conditions before hold and this one does not."""
        env = self.env
        old = {name: env.get(name) for name in point}
        env.update(point)
        try:
            test = self._fails.get(record.position)
            if test is not None and test(env):
                return False
            for name in point:
                for i in self._by_name.get(name, ()):
                    if i >= record.residual:
                        break
                    one = self._tests[i]
                    if one is not None and not one(env):
                        return False
        except (ZeroDivisionError, ValueError, KeyError):
            return False
        finally:
            env.update(old)
        return True

    def holds_before(self, index: int, point: Point) -> bool:
        """Whether at that point all asserts before hold, and this one does not: on the original program."""
        constants = [self._nodes[name] for name in point if name in self._nodes]
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


def _tests(conds: Sequence[Formula]) -> list[Test | None]:
    """Compiled together if that works, else one by one; None for what cannot be."""
    try:
        return list(compiled(conds))
    except (UnsupportedError, MemoryError, RecursionError):
        out: list[Test | None] = []
        for cond in conds:
            try:
                out.append(compiled([cond])[0])
            except (UnsupportedError, MemoryError, RecursionError):
                out.append(None)
        return out


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
