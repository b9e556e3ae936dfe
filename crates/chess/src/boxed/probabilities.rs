use std::fmt;

use cheqqers_game::show::percent;
use cheqqers_world::TOLERANCE;
use cozy_chess::Square;

use super::attempt::CaptureAttempt;
use super::moves::Move;
use super::position::Position;

/// Probabilities of the outcomes of a move that is measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum MoveProbabilities {
    /// An attempted capture.
    Attempt {
        /// Probability that the target is captured.
        captured: f64,
        /// Probability that the attacker is not there, and nothing moves.
        absent: f64,
        /// Square on which the attacker ends else.
        to: Square,
    },
    /// A piece tunnels.
    Tunnel,
    /// The collapse of a pair.
    Collapse {
        /// Square of the pair, and the probability that the piece is there.
        square: Square,
        probability: f64,
    },
}

impl MoveProbabilities {
    /// The probabilities of a legal move; `None` if it measures nothing.
    pub(super) fn of(position: &Position, mv: Move) -> Option<Self> {
        if !position.measures_something(mv) {
            return None;
        }
        match mv {
            Move::Capture { from, to, .. } => {
                let board = &position.board;
                let capture = CaptureAttempt::new(board, position.en_passant, [from, to], None);
                Some(Self::Attempt {
                    captured: position.capture_probability(capture.from, capture.target),
                    absent: 1.0 - position.probability(from),
                    to,
                })
            }
            Move::Tunnel { .. } => Some(Self::Tunnel),
            Move::Collapse(square) => Some(Self::Collapse {
                square,
                probability: position.probability(square),
            }),
            _ => None,
        }
    }
}

impl fmt::Display for MoveProbabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Attempt {
                captured,
                absent,
                to,
            } => {
                if captured > TOLERANCE {
                    write!(f, "captures with {}", percent(captured))?;
                } else {
                    f.write_str("can't capture")?;
                }
                let missed = 1.0 - captured - absent;
                if missed > TOLERANCE {
                    let missed = percent(missed);
                    write!(
                        f,
                        "; with {missed} the attacker goes to {to} and finds nobody"
                    )?;
                }
                if absent > 0.0 {
                    let absent = percent(absent);
                    write!(
                        f,
                        "; with {absent} the attacker is not there, and nothing moves"
                    )?;
                }
                Ok(())
            }
            Self::Tunnel => write!(f, "gets through with {}", percent(1.0 / 6.0)),
            Self::Collapse {
                square,
                probability,
            } => write!(f, "is on {square} with {}", percent(probability)),
        }
    }
}
