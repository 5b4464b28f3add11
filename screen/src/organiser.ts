// The organiser's name, logo and colour, as sent by the server. The colour is used only for a band
// and the logo's tile, so that it is not mistaken for a state or a button.

import { h } from "./dom.ts";

export interface Organiser {
  name: string;
  accent?: string;
  /** The text colour on the accent. */
  on?: string;
  logo?: string;
}

let organiser: Organiser | null = null;

/** Sets the organiser of these pages; band adds a band in the organiser's colour at the top of every page. */
export function setOrganiser(o: Organiser | null, band: boolean): void {
  organiser = o;
  if (!o?.accent || !/^#[0-9a-f]{6}$/i.test(o.accent)) return;
  const { style } = document.documentElement;
  style.setProperty("--accent", o.accent);
  style.setProperty("--on-accent", o.on ?? "#fff");
  if (band) document.documentElement.dataset.accent = "";
}

/** The tile with the logo, or with the first letter of the name if there is none; null without an organiser. */
export function organiserMark(): HTMLElement | null {
  if (!organiser) return null;
  const { name, logo } = organiser;
  if (logo) return h("img", { class: "logo", src: logo, alt: name });
  return h("span", { class: "logo", role: "img", "aria-label": name }, h("span", { "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""));
}
