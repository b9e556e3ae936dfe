// Who measured what, and what was found.

import { h, list } from "../dom.js";
import { t } from "../text.js";
import { numbers } from "./moves.js";

/** @param {import("../table.js").Table} table */
export function measuredPanel(table) {
  const rows = h("ol", { class: "measured" });
  const empty = h("p", { class: "quiet" }, t("measured-none"));
  /** @type {Map<string, Promise<Moment>>} by ply and move: a ply that is taken back may become another one */
  const known = new Map();
  let built = "";

  const draw = async () => {
    const plies = (table.state?.plies ?? []).filter((ply) => ply.measured);
    const key = JSON.stringify(plies);
    if (key === built) return;
    built = key;
    empty.hidden = plies.length > 0;
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
    rows.replaceChildren(...moments.flatMap((moment) => (moment ? entry(moment) : [])));
  };

  const entry = (/** @type {Moment} */ moment) =>
    moment.measured.map((one) => {
      const { backend, job, shots, accepted, occupied } = one;
      const found = { squares: list(one.squares), found: list(occupied) };
      const counted = shots !== null && (accepted === null ? t("measured-shots", { shots }) : t("measured-accepted", { shots, accepted }));
      return h(
        "li",
        {
          onpointerenter: () => table.view.glow(one.places),
          onpointerleave: () => table.view.glow([]),
        },
        h("strong", {}, `${numbers(table.state?.plies ?? []).get(moment.ply) ?? ""} ${moment.move ?? ""}`),
        h("span", {}, t(occupied.length > 0 ? "measured-found" : "measured-found-nothing", found)),
        h("span", { class: "quiet" }, job ? t("measured-by-job", { backend, job }) : t("measured-by", { backend })),
        counted && h("span", { class: "quiet" }, counted),
      );
    });

  table.addEventListener("state", () => void draw());
  return h("div", {}, empty, rows);
}
