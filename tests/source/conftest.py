"""The oracle: Python's own `ast` and `symtable`, brought into the form of the IR."""

from __future__ import annotations

import ast
import io
import re
import symtable
import sys
import tokenize
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shapecheck.source import ir, parse
from shapecheck.source.from_cst import parsing as from_cst
from shapecheck.source.tokens import Tokens

ANY: Any = object()  # where `ast` says nothing
OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "not", ast.And: "and", ast.Or: "or",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
EXACT_FSTRINGS = sys.version_info >= (3, 12)


class Oracle:
    """Converts the tree of `ast` to the IR; the spans of `ast` count bytes, ours code points."""

    def __init__(self, text: str) -> None:
        self.lines = re.split(r"\r\n|\r|\n", text)

    def span(self, node: Any) -> ir.Span:
        def column(line: int, offset: int) -> int:
            text = self.lines[line - 1]
            return offset + 1 if text.isascii() else len(text.encode()[:offset].decode()) + 1

        start, end = node.lineno, node.end_lineno
        return ir.Span(start, column(start, node.col_offset), end, column(end, node.end_col_offset))

    def around(self, first: Any, last: Any) -> ir.Span:
        return ir.Span(*self.span(first)[:2], *self.span(last)[2:])

    def all(self, nodes: Any) -> tuple[Any, ...]:
        return tuple(self(node) for node in nodes)

    def __call__(self, node: Any) -> Any:
        if node is None:
            return None
        kind = type(node).__name__
        method: Callable[[Any], Any] | None = getattr(self, kind, None)
        if method is not None:
            return method(node)
        # The IR's nodes have the names and fields of `ast`: what follows is the general case.
        made = getattr(ir, {"TryStar": "Try"}.get(kind, kind))
        values = [self.span(node)]
        for field in made._fields[1:]:
            value = getattr(node, field, None)
            if isinstance(value, list):
                value = tuple(self(item) if isinstance(item, ast.AST) else item for item in value)
            elif isinstance(value, (ast.operator, ast.unaryop, ast.boolop)):
                value = OPERATORS[type(value)]
            elif isinstance(value, ast.AST):
                value = self(value)
            values.append(value)
        return made(*values)

    def Attribute(self, node: Any) -> Any:
        return ir.Attribute(self.span(node), self(node.value), node.attr, ANY)

    def Subscript(self, node: Any) -> Any:
        return ir.Subscript(self.span(node), self(node.value), self(node.slice))

    def Compare(self, node: Any) -> Any:
        operators = tuple(OPERATORS[type(op)] for op in node.ops)
        return ir.Compare(self.span(node), self(node.left), operators, self.all(node.comparators))

    def Dict(self, node: Any) -> Any:
        return ir.Dict(self.span(node), self.all(node.keys), self.all(node.values))

    def keyword(self, node: Any) -> Any:
        return ir.Keyword(self.span(node), node.arg, self(node.value))

    def JoinedStr(self, node: Any) -> Any:
        # Python 3.12 puts empty texts between the fields.
        parts = [part for part in node.values if not (isinstance(part, ast.Constant) and part.value == "")]
        return ir.FString(self.span(node), self.all(parts))

    def FormattedValue(self, node: Any) -> Any:
        conversion = None if node.conversion == -1 else chr(node.conversion)
        return ir.Formatted(self.span(node), self(node.value), conversion, self(node.format_spec))

    def comprehension(self, node: Any) -> Any:
        span = self.around(node.target, node.ifs[-1] if node.ifs else node.iter)
        return ir.For_(span, self(node.target), self(node.iter), self.all(node.ifs), bool(node.is_async))

    def made_of(self, node: Any, kind: str) -> Any:
        element = node.value if kind == "dict" else node.elt
        key = self(node.key) if kind == "dict" else None
        return ir.Comprehension(self.span(node), kind, key, self(element), self.all(node.generators))

    def ListComp(self, node: Any) -> Any:
        return self.made_of(node, "list")

    def SetComp(self, node: Any) -> Any:
        return self.made_of(node, "set")

    def DictComp(self, node: Any) -> Any:
        return self.made_of(node, "dict")

    def GeneratorExp(self, node: Any) -> Any:
        return self.made_of(node, "generator")

    def Lambda(self, node: Any) -> Any:
        return ir.Lambda(self.span(node), self(node.args), self(node.body))

    def arguments(self, node: Any) -> Any:
        def parameter(arg: Any, default: Any, kind: str) -> Any:
            return ir.Parameter(self.span(arg), arg.arg, self(arg.annotation), self(default), kind)

        plain = [*node.posonlyargs, *node.args]
        defaults = [None] * (len(plain) - len(node.defaults)) + node.defaults
        kinds = ["positional"] * len(node.posonlyargs) + ["normal"] * len(node.args)
        result = [parameter(*item) for item in zip(plain, defaults, kinds, strict=True)]
        if node.vararg:
            result.append(parameter(node.vararg, None, "star"))
        for arg, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
            result.append(parameter(arg, default, "keyword"))
        if node.kwarg:
            result.append(parameter(node.kwarg, None, "double_star"))
        return tuple(result)

    def FunctionDef(self, node: Any) -> Any:
        is_async = isinstance(node, ast.AsyncFunctionDef)
        return ir.FunctionDef(
            self.span(node), node.name, ANY, self(node.args), self.all(node.body),
            self.all(node.decorator_list), self(node.returns), is_async, yields(node.body),
            ast.get_docstring(node, clean=False), ANY,
        )  # fmt: skip

    AsyncFunctionDef = FunctionDef

    def ClassDef(self, node: Any) -> Any:
        return ir.ClassDef(
            self.span(node), node.name, ANY, self.all(node.bases), self.all(node.keywords),
            self.all(node.body), self.all(node.decorator_list), ast.get_docstring(node, clean=False),
        )  # fmt: skip

    def alias(self, node: Any) -> Any:
        return ir.Alias(self.span(node), node.name, node.asname)

    def ImportFrom(self, node: Any) -> Any:
        return ir.ImportFrom(self.span(node), node.module or "", node.level, self.all(node.names))

    def For(self, node: Any) -> Any:
        parts = self(node.target), self(node.iter), self.all(node.body), self.all(node.orelse)
        return ir.For(self.span(node), *parts, isinstance(node, ast.AsyncFor))

    AsyncFor = For

    def With(self, node: Any) -> Any:
        items = tuple(
            ir.WithItem(
                self.around(item.context_expr, item.optional_vars or item.context_expr),
                self(item.context_expr),
                self(item.optional_vars),
            )
            for item in node.items
        )
        return ir.With(self.span(node), items, self.all(node.body), isinstance(node, ast.AsyncWith))

    AsyncWith = With

    def Try(self, node: Any) -> Any:
        parts = (self.all(field) for field in (node.body, node.handlers, node.orelse, node.finalbody))
        return ir.Try(self.span(node), *parts, type(node).__name__ == "TryStar")

    TryStar = Try

    def ExceptHandler(self, node: Any) -> Any:
        return ir.Handler(self.span(node), self(node.type), node.name, self.all(node.body))

    def match_case(self, node: Any) -> Any:
        span = self.around(node.pattern, node.body[-1])
        return ir.Case(span, self(node.pattern), self(node.guard), self.all(node.body))

    def MatchSingleton(self, node: Any) -> Any:
        return ir.MatchValue(self.span(node), ir.Constant(self.span(node), node.value))

    def MatchClass(self, node: Any) -> Any:
        return ir.MatchClass(
            self.span(node), self(node.cls), self.all(node.patterns),
            tuple(node.kwd_attrs), self.all(node.kwd_patterns),
        )  # fmt: skip

    def TypeAlias(self, node: Any) -> Any:
        return ir.TypeAlias_(self.span(node), node.name.id, self(node.value))


