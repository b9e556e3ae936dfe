// The buttons below the board, and the field for typed moves.

import { people } from "./describe.js";
import { help } from "./dialog.js";
import { button, capital, h } from "./dom.js";
import { look } from "./prefs.js";
import { meant } from "./typed.js";

export class Toolbar {
  #extra = "";

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.split = button("Split", () => table.chooser.setMode("split"), { "aria-keyshortcuts": "s", "aria-pressed": "false" });
    this.merge = button("Merge", () => table.chooser.setMode("merge"), { "aria-keyshortcuts": "m", "aria-pressed": "false" });
    this.undo = button("Take back", () => table.undo(), { "aria-keyshortcuts": "u" });
    this.numbers = button("Numbers", () => table.setLook({ numbers: !look().numbers }), { title: "How likely each piece is there" });
    this.extra = h("span", { class: "extra" });
    this.hint = h("p", { class: "hint" });
    this.field = h("input", {
      id: "typed",
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
      h("label", { for: "typed" }, "Move"),
      this.field,
      h("button", { type: "submit" }, "Play"),
    );
    this.element = h(
      "div",
      {},
      h(
        "div",
        { class: "toolbar", role: "group", "aria-label": "Moves and board" },
        this.split,
        this.merge,
        this.extra,
        this.undo,
        this.numbers,
        button("Flip", () => table.flip(), { "aria-keyshortcuts": "f" }),
        button("?", () => help(table.description), { "aria-label": "Help", "aria-keyshortcuts": "?" }),
      ),
      this.typed,
    );
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
    this.undo.disabled = !state?.undo || state.sides.length === 0;
    // On one screen, and against a computer, nobody else is asked.
    const asked = state?.sides.length === 1 && people(state) ? ": the other side must agree" : "";
    this.undo.title = state?.undo?.measured ? `A measurement would be taken back${asked}` : "";
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

  /** Moves without squares, such as to pass, and a ply that was taken back. */
  #others() {
    const { chooser, state, past } = this.table;
    const bare = chooser.legal.filter((move) => move.from.length === 0);
    const ahead = state?.ahead && state.legal.length > 0 && !past ? state.ahead.move : null;
    const key = JSON.stringify([bare, ahead]);
    if (key === this.#extra) return;
    this.#extra = key;
    const play = (/** @type {string} */ move) => () => void this.table.play(move);
    this.extra.replaceChildren(...bare.map((move) => button(move.move, play(move.move))));
    if (ahead) {
      const title = "What was taken back is played again, and finds what it found";
      this.extra.append(button(`Play ${ahead} again (same outcome)`, play(ahead), { title }));
    }
  }

  #words() {
    const { chooser, kinds } = this.table;
    const [source, second] = chooser.picks;
    if (chooser.unconfirmed) return `${capital(chooser.reminder())}.`;
    if (chooser.mode === "split") {
      const half = chooser.candidates().some((move) => move.to.length === 1);
      if (!source) return half ? "Split: pick a piece, then where half of it goes." : "Split: pick a piece, then two targets.";
      if (second) return `Split ${source} over ${second} and …: pick the second target.`;
      return half ? `Split ${source}: pick where half of it goes.` : `Split ${source}: pick two targets.`;
    }
    if (chooser.mode === "merge" && !source) return "Merge: pick a part, then another part of the same piece.";
    if (source && second) return `Merge ${source} and ${second}: pick the target. Press ${second} again to move it alone.`;
    if (chooser.mode === "merge") return `Merge ${source} with …: pick a lit part.`;
    if (!source) return "";
    const confirm = chooser.candidates().map((move) => kinds.of(move)?.confirm).find(Boolean);
    if (confirm) return `${source}: pick a target, then press it once more ${confirm}.`;
    const ways = ["pick a target"];
    const [split] = chooser.splits();
    if (split) ways.push(split.to.length > 1 ? "the arrows between two to split" : "the arrows before one to send half there");
    if (chooser.merges().length > 0) ways.push("a lit part to merge with");
    return ways.length > 1 ? `${source}: ${ways.join(", or ")}.` : "";
  }
}
