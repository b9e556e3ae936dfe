// Who measured what, and what was found.

import { edges, h, list, percent } from "../dom.js";
import { t } from "../text.js";
import { named, plyButton } from "./moves.js";

/** @param {import("../table.js").Table} table */
export function measuredPanel(table) {
  const rows = h("ol", { class: "measured" });
  const look = edges(rows);
  const count = h("p", { class: "quiet" });
  /** @type {Map<string, Promise<Moment>>} by ply and move: a ply that is taken back may become another one */
  const known = new Map();
  let built = "";

  const draw = async () => {
    const plies = (table.state?.plies ?? []).filter((ply) => ply.measured);
    const key = JSON.stringify([plies, table.ply]);
    if (key === built) return;
    built = key;
    count.textContent = t("measured-count", { count: plies.length });
    const moments = await Promise.all(
      plies.map((ply) => {
        const name = JSON.stringify([ply.ply, ply.move, ply.told]);
        const moment = known.get(name) ?? table.api.moment(ply.ply);
        known.set(name, moment);
        moment.catch(() => known.delete(name));
        return moment.catch(() => null);
      }),
    );
    if (key !== built) return;
    rows.replaceChildren(...moments.flatMap((moment) => (moment ? [entry(moment)] : [])));
    stand();
  };

  // The list alone is scrolled, never the page, and only once it is seen.
  const stand = () => {
    const current = rows.querySelector("[aria-current=true]")?.closest("li");
    if (current) rows.scrollTop = current.offsetTop;
    look();
  };
  new ResizeObserver(stand).observe(rows);

  const entry = (/** @type {Moment} */ moment) => {
    const ply = table.state?.plies[moment.ply - 1];
    // What is lit are squares of its board: another one may have other pieces there.
    const light = (/** @type {string[]} */ places) => () => table.light(moment.ply, table.ply === moment.ply ? places : []);
    const dim = () => table.light(null);
    const every = moment.measured.flatMap(({ places }) => places);
    return h(
      "li",
      { onpointerenter: light(every), onpointerleave: dim },
      ply ? plyButton(table, ply, ply.ply === table.ply, named(table.state?.plies ?? [], moment.ply)) : "",
      h("p", {}, moment.told.slice(1).join(" ")),
      ...moment.measured.map((one) => {
        const { backend, job, shots, accepted, occupied, probability } = one;
        const found = { squares: list(one.squares), found: list(occupied), chance: percent(probability) };
        const counted = shots !== null && (accepted === null ? t("measured-shots", { shots }) : t("measured-accepted", { shots, accepted }));
        return h(
          "p",
          { class: "quiet", onpointerenter: light(one.places), onpointerleave: light(every) },
          h("span", {}, t(occupied.length > 0 ? "measured-found" : "measured-found-nothing", found)),
          " ",
          h("span", {}, job ? t("measured-by-job", { backend, job }) : t("measured-by", { backend })),
          counted && " ",
          counted && h("span", {}, counted),
        );
      }),
    );
  };

  table.addEventListener("state", () => void draw());
  return h("div", {}, count, rows);
}
