// The page in other languages: which one is shown, and that all of it is.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Board } from "./board.js";
import { base, PHONE, picture, until, visit } from "./tools.js";

const NAMES = { de: "Deutsch", en: "English", es: "Español" };

/** Messages of a catalogue that are one line of plain text, by their ids. */
function plain(lang) {
  const text = readFileSync(new URL(`../../crates/web/page/lang/${lang}.ftl`, import.meta.url), "utf8");
  return new Map([...text.matchAll(/^([\w-]+) = ([^{}\n]+)$/gm)].map(([, id, value]) => [id, value.trim()]));
}

const ENGLISH = plain("en");
// Each language is offered by its own name.
ENGLISH.delete("language-name");

/** Words that no sentence in German or Spanish has, and nearly every English one. */
const ENGLISH_WORDS = /\b(the|and|your|you|with|is|of|it|that|this|by)\b/i;

/** What can be read or heard on a page. */
const texts = (page) =>
  page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      // Commands and moves are the same in every language.
      if (parentElement?.checkVisibility() && !parentElement.closest("code, pre, script")) found.push(textContent.trim());
    }
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
      for (const name of ["aria-label", "title", "placeholder"]) found.push(one.getAttribute(name)?.trim() ?? "");
    }
    return found.filter(Boolean);
  });

/**
 * Nothing is in English, and nothing is wider than the screen.
 * @param {import("playwright-core").Page} page
 */
async function translated(page, lang, where) {
  const others = plain(lang);
  const english = new Set([...ENGLISH].filter(([id, value]) => others.get(id) !== value).map(([, value]) => value));
  for (const value of others.values()) english.delete(value);
  const found = await texts(page);
  assert.ok(found.length > 10, `${where}: ${found.length} texts`);
  assert.deepEqual(found.filter((text) => english.has(text) || ENGLISH_WORDS.test(text)), [], `${where} in ${lang}`);
  // What is wider makes the window of a phone wider, too.
  const { width } = /** @type {{ width: number }} */ (page.viewportSize());
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${where} in ${lang} is ${wide} pixels wide`);
}

/** A game for both sides at this screen, by its address. */
async function game(page, asked) {
  const answer = await page.request.post(`${base}/api/v1/games`, { data: { one_screen: true, ...asked } });
  const { links } = await answer.json();
  return `${base}/g/${links.both}`;
}

for (const [name, options] of Object.entries({ desk: {}, phone: { screen: PHONE, touch: true } })) {
  for (const lang of ["de", "es"]) {
    test(`all pages are in ${lang}: ${name}`, async () => {
      await visit({ ...options, locale: lang }, async (page) => {
        await page.goto(`${base}/`);
        await page.locator("header a.brand").waitFor();
        await page.locator("main h1, main h2").first().waitFor();
        assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
        for (const part of await page.locator("main summary").all()) if (await part.isVisible()) await part.click();
        await translated(page, lang, "the start page");
        await picture(page, `${lang}-${name}-start`);

        await page.goto(await game(page, { settings: { level: "1" }, moves: "c3^b4d4 f6-e5" }));
        const board = await new Board(page).ready();
        await translated(page, lang, "a game");
        await board.cell("d4").click();
        await board.cell("f6").hover();
        await until(() => page.locator(".preview li").count(), (count) => count === 2, "both outcomes");
        await translated(page, lang, "a game with a preview");
        await board.cell("f6").click();
        await until(() => page.locator(".told p").count(), (count) => count >= 2, "what was measured");
        await translated(page, lang, "a game with an outcome");
        await picture(page, `${lang}-${name}-game`);
        for (const tab of await page.getByRole("tab").all()) {
          await tab.click();
          await translated(page, lang, `the panel ${await tab.innerText()}`);
        }
        await page.locator('[aria-keyshortcuts="?"]').click();
        await page.locator("dialog dd:visible").first().waitFor();
        await translated(page, lang, "the help");
        await picture(page, `${lang}-${name}-help`);

        for (const lesson of ["cheqqers/split", "rotation/attempt", "blocking/block", "queens-chess/unknown", "box-chess/entangle"]) {
          await page.goto(`${base}/learn#${lesson}`);
          await page.reload();
          await new Board(page).ready();
          await translated(page, lang, `the lesson ${lesson}`);
        }
        await picture(page, `${lang}-${name}-lesson`);

        await page.goto(`${base}/g/none`);
        await page.locator("main h1").waitFor();
        await translated(page, lang, "a link that leads nowhere");
      });
    });
  }
}

/** Games between players who move at random, with what it follows from. */
const RANDOM = [
  { game: "cheqqers" },
  { game: "cheqqers", settings: { level: "1", size: "6" } },
  { game: "international" },
  { game: "international", preset: "6x6" },
  { game: "rotation", preset: "program" },
  { game: "rotation", preset: "physical" },
  { game: "blocking" },
  { game: "blocking", preset: "full-collapse" },
  { game: "queens-chess" },
  { game: "box-chess", preset: "hadamard-plus" },
  { game: "box-chess", preset: "remote" },
  { game: "box-chess", preset: "4x4" },
].map((wish) => ({ ...wish, white: "random", black: "random", seed: 3 }));

