// The circuit of what is together on a board, as a small drawing beside a lesson.

import { h, list } from "./dom.js";
import { drawing } from "./panels/drawing.js";
import { t } from "./text.js";

/**
 * Draws the circuit of the largest component of a table, where it has several squares, into a place.
 * @param {import("./table.js").Table} table
 * @param {HTMLElement} place
 */
export async function miniature(table, place) {
  const { state } = table;
  const squares = (state?.board.components ?? []).reduce((most, one) => (one.length > most.length ? one : most), []);
  const [square] = squares;
  const key = JSON.stringify([state?.version, squares]);
  if (place.dataset["key"] === key) return;
  place.dataset["key"] = key;
  const several = square !== undefined && new Set(squares).size > 1;
  const circuit = several ? await table.api.circuit(square, state?.plies.length ?? 0, "minimal", true).catch(() => null) : null;
  // Another move may have been made meanwhile.
  if (place.dataset["key"] !== key) return;
  place.replaceChildren();
  if (!circuit) return;
  const drawn = drawing(table, circuit, {
    light: (ply, there) => table.light(ply, there),
    cut: (gates) => drawn.show(gates, circuit.steps?.[gates] ?? circuit.state),
  });
  drawn.show(circuit.gates.length, circuit.state);
  place.append(h("p", { class: "quiet" }, t("learn-circuit", { squares: list([...new Set(squares)]) })), drawn.element);
}
