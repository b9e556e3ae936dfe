// How the parts on one square are drawn, in the style that the game describes. The unit is one square.

import { percent, s } from "./dom.js";

/** Dashes that tell components apart where hues can't. */
export const PATTERNS = ["", "0.16 0.09", "0.01 0.11", "0.22 0.09 0.01 0.09", "0.3 0.07 0.07 0.07"];
const HUES = 6;
const CERTAIN = 1 - 1e-9;

/**
 * @typedef {object} Look
 * @property {BoardStyle} style
 * @property {Map<string, Element | null>} pictures of kinds of pieces
 * @property {boolean} numbers whether probabilities are written where a game lets them be hidden
 * @property {boolean} linked whether what is there is linked with two other pieces or more
 */

/** @param {number} component */
export function pattern(component) {
  return { class: `hue${component % HUES}`, "stroke-dasharray": PATTERNS[component % PATTERNS.length] };
}

/**
 * A ring from the top, clockwise, as long as the probability.
 * @param {number} radius
 * @param {number} probability
 * @param {string} name
 */
export function ring(radius, probability, name) {
  const around = 2 * Math.PI * radius;
  return s("circle", {
    class: name,
    r: radius,
    "stroke-dasharray": `${around * probability} ${2 * around}`,
    transform: "rotate(-90)",
    fill: "none",
  });
}

/**
 * @param {number} from turns
 * @param {number} to turns
 * @param {number} radius
 */
