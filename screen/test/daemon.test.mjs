// The screen of a real daemon with simulated boards: every view, an arbiter's login,
// and a restart.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import mqtt from "mqtt";
import * as t from "./lib.mjs";

const users = `[[mqtt.user]]\nname = "ann"\nrole = "arbiter"\npassword_env = "TOUCHMOVE_TEST_ARBITER"\n[[mqtt.user]]\nname = "tim"\nrole = "technician"\npassword_env = "TOUCHMOVE_TEST_TECHNICIAN"\n`;
process.env.TOUCHMOVE_TEST_ARBITER = "open sesame";
process.env.TOUCHMOVE_TEST_TECHNICIAN = "spanner";

let hall, chromium, reader;
const states = new Map();

before(async () => {
  [hall, chromium] = await Promise.all([t.daemon({ boards: ["hall-1", "hall-2"], speed: 20, users }), t.browser()]);
  reader = mqtt.connect(hall.mqtt, { reconnectPeriod: 200 });
  reader.on("connect", () => reader.subscribe("touchmove/v1/open/+/state", { qos: 1 }));
  reader.on("message", (topic, bytes) => states.set(topic.split("/")[3], JSON.parse(bytes)));
  await t.until("games under way", () => [...states.values()].filter((s) => s.ply >= 2).length === 2);
});
after(async () => {
  await chromium?.close();
  reader?.end(true);
  await hall?.stop();
});

async function open(query, size = t.sizes.laptop) {
  const page = await chromium.newPage({ viewport: size, colorScheme: "dark", locale: "en-GB" });
  page.wrong = t.watch(page);
  await page.goto(`${hall.url}/${query}`);
  return page;
}

/** Whether the page shows the same as the board's state at that moment. */
const follows = (page, id, where) => t.until(`${id} as its state`, async () => (await t.drawn(page, where)) === states.get(id).fen.split(" ")[0]);

