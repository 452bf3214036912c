"""Expressions of libcst's tree to expressions of the IR, in the order of the text.

Every method consumes its node's tokens: `self._next` is the index of the first token not yet consumed.
A node's span goes from its first to its last token, its own parentheses excluded, as in Python's `ast`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import intern
from typing import Any

import libcst as cst

from shapecheck.source import ir
from shapecheck.source.from_cst.literals import LiteralLowering
from shapecheck.source.scope import Scope, identifier


class ExpressionLowering(LiteralLowering):
    """A method for each kind of expression."""

    def expression(self, node: cst.BaseExpression) -> ir.Expression:
        """Lower one expression with the parentheses around it."""
        parentheses = len(node.lpar)
        if parentheses:
            self._next += parentheses
            result = _EXPRESSIONS[type(node)](self, node)
            self._next += parentheses
            return result
        return _EXPRESSIONS[type(node)](self, node)

    # ---------------------------------------------------------------- names and literals

    def _name(self, node: cst.Name) -> ir.Expression:
        span = self._spans[self._next]
        self._next += 1
        text = node.value
        if text in _SINGLETONS:
            return ir.Constant(span, _SINGLETONS[text])
        return ir.Name(span, intern(text) if text.isascii() else identifier(text))

    # ---------------------------------------------------------------- access and calls

    def _attribute(self, node: cst.Attribute) -> ir.Attribute:
        first = self._next
        value = self.expression(node.value)
        name_span = self._spans[self._next + 1]
        self._next += 2
        return ir.Attribute(self._span(first), value, identifier(node.attr.value), name_span)

    def _subscript(self, node: cst.Subscript) -> ir.Subscript:
        first = self._next
        value = self.expression(node.value)
        self._next += 1
        elements = node.slice
        start = self._next
        items = [self._index(element.slice) for element in elements]
        index = items[0]
        comma = isinstance(elements[-1].comma, cst.Comma)
        if comma:
            self._include_separator()
        if comma or len(items) > 1 or isinstance(index, ir.Starred):
            index = ir.Tuple(self._span(start), tuple(items))
        self._next += 1
        return ir.Subscript(self._span(first), value, index)

    def _index(self, node: cst.BaseSlice) -> ir.Expression:
        first = self._next
        if isinstance(node, cst.Slice):
            return self._slice(node)
        assert isinstance(node, cst.Index)
        if node.star:
            self._next += 1
            value = self.expression(node.value)
            return ir.Starred(self._span(first), value)
        return self.expression(node.value)

    def _slice(self, node: cst.Slice) -> ir.Slice:
        first = self._next
        lower = None if node.lower is None else self.expression(node.lower)
        self._next += 1
        upper = None if node.upper is None else self.expression(node.upper)
        if isinstance(node.second_colon, cst.Colon):
            self._next += 1
        step = None if node.step is None else self.expression(node.step)
        return ir.Slice(self._span(first), lower, upper, step)

    def _starred(self, node: cst.StarredElement) -> ir.Starred:
        first = self._next
        self._next += 1
        value = self.expression(node.value)
        return ir.Starred(self._span(first), value)

    def _call(self, node: cst.Call) -> ir.Call:
        first = self._next
        func = self.expression(node.func)
        self._next += 1
        args, keywords = self._arguments(node.args)
        self._next += 1
        return ir.Call(self._span(first), func, args, keywords)

    def _arguments(
        self, nodes: Sequence[cst.Arg]
    ) -> tuple[tuple[ir.Expression, ...], tuple[ir.Keyword, ...]]:
        args: list[ir.Expression] = []
        keywords: list[ir.Keyword] = []
        for node in nodes:
            first = self._next
            if node.keyword is not None:
                self._next += 2
                value = self.expression(node.value)
                keywords.append(ir.Keyword(self._span(first), identifier(node.keyword.value), value))
            elif not node.star:
                args.append(self.expression(node.value))
            else:
                self._next += 1
                value = self.expression(node.value)
                if node.star == "*":
                    args.append(ir.Starred(self._span(first), value))
                else:
                    keywords.append(ir.Keyword(self._span(first), None, value))
        return tuple(args), tuple(keywords)

    # ---------------------------------------------------------------- operators

    def _binary(self, node: cst.BinaryOperation) -> ir.Expression:
        """Walks down the left side in a loop: `a + b + c + ...` may be thousands long."""
        spine: list[tuple[cst.BinaryOperation, int]] = [(node, self._next)]
        left = node.left
        while isinstance(left, cst.BinaryOperation):
            self._next += len(left.lpar)
            spine.append((left, self._next))
            left = left.left
        result = self.expression(left)
        for operation, first in reversed(spine):
            self._next += 1
            right = self.expression(operation.right)
            result = ir.BinOp(self._span(first), result, BINARY_OPERATORS[type(operation.operator)], right)
            if operation is not node:
                self._next += len(operation.rpar)
        return result

    def _boolean(self, node: cst.BooleanOperation) -> ir.BoolOp:
        """A chain of one operator is one node, however libcst nests it; parentheses break the chain."""
        first = self._next
        kind = type(node.operator)
        rest: list[cst.BaseExpression] = []
        left: cst.BaseExpression = node
        while (
            isinstance(left, cst.BooleanOperation)
            and type(left.operator) is kind
            and (left is node or not left.lpar)
        ):
            rest.append(left.right)
            left = left.left
        values = [self.expression(left)]
        while rest:
            right = rest.pop()
            self._next += 1
            values.append(self.expression(right))
        return ir.BoolOp(self._span(first), "and" if kind is cst.And else "or", tuple(values))

    def _unary(self, node: cst.UnaryOperation) -> ir.UnaryOp:
        first = self._next
        self._next += 1
        operand = self.expression(node.expression)
        return ir.UnaryOp(self._span(first), UNARY_OPERATORS[type(node.operator)], operand)

    def _comparison(self, node: cst.Comparison) -> ir.Compare:
        first = self._next
        left = self.expression(node.left)
        operators: list[str] = []
        comparators: list[ir.Expression] = []
        for comparison in node.comparisons:
            operator = COMPARISONS[type(comparison.operator)]
            self._next += 2 if " " in operator else 1
            operators.append(operator)
            comparators.append(self.expression(comparison.comparator))
        return ir.Compare(self._span(first), left, tuple(operators), tuple(comparators))

    def _conditional(self, node: cst.IfExp) -> ir.IfExp:
        first = self._next
        body = self.expression(node.body)
        self._next += 1
        test = self.expression(node.test)
        self._next += 1
        orelse = self.expression(node.orelse)
        return ir.IfExp(self._span(first), test, body, orelse)

    def _walrus(self, node: cst.NamedExpr) -> ir.NamedExpr:
        first = self._next
        target = self.expression(node.target)
        assert isinstance(target, ir.Name)
        self._scope.bound.add(target.id)
        self._next += 1
        value = self.expression(node.value)
        return ir.NamedExpr(self._span(first), target, value)

    def _await(self, node: cst.Await) -> ir.Await:
        first = self._next
        self._next += 1
        value = self.expression(node.expression)
        return ir.Await(self._span(first), value)

    def _yield(self, node: cst.Yield) -> ir.Expression:
        first = self._next
        self._scope.yields = True
        self._next += 1
        if isinstance(node.value, cst.From):
            self._next += 1
            value = self.expression(node.value.item)
            return ir.YieldFrom(self._span(first), value)
        optional = None if node.value is None else self.expression(node.value)
        return ir.Yield(self._span(first), optional)

    def _lambda(self, node: cst.Lambda) -> ir.Lambda:
        first = self._next
        self._next += 1
        params = self._parameters(node.params)
        self._next += 1
        outer, self._scope = self._scope, Scope()
        body = self.expression(node.body)
        self._scope = outer
        return ir.Lambda(self._span(first), params, body)

    # ---------------------------------------------------------------- parameters

    def _parameters(self, node: cst.Parameters) -> ir.Parameters:
        result = [self._parameter(param, "positional") for param in node.posonly_params]
        if isinstance(node.posonly_ind, cst.ParamSlash):
            self._next += 1
        result += [self._parameter(param, "normal") for param in node.params]
        if isinstance(node.star_arg, cst.Param):
            self._next += 1
            result.append(self._parameter(node.star_arg, "star"))
        elif isinstance(node.star_arg, cst.ParamStar):
            self._next += 1
        result += [self._parameter(param, "keyword") for param in node.kwonly_params]
        if node.star_kwarg is not None:
            self._next += 1
            result.append(self._parameter(node.star_kwarg, "double_star"))
        return tuple(result)

    def _parameter(self, node: cst.Param, kind: str) -> ir.Parameter:
        """The span covers name and annotation, as `ast.arg` does; the default lies behind it."""
        first = self._next
        self._next += 1
        annotation = default = None
        if node.annotation is not None:
            self._next += 1
            annotation = self.expression(node.annotation.annotation)
        span = self._span(first)
        if node.default is not None:
            self._next += 1
            default = self.expression(node.default)
        return ir.Parameter(span, identifier(node.name.value), annotation, default, kind)

    # ---------------------------------------------------------------- displays and comprehensions

    def _tuple(self, node: cst.Tuple) -> ir.Tuple:
        """The innermost parentheses are the tuple's own."""
        elements = node.elements
        if node.lpar:
            first = self._next - 1
            items = tuple([self.expression(element_value(element)) for element in elements])
            start, end = self._spans[first], self._spans[self._next]
            return ir.Tuple(ir.Span(start[0], start[1], end[2], end[3]), items)
        first = self._next
        items = tuple([self.expression(element_value(element)) for element in elements])
        if elements and isinstance(elements[-1].comma, cst.Comma):
            self._include_separator()
        return ir.Tuple(self._span(first), items)

    def _list(self, node: cst.List) -> ir.List:
        first = self._next
        self._next += 1
        items = tuple([self.expression(element_value(element)) for element in node.elements])
        self._next += 1
        return ir.List(self._span(first), items)

    def _set(self, node: cst.Set) -> ir.Set:
        first = self._next
        self._next += 1
        items = tuple([self.expression(element_value(element)) for element in node.elements])
        self._next += 1
        return ir.Set(self._span(first), items)

    def _dict(self, node: cst.Dict) -> ir.Dict:
        first = self._next
        self._next += 1
        keys: list[ir.Expression | None] = []
        values: list[ir.Expression] = []
        for element in node.elements:
            keys.append(self.expression(element.key) if isinstance(element, cst.DictElement) else None)
            self._next += 1  # the colon, or the two stars
            values.append(self.expression(element.value))
        self._next += 1
        return ir.Dict(self._span(first), tuple(keys), tuple(values))

    def _list_comprehension(self, node: cst.ListComp) -> ir.Comprehension:
        return self._bracketed(node, "list")

    def _set_comprehension(self, node: cst.SetComp) -> ir.Comprehension:
        return self._bracketed(node, "set")

    def _bracketed(self, node: cst.ListComp | cst.SetComp, kind: str) -> ir.Comprehension:
        first = self._next
        self._next += 1
        element = self.expression(node.elt)
        clauses = self._clauses(node.for_in)
        self._next += 1
        return ir.Comprehension(self._span(first), kind, None, element, clauses)

    def _dict_comprehension(self, node: cst.DictComp | cst.StarredDictComp) -> ir.Comprehension:
        first = self._next
        self._next += 1
        key = self.expression(node.key) if isinstance(node, cst.DictComp) else None
        self._next += 1
        value = self.expression(node.value)
        clauses = self._clauses(node.for_in)
        self._next += 1
        return ir.Comprehension(self._span(first), "dict", key, value, clauses)

    def _generator(self, node: cst.GeneratorExp) -> ir.Comprehension:
        """Its span has the brackets: its own innermost ones, or those of the call it is alone in."""
        first = self._next - 1
        element = self.expression(node.elt)
        clauses = self._clauses(node.for_in)
        start, end = self._spans[first], self._spans[self._next]
        span = ir.Span(start[0], start[1], end[2], end[3])
        return ir.Comprehension(span, "generator", None, element, clauses)

    def _clauses(self, node: cst.CompFor | None) -> tuple[ir.For_, ...]:
        result: list[ir.For_] = []
        while node is not None:
            self._next += 1 if node.asynchronous is None else 2
            target = self.expression(node.target)
            self._next += 1
            iterable = self.expression(node.iter)
            tests: list[ir.Expression] = []
            for condition in node.ifs:
                self._next += 1
                tests.append(self.expression(condition.test))
            span = ir.Span(*target.span[:2], *(tests[-1] if tests else iterable).span[2:])
            result.append(ir.For_(span, target, iterable, tuple(tests), node.asynchronous is not None))
            node = node.inner_for_in
        return tuple(result)


