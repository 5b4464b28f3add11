// The arbiter's view on a simulated feed: every kind of card, its buttons, and what the board's
// answer looks like. Who may log in is tested with a daemon.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";
import { tables } from "../words.mjs";
import { wordsOf } from "./seat.mjs";

const games = t.games();
let broker, server, feed, chromium, boards;

before(async () => {
  ({ broker, server, feed, chromium } = await t.stand());
  boards = await Promise.all(Array.from({ length: 24 }, async (_, i) => {
    const game = i === 6 ? t.vienna : games[i % games.length];
    const b = feed.board(`hall-${i + 1}`, { ...game, tags: { ...game.tags, Event: "Masters Sample Open", Round: "4" } });
    b.control = "5400+30";
    await b.begin(i === 6 ? 17 : Math.min(game.moves.length - 3, 20 + ((i * 7) % 30)));
    await b.clock(1000 * (600 + ((i * 977) % 3000)), 1000 * (500 + ((i * 577) % 3300)), b.count % 2 ? "black" : "white");
    return b;
  }));
});
after(() => t.stop(chromium, feed, server, broker));

/** Whether a command was given by a person: a page also asks, with one that has expired, what its user may do. */
const given = (bytes) => Date.parse(JSON.parse(bytes).expires) !== 0;
const cards = (page) => page.locator(".card .t b").allInnerTexts();

