"""Statements and match patterns of libcst's tree to the IR, in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from shapecheck.source import ir
from shapecheck.source.from_cst.patterns import PatternLowering
from shapecheck.source.problems import refuse_early_default
from shapecheck.source.scope import Scope, docstring, identifier

_Body = tuple[ir.Statement, ...]


class StatementLowering(PatternLowering):
    """The whole lowering: `module` is its entry."""

    def module(self, node: cst.Module) -> _Body:
        """The body of a file."""
        body = self._statements(node.body)
        if self._next != len(self._spans):
            raise AssertionError("the tokens do not fit the tree")
        return body

    def _statements(self, nodes: Sequence[cst.CSTNode]) -> _Body:
        result: list[ir.Statement] = []
        for node in nodes:
            if isinstance(node, cst.SimpleStatementLine):
                result += [_STATEMENTS[type(small)](self, small) for small in node.body]
            else:
                result.append(_STATEMENTS[type(node)](self, node))
        return tuple(result)

    def _suite(self, node: cst.BaseSuite) -> _Body:
        """The colon and the statements behind it."""
        self._next += 1
        body = self._statements(node.body)
        last = node.body[-1]
        if isinstance(last, cst.SimpleStatementLine):
            last = last.body[-1]
        if isinstance(getattr(last, "semicolon", None), cst.Semicolon):
            self._include_separator()
        return body

    def _else(self, node: cst.Else | None) -> _Body:
        if node is None:
            return ()
        self._next += 1
        return self._suite(node.body)

    # ---------------------------------------------------------------- definitions

    def _function(self, node: cst.FunctionDef) -> ir.FunctionDef:
        decorators = self._decorators(node.decorators)
        first = self._next
        is_async = node.asynchronous is not None
        self._next += 1 + is_async
        name, name_span = self._identifier(node.name)
        self._type_parameters(node.type_parameters)
        self._next += 1
        params = self._parameters(node.params)
        self._next += 1
        returns = None
        if node.returns is not None:
            self._next += 1
            returns = self.expression(node.returns.annotation)
        self._scope.bound.add(name)
        outer, self._scope = self._scope, Scope()
        self._scope.bound.update(param.name for param in params)
        body = self._suite(node.body)
        scope, self._scope = self._scope, outer
        names = scope.locals()
        span = self._span(first)
        doc = docstring(body)
        return ir.FunctionDef(
            span, name, name_span, params, body, decorators, returns, is_async, scope.yields, doc, names
        )

    def _class(self, node: cst.ClassDef) -> ir.ClassDef:
        decorators = self._decorators(node.decorators)
        first = self._next
        self._next += 1
        name, name_span = self._identifier(node.name)
        self._type_parameters(node.type_parameters)
        brackets = isinstance(node.lpar, cst.LeftParen)
        self._next += brackets
        bases, keywords = self._arguments([*node.bases, *node.keywords])
        self._next += brackets
        self._scope.bound.add(name)
        outer, self._scope = self._scope, Scope()
        body = self._suite(node.body)
        self._scope = outer
        doc = docstring(body)
        return ir.ClassDef(self._span(first), name, name_span, bases, keywords, body, decorators, doc)

    def _decorators(self, nodes: Sequence[cst.Decorator]) -> tuple[ir.Expression, ...]:
        result: list[ir.Expression] = []
        for node in nodes:
            self._next += 1
            result.append(self.expression(node.decorator))
        return tuple(result)

    def _identifier(self, node: cst.Name) -> tuple[str, ir.Span]:
        self._next += 1
        return identifier(node.value), self._spans[self._next - 1]

    def _type_parameters(self, node: cst.TypeParameters | None) -> None:
        """`[T: bound = default, *Ts, **P]`: nothing of it is about shapes, only its tokens are consumed."""
        if node is None:
            return
        self._next += 1
        for parameter in node.params:
            self._next += 1 if isinstance(parameter.param, cst.TypeVar) else 2
            if isinstance(parameter.param, cst.TypeVar) and parameter.param.bound is not None:
                self._next += 1
                self.expression(parameter.param.bound)
            if parameter.default is not None:
                self._next += 2 if parameter.star else 1
                self.expression(parameter.default)
        self._next += 1

    # ---------------------------------------------------------------- simple statements

    def _expression_statement(self, node: cst.Expr) -> ir.Expr:
        first = self._next
        value = self.expression(node.value)
        return ir.Expr(self._span(first), value)

    def _assign(self, node: cst.Assign) -> ir.Assign:
        first = self._next
        targets: list[ir.Expression] = []
        for item in node.targets:
            target = self.expression(item.target)
            self._scope.bind(target)
            targets.append(target)
            self._next += 1
        value = self.expression(node.value)
        return ir.Assign(self._span(first), tuple(targets), value)

    def _augmented(self, node: cst.AugAssign) -> ir.AugAssign:
        first = self._next
        target = self.expression(node.target)
        self._scope.bind(target)
        self._next += 1
        value = self.expression(node.value)
        return ir.AugAssign(self._span(first), target, AUGMENTED[type(node.operator)], value)

    def _annotated(self, node: cst.AnnAssign) -> ir.AnnAssign:
        first = self._next
        target = self.expression(node.target)
        self._scope.bind(target)
        self._next += 1
        annotation = self.expression(node.annotation.annotation)
        value = None
        if node.value is not None:
            self._next += 1
            value = self.expression(node.value)
        return ir.AnnAssign(self._span(first), target, annotation, value)

    def _return(self, node: cst.Return) -> ir.Return:
        first = self._next
        self._next += 1
        value = None if node.value is None else self.expression(node.value)
        return ir.Return(self._span(first), value)

    def _raise(self, node: cst.Raise) -> ir.Raise:
        first = self._next
        self._next += 1
        exc = None if node.exc is None else self.expression(node.exc)
        cause = None
        if node.cause is not None:
            self._next += 1
            cause = self.expression(node.cause.item)
        return ir.Raise(self._span(first), exc, cause)

    def _assert(self, node: cst.Assert) -> ir.Assert:
        first = self._next
        self._next += 1
        test = self.expression(node.test)
        message = None if node.msg is None else self.expression(node.msg)
        return ir.Assert(self._span(first), test, message)

    def _delete(self, node: cst.Del) -> ir.Delete:
        first = self._next
        self._next += 1
        target = self.expression(node.target)
        self._scope.bind(target)
        return ir.Delete(self._span(first), (target,) if node.target.lpar else ir.alternatives(target))

    def _pass(self, _: cst.Pass) -> ir.Pass:
        self._next += 1
        return ir.Pass(self._spans[self._next - 1])

    def _break(self, _: cst.Break) -> ir.Break:
        self._next += 1
        return ir.Break(self._spans[self._next - 1])

    def _continue(self, _: cst.Continue) -> ir.Continue:
        self._next += 1
        return ir.Continue(self._spans[self._next - 1])

    def _global(self, node: cst.Global) -> ir.Global:
        first = self._next
        names = self._declared(node.names)
        return ir.Global(self._span(first), names)

    def _nonlocal(self, node: cst.Nonlocal) -> ir.Nonlocal:
        first = self._next
        names = self._declared(node.names)
        return ir.Nonlocal(self._span(first), names)

    def _declared(self, items: Sequence[cst.NameItem]) -> tuple[str, ...]:
        names = tuple([identifier(item.name.value) for item in items])
        self._next += 1 + len(names)
        self._scope.declared.update(names)
        return names

    def _type_alias(self, node: cst.TypeAlias) -> ir.TypeAlias_:
        first = self._next
        self._next += 1
        name, _ = self._identifier(node.name)
        self._scope.bound.add(name)
        self._type_parameters(node.type_parameters)
        self._next += 1
        value = self.expression(node.value)
        return ir.TypeAlias_(self._span(first), name, value)

    # ---------------------------------------------------------------- imports

    def _import(self, node: cst.Import | cst.LazyImport) -> ir.Import:
        first = self._next
        self._next += 2 if isinstance(node, cst.LazyImport) else 1
        names = self._aliases(node.names)
        for alias in names:
            self._scope.bound.add(alias.asname or alias.name.partition(".")[0])
        return ir.Import(self._span(first), names)

    def _import_from(self, node: cst.ImportFrom | cst.LazyImportFrom) -> ir.ImportFrom:
        first = self._next
        self._next += 2 if isinstance(node, cst.LazyImportFrom) else 1
        text, offset = self._tokens.text, self._tokens.offset
        while text[offset(*self._spans[self._next][:2])] == ".":
            self._next += 1  # three dots in a row are one token
        module = "" if node.module is None else self._dotted(node.module)
        self._next += 1
        level = len(node.relative)
        if isinstance(node.names, cst.ImportStar):
            star = self._spans[self._next]
            self._next += 1
            return ir.ImportFrom(self._span(first), module, level, (ir.Alias(star, "*", None),))
        brackets = node.lpar is not None
        self._next += brackets
        names = self._aliases(node.names)
        self._next += brackets
        self._scope.bound.update(alias.asname or alias.name for alias in names)
        return ir.ImportFrom(self._span(first), module, level, names)

    def _aliases(self, nodes: Sequence[cst.ImportAlias]) -> tuple[ir.Alias, ...]:
        result: list[ir.Alias] = []
        for node in nodes:
            first = self._next
            name = self._dotted(node.name)
            asname = None if node.asname is None else self._as_name(node.asname)
            result.append(ir.Alias(self._span(first), name, asname))
        return tuple(result)

    def _as_name(self, node: cst.AsName) -> str:
        """`as name` of an import or a handler."""
        self._next += 2
        assert isinstance(node.name, cst.Name)
        return identifier(node.name.value)

    def _dotted(self, node: cst.BaseExpression) -> str:
        parts: list[str] = []
        while isinstance(node, cst.Attribute):
            parts.append(identifier(node.attr.value))
            node = node.value
        assert isinstance(node, cst.Name)
        parts.append(identifier(node.value))
        self._next += 2 * len(parts) - 1
        return ".".join(reversed(parts))

    # ---------------------------------------------------------------- compound statements

    def _if(self, node: cst.If) -> ir.If:
        """In a loop: a chain of `elif` may be long. Each `elif` ends where the whole statement ends."""
        branches: list[tuple[ir.Span, ir.Expression, _Body]] = []
        branch: cst.If | cst.Else | None = node
        while isinstance(branch, cst.If):
            first = self._spans[self._next]
            self._next += 1
            test = self.expression(branch.test)
            branches.append((first, test, self._suite(branch.body)))
            branch = branch.orelse
        orelse = self._else(branch)
        end = self._spans[self._next - 1][2:]
        for first, test, body in reversed(branches):
            result = ir.If(ir.Span(*first[:2], *end), test, body, orelse)
            orelse = (result,)
        return result

    def _for(self, node: cst.For) -> ir.For:
        first = self._next
        is_async = node.asynchronous is not None
        self._next += 1 + is_async
        target = self.expression(node.target)
        self._scope.bind(target)
        self._next += 1
        iterable = self.expression(node.iter)
        body = self._suite(node.body)
        orelse = self._else(node.orelse)
        return ir.For(self._span(first), target, iterable, body, orelse, is_async)

    def _while(self, node: cst.While) -> ir.While:
        first = self._next
        self._next += 1
        test = self.expression(node.test)
        body = self._suite(node.body)
        orelse = self._else(node.orelse)
        return ir.While(self._span(first), test, body, orelse)

    def _try(self, node: cst.Try | cst.TryStar) -> ir.Try:
        first = self._next
        self._next += 1
        body = self._suite(node.body)
        is_group = isinstance(node, cst.TryStar)
        handlers = tuple([self._handler(handler, is_group) for handler in node.handlers])
        refuse_early_default(handlers)
        orelse = self._else(node.orelse)
        finalbody: _Body = ()
        if node.finalbody is not None:
            self._next += 1
            finalbody = self._suite(node.finalbody.body)
        return ir.Try(self._span(first), body, handlers, orelse, finalbody, is_group)

    def _handler(self, node: cst.ExceptHandler | cst.ExceptStarHandler, is_group: bool) -> ir.Handler:
        first = self._next
        self._next += 1 + is_group
        caught = None if node.type is None else self.expression(node.type)
        name = None if node.name is None else self._as_name(node.name)
        if name is not None:
            self._scope.bound.add(name)
        body = self._suite(node.body)
        return ir.Handler(self._span(first), caught, name, body)

    def _with(self, node: cst.With) -> ir.With:
        first = self._next
        is_async = node.asynchronous is not None
        brackets = isinstance(node.lpar, cst.LeftParen)
        self._next += 1 + is_async + brackets
        items = tuple([self._with_item(item) for item in node.items])
        self._next += brackets
        body = self._suite(node.body)
        return ir.With(self._span(first), items, body, is_async)

    def _with_item(self, node: cst.WithItem) -> ir.WithItem:
        context = self.expression(node.item)
        target = None
        if node.asname is not None:
            self._next += 1
            target = self.expression(node.asname.name)
            self._scope.bind(target)
        span = context.span
        if target is not None:
            span = ir.Span(*context.span[:2], *target.span[2:])
        return ir.WithItem(span, context, target)

    def _match(self, node: cst.Match) -> ir.Match:
        first = self._next
        self._next += 1
        subject = self.expression(node.subject)
        self._next += 1
        cases = tuple([self._case(case) for case in node.cases])
        return ir.Match(self._span(first), subject, cases)

    def _case(self, node: cst.MatchCase) -> ir.Case:
        self._next += 1
        pattern = self.pattern(node.pattern)
        guard = None
        if node.guard is not None:
            self._next += 1
            guard = self.expression(node.guard)
        body = self._suite(node.body)
        return ir.Case(ir.Span(*pattern.span[:2], *body[-1].span[2:]), pattern, guard, body)


AUGMENTED: dict[type[cst.CSTNode], str] = {
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@",
    cst.BitAndAssign: "&",
    cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
    cst.LeftShiftAssign: "<<",
    cst.RightShiftAssign: ">>",
}

_S = StatementLowering
_STATEMENTS: dict[type[cst.CSTNode], Callable[[StatementLowering, Any], ir.Statement]] = {
    cst.FunctionDef: _S._function,
    cst.ClassDef: _S._class,
    cst.Expr: _S._expression_statement,
    cst.Assign: _S._assign,
    cst.AugAssign: _S._augmented,
    cst.AnnAssign: _S._annotated,
    cst.Return: _S._return,
    cst.Raise: _S._raise,
    cst.Assert: _S._assert,
    cst.Del: _S._delete,
    cst.Pass: _S._pass,
    cst.Break: _S._break,
    cst.Continue: _S._continue,
    cst.Global: _S._global,
    cst.Nonlocal: _S._nonlocal,
    cst.TypeAlias: _S._type_alias,
    cst.Import: _S._import,
    cst.LazyImport: _S._import,
    cst.ImportFrom: _S._import_from,
    cst.LazyImportFrom: _S._import_from,
    cst.If: _S._if,
    cst.For: _S._for,
    cst.While: _S._while,
    cst.Try: _S._try,
    cst.TryStar: _S._try,
    cst.With: _S._with,
    cst.Match: _S._match,
}
