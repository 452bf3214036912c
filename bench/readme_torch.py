"""What torch says of blocks of code, a JSON list of which comes on standard input: the shape of every tensor that
they assign.

Run in a process of its own; with the argument `data` on tensors that have data. The answer is a JSON line for each
block: `shapes` of (line, name, shape), and the `error` that ended it. A name that is assigned on one line in several
shapes is left out.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from bench.real_torch import without_compiled_operators

Json = Any
Mode = AbstractContextManager[Any]
MEMORY = 12 * 2**30
SECONDS = 60
"""On the processor, for a block."""
RECORDER = "_shapecheck_record"
Shapes = dict[tuple[int, str], list[Any]]


class _Recording(ast.NodeTransformer):
    """Puts a call of the recorder behind each assignment outside of functions and classes."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        return [node, *self._records(node.lineno, *node.targets)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        return [node, *(self._records(node.lineno, node.target) if node.value else ())]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        return [node, *self._records(node.lineno, node.target)]

    def _records(self, line: int, *targets: ast.expr) -> list[ast.stmt]:
        names = [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        stored = {
            one.id for t in targets for one in ast.walk(t) if isinstance(one, ast.Name) and _stores(one)
        }
        calls = [f"{RECORDER}({line}, {name!r}, {name})" for name in names if name in stored]
        return ast.parse("\n".join(calls)).body


def _stores(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def shape_of(value: Any) -> list[Any] | None:
    """Of a tensor, or of a list or tuple of nothing else; None for all other values."""
    import torch

    if isinstance(value, torch.Tensor):
        return list(map(int, value.shape))
    if type(value) in (list, tuple) and value:
        inner = [shape_of(one) for one in value]
        return inner if all(one is not None for one in inner) else None
    return None


def run(code: str, mode: Mode) -> tuple[Shapes, BaseException | None]:
    """The shapes up to the end, or up to the error."""
    found: Shapes = {}
    several: set[tuple[int, str]] = set()

    def record(line: int, name: str, value: Any) -> None:
        shape = shape_of(value)
        if shape is None or found.setdefault((line, name), shape) != shape:
            several.add((line, name))

    tree = ast.fix_missing_locations(_Recording().visit(ast.parse(code)))
    scope = {"__name__": "__main__", RECORDER: record, "reveal_shape": lambda value: value}
    error: BaseException | None = None
    try:
        with mode:
            exec(compile(tree, "<block>", "exec"), scope)
    except (Exception, SystemExit) as caught:
        error = caught
    return {key: shape for key, shape in found.items() if key not in several}, error


def everything_on_the_cpu() -> None:
    """A block may ask for a device that is not here; shapes do not depend on it."""
    import torch

    def same(self: Any, *args: Any, **kwargs: Any) -> Any:
        return self

    torch.Tensor.cuda = torch.nn.Module.cuda = same  # type: ignore[method-assign,assignment]


def answer(code: str, modes: Iterable[Mode]) -> Json:
    """The outcome of a block, in a fork that may not take more than its share of time and memory."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.dup2(2, 1)  # what the block prints is no answer
        outcome = _outcome(code.replace("'cuda'", "'cpu'").replace('"cuda"', '"cpu"'), modes)
        with os.fdopen(writer, "w") as out:
            json.dump(outcome, out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answers:
        text = answers.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if text else {"shapes": [], "error": f"no answer: status {status}"}


def _outcome(code: str, modes: Iterable[Mode]) -> Json:
    shapes: Shapes = {}
    error: BaseException | None = None
    try:
        for mode in modes:
            shapes, error = run(code, mode)
            if error is None:
                break
    except SyntaxError as caught:
        error = caught
    rows = [[line, name, shape] for (line, name), shape in sorted(shapes.items())]
    return {"shapes": rows, "error": None if error is None else f"{type(error).__name__}: {error}"[:2000]}


def main() -> None:
    import torch
    from torch._subclasses.fake_tensor import FakeTensorMode

    without_compiled_operators()
    everything_on_the_cpu()
    torch.set_num_threads(1)
    without_data = [] if "data" in sys.argv else [FakeTensorMode(allow_non_fake_inputs=True)]
    for code in json.load(sys.stdin):
        print(json.dumps(answer(code, [*without_data, nullcontext()])), flush=True)


if __name__ == "__main__":
    main()
