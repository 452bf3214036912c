"""Reads SMT-LIB in time linear in the text.

Traced programs are one flat definition a line: such a line is split at blanks and looked up. Any other
line goes through the general reader, with the same result.
"""

from __future__ import annotations

import re
from fractions import Fraction

from shapecheck.symbolic.smt.program import BOOL, INT, REAL, Assert, Program
from shapecheck.symbolic.smt.sexpr import SmtError, Tree, commands, text_of

_NUMERAL = re.compile(r"-?[0-9]+(\.[0-9]+)?\Z")
_IGNORED = frozenset(
    ("set-option", "set-info", "set-logic", "check-sat", "get-value", "get-model", "get-info", "exit", "echo",
     "get-unsat-core", "get-assignment", "get-option", "get-assertions")
)  # fmt: skip
_PLAIN = r'[^()|";]*'
_SILENT = re.compile(rf"\((?:{'|'.join(sorted(_IGNORED))})(?: {_PLAIN}(?:\({_PLAIN}\){_PLAIN})?)?\)\s*\Z")
"""A line that is one whole command of these, as far as that is seen without reading it."""
_SORTS = frozenset((INT, REAL, BOOL))
_OPERATORS = frozenset(
    ("=", "distinct", "<", "<=", ">", ">=", "and", "or", "xor", "=>", "not", "ite", "+", "-", "*", "/", "div",
     "mod", "to_real", "to_int", "is_int", "abs", "^")
)  # fmt: skip
_KEPT, _SORTED, _SWAPPED = 0, 1, 2
_FLAT: dict[tuple[str, str, str], tuple[str, str, int]] = {}
"""(token, sort, sort) -> (operator, result, order of the operands), for what needs no coercion."""
for _sort in (INT, REAL):
    for _op in ("+", "*", "-"):
        _FLAT[f"({_op}", _sort, _sort] = (_op, _sort, _KEPT if _op == "-" else _SORTED)
    for _op, _to, _order in (("<", "<", _KEPT), ("<=", "<=", _KEPT), (">", "<", _SWAPPED), (">=", "<=", _SWAPPED)):
        _FLAT[f"({_op}", _sort, _sort] = (_to, BOOL, _order)
    _FLAT["(=", _sort, _sort] = ("=", BOOL, _SORTED)
for _op in ("div", "mod"):
    _FLAT[f"({_op}", INT, INT] = (_op, INT, _KEPT)

Function = tuple[list[tuple[str, str]], str, Tree]


