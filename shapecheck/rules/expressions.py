"""Compiles expressions of the stub language to expressions of Python that call only our own helpers.

Whatever is not listed here is not in the language: no lambda, no import, no attribute of a host object,
no built-in, no name that begins with an underscore.
"""

from __future__ import annotations

import ast
import math
import string
from collections.abc import Callable, Sequence
from typing import Any

from shapecheck.rules.errors import StubError
from shapecheck.rules.language import dotted, is_dotted
from shapecheck.rules.patterns import ANONYMOUS, Part, parse_pattern
from shapecheck.rules.vocabulary import HELPERS, KERNELS
from shapecheck.values import ALL_DTYPES, DTYPE_NAMES, DType

MAX_DEPTH = 60
RUN = "_r"

CONSTANTS: dict[str, Any] = {
    **{dtype.name: dtype for dtype in ALL_DTYPES if dtype.name != "bool"},
    "inf": math.inf,
    "nan": math.nan,
    "pi": math.pi,
}
_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "_add", ast.Sub: "_subtract", ast.Mult: "_multiply", ast.FloorDiv: "_floor_divide",
    ast.Mod: "_modulo", ast.Div: "_divide", ast.Pow: "_power",
}  # fmt: skip
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "_equal", ast.NotEq: "_not_equal", ast.Lt: "_less", ast.LtE: "_less_equal", ast.Gt: "_greater",
    ast.GtE: "_greater_equal", ast.Is: "_same_object", ast.IsNot: "_not_same_object", ast.In: "_contains",
    ast.NotIn: "_not_contains",
}  # fmt: skip


