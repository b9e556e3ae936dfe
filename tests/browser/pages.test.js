// Lessons, typed moves, circuits and downloads.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { Board } from "./board.js";
import { ask, begin } from "./start.js";
import { base, PHONE, picture, until, visit } from "./tools.js";

const SPLIT = "c3^b4d4 f6-e5";

test("the first lesson is learnt, and leads to the next", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/`);
    await page.getByRole("link", { name: "Learn", exact: true }).click();
    const board = await new Board(page).ready();
    await page.getByRole("heading", { name: "A step" }).waitFor();
    await board.turn();
    await board.pick((await board.sources())[0]);
    await board.cell((await board.targets())[0]).click();
    await page.getByText("That is all there is to a step.").waitFor();
    assert.equal(await page.getByRole("button", { name: "1: A step, done" }).count(), 1);
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByRole("heading", { name: "A capture" }).waitFor();
    const learnt = page.getByRole("button", { name: "2: A capture, done" });
    while ((await learnt.count()) === 0) {
      // The only piece that can capture is picked already; the chain is one click for each jump.
      const before = JSON.stringify(await board.men());
      await until(() => board.captures(), (squares) => squares.length > 0, "a capture");
      await board.cell((await board.captures())[0]).click();
      await until(async () => JSON.stringify(await board.men()), (men) => men !== before, "what was captured to be gone");
    }
    // What was learnt is known the next time.
    await page.reload();
    await page.getByRole("button", { name: "1: A step, done" }).waitFor();
  });
});

/** What other legal moves are made where one is asked for, and which it is. */
const OTHERS = {
  split: { other: "f2-e3", asked: "c1^b2d2" },
  merge: { other: "h2-g3", asked: "b4d4^c5" },
  phase: { other: "h2-g3", asked: "b4d4^c5" },
  rest: { other: "c5e5^d6", asked: "a5c5^b6" },
};

for (const [id, { other, asked }] of Object.entries(OTHERS)) {
  test(`the lesson ${id} asks for ${asked}, not for ${other}`, async () => {
    await visit({}, async (page) => {
      await page.goto(`${base}/learn#${id}`);
      const board = await new Board(page).ready();
      await board.type(other);
      await page.getByText("Not the move we are looking for.").waitFor();
      assert.equal(await page.locator(".lesson .done").count(), 0);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("Not the move we are looking for.").waitFor({ state: "detached" });
      await board.turn();
      await board.type(asked);
      await page.locator(".lesson .done").waitFor();
    });
  });
}

test("help fits on a phone, and begins at its beginning", async () => {
  await visit({ screen: PHONE, touch: true }, async (page) => {
    await begin(page, { level: "3", black: "person" });
    await page.getByRole("button", { name: "Help" }).tap();
    const dialog = page.getByRole("dialog", { name: "Help" });
    assert.equal(await dialog.evaluate((one) => one.scrollTop), 0);
    assert.equal(await dialog.getByText("Escape").isVisible(), false, "keys on a phone");
    for (const meaning of await dialog.locator("dd:visible").all()) {
      const { width } = await meaning.boundingBox();
      assert.ok(width > PHONE.width / 2, `${await meaning.innerText()}: ${width} pixels`);
    }
    await picture(page, "phone-help");
    await dialog.evaluate((one) => one.scrollTo(0, 9999));
    await dialog.getByRole("button", { name: "Close" }).tap();
    await dialog.waitFor({ state: "detached" });
  });
});

test("a typed move that can't be made is refused in words, and stays to be mended", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person" });
    const men = await board.men();
    const error = page.getByRole("alert").filter({ hasText: /./ });
    const field = page.getByLabel("Move", { exact: true });
    for (const wrong of ["c3-e5", "c3-", "<b>d4</b>", "f6-e5", "alert(1)"]) {
      await board.type(wrong);
      await until(() => error.allInnerTexts(), ([text = ""]) => text.length > 10, `a word on ${wrong}`);
      const [text] = await error.allInnerTexts();
      assert.doesNotMatch(text, /^[A-P]\d/, "squares keep their small letters");
      assert.doesNotMatch(text, /Error|undefined|null|\{/, wrong);
      if (wrong === "alert(1)") assert.match(text, /alert\(1\)/, "what is no square stays as it is");
      assert.equal(await field.inputValue(), wrong);
      assert.deepEqual(await board.men(), men);
    }
    assert.equal(await page.locator(".table b").count(), 0, "what is typed is text");
    await board.typeAll(["c3^d4b4"]);
    assert.deepEqual(await board.moves(), ["c3^b4d4"]);
    await until(() => field.inputValue(), (value) => value === "", "an empty field");
    assert.equal(await error.count(), 0);
  });
});

