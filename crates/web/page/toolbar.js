// The buttons below the board, and the field for typed moves.

import { people } from "./describe.js";
import { help } from "./dialog.js";
import { button, h, namedButton, newId, signButton } from "./dom.js";
import { look } from "./prefs.js";
import { t } from "./text.js";
import { meant } from "./typed.js";

/** An arrow back. */
const BACK = "M8 5L3 10L8 15M3 10H14A5 5 0 0 1 14 20H10";
/** Arrows up and down. */
const TURN = "M8 20V4M4 8L8 4L12 8M16 4V20M12 16L16 20L20 16";
/** As on the board: arrows that part, and arrows that meet. */
const PART = "M12 21V13L5 5M12 13L19 5M5 11V5H11M13 5H19V11";
const MEET = "M5 3L12 11V21M19 3L12 11M8 17L12 21L16 17";
/** An arrow out of a box. */
export const OUT = "M12 15V3M8 7L12 3L16 7M8 11H5V21H19V11H16";

export class Toolbar {
  #extra = "";

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.split = namedButton(t("tool-split"), PART, () => table.chooser.setMode("split"), { "aria-keyshortcuts": "s", "aria-pressed": "false" });
    this.merge = namedButton(t("tool-merge"), MEET, () => table.chooser.setMode("merge"), { "aria-keyshortcuts": "m", "aria-pressed": "false" });
    this.undo = signButton(t("tool-undo"), BACK, () => table.undo(), { "aria-keyshortcuts": "u" });
    this.redo = signButton(t("tool-redo"), BACK, () => table.redo(), { class: "turned" });
    this.numbers = button(t("tool-numbers"), () => table.setLook({ numbers: !look().numbers }), { title: t("tool-numbers-about") });
    this.extra = h("span", { class: "extra" });
    this.hint = h("p", { class: "hint" });
    this.field = h("input", {
      id: newId(),
      name: "move",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-keyshortcuts": "/",
    });
    this.typed = h(
      "form",
      {
        class: "typed",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#play();
        },
      },
      h("label", { for: this.field.id }, t("tool-move")),
      this.field,
      h("button", { type: "submit" }, t("tool-play")),
    );
    this.bar = h(
      "div",
      { class: "toolbar", role: "group", "aria-label": t("tools") },
      this.split,
      this.merge,
      this.undo,
      this.redo,
      signButton(t("tool-flip"), TURN, () => table.flip(), { "aria-keyshortcuts": "f" }),
      button("?", () => help(table.description, table.state?.settings), { "aria-label": t("tool-help"), "aria-keyshortcuts": "?" }),
      this.numbers,
      // What comes and goes stands last: every other tool keeps its place.
      this.extra,
    );
    this.element = h("div", { class: "tools-of-board" }, this.bar, this.typed);
  }

  async #play() {
    const { state, grid } = this.table;
    const { value } = this.field;
    const text = value.trim();
    const move = state ? meant(text, state.legal, grid) : text;
    // The next one may have been begun meanwhile.
    if (move && (await this.table.play(move)) && this.field.value === value) this.field.value = "";
  }

  draw() {
    const { table } = this;
    const { chooser, state, kinds, description } = table;
    const splits = chooser.legal.some((move) => kinds.splits(move));
    const merges = chooser.legal.some((move) => kinds.merges(move));
    this.split.disabled = !splits;
    this.merge.disabled = !merges;
    this.split.setAttribute("aria-pressed", String(chooser.mode === "split"));
    this.merge.setAttribute("aria-pressed", String(chooser.mode === "merge"));
    this.split.hidden = !splits && !kinds.has("split");
    this.merge.hidden = !merges && !kinds.has("merge");
    this.typed.hidden = state?.sides.length === 0;
    this.field.placeholder = this.#example();
    this.numbers.hidden = !description?.style.hides_numbers;
    this.numbers.setAttribute("aria-pressed", String(look().numbers));
    // A line that the page keeps is gone through to its end and back.
    const over = state !== null && state.links !== null && state.status !== "in_progress";
    for (const part of this.typed.elements) if (part instanceof HTMLInputElement || part instanceof HTMLButtonElement) part.disabled = over;
    this.undo.disabled = over || !state?.undo || state.sides.length === 0;
    // On one screen, and against a computer, nobody else is asked.
    const asked = state?.sides.length === 1 && people(state);
    const told = [state?.undo?.measured && "measured", asked && "agreed"].filter(Boolean);
    this.undo.title = told.length > 0 ? t(`tool-undo-${told.join("-")}`) : t("tool-undo");
    this.redo.disabled = !table.ahead;
    this.redo.title = table.ahead ? t("tool-redo-about", { move: table.ahead }) : t("tool-redo");
    this.hint.textContent = this.#words();
    this.#others();
  }

  /** A move as it is written, in numbers where squares are told by number. */
  #example() {
    const { grid, description } = this.table;
    const example = description?.example ?? "";
    if (!look().counted) return example;
    return example.replace(/[a-z]\d+/g, (square) => String(grid.number(square) ?? square));
  }

  /** Moves without squares, such as to pass. */
  #others() {
    const bare = this.table.chooser.legal.filter((move) => move.from.length === 0);
    const key = JSON.stringify(bare);
    if (key === this.#extra) return;
    this.#extra = key;
    this.extra.replaceChildren(...bare.map(({ move }) => button(move, () => void this.table.play(move))));
  }

  #words() {
    const { chooser, kinds, state } = this.table;
    const [from, second] = chooser.picks;
    if (chooser.unconfirmed) return chooser.reminder();
    if (chooser.mode === "split") {
      const half = chooser.candidates().some((move) => move.to.length === 1) ? "-half" : "";
      if (!from) return t(`hint-split${half}`);
      return second ? t("hint-split-second", { from, first: second }) : t(`hint-split${half}-from`, { from });
    }
    if (chooser.mode === "merge" && !from) return t("hint-merge");
    if (from && second) return t("hint-merge-both", { from, with: second });
    // The first hint is left out after the first ply.
    if (!from) return state?.plies.length === 0 && chooser.legal.length > 0 ? t("hint-begin") : "";
    if (chooser.mode === "merge") return t("hint-merge-from", { from });
    const purpose = chooser.candidates().map((move) => kinds.purpose(move)).find(Boolean);
    if (purpose) return t("hint-confirm", { from, purpose });
    const [split] = chooser.splits();
    const ways = [split && (chooser.crowded ? "many" : split.to.length > 1 ? "split" : "half"), chooser.merges().length > 0 && "merge"].filter(Boolean);
    return ways.length > 0 ? t(`hint-to-${ways.join("-")}`, { from }) : "";
  }
}
