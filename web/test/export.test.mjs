// The studio without a server of its own: the folder that `studio --export` writes, served as any files are.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { browser as executablePath, missing, moverlog, QUIET as args, soon } from "./browser.mjs";

const engine = process.env.MOVERLOG_ENGINE;
const skip = missing || (!engine && "no engine; `web/engine.sh FILE.wasm` builds it where the target wasm32-wasip1 is, set MOVERLOG_ENGINE")
  || (!existsSync(engine) && `no engine at ${engine}`);

const KINDS = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };

let server, browser, page;
const complaints = [];

before(async () => {
  if (skip) return;
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  execFileSync(moverlog, ["studio", "--export", folder, "--engine", engine]);
  server = createServer(({ url }, response) => {
    const name = url === "/" ? "index.html" : url.slice(1);
    const known = /^[\w-]+\.(html|js|css|wasm)$/.exec(name);
    response.writeHead(known ? 200 : 404, { "Content-Type": KINDS[known?.[1]] ?? "text/plain" });
    response.end(known ? readFileSync(join(folder, name)) : "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath, args });
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.on("console", (m) => m.type() === "error" && complaints.push(m.text()));
  page.on("pageerror", (e) => complaints.push(String(e)));
  page.on("request", (r) => !r.url().startsWith(address) && !/^(data|blob):/.test(r.url()) && complaints.push(r.url()));
  await page.goto(address);
});

after(async () => {
  await browser?.close();
  server?.close();
});

const verdict = (word) =>
  page.locator(".bar .verdict:not(.busy) strong", { hasText: new RegExp(`^${word}$`) }).waitFor({ timeout: 60_000 });

test("the engine in the page checks the first lesson", { skip }, async () => {
  await verdict("wrong");
  await soon(async () => assert.match(await page.locator(".bar .verdict").innerText(), /goes wrong at C/));
  await soon(async () => assert.ok((await page.locator(".cm-letters .letter b").allInnerTexts()).includes("N")));
});

test("it checks what is typed", { skip }, async () => {
  const model = page.getByRole("textbox", { name: /^model/ });
  await model.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("int x;\nvoid T() { x = 1; assert(x == 1); }\nP = { T() };\n");
  await verdict("safe");
  await model.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("int x;\nvoid T() { x = 1; assert(x == 2); }\nP = { T() };\n");
  await verdict("wrong");
  await page.keyboard.insertText("void ");
  await page.locator(".problems li.error").first().waitFor({ timeout: 60_000 });
});

test("the engine compares rules", { skip }, async () => {
  await page.getByRole("button", { name: "Lesson 1: A race" }).click();
  await verdict("wrong");
  await page.getByRole("tab", { name: "Change a rule" }).click();
  await page.getByLabel("begin with").selectOption("acquire_inside.rules");
  await page.locator(".difference .missed").waitFor({ timeout: 60_000 });
});

test("a link carries the model to whoever opens it", { skip }, async () => {
  await page.getByRole("tab", { name: "Result" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.waitForFunction(() => location.hash.length > 1);
  const other = await browser.newPage();
  await other.goto(page.url());
  await other.locator(".bar h1", { hasText: "01_race.mover" }).waitFor();
  await other.close();
});

test("nothing went wrong, and nothing was fetched from elsewhere", { skip }, () => assert.deepEqual(complaints, []));
