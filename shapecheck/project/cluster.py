"""Analyses on an existing Dask cluster (extra `dask`), only when the user names one.

The workers need shapecheck installed, and see the checked files under the same paths. Each keeps a session per
setting, so that files of one worker share what they import; what travels is JSON.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence

from shapecheck.check.outcome import crashed, from_plain, to_plain
from shapecheck.project import ProjectError
from shapecheck.project.pool import file_from, setting_from
from shapecheck.project.work import Answer, Done, Task, Worker

SCHEME = "dask://"

_LOCK = threading.Lock()
"""A session is not made for several threads, of which a Dask worker has some."""
_workers: dict[str, Worker] = {}
"""By the JSON of the setting, in a worker of the cluster: a cache, which changes no answer."""


def run_on(address: str, tasks: Sequence[Task], done: Done) -> None:
    """Analyses all files on the cluster at `dask://HOST:PORT`."""
    if not address.startswith(SCHEME) or ":" not in address[len(SCHEME) :]:
        raise ProjectError(f"--executor {address}: write dask://HOST:PORT")
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ProjectError("--executor needs Dask: pip install 'torch-shapecheck[dask]'") from None
    try:
        client = Client(f"tcp://{address[len(SCHEME) :]}", timeout=10, set_as_default=False)
    except OSError as error:
        raise ProjectError(f"--executor {address}: {error}") from None
    with client:
        futures = {}
        for task in tasks:
            setting = json.dumps(task.setting._replace(cache=""))
            path, shown, data = task.file
            text = None if data is None else data.decode("utf-8", "surrogateescape")
            file = json.dumps([str(path), shown, text])
            futures[client.submit(analyze, setting, file, pure=False, retries=0)] = task
        for future in as_completed(futures, loop=client.loop):
            task = futures[future]
            if future.status == "finished":
                done(task, Answer(from_plain(json.loads(future.result()))))
            else:
                done(task, Answer(crashed(task.file.shown, f"the cluster gave it up: {future.exception()}")))


def analyze(setting: str, file: str) -> str:
    """What a worker of the cluster does: the outcome of one file, JSON in and out."""
    with _LOCK:
        worker = _workers.get(setting)
        if worker is None:
            _workers.clear()  # the settings of earlier runs
            worker = _workers[setting] = Worker(setting_from(json.loads(setting)))
        return json.dumps(to_plain(worker.analyze(file_from(json.loads(file)))))
