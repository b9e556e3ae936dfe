// The board: a grid of cells that can be focused and heard, and above it one drawing of all there is.

import { edges, h, list, s } from "./dom.js";
import { componentOf, describe, isEntangled, links, partWords, partsOn, samePiece } from "./describe.js";
import { pattern, pieces, pictures } from "./pieces.js";
import { FADE, SHIMMER, animate, isStill, motion } from "./motion.js";
import { Overlay } from "./overlay.js";
import { t } from "./text.js";

/** @typedef {import("./choose.js").Role} Role */
/** @typedef {import("./geometry.js").Grid} Grid */

/**
 * @typedef {object} Scene
 * @property {Board} board
 * @property {Description} description
 * @property {Grid} grid
 * @property {boolean} flipped
 * @property {boolean} numbers whether probabilities are written where a game lets them be hidden
 * @property {boolean} counted whether squares are told by number instead of by the names of columns and rows
 * @property {string[]} last
 * @property {string[]} [measured] squares that were measured on the way here
 */

/**
 * @typedef {object} Marks
 * @property {string[]} picks
 * @property {Map<string, Role>} next
 * @property {Move[]} splits
 * @property {Move[]} merges
 * @property {Set<string>} sources
 * @property {Move | null} unconfirmed a move that is made but for a second press
 * @property {boolean} must whether all that can be done is to capture
 */

/** How long what was measured is shown, in milliseconds. */
export const MEASURED = 2000;

/** @type {Marks} */
const NONE = { picks: [], next: new Map(), splits: [], merges: [], sources: new Set(), unconfirmed: null, must: false };

export class BoardView {
  /** @type {Map<string, HTMLElement>} */
  cells = new Map();
  /** @type {Scene | null} */
  scene = null;
  #shape = "";
  /** @type {number | undefined} */
  #moving;
  /** @type {number | undefined} until when what was measured is shown */
  #measured;
  #focus = "";

  /**
   * @param {object} outlets
   * @param {(square: string | null) => void} outlets.point a square is pointed at or focused
   * @param {(moves: Move[], at: string) => void} outlets.decide an icon was pressed
   * @param {(moves: Move[] | null) => void} outlets.consider an icon is pointed at
   */
  constructor(outlets) {
    this.outlets = outlets;
    this.grid = h("div", { role: "grid", class: "grid", "aria-label": t("board") });
    this.under = s("svg", { class: "layer", "aria-hidden": "true" });
    this.overlay = new Overlay(outlets);
    this.board = h("div", { class: "board" }, this.grid, this.under, this.overlay.element);
    // Boards too large for a phone are scrolled in here, so that the page never is.
    this.taken = [0, 1].map(() => h("div", { class: "taken", role: "img", hidden: true }));
    const [above, below] = this.taken;
    this.element = h("div", { class: "frame-of-board" }, above, this.board, below);
    this.look = edges(this.element);
    this.names = s("g", { class: "names" });
    this.frames = s("g");
    this.links = s("g", { class: "links" });
    this.leaving = s("g");
    this.pieces = s("g");
    this.under.append(this.frames, this.links, this.leaving, this.pieces, this.names);
    this.grid.addEventListener("focusin", (event) => {
      this.#rove(this.focused());
      this.#attend(event.target);
    });
    this.grid.addEventListener("focusout", () => this.light(null));
    this.grid.addEventListener("pointerover", (event) => this.#attend(event.target));
    this.grid.addEventListener("pointerleave", () => this.light(null));
  }

  /** @param {EventTarget | null} target */
  #attend(target) {
    const square = target instanceof HTMLElement ? target.dataset["square"] : undefined;
    this.light(square ?? null);
  }

