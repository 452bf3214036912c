"""A call of torch, made by the interpreter on values of the same shapes, and what came out beside what torch gave."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from shapecheck.interpret.machine import Machine
from shapecheck.interpret.signals import PythonError
from shapecheck.interpret.world import World
from shapecheck.rules import load
from shapecheck.symbolic import Expr, eq, evaluate
from shapecheck.values import (
    DType,
    ListValue,
    ModuleValue,
    Scalar,
    Star,
    Tensor,
    UnionValue,
    Unknown,
    shape_text,
)
from tests.rules.rows import Call, Inputs

WORST_FIRST = ("wrong", "unknown", "partial", "open")


class Outcome(NamedTuple):
    """`verdict` of a call that torch accepts: right; open (sizes that a fresh symbol stands for, whose bounds admit
    torch's); partial (no dtype); unknown; wrong; rejected. Of one that it refuses: rejected, accepted or unknown."""

    verdict: str
    detail: str = ""


RIGHT = Outcome("right")


@functools.cache
def world() -> World:
    """The bundled stubs, and no program."""
    made = World([], [], load())
    made.modules["__main__"] = ModuleValue("__main__", {}, "main.py")
    return made


def make_machine() -> Machine:
    """A machine in the top-level code of an empty module."""
    return world().machine_for(world().modules["__main__"])


class Replay:
    """Our side of one call; `refusals` are the messages of what was reported."""

    def __init__(self, call: Call, symbolic: bool = False) -> None:
        self.machine = make_machine()
        self.inputs = self.make_inputs(symbolic)
        self.refusals: list[str] = []
        self.module: Any = None
        try:
            self.result = self._run(call)
        except PythonError as error:
            self.refusals.append(f"an error of Python: {error}")
            self.result = None
        self.refusals += [f.message for f in self.machine.record.findings if f.rule == "impossible-shape"]

    def make_inputs(self, symbolic: bool) -> Inputs:
        """What makes the arguments."""
        return Inputs(self.machine, symbolic)

    def _run(self, call: Call) -> Any:
        machine = self.machine
        if call.made is not None:
            function = self.module = self.inputs.construct(call.op.removeprefix("torch.nn."), *call.made)
            if machine.record.findings:
                return None
        args, kwargs = self.inputs.both(call.args, call.kwargs)
        if call.made is None:
            function = machine.named(call.op)
            if isinstance(function, Unknown) and call.op.startswith("torch.Tensor.") and len(args) == 1:
                return machine.get_attribute(args[0], call.op.removeprefix("torch.Tensor."))
        return machine.call(function, args, kwargs)

    # ------------------------------------------------------------ beside torch

    def compare(self, result: Any, out: Any) -> Outcome:
        """Our result beside that of torch."""
        if out is None or isinstance(out, dict) and "object" in out:
            return Outcome("wrong", f"{result!r}, torch gives {out}") if isinstance(result, Tensor) else RIGHT
        if isinstance(result, Unknown):
            return Outcome("unknown", result.cause.reason)
        if isinstance(result, UnionValue):
            outcomes = [self.compare(member, out) for member in result.members]
            fits = any(one.verdict not in ("wrong", "unknown") for one in outcomes)
            return Outcome("unknown", "one of several") if fits else outcomes[0]
        if isinstance(out, dict) and "t" in out:
            return self._compare_tensor(result, out)
        if isinstance(out, dict) and ("tuple" in out or "list" in out):
            out = out.get("tuple", out.get("list"))
        if isinstance(out, list):
            return self._compare_items(result, out)
        if isinstance(result, (int, float, complex, str, Scalar, Expr, DType)):
            return RIGHT
        return Outcome("wrong", f"{result!r}, torch gives {out}")

    def _compare_items(self, result: Any, out: list[Any]) -> Outcome:
        if isinstance(result, ListValue) and result.items is None:
            self._assume_sizes()
            if self.machine.path.decide(eq(result.length, len(out))) is False:
                return Outcome("wrong", f"{result.length} results, torch gives {len(out)}")
            outcome = self._compare_items([result.element] * len(out), out)
            if result.length == len(out) or outcome is not RIGHT:
                return outcome
            return Outcome("open", f"{result.length} results, torch gives {len(out)}")
        items = result.items if isinstance(result, ListValue) else result
        if not isinstance(items, (tuple, list)):
            return Outcome("wrong", f"{result!r} is no sequence")
        if len(items) != len(out):
            return Outcome("wrong", f"{len(items)} results, torch gives {len(out)}")
        outcomes = [self.compare(item, one) for item, one in zip(items, out)]
        return next((one for verdict in WORST_FIRST for one in outcomes if one.verdict == verdict), RIGHT)

    def _compare_tensor(self, result: Any, out: dict[str, Any]) -> Outcome:
        if not isinstance(result, Tensor):
            return Outcome("wrong", f"{result!r}, torch gives a tensor {out['t']}")
        shape = self.machine.path.resolve(result.shape)
        shown = f"{shape_text(shape)} {result.dtype}, torch gives {out['t']} {out['dt']}"
        if any(isinstance(dim, Star) for dim in shape):
            return Outcome("unknown", "the rank")
        if len(shape) != len(out["t"]) or (result.dtype is not None and result.dtype is not DType(out["dt"])):
            return Outcome("wrong", shown)
        values = [self._evaluated(dim) for dim in shape]
        if any(value not in (None, size) for value, size in zip(values, out["t"])):
            return Outcome("wrong", shown)
        fresh = [(dim, size) for dim, size, value in zip(shape, out["t"], values) if value is None]
        if fresh:
            self._assume_sizes()
        if any(self.machine.path.decide(eq(dim, size)) is False for dim, size in fresh):
            return Outcome("wrong", f"bounds: {shown}")
        if result.dtype is None:
            return Outcome("partial", shown)
        return Outcome("open", shown) if fresh else RIGHT

    def _assume_sizes(self) -> None:
        for dim, size in self.inputs.symbols:
            self.machine.path.assume(eq(dim, size))
        self.inputs.symbols = []

    def _evaluated(self, dim: Any) -> int | None:
        """The size at the sample; None if a symbol of the result's own is in it."""
        if isinstance(dim, int):
            return dim
        try:
            return evaluate(dim, self.inputs.env)
        except (KeyError, ArithmeticError):
            return None


def replay(call: Call, symbolic: bool = False) -> Outcome:
    """A call that torch accepts."""
    done = Replay(call, symbolic)
    return Outcome("rejected", done.refusals[0]) if done.refusals else done.compare(done.result, call.out)


def refusal(call: Call) -> Outcome:
    """A call that torch refuses; `call.out` are its words."""
    done = Replay(call)
    if done.refusals:
        return Outcome("rejected", done.refusals[0])
    return Outcome("unknown" if isinstance(done.result, Unknown) else "accepted", f"torch: {call.out[:150]}")
