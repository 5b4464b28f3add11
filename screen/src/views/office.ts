// Everything that only arbiters need, in one piece that is loaded apart.

export { default as words } from "../../assets/arbiter.json";
export { Desk } from "../commands.ts";
export { ArbiterView } from "./arbiter.ts";
export { loginForm } from "./login.ts";
