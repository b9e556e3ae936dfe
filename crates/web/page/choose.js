// The one model of choosing a move. Clicks, drags, keys and icons all end here, and all it knows is
// the list of legal moves: a choice is a list of picked squares that some moves begin with.

import { Kinds } from "./kinds.js";
import { t } from "./text.js";

/** @typedef {"any" | "split" | "merge"} Mode */
/** @typedef {"source" | "partner" | "target" | "capture" | "confirm"} Role */

/**
 * The ways to pick a move's squares, one after the other: parts to be merged and targets of a split
 * in either order.
 * @param {Move} move
 * @returns {string[][]}
 */
function orders(move) {
  const turned = (/** @type {string[]} */ names) =>
    names.length > 1 ? [names, [...names].reverse()] : [names];
  return turned(move.from).flatMap((from) => turned(move.to).map((to) => [...from, ...to]));
}

/**
 * @param {string[]} whole
 * @param {string[]} start
 */
const begins = (whole, start) => start.every((square, at) => whole[at] === square);

/** More pairs of squares to split over than this have no icons: the button for splits is there. */
const MANY = 8;

export class Chooser {
  /** @type {Move[]} */
  #legal = [];
  kinds = new Kinds([]);
  /** @type {Mode} */
  mode = "any";
  /** @type {string[]} */
  picks = [];
  /** Whether what is picked was picked for the person, as nothing else can move. */
  given = false;
  /** @type {Move | null} a move that is made but for a second press on its target */
  unconfirmed = null;

  /**
   * @param {object} outlets
   * @param {() => void} outlets.changed
   * @param {(move: Move) => void} outlets.play
   * @param {(moves: Move[], at: string) => void} outlets.ask more than one move is meant
   * @param {(words: string) => void} outlets.say
   * @param {(captures: Move[]) => void} outlets.must a square was pressed that no capture begins with, where one must
   */
  constructor(outlets) {
    this.outlets = outlets;
  }

  get legal() {
    return this.#legal;
  }

  /**
   * @param {Move[]} legal
   * @param {Kinds} kinds
   */
  offer(legal, kinds) {
    this.#legal = legal;
    this.kinds = kinds;
    this.picks = [];
    this.unconfirmed = null;
    this.mode = "any";
    const sources = new Set(legal.flatMap((move) => move.from));
    // A chain of captures goes on with one piece: it is picked already.
    this.given = sources.size === 1;
    if (this.given) this.picks = [...sources];
    this.outlets.changed();
  }

  /**
   * Whether a move is made in a mode.
   * @param {Mode} mode
   * @param {Move} move
   */
  #fits(mode, move) {
    if (mode === "merge") return this.kinds.merges(move);
    return this.kinds.splits(move) === (mode === "split");
  }

  /** Moves that the picks are the beginning of. */
  candidates() {
    return this.#legal.filter(
      (move) => this.#fits(this.mode, move) && orders(move).some((order) => begins(order, this.picks)),
    );
  }

  /** Squares that may be picked next, and as what. */
  next() {
    /** @type {Map<string, Role>} */
    const next = new Map();
    if (this.unconfirmed) return next.set(this.unconfirmed.to[0] ?? "", "confirm");
    for (const move of this.candidates()) {
      for (const order of orders(move)) {
        const at = this.picks.length;
        if (!begins(order, this.picks) || at >= order.length) continue;
        const role =
          at === 0
            ? "source"
            : at < move.from.length
              ? "partner"
              : move.takes.length > 0
                ? "capture"
                : "target";
        next.set(/** @type {string} */ (order[at]), role);
      }
    }
    return next;
  }

  /** Whether there are only captures. */
  get must() {
    return this.#legal.length > 0 && this.#legal.every(({ takes }) => takes.length > 0);
  }

  /** Squares from which a move may begin, whatever the mode. */
  sources() {
    return new Set(this.unconfirmed ? [] : this.#legal.flatMap((move) => move.from));
  }

  /** Splits of the picked square, for their icons. */
  splits() {
    return this.#from((move) => this.kinds.splits(move));
  }

  /** Whether a picked piece has so many splits that their icons would cover the board. */
  get crowded() {
    return new Set(this.splits().map(({ to }) => [...to].sort().join())).size > MANY;
  }

  /** Merges of the picked part, for their icons. */
  merges() {
    return this.#from((move) => this.kinds.merges(move));
  }

  /** @param {(move: Move) => boolean} wanted */
  #from(wanted) {
    const [source] = this.picks;
    if (this.picks.length !== 1) return [];
    return this.#legal.filter((move) => wanted(move) && source !== undefined && move.from.includes(source));
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
    this.given = false;
    if (this.unconfirmed) {
      this.#confirm(this.unconfirmed, square);
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
      if (this.picks.length > 1 || this.sources().size > 1) return void this.letGo();
    } else if (this.picks.length === 2 && this.picks[1] === square && this.mode !== "split") {
      // The partner once more: it is to move alone.
      this.mode = "any";
      this.picks = [square];
    } else if (this.sources().has(square)) {
      this.mode = "any";
      this.picks = [square];
    } else {
      const held = this.picks.length > 0;
      // The only piece that can move stays picked.
      if (!this.must || this.sources().size > 1) this.letGo();
      if (this.must) {
        this.outlets.must(this.#legal);
        return;
      }
      if (held) this.outlets.say(t("choose-out-of-reach", { square }));
      return;
    }
    this.outlets.changed();
  }

  /**
   * The target is pressed once more; anything else is a reminder of that.
   * @param {Move} move
   * @param {string} square
   */
  #confirm(move, square) {
    if (square === move.to[0]) this.outlets.play(move);
    else if (square === move.from[0]) this.#wait(null);
    else this.outlets.say(this.reminder());
  }

  /** @param {Move | null} move */
  #wait(move) {
    this.unconfirmed = move;
    this.outlets.changed();
    if (move) this.outlets.say(this.reminder());
  }

  /** What a move waits for. */
  reminder() {
    if (!this.unconfirmed) return "";
    const { from, to } = this.unconfirmed;
    const purpose = this.kinds.purpose(this.unconfirmed) ?? "";
    return t("choose-confirm", { to: to[0] ?? "", from: from[0] ?? "", purpose });
  }

  /**
   * Plays the one move that is meant, or asks which.
   * @param {Move[]} moves
   * @param {string} at
   */
  decide(moves, at) {
    const [only] = moves;
    if (moves.length === 1 && only && this.kinds.purpose(only)) this.#wait(only);
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
    else this.outlets.say(t("choose-not-over", { from: this.picks[0] ?? "", first, second }));
  }

  /** @param {Mode} mode */
  setMode(mode) {
    const next = this.mode === mode ? "any" : mode;
    const has = this.#legal.some((move) => this.#fits(next, move));
    if (!has) {
      this.outlets.say(t(next === "split" ? "choose-no-split" : "choose-no-merge"));
      return;
    }
    this.mode = next;
    this.picks = this.picks.slice(0, 1);
    if (this.candidates().length === 0) this.picks = [];
    this.outlets.changed();
  }

  letGo() {
    this.picks = [];
    this.unconfirmed = null;
    this.mode = "any";
    this.outlets.changed();
  }
}
