// What an arbiter rules on when it has really happened: simulated hands make an illegal move and
// press, bring a pawn to the last rank, move on a tactile board without a word, and move a piece
// other than the one they touched. Each is settled on the page, its effect seen on page and board,
// and undone.
//
// The hands play legal games. The arbiter has set up a different position with pieces on the same
// squares, in which the next move of the hands is illegal, or a promotion.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fill, hands, pick, script, Seat, seed, still, tapMove, words } from "./seat.mjs";
import * as t from "./lib.mjs";

const start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"; // Bb5 will follow
const knight = start.replace("RNBQKB1R", "RNBQKN1R"); // where it is not a knight's move
const rook = "6k1/R4p2/6p1/7p/8/6P1/5PKP/8 w - - 0 40"; // Ra8+ will follow
const pawn = rook.replace("R4p2", "P4p2"); // where it is a promotion

/**
 * A board whose hands play only these moves: White's first act comes late enough for the arbiter to set up
 * another position before it, and then Black thinks for longer than a test takes. presses: White presses the
 * clock. last: the seed of the last search.
 */
function oneMove(fen, moves, presses, last) {
  const board = hands(fen, moves);
  board.seed = seed(board, (records) => {
    const lifted = records.filter((r) => r.is === "empty").map((r) => r.at_us / 1e6); // seconds
    const pressed = records.filter((r) => r.clock).map((r) => r.at_us / 1e6);
    return lifted[0] > 8 && lifted[1] > lifted[0] + 240 && (presses ? pressed[0] < lifted[1] : pressed.length === 0);
  }, last);
  return board;
}
const bishops = oneMove(start, "3. Bb5 a6 4. Ba4 Nf6", true, 58);
const silent = oneMove(start, "3. Bb5 a6 4. Ba4 Nf6", false, 422);
const rooks = oneMove(rook, "40. Ra8+ Kg7 41. Ra7 Kf6 42. Rb7", true, 58);

let chromium;
before(async () => {
  chromium = await t.browser();
});
after(async () => {
  await chromium?.close();
});

