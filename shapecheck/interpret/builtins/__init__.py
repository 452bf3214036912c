"""Python's built-ins and standard library as the abstract interpreter sees them, as tables."""

from shapecheck.interpret.builtins import descriptor_classes, evaluating
from shapecheck.interpret.builtins.classes import CLASSES, CONSTRUCTORS, HIDDEN
from shapecheck.interpret.builtins.functions import FUNCTIONS
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.methods import ATTRIBUTES, METHODS, offers
from shapecheck.interpret.builtins.reflection import attributes_of
from shapecheck.interpret.builtins.stdlib.collections import finish_namedtuple
from shapecheck.interpret.builtins.stdlib.dataclasses import apply_dataclass
from shapecheck.interpret.builtins.stdlib.enum import finish_enum
from shapecheck.values import Instance, NativeFunction, Value

NOT_IMPLEMENTED = Instance(new_class("NotImplementedType", "types", [CLASSES["object"]]))

BUILTINS: dict[str, Value] = {
    **{name: cls for name, cls in CLASSES.items() if name not in HIDDEN},
    **{name: NativeFunction(f"builtins.{name}", call) for name, call in FUNCTIONS.items()},
    # It reads the frame it is called in: the interpreter knows it by its name.
    "super": NativeFunction("builtins.super", CONSTRUCTORS["super"]),
    "NotImplemented": NOT_IMPLEMENTED,
    "Ellipsis": ...,
    "__debug__": True,
    "copyright": None,
    "credits": None,
    "license": None,
}
"""The namespace `builtins`."""

__all__ = [
    "ATTRIBUTES",
    "BUILTINS",
    "CLASSES",
    "FUNCTIONS",
    "METHODS",
    "NOT_IMPLEMENTED",
    "apply_dataclass",
    "attributes_of",
    "descriptor_classes",
    "evaluating",
    "finish_enum",
    "finish_namedtuple",
    "offers",
]
