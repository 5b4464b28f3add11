// Announces what happens to screen readers: politely, at most one thing every two
// seconds. A later move replaces an earlier one; corrections and results are never
// dropped.

import { h } from "./dom.ts";

const pause = 2000;

export class Announcer {
  readonly root = h("div", { class: "vh", "aria-live": "polite", role: "log", "data-said": "" });
  #must: string[] = [];
  #latest = "";
  #last = -pause;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A move: announced unless a later one comes first. */
  say(text: string): void {
    this.#latest = text;
    this.#plan();
  }

  /** A correction or a result: always announced. */
  insist(text: string): void {
    if (this.#must.length < 20) this.#must.push(text);
    this.#latest = "";
    this.#plan();
  }

  #plan(): void {
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#last + pause - performance.now());
    this.#timer = setTimeout(() => this.#speak(), wait);
  }

  #speak(): void {
    this.#timer = undefined;
    const text = this.#must.shift() ?? this.#latest;
    if (!text) return;
    if (text === this.#latest) this.#latest = "";
    this.#last = performance.now();
    this.root.replaceChildren(h("p", {}, text));
    if (this.#must.length > 0 || this.#latest) this.#plan();
  }
}
