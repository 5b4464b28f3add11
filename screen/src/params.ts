// What the address of a page can specify, and what the server adds.

import loaders from "words:public";
import type { Organiser } from "./organiser.ts";

/** The views of the screen. auto: the board if there is only one, otherwise the wall. */
export type View = "auto" | "one" | "wall" | "list" | "arbiter" | "embed" | "obs" | "topics" | EventPage | "replay";
/** The pages of an event, which are made from files. */
export type EventPage = "round" | "standings" | "crosstable" | "games" | "player";
export type Theme = "dark" | "light" | "contrast";
/** A language that has a file in internal/words. */
export type Lang = string;
export type Overlay = "board" | "bar" | "both";

export interface Params {
  /** Address of MQTT over WebSocket, ws:// or wss://. */
  broker: string;
  /** Topic levels before event and board. */
  base: string;
  /** The tournament's topic level; "" means every event. */
  event: string;
  /** The board's topic level; "" means no particular board. */
  board: string;
  view: View;
  /** The round of an event's page, by its name; "" means the current one, or all. */
  round: string;
  /** The starting number of a player of the event. */
  player: string;
  lang: Lang;
  flip: boolean;
  /**
   * The move of a link, as a half-move's number; null follows the game. If a game is named, it applies to
   * that game only.
   */
  ply: number | null;
  game: string;
  /** Whether to show the evaluation, if there is one. */
  eval: boolean;
  /** null: the system's. */
  theme: Theme | null;
  overlay: Overlay;
  /** How many minutes the feed lags behind the boards; 0 if the feed says so itself. */
  delay: number;
}

/** What the server writes into the page. */
export interface Served {
  broker?: string;
  base?: string;
  /** The live feed's base, if the public one is delayed. */
  live?: string;
  /** What the boards say can be read as files, where the broker cannot be reached. */
  files?: boolean;
  /** The path to this page from an address that names nothing. */
  root?: string;
  /** There are pages of the event, below "event". */
  event?: boolean;
  /** The page is one of a set of files: no boards can be followed here, only at `boards`. */
  static?: boolean;
  boards?: string;
  organiser?: Organiser;
}

export const eventPages: View[] = ["round", "standings", "crosstable", "games", "player"];
const views: View[] = ["auto", "one", "wall", "list", "arbiter", "embed", "obs", "topics", ...eventPages, "replay"];
const themes: Theme[] = ["dark", "light", "contrast"];
export const langs: Lang[] = Object.keys(loaders).sort();
const level = /^[a-z0-9-]{1,32}$/;

/** Thrown for an address that cannot be used; the message is shown unchanged. */
export class BadAddress extends Error {
  /** possible: the allowed values of the key, "" if they cannot be listed. */
  constructor(what: string, readonly possible = "") {
    super(what);
  }
}

/** The language of an address, otherwise the first of the reader's languages that the screen has, otherwise English. */
export function languageOf(search: string, languages: readonly string[]): Lang {
  const asked = new URLSearchParams(search).get("lang") ?? "";
  const known = [asked, ...languages].map((l) => l.slice(0, 2).toLowerCase()).find((l) => langs.includes(l));
  return known ?? "en";
}

/**
 * Reads a page's address. Unknown keys are ignored, and case does not matter; a value that makes no sense is
 * a BadAddress that names it.
 */
export function readParams(search: string, page: { protocol: string; hostname: string; host: string }, served: Served, languages: readonly string[]): Params {
  const q = new URLSearchParams(search);
  const oneOf = <T extends string>(key: string, among: readonly T[], otherwise: T): T => {
    const v = (q.get(key) ?? "").trim().toLowerCase();
    if (v === "") return otherwise;
    if (!(among as readonly string[]).includes(v)) throw new BadAddress(`${key}=${q.get(key)}`, among.join(", "));
    return v as T;
  };
  const levelOf = (key: string): string => {
    const v = (q.get(key) ?? "").trim().toLowerCase();
    if (v !== "" && !level.test(v)) throw new BadAddress(`${key}=${q.get(key)}`, "a-z 0-9 -");
    return v;
  };
  const view = oneOf("view", views, q.get("board") ? "one" : "auto");
  const broker = brokerAddress(q.get("broker") || served.broker || ":8083", page);
  if ((view === "arbiter" || view === "topics") && broker.startsWith("http")) throw new BadAddress(`view=${view}`, "one, wall, list, embed, obs"); // files support neither logins nor topics
  const base = q.get("base") || (view === "arbiter" && served.live) || served.base || "touchmove/v1";
  if (!base.split("/").every((l) => level.test(l))) throw new BadAddress(`base=${base}`, "touchmove/v1");
  const delay = Number(q.get("delay") ?? 0);
  if (!(delay >= 0 && delay <= 24 * 60)) throw new BadAddress(`delay=${q.get("delay")}`, "0-1440");
  return {
    broker,
    base,
    event: levelOf("event"),
    board: levelOf("board"),
    view,
    round: (q.get("round") ?? "").slice(0, 16),
    player: /^\d{1,5}$/.test(q.get("player") ?? "") ? q.get("player")! : "",
    lang: languageOf(search, languages),
    flip: q.has("flip") && oneOf("flip", ["1", "0", "true", "false", "yes", "no"] as const, "1").match(/^(1|true|yes)$/) !== null,
    ply: /^\d{1,4}$/.test(q.get("ply") ?? "") ? Number(q.get("ply")) : null,
    game: q.get("game") ?? "",
    eval: q.get("eval") === "1",
    theme: q.get("theme") ? oneOf("theme", themes, "dark") : null,
    overlay: oneOf("overlay", ["board", "bar", "both"] as const, "both"),
    delay,
  };
}

/**
 * Completes a broker's address: ":8083" is that port of the page's own host, "/mqtt" a path of the page's own
 * server, "hall:8083" another host. "files" means the snapshots of the page's own server, the only address
 * that is http.
 */
export function brokerAddress(broker: string, page: { protocol: string; hostname: string; host: string }): string {
  if (broker === "files") return `${page.protocol}//${page.host}/now`;
  const scheme = page.protocol === "https:" ? "wss" : "ws";
  let url = broker;
  if (broker.startsWith("/")) url = `${scheme}://${page.host}${broker}`;
  else if (broker.startsWith(":")) url = `${scheme}://${page.hostname || "127.0.0.1"}${broker}`;
  else if (!/^[a-z+]+:\/\//.test(broker)) url = `${scheme}://${broker}`;
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new BadAddress(`broker=${broker}`, "ws://, wss://");
  }
  if ((parsed.protocol !== "ws:" && parsed.protocol !== "wss:") || parsed.username || parsed.password) throw new BadAddress(`broker=${broker}`, "ws://, wss://");
  return parsed.href;
}
