// What lies above the pieces while a move is chosen: targets, icons, ghosts, and what is dragged.

import { s } from "./dom.js";
import { likely, pill, ring } from "./pieces.js";

/** @typedef {import("./board.js").Scene} Scene */
/** @typedef {import("./board.js").Marks} Marks */

/** Two arrows that part, two to opposite corners, and two that meet. */
const SPLIT = "M0 .13V0L-.13-.13M0 0L.13-.13M-.13-.03V-.13H-.03M.13-.03V-.13H.03";
const CORNERS = "M-.13 .13L.13-.13M.03-.13H.13V-.03M-.13 .03V.13H-.03";
const MERGE = "M-.13-.13L0 0V.15M.13-.13L0 0M-.06 .09L0 .15L.06 .09";

export class Overlay {
  /**
   * @param {object} outlets
   * @param {(moves: Move[], at: string) => void} outlets.decide
   * @param {(moves: Move[] | null) => void} outlets.consider
   */
  constructor(outlets) {
    this.outlets = outlets;
    this.element = s("svg", { class: "layer above", "aria-hidden": "true" });
    this.targets = s("g");
    this.seen = s("g", { class: "ghosts" });
    this.icons = s("g");
    this.held = s("g", { class: "held" });
    this.element.append(this.targets, this.seen, this.icons, this.held);
  }

  /**
   * @param {Scene} scene
   * @param {Marks} marks
   */
  draw(scene, marks) {
    const { columns, rows } = scene.grid;
    this.element.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
    this.targets.replaceChildren();
    this.icons.replaceChildren();
    for (const [square, role] of marks.next) {
      if (role === "source" || role === "confirm") continue;
      const { x, y } = scene.grid.middle(square, scene.flipped);
      // A partner has its own ring and number: its dot stands in a corner.
      const aside = role === "partner" ? 0.33 : 0;
      const radius = { target: 0.13, capture: 0.43, partner: 0.11 }[role];
      this.targets.append(s("circle", { class: role, cx: x + aside, cy: y - aside, r: radius }));
    }
    this.#splits(scene, marks);
    this.#merges(scene, marks);
  }

  /**
   * One icon between the two squares that each split leaves parts on: on the square between
   * two targets, on a corner of the source between opposite corners, on the corner where a square meets its
   * only target.
   * @param {Scene} scene
   * @param {Marks} marks
   */
  #splits(scene, marks) {
    const middle = (/** @type {string} */ square) => scene.grid.middle(square, scene.flipped);
    /** @type {Map<string, Move[]>} */
    const places = new Map();
    for (const move of marks.splits) {
      const ends = move.to.length > 1 ? move.to : [...move.from, ...move.to];
      const [one, two] = ends.map(middle);
      if (!one || !two) continue;
      const key = `${(one.x + two.x) / 2} ${(one.y + two.y) / 2}`;
      places.set(key, [...(places.get(key) ?? []), move]);
    }
    for (const [key, moves] of places) {
      const [x = 0, y = 0] = key.split(" ").map(Number);
      const [first] = moves;
      const source = middle(first?.from[0] ?? "");
      const away = Math.hypot(x - source.x, y - source.y);
      // The arrows point from the source to where the parts go.
      const turn = (Math.atan2(y - source.y, x - source.x) * 180) / Math.PI + 90;
      if (away > 0.9) this.#icon(moves, x, y, SPLIT, 0.27, 0.49, turn);
      else if (away > 0.1) this.#icon(moves, x, y, SPLIT, 0.18, 0.26, turn);
      else for (const move of moves) this.#across(move, source, scene);
    }
  }

  /**
   * Between opposite corners lies the piece itself: the icon of such a split is on the upper corner.
   * @param {Move} move
   * @param {{ x: number, y: number }} source
   * @param {Scene} scene
   */
  #across(move, source, scene) {
    const ends = move.to.map((square) => scene.grid.middle(square, scene.flipped));
    const upper = ends.find(({ y }) => y < source.y) ?? source;
    const right = upper.x > source.x;
    this.#icon([move], source.x + (right ? 0.5 : -0.5), source.y - 0.5, CORNERS, 0.27, 0.45, right ? 0 : -90);
  }

  /**
   * @param {Scene} scene
   * @param {Marks} marks
   */
  #merges(scene, marks) {
    /** @type {Map<string, Move[]>} */
    const places = new Map();
    for (const move of marks.merges) {
      const target = move.to[0] ?? "";
      places.set(target, [...(places.get(target) ?? []), move]);
    }
    for (const [square, moves] of places) {
      const { x, y } = scene.grid.middle(square, scene.flipped);
      this.#icon(moves, x + 0.25, y - 0.25, MERGE, 0.2, 0.27, 0);
    }
  }

  /**
   * @param {Move[]} moves
   * @param {number} x
   * @param {number} y
   * @param {string} drawing
   * @param {number} radius
   * @param {number} reach how far from its middle it can be pressed
   * @param {number} turn
   */
  #icon(moves, x, y, drawing, radius, reach, turn) {
    const title = moves.map((move) => move.move).join(", ");
    const at = moves[0]?.to[0] ?? "";
    this.icons.append(
      s(
        "g",
        {
          class: "icon",
          transform: `translate(${x} ${y})`,
          onclick: () => this.outlets.decide(moves, at),
          onpointerenter: () => this.outlets.consider(moves),
          onpointerleave: () => this.outlets.consider(null),
        },
        s("title", {}, title),
        s("circle", { class: "reach", r: reach }),
        s("circle", { class: "button", r: radius }),
        s("path", { d: drawing, transform: `rotate(${turn}) scale(${radius / 0.24})` }),
      ),
    );
  }

  /**
   * What a move would leave where, as dashed rings.
   * @param {Scene | null} scene
   * @param {Map<string, import("./preview.js").Ghost> | null} ghosts
   */
  ghosts(scene, ghosts) {
    this.seen.replaceChildren();
    this.element.classList.toggle("foreseeing", ghosts !== null);
    if (!scene || !ghosts) return;
    for (const [square, { probability, colour }] of ghosts) {
      const { x, y } = scene.grid.middle(square, scene.flipped);
      this.seen.append(
        s(
          "g",
          { class: `ghost ${colour ?? "neutral"}`, transform: `translate(${x} ${y})` },
          s("circle", { class: "halo", r: 0.4 }),
          ring(0.4, probability, "foreseen"),
          pill(`→${likely(probability, scene.description.style)}`),
        ),
      );
    }
  }

  /**
   * A piece under the pointer, or a line from the first target of a split to it.
   * @param {Element | null} piece
   * @param {{ x: number, y: number }} at
   * @param {{ x: number, y: number } | null} from
   */
  hold(piece, at, from) {
    this.held.replaceChildren();
    if (piece) {
      const copy = /** @type {Element} */ (piece.cloneNode(true));
      copy.setAttribute("transform", `translate(${at.x} ${at.y}) scale(1.1)`);
      this.held.append(copy);
    }
    if (from) this.held.append(s("line", { x1: from.x, y1: from.y, x2: at.x, y2: at.y }));
  }

  drop() {
    this.held.replaceChildren();
  }
}
