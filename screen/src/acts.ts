// Everything that an arbiter can do, as in docs/arbiter.md: the command of each act, what its
// form asks for, and whether it must be confirmed. Most of it comes from the program's table of
// commands, from which commands.json is made; this file only has what differs. A command without
// an entry here has the form that the table gives it. A test compares the acts with
// docs/arbiter.md and broadcast/contract/schemas/command.json.

import table from "./commands.json";

/** What a field holds, which decides how it is asked for. */
export type Kind =
  | "word" // one of words
  | "side" // white or black, by name
  | "square"
  | "move" // a move in UCI, tapped on the board; at the ply of the field "ply" if there is one
  | "ply" // a half-move of the game
  | "next" // a half-move of the game, or the one after its last
  | "count"
  | "time" // milliseconds, as h:mm:ss
  | "span" // milliseconds, usually a few minutes
  | "text"
  | "long"
  | "truth"
  | "person";

export interface Field {
  key: string;
  kind: Kind;
  words?: readonly string[];
  needed?: boolean;
  /** The name of its label in the texts field.*, if that is not the key. */
  label?: string;
  /** The initial value. */
  preset?: unknown;
  /** Asked for only when another field has one of these values. */
  when?: { key: string; is: readonly string[] };
}

export interface Act {
  /** Its name in the texts act.* and does.*. */
  id: string;
  command: string;
  fields: readonly Field[];
  /** Keys with fixed values, which the form does not ask for. */
  fixed?: Record<string, unknown>;
  /** It ends a game, changes time or takes back moves, so it must be confirmed. */
  ask?: boolean;
  /** It applies whatever has been played since. */
  free?: boolean;
}

export type GroupName = "clock" | "moves" | "illegal" | "claims" | "result" | "game";

export interface Group {
  name: GroupName;
  acts: readonly Act[];
}

/** A row of the table of commands. */
interface Row {
  name: string;
  page?: string;
  confirm?: boolean;
  /** Roles that may give it, at least in one of its cases. */
  who: readonly string[];
  keys: readonly { name: string; type: string; words?: readonly string[]; needed?: boolean }[];
}

const rows: readonly Row[] = table;

/** The roles that may give a command. */
export function whoMay(command: string): readonly string[] {
  return rows.find((r) => r.name === command)?.who ?? [];
}

/** How a key of the table is asked for, unless the form says otherwise. */
const kinds: Record<string, Kind> = { word: "word", count: "count", time: "time", truth: "truth", square: "square", uci: "move", person: "person" };

/** How a form asks for a key differently from the table. */
type Otherwise = Partial<Omit<Field, "key">>;

function field(row: Row, key: string, otherwise: Otherwise = {}): Field {
  const of = row.keys.find((k) => k.name === key);
  const side = of?.words?.[0] === "white" && of.words[1] === "black" && (of.words[2] ?? "arbiter") === "arbiter";
  const f: Field = { key, kind: otherwise.kind ?? (side ? "side" : kinds[of?.type ?? ""]) ?? "text" };
  if (f.kind === "word" && of?.words) f.words = of.words;
  if (of?.needed) f.needed = true;
  return { ...f, ...otherwise };
}

/** The act of a command, with these fields in the order of the form, or with all fields of the table. */
function act(command: string, fields: Record<string, Otherwise> | null = null, otherwise: Partial<Act> = {}): Act {
  const row = rows.find((r) => r.name === command);
  if (!row) throw new Error(`the table of commands has no ${command}`);
  const keys = fields ? Object.entries(fields) : row.keys.map((k): [string, Otherwise] => [k.name, {}]);
  return { id: command, command, ...(row.confirm ? { ask: true } : {}), fields: keys.map(([key, o]) => field(row, key, o)), ...otherwise };
}

const arbiter = { fixed: { by: "arbiter" } };
const free = { free: true };
const needed = { needed: true };
const amount = ["add-opponent", "take", "extra-time"];
const single = rows.find((r) => r.name === "penalty")!.keys.find((k) => k.name === "kind")!.words!.filter((w) => w !== "both-lose");
const results = ["1-0", "1/2-1/2", "0-1", "0-0", "1/2-0", "0-1/2", "1-1/2", "1/2-1", "1-1"];

