// Makes the pictures of the screen in docs/pictures from those that the tests store in build/screen. "make
// pictures" runs these tests and then this script: look at each picture before it is committed.

import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, root, shots } from "./lib.mjs";

const docs = join(root, "docs", "pictures");

/** By picture of the docs: the tests' pictures to put side by side, and the width of each if it is scaled down. */
const pictures = {
  one: { from: ["one-corrected-1080p"], width: 1280 },
  wall: { from: ["wall-12-1080p"], width: 1280 },
  list: { from: ["list-states-390"] },
  evaluation: { from: ["board-eval-1366"] },
  "event-round": { from: ["event-round-laptop-dark"] },
  arbiter: { from: ["arbiter-question-1440"] },
  "arbiter-phone": { from: ["arbiter-phone-claim", "arbiter-phone-guide", "arbiter-phone-correct", "arbiter-phone-penalty"], width: 312, height: 675 },
};

const chromium = await browser();
for (const [name, { from, width, height }] of Object.entries(pictures)) {
  const files = from.map((f) => join(shots, `${f}.png`));
  const to = join(docs, `${name}.png`);
  if (!width) {
    copyFileSync(files[0], to);
    continue;
  }
  const page = await chromium.newPage({ viewport: { width: 1400, height: 900 } });
  const images = files.map((f) => `<img src="data:image/png;base64,${readFileSync(f).toString("base64")}">`).join("");
  const frame = height ? `padding:0 8px;gap:16px;background:#33404c` : "";
  const size = height ? `width:${width}px;height:${height}px;object-fit:cover;object-position:top` : `width:${width}px`;
  await page.setContent(`<style>body{margin:0}div{display:inline-flex;${frame}}img{display:block;${size}}</style><div>${images}</div>`);
  await page.locator("img").last().evaluate((e) => e.decode());
  await page.locator("div").screenshot({ path: to });
  await page.close();
}
await chromium.close();
