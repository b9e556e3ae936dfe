// The first screen: a board that plays, one press from a game, and the games of this device.

import { follow } from "./answers.js";
import * as api from "./api.js";
import { playNow } from "./begin.js";
import { demo } from "./demo.js";
import { button, capital, h, removeButton } from "./dom.js";
import * as prefs from "./prefs.js";
import { t, time } from "./text.js";

/** @param {HTMLElement} main */
export async function startPage(main) {
  const { games } = await api.options();
  const [first] = games;
  const shown = games.find((game) => game.demo);
  main.replaceChildren(
    h(
      "div",
      { class: "start" },
      h(
        "section",
        { class: "hero", "aria-label": t("start") },
        shown ? demo(shown) : "",
        h(
          "div",
          { class: "pitch" },
          h("h1", {}, t("start")),
          h("p", { class: "lead" }, t("start-about")),
          first ? h("div", { class: "first" }, playButton(first), friendButton(first)) : "",
          h("p", {}, h("a", { class: "button", href: "/learn" }, t("start-learn"))),
          h("p", { class: "ways" }, h("a", { href: "/games" }, t("start-games")), h("a", { href: "/custom" }, t("custom")), h("a", { href: "/puzzles/daily" }, t("puzzles-daily"))),
        ),
      ),
      saved(),
    ),
  );
}

/**
 * A button that begins a first game of a kind against the computer.
 * @param {GameOption} game
 * @param {string} [label]
 * @param {Record<string, string>} [attributes]
 */
export function playButton(game, label = t("start-play"), attributes = {}) {
  return beginning(label, { class: "primary", ...attributes }, () => playNow(game));
}

/**
 * A button that begins a first game of a kind and shows the invitation of a friend to it.
 * @param {GameOption} game
 * @param {Record<string, string>} [attributes]
 */
export function friendButton(game, attributes = {}) {
  return beginning(t("start-friend"), attributes, () => playNow(game, true));
}

/**
 * A button that begins a game, and says so where that fails.
 * @param {string} label
 * @param {Record<string, string>} attributes
 * @param {() => Promise<void>} begin
 */
function beginning(label, attributes, begin) {
  const error = h("p", { class: "error", role: "alert" });
  const play = async () => {
    error.textContent = "";
    made.classList.add("busy");
    try {
      await begin();
    } catch (failure) {
      error.textContent = capital(api.words(failure));
      made.classList.remove("busy");
    }
  };
  const made = button(label, () => void play(), attributes);
  return h("div", {}, made, error);
}

function saved() {
  const games = prefs.games();
  if (games.length === 0) return "";
  const rows = h("ul", { class: "saved" });
  for (const game of games) {
    const about = h("small", {}, game.about ?? "");
    const row = h(
      "li",
      {},
      h("a", { href: `/g/${game.link}` }, game.note ? t("game-noted", { title: game.title, note: game.note }) : game.title),
      game.about && about,
      h("time", { datetime: new Date(game.when).toISOString() }, time(game.when)),
      removeButton(t("saved-remove-of", { title: game.title }), () => {
        prefs.forget(game.link);
        row.remove();
      }),
    );
    rows.append(row);
    follow(game, about);
  }
  return h(
    "section",
    { class: "games", "aria-label": t("saved") },
    h("h2", {}, t("saved")),
    rows,
  );
}
