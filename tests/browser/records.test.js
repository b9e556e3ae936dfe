// Games that go on elsewhere: loaded, left for games of their own, told as text; and positions set up by hand.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { Board } from "./board.js";
import { ask, begin } from "./start.js";
import { base, PHONE, picture, until, visit } from "./tools.js";

const SPLIT = "c3^b4d4 f6-e5";

/**
 * A custom game with one of its parts opened.
 * @param {import("playwright-core").Page} page
 * @param {string} part
 */
async function open(page, part) {
  await page.goto(`${base}/custom`);
  await page.locator("form.setup").waitFor();
  await page.getByText(part, { exact: true }).click();
  return page.locator("form.setup");
}

/**
 * What a button gives to be kept.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function download(page, name) {
  const [given] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return readFile(await given.path(), "utf8");
}

/**
 * Loads a record as a file, for two people at this screen.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {string} text
 */
async function load(page, name, text) {
  const form = await open(page, "Load a game");
  await form.getByLabel("Black", { exact: true }).selectOption("person");
  await form.getByLabel("File", { exact: true }).setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await until(() => form.getByLabel("Record", { exact: true }).inputValue(), (value) => value.length > 0, "the file's text");
  await form.getByRole("button", { name: "Load", exact: true }).click();
}

/** Goes to another game by some deed, and waits for its board. */
async function leave(page, deed) {
  const before = page.url();
  await deed();
  await until(async () => page.url(), (url) => url !== before, "another game");
  return new Board(page).ready();
}

test("a record that was downloaded is loaded and played on, and so is a draughts record", async () => {
  await visit({}, async (page) => {
    for (const [level, moves, name, button] of [
      ["3", SPLIT, "game.jsonl", "Download record"],
      ["0", "c3-d4 f6-e5", "game.pdn", "As a draughts record (PDN)"],
    ]) {
      const board = await begin(page, { level, black: "person", moves });
      await board.tab("Game");
      const text = await download(page, button);
      const men = await board.men();
      await load(page, name, text);
      const again = await new Board(page).ready();
      await again.turn();
      assert.deepEqual(await again.men(), men, name);
      await again.tab("Moves");
      assert.deepEqual(await again.moves(), moves.split(" "));
      await again.typeAll(["d4xf6"]);
    }
  });
});

test("what is no record is refused in words, and can be mended", async () => {
  await visit({}, async (page) => {
    const form = await open(page, "Load a game");
    const error = form.getByRole("alert").filter({ hasText: /./ });
    const go = form.getByRole("button", { name: "Load", exact: true });
    await go.click();
    assert.match(await error.innerText(), /paste a record/);
    const field = form.getByLabel("Record", { exact: true });
    for (const [text, told] of [
      ["hello\nworld\n", /line 1 is not the header/i],
      ['[Event "x"]\n1. 11-15 22-18\n2. 15x23 *', /line 3/i],
    ]) {
      await field.fill(text);
      await go.click();
      await until(() => error.allInnerTexts(), (all) => all.some((one) => told.test(one)), String(told));
      assert.equal(new URL(page.url()).pathname, "/custom");
      assert.equal(await field.inputValue(), text);
    }
    await form.getByLabel("Black", { exact: true }).selectOption("person");
    await field.fill('[Event "x"]\n1. 11-15 22-18\n2. 15x22 *');
    await go.click();
    const board = await new Board(page).ready();
    await until(() => board.moves(), (moves) => moves.length === 3, "the moves");
  });
});

test("a game is played on from a ply by who only watches it, and stays as it is", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person", moves: SPLIT });
    await board.tab("Game");
    const watch = await page.getByLabel("Watch", { exact: true }).inputValue();
    await page.goto(watch);
    await board.ready();
    const title = await page.locator("main h1 > span").innerText();
    await page.getByRole("button", { name: /^1\. White/ }).click();
    await until(() => board.status(), (words) => words.includes("after 1. c3^b4d4"), "the board after 1. c3^b4d4");
    const men = await board.men();
    const branch = await leave(page, () => page.getByRole("button", { name: "New game from here", exact: true }).click());
    assert.deepEqual(await branch.men(), men);
    assert.equal(await page.locator("main h1 > span").innerText(), `${title}, from 1. c3^b4d4`);
    await branch.typeAll(["h6-g5"]);
    assert.deepEqual(await branch.moves(), ["c3^b4d4", "h6-g5"]);
    await page.goto(watch);
    await board.ready();
    assert.deepEqual(await board.moves(), SPLIT.split(" "));
    await page.goto(`${base}/`);
    await page.getByRole("link", { name: `${title}, from 1. c3^b4d4`, exact: true }).waitFor();
  });
});

