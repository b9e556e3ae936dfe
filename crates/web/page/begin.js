// A game that begins: it is remembered, and its page opened.

import * as api from "./api.js";
import { STRENGTHS, seats } from "./describe.js";
import * as prefs from "./prefs.js";
import { given, t } from "./text.js";

/**
 * Begins a first game of a kind at once: White against an easy computer, or against a friend, who is invited by a link.
 * @param {GameOption} option
 * @param {boolean} [friend]
 */
export async function playNow(option, friend = false) {
  const { name, first } = option;
  /** @type {NewGame} */
  const game = {
    game: name,
    preset: null,
    settings: first,
    white: "person",
    black: friend ? "person" : (STRENGTHS.find(({ name }) => name === "easy")?.player ?? "random"),
    one_screen: false,
    backend: "local",
    position: null,
    moves: null,
    outcomes: null,
    seed: null,
  };
  const about = t("game-about", { seats: seats({ white: game.white, black: game.black }, ["white"]), status: t("start-begun") });
  begin(await api.create(game), "white", { title: called(game, option), about });
}

/**
 * @param {NewGame | RecordedGame} game
 * @param {GameOption | undefined} option
 */
export function called(game, option) {
  if ("record" in game) return t("start-loaded");
  const name = given(`game-${game.game}`, option?.title ?? game.game);
  const kind = game.preset ? `${name}, ${game.preset}` : name;
  const settings = Object.entries(game.settings).map(([key, value]) => t("facts-tag", { name: given(`setting-${game.game}-${key}`, key), value }));
  return [kind, ...settings].join(", ");
}

/**
 * Remembers the game, and goes to it; where there is another person, its page begins with the invitation.
 * @param {Created} created
 * @param {"screen" | "white" | "black"} seat
 * @param {{ title: string, about: string }} words
 */
export function begin({ links }, seat, words) {
  const here = seat === "screen" ? (links.both ?? links.white ?? links.black ?? links.watch) : links[seat];
  const link = here ?? links.watch;
  prefs.keep({ link, ...words, when: Date.now(), links });
  location.href = `/g/${link}`;
}
