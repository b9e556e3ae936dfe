// Every lesson, played to its goal by clicks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { base, picture, until, visit } from "./tools.js";

/**
 * What is pressed for each move of a lesson: squares, and buttons by their names; a square with a ! even where it
 * is picked already, and * for the first square that can be reached.
 */
const LESSONS = {
  step: [["c3", "d4"]],
  capture: [["c3", "e5"], ["e5", "g7"]],
  king: [["c5", "b6"], ["b6", "a5"]],
  split: [["Split", "c1", "b2", "d2"]],
  again: [["Split", "b2", "a3", "c3"]],
  measure: [["d4", "f6"]],
  attacker: [["d4", "f6"]],
  entangle: [["d4", "f6"]],
  together: [["b2", "d4"]],
  merge: [["b4", "d4", "c5"]],
  phase: [["Merge", "b4", "d4", "c5"]],
  rest: [["a5", "c5", "b6"]],
  touch: [["d1", "d1!"], ["d1", "*"]],
  superposition: [["Split", "b1", "c3", "a3", "b1^a3c3"]],
  attempt: [["a1", "a5"]],
};

/**
 * @param {Board} board
 * @param {string[]} presses
 */
async function play(board, presses) {
  await board.turn();
  const before = JSON.stringify(await board.men());
  for (const press of presses) {
    if (/^[A-Z]|\^/.test(press)) await board.page.getByRole("button", { name: press, exact: true }).click();
    else if (press === "*") await board.cell((await board.targets())[0]).click();
    else if (press.endsWith("!")) await board.cell(press.slice(0, -1)).click();
    // The only piece that can move is picked already.
    else if (press !== (await board.picked())[0]) await board.cell(press).click();
  }
  await until(async () => JSON.stringify(await board.men()), (men) => men !== before, `${presses}`);
}

test("every lesson is learnt by clicks, whatever is measured", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/learn`);
    await new Board(page).ready();
    const count = await page.locator(".steps button").count();
    assert.equal(count, Object.keys(LESSONS).length);
    for (const [at, [id, moves]] of Object.entries(LESSONS).entries()) {
      // The first lesson is there already, and is begun again.
      const left = await page.locator(".table").elementHandle();
      await page.goto(`${base}/learn#${id}`);
      await page.waitForFunction((left) => !left.isConnected, left);
      const board = new Board(page);
      const step = page.locator(".steps button").nth(at);
      const title = await step.getAttribute("title");
      await page.getByRole("heading", { name: title, exact: true }).waitFor();
      await board.ready();
      assert.doesNotMatch(await step.getAttribute("aria-label"), /done/);
      for (const presses of moves) await play(board, presses);
      await page.locator(".lesson .done").waitFor();
      assert.match(await step.getAttribute("aria-label"), /, done$/);
      assert.equal(await page.locator(".table .error").textContent(), "");
      // At level 1 nothing interferes: no hands are shown there.
      if (id === "again") assert.equal(await page.locator(".dial").count(), 0);
      await picture(page, `lesson-${id}`);
    }
    assert.equal(await page.getByRole("link", { name: "Play a game" }).getAttribute("href"), "/");
  });
});
