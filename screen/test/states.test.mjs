// Every state of a board on the page, published by a simulated feed through a real broker;
// pictures of them are stored in build/screen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createServer } from "node:http";
import * as t from "./lib.mjs";


let broker, server, feed, chromium, seen = 0;

before(async () => ({ broker, server, feed, chromium } = await t.stand()));
after(() => t.stop(chromium, feed, server, broker));

/** A new board, and a page on it. */
async function open({ count = 17, size = t.sizes.laptop, query = "", game = t.vienna, prepare, clocks = [1868000, 767000, "black"], state, context = {} } = {}) {
  const board = feed.board(`hall-${++seen}`, game);
  board.players = { white: { federation: "AUT" }, black: { federation: "FRA" } };
  await prepare?.(board);
  await board.begin(count, state);
  if (clocks) await board.clock(...clocks);
  const page = await chromium.newPage({ viewport: size, colorScheme: "dark", locale: "en-GB", ...context });
  page.wrong = t.watch(page);
  page.taken = t.acknowledged(page);
  await page.clock.install(); // runs by itself, and is advanced when a test says so
  await page.goto(`${server.url}/?board=${board.id}${query}`);
  // A slow computer may say for a moment that there is no connection yet.
  await t.until("a position or a sentence", async () => !["connecting", "nofeed", undefined].includes(await t.stateOf(page)));
  await page.taken.upTo(retained - (clocks ? 0 : 1)); // the state may come before the clock, and is drawn then
  await t.drawnAnew(page);
  return { page, board };
}

const retained = 5; // messages that a page of one board gets, not counting availability: info, game, alarm, state, clock
const say = (page) => page.locator(".state .say").innerText();
const placement = (board) => board.state().fen.split(" ")[0];

/** Takes the picture; runs axe unless colours and parts are the same as in another test. */
async function done(page, name, axe = true) {
  if (name) await t.picture(page, name);
  if (axe) await t.accessible(page, name);
  assert.deepEqual(page.wrong, [], "errors on the page's console");
  await page.close();
}

test("live: position, names, clocks that run between messages, last move, opening", async () => {
  const { page, board } = await open({ size: t.sizes.wall });
  assert.equal(await t.stateOf(page), "live");
  assert.equal(await say(page), "Live · Black to play");
  assert.equal(await t.drawn(page), placement(board));
  assert.deepEqual(await page.locator(".pl .nm").allInnerTexts(), ["Tartakower", "Réti"]);
  assert.match(await page.locator(".pl.b .meta").innerText(), /Savielly\s+FRA/);
  assert.equal(await page.locator(".mv .op").innerText(), "B15 · Caro-Kann Defence");
  assert.equal(await page.locator(".mv .now").innerText(), "Qd8+");
  const clock = page.locator(".pl.b .clk");
  assert.match(await clock.getAttribute("class"), /run/);
  const first = await clock.innerText();
  await t.until("the clock runs on without a message", async () => (await clock.innerText()) !== first);
  assert.equal(await page.locator(".pl.w .clk").innerText(), "31:08");
  await done(page, "one-live-1080p");
});

test("connecting: nothing invented before the first message", async () => {
  const page = await chromium.newPage({ viewport: t.sizes.laptop, colorScheme: "dark" });
  page.wrong = t.watch(page);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000); // however long the page takes to load
  await page.goto(`${server.url}/?board=hall-1&broker=127.0.0.1:9`);
  await page.clock.runFor(1000);
  await t.waitState(page, "connecting");
  assert.equal(await t.drawn(page), "8/8/8/8/8/8/8/8");
  assert.equal((await page.locator(".pl .nm").allInnerTexts()).join(""), "");
  assert.equal(await page.locator(".clk:visible").count(), 0);
  await t.picture(page, "one-connecting-1366");
  await page.clock.runFor(5000);
  await t.waitState(page, "nofeed");
  assert.match(await say(page), /^No connection to the broadcast; trying again/);
  page.wrong.length = 0; // the browser's message about the refused connection is expected
  await done(page, "", false);
});

test("before the start: only what the board shows", async () => {
  const { page, board } = await open({ count: 0, clocks: [2400000, 2400000, "none"], state: { phase: "waiting" } });
  assert.equal(await t.stateOf(page), "before");
  assert.equal(await t.drawn(page), "8/8/8/8/8/8/8/8", "no starting position before the board has shown it");
  assert.equal(await say(page), "Pieces being set up");
  await board.tell();
  await t.until("the position", async () => (await t.drawn(page)) === placement(board));
  assert.equal(await say(page), "Board set up · White to play");
  assert.equal(await page.locator(".pl.w .clk").innerText(), "40:00");
  await done(page, "one-before-1366", false);
});

test("board offline: grey and still, with the time of the last position", async () => {
  const { page, board } = await open({ size: t.sizes.wall, count: 19 });
  await board.availability("offline");
  await t.waitState(page, "offline");
  assert.match(await say(page), /^Board offline · last position from \d\d:\d\d:\d\d$/);
  assert.equal(await page.locator(".clk.run").count(), 0);
  const still = await page.locator(".pl.b .clk").innerText();
  await page.clock.runFor(5000);
  assert.equal(await page.locator(".pl.b .clk").innerText(), still, "no clock ticks on a dead feed");
  assert.match(await page.locator(".bd").evaluate((e) => getComputedStyle(e).filter), /grayscale/);
  await t.picture(page, "one-offline-1080p");
  await t.accessible(page, "offline");
  await board.availability("online");
  await t.waitState(page, "live");
  await done(page, "", false);
});

