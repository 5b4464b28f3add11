// The parts of the screen that need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tables } from "../words.mjs";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { acts, board, cards, chess, clock, fen, games, grid, material, line, notation, opening, params, payload, program, root, share, some, standard, start, store, texts, timeused, until, vienna, wording } from "./lib.mjs";

const place = (fen) => fen.split(" ")[0];

test("moves are laid out as they were played", () => {
  for (const [name, start, moves, want] of [
    ["short castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1g1", "e8c8"], "2kr3r/8/8/8/8/8/8/R4RK1"],
    ["castling as king takes rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1a1", "e8h8"], "r4rk1/8/8/8/8/8/8/2KR3R"],
    ["castling in Chess960, rook where the king goes", "1rk5/8/8/8/8/8/8/5KR1 w Gb - 0 1", ["f1g1", "c8b8"], "2kr4/8/8/8/8/8/8/5RK1"],
    ["en passant", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", ["d7d5", "e5d6"], "4k3/8/3P4/8/8/8/8/4K3"],
    ["promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a7a8n"], "N3k3/8/8/8/8/8/8/4K3"],
    ["an illegal move that stands", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ["a1b3"], "4k3/8/8/8/8/1R6/8/4K3"],
  ]) {
    const laid = chess.lay(start, moves.map((uci) => ({ uci })));
    assert.equal(chess.placementText(laid.boards.at(-1)), want, name);
  }
});

test("a game laid out anew keeps what is the same", () => {
  const one = chess.lay(standard, vienna.moves.slice(0, 18));
  const changed = [...vienna.moves.slice(0, 10), { uci: "a2a3" }];
  const two = chess.lay(standard, changed, { start: standard, moves: vienna.moves, laid: one });
  assert.equal(two.boards[10], one.boards[10]);
  assert.deepEqual(two.boards, chess.lay(standard, changed).boards);
  assert.equal(chess.lay(standard, [{ uci: "e4e5" }]).steps.length, 0, "nothing stands there: the layout ends");
});

test("clocks count on, round up, and never reach zero by themselves", () => {
  const c = new clock.BoardClock();
  assert.equal(c.at(0, null), null);
  c.tell({ white_ms: 60_000, black_ms: 2000, runs: "black", at: "2026-11-21T15:00:00Z", delay_left_ms: 0, phase: "running" }, 1000, 500);
  assert.equal(c.at(1000, null).black, 1500);
  assert.equal(c.at(1000, null).white, 60_000);
  assert.equal(c.at(9000, null).black, 1, "only a message says zero");
  assert.equal(c.at(9000, 1100).black, 1400, "a lost feed freezes it");
  assert.equal(c.at(31_001, null).stale, true, "nothing heard for 30 s");
  c.tell({ white_ms: 60_000, black_ms: 2000, runs: "black", at: "2026-11-21T15:00:00Z", delay_left_ms: 0, phase: "running" }, 31_500, 0);
  assert.equal(c.at(31_500, null).stale, false, "the same once more: it is alive");
  c.tell({ white_ms: 60_000, black_ms: 0, runs: "none", at: "x", delay_left_ms: 0, phase: "flagged" }, 32_000, 0);
  assert.equal(c.at(99_000, null).black, 0);
  c.tell({ white_ms: 10_000, black_ms: 10_000, runs: "white", at: "y", delay_left_ms: 3000, phase: "running" }, 40_000, 0);
  assert.equal(c.at(42_000, null).white, 10_000, "a delay first");
  assert.equal(c.at(44_000, null).white, 9000);
  for (const [ms, text] of [[0, "0:00"], [1, "0:01"], [59_001, "1:00"], [3_599_000, "59:59"], [5_025_000, "1:23:45"]]) assert.equal(clock.formatClock(ms), text);
});

test("time trouble is five minutes or a tenth of the time", () => {
  for (const [control, ms] of [["40/5400+30:1800+30", 300_000], ["900+10", 90_000], ["180+2", 18_000], ["*180", 18_000], [null, 300_000], ["?", 300_000]]) {
    assert.equal(clock.troubleBelow(control), ms, String(control));
  }
});

test("ages of messages do not need a clock that is right", () => {
  const o = new clock.Offset();
  assert.equal(o.age("2026-11-21T15:00:00Z", Date.parse("2026-11-21T15:00:07Z"), false, 0), 7000, "both clocks are believed");
  o.hint(5000);
  assert.equal(o.age("2026-11-21T15:00:00Z", Date.parse("2026-11-21T15:00:07Z"), false, 0), 2000, "the server's clock is");
  assert.equal(o.age("2026-11-21T15:00:00Z", Date.parse("2026-11-21T15:10:00Z"), true, 0), 0, "something fresh teaches the difference");
  assert.equal(o.age("2026-11-21T15:00:00Z", Date.parse("2026-11-21T15:10:30Z"), false, 0), 30_000);
});

