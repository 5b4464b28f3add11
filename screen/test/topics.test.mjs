// The page of topics and payloads of a real daemon, read with and without a login.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

const users = `[[mqtt.user]]\nname = "tim"\nrole = "technician"\npassword_env = "TOUCHMOVE_TEST_TECHNICIAN"\n[broadcast]\nvalues = true\nsettled = 0.9\n`;
process.env.TOUCHMOVE_TEST_TECHNICIAN = "spanner";
let hall, chromium;

before(async () => {
  [hall, chromium] = await Promise.all([t.daemon({ boards: ["hall-1", "hall-2"], speed: 4, users }), t.browser()]);
});
after(async () => {
  await chromium?.close();
  await hall?.stop();
});

async function open(query = "", size = t.sizes.laptop) {
  const page = await chromium.newPage({ viewport: size, locale: "en-GB" });
  page.wrong = t.watch(page);
  await page.goto(`${hall.url}/?view=topics${query}`);
  await page.waitForSelector(".tlist tbody tr");
  return page;
}

const topics = (page) => page.locator(".tlist tbody tr").evaluateAll((rows) => rows.map((r) => r.dataset.topic));
const row = (page, topic) => page.locator(`.tlist tr[data-topic="touchmove/v1/open/${topic}"]`);
const payload = (page) => page.locator(".tdetail pre").innerText();

