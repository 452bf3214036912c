"""TOML as plain data. https://docs.python.org/3/library/tomllib.html"""

from shapecheck import not_known
from shapecheck.files import data_of, text_of


class TOMLDecodeError(ValueError): ...


def loads(s, *options, **others):
    return data_of("TOML", s)


def load(file, *options, **others):
    return loads(text_of(file if isinstance(file, str) else file.name))


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
