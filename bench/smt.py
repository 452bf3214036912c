"""The traced SMT-LIB corpus: shapecheck beside Z3, and beside sympy as PyTorch uses it.

Every figure is CPU time of this one process. The corpus' example values are used to choose wanted outputs
and for the duck-shaped mode, never by shapecheck to find a model.
"""

from __future__ import annotations

import gc
import re
import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from time import process_time

import z3

from bench import smt_sympy
from bench.cpu_limit import CpuLimit
from shapecheck.symbolic.expr import Expr
from shapecheck.symbolic.smt import Program, read
from shapecheck.symbolic.smt.chain import Chain
from shapecheck.symbolic.smt.lazily import solve_lazily
from shapecheck.symbolic.smt.models import Solved, solve
from shapecheck.symbolic.smt.points import Evaluator
from shapecheck.symbolic.smt.program import part_of
from shapecheck.symbolic.smt.redundancy import Redundancy, redundancies
from shapecheck.symbolic.smt.wanted import inputs_for
from shapecheck.symbolic.smt.z3_program import Z3Program
from tests.smt import corpus

SEED = 3
FILE_LIMIT, QUESTION_LIMIT = 10.0, 1.0
"""CPU seconds."""
MID_SIZE = (15_000, 60_000)
"""Bytes of the files whose redundancy questions are asked of Z3 too."""
_OUTPUT = re.compile(r"output[0-9]+_size[0-9]+\Z")


def main(limit: int | None = None, sample: int = 40, sympy_sample: int = 250) -> None:
    """Prints the table."""
    gc.set_threshold(1_000_000, 20, 20)  # what is built lives as long as its file
    paths = corpus.files()[:limit]
    if not paths:
        raise SystemExit("the corpus is not there: see tests/smt/corpus.py")
    satisfiable(paths)
    on_sample(corpus.sample(sample, SEED, MID_SIZE[1], MID_SIZE[0]))
    on_all(paths)
    wanted(paths)
    smt_sympy.compare(corpus.sample(sympy_sample, SEED))


def satisfiable(paths: list[Path]) -> None:
    """One model a file."""
    ours = theirs = on_theirs = 0.0
    solved = z3_solved = checked = 0
    unknown = []
    limit = CpuLimit(FILE_LIMIT)
    for path in paths:
        start = process_time()
        found = solve_lazily(read(path.read_text(encoding="utf-8")))
        mine = process_time() - start
        ours += mine
        solved += found.model is not None
        checked += found.model is not None and Evaluator(found.chain.program).holds(found.model)
        start = process_time()
        solver = z3.SolverFor("ALL", ctx=z3.Context())
        solver.add(z3.parse_smt2_file(str(path), ctx=solver.ctx))
        with limit.on(solver.ctx):
            answer = solver.check()
        if answer == z3.sat:
            z3_solved += 1
            theirs += process_time() - start
            on_theirs += mine
        else:
            unknown.append(path.stem)
    limit.end()
    print("satisfiable?")
    print(f"  shapecheck {solved} of {len(paths)}, {checked} models checked, {ours:.1f} s with reading")
    print(f"  Z3         {z3_solved} of {len(paths)}; not: {', '.join(unknown) or 'none'}")
    ratio = theirs / max(on_theirs, 1e-9)
    print(
        f"  on the files that Z3 solves: {on_theirs:.1f} s, Z3 {theirs:.1f} s: {ratio:.1f} times less",
        flush=True,
    )


def on_sample(paths: list[Path]) -> None:
    """Redundancy questions that Z3 is asked too, incrementally."""
    proofs = whole = theirs = 0.0
    pairs: Counter[tuple[str, str]] = Counter()
    for path in paths:
        program = read(path.read_text(encoding="utf-8"))
        start = process_time()
        Chain(program).run()
        proofs += process_time() - start
        start = process_time()
        found = [one.verdict for one in redundancies(solve(program))]
        whole += process_time() - start
        start = process_time()
        verdicts = _z3_redundant(program)
        theirs += process_time() - start
        pairs.update(zip(found, verdicts, strict=True))
    total = sum(pairs.values())
    by_z3 = Counter(theirs_ for _, theirs_ in pairs.elements())
    wrong = pairs["redundant", "needed"] + pairs["needed", "redundant"]
    agree = pairs["redundant", "redundant"] + pairs["needed", "needed"]
    settled = by_z3["redundant"] + by_z3["needed"]
    extra = pairs["redundant", "unknown"] + pairs["needed", "unknown"]
    print(f"redundant? {len(paths)} files, {total} questions; Z3: {dict(by_z3)}, {theirs:.1f} s")
    print(
        f"  proofs of the cheap steps alone {proofs:.2f} s, {theirs / max(proofs, 1e-9):.0f} times less CPU"
    )
    print(f"  with witnesses {whole:.2f} s, {theirs / max(whole, 1e-9):.0f} times less CPU")
    print(
        f"  the same verdict on {agree} of Z3's {settled}, {wrong} different; {extra} of its unknowns",
        flush=True,
    )


