"""Files to the immutable IR: everything the other packages know of Python's syntax comes from here."""

from shapecheck.source.comments import Suppression, Suppressions, suppressions
from shapecheck.source.parse import parse, read_source

__all__ = ["Suppression", "Suppressions", "parse", "read_source", "suppressions"]
