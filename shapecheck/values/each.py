"""Sizes that every item of a list has for itself: the pieces of `x.split(lengths)`, `[x[mask] for mask in masks]`.

A list of unknown length is kept as one item that stands for all. A symbol in it that was born with the item is another
size in each of them: taken out of the list it becomes a size of its own, and what it sums up to is another size still,
unless the items are known to be the parts of a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Union

from shapecheck.symbolic import (
    Cond,
    Dim,
    Expr,
    Formula,
    and_,
    ceildiv,
    eq,
    ge,
    le,
    lt,
    mentions,
    min_,
    minimum_parts,
    substitute,
)
from shapecheck.symbolic.formula import Compare
from shapecheck.values.containers import DictValue, ListValue
from shapecheck.values.dtype import DType
from shapecheck.values.objects import Instance, UnionValue
from shapecheck.values.path import REALM_SIZE, Count, Path, Sum
from shapecheck.values.shape import Shape, Star
from shapecheck.values.tensors import Tensor

MAX_COPIED_FACTS = 64
MAX_MENTIONED = 12
"""What names symbols more often (the number of elements behind ten layers) tells little of one item, and much work is
done to say it of each."""
MAX_DEPTH = 4
"""Sizes are looked for so deep in containers and objects."""
MAX_ATTRS = 16
"""Objects of more attributes are no records."""
WITHOUT_SIZES = frozenset({int, str, float, bool, type(None)})
LEAVES_A_STEP = 4
CUT_OR_LEFT = 2
"""A cut of a given width is as long as that, or as what is left."""
BOOL = DType("bool")
Part = Union[Expr, Star]
"""A symbol or a star: a part of a shape with a name."""


class BornSince:
    """Tells the symbols and stars that are made from now on from those that are there: the dims of a star are as old
    as it is even if they come to light later."""

    __slots__ = ("_before", "_path")

    def __init__(self, path: Path) -> None:
        self._path = path
        self._before = path.made()

    def __call__(self, one: Part) -> bool:
        path = self._path
        name = one.name.partition(".")[0]  # `x#2.numel` is as old as its star
        while name in path.split_from:
            name = path.split_from[name]
        base, _, number = name.partition("#")
        return int(number or 1) % REALM_SIZE > self._before.get(base, 0)

    def are_none(self) -> bool:
        """Whether none has been made."""
        return self._path.made() == self._before


def born_since(path: Path) -> BornSince:
    """Those that are made from now on."""
    return BornSince(path)


def vary(path: Path, value: Any, is_new: Callable[[Part], bool]) -> None:
    """The new sizes in an item that stands for all are others in each, and so are those that had to fit them."""
    if isinstance(is_new, BornSince) and is_new.are_none():
        return
    leaves = _leaves(value)
    path.work += len(leaves) // LEAVES_A_STEP
    symbols = _symbols(path, leaves)
    met: list[Part] = [*_related(symbols, _conds(path), is_new), *_stars(path, leaves)]
    for one in met:
        if is_new(one):
            path.each.setdefault(one.name, None)


def part(path: Path, total: Dim, count: Dim, by: Dim | None = None, name: str = "part") -> Expr:
    """The size of each of so many parts that make up the total: `by` of all but the last, if it is given."""
    size = path.fresh(name, 0)
    path.each[size.name] = Sum(total, count, by)
    return size


def own(path: Path, name: str, high: int | None = None, low: int = 1) -> Expr:
    """A size that every item has for itself; nothing is known of their sum."""
    size = path.fresh(name, low, high)
    path.each[size.name] = None
    return size


def first_sizes(path: Path, value: Any) -> dict[Expr, Dim]:
    """Of the sizes that are others in each item, those of which it is known what they are in the first."""
    wholes = {symbol: path.each[symbol.name] for symbol in varying(path, value)}
    return {
        symbol: whole.by
        for symbol, whole in wholes.items()
        if whole is not None and whole.by is not None and path.decide(ge(whole.total, whole.by)) is True
    }


def first_counts(path: Path, value: Any, number: Dim | None = None) -> dict[Expr, Dim]:
    """Of the numbers that count the items, what they are in the first one. A list in which the items were kept has so
    many: if there is one for each that was counted, they came in their order."""
    return {symbol: count.first for symbol, count in _counted(path, value, number).items()}


def item_at(path: Path, many: ListValue, index: Any) -> Any:
    """The item at a position of a list of which one stands for all. There is one, or Python raises an error."""
    if not isinstance(index, (int, Expr)) or not path.each:
        return taken(path, many.element)
    position = many.length + index if path.decide(lt(index, 0)) else index
    if type(index) is not int and not path.decide(ge(position, 0)):
        return taken(path, many.element)
    known = _counts_at(path, many.element, position, many.length)
    for symbol in varying(path, many.element):
        whole = path.each[symbol.name]
        if whole is not None and whole.by is not None and path.simplify(whole.number - many.length) == 0:
            rest = whole.total - position * whole.by
            known[symbol] = whole.by if path.decide(ge(rest, whole.by)) else min_(whole.by, rest)
    return taken(path, substituted(path, many.element, known) if known else many.element)


def last_counts(path: Path, value: Any, number: Dim) -> dict[Expr, Dim]:
    """Of the numbers that count so many items, what they are in the last one."""
    return _counts_at(path, value, number - 1, number) if path.counts else {}


def _counts_at(path: Path, value: Any, position: Dim, number: Dim) -> dict[Expr, Dim]:
    """The numbers that count so many items, as they are in the one at a position."""
    counted = _counted(path, value, number).items()
    return {symbol: count.first + position * count.step for symbol, count in counted}


def _counted(path: Path, value: Any, number: Dim | None) -> dict[Expr, Count]:
    found = [symbol for symbol in varying(path, value) if symbol.name in path.counts] if path.counts else []
    counted = {symbol: path.counts[symbol.name] for symbol in found}
    return {
        symbol: count
        for symbol, count in counted.items()
        if count.is_in_order and (number is None or _counts_all(path, count, number))
    }


def _counts_all(path: Path, count: Count, number: Dim) -> bool:
    if count.end is None:
        return False
    return path.simplify(ceildiv(count.end - count.first, count.step)) == path.simplify(number)


def in_any_order(path: Path, value: Any) -> Any:
    """The item that stands for all where they lie in another order: what the first and the last are is not known any
    more, what they sum up to is."""
    own = [symbol for symbol in varying(path, value) if symbol.name in path.counts or path.each[symbol.name]]
    renewed, mapping = _renewed(path, value, _linked(path, own)) if own else (value, {})
    for symbol, other in mapping.items():
        if isinstance(other, Expr) and symbol.name in path.each:  # the rank of a star is none
            whole = path.each[symbol.name]
            path.each[other.name] = None if whole is None else whole._replace(by=None)
            if symbol.name in path.counts:
                path.counts[other.name] = path.counts[symbol.name]._replace(is_in_order=False)
    return renewed


def last_sizes(path: Path, value: Any) -> dict[Expr, Dim]:
    """The same of the last item, where it is smaller than the others."""
    sizes: dict[Expr, Dim] = {}
    for symbol in varying(path, value):
        whole = path.each[symbol.name]
        if whole is None or whole.by is None:
            continue
        total, by = path.simplify(whole.total), path.simplify(whole.by)
        if type(total) is not int or type(by) is not int or by < 1 or total % by == 0:
            continue
        if path.simplify(whole.number) == -(-total // by):  # else the last ones are left out
            sizes[symbol] = total % by
    return sizes


def varying(path: Path, value: Any) -> list[Expr]:
    """The sizes in an item of a list that are others in each item."""
    return _varying(path, _symbols(path, _leaves(value)))


def cut(path: Path, value: Any, count: int) -> tuple[Cond, Cond, list[Any]] | None:
    """So many items of a list of equal parts, of which the value stands for all; before them the conditions that
    there are as many, and no more. None of other lists."""
    own = _varying(path, _symbols(path, _leaves(value)))
    known = path.each[own[0].name] if len(own) == 1 else None
    if known is None or known.by is None or count < 1:
        return None
    rest = known.total - (count - 1) * known.by
    items = [substituted(path, value, {own[0]: size}) for size in (*[known.by] * (count - 1), rest)]
    return ge(rest, 1), le(rest, known.by), items


def summed(path: Path, size: Dim, count: Dim) -> Dim:
    """The sum of a size over so many items."""
    simple = path.simplify(size)
    own = _varying(path, (simple,))
    if not own or not isinstance(simple, Expr):
        return simple * count
    whole: Dim | None = None
    if len(own) == 1:
        sum_of = _sum_of_cuts if own[0].name in path.counts else _sum_of_parts
        whole = sum_of(path, simple, own[0], count)
    return path.fresh("total", 0) if whole is None else whole


def _sum_of_parts(path: Path, size: Expr, part: Expr, count: Dim) -> Dim | None:
    """What sizes that grow with the parts of a whole sum up to; None of others."""
    known = path.each[part.name]
    if known is None or path.simplify(known.number) != path.simplify(count):
        return None
    slope = size.substitute({part: part + 1}) - size
    if part in getattr(slope, "symbols", ()):
        return None
    return slope * known.total + size.substitute({part: 0}) * count


def _sum_of_cuts(path: Path, size: Expr, index: Expr, count: Dim) -> Dim | None:
    """What `x[i : i + n]` for `i in range(0, len(x), n)` make together, or `x[k * n : (k + 1) * n]`: each is n long, or
    what is left. None of other sizes."""
    first, _, step, _ = path.counts[index.name]
    parts = minimum_parts(size)
    for width, rest in ((parts, parts[::-1]) if len(parts) == CUT_OR_LEFT else ()):
        left = [path.simplify(substitute(rest, {index: first + number * step})) for number in range(3)]
        falls = all(path.simplify(one - other - width) == 0 for one, other in pairwise(left))
        if falls and path.decide(ge(left[0], 0)) and path.simplify(ceildiv(left[0], width) - count) == 0:
            return left[0]
    return None


def in_terms_of(path: Path, item: Any, like: Any) -> Any:
    """The item with the index in what stands for others in the place of its own, where both count the same range: one
    form stands for all then."""
    if not path.counts:
        return item
    own, other = (
        [symbol for symbol in varying(path, value) if symbol.name in path.counts] for value in (item, like)
    )
    if len(own) != 1 or len(other) != 1 or own == other or path.counts[own[0].name] != path.counts[other[0].name]:
        return item
    return substituted(path, item, {own[0]: other[0]})


def taken(path: Path, value: Any) -> Any:
    """One item of a list: what varies from item to item is a size of its own here."""
    own = _varying(path, _symbols(path, _leaves(value)))
    return _renewed(path, value, _linked(path, own))[0] if own or _varying_stars(path, value) else with_own_masks(value)


def of_earlier(path: Path, value: Any, item: Sequence[Expr]) -> Any:
    """What was made of an item of a list, as the rounds of a loop find it that have a later item. Of parts that are
    equal but for the last one an earlier one is as long as most; of other sizes nothing is known."""
    mapping: dict[Expr, Dim] = {}
    for symbol in varying(path, value):
        whole = path.each[symbol.name] if symbol in item else None
        if whole is not None and whole.by is not None:
            mapping[symbol] = whole.by
        elif symbol in item:
            mapping[symbol] = path.fresh("looped", path.facts.bounds(symbol)[0])
    stars = {star: path.fresh_star("looped", 0) for star in _varying_stars(path, value)}
    return substituted(path, value, mapping, stars) if mapping or stars else value


def chosen(path: Path, value: Any) -> Any:
    """One item of those that a filter lets pass, which are others than those that another one does. If it is a list,
    its length is another in each, too."""
    if type(value) is not ListValue or value.items is not None:
        return taken(path, value)
    length, element = taken(path, (value.length, value.element))
    return ListValue(None, element, length)


def with_own_masks(value: Any) -> Any:
    """An item that stands for all, as one of them: other elements of a mask are True in each."""
    if type(value) is tuple:
        items = tuple(map(with_own_masks, value))
        return value if all(a is b for a, b in zip(items, value)) else items
    if type(value) is not Tensor or value.dtype is not BOOL:
        return value
    kept = value.is_parameter, value.name, value.maker, value.cls
    made = Tensor(value.shape, value.dtype, value.site, value.parent, *kept)
    made.is_guess, made.is_sparse, made.strides = value.is_guess, value.is_sparse, value.strides
    made.follows_failure = value.follows_failure
    return made


def component(path: Path, value: Any) -> Any:
    """One component of a nested tensor: what differs between them is a size of its own here."""
    own = [symbol for symbol in varying(path, value) if symbol.name in path.ragged] if path.ragged else []
    return _renewed(path, value, _linked(path, own))[0] if own else value


def apart(path: Path, value: Any, count: int) -> list[Any]:
    """So many items, of which the value stands for all; what they sum up to stays known. All parts of a whole in their
    order are of the given size, but for the last one."""
    own = _varying(path, _symbols(path, _leaves(value)))
    if not own and not isinstance(value, Tensor):
        return [value] * count
    whole, pieces = path.each[own[0].name] if own else None, cut(path, value, count)
    if whole is not None and pieces is not None and path.simplify(whole.number) == count:
        fits, ends, items = pieces
        path.assume(and_(fits, ends))
        return items
    linked = _linked(path, own)
    renewed = [_renewed(path, value, linked) for _ in range(count)]
    for symbol in own:
        known = path.each[symbol.name]
        if known is not None and path.simplify(known.number) == count:
            parts: Dim = 0
            for _, mapping in renewed:
                parts = parts + mapping[symbol]
            path.assume(eq(parts, known.total))
    return [item for item, _ in renewed]


class _Linked(NamedTuple):
    """Symbols that vary together, and what is known of them."""

    symbols: Sequence[Expr] = ()
    facts: Sequence[tuple[Formula, object]] = ()


def _linked(path: Path, own: Sequence[Expr]) -> _Linked:
    """Those of an item, with those that vary with them."""
    if not own:
        return _Linked()
    symbols = _related(own, _conds(path), lambda one: one.name in path.each)
    return _Linked(symbols, [one for one in _copied(path) if not one[0].symbols.isdisjoint(symbols)])


def _renewed(path: Path, value: Any, linked: _Linked) -> tuple[Any, dict[Expr, Dim]]:
    """The value with symbols of its own in the place of these, of which the same is known; and which they are."""
    mapping: dict[Expr, Dim] = {}
    for symbol in linked.symbols:
        low, high = path.facts.bounds(symbol)
        mapping[symbol] = path.fresh(symbol.name, low, high)
    stars = {star: path.star_like(star) for star in _varying_stars(path, value)}
    for star, other in stars.items():
        mapping |= {around.rank: other.rank + more for around, more in path.around(star)}
    for cond, origin in _copied(path) if stars else linked.facts:
        if not cond.symbols.isdisjoint(mapping):
            path.assume(cond.substitute(mapping), origin)
    return substituted(path, value, mapping, stars), mapping


def _copied(path: Path) -> list[tuple[Formula, object]]:
    """The facts of which an item's own size takes a copy, oldest first."""
    facts = path.facts.items[-MAX_COPIED_FACTS:]
    return [(cond, origin) for cond, origin in facts if isinstance(cond, Formula) and _is_short(cond)]


