"""What is kept between runs: a table of plain data on disk, from keys to bytes, in the user's cache folder.

SQLite makes each write whole or not at all, whoever else writes and whenever the process dies. Every entry carries a
checksum: a damaged one counts as absent, a damaged file is made anew. Nothing that is read here is ever run.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from pathlib import Path

from shapecheck.project.cache import mark_folder

_FILE = "store-1.sqlite"
_TABLE = "CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"
_WAIT_SECONDS = 5.0
_MOST_BYTES = 1 << 30
_SUM_BYTES = 8


class Store:
    """Entries of a cache folder. A store that cannot be used holds nothing and says why in `note`."""

    def __init__(self, folder: Path) -> None:
        self.note: str | None = None
        self._connection = self._open(folder / _FILE)

    def get(self, kind: str, *parts: bytes) -> bytes | None:
        """The entry of this kind under these parts of its key."""
        if self._connection is None:
            return None
        try:
            row = self._connection.execute(
                "SELECT value FROM entries WHERE key = ?", (_key(kind, parts),)
            ).fetchone()
        except sqlite3.Error as error:
            self._give_up(error)
            return None
        return None if row is None else _unpacked(row[0])

    def put(self, kind: str, *parts: bytes, value: bytes) -> None:
        """Keeps an entry."""
        if self._connection is None:
            return
        try:
            with self._connection:
                self._connection.execute(
                    "INSERT OR REPLACE INTO entries VALUES (?, ?)", (_key(kind, parts), _packed(value))
                )
        except sqlite3.Error as error:
            self._give_up(error)

    def close(self) -> None:
        """Lets go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self, file: Path) -> sqlite3.Connection | None:
        try:
            mark_folder(file.parent)
            if file.exists() and file.stat().st_size > _MOST_BYTES:
                file.unlink()
            return self._connected(file)
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                self._give_up(error)
                return None
        except OSError as error:
            self._give_up(error)
            return None
        try:
            self.note = f"the cache {file} was damaged and is made anew"
            file.unlink(missing_ok=True)
            return self._connected(file)
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)
            return None

    @staticmethod
    def _connected(file: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(file, timeout=_WAIT_SECONDS, check_same_thread=False)
        try:
            connection.execute(
                "PRAGMA synchronous = OFF"
            )  # the checksums find what a crash of the machine tears
            connection.execute(_TABLE)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _give_up(self, error: Exception) -> None:
        self.note = f"the cache is not used: {error}"
        self._connection = None


def _key(kind: str, parts: tuple[bytes, ...]) -> bytes:
    digest = hashlib.sha256(kind.encode())
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.digest()


def _packed(value: bytes) -> bytes:
    return hashlib.sha256(value).digest()[:_SUM_BYTES] + zlib.compress(value, 1)


def _unpacked(data: bytes) -> bytes | None:
    try:
        value = zlib.decompress(data[_SUM_BYTES:])
    except (zlib.error, TypeError):
        return None
    return value if hashlib.sha256(value).digest()[:_SUM_BYTES] == data[:_SUM_BYTES] else None
