/** The commands: the server answers with Markdown, which is shown beside the editor. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

const SCHEME = "shapecheck";

/** Documents that the server's answers are shown in. */
class Pages implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  async show(title: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}.md` });
    this.texts.set(uri.path, text);
    this.changed.fire(uri);
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
  }
}

export function registerCommands(context: vscode.ExtensionContext, client: () => LanguageClient | undefined): void {
  const pages = new Pages();
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, pages));

  async function ask(command: string, title: string, uri?: string, name?: unknown): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const where = uri ?? editor?.document.uri.toString();
    const what = name ?? editor?.selection.active;
    const running = client();
    if (!running || where === undefined || what === undefined) {
      return;
    }
    const point = typeof what === "string" ? what : asPosition(what as vscode.Position);
    const text = await running.sendRequest<string | null>("workspace/executeCommand", { command, arguments: [where, point] });
    if (text) {
      await pages.show(title, text);
    } else {
      void vscode.window.showInformationMessage("shapecheck: nothing is known here");
    }
  }

  const register = (name: string, act: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, act));
  register("shapecheck.signatureHere", () => ask("shapecheck.showSignature", "Inferred signature"));
  register("shapecheck.summaryHere", () => ask("shapecheck.showSummary", "Module summary"));
  register("shapecheck.explainHere", () => ask("shapecheck.explainShape", "Shape"));
}

/** What the code lens runs: the server's own command, whose answer is shown. */
export async function shown(answer: unknown): Promise<void> {
  if (typeof answer === "string") {
    const document = await vscode.workspace.openTextDocument({ content: answer, language: "markdown" });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside, true);
  }
}

function asPosition(position: vscode.Position): { line: number; character: number } {
  return { line: position.line, character: position.character };
}
