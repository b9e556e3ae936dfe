// The circuit of a component, beside the moves that made it.

import { ApiError, words } from "../api.js";
import { copier, h, keeper, list, percent } from "../dom.js";
import { componentOf } from "../describe.js";
import { lightPly, numbers, plyButton } from "./moves.js";

const FORMATS = [
  ["qasm3", "OpenQASM 3"],
  ["qasm2", "OpenQASM 2"],
  ["braket", "Amazon Braket"],
  ["ionq", "IonQ"],
  ["ibm", "IBM"],
  ["quirk", "Quirk (JSON)"],
  ["quirk-url", "Quirk (address)"],
  ["json", "JSON"],
  ["svg", "SVG"],
  ["latex", "LaTeX"],
  ["text", "Text"],
];

/** @param {import("../table.js").Table} table */
export function circuitPanel(table) {
  let square = "";
  let encoding = "minimal";
  let asked = "";
  let visible = false;
  const body = h("div", {});
  const format = h("select", { "aria-label": "Format" }, ...FORMATS.map(([value, label]) => h("option", { value }, label)));
  const wanted = () => ({ square, ply: table.ply, encoding, format: format.value });
  const text = () => table.api.exported(wanted());
  const save = keeper("Download", () => table.api.file(wanted()), (error) => table.fail(error));
  const encodings = h(
    "select",
    { "aria-label": "Encoding", onchange: () => ((encoding = encodings.value), void draw()) },
    h("option", { value: "minimal" }, "Minimal encoding"),
    h("option", { value: "paper" }, "The paper’s encoding"),
  );
  const tools = h("div", { class: "row" }, encodings, format, copier("Copy", text), save);

  const draw = async () => {
    const board = table.past?.board ?? table.state?.board;
    if (!visible || !board) return;
    if (!square || componentOf(board, square) < 0) square = board.components[0]?.[0] ?? "";
    tools.hidden = square === "";
    if (!square) {
      asked = "";
      body.replaceChildren(h("p", { class: "quiet" }, "Nothing is uncertain now, so there is no circuit."));
      return;
    }
    const key = [square, table.ply, encoding, table.state?.version].join(" ");
    if (key === asked) return;
    asked = key;
    try {
      const circuit = await table.api.circuit(square, table.ply, encoding);
      if (key === asked) body.replaceChildren(...drawn(circuit, table));
    } catch (error) {
      const certain = error instanceof ApiError && error.code === "certain";
      if (key === asked) body.replaceChildren(h("p", { class: "quiet" }, certain ? `${square} is certain: it is in no circuit.` : words(error)));
    }
  };

  table.addEventListener("state", () => void draw());
  table.addEventListener("light", (event) => lightPly(body, event));
  table.addEventListener("point", (event) => {
    const at = /** @type {CustomEvent<string | null>} */ (event).detail;
    const board = table.past?.board ?? table.state?.board;
    if (!at || !board) return;
    const there = componentOf(board, at);
    if (there < 0 || there === componentOf(board, square)) return;
    square = at;
    void draw();
  });
  const show = () => {
    visible = true;
    void draw();
  };
  return { panel: h("div", { class: "circuit" }, tools, body), show };
}

/**
 * A drawing without its heading, which names every move of the game: the panel has one of its own.
 * @param {Element} svg
 */
function bare(svg) {
  svg.querySelector("title")?.remove();
  const [, ...drawn] = svg.children;
  const end = drawn.findIndex((one) => one.nodeName !== "text");
  const heading = drawn.slice(0, end);
  const top = Number(heading.at(-1)?.getAttribute("y") ?? 0);
  const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  for (const line of heading) line.remove();
  svg.setAttribute("viewBox", `0 ${top} ${width} ${height - top}`);
  svg.setAttribute("height", String(height - top));
  return svg;
}

/**
 * Ties the names above the blocks of a drawing to their plies. The drawing tells them by order alone, and
 * goes on with a block on the next line behind dots.
 * @param {Element} figure
 * @param {number[]} plies in the order of their gates
 * @param {import("../table.js").Table} table
 */
function nameBlocks(figure, plies, table) {
  let at = -1;
  for (const name of figure.querySelectorAll("text[font-weight=bold]")) {
    if (!name.textContent?.startsWith("…")) at += 1;
    const ply = plies[at];
    if (ply === undefined) return;
    name.setAttribute("data-ply", String(ply));
    name.addEventListener("pointerenter", () => table.light(ply));
    name.addEventListener("pointerleave", () => table.light(null));
  }
}

/**
 * @param {Circuit} circuit
 * @param {import("../table.js").Table} table
 */
function drawn(circuit, table) {
  const { statistics: count } = circuit;
  const figure = h("div", { class: "drawing", tabindex: 0, role: "img", "aria-label": `Circuit of ${list(circuit.squares)}` });
  const parsed = new DOMParser().parseFromString(circuit.svg, "image/svg+xml").documentElement;
  if (parsed.nodeName === "svg") figure.append(bare(document.importNode(parsed, true)));
  const plies = [...new Set(circuit.gates.flatMap(({ ply }) => ply ?? []))];
  nameBlocks(figure, plies, table);
  const moves = (table.state?.plies ?? []).filter(({ ply }) => plies.includes(ply));
  const turns = numbers(table.state?.plies ?? []);
  const lines = circuit.gates.map((gate) => {
    const wires = gate.qubits.map((qubit) => `q${qubit}`).join(", ");
    const angle = gate.angle === null ? "" : `(${+gate.angle.toFixed(4)})`;
    const light = () => table.light(gate.ply);
    const dim = () => table.light(null);
    return h(
      "tr",
      { tabindex: 0, "data-ply": gate.ply, onpointerenter: light, onfocus: light, onpointerleave: dim, onblur: dim },
      h("td", {}, `${gate.name}${angle}`),
      h("td", {}, wires),
      h("td", {}, gate.move ?? "", gate.ply ? h("span", { class: "quiet" }, ` ${turns.get(gate.ply) ?? ""}`) : ""),
    );
  });

  const wires = circuit.qubits.map((squares, qubit) => `q${qubit}: ${squares}`).join("; ");
  const fewer = circuit.more ? " The least likely outcomes are left out." : "";
  const statistics = `${count.qubits} qubits, ${count.gates} gates, ${count.two_qubit} on two qubits, depth ${count.depth}`;
  return [
    h("p", {}, h("strong", {}, list(circuit.squares)), " together in one circuit: ", statistics),
    figure,
    h("p", { class: "made", role: "group", "aria-label": "Moves that made it" }, ...moves.map((ply) => plyButton(table, ply, false))),
    h(
      "details",
      { open: true },
      h("summary", {}, "What a measurement would find"),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...["Bits", "Occupied", "Probability"].map((head) => h("th", { scope: "col" }, head)))),
        h(
          "tbody",
          {},
          ...circuit.outcomes.map((one) =>
            h("tr", {}, h("td", {}, h("code", {}, one.bits)), h("td", {}, list(one.occupied) || "none"), h("td", {}, percent(one.probability))),
          ),
        ),
      ),
      h("p", { class: "quiet" }, `The first bit is that of ${circuit.squares[0]}.${fewer} Qubits: ${wires}.`),
    ),
    h(
      "details",
      {},
      h("summary", {}, "Gates and the moves that made them"),
      h(
        "table",
        { class: "gates" },
        h("thead", {}, h("tr", {}, ...["Gate", "Qubits", "Move"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, ...lines),
      ),
    ),
  ];
}
