// The list of moves: press one to see the board after it.

import { button, capital, h } from "../dom.js";

/** @param {import("../table.js").Table} table */
export function movesPanel(table) {
  const rows = h("ol", { class: "moves" });
  const step = (/** @type {number} */ by) => () => table.step(by);
  const travel = h(
    "div",
    { class: "travel", role: "group", "aria-label": "Through the game" },
    button("«", () => void table.go(0), { "aria-label": "Start" }),
    button("‹", step(-1), { "aria-label": "Back" }),
    button("›", step(1), { "aria-label": "Forward" }),
    button("»", () => void table.go(null), { "aria-label": "Now" }),
  );
  const branch = button("Play on from here", () => void table.branch(table.ply, null), {
    title: "In a game of its own, both sides at this screen; this one stays as it is",
  });
  let built = "";

  const draw = () => {
    const plies = table.state?.plies ?? [];
    const key = JSON.stringify([plies, table.ply]);
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

  const one = (/** @type {Ply} */ ply) => {
    const name = `${ply.move}${ply.measured ? " ⌁" : ""}`;
    const label = `Ply ${ply.ply}, ${ply.side}, ${ply.move}${ply.measured ? ", measured" : ""}`;
    const squares = ply.move.match(/[a-p]\d+/g) ?? [];
    const current = ply.ply === table.ply;
    return button(name, () => void table.go(ply.ply), {
      class: `ply ${ply.side}`,
      "aria-label": label,
      title: [capital(ply.kind), ...ply.told].join("\n"),
      "aria-current": current ? "true" : false,
      onpointerenter: () => table.view.glow(squares),
      onpointerleave: () => table.view.glow([]),
    });
  };

  table.addEventListener("state", draw);
  const none = h("p", { class: "quiet" }, "Press a move, or use the arrow keys, to see the board after it. ⌁ marks what was measured.");
  return h("div", {}, travel, rows, none, h("div", { class: "row" }, branch));
}

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
