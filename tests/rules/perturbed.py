"""Calls near to given ones: other sizes, ranks, dtypes, dims, scalars and forms of arguments, by a seeded generator.

A call is data (`tests.rules.rows`), so a change is a change of one place in it: a tensor, a number, a list of numbers,
an option. Half of the changes keep the call likely to be taken (a size is replaced wherever it occurs).
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.rules.rows import Call

DTYPES = ("float32", "float64", "int64", "int32", "bool", "float16", "uint8", "complex64", "bfloat16")
OTHER_ORDER = ("where", "polygamma")
"""Functions whose methods begin with another argument."""
SIZES = (0, 1, 2, 3, 4, 5, 6, 7)


class Place(NamedTuple):
    """One value in the data of a call, and how to write another in its place."""

    value: Any
    write: Callable[[Any], None]


def perturbed(call: Call, others: Sequence[Call], rng: random.Random) -> Call:
    """The call with one to three changes; `others` are calls of the same operator, whose options it may take."""
    args, kwargs = copy.deepcopy(list(call.args)), copy.deepcopy(dict(call.kwargs))
    made = copy.deepcopy(call.made)
    holder: dict[str, Any] = {"args": args, "kwargs": kwargs}
    if made is not None:
        holder["made"], holder["made_kwargs"] = list(made[0]), dict(made[1])
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        _change(holder, others, rng)
    if made is not None:
        made = (holder["made"], holder["made_kwargs"])
    return Call(call.op, holder["args"], holder["kwargs"], None, made)


def _change(holder: dict[str, Any], others: Sequence[Call], rng: random.Random) -> None:
    places = list(_places(holder))
    whole = rng.random()
    if whole < 0.2:
        _resize(places, rng)
    elif whole < 0.35 and others:
        _borrow(holder, rng.choice(others), rng)
    elif places:
        place = rng.choice(places)
        place.write(_changed(place.value, rng))


def _places(data: Any) -> Iterator[Place]:
    """Everything that may be changed, from the outside in."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):

        def write(new: Any, data: Any = data, key: Any = key) -> None:
            data[key] = new

        if isinstance(value, dict) and "t" in value:
            yield Place(value, write)
        elif isinstance(value, dict) and ("tuple" in value or "list" in value):
            kind = "tuple" if "tuple" in value else "list"
            yield Place(value, write)
            yield from _places(value[kind])
        elif isinstance(value, list):
            if key not in ("args", "made", "kwargs", "module", "dict", "t"):
                yield Place(value, write)
            yield from _places(value)
        elif isinstance(value, dict) and key in ("kwargs", "made_kwargs"):
            yield from _places(value)
        elif isinstance(value, dict) and "slice" in value:
            yield from _places(value["slice"])
        elif isinstance(value, (bool, int)) or value is None or isinstance(value, dict) and "float" in value:
            yield Place(value, write)


# ---------------------------------------------------------------- changes of the whole


def _resize(places: Sequence[Place], rng: random.Random) -> None:
    """One size becomes another wherever it occurs."""
    tensors = [place.value for place in places if isinstance(place.value, dict) and "t" in place.value]
    sizes = sorted({size for one in tensors for size in one["t"]})
    if not sizes:
        return
    old, new = rng.choice(sizes), rng.choice(SIZES)
    for one in tensors:
        one["t"] = [new if size == old else size for size in one["t"]]
    if rng.random() < 0.5:
        for place in places:
            if type(place.value) is int and place.value == old:
                place.write(new)


def _borrow(holder: dict[str, Any], other: Call, rng: random.Random) -> None:
    """An argument of another call in the place of this one's, or an option left out."""
    kwargs = holder["kwargs"]
    if kwargs and rng.random() < 0.3:
        del kwargs[rng.choice(sorted(kwargs))]
        return
    names = sorted(other.kwargs)
    if names and rng.random() < 0.6:
        name = rng.choice(names)
        kwargs[name] = copy.deepcopy(other.kwargs[name])
    elif other.args:
        at = rng.randrange(len(other.args))
        args = holder["args"]
        value = copy.deepcopy(other.args[at])
        if at < len(args):
            args[at] = value
        elif at == len(args):
            args.append(value)
    made = other.made
    if made is not None and made[1] and rng.random() < 0.5:
        name = rng.choice(sorted(made[1]))
        holder["made_kwargs"][name] = copy.deepcopy(made[1][name])


# ---------------------------------------------------------------- changes of one value


def _changed(value: Any, rng: random.Random) -> Any:
    if isinstance(value, dict) and "t" in value:
        return _changed_tensor(value, rng)
    if isinstance(value, dict) and "float" in value:
        return rng.choice((0, 1, 2, True, {"float": "0.5"}, {"float": "2.0"}, {"t": [], "dt": "float32"}))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return _changed_int(value, rng)
    if value is None:
        return rng.choice((0, 1, True, -1, {"tuple": [0]}))
    return _changed_items(value, rng)


def _changed_tensor(value: Mapping[str, Any], rng: random.Random) -> Any:
    shape, dtype = list(value["t"]), value["dt"]
    what = rng.random()
    at = rng.randrange(len(shape)) if shape else 0
    if what < 0.2:
        return {"t": shape, "dt": rng.choice(DTYPES)}
    if what < 0.25:
        return rng.choice((0, 2, True, {"float": "1.5"}))
    if what < 0.3:
        return {"t": [], "dt": dtype}
    if what < 0.5 or not shape:
        shape.insert(rng.randint(0, len(shape)), rng.choice((1, 1, 0, 2, 3)))
    elif what < 0.65:
        del shape[at]
    elif what < 0.72:
        rng.shuffle(shape)
    else:
        shape[at] = max(0, rng.choice((shape[at] + 1, shape[at] - 1, 0, 1, 1, 2, 2 * shape[at])))
    return {"t": shape, "dt": dtype}


def _changed_int(value: int, rng: random.Random) -> Any:
    return rng.choice(
        (
            value + 1, value - 1, -value, -value - 1, 0, 1, -1, 2, 3, value + 1, value - 1,
            {"float": str(float(value))},
            {"tuple": [value]}, {"tuple": [value, value]}, {"list": [value]}, True, None, {"t": [], "dt": "int64"},
        )
    )  # fmt: skip


def _changed_items(value: Any, rng: random.Random) -> Any:
    kind = None if isinstance(value, list) else "tuple" if "tuple" in value else "list"
    items = list(value if kind is None else value[kind])
    what = rng.random()
    if what < 0.25 and items:
        del items[rng.randrange(len(items))]
    elif what < 0.5:
        items.append(copy.deepcopy(rng.choice(items)) if items else 1)
    elif what < 0.6 and items:
        return copy.deepcopy(items[0])
    elif what < 0.7:
        return {"list" if kind == "tuple" else "tuple": items}
    elif what < 0.8:
        items = []
    else:
        rng.shuffle(items)
    return items if kind is None else {kind: items}


# ---------------------------------------------------------------- other spellings


def respelled(call: Call, tensor_class: type, rng: random.Random) -> Call:
    """Now and then the call as a method of its first argument, or in place."""
    owner, _, last = call.op.rpartition(".")
    first = call.args[0] if call.args else None
    if owner != "torch" or last in OTHER_ORDER or not (isinstance(first, dict) and "t" in first):
        return call
    spelling = rng.random()
    if spelling < 0.15 and hasattr(tensor_class, f"{last}_"):
        return call._replace(op=f"torch.Tensor.{last}_")
    if spelling < 0.4 and hasattr(tensor_class, last):
        return call._replace(op=f"torch.Tensor.{last}")
    return call
