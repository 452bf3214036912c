"""The memo of calls changes nothing but the time: what is said with it and without it is the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shapecheck.check.outcome import Outcome
from shapecheck.check.places import CheckedFile, Places
from shapecheck.check.run import analyzed
from shapecheck.interpret.frames import Frame
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.memory import Memory
from shapecheck.interpret.memory import calls as memory_calls
from shapecheck.interpret.memory.calls import Run
from shapecheck.interpret.session import Session
from shapecheck.symbolic.expr import _symbols as SYMBOLS
from shapecheck.values import FunctionValue, Value
from tests.markdown.parse import parse_document

HERE = Path(__file__).parent
EXAMPLES = sorted((HERE.parent / "examples").rglob("*.py"))
BUGS = sorted((HERE / "bugs" / "models").glob("*.py"))


class NoMemory(Memory):
    """Runs every call."""

    def run(self, machine: Machine, function: FunctionValue, frame: Frame, begun: int, run: Run) -> Value:
        return run()


def outcomes(folder: Path, names: list[str], memory: Memory) -> dict[str, Outcome]:
    """What is said about the files, analysed in this order by one session."""
    files = [CheckedFile(folder / name, name) for name in names]
    session = Session([folder], [])
    session.world.memory = memory
    for file in files:
        session.know(file.path, file.shown)
    places = Places(files)
    return {file.shown: analyzed(session, file, places) for file in files}


def compare(folder: Path, texts: dict[str, str]) -> dict[str, Outcome]:
    """What is said, once it is known to be the same in both ways, and backwards."""
    names, found = sorted(texts), compare_in_order(folder, texts)
    backwards = outcomes(folder, names[::-1], Memory())
    assert backwards == found
    return found


def compare_in_order(folder: Path, texts: dict[str, str]) -> dict[str, Outcome]:
    """What is said, once it is known to be the same in both ways."""
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    names = sorted(texts)
    plain = outcomes(folder, names, NoMemory())
    found = outcomes(folder, names, Memory())
    for name in names:
        assert plain[name].status != "internal-error", plain[name].crashes
        assert found[name] == plain[name], name
    return found


@pytest.fixture
def repeats(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions of which a call was not run again, in order."""
    names: list[str] = []
    repeat = memory_calls._repeat

    def noted(machine: Machine, *args: Any) -> Value:
        assert machine.frame.function is not None
        names.append(machine.frame.function.qualname)
        return repeat(machine, *args)

    monkeypatch.setattr(memory_calls, "_repeat", noted)
    return names


def test_cases(tmp_path: Path) -> None:
    documents = sorted((HERE / "cases").glob("*.md"))
    cases = [case for path in documents for case in parse_document(path) if len(case.files) == 1]
    compare_in_order(tmp_path, {file.name: file.code for case in cases for file in case.files})


def test_examples_and_bugs(tmp_path: Path) -> None:
    found = EXAMPLES + BUGS
    compare(tmp_path, {f"{path.parent.name}/{path.name}": path.read_text("utf-8") for path in found})


