"""What can go wrong with a stub, and the signals that a rule sends to whoever applies it."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import NamedTuple

from shapecheck.rules.context import Message, Rejected
from shapecheck.rules.folders import bundled_folder
from shapecheck.values import Unknown

STUB_SUFFIX = ".pyi"


class StubProblem(NamedTuple):
    """A stub that cannot be used: it disables itself and nothing else."""

    file: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def stub_problem(error: Exception, message: str) -> StubProblem | None:
    """An error that a user's stub has caused, at its line: raised by its own code, or by the helper that it called
    with values that the helper does not take. None if it arose deeper inside or in a bundled stub, which is
    shapecheck's own fault."""
    frames = traceback.extract_tb(error.__traceback__)
    last = max((i for i, frame in enumerate(frames) if frame.filename.endswith(STUB_SUFFIX)), default=-1)
    if last < 0 or len(frames) - last > 2:
        return None
    file = Path(frames[last].filename)
    if file.is_relative_to(bundled_folder()):
        return None
    return StubProblem(file, frames[last].lineno or 1, message)


class StubError(Exception):
    """The stub breaks the language at `line`."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class NoMatch(Exception):
    """The arguments are not of the kinds or ranks that this overload takes; the words are made when shown."""

    def __init__(self, message: Message) -> None:
        self.message = message

    def __str__(self) -> str:
        return self.message if isinstance(self.message, str) else self.message()


class NoWholeNumber(NoMatch):
    """A float, or a bool, for a parameter where torch takes an int alone: `nn.Linear(dim, dim / 2)`."""

    def __init__(self, parameter: str, kind: str = "float") -> None:
        super().__init__(f"`{parameter}` must be an int, not a {kind}")
        self.parameter, self.kind = parameter, kind


class WrongKind(NoMatch):
    """An argument of a kind that torch refuses, whatever else is known of it."""


class NoTensor(WrongKind):
    """A container where torch takes a tensor, or a tensor where it takes a list of them: `linear(lstm(x))`, where the
    layer inside gives a tuple, or `torch.cat(x, y)`."""

    def __init__(self, parameter: str, wanted: str, kind: str) -> None:
        super().__init__(f"`{parameter}` must be a {wanted}, not {'an' if kind[0] in 'aeiouAEIO' else 'a'} {kind}")


class NoInt(WrongKind):
    """A container, or a tensor of several elements, where torch takes an int: `x.gather(index, 1)`."""

    def __init__(self, parameter: str, kind: str) -> None:
        super().__init__(f"`{parameter}` must be an int, not a {kind}")


class WrongNumber(WrongKind):
    """So many ints where torch takes one or another number of them: a stride of three for images."""

    def __init__(self, parameter: str, wanted: int, given: tuple[object, ...]) -> None:
        values = f"a list of {wanted} values" if wanted > 1 else "a list of one"
        shown = f"[{', '.join(map(str, given))}]"
        super().__init__(f"expected {parameter} to be a single integer value or {values}, but got {parameter}={shown}")


class NoText(WrongKind):
    """A tensor, or a container of them, where a pattern belongs: `torch.einsum((x, y), "ij,jk")`."""

    def __init__(self, parameter: str, kind: str) -> None:
        super().__init__(f"`{parameter}` must be a str, not a {kind}")


class NoneGiven(NoMatch):
    """None where torch takes a tensor."""

    def __init__(self, parameter: str) -> None:
        super().__init__(f"`{parameter}` must be a tensor, not None")


class NoneForNumber(NoMatch):
    """None where torch takes a number or numbers."""


class NotTaken(NoMatch):
    """There are no parameters for arguments of this number or of these names."""


class Unfit(Exception):
    """What the rule computes with is not known well enough: the result is unknown.

    `value` is the unknown that is the cause, if there is one.
    """

    def __init__(self, reason: str, value: Unknown | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.value = value


class TrialRejected(Rejected):
    """A rejection inside of a trial: nothing has been recorded."""

    def __init__(self, message: Message) -> None:
        super().__init__("on trial")
        self.message = message
