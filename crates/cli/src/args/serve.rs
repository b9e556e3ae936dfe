use std::net::SocketAddr;
use std::path::PathBuf;

use cheqqers_web::Site;
use clap::Args;

use super::backend::amount;

/// `serve`: the page and its API.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers serve                                     the page at http://127.0.0.1:8080
  cheqqers serve --listen 127.0.0.1:0                at a free port
  cheqqers serve --proxy --data games                behind a proxy on this machine that encrypts
  cheqqers serve --allow-embed https://example.org   boards in pages of that site
  cheqqers serve --max-cost 5                        jobs of one game cost no more than that
  cheqqers serve --table small.table                 exact values in analyses of that solved board

Games are kept in one file and survive the end of the server, also a crash. Everyone with a game's
link can play it; there are no accounts. Remote backends measure with your credentials, so where
others than this machine's users have access they are offered only with --remote: then every visitor
can spend your money. The API is described at /api/v1/openapi.json. Ctrl-C ends the server.")]
pub(crate) struct Serve {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// Folder for games [default: in the user's folder for data, as ~/.local/share/cheqqers/games]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Trust the x-forwarded-for header of a proxy, through which all requests come
    #[arg(long)]
    pub(crate) proxy: bool,
    /// Let pages of this site show boards, which are at /embed; may be repeated [default: no site]
    #[arg(long, value_name = "SITE")]
    pub(crate) allow_embed: Vec<Site>,
    /// Analyse games by this table, which 'cheqqers solve -o FILE' wrote: exact values of all moves on its board; may be
    /// repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Vec<PathBuf>,
    /// Keep at most N games, and N/10 more that belong to classes; those that were idle for longest are deleted
    #[arg(long, value_name = "N", default_value_t = 100_000, help_heading = "Limits",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_games: u64,
    /// Let one address begin no more games than this in an hour
    #[arg(long, value_name = "N", default_value_t = 120, help_heading = "Limits",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_games_per_address: u32,
    /// Answer no more requests than this in a second from one address, and ten times as many for files of the page
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "Limits",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_requests: u32,
    /// Let one address follow no more games than this at a time
    #[arg(long, value_name = "N", default_value_t = 32, help_heading = "Limits",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_streams: u32,
    /// Take no more connections than this at a time
    #[arg(long, value_name = "N", default_value_t = 2048, help_heading = "Limits",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_connections: u32,
    /// Offer remote backends, with your credentials, to everyone who can reach the address
    #[arg(long, help_heading = "Remote backends")]
    pub(crate) remote: bool,
    /// Send no more jobs than this for one game
    #[arg(long, value_name = "N", help_heading = "Remote backends")]
    pub(crate) max_jobs: Option<u64>,
    /// Ask for no more shots than this for one game
    #[arg(long, value_name = "N", help_heading = "Remote backends")]
    pub(crate) max_shots: Option<u64>,
    /// Spend no more than this for one game, in the service's unit (USD, EUR, or seconds of the device)
    #[arg(long, value_name = "AMOUNT", help_heading = "Remote backends", value_parser = amount)]
    pub(crate) max_cost: Option<f64>,
}
