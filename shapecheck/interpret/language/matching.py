"""`match`: patterns are tried in order; one that is not decided is taken and passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.language import branches, names
from shapecheck.interpret.language.dispatch import evaluate, execute_block
from shapecheck.interpret.signals import Flow
from shapecheck.source import ir
from shapecheck.values import ClassValue, DictValue, ListValue, SetValue, Tensor, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

Bindings = dict[str, Value]


def execute_match(machine: Machine, node: ir.Match) -> Flow:
    """The first case whose pattern and guard hold."""
    return _cases(machine, evaluate(machine, node.subject), node.cases)


def _cases(machine: Machine, subject: Value, cases: tuple[ir.Case, ...]) -> Flow:
    if not cases:
        return None
    case, rest = cases[0], cases[1:]
    bound: Bindings = {}
    answer = matches(machine, case.pattern, subject, bound)
    if answer is False:
        return _cases(machine, subject, rest)

    def taken() -> Flow:
        for name, value in bound.items():
            names.store(machine, name, value)
        return execute_block(machine, case.body)

    if case.guard is not None and answer is True:
        for name, value in bound.items():
            names.store(machine, name, value)
        answer = machine.truth(evaluate(machine, case.guard))
        if answer is False:
            return _cases(machine, subject, rest)
    elif case.guard is not None:
        answer = None
    if answer is True:
        return taken()
    flow: Flow = branches.fork(machine, None, taken, lambda: _cases(machine, subject, rest))
    return flow


def matches(machine: Machine, pattern: ir.Pattern, subject: Value, bound: Bindings) -> bool | None:
    """Whether the subject has the pattern, with the names it binds; None when that is not known."""
    if isinstance(pattern, ir.MatchAs):
        answer = True if pattern.pattern is None else matches(machine, pattern.pattern, subject, bound)
        if pattern.name is not None:
            bound[pattern.name] = subject
        return answer
    if isinstance(pattern, ir.MatchValue):
        return _matches_value(machine, pattern, subject)
    if isinstance(pattern, ir.MatchOr):
        return _matches_one(machine, pattern, subject, bound)
    if isinstance(pattern, ir.MatchSequence):
        return _matches_sequence(machine, pattern, subject, bound)
    if isinstance(pattern, ir.MatchMapping):
        return _matches_mapping(machine, pattern, subject, bound)
    if isinstance(pattern, ir.MatchClass):
        return _matches_class(machine, pattern, subject, bound)
    return None


def _matches_one(machine: Machine, pattern: ir.MatchOr, subject: Value, bound: Bindings) -> bool | None:
    """The first of several patterns that the subject has binds the names; which one that is may be open."""
    found: list[Bindings] = []
    is_known = False
    for option in pattern.patterns:
        own: Bindings = {}
        answer = matches(machine, option, subject, own)
        if answer is not False:
            found.append(own)
        if answer is True:
            is_known = True
            break
    for name in found[0] if found else ():
        values = [own[name] for own in found if name in own]
        bound[name] = values[0] if len(found) == 1 else machine.unknown("what one of several patterns binds")
    return is_known if is_known or not found else None


def _all(answers: list[bool | None]) -> bool | None:
    if False in answers:
        return False
    return None if None in answers else True


def _matches_value(machine: Machine, pattern: ir.MatchValue, subject: Value) -> bool | None:
    wanted = evaluate(machine, pattern.value)
    op = "is" if wanted is None or isinstance(wanted, bool) else "=="
    return machine.truth(machine.compare(op, subject, wanted))


def _matches_sequence(
    machine: Machine, pattern: ir.MatchSequence, subject: Value, bound: Bindings
) -> bool | None:
    if subject is None or isinstance(subject, (str, int, float, DictValue, SetValue, Tensor)):
        return False
    if not isinstance(subject, (tuple, ListValue)):
        return None
    items = machine.iterate(subject)
    if items is None:
        return None
    star = next((i for i, p in enumerate(pattern.patterns) if isinstance(p, ir.MatchStar)), None)
    if star is None:
        if len(items) != len(pattern.patterns):
            return False
        return _all([matches(machine, p, item, bound) for p, item in zip(pattern.patterns, items)])
    after = len(pattern.patterns) - star - 1
    if len(items) < star + after:
        return False
    starred = pattern.patterns[star]
    if isinstance(starred, ir.MatchStar) and starred.name is not None:
        bound[starred.name] = ListValue(items[star : len(items) - after])
    pairs = [*zip(pattern.patterns[:star], items), *zip(pattern.patterns[star + 1 :], items[len(items) - after :])]
    return _all([matches(machine, p, item, bound) for p, item in pairs])


def _matches_mapping(machine: Machine, pattern: ir.MatchMapping, subject: Value, bound: Bindings) -> bool | None:
    from shapecheck.interpret.language.classes import as_dict
    mapping = as_dict(machine, subject)
    if mapping is None:
        return False if subject is None or isinstance(subject, (str, int, float, tuple, ListValue)) else None
    answers: list[bool | None] = []
    for key_node, inner in zip(pattern.keys, pattern.patterns):
        key = machine.key(evaluate(machine, key_node))
        if key not in mapping.entries:
            return None if mapping.is_open else False
        answers.append(matches(machine, inner, mapping.entries[key], bound))
    if pattern.rest is not None:
        named = {machine.key(evaluate(machine, key)) for key in pattern.keys}
        rest = {key: value for key, value in mapping.entries.items() if key not in named}
        bound[pattern.rest] = DictValue(rest, mapping.is_open)
    return _all(answers)


def _matches_class(machine: Machine, pattern: ir.MatchClass, subject: Value, bound: Bindings) -> bool | None:
    cls = evaluate(machine, pattern.cls)
    answer = machine.is_instance(subject, cls)
    if answer is False:
        return False
    answers: list[bool | None] = [answer]
    for name, inner in zip(pattern.kwd_names, pattern.kwd_patterns):
        answers.append(matches(machine, inner, machine.get_attribute(subject, name), bound))
    for position, inner in enumerate(pattern.patterns):
        answers.append(matches(machine, inner, _positional(machine, cls, subject, position), bound))
    return _all(answers)


def _positional(machine: Machine, cls: Value, subject: Value, position: int) -> Value:
    """The attribute that a positional subpattern means; of int(), str() ... the subject itself."""
    if not isinstance(cls, ClassValue):
        return machine.unknown("a positional pattern of an unknown class")
    declared = cls.lookup("__match_args__")
    names = machine.iterate(declared[0]) if declared is not None else None
    if names is None and cls.dataclass_fields is not None:
        names = [getattr(field, "name", field) for field in cls.dataclass_fields]
    if names is None and cls.construct is not None:
        return subject
    if names is not None and position < len(names) and isinstance(names[position], str):
        return machine.get_attribute(subject, str(names[position]))
    return machine.unknown("a positional class pattern")
