"""Files by patterns. https://docs.python.org/3/library/glob.html"""

from shapecheck import not_known
from shapecheck.files import matching


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return matching(pathname if root_dir is None else not_known("a pattern"), recursive)


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return iter(glob(pathname, root_dir=root_dir, recursive=recursive))


def escape(pathname):
    return not_known("an escaped name")
