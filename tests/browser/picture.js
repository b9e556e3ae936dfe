// The README's picture of the page: a capture by a piece in superposition, what would come of it, and the circuit.

import { test } from "node:test";

import { begin } from "./start.js";
import { until, visit } from "./tools.js";

test("the page has its picture taken", async () => {
  await visit({ screen: { width: 1240, height: 1080 } }, async (page) => {
    const board = await begin(page, { level: "3", black: "person", moves: "c3^b4d4 f6^e5g5" });
    await board.tab("Circuit");
    await page.locator(".drawing .gates").waitFor();
    await board.pick("d4");
    await board.cell("f6").hover();
    await until(() => page.locator(".preview").innerText(), (text) => text.includes("d4xf6"), "what would come of it");
    await page.screenshot({ path: process.env.README_PICTURE });
  });
});
