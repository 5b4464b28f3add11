// Pairings and results of a round, and all games that were played.

import { h, Sign } from "../dom.ts";
import { names } from "../notation.ts";
import { currentRound, folder, roundFile } from "./data.ts";
import type { Pairing, Round } from "./data.ts";
import { printed } from "./parts.ts";
import type { Child, Maker } from "./parts.ts";
import { aboutBox } from "./about.ts";

/** Links from round to round: numbers, or on a phone two arrows. all adds a link to all rounds, pgn one to the games. */
export function steps(m: Maker, view: "round" | "games", at: Round | null, all: boolean, pgn = true): HTMLElement {
  const { rounds, planned } = m.event;
  const n = at ? rounds.indexOf(at) : -1;
  const to = (r: Round | null): string => m.link({ view, round: r ? r.name : "" });
  const arrow = (by: number, sign: string, key: string): HTMLElement => {
    const r = rounds[n + by];
    return r && n >= 0 ? h("a", { href: to(r), "aria-label": m.t(key) }, new Sign(sign).element) : h("span", { "aria-hidden": "true" });
  };
  const step = h("nav", { class: "rstep", "aria-label": m.t("event.rounds") }, arrow(-1, "before", "event.before"),
    h("b", {}, at ? m.t("round", { n: at.name }) : m.t("event.all"), at ? h("span", {}, ` ${m.t("event.of", { n: Math.max(rounds.length, planned ?? 0) })}`) : ""), arrow(1, "after", "event.next"));
  const chips = rounds.map((r) => h("a", { href: to(r), class: r.games.some((g) => g.result || g.playing) ? null : "next", "aria-current": r === at ? "page" : null }, r.name));
  const later = all ? [] : Array.from({ length: Math.max(0, (planned ?? 0) - rounds.length) }, (_, i) => h("span", { class: "next" }, String(rounds.length + 1 + i)));
  const every = all ? h("a", { href: m.link({ view, round: "" }), "aria-current": at ? null : "page" }, m.t("event.all")) : null;
  return h("div", { class: "roundbar" }, all ? null : step, h("nav", { class: all ? "rounds chips" : "rounds", "aria-label": m.t("event.rounds") }, h("span", { class: "l" }, m.t("event.round")), every, ...chips, ...later), h("span", { class: "sp" }),
    !pgn ? null : at ? m.download(at.games.some((g) => g.game) ? roundFile(at) : "", m.t("event.pgnof", { a: at.name })) : m.download(m.event.pgn && folder + m.event.pgn, m.t("event.pgnall")));
}

export function roundPage(m: Maker, name: string): Child[] {
  const { event } = m;
  const r = event.rounds.find((x) => x.name === name) ?? currentRound(event);
  if (!r) return [m.state("gone", "wait", m.t("event.empty"), "", ""), h("p", { class: "nothing" }, m.t("event.emptyhint")), aboutBox(m)];
  const told = r.games.some((g) => g.result || g.playing);
  return [roundState(m, r), steps(m, "round", r, false),
    h("section", { class: told ? "bl told" : "bl", "aria-label": m.t("round", { n: r.name }) }, ...r.games.map((g) => row(m, g, told))),
    ...(r.byes ?? []).map((b) => h("p", { class: "bye" }, m.named(b.player, true), ` · ${m.t(`event.bye.${b.kind}`)}`)), aboutBox(m)];
}

function roundState(m: Maker, r: Round): HTMLElement {
  const { texts } = m.c;
  const finished = r.games.filter((g) => g.result).length;
  const at = r.starts_at ? Date.parse(r.starts_at) : r.date ? Date.parse(`${r.date}T12:00`) : NaN;
  const when = Number.isNaN(at) ? "" : texts.day(at) + (r.starts_at ? `, ${texts.hour(at)}` : "");
  const end = r === m.event.rounds.at(-1) ? m.end() : null;
  if (end) return end;
  if (r.games.length > 0 && finished === r.games.length) return m.state("done", "done", m.t("event.over", { a: r.name }), m.t("event.games", { n: finished }), when);
  if (finished > 0 || r.games.some((g) => g.playing)) return m.state("live", "live", m.t("round", { n: r.name }), m.t("ofboards", { n: finished, m: r.games.length }), when);
  if (r.starts_at) return m.state("gone", "wait", m.t("event.starts", { a: r.name, t: texts.hour(at) }), texts.day(at), "");
  return m.state("gone", "wait", m.t("event.pairings", { a: r.name }), "", when);
}

