"""Runs the functions of a case on inputs made from their annotations, checked by jaxtyping and beartype.

What the checker says of a function must be so: with the sizes of a counterexample it raises; where nothing is
reported it raises for no sizes. Data is zeros, or drawn from a seed.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import inspect
import io
import re
import types
import typing
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import torch
from beartype import beartype
from jaxtyping import AnnotationError, jaxtyped

from shapecheck.source.shape_notation import DimSpec, parse_loose_shape, parse_shape
from tests.markdown.parse import SourceFile

PYREFLY = re.compile(r"(?:torch\.)?Tensor\[\[?(.*?)\]?\]\Z")
Sizes = dict[str, Any]
"""Dim name -> a size, `*name` -> a list of sizes."""


class Unmakeable(Exception):
    """A parameter whose annotation says too little to make a value of it."""


@dataclass(frozen=True)
class Function:
    """A function or method of a case, with the lines that it covers; `call` is checked by jaxtyping and beartype,
    `plain` is not. `is_straight`: it has no branches. `is_open`: what it needs was declared, not given to
    an object when it was made. `says`: how many asserts it has."""

    name: str
    first: int
    last: int
    call: Any
    plain: Any
    parameters: dict[str, Any]
    is_straight: bool
    is_open: bool = True
    says: int = 0

    @property
    def integers(self) -> list[str]:
        """The parameters that are numbers; they are drawn."""
        return [name for name, annotation in self.parameters.items() if annotation is int]

    @property
    def is_of_data(self) -> bool:
        """Whether data or numbers decide what happens, not sizes alone."""
        dtypes = [dtype for annotation in self.parameters.values() for _, dtype in shapes_in(annotation)]
        return bool(self.integers) or any(dtype in ("int64", "bool") for dtype in dtypes)

    def covers(self, line: int) -> bool:
        return self.first <= line <= self.last

    def names(self) -> list[str]:
        """The dim names of its parameters, those of stars with a `*`."""
        found: dict[str, None] = {}
        for annotation in self.parameters.values():
            for dims, _ in shapes_in(annotation):
                for dim in dims:
                    found.update(dict.fromkeys(_names(dim)))
        return list(found)

    def run(self, sizes: Sizes, numbers: Mapping[str, int] = MappingProxyType({}), seed: int = 0) -> Any:
        """Calls it on tensors of these sizes; whatever it raises goes on."""
        data = Data(seed)
        arguments = {
            name: numbers.get(name, 1) if annotation is int else make(annotation, sizes, data, name)
            for name, annotation in self.parameters.items()
        }
        with quiet():
            try:
                return self.call(**arguments)
            except AnnotationError:  # an expression over names that jaxtyping has not bound before
                return self.plain(**arguments)


class Data:
    """What tensors hold: zeros for the seed 0, else small numbers."""

    def __init__(self, seed: int = 0) -> None:
        self.generator = torch.Generator().manual_seed(seed) if seed else None

    def tensor(self, shape: list[int], dtype: str) -> torch.Tensor:
        kind = getattr(torch, dtype)
        if self.generator is None:
            return torch.zeros(shape, dtype=kind)
        high = 2 if kind is torch.bool else 4
        return torch.randint(0, high, shape, generator=self.generator).to(kind)


def module_of(file: SourceFile) -> tuple[types.ModuleType, ast.Module]:
    """What a case defines, and its source. Each statement is run alone: what the case shows to fail ends nothing."""
    module = types.ModuleType("case")
    tree = ast.fix_missing_locations(CheckVariables().visit(ast.parse(file.code)))
    with quiet():
        module.__dict__["reveal_shape"] = lambda value: value
        for statement in tree.body:
            with contextlib.suppress(Exception):  # what the case itself shows to fail
                _execute(statement, file.name, module)
                if isinstance(statement, ast.FunctionDef):
                    module.__dict__[statement.name] = checked(module.__dict__[statement.name])
    return module, tree


def functions(file: SourceFile) -> Iterator[Function]:
    """The functions and methods of a case that can be called on declared parameters alone."""
    module, tree = module_of(file)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield from _function(node, module.__dict__.get(node.name), module)
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and method.name not in ("__init__", "__call__"):
                    yield from _method(method, module.__dict__.get(node.name), module)


def _execute(statement: ast.stmt, name: str, module: types.ModuleType) -> None:
    """Runs a statement; annotations that Python cannot evaluate (`Tensor[B, C]`) stay texts."""
    tree = ast.Module([statement], [])
    try:
        exec(compile(tree, name, "exec", dont_inherit=True), module.__dict__)
    except (TypeError, NameError):
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            raise
        exec(compile(tree, name, "exec", annotations.compiler_flag, dont_inherit=True), module.__dict__)


def _method(node: ast.FunctionDef, cls: Any, module: types.ModuleType) -> Iterator[Function]:
    """The method of an object: one that the case has made, one that needs no arguments, or (of a class of declared
    fields) one made from what these declare, which is a parameter then."""
    fields = fields_of(cls)
    if fields:
        if len(node.args.args) == 1:
            plain = getattr(cls, node.name)
            yield Function(node.name, node.lineno, node.end_lineno or 0, plain, plain, {"self": cls}, True)
        return
    made = next((one for one in module.__dict__.values() if type(one) is cls), None)
    with contextlib.suppress(Exception):
        for function in _function(node, getattr(cls() if made is None else made, node.name), module):
            yield dataclasses.replace(function, is_open=made is None)


def fields_of(cls: Any) -> dict[str, Any]:
    """The annotations of a dataclass or named tuple that declare shapes, by the names of the fields."""
    if not (isinstance(cls, type) and (dataclasses.is_dataclass(cls) or issubclass(cls, tuple))):
        return {}
    return {name: hint for name, hint in cls.__annotations__.items() if shapes_in(hint)}


def _function(node: ast.FunctionDef, value: Any, module: types.ModuleType) -> Iterator[Function]:
    if value is None:
        return
    inner = getattr(value, "__func__", value)
    try:
        hints = typing.get_type_hints(inner, module.__dict__, include_extras=True)
    except Exception:
        hints = dict(inner.__annotations__)
    parameters = {arg.arg: hints.get(arg.arg) for arg in node.args.args + node.args.kwonlyargs if arg.arg != "self"}
    required = {name: hint for name, hint in parameters.items() if hint is not None}
    if len(required) < len(parameters) or not required:
        return
    bound = types.MethodType(checked(inner), value.__self__) if hasattr(value, "__self__") else value
    plain = value if hasattr(value, "__self__") else inspect.unwrap(value)
    assert node.end_lineno is not None
    is_straight = not any(isinstance(inner, (ast.If, ast.Try, ast.IfExp)) for inner in ast.walk(node))
    says = len(asserts_in(node))
    yield Function(node.name, node.lineno, node.end_lineno, bound, plain, required, is_straight, says=says)


def asserts_in(node: ast.AST) -> list[ast.Assert]:
    """The asserts that stand in the source, those of functions inside included; not those put behind variables."""
    return [one for one in ast.walk(node) if isinstance(one, ast.Assert) and not hasattr(one, "was_added")]


def checked(function: Any) -> Any:
    """The function with its annotations checked; as it is if they are of a notation that beartype does not know."""
    try:
        return jaxtyped(typechecker=beartype)(function)
    except Exception:
        return function


class CheckVariables(ast.NodeTransformer):
    """Annotated variables of functions are not checked by anybody at run time: an assert is put behind them."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        body: list[ast.stmt] = []
        for statement in node.body:
            body.append(statement)
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name = ast.Name(statement.target.id, ast.Load())
                check = ast.Call(ast.Name("isinstance", ast.Load()), [name, statement.annotation], [])
                added = ast.copy_location(ast.Assert(check), statement)
                added.was_added = True  # type: ignore[attr-defined]
                body.append(added)
        node.body = body
        return node


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


