"""YAML as plain data. https://pyyaml.org/wiki/PyYAMLDocumentation"""

from shapecheck import not_known
from shapecheck.files import data_of


class YAMLError(Exception): ...
class Loader: ...
class Dumper: ...
class BaseLoader(Loader): ...
class SafeLoader(Loader): ...
class FullLoader(Loader): ...
class UnsafeLoader(Loader): ...
class CLoader(Loader): ...
class CSafeLoader(Loader): ...
class CFullLoader(Loader): ...
class SafeDumper(Dumper): ...
class CDumper(Dumper): ...


def safe_load(stream):
    return data_of("YAML", stream if isinstance(stream, str) else stream.read())


def load(stream, Loader=SafeLoader):
    return not_known("all texts as they are") if Loader is BaseLoader else safe_load(stream)


def full_load(stream):
    return safe_load(stream)


def dump(data, stream=None, **options):
    return not_known("a text in YAML")


def safe_dump(data, stream=None, **options):
    return not_known("a text in YAML")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
