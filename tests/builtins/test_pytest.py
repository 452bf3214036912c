"""Tests are entered as their runner calls them: what is revealed in them beside what a real run of pytest records."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = '''
import builtins, json, pathlib, sys, unittest
import pytest

@pytest.fixture
def width():
    return 8

SEEN = {}

def reveal_shape(value):
    if not isinstance(value, tuple):
        SEEN.setdefault(sys._getframe(1).f_lineno, set()).add(tuple(value.shape))
    return value

builtins.reveal_shape = reveal_shape

def pytest_sessionfinish():
    table = {line: sorted(shapes) for line, shapes in SEEN.items()}
    pathlib.Path("seen.json").write_text(json.dumps(table))
'''

TESTS = '''
import contextlib
import unittest

import pytest
import torch
from parameterized import parameterized
from torch import nn


class Net(nn.Module):
    def __init__(self, width, depth=2):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(width, width) for _ in range(depth)])

    def forward(self, x):
        return self.layers(x)


@pytest.fixture
def net(width):
    return Net(width)


@pytest.fixture(scope="module")
def batch():
    yield torch.rand(3, 8)


@pytest.mark.parametrize("rows,size", [(4, 4), pytest.param(5, 6, id="b"), pytest.param(0, 7, marks=pytest.mark.skip)])
@pytest.mark.parametrize("depth", [1, 2])
def test_parameters(rows, size, depth):
    reveal_shape(Net(size, depth)(torch.rand(rows, size)))


def test_fixtures(net, batch):
    reveal_shape(net(batch))


@pytest.mark.parametrize(["n"], [[2], [3]])
class TestClass:
    def setup_method(self):
        self.scale = torch.rand(1, 8)

    @pytest.mark.slow
    def test_method(self, net, n):
        reveal_shape(net(torch.rand(n, 8)) * self.scale)


class CaseOfUnittest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.size = 6

    def setUp(self):
        self.net = Net(self.size)

    @parameterized.expand([(1, 2), [3, 4]])
    def test_expanded(self, rows, more):
        reveal_shape(self.net(torch.rand(rows + more, 6)))

    def test_forward(self):
        reveal_shape(self.net(torch.rand(1, 6)))
        with self.assertRaises(RuntimeError):
            self.net(torch.rand(1, 7))


@pytest.mark.xfail(strict=True)
def test_known_to_fail(net):
    net(torch.rand(2, 7))


@pytest.mark.skip(reason="not run")
def test_left_out(net):
    net(torch.rand(2, 7))


@pytest.fixture(params=[2, pytest.param(5, marks=pytest.mark.skip), pytest.param(3)])
def lines(request):
    return request.param


def test_parameters_of_a_fixture(net, lines):
    reveal_shape(net(torch.rand(lines, 8)))


@pytest.fixture
def columns(request):
    return 2 * request.param


@pytest.mark.parametrize("columns", [3, 4], indirect=True)
def test_parameters_for_a_fixture(columns):
    reveal_shape(torch.rand(1, columns))


@pytest.mark.parametrize("number", range(60))
def test_many_parameters(number):
    reveal_shape(torch.rand(2, 1 + number % 3))


@pytest.mark.parametrize("size", [8, 9])
def test_wrong(net, size):
    net(torch.rand(2, size))  # 9 is wrong


class Sizes:
    everywhere = named = 2


@pytest.fixture(autouse=True)
def everywhere():
    Sizes.everywhere = 3
    yield
    Sizes.everywhere = 2


@pytest.fixture
def named(everywhere):
    Sizes.named = Sizes.everywhere + 1
    yield Sizes
    Sizes.named = 2


def test_state():
    reveal_shape(torch.zeros(Sizes.everywhere, Sizes.named))


def test_named_state(named):
    reveal_shape(torch.zeros(named.everywhere, Sizes.named))


@pytest.mark.usefixtures("named")
def test_used_state():
    reveal_shape(torch.zeros(Sizes.everywhere, Sizes.named))


def test_patched(monkeypatch):
    monkeypatch.setattr(Net, "forward", lambda self, x: torch.zeros(5, 8))
    reveal_shape(Net(8)(torch.rand(2, 8)))


@pytest.mark.parametrize("n, expectation", [(2, contextlib.nullcontext()), (3, pytest.raises(RuntimeError))])
def test_expectation(n, expectation):
    with expectation:
        torch.zeros(2).view(n)
    with contextlib.nullcontext() if n == 2 else pytest.raises(RuntimeError):
        reveal_shape(torch.zeros(2).view(n))
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("project")
    (made / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (made / "test_net.py").write_text(TESTS, encoding="utf-8")
    return made


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout


def test_beside_pytest(folder: Path) -> None:
    printed = _run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--disable-warnings", "test_net.py")
    assert "1 failed" in printed, printed
    seen = json.loads((folder / "seen.json").read_text(encoding="utf-8"))
    document = json.loads(_run(folder, "-m", "shapecheck", "check", "test_net.py", "--output-format", "json"))
    ours = {str(one["range"]["start"]["line"]): _shapes(one["value"]) for one in document["reveals"]}
    assert ours == seen
    assert len(ours) == 13
    errors = [one for one in document["diagnostics"] if one["severity"] == "error"]
    assert [one["rule"] for one in errors] == ["impossible-shape"]
    assert "2x9" in errors[0]["message"]
    line = TESTS.splitlines().index("    net(torch.rand(2, size))  # 9 is wrong") + 1
    assert line in [one["range"]["start"]["line"] for one in errors[0]["related"]]


def _shapes(value: dict[str, object]) -> list[list[int]]:
    members = value["of"] if value["kind"] == "union" else [value]
    assert isinstance(members, list)
    return sorted(member["shape"] for member in members)
