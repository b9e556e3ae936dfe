//! Parameters of a game that goes wrong, which follow from its seed.

use std::fmt;
use std::time::Duration;

use cheqqers_remote::ServiceName;
use cheqqers_testkit::seed;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::faults::has_list;

/// Faults that a sequence of two or three is drawn from. At the usual pace, 1.2 s are 2 minutes.
const FAULTS: [&str; 66] = [
    // Of a submit, before or after the job was taken.
    "status=503@submit:1",
    "status=503@submit:2",
    "status=503@submit:7",
    "status-after=503@submit:1",
    "status-after=500@submit:1",
    "reset-before@submit:1",
    "reset-after@submit:1",
    "truncate@submit:1",
    "malformed@submit:1",
    "html@submit:1",
    "delay=1.2@submit:1",
    "late=1.2@submit:1",
    "limit=1@submit:1",
    "limit=1@submit:8",
    "limit=200@submit:1",
    // Refusals, whether the job was taken before or not.
    "status=400@submit:1",
    "status=401@submit:1",
    "status=402@submit:1",
    "status=403@submit:1",
    "status=404@submit:1",
    "status=409@submit:1",
    "status=422@submit:1",
    "status=424@submit:1",
    // Of polls, for a while or beyond all patience.
    "status=503@status:2",
    "status=503@status:30",
    "status=404@status:1",
    "status=401@status:1",
    "limit=1@status:1",
    "limit=1@status:12",
    "limit=200@status:1",
    "html@status:2",
    "truncate@status:2",
    "malformed@status:1",
    "reset-before@status:2",
    "reset-after@status:1",
    "delay=1.2@status:1",
    "unknown-state=3:1",
    "unknown-state=9:2",
    // Of results.
    "status=503@result:2",
    "malformed@result:1",
    "malformed@result:4",
    "truncate@result:1",
    "html@result:2",
    "reset-after@result:1",
    "delay=1.2@result:1",
    "missing-register:1",
    "counts",
    "probabilities",
    // Of other requests.
    "status=503@cancel:2",
    "reset-after@cancel:1",
    "delay=1.2@cancel:1",
    "status=503@other:2",
    // Of jobs.
    "wait=1:2",
    "wait=3600:1",
    "wait=3600:2",
    "duplicate:1",
    "duplicate:2",
    "no-shots:1",
    "fewer-shots:1",
    "reversed:1",
    "reversed:2",
    "all-ones:1",
    "fail=device:1",
    "fail=device:3",
    "fail=program:1",
    "fail=time:1",
];

/// A moment at which a process is killed: some time after so many new jobs, or at the latest after a longer
/// time.
#[derive(Clone, Debug)]
pub(super) struct Kill {
    pub(super) jobs: usize,
    pub(super) after: Duration,
    pub(super) patience: Duration,
    /// The journal is lost with the process.
    pub(super) loses_journal: bool,
}

/// A drawn game.
pub(super) struct Drawn {
    seed: u64,
    pub(super) service: ServiceName,
    pub(super) faults: Vec<String>,
    /// Options of the game.
    pub(super) game: Vec<String>,
    /// Limits of all processes but the last ones.
    pub(super) limits: Vec<String>,
    /// Longest time for a measurement, in seconds.
    pub(super) max_wait: Option<f64>,
    /// Ends of the processes but the last ones.
    pub(super) kills: Vec<Kill>,
}

