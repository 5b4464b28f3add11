// Messages that no daemon would send, and what connections and brokers do to real ones:
// a page never shows an impossible position, never goes back to an earlier one, and
// keeps working. The page itself records every position that it drew.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

let broker, server, feed, chromium;

before(async () => ({ broker, server, feed, chromium } = await t.stand()));
after(() => t.stop(chromium, feed, server, broker));

/** A page that records every position it draws, and everything it announces. */
async function watched(query, size = t.sizes.laptop) {
  const page = await chromium.newPage({ viewport: size, locale: "en-GB" });
  page.wrong = t.watch(page);
  page.taken = t.acknowledged(page);
  await page.clock.install(); // runs by itself, and is advanced when a test says so
  await page.addInitScript(() => {
    window.seen = [];
    window.said = [];
    const read = () => {
      const board = document.querySelector(".bd"); // including those of tiles, which cm-chessboard does not draw
      if (!board) return;
      const rows = Array.from({ length: 8 }, () => Array(8).fill("1"));
      for (const g of board.querySelectorAll(".pieces [data-square]")) {
        const [color, kind] = g.dataset.piece;
        rows[8 - Number(g.dataset.square[1])][g.dataset.square.charCodeAt(0) - 97] = color === "w" ? kind.toUpperCase() : kind;
      }
      const now = rows.map((r) => r.join("").replace(/1+/g, (e) => e.length)).join("/");
      if (window.seen.at(-1) !== now) window.seen.push(now);
      const said = document.querySelector("[data-said]")?.textContent ?? "";
      if (said && window.said.at(-1) !== said) window.said.push(said);
    };
    new MutationObserver(read).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-square", "data-piece"] });
  });
  await page.goto(`${server.url}/?${query}`);
  return page;
}

const retained = 4; // messages that a page of one board gets here, not counting availability: info, game, alarm, state
const empty = "8/8/8/8/8/8/8/8";
const positions = () => t.chess.lay(t.standard, t.vienna.moves).boards.map(t.chess.placementText);

