use std::borrow::Cow;

use crate::{Circuit, Grouping, Symbols};

mod canvas;
mod symbol;

use canvas::{Canvas, DOWN, LEFT, RIGHT, UP};
use symbol::Symbol;

/// Options of drawing a circuit as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing<'a> {
    /// Labels before the wires; `q0`, `q1` and so on for those it lacks.
    pub labels: &'a [String],
    /// Headings of groups 1, 2 and so on, above the first column of each.
    ///
    /// Each group then has columns of its own. Without any text there is no such row, and gates of
    /// different groups may share a column.
    pub groups: &'a [String],
    /// Character set to draw with.
    pub symbols: Symbols,
    /// Longest line, in characters: a wider drawing is wrapped into blocks, of at least one column.
    pub max_width: Option<usize>,
}

/// Operations drawn one above the other, no two over the same wire.
#[derive(Default)]
struct Column {
    /// The symbols of each operation, by wire.
    operations: Vec<Vec<(usize, Symbol)>>,
    /// Characters left and right of the middle.
    left: usize,
    right: usize,
    /// The group that begins here.
    header: Option<u32>,
}

impl Column {
    fn width(&self) -> usize {
        self.left + 1 + self.right
    }

    fn push(&mut self, operation: Vec<(usize, Symbol)>) {
        for (_, symbol) in &operation {
            self.left = self.left.max((symbol.width() - 1) / 2);
            self.right = self.right.max(symbol.width() / 2);
        }
        self.operations.push(operation);
    }
}

/// A column and the place of its first character.
type PlacedColumn<'a> = (usize, &'a Column);

impl Circuit {
    /// The circuit as text, a wire per qubit, each operation as far left as it can be.
    ///
    /// Every line ends with a line feed; a circuit without qubits is the empty text.
    ///
    /// ```
    /// # use cheqqers_circuit::{Circuit, CircuitError, Drawing, Gate, Qubit};
    /// let mut circuit = Circuit::new(2, 0);
    /// circuit.push(Gate::H, &[Qubit(0)])?;
    /// circuit.push(Gate::Cx, &[Qubit(0), Qubit(1)])?;
    /// circuit.measure_all();
    /// let expected = "
    ///      ┌───┐   ┌──────┐
    /// q0: ─┤ H ├─●─┤ M c0 ├─
    ///      └───┘ │ └──────┘
    ///            │ ┌──────┐
    /// q1: ───────⊕─┤ M c1 ├─
    ///              └──────┘
    /// ";
    /// assert_eq!(format!("\n{}", circuit.draw(&Drawing::default())), expected);
    /// # Ok::<(), CircuitError>(())
    /// ```
    pub fn draw(&self, drawing: &Drawing<'_>) -> String {
        if self.num_qubits() == 0 {
            return String::new();
        }
        let labels: Vec<Cow<'_, str>> = (0..self.num_qubits())
            .map(|k| match drawing.labels.get(k) {
                Some(label) => Cow::Borrowed(label.as_str()),
                None => Cow::Owned(format!("q{k}")),
            })
            .collect();
        // After the label a colon, a blank and one character of wire.
        let start = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0) + 3;
        let columns = drawn_columns(self, drawing);
        let blocks: Vec<String> = wrapped(&columns, start, drawing)
            .iter()
            .map(|block| draw_block(block, start, &labels, drawing))
            .collect();
        blocks.join("\n")
    }
}

/// The columns of a circuit with the symbols that stand in them.
fn drawn_columns(circuit: &Circuit, drawing: &Drawing<'_>) -> Vec<Column> {
    let grouping = Grouping::of(drawing.groups);
    let columns = circuit.columns(grouping).into_iter();
    columns
        .map(|operations| {
            let mut column = Column {
                header: operations.group,
                ..Column::default()
            };
            for operation in operations.operations {
                column.push(symbol::by_wire(&operation.action, drawing.symbols));
            }
            column
        })
        .collect()
}

