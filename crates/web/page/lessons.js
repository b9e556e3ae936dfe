// The lessons: small positions to be played through, with the words that the paper introduces them by.

import { partsOn } from "./describe.js";
import { number } from "./geometry.js";

/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {"0" | "1" | "2" | "3"} level
 * @property {string} title
 * @property {number} size
 * @property {string} white pieces, K before kings
 * @property {string} black
 * @property {Side} [first] who moves first; White unless said
 * @property {string} [moves] made before the lesson begins
 * @property {string[]} [replies] what Black answers, the first that is legal
 * @property {string[]} text
 * @property {string} task
 * @property {string} [move] the one move that the task asks for
 * @property {(state: State) => boolean} [goal] what it asks for where more than one move leads there
 * @property {(state: State) => string} done what is said then, whatever was measured
 */

/**
 * A draughts FEN of pieces by the names of their squares.
 * @param {Lesson} lesson
 */
export function fen({ white, black, size, first }) {
  const numbers = (/** @type {string} */ pieces) =>
    pieces
      .split(" ")
      .map((piece) => (piece.startsWith("K") ? `K${number(piece.slice(1), size)}` : number(piece, size)))
      .join(",");
  return `${first === "black" ? "B" : "W"}:W${numbers(white)}:B${numbers(black)}`;
}

/**
 * @param {State} state
 * @param {Side} colour
 */
const parts = (state, colour) =>
  state.board.squares.flatMap((square) => square.parts).filter((part) => part.colour === colour);

/**
 * @param {State} state
 * @param {Deed} kind
 */
const played = (state, kind) => state.plies.some((ply) => ply.side === "white" && ply.kind === kind);

/**
 * Whether the task is done.
 * @param {Lesson} lesson
 * @param {State} state
 */
export const reached = ({ move, goal }, state) => goal?.(state) ?? state.plies.some((ply) => ply.move === move);

