"""A file whose top-level code takes more steps than there are is not called ok."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.interpret import world
from shapecheck.interpret.entries.pieces import Key
from shapecheck.interpret.entries.shares import Shares
from shapecheck.interpret.session import Session
from shapecheck.interpret.signals import DeadPath
from shapecheck.symbolic import Cond, Facts, Prover, ge, le
from shapecheck.values.present import present
from tests.builtins.machines import make_machine

TEXT = """
total = 0
while total < 1000:
    total += 1
"""


@pytest.mark.parametrize(("steps", "status"), [(200, "budget"), (200_000, "ok")])
def test_top_level_code(steps: int, status: str, tmp_path: Path) -> None:
    file = tmp_path / "long.py"
    file.write_text(TEXT, encoding="utf-8")
    assert Session([tmp_path], [], budget=steps).analyze(file, "long.py").status == status


MAIN = """
import torch

if __name__ == "__main__":
    torch.zeros(2, 5) @ torch.zeros(3, 4)
    total = 0
    while total < 1000:
        total += 1
"""


def test_what_the_main_block_has_met_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "main.py"
    file.write_text(MAIN, encoding="utf-8")
    outcome = Session([tmp_path], [], budget=200).analyze(file, "main.py")
    assert (outcome.status, [found.rule for found in outcome.record.findings]) == ("budget", ["impossible-shape"])


CONSTRUCTOR = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        total = 0
        while total < 1000:
            total += 1
        self.inner = nn.Linear(3, 4)

    def forward(self, x):
        b, c = x.shape
        self.inner(x) @ torch.zeros(5, 6)
        return x @ torch.zeros(c + 1, 2)
"""


def test_methods_of_a_class_whose_constructor_takes_too_long(tmp_path: Path) -> None:
    """They are called on an object of which nothing is known: what they do to their arguments is told."""
    file = tmp_path / "net.py"
    file.write_text(CONSTRUCTOR, encoding="utf-8")
    outcome = Session([tmp_path], [], budget=4_000).analyze(file, "net.py")
    found = [(one.rule, one.frames[0].span.line) for one in outcome.record.findings]
    assert (outcome.status, found) == ("budget", [("impossible-shape", 16)])


def test_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is installed has a budget of its own: of a project's file, only its own code counts."""
    monkeypatch.setattr(world, "MODULE_BUDGET", 200)
    project, installed = tmp_path / "project", tmp_path / "installed"
    project.mkdir()
    installed.mkdir()
    (project / "main.py").write_text("from long import total\nprint(total)\n", encoding="utf-8")
    (installed / "long.py").write_text(TEXT, encoding="utf-8")
    session = Session([project], [installed])
    assert session.analyze(project / "main.py", "main.py").status == "ok"
    assert session.world.exceeded == {"long"}


ROUNDS = """
import torch

x, seen = torch.rand(2, 8), 0
for step in range(1000):
    x = torch.cat([torch.relu(x[:, 1:]), x[:, :1] * step], dim=1)
    seen += 1
reveal_shape(x)
reveal_shape(seen)
"""


@pytest.mark.parametrize("steps", [5_000, 1_000_000])
def test_rounds_that_would_take_most_of_the_steps(steps: int, tmp_path: Path) -> None:
    file = tmp_path / "rounds.py"
    file.write_text(ROUNDS, encoding="utf-8")
    analysis = Session([tmp_path], [], budget=steps).analyze(file, "rounds.py")
    assert analysis.status == "ok"
    x, seen = (reveal.value for reveal in analysis.record.reveals)
    assert present(x, {})["shape"] == [2, 8]
    assert present(seen, {}) == {"kind": "int", "value": 1000}


PILING_UP = """
import torch

def sample(samples: torch.Tensor, num: int):
    count = samples.shape[0]
    if count >= num:
        index = torch.randperm(count)[:num]
    else:
        index = torch.randint(0, count, (num,))
    return samples[index]

def kmeans(samples: torch.Tensor, num: int, rounds: int = 50):
    means = sample(samples, num)
    for _ in range(rounds):
        buckets = torch.cdist(samples[None], means[None])[0].argmin(dim=-1)
        bins = torch.bincount(buckets, minlength=num)
        new = torch.zeros_like(means)
        new /= bins[..., None]
        means = torch.where((bins == 0)[..., None], sample(samples, num), new)
    return means
"""


