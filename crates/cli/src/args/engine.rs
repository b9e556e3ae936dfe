use cheqqers_engine::PlayerSpec;
use cheqqers_players::PlayerKind;
use clap::Args;

use super::game::seed;

/// `engine`: the players of this program for others.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers engine                                   the command line for a host
  cheqqers engine --player random --seed 7
  cheqqers selfplay --games 10 --white \"engine:cheqqers engine\"
  cheqqers engine --hub                             the command line for a draughts program

A host speaks first, by the line 'cqi 1'; 'isready' asks for an answer, 'quit' ends. The manual
describes the protocol: 'cheqqers serve' has it at /manual/reference/engine-protocol.
With --hub the first line is 'hub'; that protocol is at /manual/reference/hub.")]
pub(crate) struct Engine {
    /// The player, unless the host chooses another by 'setoption name Player value PLAYER'
    #[arg(long, value_name = "PLAYER", default_value = "expert", value_parser = own)]
    pub(crate) player: PlayerKind,
    /// Speak Hub, the protocol of programs for international draughts
    #[arg(long)]
    pub(crate) hub: bool,
    /// Seed of the player's choices, which the host may set as well [default: a new one]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
}

/// Reads a player of this program.
fn own(text: &str) -> Result<PlayerKind, String> {
    match text.parse() {
        Ok(PlayerSpec::Engine(_)) => Err("another program offers itself".into()),
        Ok(PlayerSpec::BuiltIn(kind)) => Ok(kind),
        Err(error) => Err(error.to_string()),
    }
}
