/** Which server is started, and why: decided here without the editor, so that it can be tested. */

import * as path from "path";

export interface Choices {
  /** `shapecheck.path` */
  path: string;
  /** `shapecheck.interpreter` */
  interpreter: string;
  importStrategy: "fromEnvironment" | "onPath";
  /** The interpreter that the Python extension has chosen. */
  environment: string | undefined;
  isTrusted: boolean;
}

export interface System {
  exists(file: string): boolean;
  /** Whether an interpreter can import the server. */
  hasServer(interpreter: string): boolean;
  searchPath: string[];
  isWindows: boolean;
}

export interface Server {
  command: string;
  args: string[];
  /** For the log. */
  reason: string;
}

/** The server to start, or why there is none. */
export function chooseServer(choices: Choices, system: System): Server | string {
  if (choices.path) {
    return program(choices.path, "it is the setting `shapecheck.path`", system);
  }
  if (choices.interpreter) {
    return module(choices.interpreter, "it is the setting `shapecheck.interpreter`", system);
  }
  const ofCode = choices.environment;
  if (choices.importStrategy === "fromEnvironment" && choices.isTrusted && ofCode && path.isAbsolute(ofCode)) {
    if (system.exists(ofCode) && system.hasServer(ofCode)) {
      return module(ofCode, "the Python extension has chosen it, and it has shapecheck", system);
    }
  }
  const found = onPath("shapecheck", system);
  if (found) {
    return { command: found, args: ["server"], reason: "it was found on the PATH" };
  }
  return "shapecheck was not found: `pip install torch-shapecheck`, or set `shapecheck.path`";
}

/** The absolute path of a program on the search path; relative entries are left out, as they depend on the folder. */
export function onPath(name: string, system: System): string | undefined {
  const names = system.isWindows ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of system.searchPath.filter((one) => path.isAbsolute(one))) {
    for (const file of names.map((one) => path.join(folder, one))) {
      if (system.exists(file)) {
        return file;
      }
    }
  }
  return undefined;
}

function program(file: string, reason: string, system: System): Server | string {
  return checked(file, reason, system) ?? { command: file, args: ["server"], reason };
}

function module(interpreter: string, reason: string, system: System): Server | string {
  // -I keeps the folder of the code, which belongs to a stranger perhaps, out of the server's own imports.
  return checked(interpreter, reason, system) ?? { command: interpreter, args: ["-I", "-m", "shapecheck", "server"], reason };
}

function checked(file: string, reason: string, system: System): string | undefined {
  if (!path.isAbsolute(file)) {
    return `${file} is not started: ${reason}, but it is no absolute path`;
  }
  return system.exists(file) ? undefined : `${file} is not started: ${reason}, but there is no such file`;
}
