use cheqqers_circuit::CanonicalCircuit;
use cheqqers_game::record::Line;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::seeds::{PoolSeeds, is_revealed};

/// Key of the plan in the header of a record.
const PLAN: &str = "pool";

/// Plan of a pool: what the header of a record says before any shot is taken.
#[derive(Clone, PartialEq, Debug)]
pub struct PoolPlan {
    /// [Hashes](PoolSeeds::commitments) of the seeds.
    pub commitments: [String; 2],
    /// Number of shots of each circuit.
    pub shots: usize,
    /// The circuits, each once.
    pub circuits: Vec<CanonicalCircuit>,
    /// Further batches are taken during the game, of circuits that the next move may measure.
    pub prefetches: bool,
}

/// A plan as records have it.
#[derive(Serialize, Deserialize)]
struct PlanEntry {
    seeds: [String; 2],
    shots: usize,
    circuits: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    prefetch: bool,
}

impl PoolPlan {
    /// A plan whose order of use follows from these seeds.
    pub fn new(seeds: &PoolSeeds, shots: usize, circuits: Vec<CanonicalCircuit>) -> Self {
        Self {
            commitments: seeds.commitments(),
            shots,
            circuits,
            prefetches: false,
        }
    }

    /// The same with further batches during the game.
    #[must_use]
    pub fn prefetching(self, prefetches: bool) -> Self {
        Self { prefetches, ..self }
    }

    /// Adds the plan to the header of a record.
    pub fn write(&self, header: &mut Map<String, Value>) {
        let entry = PlanEntry {
            seeds: self.commitments.clone(),
            shots: self.shots,
            circuits: self.circuits.iter().map(ToString::to_string).collect(),
            prefetch: self.prefetches,
        };
        header.insert(PLAN.into(), json!(entry));
    }

    /// The plan of a recorded game whose pool is in use; `None` if it has none, or its seeds are revealed.
    pub fn in_use(header: &Map<String, Value>, lines: &[Line]) -> Option<Self> {
        Self::of_header(header).filter(|_| !is_revealed(lines))
    }

    /// The plan in the header of a record; `None` if it has none that can be read.
    pub fn of_header(header: &Map<String, Value>) -> Option<Self> {
        let entry: PlanEntry = serde_json::from_value(header.get(PLAN)?.clone()).ok()?;
        let circuits = entry.circuits.iter().map(|circuit| circuit.parse().ok());
        Some(Self {
            commitments: entry.seeds,
            shots: entry.shots,
            circuits: circuits.collect::<Option<_>>()?,
            prefetches: entry.prefetch,
        })
    }
}
