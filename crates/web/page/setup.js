// The form in which a game is chosen, and what it asks of the server.

import { capital, h, labelled } from "./dom.js";
import { among, clock, control, player, radios } from "./controls.js";
import { STRENGTHS } from "./describe.js";
import { editor } from "./editor.js";
import { loader } from "./load.js";
import { given, t } from "./text.js";

/** The setting that has an editor of its own. */
const POSITION = "position";

/**
 * @typedef {object} Wish
 * @property {NewGame | RecordedGame} game
 * @property {"screen" | "white" | "black"} seat where two people play: here, or each with a link
 */

/**
 * @param {Options} options
 * @param {(wish: Wish) => void} play
 */
export function setup(options, play) {
  const rules = h("div", { class: "rules" });
  const more = h("div", { class: "fields" });
  /** @type {() => { preset: string | null, settings: Record<string, string> }} */
  let chosen = () => ({ preset: null, settings: {} });

  const find = (/** @type {string} */ name) => options.games.find((one) => one.name === name);
  const choose = (/** @type {string} */ name) => {
    const game = find(name);
    if (!game) return;
    const front = h("div", {});
    /** @type {{ key: string, field: import("./controls.js").Control }[]} */
    let fields = [];
    const fill = (/** @type {string} */ preset) => {
      const apart = new Set([POSITION, ...game.fields.map(({ key }) => key)]);
      const first = game.fields.map((field) => ({ key: field.key, field: among(name, field, usual(game, field.key, preset), preset ? null : asked.get(field.key)) }));
      const settings = game.settings.filter(({ key }) => !apart.has(key));
      const rest = settings.map((one) => ({ key: one.key, field: control(name, { ...one, default: usual(game, one.key, preset) }) }));
      front.replaceChildren(...first.map(({ field }) => field.element));
      more.replaceChildren(...rest.map(({ field }) => field.element));
      fields = [...first, ...rest];
    };
    const named = game.presets.map((one) => ({ value: one.name, label: one.name, about: given(`preset-${name}-${one.name}-about`, one.about) }));
    const preset = radios(t("setup-preset"), "preset", [{ value: "", label: t("setup-preset-none"), about: t("setup-preset-none-about") }, ...named], "", fill);
    preset.element.hidden = named.length === 0;
    rules.replaceChildren(preset.element, front);
    fill("");
    chosen = () => {
      const given = fields.map(({ key, field }) => [key, field.value()]).filter(([, value]) => value);
      return { preset: preset.value() || null, settings: Object.fromEntries(given) };
    };
  };

  const asked = new URLSearchParams(location.search);
  const wanted = asked.get("game");
  const first = (find(wanted ?? "") ?? options.games[0])?.name ?? "";
  const games = options.games.map(({ name, title, about }) => ({ value: name, label: given(`game-${name}`, title), about: given(`game-${name}-about`, about) }));
  const game = radios(t("setup-game"), "game", games, first, choose);
  const seat = seats();
  const show = () => (seat.element.hidden = !(white.value() === "person" && black.value() === "person"));
  const computer = STRENGTHS.find(({ name }) => name === "medium")?.player ?? "random";
  const white = player(t("side", { side: "white" }), options.players, "person", show);
  const black = player(t("side", { side: "black" }), options.players, computer, show);
  const backend = backends(options.backends);
  const time = clock();
  const text = (/** @type {string} */ hint) => h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: hint });
  const position = text("");
  const edited = editor(position);
  const moves = text("");
  const outcomes = text("");
  // Larger numbers would be rounded.
  const seed = h("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, placeholder: t("setup-seed-new") });
  const seeds = labelled(t("setup-seed"), seed, t("setup-seed-about"));
  choose(first);
  show();

  const where = () => /** @type {Wish["seat"]} */ (seat.element.hidden ? "screen" : seat.value());
  /** @returns {NewGame} */
  const wish = () => {
    const { preset, settings } = chosen();
    return {
      game: game.value(),
      preset,
      settings,
      white: white.value(),
      black: black.value(),
      one_screen: where() === "screen",
      ...backend.value(),
      position: position.value.trim() || null,
      moves: moves.value.trim() || null,
      outcomes: outcomes.value.trim() || null,
      seed: seeds.hidden || seed.value === "" ? null : Number(seed.value),
      time: time.value(),
    };
  };
  const load = (/** @type {string} */ record) => {
    const { game: _, preset, settings, position, moves, outcomes, ...others } = wish();
    play({ game: { ...others, record }, seat: where() });
  };
  const board = () => {
    // Who knows the seed of a game by link would foresee every measurement.
    seeds.hidden = where() !== "screen";
    const { game: name, preset, settings } = wish();
    const game = find(name);
    moves.placeholder = game?.example ?? "";
    edited.show({ game: name, preset, settings }, game?.settings.find(({ key }) => key === POSITION) ?? null);
  };
  board();

  return h(
    "form",
    {
      class: "setup",
      onchange: board,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        play({ game: wish(), seat: where() });
      },
    },
    game.element,
    rules,
    h("fieldset", {}, h("legend", {}, t("setup-players")), h("div", { class: "players" }, white.element, black.element), seat.element),
    h("fieldset", {}, h("legend", {}, t("setup-time")), time.element),
    h(
      "details",
      { class: "more" },
      h("summary", {}, t("setup-more")),
      backend.element,
      more,
      h(
        "div",
        { class: "fields" },
        labelled(t("setup-moves"), moves, t("setup-moves-about")),
        labelled(t("setup-outcomes"), outcomes, t("setup-outcomes-about")),
        seeds,
      ),
    ),
    edited.element,
    loader(options.games.flatMap(({ forms }) => forms), load),
    h("div", { class: "go" }, h("button", { type: "submit", class: "primary" }, t("setup-play"))),
  );
}

