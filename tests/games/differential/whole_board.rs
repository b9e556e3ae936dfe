//! The game on one state with a qubit for every square: no components, nothing certain, nothing
//! renamed, every move its literal gates.

use std::collections::BTreeSet;

use cheqqers_checkers::{Entanglement, Level, Move, Position, Rules, Square};
use cheqqers_circuit::{Gate, Qubit};
use cheqqers_game::Game;
use cheqqers_sim::Sparse;
use cheqqers_testkit::playout::{RandomPly, random_game};
use cheqqers_testkit::seed;

/// Games for each level and size.
const GAMES: u64 = if cfg!(feature = "slow-tests") {
    1000
} else {
    30
};

/// The whole board's amplitudes are the product of all components': here a game is given up.
const MOST_AMPLITUDES: usize = if cfg!(feature = "slow-tests") {
    1 << 14
} else {
    1 << 10
};

/// How far two ways to compute a probability may differ.
const CLOSE: f64 = 1e-9;

/// The plies that classical checkers does not have, but for steps and splits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Merge,
    Measured,
    Entangling,
    Pass,
}

struct WholeBoard {
    squares: Vec<Square>,
    state: Sparse,
}

impl WholeBoard {
    fn new(position: &Position) -> Self {
        let squares: Vec<Square> = position.board().all().into_iter().collect();
        let mut state = Sparse::new();
        for &square in &squares {
            let occupied = position.board().occupied().contains(square);
            state.add_qubit(occupied).unwrap();
        }
        Self { squares, state }
    }

    fn qubit(&self, square: Square) -> Qubit {
        let index = self.squares.iter().position(|&other| other == square);
        Qubit::from_index(index.expect("a square of the board"))
    }

    fn gate(&mut self, gate: Gate, squares: &[Square]) {
        let qubits: Vec<Qubit> = squares.iter().map(|&square| self.qubit(square)).collect();
        self.state.apply(gate, &qubits);
    }

    /// Plays a ply; says what kind of capture it was, if it was one that the quantum state decides.
    fn play(&mut self, ply: &RandomPly<Position>) -> Option<Kind> {
        for measured in &ply.measured {
            let squares = measured.slots.iter().map(|&slot| Square::from_slot(slot));
            let bits: Vec<(Qubit, bool)> = squares
                .map(|square| self.qubit(square))
                .zip(measured.bits.iter())
                .collect();
            let probability = self.state.project(&bits).unwrap();
            assert!((probability - measured.probability).abs() < CLOSE);
        }
        match ply.mv {
            Move::Step { from, to } => self.gate(Gate::Iswap, &[from, to]),
            Move::Split { from, to } => self.gate(Gate::Split, &[from, to[0], to[1]]),
            Move::Merge { from, to } => {
                self.gate(Gate::Merge, &[from[0], from[1], to]);
                return Some(Kind::Merge);
            }
            Move::Capture { from, to } => {
                let over = from.between(to).expect("a jump");
                if !ply.after.captured().is_empty() {
                    self.gate(Gate::X, &[over]);
                    self.gate(Gate::Iswap, &[from, to]);
                    return (!ply.measured.is_empty()).then_some(Kind::Measured);
                } else if ply.measured.is_empty() {
                    self.gate(Gate::Ccx, &[from, over, to]);
                    self.gate(Gate::Cx, &[to, over]);
                    self.gate(Gate::Cx, &[to, from]);
                    self.gate(Gate::S, &[to]);
                    return Some(Kind::Entangling);
                }
                return Some(Kind::Pass);
            }
        }
        None
    }

    /// Each square has the probability that the position gives it, and each basis state the
    /// product of what the components give it.
    fn check(&self, position: &Position) {
        for &square in &self.squares {
            let found = self.state.probability(self.qubit(square));
            let expected = position.probability(square);
            assert!(
                (found - expected).abs() < CLOSE,
                "{square}: {found}, not {expected}"
            );
        }
        for (index, amplitude) in self.state.amplitudes() {
            let probability = amplitude.norm_sqr();
            let is_set = |square: Square| index >> self.qubit(square).index() & 1 == 1;
            let product: f64 = position
                .world()
                .components()
                .iter()
                .map(|component| {
                    let slots = component.slots().into_iter().map(Square::from_slot);
                    let bits = slots.map(is_set).collect();
                    component
                        .probability_of(bits)
                        .expect("as many bits as slots")
                })
                .product();
            let found = probability;
            assert!(
                (found - product).abs() < CLOSE,
                "{index:b}: {found}, not {product}"
            );
        }
        assert!((self.state.norm_squared() - 1.0).abs() < CLOSE);
    }
}

fn compare(rules: Rules) -> BTreeSet<Kind> {
    let mut seen = BTreeSet::new();
    let base = seed::choose(32);
    for game in 0..GAMES {
        let start = Position::initial(rules);
        let mut whole = WholeBoard::new(&start);
        for ply in random_game(start, base.wrapping_add(game)) {
            seen.extend(whole.play(&ply));
            whole.check(&ply.after);
            if whole.state.len() > MOST_AMPLITUDES {
                break;
            }
        }
    }
    seen
}

#[test]
fn components_are_one_state_of_the_whole_board() {
    use Kind::{Entangling, Measured, Merge, Pass};
    for (level, kinds) in Level::ALL.into_iter().zip([
        &[][..],
        &[Measured, Pass],
        &[Measured, Entangling, Pass],
        &[Merge, Measured, Entangling, Pass],
    ]) {
        let mut seen = BTreeSet::new();
        for size in [4, 5, 6, 8] {
            let rules = Rules::new(level).with_size(size).unwrap();
            seen.extend(compare(rules));
            seen.extend(compare(rules.with_rows(1).unwrap()));
        }
        assert_eq!(seen, kinds.iter().copied().collect());
    }
}

#[test]
fn unlimited_entanglement_is_one_state_of_the_whole_board() {
    for size in [4, 5, 6, 8] {
        let rules = Rules::new(Level::Interference).with_size(size).unwrap();
        compare(rules.with_entanglement(Entanglement::Unlimited));
    }
}
