//! Layout of a drawing: position of each column.

use cheqqers_circuit::{Column, Mark, Symbols};

use crate::writer::AnnotatedCircuit;

/// Maximum width of a drawing in pixels, unless a single column is wider.
pub(super) const MAX_WIDTH: usize = 1200;
/// Margin around the drawing.
pub(super) const MARGIN: usize = 24;
/// Approximate width of a character.
pub(super) const CHARACTER: usize = 8;
/// Side of a gate's box.
pub(super) const BOX: usize = 26;
/// Gap between columns.
pub(super) const GAP: usize = 12;

/// Estimated width of a text in pixels.
pub(super) fn width(text: &str) -> usize {
    CHARACTER * text.chars().count()
}

/// Column with its position.
pub(super) struct PlacedColumn<'a> {
    pub(super) column: Column<'a>,
    /// Group of its operations, if groups are drawn apart.
    pub(super) group: u32,
    /// Number of groups begun so far.
    pub(super) begun: usize,
    pub(super) left: usize,
    /// Horizontal position of its connectors.
    pub(super) middle: usize,
}

/// Row of columns side by side.
#[derive(Default)]
pub(super) struct Block<'a> {
    pub(super) columns: Vec<PlacedColumn<'a>>,
    /// Right end of its columns.
    pub(super) end: usize,
}

/// Block and position where the active part of a wire begins and ends.
#[derive(Clone, Default)]
pub(super) struct WireSpan {
    pub(super) start: Option<(usize, usize)>,
    pub(super) end: Option<(usize, usize)>,
}

impl WireSpan {
    /// Ends of the pale and of the active part of a wire in a block.
    pub(super) fn parts(&self, number: usize, end: usize) -> (usize, usize) {
        let within = |place: Option<(usize, usize)>| match place {
            Some((block, _)) if block < number => 0,
            Some((block, x)) if block == number => x,
            _ => end,
        };
        (within(self.start).min(within(self.end)), within(self.end))
    }
}

/// Width of the box around a text.
pub(super) fn box_width(text: &str) -> usize {
    BOX.max(width(text) + CHARACTER)
}

/// Breaks columns into blocks; a group is broken only if it is too wide.
pub(super) fn blocks<'a>(
    program: &AnnotatedCircuit<'_>,
    columns: Vec<Column<'a>>,
    start: usize,
) -> Vec<Block<'a>> {
    let limit = MAX_WIDTH - MARGIN;
    let mut whole = group_widths(program, &columns).into_iter();
    let mut blocks = vec![Block::default()];
    let mut x = start + GAP;
    let (mut group, mut begun) = (0, 0);
    for column in columns {
        let (left, right) = extents(program, &column);
        let mut needed = left + right;
        let block = blocks.last_mut().expect("there is a first block");
        if let Some(next) = column.group {
            (group, begun) = (next, begun + 1);
            x = x.max(block.end);
            let whole = whole.next().unwrap_or(0);
            if start + whole < limit {
                needed = whole;
            }
        }
        if !block.columns.is_empty() && x + needed > limit {
            blocks.push(Block::default());
            x = start + GAP;
        }
        let block = blocks.last_mut().expect("there is a first block");
        if column.group.is_some() || block.columns.is_empty() {
            block.end = x + header(program, group) + GAP;
        }
        block.columns.push(PlacedColumn {
            column,
            group,
            begun,
            left: x,
            middle: x + left,
        });
        x += left + right + GAP;
        block.end = block.end.max(x);
    }
    blocks
}

/// Width of each group that is drawn apart.
fn group_widths(program: &AnnotatedCircuit<'_>, columns: &[Column<'_>]) -> Vec<usize> {
    let together = |_: &Column<'_>, next: &Column<'_>| next.group.is_none();
    columns
        .chunk_by(together)
        .map(|columns| {
            let widths = columns.iter().map(|column| {
                let (left, right) = extents(program, column);
                left + right + GAP
            });
            let name = columns[0].group.map_or(0, |group| header(program, group));
            widths.sum::<usize>().max(name)
        })
        .collect()
}

/// Width of a group's name, which is bold.
fn header(program: &AnnotatedCircuit<'_>, group: u32) -> usize {
    let name = program.group(group).unwrap_or_default();
    width(name) + name.chars().count()
}

/// Extents of a column to the left and right of its middle.
fn extents(program: &AnnotatedCircuit<'_>, column: &Column<'_>) -> (usize, usize) {
    let operations = column.operations.iter();
    let marks = operations.flat_map(|operation| operation.action.marks(Symbols::Unicode));
    let sides = marks.map(|(_, mark)| match mark {
        Mark::Control | Mark::Cross => (6, 6),
        Mark::Target => (11, 11),
        Mark::Boxed(text) => (box_width(&text) / 2, box_width(&text) / 2),
        Mark::Meter(clbit) => {
            let text = format!("c{} {}", clbit.0, program.clbit(clbit).unwrap_or_default());
            (BOX / 2, BOX / 2 + GAP + width(&text))
        }
        _ => (BOX / 2, BOX / 2),
    });
    sides.fold((0, 0), |all, side| (all.0.max(side.0), all.1.max(side.1)))
}

/// Active part of each wire: from its first operation to the measurement that is its last one.
pub(super) fn wire_spans(blocks: &[Block<'_>], num_qubits: usize) -> Vec<WireSpan> {
    let mut spans = vec![WireSpan::default(); num_qubits];
    for (number, block) in blocks.iter().enumerate() {
        for placed in &block.columns {
            for operation in &placed.column.operations {
                for (qubit, mark) in operation.action.marks(Symbols::Unicode) {
                    let here = (number, placed.middle);
                    let span = &mut spans[qubit.index()];
                    span.start.get_or_insert(here);
                    span.end = matches!(mark, Mark::Meter(_)).then_some(here);
                }
            }
        }
    }
    spans
}