NETWORK = """
import torch
from torch import nn

class Mlp(nn.Module):
    def __init__(self, dim, ratio=4, act=nn.GELU, drop=0.0):
        super().__init__()
        hidden = int(dim * ratio)
        self.fc1 = nn.Linear(dim, hidden)
        self.act = act()
        self.drop = nn.Dropout(drop)
        self.fc2 = nn.Linear(hidden, dim)

    def forward(self, x):
        return self.fc2(self.drop(self.act(self.fc1(x))))

class Block(nn.Module):
    def __init__(self, dim, heads=8, **kwargs):
        super().__init__()
        kwargs.pop("unused", None)
        self.sizes = [dim, heads]
        self.norm = nn.LayerNorm(dim)
        self.mlp = Mlp(dim, **kwargs)
        self.shared = self.mlp

    def forward(self, x):
        return x + self.mlp(self.norm(x))

def init(module, name=""):
    if isinstance(module, nn.Linear):
        nn.init.trunc_normal_(module.weight, std=0.02)
        if module.bias is not None:
            nn.init.zeros_(module.bias)

def walk(fn, module, name=""):
    for child_name, child in module.named_children():
        walk(fn, child, f"{name}.{child_name}" if name else child_name)
    fn(module, name=name)
    return module

class Net(nn.Module):
    def __init__(self, dim=64, depth=4, **kwargs):
        super().__init__()
        self.blocks = nn.Sequential(*[Block(dim, **kwargs) for _ in range(depth)])
        self.blocks[0].sizes.append(7)
        self.blocks[0].mlp.fc2 = nn.Linear(dim * 4, dim * 2)
        self.blocks[1].mlp.act.inplace = True
        reveal_shape(self.blocks[1].mlp.fc2.weight)
        walk(init, self)

    def forward(self, x):
        for block in self.blocks[1:]:
            x = block(x)
        return x

def build(dim, **kwargs):
    net = Net(dim, unused=1, **kwargs)
    reveal_shape(torch.zeros(net.blocks[2].sizes))
    reveal_shape(torch.zeros(net.blocks[0].sizes))
    reveal_shape(net.blocks[2].shared.fc1.weight)
    return net(torch.rand(2, 5, dim))

def small(**kwargs):
    reveal_shape(build(64, **kwargs))

def again(**kwargs):
    reveal_shape(build(64, **kwargs))

def large(**kwargs):
    reveal_shape(build(128, depth=6, **kwargs))

def wrong(**kwargs):
    return Net(64)(torch.rand(2, 5, 65))
"""

STATES = """
import itertools
import torch
from torch import nn

COUNTER = itertools.count(2)
TABLE = {}
ROWS = [1]

class Config:
    size = 3

def next_size(n):
    a = [n, n, n, n]
    b = [n for n in a]
    c = sum(b) + len(a) + len(b)
    return torch.zeros(next(COUNTER), c)

def table_size(n):
    a = [n, n, n, n]
    b = [n for n in a]
    c = sum(b) + len(a) + len(b)
    return torch.zeros(TABLE.get("n", 1), len(ROWS), Config.size, c)

def collect(n, into=[]):
    a = [n, n, n, n]
    b = [n for n in a]
    into.append(sum(b))
    return torch.zeros(len(into), len(a) + len(b))

def grow(values):
    a = [len(values), 1, 2, 3]
    b = [n for n in a]
    values.append(sum(b))
    return torch.zeros(len(values), len(b))

def same(x, y):
    a = [1, 2, 3, 4]
    b = [n for n in a]
    return torch.zeros(1 if x is y else 2, sum(b))

def made(n):
    a = [n, n, n, n]
    b = [n for n in a]
    return [torch.zeros(sum(b)), b]

def closure(n):
    def inner(k):
        a = [n, k, n, k]
        b = [i for i in a]
        return torch.zeros(sum(b), len(b))
    return inner

def use():
    for n in (1, 1, 1):
        reveal_shape(next_size(n))
    for _ in range(3):
        reveal_shape(table_size(2))
        TABLE["n"] = TABLE.get("n", 1) + 1
    ROWS.append(2)
    reveal_shape(table_size(2))
    Config.size = 5
    reveal_shape(table_size(2))

def defaults():
    for n in (1, 1, 1):
        reveal_shape(collect(n))

def changes():
    rows = []
    for _ in (1, 2, 3):
        reveal_shape(grow(rows))
    first, second = [1], [1]
    reveal_shape(same(first, second))
    reveal_shape(same(first, first))
    reveal_shape(same(first, second))

def copies():
    one, two, three = made(3), made(3), made(3)
    two[1].append(4)
    one[0].data = torch.zeros(5)
    reveal_shape(torch.zeros(len(one[1]), len(two[1]), len(three[1])))
    reveal_shape(one[0])
    reveal_shape(three[0])

def closures():
    for n in (1, 2, 1, 2):
        reveal_shape(closure(n)(3))

def branches(flag):
    if flag:
        rows = made(2)
        rows[1].append(1)
    else:
        rows = made(2)
    reveal_shape(rows[0])
    reveal_shape(made(2)[0])
    for _ in range(len(flag)):
        rows = made(2)
        rows[1].append(7)
    reveal_shape(torch.zeros(len(made(2)[1])))
"""

