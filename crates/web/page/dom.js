// Small helpers to build elements. Text is always text: nothing is ever parsed as HTML.

import { locale, t } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element; attributes that begin with `on` are listeners, those that are null or false are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes, children);
  return element;
}

/**
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/** @param {string} path */
const drawn = (path) => s("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));

/**
 * A button that is a sign, whose words are heard, and seen when it is pointed at.
 * @param {string} words
 * @param {string} sign
 * @param {() => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function signButton(words, sign, onclick, attributes = {}) {
  const { class: name = "", ...others } = attributes;
  return h("button", { type: "button", onclick, class: `signed ${name}`.trim(), title: words, ...others }, drawn(sign), h("span", { class: "unseen" }, words));
}

/**
 * A button with words, which have a sign above them where there is little room.
 * @param {string} words
 * @param {string} sign
 * @param {() => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function namedButton(words, sign, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, class: "named", ...attributes }, drawn(sign), h("span", {}, words));
}

/**
 * The button that takes a row from a list.
 * @param {string} label
 * @param {() => void} deed
 */
export function removeButton(label, deed) {
  return button(t("saved-remove"), deed, { class: "quiet", "aria-label": label });
}

/**
 * Sets classes that say in which directions a frame can be scrolled.
 * @param {HTMLElement} frame
 * @returns {() => void} looks again, where what is in it has changed
 */
export function edges(frame) {
  const look = () => {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight, classList } = frame;
    classList.toggle("more-left", scrollLeft > 1);
    classList.toggle("more-right", scrollLeft + clientWidth < scrollWidth - 1);
    classList.toggle("more-above", scrollTop > 1);
    classList.toggle("more-below", scrollTop + clientHeight < scrollHeight - 1);
  };
  frame.addEventListener("scroll", look);
  new ResizeObserver(look).observe(frame);
  return look;
}

let ids = 0;

/** An id that no other element has. */
export const newId = () => `id-${(ids += 1)}`;

/**
 * @param {string} label
 * @param {HTMLElement} field
 * @param {string} [about]
 */
export function labelled(label, field, about) {
  field.id = newId();
  const note = about ? h("small", { id: newId() }, about) : null;
  if (note) field.setAttribute("aria-describedby", note.id);
  return h("div", { class: "field" }, h("label", { for: field.id }, label), field, note);
}

/**
 * A whole per cent where that is exact enough, one decimal where it is not, and never a false 0 or 100.
 * @param {number} probability
 */
export function percent(probability) {
  const value = 100 * probability;
  if (value > 0 && value < 0.1) return t("percent-least");
  if (value < 100 && value > 99.9) return t("percent-most");
  return t("percent", { value });
}

/**
 * "a, b and c".
 * @param {string[]} words
 */
export function list(words) {
  return new Intl.ListFormat(locale()).format(words);
}

/**
 * The first letter as a capital, unless the text begins with a name such as that of a square.
 * @param {string} text
 */
export function capital(text) {
  if (/^[a-z]+\d/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Offers a text as a file.
 * @param {{ name: string, text: string }} file
 */
function download({ name, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * A button that gives a file.
 * @param {string} label
 * @param {() => Promise<{ name: string, text: string }>} file
 * @param {(error: unknown) => void} fail
 */
export function keeper(label, file, fail) {
  return button(label, async () => {
    fail(null);
    try {
      download(await file());
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * A button that copies a text and says so.
 * @param {string} label
 * @param {() => string | Promise<string>} text
 */
export function copier(label, text) {
  const made = button(label, async () => {
    try {
      await navigator.clipboard.writeText(await text());
      made.textContent = t("copied");
    } catch {
      made.textContent = t("copy-refused");
    }
    setTimeout(() => (made.textContent = label), 1500);
  });
  return made;
}