def _is_short(cond: Formula) -> bool:
    if isinstance(cond, Compare):
        return mentions(cond.expr, MAX_MENTIONED) <= MAX_MENTIONED
    return len(cond.free) <= MAX_MENTIONED


def _conds(path: Path) -> list[Formula]:
    return [cond for cond, _ in _copied(path)]


def _related(symbols: Sequence[Expr], conds: Sequence[Formula], varies: Callable[[Expr], bool]) -> list[Expr]:
    """These symbols, and those that vary with them of which something is known together: a fact that names one that
    varies and one that does not makes it in every item what it is in one."""
    found = dict.fromkeys(symbols)
    pending = list(found)
    named = [cond.symbols for cond in conds]
    while pending:
        symbol = pending.pop()
        beside = {one for together in named if symbol in together for one in together if one not in found}
        related = sorted(filter(varies, beside), key=lambda one: one.key)
        found |= dict.fromkeys(related)
        pending += related
    return list(found)


def _varying(path: Path, dims: Iterable[Dim]) -> list[Expr]:
    """The symbols among or in the dims that are other sizes in each item, in order."""
    if not path.each:
        return []
    found = {symbol for dim in dims if isinstance(dim, Expr) for symbol in dim.symbols if symbol.name in path.each}
    return sorted(found, key=lambda symbol: symbol.key)


