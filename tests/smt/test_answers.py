"""What the command says: sat, unsat with a core, redundancy, exit status; and lengths that data decides."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from shapecheck.cli import output
from shapecheck.cli.smt import command
from shapecheck.symbolic import Facts, Prover, Status, eq, evaluate, ge, parse, symbol, total
from shapecheck.symbolic.smt import analyse

UNSAT = """(declare-const a Int)(declare-const b Int)
(assert (! (> a 3) :named big))(assert (! (> b 0) :named other))(assert (! (< (* 2 a) 7) :named small))
(assert (! (> b a) :named late))
"""


def test_a_core_is_minimal() -> None:
    answer = analyse(UNSAT, redundant=True)
    assert answer.result == "unsat"
    assert answer.core == ["big", "small"]
    assert answer.asserts == [
        ("big", "needed"),
        ("other", "needed"),
        ("small", "needed"),
        ("late", "redundant"),
    ]


def test_z3_finds_what_the_cheap_steps_do_not() -> None:
    text = "(declare-const x Real)(declare-const a Int)(assert (> (* 2.0 x) 1.0))(assert (< x 1))(assert (= a 2))"
    answer = analyse(text)
    assert answer.result == "sat"
    assert answer.model is not None and answer.model["a"] == 2


def test_division_by_zero_is_no_proof() -> None:
    text = "(declare-const a Int)(define-fun q () Int (div a a))(assert (= q 1))(assert (= (mod a a) 0))"
    answer = analyse(text, redundant=True)
    assert answer.asserts is not None
    assert [verdict for _, verdict in answer.asserts][1] != "redundant"


class Terminal(StringIO):
    """What a person sees."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "sat.smt2").write_text("(declare-const a Int)\n(assert (> a 1))\n(assert (> a 0))\n")
    (tmp_path / "unsat.smt2").write_text(UNSAT)
    (tmp_path / "broken.smt2").write_text("(declare-const a Int)\n(assert (> a\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files_in_order_and_the_others_go_on(here: Path) -> None:
    names = ["sat.smt2", "broken.smt2", "unsat.smt2"]
    ran = CliRunner().invoke(command, [*names, "--redundant", "--output-format", "json"])
    document = json.loads(ran.stdout)
    assert ran.exit_code == 1
    assert document["version"] == 1
    assert [(one["path"], one["result"]) for one in document["files"]] == list(
        zip(names, ("sat", "error", "unsat"))
    )
    assert document["files"][0]["model"] == {"a": 2}
    assert [one["verdict"] for one in document["files"][0]["asserts"]] == ["needed", "redundant"]
    assert document["files"][1]["error"]["line"] == 2
    assert document["files"][2]["core"] == ["big", "small"]


def test_a_file_that_is_no_text_is_an_error_with_its_line(here: Path) -> None:
    (here / "latin.smt2").write_bytes(b"(declare-const a Int)\n; gr\xfc\xdfe\n(assert (> a 1))\n")
    ran = CliRunner().invoke(command, ["latin.smt2", "sat.smt2"])
    assert ran.exit_code == 1
    assert ran.stdout.splitlines() == ["latin.smt2:2: the text is not UTF-8", "sat.smt2: sat", "  a = 2"]


def test_progress_is_shown_on_a_terminal_only(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["sat.smt2", "unsat.smt2"]
    assert CliRunner().invoke(command, [*names, "--jobs", "1"]).stderr == ""
    monkeypatch.setattr(output, "sys", SimpleNamespace(stderr=Terminal()))
    for jobs in ("1", "2"):
        terminal = output.sys.stderr = Terminal()
        CliRunner().invoke(command, [*names, "--jobs", jobs])
        shown = terminal.getvalue().split("\r\x1b[K")
        assert shown[0] == shown[-1] == "", "it is cleared at the end"
        assert sorted(one.partition(" ")[0] for one in shown[1:-1]) == ["[1/2]", "[2/2]"]
        assert sorted(one.partition(" ")[2] for one in shown[1:-1]) == sorted(names)


def test_workers_give_the_same_bytes(here: Path) -> None:
    names = ["sat.smt2", "broken.smt2", "unsat.smt2"]
    alone = CliRunner().invoke(command, [*names, "--jobs", "1"])
    together = CliRunner().invoke(command, [*names, "--jobs", "2"])
    assert alone.stdout == together.stdout


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (["sat.smt2"], 0),
        (["unsat.smt2"], 1),
        (["sat.smt2", "--output", "a=5"], 0),
        (["sat.smt2", "--output", "a=0"], 1),
        (["sat.smt2", "--output", "a"], 2),
        (["absent.smt2"], 2),
        (["sat.smt2", "--validate"], 0),
    ],
)
def test_exit_status(here: Path, options: list[str], status: int) -> None:
    assert CliRunner().invoke(command, options).exit_code == status


def test_five_hundred_lengths() -> None:
    """`split(values, lengths)` needs the lengths to add up to the size of the first axis."""
    lengths = [symbol(f"length{i}", 0) for i in range(500)]
    size = symbol("values_0", 0)
    fits = eq(total(lengths), size)
    proving, refuting = Prover(), Prover()
    proved = proving.verdict(Facts.EMPTY.assume(eq(size, total(lengths))), fits)
    refuted = refuting.verdict(Facts.EMPTY, fits)
    assert proving.spent == refuting.spent == 0, "linear arithmetic suffices, Z3 is not asked"
    assert proved.status is Status.PROVED
    assert refuted.status is Status.CONTINGENT
    assert refuted.counterexample is not None
    assert sum(refuted.counterexample[f"length{i}"] for i in range(500)) != refuted.counterexample["values_0"]


def test_the_integer_square_root() -> None:
    n = symbol("n", 0)
    root = parse("isqrt(n)", {"n": n})
    assert str(root) == "isqrt(n)" and parse(str(n * root), {"n": n}) is n * root
    assert evaluate(root, {"n": 24}) == 4
    assert parse("isqrt(n**2)", {"n": n}) is n
    square = Facts.EMPTY.assume(eq(n, 49))
    assert Prover().verdict(square, eq(root, 7)).status is Status.PROVED
    assert Prover().verdict(Facts.EMPTY.assume(ge(root, 4)), ge(n, 16)).status is not Status.IMPOSSIBLE
