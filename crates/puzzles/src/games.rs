//! Games that puzzles are made from.

use std::sync::atomic::AtomicBool;

use cheqqers_game::Encoding;
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Limit, PlayerKind, Stream, below, generator};
use cheqqers_session::GameKind;
use serde_json::Map;

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
///
/// # Errors
/// Returns an error if the source has no such game or settings, or the game can't be played.
pub(crate) fn puzzles(source: &Source, seed: u64) -> Result<Vec<Puzzle>, PuzzleError> {
    let game = GameKind::named(&source.game)?;
    let start = source.start()?.without_circuits();
    let mut session = game.session(&start, Map::new(), usize::MAX);
    let measurements = generator(seed, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(measurements, Encoding::Minimal);
    let mut rng = generator(seed, Stream::Setup);
    let mut player = |stream| {
        let kind: PlayerKind = PLAYERS[below(&mut rng, PLAYERS.len())]
            .parse()
            .expect("the list names players there are");
        game.seat(&kind, generator(seed, stream))
    };
    let mut seats = [player(Stream::White), player(Stream::Black)];
    let opening = OPENING.0 + below(&mut rng, OPENING.1);
    let (mut found, mut next) = (Vec::new(), EARLIEST);
    let never = AtomicBool::new(false);
    let mut erred = true;
    for ply in 0..LONGEST {
        let legal = session.legal_moves();
        if legal.is_empty() {
            break;
        }
        if erred
            && ply >= next
            && let Some(puzzle) = solution::puzzle(source, &session.moves(), &session.position())?
        {
            found.push(puzzle);
            next = ply + APART;
        }
        erred = below(&mut rng, RANDOM) == 0 || ply < opening;
        let mv = if erred {
            legal.at(below(&mut rng, legal.len()))
        } else {
            let seat = &mut seats[session.turn() as usize];
            seat.choose(&session, Limit::Own, &never)?.mv
        };
        session.play(&mv, &mut measurer)?;
    }
    Ok(found)
}
