//! Where each column of a drawing is.

use cheqqers_circuit::{Column, Mark, Symbols};

use super::{BOX, CHARACTER, GAP, MARGIN, MAX_WIDTH, width};
use crate::Program;

/// A column with its place.
pub(super) struct Placed<'a> {
    pub(super) column: Column<'a>,
    /// The group it belongs to, where groups stand apart.
    pub(super) group: u32,
    /// How many groups have begun.
    pub(super) begun: usize,
    pub(super) left: usize,
    /// Where the connectors are.
    pub(super) middle: usize,
}

/// Columns that stand side by side.
#[derive(Default)]
pub(super) struct Block<'a> {
    pub(super) columns: Vec<Placed<'a>>,
    /// Where it ends.
    pub(super) end: usize,
}

/// The blocks and places where something begins and ends, if it does.
#[derive(Clone, Default)]
pub(super) struct Life {
    pub(super) start: Option<(usize, usize)>,
    pub(super) end: Option<(usize, usize)>,
}

impl Life {
    /// The parts of a wire in a block: where the pale one ends, and where the other one does.
    pub(super) fn parts(&self, number: usize, end: usize) -> (usize, usize) {
        let within = |place: Option<(usize, usize)>| match place {
            Some((block, _)) if block < number => 0,
            Some((block, x)) if block == number => x,
            _ => end,
        };
        (within(self.start).min(within(self.end)), within(self.end))
    }
}

/// The width of the box around a text.
pub(super) fn box_width(text: &str) -> usize {
    BOX.max(width(text) + CHARACTER)
}

/// The columns in blocks that are narrow enough; a group is broken only when it is too wide.
pub(super) fn blocks<'a>(
    program: &Program<'_>,
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
        block.columns.push(Placed {
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

/// The width of each group that stands apart.
fn group_widths(program: &Program<'_>, columns: &[Column<'_>]) -> Vec<usize> {
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

/// The width of a group's name, which is bold.
fn header(program: &Program<'_>, group: u32) -> usize {
    let name = program.group(group).unwrap_or_default();
    width(name) + name.chars().count()
}

/// How far a column reaches to the left and the right of its middle.
fn extents(program: &Program<'_>, column: &Column<'_>) -> (usize, usize) {
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

/// From where to where each wire is more than a place: from its first operation to the measurement
/// that is its last one.
pub(super) fn lives(blocks: &[Block<'_>], num_qubits: usize) -> Vec<Life> {
    let mut lives = vec![Life::default(); num_qubits];
    for (number, block) in blocks.iter().enumerate() {
        for placed in &block.columns {
            for operation in &placed.column.operations {
                for (qubit, mark) in operation.action.marks(Symbols::Unicode) {
                    let here = (number, placed.middle);
                    let life = &mut lives[qubit.index()];
                    life.start.get_or_insert(here);
                    life.end = matches!(mark, Mark::Meter(_)).then_some(here);
                }
            }
        }
    }
    lives
}
