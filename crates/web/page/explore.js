// What if: a tree of variations of a game, kept in the page alone. The game itself stays one press away, and hears of
// nothing.

import { marks } from "./analysis.js";
import { playLine, words } from "./api.js";
import { button, edges, h, percent } from "./dom.js";
import { ScoreBar } from "./graph.js";
import { lined } from "./line.js";
import { position } from "./panels/analysis.js";
import { written } from "./panels/moves.js";
import { Table } from "./table.js";
import { t } from "./text.js";

/** How long a position is looked at before it is evaluated, in milliseconds. */
const PAUSE = 200;

/**
 * A position of the tree: the move that led there, with what it measured.
 * @typedef {object} Branch
 * @property {string | null} move none at the start
 * @property {Ply | null} told what it did
 * @property {Branch | null} parent
 * @property {Branch[]} children the one that the line goes on with first
 * @property {number} ply
 * @property {boolean} main whether it is of the game itself
 * @property {number | null} probability of the outcome, where one of several was chosen
 * @property {PlyAnalysis | null} analysis
 */

/** A table on a tree: arrows go along its branches, and every position can be moved in. */
class TreeTable extends Table {
  /**
   * @param {import("./api.js").Game} game
   * @param {Explorer} tree
   */
  constructor(game, tree) {
    super(game);
    this.tree = tree;
  }

  /** @param {number} by @override */
  step(by) {
    const { here } = this.tree;
    void this.tree.visit((by < 0 ? here.parent : here.children[0]) ?? here);
  }

  /** @param {number | null} ply @override */
  async go(ply) {
    let to = this.tree.here;
    while (ply !== null && to.parent && to.ply > ply) to = to.parent;
    while ((ply === null || to.ply < ply) && to.children[0]) to = to.children[0];
    await this.tree.visit(to);
  }

  /** @override */
  undo() {
    this.step(-1);
  }
}

export class Explorer {
  /** How many answers were asked for: all but that to the last one are late. */
  #version = 0;
  /** @type {Map<Branch, ReturnType<typeof lined>>} those that were looked at */
  #lines = new Map();
  /** @type {Branch} whose board is shown */
  #shownAt;
  #timer = 0;
  /** @type {AbortController | null} */
  #computing = null;

