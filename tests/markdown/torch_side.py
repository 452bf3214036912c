"""Runs a case under torch: the expectations of the checker must be what really happens.

The top-level statements are executed one after the other. A statement that raises is caught, the innermost
frame of the case in torch's traceback is noted, and the next statement runs; in the end the noted lines must
be exactly those with `error:` or `raises:`. A line with `warning:` may raise or not.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import contextlib
import importlib
import io
import random
import sys
import tempfile
import types
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.markdown.parse import Case
from tests.markdown.shortform import alternatives, evaluate, items_of, names_of, parse_short, shape_of

Place = tuple[str, int]
FUTURE = __future__.annotations.compiler_flag


@dataclass(frozen=True)
class TensorShape:
    shape: tuple[int, ...]
    dtype: str


@dataclass(frozen=True)
class Seen:
    """A revealed value, and the local names of the frame that a dim may be named after."""

    value: Any
    frame: types.FrameType
    local: dict[str, Any]


def snapshot(value: Any) -> Any:
    """A value as it is now (tensors change in place later)."""
    import torch

    if isinstance(value, torch.Tensor):
        return TensorShape(tuple(value.shape), str(value.dtype).removeprefix("torch."))
    if isinstance(value, tuple):
        return tuple(snapshot(item) for item in value)
    if isinstance(value, list):
        return [snapshot(item) for item in value]
    if isinstance(value, dict):
        return {key: snapshot(item) for key, item in value.items()}
    return value


@dataclass
class Run:
    """What happened: values seen by `reveal_shape` with the frame that called it, and lines that raised."""

    folder: Path
    reveals: dict[Place, list[Seen]] = field(default_factory=dict)
    raised: dict[Place, str] = field(default_factory=dict)

    def reveal_shape(self, value: Any) -> Any:
        frame = sys._getframe(1)
        place = (self.file(frame.f_code.co_filename), frame.f_lineno)
        local = {name: snapshot(held) for name, held in frame.f_locals.items()}
        self.reveals.setdefault(place, []).append(Seen(snapshot(value), frame, local))
        return value

    def file(self, filename: str) -> str:
        return Path(filename).relative_to(self.folder).as_posix()


def problems(case: Case) -> list[str]:
    """Where the case and torch disagree; empty if they do not."""
    with tempfile.TemporaryDirectory() as name:
        run = execute(case, Path(name).resolve())
    found = []
    for file in case.files:
        for expectation in file.expectations:
            place = (file.name, expectation.line)
            where = f"{case.document.name}:{file.start + expectation.line - 1}"
            if expectation.kind == "revealed":
                found += [f"{where}: {text}" for text in _reveal_problems(run, place, expectation.text)]
            elif expectation.kind in ("error", "raises") and place not in run.raised:
                found.append(f"{where}: nothing is raised under torch")
    allowed = {(f.name, e.line) for f in case.files for e in f.expectations if e.kind != "revealed"}
    starts = {f.name: f.start for f in case.files}
    for (name, line), text in run.raised.items():
        if (name, line) not in allowed:
            found.append(f"{case.document.name}:{starts[name] + line - 1}: torch raises {text}")
    return found


def execute(case: Case, folder: Path) -> Run:
    """Writes the files of a case into `folder` and runs the last of them."""
    run = Run(folder)
    for file in case.files:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.code, encoding="utf-8")
    program = folder / case.program.name
    module = types.ModuleType("__main__")
    module.__file__ = str(program)
    with _sandbox(run, module):
        flags = 0
        for node in ast.parse(case.program.code, str(program)).body:
            code = compile(ast.Module([node], []), str(program), "exec", flags, dont_inherit=True)
            flags |= code.co_flags & FUTURE
            _guarded(run, code, module)
        for call in case.program.calls:
            _guarded(run, compile(call, "<torch>", "exec"), module)
    return run


def _guarded(run: Run, code: types.CodeType, module: types.ModuleType) -> None:
    try:
        exec(code, module.__dict__)
    except Exception as error:
        place = ("", 0)
        trace = error.__traceback__
        while trace:
            filename = trace.tb_frame.f_code.co_filename
            if Path(filename).is_relative_to(run.folder):
                place = (run.file(filename), trace.tb_lineno)
            trace = trace.tb_next
        if place == ("", 0):
            raise
        run.raised.setdefault(place, f"{type(error).__name__}: {error}")


@contextlib.contextmanager
def _sandbox(run: Run, module: types.ModuleType) -> Iterator[None]:
    import numpy
    import torch

    before, main = set(sys.modules), sys.modules["__main__"]
    torch.default_generator.manual_seed(0)
    random.seed(0)
    numpy.random.seed(0)
    sys.path.insert(0, str(run.folder))
    sys.modules["__main__"] = module
    builtins.reveal_shape = run.reveal_shape  # type: ignore[attr-defined]
    importlib.invalidate_caches()
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.path.remove(str(run.folder))
        sys.modules["__main__"] = main
        del builtins.reveal_shape  # type: ignore[attr-defined]
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(run.folder)):
                del sys.modules[name]
        torch.set_default_dtype(torch.float32)


def _reveal_problems(run: Run, place: Place, text: str) -> list[str]:
    seen = run.reveals.get(place)
    if not seen:
        return ["the reveal is not reached under torch"]
    node = parse_short(text)
    if isinstance(node, ast.Name) and node.id == "unknown":
        return []
    found = []
    scopes: dict[int, Sizes] = {}
    for one in seen:
        sizes = scopes.setdefault(id(one.frame), Sizes())
        sizes.local = one.local
        if not any(matches_real(member, one.value, sizes) for member in alternatives(node)):
            found.append(f"revealed {text}, and torch has {one.value}")
    return found


class Sizes:
    """What the dim names of one frame stand for: its integer variables, or the first size that they meet."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.local: dict[str, Any] = {}

    def match(self, node: ast.expr, size: int) -> bool:
        if isinstance(node, ast.Name) and node.id == "_":
            return True
        wanted = names_of(node)
        for name in wanted - set(self.names):
            self._look_up(name)
        if isinstance(node, ast.Name) and node.id not in self.names:
            self.names[node.id] = size
        missing = wanted - set(self.names)
        if missing:
            raise ValueError(f"no local variable gives the size {', '.join(sorted(missing))}")
        return evaluate(node, self.names) == size

    def _look_up(self, name: str) -> None:
        if type(self.local.get(name)) is int:
            self.names[name] = self.local[name]
            return
        owner, _, axis = name.rpartition("_")
        tensor = self.local.get(owner)
        if axis.isdigit() and isinstance(tensor, TensorShape) and int(axis) < len(tensor.shape):
            self.names[name] = tensor.shape[int(axis)]

    def match_shape(self, tensor: tuple[str | None, list[ast.expr]], value: TensorShape) -> bool:
        dtype, dims = tensor
        if dtype is not None and dtype != value.dtype:
            return False
        if len(dims) == 1 and isinstance(dims[0], ast.Constant) and dims[0].value is ...:
            return True
        stars = [i for i, dim in enumerate(dims) if isinstance(dim, ast.Starred)]
        sizes = list(value.shape)
        if stars:
            tail = len(dims) - stars[0] - 1
            sizes = sizes[: stars[0]] + sizes[len(sizes) - tail :]
            dims = dims[: stars[0]] + dims[stars[0] + 1 :]
        return len(dims) == len(sizes) and all(map(self.match, dims, sizes))


