"""An SMT-LIB program as straight-line code: numbered nodes, each an operator over earlier ones.

Nodes are numbered by value: the same operator over the same operands is one node, so that what a trace
states a hundred times is stated once. Nothing is simplified here; this is the original that models are
checked against.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from shapecheck.symbolic.smt.sexpr import SmtError

Node = tuple[Any, ...]
"""(operator, operand...): operands are node numbers; of "const" the value, of "var" the name."""

INT, REAL, BOOL = "Int", "Real", "Bool"
_COMMUTATIVE = frozenset(("+", "*", "=", "and", "or", "xor", "min", "max"))


class Assert(NamedTuple):
    """One assert: what the file calls it, its node, its line."""

    name: str
    node: int
    line: int


class Program:
    """The nodes in order, what names stand for, and what is asserted."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.sorts: list[str] = []
        self.names: dict[str, int] = {}
        """Declared and defined names, and literals as they are spelled."""
        self.constants: list[int] = []
        """The nodes of declared constants."""
        self.asserts: list[Assert] = []
        self.numbers: dict[Node, int] = {}
        """The number of each node."""

    def add(self, node: Node, sort: str) -> int:
        """The number of that node."""
        found = self.numbers.get(node)
        if found is None:
            found = self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
            self.sorts.append(sort)
        return found

    def constant(self, value: int | bool | Fraction) -> int:
        """The node of a literal."""
        sort = BOOL if isinstance(value, bool) else INT if isinstance(value, int) else REAL
        return self.add(("const", value, sort), sort)

    def declare(self, name: str, sort: str) -> int:
        """A new unknown."""
        node = self.add(("var", name), sort)
        self.names[name] = node
        self.constants.append(node)
        return node

    def name_of(self, constant: int) -> str:
        """What a declared constant is called."""
        name = self.nodes[constant][1]
        assert isinstance(name, str)
        return name

    # ---------------------------------------------------------------- typed construction

    def apply(self, op: str, args: list[int], line: int) -> int:
        """The node of an operator as SMT-LIB writes it, with Int operands made Real where they are mixed."""
        if op in _CHAINED:
            return self._chain(op, args, line)
        if op in ("and", "or", "xor", "=>"):
            return self._junction(op, args, line)
        if op == "not":
            self._want(op, args, 1, BOOL, line)
            return self.add(("not", args[0]), BOOL)
        if op == "ite":
            return self._ite(args, line)
        if op in ("+", "-", "*", "/"):
            return self._arithmetic(op, args, line)
        if op in ("div", "mod"):
            return self._fold(op, args, INT, line)
        if op in ("to_real", "to_int", "is_int", "abs"):
            return self._conversion(op, args, line)
        if op == "^":
            return self._power(args, line)
        raise SmtError(line, f"unknown function {op!r}")

    def _want(self, op: str, args: list[int], count: int, sort: str, line: int) -> None:
        if len(args) != count:
            raise SmtError(line, f"{op!r} takes {count} operands, not {len(args)}")
        for arg in args:
            if self.sorts[arg] != sort:
                raise SmtError(line, f"an operand of {op!r} is {self.sorts[arg]}, not {sort}")

    def _unified(self, op: str, args: list[int], line: int) -> list[int]:
        """The operands in one sort."""
        sorts = {self.sorts[arg] for arg in args}
        if len(sorts) < 2:
            return args
        if BOOL in sorts:
            raise SmtError(line, f"operands of {op!r} are both Bool and numbers")
        return [self.to_real(arg) for arg in args]

    def to_real(self, arg: int) -> int:
        """The Real of an Int; what is Real stays."""
        if self.sorts[arg] == REAL:
            return arg
        node = self.nodes[arg]
        if node[0] == "const":
            return self.constant(Fraction(node[1]))
        return self.add(("to_real", arg), REAL)

    def _numeric(self, op: str, args: list[int], line: int) -> list[int]:
        if any(self.sorts[arg] == BOOL for arg in args):
            raise SmtError(line, f"an operand of {op!r} is Bool")
        return self._unified(op, args, line)

    def _chain(self, op: str, args: list[int], line: int) -> int:
        """a < b < c is a < b and b < c; distinct is pairwise."""
        if len(args) < 2:
            raise SmtError(line, f"{op!r} takes at least two operands")
        args = self._unified(op, args, line) if op in ("=", "distinct") else self._numeric(op, args, line)
        if op == "distinct":
            pairs = [(a, b) for i, a in enumerate(args) for b in args[i + 1 :]]
            parts = [self.add(("not", self.binary("=", a, b, BOOL)), BOOL) for a, b in pairs]
        else:
            parts = [self.compare(op, a, b) for a, b in pairwise(args)]
        out = parts[0]
        for part in parts[1:]:
            out = self.binary("and", out, part, BOOL)
        return out

    def compare(self, op: str, a: int, b: int) -> int:
        """A comparison; > and >= are < and <= the other way round."""
        if op in (">", ">="):
            op, a, b = "<" if op == ">" else "<=", b, a
        return self.binary(op, a, b, BOOL)

    def binary(self, op: str, a: int, b: int, sort: str) -> int:
        """An operator of two operands of the right sorts; those of commutative ones are put in order."""
        if b < a and op in _COMMUTATIVE:
            a, b = b, a
        return self.add((op, a, b), sort)

    def _fold(self, op: str, args: list[int], sort: str, line: int) -> int:
        if len(args) < 2:
            raise SmtError(line, f"{op!r} takes at least two operands")
        out = args[0]
        for arg in args[1:]:
            self._want(op, [out, arg], 2, sort, line)
            out = self.binary(op, out, arg, sort)
        return out

    def _junction(self, op: str, args: list[int], line: int) -> int:
        if op in ("and", "or") and len(args) == 1:
            self._want(op, args, 1, BOOL, line)
            return args[0]
        if op != "=>":
            return self._fold(op, args, BOOL, line)
        out = args[-1] if args else 0
        for arg in reversed(args[:-1]):
            self._want(op, [arg, out], 2, BOOL, line)
            out = self.binary("or", self.add(("not", arg), BOOL), out, BOOL)
        return out

    def _ite(self, args: list[int], line: int) -> int:
        if len(args) != 3 or self.sorts[args[0]] != BOOL:
            raise SmtError(line, "'ite' takes a Bool and two operands")
        then, other = self._unified("ite", args[1:], line)
        return self.add(("ite", args[0], then, other), self.sorts[then])

    def _arithmetic(self, op: str, args: list[int], line: int) -> int:
        if not args:
            raise SmtError(line, f"{op!r} without operands")
        args = self._numeric(op, args, line)
        if op == "/":
            args = [self.to_real(arg) for arg in args]
        if len(args) == 1:
            if op == "/":
                raise SmtError(line, "'/' takes at least two operands")
            return self._negation(args[0]) if op == "-" else args[0]
        out = args[0]
        for arg in args[1:]:
            out = self.binary(op, out, arg, self.sorts[out])
        return out

    def _negation(self, arg: int) -> int:
        node = self.nodes[arg]
        return self.constant(-node[1]) if node[0] == "const" else self.add(("neg", arg), self.sorts[arg])

    def _conversion(self, op: str, args: list[int], line: int) -> int:
        if len(args) != 1 or self.sorts[args[0]] == BOOL:
            raise SmtError(line, f"{op!r} takes one number")
        arg = args[0]
        if op == "to_real":
            return self.to_real(arg)
        if op == "abs":
            return self.add((op, arg), self.sorts[arg])
        if self.sorts[arg] == INT:
            return arg if op == "to_int" else self.constant(True)
        if op == "to_int":
            return self.add((op, arg), INT)
        floor = self.to_real(self.add(("to_int", arg), INT))
        return self.binary("=", arg, floor, BOOL)

    def _power(self, args: list[int], line: int) -> int:
        if len(args) != 2 or BOOL in (self.sorts[args[0]], self.sorts[args[1]]):
            raise SmtError(line, "'^' takes two numbers")
        exponent = self.nodes[args[1]]
        if exponent[0] == "const" and exponent[1] == Fraction(1, 2):
            return self.add(("sqrt", self.to_real(args[0])), REAL)
        if exponent[0] != "const" or exponent[1] != int(exponent[1]) or not 0 <= exponent[1] <= 64:
            raise SmtError(line, "'^' is understood with exponents 0 to 64, and 0.5")
        out = self.constant(1)
        for _ in range(int(exponent[1])):
            first = self.nodes[out][0] == "const"
            out = args[0] if first else self.binary("*", out, args[0], self.sorts[out])
        return out


_CHAINED = frozenset(("=", "distinct", "<", "<=", ">", ">="))


def part_of(program: Program, asserts: Iterable[Assert]) -> Program:
    """The same definitions with some of the asserts."""
    out = Program()
    out.nodes, out.sorts, out.names = program.nodes, program.sorts, program.names
    out.constants = program.constants
    out.asserts = list(asserts)
    return out
