// The text on wall and list for a board whose sensors are not all trusted.

import type { Board } from "../board.ts";
import { capital } from "../texts.ts";
import type { Texts } from "../texts.ts";

/** "One sensor not trusted": the second half of the status line. */
export function notTrusted(b: Board, texts: Texts): string {
  const line = texts.t("degraded", { n: Math.max(b.state?.unseen.length ?? 0, 1) });
  return capital(line.slice(line.indexOf(",") + 1).trim());
}
