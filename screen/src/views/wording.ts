// The texts for acts, their keys and their effects.

import type { Act, Field } from "../acts.ts";
import { actOfCommand } from "../acts.ts";
import type { Board } from "../board.ts";
import { formatClock } from "../clock.ts";
import editions from "../editions.json";
import type { Answer } from "../commands.ts";
import { printedResult } from "../line.ts";
import { names } from "../notation.ts";
import type { Action, Claimed, Duty, ToldEvent } from "../payload.ts";
import type { Texts } from "../texts.ts";
import { plyText, sideName, word } from "./fields.ts";

/** A field's value in words. */
export function valueText(f: Field, value: unknown, board: Board, texts: Texts): string {
  switch (f.kind) {
    case "side":
      if (value === "none") return texts.t("value.none.clock"); // a clock and a piece differ in gender in some languages
      return value === "white" || value === "black" ? sideName(board, value, texts) : word(String(value), texts);
    case "word":
      return word(String(value), texts);
    case "ply":
    case "next":
      return plyText(board, Number(value), texts) || texts.t("atstart");
    case "time":
    case "span":
      return formatClock(Number(value));
    case "truth":
      return value === true ? texts.t("yes") : "–";
    case "person": {
      const p = value as { name?: string; title?: string; rating?: number };
      return [p.title, p.name, p.rating].filter((x) => x).join(" ");
    }
  }
  return String(value);
}

/** An action of the log: "Penalty: time to the opponent, White · Réti, 2:00". */
export function actionText(d: Action, board: Board, texts: Texts): string {
  const act = actOfCommand(d.do, d.keys);
  if (!act) return d.do;
  const parts: string[] = [];
  const values: Record<string, unknown> = { by: d.by, ...d.keys };
  if (d.do === "acknowledge") return `${texts.t("act.acknowledge")}: ${alarmName(String(d.keys.what ?? ""), texts)}`;
  if (d.do === "new-game") {
    const surname = (p: unknown): string => names((p as { name?: string } | undefined)?.name).surname;
    const both = [surname(d.keys.white), surname(d.keys.black)];
    return [`${texts.t("act.new-game")}${both.every((x) => x) ? `: ${both.join(" – ")}` : ""}`, d.keys.time_control].filter((x) => x).join(", ");
  }
  if (d.do === "undo") parts.push(texts.t("undoing", { n: d.undoes ?? "?" }));
  for (const f of act.fields) {
    const v = values[f.key];
    if (v === undefined || v === "" || v === false || (d.do === "undo" && f.key === "action")) continue;
    if (f.key === "by" && v === "arbiter") continue;
    parts.push(f.kind === "truth" ? texts.t(`field.${f.key}`) : valueText(f, v, board, texts));
  }
  return `${texts.t(`act.${act.id}`)}${parts.length ? `: ${parts.join(", ")}` : ""}`;
}

/** The effect of an action: half-moves, result, counts, and times that it set. */
export function changeText(d: Action, texts: Texts): string {
  const { before, after } = d;
  const list: string[] = [];
  const change = (name: string, a: string, b: string): void => {
    if (a !== b) list.push(`${name}${a} → ${b}`);
  };
  change("", printedResult(before.result), printedResult(after.result));
  change(`${texts.t("field.ply")} `, String(before.ply), String(after.ply));
  change(`${texts.t("short.illegal_move")} `, before.illegal.join("/"), after.illegal.join("/"));
  for (const [side, was, is] of [["white", before.white_ms, after.white_ms], ["black", before.black_ms, after.black_ms]] as const) {
    if (was !== null && is !== null && was !== is) change(`${texts.side(side)} `, formatClock(was), formatClock(is));
  }
  return list.join(" · ");
}

/**
 * A board's answer to a command. A refusal is shown in the reader's language if its code is known, otherwise
 * in the board's English.
 */
export function answerText(a: Answer, texts: Texts): string {
  if (a.ok) return texts.t("kept");
  if (a.error === null) return texts.t(a.unsent ? "notsent" : "noanswer");
  const key = `refusal.${a.reason?.code}`;
  const why = texts.has(key) ? texts.t(key, Object.fromEntries(Object.entries(a.reason!.with).map(([k, v]) => [k, particular(k, v, texts)]))) : a.error;
  return texts.t("refusedby", { a: why });
}

