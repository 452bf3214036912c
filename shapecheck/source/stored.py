"""The IR as plain text, for caches: JSON in which a node is a list that starts with the number of its kind.

Made for reading: the span of a node lies flat in its list, so that a node costs one list. Written by us and read
back into named tuples only, it can hold nothing that runs.
"""

from __future__ import annotations

import json
from typing import Any

from shapecheck.source import ir

_KINDS: tuple[type[tuple[Any, ...]], ...] = tuple(
    kind
    for kind in vars(ir).values()
    if isinstance(kind, type) and issubclass(kind, tuple) and kind is not ir.Span
)
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
_HAS_SPAN = [kind._fields[0] == "span" for kind in _KINDS]  # type: ignore[attr-defined]
_SPAN, _TUPLE, _NAMES, _ELLIPSIS, _BYTES, _COMPLEX = -1, -2, -3, -4, -5, -6


def dump(source: ir.SourceFile | ir.SyntaxProblem) -> bytes:
    """The file as text, without the path under which it is shown. Raises RecursionError, ValueError."""
    return json.dumps(_plain(source._replace(path="")), separators=(",", ":")).encode("ascii")


def load(data: bytes, path: str) -> ir.SourceFile | ir.SyntaxProblem:
    """What `dump` wrote, under a new path. Raises RecursionError, or ValueError for anything else."""
    try:
        source = _node(json.loads(data))
    except (IndexError, KeyError, TypeError) as error:
        raise ValueError("this is no stored file") from error
    if not isinstance(source, (ir.SourceFile, ir.SyntaxProblem)):
        raise ValueError("this is no stored file")
    return source._replace(path=path)


def _plain(value: Any) -> Any:
    number = _NUMBERS.get(type(value))
    if number is not None:
        if _HAS_SPAN[number]:
            return [number, *value[0], *map(_plain, value[1:])]
        return [number, *map(_plain, value)]
    special = _SPECIAL.get(type(value))
    return value if special is None else special(value)


_SPECIAL: dict[type, Any] = {
    ir.Span: lambda span: [_SPAN, *span],
    tuple: lambda items: [_TUPLE, *map(_plain, items)],
    frozenset: lambda names: [_NAMES, *sorted(names)],
    type(...): lambda _: [_ELLIPSIS],
    bytes: lambda data: [_BYTES, data.decode("latin-1")],
    complex: lambda number: [_COMPLEX, number.real, number.imag],
}


def _node(entry: list[Any], new: Any = tuple.__new__) -> Any:
    number = entry[0]
    if number >= 0:
        if _HAS_SPAN[number]:
            fields = [new(ir.Span, entry[1:5])]
            fields += [_node(part) if type(part) is list else part for part in entry[5:]]
        else:
            fields = [_node(part) if type(part) is list else part for part in entry[1:]]
        kind: Any = _KINDS[number]
        if len(fields) != len(kind._fields):
            raise ValueError("this is no stored file")
        return new(kind, fields)
    if number == _TUPLE:
        return tuple([_node(part) if type(part) is list else part for part in entry[1:]])
    if number == _SPAN:
        return new(ir.Span, entry[1:5])
    return _PLAIN[number](*entry[1:])


_PLAIN: dict[int, Any] = {
    _NAMES: lambda *names: frozenset(names),
    _ELLIPSIS: lambda: ...,
    _BYTES: lambda text: text.encode("latin-1"),
    _COMPLEX: complex,
}
