// A short game that plays itself, again and again.

import { BoardView } from "./board.js";
import { button, h } from "./dom.js";
import { Grid } from "./geometry.js";
import { still } from "./line.js";
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
  const { settings = {}, moves = "" } = game.demo ?? {};
  const { position = null, ...others } = settings;
  const line = still({ game: game.name, settings: others, position }, moves);
  const end = moves.split(" ").length;
  // One that stands still shows a piece on two squares.
  let at = plays ? 0 : 1;
  let timer = 0;
  let turn = 0;
  /** @type {(moment: Moment) => void} */
  let draw = () => {};
  // Who goes on at once has not asked for boards that were never seen.
  const step = async () => {
    window.clearTimeout(timer);
    const mine = (turn += 1);
    const moment = await line.moment(at).catch(() => null);
    if (!moment || mine !== turn || !element.isConnected) return;
    draw(moment);
    const last = at === end;
    at = last ? 0 : at + 1;
    if (plays && !document.hidden) timer = window.setTimeout(() => void step(), last ? END : PAUSE);
  };
  const stop = () => {
    turn += 1;
    window.clearTimeout(timer);
  };
  const toggle = button("", () => {
    plays = !plays;
    label();
    if (plays) void step();
    else stop();
  }, { class: "quiet" });
  const label = () => (toggle.textContent = t(plays ? "demo-pause" : "demo-play"));
  label();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stop();
    else if (plays) void step();
  });
  const element = h("div", { class: "demo" }, h("div", { "aria-hidden": "true" }, view.element), h("div", { class: "captioned" }, said, toggle));

  const start = async () => {
    const description = await line.description();
    const grid = new Grid(description.layout);
    draw = ({ board, last, told }) => {
      view.draw({ board, description, grid, flipped: false, numbers: true, counted: false, last });
      said.textContent = told.join(" ");
    };
    await step();
  };
  start().catch(() => element.remove());
  return element;
}