# ------------------------------------------------------------------ values of annotations

Shape = tuple[tuple[DimSpec, ...], "str | None"]


def shapes_in(annotation: Any) -> list[Shape]:
    """The shapes that an annotation declares, with a dtype if it admits only one kind."""
    own = _shape(annotation)
    if own is not None:
        return [own]
    if fields := fields_of(annotation):
        return [shape for hint in fields.values() for shape in shapes_in(hint)]
    return [shape for part in typing.get_args(annotation) for shape in shapes_in(part)]


def _shape(annotation: Any) -> Shape | None:
    if hasattr(annotation, "dim_str"):
        dtypes = annotation.dtypes
        names = [name for name in dtypes if isinstance(name, str)] if isinstance(dtypes, (tuple, list)) else []
        return parse_shape(annotation.dim_str), _dtype(names)
    if isinstance(annotation, str) and PYREFLY.match(annotation):
        text = PYREFLY.match(annotation).group(1)  # type: ignore[union-attr]
        return parse_shape(" ".join(part.replace(" ", "") for part in text.split(","))), None
    for text in getattr(annotation, "__metadata__", ()):
        dims = parse_loose_shape(text) if isinstance(text, str) else None
        if dims is not None:
            return dims, None
    return None


def _dtype(names: list[str]) -> str | None:
    for name in ("float32", "int64", *names):
        if name in names and isinstance(getattr(torch, name, None), torch.dtype):
            return name
    return None


