// A remote backend may cost money and time: nothing is sent before that was agreed to, once for a game.

import * as api from "./api.js";
import { ask } from "./dialog.js";
import { t } from "./text.js";

export class Consent {
  given = false;

  /**
   * Asks before a move that a remote backend measures, unless that was agreed to; false if it is not to be made.
   * @param {State} state
   * @param {string} text the move
   */
  async asks(state, text) {
    const move = state.legal.find((one) => one.move === text);
    if (this.given || move?.measures === false || !(await isRemote(state.measuring_backend))) return true;
    const yes = await ask(
      t("consent"),
      t("consent-about", { backend: state.measuring_backend }),
      [{ label: t("consent-agree"), value: true }],
    );
    this.given = yes === true;
    return this.given;
  }
}

/** @param {string} name */
async function isRemote(name) {
  if (name === "local") return false;
  const { backends } = await api.options();
  const known = backends.find((backend) => backend.name === name);
  return known?.remote ?? (name.includes(":") && !name.startsWith("noisy"));
}
