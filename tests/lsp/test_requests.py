"""What the server answers about one text."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from lsprotocol import types

from tests.lsp.editor import URI, Editor, applied, session

NET = """import torch
import torch.nn as nn
from jaxtyping import Float
from torch import Tensor


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 64, 3, padding=1)

    def forward(self, x):
        b, c, h, w = x.shape
        y = self.conv(x)
        z = torch.flatten(y, 2)
        return y.mean((2, 3))


def named(q: Float[Tensor, "batch width"]):
    r = q * 2
    return r


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(512, 10)  # the classifier

    def forward(self, x):
        x = torch.flatten(x, 1)
        return self.fc(x)


out = Head()(torch.rand(2, 512, 7, 7))
unused = torch.rand(3, 4)  # shapecheck: ignore[impossible-shape]
"""
DOCUMENT = types.TextDocumentIdentifier(URI)


def at(line: int, text: str) -> types.Position:
    """The position of a text on a line of NET."""
    return types.Position(line, NET.splitlines()[line].index(text))


def test_inlay_hints() -> None:
    async def script(editor: Editor) -> None:
        editor.open(NET)
        hints = await editor.until(editor.hints, lambda hints: len(hints) == 10)
        shown = {(line, text) for line, _, text in hints}
        assert shown == {
            (11, ": [b, 3, h, w]"), (13, ": [b, 64, h, w]"), (14, ": [b, 64, h*w]"), (15, " -> [b, 64]"),
            (19, ": [batch, width]"), (20, " -> [batch, width]"),
            (28, ": [2, 512, 7, 7]"), (29, ": [2, 25088]"), (30, " -> [x_0, 10]"), (34, ": [3, 4]"),
        }  # fmt: skip
        some = types.Range(types.Position(13, 0), types.Position(14, 0))
        found = await editor.client.text_document_inlay_hint_async(types.InlayHintParams(DOCUMENT, some))
        parts = [part for one in found or () for part in one.label if not isinstance(part, str)]
        homes = {part.value: part.location.range.start for part in parts if part.location is not None}
        assert homes == {name: at(12, name) for name in ("b", "h", "w")}

    session(script)


def test_hints_wait_for_an_analysis(tmp_path: Path) -> None:
    """What a server before this one has kept are findings alone, and a client that asks early may not hear later that
    there is more: Visual Studio Code listens once its first question has been answered."""
    file = tmp_path / "net.py"
    file.write_text(NET)
    refreshed = types.WorkspaceClientCapabilities(
        inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    )
    first: list[set[str]] = []

    async def script(editor: Editor) -> None:
        editor.open(NET, file.as_uri())
        first.append({text for _, _, text in await editor.hints(file.as_uri())})
        await editor.until(lambda: editor.hints(file.as_uri()), lambda hints: len(hints) == 10)

    for _ in range(2):
        session(script, capabilities=types.ClientCapabilities(workspace=refreshed))
    assert all({": [b, 64, h*w]", ": [2, 25088]"} <= hints for hints in first)


CALLED = """import torch


def outer(x: torch.Tensor, scale: float):
    def inner(y):
        z = y.flatten(1) * scale
        return z

    return inner(x.reshape(2, 3, -1))


class Base(torch.nn.Module):
    def __init__(self, width, out=10):
        super().__init__()
        self.fc = torch.nn.Linear(width, out)

    def forward(self, x):
        y = self.fc(x)
        return y


class Narrow(Base):
    def __init__(self):
        super().__init__(8, 3)


made = Base(16)
first = made(torch.rand(4, 16))
second = Narrow()(torch.rand(5, 8))
third = outer(torch.rand(6, 7), 2.0)
"""


def test_hints_show_what_a_function_does_by_itself_and_hovers_its_calls() -> None:
    """A closure is a part of the function around it; an inherited method belongs to the class that defines it."""

    async def script(editor: Editor) -> None:
        editor.open(CALLED)
        hints = await editor.until(editor.hints, lambda hints: any(text == ": [*x, 10]" for _, _, text in hints))
        shown = {line: text for line, _, text in hints if line < 25}
        assert shown[5].startswith(": [2, 3*(x_numel"), shown
        assert shown[17] == ": [*x, 10]" and shown[18] == " -> [*x, 10]", shown
        page = await editor.hover(17, 8) or ""
        assert "- `float32[4, 10]`, [line 28]" in page and "- `float32[5, 3]`, [line 29]" in page, page
        page = await editor.hover(5, 8) or ""
        assert "- `float32[2, 21]`, [line 30]" in page, page

    session(script)


SCRIPT = """import argparse

import torch
from torch.utils.data import DataLoader, TensorDataset


