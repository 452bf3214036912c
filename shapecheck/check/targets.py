"""What `infer` and `summary` say of one function or module, as documents of the JSON contract."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from shapecheck.check.naming import Naming
from shapecheck.symbolic import Expr, Formula
from shapecheck.values.present import Names, present, renamed, size_text

if TYPE_CHECKING:
    from shapecheck.interpret.session import TargetResult

VERSION = 1


def inferred(target: str, result: TargetResult, given: Collection[str] = ()) -> dict[str, Any]:
    """Inputs, the conditions on their sizes (`False` where no input is accepted), and the output; `given` are names
    that the user chose."""
    naming = _naming(result, given)
    naming.add_values(result.inputs.values())
    spoken_of = {*naming.names, *given}
    conditions = [
        one.condition for one in result.requires if {size.name for size in one.condition.symbols} <= spoken_of
    ]
    for condition in conditions:
        naming.add(condition)
    naming.add_values([result.output])
    requires = (_condition(condition, naming.names) for condition in conditions)
    return {
        "version": VERSION,
        "target": target,
        "inputs": {name: present(value, naming.names) for name, value in result.inputs.items()},
        "requires": ["False"] if result.record.fails else _distinct(requires),
        "output": present(result.output, naming.names),
    }


def _distinct(texts: Iterable[str | None]) -> list[str]:
    return list(dict.fromkeys(text for text in texts if text is not None))


def summarized(target: str, result: TargetResult, given: Collection[str] = ()) -> dict[str, Any]:
    """The module's layers with their outputs and parameter counts."""
    naming = _naming(result, given)
    naming.add_values(result.inputs.values())
    naming.add_values(layer.output for layer in result.layers)
    naming.add_values([result.output])
    layers = [
        {
            "name": layer.name,
            "class": layer.cls,
            "output": present(layer.output, naming.names),
            "parameters": _count(layer.parameters, naming),
        }
        for layer in result.layers
    ]
    return {
        "version": VERSION,
        "target": target,
        "layers": layers,
        "parameters": _count(result.parameters, naming),
        "output": present(result.output, naming.names),
    }


def _naming(result: TargetResult, given: Collection[str]) -> Naming:
    """Names in which those that the user gave come first and are never replaced."""
    naming = Naming({name: hint for name, hint in result.hints.items() if name not in given})
    naming.reserve(given)
    return naming


def _count(parameters: int | Expr | None, naming: Naming) -> int | str | None:
    if isinstance(parameters, Expr):
        naming.add(parameters)
        return size_text(parameters, naming.names)
    return parameters


def _condition(condition: Formula, names: Names) -> str | None:
    """The condition as Python; None if it speaks of more than sizes."""
    if condition.flags:
        return None
    shown = renamed(condition, names)
    if not isinstance(shown, Formula):  # two names of one size made it a matter of course
        return None
    text = str(shown)
    if "bcast(" not in text:
        return text
    tree = _Broadcasts().visit(ast.parse(text, mode="eval"))
    return ast.unparse(tree)


class _Broadcasts(ast.NodeTransformer):
    """`bcast(a, b)` is ours; in Python it is `b if a == 1 else a`."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "bcast":
            a, b = node.args
            return ast.IfExp(test=ast.Compare(a, [ast.Eq()], [ast.Constant(1)]), body=b, orelse=a)
        return node