impl Drawn {
    pub(super) fn new(seed: u64) -> Self {
        let mut rng = seed::rng(seed);
        let service = ServiceName::ALL[usize::try_from(seed).unwrap() % ServiceName::ALL.len()];
        let (device, price) = device(service);
        let number = 2 + below(&mut rng, 2);
        // A second job can't be known where there is no list, and where the client names its job there is none.
        let has_duplicates = has_list(service) && service != ServiceName::IbmSystem;
        let is_possible = |fault: &&str| has_duplicates || !fault.starts_with("duplicate");
        let faults: Vec<&str> = FAULTS.into_iter().filter(is_possible).collect();
        let faults = (0..number)
            .map(|_| one_of(&mut rng, &faults).to_owned())
            .collect();
        let number = below(&mut rng, 1 << 16).to_string();
        let mut game = vec![
            "--white",
            "random",
            "--black",
            "random",
            "--seed",
            &number,
            "--backend",
            device,
            "--record",
            "g.jsonl",
        ];
        let has_pool = below(&mut rng, 3) == 0;
        let is_placed_here = matches!(
            service,
            ServiceName::Ibm | ServiceName::IbmSystem | ServiceName::Iqm
        );
        if has_pool && is_placed_here {
            // To place many circuits takes long.
            game.extend(["--pool", "table.json"]);
        } else if has_pool {
            game.extend(["--pool", "--pool-jobs", one_of(&mut rng, &["1", "2"])]);
            game.extend(one_of(&mut rng, &[None, Some("--prefetch")]));
        } else if below(&mut rng, 2) == 0 {
            game.extend(["--size", "5"]);
        }
        let mut limits = Vec::new();
        match below(&mut rng, 6) {
            0 => limits.extend(["--max-jobs".into(), (1 + below(&mut rng, 4)).to_string()]),
            1 => limits.extend([
                "--max-shots".into(),
                one_of(&mut rng, &["64", "130", "200", "400"]).into(),
            ]),
            2 | 3 => match price {
                Some(price) => {
                    let most = price * (1.0 + below(&mut rng, 50) as f64 / 10.0);
                    limits.extend(["--max-cost".into(), most.to_string()]);
                }
                None => limits.extend(["--max-shots".into(), "2000".into()]),
            },
            _ => {}
        }
        let max_wait = (below(&mut rng, 2) == 0).then(|| 0.5 + below(&mut rng, 10) as f64 / 10.0);
        let mut kill = || Kill {
            jobs: below(&mut rng, 3),
            after: Duration::from_millis(one_of(&mut rng, &[0, 5, 20, 60, 300])),
            patience: Duration::from_millis(one_of(&mut rng, &[200, 800, 1500, 3000])),
            // A pool has its seeds there.
            loses_journal: !has_pool && has_list(service) && below(&mut rng, 3) == 0,
        };
        let kills = [kill(), kill(), kill()];
        let kills = kills[..=below(&mut rng, kills.len())].to_vec();
        Self {
            seed,
            service,
            faults,
            game: game.into_iter().map(str::to_owned).collect(),
            limits,
            max_wait,
            kills,
        }
    }

    /// Returns `true` if a device makes shots illegal, so that a measurement has no outcome.
    pub(super) fn spoils_shots(&self) -> bool {
        self.has_fault(&["no-shots", "reversed", "all-ones"])
    }

    /// Returns `true` if jobs fail that the service has taken.
    pub(super) fn fails_jobs(&self) -> bool {
        self.has_fault(&["fail="])
    }

    fn has_fault(&self, kinds: &[&str]) -> bool {
        let is_of = |fault: &String| kinds.iter().any(|kind| fault.starts_with(kind));
        self.faults.iter().any(is_of)
    }

    /// Returns `true` if the service says what a job costs.
    pub(super) fn has_price(&self) -> bool {
        device(self.service).1.is_some()
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            seed,
            service,
            faults,
            game,
            limits,
            max_wait,
            kills,
        } = self;
        write!(
            f,
            "CHEQQERS_SEED={seed} CHEQQERS_GAMES=1: {service}, faults {faults:?}, {}, limits {limits:?}, \
             max wait {max_wait:?}, kills {kills:?}",
            game.join(" ")
        )
    }
}

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound
}

fn one_of<T: Copy>(rng: &mut ChaCha8Rng, all: &[T]) -> T {
    all[below(rng, all.len())]
}

/// Device of a service, by the name that the user has for it, and the price of a job of 64 shots, if the
/// service says it.
fn device(service: ServiceName) -> (&'static str, Option<f64>) {
    match service {
        ServiceName::Ibm => ("ibm:ibm_fez", Some(11.0)),
        ServiceName::IbmSystem => ("ibm-system:ibm_torino", None),
        ServiceName::Ionq => ("ionq:qpu.forte-1", Some(12.42)),
        ServiceName::Braket => ("braket:qpu/iqm/Garnet", Some(0.4)),
        ServiceName::Oqtopus => ("oqtopus:lattice", None),
        ServiceName::Iqm => ("iqm:garnet", None),
        ServiceName::Aqt => ("aqt:emulated/ibex", None),
        ServiceName::Scaleway => ("scaleway:QPU-GARNET-20PQ", Some(0.3)),
        ServiceName::Qbraid => ("qbraid:aws:iqm:qpu:garnet", Some(0.4)),
    }
}
