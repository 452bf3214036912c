"""A session that follows texts while they are typed: what an edit does not touch is not analysed again.

If the body of a function has changed, and no code at the top of a module has entered it, the function gets its new
body, and the pieces that entered it are run again. If anything else in a file has changed, its module is run again in
place, and all of its entries. Where other modules hold what the old module defined, the result may then lack what they
do with it (`is_exact`): `renewed`, which runs all modules again but reads no file that it knows, is the remedy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import NamedTuple

from shapecheck.interpret.entries.changes import WALKS
from shapecheck.interpret.entries.pieces import HastyPieces, NeverEntered, Pieces
from shapecheck.interpret.entries.run import Entries
from shapecheck.interpret.entries.views import Views
from shapecheck.interpret.files import Reader
from shapecheck.interpret.language.assigned_later import CONSTRUCTORS
from shapecheck.interpret.methods import defined_methods, is_left_open
from shapecheck.interpret.reads import Reads
from shapecheck.interpret.record import Record
from shapecheck.interpret.session import Analysis, Session, in_deep_stack
from shapecheck.interpret.signals import Superseded
from shapecheck.interpret.world import never
from shapecheck.source import ir
from shapecheck.source.files import digest
from shapecheck.source.live import LiveSource, Replaced
from shapecheck.source.walking import nodes_in, use_of_self
from shapecheck.values import ClassValue, FunctionValue, ModuleValue


def ignored(analysis: Analysis) -> None:
    """Nobody waits for what is found first."""


class Document(NamedTuple):
    """A file that is being edited; reports call it by its absolute path."""

    file: FilePath
    source: LiveSource
    pieces: Pieces

    @property
    def shown(self) -> str:
        return str(self.file)


class Memory:
    """Reads files for one session after the other; the last content of each file is parsed once."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self._known: dict[str, tuple[str, ir.SourceFile | ir.SyntaxProblem]] = {}

    def __call__(self, data: bytes | str, path: str) -> ir.SourceFile | ir.SyntaxProblem:
        raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        name = digest(raw)
        known = self._known.get(path)
        if known is None or known[0] != name:
            known = self._known[path] = name, self._read(data, path)
        return known[1]