test("obligations, illegal moves, alarms and sensors, most urgent first; commands and their answers", async () => {
  const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "en-GB" });
  const wrong = t.watch(page);
  await page.goto(`${server.url}/?view=arbiter`);
  await page.fill("#user", "ann");
  await page.fill("#password", "x");
  await page.click("button[type=submit]");
  await t.until("all boards", async () => (await page.locator(".strip .cell").count()) === 24);
  await t.until("that it knows of nothing", async () => /Nothing needs you/.test(await page.locator(".q .quiet").innerText()));

  const seven = boards[6];
  const confirmed = seven.state().fen;
  await seven.tellEvent("made", { ply: 17, uci: "d3d8", san: "Qd8+", by: "white", how: "seen", confidence: 1 });
  await seven.tellEvent("touched", { square: "e4", piece: "n", by: "black" });
  await seven.tellEvent("illegal", { by: "black", number: 1, restore: confirmed, reason: "king left in check" });
  seven.more = { differ: ["d6", "e4"], matches: false, unseen: ["c4"] };
  await seven.tell();
  const illegal = { id: "illegal_move", cause: "black 1", urgent: true, player: "black", what: "king left in check", count: 1 };
  const faulty = { id: "sensor_fault", cause: "c4", squares: ["c4"], what: "stuck-on" };
  await seven.ring([illegal, { id: "error_reconstructing_game", urgent: true, squares: ["d6", "e4"] }, faulty]);
  await seven.desk({ illegal: { white: 0, black: 1 } });
  await seven.alarms([{ id: "sensor_fault", urgent: false, squares: ["c4"], text: "told on both topics, and a card of one" }, { id: "calibration_old", urgent: false, text: "Calibrated 400 days ago: recalibrate the board" }]);
  await boards[11].ring([{ id: "game_finished", cause: "1/2-1/2", result: "1/2-1/2", what: "agreement" }]);
  await boards[2].desk({ obligation: { by: "white", kind: "move", squares: ["g1"], allowed: ["g1f3"] } });
  await boards[8].ring([{ id: "guessed_move", cause: "12", ply: 12, san: "Nf6" }]);
  await boards[14].availability("offline");
  await boards[18].clock(44000, 1240000, "white");
  await t.until("every card", async () => (await cards(page)).length === 8);
  // One line per board, most urgent first; all cards of the chosen board.
  await page.locator(".strip .cell").nth(20).click(); // one that needs nothing
  const lines = async () => (await page.locator(".card:visible .t b").allInnerTexts());
  await t.until("a line a board", async () => (await lines()).length === 5);
  const titles = await lines();
  assert.deepEqual(titles.slice(0, 2).sort(), ["Board 12 · Game over by agreement: confirm ½–½", "Board 7 · Illegal move no. 1 by Black: king left in check"]);
  assert.deepEqual(titles.slice(2, 4).sort(), ["Board 3 · White must act", "Board 9 · Move 6 Nf6 is a guess"]);
  assert.equal(titles[4], "Board 15 · Offline");
  assert.equal(await page.locator(".card .bt:visible").count(), 0, "and no buttons of boards that are not looked at");
  await page.locator(".card .t", { hasText: "Illegal move" }).click();
  await t.until("all of board 7", async () => (await lines()).length === 8);
  const at = (await lines()).indexOf("Board 7 · Illegal move no. 1 by Black: king left in check");
  assert.equal((await lines())[at + 1], "Board 7 · Board and record differ on d6 e4");
  assert.deepEqual((await lines()).slice(at + 2, at + 4).sort(), ["Board 7 · Calibrated 400 days ago: recalibrate the board", "Board 7 · Sensor c4: always occupied; play continues"]);
  // The public learns about a proposed end when it is declared, and not before.
  const finished = page.locator(".card", { hasText: "Game over by agreement" });
  await finished.locator(".t").click();
  await t.until("what the public knows", async () => /No result has been published yet\./.test(await finished.innerText()));
  await page.locator(".card .t", { hasText: "White must act" }).click();
  await t.until("the duty", async () => /White must move g1\. Clears automatically\./.test(await page.locator(".card", { hasText: "White must act" }).innerText()));
  await t.until("the counts", async () => /2 act now\s*1 being checked\s*21 in order/.test(await page.locator(".hd").innerText()));

  await page.locator(".card .t", { hasText: "Illegal move" }).click();
  await t.until("its board", async () => /Board 7 · Réti – Tartakower/.test(await page.locator(".mid h2").innerText()));
  assert.equal(await page.locator(".mid figure:visible").count(), 2);
  assert.equal(await t.drawn(page, ".mid figure:nth-child(2) .cm-chessboard"), confirmed.split(" ")[0], "what is to be put back");
  assert.match(await page.locator(".ev").innerText(), /Black touched knight e4\s+[\d:.]+\s+Illegal move no\. 1 by Black: king left in check\s+[\d:.]+\s+Public screens show: after 9\.\sQd8\+/);
  assert.match(await page.locator(".rt").innerText(), /Illegal moves, White \/ Black\s+0 \/ 1[\s\S]*63 good\s*not trusted: c4/);
  assert.equal(await page.locator(".hbad").count(), 1);
  await page.mouse.move(0, 0);
  await t.picture(page, "arbiter-cards-1440");

  // A result ends a game: it is shown, confirmed, sent once, and only for the state that was on the
  // page.
  const commands = [];
  feed.client.on("message", (topic, bytes) => given(bytes) && commands.push({ topic, body: JSON.parse(bytes) }));
  await feed.client.subscribeAsync("touchmove/v1/open/+/cmd/+", { qos: 1 });
  const confirm = page.locator(".card .bt button", { hasText: "Confirm ½–½" });
  await finished.locator(".t").click();
  await confirm.click();
  const dialog = page.locator("dialog.act");
  assert.match(await dialog.innerText(), /Enter the result\s+Board 12 ·[\s\S]*½–½[\s\S]*Confirm: Enter the result/);
  assert.equal(commands.length, 0);
  await dialog.locator(".danger").click();
  await t.until("the command", () => commands.length === 1);
  const { topic, body } = commands[0];
  assert.equal(topic, "touchmove/v1/open/hall-12/cmd/result");
  assert.equal(body.result, "1/2-1/2");
  assert.equal(body.if_seq, boards[11].seq);
  assert.ok(Date.parse(body.expires) > Date.now());
  await feed.client.publishAsync(`${topic}/result`, JSON.stringify({ v: 1, game: boards[11].gameId, seq: 1, id: body.id, ok: false, error: "the game has gone on" }), { qos: 1 });
  await t.until("the refusal", async () => (await dialog.locator(".refused").innerText()) === "Refused: the game has gone on");
  await t.until("and in the line", async () => (await page.locator(".answer").innerText()) === "Board 12, Enter the result: Refused: the game has gone on");
  await page.keyboard.press("Escape");

  // Once it is declared the card says so, and no longer hides that the public knows.
  await boards[11].tell({ result: "1/2-1/2", reason: "agreement", phase: "over" });
  await t.until("told", async () => /Published: ½–½\./.test(await finished.innerText()));

  // Cards that are over disappear, and the keys lead from card to card.
  await seven.tellEvent("restored", { fen: confirmed });
  await seven.ring([faulty]);
  await seven.alarms([]);
  await boards[2].desk();
  await boards[14].availability("online");
  await t.until("fewer cards", async () => (await cards(page)).length === 3);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  assert.equal(await page.locator(".card.sel").count(), 1);
  await page.keyboard.press("/");
  await page.keyboard.type("19");
  await t.until("the board that was asked for", async () => /^Board 19 ·/.test(await page.locator(".mid h2").innerText()));

  await t.resize(page, t.sizes.phone);
  await t.until("one column", () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await t.picture(page, "arbiter-phone-390");
  assert.deepEqual(wrong, []);
  await page.close();
});

