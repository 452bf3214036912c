"""What `getattr(obj, name, default)` and `hasattr` do with an object whose class has a `__getattr__`; and what may fail."""

from shapecheck import not_known


def attribute_or(obj, name, default):
    try:
        return getattr(obj, name)
    except AttributeError:
        return default


def load_library(path):
    """torch.ops.load_library: compiled operators, which may be there or not."""
    if not_known("whether a library is there"):
        raise OSError(path)
