"""Modules that put another object in their place and load their names on demand.

The idiom: what a type checker is to see stands under `if TYPE_CHECKING:`, and its `else` assigns an object with a
`__getattr__` to `sys.modules[__name__]`. That object's code walks folders and tables; the imports for the type
checker say the same thing, so they are taken at their word, and each is followed when its name is first read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.importing import imports
from shapecheck.source import ir
from shapecheck.values import ModuleValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MARK = "TYPE_CHECKING"


def replaces_itself(node: ir.If) -> bool:
    """Whether this is the `if TYPE_CHECKING: ... else: sys.modules[__name__] = ...` of a lazy module."""
    return _for_type_checkers(node.test) and any(_puts_module(statement) for statement in node.orelse)


def declare(machine: Machine, body: Sequence[ir.Statement]) -> None:
    """The names that the imports in `body` bring, to be looked up when they are read."""
    into = machine.frame.scope.variables
    for node in _imports(body):
        if isinstance(node, ir.Import):
            imports.execute_import(machine, node)
            continue
        target = imports.absolute_name(machine, node)
        machine.world.reads.modules.add(target)  # whoever reads one of the names depends on it
        for alias in node.names:
            if alias.name == "*":
                machine.world.lazy_stars.setdefault(machine.frame.module.name, []).append(target)
            else:
                machine.store.set_item(into, alias.asname or alias.name, imports.LazyName(target, alias.name))


def told_type_checkers(machine: Machine, module: ModuleValue, node: ir.Expression) -> Value:
    """What a name stands for that the module imports for type checkers alone; None if it does not. What comes from
    elsewhere is not followed."""
    if module.file is None or not isinstance(node, ir.Name):
        return None
    source = machine.world.files.source(module.file)
    if not isinstance(source, ir.SourceFile):
        return None
    blocks = [one.body for one in source.body if isinstance(one, ir.If) and _for_type_checkers(one.test)]
    for statement in (one for body in blocks for one in _imports(body) if isinstance(one, ir.ImportFrom)):
        for alias in statement.names:
            if (alias.asname or alias.name) == node.id:
                target = imports.absolute(module, statement.level, statement.module)
                found = machine.world.find_module(target)
                if found is not None and machine.world.is_of_project(found):
                    return imports.resolved(machine, {node.id: imports.LazyName(target, alias.name)}, node.id)
                is_tensor = "tensor" in alias.name.lower() or "array" in alias.name.lower()
                return None if is_tensor else machine.unknown(f"{alias.name}, which only type checkers import")
    return None


def from_lazy_stars(machine: Machine, module: ModuleValue, name: str) -> tuple[Value] | None:
    """A name that a `from x import *` for type checkers offers: only files that define it are run."""
    for target in machine.world.lazy_stars.get(module.name, ()):
        source = _offering(machine, target, name, set())
        if source is None or source.file is None:
            continue
        machine.world.run_module(source, machine)
        if name not in machine.world.outline(source.file).names:
            found = from_lazy_stars(machine, source, name)
            if found is not None:
                return found
        elif name in source.namespace and name in imports.public_names(machine, source):
            return (imports.resolved(machine, source.namespace, name),)
    return None


def _offering(machine: Machine, target: str, name: str, seen: set[str]) -> ModuleValue | None:
    """The module if its text defines the name, or if it is a lazy one and what it imports with a `*` may do so."""
    module = None if target in seen else machine.world.find_module(target)
    if module is None or module.file is None:
        return None
    seen.add(target)
    outline = machine.world.outline(module.file)
    if name in outline.names:
        return module
    inner = (imports.absolute(module, *star) for star in outline.stars) if outline.is_lazy else ()
    return module if any(_offering(machine, one, name, seen) for one in inner) else None


def _for_type_checkers(test: ir.Expression) -> bool:
    if isinstance(test, ir.BoolOp):
        return test.op == "or" and any(map(_for_type_checkers, test.values))
    return (isinstance(test, ir.Name) and test.id == MARK) or (
        isinstance(test, ir.Attribute) and test.attr == MARK
    )


def _puts_module(statement: ir.Statement) -> bool:
    """`sys.modules[...] = ...`"""
    if not isinstance(statement, ir.Assign):
        return False
    target = statement.targets[0]
    return (
        isinstance(target, ir.Subscript)
        and isinstance(target.value, ir.Attribute)
        and target.value.attr == "modules"
        and isinstance(target.value.value, ir.Name)
        and target.value.value.id == "sys"
    )


def _imports(body: Sequence[ir.Statement]) -> Iterator[ir.Import | ir.ImportFrom]:
    """The imports of a block where all that it depends on is installed: not those of handlers."""
    for node in body:
        if isinstance(node, (ir.Import, ir.ImportFrom)):
            yield node
        elif isinstance(node, (ir.If, ir.Try)):
            yield from _imports(node.body)
            yield from _imports(node.orelse)
