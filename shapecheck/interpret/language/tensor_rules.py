"""Rules of stubs applied to calls: what they are told, which class the result is of, what a failure spoils."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins import tensor_numbers
from shapecheck.interpret.language import numpy_arrays
from shapecheck.interpret.language.tensor_kinds import kind_among, note_kind, overridden, override_of
from shapecheck.rules import held
from shapecheck.rules.context import Rejected
from shapecheck.rules.kinds import settled
from shapecheck.values import (
    FAILED,
    Instance,
    ListValue,
    RuleFunction,
    Size,
    Star,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    forget_numbers,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

RULE_STEPS = 30
"""What an operator costs: so much longer than a statement takes a rule and what it asks of the prover."""

MAY_HOLD_NUMBERS = frozenset({Instance, ListValue, tuple})
"""Values that are, or in which there are, arrays of known numbers, of which a rule is told the shape."""

READS_NUMBERS = frozenset({"torch.nn.utils.rnn.pack_padded_sequence"})
"""Rules that read the numbers of an array, and give nothing that shares them."""


def _told(machine: Machine, function: RuleFunction, value: Value) -> Value:
    """What a rule is told of an array of known numbers."""
    tell = numpy_arrays.as_index if function.name in READS_NUMBERS else numpy_arrays.by_shape
    return tell(machine, value)


def apply_rule(machine: Machine, function: RuleFunction, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Applies an operator. What cannot succeed has been reported and gives an unknown."""
    kind = kind_among((*args, *kwargs.values())) if machine.world.has_tensor_kinds else None
    if kind is None:
        return apply_plainly(machine, function, args, kwargs)
    override = override_of(machine, kind)
    if override is not None:
        return overridden(machine, override, kind, function, args, kwargs)
    since = machine.store.now()
    result = apply_plainly(machine, function, args, kwargs)
    if not machine.is_overriding:
        note_kind(machine, result, kind, since)
    return result


def apply_plainly(machine: Machine, function: RuleFunction, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Applies an operator, whatever classes of the code's own the operands are of."""
    machine.step(RULE_STEPS)
    given = args
    if any(type(arg) in MAY_HOLD_NUMBERS for arg in args):
        args = [_told(machine, function, arg) for arg in args]
    if any(type(arg) in MAY_HOLD_NUMBERS for arg in kwargs.values()):
        kwargs = {name: _told(machine, function, arg) for name, arg in kwargs.items()}
    if not (args or kwargs) and function.rule.needs_arguments and machine.regions_that_catch():
        raise machine.error("TypeError", machine.unknown("what an operator says of missing arguments"))
    if numpy_arrays.is_numpys_alone(machine, function, args):
        return machine.unknown("what may be an array of NumPy")
    try:
        with behind_failures(machine, (*args, *kwargs.values())) as follows:
            if numpy_arrays.is_numpys(function):
                result = numpy_arrays.apply(machine, function, args, kwargs)
            else:
                result = function.rule.apply(machine, args, kwargs)
        if follows:
            _mark(result, args)
    except Rejected:
        if machine.catching:
            raise machine.shape_error() from None
        lose(machine, _written(function, args, kwargs))
        result = machine.unknown(FAILED)
    machine.step(machine.path.take_work())
    if type(result) is tuple and function.name.endswith("Tensor.size"):
        result = Size(result)
    count_tensor(machine, result)
    args = given if function.name in tensor_numbers.COPIED else args
    return tensor_numbers.followed(machine, function.name, args, kwargs, result)


@contextmanager
def behind_failures(machine: Machine, operands: Iterable[Value]) -> Iterator[bool]:
    """Applies an operator to these: whether they follow from one that fails."""
    outer, machine.follows_failure = machine.follows_failure, _follows_failure(operands)
    if machine.follows_failure and machine.site is not None:
        machine.followed.append(machine.site)
    try:
        yield machine.follows_failure
    finally:
        machine.follows_failure = outer


def _follows_failure(values: Iterable[Value]) -> bool:
    """Whether one of the operands is, or was made from, what an operator that fails has not given: what they say of its
    sizes is a guess, and one mistake is told once."""
    for value in values:
        if isinstance(value, Tensor):
            follows = value.follows_failure
        elif isinstance(value, Unknown):
            follows = value.cause.reason == FAILED
        else:
            items = value.items if isinstance(value, ListValue) else value if isinstance(value, tuple) else None
            follows = items is not None and _follows_failure(items)
        if follows:
            return True
    return False


def _written(function: RuleFunction, args: Sequence[Value], kwargs: dict[str, Value]) -> Iterator[Value]:
    """The operands that an operator writes to, as its name says."""
    yield kwargs.get("out")
    if args and function.name.endswith("_") and not function.name.endswith("__"):
        yield args[0]


def lose(machine: Machine, targets: Iterable[Value]) -> None:
    """No run has a tensor after an operator has failed that was to write to it: it is as the result of that."""
    for target in targets:
        value = settled(target)
        if isinstance(value, Tensor):
            forget_numbers(machine.store, value)
            held.forget(machine.store, value)
            machine.store.set_attr(value, "shape", (machine.path.fresh_star("failed", 0),))
            machine.store.set_attr(value, "strides", None)
            machine.store.set_attr(value, "follows_failure", True)
        elif isinstance(value, UnionValue):
            lose(machine, value.members)


def _mark(result: Value, operands: Sequence[Value]) -> None:
    """Notes of new tensors that they follow a failure."""
    for made in result if isinstance(result, tuple) else (result,):
        if isinstance(made, Tensor) and not any(made is operand for operand in operands):
            made.follows_failure = True


def count_tensor(machine: Machine, result: Value) -> None:
    """The statistics of tensors: known, partial, unknown; and the first causes of the unknown ones."""
    counts = machine.record.tensors
    if isinstance(result, Tensor):
        known = all(type(dim) is int or not isinstance(dim, Star) for dim in machine.path.resolve(result.shape))
        counts["known" if known else "partial"] += 1
    elif isinstance(result, Unknown):
        counts["unknown"] += 1
        machine.record.causes[result.cause] += 1


def by_rule(machine: Machine, name: str, args: list[Value]) -> Value:
    rule = machine.world.registry.find(name)
    if rule is None:
        return machine.unknown(f"no rule for {name}")
    return apply_rule(machine, RuleFunction(name, rule), args, {})
