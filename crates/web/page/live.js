// The server's events: what changed, and whether it can still be heard.

/** How long to wait before a stream that was closed for good is opened anew, in milliseconds. */
const RETRY_INTERVAL = 3000;

/**
 * Follows a game until the returned function is called. A page that is hidden lets go of its stream: a browser
 * keeps six connections to a server at most, for all of its tabs.
 * @param {string} address
 * @param {object} outlets
 * @param {(state: State, first: boolean) => void} outlets.state and whether a stream begins with it
 * @param {(waiting: Waiting) => void} outlets.progress
 * @param {(lost: boolean) => void} outlets.lost
 */
export function follow(address, outlets) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {number | undefined} */
  let timer;
  const open = () => {
    let first = true;
    source = new EventSource(address);
    source.addEventListener("open", () => {
      first = true;
      outlets.lost(false);
    });
    source.addEventListener("state", (event) => {
      outlets.state(JSON.parse(event.data), first);
      first = false;
    });
    source.addEventListener("progress", (event) => outlets.progress(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      outlets.lost(true);
      // The browser tries again by itself unless the answer was no stream at all.
      if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(open, RETRY_INTERVAL);
    });
  };
  const shut = () => {
    window.clearTimeout(timer);
    source?.close();
  };
  const seen = () => {
    shut();
    if (document.visibilityState === "visible") open();
  };
  document.addEventListener("visibilitychange", seen);
  seen();
  return () => {
    document.removeEventListener("visibilitychange", seen);
    shut();
  };
}
