/** The interpreter that the Python extension has chosen, if it is installed. */

import * as vscode from "vscode";

interface Environments {
  getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
  resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
}

async function environments(): Promise<Environments | undefined> {
  const extension = vscode.extensions.getExtension("ms-python.python");
  if (!extension) {
    return undefined;
  }
  const api = await extension.activate();
  return api?.environments;
}

export async function chosenInterpreter(resource?: vscode.Uri): Promise<string | undefined> {
  const known = await environments();
  if (!known) {
    return undefined;
  }
  const resolved = await known.resolveEnvironment(known.getActiveEnvironmentPath(resource));
  return resolved?.executable.uri?.fsPath;
}

export async function onInterpreterChange(act: () => void): Promise<vscode.Disposable | undefined> {
  return (await environments())?.onDidChangeActiveEnvironmentPath(act);
}
