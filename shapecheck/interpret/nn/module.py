"""torch.nn.Module: registration, calling with forward hooks, walking over parts.

Source: https://docs.pytorch.org/docs/2.13/generated/torch.nn.Module.html
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.iteration import contents
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.frames import NOWHERE
from shapecheck.interpret.language.hidden import hide
from shapecheck.interpret.language.joins import alike
from shapecheck.interpret.language.parts import WRITTEN
from shapecheck.interpret.nn import gradients, names
from shapecheck.interpret.nn.constants import PERSISTENT, constant_numbers
from shapecheck.interpret.nn.convolutions import own_convolution
from shapecheck.interpret.nn.hooks import AFTER_CALL, BACKWARD, BEFORE_CALL, add_hook, escape_inside, hooks_of
from shapecheck.interpret.nn.members import add_member, is_container, is_list, note_growth
from shapecheck.interpret.nn.parts import (
    ABSENT,
    BUFFERS,
    MAX_PARTS,
    MODULE,
    PLAIN,
    TORCH,
    all_known,
    children_known,
    counts,
    counts_as_parameter,
    each_once,
    is_absent,
    is_module,
    is_open,
    module_places,
    modules_known,
    named_children,
    named_modules,
    named_tensors,
    own_tensors,
    registered,
    unnamed,
)
from shapecheck.interpret.obligations import reject
from shapecheck.values import (
    UNNAMED,
    BoundMethod,
    DictValue,
    FunctionValue,
    Instance,
    IteratorValue,
    NativeFunction,
    PartsValue,
    PropertyValue,
    Scalar,
    Tensor,
    Unknown,
    Value,
    forget_numbers,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

QUALNAME = "torch.nn.Module"
Places: TypeAlias = "Iterator[tuple[str, Instance]]"
"""Parts of a module by dotted name."""
WITHOUT_FORWARD = ("ModuleList", "ModuleDict", "ParameterList", "ParameterDict")
PAIR = 2
"""A name and what has it."""


def register(*names: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Makes a function the method of all modules by these names."""

    def registered(function: Callable[..., Value]) -> Callable[..., Value]:
        for name in names:
            MODULE.namespace[name] = native_function(f"{QUALNAME}.{name}", function)
        return function

    return registered


