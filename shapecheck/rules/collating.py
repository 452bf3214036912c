"""What a list of samples is put together to: torch.utils.data.default_collate.

Source: https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.default_collate. Samples that are stacked, item by
item, are of equal size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapecheck.rules.kinds import settled
from shapecheck.rules.run import Run
from shapecheck.symbolic import Dim, Expr, eq
from shapecheck.values import (
    DictValue,
    DType,
    Instance,
    ListValue,
    Scalar,
    Tensor,
    Unknown,
    Value,
    is_plain,
    shape_text,
)

_LONG, _DOUBLE, _BOOL = DType("int64"), DType("float64"), DType("bool")
MAX_COMPARED = 16
"""Of so few samples, whose sizes may differ, each is looked at."""


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
    if type(sample) is ListValue:
        return ListValue(None, collated(run, sample.element, size), sample.length)
    if isinstance(sample, tuple):
        return ListValue([collated(run, item, size) for item in sample])
    return sample if isinstance(sample, Unknown) else run.ctx.unknown("a batch of objects")


def check_alike(run: Run, samples: Sequence[Value], together: int) -> None:
    """Samples are stacked, so many at a time: too few are of one size if each has too many that are of another. Of many
    the first ones are looked at."""
    samples, together = samples[:MAX_COMPARED], min(together, MAX_COMPARED)
    alike = _numbers_alike(run, samples)
    if samples and all(number < together for number in alike):
        check_all_alike(run, samples)


def check_all_alike(run: Run, samples: Sequence[Value]) -> None:
    """Samples are stacked, all of them together."""
    for at, one in enumerate(samples):
        for place, other in enumerate(samples[at + 1 :], at + 1):
            misfit = _misfit(run, one, other)
            if misfit is not None:
                run.require(False, misfit.format(at, place))


def check_parts(run: Run, samples: Sequence[Value], together: int) -> None:
    """All samples are stacked, so many at a time and in any order: those that too few are like fit into no full
    batch."""
    fitting = sum(number >= together for number in _numbers_alike(run, samples))
    if fitting < len(samples) // together * together:
        check_all_alike(run, samples)


def are_alike(run: Run, samples: Sequence[Value]) -> bool:
    """Whether no sample is surely of another size than the first one."""
    return not any(_misfit(run, samples[0], other) for other in samples[1:])


def _numbers_alike(run: Run, samples: Sequence[Value]) -> list[int]:
    """How many samples each may be stacked with, itself among them."""
    return [sum(not _misfit(run, one, other) for other in samples) for one in samples]


def _misfit(run: Run, a: Value, b: Value) -> str | None:
    """What torch says, of the entries {} and {}, if two samples are surely not of one size in some place."""
    a, b = settled(a), settled(b)
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        first, second = run.path.resolve(a.shape), run.path.resolve(b.shape)
        if not is_plain(first) or not is_plain(second):
            return None
        pairs_of_dims = zip(first, second)
        if len(first) == len(second) and not any(run.path.decide(eq(x, y)) is False for x, y in pairs_of_dims):
            return None
        sizes = f"{shape_text(first)} at entry {{}} and {shape_text(second)} at entry {{}}"
        return f"stack expects each tensor to be equal size, but got {sizes}"
    if isinstance(a, DictValue) and isinstance(b, DictValue):
        pairs = [(value, b.entries[key]) for key, value in a.entries.items() if key in b.entries]
    elif isinstance(a, (ListValue, tuple)) and isinstance(b, (ListValue, tuple)):
        (parts, length), (others, other_length) = _parts(a), _parts(b)
        if run.path.decide(eq(length, other_length)) is False:
            return "each element in list of batch should be of equal size"
        pairs = list(zip(parts, others))
    else:
        return None
    return next((found for x, y in pairs if (found := _misfit(run, x, y))), None)


def _parts(items: ListValue | tuple[Value, ...]) -> tuple[Sequence[Value], Dim]:
    """The items of a list or tuple, as far as they are known one by one, and how many there are."""
    if isinstance(items, tuple):
        return items, len(items)
    return ((), items.length) if items.items is None else (items.items, len(items.items))
