// Requests to the server, as the contract of /api/v1 has them.

import { retell } from "./retell.js";
import { given, t } from "./text.js";

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
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function request(path, body, signal) {
  let answer;
  try {
    answer = await fetch(
      ROOT + path,
      body === undefined
        ? { signal: signal ?? null }
        : {
            signal: signal ?? null,
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw new ApiError("unreachable", t("error-unreachable"));
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  const wait = answer.headers.get("retry-after");
  const { code, message: english } = said?.error ?? {};
  const message = english ? given(`error-${code}`, english) : t("error-status", { status: answer.status });
  throw new ApiError(
    code ?? "unavailable",
    answer.status === 429 && wait ? t("error-wait", { message, seconds: wait }) : message,
  );
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
export async function json(path, body) {
  return retell(await (await request(path, body)).json());
}

/**
 * The lines of an answer, each JSON of its own, as they come.
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<T, void>}
 */
export async function* lines(path, body, signal) {
  const { body: stream } = await request(path, body, signal);
  const reader = stream?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) return;
    text += value;
    const complete = text.split("\n");
    text = complete.pop() ?? "";
    for (const line of complete) {
      if (!line) continue;
      const told = JSON.parse(line);
      if (told.error) told.error.message = given(`error-${told.error.code}`, told.error.message);
      yield told;
    }
  }
}

/**
 * The address of something below the root of the API.
 * @param {string} path
 */
export const address = (path) => ROOT + path;

/**
 * Whether a stream is refused for now, as there are too many: the browser does not tell of it.
 * @param {string} address
 */
export async function isRefused(address) {
  const asking = new AbortController();
  try {
    return (await fetch(address, { signal: asking.signal })).status === 429;
  } catch {
    return false;
  } finally {
    asking.abort();
  }
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
 * @param {Record<string, string>} choice by game, grade and theme
 * @returns {Promise<PuzzleList>}
 */
export const puzzles = (choice) => json(`/puzzles?${query(choice)}`);

/** @returns {Promise<DailyPuzzle>} */
export const dailyPuzzle = () => json("/puzzles/daily");

/**
 * @param {string} id
 * @returns {Promise<Puzzle>}
 */
export const puzzle = (id) => json(`/puzzles/${encodeURIComponent(id)}`);

/**
 * A verdict on the last of these moves, a hint at the next, or the rest of the solution.
 * @param {string} id
 * @param {string[]} moves
 * @param {"verdict" | "hint" | "solution"} [want]
 * @returns {Promise<PuzzleTold>}
 */
export const tryPuzzle = (id, moves, want = "verdict") => json(`/puzzles/${encodeURIComponent(id)}/try`, { moves, want });

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

/**
 * Keeps a snapshot of a game or a line for good.
 * @param {object} study
 * @returns {Promise<string>} its name
 */
export const keepStudy = async (study) => (/** @type {{ study: string }} */ (await json("/studies", study))).study;

/**
 * @param {string} name
 * @returns {Promise<Study>}
 */
export const study = (name) => json(`/studies/${encodeURIComponent(name)}`);

/**
 * The QR code of a text, as SVG.
 * @param {string} text
 */
export const qr = async (text) => (await request("/qr", { text })).text();

/** @typedef {import("./line.js").LineStart & { moves: string }} LineOf */

/**
 * Plays a line to its end: what is not measured yet is measured now.
 * @param {LineOf} line
 * @returns {Promise<Line>}
 */
export const playLine = (line) => json("/lines", { line });

/**
 * A view of a line: its description, the board after a ply, the preview of a move, a circuit.
 * @param {"description" | "ply" | "preview" | "circuit"} view
 * @param {{ line: LineOf } & Record<string, unknown>} fields
 * @returns {Promise<any>}
 */
export const lineView = (view, fields) => json(`/lines/${view}`, fields);

/** @param {{ line: LineOf } & Record<string, unknown>} fields */
export const lineFile = async (fields) => file(await request("/lines/export", fields));

/**
 * A file, and what the server would call it.
 * @param {Response} answer
 */
async function file(answer) {
  const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
  return { name: named?.[1] ?? "cheqqers.txt", text: await answer.text() };
}

/**
 * The events of a game. They leave out the plies that are known.
 * @typedef {object} Events
 * @property {() => string} address
 * @property {(told: State) => State | null} whole with all plies; null where those that are known have changed meanwhile
 */

/** @param {string} link */
export function opened(link) {
  const base = `/links/${encodeURIComponent(link)}`;
  /** @type {Pick<State, "history" | "plies">} the plies that the server need not tell again */
  let known = { history: 0, plies: [] };
  const named = () =>
    `?${query(known.history > 0 ? { plies_from: known.plies.length, history: known.history } : { plies_from: 0 })}`;
  /** @param {State} told */
  const whole = (told) => {
    const from = told.plies_from;
    if (from > 0 && (told.history !== known.history || from > known.plies.length)) return null;
    const state = from > 0 ? { ...told, plies_from: 0, plies: [...known.plies.slice(0, from), ...told.plies] } : told;
    known = state;
    return state;
  };
  /** @returns {Promise<State>} */
  const all = async () => {
    const state = await /** @type {Promise<State>} */ (json(`${base}?plies_from=0`));
    known = state;
    return state;
  };
  /**
   * What is answered, with all plies: what was heard meanwhile may have changed them.
   * @param {Promise<State>} answer
   */
  const completed = async (answer) => whole(await answer) ?? all();
  return {
    /** @type {Events | null} none of a line that the page keeps */
    events: { address: () => `${ROOT}${base}/events${named()}`, whole },
    /** @param {boolean} [anew] whatever is known */
    state: (anew = false) => (anew ? all() : completed(json(`${base}${named()}`))),
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
     * @param {boolean} steps whether the states after each gate are told, too
     * @returns {Promise<Circuit>}
     */
    circuit: (square, ply, encoding, steps) => json(`${base}/circuit?${query({ square, ply, encoding, steps: String(steps) })}`),
    /**
     * @param {number} from the first ply
     * @param {AbortSignal} signal
     * @returns {AsyncGenerator<AnalysisLine, void>}
     */
    analysis: (from, signal) => lines(`${base}/analysis?${query({ from })}`, undefined, signal),
    /** @param {Record<string, string | number>} fields */
    exported: async (fields) => (await request(`${base}/export?${query(fields)}`)).text(),
    /**
     * The same, and what the server would call it as a file.
     * @param {Record<string, string | number>} fields
     */
    file: async (fields) => file(await request(`${base}/export?${query(fields)}`)),
    /**
     * @param {number} ply
     * @param {string} move
     * @param {boolean} agreed
     */
    move: (ply, move, agreed) =>
      completed(json(`${base}/moves${named()}`, agreed ? { ply, move, agreed } : { ply, move })),
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
     */
    act: (name, body = {}) => completed(json(`${base}/${name}${named()}`, body)),
  };
}

/** @typedef {ReturnType<typeof opened>} Game */