def test_facts_that_pile_up_cost_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round learns something of the same sizes, so that a round draws more conclusions than the one before."""
    mentioned = []
    assume = Facts.assume

    def counted(self: Facts, cond: Cond, origin: object = None) -> Facts:
        facts = assume(self, cond, origin)
        mentioned.append(facts.mentioned)
        return facts

    monkeypatch.setattr(Facts, "assume", counted)
    file = tmp_path / "kmeans.py"
    file.write_text(PILING_UP, encoding="utf-8")
    assert Session([tmp_path], []).analyze(file, "kmeans.py").status == "ok"
    assert 0 < sum(mentioned) < 80_000  # all 50 rounds: 1,000,000


MEETINGS = """
def visit(n):
    left = 2 * n + 1
    reveal_shape(left)
    return left

once = 7
reveal_shape(once)
def walk(n):
    while True:
        n = visit(n)
walk(1)
"""


def test_what_is_met_in_part_is_not_stated(tmp_path: Path) -> None:
    file = tmp_path / "walk.py"
    file.write_text(MEETINGS, encoding="utf-8")
    analysis = Session([tmp_path], [], budget=60).analyze(file, "walk.py")
    assert analysis.status == "budget"
    values: dict[str, list[object]] = {}
    for reveal in analysis.record.reveals:
        values.setdefault(reveal.expression, []).append(reveal.value)
    assert [present(value, {}) for value in values["once"]] == [{"kind": "int", "value": 7}]
    assert {"kind": "unknown"} in [present(value, {}) for value in values["left"]]


CASES = """
import pytest
import torch

@pytest.mark.parametrize("width", [4, 8])
def test_widths(width):
    total = 0
    while total < 1000:
        total += 1
    x = torch.rand(2, width)
    reveal_shape(x)
"""


@pytest.mark.parametrize(("steps", "shapes"), [(3_000, [(2, 4), None]), (1_000_000, [(2, 4), (2, 8)])])
def test_parameters_of_a_test_that_are_not_reached(steps: int, shapes: list[object], tmp_path: Path) -> None:
    """What the first of them gives is not all there is."""
    file = tmp_path / "test_widths.py"
    file.write_text(CASES, encoding="utf-8")
    reveals = Session([tmp_path], [], budget=steps).analyze(file, "test_widths.py").record.reveals
    met = [present(one.value, {}).get("shape") for one in reveals]
    assert list(dict.fromkeys(None if shape is None else tuple(shape) for shape in met)) == shapes


def test_what_the_entries_of_a_file_may_take() -> None:
    """A test is the program that its runner runs; another function is entered with a quarter."""
    shares = Shares(8_000)
    walk, walks = (1, "walk"), (2, "test_walk")
    assert (shares.most(walk), shares.left(walk)) == (2_000, 8_000)
    assert (shares.most(walks), shares.left(walks)) == (8_000, 6_000)
    shares.charge(walks, 6_000)
    assert (shares.left(walk), shares.left(walks)) == (8_000, 4_500)


def test_a_file_has_a_bound_on_all_that_it_takes() -> None:
    """Its code and its functions share it, and the last quarter of a budget is kept for the functions. Tests have
    their own."""
    shares = Shares(8_000)
    walk, walks = (1, "walk"), (2, "test_walk")
    shares.charge_code(8_000)
    assert (shares.left_to_code(), shares.left(walk), shares.left(walks)) == (2_000, 4_000, 6_000)
    shares.charge_code(2_000)
    assert (shares.left_to_code(), shares.left(walk), shares.left(walks)) == (0, 2_000, 6_000)
    shares.charge(walk, 2_000)
    assert shares.left(walk) == 0


def test_what_the_facts_exclude_though_the_prover_cannot_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing follows, or rules would meet shapes that are shorter than they have required."""
    machine = make_machine()
    size = machine.path.fresh("n", 0)
    machine.path.assume(le(size, 1))
    monkeypatch.setattr(Prover, "decide", lambda self, facts, cond: None)
    with pytest.raises(DeadPath):
        machine.require(ge(size, 2), "two or more")
    with machine.trial(), pytest.raises(DeadPath):
        machine.require(ge(size, 2), "two or more")


