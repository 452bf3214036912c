"""The inverse of printing: a recursive-descent parser of Python's syntax for dims and conditions."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import Union

from shapecheck.symbolic.choice import bcast, ite, max_, min_
from shapecheck.symbolic.expr import Dim, Expr, symbol
from shapecheck.symbolic.formula import Cond, Formula, and_, eq, flag, ge, gt, le, lt, ne, not_, or_
from shapecheck.symbolic.powers import power
from shapecheck.symbolic.roots import isqrt_

_TOKEN = re.compile(
    r"\s*(?:(?P<int>[0-9]+)|(?P<name>[^\W\d][\w.#]*)|(?P<str>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<op>\*\*|//|==|!=|<=|>=|[-+*%()<>,]))"
)
_COMPARISONS: dict[str, Callable[[Dim, Dim], Cond]] = {
    "==": eq, "!=": ne, "<=": le, ">=": ge, "<": lt, ">": gt,
}  # fmt: skip
_MAX_DEPTH = 200

Value = Union[int, bool, Expr, Formula]


class _Name:
    """A bare name: a symbol where a dim is wanted, a flag where a condition is."""

    def __init__(self, name: str) -> None:
        self.name = name


class _Parser:
    def __init__(self, text: str, symbols: Mapping[str, Expr]) -> None:
        self.text = text
        self.symbols = symbols
        self.tokens = self._tokenize()
        self.at = 0
        self.depth = 0

    def _tokenize(self) -> list[tuple[str, str, int]]:
        tokens = []
        position = 0
        end = len(self.text.rstrip())
        while position < end:
            match = _TOKEN.match(self.text, position)
            if match is None:
                position += len(self.text[position:]) - len(self.text[position:].lstrip())
                raise ValueError(f"position {position}: unexpected {self.text[position]!r}")
            kind = match.lastgroup
            assert kind is not None
            tokens.append((kind, match.group(kind), match.start(kind)))
            position = match.end()
        tokens.append(("end", "end of text", end))
        return tokens

    def fail(self, why: str) -> ValueError:
        return ValueError(f"position {self.tokens[self.at][2]}: {why} in {self.text!r}")

    def accept(self, *texts: str) -> str | None:
        kind, text, _ = self.tokens[self.at]
        if kind in ("op", "name") and text in texts:
            self.at += 1
            return text
        return None

    def expect(self, text: str) -> None:
        if self.accept(text) is None:
            raise self.fail(f"expected {text!r}, found {self.tokens[self.at][1]!r}")

    # the grammar, loosest first

    def choice(self) -> Value | _Name:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.fail("nested too deeply")
        first = self.disjunction()
        if self.accept("if"):
            cond = self.cond(self.disjunction())
            self.expect("else")
            first = ite(cond, self.dim(first), self.dim(self.choice()))
        self.depth -= 1
        return first

    def disjunction(self) -> Value | _Name:
        first = self.conjunction()
        while self.accept("or"):
            first = or_(self.cond(first), self.cond(self.conjunction()))
        return first

    def conjunction(self) -> Value | _Name:
        first = self.negation()
        while self.accept("and"):
            first = and_(self.cond(first), self.cond(self.negation()))
        return first

    def negation(self) -> Value | _Name:
        if self.accept("not"):
            return not_(self.cond(self.negation()))
        left = self.sum()
        op = self.accept(*_COMPARISONS)
        if op is None:
            return left
        return _COMPARISONS[op](self.dim(left), self.dim(self.sum()))

    def sum(self) -> Value | _Name:
        left = self.product()
        while op := self.accept("+", "-"):
            a, b = self.dim(left), self.dim(self.product())
            left = a + b if op == "+" else a - b
        return left

    def product(self) -> Value | _Name:
        left = self.unary()
        while op := self.accept("*", "//", "%"):
            at = self.at
            a, b = self.dim(left), self.dim(self.unary())
            try:
                left = a * b if op == "*" else a // b if op == "//" else a % b
            except ZeroDivisionError:
                self.at = at
                raise self.fail("division by zero") from None
        return left

    def unary(self) -> Value | _Name:
        signs = []
        while sign := self.accept("-", "+"):
            signs.append(sign)
        value = self.power()
        if signs:
            value = self.dim(value)
        return -self.dim(value) if signs.count("-") % 2 else value

    def power(self) -> Value | _Name:
        base = self.primary()
        if self.accept("**"):
            at = self.at
            try:
                return power(self.dim(base), self.dim(self.unary()))
            except ZeroDivisionError as error:
                self.at = at
                raise self.fail(str(error)) from None
        return base

    def primary(self) -> Value | _Name:
        kind, text, _ = self.tokens[self.at]
        if self.accept("("):
            inner = self.choice()
            self.expect(")")
            return inner
        if kind == "int":
            self.at += 1
            return int(text)
        if kind == "name" and text not in ("if", "else", "and", "or", "not"):
            self.at += 1
            return self.call(text) if self.accept("(") else _named(text)
        raise self.fail(f"unexpected {text!r}")

    def call(self, name: str) -> Value:
        if name == "flag":
            kind, text, _ = self.tokens[self.at]
            if kind != "str":
                raise self.fail("expected a string")
            self.at += 1
            self.expect(")")
            return flag(ast.literal_eval(text))
        args = [self.dim(self.choice())]
        while self.accept(","):
            args.append(self.dim(self.choice()))
        self.expect(")")
        if name in ("min", "max"):
            return (min_ if name == "min" else max_)(*args)
        if name == "isqrt" and len(args) == 1:
            return isqrt_(args[0])
        if name == "bcast" and len(args) == 2:
            return bcast(*args)
        raise self.fail(f"unknown function {name!r} of {len(args)} arguments")

    # what a value is used as

    def dim(self, value: Value | _Name) -> Dim:
        if isinstance(value, _Name):
            return self.symbols[value.name] if value.name in self.symbols else symbol(value.name)
        if isinstance(value, (bool, Formula)):
            raise self.fail("expected a number, found a condition")
        return value

    def cond(self, value: Value | _Name) -> Cond:
        if isinstance(value, _Name):
            return flag(value.name)
        if isinstance(value, (bool, Formula)):
            return value
        raise self.fail("expected a condition, found a number")

    def finish(self) -> None:
        if self.tokens[self.at][0] != "end":
            raise self.fail(f"unexpected {self.tokens[self.at][1]!r}")


def _named(text: str) -> Value | _Name:
    return text == "True" if text in ("True", "False") else _Name(text)


def parse(text: str, symbols: Mapping[str, Expr] | None = None) -> Dim:
    """The dim that prints as `text`; names not in `symbols` become symbols without bounds.

    ValueError, with the position, on anything else.
    """
    parser = _Parser(text, symbols or {})
    result = parser.dim(parser.choice())
    parser.finish()
    return result


def parse_condition(text: str, symbols: Mapping[str, Expr] | None = None) -> Cond:
    """The condition that prints as `text`; a bare name is a flag."""
    parser = _Parser(text, symbols or {})
    result = parser.cond(parser.choice())
    parser.finish()
    return result
