// The drawing of a circuit: its wires by their squares, its gates in columns below the moves that made them.

import { edges, h, list, percent, s } from "../dom.js";
import { t } from "../text.js";
import { named, numbers, plyButton } from "./moves.js";

/** Height of a wire and of what is above the wires, in pixels: as tall as what a finger can press. */
const ROW = 44;
/** What is left free beside a gate, and beside the gates of a move. */
const GAP = 6;
const MARGIN = 8;
/** Widths of a letter in a box and on a button, of a mark, and of what a button has beside its letters. */
const LETTER = 8.5;
const MARK = 30;
const BUTTON = 40;
/** Width of the boxes that tell how likely each wire is on. */
const ONES = 58;

/** @typedef {{ x: number, width: number }} Place the middle of a gate's column, and its width */
/** @typedef {{ ply: number | null, x: number, width: number }} Band the gates of a move */

/**
 * What is drawn in a box; null for a mark without one.
 * @param {string} mark
 */
const boxed = (mark) => (["●", "⊕", "×"].includes(mark) ? null : mark);

/** @param {Gate} gate */
function widthOf({ marks }) {
  return Math.max(...marks.map((mark) => Math.max(MARK, LETTER * (boxed(mark) ?? "").length + 16)));
}

/**
 * Each gate as far left as it can be, but no gate left of one of an earlier move.
 * @param {Gate[]} gates
 * @param {number} wires
 * @param {(ply: number | null) => string} title
 */
function arrange(gates, wires, title) {
  /** @type {{ band: number, width: number }[]} */
  const columns = [];
  /** @type {{ ply: number | null, x: number, width: number }[]} */
  const bands = [];
  const free = new Array(wires).fill(0);
  const at = gates.map((gate) => {
    if (bands.at(-1)?.ply !== gate.ply || bands.length === 0) {
      bands.push({ ply: gate.ply, x: 0, width: 0 });
      free.fill(columns.length);
    }
    const [first, last] = [Math.min(...gate.qubits), Math.max(...gate.qubits)];
    const column = Math.max(...free.slice(first, last + 1));
    free.fill(column + 1, first, last + 1);
    const there = (columns[column] ??= { band: bands.length - 1, width: 0 });
    there.width = Math.max(there.width, widthOf(gate));
    return column;
  });
  let x = 0;
  /** @type {number[]} */
  const middles = [];
  for (const [k, band] of bands.entries()) {
    const inside = columns.map(({ band }, column) => (band === k ? column : -1)).filter((column) => column >= 0);
    const widths = inside.map((column) => (columns[column]?.width ?? 0) + 2 * GAP);
    const needed = widths.reduce((sum, width) => sum + width, 2 * MARGIN);
    band.x = x;
    band.width = Math.max(needed, title(band.ply).length * LETTER + BUTTON);
    let left = x + (band.width - needed) / 2 + MARGIN;
    for (const [place, column] of inside.entries()) {
      const width = widths[place] ?? 0;
      middles[column] = left + width / 2;
      left += width;
    }
    x += band.width;
  }
  const places = gates.map((gate, k) => ({ x: middles[at[k] ?? 0] ?? 0, width: widthOf(gate) }));
  return { places, bands, width: x };
}

/** @param {number} wire */
const level = (wire) => ROW * (wire + 0.5);

/**
 * What a wire stands for after so many gates, or will stand for, and what it stood for before.
 * @param {Circuit} circuit
 * @param {number} wire
 * @param {number} gates
 */
export function carriedAt(circuit, wire, gates) {
  const { carried = [], live = false } = circuit.wires[wire] ?? {};
  const past = carried.filter(({ since }) => since <= gates);
  const now = past.at(-1) ?? carried[0];
  const idle = past.length === 0 || (!live && gates === circuit.gates.length);
  return { square: now?.square ?? `q${wire}`, place: now?.place ?? "", earlier: past.slice(0, -1).map(({ square }) => square), idle };
}

/**
 * What a gate is called: CX, √iSwap, Ry(π/4).
 * @param {Gate} gate
 */
export function gateName({ name, marks }) {
  const text = marks.map(boxed).find(Boolean);
  return text ? "C".repeat(marks.filter((mark) => mark === "●").length) + text : name.toUpperCase();
}

/**
 * @param {string} mark
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @returns {SVGElement[]}
 */
