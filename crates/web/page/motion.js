// How pieces go from one position to the next: they move, part and meet; what is gone fades.

const MOVE = 180;
/** Milliseconds of the longest animation. */
export const FADE = 260;
/** How long squares that are measured shimmer before the outcome is shown. */
export const SHIMMER = 420;

/** Whether the person wants as little motion as there can be. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * What moves between two positions, by squares.
 * @typedef {object} Motion
 * @property {Map<string, string | null>} arrivals a square where a part is now, and where it comes from; null where it appears
 * @property {Map<string, string | null>} departures a square where a part was, and where it goes; null where it fades
 */

/**
 * @param {Board} before
 * @param {Board} after
 * @param {(from: string, to: string) => number} distance
 * @returns {Motion}
 */
export function motion(before, after, distance) {
  /** @type {Motion} */
  const moved = { arrivals: new Map(), departures: new Map() };
  const was = places(before);
  const is = places(after);
  for (const piece of new Set([...was.keys(), ...is.keys()])) {
    const old = was.get(piece) ?? new Map();
    const now = is.get(piece) ?? new Map();
    const nearest = (/** @type {string} */ to, /** @type {string[]} */ all) => [...all].sort((a, b) => distance(a, to) - distance(b, to))[0] ?? null;
    const gone = [...old.keys()].filter((square) => !now.has(square));
    // A part that stays may have given some of itself away.
    const less = [...old].filter(([square, p]) => (now.get(square) ?? 0) < p - 1e-9).map(([square]) => square);
    const arrived = [...now.keys()].filter((square) => !old.has(square));
    for (const square of arrived) moved.arrivals.set(square, nearest(square, gone.length > 0 ? gone : less));
    const taken = new Set(arrived.map((square) => moved.arrivals.get(square)));
    for (const square of gone) {
      // What arrives elsewhere is drawn on its way there already.
      const meets = arrived.length > 0 ? nearest(square, arrived) : null;
      if (!taken.has(square) || meets === null) moved.departures.set(square, meets);
    }
  }
  return moved;
}

/**
 * The squares of each piece, with their probabilities.
 * @param {Board} board
 */
function places(board) {
  /** @type {Map<number, Map<string, number>>} */
  const places = new Map();
  for (const { square, parts } of board.squares) {
    for (const { piece, probability } of parts) {
      const squares = places.get(piece) ?? new Map();
      squares.set(square, (squares.get(square) ?? 0) + probability);
      places.set(piece, squares);
    }
  }
  return places;
}

/**
 * Animates the pieces of a drawing, which show the position after it already.
 * @param {object} scene
 * @param {Motion} scene.moved
 * @param {(square: string) => { x: number, y: number }} scene.middle
 * @param {(square: string) => SVGElement | null} scene.drawn what is drawn on a square now
 * @param {(square: string) => SVGElement | null} scene.old what was drawn there, to be kept until it has left
 * @param {number} delay in milliseconds
 */
export function animate({ moved, middle, drawn, old }, delay) {
  const at = (/** @type {string} */ square) => {
    const { x, y } = middle(square);
    return `translate(${x}px, ${y}px)`;
  };
  const timing = { delay, fill: /** @type {const} */ ("both"), easing: "ease-in-out" };
  for (const [square, from] of moved.arrivals) {
    const frames = from === null ? [{ transform: at(square), opacity: 0 }, { transform: at(square), opacity: 1 }] : [{ transform: at(from) }, { transform: at(square) }];
    const played = drawn(square)?.animate(frames, { ...timing, duration: from === null ? FADE : MOVE });
    // The attribute holds from then on, as when the board is turned.
    played?.finished.then(() => played.cancel(), () => {});
  }
  for (const [square, to] of moved.departures) {
    const left = old(square);
    if (!left) continue;
    const frames = to === null ? [{ transform: at(square), opacity: 1 }, { transform: at(square), opacity: 0 }] : [{ transform: at(square), opacity: 1 }, { transform: at(to), opacity: 0.3 }];
    const played = left.animate(frames, { ...timing, duration: to === null ? FADE : MOVE });
    played.finished.then(() => left.remove(), () => {});
  }
}
