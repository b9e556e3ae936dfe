use cheqqers_remote::ServiceName;
use clap::{Args, Subcommand};

use super::backend::Backends;
use super::{BackendName, RemoteOptions};

/// `backends`: the places that can measure.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  cheqqers backends list                           what there is
  cheqqers backends list ionq                      the devices of a service
  cheqqers backends show ibm:ibm_fez               what a device can do, and its queue
  cheqqers backends check noisy:torino             whether it can be trusted with a game
  cheqqers backends add lab --service ibm-system --device fake_torino --url http://127.0.0.1:8290"
)]
pub(crate) struct BackendsCommand {
    /// What to do.
    #[command(subcommand)]
    pub(crate) action: BackendsAction,
}

/// What `backends` does.
#[derive(Debug, Subcommand)]
pub(crate) enum BackendsAction {
    /// List the backends, or the devices of a service
    List {
        /// Ask this service which devices it has
        #[arg(value_name = "SERVICE")]
        service: Option<ServiceName>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Describe a backend: qubits, state, queue, shots, price, calibration
    Show {
        /// The backend
        #[arg(value_name = "NAME", value_parser = Backends)]
        backend: BackendName,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Run five small circuits on a backend and say whether it can be trusted with a game
    Check {
        /// The backend
        #[arg(value_name = "NAME", value_parser = Backends)]
        backend: BackendName,
        /// Print JSON
        #[arg(long)]
        json: bool,
        /// What the jobs may take.
        #[command(flatten)]
        remote: RemoteOptions,
    },
    /// Give a device of a service a name of your own, which --backend takes
    Add(AddBackend),
}

/// `backends add`: a profile.
#[derive(Debug, Args)]
pub(crate) struct AddBackend {
    /// The name
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The service: ibm, ibm-system, ionq, braket, oqtopus
    #[arg(long, value_name = "SERVICE")]
    pub(crate) service: ServiceName,
    /// The device, as the service names it
    #[arg(long, value_name = "DEVICE")]
    pub(crate) device: String,
    /// The address of the service [default: its own, or as its tools are told]
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// IBM: the address that gives tokens
    #[arg(long, value_name = "URL")]
    pub(crate) token_url: Option<String>,
    /// IBM: the instance, a CRN; Amazon: the ARN of a reservation
    #[arg(long, value_name = "NAME")]
    pub(crate) instance: Option<String>,
    /// Which account of the service's own file of credentials
    #[arg(long, value_name = "NAME")]
    pub(crate) account: Option<String>,
    /// Amazon, and object storage: the region
    #[arg(long, value_name = "REGION")]
    pub(crate) region: Option<String>,
    /// The address of the object storage
    #[arg(long, value_name = "URL")]
    pub(crate) storage_url: Option<String>,
    /// The bucket of the object storage, a folder behind it if wished
    #[arg(long, value_name = "BUCKET")]
    pub(crate) bucket: Option<String>,
    /// IonQ: the noise model of its simulator
    #[arg(long, value_name = "MODEL")]
    pub(crate) noise: Option<String>,
    /// Replace a backend of this name
    #[arg(long)]
    pub(crate) replace: bool,
}

/// `jobs`: what was sent to remote services.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  cheqqers jobs list                               all jobs, and what they wait for
  cheqqers jobs resume cheqqers-1f2e3d4c5b6a7988   wait for a job and print its counts
  cheqqers jobs cancel cheqqers-1f2e3d4c5b6a7988   end a job at its service

A job that belongs to a game is better gone on with by 'cheqqers play --resume FILE'. Jobs are kept
in the folder for data of the user, as ~/.local/share/cheqqers/jobs, until they are removed there."
)]
pub(crate) struct JobsCommand {
    /// What to do.
    #[command(subcommand)]
    pub(crate) action: JobsAction,
}

/// What `jobs` does.
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
    /// Go on with a job: wait for its answer, and print how often each bitstring came
    Resume {
        /// Our name of the job, as 'jobs list' gives it
        #[arg(value_name = "JOB")]
        marker: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Give up a job whose answer can't be had any more, as where the service knows it no longer:
    /// what it was to answer may then be asked anew
    Forget {
        /// Our name of the job, as 'jobs list' gives it
        #[arg(value_name = "JOB")]
        marker: String,
    },
    /// Cancel a job at its service
    Cancel {
        /// Our name of the job, as 'jobs list' gives it
        #[arg(value_name = "JOB")]
        marker: String,
    },
}
