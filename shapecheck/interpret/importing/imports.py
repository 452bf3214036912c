"""Imports: modules are found on the search path, and run when something of them is first needed.

Inside of one package and of the project imports run at once, as Python does (registries are filled by
them); a module of another package runs when a name of it is first read, so that a heavy dependency costs
nothing unless used.
"""

from __future__ import annotations

import sys
from itertools import chain
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.tables import Lazy
from shapecheck.interpret.importing import stub_packages
from shapecheck.interpret.language import branches
from shapecheck.interpret.language.escapes import escape
from shapecheck.interpret.signals import Flow, PythonError
from shapecheck.source import ir
from shapecheck.values import NOT_FOUND, ClassValue, DictValue, ModuleValue, NamespaceValue, Unknown, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

LISTED = "torch.nn.modules."
"""Every layer that a module below it defines has a stub: what that lists is all that anybody looks for in it."""
REPLACED = frozenset({
    "abs", "all", "any", "bool", "bytes", "complex", "divmod", "filter", "float", "hash", "input", "int", "max", "min",
    "open", "pow", "print", "round", "slice", "str", "sum",
})  # fmt: skip
"""Built-ins that packages offer under the same name, as NumPy does; nobody's star import brings another `super`."""
REPLACED_BY_PYTHON = {"math": {"pow"}, "cmath": {"pow"}, "os": {"open"}, "io": {"open"}, "codecs": {"open"}}
"""Those that `from module import *` brings from Python's own modules; others of these bring none."""


class LazyName:
    """`from module import name` of another package, looked up when it is read.

    Every file that reads it looks it up for itself, since what running the module does to others is done for it alone.
    """

    __slots__ = ("found", "module", "name", "turn")

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name
        self.turn = -1
        """In the analysis of which file it was found last."""
        self.found: Value = None


LAZY = frozenset({LazyName, Lazy})
"""Kinds of values that stand for another one until a name is read."""


def execute_import(machine: Machine, node: ir.Import) -> Flow:
    """`import a.b.c as d`"""
    from shapecheck.interpret.language import names

    for alias in node.names:
        machine.frame.span = alias.span
        module = import_module(machine, alias.name)
        if isinstance(module, ModuleValue) and _is_near(machine, module):
            machine.world.run_module(module, machine)
        if alias.asname is None:
            top = alias.name.partition(".")[0]
            names.store(machine, top, import_module(machine, top))
        else:
            names.store(machine, alias.asname, _as_attribute(machine, alias.name, module))
    return None


def _as_attribute(machine: Machine, name: str, module: Value) -> Value:
    """What `import a.b as c` binds: the attribute of `a`, which may be a function that is called as the module is."""
    above, _, last = name.rpartition(".")
    package = machine.world.find_module(above) if above else None
    if not isinstance(module, ModuleValue) or package is None or package.loader is None:
        return module
    value = package.loader(last)
    return module if isinstance(value, Unknown) else value


def execute_import_from(machine: Machine, node: ir.ImportFrom) -> Flow:
    """`from .a import b, c as d`; `from a import *`"""
    from shapecheck.interpret.language import names

    target = absolute_name(machine, node)
    machine.frame.span = node.span
    for alias in node.names:
        if alias.name == "*":
            _import_star(machine, target)
        else:
            names.store(machine, alias.asname or alias.name, _named(machine, target, alias.name))
            module = machine.world.modules.get(target)
            if module is not None and alias.name in module.stand_ins:
                machine.frame.module.stand_ins.add(alias.asname or alias.name)
    return None


def absolute_name(machine: Machine, node: ir.ImportFrom) -> str:
    """The dotted name of the module that a (relative) import means."""
    return absolute(machine.frame.module, node.level, node.module)


def absolute(module: ModuleValue, level: int, name: str) -> str:
    """The same of so many dots and a name, in that module."""
    if not level:
        return name
    parts = module.name.split(".")
    if not (module.file or "").endswith("__init__.py") or parts[-1] == "__init__":
        parts = parts[:-1]
    parts = parts[: len(parts) - (level - 1)]
    return ".".join([*parts, name] if name else parts)


def import_module(machine: Machine, name: str) -> Value:
    """The module, not necessarily run; an ImportError where a handler waits for it, else an unknown."""
    module = machine.world.find_module(name)
    if module is not None:
        return module
    top = name.partition(".")[0]
    if machine.world.is_alone:
        _fail_perhaps(machine, top)
    elif machine.world.is_missing(name):
        machine.record.unresolved_imports.add(top)
        if _in_undecided_branch(machine) and not machine.trusts_imports:
            machine.lacks_branches = True
            raise machine.missing_import(_not_found(top))
        machine.fail_import(_not_found(top))
    return machine.unknown(f"{NOT_FOUND}{name}")


