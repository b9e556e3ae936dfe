// Moves as people type them: in files and ranks or in the numbers of squares, with or without signs.

import { plain, squares as dark } from "./geometry.js";

/** Squares by name or number, with what stands between them: nothing, or a sign. */
const MOVE = /^([a-p]?\d+)(?:\s*[-–—^x×:,]?\s*([a-p]?\d+))+$/i;

/** The sign of a move, by what people type for it; the first that is there counts. */
const SIGNS = [
  { sign: "^", typed: /\^/ },
  { sign: "x", typed: /[x×:]/i },
  { sign: "-", typed: /[-–—]/ },
];

/**
 * Whether the squares of a move are those that were typed: its sources, then its targets.
 * @param {Move} move
 * @param {string[]} squares
 */
function leads({ from, to }, squares) {
  const same = (/** @type {string[]} */ some, /** @type {string[]} */ typed) =>
    JSON.stringify(some.map(plain).sort()) === JSON.stringify([...typed].sort());
  return same(from, squares.slice(0, from.length)) && same(to, squares.slice(from.length));
}

/**
 * The move that is meant, where it is the only legal one; else what was typed, with names for numbers, for the
 * server to say what is wrong with it.
 * @param {string} text
 * @param {Move[]} legal
 * @param {number} size of the board
 */
export function meant(text, legal, size) {
  const named = text.replace(/(?<![a-p\d])\d+/gi, (digits) => dark(size)[Number(digits) - 1] ?? digits);
  if (legal.some(({ move }) => move === named) || !MOVE.test(named)) return named;
  const squares = named.toLowerCase().match(/[a-p]\d+/g) ?? [];
  const sign = SIGNS.find(({ typed }) => typed.test(named))?.sign ?? "";
  const moves = legal.filter((move) => leads(move, squares));
  const signed = moves.filter(({ move }) => move.includes(sign));
  // A line alone says little: people write it for captures, too.
  const [only, ...others] = signed.length > 0 || sign !== "-" ? signed : moves;
  return only && others.length === 0 ? only.move : named;
}
