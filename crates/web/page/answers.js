// Who looks elsewhere is told when it is their move, and when a device that took its time has answered.

import * as api from "./api.js";
import { status, title as titled } from "./describe.js";
import { h } from "./dom.js";
import * as prefs from "./prefs.js";
import { t } from "./text.js";

/** How often games that wait are looked at from the start page, in milliseconds. */
const EVERY = 10_000;

/** The page of one game: its title says whose move it is, and notifications tell of it while nobody looks. */
export class TurnNotice {
  /** @type {State | null} */
  #state = null;
  #news = "";

  constructor() {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.#news = "";
      this.#draw();
    });
  }

  /** @param {State} state */
  show(state) {
    const before = this.#state;
    this.#state = state;
    if (document.hidden && before) this.#tell(before, state);
    this.#draw();
  }

  /**
   * @param {State} before
   * @param {State} state
   */
  #tell(before, state) {
    const asked = before.waiting && before.waiting.state !== "failed" ? before.waiting : null;
    const last = state.plies.at(-1);
    const told = last?.told.join(" ") ?? "";
    if (asked && !state.waiting && last) {
      this.#news = t("answer-title", { title: titled(state) });
      notify(titled(state), told || t("answer-measured", { move: asked.move }));
    } else if (isMine(state) && !isMine(before) && last) notify(t("turn-title", { title: titled(state) }), told);
    else if (state.status !== "in_progress" && before.status === "in_progress") notify(titled(state), status(state));
  }

  #draw() {
    const state = this.#state;
    if (!state) return;
    const title = titled(state);
    document.title = t("page-title", { title: this.#news || (isMine(state) ? t("turn-title", { title }) : title) });
  }
}

/**
 * Whether somebody here is to move, and only one side is moved here.
 * @param {State} state
 */
const isMine = ({ legal, sides, turn, status }) => status === "in_progress" && legal.length > 0 && sides.length === 1 && sides[0] === turn;

/**
 * @param {string} title
 * @param {string} body
 */
function notify(title, body) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const made = new Notification(title, { body, icon: "/page/icon.svg" });
    made.onclick = () => {
      window.focus();
      made.close();
    };
  } catch {
    // The title says it, too.
  }
}

/** Whether the browser may still be asked for leave, and would notify then: those of phones lack that. */
function mayAsk() {
  if (!("Notification" in window) || Notification.permission !== "default") return false;
  try {
    // Nothing is shown without leave.
    new Notification("");
    return true;
  } catch {
    return false;
  }
}

/**
 * The button that asks for leave to notify; nothing where the browser has been asked already, or can't.
 * @param {string} [label]
 * @returns {HTMLElement[]}
 */
export function notifyButton(label = t("answer-notify")) {
  if (!mayAsk()) return [];
  const made = h("button", { type: "button", class: "quiet" }, label);
  made.addEventListener("click", async () => {
    await Notification.requestPermission();
    made.remove();
  });
  return [made];
}

/**
 * Keeps the words about a game whose measurement was under way up to date, as long as they are shown.
 * @param {prefs.Saved} game
 * @param {HTMLElement} words
 */
export async function follow(game, words) {
  if (!game.asked) return;
  try {
    const state = await api.opened(game.link).state();
    const { waiting } = state;
    if (waiting && waiting.state !== "failed") {
      const minutes = Math.floor(waiting.since / 60);
      words.textContent = t("answer-waits", { move: waiting.move, backend: waiting.backend, minutes });
    } else if (waiting) {
      words.textContent = t("answer-failed", { move: waiting.move, backend: waiting.backend });
    } else {
      words.textContent = t("answer-standing", { status: status(state) });
      return;
    }
  } catch (error) {
    if (error instanceof api.ApiError && error.code === "unknown-link") return void (words.textContent = t("note-gone"));
    // All else is tried again.
  }
  window.setTimeout(() => words.isConnected && follow(game, words), EVERY);
}
