"""Configurations that programs read from files: as the program itself would read them. Python is the oracle."""

from __future__ import annotations

import json
import runpy
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import shapecheck
from shapecheck.interpret.session import Analysis, Session
from shapecheck.project.checking import Execution, check
from shapecheck.project.plan import Given, make_plan
from shapecheck.values.freeze import FrozenScalar, FrozenTensor

CONFIG = {
    "model": {"width": 12, "depth": 2, "kernels": [3, 5]},
    "name": "small", "rate": 0.5, "bias": True, "more": None,
}  # fmt: skip
READERS = {
    "yaml": """
import yaml
with open(HERE / "config.yaml", encoding="utf-8") as file:
    config = yaml.safe_load(file)
""",
    "yaml of a text": """
import yaml
config = yaml.load((HERE / "config.yaml").read_text(), Loader=yaml.FullLoader)
""",
    "yaml of lines": """
import yaml
config = yaml.safe_load("".join(line for line in open(HERE / "config.yaml")))
""",
    "json": """
import json
config = json.load(open(os.path.join(os.path.dirname(__file__), "config.json")))
""",
    "json of a path": """
import json
with (HERE / "config").with_suffix(".json").open() as file:
    config = json.load(file)
""",
    "found by a pattern": """
import glob, yaml
config = yaml.safe_load(open(glob.glob(str(HERE / "**" / "inner.yaml"), recursive=True)[0]))
""",
    "found below": """
import yaml
config = yaml.safe_load(next(HERE.rglob("inner.*")).read_text())
""",
}
HEAD = """
import os
from pathlib import Path
import torch
from torch import nn
from shapecheck import reveal_shape
HERE = Path(__file__).resolve().parent
"""
MODEL = """
width = config["model"]["width"]
layers = nn.ModuleList([nn.Conv1d(width, width, kernel, bias=config["bias"]) for kernel in config["model"]["kernels"]])
x = torch.zeros(2, width, 32)
for layer in layers:
    x = layer(x)
if config["name"] == "small" and config["more"] is None and config["rate"] < 1:
    x = x[:, : width // config["model"]["depth"]]
reveal_shape(x)
"""


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(CONFIG))
    (tmp_path / "inner" / "inner.yaml").write_text(yaml.safe_dump(CONFIG))
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    return tmp_path


def analysed(project: Path, text: str) -> Analysis:
    (project / "train.py").write_text(text)
    return Session([project], []).analyze(project / "train.py", "train.py")


def revealed(analysis: Analysis) -> list[Any]:
    assert analysis.status == "ok" and not analysis.record.findings
    return [_plain(one.value) for one in analysis.record.reveals]


