// Where a class begins, for a teacher, and where pupils join one.

import { ApiError, options, words } from "../api.js";
import { capital, h, labelled, removeButton } from "../dom.js";
import * as prefs from "../prefs.js";
import { t, time } from "../text.js";
import * as requests from "./requests.js";

/**
 * @param {HTMLElement} main
 * @param {string} [code] of the class to join, where that is known
 */
export async function classPage(main, code) {
  document.title = t("page-title", { title: t("class") });
  if (code === undefined) {
    main.replaceChildren(h("h1", {}, t("class")), h("div", { class: "columns class-start" }, h("div", {}, joining(""), seat()), starting()));
    return;
  }
  let about;
  try {
    about = await requests.find(code);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "unknown-class")) throw error;
    main.replaceChildren(h("h1", {}, t("class-join")), h("p", { class: "error", role: "alert" }, t("class-unknown")), joining(""));
    return;
  }
  const title = about.title || t("class");
  const shut = about.over ? t("class-over") : about.open ? "" : t("class-shut");
  main.replaceChildren(h("h1", {}, title), seat(code), shut ? h("p", {}, shut) : joining(code));
}

/**
 * The form by which a pupil joins.
 * @param {string} code
 */
function joining(code) {
  const error = h("p", { class: "error", role: "alert" });
  const typed = h("input", { type: "text", required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 8, class: "code", value: code });
  const name = h("input", { type: "text", required: true, autocomplete: "nickname", maxlength: 24, value: prefs.nickname() });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    error.textContent = "";
    try {
      const wanted = code || typed.value;
      const { pupil } = await requests.join(wanted, name.value);
      prefs.setSeat({ link: pupil, code: plain(wanted), name: name.value.trim() });
      location.href = `/class/pupil/${pupil}`;
    } catch (failure) {
      const unknown = failure instanceof ApiError && failure.code === "unknown-class";
      error.textContent = unknown ? t("class-unknown") : capital(words(failure));
    }
  };
  return h(
    "form",
    { class: "card join", onsubmit: submit },
    h("h2", {}, t("class-join")),
    code ? null : labelled(t("class-code"), typed, t("class-code-about")),
    labelled(t("class-nickname"), name, t("class-nickname-about")),
    error,
    h("p", {}, h("button", { type: "submit", class: "primary" }, t("class-join-now"))),
  );
}

/**
 * The way back of a pupil who has joined already.
 * @param {string} [code] of the class that is looked at
 */
function seat(code) {
  const known = prefs.seat();
  if (!known || (code !== undefined && known.code !== plain(code))) return "";
  return h("p", {}, h("a", { class: "button", href: `/class/pupil/${known.link}` }, t("class-go-on", { name: known.name })));
}

/** @param {string} code */
const plain = (code) => code.replace(/[\s-]/g, "").toUpperCase();

/** The form by which a teacher starts a class, and the classes started here. */
function starting() {
  const error = h("p", { class: "error", role: "alert" });
  const title = h("input", { type: "text", maxlength: 60, autocomplete: "off" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    error.textContent = "";
    try {
      const { games } = await options();
      const plan = { game: games[0]?.name ?? null, preset: null, settings: {}, time: null };
      const { teacher } = await requests.begin({ title: title.value, plan });
      prefs.keepClass({ link: teacher, title: title.value.trim(), when: Date.now() });
      location.href = `/class/teacher/${teacher}`;
    } catch (failure) {
      error.textContent = capital(words(failure));
    }
  };
  const rows = h("ul", { class: "saved" });
  for (const one of prefs.classes()) {
    const name = one.title || t("class");
    const row = h(
      "li",
      {},
      h("a", { href: `/class/teacher/${one.link}` }, name),
      h("time", { datetime: new Date(one.when).toISOString() }, time(one.when)),
      removeButton(t("saved-remove-of", { title: name }), () => {
        prefs.forgetClass(one.link);
        row.remove();
      }),
    );
    rows.append(row);
  }
  return h(
    "section",
    { class: "card", "aria-label": t("class-teachers") },
    h("h2", {}, t("class-teachers")),
    h("p", {}, t("class-teachers-about")),
    h("form", { onsubmit: submit }, labelled(t("class-title"), title, t("class-title-about")), error, h("p", {}, h("button", { type: "submit", class: "primary" }, t("class-start")))),
    prefs.classes().length > 0 ? rows : null,
  );
}
