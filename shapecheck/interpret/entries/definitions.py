"""What a file defines that can be entered, and how it has to be called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.stdlib.functools import unwrapped
from shapecheck.interpret.declarations.reading import Signature
from shapecheck.interpret.methods import defined_methods, plain_function
from shapecheck.interpret.nn.parts import MODULE
from shapecheck.source import ir
from shapecheck.source.walking import names_in
from shapecheck.values import (
    ClassMethodValue,
    ClassValue,
    Decorated,
    FunctionValue,
    ModuleValue,
    StaticMethodValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.world import World

WHOLE = frozenset({"forward", "__call__"})
"""Methods that do all of an object's work; others may be steps that the object takes only when it is told to."""
TEST = "test_"


def defined(
    module: ModuleValue, source: ir.SourceFile, named: Sequence[Set[str]]
) -> list[tuple[Value, ClassValue | None]]:
    """Functions and classes defined in the file: first those that nothing else in it names, in file order.

    What they use is then reached with the arguments that the code itself gives. `named` are the names that each
    statement of the file mentions.
    """
    found: list[tuple[Value, ClassValue | None]] = []
    named_values = (value for value in module.namespace.values() if not _has_unseen_fields(value))
    written = {statement.name for statement in source.body if isinstance(statement, ir.FunctionDef)}
    wrappers = {id(value) for name, value in module.namespace.items() if name in written}  # made by any decorator
    for value in _with_inner_classes(map(plain_function, named_values)):
        if isinstance(value, FunctionValue) and (
            module.name in (value.module, unwrapped(value).module) or id(value) in wrappers
        ):
            found.append((value, None))
        elif isinstance(value, ClassValue) and value.module == module.name:
            found.append((value, value))
    own = [getattr(statement, "name", "") for statement in source.body]

    def is_used(entry: tuple[Value, ClassValue | None]) -> bool:
        name = getattr(entry[0], "name", "")
        return any(name in names for names, owner in zip(named, own) if owner and owner != name)

    return sorted(found, key=is_used)


def _has_unseen_fields(value: Value) -> bool:
    """Whether a decorator that was not found makes the constructor of a class: what its fields hold is not known."""
    cls = value.decorated if isinstance(value, Decorated) else None
    return isinstance(cls, ClassValue) and MODULE not in cls.mro and "__init__" not in cls.namespace


def _with_inner_classes(values: Iterable[Value]) -> Iterable[Value]:
    """The values, and the classes that the bodies of the classes among them define, each once."""
    seen: dict[int, Value] = {}
    pending = list(values)
    for value in pending:  # which grows
        if id(value) not in seen and isinstance(value, ClassValue):
            inner = (one for one in value.namespace.values() if isinstance(one, ClassValue))
            pending += [one for one in inner if one.module == value.module]
        seen[id(value)] = value
    return seen.values()


def run_otherwise(world: World, cls: ClassValue) -> dict[str, FunctionValue]:
    """The methods of classes above in the same file that use what this one has put in the place of something, directly
    or through others: on its objects they do something else. A runner runs all tests on them."""
    found: dict[str, tuple[FunctionValue, ir.FunctionDef]] = {}
    for name, function, node in defined_methods(cls):
        found.setdefault(name, (function, node))
    borrowed = {name: one for name, one in found.items() if is_borrowed(cls, one[0])}
    replaced = {name for name in cls.namespace if not name.startswith("__") and name not in borrowed}
    near = {name: one for name, one in borrowed.items() if one[0].module == cls.module and not name.startswith("__")}
    others = {name for name in near if replaced and name.startswith(TEST)}
    uses = {name: world.use_of_self(node).mentioned for name, (_, node) in near.items()} if replaced else {}
    more = {name for name in uses if not replaced.isdisjoint(uses[name])}
    while more - others:
        others |= more
        more = {name for name in uses if not others.isdisjoint(uses[name])}
    return {name: one[0] for name, one in near.items() if name in others and not _is_left_over(world, cls, name)}


