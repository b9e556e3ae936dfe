// International draughts on a large board: flying kings, and captures over squares that may be occupied.

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "./start.js";
import { DESK, dice, PHONE, picture, until, visit } from "./tools.js";

const GAME = { game: "international", level: "3", size: "10" };

/** A white king on a1; a black man on d4 or f4, each with one half, and one on d10. */
const FLYING = "W:WK46:B2,~32,~33|32,33:10*0.70710678118654757,0;01*0.70710678118654757,0";

for (const [name, screen, touch] of [["desk", DESK, false], ["phone", PHONE, true]]) {
  test(`a game on 10 x 10 is played by clicks: ${name}`, async () => {
    await visit({ screen, touch }, async (page) => {
      const board = await begin(page, { ...GAME, black: "random" });
      const roll = dice(5);
      const made = [];
      while (made.length < 24 && (await board.turn())) {
        made.push(await board.click(roll));
        if (made.length % 8 === 0) await picture(page, `international-${name}-${made.length}`);
      }
      assert.ok(made.some((move) => move.includes("^")), `${made}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    });
  });

  test(`a king captures from afar over a square that may be occupied: ${name}`, async () => {
    await visit({ screen, touch }, async (page) => {
      const board = await begin(page, { ...GAME, black: "person", position: FLYING });
      await board.pick("a1");
      assert.deepEqual((await board.targets()).toSorted(), ["e5", "f6", "g7", "h8", "i9", "j10"].toSorted());
      await picture(page, `flying-${name}`);
      await board.cell("g7").click();
      const told = await until(() => board.told(), (text) => /d4 was measured/.test(text), "the outcome");
      assert.match(told, /on d4 was measured: it was (not )?there \(50\s%\)/);
      await picture(page, `flown-${name}`);
      const men = await board.men();
      assert.ok(/king/.test(men.g7 ?? "") !== /king/.test(men.a1 ?? ""), JSON.stringify(men));
    });
  });
}
