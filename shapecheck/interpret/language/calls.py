"""Calls: what happens when a value is called, and how a function of the source runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from shapecheck.interpret.declarations import checking, documentation
from shapecheck.interpret.frames import MAX_DEPTH, Frame
from shapecheck.interpret.importing.described import is_description
from shapecheck.interpret.importing.documentation_flow import followed_body
from shapecheck.interpret.language import (
    attributes,
    branches,
    classes,
    doubts,
    foreign,
    forgotten,
    numpy_arrays,
    sizes,
    tensor_rules,
    tensors,
)
from shapecheck.interpret.language.dispatch import evaluate, execute_block
from shapecheck.interpret.language.escapes import escape, may_run
from shapecheck.interpret.language.open_calls import REST
from shapecheck.interpret.methods import is_left_to_others, plain_name
from shapecheck.interpret.obligations import reject
from shapecheck.interpret.record import BRANCHES, OPERATOR
from shapecheck.interpret.recursion import recurses_too_deep, repeats_the_unknown
from shapecheck.interpret.signals import DeadPath, Flow, PythonError, Return, Unfollowed
from shapecheck.source import ir
from shapecheck.source.walking import turns_off_autocast
from shapecheck.symbolic import Facts
from shapecheck.values import (
    NO_RULE,
    BoundMethod,
    ClassMethodValue,
    ClassValue,
    Decorated,
    DictValue,
    DType,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    NativeFunction,
    Opaque,
    PartialValue,
    PropertyValue,
    RestValue,
    RuleFunction,
    Scope,
    Site,
    Size,
    SizesValue,
    StaticMethodValue,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    may_be_array,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_CHAIN = 20
"""Objects whose `__call__` is an object again."""
HANDS_ON = "torch.nn.Module."
"""`Module.__call__` and its like hand their keywords on to a `forward`."""
AUTOCASTS = "__autocasts__"
"""An attribute of functions: they run under an autocast that decorates them."""


def call(machine: Machine, function: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """function(*args, **kwargs)"""
    handler = CALLERS.get(type(function))
    if handler is not None:
        return handler(machine, function, args, kwargs)
    if isinstance(function, Opaque) and function.bound is not None:
        return call(machine, function.bound, args, kwargs)
    kind = _kind_of_no_callable(function)
    if kind and not sizes.are_a_guess(machine, function):
        if not machine.regions_that_catch():
            reject(machine, f"'{kind}' object is not callable")
        raise machine.error("TypeError", f"'{kind}' object is not callable")
    may_run(machine)
    escape(machine, (*args, *kwargs.values()))
    if isinstance(function, Unknown):
        if function.cause.reason.startswith(NO_RULE) and any(isinstance(arg, Tensor) for arg in args):
            tensors.note_unruled(machine, function.cause.reason.removeprefix(NO_RULE))
        return Unknown(function.cause) if type(function) is Decorated else function
    return machine.unknown("a call of something whose kind is not known")


def _kind_of_no_callable(value: Value) -> str:
    """What is surely not to be called: sizes, what an operator has made, a tuple of layers (`self.fc = Linear(2, 2),`).
    A parameter that is taken for a tensor may be a function elsewhere, or a list of such."""
    if isinstance(value, (Size, SizesValue)):
        return "torch.Size"
    if isinstance(value, Tensor):
        source = value.parent if value.maker == "getitem" and value.parent is not None else value
        return "" if source.maker is None or may_be_array(value) else "Tensor"
    return "tuple" if type(value) is tuple and any(isinstance(item, (Instance, Tensor)) for item in value) else ""


def _bound(machine: Machine, function: BoundMethod, args: list[Value], kwargs: dict[str, Value]) -> Value:
    method, receiver = function.function, function.receiver
    if isinstance(method, (RuleFunction, NativeFunction)) and method.name.endswith(".__init__"):
        further = classes.initializer_behind_layer(receiver, method)
        if further is not None:
            call(machine, further, [receiver], {})
    if isinstance(receiver, Instance) and receiver.cls.is_abstract and is_left_to_others(method):
        return call(machine, attributes.left_to_others(machine, plain_name(method)), args, kwargs)
    return call(machine, method, [receiver, *args], kwargs)


def _partial(machine: Machine, function: PartialValue, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return call(machine, function.function, [*function.args, *args], {**function.kwargs, **kwargs})


def _native(machine: Machine, function: NativeFunction, args: list[Value], kwargs: dict[str, Value]) -> Value:
    if kwargs and not function.name.startswith(HANDS_ON) and doubts.has_doubtful(kwargs):
        return doubts.with_and_without(machine, kwargs, lambda given: function.call(machine, args, given))
    return function.call(machine, args, kwargs)


def _wrapped(
    machine: Machine, function: StaticMethodValue | ClassMethodValue, args: list[Value], kwargs: dict[str, Value]
) -> Value:
    return call(machine, function.function, args, kwargs)


def _instance(machine: Machine, function: Instance, args: list[Value], kwargs: dict[str, Value]) -> Value:
    for _ in range(MAX_CHAIN):
        method = attributes.find_method(machine, function, "__call__")
        if method is None and not function.cls.is_complete:
            # A base that was not found, and a `forward`: it is a kind of module.
            method = attributes.find_method(machine, function, "forward")
        if method is None:
            return machine.unknown(f"a call of an object of class {function.cls.name}")
        if not isinstance(method, Instance):
            return call(machine, method, args, kwargs)
        function = method
    return machine.unknown("an object whose __call__ is an object, and so on")


def _union(machine: Machine, function: UnionValue, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Any of the callees. If one of them works, what the others report need not happen, and those that surely fail are
    not called."""
    heard = (machine.record.findings, machine.overheard)
    marks: list[tuple[int, ...]] = []
    failed: list[Value] = []

    def one(member: Value) -> Callable[[], Value]:
        def run() -> Value:
            marks.append(tuple(map(len, heard)))
            begun = machine.uncertain, machine.trial_depth, machine.path.facts
            failures: list[tuple[int, int, Facts]] = []
            outer, machine.failures = machine.failures, failures
            try:
                result = call(machine, member, args, kwargs)
            finally:
                machine.failures = outer
            if isinstance(result, Unknown) and _surely_failed(failures, *begun):
                failed.append(result)
                raise DeadPath
            return result

        return run

    members = [member for member in function.members if member is not None]
    try:
        result: Value = branches.run_sides(machine, [one(member) for member in members], None)
    except DeadPath:
        if not failed:
            raise
        return failed[0]
    ends = [*marks[1:], tuple(map(len, heard))]
    if any(start == end for start, end in zip(marks, ends)):
        for told, known in zip(heard, marks[0]):
            del told[known:]
    return result


