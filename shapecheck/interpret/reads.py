"""What an analysis has read: everything that its result depends on beside its own file and the settings.

Each module's own top-level code is run once, for whoever imports it first, so what it reads is noted under its own
name; a reader of the module depends on that as well (`closure`). Functions are noted when they are entered, and
classes when their methods are looked at: the text of any other function does not matter to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from shapecheck.interpret.methods import defined_methods
from shapecheck.source import ir
from shapecheck.source.parts import Parts, parts_of

if TYPE_CHECKING:
    from shapecheck.interpret.world import World
    from shapecheck.values import ClassValue


class Reads:
    """What one module's top-level code, or the analysis of one file, has read itself."""

    __slots__ = ("entered", "looked_at", "lookups", "modules", "texts")

    def __init__(self) -> None:
        self.modules: set[str] = set()
        """Modules that were found, or at least looked for."""
        self.lookups: dict[str, str | None] = {}
        """Names of modules -> the file or folder that was found on the search path; None: nothing."""
        self.entered: dict[int, tuple[str, ir.FunctionDef | ir.Lambda]] = {}
        """Functions that were entered, by the identity of the node: the shown path of the file, and the node."""
        self.looked_at: set[ClassValue] = set()
        """Classes whose methods were looked at: what they do with their object, be they entered or not."""
        self.texts: set[str] = set()
        """Files (by shown path) whose whole text was looked at."""


def add_reads(into: Reads, reads: Reads) -> None:
    """All that has been read, together."""
    into.modules |= reads.modules
    into.lookups.update(reads.lookups)
    into.entered.update(reads.entered)
    into.looked_at |= reads.looked_at
    into.texts |= reads.texts


def closure(start: Iterable[str], by_module: Mapping[str, Reads]) -> frozenset[str]:
    """All modules that have run and that reading these ones depends on: packages around them, what they import."""
    found: set[str] = set()
    pending = list(start)
    while pending:
        name = pending.pop()
        while name and name not in found:
            if name in by_module:
                found.add(name)
                pending.extend(by_module[name].modules)
            name = name.rpartition(".")[0]
    return frozenset(found)


class Need(NamedTuple):
    """What has to stay as it is for a result to stay right; files by absolute path.

    `files`: digests of the whole file and of its rest without functions, of modules that were run. `bodies`:
    digests of functions that were entered, and of methods that were looked at. `lookups`: where modules were found.
    `texts`: digests of files that were read as text.
    """

    files: dict[str, tuple[str, str]]
    bodies: dict[str, dict[str, str]]
    lookups: dict[str, str | None]
    texts: dict[str, str]


class Dependencies(NamedTuple):
    """What the analysis of one file needs: `own` is the digest of the file, `direct` what it read itself, `shared`
    what the modules need that it depends on (the same object for files that depend on the same ones)."""

    own: str
    direct: Need
    shared: Need


class Changed(Exception):
    """A file is not any more what was analysed: nothing can be said of what the result depends on."""


class Bookkeeper:
    """Sums up what the analyses of a session have read."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._parts: dict[str, tuple[str, Parts | None]] = {}
        self._shared: dict[frozenset[str], Need] = {}

    def dependencies(self, shown: str, module: str) -> Dependencies:
        """What the analysis that was just made depends on. Raises Changed."""
        world = self._world
        names = closure([*world.reads.modules, module], world.reads_by)
        shared = self._shared.get(names)
        if shared is None:
            shared = self._shared[names] = self._need([world.reads_by[name] for name in sorted(names)], names)
        own, _ = self._parts_of(shown)
        return Dependencies(own, self._need([world.reads], frozenset()), shared)

    def _need(self, reads: Iterable[Reads], names: frozenset[str]) -> Need:
        need = Need({}, {}, {}, {})
        for name in sorted(names):
            self._add_file(need, self._world.modules[name].file)
        for one in reads:
            need.lookups.update(sorted(one.lookups.items(), key=lambda pair: pair[0]))
            for shown, node in one.entered.values():
                self._add_body(need, shown, node)
            for cls in one.looked_at:
                for _, function, node in defined_methods(cls):
                    self._add_body(need, self._world.module_of(function.module).file or "", node)
            for shown in one.texts:
                need.texts[self._path(shown)] = self._parts_of(shown)[0]
        return need

    def _add_file(self, need: Need, shown: str | None) -> None:
        if shown is not None:
            whole, parts = self._parts_of(shown)
            need.files[self._path(shown)] = (whole, whole if parts is None else parts.rest)

    def _add_body(self, need: Need, shown: str, node: ir.FunctionDef | ir.Lambda) -> None:
        _, parts = self._parts_of(shown)
        line = node.body[0].span.line if isinstance(node, ir.FunctionDef) else node.span.line
        name = None if parts is None else parts.body_at(line)
        if parts is not None and name is not None:
            need.bodies.setdefault(self._path(shown), {})[name] = parts.digests[name]
            self._add_file(need, shown)

    def _path(self, shown: str) -> str:
        return str(self._world.files.by_shown.get(shown) or shown)

    def _parts_of(self, shown: str) -> tuple[str, Parts | None]:
        known = self._parts.get(shown)
        if known is None:
            world = self._world
            digest = world.files.digest_of(shown)
            if world.files.digests.get(shown, digest) != digest:
                raise Changed(shown)
            files = world.files
            source = files.source(shown) if shown in files.digests else None
            known = digest, parts_of(source, files.source_lines(shown)) if isinstance(source, ir.SourceFile) else None
            self._parts[shown] = known
        return known
