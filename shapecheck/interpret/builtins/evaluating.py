"""`eval`: literals, names, attributes, items and calls in a text that is known; `exec`: its statements.

Configurations name layers and sizes in texts (`[-1, 3, "nn.Conv2d", [64, "width"]]`), and what builds them evaluates
these where it stands. A name that is not there is a NameError, as in Python, which such code waits for.
"""

from __future__ import annotations

import ast
import contextlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.functions import FUNCTIONS
from shapecheck.interpret.builtins.tables import native, unwrap
from shapecheck.interpret.language.escapes import escape
from shapecheck.source import ir, parse
from shapecheck.source.span import Span
from shapecheck.values import CONCRETE, DictValue, ListValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_SOURCE = 1000
"""So many characters are evaluated."""
MAX_TEXTS = 1000
"""So many texts are kept as statements."""
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Pow: "**", ast.Mod: "%",
}  # fmt: skip


@native(FUNCTIONS, "eval")
def _eval(machine: Machine, source: Value, *scopes: Value) -> Value:
    """`eval("[(512, 10, 5)] + [(512, 3, 2)] * 4")`, `eval("nn.SiLU")`, `eval("width", {"width": 64})`"""
    tree = None
    source = unwrap(source)
    if isinstance(source, str) and len(source) <= MAX_SOURCE:
        with contextlib.suppress(SyntaxError, ValueError):
            tree = ast.parse(source.strip(), mode="eval").body
    return machine.unknown("eval() is not followed") if tree is None else _Text(machine, scopes).value(tree)


@native(FUNCTIONS, "exec")
def _exec(machine: Machine, source: Value, *scopes: Value, **options: Value) -> Value:
    """`exec(f"self.layer_{i} = nn.Linear(n, m)")`: the statements stand where they are run. What is not known may fill
    the dict that it is given, and all that the code around it has."""
    from shapecheck.interpret.language.dispatch import execute_block

    source, body = unwrap(source), None
    if isinstance(source, str) and len(source) <= MAX_SOURCE and not scopes and not options:
        body = _statements(source, machine.frame.site.span)
    if body is not None:
        execute_block(machine, body)
    else:
        escape(machine, (*scopes, *options.values()) or tuple(machine.frame.scope.variables.values()))
    return None


@lru_cache(MAX_TEXTS)
def _statements(text: str, span: Span) -> tuple[ir.Statement, ...] | None:
    """The statements of a text, all of them at the place of the call that runs it; None if it is no Python."""
    source = parse(text, "")
    return _placed(source.body, span) if isinstance(source, ir.SourceFile) else None


def _placed(node: Any, span: Span) -> Any:
    if isinstance(node, Span):
        return span
    if isinstance(node, tuple):
        parts = [_placed(part, span) for part in node]
        return tuple.__new__(type(node), parts)
    return node


class _Text:
    """Values of the expressions of a text, whose names are those of the frame that evaluates it, or of given dicts."""

    def __init__(self, machine: Machine, scopes: tuple[Value, ...]) -> None:
        self.machine = machine
        self.scopes = scopes

    def value(self, node: ast.expr) -> Value:
        machine = self.machine
        if isinstance(node, ast.Constant):
            value = node.value
            return value if isinstance(value, (*CONCRETE, float)) else machine.unknown("a literal")
        if isinstance(node, (ast.List, ast.Tuple)) and not any(isinstance(one, ast.Starred) for one in node.elts):
            items = [self.value(item) for item in node.elts]
            return ListValue(items) if isinstance(node, ast.List) else tuple(items)
        if isinstance(node, ast.Dict) and all(isinstance(key, ast.Constant) for key in node.keys):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            return DictValue(dict(zip(keys, [self.value(value) for value in node.values])))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return machine.unary("-", self.value(node.operand))
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return machine.binary(_OPERATORS[type(node.op)], self.value(node.left), self.value(node.right))
        return self._looked_up(node)

    def _looked_up(self, node: ast.expr) -> Value:
        machine = self.machine
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, ast.Attribute):
            return machine.get_attribute(self.value(node.value), node.attr)
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            return machine.index(self.value(node.value), self.value(node.slice))
        if isinstance(node, ast.Call) and not any(isinstance(one, ast.Starred) for one in node.args):
            function = self.value(node.func)
            args = [self.value(arg) for arg in node.args]
            options = {one.arg: self.value(one.value) for one in node.keywords if one.arg is not None}
            if len(options) == len(node.keywords):
                return machine.call(function, args, options)
        return machine.unknown("eval() of such an expression is not followed")

    def _named(self, name: str) -> Value:
        machine = self.machine
        found = self._given(name) if self.scopes else machine.variable(name)
        if found is None:
            raise machine.error("NameError", f"name '{name}' is not defined")
        return found[0]

    def _given(self, name: str) -> tuple[Value] | None:
        """A name in the dicts that stand for globals and locals: the last goes first."""
        for scope in map(unwrap, reversed(self.scopes)):
            if isinstance(scope, DictValue) and name in scope.entries:
                return (scope.entries[name],)
            if scope is not None and (not isinstance(scope, DictValue) or scope.is_open):
                return (self.machine.unknown("eval() in a scope that is not known"),)
        builtin = self.machine.world.builtin(name)
        return None if builtin is None else (builtin,)
