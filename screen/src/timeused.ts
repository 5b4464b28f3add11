// The time used for each move, from the clock times in the game's PGN ([%clk], the time left after
// the move).

/**
 * A period of a time control, as in PGN's tag TimeControl (PGN standard, 9.6.1); moves 0 means the rest of
 * the game.
 */
interface Period {
  moves: number;
  base: number; // s
  increment: number; // s
}

/** Reads "40/5400+30:1800+30"; null if it has no times. */
export function periodsOf(control: string | null | undefined): Period[] | null {
  const periods = (control ?? "").split(":").map((part) => /^(?:(\d+)\/)?(\d+)(?:\+(\d+))?$/.exec(part.trim()));
  if (periods.some((p) => p === null)) return null;
  return periods.map((p) => ({ moves: Number(p![1] ?? 0), base: Number(p![2]), increment: Number(p![3] ?? 0) }));
}

/** The moves of a PGN's main line, each with its clock time in seconds if it has one. A line may end wherever a space is. */
export function clocksOf(pgn: string): { san: string; left: number | null }[] {
  const moves: { san: string; left: number | null }[] = [];
  const text = pgn.replace(/^\[.*\]\s*$/gm, "");
  let depth = 0;
  for (const [token] of text.matchAll(/\{[^}]*\}|[()]|;[^\n]*|\$\d+|[^\s(){};]+/g)) {
    if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (depth > 0 || token.startsWith(";") || token.startsWith("$")) continue;
    else if (token.startsWith("{")) {
      const left = /\[%clk\s+(\d+):(\d+):(\d+(?:\.\d+)?)\]/.exec(token);
      const last = moves.at(-1);
      if (left && last) last.left = Number(left[1]) * 3600 + Number(left[2]) * 60 + Number(left[3]);
    } else {
      const san = token.replace(/^\d+\.+/, "");
      if (san && !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(san)) moves.push({ san: san.replace(/[!?]+$/, ""), left: null });
    }
  }
  return moves;
}

/**
 * The seconds used for each move, null if the clocks do not say; null as a whole if no move has a clock time.
 * moves are those of the page: a PGN with other moves is from another moment. The increment is added from
 * move 1 on. The time control is the PGN's own; control is for a PGN without one.
 */
export function timesUsed(pgn: string, moves: { san: string }[], firstPly: number, control: string | null | undefined): (number | null)[] | null {
  const told = clocksOf(pgn);
  const periods = periodsOf(/^\[TimeControl "(.*)"\]/m.exec(pgn)?.[1] ?? control) ?? periodsOf(control) ?? [];
  const first = periods[0];
  const sides = [0, 1].map(() => ({ left: first && firstPly === 1 ? first.base + first.increment : null, period: 0 }));
  const used = moves.map((move, i) => {
    const now = told[i]?.san === move.san ? told[i]!.left : null;
    const side = sides[(firstPly + i) % 2]!;
    const before = side.left;
    side.left = now;
    if (now === null || before === null) return null;
    let spent = before + (periods[side.period]?.increment ?? 0) - now;
    if (spent < 0 && side.period + 1 < periods.length) spent += periods[++side.period]!.base; // the next period has begun
    return spent < 0 ? null : spent;
  });
  return used.some((u) => u !== null) ? used : null;
}

/** 0:42, 11:52, 1:02:03 */
export function formatUsed(seconds: number): string {
  const s = Math.round(seconds);
  const two = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(s / 3600);
  return hours > 0 ? `${hours}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}
