// The screen: reads its address, connects, and keeps one view up to date.

import { Announcer } from "./announce.ts";
import type { Board, Change } from "./board.ts";
import { h, stylesheet } from "./dom.ts";
import { Feed, type Source } from "./feed.ts";
import type { Login } from "./feed.ts";
import { BadAddress, brokerAddress, eventPages, languageOf, readParams } from "./params.ts";
import { setOrganiser } from "./organiser.ts";
import type { Params, Served, Theme } from "./params.ts";
import { MoveSound } from "./sound.ts";
import { Store } from "./store.ts";
import { learn, Texts } from "./texts.ts";
import { boardsView } from "./views/boards.ts";
import { GameView } from "./views/game.ts";
import type { Context, View } from "./views/view.ts";

const publicTopics = ["availability", "info", "game", "state", "clock", "alarm", "move"];
const wallTopics = ["availability", "info", "game", "state", "clock"];
const arbiterTopics = ["availability", "info", "game", "state", "clock", "alarm", "move", "event", "alarms", "desk", "lights", "cmd/+/result"];
const everyTopic = ["#"];
const retryAfter = 2000; // ms, for a part of the page that failed to load
const insteadAfter = 3500; // ms without a connection, after which a page reads files; before it says that there is none
const attemptEvery = 10_000; // ms between attempts to load what reads them
const drawEvery = 250; // ms; digits change once a second, whenever that second begins
const themes: Theme[] = ["dark", "light", "contrast"];
const inside = "inside"; // marks an entry of the browser's history that another entry of this page precedes

/** The views that the page of a board does not need; each is loaded on demand. */
const apart: Record<string, () => Promise<(c: Context) => View>> = {
  wall: () => import("./views/wall.ts").then((m) => (c) => new m.WallView(c)),
  list: () => import("./views/list.ts").then((m) => (c) => new m.ListView(c)),
  obs: () => import("./views/obs.ts").then((m) => (c) => new m.OverlayView(c)),
};

class App implements Context {
  readonly store: Store;
  texts: Texts;
  params: Params;
  readonly announcer = new Announcer();
  readonly sound = new MoveSound();
  #sounded = -Infinity; // monotonic time of the latest move that sounded on a page of all boards
  #root: HTMLElement;
  readonly #poll: typeof import("./poll.ts") | null;
  #view: View | null = null;
  #kind = "";
  #feed: Source | null = null;
  /** What the page reads while its feed cannot reach the broker. */
  #instead: Source | null = null;
  /** How long it waits for a connection first (ms). */
  readonly #patience = insteadAfter * (1 + 0.3 * Math.random()); // so that a thousand screens do not ask at once
  /** Monotonic time of the latest attempt to load what it needs for that. */
  #attempted = -Infinity;
  /** The way to the broker was barred when the page last tried. */
  #barred = false;
  #topics = "";
  #login: Login | null = null;
  #dirty = new Set<Board>();
  #everything = false; // the connection has changed, and with it what every board shows
  #waiting = false;
  /** The server's version of the running script. */
  #version = "";
  #phase = "";
  readonly #apart = new Map<string, (c: Context) => View>();
  /** What arbiters need, loaded on demand. */
  #bundle: typeof import("./views/arbiter-bundle.ts") | null = null;
  #sender: import("./commands.ts").CommandSender | null = null;
  /** What the page of topics needs, loaded on demand, and what arrived before that. */
  #topicsBundle: typeof import("./views/topics.ts") | null = null;
  #heard: import("./views/topics.ts").Heard[] = [];
  #refused = false;

