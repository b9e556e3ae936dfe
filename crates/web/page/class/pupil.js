// Where a pupil waits for a game, and the way back there from the board.

import { ApiError } from "../api.js";
import { h } from "../dom.js";
import { called } from "../describe.js";
import { follow } from "../live.js";
import * as prefs from "../prefs.js";
import { t } from "../text.js";
import * as requests from "./requests.js";

/** @param {ClassPlayer} opponent */
const named = ({ pupil, name }) => (pupil === null ? called(name) : name);

/**
 * Goes to a pupil's game, where the way back is known.
 * @param {string} link
 * @param {PupilState} state
 */
function enter(link, { game, title }) {
  if (!game?.link) return false;
  prefs.keep({ when: Date.now(), title: title || t("class"), ...prefs.kept(game.link), link: game.link, pupil: link });
  location.replace(`/g/${game.link}`);
  return true;
}

/**
 * @param {HTMLElement} main
 * @param {string} link
 */
export async function pupilPage(main, link) {
  const api = requests.pupil(link);
  const title = h("h1", {});
  const hello = h("p", { class: "lead" });
  const status = h("p", { class: "status", role: "status" });
  const here = h("p", { class: "quiet" });
  const last = h("p", { class: "last-game" });
  const lost = h("p", { class: "error", role: "alert" });
  const draw = (/** @type {PupilState} */ state) => {
    if (enter(link, state)) return;
    document.title = t("page-title", { title: state.title || t("class") });
    title.textContent = state.title || t("class");
    hello.textContent = t("class-hello", { name: state.name });
    status.textContent = state.over ? t("class-over") : t("class-waiting");
    here.textContent = state.over ? "" : t("class-here", { count: state.here });
    const game = state.last;
    last.replaceChildren();
    if (game) {
      const words = t("class-last", { name: named(game.opponent), result: game.result ?? "draw" });
      last.append(words, h("br"), h("a", { href: `/g/${game.link}` }, t("class-last-look")));
    }
  };
  const removed = () => {
    prefs.leaveSeat(link);
    main.replaceChildren(h("h1", {}, t("class")), h("p", { role: "alert" }, t("class-removed")), h("p", {}, h("a", { href: "/class" }, t("class-join"))));
  };
  try {
    draw(await api.state());
  } catch (error) {
    if (error instanceof ApiError && error.code === "unknown-class") return removed();
    throw error;
  }
  main.replaceChildren(h("section", { class: "lobby card" }, title, hello, status, here, last, lost, h("p", {}, h("a", { href: "/learn" }, t("start-learn")))));
  follow(api.events, {
    ask: () => api.state(),
    state: draw,
    contact: (contact) => (contact === "gone" ? removed() : (lost.textContent = contact === "lost" ? t("note-lost") : "")),
  });
}

/**
 * The way back from a board that the teacher watches.
 * @param {string} link of the game
 */
export function backToClass(link) {
  const teacher = prefs.watched(link);
  return teacher ? h("p", { class: "back" }, h("a", { href: `/class/teacher/${teacher}` }, t("class-back"))) : "";
}

/**
 * Leads from a pupil's game that is over to the next one, or back to the class.
 * @param {import("../table.js").Table} table
 * @param {string} link of the game
 */
export function goOn(table, link) {
  const pupil = prefs.kept(link)?.pupil;
  if (!pupil) return;
  const api = requests.pupil(pupil);
  const over = () => {
    if (table.state?.status === "in_progress" || table.state?.sides.length === 0) return;
    table.removeEventListener("state", over);
    const words = h("p", {}, t("class-next"));
    const back = h("a", { class: "button", href: `/class/pupil/${pupil}` }, t("class-back"));
    table.notes.element.before(h("div", { class: "note", role: "status" }, words, back));
    follow(api.events, {
      ask: () => api.state(),
      state: (state) => state.game?.link !== link && enter(pupil, state),
      contact: (contact) => {
        if (contact !== "gone") return;
        prefs.leaveSeat(pupil);
        words.textContent = t("class-removed");
        back.remove();
      },
    });
  };
  table.addEventListener("state", over);
}
