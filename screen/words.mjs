// The texts of a page, from internal/words, where they stand in one file a language.
// Keys of the groups common, screen and console stand alone, others are called
// group.key: package words in Go reads them in the same way.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const dir = join(dirname(fileURLToPath(import.meta.url)), "..", "internal", "words");
const alone = ["common", "screen", "console"];

/** The groups that a page loads: those of everybody, and those that arbiters need beside. */
const pages = {
  public: ["common", "screen", "opening"],
  share: ["share"],
  eval: ["eval"],
  menu: ["menu"],
  topics: ["topics"],
  event: ["event"],
  arbiter: ["console", "alarm", "public", "reason", "claim", "refusal"],
};

/** The files, as paths beside this one. */
export const files = readdirSync(dir).filter((f) => f.endsWith(".json")).map((f) => `../internal/words/${f}`);

/** The texts of a page, by language and key. */
export function tables(page) {
  const table = (file) => {
    const groups = JSON.parse(readFileSync(join(dir, basename(file)), "utf8"));
    return Object.fromEntries(pages[page].flatMap((g) => Object.entries(groups[g]).map(([key, text]) => [alone.includes(g) ? key : `${g}.${key}`, text])));
  };
  return Object.fromEntries(files.map((f) => [basename(f, ".json"), table(f)]));
}

const languages = files.map((f) => basename(f, ".json"));

/** What each page needs is loaded in the reader's language alone: a function for each. */
const loaders = (page) => `export default { ${languages.map((l) => `${l}: () => import("words:${page}/${l}")`).join(", ")} };`;

/** For esbuild: import tables from "words:menu", or loaders of tables from "words:public". */
export const words = {
  name: "words",
  setup(b) {
    b.onResolve({ filter: /^words:/ }, (at) => ({ path: at.path.slice("words:".length), namespace: "words" }));
    b.onLoad({ filter: /.*/, namespace: "words" }, (at) => {
      const [page, language] = at.path.split("/");
      if (language) return { contents: JSON.stringify(tables(page)[language]), loader: "json" };
      return page === "public" ? { contents: loaders(page), loader: "js" } : { contents: JSON.stringify(tables(page)), loader: "json" };
    });
  },
};
