// What is shown to others: invitations, positions, games with comments, pictures, boards in other pages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { ask, begin, invitation } from "./start.js";
import { axe, base, PHONE, picture, somebody, until, visit } from "./tools.js";

const SPLIT = "c3^b4d4 f6-e5";

/**
 * Nothing that keeps people from using the page.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
async function accessible(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`), [], where);
}

/** @param {import("playwright-core").Page} page */
const dialog = (page) => page.getByRole("dialog", { name: "Share" });

/**
 * The address in the dialog, once there is one.
 * @param {import("playwright-core").Page} page
 * @param {RegExp} like
 */
const address = (page, like) => until(() => page.locator("input.address").inputValue(), (value) => like.test(value), `an address like ${like}`);

/**
 * Asks for a link.
 * @param {import("playwright-core").Page} page
 */
const create = (page) => dialog(page).getByRole("button", { name: "Create link" }).press("Enter");

/** @param {import("playwright-core").Page} page */
const drawn = (page) =>
  until(() => page.locator(".picture img").evaluate((image) => image.complete && image.naturalWidth), (width) => width > 0, "the picture");

/**
 * A study of some moves.
 * @param {object} study
 */
async function keep(study) {
  const answer = await fetch(`${base}/api/v1/studies`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(study),
  });
  assert.equal(answer.status, 201);
  return (await answer.json()).study;
}

test("who is invited is waited for, and then the board opens by itself and the link is forgotten", async () => {
  const other = await somebody();
  try {
    await visit({}, async (page) => {
      await ask(page, { black: "person", seat: "white", level: "3", size: "6" });
      const link = await invitation(page);
      const own = page.url();
      assert.match(link, /\/g\/[0-9a-f]{32}$/);
      assert.notEqual(link, own);
      await until(() => page.locator(".qr").evaluate((image) => image.naturalWidth), (width) => width > 0, "the code");
      await accessible(page, "the invitation");
      await picture(page, "invitation");
      // It is still there after a reload, and the board can be looked at meanwhile.
      await page.reload();
      assert.equal(await invitation(page), link);
      await page.getByRole("button", { name: "Go to the board" }).click();
      await new Board(page).ready();
      await page.reload();
      await invitation(page);

      await other.page.goto(link);
      const black = await new Board(other.page).ready();
      const white = await new Board(page).ready();
      assert.match(await white.told(), /Black has joined\. The game starts\./);
      assert.equal(page.url(), own);
      const secret = link.slice(-32);
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
      assert.ok(!kept.includes(secret), "the other side's link is kept");
      await white.tab("Game");
      assert.ok(!(await page.locator("body").innerHTML()).includes(secret));
      await page.reload();
      await white.ready();
      await white.typeAll(["b2-c3"]);
      await until(() => black.moves(), (moves) => moves.length === 1, "the first move");
    });
    assert.deepEqual(other.faults, []);
  } finally {
    await other.context.close();
  }
});

