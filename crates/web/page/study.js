// The page of a study: a game that stays as it is, with comments, to be walked through.

import * as api from "./api.js";
import { status } from "./describe.js";
import { button, copier, h, keeper } from "./dom.js";
import { keys } from "./keys.js";
import { lined } from "./line.js";
import { circuitPanel } from "./panels/circuit.js";
import { movesPanel, named } from "./panels/moves.js";
import { tabs } from "./panels/tabs.js";
import { shareStudy } from "./share.js";
import { Table } from "./table.js";
import { t } from "./text.js";

/**
 * @param {HTMLElement} main
 * @param {string} name
 */
export async function studyPage(main, name) {
  const study = await api.study(name);
  const { table, comment, open } = studyTable(study);
  const edit = writer(table, study);
  const circuit = circuitPanel(table);
  const panels = tabs(t("game-beside"), [
    { id: "moves", title: t("game-tab-moves"), panel: movesPanel(table) },
    { id: "circuit", title: t("game-tab-circuit"), panel: circuit.panel, shown: circuit.show },
  ]);
  document.title = t("page-title", { title: study.title });
  keys(() => table);
  await open();
  if (table.state) table.stands = t("study-status", { status: status(table.state) });
  // Whoever would move a piece is told how.
  table.view.element.addEventListener("click", () => table.say(t("study-still")));
  table.redraw();
  main.replaceChildren(
    h(
      "div",
      { class: "game study" },
      h("h1", {}, study.title, study.title === study.about ? "" : h("small", {}, `, ${study.about}`)),
      table.element,
      h(
        "div",
        { class: "aside" },
        h("div", { class: "talk" }, table.told),
        comment,
        edit.element,
        panels,
        h(
          "div",
          { class: "row" },
          copier(t("copy-link"), () => `${location.origin}/s/${name}`),
          button(t("share"), () => shareStudy(name, study.title, table.ply, named(table.state?.plies ?? [], table.ply), table.flipped ? "black" : "white")),
          keeper(t("record-keep"), () => table.api.file({ format: "record" }), (error) => table.fail(error)),
          edit.open,
        ),
      ),
    ),
  );
}

/**
 * The board of a study, and its comment on the ply that is shown, once it is opened.
 * @param {Study} study
 */
export function studyTable({ line, comments, ply, side, plies }) {
  const { moves, ...start } = line;
  const table = new Table(lined(start, { moves, sides: [] }));
  table.element.classList.add("read");
  const comment = h("div", { class: "comment", role: "status" });
  let known = "";
  table.addEventListener("state", () => {
    const text = comments[table.ply] ?? "";
    if (text === known) return;
    known = text;
    comment.replaceChildren(...text.split(/\n+/).filter(Boolean).map((paragraph) => h("p", {}, paragraph)));
  });
  const open = async () => {
    await table.open();
    table.flipped = side === "black";
    if (ply < plies) await table.go(ply);
    else table.redraw();
  };
  return { table, comment, open };
}

/**
 * Comments of one's own, kept as another study: this one stays as it is.
 * @param {Table} table
 * @param {Study} study
 */
function writer(table, study) {
  const comments = { ...study.comments };
  const title = h("input", { id: "study-title", maxlength: 200, value: study.title === study.about ? "" : study.title, placeholder: study.about });
  const text = h("textarea", { id: "study-comment", rows: 4, maxlength: 1000 });
  const label = h("label", { for: text.id });
  const error = h("p", { class: "error", role: "alert" });
  const stand = () => {
    label.textContent = t("study-comment", { ply: table.ply, name: named(table.state?.plies ?? [], table.ply) });
    text.value = comments[table.ply] ?? "";
  };
  text.addEventListener("input", () => (comments[table.ply] = text.value));
  table.addEventListener("state", stand);
  const save = async () => {
    error.textContent = "";
    const { game, settings, position, moves } = study.line;
    try {
      const name = await api.keepStudy({
        line: { game, settings, position, moves: moves.join(" ") },
        title: title.value.trim() || null,
        comments: Object.fromEntries(Object.entries(comments).filter(([, words]) => words.trim())),
        ply: table.ply,
        side: table.flipped ? "black" : "white",
      });
      location.href = `/s/${name}`;
    } catch (failure) {
      error.textContent = api.words(failure);
    }
  };
  const element = h(
    "form",
    {
      class: "writer",
      hidden: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void save();
      },
    },
    h("div", { class: "field" }, h("label", { for: title.id }, t("study-title")), title),
    h("div", { class: "field" }, label, text),
    h("p", { class: "quiet" }, t("study-comment-about")),
    error,
    h("button", { type: "submit", class: "primary" }, t("study-save")),
  );
  const open = button(
    t("study-write"),
    () => {
      element.hidden = !element.hidden;
      open.setAttribute("aria-expanded", String(!element.hidden));
      stand();
      if (!element.hidden) text.focus();
    },
    { "aria-expanded": "false" },
  );
  return { element, open };
}