def _z3_redundant(program: Program) -> list[str]:
    encoded = Z3Program(program)
    solver = z3.Solver(ctx=encoded.context)
    limit = CpuLimit(QUESTION_LIMIT)
    out = []
    for one in program.asserts:
        term = encoded.term(one.node)
        solver.push()
        solver.add(z3.Not(term))
        with limit.on(encoded.context):
            answer = solver.check()
        solver.pop()
        solver.add(term)
        out.append("redundant" if answer == z3.unsat else "needed" if answer == z3.sat else "unknown")
    limit.end()
    return out


def on_all(paths: list[Path]) -> None:
    """Every assert of the distinct corpus; a witness counts only if the original program confirms it."""
    counts: Counter[str] = Counter()
    start = process_time()
    aside = 0.0
    wrong = 0
    for path in paths:
        solved = solve(read(path.read_text(encoding="utf-8")))
        found = redundancies(solved)
        counts.update(one.verdict for one in found)
        checking = process_time()
        if path.stat().st_size <= MID_SIZE[1]:
            wrong += _unconfirmed(solved, found)
        aside += process_time() - checking
    seconds = process_time() - start - aside
    total = sum(counts.values())
    decided = 1 - counts["unknown"] / total
    print(f"redundant? all {len(paths)} files, {total} asserts: {dict(counts)}")
    print(
        f"  {decided:.2%} decided in {seconds:.1f} s; witnesses that a second evaluation refutes: {wrong}",
        flush=True,
    )


def _unconfirmed(solved: Solved, found: Iterable[Redundancy]) -> int:
    """Witnesses, one of seven, that evaluating the whole program up to their assert does not confirm."""
    program, model = solved.chain.program, solved.model
    assert model is not None
    wrong = 0
    for index, one in enumerate(found):
        if one.witness is not None and index % 7 == 0:
            part = Evaluator(part_of(program, program.asserts[: index + 1]))
            point = {**model, **{name: value for name, value in one.witness.items() if name in model}}
            values = part.values(point)
            wrong += values is None or part.violated(values) != [index]
    return wrong


def wanted(paths: list[Path]) -> None:
    """Inputs for another feasible value of one output a file, asked of programs that were solved once."""
    ours: list[float] = []
    theirs: list[float] = []
    found = z3_found = 0
    left_out: Counter[str] = Counter()
    limit = CpuLimit(FILE_LIMIT)
    for path in paths:
        text = path.read_text(encoding="utf-8")
        solved = solve(read(text))
        question = _question(solved, corpus.example(text), limit)
        if isinstance(question, str):
            left_out[question] += 1
            continue
        node, value = question
        _ = solved.facts
        start = process_time()
        found += inputs_for(solved, node, value) is not None
        ours.append(process_time() - start)
        encoded, solver = _asserted(solved.chain.program)
        equation = encoded.term(node) == value
        start = process_time()
        solver.add(equation)
        with limit.on(encoded.context):
            z3_found += solver.check() == z3.sat
        theirs.append(process_time() - start)
    limit.end()
    print(f"inputs for an output: left out {dict(left_out)}")
    for name, count, times in (("shapecheck", found, ours), ("Z3", z3_found, theirs)):
        times = sorted(times)
        middle, p99 = statistics.median(times), times[max(0, int(len(times) * 0.99) - 1)]
        print(f"  {name} {count} of {len(times)}; median {middle * 1e3:.1f} ms, "
              f"p99 {p99 * 1e3:.0f} ms, most {times[-1] * 1e3:.0f} ms", flush=True)  # fmt: skip


def _asserted(program: Program) -> tuple[Z3Program, z3.Solver]:
    encoded = Z3Program(program)
    solver = z3.Solver(ctx=encoded.context)
    for one in program.asserts:
        solver.add(encoded.term(one.node))
    return encoded, solver


def _question(solved: Solved, example: dict[str, int], limit: CpuLimit) -> tuple[int, int] | str:
    """An output and a feasible value that it does not have in our model; else why there is none.

    The value is that at the traced sizes, or Z3 gives one.
    """
    program, model = solved.chain.program, solved.model
    assert model is not None
    outputs = [node for name, node in program.names.items() if _OUTPUT.match(name)]
    varying = [node for node in outputs if isinstance(solved.chain.translator.value(node), Expr)]
    for node in varying:
        now, value = (solved.evaluator.value_of(node, point) for point in (model, example))
        if now != value:
            return node, value
    for node in varying:
        encoded, solver = _asserted(program)
        solver.add(encoded.term(node) != solved.evaluator.value_of(node, model))
        with limit.on(encoded.context):
            answer = solver.check()
        if answer == z3.sat:
            return node, solver.model().eval(encoded.term(node), model_completion=True).as_long()
    return "one feasible value" if varying or outputs else "no output"
