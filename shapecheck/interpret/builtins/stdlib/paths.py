"""os.path and urllib.parse: exact on texts that are known, as on a POSIX system."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import (
    ParseResult,
    SplitResult,
    quote,
    unquote,
    urljoin,
    urlparse,
    urlsplit,
    urlunparse,
    urlunsplit,
)

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.stdlib.inert import declare, unknown_name
from shapecheck.interpret.builtins.stdlib.plain_files import exists, is_file, is_folder
from shapecheck.interpret.builtins.tables import Namespace, native_function, unwrap
from shapecheck.values import Instance, NativeFunction, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

OS_PATH = Namespace("os.path")
URLLIB = Namespace("urllib")
URLLIB_PARSE = Namespace("urllib.parse")
LONGEST = 10_000

declare(OS_PATH, "str", "commonpath commonprefix expandvars")
declare(OS_PATH, "bool", "islink ismount samefile")
declare(OS_PATH, "float", "getatime getctime getmtime")
declare(OS_PATH, "int", "getsize")
OS_PATH["sep"] = Scalar("str")


def path_text(machine: Machine, value: Value) -> Value:
    """os.fspath(value): texts are their own, other objects say theirs."""
    found = unwrap(value)
    if isinstance(found, Instance) and found.cls.lookup("__fspath__") is not None:
        return machine.call(machine.get_attribute(found, "__fspath__"), [], {})
    return found


def _known(machine: Machine, args: list[Value]) -> list[str] | None:
    texts = [path_text(machine, value) for value in args]
    known = [text for text in texts if isinstance(text, str) and len(text) <= LONGEST]
    return known if len(known) == len(texts) else None


def _exact(name: str, function: Callable[..., Any], otherwise: Callable[[], Value]) -> NativeFunction:
    """A function of texts that is run when they are known."""

    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        texts = _known(machine, [*args, *kwargs.values()])
        if texts is None:
            return otherwise()
        try:
            value: Value = function(*texts[: len(args)], **dict(zip(kwargs, texts[len(args) :])))
        except (TypeError, ValueError):
            return machine.unknown(f"these arguments of {name}()")
        return value

    return NativeFunction(name, call)


def _text() -> Value:
    return Scalar("str")


def _pair() -> Value:
    return (Scalar("str"), Scalar("str"))


for _name in ("basename", "dirname", "join", "normpath", "normcase"):
    OS_PATH[_name] = _exact(f"os.path.{_name}", getattr(posixpath, _name), _text)
for _name in ("split", "splitext", "splitdrive"):
    OS_PATH[_name] = _exact(f"os.path.{_name}", getattr(posixpath, _name), _pair)


def _absolute(path: str) -> Value:
    """From a place that is absolute the working folder does not matter."""
    return posixpath.normpath(path) if posixpath.isabs(path) else Scalar("str")


def _of_user(path: str) -> Value:
    return Scalar("str") if path.startswith("~") else path


def _relative(path: str, start: str = ".") -> Value:
    is_known = posixpath.isabs(path) == posixpath.isabs(start) and ".." not in (*path.split("/"), *start.split("/"))
    return posixpath.relpath(path, start) if is_known and path else Scalar("str")


for _name in ("abspath", "realpath"):
    OS_PATH[_name] = _exact(f"os.path.{_name}", _absolute, _text)
OS_PATH["expanduser"] = _exact("os.path.expanduser", _of_user, _text)
OS_PATH["relpath"] = _exact("os.path.relpath", _relative, _text)


def _asking(name: str, ask: Callable[[Machine, Value], Value]) -> NativeFunction:
    return native_function(f"os.path.{name}", lambda machine, path: ask(machine, path_text(machine, path)))


for _name, _ask in {"exists": exists, "lexists": exists, "isfile": is_file, "isdir": is_folder}.items():
    OS_PATH[_name] = _asking(_name, _ask)
OS_PATH["isabs"] = _exact("os.path.isabs", posixpath.isabs, lambda: Scalar("bool"))

# -------------------------------------------------------------------- urllib.parse


def _result_class(name: str, kind: type[SplitResult | ParseResult]) -> Callable[..., Value]:
    """A named tuple of texts, with the attributes of Python's."""
    cls = new_class(name, "urllib.parse", [CLASSES["tuple"]])

    def value(url: Any, scheme: str = "") -> Value:
        parts = (urlsplit if kind is SplitResult else urlparse)(url, scheme)
        instance = Instance(cls)
        instance.payload = tuple(parts)
        instance.attrs.update(zip(kind._fields, parts))
        instance.attrs.update(hostname=parts.hostname, port=parts.port)
        return instance

    return value


def _unknown_parts(fields: tuple[str, ...]) -> Callable[[], Value]:
    def make() -> Value:
        instance = Instance(new_class("SplitResult", "urllib.parse", [CLASSES["tuple"]]))
        instance.payload = tuple(Scalar("str") for _ in fields)
        instance.attrs.update((field, Scalar("str")) for field in fields)
        return instance

    return make


URLLIB_PARSE["urlsplit"] = _exact(
    "urllib.parse.urlsplit", _result_class("SplitResult", SplitResult), _unknown_parts(SplitResult._fields)
)
URLLIB_PARSE["urlparse"] = _exact(
    "urllib.parse.urlparse", _result_class("ParseResult", ParseResult), _unknown_parts(ParseResult._fields)
)
for _function in (quote, unquote, urljoin):
    URLLIB_PARSE[_function.__name__] = _exact(f"urllib.parse.{_function.__name__}", _function, _text)
for _join in (urlunparse, urlunsplit):
    URLLIB_PARSE[_join.__name__] = NativeFunction(f"urllib.parse.{_join.__name__}", lambda *_: Scalar("str"))
unknown_name(URLLIB_PARSE, "parse_qs parse_qsl urlencode")
