// What is new in a game, in words: what plies did, and what came to nothing.

import { t } from "./text.js";

/**
 * @param {State | null} before what was known of the game
 * @param {State} state
 * @param {boolean} acting whether somebody here does something just now
 * @returns {string[]}
 */
export function news(before, state, acting) {
  const known = before?.plies.length ?? Math.max(0, state.plies.length - 1);
  if (before && state.plies.length < known) {
    return [t("news-undone", { count: known - state.plies.length })];
  }
  const plies = state.plies.length > known ? state.plies.slice(Math.min(known, lastTurn(state))) : [];
  if (plies.length > 0) return plies.flatMap((ply) => (ply.told.length > 0 ? ply.told : [t("news-ply", { side: ply.side, move: ply.move })]));
  return before ? nothing(before, state, acting) : [];
}

/**
 * Number of plies before the last turn of the one side that is moved here: it stays told until the next one, so that no
 * reply takes away what was measured in it.
 * @param {State} state
 */
function lastTurn({ plies, sides }) {
  const [own] = sides;
  if (sides.length !== 1) return plies.length;
  let at = plies.map(({ side }) => side).lastIndexOf(/** @type {Side} */ (own));
  while (at > 0 && plies[at - 1]?.side === own) at -= 1;
  return at < 0 ? plies.length : at;
}

/**
 * What came to nothing: a measurement that was withdrawn, an offer that was declined.
 * @param {State} before
 * @param {State} state
 * @param {boolean} acting
 */
function nothing(before, state, acting) {
  const { waiting, offer } = before;
  const same = before.status === state.status;
  const lines = [];
  if (waiting && !state.waiting && same) lines.push(t("news-withdrawn", { move: waiting.move }));
  // Who withdraws an offer knows it.
  const declined = same && !state.offer && !state.next && !acting;
  if (offer && declined && state.sides.includes(offer.by) && state.sides.length === 1) {
    lines.push(t("news-declined", { offer: offer.kind }));
  }
  return lines;
}
