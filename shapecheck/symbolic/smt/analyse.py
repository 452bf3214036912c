"""One file from text to answer: what `shapecheck smt` reports."""

from __future__ import annotations

from typing import Any, NamedTuple

from shapecheck.symbolic.smt import cores
from shapecheck.symbolic.smt.lazily import solve_lazily
from shapecheck.symbolic.smt.models import Model, Solved, solve
from shapecheck.symbolic.smt.program import Program
from shapecheck.symbolic.smt.reader import read
from shapecheck.symbolic.smt.redundancy import REDUNDANT, redundancies
from shapecheck.symbolic.smt.sexpr import SmtError
from shapecheck.symbolic.smt.wanted import with_outputs

SAT, UNSAT, UNKNOWN, ERROR = "sat", "unsat", "unknown", "error"
Z3_RLIMIT = 10_000_000
MAX_NODES_FOR_Z3 = 2_000
"""Z3 counts no resources while it prepares a problem, so it is not given what is large or nests too deep."""


class Answer(NamedTuple):
    """What is known of one file."""

    result: str
    model: Model | None = None
    core: list[str] | None = None
    error: tuple[int, str] | None = None
    asserts: list[tuple[str, str]] | None = None
    """Name and verdict of each assert, in file order."""
    validated: int | None = None
    """How many answers were replayed through Z3."""
    disagreements: tuple[str, ...] = ()
    """Where Z3 says otherwise: the first wrong rewrite, with both sides."""


def analyse(
    text: str, redundant: bool = False, outputs: tuple[tuple[str, int], ...] = (), validate: bool = False
) -> Answer:
    """Reads a program and answers; a text that cannot be read is an answer too."""
    try:
        program = read(text)
        program = with_outputs(program, outputs) if outputs else program
    except SmtError as error:
        return Answer(ERROR, error=(error.line, error.message))
    solved = solve(program) if redundant else solve_lazily(program)
    answer = _satisfiable(solved)
    if redundant:
        answer = answer._replace(asserts=_asserts(solved, answer.model, len(outputs)))
    return _validated(answer, program) if validate else answer


def _satisfiable(solved: Solved) -> Answer:
    program = solved.chain.program
    if solved.chain.contradiction is not None:
        return Answer(UNSAT, core=_core(program, solved.chain.contradiction, False))
    if solved.model is not None:
        return Answer(SAT, solved.model)
    from shapecheck.symbolic.smt import z3_program

    if solved.chain.translator.extents.exceeded or len(solved.evaluator.needed) > MAX_NODES_FOR_Z3:
        return Answer(UNKNOWN)
    satisfiable, model = z3_program.check(program, [one.node for one in program.asserts], None, Z3_RLIMIT)
    if satisfiable is False:
        return Answer(UNSAT, core=_core(program, len(program.asserts) - 1, True))
    if satisfiable and model and solved.evaluator.holds(model):
        return Answer(SAT, model)
    return Answer(UNKNOWN)


def _validated(answer: Answer, program: Program) -> Answer:
    from shapecheck.symbolic.smt.validate import validate

    redundant = {i for i, (_, verdict) in enumerate(answer.asserts or ()) if verdict == REDUNDANT}
    found = validate(program, proved=redundant)
    wrong = tuple(map(str, found.disagreements))
    return answer._replace(validated=found.replayed, disagreements=wrong)


def _core(program: Program, upto: int, with_z3: bool) -> list[str]:
    return [one.name for one in cores.minimal_core(program, upto, with_z3)]


def _asserts(solved: Solved, model: Model | None, added: int) -> list[tuple[str, str]]:
    """The verdicts on the asserts of the file itself."""
    asserts = solved.chain.program.asserts
    found = redundancies(solved, model)[: len(asserts) - added]
    return [(one.name, verdict.verdict) for one, verdict in zip(asserts, found)]


def as_json(path: str, answer: Answer) -> dict[str, Any]:
    """The entry of the file in the document that the contract describes."""
    model = answer.model
    out: dict[str, Any] = {
        "path": path,
        "result": answer.result,
        "model": None if model is None else {name: _plain(value) for name, value in model.items()},
        "core": answer.core,
        "error": None if answer.error is None else {"line": answer.error[0], "message": answer.error[1]},
    }
    if answer.asserts is not None:
        out["asserts"] = [{"name": name, "verdict": verdict} for name, verdict in answer.asserts]
    return out


def _plain(value: Any) -> Any:
    """Whole numbers and truth values as they are, fractions as text."""
    return value if isinstance(value, int) else str(value)
