"""The files that an analysis reads, under the paths that reports show: their texts, trees and lines, each made once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as FilePath

from shapecheck.interpret.importing.outlines import Outline, outline_of
from shapecheck.source import ir
from shapecheck.source.files import content_of, digest, lines_of
from shapecheck.source.global_changes import Change, global_changes
from shapecheck.source.shape_comments import ShapeComment, shape_comments
from shapecheck.source.walking import given_attributes

Reader = Callable[[bytes | str, str], ir.SourceFile | ir.SyntaxProblem]
"""From the content of a file, and the path under which it is shown, to its IR."""


class Files:
    """`shown` and `by_shown` are the checked files; others are called by their paths."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self.shown: dict[FilePath, str] = {}
        """How the checked files are called in reports."""
        self.by_shown: dict[str, FilePath] = {}
        self.digests: dict[str, str] = {}
        """Of each file that was parsed, by shown path, the digest of what was read."""
        self.texts: dict[FilePath, bytes] = {}
        """Contents that replace those on disk: open buffers, standard input."""
        self.sources: dict[str, ir.SourceFile | ir.SyntaxProblem] = {}
        self.lines_read = 0
        """Lines of all files that were parsed."""
        self._outlines: dict[str, Outline] = {}
        self._lines: dict[str, list[str]] = {}
        self._comments: dict[str, dict[int, ShapeComment]] = {}
        self._changes: dict[str, tuple[Change, ...]] = {}

    def add(self, file: FilePath, shown: str, data: bytes | None) -> None:
        """Makes a checked file known under the path that reports show; `data` replaces its content."""
        self.shown[file] = shown
        self.by_shown[shown] = file
        if data is not None and self.texts.get(file) != data:
            self.texts[file] = data
            self.sources.pop(shown, None)
            self._lines.pop(shown, None)
            self._comments.pop(shown, None)
            self._changes.pop(shown, None)
            self._outlines.pop(shown, None)

    def add_edited(self, file: FilePath, shown: str, source: ir.SourceFile, lines: list[str], data: bytes) -> None:
        """Makes an edited file known: its tree as it is now, its lines by the numbers that its spans have, its text."""
        self.release(shown)
        self.shown[file], self.by_shown[shown], self.texts[file] = shown, file, data
        self.sources[shown], self._lines[shown], self.digests[shown] = source, lines, digest(data)

    def release(self, shown: str) -> None:
        """Forgets what a file says; whoever asks reads it again."""
        for known in (self.sources, self._lines, self._comments, self._changes, self._outlines, self.digests):
            known.pop(shown, None)
        self.texts.pop(self.by_shown.get(shown, FilePath(shown)), None)

    def shown_path(self, file: FilePath) -> str:
        """How reports call a file."""
        return self.shown.get(file) or str(file)

    def source(self, shown: str) -> ir.SourceFile | ir.SyntaxProblem:
        """The file, parsed once."""
        known = self.sources.get(shown)
        if known is None:
            try:
                data = self._content(shown)
                self.digests[shown] = digest(data)
                self.lines_read += data.count(b"\n")
                known = self._read(data, shown)
            except OSError as error:
                known = ir.SyntaxProblem(shown, ir.Span(1, 1, 1, 1), f"cannot be read: {error.strerror or error}")
            self.sources[shown] = known
        return known

    def _content(self, shown: str, read: Callable[[FilePath], bytes] = FilePath.read_bytes) -> bytes:
        """The bytes of a file, or what replaces them. Raises OSError."""
        file = self.by_shown.get(shown) or FilePath(shown)
        return self.texts[file] if file in self.texts else read(file)

    def digest_of(self, shown: str) -> str:
        """The digest of what the file (or folder) is now; of nothing if it cannot be read."""
        try:
            return digest(self._content(shown, content_of))
        except OSError:
            return ""

    def outline(self, shown: str) -> Outline:
        """What the text of a file says of its names: without a parse."""
        known = self._outlines.get(shown)
        if known is None:
            try:
                known = outline_of(self._content(shown))
            except OSError:
                known = outline_of(b"")
            self._outlines[shown] = known
        return known

    def shape_comments(self, shown: str) -> dict[int, ShapeComment]:
        """The shapes in the trailing comments of a checked file, by line."""
        known = self._comments.get(shown)
        if known is None:
            source = self.source(shown) if shown in self.by_shown else None
            known = shape_comments(source) if isinstance(source, ir.SourceFile) else {}
            self._comments[shown] = known
        return known

    def global_changes(self, shown: str) -> tuple[Change, ...]:
        """What the functions of a file that was parsed change of its globals."""
        known = self._changes.get(shown)
        if known is None:
            source = self.sources.get(shown)
            known = self._changes[shown] = global_changes(source.body) if isinstance(source, ir.SourceFile) else ()
        return known

    def given_attributes(self, shown: str) -> frozenset[str]:
        """The attributes that a file that was parsed gives to objects from outside."""
        source = self.sources.get(shown)
        body = source.body if isinstance(source, ir.SourceFile) else ()
        return frozenset().union(*map(given_attributes, body))

    def source_lines(self, shown: str) -> list[str]:
        """The lines of a file, for frames and expressions."""
        lines = self._lines.get(shown)
        if lines is None:
            try:
                data = self._content(shown)
            except OSError:
                data = b""
            lines = self._lines[shown] = lines_of(data)
        return lines

    def text_of(self, shown: str, span: ir.Span) -> str:
        """The source text of a span, on one line."""
        lines = self.source_lines(shown)[span.line - 1 : span.end_line]
        if not lines:
            return ""
        if len(lines) == 1:
            return lines[0][span.column - 1 : span.end_column - 1]
        parts = [lines[0][span.column - 1 :], *lines[1:-1], lines[-1][: span.end_column - 1]]
        return " ".join(part.strip() for part in parts)