  /**
   * @param {import("./line.js").LineStart} start
   * @param {Pick<Line, "moves" | "plies">} line of the game
   * @param {object} options
   * @param {boolean} options.evaluates whether the computer may be asked
   * @param {boolean} options.flipped
   * @param {() => void} options.back
   */
  constructor(start, { moves, plies }, { evaluates, flipped, back }) {
    this.start = start;
    this.evaluates = evaluates;
    this.back = back;
    this.root = this.#branch(null, null, null, true);
    this.here = this.#shownAt = this.root;
    for (const [at, move] of moves.entries()) this.here = this.#branch(this.here, move, plies[at] ?? null, true);
    this.table = new TreeTable(this.#game(), this);
    this.table.flipped = flipped;
    this.table.foresight.attempt = (move, probability) => void this.play([move], probability);
    // Whoever moved: the board, a list, or keys.
    this.table.addEventListener("state", () => this.#shown());
    this.bar = new ScoreBar();
    if (evaluates) this.bar.beside(this.table.view.element);
    this.moment = h("div", { class: "moment", "aria-live": "polite" });
    this.rows = h("div", { class: "variations", role: "group", "aria-label": t("explore-variations") });
    this.look = edges(this.rows);
    new ResizeObserver(() => this.#stand()).observe(this.rows);
    this.stands = h("p", { class: "quiet" });
    this.title = h("h1", { tabindex: -1 }, t("explore"));
    this.error = h("p", { class: "error", role: "alert" });
    const panels = h("section", { class: "panels", "aria-label": t("explore-variations") }, this.rows, this.moment);
    this.element = h(
      "div",
      { class: "game explorer" },
      h(
        "div",
        { class: "ways" },
        this.title,
        button(t("explore-back"), back, { class: "primary" }),
        button(t("play-on"), () => void this.#playOn()),
      ),
      this.table.element,
      h(
        "div",
        { class: "aside" },
        h("p", { class: "quiet" }, t("explore-about"), " ", h("span", { class: "keyboard" }, t("moves-keys"))),
        this.stands,
        this.error,
        panels,
      ),
    );
    this.table.beside((talk) => panels.before(talk));
  }

  /**
   * Opens it after a ply of the game, and plays on from there.
   * @param {number} ply
   * @param {string[]} moves
   * @param {number | null} [probability] of the outcome that was chosen
   */
  async open(ply, moves, probability = null) {
    this.here = this.#at(ply);
    const { flipped } = this.table;
    await this.table.open();
    if (this.table.flipped !== flipped) this.table.flip();
    await this.play(moves, probability);
  }

  close() {
    this.#computing?.abort();
    clearTimeout(this.#timer);
    this.table.close();
  }

  /**
   * Plays moves from here, up to one that can't be played.
   * @param {string[]} moves
   * @param {number | null} [probability]
   */
  async play(moves, probability = null) {
    for (const move of moves) {
      const from = this.here;
      // Who has left meanwhile is not called back.
      if (!(await this.table.play(move)) || this.here.parent !== from) return;
      if (probability === null || this.here.probability !== null) continue;
      this.here.probability = probability;
      this.#drawTree();
    }
  }

  /** @param {Branch} branch */
  async visit(branch) {
    if (branch === this.here) return;
    this.here = branch;
    if (!(await this.table.act("visit")) && this.here === branch) {
      this.here = this.#shownAt;
      this.#drawTree();
    }
    this.table.say(...(this.table.state?.plies.at(-1)?.told ?? []));
  }

  /**
   * @param {Branch | null} parent
   * @param {string | null} move
   * @param {Ply | null} told
   * @param {boolean} main
   */
  #branch(parent, move, told, main) {
    const ply = parent ? parent.ply + 1 : 0;
    /** @type {Branch} */
    const made = { move, told, parent, children: [], ply, main, probability: null, analysis: null };
    parent?.children.push(made);
    return made;
  }

  /**
   * The line to a branch.
   * @param {Branch} branch
   */
  #line(branch) {
    const known = this.#lines.get(branch);
    if (known) return known;
    const moves = [];
    for (let at = branch; at.parent; at = at.parent) moves.unshift(at.move ?? "");
    const line = lined(this.start, { moves });
    this.#lines.set(branch, line);
    return line;
  }

  /** @param {number} ply of the game itself */
  #at(ply) {
    let at = this.root;
    while (at.ply < ply) {
      const next = at.children.find(({ main }) => main);
      if (!next) return at;
      at = next;
    }
    return at;
  }

  /**
   * The game that the table plays: the line to where it stands.
   * @returns {import("./api.js").Game}
   */
  #game() {
    const line = () => this.#line(this.here);
    const state = async () => {
      const version = (this.#version += 1);
      const { here } = this;
      const known = await line().state();
      if (version !== this.#version) return this.table.state ?? known;
      this.#shownAt = here;
      const undo = here.parent ? { plies: 1, measured: false } : null;
      return { ...known, version, undo, ahead: null };
    };
    return {
      events: null,
      state,
      description: () => line().description(),
      moment: (ply) => line().moment(ply),
      preview: (move) => line().preview(move),
      circuit: (square, ply, encoding, steps) => line().circuit(square, ply, encoding, steps),
      analysis: (from, signal) => line().analysis(from, signal),
      exported: (fields) => line().exported(fields),
      file: (fields) => line().file(fields),
      branch: (ply, move) => line().branch(ply, move),
      move: async (_, move) => {
        const from = this.here;
        const known = from.children.find((child) => child.move === move);
        const tried = known ? this.#line(known) : lined(this.start, { moves: [...this.#line(from).moves(), move] });
        const { plies } = await tried.state();
        const played = tried.moves().at(-1) ?? move;
        const to = from.children.find((child) => child.move === played) ?? this.#branch(from, played, plies.at(-1) ?? null, false);
        this.#lines.set(to, tried);
        if (this.here === from || !this.table.state) {
          this.here = to;
          return state();
        }
        this.#drawTree();
        return this.table.state;
      },
      act: (name) => {
        if (name !== "visit") throw new Error(`a tree knows no ${name}`);
        return state();
      },
    };
  }

  #shown() {
    this.#drawTree();
    this.#drawMoment();
    this.#evaluate();
  }

  #drawTree() {
    this.rows.replaceChildren(this.#list(this.root));
    this.#stand();
  }

  /** Scrolls the list to where one is, once it is seen. */
  #stand() {
    const current = this.rows.querySelector("[aria-current=true]");
    if (current instanceof HTMLElement) this.rows.scrollTop = current.offsetTop - this.rows.clientHeight / 2;
    this.look();
  }

  /**
   * A line as far as it goes, and behind each move the variations that leave it there.
   * @param {Branch} from
   */
  #list(from) {
    const list = h("ol", {});
    let row = h("li", {}, this.#button(from));
    list.append(row);
    let at = from;
    for (;;) {
      const next = at.children[0];
      if (!next) return list;
      if (row.childElementCount === 0) list.append(row);
      row.append(this.#button(next));
      const others = at.children.slice(1);
      list.append(...others.map((other) => h("li", { class: "variation" }, this.#list(other))));
      if (others.length > 0) row = h("li", {});
      at = next;
    }
  }

  /** @param {Branch} branch */
  #button(branch) {
    const here = branch === this.here;
    const chance = branch.probability === null ? "" : ` (${percent(branch.probability)})`;
    const { signs, words } = marks(branch.analysis?.move ?? null);
    const { told } = branch;
    const name = told ? written(told) : t("explore-start");
    const press = () => void this.visit(branch);
    return button(`${name}${chance} ${signs}`.trim(), press, {
      class: `ply ${branch.main ? "main" : ""}`,
      title: told?.told.join("\n"),
      "aria-label": [`${told?.move ?? name}${chance}`, ...(told?.measured ? told.told : []), words, branch.main ? t("explore-main") : ""].filter(Boolean).join(", "),
      "aria-current": here && "true",
    });
  }

  #drawMoment() {
    const { analysis } = this.here;
    this.bar.draw(analysis?.score ?? null, this.table.flipped);
    /** @type {import("./panels/analysis.js").Explore} */
    const explore = (ply, moves, probability) => void this.#from(ply, moves, probability ?? null);
    this.moment.replaceChildren(...(analysis ? position(analysis, explore, this.here.main) : []));
  }

  /**
   * Plays moves after a ply of the line that is looked at.
   * @param {number} ply
   * @param {string[]} moves
   * @param {number | null} probability
   */
  async #from(ply, moves, probability) {
    let to = this.here;
    while (to.parent && to.ply > ply) to = to.parent;
    await this.visit(to);
    await this.play(moves, probability);
  }

  /** Asks what the position is worth, unless it is left at once. */
  #evaluate() {
    this.#computing?.abort();
    clearTimeout(this.#timer);
    const { here } = this;
    if (!this.evaluates || here.analysis) return;
    this.#timer = window.setTimeout(async () => {
      const computing = (this.#computing = new AbortController());
      try {
        for await (const { ply, error } of this.#line(here).analysis(here.ply, computing.signal)) {
          if (ply) here.analysis = ply;
          if (error) throw new Error(error.message);
        }
        if (here === this.here) this.#shown();
      } catch (error) {
        if (!computing.signal.aborted) this.error.textContent = words(error);
      }
    }, PAUSE);
  }

  /** Begins a game from here, both sides at this screen. */
  async #playOn() {
    await this.table.branch(this.here.ply, null);
  }
}

