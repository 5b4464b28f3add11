// What needs a person: a line for each board, most urgent first, and for the chosen board every
// card with its buttons. It remembers when each card appeared, and sounds for a new one that
// somebody must act upon.

import type { Board } from "../board.ts";
import { ageText } from "../clock.ts";
import { h, setClass, setText, Sign } from "../dom.ts";
import type { Texts } from "../texts.ts";
import { acknowledge } from "../acts.ts";
import { Beep } from "./beep.ts";
import type { CardButton } from "./cardbuttons.ts";
import type { Card } from "./cards.ts";
import { playersOf } from "./wording.ts";

interface CardElement {
  element: HTMLElement;
  title: HTMLElement;
  players: HTMLElement;
  age: HTMLElement;
  buttons: HTMLButtonElement[];
  text: string;
}

export interface CardEvents {
  /** A card was chosen by one of its buttons, or opened as a whole. */
  chosen(card: Card, whole: boolean): void;
  pressed(button: CardButton, board: Board): void;
}

/** Cards that ask for a decision: no answer is highlighted, as none is the likelier one. */
const undecided = ["question", "claim", "king_move_doubt"];

export class CardList {
  readonly element: HTMLElement;
  readonly beep = new Beep();
  readonly #list = h("section", { class: "q" });
  readonly #quiet = h("p", { class: "quiet" });
  #elements = new Map<string, CardElement>();
  #firstSeen = new Map<string, number>();

  constructor(readonly texts: Texts, readonly events: CardEvents) {
    this.element = h("div", { class: "qcol" }, h("h2", {}, h("span", {}, texts.t("needsyou")), h("span", {}, "J K Enter")), this.#list);
  }

  /** board is the chosen one, even if it was not chosen by a card; audible: new cards may sound; known: the boards are heard. */
  show(cards: Card[], chosen: string, board: Board | null, wall: number, audible: boolean, known: boolean): void {
    this.#remember(cards, wall, audible);
    const there = new Set(cards.map((k) => k.key));
    for (const [key, e] of this.#elements) {
      if (there.has(key)) continue;
      e.element.remove();
      this.#elements.delete(key);
    }
    let before: Element | null = null;
    let of: Board | null = null; // the board of the previous card
    const near = cards.find((k) => k.key === chosen)?.board ?? board;
    for (const card of cards) {
      const e = this.#elementOf(card);
      setText(e.title, card.title);
      setText(e.age, card.ageless ? "" : ageText(wall - (this.#firstSeen.get(card.key) ?? wall)));
      setText(e.players, playersOf(card.board, this.texts));
      setClass(e.element, `card ${card.urgency}${card.key === chosen ? " sel" : ""}${card.seen ? " seen" : ""}${card.board === near ? " near" : ""}${card.board === of ? " more" : ""}`);
      of = card.board;
      const next: Element | null = before ? before.nextElementSibling : this.#list.firstElementChild;
      if (next !== e.element) this.#list.insertBefore(e.element, next);
      before = e.element;
    }
    if (cards.length > 0) return this.#quiet.remove();
    setText(this.#quiet, this.texts.t(known ? "nothing" : "nothingknown"));
    if (!this.#quiet.isConnected) this.#list.append(this.#quiet);
  }

  /** Presses a button of a card by its number; false if there is none. */
  press(key: string, number: number): boolean {
    const button = this.#elements.get(key)?.buttons[number];
    button?.click();
    return button !== undefined;
  }

  /** Remembers when each card was first seen, and sounds for new red ones. */
  #remember(cards: Card[], wall: number, audible: boolean): void {
    const there = new Set(cards.map((k) => k.key));
    for (const k of this.#firstSeen.keys()) if (!there.has(k)) this.#firstSeen.delete(k);
    for (const k of cards) {
      if (this.#firstSeen.has(k.key)) continue;
      this.#firstSeen.set(k.key, k.since || wall);
      if (k.urgency === "a" && !k.seen && audible) this.beep.ring();
    }
  }

  /** The element of a card, made again if more than its title and age has changed. */
  #elementOf(card: Card): CardElement {
    const text = `${card.urgency}|${card.text}|${card.buttons.map((a) => a.label + JSON.stringify(a.keys)).join()}|${card.seen}|${card.acknowledge !== null}`;
    const known = this.#elements.get(card.key);
    if (known?.text === text) return known;
    known?.element.remove();
    const made = this.#make(card, text);
    this.#elements.set(card.key, made);
    return made;
  }

  #make(card: Card, text: string): CardElement {
    const { texts } = this;
    const age = h("span", { class: "age" });
    const players = h("small");
    const title = h("b", {}, card.title);
    const even = undecided.includes(card.kind) || (card.kind === "unsigned" && card.buttons.length > 1);
    const buttons = card.buttons.slice(0, 4).map((a, i) => {
      const b = h("button", { type: "button", class: i === 0 && !even ? "pr" : null }, a.label);
      b.addEventListener("click", (ev) => {
        ev.stopPropagation();
        this.events.chosen(card, false);
        this.events.pressed(a, card.board);
      });
      return b;
    });
    const all = [...buttons];
    if (card.acknowledge) {
      const keys = card.acknowledge;
      const b = h("button", { type: "button", class: "seen", "aria-label": `${texts.t("act.acknowledge")}: ${card.title}` }, texts.t("act.acknowledge"));
      b.addEventListener("click", (ev) => {
        ev.stopPropagation();
        this.events.pressed({ label: texts.t("act.acknowledge"), act: acknowledge, keys }, card.board);
      });
      all.push(b);
    }
    const choose = h("button", { type: "button", class: "t" }, new Sign(card.icon).element, h("span", { class: "says" }, title, players), age);
    const element = h("article", { class: "card" }, choose, card.text ? h("p", {}, card.text) : null, all.length ? h("div", { class: "bt" }, ...all) : null);
    element.addEventListener("click", () => this.events.chosen(card, true));
    return { element, title, players, age, buttons, text };
  }
}
