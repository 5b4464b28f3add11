// One board of a wall: large with two rows of facts, or small with its number and sign next to the
// board. White is always at the bottom.

import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import { h, Name, setAttribute, setClass, setText, Sign } from "../dom.ts";
import { delayMinutes, lineOf, printedResult } from "../line.ts";
import { numbered } from "../notation.ts";
import { drawn, transitionTo } from "../drawing.ts";
import { TileBoard } from "../tileboard.ts";
import { ClockBox, isGone, surname } from "./parts.ts";
import type { Side } from "./parts.ts";
import { notTrusted } from "./nottrusted.ts";
import { capital } from "../texts.ts";
import type { Context } from "./view.ts";

export type Size = "two" | "front" | "sm";

/** The content of a tile's tag. */
interface Tag {
  kind: "" | "half" | "fix" | "doubt" | "gone" | "done" | "time";
  sign: string;
  text: string;
}

export class Tile {
  readonly element: HTMLAnchorElement;
  readonly #c: Context;
  readonly #board: TileBoard;
  readonly #names: Record<Side, Name> = { white: new Name("n"), black: new Name("n") };
  readonly #clocks: Record<Side, ClockBox>;
  readonly #id = new Name("m", true);
  readonly #move = new Name("m", true);
  readonly #tag = h("div", { class: "tag" });
  readonly #tagSign = new Sign();
  readonly #tagText = new Name("tx", true);
  readonly #gutterNumber = h("span");
  readonly #gutter = h("span");
  readonly #gutterSign = new Sign();
  readonly #number = h("span", { class: "no" });
  /** The board in one sentence, for screen readers: what is visible is scattered around the position. */
  readonly #said = h("span", { class: "vh" });
  board: Board;
  #link = "";
  #clockRoom = "";
  #unfitted = true;

