// A game of which no line of the page is about: that of tests/toy, known by what it says of itself alone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { picture, toy, until, visit } from "./tools.js";

test("a game that the page has never heard of is played by clicks to its end", async () => {
  await visit({}, async (page) => {
    await page.goto(`${toy}/custom`);
    const form = page.locator("form.setup");
    await form.locator('input[name="game"][value="coins"]').check();
    await form.getByLabel("Black", { exact: true }).selectOption("person");
    assert.equal(await form.getByText("Set up a position", { exact: true }).isVisible(), false, "it has one start alone");
    await form.getByRole("button", { name: "Play", exact: true }).click();

    const board = new Board(page);
    await board.cell("c3").waitFor();
    assert.match(await page.getByRole("heading", { level: 1 }).innerText(), /coins/i);
    assert.deepEqual([...(await board.labels()).values()], ["c0, empty", "c1, empty", "c2, empty", "c3, empty"]);
    for (const name of ["Split", "Merge"]) assert.equal(await page.getByRole("button", { name, exact: true }).isVisible(), false);

    const press = async (move) => {
      const before = (await board.moves()).length;
      await page.getByRole("group", { name: "Moves and board" }).getByRole("button", { name: move, exact: true }).click();
      return (await board.played(before)).at(-1);
    };
    assert.equal(await press("toss0"), "toss0");
    assert.equal((await board.men()).c0, "c0, heads, 50 percent");
    await press("tie0-1");
    assert.equal((await board.men()).c1, "c1, heads, 50 percent, entangled with c0");
    await picture(page, "toy");
    await board.tab("Circuit");
    await page.locator(".drawing .gates").waitFor();
    assert.match(await page.getByRole("tabpanel").innerText(), /c0 and c1 together in one circuit: 2 qubits/);

    assert.equal(await press("look0"), "look0 ⌁");
    assert.match(await board.told(), /Measured: (nothing was found|found on c0 and c1)/);
    await board.tab("Measurements");
    await until(() => page.locator("ol.measured li").count(), (count) => count === 1, "the measurement");
    await board.tab("Moves");
    await press("look2");
    await press("look3");
    assert.ok(await board.isOver(), await board.status());
    assert.match(await board.status(), /won|draw/i);

    // It goes through the game, and is undone, as every other.
    await page.getByRole("button", { name: /^1… Black/ }).click();
    await board.past(2);
    assert.equal((await board.men()).c0, "c0, heads, 50 percent, entangled with c1");
  });
});
