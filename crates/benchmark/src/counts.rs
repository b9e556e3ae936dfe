//! Counts as texts have them, checked against the suite.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;

use cheqqers_circuit::Bitstring;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::resample::Counts;
use crate::{BenchmarkError, Suite, SuiteCircuit};

/// Most shots of a circuit: as floating-point numbers count them without a gap.
const MAX_SHOTS: u64 = 1 << 53;

impl Suite {
    /// Counts of circuits by their names, in the given order.
    ///
    /// # Errors
    /// Returns an error if a name is none of the suite's or is there twice, or if counts are not ones of their circuit.
    pub(crate) fn counts<N, C, B>(
        &self,
        counts: impl IntoIterator<Item = (N, C)>,
    ) -> Result<Vec<(&SuiteCircuit, Counts)>, BenchmarkError>
    where
        N: AsRef<str>,
        C: IntoIterator<Item = (B, u64)>,
        B: AsRef<str>,
    {
        let mut known = BTreeSet::new();
        let counts = counts.into_iter().map(|(name, counts)| {
            let name = name.as_ref();
            let unknown = || BenchmarkError::UnknownCircuit { name: name.into() };
            let circuit = self.circuit(name).ok_or_else(unknown)?;
            if !known.insert(&circuit.name) {
                return Err(BenchmarkError::Repeated { name: name.into() });
            }
            Ok((circuit, circuit.counts(counts)?))
        });
        counts.collect()
    }

    /// The part of the suite that circuits are of, as [`Self::chosen`] takes it: where there is another one than those of
    /// the quick part, all are wanted.
    pub(crate) fn is_quick(counts: &[(&SuiteCircuit, Counts)]) -> bool {
        counts.iter().all(|(circuit, _)| circuit.quick)
    }

    /// The circuits that are run, all or those of the quick part, and have no counts.
    pub(crate) fn missing(
        &self,
        quick: bool,
        counts: &[(&SuiteCircuit, Counts)],
    ) -> Vec<&SuiteCircuit> {
        let mut missing = self.chosen(quick);
        missing.retain(|circuit| counts.iter().all(|(other, _)| other.name != circuit.name));
        missing
    }

    /// Checks that all circuits, or all of the quick part, have counts.
    pub(crate) fn check_complete(
        &self,
        counts: &[(&SuiteCircuit, Counts)],
    ) -> Result<(), BenchmarkError> {
        let missing = self.missing(Self::is_quick(counts), counts);
        if missing.is_empty() {
            return Ok(());
        }
        let names = missing.into_iter().map(|circuit| circuit.name.clone());
        Err(BenchmarkError::Incomplete {
            missing: names.collect(),
        })
    }
}

impl SuiteCircuit {
    /// Its counts, where the first character of a bit string is clbit 0.
    ///
    /// # Errors
    /// Returns an error if there are no shots, more than 2⁵³, or some with other than the bits that it measures.
    pub(crate) fn counts<B: AsRef<str>>(
        &self,
        counts: impl IntoIterator<Item = (B, u64)>,
    ) -> Result<Counts, BenchmarkError> {
        let name = self.name.clone();
        let expected = self.circuit().num_clbits();
        let mut checked = Counts::new();
        let mut shots = 0_u64;
        for (text, count) in counts {
            let text = text.as_ref();
            let bits = text.parse().ok();
            let Some(bits) = bits.filter(|bits: &Bitstring| bits.len() == expected) else {
                let found = text.into();
                return Err(BenchmarkError::Bits {
                    name,
                    found,
                    expected,
                });
            };
            let of_bits = checked.entry(bits).or_default();
            *of_bits = count.saturating_add(*of_bits);
            shots = shots.saturating_add(count);
        }
        match shots {
            0 => Err(BenchmarkError::NoShots { name }),
            1..=MAX_SHOTS => Ok(checked),
            _ => Err(BenchmarkError::TooManyShots { name }),
        }
    }
}

/// Counts of circuits by name, by bit strings, as a JSON file has them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CountsByName(pub BTreeMap<String, BTreeMap<String, u64>>);

/// A JSON object whose keys are all different; a repeated key is an error.
struct UniqueKeys<V>(BTreeMap<String, V>);

impl<'de> Deserialize<'de> for CountsByName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let circuits = UniqueKeys::<UniqueKeys<u64>>::deserialize(deserializer)?.0;
        let circuits = circuits.into_iter().map(|(name, counts)| (name, counts.0));
        Ok(Self(circuits.collect()))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for UniqueKeys<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Keys<V> {
            type Value = UniqueKeys<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut all = BTreeMap::new();
                while let Some(key) = map.next_key::<String>()? {
                    let value = map.next_value()?;
                    if all.contains_key(&key) {
                        return Err(A::Error::custom(format!("{key:?} is given twice")));
                    }
                    all.insert(key, value);
                }
                Ok(UniqueKeys(all))
            }
        }
        deserializer.deserialize_map(Keys(PhantomData))
    }
}

#[cfg(test)]
mod tests;
