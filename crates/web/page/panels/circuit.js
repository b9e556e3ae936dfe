// The circuit of a component, beside the moves that made it, with the state that it makes.

import { ApiError, words } from "../api.js";
import { BoardView } from "../board.js";
import { button, copier, h, keeper, list } from "../dom.js";
import { componentOf, partsOn } from "../describe.js";
import { show as openDialog } from "../dialog.js";
import { t } from "../text.js";
import { amplitudes } from "./amplitudes.js";
import { carriedAt, drawing } from "./drawing.js";
import { lightPly, named } from "./moves.js";

const FORMATS = ["qasm3", "qasm2", "braket", "ionq", "ibm", "quirk", "quirk-url", "json", "svg", "latex", "text"];

/** The most letters of an address that every browser opens. */
const ADDRESS = 32_000;

/** How many squares of a component are named in its heading. */
const NAMED = 8;

/** In the list of components, the one that a move has measured or merged. */
const ENDED = "ended";

/** @typedef {import("../table.js").Table} Table */

/**
 * A component that a ply has measured or merged, as it was before that.
 * @typedef {object} Ended
 * @property {number} ply of the board that had it
 * @property {Board} board
 * @property {string} square one of it
 * @property {string} name of the ply that ended it
 * @property {boolean} measured
 */

/** @param {Table} table */
export function circuitPanel(table) {
  const panel = new CircuitPanel(table);
  return { panel: h("div", { class: "circuit" }, panel.element), show: () => panel.show() };
}

