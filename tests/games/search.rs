//! Searches of positions and the player of a trained network, in every game.

use std::num::NonZeroU32;
use std::sync::atomic::AtomicBool;

use cheqqers_checkers::cheqqers;
use cheqqers_game::{Game, GameExt, Outcome, Turn};
use cheqqers_players::{
    Forfeit, MoveContext, NamedNet, Net, NetError, NetPlayer, Player, Stream, generator,
    net_settings,
};
use cheqqers_search::{Puct, SearchSettings, SearchSummary, Selection};
use cheqqers_session::{GameKind, GameSearchError, GameSearches, Position};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;

fn starts(kind: GameKind) -> Position {
    let small: &[(&str, &str)] = match kind.name {
        "queens-chess" => &[],
        "box-chess" => &[("board", "4x4")],
        _ => &[("size", "4")],
    };
    let small = small.iter().map(|&(key, value)| (key.into(), value.into()));
    let settings = kind.settings(None, &small.collect::<Vec<_>>()).unwrap();
    kind.start(&settings).unwrap().without_circuits()
}

/// The bytes of a network with one hidden layer, whose weights are small numbers.
fn bytes_of(position: &Position, units: usize, change: impl Fn(&mut String)) -> Vec<u8> {
    let space = position.action_space().unwrap();
    let layout = position.plane_layout().unwrap();
    let outputs: usize = space.shape.iter().product();
    let inputs = layout.len();
    let mut header = format!(
        r#"{{"format":"cheqqers-net","version":1,"actions":"{}","planes":"{}","inputs":{inputs},"hidden":[{units}],"outputs":{outputs},"simulations":8}}"#,
        space.name, layout.name
    );
    change(&mut header);
    let mut bytes = header.into_bytes();
    bytes.push(b'\n');
    let numbers = (inputs + 1) * units + (units + 1) * (outputs + 1);
    for number in 0..numbers {
        let weight = ((number * 7919 % 1009) as f32 / 1009.0 - 0.5) * 0.2;
        bytes.extend(weight.to_le_bytes());
    }
    bytes
}

fn net_of(position: &Position) -> Net {
    Net::read(&bytes_of(position, 24, |_| {})[..]).unwrap()
}

fn searches(position: &Position, seeds: u64, threads: usize) -> GameSearches {
    let kind = GameKind::named(position.game()).unwrap();
    let roots: Vec<_> = (1..=seeds).map(|seed| (position.clone(), seed)).collect();
    kind.searches(&roots, &net_settings(12), threads).unwrap()
}

#[test]
fn a_network_searches_every_game_as_its_predictions_from_outside_do() {
    let never = AtomicBool::new(false);
    for kind in GameKind::all() {
        let start = starts(kind);
        let net = net_of(&start);
        let mut inside = searches(&start, 5, 2);
        inside.run(&net, &never).unwrap();
        let mut outside = searches(&start, 5, 1);
        let outputs = net.header().outputs;
        loop {
            let leaves = outside.select().unwrap();
            if leaves == 0 {
                break;
            }
            let planes = outside.leaf_planes();
            let size = net.header().inputs;
            assert_eq!(planes.len(), leaves * size);
            assert_eq!(outside.leaf_actions().len(), leaves);
            let predicted = planes.chunks(size).map(|row| slow(&start, row));
            let (values, logits): (Vec<f32>, Vec<Vec<f32>>) = predicted.unzip();
            assert!(logits.iter().all(|row| row.len() == outputs));
            outside.expand(&values, &logits.concat()).unwrap();
        }
        let policies = |found: Vec<SearchSummary>| {
            let policy = found.into_iter().flat_map(|summary| summary.actions);
            policy.map(|action| action.policy).collect::<Vec<_>>()
        };
        let [a, b] = [&inside, &outside].map(|searches| policies(searches.summaries()));
        assert_eq!(a.len(), b.len());
        for (a, b) in a.iter().zip(&b) {
            assert!((a - b).abs() < 1e-3, "{}: {a} {b}", kind.name);
        }
        let summary = &inside.summaries()[0];
        assert!(summary.simulations == 12 || summary.is_solved);
    }
}

