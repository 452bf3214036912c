"""Writes what is made from the table of options: the JSON Schema, and the list in `configuration.md`.

    python docs/options.py           writes it
    python docs/options.py --check   says what is stale, and exits with 1
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from shapecheck.check.rulebook import rules
from shapecheck.project.config import Option, options

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "shapecheck" / "project" / "config.schema.json"
PAGE = ROOT / "docs" / "configuration.md"
START, END = "<!-- options: made by docs/options.py -->\n", "<!-- end of options -->\n"


def schema() -> str:
    """The schema of `[tool.shapecheck]`, which is also that of the whole of `shapecheck.toml`."""
    document = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Configuration of shapecheck",
        "type": "object",
        "additionalProperties": False,
        "properties": {option.name: _property(option) for option in options()},
        "$defs": {"rule": {"enum": list(rules())}},
    }
    return json.dumps(document, indent=2) + "\n"


def _property(option: Option) -> dict[str, Any]:
    has_default = option.default is not None and option.default != ()
    default = {"default": _toml_value(option.default)} if has_default else {}
    return {"description": option.help, **option.kind.schema, **default}


def _toml_value(default: Any) -> Any:
    """Lists are held as tuples."""
    return list(default) if isinstance(default, tuple) else default


def page() -> str:
    """The page with its list of options."""
    before, start, rest = PAGE.read_text(encoding="utf-8").partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise SystemExit(f"{PAGE} has no place for the options")
    return before + start + "\n" + "\n".join(map(_section, options())) + "\n" + end + after


def _section(option: Option) -> str:
    example = option.example if option.example.startswith("[[") else f"{option.name} = {option.example}"
    if option.default is None or option.default == ():
        default = "none"
    else:
        default = f"`{json.dumps(_toml_value(option.default))}`"
    return (
        f"### `{option.name}`\n\n{option.help}\n\n"
        f"{option.kind.text.capitalize()}; default: {default}.\n\n```toml\n{example}\n```\n"
    )


def main() -> int:
    """Writes or checks both."""
    check = "--check" in sys.argv[1:]
    stale = [path for path, text in ((SCHEMA, schema()), (PAGE, page())) if not _is(path, text)]
    for path, text in ((SCHEMA, schema()), (PAGE, page())):
        if path in stale:
            print(f"{'stale' if check else 'written'}: {path.relative_to(ROOT)}")
            if not check:
                path.write_text(text, encoding="utf-8")
    return int(check and bool(stale))


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