test("a page opened long after a board went offline shows what one that saw it go shows", async () => {
  const event = "gone"; // of its own, so that a wall has no other boards
  const now = Date.now();
  const ago = (s) => new Date(now - 1000 * s).toISOString();
  const board = feed.board("hall-1", t.vienna, event);
  await board.begin(18, { at: ago(600) });
  await board.clock(5528000, 5400000, "white", { at: ago(605) });
  await feed.board("hall-2", t.vienna, event).begin(4);
  const page = async (query) => {
    const page = await chromium.newPage({ viewport: t.sizes.wall, colorScheme: "dark", locale: "en-GB" });
    page.wrong = t.watch(page);
    page.taken = t.acknowledged(page);
    await page.goto(`${server.url}/?event=${event}&${query}`);
    return page;
  };
  const there = await page("board=hall-1");
  const wall = await page("view=wall");
  await t.waitState(there, "live");
  await t.until("the wall", async () => (await wall.locator(".tile[data-state=live]").count()) === 2);
  await there.taken.upTo(retained);
  await wall.taken.upTo(4 + 3); // info, game, state and clock; the other board has no clock
  await board.availability("offline");
  // The board's last message is 5 s later than its clocks' times.
  const clock = "1:32:03";
  await t.waitState(there, "offline");
  assert.equal(await there.locator(".pl.w .clk").innerText(), clock);
  await t.until("since when, where it was seen", async () => /^Offline since \d\d:\d\d$/.test(await wall.locator(".tile[data-state=offline] .tag").innerText()));
  for (const [query, ready, clocks, said] of [
    ["board=hall-1", "[data-state=offline]", ".pl.w .clk", [".state .say", /^Board offline · last position from \d\d:\d\d:\d\d$/]],
    ["view=wall", ".tile[data-state=offline]", ".tile[data-state=offline] .bar.w .c", [".tile[data-state=offline] .tag", /^Offline$/]],
    ["view=list", ".row[data-state=offline]", ".row[data-state=offline] .cl.w .c", [".row[data-state=offline] .st", /^Board offline$/]],
    ["view=obs&board=hall-1", ".obs[data-state=offline]", ".obs .lt .side .c", [".obs .say", /^Board offline · last position from/]],
  ]) {
    const late = await page(query);
    await late.waitForSelector(ready);
    const words = async (where) => (await late.locator(where).first().innerText()).trim();
    await t.until(`${query}: its clock`, async () => (await words(clocks)) === clock);
    await t.until(`${query}: since when`, async () => said[1].test(await words(said[0])));
    await done(late, "", false);
  }
  const desk = await page("view=arbiter");
  await desk.fill("#user", "ann");
  await desk.fill("#password", "x");
  await desk.click("button[type=submit]");
  await t.until("its card", async () => (await desk.locator(".card", { hasText: "Offline" }).count()) === 1);
  assert.equal((await desk.locator(".card .t").innerText()).replace(/\s+/g, " ").trim(), "Board 1 · Offline Réti – Tartakower", "no age that began with the page");
  await desk.locator(".card .t").click();
  await t.until("its clocks", async () => (await desk.locator("body").innerText()).includes(clock));
  await done(desk, "", false);
  for (const p of [there, wall]) await done(p, "", false);
});

test("degraded: said in words, no square marked for the public", async () => {
  const { page } = await open({ state: { unseen: ["c4"] } });
  assert.equal(await t.stateOf(page), "degraded");
  assert.equal(await say(page), "Live, one sensor not trusted · Black to play");
  assert.equal(await page.locator(".mdoubt").count(), 0);
  await done(page, "one-degraded-1366", false);
});

test("position not confirmed: the last confirmed one, differing squares hatched", async () => {
  const { page, board } = await open({ size: t.sizes.wall, count: 19 });
  await board.tell({ matches: false, differ: ["f2", "g2", "h2"] });
  await t.waitState(page, "unconfirmed");
  assert.equal(await t.drawn(page), placement(board));
  assert.equal(await page.locator(".mdoubt").count(), 3);
  assert.equal(await say(page), "Position being checked · shown: after 10.\u00a0Bg5+");
  await done(page, "one-unconfirmed-1080p");
});

test("a correction: shown as such, then kept in the list", async () => {
  const game = { ...t.vienna, moves: [...t.vienna.moves] };
  game.moves[18] = { uci: "d2f4", san: "Bf4" };
  const { page, board } = await open({ size: t.sizes.wall, count: 19, game });
  assert.equal(await page.locator(".mv .now").innerText(), "Bf4");
  board.moves[18] = t.vienna.moves[18];
  await board.tell();
  await t.waitState(page, "corrected");
  assert.equal(await say(page), "Corrected: 10.\u00a0Bg5+, not 10.\u00a0Bf4");
  assert.equal(await t.drawn(page), placement(board));
  assert.equal(await page.locator(".mwrong").count(), 1, "where it was not is crossed");
  assert.equal(await page.locator(".mfixed").count(), 1);
  await t.until("told to those who listen", async () => (await page.locator("[data-said]").innerText()) === "Correction. White 10: bishop g5, check");
  await t.picture(page, "one-corrected-1080p");
  await t.resize(page, t.sizes.totem);
  await t.picture(page, "one-corrected-totem");
  await t.resize(page, t.sizes.wall);
  board.moves = [...board.moves.slice(0, 19), ...t.vienna.moves.slice(19)];
  await board.move();
  await t.until("the next move", async () => (await page.locator(".mv .now").innerText()) === "Kc7");
  assert.equal(await page.locator(".mv .fixd .was").innerText(), "Bf4");
  await done(page);
});

