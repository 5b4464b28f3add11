// The event as a site of files: every page, made from an event file and the journals of a
// daemon that has played, served by a server that only serves files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";
import { script } from "./seat.mjs";

const dir = mkdtempSync(join(tmpdir(), "touchmove-event-"));
const file = join(dir, "open.toml");
const site = join(dir, "site");

const people = `GM Švec, Matěj CZE 2574|GM Đorđević, Miloš SRB 2561|GM Jørgensen, Søren DEN 2517|GM Hernández Guerrero de la Cruz, José María MEX 2588|IM Krishnamurthy, Anantha Padmanabhan IND 2523|IM Þorsteinsson, Kári ISL 2489|GM Ó Súilleabháin, Pádraig IRL 2472|IM Bărbulescu, Ștefan ROU 2455|WGM Święcicka-Wołodźko, Małgorzata POL 2431|IM Žukauskaitė, Živilė LTU 2418|FM Öst, Åke SWE 2397|GM Praggnanandhaa, Rameshbabu IND 2391`
  .split("|").map((text, i) => ({ no: i + 1, ...text.match(/^(?<title>\w+) (?<name>.*) (?<federation>[A-Z]{3}) (?<rating>\d+)$/).groups }));
const results = ["1-0", "1/2-1/2", "0-1", "1-0", "1/2-1/2", "0-1 F"];

/** Pairings of a round robin (Berger tables), and results of the rounds that no board has played. */
function eventFile() {
  const lines = [`event = "Tivoli Autumn Open 2026"`, `tie_breaks = ["DE", "BH-C1", "BH", "SB"]`, `site = "Ljubljana"`, `time_control = "5400+30"`];
  for (const p of people) lines.push(`[[player]]\nno = ${p.no}\nname = "${p.name}"\ntitle = "${p.title}"\nfederation = "${p.federation}"\nrating = ${p.rating}`);
  for (let round = 1; round <= 4; round++) {
    lines.push(`[[round]]\nround = ${round}\ndate = 2026-11-${19 + round}\ntime = "15:00+01:00"`);
    const circle = [people.length, ...people.slice(0, -1).map((_, i) => ((i + round - 1) % (people.length - 1)) + 1)];
    for (let b = 0; b < 6; b++) {
      const pair = [circle[b], circle[11 - b]];
      if ((round + b) % 2) pair.reverse();
      const result = round < 3 || (round === 3 && b > 2) ? `\nresult = "${results[(round + b) % 6]}"` : "";
      lines.push(`[[round.game]]\nboard = "hall-${b + 1}"\nwhite = ${pair[0]}\nblack = ${pair[1]}${result}`);
    }
  }
  return lines.join("\n");
}

let hall, chromium, server, url;
const asked = [];
const make = (...more) => execFileSync(t.program, ["event", "site", "--out", site, "--state", join(hall.dir, "state"), ...more, file], { encoding: "utf8" });