def _plain(value: Any) -> Any:
    if isinstance(value, FrozenTensor):
        return value.shape
    return value.value if isinstance(value, FrozenScalar) and value.value is not None else value


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # programs that close no file
@pytest.mark.parametrize("reader", READERS)
def test_what_is_read_is_what_the_program_reads(project: Path, reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = revealed(analysed(project, HEAD + READERS[reader] + MODEL))
    seen: list[Any] = []
    monkeypatch.setattr(shapecheck, "reveal_shape", lambda value: seen.append(tuple(value.shape)), raising=False)
    runpy.run_path(str(project / "train.py"))
    assert told == seen == [(2, 6, 26)]


def test_toml(project: Path) -> None:
    (project / "config.toml").write_text("[model]\nwidth = 7\n")
    text = f"{HEAD}import tomllib\nwith open(HERE / 'config.toml', 'rb') as file:\n    config = tomllib.load(file)\n"
    assert revealed(analysed(project, f"{text}reveal_shape(torch.zeros(config['model']['width']))\n")) == [(7,)]


def test_a_file_that_is_not_plain_or_elsewhere_is_not_read(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    away = tmp_path_factory.mktemp("away") / "config.json"
    away.write_text('{"width": 4}')
    (project / "weights.bin").write_text("4")
    (project / "broken.yaml").write_text("{[")
    (project / "tagged.yaml").write_text("width: !!python/object/apply:os.getcwd []")
    text = HEAD + f"""
import json, yaml
reveal_shape(json.load(open({str(away)!r})))
reveal_shape(open(HERE / "weights.bin").read())
reveal_shape(yaml.safe_load(open(HERE / "broken.yaml")))
reveal_shape(yaml.load(open(HERE / "tagged.yaml"), Loader=yaml.UnsafeLoader))
reveal_shape(yaml.safe_load(open(HERE / "absent.yaml")))
reveal_shape(open(HERE / "config.yaml", "w").read())
reveal_shape(open(HERE / "config.yaml", "rb").read())
"""
    shown = [type(value).__name__ for value in revealed(analysed(project, text))]
    assert shown == ["FrozenUnknown", "FrozenScalar", *5 * ["FrozenUnknown"]]


def test_a_large_file_and_one_that_contains_itself_do_no_harm(project: Path) -> None:
    (project / "large.yaml").write_text("- 1\n" * 100_000)
    (project / "grows.yaml").write_text("a: &a [1, 2]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*d, *c]\n")
    text = f"{HEAD}import yaml\nx = yaml.safe_load(open(HERE / 'large.yaml'))\nreveal_shape(x)\n" \
        "y = yaml.safe_load(open(HERE / 'grows.yaml'))\nreveal_shape(torch.zeros(len(y['d'][0][1])))\n"
    large, grown = revealed(analysed(project, text))
    assert (type(large).__name__, grown) == ("FrozenUnknown", (2,))


def test_texts_and_names_that_are_made_to_do_harm_end_in_something_unknown(project: Path) -> None:
    doubled = "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}], k{n}: 1}}\n" for n in range(1, 60))
    (project / "doubled.yaml").write_text(f"a0: &a0 {{k: 1}}\n{doubled}")
    (project / "many.yaml").write_text("a: &a {k: 1}\nb: {<<: [" + "*a, " * 200 + "]}\n")
    (project / "nested.yaml").write_text("[" * 50_000)
    (project / "nested.json").write_text("[" * 50_000)
    (project / "digits.yaml").write_text(f"n: {'9' * 5_000}")
    (project / "keys.yaml").write_text("? [1, 2]\n: 3\nwhen: 2001-01-01\n")
    text = HEAD + f"""
import json, yaml
reveal_shape(len(yaml.safe_load(open(HERE / "doubled.yaml"))["a59"]))
for name in ("many", "nested", "digits", "keys"):
    reveal_shape(yaml.safe_load(open(HERE / (name + ".yaml"))))
reveal_shape(open({"x" * 5_000 + ".yaml"!r}).read())
reveal_shape(os.path.exists("/" + {"y/" * 5_000!r}))
reveal_shape(os.path.exists({"z" * 300 + ".json"!r}))
reveal_shape(os.path.exists({"/tmp/" + "日" * 100 + ".json"!r}))
reveal_shape(os.path.exists({"/tmp/" + chr(0xD800) + ".json"!r}))
"""
    doubled_keys, *others = revealed(analysed(project, text))
    assert doubled_keys == 60
    assert {type(value).__name__ for value in others} <= {"FrozenUnknown", "FrozenScalar"}


PARTS = st.lists(st.sampled_from(["a", "b.c", "..", ".", "/", "d/e.tar.gz", ".hidden", "f/", "", "x.yaml"]), max_size=4)
ATTRIBUTES = ("name", "stem", "suffix", "parent", "parts", "as_posix()", "is_absolute()", "parent.parent.name")


@settings(max_examples=40, deadline=None)
@given(PARTS, st.sampled_from(["g", "h.txt", "../i"]))
def test_paths_are_those_of_pathlib(tmp_path_factory: pytest.TempPathFactory, parts: list[str], last: str) -> None:
    path = PurePosixPath(*parts)
    lines = [f"p = PurePosixPath(*{parts!r})"]
    wanted = []
    for attribute in ATTRIBUTES:
        lines.append(f"reveal_shape(str(p.{attribute}))")
        wanted.append(str(eval(f"path.{attribute}", {"path": path})))
    for expression in (f"p / {last!r}", f"p.joinpath({last!r}, 'z')", f"{last!r} / p"):
        lines.append(f"reveal_shape(str({expression}))")
        wanted.append(str(eval(expression, {"p": path})))
    text = "from pathlib import PurePosixPath\nfrom shapecheck import reveal_shape\n" + "\n".join(lines) + "\n"
    assert revealed(analysed(tmp_path_factory.mktemp("paths"), text)) == wanted


def test_a_result_is_kept_until_the_configuration_changes(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    monkeypatch.setenv("SHAPECHECK_CACHE_DIR", str(project / "cache"))
    (project / "train.py").write_text(HEAD + READERS["yaml"] + MODEL)
    shapes = []
    for width in (12, 12, 16):
        changed = {**CONFIG, "model": {**CONFIG["model"], "width": width}}  # type: ignore[dict-item]
        (project / "config.yaml").write_text(yaml.safe_dump(changed))
        report = check(make_plan(["train.py"], Given()), Execution(jobs=1, keeps=True))
        shapes += [reveal.value["shape"] for reveal in report.reveals]
    assert shapes == [[2, 6, 26], [2, 6, 26], [2, 8, 26]]


def test_a_result_is_kept_until_a_file_appears_in_a_folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    monkeypatch.setenv("SHAPECHECK_CACHE_DIR", str(project / "cache"))
    (project / "train.py").write_text(f"{HEAD}reveal_shape(torch.zeros(1 + len(list(HERE.glob('inner.*')))))\n")
    shapes = []
    for name in ("other.txt", "inner.json", "inner.toml"):
        (project / name).touch()
        report = check(make_plan(["train.py"], Given()), Execution(jobs=1, keeps=True))
        shapes += [reveal.value["shape"] for reveal in report.reveals]
    assert shapes == [[1], [2], [3]]


def test_a_relative_name_means_a_file_of_the_project(project: Path) -> None:
    text = f"{HEAD}import yaml\nreveal_shape(torch.zeros(yaml.safe_load(open('config.yaml'))['model']['width']))\n" \
        "reveal_shape(os.path.exists('config.yaml'))\nreveal_shape(os.path.exists('absent.yaml'))\n"
    width, is_there, is_not = revealed(analysed(project, text))
    assert (width, is_there, type(is_not).__name__) == ((12,), True, "FrozenScalar")
