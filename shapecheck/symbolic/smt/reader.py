"""Reads SMT-LIB in time linear in the text.

Traced programs are one flat definition a line: such a line is split at blanks and looked up. Any other
line goes through the general reader, with the same result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import islice

from shapecheck.symbolic.smt.program import BOOL, INT, REAL, Assert, Node, Program
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
    for _op, _swapped in (("<", ">"), ("<=", ">=")):
        _FLAT[f"({_op}", _sort, _sort] = (_op, BOOL, _KEPT)
        _FLAT[f"({_swapped}", _sort, _sort] = (_op, BOOL, _SWAPPED)
    _FLAT["(=", _sort, _sort] = ("=", BOOL, _SORTED)
for _op in ("div", "mod"):
    _FLAT[f"({_op}", INT, INT] = (_op, INT, _KEPT)

_FLAT_OF_ONE = {("(not", BOOL): ("not", BOOL)}
_DEFINING = frozenset(("(define-fun", "(declare-const"))

Function = tuple[list[tuple[str, str]], str, Tree]


class Reader:
    """Fills a program, command by command."""

    def __init__(self) -> None:
        self.program = Program()
        self.functions: dict[tuple[str, int], Function] = {}

    def read(self, text: str) -> Program:
        """The whole text; SmtError where it cannot be read.

        Nearly all time of reading goes here, hence one loop without calls for what is usual.
        """
        program = self.program
        names, sorts, nodes, numbers = program.names, program.sorts, program.nodes, program.numbers
        add_assert, new_assert = program.asserts.append, partial(tuple.__new__, Assert)
        key: Node
        numbered = enumerate(text.split("\n"), 1)
        for at, line in numbered:
            parts = line.split()
            count = len(parts)
            if count == 2:  # (assert name)
                head, name = parts
                node = names.get(name[:-1], -1)
                if node >= 0 and head == "(assert" and sorts[node] == BOOL and name[-1] == ")":
                    add_assert(new_assert((name[:-1], node, at)))
                    continue
            elif count == 7 or count == 6:  # (define-fun name () Int (+ left right)), (... (not right))
                try:
                    if count == 7:
                        head, name, brackets, sort, op, left, right = parts
                        a, b = names[left], names[right[:-2]]
                        made, result, order = _FLAT[op, sorts[a], sorts[b]]
                        key = (made, b, a) if order > (a <= b) else (made, a, b)
                    else:
                        head, name, brackets, sort, op, right = parts
                        a = names[right[:-2]]
                        made, result = _FLAT_OF_ONE[op, sorts[a]]
                        key = (made, a)
                except KeyError:
                    result = None
                usual = head == "(define-fun" and brackets == "()" and right[-2:] == "))"
                if usual and sort == result and name not in names:
                    names[name] = node = numbers.setdefault(key, len(nodes))
                    if node == len(nodes):
                        nodes.append(key)
                        sorts.append(result)
                    continue
            elif not count or (parts[0] not in _DEFINING and _SILENT.match(line)):
                continue
            if not self._flat(parts):
                self._general(line, at, numbered)
        return program

    def _flat(self, parts: list[str]) -> bool:
        """Takes in a declaration, or a definition no deeper than one operator; False if it is neither."""
        program = self.program
        head, name, last = parts[0], parts[1] if len(parts) > 1 else "", parts[-1]
        if name in program.names or len(parts) not in (3, 5, 6, 7):
            return False
        if len(parts) == 3:
            if head != "(declare-const" or last[:-1] not in _SORTS or last[-1] != ")":
                return False
            program.declare(name, last[:-1])
            return True
        closing = 1 if len(parts) == 5 else 2
        if head != "(define-fun" or parts[2] != "()" or last[-closing:] != "))"[:closing]:
            return False
        args = [self._operand(token) for token in (*parts[5:-1], last[:-closing])]
        node = args[0] if closing == 1 else self._applied(parts[4], args)
        if node is None or program.sorts[node] != parts[3]:
            return False
        program.names[name] = node
        return True

    def _applied(self, op: str, args: list[int | None]) -> int | None:
        """The node of `op`, with its bracket, over these; None if one is missing or `op` is no operator."""
        found = [arg for arg in args if arg is not None]
        function = op[1:]
        if len(found) < len(args) or op[0] != "(" or function not in _OPERATORS:
            return None
        if (function, len(args)) in self.functions:
            return None
        try:
            return self.program.apply(function, found, 0)
        except SmtError:  # which the general reader says with its line
            return None

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

    def _general(self, text: str, at: int, following: Iterator[tuple[int, str]]) -> None:
        """Reads the commands that begin in line `at`, with as many of the following lines as they take."""
        count = 1
        while not _balanced(text):
            more = [line for _, line in islice(following, count)]
            if not more:
                break
            text = "\n".join([text, *more])
            count *= 2  # which keeps a long command linear
        for begin, _, tree in commands(text, at):
            try:
                self._command(tree, begin)
            except RecursionError:  # values of `let` inside of each other, functions that call each other
                raise SmtError(begin, "the term is nested too deeply") from None

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
