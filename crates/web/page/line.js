// A game without a link: a line of moves that the page keeps, played and looked at by the server, which keeps nothing.
// It answers as the game of a link does, so that a table works on either.

import * as api from "./api.js";

/**
 * The start of a line: a game with its settings, and a position or a record.
 * @typedef {object} LineStart
 * @property {string} [game]
 * @property {string | null} [preset]
 * @property {Record<string, string>} [settings]
 * @property {string | null} [position]
 * @property {string} [record]
 */

/**
 * @param {LineStart} begin
 * @param {object} [options]
 * @param {string[]} [options.moves] with their outcomes
 * @param {Side[]} [options.sides] those that are moved here
 * @returns {api.Game & { moves: () => string[] }}
 */
export function lined(begin, { moves = [], sides = ["white", "black"] } = {}) {
  let start = begin;
  let played = moves;
  /** @type {string[]} what was taken back, the next one to be played again last */
  let ahead = [];
  let version = 0;
  /** @type {State | null} */
  let known = null;

  const line = (/** @type {string[]} */ moves) => ({ ...start, moves: moves.join(" ") });

  /**
   * @param {string[]} moves
   * @returns {Promise<State>}
   */
  const play = async (moves) => {
    const { moves: all, ...position } = await api.playLine(line(moves));
    if (start.record) {
      const { kind: game, settings } = position;
      const { position: placed = null, ...others } = settings;
      start = { game, settings: others, position: placed };
    }
    played = all;
    version += 1;
    const last = position.plies.at(-1);
    const next = ahead.at(-1);
    known = {
      ...position,
      legal: sides.includes(position.turn) ? position.legal : [],
      version,
      history: 0,
      plies_from: 0,
      game: "",
      sides,
      joined: null,
      seeded: false,
      links: null,
      players: { white: "person", black: "person" },
      names: null,
      backend: "local",
      fallback: null,
      measuring_backend: "local",
      pool: false,
      waiting: null,
      thinking: false,
      rest: null,
      offer: null,
      undo: last ? { plies: 1, measured: last.measured } : null,
      ahead: next ? { move: bare(next) } : null,
      next: null,
      clock: null,
    };
    return known;
  };

  return {
    events: null,
    moves: () => [...played],
    state: async () => known ?? play(played),
    description: () => api.lineView("description", { line: line(played) }),
    moment: (ply) => api.lineView("ply", { line: line(played), ply }),
    preview: async (move) => {
      /** @type {Preview} */
      const preview = await api.lineView("preview", { line: line(played), move });
      const next = ahead.at(-1);
      if (!next || bare(next) !== move) return preview;
      // What was taken back and is played again finds what it found.
      const same = preview.outcomes.filter((outcome) => outcome.move === next);
      return { ...preview, more: false, captures: null, outcomes: same.map((outcome) => ({ ...outcome, probability: 1 })) };
    },
    circuit: (square, ply, encoding, steps) => api.lineView("circuit", { line: line(played), square, ply, encoding, steps }),
    analysis: (from, signal) => api.lines("/lines/analysis", { line: line(played), from }, signal),
    exported: async (fields) => (await api.lineFile({ line: line(played), ...fields })).text,
    file: (fields) => api.lineFile({ line: line(played), ...fields }),
    move: (_, move) => {
      const next = ahead.at(-1);
      const again = next !== undefined && bare(next) === move;
      const rest = again ? ahead.slice(0, -1) : [];
      const before = ahead;
      ahead = rest;
      return play([...played, again ? next : move]).catch((error) => {
        ahead = before;
        throw error;
      });
    },
    branch: (ply, move) => {
      const moves = [...played.slice(0, ply), ...(move ? [move] : [])];
      return api.create({
        game: start.game ?? "",
        preset: start.preset ?? null,
        settings: start.settings ?? {},
        position: start.position ?? null,
        moves: moves.join(" ") || null,
        outcomes: null,
        white: "person",
        black: "person",
        one_screen: true,
        backend: "local",
        seed: null,
      });
    },
    act: (name, body = {}) => {
      const { plies = 1 } = /** @type {{ plies?: number }} */ (body);
      if (name !== "undo") throw new Error(`a line knows no ${name}`);
      ahead = [...ahead, ...played.slice(played.length - plies).reverse()];
      return play(played.slice(0, played.length - plies));
    },
  };
}

/**
 * Views of a line that is always the same, as nothing in it is left to chance: each is asked for once in a tab.
 * @param {LineStart} start
 * @param {string} [moves]
 */
export function still(start, moves = "") {
  const line = { ...start, moves };
  const once = async (/** @type {"description" | "ply"} */ view, /** @type {object} */ fields) => {
    // What is told is told in the language of the page.
    const key = `cheqqers.${JSON.stringify([document.documentElement.lang, view, line, fields])}`;
    try {
      const known = sessionStorage.getItem(key);
      if (known) return JSON.parse(known);
    } catch {
      // Storage may be forbidden.
    }
    const answer = await api.lineView(view, { line, ...fields });
    try {
      sessionStorage.setItem(key, JSON.stringify(answer));
    } catch {
      // It may be full, too.
    }
    return answer;
  };
  return {
    /** @returns {Promise<Description>} */
    description: () => once("description", {}),
    /**
     * @param {number} ply
     * @returns {Promise<Moment>}
     */
    moment: (ply) => once("ply", { ply }),
  };
}

/**
 * A move without its outcomes.
 * @param {string} text
 */
function bare(text) {
  return text.replace(/\{.*$/s, "");
}