  constructor(c: Context, board: Board, readonly size: Size) {
    this.#c = c;
    this.board = board;
    const bd = h("div", { class: "bd" });
    const two = size === "two";
    const sm = size === "sm";
    const clock = (): ClockBox => new ClockBox("c", false, sm ? "" : c.texts.t("toplay"));
    this.#clocks = { white: clock(), black: clock() };
    const bar = (side: Side): HTMLElement => h("div", { class: `bar${two ? " two" : ""} ${side === "white" ? "w" : "b"}`, "aria-hidden": "true" },
      sm ? null : h("i", { class: `sw ${side === "white" ? "w" : "b"}` }),
      this.#names[side].element,
      two ? (side === "black" ? this.#id : this.#move).element : null,
      this.#clocks[side].element);
    this.#tag.append(this.#tagSign.element, this.#tagText.element);
    this.#gutter.append(this.#gutterSign.element);
    this.element = h("a", { class: `tile ${size}` },
      this.#said,
      sm ? h("div", { class: "gut", "aria-hidden": "true" }, this.#gutterNumber, this.#gutter) : null,
      bar("black"), bd, bar("white"),
      sm ? null : h("div", { class: "tagrow", "aria-hidden": "true" }, this.#tag, size === "front" ? this.#number : null));
    this.element.addEventListener("click", (e) => {
      if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
      e.preventDefault();
      c.go({ view: "one", board: this.board.id, event: this.board.event });
    });
    this.#board = new TileBoard(bd);
  }

  /** The current place of its board on the page, for resize. */
  get place(): DOMRect {
    return this.#board.place;
  }

  /** Adapts to the size of its place. Read the places of all tiles before resizing any. */
  resize(place: DOMRect): void {
    this.#board.resize(place);
    this.#unfitted = true;
  }

  /** The texts whose available width may have changed, to be fitted together with those of other tiles. */
  unfitted(): Name[] {
    if (!this.#unfitted) return [];
    this.#unfitted = false;
    return [this.#names.white, this.#names.black, this.#tagText, ...(this.size === "two" ? [this.#id, this.#move] : [])];
  }

  /** The clocks alone, between two drawings. */
  tick(): void {
    const c = this.#c;
    const b = this.board;
    const clocks = b.clocks(c.store.times.mono(), c.store.frozenSince);
    if (!clocks || clocks.runs === "none" || b.over) return;
    this.#clocks[clocks.runs].show(b, clocks.runs, clocks, isGone(c, b));
  }

  draw(front: boolean): void {
    const c = this.#c;
    const { store, texts } = c;
    const b = this.board;
    const s = b.state;
    const now = store.times.mono();
    const gone = isGone(c, b);
    const clocks = b.clocks(now, c.store.frozenSince);
    const d = drawn(b, null, now);
    const tag = this.#tagOf(now, gone);
    const label = boardLabel(b.id);
    const hot = tag.kind === "time" || (!gone && b.trouble(clocks) !== Infinity);
    setClass(this.element, `tile ${this.size}${this.size === "two" ? " wide" : ""}${hot ? " hot" : ""}${front && b.over ? " fin" : ""}${gone ? " off" : ""}${s ? "" : " unknown"}`);
    const last = s && s.moves.length > 0 ? numbered(s.ply, texts.san(s.moves[s.moves.length - 1]!.san)) : "";
    this.#board.show(d.placement, d.marks, (standing) => transitionTo(b, standing, d.count));
    for (const side of ["white", "black"] as const) {
      if (this.#names[side].change(surname(c, b, side))) this.#unfitted = true;
      this.#clocks[side].show(b, side, clocks, gone);
    }
    // A clock that has another width changes the width left for the name.
    const room = (["white", "black"] as const).map((side) => this.#clocks[side].element.textContent?.length).join();
    if (room !== this.#clockRoom) {
      this.#clockRoom = room;
      this.#unfitted = true;
    }
    if (this.#id.change(/\d$/.test(b.id) ? texts.t("board", { n: label }) : b.id)) this.#unfitted = true;
    if (this.#move.change(last)) this.#unfitted = true;
    setClass(this.#tag, `tag ${tag.kind}`);
    this.#tagSign.show(tag.sign);
    if (this.#tagText.change(tag.text)) this.#unfitted = true;
    setText(this.#gutterNumber, label);
    setClass(this.#gutter, tag.kind);
    this.#gutterSign.show(tag.sign);
    setText(this.#number, label);
    const line = lineOf({ store, board: b, texts, shown: null, delay: c.params.delay, named: "" });
    setAttribute(this.element, "data-state", line.state);
    const players = [surname(c, b, "white"), surname(c, b, "black")].filter((x) => x).join(" – ");
    setText(this.#said, [`${texts.t("board", { n: label })}: ${players}`, last, [line.strong, line.rest].filter((x) => x).join(" ")].filter((x) => x).join(", "));
    const link = c.link({ view: "one", board: b.id, event: b.event });
    if (link !== this.#link) {
      this.#link = link;
      this.element.href = link;
    }
  }

  #tagOf(now: number, gone: boolean): Tag {
    const { store, texts, params } = this.#c;
    const b = this.board;
    const s = b.state;
    if (!s) return { kind: "", sign: b.availability === "offline" ? "gone" : "wait", text: b.availability === "offline" ? texts.t("offline") : "" };
    if (store.lost) return { kind: "gone", sign: "wait", text: texts.t("reconnecting") };
    if (b.over) return { kind: "done", sign: "done", text: `${texts.t("finishedtag")} · ${printedResult(s.result)}` };
    if (gone) {
      // Only a page that saw it go knows since when.
      const since = b.offlineSince === null ? "" : ` ${texts.t("since", { t: texts.hour(b.offlineSince) })}`;
      return { kind: "gone", sign: "gone", text: texts.t("offlinetag") + since };
    }
    if (s.phase === "playing" && s.differ.length > 0) return { kind: "doubt", sign: "doubt", text: texts.t("checking") };
    const fix = b.corrected(now);
    if (fix?.now) {
      const text = texts.t("corrected", { a: numbered(fix.ply, texts.san(fix.now)), b: "" });
      return { kind: "fix", sign: "fix", text: text.slice(0, text.indexOf(",")) };
    }
    if (fix) return { kind: "fix", sign: "fix", text: texts.t("retracted", { b: numbered(fix.ply, texts.san(fix.was)) }) };
    if (b.trouble(b.clocks(now, this.#c.store.frozenSince)) !== Infinity) return { kind: "time", sign: "time", text: texts.t("timetrouble") };
    if (s.phase === "waiting") return { kind: "", sign: "wait", text: capital(texts.t("settingup")) };
    if (s.unseen.length > 0 || b.availability === "degraded") return { kind: "half", sign: "half", text: notTrusted(b, texts) };
    if (delayMinutes(b, params.delay) > 0) return { kind: "", sign: "delay", text: texts.t("delay", { n: delayMinutes(b, params.delay) }) };
    return { kind: "", sign: "", text: "" };
  }

  destroy(): void {
    this.element.remove();
  }
}

