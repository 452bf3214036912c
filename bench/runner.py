"""Runs shapecheck in a process of its own, on one core, and measures it."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.fetch import source

Json = Any
FREE_CORES: queue.Queue[int] = queue.Queue()
for _core in sorted(
    os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
):
    FREE_CORES.put(_core)


@dataclass(frozen=True)
class Measured:
    """One run. `document` is None if there was no JSON; `status` is the exit status, -9 after the limit."""

    status: int
    document: Json | None
    errors: str
    seconds: float
    processor: float
    """Seconds on the processor: what is left of `seconds` when the machine has other work, too."""
    megabytes: float

    @property
    def crashed(self) -> bool:
        return self.document is None or self.status not in (0, 1)


def environment(folder: Path, packages: Iterable[str], others: Mapping[str, str] | None = None) -> Path:
    """A virtual environment of links, in which the packages (and others of given versions) can be found and
    nothing else."""
    site = folder / "lib" / "python3.11" / "site-packages"
    site.mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text("version = 3.11\n", encoding="utf-8")
    sources = [source(package) for package in packages]
    sources += [source(package, version) for package, version in (others or {}).items()]
    for installed in sources:
        link(installed, folder)
    return folder


def link(installed: Path, environment_: Path) -> None:
    """Links what was installed into a folder of its own into an environment, too."""
    site = environment_ / "lib" / "python3.11" / "site-packages"
    for entry in installed.iterdir():
        there = site / entry.name
        if not there.exists():  # several packages bring a folder `tests`
            there.symlink_to(entry.resolve())


def shapecheck(
    arguments: list[str], cwd: Path, cache: Path, limit: float = 600.0, program: str = "shapecheck"
) -> Measured:
    """`shapecheck check ARGUMENTS`, with seconds and peak memory of the process; `program` is what is run."""
    command = [sys.executable, "-m", program, "check", "--no-cache", "--output-format", "json", *arguments]
    environ = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONSAFEPATH": "1"}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        core = FREE_CORES.get()
        started = time.monotonic()
        process = subprocess.Popen(command, cwd=cwd, stdout=out, stderr=err, env=environ)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(process.pid, {core})
        status, processor, kilobytes = _wait(process, started + limit)
        seconds = time.monotonic() - started
        FREE_CORES.put(core)
        out.seek(0)
        err.seek(0)
        return Measured(status, _parsed(out.read()), err.read().decode(), seconds, processor, kilobytes / 1024)


def _wait(process: subprocess.Popen[bytes], deadline: float) -> tuple[int, float, float]:
    """Exit status, seconds on the processor, and peak memory in kilobytes."""
    killed = False
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss
        if time.monotonic() > deadline and not killed:
            process.send_signal(signal.SIGKILL)
            killed = True
        time.sleep(0.005)


def _parsed(output: bytes) -> Json | None:
    try:
        return json.loads(output)
    except ValueError:
        return None
