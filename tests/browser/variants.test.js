// What the other two games have of their own: half moves and links, and a rotation after each step.

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "./start.js";
import { dice, picture, until, visit } from "./tools.js";

/** The numbers that stand on pieces. */
const numbers = (page) => page.locator(".layer:not(.above) .pill text").allTextContents();

const HALVES = { game: "blocking", settings: { "Quantum move": "single" } };

test("a half move is made by the button or its icon, a step by a click, and no question is asked", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { ...HALVES, black: "person" });
    await page.getByRole("button", { name: "Split", exact: true }).click();
    assert.match(await page.locator(".hint").innerText(), /half of it/);
    await board.pick("c3");
    assert.deepEqual((await board.targets()).toSorted(), ["b4", "d4"]);
    await board.cell("d4").click();
    assert.deepEqual(await board.played(0), ["c3^d4"]);
    const men = await board.men();
    for (const square of ["c3", "d4"]) assert.match(men[square], /50 percent/);
    assert.deepEqual(await numbers(page), ["0.50", "0.50"]);
    await board.pick("f6");
    assert.deepEqual((await board.icons()).toSorted(), ["f6^e5", "f6^g5"]);
    assert.match(await page.locator(".hint").innerText(), /arrows before one to send half there/);
    await board.cell("g5").click();
    assert.equal((await board.played(1)).at(-1), "f6-g5");
    await board.pick("g3");
    await page.locator(".icon").filter({ has: page.locator("title", { hasText: "g3^h4" }) }).click();
    assert.equal((await board.played(2)).at(-1), "g3^h4");
    await picture(page, "halves");
  });
});

test("a game of half moves is played by clicks, and links are seen where there are two", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { ...HALVES, size: "6", black: "random" });
    const roll = dice(3);
    const made = [];
    let linked = 0;
    while (made.length < 20 && (await board.turn())) {
      made.push(await board.click(roll));
      const signs = await page.locator(".linked").count();
      if (signs > linked) await picture(page, "linked");
      linked = Math.max(linked, signs);
    }
    const halves = made.filter((move) => /^[a-f]\d'*\^[a-f]\d$/.test(move));
    assert.ok(halves.length > 1, `${made}`);
    for (const number of await numbers(page)) assert.match(number, /^([01]\.\d\d|<0\.01|>0\.99)$/);
    assert.ok(linked > 0, `no links in ${made}`);
  });
});

test("a piece that has stepped is pressed once more to be rotated, and reminds of it", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { game: "rotation", black: "person" });
    const start = await board.men();
    await board.pick("c3");
    await board.cell("d4").click();
    assert.deepEqual(await board.turning(), ["d4"]);
    assert.match(await board.told(), /press d4 again/i);
    assert.match(await page.locator(".hint").innerText(), /press d4 again/i);
    await picture(page, "rotation-waits");
    // Nothing is played yet, and whatever else is pressed reminds of what is to be done.
    await board.cell("e3").click();
    assert.deepEqual(await board.turning(), ["d4"]);
    assert.deepEqual([await board.moves(), await board.men()], [[], start]);
    await board.cell("c3").click();
    assert.deepEqual([await board.turning(), await board.picked()], [[], ["c3"]]);
    await board.cell("b4").click();
    await board.cell("b4").click();
    assert.deepEqual(await board.played(0), ["c3-b4"]);
    assert.match((await board.men()).b4, /75 percent/);

    // By keys it is Enter once more; by dragging, a press on what was dragged.
    await board.cell("f6").focus();
    for (const key of ["Enter", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    assert.deepEqual(await board.turning(), ["g5"]);
    await page.keyboard.press("Escape");
    assert.deepEqual(await board.turning(), []);
    for (const key of ["ArrowLeft", "ArrowUp", "Enter", "ArrowRight", "ArrowDown", "Enter", "Enter"]) await page.keyboard.press(key);
    assert.equal((await board.played(1)).at(-1), "f6-g5");
    await board.cell("e3").dragTo(board.cell("f4"));
    await page.keyboard.press("f");
    assert.deepEqual(await board.turning(), ["f4"], "the board can be turned round meanwhile");
    await board.cell("f4").click();
    assert.equal((await board.played(2)).at(-1), "e3-f4");
  });
});

test("outcomes that are not listed are counted, and nothing is drawn for them", async () => {
  await visit({}, async (page) => {
    // Both moved once: 9/16 to capture; else all others are measured, in far too many ways to list.
    const board = await begin(page, { game: "rotation", black: "person", moves: "c3-d4 f6-e5" });
    await board.pick("d4");
    await board.cell("f6").hover();
    const preview = page.locator(".preview");
    await until(() => preview.innerText(), (text) => /Other outcomes/.test(text), "what may come");
    const rows = await preview.locator("li").allInnerTexts();
    assert.equal(rows.length, 2);
    assert.match(rows[0], /^56.3\s%.*Captured/);
    assert.equal(rows[1], "Other outcomes: 43.7\u00a0%.");
    assert.equal(await page.locator(".ghost").count(), 0);
    await board.cell("f6").click();
    assert.equal((await board.played(2)).length, 3, "a capture rotates by itself");
  });
});
