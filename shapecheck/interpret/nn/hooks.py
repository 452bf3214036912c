"""Hooks of modules: the tables that hold them, and the handles that take them out again.

Source: https://docs.pytorch.org/docs/2.13/generated/torch.nn.Module.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.language.escapes import escape
from shapecheck.interpret.nn.parts import MODULE, children_known
from shapecheck.values import DictValue, Instance, NativeFunction, RuleFunction, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

BEFORE_CALL, AFTER_CALL, BACKWARD = "_forward_pre_hooks", "_forward_hooks", "_backward_hooks"
TABLES = (
    BEFORE_CALL, AFTER_CALL, BACKWARD, "_backward_pre_hooks", "_forward_hooks_with_kwargs",
    "_forward_pre_hooks_with_kwargs", "_forward_hooks_always_called", "_state_dict_hooks", "_state_dict_pre_hooks",
    "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks",
)  # fmt: skip
"""The attributes of a module that hold hooks by numbers."""
WITH_KEYWORDS = "_with_kwargs"
"""What the name of a table ends in that tells which hooks of another get the keywords of the call."""
ALL_MODULES = "torch.nn.modules.module.register_module_"
FOR_ALL_MODULES = {
    "forward_pre_hook": BEFORE_CALL, "forward_hook": AFTER_CALL, "full_backward_hook": BACKWARD,
    "backward_hook": BACKWARD,
}  # fmt: skip
"""The ends of the names of the functions that register a hook of all modules, and which table it is put in."""
HANDLE = new_class("RemovableHandle", "torch.utils.hooks", [])
HANDLE.is_complete = False
_TABLE = new_class("hooks", "torch.nn", [])
"""What gives a module a table of its own when it is first looked at."""


def hooks_of(machine: Machine, module: Value, kind: str) -> list[tuple[Value, bool]]:
    """The hooks in one of the tables, in the order in which they run, and whether they are passed the keywords of the
    call, too. Those of all modules run before those of one."""
    if not isinstance(module, Instance):
        return []
    every = machine.every_module
    return _hooks_in(module, kind) if every is None else [*_hooks_in(every, kind), *_hooks_in(module, kind)]


def _hooks_in(module: Instance, kind: str) -> list[tuple[Value, bool]]:
    table, with_keywords = module.attrs.get(kind), module.attrs.get(kind + WITH_KEYWORDS)
    marked = with_keywords.entries if isinstance(with_keywords, DictValue) else {}
    return [(hook, key in marked) for key, hook in table.entries.items()] if isinstance(table, DictValue) else []


def add_hook(
    machine: Machine, module: Value, kind: str, hook: Value, with_kwargs: Value = False, prepend: Value = False
) -> Value:
    """Registers a hook, which runs at every call from here on, before all others if it is prepended; gives its
    handle."""
    if not isinstance(module, Instance):
        return machine.unknown("a hook of an unknown module")
    table = _table(machine, module, kind)
    handle = Instance(HANDLE, machine.site)
    key = max((one for one in table.entries if type(one) is int), default=-1) + 1
    others = list(table.entries.items()) if prepend is True else []
    for other, _ in others:
        machine.store.del_item(table.entries, other, table.birth)
    for one, value in ((key, hook), *others):
        machine.store.set_item(table.entries, one, value, table.birth)
    if with_kwargs is not False:
        marked = _table(machine, module, kind + WITH_KEYWORDS)
        machine.store.set_item(marked.entries, key, True, marked.birth)
    handle.attrs.update({"table": table, "key": key})
    return handle


def _table(machine: Machine, module: Instance, kind: str) -> DictValue:
    """The table of a module, which is made if it has none yet."""
    table = module.attrs.get(kind)
    if not isinstance(table, DictValue):
        table = DictValue({})
        machine.store.set_item(module.attrs, kind, table, module.birth)
    return table


def escape_inside(machine: Machine, module: Value) -> None:
    """A layer whose rule says what it gives may call its parts, and their hooks, so often as nobody knows: what these
    fill is of unknown content."""
    if not isinstance(module, Instance):
        return
    hooks = [
        hook
        for part in module.attrs.values()
        for kind in (BEFORE_CALL, AFTER_CALL) if isinstance(part, Instance) and kind in part.attrs
        for hook, _ in _hooks_in(part, kind)
    ]  # fmt: skip
    forward = module.cls.lookup("forward") if hooks else None
    if forward is not None and isinstance(forward[0], RuleFunction):
        escape(machine, hooks)


def hooks_of_all_modules() -> dict[str, Value]:
    """The functions that register a hook of every module there is."""
    return {f"{ALL_MODULES}{name}": _registering(name, kind) for name, kind in FOR_ALL_MODULES.items()}


def _registering(name: str, kind: str) -> NativeFunction:
    def register(machine: Machine, hook: Value, *, with_kwargs: Value = False, always_call: Value = False) -> Value:
        every = machine.every_module
        if every is None:
            every = machine.every_module = Instance(MODULE, machine.site)
            for table_name in (one + end for one in (BEFORE_CALL, AFTER_CALL, BACKWARD) for end in ("", WITH_KEYWORDS)):
                table = every.attrs[table_name] = DictValue({})
                table.birth = -1  # what is like a call before it may give something else now
        return add_hook(machine, every, kind, hook, with_kwargs)

    return native_function(f"{ALL_MODULES}{name}", register)


def _remove(machine: Machine, handle: Value, /) -> Value:
    if isinstance(handle, Instance):
        table, key = handle.attrs["table"], handle.attrs["key"]
        if isinstance(table, DictValue):
            machine.store.del_item(table.entries, key, table.birth)
    return None


def _read(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """The table of a module that the code itself has made; others may have given hooks to any other module."""
    reader, module, *_ = args
    if not isinstance(reader, Instance) or not isinstance(module, Instance) or not children_known(module):
        return machine.unknown("the hooks of an unknown module")
    return _table(machine, module, str(reader.payload))


HANDLE.namespace["remove"] = native_function("RemovableHandle.remove", _remove)
_TABLE.namespace["__get__"] = NativeFunction("torch.nn.Module.hooks", _read)
for _name in TABLES:
    _reader = Instance(_TABLE)
    _reader.payload = _name
    MODULE.namespace[_name] = _reader
