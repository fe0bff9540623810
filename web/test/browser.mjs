// A browser whose network is off, and pages that the binary writes.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const moverlog = process.env.MOVERLOG ?? join(root, "target/release/moverlog");
export const browser = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

/** Why nothing can be tried here, if so. */
export const missing = !existsSync(browser) ? `no browser at ${browser}; set CHROMIUM`
  : !existsSync(moverlog) ? `no binary at ${moverlog}; set MOVERLOG` : false;

/** Asserts what a page comes to show within ten seconds: it is drawn after the event that changes it. */
export async function soon(assertion) {
  for (const end = Date.now() + 10_000; ; await new Promise((later) => setTimeout(later, 50))) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** Writes a report with these words; its path. */
export function report(...words) {
  const path = join(mkdtempSync(join(tmpdir(), "report-")), "page.html");
  try {
    execFileSync(moverlog, ["report", ...words, "-o", path], { cwd: root });
  } catch (error) {
    if (error.status !== 1) throw error;
  }
  return path;
}

/** Opens a file without a network, and does something with it; nothing may be asked for or complained of. */
export async function open(path, options, look) {
  const running = await chromium.launch({ executablePath: browser, args: QUIET });
  try {
    const context = await running.newContext({ offline: true, viewport: { width: 1280, height: 720 }, ...options });
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => request.url().startsWith("file:") || complaints.push(request.url()));
    const start = Date.now();
    await page.goto(`file://${path}`);
    await page.waitForSelector("h1");
    const milliseconds = Date.now() - start;
    await look(page, milliseconds);
    return complaints;
  } finally {
    await running.close();
  }
}
