"""Files as texts. https://docs.python.org/3/library/io.html

What is in a file is known if it is plain data of the project or of a package (`text_of`).
"""

import os

from shapecheck import not_known
from shapecheck.files import text_of

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class IOBase:
    closed = False

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        return None

    def close(self):
        return None

    def flush(self):
        return None

    def __getattr__(self, name):
        return not_known(name)


class TextIOWrapper(IOBase):
    def __init__(self, buffer, *options, **others):
        self.buffer = buffer

    def _text(self):
        return not_known("the text in a buffer")

    def read(self, size=-1):
        return self._text() if size is None or size == -1 else not_known("a part of a file")

    def readlines(self, hint=-1):
        return self._text().splitlines(True)

    def __iter__(self):
        return iter(self.readlines())

    def write(self, text):
        return not_known("how much is written")

    def writelines(self, lines):
        return None


class _File(TextIOWrapper):
    def __init__(self, name, mode):
        self.name = name
        self.mode = mode

    def _text(self):
        if "b" in self.mode:
            return not_known("the bytes of a file")
        return text_of(self.name) if self.mode in ("r", "rt") else not_known("a file that is written")


class BytesIO(IOBase):
    def __init__(self, initial_bytes=b""):
        return None

    def __iter__(self):
        return not_known("the lines of a buffer")

    def __next__(self):
        return not_known("a line of a buffer")


class StringIO(BytesIO):
    def __init__(self, initial_value="", newline="\n"):
        return None


def open(file, mode="r", *options, **others):
    return _File(os.fspath(file), mode)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