def _varying_stars(path: Path, value: Any) -> list[Star]:
    """The stars in a value that are other dims in each item."""
    return [star for star in _stars(path, _leaves(value)) if star.name in path.each] if path.each else []


def _stars(path: Path, leaves: Iterable[Tensor | Expr]) -> list[Star]:
    tensors = (leaf for leaf in leaves if isinstance(leaf, Tensor))
    return [dim for tensor in tensors for dim in path.resolve(tensor.shape) if isinstance(dim, Star)]


def _symbols(path: Path, leaves: Iterable[Tensor | Expr]) -> list[Expr]:
    """The symbols of their sizes, in order."""
    found: list[Expr] = []
    for leaf in leaves:
        dims = path.resolve(leaf.shape) if isinstance(leaf, Tensor) else (path.simplify(leaf),)
        own = {symbol for dim in dims if isinstance(dim, Expr) for symbol in dim.symbols}
        found += sorted(own, key=lambda symbol: symbol.key)
    return found


def _leaves(value: Any) -> list[Tensor | Expr]:
    """The tensors and sizes in a value, in order."""
    found: list[Tensor | Expr] = []
    _gather(value, 0, found)
    return found


def _gather(value: Any, depth: int, found: list[Tensor | Expr]) -> None:
    if isinstance(value, (Tensor, Expr)):
        found.append(value)
        return
    if isinstance(value, ListValue) and value.items is None and isinstance(value.length, Expr):
        found.append(value.length)
    for item in _members(value, depth):
        if type(item) not in WITHOUT_SIZES:
            _gather(item, depth + 1, found)


