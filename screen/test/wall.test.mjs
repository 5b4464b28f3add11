// The wall: many boards of a simulated feed through a real broker, which is killed and restarted.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

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

before(async () => ({ broker, server, feed, chromium } = await t.stand()));
after(() => t.stop(chromium, feed, server, broker));

async function open(query, size = t.sizes.wall) {
  const page = await chromium.newPage({ viewport: size, colorScheme: "dark", locale: "en-GB" });
  page.wrong = t.watch(page);
  await page.goto(`${server.url}/?${query}`);
  return page;
}

const tiles = (page) => page.locator(".wall .tile").count();
/** Waits for the tiles, and for the page's own font, to which names are fitted. */
async function allTiles(page, n) {
  await t.until(`${n} tiles`, async () => (await tiles(page)) === n);
  await page.evaluate(() => document.fonts.ready);
}
const tile = (id) => `.wall .tile:has([class="gut"] span:text-is("${id}")), .wall .tile:has(.m > span:text-is("Board ${id}"))`;

/** What every tile shows, in order. */
const shown = (page) => page.evaluate(() => [...document.querySelectorAll(".wall .tile")].map((e) => {
  const rows = Array.from({ length: 8 }, () => Array(8).fill("1"));
  for (const g of e.querySelectorAll(".pieces [data-square]")) {
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
  assert.match(await page.locator(tile(3)).locator(".tag").innerText(), /^Corrected: \d+\.+\u00a0\S+$/);
  assert.match(await page.locator(tile(12)).locator(".tag").innerText(), /^Offline since \d\d:\d\d$/);
  assert.equal(await page.locator(".wall .tile.hot").count(), 2);
  assert.deepEqual(await shown(page), right(boards));
  await t.until("the head", async () => /Masters Sample Open\s*Round 4 · 12 boards\s*2 finished\s*Live/.test(await page.locator(".wallhead").innerText()));
  await t.until("the result is said", async () => /^Board (4|11): /.test(await page.locator("[data-said]").innerText()));
  await page.locator(".tile").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.evaluate(() => document.activeElement.firstElementChild.textContent), /^Board 2: /);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement.blur());
  await t.picture(page, "wall-12-1080p");
  await t.accessible(page);
  await t.resize(page, t.sizes.phone);
  await t.until("two beside each other", async () => (await page.evaluate(() => getComputedStyle(document.querySelector(".wall")).gridTemplateColumns.split(" ").length)) === 2);
  for (const width of [390, 320]) {
    await t.resize(page, { width, height: 844 });
    await t.until("names in their tiles", () => page.evaluate(() => [...document.querySelectorAll(".wall .n")].every((e) => e.firstElementChild.offsetWidth <= e.clientWidth)));
  }
  await t.resize(page, t.sizes.phone);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await t.picture(page, "wall-phone-390");
  for (const size of [{ width: 768, height: 1024 }, { width: 1024, height: 768 }, t.sizes.laptop]) {
    await t.resize(page, size);
    await t.until("the wall laid out for it", () => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && [...document.querySelectorAll(".wall .tile")].every((e) => e.getBoundingClientRect().bottom <= innerHeight)));
    const low = await page.locator(".wallhead button").evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).filter((r) => r.height < (innerWidth < 1100 ? 44 : 36) || r.width < 44 || r.right > innerWidth).length);
    assert.equal(low, 0, `buttons of the head that a finger misses at ${size.width} pixels`);
    assert.deepEqual(await page.locator(".wall .m").evaluateAll((all) => all.filter((e) => e.firstElementChild.offsetWidth > e.clientWidth).map((e) => e.textContent)), [], "moves and board numbers are whole");
  }
  // A phone on its side scrolls through tiles of the same size, four beside each other.
  await t.resize(page, { width: 844, height: 390 });
  await t.until("four beside each other", async () => (await page.evaluate(() => getComputedStyle(document.querySelector(".wall")).gridTemplateColumns.split(" ").length)) === 4);
  assert.ok((await page.locator(".wall .n > span").evaluateAll((all) => Math.min(...all.map((e) => parseFloat(getComputedStyle(e).fontSize))))) > 11, "names that can be read");
  await t.resize(page, t.sizes.phone);
  await page.goto(`${server.url}/?view=list&event=twelve`);
  await t.until("the same boards as a list", async () => (await page.locator(".rows .row.over").count()) === 2 && (await page.locator(".rows .row").count()) === 12);
  await page.evaluate(() => document.fonts.ready);
  await t.picture(page, "list-states-390");
  await page.goBack();
  await allTiles(page, 12);
  await page.locator(tile(2)).click();
  await t.until("one board", async () => (await page.locator(".small .n").first().innerText()) !== "");
  await page.waitForURL(/board=hall-2/);
  await page.goBack();
  await allTiles(page, 12);
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("a wall of few boards, and of boards with and without clocks", async () => {
  await hall("single", 1);
  const one = await open("view=wall&event=single");
  await allTiles(one, 1);
  await t.until("names and clocks", async () => (await one.locator(".tile .c:not(.none)").count()) === 2 && (await one.locator(".tile .n").first().innerText()) !== "");
  const apart = await one.evaluate(() => { const [n, c] = [".b .n", ".b .c"].map((s) => document.querySelector(`.tile ${s}`).getBoundingClientRect()); const b = document.querySelector(".tile .bd").getBoundingClientRect(); return { board: b.width, span: c.right - n.left }; });
  assert.ok(apart.span < 1.2 * apart.board, `name and clock span ${apart.span}, the board ${apart.board}`);
  await t.picture(one, "wall-1-1080p");
  for (const size of [t.sizes.phone, { width: 844, height: 390 }]) {
    await t.resize(one, size);
    await t.until(`${size.width}: a single board is as large as the page allows`, () => one.evaluate(() => {
      const [tile, wall] = [".tile", ".wall"].map((s) => document.querySelector(s).getBoundingClientRect());
      return tile.width > Math.min(0.93 * innerWidth, 0.4 * innerHeight) && tile.right <= innerWidth && tile.bottom <= Math.max(innerHeight, wall.bottom) && document.documentElement.scrollHeight <= innerHeight;
    }));
  }
  await one.close();

  const boards = await Promise.all(games.slice(0, 8).map(async (game, i) => {
    const b = feed.board(`hall-${i + 1}`, game, "mixed");
    b.players = { white: { name: i === 5 ? "Hernández Guerrero de la Cruz, José" : "Öst, Anna" }, black: { name: "Święcicka, Ewa" } };
    await b.begin(20 + i, i === 3 ? { unseen: ["c4"] } : undefined);
    if (i % 2) await b.clock(1800_000, 1700_000, b.count % 2 ? "black" : "white");
    return b;
  }));
  const page = await open("view=wall&event=mixed");
  await allTiles(page, 8);
  await t.until("every position and clock", async () => JSON.stringify(await shown(page)) === JSON.stringify(right(boards)) && (await page.locator(".wall .c:not(.none)").count()) === 12);
  const names = await page.evaluate(() => [...document.querySelectorAll(".wall .tile")].map((e) => [".b .n", ".w .n", ".b .m", ".w .m"].map((s) => Math.round(e.querySelector(s).getBoundingClientRect().top - e.getBoundingClientRect().top))));
  assert.equal(new Set(names.map(String)).size, 1, `names at the same height, with clocks and without: ${JSON.stringify(names)}`);
  await t.until("a name that is fitted to its tile", async () => (await page.locator(tile(6)).locator(".w .n").innerText()) === "Hernández Guerrero");
  assert.equal(await page.locator(tile(4)).locator(".tag").innerText(), "One sensor not trusted", "a sign has a word beside it");
  for (const b of boards) {
    const number = Number(b.id.slice(5));
    const plate = await page.locator(tile(number)).locator(`.${b.count % 2 ? "b" : "w"} .c.run`).innerText();
    assert.match(plate, number % 2 ? /^to play$/ : /^\d\d:\d\d$/, `${b.id}: whose move it is`);
  }
  assert.deepEqual(await t.cutNames(page, ".wall .n, .wall .m"), [], "letters with marks above and below are whole");
  await t.picture(page, "wall-8-mixed-1080p");
  await page.close();
});

