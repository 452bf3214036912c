"""Evaluation of expressions: one function a node, found in the table EVALUATE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from shapecheck.interpret.builtins.functions import columns
from shapecheck.interpret.builtins.iteration import summary
from shapecheck.interpret.builtins.lists import append, extend
from shapecheck.interpret.declarations.reading import is_container_of_forms, is_form_maker
from shapecheck.interpret.entering import Defaults
from shapecheck.interpret.language import (
    branches,
    classes,
    comprehensions,
    doubts,
    forgotten,
    lists_of_sizes,
    names,
    open_calls,
    sizes,
    subscripts,
    text,
)
from shapecheck.interpret.language.dispatch import EVALUATE, evaluate, evaluate_optional
from shapecheck.interpret.language.escapes import escape, may_run
from shapecheck.interpret.operands import CallOperands
from shapecheck.source import ir
from shapecheck.source.walking import waits_for_errors
from shapecheck.symbolic import Dim, Expr
from shapecheck.values import (
    BoundMethod,
    ClassValue,
    DictValue,
    FunctionValue,
    IteratorValue,
    ListValue,
    NativeFunction,
    RestValue,
    RuleFunction,
    Scalar,
    SetValue,
    SliceValue,
    Star,
    TupleOfMany,
    TypeExpression,
    UnionValue,
    Unknown,
    Value,
    rank_of,
    sizes_in,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine
    from shapecheck.symbolic import Formula


def _name(machine: Machine, node: ir.Name) -> Value:
    value = names.load(machine, node.id, node.span)
    if isinstance(value, UnionValue) and value.guard is not None:
        value = _guarded(machine, value, value.guard)
    if machine.notes_shapes:
        machine.world.note_shape(machine, node.span, value)
    return value


def _guarded(machine: Machine, value: UnionValue, guard: Formula) -> Value:
    """What the path knows by now of a value that two paths have left: `if done: return` tells which it was."""
    is_first = machine.path.decide(guard)
    return value if is_first is None else value.members[0 if is_first else 1]


def _constant(machine: Machine, node: ir.Constant) -> Value:
    return node.value


def _fstring(machine: Machine, node: ir.FString) -> Value:
    shown = [part.value if isinstance(part, ir.Constant) else _formatted(machine, part) for part in node.parts]
    return text.joined(machine, shown)


def _formatted(machine: Machine, node: ir.Expression) -> Value:
    if not isinstance(node, ir.Formatted):
        return text.shown(machine, evaluate(machine, node), machine.string)
    value = evaluate(machine, node.value)
    spec: Value = "" if node.spec is None else _fstring(machine, node.spec)
    machine.frame.span = node.span
    if not isinstance(spec, str):
        return Scalar("str")
    return text.shown(machine, value, lambda member: machine.format(member, node.conversion, spec))


def _attribute(machine: Machine, node: ir.Attribute) -> Value:
    obj = evaluate(machine, node.value)
    machine.frame.span = node.span
    if obj is None:
        forgotten.check_attribute(machine, node)
    value = machine.get_attribute(obj, node.attr)
    if machine.notes_shapes:
        machine.world.note_shape(machine, node.span, value)
    return value


def _subscript(machine: Machine, node: ir.Subscript) -> Value:
    obj = evaluate(machine, node.value)
    if isinstance(obj, ClassValue) and is_form_maker(machine, obj):
        return TypeExpression(node, machine.frame.scope, machine.frame.module, machine.frame.file)
    index = evaluate(machine, node.index)
    if is_container_of_forms(obj, index):
        return TypeExpression(node, machine.frame.scope, machine.frame.module, machine.frame.file)
    machine.frame.span = node.span
    machine.operands = ((node.value, obj), (node.index, index))
    value = machine.index(obj, index)
    if machine.notes_shapes:
        machine.world.note_shape(machine, node.span, value)
    return value


def _slice(machine: Machine, node: ir.Slice) -> Value:
    return SliceValue(*(evaluate_optional(machine, part) for part in (node.lower, node.upper, node.step)))


def _starred(machine: Machine, node: ir.Starred) -> Value:
    return evaluate(machine, node.value)


def _call(machine: Machine, node: ir.Call) -> Value:
    function = evaluate(machine, node.func)
    if type(function) is NativeFunction:
        special = _special_call(machine, node, function)
        if special is not None:
            return special[0]
    args: list[Any] = []
    kwargs: dict[str, Value] = {}
    whole = _arguments(machine, node, function, args, kwargs)
    machine.frame.span = node.span
    machine.step()
    machine.operands = CallOperands(node, function, args)
    if not whole:
        may_run(machine)
        escape(machine, (function, *args, *kwargs.values()))
        return unknown_from([function, *args, *kwargs.values()]) or machine.unknown("a call with unknown arguments")
    result = machine.call(function, args, kwargs)
    if machine.inner and waits_for_errors(node):
        machine.forget_inner(args)
    forgotten.note_result(machine, node, function, result)
    if isinstance(function, Unknown) and isinstance(node.func, ir.Attribute) and isinstance(node.func.value, ir.Name):
        escape(machine, (evaluate(machine, node.func.value),))  # a method that is not followed has its object
        machine.frame.span = node.span
    if machine.notes_shapes:
        machine.world.note_shape(machine, node.span, result)
    return result


def _special_call(machine: Machine, node: ir.Call, function: NativeFunction) -> tuple[Value] | None:
    """Calls of built-ins that look at more than the values of their arguments."""
    special = classes.special_call(machine, node, function)
    if special is not None:
        return special
    if _is_transposition(node, function):
        return (_transposed(machine, node, function),)
    if _is_growth(node, function) and isinstance(node.func, ir.Attribute) and isinstance(node.func.value, PLACES):
        target = evaluate(machine, node.func.value)
        if isinstance(target, ListValue) and comprehensions.grow(machine, target, node.args[0]):
            return (None,)
    return None


def _arguments(
    machine: Machine, node: ir.Call, function: Value, args: list[Any], kwargs: dict[str, Value]
) -> bool:
    """Evaluates the arguments of a call; gives whether all of them are known to be there."""
    whole, is_open, spread_out = True, False, list[Value]()
    if any(type(arg) is ir.Starred for arg in node.args):
        handed_on: list[RestValue] = []
        left_out = machine.entering.leaves_some_out and not open_calls.is_followed(function)
        rest = None if left_out or _is_operator(function) else handed_on
        values, whole, _ = spread(machine, node.args, rest, keeps_lists=_takes_members(function))
        is_open = bool(handed_on)
        args += values
    else:
        args += [evaluate(machine, arg) for arg in node.args]
    for keyword in node.keywords:
        value = evaluate(machine, keyword.value)
        if keyword.name is not None:
            kwargs[keyword.name] = value
        elif _spread_mapping(machine, value, kwargs) or _is_handed_on(function, value):
            is_open = is_open or open_calls.is_rest(value)
        elif open_calls.may_hold_any(value) and open_calls.takes_by_name(function):
            spread_out.append(value)
        elif not args and _takes_mapping(function):
            args.append(value)
        else:
            keeps_defaults = machine.entering.defaults is Defaults.NEUTRAL_LEFT_OUT and not _is_operator(function)
            whole = keeps_defaults and whole
    if spread_out and whole:
        open_calls.fill(machine, function, args, kwargs, spread_out[0])
    if is_open and whole:
        open_calls.complete(machine, function, args, kwargs)
    return whole and not (any(type(arg) is Star for arg in args) and not _is_operator(function))


def _takes_mapping(function: Value) -> bool:
    """Whether it takes a mapping by itself, too, beside names: `dict(a=1, **options)`, `d.update(**options)`."""
    is_dict = isinstance(function, ClassValue) and function.name == "dict" and function.construct is not None
    return is_dict or isinstance(function, NativeFunction) and function.name == "dict.update"


def _takes_members(function: Value) -> bool:
    """Whether it is the constructor of a `nn.Sequential`, or one that calls it."""
    found = function.lookup("__init__") if isinstance(function, ClassValue) else None
    maker = found[0] if found is not None else getattr(function, "function", None)
    return isinstance(maker, NativeFunction) and maker.name == "torch.nn.Sequential.__init__"


def _is_handed_on(function: Value, value: Value) -> bool:
    """Whether these are keywords of an entry of our own making, for a function of the source."""
    return open_calls.is_rest(value) and open_calls.is_followed(function)


def _is_transposition(node: ir.Call, function: NativeFunction) -> bool:
    """zip(*rows)"""
    is_zip = function.name == "builtins.zip"
    return is_zip and len(node.args) == 1 and isinstance(node.args[0], ir.Starred) and not node.keywords


PLACES = (ir.Name, ir.Attribute)
"""What may be evaluated twice."""


def _is_growth(node: ir.Call, function: NativeFunction) -> bool:
    """rows.extend(... for ...)"""
    is_extend = function.name == "list.extend"
    return is_extend and len(node.args) == 1 and isinstance(node.args[0], ir.Comprehension) and not node.keywords


def _transposed(machine: Machine, node: ir.Call, function: Value) -> Value:
    rows = evaluate(machine, node.args[0])
    machine.frame.span = node.span
    machine.step()
    items = machine.iterate(rows)
    if items is not None:
        return machine.call(function, items, {})
    return columns(machine, rows) or unknown_from([rows]) or machine.unknown("the columns of rows that are not known")


def _is_operator(function: Value) -> bool:
    """Operators take sizes of unknown number, functions of the source and constructors do not."""
    if isinstance(function, BoundMethod):
        function = function.function
    return isinstance(function, RuleFunction) and not function.name.endswith(".__init__")


def _spread_mapping(machine: Machine, value: Value, kwargs: dict[str, Value]) -> bool:
    """`**value`; False when not all of its keys are known."""
    mapping = classes.as_dict(machine, value)
    if mapping is None:
        return isinstance(value, UnionValue) and doubts.spread_one_of(machine, value, kwargs)
    doubts.spread(machine, mapping, kwargs)
    return not mapping.is_open and all(isinstance(key, str) for key in mapping.entries)


def spread(
    machine: Machine,
    nodes: tuple[ir.Expression, ...],
    rest: list[RestValue] | None = None,
    keeps_lists: bool = False,
) -> tuple[list[Any], bool, Dim]:
    """Positional values with `*iterables` spread, whether each of them is known by itself, and how many there are.

    Among them may be the Star of a spread `x.shape`, which only `sizes.of_parts` and shape rules understand.
    `rest` takes the `*args` of an entry of our own making, of which no value is assumed then. Where a list of unknown
    length is kept, it stands in the place of its items.
    """
    values: list[Any] = []
    whole, more = True, cast("Dim", 0)
    for node in nodes:
        value = evaluate(machine, node)
        if not isinstance(node, ir.Starred):
            values.append(value)
            continue
        items = machine.iterate(value)
        if isinstance(value, RestValue):
            values.extend(value.front)
        if items is None and isinstance(value, RestValue) and rest is not None:
            machine.used_defaults = True
            rest.append(value)
        elif items is None and (held := sizes_in(value)) is not None:
            shape = machine.path.resolve(held.shape)
            values.extend(shape)
            more = more + rank_of(shape) - len(shape)
        elif items is None and keeps_lists and isinstance(value, (ListValue, IteratorValue)):
            length = machine.path.fresh("length", 0) if value.length is None else value.length
            values.append(ListValue(None, machine.element_of(value), length))
        elif items is None:
            whole = False
            more = more + _number_of_items(machine, value) - 1
            values.append(machine.element_of(value))
        else:
            values.extend(items)
    return values, whole, len(values) + more


def _number_of_items(machine: Machine, value: Value) -> Dim:
    count = machine.length(value) if isinstance(value, ListValue) else None
    return count if isinstance(count, (int, Expr)) else machine.path.fresh("length", 0)


def unknown_from(values: list[Value]) -> Unknown | None:
    """The first unknown among values: what is made from them has its cause."""
    return next((value for value in values if isinstance(value, Unknown)), None)


def _binop(machine: Machine, node: ir.BinOp) -> Value:
    left = evaluate(machine, node.left)
    right = evaluate(machine, node.right)
    machine.frame.span = node.span
    if isinstance(left, TypeExpression) or isinstance(right, TypeExpression):
        return TypeExpression(node, machine.frame.scope, machine.frame.module, machine.frame.file)
    machine.operands = ((node.left, left), (node.right, right))
    value = machine.binary(node.op, left, right)
    if machine.notes_shapes:
        machine.world.note_shape(machine, node.span, value)
    return value


def _unary(machine: Machine, node: ir.UnaryOp) -> Value:
    operand = evaluate(machine, node.operand)
    machine.frame.span = node.span
    return machine.unary(node.op, operand)


def _compare(machine: Machine, node: ir.Compare) -> Value:
    left = evaluate(machine, node.left)
    result: Value = True
    for op, comparator in zip(node.ops, node.comparators):
        right = evaluate(machine, comparator)
        machine.frame.span = node.span
        machine.operands = ((node.left, left), (comparator, right))
        one = machine.compare(op, left, right)
        result = one if result is True else _both(machine, result, one)
        if result is False:
            return False
        left = right
    return result


def _both(machine: Machine, a: Value, b: Value) -> Value:
    from shapecheck.symbolic import and_

    left, right = machine.condition(a), machine.condition(b)
    if left is False or right is False:
        return False
    return Scalar("bool") if left is None or right is None else and_(left, right)


def _tuple(machine: Machine, node: ir.Tuple) -> Value:
    values, whole, count = spread(machine, node.elts)
    if whole and any(type(value) is Star for value in values):
        made = sizes.of_parts(machine, values)
        return sizes.spread_among(machine, values) if made is None else made
    return tuple(values) if whole else TupleOfMany(summary(machine, values, "an item of a tuple"), count)


def _list(machine: Machine, node: ir.List) -> Value:
    values, whole, count = spread(machine, node.elts)
    if whole:
        return lists_of_sizes.listed(machine, values)
    return ListValue(None, summary(machine, values, "an item of a list"), count)


def _set(machine: Machine, node: ir.Set) -> Value:
    values, whole, _ = spread(machine, node.elts)
    items: dict[Any, Value] = {}
    for value in values:
        key = machine.key(value)
        if key is None and value is not None:
            return SetValue(None, summary(machine, values, "a member of a set"))
        items[key] = value
    return SetValue(items) if whole else SetValue(None, machine.unknown("a set of unknown members"))


def _dict(machine: Machine, node: ir.Dict) -> Value:
    result = DictValue({})
    for key_node, value_node in zip(node.keys, node.values):
        if key_node is None:
            _spread_into(machine, result, classes.as_dict(machine, evaluate(machine, value_node)))
            continue
        key = evaluate(machine, key_node)
        subscripts.set_item(machine, result, key, evaluate(machine, value_node))
    return result


def _spread_into(machine: Machine, result: DictValue, mapping: DictValue | None) -> None:
    """`{..., **mapping}`: what is not known of it may come before what is there already."""
    if mapping is None or mapping.is_open:
        known = None if mapping is None else mapping.element
        other = machine.unknown("a dict with unknown keys") if known is None else known
        result.entries.update({key: machine.one_of([value, other]) for key, value in result.entries.items()})
        result.element = machine.one_of([result.element, other]) if result.is_open else other
        result.is_open = True
    if mapping is not None:
        result.entries.update(mapping.entries)


def _lambda(machine: Machine, node: ir.Lambda) -> Value:
    function = make_function(machine, node, "<lambda>")
    machine.note_inner(node, function)
    return function


def make_function(machine: Machine, node: ir.FunctionDef | ir.Lambda, name: str) -> FunctionValue:
    """A function closed over the present scope; defaults are evaluated now, as Python does."""
    defaults = {p.name: evaluate(machine, p.default) for p in node.params if p.default is not None}
    frame = machine.frame
    prefix = ""
    if frame.owner is not None and frame.scope.is_class:
        prefix = frame.owner.name + "."
    owner = frame.owner if frame.scope.is_class else None
    function = FunctionValue(node, defaults, frame.scope, frame.module.name, prefix + name, owner)
    machine.world.note_definition(frame, function)
    return function


def _ifexp(machine: Machine, node: ir.IfExp) -> Value:
    value: Value = branches.choose(
        machine, node.test, lambda: evaluate(machine, node.body), lambda: evaluate(machine, node.orelse)
    )
    return value


def _boolop(machine: Machine, node: ir.BoolOp) -> Value:
    return branches.short_circuit(machine, node.op, node.values)


def _named(machine: Machine, node: ir.NamedExpr) -> Value:
    value = evaluate(machine, node.value)
    names.store_beyond_comprehensions(machine, node.target.id, value)
    return value


def _yield(machine: Machine, node: ir.Yield) -> Value:
    value = evaluate_optional(machine, node.value)
    if machine.frame.on_yield is not None:
        return machine.frame.on_yield(value)
    if machine.frame.yields is not None:
        append(machine, machine.frame.yields, value)
    return machine.unknown("a value sent into a generator")


def _yield_from(machine: Machine, node: ir.YieldFrom) -> Value:
    iterable = evaluate(machine, node.value)
    if machine.frame.yields is not None:
        extend(machine, machine.frame.yields, iterable)
    return machine.unknown("the value of a generator")


def _await(machine: Machine, node: ir.Await) -> Value:
    return evaluate(machine, node.value)


EVALUATE.update({
    ir.Name: _name,
    ir.Constant: _constant,
    ir.FString: _fstring,
    ir.Formatted: _formatted,
    ir.Attribute: _attribute,
    ir.Subscript: _subscript,
    ir.Slice: _slice,
    ir.Starred: _starred,
    ir.Call: _call,
    ir.BinOp: _binop,
    ir.UnaryOp: _unary,
    ir.Compare: _compare,
    ir.Tuple: _tuple,
    ir.List: _list,
    ir.Set: _set,
    ir.Dict: _dict,
    ir.Lambda: _lambda,
    ir.IfExp: _ifexp,
    ir.BoolOp: _boolop,
    ir.NamedExpr: _named,
    ir.Yield: _yield,
    ir.YieldFrom: _yield_from,
    ir.Await: _await,
    ir.Comprehension: comprehensions.comprehension,
})

