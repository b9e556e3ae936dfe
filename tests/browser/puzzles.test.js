// Puzzles: solved by moves, with what is said of wrong ones, hints and the solution, and what is remembered.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { axe, base, PHONE, picture, until, visit } from "./tools.js";

const api = async (path, body) => {
  const options = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${base}/api/v1${path}`, options);
  assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`);
  return answer.json();
};

const bare = (ply) => ply.replace(/\{.*$/s, "");

/** A puzzle by its id, its solution, and a legal move that is wrong. */
async function known(id) {
  const puzzle = await api(`/puzzles/${id}`);
  const { steps } = await api(`/puzzles/${id}/try`, { moves: [], want: "solution" });
  const { game, preset, settings, moves } = puzzle;
  const { legal } = await api("/lines", { line: { game, preset, settings, moves } });
  const right = steps.map(({ plies }) => bare(plies[0]));
  const wrong = legal.map(({ move }) => move).find((move) => move !== right[0]);
  return { puzzle, steps, right, wrong };
}

/** The first puzzle of a theme or kind. */
async function themed(theme, more = "") {
  const { puzzles } = await api(`/puzzles?theme=${encodeURIComponent(theme)}${more}`);
  return known(puzzles[0].id);
}

const verdict = (page) => page.locator(".verdict").innerText();

/**
 * Nothing serious or critical.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
async function accessible(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(bad.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`), [], where);
}

/** Waits until a ply is the last one on the board. */
async function last(board, ply) {
  const squares = [...bare(ply).matchAll(/[a-z]\d+/g)].map(([square]) => square);
  await until(() => board.squares(/last move/), (marked) => squares.every((square) => marked.includes(square)), `the ply ${ply}`);
}

/** Opens a puzzle and waits until it can be tried. */
async function open(page, id, query = "") {
  await page.goto(`${base}/puzzles/${id}${query}`);
  const board = new Board(page);
  await page.locator(".puzzle h1").waitFor();
  await until(async () => (await board.sources()).length + (await board.picked()).length, (count) => count > 0, "a piece that can move");
  return board;
}

test("a wrong move is told in numbers, and the right one solves the puzzle of the day", async () => {
  await visit({}, async (page) => {
    const { id } = await api("/puzzles/daily");
    const { steps, wrong } = await known(id);
    await page.goto(`${base}/`);
    // The board above it may still come, and move it.
    await page.getByRole("link", { name: "Puzzle of the day" }).press("Enter");
    await page.waitForURL(`${base}/puzzles/${id}`, { waitUntil: "commit" });
    const board = await open(page, id);
    assert.match(await page.locator("h1").innerText(), /^(White|Black) to move: find the best move\.$/);
    const before = await board.men();
    await board.type(wrong);
    await until(() => verdict(page), (said) => /is worth .*%; there is a move worth .*%\. Try again\./.test(said), "the verdict");
    assert.deepEqual(await board.men(), before);
    await picture(page, "puzzle-wrong");
    for (const { plies } of steps) {
      await board.type(bare(plies[0]));
      await last(board, plies.at(-1));
    }
    await until(() => verdict(page), (said) => /^Solved: /.test(said) && !/Not counted/.test(said), "the end");
    await until(() => board.men(), (men) => JSON.stringify(men) !== JSON.stringify(before), "the move on the board");
    assert.equal(await page.locator(".table .error").textContent(), "");
    await picture(page, "puzzle-solved");
    const next = page.getByRole("link", { name: "Next puzzle" });
    await until(() => next.getAttribute("href"), (href) => /^\/puzzles\/\w+$/.test(href) && !href.endsWith(id), "the next one");

    await page.goto(`${base}/puzzles`);
    await page.getByRole("link", { name: "Puzzle of the day: solved" }).waitFor();
    await page.getByText("Solved 1 day in a row.").waitFor();
    await page.getByText(/^1 of \d+ solved\.$/).waitFor();
    await picture(page, "puzzles");
  });
});

test("a move that is typed before the other side has answered is not made", async () => {
  await visit({}, async (page) => {
    const { puzzles } = await api("/puzzles");
    let found = await known(puzzles[0].id);
    for (const { id } of puzzles.slice(1)) {
      if (found.steps.length > 1) break;
      found = await known(id);
    }
    const [first, second] = found.steps.map(({ plies }) => plies);
    await page.clock.install();
    const board = await open(page, found.puzzle.id);
    await page.clock.pauseAt(Date.now() + 60_000);
    await board.type(bare(first[0]));
    await last(board, first[0]);
    // Right, and too early.
    await board.type(bare(second[0]));
    for (const ply of first.slice(1)) {
      await page.clock.fastForward(1000);
      await last(board, ply);
    }
    await board.type(bare(second[0]));
    await last(board, second[0]);
    assert.equal(await page.locator(".table .error").textContent(), "");
  });
});

test("hints and solutions are given, and are not counted", async () => {
  await visit({}, async (page) => {
    const { puzzle, steps } = await themed("line");
    const board = await open(page, puzzle.id);
    // What was played before tells nothing of what is to be found.
    assert.equal(await board.told(), "");
    const hint = page.getByRole("button", { name: "Hint" });
    await hint.click();
    const kind = await until(() => verdict(page), (said) => /^Look for: /.test(said), "the hint");
    assert.doesNotMatch(kind, /[a-z]\d/, "the first hint tells no square");
    await hint.click();
    await until(() => verdict(page), (said) => said.startsWith(kind.replace(/\.$/, " from ")), "the second hint");
    await page.getByRole("button", { name: "Show solution" }).click();
    await until(() => verdict(page), (said) => /^The move is /.test(said) && /Not counted as solved/.test(said), "the solution");
    // Every ply of it is shown, one after the other.
    const plies = steps.flatMap(({ plies }) => plies);
    await last(board, plies.at(-1));
    assert.equal((await board.sources()).length, 0);
    await page.goto(`${base}/puzzles`);
    await page.getByText(/^0 of \d+ solved\.$/).waitFor();
  });
});

test("a puzzle is solved by the keyboard alone, and one on a measured move", async () => {
  await visit({ dark: true }, async (page) => {
    const { puzzle, right } = await themed("measurement");
    await open(page, puzzle.id);
    await accessible(page, "a puzzle");
    for (const move of right) {
      const said = await verdict(page);
      await page.keyboard.press("/");
      await page.keyboard.type(move);
      await page.keyboard.press("Enter");
      await until(() => verdict(page), (now) => now !== said, "the verdict");
      await until(() => page.locator(".table.busy").count(), (busy) => busy === 0, "the answer");
      await page.keyboard.press("Escape");
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      await new Promise((resolve) => setTimeout(resolve, 2500));
    }
    await until(() => verdict(page), (said) => /^Solved: /.test(said), "the end");
    await accessible(page, "a solved puzzle");
  });
});

test("on a phone the whole board, the task and its help are seen without scrolling", async () => {
  await visit({ screen: PHONE, touch: true }, async (page) => {
    const { puzzles } = await api("/puzzles?grade=easy");
    await open(page, puzzles[0].id, "?grade=easy");
    const ends = async (/** @type {import("playwright-core").Locator} */ what) => {
      const { y, height } = await what.boundingBox();
      assert.ok(y >= 0, `begins at ${y}`);
      return y + height;
    };
    await ends(page.locator(".puzzle h1"));
    const end = await ends(page.locator(".frame-of-board"));
    assert.ok(end <= PHONE.height, `the board ends at ${end}`);
    const help = await ends(page.getByRole("button", { name: "Show solution" }));
    assert.ok(help <= PHONE.height, `help ends at ${help}`);
    await accessible(page, "a puzzle on a phone");
    await picture(page, "puzzle-phone");
    await page.getByRole("link", { name: "All puzzles" }).click();
    await page.waitForURL(`${base}/puzzles?grade=easy`);
    await page.locator(".puzzles h1").waitFor();
    await accessible(page, "the puzzles on a phone");
    await picture(page, "puzzles-phone");
  });
});

test("puzzles are chosen by game, grade and theme, down to none left", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/puzzles`);
    await page.getByLabel("Difficulty").selectOption("hard");
    await page.waitForURL(`${base}/puzzles?grade=hard`);
    await page.getByLabel("Theme or kind of move").selectOption("superposition");
    await page.waitForURL(/grade=hard/);
    await page.locator(".puzzles h1").waitFor();
    await accessible(page, "the puzzles");
    const { puzzles } = await api("/puzzles?grade=hard&theme=superposition");
    await page.getByText(`0 of ${puzzles.length} solved.`).waitFor();
    await page.evaluate((solved) => localStorage.setItem("cheqqers.puzzles", JSON.stringify({ solved })), puzzles.map(({ id }) => id));
    await page.reload();
    await page.getByText("All of them are solved.").waitFor();
    await picture(page, "puzzles-all-solved");
    await page.getByRole("button", { name: "Solve them again" }).click();
    await page.getByText(`0 of ${puzzles.length} solved.`).waitFor();
    await page.getByRole("link", { name: "Start", exact: true }).click();
    await page.waitForURL(new RegExp(`/puzzles/${puzzles[0].id}\\?`));
  });
});
