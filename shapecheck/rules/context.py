"""What a rule may ask of whoever applies it: the face of the interpreter that stubs and kernels see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Union

from shapecheck.symbolic import Cond
from shapecheck.values import Delta, Path, Site, Store, Undecided, Unknown, Value

__all__ = ["DeadPath", "Message", "Rejected", "RuleContext", "Signal", "Undecided"]

Message = Union[str, Callable[[], str]]
"""A text, or how to make it: only made when it is shown."""


class Signal(Exception):
    """Control of the analysed program, or of the analysis, on its way through a rule that called back."""


class Rejected(Exception):
    """The operator can succeed for no input that reaches it; the finding has been recorded."""


class DeadPath(Exception):
    """The path cannot happen: its facts contradict each other. Nothing is reported on it."""


class RuleContext(Protocol):
    """`path` holds the facts; every change of a value goes through `store`."""

    path: Path
    store: Store

    @property
    def site(self) -> Site | None:
        """The call that is being evaluated."""

    @property
    def is_doubtful(self) -> bool:
        """Whether nobody knows that this call is reached."""

    @property
    def turns_switches(self) -> bool:
        """Whether a True that nobody passes may be in the place of a default of False, and stand for what is not
        False: a permutation, a size."""

    @property
    def is_given_nothing(self) -> bool:
        """Whether a None among the arguments is what a function gives that has forgotten to return anything."""

    def require(self, cond: Cond, message: Message) -> None:
        """An obligation: silence when proved, `Rejected` when impossible, else a fact from here on."""

    def reject(self, message: Message) -> Rejected:
        """Records that the call can never succeed; to be raised by the caller."""

    def suspect(self, cond: Cond, message: Message) -> None:
        """A warning where `cond` is proved: torch goes on, but hardly as meant."""

    def get_attribute(self, obj: Value, name: str) -> Value: ...

    def set_attribute(self, obj: Value, name: str, value: Value) -> None: ...

    def call(self, function: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """A call of any value; also of a `StubClass`, which makes an instance of it."""

    def iterate(self, value: Value) -> list[Value] | None:
        """All items of an iterable whose number is known, else None."""

    def named(self, name: str) -> Value:
        """What a dotted name stands for in an analysed program: "torch.nn.Linear", "copy.deepcopy"."""

    def join(self, a: Value, b: Value, cond: Cond | None = None) -> Value:
        """The value on either of two paths; `cond` holds on the path of `a`, its negation on that of `b`."""

    def join_writes(self, a: Delta, b: Delta, cond: Cond | None = None) -> None:
        """What places hold on either of two paths, from what each has written since the state at hand."""

    def unknown(self, reason: str) -> Unknown:
        """An unknown value with its cause at the present place."""

    def not_given(self, reason: str) -> Unknown:
        """What a call gives that has None for a number. Torch refuses it: where a default of a call of our own making
        may be why it is there, the path ends."""

    def not_taken(self, reason: str) -> Unknown:
        """What a call gives that has arguments for which the rule has no parameters. Another version of the library
        may take them; where a handler waits for that, it is the TypeError."""
