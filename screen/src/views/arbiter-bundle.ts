// Everything that only arbiters need, in one bundle that is loaded separately.

export { default as words } from "words:arbiter";
export { CommandSender } from "../commands.ts";
export { ArbiterView } from "./arbiter.ts";
export { loginForm } from "./login.ts";
