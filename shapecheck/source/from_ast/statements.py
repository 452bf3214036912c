"""Statements of `ast`'s tree to statements of the IR."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from typing import Any

from shapecheck.source import ir
from shapecheck.source.from_ast.expressions import OPERATORS, Unusual
from shapecheck.source.from_ast.patterns import PatternReader
from shapecheck.source.problems import refuse_early_default
from shapecheck.source.scope import Scope, docstring

_Body = tuple[ir.Statement, ...]
_HEAD = re.compile(r"(?:(?:async[ \t]+)?def|class)[ \t]+")


class StatementReader(PatternReader):
    """The whole lowering: `body` is its entry."""

    def body(self, nodes: Sequence[ast.stmt]) -> _Body:
        """The statements of a file or a block."""
        return tuple([_STATEMENTS[type(node)](self, node) for node in nodes])

    # ---------------------------------------------------------------- definitions

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ir.FunctionDef:
        decorators = self.expressions(node.decorator_list)
        span = self.span(node)
        name_span = self._name_span(span, node.name)
        params = self.parameters(node.args)
        returns = self.optional(node.returns)
        self._scope.bound.add(node.name)
        outer, self._scope = self._scope, Scope()
        self._scope.bound.update([param.name for param in params])
        body = self.body(node.body)
        scope, self._scope = self._scope, outer
        is_async = isinstance(node, ast.AsyncFunctionDef)
        names, doc = scope.locals(), docstring(body)
        return ir.FunctionDef(
            span, node.name, name_span, params, body, decorators, returns, is_async, scope.yields, doc, names
        )

    def _class(self, node: ast.ClassDef) -> ir.ClassDef:
        decorators = self.expressions(node.decorator_list)
        span = self.span(node)
        name_span = self._name_span(span, node.name)
        bases, keywords = self.expressions(node.bases), self.keywords(node.keywords)
        self._scope.bound.add(node.name)
        outer, self._scope = self._scope, Scope()
        body = self.body(node.body)
        self._scope = outer
        return ir.ClassDef(span, node.name, name_span, bases, keywords, body, decorators, docstring(body))

    def _name_span(self, span: ir.Span, name: str) -> ir.Span:
        """Where the name of a definition stands, which `ast` does not say."""
        start = self._tokens.offset(span.line, span.column)
        head = _HEAD.match(self._tokens.text, start)
        if head is None or not name.isascii():
            raise Unusual
        column = span.column + head.end() - start
        return ir.Span(span.line, column, span.line, column + len(name))

    # ---------------------------------------------------------------- simple statements

    def _expression(self, node: ast.Expr) -> ir.Expr:
        return ir.Expr(self.span(node), self.expression(node.value))

    def _assign(self, node: ast.Assign) -> ir.Assign:
        targets = tuple([self._target(target) for target in node.targets])
        return ir.Assign(self.span(node), targets, self.expression(node.value))

    def _target(self, node: ast.expr) -> ir.Expression:
        target = self.expression(node)
        self._scope.bind(target)
        return target

    def _augmented(self, node: ast.AugAssign) -> ir.AugAssign:
        target = self._target(node.target)
        return ir.AugAssign(self.span(node), target, OPERATORS[type(node.op)], self.expression(node.value))

    def _annotated(self, node: ast.AnnAssign) -> ir.AnnAssign:
        target, annotation = self._target(node.target), self.expression(node.annotation)
        return ir.AnnAssign(self.span(node), target, annotation, self.optional(node.value))

    def _return(self, node: ast.Return) -> ir.Return:
        return ir.Return(self.span(node), self.optional(node.value))

    def _raise(self, node: ast.Raise) -> ir.Raise:
        return ir.Raise(self.span(node), self.optional(node.exc), self.optional(node.cause))

    def _assert(self, node: ast.Assert) -> ir.Assert:
        return ir.Assert(self.span(node), self.expression(node.test), self.optional(node.msg))

    def _delete(self, node: ast.Delete) -> ir.Delete:
        return ir.Delete(self.span(node), tuple([self._target(target) for target in node.targets]))

    def _pass(self, node: ast.Pass) -> ir.Pass:
        return ir.Pass(self.span(node))

    def _break(self, node: ast.Break) -> ir.Break:
        return ir.Break(self.span(node))

    def _continue(self, node: ast.Continue) -> ir.Continue:
        return ir.Continue(self.span(node))

    def _global(self, node: ast.Global) -> ir.Global:
        self._scope.declared.update(node.names)
        return ir.Global(self.span(node), tuple(node.names))

    def _nonlocal(self, node: ast.Nonlocal) -> ir.Nonlocal:
        self._scope.declared.update(node.names)
        return ir.Nonlocal(self.span(node), tuple(node.names))

    def _type_alias(self, node: Any) -> ir.TypeAlias_:
        self._scope.bound.add(node.name.id)
        return ir.TypeAlias_(self.span(node), node.name.id, self.expression(node.value))

    # ---------------------------------------------------------------- imports

    def _import(self, node: ast.Import) -> ir.Import:
        names = self._aliases(node.names)
        self._scope.bound.update([alias.asname or alias.name.partition(".")[0] for alias in names])
        return ir.Import(self.span(node), names)

    def _import_from(self, node: ast.ImportFrom) -> ir.ImportFrom:
        names = self._aliases(node.names)
        self._scope.bound.update([alias.asname or alias.name for alias in names if alias.name != "*"])
        return ir.ImportFrom(self.span(node), node.module or "", node.level, names)

    def _aliases(self, nodes: Sequence[ast.alias]) -> tuple[ir.Alias, ...]:
        return tuple([ir.Alias(self.span(node), node.name, node.asname) for node in nodes])

    # ---------------------------------------------------------------- compound statements

    def _if(self, node: ast.If) -> ir.If:
        """In a loop: a chain of `elif` may be long."""
        chain = [node]
        while len(orelse := chain[-1].orelse) == 1 and isinstance(nested := orelse[0], ast.If):
            chain.append(nested)
        result: _Body = ()
        branches = [(self.span(branch), self.expression(branch.test), self.body(branch.body)) for branch in chain]
        result = self.body(orelse)
        for span, test, body in reversed(branches):
            made = ir.If(span, test, body, result)
            result = (made,)
        return made

    def _for(self, node: ast.For | ast.AsyncFor) -> ir.For:
        target, iterable = self._target(node.target), self.expression(node.iter)
        body, orelse = self.body(node.body), self.body(node.orelse)
        return ir.For(self.span(node), target, iterable, body, orelse, isinstance(node, ast.AsyncFor))

    def _while(self, node: ast.While) -> ir.While:
        return ir.While(self.span(node), self.expression(node.test), self.body(node.body), self.body(node.orelse))

    def _try(self, node: Any) -> ir.Try:
        body = self.body(node.body)
        handlers = tuple([self._handler(handler) for handler in node.handlers])
        refuse_early_default(handlers)
        orelse, finalbody = self.body(node.orelse), self.body(node.finalbody)
        return ir.Try(self.span(node), body, handlers, orelse, finalbody, not isinstance(node, ast.Try))

    def _handler(self, node: ast.ExceptHandler) -> ir.Handler:
        caught = self.optional(node.type)
        if node.name is not None:
            self._scope.bound.add(node.name)
        return ir.Handler(self.span(node), caught, node.name, self.body(node.body))

    def _with(self, node: ast.With | ast.AsyncWith) -> ir.With:
        items = tuple([self._with_item(item) for item in node.items])
        return ir.With(self.span(node), items, self.body(node.body), isinstance(node, ast.AsyncWith))

    def _with_item(self, node: ast.withitem) -> ir.WithItem:
        context = self.expression(node.context_expr)
        if node.optional_vars is None:
            return ir.WithItem(context.span, context, None)
        target = self._target(node.optional_vars)
        return ir.WithItem(ir.Span(*context.span[:2], *target.span[2:]), context, target)

    def _match(self, node: ast.Match) -> ir.Match:
        subject = self.expression(node.subject)
        return ir.Match(self.span(node), subject, tuple([self._case(case) for case in node.cases]))

    def _case(self, node: ast.match_case) -> ir.Case:
        pattern, guard, body = self.pattern(node.pattern), self.optional(node.guard), self.body(node.body)
        return ir.Case(ir.Span(*pattern.span[:2], *body[-1].span[2:]), pattern, guard, body)


_S = StatementReader
_STATEMENTS: dict[type[ast.AST], Callable[[StatementReader, Any], ir.Statement]] = {
    ast.FunctionDef: _S._function,
    ast.AsyncFunctionDef: _S._function,
    ast.ClassDef: _S._class,
    ast.Expr: _S._expression,
    ast.Assign: _S._assign,
    ast.AugAssign: _S._augmented,
    ast.AnnAssign: _S._annotated,
    ast.Return: _S._return,
    ast.Raise: _S._raise,
    ast.Assert: _S._assert,
    ast.Delete: _S._delete,
    ast.Pass: _S._pass,
    ast.Break: _S._break,
    ast.Continue: _S._continue,
    ast.Global: _S._global,
    ast.Nonlocal: _S._nonlocal,
    ast.Import: _S._import,
    ast.ImportFrom: _S._import_from,
    ast.If: _S._if,
    ast.For: _S._for,
    ast.AsyncFor: _S._for,
    ast.While: _S._while,
    ast.Try: _S._try,
    ast.With: _S._with,
    ast.AsyncWith: _S._with,
    ast.Match: _S._match,
}
if hasattr(ast, "TryStar"):  # Python 3.11
    _STATEMENTS[ast.TryStar] = _S._try
if hasattr(ast, "TypeAlias"):  # Python 3.12
    _STATEMENTS[ast.TypeAlias] = _S._type_alias
