"""Random functions on a tensor of which nothing is known, its rank neither: what is said of each value holds for the
sizes that torch has run them on."""

from __future__ import annotations

import functools
from collections import Counter
from pathlib import Path

import pytest

from shapecheck.interpret.world import World
from shapecheck.rules import load
from shapecheck.source.deep_stack import in_deep_stack
from shapecheck.values import DType, Tensor
from tests.rules.programs import Program, program
from tests.rules.replay import Outcome
from tests.rules.unranked import Unranked, UnrankedReplay

PROGRAMS = 300
pytestmark = pytest.mark.filterwarnings("ignore")  # torch's own, of operators that it gives up


rules = functools.cache(load)


class Run(UnrankedReplay):
    """The function of a program, called on a tensor of unknown rank."""

    def __init__(self, made: Program, folder: Path) -> None:
        file = folder / "made.py"
        file.write_text(made.code, encoding="utf-8")
        world = World([folder], [], rules())
        world.files.add(file, str(file), None)
        module = world.module_for_file(file, str(file))
        world.run_module(module)
        self.machine = world.machine_for(module)
        self.inputs = Unranked(self.machine)
        x = self.inputs.tensor(made.sizes, DType("float32"))
        self.result = self.machine.call(module.namespace["f"], [x], {})
        self.refusals = [f.message for f in self.machine.record.findings if f.rule == "impossible-shape"]


def outcomes(made: Program, folder: Path) -> list[Outcome]:
    """What is wrong as a whole, or what came of each value."""
    run = Run(made, folder)
    if run.refusals:
        return [Outcome("rejected", run.refusals[0])]
    told = run.tell()
    if told is not None:
        return [told]
    return [
        run.judge(value, {"t": sizes}) if isinstance(value, Tensor) else Outcome("unknown")
        for value, sizes in zip(run.result, made.values.values(), strict=True)
    ]


def test_random_programs_on_a_tensor_of_unknown_rank(tmp_path: Path) -> None:
    verdicts: Counter[str] = Counter()
    bad: list[str] = []
    for seed in range(PROGRAMS):
        made = program(seed)
        for outcome in in_deep_stack(lambda: outcomes(made, tmp_path)):  # noqa: B023
            verdicts[outcome.verdict] += 1
            if outcome.verdict in ("wrong", "rejected"):
                bad.append(f"{seed}: {outcome.detail}\n{made.code}")
    assert not bad, "\n".join(bad)
    assert verdicts["right"] > 0.5 * verdicts.total(), verdicts