test("a move taken back, and a game told anew", async () => {
  const { page, board } = await open({ count: 6 });
  board.count = 5;
  await board.tell();
  await t.waitState(page, "retracted");
  assert.equal(await say(page), "Taken back: 3...\u00a0dxe4");
  assert.equal(await t.drawn(page), placement(board));
  board.gameId = board.gameId.replace(/-1$/, "-2");
  board.seq = 0;
  board.count = 0;
  await board.begin(0);
  await t.until("the next game", async () => (await t.drawn(page)) === placement(board));
  assert.equal(await page.locator(".mv .r:visible").count(), 0);
  await done(page, "", false);
});

test("stopped clocks", async () => {
  const { page, board } = await open({});
  await board.clock(1868000, 767000, "none", { phase: "paused" });
  await t.waitState(page, "stopped");
  assert.equal(await say(page), "Clocks stopped · Black to play");
  assert.equal(await page.locator(".clk.run").count(), 0);
  await done(page, "one-stopped-1366", false);
});

test("a delayed feed: how much, and as at when; never hidden by another state", async () => {
  const { page, board } = await open({ size: t.sizes.wall, clocks: [252000, 48000, "black"], prepare: (b) => (b.info = { delay_ms: 900_000 }) });
  await t.waitState(page, "delayed");
  assert.equal(await say(page), "Delayed by 15 minutes · Black to play");
  assert.match(await page.locator(".state .at").innerText(), /^as at \d\d:\d\d$/);
  assert.match(await page.locator(".pl.b .clk").getAttribute("class"), /low run/);
  await t.picture(page, "one-delayed-1080p");
  await board.tell({ differ: ["a2"], matches: false });
  await t.waitState(page, "unconfirmed");
  assert.match(await page.locator(".state .at").innerText(), /^as at/);
  await done(page, "", false);
});

test("game over: score, how, number of moves, final times", async () => {
  const { page, board } = await open({ size: t.sizes.wall, count: 21, clocks: [1822000, 658000, "none"] });
  board.more = { phase: "over", result: "1-0", reason: "checkmate" };
  await board.tell();
  await t.waitState(page, "finished");
  assert.equal(await say(page), "1–0 · White won by checkmate · 11 moves");
  assert.deepEqual(await page.locator(".clk").allInnerTexts(), ["0", "1"]);
  assert.match(await page.locator(".pl.w .meta").innerText(), /AUT · 30:22/);
  await done(page, "one-finished-1080p");
});

test("a result that is only proposed is not told to the public", async () => {
  const { page, board } = await open({});
  await page.taken.upTo(retained);
  await page.taken.next(() => board.tell({ result: "1/2-1/2", reason: "kings in the centre", proposed: true }));
  await page.clock.runFor(1000);
  assert.equal(await t.stateOf(page), "live");
  assert.equal(await page.locator(".clk.res").count(), 0);
  await page.close();
});

test("looking back while the game goes on, by keys and by hand", async () => {
  const { page, board } = await open({ size: t.sizes.laptop });
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await t.waitState(page, "earlier");
  assert.match(await say(page), /^Move 8 · game continues/);
  const earlier = t.chess.placementText(t.chess.lay(t.standard, t.vienna.moves.slice(0, 15)).boards.at(-1));
  assert.equal(await t.drawn(page), earlier);
  await page.taken.upTo(retained);
  await page.taken.next(() => board.move());
  await page.clock.runFor(1000);
  assert.equal(await t.drawn(page), earlier, "the reader stays where he looks");
  assert.match(await page.locator(".pl.b .clk").getAttribute("class"), /run/, "live clocks go on");
  await t.picture(page, "one-earlier-1366");
  await page.locator(".state .go").click();
  await t.waitState(page, "live");
  assert.equal(await t.drawn(page), placement(board));
  await page.keyboard.press("Home");
  assert.equal(await t.drawn(page), t.standard.split(" ")[0]);
  await page.locator(".mv .r button", { hasText: /^d5/ }).click();
  assert.equal(await t.drawn(page), t.chess.placementText(t.chess.lay(t.standard, t.vienna.moves.slice(0, 4)).boards.at(-1)));
  await page.keyboard.press("End");
  await t.waitState(page, "live");
  await page.keyboard.press("f");
  await t.until("turned", async () => (await page.locator(".cm-chessboard .co text").first().textContent()) === "h");
  assert.deepEqual(await page.locator(".pl .nm").allInnerTexts(), ["Réti", "Tartakower"]);
  await page.keyboard.press("?");
  assert.match(await page.locator("dialog").innerText(), /flip the board/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  assert.deepEqual(await page.locator(".pl .nm").allInnerTexts(), ["Réti", "Tartakower"], "what was chosen stays");
  await page.waitForURL(/flip=1&theme=light/); // a test learns of an address later than the page
  await done(page, "one-flipped-light-1366");
});

test("a listener hears moves, and finds the board in words", async () => {
  const { page, board } = await open({ count: 18 });
  await board.move();
  await t.until("the move in words", async () => (await page.locator("[data-said]").innerText()) === "White 10: bishop g5, check");
  // The page draws its next frame later, perhaps after the words.
  await t.until("the board in words", async () => (await page.locator("section.vh li").nth(6).textContent()) === "g: White knight g1, White pawn g2, White bishop g5, Black pawn g7");
  await page.close();
});

test("four languages, with their letters, on a phone, at 320 px and on its side", async () => {
  for (const [lang, name, size, text, query] of [
    ["de", "phone-390-de", t.sizes.phone, "Live · Schwarz am Zug", "&theme=light"],
    ["es", "phone-390-es", t.sizes.phone, "En directo · juegan negras", ""],
    ["pt", "phone-320-pt", t.sizes.small, "Ao vivo · jogam as pretas", ""],
    ["de", "phone-landscape-de", { width: 844, height: 390 }, "Live · Schwarz am Zug", ""],
  ]) {
    const { page } = await open({ size, query: `&lang=${lang}${query}`, context: { deviceScaleFactor: 2, hasTouch: true } });
    await t.until(text, async () => (await say(page)) === text);
    assert.equal(await page.locator(".mvs .now").innerText(), { de: "Dd8+", es: "Dd8+", pt: "Dd8+" }[lang]);
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
    const inSight = await page.locator(".mvs .now").evaluate((e) => e.getBoundingClientRect().bottom <= e.closest(".mvs").getBoundingClientRect().bottom);
    assert.equal(inSight, true, `${lang}: the last move is in sight`);
    const box = await page.evaluate(() => [document.documentElement.scrollWidth <= innerWidth, [...document.querySelectorAll(".nav button")].every((b) => b.getBoundingClientRect().height >= 44 && b.getBoundingClientRect().width >= 44 && b.getBoundingClientRect().bottom <= innerHeight)]);
    assert.deepEqual(box, [true, true], `${lang}: nothing beyond the edge, targets of 44 px`);
    await done(page, name, name === "phone-390-de");
  }
});

test("enlarged to 200 and 400 per cent, and on the smallest phones on their side: nothing beyond the edge, every button a thumb wide", async () => {
  for (const [width, height] of [[683, 384], [568, 320], [341, 192], [320, 256]]) {
    const { page, board } = await open({ size: { width, height } });
    assert.equal(await t.drawn(page), placement(board));
    assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth <= innerWidth, [...document.querySelectorAll(".nav button, .mb")].filter((b) => b.offsetParent && (b.offsetWidth < 44 || b.offsetHeight < 44)).length]), [true, 0], `${width}x${height}`);
    const moves = page.locator(".mvs .now");
    await moves.scrollIntoViewIfNeeded();
    assert.ok((await moves.boundingBox()).height > 20, `${width}x${height}: the last move can be read`);
    await done(page, `one-enlarged-${width}`, width === 320);
  }
});

