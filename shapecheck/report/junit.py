"""JUnit's XML, as test dashboards read it: a suite a file, a case a diagnostic.

Errors are failures; warnings are cases that pass and say so in their output. A clean file is one case that
passes, one on which shapecheck failed a case with an error. There is no standard; this is what
https://github.com/testmoapp/junitxml describes as understood by all.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as xml

from shapecheck.check.diagnostics import Diagnostic, Report
from shapecheck.report import Options
from shapecheck.report.frame import frame, printable

_CONTEXT = 2


def render(report: Report, options: Options) -> str:
    """The document. Names and texts hold no characters that XML forbids."""
    root = xml.Element("testsuites", name="shapecheck")
    totals = [0, 0, 0]
    for file in report.files:
        found = [one for one in report.diagnostics if one.path == file.path]
        suite = _suite(file.path, file.status, found, report)
        for i, key in enumerate(("tests", "failures", "errors")):
            totals[i] += int(suite.get(key, "0"))
        root.append(suite)
    for key, total in zip(("tests", "failures", "errors"), totals, strict=True):
        root.set(key, str(total))
    xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(root, encoding="unicode") + "\n"


def _suite(path: str, status: str, found: Sequence[Diagnostic], report: Report) -> xml.Element:
    suite = xml.Element("testsuite", name=_text(path))
    crashed = status == "internal-error"
    for one in found:
        suite.append(_case(one, report))
    if crashed or not found:
        case = xml.SubElement(suite, "testcase", name="shapes", classname=_text(path), file=_text(path))
        if crashed:
            xml.SubElement(case, "error", message="shapecheck failed on this file", type="internal-error")
    failures = sum(one.severity == "error" for one in found)
    counts = {"tests": len(suite), "failures": failures, "errors": int(crashed)}
    for key, count in counts.items():
        suite.set(key, str(count))
    return suite


def _case(one: Diagnostic, report: Report) -> xml.Element:
    place = f"{one.span.line}:{one.span.column}"
    case = xml.Element(
        "testcase",
        name=f"{one.rule} {place}",
        classname=_text(one.path),
        file=_text(one.path),
        line=str(one.span.line),
    )
    lines = [f"{one.path}:{place}: {one.severity}: {one.message} [{one.rule}]"]
    lines += frame(report.lines.get(one.path, ()), one.span, 6, before=_CONTEXT)
    lines += [
        f"  {related.path}:{related.span.line}:{related.span.column}: {related.message}"
        for related in one.related
    ]
    text = "\n".join(map(printable, "\n".join(lines).split("\n")))
    if one.severity == "error":
        failure = xml.SubElement(case, "failure", message=_text(one.message), type=one.rule)
        failure.text = text
    else:
        xml.SubElement(case, "system-out").text = text
    return case


def _text(text: str) -> str:
    """One line without control characters, of which XML forbids most."""
    return printable(" ".join(text.split("\n")))
