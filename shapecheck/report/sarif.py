"""SARIF 2.1.0, which code scanning services and editors read.

Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html. Where a size comes from is told twice:
as related locations, and as a code flow that leads from where it was made to the place of the diagnostic.
"""

from __future__ import annotations

import json
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any
from urllib.parse import quote

from shapecheck import __version__
from shapecheck.check.diagnostics import Diagnostic, Report
from shapecheck.check.rulebook import Rule, rules
from shapecheck.report import Options
from shapecheck.report.fingerprint import fingerprints
from shapecheck.source.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note", "off": "none"}
_FINGERPRINT = "shapecheck/v1"

Json = dict[str, Any]


def render(report: Report, options: Options) -> str:
    """A log with one run."""
    known = list(rules().values())
    index = {rule.name: i for i, rule in enumerate(known)}
    named = zip(report.diagnostics, fingerprints(report.diagnostics, report.lines), strict=True)
    run: Json = {
        "tool": {"driver": _driver(known)},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "artifacts": [{"location": {"uri": uri(file.path)}} for file in report.files],
        "results": [_result(diagnostic, name, index) for diagnostic, name in named],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _driver(known: list[Rule]) -> Json:
    return {
        "name": "shapecheck",
        "semanticVersion": __version__,
        "rules": [_rule(rule) for rule in known],
    }


def _rule(rule: Rule) -> Json:
    body = rule.body()
    return {
        "id": rule.name,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "help": {"text": body, "markdown": body},
        "defaultConfiguration": {"enabled": rule.level != "off", "level": _LEVELS[rule.level]},
    }


def _invocation(report: Report) -> Json:
    notes = [{"level": "error", "message": {"text": f"shapecheck failed: {text}"}} for text in report.crashes]
    out: Json = {"executionSuccessful": not notes}
    if notes:
        out["toolExecutionNotifications"] = notes
    return out


def _result(diagnostic: Diagnostic, fingerprint: str, index: dict[str, int]) -> Json:
    place = _location(diagnostic.path, diagnostic.span)
    out: Json = {
        "ruleId": diagnostic.rule,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": diagnostic.message},
        "locations": [place],
        "partialFingerprints": {_FINGERPRINT: fingerprint},
    }
    if diagnostic.rule in index:
        out["ruleIndex"] = index[diagnostic.rule]
    if diagnostic.related:
        related = [(_location(one.path, one.span), one.message) for one in diagnostic.related]
        out["relatedLocations"] = [
            {"id": number, **location, "message": {"text": message}}
            for number, (location, message) in enumerate(related, 1)
        ]
        # The nearest cause stands first among the related places: told from the origin on it comes last.
        steps = [*reversed(related), (place, diagnostic.message)]
        flow = [{"location": {**location, "message": {"text": message}}} for location, message in steps]
        out["codeFlows"] = [{"threadFlows": [{"locations": flow}]}]
    if diagnostic.counterexample:
        out["properties"] = {"counterexample": dict(diagnostic.counterexample)}
    return out


def _location(path: str, span: Span) -> Json:
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    return {"physicalLocation": {"artifactLocation": {"uri": uri(path)}, "region": region}}


def uri(path: str) -> str:
    """A path as a URI: relative to the working folder, or `file:///...` if it lies elsewhere."""
    if PureWindowsPath(path).is_absolute():
        return PureWindowsPath(path).as_uri()
    if path.startswith("/"):
        return PurePosixPath(path).as_uri()
    return quote(path)
