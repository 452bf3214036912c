"""What is said of declared shapes is so: counterexamples fail, and where nothing is said nothing fails."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("jaxtyping")
pytest.importorskip("beartype")

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.declarations.runtime import Function, Unmakeable, functions
from tests.markdown import checker_side
from tests.markdown.parse import Case, parse_document

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*(ROOT / "tests" / "cases").glob("declarations*.md"), *(ROOT / "docs" / "rules").glob("*.md")]
CASES = [
    case
    for path in sorted(DOCUMENTS)
    for case in parse_document(path)
    if len(case.files) == 1 and path.stem != "syntax-error"
]
BY_NAME = [pytest.param(case, id=case.name) for case in CASES]
UNPROVED = ("unproved-shape", "unproved-assert")
RESULTS = {"counterexamples": 0, "impossible": 0, "proved": 0}


Answers = dict[str, checker_side.Answer]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    return checker_side.check_all(CASES, tmp_path_factory.mktemp("declarations"))


@pytest.fixture(scope="module")
def strict_answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """With lower bounds: where there are some, a function may fail for small sizes."""
    return checker_side.check_all(CASES, tmp_path_factory.mktemp("strict"), "--strict")


@pytest.mark.parametrize("case", BY_NAME)
def test_case(case: Case, answers: Answers, strict_answers: Answers) -> None:
    diagnostics = strict_answers[case.name].diagnostics
    # A lower bound may be what is said of the same place.
    strictly = {(d["rule"], str(d["range"])) for d in diagnostics}
    assert all((d["rule"], str(d["range"])) in strictly for d in answers[case.name].diagnostics)
    assert not [d for d in diagnostics if d["rule"] in UNPROVED and not d["counterexample"]]
    of_case = list(functions(case.program))
    for diagnostic in diagnostics:
        line = diagnostic["range"]["start"]["line"]
        if diagnostic["rule"] in UNPROVED:  # every counterexample is run
            assert any(function.covers(line) for function in of_case), diagnostic["message"]
    for function in of_case:
        said = [d for d in diagnostics if function.covers(d["range"]["start"]["line"])]
        for diagnostic in said:
            if diagnostic["rule"] in UNPROVED:
                breaks(function, diagnostic["counterexample"])
            elif diagnostic["severity"] == "error":
                fails(function)
        if not said and function.is_open:
            never_fails(function)


def test_enough_was_run() -> None:
    """The cases above have run functions, and did not just skip them."""
    assert RESULTS["counterexamples"] >= 42, RESULTS
    assert RESULTS["impossible"] >= 15, RESULTS
    assert RESULTS["proved"] >= 50, RESULTS


def breaks(function: Function, example: dict[str, object]) -> None:
    missing = {name.lstrip("*") for name in function.names()} - set(example)
    assert not missing, f"{function.name}: the counterexample lacks {missing}"
    try:
        result = function.run(dict(example))
    except Unmakeable:
        raise AssertionError(f"{function.name}: no input can be made of the counterexample {example}") from None
    except Exception:
        RESULTS["counterexamples"] += 1
        return
    raise AssertionError(f"{function.name} accepts the counterexample {example}: {type(result)}")


def _draws(function: Function) -> st.SearchStrategy[dict[str, object]]:
    sizes = {
        name: st.lists(st.integers(1, 4), max_size=2) if name.startswith("*") else st.integers(1, 9)
        for name in function.names()
    }
    return st.fixed_dictionaries(sizes)


def fails(function: Function) -> None:
    """It raises for all sizes; where there are branches, for some."""
    outcomes: list[bool] = []

    @settings(max_examples=40, deadline=None, derandomize=True, database=None)
    @given(_draws(function))
    def run(sizes: dict[str, object]) -> None:
        try:
            function.run(sizes)
        except Exception:
            outcomes.append(True)
        else:
            outcomes.append(False)

    run()
    assert all(outcomes) if function.is_straight else any(outcomes), f"{function.name} does not fail"
    RESULTS["impossible"] += 1


def never_fails(function: Function) -> None:
    ran = []

    @settings(max_examples=25, deadline=None, derandomize=True, database=None)
    @given(_draws(function))
    def run(sizes: dict[str, object]) -> None:
        if all(size >= 1 for size in _all_sizes(function, sizes)):
            ran.append(sizes)
            with contextlib.suppress(NotImplementedError):
                function.run(sizes)

    try:
        run()
    except Unmakeable:
        return
    RESULTS["proved"] += bool(ran)


def _all_sizes(function: Function, sizes: dict[str, object]) -> list[int]:
    """The sizes of every declared dim: an expression such as `h-1` may be less than 1, which nobody passes."""
    from tests.declarations.runtime import _sizes, shapes_in

    found: list[int] = []
    for annotation in function.parameters.values():
        for dims, _ in shapes_in(annotation):
            for dim in dims:
                if not dim.holes:
                    found.extend(_sizes(dim, sizes))
    return found
