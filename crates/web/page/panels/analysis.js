// The analysis of a game: who stood better, which moves were mistakes, and what chance made of them.

import { words } from "../api.js";
import { scoreOf, signed } from "../analysis.js";
import { button, h, list, percent } from "../dom.js";
import { ScoreBar, ScoreGraph, told } from "../graph.js";
import { foreseen } from "../retell.js";
import { t } from "../text.js";
import { named, numbers } from "./moves.js";

/** @typedef {import("../table.js").Table} Table */

/** @typedef {(ply: number, moves: string[], probability?: number) => void} Explore shows what follows from moves after a ply */

/** @param {Table} table */
export function analysisPanel(table) {
  /** @type {Explore} */
  const explore = (ply, moves, probability) => table.explore?.(ply, moves, probability);
  const { analysis } = table;
  const bar = new ScoreBar();
  const graph = new ScoreGraph((ply) => void table.go(ply));
  const later = h("p", { class: "quiet" }, t("analysis-later"));
  const about = h("p", { class: "quiet" }, t("analysis-about"));
  const start = button(t("analysis-start"), () => void analysis.compute(table.api), { class: "primary" });
  const cancel = button(t("cancel"), () => analysis.cancel());
  const progress = h("progress", { "aria-label": t("analysis") });
  const count = h("span", { role: "status" });
  const error = h("p", { class: "error", role: "alert" });
  const under = h("div", { class: "row computing" }, progress, count, cancel);
  const summary = h("div", { class: "summary" });
  const moment = h("div", { class: "moment", "aria-live": "polite" });
  const turns = h("ol", { class: "turning-points" });
  const heading = h("h3", {}, t("analysis-turning-points"));
  let version = "";
  let listed = "";
  /** @type {string | undefined} */
  let said;
  let beside = false;

  const draw = () => {
    const { state } = table;
    if (!state) return;
    // A line that the page keeps is nobody's game.
    const over = state.links === null || state.status !== "in_progress";
    // A game that is taken back goes another way.
    const now = JSON.stringify([over, state.plies.map(({ move, told }) => [move, told])]);
    if (now !== version) {
      version = now;
      if (analysis.plies.size > 0 || analysis.running) analysis.clear();
    }
    const all = state.plies.length + 1;
    const { running, next } = analysis;
    const some = next > 0;
    later.hidden = over;
    about.hidden = !over || some;
    start.hidden = !over || running || next === all;
    start.textContent = some ? t("analysis-continue") : t("analysis-start");
    start.classList.toggle("primary", !some);
    under.hidden = !running;
    progress.max = all;
    progress.value = next;
    count.textContent = running ? t("analysis-progress", { done: next, all }) : "";
    error.textContent = analysis.error ? words(analysis.error) : "";
    graph.element.hidden = !some;
    if (some && !beside) {
      bar.beside(table.view.element);
      beside = true;
    }
    if (!some) bar.element.hidden = true;
    else {
      graph.draw(analysis, state.plies.length, table.ply, named(state.plies, table.ply));
      bar.draw(analysis.plies.get(table.ply)?.score ?? null, table.flipped);
    }
    summary.replaceChildren(...(analysis.summary ? sides(analysis.summary) : []));
    drawMoment();
    drawTurns();
  };

  const drawMoment = () => {
    const here = analysis.plies.get(table.ply);
    // It is heard when it changes, and only then.
    const key = JSON.stringify(here);
    if (key === said) return;
    said = key;
    moment.replaceChildren(...(here ? position(here, explore) : []));
  };

  const drawTurns = () => {
    const marked = [...analysis.plies.values()].filter(({ move }) => move?.mark || move?.luck_mark);
    heading.hidden = marked.length === 0;
    const key = JSON.stringify([marked.map(({ ply }) => ply), table.ply]);
    if (key === listed) return;
    listed = key;
    const names = numbers(table.state?.plies ?? []);
    turns.replaceChildren(
      ...marked.map(({ ply, move }) => {
        const { signs, words } = analysis.marks(ply);
        const name = `${names.get(ply) ?? ""} ${move?.move ?? ""}`;
        const press = () => void table.go(ply);
        const current = ply === table.ply && "true";
        return h("li", {}, button(`${name} ${signs}`, press, { class: "point", "aria-label": `${name}, ${words}`, title: words, "aria-current": current }));
      }),
    );
  };

  analysis.addEventListener("change", draw);
  table.addEventListener("state", draw);
  return h("div", { class: "analysis" }, later, about, start, under, error, graph.element, moment, heading, turns, summary);
}

/**
 * Who played how well, and who was lucky.
 * @param {AnalysisSummary} summary
 */
