/** The packaged extension in a real Visual Studio Code: what a user sees of one wrong model, and its quick fix. */

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { startEditor } from "./codeServer.js";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.join(HERE, "../..");
const IMAGES = path.join(HERE, "../images");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const SHAPECHECK = process.env.SHAPECHECK ?? path.join(ROOT, ".venv/bin/shapecheck");
const SLOW = { timeout: 60_000 };

let editor, browser, page;

before(async () => {
  editor = await startEditor({
    vsix: path.join(HERE, "../shapecheck.vsix"),
    settings: { "shapecheck.path": SHAPECHECK },
    files: [path.join(ROOT, "examples/wrong/flatten.py")],
  });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  page = await browser.newPage({ viewport: { width: 1180, height: 720 } });
  await page.goto(editor.url);
  await page.locator(".monaco-editor .view-lines").first().waitFor(SLOW);
});

after(async () => {
  await browser?.close();
  await editor?.stop();
});

test("the wrong call is underlined", async () => {
  await page.locator(".squiggly-error").first().waitFor(SLOW);
});

test("shapes stand beside the assignments, and the signature above the class", async () => {
  await line(/x: \[2, 512, 7, 7\] = torch\.relu/).waitFor(SLOW);
  await line(/x: \[2, 25088\] = torch\.flatten/).waitFor(SLOW);
  await page.locator(".codelens-decoration", { hasText: "Classifier(x: Tensor[" }).first().waitFor(SLOW);
});

test("the Problems panel says what torch would say", async () => {
  await command("Problems: Focus on Problems View");
  const entry = page.locator(".markers-panel .monaco-list-row", { hasText: "mat1 and mat2 shapes cannot be multiplied" });
  await entry.waitFor(SLOW);
  assert.match(await entry.innerText(), /impossible-shape/);
});

test("the hover tells the shape and where it comes from", async () => {
  await goTo(15, 9);
  await command("Show or Focus Hover");
  const hover = page.locator(".monaco-hover:not(.hidden) .hover-contents", { hasText: "25088" }).first();
  await hover.waitFor(SLOW);
  await picture("hover");
  await page.keyboard.press("Escape");
});

test("the quick fix mends the model, and the underline goes", async () => {
  await goTo(16, 17);
  await page.keyboard.press("Control+.");
  const fix = page.locator(".action-widget .monaco-list-row", { hasText: "512 * 7 * 7" }).first();
  await fix.waitFor(SLOW);
  await picture("quick-fix");
  await page.keyboard.press("Enter");
  await line(/nn\.Linear\((25088|512 \* 7)/).waitFor(SLOW);
  await page.locator(".squiggly-error").first().waitFor({ ...SLOW, state: "detached" });
});

/** A line of the editor as it is shown, hints included; the editor writes spaces that do not break. */
function line(pattern) {
  return page.locator(".view-line", { hasText: new RegExp(pattern.source.replaceAll(" ", "\\s")) }).first();
}

async function command(title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor(SLOW);
  await page.keyboard.press("Enter");
}

async function goTo(row, column) {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").first().fill(`:${row}:${column}`);
  await page.keyboard.press("Enter");
}

/** Widgets fade in: the picture is taken when they stand. */
async function picture(name) {
  if (process.env.PICTURES) {
    await page.waitForTimeout(1000);
    await page.screenshot({ path: path.join(IMAGES, `${name}.png`) });
  }
}
