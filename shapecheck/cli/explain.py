"""`shapecheck explain RULE_OR_OPERATOR`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shapecheck.check.rulebook import rules
from shapecheck.cli.output import UsageProblem, reporting_problems, write
from shapecheck.cli.stub_problems import require_sound_stubs
from shapecheck.project.config import load_config

if TYPE_CHECKING:
    from shapecheck.check.operators import Operator


@click.command("explain")
@click.argument("name", metavar="RULE_OR_OPERATOR")
@click.option("--stubs", multiple=True, metavar="FOLDER", help="Further shape rules.")
@reporting_problems
def command(name: str, stubs: tuple[str, ...]) -> None:
    """The page of one rule of the checker, or the shape rule of one operator."""
    rule = rules().get(name)
    if rule is not None:
        write(rule.body())
        return
    from shapecheck.check.operators import find, similar

    folders = [*map(Path, stubs), *load_config(Path.cwd()).stub_folders]
    require_sound_stubs(folders)
    found = find(name, folders)
    if not found:
        near = similar(name, folders)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise UsageProblem(f"there is no rule and no operator `{name}`{hint}")
    write("\n".join(map(_operator_text, found)))


def _operator_text(operator: Operator) -> str:
    out = [f"# {operator.name}", ""]
    if operator.why is not None:
        out += [f"{operator.status.replace('-', ' ')}: {operator.why}", ""]
    for number, lines in enumerate(operator.words, 1):
        out += [f"Form {number} of {len(operator.words)}:", ""] if len(operator.words) > 1 else []
        out += [*(f"- {line}" for line in lines), ""]
    examples = [line.strip() for line in operator.doc.splitlines() if line.strip().startswith(">>>")]
    if examples:
        out += ["Examples:", "", *(f"    {line}" for line in examples), ""]
    if operator.written:
        out += ["As written:", "", *(f"    {line}".rstrip() for line in operator.written.splitlines()), ""]
    if operator.source is not None:
        out.append(f"Follows {operator.source}")
    out.append(f"Declared in {operator.stub}." if operator.stub else f"{operator.name} has no stub.")
    return "".join(f"{line}\n" for line in out)
