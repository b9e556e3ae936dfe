// A browser, and pages in it that notice whatever goes wrong behind the scenes.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { after } from "node:test";

// The packages lie below the target folder, where no import would look for them.
const load = createRequire(`${env("BROWSER_PACKAGES")}/`);
const { chromium } = load("playwright-core");
export const axe = load("axe-core");

export const base = env("CHEQQERS_URL").replace(/\/$/, "");

/** The same server with one more game: that of tests/toy, of which no line of the page is about. */
export const toy = env("CHEQQERS_TOY_URL").replace(/\/$/, "");
const pictures = env("BROWSER_PICTURES");
mkdirSync(pictures, { recursive: true });

/** A device that the server knows and that nothing has to be paid for. */
export const device = env("CHEQQERS_DEVICE");

export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

/** How long a person would wait for anything, in milliseconds: other builds may have the cores. */
const PATIENCE = 60_000;

function env(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; start the tests by tests/browser/run`);
  return value;
}

const root = process.getuid?.() === 0;
const browser = await chromium.launch({
  executablePath: env("CHROMIUM"),
  // Chromium has no sandbox for the superuser. The second is for containers with little shared memory.
  args: [...(root ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"],
});
after(() => browser.close());

/**
 * Somebody's own device, with a page open. What the page does wrong without showing it is kept in `faults`.
 */
export async function somebody({ screen = DESK, dark = false, touch = false, locale = "en-US", motion = false } = {}) {
  const context = await browser.newContext({
    viewport: screen,
    locale,
    colorScheme: dark ? "dark" : "light",
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: motion ? "no-preference" : "reduce",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    // What a request was refused with is shown on the page; the browser says so here, too.
    const refused = /^Failed to load resource: the server responded with a status of 4/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !refused) faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const address = request.url();
    const own = [base, toy].some((server) => address.startsWith(`${server}/`)) || /^(data|blob):/.test(address);
    if (!own) faults.push(`a request to ${address}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} from ${response.url()}`);
  });
  return { page, context, faults };
}

/**
 * Lets somebody do something, and fails if anything went wrong unseen.
 * @param {object} options those of `somebody`
 * @param {(page: import("playwright-core").Page) => Promise<void>} deed
 */
export async function visit(options, deed) {
  const { page, context, faults } = await somebody(options);
  try {
    await deed(page);
    assert.deepEqual(faults, []);
  } catch (error) {
    await picture(page, "failure").catch(() => {});
    if (faults.length > 0) error.message += `\nunseen: ${faults.join("; ")}`;
    throw error;
  } finally {
    await context.close();
  }
}

/** Puts a tab behind the others or before them: without a window they all are in front. */
export const show = (page, visible) =>
  page.evaluate((visible) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: visible ? "visible" : "hidden" });
    Object.defineProperty(document, "hidden", { configurable: true, value: !visible });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visible);

/** A browser that may notify, and keeps what it has told in `told`. */
export const notified = (page) =>
  page.addInitScript(() => {
    const told = [];
    Object.assign(window, { told, Notification: class {
      static permission = "granted";
      constructor(title, { body }) {
        told.push(`${title}: ${body}`);
      }
    } });
  });

/** Lets time pass in a page whose clock is its own, until its title is as wanted: a hidden one asks now and then. */
export const titled = (page, wanted) =>
  until(async () => {
    await page.clock.fastForward(10_000);
    return page.title();
  }, (title) => wanted.test(title), `a title like ${wanted}`);

let failures = 0;

/** Leaves a picture below the target folder. */
export async function picture(page, name) {
  const number = name === "failure" ? `-${process.pid}-${(failures += 1)}` : "";
  await page.screenshot({ path: `${pictures}/${name}${number}.png` });
}

/**
 * Waits until something that is read from the page is so, and gives it back.
 * @template T
 * @param {() => Promise<T>} read
 * @param {(value: T) => boolean} so
 * @param {string} what
 */
export async function until(read, so, what) {
  const end = Date.now() + PATIENCE;
  let value = await read();
  while (!so(value)) {
    if (Date.now() > end) assert.fail(`${what} has not come; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
    value = await read();
  }
  return value;
}

/** Numbers from 0 up to `below` that are the same every time. */
export function dice(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}