test("who plays leaves a game for one from its position only when sure", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "1", black: "random", moves: "c3-d4 b6-a5" });
    const own = page.url();
    await page.getByRole("button", { name: "New game from here", exact: true }).click();
    const asked = page.getByRole("dialog", { name: "Start a separate game?" });
    assert.match(await asked.innerText(), /both sides are moved on this screen/);
    await asked.getByRole("button", { name: "Cancel" }).click();
    await asked.waitFor({ state: "detached" });
    assert.equal(page.url(), own);
    await page.getByRole("button", { name: "New game from here", exact: true }).click();
    const branch = await leave(page, () => asked.getByRole("button", { name: "Start a separate game" }).click());
    assert.deepEqual(await branch.moves(), ["c3-d4", "b6-a5"]);
  });
});

test("the moves are copied with their outcomes, and begin the same game again", async () => {
  await visit({}, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: base });
    const board = await begin(page, { level: "3", black: "person", moves: `${SPLIT} d4xf6{d4}` });
    const men = await board.men();
    await board.tab("Game");
    const copied = async (name) => {
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      await page.getByRole("button", { name, exact: true }).waitFor();
      return text;
    };
    const moves = await copied("Copy moves");
    assert.equal(moves, `${SPLIT} d4xf6{d4}`);
    assert.equal(await copied("Copy command"), `cheqqers play --black human --moves "${moves}"`);
    const again = await begin(page, { level: "3", black: "person", moves, seed: 99 });
    assert.deepEqual(await again.men(), men);
  });
});

test("a position is set up by clicks, and played from", async () => {
  await visit({ screen: PHONE, touch: true }, async (page) => {
    const form = await open(page, "Set up a position");
    const board = new Board(page);
    const text = form.getByLabel("Position", { exact: true });
    await form.getByLabel("Black", { exact: true }).selectOption("person");
    await until(async () => (await board.squares(/white man/)).length, (count) => count === 12, "the usual start");
    await form.getByRole("button", { name: "Empty board", exact: true }).click();
    const put = async (piece, square) => {
      await form.getByRole("radio", { name: piece, exact: true }).check();
      await board.cell(square).click();
    };
    await put("White man", "c3");
    await put("White man", "h8");
    await put("Black man", "d4");
    await put("Black king", "g7");
    await put("Black king", "e1");
    await put("Empty", "e1");
    await board.cell("d8").click();
    await form.getByRole("radio", { name: "Black to move", exact: true }).check();
    await until(() => text.inputValue(), (value) => value === "B:WK4,22:BK8,18", "the text of the position");
    const men = await board.men();
    assert.equal(men.h8, "h8, 4, white king", "a man there would have been crowned");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= PHONE.width, `${width} pixels wide`);
    await picture(page, "phone-editor");
    const game = await leave(page, () => form.getByRole("button", { name: "Play", exact: true }).click());
    assert.deepEqual(await game.men(), men);
    await until(() => game.status(), (status) => /black/i.test(status), "Black's turn");
  });
});

