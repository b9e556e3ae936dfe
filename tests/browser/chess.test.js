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

test("positions that differ in what is linked look different", async () => {
  const position = "k7/8/5N2/8/4(r1r)(r1b)2/8/8/6K1 w - - 0 1e";
  const drawn = [];
  for (const moves of ["f6^d5&f4", "f6^d5&e4"]) {
    await visit({}, async (page) => {
      const board = await begin(page, { game: "box-chess", black: "person", position, moves });
      const arrows = page.locator(".half .arrow");
      const turned = await arrows.evaluateAll((all) => all.map((arrow) => arrow.getAttribute("transform")));
      assert.equal(turned.length, 4);
      drawn.push({ turned, knight: (await board.men()).f6 });
      await picture(page, `linked-${drawn.length}`);
    });
  }
  const [able, unable] = drawn;
  assert.notDeepEqual(able.turned, unable.turned);
  assert.match(able.knight, /there together with e4$/);
  assert.match(unable.knight, /there together with f4$/);
});

test("captured pieces of two types are beside the board", async () => {
  await visit({}, async (page) => {
    const position = "7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1";
    await begin(page, { game: "queens-chess", black: "person", position, moves: "c3xd5{d5}{pawn0}" });
    await page.getByRole("img", { name: "Captured by White: black pawn (bishop or pawn)" }).waitFor();
    await page.getByRole("img", { name: "Captured by Black: none" }).waitFor();
  });
});

test("small boards and touched pieces fit a phone", async () => {
  await visit({ screen: PHONE, touch: true }, async (page) => {
    const board = await begin(page, { game: "box-chess", black: "person", settings: {} });
    assert.equal(Object.keys(await board.men()).length, 32);
    await picture(page, "box-phone");
  });
});