impl Drawing<'_> {
    /// Text above a column.
    fn header(&self, column: &Column) -> &str {
        let group = column.header.and_then(|group| group.checked_sub(1));
        group
            .and_then(|index| self.groups.get(index as usize))
            .map_or("", String::as_str)
    }
}

/// The first and the last wire of an operation.
fn span(operation: &[(usize, Symbol)]) -> (usize, usize) {
    let wires = operation.iter().map(|(wire, _)| *wire);
    let first = wires.clone().min().unwrap_or(0);
    (first, wires.max().unwrap_or(0))
}

/// The columns with their places, in blocks that are narrow enough.
fn wrapped<'a>(
    columns: &'a [Column],
    start: usize,
    drawing: &Drawing<'_>,
) -> Vec<Vec<PlacedColumn<'a>>> {
    let max_width = drawing.max_width.unwrap_or(usize::MAX);
    let mut blocks: Vec<Vec<PlacedColumn<'a>>> = vec![Vec::new()];
    let mut x = start;
    let mut header_end = 0;
    for column in columns {
        let header = drawing.header(column).chars().count();
        if column.header.is_some() {
            x = x.max(header_end);
        }
        let width = column.width().max(header);
        let block = blocks.last_mut().expect("there is a first block");
        if block.is_empty() || x + width < max_width {
            block.push((x, column));
        } else {
            x = start;
            header_end = 0;
            blocks.push(vec![(x, column)]);
        }
        if header > 0 {
            header_end = x + header + 2;
        }
        x += column.width() + 1;
    }
    blocks
}

fn draw_block(
    block: &[PlacedColumn<'_>],
    start: usize,
    labels: &[Cow<'_, str>],
    drawing: &Drawing<'_>,
) -> String {
    let width = block
        .last()
        .map_or(start, |(x, column)| x + column.width() + 1);
    let mut canvas = Canvas::new(width, 3 * labels.len());
    for (wire, label) in labels.iter().enumerate() {
        canvas.write(0, 3 * wire + 1, &format!("{label}:"));
        for x in start - 1..width {
            canvas.add(x, 3 * wire + 1, LEFT | RIGHT);
        }
    }
    for (x, column) in block {
        for operation in &column.operations {
            draw_operation(&mut canvas, x + column.left, operation);
        }
    }
    for wire in (1..labels.len()).rev() {
        canvas.squeeze(3 * wire - 1);
    }
    let mut text = header_line(block, drawing);
    let lines: Vec<String> = canvas.lines(drawing.symbols).collect();
    let last = lines.len() - 1;
    for (k, line) in lines.iter().enumerate() {
        if !line.is_empty() || (k != 0 && k != last) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

fn draw_operation(canvas: &mut Canvas, middle: usize, operation: &[(usize, Symbol)]) {
    let (first, last) = span(operation);
    for y in 3 * first + 2..=3 * last {
        canvas.add(middle, y, UP | DOWN);
    }
    for (wire, symbol) in operation {
        let x = middle - (symbol.width() - 1) / 2;
        match symbol {
            Symbol::Text(text) => canvas.write(x, 3 * wire + 1, text),
            Symbol::Framed(text) => {
                let top = 3 * wire;
                canvas.clear(middle, top);
                canvas.clear(middle, top + 2);
                canvas.frame(x, top, text);
                if *wire > first {
                    canvas.add(middle, top, UP);
                }
                if *wire < last {
                    canvas.add(middle, top + 2, DOWN);
                }
            }
        }
    }
}

/// The line above a block, empty when no group with a text begins there.
fn header_line(block: &[PlacedColumn<'_>], drawing: &Drawing<'_>) -> String {
    let mut line = String::new();
    let mut length = 0;
    for (x, column) in block {
        let header = drawing.header(column);
        if !header.is_empty() {
            line.extend(std::iter::repeat_n(' ', x - length));
            line.push_str(header);
            length = x + header.chars().count();
        }
    }
    if !line.is_empty() {
        line.push('\n');
    }
    line
}

#[cfg(test)]
mod tests;
