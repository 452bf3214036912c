"""`--baseline FILE`: diagnostics that are known and not reported, by what stands in the source (not by line)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

import click

from shapecheck.check.diagnostics import Diagnostic, Report
from shapecheck.cli.output import UsageProblem
from shapecheck.report.fingerprint import code_of

VERSION = 1
Entry: TypeAlias = "tuple[str, str, str]"
"""Path, rule and code."""


def apply_baseline(report: Report, name: str, writes: bool, shrinks: bool) -> Report:
    """The report without what the file knows. `writes`: the file then holds this run's diagnostics, and those
    of files that are not of this run; `shrinks`: only those of them that it already held."""
    file = Path(name)
    known = _read(file) if file.exists() or not writes else Counter[Entry]()
    checked = {one.path for one in report.files}
    met = Counter(_entry(one, report) for one in report.diagnostics)
    elsewhere = Counter({entry: count for entry, count in known.items() if entry[0] not in checked})
    if writes:
        known = elsewhere + met
        _write(file, known)
    elif shrinks and (fewer := elsewhere + (known & met)) != known:
        click.echo(f"shapecheck: {known.total() - fewer.total()} removed from {name}", err=True)
        known = fewer
        _write(file, known)
    new = _without(report.diagnostics, known, report)
    return report._replace(diagnostics=new, baselined=len(report.diagnostics) - len(new))


def _entry(one: Diagnostic, report: Report) -> Entry:
    return one.path, one.rule, code_of(one, report.lines)


def _without(
    diagnostics: Iterable[Diagnostic], known: Counter[Entry], report: Report
) -> tuple[Diagnostic, ...]:
    """What the baseline does not know. Of several equal ones it knows the first."""
    left = Counter(known)
    new = []
    for one in diagnostics:
        entry = _entry(one, report)
        if left[entry] > 0:
            left[entry] -= 1
        else:
            new.append(one)
    return tuple(new)


def _read(file: Path) -> Counter[Entry]:
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        if document["version"] != VERSION:
            raise ValueError(f"its version is {document['version']}, not {VERSION}")
        return Counter(
            {
                (str(path), str(row["rule"]), str(row["code"])): int(row["count"])
                for path, rows in document["diagnostics"].items()
                for row in rows
            }
        )
    except OSError as error:
        raise UsageProblem(f"{file}: {error.strerror}; --write-baseline makes it") from None
    except KeyError as key:
        raise UsageProblem(f"{file}: this is no baseline: it has no {key}") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise UsageProblem(f"{file}: this is no baseline: {error}") from None


def _write(file: Path, known: Counter[Entry]) -> None:
    """Sorted, a line an entry: changes are seen in a diff."""
    by_path: dict[str, list[dict[str, Any]]] = {}
    for (path, rule, code), count in sorted(known.items()):
        by_path.setdefault(path, []).append({"rule": rule, "code": code, "count": count})
    rows = [
        f"    {json.dumps(path)}: [\n"
        + ",\n".join(f"      {json.dumps(row, ensure_ascii=False)}" for row in found)
        + "\n    ]"
        for path, found in by_path.items()
    ]
    inside = "{\n" + ",\n".join(rows) + "\n  }" if rows else "{}"
    text = f'{{\n  "version": {VERSION},\n  "diagnostics": {inside}\n}}\n'
    file.write_text(text, encoding="utf-8", newline="\n")
