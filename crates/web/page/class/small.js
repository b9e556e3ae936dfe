// A small drawing of a board, to be looked at among others.

import { links } from "../describe.js";
import { s } from "../dom.js";
import { Grid } from "../geometry.js";
import { pieces, pictures } from "../pieces.js";

export class SmallBoard {
  #places = s("g");
  #last = s("g");
  #pieces = s("g");

  /** @param {Description} description */
  constructor(description) {
    this.description = description;
    this.grid = new Grid(description.layout);
    const { columns, rows } = this.grid;
    this.element = s("svg", { class: "small", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" }, this.#places, this.#last, this.#pieces);
    for (let x = 0; x < columns; x += 1) {
      for (let y = 0; y < rows; y += 1) this.#places.append(s("rect", { class: (x + y) % 2 === 0 ? "dark" : "light", x, y: rows - y - 1, width: 1, height: 1 }));
    }
  }

  /** @param {Pick<BoardGlance, "board" | "last">} glance */
  draw({ board, last }) {
    const { description, grid } = this;
    const marked = last.map((square) => {
      const { x, y } = grid.middle(square, false);
      return s("rect", { class: "last", x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
    });
    const drawn = board.squares.map((here) => {
      const { x, y } = grid.middle(here.square, false);
      const look = { style: description.style, pictures: pictures(description), numbers: true, linked: links(board, here.square) > 1 };
      return s("g", { transform: `translate(${x} ${y})` }, pieces(here.parts, look));
    });
    this.#last.replaceChildren(...marked);
    this.#pieces.replaceChildren(...drawn);
  }
}