const at = "2026-11-21T15:04:31.000Z";
function state(moves, more = {}) {
  const laid = chess.lay(standard, moves);
  return payload.readState({
    v: 1, game: "g-1", seq: moves.length + 1, at, phase: "playing", variant: "standard", start: standard, first_ply: 1, ply: moves.length, moves,
    fen: `${chess.placementText(laid.boards.at(-1))} ${moves.length % 2 ? "b" : "w"} - - 0 1`, last: null, matches: true, differ: [], unseen: [], sure: 1, result: "*", reason: null, proposed: false, ...more,
  });
}
const moves = (n) => vienna.moves.slice(0, n);

test("of each game the highest seq counts", () => {
  const b = new board.Board("open", "hall-1");
  assert.equal(b.takeState(state(moves(4)), 0, 0).kind, "first");
  assert.deepEqual(b.takeState(state(moves(5)), 1, 1), { kind: "move", ply: 5 });
  assert.equal(b.takeState(state(moves(4)), 2, 2).kind, "none", "late");
  assert.equal(b.state.ply, 5);
  assert.equal(b.takeState(state(moves(5)), 3, 3).kind, "detail", "repeated");
  assert.equal(b.takeState(state(moves(9)), 4, 4).kind, "jump");
  assert.equal(b.takeState(state(moves(0), { game: "g-2", seq: 1 }), 5, 5).kind, "first", "the next game");
  assert.equal(b.takeState(state(moves(9)), 6, 6).kind, "none", "the last one repeated");
  assert.equal(b.state.game, "g-2");
  assert.equal(b.takeState(state(moves(10), { seq: 1_000_000_011 }), 7, 7).kind, "first", "a new version of the program tells the older game anew");
});

test("corrections and moves taken back are found from one state to the next", () => {
  const b = new board.Board("open", "hall-1");
  const wrong = [...moves(18), { uci: "d2f4", san: "Bf4" }];
  b.takeState(state(wrong), 0, 0);
  const right = [...moves(18), { uci: "d2g5", san: "Bg5+" }];
  assert.deepEqual(b.takeState(state(right, { seq: 30 }), 1000, 1000), { kind: "corrected", ply: 19 });
  assert.deepEqual({ was: b.correction.was, now: b.correction.now, to: b.correction.wasTo }, { was: "Bf4", now: "Bg5+", to: chess.squareIndex("f4") });
  assert.equal(b.was.get(19), "Bf4");
  b.takeState(state([...right, { uci: "d8c7", san: "Kc7" }], { seq: 31 }), 2000, 2000);
  assert.equal(b.was.get(19), "Bf4", "kept for the rest of the game");
  assert.ok(b.corrected(20_999));
  assert.equal(b.corrected(21_000), null);
  assert.equal(b.takeState(state(right, { seq: 32 }), 3000, 3000).kind, "retracted");
  assert.equal(b.correction.now, "");
});

test("a page that came later learns from the move what stood there", () => {
  const b = new board.Board("open", "hall-1");
  b.takeState(state([...moves(18), { uci: "d2g5", san: "Bg5+" }], { seq: 30 }), 0, 0);
  assert.equal(b.takeMove({ game: "g-1", seq: 30, at, ply: 19, uci: "d2g5", san: "Bg5+", amends: "d2f4" }), true);
  assert.equal(b.was.get(19), "Bf4");
  assert.equal(b.correction, null, "it is not news");
});

test("payloads that cannot be shown are passed over", () => {
  const good = { v: 1, game: "g", seq: 1, phase: "playing", start: standard, fen: standard, moves: [] };
  assert.ok(payload.readState(good));
  for (const bad of [{ fen: "x" }, { moves: [{ uci: "e2e9", san: "?" }] }, { seq: "1" }, { phase: "later" }, { start: null }, { moves: null }]) {
    assert.equal(payload.readState({ ...good, ...bad }), null, JSON.stringify(bad));
  }
  const s = new store.Store("touchmove/v1", { mono: () => 0, wall: () => 0 });
  const bytes = (x) => new TextEncoder().encode(x);
  for (const [topic, text] of [["touchmove/v1/e/b/state", "{"], ["touchmove/v1/e/b/state", "[]"], ["touchmove/v1/e/b/state", '{"v":2}'], ["other/e/b/state", "{}"], ["touchmove/v1/e", "x"], ["touchmove/v1/e/b/availability", "maybe"]]) {
    s.take(topic, bytes(text), true);
  }
  assert.equal(s.shown.length, 0);
});

test("boards of the store are bounded", () => {
  const s = new store.Store("touchmove/v1", { mono: () => 0, wall: () => 0 });
  for (let i = 0; i < 1500; i++) s.take(`touchmove/v1/e/b-${i}/availability`, new TextEncoder().encode("online"), true);
  assert.equal(s.boards.size, 1000);
  assert.deepEqual(s.sorted.slice(0, 3).map((b) => b.id), ["b-0", "b-1", "b-2"]);
});

