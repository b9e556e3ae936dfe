// The tutorial: one lesson after the other, on the same board as every game.

import * as api from "./api.js";
import { button, capital, h } from "./dom.js";
import { keys } from "./keys.js";
import { partsOn } from "./describe.js";
import { lined } from "./line.js";
import { miniature } from "./miniature.js";
import * as prefs from "./prefs.js";
import { Table } from "./table.js";
import { given, t } from "./text.js";

/** How long the other side waits before it answers, in milliseconds. */
const PAUSE = 700;

/**
 * A lesson by its game and its own id, as in the address behind the `#`.
 * @param {Lesson} lesson
 */
const name = ({ game, id }) => `${game}/${id}`;

/**
 * A text of a lesson, in the words of the page.
 * @param {Lesson} lesson
 * @param {string} part
 * @param {string} english
 */
const text = ({ game, id }, part, english) => given(`lesson-${game}-${id}-${part}`, english);

/** @param {HTMLElement} main */
export async function learnPage(main) {
  document.title = t("page-title", { title: t("learn") });
  const [all, options] = await Promise.all([api.lessons(), api.options()]);
  const steps = h("ol", { class: "steps", "aria-label": t("learn-lessons") });
  const heading = h("div", { class: "task-of-lesson" });
  const place = h("div", { class: "place" });
  const result = h("div", { class: "result", "aria-live": "polite" });
  const words = h("div", { class: "words" });
  const told = h("div", { class: "told-of-lesson" }, result, words);
  const lesson = h("section", { class: "lesson", "aria-label": t("learn-lesson") }, heading, place, told);
  const games = options.games.filter(({ name }) => all.some(({ game }) => game === name));
  const game = h(
    "select",
    { "aria-label": t("setup-game"), onchange: () => (location.hash = name(first(all, game.value))) },
    ...games.map(({ name, title }) => h("option", { value: name }, given(`game-${name}`, title))),
  );
  game.hidden = games.length < 2;
  main.replaceChildren(h("div", { class: "learn" }, h("h1", {}, t("learn")), h("div", { class: "choice-of-lesson" }, game, steps), lesson));
  /** @type {Table | null} */
  let table = null;
  keys(() => table);

  let round = 0;
  const open = async () => {
    round += 1;
    const mine = round;
    const wanted = decodeURIComponent(location.hash.slice(1));
    const chosen = all.find((one) => name(one) === wanted) ?? all.find(({ id }) => id === wanted) ?? all[0];
    if (!chosen) return;
    const lessons = all.filter((one) => one.game === chosen.game);
    const at = lessons.indexOf(chosen);
    table?.close();
    table = null;
    game.value = chosen.game;
    list(lessons, steps, at);
    result.replaceChildren();
    delete result.dataset["done"];
    heading.replaceChildren(h("h2", {}, text(chosen, "title", chosen.title)), h("p", { class: "task" }, text(chosen, "task", chosen.task)));
    const circuit = h("div", { class: "inside miniature" });
    words.replaceChildren(
      h("p", { class: "quiet" }, t("learn-place", { chapter: given(`chapter-${chosen.chapter}`, chosen.chapter), at: at + 1, count: lessons.length })),
      ...chosen.text.map((line, k) => h("p", {}, text(chosen, `text-${k + 1}`, line))),
    );
    try {
      const made = new Table(begin(chosen));
      made.foresight.tries = false;
      // Another lesson may have been opened meanwhile.
      made.addEventListener("state", () => {
        if (table !== made) return;
        follow(made, lessons, at, result, steps);
        void miniature(made, circuit);
      });
      table = made;
      await made.open();
      if (mine !== round) return;
      place.replaceChildren(made.element);
      // The task says what to do first. What a lesson tells is told where the moves are: on a phone below the board.
      made.told.replaceChildren();
      made.talk.prepend(result);
      made.talk.append(words, made.toolbar.hint, made.foresight.element);
      told.replaceChildren(circuit);
      made.beside((talk) => told.prepend(talk));
    } catch (error) {
      result.replaceChildren(h("p", { class: "error" }, capital(api.words(error))), button(t("again"), () => void open()));
    }
  };
  window.addEventListener("hashchange", () => {
    window.scrollTo(0, 0);
    void open();
  });
  lesson.addEventListener("again", () => void open());
  await open();
}

/**
 * The lesson of a game to go on with: the first that is not learnt.
 * @param {Lesson[]} all
 * @param {string} game
 * @returns {Lesson}
 */
function first(all, game) {
  const done = prefs.lessons();
  const lessons = all.filter((one) => one.game === game);
  return /** @type {Lesson} */ (lessons.find((one) => !done.includes(name(one))) ?? lessons[0]);
}

/**
 * The game of a lesson, of which the server keeps nothing.
 * @param {Lesson} lesson
 */
