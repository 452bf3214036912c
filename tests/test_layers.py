"""The arrows of docs/architecture.md: each package imports only those that it may know."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
KNOWS = {
    "symbolic": set(),
    "source": set(),
    "values": {"symbolic", "source"},
    "rules": {"values", "symbolic"},
    "interpret": {"rules", "values", "symbolic", "source"},
    "check": {"interpret", "rules", "values", "symbolic", "source"},
    "report": {"check", "values", "source"},
    "project": {"check", "interpret", "source"},
    "fix": {"check", "source"},
    "cli": {
        "check", "fix", "interpret", "project", "report", "source", "symbolic", "values", "shapecheck_lsp"
    },
    "shapecheck_lsp": {"check", "fix", "interpret", "project", "values", "source", "symbolic"},
}


def imports(folder: Path) -> Iterator[tuple[str, str]]:
    """Each file of a folder with the package of ours that it imports, at whatever depth the import stands."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            for name in names:
                parts = name.split(".")
                if parts[0] in ("shapecheck", "shapecheck_lsp"):
                    package = parts[0] if parts[0] == "shapecheck_lsp" else parts[1]
                    yield str(file.relative_to(ROOT)), package


def test_arrows_run_one_way() -> None:
    wrong = []
    for package, known in KNOWS.items():
        folder = ROOT / "lsp" / package if package == "shapecheck_lsp" else ROOT / "shapecheck" / package
        allowed = {package, "__version__", *known}
        wrong += [f"{file} imports {name}" for file, name in imports(folder) if name not in allowed]
    assert not wrong, wrong


def test_what_is_entered_knows_nothing_of_entries() -> None:
    folder = ROOT / "shapecheck" / "interpret"
    parts = ("language", "builtins", "declarations", "nn", "importing", "memory")
    texts = {file: file.read_text(encoding="utf-8") for part in parts for file in (folder / part).rglob("*.py")}
    assert texts
    assert not [file for file, text in texts.items() if "from shapecheck.interpret.entries" in text]


def test_every_package_has_its_place() -> None:
    found = {path.parent.name for path in (ROOT / "shapecheck").glob("*/__init__.py")}
    assert found | {"shapecheck_lsp"} == set(KNOWS)
