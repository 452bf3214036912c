"""Files that were read before are not parsed again: their IR is kept by the content of the file."""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from shapecheck.project.store import Store
from shapecheck.source import ir, parse, stored
from shapecheck.source.files import NOTEBOOK

_KIND = "ir"


class CachedParser:
    """`shapecheck.source.parse` with a memory on disk."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __call__(self, data: bytes | str, path: str) -> ir.SourceFile | ir.SyntaxProblem:
        raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        kind = b"cells" if path.endswith(NOTEBOOK) else b"file"  # in cells more is Python
        key = fingerprint(), kind, hashlib.sha256(raw).digest()
        known = self.store.get(_KIND, *key)
        if known is not None:
            with suppress(ValueError, RecursionError):  # the file is read again
                return stored.load(known, path)
        source = parse(data, path)
        with suppress(ValueError, RecursionError):  # it is too deeply nested to be kept
            self.store.put(_KIND, *key, value=stored.dump(source))
        return source


@cache
def fingerprint() -> bytes:
    """Of the code that makes the IR, and of the Python that refuses some: what others have stored is not read."""
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(Path(stored.__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.digest()
