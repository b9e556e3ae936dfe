// Links to be read by a camera.

import * as api from "./api.js";
import { h } from "./dom.js";

/**
 * A picture of a text that cameras read; empty until the server has drawn it.
 * @param {string} text
 * @param {string} alt
 */
export function qr(text, alt) {
  const image = h("img", { class: "qr", alt, width: 220, height: 220 });
  // Who has no code still has the link.
  api.qr(text).then((svg) => (image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`), () => (image.hidden = true));
  return image;
}
