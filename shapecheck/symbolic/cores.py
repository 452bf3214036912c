"""Minimal sets of facts that contradict a condition."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapecheck.symbolic.formula import Formula

Item = tuple[Formula, object]
Test = Callable[[Sequence[Formula]], bool]


def minimal_core(items: Sequence[Item], extra: Sequence[Formula], contradict: Test) -> list[Item]:
    """A minimal part of the items that contradicts `extra`, in their order; the older are kept.

    QuickXplain (Junker 2004), then plain deletion, for a test that misses some contradictions is not
    monotonic. All connected items if the test does not see the contradiction in those.
    """
    connected = _connected(items, extra) if extra else list(items)
    if not contradict([*extra, *(cond for cond, _ in connected)]):
        return connected
    core = _explain(list(extra), False, connected, contradict)
    if not contradict([*extra, *(cond for cond, _ in core)]):
        core = connected
    at = len(core) - 1
    while at >= 0:
        without = core[:at] + core[at + 1 :]
        if contradict([*extra, *(cond for cond, _ in without)]):
            core = without
        at -= 1
    return core


def _explain(background: list[Formula], grown: bool, items: list[Item], contradict: Test) -> list[Item]:
    if grown and contradict(background):
        return []
    if len(items) <= 1:
        return items
    half = len(items) // 2
    first, second = items[:half], items[half:]
    in_second = _explain(background + [cond for cond, _ in first], True, second, contradict)
    in_first = _explain(background + [cond for cond, _ in in_second], bool(in_second), first, contradict)
    return in_first + in_second


def _connected(items: Sequence[Item], extra: Sequence[Formula]) -> list[Item]:
    """The items that share symbols or flags with `extra`, directly or through others."""
    reached: set[object] = set()
    for cond in extra:
        reached |= cond.free
        reached |= cond.flags
    chosen: set[int] = set()
    changed = True
    while changed:
        changed = False
        for i, (cond, _) in enumerate(items):
            names = cond.free | cond.flags
            if i not in chosen and (not names or not reached.isdisjoint(names)):
                chosen.add(i)
                changed = changed or not reached >= names
                reached |= names
    return [item for i, item in enumerate(items) if i in chosen]
