"""Calls from one stub to another rule or class."""

from __future__ import annotations

from typing import Any, Protocol

from shapecheck.rules.errors import Unfit
from shapecheck.rules.kinds import settled
from shapecheck.rules.run import MAX_DEPTH, Run
from shapecheck.values import DictValue, Value


class Callee(Protocol):
    def apply_nested(self, run: Run, args: list[Value], kwargs: dict[str, Value]) -> Value: ...


class Reference(Protocol):
    """A dotted name in a stub, looked up when the stub first runs."""

    name: str

    def target(self) -> Callee | None: ...


def call_rule(run: Run, reference: Reference, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """What the rule that is referred to gives; its obligations count as this rule's."""
    target = reference.target()
    if target is None:
        raise Unfit(f"there is no rule {reference.name}")
    if run.case.depth >= MAX_DEPTH:
        raise Unfit("rules call each other too deeply")
    run.step()
    return target.apply_nested(run, args, kwargs)


def mapping(value: Any) -> dict[str, Value]:
    """The keyword arguments that `**value` passes on."""
    value = settled(value)
    if isinstance(value, DictValue) and not value.is_open:
        value = value.entries
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return value
    raise Unfit("keyword arguments that are not known")
