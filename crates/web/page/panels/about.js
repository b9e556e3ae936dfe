// The game itself: links, records, offers, and how the board is shown.

import { notifyButton } from "../answers.js";
import { control } from "../clock.js";
import { button, copier, h, keeper, list } from "../dom.js";
import { called, people, title } from "../describe.js";
import { ask } from "../dialog.js";
import * as prefs from "../prefs.js";
import { soundButton } from "../sound.js";
import { given, t } from "../text.js";

/**
 * @param {import("../table.js").Table} table
 * @param {string} link
 */
export function aboutPanel(table, link) {
  const facts = h("dl", { class: "facts" });
  const links = h("div", { class: "links" });
  const deeds = h("span", { class: "extra" });
  let built = "";

  const draw = () => {
    const { state } = table;
    if (!state) return;
    const on = state.status === "in_progress";
    const key = JSON.stringify([state.title, state.players, on, state.sides, state.links, state.joined, state.measuring_backend]);
    if (key === built) return;
    built = key;
    facts.replaceChildren(
      ...[
        [t("game"), title(state)],
        [t("side", { side: "white" }), called(state.players.white)],
        [t("side", { side: "black" }), called(state.players.black)],
        [t("facts-measured"), t("setup-backend-name", { name: state.backend })],
        ...(state.pool ? [[t("setup-pool"), t("setup-pool-common")]] : []),
        ...(state.fallback ? [[t("setup-fallback"), t(state.measuring_backend === state.backend ? "setup-fallback-local" : "facts-fallback")]] : []),
        ...(state.clock ? [[t("facts-clock"), control(state.clock)]] : []),
        ...(state.source ? [[t("facts-loaded"), list(sourced(state.source))]] : []),
        [t("facts-you"), list(state.sides.map((side) => t("side", { side }))) || t("facts-watch")],
        [t("facts-rules"), state.rules],
      ].flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    );
    const known = prefs.kept(link)?.links;
    links.replaceChildren(
      ...(["white", "black"]).flatMap((side) => {
        const other = known?.[/** @type {keyof Links} */ (side)];
        // Who has come needs the link no more, and nobody else is to have it.
        const has = state.joined?.includes(/** @type {Side} */ (side));
        return other && other !== link && !has ? [shared(t("link-play", { side }), other)] : [];
      }),
      ...(state.links ? [shared(t("link-watch"), state.links.watch)] : []),
    );
    forms.replaceChildren(...(table.description?.forms ?? []).map(({ name, about }) => keep(t("record-form", { form: given(`form-${name}`, about) }), name)));
    counted.hidden = !table.grid.numbered;
    deeds.replaceChildren(...(state.sides.length === 0 ? [] : on ? playing(state) : state.names ? [] : [button(t("rematch"), () => void table.act("rematch"))]));
  };

  const playing = (/** @type {State} */ state) => [
    // A computer takes no draw, unless it can't go on.
    // Nobody answers while a measurement is under way.
    ...((people(state) || state.rest === "full" || state.rest === "long") && (!state.waiting || state.waiting.state === "failed") ? [button(t("draw"), () => void table.act("draw"))] : []),
    ...(people(state) && state.sides.length === 1 ? notifyButton(t("turn-notify")) : []),
    button(t("resign"), async () => {
      const yes = await ask(t("resign-ask"), t("resign-ask-about"), [{ label: t("resign"), value: true }]);
      if (yes) await table.act("resign");
    }),
  ];

  const keep = (/** @type {string} */ label, /** @type {string} */ format) =>
    keeper(label, () => table.api.file({ format }), (error) => table.fail(error));

  const forms = h("span", { class: "extra" });
  const counted = h("div", { hidden: true }, h("h2", {}, t("board")), check(t("counted"), "counted"));
  table.addEventListener("state", draw);
  return h(
    "div",
    { class: "about" },
    h("div", { class: "row" }, soundButton(), deeds),
    facts,
    h("h2", {}, t("links")),
    h("p", { class: "quiet" }, t("links-about")),
    links,
    h("h2", {}, t("record")),
    h(
      "div",
      { class: "row" },
      keep(t("record-keep"), "record"),
      forms,
      copier(t("record-moves"), () => table.api.exported({ format: "moves" })),
      copier(t("record-command"), () => table.api.exported({ format: "command" })),
    ),
    h("p", { class: "quiet" }, t("record-about")),
    counted,
  );

  /**
   * @param {string} label
   * @param {keyof prefs.Look} key
   */
  function check(label, key) {
    const box = h("input", { type: "checkbox", id: `look-${key}` });
    box.checked = prefs.look()[key];
    box.addEventListener("change", () => {
      table.setLook({ [key]: box.checked });
    });
    return h("p", { class: "check" }, box, h("label", { for: box.id }, label));
  }
}

/**
 * What a loaded record says of its players, and of where and when it was played.
 * @param {Record<string, string>} source
 */
function sourced(source) {
  const sides = /** @type {Side[]} */ (["white", "black"]).filter((side) => source[side]);
  // Tags of other programs begin with a capital.
  const tags = Object.entries(source).filter(([name]) => /^[A-Z]/.test(name));
  return [
    ...sides.map((side) => t("seat-computer", { side, player: source[side] ?? "" })),
    ...tags.map(([name, value]) => t("facts-tag", { name, value })),
  ];
}

/**
 * A link to be given to others, with a button that copies it.
 * @param {string} label
 * @param {string} link
 */
export function shared(label, link) {
  const address = `${location.origin}/g/${link}`;
  const id = `link-${link}`;
  return h(
    "div",
    { class: "shared" },
    h("label", { for: id }, label),
    h("input", { id, readonly: true, value: address, onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
    copier(t("copy"), () => address),
  );
}
