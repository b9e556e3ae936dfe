// A phone held upright: nothing is wider than it, and a finger hits what it means.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { begin } from "./start.js";
import { base, PHONE, picture, visit } from "./tools.js";

/** What a finger hits surely, in CSS pixels. */
const FINGER = 44;

const phone = { screen: PHONE, touch: true };

/** @param {import("playwright-core").Page} page */
async function fits(page, where) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.width, `${where} is ${width} pixels wide`);
  const small = await page.evaluate((finger) => {
    const seen = [...document.querySelectorAll("button, select, input, textarea, summary, [role=tab]")].filter((one) => one.checkVisibility());
    // A radio button or a box is pressed by its label, too.
    const boxes = seen.map((one) => ({ name: one.textContent || one.id || one.name, box: (one.closest("label, .check") ?? one).getBoundingClientRect() }));
    return boxes.filter(({ box }) => box.height < finger - 0.5).map(({ name, box }) => `${name}: ${box.height}`);
  }, FINGER);
  assert.deepEqual(small, [], `${where}: too low for a finger`);
}

test("the start page, a game and the lessons fit on a phone", async () => {
  await visit(phone, async (page) => {
    for (const [path, ready] of [["/", ".demo"], ["/games", ".thumb"]]) {
      await page.goto(`${base}${path}`);
      await page.locator(`${ready} [role=gridcell]`).first().waitFor({ state: "attached" });
      await fits(page, path);
    }
    await page.goto(`${base}/custom`);
    await page.locator("form.setup").waitFor();
    for (const part of await page.locator("form.setup summary").all()) await part.click();
    await fits(page, "a custom game");
    await picture(page, "phone-start");
    const board = await begin(page, { black: "person", moves: "c3^b4d4 f6-e5" });
    await fits(page, "the game");
    await picture(page, "phone-game");
    for (const tab of ["Circuit", "Measurements", "Game"]) {
      await board.tab(tab);
      await page.getByRole("tabpanel").waitFor();
      await fits(page, tab);
    }
    await page.goto(`${base}/learn`);
    await new Board(page).ready();
    await fits(page, "the lessons");
    await picture(page, "phone-learn");
  });
});

test("squares of the usual board are large enough for a finger, and are tapped to move and to split", async () => {
  await visit(phone, async (page) => {
    const board = await begin(page, { level: "3", size: "8", black: "person" });
    for (const square of ["a1", "h8", "d4", "e5"]) {
      const { width, height } = await board.cell(square).boundingBox();
      assert.ok(Math.min(width, height) >= FINGER, `${square}: ${width} x ${height}`);
    }
    await board.cell("c3").tap();
    await page.locator(".icon", { has: page.locator("title", { hasText: "c3^b4d4" }) }).tap();
    assert.deepEqual(await board.played(0), ["c3^b4d4"]);
    await board.cell("f6").tap();
    await board.cell("e5").tap();
    assert.deepEqual(await board.played(1), ["c3^b4d4", "f6-e5"]);
  });
});

test("the largest board is scrolled in its own frame", async () => {
  await visit(phone, async (page) => {
    const board = await begin(page, { level: "1", size: "16", black: "person" });
    await fits(page, "the game");
    await board.cell("o4").scrollIntoViewIfNeeded();
    const before = (await board.moves()).length;
    await board.pick((await board.sources()).at(-1));
    await board.cell((await board.targets()).at(-1)).tap();
    assert.equal((await board.played(before)).length, before + 1);
    await fits(page, "the game");
  });
});

test("held sideways a phone shows the whole board", async () => {
  const screen = { width: 740, height: 360 };
  await visit({ ...phone, screen }, async (page) => {
    const board = await begin(page, { black: "person", level: "3", moves: "c3^b4d4 f6-e5" });
    await board.pick("d4");
    const box = await page.locator("[role=grid]").boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= screen.height, JSON.stringify(box));
    assert.ok(box.height > 0.75 * screen.height, JSON.stringify(box));
    const undo = await page.getByRole("button", { name: "Undo", exact: true }).boundingBox();
    assert.ok(undo.x > box.x + box.width && undo.y + undo.height <= screen.height, JSON.stringify(undo));
    await picture(page, "phone-sideways");
  });
});
