// Every lesson, played to its goal by clicks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { base, PHONE, picture, until, visit } from "./tools.js";

/**
 * What is pressed for each move of a lesson: squares, and buttons by their names; a square with a ! even where it
 * is picked already, and * for the first square that can be reached.
 */
const LESSONS = {
  cheqqers: {
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
  },
  international: {
    backwards: [["c5", "e3"]],
    flying: [["a1", "g7"]],
    longest: [["c3", "e5"], ["e5", "g7"]],
    onto: [["b4", "a5"]],
    step: [["b4", "a5"]],
    own: [["e3", "d4"]],
    three: [["d4", "f6"]],
    merge: [["b4", "d4", "c5"]],
    rest: [["a5", "c5", "b6"]],
  },
  rotation: {
    maybe: [["c3", "d4", "d4!"]],
    certain: [["c3", "d4", "d4!"], ["d4", "c5", "c5!"]],
    attempt: [["d4", "f6"]],
    both: [["d4", "f6"]],
    fail: [["d4", "f6"]],
    king: [["c7", "b8", "b8!"], ["b8", "a7", "a7!"]],
  },
  blocking: {
    "both-ways": [["Split", "c3", "b4", "d4"]],
    again: [["Split", "b4", "a5", "c5"]],
    attack: [["d4", "f6"]],
    behind: [["d4", "f6"]],
    block: [["e3", "d4"]],
    together: [["e3", "g5"]],
    rejoin: [["Split", "c3", "d4"]],
  },
  "queens-chess": {
    touch: [["d1", "d1!"], ["d1", "*"]],
    dark: [["d1", "d2"]],
    unknown: [["b2", "b2!"]],
    take: [["d1", "d5"]],
    check: [["d1", "d1!"]],
    king: [["d1", "d8"]],
  },
  "box-chess": {
    superposition: [["Split", "b1", "c3", "a3", "b1^a3c3"]],
    attempt: [["a1", "a5"]],
    half: [["c3", "b5"]],
    invert: [["Merge", "a1", "e1"]],
    entangle: [["Split", "d2", "e4", "c4"]],
    together: [["a1", "a5"]],
    join: [["Merge", "a1", "e1", "a1e1^a1"]],
    sign: [["Merge", "a1", "e1", "a1e1^e1"]],
  },
};

/** Lessons that end with several squares in one circuit. */
const CIRCUITS = ["cheqqers/split", "cheqqers/entangle", "blocking/block", "box-chess/entangle"];

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

for (const [game, lessons] of Object.entries(LESSONS)) {
  test(`every lesson of ${game} is learnt by clicks, whatever is measured`, async () => {
    await visit({}, async (page) => {
      const made = [];
      page.on("request", (request) => void (/\/api\/v1\/games$/.test(request.url()) && made.push(request.url())));
      for (const [at, [id, moves]] of Object.entries(lessons).entries()) {
        const [left] = await page.locator(".table").elementHandles();
        await page.goto(`${base}/learn#${game}/${id}`);
        if (left) await page.waitForFunction((left) => !left.isConnected, left);
        const board = new Board(page);
        const step = page.locator(".steps button").nth(at);
        const title = await step.getAttribute("title");
        await page.getByRole("heading", { name: title, exact: true }).waitFor();
        await board.ready();
        assert.equal(await page.locator(".steps button").count(), Object.keys(lessons).length);
        assert.equal(await page.getByLabel("Game", { exact: true }).inputValue(), game);
        assert.doesNotMatch(await step.getAttribute("aria-label"), /, done$/);
        for (const presses of moves) await play(board, presses);
        // Where pieces are entangled the circuit stands below the words.
        if (CIRCUITS.includes(`${game}/${id}`)) await page.locator(".miniature .gates").waitFor();
        await page.locator(".lesson .done").filter({ hasText: /./ }).waitFor();
        assert.match(await step.getAttribute("aria-label"), /, done$/);
        assert.equal(await page.locator(".table .error").textContent(), "");
        // At level 1 nothing interferes: no hands are shown there.
        if (game === "cheqqers" && id === "again") assert.equal(await page.locator(".dial").count(), 0);
        await picture(page, `lesson-${game}-${id}`);
      }
      assert.equal(await page.getByRole("link", { name: "Play a game" }).getAttribute("href"), "/");
      assert.deepEqual(made, [], "lessons keep nothing on the server");
    });
  });
}

test("several moves to one square are told apart in words", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/learn#box-chess/superposition`);
    const board = await new Board(page).ready();
    await page.getByRole("button", { name: "Split", exact: true }).click();
    for (const square of ["b1", "c3", "a3"]) if (!(await board.picked()).includes(square)) await board.cell(square).click();
    const dialog = page.getByRole("dialog", { name: "Which move?" });
    await dialog.getByText("White puts the knight from b1 on a3 and c3.", { exact: true }).waitFor();
    await dialog.getByText(/^White puts the knight from b1 on c3 and a3\. Now it is on a3 with 16\.67\s%/).waitFor();
  });
});

test("the lessons of another game are chosen, and go on where they were left", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/learn`);
    const board = await new Board(page).ready();
    assert.equal(await page.getByLabel("Game", { exact: true }).locator("option").count(), Object.keys(LESSONS).length);
    await page.getByLabel("Game", { exact: true }).selectOption("blocking");
    await page.getByRole("heading", { name: "Left and right at once" }).waitFor();
    await play(board, LESSONS.blocking["both-ways"][0]);
    await page.getByRole("link", { name: "Next" }).waitFor();
    await page.getByLabel("Game", { exact: true }).selectOption("rotation");
    await page.getByRole("heading", { name: "Maybe there" }).waitFor();
    await page.getByLabel("Game", { exact: true }).selectOption("blocking");
    await page.getByRole("heading", { name: "Half of a half" }).waitFor();
  });
});

test("on a phone the task stands above the board, and nothing has to be scrolled to do it", async () => {
  await visit({ screen: PHONE, touch: true }, async (page) => {
    for (const [game, id] of [["cheqqers", "entangle"], ["box-chess", "together"]]) {
      await page.goto(`${base}/learn#${game}/${id}`);
      await page.reload();
      await new Board(page).ready();
      const [task, grid, words] = await Promise.all([".task", ".grid", ".words"].map((part) => page.locator(`.lesson ${part}`).boundingBox()));
      assert.ok(task.y + task.height <= grid.y && grid.y + grid.height <= PHONE.height, `${JSON.stringify([task, grid])}`);
      assert.ok(words.y >= grid.y + grid.height && words.y + 60 <= PHONE.height, "what it tells is seen below the board");
      await picture(page, `phone-lesson-${game}`);
    }
  });
});

test("on a phone the next lesson begins at its title", async () => {
  await visit({ screen: PHONE, touch: true }, async (page) => {
    await page.goto(`${base}/learn#cheqqers/step`);
    const board = await new Board(page).ready();
    await play(board, ["c3", "d4"]);
    const next = page.getByRole("link", { name: "Next" });
    await next.waitFor();
    const { y, height } = await next.boundingBox();
    assert.ok(y >= 0 && y + height <= PHONE.height, `the way on ends at ${y + height}`);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await next.press("Enter");
    await page.getByRole("heading", { name: "A capture", exact: true }).waitFor();
    await until(() => page.locator(".lesson h2").boundingBox(), (box) => box !== null && box.y >= 0, "the title");
  });
});
