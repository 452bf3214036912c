"""The extension for Visual Studio Code says of itself what it has."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from shapecheck_lsp.settings import HintSettings, Settings, read_settings

EXTENSION = Path(__file__).parents[2] / "vscode-extension"


def contributed() -> Any:
    return json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))["contributes"]


def test_the_readme_lists_every_setting_with_its_default_and_every_command() -> None:
    page = (EXTENSION / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(shapecheck\.[\w.]+)` \|(.*?)\|", page, re.MULTILINE))
    settings = contributed()["configuration"]["properties"]
    assert rows.keys() == settings.keys()
    for name, setting in settings.items():
        default = setting.get("default")
        shown = default if isinstance(default, str) else json.dumps(default)
        assert rows[name].strip() == (f"`{shown}`" if default not in (None, "") else ""), name
    for command in contributed()["commands"]:
        assert f"| **{command['title']}** |" in page


def test_the_server_reads_the_settings_with_the_same_defaults() -> None:
    settings = contributed()["configuration"]["properties"]
    given: dict[str, Any] = {}
    for name, setting in settings.items():
        *outer, last = name.removeprefix("shapecheck.").split(".")
        place = given
        for part in outer:
            place = place.setdefault(part, {})
        place[last] = setting.get("default")
    assert read_settings(given) == Settings(hints=HintSettings())


def test_a_level_that_there_is_not_stays_as_it_is() -> None:
    given = {"levels": {"impossible-shape": "hint", "shape-comment": "off", "unused-suppression": ["error"]}}
    assert read_settings(given).levels == (("shape-comment", "off"),)
