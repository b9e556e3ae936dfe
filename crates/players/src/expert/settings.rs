use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::Effort;

/// Settings of an expert.
///
/// Written `expert` (a second for each move), `expert:200` (so many milliseconds),
/// `expert:nodes=50000` (so many positions); with `,threads=2` behind it searches on so many
/// threads, and with `,classic` without what was trained.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExpertSettings {
    /// Search effort, unless a clock or the caller limits it.
    pub effort: Effort,
    /// Number of search threads. A fixed number of nodes is searched on one.
    pub threads: NonZeroU8,
    /// Evaluation of positions at which the search stops.
    pub evaluation: EvaluationKind,
}

/// Evaluation by which an expert searches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EvaluationKind {
    /// The game's [network](cheqqers_game::Game::network), where it has one.
    #[default]
    Trained,
    /// The [static evaluation](cheqqers_game::Game::static_evaluation) alone.
    Classic,
}

/// Default time for a move.
const DEFAULT: Duration = Duration::from_secs(1);

/// The longest it thinks.
const LONGEST: u64 = 24 * 60 * 60 * 1000;

impl Default for ExpertSettings {
    fn default() -> Self {
        Self {
            effort: Effort::Time(DEFAULT),
            threads: NonZeroU8::MIN,
            evaluation: EvaluationKind::Trained,
        }
    }
}

/// A text that is no expert.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "an expert is written expert or expert:OPTIONS, with commas between: MS for 1 to {LONGEST} milliseconds or nodes=N for 1 node or more, threads=N for 1 to 255 threads (1 with nodes), classic for the evaluation that is not trained"
)]
pub struct ParseExpertError;

impl FromStr for ExpertSettings {
    type Err = ParseExpertError;

    fn from_str(text: &str) -> Result<Self, ParseExpertError> {
        let mut settings = Self::default();
        let options = match text.strip_prefix("expert") {
            Some("") => return Ok(settings),
            Some(options) => options.strip_prefix(':').ok_or(ParseExpertError)?,
            None => return Err(ParseExpertError),
        };
        let (mut effort, mut threads, mut evaluation) = (None, None, None);
        for word in options.split(',') {
            let is_new = if word == "classic" {
                evaluation.replace(EvaluationKind::Classic).is_none()
            } else if let Some(number) = word.strip_prefix("threads=") {
                let number = number.parse().map_err(|_| ParseExpertError)?;
                threads.replace(number).is_none()
            } else {
                effort.replace(read_effort(word)?).is_none()
            };
            if !is_new {
                return Err(ParseExpertError);
            }
        }
        settings.effort = effort.unwrap_or(settings.effort);
        settings.threads = threads.unwrap_or(settings.threads);
        settings.evaluation = evaluation.unwrap_or_default();
        if matches!(settings.effort, Effort::Nodes(_)) && settings.threads.get() > 1 {
            return Err(ParseExpertError);
        }
        Ok(settings)
    }
}

fn read_effort(word: &str) -> Result<Effort, ParseExpertError> {
    let effort = if let Some(nodes) = word.strip_prefix("nodes=") {
        nodes.parse().ok().map(Effort::Nodes)
    } else {
        let milliseconds = word.parse().ok().filter(|ms| (1..=LONGEST).contains(ms));
        milliseconds.map(|ms| Effort::Time(Duration::from_millis(ms)))
    };
    effort.ok_or(ParseExpertError)
}

impl fmt::Display for ExpertSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        match self.effort {
            Effort::Time(DEFAULT) => {}
            Effort::Time(time) => words.push(time.as_millis().to_string()),
            Effort::Nodes(nodes) => words.push(format!("nodes={nodes}")),
        }
        if self.threads.get() > 1 {
            words.push(format!("threads={}", self.threads));
        }
        if self.evaluation == EvaluationKind::Classic {
            words.push("classic".to_owned());
        }
        if words.is_empty() {
            return f.pad("expert");
        }
        f.pad(&format!("expert:{}", words.join(",")))
    }
}