test("on paper: dark on white, with every move and no buttons; the page afterwards is as it was before", async () => {
  const { page, board } = await open({ size: t.sizes.wall });
  const look = () => page.evaluate(() => [document.documentElement.dataset.theme, document.querySelectorAll(".r:not([hidden])").length, [...document.querySelectorAll(".mb, .nav button, .gb")].filter((e) => e.offsetParent).length > 0]);
  const before = await look();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.deepEqual(await look(), ["light", 9, false]);
  assert.equal(await t.drawn(page), placement(board));
  const wide = await page.evaluate(() => Math.max(...[...document.querySelectorAll(".small > *")].map((e) => e.getBoundingClientRect().width)));
  assert.ok(wide <= 680, `${wide} px do not fit on paper`);
  assert.equal(await page.locator(".plies").evaluate((e) => e.scrollHeight > e.clientHeight + 1), false, "all moves are there");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.deepEqual(await look(), before);
  assert.equal(await t.drawn(page), placement(board));
  await page.goto(`${server.url}/?view=wall`);
  await page.waitForSelector(".wall .tile .bd");
  const tiles = () => page.locator(".wall .tile .bd").evaluateAll((all) => all.map((e) => Math.floor(parseFloat(getComputedStyle(e).width))));
  const published = [...feed.kept.keys()].filter((topic) => topic.endsWith("/state")).length;
  await t.until("a tile for every board", async () => (await tiles()).length === published);
  const boards = await tiles();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.deepEqual(await tiles(), boards, "boards as they are on the screen");
  assert.ok((await page.locator(".wallpage").evaluate((e) => e.getBoundingClientRect().width)) <= 681);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.deepEqual(await tiles(), boards);
  await done(page, "", false);
});

test("on paper the times of the moves are whole, beside their moves", async () => {
  const long = ["Nf3xe5+", "Qa1xb2#", "exd8=Q+", "O-O-O"];
  const board = feed.board("paper-1", { ...t.vienna, moves: t.vienna.moves.map((m, i) => ({ ...m, san: long[i % long.length] })) }, "paper");
  board.control = "14400";
  await board.begin(21);
  await board.pgn(Array.from({ length: 21 }, (_, i) => (i % 3 ? 83 : 754)));
  const page = await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" });
  await page.goto(`${server.url}/?board=paper-1&event=paper`);
  await t.until("the times", async () => (await page.locator(".plies time:visible").count()) > 5);
  await t.resize(page, { width: 718, height: 1040 }); // A4 with the browser's margins
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await t.until("all moves", async () => (await page.locator(".plies time").count()) === 21);
  const wrong = await page.evaluate(() => {
    const edge = document.querySelector(".plies").getBoundingClientRect().right;
    return [...document.querySelectorAll(".plies .r button:not([hidden])")].filter((b) => b.scrollWidth > b.clientWidth || b.lastElementChild.getBoundingClientRect().right > Math.min(edge, b.getBoundingClientRect().right)).map((b) => b.textContent);
  });
  assert.deepEqual(wrong, []);
  await t.picture(page, "one-paper", { fullPage: true });
  await page.close();
});

test("high contrast, and long names that are not cut", async () => {
  const { page } = await open({
    query: "&theme=contrast", clocks: [1841000, 269000, "black"], state: { matches: false, differ: ["f2", "g2", "h2"] },
    prepare: (b) => (b.players = { white: { name: "Wojtaszek-Vachier-Lagrave, Radosław", title: "GM", rating: 2712 }, black: { name: "Nepomniachtchi, Ian" } }),
  });
  for (const name of await page.locator(".pl .nm").all()) {
    const [needs, room] = await name.evaluate((e) => [e.firstElementChild.offsetWidth, e.clientWidth]);
    assert.ok(needs <= room, `${needs} in ${room}`);
  }
  assert.match(await page.locator(".pl.w .meta").innerText(), /GM · 2712/);
  await done(page, "one-contrast-1366");
});

