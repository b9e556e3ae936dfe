// Questions and pages above the page. A dialog keeps the focus and closes on Escape by itself.

import { options } from "./api.js";
import { button, h, newId } from "./dom.js";
import { purpose as purposeOf } from "./kinds.js";
import { lined } from "./line.js";
import { sample } from "./sample.js";
import { given, t } from "./text.js";

/**
 * @param {string} title
 * @param {import("./dom.js").Child[]} content
 * @returns {HTMLDialogElement}
 */
export function show(title, content) {
  // The focus is here, lest a long page is scrolled to its first button, at the end.
  const heading = h("h2", { id: newId(), tabindex: -1, autofocus: true }, title);
  const dialog = h("dialog", { "aria-labelledby": heading.id }, heading, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  // A press beside it closes it, but not one between its fields, nor one that began there.
  let beside = false;
  dialog.addEventListener("pointerdown", (event) => (beside = isBeside(dialog, event)));
  dialog.addEventListener("click", (event) => {
    if (beside && isBeside(dialog, event)) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {MouseEvent} event
 */
function isBeside(dialog, { target, clientX, clientY }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/**
 * Which of several is meant; null when none is.
 * @template T
 * @param {string} title
 * @param {string} text
 * @param {{ label: string, value: T, about?: string }[]} answers
 * @returns {Promise<T | null>}
 */
export function ask(title, text, answers) {
  return new Promise((resolve) => {
    const buttons = h("div", { class: "answers" });
    const dialog = show(title, [h("p", {}, text), buttons]);
    for (const { label, value, about } of answers) {
      const told = about ? h("span", { id: newId() }, about) : null;
      const choose = () => {
        resolve(value);
        dialog.close();
      };
      const made = button(label, choose, { "aria-describedby": told?.id });
      buttons.append(told ? h("div", { class: "answer" }, made, told) : made);
    }
    buttons.append(button(t("cancel"), () => dialog.close(), { class: "quiet" }));
    dialog.addEventListener("close", () => resolve(null));
  });
}

const KEYS = ["key-arrows", "key-pick", "key-escape", "key-type", "key-undo", "key-flip", "key-travel", "key-help"];
const MARKS = ["mark-ring", "mark-letter", "mark-frame", "mark-hand", "mark-target", "mark-capture", "mark-foreseen", "mark-found", "mark-missed"];

/** @type {Record<MoveKind["shape"], { keys: string[], marks: string[] }>} */
const SHAPED = {
  step: { keys: [], marks: [] },
  split: { keys: ["key-split"], marks: ["mark-split"] },
  merge: { keys: ["key-merge"], marks: ["mark-merge"] },
};

/**
 * With which setting moves of a shape come that a game has not got, and a way to such a game.
 * @param {string} name of the game
 * @param {"merge"} shape
 */
function later(name, shape) {
  const line = h("p", { class: "later" });
  const find = async () => {
    const { games } = await options();
    const game = games.find((one) => one.name === name);
    for (const { key, label, choices } of game?.fields ?? []) {
      for (const { value, name: choice } of choices) {
        const { moves } = await lined({ game: name, settings: { [key]: value } }).description();
        if (!moves.some((move) => move.shape === shape)) continue;
        const words = { setting: given(`setting-${name}-${key}`, label), choice: given(`choice-${name}-${key}-${value}`, choice) };
        const href = `/custom?${new URLSearchParams({ game: name, [key]: value })}`;
        line.append(t(`help-later-${shape}`, words), " ", h("a", { href }, t("help-later-begin")));
        return;
      }
    }
  };
  // The help is of use without it.
  find().catch(() => {});
  return line;
}

/**
 * @param {Description | null} game
 * @param {Record<string, string>} [settings] of the game
 */
export function help(game, settings = {}) {
  // Numbers are chosen among as such.
  const values = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, /^\d+$/.test(value) ? Number(value) : value]));
  const shapes = [...new Set((game?.moves ?? []).map(({ shape }) => shape))];
  const confirm = game?.moves.find((kind) => kind.confirm)?.confirm;
  const purpose = confirm ? purposeOf(confirm) : "";
  const marks = [...MARKS, ...shapes.flatMap((shape) => SHAPED[shape].marks)];
  if (game?.style.marks_links) marks.push("mark-chain");
  if (purpose) marks.push("mark-confirm");
  // Other languages have sentences.
  const moves = game && given(`game-${game.game}-moves`, "", values);
  const table = (/** @type {string[]} */ ids) =>
    h("dl", { class: "keys" }, ...ids.flatMap((id) => [h("dt", {}, t(id)), h("dd", {}, t(`${id}-about`))]));
  const drawn = (/** @type {Description} */ game) =>
    h("dl", { class: "symbols" }, ...marks.flatMap((id) => [h("dt", {}, sample(id, game), h("span", { class: "unseen" }, t(id))), h("dd", {}, t(`${id}-about`, { purpose }))]));
  const dialog = show(t("help"), [
    h("h3", {}, t("help-move")),
    h("p", {}, t("help-move-about")),
    shapes.includes("split") && h("p", {}, t("help-split-about")),
    shapes.includes("merge") && h("p", {}, t("help-merge-about")),
    game && !shapes.includes("merge") && later(game.game, "merge"),
    moves ? h("p", {}, moves) : h("dl", { class: "keys written" }, ...(game?.help.moves ?? []).flatMap(([form, about]) => [h("dt", {}, h("code", {}, form)), h("dd", {}, about)])),
    game?.help.advice && h("p", {}, given(`game-${game.game}-advice`, game.help.advice)),
    h("div", { class: "keyboard" }, h("h3", {}, t("help-keys")), table([...shapes.flatMap((shape) => SHAPED[shape].keys), ...KEYS])),
    game && h("h3", {}, t("help-marks")),
    game && drawn(game),
    h("p", {}, h("a", { href: "/learn" }, t("help-learn"))),
  ]);
  // At hand wherever the page is scrolled to.
  dialog.classList.add("help");
  dialog.firstElementChild?.before(button("×", () => dialog.close(), { class: "quiet close", "aria-label": t("close") }));
}
