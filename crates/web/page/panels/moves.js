// The list of moves: press one to see the board after it.

import { ask } from "../dialog.js";
import { button, capital, h } from "../dom.js";
import { given, t } from "../text.js";

/** @param {import("../table.js").Table} table */
export function movesPanel(table) {
  const rows = h("ol", { class: "moves" });
  const step = (/** @type {number} */ by) => () => table.step(by);
  const travel = h(
    "div",
    { class: "travel", role: "group", "aria-label": t("moves-travel") },
    button("«", () => void table.go(0), { "aria-label": t("moves-start") }),
    button("‹", step(-1), { "aria-label": t("moves-back") }),
    button("›", step(1), { "aria-label": t("moves-forward") }),
    button("»", () => void table.go(null), { "aria-label": t("moves-now") }),
  );
  const leave = async () => {
    const { state } = table;
    // Who plays may have wished to go on with this game.
    const plays = state?.status === "in_progress" && state.links !== null && state.sides.length > 0;
    const yes = !plays || (await ask(t("play-on-ask"), t("play-on-ask-about"), [{ label: t("play-on-go"), value: true }]));
    if (yes) await table.branch(table.ply, null);
  };
  const branch = button(t("play-on"), () => void leave(), { title: t("play-on-about") });
  let built = "";

  const draw = () => {
    const plies = table.state?.plies ?? [];
    const key = JSON.stringify([plies, table.ply, plies.map(({ ply }) => table.analysis.marks(ply).signs)]);
    if (key === built) return;
    built = key;
    rows.replaceChildren(...lines(plies).map((line) => h("li", {}, h("span", { class: "turn" }, line.number), ...line.plies.map(one))));
    stand();
  };

  const stand = () => {
    const current = rows.querySelector("[aria-current=true]");
    // The list alone is scrolled, never the page.
    if (current instanceof HTMLElement) rows.scrollTop = current.offsetTop - rows.clientHeight / 2;
  };
  // A list that is hidden can't be scrolled: it is when it comes to be seen.
  new ResizeObserver(stand).observe(rows);

  const one = (/** @type {Ply} */ ply) => plyButton(table, ply, ply.ply === table.ply);

  table.addEventListener("state", draw);
  table.analysis.addEventListener("change", draw);
  table.addEventListener("light", (event) => lightPly(rows, event));
  const none = h("p", { class: "quiet" }, t("moves-about"), " ", h("span", { class: "keyboard" }, t("moves-keys")));
  return h("div", {}, travel, rows, none, h("div", { class: "row" }, branch));
}

/**
 * A ply as lists of moves write it, with signs for what was measured and what failed.
 * @param {Ply} ply
 * @param {string} [name]
 */
export function written({ move, measured, facts }, name = move) {
  return `${name}${measured ? " ⌁" : ""}${facts.succeeded === false ? " ✗" : ""}`;
}

/**
 * A ply: pressed, it shows the board after it; pointed at, it is lit everywhere.
 * @param {import("../table.js").Table} table
 * @param {Ply} ply
 * @param {boolean} current
 * @param {string} [name]
 * @param {string[]} [squares] that are lit whatever board is shown
 */
export function plyButton(table, ply, current, name = ply.move, squares = undefined) {
  const light = () => table.light(ply.ply, squares);
  const dim = () => table.light(null);
  const number = numbers(table.state?.plies ?? []).get(ply.ply) ?? "";
  const { signs, words } = table.analysis.marks(ply.ply);
  const missed = ply.facts.succeeded === false;
  const told = t(missed ? "move-told-missed" : ply.measured ? "move-told-measured" : "move-told", { number, side: ply.side, move: ply.move });
  return button(`${written(ply, name)}${signs && ` ${signs}`}`, () => void table.go(ply.ply), {
    class: `ply ${ply.side}`,
    "data-ply": ply.ply,
    "aria-label": words ? t("analysis-marked", { told, words }) : told,
    title: [capital(given(`move-${ply.kind}`, ply.kind)), ...ply.told].join("\n"),
    "aria-current": current ? "true" : false,
    onpointerenter: light,
    onpointerleave: dim,
    onfocus: light,
    onblur: dim,
  });
}

/**
 * Lights what belongs to the ply that a table has lit, and nothing else below an element.
 * @param {Element} below
 * @param {Event} event
 */
export function lightPly(below, event) {
  const ply = String(/** @type {CustomEvent<number | null>} */ (event).detail);
  for (const one of below.querySelectorAll("[data-ply]")) one.classList.toggle("lit", one.getAttribute("data-ply") === ply);
}

/**
 * How a ply is numbered everywhere, by the turn that it belongs to: `3.` for White's, `3…` for Black's.
 * @param {Ply[]} plies
 * @returns {Map<number, string>} by ply
 */
export function numbers(plies) {
  const known = numbered.get(plies);
  if (known) return known;
  const turns = lines(plies).flatMap(({ number, plies }) => plies.map((ply) => ({ number, ply })));
  const made = new Map(turns.map(({ number, ply }) => [ply.ply, ply.side === "white" ? number : number.replace(".", "…")]));
  numbered.set(plies, made);
  return made;
}

/**
 * How many moves plies are, as they are numbered: what White does and what Black does then are one.
 * @param {Ply[]} plies
 */
export const moves = (plies) => lines(plies).length;

/**
 * A ply by its number and its move, as "3… d6-e5"; empty for the start.
 * @param {Ply[]} plies
 * @param {number} ply
 */
export function named(plies, ply) {
  const move = plies[ply - 1]?.move;
  return move ? `${numbers(plies).get(ply) ?? ""} ${move}` : "";
}

/** @type {WeakMap<Ply[], Map<number, string>>} */
const numbered = new WeakMap();

/**
 * Plies by turns: what White does, then what Black does; chains of captures stay on one line.
 * @param {Ply[]} plies
 */
function lines(plies) {
  /** @type {{ number: string, plies: Ply[] }[]} */
  const lines = [];
  /** @type {Side | null} */
  let before = null;
  for (const ply of plies) {
    const line = lines[lines.length - 1];
    if (!line || (ply.side === "white" && before === "black")) {
      lines.push({ number: `${lines.length + 1}.`, plies: [ply] });
    } else line.plies.push(ply);
    before = ply.side;
  }
  return lines;
}
