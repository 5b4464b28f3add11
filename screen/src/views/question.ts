// Which of several moves was made, if the board cannot tell: each with the position
// after it, the evidence of the sensors for and against it, and a button. No button is
// highlighted, as the page favours none. Probabilities are not shown.

import type { Board } from "../board.ts";
import { BoardView } from "../boardview.ts";
import { placementOf, squareIndex } from "../chess.ts";
import { h, setHidden, setText, Sign } from "../dom.ts";
import { noMarks } from "../marks.ts";
import { numbered } from "../notation.ts";
import type { Candidate, Ground, Question } from "../payload.ts";
import type { Texts } from "../texts.ts";

/** The open question about the game on the board, null if there is none. */
export function questionOf(b: Board | null): Question | null {
  const q = b?.desk?.question ?? null;
  return q && Array.isArray(q.candidates) && q.candidates.length > 1 && (!b!.state || b!.desk!.game === b!.state.game) ? q : null;
}

/** "Did Black play 38... Nxg7 or 38... Nxh4?"; no further move comes last, however likely it is. */
export function questionText(q: Question, texts: Texts): string {
  const moves = [...q.candidates.filter((c) => !isNone(c)), ...q.candidates.filter(isNone)].map((c) => moveText(q, c, texts));
  const last = moves.pop()!;
  return texts.t("ask.which", { side: texts.side(q.by), a: `${moves.join(", ")} ${texts.t("ask.or")} ${last}` });
}

/** The candidate that the game ended before this half-move; it has no squares. */
function isNone(c: Candidate): boolean {
  return c.uci === "0000";
}

/** The move as the question names it, or, alone, as the title of its answer. */
function moveText(q: Question, c: Candidate, texts: Texts, none: "ask.none" | "ask.none.title" = "ask.none"): string {
  return isNone(c) ? texts.t(none) : numbered(q.ply, texts.san(c.san));
}

/** What the command answer says for a candidate; the list of actions shows it. */
export function answerOf(c: Candidate): string {
  return isNone(c) ? "none" : c.uci;
}

/** "It was 38... Nxg7" */
export function answerText(q: Question, c: Candidate, texts: Texts): string {
  return isNone(c) ? texts.t("ask.it.none") : texts.t("ask.it", { a: moveText(q, c, texts) });
}

/** The evidence of the sensors, as a sentence. */
function groundText(g: Ground, texts: Texts): string {
  if (g.lasted_ms !== undefined) return texts.t("ground.victim-seen.for", { s: g.square, t: (g.lasted_ms / 1000).toLocaleString(texts.lang, { maximumFractionDigits: 1 }) });
  const key = `ground.${g.what}`;
  return texts.has(key) ? texts.t(key, { s: g.square }) : g.what;
}

interface Choice {
  element: HTMLElement;
  board: BoardView;
  title: HTMLElement;
  beside: HTMLElement;
  grounds: HTMLElement;
  button: HTMLButtonElement;
}

export class QuestionPanel {
  readonly element: HTMLElement;
  readonly #title = h("b");
  readonly #list = h("div", { class: "cands" });
  readonly #choices: Choice[] = [];
  #of = "";

  /** answer is called with the candidate's number. */
  constructor(readonly texts: Texts, readonly answer: (number: number) => void) {
    this.element = h("section", { class: "asked", hidden: true },
      h("div", { class: "ask" }, new Sign("ask").element, h("div", {}, this.#title, h("p", {}, texts.t("hint.question")))), this.#list);
  }

  /** Shows the open question, with buttons for those who may answer; false if there is none. */
  show(b: Board | null, flipped: boolean, mayAnswer: boolean): boolean {
    const q = questionOf(b);
    setHidden(this.element, q === null);
    if (!q) return false;
    const key = `${b!.key} ${flipped} ${mayAnswer} ${this.texts.lang} ${JSON.stringify(q)}`;
    if (key === this.#of) return true;
    this.#of = key;
    setText(this.#title, questionText(q, this.texts));
    while (this.#choices.length < q.candidates.length) this.#add();
    for (const c of this.#choices) setHidden(c.button, !mayAnswer);
    this.#choices.forEach((c, i) => this.#fill(c, q, q.candidates[i], flipped));
    requestAnimationFrame(() => this.resize());
    return true;
  }

  #add(): void {
    const number = this.#choices.length;
    const title = h("b");
    const beside = h("span");
    const bd = h("div", { class: "bd" });
    const grounds = h("ul");
    const button = h("button", { type: "button" });
    button.addEventListener("click", () => this.answer(number));
    const element = h("article", { class: "cand" }, h("div", { class: "ct" }, title, beside), bd, grounds, h("div", { class: "bt" }, button));
    this.#list.append(element);
    this.#choices.push({ element, board: new BoardView(bd, true), title, beside, grounds, button });
  }

  #fill(choice: Choice, q: Question, c: Candidate | undefined, flipped: boolean): void {
    const { texts } = this;
    setHidden(choice.element, c === undefined);
    if (!c) return;
    const move = moveText(q, c, texts, "ask.none.title");
    setText(choice.title, move);
    setText(choice.beside, c.published ? texts.t("ask.published") : "");
    setText(choice.button, answerText(q, c, texts));
    const marks = isNone(c) ? noMarks : { ...noMarks, from: squareIndex(c.uci.slice(0, 2)), to: squareIndex(c.uci.slice(2, 4)) };
    choice.board.show(placementOf(c.fen), marks, flipped, move);
    choice.grounds.replaceChildren(...c.grounds.map((g) => h("li", { class: g.for ? null : "no" }, groundText(g, texts))));
  }

  resize(): void {
    for (const c of this.#choices) if (!c.element.hidden) c.board.resize();
  }

  destroy(): void {
    for (const c of this.#choices) c.board.destroy();
  }
}