function sides(summary) {
  const rows = (/** @type {const} */ (["white", "black"])).map((side) => {
    const { moves, loss, inaccuracies, mistakes, blunders, measurements, luck } = summary[side];
    const facts = [t("analysis-accuracy", { accuracy: percent(1 - loss / Math.max(1, moves)) })];
    for (const [id, count] of Object.entries({ inaccuracies, mistakes, blunders })) {
      if (count > 0) facts.push(t(`analysis-${id}`, { count }));
    }
    facts.push(t("analysis-luck", { luck: signed(luck), measurements }));
    return h("p", {}, t("analysis-side", { side, facts: list(facts) }));
  });
  return [h("h3", {}, t("analysis-summary")), ...rows, h("p", { class: "quiet" }, t("analysis-units")), h("p", { class: "quiet" }, t("analysis-legend"))];
}

/**
 * A position, and the move that led there.
 * @param {PlyAnalysis} here
 * @param {Explore} explore
 * @param {boolean} [played] whether it is of the game itself
 */
export function position(here, explore, played = true) {
  const { move, ply } = here;
  const parts = [h("p", {}, h("strong", {}, told(here.score)))];
  if (move) parts.push(...judged(move, ply, explore));
  if (move && move.luck !== null) parts.push(measured(move, ply, explore, played));
  if (here.line.length > 0) {
    const line = here.line.join(" ");
    parts.push(
      h(
        "p",
        { class: "best" },
        t("analysis-line", { line }),
        " ",
        button(t("analysis-play-out"), () => explore(ply, here.line), { "aria-label": t("analysis-play-out-line", { line }) }),
      ),
    );
  }
  if (here.solved?.length) parts.push(solved(here.solved, ply, explore));
  return parts;
}

/**
 * The exact scores of all moves.
 * @param {NonNullable<PlyAnalysis["solved"]>} moves
 * @param {number} ply
 * @param {Explore} explore
 */
function solved(moves, ply, explore) {
  const heading = t("analysis-solved");
  const rows = moves.map(({ move, score }) =>
    h(
      "li",
      {},
      h("strong", {}, percent(score)),
      button(t("analysis-try", { move }), () => explore(ply, [move])),
    ),
  );
  return h("div", {}, h("p", {}, heading), h("ul", { class: "outcomes solved", "aria-label": heading }, ...rows));
}

/**
 * How good a move was.
 * @param {MoveAnalysis} move
 * @param {number} ply
 * @param {Explore} explore
 */
function judged(move, ply, explore) {
  const { best, loss, mark } = move;
  if (move.only) return [h("p", {}, t("analysis-only", { move: move.move }))];
  if (best === move.move) return [h("p", {}, t("analysis-best", { move: move.move }))];
  const better = { move: move.move, best, loss: percent(loss) };
  const text = mark ? t(`analysis-was-${mark}`, better) : t("analysis-was-good", better);
  const tried = () => explore(ply - 1, [best]);
  return [h("p", { class: mark ?? "" }, text, " ", button(t("analysis-try", { move: best }), tried))];
}

/**
 * What a move measured, what else it could have found, and who was lucky.
 * @param {MoveAnalysis} move
 * @param {number} ply
 * @param {Explore} explore
 * @param {boolean} played
 */
function measured(move, ply, explore, played) {
  const { side } = move;
  const share = (/** @type {number} */ score) => percent(scoreOf(score, side));
  const rows = move.outcomes.map((outcome) => {
    const words = foreseen(outcome.facts).join(" ");
    const what = button(t("analysis-explore"), () => explore(ply - 1, [outcome.move], outcome.probability), {
      "aria-label": t("analysis-explore-outcome", { outcome: words }),
    });
    return h(
      "li",
      { class: outcome.actual ? "came" : "" },
      h("strong", {}, percent(outcome.probability)),
      h("span", {}, words),
      h("span", { class: "worth" }, t("analysis-outcome-score", { side, score: share(outcome.score) })),
      outcome.actual ? h("strong", { class: "so" }, t(played ? "analysis-came" : "analysis-chosen")) : what,
    );
  });
  const came = move.outcomes.find(({ actual }) => actual);
  const gain = { side, expected: share(move.expected), came: came ? share(came.score) : "", luck: signed(move.luck ?? 0) };
  return h(
    "div",
    {},
    h("p", { class: move.luck_mark ?? "" }, t(`analysis-${move.luck_mark ?? "even"}-by`, gain)),
    h("ul", { class: "outcomes", "aria-label": t("analysis-outcomes", { move: move.move }) }, ...rows),
  );
}
