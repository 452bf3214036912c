"""The intermediate representation: what the interpreter reads instead of a syntax tree.

Every node is a named tuple: immutable, quick to make, and plain data that can be written to a cache.
The names follow Python's own `ast` so that nobody has to learn a second vocabulary. The first field of
each node is its span. Differences from `ast`: parentheses, whitespace and decorators' `@` are gone,
adjacent strings are joined, augmented targets are ordinary targets, `elif` is a nested `If`.

Nodes compare by value, as tuples do; whoever keys a table by node uses `id(node)`.
"""

from __future__ import annotations

from types import EllipsisType
from typing import NamedTuple, TypeAlias, Union

from shapecheck.source.span import Span as Span

Literal: TypeAlias = Union[None, bool, int, float, complex, str, bytes, EllipsisType]
"""What a Constant may hold: its Python object is also its abstract value."""


# ------------------------------------------------------------------ expressions


class Name(NamedTuple):
    span: Span
    id: str


class Constant(NamedTuple):
    """A literal, or a name that is one (None, True, False)."""

    span: Span
    value: Literal


class FString(NamedTuple):
    """`parts` are Constant strings and Formatted replacement fields, in order."""

    span: Span
    parts: tuple[Expression, ...]


class Formatted(NamedTuple):
    span: Span
    value: Expression
    conversion: str | None  # "r", "s", "a"
    spec: FString | None


class Attribute(NamedTuple):
    """`value.attr`; `name_span` is the range of `attr` alone."""

    span: Span
    value: Expression
    attr: str
    name_span: Span


class Subscript(NamedTuple):
    """`value[index]`; `x[a, b]` has a Tuple index, slices are Slice nodes."""

    span: Span
    value: Expression
    index: Expression  # type: ignore[assignment]  # `ast` names it so; it shadows tuple.index


class Slice(NamedTuple):
    span: Span
    lower: Expression | None
    upper: Expression | None
    step: Expression | None


class Starred(NamedTuple):
    """`*value` in a call's positional arguments, a display, a subscript or an assignment target."""

    span: Span
    value: Expression


class Keyword(NamedTuple):
    """`name=value` in a call; `name` is None for `**value`."""

    span: Span
    name: str | None
    value: Expression


class Call(NamedTuple):
    """`args` are expressions or Starred, in order; `keywords` in order."""

    span: Span
    func: Expression
    args: tuple[Expression, ...]
    keywords: tuple[Keyword, ...]


class BinOp(NamedTuple):
    """`op` is Python's spelling: + - * / // % ** @ & | ^ << >>."""

    span: Span
    left: Expression
    op: str
    right: Expression


class UnaryOp(NamedTuple):
    """`op` is one of - + ~ not."""

    span: Span
    op: str
    operand: Expression


class BoolOp(NamedTuple):
    """`op` is `and` or `or`; chains are flattened."""

    span: Span
    op: str
    values: tuple[Expression, ...]


class Compare(NamedTuple):
    """`left ops[0] comparators[0] ops[1] ...`; ops: == != < <= > >= `is` `is not` `in` `not in`."""

    span: Span
    left: Expression
    ops: tuple[str, ...]
    comparators: tuple[Expression, ...]


class IfExp(NamedTuple):
    span: Span
    test: Expression
    body: Expression
    orelse: Expression


class Tuple(NamedTuple):
    span: Span
    elts: tuple[Expression, ...]


class List(NamedTuple):
    span: Span
    elts: tuple[Expression, ...]


class Set(NamedTuple):
    span: Span
    elts: tuple[Expression, ...]


class Dict(NamedTuple):
    """Pairs in order; a key of None means `**value`."""

    span: Span
    keys: tuple[Expression | None, ...]
    values: tuple[Expression, ...]


class For_(NamedTuple):
    """One `for target in iter if ...` clause of a comprehension; the span begins at the target."""

    span: Span
    target: Expression
    iter: Expression
    ifs: tuple[Expression, ...]
    is_async: bool


