// Everything that only arbiters need, in one piece that is loaded apart.

import said from "../../assets/arbiter.json";
import refused from "../../assets/refusals.json";

/** The texts of this piece, by language. */
export const words = Object.fromEntries((["en", "es", "pt", "de"] as const).map((lang) => [lang, { ...said[lang], ...refused[lang] }]));

export { Desk } from "../commands.ts";
export { ArbiterView } from "./arbiter.ts";
export { loginForm } from "./login.ts";