test("the lamps of a board, as they are lit and in words; boards without lamps have no map", async () => {
  const says = {
    "en-GB": ["Lamps, board 5", "white b1 e2", "edge lamp violet", "No answer: ht16k33 0x70 on I2C1"],
    "de-DE": ["Lampen, Brett 5", "weiß b1 e2", "Randlampe violett", "Keine Antwort: ht16k33 0x70 on I2C1"],
    "es-ES": ["Luces, tablero 5", "blanca b1 e2", "luz del borde violeta", "Sin respuesta: ht16k33 0x70 on I2C1"],
    "pt-PT": ["Luzes, mesa 5", "branca b1 e2", "luz da borda violeta", "Sem resposta: ht16k33 0x70 on I2C1"],
  };
  const lights = (more) => feed.say(boards[4].topic("lights"), { v: 1, at: new Date().toISOString(), lit: [], edge: null, faults: [], ...more }, true);
  for (const [locale, [title, white, edge, fault]] of Object.entries(says)) {
    const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "light", locale });
    const wrong = t.watch(page);
    await page.goto(`${server.url}/?view=arbiter`);
    await page.fill("#user", "ann");
    await page.fill("#password", "x");
    await page.click("button[type=submit]");
    await t.until("all boards", async () => (await page.locator(".strip .cell").count()) === 24);
    const map = page.locator(".bx", { has: page.locator("[data-lamps]") });
    await page.locator(".strip .cell").nth(3).click();
    await t.until("no lamps at board 4", async () => !(await map.isVisible()));
    await lights({ lit: [{ square: "e2", tone: "white", large: false }, { square: "b1", tone: "white", large: true }, { square: "h8", tone: "red", large: true }], edge: { tone: "violet", large: true }, faults: ["ht16k33 0x70 on I2C1"] });
    await page.locator(".strip .cell").nth(4).click();
    await t.until("the lamps of board 5", async () => await map.isVisible());
    assert.equal(await map.locator("h2").innerText(), title);
    const words = await map.locator("[data-lamps] span").allInnerTexts();
    assert.deepEqual([words[0], words[2], words[3]], [white, edge, fault]);
    assert.equal(await map.locator("svg").getAttribute("aria-label"), words.join(", "));
    // A large lamp is drawn larger than a small one, and a dark one is even smaller.
    const radius = (cls) => map.locator(`circle.${cls}:not(.lp-halo)`).evaluateAll((all) => all.map((c) => Number(c.getAttribute("r"))));
    assert.deepEqual(await radius("lp-white"), [6.5, 3.5]);
    assert.equal((await radius("lp-off")).length, 61);
    await lights({});
    await t.until("all dark", async () => (await map.locator("circle.lp-off").count()) === 65);
    assert.equal((await map.locator("[data-lamps] span").allInnerTexts()).length, 1);
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

test("what rings, what was done and how the board is put right, in every theme and language", async () => {
  const seven = boards[6];
  const fen = seven.state().fen;
  await feed.again();
  await seven.ring([
    { id: "illegal_move", cause: "black 1", urgent: true, player: "black", name: "Tartakower, Savielly", what: "illegal move", count: 1 },
  ]);
  const before = { ply: 17, result: "*", illegal: [0, 0], white_ms: 1_868_000, black_ms: 763_000 };
  await seven.desk({
    actions: [
      { number: 1, at_ms: 1000, do: "new-game", keys: { white: { name: "Réti, Richard" }, black: { name: "Tartakower, Savielly" }, time_control: "2400", who: "ann" }, before, after: before },
      { number: 2, at_ms: 2000, do: "penalty", keys: { kind: "add-opponent", player: "white", ms: 60000, who: "ann" }, before, after: { ...before, black_ms: 823_000 }, undone: 3 },
      { number: 3, at_ms: 3000, do: "undo", keys: { who: "ann" }, undoes: 2, before: { ...before, black_ms: 823_000 }, after: before },
      { number: 4, at_ms: 4000, do: "stop-clocks", by: "arbiter", keys: { why: "illegal move", who: "bo" }, before, after: before },
    ],
    undoable: 4, illegal: { white: 0, black: 1 }, guide: [{ square: "d6", put: "" }, { square: "e4", put: "n" }],
    illegal_move: { by: "black", count: 1, penalty: { opponent_time_s: 120 }, restore: true, status: null },
  });
  await boards[11].ring([{ id: "claim", cause: "white 1", urgent: true, player: "white", what: "repetition" }]);
  await boards[11].desk({ claim: { what: "repetition", by: "white", right: true, waits: true, appearances: [8, 12, 16], differs: [{ ply: 4, why: "castling, en passant" }], quiet: 9, since: 8 } });
  await boards[18].ring([{ id: "time_trouble", cause: "white", player: "white", name: "Carlsen, Magnus", acknowledged: true, acknowledged_by: "ann" }]);
  for (const [lang, theme, size, title, claimed] of t.first([
    ["en", "dark", { width: 1440, height: 900 }, "Board 7 · Illegal move no. 1 by Tartakower", /The position occurred 3 times, after: 4\.\.\.\s.+Not the same after 2\.\.\.\s.+: other castling rights, en passant was possible/s],
    ["es", "light", { width: 1440, height: 900 }, "Tablero 7 · Jugada ilegal n.º 1 de Tartakower", /La posición se dio 3 veces/],
    ["pt", "contrast", t.sizes.wall, "Mesa 7 · Lance ilegal n.º 1 de Tartakower", /A posição ocorreu 3 vezes/],
    ["de", "light", t.sizes.small, "Brett 7 · Regelwidriger Zug Nr. 1 von Tartakower", /Die Stellung gab es 3-mal/],
    ["de", "light", { width: 820, height: 1180 }, "Brett 7 · Regelwidriger Zug Nr. 1 von Tartakower", /Die Stellung gab es 3-mal/],
    ["de", "dark", t.sizes.uhd, "Brett 7 · Regelwidriger Zug Nr. 1 von Tartakower", /Die Stellung gab es 3-mal/],
  ], 2)) {
    const page = await chromium.newPage({ viewport: size, locale: "en-GB" });
    const wrong = t.watch(page);
    await page.goto(`${server.url}/?view=arbiter&lang=${lang}&theme=${theme}`);
    await page.fill("#user", "ann");
    await page.fill("#password", "x");
    await page.click("button[type=submit]");
    await t.until(title, async () => (await cards(page)).includes(title));
    await t.drawnAnew(page);
    const small = size.width < 1000;
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${lang} at ${size.width}`);
    if (small) await t.picture(page, `arbiter-needs-${lang}-${size.width}`);
    const lines = await page.locator(".hd > *, .rt h2").evaluateAll((all) => all.filter((e) => e.checkVisibility() && e.textContent).map((e) => [e.localName, e.getBoundingClientRect(), parseFloat(getComputedStyle(e).fontSize)]));
    if (size.width > 600) assert.ok(Math.max(...lines.filter(([n]) => n !== "h2").map(([, r]) => r.top)) < Math.min(...lines.filter(([n]) => n !== "h2").map(([, r]) => r.bottom)), `${lang} ${size.width}: the page's head is one line`);
    const zoom = size.width > 3000 ? 2 : 1;
    assert.equal(lines.filter(([n, r, font]) => n === "h2" && r.height > zoom * Math.max(46, 2 * font)).length, 0, `${lang} ${size.width}: headings are one line`);
    await page.locator(".card", { hasText: title }).locator(".t").click();
    await t.until("the guide", async () => (await page.locator(".guide li").count()) === 2);
    assert.equal(await t.drawn(page, ".mid figure:nth-child(2) .cm-chessboard"), fen.split(" ")[0]);
    await t.picture(page, `arbiter-${lang}-${theme}-${size.width}`);
    assert.deepEqual(await page.locator(".strip .cell > span:not(.vh)").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)), [], `${lang} ${size.width}: words of cells are whole`);
    if (small) assert.equal(await page.locator(".hd h1, .hd .plain").evaluateAll((all) => Math.max(...all.map((e) => e.getBoundingClientRect().top)) < Math.min(...all.map((e) => e.getBoundingClientRect().bottom))), true, "title and sound on one line");
    if (small) await page.locator(".tabs button").nth(2).click();
    assert.equal(await page.locator(".actions li").count(), 4);
    assert.equal(await page.locator(".actions li.undone").count(), 1);
    assert.equal(await page.locator(".actions li button").count(), 1, "one can be undone");
    if (small) await t.picture(page, `arbiter-done-${lang}-${size.width}`);
    await t.accessible(page, `${lang} ${theme}`);
    if (small) await page.locator(".tabs button").nth(0).click();
    await t.until("a card that somebody has seen", async () => (await page.locator(".card.seen").count()) === 1);
    await page.locator(".card", { hasText: /12 ·/ }).locator(".t").click();
    assert.equal(await page.locator(".card", { hasText: /12 ·/ }).locator(".pr").count(), 0, "the page does not lean to upholding or rejecting");
    await t.until("what the record says", async () => claimed.test(await page.locator(".evidence").innerText()));
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

test("a question: what speaks for each move, one tap answers it, and nothing leans or is told to the public", async () => {
  const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "en-GB" });
  const wrong = t.watch(page);
  const four = boards[3];
  four.moves = "e2e4 e4,d7d5 d5,g1f3 Nf3,f7f5 f5,e4f5 exf5,b8c6 Nc6,a2a3 a3,a7a6 a6,h2h3 h3,h7h6 h6,b2b3 b3".split(",").map((m) => ({ uci: m.split(" ")[0], san: m.split(" ")[1] }));
  await four.begin(11, { settled: 4, guesses: [5] });
  const fens = ["rnbqkbnr/ppp1p1pp/8/3p1P2/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 3", "rnbqkbnr/ppp1p1pp/8/3P1p2/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 3"];
  const candidate = (id, uci, san, fen, more) => ({ id, uci, san, fen, sure: 0.5, published: false, grounds: [{ what: "victim-unseen", for: false, square: uci.slice(2, 4) }], ...more });
  const question = {
    ply: 5, by: "white", occasion: "played-on",
    candidates: [
      candidate("a", "e4f5", "exf5", fens[0], { published: true, sure: 0.731, grounds: [{ what: "victim-seen", for: true, square: "f5", lasted_ms: 320 }] }),
      candidate("b", "e4d5", "exd5", fens[1], { sure: 0.269 }),
    ],
  };
  await four.desk({ question, needs: ["disambiguate"] });
  await four.ring([{ id: "question", cause: "5", ply: 5, san: "exf5 / exd5" }]);
  await page.goto(`${server.url}/?view=arbiter&board=hall-4`);
  await page.fill("#user", "ann");
  await page.fill("#password", "x");
  await page.click("button[type=submit]");
  const card = page.locator(".card", { hasText: "Board 4" });
  await t.until("the card", async () => (await card.count()) === 1);
  await card.locator(".t").click();
  assert.match(await card.innerText(), /Board 4 · Did White play 3\.\sexf5 or 3\.\sexd5\?/);
  assert.deepEqual(await card.locator(".bt button").allInnerTexts(), ["It was 3.\u00a0exf5", "It was 3.\u00a0exd5", "Seen"]);
  assert.equal(await card.locator(".pr").count(), 0, "no button is likelier than another");
  await card.locator(".t").click();
  const panel = page.locator(".asked");
  await t.until("both positions", async () => (await panel.locator(".cand:visible").count()) === 2);
  for (const [i, fen] of fens.entries()) assert.equal(await t.drawn(page, `.cand:nth-child(${i + 1}) .cm-chessboard`), fen.split(" ")[0]);
  assert.match(await panel.innerText(), /f5 was empty for 0\.3 s[\s\S]*The captured piece was not seen leaving d5/);
  assert.doesNotMatch(await panel.innerText(), /%|0\.73/, "how likely they are is not shown");
  assert.equal(await page.locator(".two:visible").count(), 0);
  await page.mouse.move(0, 0);
  assert.deepEqual(await page.locator(".card .t b").evaluateAll((all) => all.filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.innerText)), [], "what needs a person is not cut");
  assert.equal(await page.locator(".lg .ok").innerText(), "64 good");
  assert.match(await page.locator(".hd").innerText(), /\b1 question\b/);
  await t.picture(page, "arbiter-question-1440");
  await t.accessible(page, "a question");

  // One tap, without a form: for the half-move that was visible.
  const commands = [];
  const take = (topic, bytes) => topic.includes("/cmd/") && given(bytes) && commands.push({ topic, body: JSON.parse(bytes) });
  feed.client.on("message", take);
  await feed.client.subscribeAsync("touchmove/v1/open/hall-4/cmd/+", { qos: 1 });
  await panel.locator(".cand:nth-child(2) .bt button").click();
  await t.until("the command", () => commands.length === 1);
  assert.equal(commands[0].topic, "touchmove/v1/open/hall-4/cmd/answer");
  assert.deepEqual([commands[0].body.what, commands[0].body.ply], ["e4d5", 5]);
  feed.client.off("message", take);
  await four.ring([]);
  await four.desk({ question: null });
  await t.until("it is gone", async () => (await panel.isHidden()) && (await card.count()) === 0);
  assert.equal(await page.locator(".two:visible").count(), 1);

  // No further move: last in the sentence, without marks on its board, answered with none.
  const none = { id: "a", uci: "0000", san: "--", fen: fens[1], sure: 0.6, published: false, grounds: [{ what: "piece-lifted", for: true, square: "e4" }] };
  feed.client.on("message", take);
  await four.ring([{ id: "question", cause: "5", ply: 5, san: "exf5" }]);
  await four.desk({ question: { ply: 5, by: "white", occasion: "over", candidates: [none, { ...question.candidates[1], published: false }] } });
  await t.until("the question about the last move", async () => (await panel.innerText()).includes("Did White play 3.\u00a0exd5 or no further move?"));
  assert.equal(await panel.locator(".cand:nth-child(1) .bt button").innerText(), "There was no further move");
  assert.equal(await panel.locator(".cand:nth-child(1) .ct b").innerText(), "No further move");
  assert.match(await panel.innerText(), /The piece of e4 was lifted/);
  await panel.locator(".cand:nth-child(1) .bt button").click();
  await t.until("the second command", () => commands.length === 2);
  assert.deepEqual([commands[1].body.what, commands[1].body.ply], ["none", 5]);
  feed.client.off("message", take);
  await four.ring([]);
  await four.desk({ question: null });

  // In every language, and on a phone.
  await four.ring([{ id: "question", cause: "5", ply: 5, san: "exf5 / exd5" }]);
  await four.desk({ question });
  for (const [lang, text] of [["de", /Hat Weiß 3\.\sexf5 oder 3\.\sexd5 gespielt\?/], ["es", /Blancas: ¿jugaron 3\.\sexf5 o 3\.\sexd5\?/], ["pt", /Brancas: jogaram 3\.\sexf5 ou 3\.\sexd5\?/]]) {
    await page.goto(`${server.url}/?view=arbiter&board=hall-4&lang=${lang}`);
    await page.fill("#user", "ann");
    await page.fill("#password", "x");
    await page.click("button[type=submit]");
    await t.until(lang, async () => (await cards(page)).some((title) => text.test(title)));
  }
  await t.resize(page, { width: 390, height: 844 });
  await page.goto(`${server.url}/?view=arbiter&board=hall-4&lang=de`);
  await page.fill("#user", "ann");
  await page.fill("#password", "x");
  await page.click("button[type=submit]");
  const asked = page.locator(".card", { hasText: "Hat Weiß" });
  await t.until("the card", async () => (await asked.count()) === 1);
  await asked.locator("p").click();
  await t.until("both positions", async () => (await panel.locator(".cand:visible").count()) === 2);
  await t.drawnAnew(page);
  await t.picture(page, "arbiter-question-390");

  // The public does not see the question: the moves that are not settled look slightly different.
  const reader = await chromium.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "en-GB" });
  await reader.goto(`${server.url}/?board=hall-4`);
  await t.until("the moves", async () => (await reader.locator(".mv .r button:visible").count()) === 11);
  const marked = async (cls) => (await reader.locator(`.mv .r .${cls}:visible`).allInnerTexts()).map((m) => m.trim());
  assert.deepEqual(await marked("guess"), ["exf5"]);
  assert.equal((await marked("open")).length, 6);
  assert.equal(await reader.locator(".mv .r .guess").getAttribute("title"), "Move not yet certain");
  assert.doesNotMatch(await reader.locator("body").innerText(), /exd5|Did White/);
  await t.picture(reader, "one-unsettled-1440");
  assert.equal(await reader.locator(".mv .r .open bdi").first().evaluate((e) => getComputedStyle(e).textDecorationStyle), "dotted");
  assert.equal(await reader.locator(".mv .r .open").first().evaluate((e) => getComputedStyle(e).textDecorationLine), "none", "only the move is underlined, not the time it took");
  await four.tell({ settled: 11, guesses: [] });
  await t.until("settled", async () => (await reader.locator(".mv .r .open, .mv .r .guess").count()) === 0);
  await reader.close();
  assert.deepEqual(wrong, []);
  await page.close();
});

