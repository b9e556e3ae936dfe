// Quantum chess: pieces of two types that are touched, and pieces on two squares.

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "./start.js";
import { PHONE, picture, visit } from "./tools.js";

test("a piece of two types is pressed twice to be touched, and then moves", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { game: "queens-chess", black: "person" });
    const men = await board.men();
    assert.equal(men.e2, "e2, white pawn or unknown");
    assert.equal(men.e1, "e1, white king");
    await board.cell("e2").click();
    await board.cell("e2").click();
    assert.match((await board.played(0)).at(-1), /^e2\?/);
    assert.match((await board.men()).e2, /^e2, white (pawn|knight|bishop|rook|queen)/);
    await picture(page, "queens");
    // By its type it goes on: the first square that it can reach.
    const [to] = await board.targets();
    await board.cell(to).click();
    assert.match((await board.played(1)).at(-1), new RegExp(`^e2-${to}`));
  });
});

test("a piece is put on two squares, and half of it is attempted", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { game: "box-chess", black: "person" });
    await page.getByRole("button", { name: "Split", exact: true }).click();
    await board.pick("b1");
    await board.cell("c3").click();
    await board.cell("a3").click();
    await page.getByRole("dialog").getByRole("button", { name: "b1^c3>a3" }).click();
    assert.deepEqual(await board.played(0), ["b1^c3>a3"]);
    const men = await board.men();
    assert.match(men.c3, /white knight, 83.3 percent, other part on a3/);
    assert.match(men.a3, /white knight, 16.7 percent, other part on c3/);
    await picture(page, "box");
  });
});

test("small boards and touched pieces fit a phone", async () => {
  await visit({ screen: PHONE, touch: true }, async (page) => {
    const board = await begin(page, { game: "box-chess", black: "person", settings: {} });
    assert.equal(Object.keys(await board.men()).length, 32);
    await picture(page, "box-phone");
  });
});
