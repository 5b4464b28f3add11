// The screen without MQTT: it reads snapshots over HTTP; if nginx is installed, through
// a cache that is configured as in docs/operations.md.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

let broker, server, feed, chromium, cache;

/**
 * nginx in front of a server, as in docs/operations.md but on loopback and without TLS; null if
 * it is not installed.
 */
async function nginx(origin) {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  try {
    execFileSync("nginx", ["-v"], { env, stdio: "ignore" });
  } catch {
    return null;
  }
  const dir = mkdtempSync(join(tmpdir(), "touchmove-cache-"));
  const port = await t.freePort();
  const doc = readFileSync(join(t.root, "docs", "operations.md"), "utf8");
  const conf = /```\n(proxy_cache_path .*?)\n```/s.exec(doc)[1]
    .replaceAll("/var/cache/touchmove", join(dir, "store")).replaceAll("http://127.0.0.1:8080", origin)
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port};`).replace(/^\s*ssl_.*$/gm, "");
  const file = join(dir, "nginx.conf");
  writeFileSync(file, `daemon off;\npid ${dir}/pid;\nerror_log stderr;\nworker_processes 1;\n${process.getuid() === 0 ? "user root;\n" : ""}events {}\nhttp {\naccess_log off;\ntypes { text/html html; }\n` +
    ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((x) => `${x}_temp_path ${dir}/${x};\n`).join("") + `${conf}\n}\n`);
  const p = t.start("nginx", ["-c", file], { env });
  const url = `http://127.0.0.1:${port}`;
  await t.until("nginx", async () => (await fetch(`${url}/`)).ok);
  return { url, stop: () => p.stop("SIGTERM").then(() => rmSync(dir, { recursive: true })) };
}

before(async () => {
  ({ broker, server, feed, chromium } = await t.stand("--files"));
  cache = await nginx(server.url);
});
after(() => t.stop(chromium, feed, cache, server, broker));

test("a board and a wall follow the game, without a WebSocket, and say when nothing comes any more", async (test) => {
  if (!cache) test.diagnostic("nginx is not installed: without a cache in front");
  const url = cache?.url ?? server.url;
  const board = feed.board("hall-7", t.vienna, "files");
  await board.begin(5);
  await feed.board("hall-8", t.vienna, "files").begin(2);
  const page = await chromium.newPage({ viewport: t.sizes.laptop });
  await page.clock.install(); // runs by itself; what is polled is not waited for
  const until = (what, ask) => t.until(what, async () => (await ask()) || (await page.clock.runFor(500), false));
  const wrong = t.watch(page);
  const sockets = [];
  page.on("websocket", (ws) => sockets.push(ws.url()));
  const answers = [];
  page.on("response", (r) => r.url().includes("/now/") && answers.push(r.headers()["x-cache"] ?? "none"));
  await page.goto(`${url}/?event=files&board=hall-7`);
  await t.waitState(page, "live");
  const right = () => board.state().fen.split(" ")[0];
  assert.equal(await t.drawn(page), right());
  for (let i = 0; i < 2; i++) {
    await board.move();
    await until("the next move is shown", async () => (await t.drawn(page)) === right());
  }
  await t.picture(page, "files-one");
  await board.move();
  await board.pgn([9, 4, 65]);
  await board.move();
  await until("the time used, from a file of its own", async () => (await page.locator(".mv time").allInnerTexts()).join() === "0:09,0:04,1:05");
  await page.keyboard.press("s");
  const [round] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PGN of round 3" }).click()]);
  assert.equal(readFileSync(await round.path(), "utf8"), feed.kept.get(board.topic("pgn")));
  await page.locator(".mb:visible", { hasText: "Menu" }).click();
  await until("both boards in the menu", async () => /7\s+move 5\s+8\s+move 1/.test(await page.locator(".bgrid").innerText()));
  await page.keyboard.press("Escape");
  await board.move();
  await board.pgn([9, 4, 65, 30]);
  await until("times used come on", async () => (await page.locator(".mv time").allInnerTexts()).length === 4);
  await page.getByRole("button", { name: "Next board" }).click();
  await until("the other board", async () => /board=hall-8/.test(page.url()) && (await t.drawn(page)) !== right());
  const wall = await chromium.newPage({ viewport: t.sizes.laptop });
  await wall.goto(`${url}/?event=files&view=wall`);
  await until("two tiles", async () => (await wall.locator(".wall .tile").count()) === 2);
  await wall.close();
  assert.deepEqual(sockets, []);
  if (cache) assert.ok(answers.includes("MISS"), `of the cache: ${answers}`);
  const file = `${url}/now/files/hall-8.json`;
  assert.match(await (await fetch(file)).text(), /files\/hall-8\/state/);
  if (cache) assert.equal((await fetch(file)).headers.get("x-cache"), "HIT"); // the server was asked once
  await page.goto(`${url}/?event=files&view=arbiter`);
  await until("no arbiter's page", async () => /view=arbiter/.test(await page.locator("body").innerText()));
  await page.goto(`${url}/?event=files&board=hall-7`);
  await t.waitState(page, "live");
  assert.deepEqual(wrong, []);
  await broker.stop();
  await until("it is told that nothing comes", async () => (await t.stateOf(page)) !== "live");
  broker = null;
});
