use std::fmt;

use cheqqers_game::Game;
use cheqqers_game::show::{join, percent};
use cheqqers_world::TOLERANCE;

use crate::{Move, Position, Square};

/// Possible results of a capture, computed before it is made.
#[derive(Clone, PartialEq, Debug)]
pub enum Prospect {
    /// Both pieces are certain: the capture succeeds, nothing is measured.
    Certain,
    /// Nothing is measured: the two pieces become entangled.
    Entangles {
        /// Square of the captured part.
        captured: Square,
        /// Probability that it is there, which is that of the capture.
        probability: f64,
    },
    /// Something is measured, and the capture succeeds or the turn passes.
    Measures {
        /// The quantum squares that must be occupied, each with its probability.
        parts: Vec<(Square, f64)>,
        /// Probability that all of them are, exactly.
        success: f64,
    },
}

impl Prospect {
    /// The prospect of a legal capture; `None` for other moves.
    ///
    /// Cost: a few passes over the amplitudes of the components it touches.
    pub fn of(position: &Position, mv: Move) -> Option<Self> {
        let Move::Capture { from, to } = mv else {
            return None;
        };
        let over = from.between(to)?;
        let quantum = position.board().quantum();
        let parts: Vec<(Square, f64)> = [from, over]
            .into_iter()
            .filter(|&square| quantum.contains(square))
            .map(|square| (square, position.probability(square)))
            .collect();
        Some(match parts[..] {
            [] => Self::Certain,
            [(square, probability)] if square == over && position.entangles(over) => {
                Self::Entangles {
                    captured: over,
                    probability,
                }
            }
            [(_, success)] => Self::Measures { parts, success },
            _ => Self::Measures {
                success: both(position, from, over),
                parts,
            },
        })
    }
}

/// Such as `25 %: the parts on d4 (50 %) and e5 (50 %) are measured, both must be there`.
impl fmt::Display for Prospect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Certain => f.write_str("certain"),
            Self::Entangles {
                captured,
                probability,
            } => write!(
                f,
                "nothing is measured, it entangles with the part on {captured} ({})",
                percent(*probability)
            ),
            Self::Measures { parts, success } if parts.len() == 1 => {
                let square = parts[0].0;
                write!(f, "{}: ", percent(*success))?;
                write!(f, "the part on {square} is measured and must be there")
            }
            Self::Measures { parts, success } => {
                let places: Vec<String> = parts
                    .iter()
                    .map(|(square, p)| format!("{square} ({})", percent(*p)))
                    .collect();
                write!(f, "{}: ", percent(*success))?;
                let places = join(&places, "and");
                write!(f, "the parts on {places} are measured, both must be there")
            }
        }
    }
}

/// Probability that two quantum squares are both occupied.
fn both(position: &Position, a: Square, b: Square) -> f64 {
    let readings = [(a.slot(), true), (b.slot(), true)];
    let both = position.world().joint(&readings);
    if both > TOLERANCE { both } else { 0.0 }
}
