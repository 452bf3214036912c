"""`shapecheck smt`"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shapecheck.cli.output import ProgressLine, UsageProblem, reporting_problems, write

if TYPE_CHECKING:
    from shapecheck.symbolic.smt import Answer

ENOUGH_FOR_WORKERS = 400_000
"""Bytes of all files together from which starting workers is worth it."""

Outputs = tuple[tuple[str, int], ...]


def _wanted(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> Outputs:
    out = []
    for text in values:
        name, equals, value = text.partition("=")
        try:
            out.append((name.strip(), int(value)))
        except ValueError:
            equals = ""
        if not equals:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE with a whole number")
    return tuple(out)


def _contents(path: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise UsageProblem(f"{path}: {error.strerror}") from None


@click.command("smt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--redundant", is_flag=True, help="Which asserts follow from those before them.")
@click.option(
    "--output", "outputs", multiple=True, callback=_wanted, metavar="NAME=VALUE",
    help="Ask for inputs at which NAME has this value.",
)  # fmt: skip
@click.option("--validate", is_flag=True, help="Replay the answers of the cheap steps through Z3.")
@click.option("--strict", is_flag=True, help="`unknown` counts for the exit status.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), help="Files at a time; else the number of cores.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text")
@reporting_problems
def command(
    files: tuple[str, ...], redundant: bool, outputs: Outputs, validate: bool, strict: bool, jobs: int | None,
    output_format: str,
) -> None:  # fmt: skip
    """Are the asserts of SMT-LIB files satisfiable? With a checked model; which asserts are redundant."""
    from shapecheck.report.json import VERSION, dumps
    from shapecheck.symbolic.smt import as_json

    contents = [(path, _contents(path)) for path in files]
    answers = list(_answers(contents, redundant, outputs, validate, jobs))
    shown = [(Path(path).as_posix(), answer) for path, answer in answers]
    if output_format == "json":
        write(dumps({"version": VERSION, "files": [as_json(path, answer) for path, answer in shown]}))
    else:
        write("".join(_lines(path, answer) for path, answer in shown))
    bad = {"unsat", "error", *(["unknown"] if strict else [])}
    if any(answer.result in bad or answer.disagreements for _, answer in answers):
        sys.exit(1)


def _answers(
    files: Sequence[tuple[str, bytes]], redundant: bool, outputs: Outputs, validate: bool, jobs: int | None
) -> Iterator[tuple[str, Answer]]:
    """The answers in the order of the files; the long files are begun first."""
    progress = ProgressLine(len(files) > 1)
    work = partial(_answer, redundant=redundant, outputs=outputs, validate=validate)
    workers = min(jobs or cpu_count() or 1, len(files))
    done: dict[int, Answer] = {}
    if workers == 1 or (jobs is None and sum(len(content) for _, content in files) < ENOUGH_FOR_WORKERS):
        for i, (path, content) in enumerate(files):
            progress(i, len(files), path)
            done[i] = work(content)
    else:
        order = sorted(range(len(files)), key=lambda i: -len(files[i][1]))
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            found = pool.map(work, [files[i][1] for i in order])
            for count, (i, answer) in enumerate(zip(order, found, strict=True)):
                progress(count, len(files), files[i][0])
                done[i] = answer
    progress.clear()
    return ((path, done[i]) for i, (path, _) in enumerate(files))


def _answer(content: bytes, redundant: bool, outputs: Outputs, validate: bool) -> Answer:
    """Runs in a worker."""
    from shapecheck.source.deep_stack import in_deep_stack
    from shapecheck.symbolic.smt import Answer, analyse

    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return Answer("error", error=(line, "the text is not UTF-8"))

    def run() -> Answer:
        gc.set_threshold(1_000_000, 20, 20)  # what is built lives as long as the file: there is little to find
        return analyse(text, redundant, outputs, validate)

    return in_deep_stack(run)  # which sets the threshold back


def _lines(path: str, answer: Answer) -> str:
    """The answer as text: one line, and what it rests on below it."""
    if answer.error is not None:
        return f"{path}:{answer.error[0]}: {answer.error[1]}\n"
    out = [f"{path}: {answer.result}"]
    if answer.model is not None:
        out += [f"  {name} = {value}" for name, value in answer.model.items()]
    if answer.core is not None:
        out.append(f"  these contradict each other: {', '.join(answer.core)}")
    if answer.asserts is not None:
        count = {verdict: sum(v == verdict for _, v in answer.asserts) for _, verdict in answer.asserts}
        found = ", ".join(f"{count[verdict]} {verdict}" for verdict in sorted(count))
        out.append(f"  {len(answer.asserts)} asserts: {found or 'none'}")
        out += [f"  {name}: {verdict}" for name, verdict in answer.asserts]
    if answer.validated is not None:
        replayed, wrong = answer.validated, len(answer.disagreements)
        out.append(f"  {replayed} answers replayed through Z3, {wrong} disagreements")
        out += [f"  {text}" for text in answer.disagreements]
    return "\n".join(out) + "\n"
