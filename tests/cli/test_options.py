"""The options of `check` with the real interpreter: what they print, write and exit with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import junitparser
import pytest

WRONG = "import torch\nfrom torch import nn\n\nnn.Linear(3, 4)(torch.zeros(2, 5))\n"
MODEL = (
    "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
    "    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(3, 4)\n\n"
    "    def forward(self, x):\n        return self.fc(x)\n"
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path


def shapecheck(*args: str, stdin: str | None = None, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "shapecheck", *args],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1", **environ},
    )


def write(**texts: str) -> None:
    for name, text in texts.items():
        Path(f"{name}.py").write_text(text)


def test_several_formats_at_once() -> None:
    write(a=WRONG)
    args = ["text", "sarif:out.sarif", "junit:out.xml", "jsonl:out.jsonl", "gitlab:out.json"]
    done = shapecheck("a.py", *(f"--output-format={one}" for one in args))
    assert done.returncode == 1 and "[impossible-shape]" in done.stdout
    (result,) = json.loads(Path("out.sarif").read_text())["runs"][0]["results"]
    assert (
        result["ruleId"] == "impossible-shape"
        and len(result["codeFlows"][0]["threadFlows"][0]["locations"]) > 1
    )
    assert junitparser.JUnitXml.fromfile("out.xml").failures == 1
    assert json.loads(Path("out.jsonl").read_text().splitlines()[0])["kind"] == "diagnostic"
    assert json.loads(Path("out.json").read_text())[0]["location"]["path"] == "a.py"


def test_formats_that_cannot_share_a_stream() -> None:
    write(a=WRONG)
    done = shapecheck("a.py", "--output-format", "json", "--output-format", "text")
    assert done.returncode == 2 and "cannot both go to standard output" in done.stderr
    assert shapecheck("a.py", "--output-format", "srif").returncode == 2


def test_on_github_annotations_stand_beside_the_text() -> None:
    write(a=WRONG)
    done = shapecheck("a.py", GITHUB_ACTIONS="true")
    assert "\n::error file=a.py,line=4," in done.stdout and "     4 | nn.Linear" in done.stdout
    assert done.stdout.count("1 file,") == 1
    assert "::error" not in shapecheck("a.py", "--output-format", "text", GITHUB_ACTIONS="true").stdout


def test_operators_without_a_rule() -> None:
    """They are told at each place where tensors meet one, once somebody asks."""
    calls = ["torch.ops.mylib.warp(x)", "x.no_such_method()", "torch.no_such_function(x)", "torch.no_such_value"]
    Path("a.py").write_text("import torch\nx = torch.rand(3)\n" + "\n".join(calls) + "\n", encoding="utf-8")
    assert shapecheck("a.py").returncode == 0
    done = shapecheck("a.py", "--level", "unknown-operator=warning", "--output-format", "concise")
    told = [line for line in done.stdout.splitlines() if "there is no rule for torch." in line]
    assert [line.split(":")[1] for line in told] == ["3", "4", "5"]


def test_levels() -> None:
    write(a=WRONG)
    done = shapecheck("a.py", "--level", "impossible-shape=warning", "--output-format", "concise")
    assert done.returncode == 0 and "a.py:4:1: warning:" in done.stdout
    Path("shapecheck.toml").write_text(
        '[[overrides]]\nfiles = ["a.py"]\nlevels = { impossible-shape = "off" }\n'
    )
    assert shapecheck("a.py").returncode == 0
    assert shapecheck("a.py", "--level", "impossible-shape=error").returncode == 1
    assert shapecheck("a.py", "--level", "impossible-shape=loud").returncode == 2


def test_the_nearest_configuration_of_each_file() -> None:
    for name, text in (
        ("one/a.py", WRONG),
        ("two/b.py", WRONG),
        ("two/shapecheck.toml", 'exclude = ["b.py"]\n'),
    ):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    assert json.loads(shapecheck(".", "--output-format", "json").stdout)["files"] == [
        {"path": "one/a.py", "status": "ok"}
    ]
    assert len(json.loads(shapecheck("two/b.py", "--output-format", "json").stdout)["files"]) == 1


def test_programs_beside_each_other_have_their_own_modules() -> None:
    """As `python a/use.py` and `python b/use.py` have: in one run, in several processes, and from what was kept."""
    for folder, size in (("a", 3), ("b", 5), ("c", 7)):
        Path(folder).mkdir()
        Path(folder, "model.py").write_text(MODEL.replace("nn.Linear(3, 4)", f"nn.Linear({size}, {size + 1})"))
        use = f"import torch\nfrom model import Net\n\nreveal_shape(Net()(torch.zeros(2, {size})))\n"
        Path(folder, "use.py").write_text(use)
    for options in (["--jobs", "1"], ["--jobs", "2"], ["--jobs", "1"], ["--no-cache"]):
        report = json.loads(shapecheck(".", "--output-format", "json", *options).stdout)
        assert report["diagnostics"] == []
        assert [one["value"]["shape"] for one in report["reveals"]] == [[2, 4], [2, 6], [2, 8]]


def test_the_share_of_unknown_tensors() -> None:
    write(a="import torch, missing\nx = torch.zeros(2) + missing.f()\ny = torch.relu(x)\n")
    done = shapecheck("a.py", "--max-unknown", "10")
    assert done.returncode == 1 and "more than the 10 % that --max-unknown allows" in done.stderr
    assert shapecheck("a.py", "--max-unknown", "100").returncode == 0
    assert shapecheck("a.py", "--max-unknown", "101").returncode == 2


def test_a_baseline_is_written_used_and_shrunk() -> None:
    write(a=WRONG, b=WRONG)
    known = ["--baseline", "known.json"]
    assert shapecheck(".", *known).returncode == 2
    assert shapecheck(".", *known, "--write-baseline").returncode == 0
    done = shapecheck(".", *known)
    assert done.returncode == 0 and "nothing new, 2 known in the baseline" in done.stdout
    write(a="# a line above\n" + WRONG + "nn.Linear(3, 4)(torch.zeros(2, 7))\n", b="x = 1\n")
    done = shapecheck("a.py", *known, "--output-format", "concise")
    assert done.returncode == 1 and "a.py:6:1: error" in done.stdout and "a.py:5" not in done.stdout
    assert "1 removed" in shapecheck(".", *known, "--shrink-baseline").stderr
    assert list(json.loads(Path("known.json").read_text())["diagnostics"]) == ["a.py"]
    Path("known.json").write_text("{}")
    assert shapecheck(".", *known).returncode == 2


def test_suppressions_are_written() -> None:
    write(a=WRONG + "y = nn.Linear(3, 4)(  # a comment\n    torch.zeros(2, 5)\n)\nprint('''\n''')\n")
    done = shapecheck("a.py", "--add-ignore")
    assert done.returncode == 0 and "2 suppressed with comments, 0 left" in done.stderr
    lines = Path("a.py").read_text().splitlines()
    assert lines[3].endswith("torch.zeros(2, 5))  # shapecheck: ignore[impossible-shape]")
    assert lines[4].endswith("# a comment  # shapecheck: ignore[impossible-shape]")
    again = shapecheck("a.py", "--output-format", "json")
    assert again.returncode == 0 and json.loads(again.stdout)["diagnostics"] == []


def test_shapes_beside_the_source() -> None:
    write(a="import torch\n\nx = torch.zeros(2, 3)\ny = x.T\nprint(1)\n")
    done = shapecheck("--show-shapes", "a.py")
    lines = done.stdout.splitlines()
    assert lines[0] == "import torch" and lines[4] == "print(1)"
    assert lines[2].startswith("x = torch.zeros(2, 3)  # ") and "float32[2, 3]" in lines[2]
    assert "float32[3, 2]" in lines[3]


def test_a_notebook() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "import torch"]},
        {"cell_type": "code", "source": "x = torch.zeros(2, 3)\nx @ x"},
    ]
    Path("n.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4}))
    Path("broken.ipynb").write_text("{")
    done = shapecheck(".", "--output-format", "json")
    (syntax, wrong) = json.loads(done.stdout)["diagnostics"]
    assert (syntax["path"], syntax["rule"]) == ("broken.ipynb", "syntax-error")
    assert syntax["message"].startswith("this is no notebook: Expecting property name")
    assert (wrong["path"], wrong["rule"], wrong["range"]["start"]["line"]) == (
        "n.ipynb",
        "impossible-shape",
        4,
    )


def test_pipes_in_a_folder_are_left_alone_and_long_chains_are_read() -> None:
    """Nobody may ever write into a pipe; a chain of `elif` is nested as deeply as it is long."""
    write(a="x = 1\n", b="if a == 0:\n    pass\n" + "".join(f"elif a == {i}:\n    x = {i}\n" for i in range(2000)))
    os.mkfifo("pipe.py")
    done = shapecheck(".", "--output-format", "concise")
    assert done.returncode == 0 and done.stdout.startswith("2 files"), done.stdout + done.stderr


def test_entries_of_the_configuration() -> None:
    write(model=MODEL)
    Path("shapecheck.toml").write_text('[[entry]]\ntarget = "model:Net"\ninputs = { x = "float32[B, 5]" }\n')
    done = shapecheck(".", "--output-format", "concise")
    assert done.returncode == 1 and "model.py:11:16: error: linear" in done.stdout
    Path("shapecheck.toml").write_text('[[entry]]\ntarget = "model:Nut"\n')
    assert shapecheck(".").returncode == 2
    Path("shapecheck.toml").write_text('min-dim = 2\n\n[[entry]]\ntarget = "model:Net"\nwith = { widht = 3 }\n')
    assert "shapecheck.toml:4: model.py:Net: Net takes no argument widht" in shapecheck(".").stderr
    Path("shapecheck.toml").write_text('[[entry]]\ntarget = "model"\n')
    assert "shapecheck.toml:2: `target` has to be" in shapecheck(".").stderr
    Path("shapecheck.toml").write_text('[[entry]]\ntarget = "modle:Net"\n')
    done = shapecheck(".")
    assert done.returncode == 2 and "no module `modle`" in done.stderr


def test_the_smallest_size_of_an_input() -> None:
    text = "import torch\n\n\ndef f(x: torch.Tensor):\n    n, m = x.shape\n    assert n >= 2 and m != 0\n"
    write(a=text)

    def revealed(text: str) -> Any:
        Path("shapecheck.toml").write_text(text)
        return json.loads(shapecheck("a.py", "--output-format", "json").stdout)["statistics"]["obligations"]

    one, two = revealed("min-dim = 1\n"), revealed("min-dim = 2\n")
    assert two["proved"] > one["proved"], (one, two)


def test_the_version_of_torch_is_that_of_the_configuration_or_of_the_environment() -> None:
    write(a="import torch\n\nreveal_shape(torch.rand(1 if torch.__version__ >= '2.6' else 2))\n")
    installed = Path("env/lib/python3.11/site-packages/torch-2.5.1+cpu.dist-info")
    installed.mkdir(parents=True)

    def revealed(text: str) -> str:
        Path("shapecheck.toml").write_text(text)
        return shapecheck("a.py", "--output-format", "concise").stdout.split(": ")[3]

    assert revealed("").startswith("float32[1]")
    assert revealed('python = "env"\n').startswith("float32[2]")
    assert revealed('python = "env"\ntorch-version = "2.7"\n').startswith("float32[1]")
    assert revealed('torch-version = "2.1.0"\n').startswith("float32[2]")
    Path("shapecheck.toml").write_text('torch-version = "new"\n')
    result = shapecheck("a.py")
    assert result.returncode == 2 and "`torch-version` has to be a version" in result.stderr


# -------------------------------------------------------------------- many processes, many machines


@pytest.fixture
def tree() -> list[str]:
    """Files whose findings meet: the same line of `layers.py` fails for calls in three files."""
    write(layers=MODEL)
    for i in range(4):
        use = f"import torch\nfrom layers import Net\n\nNet()(torch.zeros(2, {i + 2}))\nreveal_shape(Net())\n"
        write(**{f"use{i}": use})
    return ["."]


def document(*args: str) -> str:
    done = shapecheck(*args, "--output-format", "json", "--no-cache")
    assert done.returncode == 1, done.stderr
    return done.stdout


def test_jobs_and_shards_make_no_difference(tree: list[str]) -> None:
    whole = document(*tree, "--jobs", "1")
    (one,) = json.loads(whole)["diagnostics"]
    assert one["path"] == "layers.py" and "in 3 calls" in one["message"]
    assert document(*tree, "--jobs", "2") == document(*tree, "--jobs", "7") == whole
    for count in (1, 2, 3, 9):
        names = [f"shard-{i}.json" for i in range(1, count + 1)]
        for i, name in enumerate(names, 1):
            done = shapecheck(*tree, "--shard", f"{i}/{count}", "--output-format", f"json:{name}")
            assert done.returncode in (0, 1) and done.stdout == "", done.stderr
        merged = shapecheck("merge", *reversed(names), "--output-format", "json")
        assert merged.stdout == whole and merged.returncode == 1, count
        if count == 2:
            assert shapecheck("merge", names[0]).returncode == 2
            check_schema(json.loads(Path(names[0]).read_text()))


def check_schema(result: Any) -> None:
    from shapecheck import report

    schema = json.loads(Path(report.__file__).with_name("schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(result, schema)


def test_results_of_different_files_are_joined() -> None:
    write(a=WRONG, b=WRONG, c="import torch\nreveal_shape(torch.zeros(2))\n")
    whole = document(".")
    for name in "abc":
        shapecheck(f"{name}.py", "--output-format", f"json:{name}.json")
    merged = shapecheck("merge", "c.json", "a.json", "b.json", "--output-format", "json")
    assert merged.stdout == whole and merged.returncode == 1
    Path("c.json").write_text("[]")
    assert shapecheck("merge", "a.json", "c.json").returncode == 2


@pytest.mark.parametrize("shard", ["0/2", "3/2", "1", "a/b"])
def test_wrong_shards(shard: str) -> None:
    write(a=WRONG)
    assert shapecheck("a.py", "--shard", shard).returncode == 2


def test_a_worker_that_dies_costs_its_file_only(here: Path) -> None:
    """The workers are stopped at a named file that is a pipe nobody writes to; then one of them is killed."""
    write(a=WRONG, z=WRONG)
    os.mkfifo("m.py")
    process = subprocess.Popen(
        [sys.executable, "-m", "shapecheck", ".", "m.py", "--jobs", "2", "--output-format", "json", "--no-cache"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    (victim,) = waiting_for(process.pid, here / "m.py")
    os.kill(victim, signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    result = json.loads(out)
    assert process.returncode == 3 and b"killed by SIGKILL" in err
    assert {file["path"]: file["status"] for file in result["files"]} == {
        "a.py": "ok", "m.py": "internal-error", "z.py": "ok"
    }  # fmt: skip
    assert [one["path"] for one in result["diagnostics"]] == ["a.py", "z.py"]


def waiting_for(parent: int, pipe: Path) -> list[int]:
    """The worker that waits at the pipe: the others are done, so it is the one that is left and asleep."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        time.sleep(0.2)
        found = []
        for child in Path(f"/proc/{parent}/task").glob("*/children"):
            for pid in child.read_text().split():
                stacks = [task.read_text() for task in Path(f"/proc/{pid}/task").glob("*/wchan")]
                if any("fifo" in stack or "wait_for_partner" in stack for stack in stacks):
                    found.append(int(pid))
        if found:
            return found
    raise AssertionError("no worker has come to the pipe")