EFFECTS = """
import torch
from torch import nn

class Counted:
    def __init__(self):
        self.rows, self.sizes, self.width = [], {}, 1

    def widen(self, by, name):
        steps = [by for _ in range(9)]
        self.width += sum(steps)
        self.rows.append(len(steps))
        self.sizes["width"] = self.width
        self.last = torch.zeros(self.width, len(self.rows))
        if name == "twice":
            self.width *= 2
        return self.last

def grown(counted, by, others):
    steps = [by for _ in range(9)]
    others.append(counted.widen(sum(steps), "once"))
    return len(others)

def use():
    one, two, *rest = [Counted() for _ in range(8)]
    for counted in (one, two, one):
        reveal_shape(counted.widen(3, "once"))
        reveal_shape(torch.zeros(counted.width, len(counted.rows), counted.sizes["width"]))
    for counted in rest[:3]:
        reveal_shape(counted.widen(3, "twice"))
        reveal_shape(torch.zeros(counted.width))
    mine, yours = [[] for _ in range(2)]
    reveal_shape(torch.zeros(*[grown(rest[3 + i], 2, mine if i else yours) for i in range(3)]))
    reveal_shape(yours[0])
    yours[0].data = torch.zeros(7)
    reveal_shape(mine[0])

def in_branches(flag):
    counted, other, another = [Counted() for _ in range(3)]
    counted.widen(5, "once")
    if flag:
        other.widen(5, "once")
    reveal_shape(torch.zeros(counted.width))
    if flag == 3:
        another.widen(5, "once")
        reveal_shape(torch.zeros(another.width))
"""

TEXTS = """
import torch
from torch import nn

def note(layer, name):
    steps = [layer.in_features for _ in range(9)]
    scale = 2.0 if "head" in name else 1.0
    nn.init.normal_(layer.weight, std=scale / sum(steps))

def sized(layer, name):
    steps = [layer.in_features for _ in range(9)]
    if name == "wide":
        return sum(steps)
    return len(steps)

def renamed(layer, name):
    steps = [layer.in_features for _ in range(9)]
    if name == "wide":
        layer.weight = nn.Parameter(torch.zeros(sum(steps), 2))

def checked(layer, name):
    steps = [layer.in_features for _ in range(9)]
    if name == "wrong":
        layer(torch.zeros(sum(steps)))

def use():
    layers = [nn.Linear(8, 8) for _ in range(6)]
    for name, layer in zip(["a", "b", "c", "head", "e", "out"], layers):
        note(layer, name)
    for name, layer in zip(["a", "b", "wide", "head", "wide", "out"], layers):
        reveal_shape(torch.zeros(sized(layer, name)))
    for name, layer in zip(["a", "b", "wide", "head", "wide", "out"], layers):
        renamed(layer, name)
        reveal_shape(layer.weight)

def fails():
    for name in ["a", "b", "c", "wrong", "d"]:
        checked(nn.Linear(8, 8), name)
"""

