// The words of the page, from the catalogue of its language: `lang/en.ftl` and others, in Fluent.

import * as prefs from "./prefs.js";
import { FluentBundle, FluentResource } from "./vendor/fluent/index.js";

/** @type {FluentBundle | undefined} */
let bundle;

/** @type {FluentBundle | undefined} of the server's language, for what a catalogue lacks */
let fallback;

/** The language of the server, and of the page before it has a catalogue. */
const WRITTEN = "en";

/**
 * What is said where no catalogue comes, as there are no other words.
 * @type {Record<string, string>}
 */
const BARE = { "page-wrong": "Something went wrong", again: "Try again", "page-new": "Start a new game" };

/** @typedef {{ code: string, name: string }} Language */

/**
 * The languages that the server has a catalogue of, each by its own name.
 * @returns {Language[]}
 */
export const languages = () =>
  [.../** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=alternate][hreflang]"))].map(({ hreflang, title }) => ({
    code: hreflang,
    name: title,
  }));

/**
 * The language to be shown: the one of the address, else the one chosen here, else the first that the browser asks for.
 * @returns {string}
 */
export function language() {
  const wanted = [asked(), served(prefs.language()), ...navigator.languages.map(served)];
  return wanted.find(Boolean) ?? WRITTEN;
}

/** The language of the address. */
const asked = () => served(new URLSearchParams(location.search).get("lang"));

/**
 * The language by which a tag is served: "de-AT" by "de".
 * @param {string | null} tag
 */
function served(tag) {
  const codes = languages().map(({ code }) => code);
  return codes.find((code) => tag === code) ?? codes.find((code) => tag?.toLowerCase().split("-")[0] === code);
}

/** Loads the catalogue of the page's language; nothing has words before. */
export async function load() {
  const code = asked();
  // Who is sent a link in a language, and has chosen none, keeps it on the next page.
  if (code && !prefs.language()) prefs.setLanguage(code);
  document.documentElement.lang = language();
  const wanted = [document.documentElement.lang, ...(translated() ? [WRITTEN] : [])];
  const [own, written] = await Promise.all(wanted.map((lang) => catalogue(lang).catch(() => undefined)));
  if (!own) document.documentElement.lang = WRITTEN;
  if (!own && !written) throw new Error("The words of this page could not be loaded.");
  [bundle, fallback] = own ? [own, written] : [written, undefined];
}

/** @param {string} lang */
async function catalogue(lang) {
  const answer = await fetch(`/page/lang/${lang}.ftl`);
  if (!answer.ok) throw new Error(`no catalogue of ${lang}: ${answer.status}`);
  const made = new FluentBundle(locale(lang), { useIsolating: false });
  for (const error of made.addResource(new FluentResource(await answer.text()))) console.error(error.message);
  return made;
}

/** Whether the page is in another language than the server's. */
export const translated = () => document.documentElement.lang !== WRITTEN;

/** The locale that lists and numbers are written by: "a, b and c" in English. */
export const locale = (lang = document.documentElement.lang) => (lang === WRITTEN ? "en-GB" : lang);

/**
 * A number as the language writes it.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} options
 */
export const number = (value, options) => new Intl.NumberFormat(locale(), options).format(value);

/**
 * A day and its time as they are written where the reader is: the browser knows the region, the page the language.
 * @param {number} when
 */
export function time(when) {
  const { lang } = document.documentElement;
  const region = navigator.languages.find((tag) => tag.split("-")[0] === lang) ?? locale();
  return new Date(when).toLocaleString(region, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * "a, b or c".
 * @param {string[]} words
 */
export const either = (words) => new Intl.ListFormat(locale(), { type: "disjunction" }).format(words);

/**
 * A text that the server gave in English, in the words of the catalogue where that has any: under an id made of what
 * the text belongs to.
 * @param {string} id
 * @param {string} english
 * @param {Record<string, string | number>} [values]
 */
export function given(id, english, values = {}) {
  const known = plain(id);
  return bundle?.hasMessage(known) ? t(known, values) : english;
}

/**
 * The attributes of such a text in the catalogue, by their names; undefined of one without.
 * @param {string} id
 * @param {Record<string, string>} values
 * @returns {Record<string, string> | undefined}
 */
export function attributes(id, values) {
  const found = bundle?.getMessage(plain(id));
  return found && Object.fromEntries(Object.entries(found.attributes).map(([name, pattern]) => [name, formatted(/** @type {FluentBundle} */ (bundle), id, pattern, values)]));
}

/**
 * An id of letters, digits and hyphens.
 * @param {string} id
 */
const plain = (id) => id.replace(/[^\w-]+/g, "-");

/**
 * A message in the language of the page, or in English where its catalogue lacks it.
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(id, values = {}) {
  const holder = bundle?.hasMessage(id) ? bundle : fallback;
  const message = holder?.getMessage(id);
  if (!holder && BARE[id]) return BARE[id];
  if (!holder || !message?.value) {
    console.error(`the catalogue has no message ${id}`);
    return id;
  }
  return formatted(holder, id, message.value, values);
}

/**
 * @param {FluentBundle} holder
 * @param {string} id
 * @param {any} pattern
 * @param {Record<string, string | number>} values
 */
function formatted(holder, id, pattern, values) {
  /** @type {Error[]} */
  const errors = [];
  const text = holder.formatPattern(pattern, values, errors);
  for (const error of errors) console.error(`${id}: ${error.message}`);
  return text;
}
