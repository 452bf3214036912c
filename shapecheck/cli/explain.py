"""`shapecheck explain RULE_OR_OPERATOR`"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shapecheck.check.rulebook import rules
from shapecheck.cli.output import UsageProblem, write

if TYPE_CHECKING:
    from shapecheck.check.operators import Operator


@click.command("explain")
@click.argument("name", metavar="RULE_OR_OPERATOR")
def command(name: str) -> None:
    """The page of one rule, or what is known of one operator."""
    rule = rules().get(name)
    if rule is not None:
        write(rule.body())
        return
    from shapecheck.check.operators import find, similar

    found = find(name)
    if not found:
        near = similar(name)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise UsageProblem(f"there is no rule and no operator `{name}`{hint}")
    write("\n".join(map(_operator_text, found)))


def _operator_text(operator: Operator) -> str:
    out = [f"# {operator.name}", ""]
    if operator.doc.strip():
        out += [*(line.strip() for line in operator.doc.strip().splitlines()), ""]
    out.append(f"Declared in {operator.stub}.")
    return "".join(f"{line}\n" for line in out)
