use std::sync::LazyLock;

use cheqqers_game::network::Network;

use super::Rules;

/// Trained by games of the usual rules.
static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/8x8.network")));

/// The network for positions of these rules, if there is one.
pub(super) fn network(rules: Rules) -> Option<&'static Network> {
    (rules.size == 8).then(|| &*NETWORK)
}
