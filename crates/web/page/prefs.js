// What this device remembers: the language, how boards are shown, the games begun here, and lessons done.
// Storage may be forbidden or full; then it is forgotten, and nothing else fails.

/**
 * @template T
 * @param {string} key
 * @param {T} usual
 * @returns {T}
 */
function read(key, usual) {
  try {
    const text = localStorage.getItem(`cheqqers.${key}`);
    return text === null ? usual : JSON.parse(text);
  } catch {
    return usual;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(`cheqqers.${key}`, JSON.stringify(value));
  } catch {
    // As said above.
  }
}

/** @typedef {{ counted: boolean, numbers: boolean }} Look */

/** @returns {Look} */
export const look = () => ({ counted: false, numbers: true, ...read("look", {}) });
/** @param {Look} value */
export const setLook = (value) => write("look", value);

/** @returns {string | null} the language chosen on this device */
export const language = () => read("language", null);
/** @param {string} code */
export const setLanguage = (code) => write("language", code);

/** @returns {boolean} */
export const sound = () => read("sound", false);
/** @param {boolean} value */
export const setSound = (value) => write("sound", value);

/** How many boards of classes are remembered. */
const WATCHED = 50;

/**
 * The link of the class that the teacher came from to watch a board.
 * @param {string} watch
 * @returns {string | null}
 */
export const watched = (watch) => read("watched", /** @type {Record<string, string>} */ ({}))[watch] ?? null;
/**
 * @param {string} watch
 * @param {string} teacher
 */
export const setWatched = (watch, teacher) =>
  write("watched", Object.fromEntries([...Object.entries(read("watched", {})), [watch, teacher]].slice(-WATCHED)));

/**
 * @typedef {object} Saved
 * @property {string} link
 * @property {string} title
 * @property {number} when
 * @property {Links} [links]
 * @property {string} [note] where it comes from
 * @property {string} [about] who plays, and how it stood
 * @property {boolean} [asked] whether a measurement was under way
 * @property {string} [pupil] the link of the pupil whose game of a class it is
 */

/** How many games are remembered. */
const KEPT = 50;

/** @returns {Saved[]} */
export const games = () => read("games", []);

/** @param {Saved} game */
export function keep(game) {
  write("games", [game, ...games().filter((one) => one.link !== game.link)].slice(0, KEPT));
}

/** @param {string} link */
export function forget(link) {
  write("games", games().filter((one) => one.link !== link));
}

/** @param {string} link */
export const kept = (link) => games().find((one) => one.link === link);

/** @returns {string[]} */
export const lessons = () => read("lessons", []);
/** @param {string} id */
export const learnt = (id) => write("lessons", [...new Set([...lessons(), id])]);

/** @typedef {{ link: string, code: string, name: string }} Seat what a pupil has in a class */

/** @returns {Seat | null} */
export const seat = () => read("seat", null);
/** @param {Seat} value */
export const setSeat = (value) => write("seat", value);
/** @param {string} link of a pupil who is in that class no more */
export const leaveSeat = (link) => seat()?.link === link && write("seat", null);
/** @returns {string} */
export const nickname = () => seat()?.name ?? "";

/** @typedef {{ link: string, title: string, when: number }} OwnClass a class that was started here */

/** @returns {OwnClass[]} */
export const classes = () => read("classes", []);
/** @param {OwnClass} value */
export const keepClass = (value) => write("classes", [value, ...classes()].slice(0, KEPT));
/** @param {string} link */
export const forgetClass = (link) => write("classes", classes().filter((one) => one.link !== link));

/** @typedef {{ solved: string[], streak: number, last: number | null }} Solved puzzles, and on how many days in a row up to which the daily one was */

/** @returns {Solved} */
export const puzzles = () => ({ solved: [], streak: 0, last: null, ...read("puzzles", {}) });

/**
 * @param {string} id
 * @param {number | null} day on which it is the daily one
 */
export function solvePuzzle(id, day) {
  const { solved, streak, last } = puzzles();
  const days = day === null || day === last ? { streak, last } : { streak: last === day - 1 ? streak + 1 : 1, last: day };
  write("puzzles", { solved: [...new Set([...solved, id])], ...days });
}

/** @param {string[]} ids */
export function forgetPuzzles(ids) {
  const known = puzzles();
  write("puzzles", { ...known, solved: known.solved.filter((id) => !ids.includes(id)) });
}
