// An arbiter with a phone in a real hall: a daemon whose simulated boards stand still if
// nothing should disturb the test, its screen in Chromium, and the messages on the
// boards' own topics.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mqtt from "mqtt";
import { tables } from "../words.mjs";
import * as t from "./lib.mjs";

process.env.TOUCHMOVE_TEST_ARBITER = "open sesame";
const users = `[[mqtt.user]]\nname = "ann"\nrole = "arbiter"\npassword_env = "TOUCHMOVE_TEST_ARBITER"\n`;
/** The texts of the arbiter's page in a language. */
export const wordsOf = (lang) => ({ ...tables("public")[lang], ...tables("arbiter")[lang] });
export const words = wordsOf("en");

/** Steps in a form: one of its words, a text, squares on its board. */
export const pick = (label) => async (d) => d.locator(".choice label", { hasText: label }).first().tap();
export const fill = (label, text) => async (d) => d.getByLabel(label, { exact: true }).fill(text);
export const tapMove = (...squares) => async (d) => {
  for (const sq of squares) await d.locator(`.squares button[aria-label="${sq}"], .squares button[aria-label^="${sq} "]`).tap();
};
export const later = async (d) => d.getByRole("button", { name: words.latermove }).tap();

const dir = mkdtempSync(join(tmpdir(), "touchmove-seat-"));
process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
const players = { white: { name: "Réti, Richard" }, black: { name: "Tartakower, Savielly" } };

/** The settings of a simulated board whose hands play these moves from a position. */
export function hands(fen, moves, more = {}) {
  const tags = { Event: "Vienna 1910", Round: "3", White: players.white.name, Black: players.black.name, SetUp: "1", FEN: fen, Result: "1-0" };
  return { pgn: pgn(tags, `${moves} 1-0`), speed: 1, ...more };
}

/**
 * The settings of a simulated board with the pieces of a position, which nobody ever touches, so
 * that it does not matter how long a test takes. If from is given, the game begins in that
 * position instead.
 */
export const still = (fen, from = fen) => ({ pgn: pgn({ SetUp: "1", FEN: fen, Result: "*" }, "*"), speed: 1, from });

/** Hands that set up a board, and then follow a script. */
export function script() {
  const file = join(dir, `${++files}.hands`);
  const tell = (words) => appendFileSync(file, `${words}\n`);
  tell("setup");
  return { file, tell };
}

let files = 0;
function pgn(tags, moves) {
  const file = join(dir, `${++files}.pgn`);
  writeFileSync(file, `${Object.entries(tags).map(([k, v]) => `[${k} "${v}"]\n`).join("")}\n${moves}\n`);
  return file;
}

/**
 * A seed with which the hands play as wanted: want gets the records of the trace that the program
 * simulates. So a test states its requirement. A search takes many seconds: it begins with the seed
 * that met the requirement last.
 */
export function seed(board, want, last) {
  for (let n = last; n < last + 2000; n++) {
    const out = execFileSync(t.program, ["simulate", "--style", "clean", "--seed", String(n), board.pgn], { encoding: "utf8" });
    if (!want(out.trim().split("\n").map((line) => JSON.parse(line)))) continue;
    if (n !== last) console.log(`ℹ the hands of these boards play differently now: begin the search with ${n}`);
    return n;
  }
  throw new Error(`no seed from ${last} makes the hands play ${board.pgn} as this test needs it`);
}

// Acts that are not in the list of actions, or that begin a new list.
const unlisted = ["press", "clock-reading", "second-board", "new-game"];

export class Seat {
  last = ""; // the last command
  told = new Map(); // last payload by board and topic
  board = "";

  /**
   * Sits down at the first of the boards. options are those of t.daemon. first runs with the
   * boards before anything else is waited for, so that hands that depend on it need not wait for a
   * page.
   */
  async sit(chromium, options, { lang = "en", size = t.sizes.phone, theme = "dark", first = async () => {} } = {}) {
    this.words = wordsOf(lang);
    this.hall = await t.daemon({ users, ...options });
    const ids = options.boards.map((b) => b.id ?? b);
    this.board = ids[0];
    this.reader = mqtt.connect(this.hall.mqtt, { reconnectPeriod: 200, username: "ann", password: "open sesame" });
    this.reader.on("connect", () => this.reader.subscribe("touchmove/v1/open/#", { qos: 1 }));
    this.reader.on("message", (topic, bytes) => {
      if (bytes.length > 0 && bytes[0] === 123) this.told.set(topic.split("/").slice(3).join("/"), JSON.parse(bytes));
    });
    await t.until("the boards of the hall", () => ids.every((id) => this.told.has(`${id}/state`)));
    for (const { id, from } of options.boards.filter((b) => b.from)) await this.give("new-game", { fen: from, ...players }, id);
    await first();
    await t.until("the games", () => ids.every((id) => ["state", "desk", "alarms"].every((last) => this.told.has(`${id}/${last}`)) && this.told.get(`${id}/state`).phase === "playing"));
    this.page = await chromium.newPage({ viewport: size, hasTouch: true, colorScheme: theme, locale: "en-GB" });
    this.page.wrong = t.watch(this.page);
    await this.page.goto(`${this.hall.url}/?view=arbiter&lang=${lang}`);
    await this.page.fill("#user", "ann");
    await this.page.fill("#password", "open sesame");
    await this.page.click("button[type=submit]");
    await t.until("the boards", async () => (await this.page.locator(".strip .cell").count()) === ids.length);
    await this.tab(1);
  }

  async leave() {
    await this.page?.close();
    this.reader?.end(true);
    await this.hall?.stop();
  }

