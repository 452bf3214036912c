"""What all analyses of a run share: the rules, the modules that were imported, the classes of tensors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path as FilePath
from zlib import crc32

from shapecheck.interpret import nn, sightings
from shapecheck.interpret.builtins import BUILTINS, CLASSES
from shapecheck.interpret.builtins.numpy import NUMPY
from shapecheck.interpret.files import Files, Reader
from shapecheck.interpret.frames import Frame
from shapecheck.interpret.importing.described import NOT_KNOWN, description_of, is_description
from shapecheck.interpret.importing.effects import Effects
from shapecheck.interpret.importing.finder import Finder
from shapecheck.interpret.importing.imports import import_by_name
from shapecheck.interpret.importing.outlines import Outline
from shapecheck.interpret.importing.outside import is_outside
from shapecheck.interpret.importing.stub_packages import (
    LISTED,
    NATIVE_MODULES,
    OFFERED_BY,
    STUB_ONLY,
    offered_name,
)
from shapecheck.interpret.language.attributes import unbound
from shapecheck.interpret.language.dispatch import execute_block
from shapecheck.interpret.machine import Inner, Machine
from shapecheck.interpret.memory import Memory
from shapecheck.interpret.nn.custom_operators import is_operator_namespace
from shapecheck.interpret.nn.versions import DESCRIBED
from shapecheck.interpret.obligations import note_end
from shapecheck.interpret.reads import Reads
from shapecheck.interpret.record import Record, Reveal
from shapecheck.interpret.signals import EXHAUSTED, DeadPath, PythonError, Unfollowed
from shapecheck.rules import Registry, Rule, StubClass
from shapecheck.source import ir, parse
from shapecheck.source.files import COMPILED
from shapecheck.source.walking import SelfUse, assigned_names, use_of_self
from shapecheck.values import (
    FAILED,
    NO_RULE,
    Cause,
    ClassValue,
    FunctionValue,
    Instance,
    ModuleValue,
    NativeFunction,
    PropertyValue,
    RuleFunction,
    Scope,
    Site,
    Unknown,
    Value,
)
from shapecheck.values.freeze import freeze_met

MODULE_BUDGET = 200_000
MAX_MADE = 1_000
"""So many of the objects that the code makes are kept in mind."""
PACKAGE_FOLDERS = frozenset({"site-packages", "dist-packages"})
"""What an environment calls its folders; others that it leads to hold packages that are being worked on."""


class World:
    """`roots` are the import roots of the checked files, `search_path` the folders of installed packages."""

    budget: int
    """Steps of a module's top-level code, if it belongs to the project."""
    min_dim: int
    torch_version: str
    """The smallest size that a dim of an input is taken to have."""
    lazy_stars: dict[str, list[str]]
    """Modules whose names a module loads on demand, by its name (lazy_modules)."""
    documenting: dict[int, bool]
    """Nodes of decorators that were looked at: whether they only write documentation."""
    followed: dict[int, tuple[ir.FunctionDef, tuple[ir.Statement, ...]]]
    """Functions that ran, by their number, and which of their statements are run."""
    uses_of_self: dict[int, tuple[ir.FunctionDef, SelfUse]]
    """What methods do with their objects, as far as their text tells, by the number of their nodes."""
    records: dict[str, Record]
    """What each module's own top-level code gave, by module name."""
    reached: set[int]
    """Nodes of functions that definite code ran through (of the file or module being run)."""
    made: list[Instance]
    """Objects that definite code made (of the file or module being run)."""
    reached_by: dict[str, set[int]]
    made_by: dict[str, list[Instance]]
    inner_by: dict[str, Mapping[int, Inner]]
    """The same of each module's own top-level code."""
    reads: Reads
    """What the file or module being run has read so far."""
    reads_by: dict[str, Reads]
    """What each module's own top-level code has read."""
    watched: set[str]
    """Shown paths of files whose assigned shapes are recorded for the editor."""
    definitions: dict[int, list[FunctionValue]]
    """The functions that top-level code makes, by node, where edits are followed: they may get new bodies."""
    is_superseded: Callable[[], bool]
    """Whether nobody waits for the analysis any more."""
    follows_edits: bool
    """Whether files may change: what top-level code defines and computes is kept for the day its file is opened."""
    memory: Memory
    """The calls that have been made in the analysis of one file."""
    runs: int
    """How many modules have been run."""
    lasts: bool
    """Whether the world is used again after an analysis that was given up: modules are then run to their end."""
    is_alone: bool
    """Whether no other file is looked at: an import may succeed or fail."""
    _functions: dict[str, RuleFunction]
    """Each function of a stub is one object: code compares them with `is`."""
    _failures: dict[str, str | Value]
    """Modules whose import fails: the exception, or the import inside that fails."""
    _native_namespaces: set[int]
    """Of the modules of the standard library, by identity: all files share them."""
    effects: Effects
    """What modules have written into what is not theirs."""
    unsettled: set[str]
    """Modules that leave another default dtype behind, perhaps."""
    exceeded: set[str]
    """Modules that were given up for their size."""
    steps_of: dict[str, int]
    """What running each module took."""

    def __init__(
        self,
        roots: Sequence[FilePath],
        search_path: Sequence[FilePath],
        registry: Registry,
        read: Reader = parse,
        min_dim: int = 1,
        budget: int = MODULE_BUDGET,
        torch_version: str = DESCRIBED,
    ) -> None:
        self.budget = budget
        self.torch_version = torch_version
        self.min_dim = min_dim
        self.files = Files(read)
        self.registry = registry
        self.roots = tuple(roots)
        self.installed = tuple(folder for folder in search_path if folder.name in PACKAGE_FOLDERS)
        self.finder = Finder([*roots, *search_path])
        self.modules: dict[str, ModuleValue] = {}
        self.star_imports: dict[str, list[ModuleValue]] = {}
        self.lazy_stars = {}
        self.documenting = {}
        self.followed = {}
        self.uses_of_self = {}
        self.records = {}
        self.hints: dict[str, Mapping[str, str]] = {}
        self.reached = set()
        self.made = []
        self.reached_by = {}
        self.made_by = {}
        self.inner_by = {}
        self.reads = Reads()
        self.reads_by = {}
        self.watched = set()
        self.definitions = {}
        self.is_superseded = never
        self.follows_edits = False
        self.memory = Memory()
        self.runs = 0
        self.lasts = False
        self.is_alone = False
        self._functions = {}
        self._states: dict[str, str] = {}
        self._failures = {}
        self._of_project: dict[str, bool] = {}
        self._native_namespaces = set()
        self.effects = Effects(self._native_namespaces)
        self._classes: dict[str, ClassValue] = {}
        self.tensor_class = ClassValue("Tensor", "torch", [CLASSES["object"]], {})
        self.parameter_class = ClassValue("Parameter", "torch.nn.parameter", [self.tensor_class], {})
        self.has_tensor_kinds = False
        """Whether there are tensors of classes that the code defines."""
        self.parameter_class.mro = [self.parameter_class, *self.tensor_class.mro]
        self.natives = {**nn.natives(self), **{f"numpy.{name}": value for name, value in NUMPY.items()}}
        self.unsettled = set()
        self.exceeded = set()
        self.steps_of = {}

    # ---------------------------------------------------------------- built-ins

    def builtin(self, name: str) -> Value | None:
        if name == "super":
            return SUPER
        if name == "reveal_shape":
            return REVEAL
        return BUILTINS.get(name)

    def builtin_class(self, name: str) -> ClassValue:
        found = CLASSES.get(name)
        if found is None:
            found = self._classes.setdefault(name, ClassValue(name, "builtins", [CLASSES["object"]], {}))
        return found

    def builtin_method(self, kind: str, name: str) -> NativeFunction:
        return unbound(kind, name)

    # ---------------------------------------------------------------- stubs

    def operator(self, qualname: str, rule: Rule) -> RuleFunction:
        """An operator by its name: one object, however often it is asked for."""
        return self._functions.setdefault(qualname, RuleFunction(qualname, rule))

    def stub_value(self, qualname: str) -> Value:
        """What a dotted name of a stubbed package stands for."""
        if qualname in self.natives:
            return self.natives[qualname]
        found = self.registry.find(qualname)
        if isinstance(found, Rule):
            return self.operator(qualname, found)
        if isinstance(found, StubClass):
            return self.stub_class(found)
        if found is not None:
            return found
        is_native = qualname in NATIVE_MODULES or is_operator_namespace(qualname)
        if is_native or self.registry.is_module(qualname) or description_of(qualname) is not None:
            return self.find_module(qualname) or self._no_rule(qualname)
        offered = offered_name(qualname)
        if offered is not None:
            return self.stub_value(offered)
        parent = qualname.rpartition(".")[0]
        is_module = qualname in OFFERED_BY or (parent in OFFERED_BY and self._names_a_class(qualname))
        return (self.find_module(qualname) if is_module else None) or self._no_rule(qualname)

    def _names_a_class(self, qualname: str) -> bool:
        """Whether a package offers a class for which a module in it would be named: `half_normal` for HalfNormal."""
        package, _, name = qualname.rpartition(".")
        plain = name.replace("_", "").lower()
        return any(known != name and known.lower() == plain for known in self.registry.names(package))

    def named(self, qualname: str) -> Value:
        """A name of a stubbed package or of the standard library, as rules ask for it."""
        module, _, name = qualname.rpartition(".")
        if module == "builtins":
            return BUILTINS.get(name)
        native = self.finder.native_module(module)
        return native.namespace.get(name) if native is not None else self.stub_value(qualname)

    def _no_rule(self, qualname: str) -> Unknown:
        return Unknown(Cause(None, f"{NO_RULE}{qualname}"))

    def device(self) -> Value:
        """Some torch.device: which one never decides a shape."""
        cls = self.stub_value("torch.device")
        return Instance(cls) if isinstance(cls, ClassValue) else cls

    def stub_class(self, stub: StubClass) -> ClassValue:
        """A stub's class as a class of the interpreter; its methods are rules."""
        known = self._classes.get(stub.qualname)
        if known is not None:
            return known
        from shapecheck.interpret.language.classes import linearize

        bases: list[ClassValue] = []
        for name in stub.bases:
            base = self.stub_value(name)
            if isinstance(base, ClassValue):
                bases.append(base)
        module, _, name = stub.qualname.rpartition(".")
        namespace: dict[str, Value] = {**stub.attributes}
        for method, rule in stub.methods.items():
            function = RuleFunction(rule.name, rule)
            namespace[method] = PropertyValue(function) if rule.is_property else function
        namespace |= nn.METHODS.get(name, {}) if module.startswith("torch.nn") else {}
        cls = ClassValue(name, module, bases or [CLASSES["object"]], namespace)
        cls.mro = linearize(cls)
        self._classes[stub.qualname] = cls
        return cls

    # ---------------------------------------------------------------- modules

    def find_module(self, name: str) -> ModuleValue | None:
        """The module of that name, perhaps not yet run; None when there is none."""
        self.reads.modules.add(name)
        module = self.modules.get(name)
        if module is None:
            module = self._make_module(name)
            if module is not None:
                self.modules[name] = module
        if self.finder.was_asked(name):
            self._note_lookup(name)
        return module

    def _note_lookup(self, name: str) -> None:
        file = self.finder.find(name)
        self.reads.lookups[name] = None if file is None else str(file)

    def _make_module(self, name: str) -> ModuleValue | None:
        if name == "shapecheck":
            return ModuleValue(name, {"reveal_shape": REVEAL, "not_known": NOT_KNOWN})
        is_stub = self.registry.is_module(name) and (is_outside(name) or self.finder.find(name) is None)
        is_of_stubs = name.partition(".")[0] in STUB_ONLY and description_of(name) is None
        if is_stub or is_of_stubs or is_operator_namespace(name):
            module = ModuleValue(name, {})
            module.loader = lambda attribute: self.stub_value(f"{name}.{attribute}")
            module.is_complete = name in LISTED
            return module
        native = self.finder.native_module(name)
        if native is not None:
            if name == "importlib":
                native.namespace["import_module"] = NativeFunction("importlib.import_module", import_by_name)
            self._native_namespaces.add(id(native.namespace))
            return native
        file = self._source_of(name)
        if file is None:
            return None
        module = ModuleValue(name, {}, self.files.shown_path(file) if file.suffix == ".py" else None)
        is_described = self.finder.native_module(name.partition(".")[0]) is not None
        is_left_out = is_outside(name) and not is_description(str(file)) and not self.is_of_project(module)
        if is_described or file.suffix in COMPILED or is_left_out:
            module.file, module.is_complete = None, False  # a table stands for the package, or nothing does
        return module

    def _source_of(self, name: str) -> FilePath | None:
        """The file of a module, or of its description if it is none of the project's."""
        file, described = self.finder.find(name), description_of(name)
        is_ours = file is not None and described is not None and self._is_in_project(file)
        return file if described is None or is_ours else described

    def forget_module(self, module: ModuleValue) -> None:
        """As if the module had not been run; those who import it keep the module itself."""
        self.effects.forget(module.name)
        module.namespace.clear()
        module.is_complete = True
        self.documenting.clear()
        self.unsettled.discard(module.name)
        for known in (self._states, self._failures, self.star_imports, self.lazy_stars, self.records, self.reads_by):
            known.pop(module.name, None)
        self.definitions = {
            node: functions
            for node, functions in self.definitions.items()
            if functions and functions[0].module != module.name
        }

    def module_for_file(self, file: FilePath, shown: str) -> ModuleValue:
        """The module of a checked file: under its import name, or one of its own when it has none."""
        name = self.finder.name_of(file)
        if name is not None:
            self._note_lookup(name)
        name = name or "__file__." + shown
        module = self.modules.get(name)
        if module is None or module.file is None:
            module = self.modules[name] = ModuleValue(name, {}, shown)
        return module

    def begin(self, file: FilePath, shown: str) -> None:
        """The analysis of a file begins: what modules did to others that it does not import has not happened."""
        self.effects.begin(self.module_for_file(file, shown).name)

    def module_of(self, name: str) -> ModuleValue:
        return self.modules[name]

    def is_missing(self, name: str) -> bool:
        """Whether an import fails for want of the module (and not because we do not model it)."""
        return name.partition(".")[0] not in sys.stdlib_module_names and name != "__main__"

    def is_not_installed(self, name: str) -> bool:
        """Whether stubs stand for some of a package that would be followed if it were there."""
        top = name.partition(".")[0]
        return not is_outside(name) and top not in STUB_ONLY and self.finder.find(top) is None

    def is_source(self, module: ModuleValue) -> bool:
        return module.file is not None

    def is_of_project(self, module: ModuleValue) -> bool:
        """Whether the module lies in an import root of the checked files, not among installed packages."""
        shown = module.file or ""
        known = self._of_project.get(shown)
        if known is None:
            file = self.files.by_shown.get(shown) or FilePath(shown)
            known = self._of_project[shown] = self._is_in_project(file)
        return known

    def _is_in_project(self, file: FilePath) -> bool:
        """The innermost folder decides: an environment may lie below the project, a checked file in an environment."""
        at_most = max((len(root.parts) for root in self.roots if file.is_relative_to(root)), default=0)
        return at_most > 0 and all(
            len(folder.parts) <= at_most for folder in self.installed if file.is_relative_to(folder)
        )

    def use_of_self(self, method: ir.FunctionDef) -> SelfUse:
        """What a method does with its object, as far as its text tells."""
        known = self.uses_of_self.get(id(method))
        if known is None:
            known = self.uses_of_self[id(method)] = method, use_of_self(method)
        return known[1]

    def has_run(self, module: ModuleValue) -> bool:
        return self._states.get(module.name) == "done"

    def run_module(self, module: ModuleValue, parent: Machine | None = None) -> None:
        """Runs a module's top-level code once, in a machine of its own: what it writes stays.

        It runs as if nobody waited for its errors, whoever is first to import it, so that it does not matter who
        is: an import that fails is an unknown. Importers with a handler get the error afterwards, every one.
        """
        if parent is not None and module.file is not None:
            self.effects.importing(module.name, parent.store)
        self._run_once(module, parent)
        if parent is not None and self.effects.bring(module.name):
            self.memory.forget()
        failure = self._failures.get(module.name)
        if parent is not None and module.name in self.unsettled:
            parent.path.floats_vary = max(1, parent.path.floats_vary)
        if parent is None or failure is None:
            return
        if isinstance(failure, str):
            parent.fail_import(failure)
        elif parent.regions_that_catch():
            raise PythonError(failure)

    def _run_once(self, module: ModuleValue, parent: Machine | None) -> None:
        if module.file is None or module.name in self._states:
            return
        package = module.name.rpartition(".")[0]
        if package and package not in self._states:
            outer = self.find_module(package)
            if outer is not None:
                self.run_module(outer, parent)
            if module.name in self._states:
                return
        self._states[module.name] = "running"
        source = self.files.source(module.file)
        machine = self.machine_for(module)
        self.effects.start(module, machine.store)
        if self.is_of_project(module):
            machine.steps_left = self.budget
        given = machine.steps_left
        outside = self.reached, self.made, self.reads
        asked, self.is_superseded = self.is_superseded, never if self.lasts else self.is_superseded
        self.reached, self.made = self.reached_by[module.name], self.made_by[module.name] = set(), []
        self.reads = self.reads_by[module.name] = Reads()
        if isinstance(source, ir.SourceFile):
            self._execute(machine, module, source)
        else:
            module.is_complete = False
        self.steps_of[module.name] = given - max(machine.steps_left, 0)
        machine.store.undo_in(self._native_namespaces)  # `sys.argv = [...]` is not what the next file finds
        self.effects.end()
        self._overlay(module)
        self.reached, self.made, self.reads = outside
        self.is_superseded = asked
        if machine.path.floats_vary:
            self.unsettled.add(module.name)
        if machine.failed_import is not None:
            self._failures.setdefault(module.name, machine.failed_import)
        self.records[module.name] = machine.record
        self.inner_by[module.name] = machine.inner
        self.hints[module.name] = machine.path.hints
        self._states[module.name] = "done"
        self.runs += 1
        self.memory.forget()
        if parent is not None:
            parent.store.grow_older(machine.store.begun)

    def _overlay(self, module: ModuleValue) -> None:
        """What stubs say of a name comes before the source of its module, which may end in code that is no Python."""
        if self.registry.is_module(module.name):
            for name in self.registry.names(module.name):
                if not name.startswith("_"):
                    module.namespace[name] = self.stub_value(f"{module.name}.{name}")

    def machine_for(self, module: ModuleValue) -> Machine:
        """A machine in the top-level scope of a module."""
        machine = Machine(self)
        machine.path = machine.path.anew(realm=1 + crc32(module.name.encode()))
        machine.path.floats_vary = int(module.name in self.unsettled)
        machine.steps_left = MODULE_BUDGET
        module.namespace.setdefault("__name__", module.name)
        module.namespace.setdefault("__file__", str(self.files.by_shown.get(module.file or "") or module.file))
        machine.enter(Frame(module, module.file or module.name, Scope(module.namespace, None)))
        return machine

    def _execute(self, machine: Machine, module: ModuleValue, source: ir.SourceFile) -> None:
        self.exceeded.discard(module.name)
        for at, statement in enumerate(source.body):
            known = len(machine.record.findings)
            try:
                execute_block(machine, (statement,))
                continue
            except PythonError as error:
                module.is_complete = False
                if error.finding is not None:
                    machine.record.findings.append(error.finding)
                note_end(machine, error)
                self._failures.setdefault(module.name, error.value)
            except (*EXHAUSTED, DeadPath, Unfollowed) as reason:
                module.is_complete = False
                if isinstance(reason, EXHAUSTED):
                    self.exceeded.add(module.name)
                    machine.record.cut_short()
            if len(machine.record.findings) == known:
                break
            # What has been reported will be mended: the rest of the file is looked at all the same.
            for name in assigned_names(source.body[at : at + 1]):
                machine.store.set_item(module.namespace, name, machine.unknown("the statement that makes it fails"))

    # ---------------------------------------------------------------- observation

    def outline(self, shown: str) -> Outline:
        """What the text of a file says of its names: without a parse."""
        self.reads.texts.add(shown)
        return self.files.outline(shown)

    def reveal(self, machine: Machine, node: ir.Call, value: Value) -> None:
        """Notes what `reveal_shape(...)` shows."""
        if machine.trial_depth:
            return
        frame = machine.frame
        text = self.files.text_of(frame.file, node.args[0].span)
        is_reached = not isinstance(value, Unknown) or value.cause.reason != FAILED
        met = freeze_met(value, machine.path) if is_reached else None
        if isinstance(value, Unknown) and is_reached:
            machine.record.causes[value.cause] += 1
        machine.record.reveals.append(Reveal(Site(frame.file, node.span), text, met))

    def note_made(self, created: Instance) -> None:
        """Keeps an object that definite code has made."""
        if len(self.made) < MAX_MADE:
            self.made.append(created)

    def note_shape(self, machine: Machine, span: ir.Span, value: Value) -> None:
        """Keeps a tensor or an int for the place where an open file has it."""
        if not (self.watched or self.follows_edits) or machine.trial_depth:
            return
        if machine.frame.file not in self.watched and not self._is_running(machine.frame):
            return
        sightings.note(machine, span, value)

    def note_definition(self, frame: Frame, function: FunctionValue) -> None:
        """Keeps a function that top-level code defines, if it may get a new body."""
        if self.follows_edits and frame.function is None and self._is_running(frame):
            self.definitions.setdefault(id(function.node), []).append(function)

    def _is_running(self, frame: Frame) -> bool:
        return self._states.get(frame.module.name) == "running"


def never() -> bool:
    return False


def _native_super(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return machine.unknown("super called through another name")


def _identity(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return args[0] if args else None


SUPER = NativeFunction("builtins.super", _native_super)
REVEAL = NativeFunction("shapecheck.reveal_shape", _identity)