test("the words of a state are whole in four languages on every size of page; on a phone's list they are said", async () => {
  const boards = await hall("worded", 12);
  await Promise.all([boards[1].tell({ unseen: ["c4"] }), boards[2].tell({ phase: "waiting", moves: [], last: null, ply: 0, fen: t.standard, turn: "white" }), boards[3].availability("offline")]);
  const tablet = { width: 820, height: 1180 };
  const notTrusted = { en: "One sensor not trusted", de: "Ein Sensor unzuverlässig", es: "Un sensor no fiable", pt: "Um sensor não fiável" };
  for (const [lang, word] of t.first(Object.entries(notTrusted), 2)) {
    const page = await open(`view=wall&event=worded&lang=${lang}`);
    await allTiles(page, 12);
    for (const size of [t.sizes.wall, { width: 1440, height: 900 }, { width: 1180, height: 820 }, tablet, t.sizes.phone]) {
      await t.resize(page, size);
      await t.until(`${lang}: words in their tags at ${size.width}`, () => page.evaluate(() => [...document.querySelectorAll(".tile .tx")].every((e) => e.firstElementChild.offsetWidth <= e.clientWidth) && document.querySelectorAll(".tile[data-state=degraded] .tx > span:not(:empty)").length === 1));
      assert.equal(await page.locator(".tile[data-state=degraded] .tag").innerText(), word);
      assert.match(await page.locator(".tile[data-state=before] .tag").innerText(), /^\p{Lu}/u, "begins with a capital, as other states do");
      const gaps = await page.evaluate(() => [...document.querySelectorAll(".wall .tile")].map((e) => {
        const [above, board, below] = [".bar.b", ".bd", ".bar.w"].map((s) => e.querySelector(s).getBoundingClientRect());
        return Math.max(board.top - above.bottom, below.top - board.bottom) / board.width;
      }));
      assert.ok(Math.max(...gaps) < 0.06, `${size.width}: names stand ${Math.max(...gaps)} of a board's width from it`);
    }
    await page.goto(`${server.url}/?view=list&event=worded&lang=${lang}`);
    const row = page.locator(".row[data-state=degraded]");
    await row.waitFor();
    assert.match(await row.locator(".vh").textContent(), new RegExp(word), "said on a phone");
    assert.equal(await row.locator(".st span:visible").count(), 0);
    await t.resize(page, tablet);
    assert.equal(await row.locator(".st").innerText(), word, "shown on a tablet");
    assert.equal(await page.evaluate(() => [...document.querySelectorAll(".row .st")].some((e) => e.scrollWidth > e.clientWidth)), false, "and whole");
    if (lang === "de") await t.picture(page, "list-tablet-820");
    await page.close();
  }
});

