// What the server tells in English sentences, told in the language of the page.

import { inSentences, named } from "./describe.js";
import { capital, list, percent } from "./dom.js";
import { either, given, t, translated } from "./text.js";

/** @typedef {import("../src/openapi/schemas").components["schemas"]["Sentence"]} Sentence */

/** The game that is told of: an answer without a name of it follows one with it. */
let game = "";

/** More squares than these are counted, not listed. */
const FEW = 6;

/** @param {number} probability */
const certain = (probability) => probability >= 1 - 1e-9;

/**
 * A ply in sentences.
 * @param {PlyFacts} facts
 * @param {string[]} english the same as the server tells it
 */
function sentences({ side, from, to, over, succeeded, sentences }, english) {
  const [first = "", second = ""] = to;
  const tries = succeeded === null ? "no" : "yes";
  const shared = { side, tries, part: "no", first, second, from: list(from), to: list(to), over: list(over), squares: list([...from, ...to]) };
  return sentences.map((sentence, index) => capital(told(sentence, english[index], shared)));
}

/**
 * A sentence or a part of one, in English where the language has no words for it.
 * @param {Sentence} sentence
 * @param {string} [english]
 * @param {Record<string, string>} [shared] what is filled in in all sentences about the ply
 */
function told({ name, ...own }, english = "", shared = {}) {
  const values = Object.entries(own).map(([key, value]) => filled(key, value));
  return given(`told-${name}`, english, Object.assign({}, shared, ...values));
}

/**
 * What is filled in under a name, and of a piece under more of them.
 * @param {string} key
 * @param {Exclude<Sentence[keyof Sentence], undefined>} value
 * @returns {Record<string, string | number>}
 */
function filled(key, value) {
  if (typeof value === "boolean") return { [key]: value ? "yes" : "no" };
  if (typeof value === "number") return { [key]: key === "found" || key === "all" ? value : percent(value) };
  if (typeof value === "string") return { [key]: value };
  if (!Array.isArray(value)) return inSentences(key, value.colour ?? null, value.kind, game);
  const words = value.map((one) => (typeof one === "string" ? one : told(one)));
  return { [key]: key === "readings" ? words.join("; ") : key === "gone" ? either(words) : list(words) };
}

/**
 * The outcome of a ply that is not played, without what is tried and its probability, which stand elsewhere.
 * @param {PlyFacts} facts
 * @returns {string[]}
 */
export function foreseen(facts) {
  // The move itself says where a piece that captured certainly is.
  const there = facts.over.length > 0 ? facts.there.filter(({ probability }) => !certain(probability)) : facts.there;
  return [...read(facts.measured), ...result(facts), ...now({ ...facts, there })];
}

/**
 * What all measurements together find.
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
 * @returns {string[]}
 */
function result({ over, succeeded, captured, entangled, promoted }) {
  const told = [];
  if (captured.length > 0) told.push(t("foreseen-captured", { squares: list(captured) }));
  else if (succeeded === false && over.length > 0) told.push(t("foreseen-missed"));
  else if (succeeded !== null) told.push(t("foreseen-done", { done: succeeded ? "yes" : "no" }));
  if (entangled && over.length > 0) told.push(t("foreseen-entangled"));
  return [...told, ...promoted.map(({ square, colour, kind }) => t("foreseen-promoted", { square, piece: named(colour, kind, game) }))];
}

/**
 * Where the pieces of the move are then, unless it is plain.
 * @param {PlyFacts} facts
 * @returns {string[]}
 */
function now({ side, from, measured, entangled, there, promoted }) {
  if (measured.length > 0) {
    const others = there.filter(({ square, colour }) => (colour ?? side) === side && !promoted.some((one) => one.square === square));
    return together(others).map(({ square, colour, kind, probability }) => {
      const piece = kind ? named(colour, kind, game) : t("kind-unknown");
      return t(`foreseen-${certain(probability) ? "there" : "maybe"}`, { square, piece, chance: percent(probability) });
    });
  }
  const own = there.filter(({ colour }) => colour === side);
  // What a split leaves where is seen on the board.
  if (own.length === 0 || (from.length < 2 && !entangled)) return [];
  const anyKind = together(own.map((one) => ({ ...one, kind: "" })));
  const places = anyKind.map(({ square, probability }) => (certain(probability) ? square : t("foreseen-place", { square, chance: percent(probability) })));
  return [t("foreseen-now", { places: list(places) })];
}

/**
 * Pieces with each square and kind once: those that share a square are never there together.
 * @param {PlyFacts["there"]} pieces
 */
function together(pieces) {
  /** @type {PlyFacts["there"]} */
  const all = [];
  for (const piece of pieces) {
    const same = all.find(({ square, kind }) => square === piece.square && kind === piece.kind);
    if (same) same.probability += piece.probability;
    else all.push({ ...piece });
  }
  return all;
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
  if (part.facts && Array.isArray(part.told)) part.told = translated() ? sentences(part.facts, part.told) : part.told.map(unbroken);
  for (const inner of Object.values(part)) walk(inner);
}
