// A class: a teacher at a projector and pupils on phones, all at one address.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "./board.js";
import { PHONE, axe, base, picture, somebody, until, visit } from "./tools.js";

/** What axe finds on a page. */
async function faulty(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Starts a class and gives its code. */
async function start(page, title) {
  await page.goto(`${base}/class`);
  await page.getByLabel("Name of the class").fill(title);
  await page.getByRole("button", { name: "Start a class" }).click();
  const code = page.locator(".invitation strong");
  await code.waitFor();
  return (await code.textContent()).replace(" ", "");
}

/** Joins a class by what is read out. */
async function join(page, code, name) {
  await page.goto(`${base}/class`);
  await page.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
  await page.getByLabel("Nickname").fill(name);
  await page.getByLabel("Nickname").press("Enter");
  await page.getByText(`Hello, ${name}!`).waitFor();
}

const pupilsOf = (page) => page.locator(".pupils .pick").allInnerTexts();

test("a teacher and four pupils at one address have a class", { timeout: 280_000 }, async () => {
  const four = await Promise.all(["Ada", "Bo", "Cy", "Di"].map(async (name) => ({ name, ...(await somebody({ screen: PHONE, touch: true })) })));
  await visit({}, async (page) => {
    const code = await start(page, "7b");
    assert.deepEqual(await faulty(page), []);
    for (const [at, pupil] of four.entries()) {
      // By the code that is read out, or by the link.
      if (at === 0) await join(pupil.page, code, pupil.name);
      else {
        await pupil.page.goto(`${base}/class/${code}`);
        await pupil.page.getByLabel("Nickname").fill(pupil.name);
        await pupil.page.getByRole("button", { name: "Join" }).click();
        await pupil.page.getByText(`Hello, ${pupil.name}!`).waitFor();
      }
    }
    assert.deepEqual(await faulty(four[0].page), []);
    await until(() => pupilsOf(page), (all) => all.length === 4 && all.every((one) => /free/.test(one)), "the pupils");
    // A device that was closed comes back to its place.
    await four[3].page.goto(`${base}/class`);
    await four[3].page.getByRole("link", { name: "Continue as Di" }).click();
    await four[3].page.getByText("Hello, Di!").waitFor();

    // Two are paired by the keyboard.
    await page.getByRole("button", { name: /^Ada/ }).press("Enter");
    await page.getByText("Who plays against Ada?").waitFor();
    await page.getByRole("button", { name: /^Bo/ }).press("Enter");
    const [ada, bo] = await Promise.all(four.slice(0, 2).map(async (pupil) => new Board(pupil.page).ready()));
    for (const [own, other, self] of [[ada, "Bo", "Ada"], [bo, "Ada", "Bo"]]) {
      assert.equal(await own.page.locator(".seat .who").filter({ hasText: `${self} (you)` }).count(), 1);
      const seat = own.page.locator(".seat .who").filter({ hasText: other });
      assert.equal(await seat.count(), 1, "who plays is said once");
    }
    assert.deepEqual(await faulty(ada.page), []);
    await ada.turn();
    const [mover] = await ada.sources();
    await ada.pick(mover);
    const [target] = await ada.targets();
    await ada.cell(target).click();
    await until(() => page.locator(".boards li").allInnerTexts(), ([one]) => /Moves: 1/.test(one ?? ""), "the move on the small board");
    assert.equal(await page.locator(".boards svg.small").count(), 1);
    // A board that is watched leads back to the class.
    await page.locator(".boards a").click();
    await new Board(page).ready();
    await page.getByRole("link", { name: "Back to the class" }).click();
    await page.locator(".boards svg.small").waitFor();

    // The others get the computer.
    await page.getByRole("button", { name: "Everyone against the computer" }).click();
    await Promise.all(four.slice(2).map((pupil) => new Board(pupil.page).ready()));
    await until(() => page.locator(".boards svg.small").count(), (count) => count === 3, "three boards");
    await picture(page, "class-teacher");
    await picture(ada.page, "class-board");
    assert.deepEqual(await faulty(page), []);

    // The end of a round leads everybody back, and the next round to a new board.
    await page.getByRole("button", { name: "End the round" }).click();
    await page.getByRole("dialog").getByText("3 games are under way.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "End the round" }).click();
    for (const { page: own } of four) {
      await own.getByText("The next one opens automatically.").waitFor();
      assert.equal(await new Board(own).status(), "Your teacher ended the round.");
    }
    await bo.page.getByRole("link", { name: "Back to the class" }).click();
    await bo.page.getByText(/The teacher ended your last game, against Ada/).waitFor();
    await picture(bo.page, "class-lobby");
    await until(() => page.locator(".boards li").count(), (count) => count === 0, "a new round");
    const before = four.map(({ page: own }) => own.url());
    await page.getByRole("button", { name: "Pair everyone" }).click();
    await until(
      async () => four.map(({ page: own }) => own.url()),
      (now) => now.every((url, at) => /\/g\//.test(url) && url !== before[at]),
      "the boards of the second round",
    );
    await until(() => page.locator(".boards svg.small").count(), (count) => count === 2, "two boards");

    // A nickname is changed, a pupil removed.
    await page.getByRole("button", { name: "Options for Di" }).click();
    await page.getByLabel("Nickname").fill("Eve");
    await page.getByRole("button", { name: "Rename" }).click();
    await until(() => page.locator(".boards").innerText(), (text) => /Eve/.test(text), "the new name");
    await page.getByRole("button", { name: "Options for Eve" }).click();
    await page.getByRole("button", { name: "Remove from the class" }).click();
    await until(() => pupilsOf(page), (all) => all.length === 3, "three pupils");

    await page.getByRole("button", { name: "End the class" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End the class" }).click();
    await page.getByText("The class has ended.").waitFor();
    await until(() => page.locator(".class tbody tr").count(), (count) => count === 5, "all games");
    assert.deepEqual(await faulty(page), []);
    await picture(page, "class-over");
  });
  for (const { faults, context, name } of four) {
    assert.deepEqual(faults, [], name);
    await context.close();
  }
});

test("who has a wrong code or a nickname that is taken is told so", async () => {
  await visit({}, async (page) => {
    const code = await start(page, "");
    await page.getByRole("button", { name: "Show QR code" }).click();
    const dialog = page.getByRole("dialog", { name: "Join a class" });
    await until(() => dialog.getByRole("img", { name: "QR code of the class" }).evaluate((image) => image.naturalWidth > 0 && image.width > 500), Boolean, "a large code");
    assert.deepEqual(await faulty(page), []);
    await picture(page, "class-qr");
    await dialog.getByRole("button", { name: "Close" }).click();
    const other = await page.context().newPage();
    await join(other, code, "Ada");
    await other.goto(`${base}/class/222222`);
    await other.getByText("No class has this code.").first().waitFor();
    await other.goto(`${base}/class/${code}`);
    await other.getByLabel("Nickname").fill("ada");
    await other.getByRole("button", { name: "Join" }).click();
    await other.getByText(/has that nickname already/).waitFor();
    await other.goto(`${base}/class`);
    await other.getByRole("link", { name: "Continue as Ada" }).click();
    await other.getByText("Hello, Ada!").waitFor();
    await page.getByRole("button", { name: "Options for Ada" }).click();
    await page.getByRole("button", { name: "Remove from the class" }).click();
    await other.getByText("You are no longer in this class.").waitFor();
    await other.reload();
    await other.getByText("You are no longer in this class.").waitFor();
    await other.goto(`${base}/class`);
    await other.getByRole("heading", { name: "Join a class" }).waitFor();
    assert.equal(await other.getByRole("link", { name: /Continue as/ }).count(), 0);
    await page.getByLabel("Allow pupils to join").uncheck();
    await until(async () => {
      await other.goto(`${base}/class/${code}`);
      return other.locator("main").innerText();
    }, (text) => /Joining is closed/.test(text), "the shut door");
    // No computer is offered twice, and the usual one has a name.
    const strength = page.getByLabel("Computer", { exact: true });
    const names = await strength.locator("option").allInnerTexts();
    assert.deepEqual(names.slice(0, 2), ["Beginner", "Easy"]);
    assert.equal(new Set(names).size, names.length);
    assert.equal(await strength.evaluate((select) => select.selectedOptions[0].textContent), "Easy");
    // The next page of the class finds what was set.
    await page.getByLabel("Game", { exact: true }).selectOption("rotation");
    await until(async () => {
      const { class: state } = await (await page.request.get(page.url().replace("/class/teacher/", "/api/v1/teachers/"))).json();
      return state.plan.game;
    }, (game) => game === "rotation", "the plan");
    await page.reload();
    await page.locator(".invitation").waitFor();
    assert.equal(await page.getByLabel("Game", { exact: true }).inputValue(), "rotation");
  });
});