def _members(value: Any, depth: int) -> Sequence[Any]:
    """What a value is made of that has sizes."""
    if depth > MAX_DEPTH:
        return ()
    if isinstance(value, UnionValue):
        return value.members
    if type(value) is DictValue:
        return list(value.entries.values())
    if isinstance(value, Instance):
        return list(value.attrs.values()) if len(value.attrs) <= MAX_ATTRS else ()
    return value if isinstance(value, tuple) else value.items or () if isinstance(value, ListValue) else ()


def substituted(path: Path, value: Any, mapping: dict[Expr, Dim], stars: Mapping[Star, Star] = {}) -> Any:
    """The value with other sizes in the place of symbols, and others in the place of stars. What is one object in two
    places of it stays one."""
    return _substituted(_Substitution(path, mapping, stars, {}), value, 0)


class _Substitution(NamedTuple):
    path: Path
    mapping: dict[Expr, Dim]
    stars: Mapping[Star, Star]
    made: dict[int, Any]
    """The containers and objects that were made so far, by those in whose place they are."""


def _substituted(by: _Substitution, value: Any, depth: int) -> Any:
    def part(item: Any) -> Any:
        return _substituted(by, item, depth + 1)

    if isinstance(value, Tensor):
        shape = _substituted_shape(by.path.resolve(value.shape), by.mapping, by.stars)
        kept = value.is_parameter, value.name, value.maker, value.cls
        made = Tensor(shape, value.dtype, value.site, value.parent, *kept)
        made.is_guess, made.is_sparse = value.is_guess, value.is_sparse
        made.follows_failure = value.follows_failure
        made.held = value.held and tuple(part(dim) for dim in value.held)
        return made
    if isinstance(value, Expr):
        simple = by.path.simplify(value)
        return simple.substitute(by.mapping) if isinstance(simple, Expr) else simple
    if id(value) in by.made:
        return by.made[id(value)]
    if not _members(value, depth):
        return value
    if type(value) is tuple:
        return tuple(map(part, value))
    if isinstance(value, UnionValue):
        return UnionValue(tuple(map(part, value.members)), value.guard)
    return _substituted_container(value, part, by.made)


