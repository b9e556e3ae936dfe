// The server's events: what changed, and whether it can still be heard.

import { Claim } from "./claim.js";
import { retell } from "./retell.js";

/** Interval between requests while there is no stream, in milliseconds. */
const POLL_INTERVAL = 2000;

/** Number of requests after which a stream is tried again. */
const POLLS = 15;

/**
 * Follows a game or a class until the returned function is called. A page that is hidden lets go of its stream.
 * Where there is no stream for it, as for too many pages of one browser or of one client, the server is asked again
 * and again.
 * @template S
 * @param {() => string} address
 * @param {object} outlets
 * @param {() => Promise<S>} outlets.ask how it stands
 * @param {(state: S, first: boolean) => void} outlets.state and whether a stream begins with it
 * @param {(waiting: Waiting) => void} outlets.progress
 * @param {(lost: boolean) => void} outlets.lost
 * @param {(polls: boolean) => void} outlets.polls whether the server is asked again and again
 */
export function follow(address, outlets) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {number | undefined} */
  let timer;
  /** Answers to earlier requests are late. */
  let turn = 0;
  const claim = new Claim();
  const open = async () => {
    const asked = (turn += 1);
    const free = await claim.take();
    if (asked !== turn) return;
    if (!free) return void poll(POLLS);
    let first = true;
    source = new EventSource(address());
    source.addEventListener("open", () => {
      first = true;
      outlets.lost(false);
      outlets.polls(false);
    });
    source.addEventListener("state", (event) => {
      outlets.state(retell(JSON.parse(event.data)), first);
      first = false;
    });
    source.addEventListener("progress", (event) => outlets.progress(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      // The browser tries again by itself unless the answer was no stream at all.
      if (source?.readyState !== EventSource.CLOSED) return outlets.lost(true);
      claim.release();
      void poll(POLLS);
    });
  };
  /** @param {number} left */
  const poll = async (left) => {
    const asked = (turn += 1);
    try {
      const state = await outlets.ask();
      if (asked !== turn) return;
      outlets.lost(false);
      outlets.polls(true);
      outlets.state(state, false);
    } catch {
      if (asked !== turn) return;
      outlets.lost(true);
    }
    timer = window.setTimeout(() => void (left > 0 ? poll(left - 1) : open()), POLL_INTERVAL);
  };
  const shut = () => {
    turn += 1;
    window.clearTimeout(timer);
    source?.close();
    claim.release();
  };
  const seen = () => {
    shut();
    if (document.visibilityState === "visible") void open();
  };
  document.addEventListener("visibilitychange", seen);
  seen();
  return () => {
    document.removeEventListener("visibilitychange", seen);
    shut();
    claim.close();
  };
}
