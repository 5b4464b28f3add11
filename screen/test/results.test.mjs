// The names and the result of a pairing stay on tile, list and page, whatever is set up
// and played on its board afterwards.

import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

const dir = mkdtempSync(join(tmpdir(), "touchmove-results-"));
const hands = join(dir, "hands.txt");
const act = (...lines) => appendFileSync(hands, `${lines.join("\n")}\n`);
let hall, chromium;

before(async () => {
  writeFileSync(join(dir, "open.toml"), `event = "Open 2026"\n[[round]]\nround = 4\ngame = [{ board = 1, white = "Żółć, Anna", black = "Öst, Bo" }]\n`);
  act("wait:3s -g1 +f3 wait:3s -g8 +f6 wait:3s", "-e1 +e4 -e8 +d5 wait:5s");
  [hall, chromium] = await Promise.all([
    t.daemon({ boards: [{ id: "hall-1", hands }, "hall-2"], speed: 10, users: `[event]\nfile = "${join(dir, "open.toml")}"\nround = "4"` }), t.browser(),
  ]);
});
after(async () => {
  await chromium?.close();
  await hall?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function open(query, size) {
  const page = await chromium.newPage({ viewport: size, locale: "en-GB" });
  page.wrong = t.watch(page);
  await page.goto(`${hall.url}/${query}`);
  return page;
}

test("skittles after the game leave names and result on wall, list and page", async () => {
  const wall = await open("?view=wall", t.sizes.wall);
  await t.until("the kings in the centre", async () => (await t.drawn(wall, ".wall .tile:nth-child(1) .bd"))?.startsWith("rnbqkb1r/pppppppp/5n2"));
  act("setup", "wait:3s -e2 +e4 wait:3s -e7 +e5 wait:3s -d2 +d4 wait:3s");
  const [list, page] = await Promise.all([open("?view=list", t.sizes.phone), open("?board=hall-1", t.sizes.laptop)]);
  const stays = async () => {
    for (const [shown, where] of [[wall, ".wall .tile:nth-child(1)"], [list, "main"], [page, "main"]]) {
      const text = await shown.locator(where).innerText();
      if (!/Żółć/.test(text) || !/Öst/.test(text)) return false;
    }
    return /White won, with the kings in the centre/.test(await page.locator("main").innerText()) && (await t.drawn(page)).startsWith("rnbqkb1r/pppppppp/5n2/8/8/5N2");
  };
  await t.until("the result after the pieces were set up again", stays);
  await t.sleep(2500); // twenty-five seconds of the board's time: skittles are played
  assert.ok(await stays(), "during skittles");
  assert.match(await wall.locator(".wall .tile:nth-child(1)").innerText(), /1[\s\S]*0/);
  await t.picture(wall, "results-stay-1080p");
  for (const p of [wall, list, page]) {
    assert.deepEqual(p.wrong, []);
    await p.close();
  }
});
