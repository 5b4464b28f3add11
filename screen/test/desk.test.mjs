// The arbiter's page as a place of work: which board it opens, where Back leads, what it shows and does
// without a connection, and how a board with many wrong squares is put right.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

const games = t.games();
let broker, server, feed, chromium;

before(async () => {
  ({ broker, server, feed, chromium } = await t.stand());
});
after(() => t.stop(chromium, feed, server, broker));

/** Boards of an event of their own, each in the middle of a game. */
const hall = (event, n) => Promise.all(Array.from({ length: n }, async (_, i) => {
  const game = games[i % games.length];
  const b = feed.board(`hall-${i + 1}`, { ...game, tags: { ...game.tags, Event: "Masters Sample Open", Round: "4" } }, event);
  await b.begin(20 + (i % 20));
  return b;
}));

/** A page at which an arbiter has logged in. */
async function desk(event, options = {}, more = "") {
  const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "en-GB", ...options });
  await page.goto(`${server.url}/?view=arbiter&event=${event}${more}`);
  await login(page);
  return page;
}

async function login(page) {
  await page.fill("#user", "ann");
  await page.fill("#password", "x");
  await page.click("button[type=submit]");
}

const title = (page) => page.locator(".mid h2 span").innerText();

test("the page opens the most urgent board, whichever message comes first, and then stays where it is", async () => {
  const boards = await hall("urgent", 6);
  await boards[0].availability("offline"); // its topic comes before those of the others
  await boards[4].ring([{ id: "illegal_move", cause: "black 1", urgent: true, player: "black", what: "illegal move", count: 1 }]);
  await boards[2].ring([{ id: "guessed_move", cause: "12", ply: 12, san: "Nf6" }]);
  const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "en-GB" });
  await page.clock.install();
  await page.goto(`${server.url}/?view=arbiter&event=urgent`);
  await login(page);
  await t.until("all cards", async () => (await page.locator(".card").count()) === 3);
  await t.until("the illegal move", async () => /^Board 5 ·/.test(await title(page)));
  await page.clock.runFor(3000); // more retained messages are no longer expected
  await boards[1].ring([{ id: "claim", cause: "white 1", urgent: true, player: "white", what: "repetition" }]);
  await boards[4].ring([]);
  await t.until("the claim", async () => /Board 2/.test(await page.locator(".card .t b").first().innerText()));
  assert.match(await title(page), /^Board 5 ·/, "somebody may be at work there");
  await page.close();
});

test("on a phone each page of the desk is an entry of the browser's history: Back and Forward stay at the desk", async () => {
  const boards = await hall("back", 3);
  await boards[1].ring([{ id: "guessed_move", cause: "12", ply: 12, san: "Nf6" }]);
  const page = await chromium.newPage({ viewport: t.sizes.phone, locale: "en-GB" });
  await page.goto(`${server.url}/?view=list&event=back`);
  await page.goto(`${server.url}/?view=arbiter&event=back`);
  await login(page);
  const shows = (tab) => t.until(tab, async () => (await page.locator(".arb").getAttribute("data-tab")) === tab);
  await page.locator(".card .t").click();
  await shows("board");
  await page.locator(".tabs button").nth(2).click();
  await shows("done");
  await page.locator(".tabs button").nth(2).click(); // where it is already
  await page.goBack();
  await shows("board");
  await page.goBack();
  await shows("needs");
  assert.equal(await page.locator(".tabs button").nth(0).getAttribute("aria-current"), "page");
  await page.goForward();
  await shows("board");
  assert.match(await title(page), /^Board 2 ·/);
  assert.equal(await page.locator("#password").count(), 0, "nobody has to log in again");
  await page.close();
});

/** The page's WebSockets in the hands of a test: cut, and refused while it says so. */
async function wires(page, refused = false) {
  const wire = { refused, open: [] };
  await page.routeWebSocket(/.*/, (ws) => {
    if (wire.refused) return void ws.close();
    const there = ws.connectToServer();
    wire.open.push(ws, there);
  });
  wire.cut = async () => {
    wire.refused = true;
    await Promise.all(wire.open.splice(0).map((ws) => ws.close()));
  };
  return wire;
}

test("without a connection the desk says that nothing is known, in grey, and offers nothing", async () => {
  await hall("unknown", 4);
  const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "en-GB" });
  const wire = await wires(page, true);
  await page.goto(`${server.url}/?view=arbiter&event=unknown`);
  await login(page);
  const quiet = page.locator(".q .quiet");
  const enabled = () => page.locator(".does button:enabled").count();
  const filter = () => page.locator(".two .bd").first().evaluate((e) => getComputedStyle(e).filter);
  await t.until("nothing known", async () => (await quiet.innerText()) === "Not known: no connection");
  const unknown = async () => {
    assert.equal(await enabled(), 0, "commands");
    assert.match(await filter(), /grayscale/, "the board");
    assert.equal(await page.locator(".hok").count(), 0, "green sensors");
    assert.equal(await page.locator(".lg .ok").innerText(), "not known");
  };
  await unknown();
  await t.picture(page, "desk-unknown-1440");

  wire.refused = false;
  await t.until("all boards", async () => (await page.locator(".strip .cell").count()) === 4);
  await t.until("in order", async () => (await page.locator(".hd .cnt.o").innerText()) === "4 in order");
  assert.equal(await quiet.innerText(), "Nothing needs you");
  assert.equal(await enabled(), 7);
  assert.equal(await page.locator(".hok").count(), 64);
  assert.equal(await filter(), "none");

  await wire.cut();
  await t.until("grey", async () => (await page.locator(".hd .cnt.o").count()) === 0);
  assert.deepEqual(await page.locator(".hd .cnt:visible").allInnerTexts(), ["not known"]);
  assert.equal(await quiet.innerText(), "Not known: no connection");
  await unknown();
  await t.accessible(page, "no connection");
  await page.close();
});

