"""The operators that the stubs know: what `shapecheck ops` lists and `shapecheck explain` shows."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shapecheck.check.places import shown_path
from shapecheck.rules import Rule, StubClass, load

_FAMILY = "_elementwise.pyi"
"""Operators that only share one rule for all of them are declared in files of this name."""


class Operator(NamedTuple):
    """`status` is rule, family, unknown-on-purpose or missing; `stub` is `path:line`."""

    name: str
    status: str
    why: str | None
    stub: str | None
    doc: str


def operators(stubs: Sequence[Path] = ()) -> list[Operator]:
    """All of them, by name."""
    registry = load(stubs)
    found: dict[str, Operator] = {}
    for module in registry.modules():
        for name in registry.names(module):
            if name.startswith("_") and not name.startswith("__"):
                continue
            declared = registry.find(f"{module}.{name}")
            if isinstance(declared, StubClass):
                operator = _of_class(declared)
                found[operator.name] = operator
            elif isinstance(declared, Rule):
                found[declared.name] = _of_rule(declared)
    return [found[name] for name in sorted(found)]


def find(name: str, stubs: Sequence[Path] = ()) -> list[Operator]:
    """The operators that the user may mean: of that full name, else those whose last part it is."""
    known = operators(stubs)
    exact = [one for one in known if one.name == name]
    return exact or [one for one in known if one.name.endswith(f".{name}")]


def similar(name: str, stubs: Sequence[Path] = ()) -> list[str]:
    """Names that look like it."""
    names = {one.name for one in operators(stubs)}
    return difflib.get_close_matches(name, sorted(names | {one.rpartition(".")[2] for one in names}), 3)


def _of_rule(rule: Rule) -> Operator:
    status = "family" if rule.path.name == _FAMILY else "rule"
    return Operator(rule.name, status, None, _place(rule.path, rule.line), rule.doc)


def _of_class(cls: StubClass) -> Operator:
    return Operator(cls.qualname, "rule", None, _place(cls.path, cls.line), cls.doc)


def _place(path: Path, line: int) -> str:
    """Bundled stubs by their place in the package, others as any path."""
    parts = path.parts
    if "shapecheck_stubs" in parts:
        return "/".join(parts[parts.index("shapecheck_stubs") :]) + f":{line}"
    return f"{shown_path(path)}:{line}"
