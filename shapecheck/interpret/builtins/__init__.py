"""Python's built-ins and standard library as the abstract interpreter sees them, as tables."""

from shapecheck.interpret.builtins.classes import CLASSES, HIDDEN
from shapecheck.interpret.builtins.functions import FUNCTIONS
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.methods import ATTRIBUTES, METHODS
from shapecheck.interpret.builtins.reflection import attributes_of
from shapecheck.values import Instance, NativeFunction, Value

NOT_IMPLEMENTED = Instance(new_class("NotImplementedType", "types", [CLASSES["object"]]))

BUILTINS: dict[str, Value] = {
    **{name: cls for name, cls in CLASSES.items() if name not in HIDDEN},
    **{name: NativeFunction(name, call) for name, call in FUNCTIONS.items()},
    "NotImplemented": NOT_IMPLEMENTED,
    "Ellipsis": ...,
    "__debug__": True,
    "copyright": None,
    "credits": None,
    "license": None,
}
"""The namespace `builtins`."""

__all__ = ["ATTRIBUTES", "BUILTINS", "CLASSES", "FUNCTIONS", "METHODS", "NOT_IMPLEMENTED", "attributes_of"]