/** Games for sentences that are rare in those. */
const RARE = [
  { game: "cheqqers", settings: { position: "W:WK22,28:BK4,5" }, moves: "c3^b4d4 h8-g7 b4-a5 g7-h8 a5-b4 h8-g7 b4d4^c5" },
  { game: "international", preset: "4x4", moves: "c1-b2 b4^a3c3 b2-a3{}" },
  { game: "rotation", preset: "program", settings: { size: "6" }, moves: "d2-c3 e5-f4 c3-b4 d6-e5 e1-d2 c5xa3{}{a1,d2,f4,a5,b6}" },
  { game: "rotation", preset: "manual", moves: "a3-b4 d6-e5 c3-d4 b6-c5 g3-f4 h6-g5 f4xd6{}{}" },
  { game: "rotation", preset: "manual", moves: "a3-b4 d6-e5 c3-d4 b6-c5 g3-f4 h6-g5 f4xd6{}{a1,c1,e1,g1,b2,d2,f2,h2,e3}" },
  { game: "blocking", settings: { position: "W:Wc3:Bd4,f6,h8" }, moves: "c3xe5 pass" },
  { game: "queens-chess", preset: "2020", moves: "deal" },
  { game: "queens-chess", preset: "2020", settings: { position: "3(PR)4/8/8/8/8/8/7k/K7 w - - 0 -/-" }, moves: "d8?{}" },
  { game: "queens-chess", preset: "2010", settings: { position: "4k2[r*n]/8/8/8/8/8/8/4K3 b k - 0 -/-" }, moves: "e8-g8" },
  { game: "box-chess", preset: "tunnelling", settings: { position: "7k/8/8/8/8/p7/8/R6K w - - 0 -" }, moves: "a1|a4{}" },
];

/** Sentences that no game here needs: of a side that can do nothing, of a piece that is nowhere, and of a game without words. */
const UNMET = ["gone", "other", "pass"];

/** Names and verbs of the server's sentences, which no sentence in German or Spanish has. */
const TOLD_IN_ENGLISH = /\b(white|black|man|king|queen|rook|bishop|knight|pawn|piece|moves|measured|was)\b/i;

/** The squares of a sentence and its numbers in per cent, each in order. */
const facts = (sentence) => ({
  squares: (sentence.match(/\b[a-j]\d{1,2}\b/g) ?? []).toSorted(),
  shares: [...sentence.matchAll(/([\d.,]+)\s%/g)].map(([, share]) => Number(share.replace(",", "."))).toSorted((a, b) => a - b),
});

