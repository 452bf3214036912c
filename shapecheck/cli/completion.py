"""`shapecheck completion SHELL`"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from shapecheck.cli.output import write


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """A script that completes commands and options: `source <(shapecheck completion bash)`."""
    from shapecheck.cli.group import cli

    kind = get_completion_class(shell)
    assert kind is not None
    write(kind(cli, {}, "shapecheck", "_SHAPECHECK_COMPLETE").source() + "\n")
