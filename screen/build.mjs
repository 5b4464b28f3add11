// Builds dist/ from src/, style/, assets/ and the texts of internal/words. What is built is committed, so
// that the program needs no Node; dist/sources.sha256 says of which sources.
//
//   node build.mjs            builds
//   node build.mjs --check    fails when dist is not what the sources give

import * as esbuild from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { files as wordFiles, words } from "./words.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const shim = (name) => join(root, "src", "shim", name);

/** Everything that dist is made of, as paths below this directory. */
export function sources() {
  const files = ["build.mjs", "words.mjs", "package-lock.json", ...wordFiles];
  const walk = (dir) => {
    for (const e of readdirSync(join(root, dir), { withFileTypes: true })) {
      if (e.isDirectory()) walk(join(dir, e.name));
      else files.push(join(dir, e.name).split(sep).join("/"));
    }
  };
  for (const dir of ["src", "style", "assets"]) walk(dir);
  return files.sort();
}

function digest() {
  const all = createHash("sha256");
  for (const file of sources()) {
    const one = createHash("sha256").update(readFileSync(join(root, file))).digest("hex");
    all.update(`${one}  ${file}\n`);
  }
  return all.digest("hex") + "\n";
}

// What a page never comes to: of mqtt.js and its streams the list of scripts and
// packages, and the streams' operators and pipelines; of cm-chessboard moves by hand and its own
// animations (src/boardview.ts lets pieces slide).
const unused = {
  name: "unused",
  setup(b) {
    b.onLoad({ filter: /readable-stream[\\/]lib[\\/]internal[\\/]streams[\\/](operators|compose|duplexify)\.js$/ }, (at) => ({
      contents: at.path.endsWith("operators.js") ? "module.exports = { streamReturningOperators: {}, promiseReturningOperators: {} };" : "module.exports = () => { throw new Error(\"not built in\"); };",
    }));
    b.onLoad({ filter: /readable-stream[\\/]lib[\\/]internal[\\/]streams[\\/]pipeline\.js$/ }, () => ({
      contents: "const none = () => { throw new Error(\"not built in\"); }; module.exports = { pipeline: none, pipelineImpl: none };",
    }));
    b.onLoad({ filter: /cm-chessboard[\\/]src[\\/]view[\\/]VisualMoveInput\.js$/ }, () => ({
      contents: "export class VisualMoveInput { onPointerDown() {} isDragging() { return false; } destroy() {} }",
    }));
    b.onLoad({ filter: /cm-chessboard[\\/]src[\\/]view[\\/]PositionAnimationsQueue\.js$/ }, () => ({
      contents: "export class PositionAnimationsQueue { destroy() {} }",
    }));
    b.onLoad({ filter: /mqtt[\\/]package\.json$/ }, (at) => ({
      contents: `module.exports = { version: ${JSON.stringify(JSON.parse(readFileSync(at.path, "utf8")).version)} };`,
    }));
  },
};

