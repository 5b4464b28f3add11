// Everything that an arbiter can do, as docs/arbiter.md lists it: which command
// each act is, what it asks for, and whether it is shown before it is confirmed.
// The forms are made of this table, and a test holds it against that page and
// against docs/schemas/command.json.

/** What a field holds, and so how it is asked for. */
export type Kind =
  | "word" // one of words
  | "side" // white or black, by name
  | "square"
  | "move" // a move in UCI, tapped on the board; at the ply of the field "ply" where there is one
  | "ply" // a half-move of the game
  | "next" // a half-move of the game, or the one after its last
  | "count"
  | "time" // milliseconds, as h:mm:ss
  | "span" // milliseconds, a few minutes as a rule
  | "text"
  | "long"
  | "truth"
  | "person";

export interface Field {
  key: string;
  kind: Kind;
  words?: readonly string[];
  needed?: boolean;
  /** What stands there at first. */
  preset?: unknown;
  /** Asked for only when another field has one of these values. */
  when?: { key: string; is: readonly string[] };
}

export interface Act {
  /** Its name in the texts act.* and does.*. */
  id: string;
  command: string;
  fields: readonly Field[];
  /** Keys that nobody is asked for. */
  fixed?: Record<string, unknown>;
  /** It ends a game, changes time or takes back moves: shown before it is confirmed. */
  ask?: boolean;
  /** Meant whatever has been played since. */
  free?: boolean;
}

export type GroupName = "clock" | "moves" | "illegal" | "claims" | "result" | "game";

export interface Group {
  name: GroupName;
  acts: readonly Act[];
}

const by: Field = { key: "by", kind: "side", needed: true };
const player: Field = { key: "player", kind: "side", needed: true };
const why: Field = { key: "why", kind: "text" };
const arbiter = { by: "arbiter" };

export const results = ["1-0", "1/2-1/2", "0-1", "0-0", "*"] as const;
export const penalties = ["warning", "add-opponent", "take", "extra-time", "points", "fine", "device", "loss", "both-lose", "exclude"] as const;

