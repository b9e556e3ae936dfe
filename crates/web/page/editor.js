// A position set up by hand: a board on which squares are filled, and the text that says the same. What a
// position is, and how it is written, is the server's to say.

import * as api from "./api.js";
import { BoardView } from "./board.js";
import { named } from "./describe.js";
import { button, capital, h, labelled } from "./dom.js";
import { radios } from "./controls.js";
import { Grid } from "./geometry.js";
import { keys } from "./input.js";
import { look } from "./prefs.js";
import { given, t } from "./text.js";

/** @typedef {{ game: string, preset: string | null, settings: Record<string, string> }} Start the game, and how it is set */
/** @typedef {NonNullable<Arrangement["pieces"]>} Pieces */

const EMPTY = "empty";

/** @param {HTMLInputElement} field where the position stands as text; empty is the usual start */
export function editor(field) {
  /** @type {Start | null} */
  let start = null;
  /** @type {Arranged | null} what the board shows */
  let shown = null;
  /** Whether the board shows what the text says. */
  let current = true;
  /** @type {Promise<void>} one thing is done after the other */
  let queue = Promise.resolve();
  const nothing = () => {};
  const view = new BoardView({ point: nothing, decide: nothing, consider: nothing });
  const tools = h("div", {});
  let tool = radios(t("editor-piece"), "piece", [], "");
  let offered = "";
  const sides = ["white", "black"].map((side) => ({ value: side, label: t("editor-to-move", { side }) }));
  const turn = radios(t("editor-turn"), "turn", sides, "white", (side) => change((now) => ({ pieces: pieces(now), turn: /** @type {Side} */ (side) })));
  const said = h("p", { class: "quiet", role: "status" });

  const draw = () => {
    view.element.classList.toggle("stale", !current);
    if (!shown) return;
    const { board, description } = shown;
    offer(description);
    view.draw({ board, description, grid: new Grid(description.layout), flipped: false, numbers: true, counted: look().counted, last: [] });
    for (const box of turn.element.querySelectorAll("input")) box.checked = box.value === shown.turn;
  };

  /** @param {Description} description */
  const offer = (description) => {
    const sides = /** @type {const} */ (["white", "black"]);
    const all = sides.flatMap((side) => description.pieces.map(({ name }) => ({ value: `${side} ${name}`, label: capital(named(side, name, description.game)) })));
    all.push({ value: EMPTY, label: t("editor-empty") });
    const key = all.map(({ value }) => value).join();
    if (key === offered) return;
    offered = key;
    tool = radios(t("editor-piece"), "piece", all, all[0]?.value ?? EMPTY);
    tools.replaceChildren(tool.element);
  };

  /** @param {() => Promise<void>} deed */
  const next = (deed) => {
    queue = queue.then(deed).catch((error) => {
      current = false;
      said.textContent = capital(api.words(error));
      draw();
    });
  };

  /**
   * Null if the text was changed while the server answered: `follow` shows that text next.
   * @param {Start} begun
   * @param {Pick<Arrangement, "position" | "pieces" | "turn">} setup
   */
  const arrange = async (begun, setup) => {
    const text = field.value;
    const arranged = await api.arrange({ ...begun, ...setup });
    if (field.value !== text) return null;
    current = arranged.by_hand;
    said.textContent = current ? "" : t("editor-uncertain");
    if (current) shown = arranged;
    draw();
    return arranged;
  };

  /** Shows what the field says. */
  const follow = () =>
    next(async () => {
      if (start) await arrange(start, { position: field.value });
    });

  /**
   * Changes what the board shows. A text that it does not show is left alone.
   * @param {(now: Arranged) => Pick<Arrangement, "pieces" | "turn">} setup
   * @param {(next: Arranged) => string} [words]
   */
  const change = (setup, words = () => "") =>
    next(async () => {
      if (!start || !shown) return;
      if (!current) {
        said.textContent = t("editor-stale");
        draw();
        return;
      }
      const arranged = await arrange(start, setup(shown));
      if (!arranged) return;
      field.value = arranged.position;
      said.textContent = words(arranged);
    });

  /** @param {string} square */
  const put = (square) => {
    if (!view.cells.has(square)) return;
    const [colour = "", ...kind] = tool.value().split(" ");
    const others = (/** @type {Arranged} */ now) => pieces(now).filter((piece) => piece.square !== square);
    const empty = () => change((now) => ({ pieces: others(now), turn: now.turn }), () => t("editor-emptied", { square }));
    if (tool.value() === EMPTY) {
      empty();
      return;
    }
    let before = "";
    const piece = { square, colour: /** @type {Side} */ (colour), kind: kind.join(" ") };
    change(
      (now) => {
        before = JSON.stringify(pieces(now));
        return { pieces: [...others(now), piece], turn: now.turn };
      },
      (now) => {
        // The same piece once more takes it away.
        if (JSON.stringify(pieces(now)) === before) empty();
        const there = now.board.squares.find((one) => one.square === square)?.parts[0];
        return there ? t("editor-put", { square, piece: named(there.colour, there.types[0] || there.kind, now.description.game) }) : "";
      },
    );
  };

  field.addEventListener("input", () => {
    current = false;
    follow();
  });
  view.grid.addEventListener("click", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
    put(cell?.getAttribute("data-square") ?? "");
  });
  keys(view, { choose: put, letGo: nothing });

  const about = h("small", {});
  const element = h(
    "details",
    { class: "editor", ontoggle: () => void (shown ?? follow()) },
    h("summary", {}, t("editor")),
    tools,
    view.element,
    said,
    turn.element,
    h(
      "div",
      { class: "row" },
      button(t("editor-empty-board"), () => {
        current = true;
        change((now) => ({ pieces: [], turn: now.turn }));
      }),
      button(t("editor-usual"), () => {
        field.value = "";
        current = false;
        follow();
      }),
    ),
    labelled(t("editor-position"), field, t("editor-position-about")),
    about,
  );

  return {
    /**
     * @param {Start} chosen now
     * @param {Setting | null} setting for positions, where the game has one
     */
    show: (chosen, setting) => {
      element.hidden = setting === null;
      about.textContent = setting ? given(`setting-${chosen.game}-${setting.key}-about`, setting.about) : "";
      if (JSON.stringify(chosen) === JSON.stringify(start)) return;
      const same = chosen.game === start?.game;
      start = chosen;
      if (!shown || !setting) return;
      next(async () => {
        if (!shown || !current || field.value.trim() === "") {
          await arrange(chosen, { position: field.value });
          return;
        }
        const moved = pieces(shown).map(({ probability, ...piece }) => (same ? { probability, ...piece } : piece));
        const arranged = await arrange(chosen, { pieces: moved, turn: shown.turn });
        if (!arranged) return;
        field.value = arranged.position;
        if (arranged.left_out > 0) said.textContent = t("editor-left-out", { count: arranged.left_out });
      });
    },
    element,
  };
}

/**
 * The pieces of a board that shows each of them once.
 * @param {Arranged} arranged
 * @returns {Pieces}
 */
function pieces({ board }) {
  return board.squares.flatMap(({ square, parts }) =>
    parts.flatMap(({ colour, kind, types, probability }) => (colour ? [{ square, colour, kind: types[0] || kind, probability }] : [])),
  );
}