test("out of order, twice, of a time before, of a game before: the board only goes forward", async () => {
  const board = feed.board("hall-1", t.vienna);
  await board.begin(4);
  const old = { topic: board.topic("state"), text: JSON.stringify(board.state()) };
  const page = await watched("board=hall-1");
  await t.until("the position", async () => (await t.drawn(page)) === positions()[4]);
  // every later state of the game, then sent in a different order
  const later = [];
  for (let n = 5; n <= 12; n++) {
    board.count = n;
    board.seq++;
    later.push(JSON.stringify(board.state()));
  }
  await page.taken.upTo(retained);
  for (const i of [1, 0, 1, 2, 5, 3, 4, 5, 0, 7, 6, 7, 2]) {
    await page.taken.next(() => feed.raw(board.topic("state"), later[i], true));
    await page.clock.runFor(t.frame); // each would be drawn now, if it were
  }
  await feed.raw(old.topic, old.text, true);
  const last = "the last move in spite of all";
  await t.until(last, async () => (await t.drawn(page)) === positions()[12]);
  // the next game begins, and one message of the game before is repeated
  const before = board.gameId;
  board.gameId = before.replace(/-1$/, "-2");
  board.seq = 1;
  board.count = 1;
  await board.tell();
  await t.until("the next game", async () => (await t.drawn(page)) === positions()[1]);
  await feed.raw(board.topic("state"), later[7], true);
  await feed.raw(old.topic, old.text, true);
  board.seq = 4;
  await board.move();
  await t.until("its second move", async () => (await t.drawn(page)) === positions()[2]);
  const seen = (await page.evaluate(() => window.seen)).filter((p) => p !== empty).map((p) => positions().indexOf(p));
  assert.ok(!seen.includes(-1), `a position that never was: ${seen}`);
  const next = seen.lastIndexOf(12) + 1;
  assert.deepEqual(seen.slice(0, next), [...seen.slice(0, next)].sort((a, b) => a - b), `never back: ${seen}`);
  assert.deepEqual(seen.slice(next), [1, 2]);
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("payloads that are broken, of a later version, or with keys that nobody knows", async () => {
  const board = feed.board("hall-2", t.vienna, "hostile");
  await board.begin(6);
  await board.clock(60_000, 60_000, "white");
  const pages = await Promise.all([watched("board=hall-2"), watched("view=wall&event=hostile", t.sizes.wall), watched("view=obs&board=hall-2"), watched("view=embed&board=hall-2", t.sizes.embed)]);
  for (const page of pages) await t.until("the position", async () => (await page.evaluate(() => window.seen)).includes(positions()[6]));
  const good = board.state();
  const from = board.seq;
  const states = [
    "", "null", "[]", "{", "7", '"x"', "\u0000", "{}", { v: 1 }, { ...good, v: 2, moves: [] }, { ...good, v: "1" },
    { ...good, game: 7 }, { ...good, seq: "9" }, { ...good, moves: null }, { ...good, moves: [null] }, { ...good, moves: [{ uci: "e9e4", san: "x" }] },
    { ...good, fen: good.fen.replace("/", "") }, { ...good, fen: "8/8/8/8/8/8/8/7 w - - 0 1" }, { ...good, fen: "9/8/8/8/8/8/8/8 w - - 0 1" }, { ...good, fen: "8/8/8/8/8/8/8/44p w - - 0 1" }, { ...good, fen: null },
    { ...good, start: "" }, { ...good, phase: "sleeping" },
  ];
  for (const s of states) await feed.raw(board.topic("state"), typeof s === "string" ? s : JSON.stringify({ ...s, ...(s.seq === good.seq ? { seq: good.seq + 50 } : {}) }), false);
  for (const [topic, bodies] of [
    ["game", ["", "{", { v: 1, game: 7 }, { v: 1, game: board.gameId, seq: 90, white: 7, black: null, event: 12, round: { a: 1 }, time_control: 5, starts_at: [] }]],
    ["alarm", ["{", { v: 1, game: board.gameId, seq: 90, alarms: [null, 7] }, { v: 1, game: board.gameId, seq: 90, alarms: "none" }]],
    ["clock", ["{", { v: 1, game: board.gameId, seq: 90, white_ms: "many", black_ms: -4, runs: "both", at: 7, delay_left_ms: {} }]],
    ["info", ["[]", { v: 1, delay_ms: "long", version: {} }]],
    ["move", ["{", { v: 1, game: board.gameId, seq: 1, ply: 3, amends: 7, uci: null }]],
    ["availability", ["asleep", ""]],
  ]) for (const body of bodies) await feed.raw(board.topic(topic), typeof body === "string" ? body : JSON.stringify(body), false);
  await feed.raw(board.topic("state/deeper"), "{}", false);
  // what a later program with version 1 of the contract may add
  board.seq = from;
  await board.move({ mood: "calm", last: { ...board.state().last, heat: [1, 2] }, white: { name: "Réti, Richard", shoes: 43 } });
  for (const page of pages) {
    await t.until("the next move", async () => (await page.evaluate(() => window.seen.at(-1))) === positions()[7]);
    const seen = (await page.evaluate(() => window.seen)).filter((p) => p !== empty && !positions().includes(p));
    assert.deepEqual(seen, [], "no position that is none");
    assert.deepEqual(page.wrong, [], "nothing thrown");
    await page.close();
  }
});

test("another board chosen while the broker is gone is not called live", async () => {
  const own = await t.broker();
  const [screen, say] = await Promise.all([t.server(own.url), t.TestFeed.to(own.url)]);
  for (const [id, n] of [["hall-1", 3], ["hall-2", 5]]) await say.board(id, t.vienna).begin(n);
  const page = await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" });
  await page.addInitScript(() => {
    window.states = []; // of the view of one board
    const note = () => {
      const state = document.querySelector("[data-state]:not(.tile)")?.getAttribute("data-state");
      if (state && window.states.at(-1) !== state) window.states.push(state);
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-state"] });
  });
  await page.goto(`${screen.url}/?view=wall`);
  await page.locator(".tile").nth(1).waitFor();
  await own.stop();
  await page.locator(".wallhead", { hasText: "Reconnecting" }).waitFor();
  await page.locator(".tile").nth(1).click();
  await t.waitState(page, "reconnecting");
  assert.deepEqual(await page.evaluate(() => window.states), ["reconnecting"]);
  assert.match(await page.locator(".state .say").innerText(), /^Reconnecting · last position from/);
  await page.close();
  await say.stop();
  await screen.stop();
});

test("a page that hung there while the program was replaced loads the new one, once", async () => {
  const own = await t.broker();
  const screen = await t.server(own.url);
  const say = await t.TestFeed.to(own.url);
  await say.board("hall-1", t.vienna).begin(3);
  const page = await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" });
  let loads = 0;
  let asked = 0; // how often the page has been told the server's version
  let version = "";
  page.on("load", () => loads++);
  page.on("response", (r) => (asked += r.request().method() === "HEAD" ? 1 : 0));
  await page.route("**/screen.js", async (route) => {
    if (route.request().method() !== "HEAD" || !version) return route.continue();
    await route.fulfill({ status: 200, headers: { etag: version } });
  });
  await page.goto(`${screen.url}/?board=hall-1`);
  await t.until("the position", async () => (await t.drawn(page)) === positions()[3]);
  const restart = async () => {
    await own.stop();
    await t.waitState(page, "reconnecting");
    const again = await t.broker(own.port);
    own.stop = again.stop;
    await say.again();
    await t.waitState(page, "live");
    await t.until("the position again", async () => (await t.drawn(page)) === positions()[3]);
  };
  const told = async (times) => {
    await t.until(`told ${times} times`, () => asked === times);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
  await told(1);
  await restart();
  await told(2);
  assert.equal(loads, 1, "the same program: nothing is loaded");
  version = '"another"';
  await restart();
  await t.until("loaded anew", () => loads === 2);
  await t.until("the position in the new page", async () => (await t.drawn(page)) === positions()[3]);
  await told(4);
  assert.equal(loads, 2);
  await page.close();
  await say.stop();
  await screen.stop();
  await own.stop();
});

test("a listener is told the last of what was missed, once, and no retained message again", async () => {
  const board = feed.board("hall-3", t.vienna);
  await board.begin(2);
  const page = await watched("board=hall-3");
  await t.until("the position", async () => (await t.drawn(page)) === positions()[2]);
  const again = async () => {
    for (let i = 0; i < 5; i++) await feed.again();
  };
  await page.taken.upTo(retained);
  await page.taken.next(again, 5 * retained);
  board.count = 14;
  board.seq += 20;
  await page.taken.next(() => board.tell()); // twelve moves at once, as after a time without connection
  await page.taken.next(again, 5 * retained);
  await page.clock.runFor(5000);
  assert.deepEqual(await page.evaluate(() => window.said), ["Black 7: queen takes e5"]);
  board.more = { phase: "over", result: "0-1", reason: "resignation" };
  await page.taken.next(() => board.tell());
  await page.taken.next(() => feed.again(), retained);
  await page.clock.runFor(5000);
  assert.deepEqual(await page.evaluate(() => window.said), ["Black 7: queen takes e5", "0–1. White resigned"]);
  assert.deepEqual(page.wrong, []);
  await page.close();
});
