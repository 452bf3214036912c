"""The samples of a data set: how many there are, what one of them is, and what stands for all.

Source: https://docs.pytorch.org/docs/2.13/data.html. A sample at a known index is what the data set gives for it;
one at an index that is not known has what all of those have in common that it may be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from shapecheck.rules.errors import Unfit
from shapecheck.rules.kinds import settled
from shapecheck.rules.run import Run, unfit
from shapecheck.rules.slicing import range_size
from shapecheck.symbolic import Dim, Expr, and_, eq, ge, le, lt, or_
from shapecheck.values import (
    DictValue,
    Instance,
    IteratorValue,
    ListValue,
    RangeValue,
    Tensor,
    UnionValue,
    Value,
    is_plain,
)

_MAX_APART = 16
"""So few samples of a part of a data set are looked at one by one, where their sizes vary."""


def one_sample(run: Run, dataset: Any, count: Any = None) -> Value:
    """What stands for all samples: the item at an unknown index, below their number if that is known."""
    items = settled(dataset)
    if isinstance(items, (ListValue, IteratorValue)) and items.items is None:
        return items.element
    if isinstance(items, (ListValue, tuple)):
        return any_of(run, items if isinstance(items, tuple) else items.items or ())
    if isinstance(items, Tensor) and _has_rows(run, items):
        inner = run.path.resolve(items.shape)[1:]
        return Tensor(inner, items.dtype, run.ctx.site, items, maker="getitem", cls=items.cls)
    if not isinstance(items, Instance):
        raise unfit(items)
    if is_streamed(items):
        return one_sample(run, stream(run, items))
    getter = run.ctx.get_attribute(items, "__getitem__")
    return run.ctx.call(getter, [index_below(run, count)], {})


def is_streamed(dataset: Any) -> bool:
    """Whether a data set is only iterated over."""
    return isinstance(dataset, Instance) and dataset.cls.lookup("__getitem__") is None


def stream(run: Run, dataset: Instance) -> ListValue | IteratorValue:
    """One turn through a data set that is only iterated over: a list if all that it gives is known."""
    if dataset.cls.lookup("__iter__") is None:
        raise unfit(dataset)
    turn = run.ctx.call(run.ctx.get_attribute(dataset, "__iter__"), [], {})
    if not isinstance(turn, (IteratorValue, ListValue)):
        raise unfit(turn)
    if turn.items is not None:
        return ListValue(turn.items)
    element = turn.element
    return IteratorValue(None, any_of(run, element.members if isinstance(element, UnionValue) else (element,)))


def any_of(run: Run, samples: Sequence[Value]) -> Value:
    """What stands for all of the samples."""
    if not samples:
        raise Unfit("a data set of no samples")
    sample = samples[0]
    for other in samples[1:]:
        sample = _either(run, sample, other, {})
    return sample


def _either(run: Run, a: Value, b: Value, met: dict[tuple[int, int], Instance]) -> Value:
    """One of two samples, item by item: a batch is made of what they hold, and nobody sees them themselves. `met`
    are the objects that are being put together: one may hold itself."""
    if a is b:
        return a
    if isinstance(a, DictValue) and isinstance(b, DictValue) and _have_the_same_keys(a, b):
        return DictValue({key: _either(run, value, b.entries[key], met) for key, value in a.entries.items()})
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(_either(run, x, y, met) for x, y in zip(a, b))
    if isinstance(a, Instance) and isinstance(b, Instance) and _are_of_one_make(a, b):
        return met.get((id(a), id(b))) or _either_object(run, a, b, met)
    return run.ctx.join(a, b)


def _either_object(run: Run, a: Instance, b: Instance, met: dict[tuple[int, int], Instance]) -> Instance:
    made = met[id(a), id(b)] = Instance(a.cls, a.site)
    made.is_definite = a.is_definite and b.is_definite
    made.payload = _either(run, a.payload, b.payload, met)
    for name, value in a.attrs.items():
        made.attrs[name] = _either(run, value, b.attrs[name], met)
    return made


def _have_the_same_keys(a: DictValue, b: DictValue) -> bool:
    return type(a) is type(b) is DictValue and not (a.is_open or b.is_open) and list(a.entries) == list(b.entries)


def _are_of_one_make(a: Instance, b: Instance) -> bool:
    """Whether they are objects of one class of the code's own with the same attributes."""
    return a.cls is b.cls and a.cls.site is not None and list(a.attrs) == list(b.attrs)


def sample_at(run: Run, dataset: Any, index: Any) -> Value:
    """The sample at an index."""
    items = settled(dataset)
    if isinstance(items, (ListValue, tuple)):
        known = items if isinstance(items, tuple) else items.items or ()
        is_there = type(index) is int and -len(known) <= index < len(known)
        return known[index] if is_there else one_sample(run, items)
    if not isinstance(items, Instance):
        return one_sample(run, items)
    return run.ctx.call(run.ctx.get_attribute(items, "__getitem__"), [index], {})


def sample_of_parts(run: Run, datasets: Any, index: Any) -> Value:
    """The sample at an index of data sets that lie one behind the other; where it is not known in which, what the
    samples of those have in common in which it may lie."""
    index, parts = settled(index), settled(datasets)
    if not isinstance(index, (int, Expr)):
        raise Unfit("the index of a sample")
    if isinstance(parts, (ListValue, IteratorValue)):
        if parts.items is None:
            return one_sample(run, parts.element)
        parts = tuple(parts.items)
    if not isinstance(parts, tuple):
        raise unfit(parts)
    counts = [number_of_samples(run, dataset) for dataset in parts]
    if run.path.decide(lt(index, 0)):
        index = index + sum(counts)
        run.require(ge(index, 0), "absolute value of index should not exceed dataset length")
    if run.path.decide(ge(index, sum(counts))):
        run.require(False, "list index out of range")
    found: list[Value] = []
    start: Dim = 0
    for dataset, count in zip(parts, counts):
        lies_there = run.path.decide(and_(ge(index, start), lt(index, start + count)))
        if lies_there:
            return sample_at(run, dataset, run.path.simplify(index - start))
        if lies_there is None:
            found.append(one_sample(run, dataset, count))
        start = start + count
    return any_of(run, found)


def sample_among(run: Run, dataset: Any, indices: Any, index: Any) -> Value:
    """The sample whose index is at this position of a list of indices."""
    places, index = settled(indices), settled(index)
    if isinstance(places, RangeValue) and isinstance(index, (int, Expr)):
        if run.path.decide(ge(index, 0)):
            return sample_at(run, dataset, run.path.simplify(places.start + index * places.step))
        index = None
    chosen = numbers_in(places)
    if not chosen:
        return one_sample(run, dataset, number_of_samples(run, dataset))
    if type(index) is int:
        run.require(-len(chosen) <= index < len(chosen), "list index out of range")
        return sample_at(run, dataset, chosen[index])
    sample = sample_at(run, dataset, run.path.fresh("index", min(chosen), max(chosen)))
    apart = sorted(set(chosen))
    if len(apart) > _MAX_APART or not may_vary(run, sample):
        return sample
    return any_of(run, [sample_at(run, dataset, place) for place in apart])


def sample_of_each(run: Run, datasets: Any, index: Any) -> Value:
    """The samples at the same index of several data sets, in a dict or a tuple as these are."""
    if isinstance(datasets, DictValue):
        return DictValue({name: sample_at(run, one, index) for name, one in datasets.entries.items()})
    return tuple(sample_at(run, one, index) for one in datasets)


def numbers_of_samples(run: Run, datasets: Any) -> tuple[Dim, ...]:
    """`len` of each of several data sets."""
    each_one = datasets.entries.values() if isinstance(datasets, DictValue) else datasets
    return tuple(number_of_samples(run, one) for one in each_one)