test("every state speaks, the most urgent first", () => {
  const en = new texts.Texts("en");
  const setup = (change = () => {}, connection = { phase: "open", since: 0, settled: true }, mono = 100_000) => {
    const s = new store.Store("touchmove/v1", { mono: () => mono, wall: () => Date.parse(at) });
    s.connection = connection;
    const b = new board.Board("open", "hall-1");
    b.takeState(state(moves(17)), 0, 0);
    b.availability = "online";
    change(b);
    return { store: s, board: b, texts: en, shown: null, delay: 0, named: "hall-1" };
  };
  const lost = { phase: "lost", since: 0, settled: false };
  const said = (q) => line.lineOf(q).state;
  assert.equal(said(setup()), "live");
  assert.equal(said(setup((b) => (b.state.unseen = ["c4"]))), "degraded");
  assert.equal(said(setup((b) => (b.availability = "degraded"))), "degraded");
  assert.equal(said(setup((b) => (b.state.differ = ["c4"]))), "unconfirmed");
  for (const handling of ["clearing", "setting-up"]) assert.equal(said(setup((b) => Object.assign(b.state, { differ: ["c4"], handling }))), handling);
  assert.equal(said(setup((b) => Object.assign(b.state, { differ: ["c4"], handling: null }))), "unconfirmed");
  assert.equal(said(setup((b) => (b.availability = "offline"))), "offline");
  assert.equal(said(setup((b) => (b.state.last = { ...b.state.last, sure: 0.5 }))), "uncertain");
  assert.equal(said(setup((b) => (b.state.phase = "waiting"))), "before");
  assert.equal(said(setup((b) => { b.state.differ = ["c4"]; b.availability = "offline"; })), "offline");
  assert.equal(said(setup((b) => { b.state.phase = "over"; b.state.result = "1-0"; b.availability = "offline"; })), "finished");
  assert.equal(said(setup((b) => { b.state.phase = "over"; b.state.result = "1-0"; }, lost)), "reconnecting");
  assert.equal(said(setup(() => {}, lost, 4999)), "live", "a short break is not spoken of");
  assert.equal(said({ ...setup(), delay: 15 }), "delayed");
  assert.equal(said({ ...setup(), shown: 8 }), "earlier");
  const checked = line.lineOf({ ...setup((b) => (b.state.differ = ["c4"])), delay: 15 });
  assert.deepEqual([checked.state, checked.atIcon, /^as at /.test(checked.at)], ["unconfirmed", "delay", true], "a delay is never hidden");
  const none = (connection, board) => line.lineOf({ ...setup(() => {}, connection), board }).state;
  assert.equal(none({ phase: "connecting", since: 99_000, settled: false }, null), "connecting");
  assert.equal(none({ phase: "connecting", since: 0, settled: false }, null), "nofeed");
  assert.equal(none({ phase: "open", since: 0, settled: true }, null), "noboard");
  assert.equal(none({ phase: "open", since: 0, settled: true }, new board.Board("open", "x")), "nogame");
});

test("results are told with their reason", () => {
  for (const [result, reason, key] of [["1-0", "checkmate", "won.w.mate"], ["0-1", "resignation", "won.b.resign"], ["1-0", "flag_fall", "won.w.time"], ["1/2-1/2", "stalemate", "draw.stalemate"], ["1/2-1/2", "threefold_repetition", "draw.repetition"], ["1/2-1/2", "dead_position", "draw.dead"], ["1/2-1/2", null, "draw"], ["1/2-1/2", "seventy_five_moves", "draw.seventyfive"], ["0-1", "default", "won.b.default"],
    ["1-0", "not in time for the start", "won.w"], ["0-0", "arbiter", "won.both"], ["1/2-0", "penalty", "finished"]]) {
    assert.equal(line.resultKey(result, reason), key);
  }
  assert.equal(line.printedResult("1/2-1/2"), "½–½");
  assert.deepEqual([line.share("1/2-1/2", "white"), line.share("1-0", "black"), line.share("*", "white")], ["½", "0", ""]);
});

test("every language that the screen speaks has its file, its letters and its forms", () => {
  assert.deepEqual(Object.keys(tables("public")).sort(), [...params.langs].sort());
  assert.equal(new texts.Texts("en").t("moves", { n: 1 }), "1 move");
  assert.equal(new texts.Texts("de").t("moves", { n: 2 }), "2 Züge");
  assert.equal(new texts.Texts("en").t("no such key"), "no such key");
  assert.equal(new texts.Texts("de").san("Nbxd5+"), "Sbxd5+");
  assert.equal(new texts.Texts("es").san("Kxd8"), "Rxd8");
  assert.equal(new texts.Texts("pt").san("e8=N+"), "e8=C+");
  const laid = chess.lay(standard, vienna.moves);
  const en = new texts.Texts("en").words;
  assert.equal(notation.spoken("Bg5+", laid.steps[18], en), "bishop g5, check");
  assert.equal(notation.spoken("O-O-O", laid.steps[14], en), "castles long");
  assert.equal(notation.spoken("Qxe5", laid.steps[13], en), "queen takes e5");
  assert.equal(notation.inWords(laid.boards[0], en, "White", "Black", "empty")[0], "a: White rook a1, White pawn a2, Black pawn a7, Black rook a8");
});

