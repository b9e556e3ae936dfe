// A state, basis state by basis state: its amplitude as a disc with a hand, and how likely it is.

import { h, list, percent, s } from "../dom.js";
import { number, t } from "../text.js";

/** Radius of the disc of an amplitude of 1, in pixels, and the least length of a hand. */
const RADIUS = 16;
const HAND = 6;

/**
 * The disc of an amplitude: its radius is the modulus, its hand is turned as those of the board are, from the top with
 * the clock.
 * @param {Ket["amplitude"]} amplitude
 */
function disc([re, im]) {
  const modulus = Math.hypot(re, im);
  const length = Math.max(HAND, RADIUS * modulus);
  const tip = { x2: (length * im) / (modulus || 1), y2: (-length * re) / (modulus || 1) };
  const size = 2 * RADIUS + 2;
  return s(
    "svg",
    { class: "amplitude", width: size, height: size, viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, "aria-hidden": "true" },
    s("circle", { class: "whole", r: RADIUS }),
    s("circle", { class: "modulus", r: Math.max(1.5, RADIUS * modulus) }),
    s("line", { class: "hand", ...tip }),
  );
}

/** @param {number} value */
const rounded = (value) => number(Math.abs(value), { maximumFractionDigits: 3 });

/**
 * "0.707", "−0.5i", "0.5 − 0.5i".
 * @param {Ket["amplitude"]} amplitude
 */
export function complex([re, im]) {
  const [real, imaginary] = [rounded(re), rounded(im)];
  const sign = (/** @type {number} */ value) => (value < 0 ? "−" : "");
  const unit = imaginary === "1" ? "i" : `${imaginary}i`;
  if (imaginary === "0") return real === "0" ? "0" : `${sign(re)}${real}`;
  if (real === "0") return `${sign(im)}${unit}`;
  return `${sign(re)}${real} ${im < 0 ? "−" : "+"} ${unit}`;
}

/** @param {number} probability */
function bar(probability) {
  return s(
    "svg",
    { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "track-of", width: 100, height: 6 }),
    s("rect", { class: "filled", width: 100 * probability, height: 6 }),
  );
}

/**
 * @param {CircuitState} state
 * @param {"circuit-occupied" | "circuit-read"} meaning what a 1 means
 * @param {(ket: Ket | null) => void} attend a basis state is pointed at
 */
export function amplitudes(state, meaning, attend) {
  const heads = ["circuit-amplitude", meaning, "circuit-probability"].map((id) => h("th", { scope: "col" }, t(id)));
  const rows = state.kets.map((ket, k) => {
    const [re, im] = ket.amplitude;
    const degrees = Math.round((Math.atan2(im, re) * 180) / Math.PI);
    // Neither -180 nor -0.
    const phase = degrees === -180 ? 180 : degrees + 0;
    const show = () => attend(ket);
    const hide = () => attend(null);
    return h(
      "tr",
      { tabindex: k === 0 ? 0 : -1, onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide },
      h("td", {}, h("div", { class: "complex" }, disc(ket.amplitude), h("span", {}, complex(ket.amplitude)), h("span", { class: "unseen" }, t("circuit-phase", { degrees: phase })))),
      h("td", {}, h("strong", {}, list(ket.occupied) || t("circuit-nothing")), h("code", {}, `|${ket.bits}⟩`)),
      h("td", {}, percent(ket.probability), bar(ket.probability)),
    );
  });
  const body = h("tbody", {}, ...rows);
  body.addEventListener("keydown", (event) => {
    const at = rows.findIndex((row) => row === document.activeElement);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    for (const row of rows) row.tabIndex = row === next ? 0 : -1;
    next?.focus();
  });
  const untold = state.num_kets - state.kets.length;
  const rest = Math.max(0, state.kets.reduce((left, { probability }) => left - probability, 1));
  return [
    h("table", {}, h("thead", {}, h("tr", {}, ...heads)), body),
    untold > 0 && h("p", { class: "quiet" }, t("circuit-untold", { count: untold, share: percent(rest) })),
  ];
}
