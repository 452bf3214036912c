"""What is said of declared shapes is so: counterexamples fail, and where nothing is said nothing fails.

All documents are read. Numbers and data are drawn, too, and so are the inputs of functions that declare nothing, from
those that `infer` admits. Every function with an assert is run, or left out with the reason that `LEFT_OUT` gives.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("jaxtyping")
pytest.importorskip("beartype")

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jaxtyping import TypeCheckError

from tests.declarations import inferred
from tests.declarations.inferred import Undeclared
from tests.declarations.runtime import Function, Unmakeable, asserts_in, functions
from tests.markdown import checker_side
from tests.markdown.parse import Case, parse_document

ROOT = Path(__file__).parents[2]
CASES_OF = ROOT / "tests" / "cases"
DOCUMENTS = [*CASES_OF.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
WHOLE = [
    *CASES_OF.glob("declarations*.md"),
    CASES_OF / "proved-by-nobody-else.md",
    *(ROOT / "docs" / "rules").glob("*.md"),
]
"""Of other documents, the cases that assert something or have a counterexample."""
UNPROVED = ("unproved-shape", "unproved-assert")
LEFT_OUT = {
    "chosen": "data decides whether its asserts hold: nothing is said of them",
    "saved": "asks for a package that is not installed: nothing is said of it",
    "forward": "a method of a class that declares nothing: its assert holds for no input, and is an error",
    "__init__": "an object that another one makes: whether its assert holds is a matter of that one",
    "pair": "an assert that tells the sizes of what is given, of which nothing else is known",
    "sample": "a method of a class that declares nothing: the object is made with numbers that the code gives",
}
"""Functions with asserts that are not run, and why."""


def _speaks(case: Case) -> bool:
    try:
        tree = ast.parse(case.program.code)
    except SyntaxError:
        return False
    in_functions = any(asserts_in(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return in_functions or any(one.rule in UNPROVED for file in case.files for one in file.expectations)


CASES = [
    case
    for path in sorted(DOCUMENTS)
    for case in parse_document(path)
    if _speaks(case) or (path in WHOLE and len(case.files) == 1 and path.stem != "syntax-error")
]
BY_NAME = [pytest.param(case, id=case.name) for case in CASES]
RESULTS = {"counterexamples": 0, "impossible": 0, "proved": 0, "inferred": 0}
RUN: set[tuple[str, str]] = set()
"""The functions that were called, by case and name."""


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
        if function.name not in LEFT_OUT:
            RUN.add((case.name, function.name))
        said = [d for d in diagnostics if function.covers(d["range"]["start"]["line"])]
        for diagnostic in said:
            if diagnostic["rule"] in UNPROVED:
                breaks(function, diagnostic["counterexample"])
            elif diagnostic["severity"] == "error":
                fails(function)
        is_spoken_of = function.says or case.document in WHOLE
        if not said and function.is_open and is_spoken_of and function.name not in LEFT_OUT:
            never_fails(function)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES if _speaks(case)])
def test_undeclared(case: Case, tmp_path: Path) -> None:
    """What infer admits of a function that declares nothing breaks none of its asserts."""
    file = tmp_path / "case.py"
    file.write_text(case.program.code, encoding="utf-8")
    for function in inferred.undeclared(case.program):
        if function.name not in LEFT_OUT:
            RUN.add((case.name, function.name))
            document = function.document(file)
            if document is None:
                function.raises()
            else:
                admits_rightly(function, document)


def test_enough_was_run() -> None:
    """The cases above have run functions, and did not just skip them."""
    assert RESULTS["counterexamples"] >= 43, RESULTS
    assert RESULTS["impossible"] >= 15, RESULTS
    assert RESULTS["proved"] >= 60, RESULTS
    assert RESULTS["inferred"] >= 5, RESULTS


def test_every_assert_was_run() -> None:
    left = set()
    for case in filter(_speaks, CASES):
        for block in ast.parse(case.program.code).body:
            for node in block.body if isinstance(block, ast.ClassDef) else [block]:
                if isinstance(node, ast.FunctionDef) and asserts_in(node) and (case.name, node.name) not in RUN:
                    left.add(node.name)
    assert left == set(LEFT_OUT), left


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


def _numbers(function: Function) -> st.SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({name: st.integers(1, 6) for name in function.integers})


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
    """It raises for no sizes. Where data or numbers decide, torch may refuse them, but no assert fails."""
    ran: list[dict[str, object]] = []
    draws_data = function.is_of_data and function.says > 0

    @settings(max_examples=100 if draws_data else 25, deadline=None, derandomize=True, database=None)
    @given(_draws(function), _numbers(function), st.integers(0, 9 if draws_data else 0))
    def run(sizes: dict[str, object], numbers: dict[str, int], seed: int) -> None:
        if any(size < 1 for size in _all_sizes(function, sizes)):
            return
        try:
            function.run(sizes, numbers, seed)
        except NotImplementedError:
            pass
        except (AssertionError, TypeCheckError, Unmakeable):
            raise
        except Exception:
            if draws_data:
                return
            raise
        ran.append(sizes)

    try:
        run()
    except Unmakeable:
        assert not function.says, f"{function.name}: no input can be made"
        return
    assert ran or not function.says, f"{function.name}: torch refuses every input that was drawn"
    RESULTS["proved"] += bool(ran)


def admits_rightly(function: Undeclared, document: inferred.Json) -> None:
    """No input that satisfies what infer prints is refused."""
    ran: list[dict[str, object]] = []
    draws = {
        name: st.lists(st.integers(1, 4), max_size=2) if name.startswith("*") else st.integers(1, 9)
        for name in inferred.names_of(document)
    }

    @settings(
        max_examples=50,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.filter_too_much],
    )
    @given(st.fixed_dictionaries(draws), st.integers(0, 9))
    def run(sizes: dict[str, object], seed: int) -> None:
        assume(inferred.is_admitted(document, sizes))
        inferred.call(function, document, sizes, seed)
        ran.append(sizes)

    run()
    assert ran, f"{function.name}: no input that was drawn is admissible"
    RESULTS["inferred"] += 1


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