test("a seed is offered for no game by link, and who meets one is told before the first move", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/custom`);
    const form = page.locator("form.setup");
    await form.locator("details.more summary").click();
    const seed = form.getByLabel("Seed", { exact: true });
    await form.getByLabel("Black", { exact: true }).selectOption("person");
    assert.ok(await seed.isVisible());
    await form.locator('input[name="seat"][value="white"]').check();
    assert.ok(!(await seed.isVisible()));

    const begun = await page.request.post(`${base}/api/v1/games`, { data: { seed: 7 } });
    const { links } = await begun.json();
    await page.goto(`${base}/g/${links.black}`);
    const warning = page.getByRole("dialog", { name: "Your opponent may know every outcome" });
    await warning.waitFor();
    await accessible(page, "the warning");
    await page.keyboard.press("Escape");
    await new Board(page).ready();
    await page.request.post(`${base}/api/v1/links/${links.white}/moves`, { data: { ply: 1, move: "c3-d4" } });
    await new Board(page).typeAll(["f6-e5"]);
    await page.reload();
    await new Board(page).ready();
    assert.equal(await warning.count(), 0);
  });
});

test("a position is shared by keyboard, and its page shows it as it was and moves nothing", async () => {
  await visit({}, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const board = await begin(page, { level: "3", black: "person", moves: SPLIT });
    const game = page.url();
    await page.keyboard.press("ArrowLeft");
    await page.locator(".past").waitFor();
    const men = await board.men();
    await page.getByRole("button", { name: "Share", exact: true }).focus();
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    // Nothing is kept before somebody asks for a link.
    const kept = [];
    page.on("request", (request) => request.url().endsWith("/studies") && kept.push(request.url()));
    await accessible(page, "the choice");
    assert.equal(await page.locator("input.address").isVisible(), false);
    assert.deepEqual(kept, []);
    const choices = () => dialog(page).locator("fieldset").boundingBox();
    const stood = await choices();
    await create(page);
    const link = await address(page, /\/s\/[0-9a-f]{32}$/);
    assert.deepEqual(await choices(), stood, "the choices have moved");
    assert.ok(await page.locator("input.address").evaluate((field) => field === document.activeElement), "the link is next");
    await drawn(page);
    await accessible(page, "the dialog");
    await picture(page, "share");
    await dialog(page).getByRole("button", { name: "Copy link" }).focus();
    await page.keyboard.press("Enter");
    await dialog(page).getByText("Copied").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
    // The whole game is another one, and the game that goes on has its link to watch.
    await dialog(page).getByLabel("The whole game").check();
    await create(page);
    const whole = await address(page, /\/s\/[0-9a-f]{32}$/);
    await until(() => page.locator("input.address").inputValue(), (value) => value !== link, "another link");
    await dialog(page).getByLabel("Live game").check();
    const watch = await address(page, /\/g\/[0-9a-f]{32}$/);
    assert.notEqual(watch, game);
    await dialog(page).getByLabel("This position").check();
    assert.equal(await page.locator("input.address").inputValue(), link);
    assert.equal(kept.length, 2);
    await page.keyboard.press("Escape");
    assert.equal(await dialog(page).count(), 0);

    await page.goto(link);
    await board.ready();
    assert.deepEqual(await board.men(), men);
    assert.deepEqual(await board.moves(), ["c3^b4d4"]);
    assert.deepEqual(await board.sources(), []);
    assert.equal(await board.status(), "Snapshot. Black to move.");
    assert.equal(await page.locator(".typed").isVisible(), false);
    await page.keyboard.press("ArrowLeft");
    await until(() => board.men(), (now) => now.c3 !== undefined, "the start");
    await page.keyboard.press("ArrowRight");
    await until(() => board.men(), (now) => now.c3 === undefined, "the split");
    await board.cell("f6").click();
    await until(() => board.told(), (told) => /^This is a snapshot/.test(told), "why nothing moves");
    await board.tab("Circuit");
    await page.locator(".drawing .gate").first().waitFor();
    await accessible(page, "the circuit of a snapshot");
    await board.tab("Moves");
    await page.getByRole("button", { name: "New game from here" }).click();
    await page.waitForURL(/\/g\//);
    await board.ready();
    assert.notDeepEqual(await board.sources(), []);
    assert.ok(whole.includes("/s/"));
  });
});

test("a game that is over is shared, but not as one that goes on", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person", moves: SPLIT });
    await board.tab("Game");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await until(() => board.isOver(), (over) => over, "the end");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await dialog(page).getByLabel("The whole game").waitFor();
    assert.equal(await dialog(page).getByLabel("Live game").count(), 0);
  });
});

test("what a device shares by itself is given the link", async () => {
  await visit({}, async (page) => {
    await page.addInitScript(() => {
      navigator.share = async (what) => {
        document.title = `shared ${what.url}`;
      };
    });
    await begin(page, { level: "3", black: "person", moves: SPLIT });
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await create(page);
    const link = await address(page, /\/s\//);
    await dialog(page).getByRole("button", { name: "Share…" }).click();
    await until(() => page.title(), (title) => title === `shared ${link}`, "the link");
    // A picture is a file of the format it is called by.
    const [file] = await Promise.all([page.waitForEvent("download"), dialog(page).getByRole("link", { name: "Download PNG" }).click()]);
    assert.match(file.suggestedFilename(), /\.png$/);
  });
});

for (const [name, options] of Object.entries({ light: {}, dark: { dark: true }, "on a phone": { screen: PHONE, touch: true } })) {
  test(`a game with comments is written and read: ${name}`, async () => {
    await visit(options, async (page) => {
      const study = await keep({ line: { moves: SPLIT }, title: "A split", ply: 1, comments: { 1: "Half here,\nhalf there." } });
      await page.goto(`${base}/s/${study}`);
      const board = await new Board(page).ready();
      await page.getByRole("heading", { name: "A split" }).waitFor();
      assert.deepEqual(await page.locator(".comment p").allTextContents(), ["Half here,", "half there."]);
      await accessible(page, "the study");
      await picture(page, `study-${name.replaceAll(" ", "-")}`);
      await page.locator(".ply").nth(1).click();
      await until(() => page.locator(".comment").textContent(), (text) => text === "", "no comment");
      await page.getByRole("button", { name: "Add comments" }).click();
      const field = page.getByLabel(/^Comment on the position after 1… /);
      await field.fill("<b>Black</b> answers.");
      await accessible(page, "the form of comments");
      await page.getByRole("button", { name: "Save as a new link" }).click();
      await page.waitForURL((url) => url.pathname.startsWith("/s/") && !url.pathname.endsWith(study));
      await board.ready();
      assert.equal(await page.locator(".comment").textContent(), "<b>Black</b> answers.");
      assert.equal(await page.locator(".comment b").count(), 0);
      await page.locator(".ply").first().click();
      await until(() => page.locator(".comment").textContent(), (text) => text.startsWith("Half here"), "the first comment");
    });
  });
}

test("an address that leads to no study says so", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/s/${"0".repeat(32)}`);
    await page.getByRole("heading", { name: "Shared game not found" }).waitFor();
  });
});

