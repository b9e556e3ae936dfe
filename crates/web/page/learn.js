// The tutorial: one lesson after the other, on the same board as every game.

import * as api from "./api.js";
import { button, capital, h } from "./dom.js";
import { keys } from "./game.js";
import { LESSONS, fen, reached } from "./lessons.js";
import * as prefs from "./prefs.js";
import { Table } from "./table.js";

/** @typedef {import("./lessons.js").Lesson} Lesson */

/** How long Black waits before it answers, in milliseconds. */
const PAUSE = 700;

const LEVELS = { 0: "Level 0: classical", 1: "Level 1: superposition", 2: "Level 2: entanglement", 3: "Level 3: interference" };

/** @param {HTMLElement} main */
export async function learnPage(main) {
  document.title = "Learn – Cheqqers";
  const steps = h("ol", { class: "steps", "aria-label": "Lessons" });
  const lesson = h("section", { class: "lesson", "aria-label": "Lesson" });
  const place = h("div", {});
  main.replaceChildren(h("div", { class: "learn" }, h("h1", {}, "Learn"), h("div", {}, steps, lesson), place));
  /** @type {Table | null} */
  let table = null;
  keys(() => table);

  let round = 0;
  const open = async () => {
    round += 1;
    const mine = round;
    const at = Math.max(0, LESSONS.findIndex(({ id }) => `#${id}` === location.hash));
    const chosen = LESSONS[at];
    if (!chosen) return;
    table?.close();
    table = null;
    list(steps, at);
    const result = h("div", { "aria-live": "polite" });
    lesson.replaceChildren(
      h("p", { class: "quiet" }, `${LEVELS[chosen.level]}. ${at + 1} of ${LESSONS.length}`),
      h("h2", {}, chosen.title),
      ...chosen.text.map((text) => h("p", {}, text)),
      h("p", { class: "task" }, chosen.task),
      result,
    );
    try {
      const made = new Table(await begin(chosen));
      // Another lesson may have been opened meanwhile.
      if (mine !== round) return;
      made.only = "white";
      made.foresight.tries = false;
      made.addEventListener("state", () => follow(made, chosen, at, result, steps));
      table = made;
      await made.open();
      place.replaceChildren(made.element, made.talk);
    } catch (error) {
      result.replaceChildren(h("p", { class: "error" }, capital(api.words(error))), button("Try again", () => void open()));
    }
  };
  window.addEventListener("hashchange", () => void open());
  lesson.addEventListener("again", () => void open());
  await open();
}

/**
 * @param {Lesson} lesson
 * @returns {Promise<string>} the link for both sides
 */
async function begin(lesson) {
  const { links } = await api.create({
    game: "cheqqers",
    preset: null,
    settings: { level: lesson.level, size: String(lesson.size) },
    white: "person",
    black: "person",
    one_screen: true,
    backend: "local",
    position: fen(lesson),
    moves: lesson.moves ?? null,
    outcomes: null,
    seed: null,
  });
  return links.both ?? links.watch;
}

/**
 * Answers for Black until the goal is reached, and then says what happened.
 * @param {Table} table
 * @param {Lesson} lesson
 * @param {number} at
 * @param {HTMLElement} result
 * @param {HTMLElement} steps
 */
function follow(table, lesson, at, result, steps) {
  const { state } = table;
  if (!state || table.past) return;
  const made = lesson.moves?.split(" ").length ?? 0;
  const again = () => result.dispatchEvent(new Event("again", { bubbles: true }));
  if (state.plies.length > made && reached(lesson, state)) {
    if (result.dataset["done"]) return;
    result.dataset["done"] = "yes";
    prefs.learnt(lesson.id);
    list(steps, at);
    const next = LESSONS[at + 1];
    result.replaceChildren(
      h("p", { class: "done" }, lesson.done(state)),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button primary", href: next ? `#${next.id}` : "/" }, next ? "Next" : "Play a game"),
        button("Once more", again),
      ),
    );
    table.only = null;
    // On a phone the words are above the board.
    result.scrollIntoView({ block: "nearest" });
    return;
  }
  if (lesson.move && state.plies.length > made) {
    result.replaceChildren(h("p", {}, "That was another move."), button("Once more", again));
    return;
  }
  result.replaceChildren();
  if (state.turn === "black" && state.status === "in_progress") {
    const known = lesson.replies?.find((move) => state.legal.some((one) => one.move === move));
    const reply = known ?? state.legal[0]?.move;
    const ply = state.plies.length;
    window.setTimeout(() => {
      if (reply && table.state?.plies.length === ply) void table.play(reply);
    }, PAUSE);
  } else if (state.status !== "in_progress") {
    result.replaceChildren(h("p", {}, "The game is over before the goal."), button("Once more", again));
  }
}

/**
 * @param {HTMLElement} steps
 * @param {number} at
 */
function list(steps, at) {
  const done = prefs.lessons();
  steps.replaceChildren(
    ...LESSONS.map(({ id, title }, k) => {
      const learnt = done.includes(id);
      const label = `${k + 1}: ${title}${learnt ? ", done" : ""}`;
      const go = () => {
        if (location.hash === `#${id}`) window.dispatchEvent(new Event("hashchange"));
        else location.hash = id;
      };
      return h(
        "li",
        {},
        button(String(k + 1), go, { class: learnt ? "done" : null, "aria-label": label, title, "aria-current": k === at ? "step" : null }),
      );
    }),
  );
}