/** The forms that differ from the table, by group and in order. */
const shaped: Record<GroupName, readonly Act[]> = {
  clock: [
    act("start-clocks", { runs: { kind: "side" } }, arbiter),
    act("stop-clocks", null, { ...arbiter, ...free }),
    act("set-clock", {
      white_ms: {}, black_ms: {}, runs: {}, white_moves: { kind: "count" }, black_moves: { kind: "count" }, white_period: {}, black_period: {},
      time_control: {}, time_control_black: {}, time_delay: {}, why: {},
    }),
    act("press", null, free),
    act("flag"),
    act("present", { player: needed }, free),
    act("clock-reading", { white_ms: needed, black_ms: needed, runs: {}, flag: {} }),
  ],
  moves: [
    act("restore", { ply: { kind: "ply", needed: true }, keep_times: {} }, arbiter),
    act("restore", {}, { id: "restored", ...arbiter }),
    act("correct", { ply: { kind: "next" }, uci: {} }),
    act("take-back", { plies: { preset: 1 } }),
    act("set-position", { fen: { kind: "long" } }),
    act("promote"),
    act("adjust", null, free),
    act("touch"),
    act("attribute"),
    act("say"),
    act("second-board", { ply: { kind: "ply", preset: "last" } }),
    act("announce"),
  ],
  illegal: [
    act("illegal", { what: { needed: true, words: ["confirm", "reject", "not-counted"] } }),
    act("illegal", { player: needed, ply: { kind: "next" }, uci: { kind: "text", label: "played" }, keep_times: {}, why: {} }, { id: "illegal-enter", fixed: { what: "enter" } }),
    act("penalty", { kind: needed, player: { needed: true, when: { key: "kind", is: single } }, ms: { kind: "span", when: { key: "kind", is: amount } }, points: { when: { key: "kind", is: ["points", "opponent-points", "loss", "exclude"] } }, article: {}, why: {} }),
    act("irregularity", { what: needed, player: {} }),
  ],
  claims: [
    act("claim", { what: {}, by: {}, uci: { when: { key: "what", is: ["repetition", "fifty-moves"] } } }),
    act("verdict", { what: needed, kind: { kind: "word", words: ["delay"], when: { key: "what", is: ["upheld"] } } }),
    act("offer-draw"),
    act("accept-draw"),
    act("decline-draw"),
    act("draw-rule", { what: {}, moves: { when: { key: "what", is: ["moves"] } }, player: { when: { key: "what", is: ["gap"] } } }),
    act("quickplay", { by: {}, what: { needed: true, preset: "claim" } }),
  ],
  result: [
    act("result", { result: { words: [...results, "*"] }, why: {} }),
    act("sign", { by: {}, result: { words: results } }),
    act("resign"),
    act("result", { result: { words: ["1-0", "0-1", "0-0"] } }, { id: "default", fixed: { why: "default" } }),
  ],
  game: [
    act("note", { text: { kind: "long", needed: true }, private: {} }, free),
    act("adjourn"),
    act("seal", { by: {}, text: needed }),
    act("resume-adjourned", { uci: { kind: "text" } }),
    act("new-game", {
      white: {}, black: {}, round: {}, event: {}, site: {}, time_control: {}, time_control_black: {}, time_delay: {}, add: {}, after_flag: {},
      mode: {}, supervised: {}, default: {}, default_ms: { kind: "span" }, draw_from: {}, variant: {}, start: {}, fen: { kind: "long" }, why: {},
    }),
  ],
};

export const groups: readonly Group[] = (Object.keys(shaped) as GroupName[]).map((name) => {
  const acts = shaped[name];
  const rest = rows.filter((r) => r.page === name && !acts.some((a) => a.command === r.name)).map((r) => act(r.name));
  return { name, acts: [...acts, ...rest] };
});

/** Acts that are not in a group: in the list of actions, and on cards. */
export const undo: Act = act("undo", { action: {}, why: {} });
export const acknowledge: Act = act("acknowledge", null, free);

export function actOf(id: string): Act {
  for (const g of groups) for (const a of g.acts) if (a.id === id) return a;
  if (id === "undo") return undo;
  if (id === "acknowledge") return acknowledge;
  throw new Error(`no act is called ${id}`);
}

/** The act of a command that was carried out, for the list of actions. */
export function actOfCommand(command: string, keys: Record<string, unknown>): Act | null {
  if (command === "restore" && !keys.ply) return actOf("restored");
  if (command === "result" && keys.why === "default") return actOf("default");
  for (const g of groups) for (const a of g.acts) if (a.command === command && !(a.id === "restored" || a.id === "default")) return a;
  return command === "undo" ? undo : command === "acknowledge" ? acknowledge : null;
}
