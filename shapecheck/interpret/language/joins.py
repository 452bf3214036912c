"""Joins: what is known after two paths meet.

A value that differs becomes a symbol tied to the condition, a union or an unknown: never a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from shapecheck.interpret.language import merging
from shapecheck.interpret.language.any_list import any_list, is_plain_list, lists_in
from shapecheck.rules.results import NamedResult
from shapecheck.symbolic import Cond, Dim, Expr, Formula, and_, eq, filled_up, ge, max_, min_, not_, or_
from shapecheck.symbolic.formula import GE, Compare
from shapecheck.values import (
    MAX_UNION,
    BoundMethod,
    Cause,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    Opaque,
    Path,
    Scalar,
    Shape,
    Size,
    SizesValue,
    SliceValue,
    Star,
    Tensor,
    TupleOfMany,
    UnionValue,
    Unknown,
    Value,
    each,
    rank_of,
    sizes_in,
    star_index,
)
from shapecheck.values.path import base_name

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_ALIKE = 4_000
FEW = 2
"""More numbers or tuples than that are not met one after the other."""
_PLACEHOLDERS = frozenset({"either", "looped", "rounds"})
TOO_DEEP = "tuples in tuples, ever deeper"
MAX_NAME = 20
"""Longer names of sizes at which paths meet are not read."""


def join(machine: Machine, a: Value, b: Value, cond: Cond | None = None) -> Value:
    """The value on either of two paths; `cond` holds on that of `a`, its negation on that of `b`."""
    a, b = (side.bound if isinstance(side, Opaque) and side.bound is not None else side for side in (a, b))
    if a is b:
        return a
    if isinstance(cond, Formula) and (type(a) is UnionValue or type(b) is UnionValue):
        a, b = _where(cond, a), _where(not_(cond), b)
    if isinstance(a, Unknown):
        return a
    if isinstance(b, Unknown):
        return b
    if isinstance(a, Tensor) and isinstance(b, Tensor) and not _ranks_differ(machine.path, a, b):
        if a.cls != b.cls:
            return machine.unknown("a tensor or an array")
        if a.kind is b.kind:
            return _join_tensors(machine, a, b, cond)
    if _is_int(a) and _is_int(b):
        return join_dims(machine.path, a, b, cond)
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Scalar) and (type(other).__name__ == one.kind or _is_truth(one, other)):
            return one if type(one) is Scalar else Scalar(one.kind)
    if isinstance(a, Scalar) and isinstance(b, Scalar) and a.kind == b.kind:
        return a if a.is_same(b) else Scalar(a.kind)
    if type(a) is type(b):
        if _same_constant(a, b):
            return a
        joined = _join_same_kind(machine, a, b, cond)
        if joined is not None:
            return joined
    if isinstance(a, (bool, Formula)) and isinstance(b, (bool, Formula)):
        return or_(and_(cond, a), and_(not_(cond), b)) if isinstance(cond, Formula) else Scalar("bool")
    union = make_union(machine, (a, b))
    if isinstance(union, UnionValue) and _are_both(union, a, b) and isinstance(cond, Formula):
        union.guard = cond
    return union


def _where(cond: Cond, value: Value) -> Value:
    """What the value is where the condition holds, if its guard says that."""
    if type(value) is not UnionValue or value.guard is None:
        return value
    return value.members[0] if value.guard == cond else value.members[1] if not_(value.guard) == cond else value


def _are_both(union: UnionValue, a: Value, b: Value) -> bool:
    return len(union.members) == FEW and union.members[0] is a and union.members[1] is b


def one_of(machine: Machine, values: Sequence[Value]) -> Value:
    """Any of the values, of which there is at least one: nobody knows which. Many numbers are met at once, as are the
    parts of many tuples."""
    different = list({id(value): value for value in values}.values())
    if len(different) > MAX_UNION:
        different = _lists_as_one(machine, different)
    for many in (_numbers_in(machine, different), _tuples_in(different)):
        if len(many) > FEW:
            met = {id(value) for value in many}
            different = [_any_of_many(machine, many), *(value for value in different if id(value) not in met)]
    joined = different[0]
    for value in different[1:]:
        machine.step()
        joined = join(machine, joined, value)
    return joined


def _lists_as_one(machine: Machine, values: list[Value]) -> list[Value]:
    """The values with one list in the place of lists that are more than a union holds."""
    lists = lists_in(values)
    return [any_list(machine, lists), *(one for one in values if not is_plain_list(one))] if lists else values


def _numbers_in(machine: Machine, values: Sequence[Value]) -> Sequence[Value]:
    """The whole numbers, if more than a few differ."""
    numbers = [value for value in values if _is_int(value)]
    return numbers if len(numbers) > FEW and len({machine.path.simplify(one) for one in numbers}) > FEW else []


def _tuples_in(values: Sequence[Value]) -> Sequence[Value]:
    """The tuples, if all have the same number of items."""
    tuples = [value for value in values if type(value) is tuple]
    return tuples if len({len(one) for one in tuples}) == 1 else []


def _any_of_many(machine: Machine, many: Sequence[Any]) -> Value:
    """Any of many numbers, or of many tuples, item by item."""
    machine.step()
    if isinstance(many[0], tuple):
        return tuple(one_of(machine, items) for items in zip(*many))
    bounds = [machine.path.facts.bounds(machine.path.simplify(one)) for one in many]
    lows, highs = ([end for end in ends if end is not None] for ends in zip(*bounds))
    low = min(lows) if len(lows) == len(many) else None
    high = max(highs) if len(highs) == len(many) else None
    return machine.path.fresh("either", low, high)


def _is_truth(scalar: Scalar, other: Value) -> bool:
    return scalar.kind == "bool" and isinstance(other, Formula)


def _is_int(value: Value) -> TypeGuard[Dim]:
    return (type(value) is int) or isinstance(value, Expr)


def _same_constant(a: Value, b: Value) -> bool:
    if isinstance(a, (str, bytes, bool, complex, Formula)):
        return bool(a == b)
    if isinstance(a, float) and isinstance(b, float):
        return a == b or (a != a and b != b)
    if isinstance(a, BoundMethod) and isinstance(b, BoundMethod):
        return a.function is b.function and a.receiver is b.receiver
    return False


def _join_same_kind(machine: Machine, a: Value, b: Value, cond: Cond | None) -> Value:
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        if merging.is_deep(a) or merging.is_deep(b):
            return machine.unknown(TOO_DEEP)
        items = tuple(join(machine, x, y, cond) for x, y in zip(a, b))
        if isinstance(a, NamedResult) and isinstance(b, NamedResult):
            return NamedResult(a.fields, items) if a.fields == b.fields else items
        return Size(items) if isinstance(a, Size) else items
    if isinstance(a, Instance) and isinstance(b, Instance):
        return a if alike(machine, a, b) else _join_named_tuples(machine, a, b, cond)
    containers = (ListValue, DictValue)
    if isinstance(a, containers) and isinstance(b, containers) and min(a.birth, b.birth) < machine.forked_at:
        return None
    if isinstance(a, ListValue) and isinstance(b, ListValue):
        return join_lists(machine, a, b, cond)
    if isinstance(a, DictValue) and isinstance(b, DictValue) and list(a.entries) == list(b.entries):
        merged = DictValue({k: join(machine, v, b.entries[k], cond) for k, v in a.entries.items()})
        summaries = [one.element for one in (a, b) if one.is_open]
        if summaries:
            merged.is_open, merged.element = True, one_of(machine, summaries)
        return merged
    if isinstance(a, bool) and isinstance(cond, Formula):
        return cond if a else not_(cond)
    if isinstance(a, (float, bool)):
        return Scalar(type(a).__name__)
    if isinstance(a, SliceValue) and isinstance(b, SliceValue):
        return SliceValue(
            join(machine, a.lower, b.lower, cond),
            join(machine, a.upper, b.upper, cond),
            join(machine, a.step, b.step, cond),
        )
    return None


def _join_named_tuples(machine: Machine, a: Instance, b: Instance, cond: Cond | None) -> Instance | None:
    """Two objects that cannot change, of a class that is a tuple: field by field."""
    if a.cls is not b.cls or a.attrs or b.attrs:
        return None
    if not isinstance(a.payload, tuple) or not isinstance(b.payload, tuple) or len(a.payload) != len(b.payload):
        return None
    joined = Instance(a.cls, a.site)
    joined.payload = tuple(join(machine, x, y, cond) for x, y in zip(a.payload, b.payload))
    return joined


def alike(machine: Machine, a: Value, b: Value, seen: dict[tuple[int, int], bool] | None = None) -> bool:
    """Whether two values are copies of each other in everything that the analysis sees: blocks of a network
    made by the same call. One then stands for both."""
    seen = {} if seen is None else seen
    if a is b or (id(a), id(b)) in seen:
        return True
    if type(a) is not type(b) or len(seen) > MAX_ALIKE:
        return False
    seen[id(a), id(b)] = True
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        same = machine.path.resolve(a.shape) == machine.path.resolve(b.shape)
        same = same and a.dtype is b.dtype and a.strides == b.strides and a.is_sparse is b.is_sparse
        same = same and a.numbers == b.numbers and a.held == b.held and a.trues == b.trues
        same = same and a.is_parameter is b.is_parameter and a.cls == b.cls and a.own == b.own
        return same and a.kind is b.kind and alike(machine, a.attrs, b.attrs, seen)
    if isinstance(a, Instance) and isinstance(b, Instance):
        if a.cls is not b.cls or not alike(machine, a.payload, b.payload, seen):
            return False
        return _all_alike(machine, a.attrs, b.attrs, seen)
    if isinstance(a, DictValue) and isinstance(b, DictValue):
        return a.is_open == b.is_open and _all_alike(machine, a.entries, b.entries, seen)
    if isinstance(a, ListValue) and isinstance(b, ListValue):
        if a.items is None or b.items is None or len(a.items) != len(b.items):
            return False
        return all(alike(machine, x, y, seen) for x, y in zip(a.items, b.items))
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(alike(machine, x, y, seen) for x, y in zip(a, b))
    if isinstance(a, BoundMethod) and isinstance(b, BoundMethod):
        return a.function is b.function
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return a.is_same(b)
    if isinstance(a, FunctionValue) and isinstance(b, FunctionValue):
        return a.node is b.node and _all_alike(machine, a.scope.variables, b.scope.variables, seen)
    return _same_constant(a, b) or (type(a) is int and a == b)


def _all_alike(machine: Machine, a: dict[Any, Any], b: dict[Any, Any], seen: dict[tuple[int, int], bool]) -> bool:
    return list(a) == list(b) and all(alike(machine, value, b[key], seen) for key, value in a.items())


def make_union(machine: Machine, values: Sequence[Value]) -> Value:
    """A union of distinct members, flattened; an unknown of more than a union holds."""
    members: list[Value] = []
    for value in values:
        for member in value.members if isinstance(value, UnionValue) else (value,):
            if isinstance(member, Unknown):
                return member
            if not any(member is known or _equal(member, known) for known in members):
                members.append(member)
    if len(members) == 1:
        return members[0]
    members = _merge_tensors(machine, members)
    if any(map(merging.is_deep, members)):
        return machine.unknown(TOO_DEEP)
    if len(members) > MAX_UNION and len(members) > merging.most_of(members):
        members = merging.merged(machine, _lists_as_one(machine, members), make_union, MAX_UNION)
        if len(members) > MAX_UNION:
            return Unknown(Cause(machine.site, "more than four different values meet here"))
    return members[0] if len(members) == 1 else UnionValue(tuple(members))


def _merge_tensors(machine: Machine, members: list[Value]) -> list[Value]:
    """Tensors of one rank become one member; those of different known ranks stay apart."""
    merged: list[Value] = []
    for member in members:
        for i, known in enumerate(merged):
            if not isinstance(member, Tensor) or not isinstance(known, Tensor):
                continue
            if known.cls == member.cls and known.kind is member.kind and not _ranks_differ(machine.path, known, member):
                merged[i] = _join_tensors(machine, known, member, None)
                break
        else:
            merged.append(member)
    return merged


def _ranks_differ(path: Path, a: Tensor, b: Tensor) -> bool:
    """True when both ranks are known and not the same."""
    left, right = path.resolve(a.shape), path.resolve(b.shape)
    return star_index(left) is None and star_index(right) is None and len(left) != len(right)


def _equal(a: Value, b: Value) -> bool:
    return type(a) is type(b) and (_same_constant(a, b) or (type(a) is int and a == b))


def join_dims(path: Path, a: Dim, b: Dim, cond: Cond | None) -> Dim:
    """A fresh size that equals `a` where the condition holds and `b` where it does not; one of them if it is the other
    there: `if w != padded: w = w` after a padding; the next multiple where the condition asks for one.

    Without a condition it is known to lie between the smallest and the largest that the two may be.
    """
    a, b = path.simplify(a), path.simplify(b)
    if a == b:
        return a
    if isinstance(cond, Formula):
        if path.decide(or_(cond, eq(a, b))) is True:
            return a
        if path.decide(or_(not_(cond), eq(a, b))) is True:
            return b
        for filled in (filled_up(cond, a, b), filled_up(not_(cond), b, a)):
            if filled is not None:
                return path.simplify(filled)
        limited = _limited(path, a, b, cond)
        if limited is not None:
            return limited
    (low_a, high_a), (low_b, high_b) = path.facts.bounds(a), path.facts.bounds(b)
    low = None if low_a is None or low_b is None else min(low_a, low_b)
    high = None if high_a is None or high_b is None else max(high_a, high_b)
    if not isinstance(cond, Formula):
        return path.fresh(_name_of_both(path, a, b), low, high)
    joined = path.skolem((cond, a, b, low, high), lambda: path.fresh(_name_of_both(path, a, b), low, high))
    for is_so in (or_(not_(cond), eq(joined, a)), or_(cond, eq(joined, b))):
        if path.facts.simplify_condition(is_so) is not True:
            path.assume(is_so)
    return joined


def _limited(path: Path, a: Dim, b: Dim, cond: Formula) -> Dim | None:
    """The smaller or the larger of both, where the condition, under which it is `a`, asks which that is:
    `if n > 10: n = 10`."""
    if not isinstance(cond, Compare) or cond.op is not GE:
        return None
    for greater, less, limit in ((b, a, min_), (a, b, max_)):
        if greater - less - cond.expr in (0, 1):  # where they are equal, it does not matter which
            return path.simplify(limit(a, b))
    return None


def _name_of_both(path: Path, a: Dim, b: Dim) -> str:
    """`n_or_4`, where the names of both are short enough to be read."""
    names: list[str] = []
    for dim in (a, b):
        if isinstance(dim, Expr):
            own = path.hints.get(dim.name, base_name(dim.name)) if dim.is_symbol else ""
            names.insert(0, "" if own in _PLACEHOLDERS else own)
        else:
            names.append(str(dim))
    name = "_or_".join(dict.fromkeys(names))
    return name if name.isidentifier() and all(names) and len(name) <= MAX_NAME else "either"


def join_shapes(path: Path, a: Shape, b: Shape, cond: Cond | None) -> Shape:
    """Dim by dim when the ranks are equal; else the common ends around a star."""
    a, b = path.resolve(a), path.resolve(b)
    if a == b:
        return a
    if len(a) == len(b) and star_index(a) == star_index(b) and _stars_agree(a, b):
        return tuple(
            x if isinstance(x, Star) or isinstance(y, Star) else join_dims(path, x, y, cond) for x, y in zip(a, b)
        )
    front: list[Dim | Star] = []
    back: list[Dim | Star] = []
    for x, y in zip(a, b):
        if isinstance(x, Star) or isinstance(y, Star) or x != y:
            break
        front.append(x)
    for x, y in zip(reversed(a[len(front) :]), reversed(b[len(front) :])):
        if isinstance(x, Star) or isinstance(y, Star) or x != y:
            break
        back.append(x)
    others = (*a[len(front) : len(a) - len(back)], *b[len(front) : len(b) - len(back)])
    star = path.fresh_star("either", min((1, *(_least(path, dim) for dim in others))))
    rests = [path.facts.bounds(path.simplify(rank_of(side)))[0] or 0 for side in (a, b)]
    least = min(rests) - len(front) - len(back)
    if least > 0:
        path.assume(ge(star.rank, least))
    return (*front, star, *reversed(back))


def _least(path: Path, dim: Dim | Star) -> int:
    """The least size that a dim, or those of a star, may have."""
    return dim.dim_low if isinstance(dim, Star) else max(0, path.facts.bounds(dim)[0] or 0)


def _stars_agree(a: Shape, b: Shape) -> bool:
    at = star_index(a)
    return at is None or a[at] is b[at]


def _join_tensors(machine: Machine, a: Tensor, b: Tensor, cond: Cond | None) -> Tensor:
    shape = join_shapes(machine.path, a.shape, b.shape, cond)
    dtype = a.dtype if a.dtype is b.dtype else None
    joined = Tensor(shape, dtype, a.site, a.parent, a.is_parameter and b.is_parameter, a.name, cls=a.cls)
    joined.kind = a.kind
    joined.attrs = _joined_attributes(machine, a.attrs, b.attrs, cond)
    joined.is_guess = a.is_guess or b.is_guess
    joined.follows_failure = a.follows_failure and b.follows_failure
    joined.is_sparse = a.is_sparse if a.is_sparse is b.is_sparse else None
    joined.numbers = a.numbers if a.numbers == b.numbers and dtype is not None else None
    return joined


def _joined_attributes(
    machine: Machine, a: DictValue | None, b: DictValue | None, cond: Cond | None
) -> DictValue | None:
    """What the two tensors have in common; what one of them alone has, the joined one may have."""
    if a is b or a is None or b is None:
        return a if a is b else None
    both = {name: join(machine, value, b.entries[name], cond) for name, value in a.entries.items() if name in b.entries}
    return DictValue(both, is_open=a.is_open or b.is_open or len(both) < max(len(a.entries), len(b.entries)))


def join_lists(machine: Machine, a: ListValue, b: ListValue, cond: Cond | None) -> ListValue | None:
    """Item by item where both have equally many, else one item for all; None where nothing is common to both."""
    if a.limit is not None or b.limit is not None or type(a) is not type(b):
        return None
    if a.items is not None and b.items is not None and len(a.items) == len(b.items):
        return ListValue([join(machine, x, y, cond) for x, y in zip(a.items, b.items)])
    elements = [*_summary(a), *_summary(b)]
    if not elements:
        return None
    is_new = each.born_since(machine.path)
    element = one_of(machine, elements)
    each.vary(machine.path, element, is_new)  # where the two differ, each item has its own size
    length = join_dims(machine.path, _length(a), _length(b), cond)
    if isinstance(a, TupleOfMany):
        return TupleOfMany(element, length)
    return ListValue(None, element, length, _joined_sizes(machine.path, sizes_in(a), sizes_in(b), cond))


def _joined_sizes(path: Path, a: SizesValue | None, b: SizesValue | None, cond: Cond | None) -> SizesValue | None:
    """The sizes in two lists, one by one; None if they are not sure to be as many. (There may be a -1 among them.)"""
    if a is None or b is None:
        return None
    one, other = path.resolve(a.shape), path.resolve(b.shape)
    is_alike = len(one) == len(other) and star_index(one) == star_index(other) and _stars_agree(one, other)
    return SizesValue(join_shapes(path, one, other, cond)) if is_alike else None


def _summary(value: ListValue) -> list[Value]:
    return [value.element] if value.items is None else value.items


def _length(value: ListValue) -> Dim:
    return value.length if value.items is None else len(value.items)