/** A particular of a refusal, by its name. */
function particular(name: string, value: string, texts: Texts): string {
  switch (name) {
    case "player":
    case "other":
      return texts.side(value);
    case "san":
    case "moves":
      return texts.san(value);
    case "left_ms":
      return formatClock(Number(value));
    case "result":
      return printedResult(value);
    case "do":
      return texts.has(`act.${value}`) ? texts.t(`act.${value}`) : value;
    case "key":
      return texts.has(`field.${value}`) ? texts.t(`field.${value}`) : value;
    case "word":
      return word(value, texts);
    case "words":
      return value.split(", ").map((w) => word(w, texts)).join(", ");
    case "alarm":
      return alarmName(value, texts);
    case "role":
    case "roles":
      return value.split(", ").map((r) => (texts.has(`role.${r}`) ? texts.t(`role.${r}`) : r)).join(", ");
  }
  return value;
}

/** The name of an alarm in a list, by its id. */
export function alarmName(id: string, texts: Texts): string {
  return texts.has(`short.${id}`) ? texts.t(`short.${id}`) : id.replaceAll("_", " ");
}

/** Lines that describe the effect of an act, next to its own sentence. */
export function effects(act: Act, values: Record<string, unknown>, board: Board, texts: Texts): string[] {
  const s = board.state;
  const list: string[] = [];
  if (!s) return list;
  const from = act.id === "restore" ? Number(values.ply) + 1 : act.id === "take-back" ? s.ply - Number(values.plies) + 1 : Infinity;
  if (from <= s.ply) {
    const cut = s.moves.slice(Math.max(0, from - s.first_ply)).map((_, i) => plyText(board, Math.max(from, s.first_ply) + i, texts));
    if (cut.length > 0) list.push(texts.t("cut", { a: cut.length > 12 ? `${cut.slice(0, 6).join(" ")} … ${cut.slice(-3).join(" ")}` : cut.join(" ") }));
  }
  if (act.id === "correct") {
    const was = s.moves[Number(values.ply) - s.first_ply];
    if (was) list.push(texts.t("wasmove", { a: plyText(board, Number(values.ply), texts) }));
  }
  if (act.id === "verdict") list.push(...evidence(board, texts));
  const penalty = board.desk?.illegal_move?.penalty;
  if (act.id === "illegal" && values.what === "confirm" && penalty) {
    if (penalty.opponent_time_s) list.push(texts.t("givestime", { p: surnameOf(board, board.desk!.illegal_move!.by === "white" ? "black" : "white", texts), t: formatClock(1000 * penalty.opponent_time_s) }));
    if (penalty.result) list.push(texts.t("endsgame", { a: printedResult(penalty.result) }));
  }
  if (act.command === "result" && typeof values.result === "string" && values.result !== "*") {
    const [white, black] = values.result.replaceAll("1/2", "½").split("-");
    list.push(`${surnameOf(board, "white", texts)} ${white} · ${surnameOf(board, "black", texts)} ${black}`);
  }
  return list;
}

/** What the edition asks of the arbiter, line by line, until the first move is made. */
export function brief(board: Board, texts: Texts): string[] {
  const r = board.desk?.rules;
  if (!r || (board.state?.ply ?? 0) > 0) return [];
  const line = (l: (typeof r.brief)[number]): string => {
    // Where the arbiter may act on what he observes, without a claim (2018: A.4.2, 2023: A.5.2).
    const key = l.key === "loose" && editions.acts_on_observed.includes(r.laws) ? "observed" : l.key;
    return texts.t(`brief.${key}`, { k: l.number, t: l.times_ms.map(formatClock)[0] ?? "" });
  };
  return [texts.t("brief.title", { laws: r.laws }), texts.t("brief.rate", { a: word(r.mode, texts), b: r.mode === "standard" ? "" : texts.t(r.supervised ? "brief.supervised" : "brief.unsupervised") }), ...r.brief.map(line)];
}

/** The evidence for the latest claim, line by line; empty if none waits. */
export function evidence(board: Board, texts: Texts): string[] {
  const c = board.desk?.claim;
  if (!c || !c.waits) return [];
  return [`${surnameOf(board, c.by, texts)}: ${word(c.what, texts)}${c.uci ? ` (${c.uci})` : ""}`, ...record(board, c, texts)];
}

