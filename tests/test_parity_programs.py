"""The programs that `bench.parity` writes from files of pytorch-jit-paritybench."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bench.parity_programs import program
from shapecheck.interpret.session import Session

MODULES = """
class Widened(nn.Module):

    def __init__(self, config, bias=True):
        super(Widened, self).__init__()
        self.norm = weight_norm(nn.Linear(config.width, 2 * config.width, bias=bias))

    def forward(self, x, scale):
        return F.relu(self.norm(x)) * scale
"""
IN_A_LIST = """
TESTCASES = [
    # (nn.Module, init_args, forward_args, jit_compiles)
    (Widened,
     lambda: ([], {'config': _mock_config(width=4), 'bias': False}),
     lambda: ([torch.rand([3, 4])], {'scale': 2}),
     False),
]

class Test_owner_project(_paritybench_base):
    def test_000(self):
        self._check(*TESTCASES[0])
"""
IN_METHODS = """
class Test_owner_project(_paritybench_base):
    @_fails_compile()
    def test_000(self):
        self._check(Widened(*[], **{'config': _mock_config(width=4)}), [torch.rand([3, 4]), 2], {})
"""
HEADER = "import sys\n_module = sys.modules[__name__]\nyaml = MagicMock()\n__version__ = '1.0.0'\n"


@pytest.mark.parametrize("header", ["", HEADER])
@pytest.mark.parametrize("tests", [IN_A_LIST, IN_METHODS])
def test_a_case_is_a_function(header: str, tests: str, tmp_path: Path) -> None:
    text, cases = program(header + MODULES + tests)
    assert cases == 1
    assert "from torch.nn.utils import weight_norm" in text
    assert "MagicMock" not in text
    file = tmp_path / "project.py"
    file.write_text(text, encoding="utf-8")
    revealed = Session([tmp_path], []).analyze(file, "project.py").record.reveals
    assert [one.value.shape for one in revealed] == [(3, 8)]


def test_lines_stay_where_they_are() -> None:
    """What is left out leaves empty lines: what comes behind it has the distance that it had."""
    text, _ = program(MODULES + IN_A_LIST)
    tree = ast.parse(text)
    widened = next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == "Widened")
    case = next(one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == "case_0")
    assert case.lineno - widened.lineno > IN_A_LIST.count("\n")
