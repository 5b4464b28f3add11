// The menu: opened by touch on every page, in place of the moves or of the page, in
// four languages and three themes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as t from "./lib.mjs";

let broker, feed, chromium, server;

before(async () => {
  ({ broker, server, feed, chromium } = await t.stand());
  for (let n = 1; n <= 12; n++) {
    const b = feed.board(`hall-${n}`, t.vienna);
    await b.begin(n + 4, n === 4 ? { phase: "over", result: "1/2-1/2", reason: "agreement" } : {});
  }
});
after(() => t.stop(chromium, feed, server, broker));

async function open(query, size, more = {}) {
  const page = await chromium.newPage({ viewport: size, locale: "en-GB", ...more });
  page.wrong = t.watch(page);
  await page.goto(`${server.url}/${query}`);
  await page.waitForSelector(".mb:visible");
  return page;
}

/** By how much the page or the menu is too wide. */
const wider = (page) => page.evaluate(() => Math.max(document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll(".menu, .menu .btn, .menu .opt")].map((e) => e.scrollWidth - e.clientWidth)));

const looks = [["dark", "en"], ["dark", "de"], ["dark", "es"], ["dark", "pt"], ["light", "en"], ["contrast", "en"]];

for (const [k, [name, query, size]] of [["board", "?board=hall-1", t.sizes.laptop], ["board-phone", "?board=hall-1", t.sizes.phone], ["board-small", "?board=hall-1", t.sizes.small], ["wall", "?view=wall", t.sizes.laptop], ["list", "?view=list", t.sizes.phone], ["tablet", "?view=list", { width: 820, height: 1180 }]].entries()) {
  test(`${name}: opens by a touch, says what is chosen, and closes`, async () => {
    for (const [theme, lang] of t.some(looks, k)) {
      const page = await open(`${query}&theme=${theme}&lang=${lang}`, size);
      const button = page.locator(".mb:visible");
      await button.click();
      await page.waitForSelector(".menu");
      await t.until("all boards", async () => (await page.locator(".bgrid a").count()) === 12);
      assert.equal(await wider(page), 0, `${theme} ${lang}`);
      for (const box of await page.locator(".menu button:visible, .menu a:visible").evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).map((r) => [r.width, r.height]))) assert.ok(box[0] >= 44 && box[1] >= 44, `a target of ${box}`);
      if (lang === "en") await t.accessible(page, `${theme} ${lang}`);
      assert.equal(await page.locator(`.menu [data-value=${theme}]`).getAttribute("aria-pressed"), "true");
      assert.equal(await page.locator(`.menu [data-value=${lang}]`).getAttribute("aria-pressed"), "true");
      if (lang === "en") {
        await t.until("what is known of each", async () => /4\s+½–½/.test(await page.locator(".bgrid").innerText()));
        await t.picture(page, `menu-${name}-${theme}`);
      }
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".menu").count(), 0);
      assert.equal(await button.evaluate((b) => b === document.activeElement), true, "the button has the focus again");
      assert.deepEqual(page.wrong, []);
      await page.close();
    }
  });
}

