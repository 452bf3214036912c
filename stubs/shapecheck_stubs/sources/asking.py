"""What `getattr(obj, name, default)` and `hasattr` do with an object whose class has a `__getattr__`."""


def attribute_or(obj, name, default):
    try:
        return getattr(obj, name)
    except AttributeError:
        return default