test("embed: in somebody else's page, and only the views made for it", async () => {
  const { page: own, board } = await open({ size: t.sizes.embed, query: "&view=embed&theme=light", count: 21, clocks: [1822000, 658000, "none"], state: { phase: "over", result: "1-0", reason: "checkmate" }, context: { deviceScaleFactor: 2 } });
  assert.equal(await own.locator(".top").count(), 0);
  await done(own, "embed-420", false);
  const head = async (q) => (await fetch(`${server.url}/?${q}`)).headers.get("content-security-policy");
  assert.match(await head("view=embed"), /frame-ancestors \*/);
  assert.match(await head("view=arbiter"), /frame-ancestors 'none'/);
  const page = await chromium.newPage();
  const news = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end(`<iframe src="${server.url}/?view=embed&board=${board.id}" width="420" height="640"></iframe>`);
  });
  await new Promise((listening) => news.listen(0, "127.0.0.1", listening));
  await page.goto(`http://127.0.0.1:${news.address().port}/`);
  await t.until("the frame", async () => (await page.frames()[1]?.evaluate(() => document.querySelector("[data-state]")?.getAttribute("data-state"))) === "finished");
  await page.close();
  news.close();
});

test("OBS: opaque panels on nothing", async () => {
  const { page } = await open({ size: t.sizes.wall, query: "&view=obs" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgba(0, 0, 0, 0)");
  assert.equal(await page.locator(".lt .mid .t").innerText(), "9.\u00a0Qd8+");
  await t.picture(page, "obs-transparent-1080p", { omitBackground: true });
  await page.evaluate(() => (document.documentElement.style.background = "radial-gradient(60vw 70vh at 34% 42%,#8a6b4f 0,#4d3a2c 45%,#1d1713 100%)"));
  await done(page, "obs-on-picture-1080p", false);
});

test("letters with marks above and below are whole, on every shape of the page", async () => {
  const elsewhere = [[[t.sizes.embed], "&view=embed"], [[t.sizes.wall], "&view=obs"]];
  for (const [k, [white, black]] of [["Öst, Anna", "Święcicka, Ewa"], ["Ágústsson, Þór", "Praggnanandhaa, R"], ["Polgár, Judit", "Șțefan, Ț"]].entries()) {
    for (const [sizes, query] of [[[t.sizes.wall, t.sizes.laptop, t.sizes.totem, t.sizes.tablet, t.sizes.phone], ""], ...t.some(elsewhere, k, 1)]) {
      const { page } = await open({ size: sizes[0], query, prepare: (b) => (b.players = { white: { name: white }, black: { name: black } }) });
      for (const size of sizes) {
        await t.resize(page, size);
        assert.ok((await page.locator(".nm, .n").filter({ visible: true }).count()) >= 2, `${size.width}${query}`);
        assert.deepEqual(await t.cutNames(page, ".nm, .n"), [], `${size.width}${query}`);
      }
      await page.close();
    }
  }
});

test("a surname that is too long keeps its first word, and loses words from its end; letters that load late do not change that", async () => {
  const board = feed.board(`hall-${++seen}`, t.vienna);
  board.players = { white: { name: "Hernández Guerrero de la Cruz, José" }, black: { name: "Nepomniachtchi, Ian" } };
  await board.begin(17);
  await board.clock(1868000, 767000, "black");
  const page = await chromium.newPage({ viewport: t.sizes.wall, colorScheme: "dark", locale: "en-GB" });
  let load;
  const late = new Promise((resolve) => (load = resolve));
  await page.route("**/*.woff2", async (route) => (await late, route.continue()));
  await page.goto(`${server.url}/?board=${board.id}&view=obs&overlay=bar`);
  const names = page.locator(".lt .n");
  await t.until("names in other letters", async () => (await names.allInnerTexts())[0]?.startsWith("Hernández"));
  load();
  await page.evaluate(() => document.fonts.ready);
  await t.until("names that fit their letters", async () => (await names.allInnerTexts()).join() === "Hernández Guerrero,Nepomniachtchi");
  for (const name of await names.all()) assert.ok(await name.evaluate((e) => e.firstElementChild.offsetWidth <= e.clientWidth));
  await page.close();
});

test("the line below a board is whole in a small window too, in four languages", async () => {
  for (const lang of t.first(["de", "pt", "es", "en"], 2)) {
    const { page, board } = await open({ size: { width: 820, height: 700 }, query: `&lang=${lang}`, count: 21, state: { phase: "over", result: "1/2-1/2", reason: "fivefold_repetition" } });
    await t.waitState(page, "finished");
    for (const [width, height] of [[820, 700], [1000, 600], [1366, 768], [1920, 1080], [820, 1180]]) {
      await t.resize(page, { width, height });
      await t.until(`${lang} ${width}x${height}: whole`, () => page.locator(".state .say").evaluate((e) => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1 && e.getBoundingClientRect().height <= e.parentElement.getBoundingClientRect().height));
    }
    if (lang === "es") await t.picture(page, "board-finished-820");
    await board.tell({ phase: "playing", result: "*", reason: null, unseen: ["a1", "a2"], differ: [] });
    await t.until(`${lang}: degraded, whole`, () => page.locator(".state .say").evaluate((e) => /\d/.test(e.textContent) && e.scrollWidth <= e.clientWidth + 1));
    await page.close();
  }
});

test("a board without clocks: whose move it is stands on a plate, nothing reaches over the edge, and nothing moves when the side changes", async () => {
  const { page, board } = await open({ size: t.sizes.wall, clocks: null });
  assert.deepEqual(await page.locator(".clk:visible").allInnerTexts(), ["to play"]);
  assert.equal(await page.locator(".pl.b .clk").isVisible(), true, "Black is to play");
  const places = () => page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll(".pl,.mv,.bd,.state")].flatMap((e) => { const r = e.getBoundingClientRect(); return [r.top, r.bottom]; })].map(Math.round));
  const before = await places();
  assert.deepEqual(before.slice(0, 2), [0, 0]);
  assert.ok(Math.max(...before) <= 1080, before.join());
  await board.move();
  await t.until("White is to play", () => page.locator(".pl.w .clk").isVisible());
  assert.deepEqual(await places(), before);
  const above = () => page.evaluate(() => document.querySelector(".mv .op").getBoundingClientRect().top - document.querySelector(".mv").getBoundingClientRect().top);
  assert.ok((await above()) >= 0, "the opening stands whole above the moves");
  await done(page, "one-noclock-1080p");
});

