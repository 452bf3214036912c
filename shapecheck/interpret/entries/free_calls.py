"""Calls of our own making: parameters that "may be anything", their defaults, or whatever their uses admit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple, TypeAlias

from shapecheck.interpret.declarations import checking
from shapecheck.interpret.declarations.free import make_record
from shapecheck.interpret.declarations.reading import read_record
from shapecheck.interpret.entering import Anything, Defaults, leaves_out
from shapecheck.interpret.entries import configurations, test_functions
from shapecheck.interpret.entries.changes import Placeholders, forget_what_changes, forget_what_is_counted
from shapecheck.interpret.entries.definitions import is_program, node_of, takes_arguments
from shapecheck.interpret.entries.fixtures import Fixtures
from shapecheck.interpret.language.assigned_later import plain_function
from shapecheck.interpret.language.open_calls import REST, any_arguments, any_keywords
from shapecheck.interpret.language.operators import REFLECTED
from shapecheck.interpret.language.tensors import bind_as_tensor
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.signals import EXHAUSTED, DeadPath, PythonError, Unfollowed
from shapecheck.rules import Rule
from shapecheck.source import ir
from shapecheck.source.walking import attributes_in, last_name, names_in, nodes_in, once_per_node
from shapecheck.values import (
    BoundMethod,
    ClassMethodValue,
    ClassValue,
    Delta,
    FunctionValue,
    Instance,
    Opaque,
    RuleFunction,
    Scalar,
    Site,
    StaticMethodValue,
    UnionValue,
    Unknown,
    Value,
)

CASES_SHARE = 8
"""The cases of a test beyond the first ones may take this fraction of its steps."""
WHOLE = frozenset({"forward", "__call__"})
"""Methods that do all of an object's work; others may be steps that the object takes only when it is told to."""
TEST = "test"
"""How the names of tests begin."""
ARRAYS = frozenset({"ndarray", "NDArray", "ArrayLike"})
SEQUENCES = frozenset({"tuple", "Tuple", "list", "List", "Sequence", "Iterable", "Size"})
"""An annotation with one of these admits a shape."""


Argument: TypeAlias = "Value | Anything"


class Passed(NamedTuple):
    """What is given to a method, and to the constructor of its object, by the names of the parameters."""

    method: Mapping[str, Argument] = {}
    constructor: Mapping[str, Argument] = {}

    def over(self, other: Passed) -> Passed:
        """This, and what the other has for the rest of the parameters."""
        return Passed({**other.method, **self.method}, {**other.constructor, **self.constructor})


NOTHING = Passed()


def free_arguments(
    machine: Machine, function: FunctionValue, receivers: Sequence[Value], prefers: str, passed: Mapping[str, Argument]
) -> tuple[list[Value], dict[str, Value]]:
    """Arguments for a call of our own making: what is given or declared, the defaults, else parameters of
    unknown kind."""
    args: list[Value] = []
    kwargs: dict[str, Value] = {}
    given = _values(passed)
    opened = passed.keys() - given.keys()
    declared = checking.free_parameters(machine, function, receivers, given)
    params = function.node.params
    takes_all = params and params[0].kind == "star"  # a wrapper, which has its object among the rest
    for param in params if takes_all else params[len(receivers) :]:
        if param.kind == "star":
            kwargs[REST + param.name] = any_arguments(machine, param.name)
        if param.kind == "double_star":
            machine.used_defaults = True
            kwargs[REST + REST + param.name] = any_keywords(machine, param.name)
        if param.kind in ("star", "double_star"):
            continue
        if param.name in given:
            kwargs[param.name] = given[param.name]
        elif param.name in declared:
            _pass(param, declared[param.name], args, kwargs)
        elif param.default is not None and not (
            param.name in opened or leaves_out(machine.entering, function.defaults.get(param.name))
        ):
            varied = _varied(machine, param, prefers) if machine.entering.defaults is Defaults.VARIED else None
            if varied is not None:
                _pass(param, varied, args, kwargs)
            machine.used_defaults = True
        else:
            made = configurations.by_defaults(machine, function, param) if prefers == "int" else None
            _pass(param, _free_value(machine, function, param, prefers) if made is None else made, args, kwargs)
    return args, kwargs


