"""What the client configures: `initializationOptions`, and the section `shapecheck` of its configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from shapecheck.check.rulebook import LEVELS

SECTION = "shapecheck"


class HintSettings(NamedTuple):
    """Which inlay hints are shown, and how much they say."""

    variables: bool = True
    parameters: bool = True
    returns: bool = True
    dtype: bool = False
    longest: int = 40


class Settings(NamedTuple):
    """`python` is the interpreter or environment with the installed packages, `levels` come before those of the
    configuration files; `stubs` are folders of shape rules."""

    python: str | None = None
    stubs: tuple[str, ...] = ()
    levels: tuple[tuple[str, str], ...] = ()
    hints: HintSettings = HintSettings()
    code_lens: bool = True
    debounce: float = 0.01
    diagnostics: str = ""
    """`push` or `pull`; else by what the client can do."""


DEFAULTS = Settings()


def read_settings(value: Any, default: Settings = DEFAULTS) -> Settings:
    """The settings in a JSON object; what is missing or of another kind stays as it is in `default`."""
    if not isinstance(value, Mapping):
        return default
    if isinstance(value.get(SECTION), Mapping):
        value = value[SECTION]
    hints = value.get("inlayHints")
    return Settings(
        _text(value, "python", _text(value, "interpreter", default.python)),
        _texts(value.get("stubs"), default.stubs),
        _levels(value.get("levels"), default.levels),
        _hints(hints, default.hints) if isinstance(hints, Mapping) else default.hints,
        _flag(value, "codeLens", default.code_lens),
        default.debounce,
        _text(value, "diagnostics", default.diagnostics) or "",
    )


def _hints(value: Mapping[str, Any], default: HintSettings) -> HintSettings:
    if value.get("enable") is False:
        return HintSettings(False, False, False)
    longest = value.get("maxLength")
    return HintSettings(
        _flag(value, "variables", default.variables),
        _flag(value, "parameters", default.parameters),
        _flag(value, "returns", default.returns),
        _flag(value, "dtype", default.dtype),
        longest if type(longest) is int and longest > 0 else default.longest,
    )


def _text(value: Mapping[str, Any], key: str, default: str | None) -> str | None:
    found = value.get(key)
    return found if isinstance(found, str) and found else default


def _texts(value: Any, default: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else default


def _levels(value: Any, default: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, Mapping):
        return default
    return tuple(sorted((str(rule), level) for rule, level in value.items() if level in LEVELS))


def _flag(value: Mapping[str, Any], key: str, default: bool) -> bool:
    found = value.get(key)
    return found if isinstance(found, bool) else default
