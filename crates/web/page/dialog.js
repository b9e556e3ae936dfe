// Questions and pages above the page. A dialog keeps the focus and closes on Escape by itself.

import { button, h } from "./dom.js";

/**
 * @param {string} title
 * @param {import("./dom.js").Child[]} content
 * @returns {HTMLDialogElement}
 */
export function show(title, content) {
  // The focus is here, lest a long page is scrolled to its first button, at the end.
  const heading = h("h2", { id: "dialog-title", tabindex: -1, autofocus: true }, title);
  const dialog = h("dialog", { "aria-labelledby": "dialog-title" }, heading, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Which of several is meant; null when none is.
 * @template T
 * @param {string} title
 * @param {string} text
 * @param {{ label: string, value: T }[]} answers
 * @returns {Promise<T | null>}
 */
export function ask(title, text, answers) {
  return new Promise((resolve) => {
    const buttons = h("div", { class: "answers" });
    const dialog = show(title, [h("p", {}, text), buttons]);
    for (const { label, value } of answers) {
      buttons.append(
        button(label, () => {
          resolve(value);
          dialog.close();
        }),
      );
    }
    buttons.append(button("Cancel", () => dialog.close(), { class: "quiet" }));
    dialog.addEventListener("close", () => resolve(null));
  });
}

const KEYS = [
  ["arrows", "on the board: go from square to square"],
  ["Enter or Space", "pick the square"],
  ["Escape", "let go"],
  ["/", "type a move"],
  ["u", "take back"],
  ["f", "flip the board"],
  ["arrows left and right, Home, End", "off the board: go through the game"],
  ["?", "this page"],
];

const MARKS = [
  ["ring and number", "how likely this part of the piece is there"],
  ["letter", "parts with the same letter are parts of one piece"],
  ["frame", "squares with the same frame are together in one circuit: they are measured together"],
  ["hand", "the phase of a part, beside that of the first part of its piece"],
  ["dot, circle", "where the picked piece can go, and what it can capture"],
];

/** @type {Record<MoveKind["shape"], string[][]>} */
const SHAPED_KEYS = {
  step: [],
  split: [["s", "split: pick a piece and its targets"]],
  merge: [["m", "merge: pick a part, another part of the same piece, and a target"]],
};

/** @type {Record<MoveKind["shape"], string[][]>} */
const SHAPED_MARKS = {
  step: [],
  split: [["two arrows apart", "between two targets: split over both of them; before a target: half goes there"]],
  merge: [["two arrows that meet", "on a target: merge there with another part"]],
};

/** @param {Description | null} game */
export function help(game) {
  const shapes = [...new Set((game?.moves ?? []).map(({ shape }) => shape))];
  const confirm = game?.moves.find((kind) => kind.confirm)?.confirm;
  const marks = [...MARKS, ...shapes.flatMap((shape) => SHAPED_MARKS[shape])];
  if (game?.style.marks_links) marks.push(["chain", "linked with two other pieces or more"]);
  if (confirm) marks.push(["purple square", `press it once more ${confirm}`]);
  const table = (/** @type {string[][]} */ rows) =>
    h("dl", { class: "keys" }, ...rows.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]));
  const dialog = show("Help", [
    h("h3", {}, "To move"),
    h(
      "p",
      {},
      "Click a piece, then its target, or drag it there. ",
      shapes.includes("split") &&
        "To split, press the first target and drag to the second, press the icon between them, or the button “Split”.",
    ),
    game?.help.moves && h("pre", { class: "forms", tabindex: 0 }, game.help.moves.trimEnd()),
    game?.help.advice && h("p", {}, game.help.advice),
    h("h3", {}, "Keys"),
    table([...shapes.flatMap((shape) => SHAPED_KEYS[shape]), ...KEYS]),
    h("h3", {}, "What is drawn"),
    table(marks),
    h("p", {}, h("a", { href: "/learn" }, "Learn it step by step")),
    button("Close", () => dialog.close()),
  ]);
}
