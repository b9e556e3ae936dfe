//! Moves and choices that may be made apart from their game.

use std::sync::atomic::AtomicBool;

use cheqqers_game::Turn;
use cheqqers_game::record::{Detail, Measured, PlyLine};
use cheqqers_game::replay::bits_of;
use cheqqers_game::show::Show;
use cheqqers_players::{Limit, Made, MeasureError, Measurer, Player, Ply, Scene, finish_ply};

use super::{Choice, Done, Work};

/// A move that was begun.
pub(super) struct Move<G: Show> {
    pub(super) before: G,
    /// The number of its ply, from 1.
    pub(super) number: u32,
    pub(super) mv: G::Move,
    /// How far it goes by itself.
    pub(super) turn: Turn<G>,
    /// What was played and measured before, where it measures.
    pub(super) past: String,
    /// What it measured when it was played from here before.
    pub(super) known: Option<Vec<Measured>>,
}

impl<G: Show> Work for Move<G> {
    fn measures(&self) -> bool {
        self.num_slots() > 0 && self.known.is_none()
    }

    fn num_slots(&self) -> usize {
        match &self.turn {
            Turn::Ready(_) => 0,
            Turn::Pending(pending) => pending.slots().len(),
        }
    }

    fn run(self: Box<Self>, measurer: &mut Measurer) -> Result<Done, MeasureError> {
        let known = self.known.as_ref();
        let again = known.and_then(|known| again(self.turn.clone(), known));
        let Self {
            before,
            number,
            mv,
            turn,
            past,
            ..
        } = *self;
        let ply = if let Some(ply) = again {
            ply
        } else {
            measurer.begin(number, mv, || past);
            finish_ply(turn, measurer)?
        };
        let measured = ply.measured.clone();
        let line = PlyLine::new(number, &before, mv, measured, &ply.position, Detail::Record);
        Ok(Done {
            line: Box::new(line),
            ply: Box::new((mv, ply)),
        })
    }
}

/// A ply with the outcomes that it had.
fn again<G: Show>(turn: Turn<G>, known: &[Measured]) -> Option<Ply<G>> {
    let mut answers = known.iter();
    let mut probabilities = Vec::new();
    let position = turn.finish(|pending| {
        let answer = answers.next().ok_or(())?;
        let bits = bits_of(pending, &pending.slots(), &answer.occupied).map_err(|_| ())?;
        probabilities.push(pending.probability(bits).unwrap_or_default());
        Ok::<_, ()>(bits)
    });
    Some(Ply {
        position: position.ok()?,
        measured: known.to_vec(),
        probabilities,
    })
}

/// A player about to choose.
pub(super) struct Chooser<G: Show> {
    pub(super) player: Box<dyn Player<G>>,
    pub(super) position: G,
    pub(super) start: G,
    pub(super) past: Vec<Made<G::Move>>,
    pub(super) legal: Vec<G::Move>,
    pub(super) limit: Limit,
}

impl<G: Show> Choice for Chooser<G> {
    fn make(mut self: Box<Self>) -> Result<String, String> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let scene = Scene {
            start: &self.start,
            past: &self.past,
            limit: self.limit,
            stop: &NEVER,
            ..Scene::of(&self.position, &self.legal)
        };
        let chosen = self.player.choose(&scene);
        chosen
            .map(|mv| mv.to_string())
            .map_err(|fault| fault.to_string())
    }
}