// Modules that are loaded on demand import the page's own, which is always there before them. So esbuild, which puts
// apart what only some of them use, leaves the page in one piece: a dozen requests fewer until the first position.
const onDemand = new Set(sources().filter((f) => f.endsWith(".ts")).flatMap((f) =>
  [...readFileSync(join(root, f), "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g)].map((m) => join(root, dirname(f), m[1]))));
const onePiece = {
  name: "one piece",
  setup(b) {
    b.onLoad({ filter: /\.ts$/ }, (at) => (onDemand.has(at.path) ? { contents: `import ${JSON.stringify(join(root, "src/main.ts"))};\n${readFileSync(at.path, "utf8")}`, loader: "ts" } : null));
  },
};

async function script() {
  const built = await esbuild.build({
    absWorkingDir: root,
    preserveSymlinks: true, // the names of chunks depend on the paths of packages: the same where node_modules is a link
    entryPoints: { screen: "src/main.ts" },
    outdir: "dist",
    splitting: true,
    chunkNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    legalComments: "none",
    charset: "utf8",
    alias: { "worker-timers": shim("nothing.ts"), ws: shim("nothing.ts"), socks: shim("nothing.ts"), "lru-cache": shim("nothing.ts"), debug: shim("debug.cjs") },
    inject: [shim("process.ts")],
    plugins: [unused, words, onePiece],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const from = Object.values(built.metafile.outputs).flatMap((o) => Object.entries(o.inputs)).filter(([, use]) => use.bytesInOutput > 0);
  const packages = new Set(from.map(([file]) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter((name) => name));
  return { scripts: built.outputFiles.map((f) => [basename(f.path), f.text]), packages: [...packages].sort() };
}

/** The pieces that the page's own script imports at once, asked for beside it. */
function shared(scripts) {
  const own = scripts.find(([name]) => name === "screen.js")[1];
  const names = [...own.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map((m) => m[1]);
  return [...new Set(names)].map((n) => `<link rel="modulepreload" href="${n}">`).join("\n");
}

/** The licences of what is in the page beside our own work. */
async function terms(packages) {
  const parts = ["touchmove's screen contains parts of these works, under these terms.\n"];
  for (const name of packages) {
    const dir = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
    const file = readdirSync(dir).find((f) => /^licen[cs]e/i.test(f));
    parts.push(`==== ${name} ${version} (${license})\n\n${file ? readFileSync(join(dir, file), "utf8").trim() : "see its package.json"}\n`);
  }
  parts.push(`==== Inter (OFL-1.1)\n\n${readFileSync(join(root, "assets/inter-OFL.txt"), "utf8").trim()}\n`);
  return parts.join("\n");
}

async function styles(names) {
  const css = names.map((f) => readFileSync(join(root, "style", f), "utf8")).join("\n");
  const built = await esbuild.transform(css, { loader: "css", minify: true, target: "chrome100" });
  return built.code;
}

function page(scripts) {
  const pieces = readFileSync(join(root, "assets/pieces.svg"), "utf8").replace(/<!--.*?-->\n?/gs, "");
  return readFileSync(join(root, "src/index.html"), "utf8").replace("<!--pieces-->", pieces.trim())
    .replace("<!--preload-->", shared(scripts));
}

async function build() {
  const { scripts, packages } = await script();
  const licences = await terms(packages);
  return new Map([
    ["index.html", page(scripts)],
    ...scripts,
    ["screen.css", await styles(["font.css", "tokens.css", "screen.css", "views.css"])],
    ["sheet.css", await styles(["sheet.css"])],
    ["arbiter.css", await styles(["arbiter.css"])],
    ["boards.css", await styles(["boards.css"])],
    ["evaluation.css", await styles(["evaluation.css"])],
    ["topics.css", await styles(["topics.css"])],
    ["event.css", await styles(["event.css"])],
    ["icon.svg", readFileSync(join(root, "assets/icon.svg"))],
    ["inter.woff2", readFileSync(join(root, "assets/inter.woff2"))],
    ["inter-ext.woff2", readFileSync(join(root, "assets/inter-ext.woff2"))],
    ["LICENSES.txt", licences],
    ["sources.sha256", digest()],
  ]);
}

// What shrinks is kept compressed, which makes the program half a megabyte smaller.
const shrinks = (name) => !/\.(woff2|sha256)$/.test(name);
const kept = (name) => (shrinks(name) ? `${name}.gz` : name);

const dist = join(root, "dist");
const files = await build();
if (process.argv.includes("--check")) {
  const stale = [...files].filter(([name, content]) => {
    try {
      const there = readFileSync(join(dist, kept(name)));
      return !(shrinks(name) ? gunzipSync(there) : there).equals(Buffer.from(content)); // zlib's bytes differ from version to version
    } catch {
      return true;
    }
  });
  if (stale.length > 0) {
    console.error(`screen/dist is older than its sources (${stale.map(([n]) => n).join(", ")}): run make screen, and commit dist`);
    process.exit(1);
  }
} else {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(dist, kept(name)), shrinks(name) ? gzipSync(content, { level: 9 }) : content);
  console.log(`screen: built ${relative(process.cwd(), dist) || dist}`);
}
