// The puzzles there are: the one of the day, a choice by game, grade and theme, and what is solved.

import * as api from "./api.js";
import { button, capital, h } from "./dom.js";
import * as prefs from "./prefs.js";
import { address, chosen, unsolved } from "./puzzle.js";
import { given, t } from "./text.js";

/** @param {HTMLElement} main */
export async function puzzlesPage(main) {
  document.title = t("page-title", { title: t("puzzles") });
  const choice = chosen();
  const [list, daily] = await Promise.all([api.puzzles(choice), api.dailyPuzzle()]);
  main.replaceChildren(
    h(
      "div",
      { class: "puzzles" },
      h("h1", {}, t("puzzles")),
      h("p", { class: "lead" }, t("puzzles-about")),
      today(daily),
      h("section", { "aria-label": t("puzzles-choose") }, choosing(list, choice), progress(list, choice)),
    ),
  );
}

/** @param {string} game */
const called = (game) => given(`game-${game}`, capital(game));

/** @param {DailyPuzzle} daily */
function today({ id, day }) {
  const { solved, streak, last } = prefs.puzzles();
  const done = solved.includes(id);
  const held = last !== null && last >= day - 1 ? streak : 0;
  return h(
    "section",
    { class: "today", "aria-label": t("puzzles-daily") },
    h("a", { class: "button primary", href: address(id, {}) }, t(done ? "puzzles-daily-done" : "puzzles-daily")),
    held > 0 && h("p", { class: "quiet" }, t("puzzles-streak", { days: held })),
  );
}

/**
 * Fields by which puzzles are chosen; each choice is an address of its own.
 * @param {PuzzleList} list
 * @param {Record<string, string>} choice
 */
function choosing({ games, grades, themes, kinds }, choice) {
  const field = (/** @type {string} */ key, /** @type {string} */ label, /** @type {[string, string, number][]} */ values) => {
    const options = values.map(([value, name, count]) => h("option", { value, selected: choice[key] === value }, t("puzzles-count", { name, count })));
    const change = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      const { [key]: _, ...others } = choice;
      const query = String(new URLSearchParams(value ? { ...others, [key]: value } : others));
      location.href = `/puzzles${query ? `?${query}` : ""}`;
    };
    const id = `puzzles-${key}`;
    return h("div", { class: "field" }, h("label", { for: id }, label), h("select", { id, onchange: change }, h("option", { value: "" }, t("puzzles-any")), ...options));
  };
  const counted = (/** @type {Record<string, number>} */ counts, /** @type {(name: string) => string} */ worded) =>
    Object.entries(counts).map(([value, count]) => /** @type {[string, string, number]} */ ([value, worded(value), count]));
  const kindsAndThemes = [...counted(kinds, (kind) => capital(given(`move-${kind}`, kind))), ...counted(themes, (theme) => t(`theme-${theme}`))];
  const order = ["easy", "medium", "hard"];
  const graded = counted(grades, (grade) => t(`grade-${grade}`)).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return h(
    "div",
    { class: "fields" },
    field("game", t("puzzles-game"), counted(games, called)),
    field("grade", t("puzzles-grade"), graded),
    field("theme", t("puzzles-theme"), kindsAndThemes.sort(([, a], [, b]) => a.localeCompare(b))),
  );
}

/**
 * How many of the chosen ones are solved, and the way to the next.
 * @param {PuzzleList} list
 * @param {Record<string, string>} choice
 */
function progress({ puzzles }, choice) {
  const { solved } = prefs.puzzles();
  const done = puzzles.filter(({ id }) => solved.includes(id));
  if (puzzles.length === 0) return h("p", {}, t("puzzles-none"));
  const next = unsolved(puzzles, null);
  const afresh = () => {
    prefs.forgetPuzzles(puzzles.map(({ id }) => id));
    location.reload();
  };
  const items = puzzles.map(({ id, game, grade }, k) => {
    const name = t("puzzles-one", { number: k + 1, game: called(game), grade: t(`grade-${grade}`) });
    const is = solved.includes(id);
    return h("li", {}, h("a", { class: is ? "button done" : "button", href: address(id, choice), title: name, "aria-label": is ? t("puzzles-one-done", { name }) : name }, k + 1));
  });
  return h(
    "div",
    {},
    h("p", {}, t("puzzles-solved", { solved: done.length, count: puzzles.length })),
    next
      ? h("p", {}, h("a", { class: "button primary", href: address(next.id, choice) }, t(done.length > 0 ? "puzzles-continue" : "puzzles-begin")))
      : h("p", {}, t("puzzles-all-solved"), " ", button(t("puzzles-again"), afresh)),
    h("details", {}, h("summary", {}, t("puzzles-list")), h("ol", { class: "numbers" }, ...items)),
  );
}
