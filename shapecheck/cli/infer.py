"""`shapecheck infer FILE:QUALNAME`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shapecheck.cli.output import UsageProblem, reporting_problems, write
from shapecheck.cli.target import Request, read_request, run_request, session_for, target_options

if TYPE_CHECKING:
    from shapecheck.interpret.session import TargetResult


@click.command("infer")
@target_options
@click.option("--annotate", is_flag=True, help="Write it into the source, as jaxtyping annotations.")
@reporting_problems
def command(
    target: str,
    inputs: tuple[str, ...],
    with_: tuple[str, ...],
    symbolic: tuple[str, ...],
    python: str | None,
    stubs: tuple[str, ...],
    output_format: str,
    annotate: bool,
) -> None:
    """What inputs a function or module accepts (preconditions) and what it returns.

    With --annotate the target may be a file: all of its functions and modules are annotated then.
    """
    from shapecheck.check.targets import inferred
    from shapecheck.report.json import dumps
    from shapecheck.report.targets import infer_text

    if annotate and Path(target).is_file():
        _annotate_file(Path(target), python, stubs)
        return
    request = read_request(target, inputs, with_, symbolic)
    result = run_request(request, python, stubs)
    document = inferred(target, result, request.given)
    if annotate:
        _write(request.file, {_function(request.qualname, result): document})
    write(dumps(document) if output_format == "json" else infer_text(document))


def _annotate_file(file: Path, python: str | None, stubs: tuple[str, ...]) -> None:
    """Annotates every function and module of a file with what holds for all of its constructor arguments."""
    from shapecheck.check.places import shown_path
    from shapecheck.check.targets import inferred
    from shapecheck.interpret.session import TargetError
    from shapecheck.report.targets import infer_text

    request = Request(file.absolute(), "", {}, {}, ())
    try:
        results = session_for(request, python, stubs).infer_all(request.file, shown_path(file))
    except TargetError as error:
        raise UsageProblem(str(error)) from None
    documents = {}
    for name, result in results.items():
        document = inferred(f"{file}:{name}", result)
        documents[_function(name, result)] = document
        write(infer_text(document))
    _write(file, documents)


def _function(qualname: str, result: TargetResult) -> str:
    """The function whose signature was inferred."""
    return f"{qualname}.forward" if result.is_class else qualname


def _write(file: Path, documents: dict[str, dict[str, object]]) -> None:
    from shapecheck.fix.annotate import annotated, signature_from

    text = file.read_text(encoding="utf-8")
    new = annotated(text, {name: signature_from(document) for name, document in documents.items()})
    if new != text:
        file.write_text(new, encoding="utf-8")
