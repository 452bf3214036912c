"""re: patterns on texts that are known.

A pattern can take exponential time on a short text, and the code that is read may be anybody's: only patterns of
which the work is bounded are run (no repetition within a repetition, few repetitions, no back reference), on short
texts; more repetitions on the shorter ones. Everything else gives a value of the type that Python gives.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.stdlib.inert import unknown_name
from shapecheck.interpret.builtins.tables import Namespace, native_function, unwrap, words
from shapecheck.values import Instance, IteratorValue, ListValue, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

RE = Namespace("re")
for _name in words("A ASCII DOTALL I IGNORECASE L M MULTILINE S U UNICODE VERBOSE X"):
    RE[_name] = int(getattr(re, _name))
unknown_name(RE, "template error")

LONGEST_PATTERN, LONGEST_TEXT, MOST_REPETITIONS = 10_000, 2_000, 3
MOST_WORK = 800_000
"""The length of a pattern times that of a text that it is run on: each place may be tried against all of it."""
MOST_WAYS = 1_000_000
"""In so many ways may further repetitions share a text among them."""
_REPEATS = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})
_UNBOUNDED = frozenset({"GROUPREF", "GROUPREF_EXISTS", "ASSERT", "ASSERT_NOT"})

PATTERN = new_class("Pattern", "re", [CLASSES["object"]])
MATCH = new_class("Match", "re", [CLASSES["object"]])
RE["Pattern"], RE["Match"] = PATTERN, MATCH


@lru_cache(maxsize=1_000)
def _bounded(pattern: str, flags: int) -> tuple[re.Pattern[str], int] | None:
    """The pattern compiled, and its number of repetitions; None if it is no pattern or its work has no small bound."""
    if len(pattern) > LONGEST_PATTERN:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # odd patterns are the business of whoever wrote them
        try:
            compiled = re.compile(pattern, flags)
            import sre_parse

            parsed = sre_parse.parse(pattern, flags)
        except (re.error, ValueError, RecursionError, OverflowError, ImportError):
            return None
    depths = list(_repetitions(parsed, 0))
    return (compiled, len(depths)) if all(depth == 0 for depth in depths) else None


def _repetitions(parsed: Any, depth: int) -> Iterator[int]:
    """For each repetition in a parsed pattern, how many enclose it; a back reference counts as enclosed."""
    for operator, argument in parsed:
        name = str(operator)
        if name in _UNBOUNDED:
            yield 1
        inside = depth
        if name in _REPEATS and argument[1] > 1:
            yield depth
            inside = depth + 1
        for part in _parts(argument):
            yield from _repetitions(part, inside)


def _parts(argument: Any) -> Iterator[Any]:
    """The patterns within the argument of an operator."""
    if hasattr(argument, "data"):
        yield argument
    elif isinstance(argument, (tuple, list)):
        for part in argument:
            yield from _parts(part)


def _ready(pattern: Value, flags: Value, *texts: Value) -> re.Pattern[str] | None:
    """The pattern if it and the texts that it is run on are known and small."""
    if isinstance(pattern, Instance) and pattern.cls is PATTERN:
        made: dict[str, Value] = pattern.attrs
        pattern, flags = made["pattern"], made["flags"]
    pattern = unwrap(pattern)
    if not isinstance(pattern, str) or not isinstance(flags, int):
        return None
    if not all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in texts):
        return None
    bounded = _bounded(pattern, int(flags))
    if bounded is None:
        return None
    compiled, repetitions = bounded
    longest = max((len(text) for text in texts if isinstance(text, str)), default=0)
    if longest * len(pattern) > MOST_WORK:
        return None
    few = repetitions <= MOST_REPETITIONS or (longest + 1) ** repetitions <= MOST_WAYS
    return compiled if few else None


def _match_value(machine: Machine, match: re.Match[str] | None) -> Value:
    if match is None:
        return None
    value = Instance(MATCH, machine.site)
    count = match.re.groups + 1
    value.attrs["string"] = match.string
    value.attrs["groups_"] = tuple(match.group(i) for i in range(count))
    value.attrs["spans_"] = tuple(match.span(i) for i in range(count))
    value.attrs["names_"] = tuple(sorted(match.re.groupindex.items(), key=lambda item: item[1]))
    return value


# Each works as a function of the module, and as a method of a compiled pattern.


def _find(how: str) -> Any:
    def find(machine: Machine, pattern: Value, string: Value, flags: Value = 0) -> Value:
        text = unwrap(string)
        ready = _ready(pattern, flags, text)
        if ready is None:
            return machine.unknown(f"re.{how} of a text or pattern that is not known")
        return _match_value(machine, getattr(ready, how)(text))

    return find


def _findall(machine: Machine, pattern: Value, string: Value, flags: Value = 0) -> Value:
    text = unwrap(string)
    ready = _ready(pattern, flags, text)
    if ready is None:
        return machine.unknown("re.findall of a text or pattern that is not known")
    return ListValue(list(ready.findall(str(text))))


def _finditer(machine: Machine, pattern: Value, string: Value, flags: Value = 0) -> Value:
    text = unwrap(string)
    ready = _ready(pattern, flags, text)
    if ready is None:
        return machine.unknown("re.finditer of a text or pattern that is not known")
    return IteratorValue([_match_value(machine, match) for match in ready.finditer(str(text))])


def _split(machine: Machine, pattern: Value, string: Value, maxsplit: Value = 0, flags: Value = 0) -> Value:
    text = unwrap(string)
    ready = _ready(pattern, flags, text)
    if ready is None or not isinstance(maxsplit, int):
        return ListValue(None, machine.join(Scalar("str"), None), machine.path.fresh("length", 1))
    return ListValue(list(ready.split(str(text), maxsplit)))


def _sub(
    machine: Machine, pattern: Value, repl: Value, string: Value, count: Value = 0, flags: Value = 0
) -> Value:
    text, new = unwrap(string), unwrap(repl)
    ready = _ready(pattern, flags, text, new)
    if ready is None or not isinstance(count, int):
        return Scalar("str")
    try:
        return ready.sub(str(new), str(text), count)
    except (re.error, IndexError):
        raise machine.error("error", "invalid group reference") from None


_FUNCTIONS = {
    "match": _find("match"), "fullmatch": _find("fullmatch"), "search": _find("search"), "findall": _findall,
    "finditer": _finditer, "split": _split, "sub": _sub,
}  # fmt: skip
for _name, _function in _FUNCTIONS.items():
    RE[_name] = native_function(f"re.{_name}", _function)
    PATTERN.namespace[_name] = native_function(f"re.Pattern.{_name}", _function)


@RE.native("subn")
def _subn(machine: Machine, pattern: Value, repl: Value, string: Value) -> Value:
    return (Scalar("str"), machine.path.fresh("count", 0))


@RE.native("escape")
def _escape(machine: Machine, pattern: Value, /) -> Value:
    pattern = unwrap(pattern)
    return re.escape(pattern) if isinstance(pattern, str) and len(pattern) < 10_000 else Scalar("str")


@RE.native("compile")
def _compile(machine: Machine, pattern: Value, flags: Value = 0) -> Value:
    if isinstance(pattern, Instance) and pattern.cls is PATTERN:
        return pattern
    value = Instance(PATTERN, machine.site)
    value.attrs["pattern"], value.attrs["flags"] = unwrap(pattern), flags
    return value


# -------------------------------------------------------------------- matches


def _index(match: Instance, group: Value) -> int | None:
    """The number of a group that is given by number or name."""
    attrs: dict[str, Any] = match.attrs
    number = dict(attrs["names_"]).get(group) if isinstance(group, str) else group
    return number if isinstance(number, int) and 0 <= number < len(attrs["groups_"]) else None


def _group(machine: Machine, match: Any, *groups: Value) -> Value:
    values: list[Value] = []
    for group in groups or (0,):
        index = _index(match, group)
        if index is None:
            return machine.unknown("a group of a match")
        values.append(match.attrs["groups_"][index])
    return values[0] if len(values) == 1 else tuple(values)


def _groups(machine: Machine, match: Any, default: Value = None) -> Value:
    return tuple(default if value is None else value for value in match.attrs["groups_"][1:])


def _groupdict(machine: Machine, match: Any, default: Value = None) -> Value:
    from shapecheck.values import DictValue

    groups = match.attrs["groups_"]
    return DictValue({name: default if groups[i] is None else groups[i] for name, i in match.attrs["names_"]})


def _position(which: slice) -> Any:
    def position(machine: Machine, match: Any, group: Value = 0) -> Value:
        index = _index(match, group)
        if index is None:
            return machine.unknown("a group of a match")
        span: tuple[int, ...] = match.attrs["spans_"][index][which]
        return span[0] if len(span) == 1 else span

    return position


for _name, _function in {
    "group": _group, "__getitem__": _group, "groups": _groups, "groupdict": _groupdict,
    "start": _position(slice(0, 1)), "end": _position(slice(1, 2)), "span": _position(slice(0, 2)),
}.items():  # fmt: skip
    MATCH.namespace[_name] = native_function(f"re.Match.{_name}", _function)
