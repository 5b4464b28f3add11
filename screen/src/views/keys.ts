// The list of all keys, opened with "?".

import { h } from "../dom.ts";
import type { Texts } from "../texts.ts";

/** A key by its letter, or by the key of a text with the name that keyboards of the language give it. */
const everywhere: [string, string][] = [["T", "key.theme"], ["keys.full", "key.full"], ["Esc", "key.back"], ["?", "key.help"]];

export function keysDialog(texts: Texts, own: [string, string][]): void {
  if (document.querySelector("dialog.keys")) return; // pressed again while this was being loaded
  const rows = [...own, ...everywhere].flatMap(([keys, key]) => [h("dt", {}, texts.t(keys)), h("dd", {}, texts.t(key))]);
  const close = h("button", { type: "button" }, "OK");
  const dialog = h("dialog", { class: "keys", "aria-label": texts.t("keys") }, h("h2", {}, texts.t("keys")), h("dl", {}, ...rows), close);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