test("a press on a piece that can't move where one must capture says which can", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "1", black: "person", moves: "c3^b4d4 f6-e5" });
    await board.cell("g3").click();
    const told = page.locator(".told");
    await until(() => told.innerText(), (text) => /You must capture: d4 takes e5 \(50\s%\)/.test(text), "which piece must capture");
    // It is still picked, so that its target is enough.
    await board.cell("f6").click();
    await until(() => board.moves(), (moves) => moves.length === 3, "the capture");
  });
  // As a whole it is less likely than each of its parts.
  await visit({}, async (page) => {
    const board = await begin(page, { level: "1", black: "person", moves: "c3^b4d4 f6^e5g5" });
    await board.cell("g3").click();
    const told = page.locator(".told");
    await until(() => told.innerText(), (text) => /You must capture: .*d4 takes e5 \(25\s%\)/.test(text), "how likely it is");
  });
});

test("pieces that must capture are marked, and what to do with a piece is told where the moves are", async () => {
  await visit({}, async (page) => {
    let board = await begin(page, { level: "1", black: "person" });
    const hint = page.locator(".talk .hint");
    assert.equal(await hint.innerText(), "Select a piece to see where it can go.");
    await board.pick("c3");
    assert.equal(await hint.innerText(), "c3: select a target, or the arrows between two to split.");
    assert.equal(await page.locator(".cell.must").count(), 0);
    board = await begin(page, { level: "1", black: "person", moves: "c3-d4 d6-c5 g3-f4 f6-e5" });
    const marked = page.locator(".cell.must");
    await until(() => marked.count(), (count) => count === 2, "the pieces that must capture");
    assert.deepEqual(await marked.evaluateAll((all) => all.map((cell) => cell.dataset.square)), ["d4", "f4"]);
    await board.pick("d4");
    assert.equal(await marked.count(), 0);
  });
});

test("what one's own move measured can be read before and beside the reply", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "1", white: "person", black: "random", moves: "c3^b4d4 f6-e5" });
    const told = page.locator(".told");
    await board.cell("f6").click();
    await until(() => board.moves(), (moves) => moves.length === 3, "the capture");
    const begun = Date.now();
    const own = await told.innerText();
    assert.match(own, /measured: it was (not )?there/);
    await until(() => board.moves(), (moves) => moves.length > 3, "the reply");
    assert.ok(Date.now() - begun >= 1200, "the outcome stands alone for a while");
    const both = await told.innerText();
    assert.ok(both.startsWith(own) && both.length > own.length, both);
  });
});

test("one's own outcome stands alone although the reply comes together with it", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "1", white: "person", black: "random", moves: "c3^b4d4 f6-e5" });
    const state = `${base}/api/v1${new URL(page.url()).pathname.replace(/^\/g\//, "/links/")}`;
    await page.route("**/moves*", async (route) => {
      await route.fetch();
      const late = await until(async () => (await fetch(state)).json(), ({ plies }) => plies.length > 3, "the reply");
      await route.fulfill({ json: late });
    });
    await page.evaluate(() => {
      // A page that is hidden lets go of its stream: it hears of the reply by the late answer to its move.
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await board.cell("f6").click();
    await until(() => board.moves(), (moves) => moves.length > 2, "the capture");
    const begun = Date.now();
    assert.equal((await board.moves()).length, 3);
    assert.match(await board.told(), /measured: it was (not )?there/);
    assert.match(await board.status(), /is thinking/);
    await until(() => board.moves(), (moves) => moves.length > 3, "the reply");
    assert.ok(Date.now() - begun >= 1200, "the outcome stands alone for a while");
    assert.ok((await board.sources()).length > 0);
  });
});

test("plies have the same numbers in each panel", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "1", black: "person", moves: "c3^b4d4 f6-e5" });
    await board.typeAll(["d4xf6"]);
    await board.tab("Measurements");
    const row = page.locator("ol.measured li .ply").first();
    await until(() => row.innerText(), (text) => text.startsWith("2. d4xf6"), "the number of the turn");
  });
});

test("a start that can't be set up is refused in words", async () => {
  await visit({}, async (page) => {
    await ask(page, { black: "person", moves: "c3-c9" });
    const error = page.getByRole("alert").filter({ hasText: /./ });
    await error.waitFor();
    assert.match(await error.innerText(), /c9/);
    assert.equal(new URL(page.url()).pathname, "/custom");
  });
});

