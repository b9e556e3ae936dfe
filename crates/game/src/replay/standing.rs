use super::{Replay, ReplayError, Verify};
use crate::Game;
use crate::record::{Line, Record};

/// The same game as it stands: without the plies that were taken back, and without what a trace
/// tells besides.
///
/// # Errors
/// When the record does not follow the rules word by word.
pub fn standing<G: Game>(record: &Record) -> Result<Record, ReplayError<G>> {
    Replay::<G>::new(record, Verify::Everything)?.finish()?;
    let mut lines: Vec<(usize, Line)> = Vec::new();
    for (number, line) in &record.lines {
        match line {
            // The replay has found that so many were played.
            Line::Undo(plies) => lines.truncate(lines.len() - *plies as usize),
            Line::Ply(ply) => {
                let mut ply = ply.clone();
                ply.legal = None;
                ply.board = None;
                lines.push((*number, Line::Ply(ply)));
            }
            Line::End(end) => lines.push((*number, Line::End(*end))),
        }
    }
    Ok(Record {
        header: record.header.clone(),
        header_line: record.header_line,
        lines,
        ..Record::default()
    })
}
