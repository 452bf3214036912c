/** Starts the server for Python files and notebooks, and says in the log which one and why. */

import { spawnSync } from "child_process";
import { existsSync } from "fs";
import * as path from "path";
import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, State, type Middleware } from "vscode-languageclient/node";
import { registerCommands, shown } from "./commands";
import { chooseServer, type Server, type System } from "./interpreter";
import { chosenInterpreter, onInterpreterChange } from "./pythonExtension";
import { serverSettings } from "./settings";

const SECTION = "shapecheck";
const RESTARTING = ["path", "interpreter", "importStrategy"].map((key) => `${SECTION}.${key}`);
const LANGUAGES = [
  { scheme: "file", language: "python" },
  { scheme: "untitled", language: "python" },
  { scheme: "vscode-notebook-cell", language: "python" },
];

let client: LanguageClient | undefined;
let output: vscode.LogOutputChannel;
let status: vscode.LanguageStatusItem;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel("shapecheck", { log: true });
  status = vscode.languages.createLanguageStatusItem("shapecheck.status", LANGUAGES);
  status.name = "shapecheck";
  status.command = { command: "shapecheck.showOutput", title: "Open logs" };
  context.subscriptions.push(
    output,
    status,
    vscode.commands.registerCommand("shapecheck.restartServer", restart),
    vscode.commands.registerCommand("shapecheck.showOutput", () => output.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (RESTARTING.some((key) => event.affectsConfiguration(key))) {
        void restart();
      }
    }),
  );
  registerCommands(context, () => client);
  const watched = await onInterpreterChange(() => void restart());
  if (watched) {
    context.subscriptions.push(watched);
  }
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function restart(): Promise<void> {
  await client?.dispose();
  client = undefined;
  await start();
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const environment = await chosenInterpreter(vscode.workspace.workspaceFolders?.[0]?.uri);
  const found = chooseServer(
    {
      path: settings.get("path", ""),
      interpreter: settings.get("interpreter", ""),
      importStrategy: settings.get("importStrategy", "fromEnvironment"),
      environment,
      isTrusted: vscode.workspace.isTrusted,
    },
    system(),
  );
  if (typeof found === "string") {
    fail(found);
    return;
  }
  output.info(`starting ${found.command} ${found.args.join(" ")}: ${found.reason}`);
  client = makeClient(found, environment);
  try {
    await client.start();
  } catch (error) {
    fail(`the server did not start: ${error}`);
  }
}

function makeClient(server: Server, environment: string | undefined): LanguageClient {
  const isTrusted = vscode.workspace.isTrusted;
  const settingsOf = (scope?: vscode.Uri) =>
    serverSettings(vscode.workspace.getConfiguration(SECTION, scope), environment, isTrusted);
  const middleware: Middleware = {
    // The server publishes at typing speed; what it would answer on request is the same.
    provideDiagnostics: () => undefined,
    executeCommand: async (command, args, next) => {
      await shown(await next(command, args));
    },
    workspace: {
      configuration: (params) =>
        params.items.map((item) => settingsOf(item.scopeUri ? vscode.Uri.parse(item.scopeUri) : undefined)),
    },
  };
  const created = new LanguageClient(
    SECTION,
    "shapecheck",
    { command: server.command, args: server.args, options: { env: { ...process.env, PYTHONUTF8: "1" } } },
    {
      documentSelector: LANGUAGES,
      initializationOptions: settingsOf(),
      outputChannel: output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      synchronize: { configurationSection: SECTION },
      middleware,
    },
  );
  created.onDidChangeState(({ newState }) => show(newState, server));
  return created;
}

function show(state: State, server: Server): void {
  status.busy = state === State.Starting;
  status.severity = vscode.LanguageStatusSeverity.Information;
  status.text = state === State.Stopped ? "shapecheck: stopped" : "shapecheck";
  status.detail = path.basename(server.command);
}

function fail(message: string): void {
  output.error(message);
  status.busy = false;
  status.text = "shapecheck: not running";
  status.detail = message;
  status.severity = vscode.LanguageStatusSeverity.Error;
}

function system(): System {
  return {
    exists: existsSync,
    hasServer: (interpreter) =>
      spawnSync(interpreter, ["-I", "-c", "import shapecheck_lsp"], { timeout: 10_000 }).status === 0,
    searchPath: (process.env.PATH ?? "").split(path.delimiter),
    isWindows: process.platform === "win32",
  };
}
