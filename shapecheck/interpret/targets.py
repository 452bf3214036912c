"""One class or function run on described inputs: what `infer` and `summary` show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from shapecheck.interpret.entries import construct_freely, free_arguments
from shapecheck.interpret.inputs import value_of
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.nn.module import is_module, named_modules, named_tensors
from shapecheck.interpret.record import Precondition, Record
from shapecheck.interpret.signals import BudgetExceeded, DeadPath, PythonError, Unfollowed
from shapecheck.interpret.world import World
from shapecheck.symbolic import Dim, Expr, Facts, Prover, prod
from shapecheck.values import (
    BoundMethod,
    ClassValue,
    FunctionValue,
    Instance,
    ModuleValue,
    Path,
    Star,
    Value,
    is_plain,
)
from shapecheck.values.freeze import freeze

MAX_PRECONDITIONS = 80


class TargetError(Exception):
    """There is no such class or function, or it could not be run on these inputs."""


class TargetRun(NamedTuple):
    """Frozen inputs and output, and what the code in between needs of them."""

    inputs: dict[str, Any]
    requires: list[Precondition]
    output: Any
    layers: list[tuple[str, str, Any, Any]]
    parameters: Any
    hints: dict[str, str]
    record: Record


class Targets:
    """Runs targets of one file."""

    def __init__(self, world: World, file: FilePath, shown: str, budget: int) -> None:
        self.world = world
        self.module = world.module_for_file(file, shown)
        self.budget = budget

    def run(
        self, qualname: str, inputs: Mapping[str, Any], with_: Mapping[str, Any], symbolic: Sequence[str]
    ) -> TargetRun:
        """Constructs (for a class) and calls the target."""
        self.world.run_module(self.module)
        machine = self.world.machine_for(self.module)
        machine.path = Path(machine.path.prover)
        machine.record = Record()
        machine.steps_left = self.budget
        mark = machine.store.mark()
        try:
            return self._run(machine, qualname, inputs, with_, symbolic)
        except PythonError as error:
            raise TargetError(f"{qualname} raises {_shown_error(machine, error)}") from None
        except (BudgetExceeded, DeadPath, Unfollowed) as error:
            raise TargetError(f"{qualname} could not be followed: {error or type(error).__name__}") from None
        finally:
            machine.store.undo(mark)

    def _run(
        self,
        machine: Machine,
        qualname: str,
        inputs: Mapping[str, Any],
        with_: Mapping[str, Any],
        symbolic: Sequence[str],
    ) -> TargetRun:
        target = self._find(machine, qualname)
        names: dict[str, Expr | Star] = {}
        constructor: dict[str, Value] = {n: value_of(machine, spec, names, n) for n, spec in with_.items()}
        for name in symbolic:
            names[name] = constructor[name] = machine.path.fresh(name)
        given: dict[str, Value] = {n: value_of(machine, spec, names, n) for n, spec in inputs.items()}
        outputs: dict[int, Any] = {}
        root: Value = None
        if isinstance(target, ClassValue):
            root = construct_freely(machine, target, constructor)
            machine.watchers.append(lambda module, result: outputs.__setitem__(id(module), result))
            function = machine.get_attribute(root, "forward" if is_module(root) else "__call__")
        else:
            function, given = target, {**constructor, **given}
        arguments, result = self._call(machine, function, root, given)
        frozen = {name: freeze(value, machine.path) for name, value in arguments.items()}
        layers = self._layers(machine, root, outputs)
        parameters = _count(machine, root) if isinstance(root, Instance) and is_module(root) else 0
        return TargetRun(
            frozen, needed(machine.record.preconditions), freeze(result, machine.path), layers, parameters,
            machine.path.hints, machine.record,
        )  # fmt: skip

    def _find(self, machine: Machine, qualname: str) -> Value:
        parts = qualname.split(".")
        value: Value = self.module
        for part in parts:
            if isinstance(value, ClassValue):
                is_there = value.lookup(part) is not None
            else:
                is_there = not isinstance(value, ModuleValue) or part in value.namespace
            if not is_there:
                raise TargetError(f"there is no {qualname} in {self.module.file}")
            value = machine.get_attribute(value, part)
        if not isinstance(value, (ClassValue, FunctionValue, BoundMethod)):
            raise TargetError(f"{qualname} is neither a class nor a function")
        return value

    def _call(
        self, machine: Machine, function: Value, root: Value, given: dict[str, Value]
    ) -> tuple[dict[str, Value], Value]:
        """The arguments by name (as the call left them) and the result."""
        plain = function.function if isinstance(function, BoundMethod) else function
        if not isinstance(plain, FunctionValue):
            return given, machine.call(function, list(given.values()), {})
        receivers = [function.receiver] if isinstance(function, BoundMethod) else []
        prefers = "tensor" if receivers else ""
        args, kwargs = free_arguments(machine, plain, receivers, prefers, given)
        for name in given:
            if not any(param.name == name or param.kind == "double_star" for param in plain.node.params):
                raise TargetError(f"{plain.name} has no parameter {name}")
            kwargs.setdefault(name, given[name])
        names = [param.name for param in plain.node.params[len(receivers) :]]
        arguments = {**dict(zip(names, args)), **kwargs}
        if root is not None and is_module(root):
            return arguments, machine.call(root, args, kwargs)
        return arguments, machine.call(plain, [*receivers, *args], kwargs)

    def _layers(self, machine: Machine, root: Value, outputs: dict[int, Any]) -> list[tuple[str, str, Any, Any]]:
        if not isinstance(root, Instance) or not is_module(root):
            return []
        layers = []
        for name, part in named_modules(root):
            if name and id(part) in outputs:
                shown = freeze(outputs[id(part)], machine.path)
                layers.append((name, part.cls.qualname, shown, _count(machine, part)))
        return layers


def needed(preconditions: Sequence[Precondition]) -> list[Precondition]:
    """Those that do not follow from the others, in the order of execution: `H >= 16` makes `H >= 2` needless."""
    kept = list({one.condition: one for one in preconditions}.values())[:MAX_PRECONDITIONS]
    prover = Prover(total_rlimit=0)
    for one in list(kept):
        others = [other for other in kept if other is not one]
        facts = Facts.EMPTY
        for other in others:
            facts = facts.assume(other.condition)
        if prover.decide(facts, one.condition) is True:
            kept = others
    return kept


def _count(machine: Machine, module: Instance) -> Dim | None:
    """The number of elements of all parameters; None when a shape is not known."""
    count: Dim = 0
    for _, tensor in named_tensors(module, True):
        shape = machine.path.resolve(tensor.shape)
        if not is_plain(shape):
            return None
        count = count + prod(shape)
    return count


def _shown_error(machine: Machine, error: PythonError) -> str:
    value = error.value
    if not isinstance(value, Instance):
        return "an error"
    args = value.attrs.get("args")
    text = machine.string(args[0]) if isinstance(args, tuple) and args else None
    return f"{value.cls.name}: {text}" if text else value.cls.name
