"""`FILE:QUALNAME` and the options that say what goes into it: shared by `infer` and `summary`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from shapecheck.check.inputs import InputSpec, parse_arguments, parse_assignments, parse_names, size_names
from shapecheck.check.places import shown_path
from shapecheck.cli.analysis import open_session
from shapecheck.cli.output import UsageProblem
from shapecheck.cli.stub_problems import require_sound_stubs
from shapecheck.project.config import load_config

if TYPE_CHECKING:
    from shapecheck.interpret.session import Session, TargetResult

_OPTIONS = (
    click.argument("target", metavar="FILE:QUALNAME"),
    click.option(
        "--input", "inputs", multiple=True, metavar="NAME=VALUE", help="An input: x='float32[B, 3, H, W]'."
    ),
    click.option(
        "--with", "with_", multiple=True, metavar="NAME=VALUE", help="A constructor argument: depth=12."
    ),
    click.option("--symbolic", multiple=True, metavar="NAMES", help="Constructor arguments kept symbolic."),
    click.option(
        "--python", metavar="PATH", help="The interpreter or environment with the installed packages."
    ),
    click.option("--stubs", multiple=True, metavar="FOLDER", help="Further shape rules."),
    click.option("--output-format", type=click.Choice(["text", "json"]), default="text"),
)


def target_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the argument and options of `Request`, and `--output-format`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


class Request(NamedTuple):
    """What the user asks of one function, method or module class."""

    file: Path
    qualname: str
    inputs: dict[str, InputSpec]
    with_: dict[str, InputSpec]
    symbolic: tuple[str, ...]

    @property
    def given(self) -> frozenset[str]:
        """The names that the user gave to sizes: they are kept."""
        return size_names([*self.inputs.values(), *self.with_.values()]) | frozenset(self.symbolic)


def read_request(
    target: str, inputs: tuple[str, ...], with_: tuple[str, ...], symbolic: tuple[str, ...]
) -> Request:
    """The request in these texts; UsageProblem if one cannot be read."""
    file, colon, qualname = target.rpartition(":")
    if not colon or not qualname or not file:
        raise UsageProblem(f"{target!r} is not FILE:QUALNAME")
    if not Path(file).is_file():
        raise UsageProblem(f"no such file: {file}")
    try:
        return Request(
            Path(file).absolute(),
            qualname,
            parse_assignments(inputs),
            parse_arguments(with_),
            parse_names(symbolic),
        )
    except ValueError as error:
        raise UsageProblem(str(error)) from None


def run_request(request: Request, python: str | None, stubs: tuple[str, ...]) -> TargetResult:
    """What the interpreter finds; UsageProblem if there is no such target."""
    from shapecheck.interpret.session import TargetError

    try:
        return session_for(request, python, stubs).run_target(
            request.file,
            shown_path(request.file),
            request.qualname,
            request.inputs,
            request.with_,
            request.symbolic,
        )
    except TargetError as error:
        raise UsageProblem(str(error)) from None


def session_for(request: Request, python: str | None, stubs: tuple[str, ...]) -> Session:
    """A session in which the target can be analysed, with the configuration that is nearest to its file."""
    config = load_config(request.file.parent)
    require_sound_stubs([*stubs, *config.stub_folders])
    return open_session([request.file], config, python, stubs)
