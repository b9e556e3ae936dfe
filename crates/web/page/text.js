// The words of the page, from the catalogue of its language: `lang/en.ftl` and others, in Fluent.

import { FluentBundle, FluentResource } from "./vendor/fluent/index.js";

/** @type {FluentBundle | undefined} */
let bundle;

/** Loads the catalogue of the document's language; nothing has words before. */
export async function load() {
  const { lang } = document.documentElement;
  const answer = await fetch(`/page/lang/${lang}.ftl`);
  bundle = new FluentBundle(lang, { useIsolating: false });
  for (const error of bundle.addResource(new FluentResource(await answer.text()))) console.error(error.message);
}

/**
 * A message in the language of the page; one that the catalogue lacks is told by its name.
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(id, values = {}) {
  const message = bundle?.getMessage(id);
  if (!bundle || !message?.value) {
    console.error(`the catalogue has no message ${id}`);
    return id;
  }
  /** @type {Error[]} */
  const errors = [];
  const text = bundle.formatPattern(message.value, values, errors);
  for (const error of errors) console.error(`${id}: ${error.message}`);
  return text;
}
