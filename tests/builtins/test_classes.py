"""What is said of the bases of a class that only a stub describes."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.interpret.language.types import is_instance, is_subclass
from shapecheck.source import ir
from shapecheck.values import ClassValue, Instance, Site
from tests.builtins.machines import make_machine

SITE = Site(Path("transforms.py"), ir.Span(1, 1, 1, 2))


@pytest.mark.parametrize(("module", "answer"), [("vision.v2", None), ("mine", False)])
def test_a_stub_does_not_say_all_bases(module: str, answer: bool | None) -> None:
    """The source of the same package may hold a base of the class; that of another package holds none."""
    machine = make_machine()
    described = ClassValue("Jitter", "vision.transforms", [], {})
    base = ClassValue("Transform", module, [], {})
    base.site = SITE
    assert is_subclass(machine, described, base) is answer
    assert is_instance(machine, Instance(described), base) is answer