before(async () => {
  writeFileSync(file, eventFile());
  const short = join(dir, "short.pgn");
  writeFileSync(short, `[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n`);
  const mate = join(dir, "mate.pgn");
  writeFileSync(mate, `[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n`);
  const unfinished = script(); // however long the tests take
  unfinished.tell("-e2 +e4 white wait:1s -e7 +e5 black wait:1s -g1 +f3 white wait:1s -b8 +c6 black");
  [hall, chromium] = await Promise.all([
    t.daemon({ boards: [{ id: "hall-1", pgn: short, speed: 20 }, { id: "hall-2", pgn: mate, speed: 20 }, { id: "hall-3", hands: unfinished.file }], users: `[event]\nfile = "${file}"\nround = "3"`, screen: `site = "${join(site, "event")}"` }), t.browser(),
  ]);
  await t.until("two games finished and one begun", () => {
    make();
    const { rounds } = JSON.parse(readFileSync(join(site, "event", "event.json"), "utf8"));
    return rounds[2].games[0].result === "0-1" && rounds[2].games[1].result === "1-0" && rounds[2].games[2].playing;
  });
  const kinds = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".pgn": "application/vnd.chess-pgn", ".woff2": "font/woff2" };
  const port = await t.freePort();
  server = createServer((q, a) => {
    asked.push(q.url);
    const name = new URL(q.url, "http://x").pathname.replace(/\/$/, "/index.html");
    try {
      const text = readFileSync(join(site, name));
      a.writeHead(200, { "Content-Type": kinds[extname(name)] ?? "text/plain" }).end(text);
    } catch {
      a.writeHead(404).end();
    }
  }).listen(port, "127.0.0.1");
  url = `http://127.0.0.1:${port}`;
});
after(async () => {
  await chromium?.close();
  server?.close();
  await hall?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** A page of the event. timed: its time passes as usual, and a test may pass more of it. */
async function open(query, size = t.sizes.laptop, { timed = false } = {}) {
  const page = await chromium.newPage({ viewport: size, locale: "en-GB" });
  if (timed) await page.clock.install();
  page.wrong = t.watch(page);
  page.others = [];
  page.on("request", (q) => new URL(q.url()).origin !== url && !q.url().startsWith("data:") && page.others.push(q.url()));
  page.on("websocket", (ws) => page.others.push(ws.url()));
  await page.goto(`${url}/${query}`);
  await page.waitForSelector(".site main > *, .site main .state, .cm-chessboard .pieces g");
  await t.drawnAnew(page); // widths are those of the page's own font
  return page;
}
/** The words of names that are broken over several lines. */
const broken = (page) => page.evaluate(() => [...document.querySelectorAll(".man b")].flatMap((e) => [...e.textContent.matchAll(/[^\s-]+/g)].filter((m) => {
  const range = document.createRange();
  range.setStart(e.firstChild, m.index);
  range.setEnd(e.firstChild, m.index + m[0].length);
  return new Set([...range.getClientRects()].map((r) => r.top)).size > 1;
}).map((m) => m[0])));
const pages = { round: "?view=round", pairings: "?view=round&round=4", standings: "?view=standings", crosstable: "?view=crosstable", games: "?view=games", player: "?view=player&player=9", watched: "?view=player&player=4", lost: "?view=player&player=99" };

const looks = [["laptop", "dark", "en"], ["laptop", "light", "de"], ["phone", "dark", "es"], ["phone", "light", "de"], ["small", "contrast", "pt"], ["tablet", "dark", "es"], ["uhd", "light", "en"], ["wall", "dark", "de"]];

for (const [k, [name, query]] of Object.entries(pages).entries()) {
  test(`${name}: in every theme and language, from phone to 4K, nothing too wide, axe finds nothing, no request but to files`, async () => {
    for (const [size, theme, lang] of t.some(looks, k)) {
      const page = await open(`${query}&theme=${theme}&lang=${lang}`, t.sizes[size]);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${size} ${lang} is too wide`);
      assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".site main > *")].filter((e) => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > Math.max(...[".ehead", ".state"].map((s) => document.querySelector(s)?.getBoundingClientRect().right ?? 0)) + 1).filter((e) => !e.matches(".scroll")).map((e) => e.className)), [], `${size} ${lang}: over the edge of the page's parts`);
      assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("td .man > *")].filter((e) => e.getBoundingClientRect().right > e.closest("td").getBoundingClientRect().right + 0.5 || e.scrollWidth > e.closest("td").clientWidth).map((e) => e.textContent)), [], `${size} ${lang}: names over the edge of their cells`);
      assert.doesNotMatch(await page.locator("body").innerText(), /event\.|undefined|NaN|\{\w+\}/, `${size} ${lang}`);
      if (size !== "uhd" && size !== "wall") await t.accessible(page, `${size} ${theme}`);
      assert.deepEqual(await broken(page), [], `${size}: words that are broken`);
      assert.deepEqual(await t.cutNames(page, ".br .n"), [], `${size}: letters with marks above and below are whole`);
      if (size === "tablet") assert.deepEqual(await page.locator(".br .n > span").evaluateAll((all) => all.filter((e) => parseFloat(getComputedStyle(e).fontSize) < 11.5).map((e) => e.textContent)), [], "names have the room that points and states leave");
      if (name === "round" && size === "small") assert.ok(await page.locator(".state .say").evaluate((e) => e.clientHeight < 4 * parseFloat(getComputedStyle(e).fontSize)), "how far a round is takes two lines at most beside its day and hour");
      if (size === "uhd") assert.ok((await page.locator("h1").boundingBox()).height > 60, "large enough on a 4K screen");
      await t.picture(page, `event-${name}-${size}-${theme}`, { fullPage: true });
      assert.deepEqual(page.wrong, []);
      assert.deepEqual(page.others, []);
      await page.close();
    }
  });
}