test("a finished game: looking back says which move and the result, and leads to the final position, not to something live", async () => {
  const { page, board } = await open({ count: 21, clocks: [1822000, 658000, "none"], state: { phase: "over", result: "1-0", reason: "checkmate" } });
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await t.waitState(page, "earlier");
  assert.equal(await say(page), "Move 10.\u00a0Bg5+ · 1–0, White won by checkmate");
  assert.equal(await page.locator(".state .go").innerText(), "Final position");
  await t.picture(page, "one-finished-back-1366");
  await page.locator(".state .go").click();
  await t.waitState(page, "finished");
  assert.equal(await t.drawn(page), placement(board));
  await done(page, "", false);
});

test("the list of moves on a phone and a tablet shows whole lines only", async () => {
  for (const size of [t.sizes.phone, t.sizes.small, { width: 768, height: 1024 }, { width: 820, height: 1180 }, { width: 844, height: 390 }]) {
    const { page } = await open({ size });
    for (const key of ["End", "Home", "ArrowRight"]) {
      await page.keyboard.press(key);
      const cut = await page.evaluate(() => {
        const list = document.querySelector(".mvs .plies").getBoundingClientRect();
        return [...document.querySelectorAll(".mvs .r")].map((e) => e.getBoundingClientRect()).filter((r) => r.bottom > list.top + 1 && r.top < list.bottom - 1 && (r.top < list.top - 2 || r.bottom > list.bottom + 2)).length;
      });
      assert.equal(cut, 0, `${size.width}x${size.height} ${key}: moves cut in half`);
    }
    await page.close();
  }
});

test("on a low phone, and beside a browser's bars, the board leaves a line of moves and the buttons their place", async () => {
  for (const [width, height] of [[320, 568], [360, 560], [360, 640], [390, 664], [412, 732]]) {
    const { page, board } = await open({ size: { width, height }, context: { hasTouch: true } });
    await board.analysis(31, [{ uci: "d8h4", san: "Qh4" }]);
    for (const query of ["", "&eval=1"]) {
      await page.goto(page.url().replace("&eval=1", "") + query);
      if (query) await page.locator(".evl:visible").waitFor();
      await page.locator(".mvs .now").waitFor({ state: "attached" });
      await t.drawnAnew(page);
      const [shown, over, wide] = await page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const [now, list] = [box(".mvs .now"), box(".mvs")];
        return [list.height === 0 ? "none" : now.top >= list.top && now.bottom <= list.bottom, box(".nav").bottom - innerHeight, box(".bd").width / innerWidth];
      });
      assert.equal(shown, query && height < 620 ? "none" : true, `${width}x${height}${query}: the last move is whole, or there is no list`);
      assert.ok(over <= 0.5, `${width}x${height}${query}: the buttons end ${over} px below the screen`);
      assert.ok(wide > 0.77, `${width}x${height}${query}: the board has ${wide} of the width`);
      await t.picture(page, `phone-low-${width}-${height}${query}`);
    }
    await page.close();
  }
});

test("the overlay's bar keeps its width, whatever it says", async () => {
  const { page, board } = await open({ size: t.sizes.wall, query: "&view=obs&overlay=bar", count: 3 });
  const places = () => page.evaluate(() => [...document.querySelectorAll(".lt,.lt .side,.lt .mid")].flatMap((e) => { const r = e.getBoundingClientRect(); return [r.left, r.right].map(Math.round); }));
  const before = await places();
  for (let i = 0; i < 3; i++) await board.move();
  await board.clock(59_000, 5_000_000, "black");
  await t.until("the move", async () => (await page.locator(".lt .mid .t").innerText()).startsWith("3..."));
  assert.deepEqual(await places(), before);
  await board.tell({ phase: "over", result: "1/2-1/2", reason: "fivefold_repetition" });
  await t.waitState(page, "finished");
  await t.until("how it ended", async () => (await page.locator(".lt .mid").innerText()).replace(/\s+/g, " ") === "½–½ Draw by repetition");
  assert.deepEqual(await places(), before, "nor does a long result");
  await page.close();
});

