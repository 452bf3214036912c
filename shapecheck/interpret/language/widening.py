"""What a loop does to a place in its rounds: the same again, a constant more in each, or anything.

A size that grows by the same amount in every round is kept in closed form over the number of rounds that are over,
which is proved by one further round (induction). What an item has for itself (`values.each`) adds up over the rounds
to a size of its own, of which the sum over all items may be known. What fits no such form is widened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeGuard

from shapecheck.interpret.language import joins, made_anew
from shapecheck.symbolic import Cond, Dim, Expr, ge, lt
from shapecheck.values import (
    BIRTHS,
    Delta,
    Path,
    Shape,
    Star,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    each,
    held,
    star_index,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


class Rounds:
    """The rounds of one loop: `over` is the number of those that are over at the head of one, `so_far` what the sizes
    that vary from item to item have summed up to there, `more` the condition of one more. `item` stands for the item of
    each round."""

    def __init__(self, machine: Machine, count: Dim | None, item: Value = None) -> None:
        self.machine = machine
        self.path: Path = machine.path
        self.is_new: Callable[[each.Part], bool] = each.born_since(machine.path)
        self.over = machine.path.fresh("rounds", 0)
        self.more: Cond = True if count is None else lt(self.over, count)
        self.so_far = {size: machine.path.fresh("so_far", 0) for size in each.varying(machine.path, item)}
        self._next: dict[Expr, Dim] = {self.over: self.over + 1}
        self._next |= {summed: summed + size for size, summed in self.so_far.items()}
        self._least: list[tuple[Dim, int]] = []
        """Closed forms that are sizes, and what they cannot be less than; those that are given up count no more."""
        self.closed: dict[tuple[int, Any], tuple[Any, Any, bool, Any]] = {}
        """Places that hold a closed form, as the store knows them, with their values at the head of a round."""

        self.begun = next(BIRTHS)
        """What was born later is of the last round."""
        self.tries = 0
        self._unions: dict[tuple[int, Any], tuple[Any, Any, bool]] = {}
        self._made_anew: dict[tuple[int, Any], tuple[Any, Any, bool, Value]] = {}

    def covers(self, old: Value, new: Value) -> bool:
        """True when every concrete value of `new` is one of `old`: at the head of this round, or of the next one."""
        if old is new or isinstance(old, Unknown):
            return True
        if isinstance(old, Tensor) and isinstance(new, Tensor):
            return says_no_more(old, new) and self.covers_shape(old.shape, new.shape)
        if is_dim(old) and is_dim(new):
            return self.covers_dim(old, new)
        if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
            return all(self.covers(a, b) for a, b in zip(old, new))
        if isinstance(old, (str, float, bool, bytes)) and type(old) is type(new):
            return bool(old == new)
        if isinstance(old, UnionValue):
            # A sum that begins with a 0, a best result that begins with None.
            members = new.members if isinstance(new, UnionValue) else (new,)
            return all(any(self.covers(known, member) for known in old.members) for member in members)
        if isinstance(new, UnionValue):
            return all(self.covers(old, member) for member in new.members)
        if made_anew.is_made_anew(self, old, new):
            return made_anew.covers(self, old, new)
        joined = self.machine.join(old, new)
        return joined is old

    def covers_dim(self, old: Any, new: Any, least: int | None = None) -> bool:
        """Like `covers`, of a number that cannot be less than `least`."""
        old, new = self.path.simplify(old), self.path.simplify(new)
        if old == new:
            return True
        if not isinstance(old, Expr):
            return False
        if self.is_closed(old):
            return bool(self.path.simplify(old.substitute(self._next)) == new)
        if not (old.is_symbol and old.name.startswith("looped")):
            return False
        low_old, low_new = self.path.facts.bounds(old)[0], self.path.facts.bounds(new)[0]
        return low_old is None or any(low is not None and low >= low_old for low in (low_new, least))

    def covers_shape(self, old: Shape, new: Shape) -> bool:
        old, new = self.path.resolve(old), self.path.resolve(new)
        if old == new:
            return True
        if len(old) == 1 and isinstance(old[0], Star) and old[0].name.startswith("looped"):
            return True
        if len(old) != len(new) or star_index(old) is not None or star_index(new) is not None:
            return False
        return all(self.covers_dim(a, b, 0) for a, b in zip(old, new))

    def left_behind(self, value: Value) -> Value:
        """What a round leaves, as the next one finds it, which has another item."""
        return each.of_earlier(self.path, value, tuple(self.so_far)) if _is_of_tensors(value) else value

    def widen(self, old: Value, new: Value) -> Value:
        """A value that admits both and, as far as is known, what further rounds make of it."""
        if isinstance(old, Tensor) and isinstance(new, Tensor) and old.cls == new.cls and old.kind is new.kind:
            dtype = old.dtype if old.dtype is new.dtype else None
            shape = self.widen_shape(old.shape, new.shape)
            widened = Tensor(shape, dtype, old.site, old.parent, name=old.name, cls=old.cls)
            widened.kind = old.kind
            widened.is_sparse = old.is_sparse if old.is_sparse is new.is_sparse else None
            widened.follows_failure = old.follows_failure or new.follows_failure
            return widened
        if is_dim(old) and is_dim(new):
            return self.widen_dim(old, new, None)
        if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
            return tuple(map(self.widened, old, new))
        if isinstance(old, UnionValue):
            return self._widen_union(old, new)
        if made_anew.is_made_anew(self, old, new):
            return made_anew.widen(self, old, new)
        return joins.join(self.machine, old, new)

    def widened(self, old: Value, new: Value) -> Value:
        """The old value if it admits the new one, else one that admits both."""
        return old if self.covers(old, new) else self.widen(old, new)

    def _widen_union(self, old: UnionValue, new: Value) -> Value:
        """The member of the same kind is widened for each that no member covers; one of a new kind is a further one."""
        members = list(old.members)
        for one in new.members if isinstance(new, UnionValue) else (new,):
            if any(self.covers(known, one) for known in members):
                continue
            like = next((i for i, known in enumerate(members) if _are_alike(known, one)), None)
            if like is None:
                members.append(one)
            else:
                members[like] = self.widen(members[like], one)
        return joins.make_union(self.machine, members)

    def widen_dim(self, old: Dim, new: Dim, least: int | None) -> Dim:
        path = self.path
        old, new = path.simplify(old), path.simplify(new)
        step = path.simplify(new - old)
        if not self.is_closed(old) and not any(self.is_new(symbol) for symbol in getattr(step, "symbols", ())):
            grown = self._grown(old, step)
            if grown is None:
                return path.fresh("looped", least)
            if least is not None and (type(step) is not int or step < 0):
                self._least.append((grown, least))
            return grown
        lows = [path.facts.bounds(dim)[0] for dim in (old, new)]
        if least is None and all(low is not None and low >= 0 for low in lows):
            least = 0
        return path.fresh("looped", least)

    def _grown(self, start: Dim, step: Dim) -> Dim | None:
        """What a size is after the rounds that are over if each adds the step; None if that is no sum of the items'."""
        rest, sums = step, start
        for size, summed in self.so_far.items():
            if isinstance(rest, Expr) and size in rest.symbols:
                slope = rest.substitute({size: size + 1}) - rest
                if isinstance(slope, Expr) and not slope.symbols.isdisjoint(self.so_far):
                    return None
                rest, sums = rest.substitute({size: 0}), sums + slope * summed
        return sums + rest * self.over

    def widen_shape(self, old: Shape, new: Shape) -> Shape:
        old, new = self.path.resolve(old), self.path.resolve(new)
        if len(old) != len(new) or star_index(old) is not None or star_index(new) is not None:
            return (self.path.fresh_star("looped", 0),)
        widened: list[Dim | Star] = []
        for a, b in zip(old, new):
            assert not isinstance(a, Star) and not isinstance(b, Star)
            widened.append(a if self.covers_dim(a, b, 0) else self.widen_dim(a, b, 0))
        return tuple(widened)

    def is_closed(self, value: Any) -> bool:
        """Whether the value is a closed form over the rounds."""
        if isinstance(value, Expr):
            return not value.symbols.isdisjoint(self._next)
        if isinstance(value, Tensor):
            return self.is_closed(value.shape)
        if isinstance(value, made_anew.PLAIN):
            return any(map(self.is_closed, made_anew.parts_of(value)))
        return isinstance(value, tuple) and any(map(self.is_closed, value))

    def note(self, container: Any, key: Any, is_attribute: bool, value: Any) -> None:
        """What a place holds at the head of a round."""
        if self.is_closed(value):
            self.closed[id(container), key] = (container, key, is_attribute, value)
        else:
            self.closed.pop((id(container), key), None)
        if isinstance(value, UnionValue):
            self._unions[id(container), key] = (container, key, is_attribute)
        if isinstance(value, made_anew.PLAIN):
            self._made_anew[id(container), key] = (container, key, is_attribute, value)
        else:
            self._made_anew.pop((id(container), key), None)

    def settle_containers(self) -> None:
        """After any number of rounds a place holds what it held at the head of any: a container of its own."""
        for container, key, is_attribute, value in self._made_anew.values():
            self.set(container, key, is_attribute, value)

    def held_in_unions(self) -> list[tuple[Any, Any, bool, Value]]:
        """The places that held one of several kinds of values at the head of a round, with what they hold now."""
        return [
            (container, key, is_attribute, held(container, key, is_attribute))
            for container, key, is_attribute in self._unions.values()
        ]

    def leave(self, changed: Delta) -> None:
        """The places that may hold several kinds of values at the head of a round hold what one before it has left."""
        for place, (container, key, is_attribute) in self._unions.items():
            written = changed.writes.get(place)
            if written is not None:
                self.set(container, key, is_attribute, self.left_behind(written[3]))

    def begin(self) -> None:
        """What is known at the head of a round: there is one more, and sizes in closed form are sizes."""
        self.begun, self.tries = next(BIRTHS), self.tries + 1
        self.path.assume(self.more)
        self._assume_least({})

    def _assume_least(self, final: dict[Expr, Dim]) -> None:
        held = {dim for *_, value in self.closed.values() for dim in _dims_of(value)}
        for grown, least in self._least:
            if isinstance(grown, Expr) and grown in held:
                self.path.assume(ge(grown.substitute(final), least))

    def give_up(self) -> None:
        """The closed forms have not been proved: the places may hold anything of their kind."""
        for container, key, is_attribute, value in list(self.closed.values()):
            self.set(container, key, is_attribute, self.opened(value))
        self.closed.clear()

    def opened(self, value: Any) -> Any:
        """Any value of its kind in the place of closed forms."""
        if isinstance(value, Expr):
            return self.path.fresh("looped", 0) if self.is_closed(value) else value
        if isinstance(value, Tensor):
            shape = self.opened(value.shape)
            opened = Tensor(shape, value.dtype, value.site, value.parent, name=value.name, cls=value.cls)
            opened.kind, opened.attrs = value.kind, value.attrs
            opened.is_sparse, opened.follows_failure = value.is_sparse, value.follows_failure
            return opened
        if isinstance(value, made_anew.PLAIN):
            return made_anew.rebuilt(value, self.opened)
        return tuple(map(self.opened, value)) if isinstance(value, tuple) else value

    def settle(self, count: Dim | None) -> None:
        """After all rounds the places hold what their closed forms say of the number of rounds that were made."""
        final: dict[Expr, Dim] = {} if count is None else {self.over: count}
        for size, summed in self.so_far.items():
            known = self.path.each.get(size.name)
            if count is not None and known is not None and self.path.simplify(known.number - count) == 0:
                final[summed] = known.total
        for place, (container, key, is_attribute, value) in list(self.closed.items()):
            if self._cannot_be(value, final):
                self.set(container, key, is_attribute, self.opened(value))
                del self.closed[place]
            else:
                self.set(container, key, is_attribute, self._settled(value, final))
        self._assume_least(final)

    def _settled(self, value: Any, final: dict[Expr, Dim]) -> Any:
        if isinstance(value, made_anew.PLAIN):
            return made_anew.rebuilt(value, lambda part: self._settled(part, final))
        return each.substituted(self.path, value, final)

    def _cannot_be(self, value: Any, final: dict[Expr, Dim]) -> bool:
        """Whether a size would be less than nothing after that many rounds: then it is not what its form says."""
        least = dict(self._least)
        return any(
            isinstance(dim, Expr)
            and dim in least
            and self.path.decide(ge(dim.substitute(final), least[dim])) is False
            for dim in _dims_of(value)
        )

    def set(self, container: Any, key: Any, is_attribute: bool, value: Any) -> None:
        if is_attribute:
            self.machine.store.set_attr(container, key, value)
        else:
            self.machine.store.set_item(container, key, value)