class Reader:
    """Fills a program, command by command."""

    def __init__(self) -> None:
        self.program = Program()
        self.functions: dict[tuple[str, int], Function] = {}

    def read(self, text: str) -> Program:
        """The whole text; SmtError where it cannot be read."""
        lines = text.split("\n")
        at, end = 0, len(lines)
        while at < end:
            at = self._flat(lines, at)
            if at < end:
                at = self._general(lines, at + 1)
        return self.program

    def _flat(self, lines: list[str], begin: int) -> int:
        """Takes in flat commands from a line on; the index of the first line that is something else.

        Nearly all time of reading goes here, hence one loop without calls for what is usual.
        """
        program = self.program
        names, sorts, add, numbers = program.names, program.sorts, program.add, program.numbers
        for at in range(begin, len(lines)):
            parts = lines[at].split()
            count = len(parts)
            if count == 7:
                head, name, brackets, sort, op, left, right = parts
                a, b = names.get(left), names.get(right[:-2])
                if a is None or b is None:
                    a, b = self._operand(left), self._operand(right[:-2])
                    if a is None or b is None:
                        return at
                known = _FLAT.get((op, sorts[a], sorts[b]))
                if known is None or known[1] != sort or right[-2:] != "))" or name in names:
                    return at
                if known[2] > (a <= b):  # swapped, or to be sorted and not in order
                    a, b = b, a
                key = (known[0], a, b)
                node = numbers.get(key, -1)
                if node < 0:
                    node = add(key, sort)
            elif count == 2:
                name = parts[1][:-1]
                found = names.get(name)
                if parts[0] != "(assert" or found is None or sorts[found] != BOOL or parts[1][-1] != ")":
                    return at
                program.asserts.append(Assert(name, found, at + 1))
                continue
            elif count == 6:
                head, name, brackets, sort, op, right = parts
                a = names.get(right[:-2])
                if op != "(not" or a is None or sorts[a] != BOOL or sort != BOOL or right[-2:] != "))":
                    return at
                node = add(("not", a), BOOL)
            elif count == 5:
                head, name, brackets, sort, right = parts
                found = self._operand(right[:-1])
                if found is None or sorts[found] != sort or right[-1] != ")":
                    return at
                node = found
            elif count == 3:
                head, name, last = parts
                if head == "(declare-const" and name not in names and last[:-1] in _SORTS and last[-1] == ")":
                    program.declare(name, last[:-1])
                elif head != "(set-info" or name[:9] != ":example-" or last[-1] != ")":
                    return at
                continue
            elif count and not _SILENT.match(lines[at]):
                return at
            else:
                continue
            if head != "(define-fun" or brackets != "()" or name in names:
                return at
            names[name] = node
        return len(lines)

    def _operand(self, token: str) -> int | None:
        """The node of a name or an integer as it is spelled; None if it is neither."""
        found = self.program.names.get(token)
        if found is None and token[-1:].isdecimal() and token.lstrip("-").isdecimal():
            found = self._literal(token)
        return found

    def _literal(self, token: str) -> int | None:
        if not _NUMERAL.match(token):
            return None
        node = self.program.constant(Fraction(token) if "." in token else int(token))
        self.program.names[token] = node
        return node

    # ---------------------------------------------------------------- any command

    def _general(self, lines: list[str], at: int) -> int:
        """Reads the commands that begin in line `at`; the number of lines consumed by then."""
        first = at
        text = lines[at - 1]
        while not _balanced(text) and at < len(lines):
            more = min(len(lines), at + max(1, at - first))  # doubling keeps a long command linear
            text = "\n".join([text, *lines[at:more]])
            at = more
        for begin, _, tree in commands(text, first):
            self._command(tree, begin)
        return at

    def _command(self, tree: Tree, line: int) -> None:
        if not isinstance(tree, list) or not tree or not isinstance(tree[0], str):
            raise SmtError(line, "a command must begin with its name")
        name = tree[0]
        if name in _IGNORED:
            return
        if name in ("declare-const", "declare-fun"):
            self._declare(tree, line)
        elif name in ("define-fun", "define-const"):
            self._define(tree, line)
        elif name == "assert":
            self._assert(tree, line)
        else:
            raise SmtError(line, f"unknown command {name!r}")

    def _declare(self, tree: list[Tree], line: int) -> None:
        if tree[0] == "declare-fun" and len(tree) == 4:
            if tree[2] != []:
                raise SmtError(line, "uninterpreted functions are not understood")
            tree = [tree[0], tree[1], tree[3]]
        if len(tree) != 3 or not isinstance(tree[1], str):
            raise SmtError(line, f"{tree[0]} takes a name and a sort")
        self._fresh(tree[1], line)
        self.program.declare(tree[1], self._sort(tree[2], line))

    def _fresh(self, name: str, line: int) -> None:
        if name in self.program.names and not _NUMERAL.match(name):
            raise SmtError(line, f"{name!r} is already there")

    def _sort(self, tree: Tree, line: int) -> str:
        if not isinstance(tree, str) or tree not in _SORTS:
            raise SmtError(line, f"the sort {text_of(tree)[:40]!r} is not understood")
        return tree

    def _define(self, tree: list[Tree], line: int) -> None:
        if tree[0] == "define-const" and len(tree) == 4:
            tree = [tree[0], tree[1], [], tree[2], tree[3]]
        if len(tree) != 5 or not isinstance(tree[1], str) or not isinstance(tree[2], list):
            raise SmtError(line, f"{tree[0]} takes a name, parameters, a sort and a body")
        name, sort = tree[1], self._sort(tree[3], line)
        if tree[2]:
            parameters = [self._parameter(one, line) for one in tree[2]]
            self.functions[name, len(parameters)] = (parameters, sort, tree[4])
            return
        self._fresh(name, line)
        self.program.names[name] = self._as(sort, self._term(tree[4], {}, line), line)

    def _parameter(self, tree: Tree, line: int) -> tuple[str, str]:
        if isinstance(tree, list) and len(tree) == 2 and isinstance(tree[0], str):
            return tree[0], self._sort(tree[1], line)
        raise SmtError(line, "a parameter is a name and a sort")

    def _as(self, sort: str, node: int, line: int) -> int:
        found = self.program.sorts[node]
        if found == sort:
            return node
        if sort == REAL and found == INT:
            return self.program.to_real(node)
        raise SmtError(line, f"a term of sort {found} where {sort} is declared")

    def _assert(self, tree: list[Tree], line: int) -> None:
        if len(tree) != 2:
            raise SmtError(line, "assert takes one term")
        term = tree[1]
        name = text_of(term)
        if isinstance(term, list) and term[:1] == ["!"] and ":named" in term[:-1]:
            name = text_of(term[term.index(":named") + 1])
        node = self._as(BOOL, self._term(term, {}, line), line)
        self.program.asserts.append(Assert(name, node, line))

    # ---------------------------------------------------------------- terms

    def _term(self, tree: Tree, local: dict[str, int], line: int) -> int:
        """The node of a term; deep ones are walked with a stack of our own."""
        todo: list[tuple[Tree, dict[str, int], bool]] = [(tree, local, False)]
        done: list[int] = []
        while todo:
            term, scope, ready = todo.pop()
            if isinstance(term, str):
                done.append(self._name(term, scope, line))
            elif ready:
                count = len(term) - 1
                args = done[len(done) - count :] if count else []
                del done[len(done) - count :]
                done.append(self._call(term[0], args, line))
            elif not term or not isinstance(term[0], str):
                raise SmtError(line, f"no term: {text_of(term)[:60]}")
            elif term[0] == "!" and len(term) > 1:
                todo.append((term[1], scope, False))
            elif term[0] == "let":
                todo.append((term[2], self._let(term, scope, line), False))
            else:
                todo.append((term, scope, True))
                todo.extend((part, scope, False) for part in reversed(term[1:]))
        return done[0]

    def _let(self, term: list[Tree], scope: dict[str, int], line: int) -> dict[str, int]:
        if len(term) != 3 or not isinstance(term[1], list):
            raise SmtError(line, "let takes bindings and a term")
        inner = dict(scope)
        for binding in term[1]:
            if not isinstance(binding, list) or len(binding) != 2 or not isinstance(binding[0], str):
                raise SmtError(line, "a binding is a name and a term")
            inner[binding[0]] = self._term(binding[1], scope, line)
        return inner

    def _name(self, name: str, scope: dict[str, int], line: int) -> int:
        node = scope.get(name)
        if node is None:
            node = self.program.names.get(name)
        if node is None:
            node = self._literal(name)
        if node is None and name in ("true", "false"):
            node = self.program.constant(name == "true")
        if node is None:
            raise SmtError(line, f"unknown constant {name!r}")
        return node

    def _call(self, head: Tree, args: list[int], line: int) -> int:
        assert isinstance(head, str)
        function = self.functions.get((head, len(args)))
        if function is None:
            if head not in _OPERATORS:
                raise SmtError(line, f"unknown function {head!r} of {len(args)} operands")
            return self.program.apply(head, args, line)
        parameters, sort, body = function
        known = _KNOWN.get(text_of([name for name, _ in parameters]) + text_of(body))
        args = [self._as(wanted, arg, line) for (_, wanted), arg in zip(parameters, args)]
        if known is not None and [s for _, s in parameters] == known[1]:
            if len(args) == 1:
                return self.program.add((known[0], args[0]), known[2])
            return self.program.binary(known[0], args[0], args[1], known[2])
        scope = {name: arg for (name, _), arg in zip(parameters, args)}
        return self._as(sort, self._term(body, scope, line), line)


_KNOWN = {
    "(x)(ite (= (to_int x) x) (to_int x) (+ (to_int x) 1))": ("ceil", [REAL], INT),
    "(x y)(ite (< x y) x y)": ("min", [INT, INT], INT),
    "(x y)(ite (> x y) x y)": ("max", [INT, INT], INT),
}
"""Definitions that have an operator of their own here, by parameters and body: never by their name."""


def _balanced(text: str) -> bool:
    """Whether no bracket is open at the end of the text."""
    if '"' not in text and "|" not in text and ";" not in text:
        return text.count("(") <= text.count(")")
    try:
        for _ in commands(text):
            pass
    except SmtError as error:
        return "never closed" not in error.message and "without its end" not in error.message
    return True


def read(text: str) -> Program:
    """The program; SmtError with the line where it cannot be read."""
    return Reader().read(text)