test("the pages of all boards have the event's tabs, place, days and rounds; a wall that many look at from afar has none", async () => {
  for (const [view, size] of [["list", t.sizes.laptop], ["wall", t.sizes.laptop], ["list", t.sizes.phone], ["wall", t.sizes.phone], ["list", t.sizes.small]]) {
    const page = await chromium.newPage({ viewport: size, locale: "en-GB" });
    const wrong = t.watch(page);
    await page.goto(`${hall.url}/?view=${view}&theme=light`);
    const tabs = page.locator(".tabs a");
    await t.until(`${view} ${size.width}: tabs`, async () => (await tabs.allInnerTexts()).join() === "Boards,Pairings,Standings,Games");
    assert.equal(await page.locator(".tabs [aria-current=page]").innerText(), "Boards");
    assert.equal(await page.locator("h1").innerText(), "Tivoli Autumn Open 2026");
    if (view === "list" || size.width > 700) assert.match(await page.locator("main").innerText(), /Ljubljana · 2\d – \d+ November 2026/);
    const current = view === "list" && size.width > 700 ? page.locator(".rounds [aria-current=page]") : page.locator(".rstep b");
    assert.match(await current.innerText(), /^3$|^Round 3 of \d/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} ${size.width}: over the edge`);
    if (view === "wall" && size.width > 700) assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "the wall is as high as the page");
    if (view === "list") {
      const below = page.locator(".below");
      assert.match(await below.innerText(), /^Standings\s+(All 12 players\s+)?After round 2 and the finished games of round 3[\s\S]*About[\s\S]*Ljubljana/);
      assert.deepEqual(await below.locator("tbody tr .pt").allInnerTexts(), JSON.parse(readFileSync(join(site, "event", "event.json"), "utf8")).table.lines.slice(0, 5).map((l) => l.points), "the first five");
    } else {
      assert.equal(await page.locator(".below").count(), 0);
    }
    await t.accessible(page, `${view} ${size.width}`);
    await t.picture(page, `boards-tabs-${view}-${size.width}`);
    await page.locator(".tabs a", { hasText: "Standings" }).click();
    await page.waitForSelector(".site .tb");
    await page.waitForURL(/view=standings.*theme=light|theme=light.*view=standings/);
    await page.goBack();
    await t.until("back at the boards", async () => (await tabs.count()) === 4 && (await page.locator(".site").count()) === 0);
    if (view === "list" && size === t.sizes.laptop) {
      await page.locator(".below .way").click();
      await page.waitForSelector(".site .tb");
    }
    assert.deepEqual(wrong, []);
    await page.close();
  }
  const wall = await chromium.newPage({ viewport: t.sizes.wall, locale: "en-GB" });
  await wall.goto(`${hall.url}/?view=wall`);
  await t.until("the tabs are known", async () => (await wall.locator(".tabs a").count()) === 4);
  assert.equal(await wall.locator(".tabs a:visible").count(), 0);
  await wall.close();
});

test("on paper: every name is whole, and there are no tabs and no buttons", async () => {
  for (const name of ["round", "standings", "player"]) {
    const page = await open(pages[name]);
    await page.emulateMedia({ media: "print" });
    await t.resize(page, { width: 718, height: 1000 });
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".br .n, .tb .man")].filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow === "hidden").map((e) => e.textContent)), [], `${name}: names that are cut`);
    assert.equal(await page.locator(".tabs, .btn").filter({ visible: true }).count(), 0, name);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${name} is too wide`);
    await t.picture(page, `event-${name}-paper`, { fullPage: true });
    assert.deepEqual(page.wrong, []);
    await page.close();
  }
});

