"""`shapecheck solve FILE:QUALNAME --output '[1, 1000]'`"""

from __future__ import annotations

import click

from shapecheck.cli.output import UsageProblem, reporting_problems, write
from shapecheck.cli.target import read_request, session_for, target_options


@click.command("solve")
@target_options
@click.option("--output", "wanted", required=True, metavar="SHAPE", help="The wanted output: '[1, 1000]', `_` for any.")
@click.option("--layer", metavar="NAME", help="The output of this layer in place of the whole target's.")
@click.option("--strict", is_flag=True, help="`unknown` counts for the exit status.")
@click.pass_context
@reporting_problems
def command(
    ctx: click.Context,
    target: str,
    inputs: tuple[str, ...],
    with_: tuple[str, ...],
    symbolic: tuple[str, ...],
    python: str | None,
    stubs: tuple[str, ...],
    output_format: str,
    wanted: str,
    layer: str | None,
    strict: bool,
) -> None:
    """Inputs that give a wanted output, smallest first, or a proof that none do."""
    from shapecheck.check.places import shown_path
    from shapecheck.check.solutions import parse_wanted, solved
    from shapecheck.interpret.session import Request, TargetError
    from shapecheck.report.json import dumps
    from shapecheck.report.targets import solve_text

    request = read_request(target, inputs, with_, symbolic)
    try:
        shape = parse_wanted(wanted)
        session = session_for(request, python, stubs)
        asked = Request(request.qualname, request.inputs, request.with_, request.symbolic)
        solution = session.solve(request.file, shown_path(request.file), asked, shape, layer)
    except (ValueError, TargetError) as error:
        raise UsageProblem(str(error)) from None
    document = solved(target, solution)
    write(dumps(document) if output_format == "json" else solve_text(document))
    ctx.exit(int(solution.result == "impossible" or (strict and solution.result == "unknown")))
