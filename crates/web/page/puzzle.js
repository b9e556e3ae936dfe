// A puzzle: a position in which one move stands out. The server judges the moves; the page keeps what is solved.

import * as api from "./api.js";
import { title } from "./describe.js";
import { button, capital, h, percent } from "./dom.js";
import { keys } from "./keys.js";
import { lined } from "./line.js";
import * as prefs from "./prefs.js";
import { Table } from "./table.js";
import { given, locale, t } from "./text.js";

/** How long the other side waits before it answers, in milliseconds. */
const PAUSE = 700;

/** The ways to choose puzzles, as the address of a page and the server have them. */
export const CHOICES = /** @type {const} */ (["game", "grade", "theme"]);

/**
 * The chosen puzzles, as the address says.
 * @returns {Record<string, string>}
 */
export function chosen() {
  const asked = new URLSearchParams(location.search);
  return Object.fromEntries(CHOICES.flatMap((key) => (asked.get(key) ? [[key, asked.get(key) ?? ""]] : [])));
}

/**
 * The address of a puzzle among the chosen ones.
 * @param {string} id
 * @param {Record<string, string>} choice
 */
export function address(id, choice) {
  const query = String(new URLSearchParams(choice));
  return `/puzzles/${id}${query ? `?${query}` : ""}`;
}

/**
 * The next puzzle behind one that is not solved yet; from the first on again when there is none behind.
 * @param {{ id: string }[]} puzzles
 * @param {string | null} behind
 */
export function unsolved(puzzles, behind) {
  const { solved } = prefs.puzzles();
  const from = puzzles.findIndex(({ id }) => id === behind) + 1;
  return [...puzzles.slice(from), ...puzzles.slice(0, from)].find(({ id }) => id !== behind && !solved.includes(id)) ?? null;
}

/**
 * @param {HTMLElement} main
 * @param {string} name an id, or `daily`
 */
export async function puzzlePage(main, name) {
  const daily = await api.dailyPuzzle();
  const puzzle = name === "daily" ? daily : await api.puzzle(name);
  if (name === "daily") history.replaceState(null, "", address(puzzle.id, {}));
  const solver = new Solver(puzzle, daily.id === puzzle.id ? daily.day : null);
  document.title = t("page-title", { title: t("puzzles") });
  keys(() => solver.table);
  await solver.open();
  main.replaceChildren(solver.element);
}

class Solver {
  /** @type {string[]} moves found */
  #found = [];
  /** @type {string[]} plies that the page makes by itself, with their outcomes */
  #queue = [];
  #helped = false;
  /** How many moves were found when a hint was given last: the first one for a move tells its kind alone. */
  #hinted = -1;
  #over = false;

