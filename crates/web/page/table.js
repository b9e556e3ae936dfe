// A game that is played: the board of a link, how its moves are chosen, and what is said about them.
// The game page puts panels beside it, the tutorial puts words above it.

import { Analysis } from "./analysis.js";
import * as api from "./api.js";
import { BoardView, MEASURED } from "./board.js";
import { Chooser } from "./choose.js";
import { Clocks } from "./clock.js";
import { Consent } from "./consent.js";
import { status, title } from "./describe.js";
import { ask } from "./dialog.js";
import { capital, h, list, percent } from "./dom.js";
import { Grid } from "./geometry.js";
import { listen } from "./input.js";
import { Kinds } from "./kinds.js";
import { follow } from "./live.js";
import { isStill } from "./motion.js";
import { news } from "./news.js";
import { Notes, after } from "./notes.js";
import { numbers } from "./panels/moves.js";
import * as prefs from "./prefs.js";
import { Foresight } from "./preview.js";
import { given, t } from "./text.js";
import { play, soundOf } from "./sound.js";
import { Toolbar } from "./toolbar.js";

/** How long, in milliseconds, a move stands alone before the reply to it; what was measured as long as it is shown. */
const BEAT = 700;

/** Where there is room beside the board for what is said. */
const WIDE = "(min-width: 56.01rem) and (min-height: 30.01rem)";

export class Table extends EventTarget {
  /** @type {State | null} */
  state = null;
  /** @type {Description | null} */
  description = null;
  grid = new Grid({ columns: [], rows: [], squares: [] });
  kinds = new Kinds([]);
  /** @type {Moment | null} a board of the past, where one is looked at */
  past = null;
  flipped = false;
  /** What the computer finds of the game, once somebody wants to know. */
  analysis = new Analysis();
  /** @type {((ply: number, moves: string[], probability?: number | null) => void) | null} shows what would follow from moves, where the page can */
  explore = null;
  /** @type {Side | null} the side that is moved here, where the page itself moves the other one */
  only = null;
  /** @type {string | null} what is said instead of how the game stands */
  stands = null;
  /** @type {import("./live.js").Contact} */
  #contact = "stream";
  /** @type {{ plies: number } | null} what was asked after so many plies and is not answered yet */
  #asked = null;
  #unreached = false;
  #acting = false;
  #consent = new Consent();
  /** @type {() => void} */
  #leave = () => {};
  #closed = new AbortController();
  /** @type {Move[] | null} */
  #icon = null;
  /** Until when a reply waits, so that what was measured before it can be read, and what waits. */
  #hold = { until: 0, timer: 0, state: /** @type {State | null} */ (null) };
  /** Boards of the past: how many were asked for, the last of them that was answered, and the ply asked for last. */
  #travel = { asked: 0, answered: 0, ply: 0 };