test("signatures that are missing under a result: a button for each player, and none filled while both are missing", async () => {
  for (const [n, signed] of [[1, { white: null, black: null, missing: ["white", "black"] }], [2, { white: "1-0", black: null, missing: ["black"] }]]) {
    const b = feed.board(`signed-${n}`, t.vienna, "signed");
    b.more = { phase: "over", result: "1-0", reason: "checkmate" };
    await b.begin(21);
    await b.desk({ signed });
  }
  const page = await chromium.newPage({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  await page.goto(`${server.url}/?view=arbiter&event=signed`);
  await page.fill("#user", "ann");
  await page.fill("#password", "x");
  await page.click("button[type=submit]");
  await t.until("a card for each board", async () => (await page.locator(".card").count()) === 2);
  const buttons = (n) => page.locator(".card").nth(n - 1).locator(".bt button").evaluateAll((all) => all.map((b) => [b.innerText, b.className]));
  assert.deepEqual(await buttons(1), [["Réti has signed", ""], ["Tartakower has signed", ""]]);
  assert.deepEqual(await buttons(2), [["Tartakower has signed", "pr"]]);
  assert.equal(await page.locator(".card").nth(1).locator("p").innerText(), "Réti has signed 1–0. Not signed: Tartakower");
  await t.accessible(page);
  await t.resize(page, { width: 1010, height: 768 });
  await page.goto(`${page.url()}&lang=de`);
  await page.fill("#user", "ann");
  await page.fill("#password", "x");
  await page.click("button[type=submit]");
  await t.until("a line for each board, with words over three lines", async () => (await page.locator(".card").count()) === 2 && (await page.locator(".card .says b").evaluateAll((all) => all.some((e) => e.getBoundingClientRect().height > 30))));
  const room = await page.locator(".card").evaluateAll((all) => all.map((e) => {
    const [card, words] = [e, e.querySelector(".says")].map((x) => x.getBoundingClientRect());
    return words.top - card.top;
  }));
  assert.ok(Math.min(...room) >= 4, `words at the edge of their line: ${room}`);
  await page.close();
});

test("a desk of 102 boards is a line a board; what can be done is never covered, however long the list of squares", async () => {
  const many = await Promise.all(Array.from({ length: 102 }, async (_, i) => {
    const game = games[i % games.length];
    const b = feed.board(`desk-${i + 1}`, { ...game, tags: { ...game.tags, Event: "Open", Round: "4" } }, "desk");
    await b.begin(Math.min(9 + (i % 20), game.moves.length));
    const ring = [{ id: "guessed_move", cause: "9", ply: 9, san: "Nf6" }];
    if (i % 3 === 0) ring.push({ id: "sensor_fault", cause: "c4", squares: ["c4"], what: "stuck-on" });
    if (i === 50) ring.push({ id: "illegal_move", cause: "black 1", urgent: true, player: "black", what: "illegal move", count: 1 });
    await b.ring(ring);
    return b;
  }));
  const squares = [..."abcdefgh"].flatMap((f) => [1, 2, 7, 8].map((r) => ({ square: `${f}${r}`, put: r < 3 ? "P" : "p" })));
  await many[50].desk({ guide: squares, illegal: { white: 0, black: 1 } });
  for (const [size, theme] of t.first([[{ width: 1366, height: 768 }, "light"], [{ width: 1440, height: 900 }, "dark"], [{ width: 1440, height: 900 }, "contrast"]], 1)) {
    const page = await chromium.newPage({ viewport: size, colorScheme: "dark", locale: "en-GB" });
    await page.goto(`${server.url}/?view=arbiter&event=desk&theme=${theme}`);
    await page.fill("#user", "ann");
    await page.fill("#password", "x");
    await page.click("button[type=submit]");
    await t.until("all boards", async () => (await page.locator(".strip .cell").count()) === 102);
    await t.until("the most urgent first", async () => /^Board 51 · Illegal/.test((await page.locator(".card .t b").allInnerTexts())[0]));
    await page.locator(".card .t").first().click();
    await t.until("the squares", async () => (await page.locator(".guide li").count()) === 32);
    const heights = await page.locator(".card:not(.near):visible").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().height));
    assert.equal(heights.length, 101, "a line for every other board");
    assert.ok(Math.max(...heights) <= 46, `a line is ${Math.max(...heights)} px high`);
    const covered = await page.locator(".does button").evaluateAll((all) => all.filter((b) => {
      const r = b.getBoundingClientRect();
      const inside = r.bottom <= innerHeight && r.top >= 0 && r.width > 40;
      return !inside || [0.1, 0.5, 0.9].some((x) => !b.contains(document.elementFromPoint(r.left + x * r.width, r.top + r.height / 2)));
    }).map((b) => b.innerText));
    assert.deepEqual(covered, [], `${size.width}: covered or beyond the edge`);
    assert.equal(await page.locator(".does button").count(), 7);
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "the page of a desk does not scroll");
    await t.picture(page, `desk-102-${theme}-${size.width}`);
    await page.close();
  }
});

