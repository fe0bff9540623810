// What a reader of a report sees and does.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { missing, open, report, soon } from "./browser.mjs";

const skip = missing;
const text = (page, selector) => page.locator(selector).first().innerText();

test("arrow keys step through a trace", { skip }, async () => {
  const path = report("models/cpc/figure3.mover");
  const complaints = await open(path, {}, async (page) => {
    await soon(async () => assert.match(await text(page, ".verdict"), /wrong\s+thread 2 \(T2\) goes wrong at M1/));
    await soon(async () => assert.match(await text(page, ".failure"), /assert\(x == 0\) with x = 1/));
    await soon(async () => assert.equal(await text(page, ".position b"), "6"));
    await page.keyboard.press("Home");
    await soon(async () => assert.equal(await text(page, ".position b"), "0"));
    await soon(async () => assert.equal(await page.locator(".failure").count(), 0));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await soon(async () => assert.equal(await text(page, ".values tr.changed th"), "y"));
    await soon(async () => assert.match(await text(page, ".values tr.changed"), /42\s+was 0/));
    await soon(async () => assert.match(await text(page, ".step.here"), /y := 42\s*N\s*commits/));
    await soon(async () => assert.match(await text(page, ".row.current"), /L1: y := 42/));
    await page.keyboard.press("ArrowLeft");
    await soon(async () => assert.match(await text(page, ".row.current"), /L0: acq\(m\)/));
    await page.keyboard.press("End");
    await soon(async () => assert.match(await text(page, ".step.here"), /goes wrong/));
    await page.click(".step >> nth=0");
    await soon(async () => assert.equal(await text(page, ".position b"), "1"));
  });
  assert.deepEqual(complaints, []);
});

test("a derivation folds, and leads to its rule and its line", { skip }, async () => {
  const path = report("models/qrr/figure4.mover");
  const complaints = await open(path, {}, async (page) => {
    await page.click("#tab-derivations");
    await page.locator(".node .fold").first().waitFor();
    const before = await page.locator(".node").count();
    await page.click(".node .fold >> nth=0");
    await soon(async () => assert.equal(await page.locator(".node").count(), 1));
    await page.click(".node .fold >> nth=0");
    await soon(async () => assert.equal(await page.locator(".node").count(), before));
    await page.click(".tree .line >> nth=0");
    await soon(async () => assert.match(await text(page, ".row.current"), /return/));
    await page.fill(".facts input", "Sum(2 main:end");
    await soon(async () => assert.match(await text(page, ".facts h3"), /^[1-9]\d* found/i));
    await page.fill(".facts input", "");
    const rule = await text(page, ".tree .rule");
    await page.click(".tree .rule >> nth=0");
    await soon(async () => assert.equal((await text(page, ".inference.target .name")).toLowerCase(), rule.toLowerCase()));
    await soon(async () => assert.match(await text(page, ".inference.target .conclusions"), /Sum/));
  });
  assert.deepEqual(complaints, []);
});

test("the margin has letters and phases, and the legend what occurs", { skip }, async () => {
  const path = report("models/tour/03_transaction.mover");
  const complaints = await open(path, {}, async (page) => {
    await soon(async () => assert.equal(await text(page, "#line-12 .mark"), "R"));
    await soon(async () => assert.equal(await page.locator("#line-12 .mark.starts.pre-commit").count(), 1));
    await soon(async () => assert.ok((await page.locator(".mark.post-commit").count()) > 0));
    await soon(async () => assert.match(await text(page, ".legend"), /right mover/));
  });
  assert.deepEqual(complaints, []);
});

test("a search has a timeline with a slider", { skip }, async () => {
  const path = report("models/cpc/figure3.mover", "--rules", "cpc");
  const complaints = await open(path, {}, async (page) => {
    await page.click("#tab-timeline");
    const slider = page.locator("input[type=range]");
    await slider.fill("3");
    await soon(async () => assert.match(await text(page, ".timeline li.here"), /x := 1\s*B → state 3/));
    await soon(async () => assert.equal(await page.locator(".stack b").count(), 4));
    await soon(async () => assert.equal(await page.locator(".graph .mv-node.here").count(), 1));
    const unknown = await page.locator(".graph .mv-node.unknown").count();
    await page.locator("h1").click();
    await page.keyboard.press("End");
    const count = () => page.locator(".graph .mv-node.unknown").count();
    for (let tries = 0; tries < 50 && (await count()) >= unknown; tries++) await page.waitForTimeout(100);
    await soon(async () => assert.ok((await count()) < unknown));
  });
  assert.deepEqual(complaints, []);
});

test("a run has a lattice and steps", { skip }, async () => {
  const path = report("models/tsg/publish_first.run");
  const complaints = await open(path, {}, async (page) => {
    await soon(async () => assert.ok((await page.locator("#lattice svg").count()) > 0));
    await page.click("#tab-trace");
    await page.keyboard.press("ArrowRight");
    await soon(async () => assert.equal(await text(page, ".position b"), "1"));
  });
  assert.deepEqual(complaints, []);
});

test("nothing is cut or beside the page, light or dark, small or large", { skip }, async () => {
  const path = report("models/dyn/figure8.mover", "--rules", "dynamic");
  for (const viewport of [{ width: 1280, height: 720 }, { width: 1920, height: 1080 }]) {
    for (const colorScheme of ["light", "dark"]) {
      const complaints = await open(path, { viewport, colorScheme }, async (page) => {
        const theme = await page.evaluate(() => document.documentElement.dataset.theme);
        assert.equal(theme, colorScheme);
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll("html, .source, .lanes, .memory, header")]
            .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className || e.tagName));
        assert.deepEqual(wide, []);
      });
      assert.deepEqual(complaints, []);
    }
  }
});

test("printed, all views are there", { skip }, async () => {
  const path = report("models/cpc/figure3.mover");
  await open(path, {}, async (page) => {
    await page.emulateMedia({ media: "print" });
    for (const view of ["trace", "summaries", "derivations", "rules", "conditions"]) {
      await soon(async () => assert.ok(await page.locator(`#${view}`).isVisible(), view));
    }
    await soon(async () => assert.ok(!(await page.locator("nav").isVisible())));
  });
});

test("the page of 100,000 states opens in a second", { skip }, async () => {
  const model = `/tmp/large-${process.pid}.mover`;
  writeFileSync(model, `const N = 120; int x; int y;
void A() { int i = 0; while (i < N) { x = i; i = i + 1; } }
void B() { int i = 0; while (i < N) { y = i; i = i + 1; } }
void C() { assert(x + y < 2 * N - 2); }
P = { A() } || { B() } || { C() };\n`);
  const path = report(model, "--rules", "interleaving");
  const times = [];
  // One of ten: others may use this machine.
  while (times.length < 10 && !(Math.min(...times) < 1000)) {
    const complaints = await open(path, {}, async (page, milliseconds) => {
      times.push(milliseconds);
      await page.keyboard.press("ArrowLeft");
      await soon(async () => assert.match(await text(page, ".position"), /step \d{3} of \d{3}/));
    });
    assert.deepEqual(complaints, []);
  }
  assert.ok(Math.min(...times) < 1000, `${times} ms`);
});
