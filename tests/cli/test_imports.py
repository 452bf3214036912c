"""What is loaded when: a command that needs no parser, prover or protocol does not wait for theirs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {"libcst", "z3", "pygls", "lsprotocol", "torch", "numpy", "rich"}


def loaded(*arguments: str) -> set[str]:
    """The top-level modules that a fresh Python has loaded after `python ARGUMENTS`."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}


@pytest.mark.parametrize(
    "arguments", ["--version", "rules", "explain impossible-shape", "--help", "smt --help"]
)
def test_commands_that_read_no_code(arguments: str) -> None:
    assert not loaded("-m", "shapecheck", *arguments.split()) & HEAVY


def test_the_version_needs_not_even_the_command_line() -> None:
    assert "click" not in loaded("-m", "shapecheck", "--version")


@pytest.mark.parametrize(
    "module",
    ["shapecheck", "shapecheck.values", "shapecheck.symbolic", "shapecheck.source", "shapecheck.cli.group"],
)
def test_modules_that_need_none_of_it(module: str) -> None:
    assert not loaded("-c", f"import {module}") & HEAVY


def test_what_checked_code_imports_is_free() -> None:
    assert not loaded("-c", "from shapecheck import reveal_shape") & {*HEAVY, "click", "typing"}


def test_checking_plain_code_needs_no_libcst_and_never_torch() -> None:
    """Python's own parser reads it; libcst is for strings with fields, newer syntax and errors."""
    found = loaded("-m", "shapecheck", "check", "--no-cache", "examples/right")
    assert not found & {"libcst", "torch", "numpy", "pygls", "rich"}