test("moves are typed as people write them, also in the numbers of squares", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person" });
    // Each is what is typed, and what it means.
    const moves = { "22-17^18": "c3^b4d4", "11 16": "f6-g5", "d4–c5": "d4-c5", B6D4: "b6xd4", "E3 × C5": "e3xc5" };
    for (const typed of Object.keys(moves)) await board.typeAll([typed]);
    const played = (await board.moves()).map((move) => move.replace(/ ⌁( ✗)?/, ""));
    assert.deepEqual(played, Object.values(moves));
    // Nothing is guessed where it is not legal.
    await board.type("12-20");
    const error = page.getByRole("alert").filter({ hasText: "h6-h4" });
    await error.waitFor();
    await board.tab("Game");
    await page.getByLabel("Number the squares").check();
    assert.equal(await page.getByLabel("Move", { exact: true }).getAttribute("placeholder"), "22-18");
  });
});

test("games that were begun tell who plays them and how they stand", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "0", black: "person" });
    await board.typeAll(["c3-d4"]);
    await begin(page, { level: "0", black: "random" });
    await page.goto(`${base}/`);
    const rows = page.locator(".saved li small");
    await rows.first().waitFor();
    assert.deepEqual(await rows.allTextContents(), ["White against the computer (Beginner). White to move.", "Both sides on this screen. Black to move."]);
  });
});

