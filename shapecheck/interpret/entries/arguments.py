"""What calls of our own making pass: the defaults, and what the annotations of parameters name.

An object of a class of the project (a configuration, a batch, a module) is what its own constructor makes of any
arguments, and their defaults count as those of a parameter do. Somebody may as well pass one of a class below that
nobody has seen: what it has beside is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TypeAlias

from shapecheck.interpret.builtins.stdlib.functools import unwrapped
from shapecheck.interpret.declarations import checking
from shapecheck.interpret.declarations.free import make_record
from shapecheck.interpret.declarations.reading import read_record
from shapecheck.interpret.entering import Anything, Defaults, leaves_out
from shapecheck.interpret.entries import annotated, records
from shapecheck.interpret.entries.agreed import annotation_by_name
from shapecheck.interpret.entries.annotated import TENSORS, taken_apart
from shapecheck.interpret.entries.changes import Placeholders, forget_what_changes, forget_what_is_counted
from shapecheck.interpret.language.open_calls import REST, any_arguments, any_keywords
from shapecheck.interpret.language.operators import REFLECTED
from shapecheck.interpret.language.tensor_kinds import of_kind
from shapecheck.interpret.language.unknown_kinds import bind_as_tensor
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.nn.parts import is_module
from shapecheck.interpret.signals import BudgetExceeded, DeadPath, PythonError, Unfollowed
from shapecheck.rules import Rule
from shapecheck.source import ir
from shapecheck.source.walking import attributes_in, last_name, names_in, nodes_in, once_per_node
from shapecheck.values import (
    MISSING,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    Opaque,
    RuleFunction,
    Scalar,
    Site,
    Tensor,
    TypeExpression,
    UnionValue,
    Value,
    each,
)

ARRAYS = frozenset({"ndarray", "NDArray", "ArrayLike"})
SEQUENCES = frozenset({"tuple", "Tuple", "list", "List", "Sequence", "Iterable", "Size"})
"""An annotation with one of these admits a shape."""
WRAPPERS = frozenset({"Annotated", "Final", "InitVar", "ReadOnly", "Required", "NotRequired"})
LISTS = frozenset({"list", "List"})
DICTS = frozenset({"dict", "Dict"})
SHARE = 4
"""Making an object may take this fraction of the steps that are left."""


Argument: TypeAlias = "Value | Anything"


def free_arguments(
    machine: Machine, function: FunctionValue, receivers: Sequence[Value], prefers: str, passed: Mapping[str, Argument]
) -> tuple[list[Value], dict[str, Value]]:
    """Arguments for a call of our own making: what is given or declared, the defaults, else parameters of
    unknown kind."""
    args: list[Value] = []
    kwargs: dict[str, Value] = {}
    function = unwrapped(function)
    given = values_of(passed)
    opened = passed.keys() - given.keys()
    declared = checking.free_parameters(machine, function, receivers, given)
    params = function.node.params
    takes_all = params and params[0].kind == "star"  # a wrapper, which has its object among the rest
    for param in params if takes_all else params[len(receivers) :]:
        if param.kind == "star":
            kwargs[REST + param.name] = any_arguments(machine, param.name)
        if param.kind == "double_star":
            machine.used_defaults = True
            kwargs[REST + REST + param.name] = any_keywords(machine, param.name, is_open=param.name in opened)
        if param.kind in ("star", "double_star"):
            continue
        if param.name in given:
            kwargs[param.name] = given[param.name]
        elif param.name in declared:
            _pass(param, declared[param.name], args, kwargs)
        elif param.default is not None and not (
            param.name in opened or leaves_out(machine.entering, function.defaults.get(param.name))
        ):
            any_other = _varied(machine, param, prefers) if machine.entering.defaults is Defaults.VARIED else None
            if any_other is not None:
                _pass(param, any_other, args, kwargs)
            machine.used_defaults = True
        else:
            value = _free_parameter(machine, function, param, prefers)
            _pass(param, _without_none(machine, value) if param.name in opened else value, args, kwargs)
    return args, kwargs


def _without_none(machine: Machine, value: Value) -> Value:
    """What is passed for a default of None, on purpose."""
    if isinstance(value, Opaque):
        value.is_given = True
        if value.prefers == "tensor" and value.bound is None:
            bind_as_tensor(machine, value)
    elif isinstance(value, UnionValue) and None in value.members and len(value.members) == 2:
        return next(member for member in value.members if member is not None)
    return value


def construct_freely(machine: Machine, cls: ClassValue, given: Mapping[str, Argument] = {}) -> Value:
    """An instance of the class: defaults, and constructor arguments of unknown size where it has none."""
    initializer = cls.lookup("__init__")
    function = initializer[0] if initializer is not None else None
    if isinstance(function, RuleFunction) and isinstance(function.rule, Rule):
        return machine.call(cls, [], _rule_arguments(machine, cls, function.rule) | values_of(given))
    if not isinstance(function, FunctionValue):
        if machine.world.tensor_class in cls.mro:
            return _tensor_of(machine, "self", cls, machine.site)
        form = None if given else read_record(machine, cls)
        return make_record(machine, form) if form else machine.call(cls, [], _fields(machine, cls) | values_of(given))
    args, kwargs = free_arguments(machine, function, [None], "int", given)
    return machine.call(cls, args, kwargs)


def _tensor_of(machine: Machine, name: str, cls: ClassValue, site: Site | None) -> Tensor:
    """Any tensor of a class, with whatever attributes."""
    made = of_kind(machine, Tensor((machine.path.fresh_star(name),), None, site), cls)
    made.attrs = None
    return made


def _fields(machine: Machine, cls: ClassValue) -> dict[str, Value]:
    """What a record needs that declares no shapes."""
    parts = records.parts_of(cls) if records.takes_fields(cls) else None
    return _given(machine, parts, "int") if parts else {}


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


def _varied(machine: Machine, param: ir.Parameter, prefers: str) -> Value:
    """Any number or truth in the place of a default that is one (a constructor's None may be a number, too), or of
    those in a tuple; None for other defaults."""
    default = param.default
    if isinstance(default, ir.Tuple) and default.elts:
        items = [_varied_constant(machine, item, param.name, prefers) for item in default.elts]
        return tuple(items) if items and all(item is not None for item in items) else None
    return _varied_constant(machine, default, param.name, prefers)


def _varied_constant(machine: Machine, default: ir.Expression | None, name: str, prefers: str) -> Value:
    return _varied_value(machine, default.value, name, prefers) if isinstance(default, ir.Constant) else None


def _varied_value(machine: Machine, value: Value, name: str, prefers: str) -> Value:
    """Any number or truth in the place of one (a constructor's None may be a number, too); None for other values."""
    if value is None and prefers == "int":
        return UnionValue((None, machine.path.number(name)))
    if isinstance(value, bool):
        return Scalar("bool")
    if isinstance(value, int):
        return machine.path.number(name) if prefers == "int" else machine.path.named(name, None)
    return None


def values_of(passed: Mapping[str, Argument]) -> dict[str, Value]:
    return {name: value for name, value in passed.items() if not isinstance(value, Anything)}


def _pass(param: ir.Parameter, value: Value, args: list[Value], kwargs: dict[str, Value]) -> None:
    if param.kind == "positional":
        args.append(value)
    else:
        kwargs[param.name] = value


def _free_parameter(machine: Machine, function: FunctionValue, param: ir.Parameter, prefers: str) -> Value:
    module = machine.world.module_of(function.module)
    file = module.file or module.name
    if param.annotation is None:
        written = annotation_by_name(machine, function, param.name)
    else:
        written = TypeExpression(param.annotation, function.scope, module, file)
    if last_name(None if written is None else written.node) in TENSORS and param.name in taken_apart(function.node):
        written = None
    return _free_value(machine, param.name, written, prefers, Site(file, param.span), _expected(function.node))


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


# -------------------------------------------------------------------- what is named


def _free_value(
    machine: Machine,
    name: str,
    annotation: TypeExpression | None,
    prefers: str,
    site: Site | None,
    least: Mapping[str, int | None] = {},
) -> Value:
    """A value for a parameter or a field; `least` are the smallest numbers that the function expects."""
    node = None if annotation is None else annotated.unquoted(annotation.node)
    if prefers != "int" and last_name(node) == "int" and name in least:
        return machine.path.named(name, least[name])
    if annotation is not None:
        made = _named(machine, name, annotation, prefers, site)
        if made is not None:
            return made
    words = frozenset[str]()
    if node is not None:
        words = names_in(node) | attributes_in(node)
    if not ARRAYS.isdisjoint(words) and TENSORS.isdisjoint(words):  # they take what tensors do not: `x[::-1]`
        return machine.unknown("an array of NumPy")
    if prefers != "int" and annotation is not None and _names_no_tensor(machine, annotation, words):
        prefers = "object"
    takes_shapes = machine.entering.takes_shapes or not SEQUENCES.isdisjoint(words)
    return Opaque(name, site, prefers, takes_shapes)


def _names_no_tensor(machine: Machine, annotation: TypeExpression, words: Set[str]) -> bool:
    return annotated.is_of_class_elsewhere(machine, annotation, words) or annotated.are_other_classes(
        machine, annotation
    )


def _named(machine: Machine, name: str, annotation: TypeExpression, prefers: str, site: Site | None) -> Value:
    """Any value of what the annotation names: a plain type, a tensor, a class, a tuple, list or dict of such; None if
    it says anything else."""

    def inner(node: ir.Expression, name: str = name) -> Value:
        part = TypeExpression(node, annotation.scope, annotation.module, annotation.file)
        return _named(machine, name, part, prefers, site)

    node = annotated.unquoted(annotation.node)
    members = annotated.members(node)
    if len(members) > 1:
        rest = [one for one in members if not annotated.is_none(one)]
        return _or_none(name, rest[0], inner(rest[0]), site) if len(rest) == 1 else None
    word = last_name(node)
    if word == "int":
        return machine.path.number(name)
    if word in ("float", "bool", "str"):
        return Scalar(word)
    if word in TENSORS:
        declared = Opaque(name, site, "tensor")
        bind_as_tensor(machine, declared)
        return declared
    if not isinstance(node, ir.Subscript):
        written = TypeExpression(node, annotation.scope, annotation.module, annotation.file)
        cls = annotated.class_named(machine, written)
        if cls is not None and cls.site is not None and machine.world.tensor_class in cls.mro:
            return _tensor_of(machine, name, cls, site)
        return None if cls is None else _object_of(machine, cls, prefers)
    outer = last_name(node.value)
    items = ir.alternatives(node.index)
    if outer in WRAPPERS:
        return inner(items[0])
    if outer in ("tuple", "Tuple"):
        # Of one type alone (`Tuple[int]`) most who write it mean any number of them.
        parts = [inner(part, f"{name}_{i}") for i, part in enumerate(items)] if len(items) > 1 else []
        return tuple(parts) if parts and all(part is not None for part in parts) else None
    if outer in LISTS and len(items) == 1:
        element = _element(machine, lambda: inner(items[0]))
        return None if element is None else ListValue(None, element, machine.path.fresh(f"len_{name}", 0))
    if outer in DICTS and len(items) == 2:
        return _dict(_element(machine, lambda: inner(items[1])))
    return inner(node.value) if outer not in SEQUENCES else None


def _or_none(name: str, node: ir.Expression, value: Value, site: Site | None) -> Value:
    """What may be None as well: a tensor, or an object; of all else the first use decides what it is."""
    if last_name(node) in TENSORS:
        declared = Opaque(name, site, "tensor")
        declared.is_declared = True
        return declared
    return UnionValue((None, value)) if isinstance(value, Instance) else None


def _element(machine: Machine, make: Callable[[], Value]) -> Value:
    """One item that stands for all of many: a tensor or a record, whose sizes are others in each; None of all else."""
    is_new = each.born_since(machine.path)
    element = make()
    if isinstance(element, Opaque):
        element = element.bound
    if isinstance(element, Instance):
        for name, part in element.attrs.items():
            if isinstance(part, Opaque):
                machine.store.set_item(element.attrs, name, machine.unknown(f"the field {name} of one of many"))
    if not isinstance(element, Tensor) and (not isinstance(element, Instance) or element.payload is not None):
        return None
    each.vary(machine.path, element, is_new)
    return element


def _dict(element: Value) -> DictValue | None:
    """A dict of any keys."""
    if element is None:
        return None
    made = DictValue({}, is_open=True)
    made.element = element
    return made


# -------------------------------------------------------------------- objects


def _object_of(machine: Machine, cls: ClassValue, prefers: str) -> Value:
    """An object of the class, or the dict that a TypedDict describes; None if it cannot be made.

    `prefers` is what a field is taken for of which nothing is said."""
    if not records.is_to_be_made(machine, cls):
        return None
    if cls.is_subclass(records.TYPED_DICT):
        return _typed_dict(machine, cls, prefers)
    manner, mark, knowledge = machine.entering, machine.store.mark(), machine.path.snapshot()
    uncertain, used_defaults = machine.uncertain, machine.used_defaults
    held_back = machine.steps_left - machine.steps_left // SHARE
    machine.steps_left -= held_back
    # Nobody has chosen what its constructor leaves turned off.
    machine.entering = manner._replace(within=(*manner.within, cls.qualname), makes_for_step=True)
    try:
        with machine.trial():
            made = _made(machine, cls, prefers)
    except (PythonError, DeadPath, Unfollowed):
        made = None
    except BudgetExceeded:
        made, machine.steps_left = None, 0
    finally:
        machine.entering = manner
        machine.steps_left += held_back
    if isinstance(made, Instance):
        return made
    machine.store.undo(mark)
    machine.path.restore(knowledge)
    machine.uncertain, machine.used_defaults = uncertain, used_defaults
    return None


def _made(machine: Machine, cls: ClassValue, prefers: str) -> Value:
    parts = records.parts_of(cls)
    is_for_constructor = parts is not None and prefers == "int" and records.is_configuration(cls, parts)
    is_by_default = is_for_constructor and machine.entering.defaults is Defaults.KEPT
    if parts is None:
        manner = machine.entering
        if manner.defaults is Defaults.NEUTRAL_LEFT_OUT:
            # Its defaults need not fit those of the function that takes the object: whoever passes it has chosen.
            machine.entering = manner._replace(defaults=Defaults.LEFT_OUT)
        made = construct_freely(machine, cls)
        machine.entering = manner
        given: Mapping[str, Value] = {}
    else:
        manner = machine.entering
        if manner.defaults is Defaults.KEPT and not is_by_default:
            # What a branch does that no default takes is looked at as well, and a default that raises ends nothing.
            machine.entering = manner._replace(defaults=Defaults.LEFT_OUT)
        given = _given(machine, parts, prefers)
        machine.entering = manner
        takes_them = records.takes_fields(cls)
        made = machine.call(cls, [], dict(given) if takes_them else {})
        if isinstance(made, Instance) and not takes_them:
            plain = {part.name: part.default for part in parts if part.name not in given}
            for name, value in {**plain, **given}.items():
                machine.set_attribute(made, name, value)
    if not isinstance(made, Instance) or made.cls is not cls:
        return None
    if is_by_default:
        machine.used_defaults = True  # it is no more than its class says
    else:
        machine.store.set_attr(made, "cls", unseen_class(cls))
    machine.store.set_attr(made, "is_definite", False)
    Placeholders.of(machine, made).forget(machine)
    forget_what_is_counted(machine, made)
    forget_what_changes(machine, made, given)
    return None if any(map(_is_for_others_to_fill, made.attrs.values())) else made


def _is_for_others_to_fill(part: Value) -> bool:
    """Whether it is a dict of modules that somebody chooses. What is collected under their names need not fit what is
    asked for under them: `wavs[name].append(...)` of each sample, then `torch.cat(wavs[name])`."""
    held = part.payload if isinstance(part, Instance) else None
    return isinstance(held, DictValue) and held.is_open and is_module(part)


def unseen_class(cls: ClassValue) -> ClassValue:
    """The class of an object that may be one of any class below this one: it has names of its own, and other data."""
    if cls.unseen is None:
        below = cls.unseen = ClassValue(cls.name, cls.module, [cls], {})
        below.mro = [below, *cls.mro]
        below.is_complete, below.is_abstract = False, True
        below.metaclass, below.dataclass_fields = cls.metaclass, cls.dataclass_fields
        below.site, below.docstring = cls.site, cls.docstring
    return cls.unseen


def _given(machine: Machine, parts: list[records.Part], prefers: str) -> dict[str, Value]:
    """What the fields get that have no default, or whose defaults are left out."""
    manner, given = machine.entering.defaults, dict[str, Value]()
    for part in parts:
        is_varied = manner is Defaults.VARIED and part.default is not MISSING
        varied = _varied_value(machine, part.default, part.name, prefers) if is_varied else None
        if varied is not None:
            given[part.name] = varied
        elif part.has_default and not records.is_left_out(manner, part):
            machine.used_defaults = True
        else:
            given[part.name] = _free_value(machine, part.name, part.annotation, prefers, machine.site)
    return given


def _typed_dict(machine: Machine, cls: ClassValue, prefers: str) -> DictValue:
    """A dict with the keys that are always there."""
    manner = machine.entering
    machine.entering = manner._replace(within=(*manner.within, cls.qualname))
    entries: dict[object, Value] = {}
    for base in reversed(cls.mro):
        is_total = base.namespace.get("__total__", True) is True
        for name, annotation in base.annotated.items():
            outer = annotated.outer_name(annotation)
            if outer == "Required" or (is_total and outer != "NotRequired"):
                entries[name] = _free_value(machine, name, annotation, prefers, machine.site)
    machine.entering = manner
    return DictValue(entries, is_open=True)