  /** poll: for a page that reads files instead of connecting to a broker. */
  constructor(root: HTMLElement, params: Params, poll: typeof import("./poll.ts") | null) {
    this.#root = root;
    this.#poll = poll;
    this.params = params;
    this.store = new Store(params.base);
    this.texts = new Texts(params.lang);
    this.#theme();
    document.documentElement.lang = params.lang;
    document.body.append(this.announcer.root);
    this.store.listen((board, change) => this.#changed(board, change));
    window.addEventListener("resize", () => this.#view?.resized());
    for (const event of ["beforeprint", "afterprint"]) window.addEventListener(event, () => this.#paper(event === "beforeprint"));
    window.addEventListener("popstate", () => this.#follow());
    window.addEventListener("keydown", (e) => this.#key(e));
    document.addEventListener("visibilitychange", () => this.#draw(false));
    setInterval(() => this.#draw(false), drawEvery);
    // Letters are loaded when a text first needs them, so this may be long after the first view.
    document.fonts?.addEventListener("loadingdone", () => this.#view?.resized());
    this.#connect();
    this.#show();
    void this.#askServer();
  }

  /**
   * Asks the server that sent the page for its clock, to a second, which gives the age of retained messages
   * before anything fresh arrives; and for its version of the screen. A page that hung on a wall while the
   * program was replaced loads the new version; only an arbiter's page does not, as the arbiter would have to
   * log in again.
   */
  async #askServer(): Promise<void> {
    try {
      const sent = Date.now();
      const answer = await fetch("screen.js", { method: "HEAD", cache: "no-store" });
      const told = Date.parse(answer.headers.get("date") ?? "");
      if (!Number.isNaN(told)) this.store.serverClock((sent + Date.now()) / 2 - (told + 500));
      const version = answer.ok ? answer.headers.get("etag") : null;
      if (version === null) return;
      if (this.#version && this.#version !== version && this.params.view !== "arbiter") location.reload();
      this.#version = version;
    } catch {
      // a page from a file: trust the clocks
    }
  }

  #menu: import("./views/menu.ts").MenuPanel | null = null;

  toggleMenu(): void {
    if (this.#menu) return this.#closeMenu();
    void Promise.all([import("./views/menu.ts"), stylesheet("sheet.css")]).then(([{ MenuPanel }]) => {
      const view = this.#view;
      if (this.#menu || !view) return;
      const { event } = this.params;
      this.feed()?.follow({ event, board: "", topics: ["availability", "state"] }); // for a page that has followed one board
      this.#menu = new MenuPanel(this, () => this.#closeMenu(), view.menu ?? []);
      if (view.sheet) return view.sheet(this.#menu.root);
      view.root.hidden = true;
      this.#root.append(h("main", { class: "menupage" }, h("h1", { class: "vh" }, "touchmove"), this.#menu.root));
    });
  }

  #closeMenu(): void {
    const view = this.#view;
    if (!this.#menu || !view) return;
    this.#menu = null;
    if (view.sheet) {
      view.sheet(null);
    } else {
      this.#root.querySelector(".menupage")?.remove();
      view.root.hidden = false;
      view.resized();
    }
    view.root.querySelector<HTMLElement>(".mb")?.focus({ preventScroll: true });
  }

  async fullScreen(): Promise<void> {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  }

  eventPages(): [string, string][] {
    if (!served().event) return [];
    return (["round", "standings", "games"] as const).map((view) => [view, this.link({ view, board: "", game: "", ply: null, round: "", player: "" })]);
  }

  boardsLink(): string {
    const { static: isFile, boards } = served();
    return isFile ? this.#looks(boards ?? "") : this.link({ view: boardsView(this.#count()), board: "", game: "", ply: null });
  }

  /** The address of another server's page, in the language and the colours of this one. */
  #looks(href: string): string {
    if (!href) return "";
    const u = new URL(href, location.href);
    const asked = new URLSearchParams(location.search).get("lang");
    if (asked) u.searchParams.set("lang", asked);
    if (this.params.theme) u.searchParams.set("theme", this.params.theme);
    return u.href;
  }

  visit(href: string): void {
    history.pushState(inside, "", href);
    this.#follow();
  }

  feed(): Source | null {
    return this.#instead ?? this.#feed;
  }

  /**
   * Files in the place of a connection that does not come about. They are what everybody may read of the feed
   * that the server names: for no other broker, no login, and not where the broker refuses this page.
   */
  #fallBack(): void {
    const { store } = this;
    const feed = this.#feed instanceof Feed ? this.#feed : null;
    if (this.#instead) {
      if (feed?.joined || store.connection.phase === "refused") this.#endInstead();
      return;
    }
    if (feed?.joined) this.#barred = false;
    const { frozenSince } = store;
    const now = store.times.mono();
    const { files, base } = served();
    if (!feed || feed.joined || frozenSince === null || store.connection.phase === "refused" || !files || this.#login || ["arbiter", "topics"].includes(this.params.view)) return;
    if (new URLSearchParams(location.search).get("broker") || this.params.base !== base) return;
    if (now - this.#attempted < attemptEvery || (!this.#barred && now - frozenSince < this.#patience)) return;
    this.#attempted = now;
    void import("./poll.ts").then(({ Instead }) => {
      if (this.#feed !== feed || feed.joined || this.#instead || store.connection.phase === "refused") return;
      this.#barred = true;
      this.#instead = new Instead(store, brokerAddress("files", location), feed);
    }, () => {});
  }

  #endInstead(): void {
    this.#instead?.end();
    this.#instead = null;
    this.#attempted = -Infinity;
  }

  /** The view that the address asks for: with auto, the board if there is only one. */
  #wanted(): string {
    const { view, board } = this.params;
    if (view === "arbiter") return this.#bundle === null ? "bundle" : this.#login ? "arbiter" : "login";
    if (view === "topics" && !this.#topicsBundle) return "topicsbundle";
    if (eventPages.includes(view) || (view === "auto" && served().static)) return this.#event ? "event" : "eventbundle";
    if (view !== "auto") return view;
    if (board) return "one";
    return this.#count() > 1 ? boardsView(this.#count()) : "one";
  }

  /** How many boards there are, as far as this page has heard. */
  #count(): number {
    const { event } = this.params;
    return this.store.shown.filter((b) => !event || b.event === event).length;
  }

  #show(): void {
    const kind = this.#wanted();
    if (kind === this.#kind) return;
    this.#kind = kind;
    this.#view?.destroy();
    this.#view = null;
    this.#menu = null;
    this.#root.replaceChildren();
    switch (kind) {
      case "bundle":
        void this.#openOffice();
        return;
      case "topicsbundle":
        void this.#openTopics();
        return;
      case "topics":
        this.#view = new this.#topicsBundle!.TopicsView(this, this.#heard, this.#login?.user ?? "", this.#refused, (login) => this.#logIn(login));
        break;
      case "eventbundle":
        void this.#openEvent();
        return;
      case "event":
        this.#view = new this.#event!.EventView(this);
        break;
      case "login":
        this.#root.append(this.#bundle!.loginForm(this.texts, this.store.connection.phase === "refused", (login) => this.#logIn(login)));
        return;
      case "arbiter":
        this.#view = new this.#bundle!.ArbiterView(this, this.#sender!);
        break;
      case "wall":
      case "list":
      case "obs": {
        const make = this.#apart.get(kind);
        if (!make) {
          void this.#load(kind);
          return;
        }
        this.#view = make(this);
        break;
      }
      default:
        this.#view = new GameView(this, kind === "embed");
    }
    this.#root.append(this.#view.root);
    this.#view.resized();
  }

  /** What the pages of an event need, loaded on demand. */
  #event: typeof import("./event/bundle.ts") | null = null;

  async #openEvent(): Promise<void> {
    const [bundle] = await Promise.all([import("./event/bundle.ts"), stylesheet("event.css")]);
    this.#event = bundle;
    this.#show();
  }

  /** Loads a view, and shows it if it is still wanted. */
  async #load(kind: string): Promise<void> {
    const [make] = await insist(() => Promise.all([apart[kind]!(), stylesheet("boards.css")]));
    this.#apart.set(kind, make);
    if (this.#kind !== kind) return;
    this.#kind = "";
    this.#show();
  }

  async #openOffice(): Promise<void> {
    const [bundle] = await Promise.all([import("./views/arbiter-bundle.ts"), stylesheet("arbiter.css")]);
    this.texts.add(bundle.words);
    this.#sender = new bundle.CommandSender(() => (this.store.connection.phase === "open" ? this.#feed : null), this.params.base);
    this.#bundle = bundle;
    this.#show();
  }

  async #openTopics(): Promise<void> {
    const [bundle] = await Promise.all([import("./views/topics.ts"), stylesheet("topics.css")]);
    this.texts.add(bundle.words);
    this.#topicsBundle = bundle;
    this.#show();
  }

  #connect(): void {
    const { view, event, board, broker } = this.params;
    if (view === "arbiter" && !this.#login) return;
    if (view === "replay" || eventPages.includes(view) || served().static) {
      this.#endInstead();
      this.#feed?.end();
      this.#feed = null;
      this.#topics = "";
      if (view === "replay") void import("./event/bundle.ts").then(({ GameFile }) => (this.#feed = new GameFile(this.store, this.params.game, board || "game")));
      return;
    }
    const topics = view === "arbiter" ? arbiterTopics : view === "topics" ? everyTopic : view === "wall" || view === "list" ? wallTopics : publicTopics;
    const one = view === "one" || view === "embed" || view === "obs" || view === "topics" ? board : "";
    const key = [topics.join(), event, one, this.#login?.user ?? ""].join(" ");
    if (key === this.#topics) return;
    this.#topics = key;
    this.#endInstead();
    this.#feed?.end();
    // What is on the page stays as old as it was: a new subscription does not make a lost feed
    // live.
    if (this.store.connection.phase !== "lost") this.store.setConnection("connecting", false);
    const wanted = { event, board: one, topics };
    if (this.#poll) this.#feed = new this.#poll.Poll(this.store, broker, wanted);
    else this.#feed = new Feed(this.store, broker, wanted, this.#login, (_topic, bytes) => this.#sender?.take(bytes), view === "topics" ? (topic, bytes, retained) => this.#heard.push({ topic, bytes, retained }) : undefined);
  }

  #logIn(login: Login): void {
    this.#login = login;
    this.#refused = false;
    if (this.params.view === "topics") this.#kind = "";
    this.#connect();
    this.#show();
  }

  #changed(board: Board | null, change: Change): void {
    const { phase } = this.store.connection;
    if (phase !== this.#phase) {
      if (this.#phase === "lost" && phase === "open") void this.#askServer();
      this.#phase = phase;
    }
    if (this.store.connection.phase === "refused" && this.#login) {
      this.#login = null;
      this.#feed?.end();
      this.#feed = null;
      this.#topics = this.#kind = "";
      this.#refused = true;
      if (this.params.view === "topics") this.#connect(); // as without a login
      this.#show();
      return;
    }
    this.#view?.changed(board, change);
    if (board && (change.kind === "move" || change.kind === "jump") && (this.#kind === "wall" || this.#kind === "list")) this.#sound(board);
    if (board) this.#dirty.add(board);
    else this.#everything = true;
    if (this.#waiting) return;
    this.#waiting = true;
    // A hidden tab gets no animation frames; the timer draws then.
    requestAnimationFrame(() => {
      if (this.#waiting) this.#draw(true);
    });
  }

  /** The sound of a move on a page of all boards: of several at once, one. */
  #sound(board: Board): void {
    const now = this.store.times.mono();
    if (now - this.#sounded < drawEvery) return;
    this.#sounded = now;
    this.sound.move(board.state?.moves.at(-1)?.san ?? "");
  }

  /** Draws what has changed, or everything. */
  #draw(changes: boolean): void {
    const dirty = this.#dirty;
    const everything = this.#everything || !changes;
    this.#dirty = new Set();
    this.#waiting = this.#everything = false;
    this.#fallBack();
    this.#show();
    if (dirty.size > 0) this.#view?.draw(dirty);
    if (everything) this.#view?.draw(null);
    this.#menu?.draw();
  }

  link(to: Partial<Params>): string {
    const p = { ...this.params, ...to };
    const q = new URLSearchParams(location.search);
    const set = (key: string, value: string): void => (value ? q.set(key, value) : q.delete(key));
    set("view", p.view === "auto" || (p.view === "one" && p.board) ? "" : p.view);
    set("event", p.event);
    set("board", p.board);
    set("flip", p.flip ? "1" : "");
    const inEvent = eventPages.includes(p.view);
    set("round", inEvent ? p.round : "");
    set("player", p.view === "player" ? p.player : "");
    if (to.lang) set("lang", to.lang);
    set("ply", p.ply === null || p.board !== this.params.board ? "" : String(p.ply));
    set("game", to.game || (p.board !== this.params.board ? "" : p.game));
    // If another view would look different, its link includes the theme: a page stays dark or light
    // from the wall to a board and back.
    const now = this.params.theme ?? usualTheme(this.params.view);
    set("theme", p.theme ?? (usualTheme(p.view) === now ? "" : now));
    const text = q.toString();
    return location.pathname + (text ? `?${text}` : "");
  }

  go(to: Partial<Params>): void {
    history.pushState(inside, "", this.link(to));
    this.#follow();
  }

  keep(to: Partial<Params>): void {
    history.replaceState(history.state, "", this.link(to));
    this.params = { ...this.params, ...to };
    this.#theme();
  }

  #follow(): void {
    const was = this.params.view;
    this.params = read();
    if (was === "replay" && this.params.view !== was) return location.reload(); // its game is on no board
    if (["event", "arbiter"].includes(this.#kind) && this.#wanted() === this.#kind && this.#view?.moved) {
      this.#closeMenu();
      return this.#view.moved();
    }
    this.#kind = "";
    this.#theme();
    this.#connect();
    this.#show();
  }

  /**
   * On paper: dark on white, a game with all of its moves, a wall as it is on the screen, but smaller: its
   * boards are drawn for whole pixels, which a page of another size would shift.
   */
  #paper(on: boolean): void {
    const { classList, dataset, style } = document.documentElement;
    classList.toggle("paper", on);
    this.#theme();
    if (on) dataset.theme = "light";
    this.#view?.resized();
    for (const [name, value] of [["--u", `${Math.min(innerWidth / 192, innerHeight / 108)}px`], ["--pw", `${innerWidth}px`], ["--ph", `${innerHeight}px`], ["--pz", `${680 / innerWidth}`]]) style.setProperty(name!, on ? value! : "");
  }

  #theme(): void {
    document.documentElement.dataset.theme = this.params.theme ?? usualTheme(this.params.view);
  }

  #key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target instanceof HTMLInputElement || e.target instanceof HTMLTextAreaElement) return;
    if ((e.key === " " || e.key === "Enter") && e.target instanceof HTMLButtonElement) return;
    if (document.querySelector("dialog[open]")) return;
    if (e.key === "?") {
      void import("./views/keys.ts").then((m) => m.keysDialog(this.texts, this.#view?.keys ?? []));
    } else if (e.key === "t" || e.key === "T") {
      const now = document.documentElement.dataset.theme as Theme;
      this.keep({ theme: themes[(themes.indexOf(now) + 1) % themes.length]! });
    } else if ((e.key === "m" || e.key === "M") && this.#view?.menu) {
      this.sound.set(!this.sound.on);
      this.announcer.insist(this.texts.t(this.sound.on ? "sound.on" : "sound.off"));
      this.#menu?.draw();
    } else if (e.key === "F" && e.shiftKey) {
      void this.fullScreen();
    } else if (e.key === "Escape" && this.#menu) {
      this.#closeMenu();
    } else if (e.key === "Escape" && history.state === inside && !["one", "replay", "arbiter", "login"].includes(this.#kind)) {
      history.back(); // back to where this page came from, but never out of it
    } else if (!this.#view?.key(e)) {
      return;
    }
    e.preventDefault();
  }
}

/** The default theme of a view: walls and overlays are dark, the rest follows the system. */
function usualTheme(view: Params["view"]): Theme {
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  if (view === "wall" || view === "obs") return "dark";
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

function served(): Served {
  try {
    return JSON.parse(document.querySelector<HTMLMetaElement>("meta[name=touchmove]")?.content || "{}") as Served;
  } catch {
    return {}; // a page that our server did not fill in
  }
}

function read(): Params {
  return readParams(location.search, location, served(), navigator.languages);
}

/** One sentence instead of a view, with a link. */
function sentence(root: HTMLElement, state: string, say: (texts: Texts) => string, to = ""): void {
  const texts = new Texts(languageOf(location.search, navigator.languages));
  document.documentElement.lang = texts.lang;
  document.documentElement.dataset.theme = usualTheme("auto");
  const line = h("p", { class: "state gone", role: "alert", "data-state": state }, say(texts));
  root.replaceChildren(h("main", { class: "sentence" }, h("h1", { class: "vh" }, "touchmove"), line, to ? h("a", { class: "to", href: to }, texts.t("wall")) : null));
}

/** Loads a part of the page; if that fails, it tries again after a while. */
async function insist<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((again) => setTimeout(again, retryAfter));
    }
  }
}

async function start(): Promise<void> {
  await insist(() => learn(languageOf(location.search, navigator.languages)));
  const root = document.getElementById("screen")!;
  const to = served().root;
  if (to) return sentence(root, "notfound", (texts) => texts.t("notfound"), to);
  try {
    const params = read();
    setOrganiser(served().organiser ?? null, params.view !== "arbiter" && params.view !== "obs");
    new App(root, params, params.broker.startsWith("http") ? await insist(() => import("./poll.ts")) : null);
  } catch (err) {
    if (!(err instanceof BadAddress)) throw err;
    const key = /^(board|event)=/.test(err.message) ? "badlink" : "badvalue";
    sentence(root, "badaddress", (texts) => texts.t(key, { a: err.message }) + (err.possible ? ` · ${texts.t("onlyof", { a: err.possible })}` : ""), location.pathname);
  }
}

void start();