export const groups: readonly Group[] = [
  {
    name: "clock",
    acts: [
      { id: "start-clocks", command: "start-clocks", fixed: arbiter, fields: [{ key: "runs", kind: "side" }] },
      { id: "stop-clocks", command: "stop-clocks", fixed: arbiter, fields: [why], free: true },
      {
        id: "set-clock", command: "set-clock", ask: true,
        fields: [
          { key: "white_ms", kind: "time" }, { key: "black_ms", kind: "time" }, { key: "runs", kind: "word", words: ["white", "black", "none"] },
          { key: "white_moves", kind: "count" }, { key: "black_moves", kind: "count" }, { key: "white_period", kind: "count" }, { key: "black_period", kind: "count" },
          { key: "time_control", kind: "text" }, { key: "time_control_black", kind: "text" }, { key: "time_delay", kind: "text" }, why,
        ],
      },
      { id: "press", command: "press", fields: [by], free: true },
      { id: "flag", command: "flag", ask: true, fields: [by] },
      { id: "present", command: "present", fields: [player], free: true },
      {
        id: "clock-reading", command: "clock-reading",
        fields: [
          { key: "white_ms", kind: "time", needed: true }, { key: "black_ms", kind: "time", needed: true },
          { key: "runs", kind: "word", words: ["white", "black", "none"] }, { key: "flag", kind: "side" },
        ],
      },
    ],
  },
  {
    name: "moves",
    acts: [
      { id: "restore", command: "restore", fixed: arbiter, ask: true, fields: [{ key: "ply", kind: "ply", needed: true }, { key: "keep_times", kind: "truth" }] },
      { id: "restored", command: "restore", fixed: arbiter, ask: true, fields: [] },
      { id: "correct", command: "correct", ask: true, fields: [{ key: "ply", kind: "next", needed: true }, { key: "uci", kind: "move", needed: true }] },
      { id: "take-back", command: "take-back", ask: true, fields: [{ key: "plies", kind: "count", needed: true, preset: 1 }] },
      { id: "set-position", command: "set-position", ask: true, fields: [{ key: "fen", kind: "long", needed: true }] },
      { id: "promote", command: "promote", fields: [{ key: "piece", kind: "word", words: ["queen", "rook", "bishop", "knight", "none"], needed: true }] },
      { id: "adjust", command: "adjust", fields: [by], free: true },
      { id: "touch", command: "touch", fields: [by, { key: "square", kind: "square", needed: true }] },
      { id: "attribute", command: "attribute", fields: [{ key: "square", kind: "square", needed: true }, { key: "to", kind: "side", needed: true }] },
      { id: "say", command: "say", fields: [by, { key: "what", kind: "word", words: ["castle", "king", "queen", "rook", "bishop", "knight", "pawn"], needed: true }] },
      { id: "second-board", command: "second-board", fields: [{ key: "ply", kind: "ply", needed: true, preset: "last" }] },
      { id: "announce", command: "announce", fields: [{ key: "uci", kind: "move", needed: true }] },
    ],
  },
  {
    name: "illegal",
    acts: [
      { id: "illegal", command: "illegal", ask: true, fields: [{ key: "what", kind: "word", words: ["confirm", "reject", "not-counted"], needed: true }] },
      {
        id: "penalty", command: "penalty", ask: true,
        fields: [
          { key: "kind", kind: "word", words: penalties, needed: true }, { key: "player", kind: "side", needed: true, when: { key: "kind", is: penalties.filter((k) => k !== "both-lose") } },
          { key: "ms", kind: "span", when: { key: "kind", is: ["add-opponent", "take", "extra-time"] } }, { key: "article", kind: "text" }, why,
        ],
      },
      {
        id: "irregularity", command: "irregularity",
        fields: [{ key: "what", kind: "word", words: ["two-hands", "other-hand", "hovering", "clock-handling", "colours-swapped"], needed: true }, { key: "player", kind: "side" }],
      },
    ],
  },
  {
    name: "claims",
    acts: [
      {
        id: "claim", command: "claim",
        fields: [
          { key: "what", kind: "word", words: ["repetition", "fifty-moves", "touched-piece", "rook-first", "released-piece", "promotion-choice", "illegal", "time"], needed: true }, by,
          { key: "uci", kind: "move", when: { key: "what", is: ["repetition", "fifty-moves"] } },
        ],
      },
      { id: "verdict", command: "verdict", ask: true, fields: [{ key: "what", kind: "word", words: ["upheld", "rejected", "draw", "postpone"], needed: true }, { key: "kind", kind: "word", words: ["delay"], when: { key: "what", is: ["upheld"] } }] },
      { id: "offer-draw", command: "offer-draw", fields: [by] },
      { id: "accept-draw", command: "accept-draw", ask: true, fields: [by] },
      { id: "decline-draw", command: "decline-draw", fields: [by] },
      { id: "quickplay", command: "quickplay", fields: [by, { key: "what", kind: "word", words: ["claim", "request-increment"], needed: true, preset: "claim" }] },
    ],
  },
  {
    name: "result",
    acts: [
      { id: "result", command: "result", ask: true, fields: [{ key: "result", kind: "word", words: results, needed: true }, why] },
      { id: "sign", command: "sign", ask: true, fields: [by, { key: "result", kind: "word", words: ["1-0", "1/2-1/2", "0-1", "0-0"], needed: true }] },
      { id: "resign", command: "resign", ask: true, fields: [by] },
      { id: "default", command: "result", fixed: { why: "default" }, ask: true, fields: [{ key: "result", kind: "word", words: ["1-0", "0-1", "0-0"], needed: true }] },
    ],
  },
  {
    name: "game",
    acts: [
      { id: "note", command: "note", free: true, fields: [{ key: "text", kind: "long", needed: true }, { key: "private", kind: "truth" }] },
      { id: "adjourn", command: "adjourn", ask: true, fields: [] },
      { id: "seal", command: "seal", fields: [by, { key: "text", kind: "text", needed: true }] },
      { id: "resume-adjourned", command: "resume-adjourned", ask: true, fields: [{ key: "uci", kind: "text" }] },
      {
        id: "new-game", command: "new-game", ask: true,
        fields: [
          { key: "white", kind: "person" }, { key: "black", kind: "person" }, { key: "round", kind: "text" }, { key: "event", kind: "text" }, { key: "site", kind: "text" },
          { key: "time_control", kind: "text" }, { key: "time_control_black", kind: "text" }, { key: "time_delay", kind: "text" },
          { key: "add", kind: "word", words: ["at-zero", "at-move"] }, { key: "after_flag", kind: "word", words: ["freeze", "run"] },
          { key: "default", kind: "truth" }, { key: "default_ms", kind: "span" }, { key: "draw_from", kind: "count" },
          { key: "variant", kind: "word", words: ["standard", "chess960"] }, { key: "fen", kind: "long" },
        ],
      },
    ],
  },
];

/** Acts that stand beside the groups: in the list of what was done, and on cards. */
export const undo: Act = { id: "undo", command: "undo", ask: true, fields: [{ key: "action", kind: "count" }, why] };
export const acknowledge: Act = { id: "acknowledge", command: "acknowledge", free: true, fields: [{ key: "what", kind: "text", needed: true }, { key: "cause", kind: "text" }] };

export function actOf(id: string): Act {
  for (const g of groups) for (const a of g.acts) if (a.id === id) return a;
  if (id === "undo") return undo;
  if (id === "acknowledge") return acknowledge;
  throw new Error(`no act is called ${id}`);
}

/** The act that a command was, for the list of what was done. */
export function actOfCommand(command: string, keys: Record<string, unknown>): Act | null {
  if (command === "restore" && !keys.ply) return actOf("restored");
  if (command === "result" && keys.why === "default") return actOf("default");
  for (const g of groups) for (const a of g.acts) if (a.command === command && !(a.id === "restored" || a.id === "default")) return a;
  return command === "undo" ? undo : command === "acknowledge" ? acknowledge : null;
}