test("a player with long opponents and games to replay fits on a phone, with the page's own font and without any", async () => {
  const { rounds } = JSON.parse(readFileSync(join(site, "event", "event.json"), "utf8"));
  const { white, black } = rounds[2].games[1];
  for (const lang of t.first(["de", "pt"], 1)) {
    for (const own of [true, false]) {
      const page = await chromium.newPage({ viewport: t.sizes.small });
      if (!own) await page.route(/woff2/, (r) => r.abort());
      for (const query of [`?view=player&player=${white}`, `?view=player&player=${black}`, "?view=standings", "?view=games", "?view=round"]) {
        await page.goto(`${url}/${query}&lang=${lang}`);
        await page.waitForSelector(".site main > *");
        if (own) await page.evaluate(() => document.fonts.ready);
        for (const width of [320, 390]) {
          await t.resize(page, { width, height: 700 });
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${query} ${lang} ${width} ${own ? "" : "without its font"}: too wide`);
          if (own) assert.deepEqual(await broken(page), [], `${query} ${width}`);
        }
      }
      await page.goto(`${url}/?view=player&player=${white}&lang=${lang}`);
      await page.locator(".plays a.rep:visible").first().click(); // the result leads to the game
      await t.until("the game", async () => page.url().includes("view=replay"));
      await page.close();
    }
  }
});

test("the boards of a site of files are shown in its language and colours", async () => {
  execFileSync(t.program, ["event", "site", "--out", join(site, "elsewhere"), "--live", "https://boards.example.org/live?event=open", "--state", join(hall.dir, "state"), file]);
  const page = await open("elsewhere/?view=round&lang=de&theme=light");
  const tab = page.locator(".tabs a", { hasText: "Bretter" });
  assert.equal(await tab.getAttribute("href"), "https://boards.example.org/live?event=open&lang=de&theme=light");
  assert.match(await page.locator("a.br").evaluateAll((all) => all.map((a) => a.href).find((a) => a.startsWith("https://boards"))), /event=open&lang=de&theme=light&board=hall-3/);
  await page.goto(page.url().replace("&lang=de&theme=light", ""));
  await page.waitForSelector(".tabs a");
  assert.equal(await page.locator(".tabs a").first().getAttribute("href"), "https://boards.example.org/live?event=open", "those of the reader, if the address names none");
  await page.close();
});

test("on a tablet the word for a game that is played now is on one line, in every language", async () => {
  for (const lang of ["es", "pt", "de", "en"]) {
    const page = await open(`?view=round&lang=${lang}`, { width: 820, height: 1180 });
    const heights = await page.locator(".br .sg.ok span").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight)));
    assert.ok(heights.length > 0 && Math.max(...heights) < 1.5, `${lang}: ${heights}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.close();
  }
});

test("in the crosstable opponents, results and colours of a round stand below each other", async () => {
  for (const size of [t.sizes.laptop, t.sizes.phone]) {
    const page = await open("?view=crosstable", size);
    const columns = await page.evaluate(() => [...document.querySelectorAll(".cx tbody tr")].map((row) => [...row.querySelectorAll("td.x")].map((cell) => {
      const [opponent, square] = [...cell.querySelectorAll("i")].map((e) => e.getBoundingClientRect());
      const points = cell.querySelector("b").getBoundingClientRect();
      return [opponent.right, (points.left + points.right) / 2, square.left].map(Math.round).join();
    })));
    assert.ok(columns.length === people.length && columns[0].length >= 3);
    for (let k = 0; k < columns[0].length; k++) assert.equal(new Set(columns.map((row) => row[k])).size, 1, `${size.width}, round ${k + 1}: ${columns.map((row) => row[k]).join(" | ")}`);
    await page.close();
  }
});

test("a 4K screen shows twelve players whole, in the standings and in the crosstable", async () => {
  for (const view of ["standings", "crosstable"]) {
    const page = await open(`?view=${view}`, t.sizes.uhd);
    const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    assert.ok(over <= 0, `${view}: ${over} px are below the edge`);
    await t.picture(page, `event-${view}-uhd`);
    await page.close();
  }
});

test("a cell of the crosstable leads to the game's board while it is played, to its replay afterwards", async () => {
  const page = await open("?view=crosstable");
  const links = await page.locator(".cx td.x a").evaluateAll((all) => all.map((a) => ({ to: a.search, live: a.parentElement.classList.contains("live"), says: a.innerText, box: a.getBoundingClientRect().height })));
  const live = links.filter((l) => l.live);
  assert.equal(live.length, 0, "these files name no place where boards can be followed");
  assert.equal(links.length, 4, "two games with a record, seen by two players each");
  assert.ok(links.every((l) => /view=replay/.test(l.to) && /Replay/.test(l.says) && l.box >= 44), JSON.stringify(links));
  await page.close();
  const here = await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" });
  await here.goto(`${hall.url}/?view=crosstable`);
  const cell = here.locator(".cx td.live a").first();
  await cell.waitFor();
  assert.equal(await here.locator(".cx td.live a").count(), 2);
  assert.match(await cell.innerText(), /Watch/);
  await cell.click();
  await t.until("its board", async () => new URL(here.url()).searchParams.get("board") === "hall-3" && (await t.stateOf(here)) === "live");
  assert.equal(new URL(here.url()).searchParams.get("event"), "open", "whose board it is, as two events can have one of that name");
  await here.close();
});

test("a page without a view is that of the round", async () => {
  const page = await open("");
  assert.equal(await page.locator(".tabs [aria-current=page]").innerText(), "Pairings");
  assert.equal(await page.locator(".br").count(), 6);
  await page.close();
});

test("a round has its results, what is played now, and its games as PGN", async () => {
  const page = await open("?view=round");
  const text = (await page.locator("main").innerText()).replace(/\s+/g, " ");
  assert.match(text, /Round 3 .*5 of 6/);
  const rows = await page.locator(".br").allInnerTexts();
  assert.equal(rows.length, 6);
  assert.match(rows[0].replace(/\s+/g, " "), /^1 .*0–1.* 2 moves/);
  assert.match(rows[2], /Move|Live/i);
  const [save] = await Promise.all([page.waitForEvent("download"), page.locator("a[download]").click()]);
  const pgn = readFileSync(await save.path(), "utf8");
  assert.equal((pgn.match(/^\[Event /gm) ?? []).length, 3);
  assert.match(pgn, /\[Result "0-1"\][\s\S]*Qh4# 0-1/);
  await page.locator(".rounds a", { hasText: "4" }).click();
  await page.waitForSelector("text=Round 4 starts at");
  await page.goto(`${url}/?view=games&round=4`);
  await page.waitForSelector("text=No game has been played yet.");
  await page.goBack();
  await page.waitForSelector("text=Round 4 starts at");
  assert.match(await page.locator(".br").first().innerText(), /\d/);
  assert.deepEqual(page.others, []);
  await page.close();
});

test("the standings are those of touchmove event table, with the tie-breaks of the event file", async () => {
  const page = await open("?view=standings");
  const shown = await page.locator(".tb tbody tr").evaluateAll((rows) => rows.map((r) => [r.querySelector("b").textContent, r.querySelector(".pt").textContent]));
  const table = JSON.parse(execFileSync(t.program, ["event", "table", "--json", "--state", join(hall.dir, "state"), file], { encoding: "utf8" }));
  assert.deepEqual(shown, table.players.map((p) => [p.name.split(",")[0], String(p.points).replace(/^0?\.5$/, "½").replace(/\.5$/, "½")]));
  assert.deepEqual(await page.locator(".tb th abbr").evaluateAll((all) => all.map((e) => `${e.textContent}: ${e.title}`)), ["BH-C1: Buchholz Cut 1", "BH: Buchholz", "SB: Sonneborn-Berger"]);
  const ties = await page.locator(".tb tbody tr").evaluateAll((rows) => rows.map((r) => [...r.querySelectorAll(".r.m")].slice(-3).map((e) => Number(e.textContent.replace(/½$/, ".5")))));
  assert.deepEqual(ties, table.players.map((p) => p.tie_breaks.map((b) => b.value)));
  assert.match(await page.locator(".note").innerText(), /in this order: direct encounter, Buchholz Cut 1 \(BH-C1\), Buchholz \(BH\), Sonneborn-Berger \(SB\)\./);
  const [report] = await Promise.all([page.waitForEvent("download"), page.locator("a[download]").click()]);
  const trf = readFileSync(await report.path(), "utf8");
  assert.match(trf, /^012 Tivoli Autumn Open 2026\r\n/);
  assert.equal((trf.match(/^001 /gm) ?? []).length, 12);
  await page.locator(".tb a", { hasText: "Święcicka" }).click();
  await page.waitForSelector(".pname");
  assert.match(await page.locator("main").innerText(), /Święcicka-Wołodźko, Małgorzata[\s\S]*POL[\s\S]*2431/);
  assert.equal(await page.locator("a[download]").count(), 0, "no game of hers was recorded");
  await page.goBack();
  await page.waitForSelector(".tb >> text=BH-C1");
  await page.close();
});

test("a game is replayed from its file, and nothing is live about it", async () => {
  const page = await open("?view=games");
  const [save] = await Promise.all([page.waitForEvent("download"), page.locator("a[download]").click()]);
  assert.equal((readFileSync(await save.path(), "utf8").match(/^\[Event /gm) ?? []).length, 3, "every game in one file");
  const game = await page.locator(".arch tbody tr", { has: page.locator(".rep") }).last().innerText();
  await page.locator(".arch tbody tr", { has: page.locator(".rep") }).last().locator("a.man").first().click();
  await page.waitForSelector(".pname");
  const [own] = await Promise.all([page.waitForEvent("download"), page.locator("a[download]").click()]);
  const pgn = readFileSync(await own.path(), "utf8");
  assert.deepEqual([(pgn.match(/^\[Event /gm) ?? []).length, game.includes(pgn.match(/^\[White "([^,"]+)/m)[1])], [1, true], "a player's games in one file");
  await page.goBack();
  await page.locator(".find").fill("svec");
  await t.until("fewer games", async () => (await page.locator(".arch tbody tr").count()) === 3);
  await page.locator(".find").fill("");
  await page.locator(".arch .rep").first().click();
  await t.until("the last position", async () => page.url().includes("view=replay") && /[a-zA-Z]/.test((await t.drawn(page)) ?? ""));
  await t.waitState(page, "finished");
  assert.doesNotMatch(await page.locator("main").innerText(), /\bLive\b/);
  assert.match(await page.locator(".state .at").innerText(), /^\w+,? \d+ \w+$/, "the day of the game, not an hour");
  const replayed = await (await fetch(`${url}/event/games/${new URL(page.url()).searchParams.get("game")}.pgn`)).text();
  const pressed = replayed.match(/\[%clk /g).length;
  await t.until("the time used for every move that a press ended, with the increment", async () => (await page.locator(".mv time").count()) === pressed);
  await t.accessible(page);
  await t.picture(page, "event-replay-1366");
  await page.keyboard.press("Home");
  await t.until("the first position", async () => (await t.drawn(page)) === "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
  const there = page.url();
  await page.keyboard.press("w");
  await page.waitForSelector(".arch");
  await page.route(/\/games\/[^/]*\.pgn$/, (route) => route.fulfill({ body: replayed.replace(/\{\[%clk [^}]*\}/g, "") }));
  await page.goto(there);
  await t.waitState(page, "finished");
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".mv .op")).borderBottomColor), "rgba(0, 0, 0, 0)", "no strip above the moves where nothing is known");
  assert.deepEqual(page.wrong, []);
  assert.deepEqual(page.others, []);
  await page.close();
});

test("a page that is open shows a new result by itself; what has not changed is not written again", async () => {
  assert.match(make(), /^$|files written/);
  const page = await open("?view=round&round=4", t.sizes.laptop, { timed: true });
  const before = readFileSync(file, "utf8");
  const at = before.lastIndexOf("black = ");
  writeFileSync(file, `${before.slice(0, before.indexOf("\n", at) < 0 ? undefined : before.indexOf("\n", at))}\nresult = "1/2-1/2"\n`);
  make();
  await t.until("the result", async () => {
    await page.clock.runFor(1000);
    return (await page.locator(".mid.res", { hasText: "½–½" }).count()) > 0;
  });
  writeFileSync(file, before);
  make();
  await page.close();
});

test("a daemon serves the same pages as its own: from its menu, without a connection, of files that any cache may keep", async () => {
  const page = await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" });
  const wrong = t.watch(page);
  const sockets = [];
  const files = [];
  page.on("websocket", (ws) => sockets.push(ws.url()));
  page.on("response", (r) => files.push({ url: r.url(), status: r.status(), etag: r.headers().etag, kept: r.headers()["cache-control"] ?? "" }));
  await page.goto(`${hall.url}/?board=hall-3`);
  await page.locator(".mb:visible").click();
  await page.locator(".menu").waitFor(); // it is loaded first
  for (const size of [t.sizes.small, t.sizes.phone, t.sizes.laptop]) {
    await t.resize(page, size);
    await t.until("the page in the layout of its size", () => page.evaluate((small) => document.querySelector("main.small") !== null === small, size.width < 1000));
    assert.equal(await page.locator(".menu:visible").count(), 1, "the menu stays open in another layout of the page");
    const over = await page.locator(".menu > *:visible").evaluateAll((all) => all.filter((e, i) => i > 0 && e.getBoundingClientRect().top < all[i - 1].getBoundingClientRect().bottom - 1 || [...e.querySelectorAll(".btn")].some((b) => b.getBoundingClientRect().bottom > e.getBoundingClientRect().bottom + 1)).map((e) => e.className));
    assert.deepEqual(over, [], `${size.width}: lines of the menu that overlap`);
    await page.locator(".menu > *:visible").last().scrollIntoViewIfNeeded();
    await page.locator(".menu .btn").last().click({ trial: true });
  }
  await page.getByRole("link", { name: "Pairings" }).click();
  await page.waitForSelector(".bl .br");
  assert.match((await page.locator(".br").first().innerText()).replace(/\s+/g, " "), /^1 .*0–1/);
  // From here on, the pages of the event request only files.
  sockets.length = files.length = 0;
  for (const view of ["round", "standings", "crosstable", "games", "player&player=9"]) {
    await page.goto(`${hall.url}/?view=${view}`);
    await page.waitForSelector(".site main > *");
  }
  await page.goto(`${hall.url}/?view=games`);
  await page.locator(".arch .rep", { hasText: "0–1" }).first().click();
  await t.until("the last move of the file", async () => (await page.locator(".mv .now, .mvs .now").allInnerTexts()).some((x) => x.startsWith("Qh4#")));
  assert.deepEqual(sockets, []);
  // The browser may report a response later than the page shows what came with it.
  await t.until("the event and a game are files", () => files.some((f) => f.url.endsWith("/event/event.json")) && files.some((f) => f.url.endsWith(".pgn")));
  assert.deepEqual(files.filter((f) => !f.url.startsWith(hall.url) || ![200, 304].includes(f.status) || !f.etag || !/max-age|no-cache/.test(f.kept)), []);
  // Next to the link to the boards, the words of the other tabs are complete.
  for (const lang of ["en", "de", "es", "pt"]) {
    await page.goto(`${hall.url}/?view=round&lang=${lang}`);
    await page.waitForSelector(".bl .br");
    for (const width of [390, 320]) {
      await t.resize(page, { width, height: 700 });
      assert.equal(await page.locator(".tabs a").count(), 4);
      assert.deepEqual(await page.locator(".tabs a").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)), [], `${lang} ${width}`);
    }
  }
  await t.resize(page, t.sizes.laptop);
  // A game in progress links to its board, and the board back to the event.
  await page.goto(`${hall.url}/?view=round`);
  await page.locator("a.br", { hasText: /move \d/ }).first().click();
  await t.until("its board", async () => /board=hall-3/.test(page.url()) && (await t.stateOf(page)) === "live");
  assert.deepEqual(wrong, []);
  await page.close();
});

const nothing = mkdtempSync(join(dir, "nothing-"));

/** The pages of an event file of its own, without journals; the page is open at a view. */
async function made(name, text, query, more) {
  const own = join(dir, `${name}.toml`);
  writeFileSync(own, text);
  execFileSync(t.program, ["event", "site", "--out", join(site, name), "--state", nothing, own]);
  return open(`${name}/${query}`, t.sizes.laptop, more);
}

const trio = (head, results, dates = []) => `event = "Cup"\n${head}\n${["Öst, Åke", "Ng, Cy", "Lo, Ed"].map((n, i) => `[[player]]\nno = ${i + 1}\nname = "${n}"\n`).join("")}` +
  results.map((r, i) => `[[round]]\nround = ${i + 1}\n${dates[i] ?? ""}\n[[round.game]]\nboard = 1\nwhite = ${[1, 2, 3][i]}\nblack = ${[2, 3, 1][i]}\n${r && `result = "${r}"`}\n`).join("");

test("after the last round the pages say who won; before it, and if the number of rounds is not known, nobody has", async () => {
  const state = (page) => page.locator(".site .state").innerText();
  for (const [lang, said] of t.first(Object.entries({ en: "Finished · Åke Öst won the event", es: "Terminada · Åke Öst ganó el torneo", pt: "Terminada · Åke Öst venceu o torneio", de: "Beendet · Åke Öst gewann das Turnier" }), 2)) {
    const page = await made("won", trio("", ["1-0", "1/2-1/2", "0-1"]), `?view=standings&lang=${lang}`);
    assert.equal(await state(page), said);
    for (const view of ["crosstable", "round"]) {
      await page.goto(page.url().replace(/view=\w+/, `view=${view}`));
      await page.waitForSelector(".site .state");
      assert.equal(await state(page), said, view);
    }
    await page.close();
  }
  for (const [name, text, said] of [
    ["one-round", trio("rounds = 2", ["1-0"]), "After round 1"],
    ["unknown", trio("", ["1-0", "1/2-1/2"]), "After round 2"],
    ["two", trio("rounds = 2", ["1-0", "1/2-1/2"]), "Finished · Åke Öst won the event"],
    ["going-on", trio("rounds = 2", ["1-0", ""]), "After round 1"],
    ["level", trio("", ["1-0", "1-0", "1-0"]), "Finished · Åke Öst, Cy Ng and Ed Lo share first place"],
  ]) {
    const page = await made(name, text, "?view=standings");
    assert.equal(await state(page), said, name);
    await page.close();
  }
});

test("what the event is stands below its pairings, in words", async () => {
  const head = `site = "Tivoli hall, Ljubljana"\ntime_control = "40/5400+30:1800+30"\nchief_arbiter = "Kožuh, Tjaša"\nrounds = 7`;
  const dates = ["2026-11-20", "2037-11-21"].map((d) => `date = ${d}\ntime = "15:00Z"`);
  for (const [lang, time, at] of [["en", "90 minutes for 40 moves, then 30 minutes, plus 30 seconds a move", "7, at 15:00"], ["de", "90 Minuten für 40 Züge, danach 30 Minuten, dazu 30 Sekunden je Zug", "7, um 15:00 Uhr"]]) {
    const page = await made("about", trio(head, ["1-0", ""], dates), `?view=round&round=1&lang=${lang}`, { timezoneId: "UTC" });
    const facts = await page.locator(".about dd").allInnerTexts();
    assert.deepEqual(facts.slice(0, 4), ["Tivoli hall, Ljubljana", at, time, "Kožuh, Tjaša"]);
    assert.match(facts[4], /2, .*21.*, 15:00$/, "the next round");
    assert.deepEqual(await page.locator(".rounds :is(a,.next)").allInnerTexts(), ["1", "2", "3", "4", "5", "6", "7"]);
    await t.accessible(page);
    if (lang === "en") await t.picture(page, "event-about-1366", { fullPage: true });
    await page.close();
  }
  const bare = await made("bare", trio("", [""]), "?view=round");
  assert.equal(await bare.locator(".about").count(), 0, "nothing to say");
  await bare.close();
});

test("an address that names nothing leads to the site, at any depth and below any path, in the reader's language", async () => {
  const made = readFileSync(join(site, "404.html"));
  const inside = "/clubs/tivoli/"; // as GitHub Pages serves a project, with 404.html for whatever is missing
  const port = await t.freePort();
  const files = createServer((q, a) => {
    const path = new URL(q.url, "http://x").pathname;
    try {
      if (!path.startsWith(inside)) throw new Error("elsewhere");
      const name = path.slice(inside.length) || "index.html";
      const text = readFileSync(join(site, name));
      a.writeHead(200, { "Content-Type": { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml" }[extname(name)] ?? "text/plain" }).end(text);
    } catch {
      a.writeHead(404, { "Content-Type": "text/html; charset=utf-8" }).end(made);
    }
  }).listen(port, "127.0.0.1");
  try {
    const page = await chromium.newPage({ viewport: t.sizes.phone, locale: "pt-BR", colorScheme: "light" });
    for (const path of ["nothing", "event/nothing/", "a/b/c/d.html"]) {
      await page.goto(`http://127.0.0.1:${port}${inside}${path}`);
      assert.equal(await page.locator("h1").innerText(), "Não há nenhuma página neste endereço.");
      await t.until("the way to the site is found", async () => (await page.locator("#to").getAttribute("href")) === inside);
      assert.deepEqual(await page.locator("#to").innerText(), "Tivoli Autumn Open 2026");
    }
    await t.accessible(page, "the page for what is not there");
    await t.picture(page, "event-404");
    await page.getByRole("button", { name: "DE" }).click();
    assert.equal(await page.locator("h1").innerText(), "Unter dieser Adresse gibt es keine Seite.");
    await page.locator("#to").click();
    await page.waitForSelector(".site main table, .site .state");
    assert.equal(await page.locator("html").getAttribute("lang"), "de", "the language goes along");
    await page.close();
  } finally {
    files.closeAllConnections();
    files.close();
  }
});

test("the event's bundle is loaded on its pages alone, and none of them asks for a board", async () => {
  const bundle = asked.find((u) => /bundle-\w+\.js/.test(u));
  assert.ok(bundle, "the bundle");
  const before = asked.length;
  const page = await open("?view=standings");
  assert.equal(asked.slice(before).some((u) => /now\/|mqtt/.test(u)), false);
  await page.close();
  const live = await chromium.newPage();
  const got = [];
  live.on("request", (q) => got.push(new URL(q.url()).pathname));
  await live.goto(`${hall.url}/?board=hall-1`);
  await live.waitForSelector(".cm-chessboard .pieces g");
  assert.equal(got.some((p) => p === bundle.split("?")[0] || p === "/event.css"), false, got.join(" "));
  await live.close();
});
