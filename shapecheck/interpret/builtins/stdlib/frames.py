"""Frames, as code reads them that wants to know its caller: `inspect.currentframe().f_back.f_locals`.

Source: https://docs.python.org/3/reference/datamodel.html#frame-objects
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.stdlib.collections import named_tuple_names
from shapecheck.interpret.builtins.stdlib.inspect import code_of
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import DictValue, Instance, ListValue, PropertyValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.frames import Frame
    from shapecheck.interpret.machine import Machine

FRAME = new_class("frame", "builtins", [CLASSES["object"]])
FRAME.is_complete = False
ARG_INFO = new_class("ArgInfo", "inspect", [CLASSES["tuple"]])
ARG_INFO.namespace.update(named_tuple_names(ARG_INFO, ["args", "varargs", "keywords", "locals"], {}))
_DEPTH, _NAME = "<depth>", "<name>"
"""What a frame object is kept by: its place among the frames, and the function that ran there then."""


def _frame_at(machine: Machine, depth: int) -> Value:
    machine.frames_read += 1
    if depth < 0:
        return None
    made = Instance(FRAME, machine.site)
    made.attrs.update({_DEPTH: depth, _NAME: _name_of(machine.stack[depth])})
    return made


def _name_of(frame: Frame) -> str:
    return frame.module.name if frame.function is None else frame.function.qualname


def _frame_of(machine: Machine, value: Value) -> tuple[int, Frame] | None:
    """The frame that is meant, if it still runs."""
    depth = value.attrs.get(_DEPTH) if isinstance(value, Instance) else None
    if not isinstance(value, Instance) or not isinstance(depth, int) or depth >= len(machine.stack):
        return None
    frame = machine.stack[depth]
    return (depth, frame) if _name_of(frame) == value.attrs.get(_NAME) else None


def _current(machine: Machine) -> Value:
    return _frame_at(machine, len(machine.stack) - 1)


def _get_frame(machine: Machine, depth: Value = 0, /) -> Value:
    if not isinstance(depth, int):
        return machine.unknown("a frame of unknown depth")
    return _frame_at(machine, len(machine.stack) - 1 - max(depth, 0))


def _back(machine: Machine, self: Value, /) -> Value:
    found = _frame_of(machine, self)
    return machine.unknown("a frame that has ended") if found is None else _frame_at(machine, found[0] - 1)


def _locals(machine: Machine, self: Value, /) -> Value:
    found = _frame_of(machine, self)
    if found is None:
        return machine.unknown("a frame that has ended")
    return DictValue(dict(found[1].scope.variables))


def _code(machine: Machine, self: Value, /) -> Value:
    found = _frame_of(machine, self)
    if found is None or found[1].function is None:
        return machine.unknown("the code of a frame")
    return code_of(found[1].function)


def _arg_values(machine: Machine, frame: Value) -> Value:
    """inspect.getargvalues(frame): the names of the parameters, and the variables of the frame."""
    found = _frame_of(machine, frame)
    if found is None:
        return machine.unknown("the arguments of a frame that has ended")
    function = found[1].function
    by_kind: dict[str, list[Value]] = {}
    for param in () if function is None else function.node.params:
        by_kind.setdefault(param.kind, []).append(param.name)
    names = [*by_kind.get("positional", []), *by_kind.get("normal", []), *by_kind.get("keyword", [])]
    rests = (next(iter(by_kind.get(kind, [])), None) for kind in ("star", "double_star"))
    made = Instance(ARG_INFO, machine.site)
    made.payload = (ListValue(names), *rests, _locals(machine, frame))
    return made


for _part, _reader in {"f_back": _back, "f_locals": _locals, "f_code": _code}.items():
    FRAME.namespace[_part] = PropertyValue(native_function(f"frame.{_part}", _reader))

CURRENT_FRAME = native_function("inspect.currentframe", _current)
ARG_VALUES = native_function("inspect.getargvalues", _arg_values)
GET_FRAME = native_function("sys._getframe", _get_frame)
