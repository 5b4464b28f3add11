// The arbiter's view. On the left is what needs a person, with a line per board, and all
// boards below. In the middle is the chosen board, with everything that can be done to it at
// its foot. On the right are its actions, record and sensors. Only lists scroll, each in its
// own area. On a phone these are three pages, chosen at the bottom.

import type { Act } from "../acts.ts";
import { acknowledge, actOf, groups, undo } from "../acts.ts";
import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import type { Answer, CommandSender } from "../commands.ts";
import { h, setAttribute, setClass, setHidden, setText } from "../dom.ts";
import type { Store } from "../store.ts";
import { ActionList } from "./actions.ts";
import { ArbiterHead } from "./arbiterhead.ts";
import { BoardPanel } from "./boardpanel.ts";
import { CardList } from "./cardlist.ts";
import { answerButtons } from "./cardbuttons.ts";
import type { CardButton } from "./cardbuttons.ts";
import { cardsOf } from "./cards.ts";
import type { Card } from "./cards.ts";
import { EventList } from "./eventlist.ts";
import { ActDialog } from "./form.ts";
import { Health } from "./health.ts";
import { LampMap } from "./lampmap.ts";
import { isGone } from "./parts.ts";
import { GameRecord } from "./record.ts";
import { Rights } from "./rights.ts";
import { BoardStrip } from "./strip.ts";
import { TabBar, tabs } from "./tabs.ts";
import type { Tab } from "./tabs.ts";
import type { Context, View } from "./view.ts";
import { answerText, claimAnswer, playersOf } from "./wording.ts";

export class ArbiterView implements View {
  readonly root = h("div", { class: "view" });
  readonly keys: [string, string][] = [
    ["J K", "key.card"], ["Enter 1 – 4", "key.button"], ["S", "key.stop"], ["U", "key.undo"], ["/", "key.find"], ["A", "key.silence"],
  ];
  readonly #c: Context;
  readonly #sender: CommandSender;
  readonly #main = h("main", { class: "arb" });
  readonly #head: ArbiterHead;
  readonly #list: CardList;
  readonly #title = h("span");
  readonly #find = h("input", { type: "search" });
  readonly #panel: BoardPanel;
  readonly #events: EventList;
  readonly #actions: ActionList;
  readonly #record: GameRecord;
  readonly #health: Health;
  readonly #lamps: LampMap;
  readonly #strip: BoardStrip;
  readonly #answer = h("p", { class: "answer", role: "status" });
  /** A claim that was accepted, while the desk does not have its result yet. */
  #claimed: { board: Board; what: string; since: number; said: string } | null = null;
  readonly #tabs: TabBar;
  readonly #dialog: ActDialog;
  readonly #rights: Rights;
  /** Why not everything can be done to the chosen board. */
  readonly #role = h("p", { class: "role", hidden: true });
  /** The buttons at the foot, each with what it offers. */
  readonly #offers: { button: HTMLButtonElement; acts: readonly Act[] }[] = [];
  #cards: Card[] = [];
  #chosenCard = "";
  #chosenBoard = "";
  /** Nobody has chosen a board yet: the page shows the most urgent one. */
  #byItself = true;