test("what can be done is said whole, in four languages and at every width of a desk", async () => {
  const game = games[0];
  const board = feed.board("alone-1", { ...game, tags: { ...game.tags, Event: "Open", Round: "4" } }, "alone");
  await board.begin(9);
  await board.ring([{ id: "illegal_move", cause: "black 1", urgent: true, player: "black", what: "illegal move", count: 1 }]);
  await board.desk({ illegal: { white: 0, black: 1 } });
  for (const lang of t.first(["de", "pt", "es", "en"], 1)) {
    const page = await chromium.newPage({ viewport: { width: 1024, height: 820 } });
    await page.goto(`${server.url}/?view=arbiter&event=alone&lang=${lang}`);
    await page.fill("#user", "ann");
    await page.fill("#password", "x");
    await page.click("button[type=submit]");
    await t.until("the buttons", async () => (await page.locator(".does button").count()) === 7);
    for (const width of [1024, 1180, 1366, 1440, 1600]) {
      await t.resize(page, { width, height: 820 });
      assert.deepEqual(await page.locator(".does button").evaluateAll((all) => all.filter((b) => b.scrollWidth > b.clientWidth).map((b) => b.innerText)), [], `${lang}, ${width}: words that are cut`);
    }
    await page.close();
  }
});

test("a player's offers of a draw and refused claims are counted with their moves, whole on a phone and a laptop, in four languages", async () => {
  const game = games[0];
  const board = feed.board("draws-1", { ...game, tags: { ...game.tags, Event: "Open", Round: "4" } }, "draws");
  await board.begin(61);
  const often = Array.from({ length: 14 }, (_, i) => 2 * i + 30);
  await board.desk({ draws: { white: { offers: [0, 39, 61], refused_claims: [{ what: "claim", ply: 61 }] }, black: { offers: often, refused_claims: [{ what: "repetition", ply: 40 }, { what: "fifty-moves", ply: 55 }] } } });
  for (const lang of t.first(["de", "pt", "es", "en"], 2)) for (const viewport of [t.sizes.phone, t.sizes.laptop]) {
    const page = await chromium.newPage({ viewport, hasTouch: true });
    await page.goto(`${server.url}/?view=arbiter&event=draws&lang=${lang}`);
    await page.fill("#user", "ann");
    await page.fill("#password", "x");
    await page.click("button[type=submit]");
    if (viewport === t.sizes.phone) await page.locator(".tabs button").nth(2).tap();
    const rows = page.locator(".rt dl").first();
    await t.until("the record", async () => (await rows.locator("dd").count()) > 4);
    const words = wordsOf(lang);
    const shown = await rows.evaluate((dl) => Object.fromEntries([...dl.querySelectorAll("dt")].map((dt) => [dt.innerText, dt.nextElementSibling.innerText])));
    assert.equal(shown[words.offercount], `3 (${words.atstart}, 20., 31.) / 14 (${often.map((ply) => `${ply / 2}...`).join(", ")})`, lang);
    assert.equal(shown[words.refusedcount], `1 (${words["claim.quickplay-finish"]} 31.) / 2 (${words["claim.repetition"]} 20..., ${words["claim.fifty-moves"]} 28.)`, lang);
    assert.deepEqual(await rows.locator("dt, dd").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth || e.getBoundingClientRect().right > innerWidth).map((e) => e.innerText)), [], `${lang}, ${viewport.width}: words that are cut`);
    assert.ok(await rows.evaluate((dl) => dl.querySelector("dt").clientWidth >= 0.45 * dl.clientWidth), `${lang}, ${viewport.width}: long lists leave the words no room`);
    await t.picture(page, `arbiter-draws-${lang}-${viewport.width}`);
    await page.close();
  }
});