def _in_undecided_branch(machine: Machine) -> bool:
    """Whether a function imports in a branch of its own that may not be taken, or a module in one that has an `else`:
    if the package is not there, it is the branch for those who have it."""
    return (machine.frame.function is not None or machine.frame.alternatives > 0) and machine.is_in_open_branch


def _not_found(top: str) -> str:
    return f"No module named '{top}'"


def _fail_perhaps(machine: Machine, top: str) -> None:
    """Where a handler waits for it, both may happen."""
    if not machine.regions_that_catch():
        return

    def fails() -> Flow:
        raise machine.missing_import(_not_found(top))

    branches.run_sides(machine, [fails, lambda: None], None)


def _named(machine: Machine, target: str, name: str) -> Value:
    module = import_module(machine, target)
    if not isinstance(module, ModuleValue):
        return module
    if _is_near(machine, module) or not machine.world.is_source(module) or machine.regions_that_catch():
        return _attribute_or_submodule(machine, module, name)
    lazy: Any = LazyName(target, name)  # stands for the value until the name is read, and is seen by no one else
    value: Value = lazy
    return value


def _is_near(machine: Machine, module: ModuleValue) -> bool:
    """Code of the project and of the importing package runs at once."""
    same_package = module.name.partition(".")[0] == machine.frame.module.name.partition(".")[0]
    return same_package or machine.world.is_of_project(module)


def _attribute_or_submodule(machine: Machine, module: ModuleValue, name: str) -> Value:
    machine.world.run_module(module, machine)
    if name in module.namespace:
        return resolved(machine, module.namespace, name)
    star = _from_stars(machine, module, name)
    if star is not None:
        return star[0]
    if module.loader is not None:
        return module_attribute(machine, module, name, "ImportError")
    submodule = machine.world.find_module(f"{module.name}.{name}")
    if submodule is not None:
        if _is_near(machine, submodule):
            machine.world.run_module(submodule, machine)  # for what running it does, perhaps: it may register classes
        return submodule
    return module_attribute(machine, module, name, "ImportError")


def resolved(machine: Machine, namespace: dict[str, Any], name: str) -> Value:
    """The value of a name, looking up what was imported lazily."""
    value = namespace[name]
    if type(value) is LazyName:
        return _looked_up(machine, value)
    if type(value) is Lazy:
        return value.make(machine)
    plain: Value = value
    return plain


def _looked_up(machine: Machine, lazy: LazyName) -> Value:
    effects = machine.world.effects
    if lazy.turn != effects.turn or effects.is_running:  # a module that runs has to be seen to import it
        found = import_module(machine, lazy.module)
        if isinstance(found, ModuleValue):
            found = _attribute_or_submodule(machine, found, lazy.name)
        lazy.found = found
        lazy.turn = effects.turn
    return lazy.found


def _import_star(machine: Machine, target: str) -> None:
    module = import_module(machine, target)
    if not isinstance(module, ModuleValue):
        machine.frame.module.is_complete = False
        return
    machine.world.run_module(module, machine)
    into = machine.frame.scope.variables
    public = public_names(machine, module)
    for name in public:
        machine.store.set_item(into, name, module.namespace[name])
    if module.loader is not None or not module.is_complete:
        machine.world.star_imports.setdefault(machine.frame.module.name, []).append(module)


