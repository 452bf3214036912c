"""Compiles one `def` of a stub to a Python function.

The function takes the run and the bound arguments. Its code, in order: every argument becomes what its
annotation says, tensors are matched against their patterns; then the obligations of the patterns (a dim
named twice, a dim that is an expression, a dtype); then the body; then the result of the annotation.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

from shapecheck.rules.annotations import Annotation, read_annotation
from shapecheck.rules.dtypes import CATEGORIES
from shapecheck.rules.errors import StubError
from shapecheck.rules.expressions import RUN, Expressions, call, load, run_call
from shapecheck.rules.kinds import ANY
from shapecheck.rules.matching import DimCheck, DTypeCheck, Matcher
from shapecheck.rules.patterns import ANONYMOUS, Part
from shapecheck.rules.statements import Statements
from shapecheck.rules.vocabulary import GLOBALS
from shapecheck.values import DTYPE_NAMES, Tensor

UNKEPT = ("device", "dtype")
"""Arguments of constructors that do not become attributes."""


@dataclass(frozen=True)
class ParameterInfo:
    """A parameter as documentation shows it; `kind` as in inspect: positional, keyword, star, double_star."""

    name: str
    text: str
    kind: str
    has_default: bool


@dataclass(frozen=True)
class Variant:
    """One overload, compiled."""

    function: Callable[..., Any]
    parameters: tuple[ParameterInfo, ...]
    positional: tuple[str, ...]
    required: frozenset[str]
    names: frozenset[str]
    dims_at: int | None
    has_star: bool
    has_double_star: bool
    line: int
    calls: tuple[tuple[str, int], ...]
    """The rules that it names, and the methods of its own object, with their lines."""


class FunctionCompiler:
    """`refer` turns a dotted name and its line into a reference to a rule; `owner` is the class of a method."""

    def __init__(
        self, node: ast.FunctionDef, file: Path, refer: Callable[[str, int], object], owner: str | None
    ) -> None:
        self.node = node
        self.file = file
        self.owner = owner
        args = node.args
        self.all_args = [*args.posonlyargs, *args.args, *args.kwonlyargs]
        names = {arg.arg for arg in (*self.all_args, args.vararg, args.kwarg) if arg is not None}
        for arg in self.all_args:
            if arg.arg.startswith("_"):
                raise StubError(arg.lineno, f"the name `{arg.arg}` begins with an underscore")
        self.bound: dict[str, str] = {}
        self.expressions = Expressions(names, refer)
        self.annotations: dict[str, Annotation] = {
            arg.arg: read_annotation(arg.annotation) for arg in self.all_args if arg.annotation is not None
        }
        self.matches: list[ast.stmt] = []
        self.checks: list[ast.stmt] = []
        self._temps = 0

    # ------------------------------------------------------------ the function

    def compile(self) -> Variant:
        """The variant; StubError if the def breaks the language."""
        for arg in self.all_args:
            self._bind(arg)
        statements = Statements(self.expressions)
        body = statements.compile_body(self.node.body)
        tail = self._result(statements, not body)
        arguments = ast.arguments(
            posonlyargs=[],
            args=[
                ast.arg(RUN),
                *(ast.arg(a.arg) for a in (*self.node.args.posonlyargs, *self.node.args.args)),
            ],
            vararg=None if self.node.args.vararg is None else ast.arg(self.node.args.vararg.arg),
            kwonlyargs=[ast.arg(a.arg) for a in self.node.args.kwonlyargs],
            kw_defaults=[None if d is None else self._default(d) for d in self.node.args.kw_defaults],
            kwarg=None if self.node.args.kwarg is None else ast.arg(self.node.args.kwarg.arg),
            defaults=[self._default(d) for d in self.node.args.defaults],
        )
        whole = [*self.matches, *self.checks, *self._kept(), *body, *tail] or [ast.Pass()]
        made = ast.FunctionDef("rule", arguments, whole, [], None)
        made.type_params = []  # type: ignore[attr-defined,unused-ignore]
        return self._variant(self._to_function(made))

    def _to_function(self, made: ast.FunctionDef) -> FunctionType:
        ast.copy_location(made, self.node)
        for statement in made.body:
            if not hasattr(statement, "lineno"):
                ast.copy_location(statement, self.node)
        module = ast.fix_missing_locations(ast.Module([made], []))
        code = compile(module, str(self.file), "exec")
        inner = next(constant for constant in code.co_consts if hasattr(constant, "co_code"))
        names: dict[str, Any] = {**GLOBALS, **self.expressions.constants}
        defaults = tuple(_constant_value(d) for d in self.node.args.defaults)
        function = FunctionType(inner, names, self.node.name, defaults)
        function.__kwdefaults__ = {
            arg.arg: _constant_value(default)
            for arg, default in zip(self.node.args.kwonlyargs, self.node.args.kw_defaults)
            if default is not None
        }
        return function

    def _variant(self, function: FunctionType) -> Variant:
        args = self.node.args
        ordinary = [*args.posonlyargs, *args.args]
        without_default = ordinary[: len(ordinary) - len(args.defaults)]
        required = {a.arg for a in without_default}
        required |= {a.arg for a, d in zip(args.kwonlyargs, args.kw_defaults) if d is None}
        dims_at = None
        for i, arg in enumerate(ordinary):
            annotation = self.annotations.get(arg.arg)
            if annotation is not None and annotation.is_dims:
                dims_at = i
        return Variant(
            function,
            self._parameter_infos(required),
            tuple(arg.arg for arg in ordinary),
            frozenset(required),
            frozenset(arg.arg for arg in self.all_args),
            dims_at,
            args.vararg is not None,
            args.kwarg is not None,
            self.node.lineno,
            (*self.expressions.calls, *self._own_methods()),
        )

    def _own_methods(self) -> Iterator[tuple[str, int]]:
        """What may be a method of the object that a method belongs to: all that is read of it by name, and itself."""
        receiver = self.all_args[0].arg if self.owner is not None and self.all_args else None
        for node in ast.walk(self.node):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and _is_name(node.value, receiver):
                yield f"{self.owner}.{node.attr}", node.lineno
            elif isinstance(node, ast.Call) and _is_name(node.func, receiver):
                yield f"{self.owner}.forward", node.lineno

    def _kept(self) -> list[ast.stmt]:
        """A constructor keeps its arguments as attributes of the same names, as torch's modules do.

        Those that its body sets come in the body's order: that of `parameters()`.
        """
        if self.owner is None or self.node.name != "__init__":
            return []
        receiver = self.all_args[0].arg
        set_later = {
            node.attr
            for node in ast.walk(self.node)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        }
        made: list[ast.stmt] = []
        for arg in self.all_args[1:]:
            if arg.arg not in UNKEPT and arg.arg not in set_later:
                value = run_call("set_attribute", load(receiver), ast.Constant(arg.arg), load(arg.arg))
                made.append(ast.copy_location(ast.Expr(value), arg))
        return made

    def _parameter_infos(self, required: set[str]) -> tuple[ParameterInfo, ...]:
        args = self.node.args
        out: list[ParameterInfo] = []
        for group, kind in (([*args.posonlyargs, *args.args], "positional"), (args.kwonlyargs, "keyword")):
            for arg in group:
                text = "" if arg.annotation is None else ast.unparse(arg.annotation)
                out.append(ParameterInfo(arg.arg, text, kind, arg.arg not in required))
        if args.vararg is not None:
            out.append(ParameterInfo(args.vararg.arg, "", "star", True))
        if args.kwarg is not None:
            out.append(ParameterInfo(args.kwarg.arg, "", "double_star", True))
        return tuple(out)

    def _default(self, node: ast.expr) -> ast.expr:
        _constant_value(node)
        return ast.Constant(None)

    # ------------------------------------------------------------ parameters

    def _bind(self, arg: ast.arg) -> None:
        annotation = self.annotations.get(arg.arg)
        if annotation is None:
            return
        if annotation.kind is not ANY:
            coerce = self.expressions.constant(annotation.kind.coerce)
            value = ast.Call(coerce, [load(RUN), load(arg.arg), ast.Constant(arg.arg)], [])
            self.matches.append(_assign(ast.Name(arg.arg, ast.Store()), value, arg))
        matches: list[ast.stmt] = []
        checks: list[ast.stmt] = []
        if annotation.pattern is not None:
            self._match(arg, annotation, matches, checks)
        if annotation.dtype is not None:
            checks.append(self._dtype_check(arg, annotation.dtype))
        if annotation.is_only_tensor:
            self.matches += matches
            self.checks += checks
        else:
            is_tensor = ast.Compare(
                call("_type", load(arg.arg)), [ast.Is()], [self.expressions.constant(Tensor)]
            )
            if matches:
                self.matches.append(ast.copy_location(ast.If(is_tensor, matches, []), arg))
            if checks:
                self.checks.append(ast.copy_location(ast.If(is_tensor, checks, []), arg))

    def _match(
        self, arg: ast.arg, annotation: Annotation, matches: list[ast.stmt], checks: list[ast.stmt]
    ) -> None:
        pattern = annotation.pattern
        assert pattern is not None
        stars = sum(part.is_star for part in pattern.parts)
        if stars > 1:
            raise StubError(arg.lineno, "a parameter's pattern has at most one star")
        at = pattern.star_at
        front = len(pattern.parts) if at is None else at
        back = 0 if at is None else len(pattern.parts) - at - 1
        words = None if at is None else self._rank_words(pattern.parts[at].name, arg.arg)
        matcher = self.expressions.constant(
            Matcher(front, back, at is not None, pattern.text, arg.arg, words)
        )
        targets: list[ast.expr] = []
        for i, part in enumerate(pattern.parts):
            targets.append(ast.Name(self._place(arg, part, i, at, checks), ast.Store()))
        value = ast.Call(matcher, [load(RUN), load(arg.arg)], [])
        target: ast.expr = ast.Tuple(targets, ast.Store()) if targets else ast.Name("_unused", ast.Store())
        matches.append(_assign(target, value, arg))

    def _rank_words(self, star: str | None, parameter: str) -> str | None:
        """What the body says of too many dims (`require(len(N) <= 1, ...)`) is said of too few as well, if it speaks of
        the whole shape alone."""
        for statement in self.node.body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
                continue
            call_, arguments = statement.value.func, statement.value.args
            if not (isinstance(call_, ast.Name) and call_.id == "require" and len(arguments) == 2):
                continue
            if ast.unparse(arguments[0]).startswith(f"len({star}) <= ") and isinstance(arguments[1], ast.Constant):
                words = str(arguments[1].value).replace(f"{{{parameter}.shape}}", "{}")
                return None if "{" in words.replace("{}", "") else words
        return None

    def _place(self, arg: ast.arg, part: Part, i: int, at: int | None, checks: list[ast.stmt]) -> str:
        """The variable for one dim of a pattern; a dim that is known already is checked later."""
        if part.name == ANONYMOUS:
            return "_unused"
        where = f"{arg.arg} dim {i if at is None or i < at else i - self._length(arg)}"
        if part.name is not None and part.name not in self.expressions.locals:
            if part.name.startswith("_"):
                raise StubError(arg.lineno, f"the name `{part.name}` begins with an underscore")
            self.expressions.locals = self.expressions.locals | {part.name}
            self.bound[part.name] = where
            return part.name
        self._temps += 1
        temp = f"_t{self._temps}"
        first = self.bound.get(part.name or "", "")
        check = self.expressions.constant(DimCheck(part.text, where, first, part.is_star))
        expected = part.expression
        checks.append(_deferred(arg, check, expected, temp))
        return temp

    def _length(self, arg: ast.arg) -> int:
        pattern = self.annotations[arg.arg].pattern
        return 0 if pattern is None else len(pattern.parts)

    def _dtype_check(self, arg: ast.arg, dtype: ast.expr) -> ast.stmt:
        names = _category_names(dtype)
        check = self.expressions.constant(DTypeCheck(arg.arg, names, ast.unparse(dtype)))
        if names:
            made = ast.Call(check, [load(RUN), load(arg.arg), ast.Constant(None)], [])
            return ast.copy_location(ast.Expr(made), arg)
        return _deferred(arg, check, dtype, arg.arg)

    # ------------------------------------------------------------ the result

    def _result(self, statements: Statements, says_nothing: bool) -> list[ast.stmt]:
        self.matches = [self._finish(s) for s in self.matches]
        self.checks = [self._finish(s) for s in self.checks]
        returns = self.node.returns
        if returns is None and says_nothing and self.node.name != "__init__":
            # `...` is no `return None` of Python's: a false None is worse than an unknown.
            return [ast.Return(call("_unknown_result", load(RUN), ast.Constant("the stub does not say its result")))]
        if statements.always_returns or returns is None:
            return []
        return [ast.copy_location(ast.Return(statements.result(returns)), returns)]

    def _finish(self, statement: ast.stmt) -> ast.stmt:
        """Deferred expressions are compiled when all names of the parameters are known."""
        if isinstance(statement, ast.If):
            statement.body = [self._finish(s) for s in statement.body]
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            arguments = statement.value.args
            for i, argument in enumerate(arguments):
                if isinstance(argument, _Deferred):
                    arguments[i] = self.expressions.compile(argument.source)
        return statement


class _Deferred(ast.Constant):
    """An expression of the stub that is compiled later."""

    source: ast.expr


def _deferred(arg: ast.arg, check: ast.expr, expected: ast.expr, actual: str) -> ast.stmt:
    later = _Deferred(None)
    later.source = expected
    return ast.copy_location(ast.Expr(ast.Call(check, [load(RUN), load(actual), later], [])), arg)


def _assign(target: ast.expr, value: ast.expr, at: ast.arg) -> ast.stmt:
    return ast.copy_location(ast.Assign([target], value), at)


def _category_names(node: ast.expr) -> tuple[str, ...]:
    """`integral`, `floating | complex`, `int64 | int32` as names; nothing for an expression."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left, right = _category_names(node.left), _category_names(node.right)
        return (*left, *right) if left and right else ()
    known = isinstance(node, ast.Name) and (node.id in CATEGORIES or node.id in DTYPE_NAMES)
    return (node.id,) if known and isinstance(node, ast.Name) else ()


def _is_name(node: ast.expr, name: str | None) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _constant_value(node: ast.expr) -> Any:
    if isinstance(node, ast.Name) and node.id in ("inf", "nan"):
        return float(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Name) and node.operand.id == "inf":
        return float("-inf")
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        raise StubError(node.lineno, "a default is a literal") from None


__all__ = ["FunctionCompiler", "ParameterInfo", "Variant"]