function drawMark(mark, x, y, width) {
  if (mark === "●") return [s("circle", { class: "control", cx: x, cy: y, r: 5.5 })];
  if (mark === "⊕") {
    return [
      s("circle", { class: "target-of", cx: x, cy: y, r: 11 }),
      s("path", { class: "stroke", d: `M${x - 11} ${y}H${x + 11}M${x} ${y - 11}V${y + 11}` }),
    ];
  }
  if (mark === "×") return [s("path", { class: "stroke", d: `M${x - 7} ${y - 7}l14 14M${x + 7} ${y - 7}l-14 14` })];
  return [
    s("rect", { class: "box", x: x - width / 2, y: y - 15, width, height: 30, rx: 4 }),
    s("text", { x, y, dy: ".35em" }, mark),
  ];
}

/**
 * A gate, and above it what is pressed: its name tells more than the letters in its boxes.
 * @param {Gate} gate
 * @param {Place} place
 * @param {string} name
 */
function drawGate(gate, { x, width }, name) {
  const [top, bottom] = [level(Math.min(...gate.qubits)), level(Math.max(...gate.qubits))];
  const reach = { x: x - width / 2 - GAP, y: top - ROW / 2, width: width + 2 * GAP, height: bottom - top + ROW };
  const button = s("rect", { class: "reach", role: "button", tabindex: -1, "aria-label": name, ...reach, rx: 6 }, s("title", {}, name));
  const marks = gate.qubits.flatMap((qubit, k) => drawMark(gate.marks[k] ?? "", x, level(qubit), width));
  const line = top < bottom && s("path", { class: "stroke", d: `M${x} ${top}V${bottom}` });
  return { button, marks: s("g", { "aria-hidden": "true" }, line, ...marks) };
}

/**
 * How likely each wire is on, as boxes filled from below.
 * @param {number[]} ones
 */
function drawOnes(ones) {
  const boxes = ones.map((one, wire) => {
    const y = level(wire) - 15;
    return s(
      "g",
      {},
      s("rect", { class: "box", x: 3, y, width: ONES - 6, height: 30, rx: 3 }),
      s("rect", { class: "filled", x: 3, y: y + 30 * (1 - one), width: ONES - 6, height: 30 * one, rx: 3 }),
      s("text", { x: ONES / 2, y: level(wire), dy: ".35em" }, percent(one)),
    );
  });
  return s("svg", { width: ONES, height: ROW * ones.length, "aria-hidden": "true" }, ...boxes);
}

/**
 * @param {object} outlets
 * @param {(ply: number | null, squares: string[]) => void} outlets.light a gate is pointed at, with the squares it acts on
 * @param {(gates: number) => void} outlets.cut the state after so many gates is asked for
 * @param {import("../table.js").Table} table
 * @param {Circuit} circuit
 */
