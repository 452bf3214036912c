"""What torch gives for the classes of `parity_infer`: run `python -m bench.parity_infer_torch ASKED FILE`.

ASKED holds, by program and class, the tensors that it takes and a list of sizes; into FILE go, by program and class and
in the same order, the shapes of what it gives, or null where it refuses.
"""

from __future__ import annotations

import json
import signal
import sys
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from bench.parity_torch import SECONDS, imported, in_fork, prepare, tensors_of

Json = Any


def answers(file: Path, classes: dict[str, Json]) -> dict[str, Json]:
    module = imported(file)
    found = {name: _of_class(module, name, *asked) for name, asked in classes.items()}
    return {name: given for name, given in found.items() if given is not None}


def _of_class(module: ModuleType, name: str, inputs: dict[str, Json], tried: list[dict[str, int]]) -> Json:
    """None if it cannot be made; it may take so many seconds in all, and what is left then is not asked."""
    given: list[Json] = []
    signal.alarm(SECONDS)
    try:
        made = vars(module)[name]()
        given.extend(_shapes(made, inputs, sizes) for sizes in tried)
    except Exception:
        return given or None
    finally:
        signal.alarm(0)
    return given


def _shapes(module: Any, inputs: dict[str, Json], sizes: dict[str, int]) -> Json:
    torch.manual_seed(0)
    tensors = []
    for name, (dtype, shape) in inputs.items():
        size = [sizes[f"{name.upper()}_{i}"] for i in range(len(shape))]
        tensors.append(torch.zeros(size, dtype=torch.int64) if dtype == "int64" else torch.rand(size))
    try:
        with torch.no_grad():
            return [one[one.index("[") :] for one in tensors_of(module(*tensors))]
    except TimeoutError:
        raise
    except Exception:
        return None


def main(asked: str, file: str) -> None:
    prepare()
    programs: dict[str, Json] = json.loads(Path(asked).read_text())
    found = {Path(one).stem: in_fork(partial(answers, Path(one), classes)) for one, classes in programs.items()}
    Path(file).write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
