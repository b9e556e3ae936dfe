// The server's events: what changed, and whether it can still be heard.

import { ApiError, isRefused } from "./api.js";
import { Claim } from "./claim.js";
import { retell } from "./retell.js";

/** Interval between requests while there is no stream, in milliseconds; and of a page that nobody sees. */
const POLL_INTERVAL = 2000;
const HIDDEN_INTERVAL = 10_000;

/** Number of requests after which a stream is tried again. */
const POLLS = 15;

/**
 * How the server is heard: by a stream; by requests again and again, as there is no stream for this page or as there
 * are too many of one browser or one client; not at all just now; never more, as it knows nothing of this link.
 * @typedef {"stream" | "polls" | "crowded" | "lost" | "gone"} Contact
 */

/**
 * Follows a game or a class until the returned function is called. A page that is hidden lets go of its stream, and
 * asks now and then; so does, more often, one that gets no stream.
 * @template S
 * @param {() => string} address
 * @param {object} outlets
 * @param {() => Promise<S>} outlets.ask how it stands
 * @param {(state: S, first: boolean) => void} outlets.state and whether a stream begins with it
 * @param {(waiting: Waiting) => void} [outlets.progress]
 * @param {(contact: Contact) => void} outlets.contact
 */
export function follow(address, outlets) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {number | undefined} */
  let timer;
  /** Answers to earlier requests are late. */
  let turn = 0;
  const claim = new Claim(() => {
    source?.close();
    void poll("crowded");
  });
  const open = async () => {
    const asked = (turn += 1);
    const free = await claim.take();
    if (asked !== turn) return;
    if (!free) return void poll("crowded");
    let first = true;
    source = new EventSource(address());
    source.addEventListener("open", () => {
      first = true;
      outlets.contact("stream");
    });
    source.addEventListener("state", (event) => {
      outlets.state(retell(JSON.parse(event.data)), first);
      first = false;
    });
    source.addEventListener("progress", (event) => outlets.progress?.(JSON.parse(event.data)));
    source.addEventListener("error", async () => {
      // The browser tries again by itself unless the answer was no stream at all.
      if (source?.readyState !== EventSource.CLOSED) return outlets.contact("lost");
      claim.release();
      const refused = await isRefused(address());
      if (asked === turn) void poll(refused ? "crowded" : "polls");
    });
  };
  /**
   * @param {Contact} contact while the answers come
   * @param {number} [left] how often it is asked before a stream is tried again
   */
  const poll = async (contact, left = POLLS) => {
    const asked = (turn += 1);
    try {
      const state = await outlets.ask();
      if (asked !== turn) return;
      outlets.contact(contact);
      outlets.state(state, false);
    } catch (error) {
      if (asked !== turn) return;
      if (error instanceof ApiError && ["unknown-link", "unknown-class"].includes(error.code)) return end("gone");
      outlets.contact("lost");
    }
    if (document.hidden) glance();
    else timer = window.setTimeout(() => void (left > 0 ? poll(contact, left - 1) : open()), POLL_INTERVAL);
  };
  const glance = () => (timer = window.setTimeout(() => void poll("stream"), HIDDEN_INTERVAL));
  const shut = () => {
    turn += 1;
    window.clearTimeout(timer);
    source?.close();
    claim.release();
  };
  const seen = () => {
    shut();
    if (document.hidden) glance();
    else void open();
  };
  /** @param {Contact} [contact] */
  const end = (contact) => {
    document.removeEventListener("visibilitychange", seen);
    shut();
    claim.close();
    if (contact) outlets.contact(contact);
  };
  document.addEventListener("visibilitychange", seen);
  seen();
  return () => end();
}
