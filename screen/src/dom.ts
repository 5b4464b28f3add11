// Helpers for elements. Elements are made once and then only written if something differs, so that
// a wall of boards costs little.

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

/** Writes a text if it differs. */
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

/** One of our icons, drawn in the page (index.html has the symbols). */
export class Sign {
  readonly element = svg("svg", { class: "ic", viewBox: "0 0 16 16", "aria-hidden": "true" });
  readonly #use = svg("use");
  #name = "";

  constructor(name = "") {
    this.element.append(this.#use);
    this.show(name);
  }

  /** "" shows nothing, and takes no space. */
  show(name: string): void {
    if (name === this.#name) return;
    this.#name = name;
    this.element.toggleAttribute("hidden", name === "");
    if (name) this.#use.setAttribute("href", `#i-${name}`);
  }
}

/** The triangle next to a running clock. */
export function triangle(): SVGElement {
  const t = svg("svg", { class: "tri", viewBox: "0 0 10 12", "aria-hidden": "true" });
  t.append(svg("path", { d: "M0 0L10 6 0 12z", fill: "currentColor" }));
  return t;
}

/** Words that belong to the word after them: if "de la Cruz" is shortened, they are removed together. */
const particles = new Set("af al ap av bin da das de del della den der di do dos du e el i la las le los mac ní ó ten ter uí und van vom von y zu zum zur".split(" "));
const smallest = 0.72;
const smallestHyphenated = 0.6; // the parts of "Vachier-Lagrave" stay together for longer

/** The words of a surname; the parts of "Vachier-Lagrave" are words too, each but the last with its hyphen. */
const wordsOf = (name: string): string[] => name.replace(/-(?=\p{L})/gu, "- ").split(" ");
const isParticle = (word: string): boolean => particles.has(word.toLowerCase().replace(/-$/, ""));

/** The words without the last one and the particles before it, or all of them if only particles would stay. */
function shorter(words: string[]): string[] {
  let n = words.length - 1;
  while (n > 0 && isParticle(words[n - 1]!)) n--;
  return n > 0 ? words.slice(0, n) : words;
}

/**
 * Shows a surname. If it is too long it shrinks to 72 %, with slightly tighter letters; then words are
 * removed from the end, together with their particles. The first word always stays, with particles before it
 * ("Ó Súilleabháin"): only if that alone is too long does it shrink further, down to half, and end in an ellipsis. A text marked as whole loses no words;
 * it only shrinks.
 */
export class Name {
  readonly element: HTMLElement;
  readonly #inner = h("span");
  #name = "";
  #width = 0;

  constructor(className: string, readonly whole = false) {
    this.element = h("span", { class: className }, this.#inner);
  }

  show(name: string): void {
    if (this.change(name)) this.fit(true);
  }

  /** Sets a name that is fitted later, together with others; true if it has changed. */
  change(name: string): boolean {
    const other = name !== this.#name;
    this.#name = name;
    return other;
  }

  /** Call it when the available width may have changed; anew measures in any case. */
  fit(anew = false): void {
    if (anew || this.element.clientWidth !== this.#width) Name.fit([this]);
  }

  /** Fits the name again whenever it or its room gets another width, as by a reader's own spacing of letters. */
  watch(): this {
    let shown = 0;
    const observer = new ResizeObserver(() => {
      if (this.#inner.offsetWidth === shown && this.element.clientWidth === this.#width) return;
      requestAnimationFrame(() => {
        this.fit(true);
        shown = this.#inner.offsetWidth;
      });
    });
    observer.observe(this.element);
    observer.observe(this.#inner);
    return this;
  }

  /** Fits many names together, with a few layouts of the page for all instead of some for each. */
  static fit(names: Name[]): void {
    for (const n of names) {
      if (n.#inner.style.cssText) n.#inner.style.cssText = "";
      setText(n.#inner, n.#name);
    }
    const measured = names.map((n) => ({ inner: n.#inner, room: (n.#width = n.element.clientWidth), words: n.whole ? [n.#name] : wordsOf(n.#name), needs: 0 }));
    const measure = (list: typeof measured): void => list.forEach((n) => (n.needs = n.inner.offsetWidth));
    measure(measured);
    const long = measured.filter(({ room, needs }) => room > 0 && needs > room);
    for (const { inner } of long) inner.style.letterSpacing = "-.03em";
    measure(long);
    const tooLong = ({ room, needs, words }: (typeof measured)[number]): boolean => {
      const less = shorter(words);
      return less.length < words.length && needs * (less.at(-1)!.endsWith("-") ? smallestHyphenated : smallest) > room;
    };
    for (let left = long.filter(tooLong); left.length > 0; left = left.filter(tooLong)) {
      for (const n of left) {
        n.words = shorter(n.words);
        setText(n.inner, n.words.join(" ").replaceAll("- ", "-").replace(/-$/, ""));
      }
      measure(left);
    }
    for (const { inner, room, needs } of long) {
      const size = Math.min(1, (room / needs) * 0.99);
      if (size < 1) inner.style.fontSize = `${Math.max(0.5, size)}em`;
      if (size < 0.5) inner.style.cssText += ";max-width:100%;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom";
    }
  }
}

/** Loads a style sheet that only some views need, once. Without it the page is plain, but works. */
export function stylesheet(href: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = h("link", { rel: "stylesheet", href });
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
    document.head.append(link);
  });
}
