// The connection to the broker: MQTT 3.1.1 over WebSocket with mqtt.js. It reconnects
// for ever, and subscribes again each time; retained messages then arrive again and
// fill any gap.

import type { IClientOptions, MqttClient as Client } from "mqtt";
import MqttClient from "mqtt/lib/client";
import { browserStreamBuilder } from "mqtt/lib/connect/ws";
import type { Store } from "./store.ts";

export interface Login {
  user: string;
  password: string;
}

export interface Wanted {
  event: string; // "" means every event
  board: string; // "" means every board
  topics: string[];
}

/** What a page reads from, and sends commands to if the source accepts them. */
export interface Source {
  publish(topic: string, payload: string): Promise<void>;
  /** Follows one more topic of a board, in addition to what the page follows. */
  follow(wanted: Wanted): void;
  /**
   * The games of an event's boards in PGN, as they are now. Of a round, those of boards that have gone on to
   * another are included; "" is whatever the boards play.
   */
  games(event: string, round: string): Promise<string[]>;
  end(): void;
}

const settleMs = 1500;
// After this long without one, no more retained messages are expected; previous may be large.
const quietMs = 400;
const quietLargeMs = 1000;
const answerMs = 15_000; // a request for games that has no answer by then has failed

/**
 * The games that a board played in a round: of those before, from its topic previous, and of the current one. Of a
 * pairing that was begun several times the last one counts; where nobody is named, every game may be of another pairing.
 */
function ofRound(previous: string | undefined, current: string | undefined, round: string): string[] {
  const games = current ? [current] : [];
  try {
    const p = JSON.parse(previous ?? "{}") as { games: { game: string }[]; pgn: Record<string, string> };
    games.unshift(...p.games.flatMap((g) => p.pgn[g.game] ?? []));
  } catch {
    // without earlier games
  }
  const found = new Map<string, string>();
  const tag = (game: string, name: string): string => new RegExp(`^\\[${name} "(.*)"\\]$`, "m").exec(game)?.[1]?.replace(/\\(.)/g, "$1") ?? "";
  const begun = (game: string): boolean => tag(game, "Result") !== "*" || game.slice(game.indexOf("\n\n")).replace(/\{[^}]*\}/g, "").trim() !== "*";
  const paired = new Set<string>();
  for (const [n, g] of games.entries()) {
    const players = `${tag(g, "White")}\n${tag(g, "Black")}`;
    if (tag(g, "Round") !== round || (paired.has(players) && !begun(g))) continue; // of another round, or set up again
    paired.add(players);
    found.set(players === "?\n?" ? String(n) : players, g);
  }
  return [...found.values()];
}

export class Feed implements Source {
  #client: Client;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #wanted: Wanted[] = [];
  #ended = false;
  #joined = false;
  /** Receives games while a request for them is open. */
  #asking: ((topic: string, text: string, retained: boolean) => void) | null = null;
  #lastAsked: Promise<unknown> = Promise.resolve();

