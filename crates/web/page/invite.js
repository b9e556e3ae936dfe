// The invitation to a game of two people: the link for the other side, until they have come.

import { title as titled } from "./describe.js";
import { button, h } from "./dom.js";
import { show } from "./dialog.js";
import { qr } from "./qr.js";
import * as prefs from "./prefs.js";
import { addressField } from "./share.js";
import { t } from "./text.js";

/**
 * The side that is waited for, as far as this device has its link.
 * @param {State} state
 * @param {string} link
 * @returns {{ side: Side, link: string } | null}
 */
function awaited(state, link) {
  const [own] = state.sides;
  if (!state.joined || !own || state.status !== "in_progress") return null;
  const side = own === "white" ? "black" : "white";
  const other = prefs.kept(link)?.links?.[side];
  return other && !state.joined.includes(side) ? { side, link: other } : null;
}

/**
 * The page of an invitation. The board is one press away, for who wants to move first.
 * @param {{ side: Side, link: string }} other
 * @param {string} title of the game
 * @param {() => void} open
 */
function invitation(other, title, open) {
  const address = `${location.origin}/g/${other.link}`;
  const field = addressField(t("invite-link", { side: other.side }), t("invite-text", { title }));
  field.field.value = address;
  return h(
    "section",
    { class: "handover invite" },
    h("h1", {}, t("invite-title")),
    h("p", {}, t("invite-about", { side: other.side })),
    field.element,
    qr(address, t("invite-qr")),
    h("p", { class: "waits", role: "status" }, t("invite-waits")),
    h("p", {}, button(t("invite-board"), open)),
  );
}

/**
 * Shows a game's board, or its invitation as long as the other side is waited for.
 * @param {import("./table.js").Table} table
 * @param {string} link
 * @param {HTMLElement} main
 * @param {() => void} open shows the board
 */
export function invite(table, link, main, open) {
  const other = table.state && awaited(table.state, link);
  if (table.state) forgetOthers(table.state, link);
  if (!table.state || !other) {
    open();
    return;
  }
  main.replaceChildren(invitation(other, titled(table.state), open));
  const came = () => {
    const { state } = table;
    if (!state || awaited(state, link)) return;
    table.removeEventListener("state", came);
    forgetOthers(state, link);
    if (!table.element.isConnected) open();
    if (state.joined?.includes(other.side)) table.say(t("invite-joined", { side: other.side }));
  };
  table.addEventListener("state", came);
}

/**
 * Forgets the links of those who have them by now, but for one's own.
 * @param {State} state
 * @param {string} link
 */
function forgetOthers({ joined }, link) {
  const kept = prefs.kept(link);
  const { links } = kept ?? {};
  if (!kept || !links || !joined) return;
  const left = { ...links };
  for (const side of joined) if (left[side] !== link) left[side] = null;
  if (JSON.stringify(left) !== JSON.stringify(links)) prefs.keep({ ...kept, links: left });
}

/**
 * Tells who was invited that the other side may foresee every measurement, before they move.
 * @param {State} state
 * @param {string} link
 */
export function warn(state, link) {
  const [own] = state.sides;
  const begun = prefs.kept(link)?.links !== undefined;
  if (!state.seeded || state.sides.length !== 1 || begun || state.plies.some(({ side }) => side === own)) return;
  const dialog = show(t("seeded-title"), [
    h("p", {}, t("seeded-about")),
    h("div", { class: "answers" }, button(t("seeded-play"), () => dialog.close()), h("a", { class: "button", href: "/" }, t("seeded-leave"))),
  ]);
}
