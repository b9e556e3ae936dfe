use std::sync::LazyLock;

use cheqqers_game::network::Network;

/// Trained by games of the usual rules.
pub(super) static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/8x8.network")));
