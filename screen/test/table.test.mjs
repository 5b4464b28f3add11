// Every act has its test: every act of the page, and every row of the arbiters' table, is carried
// out successfully on the page of a real daemon by console.test.mjs or rulings.test.mjs, and in the
// terminal by the scripts of ctl.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as t from "./lib.mjs";
import { words } from "./seat.mjs";

const read = (...path) => readFileSync(join(t.root, ...path), "utf8");
const pages = read("screen/test/console.test.mjs") + read("screen/test/rulings.test.mjs");

/** The rows of docs/arbiter.md, which a Go test compares with the table: [command, its words]. */
const rows = read("docs/arbiter.md").split("<!-- table -->")[1].split("<!-- end of table -->")[0].split("\n")
  .map((line) => /^\| `([a-z-]+)`([^|*]*)/.exec(line)).filter((m) => m)
  .map((m) => [m[1], m[2].split(",").map((w) => w.trim()).filter((w) => w)]);

const done = (id, label = "") => new RegExp(`(done\\(|\\[)"${id}", ?${label ? `[^;]*pick\\("${label}"` : ""}|done\\("${id}"${label ? " " : "\\)"}`).test(pages);

test("every act of the page is carried out to success there", () => {
  assert.ok(rows.length > 35);
  for (const act of t.acts.groups.flatMap((g) => g.acts)) assert.ok(done(act.id), `nothing carries out ${act.id} to success on the page: done("${act.id}", ...) in console.test.mjs or rulings.test.mjs`);
});

test("every row of the arbiters' table is carried out to success on the page", () => {
  const acts = t.acts.groups.flatMap((g) => g.acts);
  for (const [command, kinds] of rows) {
    if (command === "undo") assert.match(pages, /await undo\(/);
    else if (command === "acknowledge") assert.match(pages, /\.bt \.seen"\)\.tap/);
    else if (kinds.length === 0) assert.ok(acts.some((a) => a.command === command && done(a.id)), command);
    else assert.ok(kinds.some((k) => done(command, words[`value.${k}`]) || acts.some((a) => a.command === command && a.fixed?.what === k && done(a.id))), `${command} ${kinds}`);
  }
});

test("every row of the arbiters' table is carried out to success in the terminal", () => {
  const dir = "cmd/touchmove/testdata/script";
  const lines = readdirSync(join(t.root, dir)).flatMap((f) => read(dir, f).split("\n")).filter((l) => /^(exec touchmove )?ctl /.test(l) && !/ -h$/.test(l));
  for (const [command, kinds] of rows) {
    const of = lines.filter((l) => new RegExp(` ${command}( |$)`).test(l));
    assert.ok(of.length > 0, `no script gives ${command}`);
    if (kinds.length > 0) assert.ok(of.some((l) => kinds.some((k) => new RegExp(`(what|kind)=${k}( |$)`).test(l))), `no script gives ${command} ${kinds}`);
  }
});
