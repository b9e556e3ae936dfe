//! From a measurement to its bits by way of a backend.

use std::fmt;

use cheqqers_backend::{Backend, Provenance, Question, Task};
use cheqqers_circuit::Bitstring;
use cheqqers_game::{Encoding, Game, Pending, Request, ResolveReason};
use serde_json::{Map, Value};

use crate::post_select::{ATTEMPTS, MORE, SHOTS};
use crate::{Asked, MeasureError, Tally};

/// Who asks a backend the measurements of a game.
#[derive(Debug)]
pub struct Asker {
    backend: Box<dyn Backend>,
    encoding: Encoding,
    asked: Option<Asked>,
    fallback: Option<Box<dyn Backend>>,
}

impl Asker {
    /// Asks this backend; circuits are written in this encoding.
    pub fn new(backend: Box<dyn Backend>, encoding: Encoding) -> Self {
        Self {
            backend,
            encoding,
            asked: None,
            fallback: None,
        }
    }

    /// The same for a game with an identity: a measurement that is asked again, after a crash too,
    /// goes on with the job that it had.
    #[must_use]
    pub fn of_game(mut self, asked: Asked) -> Self {
        self.asked = Some(asked);
        self
    }

    /// The same with somebody who answers from the first measurement on that the backend can't
    /// answer. An answer that may still come is waited for.
    #[must_use]
    pub fn or_else(mut self, fallback: Box<dyn Backend>) -> Self {
        self.fallback = Some(fallback);
        self
    }
}

/// The bits of a measurement, and what a record says of them beside their squares.
pub(crate) struct Answer {
    pub(crate) bits: Bitstring,
    pub(crate) more: Map<String, Value>,
}

impl From<Bitstring> for Answer {
    fn from(bits: Bitstring) -> Self {
        Self {
            bits,
            more: Map::new(),
        }
    }
}

impl Asker {
    /// Who is asked.
    pub(crate) fn name(&self) -> &str {
        self.backend.name()
    }

    /// The next measurement is the first of this move.
    pub(crate) fn begin(&mut self, ply: u32, mv: impl fmt::Display, past: impl FnOnce() -> String) {
        if let Some(asked) = &mut self.asked {
            asked.begin(ply, mv.to_string(), past());
        }
    }

    /// The answer to a measurement.
    pub(crate) fn answer<G: Game>(&mut self, pending: &Pending<G>) -> Result<Answer, MeasureError> {
        let request = pending.request(self.encoding);
        let request = request.map_err(MeasureError::Circuit)?;
        let answer = self.answer_of_any(&request, pending)?;
        if let Some(asked) = &mut self.asked {
            asked.answered();
        }
        Ok(answer)
    }

    /// The answer of the backend, or of the one that takes over from it.
    fn answer_of_any<G: Game>(
        &mut self,
        request: &Request,
        pending: &Pending<G>,
    ) -> Result<Answer, MeasureError> {
        let error = match self.first_legal(request, pending) {
            Err(error) if !error.is_open() && !error.is_dry_run() => error,
            answer => return answer,
        };
        let Some(fallback) = self.fallback.take() else {
            return Err(error);
        };
        self.backend = fallback;
        let mut answer = self.first_legal(request, pending)?;
        let reason = with_causes(&error);
        answer.more.insert("fallback".into(), reason.into());
        Ok(answer)
    }

    /// Asks until a shot is legal, a noisy backend as often as it is reasonable.
    fn first_legal<G: Game>(
        &mut self,
        request: &Request,
        pending: &Pending<G>,
    ) -> Result<Answer, MeasureError> {
        if !self.backend.is_noisy() {
            let shots = self.ask(request, 1, None)?.shots;
            return match shots[..] {
                [bits] => Ok(bits.into()),
                ref others => Err(wrong_shots(self.backend.as_ref(), request, others.len())),
            };
        }
        let judge = pending.judge();
        let mut tally = Tally::default();
        let mut jobs = Vec::new();
        for (times, attempt) in [1].into_iter().chain(MORE).zip(0..) {
            let question = self.asked.as_ref().map(|asked| asked.attempt(attempt));
            let asked = self.ask(request, SHOTS * times, question.as_ref())?;
            jobs.extend(asked.jobs);
            match tally.post_select(&judge, asked.shots) {
                Ok(Some((chosen, bits))) => {
                    let more = tally.to_record(chosen, &jobs);
                    return Ok(Answer { bits, more });
                }
                Ok(None) => {}
                Err(bits) => {
                    return Err(MeasureError::Refused {
                        backend: self.backend.name().to_owned(),
                        reason: ResolveReason::WrongLength {
                            expected: request.num_bits(),
                            found: bits.len(),
                        },
                    });
                }
            }
        }
        if let Some(asked) = &mut self.asked {
            asked.in_vain(ATTEMPTS);
        }
        Err(MeasureError::NoLegalShot {
            backend: self.backend.name().to_owned(),
            tally,
        })
    }

    /// Runs the circuits of a request, and puts their shots together, one of each.
    ///
    /// As many as the circuit with the fewest has; a device may give fewer than it was asked for.
    fn ask(
        &mut self,
        request: &Request,
        shots: usize,
        question: Option<&Question>,
    ) -> Result<Joint, MeasureError> {
        let backend = self.backend.as_mut();
        let mut task = Task::new(&request.circuits, shots).optimized(backend.optimization());
        task.question = question;
        let runs = match backend.run(&task) {
            Ok(runs) => runs,
            Err(source) => {
                return Err(MeasureError::Backend {
                    backend: backend.name().to_owned(),
                    source: Box::new(source),
                });
            }
        };
        if runs.len() != request.circuits.len() {
            let found = runs.iter().map(|run| run.shots.len()).sum();
            return Err(wrong_shots(backend, request, found));
        }
        let each = runs.iter().map(|run| run.shots.len()).min().unwrap_or(0);
        let joined: Option<Vec<Bitstring>> = (0..each)
            .map(|shot| {
                let parts: Vec<Bitstring> = runs.iter().map(|run| run.shots[shot]).collect();
                Request::join(&parts)
            })
            .collect();
        Ok(Joint {
            shots: joined.ok_or_else(|| MeasureError::TooManyBits {
                backend: backend.name().to_owned(),
            })?,
            jobs: runs.into_iter().filter_map(|run| run.provenance).collect(),
        })
    }
}

/// The shots of a request, one circuit's bits behind the other's.
struct Joint {
    shots: Vec<Bitstring>,
    /// Where they come from, when that is not this process.
    #[expect(clippy::vec_box, reason = "as they come")]
    jobs: Vec<Box<Provenance>>,
}

fn wrong_shots(backend: &dyn Backend, request: &Request, found: usize) -> MeasureError {
    MeasureError::Shots {
        backend: backend.name().to_owned(),
        expected: request.circuits.len(),
        found,
    }
}

/// An error and what it comes from, in one line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
