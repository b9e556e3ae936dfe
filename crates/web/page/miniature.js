// The circuit of what is together on a board, as a small drawing beside a lesson.

import { h, list } from "./dom.js";
import { t } from "./text.js";

/**
 * A drawing of the server's without its heading, which names every move of the game.
 * @param {string} text
 */
function bare(text) {
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  if (svg.nodeName !== "svg") return null;
  svg.querySelector("title")?.remove();
  const [, ...drawn] = svg.children;
  const heading = drawn.slice(0, drawn.findIndex((one) => one.nodeName !== "text"));
  const top = Number(heading.at(-1)?.getAttribute("y") ?? 0);
  const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  for (const line of heading) line.remove();
  svg.setAttribute("viewBox", `0 ${top} ${width} ${Number(height) - top}`);
  svg.setAttribute("height", String(Number(height) - top));
  return svg;
}

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
  place.dataset["key"] = key;
  let drawing = null;
  if (square && new Set(squares).size > 1) {
    const text = await table.api.exported({ square, encoding: "minimal", format: "svg" }).catch(() => "");
    drawing = text ? bare(text) : null;
  }
  // Another move may have been made meanwhile.
  if (place.dataset["key"] !== key) return;
  const words = t("learn-circuit", { squares: list([...new Set(squares)]) });
  place.replaceChildren(...(drawing ? [h("p", { class: "quiet" }, words), h("div", { class: "miniature", role: "img", tabindex: 0, "aria-label": words }, drawing)] : []));
}
