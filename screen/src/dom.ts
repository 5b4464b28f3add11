// The few steps between values and elements. Elements are made once and then
// only written where something differs: a wall of boards is to cost little.

type Child = Node | string | null;

/** Makes an element; attributes that are null or false are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | boolean | null> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.filter((c): c is Node | string => c !== null));
  return e;
}

/** Writes a text where it differs. */
export function setText(e: Element, text: string): void {
  if (e.textContent !== text) e.textContent = text;
}

export function setClass(e: Element, name: string): void {
  if (e.getAttribute("class") !== name) e.setAttribute("class", name);
}

export function setAttribute(e: Element, name: string, value: string | null): void {
  if (value === null) e.removeAttribute(name);
  else if (e.getAttribute(name) !== value) e.setAttribute(name, value);
}

export function setHidden(e: HTMLElement, hidden: boolean): void {
  if (e.hidden !== hidden) e.hidden = hidden;
}

const svgNames = "http://www.w3.org/2000/svg";

export function svg(tag: string, attributes: Record<string, string | number> = {}): SVGElement {
  const e = document.createElementNS(svgNames, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, String(value));
  return e;
}

/** A sign of the design's set, drawn in the page (index.html has the symbols). */
export class Sign {
  readonly element = svg("svg", { class: "ic", viewBox: "0 0 16 16", "aria-hidden": "true" });
  readonly #use = svg("use");
  #name = "";

  constructor(name = "") {
    this.element.append(this.#use);
    this.show(name);
  }

  /** "" shows nothing, and takes no room. */
  show(name: string): void {
    if (name === this.#name) return;
    this.#name = name;
    this.element.toggleAttribute("hidden", name === "");
    if (name) this.#use.setAttribute("href", `#i-${name}`);
  }
}

/** The triangle before a running clock. */
export function triangle(): SVGElement {
  const t = svg("svg", { class: "tri", viewBox: "0 0 10 12", "aria-hidden": "true" });
  t.append(svg("path", { d: "M0 0L10 6 0 12z", fill: "currentColor" }));
  return t;
}

/**
 * Shows a surname whole: it shrinks to 62 %, then its letters come closer, then
 * one word after another becomes an initial, but for the last. What is still
 * too long then ends in three dots.
 */
export class Name {
  readonly element: HTMLElement;
  readonly #inner = h("span");
  #name = "";
  #width = 0;

  constructor(className: string) {
    this.element = h("span", { class: className }, this.#inner);
  }

  show(name: string): void {
    if (this.change(name)) this.fit(true);
  }

  /** Takes a name that is fitted later, with others; true when it is another one. */
  change(name: string): boolean {
    const other = name !== this.#name;
    this.#name = name;
    return other;
  }

  /** To be called when the room may have changed; anew measures in any case. */
  fit(anew = false): void {
    if (anew || this.element.clientWidth !== this.#width) Name.fit([this]);
  }

  /** Fits many together: the page is laid out a few times for all of them, and not for each. */
  static fit(names: Name[]): void {
    for (const n of names) {
      if (n.#inner.style.cssText) n.#inner.style.cssText = "";
      setText(n.#inner, n.#name);
    }
    const measured = names.map((n) => {
      const room = (n.#width = n.element.clientWidth);
      return { style: n.#inner.style, inner: n.#inner, room, needs: n.#inner.offsetWidth, words: n.#name.split(/([\s-]+)/) }; // and what stands between them
    });
    const tooLong = ({ inner, room }: { inner: HTMLElement; room: number }): boolean => room > 0 && inner.offsetWidth > room;
    let long = measured.filter(({ room, needs }) => room > 0 && needs > room);
    for (const { style, room, needs } of long) style.fontSize = `${Math.max(0.62, (room / needs) * 0.99)}em`;
    long = long.filter(tooLong);
    for (const { style } of long) style.letterSpacing = "-.04em";
    long = long.filter(tooLong);
    for (let i = 0; long.length > 0; i += 2) {
      for (const { style, inner, words } of long) {
        if (i < words.length - 1) {
          words[i] = words[i]!.charAt(0) + ".";
          setText(inner, words.join(""));
        } else style.cssText += ";max-width:100%;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom";
      }
      long = long.filter(({ words }) => i < words.length - 1).filter(tooLong);
    }
  }
}