test("an address says what is meant, or is refused", () => {
  const page = { protocol: "http:", hostname: "hall.local", host: "hall.local:8080" };
  const read = (q, served = {}) => params.readParams(q, page, served, ["de-AT", "en"]);
  assert.equal(read("").broker, "ws://hall.local:8083/");
  assert.equal(read("", { broker: "/mqtt" }).broker, "ws://hall.local:8080/mqtt");
  assert.equal(read("?broker=10.0.0.7:9001").broker, "ws://10.0.0.7:9001/");
  assert.equal(params.brokerAddress(":8083", { ...page, protocol: "https:" }), "wss://hall.local:8083/");
  assert.equal(read("", { base: "club-delayed", live: "club" }).base, "club-delayed");
  assert.equal(read("?view=arbiter", { base: "club-delayed", live: "club" }).base, "club", "arbiters do not wait");
  assert.equal(read("").lang, "de");
  assert.equal(read("?lang=pt").lang, "pt");
  assert.equal(read("?board=hall-7").view, "one");
  assert.equal(read("?flip").flip, true);
  assert.equal(read("?flip=0").flip, false);
  assert.equal(read("?flip=false").flip, false);
  assert.equal(read("?lang=de-AT").lang, "de");
  assert.equal(read("?lang=fr").lang, "de", "the reader has another that the screen speaks");
  assert.equal(params.readParams("?lang=fr", page, {}, ["fr"]).lang, "en");
  assert.deepEqual([read("?view=Wall").view, read("?board=Hall-7").board], ["wall", "hall-7"], "topic levels have no large letters");
  assert.equal(read("?theme=contrast").theme, "contrast");
  for (const bad of ["?view=all", "?board=%2B", "?event=a/b", "?broker=http://x", "?broker=ws://a:b@c", "?base=a//b", "?delay=x", "?delay=-1", "?theme=pink", "?flip=maybe", "?broker=mqtt://hall:1883"]) {
    assert.throws(() => read(bad), params.BadAddress, bad);
  }
  assert.throws(() => read("?theme=pink"), (e) => e.message === "theme=pink" && e.possible === "dark, light, contrast");
});

test("every line of the openings can be played, and names its family", () => {
  const known = opening.openings();
  assert.ok(known.size > 130);
  for (const [code, family] of known.values()) {
    assert.match(code, /^[A-E]\d\d$/);
    for (const lang of params.langs) assert.ok(new texts.Texts(lang).has(`opening.${family}`), `${family} ${lang}`);
  }
  assert.equal(opening.lines.trim().split("\n").length, known.size, "no position twice");
  const b = new board.Board("open", "x");
  b.takeState(state(moves(17)), 0, 0);
  assert.equal(opening.openingOf(b, 17, new texts.Texts("de")), "B15 · Caro-Kann-Verteidigung");
  assert.equal(opening.openingOf(b, 1, new texts.Texts("en")), "B00 · King's Pawn Game");
  assert.equal(opening.openingOf(b, 0, new texts.Texts("en")), "");
  const transposed = new board.Board("open", "y");
  transposed.takeState(state([{ uci: "g1f3", san: "Nf3" }, { uci: "d7d5", san: "d5" }, { uci: "d2d4", san: "d4" }]), 0, 0);
  assert.equal(opening.openingOf(transposed, 3, new texts.Texts("en")), "D02 · Queen's Pawn Game");
});

test("a wall has the grid with the largest boards", () => {
  const head = 4.2;
  const wall = (n, w = 192, h = 108) => grid.layOut(n, w, h - head);
  assert.deepEqual([wall(12).kind, wall(12).columns], ["two", 6]);
  assert.deepEqual([wall(40).kind, wall(40).columns], ["sm", 8]);
  for (const n of [1, 2, 3, 5, 12, 20, 40, 64]) {
    const l = wall(n);
    assert.ok(l.columns * l.rows >= n);
    const height = l.rows * (l.edge + 2 * l.bar + l.tag) + (l.rows - 1) * (l.kind === "sm" ? 0.8 : l.gap) + grid.margins + head;
    const width = l.columns * l.edge + grid.sideMargins;
    assert.ok(height <= 108.01 && width <= 192.01, `${n}: ${width} x ${height}`);
  }
  assert.ok(wall(12).edge > 28 && wall(40).edge > 13 && wall(64).edge > 9);
});

