"""Compiles the statements of a stub's body: assignment, if, for over a known sequence, return, calls."""

from __future__ import annotations

import ast

from shapecheck.rules.errors import StubError
from shapecheck.rules.expressions import RUN, Expressions, call, load, run_call

_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    op: op for op in (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Div)
}
_PLAIN_RESULTS = {"int": "int", "bool": "bool", "float": "float", "str": "str", "Any": "any"}


class Statements:
    """`always_returns` is true when control cannot reach the end of the body."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.always_returns = False

    def compile_body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The compiled body of the function."""
        made, self.always_returns = self._block(body)
        return made

    def _block(self, body: list[ast.stmt]) -> tuple[list[ast.stmt], bool]:
        made: list[ast.stmt] = []
        returns = False
        for statement in body:
            method = getattr(self, "_" + type(statement).__name__.lower(), None)
            if method is None:
                raise StubError(
                    statement.lineno, f"a stub has no {type(statement).__name__.lower()} statement"
                )
            compiled, ends = method(statement)
            made += [ast.copy_location(one, statement) for one in compiled]
            returns = returns or ends
        return made, returns

    def _pass(self, node: ast.Pass) -> tuple[list[ast.stmt], bool]:
        return [], False

    def _expr(self, node: ast.Expr) -> tuple[list[ast.stmt], bool]:
        if isinstance(node.value, ast.Constant):
            return [], False
        if not isinstance(node.value, ast.Call):
            raise StubError(node.lineno, "an expression has no effect here")
        ends = isinstance(node.value.func, ast.Name) and node.value.func.id in ("reject", "unknown")
        return [ast.Expr(run_call("finish", self.expressions.compile(node.value)))], ends

    def _assign(self, node: ast.Assign) -> tuple[list[ast.stmt], bool]:
        if len(node.targets) != 1:
            raise StubError(node.lineno, "an assignment has one target")
        target = node.targets[0]
        value = self.expressions.compile(node.value)
        if isinstance(target, ast.Attribute):
            obj = self.expressions.compile(target.value)
            return [ast.Expr(run_call("set_attribute", obj, ast.Constant(target.attr), value))], False
        if isinstance(target, (ast.Tuple, ast.List)):
            value = call("_unpacked", load(RUN), value, ast.Constant(_unpack_count(target)))
        return [ast.Assign([self.expressions.target(target)], value)], False

    def _augassign(self, node: ast.AugAssign) -> tuple[list[ast.stmt], bool]:
        if not isinstance(node.target, ast.Name) or type(node.op) not in _OPERATORS:
            raise StubError(node.lineno, "only names are changed in place")
        here = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        whole = ast.copy_location(ast.BinOp(here, node.op, node.value), node)
        return [ast.Assign([self.expressions.target(node.target)], self.expressions.compile(whole))], False

    def _if(self, node: ast.If) -> tuple[list[ast.stmt], bool]:
        test = self.expressions.test(node.test)
        body, body_returns = self._block(node.body)
        orelse, orelse_returns = self._block(node.orelse)
        return [ast.If(test, body or [ast.Pass()], orelse)], body_returns and orelse_returns

    def _for(self, node: ast.For) -> tuple[list[ast.stmt], bool]:
        if node.orelse:
            raise StubError(node.lineno, "a for has no else in a stub")
        items = call("_loop", load(RUN), self.expressions.compile(node.iter))
        target = self.expressions.target(node.target)
        body, _ = self._block(node.body)
        return [ast.For(target, items, body or [ast.Pass()], [])], False

    def _return(self, node: ast.Return) -> tuple[list[ast.stmt], bool]:
        value = ast.Constant(None) if node.value is None else self.expressions.compile(node.value)
        return [ast.Return(value)], True

    # ------------------------------------------------------------ the annotation of the result

    def result(self, node: ast.expr) -> ast.expr:
        """What the annotation of the result says, when the body has not returned."""
        if isinstance(node, ast.Name):
            if node.id in _PLAIN_RESULTS:
                return ast.copy_location(
                    call("_plain_result", load(RUN), ast.Constant(_PLAIN_RESULTS[node.id])), node
                )
            raise StubError(
                node.lineno, f"the result `{node.id}` says no shape, and the body does not return"
            )
        if isinstance(node, ast.Constant) and node.value is None:
            return ast.copy_location(ast.Constant(None), node)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            if node.value.id == "tuple":
                items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                return ast.copy_location(ast.Tuple([self.result(item) for item in items], ast.Load()), node)
            if node.value.id == "Unknown" and isinstance(node.slice, ast.Constant):
                return ast.copy_location(
                    call("_unknown_result", load(RUN), ast.Constant(str(node.slice.value))), node
                )
        return self.expressions.compile(node)


def _unpack_count(target: ast.Tuple | ast.List) -> int:
    """How many values the target takes; -1 when it has a star."""
    return -1 if any(isinstance(item, ast.Starred) for item in target.elts) else len(target.elts)
