"""Random functions of one tensor: with its sizes, with symbols for them, and with nothing known of it, its rank
neither. What is said of each value holds for the sizes that torch has run them on."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from shapecheck.interpret.world import World
from shapecheck.rules import load
from shapecheck.source.deep_stack import in_deep_stack
from shapecheck.values import DType, Tensor
from tests.rules.programs import Program, program
from tests.rules.replay import Outcome, Replay
from tests.rules.rows import Inputs
from tests.rules.unranked import Unranked, UnrankedReplay

PROGRAMS = 300
pytestmark = pytest.mark.filterwarnings("ignore")  # torch's own, of operators that it gives up
rules = functools.cache(load)


def call(run: Replay, made: Program, folder: Path) -> None:
    """Calls the function of the program; the inputs of the run are made in its machine."""
    file = folder / "made.py"
    file.write_text(made.code, encoding="utf-8")
    world = World([folder], [], rules())
    world.files.add(file, str(file), None)
    module = world.module_for_file(file, str(file))
    world.run_module(module)
    run.machine = world.machine_for(module)
    run.inputs = run.make_inputs(symbolic=True)
    x = run.inputs.tensor(made.sizes, DType("float32"))
    run.result = run.machine.call(module.namespace["f"], [x], {})
    run.refusals = [f.message for f in run.machine.record.findings if f.rule == "impossible-shape"]


class Concrete(Replay):
    def __init__(self, made: Program, folder: Path) -> None:
        call(self, made, folder)

    def make_inputs(self, symbolic: bool) -> Inputs:
        return Inputs(self.machine, symbolic=False)


class Symbolic(Replay):
    def __init__(self, made: Program, folder: Path) -> None:
        call(self, made, folder)


class OfUnknownRank(UnrankedReplay):
    def __init__(self, made: Program, folder: Path) -> None:
        call(self, made, folder)

    def make_inputs(self, symbolic: bool) -> Inputs:
        return Unranked(self.machine)


def outcomes(run: Replay, made: Program) -> list[Outcome]:
    """What is wrong as a whole, or what came of each value."""
    if run.refusals:
        return [Outcome("rejected", run.refusals[0])]
    told = run.tell() if isinstance(run, UnrankedReplay) else None
    if told is not None:
        return [told]
    judge = run.judge if isinstance(run, UnrankedReplay) else run.compare
    return [
        judge(value, {"t": sizes, "dt": "float32"}) if isinstance(value, Tensor) else Outcome("unknown")
        for value, sizes in zip(run.result, made.values.values(), strict=True)
    ]


@pytest.mark.parametrize(("kind", "least"), [(Concrete, 1.0), (Symbolic, 0.9), (OfUnknownRank, 0.5)])
def test_random_programs(kind: Callable[[Program, Path], Replay], least: float, tmp_path: Path) -> None:
    verdicts: Counter[str] = Counter()
    bad: list[str] = []
    for made in map(program, range(PROGRAMS)):
        for outcome in in_deep_stack(lambda: outcomes(kind(made, tmp_path), made)):  # noqa: B023
            verdicts[outcome.verdict] += 1
            if outcome.verdict in ("wrong", "rejected"):
                bad.append(f"{outcome.detail}\n{made.code}")
    assert not bad, "\n".join(bad)
    assert verdicts["right"] >= least * verdicts.total(), verdicts