/// Predictions of the network of [`bytes_of`], computed one number after the other.
fn slow(position: &Position, inputs: &[f32]) -> (f32, Vec<f32>) {
    let bytes = bytes_of(position, 24, |_| {});
    let start = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let (numbers, _) = bytes[start..].as_chunks::<4>();
    let mut numbers = numbers
        .iter()
        .map(|bytes| f64::from(f32::from_le_bytes(*bytes)));
    let mut layer = |inputs: &[f64], outputs: usize| {
        let weights: Vec<f64> = numbers.by_ref().take(inputs.len() * outputs).collect();
        let biases: Vec<f64> = numbers.by_ref().take(outputs).collect();
        let sum = |output: usize| {
            let products = inputs.iter().enumerate();
            let products = products.map(|(input, value)| value * weights[input * outputs + output]);
            products.sum::<f64>() + biases[output]
        };
        (0..outputs).map(sum).collect::<Vec<f64>>()
    };
    let inputs: Vec<f64> = inputs.iter().copied().map(f64::from).collect();
    let hidden = layer(&inputs, 24).into_iter().map(|unit| unit.max(0.0));
    let hidden: Vec<f64> = hidden.collect();
    let outputs = position.action_space().unwrap().shape.iter().product();
    let logits = layer(&hidden, outputs);
    let value = layer(&hidden, 1)[0];
    #[expect(
        clippy::cast_possible_truncation,
        reason = "networks have not that many digits"
    )]
    let single = |value: f64| value as f32;
    let logits = logits.into_iter().map(single).collect();
    (single(value / (1.0 + value.abs())), logits)
}

#[test]
fn wrong_predictions_and_roots_are_refused() {
    let cheqqers = starts(GameKind::named("cheqqers").unwrap());
    let rotation = starts(GameKind::named("rotation").unwrap());
    let kind = GameKind::named("cheqqers").unwrap();
    let roots = [(cheqqers.clone(), 1), (rotation.clone(), 2)];
    let error = kind.searches(&roots, &net_settings(4), 1).unwrap_err();
    assert!(
        matches!(error, GameSearchError::OtherGame { index: 1, .. }),
        "{error}"
    );
    let error = kind.searches(&roots[..1], &net_settings(0), 1).unwrap_err();
    assert_eq!(error.to_string(), "the setting simulations is out of range");
    let mut searches = searches(&cheqqers, 2, 2);
    assert_eq!(searches.select().unwrap(), 2);
    let actions = net_of(&cheqqers).header().outputs;
    let error = searches.expand(&[0.0], &vec![0.0; actions]).unwrap_err();
    assert!(matches!(
        error,
        GameSearchError::Predictions {
            expected: 2,
            found: 1
        }
    ));
    // The second thread's is wrong: the first has not expanded either.
    let error = searches
        .expand(&[0.0, 2.0], &vec![0.0; 2 * actions])
        .unwrap_err();
    assert!(error.to_string().contains("is not in -1..=1"), "{error}");
    searches
        .expand(&[0.0, 0.0], &vec![0.0; 2 * actions])
        .unwrap();
    let never = AtomicBool::new(false);
    let error = searches.run(&net_of(&rotation), &never).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("it is for rotation-actions-v1"),
        "{error}"
    );
}

#[test]
fn files_that_hold_no_network_are_refused() {
    let start = starts(GameKind::named("cheqqers").unwrap());
    let read = |change: &dyn Fn(&mut String)| Net::read(&bytes_of(&start, 4, change)[..]);
    assert!(read(&|_| {}).is_ok());
    let text = |change: &dyn Fn(&mut String)| read(change).unwrap_err().to_string();
    let replaced = |from: &'static str, to: &'static str| {
        move |header: &mut String| *header = header.replace(from, to)
    };
    assert_eq!(
        text(&replaced("cheqqers-net", "other-net")),
        "it is other-net 1, not cheqqers-net 1"
    );
    assert_eq!(
        text(&replaced("\"version\":1", "\"version\":2")),
        "it is cheqqers-net 2, not cheqqers-net 1"
    );
    let longer = read(&replaced("[4]", "[5]"));
    assert!(matches!(longer, Err(NetError::Length { expected, found }) if expected > found));
    assert_eq!(text(&replaced("[4]", "[0]")), "hidden is out of range");
    assert_eq!(
        text(&replaced("\"simulations\":8", "\"simulations\":0")),
        "simulations is out of range"
    );
    assert_eq!(
        text(&|header| header.clear()),
        "its first line does not describe a network"
    );
    assert!(matches!(Net::read(&b""[..]), Err(NetError::Header(_))));
    let mut bytes = bytes_of(&start, 4, |_| {});
    bytes.push(0);
    assert!(matches!(
        Net::read(&bytes[..]),
        Err(NetError::Length { .. })
    ));
    bytes.truncate(bytes.len() - 5);
    bytes.extend(f32::NAN.to_le_bytes());
    assert!(matches!(Net::read(&bytes[..]), Err(NetError::NotFinite)));
}

