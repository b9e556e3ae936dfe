// What reaches an open page: in many tabs, after a restart of the server, and out of order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { Board } from "./board.js";
import { ask, begin, invitation } from "./start.js";
import { notified, show, titled, until, visit } from "./tools.js";

/** More than a browser keeps connections to one server. */
const TABS = 8;

test("a game is open in more tabs than a browser has connections", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "0", black: "person" });
    const others = [];
    for (let k = 1; k < TABS; k += 1) {
      await show(others.at(-1)?.page ?? page, false);
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      others.push(await new Board(tab).ready());
    }
    await show(others.at(-1).page, false);
    await show(page, true);
    await board.typeAll(["c3-d4", "f6-e5"]);
    const men = await board.men();
    await show(page, false);
    for (const other of others) {
      await show(other.page, true);
      await until(() => other.moves(), (moves) => moves.length === 2, "the moves of the first tab");
      assert.deepEqual(await other.men(), men);
      await show(other.page, false);
    }
  });
});

test("more windows than a browser has connections, all of them in sight, show a game and follow it", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "0", black: "person" });
    const others = [];
    for (let k = 1; k < TABS; k += 1) {
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      others.push(await new Board(tab).ready());
    }
    await board.typeAll(["c3-d4", "f6-e5"]);
    for (const other of others) await until(() => other.moves(), (moves) => moves.length === 2, "the moves of the first window");
    const told = async () => {
      const notes = await Promise.all(others.map((other) => other.notes()));
      return notes.filter((text) => /refreshed every two seconds/.test(text)).length;
    };
    await until(told, (number) => number === TABS - 4, "all without a stream to say so");
  });
});

/** Longer than a window waits for the others. */
const LATE = 1000;

test("a window lets go of its stream when others that hold one answer late", async () => {
  await visit({}, async (page) => {
    await page.context().addInitScript((late) => {
      const post = BroadcastChannel.prototype.postMessage;
      BroadcastChannel.prototype.postMessage = function (message) {
        window.setTimeout(() => post.call(this, message), message.takes ? late : 0);
      };
    }, LATE);
    const board = await begin(page, { level: "0", black: "person" });
    const windows = [board];
    for (let k = 1; k < TABS; k += 1) {
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      windows.push(await new Board(tab).ready());
    }
    const crowded = async () => {
      const notes = await Promise.all(windows.map((one) => one.notes()));
      return notes.map((text) => /refreshed every two seconds/.test(text));
    };
    const wanted = windows.map((_, k) => k >= 4).join();
    await until(crowded, (seen) => seen.join() === wanted, "a stream for the first four");
  });
});

test("moves, and what is heard of them, tell each ply once, through a take-back too", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "0", black: "person" });
    const told = [];
    page.on("response", (response) => {
      if (/\/(moves|undo)(\?|$)/.test(response.url())) told.push(response.json().then(({ plies }) => plies.length));
    });
    const watching = await page.context().newPage();
    await watching.goto(page.url());
    const other = await new Board(watching).ready();
    await board.typeAll(["c3-d4", "b6-a5", "g3-h4"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await until(() => board.moves(), (moves) => moves.length === 2, "the move to be taken back");
    await board.typeAll(["e3-f4", "h6-g5"]);
    const moves = await board.moves();
    await until(() => other.moves(), (seen) => seen.join() === moves.join(), "the same moves");
    assert.deepEqual(await Promise.all(told), [1, 1, 1, 2, 1, 1]);
  });
});

test("a page that is hidden and shown in a moment has its stream again", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "0", black: "person" });
    // Each time the windows are asked for a stream, which takes a moment.
    await page.evaluate(async () => {
      const show = (visible) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: !visible });
        document.dispatchEvent(new Event("visibilitychange"));
      };
      show(false);
      show(true);
      await new Promise((done) => setTimeout(done, 50));
      show(false);
      show(true);
    });
    await page.waitForRequest(/\/events/);
    assert.doesNotMatch(await board.notes(), /refreshed/);
  });
});

test("in a tab that nobody looks at, a move of the other side is told by the title and a notification", async () => {
  await visit({}, async (page) => {
    await notified(page);
    await page.clock.install();
    await ask(page, { black: "person", seat: "black", level: "0" });
    const white = (await invitation(page)).replace("/g/", "/api/v1/links/");
    assert.doesNotMatch(await page.title(), /Your move/);
    await show(page, false);
    assert.ok((await page.request.post(`${white}/moves`, { data: { ply: 1, move: "c3-d4" } })).ok());
    await titled(page, /^Your move: /);
    const told = await page.evaluate("told");
    assert.equal(told.length, 1);
    assert.match(told[0], /^Your move: .*: White moves c3 to d4/);
  });
});

