"""The stub language: what it refuses, what it bounds, and that a broken stub disables only itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.rules import Registry, Rejected, Rule, load
from shapecheck.rules.folders import bundled_folder
from shapecheck.rules.words import written
from shapecheck.values import Cause, DType, Tensor, UnionValue, Unknown
from tests.rules.context import PlainContext

F32 = DType("float32")


def registry_of(folder: Path, source: str) -> Registry:
    (folder / "ops.pyi").write_text(source, encoding="utf-8")
    return load([folder])


def apply(registry: Registry, name: str, *args: object, **kwargs: object) -> object:
    rule = registry.find(name)
    assert isinstance(rule, Rule)
    return rule.apply(PlainContext(registry), list(args), kwargs)  # type: ignore[arg-type]


def tensor(*sizes: int) -> Tensor:
    return Tensor(tuple(sizes), F32)


@pytest.mark.parametrize(
    "body",
    [
        "return ().__class__",
        "return open('/etc/passwd')",
        "return __import__('os')",
        "return (lambda: 1)()",
        "return {1: 2}",
        "import os",
        "while True: pass",
        "return x._base",
        "return eval('1')",
        "_r = 3",
        "return x.shape[::2]",
        "global x",
        "return b'bytes'",
        "return 99999999999999999999999999999999999",
    ],
)
def test_what_is_not_in_the_language(tmp_path: Path, body: str) -> None:
    source = f"def op(x: Tensor):\n    {body}\n\ndef fine(x: Tensor['N']) -> Tensor['N 2']: ...\n"
    (tmp_path / "ops.pyi").write_text(source, encoding="utf-8")
    registry = Registry([tmp_path])
    assert isinstance(apply(registry, "ops.op", tensor(3)), Unknown)
    registry.compile_all()
    assert registry.problems
    assert all(problem.file.name == "ops.pyi" for problem in registry.problems)
    fine = apply(registry, "ops.fine", tensor(3))
    assert isinstance(fine, Tensor) and fine.shape == (3, 2)


@pytest.mark.parametrize(
    "body",
    [
        "return Tensor['2**9999999']",
        "return (1,) * 9999999",
        "return tuple(1 for a in range(60000) for b in range(60000))",
        "return op(x)",
        "return range(10**12)",
        "return 1 // 0",
        "return 2.0 ** 100000",
        "return [n for n in x.shape][0].real",
        "return 'a'.format(x)",
    ],
)
def test_what_is_bounded(tmp_path: Path, body: str) -> None:
    registry = registry_of(tmp_path, f"def op(x: Tensor):\n    {body}\n")
    assert isinstance(apply(registry, "ops.op", tensor(3)), Unknown)


def test_a_file_that_is_no_python(tmp_path: Path) -> None:
    registry = registry_of(tmp_path, "def op(x:\n")
    assert registry.find("ops.op") is None
    assert [problem.line for problem in registry.problems] == [1]
    assert isinstance(registry.find("torch.relu"), Rule)


def test_all_that_is_wrong_with_a_folder(tmp_path: Path) -> None:
    source = """
def fine(x: Tensor["N"]) -> Tensor["N 2"]: ...

def loops(x: Tensor["N"]):
    while True: pass

def asks(x: Tensor["N"]):
    return nobody.knows(x)
"""
    (tmp_path / "ops.pyi").write_text(source, encoding="utf-8")
    (tmp_path / "more.pyi").write_text("def op(x:\n", encoding="utf-8")
    problems = load([tmp_path]).check([tmp_path, tmp_path / "nowhere"])
    assert [(one.file.name, one.line, one.message) for one in problems] == [
        ("more.pyi", 1, "no Python: '(' was never closed"),
        ("nowhere", 1, "there is no such folder of stubs"),
        ("ops.pyi", 5, "a stub has no while statement"),
        ("ops.pyi", 8, "there is no rule `nobody.knows`"),
    ]


def problems_of(folder: Path, source: str) -> list[tuple[int, str]]:
    return [(one.line, one.message) for one in registry_of(folder, source).check([folder])]


@pytest.mark.parametrize(
    "source, lines",
    [
        ("def f(x: Tensor):\n    return f(x)\n", [2]),
        ("def f(x: Tensor):\n    return ops.f(x)\n", [2]),
        ("def f(x: Tensor['N']) -> Tensor['f(x)']: ...\n", [1]),
        ("def f(x: Tensor):\n    return g(x)\n\ndef g(x: Tensor):\n    return h(x)\n\nh = f\n", [2, 5]),
        ("class F(Module):\n    def forward(self, x: Tensor):\n        return self.forward(x)\n", [3]),
        ("class F(Module):\n    def forward(self, x: Tensor):\n        return self(x)\n", [3]),
        ("class F(Module):\n    def __init__(self):\n        self.inner = F()\n", [3]),
        (
            "class F(Module):\n    def forward(self, x: Tensor):\n        return self.step(x)\n"
            "    def step(self, x: Tensor):\n        return self.forward(x)\n",
            [3, 5],
        ),
    ],
)
def test_there_is_no_recursion(tmp_path: Path, source: str, lines: list[int]) -> None:
    source += "\ndef fine(x: Tensor):\n    return x\n"
    problems = problems_of(tmp_path, source)
    assert [line for line, _ in problems] == lines
    assert all("leads back to" in message for _, message in problems)
    registry = load([tmp_path])
    assert isinstance(apply(registry, "ops.fine", tensor(3)), Tensor)
    rule = registry.find("ops.f") or registry.find("ops.F.forward") or registry.find("ops.F.__init__")
    assert isinstance(rule, Rule) and rule.variants == ()


def test_an_overload_may_call_another(tmp_path: Path) -> None:
    source = """
