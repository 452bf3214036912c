"""`shapecheck server`"""

from __future__ import annotations

import click


@click.command("server")
def command() -> None:
    """The language server on standard input and output."""
    from shapecheck_lsp.server import main

    main()
