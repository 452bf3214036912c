"""The outer form of a stub file: what it declares, before any of it is compiled.

A stub file is data in Python's grammar: it is parsed and never imported. Python's own parser is used
rather than libcst: the nodes that the compiler emits are made from it with their positions kept, and a
warm run must not load libcst. The grammar is that of Python 3.10.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from importlib.util import decode_source
from pathlib import Path
from typing import Union

from shapecheck.rules.errors import StubError, StubProblem

MAX_STUB_BYTES = 1_000_000
MAX_NESTING = 60


@dataclass
class FunctionStub:
    """One or more `def`s of a name: its overloads."""

    name: str
    file: Path
    nodes: list[ast.FunctionDef]
    is_property: bool = False

    @property
    def line(self) -> int:
        return self.nodes[0].lineno

    @property
    def doc(self) -> str:
        docs = [ast.get_docstring(node) for node in self.nodes]
        return next((doc for doc in docs if doc), "")

    @property
    def why_unknown(self) -> str | None:
        """Why the result is unknown on purpose: `-> Unknown["why"]`."""
        result = self.nodes[0].returns
        if not (isinstance(result, ast.Subscript) and isinstance(result.value, ast.Name)):
            return None
        is_unknown = result.value.id == "Unknown" and isinstance(result.slice, ast.Constant)
        return str(result.slice.value) if is_unknown and isinstance(result.slice, ast.Constant) else None


@dataclass
class ClassStub:
    """A class: bases as written, methods and plain class attributes."""

    name: str
    file: Path
    line: int
    bases: list[str]
    doc: str
    methods: dict[str, FunctionStub] = field(default_factory=dict)
    attributes: dict[str, ast.expr] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)


@dataclass
class AliasStub:
    """`name = other`: another spelling of a rule, a member of a family, or (`inplace`) a derived form."""

    name: str
    file: Path
    line: int
    target: str


@dataclass
class ConstantStub:
    """`name = 3.14`"""

    name: str
    file: Path
    line: int
    value: int | float | str


Declaration = Union[FunctionStub, ClassStub, AliasStub, ConstantStub]


@dataclass
class StubFile:
    """`modules` are the modules that the names belong to, the first of them by right."""

    path: Path
    modules: tuple[str, ...]
    names: dict[str, Declaration]
    doc: str
    problems: list[StubProblem]


def stub_text(path: Path) -> str:
    """The text of the file in the encoding that Python would read it in: a byte order mark or a coding line may say."""
    return decode_source(path.read_bytes())


def read_stub(path: Path, module: str) -> StubFile:
    """The declarations of one file; what is wrong is in `problems`."""
    stub = StubFile(path, (module,), {}, "", [])
    try:
        text = stub_text(path)
        if len(text) > MAX_STUB_BYTES:
            raise StubError(1, "the file is too large for a stub")
        tree = ast.parse(text, str(path), feature_version=(3, 10))
    except StubError as error:
        stub.problems.append(StubProblem(path, error.line, error.message))
        return stub
    except SyntaxError as error:
        stub.problems.append(StubProblem(path, error.lineno or 1, f"no Python: {error.msg}"))
        return stub
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        stub.problems.append(StubProblem(path, 1, f"cannot be read: {error}"))
        return stub
    stub.doc = ast.get_docstring(tree) or ""
    for statement in tree.body:
        try:
            _declare(stub, statement)
        except StubError as error:
            stub.problems.append(StubProblem(path, error.line, error.message))
    return stub


def _declare(stub: StubFile, node: ast.stmt) -> None:
    if isinstance(node, ast.FunctionDef):
        _add_function(stub.names, stub.path, node)
    elif isinstance(node, ast.ClassDef):
        stub.names[node.name] = _read_class(stub.path, node)
    elif isinstance(node, ast.Assign):
        _declare_assign(stub, node)
    elif not _is_text(node):
        raise StubError(node.lineno, f"a stub file has no {type(node).__name__.lower()} statement")


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _add_function(names: dict[str, Declaration], path: Path, node: ast.FunctionDef) -> None:
    is_property = _is_property(node)
    known = names.get(node.name)
    if isinstance(known, FunctionStub):
        known.nodes.append(node)
    else:
        names[node.name] = FunctionStub(node.name, path, [node], is_property)


def _is_property(node: ast.FunctionDef) -> bool:
    for decorator in node.decorator_list:
        if not (isinstance(decorator, ast.Name) and decorator.id == "property"):
            raise StubError(node.lineno, "the only decorator of a stub is @property")
    return bool(node.decorator_list)


def _declare_assign(stub: StubFile, node: ast.Assign) -> None:
    targets = [_target_name(target) for target in node.targets]
    if targets == ["modules"]:
        stub.modules = _module_names(node)
        return
    for name in targets:
        if is_dotted(node.value):
            stub.names[name] = AliasStub(name, stub.path, node.lineno, dotted(node.value))
        else:
            stub.names[name] = ConstantStub(name, stub.path, node.lineno, _constant(node.value))


def _target_name(target: ast.expr) -> str:
    if not isinstance(target, ast.Name):
        raise StubError(target.lineno, "only names are assigned in a stub file")
    return target.id


def _module_names(node: ast.Assign) -> tuple[str, ...]:
    value = _literal(node.value)
    names = value if isinstance(value, tuple) else (value,)
    if not names or not all(isinstance(name, str) for name in names):
        raise StubError(node.lineno, "`modules` are the dotted names of modules")
    return names


def _constant(node: ast.expr) -> int | float | str:
    value = _literal(node)
    if not isinstance(value, (int, float, str)):
        raise StubError(node.lineno, "a constant is a number or a string")
    return value


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise StubError(node.lineno, "a name is assigned another name or a literal") from None


def _read_class(path: Path, node: ast.ClassDef) -> ClassStub:
    if node.decorator_list or node.keywords:
        raise StubError(node.lineno, "a stub class has neither decorators nor keywords")
    bases = [dotted(base) for base in node.bases]
    cls = ClassStub(node.name, path, node.lineno, bases, ast.get_docstring(node) or "")
    methods: dict[str, Declaration] = {}
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef):
            _add_function(methods, path, statement)
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                _class_attribute(cls, _target_name(target), statement.value)
        elif not _is_text(statement):
            raise StubError(
                statement.lineno, f"a stub class has no {type(statement).__name__.lower()} statement"
            )
    cls.methods = {name: stub for name, stub in methods.items() if isinstance(stub, FunctionStub)}
    return cls


def _class_attribute(cls: ClassStub, name: str, value: ast.expr) -> None:
    if is_dotted(value):
        cls.aliases[name] = dotted(value)
    else:
        _literal(value)
        cls.attributes[name] = value


def is_dotted(node: ast.expr) -> bool:
    """`a`, `a.b`, `a.b.c`"""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def dotted(node: ast.expr) -> str:
    """The text of a dotted name."""
    parts: list[str] = []
    here = node
    while isinstance(here, ast.Attribute):
        parts.append(here.attr)
        here = here.value
    if not isinstance(here, ast.Name):
        raise StubError(node.lineno, "a dotted name is expected here")
    return ".".join([here.id, *reversed(parts)])
