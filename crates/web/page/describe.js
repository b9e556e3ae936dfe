// A square in words, for those who hear the board.

import { capital, list, percent } from "./dom.js";

/** @typedef {import("./choose.js").Role} Role */

/**
 * Who plays, as seen from here.
 * @param {Record<Side, string>} players
 * @param {Side[]} sides those that are played here
 */
export function seats(players, sides) {
  const called = (/** @type {Side} */ side) => (players[side] === "person" ? "a person" : `the computer (${players[side]})`);
  const [mine, ...both] = sides.filter((side) => players[side] === "person");
  if (!mine) return `White is ${called("white")}, Black ${called("black")}`;
  if (both.length > 0) return "Both sides on this screen";
  return `${capital(mine)} against ${called(mine === "white" ? "black" : "white")}`;
}

/**
 * Whether people play both sides.
 * @param {State} state
 */
export const people = ({ players }) => players.white === "person" && players.black === "person";

/** @type {Record<Role, string>} */
const ROLES = {
  source: "can move",
  partner: "can merge with the picked part",
  target: "legal target",
  capture: "capture",
  confirm: "to be confirmed: press once more",
};

/**
 * @param {Board} board
 * @param {string} square
 */
export function partsOn(board, square) {
  return board.squares.find((here) => here.square === square)?.parts ?? [];
}

/**
 * The other squares of the piece, or of the pieces, that may be on a square.
 * @param {Board} board
 * @param {string} square
 */
export function samePiece(board, square) {
  const ids = new Set(partsOn(board, square).map((part) => part.piece));
  const shared = board.squares.filter((here) => here.parts.some((part) => ids.has(part.piece)));
  return shared.map((here) => here.square).filter((name) => name !== square);
}

/**
 * The component of a square, as an index into `board.components`; -1 for none.
 * @param {Board} board
 * @param {string} square
 */
export function componentOf(board, square) {
  return board.components.findIndex((squares) => squares.includes(square));
}

/**
 * How many other pieces are linked with what is on a square: the most that any piece there is in one
 * circuit with.
 * @param {Board} board
 * @param {string} square
 */
export function links(board, square) {
  const all = board.squares.flatMap(({ parts }) => parts);
  const counts = partsOn(board, square)
    .filter(({ component }) => component !== null)
    .map((part) => new Set(all.filter((one) => one.component === part.component).map(({ piece }) => piece)).size - 1);
  return Math.max(0, ...counts);
}

/**
 * @param {Part} part
 * @param {boolean} phases whether they count for anything
 */
function partWords(part, phases) {
  const certain = part.probability >= 1 - 1e-9;
  const types = part.types.map((type) => type || "unknown").join(" or ");
  const kind = part.kind || types;
  const kinds = part.kind && types ? `${kind} (${types})` : kind;
  const said = part.colour ? `${part.colour} ${kinds}` : kinds;
  if (certain) return said;
  const phase = phases ? (part.phase?.turns ?? 0) : 0;
  const turned = phase > 1e-6 ? `, phase ${+phase.toFixed(3)} turns` : "";
  return `${said}, ${percent(part.probability).replace(/\s%/, " percent")}${turned}`;
}

/**
 * "d4, 18, white pawn, 50 percent, entangled with f6 and g5".
 * @param {import("./board.js").Scene} scene
 * @param {string} square
 * @param {{ role: Role | undefined, picked: boolean, last: boolean }} marks
 */
export function describe({ board, grid, description }, square, marks) {
  const here = board.squares.find((one) => one.square === square);
  const number = grid.number(square);
  const words = number === null ? [square] : [square, String(number)];
  const phases = description.style.phases !== "none";
  words.push(here ? here.parts.map((part) => partWords(part, phases)).join("; ") : "empty");
  const same = samePiece(board, square);
  if (same.length > 0) words.push(`other part${same.length > 1 ? "s" : ""} on ${list(same)}`);
  const component = board.components[componentOf(board, square)] ?? [];
  const others = [...new Set(component)].filter(
    (name) => name !== square && !same.includes(name),
  );
  if (others.length > 0) words.push(`entangled with ${list(others)}`);
  if (marks.picked) words.push("picked");
  if (marks.role && !marks.picked) words.push(ROLES[marks.role]);
  if (marks.last) words.push("last move");
  return words.join(", ");
}