test("every public topic is there with its payload, which goes on while it is looked at", async () => {
  const page = await open();
  const wanted = ["availability", "clock", "game", "info", "pgn", "position", "settled", "state", "value/last", "value/turn"].flatMap((n) => ["hall-1", "hall-2"].map((b) => `touchmove/v1/open/${b}/${n}`));
  await t.until("the public topics", async () => {
    const there = await topics(page);
    return wanted.every((w) => there.includes(w));
  });
  assert.ok((await topics(page)).every((name) => !/\/(event|desk|alarms|raw|cmd)/.test(name)), "private topics without a login");
  await row(page, "hall-1/state").click();
  await t.until("its payload", async () => JSON.parse(await payload(page)).v === 1);
  assert.match(await page.locator(".tfacts").innerText(), /retained · [\d]+ bytes · .*message/);
  assert.match(await page.locator(".tline code").innerText(), /^mosquitto_sub -h 127\.0\.0\.1 -t touchmove\/v1\/open\/hall-1\/state -v$/);
  const seq = JSON.parse(await payload(page)).seq;
  await t.until("a later state", async () => JSON.parse(await payload(page)).seq > seq);
  await row(page, "hall-2/value/last").click();
  await t.until("a value", async () => /^(-|\d+\.(\.\.)? \S+)$/.test(await payload(page)));
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("pausing holds everything, and a filter finds topics and payloads", async () => {
  const page = await open();
  await row(page, "hall-1/state").click();
  await page.getByRole("button", { name: "Pause" }).click();
  const held = await payload(page);
  const other = await open(); // once another page has seen moves, this one would have, too
  await row(other, "hall-1/state").click();
  const { ply: from } = await t.until("its payload", async () => {
    const state = JSON.parse(await payload(other));
    return state.moves && state;
  });
  await t.until("moves elsewhere", async () => JSON.parse(await payload(other)).ply !== from);
  assert.equal(await payload(page), held);
  await page.getByRole("button", { name: "Resume" }).click();
  await t.until("it goes on", async () => (await payload(page)) !== held);
  await page.fill("#tfilter", "hall-2/POS");
  await t.until("one topic", async () => (await topics(page)).join() === "touchmove/v1/open/hall-2/position");
  await page.fill("#tfilter", "[GameId");
  await t.until("found by payloads", async () => (await topics(page)).join() === "touchmove/v1/open/hall-1/pgn,touchmove/v1/open/hall-2/pgn");
  await Promise.all([page.close(), other.close()]);
});

test("without a connection the page says so, and not that there is no message", async () => {
  for (const [lang, said] of [["en", "No connection to the broadcast; trying again"], ["de", "Keine Verbindung zur Übertragung; neuer Versuch läuft"]]) {
    const page = await chromium.newPage({ viewport: t.sizes.phone });
    await page.clock.install();
    await page.goto(`${hall.url}/?view=topics&lang=${lang}&broker=127.0.0.1:9`);
    await page.waitForSelector(".tcount");
    await page.clock.runFor(6000);
    await t.until(said, async () => (await page.locator(".tcount").innerText()) === said);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, `${lang} is too wide`);
    await page.close();
  }
  const own = await t.broker();
  const feed = await t.TestFeed.to(own.url);
  const server = await t.server(own.url);
  await feed.raw("touchmove/v1/open/hall-1/availability", "online", true);
  const page = await chromium.newPage({ viewport: t.sizes.laptop, locale: "en-GB" });
  await page.clock.install();
  await page.goto(`${server.url}/?view=topics`);
  await page.waitForSelector(".tlist tbody tr");
  await Promise.all([feed.stop(), own.stop()]);
  await t.until("that it is gone", async () => (await page.clock.runFor(1000), /· Reconnecting$/.test(await page.locator(".tcount").innerText())));
  await page.close();
  await server.stop();
});

test("a login shows private topics; a wrong one is refused, and the public ones stay", async () => {
  const page = await open();
  const enter = async (password) => {
    if (!(await page.locator("#tuser").isVisible())) await page.locator("summary").click();
    await page.fill("#tuser", "tim");
    await page.fill("#tpassword", password);
    await page.getByRole("button", { name: "Log in" }).click();
  };
  await enter("wrong");
  await page.waitForSelector(".trefused");
  await t.until("public topics again", async () => (await topics(page)).length > 10);
  await enter("spanner");
  await t.until("private topics", async () => (await topics(page)).filter((name) => /\/(event|desk)$/.test(name)).length === 4);
  assert.equal(await page.locator(".topics header b").innerText(), "tim");
  await page.close();
});

test("nothing is wrong with it in any theme, language and size; a payload is text and nothing else", async () => {
  const looks = [["dark", "en"], ["dark", "de"], ["dark", "es"], ["dark", "pt"], ["light", "en"], ["contrast", "en"]];
  for (const [k, name] of ["laptop", "phone"].entries()) {
    for (const [theme, lang] of t.some(looks, k, t.long ? 3 : 2)) {
      const page = await open(`&theme=${theme}&lang=${lang}`, t.sizes[name]);
      await t.until("topics", async () => (await topics(page)).length > 15);
      await t.drawnAnew(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, `${name} ${theme} ${lang} is too wide`);
      assert.ok(!/topics\./.test(await page.locator("main").innerText()), `${lang} lacks a text`);
      if (name === "phone") {
        const whole = await page.locator("#tfilter, .topics header button, .tcount, summary, .tdetail h2, .tline button, .tline code").evaluateAll((all) => all.filter((e) => {
          const r = e.getBoundingClientRect();
          return r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight || r.height === 0;
        }).map((e) => e.className || e.tagName));
        assert.deepEqual(whole, [], `${theme} ${lang}: everything but the lists is in sight at once`);
        const [head, field] = await Promise.all([".topics h1", "#tfilter"].map((s) => page.locator(s).boundingBox()));
        assert.ok(field.y >= head.y + head.height && field.x < 20, "the field has its own line, below the name");
      }
      await t.accessible(page, `${name} ${theme} ${lang}`);
      if (lang === "en") await t.picture(page, `topics-${name}-${theme}`);
      await page.close();
    }
  }
  const broker = await t.broker();
  const feed = await t.TestFeed.to(broker.url);
  const server = await t.server(broker.url);
  await feed.raw("touchmove/v1/open/hall-1/state", `<img src=x onerror="document.title='hit'"><script>document.title='hit'</script>`, true);
  const page = await chromium.newPage({ viewport: t.sizes.laptop });
  await page.goto(`${server.url}/?view=topics`);
  await page.waitForSelector(".tlist tbody tr");
  await t.until("as text", async () => (await payload(page)).startsWith("<img src=x"));
  assert.notEqual(await page.title(), "hit");
  await page.close();
  await Promise.all([feed.stop(), server.stop()]);
  await broker.stop();
});