test("the overlay says in four languages that there is no connection, and none of it is cut", async () => {
  for (const lang of ["de", "pt", "es", "en"]) {
    const page = await chromium.newPage({ viewport: t.sizes.wall });
    await page.clock.install({ time: 0 });
    await page.goto(`${server.url}/?board=hall-1&view=obs&lang=${lang}&broker=127.0.0.1:9`);
    await t.until("the view", async () => (await t.stateOf(page)) !== undefined);
    await page.clock.runFor(6000);
    await t.waitState(page, "nofeed");
    for (const size of [t.sizes.wall, t.sizes.totem, { width: 1280, height: 720 }]) {
      await t.resize(page, size);
      await t.until(`${lang}, ${size.width}: whole`, () => page.evaluate(() => [...document.querySelectorAll(".lt :is(.t,.o) > span")].every((e) => e.textContent && e.style.textOverflow === "" && e.scrollWidth <= e.parentElement.clientWidth)));
    }
    assert.match((await page.locator(".lt .mid").innerText()).replace(/\s+/g, " "), { de: /^Keine Verbindung zur Übertragung neuer Versuch läuft$/, pt: /^Sem ligação à transmissão nova tentativa em curso$/, es: /^Sin conexión con la retransmisión se reintenta$/, en: /^No connection to the broadcast trying again$/ }[lang]);
    await page.close();
  }
});

test("the overlay's words are whole in four languages, whatever they say", async () => {
  const whole = () => [...document.querySelectorAll(".lt :is(.n,.m,.t,.o) > span")].every((e) => e.offsetWidth <= e.parentElement.clientWidth) && [...document.querySelectorAll(".obs .say")].every((e) => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1 && e.getBoundingClientRect().height <= e.parentElement.getBoundingClientRect().height);
  for (const lang of t.first(["de", "pt", "es", "en"], 2)) {
    const { page, board } = await open({ size: t.sizes.wall, query: `&view=obs&lang=${lang}`, prepare: (b) => (b.players = { white: { name: "Krishnamurthy, Anantha Padmanabhan", title: "WGM", federation: "IND", rating: 2588 }, black: { federation: "FRA" } }) });
    const right = (what) => t.until(`${lang}: ${what}`, () => page.evaluate(whole));
    await right("a move");
    await board.tell({ phase: "waiting", moves: [], last: null, ply: 0, fen: t.standard, turn: "white" });
    await page.clock.runFor(20_000); // as long as a game that has ended stays
    await t.waitState(page, "before");
    await right("before the game");
    await board.tell();
    await board.availability("offline");
    await t.waitState(page, "offline");
    await right("offline");
    if (lang === "es") await t.picture(page, "obs-offline-1080p", { omitBackground: true });
    await board.availability("online");
    await board.tell({ phase: "over", result: "1-0", reason: "checkmate" });
    await t.waitState(page, "finished");
    for (const size of [t.sizes.wall, t.sizes.totem, { width: 1280, height: 720 }]) {
      await t.resize(page, size);
      await right(`finished, ${size.width}`);
    }
    await page.close();
  }
});

test("a computer that loses its network says so after five seconds, and finds back by itself", async () => {
  const { page, board } = await open();
  await t.waitState(page, "live");
  await page.context().setOffline(true);
  await page.clock.runFor(6000);
  await t.waitState(page, "reconnecting");
  assert.equal(await page.locator(".clk.run").count(), 0);
  await board.move();
  await page.context().setOffline(false);
  await t.until("the move made meanwhile", async () => {
    await page.clock.runFor(1000);
    return (await t.drawn(page)) === placement(board) && (await t.stateOf(page)) === "live";
  });
  await page.close();
});

test("a game of Chess960 says so where others have their opening, before the first move too, on every kind of page", async () => {
  const game = { tags: { ...t.vienna.tags, Event: "Fischer 960" }, moves: [{ uci: "e2e4", san: "e4" }, { uci: "e7e5", san: "e5" }] };
  const start = "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1";
  for (const [size, query, where] of [[t.sizes.laptop, "&lang=es", ".mv .op"], [t.sizes.wall, "", ".mv .op"], [t.sizes.phone, "&lang=de", ".mvs .op"], [t.sizes.wall, "&view=obs&overlay=bar", ".lt .o"]]) {
    const { page, board } = await open({ count: 0, size, query, game, prepare: (b) => Object.assign(b, { start, more: { variant: "chess960" } }) });
    if (!query.includes("obs")) await t.until("said before the first move", async () => (await page.locator(where).innerText()) === "Chess960");
    await board.move();
    await t.until(`${size.width}${query}: said`, async () => (await page.locator(where).innerText()) === "Chess960" && (query.includes("obs") || (await t.drawn(page, ".cm-chessboard")) === placement(board)));
    await page.close();
  }
});

test("a player without a name, and a player without federation and rating: captured men stand where the line leaves them room, without a gap", async () => {
  for (const [player, least, most] of [[{ name: null }, 0, 1], [{ federation: null }, 8, 14]]) {
    const { page } = await open({ prepare: (b) => (b.players = { white: {}, black: player }) });
    const cap = page.locator(".pl.b .cap svg").first();
    await cap.waitFor();
    const gap = await page.evaluate(() => {
      const first = document.querySelector(".pl.b .meta b");
      const from = first.textContent ? first.getBoundingClientRect().right : document.querySelector(".pl.b .nm").getBoundingClientRect().left;
      return document.querySelector(".pl.b .cap svg").getBoundingClientRect().left - from;
    });
    assert.ok(gap >= least && gap <= most, `${JSON.stringify(player)}: a gap of ${gap}`);
    await page.close();
  }
});

test("in a low frame of another page the embedded board leaves its bars, the state and the buttons their place", async () => {
  for (const [width, height] of [[420, 620], [420, 500], [300, 420], [280, 380]]) {
    const { page } = await open({ size: { width, height }, query: "&view=embed" });
    await t.until(`${width}x${height}: all of it, the board as large as there is room`, () => page.evaluate(() => {
      const [board, nav] = [".small .bd", ".small .nav"].map((s) => document.querySelector(s).getBoundingClientRect());
      const drawing = document.querySelector(".small .cm-chessboard").getBoundingClientRect();
      return nav.bottom <= innerHeight + 0.5 && (board.width >= innerWidth - 1 || nav.bottom > innerHeight - 2) && Math.abs(drawing.width - board.width) < 2 && Math.abs((board.left + board.right) / 2 - innerWidth / 2) < 1;
    }), 20_000);
    await t.picture(page, `embed-low-${width}-${height}`);
    await page.close();
  }
});