class Stem(torch.nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = torch.nn.LayerNorm(dim)
        self.conv = torch.nn.Conv2d(3, 8, 2, stride=2)
        self.batch_norm = torch.nn.BatchNorm2d(8)

    def forward(self, images, tokens):
        b, c = tokens.shape
        y = self.conv(images)
        return self.batch_norm(y), self.norm(tokens)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch-size", type=int, default=32)
    args = parser.parse_args()
    seen = 0
    for (rows,) in DataLoader(TensorDataset(torch.rand(100, 5)), batch_size=args.batch_size, drop_last=True):
        seen += rows.argmax().item()


main()
"""


def test_sizes_in_hints_are_called_what_people_call_them() -> None:
    async def script(editor: Editor) -> None:
        editor.open(SCRIPT)
        hints = await editor.until(editor.hints, lambda hints: len(hints) >= 4)
        shown = [(line, text) for line, _, text in hints]
        assert shown == [
            (13, ": [images_0, 3, images_2, images_3]"), (13, ": [b, dim]"),
            (15, ": [*images, 8, images_2//2, images_3//2]"),
            (24, ": [batch_size, 5]"),
        ]  # fmt: skip

    session(script)


def test_hints_stay_while_the_text_is_broken() -> None:
    async def script(editor: Editor) -> None:
        editor.open(NET)
        before = await editor.until(editor.hints, lambda hints: len(hints) == 10)
        lines = NET.splitlines(keepends=True)
        editor.change("".join([*lines[:19], "    r = q * (\n", *lines[20:]]))
        assert [one.code for one in await editor.pulled()] == ["syntax-error"]
        kept = await editor.hints()
        assert kept == [one for one in before if one[0] != 19]

    session(script)


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        (at(13, "y"), "y: Tensor[b, 64, h, w]"),
        (at(13, "y"), "`h` comes from `h`, [line 13]"),
        (at(14, "flatten"), "torch.flatten(input: Tensor[*S], start_dim: int = 0, end_dim: int = -1) -> Tensor[*T]"),
        (at(14, "flatten"), "-> [B 25088]"),
        (at(6, "Net"), "Net(x: Tensor[b, 3, h, w]) -> Tensor[b, 64]"),
        (at(11, "forward"), "Net.forward(x: Tensor[b, 3, h, w]) -> Tensor[b, 64]"),
        (at(29, "x"), "x: Tensor[x_0, x_numel]"),
        (at(29, "x"), f"- `float32[2, 25088]`, [line 34]({URI}#L34)"),
        (at(28, "forward"), f"- `forward(x: float32[2, 512, 7, 7])`, [line 34]({URI}#L34)"),
        (at(23, "Head"), f"- `forward(x: float32[2, 512, 7, 7])`, [line 34]({URI}#L34)"),
    ],
)
def test_hover(place: types.Position, wanted: str) -> None:
    async def script(editor: Editor) -> None:
        editor.open(NET)
        ask = partial(editor.hover, place.line, place.character)
        shown = await editor.until(ask, lambda page: wanted in (page or ""))
        assert shown is not None and wanted in shown
        assert await editor.hover(4, 0) is None

    session(script)


def test_code_actions() -> None:
    async def script(editor: Editor) -> None:
        editor.open(NET)
        wrong = await editor.actions(at(30, "self"))
        assert list(wrong) == ["Change 512 to 512 * 7 * 7", "Ignore impossible-shape on this line"]
        fixed = applied(NET, wrong["Change 512 to 512 * 7 * 7"])
        assert fixed == NET.replace("nn.Linear(512, 10)", "nn.Linear(512 * 7 * 7, 10)")
        ignored = applied(NET, wrong["Ignore impossible-shape on this line"])
        assert ignored == NET.replace("self.fc(x)", "self.fc(x)  # shapecheck: ignore[impossible-shape]")
        unused = await editor.actions(at(34, "# shapecheck"))
        without = NET.replace("  # shapecheck: ignore[impossible-shape]", "")
        assert applied(NET, unused["Remove this comment"]) == without
        value = await editor.actions(at(13, "y"), ["refactor"])
        assert 'y: Shaped[Tensor, "b 64 h w"] = self.conv(x)' in applied(NET, value["Annotate y"])
        function = await editor.actions(at(11, "forward"), ["refactor"])
        signature = 'def forward(self, x: Shaped[Tensor, "b 3 h w"]) -> Shaped[Tensor, "b 64"]:'
        assert signature in applied(NET, function["Annotate Net.forward"])
        everything = await editor.actions(at(0, "import"), ["source.fixAll"])
        assert applied(NET, everything["Fix what shapecheck can"]) == without

    session(script)


def test_rearrangements_are_offered_only_where_they_are_proved() -> None:
    head = "import torch\nimport torch.nn as nn\n\nfc = nn.Linear(25088, 10)\n"

    async def script(editor: Editor) -> None:
        text = head + "y = fc(torch.rand(2, 512, 7, 7))\n"
        editor.open(text)
        found = await editor.actions(types.Position(4, 5))
        title = "Use torch.rand(2, 512, 7, 7).flatten(1)"
        assert applied(text, found[title]) == head + "y = fc(torch.rand(2, 512, 7, 7).flatten(1))\n"
        assert not any("mT" in one or "unsqueeze" in one for one in found)

    session(script)


JOINED = """import torch

pooled = torch.rand(2, 512)
tokens = torch.rand(2, 9, 512)
cat = torch.cat([pooled, tokens], dim=1)
scores = tokens @ tokens
added = torch.rand(4, 3) + torch.rand(4)
"""


def test_repairs_of_operands_give_a_shape() -> None:
    """A list has no `unsqueeze`, its items have; an operator's result has no more dims than its operands."""

    async def script(editor: Editor) -> None:
        editor.open(JOINED)
        offered = {
            line: [one for one in await editor.actions(types.Position(line, 9)) if one.startswith("Use")]
            for line in (4, 5, 6)
        }
        assert offered == {
            4: ["Use pooled.unsqueeze(1)", "Use tokens.flatten(1)"],
            5: ["Use tokens.mT for operand 1", "Use tokens.mT for operand 2"],
            6: ["Use torch.rand(4, 3).mT", "Use torch.rand(4).unsqueeze(1)"],
        }

    session(script)


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_edits_keep_line_ends_and_the_end_of_the_file(end: str) -> None:
    """A form feed ends no line, and the last line of a file need not end."""
    lines = ["import torch\f", "", "a = torch.rand(2, 3)", "\f", "b = a @ a"]
    text = end.join(lines)

    async def script(editor: Editor) -> None:
        editor.open(text)
        found = await editor.actions(types.Position(4, 5))
        ignored = found["Ignore impossible-shape on this line"]
        assert ignored.edit is not None and ignored.edit.changes is not None
        (edit,) = ignored.edit.changes[URI]
        assert edit.range.start.line == 4 and edit.new_text == "b = a @ a  # shapecheck: ignore[impossible-shape]"
        changed = await editor.actions(types.Position(2, 0), ["refactor"])
        edit = next(one for one in changed["Annotate a"].edit.changes[URI] if "a:" in one.new_text)
        assert edit.new_text == f'a: Float[Tensor, "2 3"] = torch.rand(2, 3){end}'

    session(script)


def test_lenses_symbols_and_commands() -> None:
    async def script(editor: Editor) -> None:
        editor.open(NET)
        client = editor.client
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(DOCUMENT))
        resolved = [await client.code_lens_resolve_async(one) for one in lenses or ()]
        titles = [one.command.title for one in resolved if one.command is not None]
        assert titles[0] == "Net(x: Tensor[b, 3, h, w]) -> Tensor[b, 64]" and len(titles) == 2
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
        names = [
            (one.name, [inner.name for inner in one.children or ()])
            for one in symbols or ()
            if isinstance(one, types.DocumentSymbol)
        ]
        assert names == [
            ("Net", ["__init__", "forward"]), ("named", []), ("Head", ["__init__", "forward"]),
        ]  # fmt: skip

        async def run(command: str, *arguments: object) -> str:
            params = types.ExecuteCommandParams(command, arguments=list(arguments))
            return str(await client.workspace_execute_command_async(params))

        assert "| conv | Conv2d | `Tensor[b, 64, h, w]` | 1,792 |" in await run("shapecheck.showSummary", URI, "Net")
        assert "-> Tensor[b, 64]" in await run("shapecheck.showSignature", URI, {"line": 13, "character": 8})
        assert "y: Tensor" in await run("shapecheck.explainShape", URI, {"line": 13, "character": 8})
        assert await run("shapecheck.explainShape", URI, "Net") == "None"
        await run("shapecheck.restart")
        assert len(await editor.until(editor.hints, lambda hints: len(hints) == 10)) == 10

    session(script)