def numbers_in(items: Any) -> Sequence[int] | None:
    """The numbers in a list, a tuple or a range, if each is known."""
    items = settled(items)
    if isinstance(items, RangeValue):
        ends = items.start, items.stop, items.step
        start, stop, step = (end if type(end) is int else None for end in ends)
        return range(start, stop, step) if start is not None and stop is not None and step else None
    numbers = items.items if isinstance(items, ListValue) else items
    if not isinstance(numbers, (list, tuple)):
        return None
    known = [number for number in numbers if type(number) is int]
    return known if len(known) == len(numbers) else None


def may_vary(run: Run, sample: Value) -> bool:
    """Whether sizes of a sample are not known."""
    sample = settled(sample)
    if isinstance(sample, Tensor):
        return not all(type(dim) is int for dim in run.path.resolve(sample.shape))
    if isinstance(sample, ListValue):
        return sample.items is None or any(may_vary(run, part) for part in sample.items)
    parts = sample.entries.values() if isinstance(sample, DictValue) else sample if isinstance(sample, tuple) else ()
    return isinstance(sample, UnionValue) or any(may_vary(run, part) for part in parts)


def number_of_samples(run: Run, dataset: Any) -> Dim:
    """In stubs: `len` of a data set."""
    count = count_samples(run, dataset)
    return count if isinstance(count, (int, Expr)) else run.path.fresh("samples", 0)


def count_samples(run: Run, dataset: Any) -> Any:
    dataset = settled(dataset)
    if isinstance(dataset, tuple):
        return len(dataset)
    if isinstance(dataset, Tensor) and _has_rows(run, dataset):
        return run.path.resolve(dataset.shape)[0]
    if isinstance(dataset, ListValue):
        return dataset.length if dataset.items is None else len(dataset.items)
    if isinstance(dataset, RangeValue):
        return range_size(run.path, dataset)
    if isinstance(dataset, Instance) and dataset.cls.lookup("__len__") is not None:
        return run.ctx.call(run.ctx.get_attribute(dataset, "__len__"), [], {})
    return None


def _has_rows(run: Run, tensor: Tensor) -> bool:
    shape = run.path.resolve(tensor.shape)
    return bool(shape) and is_plain(shape)


def index_below(run: Run, count: Any) -> Dim:
    """The index of any of so many samples."""
    index = run.path.fresh("index", 0)
    if isinstance(count, Expr) or (type(count) is int and count > 0):
        run.path.assume(lt(index, count))
    return index


def samples_split(run: Run, dataset: Any, lengths: Any) -> tuple[Dim, ...]:
    """How many samples the parts of a data set have: so many, which are all of it, or such fractions of all."""
    parts = [settled(length) for length in lengths]
    count = count_samples(run, dataset)
    numbers = [part for part in parts if type(part) in (int, float)]
    if len(numbers) == len(parts) and math.isclose(sum(numbers), 1) and sum(numbers) <= 1:
        return _fractions_of(run, count, numbers)
    if all(type(part) is int or isinstance(part, Expr) for part in (count, *parts)):
        total = sum(parts)
        run.require(
            or_(eq(total, count), le(total, 1)),
            lambda: f"Sum of input lengths ({total}) does not equal the length of the input dataset ({count})",
        )
    return tuple(part if isinstance(part, (int, Expr)) else run.path.fresh("samples", 0) for part in parts)


def _fractions_of(run: Run, count: Any, fractions: Sequence[float]) -> tuple[Dim, ...]:
    """Each is rounded down; of those that are left the first parts get one each."""
    for i, fraction in enumerate(fractions):
        run.require(0 <= fraction <= 1, f"Fraction at index {i} is not between 0 and 1")
    if type(count) is int:
        sizes = [math.floor(count * fraction) for fraction in fractions]
        left, number = count - sum(sizes), len(sizes)
        return tuple(size + (left - i + number - 1) // number for i, size in enumerate(sizes))
    parts = tuple(run.path.fresh("samples", 0) for _ in fractions)
    if isinstance(count, Expr):
        total: Dim = 0
        for part in parts:
            total = total + part
        run.path.assume(eq(total, count))
    return parts
