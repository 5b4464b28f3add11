// Everything that only the event's pages need, in one bundle that is loaded separately.

export { followEvent } from "./head.ts";
export { GameFile } from "./replay.ts";
export { EventView } from "./view.ts";
