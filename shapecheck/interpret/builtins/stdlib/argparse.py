"""argparse: what a command line gives, which nobody knows before the program runs.

Code that is run as it is gets any value that the type and the choices of an argument admit. Code that is entered by a
call of our own making gets what its parameters get: the default, noted as one, or any value (`entering.Defaults`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import inert_class, new_class
from shapecheck.interpret.builtins.stdlib.inert import methods
from shapecheck.interpret.builtins.stdlib.inspect import NAMESPACE
from shapecheck.interpret.builtins.tables import Namespace, native_function, unwrap, words
from shapecheck.interpret.entering import Defaults, is_neutral
from shapecheck.values import MAX_UNION, ClassValue, DictValue, Instance, ListValue, Scalar, UnionValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

ARGPARSE = Namespace("argparse")
PARSER = new_class("ArgumentParser", "argparse", [CLASSES["object"]])
ARGPARSE["ArgumentParser"] = PARSER
for _name in words(
    "Action ArgumentDefaultsHelpFormatter ArgumentError ArgumentTypeError BooleanOptionalAction FileType HelpFormatter "
    "MetavarTypeHelpFormatter RawDescriptionHelpFormatter RawTextHelpFormatter"
):
    ARGPARSE[_name] = inert_class(_name, "argparse")
ARGPARSE.update({"REMAINDER": "...", "SUPPRESS": "==SUPPRESS=="})
methods(PARSER, "None", "print_help print_usage")
methods(PARSER, "str", "format_help format_usage")

ARGUMENTS = "arguments"
"""The attribute of a parser that holds what its arguments were declared with, by the name that each is read by."""
TRUTHS = ("store_true", "store_false")
KINDS = ("int", "float", "str")


@ARGPARSE.native("Namespace")
def _namespace(machine: Machine, **values: Value) -> Value:
    return _parsed(machine, values, is_whole=True)


def _parsed(machine: Machine, values: dict[str, Value], is_whole: bool) -> Instance:
    """The object whose attributes are the arguments. `is_whole`: it has no others."""
    cls = new_class("Namespace", "argparse", [NAMESPACE])
    cls.is_complete = is_whole
    parsed = Instance(cls, machine.site)
    parsed.attrs.update(values)
    return parsed


# -------------------------------------------------------------------- declaring arguments


def _new_parser(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    parser = Instance(PARSER, machine.site)
    arguments = DictValue({})
    for parent in _items(kwargs.get("parents", ())):
        inherited = parent.attrs.get(ARGUMENTS) if isinstance(parent, Instance) else None
        if isinstance(inherited, DictValue):
            arguments.entries.update(inherited.entries)
        arguments.is_open |= not isinstance(inherited, DictValue) or inherited.is_open
    parser.attrs[ARGUMENTS] = arguments
    return parser


PARSER.construct = _new_parser


def _items(value: Value) -> tuple[Value, ...]:
    """What is in a tuple or list; nothing where that is not known."""
    value = unwrap(value)
    if isinstance(value, ListValue):
        return tuple(value.items or ())
    return value if isinstance(value, tuple) else ()


def _declared(receiver: Value) -> DictValue:
    held = receiver.attrs.get(ARGUMENTS) if isinstance(receiver, Instance) else None
    return held if isinstance(held, DictValue) else DictValue({}, is_open=True)


def _add_argument(machine: Machine, receiver: Value, *flags: Value, **kwargs: Value) -> Value:
    arguments = _declared(receiver)
    name = _read_by(flags, kwargs.get("dest"))
    if name is None:
        machine.store.set_attr(arguments, "is_open", True)
    else:
        needed = {"required": True} if _is_positional(flags) and kwargs.get("nargs") not in ("?", "*") else {}
        machine.store.set_item(arguments.entries, name, DictValue({**kwargs, **needed}), arguments.birth)
    return machine.unknown("an action of argparse")


def _is_positional(flags: tuple[Value, ...]) -> bool:
    return any(isinstance(flag, str) and not flag.startswith("-") for flag in flags)


def _read_by(flags: tuple[Value, ...], dest: Value) -> str | None:
    """The name of the attribute: what is said, else the first long option, else the first."""
    if isinstance(dest, str):
        return dest
    texts = [flag for flag in flags if isinstance(flag, str)]
    if dest is not None or not texts or len(texts) < len(flags):
        return None
    long = [text for text in texts if text.startswith("--")]
    first = (long or texts)[0]
    return first.lstrip("-").replace("-", "_") if first.startswith("-") else first


def _group(machine: Machine, receiver: Value, *args: Value, **kwargs: Value) -> Value:
    group = Instance(PARSER, machine.site)
    group.attrs[ARGUMENTS] = _declared(receiver)
    return group


def _set_defaults(machine: Machine, receiver: Value, **values: Value) -> Value:
    arguments = _declared(receiver)
    for name, value in values.items():
        known = arguments.entries.get(name)
        declared = dict(known.entries) if isinstance(known, DictValue) else {"action": "set_defaults"}
        machine.store.set_item(arguments.entries, name, DictValue({**declared, "default": value}), arguments.birth)
    return None


def _subparsers(machine: Machine, receiver: Value, **kwargs: Value) -> Value:
    machine.store.set_attr(_declared(receiver), "is_open", True)
    return machine.unknown("the parser of a subcommand")


# -------------------------------------------------------------------- what they are read as


def _parse(machine: Machine, receiver: Value, args: Value = None, namespace: Value = None) -> Value:
    if namespace is not None or not isinstance(receiver, Instance):
        return machine.unknown("arguments parsed into an object")
    arguments = _declared(receiver)
    line = unwrap(args)
    is_empty = line == () or (isinstance(line, ListValue) and line.items == [])
    values = {}
    for name, declared in arguments.entries.items():
        given = declared.entries if isinstance(declared, DictValue) else {}
        if is_empty:
            values[name] = _default(given)
        else:
            values[name] = _value(machine, name, given) if line is None else _written(machine, name, given)
    machine.record.has_options |= line is None
    return _parsed(machine, values, is_whole=not arguments.is_open)


def _parse_known(machine: Machine, receiver: Value, args: Value = None, namespace: Value = None) -> Value:
    rest = ListValue(None, Scalar("str"), machine.path.fresh("arguments", 0))
    return (_parse(machine, receiver, args, namespace), rest)


def _value(machine: Machine, name: str, given: dict[str, Value]) -> Value:
    """What an argument is in the code that is run, or in an entry of our own."""
    entering, default = machine.entering, _default(given)
    is_given = given.get("required") is True or given.get("action") == "set_defaults"
    keeps = entering.defaults is Defaults.KEPT or (
        entering.defaults is Defaults.NEUTRAL_LEFT_OUT and not is_neutral(default)
    )
    if not entering.is_definite and keeps and not is_given:
        machine.used_defaults = True
        return default
    return _written(machine, name, given)


def _written(machine: Machine, name: str, given: dict[str, Value]) -> Value:
    """What it is in a line of which it is not known what is in it: one of the code's own is not read."""
    default = _default(given)
    if given.get("action") == "set_defaults":
        return default
    value = _any_value(machine, name, given, default)
    is_optional = default is None and given.get("required") is not True
    return UnionValue((None, value)) if is_optional and type(value) is not UnionValue else value


