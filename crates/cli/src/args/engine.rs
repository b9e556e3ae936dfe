use cheqqers_players::PlayerKind;
use clap::Args;

use super::game::seed;

/// `engine`: our players for other programs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers engine                                   what the host of another program starts
  cheqqers engine --player random --seed 7
  cheqqers selfplay --games 10 --white \"engine:cheqqers engine\"

A host speaks first, by the line 'cqi 1'; 'isready' asks for an answer, 'quit' ends. The protocol is
told in full by crates/players/PROTOCOL.md.")]
pub(crate) struct Engine {
    /// Who plays unless the host chooses another by 'setoption name Player value PLAYER'
    #[arg(long, value_name = "PLAYER", default_value = "expert", value_parser = own)]
    pub(crate) player: PlayerKind,
    /// Seed of the player's choices, which the host may set as well [default: a new one]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
}

/// A player of this program.
fn own(text: &str) -> Result<PlayerKind, String> {
    match text.parse::<PlayerKind>() {
        Ok(kind) if kind.is_foreign() => Err("another program offers itself".into()),
        Ok(kind) => Ok(kind),
        Err(error) => Err(error.to_string()),
    }
}
