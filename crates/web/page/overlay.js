// What lies above the pieces while a move is chosen: targets, icons, ghosts, and what is dragged.

import { s } from "./dom.js";
import { likely, pill, ring } from "./pieces.js";

/** @typedef {import("./board.js").Scene} Scene */
/** @typedef {import("./board.js").Marks} Marks */

/** Two arrows that part, two to opposite corners, and two that meet. */
export const SPLIT = "M0 .13V0L-.13-.13M0 0L.13-.13M-.13-.03V-.13H-.03M.13-.03V-.13H.03";
const CORNERS = "M-.13 .13L.13-.13M.03-.13H.13V-.03M-.13 .03V.13H-.03";
export const MERGE = "M-.13-.13L0 0V.15M.13-.13L0 0M-.06 .09L0 .15L.06 .09";

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
      // A partner has its own ring, number and letter: its dot stands in the corner that is left.
      const aside = role === "partner" ? 0.36 : 0;
      const radius = { target: 0.13, capture: 0.43, partner: 0.11 }[role];
      this.targets.append(s("circle", { class: role, cx: x - aside, cy: y - aside, r: radius, "data-at": square }));
    }
    this.#splits(scene, marks);
    this.#merges(scene, marks);
  }

  /**
   * One icon between the two squares that each split leaves parts on, on a corner of the source between opposite
   * corners, and before the square that is its only target: as near as there is room.
   * @param {Scene} scene
   * @param {Marks} marks
   */
  #splits(scene, marks) {
    const middle = (/** @type {string} */ square) => scene.grid.middle(square, scene.flipped);
    const room = new Room(scene, marks, middle);
    /** @type {Map<string, Move[]>} */
    const places = new Map();
    for (const move of marks.splits) {
      const [source, one, two] = [move.from[0] ?? "", ...move.to].map(middle);
      if (!source || !one) continue;
      const near = Math.hypot(one.x - source.x, one.y - source.y) || 1;
      const other = two ?? { x: one.x + (source.x - one.x) / near, y: one.y + (source.y - one.y) / near };
      const key = `${(one.x + other.x) / 2} ${(one.y + other.y) / 2}`;
      places.set(key, [...(places.get(key) ?? []), move]);
    }
    for (const [key, moves] of places) {
      const [x = 0, y = 0] = key.split(" ").map(Number);
      const source = middle(moves[0]?.from[0] ?? "");
      if (Math.hypot(x - source.x, y - source.y) < 0.1) {
        for (const move of moves) this.#across(move, source, scene);
        continue;
      }
      const place = room.near(x, y);
      // The arrows point from the source to where the parts go.
      const turn = (Math.atan2(place.y - source.y, place.x - source.x) * 180) / Math.PI + 90;
      this.#icon(moves, place.x, place.y, SPLIT, place.radius, place.radius + (place.radius > 0.25 ? 0.18 : 0.1), turn);
    }
  }

  /**
   * Between opposite corners lies the piece itself: the icon of such a split is beyond the upper corner, clear of
   * what is written there.
   * @param {Move} move
   * @param {{ x: number, y: number }} source
   * @param {Scene} scene
   */
  #across(move, source, scene) {
    const ends = move.to.map((square) => scene.grid.middle(square, scene.flipped));
    const upper = ends.find(({ y }) => y < source.y) ?? source;
    const right = upper.x > source.x;
    this.#icon([move], source.x + (right ? 0.65 : -0.65), source.y - 0.65, CORNERS, 0.2, 0.3, right ? 0 : -90);
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
   * Leaves squares to what is shown of them otherwise.
   * @param {string[]} squares
   */
  cede(squares) {
    for (const target of this.targets.children) target.classList.toggle("measured-here", squares.includes(target.getAttribute("data-at") ?? ""));
  }

  /**
   * What a move would leave where, as dashed rings.
   * @param {Scene | null} scene
   * @param {Map<string, import("./preview.js").Ghost> | null} ghosts
   */
  ghosts(scene, ghosts) {
    this.seen.replaceChildren();
    // One ring at a time.
    for (const target of this.targets.children) target.classList.toggle("unseen-mark", ghosts?.has(target.getAttribute("data-at") ?? "") ?? false);
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

/** Radii of an icon, from the one that is best pressed to the smallest, and how far it may be from its place. */
const RADII = [0.27, 0.2, 0.16];
const ASIDE = [0, 0.35, 0.5, 0.7];

/** What is free for icons: they cover no piece, no target and no other icon. */
class Room {
  /** @type {{ x: number, y: number, radius: number }[]} */
  #taken = [];

  /**
   * @param {Scene} scene
   * @param {Marks} marks
   * @param {(square: string) => { x: number, y: number }} middle
   */
  constructor({ board, grid }, marks, middle) {
    this.grid = grid;
    for (const { square } of board.squares) this.#taken.push({ ...middle(square), radius: 0.4 });
    for (const square of marks.next.keys()) this.#taken.push({ ...middle(square), radius: 0.15 });
    for (const { to } of marks.merges) {
      const { x, y } = middle(to[0] ?? "");
      this.#taken.push({ x: x + 0.25, y: y - 0.25, radius: 0.2 });
    }
  }

  /**
   * Takes the free place that is nearest to one, the largest first.
   * @param {number} x
   * @param {number} y
   */
  near(x, y) {
    const { columns, rows } = this.grid;
    const free = (/** @type {{ x: number, y: number, radius: number }} */ one) =>
      one.x > one.radius && one.y > one.radius && one.x < columns - one.radius && one.y < rows - one.radius &&
      this.#taken.every((other) => Math.hypot(one.x - other.x, one.y - other.y) >= one.radius + other.radius - 1e-9);
    const around = ASIDE.flatMap((away) => [0, 1, 2, 3, 4, 5, 6, 7].map((k) => ({ x: x + away * Math.cos((k * Math.PI) / 4), y: y - away * Math.sin((k * Math.PI) / 4) })));
    const all = RADII.flatMap((radius) => around.map((at) => ({ ...at, radius })));
    const place = all.find(free) ?? { x, y, radius: RADII[2] ?? 0 };
    this.#taken.push(place);
    return place;
  }
}
