"""Results that are kept: the outcome of a file, with everything that it depends on.

An outcome may be used again if its file, the settings and shapecheck itself are the same, and so is what its analysis
read: the modules that ran (their text outside of functions), the bodies of functions that were entered, and where each
module was found or not. What a run over an unchanged tree needs for that is reading and hashing: no parser, no prover.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shapecheck.check.outcome import Outcome, Place, from_plain, to_plain
from shapecheck.check.places import CheckedFile, shown_path
from shapecheck.project.plan import Setting
from shapecheck.project.store import Store
from shapecheck.project.work import Kept
from shapecheck.source.files import PathFinder, content_of, digest, lines_of

if TYPE_CHECKING:
    from shapecheck.source.parts import Parts

_RESULT, _SHARED = "result", "shared"


class Results:
    """The results of earlier runs with one setting, checked against the files as they are now."""

    def __init__(self, store: Store, setting: Setting) -> None:
        self._store = store
        self._setting = setting
        self._key = _setting_key(setting)
        self._files = _Files([Path(folder) for folder in (*setting.roots, *setting.packages)], store)
        self._checked: dict[str, _Holds | None] = {}

    def find(self, file: CheckedFile) -> Outcome | None:
        """The outcome of the file, if it still is what an analysis would give."""
        data = self._store.get(_RESULT, *self._key_of(file))
        if data is None:
            return None
        own, direct, shared_key, plain = json.loads(data)
        if own != self._files.digest_of(str(file.path), file.data):
            return None
        shared = self._shared(shared_key)
        mine = None if shared is None else self._files.holds(direct, str(file.path))
        if shared is None or mine is None:
            return None
        outcome = from_plain(plain)
        changed = shared.changed | mine.changed
        if changed:
            shown = {shown_path(path) for path in changed}
            if any(place.path in shown for place in _places(outcome)):
                return None  # its lines may be others now
            self._put(file, own, mine.need, json.dumps(shared.need, sort_keys=True), plain)
        return outcome

    def keep(self, file: CheckedFile, outcome: Outcome, kept: Kept) -> None:
        """Keeps the outcome for the next run."""
        self._put(file, kept.own, kept.direct, kept.shared, to_plain(outcome))

    def _put(self, file: CheckedFile, own: str, direct: Any, shared: str, plain: Any) -> None:
        key = digest(shared.encode())
        if key not in self._checked:
            self._store.put(_SHARED, key.encode(), value=shared.encode())
            self._checked[key] = self._files.holds(json.loads(shared), "")
        value = json.dumps([own, direct, key, plain]).encode()
        self._store.put(_RESULT, *self._key_of(file), value=value)

    def _shared(self, key: str) -> _Holds | None:
        if key not in self._checked:
            data = self._store.get(_SHARED, key.encode())
            self._checked[key] = None if data is None else self._files.holds(json.loads(data), "")
        return self._checked[key]

    def _key_of(self, file: CheckedFile) -> tuple[bytes, ...]:
        entries = [entry[:-1] for entry in self._setting.entries if entry.shown == file.shown]
        place = json.dumps([str(file.path), file.shown, entries])
        return self._key, place.encode("utf-8", "surrogatepass")


class _Holds:
    """Something needed that still holds: `changed` are files that are others now without touching it, and `need`
    names them as they are now."""

    def __init__(self, need: Any, changed: frozenset[str]) -> None:
        self.need = need
        self.changed = changed


class _Files:
    """The files as they are now, each looked at once."""

    def __init__(self, path: list[Path], store: Store) -> None:
        self._finder = PathFinder(path)
        self._store = store
        self._digests: dict[str, str] = {}
        self._parts: dict[str, Parts | None] = {}

    def digest_of(self, path: str, data: bytes | None = None) -> str:
        """The digest of the file, or of what replaces it; of nothing if it cannot be read."""
        if data is not None:
            return digest(data)
        known = self._digests.get(path)
        if known is None:
            try:
                known = digest(_content(path))
            except IsADirectoryError:
                known = digest(content_of(Path(path)))
            except OSError:
                known = ""
            self._digests[path] = known
        return known

    def holds(self, need: Any, own: str) -> _Holds | None:
        """Whether it is all still there (see `interpret.reads.Need`); the file itself, `own`, is known to be."""
        files, bodies, lookups, texts = need
        if any(self.digest_of(path) != whole for path, whole in texts.items() if path != own):
            return None
        if any(self._found(name) != path for name, path in lookups.items()):
            return None
        changed = {path for path, (whole, _) in files.items() if path != own and self.digest_of(path) != whole}
        if not all(self._still(path, files[path][1], bodies.get(path, {})) for path in changed):
            return None
        now = dict(files)
        now.update({path: [self.digest_of(path), files[path][1]] for path in changed})
        return _Holds([now, bodies, lookups, texts], frozenset(changed))

    def _found(self, name: str) -> str | None:
        file = self._finder.find(name)
        return None if file is None else str(file)

    def _still(self, path: str, rest: str, bodies: Mapping[str, str]) -> bool:
        """Whether what a file says outside of functions is the same, and these functions are."""
        if path not in self._parts:
            self._parts[path] = self._parts_of(path)
        parts = self._parts[path]
        if parts is None or parts.rest != rest:
            return False
        return all(parts.digests.get(name) == known for name, known in bodies.items())

    def _parts_of(self, path: str) -> Parts | None:
        from shapecheck.project.sources import CachedParser
        from shapecheck.source import ir
        from shapecheck.source.parts import parts_of

        try:
            data = _content(path)
        except OSError:
            return None
        source = CachedParser(self._store)(data, path)
        return parts_of(source, lines_of(data)) if isinstance(source, ir.SourceFile) else None


def _content(path: str) -> bytes:
    with open(path, "rb") as stream:  # noqa: PTH123  (half the time of Path, for hundreds of files)
        return stream.read()


def _places(outcome: Outcome) -> Iterator[Place]:
    """All places that an outcome mentions."""
    for trouble in outcome.troubles:
        yield from trouble.frames
        for place, _ in trouble.notes:
            yield place
    for reveal in outcome.reveals:
        yield reveal.place
    for cause, _, _ in outcome.counts.causes:
        if cause is not None:
            yield cause


def _setting_key(setting: Setting) -> bytes:
    """Names everything that all results of the setting depend on."""
    plain = setting._replace(files=(), entries=(), cache="")
    stubs = [_tree(Path(folder)) for folder in setting.stubs]
    text = json.dumps([plain, stubs, os.getcwd(), _program()])  # noqa: PTH109
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


@cache
def _program() -> Any:
    """What names this program: its files, the Python that runs it, and the libraries that decide with it."""
    package = Path(__file__).parents[1]
    libraries = [importlib.util.find_spec(name) for name in ("libcst", "z3")]
    stamps = [_stamp(spec.origin) for spec in libraries if spec is not None and spec.origin is not None]
    stubs = importlib.util.find_spec("shapecheck_stubs")
    folders = [] if stubs is None else stubs.submodule_search_locations or []
    return [_tree(package), *(_tree(Path(folder)) for folder in folders), stamps, list(sys.version_info[:3])]


def _tree(folder: Path) -> list[Any]:
    """The files of a folder that hold code or rules, each with its size and time."""
    out = []
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        out += [_stamp(f"{here}/{name}") for name in sorted(names) if name.endswith((".py", ".pyi"))]
    return out


def _stamp(path: str) -> list[Any]:
    status = os.stat(path)  # noqa: PTH116
    return [path, status.st_size, status.st_mtime_ns]
