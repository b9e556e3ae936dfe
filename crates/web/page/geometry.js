// Names of squares and where they lie; one unit is one square.

/**
 * File and rank from 0; marks behind the name, as in d4', count for nothing.
 * @param {string} square
 */
export function place(square) {
  return { file: square.charCodeAt(0) - 97, rank: parseInt(square.slice(1), 10) - 1 };
}

/**
 * @param {number} file
 * @param {number} rank
 */
export function name(file, rank) {
  return String.fromCharCode(97 + file) + (rank + 1);
}

/**
 * The square without marks that tell several pieces on it apart.
 * @param {string} square
 */
export function plain(square) {
  return square.replace(/'+$/, "");
}

/**
 * @param {number} file
 * @param {number} rank
 */
export function dark(file, rank) {
  return (file + rank) % 2 === 0;
}

/**
 * The number of a dark square as draughts count them, from the top left on.
 * @param {string} square
 * @param {number} size
 */
export function number(square, size) {
  const { file, rank } = place(square);
  let count = 0;
  for (let row = size - 1; row >= rank; row -= 1) {
    const end = row === rank ? file : size - 1;
    for (let column = 0; column <= end; column += 1) if (dark(column, row)) count += 1;
  }
  return count;
}

/**
 * The dark squares in the order of their numbers.
 * @param {number} size
 */
export function squares(size) {
  /** @type {string[]} */
  const squares = [];
  for (let rank = size - 1; rank >= 0; rank -= 1) {
    for (let file = 0; file < size; file += 1) if (dark(file, rank)) squares.push(name(file, rank));
  }
  return squares;
}

/**
 * The middle of a square in the drawing.
 * @param {string} square
 * @param {number} size
 * @param {boolean} flipped
 */
export function middle(square, size, flipped) {
  const { file, rank } = place(square);
  return flipped
    ? { x: size - file - 0.5, y: rank + 0.5 }
    : { x: file + 0.5, y: size - rank - 0.5 };
}
