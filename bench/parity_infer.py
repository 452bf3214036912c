"""What `infer` says of the modules of `parity`, beside what torch accepts and gives at sizes around the example.

`python -m bench.parity_infer FOLDER [--only PATTERN]`: the module of each test case that takes `torch.rand([4, 4])` and
its like, and that runs under torch, is analysed once, with a symbol for each size. Torch is asked at the sizes of the
case, with each size one more by itself, and with the sizes of each axis doubled: where it accepts, the preconditions
have to hold and the output, evaluated, to be what it gives; where it refuses, one precondition should not hold.
"""

from __future__ import annotations

import argparse
import ast
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.parity import INSTALLED, beside, tensors_of
from bench.parity_programs import Case, cases, program
from bench.real_infer import holds
from bench.runner import environment
from shapecheck.check.targets import inferred
from shapecheck.cli.output import UsageProblem
from shapecheck.cli.target import read_request, session_for
from shapecheck.interpret.session import TargetError

Json = Any
Sizes = dict[str, int]
MAKERS = ("torch.rand", "torch.randn", "torch.ones", "torch.zeros")
WRAPPED = """

class {name}(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.module = {made}
        self.module.eval()

    def forward(self, {parameters}):
        return self.module({given})
"""


def wrapped(text: str) -> tuple[str, dict[str, Json]]:
    """The program with a class for each case, and the tensors that each takes: name -> dtype and shape."""
    found, taken = [], {}
    for i, case in enumerate(cases(ast.parse(text))):
        given, inputs = _with_parameters(case)
        if inputs:
            name = f"Case_{i}"
            taken[name] = inputs
            found.append(WRAPPED.format(name=name, made=case.made, parameters=", ".join(inputs), given=given))
    return program(text)[0] + "".join(found), taken


def _with_parameters(case: Case) -> tuple[str, dict[str, Json]]:
    """The arguments of the case's call with names in the place of its tensors, and these."""
    call = ast.parse(f"f({case.given})", mode="eval").body
    assert isinstance(call, ast.Call)
    inputs: dict[str, Json] = {}

    def parameter(node: ast.expr) -> ast.expr:
        made = _tensor(node)
        if made is None:
            return node
        name = f"x{len(inputs)}"
        inputs[name] = made
        return ast.Name(name)

    call.args = list(map(parameter, call.args))
    for keyword in call.keywords:
        keyword.value = parameter(keyword.value)
    return ast.unparse(call)[2:-1], inputs


def _tensor(node: ast.expr) -> tuple[str, list[int]] | None:
    """dtype and shape of `torch.zeros([4, 4], dtype=torch.int64)`."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) not in MAKERS or len(node.args) != 1:
        return None
    dtypes = [ast.unparse(one.value) for one in node.keywords]
    shape = ast.literal_eval(node.args[0])
    is_plain = isinstance(shape, list) and all(type(size) is int and size > 0 for size in shape)
    return ("int64" if dtypes == ["torch.int64"] else "float32", shape) if is_plain and len(dtypes) < 2 else None


def said(file: Path, taken: dict[str, Json], python: Path) -> dict[str, Json]:
    """What `infer` says of each class."""
    found: dict[str, Json] = {}
    session = None
    for name, inputs in taken.items():
        shapes = [f"{one}={dtype}[{', '.join(axes(one, shape))}]" for one, (dtype, shape) in inputs.items()]
        try:
            request = read_request(f"{file}:{name}", tuple(shapes), (), ())
            session = session or session_for(request, str(python), ())
            result = session.run_target(request.file, file.name, name, request.inputs, {}, ())
            found[name] = inferred(name, result, request.given)
        except (UsageProblem, TargetError) as error:
            print(f"{file.stem} {name}: {error}")
    return found


def axes(name: str, shape: list[int]) -> list[str]:
    """The names of a tensor's sizes."""
    return [f"{name.upper()}_{i}" for i in range(len(shape))]


def around(inputs: dict[str, Json]) -> Iterator[Sizes]:
    """The sizes of the case, and sizes around them."""
    sizes = {axis: size for name, (_, shape) in inputs.items() for axis, size in zip(axes(name, shape), shape)}
    yield sizes
    for axis, size in sizes.items():
        yield {**sizes, axis: size + 1}
    for place in sorted({axis.partition("_")[2] for axis in sizes}):
        yield {axis: size * 2 if axis.endswith(f"_{place}") else size for axis, size in sizes.items()}


def verdict(document: Json, sizes: Sizes, torch: list[str] | None) -> str:
    """`torch` is what it gives, None where it refuses."""
    admitted = holds(document["requires"], sizes)
    if torch is None:
        return "missed" if admitted else "refused by both"
    if not admitted:
        return "false precondition"
    shapes = [one[one.index("[") :] if "[" in one else one for one in tensors_of(document["output"], sizes)]
    if shapes == torch:
        return "right"
    return "partly" if any("?" in one for one in shapes) else "wrong"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.parity_infer", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="*.py", help="files of this pattern")
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = environment(folder / "venv", INSTALLED)
        asked, documents = {}, {}
        for file in sorted(options.folder.glob(options.only)):
            text, taken = wrapped(file.read_text(encoding="utf-8"))
            copy = folder / f"{file.stem}.py"
            copy.write_text(text, encoding="utf-8")
            for cls, document in said(copy, taken, python).items():
                documents[file.stem, cls] = document, list(around(taken[cls]))
                asked.setdefault(str(copy), {})[cls] = [taken[cls], documents[file.stem, cls][1]]
        (folder / "asked.json").write_text(json.dumps(asked))
        beside("bench.parity_infer_torch", [str(folder / "asked.json"), str(folder / "torch.json")])
        answers = json.loads((folder / "torch.json").read_text())
    for (stem, cls), (document, tried) in documents.items():
        given = answers.get(stem, {}).get(cls)
        if not given or given[0] is None:
            counts["modules that do not run"] += 1
            continue
        counts["modules"] += 1
        for sizes, torch in zip(tried, given):
            found = verdict(document, sizes, torch)
            counts[found] += 1
            if found in ("missed", "false precondition", "wrong"):
                print(f"{found}: {stem} {cls} at {sizes}: requires {document['requires']}")
    print(dict(counts))


if __name__ == "__main__":
    main()
