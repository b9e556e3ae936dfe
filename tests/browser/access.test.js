// What axe-core finds that keeps people from using the page, in both colour schemes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { begin } from "./start.js";
import { axe, base, PHONE, visit } from "./tools.js";

/**
 * Nothing serious or critical.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
async function accessible(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(() => window.axe.run(document));
  const bad = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(" | ")}`);
  assert.deepEqual(bad, [], where);
  assert.ok(passes.length > 10, `${where}: ${passes.length} rules looked at something`);
}

for (const [name, options] of Object.entries({ light: {}, dark: { dark: true }, "on a phone": { screen: PHONE, touch: true } })) {
  test(`all pages can be used with aids: ${name}`, async () => {
    await visit(options, async (page) => {
      await page.goto(`${base}/`);
      await page.locator(".demo [role=gridcell]").first().waitFor({ state: "attached" });
      await accessible(page, "the first screen");
      await page.goto(`${base}/games`);
      await page.locator(".thumb [role=gridcell]").first().waitFor({ state: "attached" });
      await accessible(page, "the list of games");
      await page.goto(`${base}/custom`);
      await page.locator("form.setup").waitFor();
      for (const part of await page.locator("form.setup summary").all()) await part.click();
      await accessible(page, "a custom game");

      const board = await begin(page, { level: "3", black: "person", moves: "c3^b4d4 f6-e5" });
      await board.pick("d4");
      await accessible(page, "the game, with a piece picked");
      for (const tab of ["Circuit", "Measurements", "Game"]) {
        await board.tab(tab);
        if (tab === "Circuit") await page.locator(".drawing .gates").waitFor();
        await accessible(page, `the panel ${tab}`);
      }
      await board.type("h8-h1");
      await page.locator(".table .error").filter({ hasText: /./ }).waitFor();
      await accessible(page, "the game, with an error");
      await page.getByRole("button", { name: "Help" }).click();
      await accessible(page, "the help");

      await page.goto(`${base}/learn`);
      await new Board(page).ready();
      await accessible(page, "the lessons");
    });
  });
}