def _substituted_container(value: Any, part: Callable[[Any], Any], made: dict[int, Any]) -> Any:
    """Another list, dict or object of such parts, which it may hold itself."""
    if type(value) is ListValue and value.items is not None:
        items = made[id(value)] = ListValue([])
        items.items = [part(item) for item in value.items]
        return items
    if type(value) is DictValue:
        copy = made[id(value)] = DictValue({}, value.is_open)
        copy.entries.update({key: part(item) for key, item in value.entries.items()})
        copy.element, copy.default_factory = value.element, value.default_factory
        return copy
    if isinstance(value, Instance):
        obj = made[id(value)] = Instance(value.cls, value.site)
        obj.attrs = {name: part(item) for name, item in value.attrs.items()}
        obj.payload, obj.is_definite = value.payload, value.is_definite
        return obj
    return value


def _substituted_shape(shape: Shape, mapping: dict[Expr, Dim], stars: Mapping[Star, Star]) -> Shape:
    return tuple(
        dim.substitute(mapping) if isinstance(dim, Expr) else stars.get(dim, dim) if isinstance(dim, Star) else dim
        for dim in shape
    )


__all__ = [
    "apart", "born_since", "chosen", "component", "cut", "in_any_order", "item_at", "last_counts", "of_earlier", "own",
    "part", "substituted", "summed", "taken", "vary", "varying",
]  # fmt: skip
