"""The command line: options, exit statuses, and what is printed where. The interpreter is a fake here."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from shapecheck.cli.group import COMMANDS, cli
from shapecheck.interpret.record import Record
from tests.report.fakes import FakeSession, finding, site

ERROR = "x = 1  # wrong\n"
CLEAN = "x = 1\n"


class DiskSession(FakeSession):
    """Reads files from the disk; notes an error on each line that says `wrong`, a warning on `maybe`."""

    lines_read = 0

    def __init__(self) -> None:
        super().__init__({})

    def dependencies(self, file: Path, shown: str) -> None:
        """Nothing is kept of a fake."""

    def tidy(self) -> None:
        """Nothing is left of a file."""

    def analyze(self, file: Path, shown: str, data: bytes | None = None) -> Any:
        text = data.decode() if data is not None else file.read_text()
        if "crash" in text:
            raise RuntimeError("inside")

        def notes(path: str, record: Record) -> None:
            for number, line in enumerate(text.splitlines(), 1):
                if "wrong" in line or "maybe" in line:
                    record.findings.append(finding(site(shown, number), uncertain="maybe" in line))

        self.notes = notes
        return super().analyze(file, shown, text.encode())


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    import_module("shapecheck.cli.analysis")  # or it would keep the session of this test for all others
    monkeypatch.setattr("shapecheck.project.work.open_session", lambda *args: DiskSession())
    return tmp_path


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, args, input=stdin)


def write(**texts: str) -> None:
    for name, text in texts.items():
        Path(f"{name}.py").write_text(text)


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (CLEAN, (), 0),
        (ERROR, (), 1),
        (ERROR, ("--exit-zero",), 0),
        (ERROR, ("--ignore", "impossible-shape"), 0),
        (ERROR, ("--select", "impossible-assert,bad-annotation"), 0),
        ("x = 1  # maybe\n", (), 0),
        ("x = 1  # maybe\n", ("--error-on-warning",), 1),
        ("x = 1  # maybe\n", ("--strict",), 1),
        ("def f(:\n", (), 1),
        ("crash\n", (), 3),
        ("crash\n", ("--exit-zero",), 3),
    ],
)
def test_exit_status(text: str, options: Sequence[str], status: int) -> None:
    write(a=text)
    result = run("check", "a.py", *options)
    assert result.exit_code == status, result.output


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("check",), "PATH"),
        (("check", "missing.py"), "no such file or folder: missing.py"),
        (("missing.py",), "no such file or folder: missing.py"),
        (("check", "a.py", "--output-format", "xml"), "xml"),
        (("check", "a.py", "--select", "imposible-shape"), "did you mean `impossible-shape`"),
        (("check", "-", "a.py"), "`-` cannot be given together"),
        (("explain", "nothing-like-this"), "there is no rule"),
        (("infer", "a.py"), "FILE:QUALNAME"),
        (("infer", "missing.py:f"), "no such file: missing.py"),
        (("infer", "a.py:f", "--input", "x=float33[B]"), "no dtype"),
        (("summary", "a.py:f", "--with", "depth"), "NAME=VALUE"),
    ],
)
def test_wrong_usage_is_2(args: Sequence[str], words: str) -> None:
    write(a=CLEAN)
    result = run(*args)
    assert result.exit_code == 2 and words in result.output


def test_wrong_configuration_is_2() -> None:
    write(a=CLEAN)
    Path("pyproject.toml").write_text("[tool.shapecheck]\nstrct = true\n")
    result = run("a.py")
    assert result.exit_code == 2 and "pyproject.toml:2: unknown key `strct`; did you mean `strict`" in result.output


def test_configuration_is_used() -> None:
    write(a=ERROR, b=ERROR)
    Path("pyproject.toml").write_text(
        '[tool.shapecheck]\nexclude = ["a.py"]\nignore = ["impossible-shape"]\n'
    )
    result = run(".")
    assert result.exit_code == 0 and result.output == "1 file, no tensors\n"


def test_a_crash_names_its_file_and_the_others_go_on() -> None:
    write(a="crash\n", b=ERROR)
    result = run(".", "--output-format", "concise")
    assert result.exit_code == 3
    assert "b.py:1:1: error: no [impossible-shape]" in result.output and "a.py: Traceback" in result.output
    document = json.loads(run(".", "--output-format", "json").stdout)
    assert document["files"] == [
        {"path": "a.py", "status": "internal-error"},
        {"path": "b.py", "status": "ok"},
    ]


def test_standard_input() -> None:
    result = run("-", "--stdin-filename", "pkg/mod.py", "--output-format", "concise", stdin=ERROR)
    assert result.exit_code == 1 and result.output.startswith("pkg/mod.py:1:1: error:")
    assert run("-", "-q", "--output-format", "concise", stdin=ERROR).output.startswith("<stdin>:1:1: error:")


def test_json_goes_to_a_pipe_as_utf8() -> None:
    Path("näme.py").write_text(ERROR)
    result = run(".", "--output-format", "json")
    assert json.loads(result.stdout_bytes)["diagnostics"][0]["path"] == "näme.py"


def test_rules_and_their_pages() -> None:
    assert "impossible-shape      error " in run("rules").output
    assert run("explain", "unused-suppression").output.startswith("# unused-suppression\n")


def test_every_command_has_its_help() -> None:
    for name in COMMANDS:
        result = run(name, "--help")
        assert result.exit_code == 0 and result.output.startswith("Usage:")
    assert all(name in run("--help").output for name in COMMANDS)


def test_clean_removes_nothing_that_is_not_there(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    monkeypatch.setenv("SHAPECHECK_CACHE_DIR", str(here / "cache"))
    assert run("clean").output == f"no cache at {here / 'cache'}\n"


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_the_version_imports_next_to_nothing() -> None:
    code = (
        "import sys; sys.argv = ['shapecheck', '--version']; before = set(sys.modules)\n"
        "from shapecheck.cli import main; main()\n"
        "print(*sorted(m for m in set(sys.modules) - before if not m.startswith('shapecheck')))"
    )
    version, loaded = python(code).split("\n")[:2]
    assert version.startswith("shapecheck ") and loaded == "__future__"


def test_revealing_at_run_time_returns_the_argument_and_imports_nothing() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "from shapecheck import reveal_shape; x = object(); assert reveal_shape(x) is x\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    assert python(code) == "__future__ shapecheck\n"


def test_as_a_module() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "shapecheck", "--version"], capture_output=True, text=True, check=True
    )
    assert shown.stdout.startswith("shapecheck ")
