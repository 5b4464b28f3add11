// All acts of an arbiter, on the page of a real daemon: each is chosen and filled in by hand,
// and seen in the game. What is impossible is refused with the reason; undo restores what was
// before. Nobody moves a piece meanwhile.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as t from "./lib.mjs";
import { fill, later, pick, Seat, still, tapMove, words } from "./seat.mjs";

// Not the first position: a board that shows it is ready for the next game.
const start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

const seat = new Seat();
const { act, done, undo, enter, line, state, clock, desk } = seat;
let chromium, page;

before(async () => {
  chromium = await t.browser();
});
after(async () => {
  await chromium?.close();
});

/** A hall with one board, and an arbiter with a phone. */
async function sit(...position) {
  seat.told.clear();
  await seat.sit(chromium, { game: `[game]\nlaws = "fide-2009"`, boards: [{ id: "hall-1", ...still(...position) }] });
  page = seat.page;
}
const leave = () => seat.leave();

describe("at one sitting", () => {
before(() => sit(start));
after(leave);

test("the record: corrected, gone back with a guide, taken back; undo brings back what was", async () => {
  await done("correct", tapMove("f1", "c4"));
  await line("Bc4");
  await t.until("the guide", async () => (await page.locator(".guide li").allInnerTexts()).join("|") === "Take off f1|White bishop to c4");
  assert.equal(await t.drawn(page, ".mid figure:nth-child(2) .cm-chessboard"), state().fen.split(" ")[0], "what is to be put up");
  await t.picture(page, "arbiter-phone-guide", { fullPage: true });
  await undo();
  await line("");
  await t.until("the board agrees again", async () => (await page.locator(".guide li").count()) === 0);

  // Pawns, which cannot go back to where they still stand, so the board cannot find moves of
  // its own.
  await done("correct", tapMove("d2", "d4"));
  await done("correct", later, tapMove("d7", "d6"));
  await done("correct", later, tapMove("c2", "c3"));
  await line("d4 d6 c3");
  assert.match(await act("correct", later, tapMove("g8", "g3")), /^Refused: g8g3 is not legal in that position$/);
  await line("d4 d6 c3");

  // Back to a move: the dialog says beforehand which moves are removed.
  await page.locator("[data-group=moves]").tap();
  await page.locator(".acts button").first().tap();
  const dialog = page.locator("dialog.act");
  await dialog.getByRole("button", { name: words.earliermove }).tap();
  assert.equal(await dialog.locator(".field output").innerText(), "After 1.\u00a0d4");
  await dialog.locator(".foot .pr").tap();
  assert.match(await dialog.locator(".body").innerText(), /Removed: 1\.\.\.\sd6 2\.\sc3/);
  await t.picture(page, "arbiter-phone-check");
  await dialog.locator(".foot .danger").tap();
  seat.last = "restore";
  await seat.gone();
  await line("d4");
  await undo();
  await line("d4 d6 c3");
  await done("restore", async (d) => d.getByRole("button", { name: words.earliermove }).tap());
  await line("d4");
  await undo();
  await line("d4 d6 c3");
  await done("take-back", fill("Half-moves", "2"));
  await line("d4");
  assert.match(await act("take-back", fill("Half-moves", "9")), /^Refused: 9 half-moves cannot be taken back: the game has only 1$/);
  assert.match(await act("take-back", fill("Half-moves", "two")), /^Half-moves: write a whole number/);
  await undo();
  await done("restored");
  await line("d4 d6 c3");
  await done("set-position", fill("Position (FEN)", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"));
  await t.until("the position", () => state().fen.startsWith("4k3/P7/"));
  await undo();
  await t.until("the game again", () => seat.sans() === "d4 d6 c3");
  // The last move was really a different, illegal one, which was not detected.
  await done("illegal-enter", pick("White"), fill(words["field.played"], "c2c5"));
  await t.until("counted, and the position before it", () => desk().illegal.white === 1 && seat.sans() === "d4 d6");
  await undo();
  await t.until("neither", () => desk().illegal.white === 0 && seat.sans() === "d4 d6 c3");
});

test("the clock: set, started, stopped, pressed, penalties; undo", async () => {
  await done("set-clock", fill("White's time", "5:00"), fill("Black's time", "4:00"));
  await t.until("both times", () => clock().white_ms === 300_000 && clock().black_ms === 240_000);
  await done("start-clocks", pick("White"));
  await t.until("White's time runs", () => clock().runs === "white");
  await page.locator(".does .stop").tap();
  await page.locator("dialog.act .foot .danger").tap();
  await seat.gone();
  await t.until("both stand", () => clock().runs === "none" && clock().phase === "paused");
  const before = clock();
  await done("penalty", pick("time for the opponent"), pick("White"), fill("Time", "2:00"));
  await t.until("two minutes more", () => clock().black_ms === before.black_ms + 120_000);
  await undo();
  await done("penalty", pick("extra time"), pick("White"), fill("Time", "2:00"));
  await t.until("two minutes more for the player", () => clock().white_ms === before.white_ms + 120_000);
  await undo();
  await t.until("as before", () => clock().black_ms === before.black_ms && clock().white_ms === before.white_ms);
  await done("start-clocks", pick("Black"));
  await t.until("Black's time runs", () => clock().runs === "black");
  await done("press", pick("Black"));
  await done("stop-clocks", fill("Reason", "fetching a second queen"));
  assert.match(await act("set-clock", fill("White's time", "five")), /write it as 1:30:00 or 5:00/);
  assert.match(await act("clock-reading", fill("White's time", "4:00")), /Still missing: Black's time/);
  await done("clock-reading", fill("White's time", "4:00"), fill("Black's time", "3:00"), pick("none"));
  assert.match(await act("present", pick("White")), /^Refused: White has already arrived$/);
  await done("irregularity", pick("hand over the clock"), pick("Black"));
  await done("irregularity", pick("clock struck or held"), pick("Black"));
  await undo();
  await done("irregularity", pick("colours swapped"), pick("White"));
  await t.until("what the edition says", async () => /Done: stored by the board\. colours swapped: /.test(await page.locator(".answer").textContent()));
  assert.match(await page.locator(".actions li").first().innerText(), /colours swapped: (play on|new game)/);
  await undo();
  assert.match(await act("illegal", pick("confirmed")), /^Refused: /);
  await done("penalty", pick("warning"), pick("Black"));
});

});

describe("at another", () => {
// White's bishop is on b5. The board must have left its first position: showing it after a
// result begins the next game.
before(async () => {
  await sit(start.replace("PPPP1PPP/RNBQKB1R w", "PPPP1PPP/RNBQK2R b").replace("/4p3/", "/1B2p3/"), start);
  await enter("f1b5", "a7a6", "c2c3"); // no piece could go back to where it still stands
});
after(leave);

test("draws and claims, with what the board says to them", async () => {
  await done("offer-draw", pick("Black"));
  await done("accept-draw", pick("White"));
  await t.until("drawn", () => state().result === "1/2-1/2" && state().phase === "over");
  await undo();
  await t.until("it goes on", () => state().result === "*");
  await t.until("whose offer it is", async () => /Draw offer of Tartakower\s*open/.test(await page.locator(".rt").textContent()));
  await done("decline-draw", pick("White"));
  assert.match(await act("accept-draw", pick("White")), /^Refused: No draw offer is open$/);
  await done("claim", pick("fifty moves"), pick("Black"));
  await t.until("what the record says of fifty moves", async () => /According to the record, the claim is wrong/.test(await page.locator(".evidence").innerText()));
  await undo();
  await t.until("it is claimed no more", () => !desk().claim);
  await done("set-clock", fill("White's time", "1:30"), fill("Black's time", "1:30"));
  await t.until("the times", () => clock().white_ms === 90_000);
  const before = clock();
  await done("claim", pick("repetition"), pick("Black"));
  await t.until("the evidence", async () => /According to the record, the claim is wrong/.test(await page.locator(".evidence").innerText()));
  assert.match(await page.locator(".answer").textContent(), /Done: stored by the board\. .*According to the record, the claim is wrong\./, "the answer says what the record shows");
  await done("verdict", pick("rejected"));
  await t.until("more time for White", () => desk().claim?.waits !== true && clock().white_ms > before.white_ms);
  await undo();
  await t.until("it waits again", () => desk().claim?.waits === true && clock().white_ms === before.white_ms);
  await done("verdict", pick("upheld"));
  await t.until("drawn", () => state().result === "1/2-1/2");
  await undo();
  await t.until("it goes on", () => state().result === "*");
  const rulings = [];
  await done("verdict", async (d) => rulings.push(...(await d.locator(".field", { hasText: words["field.what"] }).first().locator(".choice label").allInnerTexts())), pick("rejected"));
  assert.deepEqual(rulings, ["upheld", "rejected"].map((w) => words[`value.${w}`]), "only what is accepted of such a claim");
  const answers = (n) => t.until(`${n} answers`, async () => (await page.locator(".card", { hasText: "Tartakower claims a draw in the quickplay finish" }).locator(".bt button:not(.seen)").count()) === n);
  await done("quickplay", pick("Black"), pick(words["value.conclude"]));
  await page.locator(".tabs button").first().tap();
  await answers(2);
  assert.deepEqual(await page.locator(".card", { hasText: "Tartakower claims a draw in the quickplay finish" }).locator(".bt button:not(.seen)").allInnerTexts(), ["Draw", "Reject"], "play is over: nothing is left to watch");
  await page.locator(".tabs button").nth(1).tap();
  await undo();
  await done("quickplay", pick("Black"));
  await t.until("what the arbiter has to know", async () => /Tartakower: claim of a draw/.test(await page.locator(".evidence").innerText()));
  // The alarm rings, is acknowledged on the card, and settled there.
  await page.locator(".tabs button").first().tap();
  const card = page.locator(".card", { hasText: "Tartakower claims a draw in the quickplay finish" });
  await card.locator(".bt .seen").tap();
  await t.until("acknowledged", () => seat.of("alarms").alarms.some((a) => a.id === "claim" && a.acknowledged));
  await t.until("seen", async () => (await page.locator(".card.seen", { hasText: "claims a draw in the quickplay finish" }).count()) === 1 && (await card.locator(".bt .seen").count()) === 0);
  await t.picture(page, "arbiter-phone-claim");
  await card.locator(".bt button", { hasText: "Reject" }).tap();
  await page.locator("dialog.act .foot .danger").tap();
  await seat.gone();
  await t.until("the verdict", () => desk().actions.at(-1).do === "verdict");
  await t.until("nothing rings for it", () => !seat.of("alarms").alarms.some((a) => a.id === "claim"));
  await page.locator(".tabs button").nth(1).tap();
});

test("results are shown before they are confirmed, and taken back", async () => {
  await page.locator("[data-group=result]").tap();
  await page.locator(".acts button").first().tap();
  await pick("1–0")(page.locator("dialog.act"));
  await page.locator("dialog.act .foot .pr").tap();
  seat.last = "result";
  assert.match(await page.locator("dialog.act .body").innerText(), /Réti 1 · Tartakower 0/);
  await page.locator("dialog.act .foot .danger").tap();
  await seat.gone();
  await t.until("over", () => state().phase === "over" && state().result === "1-0");
  await undo();
  await t.until("it goes on", () => state().phase === "playing" && state().result === "*");
  await done("sign", pick("White"), pick("1–0"));
  assert.equal(state().result, "*", "one signature ends nothing");
  await done("sign", pick("Black"), pick("1–0"));
  await t.until("both have signed", () => state().result === "1-0");
  await undo();
  await undo();
  await t.until("it goes on", () => state().result === "*");
  for (const [id, steps, result] of [["result", [pick("0–0 both lose")], "0-0"], ["default", [pick("0-1")], "0-1"], ["resign", [pick("Black")], "1-0"], ["flag", [pick("White")], "0-1"], ["penalty", [pick("both lose")], "0-0"], ["penalty", [pick("exclusion"), pick("White")], "0-1"]]) {
    if (id === "default") steps[0] = pick("0–1");
    await done(id, ...steps);
    await t.until(`${id}: ${result}`, () => state().result === result);
    await undo();
    await t.until(`${id} undone`, () => state().result === "*");
  }
  await done("penalty", pick("electronic device"), pick("White"));
  await t.until("lost by the telephone, to be confirmed", () => state().result === "0-1" && state().proposed);
  await undo();
  await t.until("the telephone is forgiven", () => state().result === "*");
});

test("notes, an adjournment and the next game", async () => {
  await done("note", fill("Text", "the queen was found"));
  await done("note", fill("Text", "a doctor was called"), pick("Private"));
  assert.ok(!JSON.stringify(desk()).includes("doctor"));
  await done("adjourn");
  await t.until("adjourned", () => desk().adjourned === "open");
  await done("seal", pick("Black"), fill("Text", "Nf6"));
  await t.until("sealed", () => desk().adjourned === "sealed");
  const readable = JSON.stringify(desk(), (key, value) => (["envelope", "commitment"].includes(key) ? "" : value)); // random letters
  assert.ok(!readable.includes("Nf6"), readable);
  await done("resume-adjourned");
  await t.until("the sealed move is made", () => seat.sans() === "Bb5 a6 c3 Nf6");
  const before = state().game;
  await done("new-game", fill("White: Surname, first name", "Berg, Bo"), fill("Black: Surname, first name", "Żółć, Anna"), fill("Time control", "900+10"));
  await t.until("the next game", () => seat.of("game").game !== before && seat.of("game").white.name === "Berg, Bo" && seat.of("game").time_control === "900+10");
  // What the edition asks of the arbiter, until the first move is made.
  await t.until("the brief", async () => /fide-2009.*Illegal move no\. 3 loses/s.test(await page.locator(".brief").evaluate((e) => e.textContent)));
  assert.deepEqual([desk().rules.laws, desk().rules.mode, desk().rules.supervised], ["fide-2009", "standard", true]);
  await done("present", pick("White"));
  await undo();
  // Begun by mistake: the previous game continues, with its moves.
  await seat.tab(2);
  await t.until("it can be undone", () => desk().game === state().game && desk().actions.find((d) => d.number === desk().undoable)?.do === "new-game");
  await page.locator(".actions li", { hasText: "New game" }).locator("button").first().tap();
  await page.locator("dialog.act .foot .danger").tap();
  await seat.gone();
  await t.until("the game before", () => state().game === before && seat.sans() === "Bb5 a6 c3 Nf6");
  await t.until("and its players on the page", async () => /Réti – Tartakower/.test(await page.locator(".mid h2").evaluate((e) => e.textContent)));
  await seat.tab(1);
  assert.deepEqual(page.wrong, []);
});

test("every target can be met with a thumb", async () => {
  for (const [tab, where] of [[0, ".qcol"], [1, ".mid"], [2, ".rt"]]) {
    await page.locator(".tabs button").nth(tab).tap();
    const small = await page.locator(`${where} button:visible, .tabs button:visible, .strip button:visible`).evaluateAll((list) => list.filter((b) => b.offsetHeight < 44 || b.offsetWidth < 44).map((b) => `${b.textContent} ${b.offsetWidth}x${b.offsetHeight}`));
    assert.deepEqual(small, []);
  }
  await page.locator(".tabs button").nth(1).tap();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  for (const group of t.acts.groups) {
    for (let i = 0; i < group.acts.length; i++) {
      await page.evaluate((name) => document.querySelector(`[data-group=${name}]`).click(), group.name);
      const id = group.acts[i].id;
      const { small, wide } = await page.evaluate((n) => {
        const d = document.querySelector("dialog.act");
        const wide = d.scrollWidth > d.clientWidth;
        document.querySelectorAll(".acts button")[n].click();
        const targets = [...d.querySelectorAll("button, .choice span, input:not([type=radio],[type=checkbox]), textarea")];
        const small = targets.filter((e) => e.offsetParent && !e.matches(".vh") && (e.offsetHeight < 44 || e.offsetWidth < 44) && !e.closest(".squares"));
        return { small: small.map((e) => e.outerHTML), wide: wide || d.scrollWidth > d.clientWidth };
      }, i);
      assert.deepEqual(small, [], id);
      assert.ok(!wide, `${id} is wider than the phone`);
      if (["set-clock", "correct", "penalty", "new-game"].includes(id)) {
        await t.accessible(page, id, "dialog.act");
        await t.picture(page, `arbiter-phone-${id}`);
      }
      await page.evaluate(() => document.querySelector("dialog.act").close());
    }
  }
});
});
