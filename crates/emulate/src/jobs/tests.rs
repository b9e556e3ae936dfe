use cheqqers_circuit::Bitstring;

use super::*;
use crate::EmulatorOptions;
use crate::fault::FailureKind;
use crate::program::Register;

const TEXT: &str = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[3] q; bit[3] c; bit[1] d; \
                    x q[1]; c = measure q; d[0] = measure q[0];";

fn job_request(text: &str, shots: usize) -> JobRequest<()> {
    let program = Program::read(text);
    let run = program.map(|program| vec![ProgramRun { program, shots }]);
    JobRequest {
        id: None,
        details: (),
        machine: Machine::Exact,
        runs: run.map_err(|error| Failure::program(error.to_string())),
    }
}

fn shared(time_scale: f64, faults: &[&str]) -> Arc<SharedState> {
    SharedState::new(EmulatorOptions {
        time_scale,
        faults: faults.iter().map(|text| text.parse().unwrap()).collect(),
        ..EmulatorOptions::default()
    })
}

/// The registers of the first program as text, of every shot.
async fn texts(faults: &[&str]) -> Vec<Vec<String>> {
    let shared = shared(0.0, faults);
    let jobs = Jobs::default();
    let job = jobs.submit(&shared, job_request(TEXT, 4));
    assert_eq!(job.phase(&shared).await, Phase::Completed);
    let measured = &job.outputs().unwrap().unwrap()[0];
    let text = |bits: &Bitstring, register: &Register| -> String {
        let bits = register.bits.iter().map(|&place| bits.bit(place));
        bits.map(|bit| if bit { '1' } else { '0' }).collect()
    };
    let registers = |bits| {
        let texts = measured.registers.iter();
        texts.map(|register| text(bits, register)).collect()
    };
    measured.shots.iter().map(registers).collect()
}

#[tokio::test]
async fn faults_spoil_results_as_they_say() {
    assert_eq!(texts(&[]).await, vec![["010", "0"]; 4]);
    assert_eq!(texts(&["fewer-shots"]).await, vec![["010", "0"]; 2]);
    assert!(texts(&["no-shots"]).await.is_empty());
    assert_eq!(texts(&["swap=1,2"]).await, vec![["001", "0"]; 4]);
    assert_eq!(
        texts(&["swap=0,1", "reversed"]).await,
        vec![["001", "0"]; 4]
    );
    assert_eq!(texts(&["all-ones"]).await, vec![["111", "1"]; 4]);
    assert_eq!(texts(&["missing-register"]).await, vec![["010"]; 4]);
}

#[tokio::test]
async fn jobs_pass_through_their_states_by_the_clock() {
    // A second in the queue, 2 s of run: 40 ms and 80 ms.
    let shared = shared(0.04, &["unknown-state=1:1"]);
    let jobs = Jobs::default();
    let job = jobs.submit(&shared, job_request(TEXT, 1));
    assert_eq!(job.phase(&shared).await, Phase::Unknown);
    let mut seen = Vec::new();
    while !seen.last().is_some_and(|phase: &Phase| phase.is_final()) {
        let phase = job.phase(&shared).await;
        if seen.last() != Some(&phase) {
            seen.push(phase);
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert!(seen.ends_with(&[Phase::Completed]), "{seen:?}");
    assert!(seen.is_sorted_by_key(|phase| *phase as u8), "{seen:?}");
    job.cancel(&shared);
    assert_eq!(job.phase(&shared).await, Phase::Completed);
}

#[tokio::test]
async fn a_waiting_job_can_be_cancelled_and_gives_nothing() {
    let shared = shared(0.0, &["wait=600"]);
    let jobs = Jobs::default();
    let job = jobs.submit(&shared, job_request(TEXT, 1));
    assert_eq!(job.phase(&shared).await, Phase::Queued);
    job.cancel(&shared);
    assert_eq!(job.phase(&shared).await, Phase::Cancelled);
    assert!(job.outputs().is_none() && job.cancelled().is_some());
    jobs.delete(&job.id);
    assert!(jobs.find(&job.id).is_none());
}

#[tokio::test]
async fn failures_come_late_and_duplicates_are_jobs_of_their_own() {
    let shared = shared(0.0, &["duplicate:1", "fail=device:1"]);
    let jobs = Jobs::default();
    let job = jobs.submit(&shared, job_request(TEXT, 1));
    assert_eq!(job.phase(&shared).await, Phase::Failed);
    assert_eq!(jobs.all().len(), 2);
    let job = jobs.submit(&shared, job_request("OPENQASM 3.0; defcal x $0 { }", 1));
    assert_eq!(
        (job.phase(&shared).await, jobs.all().len()),
        (Phase::Failed, 3)
    );
    let failure = job.outputs().unwrap().unwrap_err();
    assert_eq!(failure.kind, FailureKind::Program);
    assert!(
        failure.message.starts_with("line 1, column 15"),
        "{failure:?}"
    );
}

#[tokio::test]
async fn the_same_seed_and_submissions_give_the_same_shots() {
    let text = TEXT.replace("x q[1]", "h q[1]");
    let runs = [7, 7, 8].map(|seed| {
        let text = text.clone();
        async move {
            let options = EmulatorOptions {
                seed,
                ..EmulatorOptions::default()
            };
            let shared = SharedState::new(options);
            let jobs = Jobs::default();
            let mut shots = Vec::new();
            for _ in 0..2 {
                let job = jobs.submit(&shared, job_request(&text, 64));
                job.phase(&shared).await;
                shots.push(job.outputs().unwrap().unwrap()[0].shots.clone());
            }
            shots
        }
    });
    let [first, again, other] = runs;
    let (first, again, other) = (first.await, again.await, other.await);
    assert_eq!(first, again);
    assert_ne!(first, other);
    assert_ne!(first[0], first[1]);
}
