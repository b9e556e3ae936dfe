//! Luck of the measurements of a recorded game.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use cheqqers_arena::PlayerOutcome;
use cheqqers_game::Colour;
use cheqqers_session::Session;

/// White's gain in each ply that measured and in all of them, and the result adjusted by it, in whole lines.
pub(super) fn luck(session: &Session, nodes: NonZeroU64) -> String {
    let luck = session.luck(nodes, &AtomicBool::new(false));
    let luck = luck.expect("nothing stops it");
    let mut text = format!(
        "\nluck of measurements, in points for White, by a search of {nodes} {} for each outcome\n",
        if nodes.get() == 1 {
            "position"
        } else {
            "positions"
        }
    );
    for (index, gain) in luck.iter().enumerate() {
        let ply = session.ply(index);
        if ply.measurements().is_empty() {
            continue;
        }
        let number = index + 1;
        let _ = writeln!(
            text,
            "{number:>5}. {} {:<24} {gain:>+7.3}",
            ply.turn(),
            ply.text()
        );
    }
    let all: f64 = luck.iter().sum();
    let _ = writeln!(text, "all {:<35} {all:>+7.3}", "");
    if let Some(outcome) = session.outcome() {
        let points = PlayerOutcome::of(outcome, Colour::White).points();
        let adjusted = points - all;
        let _ = writeln!(text, "White's {points} points less luck are {adjusted:.3}");
    }
    text
}

/// Number of positions by which a record tells luck; `None` where it does not.
pub(super) fn told(session: &Session) -> Option<NonZeroU64> {
    session
        .header()
        .get("luck")?
        .as_u64()
        .and_then(NonZeroU64::new)
}
