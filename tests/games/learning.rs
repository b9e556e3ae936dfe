//! Numbers of moves, planes, batches and trees of games, for players that learn.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use cheqqers_checkers::{Square, cheqqers, international};
use cheqqers_circuit::Bitstring;
use cheqqers_game::{
    Colour, Encoding, Game, GameExt, Measurement, MeasurementNode, Outcome, PAIR_PLANES, Pending,
    Ply, TreeNode, Turn, settings,
};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Limit, LuckMeter, PlayerKind, Stream, below, game_seed, generator};
use cheqqers_session::{
    Autoreset, BatchArrays, BatchSettings, BatchStepError, BatchedGames, FloatArray, GameKind,
    GameNode, GameVisitor, KNOWN, NodeError, Playable, Position, PositionArrays, RANDOM_ACTION,
    UnknownGame, with_game,
};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;

const SETTINGS: BatchSettings = BatchSettings {
    games: 3,
    seed: 7,
    threads: 1,
    autoreset: Autoreset::SameStep,
    max_plies: None,
    luck: None,
};

/// Arrays of three games.
struct Arrays {
    games: [u64; 3],
    plies: [u32; 3],
    turns: [i8; 3],
    rewards: [f32; 6],
    terminated: [bool; 3],
    truncated: [bool; 3],
    mask: Vec<i8>,
    planes: Vec<f64>,
    last_mask: Vec<i8>,
}

impl Arrays {
    fn new(start: &Position) -> Self {
        let actions: usize = start.action_space().unwrap().shape.iter().product();
        let planes = start.plane_layout().unwrap().len();
        Self {
            games: [0; 3],
            plies: [0; 3],
            turns: [0; 3],
            rewards: [0.0; 6],
            terminated: [false; 3],
            truncated: [false; 3],
            mask: vec![0; 3 * actions],
            planes: vec![0.0; 3 * planes],
            last_mask: vec![1; 3 * actions],
        }
    }

    fn all(&mut self) -> BatchArrays<'_> {
        BatchArrays {
            games: &mut self.games,
            plies: &mut self.plies,
            turns: &mut self.turns,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            current: PositionArrays {
                mask: &mut self.mask,
                planes: FloatArray::Double(&mut self.planes),
                pairs: FloatArray::None,
            },
            last: PositionArrays {
                mask: &mut self.last_mask,
                ..PositionArrays::default()
            },
        }
    }
}

fn start(kind: GameKind) -> Position {
    let small: &[(&str, &str)] = match kind.name {
        "queens-chess" => &[],
        "box-chess" => &[("board", "4x4")],
        _ => &[("size", "6")],
    };
    let small = small.iter().map(|&(key, value)| (key.into(), value.into()));
    let settings = kind.settings(None, &small.collect::<Vec<_>>()).unwrap();
    kind.start(&settings).unwrap().without_circuits()
}

/// Games that begin at a position.
fn batched(start: &Position, settings: BatchSettings) -> BatchedGames {
    let kind = GameKind::named(start.game()).unwrap();
    kind.batched_games(start, settings).unwrap()
}