const begin = ({ game, settings, position, moves }) => lined({ game, settings, position }, { moves: moves ? [moves] : [] });

/**
 * Answers for the other side until the goal is reached, and then says what happened.
 * @param {Table} table
 * @param {Lesson[]} lessons
 * @param {number} at
 * @param {HTMLElement} result
 * @param {HTMLElement} steps
 */
function follow(table, lessons, at, result, steps) {
  const { state } = table;
  const lesson = lessons[at];
  if (!state || !lesson || table.past) return;
  const made = lesson.moves ? lesson.moves.split(" ").length : 0;
  if (state.plies.length === made && !table.only) {
    table.only = state.turn;
    table.redraw();
  }
  const mine = state.plies[made]?.side ?? state.turn;
  const again = () => result.dispatchEvent(new Event("again", { bubbles: true }));
  if (state.plies.length > made && reached(lesson.goal, state, mine)) {
    if (result.dataset["done"]) return;
    result.dataset["done"] = "yes";
    prefs.learnt(name(lesson));
    list(lessons, steps, at);
    const next = lessons[at + 1];
    result.replaceChildren(
      h("p", { class: "done" }, ending(lesson, state, mine)),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button primary", href: next ? `#${name(next)}` : "/" }, t(next ? "learn-next" : "learn-play")),
        button(t("again"), again),
      ),
    );
    table.only = null;
    result.scrollIntoView({ block: "nearest" });
    return;
  }
  if (typeof lesson.goal === "object" && "move" in lesson.goal && state.plies.length > made) {
    result.replaceChildren(h("p", {}, t("learn-other-move")), button(t("again"), again));
    return;
  }
  result.replaceChildren();
  if (state.turn !== mine && state.status === "in_progress") {
    const known = lesson.replies.find((move) => state.legal.some((one) => one.move === move));
    const reply = known ?? state.legal[0]?.move;
    const ply = state.plies.length;
    window.setTimeout(() => {
      if (reply && table.state?.plies.length === ply) void table.play(reply);
    }, PAUSE);
  } else if (state.status !== "in_progress") {
    result.replaceChildren(h("p", {}, t("learn-over")), button(t("again"), again));
  }
}

/**
 * The parts of a side's pieces.
 * @param {State} state
 * @param {(colour: Side | null) => boolean} wanted
 */
const parts = (state, wanted) => state.board.squares.flatMap((square) => square.parts).filter(({ colour }) => wanted(colour));

/**
 * Whether a task is done.
 * @param {LessonGoal} goal
 * @param {State} state
 * @param {Side} mine
 */
function reached(goal, state, mine) {
  const own = state.plies.filter(({ side }) => side === mine);
  if (goal === "measured") return state.plies.some(({ measured }) => measured);
  if ("move" in goal) return state.plies.some(({ move }) => move === goal.move);
  if ("plies" in goal) return state.plies.length >= goal.plies;
  if ("deed" in goal) return own.some(({ kind }) => kind === goal.deed);
  if ("from" in goal) return own.some(({ squares }) => goal.from.includes(squares[0] ?? ""));
  if ("left" in goal) return parts(state, (colour) => colour !== mine).length === goal.left;
  return state.board.pieces.some((squares) => squares.length >= goal.parts);
}

/**
 * What is said when a task is done.
 * @param {Lesson} lesson
 * @param {State} state
 * @param {Side} mine
 */
function ending(lesson, state, mine) {
  const at = lesson.endings.findIndex(({ when }) => {
    if (!when) return true;
    if ("occupied" in when) return partsOn(state.board, when.occupied).length > 0;
    return parts(state, (colour) => colour !== mine).length > when["more-than"];
  });
  const found = lesson.endings[at];
  return found ? text(lesson, `ending-${at + 1}`, found.text) : "";
}

/**
 * @param {Lesson[]} lessons
 * @param {HTMLElement} steps
 * @param {number} at
 */
function list(lessons, steps, at) {
  const done = prefs.lessons();
  steps.replaceChildren(
    ...lessons.map((lesson, k) => {
      const learnt = done.includes(name(lesson));
      const title = text(lesson, "title", lesson.title);
      const label = t(learnt ? "learn-step-done" : "learn-step", { at: k + 1, title });
      const go = () => {
        if (location.hash === `#${name(lesson)}`) window.dispatchEvent(new Event("hashchange"));
        else location.hash = name(lesson);
      };
      return h(
        "li",
        {},
        button(String(k + 1), go, { class: learnt ? "done" : null, "aria-label": label, title, "aria-current": k === at ? "step" : null }),
      );
    }),
  );
  // On a phone they are one line, which alone is scrolled.
  const current = steps.querySelector("[aria-current=step]");
  if (current instanceof HTMLElement) steps.scrollLeft = current.offsetLeft - steps.offsetLeft - steps.clientWidth / 2;
}
