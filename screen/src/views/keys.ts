// The list of all keys, opened with "?".

import { h } from "../dom.ts";
import type { Texts } from "../texts.ts";

const everywhere: [string, string][] = [["T", "key.theme"], ["Shift+F", "key.full"], ["Esc", "key.back"], ["?", "key.help"]];

export function keysDialog(texts: Texts, own: [string, string][]): void {
  const rows = [...own, ...everywhere].flatMap(([keys, key]) => [h("dt", {}, keys), h("dd", {}, texts.t(key))]);
  const close = h("button", { type: "button" }, "OK");
  const dialog = h("dialog", { class: "keys", "aria-label": texts.t("keys") }, h("h2", {}, texts.t("keys")), h("dl", {}, ...rows), close);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
