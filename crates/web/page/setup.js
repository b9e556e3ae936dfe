// The form in which a game is chosen, and what it asks of the server.

import { button, capital, h } from "./dom.js";
import { clock, control, labelled, player, radios } from "./controls.js";
import { editor } from "./editor.js";
import { loader } from "./load.js";

const LEVELS = [
  ["0", "Classical", "English draughts, nothing quantum"],
  ["1", "Superposition", "a piece splits over two squares; a capture that touches an uncertain square measures"],
  ["2", "Entanglement", "a certain piece that captures an uncertain one may or may not have moved"],
  ["3", "Interference", "two parts of a piece merge, and what interferes away is gone"],
];
const SIZES = ["4", "5", "6", "7", "8", "9", "10", "12", "14", "16"];

/** Settings with a place of their own in the form. */
const APART = new Set(["level", "size", "position"]);

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

  const choose = (/** @type {string} */ name) => {
    const game = options.games.find((one) => one.name === name);
    if (!game) return;
    /** @type {{ key: string, field: import("./controls.js").Control }[]} */
    let rest = [];
    const fields = (/** @type {string} */ preset) => {
      const settings = game.settings.filter(({ key }) => !APART.has(key));
      rest = settings.map((one) => ({ key: one.key, field: control({ ...one, default: usual(game, one.key, preset) }) }));
      more.replaceChildren(...rest.map(({ field }) => field.element));
    };
    const made = game.name === "cheqqers" ? cheqqers(game) : variant(game, fields);
    rules.replaceChildren(...made.elements);
    fields("");
    chosen = () => {
      const { preset, settings } = made.value();
      for (const { key, field } of rest) if (field.value()) settings[key] = field.value();
      return { preset, settings };
    };
  };

  const first = options.games[0]?.name ?? "cheqqers";
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
  const position = text("W:W21-32:B1-12");
  const edited = editor(position);
  const moves = text("c3^b4d4 f6-e5");
  const outcomes = text("{f6} {d4,g5}");
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
  const board = () => edited.show(start(options, wish()));
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
    loader(load),
    h("div", { class: "go" }, h("button", { type: "submit", class: "primary" }, "Play")),
  );
}

/**
 * What a setting is unless it is chosen.
 * @param {GameOption} game
 * @param {string} key
 * @param {string} [preset]
 */
function usual(game, key, preset) {
  const chosen = game.presets.find(({ name }) => name === preset)?.settings[key];
  return chosen ?? game.settings.find((setting) => setting.key === key)?.default ?? null;
}

/**
 * The board on which a game starts.
 * @param {Options} options
 * @param {NewGame} wish
 */
function start(options, { game, preset, settings }) {
  const presets = options.games.find(({ name }) => name === game)?.presets;
  const all = { ...presets?.find(({ name }) => name === preset)?.settings, ...settings };
  const size = Number(all["size"] ?? 8);
  const fit = Math.floor((size - 1) / 2);
  return { kind: game, size, rows: Math.min(Number(all["rows"] ?? 3), fit) };
}

/** @param {GameOption} game */
function cheqqers(game) {
  const levels = LEVELS.map(([value = "", label = "", about]) => ({ value, label: `${value} ${label}`, about }));
  const level = radios("Level", "level", levels, usual(game, "level") ?? "3");
  level.element.classList.add("levels");
  const size = sizes("8");
  return {
    elements: [level.element, labelled("Size of the board", size)],
    value: () => ({
      preset: null,
      settings: /** @type {Record<string, string>} */ ({ level: level.value(), size: size.value }),
    }),
  };
}

/**
 * @param {GameOption} game
 * @param {(preset: string) => void} changed
 */
function variant(game, changed) {
  const presets = [{ value: "", label: "None", about: "the usual settings on 8 x 8" }].concat(
    game.presets.map(({ name, about }) => ({ value: name, label: name, about })),
  );
  const usually = (/** @type {string} */ preset) => usual(game, "size", preset) ?? "8";
  const size = sizes(usually(""));
  const preset = radios("Preset", "preset", presets, "", (name) => {
    size.value = usually(name);
    changed(name);
  });
  return {
    elements: [preset.element, labelled("Size of the board", size)],
    value: () => ({
      preset: preset.value() || null,
      settings: /** @type {Record<string, string>} */ (size.value === usually(preset.value()) ? {} : { size: size.value }),
    }),
  };
}

/** @param {string} usual */
function sizes(usual) {
  const select = h("select", {}, ...SIZES.map((size) => h("option", { value: size }, `${size} x ${size}`)));
  select.value = usual;
  return select;
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
