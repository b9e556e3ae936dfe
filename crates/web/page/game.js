// The page of a game: its table, and the panels beside it.

import { TurnNotice } from "./answers.js";
import { opened } from "./api.js";
import { backToClass, goOn } from "./class/pupil.js";
import { about as standing, title as titled } from "./describe.js";
import { h, signButton } from "./dom.js";
import { Exploration } from "./explore.js";
import { invite, warn } from "./invite.js";
import { keys } from "./keys.js";
import { isStill } from "./motion.js";
import { aboutPanel } from "./panels/about.js";
import { analysisPanel } from "./panels/analysis.js";
import { circuitPanel } from "./panels/circuit.js";
import { measuredPanel } from "./panels/measured.js";
import { movesPanel } from "./panels/moves.js";
import { tabs } from "./panels/tabs.js";
import * as prefs from "./prefs.js";
import { shareDialog } from "./share.js";
import { Table } from "./table.js";
import { t } from "./text.js";
import { OUT } from "./toolbar.js";

/**
 * @param {HTMLElement} main
 * @param {string} link
 */
export async function gamePage(main, link) {
  const table = new Table(opened(link));
  const circuit = circuitPanel(table);
  const title = h("span", {}, t("game"));
  const has = h("small", {});
  const panels = tabs(t("game-beside"), [
    { id: "moves", title: t("game-tab-moves"), panel: movesPanel(table) },
    { id: "circuit", title: t("game-tab-circuit"), panel: circuit.panel, shown: circuit.show },
    { id: "measured", title: t("game-tab-measured"), panel: measuredPanel(table) },
    { id: "analysis", title: t("analysis"), panel: analysisPanel(table) },
    { id: "game", title: t("game-tab-game"), panel: aboutPanel(table, link) },
  ]);
  table.notes.deeds.analyse = () => {
    const tab = panels.querySelector("#tab-analysis");
    tab?.dispatchEvent(new MouseEvent("click"));
    // On a phone it is below all that is seen.
    if (panels.getBoundingClientRect().top > window.innerHeight / 2) tab?.scrollIntoView({ behavior: isStill() ? "auto" : "smooth" });
    void table.analysis.compute(table.api);
  };
  const answers = new TurnNotice();
  let known = "";
  table.addEventListener("state", () => {
    const { state } = table;
    if (!state) return;
    const name = titled(state);
    answers.show(state);
    const about = standing(state);
    const asked = state.waiting !== null;
    if (`${about} ${asked}` === known) return;
    known = `${about} ${asked}`;
    const note = prefs.kept(link)?.note;
    // Whoever misses a way to move is told that this game has none.
    has.textContent = table.kinds.has("split") ? t("game-has", { merges: table.kinds.has("merge") ? "yes" : "no" }) : "";
    title.textContent = note ? t("game-noted", { title: name, note }) : name;
    // A game that is only watched, or was opened by a link, is found again on this device, too.
    prefs.keep({ when: Date.now(), ...prefs.kept(link), link, title: name, about, asked });
  });
  goOn(table, link);
  const aside = h("div", { class: "aside" }, panels);
  table.beside((talk) => aside.prepend(talk));
  const page = h("div", { class: "game", tabindex: -1 }, h("h1", {}, title, has), backToClass(link), table.element, aside);
  const exploration = new Exploration(table, page);
  table.explore = (ply, moves, probability) => void exploration.open(ply, moves, probability);
  const share = signButton(t("share"), OUT, () => {
    const watch = table.state?.links?.watch ?? null;
    shareDialog(table, { from: { link: watch ?? link }, watch, title: table.state ? titled(table.state) : "" });
  });
  table.toolbar.redo.after(share);
  keys(() => exploration.table);
  await table.open();
  invite(table, link, main, () => main.replaceChildren(page));
  if (table.state) warn(table.state, link);
}