def _surely_failed(failures: list[tuple[int, int, Facts]], uncertain: int, trials: int, facts: Facts) -> bool:
    """Whether one of the failures was met by every call: in no branch of its own."""
    return any(
        at == uncertain and depth == trials and all(origin not in BRANCHES for _, origin in known.since(facts))
        for at, depth, known in failures
    )


def _function(machine: Machine, function: FunctionValue, args: list[Value], kwargs: dict[str, Value]) -> Value:
    if foreign.is_foreign(machine, function):
        return foreign.follow(machine, [*args, *kwargs.values()], partial(_entered, machine, function, args, kwargs))
    return _entered(machine, function, args, kwargs)


def run_generator(
    machine: Machine,
    function: FunctionValue,
    args: list[Value],
    kwargs: dict[str, Value],
    on_yield: Callable[[Value], Value],
) -> Value:
    """Runs the body of a generator function; what it yields is handed over."""
    return _entered(machine, function, args, kwargs, on_yield)


def _entered(
    machine: Machine,
    function: FunctionValue,
    args: list[Value],
    kwargs: dict[str, Value],
    on_yield: Callable[[Value], Value] | None = None,
) -> Value:
    machine.step()
    depth = len(machine.stack)
    if depth > machine.deepest:
        machine.deepest = depth
    if depth > MAX_DEPTH:
        return _not_followed(machine, args, kwargs, "calls nested too deeply")
    if recurses_too_deep(machine, function.node):
        file = machine.world.module_of(function.module).file
        machine.record.unfollowed.add(Site(file or function.module, function.node.span))
        return _not_followed(machine, args, kwargs, "a recursion too deep to follow")
    begun, mark = machine.store.now(), machine.store.mark()
    frame = _frame_of(machine, function, args, kwargs)
    frame.begun, frame.mark, frame.on_yield = begun, mark, on_yield
    if repeats_the_unknown(machine, frame):
        return _not_followed(machine, args, kwargs, "a recursion over what nobody knows")
    if not checking.enter(machine, function, frame):
        return machine.unknown("the result of a call whose arguments contradict their declaration")
    is_reached = id(function.node) in machine.world.reached
    if machine.entering.is_program or (function.owner is not None and args and _made_exactly(args[0])):
        machine.world.reached.add(id(function.node))
    operands = machine.operands
    machine.enter(frame)
    documented = documentation.shapes_of(function)
    is_watched = machine.world.watched and frame.file in machine.world.watched
    is_free = not machine.entering.is_definite
    varies = AUTOCASTS in function.attrs or is_free and turns_off_autocast(function.node)
    machine.path.floats_vary += varies
    try:
        if machine.notes_shapes or on_yield is not None or frame.holds_nothing:
            result = _run(machine, function, frame)
        else:
            run = partial(_run, machine, function, frame)
            result = machine.world.memory.run(machine, function, frame, begun, run)
        if documented:
            documentation.name_sizes(machine, function, documented, frame.passed, result)
        if is_watched:
            _note_parameters(machine, function, frame.passed)
        return result
    except Unfollowed as reason:
        return _not_followed(machine, args, kwargs, str(reason))
    except PythonError as error:
        error.trace.append(frame.site)
        if not (is_reached or machine.entering.is_program):
            machine.world.reached.discard(id(function.node))  # nobody has passed what the call fails on
        raise
    finally:
        machine.path.floats_vary -= varies
        machine.leave()
        machine.operands = operands


