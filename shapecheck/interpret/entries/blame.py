"""The defaults that lead to an error which ends a run: `cos, sin = rope` of None, `raise ValueError("one of them")`,
`assert self.causal`."""

from __future__ import annotations

from collections.abc import Sequence

from shapecheck.interpret.entries.arguments import Argument
from shapecheck.interpret.entries.free_calls import Passed
from shapecheck.interpret.entries.switches import Switches, each_alone, replaced, texts_in, together
from shapecheck.interpret.files import Files
from shapecheck.source import ir
from shapecheck.source.walking import blocks_of, nodes_in
from shapecheck.values import Site

Trace = tuple[Site, ...]
"""Where the calls were that an error has ended, innermost first."""


def within(trace: Trace, code: ir.FunctionDef, shown: str) -> Trace:
    """The part of a trace up to a call of this code; empty if there is none."""
    for i in range(len(trace) - 1, -1, -1):
        if trace[i].path == shown and _is_around(code.span, trace[i].span) and statements_at(code.body, trace[i].span):
            return trace[: i + 1]
    return ()


def ways_past(
    trace: Trace, code: ir.FunctionDef, switches: Switches, is_constructor: bool, files: Files
) -> list[Passed]:
    """What is passed in the place of defaults that are read where the error is: each alone, for who raises an error may
    ask for one of several things, and all together."""
    parts = _parts_read_at(code.body, trace[-1].span)
    read = {part.id for part in parts if isinstance(part, ir.Name)}
    raised = files.source(trace[0].path)
    if len(trace) > 1 and isinstance(raised, ir.SourceFile):
        inside = _parts_read_at(raised.body, trace[0].span)
        read = read & {part.id for part in inside if isinstance(part, ir.Name)} or read
    texts, kept = texts_in(parts), switches.kept_in(parts)
    to_method: dict[str, Argument] = {}
    to_constructor: dict[str, Argument] = {}
    for name, default in switches.of_constructor.items():
        if name in kept or is_constructor and name in read:
            to_constructor |= replaced(name, default, switches.texts_about(name, texts))
    for name, default in switches.of_method.items() if not is_constructor else ():
        if name in read:
            to_method |= replaced(name, default, switches.texts_about(name, texts))
    ways = *each_alone(to_method, to_constructor), *together(to_method, to_constructor)
    return [switches.suiting(passed) for passed in ways]


def rest_of(code: ir.FunctionDef, span: ir.Span) -> tuple[ir.Statement, ...]:
    """The statements of a function from the one at a place on."""
    begun = next(i for i, one in enumerate(code.body) if statements_at((one,), span))
    return code.body[begun:]


def statements_at(body: Sequence[ir.Statement], span: ir.Span) -> tuple[ir.Statement, ...]:
    """The statements around a place, outermost first."""
    for statement in body:
        inner = next((found for block in blocks_of(statement) if (found := statements_at(block, span))), ())
        if inner or _is_around(statement.span, span):
            return (statement, *inner)
    return ()


def _is_around(outer: ir.Span, inner: ir.Span) -> bool:
    return outer[:2] <= inner[:2] and inner[2:] <= outer[2:]


def _parts_read_at(body: Sequence[ir.Statement], span: ir.Span) -> list[object]:
    """The parts of the statement at a place, and of the tests that have led to it; of a `raise` those alone."""
    *around, statement = statements_at(body, span) or (None,)
    found: list[object] = []
    inner = statement
    for outer in reversed(around):
        if not isinstance(outer, ir.If) or found and outer.orelse != (inner,):
            break
        found += nodes_in(outer.test)
        inner = outer
    if found and isinstance(statement, ir.Raise):
        return found
    for head in ("test", "iter", "subject"):
        if hasattr(statement, head):
            return [*found, *nodes_in(getattr(statement, head))]
    return found if statement is None else [*found, *nodes_in(statement)]
