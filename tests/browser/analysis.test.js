// What a game was worth, what chance made of it, and what if: found by pointer and by keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { Board } from "./board.js";
import { begin } from "./start.js";
import { axe, PHONE, picture, until, visit } from "./tools.js";

/** Few men: a man more or less shows. */
const POSITION = "W:W22,29:B4,11";

/** A capture that found nothing. */
const FAILED = "c3^b4d4 f6-e5 d4xf6{b4}";

/** Two people's game on one screen, given up after its moves. */
async function over(page, moves = FAILED, start = { level: "3", position: POSITION }) {
  const board = await begin(page, { ...start, black: "person", moves });
  await board.tab("Game");
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  await until(() => board.isOver(), Boolean, "the end of the game");
  return board;
}

/** Analyses it to its end. */
async function analysed(page, board) {
  await board.tab("Analysis");
  await page.getByRole("tabpanel").getByRole("button", { name: "Analyse the game", exact: true }).click();
  await page.getByRole("heading", { name: "Summary", exact: true }).waitFor();
}

/** Nothing serious or critical. */
async function accessible(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(bad.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`), [], where);
}

const path = (page) => new URL(page.url()).pathname;

test("the analysis says why a capture failed, who was lucky, and what would have been best", async () => {
  await visit({}, async (page) => {
    const board = await over(page);
    await analysed(page, board);
    const panel = page.locator(".analysis");
    const row = panel.locator(".outcomes .came");
    await until(() => row.count(), (count) => count === 1, "the outcome that came");
    const words = await row.innerText();
    assert.match(words, /50\s%/);
    assert.match(words, /d4/);
    assert.match(await panel.locator(".moment").innerText(), /White expected .* and got .*: unlucky, −0\.\d\d/);
    assert.match(await panel.locator(".moment").innerText(), /d4xf6 was the only legal move/);
    assert.match(await panel.locator(".summary").innerText(), /luck −0\.\d\d in one measurement/);
    await picture(page, "analysis");
    // The list of moves says it too, in signs and in words.
    await board.tab("Moves");
    await page.getByRole("button", { name: /d4xf6, measured, failed, unlucky/ }).waitFor();
  });
});

test("on a solved board the analysis has the exact score of every move", async () => {
  await visit({}, async (page) => {
    const board = await over(page, "c1-d2", { level: "0", size: "4" });
    await analysed(page, board);
    const rows = page.locator(".outcomes.solved li");
    const texts = await rows.allInnerTexts();
    assert.deepEqual(texts.map((text) => text.match(/(\d+)\s*%\s+Try (\S+)/)?.slice(1)), [["0", "d4-c3"], ["50", "b4-a3"], ["100", "b4-c3"]]);
    assert.match(await page.locator(".moment").innerText(), /c1-d2 was a blunder: \S+ was better by 50\s%/);
    await accessible(page, "the solved board");
    await picture(page, "solved");
    await page.getByRole("button", { name: "Try b4-c3", exact: true }).click();
    await page.getByRole("heading", { name: "What if", exact: true }).waitFor();
    await until(() => page.locator(".moment").innerText(), (text) => /White.*100\s%/.test(text), "the score of what was tried");
  });
});

test("the note at the end of a game leads to its analysis", async () => {
  await visit({}, async (page) => {
    await over(page);
    await page.locator(".note.over").getByRole("button", { name: "Analyse the game" }).click();
    await page.getByRole("heading", { name: "Summary", exact: true }).waitFor();
    assert.equal(await page.getByRole("tab", { name: "Analysis" }).getAttribute("aria-selected"), "true");
    assert.ok(await page.getByRole("button", { name: "Undo" }).isDisabled());
    assert.ok(await page.getByLabel("Move", { exact: true }).isDisabled());
  });
});

test("on a phone the analysis comes into view when it is asked for", async () => {
  await visit({ screen: PHONE, touch: true }, async (page) => {
    await over(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator(".note.over").getByRole("button", { name: "Analyse the game" }).click();
    const seen = async () => (await page.locator("#tab-analysis").boundingBox()) ?? { y: PHONE.height, height: 0 };
    await until(seen, ({ y, height }) => y >= 0 && y + 2 * height < PHONE.height, "the analysis");
  });
});

test("a game in progress is not analysed", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person", position: POSITION, moves: FAILED });
    await page.waitForURL(/\/g\//);
    await board.tab("Analysis");
    assert.match(await page.getByRole("tabpanel").innerText(), /Once the game is over/);
    assert.equal(await page.getByRole("button", { name: "Analyse the game", exact: true }).count(), 0);
  });
});

test("the graph goes through the game by arrow keys, and the bar follows", async () => {
  await visit({}, async (page) => {
    const board = await over(page);
    await analysed(page, board);
    const graph = page.getByRole("slider");
    const bar = page.getByRole("meter", { name: "White’s score" });
    const at = () => graph.getAttribute("aria-valuetext");
    await graph.focus();
    await page.keyboard.press("Home");
    await until(at, (text) => text.startsWith("Starting position, Score: White "), "the start");
    for (const ply of [1, 2]) {
      await page.keyboard.press("ArrowRight");
      await until(at, (text) => new RegExp(`^After ${Math.ceil(ply / 2)}${ply % 2 ? "\\." : "…"} \\S+, Score: White `).test(text), `ply ${ply}`);
    }
    await until(() => bar.getAttribute("aria-valuetext"), (text) => /White 7\d/.test(text), "the score with a capture at hand");
    await page.keyboard.press("End");
    await until(at, (text) => /^After 2\. \S+, Score: White .*unlucky/.test(text), "the end");
  });
});

test("what would have followed is explored, and the game is one press away", async () => {
  await visit({}, async (page) => {
    const board = await over(page);
    const game = path(page);
    await analysed(page, board);
    const men = await board.men();
    await page.getByRole("button", { name: /^Explore this outcome/ }).click();
    const tree = page.locator(".explorer");
    await tree.getByRole("heading", { level: 1 }).waitFor();
    const explored = new Board(page);
    const current = () => tree.locator(".variations [aria-current]").innerText();
    await until(current, (text) => /^d4xf6 ⌁ \(50\s%\)/.test(text), "the other outcome");
    assert.match(await tree.locator(".variations").innerText(), /d4xf6 ⌁ ✗/, "moves are written as in the list of moves");
    const label = (square) => tree.locator(`[data-square="${square}"]`).getAttribute("aria-label");
    await until(() => label("f6"), (text) => /white man/.test(text), "the man on f6");
    await until(() => tree.locator(".moment").innerText(), (text) => /White \S/.test(text), "its score");
    await picture(page, "explore");
    await accessible(page, "what if");
    // Any piece moves on, and arrow keys go along the line.
    const legal = await tree.getByLabel("Move", { exact: true });
    await legal.fill("h8-g7");
    await legal.press("Enter");
    await until(current, (text) => text.startsWith("h8-g7"), "that move to be shown");
    await tree.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("ArrowLeft");
    await until(current, (text) => text.startsWith("d4xf6"), "back");
    await page.keyboard.press("Home");
    await until(current, (text) => text === "Start", "the start");
    await tree.getByRole("button", { name: "Back to the game", exact: true }).click();
    await until(() => tree.count(), (count) => count === 0, "the game");
    assert.equal(path(page), game);
    assert.deepEqual(await explored.men(), men);
  });
});

test("both outcomes of a measurement are explored from a game under way, which stays as it is", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person", moves: "c3^b4d4 f6-e5" });
    const game = page.url();
    const found = [];
    for (const at of [0, 1]) {
      await board.pick("d4");
      // By pointer, then by keys.
      if (at === 0) await board.cell("f6").hover();
      else await board.cell("f6").focus();
      const tries = page.getByRole("button", { name: /^Explore this outcome/ });
      await until(() => tries.count(), (count) => count === 2, "both outcomes");
      if (at === 0) await picture(page, "outcomes");
      if (at === 0) await tries.nth(at).click();
      else await tries.nth(at).press("Enter");
      const tree = page.locator(".explorer");
      await until(() => tree.locator(".variations .ply").count(), (count) => count === 4, "the variation");
      const label = tree.locator('[data-square="f6"]');
      found.push(/white man/.test(await label.getAttribute("aria-label")));
      // Nobody is helped by the computer in a game that is played.
      assert.equal(await tree.getByRole("meter").count(), 0);
      // The browser's own way back is one.
      await page.goBack();
      await until(() => tree.count(), (count) => count === 0, "the game");
      assert.equal(page.url(), game);
      assert.equal((await board.moves()).length, 2, "nothing was measured in the game itself");
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(found.toSorted(), [false, true]);
  });
});

/** Lets every line of a page be answered so late. */
const late = (page, milliseconds) =>
  page.route(/\/api\/v1\/lines$/, async (route) => {
    await sleep(milliseconds);
    await route.continue();
  });

test("who presses twice explores once, and finds the way back", async () => {
  await visit({}, async (page) => {
    const board = await over(page);
    await analysed(page, board);
    await late(page, 300);
    await page.getByRole("button", { name: /^Explore this outcome/ }).dblclick();
    const tree = page.locator(".explorer");
    await tree.getByRole("heading", { level: 1 }).waitFor();
    await sleep(700);
    await tree.getByRole("button", { name: "Back to the game", exact: true }).click();
    await until(() => tree.count(), (count) => count === 0, "the game");
    await board.ready();
  });
});

test("a variation that ends is not offered as a rematch, and two tables share no id", async () => {
  await visit({}, async (page) => {
    // The only man of Black is taken, or stands where it was.
    const board = await begin(page, { level: "3", black: "person", position: "W:W22,29:B11", moves: "c3^b4d4 f6-e5" });
    await page.waitForURL(/\/g\//);
    await board.pick("d4");
    await board.cell("f6").hover();
    const tries = page.getByRole("button", { name: /^Explore this outcome/ });
    await until(() => tries.count(), (count) => count === 2, "both outcomes");
    const ends = async (at) => {
      await tries.nth(at).click();
      const status = page.locator(".explorer .status");
      await until(() => page.locator(".explorer .variations .ply").count(), (count) => count === 4, "the variation");
      return /won/.test(await status.innerText());
    };
    if (!(await ends(0))) {
      await page.goBack();
      await board.cell("f6").hover();
      assert.ok(await ends(1));
    }
    assert.equal(await page.getByRole("button", { name: "Rematch" }).count(), 0);
    await page.getByRole("button", { name: "Help" }).click();
    const twice = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at));
    assert.deepEqual(twice, []);
  });
});

test("late answers neither lead back to where somebody has left, nor cost twice", async () => {
  await visit({}, async (page) => {
    const board = await over(page);
    await analysed(page, board);
    await page.getByRole("button", { name: /^Explore this outcome/ }).click();
    const tree = page.locator(".explorer");
    await tree.getByRole("heading", { level: 1 }).waitFor();
    const current = () => tree.locator(".variations [aria-current]").innerText();
    const man = async () => /white man/.test(await tree.locator('[data-square="f6"]').getAttribute("aria-label"));
    await until(man, Boolean, "the man on f6");
    const asked = [];
    page.on("request", (request) => {
      if (/\/api\/v1\/lines$/.test(request.url())) asked.push(request.postDataJSON().line.moves);
    });
    await late(page, 600);
    // The start is not known yet, the variation is.
    await page.keyboard.press("Home");
    await tree.locator(".variation .ply").last().click();
    await sleep(1000);
    assert.match(await current(), /^d4xf6/);
    assert.ok(await man(), "the board of that move");
    // A move is made, and its position left before it comes.
    asked.length = 0;
    const field = tree.getByLabel("Move", { exact: true });
    await field.fill("h8-g7");
    await field.press("Enter");
    await tree.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("Home");
    await until(() => tree.locator(".variations").innerText(), (text) => text.includes("h8-g7"), "the move in the tree");
    assert.equal(await current(), "Start");
    assert.ok(!(await man()), "the board of the start");
    assert.deepEqual(asked.map((moves) => moves.split(" ").at(-1)), ["h8-g7"]);
  });
});

test("a score that is not known yet is not that of the position before", async () => {
  await visit({}, async (page) => {
    const board = await over(page);
    await analysed(page, board);
    await page.getByRole("button", { name: /^Explore this outcome/ }).click();
    const tree = page.locator(".explorer");
    const bar = tree.getByRole("meter");
    await until(() => bar.getAttribute("aria-valuetext"), (text) => /^Score: White/.test(text ?? ""), "the score");
    await page.route("**/lines/analysis", () => {});
    await page.keyboard.press("ArrowLeft");
    await until(() => bar.getAttribute("aria-valuetext"), (text) => text === "not computed yet", "another position");
    assert.equal(await bar.getAttribute("title"), "not computed yet");
    assert.equal(await bar.getAttribute("aria-valuenow"), "50");
  });
});

test("who looks at an analysis cancels it and goes on later", async () => {
  await visit({}, async (page) => {
    const board = await over(page);
    await board.tab("Analysis");
    // The answer waits, as behind other people's.
    let answer = () => {};
    const held = new Promise((resolve) => void (answer = () => resolve(undefined)));
    const hold = async (route) => {
      await held;
      await route.abort();
    };
    await page.route("**/analysis*", hold, { times: 1 });
    await page.getByRole("tabpanel").getByRole("button", { name: "Analyse the game", exact: true }).click();
    await page.getByText("0 of 4 positions", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    answer();
    await page.getByRole("tabpanel").getByRole("button", { name: "Analyse the game", exact: true }).click();
    await page.getByRole("heading", { name: "Summary", exact: true }).waitFor();
  });
});

for (const [name, options] of Object.entries({ light: {}, dark: { dark: true }, "on a phone": { screen: PHONE, touch: true }, "on a phone in the dark": { screen: PHONE, touch: true, dark: true } })) {
  test(`the analysis can be used with aids: ${name}`, async () => {
    await visit(options, async (page) => {
      const board = await over(page);
      await analysed(page, board);
      await accessible(page, "the analysis");
      await picture(page, `analysis-${name.replaceAll(" ", "-")}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= (options.screen?.width ?? 1280), `${width} pixels wide`);
      await page.getByRole("button", { name: /^Explore this outcome/ }).click();
      await page.locator(".explorer .moment strong").first().waitFor();
      await accessible(page, "what if");
      await picture(page, `explore-${name.replaceAll(" ", "-")}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= (options.screen?.width ?? 1280), `what if: ${wide} pixels wide`);
    });
  });
}
