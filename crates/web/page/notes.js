// What stands above the board beside the game itself: a measurement under way, an offer, a lost
// connection. Each note is built anew only when its words change, so that its buttons keep the focus.

import { notifyButton } from "./answers.js";
import { button, capital, h } from "./dom.js";

/**
 * @typedef {object} Deeds
 * @property {(name: string, body?: object) => void} act
 * @property {() => void} now back to the position of now
 */

/** @typedef {{ lost: boolean, polls: boolean, ply: number | null }} Around */

/** @type {Record<Waiting["state"], string>} */
const STATES = {
  sending: "being sent",
  queued: "waiting in the queue",
  running: "running",
  done: "done",
  failed: "failed",
};

/** @type {Record<NonNullable<State["rest"]>, string>} */
const RESTS = {
  failed: "could not move just now, and tries again by itself",
  full: "has no room left for its move",
  long: "moves no more, as the game is as long as games may get",
};

/** @type {typeof RESTS} what who plays may do about it */
const WAYS = {
  failed: "",
  full: " Take moves back, offer a draw or resign.",
  long: " Offer a draw or resign.",
};

export class Notes {
  #built = "";
  /** @type {{ since: number, at: number } | null} */
  #clock = null;

  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    this.element = h("div", { class: "notes" });
    this.time = h("span", { "aria-hidden": "true" });
    this.ticks = window.setInterval(() => this.#tick(), 1000);
  }

  close() {
    window.clearInterval(this.ticks);
  }

  /**
   * @param {State} state
   * @param {Around} around
   */
  draw(state, around) {
    const { waiting } = state;
    this.#clock = waiting && waiting.state !== "failed" ? { since: waiting.since, at: Date.now() } : null;
    const { since: _, ...rest } = waiting ?? { since: 0 };
    const key = JSON.stringify([rest, state.rest, state.offer, state.next, state.status, around, state.sides]);
    if (key !== this.#built) {
      this.#built = key;
      this.element.replaceChildren(...this.#all(state, around));
    }
    this.#tick();
  }

  #tick() {
    if (!this.#clock) return;
    const seconds = Math.round(this.#clock.since + (Date.now() - this.#clock.at) / 1000);
    const minutes = Math.floor(seconds / 60);
    this.time.textContent = minutes > 0 ? `, ${minutes} min ${seconds % 60} s` : `, ${seconds} s`;
  }

  /**
   * @param {State} state
   * @param {Around} around
   */
  #all(state, around) {
    const notes = [];
    if (around.lost) notes.push(note("warning", "The connection is lost. It is tried again by itself; the game is kept."));
    else if (around.polls) {
      notes.push(note("", "Too many pages of this server are open at your address: this one is refreshed every two seconds."));
    }
    if (around.ply !== null) {
      const when = around.ply === 0 ? "This is the start." : `This is the board after ply ${around.ply}.`;
      notes.push(note("", when, button("Back to now", this.deeds.now)));
    }
    if (state.waiting) notes.push(this.#waiting(state.waiting, state.sides.length > 0));
    if (state.rest) notes.push(this.#rest(state.rest, state));
    if (state.offer) notes.push(this.#offer(state.offer, state.sides));
    if (state.status !== "in_progress" && state.sides.length > 0 && !state.next && state.offer?.kind !== "rematch") {
      notes.push(note("", "The game is over.", button("Rematch", () => this.deeds.act("rematch"))));
    }
    if (state.next) notes.push(note("", "The rematch has begun.", h("a", { class: "button", href: `/g/${state.next.link}` }, "Go to it")));
    return notes;
  }

  /**
   * @param {NonNullable<State["rest"]>} rest
   * @param {State} state
   */
  #rest(rest, { players, turn, sides }) {
    const ways = sides.length > 0 ? WAYS[rest] : "";
    return note("warning", `${capital(players[turn])} ${RESTS[rest]}.${ways}`);
  }

  /**
   * @param {Waiting} waiting
   * @param {boolean} may
   */
  #waiting(waiting, may) {
    const { move, backend, state, message } = waiting;
    const priced = waiting.may.includes("agree");
    const failed = state === "failed";
    const why = message ? `: ${message}` : "";
    const job = waiting.job ? ` (job ${waiting.job})` : "";
    const words = priced
      ? `${move} is to be measured by ${backend}${why}. Nothing is sent before you agree.`
      : failed
        ? `The measurement of ${move} by ${backend} has failed${why}. The position is as it was.`
        : `${move} is measured by ${backend}${job}: ${STATES[state]}${queue(waiting.place)}`;
    const made = note(failed && !priced ? "warning" : "waiting", words);
    if (!failed && !priced) made.querySelector("p")?.append(this.time);
    /** @type {Record<Waiting["may"][number], [string, () => void]>} */
    const deeds = {
      agree: ["Agree and measure", () => this.deeds.act("retry", { agreed: true })],
      cancel: ["Cancel", () => this.deeds.act("cancel")],
      retry: ["Try again", () => this.deeds.act("retry")],
      local: ["Measure locally", () => this.deeds.act("retry", { backend: "local" })],
    };
    for (const name of may ? waiting.may : []) made.append(button(...deeds[name]));
    if (may && !failed && !priced) made.append(...notifyButton());
    return made;
  }

  /**
   * @param {Offer} offer
   * @param {Side[]} sides
   */
  #offer(offer, sides) {
    const what = {
      draw: "a draw",
      undo: `to take back ${(offer.plies ?? 1) > 1 ? `${offer.plies} plies` : "a ply"}${offer.measured ? ", and what was measured" : ""}`,
      rematch: "a rematch",
    }[offer.kind];
    const words = `${capital(offer.by)} ${offer.kind === "undo" ? "asks" : "offers"} ${what}.`;
    if (sides.includes(offer.by) || sides.length === 0) {
      const withdraw = () => this.deeds.act(offer.kind, { accept: false });
      return note("", words, ...(sides.length > 0 ? [button("Withdraw", withdraw, { class: "quiet" })] : []));
    }
    return note(
      "offer",
      words,
      button("Accept", () => this.deeds.act(offer.kind, { accept: true })),
      button("Decline", () => this.deeds.act(offer.kind, { accept: false }), { class: "quiet" }),
    );
  }
}

/** @param {number | null} before */
function queue(before) {
  if (before === null) return "";
  if (before === 0) return ", next in the queue";
  return `, ${before} job${before > 1 ? "s" : ""} before it`;
}

/**
 * @param {string} kind
 * @param {string} words
 * @param {...Node} deeds
 */
function note(kind, words, ...deeds) {
  return h("div", { class: `note ${kind}`, role: "status" }, h("p", {}, words), ...deeds);
}
