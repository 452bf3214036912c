"""What tests put in the place of other things, for their own time. https://docs.python.org/3/library/unittest.mock.html

A mock itself is not known.
"""

import functools
import importlib
import inspect

from shapecheck import not_known

DEFAULT = not_known("DEFAULT")


class _Patch:
    def __init__(self, find, name, new):
        self._find = find
        self._name = name
        self._new = new
        self._target = None
        self._before = None

    def __enter__(self):
        self._target = self._find()
        self._before = getattr(self._target, self._name, None)
        setattr(self._target, self._name, self._new)
        return self._new

    def __exit__(self, *reason):
        setattr(self._target, self._name, self._before)

    start = __enter__
    stop = __exit__

    def __call__(self, function):
        if isinstance(function, type):
            return not_known("a class whose tests are patched")

        @functools.wraps(function)
        def patched(*args, **kwargs):
            with self as made:  # who runs tests has passed a value for each parameter
                is_asked = len(args) + len(kwargs) < len(inspect.signature(function).parameters)
                return function(*args, made, **kwargs) if is_asked else function(*args, **kwargs)

        return patched


def _named(dotted):
    """What a dotted name stands for: a module, or an attribute of one."""
    try:
        return importlib.import_module(dotted)
    except ImportError:
        before, _, name = dotted.rpartition(".")
        return getattr(_named(before), name) if before else not_known(dotted)


def _new_of(new, options):
    """What comes in the place: what is given, else a mock, which may give what is said."""
    if new:
        return new[0]
    if "new" in options:
        return options["new"]
    if "return_value" in options and "side_effect" not in options:
        return lambda *args, **kwargs: options["return_value"]
    return not_known("a mock")


def patch(target, *new, **options):
    before, _, name = target.rpartition(".")
    return _Patch(lambda: _named(before), name, _new_of(new, options))


def _patch_object(target, attribute, *new, **options):
    return _Patch(lambda: target, attribute, _new_of(new, options))


patch.object = _patch_object
patch.dict = not_known("patch.dict")
patch.multiple = not_known("patch.multiple")
patch.stopall = not_known("patch.stopall")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