def test_a_dask_cluster(tree: list[str]) -> None:
    whole = document(*tree)
    with cluster(workers=2) as address:
        assert document(*tree, "--executor", f"dask://{address}") == whole
    done = shapecheck(*tree, "--executor", "spark://x:1")
    assert done.returncode == 2 and "dask://HOST:PORT" in done.stderr


class cluster:
    """Dask's own scheduler and workers, in processes of this machine."""

    def __init__(self, workers: int) -> None:
        from distributed import LocalCluster

        self._cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)

    def __enter__(self) -> str:
        return str(self._cluster.scheduler_address).removeprefix("tcp://")

    def __exit__(self, *_: object) -> None:
        self._cluster.close()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    assert "_SHAPECHECK_COMPLETE" in shapecheck("completion", shell).stdout


def test_what_is_completed() -> None:
    environ = {
        "_SHAPECHECK_COMPLETE": "bash_complete",
        "COMP_WORDS": "shapecheck check --sel",
        "COMP_CWORD": "2",
    }
    assert "--select" in shapecheck(**environ).stdout
    environ |= {"COMP_WORDS": "shapecheck check --select impossible-", "COMP_CWORD": "3"}
    assert shapecheck(**environ).stdout.split() == ["plain,impossible-assert", "plain,impossible-shape"]


