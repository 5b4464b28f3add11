// A sound for each new red card. Browsers let a page make sounds only after the reader
// has touched it; logging in is such a touch.

export class Beep {
  silent = false;
  #audio: AudioContext | null = null;

  ring(): void {
    if (this.silent || typeof AudioContext === "undefined") return;
    this.#audio ??= new AudioContext();
    const at = this.#audio.currentTime;
    const tone = this.#audio.createOscillator();
    const volume = this.#audio.createGain();
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    tone.connect(volume).connect(this.#audio.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  }
}
