//! Analysis of plies: what they were expected to bring, what they brought, and what would have been better.

use std::sync::atomic::AtomicBool;

use cheqqers_checkers::{Move, Position};
use cheqqers_game::{Colour, Encoding, Game, GameExt, Measurement, Ply, Status, Turn, settings};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Analyst, PlyAnalysis, Stream, generator};
use cheqqers_session::{GameVisitor, KNOWN, Playable, TypedSession, UnknownGame, with_game};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A position of cheqqers checkers on 8 x 8.
fn position(text: &str, level: &str) -> Position {
    let settings = [("position", text), ("level", level)];
    let header = settings::header::<Position>(None, settings).unwrap();
    Position::from_header(&header).unwrap()
}

/// A ply whose measurements come out by these numbers among the legal bits.
fn ply(before: &Position, mv: &str, choices: &[usize]) -> (Ply<Move>, Position) {
    let mv: Move = mv.parse().unwrap();
    let (mut turn, mut measurements) = (before.clone().play(mv).unwrap(), Vec::new());
    let mut choices = choices.iter();
    loop {
        match turn {
            Turn::Ready(after) => return (Ply { mv, measurements }, after),
            Turn::Pending(pending) => {
                let number = *choices.next().unwrap();
                let (bits, _) = pending.outcomes().nth(number).unwrap();
                measurements.push(Measurement::new(&pending, bits, ""));
                turn = pending.resolve(&bits).unwrap();
            }
        }
    }
}

fn analyse(before: &Position, played: &Ply<Move>) -> PlyAnalysis<Position> {
    let mut analyst = Analyst::new(2000, Vec::new());
    let best = analyst.evaluate(before, &NEVER).unwrap().line[0];
    analyst.analyse(before, best, played, &NEVER).unwrap()
}

/// A random game of each kind.
struct EveryPly {
    seed: u64,
}

impl GameVisitor for EveryPly {
    type Done = (usize, usize);
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<(usize, usize), UnknownGame> {
        let changes = if G::NAME.ends_with("chess") {
            vec![]
        } else {
            vec![("size", "6")]
        };
        let header = settings::header::<G>(None, changes).unwrap();
        let start = G::from_header(&header).unwrap();
        let mut session = TypedSession::new(start, header);
        let rng = generator(self.seed, Stream::Measurements);
        let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
        let mut number = self.seed;
        let mut analyst = Analyst::<G>::new(60, Vec::new());
        let (mut plies, mut measured) = (0, 0);
        while session.status() == Status::InProgress && plies < 120 {
            let before = session.position().clone();
            let mv = before.choose_move(|among| {
                number = number.wrapping_mul(6_364_136_223_846_793_005) | 1;
                usize::try_from(number >> 33).unwrap() % among
            });
            session.play(mv.unwrap(), &mut measurer).unwrap();
            plies += 1;
            let ply = session.plies().last().unwrap();
            let here = before.evaluate(&mut analyst, &NEVER).unwrap();
            assert!((0.0..=1.0).contains(&here.score()), "{}: {here:?}", G::NAME);
            let Some(found) = before.analyse(&mut analyst, here.line[0], ply, &NEVER) else {
                continue;
            };
            let actual = found.actual();
            assert_eq!(actual.after.key(), session.position().key(), "{}", G::NAME);
            assert_eq!(actual.after.turn(), session.position().turn());
            assert!((0.0..=1.0).contains(&found.loss), "{}", found.loss);
            let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
                let outcomes = found.outcomes.iter();
                let terms = outcomes.map(|one| one.probability * of(one.evaluation.score()));
                terms.sum()
            };
            assert!((mean(&|_| 1.0) - 1.0).abs() < 1e-9);
            assert!((mean(&|score| score) - found.expected).abs() < 1e-9);
            // Whatever came, luck is nothing on average.
            assert!(mean(&|score| score - found.expected).abs() < 1e-9);
            if let Some(luck) = found.luck() {
                measured += 1;
                let gained = actual.evaluation.score() - found.expected;
                let sign = if found.mover == Colour::White {
                    1.0
                } else {
                    -1.0
                };
                assert!((luck - sign * gained).abs() < 1e-12);
                let depths: Vec<u32> = found
                    .outcomes
                    .iter()
                    .filter(|one| (0.02..0.98).contains(&one.evaluation.score()))
                    .map(|one| one.evaluation.depth)
                    .collect();
                assert!(depths.iter().all(|depth| *depth == depths[0]), "{depths:?}");
            } else {
                assert_eq!(found.outcomes.len(), 1);
            }
        }
        Ok((plies, measured))
    }
}

#[test]
fn luck_is_nothing_on_average_in_every_game() {
    for game in KNOWN {
        // In some games few moves are measured.
        let mut games = (5..50).map(|seed| with_game(game.name, EveryPly { seed }).unwrap());
        let found = games.find(|&(plies, measured)| plies > 10 && measured > 1);
        assert!(found.is_some(), "{}", game.name);
    }
}