test("the boards as a list: twelve on a phone's page, a word for each state, and the choice of list or wall is kept", async () => {
  const boards = await hall("listed", 12);
  const long = ["Öst, Anna", "Hernández Guerrero de la Cruz, José", "Praggnanandhaa, Rameshbabu"];
  await Promise.all(boards.map((b, i) => ((b.players = { white: { name: long[i % 3], title: "GM", federation: "SWE", rating: 2517 }, black: { name: "Święcicka, Ewa" } }), b.begin(b.count))));
  const page = await open("event=listed", t.sizes.phone);
  const rows = page.locator(".rows .row");
  await t.until("a list", async () => (await rows.count()) === 12);
  boards[3].more = { phase: "over", result: "1/2-1/2", reason: "agreement" };
  boards[10].more = { phase: "over", result: "1-0", reason: "checkmate" };
  await Promise.all([boards[3].tell(), boards[10].tell(), boards[7].tell({ differ: ["b3"], matches: false }), boards[11].availability("offline"), boards[6].clock(44000, 1240000, "white")]);
  for (const [i, state, word] of [[3, "finished", "Draw agreed"], [10, "finished", "White won by checkmate"], [7, "unconfirmed", "Position being checked"], [11, "offline", "Board offline"], [6, "live", "Time trouble"]]) {
    await t.until(`${word} at board ${i + 1}`, async () => (await rows.nth(i).getAttribute("data-state")) === state && (await rows.nth(i).locator(".st").textContent()) === word);
  }
  assert.equal(await rows.nth(10).locator(".mid").innerText(), "1–0");
  assert.match(await rows.nth(0).locator(".mid").innerText(), /^\d+\.+\u00a0\S+$/, "the last move");
  assert.equal(await page.locator(".state .say").innerText(), "Live · 2 of 12 finished");
  const right = await page.evaluate(() => [".over .mid", ".over .st", ".row:not(.over) .mid", ".row:not(.over) .st .ic"].map((s) => Math.round(document.querySelector(`.rows ${s}`).getBoundingClientRect().right)));
  assert.equal(new Set(right).size, 1, `results, moves and signs end at one edge: ${right}`);
  const digits = await page.evaluate(() => [...document.querySelectorAll(".rows .c:not(.res):not(.none) span")].map((e) => Math.round(e.getBoundingClientRect().right)));
  assert.equal(new Set(digits).size, 1, `digits of running and standing clocks stand below each other: ${digits}`);
  const size = await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth - innerWidth]);
  assert.ok(size[0] < 1100 && size[1] === 0, `twelve boards take ${size}`);
  for (const name of await page.locator(".row .n").all()) assert.ok(await name.evaluate((e) => e.firstElementChild.offsetWidth <= e.clientWidth), "names are whole");
  await t.picture(page, "list-12-phone-390");
  await t.accessible(page);
  await t.resize(page, t.sizes.laptop);
  await t.picture(page, "list-12-1366");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await t.resize(page, t.sizes.phone);

  await rows.nth(1).click();
  await t.until("one board", async () => /board=hall-2/.test(page.url()) && (await page.locator(".small .n").count()) === 2);
  await page.getByRole("button", { name: "All boards" }).click();
  await t.until("the list again, by touch", async () => (await rows.count()) === 12);
  await page.getByRole("button", { name: "Wall" }).click();
  await allTiles(page, 12);
  await page.goto(`${server.url}/?event=listed`);
  await allTiles(page, 12);
  await page.getByRole("button", { name: "List" }).click();
  await t.until("the list", async () => (await rows.count()) === 12);
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("a list's names are whole beside results, clocks with hours and long words, on every size of page and in four languages", async () => {
  const boards = await hall("named", 12);
  const people = ["Święcicka-Wołodźko, Małgorzata", "Hernández Guerrero de la Cruz, José", "Praggnanandhaa, Rameshbabu", "Featherstonehaugh, Alexander", "Li, Bo", "Ó Súilleabháin, Pádraig"];
  await Promise.all(boards.map(async (b, i) => {
    b.players = { white: { name: people[i % 6], title: "WGM", federation: "POL", rating: 2431 }, black: { name: people[(i + 1) % 6], title: "GM", federation: "MEX", rating: 2588 } };
    if (i % 2) b.more = { phase: "over", result: i % 3 ? "1-0" : "0-1", reason: i % 3 ? "checkmate" : "resignation" };
    await b.begin(b.count);
    await b.clock(5_423_000, 4_871_000, "white");
  }));
  const page = await open("view=list&event=named", t.sizes.phone);
  for (const lang of ["en", "de", "es", "pt"]) {
    await page.goto(`${server.url}/?view=list&event=named&lang=${lang}`);
    await t.until("the results", async () => (await page.locator(".rows .row.over").count()) === 6);
    for (const [width, height] of [[320, 568], [390, 844], [560, 900], [820, 1180], [1024, 768], [1366, 768], [1920, 1080]]) {
      await t.resize(page, { width, height });
      const wrong = () => page.evaluate(() => [...document.querySelectorAll(".rows .n")].filter((e) => {
        const [room, inner] = [e.getBoundingClientRect(), e.firstElementChild.getBoundingClientRect()];
        return !e.textContent || inner.width > room.width + 0.5 || getComputedStyle(e.firstElementChild).textOverflow === "ellipsis" || parseFloat(getComputedStyle(e.firstElementChild).fontSize) < 9;
      }).map((e) => e.textContent).concat([...document.querySelectorAll(".list-page .say, .list-page h1, .rows .st")].filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2).map((e) => e.textContent)));
      await t.until(`${lang} ${width}`, async () => (await wrong()).length === 0, 10_000).catch(async (err) => { throw new Error(`${err.message}: ${await wrong()}`); });
      assert.deepEqual(await t.cutNames(page, ".rows .n"), [], `${width}: letters with marks above and below are whole`);
    }
    if (lang === "pt") {
      await t.resize(page, t.sizes.small);
      await t.picture(page, "list-names-320");
    }
  }
  await page.close();
});