INTERRUPTED = """
import sys
from shapecheck.cli import check, main

def stop(*given):
    raise KeyboardInterrupt

check.run_once = stop
sys.argv = ["shapecheck", "a.py"]
main()
"""


def test_what_is_interrupted_has_found_nothing() -> None:
    """1 would say that there are errors; 130 is what a shell says of a program that SIGINT has ended."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (130, "interrupted")


def test_standard_input_is_not_watched() -> None:
    done = shapecheck("--watch", "-", stdin="")
    assert done.returncode == 2 and "--watch" in done.stderr


def test_watching_goes_on_after_a_mistake_in_the_configuration() -> None:
    pytest.importorskip("watchfiles")
    write(a=MODEL)
    command = [sys.executable, "-m", "shapecheck", "--watch", "--no-cache", "."]
    with Path("out.txt").open("wb") as out, Path("err.txt").open("wb") as err:
        running = subprocess.Popen(command, stdout=out, stderr=err)

        def wait_for(name: str, text: str) -> None:
            for _ in range(600):
                if text in Path(name).read_text():
                    return
                time.sleep(0.1)
            running.kill()
            raise AssertionError(f"{text!r} is not in {Path(name).read_text()!r}")

        wait_for("out.txt", "1 file")
        time.sleep(1)  # the watching begins after the first report
        Path("shapecheck.toml").write_text("[broken")
        wait_for("err.txt", "shapecheck.toml")
        Path("shapecheck.toml").unlink()
        write(a=WRONG)
        wait_for("out.txt", "found 1 error")
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 0


def test_what_is_no_baseline() -> None:
    write(a=WRONG)
    Path("b.json").write_text('{"x": 1}')
    done = shapecheck("a.py", "--baseline=b.json")
    assert done.returncode == 2 and "b.json: this is no baseline: it has no 'version'" in done.stderr


def test_an_input_that_ends_too_early() -> None:
    write(a=MODEL)
    done = shapecheck("infer", "a.py:Net", "--input", "x=float32[B, 3")
    assert done.returncode == 2 and "a bracket or a string is not closed" in done.stderr


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("shapecheck inf", "plain,infer"),
        ("shapecheck --output", "plain,--output-format"),
        ("shapecheck src", "file,src"),
        ("shapecheck src --output-format gi", "plain,gitlab"),
        ("shapecheck check src", "file,src"),
    ],
)
def test_what_a_shell_completes(words: str, completed: str) -> None:
    """The name of `check` may be left out here, too."""
    at = str(len(words.split()) - 1)
    done = shapecheck(COMP_WORDS=words, COMP_CWORD=at, _SHAPECHECK_COMPLETE="bash_complete")
    assert completed in done.stdout.splitlines()
