// The page without a pointer: every step is a key, every answer is read where the focus is.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { begin } from "./start.js";
import { base, until, visit } from "./tools.js";

/** A page that is used by its keys alone. */
class Keys {
  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
    this.board = new Board(page);
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  /** What has the focus: its name, its role or tag, and the square it is. */
  focus() {
    return this.page.evaluate(() => {
      const at = document.activeElement;
      const labels = [...(at?.labels ?? [])].map((label) => label.innerText);
      return {
        name: at?.getAttribute("aria-label") ?? labels[0] ?? at?.innerText ?? "",
        kind: at?.getAttribute("role") ?? at?.tagName.toLowerCase() ?? "",
        square: at?.dataset?.square ?? null,
      };
    });
  }

  /** Tabs on until the focus is where it should be. */
  async tab(kind, name) {
    const passed = [];
    for (let k = 0; k < 60; k += 1) {
      await this.press("Tab");
      const at = await this.focus();
      passed.push(`${at.kind} ${at.name.slice(0, 20)}`);
      if (at.kind === kind && name.test(at.name)) return at;
    }
    return assert.fail(`Tab leads to no ${kind} ${name}, but to ${passed.join("; ")}`);
  }

  /** Goes to a square by arrows, and gives back what is said there. */
  async go(square) {
    const place = (name) => [name.charCodeAt(0), Number(name.slice(1))];
    const { square: at } = await this.focus();
    assert.ok(at, "the focus is on the board");
    const [file, rank] = place(square).map((wanted, axis) => wanted - place(at)[axis]);
    for (let k = 0; k < Math.abs(file); k += 1) await this.press(file > 0 ? "ArrowRight" : "ArrowLeft");
    for (let k = 0; k < Math.abs(rank); k += 1) await this.press(rank > 0 ? "ArrowUp" : "ArrowDown");
    const here = await this.focus();
    assert.equal(here.square, square);
    return here.name;
  }

  /** A move by keys, from the first piece that can make one in this mode. */
  async move(mode) {
    const { board } = this;
    const before = (await board.moves()).length;
    if (mode) await this.press(mode);
    const [held] = await board.picked();
    const [source] = held ? [held] : await board.sources();
    const said = await this.go(source);
    if (!held) {
      assert.match(said, /can move/);
      await this.press("Enter");
    }
    assert.match((await this.focus()).name, /selected/);
    const squares = [source];
    while ((await board.moves()).length === before) {
      const [target] = await board.targets();
      if (!target) break;
      assert.match(await this.go(target), /legal target|capture/);
      await this.press(squares.length === 1 ? "Enter" : " ");
      squares.push(target);
      // Either the move is made, or one more square is asked for.
      if (!mode || squares.length === 3) break;
    }
    return { move: (await board.played(before))[before], squares };
  }
}

test("a game is begun and played by keys, with a split", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/custom`);
    await page.locator("form.setup").waitFor();
    const keys = new Keys(page);
    await keys.tab("select", /^Size/);
    await page.keyboard.type("6");
    await keys.tab("select", /^Black/);
    await page.keyboard.type("Beginner");
    await keys.tab("button", /^Play$/);
    await keys.press("Enter");
    await keys.board.ready();
    await keys.tab("gridcell", /./);

    const split = await keys.move("s");
    assert.match(split.move, /\^/);
    for (const square of split.squares) assert.ok(split.move.includes(square), `${split.move} of ${split.squares}`);
    const men = await keys.board.men();
    for (const square of split.squares.slice(1)) assert.match(men[square], /50 percent.*other part on/);
    assert.notEqual(await keys.board.told(), "");
    for (let k = 0; k < 3 && (await keys.board.turn()); k += 1) {
      const { move, squares } = await keys.move("");
      for (const square of squares) assert.ok(move.includes(square), `${move} of ${squares}`);
    }
    assert.ok((await keys.board.moves()).length >= 6);
    assert.ok((await keys.focus()).square, "the focus stays on the board");
  });
});

test("keys flip the board, undo, go through the game, and say what they do", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/custom`);
    const keys = new Keys(page);
    const { board } = keys;
    await page.locator("form.setup").waitFor();
    await keys.tab("select", /^Black/);
    await page.keyboard.type("Beginner");
    await keys.tab("button", /^Play$/);
    await keys.press("Enter");
    await board.ready();
    await keys.tab("gridcell", /./);
    const start = await board.men();
    await keys.move("");
    await board.turn();

    const first = () => page.getByRole("gridcell").first().getAttribute("data-square");
    assert.equal(await first(), "a8");
    await keys.press("f");
    assert.equal(await first(), "h1");
    await keys.press("f");

    await keys.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await keys.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await keys.press("Escape");
    await keys.press("/");
    assert.equal((await keys.focus()).kind, "input");
    await keys.tab("tab", /^Moves$/);
    await keys.press("ArrowRight");
    assert.match((await keys.focus()).name, /^Circuit$/);

    await page.keyboard.press("Shift+Tab");
    await keys.press("Home");
    await page.getByText("Starting position.").waitFor();
    assert.deepEqual(await board.men(), start);
    await keys.press("End");
    await page.getByText("Starting position.").waitFor({ state: "detached" });
    await keys.press("u");
    await until(() => board.moves(), (moves) => moves.length === 0, "the moves to be undone");
    assert.deepEqual(await board.men(), start);
  });
});

test("a dialog closes by a press beside it, and by no other", async () => {
  await visit({}, async (page) => {
    await begin(page, { level: "0", black: "person" });
    const dialog = page.getByRole("dialog", { name: "Help" });
    await page.getByRole("button", { name: "Help" }).click();
    const { x, y, width } = await dialog.boundingBox();
    await page.mouse.click(x + 5, y + 5);
    assert.ok(await dialog.isVisible(), "between its edge and its words");
    await page.mouse.move(x + width / 2, y + 30);
    await page.mouse.down();
    await page.mouse.move(x - 30, y + 30);
    await page.mouse.up();
    assert.ok(await dialog.isVisible(), "words that are marked");
    await page.mouse.click(x - 30, y + 30);
    await dialog.waitFor({ state: "detached" });
  });
});

test("arrows go through the game after a press on a tab, and from tab to tab by keys", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "1", black: "person", moves: "c3^b4d4 h6-g5" });
    await page.getByRole("tab", { name: "Circuit" }).click();
    await page.keyboard.press("ArrowLeft");
    await until(() => board.status(), (words) => words.includes("after 1. c3^b4d4"), "the board before");
    const chosen = () => page.locator("[role=tab][aria-selected=true]").innerText();
    assert.equal(await chosen(), "Circuit");
    await page.getByRole("tab", { name: "Circuit" }).press("Shift+Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await chosen(), "Moves");
  });
});
