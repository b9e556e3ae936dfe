// The start page: games begun on this device, and the form for a new one.

import { follow } from "./answers.js";
import * as api from "./api.js";
import { seats } from "./describe.js";
import { capital, h } from "./dom.js";
import * as prefs from "./prefs.js";
import { removeButton, setup } from "./setup.js";
import { locale, t } from "./text.js";

/** @param {HTMLElement} main */
export async function startPage(main) {
  const error = h("p", { class: "error", role: "alert" });
  const form = setup(await api.options(), async ({ game, seat }) => {
    error.textContent = "";
    form.classList.add("busy");
    try {
      const sides = /** @type {Side[]} */ (seat === "screen" ? ["white", "black"] : [seat]);
      begin(await api.create(game), seat, { title: name(game), about: t("game-about", { seats: seats(game, sides), status: t("start-begun") }) });
    } catch (failure) {
      error.textContent = capital(api.words(failure));
      error.scrollIntoView({ block: "nearest" });
    } finally {
      form.classList.remove("busy");
    }
  });
  form.querySelector("button[type=submit]")?.before(error);
  main.replaceChildren(
    h(
      "div",
      { class: "start" },
      h("h1", {}, t("start")),
      h(
        "p",
        { class: "lead" },
        t("start-about"),
        " ",
        h("a", { href: "/learn" }, t("start-learn")),
      ),
      h("div", { class: "columns" }, form, saved()),
    ),
  );
}

/** @param {NewGame | RecordedGame} game */
function name(game) {
  if ("record" in game) return t("start-loaded");
  const kind = capital(game.preset ? `${game.game}, ${game.preset}` : game.game);
  const settings = Object.entries(game.settings).map(([key, value]) => `${key} ${value}`);
  return [kind, ...settings].join(", ");
}

/**
 * Remembers the game, and goes to it; where there is another person, its page begins with the invitation.
 * @param {Created} created
 * @param {"screen" | "white" | "black"} seat
 * @param {{ title: string, about: string }} words
 */
function begin({ links }, seat, words) {
  const here = seat === "screen" ? (links.both ?? links.white ?? links.black ?? links.watch) : links[seat];
  const link = here ?? links.watch;
  prefs.keep({ link, ...words, when: Date.now(), links });
  location.href = `/g/${link}`;
}

function saved() {
  const games = prefs.games();
  const rows = h("ul", { class: "saved" });
  for (const game of games) {
    const about = h("small", {}, game.about ?? "");
    const row = h(
      "li",
      {},
      h("a", { href: `/g/${game.link}` }, game.note ? t("game-noted", { title: game.title, note: game.note }) : game.title),
      game.about && about,
      h("time", { datetime: new Date(game.when).toISOString() }, new Date(game.when).toLocaleString(locale())),
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
    games.length > 0 ? rows : h("p", { class: "quiet" }, t("saved-none")),
  );
}