  /** @param {Scene} scene */
  draw(scene) {
    const before = this.scene;
    this.scene = scene;
    const { board, flipped, grid } = scene;
    const shape = JSON.stringify([grid.names, flipped, scene.counted]);
    const moves = before !== null && shape === this.#shape && before.board !== board && !isStill();
    if (shape !== this.#shape) this.#build(scene);
    this.#shape = shape;
    this.frames.replaceChildren();
    const old = [...this.pieces.children];
    this.leaving.replaceChildren();
    this.pieces.replaceChildren();
    for (const [at, squares] of board.components.entries()) {
      // Parts of one piece alone share a letter: a frame would say nothing more.
      if (!isEntangled(board, at)) continue;
      for (const square of new Set(squares)) {
        // A piece between its kinds shows that itself, and is linked with nothing.
        if (partsOn(board, square).some(({ types }) => types.length > 0)) continue;
        const { x, y } = grid.middle(square, flipped);
        const frame = { x: x - 0.45, y: y - 0.45, width: 0.9, height: 0.9, rx: 0.12 };
        const { class: hue, ...dashes } = pattern(at);
        this.frames.append(s("rect", { class: `frame ${hue}`, ...frame, ...dashes }));
      }
    }
    for (const here of board.squares) {
      const linked = links(board, here.square) > 1;
      const { style } = scene.description;
      const drawn = pieces(here.parts, { style, pictures: pictures(scene.description), numbers: scene.numbers, linked });
      drawn.setAttribute("data-on", here.square);
      this.pieces.append(drawn);
    }
    this.#drawTaken(scene);
    this.mark(NONE);
    if (moves) this.#move(before.board, old);
  }

  /**
   * Captured pieces on their captor's edge of the board.
   * @param {Scene} scene
   */
  #drawTaken({ board, description, flipped, numbers }) {
    const look = { style: description.style, pictures: pictures(description), numbers, linked: false };
    for (const [at, strip] of this.taken.entries()) {
      const captor = (at === 0) === flipped ? "white" : "black";
      const parts = board.taken
        .filter(({ colour }) => colour !== captor)
        .map((piece) => ({ ...piece, piece: 0, probability: 1, phase: null, component: null, mark: "", half: null }));
      strip.hidden = !description.style.beside;
      strip.replaceChildren(...parts.map((part) => s("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, pieces([part], look))));
      const names = parts.map((part) => partWords(part, description));
      strip.setAttribute("aria-label", t(names.length > 0 ? "taken" : "taken-none", { side: captor, pieces: list(names) }));
    }
  }

  /**
   * Lets the pieces go where they are drawn already.
   * @param {Board} before
   * @param {Element[]} old what was drawn
   */
  #move(before, old) {
    const { scene, leaving } = this;
    if (!scene) return;
    const { board, grid, flipped, measured = [] } = scene;
    const middle = (/** @type {string} */ square) => grid.middle(square, flipped);
    const distance = (/** @type {string} */ from, /** @type {string} */ to) => {
      const [a, b] = [middle(from), middle(to)];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    const on = (/** @type {Iterable<Element>} */ all, /** @type {string} */ square) =>
      /** @type {SVGElement | null} */ ([...all].find((one) => one.getAttribute("data-on") === square) ?? null);
    const keep = (/** @type {string} */ square) => {
      const left = on(old, square);
      if (left) leaving.append(left);
      return left;
    };
    const moved = motion(before, board, distance);
    const delay = measured.length > 0 ? SHIMMER : 0;
    animate({ moved, middle, drawn: (square) => on(this.pieces.children, square), old: keep }, delay);
    // No targets are drawn while pieces still move.
    this.board.classList.add("moving");
    clearTimeout(this.#moving);
    this.#moving = window.setTimeout(() => this.board.classList.remove("moving"), delay + FADE);
    for (const square of measured) this.#shimmer(square);
  }

  /** @param {string} square */
  #shimmer(square) {
    const cell = this.cells.get(square);
    if (!cell) return;
    cell.classList.add("shimmer");
    setTimeout(() => cell.classList.remove("shimmer"), SHIMMER);
  }

  /** @param {Marks} marks */
  mark(marks) {
    const { scene } = this;
    if (!scene) return;
    this.#settle();
    for (const [square, cell] of this.cells) {
      const role = marks.next.get(square);
      const picked = marks.picks.includes(square);
      const last = scene.last.includes(square);
      cell.classList.toggle("picked", picked);
      cell.classList.toggle("last", last);
      cell.classList.toggle("movable", role === "source" || picked);
      cell.classList.toggle("must", role === "source" && marks.must);
      cell.classList.toggle("partner", role === "partner");
      cell.classList.toggle("confirms", role === "confirm");
      // A finger that begins here drags a piece instead of scrolling the page.
      cell.classList.toggle("drags", role !== undefined || marks.sources.has(square));
      cell.setAttribute("aria-label", describe(scene, square, { role, picked, last }));
      cell.setAttribute("aria-selected", String(picked));
    }
    for (const drawn of this.pieces.children) {
      const on = drawn.getAttribute("data-on") ?? "";
      const at = marks.unconfirmed?.from[0] === on ? marks.unconfirmed.to[0] : on;
      const { x, y } = scene.grid.middle(at ?? on, scene.flipped);
      drawn.setAttribute("transform", `translate(${x} ${y})`);
    }
    // Phases count of what is picked, and where parts may soon meet: whoever looks on, and whoever's turn it is.
    this.board.classList.toggle("phases", marks.picks.length > 0 || meets(scene));
    this.overlay.draw(scene, marks);
    this.light(null);
  }

  /**
   * Lights the parts of the piece on a square, and links what is together in one circuit with it.
   * @param {string | null} square
   */
  light(square) {
    this.outlets.point(square);
    const kin = square ? this.#kin(square) : [];
    this.glow(square && kin.length > 0 ? [square, ...kin] : []);
    this.links.replaceChildren();
    const { scene } = this;
    if (!scene || !square) return;
    const at = componentOf(scene.board, square);
    const from = scene.grid.middle(square, scene.flipped);
    for (const other of new Set(scene.board.components[at] ?? [])) {
      const to = scene.grid.middle(other, scene.flipped);
      const { class: hue, ...dashes } = pattern(at);
      this.links.append(
        s("line", { class: `link ${hue}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y, ...dashes }),
      );
    }
  }

  /** @param {string} square */
  #kin(square) {
    const { scene } = this;
    if (!scene || partsOn(scene.board, square).length === 0) return [];
    return samePiece(scene.board, square);
  }

  /**
   * Lights squares, as those of a move that is pointed at in a list.
   * @param {string[]} squares
   */
  glow(squares) {
    for (const [name, cell] of this.cells) cell.classList.toggle("lit", squares.includes(name));
  }

  /**
   * @param {Map<string, import("./preview.js").Ghost> | null} ghosts
   */
  ghosts(ghosts) {
    for (const drawn of this.pieces.children) drawn.classList.toggle("foreseen-here", ghosts?.has(drawn.getAttribute("data-on") ?? "") ?? false);
    this.overlay.ghosts(this.scene, ghosts);
  }

  /**
   * Shows squares that were measured, and which of them were found occupied, until anything else is done: two marks
   * on a square would be taken for one.
   * @param {string[]} squares
   * @param {string[]} occupied
   */
  flash(squares, occupied) {
    for (const square of squares) {
      const marks = this.cells.get(square)?.classList;
      // An earlier ply may have left the other mark.
      marks?.remove("found", "missed");
      marks?.add(occupied.includes(square) ? "found" : "missed");
    }
    if (squares.length === 0) return;
    this.board.classList.add("just-measured");
    this.overlay.cede(squares);
    clearTimeout(this.#measured);
    this.#measured = window.setTimeout(() => this.#settle(), MEASURED);
  }

  #settle() {
    this.board.classList.remove("just-measured");
    this.overlay.cede([]);
    for (const cell of this.cells.values()) cell.classList.remove("found", "missed");
  }

  /** @param {Scene} scene */
  #build({ grid, flipped, counted }) {
    const { columns, rows } = grid;
    const had = this.grid.contains(document.activeElement);
    this.cells.clear();
    this.grid.replaceChildren();
    this.names.replaceChildren();
    this.board.style.setProperty("--columns", String(columns));
    this.board.style.setProperty("--rows", String(rows));
    this.look();
    this.under.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
    for (let y = 0; y < rows; y += 1) {
      const cells = h("div", { role: "row", class: "row" });
      const row = flipped ? y : rows - 1 - y;
      for (let x = 0; x < columns; x += 1) {
        const column = flipped ? columns - 1 - x : x;
        cells.append(this.#cell(grid, column, row));
        this.#label(grid, column, row, x, y, counted);
      }
      this.grid.append(cells);
    }
    if (!this.#find(this.#focus)) this.#focus = flipped ? grid.name(columns - 1, rows - 1) : grid.name(0, 0);
    this.#rove(this.#focus);
    if (had) this.#find(this.#focus)?.focus();
  }

  /**
   * @param {Grid} grid
   * @param {number} column
   * @param {number} row
   */
  #cell(grid, column, row) {
    const square = grid.name(column, row);
    const cell = h("div", {
      role: "gridcell",
      class: shade(column, row),
      tabindex: -1,
      "data-square": square,
      "aria-label": t("square-outside", { square }),
    });
    if (grid.squares.has(square)) this.cells.set(square, cell);
    return cell;
  }

  /**
   * Drawn beside the cells: their labels tell it already.
   * @param {Grid} grid
   * @param {number} column
   * @param {number} row
   * @param {number} x on the screen
   * @param {number} y
   * @param {boolean} counted
   */
  #label(grid, column, row, x, y, counted) {
    const ground = `on-${shade(column, row).replace("cell ", "")}`;
    const text = (/** @type {object} */ where, /** @type {string | number} */ what) =>
      this.names.append(s("text", { class: ground, ...where }, what));
    const top = { x: x + 0.03, y: y + 0.05, dy: ".75em" };
    const { columns, rows } = grid.layout;
    if (counted && grid.numbered) {
      const number = grid.number(grid.name(column, row));
      if (number !== null) text(top, number);
      return;
    }
    if (x === 0) text(top, rows[row] ?? "");
    if (y === grid.rows - 1) text({ x: x + 0.96, y: y + 0.94, "text-anchor": "end" }, columns[column] ?? "");
  }

  /**
   * Moves the focus by so many cells on the screen.
   * @param {number} right
   * @param {number} up
   */
  step(right, up) {
    const { scene } = this;
    const at = scene?.grid.place(this.focused());
    if (!scene || !at) return;
    const turn = scene.flipped ? -1 : 1;
    const inside = (/** @type {number} */ to, /** @type {number} */ count) => Math.max(0, Math.min(count - 1, to));
    const { columns, rows } = scene.grid;
    this.focus(scene.grid.name(inside(at.column + turn * right, columns), inside(at.row + turn * up, rows)));
  }

  focused() {
    const at = document.activeElement;
    const square = at instanceof HTMLElement && this.grid.contains(at) ? at.dataset["square"] : null;
    return square ?? this.#focus;
  }

  /** @param {string} square */
  focus(square) {
    const next = this.#find(square);
    if (!next) return;
    this.#rove(square);
    next.focus();
  }

  /**
   * @param {string} square
   * @returns {HTMLElement | null}
   */
  #find(square) {
    return this.grid.querySelector(`[data-square="${CSS.escape(square)}"]`);
  }

  /**
   * One cell alone is reached by Tab: the one that had the focus last.
   * @param {string} square
   */
  #rove(square) {
    this.#focus = square;
    for (const cell of this.grid.querySelectorAll("[data-square]")) {
      const here = cell.getAttribute("data-square") === square;
      cell.setAttribute("tabindex", here ? "0" : "-1");
    }
  }

  /**
   * The square under a point of the window.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    const { scene } = this;
    const box = this.grid.getBoundingClientRect();
    if (!scene || box.width === 0) return null;
    const { columns, rows } = scene.grid;
    const column = Math.floor(((x - box.left) / box.width) * columns);
    const row = Math.floor(((y - box.top) / box.height) * rows);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
    return scene.flipped ? scene.grid.name(columns - 1 - column, row) : scene.grid.name(column, rows - 1 - row);
  }
}

/**
 * Squares are dark and light by turns, dark in the first player's left corner.
 * @param {number} column
 * @param {number} row
 */
function shade(column, row) {
  return (column + row) % 2 === 0 ? "cell dark" : "cell light";
}

/** How far apart two parts may be that meet after one more step. */
const NEAR = 2;

/**
 * Whether two parts of a piece are near each other.
 * @param {Scene} scene
 */
function meets({ board, grid }) {
  return board.pieces.some((squares) => {
    const places = squares.flatMap((square) => grid.place(square) ?? []);
    return places.some((one, at) => places.slice(at + 1).some((other) => Math.max(Math.abs(one.column - other.column), Math.abs(one.row - other.row)) <= NEAR));
  });
}
