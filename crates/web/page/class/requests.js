// Requests about classes, as the contract of /api/v1 has them.

import { address, json } from "../api.js";

/**
 * @param {{ title: string, plan: GamePlan }} wish
 * @returns {Promise<{ teacher: string, code: string }>}
 */
export const begin = (wish) => json("/classes", wish);

/**
 * @param {string} code
 * @returns {Promise<{ title: string, open: boolean, over: boolean }>}
 */
export const find = (code) => json(`/classes/${encodeURIComponent(code)}`);

/**
 * @param {string} code
 * @param {string} name
 * @returns {Promise<{ pupil: string }>}
 */
export const join = (code, name) => json(`/classes/${encodeURIComponent(code)}/pupils`, { name });

/** @param {string} link */
export function pupil(link) {
  const base = `/pupils/${encodeURIComponent(link)}`;
  return {
    events: () => address(`${base}/events`),
    /** @returns {Promise<PupilState>} */
    state: () => json(base),
  };
}

/** @param {string} link */
export function teacher(link) {
  const base = `/teachers/${encodeURIComponent(link)}`;
  return {
    events: () => address(`${base}/events`),
    /** @returns {Promise<TeacherState>} */
    state: () => json(base),
    /**
     * Plan, pairs, stop, end, door, rename, remove.
     * @param {string} name
     * @param {object} [body]
     * @returns {Promise<TeacherState>}
     */
    act: (name, body = {}) => json(`${base}/${name}`, body),
  };
}
