"""A package of which some modules have a description beside this one; nothing is known of its other names."""

from shapecheck import not_known


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
