"""The whole path with the real interpreter, as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
WRONG = {
    "flatten.py": (16, "25088", "512"),
    "heads.py": (16, "16384", "12"),
    "skip_connection.py": (19, "192", "128"),
    "transposed.py": (7, "32", "64"),
    "two_files/train.py": (16, "192", "128"),
}
"""The wrong examples: the line of the mistake, and sizes that the message has to name."""


def shapecheck(
    *args: str, cwd: Path = ROOT, stdin: str | None = None, **environ: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "shapecheck", *args],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1", **environ},
    )


def document(*args: str, **rest: Any) -> Any:
    done = shapecheck(*args, "--output-format", "json", **rest)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def wrong() -> Any:
    return document("check", "examples/wrong")


def test_every_wrong_example_is_found(wrong: Any) -> None:
    found = {d["path"]: (d["range"]["start"]["line"], d["message"]) for d in wrong["diagnostics"]}
    assert set(found) == {f"examples/wrong/{name}" for name in WRONG}
    assert len(wrong["diagnostics"]) == len(WRONG)
    for name, (line, *sizes) in WRONG.items():
        where, message = found[f"examples/wrong/{name}"]
        assert where == line and all(size in message for size in sizes), (name, where, message)


def test_the_right_examples_are_silent() -> None:
    done = document("check", "examples/right")
    assert done["diagnostics"] == []
    assert [one["value"]["shape"] for one in done["reveals"]] == [[8, 10]]


def test_real_output_fits_the_schema(wrong: Any) -> None:
    schema = json.loads(files("shapecheck.report").joinpath("schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(wrong, schema)
    jsonschema.validate(document("check", "examples/wrong", "--why-unknown", "--timing"), schema)


def test_the_bytes_depend_on_nothing_but_the_input() -> None:
    paths = sorted(path.relative_to(ROOT).as_posix() for path in EXAMPLES.rglob("*.py"))
    orders = [paths, paths[::-1], paths[3:] + paths[:3]]
    outputs = {
        shapecheck("check", *order, "--output-format", "json", PYTHONHASHSEED=seed).stdout
        for order, seed in zip(orders, ("0", "1", "4242"), strict=True)
    }
    assert len(outputs) == 1


def test_standard_input_is_the_file_that_it_replaces() -> None:
    text = (EXAMPLES / "wrong" / "two_files" / "train.py").read_text()
    name = "examples/wrong/two_files/train.py"
    (one,) = document("-", "--stdin-filename", name, stdin=text)["diagnostics"]
    assert one["path"] == name and one["range"]["start"]["line"] == 16
    repaired = text.replace("128", "192")
    assert document("-", "--stdin-filename", name, stdin=repaired)["diagnostics"] == []


def test_infer_and_summary() -> None:
    inferred = document(
        "infer", "examples/right/attention.py:SelfAttention", "--input", "x=float32[B, T, 256]"
    )
    assert inferred["inputs"]["x"]["shape"] == inferred["output"]["shape"] == ["B", "T", 256]
    summary = document(
        "summary", "examples/right/tagger.py:Tagger", "--input", "tokens=int64[B, T]", "--with", "tags=5"
    )
    assert summary["output"]["shape"] == ["B", "T", 5]
    assert {layer["name"] for layer in summary["layers"]} >= {"embed", "lstm", "norm", "score"}


def test_a_target_that_is_not_there() -> None:
    done = shapecheck("infer", "examples/right/tagger.py:Nothing")
    assert done.returncode == 2 and "Nothing" in done.stderr


def test_torch_is_never_imported() -> None:
    code = (
        "import sys; from shapecheck.cli.group import cli\n"
        "cli(['check', 'examples', '--output-format', 'concise'], standalone_mode=False)\n"
        "assert not {'torch', 'numpy', 'pygls', 'rich'} & set(sys.modules), sorted(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_is_recorded_in_the_documentation_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "docs/record.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
