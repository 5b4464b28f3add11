// Renders templates as Home Assistant does. Standard input is a list of { template, value },
// where value is the payload of a topic; standard output has the result of each.
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
