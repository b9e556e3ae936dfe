// What the server tells in English sentences, told in the language of the page from the facts beside them.

import { named } from "./describe.js";
import { list, percent } from "./dom.js";
import { given, t, translated } from "./text.js";

/** The game that is told of: an answer without a name of it follows one with it. */
let game = "";

/** More squares than these are counted, not listed. */
const FEW = 6;

/** @param {number} probability */
const certain = (probability) => probability >= 1 - 1e-9;

/**
 * A ply in sentences.
 * @param {PlyFacts} facts
 * @returns {string[]}
 */
function sentences(facts) {
  return [deed(facts), ...facts.measured.flatMap(found), ...result(facts, ""), ...now(facts, "")];
}

/**
 * The outcome of a ply that is not played, without what is tried and its probability, which stand elsewhere.
 * @param {PlyFacts} facts
 * @returns {string[]}
 */
export function foreseen(facts) {
  // The move itself says where a piece that captured certainly is.
  const there = facts.over.length > 0 ? facts.there.filter(({ probability }) => !certain(probability)) : facts.there;
  return [...read(facts.measured), ...result(facts, "-foreseen"), ...now({ ...facts, there }, "-foreseen")];
}

/**
 * What was done: told of its kind where there are words for it, else of its squares.
 * @param {PlyFacts} facts
 */
function deed({ side, kind, tried, from, to, over, succeeded }) {
  const known = { side, from: list(from), to: list(to), over: list(over), tries: succeeded === null ? "no" : "yes" };
  const shape = over.length > 0 ? (to.some((square) => over.includes(square)) ? "capture" : "over") : to.length > 1 ? "split" : from.length > 1 ? "merge" : "step";
  const plain = from.length > 0 && to.length > 0 ? t(`told-${shape}`, known) : t("told-move", { ...known, kind: given(`move-${kind}`, kind) });
  const told = given(`did-${tried}`, plain, known);
  // What became of an attempt is told by its result.
  return succeeded === false ? told : given(`did-${kind}`, told, known);
}

/**
 * @param {PlyFacts["measured"][number]} measurement
 * @returns {string[]}
 */
function found({ squares, elsewhere, num_others }) {
  const told = squares.map(({ square, there, probability }) => t("told-read", { square, there: there ? "yes" : "no", chance: percent(probability) }));
  if (elsewhere.length > FEW) return [...told, t("told-found-many", { all: num_others, found: elsewhere.length })];
  if (elsewhere.length > 0) return [...told, t("told-found", { squares: list(elsewhere) })];
  return told.length === 0 && num_others > 0 ? [t("told-found-nothing")] : told;
}

/**
 * The same before it is played, of all measurements together.
 * @param {PlyFacts["measured"]} measured
 * @returns {string[]}
 */
function read(measured) {
  const squares = measured.flatMap(({ squares }) => squares);
  const elsewhere = measured.flatMap(({ elsewhere }) => elsewhere);
  const others = measured.reduce((sum, { num_others }) => sum + num_others, 0);
  const absent = squares.filter(({ there }) => !there).map(({ square }) => square);
  const present = squares.filter(({ there }) => there).map(({ square }) => square);
  const many = elsewhere.length > FEW;
  const found = many ? present : [...present, ...elsewhere];
  const told = [];
  if (absent.length > 0) told.push(t("foreseen-absent", { squares: list(absent) }));
  if (found.length > 0) told.push(t("foreseen-found", { squares: list(found) }));
  if (many) told.push(t("foreseen-found-many", { all: others, found: elsewhere.length }));
  return told.length === 0 && others > 0 ? [t("foreseen-nothing")] : told;
}

/**
 * @param {PlyFacts} facts
 * @param {"" | "-foreseen"} tense
 * @returns {string[]}
 */
function result({ over, succeeded, captured, entangled, promoted }, tense) {
  const told = [];
  if (captured.length > 0) told.push(t("told-captured", { squares: list(captured) }));
  else if (succeeded === false && over.length > 0) told.push(t(`told-missed${tense}`));
  else if (succeeded !== null) told.push(t(`told-done${tense}`, { done: succeeded ? "yes" : "no" }));
  if (entangled && over.length > 0) told.push(t(`told-entangled${tense}`));
  return [...told, ...promoted.map(({ square, colour, kind }) => t("told-promoted", { square, piece: named(colour, kind, game) }))];
}

/**
 * Where the pieces of the move are by now, unless it is plain.
 * @param {PlyFacts} facts
 * @param {"" | "-foreseen"} tense
 * @returns {string[]}
 */
function now({ side, from, measured, entangled, there, promoted }, tense) {
  if (measured.length > 0) {
    const others = there.filter(({ square, colour }) => (colour ?? side) === side && !promoted.some((one) => one.square === square));
    return others.map(({ square, colour, kind, probability }) => {
      const piece = kind ? named(colour, kind, game) : t("kind-unknown");
      return t(`told-${certain(probability) ? "there" : "maybe"}${tense}`, { square, piece, chance: percent(probability) });
    });
  }
  const own = there.filter(({ colour }) => colour === side);
  // What a split leaves where is seen on the board.
  if (own.length === 0 || (from.length < 2 && !entangled)) return [];
  const places = own.map(({ square, probability }) => (certain(probability) ? square : t("told-place", { square, chance: percent(probability) })));
  return [t(`told-now${tense}`, { places: list(places) })];
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
  walk(answer);
  return answer;
}

/**
 * A sentence of the server, in which no number is parted from its sign.
 * @param {string} sentence
 */
const unbroken = (sentence) => sentence.replace(/(\d) %/g, "$1\u00a0%");

/** @param {any} part */
function walk(part) {
  if (part === null || typeof part !== "object") return;
  if (part.facts && Array.isArray(part.told)) part.told = translated() ? sentences(part.facts) : part.told.map(unbroken);
  for (const inner of Object.values(part)) walk(inner);
}
