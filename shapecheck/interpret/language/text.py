"""Strings of values, where they are known exactly: f-strings build module names, keys and patterns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import says
from shapecheck.interpret.language.one_number import require_no_dims
from shapecheck.symbolic import Expr
from shapecheck.values import (
    ClassValue,
    DType,
    FunctionValue,
    Instance,
    ListValue,
    Opaque,
    Scalar,
    TextFrom,
    UnionValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_TEXT = 65_536
PLAIN = (str, int, type(None))
"""What may be one of several in a text."""
MAX_NESTING = 50
"""A container is shown so deep."""


def string(machine: Machine, value: Value) -> str | None:
    """str(value)"""
    if isinstance(value, str):
        return value
    if isinstance(value, Expr):
        known = machine.path.simplify(value)
        return str(known) if isinstance(known, int) else None
    if isinstance(value, int) and abs(value) > 1 << 4096:
        return None
    if value is None or isinstance(value, (bool, int, float, complex, bytes, DType)):
        return str(value)
    if isinstance(value, Opaque) and value.bound is not None:
        return string(machine, value.bound)
    if isinstance(value, Instance) and isinstance(value.payload, str):
        return value.payload
    if isinstance(value, Instance):
        method, _ = value.cls.lookup("__str__") or (None, None)
        said = machine.call(method, [value], {}) if isinstance(method, FunctionValue) else None
        return said if isinstance(said, str) else None
    return representation(machine, value)


def shown(machine: Machine, value: Value, show: Callable[[Value], str | None]) -> Value:
    """The text that `show` gives of a value, or those that it gives of one of several texts and numbers."""
    if isinstance(value, UnionValue) and all(isinstance(member, PLAIN) for member in value.members):
        texts = [show(member) for member in value.members]
        return Scalar("str") if None in texts else _one_of(machine, texts, value)
    text = show(value)
    return Scalar("str") if text is None else text


def joined(machine: Machine, parts: Sequence[Value]) -> Value:
    """The texts behind each other; one of them may be one of several."""
    left_open = [part for part in parts if not isinstance(part, str)]
    if not left_open:
        return "".join(part for part in parts if isinstance(part, str))
    only = left_open[0]
    if len(left_open) > 1 or not isinstance(only, UnionValue):
        start = "".join(part for part in takewhile(lambda one: isinstance(one, str), parts) if isinstance(part, str))
        return TextFrom(start) if start else Scalar("str")
    texts = ["".join(str(member if part is only else part) for part in parts) for member in only.members]
    return _one_of(machine, texts, only)


def _one_of(machine: Machine, texts: Sequence[Value], made_of: UnionValue) -> Value:
    """One of the texts, as it is known which of the values they are made of it is."""
    is_distinct = len(set(texts)) == len(texts)
    return UnionValue(tuple(texts), made_of.guard) if is_distinct else machine.one_of(texts)


def representation(machine: Machine, value: Value, depth: int = 0) -> str | None:
    """repr(value); None where it is not known or nested too deeply, as a list that contains itself."""
    if isinstance(value, str):
        return repr(value)
    if depth > MAX_NESTING:
        return None
    if isinstance(value, tuple):
        parts = [representation(machine, item, depth + 1) for item in value]
        if any(part is None for part in parts):
            return None
        return "(" + ", ".join(part or "" for part in parts) + (",)" if len(parts) == 1 else ")")
    if isinstance(value, ListValue) and value.items is not None:
        parts = [representation(machine, item, depth + 1) for item in value.items]
        return None if any(part is None for part in parts) else "[" + ", ".join(p or "" for p in parts) + "]"
    if isinstance(value, ClassValue):
        return f"<class '{value.qualname}'>"
    if value is None or isinstance(value, (bool, int, float, Expr, DType)):
        return string(machine, value)
    return None


def formatted(machine: Machine, value: Value, conversion: str | None, spec: str) -> str | None:
    """format(value, spec) after `!r`, `!s` or `!a`."""
    if conversion in ("r", "a"):
        shown = representation(machine, value)
        return shown if not spec or shown is None else _apply_spec(shown, spec)
    if isinstance(value, Expr):
        value = machine.path.simplify(value)
    if conversion is None and isinstance(value, Instance) and says(value, "__format__"):
        said = machine.call(machine.get_attribute(value, "__format__"), [spec], {})
        return said if isinstance(said, str) else None
    if spec and conversion is None:
        require_no_dims(machine, value)
    if spec and conversion is None and isinstance(value, (bool, int, float, str)):
        return _apply_spec(value, spec)
    shown = string(machine, value)
    return shown if not spec or shown is None else _apply_spec(shown, spec)


def _apply_spec(value: bool | int | float | str, spec: str) -> str | None:
    digits = "".join(ch for ch in spec if ch.isdigit())
    if len(digits) > 4:
        return None
    try:
        return format(value, spec)
    except (ValueError, OverflowError):
        return None
