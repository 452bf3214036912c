"""What torch says of mutants: run `python -m bench.mutants_torch` with a subject as JSON on standard input.

Each mutant runs in a fork of its own, on tensors without data
where that goes. The subject names the program, the module that is
mutated, and the variable that is looked at; the answer is a JSON line for the program as it is, then for each mutant.
"""

from __future__ import annotations

import importlib.machinery
import json
import os
import signal
import sys
import traceback
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import FrameType
from typing import Any

from bench.mutations import mutants
from bench.real_torch import without_compiled_operators

Json = Any
SECONDS = 60


def answer(subject: Json, source: str, lines: set[int] | None = None) -> Json:
    """The outcome of the program with this source of the module: in a fork, through a pipe."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        outcome = _outcome(subject, source, lines)
        with os.fdopen(writer, "w") as out:
            json.dump(outcome, out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answers:
        text = answers.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"error": "no answer", "message": "", "lines": []}


def _outcome(subject: Json, source: str, lines: set[int] | None) -> Json:
    from torch._subclasses.fake_tensor import (
        DataDependentOutputException,
        DynamicOutputShapeException,
        FakeTensorMode,
    )

    _replace(subject["file"], source)
    if lines is not None:
        sys.settrace(_tracer(subject["file"], lines))
    try:
        try:
            result = _result(subject, FakeTensorMode(allow_non_fake_inputs=True))
        except (DataDependentOutputException, DynamicOutputShapeException):
            result = _result(subject, nullcontext())  # it reads numbers out of tensors: they need data
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame.lineno for frame in frames if frame.filename == subject["file"]]
        inside = frames[-1].filename
        return {"error": type(error).__name__, "message": str(error)[:200], "lines": own, "raised_in": inside}
    finally:
        sys.settrace(None)
    shape = list(result.shape) if hasattr(result, "shape") else None
    return {"shape": shape, "lines": sorted(lines or ())}


def _result(subject: Json, mode: AbstractContextManager[Any]) -> Any:
    scope: dict[str, Any] = {"__name__": "__mutant__"}
    with mode:
        exec(compile(subject["program"], "<program>", "exec"), scope)
    return scope.get(subject["result"])


def _replace(file: str, source: str) -> None:
    """Imports of the file give this source."""
    loader = importlib.machinery.SourceFileLoader
    original = loader.get_code

    def get_code(self: Any, name: str) -> Any:
        if self.get_filename(name) == file:
            return compile(source, file, "exec")
        return original(self, name)

    loader.get_code = get_code  # type: ignore[method-assign]


def _tracer(file: str, lines: set[int]) -> Any:
    def local(frame: FrameType, event: str, arg: Any) -> Any:
        lines.add(frame.f_lineno)
        return local

    return lambda frame, event, arg: local if frame.f_code.co_filename == file else None


def main() -> None:
    without_compiled_operators()
    subject = json.load(sys.stdin)
    source = Path(subject["file"]).read_text(encoding="utf-8")
    plain = answer(subject, source, set())
    print(json.dumps(plain), flush=True)
    if "shape" not in plain:
        return
    for mutant in mutants(source, set(plain["lines"]), subject["most"], subject["seed"]):
        print(json.dumps({**mutant._asdict(), "torch": answer(subject, mutant.source)}), flush=True)


if __name__ == "__main__":
    main()
