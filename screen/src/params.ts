// What the address of a page may say, and what the server says beside it.

/** The views of the screen. auto: the board if there is one, else the wall. */
export type View = "auto" | "one" | "wall" | "arbiter" | "embed" | "obs";
export type Theme = "dark" | "light" | "contrast";
export type Lang = "en" | "es" | "pt" | "de";
export type Overlay = "board" | "bar" | "both";

export interface Params {
  /** Address of MQTT over WebSocket, ws:// or wss://. */
  broker: string;
  /** Topic levels before event and board. */
  base: string;
  /** The tournament's topic level; "" is every event. */
  event: string;
  /** The board's topic level; "" is none in particular. */
  board: string;
  view: View;
  lang: Lang;
  flip: boolean;
  /** null: the system's. */
  theme: Theme | null;
  overlay: Overlay;
  /** Minutes that the feed lags behind the boards; 0 where the feed says so itself. */
  delay: number;
}

/** What the server writes into the page. */
export interface Served {
  broker?: string;
  base?: string;
  /** The live feed's base, where the public one is delayed. */
  live?: string;
}

const views: View[] = ["auto", "one", "wall", "arbiter", "embed", "obs"];
const themes: Theme[] = ["dark", "light", "contrast"];
export const langs: Lang[] = ["en", "es", "pt", "de"];
const level = /^[a-z0-9-]{1,32}$/;

/** Thrown for an address that cannot be followed; the message is shown as it is. */
export class BadAddress extends Error {}

/**
 * Reads a page's address. Unknown keys are passed over; a value that cannot be
 * meant is a BadAddress that names it.
 */
export function readParams(search: string, page: { protocol: string; hostname: string; host: string }, served: Served, languages: readonly string[]): Params {
  const q = new URLSearchParams(search);
  const oneOf = <T extends string>(key: string, among: readonly T[], otherwise: T): T => {
    const v = q.get(key);
    if (v === null || v === "") return otherwise;
    if (!(among as readonly string[]).includes(v)) throw new BadAddress(`${key}=${v}`);
    return v as T;
  };
  const levelOf = (key: string): string => {
    const v = q.get(key) ?? "";
    if (v !== "" && !level.test(v)) throw new BadAddress(`${key}=${v}`);
    return v;
  };
  const view = oneOf("view", views, q.get("board") ? "one" : "auto");
  const base = q.get("base") || (view === "arbiter" && served.live) || served.base || "touchmove/v1";
  if (!base.split("/").every((l) => level.test(l))) throw new BadAddress(`base=${base}`);
  const delay = Number(q.get("delay") ?? 0);
  if (!(delay >= 0 && delay <= 24 * 60)) throw new BadAddress(`delay=${q.get("delay")}`);
  const preferred = languages.map((l) => l.slice(0, 2).toLowerCase()).find((l) => (langs as string[]).includes(l));
  return {
    broker: brokerAddress(q.get("broker") || served.broker || ":8083", page),
    base,
    event: levelOf("event"),
    board: levelOf("board"),
    view,
    lang: oneOf("lang", langs, (preferred as Lang) ?? "en"),
    flip: q.has("flip") && q.get("flip") !== "0",
    theme: q.get("theme") ? oneOf("theme", themes, "dark") : null,
    overlay: oneOf("overlay", ["board", "bar", "both"] as const, "both"),
    delay,
  };
}

/**
 * Completes a broker's address: ":8083" is that port of the page's own host,
 * "/mqtt" a path of the page's own server, "hall:8083" another host.
 */
export function brokerAddress(broker: string, page: { protocol: string; hostname: string; host: string }): string {
  const scheme = page.protocol === "https:" ? "wss" : "ws";
  let url = broker;
  if (broker.startsWith("/")) url = `${scheme}://${page.host}${broker}`;
  else if (broker.startsWith(":")) url = `${scheme}://${page.hostname || "127.0.0.1"}${broker}`;
  else if (!/^[a-z+]+:\/\//.test(broker)) url = `${scheme}://${broker}`;
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new BadAddress(`broker=${broker}`);
  }
  if ((parsed.protocol !== "ws:" && parsed.protocol !== "wss:") || parsed.username || parsed.password) throw new BadAddress(`broker=${broker}`);
  return parsed.href;
}
