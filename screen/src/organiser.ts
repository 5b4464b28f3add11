// The organiser's name, logo and colour, as the server tells them. The colour is a band and the logo's tile, and nothing
// else, so that it is taken for no state and no button.

import { h } from "./dom.ts";

export interface Organiser {
  name: string;
  accent?: string;
  /** The colour of what stands on the accent. */
  on?: string;
  logo?: string;
}

let organiser: Organiser | null = null;

/** Notes whose pages these are; the band at the top of every page has their colour. */
export function setOrganiser(o: Organiser | null, band: boolean): void {
  organiser = o;
  if (!o?.accent || !/^#[0-9a-f]{6}$/i.test(o.accent)) return;
  const { style } = document.documentElement;
  style.setProperty("--accent", o.accent);
  style.setProperty("--on-accent", o.on ?? "#fff");
  if (band) document.documentElement.dataset.accent = "";
}

/** The tile with the logo, without one with the first letter of the name; null without an organiser. */
export function organiserMark(): HTMLElement | null {
  if (!organiser) return null;
  const { name, logo } = organiser;
  if (logo) return h("img", { class: "logo", src: logo, alt: name });
  return h("span", { class: "logo", role: "img", "aria-label": name }, h("span", { "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""));
}
