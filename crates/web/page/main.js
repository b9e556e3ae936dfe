// Which page it is.

import { ApiError, words } from "./api.js";
import { h } from "./dom.js";
import * as prefs from "./prefs.js";
import { languages, load, t } from "./text.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));

/** The words around every page, and the languages there are. */
function frame() {
  for (const one of document.querySelectorAll("[data-words]")) one.textContent = t(one.getAttribute("data-words") ?? "");
  document.querySelector("header nav")?.setAttribute("aria-label", t("nav"));
  const current = document.documentElement.lang;
  const choices = languages().map(({ code, name }) => {
    const url = new URL(location.href);
    url.searchParams.set("lang", code);
    const choose = () => prefs.setLanguage(code);
    return h("li", {}, h("a", { href: url, lang: code, hreflang: code, "aria-current": code === current ? "true" : null, onclick: choose }, name));
  });
  if (choices.length > 1) document.body.append(h("footer", {}, h("nav", { "aria-label": t("language") }, h("ul", {}, ...choices))));
}

async function route() {
  await load();
  const { pathname } = location;
  const board = /^\/embed\/([^/]+)$/.exec(pathname)?.[1];
  if (board) {
    await (await import("./embed.js")).embedPage(main, decodeURIComponent(board));
    return;
  }
  frame();
  const link = /^\/g\/([^/]+)\/?$/.exec(pathname)?.[1];
  const puzzle = /^\/puzzles\/([^/]+)$/.exec(pathname)?.[1];
  for (const anchor of document.querySelectorAll("header nav a")) {
    if (anchor.getAttribute("href") === pathname) anchor.setAttribute("aria-current", "page");
  }
  const study = /^\/s\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (study) await (await import("./study.js")).studyPage(main, decodeURIComponent(study));
  else if (link) await (await import("./game.js")).gamePage(main, decodeURIComponent(link));
  else if (/^\/class(\/|$)/.test(pathname)) await classes(pathname);
  else if (/^\/learn\/?$/.test(pathname)) await (await import("./learn.js")).learnPage(main);
  else if (/^\/games\/?$/.test(pathname)) await (await import("./games.js")).gamesPage(main);
  else if (/^\/custom\/?$/.test(pathname)) await (await import("./custom.js")).customPage(main);
  else if (/^\/puzzles\/?$/.test(pathname)) await (await import("./puzzles.js")).puzzlesPage(main);
  else if (puzzle) await (await import("./puzzle.js")).puzzlePage(main, decodeURIComponent(puzzle));
  else if (pathname === "/") await (await import("./start.js")).startPage(main);
  else tell(t("page-nothing"), t("page-nothing-about"));
}

/** @param {string} pathname */
async function classes(pathname) {
  const [, , first, second] = pathname.split("/").map(decodeURIComponent);
  if (first === "teacher" && second) await (await import("./class/teacher.js")).teacherPage(main, second);
  else if (first === "pupil" && second) await (await import("./class/pupil.js")).pupilPage(main, second);
  else await (await import("./class/start.js")).classPage(main, first || undefined);
}

/**
 * @param {string} title
 * @param {string} text
 * @param {...HTMLElement} ways to go on
 */
function tell(title, text, ...ways) {
  const start = h("a", { href: "/" }, t("page-new"));
  main.replaceChildren(h("h1", {}, title), h("p", {}, text), ...[...ways, start].map((way) => h("p", {}, way)));
}

route().catch((error) => {
  const link = /^\/g\/([^/]+)/.exec(location.pathname)?.[1];
  const unknown = error instanceof ApiError && error.code === "unknown-link";
  if (unknown && link) prefs.forget(link);
  const lost = error instanceof ApiError && error.code === "unknown-study";
  if (unknown) tell(t("page-no-game"), t("page-no-game-about"));
  else if (lost) tell(t("study-none"), t("study-none-about"));
  else if (error instanceof ApiError && error.code === "unknown-puzzle") tell(t("puzzle-none"), t("page-nothing-about"));
  else tell(t("page-wrong"), words(error), h("a", { href: "" }, t("again")));
});