/** The way from a game into its variations, and back. */
export class Exploration {
  /** @type {Explorer | null} */
  #open = null;
  #opening = false;

  /**
   * @param {Table} game
   * @param {HTMLElement} page of the game, which makes room meanwhile
   */
  constructor(game, page) {
    this.game = game;
    this.page = page;
    // The browser's own button leads back as well.
    window.addEventListener("popstate", () => this.#close());
    game.addEventListener("state", () => this.#tell());
  }

  /** The table that is looked at. */
  get table() {
    return this.#open?.table ?? this.game;
  }

  /**
   * @param {number} ply of the game, after which moves are played that may not have been
   * @param {string[]} moves
   * @param {number | null} [probability] of the outcome that was chosen
   */
  async open(ply, moves, probability = null) {
    const { state, api, flipped } = this.game;
    if (!state || this.#open || this.#opening) return;
    this.#opening = true;
    this.game.fail(null);
    try {
      const { position = null, ...settings } = state.settings;
      const start = { game: state.kind, settings, position };
      const text = await api.exported({ format: "moves" });
      const line = await playLine({ ...start, moves: text });
      // Nobody is helped in a game that is played.
      const evaluates = state.links === null || state.status !== "in_progress";
      const opened = new Explorer(start, line, { evaluates, flipped, back: () => history.back() });
      this.#open = opened;
      await opened.open(ply, moves, probability);
      this.page.replaceWith(opened.element);
      this.#tell();
      history.pushState(null, "");
      opened.title.focus();
      window.scrollTo(0, 0);
    } catch (error) {
      this.#open?.close();
      this.#open = null;
      this.game.fail(error);
    } finally {
      this.#opening = false;
    }
  }

  #close() {
    const opened = this.#open;
    if (!opened) return;
    this.#open = null;
    opened.close();
    opened.element.replaceWith(this.page);
    this.page.focus();
  }

  /** How the game itself stands. */
  #tell() {
    const words = this.game.status.textContent ?? "";
    if (this.#open) this.#open.stands.textContent = t("explore-game", { words });
  }
}
