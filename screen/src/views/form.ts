// The dialog in which an arbiter chooses, fills in, checks and sends an act: a list of acts,
// then its form, then, if it ends a game, changes time or takes back moves, a description of
// its effect. The board's answer is shown here too.

import type { Act, Group } from "../acts.ts";
import type { Board } from "../board.ts";
import { boardLabel } from "../board.ts";
import type { Answer } from "../commands.ts";
import { h, setHidden, setText } from "../dom.ts";
import type { Texts } from "../texts.ts";
import type { Control } from "./fields.ts";
import { BadField, controlOf } from "./fields.ts";
import { verdicts } from "./verdicts.ts";
import { answerText, effects, playersOf, valueText } from "./wording.ts";

export type Send = (board: Board, act: Act, keys: Record<string, unknown>, seen: number | null) => Promise<Answer>;

export class ActDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #title = h("h2", {});
  readonly #board = h("p", { class: "of" });
  readonly #body = h("div", { class: "body" });
  readonly #error = h("p", { class: "refused", role: "alert", hidden: true });
  readonly #foot = h("div", { class: "foot" });
  #controls: { key: string; control: Control; needed: boolean; when?: { key: string; is: readonly string[] } }[] = [];
  /** Increases with every step, so that an answer to an earlier step is not shown. */
  #step = 0;

  constructor(readonly texts: Texts, readonly may: (board: Board, act: Act) => boolean, readonly send: Send) {
    this.#dialog = h("dialog", { class: "act" }, h("header", {}, this.#title, this.#board), this.#body, this.#error, this.#foot);
    this.#title.id = "act-title";
    this.#dialog.setAttribute("aria-labelledby", "act-title");
    this.#dialog.addEventListener("close", () => {
      if (this.#dialog.open) return; // it was opened again in the meantime
      this.#step++;
      this.#dialog.remove();
    });
  }

  get open(): boolean {
    return this.#dialog.open;
  }

  #show(title: string, board: Board): void {
    this.#step++;
    const { texts } = this;
    setText(this.#title, title);
    setText(this.#board, `${texts.t("board", { n: boardLabel(board.id) })} · ${playersOf(board, texts)}`);
    this.#say("");
    this.#body.replaceChildren();
    this.#foot.replaceChildren();
    if (this.#dialog.open) return;
    document.body.append(this.#dialog);
    this.#dialog.showModal();
  }

  #say(error: string): void {
    setText(this.#error, error);
    setHidden(this.#error, error === "");
  }

  #button(label: string, kind: string, press: () => void): HTMLButtonElement {
    const b = h("button", { type: "button", class: kind }, label);
    b.addEventListener("click", press);
    this.#foot.append(b);
    return b;
  }

  /** The acts of a group. */
  menu(board: Board, group: Group): void {
    const { texts } = this;
    this.#show(texts.t(`group.${group.name}`), board);
    const list = h("div", { class: "acts" });
    for (const act of group.acts) {
      if (!this.may(board, act)) continue;
      const b = h("button", { type: "button" }, h("b", {}, texts.t(`act.${act.id}`)), h("span", {}, texts.t(`does.${act.id}`)));
      b.addEventListener("click", () => this.form(board, act, {}, () => this.menu(board, group)));
      list.append(b);
    }
    this.#body.append(list);
    this.#button(texts.t("cancel"), "", () => this.#dialog.close());
    this.#body.scrollTop = 0;
    list.querySelector("button")?.focus();
  }

  /** The form of an act, filled in as far as known. */
  form(board: Board, act: Act, preset: Record<string, unknown>, back: (() => void) | null = null): void {
    const { texts } = this;
    this.#show(texts.t(`act.${act.id}`), board);
    const form = h("form", {}, h("p", { class: "does" }, texts.t(`does.${act.id}`)));
    const changed = (): void => {
      this.#say("");
      this.#arrange();
    };
    this.#controls = act.fields.map((field) => {
      const accepted = act.id === "verdict" && field.key === "what" ? verdicts(board) : null;
      const f = accepted ? { ...field, words: accepted } : field;
      const known = preset[f.key] ?? (f.key === "white_ms" || f.key === "black_ms" ? undefined : f.preset);
      return { key: f.key, control: controlOf(f, board, texts, board.clocks(performance.now(), null), known, changed), needed: f.needed === true, ...(f.when ? { when: f.when } : {}) };
    });
    form.append(...this.#controls.map((c) => c.control.element));
    const next = (): void => {
      const values = this.#values();
      if (values) this.#entered(board, act, { ...kept(preset, act), ...values }, () => this.#again(board, act, form, back));
    };
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      next();
    });
    // Enter in a field continues, like the button.
    form.append(h("button", { type: "submit", class: "vh", tabindex: "-1", "aria-hidden": "true" }));
    this.#body.append(form);
    this.#feet(act, next, back);
    this.#arrange();
    this.#body.scrollTop = 0;
    (form.querySelector<HTMLElement>("input:checked, input:not([type=submit]), textarea, .squares button") ?? this.#foot.querySelector<HTMLElement>(".pr"))?.focus();
  }

  #feet(act: Act, next: () => void, back: (() => void) | null): void {
    const { texts } = this;
    this.#button(texts.t(back ? "goback" : "cancel"), "", back ?? (() => this.#dialog.close()));
    this.#button(act.ask ? texts.t("next") : texts.t("do"), "pr", next);
  }

  /** The form again, with what was entered. */
  #again(board: Board, act: Act, form: HTMLElement, back: (() => void) | null): void {
    this.#show(this.texts.t(`act.${act.id}`), board);
    this.#body.append(form);
    this.#feet(act, () => (form as HTMLFormElement).requestSubmit(), back);
  }

  /** Shows the fields that depend on the others, and passes them the others' values. */
  #arrange(): void {
    const value = (key: string): unknown => {
      try {
        return this.#controls.find((c) => c.key === key)?.control.read();
      } catch {
        return undefined;
      }
    };
    for (const c of this.#controls) {
      if (c.when) setHidden(c.control.element, !c.when.is.includes(String(value(c.when.key))));
      c.control.others?.(value);
    }
  }

  /** The entered values; null after reporting what is missing or wrong. */
  #values(): Record<string, unknown> | null {
    const values: Record<string, unknown> = {};
    const missing: string[] = [];
    try {
      for (const c of this.#controls) {
        if (c.control.element.hidden) continue;
        const v = c.control.read();
        if (v !== undefined) values[c.key] = v;
        else if (c.needed) missing.push(this.texts.t(`field.${c.key}`));
      }
    } catch (err) {
      if (!(err instanceof BadField)) throw err;
      this.#say(err.message);
      return null;
    }
    if (missing.length === 0) return values;
    this.#say(this.texts.t("missing", { a: missing.join(", ") }));
    return null;
  }

  #entered(board: Board, act: Act, values: Record<string, unknown>, back: () => void): void {
    const seen = act.free ? null : (board.state?.seq ?? null);
    if (act.ask) this.check(board, act, values, seen, back);
    else void this.#give(board, act, values, seen);
  }

  /** The effect of an act, before it is confirmed. */
  check(board: Board, act: Act, values: Record<string, unknown>, seen: number | null, back: (() => void) | null): void {
    const { texts } = this;
    this.#show(texts.t(`act.${act.id}`), board);
    const list = h("dl", {});
    for (const f of act.fields) {
      if (values[f.key] === undefined) continue;
      list.append(h("dt", {}, texts.t(`field.${f.label ?? f.key}`)), h("dd", {}, valueText(f, values[f.key], board, texts)));
    }
    this.#body.append(h("p", { class: "does" }, texts.t(`does.${act.id}`)), list, ...effects(act, values, board, texts).map((e) => h("p", { class: "effect" }, e)));
    this.#button(back ? texts.t("goback") : texts.t("cancel"), "", back ?? (() => this.#dialog.close()));
    this.#button(`${texts.t("confirmact")}: ${texts.t(`act.${act.id}`)}`, "danger", () => void this.#give(board, act, values, seen, () => this.check(board, act, values, seen === null ? null : (board.state?.seq ?? null), back)));
    this.#foot.querySelector("button")?.focus(); // not on the button that does something serious
  }

  /** Sends the command. If the board refuses it, again is called: it shows the step with the game's current state. */
  async #give(board: Board, act: Act, values: Record<string, unknown>, seen: number | null, again: () => void = () => {}): Promise<void> {
    const { texts } = this;
    const step = ++this.#step;
    const buttons = [...this.#foot.querySelectorAll("button")];
    buttons.forEach((b) => (b.disabled = true));
    this.#say("");
    const a = await this.send(board, act, { ...act.fixed, ...values }, seen);
    if (step !== this.#step) return;
    if (a.ok) {
      this.#dialog.close();
      return;
    }
    buttons.forEach((b) => (b.disabled = false));
    again();
    this.#say(answerText(a, texts));
  }

  close(): void {
    if (this.#dialog.open) this.#dialog.close();
  }
}

/** Keys of a preset that have no field of their own. */
function kept(preset: Record<string, unknown>, act: Act): Record<string, unknown> {
  return Object.fromEntries(Object.entries(preset).filter(([key]) => !act.fields.some((f) => f.key === key)));
}
