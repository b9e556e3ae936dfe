//! Moves and choices that may be made apart from their game.

use std::sync::atomic::AtomicBool;

use cheqqers_game::record::{Detail, Line, Measured, PlyLine};
use cheqqers_game::replay::bits_of;
use cheqqers_game::show::Show;
use cheqqers_players::{
    Limit, Made, MeasureError, Measurer, Player, Ply, PlyError, Scene, play_ply,
};

use super::{Choice, Done, Work};

/// A move to be played.
pub(super) struct Move<G: Show> {
    pub(super) before: G,
    /// The number of its ply, from 1.
    pub(super) number: u32,
    pub(super) mv: G::Move,
    /// What was played and measured before.
    pub(super) past: String,
    /// What it measured when it was played from here before.
    pub(super) known: Option<Vec<Measured>>,
    /// How many slots it asks for first; none where it does not measure at all.
    pub(super) num_slots: usize,
}

impl<G: Show> Work for Move<G> {
    fn measures(&self) -> bool {
        self.num_slots > 0 && self.known.is_none()
    }

    fn num_slots(&self) -> usize {
        self.num_slots
    }

    fn run(self: Box<Self>, measurer: &mut Measurer) -> Result<Done, MeasureError> {
        let again = self.known.as_ref().and_then(|known| self.again(known));
        let measured = || {
            measurer.begin(self.number, self.mv, || self.past.clone());
            play_ply(&self.before, self.mv, measurer).map_err(|error| match error {
                PlyError::Measure { source, .. } => source,
                error => unreachable!("the move was checked: {error}"),
            })
        };
        let ply = again.map_or_else(measured, Ok)?;
        let line = PlyLine::new(
            self.number,
            &self.before,
            self.mv,
            ply.measured.clone(),
            &ply.position,
            Detail::Record,
        );
        Ok(Done {
            line: Line::Ply(Box::new(line)),
            ply: Box::new((self.mv, ply)),
        })
    }
}

impl<G: Show> Move<G> {
    /// The move with the outcomes that it had.
    fn again(&self, known: &[Measured]) -> Option<Ply<G>> {
        let mut answers = known.iter();
        let mut probabilities = Vec::new();
        let turn = self.before.clone().play_unchecked(self.mv);
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
