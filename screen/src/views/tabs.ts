// The three pages of the arbiter's view on a small screen, and the bar at the bottom
// that switches between them; a large screen shows all at once.

import { h, setAttribute, setClass, setText } from "../dom.ts";

export const tabs = ["needs", "board", "done"] as const;
export type Tab = (typeof tabs)[number];

export class TabBar {
  readonly element = h("nav", { class: "tabs" });
  readonly #buttons = new Map<Tab, HTMLButtonElement>();

  constructor(open: (tab: Tab) => void) {
    for (const tab of tabs) {
      const b = h("button", { type: "button" }, h("span"));
      b.addEventListener("click", () => open(tab));
      this.#buttons.set(tab, b);
      this.element.append(b);
    }
  }

  open(tab: Tab): void {
    for (const [name, b] of this.#buttons) setAttribute(b, "aria-current", name === tab ? "page" : null);
  }

  /** urgent: somebody must act now. */
  show(names: Record<Tab, string>, urgent: boolean): void {
    for (const [tab, e] of this.#buttons) {
      setText(e.firstElementChild!, names[tab]);
      setClass(e, tab === "needs" && urgent ? "red" : "");
    }
  }
}
