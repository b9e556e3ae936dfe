//! Job arrays of clusters, whose tasks each play a shard.

use std::num::NonZeroU64;
use std::str::FromStr;

use thiserror::Error;

use crate::schedule::{ParseShardError, Shard};

/// Shard to play: one that is named, or the one of a task of a job array.
///
/// Written `2/8`, `auto` (the task's number among all of its array) or `auto/8` (its index modulo 8, for schedulers that do
/// not tell how many tasks there are).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardChoice {
    /// The one that is named.
    Shard(Shard),
    /// The one of the task of a job array, of so many or of as many as the array has tasks.
    ArrayIndex(Option<NonZeroU64>),
}

impl FromStr for ShardChoice {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let Some(of) = text.strip_prefix("auto") else {
            return text.parse().map(Self::Shard);
        };
        if of.is_empty() {
            return Ok(Self::ArrayIndex(None));
        }
        let number = of.strip_prefix('/').and_then(|of| of.parse().ok());
        number
            .map(|of| Self::ArrayIndex(Some(of)))
            .ok_or(ParseShardError)
    }
}

/// Error of finding the shard of a task.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum JobArrayError {
    #[error(
        "this is no task of a job array: no variable of Slurm, PBS, Torque, Grid Engine, Kubernetes or AWS Batch is set"
    )]
    None,
    #[error("variables of {first} and of {second} are set, so that the task's array is not known")]
    Several {
        first: &'static str,
        second: &'static str,
    },
    #[error("{scheduler} does not tell how many tasks the array has")]
    Size { scheduler: &'static str },
    #[error("the variable {name} is {found:?}, which is no index of a task")]
    Variable { name: &'static str, found: String },
}

/// Variables that a scheduler sets for each task of a job array.
struct JobArray {
    scheduler: &'static str,
    /// Index of the task.
    index: &'static str,
    /// First and last index, and the step from one to the next.
    range: Option<[&'static str; 3]>,
    /// Number of tasks.
    count: Option<&'static str>,
}

/// Sources: the manuals of `sbatch`, of `qsub` (`OpenPBS`, Torque, Grid Engine), of indexed jobs of Kubernetes and of array
/// jobs of AWS Batch.
const ARRAYS: [JobArray; 6] = [
    JobArray {
        scheduler: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        range: Some([
            "SLURM_ARRAY_TASK_MIN",
            "SLURM_ARRAY_TASK_MAX",
            "SLURM_ARRAY_TASK_STEP",
        ]),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
    },
    JobArray {
        scheduler: "PBS",
        index: "PBS_ARRAY_INDEX",
        range: None,
        count: None,
    },
    JobArray {
        scheduler: "Torque",
        index: "PBS_ARRAYID",
        range: None,
        count: None,
    },
    JobArray {
        scheduler: "Grid Engine",
        index: "SGE_TASK_ID",
        range: Some(["SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"]),
        count: None,
    },
    JobArray {
        scheduler: "Kubernetes",
        index: "JOB_COMPLETION_INDEX",
        range: None,
        count: None,
    },
    // Its indices begin at 0.
    JobArray {
        scheduler: "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        range: None,
        count: Some("AWS_BATCH_JOB_ARRAY_SIZE"),
    },
];

impl ShardChoice {
    /// The shard to play, where `variable` reads a variable of the environment.
    ///
    /// # Errors
    /// Returns an error if the process is no task of a job array, or its place in the array is not known.
    pub fn shard(
        self,
        variable: impl Fn(&'static str) -> Option<String>,
    ) -> Result<Shard, JobArrayError> {
        let of = match self {
            Self::Shard(shard) => return Ok(shard),
            Self::ArrayIndex(of) => of,
        };
        // Grid Engine sets the index of a job without tasks to this.
        let is_set =
            |array: &&JobArray| variable(array.index).is_some_and(|index| index != "undefined");
        let mut set = ARRAYS.iter().filter(is_set);
        let array = set.next().ok_or(JobArrayError::None)?;
        if let Some(other) = set.next() {
            return Err(JobArrayError::Several {
                first: array.scheduler,
                second: other.scheduler,
            });
        }
        let number = |name: &'static str| {
            let found = variable(name).unwrap_or_default();
            let number = found.trim().parse::<u64>();
            number.map_err(|_| JobArrayError::Variable { name, found })
        };
        let index = number(array.index)?;
        let (place, count) = match of {
            Some(of) => (index % of, of.get()),
            None => array.place(index, number)?,
        };
        let shard = place.checked_add(1).and_then(|i| Shard::new(i, count));
        shard.ok_or_else(|| JobArrayError::Variable {
            name: array.index,
            found: index.to_string(),
        })
    }
}

impl JobArray {
    /// Place of a task among all of its array, from 0, and their number.
    fn place(
        &self,
        index: u64,
        number: impl Fn(&'static str) -> Result<u64, JobArrayError>,
    ) -> Result<(u64, u64), JobArrayError> {
        let scheduler = self.scheduler;
        let count = self.count.map(&number).transpose()?;
        let Some([first, last, step]) = self.range else {
            let count = count.ok_or(JobArrayError::Size { scheduler })?;
            return Ok((index, count));
        };
        let (begin, end, step) = (number(first)?, number(last)?, number(step)?.max(1));
        let from_first = |index: u64| {
            let steps = index.checked_sub(begin).map(|away| away / step);
            steps.ok_or_else(|| JobArrayError::Variable {
                name: first,
                found: begin.to_string(),
            })
        };
        let tasks = from_first(end)? + 1;
        // A list of indices, as of tasks that are run again, has other numbers than its range.
        if count.is_some_and(|count| count != tasks) {
            return Err(JobArrayError::Size { scheduler });
        }
        Ok((from_first(index)?, tasks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(text: &str, variables: &[(&str, &str)]) -> Result<String, JobArrayError> {
        let variable = |name: &'static str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let shard = text.parse::<ShardChoice>().unwrap().shard(variable);
        shard.map(|shard| shard.to_string())
    }

    fn slurm(id: &'static str, rest: [&'static str; 4]) -> [(&'static str, &'static str); 5] {
        let [first, last, step, count] = rest;
        [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", first),
            ("SLURM_ARRAY_TASK_MAX", last),
            ("SLURM_ARRAY_TASK_STEP", step),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ]
    }

    #[test]
    fn tasks_of_every_scheduler_have_their_shards() {
        let sge = |id, first, last, step| {
            [
                ("SGE_TASK_ID", id),
                ("SGE_TASK_FIRST", first),
                ("SGE_TASK_LAST", last),
                ("SGE_TASK_STEPSIZE", step),
            ]
        };
        let batch = [
            ("AWS_BATCH_JOB_ARRAY_INDEX", "0"),
            ("AWS_BATCH_JOB_ARRAY_SIZE", "10"),
        ];
        for (text, variables, shard) in [
            ("auto", &slurm("3", ["1", "16", "1", "16"])[..], "3/16"),
            ("auto", &slurm("0", ["0", "15", "1", "16"]), "1/16"),
            ("auto", &slurm("15", ["0", "15", "5", "4"]), "4/4"),
            ("auto/16", &slurm("7", ["3", "7", "1", "2"]), "8/16"),
            ("auto", &sge("1", "1", "8", "1"), "1/8"),
            ("auto", &sge("6", "2", "8", "2"), "3/4"),
            ("auto", &batch, "1/10"),
            ("auto/8", &[("PBS_ARRAY_INDEX", "0")], "1/8"),
            ("auto/8", &[("PBS_ARRAY_INDEX", "8")], "1/8"),
            ("auto/8", &[("PBS_ARRAYID", "7")], "8/8"),
            ("auto/4", &[("JOB_COMPLETION_INDEX", "2")], "3/4"),
            ("2/8", &[], "2/8"),
            ("2/8", &batch, "2/8"),
        ] {
            assert_eq!(
                choice(text, variables).as_deref(),
                Ok(shard),
                "{variables:?}"
            );
        }
    }

    /// Each task has a shard of its own, with indices that begin at 0 or at 1.
    #[test]
    fn all_tasks_share_all_shards() {
        for first in [0_u64, 1] {
            let shard = |index: u64| {
                let index = index.to_string();
                choice("auto/5", &[("PBS_ARRAY_INDEX", &index)]).unwrap()
            };
            let mut shards: Vec<_> = (first..first + 5).map(shard).collect();
            shards.sort_unstable();
            assert_eq!(shards, ["1/5", "2/5", "3/5", "4/5", "5/5"]);
        }
    }

    #[test]
    fn tasks_whose_place_is_not_known_are_refused() {
        let index = [("PBS_ARRAY_INDEX", "3")];
        let scheduler = "PBS";
        assert_eq!(choice("auto", &[]), Err(JobArrayError::None));
        assert_eq!(
            choice("auto", &[("SGE_TASK_ID", "undefined")]),
            Err(JobArrayError::None)
        );
        assert_eq!(
            choice("auto", &index),
            Err(JobArrayError::Size { scheduler })
        );
        let again = slurm("7", ["3", "7", "1", "2"]);
        let scheduler = "Slurm";
        assert_eq!(
            choice("auto", &again),
            Err(JobArrayError::Size { scheduler })
        );
        let both = [index[0], ("JOB_COMPLETION_INDEX", "3")];
        let several = JobArrayError::Several {
            first: "PBS",
            second: "Kubernetes",
        };
        assert_eq!(choice("auto/4", &both), Err(several));
        for wrong in [
            &slurm("17", ["1", "16", "1", "16"])[..],
            &slurm("0", ["1", "16", "1", "16"]),
            &slurm("x", ["1", "16", "1", "16"]),
            &slurm("1", ["1", "", "1", "16"]),
            &[
                ("AWS_BATCH_JOB_ARRAY_INDEX", "10"),
                ("AWS_BATCH_JOB_ARRAY_SIZE", "10"),
            ],
        ] {
            let refused = choice("auto", wrong);
            assert!(
                matches!(refused, Err(JobArrayError::Variable { .. })),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn texts_that_are_no_shard_are_refused() {
        for text in ["automatic", "auto/0", "auto/", "auto/x", "9/8"] {
            assert_eq!(text.parse::<ShardChoice>(), Err(ParseShardError), "{text}");
        }
    }
}