QUARTERS = """
import torch

def run(x, model):
    h, w = x.shape[2] // 2, x.shape[3] // 2
    parts = [x[:, :, :h, :w], x[:, :, :h, w:], x[:, :, h:, :w], x[:, :, h:, w:]]
    done = [model(part) for part in parts] if h * w < 1600 else [run(part, model) for part in parts]
    return torch.cat([torch.cat(done[:2], 3), torch.cat(done[2:], 3)], 2)
"""


def test_recursion_that_multiplies(tmp_path: Path) -> None:
    """A function that calls itself on each quarter of an image is not followed as far as one that calls itself once."""
    file = tmp_path / "quarters.py"
    file.write_text(QUARTERS, encoding="utf-8")
    assert Session([tmp_path], [], budget=500_000).analyze(file, "quarters.py").status == "ok"


PAIRS = """
def plan(sizes: list[int], best: float):
    table = [None] * 2 + [{} for _ in range(len(sizes) - 1)]
    table[1] = {1 << i: (size, i) for i, size in enumerate(sizes)}
    while len(table[-1]) == 0:
        for n in range(2, len(table[1]) + 1):
            row = table[n]
            for m in range(1, n // 2 + 1):
                for s, (cost, left) in table[m].items():
                    for t, (other, right) in table[n - m].items():
                        if not s & t and (m != n - m or s < t) and cost + other < best:
                            u = s | t
                            if u not in row or cost < row[u][0]:
                                row[u] = (cost + other, (left, right))
        best = 2 * best
    _, tree = list(table[-1].values())[0]
    return tree
"""


def test_pairs_of_pairs(tmp_path: Path) -> None:
    """A search for the best order of contractions puts pairs of what it has found into pairs. Each round, they nest one
    level deeper and took twice as long to put together, in no more steps."""
    file = tmp_path / "plan.py"
    file.write_text(PAIRS, encoding="utf-8")
    assert Session([tmp_path], [], budget=100_000).analyze(file, "plan.py").status == "budget"


ROWS_OF_ROWS = """
import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = torch.zeros(2, 32, 32)

    def detached(self, h):
        return h.detach() if type(h) == tuple else tuple(self.detached(row) for row in h)

    def forward(self, x):
        self.hidden = self.detached(self.hidden)
        return x


Recurrent()(torch.zeros(1))
"""


def test_what_fails_at_each_of_many_leaves(tmp_path: Path) -> None:
    """Nobody goes on below a tensor without dims: it has failed there."""
    file = tmp_path / "rows.py"
    file.write_text(ROWS_OF_ROWS, encoding="utf-8")
    analysis = Session([tmp_path], [], budget=400_000).analyze(file, "rows.py")
    assert analysis.status == "ok"
    assert {one.message for one in analysis.record.findings} == {"iteration over a 0-d tensor"}


SWITCHES = """
import torch

def walk(x, a=False, b=False, c=False):
    total = 0
    if a:
        x = torch.relu(x)
    if b:
        x = torch.tanh(x)
    if c:
        x = torch.exp(x)
    while total < 1000000:
        total += 1
    return total
"""


def test_runs_of_other_sides_that_do_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gets half of what the one before it has used up."""
    used: list[int] = []
    charge = Shares.charge

    def noted(self: Shares, key: Key, steps: int) -> None:
        used.append(steps)
        charge(self, key, steps)

    monkeypatch.setattr(Shares, "charge", noted)
    file = tmp_path / "walk.py"
    file.write_text(SWITCHES, encoding="utf-8")
    assert Session([tmp_path], [], budget=4_000).analyze(file, "walk.py").status == "budget"
    assert used == [1_000, 500, 250, 125]


CALLED_BY_LONG = """
import torch

def first():
    return torch.rand(2, 3) @ torch.rand(4, 5)