test("buttons over the moves leave the frame of the contrast theme whole", async () => {
  const { page } = await open({ size: t.sizes.wall, query: "&theme=contrast" });
  await page.locator(".mv").hover();
  const [nav, mv] = await page.evaluate(() => [".mv .nav", ".mv"].map((s) => { const r = document.querySelector(s).getBoundingClientRect(); return [r.top, r.right]; }));
  const frame = await page.evaluate(() => Math.min(innerWidth / 192, innerHeight / 108) * 0.2);
  assert.ok(nav[0] - mv[0] >= frame && mv[1] - nav[1] >= frame, `${nav} in ${mv}`);
  await page.close();
});

test("a language that no file speaks is the reader's own, or English; an address that names nothing says so and leads on", async () => {
  const { page } = await open({ query: "&lang=fr" });
  await feed.board("another", t.vienna).begin(17);
  assert.equal(await say(page), "Live · Black to play");
  for (const [path, lang, text, to] of [["/nothing", "de", "Unter dieser Adresse gibt es keine Seite.", "Alle Bretter"], ["/games/today", "en", "There is no page at this address.", "All boards"]]) {
    const answer = await page.goto(`${server.url}${path}?lang=${lang}`);
    assert.equal(answer.status(), 404);
    await t.waitState(page, "notfound");
    assert.equal(await page.locator("[role=alert]").innerText(), text);
    assert.equal(await page.locator("a").innerText(), to);
    await t.picture(page, `notfound-${lang}`);
    await t.accessible(page, path);
  }
  await page.locator("a").click();
  await t.until("the boards", async () => new URL(page.url()).pathname === "/" && (await page.locator(".tile, .row").count()) > 0);
  await page.close();
});

test("one theme from the wall to a board and back; Esc never leaves the site", async () => {
  for (const id of ["theme-1", "theme-2"]) await feed.board(id, t.vienna, "themes").begin(17);
  const page = await chromium.newPage({ viewport: t.sizes.wall, colorScheme: "light", locale: "en-GB" });
  await page.goto("about:blank");
  await page.goto(`${server.url}/?view=wall&event=themes`);
  await t.until("tiles", async () => (await page.locator(".tile").count()) > 1);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark", "a wall is dark");
  await page.keyboard.press("Escape");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.match(page.url(), /view=wall/, "nothing before it was this site's");
  await page.locator(".tile").first().click();
  await t.until("a board", async () => (await page.locator(".one .nm").count()) === 2);
  assert.equal(await theme(), "dark");
  await page.reload();
  await t.until("a board", async () => (await page.locator(".one .nm").count()) === 2);
  assert.equal(await theme(), "dark", "and stays so when loaded anew");
  await page.keyboard.press("w");
  await t.until("the wall", async () => (await page.locator(".tile").count()) > 1);
  await page.keyboard.press("Escape");
  await t.until("back to the board", async () => (await page.locator(".one .nm").count()) === 2);
  await page.close();
});

test("an address that names no board says so in one sentence", async () => {
  const page = await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" });
  page.wrong = t.watch(page);
  await page.goto(`${server.url}/?board=nowhere`);
  await t.waitState(page, "noboard");
  assert.equal(await page.locator(".state .go").innerText(), "All boards", "and leads on");
  assert.match(await say(page), /^No board at this address: nowhere/);
  await page.goto(`${server.url}/?view=sideways`);
  assert.equal(await page.locator("[role=alert]").innerText(), "This address has an unknown value: view=sideways · possible: auto, one, wall, list, arbiter, embed, obs, topics, round, standings, crosstable, games, player, replay");
  await page.goto(`${server.url}/?board=a/b&lang=de`);
  assert.match(await page.locator("[role=alert]").innerText(), /^Kein Brett unter dieser Adresse: board=a\/b/);
  await done(page);
});

test("a reader's own spacing of letters: names are fitted again, and no word is cut [WCAG 2.2, 1.4.12]", async () => {
  for (const size of [t.sizes.phone, { width: 1440, height: 900 }]) {
    const board = feed.board(`spaced-${size.width}`, { ...t.vienna, tags: { ...t.vienna.tags, White: "Hernández Guerrero de la Cruz, José María" } }, "spaced");
    board.players = { white: { title: "GM", federation: "MEX", rating: 2588 } };
    await board.begin(9);
    await board.clock(1_868_000, 763_000, "white");
    const page = await chromium.newPage({ viewport: size, locale: "en-GB", bypassCSP: true });
    page.wrong = t.watch(page);
    await page.goto(`${server.url}/?board=${board.id}&event=spaced`);
    await t.until("the name", async () => (await page.locator(".nm:visible, .small .p .n:visible").allInnerTexts()).some((n) => n.startsWith("Hernández")));
    await page.addStyleTag({ content: "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}" });
    const cut = () => page.locator(".nm:visible, .small .p .n:visible").evaluateAll((all) => all.filter((e) => e.firstElementChild.getBoundingClientRect().right > e.getBoundingClientRect().right + 1).map((e) => e.textContent));
    await t.until(`${size.width}: whole`, async () => (await cut()).length === 0);
    assert.match((await page.locator(".nm:visible, .small .p .n:visible").allInnerTexts()).join(), /Hernández/);
    await done(page, `one-spaced-${size.width}`, false);
  }
});
