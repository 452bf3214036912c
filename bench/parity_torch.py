"""What torch gives for the cases of programs of `parity`: run `python -m bench.parity_torch FOLDER FILE`.

Each program runs in a fork of its own. Into FILE go, by program and case, the tensors of the result in the order in
which they lie in it (`float32[4, 10]`), or what was raised and at which lines of the program.
"""

from __future__ import annotations

import builtins
import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any
from unittest.mock import MagicMock

import torch

from bench.real_torch import without_compiled_operators

Json = Any
SECONDS = 25
MEMORY = 6 << 30
MOCKED = frozenset({
    "apex", "cv2", "dgl", "gensim", "gym", "h5py", "librosa", "matplotlib", "mmcv", "nltk", "numba", "pandas",
    "pytorch_lightning", "scipy", "seaborn", "six", "skimage", "sklearn", "spacy", "tensorboardX", "tensorflow",
    "termcolor", "torch_geometric", "torch_scatter", "torchaudio", "torchtext", "tqdm", "visdom", "wandb",
    "yacs", "yaml",
})  # fmt: skip
"""What the paritybench replaces by mocks, too, where it is not installed."""


class Mocks(MetaPathFinder, Loader):
    """Finds these modules, last of all."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.partition(".")[0] in MOCKED else None

    def create_module(self, spec: ModuleSpec) -> Any:
        return MagicMock(name=spec.name, __path__=[], __spec__=spec)

    def exec_module(self, module: ModuleType) -> None: ...


def tensors_of(value: Any) -> Iterator[str]:
    if isinstance(value, torch.Tensor):
        yield f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"
    elif isinstance(value, (list, tuple, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from tensors_of(part)


def imported(file: Path) -> ModuleType:
    """The program, run as a module."""
    module = sys.modules[file.stem] = ModuleType(file.stem)
    module.__file__ = str(file)
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), module.__dict__)
    return module


def outcomes(file: Path) -> dict[str, Json]:
    """Of each case: the tensors of its result, or `error`, `message` and the `lines` of the program."""
    revealed: list[Any] = []
    setattr(builtins, "reveal_shape", revealed.append)  # noqa: B010  (the programs call it; builtins have no such name)
    found: dict[str, Json] = {}
    for name, function in list(vars(imported(file)).items()):
        if name.startswith("case_"):
            signal.alarm(SECONDS)
            try:
                function()
                found[name] = list(tensors_of(revealed.pop()))
            except Exception as error:
                own = [one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == str(file)]
                found[name] = {"error": type(error).__name__, "message": str(error)[:200], "lines": own}
            finally:
                signal.alarm(0)
    return found


def in_fork(answer: Callable[[], dict[str, Json]]) -> dict[str, Json]:
    """The answer of a process of its own; nothing if that fails, or takes too much memory."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            text = json.dumps(answer())
            with os.fdopen(writer, "w") as out:
                out.write(text)
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answers:
        text = answers.read()
    os.waitpid(child, 0)
    found: dict[str, Json] = json.loads(text) if text else {}
    return found


def _late(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


def prepare() -> None:
    """Lets programs be imported: with mocks, and on one core."""
    without_compiled_operators()
    torch.set_num_threads(1)
    sys.meta_path.append(Mocks())
    signal.signal(signal.SIGALRM, _late)


def main(folder: str, file: str) -> None:
    prepare()
    found = {one.stem: in_fork(partial(outcomes, one)) for one in sorted(Path(folder).glob("*.py"))}
    Path(file).write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
