// What the person who is logged in may do to each board. No topic says it, so the page asks the
// board: a command that has expired is never carried out, and a board tells who may not give it
// before it looks at the time.

import type { Act } from "../acts.ts";
import { whoMay } from "../acts.ts";
import type { Board } from "../board.ts";
import type { CommandSender } from "../commands.ts";
import type { Source } from "../feed.ts";
import type { Texts } from "../texts.ts";

export class Rights {
  /** The boards that were asked over this connection. */
  readonly #asked = new Set<string>();
  #connection: Source | null = null;
  /** A role that is not an arbiter's, once a board has said so; it is the same for all boards. */
  #role = "";
  /** Boards that this arbiter is not responsible for. */
  readonly #others = new Set<string>();

  /** learnt is called when what is known has changed. */
  constructor(readonly sender: CommandSender, readonly learnt: () => void) {}

  /** Asks a board once. Every arbiter of a board may stop its clocks. */
  ask(board: Board): void {
    const connection = this.sender.feed();
    if (!connection) return;
    if (connection !== this.#connection) {
      this.#connection = connection;
      this.#asked.clear();
    }
    if (this.#role || this.#asked.has(board.key)) return;
    this.#asked.add(board.key);
    void this.#ask(board);
  }

  async #ask(board: Board): Promise<void> {
    const a = await this.sender.send(board, "stop-clocks", { by: "arbiter" }, null, new Date(0));
    if (a.ok || a.error === null) return; // nothing is known, so everything is offered
    if (a.reason?.code === "not-your-role") this.#role = a.reason.with.role ?? "";
    else if (a.reason?.code === "not-your-board") this.#others.add(board.key);
    else return;
    this.learnt();
  }

  /** Whether the board will let this person do it, as far as is known. */
  may(board: Board | null, act: Act): boolean {
    if (board && this.#others.has(board.key)) return false;
    return this.#role === "" || whoMay(act.command).includes(this.#role);
  }

  /** Why not everything is offered; empty if it is. */
  text(board: Board | null, texts: Texts): string {
    if (board && this.#others.has(board.key)) return texts.t("rights.board");
    return this.#role ? texts.t("rights", { role: texts.has(`role.${this.#role}`) ? texts.t(`role.${this.#role}`) : this.#role }) : "";
  }
}
