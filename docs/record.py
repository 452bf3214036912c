"""Puts the real output of commands into the documentation.

    python docs/record.py           writes it
    python docs/record.py --check   says what is stale, and exits with 1

A block is recorded if a comment with its command stands before it:

    <!-- record: shapecheck examples/wrong/flatten.py -->
    ```text
    ```
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ("README.md", "docs/*.md", "docs/rules/*.md")
BLOCK = re.compile(r"(<!-- record: (?P<command>.+?) -->\n```\w*\n)(?P<output>.*?)(```\n)", re.DOTALL)


def output_of(command: str) -> str:
    """What the command prints, run in the root of the repository with our own Python."""
    program, *args = shlex.split(command)
    if program != "shapecheck":
        raise SystemExit(f"only shapecheck is recorded, not {program}")
    environ = {**os.environ, "NO_COLOR": "1"}
    environ.pop("VIRTUAL_ENV", None)  # what is installed here must not show
    done = subprocess.run(
        [sys.executable, "-m", "shapecheck", *args], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command} exits with {done.returncode}:\n{done.stderr}")
    return done.stdout


def main() -> int:
    """Writes or checks all documents."""
    check = "--check" in sys.argv[1:]
    stale = []
    for path in sorted(path for pattern in DOCUMENTS for path in ROOT.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        new = BLOCK.sub(lambda block: block[1] + output_of(block["command"]) + block[4], text)
        if new != text:
            stale.append(str(path.relative_to(ROOT)))
            if not check:
                path.write_text(new, encoding="utf-8")
    for name in stale:
        print(f"{'stale' if check else 'written'}: {name}")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