def second():
    return torch.cat([torch.rand(2, 3), torch.rand(2, 4)])

def long():
    for function in (first, second):
        try:
            function()
        except RuntimeError:
            pass
    total = 0
    while total < 100_000:
        total += 1
"""


@pytest.mark.parametrize("tail", ["", "\nlong()\n", '\nif __name__ == "__main__":\n    long()\n'])
def test_what_is_called_by_what_is_given_up(tail: str, tmp_path: Path) -> None:
    """A program that is not followed to its end tells nothing; what it calls is entered by itself."""
    file = tmp_path / "calls.py"
    file.write_text(CALLED_BY_LONG + tail, encoding="utf-8")
    analysis = Session([tmp_path], [], budget=2_000).analyze(file, "calls.py")
    assert analysis.status == "budget"
    lines = [finding.frames[0].span.line for finding in analysis.record.findings]
    assert lines == [5, 8], [str(finding) for finding in analysis.record.findings]


STAGES = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = []
        for stage in range(3):
            noted = {}
            for i in range(90 >> 3 * stage):
                noted[i] = i * stage
            self.stages.append(nn.Linear(4 * (stage + 1), 4 * (stage + 2)))
        self.stages = nn.ModuleList(self.stages)

    def forward(self, x):
        for stage in self.stages:
            x = stage(x)
        return x


reveal_shape(Net()(torch.zeros(2, 4)))
"""


def test_a_first_stage_that_takes_more_than_the_others(tmp_path: Path) -> None:
    """Of a few rounds that differ each is run while there are as many steps as the last one took."""
    file = tmp_path / "stages.py"
    file.write_text(STAGES, encoding="utf-8")
    analysis = Session([tmp_path], [], budget=550).analyze(file, "stages.py")
    assert analysis.status == "ok"
    assert [getattr(reveal.value, "shape", None) for reveal in analysis.record.reveals] == [(2, 16)]

NESTED = """
import torch


def converted(data, dtype=None, **options):
    if isinstance(data, torch.Tensor):
        return data.to(dtype)
    if isinstance(data, list):
        return [converted(item, dtype, **options) for item in data]
    if isinstance(data, tuple):
        return tuple(converted(item, dtype, **options) for item in data)
    if isinstance(data, dict):
        return {name: converted(item, dtype, **options) for name, item in data.items()}
    if isinstance(data, set):
        return {converted(item, dtype, **options) for item in data}
    return data


def both(batch):
    return converted(converted(batch), torch.float16)
"""


def test_recursion_over_what_nobody_knows(tmp_path: Path) -> None:
    """What is found in an unknown container, and what is found in that, are as little known: one call is enough."""
    file = tmp_path / "nested.py"
    file.write_text(NESTED, encoding="utf-8")
    assert Session([tmp_path], [], budget=2_000).analyze(file, "nested.py").status == "ok"


ENDLESS = """
def answer(question):
    said = input(question)
    while True:
        choice = said.strip().lower()
        if choice in ("y", "yes"):
            return True
        if choice in ("n", "no"):
            return False
        said = input(question)


def serve(queue, handle):
    while True:
        item = queue.get()
        if item is None:
            raise ValueError
        handle(item)
"""


def test_loops_that_nobody_knows_to_end(tmp_path: Path) -> None:
    """Rounds from which a path has returned, and rounds that change nothing, are not run by the thousand."""
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS, encoding="utf-8")
    assert Session([tmp_path], [], budget=4_000).analyze(file, "endless.py").status == "ok"


LAZY = """
from __future__ import annotations


class Lazy:
    def __getattr__(self, name):
        rounds = 0
        for _ in range(10):
            total = 0
            while total < 600:
                total += 1
            rounds += total
        return rounds


onnx = Lazy()


def run(model: onnx.ModelProto) -> None:
    return None
"""


def test_annotations_that_run_code(tmp_path: Path) -> None:
    """What an attribute runs in an annotation takes no more than a part of the steps."""
    file = tmp_path / "lazy.py"
    file.write_text(LAZY, encoding="utf-8")
    assert Session([tmp_path], [], budget=120_000).analyze(file, "lazy.py").status == "ok"
