// A position set up by hand: a board on which squares are filled, and the text that says the same.

import { BoardView } from "./board.js";
import { button, capital, h } from "./dom.js";
import { labelled, radios } from "./controls.js";
import * as fen from "./fen.js";
import { squares } from "./geometry.js";
import { keys } from "./input.js";
import { look } from "./prefs.js";

const TOOLS = ["white man", "white king", "black man", "black king", "empty"];

/** @param {HTMLInputElement} field where the position stands as text; empty is the usual start */
export function editor(field) {
  /** @type {fen.Start} */
  let start = { kind: "cheqqers", size: 8, rows: 3 };
  let position = fen.usual(start);
  /** Whether the board shows what the text says. */
  let shown = true;
  const nothing = () => {};
  const view = new BoardView({ point: nothing, decide: nothing, consider: nothing });
  const tool = radios("Piece", "piece", TOOLS.map((value) => ({ value, label: capital(value) })), TOOLS[0] ?? "");
  const turn = radios("Turn", "turn", [{ value: "white", label: "White to move" }, { value: "black", label: "Black to move" }], "white", (side) => {
    if (shown) change({ ...position, turn: /** @type {Side} */ (side) });
    else keep();
  });
  const said = h("p", { class: "quiet", role: "status" });

  const draw = () => {
    view.element.classList.toggle("stale", !shown);
    view.draw({ board: board(position, start.size), kind: start.kind, flipped: false, numbers: true, counted: look().counted, phases: "none", last: [] });
    for (const box of turn.element.querySelectorAll("input")) box.checked = box.value === position.turn;
  };

  const change = (/** @type {fen.Position} */ next) => {
    position = next;
    shown = true;
    field.value = fen.write(position, start);
    said.textContent = "";
    draw();
  };

  /** Leaves a text alone that the board does not show. */
  const keep = () => {
    said.textContent = "The board does not show what the text says: clear the text, or begin by a button below.";
    draw();
  };

  /** Shows what the field says. */
  const follow = () => {
    const read = field.value.trim() === "" ? fen.usual(start) : fen.read(field.value, start);
    shown = typeof read !== "string";
    said.textContent = typeof read === "string" ? `${capital(read)}.` : "";
    if (typeof read !== "string") position = read;
    draw();
  };

  const put = (/** @type {string} */ square) => {
    if (!view.cells.has(square)) return;
    if (!shown) {
      keep();
      return;
    }
    const [colour, rank] = /** @type {[Side, string]} */ (tool.value().split(" "));
    const there = position.men.get(square);
    const king = rank === "king" || fen.crowns(square, colour, start.size);
    const men = new Map(position.men);
    // The same piece once more takes it away.
    const gone = tool.value() === "empty" || (there?.colour === colour && there.king === king);
    if (gone) men.delete(square);
    else men.set(square, { colour, king, fresh: start.kind === "rotation" });
    change({ ...position, men });
    said.textContent = gone ? `${square} is empty.` : `A ${colour} ${king ? "king" : "man"} on ${square}.`;
  };

  field.addEventListener("input", follow);
  view.grid.addEventListener("click", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
    put(cell?.getAttribute("data-square") ?? "");
  });
  keys(view, { choose: put, letGo: nothing });
  draw();

  return {
    /** @param {fen.Start} next the game that is chosen now */
    show: (next) => {
      if (JSON.stringify(next) === JSON.stringify(start)) return;
      const { kind } = start;
      start = next;
      if (!shown || field.value.trim() === "") {
        position = { ...position, men: new Map() };
        follow();
        return;
      }
      const there = new Set(squares(next.size));
      const men = [...position.men].filter(([square]) => there.has(square));
      const lost = position.men.size - men.length;
      /** @type {(entry: [string, fen.Man]) => [string, fen.Man]} */
      const moved = ([square, man]) => {
        const king = man.king || fen.crowns(square, man.colour, next.size);
        const fresh = next.kind === "rotation" && (man.fresh || kind !== "rotation");
        return [square, { ...man, king, fresh }];
      };
      change({ ...position, men: new Map(men.map(moved)) });
      if (lost > 0) said.textContent = `Without ${lost === 1 ? "a piece" : `${lost} pieces`} that had no place on this board.`;
    },
    element: h(
      "details",
      { class: "editor" },
      h("summary", {}, "Set up a position"),
      tool.element,
      view.element,
      said,
      turn.element,
      h(
        "div",
        { class: "row" },
        button("Empty board", () => change({ ...position, men: new Map() })),
        button("Usual start", () => {
          field.value = "";
          follow();
        }),
      ),
      labelled("Position", field, "the same as text, a draughts FEN; nothing for the usual start"),
    ),
  };
}

/**
 * @param {fen.Position} position
 * @param {number} size
 * @returns {Board}
 */
function board({ men }, size) {
  const squares = [...men].map(([square, { colour, king, fresh }], piece) => ({
    square,
    number: null,
    parts: [{ piece, colour, king, probability: fresh ? 0.5 : 1, phase: null, component: null, mark: "" }],
  }));
  return { size, squares, components: [], pieces: [] };
}
