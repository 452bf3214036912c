"""The group of commands, each loaded only when it is run."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from shapecheck import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "check": "Check files and folders (what `shapecheck PATH...` does).",
    "infer": "What inputs a function or module accepts and what it returns.",
    "solve": "Inputs that give a wanted output, or a proof that none do.",
    "summary": "Layers, output shapes and parameter counts of a module.",
    "smt": "Are SMT-LIB files satisfiable, and which of their asserts are redundant?",
    "rules": "The rules: what can be reported.",
    "explain": "The page of one rule or operator.",
    "ops": "The operators that have a shape rule.",
    "merge": "Join the results of shards.",
    "completion": "A script that completes commands and options in a shell.",
    "clean": "Remove the cache.",
    "server": "The language server on stdio.",
}
"""Command -> its line in the overview. The command itself is `command` in `shapecheck.cli.<name>`."""

_OWN_OPTIONS = ("--help", "-h", "--version")


class LazyGroup(click.Group):
    """Knows its commands by name; a first argument that is none of them belongs to `check`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"shapecheck.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in COMMANDS and args[0] not in _OWN_OPTIONS:
            args = ["check", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, and what may follow if `check` is left out: its options, files and folders."""
        from click.shell_completion import CompletionItem

        check = self.get_command(ctx, "check")
        assert check is not None
        found = [*super().shell_complete(ctx, incomplete), *check.shell_complete(ctx, incomplete)]
        if not incomplete.startswith("-"):
            found.append(CompletionItem(incomplete, type="file"))
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="shapecheck", message="%(prog)s %(version)s")
def cli() -> None:
    """Finds tensor shape errors in PyTorch source without running it.

    `shapecheck PATH...` checks files and folders; `-` reads standard input.
    """
