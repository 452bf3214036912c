"""GitLab's code quality report, which merge requests show beside the changed lines.

Source: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import json
from typing import Any

from shapecheck.check.diagnostics import Diagnostic, Report
from shapecheck.report import Options
from shapecheck.report.fingerprint import fingerprints

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(report: Report, options: Options) -> str:
    """One issue a diagnostic, and one that blocks for each file on which shapecheck failed."""
    named = zip(report.diagnostics, fingerprints(report.diagnostics, report.lines), strict=True)
    issues = [_issue(diagnostic, name) for diagnostic, name in named]
    issues += [_failure(file.path) for file in report.files if file.status == "internal-error"]
    return json.dumps(issues, indent=2) + "\n"


def _issue(diagnostic: Diagnostic, fingerprint: str) -> dict[str, Any]:
    span = diagnostic.span
    return {
        "description": diagnostic.message,
        "check_name": diagnostic.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[diagnostic.severity],
        "location": {"path": diagnostic.path, "lines": {"begin": span.line, "end": span.end_line}},
    }


def _failure(path: str) -> dict[str, Any]:
    return {
        "description": "shapecheck failed on this file",
        "check_name": "internal-error",
        "fingerprint": f"internal-error:{path}",
        "severity": "blocker",
        "location": {"path": path, "lines": {"begin": 1}},
    }