class Editing:
    """Follows documents; `make` gives a session with nothing in it."""

    def __init__(self, make: Callable[[], Session]) -> None:
        self._make = make
        self.session = make()
        self.session.world.follows_edits = self.session.world.lasts = True
        self.documents: dict[FilePath, Document] = {}
        self._edited: dict[FilePath, str] = {}
        """The function or class of a document that was edited last."""
        self.is_exact = True
        """Whether every result is what a new session would give."""

    def renewed(self, is_superseded: Callable[[], bool]) -> Editing:
        """The same documents, in a session that has run everything as it is now. Raises Superseded."""
        new = Editing(self._make)
        world = new.session.world
        for document in self.documents.values():
            new._take(Document(document.file, document.source, Pieces()))
        world.lasts, world.is_superseded = False, is_superseded
        for document in new.documents.values():
            if document.source.problem is None:
                new.analyze(document.file, is_superseded)
        world.lasts = True
        return new

    # ---------------------------------------------------------------- texts

    def set_text(self, file: FilePath, text: str) -> None:
        """The text of a document from here on; what depends on the old one is dropped."""
        document = self.documents.get(file)
        if document is None:
            self._open(file, text)
            return
        before = document.source.file
        change = document.source.update(text)
        if document.source.problem is not None or document.source.file is before:
            return
        if not isinstance(change, Replaced) or not self._put(document, change):
            self._provide(document)
            self._forget(document)
        self._drop(before, document.source.file)

    def close(self, file: FilePath) -> None:
        """The document is not edited any more: what is on disk counts again."""
        document = self.documents.get(file)
        if document is None:
            return
        try:
            text = file.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            self.is_exact = False
        else:
            self.set_text(file, text)
            self.is_exact = self.is_exact and document.source.problem is None
            if not document.source.is_untouched:  # nobody knows any more where its lines are
                document = Document(file, LiveSource(text, document.shown), Pieces())
                self._provide(document)
                self._forget(document)
        del self.documents[file]
        self.session.world.watched.discard(document.shown)

    def knows(self, file: FilePath) -> bool:
        """Whether what was analysed has read the file."""
        return str(file) in self.session.world.files.sources

    def has_looked_at(self, file: FilePath) -> bool:
        """Whether what was run has looked for the file, or through the files of its folder."""
        world = self.session.world
        pieces = (reads for document in self.documents.values() for reads in document.pieces.reads())
        places = {str(file), str(file.parent)}
        return any(not places.isdisjoint(reads.texts) for reads in (*world.reads_by.values(), *pieces))

    def _open(self, file: FilePath, text: str) -> None:
        """A file that others have imported keeps its tree if the text is the one on disk."""
        world, shown = self.session.world, str(file)
        known = world.files.sources.get(shown)
        is_same = world.files.digests.get(shown) == digest(text.encode("utf-8", "surrogatepass"))
        if known is not None and is_same and isinstance(known, ir.SourceFile):
            self._take(Document(file, LiveSource(text, shown, known), Pieces()))
            return
        document = Document(file, LiveSource(text, shown), Pieces())
        self._take(document)
        if known is not None:
            self._forget(document)

    def _take(self, document: Document) -> None:
        self.documents[document.file] = document
        self.session.world.watched.add(document.shown)
        self._provide(document)

    def _provide(self, document: Document) -> None:
        source = document.source
        data = source.text.encode("utf-8", "surrogatepass")
        self.session.world.files.add_edited(document.file, document.shown, source.file, source.lines, data)

    def _put(self, document: Document, change: Replaced) -> bool:
        """Gives the functions of the old node the new one; False if the module has to run again."""
        world, old = self.session.world, id(change.old)
        is_affected = _readers_of(change)
        if any(map(is_affected, world.reads_by.values())):
            return False
        is_looked_at = any(document.shown in reads.texts for reads in world.reads_by.values())
        outline = world.outline(document.shown)
        self._provide(document)
        if is_looked_at and outline != world.outline(document.shown):
            return False
        functions: list[FunctionValue] = world.definitions.pop(old, [])
        for function in functions:
            function.node = change.new
        world.definitions[id(change.new)] = functions
        world.documenting.clear()
        for other in self.documents.values():
            other.pieces.forget(is_affected)
        self._edited[document.file] = document.source.edited
        return True

    def _drop(self, before: ir.SourceFile | None, after: ir.SourceFile | None) -> None:
        """Lets go of what is known of functions that are not there any more: an editor runs for days."""
        old = {} if before is None else {id(statement): statement for statement in before.body}
        new = {} if after is None else {id(statement): statement for statement in after.body}
        gone = {id(node): node for number in old.keys() - new.keys() for node in _functions_in(old[number])}
        for number in new.keys() - old.keys():
            for node in _functions_in(new[number]):
                gone.pop(id(node), None)
        for number, node in gone.items():
            self.session.world.followed.pop(number, None)
            self.session.world.uses_of_self.pop(number, None)
            self.session.world.memory.drop(node)

    def _forget(self, document: Document) -> None:
        """Drops what the module of the document has given."""
        world = self.session.world
        module: ModuleValue = world.module_for_file(document.file, document.shown)
        readers = {name for name, reads in world.reads_by.items() if module.name in reads.modules}
        if readers - {module.name} or document.file.name == "__init__.py":
            self.is_exact = False
        world.forget_module(module)
        for other in self.documents.values():
            other.pieces.clear()

    # ---------------------------------------------------------------- analysis

    def analyze(
        self, file: FilePath, is_superseded: Callable[[], bool] = never, found: Callable[[Analysis], None] = ignored
    ) -> Analysis:
        """Everything about a document; spans have the numbers of its source. If all has been found that is to be
        reported, and only shapes are still to come, `found` is told. Raises Superseded."""
        document = self.documents[file]
        analysis = in_deep_stack(lambda: self._analyze(document, is_superseded, found))
        document.source.forget_heirs()
        self._edited.pop(file, None)
        return analysis

    def hasty(self, file: FilePath) -> Analysis | None:
        """What can be said of a document while it is analysed: where an entry has not been run yet, what it gave the
        last time. None if nothing can. It runs nothing, so it may be asked for from inside of an analysis."""
        document, world = self.documents[file], self.session.world
        if not world.has_run(world.module_for_file(file, document.shown)):
            return None
        outside = world.reads, world.reached, world.made, world.is_superseded
        try:
            world.reads, world.is_superseded = Reads(), never
            return self._run(document, HastyPieces(document.pieces), ignored)
        except NeverEntered:
            return None
        finally:
            world.reads, world.reached, world.made, world.is_superseded = outside

    def _analyze(
        self, document: Document, is_superseded: Callable[[], bool], found: Callable[[Analysis], None]
    ) -> Analysis:
        if document.source.problem is not None:
            lines = tuple(document.source.lines)
            return Analysis("syntax-error", Record(), {}, None, document.source.problem, lines)
        world = self.session.world
        world.reads, world.is_superseded = Reads(), is_superseded
        world.begin(document.file, document.shown)
        try:
            return self._run(document, document.pieces, found)
        finally:
            world.is_superseded = never

    def _run(self, document: Document, pieces: Pieces, found: Callable[[Analysis], None]) -> Analysis:
        file, source = document.file, document.source
        entries = Entries(self.session.world, file, document.shown, source.file, self.session.budget, pieces)

        def analysis(status: str) -> Analysis:
            entries.record.shapes = entries.sightings.all()
            return Analysis(status, entries.record, entries.hints, source.file, None, tuple(source.lines))

        try:
            status = entries.run(self._edited.get(file))
            Views(entries, lambda: found(analysis(status))).add()
            pieces.settle()
            entries.sightings.forget_others()
        except Exception as error:
            entries.record.crashes.append(f"{type(error).__name__}: {error}")
            status = "internal-error"
            pieces.clear()
        return analysis(status)


def _readers_of(change: Replaced) -> Callable[[Reads], bool]:
    """Whether what has been read is not as it was: the function was entered, or is a method that was looked at and
    shows something else now."""
    old, nodes = id(change.old), (change.old, change.new)
    defines: dict[ClassValue, bool] = {}

    def is_defined_by(cls: ClassValue) -> bool:
        if cls not in defines:
            defines[cls] = any(one is node for _, _, one in defined_methods(cls) for node in nodes)
        return defines[cls]

    if _shows(change.old) == _shows(change.new):
        return lambda reads: old in reads.entered
    return lambda reads: old in reads.entered or any(map(is_defined_by, reads.looked_at))


def _shows(method: ir.FunctionDef) -> tuple[object, ...]:
    """What those see of a method who do not enter it. Which others it calls matters of a constructor."""
    use = use_of_self(method)
    mentioned = use.mentioned if method.name in CONSTRUCTORS else use.mentioned & WALKS
    return use.assigned, use.counted, use.filled, mentioned, is_left_open(method)


def _functions_in(statement: ir.Statement) -> Iterator[object]:
    return (node for node in nodes_in(statement) if isinstance(node, (ir.FunctionDef, ir.Lambda)))


__all__ = ["Document", "Editing", "Memory", "Superseded"]
