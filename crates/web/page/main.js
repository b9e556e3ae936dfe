// Which page it is.

import { ApiError, words } from "./api.js";
import { h } from "./dom.js";
import * as prefs from "./prefs.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));

async function route() {
  const { pathname } = location;
  const link = /^\/g\/([^/]+)\/?$/.exec(pathname)?.[1];
  for (const anchor of document.querySelectorAll("header nav a")) {
    if (anchor.getAttribute("href") === pathname) anchor.setAttribute("aria-current", "page");
  }
  if (link) await (await import("./game.js")).gamePage(main, decodeURIComponent(link));
  else if (/^\/learn\/?$/.test(pathname)) await (await import("./learn.js")).learnPage(main);
  else if (pathname === "/") await (await import("./start.js")).startPage(main);
  else tell("There is nothing here", "The address is not whole, or misspelt.");
}

/**
 * @param {string} title
 * @param {string} text
 * @param {...HTMLElement} ways to go on
 */
function tell(title, text, ...ways) {
  const start = h("a", { href: "/" }, "Begin a new game");
  main.replaceChildren(h("h1", {}, title), h("p", {}, text), ...[...ways, start].map((way) => h("p", {}, way)));
}

route().catch((error) => {
  const link = /^\/g\/([^/]+)/.exec(location.pathname)?.[1];
  const unknown = error instanceof ApiError && error.code === "unknown-link";
  if (unknown && link) prefs.forget(link);
  if (unknown) tell("There is no such game", "The link is not whole, or the game is no longer kept.");
  else tell("Something went wrong", words(error), h("a", { href: "" }, "Try again"));
});