def _default(given: dict[str, Value]) -> Value:
    action = given.get("action")
    if "default" not in given and action in TRUTHS:
        return action == "store_false"
    default, kind = given.get("default"), given.get("type")
    if isinstance(default, str) and isinstance(kind, ClassValue) and kind.name == "int" and default.isdecimal():
        return int(default)
    return default


def _any_value(machine: Machine, name: str, given: dict[str, Value], default: Value) -> Value:
    """Any value that the declaration of an argument admits."""
    action, many, unread = given.get("action", "store"), given.get("nargs"), machine.unknown(f"the argument {name}")
    if action in TRUTHS and default is (action == "store_true"):
        return default  # the option says what holds without it
    if action in TRUTHS or (isinstance(action, ClassValue) and action.name == "BooleanOptionalAction"):
        return Scalar("bool")
    if action != "store" or many not in (None, "?", "+", "*"):
        return unread
    one = _one(machine, name, given, default)
    if one is None:
        return unread
    if many in ("+", "*"):
        return ListValue(None, one, machine.path.fresh(f"{name}_given", int(many == "+")))
    return one


def _one(machine: Machine, name: str, given: dict[str, Value], default: Value) -> Value:
    """One text of the command line, read by the type of its argument; None where that is not known."""
    choices = _items(given.get("choices"))
    known = [choice for choice in choices if isinstance(choice, (int, str))]
    if 1 < len(known) <= MAX_UNION and len(known) == len(choices):
        return UnionValue(tuple(known))
    kind = given.get("type", CLASSES["str"])
    if not isinstance(kind, ClassValue) or kind.name not in KINDS or kind.module != "builtins":
        return None
    if kind.name != "int":
        return Scalar(kind.name)
    may_be_none_or_less = type(default) is int and default < 1
    return machine.path.named(name, None) if may_be_none_or_less else machine.path.named(name)


_METHODS: dict[str, Callable[..., Value]] = {
    "add_argument": _add_argument,
    "add_argument_group": _group,
    "add_mutually_exclusive_group": _group,
    "add_subparsers": _subparsers,
    "set_defaults": _set_defaults,
    "parse_args": _parse,
    "parse_known_args": _parse_known,
}
for _name, _function in _METHODS.items():
    PARSER.namespace[_name] = native_function(f"ArgumentParser.{_name}", _function)
