"""textDocument/codeAction: suppressions, inferred annotations, proved repairs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from shapecheck.check.diagnostics import Diagnostic
from shapecheck.fix.ignoring import ignoring, without_comments
from shapecheck.fix.notation import annotation_of
from shapecheck_lsp.edits import edits_between
from shapecheck_lsp.outline import Definition, definitions, flattened, hinted
from shapecheck_lsp.repairing import MOST_FIXED, proved_repairs
from shapecheck_lsp.signatures import signature_of
from shapecheck_lsp.view import View

if TYPE_CHECKING:
    from shapecheck_lsp.checked import Checked
    from shapecheck_lsp.server import ShapecheckServer

UNUSED = "unused-suppression"
FIX_ALL = "source.fixAll.shapecheck"
KINDS = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite, types.CodeActionKind.SourceFixAll]


def register(server: ShapecheckServer) -> None:
    """Offers what changes the text; nothing is offered in notebooks, whose cells are one text to us."""

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=KINDS))
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        checked = await server.settled(uri)
        if checked is None or checked.text.uri != uri:
            return []
        actions = _Actions(server, checked, params)
        found = []
        if actions.wants("quickfix"):
            found += [one async for one in actions.quick_fixes()]
        if actions.wants("refactor.rewrite"):
            found += [one async for one in actions.annotations()]
        if actions.wants(FIX_ALL, only_named=True):
            found += await actions.fix_all()
        return found


class _Actions:
    """What can be done at one range of a text."""

    def __init__(self, server: ShapecheckServer, checked: Checked, params: types.CodeActionParams) -> None:
        self._server = server
        self._checked = checked
        self._only = params.context.only
        view = View(checked, params.text_document.uri, server.workspace.position_codec)
        self._view = view
        self._start, self._end = view.point(params.range.start), view.point(params.range.end)
        self._settings = server.settings_of(checked.text.uri)

    def wants(self, kind: str, only_named: bool = False) -> bool:
        """Whether the client asks for this kind of action."""
        if self._only is None:
            return not only_named
        return any(kind == str(one) or kind.startswith(f"{_text(one)}.") or kind == _text(one) for one in self._only)

    def _action(
        self, title: str, kind: types.CodeActionKind | str, source: str, fixed: tuple[Diagnostic, ...] = ()
    ) -> types.CodeAction:
        text = self._checked.text
        document = types.OptionalVersionedTextDocumentIdentifier(text.uri, text.cells[0].version)
        edit = types.TextDocumentEdit(document, list(edits_between(text.source, source)))
        shown = [self._server.diagnostic(self._checked, one) for one in fixed]
        return types.CodeAction(
            title, kind=kind, diagnostics=shown or None, edit=self._workspace_edit(edit)
        )

    def _workspace_edit(self, edit: types.TextDocumentEdit) -> types.WorkspaceEdit:
        workspace = self._server.client_capabilities.workspace
        known = None if workspace is None else workspace.workspace_edit
        if known is not None and known.document_changes:
            return types.WorkspaceEdit(document_changes=[edit])
        return types.WorkspaceEdit(changes={edit.text_document.uri: list(edit.edits)})  # type: ignore[arg-type]

    def _here(self) -> list[Diagnostic]:
        return [
            one
            for one in self._checked.report.diagnostics
            if one.path == self._checked.shown and one.span[:2] <= self._end and one.span[2:] >= self._start
        ]

    async def quick_fixes(self) -> Any:
        """Repairs first, then suppressions."""
        text = self._checked.text.source
        for one in self._here():
            if one.rule == UNUSED:
                source = without_comments(text, [one])
                yield self._action("Remove this comment", types.CodeActionKind.QuickFix, source, (one,))
                continue
            repairs = await self._repairs(one)
            for proved in repairs:
                action = self._action(proved.repair.title, types.CodeActionKind.QuickFix, proved.source, (one,))
                action.is_preferred = len(repairs) == 1 or None
                yield action
            for action in self._suppressions(one):
                yield action

    def _suppressions(self, one: Diagnostic) -> Iterator[types.CodeAction]:
        text = self._checked.text.source
        alike = [other for other in self._checked.report.diagnostics if other.rule == one.rule]
        choices = [(f"Ignore {one.rule} on this line", [one])]
        if len(alike) > 1:
            choices.append((f"Ignore {one.rule} in this file", alike))
        for title, which in choices:
            ignored = ignoring(text, which)
            if ignored.text != text:
                yield self._action(title, types.CodeActionKind.QuickFix, ignored.text, tuple(which))

    async def _repairs(self, one: Diagnostic) -> Any:
        server = self._server
        return await server.on_worker(
            lambda: proved_repairs(server.projects, self._checked, self._settings, one)
        )

    async def fix_all(self) -> list[types.CodeAction]:
        """Comments that suppress nothing are removed; findings with exactly one repair are repaired."""
        checked = self._checked
        unused = [one for one in checked.report.diagnostics if one.rule == UNUSED]
        source = without_comments(checked.text.source, unused)
        if source == checked.text.source:
            for one in checked.report.diagnostics[:MOST_FIXED]:
                found = await self._repairs(one)
                if len(found) == 1:
                    source = found[0].source
                    break
        if source == checked.text.source:
            return []
        return [self._action("Fix what shapecheck can", types.CodeActionKind.SourceFixAll, source)]

    async def annotations(self) -> Any:
        """The inferred annotation of the value, or of the function, at the start of the range."""
        value = self._annotated_value()
        if value is not None:
            yield value
        for one in flattened(definitions(self._checked)):
            if not one.is_class and one.name_span[:2] <= self._start <= one.name_span[2:]:
                action = await self._annotated_function(one)
                if action is not None:
                    yield action

    def _annotated_value(self) -> types.CodeAction | None:
        from shapecheck.fix.annotate import annotated_value

        checked = self._checked
        for kind, span in hinted(checked):
            sited = checked.by_span.get(span)
            if kind != "variable" or sited is None or not span[:2] <= self._start <= span[2:]:
                continue
            name = checked.source_of(span)
            annotation = annotation_of(checked.shown_value(sited.value), ())
            if annotation is not None and name.isidentifier():
                source = annotated_value(checked.text.source, span.line, name, annotation)
                if source != checked.text.source:
                    return self._action(f"Annotate {name}", types.CodeActionKind.RefactorRewrite, source)
        return None

    async def _annotated_function(self, one: Definition) -> types.CodeAction | None:
        from shapecheck.fix.annotate import annotated, signature_from

        document = await signature_of(self._server, self._checked, one)
        if document is None:
            return None
        text = self._checked.text.source
        source = annotated(text, {one.qualname: signature_from(document)})
        if source == text:
            return None
        return self._action(f"Annotate {one.qualname}", types.CodeActionKind.RefactorRewrite, source)


def _text(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind
