//! Shots of noisy circuits: for each the faults are drawn, and a pure state is run with them.

use cheqqers_circuit::{Bitstring, Circuit, Gate, Qubit};
use rand::Rng;

use super::NoiseModel;
use super::rotated::RotatedSparse;
use super::state::State;
use super::steps::{Noise, Step, steps};
use crate::sample::uniform;
use crate::{Dense, Readout, SimError, Sparse};

impl Dense {
    /// Shots of a circuit whose gates and readout are noisy, in the order drawn.
    ///
    /// Each shot has faults of its own. Those without any, most of them where noise is low, come
    /// from one run; each other costs a run of its own. The same generator gives the same shots.
    ///
    /// # Errors
    /// As [`Self::run`].
    ///
    /// ```
    /// use cheqqers_circuit::{Circuit, Gate, Qubit};
    /// use cheqqers_sim::{Dense, NoiseModel};
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::SeedableRng;
    ///
    /// let mut circuit = Circuit::new(2, 0);
    /// circuit.push(Gate::X, &[Qubit(1)])?;
    /// circuit.measure_all();
    /// let mut rng = ChaCha8Rng::from_seed([7; 32]);
    /// let always = NoiseModel::bit_flip(1.0)?;
    /// let shots = Dense::noisy_shots(&circuit, &always, 2, &mut rng)?;
    /// assert_eq!(shots, ["10".parse()?, "10".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn noisy_shots<R: Rng + ?Sized>(
        circuit: &Circuit,
        model: &NoiseModel,
        shots: usize,
        rng: &mut R,
    ) -> Result<Vec<Bitstring>, SimError> {
        noisy_shots::<Self, R>(circuit, model, shots, rng)
    }
}

impl Sparse {
    /// Shots of a circuit whose gates and readout are noisy, as [`Dense::noisy_shots`] gives them.
    ///
    /// # Errors
    /// As [`Self::run`], within the default [`Limits`](crate::Limits).
    pub fn noisy_shots<R: Rng + ?Sized>(
        circuit: &Circuit,
        model: &NoiseModel,
        shots: usize,
        rng: &mut R,
    ) -> Result<Vec<Bitstring>, SimError> {
        noisy_shots::<RotatedSparse, R>(circuit, model, shots, rng)
    }
}

/// The steps of one component, which are run again and again.
struct Trajectories {
    num_qubits: usize,
    steps: Vec<Step>,
}

/// Runs each component of a circuit on its own, so that fewer shots of each have a fault.
fn noisy_shots<S: State, R: Rng + ?Sized>(
    circuit: &Circuit,
    model: &NoiseModel,
    shots: usize,
    rng: &mut R,
) -> Result<Vec<Bitstring>, SimError> {
    let readout = Readout::of(circuit)?;
    // Made of the whole circuit: a qubit waits for the last gate of any component.
    let steps = steps(circuit, model);
    let mut all = vec![Bitstring::zeros(readout.num_bits()); shots];
    for (qubits, _) in circuit.components() {
        let own = readout.restricted_to(&qubits);
        if own.readout.num_bits() == 0 {
            continue;
        }
        let trajectories = Trajectories {
            num_qubits: qubits.len(),
            steps: steps
                .iter()
                .filter_map(|step| step.within(&qubits))
                .collect(),
        };
        own.write_all(
            trajectories.shots::<S, R>(&own.readout, shots, rng)?,
            &mut all,
        );
    }
    for bits in &mut all {
        *bits = model.misread(&readout, *bits, rng);
    }
    Ok(all)
}

impl Trajectories {
    /// Shots read without errors, in the order drawn.
    fn shots<S: State, R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Result<Vec<Bitstring>, SimError> {
        let (quiet, struck) = self.quiet::<S>()?;
        // The place of the first fault of each shot, by one number.
        let first: Vec<usize> = (0..shots)
            .map(|_| {
                let drawn = uniform(rng.next_u64());
                struck.partition_point(|&until| until <= drawn)
            })
            .collect();
        let is_quiet = |step: &usize| *step == self.steps.len();
        let num_quiet = first.iter().copied().filter(|step| is_quiet(step)).count();
        let mut undisturbed = quiet.draw(readout, num_quiet, rng)?.into_iter();
        let shot = |step: &usize| {
            if is_quiet(step) {
                Ok(undisturbed.next().expect("as many were drawn"))
            } else {
                self.struck::<S, R>(*step, readout, rng)
            }
        };
        first.iter().map(shot).collect()
    }

    /// The state without any fault, and for each step the probability that a fault came until then.
    fn quiet<S: State>(&self) -> Result<(S, Vec<f64>), SimError> {
        let mut state = S::start(self.num_qubits)?;
        let mut spared = 1.0;
        let mut struck = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            if let Step::Noise(noise) = step {
                spared *= 1.0 - noise.probability(&state);
            }
            step.spare(&mut state)?;
            struck.push(1.0 - spared);
        }
        Ok((state, struck))
    }

    /// The bits of a shot whose first fault is at the step `first`.
    fn struck<S: State, R: Rng + ?Sized>(
        &self,
        first: usize,
        readout: &Readout,
        rng: &mut R,
    ) -> Result<Bitstring, SimError> {
        let mut state = S::start(self.num_qubits)?;
        for (step, index) in self.steps.iter().zip(0..) {
            match step {
                Step::Noise(noise)
                    if index == first
                        || index > first && uniform(rng.next_u64()) < noise.probability(&state) =>
                {
                    noise.strike(&mut state, rng)?;
                }
                _ => step.spare(&mut state)?,
            }
        }
        Ok(state.draw(readout, 1, rng)?.remove(0))
    }
}

impl Step {
    /// Change of the state if no fault comes.
    fn spare(&self, state: &mut impl State) -> Result<(), SimError> {
        match *self {
            Self::Gate(gate, qubits) => state.gate(gate, &qubits[..gate.num_qubits()]),
            Self::Noise(Noise::Decay(qubit, probability)) => {
                // That it was not seen to decay makes a 1 less likely.
                let norm = (1.0 - probability * state.one(qubit)).sqrt();
                state.scale(qubit, norm.recip(), (1.0 - probability).sqrt() / norm)
            }
            Self::Noise(Noise::One(..) | Noise::Two(..) | Noise::Phase(..)) => Ok(()),
        }
    }
}

impl Noise {
    /// Probability of the fault in this state.
    fn probability(self, state: &impl State) -> f64 {
        match self {
            Self::One(_, probability) | Self::Two(_, probability) | Self::Phase(_, probability) => {
                probability
            }
            Self::Decay(qubit, probability) => probability * state.one(qubit),
        }
    }

    /// The fault comes.
    fn strike<R: Rng + ?Sized>(self, state: &mut impl State, rng: &mut R) -> Result<(), SimError> {
        match self {
            Self::One(qubit, _) => pauli(state, 1 + below(3, rng), qubit),
            Self::Two([a, b], _) => {
                let both = 1 + below(15, rng);
                pauli(state, both % 4, a)?;
                pauli(state, both / 4, b)
            }
            Self::Phase(qubit, _) => state.gate(Gate::Z, &[qubit]),
            Self::Decay(qubit, _) => state.decay(qubit),
        }
    }
}

/// Nothing, X, Y or Z.
fn pauli(state: &mut impl State, which: u32, qubit: Qubit) -> Result<(), SimError> {
    match which {
        0 => Ok(()),
        1 => state.gate(Gate::X, &[qubit]),
        2 => state.gate(Gate::Y, &[qubit]),
        _ => state.gate(Gate::Z, &[qubit]),
    }
}

/// A number below a small `end`, each alike.
fn below<R: Rng + ?Sized>(end: u32, rng: &mut R) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounded down it is below `end`"
    )]
    let drawn = (uniform(rng.next_u64()) * f64::from(end)) as u32;
    drawn
}
