"""One run over files of one environment: the face of the interpreter that `check` and the editor use."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from shapecheck.interpret.entries.run import Entries
from shapecheck.interpret.entries.solving import Solution, solve
from shapecheck.interpret.entries.targets import Request, TargetError, TargetRun, Targets
from shapecheck.interpret.files import Reader
from shapecheck.interpret.nn.versions import DESCRIBED
from shapecheck.interpret.reads import Bookkeeper, Changed, Dependencies, Reads
from shapecheck.interpret.record import Precondition, Record
from shapecheck.interpret.world import World
from shapecheck.rules import load
from shapecheck.source import ir, parse
from shapecheck.source.deep_stack import in_deep_stack
from shapecheck.symbolic import forget_results

DEFAULT_BUDGET = 1_000_000


class Analysis(NamedTuple):
    """What one file gave. `status` is ok, syntax-error, internal-error or budget."""

    status: str
    record: Record
    hints: Mapping[str, str]
    source: ir.SourceFile | None
    problem: ir.SyntaxProblem | None
    lines: tuple[str, ...]


class Layer(NamedTuple):
    """One module call below a target, by the module's dotted name."""

    name: str
    cls: str
    output: Any
    parameters: Any


class TargetResult(NamedTuple):
    """What a class or function accepts and gives; values are frozen."""

    inputs: Mapping[str, Any]
    requires: Sequence[Precondition]
    output: Any
    layers: Sequence[Layer]
    parameters: Any
    hints: Mapping[str, str]
    record: Record
    is_class: bool

FEW_OBJECTS = 1_000
"""When a collection finds no more than these, what is left is not worth another one."""


class Session:
    """`roots` are import roots of the checked files, `search_path` the site-packages of an environment, `read` makes
    the IR of a file."""

    def __init__(
        self,
        roots: Sequence[FilePath],
        search_path: Sequence[FilePath],
        stub_folders: Sequence[FilePath] = (),
        budget: int = DEFAULT_BUDGET,
        read: Reader = parse,
        min_dim: int = 1,
        torch_version: str | None = None,
    ) -> None:
        """Without `torch_version` the one that the stubs describe."""
        registry = load(stub_folders)
        self.world = World(roots, search_path, registry, read, min_dim, budget, torch_version or DESCRIBED)
        self.budget = budget
        self._bookkeeper = Bookkeeper(self.world)

    def watch(self, shown: str) -> None:
        """From here on the shapes in this file are recorded too, place by place: an editor shows it."""
        self.world.watched.add(shown)

    def dependencies(self, file: FilePath, shown: str) -> Dependencies | None:
        """What the last analysis, which was of this file, depends on; None if that has changed meanwhile."""
        try:
            return self._bookkeeper.dependencies(shown, self.world.module_for_file(file, shown).name)
        except Changed:
            return None

    def tidy(self) -> None:
        """Drops what only the last file needed. What is left (modules, classes, rules) is needed to the end, and is
        not looked through again by the collector; so nothing that dies later may be left."""
        self.world.memory.forget()
        forget_results()
        # An expression that dies lets go of those in its key, which are in cycles, too: a collection frees a layer.
        while gc.collect() > FEW_OBJECTS:
            pass
        gc.freeze()

    @property
    def lines_read(self) -> int:
        """Lines of all files that were parsed: what it keeps of them grows with their number."""
        return self.world.files.lines_read

    def close(self) -> None:
        """What it keeps may be collected."""
        gc.unfreeze()

    def know(self, file: FilePath, shown: str) -> None:
        """How a file is called in reports, whether or not it is analysed here."""
        self.world.files.add(file, shown, None)

    def provide(self, file: FilePath, shown: str, data: bytes) -> None:
        """The text of a file as others import it, in place of what is on disk: an unsaved buffer."""
        self.world.files.add(file, shown, data)

    def analyze(self, file: FilePath, shown: str, data: bytes | None = None) -> Analysis:
        """Everything about one file; `data` replaces its content on disk."""
        return in_deep_stack(lambda: self._analyze(file, shown, data))

    def _analyze(self, file: FilePath, shown: str, data: bytes | None) -> Analysis:
        world = self.world
        world.files.add(file, shown, data)
        world.reads = Reads()
        source = world.files.source(shown)
        lines = tuple(world.files.source_lines(shown))
        if isinstance(source, ir.SyntaxProblem):
            return Analysis("syntax-error", Record(), {}, None, source, lines)
        world.begin(file, shown)
        entries = Entries(world, file, shown, source, self.budget)
        try:
            status = entries.run()
        except Exception as error:
            entries.record.crashes.append(f"{type(error).__name__}: {error}")
            if DEBUG:
                raise
            status = "internal-error"
        entries.record.shapes = entries.sightings.all()
        return Analysis(status, entries.record, entries.hints, source, None, lines)

    def run_target(
        self,
        file: FilePath,
        shown: str,
        qualname: str,
        inputs: Mapping[str, Any],
        with_: Mapping[str, Any],
        symbolic: Sequence[str],
    ) -> TargetResult:
        """Constructs and calls a class or function of a file on described inputs."""
        request = Request(qualname, inputs, with_, symbolic)
        return in_deep_stack(lambda: self._run_target(file, shown, request))

    def _run_target(self, file: FilePath, shown: str, request: Request) -> TargetResult:
        return _target_result(self._targets(file, shown).run(request))

    def infer_all(self, file: FilePath, shown: str) -> dict[str, TargetResult]:
        """What holds of each function and module class of a file for any numbers in the place of its defaults."""
        return in_deep_stack(lambda: self._infer_all(file, shown))

    def _infer_all(self, file: FilePath, shown: str) -> dict[str, TargetResult]:
        targets = self._targets(file, shown)
        found: dict[str, TargetResult] = {}
        for name in targets.names():
            try:
                run = targets.run(Request(name, varies=True))
            except TargetError:
                continue
            if not run.record.findings:
                found[name] = _target_result(run)
        return found

    def solve(self, file: FilePath, shown: str, request: Request, wanted: Any, layer: str | None = None) -> Solution:
        """Inputs for which the output (of the target, or of one layer) is as wanted, or why there are none."""
        return in_deep_stack(lambda: solve(self._targets(file, shown), request, wanted, layer))

    def _targets(self, file: FilePath, shown: str) -> Targets:
        self.world.files.add(file, shown, None)
        source = self.world.files.source(shown)
        if isinstance(source, ir.SyntaxProblem):
            raise TargetError(f"{shown}:{source.span.line}: {source.message}")
        self.world.begin(file, shown)
        return Targets(self.world, file, shown, self.budget)


def _target_result(run: TargetRun) -> TargetResult:
    layers = [Layer(*layer) for layer in run.layers]
    return TargetResult(
        run.inputs, run.requires, run.output, layers, run.parameters, run.hints, run.record, run.is_class
    )


DEBUG = False
"""Set by tests and by developers: an internal error is raised instead of reported."""


__all__ = [
    "Analysis", "Layer", "Request", "Session", "Solution", "TargetError", "TargetResult", "in_deep_stack",
]  # fmt: skip
