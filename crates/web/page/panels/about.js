// The game itself: links, records, offers, and how the board is shown.

import { control } from "../clock.js";
import { button, capital, copier, h, keeper } from "../dom.js";
import { people } from "../describe.js";
import { ask } from "../dialog.js";
import * as prefs from "../prefs.js";

/**
 * @param {import("../table.js").Table} table
 * @param {string} link
 */
export function aboutPanel(table, link) {
  const facts = h("dl", { class: "facts" });
  const links = h("div", { class: "links" });
  const deeds = h("div", { class: "row" });
  let built = "";

  const draw = () => {
    const { state } = table;
    if (!state) return;
    const on = state.status === "in_progress";
    const key = JSON.stringify([state.title, state.players, on, state.sides, state.links]);
    if (key === built) return;
    built = key;
    facts.replaceChildren(
      ...[
        ["Game", state.title],
        ["Rules", state.rules],
        ["White", state.players.white],
        ["Black", state.players.black],
        ["Measured by", state.backend],
        ...(state.clock ? [["Clock", control(state.clock)]] : []),
        ["You play", state.sides.length > 0 ? state.sides.map(capital).join(" and ") : "nobody: you watch"],
      ].flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    );
    const known = prefs.kept(link)?.links;
    links.replaceChildren(
      ...(["white", "black"]).flatMap((side) => {
        const other = known?.[/** @type {keyof Links} */ (side)];
        return other && other !== link ? [shared(`To play ${capital(side)}`, other)] : [];
      }),
      ...(state.links ? [shared("To watch", state.links.watch)] : []),
    );
    forms.replaceChildren(...(table.description?.forms ?? []).map(({ name, about }) => keep(`As a ${about}`, name)));
    counted.hidden = !table.grid.numbered;
    deeds.replaceChildren(...(state.sides.length === 0 ? [] : on ? playing(state) : [button("Rematch", () => void table.act("rematch"))]));
  };

  const playing = (/** @type {State} */ state) => [
    // A computer takes no draw, unless it can't go on.
    // Nobody answers while a measurement is under way.
    ...((people(state) || state.rest === "full" || state.rest === "long") && (!state.waiting || state.waiting.state === "failed") ? [button("Offer a draw", () => void table.act("draw"))] : []),
    button("Resign", async () => {
      const yes = await ask("Resign?", "The other side wins, and the game is over.", [{ label: "Resign", value: true }]);
      if (yes) await table.act("resign");
    }),
  ];

  const keep = (/** @type {string} */ label, /** @type {string} */ format) =>
    keeper(label, () => table.api.file({ format }), (error) => table.fail(error));

  const forms = h("span", { class: "extra" });
  const counted = h("div", { hidden: true }, h("h2", {}, "Board"), check("Numbers of squares instead of their names", "counted"));
  table.addEventListener("state", draw);
  return h(
    "div",
    { class: "about" },
    deeds,
    facts,
    h("h2", {}, "Links"),
    h("p", { class: "quiet" }, "Whoever has a link can do what it says: keep those that play to yourself."),
    links,
    h("h2", {}, "Record"),
    h(
      "div",
      { class: "row" },
      keep("Download the record", "record"),
      forms,
      copier("Copy the moves", () => table.api.exported({ format: "moves" })),
      copier("Copy as a command", () => table.api.exported({ format: "command" })),
    ),
    h("p", { class: "quiet" }, "Records are loaded on the start page, where moves can be pasted too; the command goes on in a terminal."),
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
    copier("Copy", () => address),
  );
}