def import_by_name(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """importlib.import_module(name, package)"""
    given = dict(zip(("name", "package"), args)) | kwargs
    name, package = given.get("name"), given.get("package")
    if not isinstance(name, str) or (name.startswith(".") and not isinstance(package, str)):
        _run_any_module(machine)
        return machine.unknown("an import by a name that is not known")
    level = len(name) - len(name.lstrip("."))
    if level:
        above = str(package).split(".")
        name = ".".join([*above[: len(above) - level + 1], name[level:]])
    module = import_module(machine, name)
    if isinstance(module, ModuleValue):
        machine.world.run_module(module, machine)
    return module


def _run_any_module(machine: Machine) -> None:
    """A module of which nobody knows the name runs: it may register itself in what the importing modules name."""
    modules = {id(frame.module): frame.module for frame in machine.stack}
    named = [value for module in modules.values() for value in list(module.namespace.values())]
    classes = [value.namespace.values() for value in named if isinstance(value, ClassValue)]
    escape(machine, chain(named, *classes))


def public_names(machine: Machine, module: ModuleValue) -> list[str]:
    """What `from module import *` brings: `__all__`, else the names without an underscore. An `__all__` that is not
    known lists no modules: nobody offers what he has imported himself."""
    declared = module.namespace.get("__all__")
    items = machine.iterate(declared) if declared is not None else None
    if items is not None and all(isinstance(item, str) for item in items):
        return [str(item) for item in items if item in module.namespace]
    names = [name for name in module.namespace if not name.startswith("_")]
    if declared is None:
        return names
    return [name for name in names if not isinstance(module.namespace[name], ModuleValue)]


def from_star_imports(machine: Machine, module: ModuleValue, name: str) -> tuple[Value] | None:
    """A name that came with `from torch import *`, of a module whose names are not listed: the last one that has it
    wins. Where none is known to, it may come from one that is not known itself."""
    sources = machine.world.star_imports.get(module.name, ())
    for source in reversed(sources):
        found = None if source.loader is None else source.loader(name)
        if source.loader is not None and not isinstance(found, Unknown):
            return (found,)
    for source in sources:
        if source.loader is None and (_may_replace(source, name) or machine.world.builtin(name) is None):
            return (machine.unknown(f"the name {name} may come from {source.name}"),)
    return None


def _may_replace(source: ModuleValue, name: str) -> bool:
    """Whether `from source import *` may bring another built-in of that name."""
    if source.name.partition(".")[0] in sys.stdlib_module_names:
        return name in REPLACED_BY_PYTHON.get(source.name, ())
    return name in REPLACED


def _from_stars(machine: Machine, module: ModuleValue, name: str) -> tuple[Value] | None:
    """A name of a module, as others see it, that came with a `*`."""
    from shapecheck.interpret.importing.lazy_modules import from_lazy_stars

    return from_star_imports(machine, module, name) or from_lazy_stars(machine, module, name)


def module_attribute(machine: Machine, module: ModuleValue, name: str, error: str = "AttributeError") -> Value:
    """module.name: a global, a name of a stub, a submodule; else unknown, or the error that a handler waits for."""
    machine.world.run_module(module, machine)
    if name in module.namespace:
        return resolved(machine, module.namespace, name)
    if name == "__dict__":
        return names_of(machine, module)
    if module.loader is not None:
        value = module.loader(name)
        if isinstance(value, Unknown) and machine.regions_that_catch() and module.is_complete:
            raise machine.error(error, f"the module {module.name} has no {name}")
        if isinstance(value, Unknown) and machine.world.is_not_installed(module.name):
            machine.record.unresolved_imports.add(module.name.partition(".")[0])
        return value
    star = _from_stars(machine, module, name)
    if star is not None:
        return star[0]
    submodule = machine.world.find_module(f"{module.name}.{name}")
    getter = module.namespace.get("__getattr__")
    if getter is not None:
        return _computed(machine, getter, name, submodule)
    if submodule is not None:
        return submodule
    if name == "__name__":
        return module.name
    if name == "__file__":
        return module.file
    if machine.regions_that_catch() and module.is_complete and machine.world.has_run(module):
        raise machine.error(error, f"the module {module.name} has no {name}")
    if not machine.world.is_source(module):
        return machine.unknown(f"the module {module.name} is not followed")
    return machine.unknown(f"no name {name} was found in the module {module.name}")


def _computed(machine: Machine, getter: Value, name: str, submodule: ModuleValue | None) -> Value:
    """What a module's `__getattr__` gives for a name. Where it knows none (it fails, or falls off its end) and there is
    a submodule of that name, that has been imported, or the code would fail here: Python never asks `__getattr__` for
    it."""
    if submodule is None:
        return machine.call(getter, [name], {})
    try:
        value = machine.call(getter, [name], {})
    except PythonError:
        return submodule
    return submodule if value is None or isinstance(value, Unknown) else value


def names_of(machine: Machine, module: ModuleValue) -> DictValue:
    """`module.__dict__`: a dict that shares its entries with the module, so that writes are seen by both."""
    machine.world.run_module(module, machine)
    if module.loader is not None and module.name.startswith(LISTED):
        names = [name for name in machine.world.registry.names(module.name) if not name.startswith("_")]
        if names:
            return DictValue({name: module.loader(name) for name in names})
    is_listed = module.is_complete and module.loader is None and module.name not in machine.world.star_imports
    made: list[object] = list(module.namespace.values())
    if is_listed and not any(type(value) in LAZY for value in made):
        return DictValue(module.namespace)
    return NamespaceValue(module)


def module_has(machine: Machine, module: ModuleValue, name: str) -> bool | None:
    """hasattr(module, name)"""
    machine.world.run_module(module, machine)
    if name in module.namespace:
        return True
    listed = stub_packages.LISTED.get(module.name)
    if listed is not None:
        return name in listed
    if module.loader is not None:
        return True if not isinstance(module.loader(name), Unknown) else None
    star = _from_stars(machine, module, name)
    if star is not None:
        return None if isinstance(star[0], Unknown) else True
    if module.name in machine.world.lazy_stars or "__getattr__" in module.namespace:
        return None
    return False if module.is_complete and machine.world.find_module(f"{module.name}.{name}") is None else None
