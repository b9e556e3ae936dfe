// What the help tells of, as the board draws it: one square each.

import { s } from "./dom.js";
import { MERGE, SPLIT } from "./overlay.js";
import { chain, likely, pattern, pictures, pieces, pill, ring } from "./pieces.js";

const icon = (/** @type {string} */ drawing) => [
  s("g", { class: "icon", transform: "scale(1.5)" }, s("circle", { class: "button", r: 0.27 }), s("path", { d: drawing })),
];

/** @type {Record<string, (game: Description) => SVGElement[]>} by the name of the mark */
const MARKS = {
  "mark-ring": (game) => part(game, {}),
  "mark-letter": (game) => part(game, { mark: "a" }),
  "mark-hand": (game) => part(game, { phase: { turns: 0.125, visible: 1 } }),
  "mark-frame": (game) => {
    const { class: hue, ...dashes } = pattern(0);
    return [s("rect", { class: `frame ${hue}`, x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.12, ...dashes }), ...part(game, {})];
  },
  "mark-target": () => [s("circle", { class: "target", r: 0.13 })],
  "mark-capture": () => [s("circle", { class: "capture", r: 0.43 })],
  "mark-foreseen": ({ style }) => [
    s("g", { class: "ghost" }, s("circle", { class: "halo", r: 0.4 }), ring(0.4, 0.25, "foreseen"), pill(`→${likely(0.25, style)}`)),
  ],
  "mark-found": () => [s("circle", { class: "found", r: 0.43 })],
  "mark-missed": () => [s("path", { class: "missed", d: "M-.28-.28L.28 .28M.28-.28L-.28 .28" })],
  "mark-split": () => icon(SPLIT),
  "mark-merge": () => icon(MERGE),
  "mark-chain": (game) => [...part(game, {}), chain()],
  "mark-confirm": () => [s("rect", { class: "confirms", x: -0.5, y: -0.5, width: 1, height: 1 })],
};

/**
 * Half of a piece of the first kind.
 * @param {Description} game
 * @param {Partial<Part>} more
 */
function part(game, more) {
  const kind = game.pieces[0]?.name ?? "";
  /** @type {Part} */
  const half = { piece: 0, colour: "white", kind, types: [], probability: 0.5, phase: null, component: 0, mark: "", half: null, ...more };
  return [pieces([half], { style: game.style, pictures: pictures(game), numbers: true, linked: false })];
}

/**
 * A mark on a square of its own.
 * @param {string} name
 * @param {Description} game
 */
export function sample(name, game) {
  return s("svg", { class: "sample", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, ...(MARKS[name]?.(game) ?? []));
}