def _frame_of(machine: Machine, function: FunctionValue, args: list[Value], kwargs: dict[str, Value]) -> Frame:
    """The frame of a call, with its parameters bound."""
    module = machine.world.module_of(function.module)
    machine.world.reads.entered[id(function.node)] = (module.file or "", function.node)
    variables = bind(machine, function, args, kwargs)
    frame = Frame(module, module.file or module.name, Scope(variables, function.scope))
    if is_description(frame.file):
        frame.told_at = machine.frame.told_at or machine.frame
    frame.function = function
    frame.owner = function.owner
    frame.passed = variables.copy()
    frame.uncertain = machine.uncertain
    frame.entered_with = machine.path.facts
    frame.first_argument = args[0] if args else None
    frame.holds_nothing = any(arg is None for arg in args) and forgotten.is_passed(machine)
    return frame


def _not_followed(machine: Machine, args: list[Value], kwargs: dict[str, Value], reason: str) -> Value:
    may_run(machine)
    escape(machine, (*args, *kwargs.values()))
    return machine.unknown(reason)


def _note_parameters(machine: Machine, function: FunctionValue, passed: Mapping[str, Value]) -> None:
    """What the parameters of a function in a watched file have turned out to be."""
    for param in function.node.params:
        if param.kind not in ("star", "double_star"):
            machine.world.note_shape(machine, param.name_span, passed[param.name])


def _made_exactly(receiver: Value) -> bool:
    return isinstance(receiver, Instance) and receiver.is_definite