function wedge(from, to, radius) {
  const at = (/** @type {number} */ turns) =>
    `${radius * Math.sin(2 * Math.PI * turns)} ${-radius * Math.cos(2 * Math.PI * turns)}`;
  return `M0 0L${at(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
}

/** Two rings of a chain, on a plate at the left edge. */
export function chain() {
  return s(
    "g",
    { class: "linked", transform: "translate(-.385 -.02)" },
    s("rect", { class: "plate", x: -0.09, y: -0.09, width: 0.18, height: 0.18, rx: 0.05 }),
    s("ellipse", { cx: -0.035, rx: 0.055, ry: 0.035, transform: "rotate(-45)" }),
    s("ellipse", { cx: 0.035, rx: 0.055, ry: 0.035, transform: "rotate(-45)" }),
  );
}

/**
 * The letters of the pieces on a square, one below the other on a plate in the upper right corner.
 * @param {string[]} letters
 */
function marks(letters) {
  const step = 0.18;
  return s(
    "g",
    { class: "marks", transform: "translate(.385 -.385)" },
    s("rect", { class: "plate", x: -0.09, y: -0.09, width: 0.18, height: 0.01 + step * letters.length, rx: 0.05 }),
    ...letters.map((letter, at) => s("text", { class: "mark", y: 0.06 + step * at }, letter)),
  );
}

/** @type {WeakMap<Description, Look["pictures"]>} */
const drawn = new WeakMap();

/**
 * What the game draws on the discs of its pieces, by kind.
 * @param {Description} description
 */
export function pictures(description) {
  const known = drawn.get(description);
  if (known) return known;
  /** @type {Look["pictures"]} */
  const pictures = new Map();
  for (const { name, picture } of description.pieces) {
    const svg = picture && new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    pictures.set(name, svg && svg.nodeName === "svg" ? s("g", {}, ...svg.children) : null);
  }
  drawn.set(description, pictures);
  return pictures;
}

/**
 * What is drawn on the disc of a piece: its picture, or the first letter of a kind that has none.
 * @param {string} kind
 * @param {Look} look
 * @param {number} scale
 * @param {{ x: number, y: number }} [at]
 */
function picture(kind, look, scale, at = { x: 0, y: 0 }) {
  const transform = `translate(${at.x} ${at.y}) scale(${scale})`;
  if (!look.pictures.has(kind)) return s("text", { class: "letter", y: 0.11, transform }, kind ? kind.charAt(0).toUpperCase() : "?");
  const copy = look.pictures.get(kind)?.cloneNode(true);
  return copy ? s("g", { class: "picture", transform }, copy) : null;
}

/**
 * A piece of several kinds: the one that is shown with the others small below it, or all side by side.
 * @param {Part} part
 * @param {Look} look
 */
function several({ kind, types }, look) {
  const step = kind ? 0.3 : 0.42;
  const places = types.map((type, at) => ({ type, x: step * (at - (types.length - 1) / 2) }));
  if (!kind) {
    const all = places.map(({ type, x }) => picture(type, look, 0.56, { x, y: 0.02 }));
    return s("g", { class: "several" }, s("rect", { class: "cloud", x: -0.43, y: -0.3, width: 0.86, height: 0.62, rx: 0.2 }), ...all);
  }
  const small = places.map(({ type, x }) => s("g", { class: type === kind ? "type now" : "type" }, picture(type, look, 0.32, { x, y: 0.32 })));
  return s("g", { class: "several" }, picture(kind, look, 0.74, { x: 0, y: -0.1 }), ...small);
}

/** @param {Part} part */
const side = ({ colour }) => colour ?? "neutral";

/**
 * The dial of a part's phase: a hand turned as the phase is, as long as it could be seen, in the hue of
 * that angle.
 * @param {NonNullable<Part["phase"]>} phase
 * @param {number} radius
 */
function dial(phase, radius) {
  const angle = 360 * phase.turns;
  const tip = { x2: 0, y2: -radius * Math.max(0.25, phase.visible) };
  const hue = `hsl(${angle.toFixed(1)} 85% 36%)`;
  return s(
    "g",
    { class: "dial", transform: `rotate(${angle})` },
    s("line", { class: "rim", ...tip }),
    s("circle", { class: "rim", r: 0.07 }),
    s("line", { stroke: hue, ...tip }),
    s("circle", { fill: hue, r: 0.045 }),
  );
}

/**
 * A probability as the game writes it: in per cent, or as a number with two decimals.
 * @param {number} probability
 * @param {BoardStyle} style
 */
export function likely(probability, { numbers }) {
  if (numbers === "percent") return percent(probability);
  if (probability > 0 && probability < 0.01) return "<0.01";
  if (probability < 1 && probability > 0.99) return ">0.99";
  return probability.toFixed(2);
}

/**
 * A probability below a piece, where there is no room for a space.
 * @param {string} words
 */
export function pill(words) {
  const text = words.replace(/\s/g, "");
  const width = 0.1 + 0.125 * text.length;
  return s(
    "g",
    { class: "pill", transform: "translate(0 .385)" },
    s("rect", { x: -width / 2, y: -0.115, width, height: 0.23, rx: 0.1 }),
    s("text", { y: 0.075 }, text),
  );
}

/**
 * @param {Part} part
 * @param {Look} look
 */
function shown(part, look) {
  const { phase } = part;
  if (!phase || part.probability >= CERTAIN || look.style.phases === "none") return null;
  const turned = phase.turns > 1e-6 && phase.turns < 1 - 1e-6;
  return turned || look.style.phases === "all" ? phase : null;
}

/**
 * @param {Part} part
 * @param {Look} look
 */
function ringed(part, look) {
  const whole = part.probability >= CERTAIN;
  const phase = shown(part, look);
  const disc = whole ? 0.36 : 0.24;
  const drawn = s(
    "g",
    { class: `part ${side(part)}${whole ? " whole" : ""}`, transform: whole ? "" : "translate(0 -.07)" },
    !whole && s("circle", { class: "track", r: 0.32 }),
    !whole && ring(0.32, part.probability, "ring"),
    look.style.discs && s("circle", { class: "disc", r: disc }),
    look.style.discs && whole && s("circle", { class: "groove", r: 0.26 }),
    part.types.length > 0 ? several(part, look) : picture(part.kind, look, whole ? 1 : 0.8),
    phase && dial(phase, disc),
  );
  const both = s("g", {}, drawn);
  if (!whole) {
    both.append(pill(likely(part.probability, look.style)));
    if (part.mark) both.append(marks([part.mark]));
    if (part.half) both.append(arrow(part.half));
  }
  return both;
}

/**
 * The arrow of a half on a plate at the left edge: it points the same way for all halves that are there together,
 * along a diagonal of its group where there is one. A minus sign below it tells an opposite sign.
 * @param {Half} half
 */
function arrow({ second, entangled, negative, colour }) {
  const first = entangled === null ? 0 : [45, 315][entangled % 2] ?? 0;
  return s(
    "g",
    { class: `half ${colour ?? "plain"}`, transform: "translate(-.385 -.05)" },
    s("rect", { class: "plate", x: -0.11, y: -0.11, width: 0.22, height: negative ? 0.32 : 0.22, rx: 0.05 }),
    s("path", { class: "arrow", d: "M0 .085V0M-.055 0L0-.085L.055 0Z", transform: `rotate(${(first + (second ? 180 : 0)) % 360})` }),
    negative && s("path", { class: "minus", d: "M-.055 .15H.055" }),
  );
}

/**
 * Fainter the less likely, beside a ring.
 * @param {Part} part
 * @param {Look} look
 */
function faded(part, look) {
  const whole = part.probability >= CERTAIN;
  const faint = 0.3 + 0.7 * part.probability;
  return s(
    "g",
    {},
    s(
      "g",
      { class: `part ${side(part)}`, transform: "translate(0 -.05)" },
      s("circle", { class: "track", r: 0.36 }),
      ring(0.36, part.probability, "ring"),
      s("circle", { class: "disc", r: 0.29, opacity: faint }),
      picture(part.kind, look, 0.8),
    ),
    !whole && look.numbers && pill(likely(part.probability, look.style)),
  );
}

/**
 * A disc with a slice for each piece that may be there.
 * @param {Part[]} parts
 * @param {Look} look
 */
function sliced(parts, look) {
  const all = parts.reduce((sum, part) => sum + part.probability, 0);
  const [first] = parts;
  if (!first) return s("g");
  const whole = parts.length === 1 && first.probability >= CERTAIN;
  const drawn = s(
    "g",
    { class: `part ${side(first)}${whole ? " whole" : ""}`, transform: whole ? "" : "translate(0 -.07)" },
    s("circle", { class: whole ? "disc" : "dish", r: whole ? 0.36 : 0.31 }),
  );
  let from = 0;
  for (const part of parts) {
    const to = Math.min(1, from + part.probability);
    if (!whole && to - from >= CERTAIN) drawn.append(s("circle", { class: "disc", r: 0.31 }));
    else if (!whole) drawn.append(s("path", { class: "disc", d: wedge(from, to, 0.31) }));
    from = to;
  }
  if (whole) drawn.append(s("circle", { class: "groove", r: 0.26 }));
  const [top] = parts.map((part) => picture(part.kind, look, 0.85)).filter((one) => one !== null);
  if (top) drawn.append(top);
  const [phase] = parts.map((part) => shown(part, look)).filter(Boolean);
  if (phase) drawn.append(dial(phase, 0.28));
  const both = s("g", {}, drawn);
  if (!whole) {
    both.append(pill(likely(Math.min(1, all), look.style)));
    if (look.style.marks_links && look.linked) both.append(chain());
    const letters = parts.map((part) => part.mark).filter(Boolean);
    if (letters.length > 0) both.append(marks(letters));
  }
  return both;
}

/**
 * All that is on a square, around its middle.
 * @param {Part[]} parts
 * @param {Look} look
 */
export function pieces(parts, look) {
  const [first] = parts;
  if (!first) return s("g");
  if (look.style.likelihood === "slices" || parts.length > 1) return sliced(parts, look);
  return look.style.likelihood === "fade" ? faded(first, look) : ringed(first, look);
}
