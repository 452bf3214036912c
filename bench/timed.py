"""`shapecheck ARGUMENTS` in this process; then, as the last line of standard error, the seconds on the processor that
each file took, by its name, as JSON. A file pays for the modules that it is the first to import."""

from __future__ import annotations

import json
import sys
import time

from shapecheck.check.outcome import Outcome
from shapecheck.check.places import CheckedFile
from shapecheck.cli.group import cli
from shapecheck.project.work import Worker


def main() -> None:
    times: dict[str, float] = {}
    analyze = Worker._analyzed

    def timed(worker: Worker, file: CheckedFile) -> Outcome:
        begun = time.process_time()
        try:
            return analyze(worker, file)
        finally:
            times[file.shown] = round(time.process_time() - begun, 2)

    Worker._analyzed = timed  # type: ignore[method-assign]
    try:
        cli(prog_name="shapecheck")
    finally:
        sys.stdout.flush()
        print(f"\n{json.dumps(times)}", file=sys.stderr)


if __name__ == "__main__":
    main()