def _run(machine: Machine, function: FunctionValue, frame: Frame) -> Value:
    node = function.node
    if machine.obligation is not OPERATOR:  # what an assert calls obliges by itself
        with machine.obliging(OPERATOR):
            return _run(machine, function, frame)
    if isinstance(node, ir.Lambda):
        return evaluate(machine, node.body)
    if node.is_generator:
        frame.yields = ListValue([])

    def body() -> Flow:
        try:
            flow = execute_block(machine, followed_body(machine.world, node))
        except PythonError:
            if frame.yields is None or frame.yields.items == []:
                raise
            flow = None  # who asks for no more than it has yielded never gets there
        return Return(None) if flow is None else flow

    flow = branches.within(machine, (Return,), body)
    value = flow.value if isinstance(flow, Return) else None
    if node.is_generator:
        assert frame.yields is not None
        return IteratorValue(frame.yields.items, frame.yields.element, frame.yields.length)
    if machine.notes_shapes:
        machine.world.note_shape(machine, node.name_span, value)
    return value


def bind(
    machine: Machine, function: FunctionValue, args: list[Value], kwargs: dict[str, Value]
) -> dict[str, Value]:
    """The parameters' values; a TypeError of the analysed program when they do not fit."""
    variables: dict[str, Value] = {}
    rest = dict(kwargs)
    position = 0
    starred = False
    for param in function.node.params:
        if param.kind == "star":
            more = rest.pop(REST + param.name, None)
            variables[param.name] = tuple(args[position:]) if more is None else _behind(args[position:], more)
            starred = True
        elif param.kind == "double_star":
            given = rest.pop(REST + REST + param.name, None)
            variables[param.name] = doubts.collected(machine, rest)
            if isinstance(given, DictValue):
                given.entries.update(rest)
                variables[param.name] = given
            rest = {}
        elif param.kind != "keyword" and position < len(args):
            variables[param.name] = args[position]
            position += 1
            if param.name in rest and param.kind == "normal":
                raise machine.error("TypeError", f"{function.name}() got multiple values for argument '{param.name}'")
        elif param.name in rest and param.kind != "positional":
            variables[param.name] = doubts.passed(machine, rest.pop(param.name), function, param.name)
        elif param.name in function.defaults:
            variables[param.name] = function.defaults[param.name]
        else:
            raise machine.error("TypeError", f"{function.name}() missing required argument: '{param.name}'")
    if position < len(args) and not starred:
        raise machine.error("TypeError", f"{function.name}() takes {position} positional arguments")
    if rest:
        raise machine.error("TypeError", f"{function.name}() got an unexpected keyword argument '{next(iter(rest))}'")
    return variables


def _behind(front: list[Value], more: Value) -> Value:
    """The `*args` of an entry of our own making, behind what is given."""
    if isinstance(more, RestValue):
        more.front, more.length = tuple(front), more.length + len(front)
    return more


def _rule(machine: Machine, function: RuleFunction, args: list[Value], kwargs: dict[str, Value]) -> Value:
    if kwargs and doubts.has_doubtful(kwargs):
        return doubts.with_and_without(machine, kwargs, lambda given: _rule(machine, function, args, given))
    result = tensor_rules.apply_rule(machine, function, args, kwargs)
    if args and isinstance(args[0], Instance) and function.name.endswith(".__init__"):
        if isinstance(result, Unknown):
            _leave_open(machine, args[0], result)
        elif (reset := classes.resetting(args[0], function)) is not None:
            call(machine, reset, [args[0]], {})
    return result


def _leave_open(machine: Machine, made: Instance, cause: Unknown) -> None:
    """What a constructor of a stub would have set is not what the stub's classes have by default."""
    for cls in made.cls.mro:
        if cls.site is None and cls.qualname.startswith("torch.") and not cls.is_subclass("torch.nn.Module"):
            for name, value in cls.namespace.items():
                if name not in made.attrs and not isinstance(value, (RuleFunction, PropertyValue, NativeFunction)):
                    machine.store.set_item(made.attrs, name, cause, made.birth)


CALLERS: dict[type, Callable[..., Value]] = {
    FunctionValue: _function,
    BoundMethod: _bound,
    PartialValue: _partial,
    NativeFunction: _native,
    StaticMethodValue: _wrapped,
    ClassMethodValue: _wrapped,
    Instance: _instance,
    UnionValue: _union,
    ClassValue: classes.instantiate,
    RuleFunction: _rule,
    DType: numpy_arrays.number_of,
}
