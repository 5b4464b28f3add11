// What needs a person, as cards: drawn from alarms, events and availability.
// A new kind of card is an entry here; what it can do stands in its actions.

import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import type { Icon } from "../line.ts";
import { printedResult } from "../line.ts";
import { names, numbered } from "../notation.ts";
import type { Alarm, ToldEvent } from "../payload.ts";
import type { Texts } from "../texts.ts";

/** a: act now; d: being checked; h: watch; g: goes away by itself. */
export type Urgency = "a" | "d" | "h" | "g";

/** A command of docs/mqtt.md, with its keys. */
export interface Action {
  label: string;
  command: string;
  keys: Record<string, unknown>;
  /** It ends a game or changes time: pressed twice. */
  ask: boolean;
}

export interface Card {
  key: string;
  /** Its name, as in the texts short.*; an alarm without one shows "!". */
  kind: string;
  board: Board;
  urgency: Urgency;
  icon: Icon;
  title: string;
  text: string;
  /** Date.now() when it began, 0 when that is not known. */
  since: number;
  actions: Action[];
}

const rank: Record<Urgency, number> = { a: 0, d: 1, h: 2, g: 3 };

/** All cards of these boards, most urgent first, older ones before newer. */
export function cardsOf(boards: Board[], texts: Texts): Card[] {
  const cards = boards.flatMap((b) => [...ofEvents(b, texts), ...ofAlarms(b, texts), ...ofAvailability(b, texts)]);
  return cards.sort((a, b) => rank[a.urgency] - rank[b.urgency] || a.since - b.since);
}

export function resultActions(): Action[] {
  return ["1-0", "1/2-1/2", "0-1"].map((r) => ({ label: printedResult(r), command: "result", keys: { result: r }, ask: true }));
}

function goesOn(texts: Texts): Action {
  return { label: texts.t("playon"), command: "result", keys: { result: "*" }, ask: false };
}

function ofAlarms(b: Board, texts: Texts): Card[] {
  if (b.availability === "offline") return [];
  return (b.alarms?.alarms ?? []).map((alarm) => {
    const { urgency, icon } = looks(alarm);
    const move = alarm.ply && alarm.san ? numbered(alarm.ply, texts.san(alarm.san)) : "";
    const values = { a: move || printedResult(alarm.result ?? ""), s: (alarm.squares ?? []).join(", ") };
    const known = texts.has(`card.${alarm.id}`);
    return {
      key: `${b.key} ${alarm.id} ${alarm.ply ?? ""} ${(alarm.squares ?? []).join()}`, kind: alarm.id,
      board: b, urgency, icon, since: 0,
      title: `${texts.t("board", { n: boardLabel(b.id) })} · ${known ? texts.t(`card.${alarm.id}`, values) : alarm.text}`,
      text: known ? texts.t(`text.${alarm.id}`, values) : "",
      actions: actionsOf(alarm, b, texts),
    };
  });
}

function looks(a: Alarm): { urgency: Urgency; icon: Icon } {
  switch (a.id) {
    case "error_reconstructing_game":
      return { urgency: "d", icon: "doubt" };
    case "sensor_fault":
    case "calibration_drifted":
    case "calibration_old":
      return { urgency: "g", icon: "half" };
    case "guessed_move":
      return { urgency: "h", icon: "hand" };
    case "game_finished":
      return { urgency: "a", icon: "alarm" };
  }
  return a.urgent ? { urgency: "a", icon: "alarm" } : { urgency: "h", icon: "hand" };
}

function actionsOf(a: Alarm, b: Board, texts: Texts): Action[] {
  switch (a.id) {
    case "game_finished":
      return [{ label: texts.t("confirm", { a: printedResult(a.result ?? "") }), command: "result", keys: { result: a.result }, ask: true }, ...resultActions().filter((x) => x.keys.result !== a.result), goesOn(texts)].slice(0, 4);
    case "premature_result":
      return [...resultActions(), goesOn(texts)];
    case "error_reconstructing_game":
      return [{ label: texts.t("restored"), command: "restore", keys: { by: "arbiter", ply: b.state?.ply ?? 0 }, ask: true }];
    case "clock_paused":
      return [{ label: texts.t("go"), command: "start-clocks", keys: { by: "arbiter" }, ask: false }];
  }
  return [];
}

function ofAvailability(b: Board, texts: Texts): Card[] {
  if (b.availability !== "offline") return [];
  return [{
    key: `${b.key} offline`, kind: "offline", board: b, urgency: "g", icon: "gone", since: b.offlineSince,
    title: `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t("card.offline")}`, text: texts.t("text.offline"), actions: [],
  }];
}