test("a position is set up by keys, and the text shows on the board", async () => {
  await visit({}, async (page) => {
    const form = await open(page, "Set up a position");
    const board = new Board(page);
    const text = form.getByLabel("Position", { exact: true });
    await text.fill("W:W29,K30:B1-3");
    const stands = (squares) => until(async () => Object.keys(await board.men()).toSorted().join(), (found) => found === squares, squares);
    const reads = (position) => until(() => text.inputValue(), (value) => value === position, position);
    await stands("a1,b8,c1,d8,f8");
    await board.cell("a1").focus();
    for (const key of ["ArrowUp", "ArrowRight", "Enter", "Home", "ArrowDown", " "]) await page.keyboard.press(key);
    await reads("W:W25,K30:B1-3");
    // What can't be shown is said, and the board takes no clicks that would put something else in its place.
    for (const [wrong, told] of [["W:W99:B1", /square 99 is not on a board/], ["hello", /side to move/], ["W:W~17,~18:B1|17,18:10*0.6,0;01*0.8,0", /superposition/i]]) {
      await text.fill(wrong);
      await until(() => form.locator(".editor [role=status]").innerText(), (said) => told.test(said), wrong);
      assert.equal(Object.keys(await board.men()).length, 5);
      await board.cell("e5").click();
      assert.equal(await text.inputValue(), wrong);
      await form.getByRole("radio", { name: "Black to move", exact: true }).click();
      assert.equal(await text.inputValue(), wrong);
      assert.ok(await form.getByRole("radio", { name: "White to move", exact: true }).isChecked());
    }
    // On another board pieces stay on their squares, and those without one are told of.
    await text.fill("W:W29,32:B1");
    await form.getByLabel("Size of the board").selectOption("5");
    await until(() => board.men(), (men) => Object.keys(men).join() === "a1", "the piece on a1 alone");
    assert.match(await form.locator(".editor [role=status]").innerText(), /2 pieces did not fit/i);
    await reads("W:W11:B");
    await form.getByRole("button", { name: "Starting position", exact: true }).click();
    await reads("");
    await form.getByLabel("Size of the board").selectOption("6");
    await until(async () => Object.keys(await board.men()).length, (count) => count === 12, "six by six");
    // The other games name squares by file and rank, and are set up too.
    for (const game of ["blocking", "rotation"]) {
      await form.locator(`input[name=game][value=${game}]`).check();
      await form.getByRole("button", { name: "Empty board", exact: true }).click();
      await board.cell("c3").click();
      await form.getByRole("radio", { name: "Black king", exact: true }).check();
      await board.cell("f6").click();
      await reads(game === "rotation" ? "W:Wc3~0:BKf6~0" : "W:Wc3:BKf6");
      await form.getByRole("radio", { name: "White man", exact: true }).check();
    }
    // What has moved once stays as it is on another board, and who has come to the far side there is crowned.
    await text.fill("W:Wa5,c3~0:BKf6");
    await form.getByLabel("Size of the board").selectOption("5");
    await reads("W:WKa5,c3~0:B");
    // The answer to a change of the size comes after the next text: the text stays as it was typed.
    let answer = () => {};
    const held = new Promise((resolve) => void (answer = () => resolve(undefined)));
    const late = async (route) => {
      await held;
      await route.continue();
    };
    await page.route("**/api/v1/positions", late, { times: 1 });
    await form.getByLabel("Size of the board").selectOption("6");
    await text.fill("W:Wc3~0:BKf6~0");
    answer();
    await until(async () => Object.keys(await board.men()).toSorted().join(), (found) => found === "c3,f6", "the text's pieces");
    assert.equal(await text.inputValue(), "W:Wc3~0:BKf6~0");
    await form.getByLabel("Black", { exact: true }).selectOption("person");
    const game = await leave(page, () => form.getByRole("button", { name: "Play", exact: true }).click());
    assert.deepEqual(Object.keys(await game.men()).toSorted(), ["c3", "f6"]);
  });
});

test("a loaded game says who played it, and where", async () => {
  await visit({}, async (page) => {
    const tags = ["Event \"Final\"", "White \"Ada\"", "Black \"Bob\"", "Variant \"Cheqqers\"", "Quantumness \"0\""];
    await load(page, "final.pdn", `${tags.map((tag) => `[${tag}]\n`).join("")}1. 22-18 9-13 *`);
    await page.waitForURL(/\/g\//);
    const board = await new Board(page).ready();
    await board.tab("Game");
    await page.getByText("White: Ada, Black: Bob and Event: Final", { exact: true }).waitFor();
  });
});
