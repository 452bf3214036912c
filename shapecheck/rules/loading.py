"""What a DataLoader makes of the samples of a data set.

Source: https://docs.pytorch.org/docs/2.13/data.html. The samples of a batch are stacked along a new first
dim; the last batch is shorter if the number of samples is no multiple of the batch size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from shapecheck.rules.collating import (
    MAX_COMPARED,
    are_alike,
    check_alike,
    check_all_alike,
    check_parts,
    collated,
)
from shapecheck.rules.errors import Unfit
from shapecheck.rules.kinds import settled
from shapecheck.rules.run import Run
from shapecheck.rules.samples import (
    any_of,
    count_samples,
    index_below,
    is_streamed,
    may_vary,
    numbers_in,
    one_sample,
    sample_at,
    stream,
)
from shapecheck.symbolic import Dim, Expr, and_, ceildiv, eq, ge, le
from shapecheck.values import (
    DictValue,
    Instance,
    IteratorValue,
    ListValue,
    Value,
    each,
)

_BATCH_SAMPLER = "torch.utils.data.BatchSampler"
_SEQUENTIAL_SAMPLER = "torch.utils.data.SequentialSampler"
_MAX_LISTED = 64
_MAX_APART = 8
"""So many samples that differ are kept apart; of more, one stands for all. So many batches are."""
_MAX_TRIED = 64
"""So many samples are looked at to find those that cannot be put together."""
_MAX_COLLATED = 32
"""A function of the program's own is tried on batches of so few samples."""
_MAX_PLANNED = 4096
_TRIED_AT_THE_END = 2
"""A last batch of one sample can be made of any, so the one before it is looked at, too."""


class _Turn(NamedTuple):
    """What a loader goes through, and what it makes of it."""

    loader: Any
    dataset: Any
    size: Any
    """Of a batch; None for samples one by one."""
    sampler: Any
    is_sampled: bool
    """Whether something else than the loader chooses the samples of a batch."""
    drop_last: Any
    collate_fn: Any
    plan: Sequence[Sequence[int]]
    """The indices of the samples of each batch; none where they are not known, or not asked for one by one."""


def batches(run: Run, loader: Any) -> IteratorValue:
    """One turn through the batches of the samples that the sampler chooses, if there is one."""
    since, is_new = run.ctx.store.now(), each.born_since(run.path)
    made = _batches(run, _turn(run, loader), is_new)
    made.made_since = since
    return made


def try_last(run: Run, loader: Any) -> None:
    """Whoever takes all batches takes the last ones: where windows are cut short, or another data set has begun."""
    turn = _turn(run, loader)
    for indices in turn.plan[1:][-_TRIED_AT_THE_END:]:
        _try_batch(run, turn, indices)
    is_chosen = turn.is_sampled or turn.sampler is not None
    if not turn.plan and not is_chosen and turn.collate_fn is None and type(turn.size) is int and turn.size > 1:
        count = count_samples(run, turn.dataset)
        if type(count) is int and count <= _MAX_TRIED:
            check_parts(run, [sample_at(run, turn.dataset, i) for i in range(count)], turn.size)


def _turn(run: Run, loader: Any) -> _Turn:
    names = "batch_size", "chosen_by", "batches_by", "drop_last", "is_shuffled", "collate_fn"
    given = (run.ctx.get_attribute(loader, name) for name in names)
    batch_size, sampler, sampled, drop_last, shuffle, collate_fn = given
    dataset = _loaded(run, loader)
    size, sampler, is_sampled, drop_last = _options(batch_size, sampler, sampled, drop_last)
    plan: Sequence[Sequence[int]] = ()
    if is_sampled:
        plan = _groups(settled(sampled))
    elif _asks_one_by_one(dataset):
        plan = _cuts(_order(run, dataset, sampler, shuffle) or (), size, drop_last)
    return _Turn(loader, dataset, size, sampler, is_sampled, drop_last, collate_fn, plan)


