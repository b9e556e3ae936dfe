// Where a pupil waits for a game, and the way back there from the board.

import { h } from "../dom.js";
import { called } from "../describe.js";
import { follow } from "../live.js";
import * as prefs from "../prefs.js";
import { t } from "../text.js";
import * as requests from "./requests.js";

/** How often a pupil whose game is over looks for the next one, in milliseconds. */
const EVERY = 3000;

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
  draw(await api.state());
  main.replaceChildren(h("section", { class: "lobby card" }, title, hello, status, here, last, lost, h("p", {}, h("a", { href: "/learn" }, t("start-learn")))));
  follow(api.events, {
    ask: () => api.state(),
    state: draw,
    progress: () => {},
    lost: (is) => (lost.textContent = is ? t("note-lost") : ""),
    polls: () => {},
  });
}

/**
 * What stands above the board of a pupil's game: who plays, and the way back to the class. It is of one height.
 * @param {import("../table.js").Table} table
 * @param {string} link of the game
 */
export function classBar(table, link) {
  const pupil = prefs.kept(link)?.pupil;
  if (!pupil) return null;
  const api = requests.pupil(pupil);
  const words = h("span", {});
  const back = h("a", { class: "button", href: `/class/pupil/${pupil}`, hidden: true }, t("class-back"));
  let looks = 0;
  const look = async () => {
    try {
      const state = await api.state();
      if (state.game && state.game.link !== link && enter(pupil, state)) return;
    } catch {
      // It is asked again.
    }
    looks = window.setTimeout(look, EVERY);
  };
  table.addEventListener("state", () => {
    const { state } = table;
    const [own] = state?.sides ?? [];
    if (!state || !own) return;
    const other = own === "white" ? "black" : "white";
    const name = state.names?.[other] ?? called(state.players[other]);
    const over = state.status !== "in_progress";
    words.textContent = over ? t("class-next") : t("class-against", { name });
    back.hidden = !over;
    if (over && looks === 0) looks = window.setTimeout(look, EVERY);
  });
  return h("div", { class: "class-bar", role: "status" }, words, back);
}