def _is_left_over(world: World, cls: ClassValue, name: str) -> bool:
    """Whether a method is a step of others alone, in the place of all of which the class has put something else."""
    found = dict[str, ir.FunctionDef]()
    has_callers = False
    for other, _, node in defined_methods(cls):
        is_run = found.setdefault(other, node) is node or "super" in names_in(found[other].body)
        if other != name and name in world.use_of_self(node).mentioned:
            if is_run:
                return False
            has_callers = True
    return has_callers


def is_borrowed(cls: ClassValue, method: FunctionValue) -> bool:
    """Whether the body of another class defines it."""
    return method.qualname.rpartition(".")[0].rpartition(".")[2] != cls.name


def is_program(value: Value) -> bool:
    """A function that is called without arguments of ours, as a test is, or a class of tests, some of which it may
    inherit from another class of the file."""
    if isinstance(value, ClassValue):
        near = (one for one in value.mro if one.module == value.module)
        return any(name.startswith(TEST) for one in near for name in one.namespace)
    return isinstance(value, FunctionValue) and (value.name.startswith(TEST) or not unwrapped(value).node.params)


def declares_a_default(method: Value) -> bool:
    """Whether a parameter that has a default declares a shape, too: it may be given or left out.

    Told of functions that have been called; their declarations are read then.
    """
    plain = plain_function(method)
    if not isinstance(plain, FunctionValue) or not isinstance(plain.signature, Signature):
        return False
    return any(param.default is not None and param.name in plain.signature.params for param in plain.node.params)


def main_statements(source: ir.SourceFile) -> tuple[ir.Statement, ...]:
    """What the file does if it is run as a script: its `if __name__ == "__main__":` blocks."""
    blocks = [one for one in source.body if isinstance(one, ir.If) and is_main_test(one.test)]
    return tuple(statement for block in blocks for statement in block.body)


def is_main_test(test: ir.Expression) -> bool:
    return (
        isinstance(test, ir.Compare)
        and isinstance(test.left, ir.Name)
        and test.left.id == "__name__"
        and test.ops == ("==",)
        and isinstance(test.comparators[0], ir.Constant)
        and test.comparators[0].value == "__main__"
    )


def node_of(method: Value) -> object:
    """The code that is meant: that of the function inside of wrappers."""
    plain = plain_function(method)
    return unwrapped(plain).node if isinstance(plain, FunctionValue) else None


def needs_no_object(cls: ClassValue, name: str) -> bool:
    """Whether what a class body defines under a name is called without an object of the class."""
    method = cls.namespace[name]
    return isinstance(method, (StaticMethodValue, ClassMethodValue)) or lacks_receiver(cls, name)


def lacks_receiver(cls: ClassValue, name: str) -> bool:
    """Whether a function in a class body is no method, though nothing says so: `def scale(batch)`, for
    `Loader.scale(batch)`. Its first parameter has another name than that of the constructor."""
    method = cls.namespace[name]
    if not isinstance(method, FunctionValue) or name.startswith("__") or name in WHOLE:
        return False
    constructor, params = node_of(cls.namespace.get("__init__")), method.node.params
    usual = constructor.params[0].name if isinstance(constructor, ir.FunctionDef) and constructor.params else "self"
    return not params or (params[0].kind != "star" and params[0].name not in (usual, "self", "cls"))


def takes_arguments(cls: ClassValue) -> bool:
    """Whether the constructor of a class does: its own, or that of its fields."""
    found = cls.lookup("__init__")
    function = found[0] if found is not None else None
    if not isinstance(function, FunctionValue):
        return bool(cls.dataclass_fields) or cls.lookup("_fields") is not None
    return len(function.node.params) > 1


def inherits_forward(cls: ClassValue) -> bool:
    found = cls.lookup("forward")
    return found is not None and found[1] is not MODULE
