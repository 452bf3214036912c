"""The command line. One file a command; nothing is imported before it is needed."""

from __future__ import annotations

import sys


def main() -> None:
    """The command `shapecheck`."""
    if sys.argv[1:] == ["--version"]:  # editors ask for it at every start: no reason to load click
        from shapecheck import __version__

        print(f"shapecheck {__version__}")
        return
    from shapecheck.cli.group import cli

    try:
        cli(prog_name="shapecheck")
    except Exception:  # a mistake of ours, which is no finding (1) and no wrong usage (2)
        import traceback

        traceback.print_exc()
        sys.exit(3)