#[test]
fn a_capture_that_may_fail_is_worth_the_mean_of_its_outcomes() {
    let start = position("W:W22,29:B4,11", "3");
    // White's man is on d4 or b4, and Black's before it.
    let (_, split) = ply(&start, "c3^b4d4", &[]);
    let (_, before) = ply(&split, "f6-e5", &[]);
    let found: Vec<_> = (0..2)
        .map(|number| analyse(&before, &ply(&before, "d4xf6", &[number]).0))
        .collect();
    for one in &found {
        let [first, second] = &one.outcomes[..] else {
            panic!("{:?}", one.outcomes)
        };
        let halves = [first, second].map(|outcome| outcome.probability);
        assert!(
            halves.iter().all(|half| (half - 0.5).abs() < 1e-9),
            "{halves:?}"
        );
        let scores = [first, second].map(|outcome| outcome.evaluation.score());
        let mean = f64::midpoint(scores[0], scores[1]);
        assert!((one.expected - mean).abs() < 1e-9);
        // It is the only legal move: nothing better was missed.
        assert!(one.loss.abs() < 1e-12);
        assert!((one.expected - found[0].expected).abs() < 1e-12);
    }
    let luck = [found[0].luck().unwrap(), found[1].luck().unwrap()];
    assert!((luck[0] + luck[1]).abs() < 1e-9, "{luck:?}");
    assert!(luck[0].abs() > 0.02, "a man more or less shows: {luck:?}");
    let captured = found.iter().position(|one| one.luck() > Some(0.0)).unwrap();
    let after = &found[captured].actual().after;
    assert_eq!(after.occupied().len(), 3);
}

#[test]
fn a_game_that_is_over_is_worth_its_outcome() {
    let won = position("W:W18:B15", "0");
    let mut analyst = Analyst::new(2000, Vec::new());
    let here = analyst.evaluate(&won, &NEVER).unwrap();
    assert!(here.score() > 0.999, "{here:?}");
    let (played, after) = ply(&won, &here.line[0].to_string(), &[]);
    let found = analyse(&won, &played);
    assert_eq!((found.loss, found.luck()), (0.0, None));
    assert!((found.actual().evaluation.score() - 1.0).abs() < 1e-12);
    assert!(found.actual().evaluation.line.is_empty());
    let over = analyst.evaluate(&after, &NEVER).unwrap();
    assert_eq!((over.score(), over.depth), (1.0, 0));
}

#[test]
fn who_stops_it_gets_nothing() {
    let start = position("W:W21,22,23:B1,2,3", "1");
    let stop = AtomicBool::new(true);
    let mut analyst = Analyst::<Position>::new(2000, Vec::new());
    assert_eq!(analyst.evaluate(&start, &stop), None);
    let best = analyst.evaluate(&start, &NEVER).unwrap().line[0];
    let (played, _) = ply(&start, &best.to_string(), &[]);
    assert!(analyst.analyse(&start, best, &played, &stop).is_none());
}

/// Looks for a move with more outcomes than are searched.
struct TooManyOutcomes;

impl GameVisitor for TooManyOutcomes {
    type Done = bool;
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<bool, UnknownGame> {
        let header = settings::header::<G>(None, []).unwrap();
        let start = G::from_header(&header).unwrap();
        let mut analyst = Analyst::<G>::new(20, Vec::new());
        for seed in 0..20 {
            let mut session = TypedSession::new(start.clone(), header.clone());
            let rng = generator(seed, Stream::Measurements);
            let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
            while session.status() == Status::InProgress && session.plies().len() < 80 {
                let before = session.position().clone();
                let mut legal = Vec::new();
                before.legal_moves(&mut legal);
                let pick =
                    (session.plies().len() * 7 + usize::try_from(seed).unwrap()) % legal.len();
                session.play(legal[pick], &mut measurer).unwrap();
                let many = session.plies().last().unwrap().clone();
                if before
                    .analyse(&mut analyst, many.mv, &many, &NEVER)
                    .is_some()
                {
                    continue;
                }
                let other =
                    legal
                        .into_iter()
                        .find_map(|mv| match before.clone().play_unchecked(mv) {
                            Turn::Ready(_) => Some(Ply {
                                mv,
                                measurements: Vec::new(),
                            }),
                            Turn::Pending(_) => None,
                        });
                if let Some(other) = other {
                    let best =
                        |best, analyst: &mut _| before.analyse(analyst, best, &other, &NEVER);
                    assert!(best(other.mv, &mut analyst).is_some());
                    assert!(best(many.mv, &mut analyst).is_none(), "{}", many.mv);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

#[test]
fn no_move_is_the_best_beside_one_with_too_many_outcomes() {
    // A failed capture measures much there.
    assert!(with_game("rotation", TooManyOutcomes).unwrap());
}
