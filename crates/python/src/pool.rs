//! Shots that a Python object takes before they are needed.

use cheqqers_circuit::CanonicalCircuit;
use cheqqers_game::Encoding;
use cheqqers_measure::Policy;
use cheqqers_measure::pool::{CommonCircuits, PoolPlan, PoolSeeds, form};
use cheqqers_session::{GamePool, Position};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use serde_json::{Map, Value, json};

use crate::circuit::Circuit;
use crate::errors::{CircuitError, SettingError};
use crate::seed::random_id;

/// Pool of a game: the plan in its header, and the seeds that its record reveals at the end.
#[derive(Clone, Debug)]
pub(crate) struct PoolOptions {
    plan: PoolPlan,
    seeds: PoolSeeds,
    /// No more shots are used, as another game uses them.
    is_closed: bool,
}

impl PoolOptions {
    /// The pool of a new game from an argument: `True` for all circuits that its games measure most often, or their
    /// number, or the circuits; `None` where there is none.
    ///
    /// # Errors
    /// Returns an error if the circuits are not known, or one can't be in a pool.
    pub(crate) fn of_argument(
        pool: &Bound<'_, PyAny>,
        start: &Position,
        encoding: Encoding,
    ) -> PyResult<Option<Self>> {
        let circuits = if let Ok(is_wanted) = pool.cast::<PyBool>() {
            if is_wanted.is_true() {
                known(start, encoding)?
            } else {
                Vec::new()
            }
        } else if let Ok(number) = pool.extract::<usize>() {
            let mut circuits = known(start, encoding)?;
            circuits.truncate(number);
            circuits
        } else {
            given(pool)?
        };
        if circuits.is_empty() {
            return Ok(None);
        }
        let seeds = PoolSeeds::new(random_id()?, random_id()?);
        Ok(Some(Self {
            plan: PoolPlan::new(&seeds, Policy::new(encoding).shots, circuits),
            seeds,
            is_closed: false,
        }))
    }

    /// The same in a copy of the game, which uses no more shots.
    pub(crate) fn closed(&self) -> Self {
        Self {
            is_closed: true,
            ..self.clone()
        }
    }

    /// The pool for the next measurement; `None` if its shots are not used any more.
    pub(crate) fn in_use(&self) -> Option<GamePool> {
        (!self.is_closed).then(|| GamePool::new(self.plan.clone(), self.seeds.clone()))
    }

    /// Adds the plan to the header of a record.
    pub(crate) fn write(&self, header: &mut Map<String, Value>) {
        self.plan.write(header);
    }

    /// The line of a record that reveals the seeds.
    pub(crate) fn revealed(&self) -> Value {
        self.seeds.to_record()
    }

    /// All of it, for another process.
    pub(crate) fn to_state(&self) -> Value {
        let mut plan = Map::new();
        self.write(&mut plan);
        json!([plan, self.revealed(), self.is_closed])
    }

    /// Reads what [`to_state`](Self::to_state) wrote; `None` if it is something else.
    pub(crate) fn of_state(state: &Value) -> Option<Self> {
        Some(Self {
            plan: PoolPlan::of_header(state.get(0)?.as_object()?)?,
            seeds: PoolSeeds::of_record(state.get(1)?)?,
            is_closed: state.get(2)?.as_bool()?,
        })
    }
}

/// The circuits that games like this one measure most often.
fn known(start: &Position, encoding: Encoding) -> PyResult<Vec<CanonicalCircuit>> {
    let known = CommonCircuits::known();
    let circuits = known.of_game(start.game(), &start.settings(), encoding);
    circuits.ok_or_else(|| {
        SettingError::new_err(format!(
            "which circuits {} measures most often is not known: give a list of circuits as the pool",
            start.title()
        ))
    })
}

/// Circuits of a list, each once.
fn given(circuits: &Bound<'_, PyAny>) -> PyResult<Vec<CanonicalCircuit>> {
    let mut forms: Vec<CanonicalCircuit> = Vec::new();
    for (circuit, number) in circuits.try_iter()?.zip(1..) {
        let circuit = circuit?;
        let form = form(&circuit.cast::<Circuit>()?.get().snapshot()?.inner).ok_or_else(|| {
            CircuitError::new_err(format!(
                "circuit {number} can't be in a pool: it is too large or too symmetric, or does not measure at its end"
            ))
        })?;
        if forms.iter().all(|other| other.circuit() != form.circuit()) {
            forms.push(form);
        }
    }
    Ok(forms)
}
