// Standings, crosstable, and the page of a player.

import { h, Sign } from "../dom.ts";
import { names } from "../notation.ts";
import { folder } from "./data.ts";
import { printed, share, swatch } from "./parts.ts";
import type { Child, Maker } from "./parts.ts";

/** Which games the table counts, in words. */
function counts(m: Maker): string {
  const { rounds, playing } = m.event.table;
  const last = rounds.at(-1);
  const before = rounds.at(-2);
  if (!last) return m.t("event.none");
  return playing === 0 ? m.t("event.after", { a: last }) : before ? m.t("event.afterpart", { a: before, b: last }) : m.t("event.part", { b: last });
}

/** The same as the page's state. */
function counted(m: Maker): HTMLElement {
  const end = m.end();
  if (end) return end;
  const { rounds, playing } = m.event.table;
  if (rounds.length === 0) return m.state("gone", "wait", counts(m), "", "");
  if (playing === 0) return m.state("done", "done", counts(m), "", "");
  return m.state("live", "live", counts(m), m.t("event.playing", { n: playing }), "");
}

const first = 5;

/** The first of the standings, with the way to all of them; null before the first result. */
export function leaders(m: Maker): HTMLElement | null {
  const { lines, rounds } = m.event.table;
  if (rounds.length === 0) return null;
  const rows = lines.slice(0, first).map((l) => h("tr", {}, h("td", { class: "rk" }, String(l.rank)),
    h("td", {}, m.named(l.no, false, h("span", { class: "sub" }, [names(m.player(l.no).name).first, m.player(l.no).federation].filter((x) => x).join(" · ")))), h("td", { class: "pt" }, l.points)));
  return h("section", {}, h("div", { class: "lead" }, h("h2", { class: "h" }, m.t("event.standings")), h("p", { class: "m" }, counts(m)), h("a", { class: "way", href: m.link({ view: "standings" }) }, m.t("event.allplayers", { n: lines.length }))),
    h("table", { class: "tb" }, h("thead", {}, h("tr", {}, h("th", { class: "rk" }, "#"), h("th", {}, m.t("event.player")), h("th", { class: "r" }, m.t("event.points")))), h("tbody", {}, ...rows)));
}

function choice(m: Maker, now: "standings" | "crosstable"): HTMLElement {
  const make = (view: "standings" | "crosstable"): HTMLElement => h("a", { class: "btn", href: m.link({ view }), "aria-current": view === now ? "page" : null }, m.t(`event.${view}`));
  return h("nav", { class: "seg w", "aria-label": m.t("event.standings") }, make("standings"), make("crosstable"));
}

export function standingsPage(m: Maker): Child[] {
  const rated = m.event.players.some((p) => p.rating);
  const rows = m.event.table.lines.map((l) => h("tr", {}, h("td", { class: "rk" }, String(l.rank)), h("td", {}, m.named(l.no, true, h("span", { class: "sub only-s" }, m.facts(l.no)))),
    h("td", { class: "m hide-s" }, m.player(l.no).federation ?? ""), rated ? h("td", { class: "r hide-s" }, String(m.player(l.no).rating ?? "")) : null,
    ...l.ties.map((value) => h("td", { class: "r m hide-s" }, number(m, value))), h("td", { class: "pt" }, l.points)));
  const { columns, tie_breaks: breaks } = m.event.table;
  return [counted(m), h("div", { class: "roundbar" }, choice(m, "standings"), h("span", { class: "sp" }), m.download(m.event.trf && folder + m.event.trf, m.t("event.trf"))),
    h("table", { class: "tb" }, h("thead", {}, h("tr", {}, h("th", { class: "rk" }, "#"), h("th", {}, m.t("event.player")), h("th", { class: "hide-s" }, m.t("event.federation")), rated ? h("th", { class: "r hide-s" }, m.t("event.rating")) : null,
      ...columns.map((b) => h("th", { class: "r hide-s" }, h("abbr", { title: m.t(`event.tb.${b}`) }, b))), h("th", { class: "r" }, m.t("event.points")))), h("tbody", {}, ...rows)),
    h("p", { class: "note" }, m.t("event.ties", { a: breaks.map((b) => (columns.includes(b) ? `${m.t(`event.tb.${b}`)} (${b})` : m.t(`event.tb.${b}`))).join(", ") }))];
}

