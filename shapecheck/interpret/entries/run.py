"""The entry points of a file: its top-level code, then every function, method and module class of its own.

An entry of our own making calls code on parameters that "may be anything": its defaults, or whatever
its uses admit. A function that concrete code already reached is not entered again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import partial
from pathlib import Path as FilePath
from typing import TypeAlias
from zlib import crc32

from shapecheck.interpret.declarations.broken import bad_annotations
from shapecheck.interpret.declarations.comments import comment_findings
from shapecheck.interpret.declarations.reading import declares
from shapecheck.interpret.entering import DEFINITE, FREE, PROGRAM
from shapecheck.interpret.entries.construction import Construction, key_of_method, key_of_object
from shapecheck.interpret.entries.definitions import (
    TEST,
    declares_a_default,
    defined,
    inherits_forward,
    is_program,
    main_statements,
    needs_no_object,
    node_of,
    run_otherwise,
)
from shapecheck.interpret.entries.doubts import UNPROVED_RULES, Body, Doubts
from shapecheck.interpret.entries.free_calls import (
    call_function,
    call_made,
    call_on_open,
    construct_and_call,
    construct_and_set,
    with_all_declared,
)
from shapecheck.interpret.entries.inner import defined_again, enter_inner
from shapecheck.interpret.entries.module_state import changed_by_functions, changes_of
from shapecheck.interpret.entries.other_sides import OtherSides
from shapecheck.interpret.entries.pieces import MADE, Piece, Pieces, gathering, take_over
from shapecheck.interpret.entries.shares import OPTIONS_SHARE, Shares
from shapecheck.interpret.entries.star_ranks import run_star_ranks
from shapecheck.interpret.language.dispatch import execute_block
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.methods import gives_nothing, methods_of, plain_function
from shapecheck.interpret.nn.parts import MODULE
from shapecheck.interpret.obligations import explained, note_end
from shapecheck.interpret.passages import without_others_branches
from shapecheck.interpret.reads import Reads
from shapecheck.interpret.record import DECLARED, Finding, Record, merge_notes, without_findings
from shapecheck.interpret.sightings import Sightings
from shapecheck.interpret.signals import EXHAUSTED, DeadPath, PythonError, Unfollowed
from shapecheck.interpret.world import World
from shapecheck.source import ir
from shapecheck.values import (
    ClassValue,
    Delta,
    FunctionValue,
    Instance,
    ModuleValue,
    PropertyValue,
    Site,
    Value,
)
from shapecheck.values.freeze import is_whole

Key: TypeAlias = "tuple[Hashable, ...]"
"""What is entered, and how: see `pieces`."""

DECLARED_RULES = UNPROVED_RULES | {DECLARED.impossible}
"""What is reported of a function because of what it declares."""
EFFORT_SHARE = 8
"""The prover may spend this fraction of its effort on one entry of our own making."""
MAX_MADE = 3
"""Objects that the code itself made and never called: their `forward` is entered on so many."""
MAIN: Key = ("__main__",)


class Entries:
    """Runs the entries of one file and gathers what they note."""

    def __init__(
        self,
        world: World,
        file: FilePath,
        shown: str,
        source: ir.SourceFile,
        budget: int,
        pieces: Pieces | None = None,
    ) -> None:
        """`pieces` are those of the last time, where somebody keeps them."""
        self.world = world
        self.file = file
        self.shown = shown
        self.source = source
        self.budget = budget
        self.shares = Shares(budget)
        self.record = Record()
        """All but the shapes: those are in `sightings`."""
        self.hints: dict[str, str] = {}
        self.reached: set[int] = set()
        """Functions (by node) that code with definite arguments ran through."""
        self.revealed: set[tuple[object, ...]] = set()
        """Places and expressions that such code revealed: what an entry of our own has there is no call."""
        self.pieces = Pieces() if pieces is None else pieces
        self.sightings = Sightings(shown, self.pieces.united)
        self.ran: dict[Key, Piece] = {}
        """What each entry gave that was run or taken over."""
        self.own: list[tuple[Value, ClassValue | None]] = []
        """The functions and classes of the file, in the order in which they are entered."""
        self.asked = 0
        """So many steps it has taken to ask whether what was found holds in other manners."""
        self.entering = FREE
        """How the entries of our own making are made at present."""
        self.taken_whole: set[int] = set()
        """Pieces of which everything has been taken over."""
        self.status = "ok"

    def run(self, first: str | None = None) -> str:
        """All entries; gives the file's status. `first` names a function or class that somebody waits for."""
        self.world.memory.forget()
        module = self.world.module_for_file(self.file, self.shown)
        self.world.run_module(module)
        self.shares.charge_code(self.world.steps_of.get(module.name, 0))
        if module.name in self.world.exceeded:
            self.status = "budget"
        else:
            self.reached |= self.world.reached_by.get(module.name, set())
        self.world.reached = self.reached
        self.world.made = list(self.world.made_by.get(module.name, ()))
        self._include(self.world.records.get(module.name, Record()), self.world.hints.get(module.name, {}))
        self.record.findings += bad_annotations(self.world.machine_for(module), self.source, self.shown)
        own = self.own = defined(module, self.source, self.pieces.names_in(self.source.body))
        for entry in own if first is not None else ():
            if getattr(entry[0], "name", "") == first:
                with self._as_functions_leave(module):
                    self._enter_ahead(module, entry)
        self._run_main(module)
        self.revealed = {reveal[:2] for reveal in self.record.reveals}
        self._run_with_options(module)
        with self._as_functions_leave(module):
            self._run_programs(module)
            late = [entry for entry in own if not is_program(entry[0]) and not self._enter_in_turn(module, entry)]
            for entry in late:
                self._enter(module, entry)
            self._enter_left(module)
            OtherSides(self, module).run()
            run_star_ranks(self, module)
            self._enter_on_open_objects(module)
        found = [explained(finding) for finding in without_others_branches(self.record)]
        self.record.findings = [*found, *comment_findings(self.record, self.shown)]
        return self.status

    def _include(
        self, record: Record, hints: Mapping[str, str], findings: list[Finding] | None = None
    ) -> None:
        """Adds notes to those of the file; `findings` in the place of the record's."""
        merge_notes(self.record, record, findings)
        self.sightings.add(record.shapes)
        for name, hint in hints.items():
            self.hints.setdefault(name, hint)

    # ---------------------------------------------------------------- __main__

    def _run_main(self, module: ModuleValue) -> None:
        """`if __name__ == "__main__":` blocks, run as a script runs them."""
        statements = main_statements(self.source)
        if statements:
            body = partial(_execute, statements=statements)
            self._run_entry(module, MAIN, body, self.budget, definite=True)

    def _run_with_options(self, module: ModuleValue) -> None:
        """Once more with the defaults of its command line, as if they were those of parameters, if the code reads one:
        what a symbolic number of layers hides is met with the number that the author had in mind."""
        at_top = self.world.records.get(module.name, Record()).has_options
        if not at_top and not self.record.has_options:
            return
        statements = (*(self.source.body if at_top else ()), *main_statements(self.source))
        body = partial(_execute, statements=statements)
        budget = self.budget // OPTIONS_SHARE
        run = partial(self.run_alone, module, body, definite=False)
        piece = self.piece_of(module, (*MAIN, "options"), budget, run)
        record = copy(piece.record)
        record.shapes = {site: met for site, met in record.shapes.items() if not self._is_known(site)}
        self.settle(piece, module, body, budget, definite=False, record=record)

    def _is_known(self, site: Site) -> bool:
        """Whether what was met at this place so far says all there is to say."""
        values = self.sightings.at(site).values
        return bool(values) and all(is_whole(value) for value in values)

    # ---------------------------------------------------------------- our own entries

    @contextmanager
    def _as_functions_leave(self, module: ModuleValue) -> Iterator[None]:
        """What is entered inside does not find globals as the module left them which functions change."""
        changes = changes_of(self.world, module)
        self.pieces.hold_for((changes, self.world.files.given_attributes(self.shown)))
        with changed_by_functions(self.world.machine_for(module), changes):
            yield

    def _run_programs(self, module: ModuleValue) -> None:
        """Tests and functions without parameters: what they call is called by the code."""
        others, first = self.revealed, len(self.record.reveals)
        self.entering, self.revealed = PROGRAM, set()
        for entry in self.own:
            if is_program(entry[0]):
                self._enter(module, entry)
        self.entering, self.revealed = FREE, others | {reveal[:2] for reveal in self.record.reveals[first:]}

    def _enter_in_turn(self, module: ModuleValue, entry: tuple[Value, ClassValue | None]) -> bool:
        """Enters a class, or a function if the classes keep their part of the steps."""
        if entry[1] is None and self.shares.are_for_classes(entry[0]):
            return False
        self._enter(module, entry)
        return True

    def _enter(self, module: ModuleValue, entry: tuple[Value, ClassValue | None]) -> None:
        value, cls = entry
        if isinstance(value, FunctionValue):
            body: Body = partial(call_function, function=value)
            key = id(value), value.qualname
            if id(node_of(value)) not in self.reached:
                self._run_entry(module, key, body, self.shares.most(key))
            elif declares(value):
                self._run_declared(module, key, body, self.shares.most(key))
            self._run_given(module, value, key, body, self.shares.share)
        elif cls is not None:
            self._enter_class(module, cls, self.shares.share)

    def _enter_ahead(self, module: ModuleValue, entry: tuple[Value, ClassValue | None]) -> None:
        """Makes the pieces of an entry before its turn; what they say is taken over when it comes."""
        ahead = Entries(self.world, self.file, self.shown, self.source, self.budget, self.pieces)
        ahead.reached = self.world.reached = set(self.reached)
        ahead.entering = PROGRAM if is_program(entry[0]) else FREE
        reads, made = self.world.reads, list(self.world.made)
        self.world.reads = Reads()
        try:
            ahead._enter(module, entry)
        finally:
            self.world.reads, self.world.reached, self.world.made = reads, self.reached, made

    def _enter_class(self, module: ModuleValue, cls: ClassValue, share: int) -> None:
        functions = {name: m for name, m in cls.namespace.items() if isinstance(plain_function(m), FunctionValue)}
        methods = [name for name, method in functions.items() if id(node_of(method)) not in self.reached]
        is_module = MODULE in cls.mro
        made = [instance for instance in self.world.made if instance.cls is cls][:MAX_MADE]
        is_entered = is_module and inherits_forward(cls) and ("forward" in methods or "__init__" in methods)
        if is_module and "forward" in methods and made:
            for instance in made:
                body = self._call_made(instance, "forward")
                self._run_entry(module, (MADE, id(cls), id(instance), cls.name), body, share)
            is_entered = False
        others = [name for name in methods if name != "__init__" and not (is_module and name == "forward")]
        if is_program(cls):
            others.sort(key=lambda name: not name.startswith(TEST))  # they call the rest
        bound = [name for name in others if not needs_no_object(cls, name)]
        if is_entered:
            bound.insert(0, "forward")
        elif all(id(node_of(cls.namespace[name])) in self.reached for name in bound) and "__init__" not in methods:
            bound = []
        bound += [name for name in run_otherwise(self.world, cls) if name not in bound]
        if bound or "__init__" in methods:
            self._run_methods(module, cls, bound, share)
        for name in others:
            if needs_no_object(cls, name) and id(node_of(cls.namespace[name])) not in self.reached:
                run = partial(construct_and_call, cls=cls, name=name)
                self._run_entry(module, (id(cls), cls.name, name), run, share)
        for name, value in cls.namespace.items():
            setter = value.setter if isinstance(value, PropertyValue) else None
            if isinstance(setter, FunctionValue) and id(node_of(setter)) not in self.reached:
                run = partial(construct_and_set, cls=cls, name=name, setter=setter)
                self._run_entry(module, (id(cls), cls.name, name, "set"), run, share)
        for name, method in functions.items():
            if name not in methods and name != "__init__" and declares(plain_function(method)):
                for key, call in self._calls_of(cls, name):
                    self._run_declared(module, (*key, id(cls), cls.name, name), call, share)
        for name, method in functions.items():
            body = partial(construct_and_call, cls=cls, name=name)
            self._run_given(module, method, (id(cls), cls.name, name), body, share)

    def _entered(self) -> set[int]:
        """The functions, by their nodes, that an entry has run."""
        return {node for piece in self.ran.values() for node in piece.reads.entered}

    def _enter_on_open_objects(self, module: ModuleValue) -> None:
        """Methods of classes of which no object could be made: their constructors end in errors, with the defaults as
        with other choices, or take too long."""
        entered = {node for piece in self.ran.values() if not piece.exceeded for node in piece.reads.entered}
        for _, cls in self.own:
            made = None if cls is None else self.ran.get(key_of_object(cls))
            if cls is None or made is None or made.gave_instance:
                continue
            if any(base.construct is not None for base in cls.mro):  # it holds a value: a list, an array
                continue
            for name, method in cls.namespace.items():
                if isinstance(plain_function(method), FunctionValue) and id(node_of(method)) not in entered:
                    body = partial(call_on_open, cls=cls, name=name)
                    self._run_entry(module, (id(cls), cls.name, name, "open"), body, self.shares.share)

    def _enter_left(self, module: ModuleValue) -> None:
        """What functions have defined that the code itself calls, and nobody has entered."""
        state, defined = Delta({}), dict(self.world.inner_by.get(module.name, {}))
        if (main := self.ran.get(MAIN)) is not None:
            state = main.state
            defined.update(main.defined)
        entered = self._entered() | self.reached
        left = {at: one for at, one in defined.items() if id(node_of(one.value)) not in entered}
        if left:
            body = partial(defined_again, definitions=left, state=state)
            self._run_entry(module, (MADE, "inner"), body, self.shares.share)

    def _calls_of(self, cls: ClassValue, name: str) -> list[tuple[Key, Body]]:
        """A call of a method on each object that the code made, or on one of our own making; with what tells
        them apart."""
        made = [instance for instance in self.world.made if instance.cls is cls][:MAX_MADE]
        if needs_no_object(cls, name) or not made:
            return [((), partial(construct_and_call, cls=cls, name=name))]
        return [((MADE, id(instance)), self._call_made(instance, name)) for instance in made]

    def _call_made(self, instance: Instance, name: str) -> Body:
        """A call of a method of an object that the code made."""
        main = self.ran.get(MAIN)
        return partial(call_made, instance=instance, name=name, state=Delta({}) if main is None else main.state)

    def _run_methods(self, module: ModuleValue, cls: ClassValue, names: list[str], budget: int) -> None:
        """Constructs one object and calls each method on it as it was then: each is an entry of its own."""
        otherwise = run_otherwise(self.world, cls)
        construction = Construction(self, module, cls, budget)
        try:
            made = construction.piece
            self.settle(made, module, construction.body, budget, definite=False)
            for name in names:
                is_done = name not in otherwise and id(node_of(cls.namespace.get(name))) in self.reached
                if not made.gave_instance or is_done:
                    continue
                run: Callable[[Piece], object] = partial(construction.call, name)
                if name in otherwise:
                    run = partial(_run_otherwise, run, otherwise[name].node)
                key = key_of_method(cls, name)
                most = self.shares.most(key)
                piece = self.piece_of(module, key, most - made.used, run)
                body = partial(construct_and_call, cls=cls, name=name)
                piece.is_aside = bool(piece.record.findings) and self._is_aside(cls, name)
                record = without_findings(piece.record) if self._works_below(cls, name, piece) else None
                self.settle(piece, module, body, most, definite=False, record=record)
        finally:
            construction.undo()

    def _works_below(self, cls: ClassValue, name: str, piece: Piece) -> bool:
        """Whether a method that fails works on objects of a class below, which has put something in the place of what
        gives nothing: it is there for those."""
        if not piece.record.findings:
            return False
        empty = {name for base in cls.mro for name, method in base.namespace.items() if gives_nothing(method)}
        below = (one for _, one in self.own if one is not None and cls in one.mro[1:] and empty & one.namespace.keys())
        ran = [self.ran.get(key_of_method(one, name)) for one in below if name in run_otherwise(self.world, one)]
        return any(one is not None and not one.record.findings and not one.exceeded for one in ran)

    def _is_aside(self, cls: ClassValue, name: str) -> bool:
        """Whether others of the class call a method, and `forward` has not on the object that was made."""
        forward = self.ran.get(key_of_method(cls, "forward"))
        method = cls.lookup(name)
        if name == "forward" or forward is None or method is None:
            return False
        if id(node_of(method[0])) in forward.reads.entered:
            return False
        return any(
            other != name and name in self.world.use_of_self(method).mentioned
            for other, method in methods_of(self.world, cls)
        )

    def _run_declared(self, module: ModuleValue, key: Key, body: Body, budget: int) -> None:
        """A function that code reaches with definite arguments is still proved for all that it declares."""
        run = partial(self.run_alone, module, body, definite=False)
        piece = self.piece_of(module, key, budget, run)
        noted, record = piece.record, Record()
        record.findings = [finding for finding in noted.findings if finding.rule in DECLARED_RULES]
        record.preconditions = noted.preconditions
        self.settle(piece, module, body, budget, definite=False, record=record)

    def _run_given(self, module: ModuleValue, method: Value, key: Key, body: Body, budget: int) -> None:
        """Once more with a value for each parameter that declares a shape and has a default."""
        if declares_a_default(method):
            self._run_declared(module, (*key, "given"), partial(with_all_declared, body), budget)

    def machine_for(self, module: ModuleValue, realm: int, budget: int, definite: bool) -> Machine:
        machine = self.world.machine_for(module)
        machine.path = machine.path.anew(realm)
        machine.steps_left = budget
        machine.record = Record()
        machine.entering = DEFINITE if definite else self.entering
        if not definite:
            machine.path.prover.effort_left //= EFFORT_SHARE
        return machine

    def _run_entry(
        self, module: ModuleValue, key: Key, body: Body, budget: int, definite: bool = False
    ) -> None:
        """Runs one entry in a machine of its own and takes back what it wrote."""
        piece = self.piece_of(module, key, budget, partial(self.run_alone, module, body, definite=definite))
        self.settle(piece, module, body, budget, definite)

    def piece_of(self, module: ModuleValue, key: Key, most: int, run: Callable[[Piece], object]) -> Piece:
        """What the entry gave the last time, or gives now."""
        definite = key == MAIN
        left = self.shares.left_to_code() if definite else self.shares.left(key)
        piece = self.pieces.find(key, left)
        if piece is None:
            piece = Piece(most, _realm(module, key), min(most, left))
            with gathering(self.world, piece):
                run(piece)
            self.pieces.keep(key, piece)
            if definite:
                self.pieces.forget_made()
        self.ran[key] = piece
        if definite:
            self.shares.charge_code(piece.used)
        else:
            self.shares.charge(key, piece.used)
        if piece.exceeded:
            self.status = "budget"
        take_over(self.world, piece)
        return piece

    def run_alone(self, module: ModuleValue, body: Body, piece: Piece, definite: bool) -> None:
        machine = self.machine_for(module, piece.realm, piece.most, definite)
        mark, born = machine.store.mark(), machine.store.floor
        try:
            self.attempt(machine, body, piece)
        finally:
            if definite:
                piece.state, piece.defined = machine.store.own_writes(mark, born), machine.inner
            machine.store.undo(mark)

    def attempt(self, machine: Machine, body: Body, piece: Piece) -> Value:
        """Runs the body as far as it goes with the steps that are given; gives its value, None where it has none."""
        machine.steps_left, machine.inner = piece.given, {}
        uncertain = machine.uncertain
        try:
            machine.step()
            value = body(machine)
            if not machine.entering.is_definite:
                piece.inner = enter_inner(machine, lambda node: node not in piece.reads.entered)
            return value
        except PythonError as error:
            if error.finding is not None and machine.entering.is_definite:
                machine.record.findings.append(error.finding)
            note_end(machine, error)
        except EXHAUSTED:
            piece.exceeded = True
            if not machine.entering.is_definite:  # what code has met as it runs stays true
                machine.record.findings.clear()
            machine.record.cut_short()
        except (DeadPath, Unfollowed):
            pass
        finally:
            machine.uncertain = uncertain
            piece.used = piece.given - max(machine.steps_left, 0)
            piece.record, piece.hints = machine.record, machine.path.hints
            piece.used_defaults = machine.used_defaults
        return None

    def settle(
        self,
        piece: Piece,
        module: ModuleValue,
        body: Body,
        budget: int,
        definite: bool,
        record: Record | None = None,
    ) -> bool:
        """Takes over what a run has noted (or `record` of it): what is new, and no surer than it is. False if none of
        what is new says anything. Asking takes at most `budget` steps each time."""
        if record is None:
            self.taken_whole.add(id(piece))
        noted = piece.record if record is None else record
        new = findings = noted.findings if definite else [f for f in noted.findings if self._is_new(f)]
        if not definite:
            piece.ask_with(budget)
            machine = partial(self.machine_for, module, piece.realm, budget, definite=False)
            doubts = Doubts(self.world, piece, body, machine)
            findings, noted = doubts.borne_out(findings), doubts.comments(noted)
            self.asked += piece.asked
        if not definite and any(reveal[:2] in self.revealed for reveal in noted.reveals):
            noted = copy(noted)
            noted.reveals = [reveal for reveal in noted.reveals if reveal[:2] not in self.revealed]
        self._include(noted, piece.hints, findings)
        return bool(findings) or not new

    def _is_new(self, finding: Finding) -> bool:
        """A place at which a concrete call already failed is not reported again for an entry of our own."""
        place = finding.frames[:1]
        known = {one.rule for one in self.record.findings if one.frames[:1] == place}
        return finding.rule not in known and not (known and finding.rule in UNPROVED_RULES)


def _run_otherwise(run: Callable[[Piece], object], node: object, piece: Piece) -> None:
    """A method of a class above, on an object on which it does something else: on others it is still to be entered."""
    run(piece)
    piece.reached.discard(id(node))


def _realm(module: ModuleValue, key: Key) -> int:
    """The sizes of each entry are told apart: what one calls `b` is not what another one calls `n`."""
    names = [module.name, *(part for part in key if isinstance(part, str))]
    return 1 + crc32(" ".join(names).encode())


def _execute(machine: Machine, statements: tuple[ir.Statement, ...]) -> None:
    execute_block(machine, statements)
