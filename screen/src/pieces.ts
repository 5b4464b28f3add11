// Pictures of the pieces for boards that draw with them, made from the page's own sprite:
// at first as drawings, which fit every size, and a moment later as pixels of the required
// size, which a wall of boards can paint much faster.

const kinds = ["wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"];
/** Number of sizes kept: a wall has two, and the last ones return when a window is rotated. */
const kept = 6;

function drawing(piece: string, size: number): string {
  const shape = document.getElementById(piece)?.outerHTML ?? "";
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="${size}" height="${size}">${shape}</svg>`)}`;
}

/** The pieces in one size. */
export class Pictures {
  static readonly #made = new Map<number, Pictures>();
  readonly #urls: Map<string, string>;
  /** Resolves when better pictures are available; never rejects. */
  readonly better: Promise<void>;

  /** size is in pixels of the screen, 1 or more. */
  static of(size: number): Pictures {
    let p = this.#made.get(size);
    this.#made.delete(size);
    p ??= new Pictures(size);
    this.#made.set(size, p);
    if (this.#made.size > kept) this.#made.delete(this.#made.keys().next().value!);
    return p;
  }

  private constructor(readonly size: number) {
    this.#urls = new Map(kinds.map((k) => [k, `url("${drawing(k, size)}")`]));
    this.better = Promise.all(kinds.map((k) => this.#toPixels(k))).then(() => {});
  }

  /** The CSS value for the picture of "wk" ... "bp". */
  url(piece: string): string {
    return this.#urls.get(piece) ?? "none";
  }

  async #toPixels(piece: string): Promise<void> {
    try {
      const image = new Image();
      image.src = drawing(piece, this.size);
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = this.size;
      canvas.getContext("2d")!.drawImage(image, 0, 0, this.size, this.size);
      this.#urls.set(piece, `url("${canvas.toDataURL()}")`);
    } catch {
      // the drawing stays; it looks the same
    }
  }
}