test("when every game is finished, list and wall say so, and nothing is called live", async () => {
  const ended = ["1-0", "1/2-1/2"].map((result, i) => [feed.board(`end-${i + 1}`, t.vienna, "ended"), { phase: "over", result, reason: "agreement" }]);
  for (const [board, state] of ended) await board.begin(21, state);
  const [wall, list] = await Promise.all([["wall", t.sizes.wall], ["list", t.sizes.laptop]].map(async ([view, viewport]) => {
    const page = await chromium.newPage({ viewport, locale: "en-GB" });
    await page.goto(`${server.url}/?view=${view}&event=ended`);
    return page;
  }));
  await t.until("the wall's head", async () => /2 boards\s*Finished/.test(await wall.locator(".wallhead").innerText()));
  await t.until("the list's line", async () => (await list.locator(".state .say").innerText()) === "Finished");
  await t.accessible(list);
  await ended[1][0].tell({ phase: "playing", result: "*", reason: null });
  await t.until("one goes on", async () => (await list.locator(".state .say").innerText()) === "Live · 1 of 2 finished" && /1 finished\s*Live/.test(await wall.locator(".wallhead").innerText()));
  await wall.close();
  await list.close();
});

test("a wall of a delayed feed says how much, and as at when", async () => {
  const boards = await hall("late", 2);
  await Promise.all(boards.map((b) => ((b.info = { delay_ms: 900_000 }), b.begin(b.count))));
  for (const [lang, said] of [["en", /Delayed by 15 minutes · as at \d\d:\d\d/], ["de", /15 Minuten verzögert · Stand \d\d:\d\d/]]) {
    const page = await open(`view=wall&event=late&lang=${lang}`);
    await t.until(`${lang}: the delay`, async () => said.test(await page.locator(".wallhead .lv").innerText()));
    assert.doesNotMatch(await page.locator("body").innerText(), /\{\w+\}/);
    await page.close();
  }
});

test("in a small tile a surname keeps its first word and what belongs to it, and no name ends in dots", async () => {
  const boards = await hall("narrow", 40);
  const names = ["Ó Súilleabháin, Pádraig", "Święcicka-Wołodźko, Małgorzata", "Hernández Guerrero de la Cruz, José", "Al-Hashimi, Yousef", "Vachier-Lagrave, Maxime"];
  await Promise.all(boards.map(async (b, i) => {
    b.players = { white: { name: names[i % 5] }, black: { name: names[(i + 2) % 5] } };
    await b.begin(b.count);
    await b.clock(4_000_000 + i, 4_000_000 + i, "none");
  }));
  const page = await open("view=wall&event=narrow");
  await allTiles(page, 40);
  await t.until("names beside clocks with hours", async () => (await page.locator(".wall .c:not(.none)").count()) === 80);
  const found = await page.locator(".wall .n").evaluateAll((all) => [...new Set(all.map((e) => e.textContent))].sort());
  assert.deepEqual(found, ["Al-Hashimi", "Hernández", "Vachier", "Ó Súilleabháin", "Święcicka"]);
  assert.deepEqual(await page.locator(".wall .n").evaluateAll((all) => all.filter((e) => e.firstElementChild.style.overflow || e.firstElementChild.offsetWidth > e.clientWidth).map((e) => e.textContent)), []);
  await t.picture(page, "wall-40-names-1080p");
  await page.close();
});

test("a wall without boards says so once, in the middle", async () => {
  const page = await open("view=wall&event=nothing");
  await t.until("one sentence", async () => (await page.locator("main").innerText()).match(/No boards in this event yet/g)?.length === 1);
  const { y, height } = await page.locator(".wallempty").boundingBox();
  assert.ok(Math.abs(y + height / 2 - 540) < 60, `its middle is at ${y + height / 2}`);
  await page.close();
});

test("a wall without boards says so as soon as the list does, once every retained message must have come", async () => {
  for (const view of ["list", "wall"]) {
    const page = await chromium.newPage({ viewport: t.sizes.wall, locale: "en-GB" });
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000); // time passes in steps, however slow the computer is
    let answered = false;
    page.on("websocket", (ws) => ws.on("framereceived", ({ payload }) => (answered ||= payload[0] >> 4 === 9))); // SUBACK
    await page.goto(`${server.url}/?view=${view}&event=nothing`);
    const now = () => page.evaluate(() => Date.now());
    const says = () => page.evaluate(() => /No boards in this event yet/.test(document.querySelector("main")?.innerText ?? ""));
    const step = async (done) => (await done()) || (await page.clock.runFor(50), false);
    await t.until("the broker's answer", () => step(() => answered));
    assert.equal(await says(), false, `${view}: said before it can be known`);
    const from = await now();
    await t.until("the sentence", () => step(says));
    const took = (await now()) - from;
    assert.ok(took <= 1900, `${view}: ${took} ms after the broker's answer`);
    await page.close();
  }
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
  await t.picture(page, "wall-64-1080p");
  await t.resize(page, t.sizes.tablet);
  await t.until("four in front on a screen on end", async () => (await page.locator(".rail .tile").count()) === 4);
  await t.until("each whole, and no more room between two than a third of one", () => page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".rail .tile")].map((e) => e.getBoundingClientRect());
    return boxes.every((r, i) => r.bottom <= innerHeight && r.top >= (boxes[i - 1]?.bottom ?? 0) && r.top - (boxes[i - 1]?.bottom ?? r.top) < r.height / 3);
  }));
  await t.picture(page, "wall-64-tablet");
  await t.resize(page, t.sizes.wall);
  await t.until("two again", async () => (await page.locator(".rail .tile").count()) === 2);

  await broker.stop();
  await t.until("it is said that the feed is gone", async () => /Reconnecting/.test(await page.locator(".wallhead").innerText()));
  assert.equal(await page.locator(".c.run").count(), 0, "no clock ticks on a dead feed");
  await t.picture(page, "wall-64-reconnecting");
  for (const b of boards) b.count++; // play went on in the meantime
  broker = await t.broker(broker.port);
  await t.until("the publisher is back", async () => feed.client.connected);
  await feed.again();
  await Promise.all(boards.map((b) => b.tell()));
  await t.until("every position after the restart", async () => JSON.stringify(await shown(page)) === JSON.stringify(right(boards)));
  await t.until("live", async () => /Live/.test(await page.locator(".wallhead").innerText()));
  page.wrong.length = 0; // the browser's message about the refused connection is expected
  await page.close();
});

