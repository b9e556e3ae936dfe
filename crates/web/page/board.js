// The board: a grid of cells that can be focused and heard, and above it one drawing of all there is.

import { h, s } from "./dom.js";
import { dark, middle, name, number, place, plain } from "./geometry.js";
import { componentOf, describe, links, partsOn, samePiece } from "./describe.js";
import { pattern, pieces } from "./pieces.js";
import { Overlay } from "./overlay.js";

/** @typedef {import("./choose.js").Role} Role */

/**
 * @typedef {object} Scene
 * @property {Board} board
 * @property {string} kind
 * @property {boolean} flipped
 * @property {boolean} numbers whether probabilities are written where a game lets them be hidden
 * @property {boolean} counted whether squares are told by number instead of by file and rank
 * @property {import("./pieces.js").Look["phases"]} phases
 * @property {string[]} last
 */

/**
 * @typedef {object} Marks
 * @property {string[]} picks
 * @property {Map<string, Role>} next
 * @property {Move[]} splits
 * @property {Move[]} merges
 * @property {Set<string>} sources
 * @property {Move | null} turning a step that is made but for its rotation
 */

/** @type {Marks} */
const NONE = { picks: [], next: new Map(), splits: [], merges: [], sources: new Set(), turning: null };

export class BoardView {
  /** @type {Map<string, HTMLElement>} */
  cells = new Map();
  /** @type {Scene | null} */
  scene = null;
  #shape = "";
  #focus = "";

