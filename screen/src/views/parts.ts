// Parts that several views share: the state line, a clock, a player's facts.

import type { Board } from "../board.ts";
import { formatClock } from "../clock.ts";
import type { Shown } from "../clock.ts";
import { h, setAttribute, setClass, setHidden, setText, Sign, triangle } from "../dom.ts";
import type { Line } from "../line.ts";
import { share } from "../line.ts";
import { names } from "../notation.ts";
import type { Player } from "../payload.ts";
import type { Context } from "./view.ts";

export type Side = "white" | "black";

/** The state line under a board. */
export class StateLine {
  readonly element: HTMLElement;
  readonly live: HTMLButtonElement;
  readonly #sign = new Sign();
  readonly #atSign = new Sign();
  readonly #strong = h("b");
  readonly #rest = h("span");
  readonly #at = h("span");
  readonly #atBox: HTMLElement;
  readonly #say: HTMLElement;
  readonly #liveText = h("span");
  readonly #liveSign = new Sign("last");
  #text = "";

  constructor(toLive: () => void) {
    this.#say = h("div", { class: "say" }, this.#strong, this.#rest);
    this.#atBox = h("div", { class: "at" }, this.#atSign.element, this.#at);
    this.live = h("button", { class: "go", type: "button", hidden: true }, this.#liveText, this.#liveSign.element);
    this.live.addEventListener("click", toLive);
    this.element = h("div", { class: "state", role: "status", "aria-live": "off" },
      this.#sign.element, this.#say, this.live, this.#atBox);
  }

  fit(): void {
    shrink(this.#say);
  }

  /** back says where a reader can go who looks at an earlier move or at no board; "" for any other. */
  show(l: Line, back: string, sign = "last"): void {
    setClass(this.element, `state ${l.kind}`);
    setAttribute(this.element, "data-state", l.state);
    this.#sign.show(l.icon);
    setText(this.#strong, l.strong);
    setText(this.#rest, l.rest ? (l.rest.startsWith(",") || l.strong.endsWith(":") ? "" : " · ") + (l.strong.endsWith(":") ? " " : "") + l.rest : "");
    this.#atSign.show(l.atIcon ?? "");
    setText(this.#at, l.at);
    if (back) {
      setText(this.#liveText, back);
      setAttribute(this.live, "aria-label", back);
      this.#liveSign.show(sign);
    }
    setHidden(this.live, !back);
    setHidden(this.#atBox, back !== "" && l.atIcon === null);
    const text = `${l.strong}${l.rest}${l.at.length}${back}`;
    if (text === this.#text) return;
    this.#text = text;
    this.fit();
  }
}

/** If a sentence is too long for its line, its font becomes slightly smaller; if that is not enough, it takes two lines. */
export function shrink(say: HTMLElement): void {
  say.style.fontSize = "";
  say.classList.remove("two");
  if (say.clientWidth === 0) return;
  // On one line its width gives the size; on two lines the right size must be tried.
  const size = 0.99 * (say.clientWidth / say.scrollWidth);
  if (size < 0.75) say.classList.add("two");
  else if (size < 0.99) say.style.fontSize = `${size}em`;
  const room = (): number => Math.min(say.clientHeight, say.parentElement!.clientHeight) + 1;
  for (let em = 0.95; em > 0.6 && say.scrollHeight > room(); em -= 0.05) say.style.fontSize = `${em}em`;
}

/**
 * A clock, or after the game the player's share of the point; on a board without clocks, a mark for the
 * player to move.
 */
export class ClockBox {
  readonly element: HTMLElement;
  readonly #triangle = triangle();
  readonly #text = h("span");

  constructor(readonly className: string, readonly withTriangle: boolean, readonly toPlay: string) {
    this.element = h("div", { class: className }, this.#triangle, this.#text);
    this.#triangle.toggleAttribute("hidden", true);
  }

  show(board: Board | null, side: Side, clocks: Shown | null, frozen: boolean): void {
    const over = board?.over ?? false;
    if (over && board?.state) {
      const points = share(board.state.result, side);
      this.#write(`${this.className} res${points === "1" ? " won" : ""}`, points, false);
      return;
    }
    const ms = clocks?.[side] ?? null;
    const s = board?.state;
    if ((!clocks || ms === null) && s?.phase === "playing" && s.turn === side && !frozen) {
      this.#write(this.className + " run turn", this.toPlay, this.withTriangle || this.toPlay === "");
      return;
    }
    if (!clocks || ms === null) {
      this.#write(this.className + " none", "", false);
      return;
    }
    const runs = clocks.runs === side && !frozen && !clocks.stale;
    const low = board!.isLow(ms) && !frozen;
    this.#write(this.className + (low ? " low" : "") + (runs ? " run" : "") + (clocks.stale || frozen ? " stale" : ""), formatClock(ms), runs && this.withTriangle);
  }

  #write(cls: string, text: string, triangle: boolean): void {
    setClass(this.element, cls);
    setText(this.#text, text);
    if (this.#triangle.hasAttribute("hidden") === triangle) this.#triangle.toggleAttribute("hidden", !triangle);
  }
}

/** Grey and still: the feed or the board is gone. */
export function isGone(c: Context, board: Board | null): boolean {
  return board !== null && !board.over && (c.store.lost || board.availability === "offline");
}

/** A surname in large letters; "White" while the player is unknown. */
export function surname(c: Context, board: Board | null, side: Side): string {
  return names(board?.player(side).name).surname || (board?.state ? c.texts.side(side) : "");
}

/** Title, federation and rating, in that order, as far as known. */
export function facts(p: Player): string {
  return [p.title, p.federation, p.rating ? String(p.rating) : ""].filter((x) => x).join(" · ");
}

/** Round and board, as "Round 3 · Board 7". */
export function place(c: Context, board: Board | null, id: string): string {
  const number = /(\d+)$/.exec(id)?.[1];
  const boardText = number ? c.texts.t("board", { n: Number(number) }) : id;
  return [board?.round ? c.texts.t("round", { n: board.round }) : "", boardText].filter((x) => x).join(" · ");
}
