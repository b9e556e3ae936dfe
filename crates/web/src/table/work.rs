//! Moves and choices that may be made apart from their game.

use std::sync::atomic::AtomicBool;

use cheqqers_game::record::{Detail, MeasurementEntry, PlyLine};
use cheqqers_game::replay::answer;
use cheqqers_game::show::Show;
use cheqqers_game::{CompletedPly, Ply, StartedPly};
use cheqqers_measure::{MeasureError, Measurer};
use cheqqers_players::{Limit, MoveContext, Player};

use super::api::{Choice, CompletedMove, Work};

/// A move that was begun.
pub(super) struct Move<G: Show> {
    pub(super) before: G,
    /// The number of its ply, from 1.
    pub(super) number: u32,
    pub(super) started: StartedPly<G>,
    /// The moves before it with their outcomes, where it measures.
    pub(super) moves: String,
    /// Measurements of the same move when it was played from here before.
    pub(super) known: Option<Vec<MeasurementEntry>>,
}

impl<G: Show> Work for Move<G> {
    fn measures(&self) -> bool {
        self.num_slots() > 0 && self.known.is_none()
    }

    fn num_slots(&self) -> usize {
        let pending = self.started.pending();
        pending.map_or(0, |pending| pending.slots().len())
    }

    fn run(self: Box<Self>, measurer: &mut Measurer) -> Result<CompletedMove, MeasureError> {
        let known = self.known.as_ref();
        let again = known.and_then(|known| answer(self.started.clone(), known).ok());
        let Self {
            before,
            number,
            started,
            moves,
            ..
        } = *self;
        let completed = if let Some(completed) = again {
            completed
        } else {
            measurer.begin(number, started.mv(), || moves);
            measurer.complete(started)?
        };
        let CompletedPly { ply, position } = &completed;
        let line = PlyLine::new(number, &before, ply, position, Detail::Record);
        Ok(CompletedMove {
            line: Box::new(line),
            ply: Box::new(completed),
        })
    }
}

/// A player about to choose.
pub(super) struct Chooser<G: Show> {
    pub(super) player: Box<dyn Player<G>>,
    pub(super) position: G,
    pub(super) start: G,
    pub(super) past: Vec<Ply<G::Move>>,
    pub(super) legal: Vec<G::Move>,
    pub(super) limit: Limit,
}

impl<G: Show> Choice for Chooser<G> {
    fn make(mut self: Box<Self>) -> Result<String, String> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let scene = MoveContext {
            start: &self.start,
            past: &self.past,
            limit: self.limit,
            stop: &NEVER,
            ..MoveContext::of(&self.position, &self.legal)
        };
        let chosen = self.player.choose(&scene);
        chosen
            .map(|mv| mv.to_string())
            .map_err(|fault| fault.to_string())
    }
}
