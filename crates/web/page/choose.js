// The one model of choosing a move. Clicks, drags, keys and icons all end here, and all it knows is
// the list of legal moves: a choice is a list of picked squares that some moves begin with.

import { plain } from "./geometry.js";

/** @typedef {"any" | "split" | "merge"} Mode */
/** @typedef {"source" | "partner" | "target" | "capture" | "turn"} Role */

/**
 * Whether a move leaves parts of one part on two squares, one of which may be that where it was.
 * @param {Move} move
 */
export const splits = (move) => move.kind === "split" || move.kind === "quantum move";

const MODES = {
  any: (/** @type {Move} */ move) => !splits(move),
  split: splits,
  merge: (/** @type {Move} */ move) => move.from.length > 1,
};

/**
 * The ways to pick a move's squares, one after the other: parts to be merged and targets of a split
 * in either order.
 * @param {Move} move
 * @returns {string[][]}
 */
function orders(move) {
  const turned = (/** @type {string[]} */ names) =>
    names.length > 1 ? [names, [...names].reverse()] : [names];
  return turned(move.from.map(plain)).flatMap((from) =>
    turned(move.to.map(plain)).map((to) => [...from, ...to]),
  );
}

/**
 * @param {string[]} whole
 * @param {string[]} start
 */
const begins = (whole, start) => start.every((square, at) => whole[at] === square);

export class Chooser {
  /** @type {Move[]} */
  #legal = [];
  #turns = false;
  /** @type {Mode} */
  mode = "any";
  /** @type {string[]} */
  picks = [];
  /** @type {Move | null} a step of rotation checkers, made but for its rotation */
  turning = null;

  /**
   * @param {object} outlets
   * @param {() => void} outlets.changed
   * @param {(move: Move) => void} outlets.play
   * @param {(moves: Move[], at: string) => void} outlets.ask more than one move is meant
   * @param {(words: string) => void} outlets.say
   */
  constructor(outlets) {
    this.outlets = outlets;
  }

  get legal() {
    return this.#legal;
  }

  /**
   * @param {Move[]} legal
   * @param {boolean} turns whether a piece that has stepped is pressed once more, to be rotated
   */
  offer(legal, turns) {
    this.#legal = legal;
    this.#turns = turns;
    this.picks = [];
    this.turning = null;
    this.mode = "any";
    const sources = new Set(legal.flatMap((move) => move.from.map(plain)));
    // A chain of captures goes on with one piece: it is picked already.
    if (sources.size === 1) this.picks = [...sources];
    this.outlets.changed();
  }

  /** Moves that the picks are the beginning of. */
  candidates() {
    return this.#legal.filter(
      (move) => MODES[this.mode](move) && orders(move).some((order) => begins(order, this.picks)),
    );
  }

  /** Squares that may be picked next, and as what. */
  next() {
    /** @type {Map<string, Role>} */
    const next = new Map();
    if (this.turning) return next.set(this.turning.to[0] ?? "", "turn");
    for (const move of this.candidates()) {
      for (const order of orders(move)) {
        const at = this.picks.length;
        if (!begins(order, this.picks) || at >= order.length) continue;
        const role =
          at === 0
            ? "source"
            : at < move.from.length
              ? "partner"
              : move.kind === "capture"
                ? "capture"
                : "target";
        next.set(/** @type {string} */ (order[at]), role);
      }
    }
    return next;
  }

  /** Squares from which a move may begin, whatever the mode. */
  sources() {
    return new Set(this.turning ? [] : this.#legal.flatMap((move) => move.from.map(plain)));
  }

  /** Splits of the picked square, for their icons. */
  splits() {
    return this.#from(splits);
  }

  /** Merges of the picked part, for their icons. */
  merges() {
    return this.#from((move) => move.from.length > 1);
  }

  /** @param {(move: Move) => boolean} wanted */
  #from(wanted) {
    const [source] = this.picks;
    if (this.picks.length !== 1) return [];
    return this.#legal.filter((move) => wanted(move) && move.from.map(plain).includes(source));
  }

  /**
   * The moves that picking this square would complete.
   * @param {string} square
   */
  completed(square) {
    const picks = [...this.picks, square];
    return this.candidates().filter((move) =>
      orders(move).some((order) => order.length === picks.length && begins(order, picks)),
    );
  }

  /**
   * One square is picked, by whatever means.
   * @param {string} square
   */
  choose(square) {
    if (this.turning) {
      this.#turn(this.turning, square);
      return;
    }
    if (this.next().has(square)) {
      const done = this.completed(square);
      if (done.length > 0) {
        this.decide(done, square);
        return;
      }
      this.picks.push(square);
    } else if (this.picks[0] === square) {
      // The only piece that can move was picked already, perhaps unseen: it stays so.
      if (this.picks.length > 1 || this.sources().size > 1) this.letGo();
      return;
    } else if (this.picks.length === 2 && this.picks[1] === square && this.mode !== "split") {
      // The partner once more: it is to move alone.
      this.mode = "any";
      this.picks = [square];
    } else if (this.sources().has(square)) {
      this.mode = "any";
      this.picks = [square];
    } else {
      const held = this.picks.length > 0;
      this.letGo();
      if (held) this.outlets.say(`${square} can't be reached; nothing is picked now`);
      return;
    }
    this.outlets.changed();
  }

  /**
   * The piece that has stepped is pressed once more; anything else is a reminder of that.
   * @param {Move} move
   * @param {string} square
   */
  #turn(move, square) {
    if (square === move.to[0]) this.outlets.play(move);
    else if (square === move.from[0]) this.#turnTo(null);
    else this.outlets.say(this.reminder());
  }

  /** @param {Move | null} move */
  #turnTo(move) {
    this.turning = move;
    this.outlets.changed();
    if (move) this.outlets.say(this.reminder());
  }

  /** What a piece that has stepped waits for. */
  reminder() {
    const { from, to } = this.turning ?? { from: [], to: [] };
    return `press ${to[0]} once more to rotate the piece, or ${from[0]} to take the step back`;
  }

  /**
   * Plays the one move that is meant, or asks which.
   * @param {Move[]} moves
   * @param {string} at
   */
  decide(moves, at) {
    const [only] = moves;
    if (moves.length === 1 && only?.kind === "step" && this.#turns) this.#turnTo(only);
    else if (moves.length === 1 && only) this.outlets.play(only);
    else if (moves.length > 1) this.outlets.ask(moves, at);
  }

  /**
   * Press the first target, let go over the second: a split by dragging.
   * @param {string} first
   * @param {string} second
   */
  stretch(first, second) {
    const wanted = [...this.picks.slice(0, 1), first, second];
    const found = this.splits().filter((move) =>
      orders(move).some((order) => order.length === 3 && begins(order, wanted)),
    );
    if (found.length > 0) this.decide(found, second);
    else this.outlets.say(`${this.picks[0]} can't be split over ${first} and ${second}`);
  }

  /** @param {Mode} mode */
  setMode(mode) {
    const next = this.mode === mode ? "any" : mode;
    const has = this.#legal.some((move) => MODES[next](move));
    if (!has) {
      this.outlets.say(`there is no ${next} to be made now`);
      return;
    }
    this.mode = next;
    this.picks = this.picks.slice(0, 1);
    if (this.candidates().length === 0) this.picks = [];
    this.outlets.changed();
  }

  letGo() {
    this.picks = [];
    this.turning = null;
    this.mode = "any";
    this.outlets.changed();
  }
}
