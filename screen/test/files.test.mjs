// The screen without MQTT: it reads snapshots over HTTP; if nginx is installed, through
// a cache that is configured as in docs/operations.md.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import http from "node:http";
import { connect } from "node:net";
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
  assert.match(await page.locator(".state .at").innerText(), /^\d\d:\d\d · read every 2 s$/, "where the position comes from");
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
  const gone = feed.board("hall-10", { ...t.vienna, tags: { ...t.vienna.tags, Round: "3.1" } }, "files"); // its game of round 3 is over
  await gone.begin(1);
  await gone.pgn();
  const first = `[Event "Vienna 1910"]\n[Round "3"]\n[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 0-1\n`;
  await gone.previous({ state: { ...gone.state({ round: "3" }), game: "hall-10-0" }, pgn: first });
  await until("the file of the round", async () => (await (await fetch(`${url}/now/files/round/3.pgn`)).text()).includes("1. f3 0-1"));
  const [whole] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PGN of round 3" }).click()]);
  assert.equal(readFileSync(await whole.path(), "utf8"), `${feed.kept.get(board.topic("pgn"))}\n${first}`, "with the game of a board that has gone on");
  await page.goto(`${url}/?event=files&board=hall-10`);
  await t.waitState(page, "live");
  await page.keyboard.press("s");
  const [parts] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PGN of round 3.1" }).click()]);
  assert.equal(readFileSync(await parts.path(), "utf8"), feed.kept.get(gone.topic("pgn")), "a round with a point in its name");
  await page.goto(`${url}/?event=files&board=hall-7`);
  await t.waitState(page, "live");
  await page.keyboard.press("s");
  await page.locator(".mb:visible", { hasText: "Menu" }).click();
  await until("both boards in the menu", async () => /7\s+move 5\s+8\s+move 1/.test(await page.locator(".bgrid").innerText()));
  await page.keyboard.press("Escape");
  await board.move();
  await until("the position before its PGN", async () => (await t.drawn(page)) === right());
  await board.pgn([9, 4, 65, 30]);
  await until("times used come on", async () => (await page.locator(".mv time").allInnerTexts()).length === 4);
  await page.getByRole("button", { name: "Next board" }).click();
  await until("the other board", async () => /board=hall-8/.test(page.url()) && (await t.drawn(page)) !== right());
  const wall = await chromium.newPage({ viewport: t.sizes.laptop });
  await wall.goto(`${url}/?event=files&view=wall`);
  await until("three tiles", async () => (await wall.locator(".wall .tile").count()) === 3);
  await until("the wall's line", async () => (await wall.locator(".wallhead .lv").innerText()) === "Live · read every 2 s");
  for (const [lang, said] of Object.entries({ en: "read every 2 s", de: "alle 2 s gelesen", es: "leído cada 2 s", pt: "lido a cada 2 s" })) {
    for (const query of ["board=hall-8", "view=list"]) {
      await t.resize(wall, t.sizes.phone);
      await wall.goto(`${url}/?event=files&${query}&lang=${lang}`);
      await until(`${lang}: how`, async () => (await wall.locator(".state .at").innerText()).endsWith(` · ${said}`));
      await t.drawnAnew(wall);
      assert.deepEqual(await wall.locator(".state .say").evaluate((e) => [e.scrollWidth <= e.clientWidth, e.scrollHeight <= e.clientHeight + 1, e.parentElement.getBoundingClientRect().right <= innerWidth, e.parentElement.scrollWidth <= e.parentElement.clientWidth]), [true, true, true, true], `${lang} ${query}: whole on a phone`);
      await t.picture(wall, `files-${query.replace(/\W/g, "-")}-${lang}`);
    }
  }
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

/** A proxy in front of a server; what it does with WebSockets can be changed: "pass", "refuse", "fail" or "hang". */
async function proxy(origin) {
  const { hostname, port } = new URL(origin);
  const p = { sockets: "pass", asked: [] };
  const open = new Set();
  const httpd = http.createServer((q, a) => {
    p.asked.push(q.url);
    http.get(new URL(q.url, origin), { method: q.method, headers: { ...q.headers, host: `${hostname}:${port}` } }, (r) => {
      a.writeHead(r.statusCode, r.headers);
      r.pipe(a);
    }).on("error", () => a.destroy());
  });
  httpd.on("upgrade", (q, socket) => {
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    if (p.sockets === "hang") return;
    if (p.sockets !== "pass") return socket.end(`HTTP/1.1 ${p.sockets === "refuse" ? "403 Forbidden" : "502 Bad Gateway"}\r\nContent-Length: 0\r\n\r\n`);
    const to = connect(Number(port), hostname, () => {
      to.write(`GET ${q.url} HTTP/1.1\r\n${Object.entries({ ...q.headers, host: `${hostname}:${port}`, origin }).map(([k, v]) => `${k}: ${v}`).join("\r\n")}\r\n\r\n`);
      to.pipe(socket);
      socket.pipe(to);
    });
    to.on("error", () => socket.destroy());
    socket.on("close", () => to.destroy());
  });
  await new Promise((r) => httpd.listen(0, "127.0.0.1", r));
  p.url = `http://127.0.0.1:${httpd.address().port}`;
  /** Ends what is open, as a proxy that was set up anew. */
  p.cut = () => open.forEach((s) => s.destroy());
  p.stop = () => {
    p.cut();
    httpd.closeAllConnections();
    return new Promise((r) => httpd.close(r));
  };
  return p;
}

