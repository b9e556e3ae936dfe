// The form in which a game is chosen, and what it asks of the server.

import { button, capital, h } from "./dom.js";
import { among, clock, control, labelled, player, radios } from "./controls.js";
import { editor } from "./editor.js";
import { loader } from "./load.js";

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
      const first = game.fields.map((field) => ({ key: field.key, field: among(field, usual(game, field.key, preset)) }));
      const settings = game.settings.filter(({ key }) => !apart.has(key));
      const rest = settings.map((one) => ({ key: one.key, field: control({ ...one, default: usual(game, one.key, preset) }) }));
      front.replaceChildren(...first.map(({ field }) => field.element));
      more.replaceChildren(...rest.map(({ field }) => field.element));
      fields = [...first, ...rest];
    };
    const named = game.presets.map(({ name, about }) => ({ value: name, label: name, about }));
    const preset = radios("Preset", "preset", [{ value: "", label: "None", about: "the usual settings" }, ...named], "", fill);
    preset.element.hidden = named.length === 0;
    rules.replaceChildren(preset.element, front);
    fill("");
    chosen = () => {
      const given = fields.map(({ key, field }) => [key, field.value()]).filter(([, value]) => value);
      return { preset: preset.value() || null, settings: Object.fromEntries(given) };
    };
  };

  const first = options.games[0]?.name ?? "";
  const games = options.games.map(({ name, about }) => ({ value: name, label: capital(name), about }));
  const game = radios("Game", "game", games, first, choose);
  const seat = seats();
  const show = () => (seat.element.hidden = !(white.value() === "person" && black.value() === "person"));
  const computer = options.players.find(({ name }) => name.startsWith("expert"))?.name ?? "random";
  const white = player("White", options.players, "person", show);
  const black = player("Black", options.players, computer, show);
  const backend = backends(options.backends);
  const time = clock();
  const text = (/** @type {string} */ hint) => h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: hint });
  const position = text("");
  const edited = editor(position);
  const moves = text("");
  const outcomes = text("");
  // Larger numbers would be rounded.
  const seed = h("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, placeholder: "a new one" });
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
      backend: backend.value(),
      position: position.value.trim() || null,
      moves: moves.value.trim() || null,
      outcomes: outcomes.value.trim() || null,
      seed: seed.value === "" ? null : Number(seed.value),
      time: time.value(),
    };
  };
  const load = (/** @type {string} */ record) => {
    const { game: _, preset, settings, position, moves, outcomes, ...others } = wish();
    play({ game: { ...others, record }, seat: where() });
  };
  const board = () => {
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
    h("fieldset", {}, h("legend", {}, "Players"), h("div", { class: "players" }, white.element, black.element), seat.element),
    h("fieldset", {}, h("legend", {}, "Time"), time.element),
    h("fieldset", {}, h("legend", {}, "Measured by"), backend.element),
    h(
      "details",
      { class: "more" },
      h("summary", {}, "More"),
      more,
      h(
        "div",
        { class: "fields" },
        labelled("Moves", moves, "to be made first"),
        labelled("Outcomes", outcomes, "of the measurements of these moves"),
        labelled("Seed", seed, "of what is left to chance"),
      ),
    ),
    edited.element,
    loader(options.games.flatMap(({ forms }) => forms), load),
    h("div", { class: "go" }, h("button", { type: "submit", class: "primary" }, "Play")),
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
    "Where",
    "seat",
    [
      { value: "screen", label: "On this screen", about: "both sides are played here, by turns" },
      { value: "white", label: "By link, I play White", about: "you get a link for the other side" },
      { value: "black", label: "By link, I play Black", about: "you get a link for the other side" },
    ],
    "screen",
  );
}

/** @param {BackendOption[]} backends */
function backends(backends) {
  const select = h("select", {}, ...backends.map(({ name, remote }) => h("option", { value: name }, remote ? `${name} (remote)` : name)));
  const note = h("p", { class: "quiet" });
  const show = () => {
    const one = backends.find(({ name }) => name === select.value);
    note.textContent = [
      one?.about ? `${capital(one.about)}.` : "",
      one?.remote ? "Each measurement is one job: it may cost money and may wait in a queue, and nothing is sent before you agree. The game can be left and found again meanwhile." : "",
    ].join(" ");
  };
  select.addEventListener("change", show);
  show();
  return { element: h("div", {}, labelled("Backend", select), note), value: () => select.value };
}

/**
 * What to give to whom, once a game by link was made.
 * @param {Node[]} links
 * @param {string} address
 */
export function handOver(links, address) {
  return h(
    "section",
    { class: "handover" },
    h("h1", {}, "The game is ready"),
    h("p", {}, "Give the first link to the other side. Whoever has it can play that side."),
    ...links,
    h("p", {}, h("a", { class: "button primary", href: address }, "Go to the board")),
  );
}

/**
 * @param {string} label
 * @param {() => void} deed
 */
export function forgetButton(label, deed) {
  return button("Forget", deed, { class: "quiet", "aria-label": label });
}
