//! From the output of a job to shots in an order.

use cheqqers_backend::{generator_of, shuffled_shots};
use cheqqers_circuit::{Bitstring, counted};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::entry::Entry;
use crate::error::RemoteError;
use crate::service::JobOutput;

/// Largest distance of the sum of probabilities from 1.
const TOLERANCE: f64 = 1e-3;

/// Shots of a job's output, as text. The order of counts is drawn, and so are the shots of probabilities, from
/// a seed that is fixed by the job's key. A shot of several programs is one of each, as many as all have.
///
/// # Errors
/// [`RemoteError::Protocol`] for bits of another number than the programs measure, and for numbers
/// that are no counts and no probabilities.
pub(crate) fn to_shots(output: JobOutput, entry: &Entry) -> Result<Vec<String>, RemoteError> {
    let outputs = match output {
        JobOutput::Programs(outputs) => outputs,
        output => vec![output],
    };
    let programs = entry.programs();
    if outputs.len() != programs.len() {
        return Err(RemoteError::protocol(format!(
            "results of {} in a job of {}",
            counted(outputs.len(), "program"),
            programs.len()
        )));
    }
    let mut rng = generator_of(entry.key());
    let mut joined: Option<Vec<String>> = None;
    for (output, (_, width)) in outputs.into_iter().zip(programs) {
        let shots = shots_of_program(output, entry.provenance.shots, width, &mut rng)?;
        let shots = shots.iter().map(ToString::to_string);
        joined = Some(match joined {
            None => shots.collect(),
            Some(before) => before.into_iter().zip(shots).map(|(a, b)| a + &b).collect(),
        });
    }
    Ok(joined.unwrap_or_default())
}