test("in front: just finished, then the least time; each stays, and they change seldom", () => {
  const c = (key, ended = Infinity, left = Infinity) => ({ key, ended, left });
  const r = new grid.Rail(2);
  assert.deepEqual(r.choose([c("1"), c("2"), c("3", Infinity, 9000)], 0, false), ["3", "1"]);
  assert.deepEqual(r.choose([c("1"), c("2", Infinity, 5000), c("3", Infinity, 9000)], 0, false), ["2", "3"], "nobody has looked yet");
  const now = [c("1"), c("2", Infinity, 5000), c("3", Infinity, 9000), c("4", 100)];
  assert.deepEqual(r.choose(now, 1000, true), ["2", "3"], "20 s at least");
  assert.deepEqual(r.choose(now, 20_000, true), ["2", "4"], "the lesser one goes");
  const more = [...now, c("5", 50)];
  assert.deepEqual(r.choose(more, 25_000, true), ["2", "4"], "one change in 10 s");
  assert.deepEqual(r.choose(more, 30_000, true), ["5", "4"]);
  assert.deepEqual(r.choose([c("1")], 31_000, true), ["1"], "a board that is gone");
  const turned = new grid.Rail(4);
  assert.equal(turned.choose([...more, c("6")], 0, true).length, 4);
  turned.size = 2;
  assert.deepEqual(turned.choose([...more, c("6")], 1000, true), ["5", "4"], "a screen on end that was turned has fewer");
  assert.deepEqual([108, 154, 192, 256, 341].map((h) => grid.frontOf(h - 4.2)), [2, 2, 3, 4, 6], "as many as a screen of this height has room for");
});

