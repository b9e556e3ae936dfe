// The analysis of a game, as the server computes it ply by ply.

import { number, t } from "./text.js";

/** @typedef {Record<Side, number>} Sums */

export class Analysis extends EventTarget {
  /** @type {Map<number, PlyAnalysis>} by ply */
  plies = new Map();
  /** @type {AnalysisSummary | null} once it is complete */
  summary = null;
  /** @type {unknown} why it ended early */
  error = null;
  /** @type {AbortController | null} while it is computed */
  #running = null;

  get running() {
    return this.#running !== null;
  }

  /** The first ply that is not computed yet. */
  get next() {
    return this.plies.size;
  }

  /**
   * Goes on where it was left.
   * @param {Pick<import("./api.js").Game, "analysis">} api
   */
  async compute(api) {
    const running = (this.#running = new AbortController());
    this.error = null;
    this.#changed();
    try {
      for await (const { ply, summary, error } of api.analysis(this.next, running.signal)) {
        if (this.#running !== running) return;
        if (ply) this.plies.set(ply.ply, ply);
        if (summary) this.summary = summarize([...this.plies.values()]);
        if (error) this.error = new Error(error.message);
        this.#changed();
      }
    } catch (error) {
      if (!running.signal.aborted) this.error = error;
    }
    if (this.#running === running) this.#running = null;
    this.#changed();
  }

  /** Stops; what was computed stays. */
  cancel() {
    this.#running?.abort();
    this.#running = null;
    this.#changed();
  }

  /** Forgets all, as when the game has become another one. */
  clear() {
    this.cancel();
    this.plies.clear();
    this.summary = null;
    this.error = null;
    this.#changed();
  }

  /** @param {number} ply */
  marks(ply) {
    return marks(this.plies.get(ply)?.move ?? null);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @type {Record<NonNullable<MoveAnalysis["mark"]>, string>} */
const MOVES = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @type {Record<NonNullable<MoveAnalysis["luck_mark"]>, string>} */
const LUCK = { lucky: "▲", unlucky: "▼" };

/**
 * The marks of a move: signs for the eye, and the same in words.
 * @param {MoveAnalysis | null} move
 */
export function marks(move) {
  const signs = [];
  const words = [];
  if (move?.mark) {
    signs.push(MOVES[move.mark]);
    words.push(t(`analysis-${move.mark}`));
  }
  if (move?.luck_mark) {
    signs.push(LUCK[move.luck_mark]);
    words.push(t(`analysis-${move.luck_mark}`));
  }
  return { signs: signs.join(" "), words: words.join(", ") };
}

/**
 * What both sides did, over plies that may have come in several pieces.
 * @param {PlyAnalysis[]} plies
 * @returns {AnalysisSummary}
 */
export function summarize(plies) {
  const none = () => ({ moves: 0, loss: 0, inaccuracies: 0, mistakes: 0, blunders: 0, measurements: 0, luck: 0 });
  const both = { white: none(), black: none() };
  for (const { move } of plies) {
    if (!move) continue;
    const side = both[move.side];
    if (!move.only) side.moves += 1;
    side.loss += move.loss;
    if (move.mark === "inaccuracy") side.inaccuracies += 1;
    if (move.mark === "mistake") side.mistakes += 1;
    if (move.mark === "blunder") side.blunders += 1;
    if (move.luck !== null) {
      side.measurements += 1;
      side.luck += move.luck;
    }
  }
  return both;
}

/**
 * A score as the side to be told of has it.
 * @param {number} score White's
 * @param {Side} side
 */
export function scoreOf(score, side) {
  return side === "white" ? score : 1 - score;
}

/**
 * A gain or a loss with its sign, in games.
 * @param {number} gain
 */
export function signed(gain) {
  const cents = Math.round(100 * Math.abs(gain));
  const text = number(cents / 100, { minimumFractionDigits: 2 });
  return cents === 0 ? text : `${gain < 0 ? "−" : "+"}${text}`;
}
