/// Share of the plies to a draw that have passed, in 0..=1; 0 where none is due.
#[inline]
pub fn draw_share(plies: u32, limit: Option<u32>) -> f64 {
    limit.map_or(0.0, |limit| {
        (f64::from(plies) / f64::from(limit.max(1))).min(1.0)
    })
}

/// Factor of a static evaluation, in 0..=1: it falls to 0 as the half-move clock nears the limit that
/// makes a draw.
#[inline]
pub fn draw_factor(half_moves: u32, limit: Option<u32>) -> f64 {
    limit.map_or(1.0, |limit| {
        let share = f64::from(half_moves) / f64::from(limit);
        1.0 - (share * share).min(1.0)
    })
}
