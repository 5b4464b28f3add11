// The evaluation: shown only if an engine analyses and the reader asks for it, and
// never ahead of the position that is shown.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

const best = [{ uci: "e8d8", san: "Kxd8" }, { uci: "d2g5", san: "Bg5+" }, { uci: "d8c7", san: "Kc7" }];

let broker, server, feed, chromium, seen = 0;

before(async () => ({ broker, server, feed, chromium } = await t.stand()));
after(() => t.stop(chromium, feed, server, broker));

async function open({ size = t.sizes.laptop, query = "", analysed = true, theme = "dark" } = {}) {
  const board = feed.board(`eval-${++seen}`, t.vienna, "eval");
  await board.begin(17);
  await board.clock(1868000, 767000, "black");
  if (analysed) await board.analysis(312, best);
  const page = await (await chromium.newContext({ viewport: size, colorScheme: theme, locale: "en-GB" })).newPage();
  page.wrong = t.watch(page);
  await page.goto(`${server.url}/?event=eval&board=${board.id}${query}`);
  await t.waitState(page, "live");
  return { page, board };
}

const shown = (page) => page.locator(".evb:visible, .evl:visible").count();

test("nobody sees it who has not asked, nor anybody where nobody analyses", async () => {
  const { page } = await open();
  await t.until("the menu", async () => (await page.keyboard.press("?"), (await page.locator("dialog").count()) === 1));
  await page.keyboard.press("Escape");
  assert.equal(await shown(page), 0, "off until asked");
  const bare = await open({ analysed: false, query: "&eval=1" });
  assert.equal(await shown(bare.page), 0, "asked for, and not there");
  for (const query of ["&view=embed&eval=1", "&view=obs"]) {
    const { page: other } = await open({ query });
    await t.sleep(300);
    assert.equal(await shown(other), 0, query);
    await other.context().close();
  }
  const wall = await open({ size: t.sizes.wall, query: "&eval=1" });
  await wall.page.keyboard.press("e");
  await t.sleep(300);
  assert.equal(await shown(wall.page), 0, "a wall never has it");
  for (const p of [page, bare.page, wall.page]) await p.context().close();
});