  constructor(
    readonly store: Store,
    url: string,
    wanted: Wanted,
    login: Login | null,
    /** Messages on topics that the store does not keep, such as answers to commands. */
    readonly other: (topic: string, payload: Uint8Array) => void = () => {},
    /** Every message, as received. */
    readonly every: (topic: string, payload: Uint8Array, retained: boolean) => void = () => {},
  ) {
    this.#wanted = [wanted];
    const u = new URL(url);
    const random = crypto.getRandomValues(new Uint8Array(8));
    const options: IClientOptions = {
      protocol: u.protocol.slice(0, -1) as "ws" | "wss",
      hostname: u.hostname,
      port: Number(u.port) || (u.protocol === "wss:" ? 443 : 80),
      path: u.pathname + u.search,
      protocolVersion: 4,
      clientId: "screen-" + [...random].map((b) => b.toString(16).padStart(2, "0")).join(""),
      clean: true,
      keepalive: 15,
      connectTimeout: 8000,
      reconnectPeriod: 250 + Math.floor(Math.random() * 500), // so that a thousand screens do not reconnect at once
      resubscribe: false,
      timerVariant: "native",
      ...(login ? { username: login.user, password: login.password } : {}),
    };
    this.#client = new MqttClient((c: Client) => browserStreamBuilder(c, c.options), options);
    this.#client.on("connect", () => this.#subscribe());
    addEventListener("offline", this.#cut);
    this.#client.on("close", () => this.#gone());
    this.#client.on("message", (topic, bytes, packet) => {
      this.every(topic, bytes, packet.retain);
      if (this.#asking && /\/(pgn|previous)$/.test(topic)) this.#asking(topic, new TextDecoder().decode(bytes), packet.retain);
      if (/\/cmd\/[^/]+\/result$/.test(topic)) this.other(topic, bytes);
      else this.store.take(topic, bytes, packet.retain);
    });
    this.#client.on("error", (err) => {
      const code = (err as { code?: number }).code;
      if (code === 4 || code === 5) this.store.setConnection("refused", false); // [MQTT-3.2.2-6]
    });
  }

  #subscribe(): void {
    const all = this.#wanted.flatMap((w) => this.#filters(w));
    this.#client.subscribe(all, { qos: 1 }, (err) => {
      if (err || this.#ended) return;
      this.#joined = true;
      this.store.setConnection("open", false);
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => {
        if (this.#client.connected) this.store.setConnection("open", true);
      }, settleMs);
    });
  }

  /** Whether messages arrive here now. */
  get joined(): boolean {
    return this.#joined;
  }

  /** What is followed: first what the page began with. */
  get wanted(): readonly Wanted[] {
    return this.#wanted;
  }

  #filters(w: Wanted): string[] {
    return w.topics.map((t) => `${this.store.base}/${w.event || "+"}/${w.board || "+"}/${t}`);
  }

  /** The network of this computer is gone: do not wait for a ping to time out, but try again at once. */
  readonly #cut = (): void => void this.#client.stream?.destroy();

  #gone(): void {
    clearTimeout(this.#settling);
    if (this.#joined && this.store.connection.phase === "open") this.store.setConnection("lost", false);
    this.#joined = false;
  }

  follow(wanted: Wanted): void {
    if (this.#wanted.some((w) => w.event === wanted.event && w.board === wanted.board && w.topics.join() === wanted.topics.join())) return;
    this.#wanted.push(wanted);
    if (this.#client.connected) this.#client.subscribe(this.#filters(wanted), { qos: 1 });
  }

  /** One request after the other: each ends its own subscription. */
  games(event: string, round: string): Promise<string[]> {
    const found = this.#lastAsked.then(() => this.#askForGames(event, round));
    this.#lastAsked = found.catch(() => {});
    return found;
  }

  /** Subscribes for a moment: retained messages arrive at once, in the order of the topics. */
  #askForGames(event: string, round: string): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const boards = `${this.store.base}/${event}/`;
      const filter = [...(round ? ["previous"] : []), "pgn"].map((t) => `${boards}+/${t}`);
      const found = new Map<string, string>();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const failed = (err: Error): void => {
        clearTimeout(timer);
        clearTimeout(limit);
        this.#asking = null;
        reject(err);
      };
      const limit = setTimeout(() => failed(new Error("the broker does not answer")), answerMs);
      const done = (): void => {
        clearTimeout(limit);
        this.#asking = null;
        this.#client.unsubscribe(filter);
        const ids = [...new Set([...found.keys()].map((t) => t.split("/").at(-2)!))].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
        resolve(ids.flatMap((id) => {
          const [previous, current] = ["previous", "pgn"].map((t) => found.get(`${boards}${id}/${t}`));
          return round ? ofRound(previous, current, round) : current ?? [];
        }));
      };
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(done, round ? quietLargeMs : quietMs);
      };
      this.#asking = (topic, text, retained) => {
        if (!topic.startsWith(boards)) return;
        found.set(topic, text);
        if (retained) wait(); // in a large event a move arrives somewhere all the time
      };
      this.#client.subscribe(filter, { qos: 1 }, (err) => (err ? failed(err) : wait()));
    });
  }

  /** Publishes at QoS 1; the promise resolves once the broker has the message. */
  publish(topic: string, payload: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#client.publish(topic, payload, { qos: 1 }, (err) => (err ? reject(err) : resolve()));
    });
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#settling);
    removeEventListener("offline", this.#cut);
    this.#client.end(true);
  }
}
