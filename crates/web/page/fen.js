// Positions of certain pieces as text, a draughts FEN: W:W21-32:B1-12. In Cheqqers squares are named by
// number; in the other games, which read both, by file and rank.

import { number, place, squares } from "./geometry.js";

/** @typedef {{ colour: Side, king: boolean, fresh: boolean }} Man `fresh`: in rotation, one that has not moved yet */
/** @typedef {{ turn: Side, men: Map<string, Man> }} Position */
/** @typedef {{ kind: string, size: number, rows: number }} Start the game, and how its board is set up */

/** @type {[Side, string][]} */
const LETTERS = [["white", "W"], ["black", "B"]];

/**
 * @param {Start} start
 * @returns {Position}
 */
export function usual({ kind, size, rows }) {
  /** @type {Position["men"]} */
  const men = new Map();
  for (const square of squares(size)) {
    const { rank } = place(square);
    const colour = rank < rows ? "white" : rank >= size - rows ? "black" : null;
    if (colour) men.set(square, { colour, king: false, fresh: kind === "rotation" });
  }
  return { turn: "white", men };
}

/**
 * Whether a man of this colour would be crowned here.
 * @param {string} square
 * @param {Side} colour
 * @param {number} size
 */
export function crowns(square, colour, size) {
  return place(square).rank === (colour === "white" ? size - 1 : 0);
}

/**
 * @param {Position} position
 * @param {Start} start
 */
export function write({ turn, men }, { kind, size }) {
  const letter = (/** @type {Side} */ side) => (side === "white" ? "W" : "B");
  const sides = LETTERS.map(([colour, letter]) => {
    const own = squares(size).filter((square) => men.get(square)?.colour === colour);
    const entries = own.map((square) => {
      const man = men.get(square);
      const king = man?.king ? "K" : "";
      return kind === "cheqqers" ? king + number(square, size) : `${king}${square}${man?.fresh ? "~0" : ""}`;
    });
    return letter + ranges(entries).join(",");
  });
  return [letter(turn), ...sides].join(":");
}

/**
 * Three numbers or more that follow each other are one entry.
 * @param {string[]} entries
 */
function ranges(entries) {
  /** @type {string[][]} */
  const runs = [];
  for (const entry of entries) {
    const run = runs[runs.length - 1];
    if (run && /^\d+$/.test(entry) && Number(run[run.length - 1]) === Number(entry) - 1) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]}-${run[run.length - 1]}`] : run));
}

/**
 * What a text describes, or why it can't be shown.
 * @param {string} text
 * @param {Start} start
 * @returns {Position | string}
 */
export function read(text, { kind, size }) {
  const [turn = "", ...sides] = text.trim().replace(/\.$/, "").split(":").map((field) => field.trim());
  if (/[|]|~(?!0)/.test(text)) return "uncertain pieces are not shown here, but can be played from";
  const mover = LETTERS.find(([, letter]) => letter === turn.toUpperCase());
  if (!mover) return "a position starts with the side to move, W or B, as in W:W21-32:B1-12";
  const names = squares(size);
  /** @type {Position["men"]} */
  const men = new Map();
  for (const side of sides) {
    const colour = LETTERS.find(([, letter]) => letter === side.charAt(0).toUpperCase())?.[0];
    if (!colour) return `“${side}” is no list of a side's squares, as in W21-32 or BK5,6`;
    for (const entry of side.slice(1).split(",").map((entry) => entry.trim()).filter(Boolean)) {
      const read = /^(K?)(?:(\d+)(?:-(\d+))?|([a-p]\d+))(~0)?$/.exec(kind === "cheqqers" ? entry.toUpperCase() : entry);
      const [, king = "", first = "", last = first, square, fresh] = read ?? [];
      const meant = square ? names.filter((one) => one === square) : names.slice(Number(first) - 1, Number(last));
      const wanted = square ? 1 : Number(last) - Number(first) + 1;
      if (!read || first === "0" || meant.length !== wanted) return `“${entry}” is no square of this board`;
      for (const one of meant) men.set(one, { colour, king: king !== "", fresh: fresh !== undefined });
    }
  }
  return { turn: mover[0], men };
}
