// Moves as people type them: in the names of squares or their numbers, with or without signs.

/** The sign of a move, by what people type for it; the first that is there counts. */
const SIGNS = [
  { sign: "^", typed: /\^/ },
  { sign: "x", typed: /[x×:]/i },
  { sign: "-", typed: /[-–—]/ },
];

/** What may stand between two squares. */
const BETWEEN = /^\s*[-–—^x×:,]?\s*/i;

/**
 * Whether the squares of a move are those that were typed: its sources, then its targets.
 * @param {Move} move
 * @param {string[]} squares
 */
function leads({ from, to }, squares) {
  const same = (/** @type {string[]} */ some, /** @type {string[]} */ typed) =>
    JSON.stringify([...some].sort()) === JSON.stringify([...typed].sort());
  return same(from, squares.slice(0, from.length)) && same(to, squares.slice(from.length));
}

/**
 * The squares that a text names one after the other; none where it holds anything else.
 * @param {string} text
 * @param {import("./geometry.js").Grid} grid
 */
function named(text, grid) {
  const names = [...grid.squares.keys()].sort((a, b) => b.length - a.length);
  /** @type {string[]} */
  const squares = [];
  let rest = text.toLowerCase();
  while (rest !== "") {
    const next = names.find((name) => rest.startsWith(name.toLowerCase()));
    if (!next) return [];
    squares.push(next);
    rest = rest.slice(next.length).replace(BETWEEN, "");
  }
  return squares;
}

/**
 * The move that is meant, where it is the only legal one; else what was typed, with names for numbers, for the
 * server to say what is wrong with it.
 * @param {string} text
 * @param {Move[]} legal
 * @param {import("./geometry.js").Grid} grid
 */
export function meant(text, legal, grid) {
  const numbered = new Map([...grid.squares.values()].map(({ name, number }) => [number, name]));
  const inNames = text.replace(/(?<![a-z\d])\d+/gi, (digits) => numbered.get(Number(digits)) ?? digits);
  if (legal.some(({ move }) => move === inNames)) return inNames;
  const squares = named(inNames, grid);
  const sign = SIGNS.find(({ typed }) => typed.test(inNames))?.sign ?? "";
  const moves = squares.length > 0 ? legal.filter((move) => leads(move, squares)) : [];
  const signed = moves.filter(({ move }) => move.includes(sign));
  // A line alone says little: people write it for captures, too.
  const [only, ...others] = signed.length > 0 || sign !== "-" ? signed : moves;
  if (only && others.length === 0) return only.move;
  // Numbers in anything but a list of squares are no squares.
  return squares.length > 0 ? inNames : text;
}