export function crosstablePage(m: Maker): Child[] {
  const { table } = m.event;
  const rows = table.lines.map((l) => h("tr", {}, h("td", { class: "rk" }, String(l.rank)), h("td", { class: "who" }, m.named(l.no, false, h("span", { class: "sub" }, m.facts(l.no)))),
    ...l.cells.map((c, i) => {
      if (!c.opponent) return h("td", { class: "x" }, c.points && c.points !== "0" ? h("b", {}, c.points) : "");
      const opponent = names(m.player(c.opponent).name).surname;
      const label = `${opponent}, ${m.t(c.white ? "white" : "black")}: ${c.points ?? m.t("live")}`;
      const game = m.event.rounds.find((r) => r.name === table.rounds[i])?.games.find((g) => [g.white, g.black].includes(l.no) && [g.white, g.black].includes(c.opponent!));
      const way = game && m.way(game);
      const parts = [h("span", { class: "vh" }, way ? `${label}. ${m.t(game.playing ? "event.watch" : "event.replay")}` : label), h("span", { "aria-hidden": "true" }, h("i", {}, String(c.rank)), h("b", {}, c.points ? `${c.points}${c.unplayed ? "F" : ""}` : "·"), square(c.white === true))];
      return h("td", { class: c.points ? "x" : "x live" }, ...(way ? [h("a", { href: way }, ...parts)] : parts));
    }), h("td", { class: "pt" }, l.points)));
  return [counted(m), choice(m, "crosstable"),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": m.t("event.crosstable") },
      h("table", { class: "tb cx" }, h("thead", {}, h("tr", {}, h("th", { class: "rk" }, "#"), h("th", { class: "who" }, m.t("event.player")), ...table.rounds.map((r) => h("th", { class: "c" }, m.t("round", { n: r }))), h("th", { class: "r" }, m.t("event.points")))), h("tbody", {}, ...rows))),
    h("p", { class: "note" }, m.t("event.legend"))];
}

/** 4½ for 4.5; other fractions as the reader's language writes them. */
function number(m: Maker, value: string): string {
  return value.endsWith(".5") ? value.replace(/^0?\.5$|\.5$/, "½") : value.replace(".", (0.5).toLocaleString(m.c.texts.locale)[1]!);
}

function square(white: boolean): HTMLElement {
  return h("i", { class: white ? "sw" : "sw b" });
}

export function playerPage(m: Maker, no: number): Child[] {
  const p = m.event.players.find((x) => x.no === no);
  if (!p) return [m.state("gone", "gone", m.t("event.noplayer"), "", ""), h("p", { class: "roundbar" }, h("a", { class: "btn", href: m.link({ view: "standings" }) }, m.t("event.standings")))];
  const line = m.event.table.lines.find((l) => l.no === no);
  const played = line?.cells.filter((c) => c.points).length ?? 0;
  const rows = m.event.rounds.flatMap((r) => {
    const bye = r.byes?.find((b) => b.player === no);
    const g = r.games.find((x) => x.white === no || x.black === no);
    const first = h("td", { class: "rk" }, r.name);
    if (bye) return [h("tr", {}, first, h("td"), h("td", { class: "m" }, m.t(`event.bye.${bye.kind}`)), h("td"), h("td", { class: "hide-s" }))];
    if (!g) return [];
    const white = g.white === no;
    const other = white ? g.black : g.white;
    const way = m.way(g);
    const live = (): Child[] => [new Sign("live").element, " ", m.t("live")];
    const score = (): Child[] => (g.result ? [share(g, white)] : g.playing ? [h("span", { class: "ok" }, ...live())] : ["–"]);
    const does = m.t(g.playing ? "event.watch" : "event.replay");
    // On a phone, which has no room for a column of links, the result is the link.
    const result = way ? [h("span", { class: "hide-s" }, ...score()), h("a", { href: way, class: g.playing ? "rep now only-s" : "rep only-s", "aria-label": `${g.result ? printed(g.result) : m.t("live")} ${does}: ${names(m.player(other).name).surname}` }, g.result ? share(g, white) : m.t("live"))] : score();
    return [h("tr", {}, first, h("td", { class: "c" }, swatch(white, m.t(white ? "white" : "black"))), h("td", {}, m.named(other, true, h("span", { class: "sub" }, m.facts(other), g.forfeit ? ` · ${m.t("event.forfeit")}` : ""))),
      h("td", { class: "c pt", title: g.result ? printed(g.result) : null }, ...result),
      h("td", { class: "r hide-s" }, way ? h("a", { class: "way", href: way }, does) : ""))];
  });
  const fact = (value: string, what: string): HTMLElement => h("div", {}, h("b", {}, value), h("span", {}, what));
  return [h("h2", { class: "pname" }, p.name ?? ""), h("p", { class: "m" }, [p.title, p.federation, p.rating ? m.t("event.rated", { a: p.rating }) : "", p.fide_id ? `FIDE ${p.fide_id}` : ""].filter((x) => x).join(" · ")),
    line && played > 0 ? h("div", { class: "facts" }, fact(m.t("event.pointsof", { a: line.points, b: played }), m.t("event.points")), fact(String(line.rank), m.t("event.place", { n: m.event.players.length })),
      ...m.event.table.columns.slice(0, 1).map((code) => fact(number(m, line.ties[0] ?? ""), m.t(`event.tb.${code}`)))) : null,
    h("div", { class: "roundbar" }, h("h2", { class: "h" }, m.t("event.allgames")), h("span", { class: "sp" }), m.download(p.pgn && folder + p.pgn, m.t("event.pgnplayer"))),
    h("table", { class: "tb plays" }, h("thead", {}, h("tr", {}, h("th", { class: "rk" }, m.t("event.round")), h("th", { class: "cl" }, h("span", { class: "vh" }, m.t("event.colour"))), h("th", {}, m.t("event.opponent")), h("th", { class: "c" }, m.t("event.result")), h("th", { class: "hide-s" }, h("span", { class: "vh" }, m.t("event.replay"))))), h("tbody", {}, ...rows))];
}