test("the menu and the sharing panel stay open when the layout of the page changes", async () => {
  const page = await open("?board=hall-1", t.sizes.phone);
  for (const [shown, button] of [[".menu", ".mb:visible"], [".sheet:not(.menu)", ".nav button[aria-label=Share]"]]) {
    await page.locator(button).click();
    await page.waitForSelector(shown);
    const control = page.locator(`${shown} button:visible, ${shown} a:visible`).last();
    await control.focus();
    for (const [size, layout] of [[t.sizes.laptop, "main.one.page"], [t.sizes.wall, "main.one:not(.page)"], [t.sizes.phone, "main.small"]]) {
      await t.resize(page, size);
      await page.waitForSelector(layout);
      assert.equal(await page.locator(`${shown}:visible`).count(), 1, `${shown} in ${layout}`);
      assert.equal(await control.evaluate((e) => e === document.activeElement), true, `${shown}: the focus stays where it was, in ${layout}`);
      assert.equal(await page.locator(".mv:visible, .mvs:visible").count(), 0, `${shown}: the moves wait below it, in ${layout}`);
    }
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    assert.deepEqual([await page.locator(`${shown}:visible`).count(), await page.locator(".mvs:visible").count()], [0, 1], "paper has the moves");
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    assert.deepEqual([await page.locator(`${shown}:visible`).count(), await page.locator(".mvs:visible").count()], [1, 0]);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".sheet").count(), 0);
  }
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("nothing of the board is covered", async () => {
  const page = await open("?board=hall-1", t.sizes.laptop);
  await page.locator(".mb").click();
  await page.waitForSelector(".menu");
  const covered = await page.evaluate(() => {
    const menu = document.querySelector(".menu").getBoundingClientRect();
    return [...document.querySelectorAll(".bd, .clk, .nm, .state, .nav")].filter((e) => {
      const r = e.getBoundingClientRect();
      return r.left < menu.right && r.right > menu.left && r.top < menu.bottom && r.bottom > menu.top;
    }).map((e) => e.className);
  });
  assert.deepEqual(covered, []);
  await page.close();
});

test("flip, colours, sound, language, another board and all boards are one touch away", async () => {
  const page = await open("?board=hall-1&theme=dark", t.sizes.laptop);
  await page.locator(".mb").click();
  await page.locator(".menu >> text=Flip").click();
  await page.waitForURL(/flip=1/);
  await page.locator(".menu [data-value=light]").click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  await page.locator(".menu >> text=Sound off").click();
  await page.waitForSelector(".menu >> text=Sound on");
  await page.locator(".bgrid a", { hasText: "12" }).click();
  await t.until("the other board", async () => /board=hall-12/.test(page.url()) && (await page.locator(".menu").count()) === 0);
  assert.match(page.url(), /theme=light/);
  await page.locator(".mb").click();
  await Promise.all([page.waitForURL(/lang=de/), page.locator(".menu [data-value=de]").click()]);
  await page.locator(".mb:visible").click();
  await page.locator(".menu >> text=Alle Bretter").click();
  await page.waitForSelector(".wall .tile");
  assert.match(page.url(), /lang=de/);
  assert.deepEqual(page.wrong, []);
  await page.close();
});

test("the boards before and after are one touch away, also for who came by a link; a board alone has no such buttons", async () => {
  for (const size of [t.sizes.laptop, { width: 820, height: 1180 }]) {
    const page = await open("?board=hall-12", size);
    const next = page.getByRole("button", { name: "Next board" });
    await next.waitFor();
    await next.focus();
    await page.keyboard.press("Enter");
    await t.until("the first after the last", async () => /board=hall-1(&|$)/.test(page.url()));
    await t.until("a game", async () => (await page.locator("[data-state=live]").count()) > 0);
    await page.keyboard.press("Enter");
    await t.until("the button kept the focus", async () => /board=hall-2(&|$)/.test(page.url()));
    await page.getByRole("button", { name: "Previous board" }).click();
    await t.until("back", async () => /board=hall-1(&|$)/.test(page.url()));
    await t.accessible(page, `${size.width}`);
    if (size.width < 900) {
      await t.picture(page, "board-tablet-820");
      const rows = await page.evaluate(() => [...document.querySelectorAll(".plies .r")].filter((e) => { const [r, o] = [e, e.parentElement].map((x) => x.getBoundingClientRect()); return r.top >= o.top - 1 && r.bottom <= o.bottom + 1; }).length);
      assert.ok(rows >= 3, `a tablet shows ${rows} lines of the game`);
    }
    assert.deepEqual(page.wrong, []);
    await page.close();
  }
  const alone = feed.board("only", t.vienna, "alone");
  await alone.begin(3);
  const page = await open("?board=only&event=alone", t.sizes.laptop);
  await t.until("a game", async () => (await page.locator("[data-state=live]").count()) > 0);
  assert.equal(await page.locator(".nb:visible").count(), 0);
  await page.close();
});
