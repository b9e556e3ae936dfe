use std::sync::LazyLock;

use cheqqers_game::network::Network;

use super::{Level, Rules};

/// Networks for 8 x 8: of level 0, and of those with quantum moves, trained at level 3.
static NETWORKS: LazyLock<[Network; 2]> = LazyLock::new(|| {
    let levels = [
        &include_bytes!("networks/8x8-level-0.network")[..],
        include_bytes!("networks/8x8-level-3.network"),
    ];
    levels.map(Network::from_bytes)
});

/// The network for positions of these rules, if there is one.
pub(super) fn network(rules: Rules) -> Option<&'static Network> {
    (rules.size() == 8).then(|| &NETWORKS[usize::from(rules.level() > Level::Classical)])
}
