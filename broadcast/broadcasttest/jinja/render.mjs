// Renders templates as Home Assistant does: on standard input a list of { template, value },
// the payload of a topic; on standard output what each makes of it.
import { readFileSync } from "node:fs";
import nunjucks from "nunjucks";

const jinja = new nunjucks.Environment(null, { autoescape: false, throwOnUndefined: true });
const rendered = JSON.parse(readFileSync(0, "utf8")).map(({ template, value }) => {
  let json;
  try {
    json = JSON.parse(value);
  } catch {} // a text
  return jinja.renderString(template, { value, value_json: json });
});
console.log(JSON.stringify(rendered));
