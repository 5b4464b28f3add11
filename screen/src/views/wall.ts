// The wall: every board of an event, each always in its place. Boards in time trouble or just
// finished are framed, and shown in front on a full wall.

import { boardLabel, finishedInFront } from "../board.ts";
import type { Board, Change } from "../board.ts";
import { h, Name, setClass, setHidden, setText, Sign } from "../dom.ts";
import { delayMinutes, lineOf, printedResult } from "../line.ts";
import { organiserMark } from "../organiser.ts";
import { soundEntry } from "../sound.ts";
import { chooseButtons, followEvent, menuButton } from "./boards.ts";
import { frontOf, layOut, mostOnOne, pageMs, perPage, Rail } from "./grid.ts";
import type { Layout } from "./grid.ts";
import { Tile } from "./tile.ts";
import type { Size } from "./tile.ts";
import type { Context, MenuEntry, View } from "./view.ts";

const everything = 950; // ms between drawings of all
const quiet = 500; // ms without a change, after which the next one is drawn at once
const shiftEvery = 10 * 60_000; // against burn-in

export class WallView implements View {
  readonly root = h("div", { class: "view" });
  readonly keys: [string, string][] = [["← → ↑ ↓ Enter", "key.open"], ["1 2 3 …", "key.open"], ["M", "key.sound"]];
  readonly menu: MenuEntry[];
  readonly #c: Context;
  readonly #event = h("h1");
  readonly #what = h("span");
  readonly #finished = h("span");
  readonly #page = h("span");
  readonly #state = h("span", { class: "lv", role: "status", "aria-live": "off" });
  readonly #sign = new Sign();
  readonly #stateText = h("span");
  readonly #time = h("b", { class: "tn" });
  readonly #row = h("div", { class: "wallbody" });
  readonly #rail = h("section", { class: "rail" });
  readonly #grid = h("section", { class: "wall" });
  readonly #empty = h("p", { class: "wallempty" });
  readonly #head: HTMLElement;
  /** The way to the event's other pages; on walls that many look at from afar the style hides it. */
  readonly #bar = h("div", { class: "wallbar", hidden: true });
  readonly #end: () => void;
  readonly #main: HTMLElement;
  #tiles = new Map<string, Tile>();
  #railTiles: Tile[] = [];
  #slots = new Rail(2);
  #layout: Layout | null = null;
  #laidFor = "";
  #front: string[] = [];
  #drawn = -Infinity;
  #beat = -Infinity;
  #waiting = new Set<Board>();
  #listed = new Set<Board>();
  /** If tiles are as wide as the page, a scroll bar makes them smaller. */
  readonly #sizes = new ResizeObserver(() => resize([...this.#tiles.values(), ...this.#railTiles]));
  #typed = "";
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(c: Context) {
    this.#c = c;
    this.menu = [soundEntry(c)];
    this.#state.append(this.#sign.element, this.#stateText);
    this.#rail.setAttribute("aria-label", c.texts.t("front"));
    this.#grid.setAttribute("aria-label", c.texts.t("wall"));
    this.#row.append(this.#rail, this.#grid);
    this.#head = h("header", { class: "wallhead" }, organiserMark(), this.#event, this.#what, h("span", { class: "sp" }), h("span", { class: "ways" }, chooseButtons(c, "wall"), menuButton(c)), this.#page, this.#finished, this.#state, this.#time);
    this.#main = h("main", { class: "wallpage" }, this.#head, this.#bar, this.#empty, this.#row);
    this.root.append(this.#main);
    this.#drawAll();
    this.#end = followEvent(c, ({ tabs, place, rounds }) => {
      this.#bar.replaceChildren(tabs, h("span", { class: "place" }, place), rounds);
      setHidden(this.#bar, false);
      this.resized();
    });
    this.#sizes.observe(this.#grid);
  }

