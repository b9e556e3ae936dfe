// Fields of the start page, made of what the server says can be chosen.

import { STRENGTHS } from "./describe.js";
import { h, labelled } from "./dom.js";
import { given, t } from "./text.js";

/** @typedef {{ element: HTMLElement, value: () => string }} Control */

/**
 * Radio buttons, each with a line on what it means.
 * @param {string} legend
 * @param {string} group
 * @param {{ value: string, label: string, about?: string }[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} [changed]
 * @returns {Control}
 */
export function radios(legend, group, choices, chosen, changed) {
  const boxes = choices.map(({ value, label, about }) => {
    const box = h("input", { type: "radio", name: group, value, onchange: () => changed?.(value) });
    box.checked = value === chosen;
    return { box, row: h("label", { class: "choice" }, box, h("span", {}, h("strong", {}, label), about ? h("small", {}, about) : "")) };
  });
  return {
    element: h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" }, ...boxes.map(({ row }) => row))),
    value: () => boxes.find(({ box }) => box.checked)?.box.value ?? chosen,
  };
}

/** @param {string} key */
const title = (key) => key.charAt(0).toUpperCase() + key.slice(1).replace(/_/g, " ");

/**
 * A field for one setting. An empty one leaves it to the game.
 * @param {string} game
 * @param {Setting} setting
 * @returns {Control}
 */
export function control(game, setting) {
  const { key, takes } = setting;
  const label = given(`setting-${game}-${key}`, title(key));
  const about = given(`setting-${game}-${key}-about`, setting.about);
  const usual = setting.default ?? "";
  if (takes.kind === "words") {
    const select = h("select", {}, ...(takes.words ?? []).map((word) => h("option", { value: word }, t("control-word", { word }))));
    if (usual) select.value = usual;
    return { element: labelled(label, select, about), value: () => (select.value === usual ? "" : select.value) };
  }
  const whole = takes.kind === "number" && !takes.off;
  const input = whole
    ? h("input", { type: "number", min: takes.least, max: takes.most, placeholder: usual || t("control-usual") })
    : h("input", { type: "text", placeholder: usual, autocomplete: "off" });
  const off = takes.kind === "number" && takes.off;
  const { least = 0, most = null } = takes.kind === "number" ? takes : {};
  const note = !off ? about : most === null ? t("control-least-off", { about, least }) : t("control-range-off", { about, least, most });
  return { element: labelled(label, input, note), value: () => input.value.trim() };
}

/**
 * A setting that is chosen first: radio buttons where there is something to say of each choice.
 * @param {string} game
 * @param {SettingField} field
 * @param {string | null} usual
 * @param {string | null} [wanted] what is chosen at first, where it is one of the choices
 * @returns {Control}
 */
export function among(game, { key, ...field }, usual, wanted) {
  const label = given(`setting-${game}-${key}`, field.label);
  const choices = field.choices.map(({ value, name, about }) => {
    const id = `choice-${game}-${key}-${value}`;
    return { value, name: given(id, name), about: about && given(`${id}-about`, about) };
  });
  const chosen = (/** @type {string} */ value) => (value === usual ? "" : value);
  const first = choices.find(({ value }) => value === wanted)?.value ?? usual ?? choices[0]?.value ?? "";
  if (choices.some(({ about }) => about)) {
    const boxes = radios(label, key, choices.map(({ value, name, about }) => ({ value, label: name, about })), first);
    boxes.element.classList.add("wide");
    return { element: boxes.element, value: () => chosen(boxes.value()) };
  }
  const select = h("select", {}, ...choices.map(({ value, name }) => h("option", { value }, name)));
  select.value = first;
  return { element: labelled(label, select), value: () => chosen(select.value) };
}

/** Minutes for the game and seconds for each move. */
const CLOCKS = [[3, 2], [5, 5], [10, 5], [15, 10]];

/** How long both sides may think: nothing for as long as they want, else as the server reads it, in seconds. */
export function clock() {
  const select = h(
    "select",
    {},
    h("option", { value: "" }, t("clock-none")),
    ...CLOCKS.map(([minutes, seconds]) => h("option", { value: `${minutes}+${seconds}` }, t("clock-preset", { minutes: minutes ?? 0, seconds: seconds ?? 0 }))),
    h("option", { value: "own" }, t("clock-other")),
  );
  const own = h("input", {
    type: "text",
    required: true,
    autocomplete: "off",
    inputmode: "text",
    placeholder: "20+10",
    pattern: "\\d+([.]\\d+)?([+]\\d+([.]\\d+)?)?",
    title: t("clock-own-title"),
  });
  const field = labelled(t("clock-own"), own, t("clock-own-about"));
  const show = () => {
    own.disabled = select.value !== "own";
    field.hidden = own.disabled;
  };
  const check = () => {
    const [minutes = 0, seconds = 0] = own.value.split("+").map(Number);
    const fits = minutes >= 1 / 60 && minutes <= 180 && seconds <= 180;
    own.setCustomValidity(fits || own.validity.patternMismatch ? "" : t("clock-own-wrong"));
  };
  own.addEventListener("input", check);
  select.addEventListener("change", show);
  show();
  return {
    element: h("div", { class: "fields" }, labelled(t("clock"), select), field),
    value: () => {
      const text = select.value === "own" ? own.value.trim() : select.value;
      const [minutes, seconds] = text.split("+");
      return text ? `${Math.round(Number(minutes) * 60_000) / 1000}+${seconds ?? 0}` : null;
    },
  };
}

/**
 * Who plays a side: a person, or a player with its strength.
 * @param {string} label
 * @param {PlayerOption[]} players
 * @param {string} chosen
 * @param {() => void} changed
 * @returns {Control}
 */
export function player(label, players, chosen, changed) {
  const option = (/** @type {string} */ value, /** @type {string} */ label) => h("option", { value }, label);
  const person = players.find(({ name }) => name === "person");
  // Those whose strength is chosen by hand.
  const others = players.filter(({ usual }) => usual !== undefined);
  const select = h(
    "select",
    {},
    person && option(person.name, t("player-option", { kind: person.name, name: person.name })),
    h("optgroup", { label: t("computer") }, ...STRENGTHS.map(({ name, player }) => option(player, t("strength-name", { strength: name })))),
    h("optgroup", { label: t("computer-other") }, ...others.map(({ name }) => option(name, t("player-option", { kind: name.split(":")[0] ?? "", name })))),
  );
  select.value = chosen;
  const strength = h("input", { type: "number", inputmode: "numeric" });
  const note = h("small", {});
  const field = labelled(t("strength"), strength);
  const one = () => players.find(({ name }) => name === select.value);
  // A field that was emptied is as strong as ever.
  const power = () => strength.value || String(one()?.usual ?? "");
  const tell = () => {
    const named = STRENGTHS.find(({ player }) => player === select.value);
    const { name = "", about = "" } = one() ?? {};
    note.textContent = named ? t("strength-about", { strength: named.name }) : given(`player-${name.split(":")[0]}-about`, about.replace(/\b(N|MS)\b/, power()), { strength: power() });
  };
  strength.addEventListener("input", tell);
  const show = () => {
    const { usual, least, most } = one() ?? {};
    field.hidden = usual === undefined;
    if (usual !== undefined) {
      strength.min = String(least ?? 1);
      strength.max = String(most ?? "");
      strength.value = String(usual);
    }
    tell();
  };
  select.addEventListener("change", () => {
    show();
    changed();
  });
  show();
  return {
    element: h("div", { class: "player" }, labelled(label, select), field, note),
    value: () => (field.hidden ? select.value : select.value.replace(/:.*$/, `:${power()}`)),
  };
}
