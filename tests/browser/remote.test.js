// Measurements by a device that is reached over the network, with a queue that can be seen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "./start.js";
import { base, device, notified, picture, show, titled, until, visit } from "./tools.js";

/** After these moves the part on d4 must capture what is on e5: where it is, is measured. */
const BEFORE = "c3^b4d4 f6-e5";
const CAPTURE = ["d4", "f6"];

/**
 * A game whose capture has been clicked.
 * @param {import("playwright-core").Page} page
 */
async function capture(page) {
  const board = await begin(page, { black: "person", backend: device, moves: BEFORE });
  const [from, to] = CAPTURE;
  assert.match(await board.status(), /must/i);
  await board.pick(from);
  assert.ok((await board.captures()).includes(to));
  await board.cell(to).click();
  return board;
}

/** @param {import("playwright-core").Page} page */
const agree = (page) => page.getByRole("dialog").getByRole("button", { name: "Agree for this game" }).click();

test("a measurement by a device is agreed to, waits in its queue, survives a reload, and is told", async () => {
  await visit({}, async (page) => {
    const board = await capture(page);
    await agree(page);
    const waiting = await until(() => board.notes(), (text) => /queued/.test(text), "the queue");
    assert.ok(waiting.includes("d4xf6") && waiting.includes(device), waiting);
    assert.deepEqual(await board.sources(), [], "nothing can be moved meanwhile");
    await picture(page, "waiting");
    await page.reload();
    await board.ready();
    await until(() => board.notes(), (text) => /is measuring/.test(text), "the measurement under way");
    assert.equal((await board.moves()).length, 2);

    const moves = await board.played(2);
    assert.match(moves[2], /^d4xf6.*⌁( ✗)?$/);
    await until(() => board.notes(), (text) => !/is measuring/.test(text), "the end of the wait");
    await board.tab("Measurements");
    const row = page.locator("ol.measured li").first();
    await row.waitFor();
    const text = await row.innerText();
    assert.ok(text.includes(`Measured by ${device}`) && /d4/.test(text), text);
    // What was found is what stands there now.
    const men = await board.men();
    assert.equal(/white/.test(men.f6 ?? ""), /: d4 occupied/.test(text), `${text}: ${JSON.stringify(men)}`);
    await picture(page, "measured");
  });
});

test("who looks elsewhere is told when the answer comes", async () => {
  await visit({}, async (page) => {
    await notified(page);
    await page.clock.install();
    const board = await capture(page);
    await agree(page);
    await until(() => board.notes(), (notes) => /is measuring/.test(notes), "the measurement under way");
    await show(page, false);
    await titled(page, /^Result: /);
    const told = await page.evaluate("told");
    assert.equal(told.length, 1);
    assert.match(told[0], /^Cheqqers.*: .*(captures|tries to capture)/);
  });
});

test("the start page says which games wait for a device, and which have an answer", async () => {
  await visit({}, async (page) => {
    const board = await capture(page);
    await agree(page);
    await until(() => board.notes(), (text) => /is measuring/.test(text), "the measurement under way");
    await page.goto(`${base}/`);
    const row = page.locator("ul.saved li").first();
    await until(() => row.innerText(), (text) => text.includes(`${device} has been measuring`), "the game that waits");
    await until(() => row.innerText(), (text) => /Result: /.test(text), "the game with an answer");
  });
});

test("a game on a device may have a simulator that takes over, which both sides are told", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { black: "person", backend: device, fallback: "local", moves: BEFORE });
    await board.tab("Game");
    const facts = await page.locator("dl.facts").innerText();
    assert.match(facts, new RegExp(`${device}\\s+If it fails\\s+Simulated here from then on`));
  });
});

test("common circuits are measured by a device in advance, which is told", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { black: "person", backend: device, pool: true, moves: BEFORE });
    await board.type("d4xf6");
    await agree(page);
    await until(() => board.notes(), (text) => /is measuring common circuits first, then d4xf6/.test(text), "the shots under way");
    await until(() => board.moves(), (moves) => moves.length === 3, "the measured move");
    assert.ok(await page.getByRole("button", { name: "Undo" }).isDisabled(), "what was measured stays");
    await board.tab("Game");
    assert.match(await page.locator("dl.facts").innerText(), /Measured in advance\s+The most common circuits/);
  });
});

test("nothing is sent to a device by who does not agree", async () => {
  await visit({}, async (page) => {
    const board = await capture(page);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // What had been sent would be seen then.
    await page.reload();
    await board.ready();
    assert.equal((await board.moves()).length, 2);
    assert.doesNotMatch(await board.notes(), /measured/);
    assert.ok(await board.turn());
  });
});

test("a move that the computer chose is measured once its price is agreed to", async () => {
  await visit({}, async (page) => {
    const price = "each job costs about 2 USD";
    const may = ["agree", "local", "cancel"];
    const waiting = { move: "f6xd4", backend: device, state: "failed", place: null, job: null, since: 0, message: price, may };
    const asked = [];
    // A server that has something to be agreed to; of its events nothing is heard meanwhile.
    await page.route(/\/api\/v1\/links\/\w+(\?|$)/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), waiting, legal: [] } });
    });
    await page.route(/\/events(\?|$)/, () => {});
    await page.route(/\/retry(\?|$)/, async (route) => {
      asked.push(route.request().postDataJSON());
      const state = await route.fetch({ url: route.request().url().replace(/\/retry(\?.*)?$/, ""), method: "GET", postData: "" });
      const said = await state.json();
      await route.fulfill({ json: { ...said, version: said.version + 1, waiting: { ...waiting, state: "queued", place: 2, may: ["cancel"] } } });
    });
    const board = await begin(page, { black: "person" });
    const notes = await until(() => board.notes(), (text) => text.includes("f6xd4"), "what is to be agreed to");
    assert.ok(notes.includes(price) && notes.includes("Nothing is sent before you agree."), notes);
    assert.deepEqual(await page.locator(".note button").allTextContents(), ["Agree and measure", "Use the local simulator", "Cancel"]);
    await picture(page, "agree");
    await page.getByRole("button", { name: "Agree and measure" }).click();
    await until(() => board.notes(), (text) => /queued, 2 jobs ahead/.test(text), "the queue");
    assert.deepEqual(asked, [{ agreed: true }]);
  });
});

test("a measurement that waits is cancelled, and the position is as it was", async () => {
  await visit({}, async (page) => {
    const board = await capture(page);
    await agree(page);
    await until(() => board.notes(), (text) => /queued/.test(text), "the queue");
    await page.locator(".notes").getByRole("button", { name: "Cancel" }).click();
    await until(() => board.told(), (text) => /d4xf6 was cancelled/.test(text), "the end of the wait");
    assert.equal(await board.notes(), "");
    assert.ok(await board.turn());
    assert.equal((await board.moves()).length, 2);
    const men = await board.men();
    assert.match(men.d4, /50 percent/);
  });
});
