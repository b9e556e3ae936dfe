//! Networks that predict values and policies, as programs that learn write them.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::{fs, io};

use cheqqers_game::network::squashed;
use cheqqers_game::{ActionTable, Game};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A network of dense layers whose inputs are the planes of a position, and whose outputs are its expected value for the
/// player to move and a logit for each action.
///
/// A file has a line of JSON, the [`NetHeader`], and behind it numbers of 32 bits, the low byte first: for each hidden
/// layer the weights, a row for each input, and a bias for each unit; then those of the logits; then those of the value.
/// Units are `max(0, x)`, and the value is `x / (1 + |x|)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    header: NetHeader,
    hidden: Vec<Layer>,
    /// Rows are actions here.
    policy: Layer,
    value: Layer,
}

/// Description of a [`Net`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetHeader {
    /// Name of the format, `cheqqers-net`.
    pub format: String,
    /// Version of the format, 1.
    pub version: u32,
    /// Name of the numbering of moves.
    pub actions: String,
    /// Name of the planes.
    pub planes: String,
    /// Number of inputs, the cells of all planes.
    pub inputs: usize,
    /// Number of units of each hidden layer.
    pub hidden: Vec<usize>,
    /// Number of actions.
    pub outputs: usize,
    /// Simulations of a search for each move, unless others are asked for.
    pub simulations: u32,
}

/// A layer: rows of weights, and biases.
#[derive(Clone, PartialEq, Debug)]
struct Layer {
    weights: Vec<f32>,
    biases: Vec<f32>,
}

/// Error of reading a network.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum NetError {
    #[error("it can't be read")]
    Io(#[from] io::Error),
    #[error("its first line does not describe a network")]
    Header(#[source] serde_json::Error),
    #[error("it is {format} {version}, not {FORMAT} {VERSION}")]
    Format { format: String, version: u32 },
    #[error("it has {found} bytes of weights, not {expected}")]
    Length { expected: usize, found: usize },
    #[error("it has a weight that is no finite number")]
    NotFinite,
    #[error("{name} is out of range")]
    Size { name: &'static str },
    #[error("it is for {found}, not for {expected}")]
    Game { expected: String, found: String },
}

const FORMAT: &str = "cheqqers-net";
const VERSION: u32 = 1;

/// The most units of a layer, and the most layers.
const LARGEST: usize = 1 << 20;
const DEEPEST: usize = 16;

/// The longest first line, in bytes.
const LONGEST_HEADER: u64 = 1 << 16;

impl Net {
    /// Reads a network from a file.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or holds no network.
    pub fn open(path: &Path) -> Result<Self, NetError> {
        Self::read(BufReader::new(fs::File::open(path)?))
    }

    /// Reads a network.
    ///
    /// # Errors
    /// Returns an error if it is none.
    pub fn read(mut reader: impl BufRead) -> Result<Self, NetError> {
        let mut line = Vec::new();
        (&mut reader)
            .take(LONGEST_HEADER)
            .read_until(b'\n', &mut line)?;
        let header: NetHeader = serde_json::from_slice(&line).map_err(NetError::Header)?;
        header.check()?;
        let sizes = header.sizes();
        let expected = sizes
            .iter()
            .map(|[rows, columns]| 4 * (rows + 1) * columns)
            .sum();
        let mut bytes = Vec::new();
        reader.take(expected as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(NetError::Length { expected, found });
        }
        let (numbers, _) = bytes.as_chunks::<4>();
        let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let layers = sizes.iter().map(|&[rows, columns]| Layer {
            weights: numbers.by_ref().take(rows * columns).collect(),
            biases: numbers.by_ref().take(columns).collect(),
        });
        let mut layers: Vec<Layer> = layers.collect();
        let all = layers
            .iter()
            .flat_map(|layer| layer.weights.iter().chain(&layer.biases));
        if !all.copied().all(f32::is_finite) {
            return Err(NetError::NotFinite);
        }
        let value = layers
            .pop()
            .expect("there are two layers behind the hidden ones");
        let policy = layers
            .pop()
            .expect("there are two layers behind the hidden ones");
        Ok(Self {
            policy: policy.transposed(),
            value,
            hidden: layers,
            header,
        })
    }

    /// Bytes of the network, as a file has them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(&self.header).expect("a header is JSON");
        bytes.push(b'\n');
        let mut put = |weights: &[f32], biases: &[f32]| {
            let numbers = weights.iter().chain(biases);
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        };
        for layer in &self.hidden {
            put(&layer.weights, &layer.biases);
        }
        let Layer { weights, biases } = &self.policy;
        let (actions, inputs) = (biases.len(), weights.len() / biases.len());
        let by_input = |index: usize| weights[index % actions * inputs + index / actions];
        let by_input: Vec<f32> = (0..weights.len()).map(by_input).collect();
        put(&by_input, biases);
        put(&self.value.weights, &self.value.biases);
        bytes
    }

    /// Description of the network.
    pub fn header(&self) -> &NetHeader {
        &self.header
    }

    /// Checks that it was made for a position's game.
    ///
    /// # Errors
    /// Returns an error if the game has other actions or planes.
    pub fn check<G: Game>(&self, position: &G) -> Result<(), NetError> {
        let actions = position.actions();
        let layout = position.plane_layout();
        let text = |actions: &str, outputs: usize, planes: &str, inputs: usize| {
            format!("{actions} ({outputs}) and {planes} ({inputs})")
        };
        let header = &self.header;
        let found = text(
            &header.actions,
            header.outputs,
            &header.planes,
            header.inputs,
        );
        let expected = text(
            actions.map_or("none", |actions| actions.name()),
            actions.map_or(0, ActionTable::len),
            layout.map_or("none", |layout| layout.name),
            layout.map_or(0, |layout| layout.len()),
        );
        if found == expected {
            Ok(())
        } else {
            Err(NetError::Game { expected, found })
        }
    }

    /// The expected value for the player to move, in -1..=1, and a logit for each of some actions. The same on every
    /// machine.
    ///
    /// # Panics
    /// Panics if it was made for another game.
    pub fn predict<G: Game>(
        &self,
        position: &G,
        actions: impl Iterator<Item = u32>,
    ) -> (f32, Vec<f32>) {
        let mut inputs = Vec::with_capacity(128);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "weights have not that many digits"
        )]
        position.planes(|number, value| inputs.push((number, value as f32)));
        let mut units = self.units(&inputs);
        units.resize(units.len().next_multiple_of(LANES), 0.0);
        let width = self.hidden_width();
        let logits = actions.map(|action| {
            let action = action as usize;
            let row = &self.policy.weights[action * width..(action + 1) * width];
            self.policy.biases[action] + dot(row, &units)
        });
        let logits = logits.collect();
        let value = self.value.biases[0] + dot(&self.value.weights, &units);
        (squashed(value), logits)
    }

    fn hidden_width(&self) -> usize {
        self.header
            .hidden
            .last()
            .copied()
            .unwrap_or(self.header.inputs)
    }

    /// The units of the last hidden layer.
    fn units(&self, inputs: &[(usize, f32)]) -> Vec<f32> {
        /// With registers of 8 numbers.
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn units_avx2(layers: &[Layer], inputs: &[(usize, f32)]) -> Vec<f32> {
            portable_units(layers, inputs)
        }

        if self.hidden.is_empty() {
            let mut units = vec![0.0; self.header.inputs];
            for &(number, value) in inputs {
                units[number] = value;
            }
            return units;
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "the same code for processors that have more")]
            // SAFETY: The processor has AVX2.
            return unsafe { units_avx2(&self.hidden, inputs) };
        }
        portable_units(&self.hidden, inputs)
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for each kind of processor")]
fn portable_units(layers: &[Layer], inputs: &[(usize, f32)]) -> Vec<f32> {
    let mut units: Vec<f32> = Vec::new();
    for (depth, layer) in layers.iter().enumerate() {
        let mut sums = layer.biases.clone();
        let mut add = |number: usize, value: f32| {
            let row = &layer.weights[number * sums.len()..(number + 1) * sums.len()];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += value * weight;
            }
        };
        if depth == 0 {
            for &(number, value) in inputs {
                add(number, value);
            }
        } else {
            let active = units.iter().enumerate().filter(|(_, unit)| **unit > 0.0);
            for (number, &value) in active {
                add(number, value);
            }
        }
        for sum in &mut sums {
            *sum = sum.max(0.0);
        }
        units = sums;
    }
    units
}

