// The texts of the screen, in the reader's language.

import loaders from "words:public";
import type { Lang } from "./params.ts";
import type { Words } from "./notation.ts";
import { localSan } from "./notation.ts";

type Table = Awaited<ReturnType<(typeof loaders)[string]>>["default"];

const tables: Record<Lang, Table> = {};

/** Loads the texts of a language. Texts in this language cannot be made before. */
export async function learn(lang: Lang): Promise<void> {
  tables[lang] ??= (await loaders[lang]!()).default;
}

export class Texts {
  #table: Table;
  readonly words: Words;
  readonly pieces: string;
  readonly #hour: Intl.DateTimeFormat;
  #minute = { at: NaN, text: "" }; // the last one asked for: every board of a wall asks
  readonly #second: Intl.DateTimeFormat;
  /** The reader's own variant of the language, such as en-GB, for dates. */
  readonly locale: string;
  readonly #weekday: Intl.DateTimeFormat;

  constructor(readonly lang: Lang) {
    this.#table = tables[lang]!;
    this.pieces = this.t("pieces");
    const piece = (k: string): string => this.t(`piece.${k}`);
    this.words = {
      pieces: { k: piece("k"), q: piece("q"), r: piece("r"), b: piece("b"), n: piece("n"), p: piece("p") },
      takes: this.t("takes"),
      castles: this.t("castles"),
      castlesLong: this.t("castleslong"),
      promotes: this.t("promotes"),
      check: this.t("check"),
      mate: this.t("mate"),
    };
    this.#hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    this.locale = globalThis.navigator?.languages?.find((l) => l.startsWith(lang)) ?? lang;
    this.#weekday = new Intl.DateTimeFormat(this.locale, { weekday: "short", day: "numeric", month: "short" });
    this.#second = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  }

  /**
   * The text of a key, with its {names} filled in; the key itself if there is none. A number n
   * selects the plural form.
   */
  t(key: string, values: Record<string, string | number> = {}): string {
    const found = this.#table[key] ?? key;
    const form = typeof found === "string" ? found : values.n === 1 ? found.one : found.other;
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
  }

  /** Adds the texts of a view that is loaded on demand. */
  add(more: Record<string, Table>): void {
    this.#table = { ...this.#table, ...more[this.lang] };
  }

  has(key: string): boolean {
    return key in this.#table;
  }

  /** A move's SAN in the reader's letters. */
  san(san: string): string {
    return localSan(san, this.pieces);
  }

  /** 15:04 */
  hour(wall: number): string {
    const minute = Math.floor(wall / 60_000);
    if (minute !== this.#minute.at) this.#minute = { at: minute, text: this.#hour.format(wall) };
    return this.#minute.text;
  }

  /** Mon 23 Nov, in the format of the language. */
  day(wall: number): string {
    return this.#weekday.format(wall);
  }

  /** 15:04:31 */
  second(wall: number): string {
    return this.#second.format(wall);
  }

  side(side: string): string {
    return this.t(side === "black" ? "black" : "white");
  }
}

/** Makes the first letter a capital, for the beginning of a line. */
export function capital(s: string): string {
  return s.charAt(0).toLocaleUpperCase() + s.slice(1);
}
