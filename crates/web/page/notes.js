// What stands above the board beside the game itself: a measurement under way, an offer, a lost
// connection. Each note is built anew only when its words change, so that its buttons keep the focus.

import { notifyButton } from "./answers.js";
import { called, status } from "./describe.js";
import { button, capital, h } from "./dom.js";
import { moves, numbers } from "./panels/moves.js";
import { t } from "./text.js";

/**
 * @typedef {object} Deeds
 * @property {(name: string, body?: object) => void} act
 * @property {() => void} now back to the position of now
 * @property {(() => void) | null} analyse shows the analysis, where there is one
 */

/** @typedef {{ contact: import("./live.js").Contact, ply: number | null }} Around */

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
    this.time.textContent = duration(seconds);
  }

  /**
   * @param {State} state
   * @param {Around} around
   */
  #all(state, around) {
    const notes = [];
    const { contact } = around;
    if (contact !== "stream") notes.push(note(contact === "lost" || contact === "gone" ? "warning" : "", t(`note-${contact}`)));
    // Who looks at the past is told how the game stands instead.
    if (around.ply !== null) notes.push(note("now", status(state), button(t("note-now", { over: state.status === "in_progress" ? "no" : "yes" }), this.deeds.now)));
    if (state.waiting) notes.push(this.#waiting(state.waiting, state.sides.length > 0));
    if (state.rest) notes.push(this.#rest(state.rest, state));
    if (state.offer) notes.push(this.#offer(state.offer, state.sides));
    if (around.ply === null && state.status !== "in_progress" && state.sides.length > 0 && !state.names && !state.next && state.offer?.kind !== "rematch") {
      const counted = { moves: moves(state.plies), measurements: state.plies.filter(({ measured }) => measured).length };
      const { analyse } = this.deeds;
      // A line that the page keeps is nobody's to be played again.
      const again = state.links ? [button(t("rematch"), () => this.deeds.act("rematch"), { class: "primary" })] : [];
      const made = note("over", t("note-over", counted), ...again, ...(analyse ? [button(t("analysis-start"), analyse)] : []));
      // The headline has no room for it on a phone.
      made.prepend(h("p", { class: "result" }, status(state)));
      notes.push(made);
    }
    if (state.next) notes.push(note("", t("note-rematch"), h("a", { class: "button", href: `/g/${state.next.link}` }, t("note-rematch-go"))));
    return notes;
  }

  /**
   * @param {NonNullable<State["rest"]>} rest
   * @param {State} state
   */
  #rest(rest, { players, turn, sides }) {
    const ways = sides.length > 0 && rest !== "failed";
    return note("warning", capital(t(`rest-${rest}${ways ? "-ways" : ""}`, { player: called(players[turn]) })));
  }

  /**
   * @param {Waiting} waiting
   * @param {boolean} may
   */
  #waiting(waiting, may) {
    const { move, backend, message, job, place } = waiting;
    const priced = waiting.may.includes("agree");
    const failed = waiting.state === "failed";
    const state = place === null ? t("waiting-state", { state: waiting.state }) : t("waiting-place", { before: place });
    const told = { move, backend, why: message ?? "", job: job ?? "", state };
    const why = message ? "-why" : "";
    const words = priced ? t(`waiting-price${why}`, told) : failed ? t(`waiting-failed${why}`, told) : t(`waiting-${waiting.pool ? "pool" : "measured"}${job ? "-job" : ""}`, told);
    const made = note(failed && !priced ? "warning" : "waiting", words);
    if (!failed && !priced) made.querySelector("p")?.append(" ", this.time);
    /** @type {Record<Waiting["may"][number], [string, () => void]>} */
    const deeds = {
      agree: [t("waiting-agree"), () => this.deeds.act("retry", { agreed: true })],
      cancel: [t("cancel"), () => this.deeds.act("cancel")],
      retry: [t("again"), () => this.deeds.act("retry")],
      local: [t("waiting-local"), () => this.deeds.act("retry", { backend: "local" })],
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
    const undo = { count: offer.plies ?? 1, measured: offer.measured ? "yes" : "no" };
    const own = sides.includes(offer.by);
    const words = t(`offer-${offer.kind}`, { side: offer.by, yours: own && sides.length === 1 ? "yes" : "no", ...undo });
    if (own || sides.length === 0) {
      const withdraw = () => this.deeds.act(offer.kind, { accept: false });
      return note("", words, ...(sides.length > 0 ? [button(t("offer-withdraw"), withdraw, { class: "quiet" })] : []));
    }
    return note(
      "offer",
      words,
      button(t("offer-accept"), () => this.deeds.act(offer.kind, { accept: true })),
      button(t("offer-decline"), () => this.deeds.act(offer.kind, { accept: false }), { class: "quiet" }),
    );
  }
}

/** @param {number} seconds */
function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? t("waiting-minutes", { minutes, seconds: seconds % 60 }) : t("waiting-seconds", { seconds });
}

/**
 * Which board of the past is shown.
 * @param {Ply[]} plies
 * @param {number} ply
 */
export function after(plies, ply) {
  const number = numbers(plies).get(ply);
  return number ? t("note-past", { number, move: plies[ply - 1]?.move ?? "" }) : t("note-start");
}

/**
 * @param {string} kind
 * @param {string} words
 * @param {...Node} deeds
 */
function note(kind, words, ...deeds) {
  return h("div", { class: `note ${kind}`, role: "status" }, h("p", {}, words), ...deeds);
}
