// A chess engine's evaluation of a position (the topic analysis), and how much of the bar it
// fills.

/** One evaluation, of one position of one game. */
export interface Analysis {
  game: string;
  ply: number;
  fen: string;
  engine: string;
  depth: number;
  /** For White, in hundredths of a pawn; null if there is a mate. */
  centipawns: number | null;
  /** In how many moves White mates, below 0 Black. */
  mate: number | null;
  moves: { uci: string; san: string }[];
}

const move = /^[a-h][1-8][a-h][1-8][qrbn]?$/;

/** Reads a payload of the topic analysis; null if it cannot be shown. */
export function readAnalysis(o: Record<string, unknown>): Analysis | null {
  const whole = (v: unknown): v is number => typeof v === "number" && Number.isInteger(v);
  const { game, ply, fen, engine, depth, centipawns, mate, moves } = o;
  if (typeof game !== "string" || !whole(ply) || typeof fen !== "string" || !whole(depth) || !Array.isArray(moves)) return null;
  const value = whole(mate) && mate !== 0 ? { centipawns: null, mate } : whole(centipawns) ? { centipawns, mate: null } : null;
  if (!value) return null;
  const line = (moves as { uci?: unknown; san?: unknown }[]).filter((m) => m && typeof m.uci === "string" && move.test(m.uci) && typeof m.san === "string");
  return { game, ply, fen, depth, engine: typeof engine === "string" ? engine : "", ...value, moves: line as { uci: string; san: string }[] };
}

/** White's part of the bar, 0 to 1: the expected score of club players with this evaluation, by Lichess's formula. */
export function whitePart(a: Analysis): number {
  if (a.mate !== null) return a.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368208 * a.centipawns!));
}

/** The evaluation for White: +0.8, −1.3, #3, −#2. */
export function valueText(a: Analysis): string {
  if (a.mate !== null) return `${a.mate < 0 ? "−" : ""}#${Math.abs(a.mate)}`;
  const pawns = (Math.abs(a.centipawns!) / 100).toFixed(1);
  if (pawns === "0.0") return "0.0";
  return `${a.centipawns! < 0 ? "−" : "+"}${pawns}`;
}
