// The grid of a board: where its squares lie. One unit is one square.

export class Grid {
  /** @type {Map<string, { column: number, row: number }>} */
  #places = new Map();
  /** @type {Map<string, SquareLayout>} those in play, by name */
  squares = new Map();

  /** @param {BoardLayout} layout */
  constructor(layout) {
    this.layout = layout;
    this.columns = layout.columns.length;
    this.rows = layout.rows.length;
    for (const square of layout.squares) this.squares.set(square.name, square);
    this.names = layout.rows.map((row, y) => layout.columns.map((column, x) => `${column}${row}` || `${x},${y}`));
    for (const { name, column, row } of layout.squares) {
      const names = this.names[row];
      if (names) names[column] = name;
    }
    for (const [row, names] of this.names.entries()) {
      for (const [column, name] of names.entries()) this.#places.set(name, { column, row });
    }
  }

  /**
   * The name of a square, in play or not.
   * @param {number} column
   * @param {number} row
   */
  name(column, row) {
    return this.names[row]?.[column] ?? "";
  }

  /** @param {string} square */
  place(square) {
    return this.#places.get(square) ?? null;
  }

  /**
   * As people number it.
   * @param {string} square
   */
  number(square) {
    return this.squares.get(square)?.number ?? null;
  }

  /** Whether squares have numbers. */
  get numbered() {
    return this.layout.squares.some(({ number }) => number !== null);
  }

  /**
   * The middle of a square in the drawing.
   * @param {string} square
   * @param {boolean} flipped
   */
  middle(square, flipped) {
    const { column, row } = this.place(square) ?? { column: 0, row: 0 };
    return flipped ? { x: this.columns - column - 0.5, y: row + 0.5 } : { x: column + 0.5, y: this.rows - row - 0.5 };
  }
}