/** @param {State} state */
const measured = (state) => state.plies.some((ply) => ply.measured);

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: "step",
    level: "0",
    title: "A step",
    size: 6,
    white: "c3 e1",
    black: "b6 f6",
    text: [
      "Cheqqers is draughts on the dark squares. A man moves one square forward, to the left or to the right.",
      "Press a piece: the dots are where it can go. Or drag it there, or use the arrow keys and Enter.",
    ],
    task: "Move a white man one step.",
    goal: (state) => state.plies.length > 0,
    done: () => "That is all there is to a step.",
  },
  {
    id: "capture",
    level: "0",
    title: "A capture",
    size: 8,
    white: "c3 h2",
    black: "d4 f6 b8",
    text: [
      "An opposing piece is captured by jumping over it onto the empty square behind. Rings mark such targets.",
      "Who can capture must, and goes on with the same piece as long as it can.",
    ],
    task: "Capture both black men.",
    goal: (state) => parts(state, "black").length === 1,
    done: () => "Both are gone, in one turn of two jumps.",
  },
  {
    id: "king",
    level: "0",
    title: "A king",
    size: 6,
    white: "c5 a1",
    black: "f4",
    replies: ["f4-e3", "e3-f2", "e3-d2"],
    text: ["A man that reaches the far row becomes a king. Kings move backward, too."],
    task: "Get a king, then step back with it.",
    goal: (state) => state.plies.some((ply) => ply.side === "white" && /^[a-f]6-/.test(ply.move)),
    done: () => "A king has a crown, and four directions.",
  },
  {
    id: "split",
    level: "1",
    title: "Superposition: a split",
    size: 6,
    white: "c1 f2",
    black: "a5 f6",
    text: [
      "From level 1 on a piece can split: it moves to two squares at once, and is then a quantum piece. Each of its parts is there with a probability of one half, which the ring and the number tell. The letter says which parts are one piece.",
      "Press the man on c1, then the two arrows between its targets. Or press one target and drag to the other. Or press “Split” (key s), then the piece and both targets.",
    ],
    task: "Split the man on c1 over b2 and d2.",
    move: "c1^b2d2",
    done: () =>
      "The man is on both squares, in superposition. They have the same frame: they are together in one circuit, and would be measured together.",
  },
  {
    id: "again",
    level: "1",
    title: "Parts split on",
    size: 8,
    white: "c1 h2",
    black: "a7 h8",
    moves: "c1^b2d2 h8-g7",
    replies: ["g7-h6"],
    text: ["A part moves as if it were a piece: it can step, and it can split again. The probabilities of all parts of a piece add up to one."],
    task: "Split one of the parts again.",
    goal: (state) => played(state, "split") && state.plies.length > 2 && state.board.pieces.some((squares) => squares.length > 2),
    done: () => "One half stays whole, the other becomes two quarters: three parts of one piece, three qubits.",
  },
  {
    id: "measure",
    level: "1",
    title: "A capture that measures",
    size: 8,
    white: "d4 a1",
    black: "f6 a7",
    first: "black",
    moves: "f6^e5g5",
    text: [
      "Black has split a man over e5 and g5. It may be on e5, so you can try to capture it, and must.",
      "Only a measurement tells where it is. Point at the target: you are told what may happen, and how likely it is.",
    ],
    task: "Capture over e5.",
    goal: measured,
    done: (state) =>
      parts(state, "black").length > 1
        ? "It was not on e5 but on g5, where it is certain now. Nothing is captured, and your turn has passed. As often as not it goes the other way: try it again."
        : "It was on e5, and is captured. As often as not it is found on g5, and the turn passes: try it again.",
  },
  {
    id: "attacker",
    level: "1",
    title: "A part that captures",
    size: 8,
    white: "c3 h2",
    black: "f6 a7",
    moves: "c3^b4d4 f6-e5",
    text: ["It is the same when the piece that captures is the uncertain one: it is measured first. Only a piece that is there can capture."],
    task: "Capture with the part on d4.",
    goal: measured,
    done: (state) =>
      parts(state, "black").length > 1
        ? "Your man was found on b4: it could not capture from d4, and the turn has passed."
        : "Your man was found on d4, and has captured.",
  },
  {
    id: "entangle",
    level: "2",
    title: "Entanglement",
    size: 8,
    white: "d4 a1",
    black: "f6 a7",
    first: "black",
    moves: "f6^e5g5",
    text: [
      "At level 2 a certain piece that captures an uncertain one does not measure it. Both things happen, in superposition: where the black man was on e5, it is captured and your man is on f6. Where it was not, your man is still on d4.",
      "The two pieces are then entangled.",
    ],
    task: "Capture over e5.",
    goal: (state) => played(state, "entangling capture"),
    done: () =>
      "Either your man is on f6 and the black one is captured, or it is on d4 and the black one on g5: half each, and never anything else. All three squares have the same frame. Open the circuit of a game to see these outcomes.",
  },
  {
    id: "together",
    level: "2",
    title: "Measured together",
    size: 8,
    white: "c3 b2 a1 h2",
    black: "e5 a7 h8",
    moves: "c3^b4d4 e5xc3",
    text: [
      "You split a man over b4 and d4, and Black captured over d4. So the black man is on c3 if yours was on d4, and else still on e5.",
      "Now you capture over c3. Who is entangled already is measured, and with one piece the whole circuit: whatever is found decides both.",
    ],
    task: "Capture over c3 with the man on b2.",
    goal: measured,
    done: (state) =>
      partsOn(state.board, "b4").length > 0
        ? "The black man was found on e5, so yours was never captured: it is on b4 for certain. Nothing is on c3, and the turn has passed."
        : "The black man was found on c3, so it had captured yours. Now it is captured in turn.",
  },
  {
    id: "merge",
    level: "3",
    title: "Interference: a merge",
    size: 8,
    white: "c3 h2",
    black: "a7 h8",
    moves: "c3^b4d4 h8-g7",
    text: [
      "At level 3 two parts of a piece can merge on a square that both can reach. Their amplitudes add up: they interfere.",
      "Pick the part on b4: its partner is lit. Press it, then c5. The two arrows that meet, on the target, do the same at once.",
    ],
    task: "Merge b4 and d4 on c5.",
    move: "b4d4^c5",
    done: () => "The parts were in phase, so all of the piece is on c5: it is certain again, without any measurement.",
  },
  {
    id: "phase",
    level: "3",
    title: "Phase",
    size: 8,
    white: "Kc3 h2",
    black: "Kh8 a7",
    moves: "c3^b4d4 h8-g7 b4-a5 g7-h8 a5-b4 h8-g7",
    text: [
      "Every step turns the phase of a part by a quarter. The hand in its ring shows it. Here the part on b4 has been to a5 and back: two quarters make half a turn, and the hands point in opposite directions.",
      "Point at the merge before you play it: violet rings show what it would give.",
    ],
    task: "Merge b4 and d4 on c5.",
    move: "b4d4^c5",
    done: () =>
      "On c5 the two amplitudes cancel: nothing arrives. All of the piece stays on d4, the second part. The same move as before, and the opposite result: only the phase was another one.",
  },
  {
    id: "rest",
    level: "3",
    title: "What is left over",
    size: 8,
    white: "c3 h2",
    black: "h8 a7",
    moves: "c3^b4d4 h8-g7 d4^c5e5 g7-h6 b4-a5 h6-g5",
    text: [
      "Parts that are not equally likely can't interfere away. The part on a5 has a probability of one half, the one on c5 a quarter.",
      "After this you know all of the rules.",
    ],
    task: "Merge a5 and c5 on b6.",
    move: "a5c5^b6",
    done: () =>
      "72.9 % are on b6 and 2.1 % are left on c5, as ((√½ + ½)² and (√½ − ½)²) / 2 tell. The quarter on e5 took no part in it.",
  },
];
