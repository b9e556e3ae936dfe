// A square in words, for those who hear the board.

import { capital, list, percent } from "./dom.js";
import { attributes, either, given, t, translated } from "./text.js";

/** @typedef {import("./choose.js").Role} Role */

/** The computer's strengths that have a name, the weakest first, and the player that each of them is. */
export const STRENGTHS = [
  { name: "beginner", player: "random" },
  { name: "easy", player: "mcts:20" },
  { name: "medium", player: "mcts:800" },
  { name: "strong", player: "expert:200" },
  { name: "strongest", player: "expert:2000" },
];

/**
 * A player, as part of a sentence.
 * @param {string} name as the server writes it
 */
export function called(name) {
  const named = STRENGTHS.find(({ player }) => player === name);
  if (named) return t("player-strength", { strength: named.name });
  const [kind = "", strength = ""] = name.split(":");
  return t("player", { kind, strength, name });
}

/**
 * Who plays a side, as it stands at the board.
 * @param {State} state
 * @param {Side} side
 */
export function seat({ players, sides, names }, side) {
  const name = players[side];
  const nickname = names?.[side];
  if (nickname) return t(sides.length === 1 && sides[0] === side ? "seat-named-you" : "seat-computer", { side, player: nickname });
  if (name !== "person") return t("seat-computer", { side, player: called(name) });
  if (sides.length === 1) return t(sides[0] === side ? "seat-you" : "seat-other", { side });
  return t("side", { side });
}

/**
 * Who plays, as seen from here.
 * @param {Record<Side, string>} players
 * @param {Side[]} sides those that are played here
 */
export function seats(players, sides) {
  const [mine, ...both] = sides.filter((side) => players[side] === "person");
  if (!mine) return t("seats-none", { white: called(players.white), black: called(players.black) });
  if (both.length > 0) return t("seats-here");
  return t("seats-one", { side: mine, player: called(players[mine === "white" ? "black" : "white"]) });
}

/**
 * How a game stands, as seen from here.
 * @param {State} state
 */
export function status(state) {
  const { turn, sides, legal, thinking, players, standing } = state;
  if (state.status !== "in_progress") return ended(state);
  if (thinking) return capital(t("status-thinks", { player: called(players[turn]) }));
  const yours = sides.length === 1 && sides[0] === turn;
  const words = (/** @type {State["standing"][number]} */ { name, square, count }) => t(`standing-${name}`, { side: turn, yours: yours ? "yes" : "no", square: square ?? "", count: count ?? 0 });
  // What is to be done on a square says whose turn it is, too.
  const deed = standing.find(({ square }) => square !== null);
  const must = state.must && legal.length > 0 ? "-must" : "";
  const whose = deed ? words(deed) : yours ? t(`status-yours${must}`) : t(`status-turn${must}`, { side: turn });
  return [whose, ...standing.filter((one) => one !== deed).map(words)].join(" ");
}

/**
 * How a game ended, and why.
 * @param {State} state
 */
export function ended({ words, standing, status, sides, turn }) {
  const [why] = standing;
  // A game that gives no reason by a name gives it in English.
  if (!why && !translated()) return t("sentence", { text: capital(words) });
  const winner = status === "draw" ? null : status === "white_won" ? "white" : "black";
  const [own] = sides;
  const yours = sides.length === 1 ? "yes" : "no";
  if (why?.name === "stopped") return t("ended-stopped", { yours });
  const result = winner === null ? "draw" : yours === "no" ? winner : winner === own ? "won" : "lost";
  if (!why) return t("ended", { result });
  const side = winner === null ? turn : winner === "white" ? "black" : "white";
  return [t("ended", { result }), t(`ended-${why.name}`, { side, yours, count: why.count ?? 0 })].join(" ");
}

/**
 * Who plays a game, and how it stands.
 * @param {State} state
 */
