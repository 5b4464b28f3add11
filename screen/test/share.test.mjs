// What a reader can take from the page of a board, and what is next to the moves:
// links, PGN, FEN, an analysis; time used, captured pieces, a sound.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

const used = [5, 12, 7, 61, 300, 4, 3701, 15, 9, 33, 28, 47, 80, 2, 19, 6, 44];

let broker, server, feed, chromium, seen = 0;

before(async () => ({ broker, server, feed, chromium } = await t.stand()));
after(() => t.stop(chromium, feed, server, broker));

async function open({ size = t.sizes.laptop, query = "", count = 17, context = {}, script } = {}) {
  const board = feed.board(`share-${++seen}`, t.vienna, "vienna");
  board.control = "5400+30";
  await board.begin(count);
  await board.clock(1868000, 767000, count % 2 ? "black" : "white");
  await board.pgn(used.slice(0, count));
  const ctx = await chromium.newContext({ viewport: size, colorScheme: "dark", locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"], ...context });
  const page = await ctx.newPage();
  if (script) await page.addInitScript(script);
  page.wrong = t.watch(page);
  const address = `${server.url}/?event=vienna&board=${board.id}${query}`;
  await page.goto(address);
  await t.waitState(page, "live");
  return { page, board, address };
}

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

test("sharing takes the place of the moves; a link, the game, the round, the position and an analysis go along", async () => {
  const other = feed.board("share-0", t.vienna, "vienna");
  await other.begin(3);
  await other.pgn();
  const elsewhere = feed.board("share-00", { ...t.vienna, tags: { ...t.vienna.tags, Round: "4" } }, "vienna");
  await elsewhere.begin(3);
  await elsewhere.pgn();
  // Boards that have gone on: one to round 4, where its game of round 3 was begun twice, after one that does not count;
  // another one to its second pairing of round 3.
  const gone = feed.board("share-000", { ...t.vienna, tags: { ...t.vienna.tags, Round: "4" } }, "vienna");
  await gone.begin(2);
  await gone.pgn();
  const earlier = (id, white, moves, round = "3") => ({
    state: { ...gone.state({ round }), game: `${gone.id}-${id}` },
    pgn: moves && `[Event "Vienna 1910"]\n[Round "${round}"]\n[White "${white.replace(/["\\]/g, "\\$&")}"]\n[Black "Kid"]\n[Result "1-0"]\n\n${moves} 1-0\n`,
  });
  await gone.previous(earlier(1, "Old", "1. c4", "2"), earlier(2, "Void", ""), earlier(3, 'O"Neill \\ Sr', "1. d4"), earlier(4, 'O"Neill \\ Sr', "1. d4 d5"));
  const twice = feed.board("share-0000", t.vienna, "vienna");
  await twice.begin(1);
  await twice.pgn();
  await twice.previous(earlier(5, "Early", "1. g3"));
  const again = feed.board("share-00000", t.vienna, "vienna"); // whose pairing is set up again after its end
  await again.begin(0);
  await feed.raw(again.topic("pgn"), '[Event "Vienna 1910"]\n[Round "3"]\n[White "Again"]\n[Black "Kid"]\n[Result "*"]\n\n*\n', true);
  await again.previous(earlier(6, "Again", "1. h4"));
  const { page, board } = await open();
  const squares = await page.locator(".cm-chessboard").boundingBox();
  await page.locator(".nav button[aria-label=Share]").click();
  const sheet = page.locator(".sheet");
  await sheet.waitFor();
  assert.deepEqual(await page.locator(".cm-chessboard").boundingBox(), squares, "the board stays where it is");
  await t.until("both clocks, which may come after the position", async () => (await page.locator(".clk:visible").count()) === 2);
  assert.equal(await page.locator(".mv:visible").count(), 0);
  assert.equal(await sheet.locator("h3").first().innerText(), "This move, 9.\u00a0Qd8+");
  const link = await sheet.locator(".link").inputValue();
  await sheet.getByRole("button", { name: "Copy", exact: true }).click();
  await t.until("it is said", async () => (await sheet.locator(".btn.pr").innerText()).includes("Copied"));
  assert.equal(await clipboard(page), link);
  assert.equal(link, `${server.url}/?event=vienna&board=${board.id}&game=${board.gameId}&ply=17`);
  await sheet.getByRole("button", { name: "Live link" }).click();
  await t.until("the live link", async () => (await clipboard(page)) === `${server.url}/?event=vienna&board=${board.id}`);
  const game = await saved(page, () => sheet.getByRole("button", { name: /PGN of this game/ }).click());
  assert.equal(game.name, `${board.id}.pgn`);
  assert.equal(game.text, feed.kept.get(board.topic("pgn")));
  const round = await saved(page, () => sheet.getByRole("button", { name: "PGN of round 3" }).click());
  assert.equal(round.name, "vienna-round-3.pgn");
  const mine = [...feed.kept].filter(([topic, text]) => /\/vienna\/.*\/pgn$/.test(topic) && text.includes('[Round "3"]')).length;
  assert.equal(round.text.match(/^\[Event /gm).length, mine + 2, "every game of the round, and none of another");
  assert.match(round.text, /1\. d4 d5 1-0\n/, "a game whose board has gone on to the next round");
  assert.match(round.text, /1\. h4 1-0\n/, "a game whose pairing was set up again");
  assert.doesNotMatch(round.text, /1\. d4 1-0|1\. c4|Void/, "neither what was begun again, nor another round");
  assert.match(round.text, /1\. g3 1-0\n\n\[Event "Vienna 1910"\]\n.*\[White "Réti/s, "a board's first game of the round before its second");
  assert.doesNotMatch(round.text, /Round "4"/);
  const both = [];
  page.on("download", (d) => both.push(d));
  await sheet.getByRole("button", { name: "PGN of round 3" }).dblclick();
  await t.until("two files of two clicks", () => both.length === 2);
  for (const d of both) assert.equal(readFileSync(await d.path(), "utf8"), round.text, "each of two quick clicks has every game");
  await sheet.getByRole("button", { name: /FEN/ }).click();
  await t.until("the position", async () => (await clipboard(page)) === board.state().fen);
  assert.equal(await sheet.locator("a.opt").getAttribute("href"), `https://lichess.org/analysis/pgn/${t.vienna.moves.slice(0, 17).map((m) => encodeURIComponent(m.san)).join("_")}#17`);
  await t.picture(page, "board-share-1366");
  await t.accessible(page, "sharing");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await sheet.locator("h3").first().innerText(), "This move, 8.\u00a0O-O-O");
  await sheet.getByRole("button", { name: /FEN/ }).click();
  await t.until("the position before", async () => (await clipboard(page)) === "rnb1kb1r/pp3ppp/2p2n2/4q3/4N3/3Q4/PPPB1PPP/2KR1BNR b kq - 1 8");
  await page.keyboard.press("Escape");
  assert.equal(await sheet.count(), 0);
  assert.equal(await page.locator(".mv:visible").count(), 1);
  assert.match(page.url(), new RegExp(`board=${board.id}`), "Esc closes, and stays on the page");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("of a board that has said nothing yet there is nothing to share, until it has", async () => {
  const board = feed.board("share-later", t.vienna, "vienna");
  const page = await chromium.newPage({ viewport: t.sizes.laptop });
  await page.goto(`${server.url}/?event=vienna&board=${board.id}`);
  await page.locator("main.unknown").waitFor();
  await page.keyboard.press("s");
  await page.locator(".sheet").waitFor();
  assert.equal(await page.locator(".sheet :is(button, a, input, h3):visible").count(), 1, "it can be closed");
  assert.deepEqual(await t.axeFinds(page), []);
  await board.begin(3);
  await page.locator(".sheet .copyb input").waitFor();
  await page.close();
});

test("a link shows its move, of its game; of a game that is over it leads to the board", async () => {
  const { page, board, address } = await open();
  await page.goto(`${address}&game=${board.gameId}&ply=12`);
  await t.waitState(page, "earlier");
  const after12 = t.chess.placementText(t.chess.lay(t.standard, t.vienna.moves.slice(0, 12)).boards.at(-1));
  await t.until("the position", async () => (await t.drawn(page)) === after12);
  await page.keyboard.press("End");
  await t.waitState(page, "live");
  await page.goto(`${address}&game=another-20261121t150000000z-1&ply=12`);
  await t.waitState(page, "live");
  await page.context().close();
});

test("without the browser's clipboard, over plain HTTP, it copies all the same", async () => {
  const { page, board } = await open({ size: t.sizes.phone, script: () => {
    const read = navigator.clipboard.readText.bind(navigator.clipboard);
    window.readBack = read;
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  } });
  await page.locator(".nav button[aria-label=Share]").click();
  await page.locator(".sheet").waitFor();
  assert.equal(await page.locator(".small .bd:visible").count(), 0, "on a phone it takes the board's place");
  assert.equal(await page.locator(".state:visible").count(), 1, "below the state line");
  const tops = await page.evaluate(() => [".state", ".sheet", ".nav"].map((s) => document.querySelector(s).getBoundingClientRect().top));
  assert.deepEqual([...tops].sort((a, b) => a - b), tops);
  await page.locator(".sheet .btn.pr").click();
  await t.until("copied", async () => (await page.evaluate(() => window.readBack())).endsWith(`game=${board.gameId}&ply=17`));
  await t.picture(page, "board-share-390");
  await t.accessible(page, "sharing on a phone");
  await page.locator(".sheet .shut").click();
  await t.until("the board", async () => (await page.locator(".small .bd:visible").count()) === 1);
  await page.context().close();
});

test("time used stands behind each move, and there is no column where no clock tells it", async () => {
  const { page, board } = await open();
  await t.until("times", async () => (await page.locator(".mv time").count()) === 17);
  const times = await page.locator(".mv time").allInnerTexts();
  assert.deepEqual(times.slice(0, 7), ["0:05", "0:12", "0:07", "1:01", "5:00", "0:04", "1:01:41"]);
  assert.equal(await page.locator(".mv .tu").innerText(), "time used");
  await board.move();
  await board.pgn([...used, 95]);
  await t.until("the next", async () => (await page.locator(".mv .now time").allInnerTexts()).join() === "1:35");
  await t.picture(page, "board-live-1366");
  await t.accessible(page, "the page of a board");
  const bare = feed.board("share-bare", t.vienna, "vienna");
  await bare.begin(9);
  await bare.pgn();
  await page.goto(`${server.url}/?event=vienna&board=share-bare`);
  await t.until("moves", async () => (await page.locator(".mv .now").count()) === 1);
  await t.until("its PGN", () => page.evaluate(() => document.querySelectorAll(".mv time").length === 0));
  assert.equal(await page.locator(".mv .tu:visible").count(), 0);
  await page.context().close();
});

test("captured men: only what one side has more, with the lead in pawns, on a page and a phone; a wall stays quiet", async () => {
  for (const size of [t.sizes.laptop, t.sizes.phone, t.sizes.wall]) {
    const { page } = await open({ size });
    await page.keyboard.press("ArrowLeft"); // before 9. Qd8+: White has given a knight
    const shown = await page.locator(".cap:visible").evaluateAll((all) => all.map((e) => `${[...e.querySelectorAll("use")].map((u) => u.getAttribute("href")).join("")} ${e.innerText.trim()} ${e.getAttribute("aria-label")}`));
    assert.deepEqual(shown, size === t.sizes.wall ? [] : ["#wn +3 More pieces: knight · +3"], `${size.width}`);
    await page.context().close();
  }
});

test("a move sounds only once a reader has asked for it, then also when the page is opened again and on the list of all boards, whose menu has the switch", async () => {
  const script = () => {
    window.knocks = 0;
    window.AudioContext = class {
      currentTime = 0;
      destination = {};
      createOscillator = () => ({ frequency: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (x) => x, start: () => window.knocks++, stop() {} });
      createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (x) => x });
    };
  };
  const { page, board } = await open({ script, count: 14 });
  const knocks = () => page.evaluate(() => window.knocks);
  const now = (san) => t.until(san, async () => (await page.locator(".mv .now").getAttribute("data-written")).startsWith(san));
  await board.move();
  await now("O-O-O");
  assert.equal(await knocks(), 0, "off until asked");
  await page.keyboard.press("m");
  assert.equal(await knocks(), 1, "it shows what it sounds like");
  await board.move();
  await now("Nxe4");
  assert.equal(await knocks(), 2);
  await board.move();
  await now("Qd8+");
  assert.equal(await knocks(), 4, "a check knocks twice");
  await page.reload();
  await t.waitState(page, "live");
  await page.keyboard.press("m");
  assert.equal(await knocks(), 0, "it was on, and is off now");
  await board.move();
  await now("Kxd8");
  assert.equal(await knocks(), 0);
  for (const view of ["list", "wall"]) {
    await page.goto(`${server.url}/?view=${view}`);
    await page.locator(".row, .tile").first().waitFor();
    await page.locator(".mb:visible").click();
    await page.getByRole("button", { name: "Sound off" }).click();
    await page.getByRole("button", { name: "Sound on" }).waitFor();
    assert.equal(await knocks(), 1, `${view}: it shows what it sounds like`);
    await page.keyboard.press("Escape");
    await board.move();
    await t.until(`${view}: a check knocks twice`, async () => (await knocks()) === 3);
    await page.keyboard.press("m");
    if (view === "wall") break;
    await board.move();
    await t.until("the next move", async () => (await page.locator(".row").allInnerTexts()).some((text) => /10\.\.\.\sKc7/.test(text)));
    assert.equal(await knocks(), 3, "off again");
  }
  await page.context().close();
});
