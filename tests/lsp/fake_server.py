"""The language server over a session that can be told to fail, by words in the text: `crash`, `slow`."""

from __future__ import annotations

import time
from typing import Any

from shapecheck_lsp import projects, server


class Projects(projects.Projects):
    def check(self, text: Any, settings: Any, is_superseded: Any, early: Any) -> Any:
        if "crash" in text.source:
            raise RuntimeError("inside")
        if "slow" in text.source:
            time.sleep(60)
        return super().check(text, settings, is_superseded, early)


def main() -> None:
    server.Projects = Projects  # type: ignore[misc]
    server.main()


if __name__ == "__main__":
    main()
