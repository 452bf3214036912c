"""What can go wrong with a stub, and the signals that a rule sends to whoever applies it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from shapecheck.rules.context import Message, Rejected
from shapecheck.values import Unknown


class StubProblem(NamedTuple):
    """A stub that cannot be used: it disables itself and nothing else."""

    file: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


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
