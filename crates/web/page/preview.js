// What a move would do, asked of the server before it is played.

import { button, h, percent } from "./dom.js";
import { Kinds } from "./kinds.js";
import { foreseen } from "./retell.js";
import { t } from "./text.js";

/** How long a move must be pointed at before it is asked for, in milliseconds. */
const PAUSE = 120;

/** @typedef {{ probability: number, colour: Side | null }} Ghost what a move would leave on a square */

/** @param {Board} board */
function chances(board) {
  /** @type {Map<string, Ghost>} */
  const chances = new Map();
  for (const { square, parts } of board.squares) {
    const [first] = parts;
    if (!first) continue;
    const probability = parts.reduce((sum, part) => sum + part.probability, 0);
    chances.set(square, { probability: Math.min(1, probability), colour: first.colour });
  }
  return chances;
}

/**
 * The mean over all outcomes, on squares where it differs from what is there now.
 * @param {Board} now
 * @param {Preview} preview
 */
export function ghosts(now, preview) {
  /** @type {Map<string, Ghost>} */
  const mean = new Map();
  for (const outcome of preview.outcomes) {
    for (const [square, { probability, colour }] of chances(outcome.board)) {
      const sum = (mean.get(square)?.probability ?? 0) + probability * outcome.probability;
      mean.set(square, { probability: Math.min(1, sum), colour });
    }
  }
  const before = chances(now);
  for (const [square, { colour }] of before) {
    if (!mean.has(square)) mean.set(square, { probability: 0, colour });
  }
  for (const [square, { probability }] of [...mean]) {
    const was = before.get(square)?.probability ?? 0;
    if (Math.abs(was - probability) < 1e-6) mean.delete(square);
  }
  return mean;
}

/**
 * Whether anything is uncertain, before or after.
 * @param {Board} now
 * @param {Map<string, Ghost>} ghosts
 */
function doubtful(now, ghosts) {
  const before = chances(now);
  const open = (/** @type {number} */ probability) => probability > 1e-6 && probability < 1 - 1e-6;
  return [...ghosts].some(([square, { probability }]) => open(probability) || open(before.get(square)?.probability ?? 0));
}

/**
 * How likely it is that none of the listed outcomes comes.
 * @param {Preview} preview
 */
function unlisted({ outcomes }) {
  return Math.max(0, outcomes.reduce((left, { probability }) => left - probability, 1));
}

/**
 * The outcomes in words; those that nothing said here tells apart are one.
 * @param {Preview["outcomes"]} outcomes the likeliest first
 */
function alike(outcomes) {
  /** @type {Map<string, { words: string, likeliest: Preview["outcomes"][number], probability: number }>} */
  const ways = new Map();
  for (const outcome of outcomes) {
    const words = foreseen(outcome.facts).join(" ");
    const way = ways.get(words);
    if (way) way.probability += outcome.probability;
    else ways.set(words, { words, likeliest: outcome, probability: outcome.probability });
  }
  return [...ways.values()];
}

export class Foresight {
  /** @type {Map<string, Preview>} */
  #known = new Map();
  /** @type {Preview | null} */
  #shown = null;
  #version = -1;
  /** @type {number | undefined} */
  #timer;

  kinds = new Kinds([]);

  /** Whether outcomes may be explored. */
  tries = true;

  /**
   * @param {import("./api.js").Game} api
   * @param {import("./board.js").BoardView} view
   * @param {(move: string, probability: number) => void} attempt with what it is to measure
   * @param {() => void} shown there are words to be seen
   */
  constructor(api, view, attempt, shown) {
    this.api = api;
    this.view = view;
    this.attempt = attempt;
    this.shown = shown;
    this.element = h("div", { class: "preview", "aria-live": "polite" });
  }

  /**
   * @param {Move[] | null} moves those that are pointed at
   * @param {State} state
   */
  consider(moves, state) {
    window.clearTimeout(this.#timer);
    const [move] = moves ?? [];
    const plain = move && this.kinds.of(move)?.plain;
    // Who goes to press what the words offer points at nothing on the way.
    if (!moves && this.element.querySelector("button")) {
      this.view.ghosts(null);
      return;
    }
    if (!moves || !move || moves.length !== 1 || plain) {
      this.clear();
      return;
    }
    if (state.version !== this.#version) this.#known.clear();
    this.#version = state.version;
    const known = this.#known.get(move.move);
    if (known) this.#show(known, state);
    else this.#timer = window.setTimeout(() => this.#fetch(move.move, state), PAUSE);
  }

  /**
   * @param {string} move
   * @param {State} state
   */
  async #fetch(move, state) {
    const timer = this.#timer;
    try {
      const preview = await this.api.preview(move);
      if (state.version !== this.#version) return;
      this.#known.set(move, preview);
      if (timer === this.#timer) this.#show(preview, state);
    } catch {
      // A preview that can't be had is no error of the player's.
    }
  }

  /**
   * @param {Preview} preview
   * @param {State} state
   */
  #show(preview, state) {
    // Where outcomes are missing the mean is not known, and what is certain needs no number.
    const seen = preview.more ? null : ghosts(state.board, preview);
    this.view.ghosts(seen && doubtful(state.board, seen) ? seen : null);
    // Its buttons stay where they are for who is about to press one.
    if (preview !== this.#shown) this.#write(preview, state);
    this.#shown = preview;
    this.shown();
  }

  /**
   * @param {Preview} preview
   * @param {State} state
   */
  #write(preview, state) {
    const { move } = preview;
    const ways = alike(preview.outcomes);
    const [only] = ways;
    if (ways.length < 2 && !preview.more) {
      // What was undone finds again what it found.
      const words = only?.words && t(state.ahead?.move === move ? "preview-again" : "preview-sure", { move, told: only.words });
      this.element.replaceChildren(words ? h("p", {}, words) : "");
      return;
    }
    const rows = ways.map(({ words, likeliest, probability }) => {
      const attempt = () => this.attempt(likeliest.move, likeliest.probability);
      const named = { "aria-label": t("preview-try-of", { told: words }), title: t("preview-try-about") };
      const tried = this.tries && button(t("preview-try"), attempt, named);
      return h("li", {}, h("span", {}, h("strong", {}, percent(probability)), " ", words), tried);
    });
    if (preview.more) rows.push(h("li", {}, t("preview-other", { chance: percent(unlisted(preview)) })));
    this.element.replaceChildren(h("p", {}, t("preview-if", { move })), h("ul", {}, ...rows));
  }

  clear() {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#shown = null;
    if (this.element.hasChildNodes()) this.element.replaceChildren();
    this.view.ghosts(null);
  }
}