  /**
   * @param {Puzzle} puzzle
   * @param {number | null} day on which it is the daily one
   */
  constructor(puzzle, day) {
    this.puzzle = puzzle;
    this.day = day;
    const { game, preset, settings, moves, turn } = puzzle;
    const line = lined({ game, preset, settings }, { moves: moves ? [moves] : [], sides: [turn] });
    const fixed = (/** @type {State} */ state) => ({ ...state, undo: null, ahead: null });
    this.table = new Table({
      ...line,
      state: async () => fixed(await line.state()),
      move: async (ply, move, agreed) => {
        const [next] = this.#queue;
        // A move that is typed before the other side has answered is not made.
        const made = next === undefined ? await this.#judged(move) : move === next;
        if (!made) return fixed(await line.state());
        return fixed(await line.move(ply, this.#queue.shift() ?? move, agreed));
      },
    });
    this.table.only = turn;
    this.table.foresight.tries = false;
    this.table.addEventListener("state", () => this.#follow());
    this.about = h("p", { class: "quiet" });
    this.verdict = h("div", { class: "verdict", "aria-live": "polite" });
    this.ways = h("div", { class: "row" });
    this.facts = h("div", {});
    this.element = h(
      "div",
      { class: "puzzle" },
      h("h1", {}, t("puzzle-task", { side: turn })),
      this.table.element,
      h("section", { class: "aside", "aria-label": t("puzzle") }, this.about, this.ways, this.facts),
    );
    // What is said of a move is seen where the moves are told: on a phone below the board.
    this.table.talk.prepend(this.verdict);
    this.table.beside((talk) => this.ways.after(talk));
  }

  async open() {
    await this.table.open();
    // What was played before is not what is to be found.
    this.table.say();
    const { state } = this.table;
    const facts = this.day === null ? "puzzle-facts" : "puzzle-facts-daily";
    this.about.textContent = t(facts, { title: state ? title(state) : "", moves: this.puzzle.steps });
    this.#offer();
  }

  /** The buttons for what can be done now. */
  #offer() {
    const back = h("a", { class: "button", href: `/puzzles${location.search}` }, t("puzzles-list"));
    if (this.#over) {
      const next = h("a", { class: "button primary", href: "/puzzles" }, t("puzzle-next"));
      const explore = button(t("play-on"), () => void this.table.branch(this.table.ply, null));
      this.ways.replaceChildren(next, explore, back);
      void this.#point(next);
      return;
    }
    this.ways.replaceChildren(
      button(t("puzzle-hint"), () => void this.#hint()),
      button(t("puzzle-show"), () => void this.#show()),
      back,
    );
  }

  /**
   * Lets a link lead to the next puzzle that is not solved.
   * @param {HTMLAnchorElement} link
   */
  async #point(link) {
    const choice = chosen();
    const { puzzles } = await api.puzzles(choice);
    const next = unsolved(puzzles, this.puzzle.id);
    if (next) link.href = address(next.id, choice);
  }

  /**
   * Whether a move is the one to be found; else it is told why not.
   * @param {string} move
   */
  async #judged(move) {
    const told = await api.tryPuzzle(this.puzzle.id, [...this.#found, move]);
    if (!("right" in told)) return false;
    if (!told.right) {
      this.#say("wrong", [t("puzzle-wrong", { move, score: worth(told.score), best: worth(told.best) })]);
      this.table.chooser.letGo();
      return false;
    }
    this.#found.push(move);
    this.#queue = [...told.plies];
    const words = [t(told.solved ? "puzzle-solved" : "puzzle-right", { move, best: worth(told.best), second: worth(told.second) })];
    if (told.probability < 1000) words.push(t("puzzle-chance", { chance: percent(told.probability / 1000) }));
    if (told.about) this.#end(told.about, words);
    else this.#say("right", words);
    return true;
  }

  /** Makes the plies that the page makes by itself, one after the other. */
  #follow() {
    const { state } = this.table;
    if (!state || this.table.past) return;
    const [next] = this.#queue;
    const ply = state.plies.length;
    if (next !== undefined) {
      window.setTimeout(() => {
        if (this.#queue[0] === next && this.table.state?.plies.length === ply) void this.table.play(next);
      }, PAUSE);
    } else if (this.#over && this.table.stands === null) {
      // There is nothing more to find.
      this.table.stands = t("puzzle-over");
      this.table.only = state.turn === "white" ? "black" : "white";
      this.table.chooser.letGo();
      this.table.redraw();
    }
  }

  async #hint() {
    try {
      const told = await api.tryPuzzle(this.puzzle.id, this.#found, "hint");
      if (!("from" in told)) return;
      this.#helped = true;
      const { from, kind } = told;
      const squares = new Intl.ListFormat(locale()).format(from);
      const more = this.#hinted === this.#found.length && from.length > 0;
      this.#hinted = this.#found.length;
      this.#say("help", [t(more ? "puzzle-hint-from" : "puzzle-hint-kind", { kind: given(`move-${kind}`, kind), squares })]);
      if (more) this.table.view.glow(from);
    } catch (error) {
      this.table.fail(error);
    }
  }

  async #show() {
    try {
      const told = await api.tryPuzzle(this.puzzle.id, this.#found, "solution");
      if (!("steps" in told)) return;
      this.#helped = true;
      this.#queue = told.steps.flatMap(({ plies }) => plies);
      const [first] = told.steps;
      const [move = ""] = first?.plies ?? [];
      const values = { move: move.replace(/\{.*$/s, ""), best: worth(first?.best ?? 0), second: worth(first?.second ?? 0) };
      this.#end(told.about, [t("puzzle-solution", values)]);
      this.#follow();
    } catch (error) {
      this.table.fail(error);
    }
  }

  /**
   * @param {PuzzleAbout} about
   * @param {string[]} words
   */
  #end({ grade, kinds, themes, found }, words) {
    this.#over = true;
    if (!this.#helped) prefs.solvePuzzle(this.puzzle.id, this.day);
    const tags = [t(`grade-${grade}`), ...kinds.map((kind) => capital(given(`move-${kind}`, kind))), ...themes.map((theme) => t(`theme-${theme}`))];
    const [weak = "", middling = "", strong = ""] = found.map((share) => percent(share / 100));
    this.#say("done", [...words, ...(this.#helped ? [t("puzzle-helped")] : [])]);
    this.facts.replaceChildren(
      h("ul", { class: "tags", "aria-label": t("puzzle-about") }, ...tags.map((tag) => h("li", {}, tag))),
      h("p", { class: "quiet" }, t("puzzle-found", { weak, middling, strong }), " ", t("puzzle-worth")),
    );
    this.#offer();
  }

  /**
   * @param {"right" | "wrong" | "help" | "done"} kind
   * @param {string[]} words
   */
  #say(kind, words) {
    this.verdict.className = `verdict ${kind}`;
    this.verdict.replaceChildren(...words.map((line) => h("p", {}, line)));
    this.verdict.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Expected points as a whole percentage.
 * @param {number} score in thousandths
 */
const worth = (score) => percent(Math.round(score / 10) / 100);
