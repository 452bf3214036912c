"""textDocument/signatureHelp: the parameters of an operator of torch, with the shapes that are passed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from shapecheck.check.value_text import value_text
from shapecheck_lsp.imports import operator_names
from shapecheck_lsp.operators import operator_of
from shapecheck_lsp.view import View

if TYPE_CHECKING:
    from shapecheck.check.operators import Operator
    from shapecheck_lsp.checked import Checked
    from shapecheck_lsp.server import ShapecheckServer

_CALLEE = re.compile(r"[^\W\d][\w.]*\Z")
LOOKS_BACK = 30
"""Lines that a call may begin above the cursor."""


class OpenCall(NamedTuple):
    """The call around the cursor: what is called, and the arguments before the cursor as they are written."""

    callee: str
    arguments: tuple[str, ...]


def register(server: ShapecheckServer) -> None:
    """Answers inside of the brackets of a call."""

    @server.feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions(trigger_characters=["(", ","])
    )
    async def signature_help(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        uri = params.text_document.uri
        checked = await server.present(uri)
        if checked is None:
            return None
        view = View(checked, uri, server.workspace.position_codec)
        call = open_call(checked.lines, view.point(params.position))
        if call is None:
            return None
        stubs = server.stub_folders(checked)
        operator = operator_of(operator_names(checked, call.callee), stubs)
        return None if operator is None else _help(checked, call, operator)


def open_call(lines: tuple[str, ...], point: tuple[int, int]) -> OpenCall | None:
    """The innermost bracket that is open at the point, if it is that of a call. Strings are not looked into."""
    line, column = point
    first = max(0, line - LOOKS_BACK)
    before = "\n".join([*lines[first : line - 1], lines[line - 1][: column - 1] if line <= len(lines) else ""])
    depth, parts, end = 0, [], len(before)
    for i in range(len(before) - 1, -1, -1):
        character = before[i]
        if character in ")]}":
            depth += 1
        elif character in "([{" and depth:
            depth -= 1
        elif character == "," and not depth:
            parts.append(before[i + 1 : end].strip())
            end = i
        elif character in "([{":
            callee = _CALLEE.search(before[:i])
            if character != "(" or callee is None:
                return None
            parts.append(before[i + 1 : end].strip())
            return OpenCall(callee[0], tuple(reversed(parts)))
    return None


def _help(checked: Checked, call: OpenCall, operator: Operator) -> types.SignatureHelp | None:
    shown = operator.parameters
    if not shown:
        return None
    active = len(call.arguments) - 1
    named = call.arguments[-1].partition("=") if call.arguments else ("", "", "")
    if named[1]:
        active = next((i for i, (name, _) in enumerate(shown) if name == named[0].strip()), active)
    labels = [f"{name}: {text}" for name, text in shown]
    label = f"{operator.name}({', '.join(labels)})"
    parameters = [
        types.ParameterInformation(name, _passed(checked, call.arguments[i]) if i < len(call.arguments) else None)
        for i, name in enumerate(labels)
    ]
    doc = operator.doc.strip().partition("\n")[0]
    signature = types.SignatureInformation(label, doc or None, parameters, active)
    return types.SignatureHelp([signature], 0, active)


def _passed(checked: Checked, argument: str) -> str | None:
    """What is known of an argument, if it is a name whose value is known anywhere."""
    for one in reversed(checked.sited):
        if argument and checked.source_of(one.span) == argument:
            return f"{argument}: {value_text(checked.shown_value(one.value))}"
    return None
