// Requests to the server, as the contract of /api/v1 has them.

const ROOT = "/api/v1";

export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** @param {unknown} error */
export function words(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Response>}
 */
async function request(path, body) {
  let answer;
  try {
    answer = await fetch(
      ROOT + path,
      body === undefined
        ? {}
        : {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw new ApiError("unreachable", "The server can't be reached. Is the connection up?");
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  const wait = answer.headers.get("retry-after");
  const message = said?.error?.message ?? `the server answered ${answer.status}`;
  throw new ApiError(
    said?.error?.code ?? "unavailable",
    answer.status === 429 && wait ? `${message}; try again in ${wait} s` : message,
  );
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
async function json(path, body) {
  return (await request(path, body)).json();
}

/** @param {Record<string, string | number>} fields */
function query(fields) {
  return new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)]));
}

/** @returns {Promise<Options>} */
export const options = () => json("/options");

/** @returns {Promise<Lesson[]>} */
export const lessons = () => json("/lessons");

/**
 * Sets up a position that is not played yet.
 * @param {Arrangement} arrangement
 * @returns {Promise<Arranged>}
 */
export const arrange = (arrangement) => json("/positions", arrangement);

/**
 * @param {NewGame | RecordedGame} game
 * @returns {Promise<Created>}
 */
export const create = (game) => json("/games", game);

/** @param {string} link */
export function opened(link) {
  const base = `/links/${encodeURIComponent(link)}`;
  return {
    events: `${ROOT}${base}/events`,
    /** @returns {Promise<State>} */
    state: () => json(base),
    /** @returns {Promise<Description>} */
    description: () => json(`${base}/description`),
    /**
     * @param {number} ply
     * @returns {Promise<Moment>}
     */
    moment: (ply) => json(`${base}/plies/${ply}`),
    /**
     * @param {string} move
     * @returns {Promise<Preview>}
     */
    preview: (move) => json(`${base}/preview?${query({ move })}`),
    /**
     * @param {string} square
     * @param {number} ply
     * @param {string} encoding
     * @returns {Promise<Circuit>}
     */
    circuit: (square, ply, encoding) => json(`${base}/circuit?${query({ square, ply, encoding })}`),
    /** @param {Record<string, string | number>} fields */
    exported: async (fields) => (await request(`${base}/export?${query(fields)}`)).text(),
    /**
     * The same, and what the server would call it as a file.
     * @param {Record<string, string | number>} fields
     */
    file: async (fields) => {
      const answer = await request(`${base}/export?${query(fields)}`);
      const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
      return { name: named?.[1] ?? "cheqqers.txt", text: await answer.text() };
    },
    /**
     * @param {number} ply
     * @param {string} move
     * @param {boolean} agreed
     * @returns {Promise<State>}
     */
    move: (ply, move, agreed) =>
      json(`${base}/moves`, agreed ? { ply, move, agreed } : { ply, move }),
    /**
     * A game of its own that begins as this one did up to a ply, and by a move with what it measures.
     * @param {number} ply
     * @param {string | null} move
     * @returns {Promise<Created>}
     */
    branch: (ply, move) => json(`${base}/branch`, { ply, move }),
    /**
     * Resign, draw, undo, rematch, cancel, retry.
     * @param {string} name
     * @param {object} [body]
     * @returns {Promise<State>}
     */
    act: (name, body = {}) => json(`${base}/${name}`, body),
  };
}

/** @typedef {ReturnType<typeof opened>} Game */
