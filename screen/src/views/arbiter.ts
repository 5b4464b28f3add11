// The arbiter's view: what needs a person on the left, the chosen board and all
// that can be done to it in the middle, what was done, its record and sensors on
// the right, all boards below. On a phone these are three pages, at the thumb.

import type { Act } from "../acts.ts";
import { acknowledge, actOf, groups, undo } from "../acts.ts";
import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import { BoardView } from "../boardview.ts";
import { placementOf } from "../chess.ts";
import { formatClock } from "../clock.ts";
import type { Answer, CommandSender } from "../commands.ts";
import { h, setAttribute, setClass, setHidden, setText, Sign } from "../dom.ts";
import { lineOf, printedResult } from "../line.ts";
import { noMarks } from "../marks.ts";
import { numbered } from "../notation.ts";
import { drawn, transitionTo } from "../shown.ts";
import type { Card, CardButton } from "./cards.ts";
import { cardsOf, eventText, playersOf } from "./cards.ts";
import { ActionList } from "./actions.ts";
import { ActDialog } from "./form.ts";
import { Guide } from "./guide.ts";
import { answerText, evidence } from "./wording.ts";
import { Health } from "./health.ts";
import { ClockBox, frozenSince, isGone, surname } from "./parts.ts";
import type { Side } from "./parts.ts";
import { Beep } from "./beep.ts";
import type { Context, View } from "./view.ts";

const eventsShown = 14;

/** Pages of a small screen. */
const tabs = ["needs", "board", "done"] as const;
type Tab = (typeof tabs)[number];

interface CardElement {
  element: HTMLElement;
  title: HTMLElement;
  age: HTMLElement;
  buttons: HTMLButtonElement[];
  text: string;
}

export class ArbiterView implements View {
  readonly root = h("div", { class: "view" });
  readonly keys: [string, string][] = [
    ["J K", "key.card"], ["Enter 1 – 4", "key.button"], ["S", "key.stop"], ["U", "key.undo"], ["/", "key.find"], ["A", "key.silence"],
  ];
  readonly #c: Context;
  readonly #sender: CommandSender;
  readonly #beep = new Beep();
  readonly #main = h("main", { class: "arb" });
  readonly #event = h("span", { class: "m" });
  readonly #actNow = counter("a", "alarm");
  readonly #checked = counter("d", "doubt");
  readonly #inOrder = counter("o", "live");
  readonly #feedState = h("span", { class: "m" });
  readonly #sound = h("button", { type: "button", class: "plain" });
  readonly #time = h("b", { class: "tn time" });
  readonly #cards = h("section", { class: "q" });
  readonly #title = h("span");
  readonly #find = h("input", { type: "search" });
  readonly #left: BoardView;
  readonly #right: BoardView;
  readonly #leftBox: HTMLElement;
  readonly #rightBox: HTMLElement;
  readonly #leftText = h("b");
  readonly #rightText = h("span");
  readonly #players: Record<Side, { name: HTMLElement; illegal: HTMLElement; clock: ClockBox }>;
  readonly #events = h("tbody");
  readonly #record = h("dl");
  readonly #recordTitle = h("span");
  readonly #health: Health;
  readonly #strip = h("section", { class: "strip" });
  readonly #answer = h("p", { class: "answer", role: "status" });
  readonly #bar: HTMLElement;
  readonly #dialog: ActDialog;
  readonly #actions: ActionList;
  readonly #guide: Guide;
  readonly #claim = h("section", { class: "evidence", hidden: true });
  readonly #tabs = new Map<Tab, HTMLButtonElement>();
  #cells = new Map<string, HTMLButtonElement>();
  #cardElements = new Map<string, CardElement>();
  #firstSeen = new Map<string, number>();
  #shownCards: Card[] = [];
  #chosenCard = "";
  #chosenBoard = "";