export function about(state) {
  const { players, sides, turn } = state;
  const standing = state.status === "in_progress" ? t("status-turn", { side: turn }) : ended(state);
  return t("game-about", { seats: seats(players, sides), status: standing });
}

/**
 * What a game is called.
 * @param {State} state
 */
export const title = ({ kind, title, settings }) => given(`game-${kind}-title`, title, settings);

/**
 * Whether people play both sides.
 * @param {State} state
 */
export const people = ({ players }) => players.white === "person" && players.black === "person";

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
 * Whether several pieces are together in a component.
 * @param {Board} board
 * @param {number} component an index into `board.components`
 */
export function isEntangled({ squares }, component) {
  const parts = squares.flatMap(({ parts }) => parts).filter((part) => part.component === component);
  return new Set(parts.map(({ piece }) => piece)).size > 1;
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
 * A piece by its side and its kind. Games may have different words for one kind in other languages.
 * @param {Side | null} side
 * @param {string} kind
 * @param {string} game
 */
export const named = (side, kind, game) =>
  given(`piece-${kind}`, t("piece-of-side", { side: side ?? "none", kind }), { side: side ?? "none", game });

/**
 * The same for sentences, under a name, and in the other forms that the language has for it under names of their own:
 * `piece-the`.
 * @param {string} key
 * @param {Side | null} side
 * @param {string} kind
 * @param {string} game
 * @returns {Record<string, string>}
 */
export function inSentences(key, side, kind, game) {
  const values = { side: side ?? "none", game };
  const forms = Object.entries(attributes(`piece-${kind}`, values) ?? attributes("piece-piece", values) ?? {});
  return { [key]: named(side, kind, game), ...Object.fromEntries(forms.map(([form, words]) => [`${key}-${form}`, words])) };
}

/**
 * @param {Part} part
 * @param {Description} description
 */
export function partWords(part, { game, style }) {
  const types = either([...new Set(part.types)].map((type) => (type ? named(null, type, game) : t("kind-unknown"))));
  const shown = part.kind ? named(part.colour, part.kind, game) : t("piece-of-side", { side: part.colour ?? "none", kind: types });
  const piece = part.kind && types ? t("kind-of", { kind: shown, types }) : shown;
  if (part.probability >= 1 - 1e-9) return piece;
  const turns = style.phases !== "none" ? +(part.phase?.turns ?? 0).toFixed(3) : 0;
  // "50 percent": signs may not be read aloud.
  const share = percent(part.probability).replace(/\s?%/, "");
  return turns > 0 ? t("part-turned", { piece, percent: share, turns }) : t("part", { piece, percent: share });
}

/**
 * What is to be known of a half beside its probability.
 * @param {Board} board
 * @param {string} square
 */
function halfWords(board, square) {
  const half = partsOn(board, square)[0]?.half;
  if (!half) return [];
  const words = [];
  if (half.entangled !== null) {
    const same = board.squares.filter(({ parts: [part] }) => part?.half?.entangled === half.entangled && part.half.second === half.second);
    const others = same.map((one) => one.square).filter((name) => name !== square);
    words.push(t("half-together", { squares: list(others) }));
  }
  if (half.negative) words.push(t("half-negative"));
  if (half.colour) words.push(t("half-colour", { colour: half.colour }));
  return words;
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
  words.push(here ? here.parts.map((part) => partWords(part, description)).join("; ") : t("square-empty"));
  const same = samePiece(board, square);
  if (same.length > 0) words.push(t("square-other-parts", { count: same.length, squares: list(same) }));
  const component = board.components[componentOf(board, square)] ?? [];
  const others = [...new Set(component)].filter(
    (name) => name !== square && !same.includes(name),
  );
  if (others.length > 0) words.push(t("square-entangled", { squares: list(others) }));
  words.push(...halfWords(board, square));
  if (marks.picked) words.push(t("square-picked"));
  if (marks.role && !marks.picked) words.push(t(`square-${marks.role}`));
  if (marks.last) words.push(t("square-last"));
  return words.join(", ");
}