test("what an arbiter decides without a connection is not sent, also not later, and the page says so", async () => {
  const [board] = await hall("unsent", 1);
  await board.ring([{ id: "game_finished", cause: "1/2-1/2", result: "1/2-1/2", what: "agreement" }]);
  const commands = [];
  const take = (topic, bytes) => topic.includes("/unsent/") && topic.includes("/cmd/") && given(bytes) && commands.push(topic);
  feed.client.on("message", take);
  await feed.client.subscribeAsync("touchmove/v1/unsent/+/cmd/+", { qos: 1 });
  const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "en-GB" });
  const wire = await wires(page);
  await page.goto(`${server.url}/?view=arbiter&event=unsent`);
  await login(page);
  await t.until("the board", async () => (await page.locator(".strip .cell").count()) === 1);
  const confirm = page.locator(".card .bt button", { hasText: "Confirm ½–½" });
  await confirm.waitFor();
  await wire.cut();
  await t.until("cut", async () => (await page.locator(".hd .cnt.o").count()) === 0 || /Reconnecting|last position/.test(await page.locator(".hd").innerText()));
  await confirm.click();
  const dialog = page.locator("dialog.act");
  await dialog.locator(".danger").click();
  await t.until("the refusal", async () => (await dialog.locator(".refused").innerText()) === "Not sent: no connection");
  await t.until("and in the line", async () => (await page.locator(".answer").innerText()) === "Board 1, Enter the result: Not sent: no connection");
  wire.refused = false;
  await t.until("again", async () => (await page.locator(".does button:enabled").count()) > 0 && !/Reconnecting|last position/.test(await page.locator(".hd").innerText()));
  await page.waitForTimeout(1500);
  assert.deepEqual(commands, [], "nothing goes out later");
  await dialog.locator(".danger").click();
  await t.until("sent", () => commands.length === 1);
  feed.client.off("message", take);
  await page.close();
});

/** Whether a command was given by a person: a page also asks, with one that has expired, what its user may do. */
const given = (bytes) => Date.parse(JSON.parse(bytes).expires) !== 0;

test("a board with many wrong squares: the position that must stand with the next six steps on it, the list beside it, nothing cut", async () => {
  const [board] = await hall("many", 3);
  board.players = { white: { name: "Hernández Guerrero de la Cruz, José" }, black: { name: "Święcicka-Wołodźko, Małgorzata" } };
  await board.begin(board.count);
  await board.ring([{ id: "illegal_move", cause: "black 1", urgent: true, player: "black", what: "illegal move", count: 1 }]);
  const steps = [{ square: "e3", put: "" }, { square: "h5", put: "" }, ..."abcdefgh".split("").flatMap((f) => [1, 2, 7, 8].map((r) => ({ square: `${f}${r}`, put: r < 3 ? "P" : "p" })))].slice(0, 32);
  await board.desk({ guide: steps, illegal: { white: 0, black: 1 } });
  for (const [lang, theme, size] of [["en", "dark", { width: 1440, height: 900 }], ["de", "light", { width: 1366, height: 768 }], ["es", "contrast", t.sizes.phone]]) {
    const page = await desk("many", { viewport: size }, `&lang=${lang}&theme=${theme}`);
    await page.locator(".card .t").first().click();
    await t.until("the list", async () => (await page.locator(".guide li").count()) === 32);
    assert.equal(await page.locator(".mid figure:visible").count(), 1, "one position");
    assert.deepEqual(await page.locator(".mno-t").allTextContents(), ["1", "2", "3", "4", "5", "6"]);
    assert.deepEqual([await page.locator(".marks .moff").count(), await page.locator(".marks .mput").count()], [2, 4]);
    assert.equal(await page.locator(".mid figure:visible .mhatch").count(), 0, "nothing is hatched");
    if (lang === "en") assert.match(await page.locator(".mid").innerText(), /Correct the board: 32 squares left[\s\S]*Take off e3[\s\S]*then 26 more/);
    const lines = await page.locator(".card .t small").evaluateAll((all) => all.filter((e) => e.checkVisibility()).map((e) => e.textContent));
    if (size.width > 1000) assert.deepEqual(lines, [(await title(page)).split(" · ")[1]], "whose board it is");
    const cut = await page.locator(".guide li").evaluateAll((all) => all.slice(0, 6).filter((e) => {
      const r = e.getBoundingClientRect();
      const box = e.closest(".guide").getBoundingClientRect();
      return r.bottom > box.bottom + 0.5 || r.top < box.top - 0.5 || e.scrollWidth > e.clientWidth;
    }).map((e) => e.textContent));
    assert.deepEqual(cut, [], `${lang} ${size.width}: steps that are cut`);
    if (size.width > 1000) assert.deepEqual(await page.locator(".stage").evaluate((e) => e.scrollHeight - e.clientHeight), 0, "the middle does not scroll");
    await t.picture(page, `desk-putright-${lang}-${theme}-${size.width}`, { fullPage: size.width < 1000 });
    await t.accessible(page, `putting right, ${lang} ${theme}`);
    for (const narrow of size.width > 1000 ? [size] : [size, t.sizes.small]) {
      await t.resize(page, narrow);
      await t.until(`${narrow.width}: names beside the clocks`, () => page.locator(".pp .n").evaluateAll((all) => all.length === 2 && all.every((e) => e.firstElementChild.offsetWidth <= e.clientWidth && e.offsetHeight < 30 && /^(Hernández|Święcicka)/.test(e.textContent))), 15_000);
      assert.deepEqual(await t.cutNames(page, ".pp .n"), [], `${narrow.width}: names that are cut`);
    }
    await page.close();
  }
});