class Comprehension(NamedTuple):
    """`kind` is list, set, dict or generator; `key` is only there for dict."""

    span: Span
    kind: str
    key: Expression | None
    element: Expression
    clauses: tuple[For_, ...]


class Lambda(NamedTuple):
    span: Span
    params: Parameters
    body: Expression


class NamedExpr(NamedTuple):
    span: Span
    target: Name
    value: Expression


class Yield(NamedTuple):
    span: Span
    value: Expression | None


class YieldFrom(NamedTuple):
    span: Span
    value: Expression


class Await(NamedTuple):
    span: Span
    value: Expression


Expression: TypeAlias = Union[
    Name,
    Constant,
    FString,
    Formatted,
    Attribute,
    Subscript,
    Slice,
    Starred,
    Call,
    BinOp,
    UnaryOp,
    BoolOp,
    Compare,
    IfExp,
    Tuple,
    List,
    Set,
    Dict,
    Comprehension,
    Lambda,
    NamedExpr,
    Yield,
    YieldFrom,
    Await,
]


def alternatives(node: Expression) -> tuple[Expression, ...]:
    """The elements of a tuple that is written out, or the one expression in its place: `except (A, B)`, `except A`."""
    if isinstance(node, Tuple):
        return node.elts
    return (node,)


def bound_targets(target: Expression) -> tuple[Expression, ...]:
    """What an assignment's target binds: the elements of `a, b` and `[a, b]`, or the one target."""
    if isinstance(target, (Tuple, List)):
        return target.elts
    return (target,)


# ------------------------------------------------------------------ statements


class Parameter(NamedTuple):
    """`kind` is positional, normal, star, keyword or double_star."""

    span: Span
    name: str
    annotation: Expression | None
    default: Expression | None
    kind: str

    @property
    def name_span(self) -> Span:
        """Where the name of a parameter without stars stands."""
        line, column = self.span.line, self.span.column
        return Span(line, column, line, column + len(self.name))


Parameters: TypeAlias = tuple[Parameter, ...]


class FunctionDef(NamedTuple):
    """`name_span` is the range of the name; `is_generator` is true when its own body yields.

    `locals` are the names bound in the body (parameters included, `global`/`nonlocal` names excluded).
    """

    span: Span
    name: str
    name_span: Span
    params: Parameters
    body: tuple[Statement, ...]
    decorators: tuple[Expression, ...]
    returns: Expression | None
    is_async: bool
    is_generator: bool
    docstring: str | None
    locals: frozenset[str]


class ClassDef(NamedTuple):
    span: Span
    name: str
    name_span: Span
    bases: tuple[Expression, ...]
    keywords: tuple[Keyword, ...]
    body: tuple[Statement, ...]
    decorators: tuple[Expression, ...]
    docstring: str | None


class Expr(NamedTuple):
    span: Span
    value: Expression


class Assign(NamedTuple):
    """`a = b = value` has two targets."""

    span: Span
    targets: tuple[Expression, ...]
    value: Expression


class AugAssign(NamedTuple):
    """`op` without the `=`."""

    span: Span
    target: Expression
    op: str
    value: Expression


class AnnAssign(NamedTuple):
    span: Span
    target: Expression
    annotation: Expression
    value: Expression | None


class Return(NamedTuple):
    span: Span
    value: Expression | None


class Raise(NamedTuple):
    span: Span
    exc: Expression | None
    cause: Expression | None


class Assert(NamedTuple):
    span: Span
    test: Expression
    msg: Expression | None


class Delete(NamedTuple):
    span: Span
    targets: tuple[Expression, ...]


class Pass(NamedTuple):
    span: Span


class Break(NamedTuple):
    span: Span


class Continue(NamedTuple):
    span: Span


class Global(NamedTuple):
    span: Span
    names: tuple[str, ...]


