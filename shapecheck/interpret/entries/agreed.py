"""What a parameter without an annotation is by the name that it has: `config`, which the class or the module annotates.

A name means the same throughout a module, as a rule; of configurations that is taken for granted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from shapecheck.interpret.entries import annotated, records
from shapecheck.interpret.machine import Machine
from shapecheck.source import ir
from shapecheck.source.walking import blocks_of, last_name, once_per_node
from shapecheck.values import FunctionValue, TypeExpression


def annotation_by_name(machine: Machine, function: FunctionValue, name: str) -> TypeExpression | None:
    """The annotation of an attribute of that name of the function's class, else the one that all that have the name in
    its module agree on; None unless it names a configuration."""
    of_class = [one.annotated[name] for one in function.owner.mro if name in one.annotated] if function.owner else []
    told = of_class[0] if of_class else _of_module(machine, function, name)
    if told is None:
        return None
    cls = annotated.class_named(machine, told)
    parts = None if cls is None or not records.is_to_be_made(machine, cls) else records.parts_of(cls)
    return told if cls is not None and parts is not None and records.is_configuration(cls, parts) else None


def _of_module(machine: Machine, function: FunctionValue, name: str) -> TypeExpression | None:
    module = machine.world.module_of(function.module)
    source = None if module.file is None else machine.world.files.source(module.file)
    node = _agreed(source).get(name) if isinstance(source, ir.SourceFile) else None
    return None if node is None else TypeExpression(node, function.scope, module, module.file or module.name)


@once_per_node
def _agreed(source: ir.SourceFile) -> Mapping[str, ir.Expression]:
    """The names that are annotated with one class alone wherever a file annotates them."""
    found: dict[str, dict[str, ir.Expression]] = {}
    for name, annotation in _annotations(source.body):
        named = [one for one in annotated.members(annotation) if not annotated.is_none(one)]
        for one in named:
            word = last_name(one) if isinstance(one, (ir.Name, ir.Attribute)) else ""
            found.setdefault(name, {}).setdefault(word, one)
    return {name: one for name, words in found.items() if len(words) == 1 for word, one in words.items() if word}


def _annotations(body: Sequence[ir.Statement]) -> Iterator[tuple[str, ir.Expression]]:
    for statement in body:
        if isinstance(statement, ir.FunctionDef):
            yield from ((one.name, one.annotation) for one in statement.params if one.annotation is not None)
        elif isinstance(statement, ir.AnnAssign) and isinstance(statement.target, ir.Name):
            yield statement.target.id, statement.annotation
        for block in blocks_of(statement):
            yield from _annotations(block)
