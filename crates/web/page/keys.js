// Keys of a board that work wherever the focus is on its page.

import { help } from "./dialog.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * Keys that work wherever the focus is, but in fields and lists that need them.
 * @param {() => Table | null} current
 */
export function keys(current) {
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (at instanceof HTMLElement && at.closest("input, select, textarea, dialog")) return;
    if (document.querySelector("dialog[open]")) return;
    const table = current();
    const deed = table ? deeds(table)[event.key] : undefined;
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

/**
 * @param {Table} table
 * @returns {Record<string, () => void>}
 */
function deeds(table) {
  return {
    s: () => table.chooser.setMode("split"),
    m: () => table.chooser.setMode("merge"),
    f: () => table.flip(),
    u: () => table.undo(),
    "/": () => table.toolbar.field.focus(),
    "?": () => help(table.description, table.state?.settings),
    Escape: () => table.chooser.letGo(),
    ArrowLeft: () => table.step(-1),
    ArrowRight: () => table.step(1),
    Home: () => void table.go(0),
    End: () => void table.go(null),
  };
}
