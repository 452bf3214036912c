"""What the user says of inputs on the command line: `--input x='float32[B, 3, H, W]'`, `--with 'depth=12'`.

The notation is Python's own, with three additions inside of a tensor's brackets: a dtype or `Tensor` before
them, `*name` for any number of dims, and nothing at all for a tensor of no dimension (`float32[]`).
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias, Union

from shapecheck.values import DTYPE_NAMES
from shapecheck.values.grammar import is_size


class TensorSpec(NamedTuple):
    """A tensor; `dims` are sizes, expressions over dim names, and at most one `*name`."""

    dtype: str | None
    dims: tuple[int | str, ...]


class SizeSpec(NamedTuple):
    """A size by name, or an expression over such: an int of at least 1 that is not known."""

    size: str


class LiteralSpec(NamedTuple):
    """A Python literal: None, a bool, number or string, or containers of them."""

    value: object


class SequenceSpec(NamedTuple):
    """A list or tuple (`kind`) that holds a tensor somewhere."""

    kind: str
    items: tuple[InputSpec, ...]


class DictSpec(NamedTuple):
    """A dict that holds a tensor somewhere; keys are strings or numbers, in order."""

    items: tuple[tuple[str | int, InputSpec], ...]


InputSpec: TypeAlias = Union[TensorSpec, SizeSpec, LiteralSpec, SequenceSpec, DictSpec]

_UNTYPED = ("Tensor", "tensor")
_STAR = "__star__"
_NAME = re.compile(r"[^\W\d]\w*\Z")
_WORD = re.compile(r"[^\W\d]\w*")


def parse_input(text: str) -> InputSpec:
    """`float32[B, 3, H, W]`, containers of such, or a Python literal; ValueError says what is wrong."""
    try:
        tree = ast.parse(_as_python(text), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"cannot read {text!r}: {error.msg}") from None
    except tokenize.TokenError:
        raise ValueError(f"cannot read {text!r}: a bracket or a string is not closed") from None
    try:
        return _spec(tree)
    except ValueError as error:
        raise ValueError(f"cannot read {text!r}: {error}") from None


def parse_assignments(texts: Iterable[str]) -> dict[str, InputSpec]:
    """`x=float32[B, 3]` each: name -> specification; ValueError for a repeated or missing name."""
    specs: dict[str, InputSpec] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not _NAME.match(name):
            raise ValueError(f"{text!r} is not NAME=VALUE")
        if name in specs:
            raise ValueError(f"{name!r} is given twice")
        specs[name] = parse_input(value.strip())
    return specs


def parse_arguments(texts: Iterable[str]) -> dict[str, InputSpec]:
    """The same for arguments of a constructor, where a bare name is no size but a string without its quotes."""
    specs = parse_assignments(texts)
    for name, spec in specs.items():
        if isinstance(spec, SizeSpec):
            raise ValueError(
                f"`{spec.size}` is a name; for a string write '\"{spec.size}\"', for any size --symbolic {name}"
            )
    return specs


def parse_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Names of a repeatable, comma separated option, each once and in order."""
    names = dict.fromkeys(name.strip() for text in texts for name in text.split(","))
    for name in names:
        if not _NAME.match(name):
            raise ValueError(f"{name!r} is not a name")
    return tuple(names)


def size_names(specs: Iterable[InputSpec]) -> frozenset[str]:
    """The dim names in the specifications, without `*`."""
    found: set[str] = set()
    for spec in specs:
        if isinstance(spec, TensorSpec):
            for dim in spec.dims:
                found.update(_WORD.findall(str(dim)))
        elif isinstance(spec, SizeSpec):
            found.update(_WORD.findall(spec.size))
        elif isinstance(spec, SequenceSpec):
            found |= size_names(spec.items)
        elif isinstance(spec, DictSpec):
            found |= size_names(value for _, value in spec.items)
    return frozenset(found - {"max", "min"})


