// The basis of the screen's tests: brokers, servers and a browser, all on free ports of this
// computer, and a feed that publishes what a test wants.

import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import mqtt from "mqtt";
import { build } from "esbuild";
import { words } from "../words.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const program = process.env.TOUCHMOVE ?? join(root, "bin", "touchmove");
export const shots = join(root, "build", "screen");
mkdirSync(shots, { recursive: true });

/** The screen's own modules, for tests of single parts and for making games. */
const compiled = join(mkdtempSync(join(tmpdir(), "touchmove-screen-")), "parts.mjs");
await build({
  stdin: {
    contents: ["chess", "notation", "clock", "board", "store", "line", "opening", "params", "texts", "payload", "views/grid", "acts", "views/cards", "fen", "timeused", "material", "views/share", "evaluation", "views/wording"].map((m, i) => `export * as m${i} from "./src/${m}.ts";`).join("\n"),
    resolveDir: join(root, "screen"),
    loader: "ts",
  },
  bundle: true, format: "esm", outfile: compiled, logLevel: "error", plugins: [words],
});
const parts = await import(compiled);
rmSync(dirname(compiled), { recursive: true });
export const { m0: chess, m1: notation, m2: clock, m3: board, m4: store, m5: line, m6: opening, m7: params, m8: texts, m9: payload, m10: grid, m11: acts, m12: cards, m13: fen, m14: timeused, m15: material, m16: share, m17: evaluation, m18: wording } = parts;
for (const lang of params.langs) await texts.learn(lang);

let ports = Math.floor(Math.random() * 22_000);

/**
 * An unused port, a different one each time. They are below the range from which the kernel takes ports for
 * connections (from 32768 on Linux), so that no connection takes the port before the test does. Test files
 * begin at different ports.
 */