export function drawing(table, circuit, outlets) {
  const { gates, wires } = circuit;
  const plies = table.state?.plies ?? [];
  const turns = numbers(plies);
  const of = (/** @type {number | null} */ ply) => plies.find((one) => one.ply === ply);
  const title = (/** @type {number | null} */ ply) => (ply && named(plies, ply)) || t("circuit-prepared");
  const { places, bands, width } = arrange(gates, wires.length, title);
  const height = ROW * wires.length;

  const told = gates.map((gate, k) => {
    const on = gate.qubits.map((qubit, place) => {
      const { square } = carriedAt(circuit, qubit, k);
      if (!gate.marks.includes("●") || gate.marks.every((mark) => mark === "●")) return square;
      return t(gate.marks[place] === "●" ? "circuit-control" : "circuit-target", { square });
    });
    const words = { at: k + 1, all: gates.length, gate: gateName(gate), on: list(on) };
    if (gate.ply === null) return t("circuit-gate", words);
    return t(gate.prepared ? "circuit-gate-prepares" : "circuit-gate-of-move", { ...words, turn: turns.get(gate.ply) ?? "", move: gate.move ?? "" });
  });
  const drawn = gates.map((gate, k) => {
    const { button, marks } = drawGate(gate, places[k] ?? { x: 0, width: 0 }, told[k] ?? "");
    return { button, element: s("g", { class: "gate", "data-ply": gate.ply, "data-gate": k }, marks, button) };
  });
  drawn[0]?.button.setAttribute("tabindex", "0");
  const svg = s(
    "svg",
    { class: "gates", width: "100%", height, role: "group", "aria-label": t("circuit-drawing", { squares: list(circuit.squares), gates: gates.length }) },
    ...bands.map((band, k) => s("rect", { class: `band${k % 2 ? " odd" : ""}`, "data-ply": band.ply, x: band.x, y: 0, width: band.width, height })),
    ...wires.map((_, wire) => s("line", { class: "wire", x2: "100%", y1: level(wire), y2: level(wire) })),
    ...drawn.map(({ element }) => element),
  );
  const heads = bands.map((band) => {
    const ply = of(band.ply);
    const head = ply ? plyButton(table, ply, false, title(ply.ply), ply.squares) : h("span", { class: "quiet" }, t("circuit-prepared"));
    // What is read is what is seen, number and move; the title tells the side.
    head.removeAttribute("aria-label");
    head.style.left = `${band.x}px`;
    head.style.width = `${band.width}px`;
    return head;
  });
  const head = h("div", { class: "heads", role: "group", "aria-label": t("circuit-moves") }, ...heads);
  for (const wide of [head, svg]) wide.style.minWidth = `${width}px`;

  const names = h("div", { class: "wires" });
  const ones = h("div", { class: "ones" });
  const element = h(
    "div",
    { class: "drawing" },
    h("div", { class: "sheet" }, h("div", { class: "corner" }), head, h("div", { class: "corner end", title: t("circuit-ones") }, t("circuit-on")), names, svg, ones),
  );

  edges(element);

  const gateOf = (/** @type {EventTarget | null} */ target) => {
    const found = target instanceof Element ? target.closest("[data-gate]") : null;
    return found ? Number(found.getAttribute("data-gate")) : -1;
  };
  const attend = (/** @type {number} */ k) => {
    const gate = gates[k];
    if (!gate) return;
    const there = gate.qubits.map((qubit) => carriedAt(circuit, qubit, k).place);
    outlets.light(gate.ply, there.filter(Boolean));
  };
  const rove = (/** @type {number} */ k) => {
    for (const [at, { button }] of drawn.entries()) button.setAttribute("tabindex", at === k ? "0" : "-1");
  };
  const leave = () => outlets.light(null, []);
  svg.addEventListener("pointerover", (event) => attend(gateOf(event.target)));
  svg.addEventListener("pointerout", leave);
  svg.addEventListener("focusin", (event) => {
    rove(gateOf(event.target));
    attend(gateOf(event.target));
  });
  svg.addEventListener("focusout", leave);
  svg.addEventListener("click", (event) => {
    const k = gateOf(event.target);
    if (k >= 0) outlets.cut(k + 1);
  });
  svg.addEventListener("keydown", (event) => {
    const k = gateOf(event.target);
    const last = gates.length - 1;
    const to = { ArrowLeft: Math.max(0, k - 1), ArrowRight: Math.min(last, k + 1), Home: 0, End: last }[event.key];
    if (to !== undefined) drawn[to]?.button.focus();
    else if (event.key === "Enter" || event.key === " ") outlets.cut(k + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /**
   * Shows the circuit up to a gate.
   * @param {number} cut
   * @param {CircuitState} state
   */
  const show = (cut, state) => {
    for (const [k, { element }] of drawn.entries()) {
      element.classList.toggle("later", k >= cut);
      element.classList.toggle("at", k === cut - 1 && cut < gates.length);
    }
    names.replaceChildren(...wires.map((_, wire) => wireName(circuit, wire, cut, state)));
    ones.replaceChildren(drawOnes(state.ones));
  };
  /**
   * Scrolls a gate into the middle of the frame, and nothing but the frame.
   * @param {number} k
   */
  const reveal = (k) => {
    const [place, gate] = [places[k], gates[k]];
    if (!place || !gate) return;
    const top = level(Math.min(...gate.qubits)) - ROW / 2;
    const seen = top >= element.scrollTop && top + 2 * ROW <= element.scrollTop + element.clientHeight;
    element.scrollTo({ left: place.x + names.offsetWidth - element.clientWidth / 2, ...(seen ? {} : { top: top - ROW }) });
  };
  /** @param {number} k */
  const focus = (k) => drawn[Math.min(k, drawn.length - 1)]?.button.focus({ preventScroll: true });
  return { element, show, reveal, focus, name: (/** @type {number} */ k) => told[k] ?? "" };
}

/**
 * The square that a wire stands for, and those that it stood for before.
 * @param {Circuit} circuit
 * @param {number} wire
 * @param {number} cut
 * @param {CircuitState} state
 */
function wireName(circuit, wire, cut, state) {
  const { square, earlier, idle } = carriedAt(circuit, wire, cut);
  const before = earlier.length > 0 ? t("circuit-earlier", { squares: list(earlier) }) : null;
  return h(
    "div",
    { class: idle ? "wire idle" : "wire", title: before },
    h("span", {}, idle ? `(${square})` : square),
    before && h("small", { "aria-hidden": "true" }, earlier.join(" ")),
    before && h("span", { class: "unseen" }, before),
    h("span", { class: "unseen" }, t("circuit-wire", { share: percent(state.ones[wire] ?? 0) })),
  );
}
