// An arbiter with a phone in a real hall: a daemon whose simulated boards stand
// still when nobody is to disturb, its screen in Chromium, and what the boards
// tell on their own topics beside it.

import assert from "node:assert/strict";
import { join } from "node:path";
import mqtt from "mqtt";
import { tables } from "../words.mjs";
import * as t from "./lib.mjs";

process.env.TOUCHMOVE_TEST_ARBITER = "open sesame";
const users = `[[mqtt.user]]\nname = "ann"\nrole = "arbiter"\npassword_env = "TOUCHMOVE_TEST_ARBITER"\n`;
/** The texts of the arbiter's page in a language. */
export const wordsOf = (lang) => ({ ...tables("public")[lang], ...tables("arbiter")[lang] });
export const words = wordsOf("en");

/** Steps of a form: one of its words, a text, squares on its board. */
export const pick = (label) => async (d) => d.locator(".choice label", { hasText: label }).first().tap();
export const fill = (label, text) => async (d) => d.getByLabel(label, { exact: true }).fill(text);
export const tapMove = (...squares) => async (d) => {
  for (const sq of squares) await d.locator(`.squares button[aria-label="${sq}"], .squares button[aria-label^="${sq} "]`).tap();
};
export const later = async (d) => d.getByRole("button", { name: words.latermove }).tap();

// Acts that are not kept in the list of what was done, or that begin another one.
const unlisted = ["press", "clock-reading", "second-board", "new-game"];

export class Seat {
  last = ""; // the command given last
  told = new Map(); // last payload by board and topic
  board = "";

  /** Sits down at the first of the boards. options are those of t.daemon. */
  async sit(chromium, options, { lang = "en", size = t.sizes.phone, theme = "dark" } = {}) {
    this.words = wordsOf(lang);
    this.hall = await t.daemon({ users, ...options });
    const ids = options.boards.map((b) => b.id ?? b);
    this.board = ids[0];
    this.reader = mqtt.connect(this.hall.mqtt, { reconnectPeriod: 200, username: "ann", password: "open sesame" });
    this.reader.on("connect", () => this.reader.subscribe("touchmove/v1/open/#", { qos: 1 }));
    this.reader.on("message", (topic, bytes) => {
      if (bytes.length > 0 && bytes[0] === 123) this.told.set(topic.split("/").slice(3).join("/"), JSON.parse(bytes));
    });
    await t.until("the games", () => ids.every((id) => ["state", "desk", "alarms"].every((last) => this.told.has(`${id}/${last}`)) && this.told.get(`${id}/state`).phase === "playing"));
    this.page = await chromium.newPage({ viewport: size, hasTouch: true, colorScheme: theme, locale: "en-GB" });
    this.page.wrong = t.watch(this.page);
    this.page.setDefaultTimeout(8000);
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
  gone = () => t.until("the dialog is gone", async () => {
    if ((await this.dialog().count()) === 0) return true;
    throw new Error(await this.dialog().innerText());
  });

  /** The moves are these, once the board has told. */
  line = (want) => t.until(`the moves ${want}`, () => this.sans() === want, 10_000);

  /** Gives a command past the page, for what is no arbiter's act in the test. */
  async give(name, keys, board = this.board) {
    await this.reader.publishAsync(`touchmove/v1/open/${board}/cmd/${name}`, JSON.stringify({ id: `give ${Math.random()}`, ...keys }), { qos: 1 });
  }

  /** Moves after the first, entered past the page. */
  enter = async (...moves) => {
    for (const [i, uci] of moves.entries()) {
      await this.give("correct", { ply: i + 2, uci });
      await t.until("a move", () => this.state().ply === i + 2);
    }
  };

  /** Chooses another board below the one that is shown. */
  async choose(id) {
    this.board = id;
    const n = id.replace(/.*?(\d+)$/, "$1");
    await this.tab(1);
    await this.page.locator(".strip .cell", { has: this.page.locator("b", { hasText: new RegExp(`^${n}$`) }) }).tap();
    await t.until(`board ${n}`, async () => new RegExp(` ${n} ·`).test(await this.page.locator(".mid h2").innerText()));
  }

  /** Chooses an act, fills in its form, confirms it where it asks, and waits for the board's answer: empty, or the refusal. */
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
    assert.equal(await dialog.locator("h2").innerText(), label);
    for (const step of steps) await step(dialog);
    await dialog.locator(".foot .pr").tap();
    if (a.ask && !(await dialog.locator(".refused").isVisible())) await dialog.locator(".foot .danger").tap();
    const number = this.desk().actions.at(-1)?.number ?? 0;
    await t.until(`the answer to ${id}`, async () => (await dialog.count()) === 0 || (await dialog.locator(".refused:visible").count()) > 0);
    if ((await dialog.count()) > 0) {
      const why = await dialog.locator(".refused").innerText();
      this.last = before;
      await page.keyboard.press("Escape");
      await this.gone();
      return why;
    }
    assert.match(await this.answer(), new RegExp(` ${this.board.replace(/.*?(\d+)$/, "$1")}, .*: ${this.words.kept}(?:\\. .*)?$`)); // and what the record shows of a claim
    await t.until(`${id} in the list`, () => this.desk().actions.some((d) => d.do === a.command && d.number >= number) || unlisted.includes(a.command));
    return "";
  };

  /** Carries an act out. A test holds that this is called, with its name written out, for every act there is. */
  done = (id, ...steps) => this.act(id, ...steps).then((why) => assert.equal(why, "", id));

  /** Presses a button of a card, and confirms it where it asks. */
  async card(text, label, confirm = true) {
    const { page } = this;
    await this.tab(0);
    const card = page.locator(".card", { hasText: text });
    await card.locator(".bt button", { hasText: label }).first().tap();
    if (confirm) await page.locator("dialog.act .foot .danger").tap();
    await this.gone();
    await this.tab(1);
  }

  /** Takes the latest action back by its button in the list of what was done. */
  undo = async (command = this.last) => {
    const { page, words } = this;
    await this.tab(2);
    await t.until(`${command} in the list`, () => this.desk().actions.find((d) => d.number === this.desk().undoable)?.do === command);
    const number = this.desk().undoable;
    await page.locator(`.actions li[data-number="${number}"] button`).tap();
    const dialog = this.dialog();
    await dialog.locator(".foot .danger").tap();
    const answered = () => t.until("the answer to undo", async () => (await dialog.count()) === 0 || !new RegExp(`: ${words.sent}$`).test(await this.answer()));
    await answered();
    // What is decided is told once it is on disk, which at this board's pace takes a while: until then a command is refused.
    for (let i = 0; i < 20 && (await dialog.count()) > 0 && (await this.answer()).endsWith(words["refusal.gone-on"]); i++) {
      await t.sleep(500);
      await page.evaluate(() => document.querySelector("dialog.act .danger")?.click());
      await answered();
    }
    await t.until(await this.answer(), async () => (await dialog.count()) === 0, 3000);
    await t.until("undone", () => this.desk().actions.find((d) => d.number === number)?.undone > 0);
    await t.until("struck out, with who did it", async () => (await page.locator(`.actions li.undone[data-number="${number}"] s`).count()) === 1 && /\bann\b/.test(await page.locator(`.actions li[data-number="${number}"]`).innerText()));
    await this.tab(1);
  };
}
