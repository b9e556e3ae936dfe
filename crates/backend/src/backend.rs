use std::fmt::Debug;

use cheqqers_circuit::Optimization;

use crate::{BackendError, Job, MeasurementId, Run};

/// Runner of circuits: a simulator of this program, or a device elsewhere.
pub trait Backend: Debug + Send {
    /// Name in records and messages.
    fn name(&self) -> &str;

    /// Returns `true` if shots may have bits that the exact state excludes, so that one shot may not
    /// be enough.
    fn is_noisy(&self) -> bool {
        false
    }

    /// The most that a circuit whose bits alone matter may be shortened: on a noisy backend no further than
    /// leaves the redundancy by which impossible bits are known.
    fn optimization(&self) -> Optimization {
        if self.is_noisy() {
            Optimization::Gates
        } else {
            Optimization::PostProcessed
        }
    }

    /// Runs every circuit of a job, and returns one [`Run`] for each, in their order.
    ///
    /// # Errors
    /// Returns an error if not every circuit could be run. The shots of those that were are lost,
    /// unless the job is part of a measurement: repeated, it returns them again.
    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError>;

    /// Sends the first circuits of a job that is part of a measurement, as many as are run together, and
    /// returns their number. [`Self::run`] of these circuits waits for their shots. 0 where nothing is
    /// gained by it, as on this machine.
    ///
    /// # Errors
    /// Returns an error if they can't be sent.
    fn send(&mut self, job: &Job<'_>) -> Result<usize, BackendError> {
        let _ = job;
        Ok(0)
    }

    /// Number of the first circuits of a job that were [sent](Self::send) before, in another process too,
    /// and may have shots; 0 if none were.
    fn num_sent(&self, job: &Job<'_>) -> usize {
        let _ = job;
        0
    }

    /// Cancels the jobs of a measurement that have no answer.
    ///
    /// # Errors
    /// Returns an error if one of them may still run.
    fn cancel(&mut self, id: &MeasurementId) -> Result<(), BackendError> {
        let _ = id;
        Ok(())
    }

    /// Ends what is paid for while it is open, such as a session, when a series of measurements is over.
    /// Jobs that belong to no measurement are the series with the empty name.
    fn end_series(&mut self, series: &str) {
        let _ = series;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A backend with the defaults of all that has some.
    #[derive(Debug)]
    struct Plain;

    impl Backend for Plain {
        fn name(&self) -> &'static str {
            "plain"
        }

        fn run(&mut self, _: &Job<'_>) -> Result<Vec<Run>, BackendError> {
            unreachable!("nothing is run");
        }
    }

    #[derive(Debug)]
    struct WithNoise;

    impl Backend for WithNoise {
        fn name(&self) -> &'static str {
            "with noise"
        }

        fn is_noisy(&self) -> bool {
            true
        }

        fn run(&mut self, _: &Job<'_>) -> Result<Vec<Run>, BackendError> {
            unreachable!("nothing is run");
        }
    }

    #[test]
    fn noise_keeps_the_redundancy_by_which_it_is_seen() {
        assert!(!Plain.is_noisy());
        assert_eq!(Plain.optimization(), Optimization::PostProcessed);
        assert_eq!(WithNoise.optimization(), Optimization::Gates);
    }

    #[test]
    fn nothing_is_sent_ahead_or_left_to_cancel_where_jobs_end_at_once() {
        let id = MeasurementId {
            series: "game".into(),
            history: String::new(),
            name: "1 a 0".into(),
            attempt: 0,
        };
        let job = Job::new(&[], 1).of_measurement(&id);
        assert_eq!(Plain.send(&job), Ok(0));
        assert_eq!(Plain.num_sent(&job), 0);
        assert_eq!(Plain.cancel(&id), Ok(()));
        Plain.end_series("game");
    }
}
