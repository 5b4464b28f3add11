// The wall: many boards of a made-up feed through a real broker, which dies and
// comes back.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const games = t.games();

let broker, server, feed, chromium;
const halls = [];

/** n boards of an event, each in the middle of a real game. */
async function hall(event, n) {
  const list = await Promise.all(Array.from({ length: n }, async (_, i) => {
    const game = games[i % games.length];
    const b = feed.board(`hall-${i + 1}`, { ...game, tags: { ...game.tags, Event: "Masters Sample Open", Round: "4" } }, event);
    b.control = "5400+30";
    await b.begin(Math.min(game.moves.length - 3, 20 + ((i * 7) % 30)));
    await b.clock(1000 * (600 + ((i * 977) % 3000)), 1000 * (500 + ((i * 577) % 3300)), b.count % 2 ? "black" : "white");
    return b;
  }));
  halls.push(...list);
  return list;
}

before(async () => {
  [broker, chromium] = await Promise.all([t.broker(), t.browser()]);
  [server, feed] = await Promise.all([t.server(broker.url), t.TestFeed.to(broker.url)]);
});
after(async () => {
  await chromium?.close();
  await feed?.stop();
  await server?.stop();
  await broker?.stop();
});

async function open(query, size = t.sizes.wall) {
  const page = await chromium.newPage({ viewport: size, colorScheme: "dark", locale: "en-GB" });
  page.wrong = t.watch(page);
  await page.goto(`${server.url}/?${query}`);
  return page;
}

const tiles = (page) => page.locator(".wall .tile").count();
const allTiles = (page, n) => t.until(`${n} tiles`, async () => (await tiles(page)) === n);
const tile = (id) => `.wall .tile:has([class="gut"] span:text-is("${id}")), .wall .tile:has(.m:text-is("Board ${id}"))`;

/** What every tile shows, by its place. */
const shown = (page) => page.evaluate(() => [...document.querySelectorAll(".wall .tile")].map((e) => {
  const rows = Array.from({ length: 8 }, () => Array(8).fill("1"));
  for (const g of e.querySelectorAll(".pieces g[data-square]")) {
    const [c, k] = g.dataset.piece;
    rows[8 - Number(g.dataset.square[1])][g.dataset.square.charCodeAt(0) - 97] = c === "w" ? k.toUpperCase() : k;
  }
  return rows.map((r) => r.join("").replace(/1+/g, (x) => x.length)).join("/");
}));
const right = (boards) => boards.map((b) => b.state().fen.split(" ")[0]);