/// Shots of one program, of which so many were requested.
fn shots_of_program(
    output: JobOutput,
    requested: usize,
    num_clbits: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Bitstring>, RemoteError> {
    let shots = match output {
        JobOutput::Programs(_) => {
            return Err(RemoteError::protocol("several results of one program"));
        }
        JobOutput::Shots(shots) => shots,
        JobOutput::Counts(counts) => {
            let total = counts
                .iter()
                .try_fold(0u64, |sum, (_, count)| sum.checked_add(*count));
            // A service that says more than was asked for has answered something else.
            if total.is_none_or(|total| total > requested as u64) {
                return Err(RemoteError::protocol(format!(
                    "its counts are more than the {requested} shots asked for"
                )));
            }
            shuffled_shots(counts, rng)
        }
        JobOutput::Probabilities(mut probabilities) => {
            let is_one = |(_, p): &(Bitstring, f64)| (-TOLERANCE..=1.0 + TOLERANCE).contains(p);
            let total: f64 = probabilities.iter().map(|(_, p)| p).sum();
            if !probabilities.iter().all(is_one) || (total - 1.0).abs() > TOLERANCE {
                return Err(RemoteError::protocol(format!(
                    "its probabilities add up to {total}"
                )));
            }
            probabilities.sort_by_key(|(bits, _)| bits.to_string());
            let one = |_| draw(&probabilities, unit(rng) * total);
            (0..requested).map(one).collect()
        }
    };
    match shots.iter().find(|bits| bits.len() != num_clbits) {
        None => Ok(shots),
        Some(bits) => Err(RemoteError::protocol(format!(
            "{} in a shot of {}",
            counted(bits.len(), "bit"),
            num_clbits
        ))),
    }
}

/// The bitstring that a number between 0 and the sum of probabilities falls on.
fn draw(probabilities: &[(Bitstring, f64)], mut at: f64) -> Bitstring {
    let mut last = Bitstring::default();
    for &(bits, probability) in probabilities {
        if probability <= 0.0 {
            continue;
        }
        last = bits;
        at -= probability;
        if at < 0.0 {
            break;
        }
    }
    last
}

/// A uniform number in 0..1.
fn unit(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str, shots: usize) -> Entry {
        Entry::new(key, "b", "s", "d").with_program("", 2, 2, shots)
    }

    fn job(shots: usize) -> Entry {
        entry("cheqqers-0123456789abcdef", shots)
    }

    fn bits(text: &str) -> Bitstring {
        text.parse().unwrap()
    }

    /// Shots of a job with one program.
    fn to_shots(output: JobOutput, entry: &Entry) -> Result<Vec<Bitstring>, RemoteError> {
        let shots = super::to_shots(output, entry)?;
        Ok(shots.iter().map(|text| bits(text)).collect())
    }

    #[test]
    fn a_shot_of_several_programs_is_one_of_each() {
        let text = "OPENQASM 3.0;\nOPENQASM 3.0;\n";
        let job = Entry::new("key", "b", "s", "d").with_program(text, 3, 3, 4);
        let job = job.with_programs(vec![2, 1]);
        assert_eq!(job.total_shots(), 8);
        let first = JobOutput::Shots(vec![bits("10"), bits("11"), bits("01")]);
        let second = JobOutput::Counts(vec![(bits("1"), 4)]);
        let both = JobOutput::Programs(vec![first.clone(), second]);
        let expected = ["101", "111", "011"].map(str::to_owned).to_vec();
        assert_eq!(super::to_shots(both, &job), Ok(expected));
        for wrong in [
            first.clone(),
            JobOutput::Programs(vec![first.clone(), first.clone()]),
            JobOutput::Programs(vec![first.clone(), JobOutput::Programs(vec![first])]),
        ] {
            let error = super::to_shots(wrong, &job).unwrap_err();
            assert!(matches!(error, RemoteError::Protocol { .. }), "{error}");
        }
    }

    #[test]
    fn counts_are_shuffled_in_an_order_that_the_key_fixes() {
        let counts = || vec![(bits("10"), 300), (bits("01"), 100)];
        let shots = to_shots(JobOutput::Counts(counts()), &job(400)).unwrap();
        assert_eq!(
            shots.iter().filter(|&&shot| shot == bits("10")).count(),
            300
        );
        let mut turned = counts();
        turned.reverse();
        assert_eq!(
            to_shots(JobOutput::Counts(turned), &job(400)),
            Ok(shots.clone())
        );
        // Shuffled: of the first hundred 75 ± 6 sigma are of the kind that came three times as often.
        let first = shots[..100]
            .iter()
            .filter(|&&shot| shot == bits("10"))
            .count();
        assert!((49..=99).contains(&first), "{first}");
        let other = entry("cheqqers-0", 400);
        assert_ne!(to_shots(JobOutput::Counts(counts()), &other), Ok(shots));
    }

    #[test]
    fn probabilities_are_sampled() {
        let shots = JobOutput::Probabilities(vec![
            (bits("10"), 0.75),
            (bits("01"), 0.25),
            (bits("11"), 0.0),
        ]);
        let shots = to_shots(shots, &job(10_000)).unwrap();
        let ones = shots.iter().filter(|&&shot| shot == bits("10")).count();
        assert!(ones.abs_diff(7500) < 260, "{ones}");
        assert!(!shots.contains(&bits("11")));
        // Those that add up to a little more or less are parts of their sum.
        for sum in [0.9991, 1.0009] {
            let scaled = [("10", 0.75), ("01", 0.25)].map(|(text, p)| (bits(text), p * sum));
            let scaled = JobOutput::Probabilities(scaled.into());
            assert_eq!(to_shots(scaled, &job(10_000)), Ok(shots.clone()), "{sum}");
        }
    }

    #[test]
    fn what_can_not_be_is_refused() {
        for result in [
            JobOutput::Shots(vec![bits("101")]),
            JobOutput::Counts(vec![(bits("10"), 5)]),
            JobOutput::Counts(vec![(bits("10"), u64::MAX), (bits("01"), u64::MAX)]),
            JobOutput::Probabilities(vec![(bits("10"), 0.5)]),
            JobOutput::Probabilities(vec![(bits("10"), 1.5), (bits("01"), -0.5)]),
            JobOutput::Probabilities(vec![(bits("10"), f64::NAN)]),
        ] {
            let error = to_shots(result.clone(), &job(4)).unwrap_err();
            assert!(matches!(error, RemoteError::Protocol { .. }), "{result:?}");
        }
    }
}