def element_value(element: cst.BaseElement) -> cst.BaseExpression:
    """What an element of a display holds; a starred one is an expression of its own."""
    return element if isinstance(element, cst.StarredElement) else element.value


_SINGLETONS: dict[str, bool | None] = {"None": None, "True": True, "False": False}

BINARY_OPERATORS: dict[type[cst.CSTNode], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
}
UNARY_OPERATORS: dict[type[cst.CSTNode], str] = {
    cst.Minus: "-",
    cst.Plus: "+",
    cst.BitInvert: "~",
    cst.Not: "not",
}
COMPARISONS: dict[type[cst.CSTNode], str] = {
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.Is: "is",
    cst.IsNot: "is not",
    cst.In: "in",
    cst.NotIn: "not in",
}

_Method = Callable[[ExpressionLowering, Any], ir.Expression]
_L = ExpressionLowering
_EXPRESSIONS: dict[type[cst.CSTNode], _Method] = {
    cst.Name: _L._name,
    cst.Integer: _L._number,
    cst.Float: _L._number,
    cst.Imaginary: _L._number,
    cst.Ellipsis: _L._ellipsis,
    cst.SimpleString: _L._string,
    cst.ConcatenatedString: _L._concatenated,
    cst.FormattedString: _L._formatted,
    cst.TemplatedString: _L._templated,
    cst.Attribute: _L._attribute,
    cst.Subscript: _L._subscript,
    cst.StarredElement: _L._starred,
    cst.Call: _L._call,
    cst.BinaryOperation: _L._binary,
    cst.BooleanOperation: _L._boolean,
    cst.UnaryOperation: _L._unary,
    cst.Comparison: _L._comparison,
    cst.IfExp: _L._conditional,
    cst.NamedExpr: _L._walrus,
    cst.Await: _L._await,
    cst.Yield: _L._yield,
    cst.Lambda: _L._lambda,
    cst.Tuple: _L._tuple,
    cst.List: _L._list,
    cst.Set: _L._set,
    cst.Dict: _L._dict,
    cst.ListComp: _L._list_comprehension,
    cst.SetComp: _L._set_comprehension,
    cst.DictComp: _L._dict_comprehension,
    cst.StarredDictComp: _L._dict_comprehension,
    cst.GeneratorExp: _L._generator,
}