class CircuitPanel {
  #square = "";
  /** The board that has the circuit that is shown, and what has ended that since. */
  #from = { ply: 0, board: /** @type {Board | null} */ (null), ended: /** @type {Ended | null} */ (null) };
  /** The ply of the ended component that was chosen. */
  #chosen = -1;
  /** The last ended component that was asked for, by its game so far. */
  #past = { key: "", found: /** @type {Promise<Ended | null>} */ (Promise.resolve(null)) };
  #turn = 0;
  #encoding = "minimal";
  #visible = false;
  /** What was asked for last, and the circuit that is shown. */
  #asked = "";
  /** @type {Circuit | null} */
  #circuit = null;
  /** @type {ReturnType<typeof drawing> | null} */
  #drawing = null;
  /** How many gates the state that is shown is after; null is all of them. */
  /** @type {number | null} */
  #cut = null;
  /** @type {BoardView | null} a second board, where the panel hides the first */
  #mirror = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.components = h("select", { "aria-label": t("circuit-components"), onchange: () => void this.#pick(this.components.value) });
    this.encodings = h(
      "select",
      { class: "encodings", "aria-label": t("circuit-encoding"), title: t("circuit-encoding-about"), onchange: () => this.#encode(this.encodings.value) },
      h("option", { value: "minimal" }, t("circuit-encoding-minimal")),
      h("option", { value: "paper" }, t("circuit-encoding-paper")),
    );
    this.format = h("select", { "aria-label": t("circuit-format") }, ...FORMATS.map((value) => h("option", { value }, t(`circuit-format-${value}`))));
    const wanted = (format = this.format.value) => ({ square: this.#square, ply: this.#from.ply, encoding: this.#encoding, format });
    const save = keeper(t("circuit-download"), () => table.api.file(wanted()), (error) => table.fail(error));
    const copy = copier(t("copy"), () => table.api.exported(wanted()));
    this.quirk = h("a", { class: "button", target: "_blank", rel: "noopener noreferrer" }, t("circuit-quirk"));
    this.json = copier(t("circuit-quirk-json"), () => table.api.exported(wanted("quirk")));
    this.unfit = h("p", { class: "quiet" });
    this.expand = button(t("circuit-expand"), () => this.#expand());
    this.before = h("p", { class: "quiet" });
    this.about = h("p", { class: "counts" });
    this.frame = h("div", { class: "frame-of-drawing" });
    this.slider = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": t("circuit-step"), oninput: () => void this.#to(Number(this.slider.value)) });
    this.where = h("p", { class: "where" });
    const by = (/** @type {number} */ gates) => () => void this.#to(Number(this.slider.value) + gates);
    this.stepper = h(
      "div",
      { class: "stepper", role: "group", "aria-label": t("circuit-stepper") },
      button("‹", by(-1), { "aria-label": t("circuit-step-back") }),
      this.slider,
      button("›", by(1), { "aria-label": t("circuit-step-on") }),
    );
    this.heading = h("h2", {});
    this.amplitudes = h("div", { class: "amplitudes" });
    this.note = h("p", { class: "quiet" });
    this.boards = h("div", { class: "mirror" });
    this.body = h(
      "div",
      { hidden: true },
      h("div", { class: "tools" }, this.components, this.encodings, this.quirk, this.json, this.expand),
      this.unfit,
      this.before,
      this.about,
      this.frame,
      this.stepper,
      this.where,
      h("div", { class: "state" }, h("div", {}, this.heading, this.amplitudes, this.note), this.boards),
      h("div", { class: "tools" }, this.format, copy, save),
    );
    this.none = h("div", { hidden: true });
    this.element = h("div", { class: "inside" }, this.none, this.body);

    table.addEventListener("state", () => {
      this.#reflect();
      void this.#draw();
    });
    table.addEventListener("light", (event) => {
      lightPly(this.frame, event);
      this.#mirror?.glow(table.squares(/** @type {CustomEvent<number | null>} */ (event).detail));
    });
    table.addEventListener("point", (event) => this.#point(/** @type {CustomEvent<string | null>} */ (event).detail));
  }

  show() {
    this.#visible = true;
    void this.#draw();
  }

  get #board() {
    return this.table.past?.board ?? this.table.state?.board;
  }

  /**
   * The component of a square that is pointed at is shown.
   * @param {string | null} square
   */
  #point(square) {
    const board = this.#board;
    if (!square || !board) return;
    const there = componentOf(board, square);
    if (there >= 0 && (this.#from.ended || there !== componentOf(board, this.#square))) this.#choose(square);
  }

  /** @param {string} value a square, or `ENDED` */
  async #pick(value) {
    const ended = value === ENDED ? await this.#ended() : null;
    this.#chosen = ended?.ply ?? -1;
    this.#square = ended?.square ?? value;
    this.#cut = null;
    void this.#draw();
  }

  /** @param {string} square */
  #choose(square) {
    this.#square = square;
    this.#chosen = -1;
    this.#cut = null;
    void this.#draw();
  }

  /** @param {string} encoding */
  #encode(encoding) {
    this.#encoding = encoding;
    this.#cut = null;
    void this.#draw();
  }

  async #draw() {
    const { table } = this;
    if (!this.#visible || !this.#board) return;
    const turn = (this.#turn += 1);
    const ended = await this.#ended();
    const board = this.#board;
    if (turn !== this.#turn || !board) return;
    const gone = componentOf(board, this.#square) < 0;
    // What has just ended goes on being shown, and what ended last where there is nothing else.
    const just = gone && ended?.ply === table.ply - 1 && componentOf(ended.board, this.#square) >= 0;
    const past = ended && (just || ended.ply === this.#chosen || board.components.length === 0) ? ended : null;
    this.#from = past ? { ply: past.ply, board: past.board, ended: past } : { ply: table.ply, board, ended: null };
    if (past ? componentOf(past.board, this.#square) < 0 : gone) {
      this.#square = past?.square ?? board.components[0]?.[0] ?? "";
      this.#cut = null;
    }
    if (!this.#square) {
      this.#asked = "";
      this.#empty(t("circuit-none"));
      return;
    }
    this.#offer(board, ended);
    const steps = this.#cut !== null;
    const key = [this.#square, this.#from.ply, this.#encoding, table.state?.version, steps].join(" ");
    if (key === this.#asked) return;
    this.#asked = key;
    try {
      const circuit = await table.api.circuit(this.#square, this.#from.ply, this.#encoding, steps);
      if (key === this.#asked) this.#take(circuit);
    } catch (error) {
      if (key !== this.#asked) return;
      const certain = error instanceof ApiError && error.code === "certain";
      this.#empty(certain ? t("circuit-certain", { square: this.#square }) : words(error));
    }
  }

  /** What the last ply that measured or merged has ended, of those up to the board that is looked at. */
  #ended() {
    const { state, ply, kinds } = this.table;
    const plies = state?.plies ?? [];
    const merges = new Set(kinds.all.filter(({ shape }) => shape === "merge").map(({ name }) => name));
    const last = plies.slice(0, ply).reverse().find(({ measured, facts }) => measured || merges.has(facts.tried));
    const key = JSON.stringify([state?.history, last?.ply, last?.move, last?.told]);
    if (key !== this.#past.key) this.#past = { key, found: this.#find(plies, last) };
    return this.#past.found;
  }

  /**
   * @param {Ply[]} plies
   * @param {Ply | undefined} last
   * @returns {Promise<Ended | null>}
   */
  async #find(plies, last) {
    if (!last) return null;
    const moment = await this.table.api.moment(last.ply - 1).catch(() => null);
    const square = [...(last.places ?? []), ...last.squares].find((one) => moment && componentOf(moment.board, one) >= 0);
    if (!moment || !square) return null;
    return { ply: moment.ply, board: moment.board, square, name: named(plies, last.ply), measured: last.measured };
  }

  /**
   * Offers the components of the board, and the one that ended last.
   * @param {Board} board
   * @param {Ended | null} ended
   */
  #offer(board, ended) {
    const past = this.#from.ended;
    const at = past ? -1 : componentOf(board, this.#square);
    const told = (/** @type {string[]} */ squares) => list([...new Set(squares)]);
    const options = board.components.map((squares, k) => h("option", { value: squares[0], selected: k === at }, told(squares)));
    if (ended) {
      const squares = told(ended.board.components[componentOf(ended.board, ended.square)] ?? []);
      options.push(h("option", { value: ENDED, selected: past !== null }, t("circuit-ended", { squares, name: ended.name })));
    }
    this.components.replaceChildren(...options);
    this.components.disabled = options.length < 2;
    this.before.hidden = !past;
    this.before.textContent = past ? t("circuit-before", { name: past.name, measured: past.measured ? "yes" : "no" }) : "";
  }

  /** @param {string} why */
  #empty(why) {
    this.#circuit = null;
    this.#drawing = null;
    this.body.hidden = true;
    this.none.hidden = false;
    this.none.replaceChildren(h("p", { class: "quiet" }, why), h("a", { class: "button", href: "/learn" }, t("circuit-lesson")));
  }

  /** @param {Circuit} circuit */
  #take(circuit) {
    this.none.hidden = true;
    this.body.hidden = false;
    const same = JSON.stringify({ ...circuit, steps: null }) === JSON.stringify({ ...this.#circuit, steps: null });
    const anew = !same || !this.#drawing;
    if (anew) this.#build(circuit);
    this.#circuit = circuit;
    this.#reveal();
    // The latest gates are looked for first.
    if (anew) this.#drawing?.reveal(circuit.gates.length - 1);
  }

  /**
   * All but what depends on the gate that the state is after.
   * @param {Circuit} circuit
   */
  #build(circuit) {
    const focused = this.frame.querySelector("[data-gate]:focus-within")?.getAttribute("data-gate") ?? null;
    const { statistics: count, quirk } = circuit;
    this.#drawing = drawing(this.table, circuit, {
      light: (ply, squares) => this.#light(ply, squares),
      cut: (gates) => void this.#to(gates),
    });
    this.frame.replaceChildren(this.#drawing.element);
    if (focused !== null) this.#drawing.focus(Number(focused));
    this.about.replaceChildren(
      t("circuit-about", {
        squares: list(circuit.squares),
        count: circuit.squares.length,
        size: circuit.squares.length === 1 ? "one" : circuit.squares.length <= NAMED ? "few" : "many",
        qubits: count.qubits,
        gates: count.gates,
        two: count.two_qubit,
        depth: count.depth,
      }),
    );
    const opens = quirk !== null && quirk.length <= ADDRESS;
    if (opens) this.quirk.href = quirk;
    this.quirk.hidden = !opens;
    this.json.hidden = opens || quirk === null;
    this.unfit.hidden = opens;
    this.unfit.textContent = quirk === null ? t("circuit-quirk-small", { qubits: count.qubits }) : t("circuit-quirk-long");
    this.slider.max = String(circuit.gates.length);
  }

  /**
   * Whether its qubits tell what pieces are, not where.
   * @param {Circuit} circuit
   */
  #kinds(circuit) {
    const { board } = this.#from;
    const places = circuit.wires.map(({ carried }) => carried.at(-1)?.place ?? "");
    return board !== null && places.some((place) => partsOn(board, place).some(({ types }) => types.length > 0));
  }

  /** Shows the state after the gate that was asked for. */
  #reveal() {
    const circuit = this.#circuit;
    if (!circuit || !this.#drawing) return;
    const all = circuit.gates.length;
    const cut = Math.min(this.#cut ?? all, all);
    const state = cut === all ? circuit.state : circuit.steps?.[cut];
    const large = cut < all && !state;
    const shown = state ?? circuit.state;
    this.slider.value = String(large ? all : cut);
    const place = t("circuit-after", { gates: large ? all : cut, all });
    this.slider.setAttribute("aria-valuetext", place);
    this.where.textContent = large ? t("circuit-large") : cut === 0 ? place : cut === all ? t("circuit-whole") : this.#drawing.name(cut - 1);
    this.#drawing.show(large ? all : cut, shown);
    const ends = large || cut === all;
    this.heading.textContent = ends ? t("circuit-outcomes") : t("circuit-state", { gates: cut, all });
    const meaning = this.#kinds(circuit) ? "circuit-read" : "circuit-occupied";
    this.amplitudes.replaceChildren(...amplitudes(shown, meaning, (ket) => this.#attend(circuit, ends, ket)).filter((one) => one !== false));
    const { square: first } = carriedAt(circuit, 0, cut);
    this.note.textContent = ends ? t("circuit-outcomes-about", { square: first }) : t("circuit-state-about", { square: first });
  }

  /**
   * Goes to the state after so many gates. The states between are asked for when they are first wanted.
   * @param {number} gates
   */
  async #to(gates) {
    const circuit = this.#circuit;
    if (!circuit) return;
    const cut = Math.max(0, Math.min(circuit.gates.length, gates));
    this.#cut = cut === circuit.gates.length ? null : cut;
    if (this.#cut !== null && !circuit.steps) {
      this.slider.value = String(cut);
      await this.#draw();
    }
    this.#reveal();
    this.#drawing?.reveal(cut - 1);
  }

  /**
   * Shows on the board what a basis state has where.
   * @param {Circuit} circuit
   * @param {boolean} ends whether it is one of the state that the board is in
   * @param {Ket | null} ket
   */
  #attend(circuit, ends, ket) {
    const board = this.#board;
    if (!ket || !board) {
      this.#ghosts(null);
      this.#light(null, []);
      return;
    }
    if (!ends || this.#kinds(circuit) || this.#from.ended) {
      this.#light(null, ket.occupied);
      return;
    }
    /** @type {Map<string, import("../preview.js").Ghost>} */
    const ghosts = new Map();
    for (const [k, { carried, live }] of circuit.wires.entries()) {
      const place = carried.at(-1)?.place;
      if (!live || !place) continue;
      const colour = partsOn(board, place)[0]?.colour ?? null;
      const probability = Math.max(ghosts.get(place)?.probability ?? 0, Number(ket.bits[k]));
      ghosts.set(place, { probability, colour });
    }
    this.#ghosts(ghosts);
  }

  /**
   * @param {number | null} ply
   * @param {string[]} squares
   */
  #light(ply, squares) {
    this.table.light(ply, squares);
    this.#mirror?.glow(squares);
  }

  /** @param {Map<string, import("../preview.js").Ghost> | null} ghosts */
  #ghosts(ghosts) {
    this.table.view.ghosts(ghosts);
    this.#mirror?.ghosts(ghosts);
  }

  /** Draws the second board as the first. */
  #reflect() {
    const { scene } = this.table.view;
    if (scene && this.#mirror) this.#mirror.draw(scene);
  }

  /** Shows all of it above the page, with a board of its own. */
  #expand() {
    const home = this.element.parentElement;
    const close = button(t("close"), () => dialog.close());
    const point = (/** @type {string | null} */ detail) => this.table.dispatchEvent(new CustomEvent("point", { detail }));
    this.#mirror = new BoardView({ point, decide: () => {}, consider: () => {} });
    this.boards.replaceChildren(this.#mirror.element);
    this.expand.hidden = true;
    const dialog = openDialog(t("game-tab-circuit"), [close, this.element]);
    dialog.classList.add("whole");
    this.#reflect();
    dialog.addEventListener("close", () => {
      this.#mirror = null;
      this.boards.replaceChildren();
      this.expand.hidden = false;
      home?.append(this.element);
      this.expand.focus();
    });
  }
}
