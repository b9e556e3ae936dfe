// The circuit beside the board: drawn, gone through gate by gate, told, and taken to Quirk.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { begin } from "./start.js";
import { axe, base, PHONE, picture, until, visit } from "./tools.js";

const SPLITS = "c3^b4d4 h6-g5 b4-a5 g5-h4 d4^c5e5";

/** Games of every kind with something uncertain, by the moves that made it so. */
const GAMES = [
  { game: "cheqqers", settings: { level: "3" }, moves: SPLITS },
  // Parts of a king meet that are not alike, and interfere in part.
  { game: "cheqqers", settings: { level: "3" }, position: "W:WK22,32:BK4,5", moves: "c3^b4d4 h8-g7 b4-a5 g7-h8 d4^c5e5 h8-g7 a5c5^b6" },
  { game: "queens-chess", settings: {}, moves: "" },
  { game: "box-chess", settings: {}, moves: "b1^c3>a3 g8^f6>h6" },
];

/**
 * Begins a game for both sides, and gives back its link.
 * @param {object} asked
 */
async function started(asked) {
  const body = JSON.stringify({ one_screen: true, ...asked });
  const answer = await fetch(`${base}/api/v1/games`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { links } = await answer.json();
  return links.both;
}

/**
 * @param {string} link
 * @param {string} path
 */
const ask = async (link, path) => (await fetch(`${base}/api/v1/links/${link}${path}`)).json();

/**
 * Opens a game with its circuit.
 * @param {import("playwright-core").Page} page
 * @param {string} link
 */
async function opened(page, link) {
  await page.goto(`${base}/g/${link}`);
  const board = new Board(page);
  await board.cell("a1").waitFor();
  await board.tab("Circuit");
  const panel = page.getByRole("tabpanel");
  await panel.locator(".drawing .gate").first().waitFor();
  return { board, panel };
}

/** @param {import("playwright-core").Page} page */
async function accessible(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  const found = violations.map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(" | ")}`);
  assert.deepEqual(found, [], where);
}

/**
 * What a circuit in Quirk's form makes of zeros: probabilities by basis state, qubit 0 first.
 * @param {{ cols: any[][] }} circuit
 */
function simulate({ cols }) {
  const n = Math.max(...cols.map((column) => column.length));
  let state = Array.from({ length: 2 ** n }, (_, k) => [k === 0 ? 1 : 0, 0]);
  const times = ([a, b], [c, d]) => [a * c - b * d, a * d + b * c];
  const plus = ([a, b], [c, d]) => [a + c, b + d];
  const angle = (text) => Number(new Function("pi", `return ${text}`)(Math.PI));
  const turn = (t) => [Math.cos(t), Math.sin(t)];
  const power = { "½": 1 / 2, "-½": -1 / 2, "¼": 1 / 4, "-¼": -1 / 4 };
  const matrix = (cell) => {
    const half = angle(cell.arg ?? "0") / 2;
    const r = Math.SQRT1_2;
    if (cell === "X") return [[[0, 0], [1, 0]], [[1, 0], [0, 0]]];
    if (cell === "Y") return [[[0, 0], [0, -1]], [[0, 1], [0, 0]]];
    if (cell === "Z") return [[[1, 0], [0, 0]], [[0, 0], [-1, 0]]];
    if (cell === "H") return [[[r, 0], [r, 0]], [[r, 0], [-r, 0]]];
    if (cell.id === "Ryft") return [[[Math.cos(half), 0], [-Math.sin(half), 0]], [[Math.sin(half), 0], [Math.cos(half), 0]]];
    if (cell.id === "Rxft") return [[[Math.cos(half), 0], [0, -Math.sin(half)]], [[0, -Math.sin(half)], [Math.cos(half), 0]]];
    if (cell.id === "Rzft") return [[turn(-half), [0, 0]], [[0, 0], turn(half)]];
    if (cell.id === "Z^ft") return [[[1, 0], [0, 0]], [[0, 0], turn(Math.PI * angle(cell.arg))]];
    const [axis, part] = cell.split("^");
    const phase = turn(Math.PI * power[part]);
    if (axis === "Z") return [[[1, 0], [0, 0]], [[0, 0], phase]];
    const [same, other] = [[(1 + phase[0]) / 2, phase[1] / 2], [(1 - phase[0]) / 2, -phase[1] / 2]];
    return [[same, other], [other, same]];
  };
  for (const column of cols) {
    const controls = column.flatMap((cell, k) => (cell === "•" ? [k] : []));
    const swapped = column.flatMap((cell, k) => (cell === "Swap" ? [k] : []));
    const on = (k) => controls.every((control) => (k >> control) & 1);
    if (swapped.length === 2) {
      const [a, b] = swapped;
      state = state.map((_, k) => state[on(k) && ((k >> a) & 1) !== ((k >> b) & 1) ? k ^ (1 << a) ^ (1 << b) : k]);
    }
    for (const [qubit, cell] of column.entries()) {
      if ([1, "•", "Swap", "Measure"].includes(cell)) continue;
      const entries = matrix(cell);
      state = state.map((amplitude, k) => {
        if (!on(k)) return amplitude;
        const row = entries[(k >> qubit) & 1];
        const [zero, one] = [k & ~(1 << qubit), k | (1 << qubit)];
        return plus(times(row[0], state[zero]), times(row[1], state[one]));
      });
    }
  }
  return new Map(state.map(([re, im], k) => [Array.from({ length: n }, (_, bit) => (k >> bit) & 1).join(""), re * re + im * im]));
}

for (const asked of GAMES) {
  test(`${asked.game} ${asked.moves}: what is opened in Quirk is the circuit that is shown`, async () => {
    await visit({}, async (page) => {
      const link = await started(asked);
      const { panel } = await opened(page, link);
      const state = await ask(link, "");
      const square = state.board.components[0][0];
      for (const encoding of ["minimal", "paper"]) {
        await panel.getByLabel("Encoding").selectOption(encoding);
        const circuit = await ask(link, `/circuit?square=${square}&encoding=${encoding}`);
        await until(() => panel.locator(".gate").count(), (count) => count === circuit.gates.length, "the gates");
        const quirk = panel.getByRole("link", { name: "Open in Quirk" });
        assert.equal(await quirk.getAttribute("target"), "_blank");
        assert.match(await quirk.getAttribute("rel"), /noopener noreferrer/);
        const address = new URL(await quirk.getAttribute("href"));
        assert.equal(`${address.origin}${address.pathname}`, "https://algassert.com/quirk");
        const decoded = JSON.parse(decodeURIComponent(address.hash.replace("#circuit=", "")));
        const likely = simulate(decoded);
        let sum = 0;
        for (const { bits, probability } of circuit.state.kets) {
          assert.ok(Math.abs((likely.get(bits) ?? 0) - probability) < 1e-9, `${bits}: ${likely.get(bits)}, ${probability}`);
          sum += probability;
        }
        assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
        assert.equal(await panel.locator(".wire span:first-child").count(), circuit.wires.length);
      }
    });
  });
}

test("gates and moves light each other, and the squares, also where a move is made twice", async () => {
  // The king's part on b4 steps to a5 twice, at plies 3 and 7.
  const moves = "c3^b4d4 h8-g7 b4-a5 g7-h8 a5-b4 h8-g7 b4-a5 g7-h8";
  await visit({}, async (page) => {
    const link = await started({ settings: { level: "3" }, position: "W:WK22,32:BK4,5", moves });
    const { board, panel } = await opened(page, link);
    const lit = async (where) => page.locator(`${where}.lit`).evaluateAll((all) => all.map((one) => one.dataset.ply ?? one.dataset.square));
    const squares = async () => (await lit(".cell")).toSorted();
    const gates = await panel.locator(".gate").evaluateAll((all) => all.map((one) => one.dataset.ply));
    assert.deepEqual([...new Set(gates)], ["1", "3", "5", "7"]);
    for (const ply of ["1", "3", "7"]) {
      const all = gates.filter((one) => one === ply);
      const place = ply === "1" ? ["b4", "c3", "d4"] : ["a5", "b4"];
      // What is focused is scrolled to: nothing is to come below the pointer by that.
      await page.mouse.move(0, 0);
      const gate = panel.locator(`.gate[data-ply="${ply}"] .reach`).first();
      await gate.focus();
      assert.deepEqual(await lit(".heads .ply"), [ply]);
      assert.deepEqual(await lit(".moves .ply"), [ply], "the list knows it, too");
      assert.deepEqual(await lit(".gate"), all);
      const on = await squares();
      assert.ok(on.length > 0 && on.every((square) => place.includes(square)), `${ply}: ${on}`);
      await panel.locator(`.heads [data-ply="${ply}"]`).focus();
      assert.deepEqual(await lit(".gate"), all);
      assert.deepEqual(await squares(), place);
      await gate.hover();
      assert.deepEqual(await lit(".heads .ply"), [ply]);
    }
    await picture(page, "lit");
    assert.deepEqual(await panel.locator(".heads .ply").allTextContents(), ["1. c3^b4d4", "2. b4-a5", "3. a5-b4", "4. b4-a5"]);
    await board.tab("Moves");
    await page.locator('.moves [data-ply="2"]').hover();
    assert.deepEqual(await squares(), [], "other pieces may be there by now");
    await page.locator('.moves [data-ply="8"]').hover();
    assert.deepEqual(await squares(), ["g7", "h8"]);
    assert.deepEqual(await lit(".gate"), [], "a move outside the circuit lights none of its gates");
  });
});

test("a circuit is gone through by keys alone, and what a measurement would find is shown on the board", async () => {
  await visit({}, async (page) => {
    const { panel } = await opened(page, await started({ settings: { level: "3" }, moves: SPLITS }));
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    const shares = () => panel.locator(".ones text").allTextContents();
    assert.deepEqual(await shares(), ["50\u00a0%", "25\u00a0%", "25\u00a0%"]);
    await panel.locator(".gate .reach").first().focus();
    assert.match(await focused(), /^Gate 1 of 8: X, c3; of 1\. c3\^b4d4$/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await focused(), /^Gate 3 of 8: CH, control b4 and target d4; of 1\. c3\^b4d4$/);
    await page.keyboard.press("End");
    assert.match(await focused(), /^Gate 8 of 8/);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await panel.getByText("State after 1 of 8 gates").waitFor();
    assert.deepEqual(await shares(), ["100\u00a0%", "0\u00a0%", "0\u00a0%"]);
    assert.equal(await panel.locator(".gate.later").count(), 7);
    assert.deepEqual(await panel.locator(".wire > span:first-child").allTextContents(), ["b4", "d4", "(e5)"]);
    const slider = panel.getByRole("slider");
    await slider.focus();
    for (const gates of [2, 3]) {
      await page.keyboard.press("ArrowRight");
      await panel.getByText(`State after ${gates} of 8 gates`).waitFor();
    }
    assert.match(await slider.getAttribute("aria-valuetext"), /3 of 8/);
    await page.keyboard.press("End");
    await panel.getByText("Possible outcomes of a measurement").waitFor();

    const rows = panel.locator(".amplitudes tbody tr");
    assert.equal(await rows.count(), 3);
    assert.match(await rows.first().innerText(), /0\.707[^]*a5[^]*50\s%/);
    await rows.first().focus();
    const seen = () => page.locator(".ghosts .pill text").allTextContents();
    assert.deepEqual(await seen(), ["→100%", "→0%", "→0%"]);
    await page.keyboard.press("ArrowDown");
    assert.deepEqual((await seen()).filter((text) => text === "→100%").length, 1);
    await picture(page, "outcome");
    await slider.focus();
    assert.deepEqual(await seen(), []);

    await page.getByRole("button", { name: "Full screen" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Circuit" });
    await dialog.locator(".drawing").waitFor();
    const { width } = await dialog.boundingBox();
    assert.equal(width, page.viewportSize().width);
    await dialog.locator(".amplitudes tbody tr").first().focus();
    assert.equal(await dialog.locator(".ghosts .ghost").count(), 3, "the board beside it shows the outcome");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await panel.locator(".drawing").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Full screen");
  });
});

test("several components are chosen from, by a list or by pointing", async () => {
  await visit({}, async (page) => {
    const { board, panel } = await opened(page, await started({ settings: { level: "3" }, moves: "c3^b4d4 f6^e5g5" }));
    const chosen = () => panel.getByLabel("Component").inputValue();
    const first = await chosen();
    await panel.getByLabel("Component").selectOption({ label: "e5 and g5" });
    await panel.getByText("e5 and g5 together in one circuit").waitFor();
    assert.notEqual(await chosen(), first);
    await board.cell("b4").hover();
    await panel.getByText("b4 and d4 together in one circuit").waitFor();
    assert.equal(await chosen(), first);
  });
});

test("a circuit larger than Quirk is drawn at once, gone through, and offered in other forms", async () => {
  const moves =
    "c3^b4d4 b6^a5c5 b2^a3c3 f6^e5g5 e3^d4f4 g5-h4 g3-f4 d6-c5 a1-b2 e7-d6 h2-g3 h6-g5 d2-e3 d6'^c5e5 c3-b4 g5-h4 e3'-d4 e7-f6 " +
    "d2-c3 f8-e7 f2-e3 g7-h6 c1^b2d2 c7-b6 e1^d2f2 b8-c7 c3'-b4 h6-g5 d2'-c3 d6-e5 a3-b4 b6-a5";
  await visit({}, async (page) => {
    const link = await started({ game: "blocking", moves });
    const before = Date.now();
    const { panel } = await opened(page, link);
    const state = await ask(link, "");
    const large = state.board.components.toSorted((a, b) => b.length - a.length)[0];
    await panel.getByLabel("Component").selectOption(large[0]);
    await panel.getByText(/Quirk has 16 wires; this circuit needs (2|3)\d/).waitFor();
    assert.ok(Date.now() - before < 15_000);
    assert.equal(await panel.getByRole("link", { name: "Open in Quirk" }).isVisible(), false);
    assert.ok((await panel.locator(".wire").count()) > 20);
    const frame = await panel.locator(".drawing").evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth > clientWidth, scrollHeight > clientHeight]);
    assert.deepEqual(frame, [true, true], "it is scrolled in its frame");
    await panel.getByRole("button", { name: "Previous gate" }).click();
    await panel.getByText(/^State after \d+ of \d+ gates$/).waitFor();
    assert.ok((await panel.locator(".amplitudes tbody tr").count()) <= 64);
    await picture(page, "circuit large");
  });
});

test("without anything uncertain the panel says when there is a circuit", async () => {
  await visit({}, async (page) => {
    await page.goto(`${base}/g/${await started({ settings: { level: "3" } })}`);
    const board = await new Board(page).ready();
    await board.tab("Circuit");
    const panel = page.getByRole("tabpanel");
    assert.match(await panel.innerText(), /its circuit appears here\./);
    assert.equal(await panel.getByRole("link", { name: "Learn how a piece splits" }).getAttribute("href"), "/learn");
  });
});

test("nothing moves while a circuit is looked at and the game goes on", async () => {
  await visit({}, async (page) => {
    const link = await started({ settings: { level: "3" } });
    await page.goto(`${base}/g/${link}`);
    const board = await new Board(page).ready();
    await board.tab("Circuit");
    await page.waitForTimeout(700);
    await page.evaluate(() => {
      window.moved = [];
      const watch = new PerformanceObserver((all) => {
        for (const one of all.getEntries()) window.moved.push(...one.sources.map(({ node }) => `${one.value} ${node?.className?.baseVal ?? node?.className}`));
      });
      watch.observe({ type: "layout-shift" });
    });
    for (const [at, move] of "c3^b4d4 h6-g5 b4-a5 g5-h4 d4^c5e5".split(" ").entries()) {
      const body = JSON.stringify({ ply: at + 1, move });
      await fetch(`${base}/api/v1/links/${link}/moves`, { method: "POST", headers: { "content-type": "application/json" }, body });
      await until(() => board.moves(), (moves) => moves.length === at + 1, move);
      await page.waitForTimeout(600);
    }
    const gate = page.locator(".gate .reach").nth(2);
    await gate.focus();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(700);
    assert.deepEqual(await page.evaluate(() => window.moved), []);
  });
});

for (const [name, options] of Object.entries({ light: {}, dark: { dark: true }, "on a phone": { screen: PHONE, touch: true } })) {
  test(`circuits can be used with aids: ${name}`, async () => {
    await visit(options, async (page) => {
      const { panel } = await opened(page, await started({ settings: { level: "3" }, moves: SPLITS }));
      await accessible(page, "the panel");
      await panel.getByRole("button", { name: "Previous gate" }).click();
      await panel.getByText("State after 7 of 8 gates").waitFor();
      await accessible(page, "a step");
      await picture(page, `circuit ${name}`);
      await panel.getByRole("button", { name: "Full screen" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Encoding").selectOption("paper");
      await dialog.locator(".gate text", { hasText: "split" }).first().waitFor();
      await accessible(page, "the whole screen");
      const { width, height } = page.viewportSize();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      const low = await dialog.locator("button, a, select, input").evaluateAll((all) => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML));
      assert.deepEqual(low, []);
      for (const gate of await dialog.locator(".gate .reach").all()) assert.ok((await gate.boundingBox()).height >= 43.5 && height > 0);
      await picture(page, `circuit whole ${name}`);
    });
  });
}

test("the circuit that a measurement or a merge has ended stays to be seen, as it was before", async () => {
  await visit({}, async (page) => {
    const measured = await started({ settings: { level: "1" }, moves: "c3^b4d4 d6-e5 g3-h4 e5xc3{d4}" });
    const { board, panel } = await opened(page, measured);
    await panel.getByText("As it was before 2… e5xc3 measured it.").waitFor();
    assert.match(await panel.locator(".counts").innerText(), /^b4 and d4 together in one circuit/);
    await panel.getByRole("row", { name: /d4/ }).hover();
    await accessible(page, "the circuit before a measurement");
    // It is there still after the next move, and gone before anything was split.
    await board.typeAll([(await ask(measured, "")).legal[0].move]);
    await panel.getByText("As it was before 2… e5xc3 measured it.").waitFor();
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press("Home");
    await panel.getByText("Once a move puts a piece in superposition").waitFor();

    const merged = await started({ settings: { level: "3" }, moves: "c3^b4d4 d6-e5 b4d4^c5" });
    await opened(page, merged);
    await panel.getByText(/^As it was before 2\. b4d4\^c5 merged parts of it\.$/).waitFor();
  });
});

test("the latest gates are seen first, and what is beside them is marked", async () => {
  await visit({ screen: PHONE, touch: true }, async (page) => {
    const { panel } = await opened(page, await started({ settings: { level: "3" }, moves: SPLITS }));
    const drawing = panel.locator(".drawing");
    const left = async () => drawing.evaluate((frame) => frame.scrollWidth - frame.clientWidth - frame.scrollLeft);
    await until(left, (left) => left < 2, "the latest gates");
    await until(() => drawing.getAttribute("class"), (name) => /more-left/.test(name) && !/more-right/.test(name), "a mark of the others");
  });
});
