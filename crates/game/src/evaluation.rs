/// Factor of a static evaluation, in 0..=1: it falls to 0 as the half-move clock nears the limit that
/// makes a draw.
#[inline]
pub fn draw_factor(half_moves: u32, limit: Option<u32>) -> f64 {
    limit.map_or(1.0, |limit| {
        let share = f64::from(half_moves) / f64::from(limit);
        1.0 - (share * share).min(1.0)
    })
}
