// Sounds of a game, made by the page itself; off until they are asked for.

import { button } from "./dom.js";
import * as prefs from "./prefs.js";
import { t } from "./text.js";

/**
 * A tone: its frequency in hertz, when it begins and how long it lasts, in seconds, and its volume up to 1.
 * @typedef {[number, number, number, number]} Tone
 */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  step: [[330, 0, 0.08, 0.5]],
  capture: [[220, 0, 0.09, 0.7], [165, 0.05, 0.12, 0.6]],
  split: [[392, 0, 0.14, 0.35], [523, 0.04, 0.18, 0.35]],
  merge: [[523, 0, 0.14, 0.35], [392, 0.04, 0.18, 0.35]],
  found: [[880, 0, 0.1, 0.2], [988, 0.1, 0.1, 0.25], [1175, 0.2, 0.25, 0.4]],
  missed: [[880, 0, 0.1, 0.2], [784, 0.1, 0.1, 0.25], [587, 0.2, 0.25, 0.4]],
  end: [[392, 0, 0.2, 0.4], [494, 0.15, 0.2, 0.4], [587, 0.3, 0.4, 0.4]],
};

/** @type {AudioContext | undefined} */
let audio;

/** @param {string} name */
export function play(name) {
  if (!prefs.sound()) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [frequency, begin, length, volume] of SOUNDS[name] ?? []) {
    const [start, end] = [audio.currentTime + begin, audio.currentTime + begin + length];
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume * 0.25, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(end);
  }
}

/**
 * The sound of a ply.
 * @param {Ply} ply
 * @param {MoveKind | undefined} kind of its move
 */
export function soundOf({ measured, occupied = [], kind: name }, kind) {
  if (measured) return occupied.length > 0 ? "found" : "missed";
  if (kind && kind.shape !== "step") return kind.shape;
  return kind?.plain ?? name === "step" ? "step" : "capture";
}

/** The button that turns sounds on and off. */
export function soundButton() {
  const made = button("", () => {
    prefs.setSound(!prefs.sound());
    draw();
    play("step");
  });
  const draw = () => {
    made.textContent = t("tool-sound");
    made.setAttribute("aria-pressed", String(prefs.sound()));
  };
  draw();
  return made;
}
