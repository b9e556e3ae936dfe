// A bare board in the page of somebody else: a game that is followed, or a study that is walked through.

import * as api from "./api.js";
import { title as titled } from "./describe.js";
import { button, h } from "./dom.js";
import { keys } from "./keys.js";
import { named } from "./panels/moves.js";
import { studyTable } from "./study.js";
import { Table } from "./table.js";
import { t } from "./text.js";

/**
 * @param {HTMLElement} main
 * @param {string} name of a study, or a link to watch
 */
export async function embedPage(main, name) {
  const { table, comment, title, page } = await board(name);
  document.title = title;
  const turn = h("output", { class: "stand" });
  const stand = () => (turn.textContent = t("embed-ply", { ply: table.ply, name: named(table.state?.plies ?? [], table.ply) }));
  table.addEventListener("state", stand);
  stand();
  keys(() => table);
  main.replaceChildren(
    h("h1", {}, title),
    table.element,
    h(
      "div",
      { class: "travel", role: "group", "aria-label": t("moves-travel") },
      button("«", () => void table.go(0), { "aria-label": t("moves-start") }),
      button("‹", () => table.step(-1), { "aria-label": t("moves-back") }),
      turn,
      button("›", () => table.step(1), { "aria-label": t("moves-forward") }),
      button("»", () => void table.go(null), { "aria-label": t("moves-now") }),
    ),
    comment,
    h("p", { class: "quiet" }, h("a", { href: page, target: "_blank", rel: "noopener" }, t("embed-open"))),
  );
}

/**
 * A study, or else a game.
 * @param {string} name
 */
async function board(name) {
  try {
    const study = await api.study(name);
    const { table, comment, open } = studyTable(study);
    await open();
    return { table, comment, title: study.title, page: `/s/${name}` };
  } catch (error) {
    if (!(error instanceof api.ApiError) || error.code !== "unknown-study") throw error;
  }
  const table = new Table(api.opened(name));
  table.element.classList.add("read");
  await table.open();
  return { table, comment: h("div", {}), title: table.state ? titled(table.state) : "Cheqqers", page: `/g/${name}` };
}
