"""Methods of str and bytes: the real ones where everything is known, else a value of the result's type."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import MAX_TEXT, Inexact, convert, exact, run
from shapecheck.interpret.builtins.tables import Method, method, words
from shapecheck.interpret.language import text
from shapecheck.interpret.language.one_number import require_numbers
from shapecheck.values import ListValue, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

STR: dict[str, Method] = {}
BYTES: dict[str, Method] = {}

_SAME = words(
    "capitalize casefold center expandtabs ljust lower lstrip removeprefix removesuffix replace rjust "
    "rstrip strip swapcase title translate upper zfill join"
)
_BOOL = words(
    "endswith isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable "
    "isspace istitle isupper startswith"
)
_INT = words("count find index rfind rindex")
_LIST = words("split rsplit splitlines")
_TRIPLE = ("partition", "rpartition")
_NOT_OF_BYTES = frozenset(words("casefold isdecimal isidentifier isnumeric isprintable"))


def _result_length(name: str, receiver: Any, args: list[Any]) -> int:
    """An upper bound of the length of a method's result, before it is computed."""
    size = len(receiver)
    if name in ("center", "ljust", "rjust", "zfill"):
        return max(size, args[0]) if args and isinstance(args[0], int) else size
    if name == "expandtabs":
        return size * max(1, args[0] if args and isinstance(args[0], int) else 8)
    if name == "replace" and len(args) >= 2 and all(isinstance(arg, (str, bytes)) for arg in args[:2]):
        return size + (size + 1) * len(args[1])
    if name == "translate":
        longest = (
            max((len(v) for v in args[0].values() if isinstance(v, str)), default=1) if _is_map(args) else 1
        )
        return size * max(1, longest)
    if name == "join" and args and isinstance(args[0], (list, tuple, dict, set, str)):
        return sum(len(part) + size for part in args[0] if isinstance(part, (str, bytes)))
    return size * 3


def _is_map(args: list[Any]) -> bool:
    return bool(args) and isinstance(args[0], dict)


def _text_method(
    table: dict[str, Method], kind: type, name: str, otherwise: Callable[[Machine], Value]
) -> None:
    def call(machine: Machine, receiver: Value, /, *args: Value, **kwargs: Value) -> Value:
        try:
            real: Any = exact(receiver)
            reals = [_real_argument(machine, name, arg) for arg in args]
            named = {key: exact(value) for key, value in kwargs.items()}
        except Inexact:
            return otherwise(machine)
        if _result_length(name, real, [*reals, *named.values()]) > MAX_TEXT:
            return otherwise(machine)
        return convert(run(machine, getattr(kind, name), real, *reals, **named))

    method(table, name)(call)


def _real_argument(machine: Machine, name: str, arg: Value) -> Any:
    if name != "join":
        return exact(arg)
    items = machine.iterate(arg)
    if items is None:
        raise Inexact
    return [exact(item) for item in items]


def _fill(table: dict[str, Method], kind: type) -> None:
    same = kind.__name__

    def several(machine: Machine) -> Value:
        return ListValue(None, Scalar(same), machine.path.fresh("parts", 0))

    results: dict[str, Callable[[Machine], Value]] = {
        **{name: lambda machine: Scalar(same) for name in _SAME},
        **{name: lambda machine: Scalar("bool") for name in _BOOL},
        **{name: lambda machine: machine.path.fresh("position", -1) for name in _INT},
        **dict.fromkeys(_LIST, several),
        **{name: lambda machine: (Scalar(same), Scalar(same), Scalar(same)) for name in _TRIPLE},
    }
    results["count"] = lambda machine: machine.path.fresh("count", 0)
    for name, otherwise in results.items():
        if kind is bytes and name in _NOT_OF_BYTES:
            continue
        _text_method(table, kind, name, otherwise)


_fill(STR, str)
_fill(BYTES, bytes)
_text_method(STR, str, "encode", lambda machine: Scalar("bytes"))
_text_method(BYTES, bytes, "decode", lambda machine: Scalar("str"))
_text_method(BYTES, bytes, "hex", lambda machine: Scalar("str"))


# -------------------------------------------------------------------- formatting


class _Formatter:
    """str.format over abstract values; the machine formats each field."""

    def __init__(self, machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> None:
        self.machine = machine
        self.args = args
        self.kwargs = kwargs
        self.automatic = 0

    def text(self, template: str) -> Value:
        parts: list[Value] = []
        for literal, field, spec, conversion in run(
            self.machine, lambda: list(string.Formatter().parse(template))
        ):
            parts.append(literal)
            if field is not None:
                parts.append(self._field(field, spec or "", conversion))
        result = text.joined(self.machine, parts)
        return Scalar("str") if isinstance(result, str) and len(result) > MAX_TEXT else result

    def _field(self, field: str, spec: str, conversion: str | None) -> Value:
        found, value = (False, None) if "{" in spec or len(spec) > 20 else self._value(field)
        if not found:
            return Scalar("str")
        return text.shown(self.machine, value, lambda member: self.machine.format(member, conversion, spec))

    def _value(self, field: str) -> tuple[bool, Value]:
        first = field.partition(".")[0].partition("[")[0]
        if first != field:
            return False, None
        if first == "":
            first = str(self.automatic)
            self.automatic += 1
        if first.isdigit():
            if len(first) > 5 or int(first) >= len(self.args):
                raise self.machine.error(
                    "IndexError", "Replacement index out of range for positional args tuple"
                )
            return True, self.args[int(first)]
        if first not in self.kwargs:
            raise self.machine.error("KeyError", first)
        return True, self.kwargs[first]


@method(STR, "format")
def _format(machine: Machine, receiver: Value, /, *args: Value, **kwargs: Value) -> Value:
    if not isinstance(receiver, str):
        return Scalar("str")
    return _Formatter(machine, list(args), kwargs).text(receiver)


@method(STR, "format_map")
def _format_map(machine: Machine, receiver: Value, mapping: Value, /) -> Value:
    return Scalar("str")


@method(STR, "maketrans")
def _maketrans(machine: Machine, receiver: Value, /, *args: Value) -> Value:
    try:
        reals = [exact(arg) for arg in args]
    except Inexact:
        return machine.unknown("a translation table of unknown strings")
    return convert(run(machine, str.maketrans, *reals))


def percent(machine: Machine, template: str, value: Value) -> Value:
    """`template % value`"""
    require_numbers(machine, template, value)
    try:
        real = exact(value)
    except Inexact:
        return Scalar("str")
    digits = "".join(ch if ch.isdigit() else " " for ch in template).split()
    if "*" in template or any(len(run_of_digits) > 4 for run_of_digits in digits):
        return Scalar("str")
    result = run(machine, lambda: template % real)
    return result if len(result) <= MAX_TEXT else Scalar("str")


@method(STR, "__mod__")
def _mod(machine: Machine, receiver: Value, value: Value, /) -> Value:
    return percent(machine, receiver, value) if isinstance(receiver, str) else Scalar("str")


def text_of(machine: Machine, value: Value) -> Value:
    """str(value)"""
    return text.shown(machine, value, machine.string)