def test_definitions_of_sizes() -> None:
    async def script(editor: Editor) -> None:
        editor.open(NET.replace("r = q * 2", 'r: Float[Tensor, "batch width"] = q * 2').replace("64, h*w", ""))
        params = types.DefinitionParams(DOCUMENT, types.Position(19, 26))
        (found,) = await editor.client.text_document_definition_async(params) or ()  # type: ignore[misc]
        assert found.range.start == at(18, "batch")

    session(script)


def test_signature_help() -> None:
    async def script(editor: Editor) -> None:
        editor.open(NET)
        params = types.SignatureHelpParams(DOCUMENT, at(14, "2)"))
        found = await editor.client.text_document_signature_help_async(params)
        assert found is not None and found.active_parameter == 1
        (signature,) = found.signatures
        assert signature.label.startswith("torch.flatten(input: ")
        assert signature.parameters is not None
        assert signature.parameters[0].documentation == "y: Tensor[b, 64, h, w]"
        assert await editor.client.text_document_signature_help_async(
            types.SignatureHelpParams(DOCUMENT, at(12, "shape"))
        ) is None

    session(script)


LAYERS = """import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.twice = nn.Linear(8, 8)
        self.twice = nn.Linear(4, 4)

    def forward(self, x):
        n = x.shape[0]
        y = self.norm(x)
        return self.twice(y) + F.relu(x.mean(dim=1, keepdim=True))


def other(x):
    return x.flatten(1)


def always_fails():
    x = torch.rand(4, 16)
    return Block(16)(x).view(3)


made = Block(8)(torch.rand(5, 2, 8))
loss = F.cross_entropy(torch.rand(2, 10), torch.rand(2).long())
grown = torch.rand(2, 3).unsqueeze(0).permute(2, 0, 1)
"""


