//! A device: its name, what it says of itself, what it costs.

use std::ops::RangeInclusive;

use cheqqers_backend::BRAKET_PRICES;
use cheqqers_qasm::Dialect;

use super::arn::short;
use super::hours::{is_open, now};
use super::program;
use super::shapes::{Action, Capabilities as DeviceCapabilities, OneDevice, Price};
use crate::cost::Cost;
use crate::entry::Entry;
use crate::error::RemoteError;
use crate::http::Reply;
use crate::service::{Capabilities, DeviceInfo, DeviceState};

/// Price of a task on a machine besides its shots, in US dollars: devices tell only that of a shot.
const PER_TASK: f64 = BRAKET_PRICES.job;

/// The least time of a simulator that is paid for, in seconds. Circuits of a game take less.
const LEAST_SECONDS: f64 = 3.0;

/// The action that a device must know.
const ACTION: &str = "braket.ir.openqasm.program";

/// The action of a set of programs in one task.
const SET_ACTION: &str = "braket.ir.openqasm.program_set";

/// A device as it was when it was fetched.
#[derive(Clone, Debug)]
pub(super) struct Device {
    pub(super) arn: String,
    /// The region that is asked for it.
    pub(super) region: String,
    info: DeviceInfo,
    shots: RangeInclusive<usize>,
    /// The gates that it takes; `None` where it does not say.
    pub(super) operations: Option<Vec<String>>,
    /// Programs must measure every qubit.
    pub(super) requires_all_measured: bool,
    /// Limits of a set of programs, where it takes any.
    set: Option<Action>,
    price: Option<Price>,
    updated: Option<String>,
    is_reserved: bool,
}

impl Device {
    /// Reads the service's description.
    ///
    /// # Errors
    /// Returns an error if it can't be understood, or the device runs no programs of gates.
    pub(super) fn read(
        reply: &Reply,
        arn: String,
        region: String,
        is_reserved: bool,
    ) -> Result<Self, RemoteError> {
        let one: OneDevice = reply.json()?;
        let said: DeviceCapabilities =
            serde_json::from_str(&one.device_capabilities).map_err(|error| {
                RemoteError::protocol(format!("{error} in what {arn} says that it can do"))
            })?;
        let Some(action) = said.action.get(ACTION) else {
            return Err(RemoteError::unsuitable(
                short(&arn),
                "it takes no OpenQASM programs",
            ));
        };
        let mut info = one.found.info();
        info.num_qubits = said.paradigm.and_then(|paradigm| paradigm.qubit_count);
        info.queue = one.queue();
        let hours = &said.service.execution_windows;
        let is_closed = !is_reserved && !is_open(hours, now());
        if info.state == DeviceState::Online && is_closed {
            info.state = DeviceState::Paused;
            info.said = format!("it runs tasks only {}", hours_text(hours));
        }
        let reserved = said.service.reservation_shots_range;
        let reserved = reserved.filter(|_| is_reserved);
        let (least, most) = reserved.unwrap_or(said.service.shots_range);
        Ok(Self {
            arn,
            region,
            info,
            // 0 shots ask a simulator for amplitudes.
            shots: least.max(1)..=most,
            operations: action.supported_operations.clone(),
            requires_all_measured: action.requires_all_qubits_measurement.unwrap_or(false),
            set: said.action.get(SET_ACTION).cloned(),
            price: said.service.device_cost,
            updated: said.service.updated_at,
            is_reserved,
        })
    }

    /// Capabilities, under the name that the user has for the device.
    pub(super) fn capabilities(&self, name: &str) -> Capabilities {
        Capabilities {
            info: DeviceInfo {
                name: name.into(),
                ..self.info.clone()
            },
            dialect: Some(Dialect::Braket),
            shots: self.shots.clone(),
            native: None,
            calibrated: (!self.info.is_simulator)
                .then(|| self.updated.clone())
                .flatten(),
            is_free: self.price.as_ref().is_some_and(|price| price.price == 0.0),
            notes: self.notes(),
            price_date: self.has_listed_price().then_some(BRAKET_PRICES.as_of),
        }
    }

