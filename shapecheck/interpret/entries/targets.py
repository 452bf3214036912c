"""One class or function run on described inputs: what `infer` and `summary` show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from shapecheck.interpret.entering import DEFINITE, Defaults
from shapecheck.interpret.entries.arguments import construct_freely, free_arguments
from shapecheck.interpret.entries.inputs import value_of
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.nn.parts import MODULE, is_module, named_modules, named_tensors
from shapecheck.interpret.record import Precondition, Record
from shapecheck.interpret.signals import EXHAUSTED, DeadPath, PythonError, Unfollowed
from shapecheck.interpret.world import World
from shapecheck.symbolic import Cond, Dim, Expr, Facts, Formula, Prover, ge, not_, or_, prod
from shapecheck.symbolic.definitions import atoms_of
from shapecheck.symbolic.expr import atom_expr
from shapecheck.symbolic.readable import alternatives, conjuncts, is_total, readable
from shapecheck.symbolic.search import holds
from shapecheck.values import (
    BoundMethod,
    ClassValue,
    FunctionValue,
    Instance,
    ModuleValue,
    Opaque,
    Star,
    Tensor,
    Value,
    is_plain,
    rank_of,
)
from shapecheck.values.freeze import UNKNOWN, freeze, freeze_inputs

EFFORT_FOR_NEEDED = 10_000
"""Facts that may be looked at to leave out preconditions that follow from others."""
MAX_PRECONDITIONS = 80
LARGEST_THRESHOLD = 513
"""A size is said to be at least a number below this."""
MAX_RANKS = 4
"""So many ranks of an input are told apart by running the target for each."""


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
    is_class: bool


class Request(NamedTuple):
    """What is to be run: inputs and constructor arguments as specs of `check.inputs`, and constructor arguments
    that stay symbolic. `ranks` are tried for inputs of which nothing else is given. `varies`: defaults that are
    numbers or truths stand for any."""

    qualname: str
    inputs: Mapping[str, Any] = {}
    with_: Mapping[str, Any] = {}
    symbolic: Sequence[str] = ()
    ranks: Mapping[str, int] = {}
    varies: bool = False


class Execution(NamedTuple):
    """A target that has been run. `arguments` as the call left them, with the symbolic constructor arguments;
    `outputs` of each module by its identity."""

    machine: Machine
    arguments: Mapping[str, Value]
    result: Value
    root: Value
    outputs: Mapping[int, tuple[Value, Value]]
    is_class: bool


class Targets:
    """Runs targets of one file."""

    def __init__(self, world: World, file: FilePath, shown: str, budget: int) -> None:
        self.world = world
        self.module = world.module_for_file(file, shown)
        self.budget = budget

    def run(self, request: Request) -> TargetRun:
        """Constructs (for a class) and calls the target.

        Where the code leaves a few ranks of an input open and fails for all but one, that is the one.
        """
        with self.executed(request) as run:
            ranked = open_ranks(request, run)
            first = self._result(run)
        fitting = [result for one in ranked if (result := self._attempt(one)) is not None]
        return fitting[0] if len(fitting) == 1 else first

    def _attempt(self, request: Request) -> TargetRun | None:
        """The result for these ranks; None if they cannot be."""
        try:
            with self.executed(request) as run:
                return None if run.machine.record.findings else self._result(run)
        except TargetError:
            return None

    def _result(self, run: Execution) -> TargetRun:
        machine, root = run.machine, run.root
        frozen = freeze_inputs(run.arguments, machine.path)
        layers = self._layers(machine, root, run.outputs)
        parameters = _count(machine, root) if isinstance(root, Instance) and is_module(root) else 0
        requires = needed(machine.record.preconditions)
        output = UNKNOWN if machine.record.fails else freeze(run.result, machine.path)  # no input gives one
        hints, record = machine.path.hints, machine.record
        return TargetRun(frozen, requires, output, layers, parameters, hints, record, run.is_class)

    def names(self) -> list[str]:
        """Functions of the file, and classes of modules with a forward of their own."""
        self.world.run_module(self.module)
        found = []
        for name, value in self.module.namespace.items():
            if isinstance(value, FunctionValue) and value.module == self.module.name and value.qualname == name:
                found.append(name)
            elif isinstance(value, ClassValue) and value.module == self.module.name and value.name == name:
                found += [name] if MODULE in value.mro and "forward" in value.namespace else []
        return found

    @contextmanager
    def executed(self, request: Request) -> Iterator[Execution]:
        """The target after its call; what it wrote is undone at the end. TargetError if it cannot be followed."""
        self.world.run_module(self.module)
        machine = self.world.machine_for(self.module)
        machine.path = machine.path.anew()
        machine.record = Record()
        machine.steps_left = self.budget
        mark = machine.store.mark()
        qualname = request.qualname
        try:
            yield self._execute(machine, request)
        except PythonError as error:
            raise TargetError(f"{qualname} raises {_shown_error(machine, error)}") from None
        except (*EXHAUSTED, DeadPath, Unfollowed) as error:
            raise TargetError(f"{qualname} could not be followed: {error or type(error).__name__}") from None
        finally:
            machine.store.undo(mark)

    def _execute(self, machine: Machine, request: Request) -> Execution:
        machine.entering = DEFINITE._replace(defaults=Defaults.VARIED if request.varies else Defaults.KEPT)
        target, owner = self._find(machine, request.qualname)
        names: dict[str, Expr | Star] = {}
        constructor = {name: value_of(machine, spec, names, name) for name, spec in request.with_.items()}
        for name in request.symbolic:
            names[name] = constructor[name] = machine.path.named(name)
        given = {name: value_of(machine, spec, names, name) for name, spec in request.inputs.items()}
        outputs: dict[int, tuple[Value, Value]] = {}
        root: Value = None
        if owner is not None:
            _require_parameters(owner, constructor)
            root = construct_freely(machine, owner, constructor)
            machine.watchers.append(lambda module, result: outputs.__setitem__(id(module), (module, result)))
            method = "forward" if is_module(root) else "__call__"
            function = machine.get_attribute(root, method if owner is target else request.qualname.split(".")[-1])
        else:
            function, given = target, {**constructor, **given}
        given.update((name, _of_rank(machine, name, rank)) for name, rank in request.ranks.items())
        arguments, result = self._call(machine, function, root if owner is target else None, given)
        symbolic = {name: constructor[name] for name in request.symbolic if owner is not None}
        return Execution(machine, {**symbolic, **arguments}, result, root, outputs, owner is target)

    def _find(self, machine: Machine, qualname: str) -> tuple[Value, ClassValue | None]:
        """The target, and the class that has to be constructed for it: itself, or that of a method."""
        parts = qualname.split(".")
        value: Value = self.module
        owner: ClassValue | None = None
        for part in parts:
            if isinstance(value, ClassValue):
                is_there = value.lookup(part) is not None
            else:
                is_there = not isinstance(value, ModuleValue) or part in value.namespace
            if not is_there:
                raise TargetError(f"there is no {qualname} in {self.module.file}")
            owner = value if isinstance(value, ClassValue) else None
            value = machine.get_attribute(value, part)
        if isinstance(value, ClassValue):
            owner = value
        elif owner is not None and not isinstance((owner.lookup(parts[-1]) or (None,))[0], FunctionValue):
            owner = None  # a static method or class method needs no object
        if not isinstance(value, (ClassValue, FunctionValue, BoundMethod)):
            raise TargetError(f"{qualname} is neither a class nor a function")
        return value, owner

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

    def _layers(
        self, machine: Machine, root: Value, outputs: Mapping[int, tuple[Value, Value]]
    ) -> list[tuple[str, str, Any, Any]]:
        if not isinstance(root, Instance) or not is_module(root):
            return []
        layers = []
        for name, part in named_modules(root):
            if name and id(part) in outputs:
                shown = freeze(outputs[id(part)][1], machine.path)
                layers.append((name, part.cls.qualname, shown, _count(machine, part)))
        return layers


def _require_parameters(cls: ClassValue, given: Iterable[str]) -> None:
    """TargetError if a constructor of the source takes no argument of such a name."""
    init = (cls.lookup("__init__") or (None,))[0]
    if not isinstance(init, FunctionValue) or any(param.kind == "double_star" for param in init.node.params):
        return
    names = [param.name for param in init.node.params[1:]]
    for name in given:
        if name not in names:
            raise TargetError(f"{cls.name} takes no argument {name}; its arguments are {', '.join(names) or 'none'}")


def _of_rank(machine: Machine, name: str, rank: int) -> Tensor:
    dims = tuple(machine.path.fresh(f"{name}_{axis}") for axis in range(rank))
    return Tensor(dims, None, machine.site, name=name)


def open_ranks(request: Request, run: Execution) -> list[Request]:
    """The request with the ranks that the run has found, and once for each that it has left open.

    Run with them from the start it tells more: what was joined before a rank was known stays joined. None if
    nothing was found, or too many are open.
    """
    path = run.machine.path
    found: dict[str, int] = {}
    wide: tuple[str, range] | None = None
    for name, value in run.arguments.items():
        if isinstance(value, Opaque):
            value = value.bound
        if not isinstance(value, Tensor) or is_plain(value.shape) or name in request.inputs:
            continue
        rank = path.simplify(rank_of(path.resolve(value.shape)))
        low, high = path.facts.bounds(rank)
        if type(rank) is int:
            found[name] = rank
        elif wide is None and high is not None and high - (low or 0) < MAX_RANKS:
            wide = name, range(low or 0, high + 1)
    ranks = {**request.ranks, **found}
    if wide is not None:
        return [request._replace(ranks={**ranks, wide[0]: rank}) for rank in wide[1]]
    return [request._replace(ranks=ranks)] if found else []


def needed(preconditions: Sequence[Precondition]) -> list[Precondition]:
    """Those that do not follow from the others, in the order of execution: `H >= 16` makes `H >= 2` needless.

    Each says one thing, as a person writes it, and no case that the others exclude.
    """
    prover = Prover(total_rlimit=0, effort=EFFORT_FOR_NEEDED)
    parts = [part for one in preconditions for part in _parts(one)]
    said = [one._replace(condition=_as_threshold(prover, one.condition)) for one in parts]
    kept = list({one.condition: one for one in said}.values())[:MAX_PRECONDITIONS]
    for one in list(kept):
        if prover.effort_left <= 0:
            break
        others = [other for other in kept if other is not one]
        facts = Facts.EMPTY
        for other in others:
            if is_total(other.condition):  # one without a value where sizes do not fit does not say that they do
                facts = facts.assume(other.condition)
        narrow = _narrowed(prover, facts, one.condition)
        if narrow is True or prover.decide(facts, narrow) is True:
            kept = others
        elif isinstance(narrow, Formula):
            kept = [one._replace(condition=narrow) if other is one else other for other in kept]
    return kept


def _parts(one: Precondition) -> list[Precondition]:
    said = readable(one.condition)
    return [one._replace(condition=part) for part in conjuncts(said if isinstance(said, Formula) else one.condition)]


def _as_threshold(prover: Prover, cond: Formula) -> Formula:
    """`t >= 2`, where that is what the condition on one size says: `t == (t - 2 if t >= 2 else 2*t - 2) + 2`."""
    if len(cond.free) != 1 or cond.flags or not atoms_of((cond,)):
        return cond
    (symbol,) = cond.free
    least = symbol.bounds[0] or 0
    first = next((at for at in range(least, LARGEST_THRESHOLD) if holds((cond,), {symbol.name: at})), None)
    if first is None or prover.decide(Facts.EMPTY.assume(ge(atom_expr(symbol), first)), cond) is not True:
        return cond
    threshold = ge(atom_expr(symbol), first)
    below = Facts.EMPTY.assume(not_(threshold))
    return threshold if isinstance(threshold, Formula) and prover.decide(below, cond) is False else cond


def _narrowed(prover: Prover, facts: Facts, cond: Formula) -> Cond:
    """Of several cases those that can be, and are no part of another one."""
    cases = list(alternatives(cond))
    for case in list(cases) if len(cases) > 1 else ():
        rest = or_(*(other for other in cases if other is not case))
        if prover.decide(facts, case) is False or prover.decide(facts.assume(case), rest) is True:
            cases.remove(case)
    return or_(*cases)


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
