// What every view gets, and what it must provide.

import type { Board, Change } from "../board.ts";
import type { Source } from "../feed.ts";
import type { Params } from "../params.ts";
import type { Store } from "../store.ts";
import type { MoveSound } from "../sound.ts";
import type { Texts } from "../texts.ts";
import type { Announcer } from "../announce.ts";

export interface Context {
  store: Store;
  texts: Texts;
  params: Params;
  announcer: Announcer;
  sound: MoveSound;
  /** Goes to another page of the screen without reloading. */
  go(to: Partial<Params>): void;
  /** Notes the reader's choice in the address, without going anywhere. */
  keep(to: Partial<Params>): void;
  /** The address of a page of the screen. */
  link(to: Partial<Params>): string;
  feed(): Source | null;
  /** Goes to an address of the screen without reloading. */
  visit(href: string): void;
  /** Full screen, or back. */
  fullScreen(): Promise<void>;
  /** The pages of the event that the server has, by name, with their addresses. */
  eventPages(): [string, string][];
  /** The address of all boards; "" if no boards can be followed. */
  boardsLink(): string;
  /** Opens and closes the menu, in the place that the view provides, otherwise in place of the whole page. */
  toggleMenu(): void;
}

/** An entry of a view in the menu. */
export interface MenuEntry {
  /** Whether it is there now; if missing, always. */
  there?(): boolean;
  /** The current icon and text. */
  sign(): string;
  text(): string;
  /** For a switch: whether it is on. */
  pressed?(): boolean;
  act(): void;
}

export interface View {
  readonly root: HTMLElement;
  /** A board, or with null the connection, has changed. */
  changed(board: Board | null, change: Change): void;
  /**
   * Draws the current state. Called with the boards that have changed, and a few times a second with null,
   * when everything may have changed, as clocks run.
   */
  draw(changed: Set<Board> | null): void;
  /** The page's size has changed. */
  resized(): void;
  /** A key; returns true if this view handled it. */
  key(e: KeyboardEvent): boolean;
  /** The keys of this view, for the list of keys: names and text keys. */
  readonly keys: [string, string][];
  /** The address has changed to another page that this view shows. */
  moved?(): void;
  /** Its entries in the menu. */
  readonly menu?: MenuEntry[];
  /** Shows the menu where it covers nothing of the page; null removes it. */
  sheet?(menu: HTMLElement | null): void;
  destroy(): void;
}
