// A sound for each move, generated here, so that it needs no file. It is off until a
// reader turns it on, from the menu of any page or with a key; the browser then stores that. A
// capture sounds lower, a check sounds twice.

import type { Context, MenuEntry } from "./views/view.ts";

const key = "touchmove.sound";

/** The switch of the sound in a menu. */
export function soundEntry(c: Context): MenuEntry {
  const { sound, texts } = c;
  return { sign: () => (sound.on ? "sound" : "mute"), text: () => texts.t(sound.on ? "menu.soundon" : "menu.soundoff"), pressed: () => sound.on, act: () => sound.set(!sound.on) };
}

export class MoveSound {
  #audio: AudioContext | null = null;
  #on = false;

  constructor() {
    try {
      this.#on = localStorage.getItem(key) === "on";
    } catch {
      // the browser stores nothing
    }
  }

  get on(): boolean {
    return this.#on;
  }

  /** Call it from a touch or a key: browsers let a page make sounds only after one. */
  set(on: boolean): void {
    this.#on = on;
    try {
      localStorage.setItem(key, on ? "on" : "off");
    } catch {
      // then it holds for this page only
    }
    if (on) this.move("e4");
  }

  /** Plays the sound of a move, given as SAN. */
  move(san: string): void {
    if (!this.#on || typeof AudioContext === "undefined") return;
    this.#audio ??= new AudioContext();
    const capture = san.includes("x");
    const knocks = /[+#]$/.test(san) ? 2 : 1;
    for (let i = 0; i < knocks; i++) this.#knock(this.#audio.currentTime + 0.13 * i, capture ? 180 : 260);
  }

  /** Wood on wood: a short falling tone. */
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