  #boards(): Board[] {
    const { store, params } = this.#c;
    return store.shown.filter((b) => !params.event || b.event === params.event);
  }

  /** The boards of the current page, and "2 of 4". */
  #paged(all: Board[]): { boards: Board[]; page: string } {
    if (all.length <= mostOnOne) return { boards: all, page: "" };
    const pages = Math.ceil(all.length / perPage);
    const at = Math.floor(this.#c.store.times.mono() / pageMs) % pages;
    return { boards: all.slice(at * perPage, (at + 1) * perPage), page: this.#c.texts.t("page", { n: at + 1, m: pages }) };
  }

  #lay(boards: Board[]): void {
    const list = matchMedia("(max-width: 699px), (max-height: 499px)").matches;
    const bar = this.#bar.offsetHeight;
    const u = Math.min(innerWidth / 192, innerHeight / 108);
    const head = this.#head.offsetHeight + bar + (bar ? 1.4 * u : 0); // with the gap below it
    const key = `${list} ${innerWidth}x${innerHeight - head}*${devicePixelRatio} ${boards.map((b) => b.key).join(" ")}`;
    if (key === this.#laidFor) return;
    this.#laidFor = key;
    const layout: Layout = list
      ? { kind: "list", columns: 0, rows: 0, edge: 0, bar: 0, fs: 0, tag: 0, gap: 0 }
      : layOut(boards.length, innerWidth / u, (innerHeight - head) / u);
    const size: Size = layout.kind === "sm" ? "sm" : "two";
    const same = this.#layout !== null && (this.#layout.kind === "sm") === (layout.kind === "sm");
    this.#layout = layout;
    if (!same) this.#clear();
    const wanted = new Map(boards.map((b) => [b.key, b]));
    for (const [k, tile] of this.#tiles) {
      if (wanted.has(k)) continue;
      tile.destroy();
      this.#tiles.delete(k);
    }
    let before: Element | null = null;
    for (const b of boards) {
      let tile = this.#tiles.get(b.key);
      if (!tile) {
        tile = new Tile(this.#c, b, size);
        this.#tiles.set(b.key, tile);
      }
      const next: Element | null = before ? before.nextElementSibling : this.#grid.firstElementChild;
      if (next !== tile.element) this.#grid.insertBefore(tile.element, next);
      before = tile.element;
    }
    setClass(this.#row, layout.kind === "sm" ? "wallrow" : "wallbody");
    setClass(this.#main, `wallpage ${layout.kind}`);
    setHidden(this.#rail, layout.kind !== "sm");
    this.#slots.size = frontOf((innerHeight - head) / u);
    const set = (name: string, value: number, unit = "calc(var(--u)*"): void => this.#grid.style.setProperty(name, `${unit}${value.toFixed(3)})`);
    if (list) {
      this.#grid.removeAttribute("style");
    } else {
      // If boards are much narrower than their share of the wall, they are moved together: a
      // clock belongs next to its name, and both next to their board.
      this.#grid.style.gridTemplateColumns = `repeat(${layout.columns},minmax(0,calc(var(--u)*${(1.12 * layout.edge + 1).toFixed(3)})))`;
      this.#grid.style.gridTemplateRows = `repeat(${layout.rows},minmax(0,calc(var(--u)*${(layout.edge + 2 * layout.bar + layout.tag + 0.4).toFixed(3)})))`;
      set("--g", layout.kind === "sm" ? 0.8 : layout.gap);
      set("--edge", layout.edge);
      set("--bar", layout.bar);
      set("--fs", layout.fs);
      set("--tag", layout.tag);
    }
    resize([...this.#tiles.values()]);
  }

  #clear(): void {
    for (const t of this.#tiles.values()) t.destroy();
    for (const t of this.#railTiles) t.destroy();
    this.#tiles = new Map();
    this.#railTiles = [];
  }

  changed(board: Board | null, _change: Change): void {
    if (!board?.over || board.finished < 0 || board.finished !== board.heard) return;
    this.#drawn = -Infinity; // the head counts it
    const { texts, announcer } = this.#c;
    announcer.insist(texts.t("resultis", { n: boardLabel(board.id), a: printedResult(board.state!.result) }));
  }

  /**
   * On a quiet wall a changed board is drawn at once. On a busy one all changes wait for the next beat and
   * are drawn in one frame with the clocks' digits, as each frame of a wall is expensive.
   */
  draw(changed: Set<Board> | null = null): void {
    const now = this.#c.store.times.mono();
    for (const b of changed ?? []) this.#waiting.add(b);
    const due = now - this.#drawn >= everything;
    if (changed && !due && now - this.#beat < quiet) return;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    if (waiting.size > 0) this.#beat = now;
    const known = [...waiting].every((b) => this.#listed.has(b) || !this.#isMine(b));
    if (due || !known || !this.#c.store.connection.settled || this.#listed.size === 0 || this.#laidFor === "") {
      this.#drawn = now;
      this.#drawAll();
      return;
    }
    for (const t of [...this.#tiles.values(), ...this.#railTiles]) {
      if (waiting.has(t.board)) t.draw(this.#front.includes(t.board.key));
      else if (!changed) t.tick();
    }
    this.#fit();
  }

  #fit(): void {
    Name.fit([...this.#tiles.values(), ...this.#railTiles].flatMap((t) => t.unfitted()));
  }

  #isMine(b: Board): boolean {
    return !this.#c.params.event || b.event === this.#c.params.event;
  }

  #drawAll(): void {
    const c = this.#c;
    const { store } = c;
    const all = this.#boards();
    const { boards, page } = this.#paged(all);
    this.#listed = new Set(all);
    this.#lay(boards);
    this.#drawHead(all, page); // before the tiles: once it says that the feed is gone, none of their clocks ticks
    const now = store.times.mono();
    const candidates = all.map((b) => ({
      key: b.key,
      ended: b.over && b.finished >= 0 && now - b.finished < finishedInFront ? now - b.finished : Infinity,
      left: b.trouble(b.clocks(now, c.store.frozenSince)),
    }));
    const front = this.#layout?.kind === "sm" ? this.#slots.choose(candidates, now, store.connection.settled || store.connection.phase === "lost") : [];
    this.#front = front;
    this.#drawRail(front);
    for (const t of this.#tiles.values()) t.draw(front.includes(t.board.key));
    this.#fit();
    this.#shift(now);
  }

  #drawRail(front: string[]): void {
    const fresh: Tile[] = [];
    front.forEach((key, i) => {
      const board = this.#c.store.boards.get(key)!;
      let tile = this.#railTiles[i];
      if (!tile) {
        tile = new Tile(this.#c, board, "front");
        this.#railTiles[i] = tile;
        this.#rail.append(tile.element);
        fresh.push(tile);
      }
      tile.board = board;
      tile.draw(true);
    });
    while (this.#railTiles.length > front.length) this.#railTiles.pop()!.destroy();
    resize(fresh);
  }

  #drawHead(all: Board[], page: string): void {
    const { store, texts, params } = this.#c;
    const events = new Set(all.map((b) => b.event));
    setText(this.#event, events.size === 1 ? all[0]!.eventName : events.size > 1 ? store.base : "touchmove");
    const rounds = new Set(all.map((b) => b.round).filter((r) => r));
    const count = texts.t("boards", { n: all.length });
    setText(this.#what, all.length === 0 ? "" : [rounds.size === 1 ? texts.t("round", { n: [...rounds][0]! }) : "", count].filter((x) => x).join(" · "));
    const finished = all.filter((b) => b.over).length;
    setText(this.#finished, finished ? texts.t("nfinished", { n: finished }) : "");
    setText(this.#page, page);
    const delay = Math.max(params.delay, ...all.map((b) => delayMinutes(b, 0)));
    const wall = store.times.wall();
    if (store.lost || all.length === 0) {
      const l = lineOf({ store, board: null, texts, shown: null, delay: 0, named: "" });
      this.#sign.show(store.lost ? "wait" : l.icon);
      setText(this.#stateText, store.lost ? texts.t("reconnecting") : l.strong);
      setClass(this.#state, "lv gone");
      setText(this.#empty, all.length === 0 ? [l.strong, l.rest].filter((x) => x).join(" · ") : "");
    } else if (delay > 0) {
      this.#sign.show("delay");
      setText(this.#stateText, `${texts.t("delay", { n: delay })} · ${texts.t("asat", { t: texts.hour(wall - delay * 60_000) })}`);
      setClass(this.#state, "lv delay");
    } else {
      const over = finished === all.length; // then nothing is live
      if (over) setText(this.#finished, "");
      this.#sign.show(over ? "done" : "live");
      setText(this.#stateText, texts.t(over ? "finished" : "live"));
      setClass(this.#state, over ? "lv over" : "lv");
    }
    if (store.files && !store.lost && finished < all.length) setText(this.#stateText, `${this.#stateText.textContent} · ${texts.t("fromfiles")}`);
    setHidden(this.#empty, all.length > 0);
    setHidden(this.#state, all.length === 0); // the sentence in the middle says it
    setHidden(this.#row, all.length === 0);
    setText(this.#time, texts.hour(wall));
    const title = `${this.#event.textContent} · touchmove`;
    if (document.title !== title) document.title = title;
  }

  /** Two pixels to and fro every ten minutes, to avoid burn-in. */
  #shift(now: number): void {
    const at = Math.floor(now / shiftEvery) % 4;
    const to = ["", "translate(2px,0)", "translate(2px,2px)", "translate(0,2px)"][at]!;
    if (this.#main.style.transform !== to) this.#main.style.transform = to;
  }

  resized(): void {
    this.#laidFor = "";
    resize(this.#railTiles);
    this.#drawAll();
  }

  key(e: KeyboardEvent): boolean {
    const tiles = [...this.#tiles.values()];
    if (/^[0-9]$/.test(e.key)) {
      this.#typed += e.key;
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => (this.#typed = ""), 1200);
      tiles.find((t) => boardLabel(t.board.id) === this.#typed)?.element.focus();
      return true;
    }
    const columns = getComputedStyle(this.#grid).gridTemplateColumns.split(" ").length;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
    const by = steps[e.key];
    if (by === undefined || tiles.length === 0) return false;
    const at = tiles.findIndex((t) => t.element === document.activeElement);
    const to = at < 0 ? 0 : at + by;
    tiles[Math.max(0, Math.min(tiles.length - 1, to))]!.element.focus();
    return true;
  }

  destroy(): void {
    this.#end();
    clearTimeout(this.#typing);
    this.#sizes.disconnect();
    this.#clear();
    this.root.remove();
  }
}

/** Measures first and then writes, so that the page is laid out once for all of them. */
function resize(tiles: Tile[]): void {
  const places = tiles.map((t) => t.place);
  tiles.forEach((t, i) => t.resize(places[i]!));
}
