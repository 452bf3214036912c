"""textDocument/signatureHelp: the parameters of an operator of torch, with the shapes that are passed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from shapecheck.check.value_text import value_text
from shapecheck.source.span import Span
from shapecheck.values import Star
from shapecheck.values.freeze import Frozen, FrozenScalar, FrozenTensor
from shapecheck_lsp.imports import operator_names
from shapecheck_lsp.operators import operator_of
from shapecheck_lsp.outline import Definition, definitions, flattened
from shapecheck_lsp.view import View

if TYPE_CHECKING:
    from shapecheck.check.operators import Form, Operator
    from shapecheck_lsp.checked import Checked, Sited
    from shapecheck_lsp.server import ShapecheckServer

_CALLEE = re.compile(r"[^\W\d][\w.]*\Z")
METHODS = "torch.Tensor."
LOOKS_BACK = 30
"""Lines that a call may begin above the cursor."""


class Argument(NamedTuple):
    """As it is written before the cursor, and where: lines and columns count from 1."""

    text: str
    start: tuple[int, int]
    end: tuple[int, int]

    @property
    def keyword(self) -> str:
        name, equals, rest = self.text.partition("=")
        return name.strip() if equals and not rest.startswith("=") and name.strip().isidentifier() else ""

    @property
    def value(self) -> str:
        """What is passed, as it is written."""
        return self.text.partition("=")[2].strip() if self.keyword else self.text


class OpenCall(NamedTuple):
    """The call around the cursor: what is called, and the arguments before the cursor."""

    callee: str
    arguments: tuple[Argument, ...]


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
        operator = await operator_of(operator_names(checked, call.callee), stubs)
        return None if operator is None else _help(checked, call, operator)


def open_call(lines: tuple[str, ...], point: tuple[int, int]) -> OpenCall | None:
    """The innermost bracket that is open at the point, if it is that of a call. Strings are not looked into."""
    line, column = point
    first = max(0, line - LOOKS_BACK)
    before = "\n".join([*lines[first : line - 1], lines[line - 1][: column - 1] if line <= len(lines) else ""])
    depth, parts, end = 0, [], len(before)

    def part(begin: int) -> Argument:
        text = before[begin:end].strip()
        start = begin + len(before[begin:end]) - len(before[begin:end].lstrip())
        return Argument(text, _point(before, start, first), _point(before, start + len(text), first))

    for i in range(len(before) - 1, -1, -1):
        character = before[i]
        if character in ")]}":
            depth += 1
        elif character in "([{" and depth:
            depth -= 1
        elif character == "," and not depth:
            parts.append(part(i + 1))
            end = i
        elif character in "([{":
            callee = _CALLEE.search(before[:i])
            if character != "(" or callee is None:
                return None
            parts.append(part(i + 1))
            is_method = before[: callee.start()].rstrip().endswith(".")
            return OpenCall(f"x.{callee[0]}" if is_method else callee[0], tuple(reversed(parts)))
    return None


def _point(before: str, at: int, first: int) -> tuple[int, int]:
    """The line and column of a place in a text whose lines begin behind the first so many."""
    return first + before.count("\n", 0, at) + 1, at - before.rfind("\n", 0, at)


def _help(checked: Checked, call: OpenCall, operator: Operator) -> types.SignatureHelp | None:
    forms = [one.of_receiver if one.name.startswith(METHODS) else one for one in operator.forms]
    if not forms:
        return None
    known = [_value(checked, argument) for argument in call.arguments]
    best = max(range(len(forms)), key=lambda i: (_fits(forms[i], call, known), -i))
    signatures = [_signature(checked, call, known, form, operator) for form in forms]
    return types.SignatureHelp(signatures, best, signatures[best].active_parameter)


def _signature(
    checked: Checked, call: OpenCall, known: Sequence[Frozen | None], form: Form, operator: Operator
) -> types.SignatureInformation:
    passed = dict(_bound(form, call, known))
    parameters = [
        types.ParameterInformation(one.text, _said(checked, *passed[i]) if i in passed else None)
        for i, one in enumerate(form.parameters)
    ]
    label = f"{form.name}({', '.join(one.text for one in form.parameters)}){form.result}"
    lines = [f"- {one}" for one in form.demands]
    if operator.source is not None:
        lines.append(f"[documentation]({operator.source})")
    page = types.MarkupContent(types.MarkupKind.Markdown, "\n".join(lines)) if lines else None
    return types.SignatureInformation(label, page, parameters, _active(form, call))


def _said(checked: Checked, value: Frozen | None, argument: Argument) -> str | None:
    return None if value is None else f"{argument.value}: {value_text(checked.shown_value(value))}"


def _active(form: Form, call: OpenCall) -> int:
    """The parameter that is being written; the last of several that a `*` takes."""
    keyword = call.arguments[-1].keyword
    if keyword:
        return next((i for i, one in enumerate(form.parameters) if one.name == keyword), len(call.arguments) - 1)
    at = len(call.arguments) - 1
    star = next((i for i, one in enumerate(form.parameters) if one.text.startswith("*")), at)
    return min(at, star)


def _bound(
    form: Form, call: OpenCall, known: Sequence[Frozen | None]
) -> Iterator[tuple[int, tuple[Frozen | None, Argument]]]:
    """The parameters that are passed, by their numbers, and what."""
    names = [one.name for one in form.parameters]
    for i, (argument, value) in enumerate(zip(call.arguments, known)):
        if argument.keyword in names:
            yield names.index(argument.keyword), (value, argument)
        elif not argument.keyword and i < len(names):
            yield i, (value, argument)


def _fits(form: Form, call: OpenCall, known: Sequence[Frozen | None]) -> bool:
    """Whether the form takes as many arguments, and tensors of so many dims."""
    has_star = any(one.text.startswith("*") for one in form.parameters)
    if len(call.arguments) > len(form.parameters) and not has_star:
        return False
    for i, (value, _) in _bound(form, call, known):
        dims = form.parameters[i].dims
        if isinstance(value, FrozenScalar) and value.kind == "int" and form.parameters[i].text.endswith(": dtype"):
            return False
        if dims is None or not isinstance(value, FrozenTensor) or value.shape is None:
            continue
        least = sum(not dim.startswith("*") for dim in dims)
        has = len(value.shape)
        if not any(isinstance(dim, Star) for dim in value.shape) and (has < least or has > least == len(dims)):
            return False
    return True


def _value(checked: Checked, argument: Argument) -> Frozen | None:
    """What is known of an argument where it stands; while it is new, of the same name above it."""
    at, text = argument.end, argument.value
    if not text:
        return None
    start = (at[0], at[1] - len(text)) if "\n" not in text else argument.start
    here = checked.by_span.get(Span(*start, *at))
    if here is None and text.isidentifier():
        here = _above(checked, text, at)
    return None if here is None else here.value


def _above(checked: Checked, name: str, point: tuple[int, int]) -> Sited | None:
    """What was last known of a name above a point, within the innermost function around it."""
    around = [one for one in flattened(definitions(checked)) if not one.is_class and _within(one, point)]
    first = around[-1].span[:2] if around else (0, 0)
    before = [one for one in checked.sited if first <= one.span[:2] and one.span[2:] <= point]
    return next((one for one in reversed(before) if checked.source_of(one.span) == name), None)


def _within(definition: Definition, point: tuple[int, int]) -> bool:
    return definition.span[:2] <= point <= definition.span[2:]
