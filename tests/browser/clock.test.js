// Clocks: how a game with them is asked for, and how it is lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { invitation } from "./start.js";
import { base, picture, somebody, until, visit } from "./tools.js";

/** What the clocks above and below the board say, by the side. */
async function clocks(page) {
  const texts = await page.locator(".seat").allInnerTexts();
  return Object.fromEntries(texts.map((text) => [/^White/.test(text) ? "white" : "black", text.replace(/\s+/g, " ")]));
}

test("who has no time left has lost, and both sides see it", async () => {
  const other = await somebody();
  try {
    await visit({}, async (page) => {
      await page.goto(`${base}/custom`);
      const form = page.locator("form.setup");
      await form.waitFor();
      await form.getByLabel("Black", { exact: true }).selectOption("person");
      await form.locator('input[name="seat"][value="white"]').check();
      const time = form.getByLabel("Clock", { exact: true });
      await time.selectOption("own");
      const own = form.getByLabel("Minutes + seconds");
      await own.fill("soon");
      await form.getByRole("button", { name: "Play", exact: true }).click();
      assert.equal(await own.evaluate((field) => field.validity.patternMismatch), true);
      // Half a second more than the ten at which it is said that they are left.
      await own.fill("0.175+0");
      await form.getByRole("button", { name: "Play", exact: true }).click();
      await other.page.goto(await invitation(page));
      const white = await new Board(page).ready();
      const black = await new Board(other.page).ready();
      assert.match((await clocks(page)).white, /^White: you starts after the first move 0:10$/);
      await white.typeAll(["c3-d4"]);
      await until(() => black.moves(), (moves) => moves.length === 1, "White's move");
      await black.typeAll(["f6-e5"]);
      for (const one of [page, other.page]) {
        const seen = await until(() => clocks(one), ({ white }) => /^White: (you|your opponent) running, low on time 0:0\d\.\d$/.test(white), "White's clock to run");
        assert.match(seen.black, /^Black: (you|your opponent) low on time 0:10$/);
        await one.locator('[aria-live="polite"]', { hasText: "White has ten seconds left." }).waitFor({ state: "attached" });
      }
      await picture(page, "clock");
      for (const board of [white, black]) {
        await board.page.locator(".note.over").waitFor();
        assert.match(await board.status(), /^You (won|lost)\. White ran out of time\.$/);
        assert.match((await clocks(board.page)).white, /^White: (you|your opponent) 0:00\.0$/);
        assert.deepEqual(await board.sources(), []);
      }
    });
    assert.deepEqual(other.faults, []);
  } finally {
    await other.context.close();
  }
});
