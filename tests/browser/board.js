// The page of a game, read and used as a person does: by what squares say, by what can be pressed.

import assert from "node:assert/strict";

import { until } from "./tools.js";

const SQUARES = "[role=gridcell][data-square]";

export class Board {
  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {string} square */
  cell(square) {
    return this.page.locator(`${SQUARES}[data-square="${square}"]`);
  }

  /** All squares in play by their names, with what is said of them. */
  async labels() {
    const pairs = await this.page
      .locator(SQUARES)
      .evaluateAll((cells) => cells.map((cell) => [cell.dataset.square, cell.getAttribute("aria-label")]));
    return new Map(pairs.filter(([, label]) => !label.endsWith(", not in play")));
  }

  /** What stands on the squares, without what is said of moves that can be made. */
  async men() {
    const labels = await this.labels();
    const words = [...labels].map(([square, label]) => [square, label.replace(/, (can move|selected|last move|legal target|capture|press again to confirm)\b.*/, "")]);
    return Object.fromEntries(words.filter(([, label]) => !label.endsWith(", empty")));
  }

  /**
   * Squares of which something is said.
   * @param {RegExp} said
   */
  async squares(said) {
    return [...(await this.labels())].filter(([, label]) => said.test(label)).map(([square]) => square);
  }

  sources() {
    return this.squares(/, can move\b/);
  }

  picked() {
    return this.squares(/, selected\b/);
  }

  targets() {
    return this.squares(/, (legal target|capture)\b/);
  }

  captures() {
    return this.squares(/, capture\b/);
  }

  turning() {
    return this.squares(/, press again to confirm\b/);
  }

  status() {
    return this.page.locator(".status").textContent();
  }

  told() {
    return this.page.locator(".told").innerText();
  }

  notes() {
    return this.page.locator(".notes").innerText();
  }

  /** The moves of the list beside the board. */
  moves() {
    return this.page.locator(".moves .ply").allTextContents();
  }

  /**
   * Waits until the board after a ply of the past is shown.
   * @param {number} ply
   */
  async past(ply) {
    await this.page.locator(`.moves .ply[data-ply="${ply}"][aria-current=true]`).waitFor({ state: "attached" });
    await this.page.getByText(/^Position after /).waitFor();
  }

  async isOver() {
    return (await this.page.locator(".note.over").count()) > 0;
  }

  /** Waits for the board to be there. */
  async ready() {
    await this.cell("a1").waitFor();
    return this;
  }

  /** Waits until a move can be begun here, or the game is over; says whether it can. */
  async turn() {
    const seen = async () => ({
      over: await this.isOver(),
      mine: (await this.sources()).length + (await this.picked()).length > 0,
      status: await this.status(),
    });
    const { over } = await until(seen, ({ over, mine }) => over || mine, "the turn");
    return !over;
  }

  /** Icons above the board, by the moves they stand for. */
  icons() {
    return this.page.locator(".icon title").allTextContents();
  }

  /**
   * Picks a piece, unless it is the only one that can move, which is picked already.
   * @param {string} square
   */
  async pick(square) {
    if (!(await this.picked()).includes(square)) await this.cell(square).click();
    await until(() => this.picked(), (picked) => picked.includes(square), `${square} to be picked`);
  }

  /**
   * Waits until the list has more than so many moves, or the page says why not.
   * @param {number} before
   */
  async played(before) {
    const seen = async () => ({ moves: await this.moves(), error: await this.page.locator(".table .error").textContent() });
    const { moves, error } = await until(seen, ({ moves, error }) => moves.length > before || error !== "", "the move");
    if (error) throw new Error(`the page refuses a move that it offered: ${error}`);
    return moves;
  }

  /**
   * One move by clicks, chosen by chance among all that the board shows; splits and merges, whose icons are
   * seen, are taken half of the time. Gives back what the list calls it.
   * @param {(below: number) => number} roll
   */
  async click(roll) {
    const before = (await this.moves()).length;
    const [held] = await this.picked();
    const sources = await this.sources();
    if (!held) await this.pick(sources[roll(sources.length)]);
    const [source] = await this.picked();
    const targets = await this.targets();
    const icons = await this.icons();
    let meant;
    if (icons.length > 0 && (targets.length === 0 || roll(2) === 0)) {
      const at = roll(icons.length);
      meant = icons[at].split(/, | and /);
      await this.page.locator(".icon").nth(at).click();
    } else {
      meant = [source, targets[roll(targets.length)]];
      await this.cell(meant[1]).click();
    }
    await this.#rotate();
    await this.#which();
    const move = (await this.played(before))[before];
    const fits = meant[0] === source ? meant.every((square) => move.includes(square)) : meant.some((one) => move.startsWith(one));
    assert.ok(fits, `${move} was made where ${meant} was meant`);
    return move;
  }

  /** A piece of rotation checkers that has stepped is pressed once more. */
  async #rotate() {
    const [turning] = await this.turning();
    if (turning) await this.cell(turning).click();
  }

  /** Where several moves are meant the page asks which. */
  async #which() {
    const dialog = this.page.getByRole("dialog", { name: "Which move?" });
    if ((await dialog.count()) > 0) await dialog.getByRole("button").first().click();
  }

  /**
   * @param {string} move
   */
  async type(move) {
    await this.page.getByLabel("Move", { exact: true }).fill(move);
    await this.page.getByLabel("Move", { exact: true }).press("Enter");
  }

  /**
   * Types moves that are all made.
   * @param {string[]} moves
   */
  async typeAll(moves) {
    for (const move of moves) {
      const before = (await this.moves()).length;
      await this.type(move);
      await this.played(before);
    }
  }

  /** @param {string} name */
  tab(name) {
    return this.page.getByRole("tab", { name, exact: true }).click();
  }
}