class Nonlocal(NamedTuple):
    span: Span
    names: tuple[str, ...]


class Alias(NamedTuple):
    """`name as asname`; for `from m import *` the name is `*`."""

    span: Span
    name: str
    asname: str | None


class Import(NamedTuple):
    span: Span
    names: tuple[Alias, ...]


class ImportFrom(NamedTuple):
    """`level` counts the leading dots."""

    span: Span
    module: str
    level: int
    names: tuple[Alias, ...]


class If(NamedTuple):
    span: Span
    test: Expression
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


class For(NamedTuple):
    span: Span
    target: Expression
    iter: Expression
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]
    is_async: bool


class While(NamedTuple):
    span: Span
    test: Expression
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


class Handler(NamedTuple):
    span: Span
    type: Expression | None
    name: str | None
    body: tuple[Statement, ...]


class Try(NamedTuple):
    """`is_group` is true for `except*`."""

    span: Span
    body: tuple[Statement, ...]
    handlers: tuple[Handler, ...]
    orelse: tuple[Statement, ...]
    finalbody: tuple[Statement, ...]
    is_group: bool


class WithItem(NamedTuple):
    span: Span
    context: Expression
    target: Expression | None


class With(NamedTuple):
    span: Span
    items: tuple[WithItem, ...]
    body: tuple[Statement, ...]
    is_async: bool


class Case(NamedTuple):
    """`case pattern if guard: body`; the span begins at the pattern."""

    span: Span
    pattern: Pattern
    guard: Expression | None
    body: tuple[Statement, ...]


class Match(NamedTuple):
    span: Span
    subject: Expression
    cases: tuple[Case, ...]


class TypeAlias_(NamedTuple):
    """`type Name = value` (Python 3.12)."""

    span: Span
    name: str
    value: Expression


Statement: TypeAlias = Union[
    FunctionDef,
    ClassDef,
    Expr,
    Assign,
    AugAssign,
    AnnAssign,
    Return,
    Raise,
    Assert,
    Delete,
    Pass,
    Break,
    Continue,
    Global,
    Nonlocal,
    Import,
    ImportFrom,
    If,
    For,
    While,
    Try,
    With,
    Match,
    TypeAlias_,
]

# ------------------------------------------------------------------ match patterns


class MatchValue(NamedTuple):
    """A literal or dotted name compared with ==, or None/True/False compared with `is`."""

    span: Span
    value: Expression


class MatchAs(NamedTuple):
    """`pattern as name`; `_` has neither, a capture has only a name."""

    span: Span
    pattern: Pattern | None
    name: str | None


class MatchOr(NamedTuple):
    span: Span
    patterns: tuple[Pattern, ...]


class MatchSequence(NamedTuple):
    span: Span
    patterns: tuple[Pattern, ...]


class MatchStar(NamedTuple):
    span: Span
    name: str | None


class MatchMapping(NamedTuple):
    span: Span
    keys: tuple[Expression, ...]
    patterns: tuple[Pattern, ...]
    rest: str | None


class MatchClass(NamedTuple):
    span: Span
    cls: Expression
    patterns: tuple[Pattern, ...]
    kwd_names: tuple[str, ...]
    kwd_patterns: tuple[Pattern, ...]


Pattern: TypeAlias = Union[
    MatchValue, MatchAs, MatchOr, MatchSequence, MatchStar, MatchMapping, MatchClass
]

# ------------------------------------------------------------------ files


class Comment(NamedTuple):
    """A comment with its `#`; `own_line` is true when nothing stands before it on its line."""

    span: Span
    text: str
    own_line: bool


class SourceFile(NamedTuple):
    """One file after lowering. `path` is as shown to the user."""

    path: str
    body: tuple[Statement, ...]
    comments: tuple[Comment, ...]
    docstring: str | None


class SyntaxProblem(NamedTuple):
    """Why a file could not be read: shown as `syntax-error` at the span."""

    path: str
    span: Span
    message: str
