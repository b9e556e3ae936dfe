use std::sync::LazyLock;

use cheqqers_game::network::Network;

use super::{Level, Rules};

/// Trained at level 3 on 8 x 8, and at levels 0 and 3 on 10 x 10.
static NETWORKS: LazyLock<[Network; 3]> = LazyLock::new(|| {
    let boards = [
        &include_bytes!("networks/8x8-level-3.network")[..],
        include_bytes!("networks/10x10-level-0.network"),
        include_bytes!("networks/10x10-level-3.network"),
    ];
    boards.map(Network::from_bytes)
});

/// The network for positions of these rules, if there is one.
pub(super) fn network(rules: Rules) -> Option<&'static Network> {
    match (rules.size(), rules.level()) {
        (8, _) => Some(&NETWORKS[0]),
        (10, Level::Classical) => Some(&NETWORKS[1]),
        (10, _) => Some(&NETWORKS[2]),
        _ => None,
    }
}
