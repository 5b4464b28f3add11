// Opens the page like a visitor's browser, and expects the first move on its board.
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../../screen/package.json", import.meta.url))("playwright-core");
const [url, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  await page.goto(url);
  await page.locator('.pieces g[data-square="e4"]').waitFor({ timeout: 60_000 });
  await page.locator(".plies", { hasText: "e4" }).first().waitFor({ timeout: 15_000 });
  await page.screenshot({ path: picture });
  console.log(`evening: a browser shows the first move: ${picture}`);
} finally {
  await browser.close();
}
