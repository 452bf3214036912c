"""A file that is being edited: what changed is read again, the rest keeps its nodes.

Spans are made to stay: each line of the source has a number of its own for as long as its node lives, and lines that
come in get new numbers at the end (`lines` only grows). So an edit inside of a function makes new nodes for that
function and its ancestors, and nothing else moves, neither in the tree nor in what was found out about it. `real`
gives the place at which a span stands now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shapecheck.source import ir, parse
from shapecheck.source.files import lines_of
from shapecheck.source.reading import parse_body

MOST_LINES = 200_000
"""So many numbers are given before the file is read from the start again."""

Step = tuple[str, int]


class Slot:
    """The body of a function that no other function holds. `path` leads to the function from the file; `first` and
    `last` are its lines in the text as it is now, from 0, the last exclusive; `end` is where the function ends."""

    __slots__ = ("end", "first", "last", "node", "path")

    def __init__(self, path: tuple[Step, ...], node: ir.FunctionDef, first: int, last: int) -> None:
        self.path = path
        self.node = node
        self.first = first
        self.last = last
        self.end = (node.span.end_line, node.span.end_column)


class Replaced(NamedTuple):
    """A function got another body."""

    old: ir.FunctionDef
    new: ir.FunctionDef


class Reread(NamedTuple):
    """All nodes are new."""


Change = Replaced | Reread | ir.SyntaxProblem | None
"""What an edit did; None: nothing, or only to comments and blank lines. A text that is no Python leaves the file as
it was."""


class LiveSource:
    """`file` is the last text that could be read; `problem` says why the present one cannot."""

    def __init__(self, text: str, path: str, known: ir.SourceFile | None = None) -> None:
        """`known` is the tree of the text, if somebody has read it."""
        self.path = path
        self.file = ir.SourceFile(path, (), (), None)
        self.problem: ir.SyntaxProblem | None = None
        self.lines: list[str] = []
        """By number, the first at index 0."""
        self.text = ""
        self._text: list[str] = []
        self._numbers: list[int] = []
        """Of the lines of the text, in order."""
        self._slots: list[Slot] = []
        self._ends: dict[int, Slot] = {}
        """Numbers of lines that were the last of a body: enclosing statements still end there."""
        self._heirs: dict[int, int] = {}
        """Numbers of lines that were read again without having changed, and their new numbers."""
        self.edited = ""
        """The function or class at the top of the file that was edited last."""
        self._places: dict[int, int] | None = None
        self._read(text, known)

    def update(self, text: str) -> Change:
        """Takes another text for the file."""
        new = lines_of(text.encode("utf-8", "surrogatepass"))
        if new == self._text:
            self.problem = None
            return None
        start, end = _difference(self._text, new)
        slot = self._slot_at(start, end)
        if slot is not None and len(self.lines) < MOST_LINES:
            replaced = self._replace(slot, new)
            if replaced is not None:
                self.problem, self.text = None, text
                return replaced
        return self._read(text)

    def real(self, span: ir.Span) -> ir.Span:
        """Where the span stands in the text as it is now."""
        places = self._by_number()
        if span.line in places and span.end_line in places:
            return ir.Span(places[span.line], span.column, places[span.end_line], span.end_column)
        line, column = self._place(span.line, span.column)
        end_line, end_column = self._place(span.end_line, span.end_column)
        return ir.Span(line, column, end_line, end_column)

    @property
    def is_untouched(self) -> bool:
        """Whether the numbers are those of the lines: nothing was replaced since all of it was read."""
        return self.problem is None and len(self.lines) == len(self._text)

    def is_alive(self, line: int) -> bool:
        """Whether the line of this number is still there."""
        return self._heir(line) in self._by_number()

    def places(self) -> Mapping[int, int]:
        """The lines of the text, from 1, by their numbers. It stays as it is when the text changes."""
        return self._by_number()

    def forget_heirs(self) -> None:
        """Nobody asks for the places of earlier nodes any more."""
        self._heirs.clear()

    # ---------------------------------------------------------------- reading

    def _read(self, text: str, known: ir.SourceFile | None = None) -> Reread | ir.SyntaxProblem:
        source = parse(text, self.path) if known is None else known
        if isinstance(source, ir.SyntaxProblem):
            self.problem = source
            return source
        self.problem, self.text = None, text
        self._text = lines_of(text.encode("utf-8", "surrogatepass"))
        self.lines[:] = self._text
        self._numbers = list(range(1, len(self._text) + 1))
        self._places = None
        self._ends, self._heirs = {}, {}
        self.file = source
        self._slots = list(_slots(source.body, ()))
        return Reread()

    def _replace(self, slot: Slot, new: list[str]) -> Replaced | None:
        """Reads the body in the slot again; None if what stands there is no body any more."""
        grown = len(new) - len(self._text)
        inside = new[slot.first : slot.last + grown]
        old, number = slot.node, len(self.lines) + 1
        read = parse_body("\n".join(inside), number, old)
        if read is None:
            return None
        body, comments = read
        was, now = self.lines[_first_line(old.body[0]) - 1], inside[_first_line(body.body[0]) - number]
        if _indentation(was) != _indentation(now):
            return None  # it may not fit what stands around it
        self._take_lines(slot, inside)
        self._text = new
        self.edited = getattr(self.file.body[slot.path[0][1]], "name", "")
        end = body.span
        node = old._replace(
            span=old.span._replace(end_line=end.end_line, end_column=end.end_column),
            body=body.body,
            is_generator=body.is_generator,
            docstring=body.docstring,
            locals=body.locals,
        )
        self._move(slot, node, grown)
        kept = [one for one in self.file.comments if one.span.line in self._by_number()]
        tree = _with(self.file, slot.path, node, old.span, node.span)
        self.file = tree._replace(comments=(*kept, *comments))
        return Replaced(old, node)

    def _take_lines(self, slot: Slot, inside: list[str]) -> None:
        """Gives new lines their numbers, and takes those of the old ones back."""
        number = len(self.lines) + 1
        old = self._numbers[slot.first : slot.last]
        start, end = _difference(self._text[slot.first : slot.last], inside)
        self._heirs.update((was, number + i) for i, was in enumerate(old[:start]))
        self._heirs.update((was, number + len(inside) - i) for i, was in enumerate(reversed(old[end:]), 1))
        for gone in self._numbers[slot.first : slot.last]:
            self.lines[gone - 1] = ""
        self.lines += inside
        self._numbers[slot.first : slot.last] = range(number, number + len(inside))
        self._places = None

    def _move(self, slot: Slot, node: ir.FunctionDef, grown: int) -> None:
        self._ends[slot.end[0]] = slot
        slot.node, slot.last = node, slot.last + grown
        slot.end = node.span.end_line, node.span.end_column
        for other in self._slots:
            if other.first > slot.first:
                other.first += grown
                other.last += grown

    def _slot_at(self, start: int, end: int) -> Slot | None:
        """The body that holds all of these lines of the old text."""
        for slot in self._slots:
            if slot.first <= start and end <= slot.last:
                return slot
        return None

    # ---------------------------------------------------------------- places

    def _place(self, line: int, column: int) -> tuple[int, int]:
        places, line = self._by_number(), self._heir(line)
        if line not in places and line in self._ends:
            line, column = self._ends[line].end
        return places.get(line, 1), column

    def _heir(self, line: int) -> int:
        while line in self._heirs:
            line = self._heirs[line]
        return line

    def _by_number(self) -> dict[int, int]:
        if self._places is None:
            self._places = {number: line for line, number in enumerate(self._numbers, 1)}
        return self._places


def _difference(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """The lines of the old text, from 0 and the last exclusive, that the new one has others for."""
    shortest = min(len(old), len(new))
    start = next((i for i in range(shortest) if old[i] != new[i]), shortest)
    same = next((i for i in range(shortest - start) if old[-1 - i] != new[-1 - i]), shortest - start)
    return start, len(old) - same


def _slots(body: Sequence[Any], path: tuple[Step, ...]) -> Iterator[Slot]:
    """The functions that a file defines, in order; not those inside of functions."""
    for i, node in enumerate(body):
        here = (*path, ("body", i))
        if isinstance(node, ir.FunctionDef):
            first = _first_line(node.body[0])
            if first > _header_end(node):
                yield Slot(here, node, first - 1, node.span.end_line)
        elif isinstance(node, ir.ClassDef):
            yield from _slots(node.body, here)


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _first_line(statement: ir.Statement) -> int:
    """The line on which a statement begins, decorators included."""
    lines: list[int] = [one.span.line for one in getattr(statement, "decorators", ())]
    return min([statement.span.line, *lines])


def _header_end(node: ir.FunctionDef) -> int:
    """A line of the header that no statement of its body begins on unless the body stands behind the colon."""
    ends = [node.name_span.end_line, *(param.span.end_line for param in node.params)]
    if node.returns is not None:
        ends.append(node.returns.span.end_line)
    return max(ends)


def _with(parent: Any, path: tuple[Step, ...], node: ir.FunctionDef, old: ir.Span, new: ir.Span) -> Any:
    """The tree with another function at the end of the path; statements that ended with the old one end with it."""
    if not path:
        return node
    (field, i), rest = path[0], path[1:]
    block = getattr(parent, field)
    inner = _with(block[i], rest, node, old, new)
    changed = {field: (*block[:i], inner, *block[i + 1 :])}
    span = getattr(parent, "span", None)
    if span is not None and span[2:] == old[2:]:
        changed["span"] = span._replace(end_line=new.end_line, end_column=new.end_column)
    return parent._replace(**changed)
