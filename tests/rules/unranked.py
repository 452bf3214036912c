"""A call of torch on tensors whose rank nobody knows; what it gave is compared after their sizes have become known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapecheck.interpret.machine import Machine
from shapecheck.symbolic import eq
from shapecheck.values import DType, ListValue, Shape, Star, Tensor, rank_of, shape_text
from tests.rules.replay import RIGHT, WORST_FIRST, Outcome, Replay
from tests.rules.rows import Call, Inputs


class Unranked(Inputs):
    """Arguments whose tensors have a star for a shape; their sizes are kept."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine, False)
        self.told: list[tuple[Shape, Sequence[int]]] = []

    def tensor(self, sizes: Sequence[int], dtype: DType) -> Tensor:
        made = Tensor((self.machine.path.fresh_star(f"x{len(self.told)}"),), dtype)
        self.told.append((made.shape, sizes))
        return made


class UnrankedReplay(Replay):
    inputs: Unranked

    def make_inputs(self, symbolic: bool) -> Inputs:
        return Unranked(self.machine)

    def tell(self) -> Outcome | None:
        """Tells the sizes of the tensors; an outcome if what the call has taught of them contradicts that."""
        path = self.machine.path
        for shape, sizes in self.inputs.told:
            now = path.resolve(shape)
            if path.decide(eq(rank_of(now), len(sizes))) is False:
                return Outcome("wrong", f"{shape_text(now)} is taught of {list(sizes)}")
            path.assume(eq(rank_of(now), len(sizes)))
            dims = [dim for dim in path.resolve(path.expose(shape, len(sizes), 0)) if type(dim) is not Star]
            if any(path.decide(eq(dim, size)) is False for dim, size in zip(dims, sizes, strict=True)):
                return Outcome("wrong", f"{shape_text(dims)} is taught of {list(sizes)}")
            for dim, size in zip(dims, sizes, strict=True):
                path.assume(eq(dim, size))
        return None

    def judge(self, result: Any, out: Any) -> Outcome:
        """The result beside torch's: right, wrong, or unknown in whole or in part."""
        if isinstance(out, dict) and "t" in out and isinstance(result, Tensor):
            return self._judge_tensor(result, out["t"])
        if isinstance(out, dict) and ("tuple" in out or "list" in out):
            out = out.get("tuple", out.get("list"))
        items = result.items if isinstance(result, ListValue) else result
        if not isinstance(out, list) or not isinstance(items, (tuple, list)) or len(items) != len(out):
            return Outcome("unknown")
        outcomes = [self.judge(item, one) for item, one in zip(items, out)]
        return next((one for verdict in WORST_FIRST for one in outcomes if one.verdict == verdict), RIGHT)

    def _judge_tensor(self, result: Tensor, sizes: list[int]) -> Outcome:
        path = self.machine.path
        shape = path.resolve(result.shape)
        verdicts = [path.decide(eq(rank_of(shape), len(sizes)))]
        if verdicts != [False]:
            at = next((i for i, dim in enumerate(shape) if type(dim) is Star), len(shape))
            back = len(shape) - at - 1
            pairs = [*zip(shape[:at], sizes), *(zip(shape[-back:], sizes[-back:]) if back > 0 else ())]
            verdicts += [path.decide(eq(dim, size)) for dim, size in pairs]  # type: ignore[arg-type]
        shown = f"{shape_text(shape)}, torch gives {sizes}"
        return Outcome("wrong", shown) if False in verdicts else RIGHT if all(verdicts) else Outcome("unknown", shown)


def replay_unranked(call: Call) -> Outcome:
    """A call that torch accepts. Unknown if a tensor has no dims or no elements: nobody thinks of such a one."""
    done = UnrankedReplay(call)
    if not all(sizes and 0 not in sizes for _, sizes in done.inputs.told):
        return Outcome("unknown", "a tensor without dims or elements")
    if done.refusals:
        return Outcome("rejected", done.refusals[0])
    return done.tell() or done.judge(done.result, call.out)