def _loaded(run: Run, loader: Any) -> Any:
    """The data set of a loader: of one that only gives its samples in turn a list of them, if they are known. Each of
    several workers goes through all of them."""
    dataset = settled(run.ctx.get_attribute(loader, "dataset"))
    if not is_streamed(dataset) or dataset.cls.lookup("__len__") is not None:
        return dataset
    items = stream(run, dataset)
    if items.items is not None and settled(run.ctx.get_attribute(loader, "num_workers")) != 0:
        return IteratorValue(None, any_of(run, items.items))
    return items


def _groups(batch_sampler: Any) -> Sequence[Sequence[int]]:
    """The indices in lists of them, if all are known."""
    items = batch_sampler.items if isinstance(batch_sampler, ListValue) else batch_sampler
    groups = [numbers_in(group) or () for group in items] if isinstance(items, (list, tuple)) else []
    return groups if all(groups) else ()


def _asks_one_by_one(dataset: Any) -> bool:
    """Whether a loader asks a data set for the sample at each index."""
    items = settled(dataset)
    if isinstance(items, Instance):
        return items.cls.lookup("__getitem__") is not None and not _gives_several(items)
    return isinstance(items, (ListValue, tuple))


def _order(run: Run, dataset: Any, sampler: Any, shuffle: Any) -> Sequence[int] | None:
    """The indices of the samples in the order in which they are taken, where it is known."""
    if isinstance(sampler, Instance) and sampler.cls.qualname == _SEQUENTIAL_SAMPLER:
        dataset, sampler, shuffle = sampler.attrs.get("data_source"), None, None
    if sampler is not None:
        return numbers_in(sampler)
    count = count_samples(run, dataset)
    is_shuffled = settled(shuffle) is not None and settled(shuffle) is not False
    return range(count) if type(count) is int and not is_shuffled else None


def _cuts(order: Sequence[int], size: Any, drop_last: Any) -> Sequence[Sequence[int]]:
    """The batches of this size in order, the last of which may be shorter."""
    if type(size) is not int or size < 1 or type(drop_last) is not bool or len(order) > size * _MAX_PLANNED:
        return ()
    end = len(order) // size * size if drop_last else len(order)
    return [order[start : start + size] for start in range(0, end, size)]


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


def _batches(run: Run, turn: _Turn, is_new: each.BornSince) -> IteratorValue:
    dataset, sampler, collate_fn = turn.dataset, turn.sampler, turn.collate_fn
    count = _number_drawn(run, dataset, sampler, turn.is_sampled)
    if isinstance(count, (int, Expr)) and run.path.simplify(count) == 0:
        return IteratorValue([])
    if _is_batch_sampler(sampler) and turn.size is None:
        return _samples_at_once(run, dataset, sampler, collate_fn)
    if turn.size is None and sampler is not None:
        raise Unfit("a sampler that may choose several samples at once")
    at_once = turn.size is not None and _gives_several(dataset)
    if at_once:
        sample = _sample_of_several(run, dataset)
    else:
        sample = one_sample(run, dataset, None if turn.is_sampled else count_samples(run, dataset))
    each.vary(run.path, sample, is_new)
    if turn.size is None and not turn.is_sampled:
        length: Dim = count if isinstance(count, (int, Expr)) else run.path.fresh("batches", 0)
        return IteratorValue(None, sample if collate_fn is None else run.ctx.call(collate_fn, [sample], {}), length)
    varies = not at_once and may_vary(run, sample)
    if turn.plan and varies:
        listed = _listed(run, turn)
        if listed is not None:
            return IteratorValue(listed)
        _try_batch(run, turn, turn.plan[0])
    size, length = _sizes(run, turn, count)
    if collate_fn is not None:
        batch = run.ctx.call(collate_fn, [_repeated(run, sample, size)], {})
    else:
        if varies and sampler is None:
            _compare(run, turn, count)
        batch = collated(run, sample, size)
    made = IteratorValue(None, batch, length)
    made.at_end = run.ctx.get_attribute(turn.loader, "_next_data") if varies else None
    return made


def _sizes(run: Run, turn: _Turn, count: Any) -> tuple[Dim, Dim]:
    """The size of a batch, and how many there are."""
    if turn.is_sampled or not isinstance(turn.size, (int, Expr)):
        return each.own(run.path, "batch"), run.path.fresh("batches", 0)
    run.require(ge(turn.size, 1), f"batch_size should be a positive integer value, but got {turn.size}")
    return _batches_of(run, turn.size, turn.drop_last, count)


