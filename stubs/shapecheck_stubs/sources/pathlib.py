"""Paths as texts, as on a POSIX system. https://docs.python.org/3/library/pathlib.html"""

import os.path
from glob import glob

from shapecheck import not_known
from shapecheck.files import exists, is_file, is_folder, text_of


def _plain(text):
    """Without what says nothing; `..` stays, for what it leads to depends on links."""
    kept = [part for part in text.split("/") if part not in ("", ".")]
    return (("/" if text.startswith("/") else "") + "/".join(kept)) or "."


class PurePath:
    def __init__(self, *parts):
        self._text = _plain(os.path.join(*parts)) if parts else "."

    def _with(self, text):
        return type(self)(text)

    def __str__(self):
        return self._text

    def __fspath__(self):
        return self._text

    def __repr__(self):
        return f"{type(self).__name__}({self._text!r})"

    def __truediv__(self, other):
        return self._with(os.path.join(self._text, other))

    def __rtruediv__(self, other):
        return self._with(os.path.join(other, self._text))

    def __eq__(self, other):
        return isinstance(other, PurePath) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __lt__(self, other):
        return self._text < other._text

    @property
    def name(self):
        return "" if self._text == "." else os.path.basename(self._text)

    @property
    def stem(self):
        return os.path.splitext(self.name)[0]

    @property
    def suffix(self):
        return os.path.splitext(self.name)[1]

    @property
    def parent(self):
        return self._with(os.path.dirname(self._text) or ".")

    @property
    def parents(self):
        found = []
        path = self
        for _ in self._text.split("/")[1:]:
            path = path.parent
            found.append(path)
        return found

    @property
    def parts(self):
        root, text = (("/",), self._text[1:]) if self._text.startswith("/") else ((), self._text)
        return root + tuple(part for part in text.split("/") if part not in ("", "."))

    def joinpath(self, *others):
        return self._with(os.path.join(self._text, *others))

    def with_name(self, name):
        return self._with(os.path.join(os.path.dirname(self._text), name))

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        return self.with_name(self.stem + suffix)

    def as_posix(self):
        return self._text

    def is_absolute(self):
        return os.path.isabs(self._text)

    def relative_to(self, *others):
        return self._with(os.path.relpath(self._text, os.path.join(*others)))

    def is_relative_to(self, *others):
        return bool(not_known("whether a path lies below another"))

    def __getattr__(self, name):
        return not_known(name)


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(os.path.abspath("."))

    @classmethod
    def home(cls):
        return cls(os.path.expanduser("~"))

    def resolve(self, strict=False):
        return self.absolute()

    def absolute(self):
        return self._with(os.path.abspath(self._text))

    def expanduser(self):
        return self._with(os.path.expanduser(self._text)) if self._text.startswith("~") else self

    def exists(self):
        return exists(self._text)

    def is_file(self):
        return is_file(self._text)

    def is_dir(self):
        return is_folder(self._text)

    def is_symlink(self):
        return bool(not_known("whether there is a link"))

    def open(self, mode="r", *options, **others):
        return open(self._text, mode)

    def read_text(self, encoding=None, errors=None, newline=None):
        return text_of(self._text)

    def read_bytes(self):
        return not_known("the bytes of a file")

    def glob(self, pattern):
        return iter([self._with(found) for found in glob(os.path.join(self._text, pattern), recursive=True)])

    def rglob(self, pattern):
        return self.glob(os.path.join("**", pattern))

    def iterdir(self):
        return iter([self / name for name in os.listdir(self._text)])

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        return None

    def touch(self, mode=0o666, exist_ok=True):
        return None

    def unlink(self, missing_ok=False):
        return None

    def rmdir(self):
        return None


class PurePosixPath(PurePath): ...
class PosixPath(Path): ...


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
