// The catalogues of strings: that each is whole, and that the page uses what they hold.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const PAGE = new URL("../../crates/web/page/", import.meta.url);
const { FluentResource } = await import(new URL("vendor/fluent/index.js", PAGE).href);

const read = (name) => readFileSync(new URL(name, PAGE), "utf8");
const names = readdirSync(new URL("lang/", PAGE)).filter((name) => name.endsWith(".ftl"));

/** The messages of a catalogue by their ids. */
const messages = (name) => new Map(new FluentResource(read(`lang/${name}`)).body.map((message) => [message.id, message]));

const CATALOGUES = new Map(names.map((name) => [name, messages(name)]));
const ENGLISH = CATALOGUES.get("en.ftl");

/**
 * What a message is given to fill in, also where it refers to another one.
 * @param {Map<string, any>} catalogue
 * @param {unknown} part
 * @returns {string[]} sorted
 */
function given(catalogue, part) {
  const found = new Set();
  const walk = (one) => {
    if (one === null || typeof one !== "object") return;
    if (one.type === "var") found.add(one.name);
    if (one.type === "mesg") walk(catalogue.get(one.name)?.value);
    for (const inner of Object.values(one)) walk(inner);
  };
  walk(part);
  return [...found].toSorted();
}

/**
 * The ids of messages that are parts of others.
 * @param {Map<string, any>} catalogue
 */
const referred = (catalogue) => new Set([...JSON.stringify([...catalogue.values()]).matchAll(/"type":"mesg","name":"([\w-]+)"/g)].map(([, id]) => id));

/** The page's own code, and its index. */
const code = readdirSync(PAGE, { recursive: true })
  .filter((name) => (name.endsWith(".js") || name === "index.html") && !name.startsWith("vendor"))
  .map((name) => read(name))
  .join("\n");

/** Ids as they stand in the code: whole, and with holes that are filled in there. */
const WHOLE = new Set([...code.matchAll(/"([a-z][\w-]*)"/g)].map(([, id]) => id));
const HOLED = [...code.matchAll(/\bt\(\s*`([^`]*?)`/g)].map(([, text]) => text.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, "*")).filter((holed) => !holed.startsWith("*"));
const fits = (id, holed) => new RegExp(`^${holed.replaceAll("*", "[\\w-]*")}$`).test(id);

test("every line of a catalogue is understood", () => {
  for (const name of names) {
    const ids = [...read(`lang/${name}`).matchAll(/^(-?[a-zA-Z][\w-]*) *=/gm)].map(([, id]) => id);
    assert.deepEqual([...CATALOGUES.get(name).keys()], ids, name);
    assert.equal(new Set(ids).size, ids.length, `${name}: ${ids.filter((id, at) => ids.indexOf(id) !== at)}`);
  }
});

test("every catalogue has the messages of the English one, with what is filled in", () => {
  for (const [name, catalogue] of CATALOGUES) {
    const missing = [...ENGLISH.keys()].filter((id) => !catalogue.has(id));
    assert.deepEqual(missing, [], name);
    for (const [id, message] of ENGLISH) {
      const wanted = given(ENGLISH, message.value);
      assert.deepEqual(given(catalogue, catalogue.get(id).value), wanted, `${name}: ${id}`);
    }
  }
});

/**
 * The ids of the texts that the server gives in English, made of what each belongs to.
 * @returns {Promise<Set<string>>}
 */
async function served() {
  const ask = async (path, body) => {
    const options = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return (await fetch(`${process.env.CHEQQERS_URL}/api/v1${path}`, options)).json();
  };
  const [{ games, players, backends }, lessons] = await Promise.all([ask("/options"), ask("/lessons")]);
  const ids = ["piece-piece", "piece-quantum-piece"];
  for (const { name: game, presets, settings, fields, forms } of games) {
    ids.push(`game-${game}`, `game-${game}-about`, `game-${game}-title`, `game-${game}-moves`, `game-${game}-advice`);
    ids.push(...presets.map(({ name }) => `preset-${game}-${name}-about`));
    ids.push(...settings.flatMap(({ key }) => [`setting-${game}-${key}`, `setting-${game}-${key}-about`]));
    const told = fields.flatMap(({ key, choices }) => choices.filter(({ about }) => about).map(({ value }) => `choice-${game}-${key}-${value}`));
    ids.push(...told.flatMap((id) => [id, `${id}-about`]), ...forms.map(({ name }) => `form-${name}`));
    const { moves, pieces } = await ask("/lines/description", { line: { game } });
    ids.push(...moves.flatMap(({ name, confirm }) => [`move-${name}`, ...(confirm ? [`confirm-${confirm}`] : [])]));
    ids.push(...pieces.map(({ name }) => `piece-${name}`));
  }
  const { components } = await ask("/openapi.json");
  ids.push(...components.schemas.Sentence.properties.name.enum.map((name) => `told-${name}`));
  ids.push(...players.map(({ name }) => `player-${name.split(":")[0]}-about`));
  ids.push(...backends.filter(({ remote }) => !remote).map(({ name }) => `backend-${name}-about`));
  for (const { game, id, chapter, text, endings } of lessons) {
    const lesson = `lesson-${game}-${id}`;
    ids.push(`chapter-${chapter}`, `${lesson}-title`, `${lesson}-task`);
    ids.push(...text.map((_, k) => `${lesson}-text-${k + 1}`), ...endings.map((_, k) => `${lesson}-ending-${k + 1}`));
  }
  return new Set(ids.map((id) => id.replace(/[^\w-]+/g, "-")));
}

/** What else the server says in English, of moves as they came out and of what it refuses. */
const ELSE = /^(move|error)-[\w-]+$/;

test("every other catalogue has what the server says of its games, settings and lessons", async () => {
  const ids = await served();
  for (const [name, catalogue] of CATALOGUES) {
    if (name === "en.ftl") continue;
    assert.deepEqual([...ids].filter((id) => !catalogue.has(id)), [], name);
    const parts = referred(catalogue);
    const more = [...catalogue.keys()].filter((id) => !ENGLISH.has(id) && !ids.has(id) && !ELSE.test(id) && !parts.has(id));
    assert.deepEqual(more, [], `${name}: unknown`);
  }
});

test("every message is used, and every one that is used is there", () => {
  const parts = referred(ENGLISH);
  const unused = [...ENGLISH.keys()].filter((id) => !WHOLE.has(id) && !parts.has(id) && !HOLED.some((holed) => fits(id, holed)) && id !== "language-name");
  // The keys and marks of the help come in pairs, with what they mean.
  assert.deepEqual(unused.filter((id) => !WHOLE.has(id.replace(/-about$/, ""))), []);
  const asked = [...code.matchAll(/\bt\(\s*"([\w-]+)"/g), ...code.matchAll(/data-words="([\w-]+)"/g)].map(([, id]) => id);
  assert.deepEqual(asked.filter((id) => !ENGLISH.has(id)), []);
  assert.deepEqual(HOLED.filter((holed) => ![...ENGLISH.keys()].some((id) => fits(id, holed))), []);
});