# ------------------------------------------------------------------ reading


def _as_python(text: str) -> str:
    """The text with `*name` in brackets as a call and `name[]` as `name[()]`: Python 3.10 reads neither."""
    tokens = [
        token
        for token in tokenize.generate_tokens(io.StringIO(text.strip()).readline)
        if token.type not in (tokenize.NEWLINE, tokenize.NL, tokenize.ENDMARKER, tokenize.COMMENT)
    ]
    return " ".join(_rewritten(tokens))


def _rewritten(tokens: list[tokenize.TokenInfo]) -> Iterator[str]:
    i = 0
    while i < len(tokens):
        token = tokens[i]
        before = tokens[i - 1].string if i else ""
        after = tokens[i + 1] if i + 1 < len(tokens) else None
        if token.string == "*" and before in ("[", ",") and after is not None and after.type == tokenize.NAME:
            yield f"{_STAR}({after.string})"
            i += 2
            continue
        yield token.string
        is_subscript = token.string == "[" and i and tokens[i - 1].type == tokenize.NAME
        if is_subscript and after is not None and after.string == "]":
            yield "()"
        i += 1


def _spec(node: ast.expr) -> InputSpec:
    if isinstance(node, ast.Subscript):
        return _tensor(node)
    if isinstance(node, (ast.List, ast.Tuple)):
        kind = "list" if isinstance(node, ast.List) else "tuple"
        items = tuple(_spec(item) for item in node.elts)
        if all(isinstance(item, LiteralSpec) for item in items):
            return LiteralSpec(ast.literal_eval(node))
        return SequenceSpec(kind, items)
    if isinstance(node, ast.Dict):
        entries = tuple((_key(key), _spec(value)) for key, value in zip(node.keys, node.values, strict=True))
        if all(isinstance(value, LiteralSpec) for _, value in entries):
            return LiteralSpec(ast.literal_eval(node))
        return DictSpec(entries)
    return _literal(node)


def _literal(node: ast.expr) -> SizeSpec | LiteralSpec:
    if isinstance(node, ast.Name) and (node.id in DTYPE_NAMES or node.id in _UNTYPED):
        raise ValueError(f"the sizes are missing: `{node.id}[B, 3]`, or `{node.id}[*S]` for any")
    try:
        return LiteralSpec(ast.literal_eval(node))
    except ValueError:
        shown = ast.unparse(node)
        if is_size(node):
            return SizeSpec(shown)
        raise ValueError(f"`{shown}` is neither a tensor such as `float32[B, 3]` nor a literal") from None


def _key(node: ast.expr | None) -> str | int:
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, int)):
        return node.value
    raise ValueError("the key of a dict has to be a string or an integer")


def _tensor(node: ast.Subscript) -> TensorSpec:
    name = ast.unparse(node.value).removeprefix("torch.")
    if name not in DTYPE_NAMES and name not in _UNTYPED:
        raise ValueError(f"`{name}` is no dtype; write `float32[B, 3]`, or `Tensor[B, 3]` for any")
    dims = tuple(_dim(item) for item in _dim_nodes(node.slice))
    if sum(isinstance(dim, str) and dim.startswith("*") for dim in dims) > 1:
        raise ValueError("a shape can hold only one `*name`")
    return TensorSpec(None if name in _UNTYPED else name, dims)


def _dim_nodes(index: ast.expr) -> list[ast.expr]:
    return index.elts if isinstance(index, ast.Tuple) else [index]


def _dim(node: ast.expr) -> int | str:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == _STAR:
        return "*" + ast.unparse(node.args[0])
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.UnaryOp):
        raise ValueError(f"`{ast.unparse(node)}` is negative; for any size write a name")
    if not is_size(node) or _STAR in (text := ast.unparse(node)):
        raise ValueError(f"`{ast.unparse(node)}` is no size: integers, names, or + - * // % max min of them")
    return text