/** The evidence for a claim of a draw. */
function record(board: Board, c: Claimed, texts: Texts): string[] {
  const list: string[] = [];
  const after = (ply: number): string => (ply === 0 ? texts.t("atstart") : plyText(board, ply, texts));
  if (c.what === "repetition") {
    const stood = c.appearances.map((ply) => (ply === 0 ? texts.t("thestart") : after(ply)));
    list.push(stood.length < 2 ? texts.t("stoodonce") : texts.t("stood", { n: stood.length, a: stood.join(", ") }));
    for (const d of c.differs) list.push(texts.t("stoodnot", { a: after(d.ply), b: d.why.split(", ").map((w) => texts.t(`differs.${w.replaceAll(" ", "")}`)).join(", ") }));
  }
  if (c.what === "fifty-moves") list.push(c.quiet > 0 ? texts.t("quiet", { n: c.quiet, a: after(c.since) }) : texts.t("quiet.none"));
  if (c.what === "repetition" || c.what === "fifty-moves") list.push(texts.t(c.right ? "claimright" : "claimwrong"));
  return list;
}

/** The evidence for a claim just made, by what is claimed; empty while unknown. */
export function claimAnswer(board: Board, what: string, texts: Texts): string[] {
  const desk = board.desk;
  if (!desk) return [];
  const right = texts.t("claimright");
  const wrong = texts.t("claimwrong");
  switch (what) {
    case "repetition":
    case "fifty-moves":
      return desk.claim ? record(board, desk.claim, texts) : [];
    case "illegal":
      return [desk.illegal_move?.status === "upheld" ? right : wrong];
    case "colours-swapped":
      return swappedText(board, Infinity, texts);
    case "time":
      return [board.over || (board.ring?.alarms ?? []).some((a) => a.id === "game_finished" && (a.what === "flag_fall" || a.what === "both_flags")) ? right : wrong];
  }
  const v = desk.violation;
  if (!v) return [wrong, texts.t("claimnobreach")];
  if (v.status === "claimable") return [];
  if (v.status !== "upheld") return [wrong, texts.t("claimlate")];
  if (v.restores) return [right, texts.t("claimstands", { m: v.restores })];
  return [right, texts.t("claimback"), ...(desk.obligation ? [`${dutyText(desk.obligation, texts)}.`] : [])];
}

/** What the Laws have done about swapped colours, by the latest remark on them up to a time; empty if there is none. */
export function swappedText(board: Board, until: number, texts: Texts): string[] {
  const told = board.eventsOfGame().filter((e) => e.event === "remark" && String(e.remark).startsWith("colours_swapped") && e.at_ms <= until).at(-1);
  return told ? [reasonText(String(told.remark), texts)] : [];
}

function surnameOf(board: Board, side: "white" | "black", texts: Texts): string {
  return names(board.player(side).name).surname || texts.side(side);
}

/** A reason of an event or alarm in the reader's language; what a person has written is shown unchanged. */
export function reasonText(code: string, texts: Texts): string {
  const key = `reason.${code.trim().replaceAll(/[,:]/g, "").replaceAll(/[ -]/g, "_")}`;
  return texts.has(key) ? texts.t(key) : code.replaceAll("_", " ");
}

/** What a player claims, in words. */
export function claimText(code: string, texts: Texts): string {
  const key = `claim.${code.replaceAll(" ", "-")}`;
  return texts.has(key) ? texts.t(key) : reasonText(code, texts);
}

/** A duty in words: "White must move e2". */
export function dutyText(e: Pick<ToldEvent, string> | Duty, texts: Texts): string {
  const squares = Array.isArray(e.squares) ? (e.squares as string[]).join(", ") : "";
  return `${texts.side(String(e.by))} ${texts.t(`duty.${String(e.kind)}`, { s: squares })}`;
}

/** What a breach left undone, after a comma: the duty with its squares, or the move that stands if a claim succeeds. */
export function owedText(a: { uci?: string; duty?: string; squares: string[] }, texts: Texts): string {
  if (a.uci) return `, ${texts.t("owed.stands", { m: a.uci })}`;
  if (!a.duty || a.squares.length === 0) return "";
  return `, ${texts.t(`owed.${a.duty}`, { s: a.squares.join(", "), a: a.squares[0] ?? "", b: a.squares.at(-1) ?? "" })}`;
}

/** "Réti – Tartakower". */
export function playersOf(b: Board, texts: Texts): string {
  return (["white", "black"] as const).map((side) => names(b.player(side).name).surname || texts.side(side)).join(" – ");
}
