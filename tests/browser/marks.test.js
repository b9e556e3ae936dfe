// The marks on a board: they are few, and cover neither pieces nor each other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { begin } from "./start.js";
import { base, picture, visit } from "./tools.js";

/** What overlaps among the icons, the pieces and the letters on the board. */
const overlaps = (page) =>
  page.evaluate(() => {
    const round = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2, radius: box.width / 2 }));
    const icons = round(".icon .button");
    const others = round(".layer .disc, .layer .picture, .marks .plate, circle.target, circle.partner");
    const meet = (one, two) => Math.hypot(one.x - two.x, one.y - two.y) < one.radius + Math.min(two.radius, one.radius * 2) - 1.5;
    return icons.flatMap((icon, at) => [...others, ...icons.slice(at + 1)].filter((other) => meet(icon, other)).map((other) => [icon, other]));
  });

test("icons of splits and merges cover no piece and no other icon", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/learn#cheqqers/phase`);
    let board = await new Board(page).ready();
    await board.pick("b4");
    assert.ok((await board.icons()).length >= 6, `${await board.icons()}`);
    assert.deepEqual(await overlaps(page), []);
    await picture(page, "icons-king");
    board = await begin(page, { game: "box-chess", black: "person" });
    await board.pick("c2");
    assert.equal((await board.icons()).length, 3);
    assert.deepEqual(await overlaps(page), []);
    await picture(page, "icons-pawn");
  });
});

test("a lit partner keeps its letter in view", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { black: "person", level: "3", moves: "c3^b4d4 h6-g5" });
    await board.pick("b4");
    const dot = await page.locator("circle.partner").boundingBox();
    for (const letter of await page.locator(".marks .plate").all()) {
      const box = await letter.boundingBox();
      assert.ok(dot.x + dot.width <= box.x || box.x + box.width <= dot.x, JSON.stringify([dot, box]));
    }
  });
});

test("what is foreseen is drawn as one ring a square, and only where something is uncertain", async () => {
  await visit({}, async (page) => {
    let board = await begin(page, { black: "person", level: "3", moves: "c3-d4 f6-e5" });
    await board.pick("d4");
    await page.locator(".preview p").waitFor();
    assert.equal(await page.locator(".ghost").count(), 0);
    assert.equal(await page.locator("circle.capture:visible").count(), 1);
    board = await begin(page, { black: "person", level: "3", moves: "c3^b4d4 f6-e5" });
    await page.locator(".ghost").first().waitFor();
    assert.equal(await page.locator("circle.capture:visible").count(), 0);
    for (const own of await page.locator('[data-on="d4"]').locator(".ring, .pill").all()) assert.equal(await own.isVisible(), false);
    await picture(page, "foreseen");
  });
});

test("hands are shown where parts may meet, whoever's turn it is, and of what is picked", async () => {
  const dials = (/** @type {import("playwright-core").Page} */ page) => page.locator(".dial circle:not(.rim):visible").count();
  await visit({}, async (page) => {
    await page.goto(`${base}/learn#cheqqers/phase`);
    await new Board(page).ready();
    assert.equal(await dials(page), 2);
    await begin(page, { black: "person", level: "3", moves: "c3^b4d4 h6-g5" });
    assert.equal(await dials(page), 2);
    // The parts go their ways: nothing is near any more, until one of them is picked.
    const board = await begin(page, { black: "person", level: "3", moves: "c3^b4d4 h6-g5 b4-a5 g5-h4" });
    assert.equal(await dials(page), 0);
    await board.pick("d4");
    assert.ok((await dials(page)) > 0);
  });
});

test("what was measured is marked until something else is done, on squares without another ring", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { black: "person", level: "1", moves: "c3^b4d4 f6-e5" });
    await board.cell("f6").click();
    await board.played(2);
    assert.equal(await page.locator(".cell.found, .cell.missed").count(), 2);
    const [from] = await board.sources();
    await board.pick(from);
    assert.equal(await page.locator(".cell.found, .cell.missed").count(), 0);
  });
});

test("the help draws every mark that it tells of", async () => {
  await visit({}, async (page) => {
    for (const game of ["cheqqers", "queens-chess", "box-chess"]) {
      await begin(page, { game, black: "person" });
      await page.locator('[aria-keyshortcuts="?"]').click();
      const drawn = await page.locator("dialog .symbols .sample").evaluateAll((all) => all.map((one) => one.childElementCount));
      assert.ok(drawn.length >= 9 && drawn.every((count) => count > 0), `${game}: ${drawn}`);
    }
  });
});