def _varied(machine: Machine, param: ir.Parameter, prefers: str) -> Value:
    """Any number or truth in the place of a default that is one (a constructor's None may be a number, too), or of
    those in a tuple; None for other defaults."""
    default = param.default
    if isinstance(default, ir.Tuple) and default.elts:
        items = [_varied_constant(machine, item, param.name, prefers) for item in default.elts]
        return tuple(items) if items and all(item is not None for item in items) else None
    return _varied_constant(machine, default, param.name, prefers)


def _varied_constant(machine: Machine, default: ir.Expression | None, name: str, prefers: str) -> Value:
    value = default.value if isinstance(default, ir.Constant) else ""
    if value is None and prefers == "int":
        return UnionValue((None, machine.path.number(name)))
    if isinstance(value, bool):
        return Scalar("bool")
    if isinstance(value, int):
        return machine.path.number(name) if prefers == "int" else machine.path.named(name, None)
    return None


def _values(passed: Mapping[str, Argument]) -> dict[str, Value]:
    return {name: value for name, value in passed.items() if not isinstance(value, Anything)}


def _pass(param: ir.Parameter, value: Value, args: list[Value], kwargs: dict[str, Value]) -> None:
    if param.kind == "positional":
        args.append(value)
    else:
        kwargs[param.name] = value


def _free_value(machine: Machine, function: FunctionValue, param: ir.Parameter, prefers: str) -> Value:
    annotation = param.annotation
    least = _expected(function.node)
    if prefers != "int" and last_name(annotation) == "int" and param.name in least:
        return machine.path.named(param.name, least[param.name])
    plain = _of_plain_type(machine, param.name, annotation)
    if plain is not None:
        return plain
    if last_name(annotation) == "Tensor":
        declared = Opaque(param.name, Site(machine.frame.file, param.span), "tensor")
        bind_as_tensor(machine, declared)
        return declared
    words = frozenset[str]() if annotation is None else names_in(annotation) | attributes_in(annotation)
    if not ARRAYS.isdisjoint(words) and "Tensor" not in words:  # they take what tensors do not: `x[::-1]`
        return machine.unknown("an array of NumPy")
    if prefers != "int" and _is_of_class_elsewhere(machine, function, words):
        prefers = "object"
    takes_shapes = machine.entering.takes_shapes or not SEQUENCES.isdisjoint(words)
    return Opaque(param.name, Site(machine.frame.file, param.span), prefers, takes_shapes)


def _is_of_class_elsewhere(machine: Machine, function: FunctionValue, words: Set[str]) -> bool:
    """Whether an annotation names a class that is not followed, and no tensor: `column: pyarrow.ChunkedArray`."""
    if any("tensor" in word.lower() for word in words):
        return False
    namespace = machine.world.module_of(function.module).namespace
    return any(isinstance(namespace.get(word), Unknown) for word in words)


@once_per_node
def _expected(node: ir.FunctionDef | ir.Lambda) -> Mapping[str, int | None]:
    """Names that a function compares with 0 or less, and the smallest number that it so expects; None if any number:
    `if dim < 0: dim += x.dim()`."""
    found: dict[str, int | None] = {}
    for part in nodes_in(node):
        if not isinstance(part, ir.Compare) or len(part.ops) != 1:
            continue
        left, op, right = part.left, part.ops[0], part.comparators[0]
        if isinstance(right, ir.Name):
            left, op, right = right, REFLECTED.get(op, op), left
        number = _number_in(right)
        if isinstance(left, ir.Name) and number is not None and number <= 0:
            is_any = number < 0 or op in ("<", ">=") or found.get(left.id, 0) is None
            found[left.id] = None if is_any else 0
    return found


def _number_in(node: ir.Expression) -> int | None:
    """A number as it is written: `0`, `-1`."""
    if isinstance(node, ir.UnaryOp) and node.op == "-":
        number = _number_in(node.operand)
        return None if number is None else -number
    return node.value if isinstance(node, ir.Constant) and type(node.value) is int else None