    /// Number of programs, of so many shots each, that it takes in one task.
    pub(super) fn max_programs(&self, shots: usize) -> usize {
        let Some(set) = &self.set else {
            return 1;
        };
        let shots = shots.clamp(*self.shots.start(), *self.shots.end());
        let most = set
            .maximum_total_shots
            .map_or(usize::MAX, |all| all / shots);
        // Two programs may be all that there are.
        let is_enough = 2 * shots >= set.minimum_total_shots.unwrap_or(0);
        let most = set.maximum_executables.unwrap_or(1).min(most);
        if is_enough { most.max(1) } else { 1 }
    }

    /// Returns `true` if a part of the price comes from a list and not from the service.
    fn has_listed_price(&self) -> bool {
        let price = self.price.as_ref().filter(|price| price.price > 0.0);
        let is_by_shot = price.is_some_and(|price| price.unit.eq_ignore_ascii_case("shot"));
        is_by_shot && !self.is_reserved && !self.info.is_simulator
    }

    /// Remarks on the device.
    fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!("it is {}, in the region {}", self.arn, self.region)];
        if let Some(most) = self.set.as_ref().and_then(|set| set.maximum_executables) {
            notes.push(format!("a task takes up to {most} circuits"));
        }
        if self.is_reserved {
            notes.push("tasks run in the reserved time, which is paid for by the hour".into());
            return notes;
        }
        let Some(price) = self.price.as_ref().filter(|price| price.price > 0.0) else {
            return notes;
        };
        notes.push(match price.unit.to_lowercase().as_str() {
            "shot" if !self.info.is_simulator => {
                format!(
                    "a task costs {PER_TASK} USD, as of {}, and {} USD for each shot",
                    BRAKET_PRICES.as_of, price.price
                )
            }
            "minute" => format!(
                "it costs {} USD a minute, {LEAST_SECONDS} s at least for each task",
                price.price
            ),
            unit => format!("it costs {} USD a {unit}", price.price),
        });
        notes
    }

    /// Price of a job with so many shots in all, where it is known before it runs.
    pub(super) fn cost(&self, shots: usize) -> Option<Cost> {
        let price = self.price.as_ref();
        let amount = match price.map(|price| (price.price, price.unit.to_lowercase())) {
            _ if self.is_reserved => 0.0,
            Some((0.0, _)) => 0.0,
            Some((price, unit)) => match unit.as_str() {
                "shot" if self.info.is_simulator => price * shots as f64,
                "shot" => PER_TASK + price * shots as f64,
                "task" => price,
                "minute" if self.info.is_simulator => price * LEAST_SECONDS / 60.0,
                _ => return None,
            },
            None => return None,
        };
        Some(Cost {
            amount,
            unit: "USD".into(),
        })
    }

    /// Checks that it can run a job.
    ///
    /// # Errors
    /// [`RemoteError::Unsuitable`] when a gate of the program is none of the device's.
    pub(super) fn check(&self, entry: &Entry) -> Result<(), RemoteError> {
        let Some(operations) = &self.operations else {
            return Ok(());
        };
        let missing = program::missing(&entry.provenance.qasm, operations);
        if missing.is_empty() {
            return Ok(());
        }
        Err(RemoteError::unsuitable(
            entry.provenance.device.clone(),
            format!("it has no gate {}", missing.join(", ")),
        ))
    }
}

/// Opening hours in words, in UTC.
fn hours_text(hours: &[super::shapes::Window]) -> String {
    let texts = hours.iter().map(|window| {
        let (start, end) = (&window.start, &window.end);
        format!("{} {start}-{end} UTC", window.day)
    });
    texts.collect::<Vec<_>>().join(", ")
}
