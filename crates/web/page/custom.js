// The page where every setting of a game can be chosen.

import * as api from "./api.js";
import { seats } from "./describe.js";
import { capital, h } from "./dom.js";
import { begin, called } from "./begin.js";
import { setup } from "./setup.js";
import { t } from "./text.js";

/** @param {HTMLElement} main */
export async function customPage(main) {
  document.title = t("page-title", { title: t("custom") });
  const error = h("p", { class: "error", role: "alert" });
  const options = await api.options();
  const form = setup(options, async ({ game, seat }) => {
    // A double click begins one game.
    if (form.classList.contains("busy")) return;
    error.textContent = "";
    form.classList.add("busy");
    try {
      const sides = /** @type {Side[]} */ (seat === "screen" ? ["white", "black"] : [seat]);
      const about = t("game-about", { seats: seats(game, sides), status: t("start-begun") });
      const option = options.games.find(({ name }) => "game" in game && name === game.game);
      begin(await api.create(game), seat, { title: called(game, option), about });
    } catch (failure) {
      error.textContent = capital(api.words(failure));
      error.scrollIntoView({ block: "nearest" });
      form.classList.remove("busy");
    }
  });
  // Somebody came back from the game.
  window.addEventListener("pageshow", () => form.classList.remove("busy"));
  form.querySelector("button[type=submit]")?.before(error);
  main.replaceChildren(h("h1", {}, t("custom")), form);
}