PROGRAM = """
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.up, self.down = nn.Linear(dim, 4 * dim), nn.Linear(4 * dim, dim)

    def forward(self, x):
        h = torch.relu(self.up(self.norm(x)))
        return x + self.down(h)

class Unused(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.blocks = nn.ModuleList([Block(dim) for _ in range(2)])
        self.head = nn.Linear(2 * dim, 3)

    def forward(self, x: torch.Tensor):
        for block in self.blocks:
            x = block(x)
        return self.head(x)

class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        import os
        self.blocks = nn.ModuleList([Block(dim) for _ in range(6)])
        self.others = [Unused(dim) for _ in range(3)]

    def forward(self, x):
        import sys
        for block in self.blocks:
            x = block(x)
        return x

SEEN = []

def counted(x):
    SEEN.append(x)
    return torch.zeros([len(SEEN) for _ in range(3)])

if __name__ == "__main__":
    net = Net(8)
    reveal_shape(net(torch.zeros(2, 8)))
    reveal_shape(net(torch.zeros(2, 5, 8)))
    reveal_shape(counted(1))
    reveal_shape(counted(1))
    net.blocks[3].up = nn.Linear(8, 7)
    net(torch.zeros(2, 8))
"""


def test_a_network(tmp_path: Path, repeats: list[str]) -> None:
    found = compare(tmp_path, {"network.py": NETWORK})["network.py"]
    assert {"Block.__init__", "Mlp.__init__", "init"} <= set(repeats)
    assert any(trouble.rule == "impossible-shape" for trouble in found.troubles)


def test_what_a_call_finds_and_changes(tmp_path: Path, repeats: list[str]) -> None:
    found = compare(tmp_path, {"states.py": STATES})["states.py"]
    assert "made" in repeats
    assert "next_size" not in repeats
    shown = {reveal.place.span[0]: reveal.value for reveal in found.reveals}
    assert len(shown) == STATES.count("reveal_shape(")


def test_what_a_call_writes_to_its_arguments(tmp_path: Path, repeats: list[str]) -> None:
    found = compare(tmp_path, {"effects.py": EFFECTS})["effects.py"]
    assert {"Counted.widen", "grown"} <= set(repeats)
    assert len({reveal.place.span[0] for reveal in found.reveals}) == EFFECTS.count("reveal_shape(")


def test_calls_that_differ_in_texts(tmp_path: Path, repeats: list[str]) -> None:
    found = compare(tmp_path, {"texts.py": TEXTS})["texts.py"]
    assert repeats.count("note") == 2 * 5  # all but the first, in each of two sessions
    assert repeats.count("sized") == 2 * 1  # the second `wide`; under any text it is another
    assert [trouble.rule for trouble in found.troubles] == ["impossible-shape"]


def test_a_program(tmp_path: Path, repeats: list[str]) -> None:
    found = compare(tmp_path, {"program.py": PROGRAM})["program.py"]
    assert {"Block.__init__", "Block.forward"} <= set(repeats)
    assert "counted" not in repeats
    shown = {reveal.place.span[0]: reveal.value for reveal in found.reveals}
    assert [value["shape"] for value in shown.values()][-2:] == [[1, 1, 1], [2, 2, 2]]
    texts = [trouble.message for trouble in found.troubles]
    assert len(texts) == 2, texts  # of the objects that nobody calls, and of the layer that was put in its place


def test_nothing_is_kept_of_the_sizes_of_a_file_that_is_done(tmp_path: Path) -> None:
    """Expressions hold each other in cycles; what is frozen while it is garbage would stay to the end."""
    lines = ["import torch", "from torch import nn", "", ""]
    for number in range(20):
        lines += [f"def f{number}(x, n: int):", "    y = x[:, : n // 2 + 1].reshape(-1, n % 7 + 3)"]
        lines += ["    return y @ y.mT", ""]
    text = "\n".join(lines)
    names = [f"file_{number}.py" for number in range(6)]
    for name in names:
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [CheckedFile(tmp_path / name, name) for name in names]
    session, places, kept = Session([tmp_path], []), Places(files), []
    try:
        for file in files:
            analyzed(session, file, places)
            session.tidy()
            kept.append(len(SYMBOLS.known))
    finally:
        session.close()
    assert kept[-1] <= kept[1] + 10, kept
