// Whole games by clicks on what the board shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "./start.js";
import { PHONE, dice, picture, until, visit } from "./tools.js";

/** The most moves of our own in one game. */
const MOST = 40;

/**
 * Plays White against the player `random` until the game is over or long enough.
 * @param {import("playwright-core").Page} page
 * @param {import("./start.js").Wish} wish
 */
async function game(page, wish) {
  const board = await begin(page, { black: "random", ...wish });
  const roll = dice(5);
  const made = [];
  while (made.length < MOST && (await board.turn())) made.push(await board.click(roll));
  const moves = await board.moves();
  assert.ok(made.length > 0, `no move: ${await board.status()}`);
  const over = await board.isOver();
  assert.ok(over || made.length === MOST, `after ${made.length} moves: ${await board.status()}`);
  if (over) {
    assert.match(await board.status(), /won|lost|draw/i);
    assert.deepEqual(await board.sources(), []);
  }
  return { board, made, moves };
}

const SIZES = { 0: "6", 1: "5", 2: "6", 3: "6" };

for (const [level, size] of Object.entries(SIZES)) {
  test(`a game at level ${level} is played by clicks`, async () => {
    await visit({}, async (page) => {
      const { board, made, moves } = await game(page, { level, size });
      await picture(page, `level-${level}`);
      const splits = made.filter((move) => /^\w+\^\w+/.test(move));
      const measured = moves.filter((move) => move.includes("⌁"));
      if (level === "0") assert.deepEqual([splits, measured], [[], []]);
      else {
        assert.ok(splits.length > 0, `no split among ${made}`);
        await board.tab("Measurements");
        const rows = () => page.locator("ol.measured li").count();
        await until(rows, (count) => count >= measured.length, `a row for each of ${measured}`);
      }
    });
  });
}

for (const [name, options] of [
  ["desk", {}],
  ["phone", { screen: PHONE, touch: true }],
]) {
  test(`nothing moves on a ${name} through a whole game but what is played`, async () => {
    await visit(options, async (page) => {
      const board = await begin(page, { level: "1", size: "5", black: "random" });
      const top = () => board.cell("a1").evaluate((cell) => cell.getBoundingClientRect().top + scrollY);
      const begun = await top();
      await page.evaluate(() => {
        window.shifts = [];
        const observer = new PerformanceObserver((list) => window.shifts.push(...list.getEntries()));
        observer.observe({ type: "layout-shift" });
      });
      const roll = dice(5);
      for (let made = 0; made < MOST && (await board.turn()); made += 1) {
        await board.click(roll);
        assert.equal(await top(), begun, `the board has moved with ${(await board.moves()).at(-1)}`);
      }
      const shifts = await page.evaluate(() =>
        window.shifts.map(({ value, sources }) => `${value.toFixed(4)}: ${sources.map(({ node }) => node?.className || `${node?.nodeName} in ${node?.parentElement?.className}`)}`),
      );
      assert.deepEqual(shifts, []);
    });
  });
}

for (const name of ["rotation", "blocking"]) {
  test(`a game of ${name} is played by clicks`, async () => {
    await visit({}, async (page) => {
      await game(page, { game: name, size: "4" });
      await picture(page, name);
    });
  });
}

test("the past of a game can be looked at", async () => {
  await visit({}, async (page) => {
    const { board, moves } = await game(page, { level: "1", size: "4" });
    const last = await board.men();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByText("Starting position.").waitFor();
    assert.notDeepEqual(await board.men(), last);
    assert.deepEqual(await board.sources(), [], "the past can't be played");
    for (let ply = 1; ply < moves.length; ply += 1) {
      await page.getByRole("button", { name: "Forward", exact: true }).click();
      await board.past(ply);
    }
    await page.getByRole("button", { name: "Back to the final position" }).click();
    await page.getByText(/^Position after /).waitFor({ state: "detached" });
    assert.deepEqual(await board.men(), last);
  });
});