  /** @param {api.Game} game of a link, or a line */
  constructor(game) {
    super();
    this.api = game;
    this.view = new BoardView({
      point: (square) => this.#point(square),
      decide: (moves, at) => this.chooser.decide(moves, at),
      consider: (moves) => this.#consider(moves),
    });
    this.chooser = new Chooser({
      changed: () => this.#mark(),
      play: (move) => void this.play(move.move),
      ask: (moves, at) => void this.#which(moves, at),
      say: (words) => this.say(words),
      must: (captures) => void this.#must(captures),
    });
    const attempt = (/** @type {string} */ move, /** @type {number} */ probability) => this.explore?.(this.ply, [move], probability);
    this.foresight = new Foresight(this.api, this.view, attempt, () => this.#reveal());
    this.notes = new Notes({ act: (name, body) => void this.act(name, body), now: () => void this.go(null), analyse: null });
    this.clocks = new Clocks(() => void this.#late());
    this.toolbar = new Toolbar(this);
    this.status = h("p", { class: "status", role: "status" });
    this.told = h("div", { class: "told", "aria-live": "polite" });
    this.error = h("p", { class: "error", role: "alert" });
    // Below the board, and of one height: nothing moves when a note comes or goes.
    this.slot = h("div", { class: "slot" }, this.error, this.notes.element);
    this.element = h(
      "section",
      { class: "table", "aria-label": t("board-and-moves") },
      this.status,
      this.clocks.above,
      h("div", { class: "board-place" }, this.view.element),
      this.clocks.below,
      this.clocks.said,
      this.slot,
      this.toolbar.element,
    );
    this.talk = h("div", { class: "talk" }, this.told, this.toolbar.hint, this.foresight.element);
    listen(this.view, this.chooser);
  }

  /**
   * Says what happens beside the board where there is room, and right below it where there is none.
   * @param {(talk: HTMLElement) => void} put
   */
  beside(put) {
    const wide = matchMedia(WIDE);
    const place = () => {
      // There it is scrolled where it is long, by keys as well.
      if (wide.matches) this.slot.removeAttribute("tabindex");
      else this.slot.tabIndex = 0;
      if (wide.matches) {
        put(this.talk);
        this.element.prepend(this.status);
      } else {
        this.slot.append(this.talk);
        this.notes.element.before(this.status);
      }
    };
    wide.addEventListener("change", place, { signal: this.#closed.signal });
    place();
  }

  /** Asks for the game, and follows it from then on. */
  async open() {
    const [state, description] = await Promise.all([this.api.state(), this.api.description()]);
    this.description = description;
    this.grid = new Grid(description.layout);
    this.kinds = new Kinds(description.moves);
    this.foresight.kinds = this.kinds;
    this.flipped = state.sides.length === 1 && state.sides[0] === "black";
    // Who has to wait for the first move can press nothing yet.
    if (state.legal.length === 0 && state.plies.length === 0) this.say(t("told-wait", { side: state.turn }));
    this.#take(state);
    const { events } = this.api;
    if (!events) return;
    // A stream can outlive a connection that is back soon.
    window.addEventListener("online", () => this.#unreached && this.fail(null), { signal: this.#closed.signal });
    this.#leave = follow(events.address, {
      state: (told, first) => {
        const next = events.whole(told);
        // Versions follow the server's clock, which may have been set back while it was away.
        if (!next || (first && next.version < (this.state?.version ?? 0))) void this.#renew();
        else this.#take(next);
      },
      progress: (waiting) => this.#progress(waiting),
      ask: () => this.api.state(),
      contact: (contact) => {
        this.#contact = contact;
        if (contact !== "lost" && this.#unreached) this.fail(null);
        this.#notes();
      },
    });
  }

  close() {
    this.#closed.abort();
    this.analysis.cancel();
    clearTimeout(this.#hold.timer);
    this.#leave();
    this.notes.close();
    this.clocks.stop();
  }

  /**
   * @param {State} state
   * @param {boolean} [anew] whether it is taken though its version is smaller
   */
  #take(state, anew = false) {
    const before = this.state;
    if (before && state.version < before.version && !anew) return;
    if (this.#waits(before, state, anew)) return;
    this.state = state;
    this.#busy();
    this.clocks.take(state);
    this.clocks.draw(this.flipped);
    const same = before?.version === state.version;
    if (!same) {
      // Who looks at the past is not called back by what the other side does.
      if (this.past && this.past.ply >= state.plies.length) this.past = null;
      const fresh = before ? state.plies.slice(before.plies.length) : [];
      this.#draw(fresh.at(-1)?.places);
      this.#tell(before, state);
    }
    this.#notes();
    this.dispatchEvent(new Event("state"));
  }

  /**
   * Whether a reply has to wait for a moment: the one side that is moved here has just moved, or measured something.
   * @param {State | null} before
   * @param {State} state
   * @param {boolean} anew
   */
  #waits(before, state, anew) {
    const hold = this.#hold;
    const left = hold.until - Date.now();
    const more = before !== null && state.plies.length > before.plies.length;
    if (!anew && left > 0 && (more || hold.state)) {
      if (!hold.state || state.version >= hold.state.version) hold.state = state;
      clearTimeout(hold.timer);
      hold.timer = window.setTimeout(() => this.#release(), left);
      return true;
    }
    // A stream begins with what is known already.
    if (before?.version === state.version) return false;
    hold.state = null;
    hold.until = 0;
    const [own, other] = state.sides;
    // A clock waits for nobody.
    if (!before || !more || anew || other !== undefined || state.clock) return false;
    const fresh = state.plies.slice(before.plies.length);
    const reply = fresh.findIndex(({ side }) => side !== own);
    const mine = fresh.slice(0, reply < 0 ? undefined : reply);
    const measured = mine.some((ply) => ply.measured);
    if (mine.length > 0) hold.until = Date.now() + (measured ? MEASURED : isStill() ? 0 : BEAT);
    if (!measured || reply < 0) return false;
    void this.#between(before, state, before.plies.length + reply);
    return true;
  }

  /**
   * Shows how the game stood before a reply that was heard of together with the move.
   * @param {State} before
   * @param {State} state
   * @param {number} ply
   */
  async #between(before, state, ply) {
    const hold = this.#hold;
    hold.state = state;
    hold.timer = window.setTimeout(() => this.#release(), MEASURED);
    const moment = await this.api.moment(ply).catch(() => null);
    const reply = state.plies[ply];
    // The reply is shown by now where the answer took too long.
    if (!moment || !reply || !hold.state || this.state !== before) return;
    const latest = hold.state;
    hold.state = null;
    hold.until = 0;
    clearTimeout(hold.timer);
    const { board, last } = moment;
    const thinking = state.players[reply.side] !== "person";
    const shown = { board, last, turn: reply.side, legal: [], must: null, undo: null, ahead: null, thinking };
    this.#take({ ...before, ...shown, plies: state.plies.slice(0, ply), version: state.version - 0.5 });
    this.#take(latest);
  }

  #release() {
    const { state } = this.#hold;
    this.#hold.state = null;
    this.#hold.until = 0;
    if (state) this.#take(state);
  }

  /** Asks how the game stands, whatever was known of it. */
  async #renew() {
    const before = this.state;
    try {
      const state = await this.api.state(true);
      // What was answered meanwhile may be newer, or older.
      this.#take(state, this.state === before);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {Waiting} waiting */
  #progress(waiting) {
    if (!this.state) return;
    this.state = { ...this.state, waiting };
    this.#notes();
  }

  /** @param {string[]} [measured] squares whose measurement led here */
  #draw(measured) {
    const { state, description, grid } = this;
    if (!state || !description) return;
    const look = prefs.look();
    const { board, last } = this.past ?? state;
    this.view.draw({
      board,
      description,
      grid,
      flipped: this.flipped,
      numbers: look.numbers || !description.style.hides_numbers,
      counted: look.counted,
      last,
      measured,
    });
    this.view.element.classList.toggle("past", this.past !== null);
    const closed = this.past || (this.only && this.only !== state.turn);
    this.chooser.offer(closed ? [] : state.legal, this.kinds);
    this.status.textContent = this.past ? after(state.plies, this.past.ply) : (this.stands ?? status(state));
    this.status.classList.toggle("over", !this.past && state.status !== "in_progress");
    this.status.classList.toggle("must", !this.past && state.must !== null && state.legal.length > 0);
  }

  #mark() {
    const { chooser } = this;
    this.foresight.clear();
    this.view.mark({
      picks: chooser.picks,
      next: chooser.next(),
      splits: chooser.mode === "merge" || chooser.crowded ? [] : chooser.splits(),
      merges: chooser.mode === "split" ? [] : chooser.merges(),
      sources: chooser.sources(),
      unconfirmed: chooser.unconfirmed,
      must: chooser.must,
    });
    this.toolbar.draw();
    this.#consider(null);
    this.#reveal();
  }

  /** Scrolls what is said of a choice into view. A piece that is picked automatically does not scroll the news away. */
  #reveal() {
    if (this.chooser.given || this.chooser.picks.length === 0) return;
    for (const box of [this.talk, this.slot]) box.scrollTop = box.scrollHeight;
  }

  #notes() {
    if (this.state) this.notes.draw(this.state, { contact: this.#contact, ply: this.past?.ply ?? null });
  }

  /**
   * Says what is new, and shows what was measured.
   * @param {State | null} before
   * @param {State} state
   */
  #tell(before, state) {
    const lines = news(before, state, this.#acting);
    if (lines.length > 0) this.say(...lines);
    if (!before) return;
    const fresh = state.plies.slice(before.plies.length);
    for (const { places = [], occupied = [] } of fresh) this.view.flash(places, occupied);
    const last = fresh.at(-1);
    if (last) play(state.status === "in_progress" ? soundOf(last, this.description?.moves.find(({ name }) => name === last.kind)) : "end");
  }

  /** @param {...string} lines read from their beginning, wherever the last ones were scrolled to */
  say(...lines) {
    this.told.replaceChildren(...lines.map((line) => h("p", {}, line)));
    for (const box of [this.talk, this.slot]) box.scrollTop = 0;
  }

  /** @param {unknown} error */
  fail(error) {
    this.#unreached = error instanceof api.ApiError && error.code === "unreachable";
    this.error.textContent = error === null ? "" : capital(api.words(error));
    if (error !== null) this.error.scrollIntoView({ block: "nearest" });
  }

  /**
   * Says which captures there are where one must be made, and lights their squares.
   * @param {Move[]} captures
   */
  async #must(captures) {
    this.view.glow(captures.flatMap(({ from, takes, to }) => [...from, ...takes, ...to]));
    const { state } = this;
    const few = captures.slice(0, 3);
    // What it does together depends on more than how likely each piece is there.
    const chance = async (/** @type {Move} */ { move }) => (await this.api.preview(move)).captures;
    const chances = await Promise.all(few.map((capture) => chance(capture).catch(() => null)));
    if (this.state?.version !== state?.version) return;
    const told = few.map(({ from, takes }, index) => {
      const chance = chances[index] ?? 1;
      const words = { from: list(from), takes: list(takes), chance: percent(chance) };
      return t(chance < 1 - 1e-9 ? "capture-chance" : "capture", words);
    });
    const more = captures.length > few.length;
    this.say(t(more ? "must-capture-more" : "must-capture", { captures: [...new Set(told)].join("; ") }));
  }

  /** @param {string | null} square */
  #point(square) {
    this.dispatchEvent(new CustomEvent("point", { detail: square }));
    if (!this.#icon) this.#consider(square ? this.chooser.completed(square) : null, true);
  }

  /**
   * What is pointed at is foreseen; else the only capture or merge that is left.
   * @param {Move[] | null} moves
   * @param {boolean} [cell]
   */
  #consider(moves, cell = false) {
    if (!cell) this.#icon = moves;
    if (!this.state || this.past) return;
    const { chooser } = this;
    const left = chooser.picks.length > 0 ? chooser.candidates() : [];
    const only = chooser.unconfirmed ? [chooser.unconfirmed] : left.length === 1 && left[0] && this.kinds.matters(left[0]) ? left : null;
    this.foresight.consider(moves && moves.length > 0 ? moves : only, this.state);
  }

