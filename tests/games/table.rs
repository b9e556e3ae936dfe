//! Tables of solved boards, and the player that has one.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_game::{Game, GameExt, Outcome, Sameness, Turn};
use cheqqers_players::{
    Forfeit, MoveContext, NamedTable, Player, PlayerKind, Stream, below, game_seed, generator,
};
use cheqqers_solve::{Bounds, Codes, Exploration, Extent, GameMismatch, Table};
use rand_chacha::ChaCha8Rng;

static GOES_ON: AtomicBool = AtomicBool::new(false);

/// A board of 4 x 4 with one row of men, on which endless play is a draw.
fn start(level: Level) -> Position {
    let rules = Rules::new(level).with_draw_after(None).unwrap();
    Position::initial(rules.with_size(4).unwrap().with_rows(1).unwrap())
}

/// A start, and the table of at most so many positions.
fn solved(start: &Position, most: usize) -> (Table, Codes) {
    let extent = Extent {
        most,
        threads: NonZeroUsize::MIN,
    };
    let mut exploration = Exploration::new(start, Sameness::Equivalent).unwrap();
    let explored = exploration.explore(start, extent, &GOES_ON, |_| ());
    explored.unwrap();
    let bounds = Bounds::of(&exploration.graph, &GOES_ON, |_| ()).unwrap();
    let distances = bounds.check(&exploration.graph).unwrap();
    let table = Table::new(&exploration, &bounds, &distances);
    (table, exploration.codes)
}

/// The table as a file's, and its player.
fn perfect(table: Table) -> (NamedTable, PlayerKind) {
    let table = NamedTable::opened("small.table".into(), table);
    let kind = PlayerKind::Table(table.clone());
    (table, kind)
}

fn choice(player: &mut dyn Player<Position>, position: &Position) -> <Position as Game>::Move {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    player.choose(&MoveContext::of(position, &legal)).unwrap()
}

/// The position after a move, and outcomes that are drawn.
fn played(position: &Position, mv: <Position as Game>::Move, rng: &mut ChaCha8Rng) -> Position {
    let mut turn = position.clone().play_unchecked(mv);
    loop {
        match turn {
            Turn::Ready(after) => return after,
            Turn::Pending(pending) => {
                let bits = pending.sample(rng);
                turn = pending.resolve(&bits).unwrap();
            }
        }
    }
}

/// Checks of every position, or of each of so many, that the player's move keeps its value and comes nearer, and that
/// the opponent can't keep from that.
fn check_progress(level: Level, step: usize) {
    let start = start(level);
    let (table, codes) = solved(&start, usize::MAX);
    assert!(table.header().closed);
    let (table, perfect) = perfect(table);
    let table = table.open().unwrap();
    let mut player = perfect.player(generator(1, Stream::White));
    let (mut num_won, mut num_gambles) = (0, 0);
    for number in (0..codes.len()).step_by(step) {
        let position = start.decode(codes.code(number)).unwrap();
        let solved = table.look_up(&position).unwrap();
        if solved.moves.is_empty() {
            continue;
        }
        let mv = choice(&mut *player, &position);
        let chosen = solved.moves.iter().find(|solved| solved.mv == mv).unwrap();
        assert!(chosen.bounds.least >= solved.bounds.least - 1e-12);
        if solved.bounds.least >= 1.0 {
            assert!(chosen.distances[1] < solved.distance);
            num_won += 1;
        } else if solved.bounds.least > 0.0 {
            assert!(chosen.distances[0] < solved.distance);
            num_gambles += 1;
        } else if solved.bounds.most < 0.0 {
            // Or an outcome ends the opponent's lead.
            let nearer = |[least, most]: [u32; 2]| least < solved.distance || most == u32::MAX;
            assert!(solved.moves.iter().all(|mv| nearer(mv.opposing)));
        }
    }
    assert!(num_won > 0 && (num_gambles > 0) == (level > Level::Classical));
}

#[test]
fn the_player_makes_progress_from_every_position() {
    check_progress(Level::Classical, 1);
    let step = if cfg!(feature = "slow-tests") { 1 } else { 20 };
    check_progress(Level::Superposition, step);
}