test("a preset shows its values, and what is chosen besides is sent though it is usual without one", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/custom`);
    const form = page.locator("form.setup");
    await form.locator('input[name="game"][value="blocking"]').check();
    await form.locator("details.more summary").click();
    const measure = form.getByLabel("Measure", { exact: true });
    const usual = await measure.inputValue();
    await form.locator('input[name="preset"][value="full-collapse"]').check();
    assert.equal(await measure.inputValue(), "full");
    assert.equal(await form.getByLabel("Size of the board").inputValue(), "6");
    await measure.selectOption(usual);
    const asked = page.waitForRequest((request) => request.method() === "POST");
    await form.getByRole("button", { name: "Play", exact: true }).click();
    const { preset, settings } = (await asked).postDataJSON();
    assert.deepEqual({ preset, settings }, { preset: "full-collapse", settings: { measure: usual } });
    await new Board(page).ready();
  });
});

test("the list of moves stands at the move that is shown, also when it is come back to", async () => {
  await visit({}, async (page) => {
    const moves = Array.from({ length: 9 }, () => "c1-b2 f8-g7 b2-c1 g7-f8").join(" ");
    const board = await begin(page, { level: "0", black: "person", position: "W:WK30:BK3", moves });
    const seen = () => page.locator(".moves [aria-current=true]").evaluate((one) => {
      const [row, list] = [one.getBoundingClientRect(), one.closest(".moves").getBoundingClientRect()];
      return row.top >= list.top && row.bottom <= list.bottom;
    });
    await until(seen, (so) => so, "the last move");
    await board.tab("Circuit");
    // On the tabs themselves arrows go from one to the next.
    await page.getByRole("button", { name: "Flip", exact: true }).focus();
    for (let k = 0; k < 20; k += 1) await page.keyboard.press("ArrowLeft");
    await board.past(16);
    await board.tab("Moves");
    await until(seen, (so) => so, "the move that is shown");
  });
});

test("a piece is split by the button and by dragging, and dragged to its target", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person" });
    await page.getByRole("button", { name: "Split", exact: true }).click();
    for (const square of ["c3", "b4", "d4"]) await board.cell(square).click();
    assert.deepEqual(await board.played(0), ["c3^b4d4"]);
    await board.cell("f6").dragTo(board.cell("g5"));
    assert.equal((await board.played(1)).at(-1), "f6-g5");
    // Press the first target, let go over the second.
    await board.pick("g3");
    await board.cell("f4").dragTo(board.cell("h4"));
    assert.equal((await board.played(2)).at(-1), "g3^f4h4");
  });
});

test("a part is merged with another, and what would come of it is foretold", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person", moves: "c3^b4d4 h6-g5" });
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await board.pick("b4");
    const partners = await board.squares(/can merge with the selected part/);
    assert.deepEqual(partners, ["d4"]);
    await board.cell("d4").click();
    assert.deepEqual(await board.targets(), ["c5"]);
    await board.cell("c5").hover();
    await until(() => page.locator(".preview").innerText(), (text) => text.includes("b4d4^c5"), "what would come of it");
    await picture(page, "merge");
    await board.cell("c5").click();
    assert.equal((await board.played(2)).at(-1), "b4d4^c5");
    const men = await board.men();
    assert.match(men.c5, /white man/);
  });
});

test("the circuit is drawn and listed beside the board, in both encodings", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person", moves: SPLIT });
    await board.tab("Circuit");
    const panel = page.getByRole("tabpanel");
    await panel.locator(".drawing .gates").waitFor();
    const count = async () => Number(/(\d+) qubits/.exec(await panel.innerText())?.[1] ?? 0);
    const least = await count();
    assert.ok(least >= 1 && (await panel.innerText()).includes("b4 and d4 together in one circuit"), await panel.innerText());
    const rows = await panel.locator("table").first().locator("tbody tr").allInnerTexts();
    assert.equal(rows.length, 2);
    for (const row of rows) assert.match(row, /50\s%/);
    await panel.getByLabel("Encoding").selectOption("paper");
    await until(count, (qubits) => qubits > least, "more qubits in the paper's encoding");
    await picture(page, "circuit");

  });
});

test("phases are shown where parts can interfere, and only there", async () => {
  const moves = "c3^b4d4 h6-g5 b4-a5 g5-h4";
  for (const [level, dials] of [["1", 0], ["3", 2]]) {
    await visit({}, async (page) => {
      const board = await begin(page, { level, black: "person", moves });
      assert.equal(await page.locator(".dial").count(), dials, `level ${level}`);
      assert.equal(/phase/.test((await board.men()).a5), dials > 0, `level ${level}`);
    });
  }
});

test("a seed too large to be kept whole is refused in the form", async () => {
  await visit({}, async (page) => {
    await ask(page, { black: "person", seed: "9007199254740993" });
    const field = page.getByLabel("Seed", { exact: true });
    assert.equal(await field.evaluate((input) => input.validity.rangeOverflow), true);
    assert.equal(new URL(page.url()).pathname, "/custom");
    await field.fill("9007199254740991");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await new Board(page).ready();
  });
});

test("a typed move that is refused while the past is shown leaves the board of now", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person", moves: SPLIT });
    const now = await board.men();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByText("Starting position.").waitFor();
    await board.type("a3-h8");
    await page.getByRole("alert").filter({ hasText: /./ }).waitFor();
    assert.deepEqual(await board.men(), now);
    await page.getByText("Starting position.").waitFor({ state: "detached" });
    assert.ok((await board.sources()).length + (await board.picked()).length > 0);
  });
});

/**
 * What a button gives to be kept.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function download(page, name) {
  const [given] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return { name: given.suggestedFilename(), text: await readFile(await given.path(), "utf8") };
}

/** The formats of circuits, and what is in them. */
const FORMATS = {
  qasm3: /OPENQASM 3/,
  qasm2: /OPENQASM 2/,
  braket: /OPENQASM 3/,
  ionq: /OPENQASM 3/,
  ibm: /OPENQASM 3/,
  quirk: /^\{"cols":/,
  "quirk-url": /^https:.*#circuit=/,
  json: /"format": ?"cheqqers-circuit"/,
  svg: /^<svg/,
  latex: /\\documentclass/,
  text: /c3\^b4d4[^]*┤/,
};

// Chromium asks before it keeps an eleventh file of one page.
const names = Object.keys(FORMATS);
for (const some of [names.slice(0, 6), names.slice(6)]) {
  test(`circuits are downloaded as ${some.join(", ")}`, async () => {
    await visit({}, async (page) => {
      const board = await begin(page, { level: "3", black: "person", moves: SPLIT });
      await board.tab("Circuit");
      await page.locator(".drawing .gates").waitFor();
      const format = page.getByLabel("Format");
      const offered = await format.locator("option").evaluateAll((all) => all.map((one) => one.value));
      assert.deepEqual(offered, names);
      for (const value of some) {
        await format.selectOption(value);
        const { name, text } = await download(page, "Download");
        assert.match(name, /^cheqqers-(b4|d4)-2-[\w-]+\.\w+$/);
        assert.ok(name.includes(`-2-${value}.`), `${name} names the format`);
        assert.match(text, FORMATS[value]);
      }
    });
  });
}

test("the record is downloaded whole", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "3", black: "person", moves: SPLIT });
    await board.tab("Game");
    const record = await download(page, "Download record");
    assert.match(record.name, /^cheqqers-\w+\.jsonl$/);
    const lines = record.text.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(lines[0].format, "cheqqers");
    assert.deepEqual(lines.slice(1).map((line) => line.move), SPLIT.split(" "));
    const pdn = await download(page, "As a draughts record (PDN)");
    assert.equal(pdn.name, "cheqqers.qpdn");
    assert.match(pdn.text, /\[GameType [^]*1\. /);
  });
});

test("squares are told by number where that is wished for, also the next time", async () => {
  await visit({}, async (page) => {
    const board = await begin(page, { level: "0", black: "person" });
    const names = () => page.locator(".names text").allTextContents();
    assert.ok((await names()).includes("a"));
    await board.tab("Game");
    await page.getByLabel("Number the squares").check();
    assert.equal((await names()).length, 32);
    await page.reload();
    await board.ready();
    assert.ok((await names()).includes("32"));
  });
});
