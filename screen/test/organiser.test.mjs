// The organiser's name, logo and colour on wall, list, board, embedded board and
// overlay.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

const logo = join(tmpdir(), `touchmove-logo-${process.pid}.svg`);
let hall, letter, chromium;

before(async () => {
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M4 33L14 12l10 21zM18 33l8-27 10 27z" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/></svg>');
  const of = (more) => t.daemon({ boards: ["hall-1", "hall-2"], speed: 4, users: `[organiser]\nname = "Tivoli Chess Club"\n${more}` });
  [hall, letter, chromium] = await Promise.all([of(`accent = "#c2326b"\nlogo = "${logo}"`), of(`accent = "#e8c44a"`), t.browser()]);
});
after(async () => {
  await chromium?.close();
  await hall?.stop();
  await letter?.stop();
});

for (const [k, [name, query, size]] of [["wall", "?view=wall", "wall"], ["list", "?view=list&theme=light", "laptop"], ["list-phone", "?view=list", "phone"], ["board", "?board=hall-1", "laptop"], ["board-wall", "?board=hall-1", "wall"], ["board-phone", "?board=hall-1&theme=light", "phone"], ["embed", "?view=embed&board=hall-1", "embed"], ["overlay", "?view=obs&board=hall-1", "wall"]].entries()) {
  test(`${name}: the logo with the organiser's name, and a band of the colour`, async () => {
    for (const [where, kind] of t.some([[hall, "img"], [letter, "span"]], k, 1)) {
      const page = await chromium.newPage({ viewport: t.sizes[size], locale: "en-GB", colorScheme: "dark" });
      page.wrong = t.watch(page);
      await page.goto(`${where.url}/${query}`);
      await page.waitForSelector(".cm-chessboard .pieces [data-square], .tile .pieces [data-square], .row .n");
      const mark = page.locator(".logo:visible").first();
      await mark.waitFor();
      assert.equal(await mark.evaluate((e) => e.localName), kind);
      assert.equal(await mark.evaluate((e) => e.getAttribute("alt") ?? e.getAttribute("aria-label")), "Tivoli Chess Club");
      const box = await mark.boundingBox();
      assert.ok(Math.abs(box.width - box.height) < 1 && box.width >= 20, `the tile is ${box.width} by ${box.height}`);
      if (kind === "img") await t.until("the picture", () => mark.evaluate((e) => e.complete && e.naturalWidth > 0));
      const accent = where === hall ? "rgb(194, 50, 107)" : "rgb(232, 196, 74)";
      assert.equal(await mark.evaluate((e) => getComputedStyle(e).backgroundColor), accent);
      if (kind === "span") assert.equal(await mark.evaluate((e) => getComputedStyle(e).color), "rgb(16, 22, 28)", "ink on a light colour");
      const band = await page.evaluate(() => getComputedStyle(document.body, "::before").backgroundColor);
      assert.equal(band, name === "overlay" ? "rgba(0, 0, 0, 0)" : accent);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "too wide");
      const covered = await page.evaluate(() => {
        const r = document.querySelector(".logo").getBoundingClientRect();
        return [...document.querySelectorAll(".bd, .clk, .c, .nm, .n")].filter((e) => {
          const o = e.getBoundingClientRect();
          return o.width > 0 && o.left < r.right - 1 && o.right > r.left + 1 && o.top < r.bottom - 1 && o.bottom > r.top + 1;
        }).map((e) => e.className);
      });
      assert.deepEqual(covered, []);
      for (const width of name === "board-phone" ? [390, 320] : []) {
        await t.resize(page, { width, height: 844 });
        assert.equal(await page.evaluate(() => [...document.querySelectorAll(".top b, .top span")].some((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)), false, `${width}: the event's name and the board's are whole`);
      }
      await t.resize(page, t.sizes[size]);
      await t.accessible(page, `${name} ${kind}`);
      await t.picture(page, `organiser-${name}-${kind}`, { omitBackground: true });
      assert.deepEqual(page.wrong, []);
      await page.close();
    }
  });
}
