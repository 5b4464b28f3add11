// Everything that only the event's pages need, in one bundle that is loaded separately.

export { GameFile } from "./replay.ts";
export { EventView } from "./view.ts";