test("one board follows the play, move by move", async () => {
  const page = await open("?board=hall-2");
  await follows(page, "hall-2");
  const ply = states.get("hall-2").ply;
  await t.until("more moves", () => states.get("hall-2").ply !== ply);
  await follows(page, "hall-2");
  await t.picture(page, "daemon-one-1366");
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("without a word, two boards are a wall; embed, overlay and phone follow too", async () => {
  const wall = await open("", t.sizes.wall);
  await t.until("two tiles", async () => (await wall.locator(".wall .tile").count()) === 2);
  await follows(wall, "hall-1", ".wall .tile:nth-child(1) .bd");
  await follows(wall, "hall-2", ".wall .tile:nth-child(2) .bd");
  await t.picture(wall, "daemon-wall-1080p");
  assert.deepEqual(wall.wrong, []);
  await wall.close();
  for (const [query, size] of [["?view=embed&board=hall-1", t.sizes.embed], ["?view=obs&board=hall-1", t.sizes.wall], ["?board=hall-1&lang=es", t.sizes.phone]]) {
    const page = await open(query, size);
    await follows(page, "hall-1");
    assert.deepEqual(page.wrong, []);
    await page.close();
  }
});

test("the arbiter's view asks for a credential, shows what only arbiters see, and commands", async () => {
  const page = await open("?view=arbiter", { width: 1440, height: 900 });
  const logIn = async (user, password) => {
    await page.fill("#user", user);
    await page.fill("#password", password);
    await page.click("button[type=submit]");
  };
  await page.waitForSelector("#user");
  await t.accessible(page, "login");
  await logIn("ann", "wrong");
  await page.waitForSelector("[data-state=refused]");
  await logIn("ann", "open sesame");
  await t.until("both boards", async () => (await page.locator(".strip .cell").count()) === 2);
  await t.until("what the board said", async () => (await page.locator(".ev tr").count()) >= 3);
  await page.locator(".strip .cell").nth(1).click();
  await follows(page, "hall-2");
  await t.until("its sensors", async () => /64 good/.test(await page.locator(".lg:not([data-lamps])").innerText()));
  await t.picture(page, "arbiter-1440");
  await t.accessible(page, "desk");

  await page.locator(".mid .stop").click();
  await page.locator("dialog.act .danger").click();
  await t.until("the board's answer", async () => /Done: stored by the board|Refused: /.test(await page.locator(".answer").innerText()));
  assert.deepEqual(page.wrong, []);
  assert.equal(await page.evaluate(() => JSON.stringify([sessionStorage.length, localStorage.length, document.cookie])), '[0,0,""]', "the password is kept nowhere");
  await page.close();
});

test("a technician is offered what technicians may do, and told why there is no more", async () => {
  const page = await open("?view=arbiter&board=hall-1", { width: 1440, height: 900 });
  await page.fill("#user", "tim");
  await page.fill("#password", "spanner");
  await page.click("button[type=submit]");
  const offered = () => page.locator(".mid .does button:visible").allInnerTexts();
  await t.until("only what a technician may do", async () => (await offered()).join() === "Clock,Game");
  assert.equal(await page.locator(".mid .role").innerText(), "You are logged in as technician. Only what this role may do is shown.");
  assert.equal(await page.locator(".card .bt button").count(), 0);
  assert.equal(await page.locator(".actions li button").count(), 0);
  await page.keyboard.press("s");
  assert.equal(await page.locator("dialog").count(), 0, "the key for stopping clocks does nothing");
  await t.picture(page, "arbiter-technician-1440");
  await page.locator(".mid [data-group=game]").click();
  assert.deepEqual(await page.locator("dialog.act .acts b").allInnerTexts(), ["Note"]);
  await page.locator("dialog.act .acts button").click();
  await page.locator("dialog.act textarea").fill("sensor c4 exchanged");
  await page.locator("dialog.act .pr").click();
  await t.until("the note is stored", async () => /Done: stored by the board/.test(await page.locator(".answer").innerText()));
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("a page of another origin reads in public, and can never log in", async () => {
  const as = (options) => new Promise((resolve) => {
    const c = mqtt.connect(hall.ws, { reconnectPeriod: 0, wsOptions: { origin: "http://news.example" }, ...options });
    c.on("connect", () => (c.end(true), resolve("let in")));
    c.on("error", (e) => (c.end(true), resolve(`refused: ${e.message}`)));
  });
  assert.equal(await as({}), "let in");
  assert.match(await as({ username: "ann", password: "open sesame" }), /^refused/);
});

test("after a restart of the daemon every page is right again by itself", async () => {
  const page = await open("?board=hall-1");
  await follows(page, "hall-1");
  await hall.restart();
  await t.until("live again", async () => ["live", "before", "degraded", "uncertain", "corrected", "finished", "unconfirmed"].includes(await t.stateOf(page)));
  await follows(page, "hall-1");
  await page.close();
});

test("a daemon with a broker elsewhere brings its screens to it", async () => {
  const broker = await t.broker();
  const game = join(tmpdir(), `touchmove-${process.pid}.pgn`);
  writeFileSync(game, '[White "Réti, Richard"]\n[Black "Tartakower, Savielly"]\n[Result "1-0"]\n\n1. e4 c6 2. d4 d5 3. Nc3 dxe4 1-0\n');
  const other = await t.daemon({ boards: ["hall-9"], brokerURL: broker.url, speed: 50, pgn: game });
  const page = await chromium.newPage({ viewport: t.sizes.laptop });
  await page.goto(other.url);
  await t.until("its names over the bridge", async () => (await page.locator(".pl .nm").allInnerTexts()).join() === "Tartakower,Réti");
  await page.close();
  await other.stop();
  await broker.stop();
});

test("a link's picture comes from a daemon, without JavaScript", async () => {
  const page = await t.until("the head of the page", async () => {
    const text = await (await fetch(`${hall.url}/?board=hall-1`)).text();
    return text.includes("og:image") && text;
  });
  const picture = /property="og:image" content="([^"]+)"/.exec(page)[1].replaceAll("&amp;", "&");
  const answer = await fetch(picture);
  assert.equal(answer.headers.get("content-type"), "image/png");
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
  writeFileSync(join(t.shots, "card.png"), bytes);
});
