"""Writes the examples in the docstrings of a package as tests, for `bench.own_tests`.

python -m bench.docstrings PACKAGE FOLDER

FOLDER gets a link to the package and a folder `tests`: one file for each module that has examples. Each docstring is
a function of its own, so that one that needs a download ends nothing but itself.
"""

from __future__ import annotations

import argparse
import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

from bench import fetch

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
SKIPPED = re.compile(r"from_pretrained|pretrained=True|\.cuda\(|import \*|doctest: *\+SKIP|>>> *@")
"""What needs a download or a GPU, and what may not stand in a function."""


def examples(source: str) -> Iterator[tuple[str, str]]:
    """Names of what is documented, and the code of its examples."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)) and not SKIPPED.search(text):
            try:
                found = doctest.DocTestParser().get_examples(text)
            except ValueError:
                continue
            code = "".join(one.source for one in found if not one.exc_msg)
            if code.strip() and _compiles(code):
                yield getattr(node, "name", "module"), code


def _compiles(code: str) -> bool:
    try:
        compile(code, "example", "exec")
    except SyntaxError:
        return False
    return True


def tests(module: str, source: str) -> str:
    """A test file: each docstring's examples as a function, where the names of the module are known as in a doctest."""
    parts = []
    for number, (name, code) in enumerate(examples(source)):
        body = "".join(f"    {line}\n" for line in ast.unparse(ast.parse(code)).splitlines())
        parts.append(f"\n\ndef test_{name}_{number}():\n{body}")
    return f"import torch\nfrom torch import nn\nfrom {module} import *\n{''.join(parts)}" if parts else ""


def write(package: str, folder: Path) -> int:
    """Writes all tests; gives how many files there are."""
    site, name = fetch.source(package), fetch.module_of(package)
    (folder / "tests").mkdir(parents=True, exist_ok=True)
    if not (folder / name).exists():
        (folder / name).symlink_to(site / name)
    count = 0
    for file in sorted((site / name).rglob("*.py")):
        parts = file.relative_to(site).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if text := tests(module, file.read_text(encoding="utf-8")):
            (folder / "tests" / f"test_{module.replace('.', '_')}.py").write_text(text, encoding="utf-8")
            count += 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.docstrings", description=__doc__)
    parser.add_argument("package")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    print(write(options.package, options.folder), "files")


if __name__ == "__main__":
    main()
