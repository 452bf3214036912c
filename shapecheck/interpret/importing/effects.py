"""What modules do to each other when they run: a registry that is filled, a class that gets a method from outside.

A module's top-level code runs once in a session, but what it has written into what others made holds only for files
that import it: otherwise the result for one file would depend on which were analysed before it. So such writes are
taken back before the next file, and made again, in their order, when that file imports the module.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any, NamedTuple, TypeAlias

from shapecheck.values import ClassValue, ModuleValue, Store, held, put
from shapecheck.values.store import Place

_Old: TypeAlias = "tuple[Any, Any, bool, Any]"


class _Added(NamedTuple):
    """What was put behind the items of a list or set: others may have put theirs there before."""

    items: list[Any] | dict[Any, Any]


class _Write(NamedTuple):
    """A place of another's, and what it holds afterwards."""

    container: Any
    key: Any
    is_attribute: bool
    value: Any


class _Run:
    """A module whose top-level code is running: what it has imported and written, in that order."""

    def __init__(self, module: ModuleValue, store: Store) -> None:
        self.module = module
        self.store = store
        self.seen = 0
        """Entries of the trail that have been looked through."""
        self.imported: set[str] = set()
        self.actions: list[str | _Write] = []

    def owns(self, container: Any, is_attribute: bool) -> bool:
        """Whether a container is the module's own, as far as anybody knows: nobody has it without the module."""
        if isinstance(container, ClassValue):
            return container.module == self.module.name
        return container is self.module.namespace or self.store.is_own(container, is_attribute)


class Effects:
    """`kept_out`: identities of dicts that no module changes for others."""

    def __init__(self, kept_out: Set[int]) -> None:
        self._kept_out = kept_out
        self._owner: str | None = None
        self._present: dict[str, None] = {}
        """The modules that the file at hand has imported, in that order, each by whichever module it was first."""
        self._is_mixed = False
        """Whether code of the file itself had written to what others made before it imported one of them."""
        self._actions: dict[str, list[str | _Write]] = {}
        self._running: list[_Run] = []
        self._before: dict[Place, _Old] = {}
        """What the places held that the present modules have written, before they did."""
        self.turn = 0
        """Counts the files."""

    @property
    def is_running(self) -> bool:
        """Whether a module's top-level code is running."""
        return bool(self._running)

    @property
    def present(self) -> tuple[str, ...]:
        """The file at hand and the modules that it has imported, in that order."""
        return tuple(self._present)

    def begin(self, name: str) -> None:
        """The state in which the analysis of a module begins: it alone has run, and what it imports."""
        if self._owner == name:
            return
        if self._is_mixed or self._running or list(self._present) != self._brought_by(name):
            self._take_back()
            self.bring(name)
        self._owner = name
        self.turn += 1

    def forget(self, name: str) -> None:
        """The module will run again."""
        self._take_back()
        self.turn += 1
        self._actions.pop(name, None)

    def _take_back(self) -> None:
        for container, key, is_attribute, old in self._before.values():
            put(container, key, is_attribute, old)
        self._before.clear()
        self._present.clear()
        self._running.clear()  # of modules in which the analysis has crashed
        self._is_mixed = False
        self._owner = None

    # ---------------------------------------------------------------- runs

    def importing(self, name: str, store: Store) -> None:
        """Code that writes to this store is about to import a module, which may not have run."""
        if self._running:
            run = self._running[-1]
            if name not in run.imported:
                run.imported.add(name)
                self._look_through(run)
                run.actions.append(name)
        elif name not in self._present:
            for write in store.log:
                if write[0] is not store.doubts and not store.is_own(write[0], write[2]):
                    self._is_mixed = True
                    self._before.setdefault((id(write[0]), write[1]), write)

    def start(self, module: ModuleValue, store: Store) -> None:
        """A module runs for the first time."""
        self._present[module.name] = None
        self._running.append(_Run(module, store))

    def end(self) -> None:
        """The module that was started last has run."""
        run = self._running.pop()
        self._look_through(run)
        self._actions[run.module.name] = run.actions

    def _look_through(self, run: _Run) -> None:
        """Takes down what a module has written into what is not its own since the last time."""
        log = run.store.log
        written: dict[Place, _Old] = {}
        for write in log[run.seen :]:
            container, key, is_attribute, _ = write
            if container is run.store.doubts:
                continue
            if id(container) not in self._kept_out and not run.owns(container, is_attribute):
                written.setdefault((id(container), key), write)
        run.seen = len(log)
        for place, (container, key, is_attribute, old) in written.items():
            self._before.setdefault(place, (container, key, is_attribute, old))
            now = held(container, key, is_attribute)
            run.actions.append(_Write(container, key, is_attribute, _difference(old, now)))

    # ---------------------------------------------------------------- later files

    def _brought_by(self, name: str) -> list[str]:
        """The modules that `bring` would bring where none is present, in that order."""
        found: dict[str, None] = {}

        def visit(name: str) -> None:
            if name in found or name not in self._actions:
                return
            package = name.rpartition(".")[0]
            if package:
                visit(package)
            if name not in found:
                found[name] = None
                for action in self._actions[name]:
                    if type(action) is str and action not in found:
                        visit(action)

        visit(name)
        return list(found)

    def bring(self, name: str) -> bool:
        """What a module that has run did to others is done again, if the file at hand has not imported it before;
        gives whether anything was."""
        if name in self._present or name not in self._actions:
            return False
        package = name.rpartition(".")[0]
        is_done = bool(package) and self.bring(package)
        if name in self._present:  # the package imports it
            return is_done
        self._present[name] = None
        for action in self._actions[name]:
            if isinstance(action, str):
                is_done = self.bring(action) or is_done
            else:
                self._write(action)
                is_done = True
        return is_done

    def _write(self, write: _Write) -> None:
        container, key, is_attribute, value = write
        now = held(container, key, is_attribute)
        self._before.setdefault((id(container), key), (container, key, is_attribute, now))
        put(container, key, is_attribute, _together(now, value) if isinstance(value, _Added) else value)


def _difference(old: Any, now: Any) -> Any:
    """What was added to the old items of a list or set; the new value where it is anything else."""
    if isinstance(old, list) and isinstance(now, list):
        if len(now) >= len(old) and all(a is b for a, b in zip(old, now)):
            return _Added(now[len(old) :])
    elif isinstance(old, dict) and isinstance(now, dict) and old.keys() <= now.keys():
        return _Added({key: value for key, value in now.items() if key not in old})
    return now


def _together(now: Any, added: _Added) -> Any:
    if isinstance(now, list) and isinstance(added.items, list):
        return [*now, *added.items]
    if isinstance(now, dict) and isinstance(added.items, dict):
        return now | added.items
    return now  # what it holds is not known any more
