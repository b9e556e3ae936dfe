//! Games that puzzles are made from.

use cheqqers_game::notation::write_plies;
use cheqqers_game::{Encoding, StartedPly};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{MoveContext, PlayerKind, Stream, below, generator};
use cheqqers_session::{GameVisitor, Playable};

use crate::error::PuzzleError;
use crate::puzzle::Puzzle;
use crate::solution;
use crate::source::Source;

/// Players that a game's two are drawn from: the weak ones let puzzles arise, the strong ones make the
/// positions sensible.
const PLAYERS: &[&str] = &[
    "expert:nodes=15",
    "expert:nodes=50",
    "expert:nodes=150",
    "expert:nodes=500",
];

/// One ply of so many is drawn from all legal ones: where somebody erred, a move may stand out, and only
/// there it is looked for.
const RANDOM: usize = 4;

/// Random plies at the beginning: at least so many, and fewer than so many more.
const OPENING: (usize, usize) = (3, 6);

/// The earliest ply a puzzle begins at.
const EARLIEST: usize = 6;

/// The longest game.
const LONGEST: usize = 90;

/// Plies between two puzzles of a game.
const APART: usize = 10;

/// The puzzles of the game with a seed.
pub(crate) struct PlayedForPuzzles<'a> {
    pub(crate) source: &'a Source,
    pub(crate) seed: u64,
}

impl GameVisitor for PlayedForPuzzles<'_> {
    type Done = Vec<Puzzle>;
    type Error = PuzzleError;

    fn with<G: Playable>(self) -> Result<Vec<Puzzle>, PuzzleError> {
        let Self { source, seed } = self;
        let mut position: G = source.start()?;
        position.world_mut().stop_recording();
        let measurements = generator(seed, Stream::Measurements);
        let mut measurer = MeasurerKind::Sparse.measurer(measurements, Encoding::Minimal);
        let mut rng = generator(seed, Stream::Setup);
        let mut player = |stream| {
            let kind: PlayerKind = PLAYERS[below(&mut rng, PLAYERS.len())]
                .parse()
                .expect("the list names players there are");
            G::player(&kind, generator(seed, stream))
        };
        let mut seats = [player(Stream::White), player(Stream::Black)];
        let opening = OPENING.0 + below(&mut rng, OPENING.1);
        let (mut moves, mut found, mut next) = (String::new(), Vec::new(), EARLIEST);
        let mut legal = Vec::new();
        let mut erred = true;
        for ply in 0..LONGEST {
            legal.clear();
            position.legal_moves(&mut legal);
            if legal.is_empty() {
                break;
            }
            if erred
                && ply >= next
                && let Some(puzzle) = solution::puzzle(source, &moves, &position)?
            {
                found.push(puzzle);
                next = ply + APART;
            }
            erred = below(&mut rng, RANDOM) == 0 || ply < opening;
            let mv = if erred {
                legal[below(&mut rng, legal.len())]
            } else {
                let seat = &mut seats[position.turn() as usize];
                seat.choose(&MoveContext::of(&position, &legal))?
            };
            let completed = measurer.complete(StartedPly::unchecked(&position, mv))?;
            moves += &write_plies(&position, [&completed.ply]);
            position = completed.position;
        }
        Ok(found)
    }
}