class Expressions:
    """The compiler of the expressions of one function. `constants` become globals of its code."""

    def __init__(self, local_names: set[str], refer: Callable[[str, int], object]) -> None:
        self.locals = local_names
        self.constants: dict[str, object] = {}
        self.calls: list[tuple[str, int]] = []
        """The rules that are named, with their lines."""
        self._refer = refer
        self._depth = 0

    # ------------------------------------------------------------ building

    def constant(self, value: object) -> ast.expr:
        """A global that holds the value."""
        for name, known in self.constants.items():
            if known is value:
                return load(name)
        name = f"_c{len(self.constants)}"
        self.constants[name] = value
        return load(name)

    def compile(self, node: ast.expr) -> ast.expr:
        """The Python expression for an expression of the language."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise StubError(node.lineno, "the expression is nested too deeply")
        method = getattr(self, "_" + type(node).__name__.lower(), None)
        if method is None:
            raise StubError(node.lineno, f"`{ast.unparse(node)}` is not in the stub language")
        made = method(node)
        self._depth -= 1
        assert isinstance(made, ast.expr)
        return ast.copy_location(made, node)

    # ------------------------------------------------------------ atoms

    def _constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, int) and abs(node.value).bit_length() > 64:
            raise StubError(node.lineno, "a number of more than 64 bits")
        if isinstance(node.value, bytes):
            raise StubError(node.lineno, "the stub language has no bytes")
        return ast.Constant(node.value)

    def _joinedstr(self, node: ast.JoinedStr) -> ast.expr:
        """An f-string without formats: the name of a parameter, say."""
        pieces: list[ast.expr] = []
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                if value.format_spec is not None or value.conversion != -1:
                    raise StubError(node.lineno, "a text has no format after the expression")
                pieces.append(call("_shown", load(RUN), self.compile(value.value)))
            else:
                pieces.append(self.compile(value))
        return call("_joined", ast.Tuple(pieces, ast.Load()))

    def _name(self, node: ast.Name) -> ast.expr:
        if node.id in self.locals:
            return load(node.id)
        if node.id in CONSTANTS:
            return self.constant(CONSTANTS[node.id])
        if node.id in DTYPE_NAMES:
            return self.constant(DType(node.id))
        raise StubError(node.lineno, f"the name `{node.id}` is not known")

    def _tuple(self, node: ast.Tuple | ast.List) -> ast.expr:
        return ast.Tuple([self._element(item) for item in node.elts], ast.Load())

    _list = _tuple

    def _element(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Starred):
            return ast.Starred(call("_sequence_or_shape", load(RUN), self.compile(node.value)), ast.Load())
        return self.compile(node)

    # ------------------------------------------------------------ operators

    def _binop(self, node: ast.BinOp) -> ast.expr:
        helper = _BINARY.get(type(node.op))
        if helper is None:
            raise StubError(node.lineno, "this operator is not in the stub language")
        return call(helper, self.compile(node.left), self.compile(node.right))

    def _unaryop(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.USub):
            if isinstance(node.operand, ast.Constant) and isinstance(node.operand.value, (int, float)):
                return ast.Constant(-node.operand.value)
            return call("_negate", self.compile(node.operand))
        if isinstance(node.op, ast.Not):
            return call("_invert", load(RUN), self.compile(node.operand))
        raise StubError(node.lineno, "this operator is not in the stub language")

    def _boolop(self, node: ast.BoolOp) -> ast.expr:
        helper = "_both" if isinstance(node.op, ast.And) else "_either"
        made = self.compile(node.values[-1])
        for value in reversed(node.values[:-1]):
            made = call(helper, load(RUN), self.compile(value), thunk(made))
        return made

    def _compare(self, node: ast.Compare) -> ast.expr:
        operands = [node.left, *node.comparators]
        made = [
            call(_COMPARE[type(op)], load(RUN), self.compile(left), self.compile(right))
            for op, left, right in zip(node.ops, operands, operands[1:])
        ]
        whole = made[-1]
        for one in reversed(made[:-1]):
            whole = call("_both", load(RUN), one, thunk(whole))
        return whole

    def _ifexp(self, node: ast.IfExp) -> ast.expr:
        return ast.IfExp(self.test(node.test), self.compile(node.body), self.compile(node.orelse))

    def test(self, node: ast.expr) -> ast.expr:
        """A condition on which the rule branches."""
        return run_call("truth", self.compile(node))

    # ------------------------------------------------------------ parts of values

    def _attribute(self, node: ast.Attribute) -> ast.expr:
        if is_dotted(node) and dotted(node).partition(".")[0] not in self.locals:
            return self.constant(self._reference(node))
        if node.attr.startswith("__" if _root(node) == "self" else "_"):
            raise StubError(node.lineno, f"the name `{node.attr}` begins with an underscore")
        return run_call("attribute", self.compile(node.value), ast.Constant(node.attr))

    def _subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in ("Tensor", "Parameter"):
            return self.tensor(node)
        value = self.compile(node.value)
        if isinstance(node.slice, ast.Slice):
            if node.slice.step is not None:
                raise StubError(node.lineno, "a slice has no step")
            ends = [
                ast.Constant(None) if end is None else self.compile(end)
                for end in (node.slice.lower, node.slice.upper)
            ]
            return call("_cut", load(RUN), value, *ends)
        return call("_index", load(RUN), value, self.compile(node.slice))

    def tensor(self, node: ast.Subscript) -> ast.expr:
        """`Tensor["*N C", dtype]`, `Parameter["O I"]`: a result of that shape. Of a parameter the sizes may also stand
        for themselves: `Parameter[out_channels, *kernel_size]`."""
        elements = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        is_parameter = isinstance(node.value, ast.Name) and node.value.id == "Parameter"
        default: ast.expr = self.constant(DType("float32")) if is_parameter else ast.Constant(None)
        if is_parameter and not any(map(_is_text, elements)):
            return run_call("tensor", self._tuple(ast.Tuple(elements)), default, ast.Constant(True))
        if not elements or not _is_text(elements[0]):
            raise StubError(node.lineno, 'a shape is written as a text: Tensor["N C"]')
        if len(elements) > 2:
            raise StubError(node.lineno, "a tensor has a shape and a dtype")
        pattern = parse_pattern(ast.literal_eval(elements[0]), node.lineno)
        shape = ast.Tuple([self.part(part) for part in pattern.parts], ast.Load())
        dtype = self.compile(elements[1]) if len(elements) == 2 else default
        return run_call("tensor", shape, dtype, ast.Constant(is_parameter))

    def part(self, part: Part) -> ast.expr:
        """A dim of a pattern that is computed."""
        if part.is_star:
            return ast.Starred(
                call("_sequence_or_shape", load(RUN), self.compile(part.expression)), ast.Load()
            )
        return self.compile(part.expression)

    # ------------------------------------------------------------ calls

    def _call(self, node: ast.Call) -> ast.expr:
        func = node.func
        if isinstance(func, ast.Name) and func.id not in self.locals:
            if func.id in HELPERS or func.id in KERNELS:
                return self._helper_call(node, func.id)
            return self._rule_call(node, func)
        if is_dotted(func) and dotted(func).partition(".")[0] not in self.locals:
            return self._rule_call(node, func)
        args, kwargs = self._arguments(node)
        return run_call("call_object", self.compile(func), args, kwargs)

    def _helper_call(self, node: ast.Call, name: str) -> ast.expr:
        if name in ("require", "suspect", "reject", "unknown"):
            return self._require(node, name)
        if name == "named":
            return self._named(node)
        args = [self._element(arg) for arg in node.args]
        keywords = [ast.keyword(self._keyword_name(k), self.compile(k.value)) for k in node.keywords]
        first = run_attribute("ctx") if name in KERNELS else load(RUN)
        return ast.Call(load(f"_h_{name}"), [first, *args], keywords)

    def _keyword_name(self, keyword: ast.keyword) -> str:
        if keyword.arg is None:
            raise StubError(keyword.value.lineno, "`**` is only passed on to rules and objects")
        return keyword.arg

    def _named(self, node: ast.Call) -> ast.expr:
        """`named(values=..., indices=...)`: a tuple whose items have names."""
        if node.args or not node.keywords:
            raise StubError(node.lineno, "named takes `name=value`s")
        names = tuple(self._keyword_name(k) for k in node.keywords)
        items: list[ast.expr] = [self.compile(k.value) for k in node.keywords]
        return call("_named_result", self.constant(names), ast.Tuple(items, ast.Load()))

    def _require(self, node: ast.Call, name: str) -> ast.expr:
        wanted = 2 if name in ("require", "suspect") else 1
        if len(node.args) != wanted or node.keywords:
            raise StubError(node.lineno, f"{name} takes {'a condition and ' * (wanted - 1)}a message")
        message = node.args[-1]
        if not (isinstance(message, ast.Constant) and isinstance(message.value, str)):
            raise StubError(node.lineno, "a message is a plain text with {expressions} in braces")
        text = self.message(message.value, node.lineno)
        if wanted == 2:
            return run_call(name, call("_condition", load(RUN), self.compile(node.args[0])), text)
        return call(f"_raise_{name}", load(RUN), text)

    def message(self, text: str, line: int) -> ast.expr:
        """A message: a text, or a function that makes it when it is shown."""
        pieces: list[ast.expr] = []
        try:
            fields = list(string.Formatter().parse(text))
            for literal, expression, spec, conversion in fields:
                if literal:
                    pieces.append(ast.Constant(literal))
                if expression is not None:
                    if spec or conversion:
                        raise StubError(line, "a message has no format after the expression")
                    node = parse_pattern(expression.replace(" ", ""), line).parts[0].expression
                    pieces.append(call("_shown", load(RUN), self.compile(node)))
        except (ValueError, IndexError):
            raise StubError(line, "the braces of the message cannot be read") from None
        if all(isinstance(piece, ast.Constant) for piece in pieces):
            return ast.Constant(
                "".join(str(piece.value) for piece in pieces if isinstance(piece, ast.Constant))
            )
        return thunk(call("_joined", ast.Tuple(pieces, ast.Load())))

    def _rule_call(self, node: ast.Call, func: ast.expr) -> ast.expr:
        args, kwargs = self._arguments(node)
        return call("_call_rule", load(RUN), self.constant(self._reference(func)), args, kwargs)

    def _reference(self, node: ast.expr) -> object:
        """Another rule; one whose name begins with an underscore is no operator but shared by some."""
        self.calls.append((dotted(node), node.lineno))
        return self._refer(*self.calls[-1])

    def _arguments(self, node: ast.Call) -> tuple[ast.expr, ast.expr]:
        args = ast.List([self._element(arg) for arg in node.args], ast.Load())
        keys: list[ast.expr | None] = [None if k.arg is None else ast.Constant(k.arg) for k in node.keywords]
        values = [
            call("_mapping", self.compile(k.value)) if k.arg is None else self.compile(k.value)
            for k in node.keywords
        ]
        return args, ast.Dict(keys, values)

    # ------------------------------------------------------------ comprehensions

    def _generatorexp(self, node: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        known = set(self.locals)
        clauses: list[ast.comprehension] = []
        for clause in node.generators:
            items = call("_loop", load(RUN), self.compile(clause.iter))
            target = self.target(clause.target)
            tests = [self.test(test) for test in clause.ifs]
            clauses.append(ast.comprehension(target, items, tests, 0))
        element = self.compile(node.elt)
        self.locals = known
        return call("_collect", ast.GeneratorExp(element, clauses))

    _listcomp = _generatorexp

    def target(self, node: ast.expr) -> ast.expr:
        """An assignment target: a name or a tuple of names."""
        if isinstance(node, ast.Name):
            self._check_identifier(node.id, node.lineno)
            self.locals = self.locals | {node.id}
            return ast.copy_location(ast.Name(node.id, ast.Store()), node)
        if isinstance(node, (ast.Tuple, ast.List)):
            return ast.copy_location(ast.Tuple([self.target(item) for item in node.elts], ast.Store()), node)
        if isinstance(node, ast.Starred):
            return ast.copy_location(ast.Starred(self.target(node.value), ast.Store()), node)
        raise StubError(node.lineno, "only names are assigned")

    def _check_identifier(self, name: str, line: int) -> None:
        if name.startswith("_") and name != ANONYMOUS and not (name.startswith("__") and name.endswith("__")):
            raise StubError(line, f"the name `{name}` begins with an underscore")


def _root(node: ast.expr) -> str | None:
    """The name that a chain of attributes begins with: objects have methods of the checked code, tensors have none."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def load(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def call(name: str, *args: ast.expr) -> ast.expr:
    return ast.Call(load(name), list(args), [])


def run_attribute(name: str) -> ast.expr:
    return ast.Attribute(load(RUN), name, ast.Load())


def run_call(name: str, *args: ast.expr) -> ast.expr:
    return ast.Call(run_attribute(name), list(args), [])


def thunk(body: ast.expr) -> ast.expr:
    empty = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(empty, body)


__all__ = ["Expressions", "Sequence", "call", "load", "run_attribute", "run_call", "thunk"]
