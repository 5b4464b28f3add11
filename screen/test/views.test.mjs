// Every view in every theme, on a laptop, a tablet and a phone: axe-core finds nothing, not even with its
// experimental rules, and nothing is wider than the page.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

const dir = mkdtempSync(join(tmpdir(), "touchmove-views-"));
const pairings = `event = "Open 2026"
tie_breaks = ["DE", "BH-C1", "BH", "SB", "ARO"]
[[player]]
no = 1
name = "Öst, Anna"
title = "GM"
federation = "SWE"
rating = 2517
[[player]]
no = 2
name = "Święcicka, Ewa"
federation = "POL"
[[round]]
round = 1
[[round.game]]
board = "hall-1"
white = 2
black = 1
result = "1/2-1/2"
[[round]]
round = 2
[[round.game]]
board = "hall-1"
white = 1
black = 2
`;
process.env.TOUCHMOVE_TEST_ARBITER = "whistle";
process.env.TOUCHMOVE_TEST_TECHNICIAN = "spanner";
const users = ["arbiter", "technician"].map((role) => `[[mqtt.user]]\nname = "${role}"\nrole = "${role}"\npassword_env = "TOUCHMOVE_TEST_${role.toUpperCase()}"\n`).join("");
let stand, hall, chromium;

before(async () => {
  const file = join(dir, "open.toml");
  const site = join(dir, "site");
  writeFileSync(file, pairings);
  t.run("event", "site", "--data", "--out", site, "--state", dir, file);
  stand = await t.stand();
  chromium = stand.chromium;
  hall = await t.daemon({ boards: ["hall-1", "hall-2"], speed: 4, users: `${users}[event]\nfile = "${file}"\nround = "2"`, screen: `site = "${site}"` });
  const one = stand.feed.board("hall-1", t.vienna);
  one.players = { white: { federation: "AUT", title: "IM", rating: 2480 }, black: { federation: "FRA" } };
  await one.begin(17);
  await one.clock(1868000, 203000, "black");
  await one.pgn([5, 12, 7, 61]);
  await one.analysis(312, [{ uci: "d8h4", san: "Qh4" }]);
  const others = [{ phase: "over", result: "1-0", reason: "checkmate" }, { differ: ["b3"], matches: false }, { unseen: ["c4"] }, { phase: "waiting", moves: [], last: null, ply: 0, fen: t.standard, turn: "white" }, {}];
  for (const [i, state] of others.entries()) {
    const b = stand.feed.board(`hall-${i + 2}`, t.vienna);
    await b.begin(i === 3 ? 0 : 10 + i, state);
    if (i !== 2) await b.clock(44_000, 1_240_000, "none");
  }
  await stand.feed.raw("touchmove/v1/open/hall-6/availability", "offline", true);
});
after(async () => {
  await hall?.stop();
  await t.stop(stand?.chromium, stand?.feed, stand?.server, stand?.broker);
  rmSync(dir, { recursive: true, force: true });
});

const key = (k) => (page) => page.keyboard.press(k);
const menu = (page) => page.locator(".mb:visible").first().click();
const logIn = (role, password) => async (page) => {
  await page.fill("#user", role);
  await page.fill("#password", password);
  await page.click("button[type=submit]");
};

// View: address, what to do there, what to wait for, and whether on the daemon instead of the simulated feed.
const views = {
  board: ["?board=hall-1", [], ".cm-chessboard .pieces g"],
  "board back": ["?board=hall-1&ply=8", [], ".cm-chessboard .pieces g"],
  "board finished": ["?board=hall-2", [], "[data-state=finished]"],
  "board not confirmed": ["?board=hall-3", [], "[data-state=unconfirmed]"],
  "board offline": ["?board=hall-6", [], "[data-state=offline]"],
  "board menu": ["?board=hall-1", [menu], ".menu"],
  "board share": ["?board=hall-1", [key("s")], ".sheet"],
  "board evaluation": ["?board=hall-1&eval=1", [], ".evl:visible"],
  help: ["?board=hall-1", [key("?")], "dialog.keys"],
  wall: ["?view=wall", [], ".wall .tile"],
  "wall menu": ["?view=wall", [menu], ".menu"],
  list: ["?view=list", [], ".rows .row"],
  "list menu": ["?view=list", [menu], ".menu"],
  embed: ["?view=embed&board=hall-1", [], ".cm-chessboard .pieces g"],
  overlay: ["?view=obs&board=hall-1", [], ".cm-chessboard .pieces g"],
  "no such address": ["?board=NO/board", [], "[data-state=badaddress]"],
  "no such page": ["hall/nothing", [], "[data-state=notfound]"],
  login: ["?view=arbiter", [], "#user", true],
  desk: ["?view=arbiter", [logIn("arbiter", "whistle")], ".mid .cm-chessboard .pieces g", true],
  "desk, keys": ["?view=arbiter", [logIn("arbiter", "whistle"), (page) => page.waitForSelector(".mid .cm-chessboard .pieces g", { state: "attached" }), key("?")], "dialog.keys", true],
  technician: ["?view=arbiter", [logIn("technician", "spanner")], ".mid .cm-chessboard .pieces g", true],
  topics: ["?view=topics", [], ".tlist tbody tr", true],
  round: ["?view=round", [], ".site .bl", true],
  standings: ["?view=standings", [], ".site table", true],
  crosstable: ["?view=crosstable", [], ".site table", true],
  games: ["?view=games", [], ".site table", true],
  player: ["?view=player&player=1", [], ".site table", true],
  "event menu": ["?view=round", [(page) => page.waitForSelector(".site .bl"), menu], ".menu", true],
};

