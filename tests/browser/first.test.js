// The first screen and the first game, as somebody meets them who knows nothing of either.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { begin } from "./start.js";
import { base, dice, PHONE, picture, until, visit } from "./tools.js";

for (const [name, options] of Object.entries({ "on a desk": {}, "on a phone": { screen: PHONE, touch: true } })) {
  test(`the first move takes a press, a piece and a square, without scrolling: ${name}`, async () => {
    await visit(options, async (page) => {
      await page.goto(`${base}/`);
      const inside = async (/** @type {import("playwright-core").Locator} */ one) => {
        const box = await one.boundingBox();
        const { height } = page.viewportSize();
        assert.ok(box && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
      };
      const play = page.getByRole("button", { name: "Play now" });
      await inside(play);
      await picture(page, `first-${options.touch ? "phone" : "desk"}`);
      await play.click();
      await page.waitForURL(/\/g\//);
      const board = await new Board(page).ready();
      await board.turn();
      await inside(page.locator("[role=grid]"));
      await inside(page.getByRole("button", { name: "Split", exact: true }));
      assert.match(await board.status(), /^Your move/);
      assert.match(await page.title(), /^Your move: /);
      const [source] = await board.sources();
      await board.pick(source);
      const [target] = await board.targets();
      await board.cell(target).click();
      await until(() => board.moves(), (moves) => moves.length >= 2, "the move and its reply");
      assert.equal(await page.evaluate(() => scrollY), 0);
    });
  });
}

test("the board of the first screen plays, and can be stopped", async () => {
  await visit({ motion: true }, async (page) => {
    await page.goto(`${base}/`);
    const pieces = () => page.locator(".demo [data-on]").evaluateAll((all) => all.map((one) => one.getAttribute("data-on")).join());
    const seen = new Set();
    await until(async () => seen.add(await pieces()).size, (size) => size > 3, "the pieces to move");
    await page.getByRole("button", { name: "Pause" }).click();
    // What was leaving is gone by then.
    await page.waitForTimeout(800);
    const stopped = await pieces();
    await page.waitForTimeout(1600);
    assert.equal(await pieces(), stopped);
  });
  await visit({}, async (page) => {
    await page.goto(`${base}/`);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  });
});

test("boards that are always the same are asked for when they are seen, and once", async () => {
  await visit({}, async (page) => {
    const asked = [];
    page.on("request", (request) => {
      if (/\/api\/v1\/lines/.test(request.url())) asked.push(request.url());
    });
    const open = async (path, ready) => {
      await page.goto(`${base}${path}`);
      await page.locator(ready).first().waitFor({ state: "attached" });
    };
    for (const count of [2, 2]) {
      await open("/", ".demo [data-on]");
      assert.equal(asked.length, count, "a description and a board of the first screen");
    }
    await open("/games", ".thumb [data-on]");
    await until(() => page.locator(".card:not(:has(.thumb [data-on]))").count(), (count) => count === 0, "all boards");
    const all = asked.length;
    await open("/games", ".thumb [data-on]");
    await until(() => page.locator(".card:not(:has(.thumb [data-on]))").count(), (count) => count === 0, "all boards");
    assert.equal(asked.length, all);
  });
});

test("every game is one press away from the list", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/games`);
    const names = await until(() => page.locator(".card h2").allInnerTexts(), (names) => names.length >= 5, "the games");
    for (const name of names) {
      await page.goto(`${base}/games`);
      await page.getByRole("button", { name: `Play ${name}`, exact: true }).click();
      await page.waitForURL(/\/g\//);
      const board = await new Board(page).ready();
      await board.turn();
    }
  });
});

test("a friend is invited to a game by one press, from the first screen and from every card", async () => {
  const invited = async (/** @type {import("playwright-core").Page} */ page) => {
    await page.waitForURL(/\/g\//);
    await page.getByRole("heading", { name: "Invite your opponent" }).waitFor();
    assert.match(await page.getByLabel("Link for Black").inputValue(), /\/g\/./);
  };
  await visit({}, async (page) => {
    await page.goto(`${base}/`);
    await page.getByRole("button", { name: "Play with a friend" }).click();
    await invited(page);
    await page.goto(`${base}/games`);
    const friends = page.locator(".card").getByRole("button", { name: /^Play with a friend: / });
    const count = await until(() => friends.count(), (count) => count >= 5, "the games");
    for (let k = 0; k < count; k += 1) {
      await page.goto(`${base}/games`);
      await friends.nth(k).click();
      await invited(page);
    }
  });
});

test("every move is animated, and none for who wants no motion", async () => {
  const count = () => {
    const { animate } = Element.prototype;
    window["animated"] = 0;
    Element.prototype.animate = function (...given) {
      if (this.closest(".layer")) window["animated"] += 1;
      return animate.apply(this, given);
    };
  };
  for (const motion of [true, false]) {
    await visit({ motion }, async (page) => {
      await page.addInitScript(count);
      const board = await begin(page, { level: "3", size: "6", black: "person" });
      const roll = dice(5);
      for (let k = 0; k < 12 && (await board.turn()); k += 1) {
        const before = await page.evaluate(() => window["animated"]);
        await board.click(roll);
        const now = await page.evaluate(() => window["animated"]);
        if (motion) assert.ok(now > before, `the move ${k + 1}`);
        else assert.equal(now, 0);
      }
    });
  }
});

test("the page is small, and asks for little before it can be played", async () => {
  await visit({}, async (page) => {
    const files = [];
    page.on("requestfinished", (request) => {
      if (request.url().includes("/page/")) files.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(`${base}/`, { waitUntil: "networkidle" });
    const bytes = (await Promise.all(files)).reduce((sum, size) => sum + size, 0);
    // At 400 kB a second that is half a second; each file more may take a trip to the server and back.
    assert.ok(files.length > 3 && files.length <= 12 && bytes > 10_000 && bytes < 200_000, `${files.length} files, ${bytes} bytes`);
  });
});