def op(x: Tensor["*N"]) -> Tensor["*N 2"]: ...

def op(x: Sequence[Tensor]):
    return tuple(op(one) for one in x)

class Plain(Module):
    def __init__(self, width: int):
        self.width = width

    def forward(self, x: Tensor["*N self.width"]):
        return self.step(x)

    def step(self, x: Tensor):
        return op(x)
"""
    assert problems_of(tmp_path, source) == []


def test_many_rules_that_call_each_other_in_a_row(tmp_path: Path) -> None:
    rules = [f"def f{i}(x: Tensor):\n    return f{i + 1}(x)\n" for i in range(1500)]
    assert problems_of(tmp_path, "".join(rules) + "def f1500(x: Tensor): ...\n") == []


@pytest.mark.parametrize(
    "sizes, shape",
    [
        ("out, wide // groups, *kernel", (8, 2, 3, 5)),
        ("(out, *kernel)", (8, 3, 5)),
        ("out", (8,)),
        ("*kernel,", (3, 5)),
        ("()", ()),
        ('"out wide//groups *kernel"', (8, 2, 3, 5)),
    ],
)
def test_sizes_of_a_parameter(tmp_path: Path, sizes: str, shape: tuple[int, ...]) -> None:
    source = f"def op(out: int, wide: int, kernel: Pair, groups: int = 1):\n    return Parameter[{sizes}]\n"
    made = apply(registry_of(tmp_path, source), "ops.op", 8, 4, (3, 5), 2)
    assert isinstance(made, Tensor) and made.is_parameter
    assert (made.shape, made.dtype) == (shape, F32)


@pytest.mark.parametrize("shape", ["Tensor[()]", "Tensor[A]", 'Parameter[A, "B"]', "Parameter[A:B]", "Parameter[size]"])
def test_what_is_no_shape(tmp_path: Path, shape: str) -> None:
    assert [line for line, _ in problems_of(tmp_path, f"def op(x: Tensor['A B']):\n    return {shape}\n")] == [2]


@pytest.mark.parametrize(
    "start, encoding",
    [("", "utf-8-sig"), ("# -*- coding: latin-1 -*-\n", "latin-1"), ("\n# coding: cp1252\n", "cp1252")],
)
def test_encodings_of_python(tmp_path: Path, start: str, encoding: str) -> None:
    source = start + "def op(x: Tensor['N']):\n    require(N > 3, 'größer')\n    return x\n"
    (tmp_path / "ops.pyi").write_text(source, encoding=encoding)
    registry = load([tmp_path])
    assert registry.check([tmp_path]) == []
    with pytest.raises(Rejected, match="größer"):
        apply(registry, "ops.op", tensor(2))
    rule = registry.find("ops.op")
    assert isinstance(rule, Rule) and written(rule.path, rule.line).startswith("def op(x: Tensor['N']):")


@pytest.mark.parametrize("start", [b"# coding: nonsense\n", b"\xef\xbb\xbf# coding: latin-1\n", b"# \xff\n", b"\0\n"])
def test_what_is_in_no_encoding(tmp_path: Path, start: bytes) -> None:
    (tmp_path / "ops.pyi").write_bytes(start + b"def op(x: Tensor['N']) -> Tensor['N']: ...\n")
    assert [one.line for one in load([tmp_path]).check([tmp_path])] == [1]


def test_classes_that_there_are_not(tmp_path: Path) -> None:
    source = """
class M(Foo):
    def forward(self, x: Tensor["A"]) -> Tensor["A"]: ...