/** Opens a view and waits for it. */
async function open(page, name, theme) {
  const [query, acts, wanted, real] = views[name];
  const to = new URL(`${(real ? hall : stand.server).url}/${query}`);
  to.searchParams.set("theme", theme);
  await page.goto(to.href);
  await page.waitForSelector(".mb, #user, .sentence, .view, .tlist");
  for (const act of acts) await act(page);
  await page.locator(wanted).first().waitFor({ state: "attached" });
}

const looks = [["laptop", "dark"], ["laptop", "contrast"], ["phone", "light"], ["tablet", "light"]];

for (const [k, name] of Object.keys(views).entries()) {
  test(`${name}: axe-core finds nothing, and nothing is too wide`, async () => {
    const found = [];
    const page = await chromium.newPage({ locale: "en-GB" });
    const wrong = t.watch(page);
    for (const [size, theme] of t.some(looks, k)) {
      await t.resize(page, t.sizes[size]);
      await open(page, name, theme);
      found.push(...(await t.axeFinds(page)).map((f) => `${size} ${theme} ${f}`));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${size} ${theme}: too wide`);
      await t.picture(page, `view-${name.replace(/\W+/g, "-")}-${size}-${theme}`);
    }
    await page.close();
    if (name !== "no such page") assert.deepEqual(wrong, []);
    assert.deepEqual(found, []);
  });
}

test("on a 4K screen nothing is small print, on any view", async () => {
  const found = [];
  const page = await chromium.newPage({ viewport: t.sizes.uhd, locale: "en-GB" });
  for (const name of Object.keys(views)) {
    if (/^(board|wall) menu$|^board evaluation$/.test(name)) continue; // pages of this size are walls, which have neither
    if (name === "embed") continue; // a frame of another page
    await open(page, name, "dark");
    found.push(...(await page.evaluate(() => {
      const small = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement: e } = texts.currentNode;
        if (!texts.currentNode.textContent.trim() || e.closest(".vh, [aria-hidden=true] title, .cm-chessboard, .hp") || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const [line] = range.getClientRects();
        if (line && line.width > 1 && line.height < 26) small.push(`${texts.currentNode.textContent.slice(0, 40)}: a line of ${line.height} px`);
      }
      return small;
    })).map((f) => `${name}: ${f}`));
    await t.picture(page, `view-${name.replace(/\W+/g, "-")}-uhd`);
  }
  await page.close();
  assert.deepEqual(found, []);
});

/** Everything on a page that is meant to be touched and is smaller than a thumb; a hidden input is its label. */
const tooSmall = (page) => page.evaluate(() => [...document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=radio], [type=checkbox]), label:has([type=radio], [type=checkbox])")]
  .filter((e) => !e.matches(".vh, .vh *") && e.checkVisibility({ visibilityProperty: true })).map((e) => [e.getBoundingClientRect(), e])
  .filter(([r]) => r.width > 0 && (r.height < 43.5 || r.width < 43.5)).map(([r, e]) => `${r.width.toFixed()} x ${r.height.toFixed()}: ${e.outerHTML.slice(0, 160)}`));

const touched = ["laptop", "small", "tablet"];

for (const size of ["phone", ...(t.long ? touched : [])]) {
  test(`on a ${size} that is touched everything that can be touched is 44 px wide and high`, async () => {
    const found = [];
    const page = await chromium.newPage({ viewport: t.sizes[size], hasTouch: true, isMobile: size !== "laptop", locale: "de-DE" });
    for (const [k, name] of Object.keys(views).entries()) {
      if (size !== "phone" && !t.some(touched, k, 1).includes(size)) continue; // each view on a phone, and on another
      if (size === "laptop" && /desk|technician/.test(name)) continue;
      await open(page, name, "light");
      found.push(...(await tooSmall(page)).map((f) => `${name}: ${f}`));
    }
    await page.close();
    assert.deepEqual(found, []);
  });
}
