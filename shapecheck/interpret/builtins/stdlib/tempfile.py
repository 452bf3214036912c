"""tempfile: names, and managers that give one or a file. https://docs.python.org/3/library/tempfile.html"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.stdlib.inert import declare, manager_class, returning
from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.values import Instance, NativeFunction, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

TEMPFILE = Namespace("tempfile")
declare(TEMPFILE, "str", "gettempdir gettempprefix mkdtemp mktemp")
FILES = ("NamedTemporaryFile", "SpooledTemporaryFile", "TemporaryFile")


def _mkstemp(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return (machine.path.fresh("handle", 0), Scalar("str"))


def _manager(name: str, enter: Callable[[Machine, Instance], Value]) -> None:
    cls = TEMPFILE[name] = manager_class(name, "tempfile", enter)
    cls.is_complete = False  # a file has methods that are not named here

    def construct(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        made = Instance(cls, machine.site)
        made.attrs["name"] = Scalar("str")
        return made

    cls.construct = construct
    cls.namespace["cleanup"] = NativeFunction(f"{name}.cleanup", returning("None"))


TEMPFILE["mkstemp"] = NativeFunction("tempfile.mkstemp", _mkstemp)
_manager("TemporaryDirectory", lambda machine, receiver: receiver.attrs["name"])
for _name in FILES:
    _manager(_name, lambda machine, receiver: receiver)
