// The page for developers who use the topics: every topic with its latest payload, live. Loaded
// separately.

import type { Board } from "../board.ts";
import { h, setText } from "../dom.ts";
import type { Login } from "../feed.ts";
import type { Context, View } from "./view.ts";

export { default as words } from "words:topics";

/** A message, as received. */
export interface Heard {
  topic: string;
  bytes: Uint8Array;
  retained: boolean;
}

/** What is known of a topic: its latest message. */
interface Entry extends Heard {
  at: number;
  count: number;
  text: string;
}

const listed = 300; // rows at a time: a hall of a hundred boards has two thousand topics
const kept = 5000; // topics that are remembered

export class TopicsView implements View {
  readonly root: HTMLElement;
  readonly keys: [string, string][] = [];
  readonly #c: Context;
  readonly #heard: Heard[];
  readonly #entries = new Map<string, Entry>();
  readonly #rows = new Map<string, HTMLTableRowElement>();
  readonly #filter: HTMLInputElement;
  readonly #pause: HTMLButtonElement;
  readonly #count = h("span", { class: "tcount", role: "status" });
  readonly #body = h("tbody");
  readonly #name = h("h2");
  readonly #facts = h("p", { class: "tfacts" });
  readonly #command = h("code");
  readonly #payload = h("pre", { tabindex: "0" });
  readonly #detail: HTMLElement;
  #chosen = "";
  #counted = "";
  #paused = false;
  #changed = new Set<string>();
  #shape = true; // whether the set of rows has changed

