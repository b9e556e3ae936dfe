// A phone held upright: nothing is wider than it, and a finger hits what it means.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { begin } from "./start.js";
import { base, PHONE, picture, until, visit } from "./tools.js";

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

/** What happens is told between the board and the tools: nobody has to scroll for it. */
for (const [held, screen] of Object.entries({ upright: PHONE, sideways: { width: 740, height: 360 } })) {
  test(`what is told and foreseen is read beside the board: ${held}`, async () => {
    await visit({ ...phone, screen }, async (page) => {
      const board = await begin(page, { black: "person", level: "3", moves: "c3^b4d4 f6-e5" });
      await page.locator(".preview li").nth(1).waitFor();
      const inside = await page.evaluate(() => {
        const slot = document.querySelector(".slot").getBoundingClientRect();
        const tools = document.querySelector(".toolbar").getBoundingClientRect();
        // Of the second outcome its first lines have to be seen.
        const told = [...document.querySelectorAll(".told p, .preview li:first-child, .preview li:nth-child(2) strong")].map((one) => one.getBoundingClientRect());
        return told.every(({ top, bottom }) => top >= slot.top && bottom <= slot.bottom) && slot.bottom <= tools.top && tools.top + 44 <= innerHeight;
      });
      assert.ok(inside);
      await picture(page, `phone-told-${held}`);
      const before = await page.locator(".toolbar").boundingBox();
      const within = (selector) =>
        page.evaluate((selector) => {
          const slot = document.querySelector(".slot").getBoundingClientRect();
          const all = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
          return all.every(({ top, bottom }) => top >= slot.top - 1 && bottom <= slot.bottom + 1);
        }, selector);
      await board.cell("d4").tap();
      await until(() => within(".preview > *"), Boolean, "all that may come");
      await board.cell("f6").tap();
      await board.played(2);
      const seen = await within(".told p");
      assert.ok(seen, await board.told());
      assert.deepEqual(await page.locator(".toolbar").boundingBox(), before);
      assert.equal(await page.evaluate(() => scrollY), 0);
    });
  });

  test(`the board stays in view while a panel is read, and all panels can be chosen: ${held}`, async () => {
    await visit({ ...phone, screen }, async (page) => {
      const board = await begin(page, { black: "person", level: "1", moves: "c3-d4 f6-g5 d4-e5" });
      for (const tab of ["Moves", "Circuit", "Measurements", "Analysis", "Game"]) {
        const box = await page.getByRole("tab", { name: tab }).boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= screen.width, `${tab}: ${JSON.stringify(box)}`);
      }
      await board.tab("Moves");
      await page.getByRole("button", { name: "Back", exact: true }).click();
      await board.past(2);
      const grid = await page.locator("[role=grid]").boundingBox();
      assert.ok(grid.y >= -1 && grid.y + grid.height <= screen.height, JSON.stringify(grid));
      assert.match(await board.status(), /^Position after /);
    });
  });

  test(`the first screen shows a whole board, and its button never moves: ${held}`, async () => {
    await visit({ ...phone, screen, motion: true }, async (page) => {
      await page.goto(`${base}/`);
      await page.locator(".demo [data-on]").first().waitFor();
      const places = new Set();
      for (let k = 0; k < 20; k += 1) {
        places.add(JSON.stringify(await page.getByRole("button", { name: "Play now" }).boundingBox()));
        const { width, height } = await page.getByRole("button", { name: "Pause" }).boundingBox();
        assert.ok(width > height, "the button is broken into lines");
        await page.waitForTimeout(300);
      }
      const [place, ...others] = [...places].map((one) => JSON.parse(one));
      assert.deepEqual(others, []);
      assert.ok(place.y + place.height <= screen.height, JSON.stringify(place));
      const frame = await page.locator(".demo .frame-of-board").evaluate((one) => [one.scrollWidth, one.clientWidth]);
      assert.equal(frame[0], frame[1]);
      const grid = await page.locator(".demo [role=grid]").boundingBox();
      assert.ok(grid.y + grid.height <= screen.height, JSON.stringify(grid));
    });
  });
}

test("held sideways a lesson has its board beside its words", async () => {
  const screen = { width: 740, height: 360 };
  await visit({ ...phone, screen }, async (page) => {
    await page.goto(`${base}/learn`);
    await new Board(page).ready();
    const grid = await page.locator("[role=grid]").boundingBox();
    const task = await page.locator(".task").boundingBox();
    assert.ok(grid.y >= 0 && grid.y + grid.height <= screen.height, JSON.stringify(grid));
    assert.ok(task.x > grid.x + grid.width && task.y + task.height <= screen.height, JSON.stringify(task));
  });
});

test("every page is found in the header, in every language", async () => {
  for (const locale of ["de-DE", "en-US", "es-ES"]) {
    await visit({ ...phone, locale }, async (page) => {
      await page.goto(`${base}/`);
      await page.locator(".demo [role=gridcell]").first().waitFor({ state: "attached" });
      const nav = await page.locator("header nav").evaluate((one) => [one.scrollWidth, one.clientWidth]);
      assert.ok(nav[0] <= nav[1], `${locale}: ${nav}`);
    });
  }
});

test("every tool keeps its place", async () => {
  for (const options of [phone, {}]) {
    await visit(options, async (page) => {
      const board = await begin(page, { black: "person", level: "3", size: "8" });
      const places = () => page.locator(".toolbar button").evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().x, one.getBoundingClientRect().width]));
      const before = await places();
      await board.cell("c3").click();
      await board.cell("d4").click();
      await board.played(0);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      const redo = page.getByRole("button", { name: "Redo", exact: true });
      await redo.and(page.locator(":enabled")).waitFor();
      assert.match(await redo.getAttribute("title"), /c3-d4/);
      assert.deepEqual(await places(), before);
      await redo.click();
      assert.deepEqual(await board.played(0), ["c3-d4"]);
    });
  }
});
