import { expect, it } from "vitest";
import { serverSettings } from "../src/settings";

const values: Record<string, unknown> = {
  python: "", stubs: ["rules"], levels: { "unproved-shape": "off" }, codeLens: false,
  "inlayHints.enable": true, "inlayHints.maxLength": 20,
};
const source = { get: <T>(key: string) => values[key] as T | undefined };

it("hands the settings on, with the environment of the Python extension", () => {
  expect(serverSettings(source, "/venv/bin/python", true)).toMatchObject({
    python: "/venv/bin/python", stubs: ["rules"], levels: { "unproved-shape": "off" }, codeLens: false,
    inlayHints: { enable: true, maxLength: 20 }, diagnostics: "push",
  });
});

it("takes no rules from an untrusted workspace", () => {
  expect(serverSettings(source, undefined, false)).toMatchObject({ stubs: [] });
});