@pytest.mark.parametrize(
    ("line", "text", "wanted"),
    [
        (14, "norm", "self.norm = nn.LayerNorm(dim)\n```\n\nmade on [line 9]"),
        (14, "norm", "forward(input: Tensor[*S]) -> Tensor[*S]"),
        (13, "n", "n: x_0"),
        (13, "n", "- `5`, [line 28]"),
        (22, "always", "No input gets through"),
    ],
)
def test_hovers_of_layers_and_ints(line: int, text: str, wanted: str) -> None:
    """A layer is what the class made; its name is not taken for that of a method of tensors."""

    async def script(editor: Editor) -> None:
        editor.open(LAYERS)
        column = LAYERS.splitlines()[line].index(text)
        page = await editor.until(partial(editor.hover, line, column), lambda page: wanted in (page or ""))
        assert wanted in (page or "") and "torch.Tensor.norm" not in (page or "")
        assert "made on" not in (await editor.hover(15, 20) or "")

    session(script)


def test_signature_help_chooses_the_form_and_looks_at_the_place() -> None:
    async def script(editor: Editor) -> None:
        editor.open(LAYERS)

        async def ask(line: int, written: str) -> types.SignatureHelp | None:
            column = LAYERS.splitlines()[line].index(written) + len(written)
            params = types.SignatureHelpParams(DOCUMENT, types.Position(line, column))
            return await editor.client.text_document_signature_help_async(params)

        loss = await ask(28, "cross_entropy(torch.rand(2, 10), ")
        assert loss is not None and loss.active_signature == 1 and loss.active_parameter == 1
        assert "input: Tensor[N, C, *S]" in loss.signatures[1].label
        method = await ask(19, "x.flatten(1")
        assert method is not None and method.active_parameter == 0
        assert method.signatures[0].label.startswith("torch.Tensor.flatten(start_dim: int")
        chained = await ask(29, "permute(2, 0, ")
        assert chained is not None and chained.signatures[0].label.startswith("torch.Tensor.permute(*dims: int)")
        assert chained.active_parameter == 0
        named = await ask(15, "mean(dim=1, keepdim=")
        assert named is not None and named.active_parameter == 1

    session(script)


def test_capabilities_are_those_that_are_answered() -> None:
    async def script(editor: Editor) -> None:
        able = editor.result.capabilities
        assert able.hover_provider and able.inlay_hint_provider and able.definition_provider
        assert able.document_symbol_provider and able.signature_help_provider
        assert isinstance(able.code_lens_provider, types.CodeLensOptions) and able.code_lens_provider.resolve_provider
        assert able.execute_command_provider is not None
        assert sorted(able.execute_command_provider.commands) == [
            "shapecheck.explainShape", "shapecheck.restart", "shapecheck.showSignature", "shapecheck.showSummary",
        ]  # fmt: skip
        for name in ("completion_provider", "rename_provider", "references_provider", "declaration_provider"):
            assert getattr(able, name) is None

    session(script)




def test_a_long_chain_of_elif() -> None:
    """It is nested as deeply as it is long."""
    chain = "".join(f"    elif n == {i}:\n        y = torch.zeros({i}, 2)\n" for i in range(600))
    text = f"import torch\n\n\ndef f(n):\n    if n < 0:\n        y = None\n{chain}    return y\n"

    async def script(editor: Editor) -> None:
        editor.open(text)
        hints = await editor.until(editor.hints, bool)
        assert (7, 9, ": [0, 2]") in hints
        symbols = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
        assert [one.name for one in symbols or ()] == ["f"]

    session(script)