// The time passes the five seconds in the middle of a drawing: it jumps whenever the page looks at it.
for (const view of ["wall", "list", "one&board=hall-1", "obs&board=hall-1"]) test(`${view}: where it is said that the feed is gone, no clock ticks, whenever that is noticed`, async () => {
  const own = await t.stand();
  let gone = false;
  try {
    for (let i = 1; i <= 12; i++) {
      const b = own.feed.board(`hall-${i}`, games[i], "gone");
      b.control = "5400+30";
      await b.begin(20);
      await b.clock(600000, 500000, "white");
    }
    const page = await chromium.newPage({ viewport: t.sizes.wall, locale: "en-GB" });
    const running = ".c.run, .clk.run";
    let closed = false;
    page.on("websocket", (ws) => ws.on("close", () => (closed = true)));
    await page.goto(`${own.server.url}/?view=${view}&event=gone`);
    await t.until("the clocks run", async () => (await page.locator(running).count()) >= (view.includes("board") ? 1 : 12));
    await page.evaluate((running) => {
      const real = performance.now.bind(performance);
      let ahead = 0;
      window.jumps = false;
      performance.now = () => real() + (window.jumps ? (ahead += 200) : ahead);
      window.ticking = [];
      new MutationObserver(() => {
        const head = document.querySelector(".wallhead, .state").innerText;
        if (/Reconnecting/.test(head)) window.ticking.push(document.querySelectorAll(running).length);
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    }, running);
    await own.broker.stop();
    gone = true;
    await t.until("the connection is closed", () => closed);
    await page.evaluate(() => (window.jumps = true));
    await t.until("it is said that the feed is gone", () => page.evaluate(() => window.ticking.length > 0));
    assert.deepEqual(await page.evaluate(() => window.ticking.filter((n) => n > 0)), [], "clocks that tick beside it");
    await page.close();
  } finally {
    await t.stop(own.chromium, own.feed, own.server, gone ? null : own.broker);
  }
});

test("on 4K as on 1080p, and 40 boards on a page when there are more than 64", async () => {
  const page = await open("view=wall&event=full", t.sizes.uhd);
  await allTiles(page, 64);
  const edge = await page.evaluate(() => document.querySelector(".wall .tile .bd").clientWidth);
  await t.resize(page, t.sizes.wall);
  await t.until("half of it", async () => Math.abs((await page.evaluate(() => document.querySelector(".wall .tile .bd").clientWidth)) * 2 - edge) <= 3);
  await Promise.all(Array.from({ length: 10 }, (_, i) => feed.board(`hall-${65 + i}`, games[i], "full").begin(10)));
  await t.until("a page of them", async () => [40, 34].includes(await tiles(page)) && /[12] of 2/.test(await page.locator(".wallhead").innerText()));
  assert.deepEqual(page.wrong, []);
  await page.close();
});

/** A wall of 64 boards with stopped clocks, completely loaded. wait is how its time passes. */
async function stillHall(event, prepare = async () => {}, wait = async () => {}) {
  const boards = await hall(event, 64);
  await Promise.all(boards.map((b) => b.clock(1800_000, 1800_000, "none")));
  const page = await chromium.newPage({ viewport: t.sizes.wall, locale: "en-GB" });
  page.wrong = t.watch(page);
  await prepare(page);
  await page.goto(`${server.url}/?view=wall&event=${event}`);
  const until = (what, ask) => t.until(what, async () => (await wait(page), ask()));
  await until("every position", async () => JSON.stringify(await shown(page)) === JSON.stringify(right(boards)));
  await until("pieces as pixels", () => page.evaluate(() => [...document.querySelectorAll(".tile [data-square]")].every((e) => e.style.backgroundImage.startsWith('url("data:image/png'))));
  await until("no clock runs", async () => (await page.locator(".c.run").count()) === 0);
  return { boards, page };
}

/** From now on, lists in page.evaluate(() => window.touched) which part of the page each write was in. */
const watchWrites = (page) => page.evaluate(() => {
  window.touched = [];
  window.draws = 0;
  const name = (node) => {
    const e = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    const tile = e?.closest(".tile");
    if (!tile) return e?.closest("[data-said]") ? "announcer" : e?.closest(".wallhead") ? "head" : (e?.outerHTML ?? "gone").slice(0, 80);
    return `${tile.closest(".rail") ? "rail" : "wall"} ${tile.firstElementChild.textContent.match(/^Board (\d+)/)[1]}${e.closest(".bar") ? " bar" : ""}`;
  };
  new MutationObserver((list) => {
    window.draws++;
    for (const m of list) window.touched.push(name(m.target.isConnected ? m.target : document.body));
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
});

/** Every piece of every tile: its nominal square, its visible place, and its picture. */
const pieces = (page) => page.evaluate(() => [...document.querySelectorAll(".tile")].flatMap((tile) => {
  const board = tile.querySelector(".bd").getBoundingClientRect();
  return [...tile.querySelectorAll("[data-square]")].map((e) => {
    const r = e.getBoundingClientRect();
    const size = board.width / 8;
    const x = (r.left + r.width / 2 - board.left) / size - 0.5;
    const y = (board.bottom - r.top - r.height / 2) / size - 0.5;
    const dots = r.width * devicePixelRatio;
    return { at: e.dataset.square, seen: "abcdefgh"[Math.round(x)] + (1 + Math.round(y)), beside: Math.max(Math.abs(x - Math.round(x)), Math.abs(y - Math.round(y))) * size,
      kind: e.dataset.piece, picture: e.style.backgroundImage, dots: Math.round(dots), whole: Math.abs(dots - Math.round(dots)) < 0.05, fits: r.width / size };
  });
}));

function wellPlaced(list, where) {
  assert.ok(list.length > 10, where);
  for (const p of list) {
    assert.equal(p.seen, p.at, where);
    assert.ok(p.beside <= 1, `${where}: ${p.at} is ${p.beside} pixels beside its square`);
    assert.ok(p.whole && Math.abs(p.fits - 1) < 0.06, `${where}: ${p.at} is ${p.dots} pixels wide, ${p.fits} squares`);
  }
  for (const dots of new Set(list.map((p) => p.dots))) { // the sizes on the wall and on the rail
    const some = list.filter((p) => p.dots === dots);
    const kinds = new Set(some.map((p) => p.kind)).size;
    assert.equal(new Set(some.map((p) => p.kind + p.picture)).size, kinds, `${where}: one picture a kind at ${dots} pixels`);
    assert.equal(new Set(some.map((p) => p.picture)).size, kinds, `${where}: another for each kind at ${dots} pixels`);
  }
}

test("each piece of a tile is the picture of its kind, in its square, on whole pixels, on every size of page", async () => {
  const { page } = await stillHall("pixels");
  wellPlaced(await pieces(page), "wall");
  for (const [where, size] of Object.entries({ uhd: t.sizes.uhd, small: t.sizes.small, wall: t.sizes.wall })) {
    await t.resize(page, size);
    await t.until(`pieces for ${where}`, async () => {
      wellPlaced(await pieces(page), where);
      return true;
    });
  }
  assert.deepEqual(page.wrong, []);
  await page.close();
  const dense = await chromium.newPage({ viewport: t.sizes.laptop, deviceScaleFactor: 1.5 });
  await dense.goto(`${server.url}/?view=wall&event=pixels`);
  await t.until("pieces at one and a half", async () => {
    wellPlaced(await pieces(dense), "1.5");
    return true;
  });
  await dense.close();
});

test("a move is written to its own tile, and a second of clocks to the digits that run", async () => {
  const { boards, page } = await stillHall("local", (p) => p.clock.install());
  // No piece or mark has a transform: with some thousands of them every frame of the page would be
  // expensive.
  assert.equal(await page.evaluate(() => [...document.querySelectorAll(".wall .tile *, .rail .tile *")].filter((e) => e.hasAttribute("transform") || getComputedStyle(e).transform !== "none").length), 0);
  assert.ok((await page.evaluate(() => document.querySelectorAll(".wall .tile *").length)) < 64 * 64, "few elements a board");
  await page.clock.runFor(5000); // retained messages have had time to arrive
  await watchWrites(page);
  await boards[40].move();
  await t.until("the move", async () => (await shown(page))[40] === right(boards)[40]);
  await page.clock.runFor(1200); // everything is drawn once more
  const writes = (await page.evaluate(() => window.touched)).filter((w) => w !== "head"); // a minute may have ended
  assert.deepEqual([...new Set(writes.map((w) => w.replace(" bar", "")))], ["wall 41"]);
  assert.ok(writes.length < 25, `${writes.length} writes for one move`);

  await boards[50].clock(1700_000, 1800_000, "white");
  await t.until("the clock runs", async () => (await page.locator(".c.run").count()) === 1);
  const digits = () => page.locator(".c.run").innerText();
  const before = await digits();
  await page.evaluate(() => (window.touched.length = 0));
  await t.until("the clock has gone on", async () => (await digits()) !== before);
  await t.until("and on", async () => (await page.evaluate(() => window.touched.length)) >= 2);
  assert.deepEqual([...new Set(await page.evaluate(() => window.touched))].filter((w) => w !== "head"), ["wall 51 bar"]);
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("on a quiet wall a change is drawn at once, on a busy one all of them together", async () => {
  // The test controls the page's time: timers and frames come only with pass. The page starts with
  // it, so that each of its beats ends a pass of 250 ms, and a frame falls between two of them.
  const beat = 250;
  const { boards, page } = await stillHall("busy", async (p) => {
    await p.clock.install({ time: 0 });
    await p.clock.pauseAt(1000);
    p.taken = t.acknowledged(p);
  }, (p) => p.clock.runFor(beat));
  const pass = (ms) => page.clock.runFor(ms);
  await page.evaluate(() => document.fonts.ready); // the page is drawn once more after this
  await page.taken.upTo(4 * boards.length); // the retained topics of a board that the wall reads and that are counted
  for (let n = 0; n < 12; n++) await pass(beat); // retained messages have had time to arrive, and the wall is quiet
  await watchWrites(page);
  await page.taken.next(() => boards[30].move());
  await pass(t.frame);
  assert.equal((await shown(page))[30], right(boards)[30], "the first move comes in the next frame, without a beat");
  const first = await page.evaluate(() => window.draws);

  const before = await shown(page);
  await page.taken.next(() => Promise.all(boards.slice(40).map((b) => b.move())), boards.length - 40);
  await pass(t.frame);
  assert.deepEqual(await shown(page), before, "the next ones wait");
  assert.equal(await page.evaluate(() => window.draws), first);
  await pass(beat);
  assert.deepEqual(await shown(page), right(boards), "the next beat draws them all");
  assert.equal(await page.evaluate(() => window.draws), first + 1, "in one drawing");
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("a slide is the compositor's, of one small layer; where less motion is asked for nothing slides", async () => {
  const { boards, page } = await stillHall("slides");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("DOM.enable");
  await cdp.send("LayerTree.enable");
  let layers = [];
  cdp.on("LayerTree.layerTreeDidChange", (e) => (layers = e.layers ?? layers));
  await boards[19].move(); // the browser reports its layers when one has changed
  await t.until("a first move", async () => (await shown(page))[19] === right(boards)[19]);
  const before = await t.until("the layers at rest", async () => (await page.evaluate(() => document.getAnimations().length)) === 0 && layers.length);
  await cdp.send("Animation.enable");
  await cdp.send("Animation.setPlaybackRate", { playbackRate: 0.02 }); // slow enough to observe
  const b = boards[20];
  await b.move();
  const running = await t.until("it slides", () => page.evaluate(() => {
    const list = document.getAnimations();
    return list.length > 0 && list.map((a) => ({ square: a.effect.target.dataset.square, html: a.effect.target instanceof HTMLElement, keys: a.effect.getKeyframes().flatMap((k) => Object.keys(k)), ms: a.effect.getTiming().duration, tile: [...document.querySelectorAll(".tile")].filter((e) => e.contains(a.effect.target)).length }));
  }));
  assert.deepEqual((await shown(page))[20], right(boards)[20], "the position is whole while a piece is on its way");
  const uci = b.moves[b.count - 1].uci;
  assert.ok(running.some((a) => a.square === uci.slice(2, 4)), `${uci}: ${JSON.stringify(running)}`);
  for (const a of running) {
    assert.equal(a.ms, 150);
    assert.equal(a.html, true);
    assert.deepEqual(a.keys.filter((k) => !["offset", "computedOffset", "easing", "composite"].includes(k)), ["transform", "transform"]);
  }
  const reasons = await t.until("a layer for it", async () => {
    for (const l of layers) {
      const { compositingReasonIds } = await cdp.send("LayerTree.compositingReasons", { layerId: l.layerId }).catch(() => ({ compositingReasonIds: [] }));
      if (compositingReasonIds.includes("ActiveTransformAnimation")) return { small: l.width < 40 && l.height < 40, count: layers.length };
    }
    return null;
  });
  assert.equal(reasons.small, true);
  assert.ok(reasons.count <= before + 3 * running.length, `${before} layers at rest, ${reasons.count} for a slide`);
  assert.deepEqual(page.wrong, []);
  await page.close();

  const calm = await chromium.newPage({ viewport: t.sizes.wall, locale: "en-GB", reducedMotion: "reduce" });
  await calm.goto(`${server.url}/?view=wall&event=slides`);
  await t.until("every position", async () => JSON.stringify(await shown(calm)) === JSON.stringify(right(boards)));
  await calm.evaluate(() => {
    window.slid = 0;
    const own = Element.prototype.animate;
    Element.prototype.animate = function (...a) { window.slid++; return own.apply(this, a); };
  });
  await boards[21].move();
  await t.until("the move", async () => (await shown(calm))[21] === right(boards)[21]);
  assert.equal(await calm.evaluate(() => window.slid), 0);
  await calm.close();
});

test("between phone and laptop, or on a laptop at 200 %, the buttons of a wall's head stay together beside the event's name", async () => {
  const game = { ...t.games()[0], tags: { ...t.games()[0].tags, Event: "Tivoli Autumn Open 2026", Round: "4" } };
  await Promise.all(Array.from({ length: 12 }, (_, i) => {
    const b = feed.board(`head-${i + 1}`, game, "head");
    if (i > 9) b.more = { phase: "over", result: "1-0", reason: "resignation" };
    return b.begin(9 + i);
  }));
  for (const [lang, size] of [["en", { width: 680, height: 800 }], ["de", { width: 720, height: 450 }], ["pt", t.sizes.phone]]) {
    const page = await chromium.newPage({ viewport: size, locale: "en-GB" });
    await page.goto(`${server.url}/?view=wall&event=head&lang=${lang}`);
    await t.until("all boards", async () => (await page.locator(".tile").count()) === 12 && /2026/.test(await page.locator(".wallhead h1").innerText()));
    const top = (selector) => page.locator(selector).evaluate((e) => (e.getBoundingClientRect().top + e.getBoundingClientRect().bottom) / 2);
    await t.until("what is finished", async () => /\b2\b/.test(await page.locator(".wallhead").innerText()));
    const [title, choose, menu] = [await top(".wallhead h1"), await top(".wallhead .seg"), await top(".wallhead .mb")];
    assert.equal(choose, menu, `${lang} ${size.width}: the buttons are on one line`);
    if (size.width > 500) assert.ok(Math.abs(title - menu) < 4, `${lang} ${size.width}: and on that of the name`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await t.picture(page, `wall-head-${size.width}`);
    if (size.height === 450) {
      await page.goto(`${server.url}/?board=head-1&event=head&lang=${lang}`);
      const name = page.locator(".small .top b");
      await t.until("the event", async () => (await name.innerText()) === "Tivoli Autumn Open 2026");
      assert.ok(await name.evaluate((e) => e.scrollWidth <= e.clientWidth), "the event's name is whole on a board's page");
    }
    await page.close();
  }
});

test("beside a long name of an event, what a wall's head says of the boards is whole, in every language", async () => {
  const game = { ...t.games()[0], tags: { ...t.games()[0].tags, Event: "Internationales Herbst-Open Ljubljana 2026", Round: "4" } };
  await Promise.all(Array.from({ length: 12 }, (_, i) => {
    const b = feed.board(`longnamed-${i + 1}`, game, "longnamed");
    if (i > 9) b.more = { phase: "over", result: "1-0", reason: "resignation" };
    return b.begin(9 + i);
  }));
  const page = await chromium.newPage({ locale: "en-GB" });
  for (const [size, lang] of t.first([[t.sizes.laptop, "de"], [t.sizes.tablet, "es"], [t.sizes.phone, "pt"], [t.sizes.tablet, "de"], [t.sizes.laptop, "es"], [{ width: 1024, height: 768 }, "pt"]], 3)) {
    await t.resize(page, size);
    await page.goto(`${server.url}/?view=wall&event=longnamed&lang=${lang}`);
    await t.until("all boards", async () => (await page.locator(".tile").count()) === 12 && /2026/.test(await page.locator(".wallhead h1").innerText()) && /\b2\b/.test(await page.locator(".wallhead").innerText()));
    assert.deepEqual(await page.locator(".wallhead :is(.lv, .lv span, .sp ~ span:not(.ways), b)").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline").map((e) => e.textContent)), [], `${lang} ${size.width}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll(".wallhead > *")].every((e) => e.getBoundingClientRect().right <= innerWidth)), `${lang} ${size.width}: over the edge`);
    await t.picture(page, `wall-named-${size.width}-${lang}`);
  }
  await page.close();
});

test("on a phone's list a finished game has its result and a sign at the edge, in every language: its words would take two lines", async () => {
  await feed.board("told-2", t.vienna, "told").begin(9);
  const over = feed.board("told-1", t.vienna, "told");
  over.more = { phase: "over", result: "0-1", reason: "time" };
  await over.begin(21);
  for (const size of [t.sizes.phone, t.sizes.small]) {
    const page = await chromium.newPage({ viewport: size, locale: "pt-PT" });
    await page.goto(`${server.url}/?view=list&event=told`);
    const row = page.locator(".row.over");
    await row.waitFor();
    assert.equal(await row.locator(".st span:visible").count(), 0);
    const right = (selector) => row.locator(selector).evaluate((e) => Math.round(e.getBoundingClientRect().right));
    assert.equal(await right(".st .ic"), await right(".mid"), "the sign is below the result");
    assert.match(await row.locator(".vh").first().textContent(), /Pretas vencem por tempo/, "and said");
    await page.close();
  }
});

test("on a laptop's list the digits of all clocks of a side stand below each other, and a player's facts are written as on the event's pages", async () => {
  const boards = await hall("digits", 4);
  for (const b of boards) {
    b.players = { white: { title: "GM", federation: "SWE", rating: 2517 } };
    await b.tell();
  }
  await boards[0].clock(44_000, 5_400_000, "white");
  await boards[1].clock(5_400_000, 59_000, "black");
  const page = await open("view=list&event=digits", t.sizes.laptop);
  await t.until("all clocks", async () => (await page.locator(".rows .c:not(.none)").count()) === 8 && (await page.locator(".rows .c.low.run").count()) === 2);
  for (const side of ["w", "b"]) {
    const right = await page.locator(`.rows .cl.${side} .c span`).evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().right)));
    assert.equal(new Set(right).size, 1, `${side}: ${right}`);
  }
  assert.equal(await page.locator(".rows .p.w .fa").first().innerText(), "SWE 2517");
  const colour = (selector) => page.locator(selector).first().evaluate((e) => getComputedStyle(e).color);
  const text = await colour(".seg button span");
  await t.picture(page, "list-digits-1366");
  await page.locator(".seg button", { hasText: "Wall" }).click();
  await page.waitForSelector(".wallhead .seg button span");
  assert.equal(await colour(".wallhead .seg button span"), text, "the words on the buttons are as bright on a wall as on a list");
  await page.close();
});

test("forty boards are a list on a laptop and a wall on a wall, unless the reader chooses otherwise", async () => {
  const game = t.games()[0];
  await Promise.all(Array.from({ length: 40 }, (_, i) => feed.board(`forty-${i + 1}`, game, "forty").begin(9)));
  for (const [size, list] of [[{ width: 1440, height: 900 }, true], [t.sizes.wall, false]]) {
    const page = await chromium.newPage({ viewport: size, locale: "en-GB" });
    await page.goto(`${server.url}/?event=forty`);
    await t.until(`${size.width}: forty boards`, async () => (await page.locator(list ? ".rows .row" : ".wall .tile").count()) >= 40);
    if (list) {
      await page.locator(".seg button", { hasText: "Wall" }).click();
      await t.until("the wall", async () => (await page.locator(".wall .tile").count()) >= 40);
      await page.goto(`${server.url}/?event=forty`);
      await t.until("as chosen", async () => (await page.locator(".wall .tile").count()) >= 40);
    }
    await page.close();
  }
});
