// Reads boards without MQTT: snapshots over HTTP, which any cache can serve. A snapshot
// contains the retained messages as they were published, so the store handles it like messages
// retained by a broker.

import type { Feed, Source, Wanted } from "./feed.ts";
import type { Store } from "./store.ts";

const everyMs = 2000; // three at most, with the second for which caches keep a snapshot
const againMs = 4000; // after a failure
const patienceMs = 8000;

export class Poll implements Source {
  #ended = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known = new Map<string, string>();
  #more: Wanted[] = [];

  constructor(
    readonly store: Store,
    readonly url: string,
    readonly wanted: Wanted,
  ) {
    void this.#run();
  }

  async #run(): Promise<void> {
    const well = await this.#ask();
    if (this.#ended) return;
    if (well) this.#open();
    else if (this.store.connection.phase === "open") this.store.setConnection("lost", false);
    const pause = well ? everyMs : againMs;
    this.#timer = setTimeout(() => void this.#run(), pause * (0.85 + 0.3 * Math.random())); // so that a thousand screens do not ask at once
  }

  #open(): void {
    this.store.files = true;
    this.store.setConnection("open", true);
  }

  /** Asks once. Returns false if there is no answer, or none that can be read. */
  async #ask(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/${this.wanted.event || "_"}/${this.wanted.board || "_"}.json`, { signal: AbortSignal.timeout(patienceMs) });
      if (answer.status === 404) return true; // the board has published nothing yet
      if (!answer.ok) return false;
      const snapshot: unknown = await answer.json();
      const messages = (snapshot as { messages?: unknown } | null)?.messages;
      if (!Array.isArray(messages)) return false;
      if (this.#ended) return true;
      for (const m of messages as unknown[]) this.#take(m);
      await this.#askMore();
      return true;
    } catch {
      return false;
    }
  }

  #take(message: unknown, topics: string[] = []): void {
    if (!Array.isArray(message) || typeof message[0] !== "string" || typeof message[1] !== "string") return;
    const [topic, payload] = message as [string, string];
    const name = topic.split("/").at(-1)!;
    if (![this.wanted, ...this.#more, { topics }].some((w) => w.topics.includes(name)) || this.#known.get(topic) === payload) return;
    this.#known.set(topic, payload);
    this.store.take(`${this.store.base}/${topic}`, new TextEncoder().encode(payload), true);
  }

  follow(wanted: Wanted): void {
    if (!wanted.board) return void this.#askAll(wanted); // once: a page of one board should not load a whole hall every two seconds
    this.#more = [wanted];
    void this.#askMore();
  }

  /** The current messages of all boards of an event. */
  async #askAll({ event, topics }: Wanted): Promise<void> {
    const answer = await fetch(`${this.url}/${event || "_"}/_.json`, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null);
    const snapshot = answer?.ok ? ((await answer.json().catch(() => null)) as { messages?: unknown } | null) : null;
    if (Array.isArray(snapshot?.messages) && !this.#ended) for (const m of snapshot.messages as unknown[]) this.#take(m, topics);
  }

  /**
   * The game in PGN is a separate file, requested with every snapshot: what comes first may be older than the
   * snapshot, from a cache or because the board publishes it after the position. Unchanged, it is not sent again.
   */
  async #askMore(): Promise<void> {
    for (const { event, board, topics } of this.#more) {
      if (!topics.includes("pgn")) continue;
      const answer = await fetch(`${this.url}/${event}/${board}.pgn`, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null);
      if (answer?.ok && !this.#ended) this.store.take(`${this.store.base}/${event}/${board}/pgn`, new Uint8Array(await answer.arrayBuffer()), true);
    }
  }

  async games(event: string, round: string): Promise<string[]> {
    const file = round ? `round/${encodeURIComponent(round)}` : "_";
    const answer = await fetch(`${this.url}/${event}/${file}.pgn`, { signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return (await answer.text()).split(/\n(?=\[Event )/).map((g) => g.trim() + "\n");
  }

  /** Nobody would receive it. */
  publish(): Promise<void> {
    return Promise.reject(new Error("this screen only reads"));
  }

  end(): void {
    this.#ended = true;
    this.store.files = false;
    clearTimeout(this.#timer);
  }
}

/**
 * Reads the boards as files as long as a feed cannot reach the broker, for example behind a proxy that lets
 * no WebSocket through. What is followed meanwhile is followed by both.
 */
export class Instead implements Source {
  readonly #poll: Poll;

  constructor(store: Store, url: string, readonly feed: Feed) {
    const [first, ...more] = feed.wanted;
    this.#poll = new Poll(store, url, first!);
    for (const w of more) this.#poll.follow(w);
  }

  follow(wanted: Wanted): void {
    this.feed.follow(wanted);
    this.#poll.follow(wanted);
  }

  games(event: string, round: string): Promise<string[]> {
    return this.#poll.games(event, round);
  }

  publish(): Promise<void> {
    return this.#poll.publish();
  }

  /** The feed goes on. */
  end(): void {
    this.#poll.end();
  }
}
