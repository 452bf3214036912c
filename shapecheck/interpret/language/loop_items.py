"""The item that stands for all of a list which a loop fills: rounds add to it, and those of earlier rounds stay.

So it has no closed form over the rounds, as a size has that each round makes anew: what differs between what was there
and what a round has added is another in each item.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.language.widening import is_dim, says_no_more
from shapecheck.symbolic import Dim, Expr
from shapecheck.values import MISSING, Scalar, Shape, Star, Tensor, UnionValue, Unknown, Value, each, is_plain

if TYPE_CHECKING:
    from shapecheck.interpret.language.widening import Rounds

PLAIN = (type(None), bool, int, float, str, Expr, Scalar, Tensor, tuple)
"""What is compared; of all else, what is there stands for what is added."""


def covers(rounds: Rounds, old: Value, new: Value) -> bool:
    """Whether the item stands for what a round has added, too."""
    if old is new or isinstance(old, Unknown):
        return True
    if isinstance(new, UnionValue):
        return all(covers(rounds, old, member) for member in new.members)
    if isinstance(old, UnionValue):
        return any(covers(rounds, member, new) for member in old.members)
    if is_dim(old) and is_dim(new):
        return _covers_dim(rounds, old, new)
    if not isinstance(old, PLAIN) or not isinstance(new, PLAIN):
        return type(old) is type(new) or rounds.covers(old, new)
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(covers(rounds, a, b) for a, b in zip(old, new))
    if isinstance(old, Tensor) and isinstance(new, Tensor):
        return old.cls == new.cls and says_no_more(old, new) and _covers_shape(rounds, old.shape, new.shape)
    return rounds.covers(old, new)


def widen(rounds: Rounds, old: Value, new: Value) -> Value:
    """An item that stands for both, and for what further rounds add."""
    is_new = each.born_since(rounds.path)
    wider = _widened(rounds, old, new)
    each.vary(rounds.path, wider, is_new)
    return wider


def _widened(rounds: Rounds, old: Value, new: Value) -> Value:
    if covers(rounds, old, new):
        return old
    members = (*_members(old), *_members(new))
    first, numbers = members[0], [one for one in members if is_dim(one)]
    if len(numbers) == len(members):
        return _any_number(rounds, numbers)
    if isinstance(first, tuple) and all(isinstance(one, tuple) and len(one) == len(first) for one in members):
        return tuple(_of_all(rounds, column) for column in zip(*members))
    if isinstance(first, Tensor) and isinstance(new, Tensor) and isinstance(old, Tensor):
        dims = _widened_shape(rounds, old.shape, new.shape) if old.cls == new.cls else None
        if dims is not None:
            return Tensor(dims, old.dtype if old.dtype is new.dtype else None, old.site, old.parent, cls=old.cls)
    return rounds.machine.one_of(members)


def _of_all(rounds: Rounds, values: Sequence[Value]) -> Value:
    wider = values[0]
    for value in values[1:]:
        wider = _widened(rounds, wider, value)
    return wider


def _any_number(rounds: Rounds, numbers: Sequence[Dim]) -> Expr:
    path = rounds.path
    lows = [path.facts.bounds(path.simplify(one))[0] for one in numbers]
    return path.fresh("looped", 0 if all(low is not None and low >= 0 for low in lows) else None)


def _widened_shape(rounds: Rounds, old: Shape, new: Shape) -> Shape | None:
    """The sizes in which both differ may be any; None of different ranks."""
    path = rounds.path
    old, new = path.resolve(old), path.resolve(new)
    if len(old) != len(new) or not is_plain(old) or not is_plain(new):
        return None
    pairs = zip(old, new)
    return tuple(a if _covers_dim(rounds, a, b) else path.fresh("looped", 0) for a, b in pairs)


def _members(value: Value) -> tuple[Value, ...]:
    return value.members if isinstance(value, UnionValue) else (value,)


def _covers_dim(rounds: Rounds, old: Dim, new: Dim) -> bool:
    """Equal sizes; a size that is another in each item and of which nothing is known may be any."""
    path = rounds.path
    old, new = path.simplify(old), path.simplify(new)
    if old == new:
        return True
    if not isinstance(old, Expr) or not old.is_symbol or path.each.get(old.name, MISSING) is not None:
        return False
    (low_old, high_old), (low_new, high_new) = path.facts.bounds(old), path.facts.bounds(new)
    is_above = low_old is None or (low_new is not None and low_new >= low_old)
    return is_above and (high_old is None or (high_new is not None and high_new <= high_old))


def _covers_shape(rounds: Rounds, old: Shape, new: Shape) -> bool:
    path = rounds.path
    old, new = path.resolve(old), path.resolve(new)
    if old == new:
        return True
    if len(old) == 1 and isinstance(old[0], Star) and old[0].name in path.each:
        return True
    if len(old) != len(new):
        return False
    pairs = zip(old, new)
    return all(a == b if isinstance(a, Star) or isinstance(b, Star) else _covers_dim(rounds, a, b) for a, b in pairs)
