// The rulings on a claim that the game accepts.

import type { Board } from "../board.ts";

/**
 * The rulings on the claim that waits at a board, as its game accepts them (Referee.Check in
 * reconcile/article4); null while none is known to wait.
 */
export function verdicts(b: Board): readonly string[] | null {
  const claim = b.desk?.claim;
  if (!claim?.waits) return null;
  if (claim.what !== "claim") return ["upheld", "rejected"];
  // One of the quickplay finish. If it has concluded the game, no play is left to watch.
  const entered = b.desk!.actions.filter((a) => a.do === "quickplay" && !a.undone).at(-1);
  return entered?.keys.what === "conclude" ? ["draw", "rejected"] : ["draw", "postpone", "rejected"];
}
