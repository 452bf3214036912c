"""The forms in which an operator is called, as signatures that people read: `linear(input: Tensor[*N, I]) -> ...`."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

from shapecheck.rules.words import definitions, demands

WIDEST = 88
VARIADIC = "Dims"
"""Sizes one by one or as one sequence."""
_TEXTS = {
    "Single": "int", "Pair": "int | tuple[int, int]", "Triple": "int | tuple[int, int, int]", "Number": "float",
    "Ints": "Sequence[int]", "Parts": "int | Sequence[int]", "Dims": "int", "Sizes": "Sequence[int]",
    "Axes": "int | Sequence[int] | None", "Padding": "str",
    "Kernel1d": "int", "Kernel2d": "int | tuple[int, int]", "Kernel3d": "int | tuple[int, int, int]",
}  # fmt: skip
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


class Parameter(NamedTuple):
    """`text` is as it stands in the signature, `dims` are those that a tensor has to have, with a `*` for any."""

    name: str
    text: str
    dims: tuple[str, ...] | None


class Form(NamedTuple):
    """One overload; `demands` are the messages of what it refuses."""

    name: str
    parameters: tuple[Parameter, ...]
    result: str
    demands: tuple[str, ...]

    @property
    def of_receiver(self) -> Form:
        """The same as a method: the first parameter is the object."""
        return self._replace(parameters=self.parameters[1:])

    def with_shapes_of(self, other: Form) -> Form:
        """The same call, where the parameters of the same name and the result are those of another form."""
        known = {one.name: one for one in other.parameters}
        parameters = tuple(known.get(one.name, one) for one in self.parameters)
        return Form(self.name, parameters, other.result, tuple(dict.fromkeys([*self.demands, *other.demands])))

    @property
    def text(self) -> str:
        """On one line if it fits."""
        shown = [one.text for one in self.parameters]
        line = f"{self.name}({', '.join(shown)}){self.result}"
        if len(line) <= WIDEST:
            return line
        return "".join([f"{self.name}(\n", *(f"    {one},\n" for one in shown), f"){self.result}"])


def forms(name: str, path: Path, line: int) -> list[Form]:
    """Those of the rule that is declared there."""
    return [_form(name, node, path) for node in definitions(path, line) if isinstance(node, ast.FunctionDef)]


def delegate(path: Path, line: int) -> str | None:
    """The name behind `functional.` of what the rule hands its work to."""
    for node in definitions(path, line):
        for part in ast.walk(node):
            func = part.func if isinstance(part, ast.Call) else None
            if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "functional":
                return func.attr
    return None


def _form(name: str, node: ast.FunctionDef, path: Path) -> Form:
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(given.defaults)) + [*given.defaults]
    pairs = [*zip(positional, defaults), *zip(given.kwonlyargs, given.kw_defaults)]
    parameters = [_parameter(arg, default) for arg, default in pairs if arg.arg != "self"]
    if given.vararg is not None:
        parameters.insert(len(given.args), Parameter(given.vararg.arg, f"*{given.vararg.arg}", None))
    result = "" if node.returns is None else annotation(node.returns)
    said = dict.fromkeys(_PLACEHOLDER.sub(r"`\1`", one.message) for one in demands(node, path) if one.message)
    return Form(name, tuple(parameters), f" -> {result}" if result else "", tuple(said))


def _parameter(arg: ast.arg, default: ast.expr | None) -> Parameter:
    text = "" if arg.annotation is None else annotation(arg.annotation)
    star = "*" if isinstance(arg.annotation, ast.Name) and arg.annotation.id == VARIADIC else ""
    shown = star + (f"{arg.arg}: {text}" if text else arg.arg)
    if default is not None:
        shown += f" = {ast.unparse(default)}" if text else f"={ast.unparse(default)}"
    return Parameter(arg.arg, shown, None if arg.annotation is None else _dims(arg.annotation))


def annotation(node: ast.expr) -> str:
    """An annotation of a stub as Python's users write it; empty if it says nothing."""
    if isinstance(node, ast.BinOp):
        sides = [annotation(node.left), annotation(node.right)]
        return " | ".join(sides) if all(sides) else ""
    if isinstance(node, ast.Subscript):
        return _subscripted(node)
    if isinstance(node, ast.Call):
        inside = ", ".join(f"{one.arg}: {annotation(one.value)}" for one in node.keywords)
        return f"({inside})"
    text = ast.unparse(node)
    return "" if text == "Any" else _TEXTS.get(text, text)


def _subscripted(node: ast.Subscript) -> str:
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    name = ast.unparse(node.value)
    dims = _dims(node)
    if dims is not None:
        return f"Tensor[{', '.join(dims)}]"
    if name == "Unknown":
        return ""
    return f"{name}[{', '.join(annotation(item) or 'Any' for item in items)}]"


def _dims(node: ast.expr) -> tuple[str, ...] | None:
    """The dims in `Tensor["*N I", dtype]`."""
    if not isinstance(node, ast.Subscript) or ast.unparse(node.value) != "Tensor":
        return None
    first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        return tuple(first.value.split())
    return None
