// Two people at one game, each with a link, a browser and a side.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { ask, begin, invitation } from "./start.js";
import { base, picture, somebody, until, visit } from "./tools.js";

/**
 * A game by link that White begins, and both its boards.
 * @param {(white: Board, black: Board) => Promise<void>} deed
 * @param {import("./start.js").Wish} [wish]
 */
async function two(deed, wish = { size: "6" }) {
  const other = await somebody();
  try {
    await visit({}, async (page) => {
      await ask(page, { black: "person", seat: "white", level: "3", ...wish });
      await other.page.goto(await invitation(page));
      await deed(await new Board(page).ready(), await new Board(other.page).ready());
    });
    assert.deepEqual(other.faults, []);
  } finally {
    await other.context.close();
  }
}

test("moves show on the other side, and only whose turn it is can move", async () => {
  await two(async (white, black) => {
    assert.deepEqual(await black.sources(), []);
    assert.equal(await black.page.getByRole("gridcell").first().getAttribute("data-square"), "f1", "Black sits at the top");
    for (const [mover, watcher] of [[white, black], [black, white], [white, black]]) {
      const before = (await mover.moves()).length;
      const move = await mover.click(() => 0);
      const seen = await until(() => watcher.moves(), (moves) => moves.length > before, `${move} on the other side`);
      assert.equal(seen[before], move);
      assert.deepEqual(await watcher.men(), await mover.men());
      assert.ok(await watcher.turn());
      assert.deepEqual(await mover.sources(), []);
    }
    await picture(black.page, "two-players");
  });
});

test("a move on its way is sent once, whatever the other side does meanwhile", async () => {
  await two(async (white, black) => {
    const sent = [];
    await white.page.route("**/moves*", async (route) => {
      await new Promise((resolve) => sent.push(resolve));
      await route.continue();
    });
    await white.type("b2-c3");
    await until(async () => sent.length, (count) => count === 1, "the request");
    await black.tab("Game");
    await black.page.getByRole("button", { name: "Offer a draw" }).click();
    await white.page.getByText("Black offers a draw.").waitFor();
    await white.type("b2-a3");
    sent[0]();
    assert.deepEqual(await white.played(0), ["b2-c3"]);
    assert.equal(sent.length, 1);
  });
});

test("an offer of a draw is declined, then accepted", async () => {
  await two(async (white, black) => {
    const offer = async () => {
      await white.tab("Game");
      await white.page.getByRole("button", { name: "Offer a draw" }).click();
      await black.page.getByText("White offers a draw.").waitFor();
    };
    await offer();
    await black.page.getByRole("button", { name: "Decline" }).click();
    await white.page.getByText("You offer a draw.").waitFor({ state: "detached" });
    assert.match(await white.told(), /draw was declined/);
    assert.equal(await white.isOver(), false);
    await offer();
    await white.page.getByRole("button", { name: "Withdraw" }).click();
    await black.page.getByText("White offers a draw.").waitFor({ state: "detached" });
    await offer();
    await black.page.getByRole("button", { name: "Accept" }).click();
    for (const board of [white, black]) {
      await board.page.locator(".note.over").waitFor();
      assert.equal(await board.status(), "A draw. Both sides agreed.");
      assert.deepEqual(await board.sources(), []);
    }
  });
});

test("a move is undone only when the other side agrees", async () => {
  await two(async (white, black) => {
    const start = await white.men();
    await white.click(() => 0);
    await white.page.getByRole("button", { name: "Undo" }).click();
    await black.page.getByText(/White asks to undo a move/).waitFor();
    assert.equal((await white.moves()).length, 1);
    await black.page.getByRole("button", { name: "Accept" }).click();
    for (const board of [white, black]) {
      await until(() => board.moves(), (moves) => moves.length === 0, "the move to be undone");
      assert.deepEqual(await board.men(), start);
    }
  });
});