test("twelve boards, each at its place, with a word for each state", async () => {
  const boards = await hall("twelve", 12);
  const page = await open("view=wall&event=twelve");
  await allTiles(page, 12);
  await boards[0].clock(1804000, 203000, "white");
  await boards[6].clock(44000, 1240000, "white");
  const fixed = boards[2];
  const told = fixed.moves[fixed.count - 1];
  const others = [...fixed.moves];
  others[fixed.count - 1] = { uci: told.uci.slice(0, 2) + "a5", san: "Na5" };
  const played = fixed.moves;
  fixed.moves = others;
  await fixed.tell();
  fixed.moves = played;
  await fixed.tell();
  boards[3].more = { phase: "over", result: "1/2-1/2", reason: "agreement" };
  boards[10].more = { phase: "over", result: "1-0", reason: "checkmate" };
  await Promise.all([boards[3].tell(), boards[10].tell(), boards[7].tell({ differ: ["b3", "g2"], matches: false }), boards[11].availability("offline")]);
  await t.until("every state", async () => (await page.locator(".wall .tile[data-state=finished]").count()) === 2 && (await page.locator(".wall .tile[data-state=offline]").count()) === 1);
  for (const [id, text] of [[1, "Time trouble"], [7, "Time trouble"], [4, "Finished · ½–½"], [11, "Finished · 1–0"], [8, "Being checked"]]) {
    assert.equal(await page.locator(tile(id)).locator(".tag").innerText(), text);
  }
  assert.match(await page.locator(tile(3)).locator(".tag").innerText(), /^Corrected: \d+\.+ \S+$/);
  assert.match(await page.locator(tile(12)).locator(".tag").innerText(), /^Offline since \d\d:\d\d$/);
  assert.equal(await page.locator(".wall .tile.hot").count(), 2);
  assert.deepEqual(await shown(page), right(boards));
  await t.until("the head", async () => /Masters Sample Open\s*Round 4 · 12 boards\s*2 finished\s*Live/.test(await page.locator(".wallhead").innerText()));
  await t.until("the result is said", async () => /^Board (4|11): /.test(await page.locator("[data-said]").innerText()));
  await page.locator(".tile").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Board 2: /);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement.blur());
  await t.sleep(300);
  await page.screenshot({ path: `${t.shots}/wall-12-1080p.png` });
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
  assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ").slice(0, 400)}`), []);
  await page.setViewportSize(t.sizes.phone);
  await t.until("a list", async () => (await page.evaluate(() => getComputedStyle(document.querySelector(".wall")).gridTemplateColumns.split(" ").length)) === 1);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await t.sleep(200);
  await page.screenshot({ path: `${t.shots}/wall-phone-390.png` });
  await page.locator(tile(2)).click();
  await t.until("one board", async () => (await page.locator(".small .n").first().innerText()) !== "");
  assert.match(page.url(), /board=hall-2/);
  await page.goBack();
  await allTiles(page, 12);
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("64 boards: small tiles, two in front, every one right; also after the broker was gone", async () => {
  const boards = await hall("full", 64);
  const page = await open("view=wall&event=full");
  await allTiles(page, 64);
  await t.until("every position", async () => JSON.stringify(await shown(page)) === JSON.stringify(right(boards)));
  assert.equal(await page.locator(".rail .tile").count(), 2);
  const box = await page.evaluate(() => [...document.querySelectorAll(".wall .tile")].every((e) => {
    const r = e.getBoundingClientRect();
    return r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1 && r.width > 100;
  }));
  assert.equal(box, true, "all of them on the page");
  await page.screenshot({ path: `${t.shots}/wall-64-1080p.png` });

  await broker.stop();
  await t.until("it is said that the feed is gone", async () => /Reconnecting/.test(await page.locator(".wallhead").innerText()));
  assert.equal(await page.locator(".c.run").count(), 0, "no clock ticks on a dead feed");
  await page.screenshot({ path: `${t.shots}/wall-64-reconnecting.png` });
  for (const b of boards) b.count++; // play went on meanwhile
  broker = await t.broker(broker.port);
  await t.until("the publisher is back", async () => feed.client.connected);
  await feed.again();
  await Promise.all(boards.map((b) => b.tell()));
  await t.until("every position after the restart", async () => JSON.stringify(await shown(page)) === JSON.stringify(right(boards)));
  await t.until("live", async () => /Live/.test(await page.locator(".wallhead").innerText()));
  page.wrong.length = 0; // the browser says of the connection that was refused what is meant
  await page.close();
});

test("on 4K as on 1080p, and 40 boards on a page when there are more than 64", async () => {
  const page = await open("view=wall&event=full", t.sizes.uhd);
  await allTiles(page, 64);
  const edge = await page.evaluate(() => document.querySelector(".wall .tile .bd").clientWidth);
  await page.setViewportSize(t.sizes.wall);
  await t.until("half of it", async () => Math.abs((await page.evaluate(() => document.querySelector(".wall .tile .bd").clientWidth)) * 2 - edge) <= 3);
  await Promise.all(Array.from({ length: 10 }, (_, i) => feed.board(`hall-${65 + i}`, games[i], "full").begin(10)));
  await t.until("a page of them", async () => [40, 34].includes(await tiles(page)) && /[12] of 2/.test(await page.locator(".wallhead").innerText()));
  assert.deepEqual(page.wrong, []);
  await page.close();
});
