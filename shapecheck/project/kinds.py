"""The kinds of values that options have: how each is read from TOML, and its JSON Schema.

A kind's `read` gives the value as `Config` holds it, or raises `Wrong` with the way to what is wrong.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from shapecheck.check.rulebook import LEVELS, rules

Json = dict[str, Any]
_VERSION = re.compile(r"^\d+(\.\d+)*$")


class Wrong(Exception):
    """A value that cannot be read. `key` leads from the option to the place."""

    def __init__(self, message: str, *key: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.key = key


class Kind(NamedTuple):
    """`text` says what is expected: "a list of strings"."""

    text: str
    schema: Json
    read: Callable[[Any], Any]


def nearest(name: str, known: Iterable[str]) -> str:
    """`; did you mean `x`?`, or the list of what there is."""
    names = list(known)
    near = difflib.get_close_matches(name, names, 1)
    return f"; did you mean `{near[0]}`?" if near else f"; known are {', '.join(names)}"


def rule_name(name: str) -> str:
    """The name; Wrong if there is no such rule."""
    if name not in rules():
        raise Wrong(f"there is no rule `{name}`{nearest(name, rules())}")
    return name


def _version(value: Any) -> str:
    if not isinstance(value, str) or not _VERSION.search(value):
        raise Wrong('has to be a version like "2.6"')
    return value


def _plain(text: str, types: type | tuple[type, ...], schema: Json) -> Kind:
    def read(value: Any) -> Any:
        if not isinstance(value, types) or (isinstance(value, bool) and types is not bool):
            raise Wrong(f"has to be {text}")
        return value

    return Kind(text, schema, read)


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Wrong("has to be a list of strings")
    return tuple(value)


def _rule_names(value: Any) -> tuple[str, ...]:
    names = _strings(value)
    for name in names:
        rule_name(name)
    return names


def _levels(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        raise Wrong(f"has to be {LEVEL_TABLE.text}")
    for name, level in value.items():
        if name not in rules():
            raise Wrong(f"there is no rule `{name}`{nearest(name, rules())}", name)
        if level not in LEVELS:
            raise Wrong(f"`{name}` has to be one of {', '.join(LEVELS)}", name)
    return tuple(value.items())


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Wrong("has to be a table")
    return value


def _texts(value: Any) -> Mapping[str, str]:
    for name, text in _mapping(value).items():
        if not isinstance(text, str):
            raise Wrong(f"`{name}` has to be a string", name)
    texts: Mapping[str, str] = value
    return texts


def whole(least: int) -> Kind:
    """An integer of at least that size."""

    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise Wrong(f"has to be a whole number of at least {least}")
        return value

    return Kind("a whole number", {"type": "integer", "minimum": least}, read)


def _percent(value: Any) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 100:
        raise Wrong("has to be a number from 0 to 100")
    return float(value)


def tables(fields: Mapping[str, Kind], required: tuple[str, ...] = ()) -> Kind:
    """An array of tables with these keys."""
    schema: Json = {
        "type": "array",
        "items": {
            "type": "object",
            "additionalProperties": False,
            "required": list(required),
            "properties": {name: dict(kind.schema) for name, kind in fields.items()},
        },
    }

    def read_one(i: int, table: Any) -> Json:
        if not isinstance(table, dict):
            raise Wrong("has to be an array of tables", i)
        for name in table:
            if name not in fields:
                raise Wrong(f"unknown key `{name}`{nearest(name, fields)}", i, name)
        for name in required:
            if name not in table:
                raise Wrong(f"`{name}` is missing", i)
        out: Json = {}
        for name, value in table.items():
            try:
                out[name] = fields[name].read(value)
            except Wrong as wrong:
                raise Wrong(f"`{name}`: {wrong.message}", i, name, *wrong.key) from None
        return out

    def read(value: Any) -> tuple[Json, ...]:
        if not isinstance(value, list):
            raise Wrong("has to be an array of tables")
        return tuple(read_one(i, table) for i, table in enumerate(value))

    return Kind("an array of tables", schema, read)


BOOLEAN = _plain("true or false", bool, {"type": "boolean"})
STRING = _plain("a string", str, {"type": "string"})
VERSION = Kind("a version", {"type": "string", "pattern": _VERSION.pattern}, _version)
STRINGS = Kind("a list of strings", {"type": "array", "items": {"type": "string"}}, _strings)
RULES = Kind(
    "a list of rules", {"type": "array", "items": {"$ref": "#/$defs/rule"}}, _rule_names
)
LEVEL_TABLE = Kind(
    "a table of rules with their levels",
    {
        "type": "object",
        "propertyNames": {"$ref": "#/$defs/rule"},
        "additionalProperties": {"enum": list(LEVELS)},
    },
    _levels,
)
PERCENT = Kind("a number from 0 to 100", {"type": "number", "minimum": 0, "maximum": 100}, _percent)
TABLE = Kind("a table", {"type": "object"}, _mapping)
TEXT_TABLE = Kind(
    "a table of strings", {"type": "object", "additionalProperties": {"type": "string"}}, _texts
)
