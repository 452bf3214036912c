"""Comprehensions and generator expressions: all items where their number is known, else one that stands for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TypeAlias

from shapecheck.interpret.builtins.iteration import use_up
from shapecheck.interpret.builtins.lists import append, extend
from shapecheck.interpret.builtins.numbers import Quotient
from shapecheck.interpret.language import classes, names, narrowing, subscripts
from shapecheck.interpret.language.dispatch import evaluate, evaluate_optional
from shapecheck.interpret.language.loops import Pace
from shapecheck.interpret.signals import DeadPath, PythonError
from shapecheck.source import ir
from shapecheck.source.walking import names_in
from shapecheck.symbolic import Expr, lt
from shapecheck.values import (
    MISSING,
    DictValue,
    IteratorValue,
    ListValue,
    RangeValue,
    Scalar,
    Scope,
    SetValue,
    Tensor,
    TextFrom,
    Unknown,
    Value,
    each,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

Taker: TypeAlias = "Callable[[Value], object]"

MANY = 256
"""Longer ranges are looked at once, if that says as much as all of their items would, or if those take too long."""


def comprehension(machine: Machine, node: ir.Comprehension) -> Value:
    """`[element for ... if ...]` and its kin."""
    return _collected(machine, node, evaluate(machine, node.clauses[0].iter))


def _collected(
    machine: Machine, node: ir.Comprehension, source: Value, taker: Taker | None = None
) -> Value:
    frame = machine.frame
    outer = frame.scope
    frame.scope = Scope({}, outer, is_comprehension=True)
    try:
        collected = _Collector(machine, node, taker)
        collected.run(0, source)
    finally:
        frame.scope = outer
    return collected.result()


def grow(machine: Machine, target: ListValue, node: ir.Expression) -> bool:
    """Whether this is a generator that has given the list all of its items: each is there before the next one is made,
    as in `y.extend(layer(y[-1]) for layer in layers)`. Only where their number is known, and small: the trail
    keeps every state of a list."""
    if not isinstance(node, ir.Comprehension) or node.kind != "generator" or target.items is None:
        return False
    if len(node.clauses) > 1 or node.clauses[0].ifs or target.limit is not None:
        return False
    source = evaluate(machine, node.clauses[0].iter)
    items = machine.iterate(source)
    if items is None or len(items) > MANY:
        extend(machine, target, _collected(machine, node, source))
    else:
        _collected(machine, node, source, lambda value: append(machine, target, value))
    return True


class _Collector:
    """Gathers the items of one comprehension; `exact` until a clause's length or filter is unknown. `taker` is told
    each as it comes."""

    def __init__(self, machine: Machine, node: ir.Comprehension, taker: Taker | None = None) -> None:
        self.machine = machine
        self.node = node
        self.taker = taker
        self.items: list[tuple[Value, Value]] = []
        self.exact = True
        self.length: Value = None
        self.is_new: Callable[[each.Part], bool] | None = None
        """Tells the sizes that were born with the one item that stands for all."""

    def run(self, depth: int, source: Value) -> None:
        items = self.machine.iterate(source)
        if items is None and _has_no_rows(self.machine, source):
            self.exact = False  # it has failed: nothing is taken, however often functions call each other here
            self.items.append((None, self.machine.unknown("iteration over a 0-d tensor")))
            return
        if items is None or self._stands_for_all(source, len(items)):
            self._once_for_all(depth, source)
            return
        known = len(self.items)
        with nullcontext() if self.exact else self.machine.perhaps():
            rounds_left = self._go_through(depth, items)
        if rounds_left:
            del self.items[known:]  # the one that stands for all stands for these, too
            self._once_for_all(depth, source)

    def _once_for_all(self, depth: int, source: Value) -> None:
        """One item stands for all those of which nobody knows the number, or for too many."""
        machine, clause = self.machine, self.node.clauses[depth]
        if type(source) is IteratorValue and source.items is None:
            count: Value = use_up(machine, source)
        else:
            count = machine.length(source)
        if self.exact and depth == 0 and len(self.node.clauses) == 1 and not clause.ifs:
            self.length = count
        self.exact = False
        self.is_new = self.is_new or each.born_since(machine.path)
        is_sure = isinstance(count, (int, Expr)) and machine.path.decide(lt(0, count)) is True
        is_indexed = bool(machine.declared) and machine.declared.has_rounds(source)
        item = machine.element_of(source)
        if clause.ifs:
            item = each.chosen(machine.path, item)
        with (
            machine.perhaps(),
            machine.doubting(is_sure) if is_indexed or not is_sure else nullcontext(),
            machine.declared.round_of(item) if is_indexed else nullcontext(),
        ):
            self._go_through(depth, [item])

    def _go_through(self, depth: int, items: Sequence[Value]) -> int:
        """Each item in turn; gives how many are left, because all of them would take too many steps."""
        machine, clause = self.machine, self.node.clauses[depth]
        pace = Pace(machine) if len(items) > MANY and self.taker is None else None
        for number, item in enumerate(items):
            if pace is not None and pace.forbids(len(items) - number):
                return len(items) - number
            machine.step()
            names.assign(machine, clause.target, item)
            passed = self._passes(clause)
            if passed is False:
                continue
            if passed is None:
                self.exact = False
            with nullcontext() if passed else machine.doubting():
                self._take(depth)
        return 0

    def _take(self, depth: int) -> None:
        """What an item that passes leads to: the next clause, or the element."""
        machine = self.machine
        if depth + 1 < len(self.node.clauses):
            self.run(depth + 1, evaluate(machine, self.node.clauses[depth + 1].iter))
            return
        key = evaluate_optional(machine, self.node.key)
        value = evaluate(machine, self.node.element)
        self.items.append((key, value))
        if self.taker is not None:
            self.taker(value)

    def _stands_for_all(self, source: Value, count: int) -> bool:
        """Whether one item says as much as all of a long range: numbers of which nothing is known, whatever the index.

        A table of a million floats is a table of floats. What the round writes must not outlive it.
        """
        machine, clauses = self.machine, self.node.clauses
        if count <= MANY or not isinstance(source, RangeValue) or len(clauses) > 1 or clauses[0].ifs:
            return False
        mark, base = machine.store.mark(), machine.path.snapshot()
        with machine.trial():
            try:
                names.assign(machine, clauses[0].target, machine.element_of(source))
                element: Value = None if self.node.key else evaluate(machine, self.node.element)
            except (PythonError, DeadPath):
                element = None
        alone = _leaves_no_trace(machine, mark)
        machine.store.undo(mark)
        machine.path.restore(base)
        return alone and _is_featureless(element)

    def _passes(self, clause: ir.For_) -> bool | None:
        """Whether the item is taken; where that is not known, its variables keep what the tests admit."""
        answers = []
        for test in clause.ifs:
            answer = self.machine.truth(evaluate(self.machine, test))
            if answer is False:
                return False
            if answer is None:
                narrowing.assume_truth(self.machine, test, names_in(clause.target))
            answers.append(answer)
        return None if None in answers else True

    def result(self) -> Value:
        machine, kind = self.machine, self.node.kind
        values = [value for _, value in self.items]
        if not values:
            self.exact = True  # where not even the item that stands for all passes, none does
        if kind == "dict":
            return self._dict()
        if self.exact:
            if kind == "set":
                return classes.make_set(machine, values)
            return ListValue(values) if kind == "list" else IteratorValue(values)
        element = self._any_of(values)
        length = self.length if isinstance(self.length, (int, Expr)) else machine.path.fresh("length", 0)
        if kind == "set":
            return SetValue(None, element)
        return ListValue(None, element, length) if kind == "list" else IteratorValue(None, element, length)

    def _dict(self) -> Value:
        result = DictValue({}, is_open=not self.exact)
        if self.exact:
            for key, value in self.items:
                subscripts.set_item(self.machine, result, key, value)
        else:
            result.element = self._any_of([value for _, value in self.items])
        return result

    def _any_of(self, values: list[Value]) -> Value:
        """What stands for all items."""
        element = self.machine.one_of(values)
        if self.is_new is not None:
            each.vary(self.machine.path, element, self.is_new)
        return element


def _has_no_rows(machine: Machine, source: Value) -> bool:
    return isinstance(source, Tensor) and machine.path.resolve(source.shape) == ()


def _leaves_no_trace(machine: Machine, mark: int) -> bool:
    """Whether all that was written since the mark are new names, as those of a call or of a comprehension inside."""
    seen: set[tuple[int, Any]] = set()
    own = machine.frame.scope.variables
    for container, key, is_attribute, old in machine.store.log[mark:]:
        if (id(container), key) not in seen and container is not own and (is_attribute or old is not MISSING):
            return False
        seen.add((id(container), key))
    return True


def _is_featureless(value: Value) -> bool:
    """Nothing is known of the value but its type, nor of what is in it."""
    if isinstance(value, ListValue):
        return value.items is None and isinstance(value.length, int) and _is_featureless(value.element)
    if isinstance(value, Quotient):
        return isinstance(value.denominator, Expr)  # nobody asks for the size that one of so many fractions makes
    return type(value) in (Scalar, TextFrom, Unknown)