/** A text of the table with its particulars, and the form for the number n. */
const filled = (text, with_ = {}) => (text.other === undefined ? text : with_.n === 1 ? text.one : text.other).replaceAll(/\{(\w+)\}/g, (_, name) => String(with_[name]));

test("what the page says of mate, stalemate and every claim is in the reader's language, as the table of texts has it", async () => {
  const game = games[0];
  const make = (id) => feed.board(id, { ...game, tags: { ...game.tags, Event: "Open", Round: "4" } }, "answers");
  const [mate, stalemate, board] = [make("answers-1"), make("answers-2"), make("answers-3")];
  for (const [b, result, reason] of [[mate, "0-1", "checkmate"], [stalemate, "1/2-1/2", "stalemate"]]) {
    b.more = { phase: "over", result, reason };
    await b.begin(12);
    await b.desk();
    await b.ring([{ id: "game_finished", cause: result, result, what: reason }]);
  }
  await board.begin(12);
  const asked = [];
  feed.client.on("message", (topic, bytes) => topic.includes("/answers-3/cmd/") && !topic.endsWith("/result") && given(bytes) && asked.push({ topic, body: JSON.parse(bytes) }));
  await feed.client.subscribeAsync("touchmove/v1/answers/answers-3/cmd/+", { qos: 1 });
  const drawn = { by: "white", right: false, waits: true, appearances: [12], differs: [], quiet: 0, since: 0 };
  const breach = { by: "black", rule: "touched_piece", status: "upheld", restores: null, duty: null };
  const act = t.acts.actOf("claim");
  for (const lang of Object.keys(tables("arbiter"))) {
    const words = wordsOf(lang);
    const say = (key, with_) => filled(words[key], with_);
    const page = await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" });
    const wrong = t.watch(page);
    await page.goto(`${server.url}/?view=arbiter&event=answers&lang=${lang}`);
    await page.fill("#user", "ann");
    await page.fill("#password", "x");
    await page.click("button[type=submit]");
    await t.until("the boards", async () => (await page.locator(".strip .cell").count()) === 3);

    for (const [n, reason, result] of [[1, "checkmate", "0–1"], [2, "stalemate", "½–½"]]) {
      const card = page.locator(".card", { hasText: say("alarm.game_finished", { why: words[`reason.${reason}`], result }) });
      await t.until(reason, async () => (await card.count()) === 1);
      await page.locator(".strip .cell").nth(n - 1).click();
      await t.until("that it is known", async () => (await card.innerText()).includes(say("hint.game_finished.told", { r: result })));
      assert.equal((await card.innerText()).includes(words["hint.game_finished"]), false, `${lang}: ${reason}`);
      assert.equal(await page.locator(".guide li").count(), 0, `${lang}: nothing is put back after ${reason}`);
    }

    await page.locator(".strip .cell").nth(2).click();
    let number = 0;
    await board.desk();
    for (const [what, desk, ...said] of [
      ["repetition", { claim: { ...drawn, what: "repetition" } }, say("stoodonce"), say("claimwrong")],
      ["repetition", { claim: { ...drawn, what: "repetition", right: true, appearances: [0, 0, 0] } }, say("stood", { n: 3, a: [0, 0, 0].map(() => words.thestart).join(", ") }), say("claimright")],
      ["repetition", { claim: { ...drawn, what: "repetition", differs: [{ ply: 0, why: "castling, en passant" }] } }, say("stoodonce"), say("stoodnot", { a: words.atstart, b: `${words["differs.castling"]}, ${words["differs.enpassant"]}` }), say("claimwrong")],
      ["fifty-moves", { claim: { ...drawn, what: "fifty-moves" } }, say("quiet.none"), say("claimwrong")],
      ["fifty-moves", { claim: { ...drawn, what: "fifty-moves", right: true, quiet: 100 } }, say("quiet", { n: 100, a: words.atstart }), say("claimright")],
      ["touched-piece", {}, say("claimwrong"), say("claimnobreach")],
      ["touched-piece", { violation: { ...breach, status: "lapsed" } }, say("claimwrong"), say("claimlate")],
      ["touched-piece", { violation: breach, obligation: { by: "black", kind: "move", squares: ["g8"], allowed: ["g8f6"] } }, say("claimright"), say("claimback"), `${words.black} ${say("duty.move", { s: "g8" })}.`],
      ["released-piece", { violation: { ...breach, rule: "released_piece", restores: "g8f6" } }, say("claimright"), say("claimstands", { m: "g8f6" })],
      ["illegal", {}, say("claimwrong")],
      ["illegal", { illegal_move: { by: "black", count: 1, penalty: null, restore: true, status: "upheld" } }, say("claimright")],
      ["time", {}, say("claimwrong")],
    ]) {
      await page.locator("[data-group=claims]").click();
      await page.locator(".acts button").nth(t.acts.groups.find((g) => g.name === "claims").acts.indexOf(act)).click();
      const dialog = page.locator("dialog.act");
      assert.equal(await dialog.locator("h2").innerText(), words["act.claim"], lang);
      await dialog.locator(".choice label", { has: page.getByText(words[`value.${what}`], { exact: true }) }).click();
      await dialog.locator(".choice label", { hasText: words.white }).first().click();
      asked.length = 0;
      await dialog.locator(".foot .pr").click();
      await t.until("the command", () => asked.length === 1);
      assert.equal(asked[0].body.what, what);
      await feed.client.publishAsync(`${asked[0].topic}/result`, JSON.stringify({ v: 1, game: board.gameId, seq: board.seq, id: asked[0].body.id, ok: true, error: null }), { qos: 1 });
      await t.until("the dialog is gone", async () => (await dialog.count()) === 0);
      const at = { ply: 12, fen: board.state().fen, result: "*", illegal: [0, 0] };
      await board.desk({ actions: [{ number: ++number, at_ms: 1000, do: "claim", by: "white", keys: { what, who: "ann" }, before: at, after: at }], ...desk });
      const want = `: ${words.kept}. ${said.join(" ")}`;
      await t.until(`${lang}: ${what}`, async () => (await page.locator(".answer").innerText()).endsWith(want) || Promise.reject(`${await page.locator(".answer").innerText()}, want ${want}`));
    }
    assert.deepEqual(wrong, []);
    await page.close();
  }
});