def _listed(run: Run, turn: _Turn) -> list[Value] | None:
    """The batches one by one, where they are few, of samples that are stacked and whose sizes are known."""
    plan = turn.plan
    if turn.collate_fn is not None or len(plan) > _MAX_APART or sum(map(len, plan)) > _MAX_LISTED:
        return None
    made: list[Value] = []
    for indices in plan:
        samples = [sample_at(run, turn.dataset, index) for index in indices]
        if any(may_vary(run, sample) for sample in samples) or not are_alike(run, samples):
            return None
        made.append(collated(run, samples[0], len(samples)))
    return made


def _try_batch(run: Run, turn: _Turn, indices: Sequence[int]) -> None:
    """Puts together the samples at known indices, of many that are stacked the first and the last ones."""
    if turn.collate_fn is None:
        half = MAX_COMPARED // 2
        ends = indices if len(indices) <= MAX_COMPARED else [*indices[:half], *indices[-half:]]
        check_all_alike(run, [sample_at(run, turn.dataset, index) for index in ends])
    elif len(indices) <= _MAX_COLLATED:
        samples = [sample_at(run, turn.dataset, index) for index in indices]
        if not any(may_vary(run, sample) for sample in samples):
            run.ctx.call(turn.collate_fn, [ListValue(samples)], {})


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
    return samples.element if samples.items is None else any_of(run, samples.items)


def _compare(run: Run, turn: _Turn, count: Any) -> None:
    """So many of the samples make up a batch, whichever they are."""
    if type(turn.size) is type(count) is int and (turn.drop_last is False or count >= turn.size):
        together = min(turn.size, count)
        if 1 < together <= count <= MAX_COMPARED:
            check_alike(run, [sample_at(run, turn.dataset, i) for i in range(count)], together)


def _samples_at_once(run: Run, dataset: Any, sampler: Instance, collate_fn: Any) -> IteratorValue:
    """What a data set gives for each list of indices: `DataLoader(d, sampler=BatchSampler(...), batch_size=None)`."""
    size, inner, _, drop_last = _options(None, None, sampler, None)
    if not isinstance(size, (int, Expr)):
        raise Unfit("the number of samples that are chosen at once")
    number, length = _batches_of(run, size, drop_last, count_samples(run, inner))
    is_new = each.born_since(run.path)
    getter = run.ctx.get_attribute(settled(dataset), "__getitem__")
    sample = run.ctx.call(getter, [ListValue(None, run.path.fresh("index", 0), number)], {})
    each.vary(run.path, sample, is_new)
    return IteratorValue(None, sample if collate_fn is None else run.ctx.call(collate_fn, [sample], {}), length)


def indices_of(run: Run, source: Any, number: Any) -> IteratorValue:
    """One turn of a sampler: indices of the samples of a data set."""
    is_new = each.born_since(run.path)
    index = index_below(run, count_samples(run, source))
    each.vary(run.path, index, is_new)
    count = count_samples(run, source) if settled(number) is None else settled(number)
    return IteratorValue(None, index, count if isinstance(count, (int, Expr)) else run.path.fresh("samples", 0))


def indices_together(run: Run, sampler: Any, batch_size: Any, drop_last: Any) -> IteratorValue:
    """One turn of a BatchSampler: lists of indices."""
    size, count = settled(batch_size), count_samples(run, sampler)
    if not isinstance(size, (int, Expr)):
        raise Unfit("the number of samples that are chosen at once")
    number, length = _batches_of(run, size, settled(drop_last), count)
    is_new = each.born_since(run.path)
    source = settled(sampler).attrs.get("data_source") if isinstance(settled(sampler), Instance) else sampler
    indices = ListValue(None, index_below(run, count_samples(run, source)), number)
    each.vary(run.path, indices, is_new)
    return IteratorValue(None, indices, length)


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


def _number_drawn(run: Run, dataset: Any, sampler: Any, sampled: Any) -> Any:
    """How many samples a turn takes; None if that is not known."""
    return None if sampled else count_samples(run, dataset if sampler is None else sampler)
