// Pointer and keys on the board, turned into picks of the chooser.

/** How far, in pixels, a press must go to be a drag. */
const SLACK = 6;

/**
 * @param {import("./board.js").BoardView} view
 * @param {import("./choose.js").Chooser} chooser
 */
export function listen(view, chooser) {
  pointers(view, chooser);
  keys(view, chooser);
}

/**
 * Arrows go from square to square, Enter and the space bar choose one.
 * @param {import("./board.js").BoardView} view
 * @param {Choice} choice
 */
export function keys(view, choice) {
  view.grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key(event.key, view, choice)) event.preventDefault();
  });
}

/** @typedef {{ choose: (square: string) => void, letGo: () => void }} Choice */

/**
 * @param {string} pressed
 * @param {import("./board.js").BoardView} view
 * @param {Choice} chooser
 */
function key(pressed, view, chooser) {
  const columns = view.scene?.grid.columns ?? 0;
  switch (pressed) {
    case "ArrowLeft":
      view.step(-1, 0);
      return true;
    case "ArrowRight":
      view.step(1, 0);
      return true;
    case "ArrowUp":
      view.step(0, 1);
      return true;
    case "ArrowDown":
      view.step(0, -1);
      return true;
    case "Home":
      view.step(-columns, 0);
      return true;
    case "End":
      view.step(columns, 0);
      return true;
    case "Enter":
    case " ":
      chooser.choose(view.focused());
      return true;
    case "Escape":
      chooser.letGo();
      return true;
    default:
      return false;
  }
}

/**
 * @param {import("./board.js").BoardView} view
 * @param {import("./choose.js").Chooser} chooser
 */
function pointers(view, chooser) {
  /** @type {{ square: string, kind: "drag" | "stretch" | "tap", held: boolean, x: number, y: number, moved: boolean } | null} */
  let press = null;

  const inside = (/** @type {PointerEvent} */ event) => {
    const box = view.grid.getBoundingClientRect();
    const { columns = 1, rows = 1 } = view.scene?.grid ?? {};
    return {
      x: ((event.clientX - box.left) / box.width) * columns,
      y: ((event.clientY - box.top) / box.height) * rows,
    };
  };

  view.grid.addEventListener("pointerdown", (event) => {
    const square = view.at(event.clientX, event.clientY);
    if (event.button !== 0 || !square) return;
    const role = chooser.next().get(square);
    const held = chooser.picks[0] === square;
    const chosen = role !== undefined && role !== "source";
    press = { square, kind: "tap", held, x: event.clientX, y: event.clientY, moved: false };
    if (chosen && role !== "partner" && chooser.splits().length > 0) press.kind = "stretch";
    else if (!chosen && chooser.sources().has(square)) {
      press.kind = "drag";
      if (!held) chooser.choose(square);
    }
    if (press.kind !== "tap") view.grid.setPointerCapture(event.pointerId);
  });

  view.grid.addEventListener("pointermove", (event) => {
    if (!press || press.kind === "tap") return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK && !press.moved) return;
    press.moved = true;
    const at = inside(event);
    const { scene } = view;
    if (press.kind === "drag") {
      view.overlay.hold(view.pieces.querySelector(`[data-on="${CSS.escape(press.square)}"]`), at, null);
    } else if (scene) {
      view.overlay.hold(null, at, scene.grid.middle(press.square, scene.flipped));
    }
  });

  view.grid.addEventListener("pointerup", (event) => {
    const was = press;
    press = null;
    view.overlay.drop();
    if (!was) return;
    const square = view.at(event.clientX, event.clientY);
    if (was.kind === "drag") {
      if (square && square !== was.square && was.moved) {
        if (chooser.next().has(square)) chooser.choose(square);
      } else if (was.held && square === was.square) chooser.choose(square);
    } else if (was.kind === "stretch" && square && square !== was.square) {
      chooser.stretch(was.square, square);
    } else if (square === was.square) chooser.choose(square);
  });

  view.grid.addEventListener("pointercancel", () => {
    press = null;
    view.overlay.drop();
  });
}
