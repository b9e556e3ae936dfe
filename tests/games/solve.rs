//! Small boards of Cheqqers solved exactly, and by the rules alone.

use std::collections::HashMap;
use std::fs;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use cheqqers_checkers::{Entanglement, Level, Position, Rules};
use cheqqers_game::{Game, GameExt, Outcome, Sameness, Turn};
use cheqqers_solve::{Bounds, Exploration, Extent, SolveError};

static GOES_ON: AtomicBool = AtomicBool::new(false);

fn rules(level: Level) -> Rules {
    let rules = Rules::new(level).with_draw_after(None).unwrap();
    rules.with_size(4).unwrap().with_rows(1).unwrap()
}

fn set_up(level: Level, fen: &str) -> Position {
    Position::from_fen(rules(level), fen).unwrap()
}

fn extent(most: usize, threads: usize) -> Extent {
    let threads = NonZeroUsize::new(threads).unwrap();
    Extent { most, threads }
}

fn explored(start: &Position, sameness: Sameness, most: usize) -> Exploration {
    let mut exploration = Exploration::new(start, sameness).unwrap();
    let explored = exploration.explore(start, extent(most, 1), &GOES_ON, |_| ());
    explored.unwrap();
    exploration
}

/// Bounds that are proved.
fn bounds(exploration: &Exploration) -> Bounds {
    let graph = &exploration.graph;
    let bounds = Bounds::of(graph, &GOES_ON, |_| ()).unwrap();
    bounds.check(graph).unwrap();
    bounds
}

/// Checks that a value is known to the last digit.
fn assert_exact(bounds: &Bounds, number: usize, value: i8) {
    let [least, most] = bounds.interval(number);
    let value = f64::from(value);
    assert!(least >= value && most <= value, "{number}: {least}..{most}");
}

fn code(position: &Position, sameness: Sameness) -> Vec<u8> {
    let mut code = Vec::new();
    assert!(position.encode(sameness, &mut code));
    code
}

/// Positions after each move; level 0 measures nothing.
fn next(position: &Position) -> Vec<Position> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let play = |mv| match position.clone().play_unchecked(mv) {
        Turn::Ready(after) => after,
        Turn::Pending(_) => panic!("level 0 measures nothing"),
    };
    legal.into_iter().map(play).collect()
}

/// Values of all positions of level 0 by going back from the end, ply by ply.
fn by_going_back(start: &Position) -> HashMap<Vec<u8>, i8> {
    let mut positions = HashMap::from([(code(start, Sameness::Equal), start.clone())]);
    let mut found = vec![start.clone()];
    while let Some(position) = found.pop() {
        for after in next(&position) {
            let code = code(&after, Sameness::Equal);
            if positions.insert(code, after.clone()).is_none() {
                found.push(after);
            }
        }
    }
    let mut values: HashMap<Vec<u8>, i8> = HashMap::new();
    loop {
        let before = values.len();
        let mut new = Vec::new();
        for (own, position) in &positions {
            if values.contains_key(own) {
                continue;
            }
            if let Some(outcome) = position.outcome() {
                let winner = Outcome::Decisive {
                    winner: position.turn().opponent(),
                };
                assert_eq!(outcome, winner);
                new.push((own.clone(), -1));
                continue;
            }
            let known = next(position).into_iter().map(|after| {
                let sign = if after.turn() == position.turn() {
                    1
                } else {
                    -1
                };
                values
                    .get(&code(&after, Sameness::Equal))
                    .map(|value| sign * value)
            });
            let known: Vec<Option<i8>> = known.collect();
            if known.contains(&Some(1)) {
                new.push((own.clone(), 1));
            } else if known.iter().all(|value| *value == Some(-1)) {
                new.push((own.clone(), -1));
            }
        }
        values.extend(new);
        if values.len() == before {
            break;
        }
    }
    for code in positions.into_keys() {
        values.entry(code).or_insert(0);
    }
    values
}

#[test]
fn classical_positions_have_the_values_found_by_going_back() {
    let start = Position::initial(rules(Level::Classical));
    let expected = by_going_back(&start);
    assert_eq!(expected.len(), 2409);
    for sameness in [Sameness::Equal, Sameness::Equivalent] {
        let exploration = explored(&start, sameness, usize::MAX);
        let bounds = bounds(&exploration);
        assert!(exploration.graph.is_closed());
        let len = if sameness == Sameness::Equal {
            2409
        } else {
            1889
        };
        assert_eq!(exploration.codes.len(), len);
        for (equal, &value) in &expected {
            let position = start.decode(equal).unwrap();
            let number = exploration.codes.number(&code(&position, sameness));
            assert_exact(&bounds, number.unwrap() as usize, value);
        }
    }
}

/// A king a side, in corners that do not see each other.
const KINGS: &str = "W:WK8:BK1";

#[test]
fn equivalent_positions_are_worth_the_same() {
    for level in [Level::Superposition, Level::Entanglement] {
        let start = set_up(level, KINGS);
        // At level 1 the classes are 22,418 and all there are.
        let classes = explored(&start, Sameness::Equivalent, 25_000);
        assert_eq!(classes.graph.is_closed(), level == Level::Superposition);
        let distinct = explored(&start, Sameness::Equal, 25_000);
        let (values, class_values) = (bounds(&distinct), bounds(&classes));
        let mut num_between = 0;
        for number in 0..distinct.graph.num_expanded() {
            let position = start.decode(distinct.codes.code(number)).unwrap();
            let class = code(&position, Sameness::Equivalent);
            let class = classes.codes.number(&class).unwrap() as usize;
            let [least, most] = values.interval(number);
            let [class_least, class_most] = class_values.interval(class);
            assert!(least <= class_most && class_least <= most);
            num_between += usize::from(least > 0.01 && most < 0.99);
        }
        assert!(num_between > 100, "{level:?}: {num_between}");
    }
}

