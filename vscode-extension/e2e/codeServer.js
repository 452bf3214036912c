/** A Visual Studio Code of its own for one test: its extensions, settings and folder are thrown away afterwards. */

import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ENTRY = path.join(HERE, "node_modules/code-server/out/node/entry.js");
const QUIET = {
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Light Modern",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.ignoreRecommendations": true,
  "editor.minimap.enabled": false,
};

/** Starts the editor on a copy of the files; `url` opens it with the first of them. */
export async function startEditor({ vsix, settings, files }) {
  const root = mkdtempSync(path.join(tmpdir(), "shapecheck-e2e-"));
  const [folder, data, extensions] = ["models", "data", "extensions"].map((name) => path.join(root, name));
  mkdirSync(path.join(data, "User"), { recursive: true });
  writeFileSync(path.join(data, "User/settings.json"), JSON.stringify({ ...QUIET, ...settings }));
  mkdirSync(folder);
  for (const file of files) {
    cpSync(file, path.join(folder, path.basename(file)));
  }
  const places = ["--user-data-dir", data, "--extensions-dir", extensions, "--config", path.join(root, "config.yaml")];
  execFileSync(process.execPath, [ENTRY, ...places, "--install-extension", vsix], { stdio: "ignore" });

  const port = await freePort();
  const flags = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
  const server = spawn(process.execPath, [ENTRY, ...places, ...flags], { stdio: "ignore" });
  const open = path.join(folder, path.basename(files[0]));
  const payload = JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${open}`]]);
  const query = new URLSearchParams({ folder, payload });
  await answering(`http://127.0.0.1:${port}/healthz`);
  return {
    url: `http://127.0.0.1:${port}/?${query}`,
    folder,
    stop: async () => {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      server.kill();
      await gone;
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function answering(url) {
  for (let attempt = 0; attempt < 120; attempt++) {
    try {
      return await fetch(url);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  throw new Error(`nothing answers at ${url}`);
}
