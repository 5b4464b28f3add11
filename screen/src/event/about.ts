// What an event is: its place, rounds, time control and chief arbiter, as far as its file says.

import { h } from "../dom.ts";
import type { Round } from "./data.ts";
import type { Child, Maker } from "./parts.ts";

export function aboutBox(m: Maker): Child {
  const { event } = m;
  const facts = ([
    ["event.where", event.site ?? ""],
    ["event.rounds", rounds(m)],
    ["event.time", timeControl(event.time_control ?? "", m)],
    ["label.arbiter", event.arbiter ?? ""],
    ["event.next", next(m)],
  ] as const).filter(([, value]) => value);
  if (facts.length === 0) return null;
  return h("section", { class: "about" }, h("h2", { class: "h" }, m.t("event.about")), h("dl", {}, ...facts.map(([key, value]) => h("div", {}, h("dt", {}, m.t(key)), h("dd", {}, value)))));
}

/** Their number, with the hour if all begin at the same one. */
function rounds(m: Maker): string {
  const { planned, rounds: known } = m.event;
  if (!planned) return "";
  const hours = new Set(known.map((r) => (r.starts_at ? m.c.texts.hour(Date.parse(r.starts_at)) : "")));
  const [hour] = hours;
  return hours.size === 1 && hour ? m.t("event.roundsat", { n: planned, t: hour }) : String(planned);
}

/** The first round that is yet to begin. */
function next(m: Maker): string {
  const begun = (r: Round): boolean => r.games.some((g) => g.result || g.playing);
  const r = m.event.rounds.find((x) => x.starts_at && !begun(x) && Date.parse(x.starts_at) > Date.now());
  if (!r) return "";
  const at = Date.parse(r.starts_at!);
  return `${m.t("round", { n: r.name })}, ${m.c.texts.day(at)}, ${m.c.texts.hour(at)}`;
}

/**
 * A time control of PGN in words: 40/5400+30:1800+30 is 90 minutes for 40 moves, then 30 minutes, plus 30
 * seconds a move. What is written otherwise stays as it is written.
 */
export function timeControl(pgn: string, m: Pick<Maker, "t">): string {
  const periods = pgn.split(":").map((text) => /^(?:(\d+)\/)?(\d+)(?:\+(\d+))?$/.exec(text));
  if (periods.some((p) => p === null)) return /^[?-]?$/.test(pgn) ? "" : pgn;
  const span = (s: number): string => (s % 60 === 0 && s > 0 ? m.t("event.minutes", { n: s / 60 }) : m.t("event.seconds", { n: s }));
  const each = (text: string, increment: string | undefined): string => (Number(increment ?? 0) > 0 ? m.t("event.each", { a: text, t: m.t("event.seconds", { n: Number(increment) }) }) : text);
  const same = periods.every((p) => (p![3] ?? "0") === (periods[0]![3] ?? "0"));
  const parts = periods.map((p) => {
    const text = p![1] ? m.t("event.formoves", { t: span(Number(p![2])), n: p![1] }) : span(Number(p![2]));
    return same ? text : each(text, p![3]);
  });
  const whole = parts.reduce((a, b) => m.t("event.then", { a, b }));
  return same ? each(whole, periods[0]![3]) : whole;
}
