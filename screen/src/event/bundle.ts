// Everything that only the event's pages need, in one piece that is loaded apart.

export { GameFile } from "./replay.ts";
export { EventView } from "./view.ts";
