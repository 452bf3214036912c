"""The abstract machine: the state of one analysis, and the face that its parts show to each other.

What the machine does is in the modules beside this one, one for each part of the language; they are
functions of a Machine. This class holds the state and names the operations that rules and built-ins use.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from shapecheck.interpret import obligations
from shapecheck.interpret.declarations.declared import Declared
from shapecheck.interpret.entering import DEFINITE
from shapecheck.interpret.frames import DEPTH_OF_ENTRIES, NOWHERE, Frame
from shapecheck.interpret.language import (
    attribute_writes,
    attributes,
    calls,
    classes,
    conditions,
    deletions,
    forgotten,
    iteration,
    joins,
    names,
    operators,
    path_joins,
    subscripts,
    text,
)
from shapecheck.interpret.language import expressions as _expressions  # noqa: F401
from shapecheck.interpret.language import statements as _statements  # noqa: F401  (they fill the tables of `dispatch`)
from shapecheck.interpret.language import supers as _supers  # noqa: F401  (and of `attributes`)
from shapecheck.interpret.operands import Operands
from shapecheck.interpret.record import ASSERTION, BRANCHES, OPERATOR, Finding, Kind, Precondition, Record
from shapecheck.interpret.signals import BudgetExceeded, PythonError, Raised, Region, Superseded
from shapecheck.rules.context import Message, Rejected
from shapecheck.source import ir
from shapecheck.symbolic import Cond, Facts, Formula, Prover
from shapecheck.values import (
    Cause,
    ClassValue,
    Delta,
    FunctionValue,
    Instance,
    ListValue,
    Path,
    RangeValue,
    Site,
    Store,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.language.alternatives import Answer
    from shapecheck.interpret.world import World

DEFAULT_BUDGET = 1_000_000
PROVER_EFFORT = 4_000
"""Facts that the prover may look at in one analysis before it keeps to what is immediate."""

ASKS_EVERY = 63
"""Steps, less one, between two questions whether anybody still waits."""


class Inner(NamedTuple):
    """What a function defines: a function or class, and the conditions of the branches around."""

    value: Value
    conditions: tuple[Formula, ...]


class Machine:
    """`world` is what all analyses share (modules, classes, rules); the rest belongs to one analysis."""

    trial_within = 0
    """The number of regions around the innermost trial."""

    frame: Frame
    """The innermost frame of the stack."""

    frames_read = 0
    """How often code has asked for a frame: what it then does depends on its caller."""
    swallowing = 0
    """How many context managers around the present point swallow errors: `pytest.raises`, `suppress`."""
    answered: tuple[Answer, ...] = ()
    """What the open branches around say of values."""
    is_overriding = False
    """Whether a class of tensors does something in the place of operators."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.store = Store()
        self.path = Path(Prover(effort=PROVER_EFFORT), least=world.min_dim)
        self.record = Record()
        self.stack: list[Frame] = []
        self.running: dict[int, int] = {}
        """How many frames of the stack run a function, by the identity of its node."""
        self.deepest = 0
        """The number of frames in the deepest call since somebody has set it to none."""
        self.regions: list[Region] = []
        self.steps_left = DEFAULT_BUDGET
        self.uncertain = 0
        """How many branches whose condition is not understood enclose the present point."""
        self.sure_rounds = 0
        """How many of them are the rounds of a loop that surely has one."""
        self.forked_at = 1 << 62
        """Lists made since this number may be merged by the join that is being made."""
        self.records_in_making: dict[tuple[int, ...], Instance] = {}
        """What stands for any of several objects, by those objects, while it is put together."""
        self.has_forked = False
        """Whether a branch on sizes has been followed on both sides."""
        self.catching = 0
        """How many handlers enclose the present point that would catch a shape error."""
        self.catching_asserts = 0
        """How many that would catch an assert."""
        self.trusts_imports = 0
        """Inside, a module that is not found is there all the same, and unknown."""
        self.supposed = 0
        """How many of the cases around need not exist (see `supposing`)."""
        self.trial_depth = 0
        """Inside of a trial, obligations only narrow: nothing is recorded."""
        self.first_rounds: list[tuple[Facts, int, int]] = []
        """Of each trial of a loop's first round, as it began: what was known, how uncertain it was, the regions."""
        self.overheard: list[Finding] = []
        self.needs_overheard: list[Precondition] = []
        """What fails in such rounds, and what they need: see `overhear` and `tell_needs`."""
        self.follows_failure = False
        """Whether what is being applied was given what another operator, that has been told, failed to make."""
        self.followed: list[Site] = []
        """Where that was so."""
        self.failures: list[tuple[int, int, Facts]] | None = None
        """Where an operator could not succeed: how uncertain, in how many trials, what was known. None: nobody asks."""
        self.obligation = OPERATOR
        """The kind of the obligations that are being made."""
        self.declared = Declared()
        """The sizes that declarations have named."""
        self.operands: Operands = ()
        """Of the operator being applied, for its message."""
        self.entering = DEFINITE
        self.used_defaults = False
        """Whether an entry of our own making has relied on the default of a parameter."""
        self.failed_import: str | None = None
        """The first import that fails here and that no handler waits for: see `World.run_module`."""
        self.lacks_branches = False
        """Whether a branch was left out that imports a package which is not there."""
        self.notes_shapes = bool(world.watched or world.follows_edits)
        """Whether somebody asks for the shapes at places of the source."""
        self.gradient_hooks = ListValue([])
        """What the next `backward()` calls: see `nn.gradients`."""
        self.every_module: Instance | None = None
        """What has the hooks of all modules: see `nn.hooks`."""
        self.callbacks = ListValue([])
        """Functions that code which is not followed holds: see `escapes.hand_over`."""
        self.classes_in_making: list[ClassValue] = []
        """Those whose metaclasses are running: see `metaclasses`."""
        self.inner: dict[int, Inner] = {}
        """What the entered function defines, by the identity of its node."""
        self.watchers: list[Callable[[Value, Value], None]] = []
        """Told of every module call: (module, result)."""

    # ---------------------------------------------------------------- state

    def enter(self, frame: Frame) -> None:
        """Makes a frame the innermost one."""
        self.stack.append(frame)
        self.frame = frame
        if frame.function is not None:
            at = id(frame.function.node)
            self.running[at] = self.running.get(at, 0) + 1

    def leave(self) -> None:
        """Goes back to the frame around the innermost one."""
        function = self.stack.pop().function
        if function is not None:
            self.running[id(function.node)] -= 1
        if self.stack:
            self.frame = self.stack[-1]

    def note_inner(self, node: ir.FunctionDef | ir.ClassDef | ir.Lambda, value: Value) -> None:
        """Keeps what a function of the module defines, for the time when the entry has ended: the entered function, or
        any that a program calls."""
        frame = self.frame
        if frame.function is None or frame.scope.is_class or frame.module is not self.stack[0].module:
            return
        if len(self.stack) == DEPTH_OF_ENTRIES or self.entering.is_program:
            conditions = tuple(cond for cond, origin in self.path.facts.items if origin in BRANCHES)
            self.inner[id(node)] = Inner(value, conditions)

    def forget_inner(self, values: Iterable[Value]) -> None:
        """The functions among these are not kept: somebody waits for their errors."""
        for value in values:
            if isinstance(value, FunctionValue):
                self.inner.pop(id(value.node), None)

    def note_decorated(self, node: ir.FunctionDef, function: FunctionValue) -> None:
        """Keeps a function of the module that decorators have got: what has taken its place may never call it, and
        another one may have its name (`@show.register`)."""
        if self.frame.function is None and not self.frame.scope.is_class:
            self.inner[id(node)] = Inner(function, ())

    @property
    def site(self) -> Site | None:
        return self.stack[-1].site if self.stack else None

    def sites(self) -> tuple[Site, ...]:
        """What is being evaluated, innermost first; without the place from which an entry of our own is called, and
        without descriptions of packages, which nobody has written."""
        shown = (frame for frame in reversed(self.stack) if frame.span is not NOWHERE)
        return tuple(frame.site for frame in shown if frame.told_at is None)

    def step(self, cost: int = 1) -> None:
        """Charges the budget of the entry point."""
        self.steps_left -= cost
        if self.steps_left < 0:
            raise BudgetExceeded
        if not self.steps_left & ASKS_EVERY and self.world.is_superseded():
            raise Superseded

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Nothing that happens inside is reported."""
        within, self.trial_within = self.trial_within, len(self.regions)
        self.trial_depth += 1
        try:
            yield
        finally:
            self.trial_depth -= 1
            self.trial_within = within

    @property
    def is_doubtful(self) -> bool:
        """Whether nobody knows that the present point is reached."""
        return self.uncertain > self.sure_rounds

    @property
    def is_given_nothing(self) -> bool:
        return forgotten.is_passed(self)

    @property
    def turns_switches(self) -> bool:
        """Whether the code is entered with the opposite of defaults that are a truth."""
        return self.entering.gives_declared

    @property
    def is_in_open_branch(self) -> bool:
        """Whether what is running is in a branch of its own of which nobody knows that it is taken."""
        return self.uncertain > self.frame.uncertain

    @contextmanager
    def first_round(self, is_first: bool) -> Iterator[None]:
        """A trial. What surely fails inside of the first round of a loop is kept in mind."""
        outer = self.first_rounds
        if is_first:
            self.first_rounds = [*outer, (self.path.facts, self.uncertain, len(self.regions))]
        try:
            with self.trial():
                yield
        finally:
            self.first_rounds = outer

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """What may not be reached in the first round of a loop around it: what fails there is not kept in mind."""
        outer, self.first_rounds = self.first_rounds, []
        try:
            yield
        finally:
            self.first_rounds = outer

    @contextmanager
    def doubting(self, is_sure: bool = False) -> Iterator[None]:
        """What may not be reached at all: what fails there is a warning, unless `is_sure` says that it is a round that
        surely happens."""
        self.uncertain += 1
        self.sure_rounds += is_sure
        try:
            yield
        finally:
            self.uncertain -= 1
            self.sure_rounds -= is_sure

    @contextmanager
    def supposing(self) -> Iterator[None]:
        """A case that need not exist (the sides of a branch that asks a size of something unknown, a rank that stays
        open, a check that the code makes itself): nothing that fails there is told."""
        self.supposed += 1
        try:
            yield
        finally:
            self.supposed -= 1

    @contextmanager
    def obliging(self, kind: Kind) -> Iterator[None]:
        """The obligations made inside are of another kind than an operator's."""
        outer, self.obligation = self.obligation, kind
        try:
            yield
        finally:
            self.obligation = outer

    def is_caught(self) -> bool:
        """Whether a handler would catch the error of an obligation that is made now and fails."""
        return bool(self.catching_asserts if self.obligation is ASSERTION else self.catching)

    def regions_that_catch(self) -> bool:
        """Whether a handler waits for errors of Python."""
        for region in self.regions:  # noqa: SIM110  (asked at every call, and `any` costs a generator)
            if Raised in region.kinds:
                return True
        return False

    def fail_import(self, failure: str) -> None:
        """An import of what is not there fails where a handler waits for it. Without one it ends the module, unless it
        is not known whether it is reached."""
        if self.trusts_imports:
            return
        if any(region.takes_missing_imports for region in self.regions):
            raise self.missing_import(failure)
        if not self.uncertain:
            self.failed_import = self.failed_import or failure

    def missing_import(self, failure: str) -> PythonError:
        """The error of an import of what is not there."""
        error = self.error("ModuleNotFoundError", failure)
        error.is_missing_import = True
        return error

    # ---------------------------------------------------------------- making values

    def unknown(self, reason: str) -> Unknown:
        """An unknown value whose first cause is here."""
        return Unknown(Cause(self.site, reason))

    def error(self, exception: str, message: str | Unknown = "") -> PythonError:
        """A built-in exception that the analysed program raises here."""
        cls = self.world.builtin_class(exception)
        return PythonError(classes.make_exception(self, cls, [message] if message else []))

    def shape_error(self) -> PythonError:
        """What an operator that fails raises: rules do not tell an IndexError from a RuntimeError, so the handler that
        waits for one gets its own."""
        awaited = next((region.awaited for region in reversed(self.regions) if region.awaited), ("RuntimeError",))
        return self.error(awaited[0], "a shape error")

    def not_given(self, reason: str) -> Unknown:
        if not (self.entering.is_definite or self.entering.is_program):
            raise self.error("TypeError", reason)
        return self.not_taken(reason)

    def not_taken(self, reason: str) -> Unknown:
        if any("TypeError" in region.awaited for region in self.regions):
            raise self.error("TypeError", reason)
        return self.unknown(reason)

    def builtin_class(self, name: str) -> ClassValue:
        return self.world.builtin_class(name)

    # ---------------------------------------------------------------- operations

    def truth(self, value: Value) -> bool | None:
        cond = conditions.condition(self, value)
        return None if cond is None else self.path.decide(cond)

    def condition(self, value: Value) -> Cond | None:
        return conditions.condition(self, value)

    def call(self, function: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return calls.call(self, function, args, kwargs)

    def named(self, name: str) -> Value:
        """What a dotted name of a stub or of the standard library stands for."""
        return self.world.named(name)

    def variable(self, name: str) -> tuple[Value] | None:
        """The value of a name in the innermost frame, if there is one."""
        return names.found(self, name)

    def get_attribute(self, obj: Value, name: str) -> Value:
        return attributes.get_attribute(self, obj, name)

    def set_attribute(self, obj: Value, name: str, value: Value) -> None:
        attribute_writes.set_attribute(self, obj, name, value)

    def del_attribute(self, obj: Value, name: str) -> None:
        attribute_writes.del_attribute(self, obj, name)

    def has_attribute(self, obj: Value, name: str) -> bool | None:
        return attributes.has_attribute(self, obj, name)

    def iterate(self, value: Value) -> list[Value] | None:
        return iteration.iterate(self, value)

    def opened(self, value: Value) -> Value:
        return iteration.opened(self, value)

    def element_of(self, value: Value) -> Value:
        return iteration.element_of(self, value)

    def kept_element_of(self, value: RangeValue) -> Value:
        return iteration.kept_element_of(self, value)

    def length(self, value: Value) -> Value:
        return iteration.length(self, value)

    def binary(self, op: str, a: Value, b: Value) -> Value:
        return operators.binary(self, op, a, b)

    def unary(self, op: str, a: Value) -> Value:
        return operators.unary(self, op, a)

    def compare(self, op: str, a: Value, b: Value) -> Value:
        return operators.compare(self, op, a, b)

    def index(self, obj: Value, index: Value) -> Value:
        return subscripts.get_item(self, obj, index)

    def set_index(self, obj: Value, index: Value, value: Value) -> None:
        subscripts.set_item(self, obj, index, value)

    def del_index(self, obj: Value, index: Value) -> None:
        deletions.del_item(self, obj, index)

    def type_of(self, value: Value) -> Value:
        return classes.type_of(self, value)

    def is_instance(self, value: Value, cls: Value) -> bool | None:
        return classes.is_instance(self, value, cls)

    def is_subclass(self, sub: Value, cls: Value) -> bool | None:
        return classes.is_subclass(self, sub, cls)

    def string(self, value: Value) -> str | None:
        return text.string(self, value)

    def format(self, value: Value, conversion: str | None, spec: str) -> str | None:
        return text.formatted(self, value, conversion, spec)

    def key(self, value: Value) -> Hashable | None:
        return subscripts.key_of(self, value)

    def join(self, a: Value, b: Value, cond: Cond | None = None) -> Value:
        return joins.join(self, a, b, cond)

    def join_writes(self, a: Delta, b: Delta, cond: Cond | None = None) -> None:
        path_joins.join_writes(self, a, b, cond)

    def one_of(self, values: Sequence[Value]) -> Value:
        return joins.one_of(self, values)

    # ---------------------------------------------------------------- obligations

    def require(self, cond: Cond, message: Message) -> None:
        obligations.require(self, cond, message)

    def suspect(self, cond: Cond, message: Message) -> None:
        obligations.suspect(self, cond, message)

    def reject(self, message: Message) -> Rejected:
        return obligations.reject(self, message)