#[test]
fn bounds_of_a_part_hold_for_the_whole() {
    let start = set_up(Level::Superposition, KINGS);
    let whole = explored(&start, Sameness::Equivalent, usize::MAX);
    assert!(whole.graph.is_closed());
    let values = bounds(&whole);
    let part = explored(&start, Sameness::Equivalent, whole.codes.len() / 2);
    assert!(part.graph.num_positions() < whole.graph.num_positions());
    let part_values = bounds(&part);
    let mut num_open = 0;
    for number in 0..part.graph.num_positions() {
        // Both are numbered in breadth.
        assert_eq!(part.codes.code(number), whole.codes.code(number));
        let [least, most] = part_values.interval(number);
        let [known_least, known_most] = values.interval(number);
        assert!(known_most - known_least < 1e-9);
        assert!(least <= known_most && known_least <= most);
        num_open += usize::from(most - least > 0.5);
    }
    assert!(num_open > 0);
}

#[test]
fn a_graph_does_not_depend_on_the_number_of_threads() {
    let start = set_up(Level::Interference, KINGS);
    let [one, three] = [1, 3].map(|threads| {
        let mut exploration = Exploration::new(&start, Sameness::Equal).unwrap();
        let explored = exploration.explore(&start, extent(15_000, threads), &GOES_ON, |_| ());
        explored.unwrap();
        exploration
    });
    let counted = |threads| {
        let start = set_up(Level::Superposition, KINGS);
        let mut exploration = Exploration::new(&start, Sameness::Equivalent).unwrap();
        let explored = exploration.explore(&start, extent(usize::MAX, threads), &GOES_ON, |_| ());
        explored.unwrap();
        exploration.by_plies()
    };
    assert_eq!(counted(1), counted(3));
    // With more threads, more positions are expanded after the last look at the limit.
    let both = one.codes.len().min(three.codes.len());
    assert!(both >= 15_000);
    for number in 0..both {
        assert_eq!(one.codes.code(number), three.codes.code(number));
    }
}

#[test]
fn plies_without_a_capture_count_where_they_draw() {
    let start = set_up(Level::Classical, KINGS);
    let clocked = start.rules().with_draw_after(Some(6)).unwrap();
    let clocked = Position::from_fen(clocked, KINGS).unwrap();
    let without = explored(&start, Sameness::Equivalent, usize::MAX);
    let with = explored(&clocked, Sameness::Equivalent, usize::MAX);
    assert!(with.codes.len() > without.codes.len());
    assert_eq!(with.by_plies().len(), 7);
    assert_exact(&bounds(&with), 0, 0);
}

#[test]
fn what_has_no_codes_is_refused_and_work_can_be_stopped() {
    let start = Position::initial(rules(Level::Interference));
    let mut exploration = Exploration::new(&start, Sameness::Equal).unwrap();
    let stop = AtomicBool::new(true);
    let stopped = exploration.explore(&start, extent(usize::MAX, 1), &stop, |_| ());
    assert_eq!(stopped.unwrap_err(), SolveError::Stopped);
    // Of the parts of two white pieces in one component, a code does not say which are which.
    let rules = start.rules().with_entanglement(Entanglement::Unlimited);
    let start = Position::initial(rules);
    let mut exploration = Exploration::new(&start, Sameness::Equal).unwrap();
    let refused = exploration.explore(&start, extent(usize::MAX, 1), &GOES_ON, |_| ());
    assert_eq!(refused.unwrap_err(), SolveError::NoCode);
}

#[test]
fn an_exploration_goes_on_from_its_file_as_if_never_stopped() {
    let start = set_up(Level::Superposition, KINGS);
    let whole = explored(&start, Sameness::Equivalent, usize::MAX);
    let whole_bytes = whole.to_bytes().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part");
    let mut exploration = Exploration::new(&start, Sameness::Equivalent).unwrap();
    let mut num_parts = 0;
    loop {
        fs::write(&path, exploration.to_bytes().unwrap()).unwrap();
        exploration = Exploration::open(&path).unwrap();
        assert!(exploration.begins_at(&start));
        let stop = AtomicBool::new(false);
        let after = exploration.codes.len() + 3000;
        let done = exploration.explore(&start, extent(usize::MAX, 1), &stop, |exploration| {
            stop.store(exploration.codes.len() > after, Ordering::Relaxed);
        });
        num_parts += 1;
        match done {
            Ok(()) => break,
            Err(error) => assert_eq!(error, SolveError::Stopped),
        }
    }
    assert!(num_parts > 3, "{num_parts}");
    assert!(exploration.to_bytes().unwrap() == whole_bytes);
    assert_eq!(exploration.by_plies(), whole.by_plies());
    assert!(!exploration.begins_at(&set_up(Level::Superposition, "W:WK7:BK1")));
    // Damage of any kind is found, unless what is compressed stays the same.
    for len in (0..whole_bytes.len()).step_by(997) {
        fs::write(&path, &whole_bytes[..len]).unwrap();
        Exploration::open(&path).unwrap_err();
        let mut changed = whole_bytes.clone();
        changed[len.max(10)] ^= 4;
        fs::write(&path, changed).unwrap();
        if let Ok(same) = Exploration::open(&path) {
            assert!(same.to_bytes().unwrap() == whole_bytes, "{len}");
        }
    }
}
