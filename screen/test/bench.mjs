// What is measured of the screen, printed. SECONDS=600 watches the wall for ten
// minutes; BOARDS and MOVES (a second, on all boards together) change the load.

import * as t from "./lib.mjs";

const seconds = Number(process.env.SECONDS ?? 60);
const boards = Number(process.env.BOARDS ?? 64);
const rate = Number(process.env.MOVES ?? 10);

const line = (what, value, limit) => console.log(`  ${what.padEnd(58)} ${String(value).padStart(12)}   ${limit}`);

const [broker, chromium] = await Promise.all([t.broker(), t.browser()]);
const [server, feed] = await Promise.all([t.server(broker.url), t.TestFeed.to(broker.url)]);
const games = t.games();

// Page weight: every answer that one board needs, as it came over the line.
console.log("Page weight, gzip");
{
  const one = feed.board("weight-1", { ...t.vienna, tags: { ...t.vienna.tags, White: "Wojtaszek, Radosław" } });
  await one.begin(17);
  const page = await chromium.newPage({ viewport: t.sizes.laptop });
  let total = 0;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const names = new Map();
  cdp.on("Network.responseReceived", (e) => names.set(e.requestId, e.response.url));
  cdp.on("Network.loadingFinished", (e) => {
    const name = names.get(e.requestId);
    if (!name) return;
    total += e.encodedDataLength;
    line(`  ${new URL(name).pathname}`, `${(e.encodedDataLength / 1000).toFixed(1)} kB`, "");
  });
  await page.goto(`${server.url}/?board=weight-1`);
  await t.waitState(page, "live");
  await t.sleep(700);
  line("all, with headers and the font for Łł", `${(total / 1000).toFixed(1)} kB`, "under 150");
  await page.close();
}

console.log("First position, from the start of the navigation");
{
  const page = await chromium.newPage({ viewport: t.sizes.laptop });
  await page.addInitScript(() => {
    const look = () => (document.querySelector(".pieces g[data-square]") ? (window.firstPosition = performance.now()) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  const times = [];
  for (let i = 0; i < 9; i++) {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Network.clearBrowserCache");
    await page.goto(`${server.url}/?board=weight-1&n=${i}`);
    times.push(await t.until("pieces", () => page.evaluate(() => window.firstPosition)));
  }
  times.sort((a, b) => a - b);
  line("median of 9, cache empty, loopback", `${Math.round(times[4])} ms`, "under 1000");
  line("slowest of 9", `${Math.round(times[8])} ms`, "");
  await page.close();
}

console.log(`Wall of ${boards} boards, ${rate} moves a second, ${seconds} s`);
{
  const next = (b) => {
    const game = games[(b.at = (b.at ?? 0) + 1) % games.length];
    b.gameId = `${b.id}-20261121t150000000z-${b.at}`;
    Object.assign(b, { game, moves: game.moves, count: 0, seq: 1, more: {} });
  };
  const all = await Promise.all(Array.from({ length: boards }, async (_, i) => {
    const b = feed.board(`hall-${i + 1}`, games[i % games.length], "bench");
    await b.begin(Math.floor((b.moves.length * ((i * 37) % boards)) / boards)); // as in a hall: some begin, some end
    await b.clock(1000 * (900 + i * 31), 1000 * (800 + i * 17), b.count % 2 ? "black" : "white");
    return b;
  }));
  const page = await chromium.newPage({ viewport: t.sizes.wall });
  await page.goto(`${server.url}/?view=wall&event=bench`);
  await t.until("the tiles", () => page.evaluate((n) => document.querySelectorAll(".wall .tile").length === n, boards));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  const system = await chromium.newBrowserCDPSession();
  const cpu = async () => {
    const { processInfo } = await system.send("SystemInfo.getProcessInfo");
    return { all: processInfo.reduce((s, p) => s + p.cpuTime, 0), page: Math.max(...processInfo.filter((p) => p.type === "renderer").map((p) => p.cpuTime)) };
  };
  const memory = async () => {
    await cdp.send("HeapProfiler.collectGarbage");
    const { metrics } = await cdp.send("Performance.getMetrics");
    const m = Object.fromEntries(metrics.map((x) => [x.name, x.value]));
    return { heap: m.JSHeapUsedSize / 1e6, nodes: m.Nodes, listeners: m.JSEventListeners };
  };
  let played = 0;
  let stop = false;
  const playing = (async () => {
    const began = performance.now();
    while (!stop) {
      const b = all[played % boards];
      if (b.count >= b.moves.length) {
        next(b);
        await b.tell();
      } else await b.move();
      if (played % 5 === 0) await b.clock(1000 * (900 - (played % 700)), 1000 * (800 - (played % 600)), b.count % 2 ? "black" : "white");
      played++;
      const wait = began + (played * 1000) / rate - performance.now();
      if (wait > 0) await t.sleep(wait);
    }
  })();
  await t.sleep(5000); // everything has been drawn once
  const first = { ...(await memory()), ...(await cpu()), at: performance.now() };
  const startPlayed = played;
  const samples = [];
  for (let left = seconds; left > 0; left -= 20) {
    await t.sleep(Math.min(20, left) * 1000);
    samples.push(await memory());
  }
  const last = { ...(await memory()), ...(await cpu()), at: performance.now() };
  stop = true;
  await playing;
  const span = (last.at - first.at) / 1000;
  line("moves shown", played - startPlayed, `${((played - startPlayed) / span).toFixed(1)} a second`);
  line("page's process, of one core", `${((100 * (last.page - first.page)) / span).toFixed(1)} %`, "under 50");
  line("whole browser, drawing without a graphics chip", `${((100 * (last.all - first.all)) / span).toFixed(1)} %`, "");
  line("JavaScript heap, begin and end", `${first.heap.toFixed(1)}, ${last.heap.toFixed(1)} MB`, "no growth");
  line("heap on the way", samples.map((s) => s.heap.toFixed(1)).slice(0, 30).join(" "), "MB");
  line("nodes, begin and end", `${first.nodes}, ${last.nodes}`, "");
  line("listeners, begin and end", `${first.listeners}, ${last.listeners}`, "");
  await page.close();
}
await chromium.close();
await feed.stop();
await server.stop();
await broker.stop();
process.exit(0);
