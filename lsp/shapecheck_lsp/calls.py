"""The calls through which code was seen: what each passed and got, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shapecheck.check.value_text import value_text
from shapecheck.source import ir
from shapecheck.values.freeze import Frozen, unite

if TYPE_CHECKING:
    from shapecheck.check.outcome import Place
    from shapecheck.source.span import Span
    from shapecheck_lsp.outline import Definition
    from shapecheck_lsp.view import View

FORWARD = "forward"
LONGEST = 120


def place_of_call(view: View, call: Place | None) -> str:
    """`, [line 12](...)` or `, [train.py, line 12](...)`; nothing for several calls."""
    if call is None:
        return ""
    if call.path == view.checked.shown:
        location = view.location(call.span)
        line = location.range.start.line + 1
        return f", [line {line}]({location.uri}#L{line})"
    file, line = Path(call.path).absolute(), call.span.line
    return f", [{file.name}, line {line}]({file.as_uri()}#L{line})"


def calls_of(view: View, definition: Definition) -> list[str]:
    """Markdown on the calls of a function, or of the `forward` of a class."""
    node = _function(definition)
    if node is None:
        return []
    passed: dict[Place, dict[str, list[Frozen]]] = {}
    for name, span in _places(view, node):
        sited = view.checked.by_span.get(span)
        for one in () if sited is None else sited.brought:
            if one.call is not None:
                passed.setdefault(one.call, {}).setdefault(name, []).append(one.value)
    lines = [line for call, values in passed.items() for line in _lines(view, node, call, values)]
    return ["", "Calls:", "", *lines] if lines else []


def _function(definition: Definition) -> ir.FunctionDef | None:
    if isinstance(definition.node, ir.FunctionDef):
        return definition.node
    inner = [one.node for one in definition.inner if isinstance(one.node, ir.FunctionDef)]
    return next((node for node in inner if node.name == FORWARD), None)


def _places(view: View, node: ir.FunctionDef) -> list[tuple[str, Span]]:
    """Where parameters stand by their names, and the function's own name for what it returns."""
    found = []
    for name, span in [*((param.name, param.name_span) for param in node.params), ("", node.name_span)]:
        real = view.checked.real(span)
        if real is not None:
            found.append((name, real))
    return found


def _lines(view: View, node: ir.FunctionDef, call: Place, values: dict[str, list[Frozen]]) -> list[str]:
    """One line for what one place of a call passes and gets; where that is too much, a line for each value."""
    shown = {name: _texts(view.checked.shown_value(unite(met))) for name, met in values.items()}
    arguments = ", ".join(f"{name}: {' | '.join(texts)}" for name, texts in shown.items() if name)
    result = f" -> {' | '.join(shown[''])}" if "" in shown else ""
    text = f"{node.name}({arguments}){result}"
    if len(text) <= LONGEST:
        return [f"- `{text}`{place_of_call(view, call)}"]
    out = [f"- `{node.name}`{place_of_call(view, call)}"]
    for name, texts in shown.items():
        out += [f"  - {f'`{name}`' if name else 'gives'}: {', '.join(f'`{text}`' for text in texts)}"]
    return out


def _texts(value: Mapping[str, Any]) -> list[str]:
    """Each of the values that it may be."""
    return [value_text(one) for one in (value["of"] if value["kind"] == "union" else [value])]
