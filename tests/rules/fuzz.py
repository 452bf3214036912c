"""Calls changed at random, by the rules and by torch: what differs."""

from __future__ import annotations

import random
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import torch

from tests.rules.oracle import NotOfData, answered
from tests.rules.perturbed import perturbed, respelled
from tests.rules.replay import Outcome, refusal, replay
from tests.rules.rows import Call

ALARMS = ("false alarm", "wrong", "crash")
ENDS_THE_PROCESS = (
    "torch.lu_unpack", "torch.native_batch_norm", "torch._native_batch_norm_legit", "torch.nn.functional.embedding_bag",
)  # fmt: skip
"""Operators of torch that read behind the ends of tensors of sizes that do not fit."""
NO_ELEMENTS = "torch looks at less when a tensor has no elements"
KNOWN = {
    "torch.masked.prod": "a dim may be named twice, in this reduction alone",
    "torch.nn.LSTMCell": "the cell state of an input without batch is not looked at",
    "torch.nn.functional.fractional_max_pool3d": "more ratios than dims are taken",
    "torch.nn.functional.fractional_max_pool3d_with_indices": "more ratios than dims are taken",
    "torch.histogramdd": "a tensor of no dims is taken for a number of bins",
}
"""Operators of which torch takes more than it documents."""


class Finding(NamedTuple):
    """One call in one mode: whether torch takes it, and our verdict."""

    call: Call
    mode: str
    torch_takes: bool
    outcome: Outcome

    @property
    def kind(self) -> str:
        """How it counts."""
        verdict = self.outcome.verdict
        if self.torch_takes:
            return {"rejected": "false alarm", "partial": "no dtype"}.get(verdict, verdict)
        told = {"rejected": "refused by both", "accepted": "missed", "unknown": "unknown, torch refuses"}
        return told.get(verdict, verdict)

    @property
    def words(self) -> str:
        """Those with which torch refuses."""
        return "" if self.torch_takes else str(self.call.out)


def near(calls: Sequence[Call], count: int, seed: int = 0) -> Iterator[Call]:
    """Changed calls of one operator, none of them twice."""
    rng = random.Random(zlib.crc32(calls[0].op.encode()) + seed)
    seen: set[str] = set()
    for _ in range(count):
        call = respelled(perturbed(rng.choice(calls), calls, rng), torch.Tensor, rng)
        if str(call) not in seen:
            seen.add(str(call))
            yield call


def with_a_float(call: Call) -> Iterator[Call]:
    """The call with each of its whole numbers in turn as a float."""
    for args in _with_a_float(list(call.args)):
        yield call._replace(args=args)
    for kwargs in _with_a_float(dict(call.kwargs)):
        yield call._replace(kwargs=kwargs)
    if call.made is not None:
        args, kwargs = list(call.made[0]), dict(call.made[1])
        for one in _with_a_float(args):
            yield call._replace(made=(one, kwargs))
        for one in _with_a_float(kwargs):
            yield call._replace(made=(args, one))


def _with_a_float(data: Any) -> Iterator[Any]:
    if type(data) is int:
        yield {"float": str(float(data))}
    elif isinstance(data, list):
        for i, item in enumerate(data):
            yield from ([*data[:i], one, *data[i + 1 :]] for one in _with_a_float(item))
    elif isinstance(data, dict) and "t" not in data:
        for key, item in data.items():
            yield from ({**data, key: one} for one in _with_a_float(item))


def judged(call: Call) -> Iterator[Finding]:
    """One call with sizes and, where torch takes it, with symbols."""
    try:
        call = answered(call)
    except NotOfData:
        return
    if isinstance(call.out, str):
        yield Finding(call, "concrete", False, _guarded(call, None))
        return
    for mode in ("concrete", "symbolic"):
        yield Finding(call, mode, True, _guarded(call, mode == "symbolic"))


def _guarded(call: Call, symbolic: bool | None) -> Outcome:
    try:
        return refusal(call) if symbolic is None else replay(call, symbolic)
    except Exception as error:  # an analysis that crashes is a finding of its own
        return Outcome("crash", f"{type(error).__name__}: {error}")


def known(finding: Finding) -> str | None:
    """Why an alarm is none, if it is known."""
    if finding.kind not in ALARMS or finding.kind == "crash":
        return None
    return KNOWN.get(finding.call.op) or (NO_ELEMENTS if _has_empty(finding.call) else None)


def _has_empty(call: Call) -> bool:
    return any(0 in one["t"] for one in _tensors([call.args, dict(call.kwargs), call.made]))


def _tensors(data: object) -> Iterator[dict[str, list[int]]]:
    if isinstance(data, dict):
        if "t" in data:
            yield data
        else:
            yield from _tensors(list(data.values()))
    elif isinstance(data, (list, tuple)):
        for item in data:
            yield from _tensors(item)


def by_operator(calls: Iterable[Call]) -> dict[str, list[Call]]:
    """Those of public names."""
    found = defaultdict(list)
    for call in calls:
        if not call.op.startswith("torch.ops."):
            found[call.op].append(call)
    return dict(sorted(found.items()))
