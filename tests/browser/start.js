// A custom game, chosen in its form.

import assert from "node:assert/strict";

import { Board } from "./board.js";
import { base, until } from "./tools.js";

/**
 * @typedef {object} Wish
 * @property {string} [game]
 * @property {string} [level]
 * @property {string} [size]
 * @property {string} [white]
 * @property {string} [black]
 * @property {string} [seat] where two people play
 * @property {string} [backend]
 * @property {string} [fallback] takes over from it
 * @property {boolean} [pool] common circuits are measured in advance
 * @property {string} [position]
 * @property {string} [moves]
 * @property {Record<string, string>} [settings] by what their fields are called
 * @property {number} [seed]
 */

/**
 * Fills in the form and begins the game.
 * @param {import("playwright-core").Page} page
 * @param {Wish} wish
 */
export async function ask(page, { game, level, size, white, black, seat, backend, fallback, pool, position, moves, settings = {}, seed = 7 }) {
  await page.goto(`${base}/custom`);
  const form = page.locator("form.setup");
  await form.waitFor();
  const radio = (group, value) => form.locator(`input[name="${group}"][value="${value}"]`).check();
  if (backend) {
    // Services are asked for their devices in the background: they may not be known at once. What is chosen
    // before the page is loaded again is lost.
    const known = async () => {
      const names = await form.getByLabel("Measurements").locator("option").evaluateAll((all) => all.map((one) => one.value));
      if (!names.includes(backend)) await page.reload();
      await form.waitFor();
      return names;
    };
    await until(known, (names) => names.includes(backend), `the backend ${backend}`);
  }
  if (game) await radio("game", game);
  if (level) await radio("level", level);
  if (size) await form.getByLabel("Size of the board").selectOption(size);
  if (white) await form.getByLabel("White", { exact: true }).selectOption(white);
  if (black) await form.getByLabel("Black", { exact: true }).selectOption(black);
  if (seat) await radio("seat", seat);
  await form.locator("details.more summary").click();
  const failing = form.getByLabel("If it fails");
  if (backend) {
    assert.ok(!(await failing.isVisible()), "it is for devices");
    await form.getByLabel("Measurements").selectOption(backend);
  }
  if (pool) await form.getByLabel("Measured in advance").selectOption("common");
  if (fallback) await failing.selectOption(fallback);
  for (const [name, value] of Object.entries(settings)) await form.getByLabel(name, { exact: true }).selectOption(value);
  if (position) {
    await form.locator("details.editor > summary").click();
    await form.getByLabel("Position", { exact: true }).fill(position);
  }
  if (moves) await form.getByLabel("Moves", { exact: true }).fill(moves);
  // Nobody chooses the seed of a game by link.
  const field = form.getByLabel("Seed", { exact: true });
  if (await field.isVisible()) await field.fill(String(seed));
  await form.getByRole("button", { name: "Play", exact: true }).click();
}

/**
 * Begins a game, and waits for its board.
 * @param {import("playwright-core").Page} page
 * @param {Wish} wish
 */
export async function begin(page, wish) {
  await ask(page, wish);
  // The form has a board of its own for a position.
  await page.waitForURL(/\/g\//);
  return new Board(page).ready();
}

/**
 * The link for the other side, once a game by link was begun.
 * @param {import("playwright-core").Page} page
 */
export async function invitation(page) {
  await page.getByRole("heading", { name: "Invite your opponent" }).waitFor();
  return page.locator("input.address").inputValue();
}