class Own(Own): ...
class One(Other): ...
class Other(One): ...
class OfRule(torch.relu): ...
class Fine(object): ...
class AlsoFine(torch.nn.Sequential): ...
class Opaque: ...
"""
    assert problems_of(tmp_path, source) == [
        (2, "there is no class `Foo`"),
        (5, "there is no class `Own`"),
        (6, "there is no class `Other`"),
        (7, "there is no class `One`"),
        (8, "there is no class `torch.relu`"),
    ]
    registry = load([tmp_path])
    assert registry.find("ops.M") is None and registry.find("ops.Fine") is not None


@pytest.mark.parametrize(
    "example",
    ["", "[B 3]", "[B 3 -> [B]", "[B 3] -> ", "[B 3] -> error:", "[B 3]) + g( -> [B]", "[B %] -> [B]", "op(x)"],
)
def test_examples_that_cannot_be_read(tmp_path: Path, example: str) -> None:
    source = f'def op(x: Tensor["B N"]) -> Tensor["B"]:\n    """Mine.\n\n    >>> {example}\n    """\n'
    ((line, message),) = problems_of(tmp_path, source)
    assert line == 4 and message.endswith(f"not `{example.strip()}`")
    made = apply(load([tmp_path]), "ops.op", tensor(2, 3))
    assert isinstance(made, Tensor) and made.shape == (2,), "the rule itself is sound"


@pytest.mark.parametrize(
    "example", ["[B 3], (2, B), dim=1 -> [B]", '[*N 3], "a -> b" -> int64[*N], [B//2]', "[] -> error: 3 -> 4", "2 -> 3"]
)
def test_examples_that_can(tmp_path: Path, example: str) -> None:
    assert problems_of(tmp_path, f"def op(x: Any):\n    '''>>> {example}'''\n") == []


def test_a_result_that_is_not_said(tmp_path: Path) -> None:
    source = """
def silent(x: Tensor["A"]): ...
def documented(x: Tensor["A"]):
    '''Mine.'''
def nothing(x: Tensor["A"]) -> None: ...
def acts(x: Tensor["A"]):
    require(A > 1, "too few")
"""
    registry = registry_of(tmp_path, source)
    assert registry.check([tmp_path]) == []
    for name in ("silent", "documented"):
        result = apply(registry, f"ops.{name}", tensor(3))
        assert isinstance(result, Unknown) and result.cause.reason == "the stub does not say its result"
    assert apply(registry, "ops.nothing", tensor(3)) is apply(registry, "ops.acts", tensor(3)) is None


def test_a_stub_that_fails_when_it_is_applied(tmp_path: Path) -> None:
    registry = registry_of(tmp_path, "def op(x: Tensor['N']):\n    d = axis(0)\n    return d\n")
    result = apply(registry, "ops.op", tensor(3))
    assert isinstance(result, Unknown) and "ops.pyi:2: ops.op: TypeError" in result.cause.reason
    assert [problem.line for problem in registry.problems] == [2]


def test_a_crash_of_our_own_is_not_the_stubs(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = load()

    def crash(*args: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr("shapecheck.rules.run.Run.tensor", crash)
    with pytest.raises(RuntimeError, match="a defect"):
        apply(registry, "torch.add", tensor(2, 3), tensor(3))


def test_a_users_own_operator(tmp_path: Path) -> None:
    source = '''
def fused(x: Tensor["*N I"], w: Tensor["I O"], scale: float = 1.0) -> Tensor["*N O"]:
    """My kernel.

    >>> [B 3], [3 5] -> [B 5]
    """
'''
    registry = registry_of(tmp_path, source)
    made = apply(registry, "ops.fused", tensor(2, 7, 3), tensor(3, 5))
    assert isinstance(made, Tensor) and made.shape == (2, 7, 5)
    with pytest.raises(Rejected, match="w dim 0 to be 3"):
        apply(registry, "ops.fused", tensor(2, 3), tensor(4, 5))
    rule = registry.find("ops.fused")
    assert isinstance(rule, Rule) and rule.examples == ("[B 3], [3 5] -> [B 5]",)


def test_an_undecided_question_is_answered_both_ways(tmp_path: Path) -> None:
    source = """
def op(x: Tensor["A B"], flag: bool) -> Tensor["A"]:
    if flag:
        require(A == 3, "A is {A}")
        return Tensor["B"]
"""
    registry = registry_of(tmp_path, source)
    unknown = Unknown(Cause(None, "some value"))
    joined = apply(registry, "ops.op", tensor(3, 3), unknown)
    assert isinstance(joined, Tensor) and joined.shape == (3,)
    other = apply(registry, "ops.op", tensor(4, 5), unknown)
    assert isinstance(other, Tensor)
    assert other.shape == (4,), "the answer that is rejected is not the answer"


def test_members_of_a_union_that_fail_are_dropped() -> None:
    registry = load()
    union = UnionValue((tensor(2, 3), tensor(5, 7)))
    made = apply(registry, "torch.matmul", union, tensor(3, 4))
    assert isinstance(made, Tensor) and made.shape == (2, 4)
    with pytest.raises(Rejected):
        apply(registry, "torch.matmul", union, tensor(9, 4))


def test_in_place_and_out() -> None:
    registry = load()
    x, out = tensor(2, 1), tensor(0)
    assert apply(registry, "torch.Tensor.add_", x, tensor(1)) is x
    with pytest.raises(Rejected, match="doesn't match the broadcast shape"):
        apply(registry, "torch.Tensor.add_", x, tensor(2, 3))
    assert apply(registry, "torch.add", tensor(2, 3), tensor(3), out=out) is out
    assert out.shape == (2, 3)
    assert apply(registry, "torch.Tensor.unsqueeze_", x, 0) is x
    assert x.shape == (1, 2, 1)


def test_every_bundled_stub_compiles() -> None:
    registry = load()
    registry.compile_all()
    assert [str(problem) for problem in registry.problems] == []
    assert registry.check([bundled_folder()]) == []
