// One game of an event, from its file: a source like a broker, for the page that shows a board.

import type { Source } from "../feed.ts";
import type { Store } from "../store.ts";
import { folder } from "./data.ts";

export class GameFile implements Source {
  #ended = false;

  constructor(readonly store: Store, readonly game: string, readonly board: string) {
    void this.#read();
  }

  async #read(): Promise<void> {
    const take = async (kind: string, topic: string): Promise<void> => {
      const answer = await fetch(`${folder}games/${encodeURIComponent(this.game)}.${kind}`, { cache: "no-cache" });
      if (!answer.ok) throw new Error(String(answer.status));
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (!this.#ended) this.store.take(`${this.store.base}/games/${this.board}/${topic}`, bytes, true);
    };
    try {
      await take("json", "state");
      this.store.setConnection("open", true);
      await take("pgn", "pgn");
    } catch {
      if (!this.#ended) this.store.setConnection("open", true); // a page without a game says so
    }
  }

  follow(): void {}

  async publish(): Promise<void> {}

  games(): Promise<string[]> {
    const board = this.store.boards.get(`games/${this.board}`);
    return Promise.resolve(board?.pgn ? [board.pgn] : []);
  }

  end(): void {
    this.#ended = true;
  }
}
