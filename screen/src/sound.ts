// A sound for each move, made here, so that it takes no file: off until a reader asks for it, and then kept by the
// browser. A capture sounds lower, a check twice.

const key = "touchmove.sound";

export class MoveSound {
  #audio: AudioContext | null = null;
  #on = false;

  constructor() {
    try {
      this.#on = localStorage.getItem(key) === "on";
    } catch {
      // a browser that keeps nothing
    }
  }

  get on(): boolean {
    return this.#on;
  }

  /** To be called from a touch or a key: browsers let a page sound only after one. */
  set(on: boolean): void {
    this.#on = on;
    try {
      localStorage.setItem(key, on ? "on" : "off");
    } catch {
      // then it holds for this page
    }
    if (on) this.move("e4");
  }

  /** Sounds a move, given as SAN. */
  move(san: string): void {
    if (!this.#on || typeof AudioContext === "undefined") return;
    this.#audio ??= new AudioContext();
    const capture = san.includes("x");
    const knocks = /[+#]$/.test(san) ? 2 : 1;
    for (let i = 0; i < knocks; i++) this.#knock(this.#audio.currentTime + 0.13 * i, capture ? 180 : 260);
  }

  /** Wood on wood: a short tone that falls. */
  #knock(at: number, pitch: number): void {
    const audio = this.#audio!;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(pitch, at);
    tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.07);
    volume.gain.setValueAtTime(0.35, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.1);
  }
}