async function ask(path, body) {
  const options = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${base}/api/v1${path}`, options);
  const told = await answer.json();
  assert.ok(answer.ok, JSON.stringify([path, body, told]));
  return told;
}

/** A game at its end. */
async function over(wish) {
  const { links } = await ask("/games", wish);
  return until(() => ask(`/links/${links.watch}`), ({ status }) => status !== "in_progress", "the end of a game");
}

test("all that is told of plies is told in every language, with the same squares and probabilities", async () => {
  const { components } = await ask("/openapi.json");
  const names = new Set(components.schemas.Sentence.properties.name.enum);
  const games = [];
  for (const wish of RANDOM) games.push(await over(wish));
  for (const line of RARE) games.push(await ask("/lines", { line }));
  for (const lang of ["de", "es"]) {
    await visit({ locale: lang }, async (page) => {
      await page.goto(`${base}/`);
      await page.locator("main h1, main h2").first().waitFor();
      for (const state of games) {
        const retold = await page.evaluate(async (answer) => {
          const [{ load }, { retell }] = await Promise.all(["text", "retell"].map((name) => import(`${location.origin}/page/${name}.js`)));
          await load();
          return retell(answer).plies.map(({ told }) => told);
        }, state);
        for (const [index, { move, told, facts: { sentences } }] of state.plies.entries()) {
          const at = [state.kind, move, told, retold[index]].join("\n");
          assert.equal(retold[index].length, told.length, at);
          for (const [which, { name }] of sentences.entries()) {
            names.delete(name);
            const [english, other] = [told[which], retold[index][which]];
            assert.match(other, /^([A-ZÄÖÜ]|[a-j]\d).*\.$/, at);
            assert.doesNotMatch(other, ENGLISH_WORDS, at);
            assert.doesNotMatch(other, TOLD_IN_ENGLISH, at);
            assert.doesNotMatch(other, /[{}]| {2}| [.,]/, at);
            const [written, read] = [facts(english), facts(other)];
            assert.deepEqual(read.squares, written.squares, at);
            assert.equal(read.shares.length, written.shares.length, at);
            assert.ok(read.shares.every((share, k) => Math.abs(share - written.shares[k]) < 0.11), at);
          }
        }
      }
    });
  }
  // Parts of sentences have no plies of their own.
  const parts = ["piece-on", "share", "was-absent", "was-there", "was-there-alone"];
  assert.deepEqual([...names].filter((name) => !parts.includes(name)).toSorted(), UNMET);
});

test("a capture, its failure and the end of a game are told in full sentences in every language", async () => {
  const told = {
    de: { moved: "Weiß zieht mit dem Teil auf d4 nach e5.", foreseen: "Wenn d6xf4 gezogen wird: 50 % Gefunden auf e5. Geschlagen: e5. 50 % Nicht auf e5 gefunden. Gefunden auf b4. Nichts wird geschlagen.", tried: /versucht, von d6 über e5 nach f4 zu schlagen/, read: /Der weiße Stein auf e5 wurde gemessen und war (nicht )?da \(50\s%\)/, won: "Weiß hat gewonnen. Schwarz hat keine Figuren mehr." },
    es: { moved: "Las blancas mueven la parte de d4 a e5.", foreseen: "Si se juega d6xf4: 50 % Hay pieza en e5. Capturado: e5. 50 % No hay pieza en e5. Hay pieza en b4. No se captura nada.", tried: /intentan capturar de d6 a f4/, read: /Se midió el peón blanco de e5: (no )?estaba ahí \(50\s%\)/, won: "Han ganado las blancas. A las negras no les quedan piezas." },
    en: { moved: "White moves the part on d4 to e5.", foreseen: "If d6xf4 is played: 50 % Found on e5. Captured: e5. 50 % Not found on e5. Found on b4. Nothing is captured.", tried: /Black tries to capture from d6 over e5 onto f4/, read: /The white man on e5 was measured: it was (not )?there \(50\s%\)/, won: "White has won. Black has no pieces left." },
  };
  for (const [locale, { moved, foreseen, tried, read, won }] of Object.entries(told)) {
    await visit({ locale }, async (page) => {
      await page.goto(await game(page, { settings: { level: "1" }, moves: "c3^b4d4 b6-a5 d4-e5" }));
      const board = await new Board(page).ready();
      assert.equal(await board.told(), moved);
      await board.cell("d6").click();
      await board.cell("f4").hover();
      // Nothing that is not played yet is told as if it had happened.
      const preview = page.locator(".preview").locator("p, li > span");
      await until(async () => (await preview.allInnerTexts()).join(" ").replace(/\s+/g, " "), (text) => text === foreseen, "what may come");
      await board.cell("f4").click();
      await until(() => board.told(), (text) => tried.test(text) && read.test(text), "what came");
      await page.goto(await game(page, { settings: { position: "W:W22:B18" }, moves: "c3xe5" }));
      await until(() => board.status(), (text) => text === won, "the end");
    });
  }
});

test("the address comes before the choice, and the choice before the browser", async () => {
  await visit({ locale: "es-MX" }, async (page) => {
    const shown = () => page.evaluate(() => document.documentElement.lang);
    const chosen = page.locator("footer [aria-current]");
    await page.goto(`${base}/learn`);
    await chosen.waitFor();
    assert.equal(await shown(), "es", "Spanish of Mexico is Spanish");
    assert.deepEqual(await page.locator("footer a").allInnerTexts(), Object.values(NAMES));
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Lernen" }).waitFor();
    assert.equal(await shown(), "de");
    await page.goto(`${base}/`);
    await chosen.waitFor();
    assert.equal(await shown(), "de", "what was chosen stays chosen");
    await page.goto(`${base}/learn?lang=en`);
    await page.getByRole("heading", { name: "Learn" }).waitFor();
    assert.equal(await shown(), "en");
    await page.goto(`${base}/learn?lang=xx`);
    await chosen.waitFor();
    assert.equal(await shown(), "de", "there is no such language");
  });
});

test("who is sent a link in a language keeps it on the next page", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/learn?lang=de`);
    await new Board(page).ready();
    await page.getByRole("link", { name: "Spielen", exact: true }).click();
    await page.locator("footer [aria-current]").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  });
});

test("a language that there is not is not kept, and a catalogue that does not come is done without", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/learn?lang=xx`);
    await page.getByRole("heading", { name: "Learn" }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("cheqqers.language")), null);
    const none = (route) => route.fulfill({ status: 404, body: "" });
    await page.route("**/lang/de.ftl", none);
    await page.goto(`${base}/learn?lang=de`);
    await page.getByRole("heading", { name: "Learn" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
    await page.route("**/lang/en.ftl", none);
    await page.reload();
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
    assert.equal(await page.locator("main").innerText(), "Something went wrong\n\nThe words of this page could not be loaded.\n\nTry again\n\nStart a new game");
  });
});

test("a king of draughts is a queen where the language has it so, and one of chess is not", async () => {
  await visit({ locale: "de" }, async (page) => {
    await page.goto(await game(page, { position: "W:WK30:B1-3" }));
    const board = await new Board(page).ready();
    assert.equal((await board.squares(/weiße Dame/)).length, 1);
    await page.goto(await game(page, { game: "queens-chess" }));
    await board.ready();
    assert.deepEqual(await board.squares(/König/), ["e8", "e1"]);
  });
});