def make(annotation: Any, sizes: Sizes, data: Data, parameter: str = "") -> Any:
    """A value of the annotation, with the sizes of that names: of a dim that broadcasts (`#b`) with one of its own, as
    `parameter_0`, where the sizes have it."""
    shape = _shape(annotation)
    if shape is not None:
        dims, dtype = shape
        found = [_sizes(dim, sizes, f"{parameter}_{axis}") for axis, dim in enumerate(dims)]
        return data.tensor([n for one in found for n in one], dtype or "float32")
    if fields := fields_of(annotation):
        return annotation(**{name: make(hint, sizes, data) for name, hint in fields.items()})
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is tuple and args[-1:] == (...,):
        return tuple(make(args[0], sizes, data) for _ in range(2))
    if origin is tuple:
        return tuple(make(arg, sizes, data) for arg in args)
    if origin is list:
        return [make(args[0], sizes, data) for _ in range(2)]
    if origin is dict:
        return {"a": make(args[1], sizes, data), "b": make(args[1], sizes, data)}
    for arg in args:  # a union: the first member that declares something
        with contextlib.suppress(Unmakeable):
            return make(arg, sizes, data)
    raise Unmakeable(str(annotation))


def _names(dim: DimSpec) -> list[str]:
    if dim.kind == "named":
        return [f"*{dim.name}" if dim.variadic else dim.name]
    if dim.kind == "symbolic":
        tree = ast.walk(ast.parse(dim.expression))
        return [n.id for n in tree if isinstance(n, ast.Name) and n.id not in ("min", "max")]
    return []


def _sizes(dim: DimSpec, sizes: Sizes, own: str = "") -> list[int]:
    if dim.broadcastable and own in sizes:
        return [sizes[own]]
    if dim.kind == "fixed":
        return [dim.size]
    if dim.kind == "anonymous":
        return [] if dim.variadic else [2]
    if dim.kind == "symbolic":
        if dim.holes:
            raise Unmakeable(dim.text)
        return [int(eval(dim.expression, {"min": min, "max": max}, {k: v for k, v in sizes.items() if k[0] != "*"}))]
    if dim.variadic:
        known = sizes.get(f"*{dim.name}", sizes.get(dim.name))
        return list(known) if isinstance(known, list) else []
    return [sizes[dim.name]]


__all__ = ["Data", "Function", "Sizes", "Unmakeable", "asserts_in", "functions", "module_of"]