def yields(body: list[Any]) -> bool:
    """Whether a body yields itself, not only a function in it."""
    for node in body:
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        inner = list(ast.iter_child_nodes(node))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inner = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        elif isinstance(node, ast.ClassDef):
            inner = [*node.decorator_list, *node.bases, *node.keywords]
        elif isinstance(node, ast.Lambda):
            inner = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        if yields(inner):
            return True
    return False


def differences(expected: Any, found: Any, path: str = "", spans: bool = True) -> Iterator[str]:
    """Where two trees differ; `expected` may hold ANY."""
    if expected is ANY or (isinstance(expected, ir.Span) and not spans):
        return
    if type(expected) is not type(found):
        yield f"{path}: {expected!r} is no {found!r}"
    elif isinstance(expected, tuple):
        if isinstance(expected, ir.FString) and not EXACT_FSTRINGS:
            yield from differences(expected.span, found.span, path, spans)
            spans = False
        names = getattr(type(expected), "_fields", None) or range(len(expected))
        if len(expected) != len(found):
            yield f"{path}: {len(expected)} items, not {len(found)}"
        if isinstance(expected, ir.Constant) and spans and path.endswith(".FString"):
            spans = False  # `ast` joins texts with their neighbours in its own way
        for name, left, right in zip(names, expected, found, strict=False):
            yield from differences(left, right, f"{path}[{name}]" + f".{type(left).__name__}", spans)
    elif isinstance(expected, (float, complex)):
        if repr(expected) != repr(found):
            yield f"{path}: {expected!r} is not {found!r}"
    elif expected != found:
        yield f"{path}: {expected!r} is not {found!r}"


