// Tabs, as the ARIA practices have them: arrows go from tab to tab.

import { h } from "../dom.js";

/**
 * @param {string} label
 * @param {{ id: string, title: string, panel: HTMLElement, shown?: () => void }[]} pages
 */
export function tabs(label, pages) {
  const heads = pages.map(({ id, title }) =>
    h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` }, title),
  );
  const bodies = pages.map(({ id, panel }) =>
    h("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: 0 }, panel),
  );
  const choose = (/** @type {number} */ at) => {
    for (const [k, head] of heads.entries()) {
      head.setAttribute("aria-selected", String(k === at));
      head.setAttribute("tabindex", k === at ? "0" : "-1");
    }
    for (const [k, body] of bodies.entries()) body.hidden = k !== at;
    pages[at]?.shown?.();
  };
  // Who has pressed a tab by a pointer means the game by arrows.
  let pointed = false;
  const bar = h("div", { role: "tablist", "aria-label": label, class: "tabs" }, ...heads);
  for (const [at, head] of heads.entries()) {
    head.addEventListener("click", ({ detail }) => {
      choose(at);
      pointed = detail > 0;
    });
  }
  bar.addEventListener("focusin", () => (pointed = false));
  bar.addEventListener("keydown", (event) => {
    const at = heads.findIndex((head) => head === document.activeElement);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (pointed || by === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (at + by + heads.length) % heads.length;
    choose(next);
    heads[next]?.focus();
  });
  choose(0);
  return h("section", { class: "panels", "aria-label": label }, bar, ...bodies);
}
