// The server's events: what changed, and whether it can still be heard.

/** How long to wait before a stream that was closed for good is opened anew, in milliseconds. */
const AGAIN = 3000;

/**
 * Follows a game until the returned function is called.
 * @param {string} address
 * @param {object} outlets
 * @param {(state: State) => void} outlets.state
 * @param {(waiting: Waiting) => void} outlets.progress
 * @param {(lost: boolean) => void} outlets.lost
 */
export function follow(address, outlets) {
  /** @type {EventSource} */
  let source;
  /** @type {number | undefined} */
  let timer;
  const open = () => {
    source = new EventSource(address);
    source.addEventListener("open", () => outlets.lost(false));
    source.addEventListener("state", (event) => outlets.state(JSON.parse(event.data)));
    source.addEventListener("progress", (event) => outlets.progress(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      outlets.lost(true);
      // The browser tries again by itself unless the answer was no stream at all.
      if (source.readyState === EventSource.CLOSED) timer = window.setTimeout(open, AGAIN);
    });
  };
  open();
  return () => {
    window.clearTimeout(timer);
    source.close();
  };
}