test("the words in the cells of all boards are whole, in every language and at every width of a desk", async () => {
  const texts = JSON.parse(readFileSync(join(t.root, "internal", "words", "de.json"), "utf8"));
  const kinds = [...new Set(Object.values(texts).flatMap((group) => Object.keys(group)))].filter((k) => /^short\.[a-z_]+$/.test(k)).map((k) => k.slice(6));
  const boards = await hall("cells", kinds.length);
  await Promise.all(boards.map((b, i) => b.ring([{ id: kinds[i], cause: "1", urgent: true, ply: 3, san: "Nf6", squares: ["c4"] }])));
  const cut = new Set();
  for (const lang of ["de", "en", "es", "pt"]) {
    const page = await desk("cells", {}, `&lang=${lang}`);
    await t.until("all boards", async () => (await page.locator(".strip .cell").count()) === kinds.length);
    await t.until("all alarms", async () => (await page.locator(".card").count()) >= kinds.length);
    for (const width of [1024, 1280, 1366, 1440, 1600, 1920]) {
      await t.resize(page, { width, height: 900 });
      for (const word of await page.locator(".strip .cell > span:not(.vh)").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent))) cut.add(`${lang} ${word}`);
    }
    await page.close();
  }
  assert.deepEqual([...cut], []);
});

test("a login that is refused says that it may be the page's address, and which that is", async () => {
  process.env.ANN = "open sesame";
  const hall = await t.daemon({ boards: [{ id: "hall-1", speed: 20 }], users: `[[mqtt.user]]\nname = "ann"\nrole = "arbiter"\npassword_env = "ANN"` });
  const own = new URL(hall.url);
  const foreign = createServer((from) => { // as a proxy whose address the configuration does not have
    const to = connect(Number(own.port), own.hostname);
    for (const [a, b] of [[from, to], [to, from]]) a.pipe(b).on("error", () => a.destroy());
  });
  await new Promise((ready) => foreign.listen(0, "127.0.0.1", ready));
  const address = `http://localhost:${foreign.address().port}`;
  const page = await chromium.newPage({ locale: "en-GB" });
  await page.goto(`${address}/?view=arbiter&broker=${encodeURIComponent(hall.ws)}`);
  await page.fill("#user", "ann");
  await page.fill("#password", "open sesame");
  await page.click("button[type=submit]");
  await page.waitForSelector("[data-state=refused]");
  assert.equal(await page.locator("[data-state=refused]").innerText(), `Refused: wrong user or password, or this page's address, ${address}, is not allowed (origins in the configuration)`);
  await t.accessible(page, "refused");
  await page.close();
  foreign.close();
  await hall.stop();
});

test("on paper the desk has no bar and no buttons, and nothing covers anything", async () => {
  const boards = await hall("paper", 12);
  await boards[2].ring([{ id: "illegal_move", cause: "black 1", urgent: true, player: "black", what: "illegal move", count: 1 }]);
  const page = await desk("paper");
  await t.until("the card", async () => (await page.locator(".card").count()) === 1);
  await t.resize(page, { width: 718, height: 1040 }); // A4 with the browser's margins
  for (const tab of [0, 1, 2]) {
    await page.locator(".tabs button").nth(tab).click();
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".tabs:visible, .does:visible, .bt button:visible, .plain:visible, .arb input:visible").count(), 0, `page ${tab}`);
    assert.deepEqual(await page.locator(".arb *").evaluateAll((all) => all.filter((e) => e.checkVisibility() && getComputedStyle(e).position === "fixed").map((e) => e.className)), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "over the edge");
    await t.picture(page, `desk-paper-${tab}`, { fullPage: true });
    await page.emulateMedia({ media: null });
  }
  await page.close();
});