/** What Article 4 and 7 ask now, from the events of the game. */
function ofEvents(b: Board, texts: Texts): Card[] {
  const cards = new Map<string, Card>();
  const title = (key: string, values: Record<string, string | number>): string => `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t(key, values)}`;
  for (const e of b.events) {
    if (b.state && e.game !== b.state.game) continue;
    const by = String(e.by ?? "");
    const p = texts.side(by);
    switch (e.event) {
      case "started":
      case "result":
        cards.clear();
        break;
      case "restored":
      case "retracted":
        for (const k of [...cards.keys()]) if (k.startsWith("illegal")) cards.delete(k);
        break;
      case "made":
      case "amended":
        cards.delete(`obligation ${by}`);
        break;
      case "illegal":
        if (e.number === 0) cards.delete(`illegal ${by}`);
        else {
          cards.set(`illegal ${by}`, {
            key: `${b.key} illegal ${e.seq}`, kind: "illegal", board: b, urgency: "a", icon: "alarm", since: Date.parse(e.at),
            title: title("card.illegal", { k: Number(e.number), p }), text: texts.t("text.illegal", { a: `7.4, ${String(e.reason ?? "")}` }),
            actions: [{ label: texts.t("stop"), command: "stop-clocks", keys: { by: "arbiter" }, ask: false }],
          });
        }
        break;
      case "violation": {
        const key = `violation ${by} ${String(e.rule)}`;
        if (e.status !== "claimable" && e.status !== "upheld") cards.delete(key);
        else {
          cards.set(key, {
            key: `${b.key} ${key} ${e.seq}`, kind: "violation", board: b, urgency: e.status === "upheld" ? "a" : "h", icon: e.status === "upheld" ? "alarm" : "hand", since: Date.parse(e.at),
            title: title("card.violation", { p }), text: texts.t("text.violation", { a: `Art. ${String(e.article)}`, s: String(e.rule).replaceAll("_", " ") }), actions: [],
          });
        }
        break;
      }
      case "obligation":
        if (e.kind === "none") cards.delete(`obligation ${by}`);
        else {
          cards.set(`obligation ${by}`, {
            key: `${b.key} obligation ${by}`, kind: "obligation", board: b, urgency: "h", icon: "hand", since: Date.parse(e.at),
            title: title("card.obligation", { p }), text: `${duty(e, texts)}. ${texts.t("goesaway")}`, actions: [],
          });
        }
        break;
    }
  }
  return [...cards.values()];
}

/** A duty in words: "White must move e2". */
export function duty(e: ToldEvent, texts: Texts): string {
  const squares = Array.isArray(e.squares) ? (e.squares as string[]).join(", ") : "";
  return `${texts.side(String(e.by))} ${texts.t(`ob.${String(e.kind)}`, { s: squares })}`;
}

/** One event as a line of what the board said. */
export function eventText(e: ToldEvent, texts: Texts): string {
  const p = texts.side(String(e.by ?? ""));
  const squares = Array.isArray(e.squares) ? (e.squares as string[]).join(", ") : String(e.square ?? "");
  const move = typeof e.ply === "number" && typeof e.san === "string" ? numbered(e.ply, texts.san(e.san)) : "";
  switch (e.event) {
    case "touched":
    case "returned":
      return texts.t(`ev.${e.event}`, { p, s: `${texts.words.pieces[String(e.piece).toLowerCase()] ?? ""} ${squares}`.trim() });
    case "obligation":
      return e.kind === "none" ? texts.t("ev.noobligation", { p }) : duty(e, texts);
    case "amended":
      return texts.t("ev.amended", { a: move, b: String(e.was) });
    case "retracted":
      return texts.t("ev.retracted", { n: Number(e.ply) });
    case "illegal":
      return texts.t("ev.illegal", { k: Number(e.number), p, a: String(e.reason ?? "") });
    case "violation":
      return texts.t("ev.violation", { p, a: String(e.rule).replaceAll("_", " "), b: String(e.status) });
    case "fault":
      return texts.t("ev.fault", { s: squares, a: String(e.fault) });
    case "result":
      return texts.t(e.proposed ? "ev.proposed" : "ev.result", { a: `${printedResult(String(e.result))} ${String(e.reason ?? "")}`.trim() });
    case "remark":
      return texts.t("ev.remark", { p, a: String(e.remark).replaceAll("_", " ") });
  }
  return texts.has(`ev.${e.event}`) ? texts.t(`ev.${e.event}`, { p, s: squares, a: move }) : e.event;
}

/** "Réti – Tartakower". */
export function playersOf(b: Board, texts: Texts): string {
  return (["white", "black"] as const).map((side) => names(b.player(side).name).surname || texts.side(side)).join(" – ");
}
