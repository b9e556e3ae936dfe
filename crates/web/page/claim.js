// Streams among the windows of one browser, which keeps six connections to a server for all of them together: a
// seventh window would wait for an answer without a word. The windows agree by messages who holds a stream.

/** How many windows hold a stream; the other connections are for everything else. */
const MOST = 4;

/** How long the other windows have to answer, in milliseconds. */
const WAIT = 150;

/** @typedef {{ asks?: string, takes?: string, before?: string }} Message */

export class Claim {
  #id = `${String(Date.now()).padStart(15, "0")}-${Math.random()}`;
  /** @type {"none" | "asks" | "holds"} */
  #stands = "none";
  /** The others that hold a stream, or asked for one before. */
  #others = new Set();
  /** What was asked for before is taken or released since. */
  #turn = 0;
  #channel = "BroadcastChannel" in window ? new BroadcastChannel("cheqqers.streams") : null;
  #onRevoked;

  /** @param {() => void} onRevoked called when other windows, too busy to answer in time, hold all streams: closes this one */
  constructor(onRevoked) {
    this.#onRevoked = onRevoked;
    this.#channel?.addEventListener("message", ({ data }) => this.#hear(data));
  }

  /** Whether there is a stream left for this window; until it is released. */
  async take() {
    if (!this.#channel) return true;
    const turn = (this.#turn += 1);
    this.#stands = "asks";
    this.#others.clear();
    this.#say({ asks: this.#id });
    await new Promise((done) => window.setTimeout(done, WAIT));
    if (turn !== this.#turn) return false;
    this.#stands = this.#others.size < MOST ? "holds" : "none";
    return this.#stands === "holds";
  }

  release() {
    this.#turn += 1;
    this.#stands = "none";
  }

  close() {
    this.release();
    this.#channel?.close();
  }

  /** @param {Message} message */
  #hear({ asks, takes, before }) {
    if (before === this.#id) this.#count(takes);
    if (!asks || this.#stands === "none") return;
    if (this.#stands === "holds" || this.#id < asks) this.#say({ takes: this.#id, before: asks });
    else this.#count(asks);
  }

  /** @param {string | undefined} other holds a stream, or asked for one before */
  #count(other) {
    this.#others.add(other);
    if (this.#stands !== "holds" || this.#others.size < MOST) return;
    this.release();
    this.#onRevoked();
  }

  /** @param {Message} message */
  #say(message) {
    this.#channel?.postMessage(message);
  }
}
