use cheqqers_game::show::{capitalised, join, percent};
use cheqqers_game::{Game, Measurement, Ply};

use super::Prospect;
use super::words::move_in_words;
use crate::{Move, Part, PieceId, Position, Square};

/// A ply that was played, a sentence for each thing that happened: the move, what each of its
/// measurements found, what became of the pieces.
pub fn ply_in_words(before: &Position, ply: &Ply<Move>, after: &Position) -> Vec<String> {
    let mv = ply.mv;
    let mut sentences = vec![format!("{}.", capitalised(&move_in_words(before, mv)))];
    match mv {
        Move::Capture { from, to } => {
            if let Some(over) = from.between(to) {
                let capture = Capture {
                    before,
                    after,
                    mv,
                    from,
                    over,
                    to,
                };
                sentences.extend(capture.sentences(&ply.measurements));
            }
        }
        Move::Merge { from, to } => sentences.push(merged(after, from, to)),
        Move::Step { .. } | Move::Split { .. } => {}
    }
    let crowned = mv
        .targets()
        .filter(|&to| {
            let kings = |position: &Position| position.board().kings();
            kings(after).contains(to) && !mv.sources().any(|from| kings(before).contains(from))
        })
        .map(|to| format!("Crowned on {to}: a king."));
    sentences.extend(crowned);
    sentences
}

/// One capture, made.
struct Capture<'a> {
    before: &'a Position,
    after: &'a Position,
    mv: Move,
    from: Square,
    over: Square,
    to: Square,
}

impl Capture<'_> {
    fn sentences(&self, measurements: &[Measurement]) -> Vec<String> {
        let mut sentences = Vec::new();
        match Prospect::of(self.before, self.mv) {
            Some(Prospect::Entangles { probability, .. }) => {
                sentences.extend(self.entangled(probability));
            }
            Some(Prospect::Measures { parts, success }) => {
                for entry in measurements {
                    sentences.push(self.measurement(entry, &parts, success));
                    sentences.extend(self.found_elsewhere(entry));
                }
                sentences.push(self.result());
            }
            Some(Prospect::Certain) | None => {}
        }
        sentences
    }

    fn entangled(&self, probability: f64) -> Vec<String> {
        let Self { from, over, .. } = *self;
        let captured = self.kind(over);
        let (there, elsewhere) = (percent(probability), percent(1.0 - probability));
        vec![
            "Nothing is measured: the two pieces are entangled now.".into(),
            format!(
                "With {there} the {captured} was on {over} and is captured, with {elsewhere} the \
                 capturer is still on {from}."
            ),
        ]
    }

    /// Sentence about the squares of the capture in one measurement.
    fn measurement(&self, entry: &Measurement, parts: &[(Square, f64)], success: f64) -> String {
        let there = |square: Square| entry.reading(square.slot()) == Some(true);
        let here: Vec<(Square, f64)> = parts
            .iter()
            .copied()
            .filter(|(square, _)| entry.slots.contains(&square.slot()))
            .collect();
        match here[..] {
            [(first, _), (second, _)] => {
                let capturer = percent(parts[0].1);
                let found = match (there(first), there(second)) {
                    (true, true) => format!("both were there ({})", percent(success)),
                    (true, false) => format!(
                        "{first} was there, {second} was not ({})",
                        percent(parts[0].1 - success)
                    ),
                    (false, _) => {
                        format!("{first} was not there (it was with {capturer})")
                    }
                };
                format!("The parts on {first} and {second} were measured together: {found}.")
            }
            [(square, probability), ..] => {
                let kind = self.kind(square);
                if there(square) {
                    let p = percent(probability);
                    format!("The {kind} on {square} was measured: it was there ({p}).")
                } else {
                    let p = percent(1.0 - probability);
                    format!("The {kind} on {square} was measured: it was not there ({p}).")
                }
            }
            [] => String::new(),
        }
    }

    /// Sentences about the measured pieces that were found on other squares.
    fn found_elsewhere(&self, entry: &Measurement) -> Vec<String> {
        let board = self.before.board();
        let squares: Vec<Square> = entry.slots.iter().copied().map(Square::from_slot).collect();
        let mut pieces: Vec<PieceId> = Vec::new();
        for &square in &squares {
            if !pieces.contains(&board.piece(square)) {
                pieces.push(board.piece(square));
            }
        }
        pieces
            .into_iter()
            .filter_map(|piece| {
                let of_piece: Vec<Square> = squares
                    .iter()
                    .copied()
                    .filter(|&square| board.piece(square) == piece)
                    .collect();
                let kind = self.kind(of_piece[0]);
                let found = of_piece
                    .iter()
                    .find(|square| entry.reading(square.slot()) == Some(true));
                match found {
                    Some(&square) if [self.from, self.over].contains(&square) => None,
                    Some(&square) => Some(format!("The {} is on {square}.", self.kind(square))),
                    None => {
                        let places: Vec<String> =
                            of_piece.iter().map(ToString::to_string).collect();
                        Some(format!(
                            "The {kind} of {} was found nowhere: it had been captured.",
                            join(&places, "and")
                        ))
                    }
                }
            })
            .collect()
    }

    fn result(&self) -> String {
        let Self { over, to, .. } = *self;
        if self.after.captured().is_empty() {
            "Nothing is captured, the turn passes.".into()
        } else {
            let captured = self.kind(over);
            format!("Captured: the {captured} on {over}. The capturer is on {to}.")
        }
    }

    /// Such as `black man`.
    fn kind(&self, square: Square) -> String {
        self.before
            .board()
            .part(square)
            .map_or_else(String::new, Part::in_words)
    }
}

/// Sentence about the interference of a merge.
fn merged(after: &Position, from: [Square; 2], to: Square) -> String {
    let (on_target, left) = (after.probability(to), after.probability(from[1]));
    let certain = |square: Square| {
        let board = after.board();
        board.is_occupied(square) && !board.is_quantum(square)
    };
    if certain(to) {
        format!("It is one whole piece on {to} again.")
    } else if certain(from[1]) {
        format!(
            "They cancel on {to}: it is one whole piece on {} again.",
            from[1]
        )
    } else if left == 0.0 {
        format!("On {to} it is there with {} now.", percent(on_target))
    } else if on_target == 0.0 {
        format!(
            "They cancel on {to}: on {} it is there with {} now.",
            from[1],
            percent(left)
        )
    } else {
        format!(
            "On {to} it is there with {} now, on {} with {}.",
            percent(on_target),
            from[1],
            percent(left)
        )
    }
}
