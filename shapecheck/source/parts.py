"""A file as the parts that others can depend on: the bodies of its functions, and all the rest.

Importing a module runs the rest; the body of a function matters only to those who enter it. Parts are compared by
their text, so a comment in them counts, and without their line numbers, so lines that come and go elsewhere do not,
nor do comments and empty lines between the statements of a module.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from shapecheck.source import ir


class Body(NamedTuple):
    """The body of a function or method that no other function holds: its first and last line."""

    name: str
    first: int
    last: int


class Parts(NamedTuple):
    """`rest` is the digest of all that is in no body, `bodies` are in order, `digests` theirs by name."""

    rest: str
    bodies: tuple[Body, ...]
    digests: dict[str, str]

    def body_at(self, line: int) -> str | None:
        """The body that a line lies in; None if it belongs to the rest."""
        at = bisect_right([body.first for body in self.bodies], line) - 1
        if at >= 0 and line <= self.bodies[at].last:
            return self.bodies[at].name
        return None


def parts_of(file: ir.SourceFile, lines: Sequence[str]) -> Parts:
    """The parts of a file whose text has these lines."""
    bodies: list[Body] = []
    seen: dict[str, int] = {}
    for name, function in _functions(file.body, ""):
        start = _header_end(function) + 1
        if function.body[0].span.line < start:
            continue  # on the line of its header: it belongs to the rest
        number = seen[name] = seen.get(name, 0) + 1
        bodies.append(Body(f"{name}#{number}", start, function.span.end_line))
    rest = blake2b(digest_size=16)
    done = 0
    digests: dict[str, str] = {}
    idle = _idle_lines(file, lines)
    for body in bodies:
        rest.update(_text([lines[at] for at in range(done, body.first - 1) if at not in idle]))
        digests[body.name] = blake2b(_text(lines[body.first - 1 : body.last]), digest_size=16).hexdigest()
        done = body.last
    rest.update(_text([lines[at] for at in range(done, len(lines)) if at not in idle]))
    return Parts(rest.hexdigest(), tuple(bodies), digests)


def _idle_lines(file: ir.SourceFile, lines: Sequence[str]) -> set[int]:
    """Lines between the statements of a module, from 0 on, that are empty or comments: they say nothing to others."""
    idle = {at for at, line in enumerate(lines) if not line.strip() or line.lstrip().startswith("#")}
    for statement in file.body:
        idle.difference_update(range(statement.span.line - 1, statement.span.end_line))
    return idle


def _functions(body: Sequence[ir.Statement], prefix: str) -> Iterator[tuple[str, ir.FunctionDef]]:
    """The functions that running the body makes, in order; not those inside of functions."""
    left: list[tuple[str, ir.Statement]] = [(prefix, node) for node in reversed(body)]
    while left:  # a chain of `elif` is nested as deeply as it is long
        prefix, node = left.pop()
        if isinstance(node, ir.FunctionDef):
            yield prefix + node.name, node
            continue
        inside = f"{prefix}{node.name}." if isinstance(node, ir.ClassDef) else prefix
        left += [(inside, one) for part in reversed(_bodies(node)) for one in reversed(part)]


def _bodies(node: ir.Statement) -> list[Sequence[ir.Statement]]:
    """The parts of a statement that run where it stands."""
    if isinstance(node, (ir.ClassDef, ir.With)):
        return [node.body]
    if isinstance(node, (ir.If, ir.For, ir.While)):
        return [node.body, node.orelse]
    if isinstance(node, ir.Try):
        return [node.body, *(handler.body for handler in node.handlers), node.orelse, node.finalbody]
    if isinstance(node, ir.Match):
        return [case.body for case in node.cases]
    return []


def _header_end(function: ir.FunctionDef) -> int:
    """The last line on which something of the header stands that we know of."""
    ends = [function.name_span.end_line]
    for param in function.params:
        ends += [node.span.end_line for node in (param, param.annotation, param.default) if node is not None]
    if function.returns is not None:
        ends.append(function.returns.span.end_line)
    return max(ends)


def _text(lines: Sequence[str]) -> bytes:
    return "\n".join(lines).encode("utf-8", "surrogatepass")