/// Sums that a product of vectors is made of, so that the order of additions is the same on every machine.
const LANES: usize = 8;

/// The product of a row and units, of which there may be more.
fn dot(row: &[f32], units: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (weights, units) in row.chunks(LANES).zip(units.chunks(LANES)) {
        for ((sum, weight), unit) in sums.iter_mut().zip(weights).zip(units) {
            *sum += weight * unit;
        }
    }
    sums.iter().sum()
}

impl Layer {
    /// The same with rows and columns exchanged; there are as many columns as biases.
    fn transposed(self) -> Self {
        let columns = self.biases.len();
        let rows = self.weights.len() / columns;
        let at = |index: usize| self.weights[index % rows * columns + index / rows];
        Self {
            weights: (0..rows * columns).map(at).collect(),
            biases: self.biases,
        }
    }
}

impl NetHeader {
    fn check(&self) -> Result<(), NetError> {
        if (&*self.format, self.version) != (FORMAT, VERSION) {
            let (format, version) = (self.format.clone(), self.version);
            return Err(NetError::Format { format, version });
        }
        let in_range = |size: usize| (1..=LARGEST).contains(&size);
        let small = self.hidden.len() <= DEEPEST;
        for (name, is_right) in [
            ("inputs", in_range(self.inputs)),
            ("outputs", in_range(self.outputs)),
            ("hidden", small && self.hidden.iter().copied().all(in_range)),
            ("simulations", self.simulations > 0),
        ] {
            if !is_right {
                return Err(NetError::Size { name });
            }
        }
        Ok(())
    }

    /// Rows and columns of each layer.
    fn sizes(&self) -> Vec<[usize; 2]> {
        let mut sizes = Vec::new();
        let mut rows = self.inputs;
        for &units in &self.hidden {
            sizes.push([rows, units]);
            rows = units;
        }
        sizes.extend([[rows, self.outputs], [rows, 1]]);
        sizes
    }
}
