// Draws what the preview picture is put together from, with a browser: the pieces, and the letters of Inter in two
// sizes. What it writes is committed, so that the program needs neither a browser nor a font to draw a picture.
//
//   node preview/draw.mjs      in the directory screen

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const asset = (name) => readFileSync(join(here, "..", "assets", name));
const square = 79; // px of a square of a board of 630
const styles = [{ name: "bold", weight: 700, size: 44 }, { name: "plain", weight: 450, size: 28 }];

// What the fonts have: Latin, Latin-1, Latin Extended-A, Romanian letters, signs of results and sentences.
const letters = [...Array.from({ length: 0x17f - 0x20 + 1 }, (_, i) => String.fromCharCode(0x20 + i)).filter((c) => c < "\x7f" || c > "\xa0"), ..."ȘșȚț–—·…½’“”"];

/** A PNG of grey, of 4 bits, or of grey and alpha, of 8 bits each (ISO/IEC 15948). */
function png(width, height, row, gray) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = gray ? 4 : 8;
  head[9] = gray ? 0 : 4;
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => Buffer.concat([Buffer.from([0]), row(y)])));
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

const browser = await chromium.launch({ executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
const face = (file, range) => `@font-face{font-family:Inter;src:url(data:font/woff2;base64,${asset(file).toString("base64")});font-weight:400 700;unicode-range:${range}}`;
const css = readFileSync(join(here, "..", "style", "font.css"), "utf8");
const ranges = [...css.matchAll(/url\("?([\w-]+\.woff2)"?\)[^}]*?unicode-range:([^;}]+)/g)];
await page.setContent(`<style>${ranges.map(([, file, range]) => face(file, range)).join("")}</style>${asset("pieces.svg")}<canvas></canvas>`);

for (const { name, weight, size } of styles) {
  await page.evaluate(async ({ weight, size, letters }) => {
    await document.fonts.load(`${weight} ${size}px Inter`, letters.join(""));
  }, { weight, size, letters });
  const glyphs = await page.evaluate(({ weight, size, letters }) => letters.map((c) => {
    const side = size * 2;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const g = canvas.getContext("2d", { willReadFrequently: true });
    g.font = `${weight} ${size}px Inter`;
    g.fillText(c, size / 2, size * 1.25);
    const advance = g.measureText(c).width;
    const data = g.getImageData(0, 0, side, side).data;
    let [l, t, r, b] = [side, side, 0, 0];
    for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) if (data[4 * (y * side + x) + 3] > 8) [l, t, r, b] = [Math.min(l, x), Math.min(t, y), Math.max(r, x + 1), Math.max(b, y + 1)];
    if (r <= l) return { c, advance, w: 0, h: 0, dx: 0, dy: 0, alpha: [] };
    const alpha = [];
    for (let y = t; y < b; y++) for (let x = l; x < r; x++) alpha.push(data[4 * (y * side + x) + 3] >> 4);
    return { c, advance, w: r - l, h: b - t, dx: l - size / 2, dy: t - size * 1.25, alpha };
  }), { weight, size, letters });
  const width = 1024;
  let [x, y, high] = [0, 0, 0];
  for (const g of [...glyphs].sort((a, b) => a.h - b.h)) {
    if (x + g.w > width) [x, y, high] = [0, y + high, 0];
    Object.assign(g, { x, y });
    x += g.w;
    high = Math.max(high, g.h);
  }
  const height = y + high;
  const pixels = new Uint8Array(width * height);
  for (const g of glyphs) for (let i = 0; i < g.alpha.length; i++) pixels[(g.y + Math.floor(i / g.w)) * width + g.x + (i % g.w)] = g.alpha[i];
  writeFileSync(join(here, `${name}.png`), png(width, height, (row) => Buffer.alloc(width / 2).map((_, i) => (pixels[row * width + 2 * i] << 4) | pixels[row * width + 2 * i + 1]), true));
  // A line a letter: code point, place in the picture, size, offset from the pen, and advance in 64ths of a pixel.
  writeFileSync(join(here, `${name}.txt`), glyphs.map((g) => [g.c.codePointAt(0).toString(16), g.x, g.y, g.w, g.h, g.dx, g.dy, Math.round(g.advance * 64)].join(" ")).join("\n") + "\n");
}

const men = await page.evaluate(async (square) => {
  const sprite = document.querySelector("svg").outerHTML;
  const all = [];
  for (const id of ["wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"]) {
    const g = new DOMParser().parseFromString(sprite, "image/svg+xml").getElementById(id).outerHTML;
    const img = new Image();
    img.src = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="${square}" height="${square}">${g}</svg>`)}`;
    await img.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = square;
    const c = canvas.getContext("2d");
    c.drawImage(img, 0, 0);
    all.push([...c.getImageData(0, 0, square, square).data]);
  }
  return all;
}, square);
writeFileSync(join(here, "pieces.png"), png(square, square * men.length, (y) => {
  const data = men[Math.floor(y / square)];
  return Buffer.alloc(2 * square).map((_, i) => {
    const at = 4 * ((y % square) * square + (i >> 1));
    return i % 2 ? data[at + 3] : Math.round((data[at] + data[at + 1] + data[at + 2]) / 3);
  });
}, false));
await browser.close();