def descendants(node: Any) -> Iterator[Any]:
    """All nodes of the IR under a tuple."""
    if isinstance(node, tuple) and not isinstance(node, ir.Span):
        if hasattr(node, "_fields"):
            yield node
        for item in node:
            yield from descendants(item)


def function_locals(table: symtable.SymbolTable) -> Iterator[tuple[str, int, frozenset[str]]]:
    """The local names of each function, as the compiler sees them."""
    for child in table.get_children():
        if isinstance(child, symtable.Function) and str(child.get_type()) == "function":
            yield child.get_name(), child.get_lineno(), frozenset(child.get_locals())
        yield from function_locals(child)


def compare(data: bytes | str) -> list[str]:
    """What differs between our reading of a file that Python accepts and Python's; the first few lines."""
    found = parse(data, "file.py")
    if isinstance(found, ir.SyntaxProblem):
        return [str(found)]
    tree = ast.parse(data)
    text = data if isinstance(data, str) else decode(data)
    text = text.removeprefix("\ufeff")
    oracle = Oracle(text)
    result = [*differences(oracle.all(tree.body), found.body)][:5]
    if found.docstring != ast.get_docstring(tree, clean=False):
        result.append("docstring")
    if from_cst.body(Tokens("\n".join(oracle.lines) + "\n")) != found.body:
        result.append("libcst's reader gives another tree")
    return [*result, *name_spans(found, oracle.lines), *compare_locals(found, text)][:5]


def decode(data: bytes) -> str:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return data.decode(encoding)


def name_spans(file: ir.SourceFile, lines: list[str]) -> Iterator[str]:
    """The spans that `ast` does not have are checked against the text."""

    def text(span: ir.Span) -> str:
        assert span.line == span.end_line
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]

    for node in descendants(file.body):
        if isinstance(node, (ir.Attribute, ir.FunctionDef, ir.ClassDef)):
            name = node.attr if isinstance(node, ir.Attribute) else node.name
            if unicodedata.normalize("NFKC", text(node.name_span)) != name:
                yield f"{node.name_span} is not at {name}"
        elif isinstance(node, ir.Name) and unicodedata.normalize("NFKC", text(node.span)) != node.id:
            yield f"{node.span} is not at {node.id}"
        elif isinstance(node, ir.Formatted):
            line, column = node.span[:2]
            if text(ir.Span(line, column, line, column + 1)) != "{":
                yield f"{node.span} is not at a brace"
    for comment in file.comments:
        if text(comment.span) != comment.text:
            yield f"{comment.span} is not at {comment.text}"


def compare_locals(file: ir.SourceFile, text: str) -> Iterator[str]:
    try:
        table = symtable.symtable(text, "file.py", "exec")
    except SyntaxError:
        return
    known = set(function_locals(table))
    for node in descendants(file.body):
        if isinstance(node, ir.FunctionDef):
            line, names = node.span.line, node.locals
            same = [entry for entry in known if entry[:2] == (node.name, line)]
            # Since Python 3.12 the compiler counts the targets of comprehensions too.
            targets = {
                name.id
                for clause in descendants(node.body)
                if isinstance(clause, ir.For_)
                for name in descendants(clause.target)
                if isinstance(name, ir.Name)
            }
            extra = targets if sys.version_info >= (3, 12) else set()
            if not any(unmangled(names) <= unmangled(entry[2]) <= unmangled(names) | extra for entry in same):
                yield f"locals of {node.name} in line {line}: {same} is not {sorted(names)}"


def unmangled(names: frozenset[str] | set[str]) -> set[str]:
    """Names without the class that the compiler puts before private ones."""
    return {re.sub(r"^_\w*?(?=__\w*?[^_]_?$)", "", name) for name in names}


@pytest.fixture(name="compare")
def compare_fixture() -> Callable[[bytes | str], list[str]]:
    """`compare(source)`: the differences between our reading and Python's."""
    return compare