/**
 * What a setting is unless it is chosen.
 * @param {GameOption} game
 * @param {string} key
 * @param {string} preset
 */
function usual(game, key, preset) {
  const chosen = game.presets.find(({ name }) => name === preset)?.settings[key];
  return chosen ?? game.settings.find((setting) => setting.key === key)?.default ?? null;
}

function seats() {
  return radios(
    t("setup-where"),
    "seat",
    [
      { value: "screen", label: t("setup-where-screen"), about: t("setup-where-screen-about") },
      ...["white", "black"].map((side) => ({ value: side, label: t("setup-where-link", { side }), about: t("setup-where-link-about") })),
    ],
    "screen",
  );
}

/** @param {BackendOption[]} backends */
function backends(backends) {
  const select = h("select", {}, ...backends.map(({ name, remote }) => h("option", { value: name }, remote ? t("setup-backend-remote", { name }) : t("setup-backend-name", { name }))));
  const fallback = h("select", {}, h("option", { value: "" }, t("setup-fallback-none")), h("option", { value: "local" }, t("setup-fallback-local")));
  const failing = labelled(t("setup-fallback"), fallback, t("setup-fallback-about"));
  const pool = h("select", {}, h("option", { value: "" }, t("setup-pool-none")), h("option", { value: "common" }, t("setup-pool-common")));
  const ahead = labelled(t("setup-pool"), pool, t("setup-pool-about"));
  const note = h("div", { class: "quiet" });
  const show = () => {
    const one = backends.find(({ name }) => name === select.value);
    failing.hidden = ahead.hidden = !one?.remote;
    note.replaceChildren(
      one?.about ? h("p", {}, t("sentence", { text: capital(given(`backend-${one.name}-about`, one.about)) })) : "",
      one?.remote ? h("p", {}, t("setup-backend-about")) : "",
    );
  };
  select.addEventListener("change", show);
  show();
  const value = () => ({ backend: select.value, fallback: failing.hidden ? null : fallback.value || null, pool: !ahead.hidden && pool.value !== "" });
  return { element: h("div", {}, labelled(t("setup-backend"), select), note, ahead, failing), value };
}
