// What is shown to others: a position, a game, a picture, a board in another page.

import * as api from "./api.js";
import { show } from "./dialog.js";
import { button, copier, h, labelled } from "./dom.js";
import { radios } from "./controls.js";
import { moves, named } from "./panels/moves.js";
import { t } from "./text.js";

/**
 * Something that is shown to others: how it is kept, and what can be told without that.
 * @typedef {object} Source
 * @property {{ link: string } | { line: object }} from
 * @property {string | null} watch the link to look on by
 * @property {string} title
 */

/**
 * A button that gives an address to the device's own ways of sharing, where it has some.
 * @param {string} title
 * @param {() => string} address
 * @returns {HTMLElement[]}
 */
export function sharer(title, address) {
  if (typeof navigator.share !== "function") return [];
  // Who changes their mind has done nothing wrong.
  return [button(t("share-send"), () => void navigator.share({ title, url: address() }).catch(() => {}))];
}

/**
 * An address in a field, with buttons that copy and send it.
 * @param {string} label
 * @param {string} title
 */
export function addressField(label, title) {
  const field = h("input", { class: "address", readonly: true, onfocus: () => field.select() });
  const element = labelled(label, field);
  element.append(h("div", { class: "row" }, copier(t("copy-link"), () => field.value), ...sharer(title, () => field.value)));
  return { field, element };
}

/**
 * The dialog of a game.
 * @param {import("./table.js").Table} table
 * @param {Source} source
 */
export function shareDialog(table, { from, watch: link, title }) {
  const { state, ply, flipped } = table;
  if (!state) return;
  // A game that has ended can't be followed live.
  const watch = state.status === "in_progress" ? link : null;
  const plies = state.plies.length;
  const side = flipped ? "black" : "white";
  const error = h("p", { class: "error", role: "alert" });
  const address = addressField(t("share-link"), title);
  const rest = h("div", { class: "shared-forms" });
  /** @type {Record<string, { plies: number, ply: number }>} */
  const parts = { position: { plies: ply, ply }, game: { plies, ply: plies } };
  /** What has a link: a running game has one already, the other links are created on request.
   * @type {Record<string, Shown>} */
  const made = watch ? { watch: { page: `/g/${watch}`, embed: `/embed/${watch}`, picture: `/api/v1/links/${watch}/picture`, ply } } : {};
  const choices = [
    { value: "position", label: t("share-position"), about: t("share-position-about", { ply, name: named(state.plies, ply) }) },
    { value: "game", label: t("share-game"), about: t("share-game-about", { moves: moves(state.plies) }) },
    ...(watch ? [{ value: "watch", label: t("share-watch"), about: t("share-watch-about") }] : []),
  ];
  const choose = (/** @type {string} */ way) => {
    const one = made[way];
    error.textContent = "";
    create.hidden = one !== undefined;
    address.element.hidden = one === undefined;
    address.field.value = one ? location.origin + one.page : "";
    rest.hidden = one === undefined;
    rest.replaceChildren(...(one ? forms(one, title, side, named(state.plies, one.ply)) : []));
  };
  const make = async () => {
    const way = what.value();
    const part = parts[way];
    if (!part) return;
    error.textContent = "";
    try {
      made[way] = shown(await api.keepStudy({ ...from, ...part, side }), part.ply);
      if (what.value() !== way) return;
      choose(way);
      address.field.focus();
    } catch (failure) {
      error.textContent = api.words(failure);
    }
  };
  const create = button(t("share-create"), () => void make(), { class: "primary" });
  const what = radios(t("share-what"), "share", choices, "position", choose);
  const dialog = show(t("share"), [what.element, address.element, rest, error, h("div", { class: "row" }, create, button(t("close"), () => dialog.close()))]);
  dialog.classList.add("share");
  choose("position");
}

/**
 * The dialog of a study, which is kept already.
 * @param {string} study
 * @param {string} title
 * @param {number} ply
 * @param {string} name of the ply
 * @param {Side} side
 */
export function shareStudy(study, title, ply, name, side) {
  const one = shown(study, ply);
  const address = addressField(t("share-link"), title);
  address.field.value = location.origin + one.page;
  const dialog = show(t("share"), [
    address.element,
    h("div", { class: "shared-forms" }, ...forms(one, title, side, name)),
    button(t("close"), () => dialog.close()),
  ]);
  dialog.classList.add("share");
}

/**
 * Where something is shown.
 * @typedef {object} Shown
 * @property {string} page
 * @property {string} embed
 * @property {string} picture without the end of its name
 * @property {number} ply that is drawn
 */

/**
 * @param {string} study
 * @param {number} ply
 * @returns {Shown}
 */
const shown = (study, ply) => ({ page: `/s/${study}`, embed: `/embed/${study}`, picture: `/api/v1/studies/${study}/picture`, ply });

/**
 * Its picture, and the code for other pages.
 * @param {Shown} one
 * @param {string} title
 * @param {Side} side
 * @param {string} name of the ply
 */
function forms({ embed, picture, ply }, title, side, name) {
  const about = new URLSearchParams({ ply: String(ply), side });
  const drawing = `${picture}.svg?${about}`;
  const pixels = `${picture}.png?${about}&width=1200`;
  const file = (/** @type {string} */ href, /** @type {string} */ format) =>
    h("a", { class: "button", href, download: `cheqqers-${ply}.${format.toLowerCase()}` }, t("share-download", { format }));
  const src = location.origin + embed;
  // What a quotation mark would end is no attribute any more.
  const quoted = title.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  const code = h("textarea", { readonly: true, rows: 3, spellcheck: "false", onfocus: () => code.select() });
  code.value = `<iframe src="${src}" title="${quoted}" width="480" height="600"></iframe>`;
  return [
    h("h3", {}, t("share-picture")),
    h("div", { class: "picture" }, h("img", { src: drawing, alt: t("share-picture-alt", { ply, name }), width: 160, height: 160 })),
    h("div", { class: "row" }, file(drawing, "SVG"), file(pixels, "PNG")),
    h(
      "details",
      {},
      h("summary", {}, t("share-embed")),
      labelled(t("share-code"), code),
      h("div", { class: "row" }, copier(t("share-copy-code"), () => code.value)),
      h("p", { class: "quiet" }, t("share-embed-about")),
    ),
  ];
}
