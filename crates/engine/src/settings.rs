use crate::command::EngineProtocol;
use crate::spec::PlayerSpec;

/// Name of this engine, its protocol, and the initial values of its options.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// Name of the engine.
    pub name: String,
    /// Version of the engine.
    pub version: String,
    /// Protocol that it speaks.
    pub protocol: EngineProtocol,
    /// The player, and value of the option `Player`.
    pub player: PlayerSpec,
    /// Value of the option `Seed`: the seed of the first game's choices; later games have seeds derived from it.
    pub seed: u64,
}