test("the picture of a position is the state's own", () => {
  const b = new board.Board("open", "hall-1");
  b.takeState(state(moves(3), { fen: "4k3/8/8/8/8/8/8/4K3 b - - 0 2", seq: 9 }), 0, 0);
  assert.equal(chess.placementText(b.placementAt(3)), "4k3/8/8/8/8/8/8/4K3", "restored by an arbiter: the moves alone would say another");
  assert.equal(chess.placementText(b.placementAt(1)), place("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
  b.takeState(state([], { phase: "waiting", seq: 10, game: "g-2" }), 0, 0);
  assert.equal(b.placementAt(0), null, "no starting position before the board has shown it");
});

const doc = (name) => readFileSync(join(root, "docs", name), "utf8");

test("every act of docs/arbiter.md is on the page, with the keys that the schema knows, and asked twice where it has to be", () => {
  const rows = doc("arbiter.md").split("<!-- table -->")[1].split("<!-- end of table -->")[0].split("\n").filter((l) => l.startsWith("| `")).map((l) => l.split("|").map((c) => c.trim()));
  const schema = JSON.parse(readFileSync(join(root, "broadcast/contract/schemas/command.json"), "utf8")).$defs;
  const all = [...acts.groups.flatMap((g) => g.acts), acts.undo, acts.acknowledge];
  assert.equal(new Set(all.map((a) => a.id)).size, all.length);
  const arbiters = new Set();
  const offers = (a, w) => a.fixed?.what === w || a.fields.some((f) => f.words?.includes(w));
  for (const [, name, who] of rows) {
    const [, command, rest] = /^`([a-z-]+)`\s*(.*)$/.exec(name);
    if (!/[AC]/.test(who)) continue;
    arbiters.add(command);
    const mine = all.filter((a) => a.command === command);
    assert.ok(mine.length > 0, `${command} cannot be done on the page`);
    if (rest.includes("(2)")) for (const a of mine) assert.ok(a.ask, `${a.id} is not shown before it is confirmed`);
    const listed = rest.replace("**(2)**", "").split(",").map((w) => w.trim()).filter((w) => w);
    for (const w of listed) assert.ok(mine.some((a) => offers(a, w)), `${command} ${w} cannot be chosen`);
  }
  for (const a of all) {
    assert.ok(arbiters.has(a.command), `${a.command} is not in docs/arbiter.md`);
    const known = schema[a.command];
    for (const f of a.fields) {
      const key = known.properties[f.key] ?? (f.key === "by" ? {} : undefined);
      assert.ok(key, `${a.id}: the schema has no ${f.key}`);
      for (const w of f.words ?? []) if (key.enum) assert.ok(key.enum.includes(w), `${a.id}: ${f.key} may not be ${w}`);
    }
    for (const need of known.required ?? []) assert.ok(need in (a.fixed ?? {}) || a.fields.some((f) => f.key === need && f.needed), `${a.id} does not ask for ${need}`);
    const words = known.properties.what?.enum ?? [];
    if (a.id === a.command) for (const w of words) assert.ok(all.some((b) => b.command === a.command && offers(b, w)), `${a.id} ${w} cannot be chosen`);
  }
});

test("every act, field, word and alarm has its text in every language", () => {
  const alarms = [...doc("arbiter.md").split("<!-- alarms -->")[1].matchAll(/^\| `(\w+)`/gm)].map((m) => m[1]);
  assert.ok(alarms.includes("board_missing") && alarms.includes("disk_full"));
  const needed = [];
  for (const g of acts.groups) needed.push(`group.${g.name}`);
  for (const a of [...acts.groups.flatMap((g) => g.acts), acts.undo, acts.acknowledge]) {
    needed.push(`act.${a.id}`, `does.${a.id}`);
    for (const f of a.fields) {
      needed.push(`field.${f.key}`);
      for (const w of f.words ?? []) if (!/^[\d/-]+$/.test(w) && w !== "white" && w !== "black") needed.push(`value.${w}`);
    }
  }
  for (const id of alarms) needed.push(`hint.${id}`, `short.${id}`);
  const remarks = [...doc("laws.md").split("| remark | when |")[1].split("\n\n")[0].matchAll(/^\| (`\w+`(?:, `\w+`)*) \| .+ \|$/gm)].flatMap((m) => m[1].replaceAll("`", "").split(", ")).filter((w) => w.includes("_"));
  assert.ok(remarks.includes("clock_without_move") && remarks.length > 15);
  for (const r of remarks) needed.push(`reason.${r}`);
  for (const change of doc("laws.md").split("## The chess clock")[1].match(/`(?:started|pressed|paused|resumed|adjusted|flag)`/g).map((w) => w.slice(1, -1))) needed.push(`clock.${change}`);
  const own = tables("arbiter");
  const shared = tables("public");
  for (const lang of params.langs) {
    for (const key of needed) assert.ok(own[lang][key], `${lang} has no ${key}`);
    for (const key of Object.keys(own[lang])) assert.ok(!(key in shared[lang]), `${key} is there twice`);
    for (const id of alarms) assert.ok(own[lang][`alarm.${id}`] ?? own[lang][`public.${id}`], `${lang} does not say ${id}`);
  }
});

test("an alarm is told in the reader's words, of its code and particulars, with its time running", () => {
  const a = { id: "illegal_move", cause: "white 1", urgent: true, since_ms: 0, since: "2026-11-21T15:00:00Z", player: "white", name: "Berg, Bo", squares: [], what: "illegal move", count: 1, acknowledged: false, text: { en: "?" } };
  const german = new texts.Texts("de");
  german.add(tables("arbiter"));
  const at = (time) => Date.parse(`2026-11-21T${time}Z`);
  for (const [change, time, want] of [
    [{}, "15:00:00", "Regelwidriger Zug Nr. 1 von Berg"],
    [{ name: undefined, what: "two hands for one move", count: 2 }, "15:00:00", "Regelwidriger Zug Nr. 2 von Weiß: ein Zug mit zwei Händen"],
    [{ id: "clock_paused" }, "15:02:05", "Uhren stehen seit 2:05"],
    [{ id: "default_near", since_ms: 1000, due_ms: 301_000 }, "15:01:00", "Berg fehlt, kampflos in 4:00"],
    [{ id: "flag", moves: 37, needed: 40 }, "15:00:00", "Blättchen von Berg gefallen: 37 von 40 Zügen"],
    [{ id: "flag", moves: 37 }, "15:00:00", "Blättchen von Berg gefallen"],
    [{ id: "clock_disagrees", off_ms: 3000 }, "15:09:00", "Uhr weicht um 0:03 ab"],
    [{ id: "claim", what: "quickplay finish" }, "15:00:00", "Berg reklamiert Remis in der Endspurtphase"],
    [{ id: "guessed_move", ply: 48, san: "Nf3" }, "15:00:00", "Zug 24 Sf3 ist vermutet"],
    [{ id: "game_finished", what: "they went home", result: "1/2-1/2" }, "15:00:00", "Partie beendet (they went home): ½–½ bestätigen"],
    [{ id: "touch_violation", what: "touched_piece", duty: "capture_with", squares: ["e4", "d5"] }, "15:00:00", "Berg: „berührt – geführt“ verletzt (berührte Figur, hätte d5 mit e4 schlagen müssen); reklamierbar"],
    [{ id: "touch_violation", what: "released_piece", uci: "e2e3" }, "15:00:00", "Berg: „berührt – geführt“ verletzt (losgelassene Figur, bei Reklamation gilt e2e3); reklamierbar"],
    [{ id: "of_a_later_program", text: { en: "New since {t}" } }, "15:00:09", "New since 0:09"],
  ]) assert.equal(cards.ringText({ ...a, ...change }, german, at(time)), want);
});

test("no card offers to stop clocks that stand; a card about them asks for the reason", () => {
  const english = new texts.Texts("en");
  english.add(tables("arbiter"));
  const alarm = { cause: "", urgent: true, since_ms: 0, since: "2026-11-21T15:00:00Z", player: "white", squares: [], acknowledged: false, text: { en: "?" } };
  const alarms = ["clock_paused", "claim", "error_reconstructing_game", "illegal_move"].map((id) => ({ ...alarm, id }));
  const offered = (phase) => {
    const b = new board.Board("open", "hall-1");
    b.takeState(state(moves(17)), 0, 0);
    b.takeClock({ white_ms: 60_000, black_ms: 60_000, runs: phase === "running" ? "white" : "none", at: "", delay_left_ms: 0, phase }, 0, 0);
    b.ring = { game: b.state.game, alarms };
    b.desk = { game: b.state.game, at: "", illegal_move: { status: "claimable" }, needs: ["arbiter_compare_boards"] };
    return cards.cardsOf([b], english, 0).flatMap((card) => card.buttons.filter((x) => x.act.command === "stop-clocks").map((x) => [card.kind, x.label]));
  };
  const pause = ["clock_paused", "Reason …"];
  assert.deepEqual(offered("paused"), [pause]);
  assert.deepEqual(offered("running").map(([kind]) => kind).sort(), ["claim", "clock_paused", "error_reconstructing_game", "illegal_move", "need.arbiter_compare_boards"]);
});

test("a card of a claim offers the rulings that its game accepts", () => {
  const english = new texts.Texts("en");
  english.add(tables("arbiter"));
  const alarm = { id: "claim", cause: "", urgent: true, since_ms: 0, since: "2026-11-21T15:00:00Z", player: "white", squares: [], acknowledged: false, text: { en: "?" } };
  const quickplay = (what, more = {}) => ({ number: 1, at_ms: 0, do: "quickplay", by: "white", keys: { what }, ...more });
  const offered = (what, actions = []) => {
    const b = new board.Board("open", "hall-1");
    b.takeState(state(moves(17)), 0, 0);
    b.ring = { game: b.state.game, alarms: [alarm] };
    b.desk = { game: b.state.game, at: "", needs: [], actions, claim: { what, by: "white", waits: true } };
    return cards.cardsOf([b], english, 0).flatMap((card) => card.buttons.filter((x) => x.act.command === "verdict").map((x) => x.keys.what)).join();
  };
  assert.equal(offered("repetition"), "upheld,rejected");
  assert.equal(offered("request-increment"), "upheld,rejected");
  assert.equal(offered("claim", [quickplay("claim")]), "draw,postpone,rejected");
  assert.equal(offered("claim", [quickplay("conclude")]), "draw,rejected", "it has concluded the game");
  assert.equal(offered("claim", [quickplay("conclude", { undone: 2 }), quickplay("claim")]), "draw,postpone,rejected");
});

test("the brief of fast play without supervision is that of its edition", () => {
  const english = new texts.Texts("en");
  english.add(tables("arbiter"));
  const told = (laws) => {
    const b = new board.Board("open", "hall-1");
    b.takeState(state([]), 0, 0);
    b.desk = { rules: { laws, mode: "rapid", supervised: false, brief: [{ key: "loose", times_ms: [], number: 0 }] } };
    return wording.brief(b, english).at(-1);
  };
  assert.equal(told("fide-2009"), english.t("brief.loose"));
  assert.equal(told("fide-2018"), english.t("brief.observed"));
});

test("the FEN of any move of a game is the program's own", () => {
  const dir = mkdtempSync(join(tmpdir(), "touchmove-fen-"));
  const cut = [];
  for (const [i, game] of games().entries()) for (const n of [1, 2, 5, 9 + i, 17, 30 + i, 41, 60]) if (n <= game.moves.length) cut.push({ moves: game.moves, n });
  const pgn = cut.map(({ moves, n }) => `[Event "?"]\n[Result "*"]\n\n${moves.slice(0, n).map((m, i) => (i % 2 ? m.san : `${i / 2 + 1}. ${m.san}`)).join(" ")} *\n`).join("\n");
  writeFileSync(join(dir, "cut.pgn"), pgn);
  const want = execFileSync(program, ["pgn", "convert", "--to", "fen", join(dir, "cut.pgn")], { encoding: "utf8" }).trim().split("\n");
  rmSync(dir, { recursive: true });
  assert.equal(want.length, cut.length);
  cut.forEach(({ moves, n }, i) => assert.equal(fen.fenAt(standard, moves, chess.lay(standard, moves), n), want[i], `after ${n} of ${moves.map((m) => m.san).join(" ")}`));
  const castled = [{ uci: "b1c1" }]; // Chess960: king takes rook
  assert.equal(fen.fenAt("rk6/8/8/8/8/8/8/1KR5 w Ca - 3 10", castled, chess.lay("rk6/8/8/8/8/8/8/1KR5 w Ca - 3 10", castled), 1), "rk6/8/8/8/8/8/8/5RK1 b a - 4 10");
});

test("the time that a move took is what the clocks tell, across periods, and nothing is guessed", () => {
  const moves = ["e4", "e5", "Nf3", "Nc6", "Bb5"].map((san) => ({ san }));
  const pgn = (clk) => `[Event "?"]\n[White "{[%clk 9:00:00]}"]\n\n${moves.map((m, i) => `${i % 2 ? "" : `${i / 2 + 1}. `}${m.san}${clk[i] ? ` {[%clk ${clk[i]}]}` : ""}`).join(" ")} *\n`;
  const used = (control, clk, first = 1) => timeused.timesUsed(pgn(clk), moves, first, control);
  assert.deepEqual(used("5400+30", ["1:30:50", "1:30:00", "1:20:00", "1:30:28", "1:20:30"]), [10, 60, 680, 2, 0]);
  assert.deepEqual(used("2/600:300", ["0:08:00", "0:09:00", "0:01:00", "0:13:30", "0:05:30"]), [120, 60, 420, 30, 30], "the next period's time is added when it begins");
  assert.deepEqual(used("-", ["0:08:00", "0:09:00", "0:07:00", "", "0:06:59"]), [null, null, 60, null, 1]);
  assert.equal(used("5400+30", []), null, "no clocks");
  assert.deepEqual(used("600", ["0:09:00", "0:09:30", "0:11:00"]), [60, 30, null, null, null], "an arbiter added time: what the move took is not known");
  assert.deepEqual(timeused.timesUsed(pgn(["0:09:00"]), [{ san: "d4" }], 1, "600"), null, "a PGN of another moment");
  assert.deepEqual(timeused.clocksOf("1. e4! {x [%clk 0:00:09.5]} (1. d4 {[%clk 1:00:00]} d5) $1 e5?? ; [%clk 0:1:1]\n1-0"), [{ san: "e4", left: 9.5 }, { san: "e5", left: null }]);
  assert.deepEqual(timeused.timesUsed(pgn(["1:30:50", "", "1:20:00"]).replace("\n\n", '\n[TimeControl "5400+30"]\n\n'), moves, 1, null), [10, null, 680, null, null], "a replay has the PGN's own time control");
  // Lines end at 80 characters, where a space would stand, in a command too.
  for (const end of ["\n", "\r\n", "  "]) assert.deepEqual(timeused.timesUsed(`[Event "?"]\n\n1. e4 {[%clk${end}1:30:50]} e5 {[%clk 1:30:00]}${end}2. Nf3${end}{[%clk 1:20:00]} *\n`, moves.slice(0, 3), 1, "5400+30"), [10, 60, 680]);
  assert.deepEqual([0, 42, 712, 3723].map(timeused.formatUsed), ["0:00", "0:42", "11:52", "1:02:03"]);
});

test("what one side has more than the other", () => {
  const of = (fen) => material.surplus(chess.placementOf(fen));
  assert.deepEqual(of(standard), { white: "", black: "", lead: 0 });
  assert.deepEqual(of("4k3/8/8/8/8/8/8/QQ2K2n"), { white: "qq", black: "n", lead: 15 });
  assert.deepEqual(of("1nb1k3/pp6/8/8/8/8/P7/4KR2"), { white: "r", black: "bnp", lead: -2 });
});

test("an analysis opens the game, or the position where the game began elsewhere", () => {
  const s = { start: standard, variant: "standard", moves: [{ san: "e4" }, { san: "Qxf7#" }] };
  assert.equal(share.analysisOf(s, "8/8 w", 2, true), "https://lichess.org/analysis/pgn/e4_Qxf7%23#2");
  assert.equal(share.analysisOf({ ...s, start: "4k3/8/8/8/8/8/8/4K3 w - - 0 1" }, "4k3/8 b - - 0 1", 1, true), "https://lichess.org/analysis/standard/4k3/8_b_-_-_0_1");
  assert.equal(share.analysisOf({ ...s, variant: "chess960" }, "4k3/8 b - - 0 1", 1, true), "https://lichess.org/analysis/chess960/4k3/8_b_-_-_0_1");
});

test("a program that has ended ends the waiting for it, and says what it printed", async () => {
  const begun = Date.now();
  const p = start(program, ["check", "/nowhere/at-all.toml"]);
  await assert.rejects(until("a page", () => false), /a page: .*touchmove.* check \/nowhere\/at-all\.toml ended by itself \(exit status 2\): .*nowhere\/at-all\.toml/s);
  assert.ok(Date.now() - begun < 30_000, "it was not waited for to the end");
  await p.stop();
  await until("anything else", () => true);
});

test("the samples of a sweep have every case between them, and each has different ones", () => {
  for (const [cases, n] of [[8, 2], [6, 2], [6, 3], [5, 2], [4, 2], [2, 1]]) {
    const list = Array.from({ length: cases }, (_, i) => i);
    const samples = list.slice(0, Math.ceil(cases / n)).map((k) => some(list, k, n));
    assert.deepEqual([...new Set(samples.flat())].sort(), list, `${cases} cases, ${n} at a time`);
    for (const sample of samples) assert.equal(new Set(sample).size, process.env.ALL === "yes" ? cases : n);
  }
});
