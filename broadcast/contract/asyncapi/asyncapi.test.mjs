// Parses ../asyncapi.yaml as other programs do, with AsyncAPI's own parser, which follows every
// reference into ../schemas. Its version 3 does not check examples against their schemas; ajv
// does that here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Parser } from "@asyncapi/parser";
import Ajv from "ajv";
import addFormats from "ajv-formats";

const path = join(dirname(fileURLToPath(import.meta.url)), "..", "asyncapi.yaml");
const text = readFileSync(path, "utf8");

/** What the parser reports about a text in the place of the document. */
async function parse(yaml) {
  const { document, diagnostics } = await new Parser().parse(yaml, { source: path });
  // 0 is an error, 1 a warning; higher numbers are hints, such as that there is a later version of AsyncAPI.
  const faults = diagnostics.filter((d) => d.severity <= 1).map((d) => `line ${d.range.start.line + 1}: ${d.path.join(".")}: ${d.message}`);
  return { document, faults };
}

/** The schema of a message, as a function that says whether a payload matches it. */
function compile(message) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  const payload = message.payload().json(); // with the wrapper that names its dialect
  return ajv.compile(payload.schema);
}

const { document, faults } = await parse(text);

test("the parser finds no fault in the document", () => {
  assert.deepEqual(faults, []);
  assert.equal(document.version(), "3.0.0");
});

test("every message has a schema, followed to its end, and every command an example", () => {
  for (const message of document.allMessages().all()) {
    const schema = JSON.stringify(message.payload()?.json() ?? null);
    assert.match(schema, /"type":/, `${message.id()} has no schema`);
    assert.doesNotMatch(schema, /"\$ref":"schemas\//, `${message.id()}: a reference leads nowhere`);
  }
  const commands = document.channels().get("command").messages().all();
  assert.ok(commands.length > 30, `${commands.length} commands`);
  const names = document.channels().get("command").parameters().get("command").json().enum;
  assert.deepEqual(commands.map((m) => m.name()).sort(), [...names].sort());
  for (const message of commands) {
    const examples = message.examples().all().map((e) => e.payload());
    assert.equal(examples.length, 1, `${message.name()} has no example`);
    const fits = compile(message);
    assert.ok(fits(examples[0]), `${message.name()}: ${JSON.stringify(fits.errors)}`);
    const { id, ...nameless } = examples[0];
    assert.ok(!fits(nameless), `${message.name()} is taken without an id`);
  }
  for (const operation of document.operations().all()) {
    const { qos, retain } = operation.bindings().get("mqtt").value();
    assert.ok(qos === 0 || qos === 1, `${operation.id()}: QoS ${qos}`);
    assert.equal(typeof retain, "boolean");
  }
});

// A parser that accepts everything would prove nothing.
for (const [what, from, to] of [
  ["a schema that is not there", "schemas/state.json", "schemas/stat.json"],
  ["a parameter that is not described", "{base}/{event}/{board}/state", "{base}/{event}/{board}/{more}/state"],
  ["a message that is not there", "#/components/messages/state", "#/components/messages/stat"],
  ["a QoS that is none", "qos: 0", "qos: 7"],
]) {
  test(`the parser refuses ${what}`, async () => {
    const changed = text.replace(from, to);
    assert.ok(changed !== text, "the document has changed: change this test too");
    const { faults } = await parse(changed);
    assert.notDeepEqual(faults, []);
  });
}