def _of_plain_type(machine: Machine, name: str, annotation: ir.Expression | None) -> Value:
    """Any value of a plain type, or a tuple of such: `tuple[int, int]`; None if the annotation says anything else.

    Of one type alone (`Tuple[int]`) most who write it mean any number of them.
    """
    named = last_name(annotation)
    if named == "int":
        return machine.path.number(name)
    if named in ("float", "bool", "str"):
        return Scalar(named)
    if not isinstance(annotation, ir.Subscript) or last_name(annotation.value) not in ("tuple", "Tuple"):
        return None
    parts = annotation.index.elts if isinstance(annotation.index, ir.Tuple) else ()
    items = [_of_plain_type(machine, f"{name}_{i}", part) for i, part in enumerate(parts)]
    return tuple(items) if items and all(item is not None for item in items) else None


def call_freely(
    machine: Machine, function: Value, receivers: list[Value], prefers: str, given: Mapping[str, Argument] = {}
) -> Value:
    """Calls a function of the source on arguments of our own making."""
    plain = plain_function(function)
    if not isinstance(plain, FunctionValue):
        return machine.call(function, receivers, _values(given))
    args, kwargs = free_arguments(machine, plain, receivers, prefers, given)
    return machine.call(plain, [*receivers, *args], kwargs)


def construct_freely(machine: Machine, cls: ClassValue, given: Mapping[str, Argument] = {}) -> Value:
    """An instance of the class: defaults, and constructor arguments of unknown size where it has none."""
    initializer = cls.lookup("__init__")
    function = initializer[0] if initializer is not None else None
    if isinstance(function, RuleFunction) and isinstance(function.rule, Rule):
        return machine.call(cls, [], _rule_arguments(machine, cls, function.rule) | _values(given))
    if not isinstance(function, FunctionValue):
        form = read_record(machine, cls)
        return machine.call(cls, [], _values(given)) if given or form is None else make_record(machine, form)
    args, kwargs = free_arguments(machine, function, [None], "int", given)
    return machine.call(cls, args, kwargs)


def _rule_arguments(machine: Machine, cls: ClassValue, rule: Rule) -> dict[str, Value]:
    """What a constructor that a stub declares needs; where defaults are left out, either truth for those that are one.
    They are torch's: whoever derives from the class has not chosen between `batch_first` and its opposite."""
    machine.used_defaults = True
    leaves_out = machine.entering.leaves_some_out
    needed = [
        one
        for one in rule.parameters[1:]
        if (not one.has_default or leaves_out and one.text == "bool") and one.kind in ("positional", "keyword")
    ]
    return {
        one.name: Scalar(one.text) if one.text in ("float", "bool", "str") else Opaque(one.name, cls.site, "int")
        for one in needed
    }


def construct_and_call(machine: Machine, cls: ClassValue, name: str, passed: Passed = NOTHING) -> Value:
    """Calls a method on an object of our own making."""
    method = cls.namespace.get(name) or (cls.lookup(name) or (None,))[0]
    if isinstance(method, StaticMethodValue):
        return call_freely(machine, method.function, [], "", passed.method)
    if isinstance(method, ClassMethodValue):
        return call_freely(machine, method.function, [cls], "", passed.method)
    manner = machine.entering
    machine.entering = manner._replace(makes_for_step=name not in WHOLE)
    receiver = construct_freely(machine, cls, passed.constructor)
    machine.entering = manner
    if not isinstance(receiver, Instance):
        return receiver
    Placeholders.of(machine, receiver).forget(machine)
    forget_what_is_counted(machine, receiver)
    if name != "forward":
        forget_what_changes(machine, receiver)
    return call_method(machine, receiver, name, passed.method)


class FreeCall(NamedTuple):
    """What can be called: its code, the constructor of the object that it needs, if any, and a call of our own
    making, which takes what is to be passed. `key` tells it from others."""

    key: tuple[Hashable, ...]
    code: ir.FunctionDef
    constructor: ir.FunctionDef | None
    body: Callable[..., Value]


