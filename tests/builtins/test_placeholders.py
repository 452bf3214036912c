"""What an object holds that is empty when it is made."""

from __future__ import annotations

from shapecheck.interpret.builtins.arrays import make
from shapecheck.interpret.entries.changes import Placeholders
from shapecheck.values import Instance, Unknown
from tests.builtins.machines import run_source


def test_an_empty_array_is_forgotten_as_a_whole() -> None:
    """Not what is inside of it, or it would be an array that holds nothing."""
    machine, names = run_source("class Table:\n    rows = 3\n\ntable = Table()\n")
    table = names["table"]
    assert isinstance(table, Instance)
    array = table.attrs["names"] = make(machine, ())
    placeholders = Placeholders.of(machine, table)
    assert placeholders.attributes == [(table, "names")]
    placeholders.forget(machine)
    assert isinstance(table.attrs["names"], Unknown)
    assert isinstance(array, Instance) and not any(isinstance(one, Unknown) for one in array.attrs.values())