def says_no_more(old: Tensor, new: Tensor) -> bool:
    """Whether all that is known of one tensor but its shape is known of another one, too."""
    if old.numbers is not None and old.numbers != new.numbers:
        return False
    if old.trues is not None and old.trues != new.trues:
        return False
    return (old.dtype is None or old.dtype is new.dtype) and old.held in (None, new.held)


def _dims_of(value: Any) -> Iterator[Any]:
    """The sizes of a tensor, of a shape or in a container; a number itself."""
    if isinstance(value, Tensor):
        yield from value.shape
    elif isinstance(value, (tuple, *made_anew.PLAIN)):
        for part in value if isinstance(value, tuple) else made_anew.parts_of(value):
            yield from _dims_of(part)
    else:
        yield value


def _is_of_tensors(value: Value) -> bool:
    """Whether it is a tensor or a size, or a tuple or a choice of such."""
    if isinstance(value, UnionValue):
        return all(map(_is_of_tensors, value.members))
    if type(value) is tuple:
        return all(map(_is_of_tensors, value))
    return value is None or is_dim(value) or isinstance(value, Tensor)


def _are_alike(a: Value, b: Value) -> bool:
    """Whether a value that admits both says more than a union of them."""
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return a.cls == b.cls and len(a.shape) == len(b.shape)
    return is_dim(a) and is_dim(b) or isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b)


def is_dim(value: object) -> TypeGuard[Dim]:
    """Whether it is an int, known or not, and no truth."""
    return type(value) is int or isinstance(value, Expr)