  /**
   * @param {object} outlets
   * @param {(square: string | null) => void} outlets.point a square is pointed at or focused
   * @param {(moves: Move[], at: string) => void} outlets.decide an icon was pressed
   * @param {(moves: Move[] | null) => void} outlets.consider an icon is pointed at
   */
  constructor(outlets) {
    this.outlets = outlets;
    this.grid = h("div", { role: "grid", class: "grid", "aria-label": "Board" });
    this.under = s("svg", { class: "layer", "aria-hidden": "true" });
    this.overlay = new Overlay(outlets);
    this.board = h("div", { class: "board" }, this.grid, this.under, this.overlay.element);
    // Boards too large for a phone are scrolled in here, so that the page never is.
    this.element = h("div", { class: "frame-of-board", onscroll: () => this.#edges() }, this.board);
    new ResizeObserver(() => this.#edges()).observe(this.element);
    this.names = s("g", { class: "names" });
    this.frames = s("g");
    this.links = s("g", { class: "links" });
    this.men = s("g");
    this.under.append(this.frames, this.links, this.men, this.names);
    this.grid.addEventListener("focusin", (event) => {
      this.#rove(this.focused());
      this.#attend(event.target);
    });
    this.grid.addEventListener("focusout", () => this.light(null));
    this.grid.addEventListener("pointerover", (event) => this.#attend(event.target));
    this.grid.addEventListener("pointerleave", () => this.light(null));
  }

  /** Edges behind which the board goes on are faint, as a sign that it can be scrolled. */
  #edges() {
    const { scrollLeft, scrollWidth, clientWidth, classList } = this.element;
    classList.toggle("more-left", scrollLeft > 1);
    classList.toggle("more-right", scrollLeft + clientWidth < scrollWidth - 1);
  }

  /** @param {EventTarget | null} target */
  #attend(target) {
    const square = target instanceof HTMLElement ? target.dataset["square"] : undefined;
    this.light(square ?? null);
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.scene = scene;
    const { board, flipped } = scene;
    const shape = `${board.size} ${flipped} ${scene.counted}`;
    if (shape !== this.#shape) this.#build(board.size, flipped, scene.counted);
    this.#shape = shape;
    this.frames.replaceChildren();
    this.men.replaceChildren();
    for (const [at, squares] of board.components.entries()) {
      for (const square of new Set(squares)) {
        const { x, y } = middle(square, board.size, flipped);
        const frame = { x: x - 0.45, y: y - 0.45, width: 0.9, height: 0.9, rx: 0.12 };
        const { class: hue, ...dashes } = pattern(at);
        this.frames.append(s("rect", { class: `frame ${hue}`, ...frame, ...dashes }));
      }
    }
    for (const here of board.squares) {
      const drawn = pieces(here.parts, { ...scene, linked: links(board, here.square) > 1 });
      drawn.setAttribute("data-on", here.square);
      this.men.append(drawn);
    }
    this.mark(NONE);
  }

  /** @param {Marks} marks */
  mark(marks) {
    const { scene } = this;
    if (!scene) return;
    for (const [square, cell] of this.cells) {
      const role = marks.next.get(square);
      const picked = marks.picks.includes(square);
      const last = scene.last.includes(square);
      const phases = scene.phases !== "none";
      cell.classList.toggle("picked", picked);
      cell.classList.toggle("last", last);
      cell.classList.toggle("movable", role === "source" || picked);
      cell.classList.toggle("partner", role === "partner");
      cell.classList.toggle("turning", role === "turn");
      // A finger that begins here drags a piece instead of scrolling the page.
      cell.classList.toggle("drags", role !== undefined || marks.sources.has(square));
      cell.setAttribute("aria-label", describe(scene.board, square, { role, picked, last, phases }));
      cell.setAttribute("aria-selected", String(picked));
    }
    for (const drawn of this.men.children) {
      const on = drawn.getAttribute("data-on") ?? "";
      const at = marks.turning && plain(marks.turning.from[0] ?? "") === on ? marks.turning.to[0] : on;
      const { x, y } = middle(at ?? on, scene.board.size, scene.flipped);
      drawn.setAttribute("transform", `translate(${x} ${y})`);
    }
    this.overlay.draw(scene, marks);
    this.light(null);
  }

  /**
   * Lights the parts of the piece on a square, and links what is together in one circuit with it.
   * @param {string | null} square
   */
  light(square) {
    this.outlets.point(square);
    this.glow(square ? [square, ...this.#kin(square)] : []);
    this.links.replaceChildren();
    const { scene } = this;
    if (!scene || !square) return;
    const at = componentOf(scene.board, square);
    const from = middle(square, scene.board.size, scene.flipped);
    for (const other of new Set(scene.board.components[at] ?? [])) {
      const to = middle(other, scene.board.size, scene.flipped);
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
    const lit = squares.length > 1 ? squares : [];
    for (const [name, cell] of this.cells) cell.classList.toggle("lit", lit.includes(name));
  }

  /**
   * @param {Map<string, { probability: number, colour: Side }> | null} ghosts
   */
  ghosts(ghosts) {
    this.overlay.ghosts(this.scene, ghosts);
  }

  /**
   * Shows squares that were measured, and which of them were found occupied.
   * @param {string[]} squares
   * @param {string[]} occupied
   */
  flash(squares, occupied) {
    for (const square of squares) {
      const cell = this.cells.get(square);
      if (!cell) continue;
      const found = occupied.includes(square) ? "found" : "missed";
      cell.classList.remove("found", "missed");
      // Read back, so that the same animation begins anew.
      void cell.offsetWidth;
      cell.classList.add(found);
      setTimeout(() => cell.classList.remove(found), 2500);
    }
  }

  /**
   * @param {number} size
   * @param {boolean} flipped
   * @param {boolean} counted
   */
  #build(size, flipped, counted) {
    const had = this.grid.contains(document.activeElement);
    this.cells.clear();
    this.grid.replaceChildren();
    this.names.replaceChildren();
    this.board.style.setProperty("--size", String(size));
    this.#edges();
    this.under.setAttribute("viewBox", `0 0 ${size} ${size}`);
    for (let row = 0; row < size; row += 1) {
      const cells = h("div", { role: "row", class: "row" });
      const rank = flipped ? row : size - 1 - row;
      for (let column = 0; column < size; column += 1) {
        const file = flipped ? size - 1 - column : column;
        cells.append(this.#cell(file, rank));
        this.#coordinates(file, rank, row, column, size, counted);
      }
      this.grid.append(cells);
    }
    if (!this.cells.has(this.#focus)) this.#focus = flipped ? name(size - 1, size - 1) : "a1";
    this.#rove(this.#focus);
    if (had) this.cells.get(this.#focus)?.focus();
  }

  /**
   * @param {number} file
   * @param {number} rank
   */
  #cell(file, rank) {
    const square = name(file, rank);
    const playable = dark(file, rank);
    const cell = h("div", {
      role: "gridcell",
      class: playable ? "cell dark" : "cell light",
      tabindex: -1,
      "data-square": square,
      "aria-label": `${square}, light`,
    });
    if (playable) this.cells.set(square, cell);
    return cell;
  }

  /**
   * Drawn beside the cells: their labels tell it already.
   * @param {number} file
   * @param {number} rank
   * @param {number} row on the screen
   * @param {number} column
   * @param {number} size
   * @param {boolean} counted
   */
  #coordinates(file, rank, row, column, size, counted) {
    const square = name(file, rank);
    const ground = dark(file, rank) ? "on-dark" : "on-light";
    const text = (/** @type {object} */ where, /** @type {string | number} */ what) =>
      this.names.append(s("text", { class: ground, ...where }, what));
    const top = { x: column + 0.03, y: row + 0.05, dy: ".75em" };
    if (counted) {
      if (dark(file, rank)) text(top, number(square, size));
      return;
    }
    if (column === 0) text(top, rank + 1);
    if (row === size - 1) text({ x: column + 0.96, y: row + 0.94, "text-anchor": "end" }, square.charAt(0));
  }

  /**
   * Moves the focus by so many cells on the screen.
   * @param {number} right
   * @param {number} up
   */
  step(right, up) {
    const { scene } = this;
    if (!scene) return;
    const turn = scene.flipped ? -1 : 1;
    const { file, rank } = place(this.focused());
    const inside = (/** @type {number} */ at) => Math.max(0, Math.min(scene.board.size - 1, at));
    this.focus(name(inside(file + turn * right), inside(rank + turn * up)));
  }

  focused() {
    const at = document.activeElement;
    const square = at instanceof HTMLElement && this.grid.contains(at) ? at.dataset["square"] : null;
    return square ?? this.#focus;
  }

  /** @param {string} square */
  focus(square) {
    const find = (/** @type {string} */ one) =>
      /** @type {HTMLElement | null} */ (this.grid.querySelector(`[data-square="${one}"]`));
    const next = find(square);
    if (!next) return;
    this.#rove(square);
    next.focus();
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
    const { size } = scene.board;
    const column = Math.floor(((x - box.left) / box.width) * size);
    const row = Math.floor(((y - box.top) / box.height) * size);
    if (column < 0 || row < 0 || column >= size || row >= size) return null;
    return scene.flipped ? name(size - 1 - column, row) : name(column, size - 1 - row);
  }
}
