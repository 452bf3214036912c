"""What a DataLoader makes of the samples of a data set.

Source: https://docs.pytorch.org/docs/2.13/data.html. The samples of a batch are stacked along a new first
dim; the last batch is shorter if the number of samples is no multiple of the batch size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapecheck.rules.errors import Unfit
from shapecheck.rules.kinds import settled
from shapecheck.rules.run import Run, unfit
from shapecheck.rules.slicing import range_size
from shapecheck.symbolic import Dim, Expr, and_, ceildiv, eq, ge, le, lt, or_
from shapecheck.values import (
    DictValue,
    DType,
    Instance,
    IteratorValue,
    ListValue,
    RangeValue,
    Scalar,
    Shape,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    each,
    is_plain,
    shape_text,
)

_LONG, _DOUBLE, _BOOL = DType("int64"), DType("float64"), DType("bool")
_BATCH_SAMPLER = "torch.utils.data.BatchSampler"
_MAX_LISTED = 64
_MAX_APART = 8
"""So many samples that differ are kept apart; of more, one stands for all."""
_MAX_COMPARED = 16
"""Of a data set of so few samples, whose sizes may differ, each is looked at."""


def batches(
    run: Run, dataset: Any, batch_size: Any, sampler: Any, sampled: Any, drop_last: Any, collate_fn: Any
) -> IteratorValue:
    """One turn through the batches of the samples that the sampler chooses, if there is one. `sampled`: the object that
    chooses the samples of a batch, None if there is none."""
    since = run.ctx.store.now()
    options = _options(batch_size, sampler, sampled, drop_last)
    made = _batches(run, dataset, *options, collate_fn)
    turn = IteratorValue(made.items, made.element, made.length)
    turn.made_since = since
    return turn


def _options(batch_size: Any, sampler: Any, sampled: Any, drop_last: Any) -> tuple[Any, Any, bool, Any]:
    """Of a loader: the size of its batches, its sampler, whether something else makes its batches, and whether the last
    one is dropped. A BatchSampler is what the loader would have made itself of its own options."""
    sampled = settled(sampled)
    if _is_batch_sampler(sampled):
        batch_size, sampler, drop_last = (sampled.attrs.get(name) for name in ("batch_size", "sampler", "drop_last"))
        sampled = None
    return settled(batch_size), settled(sampler), sampled is not None, settled(drop_last)


def _is_batch_sampler(sampler: Any) -> bool:
    return isinstance(sampler, Instance) and sampler.cls.qualname == _BATCH_SAMPLER


def _batches(
    run: Run, dataset: Any, batch_size: Any, sampler: Any, sampled: Any, drop_last: Any, collate_fn: Any
) -> ListValue:
    count = _number_drawn(run, dataset, sampler, sampled)
    if isinstance(count, (int, Expr)) and run.path.simplify(count) == 0:
        return ListValue([])
    if _is_batch_sampler(sampler) and batch_size is None:
        return _samples_at_once(run, dataset, sampler, collate_fn)
    if batch_size is None and sampler is not None:
        raise Unfit("a sampler that may choose several samples at once")
    is_new = each.born_since(run.path)
    at_once = batch_size is not None and _gives_several(dataset)
    if at_once:
        sample = _sample_of_several(run, dataset)
    else:
        sample = one_sample(run, dataset, None if sampled else _number_of_samples(run, dataset))
    each.vary(run.path, sample, is_new)
    if batch_size is None and not sampled:
        length: Dim = count if isinstance(count, (int, Expr)) else run.path.fresh("batches", 0)
        return ListValue(
            None, sample if collate_fn is None else run.ctx.call(collate_fn, [sample], {}), length
        )
    size: Dim = each.own(run.path, "batch")
    length = run.path.fresh("batches", 0)
    if not sampled and isinstance(batch_size, (int, Expr)):
        run.require(ge(batch_size, 1), f"batch_size should be a positive integer value, but got {batch_size}")
        size, length = _batches_of(run, batch_size, drop_last, count)
    if collate_fn is not None:
        return ListValue(None, run.ctx.call(collate_fn, [_repeated(run, sample, size)], {}), length)
    is_counted = type(batch_size) is type(count) is int and (drop_last is False or count >= batch_size)
    if is_counted and sampler is None and not at_once:
        _compare(run, dataset, sample, min(batch_size, count), count)
    return ListValue(None, collated(run, sample, size), length)


def _gives_several(dataset: Any) -> bool:
    """Whether a data set gives the samples of a batch at once: loaders ask for them so."""
    items = settled(dataset)
    return isinstance(items, Instance) and items.cls.lookup("__getitems__") is not None


def _sample_of_several(run: Run, dataset: Any) -> Value:
    """What stands for all samples of such a data set."""
    getter = run.ctx.get_attribute(settled(dataset), "__getitems__")
    indices = ListValue(None, run.path.fresh("index", 0), run.path.fresh("batch"))
    samples = settled(run.ctx.call(getter, [indices], {}))
    if not isinstance(samples, ListValue):
        return run.ctx.unknown("the samples that a data set gives at once")
    return samples.element if samples.items is None else _any_of(run, samples.items)


def _compare(run: Run, dataset: Any, sample: Value, together: int, count: int) -> None:
    """So many of the samples make up a batch, whichever they are."""
    if together > 1 and count <= _MAX_COMPARED and _may_vary(run, settled(sample)):
        check_alike(run, [_sample_at(run, dataset, i) for i in range(count)], together)


def _may_vary(run: Run, sample: Value) -> bool:
    """Whether sizes of a sample are not known."""
    if isinstance(sample, Tensor):
        return not all(type(dim) is int for dim in run.path.resolve(sample.shape))
    parts = sample.entries.values() if isinstance(sample, DictValue) else sample if isinstance(sample, tuple) else ()
    return any(_may_vary(run, settled(part)) for part in parts)


def _sample_at(run: Run, dataset: Any, index: int) -> Value:
    items = settled(dataset)
    if isinstance(items, (ListValue, tuple)):
        return (items if isinstance(items, tuple) else items.items or ())[index]
    return run.ctx.call(run.ctx.get_attribute(items, "__getitem__"), [index], {})


def check_alike(run: Run, samples: Sequence[Value], together: int) -> None:
    """Samples are stacked, so many at a time: too few are of one size if each has too many that are of another. Of many
    the first ones are looked at."""
    samples, together = samples[:_MAX_COMPARED], min(together, _MAX_COMPARED)
    unlike = [[other for other in samples if _sizes_that_differ(run, one, other)] for one in samples]
    if samples and all(len(samples) - len(others) < together for others in unlike):
        first, second = _sizes_that_differ(run, samples[0], unlike[0][0]) or ((), ())
        run.require(False, f"stack expects each tensor to be equal size, but got {shape_text(first)} at entry 0 and "
                           f"{shape_text(second)} at entry {samples.index(unlike[0][0])}")


def _sizes_that_differ(run: Run, a: Value, b: Value) -> tuple[Shape, Shape] | None:
    """The shapes of two tensors in the same place of two samples that are surely not of one size."""
    a, b = settled(a), settled(b)
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        first, second = run.path.resolve(a.shape), run.path.resolve(b.shape)
        if not is_plain(first) or not is_plain(second):
            return None
        pairs_of_dims = zip(first, second)
        unlike = len(first) != len(second) or any(run.path.decide(eq(x, y)) is False for x, y in pairs_of_dims)
        return (first, second) if unlike else None
    if isinstance(a, DictValue) and isinstance(b, DictValue):
        pairs = [(value, b.entries[key]) for key, value in a.entries.items() if key in b.entries]
    elif isinstance(a, tuple) and isinstance(b, tuple):
        pairs = list(zip(a, b))
    else:
        return None
    return next((found for x, y in pairs if (found := _sizes_that_differ(run, x, y))), None)


def _samples_at_once(run: Run, dataset: Any, sampler: Instance, collate_fn: Any) -> ListValue:
    """What a data set gives for each list of indices: `DataLoader(d, sampler=BatchSampler(...), batch_size=None)`."""
    size, inner, _, drop_last = _options(None, None, sampler, None)
    if not isinstance(size, (int, Expr)):
        raise Unfit("the number of samples that are chosen at once")
    number, length = _batches_of(run, size, drop_last, _number_of_samples(run, inner))
    is_new = each.born_since(run.path)
    getter = run.ctx.get_attribute(settled(dataset), "__getitem__")
    sample = run.ctx.call(getter, [ListValue(None, run.path.fresh("index", 0), number)], {})
    each.vary(run.path, sample, is_new)
    return ListValue(None, sample if collate_fn is None else run.ctx.call(collate_fn, [sample], {}), length)


def indices_of(run: Run, source: Any, number: Any) -> IteratorValue:
    """One turn of a sampler: indices of the samples of a data set."""
    is_new = each.born_since(run.path)
    index = _index_below(run, _number_of_samples(run, source))
    each.vary(run.path, index, is_new)
    count = _number_of_samples(run, source) if settled(number) is None else settled(number)
    return IteratorValue(None, index, count if isinstance(count, (int, Expr)) else run.path.fresh("samples", 0))


def indices_together(run: Run, sampler: Any, batch_size: Any, drop_last: Any) -> IteratorValue:
    """One turn of a BatchSampler: lists of indices."""
    size, count = settled(batch_size), _number_of_samples(run, sampler)
    if not isinstance(size, (int, Expr)):
        raise Unfit("the number of samples that are chosen at once")
    number, length = _batches_of(run, size, settled(drop_last), count)
    is_new = each.born_since(run.path)
    source = settled(sampler).attrs.get("data_source") if isinstance(settled(sampler), Instance) else sampler
    indices = ListValue(None, _index_below(run, _number_of_samples(run, source)), number)
    each.vary(run.path, indices, is_new)
    return IteratorValue(None, indices, length)


def _index_below(run: Run, count: Any) -> Dim:
    """The index of any of so many samples."""
    index = run.path.fresh("index", 0)
    if isinstance(count, Expr) or (type(count) is int and count > 0):
        run.path.assume(lt(index, count))
    return index


def number_of_batches(
    run: Run, dataset: Any, batch_size: Any, sampler: Any, sampled: Any, drop_last: Any
) -> Dim:
    """`len` of a loader; no sample is drawn for it."""
    size, sampler, is_sampled, drop_last = _options(batch_size, sampler, sampled, drop_last)
    count = _number_drawn(run, dataset, sampler, is_sampled)
    if isinstance(count, (int, Expr)):
        if size is None:
            return count
        if isinstance(size, (int, Expr)):
            return _batches_of(run, size, drop_last, count)[1]
    return run.path.fresh("batches", 0)


def _batches_of(run: Run, batch_size: Dim, drop_last: Any, count: Any) -> tuple[Dim, Dim]:
    """The size of a batch, and how many there are."""
    is_known = type(count) is int or isinstance(count, Expr)
    if drop_last is True:
        return batch_size, count // batch_size if is_known else run.path.fresh("batches", 0)
    if not is_known or drop_last is not False:
        most = batch_size if isinstance(batch_size, int) else None
        return each.own(run.path, "batch", most), run.path.fresh("batches", 0)
    length = run.path.simplify(ceildiv(count, batch_size))
    if run.path.decide(eq(count % batch_size, 0)):
        return batch_size, length
    if run.path.decide(le(count, batch_size)):
        return count, length
    size = each.part(run.path, count, length, batch_size, "batch")
    run.path.assume(and_(ge(size, 1), le(size, batch_size), le(size, count)))
    return size, length


def _repeated(run: Run, sample: Value, size: Dim) -> ListValue:
    """The samples of a batch: each has its own sizes where these depend on what is drawn."""
    own = each.varying(run.path, sample)
    if isinstance(size, int) and size <= (_MAX_APART if own else _MAX_LISTED):
        return ListValue(each.apart(run.path, sample, size) if own else [sample] * size)
    return ListValue(None, sample, size)


def open_dict(run: Run, entries: Any, **more: Any) -> DictValue:
    """A Python dict that may hold further keys."""
    return DictValue({**dict(entries), **more}, True)


def hold(run: Run, obj: Any, items: Any) -> None:
    """From here on `obj` is iterated as these items."""
    if isinstance(obj, Instance):
        run.ctx.store.set_attr(obj, "payload", items)


def one_sample(run: Run, dataset: Any, count: Any = None) -> Value:
    """What stands for all samples: the item at an unknown index, below their number if that is known."""
    items = settled(dataset)
    if isinstance(items, ListValue) and items.items is None:
        return items.element
    if isinstance(items, (ListValue, tuple)):
        return _any_of(run, items if isinstance(items, tuple) else items.items or ())
    if isinstance(items, Tensor) and _has_rows(run, items):
        inner = run.path.resolve(items.shape)[1:]
        return Tensor(inner, items.dtype, run.ctx.site, items, maker="getitem", cls=items.cls)
    if isinstance(items, Instance) and items.cls.lookup("__getitem__") is None:
        return _streamed(run, items)
    if not isinstance(items, Instance):
        raise unfit(items)
    getter = run.ctx.get_attribute(items, "__getitem__")
    return run.ctx.call(getter, [_index_below(run, count)], {})


def _streamed(run: Run, dataset: Instance) -> Value:
    """What stands for all samples of a data set that is only iterated over."""
    if dataset.cls.lookup("__iter__") is None:
        raise unfit(dataset)
    stream = run.ctx.call(run.ctx.get_attribute(dataset, "__iter__"), [], {})
    items = stream.items if isinstance(stream, IteratorValue) else None
    if items is None:
        if not isinstance(stream, (IteratorValue, ListValue)):
            raise unfit(stream)
        return _any_of(run, stream.element.members if isinstance(stream.element, UnionValue) else (stream.element,))
    return _any_of(run, items)


def _any_of(run: Run, samples: Sequence[Value]) -> Value:
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


def number_of_samples(run: Run, dataset: Any) -> Dim:
    """In stubs: `len` of a data set."""
    count = _number_of_samples(run, dataset)
    return count if isinstance(count, (int, Expr)) else run.path.fresh("samples", 0)


def _number_drawn(run: Run, dataset: Any, sampler: Any, sampled: Any) -> Any:
    """How many samples a turn takes; None if that is not known."""
    return None if sampled else _number_of_samples(run, dataset if sampler is None else sampler)


def _number_of_samples(run: Run, dataset: Any) -> Any:
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


def all_split(run: Run, dataset: Any, lengths: Any) -> None:
    """The parts of a data set are all of it; fractions of 1 always are."""
    parts = [settled(length) for length in lengths]
    count = _number_of_samples(run, dataset)
    if all(type(part) is int or isinstance(part, Expr) for part in (count, *parts)):
        total = sum(parts)
        run.require(
            or_(eq(total, count), le(total, 1)),
            lambda: f"Sum of input lengths ({total}) does not equal the length of the input dataset ({count})",
        )


def collated(run: Run, sample: Any, size: Any) -> Value:
    """torch.utils.data.default_collate of `size` such samples."""
    if type(sample) is Instance and type(sample.payload) is tuple and sample.cls.lookup("_fields") is not None:
        batch = Instance(sample.cls, run.ctx.site)
        batch.payload = tuple(collated(run, item, size) for item in sample.payload)
        return batch
    sample = settled(sample)
    if isinstance(sample, Tensor):
        return Tensor((size, *run.path.resolve(sample.shape)), sample.dtype, run.ctx.site, sample)
    if isinstance(sample, bool) or (isinstance(sample, Scalar) and sample.kind == "bool"):
        return Tensor((size,), _BOOL, run.ctx.site)
    if isinstance(sample, (int, Expr)):
        return Tensor((size,), _LONG, run.ctx.site)
    if isinstance(sample, float) or (isinstance(sample, Scalar) and sample.kind == "float"):
        return Tensor((size,), _DOUBLE, run.ctx.site)
    if isinstance(sample, (str, bytes, Scalar)):
        return ListValue(None, sample, size)
    if isinstance(sample, DictValue) and not sample.is_open:
        return DictValue({key: collated(run, value, size) for key, value in sample.entries.items()})
    if isinstance(sample, ListValue) and sample.items is not None:
        return ListValue([collated(run, item, size) for item in sample.items])
    if isinstance(sample, tuple):
        return ListValue([collated(run, item, size) for item in sample])
    return sample if isinstance(sample, Unknown) else run.ctx.unknown("a batch of objects")