for (const [works, count] of [[true, 1], [false, 0]]) {
  test(`leave to notify is ${works ? "" : "not "}asked for where the browser ${works ? "can" : "can’t"}`, async () => {
    await visit({}, async (page) => {
      await page.addInitScript((works) => {
        window.Notification = class {
          static permission = "default";
          constructor() {
            if (!works) throw new TypeError("Illegal constructor");
          }
        };
      }, works);
      await ask(page, { black: "person", seat: "white", level: "0" });
      await page.getByRole("button", { name: "Go to the board" }).click();
      await (await new Board(page).ready()).tab("Game");
      await page.getByRole("button", { name: "Resign" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Notify me of my turn" }).count(), count);
    });
  });
}

/** Refuses requests. */
const refuse = (page, address, status, code) =>
  page.route(address, (route) => route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ error: { code, message: "no" } }) }));

test("a game that is kept no more is said to be gone, and asked for no more", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "0", black: "person" });
    await refuse(page, /\/api\/v1\/links\//, 404, "unknown-link");
    await show(page, false);
    await show(page, true);
    await until(() => board.notes(), (notes) => notes === "This game no longer exists.", "the end");
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await sleep(2500);
    assert.deepEqual(asked, []);
  });
});

test("a stream that is refused by somebody on the way is not taken for one too many", async () => {
  await visit({}, async (page) => {
    await refuse(page, "**/events*", 403, "forbidden");
    const board = await begin(page, { level: "0", black: "person" });
    await until(() => board.notes(), (notes) => notes === "This page is refreshed every two seconds.", "how it is followed");
  });
});

test("a page without a stream asks for the game again and again, and says so", async () => {
  await visit({}, async (page) => {
    const answer = { status: 429, contentType: "application/json", body: JSON.stringify({ error: { code: "busy", message: "too many" } }) };
    await page.route("**/events*", (route) => route.fulfill(answer));
    const board = await begin(page, { level: "0", black: "person" });
    await until(() => board.notes(), (notes) => /refreshed every two seconds/.test(notes), "the reason");
    const link = page.url().replace("/g/", "/api/v1/links/");
    assert.ok((await page.request.post(`${link}/moves`, { data: { ply: 1, move: "c3-d4" } })).ok());
    await until(() => board.moves(), (moves) => moves.length === 1, "the move of somebody else");
    assert.doesNotMatch(await board.notes(), /Connection lost/);
  });
});

test("a server that comes back with an earlier clock is followed", async () => {
  await visit({}, async (page) => {
    // Streams end at once and are opened again, as through a restart; from then on versions are small.
    let restarted = false;
    const stands = async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace(/\/events(\?.*)?$/, ""), headers: {} });
      const state = await answer.json();
      if (restarted) state.version = state.plies.length;
      return JSON.stringify(state);
    };
    await page.route(/\/api\/v1\/links\/[^/]+$/, async (route) => route.fulfill({ contentType: "application/json", body: await stands(route) }));
    await page.route("**/events*", async (route) => {
      const body = `retry: 50\n\nevent: state\ndata: ${await stands(route)}\n\n`;
      await route.fulfill({ contentType: "text/event-stream", body });
    });
    const board = await begin(page, { level: "0", black: "person" });
    restarted = true;
    const link = page.url().replace("/g/", "/api/v1/links/");
    const answer = await page.request.post(`${link}/moves`, { data: { ply: 1, move: "c3-d4" } });
    assert.ok(answer.ok());
    await until(() => board.moves(), (moves) => moves.length === 1, "the move after the restart");
    assert.match((await board.men()).d4, /white man/);
    // A stream that is being answered when the page is closed would be an error.
    await page.unrouteAll({ behavior: "wait" });
  });
});

test("every press on the way through a game counts, though answers are late and out of order", async () => {
  await visit({}, async (page) => {
    const moves = "c3-d4 b6-a5 d4-e5 f6xd4 e3xc5 d6xb4 a3xc5 a5-b4";
    const board = await begin(page, { level: "0", black: "person", moves });
    const last = (await board.moves()).length;
    assert.equal(last, moves.split(" ").length);
    await page.route("**/plies/*", async (route) => {
      // The first that is asked for is the last that comes.
      const ply = Number(route.request().url().split("/").at(-1));
      await sleep(100 * (ply - (last - 4)));
      await route.continue();
    });
    await page.locator("body").press("ArrowLeft");
    for (let k = 0; k < 3; k += 1) await page.keyboard.press("ArrowLeft");
    await board.past(last - 4);
    await sleep(500);
    await board.past(last - 4);
  });
});

test("who moves before the answer to the last move has come is not held up, and what is typed stays", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "0", black: "person" });
    const field = page.getByLabel("Move", { exact: true });
    const held = [];
    // The move is made, and is heard of; what the request is answered waits.
    await page.route("**/moves*", async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => held.push(resolve));
      await route.fulfill({ response });
    });
    await board.typeAll(["c3-d4", "f6-e5"]);
    await board.type("d4xf6");
    const answered = page.waitForResponse((response) => response.request().postDataJSON()?.ply === 3);
    await board.played(2);
    await field.fill("e7");
    for (const answer of held) answer();
    await (await answered).finished();
    // Nothing shows that the page has read it, but it has by then.
    await sleep(200);
    assert.equal((await board.moves()).length, 3);
    assert.equal(await field.inputValue(), "e7");
  });
});