  constructor(c: Context, sender: CommandSender) {
    this.#c = c;
    this.#sender = sender;
    const { texts } = c;
    this.#rights = new Rights(sender, () => this.draw());
    this.#dialog = new ActDialog(texts, (board, act) => this.#rights.may(board, act), (board, act, keys, seen) => this.#send(board, act, texts.t(`act.${act.id}`), keys, seen));
    this.#head = new ArbiterHead(texts, () => this.#toggleSound());
    this.#list = new CardList(texts, {
      chosen: (card, whole) => {
        this.#byItself = false;
        this.#choose(card);
        if (whole) this.#turnTo("board");
        this.draw();
      },
      pressed: (button, board) => void this.#press(button, board),
    });
    this.#panel = new BoardPanel(c, (number) => this.#answerQuestion(number));
    this.#events = new EventList(texts);
    this.#actions = new ActionList(texts, (board) => this.#rights.may(board, undo), (board, d) => this.#undo(board, d.number), () => this.draw());
    this.#record = new GameRecord(c);
    this.#health = new Health(texts);
    this.#lamps = new LampMap(texts);
    this.#strip = new BoardStrip(c, (board) => {
      this.#chooseBoard(board);
      this.#turnTo("board");
      this.draw();
    });
    this.#tabs = new TabBar((tab) => this.#turnTo(tab));
    this.#find.setAttribute("aria-label", texts.t("key.find"));
    this.#find.setAttribute("placeholder", texts.t("key.find"));
    this.#find.addEventListener("input", () => this.#search());
    this.#main.append(this.#head.element, this.#list.element,
      h("section", { class: "mid" }, h("h2", {}, this.#title, this.#find), h("div", { class: "stage" }, ...this.#panel.elements, this.#events.element), this.#actBar()),
      h("aside", { class: "rt" }, this.#actions.element, this.#record.element, this.#health.element, this.#lamps.element),
      this.#strip.element, this.#answer, this.#tabs.element);
    this.#open(tabOfEntry());
    this.root.append(this.#main);
    requestAnimationFrame(() => this.resized());
    this.draw();
  }

  /** The buttons for everything that can be done to the chosen board. */
  #actBar(): HTMLElement {
    const { texts } = this.#c;
    const stop = h("button", { type: "button", class: "stop" }, texts.t("stop"));
    stop.addEventListener("click", () => this.#stopClocks());
    this.#offers.push({ button: stop, acts: [actOf("stop-clocks")] });
    const bar = h("div", { class: "bt does" }, this.#role, stop);
    for (const group of groups) {
      const b = h("button", { type: "button", "data-group": group.name, "aria-haspopup": "dialog" }, texts.t(`group.${group.name}`));
      b.addEventListener("click", () => {
        const board = this.#board();
        if (!board) return;
        this.#stay(board);
        this.#dialog.menu(board, group);
      });
      this.#offers.push({ button: b, acts: group.acts });
      bar.append(b);
    }
    return bar;
  }

  /** A person goes to a page of a small screen: an entry of the browser's history, so that Back does not leave the desk. */
  #turnTo(tab: Tab): void {
    if (isSmall() && tab !== tabOfEntry()) history.pushState({ tab }, "");
    this.#open(tab);
  }

  /** The browser went back or forward. */
  moved(): void {
    this.#open(tabOfEntry());
    this.draw();
  }

  /** Shows one of the three pages of a small screen; a large one shows all. */
  #open(tab: Tab): void {
    setAttribute(this.#main, "data-tab", tab);
    this.#tabs.open(tab);
    if (isSmall()) window.scrollTo(0, 0);
    requestAnimationFrame(() => this.#panel.resize());
  }

  #boards(): Board[] {
    const { store, params } = this.#c;
    return store.shown.filter((b) => !params.event || b.event === params.event);
  }

  #board(): Board | null {
    const all = this.#boards();
    return all.find((b) => b.key === this.#chosenBoard) ?? all.find((b) => b.id === this.#c.params.board) ?? all[0] ?? null;
  }

  changed(): void {}

  draw(): void {
    const { store, texts } = this.#c;
    const boards = this.#boards();
    const wall = store.times.wall();
    const cards = cardsOf(boards, texts, wall).map((k) => this.#allowed(k));
    if (this.#byItself && cards.length > 0) {
      this.#choose(cards[0]!);
      this.#byItself = !store.connection.settled; // until then the most urgent may still be on its way
    }
    this.#cards = cards;
    const board = this.#board();
    if (board) this.#rights.ask(board);
    this.#drawOffers(board, boards);
    const known = !isCut(store, boards);
    this.#list.show(cards, this.#chosenCard, board, wall, store.connection.settled, known);
    this.#head.show(store, boards, cards, this.#list.beep.silent, wall, known);
    setText(this.#title, board ? `${texts.t("board", { n: boardLabel(board.id) })} · ${playersOf(board, texts)}` : "");
    setClass(this.#main, `arb${board ? (isGone(this.#c, board) ? " off" : "") : known ? "" : " off"}`);
    this.#panel.show(board, cards.some((k) => k.board === board && k.kind === "illegal_move"), this.#rights.may(board, actOf("answer")));
    this.#events.show(board);
    this.#record.show(board);
    this.#health.show(board, board ? boardLabel(board.id) : "", known && board?.availability !== "offline");
    this.#lamps.show(board, board ? boardLabel(board.id) : "");
    this.#strip.show(boards, cards, board);
    this.#actions.show(board, boards);
    this.#drawTabs(board, cards);
    this.#answerClaim();
  }

  /** A card without the buttons that this person may not press. */
  #allowed(card: Card): Card {
    const may = (act: Act): boolean => this.#rights.may(card.board, act);
    return { ...card, buttons: card.buttons.filter((b) => may(b.act)), acknowledge: may(acknowledge) ? card.acknowledge : null };
  }

  #drawOffers(board: Board | null, boards: Board[]): void {
    for (const { button, acts } of this.#offers) {
      setHidden(button, !acts.some((a) => this.#rights.may(board, a)));
      button.disabled = board === null || isCut(this.#c.store, boards);
    }
    const text = this.#rights.text(board, this.#c.texts);
    setText(this.#role, text);
    setHidden(this.#role, text === "");
  }

  #drawTabs(board: Board | null, cards: Card[]): void {
    const { texts } = this.#c;
    const open = cards.filter((k) => !k.seen && k.urgency !== "g").length;
    this.#tabs.show({
      needs: `${texts.t("tabneeds")}${open ? ` (${open})` : ""}`,
      board: board ? texts.t("board", { n: boardLabel(board.id) }) : texts.t("tabboard"),
      done: texts.t("tabdone"),
    }, cards.some((k) => k.urgency === "a" && !k.seen));
  }

  #choose(card: Card): void {
    this.#chosenCard = card.key;
    this.#chosenBoard = card.board.key;
  }

  #chooseBoard(board: Board): void {
    this.#byItself = false;
    this.#chosenBoard = board.key;
    this.#chosenCard = "";
  }

  /** Somebody works at this board, so the page does not go to another by itself. */
  #stay(board: Board): void {
    this.#byItself = false;
    this.#chosenBoard = board.key;
  }

  /** A button of a card. If it is dangerous, its form or a description of its effect comes first. */
  async #press(b: CardButton, board: Board | null): Promise<void> {
    if (!board) return;
    this.#stay(board);
    const seen = b.act.free ? null : (board.state?.seq ?? null);
    if (b.form) this.#dialog.form(board, b.act, b.keys);
    else if (b.act.ask) this.#dialog.check(board, b.act, { ...b.keys }, seen, null);
    else await this.#send(board, b.act, b.label, { ...b.act.fixed, ...b.keys }, seen);
  }

  /** Answers the open question of the chosen board with the candidate of this number. */
  #answerQuestion(number: number): void {
    const board = this.#board();
    const b = board && answerButtons(board, this.#c.texts)[number];
    if (b && this.#rights.may(board, b.act)) void this.#press(b, board);
  }

  #stopClocks(): void {
    if (this.#rights.may(this.#board(), actOf("stop-clocks"))) void this.#press({ label: this.#c.texts.t("stop"), act: { ...actOf("stop-clocks"), ask: true }, keys: {} }, this.#board());
  }

  #undo(board: Board, number: number): void {
    this.#dialog.check(board, undo, { action: number }, board.state?.seq ?? null, null);
  }

  #undoLatest(): void {
    const board = this.#board();
    const number = board?.desk?.undoable ?? 0;
    if (board && number > 0 && this.#rights.may(board, undo)) this.#undo(board, number);
  }

  /** Sends an act and shows the answer. */
  async #send(board: Board, act: Act, label: string, keys: Record<string, unknown>, seen: number | null): Promise<Answer> {
    const { texts } = this.#c;
    const of = `${texts.t("board", { n: boardLabel(board.id) })}, ${label}`;
    setText(this.#answer, this.#sender.feed() ? `${of}: ${texts.t("sent")}` : "");
    const latest = latestAction(board);
    const a = await this.#sender.send(board, act.command, keys, seen);
    setText(this.#answer, `${of}: ${answerText(a, texts)}`);
    setClass(this.#answer, a.ok ? "answer" : "answer no");
    const answered = act.command === "claim" || keys.what === "colours-swapped";
    this.#claimed = a.ok && answered ? { board, what: String(keys.what), since: latest, said: `${of}: ${answerText(a, texts)}` } : null;
    this.#answerClaim();
    return a;
  }

  /** Adds the evidence of the record to the answer to a claim, once the desk has it. */
  #answerClaim(): void {
    const c = this.#claimed;
    if (!c || latestAction(c.board) <= c.since) return;
    const lines = claimAnswer(c.board, c.what, this.#c.texts);
    if (lines.length === 0) return;
    setText(this.#answer, `${c.said}. ${lines.join(" ")}`);
    this.#claimed = null;
  }

  #search(): void {
    const q = this.#find.value.trim().toLowerCase();
    if (!q) return;
    const found = this.#boards().find((b) => boardLabel(b.id) === q || b.id === q) ?? this.#boards().find((b) => playersOf(b, this.#c.texts).toLowerCase().includes(q));
    if (!found) return;
    this.#chooseBoard(found);
    this.draw();
  }

  #toggleSound(): void {
    this.#list.beep.silent = !this.#list.beep.silent;
    this.draw();
  }

  resized(): void {
    this.#panel.resize();
    this.draw();
  }

  key(e: KeyboardEvent): boolean {
    switch (e.key) {
      case "j":
      case "k":
        this.#step(e.key === "j" ? 1 : -1);
        return true;
      case "s":
        this.#stopClocks();
        return true;
      case "u":
        this.#undoLatest();
        return true;
      case "/":
        this.#find.focus();
        return true;
      case "a":
        this.#toggleSound();
        return true;
      case "Enter": {
        const target = document.activeElement;
        if (target instanceof HTMLElement && target !== document.body) return false;
        return this.#list.press(this.#chosenCard, 0);
      }
      case "1":
      case "2":
      case "3":
      case "4":
        return this.#list.press(this.#chosenCard, Number(e.key) - 1);
    }
    return false;
  }

  /** Chooses the next card, or the previous one with -1. */
  #step(by: number): void {
    const at = this.#cards.findIndex((k) => k.key === this.#chosenCard);
    const next = this.#cards[Math.max(0, Math.min(this.#cards.length - 1, at + by))];
    this.#byItself = false;
    if (next) this.#choose(next);
    this.draw();
  }

  destroy(): void {
    this.#dialog.close();
    this.#panel.destroy();
    this.root.remove();
  }
}

/** The number of the latest action on the desk, 0 for none. */
function latestAction(board: Board): number {
  return board.desk?.actions.at(-1)?.number ?? 0;
}

/** Whether nothing is known of the boards now: nothing has come yet, or the connection has been gone for a while. */
function isCut(store: Store, boards: Board[]): boolean {
  return store.lost || (store.connection.phase !== "open" && boards.length === 0);
}

/** Whether the screen shows one of three pages at a time. */
function isSmall(): boolean {
  return matchMedia("(max-width:1000px)").matches;
}

/** The page that belongs to the current entry of the browser's history. */
function tabOfEntry(): Tab {
  const tab = (history.state as { tab?: unknown } | null)?.tab;
  return tabs.find((t) => t === tab) ?? "needs";
}
