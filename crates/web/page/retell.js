// What the server tells in English sentences, told in the language of the page from the facts beside them.

import { named } from "./describe.js";
import { list, percent } from "./dom.js";
import { given, t, translated } from "./text.js";

/** The game that is told of: an answer without a name of it follows one with it. */
let game = "";

/**
 * A ply in sentences.
 * @param {string} move
 * @param {PlyFacts} facts
 * @returns {string[]}
 */
function sentences(move, { side, kind, found, captured, there }) {
  const told = [t("told-move", { side, move, kind: given(`move-${kind}`, kind) })];
  for (const squares of found) told.push(squares.length > 0 ? t("told-found", { squares: list(squares) }) : t("told-found-nothing"));
  if (captured.length > 0) told.push(t("told-captured", { squares: list(captured) }));
  for (const { square, colour, kind, probability } of there) {
    const piece = kind ? named(colour, kind, game) : t("kind-unknown");
    const certain = probability >= 1 - 1e-9;
    told.push(t(certain ? "told-there" : "told-maybe", { square, piece, chance: percent(probability) }));
  }
  return told;
}

/**
 * An answer of the server, whatever it is, with what it tells in the language of the page.
 * @template T
 * @param {T} answer
 * @returns {T}
 */
export function retell(answer) {
  const { kind, settings } = /** @type {Partial<State>} */ (answer ?? {});
  if (kind && settings) game = kind;
  if (translated()) walk(answer);
  return answer;
}

/** @param {any} part */
function walk(part) {
  if (part === null || typeof part !== "object") return;
  if (part.facts && Array.isArray(part.told)) part.told = sentences(part.move, part.facts);
  // The chances in a sentence stand beside the outcomes, too.
  if (Array.isArray(part.outcomes) && typeof part.words === "string") part.words = null;
  for (const inner of Object.values(part)) walk(inner);
}