/// The positions of a game of random players, and its result.
fn random_positions(kind: GameKind, start: &Position, seed: u64) -> Vec<Position> {
    let mut session = kind.session(start, start.setup().clone(), usize::MAX);
    let seat = |stream| kind.seat(&PlayerKind::Random, generator(seed, stream));
    let mut seats = [seat(Stream::White), seat(Stream::Black)];
    let rng = generator(seed, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
    let never = AtomicBool::new(false);
    let mut positions = vec![session.position()];
    while session.outcome().is_none() {
        let seat = &mut seats[session.turn() as usize];
        let chosen = seat.choose(&session, Limit::Own, &never).unwrap();
        session.play(&chosen.mv, &mut measurer).unwrap();
        positions.push(session.position());
    }
    positions
}

fn actions_of(mask: &[i8]) -> Vec<u32> {
    let legal = (0..).zip(mask).filter(|&(_, &legal)| legal == 1);
    legal.map(|(number, _)| number).collect()
}

#[test]
fn batches_play_the_random_games_of_the_command() {
    for kind in GameKind::all() {
        let start = start(kind);
        let mut batch = batched(&start, SETTINGS);
        let mut arrays = Arrays::new(&start);
        batch.restart(7, arrays.all());
        let mut games: Vec<Vec<Position>> = Vec::new();
        for number in 1..=6 {
            games.push(random_positions(kind, &start, game_seed(7, number)));
        }
        let sizes = [arrays.mask.len() / 3, arrays.planes.len() / 3];
        let longest = games.iter().map(Vec::len).max().unwrap();
        let mut ended = 0;
        for _ in 0..2 * longest {
            for row in 0..3 {
                let number = usize::try_from(arrays.games[row]).unwrap();
                let Some(positions) = games.get(number - 1) else {
                    continue;
                };
                let ply = arrays.plies[row] as usize;
                let (position, name) = (&positions[ply], kind.name);
                assert_eq!(
                    batch.position(row),
                    *position,
                    "{name} game {number} ply {ply}"
                );
                assert_eq!(
                    i8::from(position.turn() == Colour::Black),
                    arrays.turns[row]
                );
                let mut numbers: Vec<u32> =
                    position.legal_actions().into_iter().flatten().collect();
                assert_eq!(
                    numbers.len(),
                    position.legal_moves().len(),
                    "{name}: all are numbered"
                );
                numbers.sort_unstable();
                let mask = &arrays.mask[row * sizes[0]..(row + 1) * sizes[0]];
                assert_eq!(actions_of(mask), numbers, "{name}: each has its own");
                let planes = &arrays.planes[row * sizes[1]..(row + 1) * sizes[1]];
                assert_eq!(planes, position.planes());
                assert!(planes.iter().all(|value| value.abs() <= 1.0), "{name}");
            }
            let before = arrays.games;
            batch.step(&[RANDOM_ACTION; 3], arrays.all()).unwrap();
            for (row, &number) in before.iter().enumerate() {
                let at = usize::try_from(number).unwrap();
                let Some(last) = games.get(at - 1).and_then(|positions| positions.last()) else {
                    continue;
                };
                if arrays.terminated[row] {
                    ended += 1;
                    let white = match last.outcome().unwrap() {
                        Outcome::Draw => 0.0,
                        Outcome::Decisive {
                            winner: Colour::White,
                        } => 1.0,
                        Outcome::Decisive {
                            winner: Colour::Black,
                        } => -1.0,
                    };
                    assert_eq!(arrays.rewards[2 * row..2 * row + 2], [white, -white]);
                    assert_eq!(arrays.games[row], number + 3);
                    assert_eq!(arrays.plies[row], 0);
                } else {
                    assert_eq!(arrays.rewards[2 * row..2 * row + 2], [0.0, 0.0]);
                }
            }
        }
        assert!(ended >= 6, "{}", kind.name);
    }
}

/// Steps a batch by the first legal actions, and returns what its arrays held.
fn firsts(
    batch: &mut BatchedGames,
    arrays: &mut Arrays,
    steps: usize,
) -> Vec<(Vec<u32>, Vec<f64>)> {
    let size = arrays.mask.len() / 3;
    let mut seen = Vec::new();
    for step in 0..steps {
        let mut actions = [0; 3];
        for (row, action) in actions.iter_mut().enumerate() {
            let legal = actions_of(&arrays.mask[row * size..(row + 1) * size]);
            *action = legal
                .get(step % legal.len().max(1))
                .map_or(RANDOM_ACTION, |&number| number.into());
        }
        batch.step(&actions, arrays.all()).unwrap();
        seen.push((arrays.plies.to_vec(), arrays.planes.clone()));
    }
    seen
}

#[test]
fn batches_are_the_same_again_and_as_copies() {
    for kind in GameKind::all() {
        let start = start(kind);
        let mut arrays = Arrays::new(&start);
        let mut batch = batched(&start, SETTINGS);
        batch.restart(7, arrays.all());
        firsts(&mut batch, &mut arrays, 25);
        let mut copy = batch.copy();
        let mut restored = batched(&start, SETTINGS);
        restored.restore(&batch.records()).unwrap();
        let mask = arrays.mask.clone();
        let original = firsts(&mut batch, &mut arrays, 30);
        for other in [&mut copy, &mut restored] {
            arrays.mask.clone_from(&mask);
            assert_eq!(firsts(other, &mut arrays, 30), original, "{}", kind.name);
        }
    }
}

#[test]
fn an_illegal_action_steps_no_game() {
    let start = start(GameKind::named("cheqqers").unwrap());
    let mut arrays = Arrays::new(&start);
    let mut batch = batched(&start, SETTINGS);
    batch.restart(7, arrays.all());
    let before = batch.records();
    for action in [-2, 1, 640, i64::MAX] {
        let refused = batch.step(&[RANDOM_ACTION, action, RANDOM_ACTION], arrays.all());
        assert_eq!(refused, Err(BatchStepError::Illegal { index: 1, action }));
        assert_eq!(batch.records(), before);
    }
}

#[test]
fn games_begin_anew_when_they_are_to() {
    let start = start(GameKind::named("cheqqers").unwrap());
    let run = |autoreset| {
        let settings = BatchSettings {
            autoreset,
            max_plies: Some(5),
            ..SETTINGS
        };
        let mut arrays = Arrays::new(&start);
        let mut batch = batched(&start, settings);
        batch.restart(7, arrays.all());
        let mut seen = Vec::new();
        for _ in 0..7 {
            batch.step(&[RANDOM_ACTION; 3], arrays.all()).unwrap();
            seen.push((arrays.plies[0], arrays.truncated[0], arrays.games[0]));
        }
        batch.reset(&[true, false, false], arrays.all());
        (seen, arrays.plies, arrays.games)
    };
    let begun = |plies| (plies, false, 1);
    let first: Vec<_> = (1..5).map(begun).collect();
    let (same, _, games) = run(Autoreset::SameStep);
    assert_eq!(same[..4], first);
    assert_eq!(same[4..], [(0, true, 4), (1, false, 4), (2, false, 4)]);
    assert_eq!(games, [7, 5, 6]);
    let (next, ..) = run(Autoreset::NextStep);
    assert_eq!(next[..4], first);
    assert_eq!(next[4..], [(5, true, 1), (0, false, 4), (1, false, 4)]);
    let (disabled, plies, games) = run(Autoreset::Disabled);
    assert_eq!(disabled[4..], [(5, true, 1); 3]);
    assert_eq!((plies, games), ([0, 5, 5], [4, 2, 3]));
}

/// Numbers of threads don't change a game.
#[test]
fn threads_change_no_game() {
    let start = start(GameKind::named("cheqqers").unwrap());
    let rows = |threads| {
        let settings = BatchSettings {
            games: 700,
            threads,
            ..SETTINGS
        };
        let mut batch = batched(&start, settings);
        let (mut games, mut plies) = (vec![0; 700], vec![0; 700]);
        let (mut turns, mut rewards) = (vec![0; 700], vec![0.0; 1400]);
        let (mut terminated, mut truncated) = (vec![false; 700], vec![false; 700]);
        let mut seen = Vec::new();
        for _ in 0..80 {
            let arrays = BatchArrays {
                games: &mut games,
                plies: &mut plies,
                turns: &mut turns,
                rewards: &mut rewards,
                terminated: &mut terminated,
                truncated: &mut truncated,
                ..BatchArrays::default()
            };
            batch.step(&[RANDOM_ACTION; 700], arrays).unwrap();
            seen.push((games.clone(), plies.clone(), rewards.clone()));
        }
        seen
    };
    assert_eq!(rows(1), rows(2));
}

/// The luck of each ply is that of a meter of its own, as the manual says.
#[test]
fn rewards_adjusted_by_luck_are_less_the_luck_of_the_ply() {
    let kind = GameKind::named("cheqqers").unwrap();
    let start = start(kind);
    let settings = BatchSettings {
        luck: NonZeroU64::new(1),
        ..SETTINGS
    };
    let mut plain = Arrays::new(&start);
    let mut arrays = Arrays::new(&start);
    let mut batch = batched(&start, SETTINGS);
    let mut adjusted = batched(&start, settings);
    batch.restart(7, plain.all());
    adjusted.restart(7, arrays.all());
    let game = with_game("cheqqers", LuckOfPlies).unwrap();
    let mut met = 0;
    for expected in game {
        batch.step(&[RANDOM_ACTION; 3], plain.all()).unwrap();
        adjusted.step(&[RANDOM_ACTION; 3], arrays.all()).unwrap();
        assert_eq!((plain.games, plain.plies), (arrays.games, arrays.plies));
        let luck = f64::from(plain.rewards[0] - arrays.rewards[0]);
        assert!((luck - 2.0 * expected).abs() < 1e-6, "{luck} {expected}");
        met += usize::from(expected.abs() > 0.01);
        let sum = arrays.rewards[0] + arrays.rewards[1];
        assert!(sum.abs() < f32::MIN_POSITIVE);
    }
    assert!(met > 3, "{met}");
}

/// White's gain in points by each ply of the first random game of seed 7 on 6 x 6.
struct LuckOfPlies;

impl GameVisitor for LuckOfPlies {
    type Done = Vec<f64>;
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<Vec<f64>, UnknownGame> {
        let header = settings::header::<G>(None, [("size", "6")]).unwrap();
        let mut position = G::from_header(&header).unwrap();
        position.world_mut().stop_recording();
        let stream = |stream| generator(7, stream);
        let mut players = [stream(Stream::White), stream(Stream::Black)];
        let mut rng = stream(Stream::Measurements);
        let never = AtomicBool::new(false);
        let mut all = Vec::new();
        while position.outcome().is_none() {
            let player = &mut players[position.turn() as usize];
            let mv = position.choose_move(|len| below(player, len)).unwrap();
            let mut measurements = Vec::new();
            let turn = position.clone().play_unchecked(mv);
            let finished = turn.finish(|pending| {
                let bits = pending.sample(&mut rng);
                measurements.push(Measurement::new(pending, bits, ""));
                Ok::<_, ()>(bits)
            });
            let Ok(after) = finished else {
                panic!("what is drawn is legal");
            };
            let ply = Ply { mv, measurements };
            let mut meter = LuckMeter::new(NonZeroU64::MIN);
            all.push(position.luck(&mut meter, &ply, &never).unwrap());
            position = after;
        }
        Ok(all)
    }
}

/// The bitstrings that a chain of chance nodes leads to, with their probabilities.
fn chain<G: Game>(node: TreeNode<G>, probability: f64, found: &mut Vec<(G, f64)>) {
    match node {
        TreeNode::Position(position) => found.push((position, probability)),
        TreeNode::Measurement(chance) => {
            let outcomes = chance.outcomes();
            let sum: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
            assert!((sum - 1.0).abs() < 1e-12 && outcomes.len() > 1);
            assert!(outcomes.is_sorted_by_key(|&(number, _)| number));
            assert!(outcomes.len() <= chance.pending().slots().len() + 1);
            assert!(MeasurementNode::follow(chance.clone(), 500).is_none());
            for (number, factor) in outcomes {
                let next = chance.clone().follow(number).unwrap();
                chain(next, probability * factor, found);
            }
        }
    }
}

/// Positions of a move that are compared, at most.
const MOST: usize = 200;

/// The positions that bitstrings lead to, with their probabilities; more than [`MOST`] where there are many.
fn whole<G: Game>(turn: Turn<G>, probability: f64, found: &mut Vec<(G, f64)>) {
    if found.len() > MOST {
        return;
    }
    match turn {
        Turn::Ready(position) => found.push((position, probability)),
        Turn::Pending(pending) => {
            for (bits, factor) in Pending::outcomes(&pending) {
                let turn = pending.clone().resolve(&bits).unwrap();
                whole(turn, probability * factor, found);
            }
        }
    }
}

/// Sum of the probabilities of positions by what is on the board.
fn sums<G: Game>(found: &[(G, f64)]) -> BTreeMap<String, f64> {
    let mut sums = BTreeMap::new();
    for (position, probability) in found {
        let places = position.occupied().into_iter();
        let places: Vec<_> = places.map(|one| (one.place, one.piece)).collect();
        let text = format!("{:?} {places:?} {}", position.turn(), position.rights());
        *sums.entry(text).or_insert(0.0) += probability;
    }
    sums
}

struct Chains;

impl GameVisitor for Chains {
    type Done = usize;
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<usize, UnknownGame> {
        let changes: &[(&str, &str)] = if G::NAME.ends_with("chess") {
            &[]
        } else {
            &[("size", "6")]
        };
        let settings = settings::header::<G>(None, changes.iter().copied()).unwrap();
        let mut start = G::from_header(&settings).unwrap();
        start.world_mut().stop_recording();
        let base = seed::choose(2041);
        let mut measured = 0;
        for game in 0..6 {
            for ply in random_game(start.clone(), base.wrapping_add(game)).take(80) {
                let turn = ply.before.clone().play_unchecked(ply.mv);
                if matches!(turn, Turn::Ready(_)) {
                    continue;
                }
                let (mut by_chain, mut by_bits) = (Vec::new(), Vec::new());
                whole(turn, 1.0, &mut by_bits);
                if by_bits.len() > MOST {
                    continue;
                }
                measured += 1;
                let node = TreeNode::after(ply.before.clone(), ply.mv);
                chain(node, 1.0, &mut by_chain);
                assert_eq!(by_chain.len(), by_bits.len());
                let (by_chain, by_bits) = (sums(&by_chain), sums(&by_bits));
                assert!(by_chain.keys().eq(by_bits.keys()));
                for (a, b) in by_chain.values().zip(by_bits.values()) {
                    assert!((a - b).abs() < 1e-12, "{a} {b}");
                }
            }
        }
        Ok(measured)
    }
}

#[test]
fn chains_of_chance_lead_where_measurements_do() {
    for game in KNOWN {
        let measured = with_game(game.name, Chains).unwrap();
        assert!(measured > 3, "{}: {measured}", game.name);
    }
}

#[test]
fn states_follow_legal_numbers_only() {
    let start = start(GameKind::named("cheqqers").unwrap());
    let mut state: GameNode = GameKind::named("cheqqers")
        .unwrap()
        .node(&start, Some(2))
        .unwrap();
    let legal = state.legal_actions();
    assert!(legal.is_sorted() && !legal.is_empty());
    assert_eq!(state.apply(9999), Err(NodeError::Illegal { number: 9999 }));
    let other = state.clone();
    for _ in 0..2 {
        let action = state.legal_actions()[0];
        assert!(state.legal_moves_text().contains(&state.text(action)));
        state.apply(action).unwrap();
    }
    assert_eq!(state.outcome(), Some(Outcome::Draw));
    assert!(state.legal_actions().is_empty());
    assert_eq!(state.apply(legal[0]), Err(NodeError::Over));
    assert_eq!(other.legal_actions(), legal);
}

trait LegalTexts {
    fn legal_moves_text(&self) -> Vec<String>;
}

impl LegalTexts for GameNode {
    fn legal_moves_text(&self) -> Vec<String> {
        let legal = self.position().legal_moves();
        legal.iter().map(|mv| mv.text()).collect()
    }
}

/// Amplitudes of a whole board as basis states over cells.
fn amplitudes(position: &cheqqers::Position) -> Vec<(u64, num_complex::Complex64)> {
    let size = position.rules().size();
    let cell = |square: Square| {
        let turned = |coordinate: u8| match position.turn() {
            Colour::White => coordinate,
            Colour::Black => size - 1 - coordinate,
        };
        usize::from(turned(square.rank())) * usize::from(size.div_ceil(2))
            + usize::from(turned(square.file()) / 2)
    };
    let certain = position.board().occupied().into_iter();
    let certain = certain.filter(|&square| !position.board().is_quantum(square));
    let certain: u64 = certain.map(|square| 1 << cell(square)).sum();
    let mut all = vec![(certain, num_complex::Complex64::ONE)];
    for component in position.world().components() {
        let slots = component.slots();
        let kets = component.amplitudes();
        let bits = |bits: Bitstring| -> u64 {
            let read = slots.iter().zip(bits.iter()).filter(|(_, bit)| *bit);
            read.map(|(&slot, _)| 1 << cell(Square::from_slot(slot)))
                .sum()
        };
        let joined = all.iter().flat_map(|&(basis, amplitude)| {
            let more = kets.iter();
            more.map(move |&(ket, factor)| (basis, ket, amplitude * factor))
        });
        all = joined
            .map(|(basis, ket, amplitude)| (basis | bits(ket), amplitude))
            .collect();
    }
    all
}

#[test]
fn planes_and_pairs_are_those_of_the_amplitudes() {
    let base = seed::choose(2042);
    let rules = cheqqers::Rules::new(cheqqers::Level::Interference);
    let mut coherent = 0;
    for game in 0..20 {
        let start = cheqqers::Position::initial(rules.with_size(6).unwrap());
        for ply in random_game(start, base.wrapping_add(game)) {
            let position = ply.after;
            let all = amplitudes(&position);
            if all.len() > 2000 {
                continue;
            }
            let cells = position.plane_layout().unwrap().num_cells();
            let mut planes = vec![0.0; position.plane_layout().unwrap().len()];
            position.planes(|number, value| planes[number] = value);
            let mut pairs = vec![0.0; PAIR_PLANES.len() * cells * cells];
            cheqqers_game::pair_planes(&position, cells, |number, value| pairs[number] = value);
            for a in 0..cells {
                let there: f64 = (0..4).map(|plane| planes[plane * cells + a]).sum();
                let expected = sum(&all, |basis| basis >> a & 1 == 1);
                assert!((there - expected).abs() < 1e-12, "{there} {expected}");
                for b in 0..cells {
                    let entry = |plane: usize| pairs[(plane * cells + a) * cells + b];
                    let both = sum(&all, |basis| basis >> a & 1 == 1 && basis >> b & 1 == 1);
                    assert!((entry(0) - both).abs() < 1e-12);
                    if entry(3) == 0.0 && a != b {
                        continue;
                    }
                    let moved: num_complex::Complex64 = all
                        .iter()
                        .filter(|(basis, _)| basis >> a & 1 == 1 && (a == b || basis >> b & 1 == 0))
                        .map(|&(basis, amplitude)| {
                            let other = basis & !(1 << a) | 1 << b;
                            let found = all.iter().find(|(basis, _)| *basis == other);
                            found.map_or(num_complex::Complex64::ZERO, |(_, at)| {
                                amplitude * at.conj()
                            })
                        })
                        .sum();
                    assert!((entry(1) - moved.re).abs() < 1e-12, "{a} {b}");
                    assert!((entry(2) - moved.im).abs() < 1e-12, "{a} {b}");
                    coherent += usize::from(a != b && moved.norm() > 0.1);
                }
            }
        }
    }
    assert!(coherent > 100, "{coherent}");
}

fn sum(all: &[(u64, num_complex::Complex64)], is_meant: impl Fn(u64) -> bool) -> f64 {
    let meant = all.iter().filter(|(basis, _)| is_meant(*basis));
    meant.map(|(_, amplitude)| amplitude.norm_sqr()).sum()
}

#[test]
fn numberings_keep_their_sizes_and_numbers() {
    let sizes = |name: &str, changes: &[(&str, &str)]| {
        let kind = GameKind::named(name).unwrap();
        let changes = changes
            .iter()
            .map(|&(key, value)| (key.into(), value.into()));
        let settings = kind.settings(None, &changes.collect::<Vec<_>>()).unwrap();
        let start = kind.start(&settings).unwrap();
        let actions = start
            .legal_actions()
            .into_iter()
            .flatten()
            .collect::<Vec<_>>();
        (start.action_space().unwrap().shape, actions)
    };
    let (shape, actions) = sizes("cheqqers", &[]);
    assert_eq!(shape, [20, 8, 4]);
    assert_eq!(actions[..4], [104, 73, 105, 74]);
    assert!(actions.contains(&425), "c3^b4d4");
    let (shape, actions) = sizes("rotation", &[]);
    assert_eq!((shape, &actions[..2]), (vec![8, 8, 4], &[104, 73][..]));
    let (shape, actions) = sizes("blocking", &[]);
    assert_eq!(shape, [113, 8, 4]);
    assert!(actions.contains(&425), "c3^b4d4");
    let half = actions.contains(&233);
    assert!(
        !half,
        "c3^d4 is a move with one target, which the default has not"
    );
    assert_eq!(sizes("international", &[]).0, [2560]);
    assert_eq!(sizes("international", &[("size", "10")]).0, [6770]);
    let international =
        international::Position::initial(international::Rules::new(cheqqers::Level::Interference));
    let table = international.actions().unwrap();
    let shared = table.moves(
        Colour::White,
        table
            .number(Colour::White, "c3-e5".parse().unwrap())
            .unwrap(),
    );
    assert_eq!(shared.len(), 2, "a step and a capture");
}
