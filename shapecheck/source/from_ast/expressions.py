"""Expressions of `ast`'s tree to expressions of the IR, which has the names and the places from there.

The columns of `ast` count bytes of UTF-8 from 0, those of the IR characters from 1.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from shapecheck.source import ir
from shapecheck.source.scope import Scope
from shapecheck.source.tokens import Tokens

_new = tuple.__new__  # quicker than the constructor of a named tuple, which a file calls ten thousand times


Formatted: TypeAlias = Callable[[Tokens, ir.Span, Scope], ir.Expression]
"""Reads a string with fields: the text it stands in, its place, and the scope in which its expressions bind names."""


class Unusual(Exception):
    """Something that this reader leaves to the other one."""


class ExpressionReader:
    """A method for each kind of expression. The tree is that of the text of `tokens`."""

    def __init__(self, tokens: Tokens, formatted: Formatted) -> None:
        self._tokens = tokens
        self._formatted = formatted
        self._scope = Scope()
        # A node has numbers of its own for its lines. Those in spans are shared, which is a fifth of the IR's memory.
        first = tokens.first_line - 1
        self._lines = list(range(first, first + tokens.text.count("\n") + tokens.text.count("\r") + 3))
        self._wide = {} if tokens.text.isascii() else _wide_lines(tokens.text)

    def span(self, node: Any) -> ir.Span:
        """The place of a node."""
        line, end_line = node.lineno, node.end_lineno
        column, end_column = node.col_offset + 1, node.end_col_offset + 1
        if self._wide:
            column, end_column = self._column(line, column), self._column(end_line, end_column)
        lines = self._lines
        return _new(ir.Span, (lines[line], column, lines[end_line], end_column))

    def _column(self, line: int, column: int) -> int:
        text = self._wide.get(line)
        return column if text is None else len(text[: column - 1].decode()) + 1

    def expression(self, node: ast.expr) -> ir.Expression:
        """Lower one expression."""
        result: ir.Expression = _EXPRESSIONS[type(node)](self, node)
        return result

    def optional(self, node: ast.expr | None) -> ir.Expression | None:
        """Lower an expression that may be left out."""
        return None if node is None else _EXPRESSIONS[type(node)](self, node)

    def expressions(self, nodes: Iterable[ast.expr]) -> tuple[ir.Expression, ...]:
        """Lower several expressions."""
        return tuple([_EXPRESSIONS[type(node)](self, node) for node in nodes])

    # ---------------------------------------------------------------- names, literals, access, calls

    def _name(self, node: ast.Name) -> ir.Name:
        return _new(ir.Name, (self.span(node), node.id))

    def _constant(self, node: ast.Constant) -> ir.Constant:
        return _new(ir.Constant, (self.span(node), node.value))

    def _string(self, node: ast.JoinedStr) -> ir.Expression:
        return self._formatted(self._tokens, self.span(node), self._scope)

    def _attribute(self, node: ast.Attribute) -> ir.Attribute:
        value = _EXPRESSIONS[type(node.value)](self, node.value)
        span = self.span(node)
        attr = node.attr
        if not attr.isascii():
            raise Unusual  # as it is compared it may have another length than as it is written
        _, _, line, end = span
        name_span = _new(ir.Span, (line, end - len(attr), line, end))
        return _new(ir.Attribute, (span, value, attr, name_span))

    def _subscript(self, node: ast.Subscript) -> ir.Subscript:
        return ir.Subscript(self.span(node), self.expression(node.value), self.expression(node.slice))

    def _slice(self, node: ast.Slice) -> ir.Slice:
        lower, upper, step = self.optional(node.lower), self.optional(node.upper), self.optional(node.step)
        return ir.Slice(self.span(node), lower, upper, step)

    def _starred(self, node: ast.Starred) -> ir.Starred:
        return ir.Starred(self.span(node), self.expression(node.value))

    def _call(self, node: ast.Call) -> ir.Call:
        func = _EXPRESSIONS[type(node.func)](self, node.func)
        args = tuple([_EXPRESSIONS[type(arg)](self, arg) for arg in node.args])
        keywords = self.keywords(node.keywords) if node.keywords else ()
        return _new(ir.Call, (self.span(node), func, args, keywords))

    def keywords(self, nodes: Iterable[ast.keyword]) -> tuple[ir.Keyword, ...]:
        """`name=value` and `**value` of a call or a class."""
        return tuple([ir.Keyword(self.span(node), node.arg, self.expression(node.value)) for node in nodes])

    # ---------------------------------------------------------------- operators

    def _binary(self, node: ast.BinOp) -> ir.Expression:
        """Walks down the left side in a loop: `a + b + c + ...` may be thousands long."""
        spine = [node]
        while isinstance(left := spine[-1].left, ast.BinOp):
            spine.append(left)
        result = self.expression(left)
        for operation in reversed(spine):
            right = self.expression(operation.right)
            result = ir.BinOp(self.span(operation), result, OPERATORS[type(operation.op)], right)
        return result

    def _boolean(self, node: ast.BoolOp) -> ir.BoolOp:
        return ir.BoolOp(self.span(node), OPERATORS[type(node.op)], self.expressions(node.values))

    def _unary(self, node: ast.UnaryOp) -> ir.UnaryOp:
        return ir.UnaryOp(self.span(node), OPERATORS[type(node.op)], self.expression(node.operand))

    def _comparison(self, node: ast.Compare) -> ir.Compare:
        operators = tuple([OPERATORS[type(operator)] for operator in node.ops])
        return ir.Compare(self.span(node), self.expression(node.left), operators, self.expressions(node.comparators))

    def _conditional(self, node: ast.IfExp) -> ir.IfExp:
        test, body, orelse = self.expression(node.test), self.expression(node.body), self.expression(node.orelse)
        return ir.IfExp(self.span(node), test, body, orelse)

    def _walrus(self, node: ast.NamedExpr) -> ir.NamedExpr:
        target = self._name(node.target)
        self._scope.bound.add(target.id)
        return ir.NamedExpr(self.span(node), target, self.expression(node.value))

    def _await(self, node: ast.Await) -> ir.Await:
        return ir.Await(self.span(node), self.expression(node.value))

    def _yield(self, node: ast.Yield) -> ir.Yield:
        self._scope.yields = True
        return ir.Yield(self.span(node), self.optional(node.value))

    def _yield_from(self, node: ast.YieldFrom) -> ir.YieldFrom:
        self._scope.yields = True
        return ir.YieldFrom(self.span(node), self.expression(node.value))

    def _lambda(self, node: ast.Lambda) -> ir.Lambda:
        params = self.parameters(node.args)
        outer, self._scope = self._scope, Scope()
        body = self.expression(node.body)
        self._scope = outer
        return ir.Lambda(self.span(node), params, body)

    # ---------------------------------------------------------------- parameters

    def parameters(self, node: ast.arguments) -> ir.Parameters:
        """The parameters of a function or a lambda, in the order of the text."""
        required = len(node.posonlyargs) + len(node.args) - len(node.defaults)
        defaults: list[ast.expr | None] = [*([None] * required), *node.defaults]
        result = [
            self._parameter(arg, default, "positional")
            for arg, default in zip(node.posonlyargs, defaults, strict=False)
        ]
        result += [
            self._parameter(arg, default, "normal")
            for arg, default in zip(node.args, defaults[len(node.posonlyargs) :], strict=True)
        ]
        if node.vararg is not None:
            result.append(self._parameter(node.vararg, None, "star"))
        for arg, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
            result.append(self._parameter(arg, default, "keyword"))
        if node.kwarg is not None:
            result.append(self._parameter(node.kwarg, None, "double_star"))
        return tuple(result)

    def _parameter(self, node: ast.arg, default: ast.expr | None, kind: str) -> ir.Parameter:
        annotation = self.optional(node.annotation)
        return ir.Parameter(self.span(node), node.arg, annotation, self.optional(default), kind)

    # ---------------------------------------------------------------- displays and comprehensions

    def _tuple(self, node: ast.Tuple) -> ir.Tuple:
        return ir.Tuple(self.span(node), self.expressions(node.elts))

    def _list(self, node: ast.List) -> ir.List:
        return ir.List(self.span(node), self.expressions(node.elts))

    def _set(self, node: ast.Set) -> ir.Set:
        return ir.Set(self.span(node), self.expressions(node.elts))

    def _dict(self, node: ast.Dict) -> ir.Dict:
        keys = tuple([self.optional(key) for key in node.keys])
        return ir.Dict(self.span(node), keys, self.expressions(node.values))

    def _list_comprehension(self, node: ast.ListComp) -> ir.Comprehension:
        return self._comprehension(node, "list", None, node.elt)

    def _set_comprehension(self, node: ast.SetComp) -> ir.Comprehension:
        return self._comprehension(node, "set", None, node.elt)

    def _generator(self, node: ast.GeneratorExp) -> ir.Comprehension:
        return self._comprehension(node, "generator", None, node.elt)

    def _dict_comprehension(self, node: ast.DictComp) -> ir.Comprehension:
        return self._comprehension(node, "dict", node.key, node.value)

    def _comprehension(self, node: Any, kind: str, key: ast.expr | None, element: ast.expr) -> ir.Comprehension:
        clauses = tuple([self._clause(clause) for clause in node.generators])
        return ir.Comprehension(self.span(node), kind, self.optional(key), self.expression(element), clauses)

    def _clause(self, node: ast.comprehension) -> ir.For_:
        target, iterable = self.expression(node.target), self.expression(node.iter)
        tests = self.expressions(node.ifs)
        span = ir.Span(*target.span[:2], *(tests[-1] if tests else iterable).span[2:])
        return ir.For_(span, target, iterable, tests, bool(node.is_async))


def _wide_lines(text: str) -> dict[int, bytes]:
    """The lines, by their numbers, in which bytes and characters differ."""
    lines = enumerate(text.split("\n"), 1)
    return {number: line.encode("utf-8", "surrogatepass") for number, line in lines if not line.isascii()}


OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "not", ast.And: "and", ast.Or: "or",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip

_R = ExpressionReader
_EXPRESSIONS: dict[type[ast.AST], Callable[[ExpressionReader, Any], Any]] = {
    ast.Name: _R._name,
    ast.Constant: _R._constant,
    ast.JoinedStr: _R._string,
    ast.Attribute: _R._attribute,
    ast.Subscript: _R._subscript,
    ast.Slice: _R._slice,
    ast.Starred: _R._starred,
    ast.Call: _R._call,
    ast.BinOp: _R._binary,
    ast.BoolOp: _R._boolean,
    ast.UnaryOp: _R._unary,
    ast.Compare: _R._comparison,
    ast.IfExp: _R._conditional,
    ast.NamedExpr: _R._walrus,
    ast.Await: _R._await,
    ast.Yield: _R._yield,
    ast.YieldFrom: _R._yield_from,
    ast.Lambda: _R._lambda,
    ast.Tuple: _R._tuple,
    ast.List: _R._list,
    ast.Set: _R._set,
    ast.Dict: _R._dict,
    ast.ListComp: _R._list_comprehension,
    ast.SetComp: _R._set_comprehension,
    ast.DictComp: _R._dict_comprehension,
    ast.GeneratorExp: _R._generator,
}
if hasattr(ast, "TemplateStr"):  # Python 3.14
    _EXPRESSIONS[ast.TemplateStr] = _R._string
