// All games there are, each a press from its first move.

import * as api from "./api.js";
import { BoardView } from "./board.js";
import { capital, h } from "./dom.js";
import { Grid } from "./geometry.js";
import { still } from "./line.js";
import { friendButton, playButton } from "./start.js";
import { given, t } from "./text.js";

/** @param {HTMLElement} main */
export async function gamesPage(main) {
  document.title = t("page-title", { title: t("start-games") });
  const { games } = await api.options();
  main.replaceChildren(
    h("h1", {}, t("start-games")),
    h("p", { class: "lead" }, t("games-about")),
    h("ul", { class: "cards" }, ...games.map(card)),
    h("p", {}, h("a", { href: "/custom" }, t("games-custom"))),
  );
}

/** @param {GameOption} game */
function card(game) {
  const name = given(`game-${game.name}`, game.title);
  const place = h("div", { class: "thumb", "aria-hidden": "true" });
  void picture(game, place);
  return h(
    "li",
    { class: "card" },
    place,
    h("h2", {}, name),
    h("p", {}, t("sentence", { text: capital(given(`game-${game.name}-about`, game.about)) })),
    h(
      "div",
      { class: "row" },
      playButton(game, t("games-play"), { "aria-label": t("games-play-of", { game: name }) }),
      friendButton(game, { "aria-label": t("games-friend-of", { game: name }) }),
      h("a", { class: "quiet", href: `/custom?game=${encodeURIComponent(game.name)}`, "aria-label": t("games-options-of", { game: name }) }, t("games-options")),
    ),
  );
}

/**
 * @param {GameOption} game
 * @param {HTMLElement} place
 */
async function picture({ name, first }, place) {
  try {
    const line = still({ game: name, settings: first });
    const [{ board }, description] = await Promise.all([line.moment(0), line.description()]);
    const view = new BoardView({ point() {}, decide() {}, consider() {} });
    view.draw({ board, description, grid: new Grid(description.layout), flipped: false, numbers: false, counted: false, last: [] });
    view.element.inert = true;
    place.replaceChildren(view.element);
  } catch {
    // The card says all without it.
  }
}
