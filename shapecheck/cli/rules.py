"""`shapecheck rules`"""

from __future__ import annotations

import click

from shapecheck.check.rulebook import rules
from shapecheck.cli.output import write


@click.command("rules")
def command() -> None:
    """The rules: what can be reported, and at which level."""
    known = list(rules().values())
    widest = max(len(rule.name) for rule in known)
    for rule in known:
        write(f"{rule.name:<{widest}}  {rule.level:<7}  {rule.summary}\n")