test("where no WebSocket comes through, pages read files by themselves, say so, and connect again once they can", async () => {
  const own = await t.broker();
  const [page, say] = await Promise.all([t.server(own.url), t.TestFeed.to(own.url)]);
  const way = await proxy(page.url);
  const board = say.board("hall-7", t.vienna);
  await board.begin(5);
  await say.board("hall-8", t.vienna).begin(2);
  const right = () => board.state().fen.split(" ")[0];
  const watched = (view) => {
    view.wrong = [];
    view.on("pageerror", (e) => view.wrong.push(String(e)));
    return view;
  };
  for (const sockets of ["refuse", "fail", "hang"]) {
    way.sockets = sockets;
    const view = watched(await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" }));
    const began = Date.now();
    await view.goto(`${way.url}/?event=open&board=hall-7`);
    await t.until(`${sockets}: a position`, async () => (await t.drawn(view)) === right(), 60_000);
    assert.ok(Date.now() - began > 3000, "only after it has tried the WebSocket for a while");
    await t.waitState(view, "live");
    await t.until(`${sockets}: where the position comes from`, async () => / · read every 2 s$/.test(await view.locator(".state .at").innerText()));
    await board.move();
    await t.until(`${sockets}: the next move`, async () => (await t.drawn(view)) === right());
    await board.pgn([9, 4]);
    await board.move();
    await t.until(`${sockets}: times used`, async () => (await view.locator(".mv time").count()) === 2);
    await view.locator(".mb:visible", { hasText: "Menu" }).click();
    await t.until("that it is said", async () => /No live connection: the boards are read every two seconds/.test(await view.locator(".menu").innerText()));
    await t.until("both boards in the menu", async () => /7\s+move \d\s+8\s+move 1/.test(await view.locator(".bgrid").innerText()));
    await view.keyboard.press("Escape");
    const from = Date.now();
    await view.keyboard.press("w");
    await t.until(`${sockets}: the wall or list`, async () => (await view.locator(".tile[data-state=live], .row[data-state=live]").count()) === 2);
    if (sockets === "refuse") assert.ok(Date.now() - from < 20_000);
    assert.deepEqual(view.wrong, []);
    await view.close();
  }
  // It goes back to the WebSocket, and away from it again.
  way.sockets = "refuse";
  const view = watched(await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" }));
  await view.goto(`${way.url}/?event=open&board=hall-7`);
  await t.until("a position", async () => (await t.drawn(view)) === right(), 60_000);
  way.sockets = "pass";
  const files = () => way.asked.filter((path) => path.startsWith("/now/")).length;
  await t.until("no more files", async () => {
    const before = files();
    await t.sleep(5000);
    return files() === before;
  }, 60_000);
  await board.move();
  await t.until("a move over the WebSocket", async () => (await t.drawn(view)) === right());
  assert.doesNotMatch(await view.locator(".state").innerText(), /read every/);
  await board.pgn([9, 4, 65]);
  await t.until("what was followed meanwhile", async () => (await view.locator(".mv time").count()) === 3);
  await view.locator(".mb:visible", { hasText: "Menu" }).click();
  assert.doesNotMatch(await view.locator(".menu").innerText(), /No live connection/);
  await view.keyboard.press("Escape");
  way.sockets = "refuse";
  way.cut();
  await board.move();
  await t.until("a move after the WebSocket was lost", async () => (await t.drawn(view)) === right() && (await t.stateOf(view)) === "live", 60_000);
  assert.deepEqual(view.wrong, []);
  await view.close();
  // An arbiter's page needs a connection, and so does one of another broker or another feed.
  const asked = files();
  for (const query of ["view=arbiter", "view=topics", "view=wall&broker=127.0.0.1:9", "view=wall&base=touchmove/v1-live"]) {
    const other = await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" });
    await other.clock.install();
    await other.goto(`${way.url}/?${query}`);
    await other.waitForSelector("main, form");
    await other.clock.runFor(8000);
    await t.sleep(300);
    await other.close();
  }
  assert.equal(files(), asked, way.asked.slice(-5).join());
  await t.stop(way, page, say, own);
});
