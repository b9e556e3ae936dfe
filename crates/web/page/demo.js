// A short game that plays itself, again and again.

import { BoardView } from "./board.js";
import { button, h } from "./dom.js";
import { Grid } from "./geometry.js";
import { lined } from "./line.js";
import { isStill } from "./motion.js";
import { t } from "./text.js";

/** How long each position stands, and the last one, in milliseconds. */
const PAUSE = 1300;
const END = 3200;

/**
 * The board of a game's demonstration. Who wants no motion sees one position, until the button is pressed.
 * @param {GameOption} game
 */
export function demo(game) {
  const view = new BoardView({ point() {}, decide() {}, consider() {} });
  view.element.inert = true;
  const said = h("p", { class: "caption" });
  let plays = !isStill();
  let at = 0;
  /** @type {Moment[]} */
  let moments = [];
  let timer = 0;
  /** @type {(moment: Moment) => void} */
  let draw = () => {};
  const step = () => {
    window.clearTimeout(timer);
    const moment = moments[at];
    if (!moment || !element.isConnected) return;
    draw(moment);
    const last = at === moments.length - 1;
    at = last ? 0 : at + 1;
    if (plays && !document.hidden) timer = window.setTimeout(step, last ? END : PAUSE);
  };
  const toggle = button("", () => {
    plays = !plays;
    label();
    if (plays) step();
    else window.clearTimeout(timer);
  }, { class: "quiet" });
  const label = () => (toggle.textContent = t(plays ? "demo-pause" : "demo-play"));
  label();
  document.addEventListener("visibilitychange", () => (document.hidden ? window.clearTimeout(timer) : plays && step()));
  const element = h("div", { class: "demo" }, h("div", { "aria-hidden": "true" }, view.element), h("div", { class: "captioned" }, said, toggle));

  const start = async () => {
    const { settings = {}, moves = "" } = game.demo ?? {};
    const { position = null, ...others } = settings;
    const line = lined({ game: game.name, settings: others, position }, { moves: [moves] });
    const [state, description] = await Promise.all([line.state(), line.description()]);
    moments = await Promise.all([...Array(state.plies.length + 1).keys()].map((ply) => line.moment(ply)));
    const grid = new Grid(description.layout);
    draw = ({ board, last, told }) => {
      view.draw({ board, description, grid, flipped: false, numbers: true, counted: false, last });
      said.textContent = told.join(" ");
    };
    // One that stands still shows a piece on two squares.
    if (!plays) at = 1;
    step();
  };
  start().catch(() => element.remove());
  return element;
}