function row(m: Maker, g: Pairing, told: boolean): HTMLElement {
  const way = m.way(g);
  const drawn = g.result === "1/2-1/2" || g.result === "0-0";
  const score = g.result ? h("div", { class: `mid res${drawn ? " eq" : ""}` }, h("span", {}, printed(g.result))) : h("div", { class: "mid" }, g.playing ? m.t("moveof", { n: Math.ceil((g.plies ?? 0) / 2) }) : "–");
  const points = (i: 0 | 1): HTMLElement => h("div", { class: i ? "ck w2" : "ck" }, told ? "" : h("span", {}, g.points[i]));
  const say = g.playing ? h("div", { class: "sg ok" }, new Sign("live").element, h("span", {}, m.t("live")))
    : h("div", { class: "sg" }, g.forfeit ? m.t("event.forfeit") : g.result && g.plies ? m.t("moves", { n: Math.ceil(g.plies / 2) }) : "");
  const parts = [h("span", { class: "no" }, g.board.replace(/^.*?(\d+)$/, (_, n: string) => String(Number(n)))), m.side(g.white, true), points(0), score, points(1), m.side(g.black, false), say];
  return way ? h("a", { class: "br", href: way }, ...parts) : h("div", { class: "br" }, ...parts);
}

/** Every game, by round and by name. */
export function gamesPage(m: Maker, name: string, find: string, found: (text: string) => void): Child[] {
  const { event } = m;
  const only = event.rounds.find((r) => r.name === name) ?? null;
  const input = h("input", { type: "search", class: "find", placeholder: m.t("event.find"), "aria-label": m.t("event.find"), autocomplete: "off" });
  input.value = find;
  input.addEventListener("input", () => found(input.value));
  const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const wanted = plain(find);
  const list = event.rounds.filter((r) => !only || r === only).toReversed().flatMap((r) => r.games.filter((g) => g.game || g.result).map((g) => ({ r, g })))
    .filter(({ g }) => !wanted || [g.white, g.black].some((no) => plain(m.player(no).name ?? "").includes(wanted)));
  const rows = list.map(({ r, g }) => {
    const way = m.way(g);
    const score = g.result ? printed(g.result) : m.t("live");
    return h("tr", {}, h("td", { class: "rk" }, `${r.name}.${g.board.replace(/^.*?(\d+)$/, (_, n: string) => String(Number(n)))}`), h("td", {}, m.named(g.white, false, h("span", { class: "sub" }, m.facts(g.white)))), h("td", {}, m.named(g.black, false, h("span", { class: "sub" }, m.facts(g.black)))),
      h("td", { class: "c pt" }, way ? h("a", { href: way, class: g.result ? "rep" : "rep now", "aria-label": `${score} ${m.t(g.playing ? "event.watch" : "event.replay")}: ${names(m.player(g.white).name).surname} – ${names(m.player(g.black).name).surname}` }, score) : g.result ? score : h("span", { class: "now" }, score)), h("td", { class: "r m hide-s" }, g.plies ? String(Math.ceil(g.plies / 2)) : ""));
  });
  if (list.length === 0 && !wanted) return [steps(m, "games", only, true), h("p", { class: "nothing", role: "status" }, m.t("event.nogames"))];
  return [h("div", { class: "row findrow" }, input), steps(m, "games", only, true),
    h("table", { class: "tb arch" }, h("thead", {}, h("tr", {}, h("th", {}, m.t("event.round")), h("th", {}, m.t("white")), h("th", {}, m.t("black")), h("th", { class: "c" }, m.t("event.result")), h("th", { class: "r hide-s" }, m.t("event.moves")))), h("tbody", {}, ...rows)),
    h("p", { class: "note", role: "status" }, m.t("event.games", { n: list.length }))];
}
