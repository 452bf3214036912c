"""inspect and types: what kind of thing a value is, and the parameters of functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.hierarchy import new_class, returns_first
from shapecheck.interpret.builtins.stdlib.bound_arguments import BINDING, BOUND_ARGUMENTS, OF
from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.rules import Rule
from shapecheck.values import (
    BoundMethod,
    Cause,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    ModuleValue,
    NativeFunction,
    RuleFunction,
    Scalar,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

INSPECT = Namespace("inspect")
TYPES = Namespace("types")

SIGNATURE = new_class("Signature", "inspect", [CLASSES["object"]])
SIGNATURE.is_complete = False
SIGNATURE.namespace.update(BINDING)
PARAMETER = new_class("Parameter", "inspect", [CLASSES["object"]])
CODE = TYPES["CodeType"] = new_class("code", "builtins", [CLASSES["object"]])
CODE.is_complete = False
FULL_ARG_SPEC = new_class("FullArgSpec", "inspect", [CLASSES["object"]])
FULL_ARG_SPEC.is_complete = False
EMPTY = new_class("_empty", "inspect", [CLASSES["object"]])
_KINDS = {
    "positional": "POSITIONAL_ONLY",
    "normal": "POSITIONAL_OR_KEYWORD",
    "star": "VAR_POSITIONAL",
    "keyword": "KEYWORD_ONLY",
    "double_star": "VAR_KEYWORD",
}
_IN_CODE = ("positional", "normal", "keyword", "star", "double_star")
_KINDS_OF_RULES = {"positional": "normal"}
for _at, _kind in enumerate(_KINDS.values()):
    PARAMETER.namespace[_kind] = _at
PARAMETER.namespace["empty"] = SIGNATURE.namespace["empty"] = EMPTY
INSPECT.update({"Parameter": PARAMETER, "Signature": SIGNATURE, "_empty": EMPTY, "BoundArguments": BOUND_ARGUMENTS})


_FUNCTION = "<function>"
"""What a code object is of; no attribute is called so."""
_NOT_GIVEN = Instance(new_class("not_given", "inspect", []))


def code_of(function: FunctionValue | NativeFunction) -> Instance:
    """The names of its variables, parameters first, as https://docs.python.org/3/reference/datamodel.html has them."""
    code = Instance(CODE)
    code.attrs[_FUNCTION] = function
    if isinstance(function, NativeFunction):
        return code
    by_kind = {kind: [param.name for param in function.node.params if param.kind == kind] for kind in _KINDS}
    params = [name for kind in _IN_CODE for name in by_kind[kind]]
    others = sorted(getattr(function.node, "locals", frozenset()) - set(params))
    code.attrs.update({
        "co_name": function.name, "co_varnames": (*params, *others),
        "co_argcount": len(by_kind["positional"]) + len(by_kind["normal"]),
        "co_posonlyargcount": len(by_kind["positional"]), "co_kwonlyargcount": len(by_kind["keyword"]),
    })  # fmt: skip
    return code