test("who asks to undo a measurement says so", async () => {
  await two(
    async (white, black) => {
      const button = white.page.getByRole("button", { name: "Undo" });
      assert.match(await button.getAttribute("title"), /measurement: your opponent must agree/);
      await button.click();
      for (const [board, who] of [[white, "You ask"], [black, "White asks"]]) {
        await until(() => board.notes(), (text) => text.includes(`${who} to undo a move and its measurement.`), "the offer");
      }
      await black.page.getByRole("button", { name: "Decline" }).click();
      await until(() => white.notes(), (text) => text === "", "the answer");
    },
    { moves: "c3^b4d4 f6-e5 d4xf6" },
  );
});

test("a computer is offered no draw, and is not asked to undo", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "1", black: "random", moves: "c3^b4d4 f6-e5 d4xf6" });
    await until(async () => (await board.moves()).length, (moves) => moves > 3, "the computer's move");
    await board.turn();
    assert.equal(await page.getByRole("button", { name: "Undo" }).getAttribute("title"), "Undoes a measurement");
    await board.tab("Game");
    assert.equal(await page.getByRole("button", { name: "Resign" }).count(), 1);
    assert.equal(await page.getByRole("button", { name: "Offer a draw" }).count(), 0);
  });
});

test("who resigns has lost, and a rematch is another game with the sides changed", async () => {
  await two(async (white, black) => {
    await white.tab("Game");
    await white.page.getByRole("button", { name: "Resign" }).click();
    await white.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await black.page.locator(".note.over").waitFor();
    assert.equal(await black.status(), "You won. White resigned.");
    assert.equal(await white.status(), "You lost. White resigned.");
    await black.page.locator(".notes").getByRole("button", { name: "Rematch" }).click();
    await white.page.getByText("Black offers a rematch.").waitFor();
    await white.page.getByRole("button", { name: "Accept" }).click();
    const address = white.page.url();
    for (const board of [white, black]) {
      await board.page.getByRole("link", { name: "Open rematch" }).click();
      await board.page.getByText("The rematch has started.").waitFor({ state: "detached" });
      await board.ready();
      await until(() => board.moves(), (moves) => moves.length === 0, "a new board");
    }
    assert.notEqual(white.page.url(), address);
    assert.ok(await black.turn(), "who had Black begins");
    assert.deepEqual(await white.sources(), []);
  });
});

test("who has the third link can only watch", async () => {
  await two(async (white, black) => {
    await visit({}, async (page) => {
      const game = await page.request.get(white.page.url().replace("/g/", "/api/v1/links/"));
      const { links } = await game.json();
      await page.goto(`${base}/g/${links.watch}`);
      const board = await new Board(page).ready();
      assert.equal(await page.getByLabel("Move", { exact: true }).isVisible(), false);
      await white.click(() => 0);
      assert.ok(await black.turn());
      await black.click(() => 0);
      assert.ok(await white.turn());
      await until(() => board.moves(), (moves) => moves.length === 2, "both moves");
      assert.deepEqual(await board.sources(), []);
      assert.deepEqual(await board.men(), await white.men());
      await board.tab("Game");
      assert.equal(await page.getByRole("button", { name: "Resign" }).count(), 0);
    });
  });
});

test("a game is as it was after a reload, and is found again on the start page", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", size: "6", black: "random" });
    for (let k = 0; k < 3 && (await board.turn()); k += 1) await board.click(() => 0);
    await board.turn();
    const seen = async () => ({ men: await board.men(), moves: await board.moves(), sources: await board.sources() });
    const before = await seen();
    assert.ok(before.moves.length >= 6, `${before.moves}`);
    await page.reload();
    await board.ready();
    await until(seen, (now) => JSON.stringify(now) === JSON.stringify(before), "the same game");
    await page.goto(`${base}/`);
    await page.locator(".saved a").first().click();
    await board.ready();
    await until(seen, (now) => JSON.stringify(now) === JSON.stringify(before), "the same game");
    await board.click(() => 0);
  });
});

test("a link that leads nowhere says so", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/g/${"0".repeat(32)}`);
    await page.getByRole("heading", { name: "Game not found" }).waitFor();
    await page.goto(`${base}/g/`);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await page.getByRole("link", { name: "Start a new game" }).click();
    await page.getByRole("button", { name: "Play now" }).waitFor();
  });
});