def free_calls_of(own: Iterable[tuple[Value, ClassValue | None]]) -> Iterator[FreeCall]:
    """The functions and methods among what a file defines that take something; `forward` before the methods that it
    may call."""
    for value, cls in own:
        if is_program(value):
            continue
        if isinstance(value, FunctionValue) and isinstance(value.node, ir.FunctionDef):
            yield FreeCall((id(value), value.qualname), value.node, None, partial(_call_passing, function=value))
        elif cls is not None:
            yield from _free_calls_of_class(cls)


def _free_calls_of_class(cls: ClassValue) -> Iterator[FreeCall]:
    found = cls.lookup("__init__")
    constructor = None if found is None else node_of(found[0])
    for name in sorted(cls.namespace, key=lambda name: name not in WHOLE):
        code = node_of(cls.namespace[name])
        if isinstance(code, ir.FunctionDef) and name != "__init__":
            made_by = constructor if isinstance(constructor, ir.FunctionDef) else None
            yield FreeCall((id(cls), cls.name, name), code, made_by, partial(construct_and_call, cls=cls, name=name))


def _call_passing(machine: Machine, function: FunctionValue, passed: Passed) -> Value:
    return call_function(machine, function, passed.method)


def call_function(machine: Machine, function: FunctionValue, given: Mapping[str, Argument] = {}) -> Value:
    """Calls a function on arguments of our own making; a test as its runner does."""
    if function.name.startswith(TEST):
        return _call_test(machine, function, [])
    return call_freely(machine, function, [], "", given)


def call_method(machine: Machine, receiver: Instance, name: str, given: Mapping[str, Argument] = {}) -> Value:
    """Calls a method of an object on arguments of our own making."""
    bound = machine.get_attribute(receiver, name)
    if not isinstance(bound, BoundMethod):
        return bound
    if name.startswith(TEST) and isinstance(bound.function, FunctionValue):
        return _call_test(machine, bound.function, [bound.receiver])
    return call_freely(machine, bound.function, [bound.receiver], "tensor" if name == "forward" else "", given)


def call_made(machine: Machine, instance: Instance, name: str, state: Delta) -> Value:
    """A call of a method of an object that the code made; `state` is what such objects hold."""
    machine.store.begin_with(state)
    if takes_arguments(instance.cls):
        machine.entering = machine.entering._replace(holds_given=True)
    Placeholders.of(machine, instance).forget(machine)
    return call_method(machine, instance, name)


def with_all_declared(body: Callable[[Machine], Value], machine: Machine) -> Value:
    """The same call with a value for each parameter that declares a shape and has a default."""
    machine.entering = machine.entering._replace(gives_declared=True)
    return body(machine)


def _call_test(machine: Machine, function: FunctionValue, receivers: list[Value]) -> Value:
    """Calls a test for each combination of its parameters; one that fails does not keep the others from running."""
    if test_functions.is_left_out(function):
        return None
    mark, knowledge = machine.store.mark(), machine.path.snapshot()
    cases, first = test_functions.Cases(machine, function), len(machine.record.reveals)
    most, tried = machine.steps_left, 0
    for case in cases:
        if tried >= test_functions.SURE_CASES and machine.steps_left < most - most // CASES_SHARE:
            break
        tried += 1
        try:
            for receiver in receivers:
                if isinstance(receiver, Instance):
                    test_functions.set_up(machine, receiver.cls, receiver)
            given = Fixtures(machine, case.chosen).passed(function, receivers, case.arguments)
            call_freely(machine, function, receivers, "", given)
        except (PythonError, DeadPath):
            pass
        except (Unfollowed, *EXHAUSTED) as signal:
            if cases.count > 1:
                machine.record.leave_open(first)
            if not isinstance(signal, Unfollowed):
                raise
        finally:
            machine.store.undo(mark)
            machine.path.restore(knowledge)
    if tried < cases.count:
        machine.record.leave_open(first)
    return None