KINDS = {"unknown": object, "tensor": TensorShape, "int": int, "float": float, "bool": bool, "str": str}


def matches_real(node: ast.expr, value: Any, sizes: Sizes) -> bool:
    """Is a real value what the short form says?"""
    tensor = shape_of(node)
    if tensor:
        return isinstance(value, TensorShape) and sizes.match_shape(tensor, value)
    if isinstance(node, ast.Name) and node.id in KINDS:
        return isinstance(value, KINDS[node.id])
    items = items_of(node)
    if isinstance(node, ast.Dict) or items:
        return _matches_container(node, items, value, sizes)
    if isinstance(node, ast.Call) and isinstance(node.args[0], ast.Name):
        return type(value).__name__ == node.args[0].id
    if isinstance(node, ast.Constant) and type(node.value) is not int:
        return type(value) is type(node.value) and value == node.value
    if isinstance(value, float):
        return bool(ast.literal_eval(node) == value)
    return type(value) is int and sizes.match(node, value)


def _matches_container(
    node: ast.expr, items: tuple[str, list[ast.expr]] | None, value: Any, sizes: Sizes
) -> bool:
    if isinstance(node, ast.Dict):
        keys = [str(ast.literal_eval(key)) for key in node.keys if key]
        if not isinstance(value, dict) or [str(key) for key in value] != keys:
            return False
        parts, held = node.values, list(value.values())
    else:
        assert items
        parts, held = items[1], value
        if not isinstance(value, tuple if items[0] == "tuple" else list):
            return False
    return len(parts) == len(held) and all(
        matches_real(p, v, sizes) for p, v in zip(parts, held, strict=True)
    )