def _replaced(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """code.replace(co_name=...)"""
    made = Instance(CODE)
    if args and isinstance(args[0], Instance):
        made.attrs.update(args[0].attrs | kwargs)
    return made


CODE.namespace["replace"] = NativeFunction("code.replace", _replaced)


@INSPECT.native("getmro")
def _getmro(machine: Machine, cls: Value) -> Value:
    return machine.get_attribute(cls, "__mro__")


@INSPECT.native("getattr_static")
def _getattr_static(machine: Machine, obj: Value, name: Value, default: Value = _NOT_GIVEN, /) -> Value:
    """What lies under the name, as it is: no method is bound, no property asked."""
    if not isinstance(obj, (ClassValue, Instance)) or not isinstance(name, str):
        return machine.unknown("getattr_static of what is no object of a class")
    if isinstance(obj, Instance) and name in obj.attrs:
        return obj.attrs[name]
    cls = obj.cls if isinstance(obj, Instance) else obj
    found = cls.lookup(name)
    if found is not None:
        return found[0]
    if not cls.is_complete:
        return machine.unknown(f"the attribute {name} of a class with a base that was not found")
    if default is _NOT_GIVEN:
        raise machine.error("AttributeError", name)
    return default


def _kind_test(name: str, kinds: tuple[type, ...]) -> None:
    def call(machine: Machine, value: Value, /) -> Value:
        if isinstance(value, kinds):
            return True
        return (
            Scalar("bool")
            if isinstance(value, (Unknown, UnionValue, NativeFunction, RuleFunction))
            else False
        )

    INSPECT.native(name)(call)


_kind_test("isclass", (ClassValue,))
_kind_test("isfunction", (FunctionValue,))
_kind_test("ismethod", (BoundMethod,))
_kind_test("ismodule", (ModuleValue,))
_kind_test("isroutine", (FunctionValue, BoundMethod, NativeFunction, RuleFunction))
_kind_test("isgenerator", (IteratorValue,))


@INSPECT.native("signature")
def _signature(machine: Machine, function: Value, /, **options: Value) -> Value:
    parameters = parameters_of(function)
    if parameters is None:
        return unknown_from(machine, "the signature of an unknown function", function)
    signature = Instance(SIGNATURE, machine.site)
    signature.attrs["parameters"], signature.attrs[OF] = DictValue(dict(parameters)), function
    signature.attrs["return_annotation"] = machine.unknown("an annotation")
    return signature


def parameters_of(function: Value) -> dict[str, Value] | None:
    """name -> inspect.Parameter of a function of the source, or of a class that has a stub; None for anything else."""
    if isinstance(function, BoundMethod):
        parameters = parameters_of(function.function)
        return None if parameters is None else dict(list(parameters.items())[1:])
    if isinstance(function, ClassValue):
        init = function.lookup("__init__")
        is_plain = function.is_complete and function.lookup("__new__") is None
        return parameters_of(BoundMethod(init[0], None)) if init is not None and is_plain else None
    if isinstance(function, Instance):
        call = function.cls.lookup("__call__")
        if call is not None and isinstance(call[0], NativeFunction) and call[0].name.startswith("torch.nn.Module."):
            return {name: _parameter(name, kind, EMPTY) for name, kind in _OF_MODULES.items() if name != "self"}
        return None if call is None else parameters_of(BoundMethod(call[0], function))
    if isinstance(function, RuleFunction):
        return _of_rule(function.rule)
    if not isinstance(function, FunctionValue):
        return None
    if "__wrapped__" in function.attrs:
        return parameters_of(function.attrs["__wrapped__"])
    return {
        param.name: _parameter(param.name, param.kind, function.defaults.get(param.name, EMPTY))
        for param in function.node.params
    }


def _of_rule(rule: Rule) -> dict[str, Value] | None:
    """Those of a layer and of its constructor: most functions of torch are compiled and tell nothing of theirs."""
    if not rule.name.endswith((".__init__", ".forward")) or len(rule.variants) != 1:
        return None
    made = {}
    for info in rule.parameters:
        default = Unknown(Cause(None, "a default of a stub")) if info.has_default else EMPTY
        made[info.name] = _parameter(info.name, _KINDS_OF_RULES.get(info.kind, info.kind), default)
    return made


def _parameter(name: str, kind: str, default: Value) -> Value:
    parameter = Instance(PARAMETER)
    parameter.attrs.update({"name": name, "kind": list(_KINDS).index(kind), "default": default})
    return parameter


_OF_MODULES = {"self": "normal", "args": "star", "kwargs": "double_star"}
"""What calling a module takes: torch passes it on to `forward`."""


@INSPECT.native("getfullargspec")
def _getfullargspec(machine: Machine, function: Value, /) -> Value:
    """As it is written: with the first parameter of methods and of `__init__`, and not what is wrapped."""
    plain = function.function if isinstance(function, BoundMethod) else function
    if isinstance(plain, ClassValue):
        init = plain.lookup("__init__")
        plain = init[0] if init is not None and plain.is_complete and plain.lookup("__new__") is None else None
    elif isinstance(plain, Instance):
        call = plain.cls.lookup("__call__")
        plain = call[0] if call is not None and isinstance(call[0], FunctionValue) else plain
    parameters = parameters_of(plain) if isinstance(plain, (FunctionValue, RuleFunction)) else None
    if isinstance(plain, Instance) and plain.cls.is_subclass("torch.nn.Module"):
        parameters = {name: _parameter(name, kind, EMPTY) for name, kind in _OF_MODULES.items()}
    if parameters is None or (isinstance(plain, FunctionValue) and "__wrapped__" in plain.attrs):
        return unknown_from(machine, "the parameters of an unknown function", function)
    by_kind: dict[str, list[Value]] = {kind: [] for kind in _KINDS}
    for name, parameter in parameters.items():
        assert isinstance(parameter, Instance)
        place = parameter.attrs["kind"]
        assert isinstance(place, int)
        by_kind[list(_KINDS)[place]].append(name)
    specification = Instance(FULL_ARG_SPEC, machine.site)
    specification.attrs.update({
        "args": ListValue(by_kind["positional"] + by_kind["normal"]),
        "varargs": next(iter(by_kind["star"]), None),
        "varkw": next(iter(by_kind["double_star"]), None),
        "kwonlyargs": ListValue(by_kind["keyword"]),
    })
    return specification


@INSPECT.native("unwrap", "cleandoc")
def _itself(machine: Machine, value: Value, /) -> Value:
    return value


# -------------------------------------------------------------------- types

for _name, _cls in {
    "BuiltinFunctionType": "builtin_function_or_method", "EllipsisType": "ellipsis",
    "FunctionType": "FunctionType", "GeneratorType": "generator", "LambdaType": "LambdaType",
    "MethodType": "MethodType", "ModuleType": "ModuleType", "NoneType": "NoneType",
}.items():  # fmt: skip
    TYPES[_name] = CLASSES.get(_cls) or new_class(_cls, "types", [CLASSES["object"]])


def _function_of(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """types.FunctionType(f.__code__, f.__globals__, ...): a copy of the function, with attributes of its own."""
    code = args[0] if args else kwargs.get("code")
    function = code.attrs.get(_FUNCTION) if isinstance(code, Instance) else None
    if isinstance(function, NativeFunction):
        return function
    if not isinstance(function, FunctionValue):
        return machine.unknown("a function made of code")
    copied = FunctionValue(
        function.node, function.defaults, function.scope, function.module, function.qualname, function.owner
    )
    copied.signature = function.signature
    return copied


_FUNCTION_TYPE, _METHOD_TYPE = TYPES["FunctionType"], TYPES["MethodType"]
assert isinstance(_FUNCTION_TYPE, ClassValue)
_FUNCTION_TYPE.construct = _function_of
assert isinstance(_METHOD_TYPE, ClassValue)
_METHOD_TYPE.construct = lambda machine, args, kwargs: (
    BoundMethod(args[0], args[1]) if len(args) == 2 else machine.unknown("types.MethodType")
)
TYPES["MappingProxyType"] = returns_first("types.MappingProxyType")
TYPES["DynamicClassAttribute"] = CLASSES["property"]

NAMESPACE = new_class("SimpleNamespace", "types", [CLASSES["object"]])
TYPES["SimpleNamespace"] = NAMESPACE


def _namespace_init(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    receiver = args[0] if args else None
    if isinstance(receiver, Instance):
        for name, value in kwargs.items():
            machine.store.set_item(receiver.attrs, name, value)
    return None


def _namespace(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    instance = Instance(NAMESPACE, machine.site)
    instance.attrs.update(kwargs)
    return instance


NAMESPACE.construct = _namespace
NAMESPACE.namespace["__init__"] = NativeFunction("SimpleNamespace.__init__", _namespace_init)