#[test]
fn the_player_of_a_network_takes_a_certain_win_and_refuses_other_boards() {
    let folder = tempfile::tempdir().unwrap();
    let start = starts(GameKind::named("cheqqers").unwrap());
    let file = folder.path().join("small.net");
    std::fs::write(&file, bytes_of(&start, 8, |_| {})).unwrap();
    let file = file.display().to_string();
    let named = NamedNet::new(file.clone(), NonZeroU32::new(64));
    assert_eq!(named.to_string(), format!("net@64:{file}"));
    let rules = cheqqers::Rules::new(cheqqers::Level::Classical)
        .with_size(4)
        .unwrap();
    let mut player = NetPlayer::new(named.clone(), generator(1, Stream::White));
    let mut met = 0;
    for game in 0..3000 {
        for ply in random_game(
            cheqqers::Position::initial(rules),
            seed::choose(2043) + game,
        ) {
            let position = ply.before;
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let wins = |&mv: &cheqqers::Move| {
                let Turn::Ready(after) = position.clone().play_unchecked(mv) else {
                    panic!("level 0 measures nothing");
                };
                let winner = position.turn();
                after.outcome() == Some(Outcome::Decisive { winner })
            };
            let winning = legal.iter().filter(|mv| wins(mv)).count();
            if winning == 0 || winning == legal.len() {
                continue;
            }
            met += 1;
            let mv = player.choose(&MoveContext::of(&position, &legal)).unwrap();
            assert!(wins(&mv), "{mv} of {legal:?}");
        }
    }
    assert!(met > 5, "{met}");
    let other = cheqqers::Position::initial(rules.with_size(6).unwrap());
    let refused = Player::<cheqqers::Position>::prepare(&mut player, &other).unwrap_err();
    assert!(matches!(refused, Forfeit::Fault(_)));
    assert!(
        refused
            .to_string()
            .contains("not for cheqqers-actions-v1 (360)"),
        "{refused}"
    );
    let missing = NamedNet::new("no such file".into(), None);
    let error = missing.open().unwrap_err().to_string();
    assert_eq!(error, "could not open no such file");
}

/// With more simulations a search by rules that know nothing finds what a deep search finds.
#[test]
fn the_values_of_searches_come_near_those_of_the_whole_tree() {
    let kind = GameKind::named("cheqqers").unwrap();
    let settings = kind.settings(
        None,
        &[
            ("size".into(), "4".into()),
            ("level".into(), "1".into()),
            ("draw_after".into(), "4".into()),
        ],
    );
    let start = kind.start(&settings.unwrap()).unwrap();
    let value = |simulations: u32| {
        let settings = SearchSettings {
            simulations,
            selection: Selection::Puct(Puct::default()),
            ..SearchSettings::default()
        };
        let mut searches = kind.searches(&[(start.clone(), 1)], &settings, 1).unwrap();
        let actions: usize = start.action_space().unwrap().shape.iter().product();
        loop {
            let leaves = searches.select().unwrap();
            if leaves == 0 {
                break;
            }
            searches
                .expand(&vec![0.0; leaves], &vec![0.0; leaves * actions])
                .unwrap();
        }
        searches.summaries()[0].clone()
    };
    let found = value(60_000);
    let exact = *start
        .move_values(5, std::num::NonZeroU64::new(1_000_000).unwrap())
        .last()
        .unwrap()
        .iter()
        .max_by(|a, b| a.total_cmp(b))
        .unwrap();
    assert!(
        (found.value.unwrap() - exact).abs() < 0.02,
        "{found:?} {exact}"
    );
}