/// Plays games of the table's player against another from positions after random moves, until they are over or drawn.
fn check_games(level: Level, games: u64) {
    let start = start(level);
    let (table, perfect) = perfect(solved(&start, usize::MAX).0);
    let table = table.open().unwrap();
    let value = |position: &Position| table.look_up(position).unwrap();
    let others = ["random", "mcts:20"].map(|name| name.parse().unwrap());
    let (mut num_won, mut num_moves) = (0_u64, 0_u64);
    for game in 0..games {
        let seed = game_seed(7, game);
        let mut rng = generator(seed, Stream::Measurements);
        let other = others.get(usize::try_from(game % 3).unwrap());
        let mut player = perfect.player::<Position>(generator(seed, Stream::White));
        let opponent = other.unwrap_or(&perfect);
        let mut opponent = opponent.player::<Position>(generator(seed, Stream::Black));
        let mut position = start.clone();
        let random = "random".parse::<PlayerKind>().unwrap();
        let mut random = random.player::<Position>(generator(seed, Stream::White));
        for _ in 0..below(&mut rng, 12) {
            if position.outcome().is_none() {
                let mv = choice(&mut *random, &position);
                position = played(&position, mv, &mut rng);
            }
        }
        let side = if game % 2 == 0 {
            position.turn()
        } else {
            position.turn().opponent()
        };
        // The plies within which it must have won.
        let mut due = None;
        for ply in 0_u32..400 {
            let solved = value(&position);
            let is_own = position.turn() == side;
            let own = if is_own {
                solved.bounds
            } else {
                solved.bounds.reversed()
            };
            assert!(own.is_exact());
            if own.least >= 1.0 {
                let latest = ply + solved.distance;
                assert!(due.is_none_or(|due| latest <= due), "game {game}");
                due = Some(latest);
            } else {
                assert_eq!(due, None, "game {game} was won");
            }
            if let Some(outcome) = position.outcome() {
                let won = outcome == Outcome::Decisive { winner: side };
                assert_eq!(won, own.least >= 1.0);
                num_won += u64::from(won);
                break;
            }
            assert!(due.is_none_or(|due| ply < due), "game {game} is not over");
            let mv = if is_own {
                let mv = choice(&mut *player, &position);
                let chosen = solved.moves.iter().find(|solved| solved.mv == mv).unwrap();
                let lost = solved.bounds.most - chosen.bounds.least;
                assert!(lost < 1e-9, "game {game}, ply {ply}: {mv} loses {lost}");
                num_moves += 1;
                mv
            } else {
                choice(&mut *opponent, &position)
            };
            position = played(&position, mv, &mut rng);
        }
    }
    assert!(num_won > games / 10 && num_moves > games);
}

#[test]
fn the_player_never_loses_value_and_wins_what_is_won() {
    let games = if cfg!(feature = "slow-tests") {
        5_000
    } else {
        150
    };
    check_games(Level::Classical, games);
    check_games(Level::Superposition, games);
}

#[test]
fn other_rules_are_refused_and_an_expert_plays_outside_of_the_table() {
    let whole = start(Level::Superposition);
    // Of a part of the positions hardly one has its exact value.
    let (table, _) = solved(&whole, 50);
    assert!(!table.header().closed);
    let (_, kind) = perfect(table);
    assert_eq!(kind.to_string(), "table:small.table");
    let mut player = kind.player(generator(1, Stream::White));
    player.prepare(&whole).unwrap();
    let mv = choice(&mut *player, &whole);
    assert!(whole.check(mv).is_ok());
    // Its search is as deep as any.
    assert!(player.thoughts().unwrap().depth.is_some());
    let other = start(Level::Entanglement);
    let refused = |player: &mut dyn Player<Position>| {
        let Err(Forfeit::Fault(fault)) = player.prepare(&other) else {
            panic!("it plays by other rules");
        };
        fault.downcast_ref::<GameMismatch>().unwrap().to_string()
    };
    assert_eq!(
        refused(&mut *player),
        "the board is solved with level 1, and this game has level 2"
    );
    let mut legal = Vec::new();
    other.legal_moves(&mut legal);
    let context = MoveContext::of(&other, &legal);
    assert!(player.choose(&context).is_err());
}