export async function freePort() {
  for (;;) {
    const port = 10_000 + (ports++ % 22_000);
    const free = await new Promise((resolve) => {
      const s = createServer();
      s.on("error", () => resolve(false));
      s.listen(port, "127.0.0.1", () => s.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

/** Processes that ended without being stopped, with their output. */
const died = new Map();

/** ms after which something hangs: a busy computer is slow. */
const hangs = 180_000;

/** Tries until ask returns something truthy. Fails at once if a process that the test needs has ended. */
export async function until(what, ask, limit = hangs) {
  const end = Date.now() + limit;
  let last;
  while (Date.now() < end) {
    if (died.size > 0) throw new Error(`${what}: ${[...died.values()].join("\n")}`);
    try {
      const got = await ask();
      if (got) return got;
      last = got;
    } catch (err) {
      last = err;
    }
    await sleep(30);
  }
  throw new Error(`${what}: not within ${limit} ms (last: ${last})`);
}

/** The output of the program. */
export const run = (...args) => execFileSync(program, args, { encoding: "utf8" });

const running = new Set();

/** A process that ends with the tests. If it ends before it is stopped, all waiting fails, with its output. */
export function start(command, args, options = {}) {
  const p = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  p.out = "";
  p.stdout.on("data", (d) => (p.out += d));
  p.stderr.on("data", (d) => (p.out += d));
  running.add(p);
  let stopped = false;
  const ended = (how) => {
    running.delete(p);
    if (!stopped) died.set(p, `${[command, ...args].join(" ")} ended by itself (${how}): ${p.out.trim() || "it printed nothing"}`);
  };
  p.gone = new Promise((resolve) => {
    p.on("error", (err) => resolve(ended(err.message))); // it could not be started
    p.on("close", (code, signal) => resolve(ended(signal ?? `exit status ${code}`))); // all its output has been read
  });
  p.stop = async (signal = "SIGTERM") => {
    stopped = true;
    died.delete(p);
    p.kill(signal);
    await p.gone;
  };
  return p;
}

process.on("exit", () => running.forEach((p) => p.kill("SIGKILL")));

/** A mosquitto on a free port, or on the given one. */
export async function broker(port, more = "") {
  port ??= await freePort();
  const dir = mkdtempSync(join(tmpdir(), "touchmove-broker-"));
  const file = join(dir, "mosquitto.conf");
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nmax_queued_messages 100000\n${more}`);
  const p = start("mosquitto", ["-c", file], { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` } });
  const url = `mqtt://127.0.0.1:${port}`;
  await until("mosquitto", async () => {
    const c = mqtt.connect(url, { reconnectPeriod: 0, connectTimeout: 500 });
    c.on("error", () => {});
    const ok = await new Promise((r) => (c.once("connect", () => r(true)), c.once("close", () => r(false))));
    c.end(true);
    return ok;
  });
  /** Processor time in ms, if the system provides it in hundredths of a second (proc(5)). */
  const cpu = () => {
    const fields = readFileSync(`/proc/${p.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return 10 * (Number(fields[11]) + Number(fields[12]));
  };
  return { url, port, cpu, stop: () => p.stop("SIGKILL").then(() => rmSync(dir, { recursive: true })) };
}

/** touchmove screen with a broker. */
export async function server(brokerURL, ...more) {
  const port = await freePort();
  const p = start(program, ["screen", "--broker", brokerURL, "--listen", `127.0.0.1:${port}`, ...more]);
  await until("touchmove screen", () => p.out.includes("http://"));
  return { url: `http://127.0.0.1:${port}`, stop: p.stop };
}

/**
 * A daemon with simulated boards, the embedded broker and the screen. A board is its id, or an object with
 * the id and settings: speed, style, pgn, seed, or hands, and further keys of the board as lines.
 */
export async function daemon({ boards = ["hall-1"], speed = 20, style = "clean", users = "", game = "", pgn = join(root, "sensors", "sim", "simboard", "games", "games.pgn"), seed = 7, mqttPort, brokerURL = "", screen = "" } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "touchmove-daemon-"));
  const [tcp, ws, web] = [mqttPort ?? (await freePort()), await freePort(), await freePort()];
  const file = join(dir, "hall.toml");
  writeFileSync(file, [
    `state = "state"`,
    brokerURL ? `[mqtt]\nbroker = "${brokerURL}"` : `[mqtt]\nlisten = "127.0.0.1:${tcp}"\nwebsocket = "127.0.0.1:${ws}"`,
    users,
    game,
    `[screen]\nlisten = "127.0.0.1:${web}"\n${screen}`,
    ...boards.map((b, i) => {
      const own = { speed, style, pgn, seed: i + seed, keys: "", ...(typeof b === "string" ? { id: b } : b) };
      const play = own.hands ? `hands = "${own.hands}"` : `style = "${own.style}"\nseed = ${own.seed}\npgn = "${own.pgn}"`;
      return `[[board]]\nid = "${own.id}"\nevent = "open"\nscan_hz = 50\n${own.keys}\n[board.wiring]\ndriver = "simulated"\nspeed = ${own.speed.toFixed(1)}\n${play}`;
    }),
  ].join("\n"));
  let p = start(program, ["run", "--plain", "--config", file], { cwd: dir });
  const url = `http://127.0.0.1:${web}`;
  const ready = () => until("the daemon's screen", async () => (await fetch(url)).ok);
  await ready();
  return {
    url, dir, mqtt: `mqtt://127.0.0.1:${tcp}`, ws: `ws://127.0.0.1:${ws}`,
    out: () => p.out,
    restart: async () => {
      await p.stop();
      p = start(program, ["run", "--plain", "--config", file], { cwd: dir });
      await ready();
    },
    stop: async () => {
      await p.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * A browser; PLAYWRIGHT_CHROMIUM names one other than the system's. Without hinting, texts are as wide in
 * Chromium's headless shell as on the pages that people see.
 */
export async function browser() {
  const browser = await chromium.launch({
    executablePath: process.env.PLAYWRIGHT_CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-precise-memory-info", "--font-render-hinting=none"],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(hangs);
    return context;
  };
  return browser;
}

/**
 * The basis of most tests: a broker, touchmove screen (with more arguments) connected to it, a publisher, and
 * a browser.
 */
export async function stand(...more) {
  const [hall, chromium] = await Promise.all([broker(), browser()]);
  const [page, feed] = await Promise.all([server(hall.url, ...more), TestFeed.to(hall.url)]);
  return { broker: hall, server: page, feed, chromium };
}

/** Stops those of them that exist, one after another. */
export async function stop(...list) {
  for (const one of list) await (one?.stop ?? one?.close)?.call(one);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// All rules: WCAG 2.2 A and AA, good practice, and those that axe-core calls experimental.
const axeRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];

/** What axe-core finds wrong in a page, or in a part of it: rules and elements. */
export async function axeFinds(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async ([selector, tags]) => {
    const { violations } = await window.axe.run(selector ?? document, { runOnly: tags, resultTypes: ["violations"] });
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ").slice(0, 400)}`);
  }, [where, axeRules]);
}

/** Expects that axe-core finds nothing wrong in a page. */
export async function accessible(page, what, where) {
  assert.deepEqual(await axeFinds(page, where), [], what);
}

export const sizes = {
  wall: { width: 1920, height: 1080 },
  laptop: { width: 1366, height: 768 },
  uhd: { width: 3840, height: 2160 },
  totem: { width: 1080, height: 1920 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
  embed: { width: 420, height: 640 },
};

/** Real games as a feed sends them, with SAN and UCI made by our own program. */
export function games(file = join(root, "sensors", "sim", "simboard", "games", "games.pgn")) {
  const lines = (to) => execFileSync(program, ["pgn", "convert", "--to", to, file], { encoding: "utf8" }).trim().split("\n");
  const tags = readFileSync(file, "utf8").split(/\n(?=\[Event )/).map((g) => Object.fromEntries([...g.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map((m) => [m[1], m[2]])));
  const san = lines("san");
  return lines("uci").map((text, i) => {
    const sans = san[i].split(/\s+/).filter((t) => t && !/^\d+\.|^(1-0|0-1|1\/2-1\/2|\*)$/.test(t)).map((t) => t.replace(/^\d+\.+/, ""));
    return { tags: tags[i], moves: text.split(/\s+/).filter((m) => /^[a-h][1-8]/.test(m)).map((uci, n) => ({ uci, san: sans[n] })) };
  });
}

export const standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Réti - Tartakower, Vienna 1910: the game of the pictures in the docs. */
export const vienna = {
  tags: { Event: "Vienna 1910", Round: "3", White: "Réti, Richard", Black: "Tartakower, Savielly", Result: "1-0" },
  moves: ("e2e4 e4,c7c6 c6,d2d4 d4,d7d5 d5,b1c3 Nc3,d5e4 dxe4,c3e4 Nxe4,g8f6 Nf6,d1d3 Qd3,e7e5 e5,d4e5 dxe5,d8a5 Qa5+,c1d2 Bd2,a5e5 Qxe5," +
    "e1c1 O-O-O,f6e4 Nxe4,d3d8 Qd8+,e8d8 Kxd8,d2g5 Bg5+,d8c7 Kc7,g5d8 Bd8#").split(",").map((m) => ({ uci: m.split(" ")[0], san: m.split(" ")[1] })),
};

/** One board of a simulated feed. Every change is a message, like a daemon's. */
export class FedBoard {
  constructor(feed, id, game, event = "open") {
    Object.assign(this, { feed, id, game, event, seq: 1, count: 0, gameId: `${id}-20261121t150000000z-1`, more: {}, players: {} });
    this.start = standard;
    this.moves = game.moves;
  }
  topic(last) {
    return `touchmove/v1/${this.event}/${this.id}/${last}`;
  }
  player(side) {
    return { name: this.game.tags[side === "white" ? "White" : "Black"], ...this.players[side] };
  }
  /** The state after so many moves, valid by the schema. */
  state(more = {}) {
    const moves = this.moves.slice(0, this.count);
    const laid = chess.lay(this.start, moves);
    const turn = this.count % 2 ? "b" : "w";
    const fen = `${chess.placementText(laid.boards[this.count])} ${turn} - - 0 ${1 + Math.floor(this.count / 2)}`;
    const last = moves.at(-1);
    return {
      v: 1, game: this.gameId, seq: this.seq, at_ms: 1000 * this.seq, at: new Date().toISOString(), event: this.game.tags.Event, round: this.game.tags.Round ?? null,
      white: this.player("white"), black: this.player("black"), phase: "playing", variant: "standard", start: this.start, first_ply: 1, ply: this.count, fen,
      turn: turn === "w" ? "white" : "black", moves, clocks: null, matches: true, differ: [], unseen: [], sure: 1, result: "*", reason: null, proposed: false,
      last: last ? { ply: this.count, uci: last.uci, san: last.san, fen, by: turn === "w" ? "black" : "white", released_ms: 1, sure: 1, how: "seen", illegal: false } : null,
      ...this.more, ...more,
    };
  }
  async tell(more) {
    this.seq++;
    await this.feed.say(this.topic("state"), this.state(more), true);
  }
  async begin(count, more) {
    this.count = count;
    await this.feed.raw(this.topic("availability"), "online", true);
    await this.feed.say(this.topic("info"), { v: 1, version: "test", hardware: "mcp23017", sensing: "occupancy", scan_hz: 200, calibrated: null, simulated: true, node: "pi", ...this.info }, true);
    await this.feed.say(this.topic("game"), {
      v: 1, game: this.gameId, seq: 1, board: this.id, event: this.game.tags.Event, site: null, round: this.game.tags.Round ?? null, white: this.player("white"), black: this.player("black"),
      time_control: this.control ?? "2400", laws: "fide-2009", variant: "standard", start: this.start, phase: "playing", result: "*", reason: null, proposed: false,
    }, true);
    await this.feed.say(this.topic("alarm"), { v: 1, game: this.gameId, seq: 1, alarms: [] }, true);
    await this.tell(more);
  }
  async move(more) {
    this.count++;
    await this.tell(more);
  }
  async clock(white_ms, black_ms, runs, more = {}) {
    await this.feed.say(this.topic("clock"), {
      v: 1, game: this.gameId, seq: this.seq, white_ms, black_ms, runs, at_ms: 1, at: new Date().toISOString(), delay_left_ms: null, phase: runs === "none" ? "set" : "running",
      period: { white: 1, black: 1 }, moves_done: { white: 0, black: 0 }, flag: null, ...more,
    }, true);
  }
  /** The game so far as PGN; used are the seconds that the moves took, with a time control such as "5400+30". */
  async pgn(used = []) {
    const [base, each] = (this.control ?? "2400").split("+").map(Number);
    const left = [base + (each || 0), base + (each || 0)];
    const two = (n) => String(n).padStart(2, "0");
    const tags = Object.entries({ Event: this.game.tags.Event, Site: "?", Date: "2026.11.21", Round: this.game.tags.Round ?? "?", White: this.player("white").name, Black: this.player("black").name, Result: "*", TimeControl: this.control ?? "2400" });
    const text = this.moves.slice(0, this.count).map((m, i) => {
      const s = (left[i % 2] += (each || 0) - (used[i] ?? 0));
      return `${i % 2 ? "" : `${i / 2 + 1}. `}${m.san}${used[i] === undefined ? "" : ` {[%clk ${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}]}`}`;
    });
    await this.feed.raw(this.topic("pgn"), `${tags.map(([k, v]) => `[${k} "${v}"]`).join("\n")}\n\n${[...text, "*"].join(" ")}\n`, true);
  }
  /** The games before the current one, each as its last state and in PGN ("": it does not count). */
  async previous(...games) {
    await this.feed.say(this.topic("previous"), { v: 1, games: games.map((g) => g.state), results: Object.fromEntries(games.map((g) => [g.state.game, g.state.result])), pgn: Object.fromEntries(games.filter((g) => g.pgn).map((g) => [g.state.game, g.pgn])) }, true);
  }
  /** An engine's evaluation of the position after so many moves. */
  async analysis(centipawns, moves = [], more = {}) {
    const { fen } = this.state();
    await this.feed.say(this.topic("analysis"), { v: 1, game: this.gameId, seq: this.seq, at: new Date().toISOString(), ply: this.count, fen, engine: "Fake Engine 1", depth: 26, nodes: 1000, centipawns, mate: null, moves, ...more }, true);
  }
  availability(word) {
    return this.feed.raw(this.topic("availability"), word, true);
  }
  async alarms(list) {
    await this.feed.say(this.topic("alarm"), { v: 1, game: this.gameId, seq: ++this.seq, alarms: list }, true);
  }
  /** The alarms at the consoles, as in the topic alarms, with the keys that each needs. */
  async ring(list) {
    const at = new Date().toISOString();
    const alarms = list.map((a) => ({ cause: "", urgent: false, since_ms: 1000 * this.seq, since: at, rang_ms: 1000 * this.seq, squares: [], acknowledged: false, text: { en: "." }, ...a }));
    await this.feed.say(this.topic("alarms"), { v: 1, game: this.gameId, seq: this.seq, at_ms: 1000 * this.seq, at, alarms }, true);
  }
  /** The content of the consoles' desk. */
  async desk(more) {
    await this.feed.say(this.topic("desk"), {
      v: 1, game: this.gameId, seq: this.seq, at_ms: 1000 * this.seq, at: new Date().toISOString(), actions: [], undoable: 0, guide: [], illegal: { white: 0, black: 0 },
      draw_offer: null, adjourned: null, obligation: null, violation: null, illegal_move: null, claim: null, ...more,
    }, true);
  }
  async tellEvent(event, more = {}) {
    this.seq++;
    await this.feed.say(this.topic("event"), { v: 1, game: this.gameId, seq: this.seq, at_ms: 1000 * this.seq, at: new Date().toISOString(), at_us: 1e6 * this.seq, event, ...more }, false);
  }
}

/** Publishes to a broker. */
export class TestFeed {
  static async to(url) {
    const f = new TestFeed();
    f.client = await mqtt.connectAsync(url, { reconnectPeriod: 300 });
    f.client.on("error", () => {});
    f.kept = new Map();
    return f;
  }
  board(id, game, event) {
    return new FedBoard(this, id, game, event);
  }
  async raw(topic, text, retain) {
    if (retain) this.kept.set(topic, text);
    await this.client.publishAsync(topic, text, { qos: 1, retain });
  }
  say(topic, payload, retain) {
    return this.raw(topic, JSON.stringify(payload), retain);
  }
  /** Everything retained again, like a daemon on every connection. */
  async again() {
    await Promise.all([...this.kept].map(([topic, text]) => this.client.publishAsync(topic, text, { qos: 1, retain: true })));
  }
  stop() {
    return this.client.endAsync(true);
  }
}

/** Whether sweeps run whole and pictures are taken, as before a release. */
export const all = process.env.ALL === "yes";

/** Whether tests run that take long, as in .ci/run. */
export const long = all || process.env.LONG === "yes";

/**
 * Of a sweep over themes, languages and sizes, the n cases of the k-th test: those at k, and on from it at even
 * distances. The tests of k = 0, 1, ... have all cases between them if there are enough. With ALL=yes each test has
 * all of them.
 */
export const some = (cases, k, n = long ? 2 : 1) => (all ? cases : Array.from({ length: n }, (_, i) => cases[(k + Math.round((i * cases.length) / n)) % cases.length]));

/** The first n cases of a sweep in a single test; with LONG=yes all of them. */
export const first = (cases, n) => (long ? cases : cases.slice(0, n));

/** ms in which a browser draws once. */
export const frame = 20;

/**
 * Counts the messages about boards that a page has processed: it acknowledges each one after that.
 * availability does not count: a page subscribes to that of all boards of an event, and tests have more
 * boards than their own. upTo waits until this many have been processed in total; next publishes n messages
 * to the page, and waits for them. Call it before the page connects.
 */
export function acknowledged(page) {
  let count = 0;
  page.on("websocket", (ws) => {
    const others = new Set(); // identifiers of packets that do not count
    const come = packets((head, body) => {
      if (head >> 4 !== 3 || !(head & 6)) return;
      const end = 2 + body.readUInt16BE(0);
      if (body.subarray(2, end).toString().endsWith("/availability")) others.add(body.readUInt16BE(end));
    });
    const sent = packets((head, body) => {
      if (head >> 4 === 4 && !others.delete(body.readUInt16BE(0))) count++;
    });
    ws.on("framereceived", ({ payload }) => come(Buffer.from(payload)));
    ws.on("framesent", ({ payload }) => sent(Buffer.from(payload)));
  });
  const upTo = (n) => until(`${n} messages are taken`, async () => count === n);
  return {
    upTo,
    async next(say, n = 1) {
      const to = count + n;
      await say();
      await upTo(to);
    },
  };
}

/**
 * Reads MQTT packets from a stream of bytes. Each begins with its type and its length, seven bits per byte
 * [MQTT 3.1.1, 2.2.3].
 */
function packets(each) {
  let left = Buffer.alloc(0);
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    for (;;) {
      let length = 0, at = 1;
      for (let shift = 0; ; shift += 7, at++) {
        if (at >= left.length) return;
        length |= (left[at] & 0x7f) << shift;
        if (left[at] < 0x80) break;
      }
      at++;
      if (left.length < at + length) return;
      each(left[0], left.subarray(at, at + length));
      left = left.subarray(at + length);
    }
  };
}

/** Ends a page's slides and fades; with ALL=yes then takes a picture of it, stored in build/screen. */
export async function picture(page, name, options = {}) {
  if (all) return page.screenshot({ path: `${shots}/${name}.png`, animations: "disabled", ...options });
  await page.evaluate(() => document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime < Infinity).forEach((a) => a.finish()));
}

/**
 * Waits until a page has drawn what it knows now: its letters are loaded, and frames have passed in which its own
 * code is told of a new size and fits names to it. For a page whose time a test has not stopped.
 */
export const drawnAnew = (page) => page.evaluate(async () => {
  await document.fonts.ready;
  for (let n = 0; n < 4; n++) await new Promise(requestAnimationFrame);
});

/** Gives a page another size, and waits until it is laid out for it: it is told of that in one of the next frames. */
export async function resize(page, size) {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
  await drawnAnew(page);
}

/** The state shown by a page's state line. */
export const stateOf = (page) => page.evaluate(() => document.querySelector("[data-state]")?.getAttribute("data-state"));

export const waitState = (page, name, limit) => until(`the state ${name}`, async () => (await stateOf(page)) === name, limit);

/** The pieces on a page's board, read from the drawing: the first field of a FEN. */
export function drawn(page, where = ".cm-chessboard") {
  return page.evaluate((selector) => {
    const board = document.querySelector(selector);
    const rows = Array.from({ length: 8 }, () => Array(8).fill(""));
    for (const g of board.querySelectorAll(".pieces [data-square]")) {
      const sq = g.dataset.square;
      const [color, kind] = g.dataset.piece;
      rows[8 - Number(sq[1])][sq.charCodeAt(0) - 97] = color === "w" ? kind.toUpperCase() : kind;
    }
    return rows.map((r) => r.map((p) => p || "1").join("").replace(/1+/g, (e) => e.length)).join("/");
  }, where);
}

/** Collects what a page must not do in a test: errors on its console. */
export function watch(page) {
  const wrong = [];
  page.on("pageerror", (e) => wrong.push(String(e)));
  page.on("console", (m) => {
    if (m.type() === "error" && !/WebSocket connection|ERR_CONNECTION_REFUSED|502|503/.test(m.text())) wrong.push(m.text());
  });
  return wrong;
}

/**
 * All names on the page whose letters extend above or below the box that clips them. The box of a line
 * has the height that its font specifies.
 */
export const cutNames = (page, selector) => page.evaluate((selector) => [...document.querySelectorAll(selector)].filter((e) => {
  const c = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(e.firstElementChild);
  c.font = `${style.fontWeight} ${style.fontSize} Inter`;
  const m = c.measureText(e.textContent);
  const line = e.firstElementChild.getBoundingClientRect();
  const baseline = line.top + (line.height - m.fontBoundingBoxAscent - m.fontBoundingBoxDescent) / 2 + m.fontBoundingBoxAscent;
  const box = e.getBoundingClientRect();
  return e.textContent && (baseline - m.actualBoundingBoxAscent < box.top - 0.5 || baseline + m.actualBoundingBoxDescent > box.bottom + 0.5);
}).map((e) => e.textContent), selector);