@register("__init__")
def _init(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    return None


@register("__call__", "_call_impl", "_wrapped_call_impl")
def _call(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    values = list(args)
    for hook, with_keywords in hooks_of(machine, self, BEFORE_CALL):
        passed: list[Value] = [self, tuple(values)]
        changed = machine.call(hook, [*passed, DictValue(dict(kwargs))] if with_keywords else passed, {})
        if with_keywords and changed is not None:
            values, kwargs = _arguments(machine, changed, values, kwargs)
        elif changed is not None and not isinstance(changed, Unknown):
            values = list(changed) if isinstance(changed, tuple) else [changed]
    result = own_convolution(machine, self, values)
    if result is None:
        result = machine.call(machine.get_attribute(self, "forward"), values, kwargs)
        escape_inside(machine, self)
    for hook, with_keywords in hooks_of(machine, self, AFTER_CALL):
        keywords = [DictValue(dict(kwargs))] if with_keywords else []
        changed = machine.call(hook, [self, tuple(values), *keywords, result], {})
        result = result if changed is None else changed
    for hook, _ in hooks_of(machine, self, BACKWARD):
        gradients.note_run(machine, self, hook, values, result)
    for watcher in machine.watchers:
        watcher(self, result)
    return result


def _arguments(
    machine: Machine, changed: Value, values: list[Value], kwargs: dict[str, Value]
) -> tuple[list[Value], dict[str, Value]]:
    """The arguments that a hook gives for those of the call; where it is not known which, any in their places."""
    args, named = changed if isinstance(changed, tuple) and len(changed) == PAIR else (None, None)
    if not isinstance(args, tuple) or not isinstance(named, DictValue) or named.is_open:
        untold = machine.unknown("what a hook passes on")
        return [untold] * len(values), dict.fromkeys(kwargs, untold)
    return list(args), {str(name): value for name, value in named.entries.items()}


@register("register_forward_hook")
def _add_forward_hook(
    machine: Machine, self: Value, /, hook: Value, *, prepend: Value = False, with_kwargs: Value = False,
    always_call: Value = False,
) -> Value:  # fmt: skip
    return add_hook(machine, self, AFTER_CALL, hook, with_kwargs, prepend)


@register("register_forward_pre_hook")
def _add_forward_pre_hook(
    machine: Machine, self: Value, /, hook: Value, *, prepend: Value = False, with_kwargs: Value = False
) -> Value:
    return add_hook(machine, self, BEFORE_CALL, hook, with_kwargs, prepend)


@register("register_full_backward_hook", "register_backward_hook")
def _add_backward_hook(machine: Machine, self: Value, /, hook: Value, prepend: Value = False) -> Value:
    return add_hook(machine, self, BACKWARD, hook)


@register("forward")
def _forward(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    """Only a list or dict of modules is known to have none at any time: others may stand for a class below them."""
    if isinstance(self, Instance) and any(self.cls.is_subclass(f"torch.nn.{name}") for name in WITHOUT_FORWARD):
        reject(machine, f'Module [{self.cls.name}] is missing the required "forward" function')
    raise machine.error("NotImplementedError", "forward")


def _adder(kind: str) -> Callable[..., Value]:
    """A method that gives a module a part, a buffer or a parameter."""

    def add(machine: Machine, self: Value, /, name: Value, value: Value = None, *args: Value, **kwargs: Value) -> Value:
        value = next((kwargs[key] for key in ("tensor", "param", "module") if key in kwargs), value)
        if isinstance(self, Instance):
            persistent = kwargs.get(PERSISTENT, args[0] if args else True)
            is_kept = kind == names.BUFFER and persistent is False
            numbers = constant_numbers(machine, self, name, value) if is_kept and isinstance(name, str) else None
            add_named(machine, self, kind, name, value)
            if numbers is not None:
                machine.store.set_attr(value, "numbers", numbers)
            if kind == names.BUFFER or isinstance(value, Tensor):
                note_buffer(machine, self, name if isinstance(name, str) else UNNAMED, persistent)
        return None

    return add


for _kind, _names in {
    names.MODULE: ("add_module", "register_module"), names.BUFFER: ("register_buffer",),
    names.PARAMETER: ("register_parameter",),
}.items():  # fmt: skip
    register(*_names)(_adder(_kind))


def add_named(machine: Machine, module: Instance, kind: str, name: Value, value: Value) -> None:
    """What `add_module(name, value)` and its like do; under a name that is not known it is with the others of these,
    in a container of members in order the next of them."""
    if not isinstance(name, str) and is_list(module):
        add_member(machine, module, value)
        return
    if isinstance(name, str):
        names.check_name(machine, module, kind, name)
    _place(machine, module, kind, name, value)


def _place(machine: Machine, module: Instance, kind: str, name: Value, value: Value) -> None:
    if not isinstance(name, str):
        value = machine.join(module.attrs[UNNAMED], value) if UNNAMED in module.attrs else value
        name = UNNAMED
    machine.store.set_item(module.attrs, name, value, module.birth)
    if value is None and kind != names.BUFFER:
        _note(machine, module, ABSENT, name, kind)
    if isinstance(value, Tensor):
        forget_numbers(machine.store, value)
    if is_container(module):
        note_growth(machine, module)


@register(WRITTEN)
def _add_written(
    machine: Machine, self: Value, /, name: Value, value: Value = None, is_parameter: Value = False
) -> Value:
    """Any name is taken."""
    if isinstance(self, Instance):
        _place(machine, self, names.MODULE, name, value)
        name = name if isinstance(name, str) else UNNAMED
        if isinstance(value, Tensor) and is_parameter is True:
            if not value.is_parameter:
                _note(machine, self, PLAIN, name, True)
        elif isinstance(value, Tensor) and name not in registered(self):
            note_buffer(machine, self, name, True)
    return None


def note_buffer(machine: Machine, module: Instance, name: str, persistent: Value) -> None:
    """Keeps in mind that the attribute is a buffer, and whether it belongs to the state."""
    _note(machine, module, BUFFERS, name, persistent)


def _note(machine: Machine, module: Instance, table: str, name: str, value: Value) -> None:
    noted = module.attrs.get(table)
    if not isinstance(noted, DictValue):
        noted = DictValue({})
        machine.store.set_item(module.attrs, table, noted, module.birth)
    machine.store.set_item(noted.entries, name, value, noted.birth)


@register("apply")
def _apply(machine: Machine, self: Value, /, fn: Value) -> Value:
    """The function of each part, those below it first; of parts that are not all known it is called of none."""
    if isinstance(self, Instance) and modules_known(self):
        _apply_below(machine, self, fn, defaultdict(list))
    else:
        _lose_parts(machine, self)
    return self


def _apply_below(machine: Machine, module: Instance, fn: Value, untouched: dict[object, list[Instance]]) -> None:
    for _, child in named_children(module):
        if isinstance(child, Instance):
            _apply_below(machine, child, fn, untouched)
    similar = untouched[_outline(module)]
    if any(alike(machine, module, other) for other in similar):
        return  # the function was called of an equal one and changed nothing
    mark, begun = machine.store.mark(), machine.store.now()
    machine.call(fn, [module], {})
    if all(machine.store.birth_of(write[0], write[2]) >= begun for write in machine.store.log[mark:]):
        similar.append(module)


def _outline(module: Instance) -> tuple[object, ...]:
    """What can be told of a module at a glance: modules of other outlines are not compared with it."""
    held = module.attrs.values()
    numbers = (value for value in held if type(value) is int)
    return (module.cls, len(held), *numbers, *(value.shape for value in held if isinstance(value, Tensor)))


@register("requires_grad_")
def _requires_grad(machine: Machine, self: Value, /, requires_grad: Value = True) -> Value:
    if isinstance(self, Instance):
        for _, tensor in named_tensors(self, parameters=True):
            machine.set_attribute(tensor, "requires_grad", requires_grad)
    return self


@register("compile", "type_as", "zero_grad")
def _self(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    return self


@register("train")
def _train(machine: Machine, self: Value, /, mode: Value = True) -> Value:
    if isinstance(self, Instance):
        _set_training(machine, self, mode, set())
    return self


@register("eval")
def _eval(machine: Machine, self: Value, /) -> Value:
    if isinstance(self, Instance):
        _train_part(machine, self, False, set())
    return self


def _set_training(machine: Machine, module: Instance, mode: Value, seen: set[int]) -> None:
    seen.add(id(module))
    _set_mode(machine, module, mode)
    for _, part in named_children(module):
        if isinstance(part, Instance) and id(part) not in seen and len(seen) < MAX_PARTS:
            _train_part(machine, part, mode, seen)


def give_up_mode(machine: Machine, module: Instance, of_all: bool = False) -> None:
    """Code that is not followed has the module, and may call `eval`: of parts that nobody has put into a mode. Of all
    parts where the code itself goes over them, or a class of which not all is known keeps them."""
    if machine.entering.is_definite:
        for _, part in named_modules(module):
            if of_all or "training" not in part.attrs:
                _set_mode(machine, part, Scalar("bool"))


def _set_mode(machine: Machine, module: Instance, mode: Value) -> None:
    hide(machine, module, "training")
    machine.store.set_item(module.attrs, "training", mode, module.birth)


def _train_part(machine: Machine, module: Instance, mode: Value, seen: set[int]) -> None:
    """A class may say anew what happens: merge the weights of an adapter, keep a norm as it is."""
    found = module.cls.lookup("train")
    if found is not None and isinstance(found[0], FunctionValue):
        seen.add(id(module))
        machine.call(BoundMethod(found[0], module), [mode], {})
    else:
        _set_training(machine, module, mode, seen)


def _lister(
    name: str,
    make: Callable[[Places], Iterator[tuple[str, Value]]],
    is_known: Callable[[Instance], bool],
    takes: tuple[str, ...],
) -> None:
    """Methods that list what is in a module and its parts, by name and alone: `make` lists it at given places.
    `is_known` says whether all of it is known, `takes` are the parameters of `named_...`."""

    def listed(machine: Machine, self: Value, options: dict[str, Value]) -> list[tuple[str, Value]] | Value:
        if not isinstance(self, Instance) or not is_known(self):
            _lose_parts(machine, self)
            return machine.unknown("the parts of a module that is not fully known")
        prefix = options.get("prefix", "")
        if not isinstance(prefix, str):
            return machine.unknown("the parts of a module under names that are not known")
        repeats = options.get("remove_duplicate", True) is False
        recurses = options.get("recurse", True) is not False
        walk = module_places if repeats else named_modules
        parts = make(walk(self, prefix) if recurses else iter([(prefix, self)]))
        found = list(parts if repeats else each_once(parts))
        if not found and _may_be_derived(machine, self):
            return machine.unknown("the parts of a module without any, which those derived from it may have")
        return found

    def of_names(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
        found = listed(machine, self, {**dict(zip(takes, args)), **kwargs})
        return IteratorValue([*found]) if isinstance(found, list) else found

    def alone(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
        found = listed(machine, self, {**dict(zip(("recurse",), args)), **kwargs})
        return IteratorValue([one for _, one in found]) if isinstance(found, list) else found

    MODULE.namespace[name] = native_function(f"{QUALNAME}.{name}", alone)
    MODULE.namespace[f"named_{name}"] = native_function(f"{QUALNAME}.named_{name}", of_names)


def _lose_parts(machine: Machine, module: Value) -> None:
    """The code goes over parts that are not all known: nothing of what it does to them is seen."""
    if isinstance(module, Instance):
        give_up_mode(machine, module, of_all=True)


def _may_be_derived(machine: Machine, module: Instance) -> bool:
    """Whether an object that an entry of our own has made stands for those of derived classes, too."""
    is_ours = module.site is None or module.site.span is NOWHERE
    return is_ours and not machine.entering.is_definite and not module.cls.module.startswith(TORCH)


def _tensors(parameters: bool) -> Callable[[Places], Iterator[tuple[str, Value]]]:
    return lambda places: (found for at, part in places for found in own_tensors(part, parameters, at))


_LISTS_TENSORS = ("prefix", "recurse", "remove_duplicate")
_lister("parameters", _tensors(True), all_known, _LISTS_TENSORS)
_lister("buffers", _tensors(False), all_known, _LISTS_TENSORS)
_lister("children", lambda places: iter(named_children(next(places)[1])), children_known, ())
_lister("modules", lambda places: places, modules_known, ("memo", "prefix", "remove_duplicate"))


@register("_named_members")
def _named_members(
    machine: Machine, self: Value, /, get_members_fn: Value, prefix: Value = "", recurse: Value = True,
    remove_duplicate: Value = True,
) -> Value:  # fmt: skip
    """What the function lists of each part, each once, under the names of the parts before its own."""
    if not isinstance(self, Instance) or not modules_known(self) or not isinstance(prefix, str):
        _lose_parts(machine, self)
        return machine.unknown("the parts of a module that is not fully known")
    found: list[Value] = []
    seen: set[int] = set()
    for front, part in named_modules(self, prefix) if recurse is not False else [(prefix, self)]:
        members = contents(machine, machine.call(get_members_fn, [part], {})).items
        if members is None:
            return machine.unknown("what a module holds is not known")
        for member in members:
            name, value = member if isinstance(member, tuple) and len(member) == PAIR else (None, None)
            if not isinstance(name, str):
                return machine.unknown("what a module holds is not known")
            if value is not None and id(value) not in seen:
                found.append((f"{front}.{name}" if front else name, value))
            if remove_duplicate is not False:
                seen.add(id(value))
    return IteratorValue(found)


@register("get_submodule", "get_parameter", "get_buffer")
def _get(machine: Machine, self: Value, /, target: Value = "") -> Value:
    if not isinstance(target, str):
        return machine.unknown("a part of a module by an unknown name")
    value = self
    for part in target.split(".") if target else []:
        value = machine.get_attribute(value, part)
    return value


@register("set_submodule")
def _set(machine: Machine, self: Value, /, target: Value, module: Value, strict: Value = False) -> Value:
    if not isinstance(target, str):
        return machine.unknown("a part of a module by an unknown name")
    owner, _, name = target.rpartition(".")
    machine.set_attribute(_get(machine, self, owner), name, module)
    return None


@register("_get_name")
def _name(machine: Machine, self: Value, /) -> Value:
    return self.cls.name if isinstance(self, Instance) else Scalar("str")


@register("extra_repr", "__repr__")
def _repr(machine: Machine, self: Value, /) -> Value:
    return Scalar("str")


@register(
    "register_load_state_dict_post_hook",
    "register_state_dict_post_hook", "_register_state_dict_hook",
    "register_state_dict_pre_hook", "register_full_backward_pre_hook", "set_extra_state", "get_extra_state",
    "_get_backward_hooks", "_get_backward_pre_hooks", "_load_from_state_dict", "_save_to_state_dict",
    "_maybe_warn_non_full_backward_hook", "_replicate_for_data_parallel",
)  # fmt: skip
def _inert(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    return machine.unknown("what a hook or a part of torch.nn.Module gives that is not followed")


def _view(select: Callable[[Instance, str, Value], bool], are_parameters: bool = False) -> PropertyValue:
    def read(machine: Machine, self: Value, /) -> Value:
        if not isinstance(self, Instance):
            return DictValue({})
        attrs = self.attrs
        named = {name: value for name, value in attrs.items() if name != UNNAMED and select(self, name, value)}
        others = unnamed(self)
        if not others:
            return PartsValue(self, named, are_parameters)
        view = PartsValue(self, named, are_parameters, True)
        view.element = machine.one_of(others)
        return view

    return PropertyValue(native_function(f"{QUALNAME}.view", read))


def _is_buffer(module: Instance, name: str, value: Value) -> bool:
    if value is None or is_open(value):
        return name in registered(module)
    return isinstance(value, Tensor) and not counts_as_parameter(module, name, value) and counts(module, name, value)


def _is_part(module: Instance, name: str, value: Value) -> bool:
    if is_open(value):
        return name.isdigit()  # `model[0] = replaced(model[0])`
    return is_module(value) or (value is None and is_absent(module, name, names.MODULE))


def _is_parameter(module: Instance, name: str, value: Value) -> bool:
    if value is None:
        return is_absent(module, name, names.PARAMETER)
    return isinstance(value, Tensor) and counts_as_parameter(module, name, value)


MODULE.namespace["_modules"] = _view(_is_part)
MODULE.namespace["_parameters"] = _view(_is_parameter, True)
MODULE.namespace["_buffers"] = _view(_is_buffer)

def _as_made(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """The mode of a module that was set by nobody: training where the code itself made it and uses it. Whoever calls
    what an entry of our own is for may have set another."""
    _, module, *_ = args
    is_seen = machine.entering.is_definite and isinstance(module, Instance) and children_known(module)
    return True if is_seen else Scalar("bool")


_MODE = new_class("mode", "torch.nn", [])
_MODE.namespace["__get__"] = NativeFunction(f"{QUALNAME}.training", _as_made)
MODULE.namespace["training"] = Instance(_MODE)
MODULE.namespace.update({
    "dump_patches": False, "call_super_init": False, "_version": 1, "_is_full_backward_hook": None,
    "_compiled_call_impl": None,
})  # fmt: skip