  constructor(c: Context, sender: CommandSender) {
    this.#c = c;
    this.#sender = sender;
    const { texts } = c;
    const swatch = (cls: string): HTMLElement => h("i", { class: cls });
    const player = (): { name: HTMLElement; illegal: HTMLElement; clock: ClockBox } => ({ name: h("span", { class: "n" }), illegal: h("span", { class: "il" }), clock: new ClockBox("c", false) });
    this.#players = { white: player(), black: player() };
    const bar = (side: Side): HTMLElement => h("div", { class: "pp" }, swatch(side === "white" ? "sw w" : "sw b"), this.#players[side].name, this.#players[side].illegal, this.#players[side].clock.element);
    const leftBoard = h("div", { class: "bd" });
    const rightBoard = h("div", { class: "bd" });
    this.#leftBox = h("figure", {}, h("figcaption", {}, this.#leftText), leftBoard);
    this.#rightBox = h("figure", { hidden: true }, h("figcaption", {}, new Sign("fix").element, h("b", {}, texts.t("toputback")), " ", this.#rightText), rightBoard);
    this.#health = new Health(texts);
    this.#dialog = new ActDialog(texts, (board, act, keys, seen) => this.#send(board, act, texts.t(`act.${act.id}`), keys, seen));
    this.#actions = new ActionList(texts, (board, d) => this.#dialog.check(board, undo, { action: d.number }, board.state?.seq ?? null, null), () => this.draw());
    this.#guide = new Guide(texts);
    const stop = h("button", { type: "button", class: "stop" }, texts.t("stop"));
    stop.addEventListener("click", () => this.#stopClocks());
    this.#bar = h("div", { class: "bt does" }, stop);
    for (const group of groups) {
      const b = h("button", { type: "button", "data-group": group.name, "aria-haspopup": "dialog" }, texts.t(`group.${group.name}`));
      b.addEventListener("click", () => {
        const board = this.#board();
        if (board) this.#dialog.menu(board, group);
      });
      this.#bar.append(b);
    }
    this.#find.setAttribute("aria-label", texts.t("key.find"));
    this.#find.setAttribute("placeholder", texts.t("key.find"));
    this.#find.addEventListener("input", () => this.#search());
    this.#sound.addEventListener("click", () => this.#toggleSound());
    this.#main.append(
      h("header", { class: "hd" }, h("h1", {}, texts.t("arbiter")), this.#event, h("span", { class: "sp" }), this.#feedState, this.#actNow, this.#checked, this.#inOrder, this.#sound, this.#time),
      h("div", { class: "qcol" }, h("h2", {}, h("span", {}, texts.t("needsyou")), h("span", {}, "J K Enter")), this.#cards),
      h("section", { class: "mid" }, h("h2", {}, this.#title, this.#find), bar("black"), h("div", { class: "two" }, this.#leftBox, this.#rightBox), bar("white"),
        this.#claim, this.#guide.element, this.#bar,
        h("div", { class: "ev", "aria-label": texts.t("told"), role: "region", tabindex: "0" }, h("table", {}, this.#events))),
      h("aside", { class: "rt" },
        this.#actions.element,
        h("div", { class: "bx" }, h("h2", {}, this.#recordTitle), this.#record),
        this.#health.element),
      this.#strip, this.#answer, this.#tabBar());
    this.#open("needs");
    this.#strip.setAttribute("aria-label", texts.t("all"));
    this.root.append(this.#main);
    this.#left = new BoardView(leftBoard, true);
    this.#right = new BoardView(rightBoard, true);
    requestAnimationFrame(() => this.resized());
    this.draw();
  }

  #tabBar(): HTMLElement {
    const bar = h("nav", { class: "tabs" });
    for (const tab of tabs) {
      const b = h("button", { type: "button" }, h("span"));
      b.addEventListener("click", () => this.#open(tab));
      this.#tabs.set(tab, b);
      bar.append(b);
    }
    return bar;
  }

  /** Shows one of the three pages that a small screen has; a large one shows all. */
  #open(tab: Tab): void {
    setAttribute(this.#main, "data-tab", tab);
    for (const [name, b] of this.#tabs) setAttribute(b, "aria-current", name === tab ? "page" : null);
    if (matchMedia("(max-width:1000px)").matches) window.scrollTo(0, 0);
    requestAnimationFrame(() => this.#left?.resize());
    requestAnimationFrame(() => this.#right?.resize());
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
    const cards = cardsOf(boards, texts, wall);
    this.#remember(cards, wall);
    const chosen = cards.find((k) => k.key === this.#chosenCard);
    if (!chosen && cards.length > 0 && this.#chosenBoard === "") this.#choose(cards[0]!);
    this.#shownCards = cards;
    this.#drawCards(cards, wall);
    this.#drawHead(boards, cards, wall);
    this.#drawBoard(this.#board());
    this.#drawStrip(boards, cards);
    this.#actions.show(this.#board(), boards);
    this.#drawTabs(cards);
  }

  /** Keeps when each card was first seen, and rings for new red ones. */
  #remember(cards: Card[], wall: number): void {
    const there = new Set(cards.map((k) => k.key));
    for (const k of this.#firstSeen.keys()) if (!there.has(k)) this.#firstSeen.delete(k);
    for (const k of cards) {
      if (this.#firstSeen.has(k.key)) continue;
      this.#firstSeen.set(k.key, k.since || wall);
      if (k.urgency === "a" && !k.seen && this.#c.store.connection.settled) this.#beep.ring();
    }
  }

  #drawTabs(cards: Card[]): void {
    const { texts } = this.#c;
    const b = this.#board();
    const open = cards.filter((k) => !k.seen && k.urgency !== "g").length;
    const names: Record<Tab, string> = { needs: `${texts.t("tabneeds")}${open ? ` (${open})` : ""}`, board: b ? texts.t("board", { n: boardLabel(b.id) }) : texts.t("tabboard"), done: texts.t("tabdone") };
    for (const [tab, e] of this.#tabs) {
      setText(e.firstElementChild!, names[tab]);
      setClass(e, tab === "needs" && cards.some((k) => k.urgency === "a" && !k.seen) ? "red" : "");
    }
  }

  #drawCards(cards: Card[], wall: number): void {
    const { texts } = this.#c;
    const there = new Set(cards.map((k) => k.key));
    for (const [key, e] of this.#cardElements) {
      if (there.has(key)) continue;
      e.element.remove();
      this.#cardElements.delete(key);
    }
    let before: Element | null = null;
    for (const card of cards) {
      let e = this.#cardElements.get(card.key);
      const text = `${card.urgency}|${card.text}|${card.buttons.map((a) => a.label + JSON.stringify(a.keys)).join()}|${card.seen}`;
      if (!e || e.text !== text) {
        e?.element.remove();
        e = this.#makeCard(card, text);
        this.#cardElements.set(card.key, e);
      }
      setText(e.title, card.title);
      setText(e.age, ageText(wall - (this.#firstSeen.get(card.key) ?? wall)));
      setClass(e.element, `card ${card.urgency}${card.key === this.#chosenCard ? " sel" : ""}${card.seen ? " seen" : ""}`);
      const next: Element | null = before ? before.nextElementSibling : this.#cards.firstElementChild;
      if (next !== e.element) this.#cards.insertBefore(e.element, next);
      before = e.element;
    }
    if (cards.length === 0 && this.#cards.childElementCount === 0) this.#cards.append(h("p", { class: "quiet" }, texts.t("nothing")));
    else if (cards.length > 0) this.#cards.querySelector(".quiet")?.remove();
  }

  #makeCard(card: Card, text: string): CardElement {
    const { texts } = this.#c;
    const age = h("span");
    const title = h("b", {}, card.title);
    const buttons = card.buttons.slice(0, 4).map((a, i) => {
      const b = h("button", { type: "button", class: i === 0 ? "pr" : null }, a.label);
      b.addEventListener("click", (ev) => {
        ev.stopPropagation();
        this.#choose(card);
        this.draw();
        void this.#press(a, card.board);
      });
      return b;
    });
    const all = [...buttons];
    if (card.acknowledge) {
      const b = h("button", { type: "button", class: "seen", "aria-label": `${texts.t("act.acknowledge")}: ${card.title}` }, texts.t("act.acknowledge"));
      b.addEventListener("click", (ev) => {
        ev.stopPropagation();
        void this.#press({ label: texts.t("act.acknowledge"), act: acknowledge, keys: card.acknowledge! }, card.board);
      });
      all.push(b);
    }
    const choose = h("button", { type: "button", class: "t" }, new Sign(card.icon).element, title, age);
    const element = h("article", { class: "card" }, choose, card.text ? h("p", {}, card.text) : null, all.length ? h("div", { class: "bt" }, ...all) : null);
    element.addEventListener("click", () => {
      this.#choose(card);
      this.#open("board");
      this.draw();
    });
    return { element, title, age, buttons, text };
  }

  #choose(card: Card): void {
    this.#chosenCard = card.key;
    this.#chosenBoard = card.board.key;
  }

  /** A button of a card: its form, or what it will do, comes first where it is dangerous. */
  async #press(a: CardButton, board: Board | null): Promise<void> {
    if (!board) return;
    const seen = a.act.free ? null : (board.state?.seq ?? null);
    if (a.form) this.#dialog.form(board, a.act, a.keys);
    else if (a.act.ask) this.#dialog.check(board, a.act, { ...a.keys }, seen, null);
    else await this.#send(board, a.act, a.label, { ...a.act.fixed, ...a.keys }, seen);
  }

  #stopClocks(): void {
    const board = this.#board();
    if (board) void this.#press({ label: this.#c.texts.t("stop"), act: { ...actOf("stop-clocks"), ask: true }, keys: {} }, board);
  }

  #undoLatest(): void {
    const board = this.#board();
    const number = board?.desk?.undoable ?? 0;
    if (board && number > 0) this.#dialog.check(board, undo, { action: number }, board.state?.seq ?? null, null);
  }

  /** Sends an act and says what became of it. */
  async #send(board: Board, act: Act, label: string, keys: Record<string, unknown>, seen: number | null): Promise<Answer> {
    const { texts } = this.#c;
    const of = `${texts.t("board", { n: boardLabel(board.id) })}, ${label}`;
    setText(this.#answer, `${of}: ${texts.t("sent")}`);
    const a = await this.#sender.send(board, act.command, keys, seen);
    setText(this.#answer, `${of}: ${answerText(a, texts)}`);
    setClass(this.#answer, a.ok ? "answer" : "answer no");
    return a;
  }

  #drawHead(boards: Board[], cards: Card[], wall: number): void {
    const { texts, store } = this.#c;
    const first = boards[0];
    setText(this.#event, first ? [first.eventName, first.round ? texts.t("round", { n: first.round }) : "", first.game?.laws ? texts.t("laws", { n: first.game.laws.replace("fide-", "") }) : ""].filter((x) => x).join(" · ") : "");
    const of = (u: string): number => new Set(cards.filter((k) => k.urgency === u).map((k) => k.board.key)).size;
    const order = boards.filter((b) => !cards.some((k) => k.board === b && (k.urgency === "a" || k.urgency === "d"))).length;
    for (const [e, n, key] of [[this.#actNow, of("a"), "actnow"], [this.#checked, of("d"), "nchecked"], [this.#inOrder, order, "inorder"]] as const) {
      setHidden(e, n === 0);
      setText(e.lastElementChild!, texts.t(key, { n }));
    }
    const line = lineOf({ store, board: first ?? null, texts, shown: null, delay: 0, named: "" });
    setText(this.#feedState, store.connection.phase === "open" && first ? "" : [line.strong, line.rest].filter((x) => x).join(" · "));
    setText(this.#sound, this.#beep.silent ? texts.t("silent") : texts.t("sound"));
    setAttribute(this.#sound, "aria-pressed", String(this.#beep.silent));
    setText(this.#time, texts.second(wall));
    if (document.title !== `${texts.t("arbiter")} · touchmove`) document.title = `${texts.t("arbiter")} · touchmove`;
  }

  #drawBoard(b: Board | null): void {
    const c = this.#c;
    const { texts, store } = c;
    const now = store.times.mono();
    const s = b?.state ?? null;
    const n = b ? boardLabel(b.id) : "";
    setText(this.#title, b ? `${texts.t("board", { n })} · ${playersOf(b, texts)}` : "");
    const d = drawn(b, null, now);
    const events = b ? b.events.filter((e) => !s || e.game === s.game) : [];
    const illegal = [...events].reverse().find((e) => e.event === "illegal" && e.number !== 0);
    const guided = this.#guide.squares(b);
    const clocks = b?.clocks(now, frozenSince(c, b)) ?? null;
    this.#guide.show(b, clocks?.runs === "white" || clocks?.runs === "black");
    const wrong = this.#shownCards.some((k) => k.board === b && k.kind === "illegal_move");
    const restore = guided.length > 0 ? (b?.fen ?? "") : wrong ? String(illegal?.restore ?? "") : "";
    setClass(this.#main, `arb${b && isGone(c, b) ? " off" : ""}`);
    const label = b ? playersOf(b, texts) : "";
    if (d.placement && guided.length > 0) Object.assign(d, { placement: this.#guide.standing(b, d.placement), marks: { ...noMarks, differ: guided } });
    this.#left.show(d.placement, d.marks, c.params.flip, label, transitionTo(b, this.#left.placement, d.count));
    setText(this.#leftText, s && s.differ.length > 0 && guided.length === 0 ? texts.t("known") : texts.t("now"));
    setHidden(this.#rightBox, !restore);
    if (restore) this.#right.show(placementOf(restore), { ...noMarks, differ: guided }, c.params.flip, texts.t("toputback"));
    for (const side of ["white", "black"] as const) {
      const p = this.#players[side];
      setText(p.name, surname(c, b, side));
      const count = illegalCount(b, side);
      setText(p.illegal, count ? texts.t("ncount", { k: count }) : "");
      p.clock.show(b, side, clocks, b ? isGone(c, b) : false);
    }
    this.#drawClaim(b);
    this.#drawEvents(b, events);
    this.#drawRecord(b, events);
    this.#health.show(b, n);
  }

  /** What the record says of a claim that waits, before the verdict. */
  #drawClaim(b: Board | null): void {
    const lines = b ? evidence(b, this.#c.texts) : [];
    setHidden(this.#claim, lines.length === 0);
    if (this.#claim.dataset.of === lines.join("\n")) return;
    this.#claim.dataset.of = lines.join("\n");
    this.#claim.replaceChildren(...lines.map((l, i) => (i === 0 ? h("h3", {}, l) : h("p", {}, l))));
  }

  #drawEvents(b: Board | null, events: Board["events"]): void {
    const { texts } = this.#c;
    const rows = events.slice(-eventsShown).map((e) => ({ at: clockTime(e.at), text: eventText(e, texts), red: e.event === "illegal" || e.event === "violation" }));
    const s = b?.state;
    if (s) {
      const last = s.moves.length > 0 ? texts.t("publicsees", { a: numbered(s.ply, texts.san(s.moves[s.moves.length - 1]!.san)) }) : texts.t("publicstart");
      rows.push({ at: clockTime(s.at), text: last, red: false });
    }
    const key = rows.map((r) => r.at + r.text).join("\n");
    if (this.#events.dataset.of === key) return;
    this.#events.dataset.of = key;
    this.#events.replaceChildren(...rows.map((r) => h("tr", { class: r.red ? "x" : null }, h("td", {}, r.at), h("td", {}, r.text))));
    const box = this.#events.closest<HTMLElement>(".ev");
    if (box) box.scrollTop = box.scrollHeight;
  }

  #drawRecord(b: Board | null, events: Board["events"]): void {
    const { texts } = this.#c;
    setText(this.#recordTitle, b ? texts.t("record", { n: boardLabel(b.id) }) : "");
    const s = b?.state;
    const rows: [string, string][] = s
      ? [
          [texts.t("illegalcount"), `${illegalCount(b!, "white")} / ${illegalCount(b!, "black")}`],
          [texts.t("correctedcount"), String(Math.max(b!.was.size, events.filter((e) => e.event === "amended").length))],
          [texts.t("surecount"), `${Math.round(s.sure * 100)} %`],
          [texts.t("differcount"), String(s.differ.length)],
        ]
      : [];
    if (b?.desk?.draw_offer) rows.push([texts.t("drawoffer"), texts.has(`offer.${b.desk.draw_offer}`) ? texts.t(`offer.${b.desk.draw_offer}`) : b.desk.draw_offer]);
    if (b?.desk?.announcement?.text) rows.push([texts.t("announced"), b.desk.announcement.text]);
    for (const side of ["white", "black"] as const) {
      const signed = b?.desk?.signed;
      if (signed?.[side] || signed?.missing.includes(side)) rows.push([texts.t("signature", { p: surname(this.#c, b, side) }), signed[side] ? printedResult(signed[side]) : texts.t("nosignature")]);
    }
    if (b?.desk?.adjourned) rows.push([texts.t("adjourned"), texts.t(`adjourned.${b.desk.adjourned}`)]);
    const key = rows.flat().join("|");
    if (this.#record.dataset.of === key) return;
    this.#record.dataset.of = key;
    this.#record.replaceChildren(...rows.flatMap(([k, v]) => [h("dt", {}, k), h("dd", {}, v)]));
  }

  #drawStrip(boards: Board[], cards: Card[]): void {
    const { texts, store } = this.#c;
    const now = store.times.mono();
    const there = new Set(boards.map((b) => b.key));
    for (const [key, e] of this.#cells) {
      if (there.has(key)) continue;
      e.remove();
      this.#cells.delete(key);
    }
    const chosen = this.#board();
    for (const b of boards) {
      let e = this.#cells.get(b.key);
      if (!e) {
        e = h("button", { type: "button" }, h("b", {}, h("span"), new Sign().element), h("span"));
        e.addEventListener("click", () => {
          this.#chosenBoard = b.key;
          this.#chosenCard = "";
          this.#open("board");
          this.draw();
        });
        this.#cells.set(b.key, e);
        this.#strip.append(e);
      }
      const card = cards.find((k) => k.board === b && !k.seen);
      const left = b.trouble(b.clocks(now, frozenSince(this.#c, b)));
      const s = b.state;
      const word = card ? (texts.has(`short.${card.kind}`) ? texts.t(`short.${card.kind}`) : "!") : b.over ? printedResult(s!.result) : left !== Infinity ? formatClock(left) : String(Math.ceil((s?.ply ?? 0) / 2));
      const icon = card?.icon ?? (b.over ? "done" : left !== Infinity ? "time" : "");
      setClass(e, `cell ${card?.urgency ?? (b.over ? "f" : left !== Infinity ? "h" : "")}${b === chosen ? " sel" : ""}`);
      setText(e.firstElementChild!.firstElementChild!, boardLabel(b.id));
      const use = e.querySelector("svg")!;
      use.toggleAttribute("hidden", icon === "");
      if (icon) use.querySelector("use")!.setAttribute("href", `#i-${icon}`);
      setText(e.lastElementChild!, word);
      setAttribute(e, "aria-label", `${texts.t("board", { n: boardLabel(b.id) })}, ${playersOf(b, texts)}, ${word}`);
      setAttribute(e, "aria-pressed", String(b === chosen));
    }
  }

  #search(): void {
    const q = this.#find.value.trim().toLowerCase();
    if (!q) return;
    const found = this.#boards().find((b) => boardLabel(b.id) === q || b.id === q) ?? this.#boards().find((b) => playersOf(b, this.#c.texts).toLowerCase().includes(q));
    if (!found) return;
    this.#chosenBoard = found.key;
    this.#chosenCard = "";
    this.draw();
  }

  #toggleSound(): void {
    this.#beep.silent = !this.#beep.silent;
    this.draw();
  }

  resized(): void {
    this.#left.resize();
    this.#right.resize();
    this.draw();
  }

  key(e: KeyboardEvent): boolean {
    const cards = this.#shownCards;
    const at = cards.findIndex((k) => k.key === this.#chosenCard);
    switch (e.key) {
      case "j":
      case "k": {
        const next = cards[Math.max(0, Math.min(cards.length - 1, at + (e.key === "j" ? 1 : -1)))];
        if (next) this.#choose(next);
        this.draw();
        return true;
      }
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
      case "Enter":
      case "1":
      case "2":
      case "3":
      case "4": {
        const target = document.activeElement;
        if (e.key === "Enter" && target instanceof HTMLElement && target !== document.body) return false;
        const button = this.#cardElements.get(this.#chosenCard)?.buttons[e.key === "Enter" ? 0 : Number(e.key) - 1];
        button?.click();
        return button !== undefined;
      }
    }
    return false;
  }

  destroy(): void {
    this.#dialog.close();
    this.#left.destroy();
    this.#right.destroy();
    this.root.remove();
  }
}

function counter(kind: string, sign: string): HTMLElement {
  return h("span", { class: `cnt ${kind}` }, new Sign(sign).element, h("span"));
}

/** How many illegal moves of a player are counted. */
function illegalCount(b: Board | null, side: Side): number {
  return b?.desk && (!b.state || b.desk.game === b.state.game) ? b.desk.illegal[side] : 0;
}

/** 20 s, 3 min, 2 h. */
export function ageText(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  return `${Math.floor(s / 3600)} h`;
}

/** 15:04:09.8 of an RFC 3339 time. */
function clockTime(at: string): string {
  const d = new Date(at);
  if (Number.isNaN(d.getTime())) return "";
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}.${Math.floor(d.getMilliseconds() / 100)}`;
}
