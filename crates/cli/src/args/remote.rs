use cheqqers_remote::ServiceName;
use clap::{Args, Subcommand};

use super::backend::BackendParser;
use super::{BackendName, RemoteOptions};

/// `backends`: local and remote backends.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  cheqqers backends list                           all backends and services
  cheqqers backends list ionq                      the devices of a service
  cheqqers backends show ibm:ibm_fez               the capabilities and the queue of a device
  cheqqers backends check noisy:torino             check that it can be trusted with a game
  cheqqers backends add lab --service ibm-system --device fake_torino --url http://127.0.0.1:8290"
)]
pub(crate) struct BackendsCommand {
    /// The action to take.
    #[command(subcommand)]
    pub(crate) action: BackendsAction,
}

/// Actions of `backends`.
#[derive(Debug, Subcommand)]
pub(crate) enum BackendsAction {
    /// List the backends, or the devices of a service
    List {
        /// The service to ask for its devices
        #[arg(value_name = "SERVICE")]
        service: Option<ServiceName>,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Describe a backend: qubits, state, queue, shots, price, calibration
    Show {
        /// Name of the backend
        #[arg(value_name = "NAME", value_parser = BackendParser)]
        backend: BackendName,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Run five small circuits on a backend to see if it can be trusted with a game
    Check {
        /// Name of the backend
        #[arg(value_name = "NAME", value_parser = BackendParser)]
        backend: BackendName,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
        /// Limits of the jobs.
        #[command(flatten)]
        remote: RemoteOptions,
    },
    /// Give a device of a service a name of your own, for --backend
    Add(AddBackend),
}

/// `backends add`: a device with a name of the user's own.
#[derive(Debug, Args)]
#[command(
    override_usage = "cheqqers backends add --service <SERVICE> --device <DEVICE>\n           \
                      [OPTIONS] <NAME>"
)]
pub(crate) struct AddBackend {
    /// The name of your own
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The service: ibm, ibm-system, ionq, braket, oqtopus, iqm, aqt, scaleway, qbraid
    #[arg(long, value_name = "SERVICE")]
    pub(crate) service: ServiceName,
    /// The device, as the service names it
    #[arg(long, value_name = "DEVICE")]
    pub(crate) device: String,
    /// The address of the service [default: its own, or that of its own tools]
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// IBM: the address of the token service
    #[arg(long, value_name = "URL")]
    pub(crate) token_url: Option<String>,
    /// IBM: the instance, its name or CRN; Amazon: the ARN of a reservation; Scaleway: the project
    #[arg(long, value_name = "NAME")]
    pub(crate) instance: Option<String>,
    /// The account in the service's own file of credentials
    #[arg(long, value_name = "NAME")]
    pub(crate) account: Option<String>,
    /// Amazon, and object storage: the region
    #[arg(long, value_name = "REGION")]
    pub(crate) region: Option<String>,
    /// The address of the object storage
    #[arg(long, value_name = "URL")]
    pub(crate) storage_url: Option<String>,
    /// The bucket of the object storage, with a folder in it as BUCKET/FOLDER
    #[arg(long, value_name = "BUCKET")]
    pub(crate) bucket: Option<String>,
    /// IonQ: the noise model of its simulator
    #[arg(long, value_name = "MODEL")]
    pub(crate) noise: Option<String>,
    /// Replace a backend of this name
    #[arg(long)]
    pub(crate) replace: bool,
}

/// `jobs`: jobs sent to remote services.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  cheqqers jobs list                               all jobs and their states
  cheqqers jobs resume cheqqers-1f2e3d4c5b6a7988   wait for a job and print its counts
  cheqqers jobs cancel cheqqers-1f2e3d4c5b6a7988   end a job at its service

To go on with a job of a game, use 'cheqqers play --resume FILE'. Jobs are kept in the folder for data
of the user, as ~/.local/share/cheqqers/jobs, until they are removed there."
)]
pub(crate) struct JobsCommand {
    /// The action to take.
    #[command(subcommand)]
    pub(crate) action: JobsAction,
}

/// Actions of `jobs`.
#[derive(Debug, Subcommand)]
pub(crate) enum JobsAction {
    /// List the jobs that were sent, the oldest first
    List {
        /// Only those that may still be answered
        #[arg(long)]
        open: bool,
        /// Print JSON, a job a line
        #[arg(long)]
        json: bool,
    },
    /// Wait for the answer of a job, and print the count of each bitstring
    Resume {
        /// Name of the job, as 'jobs list' shows it
        #[arg(value_name = "JOB")]
        marker: String,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Give up a job whose answer can't be had, so that its measurement may be sent again: its service
    /// never took it or ended it without an answer, has no list of jobs to look it up in, or returned
    /// the bits in another order
    Forget {
        /// Name of the job, as 'jobs list' shows it
        #[arg(value_name = "JOB")]
        marker: String,
        /// Give it up without asking its service, which may still run it, and be paid for it: for a job
        /// that the service does not know any more, or that can't be read
        #[arg(long)]
        force: bool,
    },
    /// Cancel a job at its service
    Cancel {
        /// Name of the job, as 'jobs list' shows it
        #[arg(value_name = "JOB")]
        marker: String,
    },
}
