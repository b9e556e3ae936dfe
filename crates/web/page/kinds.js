// What moves do, by the kinds that the server describes.

import { given } from "./text.js";

/**
 * What a second press does, in the words of the page.
 * @param {string} confirm as the server has it
 */
export const purpose = (confirm) => given(`confirm-${confirm}`, confirm);

export class Kinds {
  /** @param {MoveKind[]} kinds */
  constructor(kinds) {
    this.all = kinds;
  }

  /** @param {Move} move */
  of(move) {
    return this.all.find(({ name }) => name === move.kind) ?? null;
  }

  /**
   * What a second press on the target of a move does, where there must be one.
   * @param {Move} move
   */
  purpose(move) {
    const kind = this.of(move);
    return kind?.confirm ? purpose(kind.confirm) : null;
  }

  /**
   * Whether a part of a piece becomes two, one of which may stay where it was.
   * @param {Move} move
   */
  splits(move) {
    return this.of(move)?.shape === "split" || (move.from.length === 1 && move.to.length > 1);
  }

  /**
   * Whether two parts meet.
   * @param {Move} move
   */
  merges(move) {
    return move.from.length > 1;
  }

  /**
   * Whether there is more to it than going from one square to another.
   * @param {Move} move
   */
  matters(move) {
    return this.splits(move) || this.merges(move) || move.takes.length > 0;
  }

  /** @param {MoveKind["shape"]} shape */
  has(shape) {
    return this.all.some((kind) => kind.shape === shape);
  }
}