test("a bare board is walked through, of a study and of a game", async () => {
  await visit({ screen: { width: 480, height: 600 } }, async (page) => {
    const study = await keep({ line: { moves: SPLIT }, title: "A split", comments: { 0: "The start." } });
    const begun = await page.request.post(`${base}/api/v1/games`, { data: { moves: SPLIT } });
    const { links } = await begun.json();
    for (const name of [study, links.watch]) {
      await page.goto(`${base}/embed/${name}`);
      const board = await new Board(page).ready();
      assert.deepEqual(await board.sources(), []);
      await page.locator("output.stand", { hasText: /^1… / }).waitFor();
      const inside = await page.locator(".travel").boundingBox();
      assert.ok(inside && inside.y + inside.height <= 600, "the steps are below what is seen");
      await page.getByRole("button", { name: "Start", exact: true }).click();
      await page.locator("output.stand", { hasText: /^Start$/ }).waitFor();
      await page.keyboard.press("ArrowRight");
      await page.locator("output.stand", { hasText: /^1\. / }).waitFor();
      await accessible(page, "the bare board");
      await picture(page, name === study ? "embed-study" : "embed-game");
    }
    const moves = await page.goto(`${base}/embed/${links.white}`);
    assert.equal(moves?.status(), 404);
  });
});

test("no other page shows boards that it may not", async () => {
  const { page, context } = await somebody();
  try {
    const study = await keep({ line: { moves: SPLIT } });
    await page.goto("about:blank");
    await page.setContent(`<iframe src="${base}/embed/${study}"></iframe>`);
    const inside = async () => page.frames().at(-1)?.url() ?? "";
    await until(inside, (url) => url.startsWith("chrome-error:"), "a refusal");
  } finally {
    await context.close();
  }
});
