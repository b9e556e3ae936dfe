// The score over a game, and beside the board: drawings that are pressed and heard as well.

import { h, percent, s } from "./dom.js";
import { scoreOf } from "./analysis.js";
import { t } from "./text.js";

const WIDTH = 400;
const HEIGHT = 120;

/** Room at the sides for signs. */
const SIDE = 8;

/**
 * The score as a sentence.
 * @param {number} score
 */
export function told(score) {
  return t("analysis-score", { white: percent(score), black: percent(scoreOf(score, "black")) });
}

/** A graph of the score over the plies of a game; pressed, or by arrow keys, it goes to a ply. */
export class ScoreGraph {
  #last = 0;

  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    this.area = s("polygon", { class: "white" });
    this.curve = s("polyline", { class: "curve" });
    this.signs = s("g");
    this.here = s("line", { class: "here", y1: 0, y2: HEIGHT });
    const ground = s("rect", { class: "black", width: WIDTH, height: HEIGHT });
    const middle = s("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
    this.drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ground, this.area, middle, this.curve, this.here, this.signs);
    this.element = h("div", { class: "graph", role: "slider", tabindex: 0, "aria-label": t("analysis-graph"), "aria-valuemin": 0 }, this.drawing);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.drawing.addEventListener("click", (event) => {
      const { left, width } = this.drawing.getBoundingClientRect();
      const share = (((event.clientX - left) / width) * WIDTH - SIDE) / (WIDTH - 2 * SIDE);
      this.go(Math.round(Math.max(0, Math.min(1, share)) * this.#last));
    });
  }

  /**
   * @param {import("./analysis.js").Analysis} analysis
   * @param {number} last the number of the last ply
   * @param {number} ply the one that is looked at
   * @param {string} name of that one
   */
  draw(analysis, last, ply, name) {
    this.#last = last;
    const x = (/** @type {number} */ at) => SIDE + ((WIDTH - 2 * SIDE) * at) / Math.max(1, last);
    const y = (/** @type {number} */ score) => HEIGHT * (1 - score);
    const known = [...analysis.plies.values()].sort((a, b) => a.ply - b.ply);
    const points = known.map(({ ply, score }) => `${x(ply).toFixed(1)},${y(score).toFixed(1)}`);
    const end = x(known.at(-1)?.ply ?? 0);
    this.curve.setAttribute("points", points.join(" "));
    this.area.setAttribute("points", known.length > 1 ? `${SIDE},${HEIGHT} ${points.join(" ")} ${end.toFixed(1)},${HEIGHT}` : "");
    this.here.setAttribute("x1", String(x(ply)));
    this.here.setAttribute("x2", String(x(ply)));
    const signs = known.flatMap(({ ply, score, move }) => {
      const at = { x: x(ply), y: y(score) };
      const made = [];
      if (move?.mark) made.push(s("circle", { class: move.mark, cx: at.x, cy: at.y, r: 3.5 }));
      if (move?.luck_mark) {
        const up = move.luck_mark === "lucky" ? -1 : 1;
        made.push(s("path", { class: move.luck_mark, d: `M${at.x - 4} ${at.y - up * 3}h8l-4 ${up * 7}z` }));
      }
      return made;
    });
    this.signs.replaceChildren(...signs);
    this.element.setAttribute("aria-valuemax", String(last));
    this.element.setAttribute("aria-valuenow", String(ply));
    const here = analysis.plies.get(ply);
    const { words } = analysis.marks(ply);
    const where = t("analysis-ply", { ply, name });
    this.element.setAttribute("aria-valuetext", [where, here ? told(here.score) : "", words].filter(Boolean).join(", "));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const now = Number(this.element.getAttribute("aria-valuenow"));
    const to = { ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1, Home: 0, End: this.#last }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.go(Math.max(0, Math.min(this.#last, to)));
  }
}

/** The score of a position as a bar beside its board: White's share from White's side of it. */
export class ScoreBar {
  constructor() {
    this.white = s("rect", { class: "white", width: 1 });
    const ground = s("rect", { class: "black", width: 1, height: 1 });
    const middle = s("line", { class: "middle", x1: 0, x2: 1, y1: 0.5, y2: 0.5 });
    this.element = h(
      "div",
      { class: "score-bar", role: "meter", "aria-label": t("analysis-bar"), "aria-valuemin": 0, "aria-valuemax": 100, hidden: true },
      s("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" }, ground, this.white, middle),
    );
  }

  /**
   * Puts it beside a board.
   * @param {HTMLElement} board
   */
  beside(board) {
    board.before(this.element);
  }

  /**
   * @param {number | null} score
   * @param {boolean} flipped
   */
  draw(score, flipped) {
    // One that is shown already stays, and says that it waits.
    const known = score ?? 0.5;
    const words = score === null ? t("analysis-unknown") : told(score);
    if (score !== null) this.element.hidden = false;
    this.element.classList.toggle("pending", score === null);
    this.white.setAttribute("y", String(flipped ? 0 : 1 - known));
    this.white.setAttribute("height", String(known));
    this.element.setAttribute("aria-valuenow", String(Math.round(100 * known)));
    this.element.setAttribute("aria-valuetext", words);
    this.element.title = words;
  }
}