describe("by the Laws of 2018", () => {
  const seat = new Seat();
  const { done, undo, state, desk, clock } = seat;
  before(async () => {
    await seat.sit(chromium, {
      game: `[game]\nlaws = "fide-2018"`,
      boards: [
        { ...bishops, id: "hall-1" },
        { ...rooks, id: "hall-2" },
        { ...silent, id: "hall-3", keys: `kind = "tactile"\nsecond_board = "hall-4"` },
        { ...still(start), id: "hall-4" }, // does not show the other board's moves
        { ...bishops, id: "hall-5" },
      ],
    }, {
      first: async () => {
        await seat.give("set-position", { fen: knight }, "hall-1");
        await seat.give("set-position", { fen: pawn }, "hall-2");
        await seat.give("touch", { by: "white", square: "b1" }, "hall-5");
        for (const id of ["hall-1", "hall-2", "hall-3", "hall-5"]) {
          await seat.give("set-clock", { white_ms: 600_000, black_ms: 600_000 }, id);
          await seat.give("start-clocks", { by: "arbiter", runs: "white" }, id);
        }
      },
    });
  });
  after(() => seat.leave());

  test("an illegal move: every ruling, what it does to count and clock, and back", async () => {
    const { page } = seat;
    await t.until("it rings", () => seat.of("alarms", "hall-1")?.alarms.some((a) => a.id === "illegal_move"));
    await seat.tab(0);
    const card = page.locator(".card", { hasText: "Illegal move no. 1 by Réti" });
    await card.waitFor();
    await t.picture(page, "arbiter-phone-illegal-needs");
    await card.locator(".t").tap();
    // The current board next to the position to restore: the knight is off f1, and something is on
    // b5.
    await t.until("the guide", async () => (await page.locator(".guide li").allInnerTexts()).join("|") === "Take off b5|White knight to f1");
    assert.equal(await t.drawn(page, ".mid figure:nth-child(1) .cm-chessboard"), knight.split(" ")[0].replace("RNBQKN1R", "RNBQK2R"));
    assert.equal(await t.drawn(page, ".mid figure:nth-child(2) .cm-chessboard"), knight.split(" ")[0]);
    assert.equal(await page.locator(".pp .il").nth(1).innerText(), "Illegal moves: 1");
    await t.picture(page, "arbiter-phone-illegal", { fullPage: true });
    await done("stop-clocks", fill("Reason", "illegal move"));

    const at = { ...clock() };
    const counted = (n) => t.until(`${n} counted`, async () => desk().illegal.white === n && (await page.locator(".pp .il").nth(1).innerText()) === (n ? `Illegal moves: ${n}` : ""));
    const stands = () => t.until("the times", () => clock().white_ms === at.white_ms && clock().black_ms === at.black_ms);
    // With the button of its card, which says beforehand what it costs.
    await seat.tab(0);
    await card.locator(".bt button", { hasText: "Confirm" }).tap();
    assert.match(await seat.dialog().locator(".body").innerText(), /Tartakower gets 2:00/);
    await seat.dialog().locator(".foot .danger").tap();
    await seat.gone();
    seat.last = "illegal";
    await t.until("two minutes for Tartakower", () => clock().black_ms === at.black_ms + 120_000 && clock().white_ms === at.white_ms);
    await t.until("nothing rings for it", async () => seat.rings("illegal_move").length === 0 && (await card.count()) === 0);
    await counted(1);
    await undo();
    await stands();
    for (const ruling of ["it was legal", "not counted"]) {
      await done("illegal", pick(ruling));
      await counted(0);
      await stands();
      await undo();
      await counted(1);
    }
    await done("illegal", pick("confirmed"));
    await t.until("two minutes again", () => clock().black_ms === at.black_ms + 120_000);
    // Nobody has put it back yet: the page guides until somebody has.
    assert.equal(await page.locator(".guide li").count(), 2);
    // A second one would lose the game, and the page says so before it is entered: the arbiter
    // enters it as two hands.
    await done("irregularity", pick("two hands"), pick("White"));
  });

  test("touches: a duty while it stands, another's, and none after j'adoube", async () => {
    const { page } = seat;
    await seat.choose("hall-4");
    const duty = (by, square) => t.until(`the duty of ${by || "nobody"}`, () => (by ? desk().obligation?.by === by && desk().obligation.squares.join() === square : desk().obligation === null));
    await done("touch", pick("White"), tapMove("b1"));
    await duty("white", "b1");
    await seat.tab(0);
    await page.locator(".card", { hasText: "White must move b1" }).waitFor();
    await seat.tab(1);
    await done("attribute", tapMove("b1"), pick("Black"));
    await duty("");
    await t.until("it is told", async () => /Black: touch attributed to this player/.test(await page.locator(".ev").innerText()));
    await undo();
    await duty("white", "b1");
    await undo("touch");
    await duty("");
    await done("adjust", pick("White"));
    await done("touch", pick("White"), tapMove("b1"));
    await duty("");
    await undo();
    await done("say", pick("White"), pick("castling"));
  });

  test("a pawn on the last rank: the piece is named on its card, by the form, and not at all", async () => {
    const { page } = seat;
    await seat.choose("hall-2");
    await t.until("a queen is guessed", () => seat.sans() === "a8=Q+");
    await seat.tab(0);
    const card = page.locator(".card", { hasText: "Board 2" });
    await t.until("one card asks", async () => (await card.count()) === 1 && /Name it; until then it counts as a queen/.test(await card.innerText()));
    assert.deepEqual((await card.locator(".bt button").allInnerTexts()).slice(0, 4), ["queen", "rook", "bishop", "knight"]);
    await t.picture(page, "arbiter-phone-promotion");
    // With illegal moves, open questions and duties on it, the page is still accessible.
    await t.accessible(page);
    const small = await page.locator(".qcol button:visible").evaluateAll((list) => list.filter((b) => b.offsetHeight < 44 || b.offsetWidth < 44).map((b) => `${b.textContent} ${b.offsetWidth}x${b.offsetHeight}`));
    assert.deepEqual(small, []);
    // Left as a pawn, and pressed: a queen by the Laws of 2018, and an illegal move.
    await seat.tab(1);
    await done("promote", pick("none"));
    await t.until("counted", async () => desk().illegal.white === 1 && (await page.locator(".pp .il").nth(1).innerText()) === "Illegal moves: 1");
    await undo();
    await t.until("not counted", () => desk().illegal.white === 0 && desk().needs.includes("promotion_choice"));
    await seat.tab(0);
    await card.locator(".bt button", { hasText: "rook" }).first().tap();
    await seat.line("a8=R+");
    await t.until("nobody is asked any more", async () => (await card.count()) === 0 && desk().needs.length === 0);
    await seat.tab(1);
    await t.until("the rook on the board", async () => /^R5k1\//.test(await t.drawn(page, ".mid .cm-chessboard")));
    await undo("promote");
    await seat.line("a8=Q+");
    await t.until("asked again", () => desk().needs.includes("promotion_choice"));
    await done("promote", pick("knight"));
    await seat.line("a8=N");
    await undo();
    await seat.line("a8=Q+");
  });

  test("a tactile board beside another: announced, pressed, and shown by the other board", async () => {
    const { page } = seat;
    await seat.choose("hall-3");
    await t.until("a word is missing", () => desk().needs.includes("announcement"));
    await seat.tab(0);
    const card = page.locator(".card", { hasText: "Board 3 · Move not announced" });
    await card.waitFor();
    await card.locator(".t").tap();
    await done("announce", tapMove("f1", "b5"));
    await seat.line("Bb5");
    await t.until("nothing is missing", async () => desk().needs.length === 0 && desk().obligation === null && (await card.count()) === 0);
    await seat.tab(2);
    await t.until("what was said", async () => /Announced\s+Läufer von Felix eins nach Bella fünf|Announced\s+.*Bella/.test(await page.locator(".rt").innerText()));
    await seat.tab(1);
    await done("press", pick("White"));
    await t.until("pressed too early", async () => /White: pressed before the other board showed the move/.test(await page.locator(".ev").innerText()));
    assert.doesNotMatch(await page.locator(".ev").innerText(), /White's move completed/);
    await done("second-board");
    await t.until("completed", async () => /White's move completed/.test(await page.locator(".ev").innerText()));
  });

  test("another man than the one touched: claimed by its card, upheld, taken back", async () => {
    const { page } = seat;
    await seat.choose("hall-5");
    await t.until("a breach", () => desk().violation?.status === "claimable");
    await seat.line("Bb5");
    await seat.tab(0);
    const card = page.locator(".card", { hasText: "Board 5" });
    await card.waitFor();
    await t.until("what is owed", async () => /touched piece, had to move b1\); may be claimed/.test(await card.innerText()));
    await card.locator(".bt button", { hasText: "A player claims" }).tap();
    const dialog = seat.dialog();
    assert.equal(await dialog.locator("input[value=touched-piece]").isChecked(), true, "the card knows the breach");
    assert.equal(await dialog.locator("input[value=black]").isChecked(), true, "and who may claim");
    await dialog.locator(".foot .pr").tap();
    await seat.gone();
    await t.until("back, and the knight is to move", () => seat.sans() === "" && desk().violation?.status === "upheld" && desk().obligation?.squares.join() === "b1");
    await t.until("what the record shows", async () => /According to the record, the claim is correct\. The position before the move is restored\. White must move b1\.$/.test(await page.locator(".answer").textContent()));
    await seat.tab(1);
    await t.until("guided", async () => (await page.locator(".guide li").allInnerTexts()).join("|") === "Take off b5|White bishop to f1");
    await undo("claim");
    await seat.line("Bb5");
    await done("claim", pick("touched piece"), pick("Black"));
    await t.until("upheld again", () => seat.sans() === "");
    await undo();
  });

  test("a flag: claimed and confirmed, with the game in the balance until then", async () => {
    const { page } = seat;
    await seat.choose("hall-5");
    await seat.line("Bb5");
    await done("flag", pick("Black"));
    await t.until("lost, proposed", () => state().result === "1-0" && state().proposed);
    await seat.card("Game over by", "Confirm 1–0");
    await t.until("final", () => state().result === "1-0" && !state().proposed);
    await undo("result");
    await undo("flag");
    await t.until("in the balance", () => state().result !== "1-0");
    await done("set-clock", fill("Black's time", "0:01"));
    await done("start-clocks", pick("Black"));
    await t.until("the flag rings", () => seat.rings("flag").length === 1);
    assert.match(await seat.act("flag", pick("Black")), /1–0 is proposed/, "the clock has called it");
    await done("claim", pick("time"), pick("White"));
    await t.until("lost, proposed", () => state().result === "1-0" && state().proposed);
    await undo("claim");
    await seat.give("result", { result: "1-0", by: "arbiter" });
    await t.until("nothing rings", () => seat.rings("flag").length === 0);
    assert.deepEqual(page.wrong, []);
  });
});

describe("rapid without supervision", () => {
  const seat = new Seat();
  const { done, desk } = seat;
  before(async () => {
    await seat.sit(chromium, { game: `[game]\nlaws = "fide-2018"\nmode = "rapid"\nsupervised = false`, boards: [{ ...bishops, id: "hall-1" }] }, {
      first: async () => {
        await seat.give("set-position", { fen: knight });
        await seat.give("set-clock", { white_ms: 600_000, black_ms: 600_000 });
        await seat.give("start-clocks", { by: "arbiter", runs: "white" });
      },
    });
  });
  after(() => seat.leave());

  test("an illegal move is the opponent's to claim: by the button of its card", async () => {
    const { page } = seat;
    await t.until("it rings", () => seat.rings("illegal_move").length === 1);
    assert.equal(desk().illegal.white, 0, "it does not count by itself");
    await done("claim", pick("illegal move"), pick("Black"));
    await t.until("counted", async () => desk().illegal.white === 1 && (await page.locator(".pp .il").nth(1).innerText()) === "Illegal moves: 1");
    await seat.undo();
    await t.until("not counted", () => desk().illegal.white === 0);
    assert.deepEqual(page.wrong, []);
  });
});

describe("which of two moves was made", () => {
  const seat = new Seat();
  const { done, desk, state } = seat;
  const board = script();
  before(() => seat.sit(chromium, { game: `[game]\nlaws = "fide-2018"\nclock = "buttons"`, boards: [{ id: "hall-1", hands: board.file, speed: 10 }] }, {
    first: () => seat.give("new-game", { time_control: "5400+30" }),
  }));
  after(() => seat.leave());

  test("the board cannot tell, and asks until somebody says", async () => {
    await seat.give("start-clocks", { by: "arbiter", runs: "white" });
    await t.until("the clock runs", () => seat.clock()?.phase === "running");
    board.tell("-e2 +e4 white -d7 +d5 black -g1 +f3 white -f7 +f5 black");
    // The pawn pushes the captured pawn off, so that neither d5 nor f5 is ever seen empty.
    board.tell("-e4 wait:1s white wait:1s -b8 +c6 black wait:5s -a2 +a3 white wait:5s -a7 +a6 black wait:5s -h2 +h3 white");
    board.tell("wait:5s -h7 +h6 black wait:5s -b2 +b3 white wait:5s -b7 +b6 black wait:5s -g2 +g3 white");
    await t.until("a question", () => desk().question);
    await done("answer", fill(words["field.what"], "exd5"));
    await t.until("exd5", () => !desk().question && state().moves[4].uci === "e4d5");
    await seat.undo();
    await t.until("the question again", () => desk().question);
    assert.deepEqual(seat.page.wrong, []);
  });
});

describe("by the code of 1953", () => {
  const seat = new Seat();
  const { done } = seat;
  before(() => seat.sit(chromium, { game: `[game]\nlaws = "fide-1953"`, boards: [{ id: "hall-1", ...still(start) }] }));
  after(() => seat.leave());

  test("what changes claims of a draw", async () => {
    await done("draw-rule", pick(words["value.moves"]), fill(words["field.moves"], "70"));
    await seat.undo();
    assert.deepEqual(seat.page.wrong, []);
  });
});