  /** heard grows while the page is connected; this page removes what it has read. */
  constructor(c: Context, heard: Heard[], user: string, refused: boolean, logIn: (login: Login) => void) {
    this.#c = c;
    this.#heard = heard;
    const t = (key: string): string => c.texts.t(`topics.${key}`);
    this.#filter = h("input", { id: "tfilter", type: "search", placeholder: t("filterhint"), autocomplete: "off", spellcheck: "false" });
    this.#filter.addEventListener("input", () => (this.#shape = true));
    this.#pause = h("button", { type: "button", "aria-pressed": "false" }, t("pause"));
    this.#pause.addEventListener("click", () => this.#setPaused(!this.#paused));
    const copy = h("button", { type: "button" }, t("copy"));
    copy.addEventListener("click", () => {
      const e = this.#entries.get(this.#chosen);
      if (e) void navigator.clipboard?.writeText(e.text).then(() => setText(copy, t("copied")));
      setTimeout(() => setText(copy, t("copy")), 2000);
    });
    this.#detail = h("section", { class: "tdetail", "aria-label": t("payload") },
      this.#name, this.#facts, this.#payload, h("p", { class: "tline" }, copy, h("span", {}, t("follow"), " ", this.#command)));
    this.root = h("main", { class: "topics" },
      h("header", {}, h("h1", {}, t("title")), h("label", { for: "tfilter" }, t("filter")), this.#filter, this.#pause, this.#count, user ? h("b", {}, user) : this.#loginForm(refused, logIn)),
      h("section", { class: "tlist" }, h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("topic")), h("th", { scope: "col" }, t("payload")), h("th", { scope: "col", class: "n" }, t("messages")), h("th", { scope: "col", class: "n" }, t("age")))),
        this.#body)),
      this.#detail);
    this.#body.addEventListener("click", (e) => {
      const topic = (e.target as Element).closest("tr")?.dataset.topic;
      if (topic) this.#choose(topic);
    });
    this.draw(null);
  }

  #loginForm(refused: boolean, logIn: (login: Login) => void): HTMLElement {
    const t = (key: string): string => this.#c.texts.t(`topics.${key}`);
    const user = h("input", { id: "tuser", name: "user", autocomplete: "username", required: true });
    const password = h("input", { id: "tpassword", name: "password", type: "password", autocomplete: "current-password", required: true });
    const form = h("form", {}, h("p", {}, t("loginnote")), refused ? h("p", { role: "alert", class: "trefused" }, t("refused")) : null,
      h("label", { for: "tuser" }, t("user")), user, h("label", { for: "tpassword" }, t("password")), password, h("button", { type: "submit" }, t("login")));
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      logIn({ user: user.value, password: password.value });
    });
    return h("details", { open: refused }, h("summary", {}, t("login")), form);
  }

  #setPaused(paused: boolean): void {
    this.#paused = paused;
    this.#pause.setAttribute("aria-pressed", String(paused));
    setText(this.#pause, this.#c.texts.t(paused ? "topics.go" : "topics.pause"));
    if (!paused) this.draw(null);
  }

  #choose(topic: string): void {
    this.#rows.get(this.#chosen)?.removeAttribute("aria-current");
    this.#chosen = topic;
    this.#rows.get(topic)?.setAttribute("aria-current", "true");
    this.#drawDetail();
  }

  /**
   * Takes the new messages: the latest of each topic counts. An empty payload means that a retained message
   * was cleared.
   */
  #take(): void {
    for (const m of this.#heard.splice(0)) {
      const was = this.#entries.get(m.topic);
      if (!was && (m.bytes.length === 0 || this.#entries.size >= kept)) continue;
      if (!was || m.bytes.length === 0) this.#shape = true;
      this.#changed.add(m.topic);
      if (m.bytes.length === 0) this.#entries.delete(m.topic);
      else this.#entries.set(m.topic, { ...m, at: Date.now(), count: (was?.count ?? 0) + 1, text: new TextDecoder().decode(m.bytes) });
    }
  }

  changed(_board: Board | null): void {}

  draw(_changed: Set<Board> | null): void {
    if (this.#paused) return;
    this.#take();
    if (this.#shape) this.#drawRows();
    this.#drawCount();
    for (const topic of this.#changed) this.#drawRow(topic);
    for (const [topic, row] of this.#rows) this.#drawAge(row, this.#entries.get(topic));
    if (this.#changed.has(this.#chosen) || this.#shape) this.#drawDetail();
    else this.#drawFacts();
    this.#changed.clear();
    this.#shape = false;
  }

  /** Lays out the topics that match the filter, by name. */
  #drawRows(): void {
    const wanted = this.#filter.value.trim().toLowerCase();
    const all = [...this.#entries.values()].filter((e) => !wanted || e.topic.toLowerCase().includes(wanted) || e.text.toLowerCase().includes(wanted));
    all.sort((a, b) => a.topic.localeCompare(b.topic, "en", { numeric: true }));
    const shown = all.slice(0, listed);
    const base = `${this.#c.params.base}/`; // the common prefix: the ends of topics distinguish them
    const rows = shown.map((e) => {
      let row = this.#rows.get(e.topic);
      if (!row) {
        row = h("tr", { "data-topic": e.topic }, h("td", {}, h("button", { type: "button", title: e.topic }, e.topic.startsWith(base) ? e.topic.slice(base.length) : e.topic)), h("td"), h("td", { class: "n" }), h("td", { class: "n" }));
        this.#rows.set(e.topic, row);
        this.#changed.add(e.topic);
      }
      return row;
    });
    for (const [topic, row] of this.#rows) if (!rows.includes(row)) this.#rows.delete(topic);
    this.#body.replaceChildren(...rows);
    const n = shown.length;
    this.#counted = all.length > n ? this.#c.texts.t("topics.some", { n, all: all.length }) : all.length ? this.#c.texts.t("topics.all", { n }) : this.#c.texts.t("topics.none");
    if (!this.#chosen && shown[0]) this.#choose(shown[0].topic);
  }

  /** How many topics there are, and whether there is a connection: without one, nothing is known of them. */
  #drawCount(): void {
    const { store, texts } = this.#c;
    const why = store.frozenSince === null ? "" : this.#entries.size > 0 ? (store.lost ? texts.t("reconnecting") : "") : texts.t(store.silent ? "nofeed" : "connecting");
    setText(this.#count, this.#entries.size === 0 && why ? why : [this.#counted, why].filter((x) => x).join(" · "));
  }

  #drawRow(topic: string): void {
    const row = this.#rows.get(topic);
    const e = this.#entries.get(topic);
    if (!row || !e) return;
    setText(row.cells[1]!, e.text.slice(0, 120));
    setText(row.cells[2]!, String(e.count));
  }

  #drawAge(row: HTMLTableRowElement, e: Entry | undefined): void {
    if (e) setText(row.cells[3]!, age(e));
  }

  #drawDetail(): void {
    const e = this.#entries.get(this.#chosen);
    this.#detail.classList.toggle("empty", !e);
    setText(this.#name, e?.topic ?? this.#c.texts.t("topics.choose"));
    setText(this.#payload, e ? pretty(e.text) : "");
    const { hostname } = new URL(this.#c.params.broker);
    setText(this.#command, `mosquitto_sub -h ${hostname} -t ${e?.topic ?? `${this.#c.params.base}/#`} -v`);
    this.#drawFacts();
  }

  #drawFacts(): void {
    const e = this.#entries.get(this.#chosen);
    const t = this.#c.texts;
    setText(this.#facts, e ? [t.t(e.retained ? "topics.retained" : "topics.live"), t.t("topics.bytes", { n: e.bytes.length }), t.t("topics.count", { n: e.count }), t.t("topics.ago", { t: age(e) })].join(" · ") : "");
  }

  resized(): void {}

  key(e: KeyboardEvent): boolean {
    const move = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (move === undefined) return false;
    const rows = [...this.#rows.keys()].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const next = rows[rows.indexOf(this.#chosen) + move];
    if (next) {
      this.#choose(next);
      this.#rows.get(next)?.scrollIntoView({ block: "nearest" });
    }
    return true;
  }

  destroy(): void {}
}

/** How long ago it arrived: 5 s, 12 min, 3 h. */
function age(e: Entry): string {
  const s = Math.max(0, Math.round((Date.now() - e.at) / 1000));
  return s < 120 ? `${s} s` : s < 7200 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h`;
}

/** JSON on several lines, anything else unchanged. */
export function pretty(text: string): string {
  if (!/^[{[]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
