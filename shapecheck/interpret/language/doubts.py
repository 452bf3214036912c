"""Keywords that a call has on some paths only: `options["stride"] = 2` under a condition, `Conv2d(3, 4, 3, **options)`.

A join leaves what not all of its paths have put into a dict in doubt (`Store.doubts`). `**options` makes such a key a
`Doubtful` keyword. A parameter of the source takes it or its default; whatever else is called is looked at with it and
without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.language.branches import fork
from shapecheck.symbolic import Formula, not_
from shapecheck.values import Cause, DictValue, Doubtful, FunctionValue, UnionValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_DOUBTS = 2
"""For so many keywords that are there on some paths only a call is looked at with them and without them."""
Run = Callable[[dict[str, Value]], Value]


def spread(machine: Machine, mapping: DictValue, kwargs: dict[str, Value]) -> None:
    """The keywords of `**mapping`."""
    for key, item in mapping.entries.items():
        if isinstance(key, str):
            doubt = machine.store.doubt(mapping.entries, key)
            kwargs[key] = item if doubt is None else _doubtful(machine, key, item, doubt.guard)


def spread_one_of(machine: Machine, value: UnionValue, kwargs: dict[str, Value]) -> bool:
    """`**value` of one of several dicts: a key that only some have is there on some paths only. False when not all of
    the keys are known."""
    entries = [one.entries for one in value.members if isinstance(one, DictValue) and not one.is_open]
    keys = list(dict.fromkeys(key for one in entries for key in one))
    if len(entries) < len(value.members) or not all(isinstance(key, str) for key in keys):
        return False
    for key in keys:
        found = machine.one_of([one[key] for one in entries if key in one])
        if all(key in one and machine.store.doubt(one, key) is None for one in entries):
            kwargs[key] = found
        else:
            kwargs[key] = _doubtful(machine, key, found, _guard(value, key in entries[0]))
    return True


def _guard(value: UnionValue, is_of_first: bool) -> Formula | None:
    """The condition of the first of two members, or of the other."""
    guard = value.guard if is_of_first or value.guard is None else not_(value.guard)
    return guard if len(value.members) == 2 and isinstance(guard, Formula) else None


def _doubtful(machine: Machine, name: str, value: Value, guard: Formula | None) -> Value:
    return Doubtful(Cause(machine.site, f"{name}, which some paths leave out"), value, guard)


def passed(machine: Machine, value: Value, function: FunctionValue, name: str) -> Value:
    """What a parameter is given: by a keyword that is there on some paths only, or its default."""
    if type(value) is not Doubtful:
        return value
    given: Value = value.value
    return machine.join(given, function.defaults[name], value.guard) if name in function.defaults else given


def collected(machine: Machine, rest: dict[str, Value]) -> DictValue:
    """The `**kwargs` of a call."""
    made = DictValue(rest)
    for name, value in rest.items():
        if type(value) is Doubtful:
            machine.store.set_item(rest, name, value.value, made.birth)
            machine.store.note_doubt(rest, name, value.guard)
    return made


def has_doubtful(kwargs: dict[str, Value]) -> bool:
    """Whether some of the keywords of a call are there on some paths only."""
    return any(type(value) is Doubtful for value in kwargs.values())


def with_and_without(machine: Machine, kwargs: dict[str, Value], run: Run, most: int = MAX_DOUBTS) -> Value:
    """A call with keywords that are there on some paths only: it is run with them, and without them."""
    first = next((value for value in kwargs.values() if type(value) is Doubtful), None)
    if first is None:
        return run(kwargs)
    if not most:
        return run({name: one.value if type(one) is Doubtful else one for name, one in kwargs.items()})
    given: dict[str, Value] = {}
    without: dict[str, Value] = {}
    for name, one in kwargs.items():
        if type(one) is Doubtful and (one is first or (one.guard is not None and one.guard is first.guard)):
            given[name] = one.value
        else:
            given[name] = without[name] = one
    decided = None if first.guard is None else machine.path.decide(first.guard)
    if decided is not None:
        return with_and_without(machine, given if decided else without, run, most)
    either: Value = fork(
        machine,
        first.guard,
        lambda: with_and_without(machine, given, run, most - 1),
        lambda: with_and_without(machine, without, run, most - 1),
    )
    return either
