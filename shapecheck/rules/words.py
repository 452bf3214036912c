"""A stub as people read it: as written, and in words."""

from __future__ import annotations

import ast
import contextlib
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Union

from shapecheck.rules.language import stub_text
from shapecheck.rules.rule import Rule

Definition = Union[ast.FunctionDef, ast.ClassDef]
KINDS = {
    "int": "an int", "bool": "a bool", "float": "a number", "Number": "a number", "str": "a string", "dtype": "a dtype",
    "Single": "an int", "Pair": "one or two ints", "Triple": "one or three ints", "Ints": "ints", "Parts": "ints",
    "Dims": "sizes", "Sizes": "sizes", "Axes": "one or several dims, or None for all", "Tensor": "a tensor",
    "Any": "anything", "None": "None", "Padding": "a string",
    "Kernel1d": "an int", "Kernel2d": "one or two ints", "Kernel3d": "one or three ints",
}  # fmt: skip
_URL = re.compile(r"https?://\S+")


@functools.lru_cache(maxsize=64)
def _parsed(path: Path) -> tuple[ast.Module, tuple[str, ...]]:
    text = stub_text(path)
    return ast.parse(text), tuple(text.splitlines())


@functools.lru_cache(maxsize=64)
def _places(path: Path) -> dict[int, list[Definition]]:
    """What is declared at each line: a `def` with its other overloads, or a class."""
    out: dict[int, list[Definition]] = {}
    tree = _parsed(path)[0]
    for body in (tree.body, *(one.body for one in tree.body if isinstance(one, ast.ClassDef))):
        by_name: dict[str, list[Definition]] = {}
        for one in body:
            if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
                by_name.setdefault(one.name, []).append(one)
        out |= {one.lineno: same for same in by_name.values() for one in same}
    return out


def definitions(path: Path, line: int) -> list[Definition]:
    """The `def` at that line with its other overloads, or the class."""
    return _places(path).get(line, [])


def written(path: Path, line: int) -> str:
    """The stub's own text, without its documentation."""
    _, lines = _parsed(path)
    return "\n".join("\n".join(_lines_of(one, lines)) for one in definitions(path, line))


def _lines_of(node: Definition, lines: tuple[str, ...]) -> list[str]:
    assert node.end_lineno is not None
    doc = range(0)
    if ast.get_docstring(node) is not None:
        doc = range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    kept = [lines[at - 1] for at in range(node.lineno, node.end_lineno + 1) if at not in doc]
    return kept if len(node.body) > 1 or not doc else [*kept[:-1], f"{kept[-1]} ..."]


def source(doc: str) -> str | None:
    """The page of the documentation that the rule follows."""
    found = _URL.search(doc)
    return None if found is None else found[0].rstrip(".,)")


DATA_DECIDES = "a size that only the data decides"


def left_open(path: Path, line: int) -> list[str]:
    """What a rule does not say on purpose, and why: its own words for it, and sizes that the data decides. Those of the
    rules of the same file that it calls are its own."""
    top = {one.name: one for one in _parsed(path)[0].body if isinstance(one, ast.FunctionDef)}
    found: dict[str, None] = {}
    seen: set[ast.AST] = set()
    left: list[ast.AST] = [*definitions(path, line)]
    while left:
        node = left.pop()
        if node in seen:
            continue
        seen.add(node)
        for part in ast.walk(node):
            found |= dict.fromkeys(_open_words(part))
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in top:
                left += definitions(path, top[part.func.id].lineno)
    return list(found)


def _open_words(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and "(" in node.value:
        with contextlib.suppress(SyntaxError):  # the dims of a pattern may call the same helpers
            for dim in node.value.split():
                yield from (word for part in ast.walk(ast.parse(dim.lstrip("*"))) for word in _open_words(part))
    elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Unknown":
        yield str(ast.literal_eval(node.slice))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        first = node.args[0] if node.args else None
        if node.func.id in ("unknown", "unknown_tensor") and isinstance(first, ast.Constant):
            yield str(first.value)
        elif node.func.id in ("fresh", "chosen"):
            yield DATA_DECIDES


def in_words(rule: Rule) -> list[list[str]]:
    """What the rule takes, demands and gives: of each overload one line each."""
    return [
        [*_takes(node), *dict.fromkeys(one.words for one in demands(node, rule.path)), *_gives(node)]
        for node in definitions(rule.path, rule.line)
        if isinstance(node, ast.FunctionDef)
    ]


def _takes(node: ast.FunctionDef) -> Iterator[str]:
    for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        words = "anything" if arg.annotation is None else kind(arg.annotation)
        if words != "anything":
            yield f"takes `{arg.arg}`: {words}"


def kind(node: ast.expr) -> str:
    """An annotation of a parameter, or of the result, in words."""
    if isinstance(node, ast.BinOp):
        return f"{kind(node.left)} or {kind(node.right)}"
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if node.value.id == "Tensor" and isinstance(items[0], ast.Constant):
            dims = ", ".join(str(items[0].value).split())
            dtype = "" if len(items) < 2 else f" and dtype {' or '.join(map(ast.unparse, items[1:]))}"
            return f"a tensor of shape [{dims}]{dtype}"
        if node.value.id == "Sequence":
            return f"a sequence, each item {kind(items[0])}"
        if node.value.id == "tuple":
            several = isinstance(items[-1], ast.Constant) and items[-1].value is ...
            return "several results" if several else " and ".join(map(kind, items))
        if node.value.id == "Unknown":
            return f"what is not known: {ast.literal_eval(items[0])}"
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "named":
        return " and ".join(f"`{one.arg}`, {kind(one.value)}" for one in node.keywords)
    return KINDS.get(ast.unparse(node), ast.unparse(node))


class Demand(NamedTuple):
    """A condition as the stub writes it, and what is said where it does not hold."""

    condition: str
    message: str | None

    @property
    def words(self) -> str:
        """The condition, unless it is a name that means something inside of the rule alone."""
        if self.message is not None and self.condition.isidentifier():
            return f"demands what else is refused: {self.message}"
        return f"demands `{self.condition}`" + (f": {self.message}" if self.message else "")


def demands(node: Definition, path: Path) -> Iterator[Demand]:
    """Its own, and those of the rules of the same file that only share something."""
    for call in ast.walk(node):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            continue
        if call.func.id == "require":
            message = call.args[1] if len(call.args) > 1 else None
            words = ast.literal_eval(message) if isinstance(message, ast.Constant) else None
            yield Demand(ast.unparse(call.args[0]), words)
        elif call.func.id.startswith("_"):
            for shared in _parsed(path)[0].body:
                if isinstance(shared, ast.FunctionDef) and shared.name == call.func.id and shared is not node:
                    yield from demands(shared, path)


def _gives(node: ast.FunctionDef) -> Iterator[str]:
    returns = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
    spoken = [value for value in returns if not _is_private(value)]
    if node.returns is not None and not (isinstance(node.returns, ast.Name) and spoken):
        yield f"gives {kind(node.returns)}"
    else:
        yield from (f"gives `{ast.unparse(value)}`" for value in spoken)


def _is_private(node: ast.expr) -> bool:
    """Whether it is left to a rule that the file shares."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("_")
