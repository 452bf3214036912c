"""How much each name of torch is used: `operator_use.csv` of the shared data, counted over 20 packages."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import NamedTuple

from shapecheck.check.operators import operators
from tests.rules.replay import world
from tests.rules.rows import Call, data_folder

FILE = "operator_use.csv"
ATTRIBUTE = " (attr)"
ALIASES = {"operator @": "torch.matmul"}
NOT_OF_TENSORS = ("torch.jit.", "torch.cuda.", "torch.backends.", "torch.distributed.")


class Weighted(NamedTuple):
    """`right` is the part of the uses of names with samples; `covered` the part of all uses that have samples."""

    right: float
    covered: float
    unsampled: list[str]
    without_rule: list[str]

OTHER_ORDER = frozenset({"torch.where", "torch.polygamma"})
"""Functions whose methods begin with another argument: `x.where(condition, y)`, `x.polygamma(n)`."""


def uses() -> dict[str, int]:
    """The uses of each of torch's names, by its full name."""
    folder = data_folder()
    if folder is None:
        return {}
    with (folder / FILE).open(encoding="utf-8", newline="") as lines:
        rows = {row["name"]: int(row["total"]) for row in csv.DictReader(lines)}
    return {_full(name): total for name, total in rows.items() if not name.startswith("einops")}


def _full(name: str) -> str:
    name = ALIASES.get(name, name.removesuffix(ATTRIBUTE))
    return f"torch.{name}" if name.startswith("Tensor.") else name


def names() -> list[str]:
    """The most used first."""
    used = uses()
    return sorted(used, key=lambda name: -used[name])


def weighted(rates: Mapping[str, float]) -> Weighted:
    """What part of the uses is right, if every use of a name fares as its samples do."""
    used = uses()
    sampled = {name: rate for name in used if (rate := _rate(name, rates)) is not None}
    total = sum(used[name] for name in sampled)
    right = sum(used[name] * rate for name, rate in sampled.items()) / max(1, total)
    unsampled = [name for name in used if name not in sampled]
    return Weighted(right, total / max(1, sum(used.values())), unsampled, _without_rule())


def _rate(name: str, rates: Mapping[str, float]) -> float | None:
    """Of a method the samples of the function of that name count, of an in-place form those of the plain one."""
    last = name.rpartition(".")[2]
    plain = last.removesuffix("_")
    candidates = [name, name.removeprefix("torch."), f"torch.{last}", last, f"torch.{plain}", plain]
    candidates += [f"torch.nn.functional.{plain}"]
    return next((rates[one] for one in candidates if one in rates), None)


def _without_rule() -> list[str]:
    known = {one.name: one.status for one in operators()}
    registry, used = world().registry, uses()

    def is_known(name: str) -> bool:
        status = known.get(name)
        return status not in (None, "missing") or registry.find(name) is not None

    return [name for name in used if not is_known(name)]


def method_of(call: Call) -> Call | None:
    """The call as a method of its first argument, if there is such a method that takes the others as they are."""
    owner, _, last = call.op.rpartition(".")
    first = call.args[0] if call.args else None
    if call.op in OTHER_ORDER:
        return None
    if owner != "torch" or call.made is not None or not (isinstance(first, dict) and "t" in first):
        return None
    import torch

    return call._replace(op=f"torch.Tensor.{last}") if hasattr(torch.Tensor, last) else None
