// The arbiter's page as a place of work: which board it opens, where Back leads, what it shows and does
// without a connection, and how a board with many wrong squares is put right.

import assert from "node:assert/strict";
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
  await b.begin(20 + i);
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
  const page = await desk("urgent");
  await t.until("all cards", async () => (await page.locator(".card").count()) === 3);
  await t.until("the illegal move", async () => /^Board 5 ·/.test(await title(page)));
  await page.waitForTimeout(2000);
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
  assert.equal(await page.locator(".answer").innerText(), "Board 1, Enter the result: Not sent: no connection");
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