test("a bar and a line beside the board, once asked for, in the menu or by a key; the browser keeps the choice", async () => {
  const { page, board } = await open();
  await page.locator("button[aria-label=Menu], .menub, button:has-text('Menu')").first().click();
  await page.getByRole("button", { name: "Evaluation" }).click();
  await t.until("the bar", async () => (await page.locator(".evb").count()) === 1);
  await page.keyboard.press("Escape");
  await t.until("the line", async () => (await shown(page)) === 2);
  assert.equal(await page.locator(".evl b").innerText(), "+3.1");
  assert.equal(await page.locator(".evl span").innerText(), "9... Kxd8 10. Bg5+ Kc7");
  assert.equal(await page.locator(".evl small").innerText(), "Fake Engine 1 · depth 26 · of the position shown, under the same delay");
  assert.equal(await page.locator(".evb").getAttribute("aria-label"), "White is better by 3.1");
  const part = () => page.locator(".evb i").evaluate((e) => e.getBoundingClientRect().height / e.parentElement.getBoundingClientRect().height);
  assert.ok(Math.abs((await part()) - t.evaluation.whitePart({ mate: null, centipawns: 312 })) < 0.01);
  const over = await page.evaluate(() => { const [bar, bd] = [".evb", ".bd"].map((s) => document.querySelector(s).getBoundingClientRect()); return bar.right <= bd.left && document.documentElement.scrollWidth <= innerWidth; });
  assert.ok(over, "it covers no square");
  await t.picture(page, "board-eval-1366");
  await t.accessible(page);

  // After the next move the evaluation stays until the engine has analysed that
  // position.
  await board.move();
  await t.until("the move", async () => (await page.locator(".mv .now").innerText()).startsWith("Kxd8"));
  assert.equal(await page.locator(".evl b").innerText(), "+3.1");
  await board.analysis(null, [{ uci: "d2g5", san: "Bg5+" }], { mate: 3 });
  await t.until("the next value", async () => (await page.locator(".evl b").innerText()) === "#3");
  assert.equal(await page.locator(".evl span").innerText(), "10. Bg5+");
  assert.ok((await part()) > 0.99);
  await page.keyboard.press("ArrowLeft");
  await t.until("that of the move before", async () => (await page.locator(".evl b").innerText()) === "+3.1");
  await page.keyboard.press("ArrowLeft");
  await t.until("nothing is known of what nobody analysed", async () => (await page.locator(".evl:visible").count()) === 0);
  await page.keyboard.press("End");
  await page.reload();
  await t.until("kept", async () => (await page.locator(".evl b").allInnerTexts()).join() === "#3");
  await board.tell({ phase: "over", result: "1-0", reason: "resignation" });
  await t.until("a game that is over has none", async () => (await shown(page)) === 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("never ahead of what is shown: a finding of a position that has not come yet waits for it", async () => {
  const { page, board } = await open({ query: "&eval=1" });
  await t.until("the bar", async () => (await shown(page)) === 2);
  const fen = "rnbk1b1r/pp3ppp/2p5/4q3/4n3/8/PPPB1PPP/2KR1BNR w - - 0 10";
  await board.analysis(-900, [], { ply: 18, fen });
  await board.analysis(-800, [], { ply: 17, fen }); // of a position other than the one that is shown
  await board.analysis(-700, [], { game: "another", ply: 17 });
  await board.analysis(280, best); // the last one, so that the others have arrived
  await t.until("its own", async () => (await page.locator(".evl b").innerText()) === "+2.8");
  const bar = page.locator(".evb");
  const colour = () => bar.evaluate((e) => getComputedStyle(e).backgroundColor);
  const ink = await colour();
  for (let n = 0; n < 3; n++) await board.move();
  await t.until("three moves on, nothing is known", async () => (await bar.getAttribute("aria-label")) === "No evaluation of this position");
  assert.notEqual(await colour(), ink, "an empty bar is not one of a side that wins");
  await t.accessible(page, "without an evaluation");
  await page.context().close();
});

test("on a phone above the board, in a light page, and in an overlay whose address asks for it", async () => {
  const { page } = await open({ size: t.sizes.phone, query: "&eval=1&lang=de", theme: "light" });
  await t.until("the bar", async () => (await shown(page)) === 2);
  const tops = await page.evaluate(() => [".evb", ".bd"].map((s) => document.querySelector(s).getBoundingClientRect()).map((r) => [r.top, r.bottom]));
  assert.ok(tops[0][1] <= tops[1][0] && tops[0][1] - tops[0][0] === 10, "ten pixels above the board");
  assert.match(await page.locator(".evb").getAttribute("aria-label"), /Weiß steht um 3.1 besser/);
  assert.ok(await page.evaluate(() => document.querySelector(".nav").getBoundingClientRect().bottom <= innerHeight));
  await t.picture(page, "board-eval-light-390");
  await page.context().close();
  const overlay = await open({ size: t.sizes.wall, query: "&view=obs&eval=1" });
  await t.until("the overlay's", async () => (await shown(overlay.page)) === 2);
  await t.picture(overlay.page, "obs-eval-1080p");
  await overlay.page.context().close();
  for (const [lang, credit] of Object.entries({ en: "Stockfish dev-20260101-abcdef12 · depth 32", es: "Stockfish dev-20260101-abcdef12 · profundidad 32", pt: "Stockfish dev-20260101-abcdef12 · profundidade 32", de: "Stockfish dev-20260101-abcdef12 · Tiefe 32" })) {
    const { page: long, board } = await open({ size: t.sizes.wall, query: `&view=obs&eval=1&lang=${lang}` });
    await board.analysis(312, best, { engine: "Stockfish dev-20260101-abcdef12", depth: 32 });
    const line = long.locator(".evl small");
    await t.until("the engine's name", async () => (await line.count()) === 1 && (await line.innerText()) === credit);
    const [high, font, needs, room] = await line.evaluate((e) => [e.clientHeight, parseFloat(getComputedStyle(e).fontSize), e.scrollWidth, e.clientWidth]);
    assert.ok(high < 2 * font && needs <= room, `${lang}: one whole line, ${high} px high, ${needs} wide of ${room}`);
    await long.context().close();
  }
});
