// Measurements by devices that take their time: who looks elsewhere is told when an answer came.

import * as api from "./api.js";
import { status } from "./describe.js";
import { h } from "./dom.js";
import * as prefs from "./prefs.js";
import { t } from "./text.js";

/** How often games that wait are looked at from the start page, in milliseconds. */
const EVERY = 10_000;

/** The page of one game, whose title and notifications tell of an answer while nobody looks at it. */
export class AnswerNotice {
  /** @type {Waiting | null} */
  #waiting = null;
  #answered = false;
  #title = "";

  constructor() {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || !this.#answered) return;
      this.#answered = false;
      document.title = t("page-title", { title: this.#title });
    });
  }

  /**
   * @param {string} title
   * @param {State} state
   */
  show(title, state) {
    const before = this.#waiting;
    this.#title = title;
    this.#waiting = state.waiting?.state === "failed" ? null : state.waiting;
    const last = state.plies.at(-1);
    if (before && !state.waiting && last && document.hidden) {
      this.#answered = true;
      notify(title, last.told.join(" ") || t("answer-measured", { move: before.move }));
    }
    document.title = t("page-title", { title: this.#answered ? t("answer-title", { title }) : title });
  }
}

/**
 * @param {string} title
 * @param {string} body
 */
function notify(title, body) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const made = new Notification(title, { body, icon: "/icon.svg" });
  made.onclick = () => {
    window.focus();
    made.close();
  };
}

/**
 * The button that asks for leave to notify; nothing where the browser has been asked already, or can't.
 * @returns {HTMLElement[]}
 */
export function notifyButton() {
  if (!("Notification" in window) || Notification.permission !== "default") return [];
  const made = h("button", { type: "button", class: "quiet" }, t("answer-notify"));
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
  } catch {
    // It is tried again.
  }
  window.setTimeout(() => words.isConnected && follow(game, words), EVERY);
}
