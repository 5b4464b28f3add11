// What every view is given, and what is asked of it.

import type { Board, Change } from "../board.ts";
import type { Source } from "../feed.ts";
import type { Params } from "../params.ts";
import type { Store } from "../store.ts";
import type { Texts } from "../texts.ts";
import type { Announcer } from "../announce.ts";

export interface Context {
  store: Store;
  texts: Texts;
  params: Params;
  announcer: Announcer;
  /** Goes to another page of the screen without loading it anew. */
  go(to: Partial<Params>): void;
  /** Notes in the address what a reader chose, and goes nowhere. */
  keep(to: Partial<Params>): void;
  /** The address of a page of the screen. */
  link(to: Partial<Params>): string;
  feed(): Source | null;
  /** Goes to an address of the screen without loading it anew. */
  visit(href: string): void;
  /** Full screen, or back. */
  fullScreen(): Promise<void>;
  /** The pages of the event that the server has, by name, and their addresses. */
  eventPages(): [string, string][];
  /** The address of all boards; "" where none can be followed. */
  boardsLink(): string;
  /** Opens and closes the menu in the place that the view gives it, else in that of the whole page. */
  toggleMenu(): void;
}

/** What a view adds to the menu. */
export interface MenuEntry {
  /** Whether it is there now; always, without it. */
  there?(): boolean;
  /** The sign and the text, as they are now. */
  sign(): string;
  text(): string;
  /** Where it is on or off. */
  pressed?(): boolean;
  act(): void;
}

export interface View {
  readonly root: HTMLElement;
  /** A board, or with null the connection, has changed. */
  changed(board: Board | null, change: Change): void;
  /**
   * Draws what is true now. Called with the boards that have changed, and a few
   * times a second with null, when everything may have: clocks run.
   */
  draw(changed: Set<Board> | null): void;
  /** The page's size has changed. */
  resized(): void;
  /** A key; true when it was for this view. */
  key(e: KeyboardEvent): boolean;
  /** The keys of this view, for the list of keys: names and text keys. */
  readonly keys: [string, string][];
  /** The address has changed to another page that this view shows. */
  moved?(): void;
  /** What it adds to the menu. */
  readonly menu?: MenuEntry[];
  /** Puts the menu where nothing of the page is covered; null takes it away. */
  sheet?(menu: HTMLElement | null): void;
  destroy(): void;
}