  of = (topic, board = this.board) => this.told.get(`${board}/${topic}`);
  state = () => this.of("state");
  clock = () => this.of("clock");
  desk = () => this.of("desk");
  rings = (id) => this.of("alarms").alarms.filter((a) => a.id === id);
  sans = () => this.state().moves.map((m) => m.san).join(" ");
  answer = () => this.page.locator(".answer").innerText();
  tab = (n) => this.page.locator(".tabs button").nth(n).tap();
  dialog = () => this.page.locator("dialog.act");

  /**
   * The board's answer to a dialog: "" if the command was accepted, which closes the dialog,
   * otherwise the refusal. A board's decision is published once it is on disk; until then it
   * refuses commands for the state before. The page then shows the newer state and asks again, so
   * the command is given again.
   */
  #answer = (what) => t.until(what, async () => {
    const refused = await this.page.evaluate((goneOn) => {
      const dialog = document.querySelector("dialog.act");
      if (!dialog) return "";
      const why = dialog.querySelector(".refused");
      if (why.hidden || dialog.querySelector(".foot button:disabled")) return null; // no answer yet
      if (!why.textContent.endsWith(goneOn)) return why.textContent;
      dialog.querySelector(".foot .danger, .foot .pr").click();
      return null;
    }, this.words["refusal.gone-on"]);
    return refused === null ? null : { refused };
  }).then((a) => a.refused);

  /** Waits until the board has accepted the command of a dialog. */
  gone = () => this.#answer("the dialog is gone").then((refused) => assert.equal(refused, "", "taken by the board"));

  /** Waits until the published moves are these. */
  line = (want) => t.until(`the moves ${want}`, () => this.sans() === want || Promise.reject(this.sans()));

  /** Gives a command without the page, for what is not an arbiter's act in the test. */
  async give(name, keys, board = this.board) {
    await this.reader.publishAsync(`touchmove/v1/open/${board}/cmd/${name}`, JSON.stringify({ id: `give ${Math.random()}`, ...keys }), { qos: 1 });
  }

  /** The next moves, entered without the page. */
  enter = async (...moves) => {
    for (const uci of moves) {
      const ply = this.state().ply + 1;
      await this.give("correct", { ply, uci });
      await t.until(`the move ${uci}`, () => this.state().ply === ply);
    }
  };

  /** Chooses another board, below the current one. */
  async choose(id) {
    this.board = id;
    const n = id.replace(/.*?(\d+)$/, "$1");
    await this.tab(1);
    await this.page.locator(".strip .cell", { has: this.page.locator("b", { hasText: new RegExp(`^${n}$`) }) }).tap();
    await t.until(`board ${n}`, async () => new RegExp(` ${n} ·`).test(await this.page.locator(".mid h2").innerText()));
  }

  /**
   * Chooses an act, fills in its form, confirms it if necessary, and waits for the board's answer:
   * empty, or the refusal.
   */
  act = async (id, ...steps) => {
    const { page } = this;
    const group = t.acts.groups.find((g) => g.acts.some((a) => a.id === id));
    const a = t.acts.actOf(id);
    const before = this.last;
    this.last = a.command;
    const label = this.words[`act.${id}`];
    if ((await this.dialog().count()) > 0) await page.keyboard.press("Escape"); // of a test that failed
    await page.locator(`[data-group=${group.name}]`).tap();
    await page.locator(".acts button").nth(group.acts.indexOf(a)).tap();
    const dialog = this.dialog();
    const number = this.desk().actions.at(-1)?.number ?? 0;
    assert.equal(await dialog.locator("h2").innerText(), label);
    for (const step of steps) await step(dialog);
    await dialog.locator(".foot .pr").tap();
    if (a.ask && !(await dialog.locator(".refused").isVisible())) await dialog.locator(".foot .danger").tap();
    const refused = await this.#answer(`the answer to ${id}`);
    if (refused) {
      this.last = before;
      await page.keyboard.press("Escape");
      await t.until("the dialog is left", async () => (await dialog.count()) === 0);
      return refused;
    }
    assert.match(await this.answer(), new RegExp(` ${this.board.replace(/.*?(\d+)$/, "$1")}, .*: ${this.words.kept}(?:\\. .*)?$`)); // and the evidence of the record for a claim
    await t.until(`${id} in the list`, () => this.desk().actions.some((d) => d.do === a.command && d.number > number) || unlisted.includes(a.command));
    return "";
  };

  /** Carries an act out. A test checks that this is called, with a literal name, for every act. */
  done = (id, ...steps) => this.act(id, ...steps).then((why) => assert.equal(why, "", id));

  /** Presses a button of a card, and confirms it if necessary. */
  async card(text, label, confirm = true) {
    const { page } = this;
    await this.tab(0);
    const card = page.locator(".card", { hasText: text });
    await card.locator(".bt button", { hasText: label }).first().tap();
    if (confirm) await page.locator("dialog.act .foot .danger").tap();
    await this.gone();
    await this.tab(1);
  }

  /** Undoes the latest action with its button in the list of actions. */
  undo = async (command = this.last) => {
    const { page } = this;
    await this.tab(2);
    await t.until(`${command} in the list`, () => this.desk().actions.find((d) => d.number === this.desk().undoable)?.do === command);
    const number = this.desk().undoable;
    await page.locator(`.actions li[data-number="${number}"] button`).tap();
    await this.dialog().locator(".foot .danger").tap();
    await this.gone();
    await t.until("undone", () => this.desk().actions.find((d) => d.number === number)?.undone > 0);
    await t.until("struck out, with who did it", async () => (await page.locator(`.actions li.undone[data-number="${number}"] s`).count()) === 1 && /\bann\b/.test(await page.locator(`.actions li[data-number="${number}"]`).innerText()));
    await this.tab(1);
  };
}
