"""Analyses in several processes. A process that dies costs the file it was at, and nothing else.

Workers are fresh interpreters that read a line of JSON for each file and answer with one: nothing is pickled, and
nothing is imported from the working folder, which belongs to the checked code.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from shapecheck.check.outcome import crashed, from_plain, to_plain
from shapecheck.check.places import CheckedFile
from shapecheck.project import ProjectError
from shapecheck.project.plan import Entry, Setting
from shapecheck.project.work import Answer, Done, Kept, Task, Worker

BYTES_PER_WORKER = 60_000
"""A worker costs as much as reading this much source: a small run gets few of them."""
_START = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from shapecheck.project.pool import serve; serve()"


def cores() -> int:
    """How many processes can work at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def useful_workers(tasks: Sequence[Task]) -> int:
    """How many workers these files keep busy."""
    size = 0
    for _, file in tasks:
        try:
            size += len(file.data) if file.data is not None else file.path.stat().st_size
        except OSError:
            continue
    return max(1, min(len(tasks), size // BYTES_PER_WORKER, cores()))


def run_tasks(tasks: Sequence[Task], jobs: int, done: Done) -> None:
    """Analyses all files in `jobs` processes; with one, in this process."""
    if jobs <= 1:
        run_here(tasks, done)
        return
    waiting: SimpleQueue[Task | None] = SimpleQueue()
    for task in tasks:
        waiting.put(task)
    answers: SimpleQueue[tuple[Task, Answer] | BaseException | None] = SimpleQueue()
    threads = [_Thread(waiting, answers) for _ in range(min(jobs, len(tasks)))]
    for thread in threads:
        waiting.put(None)
        thread.start()
    running = len(threads)
    try:
        while running:
            answer = answers.get()
            if answer is None:
                running -= 1
            elif isinstance(answer, BaseException):
                raise answer
            else:
                done(*answer)
    finally:
        for thread in threads:
            thread.stop()


def run_here(tasks: Sequence[Task], done: Done) -> None:
    """Analyses all files in this process."""
    worker = _hire(tasks[0].setting)
    for task in tasks:
        worker.turn_to(task.setting)
        done(task, worker.answer(task.file))


def _hire(setting: Setting) -> Worker:
    """A worker to whom this process belongs."""
    from shapecheck.source.deep_stack import collect_rarely

    worker = Worker(setting)
    collect_rarely()
    gc.freeze()
    return worker


class _Thread(threading.Thread):
    """Hands the tasks to a process, one after the other, and starts another one when it has died."""

    def __init__(self, waiting: SimpleQueue[Task | None], answers: SimpleQueue[Any]) -> None:
        super().__init__(daemon=True)
        self._waiting, self._answers = waiting, answers
        self._process: _Process | None = None
        self._is_over = False

    def run(self) -> None:
        try:
            while (task := self._waiting.get()) is not None and not self._is_over:
                self._answers.put((task, self._answer(task)))
        except BaseException as error:
            self._answers.put(error)
        finally:
            self.stop()
            self._answers.put(None)

    def stop(self) -> None:
        """No further task is begun, and the one at work is given up."""
        self._is_over = True
        if self._process is not None:
            self._process.end()

    def _answer(self, task: Task) -> Answer:
        if self._process is None:
            self._process = _Process()
        answer = self._process.ask(task)
        if answer is not None:
            if "wrong" in answer:
                raise ProjectError(answer["wrong"])
            kept = answer["kept"]
            if kept is None:
                return Answer(from_plain(answer["outcome"]))
            own, direct, shared = kept
            return Answer(from_plain(answer["outcome"]), Kept(own, direct, self._process.shared(shared)))
        reason = self._process.end()
        self._process = None
        return Answer(crashed(task.file.shown, f"the process that analysed it {reason}"))


class _Process:
    """A worker on the other side of two pipes."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", _START, json.dumps([path for path in sys.path if path])]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._sent: Setting | None = None
        self._shared: list[str] = []

    def shared(self, text: str | int) -> str:
        """What the answer says, or the number of what an earlier one said."""
        if isinstance(text, int):
            return self._shared[text]
        self._shared.append(text)
        return text

    def ask(self, task: Task) -> Any:
        """The answer; None if the process has died."""
        setting, file = task
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            if setting != self._sent:
                _write(self._process.stdin, {"setting": setting})
                self._sent = setting
            data = None if file.data is None else file.data.decode("utf-8", "surrogateescape")
            _write(self._process.stdin, {"file": [str(file.path), file.shown, data]})
            line = self._process.stdout.readline()
        except OSError:
            return None
        return json.loads(line) if line.endswith(b"\n") else None

    def end(self) -> str:
        """Ends the process if it still runs; says how it came to its end."""
        if self._process.poll() is None:
            try:
                self._process.wait(0.2)  # its pipe was closed: it is about to be gone
            except subprocess.TimeoutExpired:
                self._process.kill()
        status = self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue
        return f"was killed by {signal.Signals(-status).name}" if status < 0 else f"exited with {status}"


def _write(stream: IO[bytes], message: Any) -> None:
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()


# -------------------------------------------------------------------- in the worker


def serve() -> None:
    """Answers files with their outcomes until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may write between the answers
    worker: Worker | None = None
    sent: dict[str, int] = {}
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if "setting" in message:
            setting = setting_from(message["setting"])
            if worker is not None:
                worker.turn_to(setting)
            continue
        try:
            worker = worker or _hire(setting)
            answer = _plain(worker.answer(file_from(message["file"])), sent)
        except ProjectError as error:
            answer = {"wrong": str(error)}
        _write(answers, answer)
    os._exit(0)  # to take apart what it knows would take as long as some files


def _plain(answer: Answer, sent: dict[str, int]) -> Any:
    """The answer for JSON. What many files depend on is said once, and then by its number."""
    kept = answer.kept
    if kept is not None:
        number = sent.get(kept.shared)
        if number is None:
            sent[kept.shared] = len(sent)
        return {"outcome": to_plain(answer.outcome), "kept": [*kept[:2], kept.shared if number is None else number]}
    return {"outcome": to_plain(answer.outcome), "kept": None}


def setting_from(data: Any) -> Setting:
    """The setting, from what JSON made of it."""
    setting = Setting._make(tuple(field) if isinstance(field, list) else field for field in data)
    return setting._replace(
        files=tuple((path, shown) for path, shown in setting.files),
        entries=tuple(
            Entry(shown, name, tuple(given), tuple(with_), place)
            for shown, name, given, with_, place in setting.entries
        ),
    )


def file_from(data: Any) -> CheckedFile:
    """The file, from what JSON made of it."""
    path, shown, text = data
    return CheckedFile(Path(path), shown, None if text is None else text.encode("utf-8", "surrogateescape"))

