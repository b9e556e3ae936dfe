// The players above and below the board with their clocks: what the server said last, counted down from then on.

import { seat } from "./describe.js";
import { h } from "./dom.js";
import { t } from "./text.js";

/** Below so many seconds a side has little time, and below so many tenths are shown. */
const LOW = 20;
const TENTHS = 10;

/** What is said aloud, by its name, and at how many seconds. */
const SAID = /** @type {const} */ ([[60, "minute"], [10, "seconds"]]);

/** How often the server is asked whether time is up, in milliseconds. */
const RETRY_INTERVAL = 1000;

/**
 * "4:31", and "0:09.4" where tenths matter.
 * @param {number} seconds
 */
function shown(seconds) {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const whole = Math.floor(tenths / 10);
  const minutes = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return seconds < TENTHS ? `${minutes}.${tenths % 10}` : minutes;
}

/**
 * What a game's clocks began with, in words.
 * @param {Clock} clock
 */
export function control({ base, increment }) {
  return t(increment > 0 ? "clock-control-increment" : "clock-control", { base: shown(base), increment });
}

export class Clocks {
  /** @type {State | null} */
  #state = null;
  #since = 0;
  #asked = 0;
  /** @type {number | undefined} */
  #timer;
  /** @type {Record<Side, number>} what was last seen of each, so that what is said is said once */
  #seen = { white: 0, black: 0 };

  /** @param {() => void} expired a side has no time left: the server knows what follows */
  constructor(expired) {
    this.expired = expired;
    this.rows = [row(), row()];
    this.said = h("p", { class: "unseen", "aria-live": "polite" });
  }

  /** The row above the board, and the one below it. */
  get above() {
    return this.rows[0].element;
  }

  get below() {
    return this.rows[1].element;
  }

  /**
   * @param {State} state as it has just come
   */
  take(state) {
    const { clock } = state;
    this.#state = state;
    this.#since = performance.now();
    window.clearInterval(this.#timer);
    if (!clock) return;
    this.#seen = { white: Math.max(this.#seen.white, clock.white), black: Math.max(this.#seen.black, clock.black) };
    if (clock.running) this.#timer = window.setInterval(() => this.#tick(), 100);
  }

  /** @param {boolean} flipped whether White sits at the top */
  draw(flipped) {
    /** @type {Side[]} */
    const sides = flipped ? ["white", "black"] : ["black", "white"];
    this.rows.forEach((row, k) => this.#show(row, sides[k] ?? "white"));
  }

  stop() {
    window.clearInterval(this.#timer);
  }

  /** @param {Side} side */
  #left(side) {
    const clock = this.#state?.clock;
    if (!clock) return 0;
    const passed = clock.running === side ? (performance.now() - this.#since) / 1000 : 0;
    return Math.max(0, clock[side] - passed);
  }

  /**
   * @param {Row} row
   * @param {Side} side
   */
  #show(row, side) {
    const state = this.#state;
    if (!state) return;
    const { clock } = state;
    const left = this.#left(side);
    const low = clock !== null && left < LOW && state.status === "in_progress";
    row.side = side;
    row.element.className = `seat ${side}`;
    row.element.classList.toggle("turn", state.turn === side && state.status === "in_progress");
    row.element.classList.toggle("running", clock?.running === side);
    row.element.classList.toggle("low", low);
    put(row.who, seat(state, side));
    put(row.how, clock ? how(state, side, low) : "");
    row.time.hidden = clock === null;
    if (!clock) return;
    row.time.setAttribute("aria-label", t("clock-of", { side }));
    put(row.time, shown(left));
  }

  #tick() {
    const side = this.#state?.clock?.running;
    const row = this.rows.find((one) => one.side === side);
    if (!side || !row) return;
    this.#show(row, side);
    const left = this.#left(side);
    for (const [seconds, name] of SAID) {
      if (this.#seen[side] > seconds && left <= seconds) this.said.textContent = t("clock-left", { side, left: name });
    }
    this.#seen[side] = left;
    if (left > 0 || performance.now() - this.#asked < RETRY_INTERVAL) return;
    this.#asked = performance.now();
    this.expired();
  }
}

/**
 * What is to be known of a clock beside its time.
 * @param {State} state
 * @param {Side} side
 * @param {boolean} low
 */
function how(state, side, low) {
  if (state.status !== "in_progress") return "";
  const runs = state.clock?.running === side;
  if (runs) return t(low ? "clock-runs-low" : "clock-runs");
  if (!state.clock?.running && state.turn === side) {
    if (state.waiting) return t("clock-measures");
    return t(state.thinking || state.rest ? "clock-stopped" : "clock-free");
  }
  return low ? t("clock-low") : "";
}

/** @typedef {ReturnType<typeof row>} Row */

/** A player at the board, with a clock. A timer is not read aloud when it changes. */
function row() {
  const who = h("span", { class: "who" });
  const how = h("span", { class: "how" });
  const time = h("span", { class: "time", role: "timer", hidden: true });
  const element = h("div", { class: "seat" }, who, how, time);
  return { element, who, how, time, side: /** @type {Side} */ ("white") };
}

/**
 * @param {HTMLElement} element
 * @param {string} words
 */
function put(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
