// Runs test files, three at a time, since they wait for boards too, and in the order in which they are named: the one
// that takes longest first, or it runs alone at the end. `node --test` sorts them by name.
//
//   node test/run.mjs test/wall.test.mjs test/desk.test.mjs

import { resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const files = process.argv.slice(2).map((file) => resolve(file));
if (files.length === 0) throw new Error("run: name the test files");
run({ files, concurrency: 3 })
  .on("test:fail", () => (process.exitCode = 1))
  .compose(new spec())
  .pipe(process.stdout);
