// The chosen board: its position and what must be put back, both players with their
// clocks, the evidence for a claim, and how to put the board right.

import type { Board } from "../board.ts";
import { BoardView } from "../boardview.ts";
import { placementOf } from "../chess.ts";
import { h, Name, setClass, setHidden, setText, Sign } from "../dom.ts";
import { noMarks } from "../marks.ts";
import { drawn, transitionTo } from "../drawing.ts";
import { Guide } from "./guide.ts";
import { StepMarks } from "./stepmarks.ts";
import { QuestionPanel } from "./question.ts";
import { ClockBox, isGone, surname } from "./parts.ts";
import type { Side } from "./parts.ts";
import type { Context } from "./view.ts";
import { brief, evidence, playersOf } from "./wording.ts";

interface PlayerBar {
  name: Name;
  illegal: HTMLElement;
  clock: ClockBox;
  element: HTMLElement;
}

export class BoardPanel {
  /** From top to bottom. */
  readonly elements: HTMLElement[];
  readonly #c: Context;
  readonly #left: BoardView;
  readonly #right: BoardView;
  readonly #leftText = h("b");
  readonly #leftBox: HTMLElement;
  readonly #rightBox: HTMLElement;
  readonly #steps: StepMarks;
  readonly #players: Record<Side, PlayerBar>;
  readonly #claim = h("section", { class: "evidence", hidden: true });
  readonly #brief = h("section", { class: "brief", hidden: true });
  readonly #guide: Guide;
  readonly #question: QuestionPanel;
  readonly #two: HTMLElement;

  /** answer is called with the number of the chosen candidate of the open question. */
  constructor(c: Context, answer: (number: number) => void) {
    this.#c = c;
    const toPlay = c.texts.t("toplay");
    this.#players = { white: playerBar("white", toPlay), black: playerBar("black", toPlay) };
    const left = h("div", { class: "bd" });
    const right = h("div", { class: "bd" });
    this.#rightBox = h("figure", { hidden: true }, h("figcaption", {}, new Sign("fix").element, h("b", {}, c.texts.t("toputback"))), right);
    this.#guide = new Guide(c.texts);
    this.#question = new QuestionPanel(c.texts, answer);
    this.#left = new BoardView(left, true);
    this.#right = new BoardView(right, true);
    this.#steps = new StepMarks(this.#right);
    this.#leftBox = h("figure", {}, h("figcaption", {}, this.#leftText), left);
    this.#two = h("div", { class: "two" }, this.#leftBox, this.#rightBox, this.#guide.element);
    this.elements = [this.#players.black.element, this.#guide.head, this.#two, this.#question.element, this.#players.white.element, this.#claim, this.#brief];
  }

  /**
   * wrong: an illegal move must be put back, if the position before it is known. mayAnswer: the person who looks
   * may answer questions.
   */
  show(b: Board | null, wrong: boolean, mayAnswer: boolean): void {
    const c = this.#c;
    const { texts, store } = c;
    const now = store.times.mono();
    const clocks = b?.clocks(now, c.store.frozenSince) ?? null;
    this.#guide.show(b, clocks?.runs === "white" || clocks?.runs === "black");
    const puts = this.#guide.squares(b).length > 0;
    const asks = this.#question.show(puts ? null : b, c.params.flip, mayAnswer);
    if (this.#two.hidden !== asks) {
      setHidden(this.#two, asks);
      requestAnimationFrame(() => this.resize());
    }
    this.#showBoards(b, wrong, now);
    for (const side of ["white", "black"] as const) {
      const p = this.#players[side];
      p.name.show(surname(c, b, side));
      const count = b?.illegalMoves(side) ?? 0;
      setText(p.illegal, count ? texts.t("ncount", { k: count }) : "");
      p.clock.show(b, side, clocks, b ? isGone(c, b) : false);
    }
    showLines(this.#claim, b ? evidence(b, texts) : []);
    showLines(this.#brief, b ? brief(b, texts) : []);
  }

  #showBoards(b: Board | null, wrong: boolean, now: number): void {
    const { texts, params } = this.#c;
    const s = b?.state ?? null;
    const d = drawn(b, null, now);
    const guided = this.#guide.squares(b);
    const restore = guided.length > 0 ? (b?.fen ?? "") : wrong ? String(b?.latestIllegal()?.restore ?? "") : "";
    const label = b ? playersOf(b, texts) : "";
    if (d.placement && guided.length > 0) Object.assign(d, { placement: this.#guide.standing(b, d.placement), marks: { ...noMarks, differ: guided } });
    this.#left.show(d.placement, d.marks, params.flip, label, transitionTo(b, this.#left.placement, d.count));
    setText(this.#leftText, s && s.differ.length > 0 && guided.length === 0 ? texts.t("known") : texts.t("now"));
    setHidden(this.#rightBox, !restore);
    if (restore) this.#right.show(placementOf(restore), noMarks, params.flip, texts.t("toputback"));
    this.#steps.show(restore ? this.#guide.next(b) : [], params.flip);
    const led = restore !== "" && guided.length > 0;
    if (this.#leftBox.hidden === led) return;
    // Where many pieces are missing, one position and a list say it better than two positions.
    setHidden(this.#leftBox, led);
    setClass(this.#two, led ? "two led" : "two");
    requestAnimationFrame(() => this.resize());
  }

  resize(): void {
    this.#left.resize();
    this.#right.resize();
    this.#question.resize();
  }

  destroy(): void {
    this.#left.destroy();
    this.#right.destroy();
    this.#question.destroy();
  }
}

function playerBar(side: Side, toPlay: string): PlayerBar {
  const name = new Name("n").watch();
  const illegal = h("span", { class: "il" });
  const clock = new ClockBox("c", false, toPlay);
  return { name, illegal, clock, element: h("div", { class: "pp" }, h("i", { class: side === "white" ? "sw w" : "sw b" }), name.element, illegal, clock.element) };
}

/** Shows lines after the first element of a section, or hides it if there are none. */
function showLines(section: HTMLElement, lines: string[]): void {
  setHidden(section, lines.length === 0);
  if (section.dataset.of === lines.join("\n")) return;
  section.dataset.of = lines.join("\n");
  section.replaceChildren(...lines.map((l, i) => (i === 0 ? h("h3", {}, l) : h("p", {}, l))));
}