  /**
   * @param {Move[]} moves
   * @param {string} at
   */
  async #which(moves, at) {
    const { state } = this;
    const answers = await Promise.all(moves.map(async ({ move, kind }) => ({ label: move, value: move, about: await this.#outline(move, kind) })));
    if (this.state?.version !== state?.version) return;
    const move = await ask(t("choose-which"), t("choose-which-about", { square: at }), answers);
    if (move !== null) await this.play(move);
    else this.chooser.letGo();
  }

  /**
   * What a move does; of one that is left to chance, what it is called.
   * @param {string} move
   * @param {string} kind
   */
  async #outline(move, kind) {
    const preview = await this.api.preview(move).catch(() => null);
    const [only, ...others] = preview?.outcomes ?? [];
    return only && others.length === 0 && !preview?.more ? only.told.join(" ") : capital(given(`move-${kind}`, kind));
  }

  /** @param {string} move as the command writes it */
  async play(move) {
    const { state } = this;
    if (!state || this.#busy()) return false;
    this.fail(null);
    if (!(await this.#consent.asks(state, move))) return false;
    // What is played is played now, and seen there even if it is refused.
    if (this.past) await this.go(null);
    const ply = state.plies.length + 1;
    const done = await this.#ask(() => this.api.move(ply, move, this.#consent.given));
    if (!done) this.chooser.letGo();
    return done;
  }

  /**
   * @param {string} name
   * @param {object} [body]
   */
  async act(name, body = {}) {
    this.fail(null);
    this.#acting = true;
    const done = await this.#ask(() => this.api.act(name, body));
    this.#acting = false;
    return done;
  }

  /** @param {() => Promise<State>} request */
  async #ask(request) {
    const asked = { plies: this.state?.plies.length ?? 0 };
    const answered = () => {
      if (this.#asked === asked) this.#asked = null;
      this.#busy();
    };
    this.#asked = asked;
    this.#busy();
    try {
      const state = await request();
      answered();
      // What was heard of the same version meanwhile, as its place in a queue, is newer.
      if (state.version !== this.state?.version) this.#take(state);
      return true;
    } catch (error) {
      answered();
      this.fail(error);
      // Somebody was quicker: what is shown is old.
      if (error instanceof api.ApiError && error.code === "stale") await this.#renew();
      return false;
    }
  }

  /** Whether an answer is waited for. The move that it would tell of may be heard of before it comes. */
  #busy() {
    const { state } = this;
    const busy = this.#asked !== null && this.#asked.plies === state?.plies.length && !state.waiting;
    this.element.classList.toggle("busy", busy);
    return busy;
  }

  /** A clock has run out here: how the game stands is the server's to say. */
  async #late() {
    try {
      this.#take(await this.api.state());
    } catch {
      // It is asked again, and a lost connection is told of already.
    }
  }

  /** Undoes what the server says can be undone. */
  undo() {
    const undo = this.toolbar.undo.disabled ? null : this.state?.undo;
    if (undo) void this.act("undo", { plies: undo.plies });
    else this.say(t("tool-undo-nothing"));
  }

  /** The move that was undone last, where it can be played again. */
  get ahead() {
    const { state } = this;
    return state?.ahead && state.legal.length > 0 && !this.past ? state.ahead.move : null;
  }

  /** Plays again what was undone. */
  redo() {
    if (this.ahead) void this.play(this.ahead);
  }

  flip() {
    this.flipped = !this.flipped;
    this.clocks.draw(this.flipped);
    this.redraw();
  }

  /** Draws anew, as after a change of what is shown; a choice under way goes on. */
  redraw() {
    const { picks, mode, unconfirmed } = this.chooser;
    this.#draw();
    this.chooser.mode = mode;
    this.chooser.picks = this.past ? [] : picks;
    this.chooser.unconfirmed = this.past ? null : unconfirmed;
    this.#mark();
  }

  /** @param {Partial<prefs.Look>} change */
  setLook(change) {
    prefs.setLook({ ...prefs.look(), ...change });
    this.redraw();
  }

  /** @param {number} by plies from the board that was asked for last: presses are quicker than answers */
  step(by) {
    const { asked, answered, ply } = this.#travel;
    void this.go((asked > answered ? ply : this.ply) + by);
  }

  /** @param {number | null} ply the board after that ply, read only; null is now */
  async go(ply) {
    const { state } = this;
    if (!state) return;
    const last = state.plies.length;
    const wanted = ply === null || ply >= last ? null : Math.max(0, ply);
    const travel = this.#travel;
    const turn = (travel.asked += 1);
    travel.ply = wanted ?? last;
    try {
      const past = wanted === null ? null : await this.api.moment(wanted);
      if (this.state?.version !== state.version || turn < travel.answered) return;
      const next = (wanted ?? last) === this.ply + 1;
      this.past = past;
      this.fail(null);
      this.#draw(next ? state.plies[this.ply - 1]?.places : []);
      this.#notes();
      if (past) this.say(...past.told);
      this.dispatchEvent(new Event("state"));
    } catch (error) {
      this.fail(error);
    } finally {
      travel.answered = Math.max(travel.answered, turn);
    }
  }

  /**
   * Lights a ply wherever it is told of: its gates, its place in lists of moves, and its squares where its board is shown.
   * @param {number | null} ply
   * @param {string[]} [squares] those of a part of it
   */
  light(ply, squares = ply === this.ply ? this.squares(ply) : []) {
    this.view.glow(squares);
    this.dispatchEvent(new CustomEvent("light", { detail: ply }));
  }

  /** @param {number | null} ply */
  squares(ply) {
    return ply === null ? [] : (this.state?.plies[ply - 1]?.squares ?? []);
  }

  /**
   * Goes to a game of its own that begins as this one did up to a ply; this one does not hear of it.
   * @param {number} ply
   * @param {string | null} move to be made then, with what it measures
   */
  async branch(ply, move) {
    this.fail(null);
    try {
      const { links } = await this.api.branch(ply, move);
      const link = links.both ?? links.watch;
      prefs.keep({ link, title: this.state ? title(this.state) : "", when: Date.now(), links, note: this.#branched(ply) });
      location.href = `/g/${link}`;
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {number} ply where a branch begins */
  #branched(ply) {
    const plies = this.state?.plies ?? [];
    const move = plies[ply - 1]?.move;
    return move ? t("game-branch", { number: numbers(plies).get(ply) ?? "", move }) : t("game-branch-start");
  }

  /** The number of the ply whose board is shown. */
  get ply() {
    return this.past?.ply ?? this.state?.plies.length ?? 0;
  }
}
