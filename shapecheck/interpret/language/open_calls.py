"""Calls that hand on the `*args` or `**kwargs` of an entry of our own making, of which nothing is known.

They are taken for none, as a default is taken; but what the callee cannot do without has to be among them. So a
wrapper (`def run(*args, **kwargs): return function(*args, **kwargs)`) is followed into what it wraps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.interpret.entering import leaves_out
from shapecheck.symbolic import Expr
from shapecheck.values import (
    MISSING,
    BoundMethod,
    ClassValue,
    DictValue,
    FunctionValue,
    ListValue,
    NativeFunction,
    Opaque,
    RestValue,
    RuleFunction,
    Scalar,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

REST = "*"
"""A call of our own making passes what `*args` is as the keyword `*args`, and what `**kwargs` is as `**kwargs`."""
_KEYWORDS = "an argument of **"
_WINDOW = ("Single", "Pair", "Triple", "Kernel")
"""The kinds of the numbers of a window: where its size is handed on, the others may be, too."""


OPTIONS = (type(None), bool, int, float, str, tuple, Expr, Scalar, ListValue, DictValue, Opaque, Unknown)
"""What a file of options can hold, and what may stand for it."""


class _Missing(NamedTuple):
    """Parameters that a callee needs, and those that gather the rest."""

    names: list[str]
    star: str | None = None
    double_star: str | None = None


def any_arguments(machine: Machine, name: str) -> RestValue:
    """The `*args` of an entry of our own making."""
    return RestValue(None, machine.unknown(f"an argument of *{name}"), machine.path.fresh("length", 0))


def any_keywords(machine: Machine, name: str, is_open: bool = False) -> DictValue:
    """The `**kwargs` of such an entry: empty, but open where something is passed, or defaults are left out: none says
    nothing."""
    rest = DictValue({}, is_open or machine.entering.leaves_some_out)
    rest.element = machine.unknown(f"{_KEYWORDS}{name}")
    return rest


def is_rest(value: Value) -> bool:
    """Whether more may be in it than is assumed."""
    if isinstance(value, RestValue):
        return True
    element = value.element if isinstance(value, DictValue) else None
    return isinstance(element, Unknown) and element.cause.reason.startswith(_KEYWORDS)


def needed(machine: Machine, mapping: DictValue, key: object) -> Value:
    """What a function takes out of such `**kwargs` that it cannot do without: a parameter of unknown kind. None where
    nothing says so."""
    if not is_rest(mapping) or not isinstance(key, str) or machine.regions_that_catch():
        return None
    function = machine.frame.function
    prefers = "int" if function is not None and _name_of(function) == "__init__" else ""
    value = Opaque(key, machine.site, prefers)
    machine.store.set_item(mapping.entries, key, value, mapping.birth)
    return value


def complete(machine: Machine, function: Value, args: list[Value], kwargs: dict[str, Value]) -> None:
    """Adds what the callee needs beside the arguments that are there, as parameters of unknown kind; what it can do
    without is taken as in an entry."""
    callee, given = _callee(function, len(args))
    prefers = "int" if isinstance(function, ClassValue) or _name_of(callee) == "__init__" else ""
    missing = _missing(machine, callee, given, kwargs)
    if missing.names:
        machine.used_defaults = True
    for name in missing.names:
        kwargs[name] = Opaque(name, machine.site, prefers)
    if missing.star is not None and given <= _positions(callee):
        kwargs.setdefault(REST + missing.star, any_arguments(machine, missing.star))
    if missing.double_star is not None:
        kwargs.setdefault(REST + REST + missing.double_star, any_keywords(machine, missing.double_star))


def may_hold_any(value: Value) -> bool:
    """Whether it is a mapping of whose keys nothing is known, or only some."""
    return isinstance(value, (Opaque, Unknown)) or (isinstance(value, DictValue) and value.is_open)


def takes_by_name(function: Value) -> bool:
    """Whether it is known which names the callee takes."""
    return is_followed(function) or isinstance(function, ClassValue) and function.dataclass_fields is not None


def fill(machine: Machine, function: Value, args: list[Value], kwargs: dict[str, Value], mapping: Value) -> None:
    """`Net(**options)`: whatever the callee takes may be among the options. A parameter whose default is a class or
    function keeps it."""
    callee, given = _callee(function, len(args))
    is_made = isinstance(function, ClassValue)
    for name, default in _by_name(function, callee, given).items():
        if name in kwargs or not (default is MISSING or isinstance(default, OPTIONS)):
            continue
        if type(default) is float:
            kwargs[name] = Scalar("float")
        else:
            option = Opaque(name, machine.site, "int" if is_made else "")
            kwargs[name] = mapping.part(name) if isinstance(mapping, Opaque) and mapping.bound is None else option
    for param in callee.node.params if isinstance(callee, FunctionValue) else ():
        if param.kind == "double_star":
            more = DictValue({}, is_open=True)
            more.element = machine.unknown(f"an option of **{param.name}")
            kwargs.setdefault(REST + REST + param.name, more)


def _by_name(function: Value, callee: Value, given: int) -> dict[str, Any]:
    """The parameters that can be passed by name, and are not given by their place, with their defaults."""
    if isinstance(callee, FunctionValue):
        params = [param for param in callee.node.params if param.kind in ("normal", "keyword")]
        placed = {param.name for param in callee.node.params[:given] if param.kind == "normal"}
        return {one.name: callee.defaults.get(one.name, MISSING) for one in params if one.name not in placed}
    fields = function.dataclass_fields if isinstance(function, ClassValue) else None
    named = [field for field in (fields or {}).values() if field.in_init][max(0, given - 1) :]
    return {field.name: () if field.factory is not MISSING else field.default for field in named}


def is_followed(function: Value) -> bool:
    """Whether the callee is a function of the source, which may be entered on parameters of any kind."""
    return isinstance(_callee(function, 0)[0], FunctionValue)


def _name_of(callee: Value) -> str:
    return callee.name.rpartition(".")[2] if isinstance(callee, (FunctionValue, RuleFunction)) else ""


def _callee(function: Value, given: int) -> tuple[Value, int]:
    """What takes the arguments, and how many of them are there by position."""
    if isinstance(function, BoundMethod):
        return _callee(function.function, given + 1)
    if isinstance(function, NativeFunction) and isinstance(function.decorated, BoundMethod):
        return _callee(function.decorated, given)
    if isinstance(function, ClassValue):
        found = function.lookup("__init__") if function.construct is None else None
        return (None, given) if found is None else (found[0], given + 1)
    return function, given


def _positions(callee: Value) -> int:
    assert isinstance(callee, FunctionValue)
    return sum(param.kind in ("normal", "positional") for param in callee.node.params)


def _missing(machine: Machine, callee: Value, given: int, kwargs: dict[str, Value]) -> _Missing:
    if isinstance(callee, RuleFunction):
        return _Missing(_missing_of_rule(callee, given, kwargs))
    if not isinstance(callee, FunctionValue):
        return _Missing([])
    names: list[str] = []
    gathers: dict[str, str] = {}
    at = 0
    for param in callee.node.params:
        if param.kind in ("star", "double_star"):
            gathers[param.kind] = param.name
            continue
        at += param.kind != "keyword"
        is_given = param.name in kwargs or (param.kind != "keyword" and at <= given)
        has_default = param.name in callee.defaults
        if not is_given and (not has_default or leaves_out(machine.entering, callee.defaults[param.name])):
            names.append(param.name)
    return _Missing(names, gathers.get("star"), gathers.get("double_star"))


def _missing_of_rule(callee: RuleFunction, given: int, kwargs: dict[str, Value]) -> list[str]:
    """Of the layers of a window its stride and the like as well."""
    plain = [one for one in callee.rule.parameters if one.kind in ("positional", "keyword")]
    left = [one for i, one in enumerate(plain) if one.name not in kwargs and (i >= given or one.kind == "keyword")]
    if not any(not one.has_default for one in left):
        return []
    return [one.name for one in left if not one.has_default or any(kind in one.text for kind in _WINDOW)]
